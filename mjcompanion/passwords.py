"""The password of a database: in the desktop's keyring, or in memory while the program runs; in no file of its own.

PostgreSQL's own password file, `~/.pgpass`, needs none of this: its library reads it where no password is given.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar
from urllib.parse import unquote, unquote_plus

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

T = TypeVar("T")

SERVICE: Final = "Mah Jongg Companion"
"""What the keyring's own window calls these passwords."""
_PATIENCE: Final = 60.0
"""Seconds for the keyring, which may ask the person to be unlocked."""
_IN_ADDRESS: Final = re.compile(r"(?P<head>postgres(?:ql)?(?:\+\w+)?://[^:/]*):(?P<password>[^@]*)@")
_IN_QUERY: Final = re.compile(r"[?&]password=(?P<password>[^&]*)")
_of_this_run: Final[dict[str, str]] = {}


class Parted(NamedTuple):
    """An address without its password, and the password, empty where there is none."""

    address: str
    password: str


def parted(address: str) -> Parted:
    """Take the password out of the address of a database; any other address stays as it is.

    >>> parted("postgresql://ann:se%63ret@club.example/ledger?sslmode=require")
    Parted(address='postgresql://ann@club.example/ledger?sslmode=require', password='secret')
    """
    if not address.startswith("postgres"):
        return Parted(address, "")
    password = ""
    found = _IN_ADDRESS.match(address)
    if found:
        address, password = f"{found['head']}@{address[found.end() :]}", unquote(found["password"])
    head, sign, query = address.partition("?")
    kept = []
    for part in query.split("&"):
        name, _, value = part.partition("=")
        if unquote_plus(name) == "password":
            password = password or unquote_plus(value)
        else:
            kept.append(part)
    return Parted(f"{head}?{'&'.join(kept)}" if sign and any(kept) else head, password)


@contextmanager
def held(address: str, password: str) -> Iterator[None]:
    """Have a password while this lasts; `address` has none in it."""
    before = dict(_of_this_run)
    _of_this_run[address] = password
    try:
        yield
    finally:
        _of_this_run.clear()
        _of_this_run.update(before)


def keep(address: str, password: str) -> bool:
    """Have a password from now on: in the keyring, or where there is none, while the program runs; false for that.

    This may ask the person to unlock the keyring, so no window waits for it.
    """
    _of_this_run[address] = password

    def write(ring: KeyringBackend) -> bool:
        ring.set_password(SERVICE, address, password)
        return ring.get_password(SERVICE, address) == password

    return bool(_ask(write))


def recall(address: str) -> str | None:
    """The password for an address, from this run or the keyring; it may take as long as `keep`."""
    held = _of_this_run.get(address)
    if held is None:
        held = _ask(lambda ring: ring.get_password(SERVICE, address))
    return held


def _ask(do: Callable[[KeyringBackend], T]) -> T | None:
    """Ask the keyring; None where there is none, where it refuses, or where it doesn't answer."""
    answers: list[T] = []

    def ask() -> None:
        with suppress(Exception):  # each kind of keyring fails in ways of its own
            import keyring
            from keyring.backends import fail, null

            ring = keyring.get_keyring()
            if not isinstance(ring, fail.Keyring | null.Keyring) and ring.priority >= 1:  # less keep it in the open
                answers.append(do(ring))

    asking = threading.Thread(target=ask, name="keyring", daemon=True)
    asking.start()
    asking.join(_PATIENCE)
    return answers[0] if answers else None


def wipe(address: str) -> None:
    """Blank the password of an address out of what the list of processes shows of this one, where that can be done."""
    found = _IN_ADDRESS.match(address) or _IN_QUERY.search(address)
    if found is None or not sys.platform.startswith("linux"):
        return
    with suppress(Exception):  # it is a favour, and systems differ
        import ctypes

        fields = Path("/proc/self/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        begin, end = int(fields[45]), int(fields[46])  # where its words lie in memory
        at = ctypes.string_at(begin, end - begin).find(os.fsencode(address))
        before, secret = (os.fsencode(part) for part in (address[: found.start("password")], found["password"]))
        if at >= 0:
            ctypes.memset(begin + at + len(before), ord("x"), len(secret))

"""Passwords in the addresses of databases: taken out wherever an address is stored or shown.

PostgreSQL's own means hold them: its password file, its service file, and the variable PGPASSWORD.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import unquote, unquote_plus

_IN_ADDRESS: Final = re.compile(r"(?P<head>postgres(?:ql)?(?:\+\w+)?://[^:/]*):(?P<password>[^@]*)@")


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

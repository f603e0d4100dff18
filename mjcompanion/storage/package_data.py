"""The files that come with the program: tile faces, icons, tables. The one module that opens them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path


def data(name: str) -> bytes:
    """Return the bytes of a packaged file, by its name from here with slashes.

    >>> data("../pyproject.toml")
    Traceback (most recent call last):
    ...
    ValueError: '../pyproject.toml' is no name of a packaged file
    """
    parts = name.split("/")
    if "\\" in name or ":" in name or any(part in ("", ".", "..") for part in parts):
        raise ValueError(f"{name!r} is no name of a packaged file")
    return folder().joinpath(*parts).read_bytes()


@cache
def folder() -> Path:
    """Return where these files are; importlib.resources would take 4 ms of the start for the same."""
    return Path(import_module("mjcompanion.resources").__path__[0])


def text(name: str) -> str:
    """Return the text of a packaged file.

    >>> text("icons/undo.svg").startswith("<svg")
    True
    """
    return data(name).decode("utf-8")

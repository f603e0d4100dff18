"""The files that come with the program: tile faces, icons, tables. The one module that opens them."""

from __future__ import annotations

from importlib.resources import files


def data(name: str) -> bytes:
    """The bytes of a packaged file, named from here with slashes.

    >>> data("../pyproject.toml")
    Traceback (most recent call last):
    ...
    ValueError: '../pyproject.toml' is no name of a packaged file
    """
    parts = name.split("/")
    if "\\" in name or ":" in name or any(part in ("", ".", "..") for part in parts):
        raise ValueError(f"{name!r} is no name of a packaged file")
    return files("mjcompanion.resources").joinpath(*parts).read_bytes()


def text(name: str) -> str:
    """The text of a packaged file.

    >>> text("icons/undo.svg").startswith("<svg")
    True
    """
    return data(name).decode("utf-8")

"""Asks where a file is to be saved: one dialog for whatever the window writes."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget

from .rich_text import plain_boxes

_ENDING: Final = re.compile(r"(\.mj[a-z]+)?\.[^.]+$")


def ask_where_to_save(parent: QWidget | None, title: str, suggested: str, kinds: str = "") -> Path | None:
    """Ask the person for a file to write; None where they want none.

    A name that ends in another way than the suggested one gets its ending. Where there is such a file the dialog hasn't
    asked about it, so it comes back with the whole name. What is there under the name that was given was agreed to.
    """
    name = suggested
    while True:
        with plain_boxes():
            named, _ = QFileDialog.getSaveFileName(parent, title, name, kinds)
        if not named:
            return None
        name = _whole(named, suggested)
        if name == named or not os.path.lexists(name):
            return Path(name)


def _whole(named: str, suggested: str) -> str:
    """A name with the ending of the suggested one.

    >>> _whole("/b", "a.png"), _whole("/Anna vs. Bob", "a.png"), _whole("/b.json", "a.mjhand.json")
    ('/b.png', '/Anna vs. Bob.png', '/b.json')
    """
    ending = _ENDING.search(suggested)
    if ending is None or os.path.lexists(named) or Path(named).suffix.casefold() == Path(suggested).suffix.casefold():
        return named
    return named + ending[0]

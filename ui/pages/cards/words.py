"""The Cards page's words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ....american.card import Fault
from ....american.line import Build


def tr(text: str) -> str:
    """A sentence in the language of the window."""
    return QCoreApplication.translate("CardsPage", text)


def fault_words(fault: Fault) -> str:
    """What is wrong with a line, and in which field where that isn't plain."""
    return fault.words if fault.field in ("pattern", "") else f"{fault.field}: {fault.words}"


def jokers_words(build: Build) -> str:
    """Where jokers may stand in this way to make a line."""
    runs = [f"{run.count} × {run.tile.name()}" for run in build.runs if run.jokers]
    if not runs:
        return tr("No jokers.")
    if len(runs) == len(build.runs):
        return tr("Jokers may stand for any tile.")
    return tr("Jokers may stand in {runs}.").format(runs=", ".join(runs))


def builds_words(count: int) -> str:
    """In how many ways a line can be made."""
    return tr("1 build") if count == 1 else tr("{count} builds").format(count=f"{count:,}")


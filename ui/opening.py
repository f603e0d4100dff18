"""Files that are opened from outside: by a word on the command line, or by a double click in a folder."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from mjcompanion.i18n.translation import _
from mjcompanion.storage.file_kinds import FileKind
from mjcompanion.storage.paths import reason

if TYPE_CHECKING:
    from mjcompanion.ledger.values import StoredHand

    from .pages.cards.page import CardsPage
    from .pages.ledger.page import LedgerPage
    from .pages.rules.page import RulesPage
    from .pages.score.page import ScorePage
    from .window import MainWindow


def open_file(window: MainWindow, path: Path) -> None:
    """Take a file in on the page where such files belong, which says what became of it."""
    window.context.shelves.look_at(path, partial(_take_in, window, path), partial(_on_closed, window, path), window)


def _on_closed(window: MainWindow, path: Path, error: Exception) -> None:
    sentence = str(error)
    if isinstance(error, OSError):
        text = _("{file} can’t be opened: {reason}.")
        sentence = text.format(file=path.name, reason=reason(error))
    window.context.say(sentence, "wrong")


def _take_in(window: MainWindow, path: Path, kind: FileKind) -> None:
    if kind is FileKind.HAND:
        window.context.shelves.read_hand(path, partial(_show, window), partial(_on_closed, window, path), window)
    elif kind in (FileKind.CARD, FileKind.RULES):
        page = window.open_page("cards" if kind is FileKind.CARD else "rules")
        cast("CardsPage | RulesPage", page).model.import_(path)
    else:
        cast("LedgerPage", window.open_page("ledger")).files.take_in(path)


def _show(window: MainWindow, hand: StoredHand) -> None:
    cast("ScorePage", window.open_page("score")).open_shared(hand)

"""Frames of the felt while the coach thinks: playing out, then answering one question after another.

The felt is measured as in `bench_felt`, with the coach's drawer beside it showing what comes.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.bench_felt import slide, told

if TYPE_CHECKING:
    from mjcompanion.solitaire.game import Game

ASK_MS = 120
"""A question so often, where people take seconds."""


def decisions(rules: str, seed: int) -> Iterator[Game]:
    """Yield the moments of a coach-played game at which its person decides."""
    from mjcompanion.american.request import Cards
    from mjcompanion.solitaire.deal import Deal
    from mjcompanion.solitaire.players import CoachPlayer
    from mjcompanion.solitaire.record import GameSetup, begin

    cards = Cards()
    setup = GameSetup(card="companion") if rules == "kemp-american" else GameSetup()
    game, player = begin(Deal.of(rules, seed), setup, cards), CoachPlayer(cards)
    while not game.is_over:
        move = game.forced()
        if move is None:
            if game.turn is game.person:
                yield game
            move = player.choose(game.view(game.turn))
        game = game.apply(move)


def main() -> None:
    """Measure without the coach, while it plays out, and while it is asked again and again."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from mjcompanion.ui.context import PageContext, SettingsModel
    from mjcompanion.ui.pages.solitaire.coach import CoachDrawer
    from mjcompanion.ui.theme import Theme
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from mjcompanion.storage.paths import Folders
    from mjcompanion.storage.settings import Settings

    app = QApplication(["coach"])
    folders = Folders.at(Path(tempfile.mkdtemp()))
    drawer = CoachDrawer(PageContext(SettingsModel(Settings(), folders), Theme(app), folders))
    drawer.resize(350, 1000)
    drawer.show()
    told("without the coach", slide(app))
    drawer.show_game(list(decisions("kemp-chinese", 11))[5])
    while drawer.content is None:
        app.processEvents()
    drawer.question.ask()
    while not drawer.question.results:
        app.processEvents()
    told("while it plays out", slide(app))
    print(f"  {drawer.question.results[0].played} games of each of {len(drawer.question.results)}")
    drawer.question.stop()
    for rules in ("kemp-chinese", "kemp-american", "simple"):
        asking = cycle(list(decisions(rules, 3)))
        timer = QTimer()
        timer.timeout.connect(lambda asking=asking: drawer.show_game(next(asking)))
        timer.start(ASK_MS)
        told(f"{rules}, asked every {ASK_MS} ms", slide(app))
        timer.stop()
    drawer.hide()


if __name__ == "__main__":
    main()

"""Kemp's question, early and small or late and large: play-outs of the alternatives, shown as bars.

They run on the coach's worker thread. With Python's switch interval at 1 ms the window ticks as evenly as with a
second process (longest gap between ticks of 10 ms: 19 to 46 ms with the thread, 69 to 76 ms with the process).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice
from math import hypot
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import join_sentences, ngettext, number, sentences
from mjcompanion.solitaire.advice import points_words
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.playout import MOST_ALTERNATIVES, PlayoutResult, play_outs
from mjcompanion.solitaire.targets import Strategy

from ....theme import look, set_role
from ....widgets import Button, Heading, TextLabel
from ....widgets.layouts import across, down, fill
from ....widgets.words import sentence_of
from ....worker import Task, Worker
from ..words import percent, tiles_of
from .rows import AdviceEntry, AdviceRows, ResultBar, indent
from .words import do_words

MOST_GAMES: Final = 20_000
"""The games played with each alternative; what still differs after that is luck."""
_REFRESH_MS: Final = 200
_SURE: Final = 2.0
"""The standard errors by which an alternative must be behind to be worse."""
_FEW: Final = 50
"""The games before which nothing is concluded."""


class Question(QWidget):
    """Plays out the alternatives of a decision on request, and shows the results so far.

    Signals:
        pointed(object): the tiles of the alternative under the mouse or the keyboard; none when it left.
        came(QWidget): the keyboard came to this row.
    """

    pointed = Signal(object)
    came = Signal(object)

    def __init__(self, worker: Worker) -> None:
        super().__init__()
        self._worker = worker
        self._task: Task[None] | None = None
        self._game: Game | None = None
        self._terms = Terms()
        self._seed = 0
        self._latest: deque[tuple[PlayoutResult, ...]] = deque(maxlen=1)
        """Written on the worker's thread."""
        self.results: tuple[PlayoutResult, ...] = ()
        """What is known of the alternatives; empty before the first game is played."""
        self._timer = QTimer(self)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        heading = Heading(self.tr("Early and small, or late and large?"), 2)
        set_role(heading, "strong")
        self.status, self.verdict, self.now = TextLabel("", "caption"), TextLabel("", "strong"), TextLabel("", "strong")
        self.strategies, self.moves = AdviceRows(heading.text()), AdviceRows(self.tr("Moves now, played out"))
        self.strategies.prepare(len(Strategy) - 1)
        self.moves.prepare(MOST_ALTERNATIVES)
        for rows in (self.strategies, self.moves):
            rows.pointed.connect(self.pointed)
            rows.came.connect(self.came)
        indent(heading, self.status, self.verdict, self.now)
        self.button = Button("")
        self.button.clicked.connect(lambda: self.stop() if self.is_running else self.ask())
        line = fill(across(margins=(look().S, 0, 0, 0)), self.button, None)
        column = down(self, spacing=look().S)
        fill(column, heading, self.status, self.verdict, self.strategies, self.now, self.moves, line)
        self._say("")

    @property
    def stops(self) -> tuple[QWidget, ...]:
        return (*self.strategies.stops, *self.moves.stops, self.button)

    @property
    def is_running(self) -> bool:
        return self._task is not None

    def set_game(self, game: Game | None, terms: Terms) -> None:
        """Show another decision, or none; the results of the one before are dropped."""
        self._terms = terms
        self.setVisible(game is not None)
        if game is self._game:
            self._show_bars()
            return
        self.stop()
        self._game, self.results = game, ()
        self._show_nothing()
        self._say("")

    def ask(self) -> None:
        """Start the play-out from the first game."""
        game = self._game
        if game is None:
            return
        self.stop()
        self._seed += 1
        seed, latest = self._seed, deque[tuple[PlayoutResult, ...]](maxlen=1)
        self._latest, self.results = latest, ()
        self._show_nothing()
        self._task = self._worker.ask(
            lambda task: _play(task, game, seed, latest), self._on_done, self._on_failed, owner=self, is_long=True
        )
        self._timer.start()
        self._say(self.tr("Playing the first games…"))

    def stop(self) -> None:
        """Stop the play-out; its results so far stay."""
        if self._task is not None:
            self._task.cancel()
            self._on_done(None)

    def _on_done(self, _: None) -> None:
        self._task = None
        self._timer.stop()
        self._refresh()
        self._say(self._played_words())

    def _on_failed(self, error: Exception) -> None:
        self._task = None
        self._timer.stop()
        self._say(sentence_of(error), "wrong")

    def _refresh(self) -> None:
        if self._latest and self._latest[0] is not self.results:
            self.results = self._latest[0]
            self._show_bars()
            self._say(self._played_words())

    # showing

    def _say(self, sentence: str, role: str = "caption") -> None:
        running = self.is_running
        self.button.setText(self.tr("Stop") if running else self.tr("Play it out"))
        self.button.setAccessibleName(
            self.tr("Stop playing out the alternatives") if running else self.tr("Play out the alternatives")
        )
        if not sentence:
            sentence = self.tr(
                "The rest of the wall is played many times with each alternative, the unseen tiles shuffled each time."
            )
        set_role(self.status, role)
        self.status.setText(sentence)

    def _played_words(self) -> str:
        if not self.results:
            return ""
        played = self.results[0].played
        games = ngettext("{count} game each.", "{count} games each.", played).format(count=number(played))
        if self.is_running:
            return join_sentences((games, self.tr("The longer it runs, the surer.")))
        return join_sentences(
            (
                games,
                self.tr("On the right: the mean final score of the games played out from here, ± its standard error."),
            )
        )

    def _show_nothing(self) -> None:
        for rows in (self.strategies, self.moves):
            rows.show_entries(())
        for words in (self.verdict, self.now):
            words.hide()

    def _show_bars(self) -> None:
        results = self.results
        if not results:
            return
        longest = max([one.mean + one.error for one in results]) or 1.0
        strategies = [one for one in results if one.strategy is not Strategy.BEST]
        moves = [one for one in results if one.strategy is Strategy.BEST]
        for rows, alternatives in ((self.strategies, strategies), (self.moves, moves)):
            first = max(alternatives, key=lambda one: one.mean, default=None)
            rows.show_entries([self._entry(one, longest, best=one is first) for one in alternatives])
        self.verdict.say(self._answer(strategies))
        self.now.say(self._advice(moves))

    def _entry(self, one: PlayoutResult, longest: float, *, best: bool) -> AdviceEntry:
        words = do_words(one.move, self._terms)
        figure = self.tr("{mean} ± {error}").format(mean=points_words(one.mean), error=points_words(one.error))
        won = self.tr("Won {part}; a win scores {score}, adjusted {final}") if one.won else self.tr("Won {part}")
        note = won.format(part=percent(one.won), score=points_words(one.score), final=points_words(one.final_won))
        title = words
        if one.strategy is not Strategy.BEST:
            title = self.tr("Early and small") if one.strategy is Strategy.EARLY else self.tr("Late and large")
            note = self.tr("{move} now. {won}").format(move=words, won=note)
        tiles = tiles_of(one.move)
        bar = ResultBar(one.mean / longest, one.error / longest)
        name = sentences(self.tr("{what}: {figure}").format(what=title, figure=figure), note)
        return AdviceEntry(title, name, tiles, figure, note, best=best, bar=bar, lights=tiles)

    def _answer(self, strategies: Sequence[PlayoutResult]) -> str:
        """Return the answer to the question, as far as there is one."""
        if len(strategies) != len(Strategy) - 1 or strategies[0].played < _FEW:
            return ""
        first, second = sorted(strategies, key=lambda one: -one.mean)
        if not _is_sure(first, second):
            return self.tr("Too close to call so far.")
        early = first.strategy is Strategy.EARLY
        return self.tr("Early and small scores more here.") if early else self.tr("Late and large scores more here.")

    def _advice(self, moves: Sequence[PlayoutResult]) -> str:
        """Return which move is ahead, as far as it is known."""
        if not moves or moves[0].played < _FEW:
            return self.tr("And now?") if moves else ""
        first, *others = sorted(moves, key=lambda one: -one.mean)
        words = do_words(first.move, self._terms)
        if all(_is_sure(first, other) for other in others):
            return self.tr("And now? {move}: it scores most.").format(move=words)
        if not any(_is_sure(first, other) for other in others):
            return self.tr("And now? Too close to call so far.")
        return self.tr("And now? {move} is ahead, but it isn’t certain.").format(move=words)


def _play(task: Task[None], game: Game, seed: int, latest: deque[tuple[PlayoutResult, ...]]) -> None:
    """Play the alternatives out until the task is cancelled."""
    for results in islice(play_outs(game, seed), MOST_GAMES):
        if task.is_cancelled:
            return
        latest.append(results)


def _is_sure(first: PlayoutResult, other: PlayoutResult) -> bool:
    """Whether one option surely brings more: both met the same tiles, so the error of the difference is small."""
    if first.behind > 0:  # a third one is the best of all
        return first.mean - other.mean > _SURE * hypot(first.error, other.error)
    return other.behind > _SURE * other.behind_error

"""What the assistant at a real wall knows and does, without a widget: the game, its draft on disk, keeping it."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.draft import Draft
from mjcompanion.scoring.sheet_rows import ScoreRow
from mjcompanion.scoring.text_renderer import text_lines
from mjcompanion.solitaire.real_tiles import MAX_TAPS, RealTilesGame, RealTilesRecord, Tap
from mjcompanion.solitaire.record import GameSetup
from mjcompanion.storage.drafts import DraftStore, abandoned
from mjcompanion.storage.paths import LARGEST_OWN, read_bounded, reason
from mjcompanion.table.events import now
from mjcompanion.wall.dice import Throw

from ...context import PageContext, moment
from ...widgets.saving import Saving
from ...widgets.words import sentence_of
from ...worker import Task, Worker
from .real_words import form_lines, left_words, loose_words, next_words, title_words

if TYPE_CHECKING:
    from mjcompanion.american.draft import AmericanDraft
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.values import KeptHand
    from mjcompanion.scoring.sheet import ScoreSheet

D = TypeVar("D", "Draft", "AmericanDraft")


class WallStep(enum.StrEnum):
    """What is to be done at the wall."""

    BREAK = "break"
    COUNT = "count"
    END = "end"


class BesidePresenter(QObject):
    """Holds the game at the real wall; every tap is on the disk before the next.

    Signals:
        changed(): the game is another one, or at another moment.
        said(str, str): a sentence, and its kind: "info", "good", "warn" or "wrong".
        mended(): what was wrong before is put right.
        left(): the game is put down: kept, or thrown away.
        look_wanted(str): the kept hand with this id is to be shown.
        wanted(): the game is to be gone on with.
    """

    changed = Signal()
    said = Signal(str, str)
    mended = Signal()
    left = Signal()
    look_wanted = Signal(str)
    wanted = Signal()

    def __init__(self, context: PageContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._file = context.folders.beside_file
        self._store = DraftStore(self._file, own=True)
        self._disk = Worker("real-wall", self, finishes=True)
        self._flushing: Task[None] | None = None
        self._saving, self._past_break = Saving(self.said.emit), False
        self.keeping = False
        """Whether the game is being written into the ledger."""
        self.told: RealTilesRecord | None = None

    # what there is to see

    @property
    def step(self) -> WallStep:
        """What is to be done: breaking the wall, counting, or the hand at the end."""
        told = self.told
        if told is None or told.game.is_over:
            return WallStep.END
        if not told.taps and not told.undone and not self._past_break and told.rules.wall is not None:
            return WallStep.BREAK
        return WallStep.COUNT

    @property
    def offer(self) -> str:
        """The sentence that offers to go on; empty without a game."""
        told = self.told
        if told is None:
            return ""
        words = self.tr("{game}, started {when}: {left} in the wall.")
        when = moment(told.begun)
        return words.format(game=title_words(told), when=when, left=left_words(told.game))

    # beginning and ending

    def load(self) -> None:
        """Come back to the game that was under way when the program ended, however it ended."""
        try:
            found = self._store.load()
            if not found:
                found = self._orphan()
        except OSError as error:
            words = self.tr("The game at the real wall can’t be read: {reason}.")
            self.said.emit(words.format(reason=reason(error)), "warn")
            return
        if not found:
            return
        try:
            self.told = RealTilesRecord.load(found)
        except ValueError:
            kept = self.tr("The game at the real wall can’t be continued. Its file was saved as {name}.")
            lost = self.tr("The game at the real wall can’t be continued, and its file can’t be saved: {reason}.")
            self._saving.set_aside(self._store, kept, lost)
        self.changed.emit()

    def _orphan(self) -> bytes | None:
        """What a program left that died beside another one; it is ours from now on."""
        if not self._file.parent.exists():
            return None
        for path in abandoned(self._file):
            found = read_bounded(path, LARGEST_OWN)
            if found:
                self._store.save(found)
            path.unlink()
            if found:
                return found
        return None

    def begin(self, rules: Ruleset, setup: GameSetup, house_name: str = "") -> bool:
        """Begin a game; where another one is under way, say so instead. Whether it began."""
        if self._has_no_room():
            return False
        told = RealTilesRecord.begin(rules, setup, uid=uuid4().hex, begun=now(), house_name=house_name)
        self._past_break = False
        self._take(told)
        return True

    def _has_no_room(self) -> bool:
        """Whether another game is under way, which is said then, with what can be done about it."""
        if self.told is None or not self.told.taps:
            return False
        self._context.say(
            self.tr("A game at the real wall is in progress. Continue it, or throw it away first."),
            "warn",
            self.tr("Continue"),
            self.wanted.emit,
            self.tr("Throw away"),
            self.throw_away,
        )
        return True

    def throw_away(self) -> None:
        """Forget the game; that can be undone as long as the message is there."""
        told = self.told
        if told is None:
            return
        self._put_down()
        self._context.say(
            self.tr("The game at the real wall was thrown away."),
            "good",
            self.tr("Undo"),
            lambda: self._bring_back(told),
        )

    def _bring_back(self, told: RealTilesRecord) -> None:
        if not self._has_no_room():
            self._take(told)

    def _put_down(self) -> None:
        self.told = None
        self._write(b"")
        self.changed.emit()
        self.left.emit()

    # what happens at the wall

    def set_dice(self, dice: Sequence[Throw]) -> None:
        """The dice lie like this; none, while they aren't thrown."""
        if self.told is not None and self.told.dice != tuple(dice):
            self._take(msgspec.structs.replace(self.told, dice=tuple(dice)))

    def begin_counting(self) -> None:
        """The tiles are taken: from now on it is counted."""
        self._past_break = True
        self.changed.emit()

    def tell(self, tap: Tap) -> bool:
        """Something happened; says why where it can't have."""
        told = self.told
        if told is None:
            return False
        why = told.game.why_not(tap)
        if not why and len(told.taps) >= MAX_TAPS:
            why = self.tr("That is more than can happen in one game: undo what didn’t happen.")
        if why:
            self.said.emit(why, "wrong")
            return False
        self.mended.emit()
        self._past_break = True
        self._take(self._counted_again(told.tell(tap)))
        return True

    @property
    def can_undo(self) -> bool:
        return self.told is not None and bool(self.told.taps)

    @property
    def can_redo(self) -> bool:
        return self.told is not None and bool(self.told.undone)

    def undo(self) -> None:
        if self.told is not None and self.told.taps:
            self.mended.emit()
            self._past_break = True
            self._take(self._counted_again(self.told.undo()))

    def redo(self) -> None:
        if self.told is not None and self.told.undone:
            self._take(self._counted_again(self.told.redo()))

    # the hand at the end

    def draft(self) -> Draft:
        """The hand being entered, with what was counted of how it was won; what was corrected of that stays."""
        assert self.told is not None  # noqa: S101 - asked at the end only
        told = self.told
        if told.hand:
            return Draft.load(told.hand.encode())
        setup = told.setup
        blank = Draft(told.rules, round=setup.round, house=setup.house, house_name=told.house_name)
        return _with_counts(msgspec.structs.replace(blank, seat=setup.seat), told.game)

    def american_draft(self) -> AmericanDraft:
        """The same of an American hand."""
        from mjcompanion.american.draft import AmericanDraft

        assert self.told is not None  # noqa: S101 - asked at the end only
        told = self.told
        if told.hand:
            return AmericanDraft.load(told.hand.encode())
        return _with_counts(AmericanDraft(told.rules, card=told.setup.card or told.rules.card), told.game)

    def take_hand(self, draft: Draft | AmericanDraft) -> None:
        """Keep on disk what was entered of the hand."""
        if self.told is not None and self.told.game.won:
            text = msgspec.structs.replace(self.told, hand=draft.save().decode())
            if text != self.told:
                self.told = text
                self._write(text.save())

    def _counted_again(self, told: RealTilesRecord) -> RealTilesRecord:
        """A hand that was entered before, once the game is over again: how it was won may be counted otherwise now."""
        if not told.game.is_over:
            return msgspec.structs.replace(told, ended="")
        told = msgspec.structs.replace(told, ended=now(told.begun))
        if not told.hand or not told.game.won:
            return told
        self.told = told
        hand: Any = self.american_draft() if told.rules.with_card else self.draft()
        return msgspec.structs.replace(told, hand=_with_counts(hand, told.game).save().decode())

    # keeping

    def keep(
        self, sheet: ScoreSheet | AmericanSheet | None, about: dict[str, str], card: str = "", title: str = ""
    ) -> None:
        """Write the game into the ledger: with the hand, or without one where the person didn't win."""
        told = self.told
        if told is None or self.keeping or not told.game.is_over:
            return
        self.keeping = True
        terms = self._context.settings.value.terms
        do = partial(_keep, told=told, sheet=sheet, card=card, title=title, terms=terms, about=about)
        self._context.ledger.ask(do, lambda row: self._on_kept(told, row), self._on_not_kept, self)

    def _on_kept(self, told: RealTilesRecord, row: KeptHand) -> None:
        self.keeping = False
        if self.told == told:
            self._put_down()
        elif self.told is not None and self.told.uid == told.uid:  # it went on meanwhile, and is another one now
            self._take(msgspec.structs.replace(self.told, uid=uuid4().hex))
        self._context.say(
            self.tr("Saved."),
            "good",
            self.tr("Undo"),
            lambda: self._undo_keeping(told, row.uid),
            self.tr("Look at it"),
            lambda: self.look_wanted.emit(row.uid),
        )

    def _on_not_kept(self, error: Exception) -> None:
        self.keeping = False
        self._context.say(sentence_of(error), "wrong")
        self.changed.emit()

    def _undo_keeping(self, told: RealTilesRecord, uid: str) -> None:
        if self._has_no_room():
            return
        again = msgspec.structs.replace(told, uid=uuid4().hex)
        self._take(again)  # before the ledger has answered: another game may be begun meanwhile

        def done(_: object) -> None:
            self._context.say(self.tr("The hand isn’t saved."))

        def fail(error: Exception) -> None:
            if self.told == again:
                self._put_down()
            self._on_not_kept(error)

        self._context.ledger.ask(lambda ledger: ledger.hands.remove(uid), done, fail, self)

    # the draft

    def _take(self, told: RealTilesRecord) -> None:
        self.told = told
        self._write(told.save())
        self.changed.emit()

    def _write(self, content: bytes) -> None:
        """On the disk before this returns, as far as the program's death goes; a power cut a moment later."""
        unsaved = self.tr("The game at the real wall can’t be saved to disk: {reason}.")
        if not self._saving.write(lambda: self._store.save(content), unsaved):
            return
        if self._flushing is not None:
            self._flushing.cancel()
        self._flushing = self._disk.ask(lambda _: self._store.flush())


def _with_counts(draft: D, game: RealTilesGame) -> D:
    """A hand with what was counted of how it was won; the tile that won it the person says."""
    counted: dict[str, Any] = {"discards": game.pile if game.adjustment is not None else None}
    if game.rules.single_player:
        counted["by"] = game.came
    if isinstance(draft, Draft):
        counted["last_tile"] = game.last_tile
    return msgspec.structs.replace(draft, **counted).without_conflicts()


def _lost_text(told: RealTilesRecord) -> str:
    """What is kept as text of a game that the person didn't win."""
    game = told.game
    left = " · ".join(one for one in (left_words(game), loose_words(game)) if one)
    form = text_lines(ScoreRow(f"{one.place} {one.words}".strip(), one.figure) for one in form_lines(game))
    return "\n".join((title_words(told), next_words(game), left, *form))


def _keep(
    ledger: Ledger,
    *,
    told: RealTilesRecord,
    sheet: ScoreSheet | AmericanSheet | None,
    card: str,
    title: str,
    terms: Any,  # noqa: ANN401 - the words for tiles
    about: dict[str, str],
) -> KeptHand:
    """Write the game as a kept hand; once, however often it is tried with the same hand."""
    from mjcompanion.ledger.hand_records import at_the_wall, hand_of, nobody_won, record_of, sheet_text
    from mjcompanion.table.rules import TableRules

    if sheet is None:
        rules = TableRules.of(told.rules, told.setup.house, name=told.house_name)
        record = nobody_won(rules, told.setup, told.counts, _lost_text(told))
    else:
        record = at_the_wall(record_of(sheet, sheet_text(sheet, title, terms), told.house_name, card), told.counts)
    hand = hand_of(told.uid, told.ended, told.ended, record, **about)
    ledger.hands.put(hand)
    return hand.row

"""What the American part of the Score page knows and does, without a widget."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from mjcompanion.american.card import Card
from mjcompanion.american.draft import AmericanDraft
from mjcompanion.american.hand import AmericanHand, Exposure, face, problems_of
from mjcompanion.american.match import Matcher, Nearest
from mjcompanion.american.score import AmericanBy, AmericanSheet, NoMahJongg, score_american
from mjcompanion.american.shelf import CardShelf
from mjcompanion.folders import reason
from mjcompanion.hand import By
from mjcompanion.ledger.drafts import DraftStore
from mjcompanion.problems import NotationError, Problem, RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.settle import Ending, settle
from mjcompanion.tiles import JOKER, Terms, Tile, Wind
from mjcompanion.words import number

from ....steps import Step
from ..keys import KeyReader

_TOP: Final = 5
_SIZES: Final = (13, 14)


class Seen(msgspec.Struct, frozen=True):
    """What a draft shows: the line won, or the nearest lines; `problems` are mistakes, `missing` what is to come."""

    sheet: AmericanSheet | None = None
    nearest: Nearest | None = None
    problems: tuple[Problem, ...] = ()
    missing: tuple[Problem, ...] = ()
    unanswered: tuple[str, ...] = ()

    @property
    def wrong(self) -> frozenset[Tile]:
        """The tiles that the problems speak of."""
        return frozenset(problem.tile for problem in self.problems if problem.tile is not None)


class AmericanPresenter(QObject):
    """Holds the American hand being entered; every change goes through here, can be undone, and is kept on disk.

    Signals:
        changed(): the draft, what it shows, or what is chosen is different now.
        typed(str): what waits for another key, as text.
        said(str, str): a sentence, and its kind.
        mended(): what was wrong before is put right.
    """

    changed = Signal()
    typed = Signal(str)
    said = Signal(str, str)
    mended = Signal()

    def __init__(
        self,
        draft: AmericanDraft,
        shelf: CardShelf,
        store: DraftStore | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shelf, self._store = shelf, store
        self._told_unsaved = False
        self._matchers: dict[str, Matcher] = {}
        self.cards: dict[str, Card] = {}
        self.stack = QUndoStack(self)
        self.keys = KeyReader(american=True)
        self.terms = Terms()
        self.chosen: frozenset[int] = frozenset()
        self.laying = 0
        """How many tiles the next one makes, laid out; 0: it goes into the hand."""
        self._draft = draft
        self.reload()

    # what there is to see

    @property
    def draft(self) -> AmericanDraft:
        """The hand being entered and how it was won."""
        return self._draft

    @property
    def hand(self) -> AmericanHand:
        """The tiles as a hand."""
        return self._draft.hand

    @property
    def seen(self) -> Seen:
        """What counts, what is missing, what is wrong."""
        return self._seen

    @property
    def ways(self) -> tuple[AmericanBy, ...]:
        """The ways to win that can be asked about."""
        return self._draft.ways

    @property
    def card(self) -> Card | None:
        """The card in use."""
        return self.cards.get(self._draft.card)

    def reload(self) -> None:
        """Read the cards as they are on disk now."""
        try:
            entries = self._shelf.list()
        except OSError:
            entries = ()
        self.cards = {one.name: one.card for one in entries if one.card.lines}
        self._matchers = {}
        if self._draft.card not in self.cards and self.cards:
            wanted = self._draft.rules.card
            name = wanted if wanted in self.cards else next(iter(self.cards))
            self._draft = msgspec.structs.replace(self._draft, card=name)
        self._seen = self._look()
        self.changed.emit()

    def _matcher(self) -> Matcher | None:
        card = self.card
        if card is None:
            return None
        if self._draft.card not in self._matchers:
            self._matchers[self._draft.card] = Matcher.of(card)
        return self._matchers[self._draft.card]

    def _look(self) -> Seen:
        """Check and match the draft, finished or not."""
        draft, hand, matcher = self._draft, self._draft.hand, self._matcher()
        if matcher is None:
            return Seen(missing=(Problem("no-card"),))
        claimed = draft.tile if draft.by in (AmericanBy.DISCARD, AmericanBy.FIRST_DISCARD) else None
        found = tuple(problems_of(hand, claimed=claimed))
        still = tuple(one for one in found if one.code in ("too-few-tiles", "no-hand"))
        problems = tuple(one for one in found if one not in still)
        nearest = matcher.nearest(hand, top=_TOP) if hand.size in _SIZES and not problems else None
        if found:
            return Seen(None, nearest, problems, still)
        try:
            sheet = score_american(hand, draft.situation, matcher)
        except NoMahJongg as error:
            return Seen(None, nearest, (), error.problems)
        except RuleError as error:
            return Seen(None, nearest, error.problems, ())
        unanswered = [] if draft.by is not None else ["how-won"]
        if draft.tile is None and draft.by not in (AmericanBy.DEAL, AmericanBy.CHARLESTON):
            unanswered.append("winning-tile")
        return Seen(sheet, nearest, unanswered=tuple(unanswered))

    def payments(self) -> str:
        """Who pays what for the line that was won, in a sentence; empty where nobody pays."""
        sheet, draft = self._seen.sheet, self._draft
        if sheet is None or draft.by is None or draft.rules.alone:
            return ""
        line = sheet.line
        taken = draft.by in (AmericanBy.DISCARD, AmericanBy.FIRST_DISCARD)
        seats = [wind for wind in Wind if wind is not draft.seat]
        discarder = (Wind.EAST if draft.by is AmericanBy.FIRST_DISCARD else seats[0]) if taken else None
        ending = Ending(
            winner=draft.seat,
            by=By(str(draft.by)),
            discarder=discarder,
            value=line.value,
            jokerless=sheet.jokerless,
            singles_and_pairs=line.singles_and_pairs,
        )
        paid = {one.payer: one.points for one in settle(draft.rules, ending).payments}
        if discarder is None:
            return self.tr("Each of the others pays {points}.").format(points=number(paid[seats[0]]))
        other = next(points for payer, points in paid.items() if payer is not discarder)
        return self.tr("The discarder pays {points}, the others {other} each.").format(
            points=number(paid[discarder]), other=number(other)
        )

    def chosen_tiles(self) -> tuple[Tile, ...]:
        """The tiles in hand that are chosen."""
        concealed = self.hand.concealed
        return tuple(concealed[index] for index in sorted(self.chosen) if index < len(concealed))

    def why_not_lay(self) -> str:
        """Why the chosen tiles can't be laid out, empty when they can."""
        try:
            self._draft.lay_down(self.chosen_tiles())
        except (RuleError, ValueError) as error:
            return str(error)
        return ""

    # entering

    def add(self, *tiles: Tile) -> bool:
        """Enter tiles, or the set that the next tile is to make."""
        if self.laying and len(tiles) == 1 and tiles[0] is not JOKER:
            return self.lay_out(self.laying, tiles[0])
        for tile in tiles:
            if self._draft.left(tile) < [face(one) for one in tiles].count(face(tile)):
                return self._refuse(tile)
        self._change(self._draft.add(*tiles), self.tr("Add tiles"))
        return True

    def lay_out(self, count: int, tile: Tile) -> bool:
        """Lay out so many of a tile: real ones as far as they go, jokers for the rest."""
        real = min(count, max(0, self._draft.left(tile)))
        jokers = count - real
        if not real or jokers > self._draft.left(JOKER):
            return self._refuse(tile)
        self.laying = 0
        self._change(self._draft.lay(Exposure((tile,) * real + (JOKER,) * jokers)), self.tr("Lay out a set"))
        return True

    def set_laying(self, count: int) -> None:
        """Say how many tiles the next one makes."""
        self.laying = count
        self.changed.emit()

    def _refuse(self, tile: Tile) -> bool:
        """Say why a tile can't be entered."""
        if tile is JOKER:
            problem = Problem("ninth-joker", count=9)
        elif face(tile).is_flower or face(tile) is not tile:
            problem = Problem("ninth-flower", count=9)
        else:
            problem = Problem("fifth-copy", tile=tile, count=5)
        self.said.emit(problem.sentence(self.terms), "wrong")
        self.changed.emit()
        return False

    def type_key(self, key: str) -> None:
        """Take a key that was typed; `!` says that the tile entered last has won."""
        if key == "!":
            last = self._draft.entries[-1] if self._draft.entries else None
            if last is None or last.laid is not None:
                self.said.emit(self.tr("Type the winning tile last, then “!”."), "info")
            else:
                self.set_winning_tile(last.tiles[0])
            return
        try:
            made = self.keys.feed(key)
        except NotationError as error:
            self.said.emit(error.problems[0].sentence(self.terms), "wrong")
            made = ()
        else:
            self.mended.emit()
        tiles = [one for one in made if isinstance(one, Tile)]
        for one in made:
            if isinstance(one, Exposure):
                self._change(self._draft.lay(one), self.tr("Lay out a set"))
        if tiles:
            self.add(*tiles)
        self.typed.emit(self.keys.text)

    def backspace(self) -> None:
        """Take back the last key, or the chosen tiles, or what was entered last."""
        if self.keys.backspace():
            self.typed.emit(self.keys.text)
        elif self.chosen:
            self.remove_chosen()
        elif self._draft.entries:
            self._change(self._draft.without_last(), self.tr("Take back the last tile"))

    def paste(self, text: str) -> bool:
        """Show the hand that a text describes; says why when it can't be read, and changes nothing then."""
        try:
            draft = self._draft.pasted(text)
        except NotationError as error:
            self.said.emit(error.problems[0].sentence(self.terms), "wrong")
            return False
        if not draft.entries:
            self.said.emit(self.tr("There is no hand to paste: copy some text like 22JJs FF first."), "info")
            return False
        self.keys.clear()
        self.laying = 0
        self.typed.emit("")
        self._change(draft, self.tr("Paste a hand"))
        return True

    # changing what is there

    def choose(self, index: int) -> None:
        """Choose a concealed tile, or let it go."""
        self.chosen = self.chosen ^ {index}
        self.changed.emit()

    def choose_none(self) -> None:
        """Let all tiles go."""
        self.chosen = frozenset()
        self.changed.emit()

    def lay_chosen(self) -> bool:
        """Lay out the chosen tiles as a set."""
        why_not = self.why_not_lay()
        if why_not:
            self.said.emit(why_not, "wrong")
            return False
        self._change(self._draft.lay_down(self.chosen_tiles()), self.tr("Lay out a set"))
        return True

    def remove_chosen(self) -> None:
        """Take the chosen tiles out of the hand."""
        draft = self._draft
        for tile in self.chosen_tiles():
            draft = draft.remove(tile)
        self._change(draft, self.tr("Remove tiles"))

    def take_back(self, laid: Exposure) -> None:
        """Put a set that was laid out back into the hand."""
        self._change(self._draft.take_back(laid), self.tr("Take a set back"))

    def remove_set(self, laid: Exposure) -> None:
        """Take a set that was laid out away."""
        self._change(self._draft.remove_set(laid), self.tr("Remove a set"))

    def exchange(self, laid: Exposure) -> None:
        """Exchange a joker of a set laid out for the real tile in hand."""
        self._change(self._draft.exchange(laid, laid.tile), self.tr("Exchange a joker"))

    def clear(self) -> None:
        """Begin another hand at the same table."""
        self.keys.clear()
        self.laying = 0
        self.typed.emit("")
        self._change(self._draft.cleared(), self.tr("New hand"))

    # the situation

    def set_rules(self, rules: Ruleset) -> None:
        """Match by other rules."""
        if rules is not self._draft.rules:
            self._set(self.tr("Change the rules"), rules=rules)

    def set_card(self, name: str) -> None:
        """Match with another card."""
        if name in self.cards:
            self._set(self.tr("Change the card"), card=name)

    def set_seat(self, seat: Wind) -> None:
        """Change the player's wind."""
        self._set(self.tr("Change the seat"), seat=seat)

    def set_by(self, by: AmericanBy | None) -> None:
        """Say how the last tile came."""
        self._set(self.tr("How it was won"), by=by)

    def set_winning_tile(self, tile: Tile | None) -> None:
        """Say which tile won."""
        self._set(self.tr("The winning tile"), tile=tile)

    def set_discards(self, count: int | None) -> None:
        """Say how many tiles were discarded."""
        self._set(self.tr("Tiles discarded"), kind=1, discards=count)

    # keeping

    def _set(self, text: str, *, kind: int = -1, **values: object) -> None:
        after = msgspec.structs.replace(self._draft, **values)
        if after.by is not None and after.by not in after.ways:
            after = msgspec.structs.replace(after, by=None)
        if after.tile is not None and after.tile not in after.winning_choices:
            after = msgspec.structs.replace(after, tile=None)
        self._change(after, text, kind)

    def _change(self, after: AmericanDraft, text: str, kind: int = -1) -> None:
        self.mended.emit()
        if after != self._draft:
            self.stack.push(Step(self._show, self._draft, after, text, kind))
        else:
            self.changed.emit()

    def _show(self, draft: AmericanDraft) -> None:
        if draft.entries != self._draft.entries:
            self.chosen = frozenset()
        self._draft = draft
        self._seen = self._look()
        self._save()
        self.changed.emit()

    def _save(self) -> None:
        if self._store is None:
            return
        try:
            self._store.save(self._draft.save())
            self._told_unsaved = False
        except OSError as error:
            if not self._told_unsaved:
                self._told_unsaved = True
                sentence = self.tr("The hand can't be kept on disk: {reason}.")
                self.said.emit(sentence.format(reason=reason(error)), "warn")

    def restore(self) -> None:
        """Show the hand that was being entered when the program last ended."""
        if self._store is None:
            return
        try:
            saved = self._store.load()
            if saved is not None:
                rules = self._draft.rules
                self._draft = msgspec.structs.replace(AmericanDraft.load(saved), rules=rules)
                self.reload()
        except OSError as error:
            self.said.emit(self.tr("The last hand can't be read: {reason}.").format(reason=reason(error)), "warn")
        except ValueError:
            self._set_aside(self._store)

    def _set_aside(self, store: DraftStore) -> None:
        """Keep a file that can't be read, and say where."""
        try:
            kept = store.set_aside()
        except OSError as error:
            sentence = self.tr("The last hand was damaged, and its file can't be kept: {reason}.")
            self.said.emit(sentence.format(reason=reason(error)), "warn")
            return
        self.said.emit(self.tr("The last hand was damaged; its file is kept as {name}.").format(name=kept.name), "warn")

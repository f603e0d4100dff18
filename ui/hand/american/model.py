"""What the American part of the Score page knows and does, without a widget."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject

from mjcompanion.american.card import Card
from mjcompanion.american.card_library import CardDocument
from mjcompanion.american.draft import AmericanDraft
from mjcompanion.american.hand import AmericanHand, Exposure, face, problems_of
from mjcompanion.american.match import Matcher, Nearest
from mjcompanion.american.score import AmericanSheet, NoAmericanMahJongg, score_american
from mjcompanion.american.suggestions import suggest
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import TAKEN, HowWon
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import JOKER, Tile
from mjcompanion.i18n.translation import number
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.suggestions import Suggestion
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.table.settle import line_payments

from ...shelves import Shelves
from ..hand_model import LINE, HandModel

if TYPE_CHECKING:
    from mjcompanion.table.club_rules import ClubRules

    from ...worker import Worker

_TOP: Final = 5
_SIZES: Final = (13, 14)
CARDS: Final = frozenset({"card"})


class AmericanHandState(msgspec.Struct, frozen=True):
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


class AmericanModel(HandModel[AmericanDraft]):
    """Holds an American hand being entered, and the cards it can be matched with."""

    laying: int
    """How many tiles the next one makes, laid out."""
    IN_HAND = 0
    seen: AmericanHandState

    def __init__(
        self,
        draft: AmericanDraft,
        shelves: Shelves,
        store: DraftStore | None = None,
        parent: QObject | None = None,
        *,
        disk: Worker | None = None,
    ) -> None:
        super().__init__(draft, store, parent, disk=disk)
        self._shelves = shelves
        self._matchers: dict[str, Matcher] = {}
        self.cards: dict[str, CardDocument] = {}
        self._take_cards(shelves.cards)
        self.reload()

    def look_again(self) -> None:
        self._have_card()
        self.seen = self._look()

    def card_called(self, name: str) -> str:
        """What a card is asked for by here that had this name, or calls itself so; empty where it isn’t there."""
        names = {one: (one, entry.card.title, entry.card.name) for one, entry in self.cards.items()}
        called = (self._shelves.card_now(name), name)
        return next((one for asked in called for one in names if asked in names[one]), "")

    def _have_card(self) -> None:
        """Match with a card that is there, if need be with that of the rules."""
        if self.cards and self.draft.card not in self.cards:
            names = (self.card_called(self.draft.card), self.draft.rules.card, *self.cards)
            name = next(one for one in names if one in self.cards)
            self.draft, self._under = (msgspec.structs.replace(one, card=name) for one in (self.draft, self._under))

    def doubts(self) -> Sequence[Suggestion]:
        matcher = self.matcher()
        return () if matcher is None or not self.seen.problems else suggest(self.hand, matcher, self.terms)

    def nothing_to_paste(self) -> str:
        return self.tr("There is no hand to paste: copy some text like 22JJs FF first.")

    # what there is to see

    @property
    def hand(self) -> AmericanHand:
        """The tiles as a hand."""
        return self.draft.hand

    @property
    def is_scored(self) -> bool:
        return self.seen.sheet is not None and not self.seen.unanswered

    @property
    def card(self) -> Card | None:
        """The card in use."""
        entry = self.cards.get(self.draft.card)
        return None if entry is None else entry.card

    @property
    def card_problem(self) -> str:
        """The faults that cost the card in use lines, in a sentence; empty where it has none."""
        entry = self.cards.get(self.draft.card)
        problem = None if entry is None else entry.problem
        return "" if problem is None else problem.sentence()

    def reload(self) -> None:
        """Have the cards read as they are on disk now."""
        self._shelves.read_cards(lambda: self._take_cards(self._shelves.cards), self)

    def _take_cards(self, entries: Sequence[CardDocument]) -> None:
        self.cards = {one.name: one for one in entries}
        self._matchers = {}
        self.look_again()
        self.changed.emit(CARDS)

    def matcher(self) -> Matcher | None:
        """What matches hands with the card in use."""
        card = self.card
        if card is None or not card.lines:
            return None
        if self.draft.card not in self._matchers:
            self._matchers[self.draft.card] = Matcher.of(card)
        return self._matchers[self.draft.card]

    def _look(self) -> AmericanHandState:
        """Check and match the draft, finished or not."""
        draft, hand, matcher = self.draft, self.draft.hand, self.matcher()
        if matcher is None:
            entry = self.cards.get(draft.card)
            problem = None if entry is None else entry.problem
            return AmericanHandState(missing=(problem or Problem("no-card"),))
        claimed = draft.tile if draft.by in TAKEN else None
        found = tuple(problems_of(hand, claimed=claimed))
        still = tuple(one for one in found if one.code in ("too-few-tiles", "no-hand"))
        problems = tuple(one for one in found if one not in still)
        nearest = matcher.nearest(hand, top=_TOP) if hand.size in _SIZES and not problems else None
        if found:
            return AmericanHandState(None, nearest, problems, still)
        try:
            sheet = self._any_tile_won(matcher) or score_american(hand, draft.context, matcher)
        except NoAmericanMahJongg as error:
            return AmericanHandState(None, nearest, (), error.problems)
        except RuleError as error:
            return AmericanHandState(None, nearest, error.problems, ())
        unanswered = [] if draft.by is not None else ["how-won"]
        if draft.tile is None and draft.by is not None and sheet.context.win is None:
            unanswered.append("winning-tile")
        return AmericanHandState(sheet, nearest, unanswered=tuple(unanswered))

    def _any_tile_won(self, matcher: Matcher) -> AmericanSheet | None:
        """The hand without its winning tile, where it comes to the same whichever won: nobody need be asked then."""
        draft = self.draft
        if draft.by is None or draft.tile is not None or draft.context.win is not None:
            return None
        sheets: list[AmericanSheet] = []
        for tile in draft.winning_choices:
            text = msgspec.structs.replace(draft.context, win=HowWon(tile, draft.by))
            with suppress(RuleError):
                sheets.append(score_american(draft.hand, text, matcher))
        if not sheets or len({(one.score, one.line, one.factors) for one in sheets}) > 1:
            return None
        untold = msgspec.structs.replace(draft.context, win=HowWon(None, draft.by))
        return msgspec.structs.replace(sheets[0], context=untold)

    def payments(self) -> str:
        """Who pays what for the line that was won, in a sentence; empty where nobody pays."""
        sheet = self.seen.sheet
        paid = None if sheet is None else line_payments(sheet, self.draft.by)
        if paid is None:
            return ""
        discarder, each = paid
        if discarder is None:
            return self.tr("Each of the others pays {points}.").format(points=number(each))
        return self.tr("The discarder pays {points}, the others {other} each.").format(
            points=number(discarder), other=number(each)
        )

    def why_not_lay(self) -> str:
        try:
            self.laid_down()
        except (RuleError, ValueError) as error:
            return str(error)
        return ""

    # entering

    def enter_example(self) -> None:
        """Show a hand that makes a line of a built-in card."""
        self.set_card(self.draft.rules.card)
        super().enter_example()

    def add(self, *tiles: Tile) -> bool:
        if self.laying and len(tiles) == 1 and tiles[0] is not JOKER:
            return self.lay_out(self.laying, tiles[0])
        return self.add_tiles(tuple(face(tile) for tile in tiles))

    def lay_out(self, count: int, tile: Tile) -> bool:
        """Lay out so many of a tile: real ones as far as they go, jokers for the rest."""
        real = min(count, max(0, self.draft.left(tile)))
        jokers = count - real
        if not real or jokers > self.draft.left(JOKER):
            self.refuse(tile)
            return False
        self.laying = 0
        self._change(self.draft.lay(Exposure((tile,) * real + (JOKER,) * jokers)), self.tr("Lay out a set"))
        return True

    def refuse(self, tile: Tile, wanted: int = 1) -> None:  # noqa: ARG002 - so many that are left can be entered
        if tile is JOKER:
            problem = Problem("ninth-joker", count=9)
        elif face(tile).is_flower or face(tile) is not tile:
            problem = Problem("ninth-flower", count=9)
        else:
            problem = Problem("fifth-copy", tile=tile, count=5)
        self.said.emit(problem.sentence(self.terms), "wrong")
        self.changed.emit(LINE)

    def exchange(self, laid: Exposure) -> None:
        """Exchange a joker of a set laid out for the real tile in hand."""
        self._change(self.draft.exchange(laid, laid.tile), self.tr("Exchange a joker"))

    # the context

    def set_rules(self, rules: Ruleset, house: Options | None = None, name: str = "") -> None:
        """Match by other rules, as a club may have them and have named them."""
        if (rules, house, name) != (self.draft.rules, self.draft.house, self.draft.house_name):
            self._set(self.tr("Change the rules"), rules=rules, house=house, house_name=name)

    def follow(self, ours: ClubRules | None) -> None:
        """Have the rules that a club has named hold as they are now: the ruleset's own where they are gone."""
        draft = self.draft
        house, name = (ours.options, ours.name) if ours is not None and ours.preset is draft.rules else (None, "")
        if draft.house_name and (house, name) != (draft.house, draft.house_name):
            self._hold(house=house, house_name=name)

    def set_card(self, name: str) -> None:
        """Match with another card."""
        if name in self.cards:
            self._set(self.tr("Change the card"), card=name)

    def restored(self, draft: AmericanDraft) -> AmericanDraft:
        """The hand that was kept, by the rules of today or those a club named."""
        now = self.draft
        if draft.rules is not now.rules or not draft.house_name:
            draft = msgspec.structs.replace(draft, rules=now.rules, house=now.house, house_name=now.house_name)
        return draft

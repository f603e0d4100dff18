"""A Chinese hand while it is being entered: its tiles, its sets, and what is known about the win.

A draft is a value: every change makes a new one, so undo is keeping the old. It can hold anything a person can enter,
right or wrong; `look` says what counts, what is missing, and what is wrong and where.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import FEATS, NO_FEATS, By, Feat, Hand, HowWon, Meld, MeldKind, meld
from mjcompanion.core.notation import Bracket, TileGroup, write
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import FLOWER_TILES, Tile, TileSet, Wind
from mjcompanion.parsing.hand_text import ParsedHand
from mjcompanion.rulesets import Ruleset, changed_options, options_for, stored_house
from mjcompanion.scoring.base_draft import BaseDraft, DraftEntry
from mjcompanion.scoring.check import possible_winners, problems_of, win_type_problems
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.request import read_request, write_request
from mjcompanion.scoring.score import count_so_far, readings
from mjcompanion.scoring.sheet import ScoreSheet


class Draft(BaseDraft[Meld], frozen=True, dict=True):
    """A hand being entered, with its context.

    >>> from mjcompanion.core.notation import read_tile
    >>> draft = Draft(Ruleset("traditional")).add(read_tile("3s")).lay(meld([read_tile("7z")] * 3, concealed=False))
    >>> str(draft.hand)
    '3s (777z)'
    >>> str(draft.without_last().hand)
    '3s'
    """

    round: Wind = Wind.EAST
    winner: bool = True
    last_tile: bool = False
    feats: frozenset[str] = NO_FEATS
    """What was ticked of the win; what does not go with it, or does not matter in these rules, counts nothing."""
    houses: tuple[tuple[Ruleset, Options], ...] = ()
    elsewhere: tuple[Tile, ...] = ()
    """The tiles of the other hands of the deal; they are not saved."""
    seat_known: bool = False
    """Whether the seat was chosen; until then East is assumed."""

    @cached_property
    def options(self) -> Options:
        """The house options of this table."""
        return options_for(self.rules) if self.house is None else self.house

    @cached_property
    def asks(self) -> frozenset[str]:
        """What must be known besides the tiles at this table."""
        return self.rules.asks_with(self.options)

    @cached_property
    def win_types(self) -> tuple[By, ...]:
        """The kinds of win that this seat can have at this table."""
        return self.rules.win_types_for(self.seat if "seat" in self.rules.asks else Wind.EAST, self.options)

    @property
    def possible_feats(self) -> tuple[Feat, ...]:
        """What can be ticked of this win."""
        asks, seat = self.asks, self.seat if "seat" in self.rules.asks else Wind.EAST
        return tuple([feat for feat in FEATS if feat.id in asks and feat.goes_with(self.by, seat)])

    @cached_property
    def winning_choices(self) -> tuple[Tile, ...]:
        """The tiles that can have won in this way, once each.

        >>> write(Draft(Ruleset("simple")).pasted("123m55p(777z)[1111s]").winning_choices)
        '123m5p7z'
        """
        return possible_winners(self.hand, self.context, msgspec.structs.replace(self.how, last_tile=False))

    @property
    def how(self) -> HowWon:
        """How it was won, without the tile; where that is not known, with a discard, which may be any tile."""
        feats = self.feats & frozenset([feat.id for feat in self.possible_feats])
        return HowWon(None, self.by or By.DISCARD, self.last_tile, feats)

    @property
    def has_flowers(self) -> bool:
        """Whether this table plays with flowers."""
        return self.rules.with_flowers(self.options)

    @cached_property
    def hand(self) -> Hand:
        """The tiles as a hand."""
        loose = [entry.tiles[0] for entry in self.entries if entry.laid is None]
        return Hand(
            tuple([tile for tile in loose if tile not in FLOWER_TILES]),
            tuple([entry.laid for entry in self.entries if entry.laid is not None]),
            tuple([tile for tile in loose if tile in FLOWER_TILES]),
        )

    @cached_property
    def context(self) -> ScoringContext:
        """What the tiles can't show; how it was won only once both the tile and how it came are known."""
        asks = self.asks
        winner = self.winner or not self.rules.losers_score
        win = None
        if winner and "how" in asks and self.by is not None and (self.tile is not None or self.by is By.DEAL):
            win = msgspec.structs.replace(self.how, tile=None if self.by is By.DEAL else self.tile)
        return ScoringContext(
            self.rules,
            self.seat if "seat" in asks else Wind.EAST,
            self.round if "round" in asks else Wind.EAST,
            winner,
            win,
            self.discards if "discards" in asks else None,
            self.options,
            self.house_name,
        )

    def lay_down(self, tiles: Iterable[Tile], *, concealed: bool = False) -> Draft:
        """Lay out tiles that are in the hand; one that was drawn to win is then asked for again.

        Raises:
            RuleError: the tiles are no set, or are not in the hand.

        """
        laid = meld(tiles, concealed=concealed)
        if laid.kind not in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG):
            raise RuleError([Problem("no-set", text=write(laid.tiles))])
        return msgspec.structs.replace(self.without(laid.tiles).lay(laid), tile=self.tile).without_conflicts()

    def turn(self, laid: Meld) -> Draft:
        """Return it with a kong laid out turned concealed, or exposed again."""
        if laid.kind is not MeldKind.KONG:
            return self
        turned = laid.turned(concealed=not laid.concealed)
        return self._replace_last(lambda entry: entry.laid == laid, DraftEntry(laid.tiles, turned))

    def with_rules(self, rules: Ruleset) -> Draft:
        """Return it scored by other rules, with the house options that were last used with them."""
        others = {**dict(self.houses), self.rules: self.options}
        house, houses = others.get(rules), tuple(others.items())
        return msgspec.structs.replace(self, rules=rules, house=house, houses=houses, house_name="")

    def cleared(self) -> Draft:
        """Return the same table with no tiles, as for the next hand."""
        cleared = self.with_entries(())
        return msgspec.structs.replace(cleared, by=None, last_tile=False, feats=NO_FEATS, discards=None, winner=True)

    def with_parsed(self, parsed: ParsedHand) -> Draft:
        """Return it with what a text adds; a seat that it names is known from then on."""
        draft = super().with_parsed(parsed)
        return draft if parsed.seat is None else msgspec.structs.replace(draft, seat_known=True)

    def laid_of(self, group: TileGroup) -> Meld:
        """Return the set that a group of tiles in brackets is, also where it is no real set."""
        return meld(group.tiles, concealed=group.bracket is Bracket.KONG)

    def without_conflicts(self) -> Draft:
        """Return it without answers that contradict others; after another kind of win, without the last tile too."""
        draft = super().without_conflicts()
        if draft.feats and draft.by is not None:
            kept = frozenset([feat.id for feat in FEATS if draft.by in feat.wins])
            draft = msgspec.structs.replace(draft, feats=draft.feats & kept)
        if draft.by is self.by and draft.by in (None, By.DRAW, By.DISCARD):
            return draft
        return msgspec.structs.replace(draft, last_tile=False)

    def left(self, tile: Tile) -> int:
        """Return how many of this face are still out, as far as the hands show; negative when there are too many."""
        used = sum([entry.tiles.count(tile) for entry in self.entries]) + self.elsewhere.count(tile)
        return TileSet.of(144 if self.has_flowers else 136).copies(tile) - used

    def _extra_fields(self) -> dict[str, object]:
        return {
            "request": write_request(Hand(()), msgspec.structs.replace(self.context, win=None)),
            "round": str(self.round),
            "seat_known": self.seat_known,
            "winner": self.winner,
            "last_tile": self.last_tile,
            "feats": sorted(self.feats),
            "houses": {str(rules): changed_options(rules, house) for rules, house in self.houses},
        }

    @classmethod
    def _from_saved(cls, found: Mapping[str, Any]) -> Draft:
        _, context = read_request(found["request"])
        houses = [(Ruleset(rules), changes) for rules, changes in found["houses"].items()]
        return cls(
            context.rules,
            round=Wind(found["round"]),
            winner=bool(found["winner"]),
            last_tile=bool(found["last_tile"]),
            feats=frozenset([feat.id for feat in FEATS if feat.id in found["feats"]]),
            house=context.house,
            seat_known=bool(found["seat_known"]),
            houses=tuple((rules, stored_house(rules, changes)) for rules, changes in houses),
        )


class DraftCheck(msgspec.Struct, frozen=True, dict=True):
    """The result of checking and counting a draft.

    `sheets` are the readings of a finished hand, the one that counts first; else `so_far` counts what is there.
    `problems` are mistakes, `missing` is still to come, `wrong` are the tiles with a problem. `unanswered` is not yet
    known of a finished hand and may change its score, or let it go out: "how-won", "winning-tile".
    """

    sheets: tuple[ScoreSheet, ...]
    hand: Hand
    context: ScoringContext
    problems: tuple[Problem, ...]
    missing: tuple[Problem, ...]
    unanswered: tuple[str, ...] = ()

    @cached_property
    def so_far(self) -> ScoreSheet:
        """What counts already."""
        return count_so_far(self.hand, self.context)

    @property
    def sheet(self) -> ScoreSheet:
        """The sheet to show: the finished one, else what counts so far."""
        return self.sheets[0] if self.sheets else self.so_far

    @property
    def wrong(self) -> frozenset[Tile]:
        """The tiles that the problems speak of."""
        return frozenset(problem.tile for problem in self.problems if problem.tile is not None)


_STILL_TO_COME: Final = frozenset({"too-few-tiles", "no-hand", "not-complete", "win-without-tile"})


def look(draft: Draft) -> DraftCheck:
    """Check and count a draft, finished or not. Never raises.

    >>> seen = look(Draft(Ruleset("traditional")).pasted("777z 11p"))
    >>> seen.so_far.score, [problem.sentence() for problem in seen.missing]
    (16, ['5 tiles: 9 more.'])
    """
    hand, context = draft.hand, draft.context
    found = problems_of(hand, context)
    if "how" in draft.asks and context.winner and draft.by not in (None, By.DEAL) and draft.tile is None:
        found += win_type_problems(hand, context, draft.how)
    missing = tuple(problem for problem in found if problem.code in _STILL_TO_COME)
    problems = tuple(problem for problem in found if problem.code not in _STILL_TO_COME)
    sheets: tuple[ScoreSheet, ...] = ()
    if not found:
        try:
            sheets = tuple(readings(hand, context))
        except RuleError as error:
            missing = error.problems
    whole = sheets or any(problem.code.startswith("below-minimum") for problem in missing)
    return DraftCheck(sheets, hand, context, problems, missing, _unanswered(draft) if whole else ())


def _unanswered(draft: Draft) -> tuple[str, ...]:
    """What is not yet known of how a finished hand was won."""
    if not draft.context.winner or "how" not in draft.asks:
        return ()
    unanswered = [] if draft.by is not None else ["how-won"]
    if draft.tile is None and draft.by is not By.DEAL:
        unanswered.append("winning-tile")
    return tuple(unanswered)

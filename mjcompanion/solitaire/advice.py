"""Advice for a hand and for every virtual game: what can be done, what each move promises, and why.

Three coaches give it: `coach_chinese`, `coach_american` and `coach_simple`; `coach` finds the right one. Reasons are
data and are worded here. What Chinese coaches count alike is at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

import msgspec

from mjcompanion.american.line import Line
from mjcompanion.american.sheet_rows import describe_line
from mjcompanion.core.errors import listed
from mjcompanion.core.hand import UNITS
from mjcompanion.core.tiles import FIRST_FLOWER, PLAIN_TILES, Terms, Tile, current_terms
from mjcompanion.i18n.translation import N_, _, ngettext, number
from mjcompanion.solitaire.game import PlayerView
from mjcompanion.solitaire.moves import Do, Move

_COPIES: Final = 4
_FAMILIES: Final = ("characters", "dots", "bamboos")
_WHOLE_POINTS: Final = 10
"""From this score on, points are shown without tenths."""

REASONS: Final = {
    "mah-jongg": N_("The hand is complete and scores {score}."),
    "mah-jongg-adjusted": N_("The hand is complete: {score} points, {final} after the adjustment."),
    "mah-jongg-later": N_("The hand is complete and scores {final}, but continuing should score about {worth}."),
    "mah-jongg-for-nothing": N_("The hand is complete but scores 0, as if nobody won. Play on while tiles are left."),
    "play-on": N_("The hand is complete and would score {now}, but without jokers it might score more: about {then}."),
    "pass-on": N_("The hand is complete and would score {now}, but without jokers it might score more."),
    "completes": N_("It completes the hand, as Mah Jongg would at once."),
    "more": N_("With it the hand scores about {worth}, without it {without}."),
    "less": N_("With it the hand scores no more: about {worth}, without it {without}."),
    "nearer": N_("It brings the hand nearer: {then}, not {now}."),
    "no-nearer": N_("It brings the hand no nearer: {then} either way."),
    "farther": N_("It would take the hand farther away: {then}, not {now}."),
    "exposed": N_("Exposed, the set scores {points}. Drawn, it would score {concealed}."),
    "concealed-kong": N_("It scores {points} points."),
    "doubles": N_("It doubles the score."),
    "second-suit": N_("It brings in another suit: a hand of one suit is no longer possible."),
    "loose-tile": N_("A loose tile is drawn for it, and no turn is lost."),
    "kong": N_("Four alike score {points} and a double, and a tile is drawn for the fourth: {then}."),
    "kong-farther": N_("The fourth scores more in another set: with four alike exposed {then}, without {now}."),
    "wall-empty": N_("The wall is used up: no tile is left for the fourth, and the game would be over."),
    "fourth": N_("Three alike drawn from the wall can wait in the hand for the fourth, which is unseen."),
    "no-need": N_(
        "A concealed set counts as much as an exposed one, and its tiles can still be used for something else."
    ),
    "breaks-three": N_("It breaks up three alike, which score more than a chow."),
    "claim": N_("It makes the hand better: about {then}, not {now}."),
    "claim-other": N_("It makes the hand better, about {then}, not {now}, but something else is better still."),
    "claim-not": N_("It isn’t worth it: the hand should score about {then} with it and {now} without."),
    "leave": N_("No claim improves the hand."),
    "leave-for-value": N_("Nothing you could make with it scores more than about {worth}."),
    "leave-for-nothing": N_("Mah Jongg would score 0 with it. Play on for a hand that scores."),
    "leave-three": N_("A chow with it would break up three alike, and nothing else brings the hand nearer."),
    "leave-not": N_("Claiming it is better."),
    "joker": N_("A joker in the hand is worth more than the tile you would give for it: about {then}, not {now}."),
    "joker-not": N_("The tile is worth more in the hand than a joker: about {now}, not {then}."),
    "discard": N_("It leaves the hand {then}; {improving}."),
    "discard-waiting": N_("It leaves the hand {then}; {improving}, {claimable}."),
    "discard-worth": N_("It leaves the hand {then}, worth about {worth}; {improving}."),
    "discard-for-value": N_(
        "It leaves the hand {then}, one more than necessary, but for a hand that scores about {worth}."
    ),
    "discard-spare": N_("The best hope ({line}) is {far} and has no use for it."),
    "discard-least": N_("The best hope ({line}) is {far} and uses every tile. This one matters least."),
    "dead": N_("No line of the card can be made any more."),
    "pass": N_("The best hope ({line}) is {far}. These matter least to it, and you keep everything you draw for them."),
    "pass-none": N_(
        "The best hope ({line}) is {far}, and any tile you pass is worth more than the one you may draw for it."
    ),
    "go-on": N_(
        "Passing lowers the factor a little, but you keep everything you draw for it, and the hand gains from it."
    ),
    "go-on-not": N_("It is better to stop passing."),
    "stop": N_("The hand needs its tiles: passing more would cost it more than it brings."),
    "stop-not": N_("It is better to continue."),
}
"""Why a move helps or doesn't, by code. Placeholders are filled from a reason's data.

A whole number `then`, `now` or `far` is a distance from Mah Jongg; every other number is a score.
"""


class Reason(msgspec.Struct, frozen=True):
    """Why a move helps or doesn't: a key of `REASONS`, and the numbers and the line of a card that it speaks of."""

    code: str
    data: Mapping[str, Any] = {}

    def sentence(self) -> str:
        """Return the reason in words.

        >>> Reason("nearer", {"then": 1, "now": 2}).sentence()
        'It brings the hand nearer: waiting for one tile, not 2 tiles from Mah Jongg.'
        >>> Reason("claim", {"then": 52.4, "now": 3.14}).sentence()
        'It makes the hand better: about 52, not 3.1.'
        """
        return _(REASONS[self.code]).format(**{key: _worded(key, value, self.data) for key, value in self.data.items()})


def _worded(key: str, value: object, data: Mapping[str, Any]) -> str:
    if isinstance(value, Line):
        return describe_line(value)
    if isinstance(value, float):
        return points_words(value)
    if not isinstance(value, int):
        return str(value)
    match key:
        case "then" | "now" | "far":
            return distance_words(value)
        case "improving":
            return _improving_words(value, waiting=data["then"] <= 1)
        case "claimable":
            return _claimable_words(value)
        case _:
            return number(value)


def distance_words(away: int) -> str:
    """Return how far a hand is from Mah Jongg.

    >>> [distance_words(away) for away in range(3)]
    ['complete', 'waiting for one tile', '2 tiles from Mah Jongg']
    """
    if away <= 0:
        return _("complete")
    if away == 1:
        return _("waiting for one tile")
    return ngettext("{n} tile from Mah Jongg", "{n} tiles from Mah Jongg", away).format(n=number(away))


def points_words(points: float) -> str:
    """Return an expected score: whole points, or tenths where they are few.

    >>> [points_words(points) for points in (0.04, 3.14, 12.5, 1234.0)]
    ['0', '3.1', '12', '1,234']
    """
    tenths = Decimal(f"{points:.1f}")
    few = tenths < _WHOLE_POINTS and tenths != int(tenths)
    return number(tenths, ".1f") if few else number(points, ",.0f")


def _improving_words(count: int, *, waiting: bool) -> str:
    if not count:
        return _("no unseen tiles complete it") if waiting else _("no unseen tiles bring it nearer")
    if waiting:
        return ngettext("{n} unseen tile completes it", "{n} unseen tiles complete it", count).format(n=number(count))
    return ngettext("{n} unseen tile brings it nearer", "{n} unseen tiles bring it nearer", count).format(
        n=number(count)
    )


def _claimable_words(count: int) -> str:
    if not count:
        return _("none of them from anybody’s discard")
    words = ngettext("{n} of them from anybody’s discard", "{n} of them from anybody’s discard", count)
    return words.format(n=number(count))


class Improvement(msgspec.Struct, frozen=True):
    """A tile that brings a hand nearer: how many are unseen, and the score where it completes the hand."""

    tile: Tile
    unseen: int
    score: int | None = None


class MissingTile(msgspec.Struct, frozen=True):
    """A tile that a target lacks: how many, and how many are unseen."""

    tile: Tile
    count: int
    unseen: int


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """A hand to go for: a line of an American card, or a suit with or without honours.

    `away` is how many tiles it lacks, `keep` the tiles in hand that it uses, `missing` the tiles it lacks, as far as
    they are known. `worth` is the final score it promises, `chance` that of making it before the wall is used up.

    American: `line`, and `jokerless` where the line is better made without jokers, which pays four times as much.
    Chinese: `score` before the adjustment, `suit` (0 characters, 1 dots, 2 bamboos, None any), `honours` where honours
    belong to it, `only_honours`, and the honours that are to be `pungs` and the `pair`.
    """

    away: int
    keep: tuple[Tile, ...] = ()
    missing: tuple[MissingTile, ...] = ()
    worth: float | None = None
    chance: float | None = None
    line: Line | None = None
    jokerless: bool = False
    score: int | None = None
    suit: int | None = None
    honours: bool = False
    only_honours: bool = False
    pungs: tuple[Tile, ...] = ()
    pair: Tile | None = None

    def describe(self, terms: Terms | None = None) -> str:
        """Return what the hand is, in the words of the table.

        >>> Target(away=3, suit=2, honours=True, pungs=(Tile.parse("7z"),)).describe()
        'bamboos with winds or dragons, a pung of red dragons'
        """
        if self.line is not None:
            return describe_line(self.line)
        if self.only_honours:
            kind = _("winds and dragons")
        elif self.suit is None:
            kind = _("any suits")
        else:
            suit = (terms or current_terms()).word(_FAMILIES[self.suit]).many
            kind = _("{suit} with winds or dragons") if self.honours else _("{suit} only")
            kind = kind.format(suit=suit)
        if not self.pungs:
            return kind
        names = [tile.plural(terms) for tile in self.pungs]
        if len(names) == 1:
            return _("{hand}, a pung of {tiles}").format(hand=kind, tiles=names[0])
        return _("{hand}, pungs of {tiles}").format(hand=kind, tiles=listed(names))


class MoveAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """A move that can be made, and what the coach thinks of it.

    `away` is how many tiles the hand lacks afterwards, once a tile is discarded; to wait for tiles that are all seen
    counts as two. `helps` says whether the move is worth making. `worth` is the final score it promises and `chance`
    that of going out; None where the coach gives none. `improves` are the tiles that bring the hand nearer then;
    `claimable` of them would make a set at once, so that they can come from anybody's discard.

    American: `unaffected` are the best lines that have no use for the tile discarded, `lost` those that can't be made
    any more after the move.
    """

    move: Move
    away: int
    helps: bool = True
    reasons: tuple[Reason, ...] = ()
    worth: float | None = None
    chance: float | None = None
    improves: tuple[Improvement, ...] = ()
    claimable: int | None = None
    unaffected: tuple[Line, ...] = ()
    lost: tuple[Line, ...] = ()

    @property
    def tile(self) -> Tile:
        """The tile of a discard."""
        return self.move.named

    @property
    def unseen(self) -> int:
        """How many unseen tiles improve the hand then."""
        return sum([one.unseen for one in self.improves])

    @property
    def why(self) -> str:
        """The first reason in words."""
        return self.reasons[0].sentence() if self.reasons else ""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What a coach says to a player.

    `away` is how many tiles the hand lacks now. `moves` has every move, those of one kind best first. `improves` is for
    a hand that waits for its next tile. `targets` are the hands to go for, best first. `move` is what to do, for these
    `reasons`, and `worth` the final score it promises; there is none while nothing is to be decided.
    """

    away: int
    moves: tuple[MoveAdvice, ...] = ()
    improves: tuple[Improvement, ...] = ()
    targets: tuple[Target, ...] = ()
    move: Move | None = None
    reasons: tuple[Reason, ...] = ()
    worth: float | None = None

    @property
    def discards(self) -> tuple[MoveAdvice, ...]:
        """The discards."""
        return self.of_kind(Do.DISCARD)

    @property
    def passes(self) -> tuple[MoveAdvice, ...]:
        """The passes of the Charleston."""
        return self.of_kind(Do.PASS)

    @property
    def others(self) -> tuple[MoveAdvice, ...]:
        """Everything but discards and passes."""
        return tuple([one for one in self.moves if one.move.do not in (Do.DISCARD, Do.PASS)])

    def of_kind(self, do: Do) -> tuple[MoveAdvice, ...]:
        """Return the moves of a kind."""
        return tuple([one for one in self.moves if one.move.do is do])

    @property
    def best(self) -> MoveAdvice | None:
        """The advice on the move to make."""
        return next((one for one in self.moves if one.move == self.move), None)

    @property
    def why(self) -> str:
        """The first reason in words."""
        return self.reasons[0].sentence() if self.reasons else ""


def improvements(tiles: Iterable[Tile], unseen: Sequence[int]) -> tuple[Improvement, ...]:
    """Return these tiles with how many of each are unseen, without those that are all seen."""
    return tuple([Improvement(tile, unseen[tile]) for tile in tiles if unseen[tile]])


def key_of(view: PlayerView) -> int:
    """Return the tiles in hand, counted (`Hand.key`)."""
    return sum([UNITS[tile] for tile in view.holding.hand])


def tiles_of(key: int) -> list[Tile]:
    """Return the tiles that a key counts."""
    return [tile for tile in PLAIN_TILES for _ in range(key >> 4 * tile & 15)]


def unseen_by(view: PlayerView) -> list[int]:
    """Return how many of each of the 34 plain faces are hidden from this player."""
    unseen = [_COPIES] * FIRST_FLOWER
    laid = [tile for one in view.holding.laid for tile in one.tiles]
    for tile in (*view.holding.hand, *laid, *view.seen):
        if tile < FIRST_FLOWER:
            unseen[tile] -= 1
    return unseen

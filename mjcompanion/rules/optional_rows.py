"""Common rows that a house may add to its rules: in no ruleset, or not in all of them.

What each gives here is what it gives where a house names it and says nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

import msgspec

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.kind import HandKind, nine_gates, seven_pairs, thirteen_orphans
from mjcompanion.rules.row import WHOLE_LIMIT, On, Rule, always

SOURCE: Final = N_("house rules")
_HOW: Final = frozenset({"how"})
_TILE: Final = frozenset({"how", "tile"})
_ROUND: Final = frozenset({"round"})
_OTHERS: Final = frozenset({"how", "others"})
_FIVE_DOTS, _ONE_DOT, _TWO_BAMBOO = Tile.parse("5p"), Tile.parse("1p"), Tile.parse("2s")


def _row(
    id: str,  # noqa: A002 - what it is called everywhere
    on: On,
    title: str,
    words: str,
    when: Callable[[Any], bool],
    points: int = 0,
    doubles: int = 0,
    share: Fraction | int = 0,
    needs: frozenset[str] = frozenset(),
    *,
    everybody: bool = False,
) -> Rule:
    return Rule(id, on, SOURCE, when, points, doubles, words, "", title, "", share, everybody, needs=needs)


def _of_kind(id: str, title: str, words: str, share: Fraction | int = WHOLE_LIMIT) -> Rule:  # noqa: A002
    return _row(id, On.KIND, title, words, lambda k: k.kind == id, share=share)


_ROWS: Final = (
    _row(
        "pair-winds",
        On.SET,
        N_("A pair of any wind"),
        "",
        lambda s: s.is_pair and s.tile.is_wind,
        2,
        everybody=True,
    ),
    _row(
        "pair-round-wind",
        On.SET,
        N_("A pair of the prevailing wind"),
        N_("prevailing wind"),
        lambda s: s.is_pair and s.is_of_round,
        2,
        needs=_ROUND,
        everybody=True,
    ),
    _row(
        "round-wind",
        On.SET,
        N_("A pung or kong of the prevailing wind"),
        N_("prevailing wind"),
        lambda s: s.is_alike and s.is_of_round,
        doubles=1,
        needs=_ROUND,
        everybody=True,
    ),
    _row(
        "kong",
        On.SET,
        N_("Each kong"),
        N_("a kong"),
        lambda s: s.is_kong,
        doubles=1,
        everybody=True,
    ),
    _row(
        "own-flower-and-season",
        On.FLOWERS,
        N_("Your own flower and season together"),
        N_("own flower and season together"),
        lambda f: f.own == 2,
        doubles=1,
        everybody=True,
    ),
    _row(
        "seven-flowers",
        On.FLOWERS,
        N_("Seven flowers and seasons"),
        N_("seven flowers and seasons"),
        lambda f: f.count == 7,
        doubles=3,
        everybody=True,
    ),
    _row(
        "all-eight-flowers",
        On.FLOWERS,
        N_("All eight flowers and seasons"),
        N_("all eight flowers and seasons"),
        lambda f: f.complete == 2,
        share=WHOLE_LIMIT,
        everybody=True,
    ),
    _row("no-flowers", On.FLOWERS, N_("No flowers"), N_("no flowers"), lambda f: not f.count, doubles=1),
    _row(
        "drawn",
        On.WIN,
        N_("The winning tile was drawn"),
        N_("self-drawn"),
        lambda w: w.is_self_drawn,
        2,
        needs=_HOW,
    ),
    _row(
        "loose-tile",
        On.WIN,
        N_("Won with a loose tile, after a kong or a flower"),
        N_("won with a loose tile"),
        lambda w: w.is_loose,
        10,
        needs=_HOW,
    ),
    _row(
        "robbed-kong",
        On.WIN,
        N_("Robbed a kong"),
        N_("robbed a kong"),
        lambda w: w.by is By.ROBBED_KONG,
        10,
        needs=_OTHERS,
    ),
    _row(
        "last-tile",
        On.WIN,
        N_("Won on the last tile"),
        N_("won on the last tile"),
        lambda w: w.last_tile,
        doubles=1,
        needs=frozenset({"how", "last_tile"}),
    ),
    _row(
        "dealt",
        On.WIN,
        N_("Heavenly hand: East complete as dealt"),
        N_("complete as dealt"),
        lambda w: w.by is By.DEAL,
        share=WHOLE_LIMIT,
        needs=_HOW,
    ),
    _row(
        "first-discard",
        On.WIN,
        N_("Earthly hand: won on East’s first discard"),
        N_("won on East’s first discard"),
        lambda w: w.by is By.FIRST_DISCARD,
        share=WHOLE_LIMIT,
        needs=_OTHERS,
    ),
    _row(
        "original-call",
        On.WIN,
        N_("Original call: waiting since the first discard"),
        N_("original call"),
        lambda w: "called" in w.feats,
        doubles=1,
        needs=frozenset({"how", "called"}),
    ),
    _row(
        "kong-upon-kong",
        On.WIN,
        N_("Kong upon kong: the loose tile of a kong made another, whose loose tile won"),
        N_("kong upon kong"),
        lambda w: "second_kong" in w.feats,
        share=WHOLE_LIMIT,
        needs=frozenset({"how", "second_kong"}),
    ),
    _row(
        "ninth-win",
        On.WIN,
        N_("East’s ninth win in a row"),
        N_("East’s ninth win in a row"),
        lambda w: "ninth_win" in w.feats,
        share=WHOLE_LIMIT,
        needs=_OTHERS | {"ninth_win"},
    ),
    _row(
        "plum-blossom",
        On.WIN,
        N_("Plum blossom on the roof: the 5 dots as loose tile of a kong"),
        N_("plum blossom on the roof"),
        lambda w: w.by is By.KONG_REPLACEMENT and w.tile == _FIVE_DOTS,
        share=WHOLE_LIMIT,
        needs=_TILE,
    ),
    _row(
        "moon-from-the-sea",
        On.WIN,
        N_("The moon from the bottom of the sea: the 1 dot as last tile"),
        N_("the moon from the bottom of the sea"),
        lambda w: w.last_tile and w.tile == _ONE_DOT,
        share=WHOLE_LIMIT,
        needs=_TILE | {"last_tile"},
    ),
    _row(
        "scratching-a-pole",
        On.WIN,
        N_("Scratching a carrying pole: the 2 bamboo robbed from a kong"),
        N_("scratching a carrying pole"),
        lambda w: w.by is By.ROBBED_KONG and w.tile == _TWO_BAMBOO,
        share=WHOLE_LIMIT,
        needs=_TILE | {"others"},
    ),
    shared_rows.row("only-tile", SOURCE, law="", needs=_TILE),
    _row(
        "pair-completed",
        On.PLACE,
        N_("The winning tile made the pair"),
        N_("the winning tile made the pair"),
        lambda p: p.is_pair,
        2,
        needs=_TILE,
    ),
    _row(
        "pair-completed-honours",
        On.PLACE,
        N_("The winning tile made a pair of 1s, 9s, winds or dragons"),
        N_("the winning tile made a pair of 1s, 9s, winds or dragons"),
        lambda p: p.is_pair and not p.meld.tile.is_simple,
        4,
        needs=_TILE,
    ),
    _row(
        "no-points",
        On.NO_POINTS,
        N_("Sets, pair and flowers score nothing"),
        N_("no points in sets, pair or flowers"),
        always,
        10,
    ),
    _row(
        "three-concealed-pungs",
        On.SETS,
        N_("Three concealed pungs or kongs"),
        N_("three concealed pungs"),
        lambda s: s.concealed_alike >= 3,
        doubles=1,
        everybody=True,
    ),
    _row(
        "four-concealed-pungs",
        On.SETS,
        N_("Four concealed pungs or kongs"),
        N_("four concealed pungs"),
        lambda s: s.concealed_alike == 4,
        share=WHOLE_LIMIT,
        everybody=True,
    ),
    _row(
        "little-three-dragons",
        On.SETS,
        N_("Little three dragons: two in pungs or kongs, the third as pair"),
        N_("little three dragons"),
        lambda s: s.dragon_sets == 2 and s.dragon_pairs,
        doubles=1,
        everybody=True,
    ),
    _row(
        "all-dragons",
        On.SETS,
        N_("Big three dragons: all in pungs or kongs"),
        N_("big three dragons"),
        lambda s: s.dragon_sets == 3,
        doubles=2,
        everybody=True,
    ),
    _row(
        "little-four-winds",
        On.SETS,
        N_("Little four winds: three in pungs or kongs, the fourth as pair"),
        N_("little four winds"),
        lambda s: s.wind_sets == 3 and s.wind_pairs,
        doubles=1,
        everybody=True,
    ),
    _row(
        "little-four-winds-own",
        On.SETS,
        N_("Little four winds, your own in a pung or kong"),
        N_("little four winds with your own"),
        lambda s: s.wind_sets == 3 and s.wind_pairs and s.own_sets,
        share=WHOLE_LIMIT,
    ),
    _row(
        "all-winds",
        On.SETS,
        N_("Big four winds: all in pungs or kongs"),
        N_("big four winds"),
        lambda s: s.wind_sets == 4,
        share=WHOLE_LIMIT,
        everybody=True,
    ),
    _row(
        "three-kongs",
        On.SETS,
        N_("Three kongs"),
        N_("three kongs"),
        lambda s: s.kongs >= 3,
        doubles=1,
        everybody=True,
    ),
    _row(
        "four-kongs",
        On.SETS,
        N_("Four kongs"),
        N_("four kongs"),
        lambda s: s.kongs == 4,
        share=WHOLE_LIMIT,
        everybody=True,
    ),
    _row("no-runs", On.SHAPE, N_("All pungs: no chows"), N_("no chows"), lambda s: not s.chows, doubles=1),
    _row("all-chows", On.SHAPE, N_("All chows"), N_("all chows"), lambda s: s.chows == 4, doubles=1),
    _row(
        "one-chow",
        On.SHAPE,
        N_("One chow at most"),
        N_("one chow at most"),
        lambda s: s.chows <= 1,
        doubles=1,
    ),
    _row(
        "no-runs-with-round-wind",
        On.SHAPE,
        N_("No chows, and a pung or kong of the prevailing wind"),
        N_("no chows, with the prevailing wind"),
        lambda s: not s.chows and s.round_sets,
        doubles=1,
        needs=_ROUND,
    ),
    _row(
        "concealed-hand",
        On.SHAPE,
        N_("Concealed hand: nothing exposed before the win"),
        N_("concealed hand"),
        lambda s: not s.open_sets,
        doubles=1,
    ),
    _row(
        "outer-hand",
        On.SHAPE,
        N_("A 1, a 9 or an honour in every set and the pair"),
        N_("a 1, a 9 or an honour everywhere"),
        lambda s: s.outer == 5,
        doubles=1,
    ),
    _row(
        "concealed-self-drawn",
        On.HAND,
        N_("Fully concealed: nothing on the table, and the winning tile drawn"),
        N_("fully concealed, and self-drawn"),
        lambda h: not h.shape.open_sets and h.win.is_self_drawn,
        doubles=1,
        needs=_HOW,
    ),
    _row(
        "pure-suit-no-runs",
        On.HAND,
        N_("All tiles of one suit, and no chows"),
        N_("one suit only, no chows"),
        lambda h: not h.shape.chows and h.tiles.is_pure,
        share=WHOLE_LIMIT,
    ),
    *[shared_rows.row(id_, SOURCE, law="") for id_ in ("mixed-suit", "pure-suit", "all-terminals", "all-honours")],
    _row(
        "all-simples",
        On.TILES,
        N_("All tiles 2s to 8s"),
        N_("all tiles 2s to 8s"),
        lambda t: t.simples and not t.terminals and not t.honours,
        doubles=1,
    ),
    _row(
        "heads-and-tails",
        On.TILES,
        N_("Heads and tails: all tiles 1s, 9s, winds and dragons"),
        N_("all tiles 1s, 9s, winds and dragons"),
        lambda t: t.terminals and t.honours and not t.simples,
        doubles=1,
    ),
    _of_kind("seven-pairs", N_("Seven pairs"), N_("seven pairs"), Fraction(1, 2)),
    _of_kind("thirteen-orphans", N_("Thirteen orphans"), N_("thirteen orphans")),
    _of_kind("nine-gates", N_("Nine gates: 1112345678999 of a suit and one more of it"), N_("nine gates")),
)
OPTIONAL_ROWS: Final[Mapping[str, Rule]] = MappingProxyType({row.id: row for row in _ROWS})
"""The rows by their ids."""


def adopted(id: str, source: str, law: str, **changes: object) -> Rule:  # noqa: A002 - what it is called everywhere
    """Return an optional row as a ruleset has it: with its own source, law and, where they differ, figures.

    >>> adopted("no-runs", "3", "No chows: a double.").words
    'no chows'
    """
    return msgspec.structs.replace(OPTIONAL_ROWS[id], source=source, law=law, needs=frozenset(), **changes)


def dealt_for_three_doubles(source: str) -> Rule:
    """Return Mah Jongg as dealt for three doubles instead of the limit."""
    law, title = N_("Mah Jongg as dealt: three doubles."), N_("Mah Jongg as dealt")
    return adopted("dealt", source, law, title=title, doubles=3, share=0)


def no_runs_for_ten(source: str) -> Rule:
    """Return no runs for points instead of a double."""
    return adopted("no-runs", source, N_("No chows: 10."), title=N_("No chows"), points=10, doubles=0)


def roof_and_sea(source: str) -> tuple[Rule, Rule]:
    """Return the plum blossom with any loose tile, and the moon with the last tile only if drawn."""
    return (
        adopted(
            "plum-blossom",
            source,
            N_("Gathering the plum blossom from the roof: the 5 dots as loose tile: the limit."),
            when=lambda w: w.is_loose and w.tile == _FIVE_DOTS,
            title=N_("Plum blossom from the roof: the 5 dots as loose tile"),
        ),
        adopted(
            "moon-from-the-sea",
            source,
            N_("Plucking the moon from the bottom of the sea: the 1 dot, drawn as the last tile: the limit."),
            when=lambda w: w.last_tile and w.is_self_drawn and w.tile == _ONE_DOT,
        ),
    )


OPTIONAL_KINDS: Final[Mapping[str, HandKind]] = MappingProxyType(
    {kind.id: kind for kind in (seven_pairs(), thirteen_orphans(), nine_gates())}
)
"""The shapes that rows on `On.KIND` bring along, by the ids of these rows."""

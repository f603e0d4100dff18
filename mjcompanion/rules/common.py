"""Rows that several rulesets share word for word; each ruleset names its own source."""

from __future__ import annotations

from typing import Final

import msgspec

from mjcompanion.options import Options
from mjcompanion.rules.fault import Fault, Follows, Who
from mjcompanion.rules.row import HALF_LIMIT, WHOLE_LIMIT, FlowerFacts, On, Rule, SetFacts, TileFacts
from mjcompanion.words import mark

HAND: Final = "123m 456p 99s (777z) [1111s]"
"""A hand of four sets and a pair, for examples."""
LINE: Final = "FFF 2m5z2m6m 222p 66JJp"
"""The first line of the Companion card, for examples."""
HAND_LAWS: Final = (
    mark("Mah Jongg is four sets and a pair. A set is a run of three (chow), a pung (three) or a kong (four) alike."),
    mark(
        "A set is on the table (exposed) when a discard completed it, also when that discard won; else it is in hand "
        "(concealed). A kong made by adding a drawn tile to a pung on the table is on the table."
    ),
    mark("Tiles that can be read in several ways count in the way that scores most."),
)
CLAIMS: Final = (
    mark("1. Mah Jongg, from anybody. Of two the next in turn."),
    mark("2. A kong, with three of them in your hand, or a pung, from anybody."),
    mark("3. A chow, by the next in turn only."),
    mark("A claimed set is laid open; then discard, and play goes on to the right of the claimer."),
)
CARD_CLAIMS: Final = (
    mark("1. Mah Jongg, with any tile. Of two the next in turn."),
    mark(
        "2. A set of three or more alike of an exposed (X) line, laid out at once and fixed, with jokers if you like. "
        "Of two the next in turn."
    ),
    mark(
        "For a concealed (C) line nothing is claimed but the last tile. No runs, pairs or single tiles but for Mah "
        "Jongg."
    ),
)


def set_points(source: str) -> tuple[Rule, ...]:
    """Points of pungs and kongs: sources 1 to 3 agree (RULES 2.1)."""
    return tuple(_set_row(source, row) for row in _SET_POINTS)


_SET_POINTS = (
    # id, tiles, simples (2 to 8), concealed, points, law, title
    (
        "pung-simples-exposed",
        3,
        True,
        False,
        2,
        mark("An exposed pung of 2s to 8s: 2."),
        mark("An exposed pung of 2s to 8s"),
    ),
    (
        "pung-simples-concealed",
        3,
        True,
        True,
        4,
        mark("A concealed pung of 2s to 8s: 4."),
        mark("A concealed pung of 2s to 8s"),
    ),
    (
        "pung-honours-exposed",
        3,
        False,
        False,
        4,
        mark("An exposed pung of 1s, 9s, winds or dragons: 4."),
        mark("An exposed pung of 1s, 9s, winds or dragons"),
    ),
    (
        "pung-honours-concealed",
        3,
        False,
        True,
        8,
        mark("A concealed pung of 1s, 9s, winds or dragons: 8."),
        mark("A concealed pung of 1s, 9s, winds or dragons"),
    ),
    (
        "kong-simples-exposed",
        4,
        True,
        False,
        8,
        mark("An exposed kong of 2s to 8s: 8."),
        mark("An exposed kong of 2s to 8s"),
    ),
    (
        "kong-simples-concealed",
        4,
        True,
        True,
        16,
        mark("A concealed kong of 2s to 8s: 16."),
        mark("A concealed kong of 2s to 8s"),
    ),
    (
        "kong-honours-exposed",
        4,
        False,
        False,
        16,
        mark("An exposed kong of 1s, 9s, winds or dragons: 16."),
        mark("An exposed kong of 1s, 9s, winds or dragons"),
    ),
    (
        "kong-honours-concealed",
        4,
        False,
        True,
        32,
        mark("A concealed kong of 1s, 9s, winds or dragons: 32."),
        mark("A concealed kong of 1s, 9s, winds or dragons"),
    ),
)


def _set_row(source: str, row: tuple[str, int, bool, bool, int, str, str]) -> Rule:
    name, size, simple, concealed, points, law, title = row
    return Rule(
        name,
        On.SET,
        source,
        lambda s: _is_set(s, size, simple=simple, concealed=concealed),
        points,
        law=law,
        title=title,
        everybody=True,
    )


def _is_set(facts: SetFacts, size: int, *, simple: bool, concealed: bool) -> bool:
    meld = facts.meld
    return facts.is_alike and len(meld.tiles) == size and facts.tile.is_simple is simple and meld.concealed is concealed


def mah_jongg(source: str) -> Rule:
    """20 points for Mah Jongg."""
    return Rule(
        "mah-jongg",
        On.WIN,
        source,
        points=20,
        words=mark("Mah Jongg"),
        law=mark("Mah Jongg: 20."),
        title=mark("Mah Jongg"),
    )


def dragon_pair(source: str) -> Rule:
    """2 points for a pair of dragons."""
    return Rule(
        "pair-dragons",
        On.SET,
        source,
        lambda s: s.is_pair and s.tile.is_dragon,
        2,
        everybody=True,
        law=mark("A pair of dragons: 2."),
        title=mark("A pair of dragons"),
    )


def own_wind_pair(source: str) -> Rule:
    """2 points for a pair of one's own wind."""
    return Rule(
        "pair-own-wind",
        On.SET,
        source,
        lambda s: s.is_pair and s.is_own,
        2,
        words=mark("own wind"),
        everybody=True,
        law=mark("A pair of your own wind: 2."),
        title=mark("A pair of your own wind"),
    )


def own_wind_double(source: str) -> Rule:
    """A double for a pung or kong of one's own wind."""
    return Rule(
        "own-wind",
        On.SET,
        source,
        lambda s: s.is_alike and s.is_own,
        doubles=1,
        words=mark("own wind"),
        everybody=True,
        law=mark("A pung or kong of your own wind doubles."),
        title=mark("A pung or kong of your own wind"),
    )


def dragon_double(source: str) -> Rule:
    """A double for each pung or kong of dragons."""
    return Rule(
        "dragons",
        On.SET,
        source,
        lambda s: s.is_alike and s.tile.is_dragon,
        doubles=1,
        everybody=True,
        law=mark("Each pung or kong of dragons doubles."),
        title=mark("Each pung or kong of dragons"),
    )


def flower_points(source: str) -> Rule:
    """4 points for each flower or season."""
    return Rule(
        "flower",
        On.FLOWER,
        source,
        points=4,
        everybody=True,
        law=mark("Each flower or season: 4."),
        title=mark("Each flower or season"),
    )


def own_flower_doubles(source: str) -> tuple[Rule, Rule]:
    """A double for the own flower and one for the own season; by house option not within a complete set."""
    return (
        Rule(
            "own-flower",
            On.FLOWER,
            source,
            lambda f: f.is_own,
            doubles=1,
            words=mark("your own"),
            everybody=True,
            given=_doubles_add,
            law=mark("Your own flower doubles, and your own season."),
            title=mark("Your own flower, and your own season"),
        ),
        Rule(
            "own-flower-alone",
            On.FLOWER,
            source,
            _is_own_alone,
            doubles=1,
            words=mark("your own"),
            everybody=True,
            given=lambda options: not options.flower_doubles_add,
            variant_of="own-flower",
            law=mark("Your own flower doubles, and your own season, unless the set is complete."),
            title=mark("Your own flower, and your own season, unless the set is complete"),
        ),
    )


def _doubles_add(options: Options) -> bool:
    return options.flower_doubles_add


def _is_own_alone(facts: FlowerFacts) -> bool:
    return facts.is_own and not facts.complete


_COMPLETE_LAWS = {
    2: mark("All four flowers, or all four seasons: 2 doubles."),
    3: mark("All four flowers, or all four seasons: 3 doubles."),
}


def complete_flowers(source: str, doubles: int) -> Rule:
    """Doubles for all four flowers, and for all four seasons."""
    law = _COMPLETE_LAWS[doubles]
    return Rule(
        "complete-flowers",
        On.FLOWER_SET,
        source,
        doubles=doubles,
        everybody=True,
        law=law,
        title=mark("All four flowers, or all four seasons"),
    )


def only_tile(source: str) -> Rule:
    """2 points when the winning tile made the pair, filled a run, or completed one at its only open end."""
    return Rule(
        "only-tile",
        On.PLACE,
        source,
        lambda p: p.only,
        points=2,
        words=mark("the only tile that fits"),
        law=mark("The winning tile made the pair, filled a run, or completed 1 2 3 or 7 8 9 at its one open end: 2."),
        title=mark("The winning tile made the pair, filled a run, or completed 123 or 789 at its one open end"),
        told=(
            mark("You waited for the {tile} alone: it made your pair."),
            mark("You waited for the {tile} alone: it completed your {set}."),
        ),
    )


def mixed_suit(source: str) -> Rule:
    """A double for one suit with winds or dragons: at least one tile of each."""
    return Rule(
        "mixed-suit",
        On.TILES,
        source,
        _is_mixed,
        doubles=1,
        words=mark("one suit with winds or dragons"),
        law=mark("All suit tiles of one suit, with winds or dragons: one double."),
        title=mark("All suit tiles of one suit, with winds or dragons"),
    )


def pure_suit(source: str) -> Rule:
    """Three doubles for one suit only."""
    return Rule(
        "pure-suit",
        On.TILES,
        source,
        lambda t: t.suits == 1 and not t.honours,
        doubles=3,
        words=mark("one suit only"),
        law=mark("All tiles of one suit: three doubles."),
        title=mark("All tiles of one suit"),
    )


def all_terminals(source: str) -> Rule:
    """A double when all tiles are 1s and 9s."""
    return Rule(
        "all-terminals",
        On.TILES,
        source,
        lambda t: t.terminals and not t.honours and not t.simples,
        doubles=1,
        words=mark("all tiles 1s and 9s"),
        law=mark("All tiles 1s and 9s: one double."),
        title=mark("All tiles 1s and 9s"),
    )


def all_honours(source: str) -> Rule:
    """Three doubles when all tiles are winds and dragons."""
    return Rule(
        "all-honours",
        On.TILES,
        source,
        lambda t: t.honours and not t.suits,
        doubles=3,
        words=mark("all tiles winds and dragons"),
        law=mark("All tiles winds and dragons: three doubles."),
        title=mark("All tiles winds and dragons"),
    )


def heads_and_honours(source: str) -> tuple[Rule, Rule]:
    """The limit when all tiles are 1s and 9s, and when all are winds and dragons."""
    heads, honours = all_terminals(source), all_honours(source)
    gives = {"doubles": 0, "share": WHOLE_LIMIT}
    law, title = mark("Heads and tails: all tiles 1s and 9s: the limit."), mark("Heads and tails: all tiles 1s and 9s")
    heads = msgspec.structs.replace(heads, law=law, title=title, **gives)
    law, title = mark("All winds and dragons: the limit."), mark("All winds and dragons")
    return heads, msgspec.structs.replace(honours, law=law, title=title, **gives)


def fourfold_plenty(source: str) -> Rule:
    """The limit for a winner's four kongs."""
    return Rule(
        "four-kongs",
        On.SHAPE,
        source,
        lambda s: s.kongs == 4,
        words=mark("fourfold plenty"),
        law=mark("Fourfold plenty: four kongs: the limit."),
        title=mark("Fourfold plenty: four kongs"),
        share=WHOLE_LIMIT,
    )


def self_drawn(source: str) -> Rule:
    """Two points when the winner drew the winning tile."""
    return Rule(
        "self-drawn",
        On.WIN,
        source,
        lambda w: w.is_self_drawn,
        2,
        words=mark("winning tile drawn"),
        law=mark("The winner drew the winning tile: 2."),
        title=mark("The winner drew the winning tile"),
    )


def _is_mixed(facts: TileFacts) -> bool:
    return facts.suits == 1 and facts.honours


# --- faults: where a source is silent, the custom of printed rules, and which


_BABCOCK: Final = "J. P. Babcock, Rules for Mah-Jongg, 1923"
_LEAGUE: Final = "National Mah Jongg League"

CHINESE_CUSTOMS: Final = (
    Fault(
        "false-mah-jongg",
        mark("False Mah Jongg, with the hand shown"),
        mark("The hand ends, and nobody else pays."),
        Follows.PENALTY,
        "L. L. Harr, Pung Chow, 1922",
        Who.OFFENDER,
        Who.OTHERS,
        share=HALF_LIMIT,
        east=True,
        custom=True,
    ),
    Fault(
        "wrong-count",
        mark("Too many or too few tiles"),
        mark("The player goes on playing but can’t win. The hand scores nothing and pays like any loser’s: enter 0."),
        Follows.DEAD,
        _BABCOCK,
        custom=True,
    ),
    Fault(
        "discard-back",
        mark("A discard taken back"),
        mark("Once it is put down it stays there."),
        Follows.STANDS,
        _BABCOCK,
        custom=True,
    ),
    Fault(
        "misnamed",
        mark("A discard misnamed"),
        mark("Look at the tile before you claim it."),
        Follows.NOTHING,
        _BABCOCK,
        custom=True,
    ),
    Fault(
        "tile-shown",
        mark("A tile of the wall or of a hand shown by accident"),
        mark("It is put back."),
        Follows.NOTHING,
        _BABCOCK,
        custom=True,
    ),
)
LEAGUE_CUSTOMS: Final = (
    Fault(
        "error-shown",
        mark("Mah Jongg in error, with the hand shown"),
        mark("The hand is out and pays the winner. Jokers in sets that lay open before may still be exchanged."),
        Follows.DEAD,
        _LEAGUE,
        entered="dead",
        custom=True,
    ),
    Fault(
        "wrong-count",
        mark("Too many or too few tiles"),
        mark("The hand is out and pays the winner."),
        Follows.DEAD,
        _LEAGUE,
        entered="dead",
        custom=True,
    ),
    Fault(
        "misnamed",
        mark("A discard misnamed"),
        mark("It can’t be claimed before it is named rightly."),
        Follows.NO_CLAIM,
        _LEAGUE,
        custom=True,
    ),
    Fault(
        "misnamed-win",
        mark("A discard misnamed, and Mah Jongg called with it"),
        mark("The game ends, and nobody else pays."),
        Follows.PENALTY,
        _LEAGUE,
        Who.OFFENDER,
        Who.ONE,
        times=4,
        custom=True,
    ),
)


def misnamed(id: str, offence: str, points: int, source: str) -> Fault:  # noqa: A002 - what it is called everywhere
    """A discard is misnamed, and claimed by its name for a set: the claimer is paid."""
    law = mark("The claimer is paid for the set that can’t be made.")
    return Fault(id, offence, law, Follows.PENALTY, source, Who.OFFENDER, Who.ONE, points=points)


def cannon(source: str) -> Fault:
    """A discard that everybody could see was dangerous: its player pays for all."""
    return Fault(
        "cannon",
        mark("A dangerous discard that lets somebody win"),
        mark("The discarder pays for all; the losers don’t settle: enter 0 for them."),
        Follows.STANDS,
        source,
        Who.OFFENDER,
        Who.LOSERS,
        refunds=True,
    )


def late_claim(source: str) -> Fault:
    """A discard can be claimed until the next tile is drawn or claimed, and not later."""
    return Fault(
        "late-claim",
        mark("An earlier discard claimed"),
        mark("Only the last discard can be claimed."),
        Follows.NO_CLAIM,
        source,
    )


def chow_out_of_turn(source: str) -> Fault:
    """A chow is claimed by the next in turn alone."""
    return Fault(
        "chow-out-of-turn",
        mark("A chow claimed by somebody who isn’t next in turn"),
        mark("A chow is for the next in turn, unless it makes Mah Jongg."),
        Follows.NO_CLAIM,
        source,
    )


def kong_on_exposed(source: str) -> Fault:
    """A discard makes no kong of a pung that lies on the table."""
    return Fault(
        "kong-on-exposed",
        mark("A discard claimed for a kong with an exposed pung"),
        mark("With a discard, a kong takes three in hand."),
        Follows.NO_CLAIM,
        source,
    )

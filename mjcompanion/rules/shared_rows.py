"""Rows that several rulesets share word for word; each ruleset names its own source."""

from __future__ import annotations

from typing import Final

import msgspec

from mjcompanion.i18n.translation import N_
from mjcompanion.rules.fault import Fault, Follows, Who
from mjcompanion.rules.row import HALF_LIMIT, WHOLE_LIMIT, On, Rule, SetFacts

HAND: Final = "123m 456p 99s (777z) [1111s]"
"""A hand of four sets and a pair, for examples."""
WALL_GAME: Final = N_("Wall game")
LINE: Final = "FFF 2m5z2m6m 222p 66JJp"
"""The first line of the Companion card, for examples."""
TABLE_OPTIONS: Final = (
    "limit",
    "flowers",
    "east_double",
    "east_stays_after_draw",
    "rounds",
    "chips",
    "hand_over",
    "minimum",
    "minimum_in",
    "scale",
    "payments",
)
"""The house options that make a difference wherever four play for points."""
LOSERS_OPTIONS: Final = ("loser_pairs", "losers_settle")
"""Those besides where all four hands are counted."""
HAND_LAWS: Final = (
    N_("Mah Jongg is four sets and a pair. A set is a run of three (chow), three (pung) or four (kong) alike."),
    N_(
        "A set is on the table (exposed) when a discard completed it, even the winning one. Otherwise it is in hand "
        "(concealed). A kong made by adding a drawn tile to an exposed pung is on the table."
    ),
    N_("Tiles that can be read in several ways count in the way that scores most."),
)
CLAIMS: Final = (
    N_("1. Mah Jongg, from anybody. If two, the next in turn."),
    N_("2. A kong, with three of them in your hand, or a pung, from anybody."),
    N_("3. A chow, by the next in turn only."),
    N_("A claimed set is laid face up. Then discard, and play continues to the right of the claimer."),
)
CARD_CLAIMS: Final = (
    N_("1. Mah Jongg, with any tile. If two, the next in turn."),
    N_(
        "2. A set of three or more alike of an exposed (X) line, laid out at once and fixed, with jokers "
        "if you like. If two claim, the next in turn gets it."
    ),
    N_(
        "For a concealed (C) line nothing is claimed but the last tile. No runs, pairs or single tiles but for Mah "
        "Jongg."
    ),
)


THREE_FOR_ALL_FOUR: Final = N_("All four flowers, or all four seasons: 3 doubles.")
"""The law where a complete set of flowers gives more than two."""


def row(id: str, source: str, **changes: object) -> Rule:  # noqa: A002 - what it is called everywhere
    """Return one of these rows with the source of a ruleset and, where they differ, its law and figures.

    >>> row("mah-jongg", "3").points, row("only-tile", "3", points=4).points
    (20, 4)
    """
    return msgspec.structs.replace(_ROWS[id], source=source, **changes)


def rows(source: str, *ids: str) -> tuple[Rule, ...]:
    """Return several of these rows, unchanged."""
    return tuple(row(id_, source) for id_ in ids)


def set_points(source: str) -> tuple[Rule, ...]:
    """Return the points of pungs and kongs: sources 1 to 3 agree (RULES 2.1)."""
    return tuple(row(one.id, source) for one in _OF_SETS)


def own_flower_doubles(source: str) -> tuple[Rule, ...]:
    """Return a double for the own flower and one for the own season; by house option not within a complete set."""
    return rows(source, "own-flower", "own-flower-alone")


def heads_and_honours(source: str) -> tuple[Rule, Rule]:
    """Return the limit for hands of 1s and 9s, and for hands of winds and dragons."""
    return (
        row(
            "all-terminals",
            source,
            law=N_("Heads and tails: all tiles 1s and 9s: the limit."),
            title=N_("Heads and tails: all tiles 1s and 9s"),
            doubles=0,
            share=WHOLE_LIMIT,
        ),
        row(
            "all-honours",
            source,
            law=N_("All winds and dragons: the limit."),
            title=N_("All winds and dragons"),
            doubles=0,
            share=WHOLE_LIMIT,
        ),
    )


def _set_row(id: str, points: int, law: str, title: str) -> Rule:  # noqa: A002
    """Return what one kind of set gives; in its id "honours" are all tiles but 2s to 8s."""
    kind, tiles, place = id.split("-")

    def when(facts: SetFacts) -> bool:
        of_these = facts.meld.kind == kind and facts.tile.is_simple is (tiles == "simples")
        return of_these and facts.meld.concealed is (place == "concealed")

    return Rule(id, On.SET, "", when, points, law=law, title=title, everybody=True)


_OF_SETS: Final = tuple(
    _set_row(id_, *gives)
    for id_, gives in {
        "pung-simples-exposed": (2, N_("An exposed pung of 2s to 8s: 2."), N_("An exposed pung of 2s to 8s")),
        "pung-simples-concealed": (4, N_("A concealed pung of 2s to 8s: 4."), N_("A concealed pung of 2s to 8s")),
        "pung-honours-exposed": (
            4,
            N_("An exposed pung of 1s, 9s, winds or dragons: 4."),
            N_("An exposed pung of 1s, 9s, winds or dragons"),
        ),
        "pung-honours-concealed": (
            8,
            N_("A concealed pung of 1s, 9s, winds or dragons: 8."),
            N_("A concealed pung of 1s, 9s, winds or dragons"),
        ),
        "kong-simples-exposed": (8, N_("An exposed kong of 2s to 8s: 8."), N_("An exposed kong of 2s to 8s")),
        "kong-simples-concealed": (16, N_("A concealed kong of 2s to 8s: 16."), N_("A concealed kong of 2s to 8s")),
        "kong-honours-exposed": (
            16,
            N_("An exposed kong of 1s, 9s, winds or dragons: 16."),
            N_("An exposed kong of 1s, 9s, winds or dragons"),
        ),
        "kong-honours-concealed": (
            32,
            N_("A concealed kong of 1s, 9s, winds or dragons: 32."),
            N_("A concealed kong of 1s, 9s, winds or dragons"),
        ),
    }.items()
)


_ROWS: Final = {
    one.id: one
    for one in (
        *_OF_SETS,
        Rule(
            "mah-jongg",
            On.WIN,
            "",
            points=20,
            words=N_("Mah Jongg"),
            law=N_("Mah Jongg: 20."),
            title=N_("Mah Jongg"),
        ),
        Rule(
            "pair-dragons",
            On.SET,
            "",
            lambda s: s.is_pair and s.tile.is_dragon,
            2,
            everybody=True,
            law=N_("A pair of dragons: 2."),
            title=N_("A pair of dragons"),
        ),
        Rule(
            "pair-own-wind",
            On.SET,
            "",
            lambda s: s.is_pair and s.is_own,
            2,
            words=N_("seat wind"),
            everybody=True,
            law=N_("A pair of your seat wind: 2."),
            title=N_("A pair of your seat wind"),
        ),
        Rule(
            "own-wind",
            On.SET,
            "",
            lambda s: s.is_alike and s.is_own,
            doubles=1,
            words=N_("seat wind"),
            everybody=True,
            law=N_("A pung or kong of your seat wind doubles."),
            title=N_("A pung or kong of your seat wind"),
        ),
        Rule(
            "dragons",
            On.SET,
            "",
            lambda s: s.is_alike and s.tile.is_dragon,
            doubles=1,
            everybody=True,
            law=N_("Each pung or kong of dragons doubles."),
            title=N_("Each pung or kong of dragons"),
        ),
        Rule(
            "flower",
            On.FLOWER,
            "",
            points=4,
            everybody=True,
            law=N_("Each flower or season: 4."),
            title=N_("Each flower or season"),
        ),
        Rule(
            "own-flower",
            On.FLOWER,
            "",
            lambda f: f.is_own,
            doubles=1,
            words=N_("your own"),
            everybody=True,
            enabled_if=lambda options: options.flower_doubles_add,
            law=N_("Your own flower doubles, and so does your own season."),
            title=N_("Your own flower, and your own season"),
        ),
        Rule(
            "own-flower-alone",
            On.FLOWER,
            "",
            lambda f: f.is_own and not f.complete,
            doubles=1,
            words=N_("your own"),
            everybody=True,
            enabled_if=lambda options: not options.flower_doubles_add,
            variant_of="own-flower",
            law=N_("Your own flower doubles, and so does your own season, unless the set is complete."),
            title=N_("Your own flower, and your own season, unless the set is complete"),
        ),
        Rule(
            "complete-flowers",
            On.FLOWER_SET,
            "",
            doubles=2,
            everybody=True,
            law=N_("All four flowers, or all four seasons: 2 doubles."),
            title=N_("All four flowers, or all four seasons"),
        ),
        Rule(
            "only-tile",
            On.PLACE,
            "",
            lambda p: p.only,
            points=2,
            words=N_("the only tile that fits"),
            law=N_(
                "The winning tile made the pair, filled a chow, or completed 1 2 3 or 7 8 9 at its one open end: 2."
            ),
            title=N_("The winning tile made the pair, filled a chow, or completed 123 or 789 at its one open end"),
            texts=(
                N_("You waited for the {tile} alone: it made your pair."),
                N_("You waited for the {tile} alone: it completed your {set}."),
            ),
        ),
        Rule(
            "mixed-suit",
            On.TILES,
            "",
            lambda t: t.suits == 1 and t.honours,
            doubles=1,
            words=N_("one suit with winds or dragons"),
            law=N_("All suit tiles of one suit, with winds or dragons: one double."),
            title=N_("All suit tiles of one suit, with winds or dragons"),
        ),
        Rule(
            "pure-suit",
            On.TILES,
            "",
            lambda t: t.suits == 1 and not t.honours,
            doubles=3,
            words=N_("one suit only"),
            law=N_("All tiles of one suit: three doubles."),
            title=N_("All tiles of one suit"),
        ),
        Rule(
            "all-terminals",
            On.TILES,
            "",
            lambda t: t.terminals and not t.honours and not t.simples,
            doubles=1,
            words=N_("all tiles 1s and 9s"),
            law=N_("All tiles 1s and 9s: one double."),
            title=N_("All tiles 1s and 9s"),
        ),
        Rule(
            "all-honours",
            On.TILES,
            "",
            lambda t: t.honours and not t.suits,
            doubles=3,
            words=N_("all tiles winds and dragons"),
            law=N_("All tiles winds and dragons: three doubles."),
            title=N_("All tiles winds and dragons"),
        ),
        Rule(
            "four-kongs",
            On.SHAPE,
            "",
            lambda s: s.kongs == 4,
            words=N_("fourfold plenty"),
            law=N_("Fourfold plenty: four kongs: the limit."),
            title=N_("Fourfold plenty: four kongs"),
            share=WHOLE_LIMIT,
        ),
        Rule(
            "self-drawn",
            On.WIN,
            "",
            lambda w: w.is_self_drawn,
            2,
            words=N_("winning tile drawn"),
            law=N_("The winner drew the winning tile: 2."),
            title=N_("The winner drew the winning tile"),
        ),
    )
}


# --- faults: where a source is silent, the custom of printed rules, and which


_BABCOCK: Final = "J. P. Babcock, Rules for Mah-Jongg, 1923"
_LEAGUE: Final = "National Mah Jongg League"

CHINESE_CUSTOMS: Final = (
    Fault(
        "false-mah-jongg",
        N_("False Mah Jongg, with the hand shown"),
        N_("The hand ends, and nobody else pays."),
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
        N_("Too many or too few tiles"),
        N_("The player continues but can’t win. The hand scores nothing and pays like any loser’s: enter 0."),
        Follows.DEAD,
        _BABCOCK,
        custom=True,
    ),
    Fault(
        "discard-back",
        N_("A discard taken back"),
        N_("Once it is put down it stays there."),
        Follows.STANDS,
        _BABCOCK,
        custom=True,
    ),
    Fault(
        "misnamed",
        N_("A discard misnamed"),
        N_("Look at the tile before you claim it."),
        Follows.NOTHING,
        _BABCOCK,
        custom=True,
    ),
    Fault(
        "tile-shown",
        N_("A tile of the wall or of a hand shown by accident"),
        N_("It is put back."),
        Follows.NOTHING,
        _BABCOCK,
        custom=True,
    ),
)
LEAGUE_CUSTOMS: Final = (
    Fault(
        "error-shown",
        N_("Mah Jongg in error, with the hand shown"),
        N_("The hand is out and pays the winner. Jokers in sets exposed earlier may still be exchanged."),
        Follows.DEAD,
        _LEAGUE,
        hand_field="dead",
        custom=True,
    ),
    Fault(
        "wrong-count",
        N_("Too many or too few tiles"),
        N_("The hand is out and pays the winner."),
        Follows.DEAD,
        _LEAGUE,
        hand_field="dead",
        custom=True,
    ),
    Fault(
        "misnamed",
        N_("A discard misnamed"),
        N_("It can’t be claimed until it has been named correctly."),
        Follows.NO_CLAIM,
        _LEAGUE,
        custom=True,
    ),
    Fault(
        "misnamed-win",
        N_("A discard misnamed, and Mah Jongg called with it"),
        N_("The game ends, and nobody else pays."),
        Follows.PENALTY,
        _LEAGUE,
        Who.OFFENDER,
        Who.ONE,
        times=4,
        custom=True,
    ),
)


def misnamed(id: str, offence: str, points: int, source: str) -> Fault:  # noqa: A002 - what it is called everywhere
    """Return the fault of a misnamed discard that is claimed by its name: the claimer is paid."""
    law = N_("The claimer is paid for the set that can’t be made.")
    return Fault(id, offence, law, Follows.PENALTY, source, Who.OFFENDER, Who.ONE, points=points)


def fault(id: str, source: str) -> Fault:  # noqa: A002 - what it is called everywhere
    """Return one of the shared faults, with the source of a ruleset.

    >>> fault("late-claim", "3, 4").words
    'An earlier discard claimed'
    """
    return msgspec.structs.replace(_FAULTS[id], source=source)


_FAULTS: Final = {
    one.id: one
    for one in (
        Fault(
            "cannon",
            N_("A dangerous discard that lets somebody win"),
            N_("The discarder pays for all. The losers don’t settle: enter 0 for them."),
            Follows.STANDS,
            "",
            Who.OFFENDER,
            Who.LOSERS,
            refunds=True,
        ),
        Fault(
            "late-claim",
            N_("An earlier discard claimed"),
            N_("Only the last discard can be claimed."),
            Follows.NO_CLAIM,
            "",
        ),
        Fault(
            "chow-out-of-turn",
            N_("A chow claimed by somebody who isn’t next in turn"),
            N_("A chow is for the next in turn, unless it makes Mah Jongg."),
            Follows.NO_CLAIM,
            "",
        ),
        Fault(
            "kong-on-exposed",
            N_("A discard claimed for a kong with an exposed pung"),
            N_("To claim a discard for a kong you need three in your hand."),
            Follows.NO_CLAIM,
            "",
        ),
    )
}

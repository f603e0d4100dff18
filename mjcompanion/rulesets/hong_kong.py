"""Hong Kong old style, counted in faan: the commonest customs, for no one book has them; others are house options."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec

from mjcompanion.core.hand import By
from mjcompanion.core.options import NETTED, Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.fault import Fault, Follows, Who
from mjcompanion.rules.kind import nine_gates, thirteen_orphans
from mjcompanion.rules.optional_rows import adopted
from mjcompanion.rules.row import WHOLE_LIMIT, On, Rule
from mjcompanion.rules.ruleset import ExampleHand, Pays, Ruleset, Turns
from mjcompanion.rules.wall import Dealing, WallRules

SOURCE: Final = "HK"
FAAN: Final = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
"""What 0, 1, 2 … 13 faan score: doubled up to 4 faan, from there on half as fast ("half-spicy")."""


def _gives(row: Rule | str, law: str, faan: int = 0, share: Fraction | int = 0, title: str = "") -> Rule:
    """A common row, or one of the library, with what it gives here."""
    one = adopted(row, SOURCE, law) if isinstance(row, str) else row
    gives = {"points": 0, "doubles": faan, "share": share, "everybody": False}
    return msgspec.structs.replace(one, law=law, title=title or one.title, **gives)


def _limit(id: str, law: str) -> Rule:  # noqa: A002 - what it is called everywhere
    return _gives(id, law, share=WHOLE_LIMIT)


ROWS: Final = (
    _gives(shared_rows.row("dragons", SOURCE), N_("Each pung or kong of dragons: 1 faan."), 1),
    _gives(shared_rows.row("own-wind", SOURCE), N_("A pung or kong of your seat wind: 1 faan."), 1),
    _gives("round-wind", N_("A pung or kong of the prevailing wind: 1 faan."), 1),
    _gives(shared_rows.row("own-flower", SOURCE), N_("Your own flower, and your own season: 1 faan each."), 1),
    _gives(
        shared_rows.row("own-flower-alone", SOURCE),
        N_("Your own flower, and your own season, unless the set is complete: 1 faan each."),
        1,
    ),
    _gives(shared_rows.row("complete-flowers", SOURCE), N_("All four flowers, or all four seasons: 2 faan."), 2),
    msgspec.structs.replace(
        _gives("no-flowers", N_("No flower and no season: 1 faan."), 1), enabled_if=lambda options: options.flowers
    ),
    _gives(shared_rows.row("self-drawn", SOURCE), N_("The winner drew the winning tile: 1 faan."), 1),
    _gives("concealed-hand", N_("Nothing on the table before the hand won: 1 faan."), 1),
    Rule(
        "loose-tile",
        On.WIN,
        SOURCE,
        lambda w: w.by is By.KONG_REPLACEMENT and "second_kong" not in w.feats,
        doubles=1,
        words=N_("won with a loose tile after a kong"),
        law=N_("Won with a loose tile after a kong: 1 faan, and self-drawn counts as well."),
        title=N_("Won with a loose tile after a kong (self-drawn counts as well)"),
    ),
    _gives(
        "kong-upon-kong",
        N_("Kong upon kong, and its loose tile won: 8 faan, and self-drawn counts as well."),
        8,
        title=N_("Kong upon kong, and its loose tile won (self-drawn counts as well)"),
    ),
    _gives("last-tile", N_("Won on the last tile, or on the discard after it: 1 faan."), 1),
    _gives("robbed-kong", N_("Robbed a kong: 1 faan."), 1),
    _gives("all-chows", N_("All chows, the common hand: 1 faan."), 1),
    _gives("no-runs", N_("All pungs and kongs: 3 faan."), 3),
    _gives(shared_rows.row("mixed-suit", SOURCE), N_("One suit with winds or dragons: 3 faan."), 3),
    _gives(shared_rows.row("pure-suit", SOURCE), N_("All tiles of one suit: 7 faan."), 7),
    _gives(
        "heads-and-tails",
        N_("All tiles 1s, 9s, winds and dragons: 1 faan, besides the 3 for all pungs."),
        1,
        title=N_("All tiles 1s, 9s, winds and dragons, besides the 3 for all pungs"),
    ),
    _gives(
        "little-three-dragons",
        N_("Little three dragons: 3 faan, besides one for each of the two pungs: 5 together."),
        3,
        title=N_("Little three dragons, besides 1 for each of the two pungs"),
    ),
    _gives(
        "all-dragons",
        N_("Big three dragons: 5 faan, besides one for each of the three pungs: 8 together."),
        5,
        title=N_("Big three dragons, besides 1 for each of the three pungs"),
    ),
    _gives(
        "little-four-winds",
        N_("Little four winds: 6 faan, besides those for your wind and the round’s."),
        6,
        title=N_("Little four winds, besides those for your wind and the round’s"),
    ),
    _limit("all-winds", N_("Big four winds: the limit.")),
    _limit("four-concealed-pungs", N_("Four concealed pungs or kongs: the limit.")),
    _limit("four-kongs", N_("Four kongs: the limit.")),
    _limit("all-terminals", N_("All tiles 1s and 9s: the limit.")),
    _limit("all-honours", N_("All tiles winds and dragons: the limit.")),
    _limit("thirteen-orphans", N_("Thirteen orphans: the limit.")),
    _limit("nine-gates", N_("Nine gates: the limit.")),
    _limit("dealt", N_("East complete as dealt: the limit.")),
    _limit("first-discard", N_("Won on East’s first discard: the limit.")),
)

HONG_KONG: Final = Ruleset.define(
    "hong-kong",
    order=5,
    usual=True,
    name=N_("Hong Kong old style, in faan"),
    short=N_("Hong Kong"),
    line=N_("Counted in faan. The discarder pays double."),
    source=SOURCE,
    taken_from=N_("the custom of Hong Kong tables"),
    rows=ROWS,
    kinds=(thirteen_orphans(), nine_gates()),
    asks=frozenset({"seat", "round", "how", "tile", "last_tile", "second_kong"}),
    uses=(*shared_rows.TABLE_OPTIONS, "flower_doubles_add"),
    preset=Options(
        hand_over=NETTED,
        limit=FAAN[10],
        flower_doubles_add=False,
        east_double=False,
        east_stays_after_draw=True,
        minimum=3,
        minimum_in="faan",
        scale=FAAN,
    ),
    wall=WallRules(1, 18, Dealing.EAST_SKIPS, SOURCE, stacks_without_flowers=17, loose=True),
    pays=Pays(discarder=2, others=1, drawn=2),
    turns=Turns(winner_stays=True, round_wind=True, rounds=4),
    practice=("whole", "verdict", "settling"),
    example=ExampleHand("123m 456m 99m (777z) [1111z]", "9m", "1f"),
    hand_laws=(
        *shared_rows.HAND_LAWS,
        N_("A double is called a faan. A table turns faan into points. Sets and flowers have no points of their own."),
    ),
    claims=shared_rows.CLAIMS,
    manners=(N_("After a kong draw a loose tile, then discard."),),
    ends=(
        N_("Tiles are drawn to the last one. When nobody wins with it or its discard, the game is a draw."),
        N_("Nobody pays for a draw."),
    ),
    faults=(
        shared_rows.fault("late-claim", SOURCE),
        shared_rows.fault("chow-out-of-turn", SOURCE),
        shared_rows.fault("kong-on-exposed", SOURCE),
        Fault(
            "false-mah-jongg",
            N_("False Mah Jongg, or a hand with too few faan"),
            N_("The hand ends, and nobody else pays."),
            Follows.PENALTY,
            SOURCE,
            Who.OFFENDER,
            Who.OTHERS,
            share=WHOLE_LIMIT,
            east=True,
        ),
        Fault(
            "wrong-count",
            N_("Too many or too few tiles"),
            N_("The player continues but can’t win."),
            Follows.DEAD,
            SOURCE,
        ),
        *[one for one in shared_rows.CHINESE_CUSTOMS if one.id in ("discard-back", "misnamed", "tile-shown")],
    ),
)

"""British play after the rules of the British Mah-Jong Association.

They stand in "Mah-Jong (Know the Game)" by G. Headley and Y. Seeley, 3rd edition 2008, with the corrections that the
authors acknowledged. Where two accounts of them differ, docs/rules.md says what was taken.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mjcompanion.core.hand import By
from mjcompanion.core.options import NETTED, Options
from mjcompanion.i18n.translation import mark
from mjcompanion.rules import common
from mjcompanion.rules.fault import Fault, Follows, Who
from mjcompanion.rules.kind import fixed, knitting, pairs_of_honours, thirteen_orphans, triple_knitting
from mjcompanion.rules.library import adopted, roof_and_sea
from mjcompanion.rules.record import Example, Pays, Ruleset, Turns
from mjcompanion.rules.row import HALF_LIMIT, WHOLE_LIMIT, On, Rule, Together
from mjcompanion.rules.wall import Dealing, WallRules

SOURCE: Final = "BMJA"


def _shape(id: str, words: str, law: str, title: str, share: Fraction = WHOLE_LIMIT) -> Rule:  # noqa: A002
    """A special hand that is no four sets and a pair."""
    return Rule(
        id, On.KIND, SOURCE, lambda k: k.kind == id, words=words, law=law, title=title, share=share, special=True
    )


SPECIAL: Final = (
    _shape(
        "thirteen-orphans",
        mark("thirteen unique wonders"),
        mark("Thirteen unique wonders: each 1, 9, wind and dragon, and one of them twice: the limit."),
        mark("Thirteen unique wonders: each 1, 9, wind and dragon, one twice"),
    ),
    _shape(
        "gates-of-heaven",
        mark("gates of heaven"),
        mark("Gates of heaven: 1112345678999 of a suit, and one of its 2s to 8s again: the limit."),
        mark("Gates of heaven: 1112345678999 of a suit, one of the 2s to 8s twice"),
    ),
    _shape(
        "wriggling-snake",
        mark("wriggling snake"),
        mark("Wriggling snake: two 1s and 2 to 9 of a suit, and each wind: the limit."),
        mark("Wriggling snake: two 1s and 2 to 9 of a suit, each wind"),
    ),
    _shape(
        "knitting",
        mark("knitting"),
        mark("Knitting: seven pairs of the same number, each pair in the same two suits: half the limit."),
        mark("Knitting: seven pairs of the same number in the same two suits"),
        HALF_LIMIT,
    ),
    _shape(
        "triple-knitting",
        mark("triple knitting"),
        mark("Triple knitting: four times a number in all three suits, and once in two: half the limit."),
        mark("Triple knitting: four times a number in all three suits, once in two"),
        HALF_LIMIT,
    ),
    _shape(
        "pairs-of-honours",
        mark("all pair honours"),
        mark("All pair honours: seven pairs of 1s, 9s, winds and dragons: half the limit. Four alike are two pairs."),
        mark("All pair honours: seven pairs of 1s, 9s, winds, dragons"),
        HALF_LIMIT,
    ),
    adopted("dealt", SOURCE, mark("Heaven’s blessing: East is complete as dealt: the limit.")),
    adopted("first-discard", SOURCE, mark("Earth’s blessing: Mah Jongg on East’s first discard: the limit.")),
    *roof_and_sea(SOURCE),
    adopted(
        "kong-upon-kong",
        SOURCE,
        mark("Twofold fortune: the loose tile of a kong made another kong, and its loose tile won: the limit."),
        words=mark("twofold fortune"),
        title=mark("Twofold fortune: kong upon kong, and its loose tile won"),
    ),
    Rule(
        "buried-treasure",
        On.HAND,
        SOURCE,
        Together(sets=lambda s: s.concealed_alike == 4 and not s.kongs, tiles=lambda t: t.suits <= 1),
        words=mark("buried treasure"),
        law=mark("Buried treasure: four concealed pungs of one suit, winds and dragons: the limit."),
        title=mark("Buried treasure: four concealed pungs of one suit, winds and dragons"),
        share=WHOLE_LIMIT,
    ),
    Rule(
        "all-dragons",
        On.SHAPE,
        SOURCE,
        lambda s: s.dragon_sets == 3 and not s.chows,
        words=mark("three great scholars"),
        law=mark("Three great scholars: all three dragons in pungs or kongs, and no chow: the limit."),
        title=mark("Three great scholars: all three dragons in pungs or kongs, no chow"),
        share=WHOLE_LIMIT,
    ),
    Rule(
        "all-winds",
        On.SHAPE,
        SOURCE,
        lambda s: s.wind_sets == 4,
        words=mark("four blessings hovering over the door"),
        law=mark("Four blessings hovering over the door: all four winds in pungs or kongs: the limit."),
        title=mark("Four blessings hovering over the door: all four winds in pungs or kongs"),
        share=WHOLE_LIMIT,
    ),
    common.row("four-kongs", SOURCE),
    Rule(
        "all-green",
        On.HAND,
        SOURCE,
        Together(sets=lambda s: not s.chows, tiles=lambda t: t.green),
        words=mark("imperial jade"),
        law=mark("Imperial jade: all tiles green dragons and bamboos 2, 3, 4, 6 and 8, and no chow: the limit."),
        title=mark("Imperial jade: all tiles green dragons and bamboos 2, 3, 4, 6, 8, no chow"),
        share=WHOLE_LIMIT,
    ),
    *common.heads_and_honours(SOURCE),
)
"""Of the association's nineteen special hands all but Purity, which doubles."""
PURITY: Final = (
    adopted(
        "pure-suit-no-runs",
        SOURCE,
        mark("Purity: all tiles of one suit, and no chow: three doubles, in place of all others."),
        doubles=3,
        share=0,
        words=mark("Purity"),
        title=mark("Purity: all tiles of one suit, and no chow"),
        special=True,
    ),
    Rule(
        "purity-final-discard",
        On.HAND,
        SOURCE,
        Together(
            sets=lambda s: not s.chows,
            tiles=lambda t: t.suits == 1 and not t.honours,
            win=lambda w: w.last_tile and w.by is By.DISCARD,
        ),
        doubles=1,
        words=mark("Purity on the final discard"),
        law=mark("Purity, won on the discard after the last tile of the wall: one more double."),
        title=mark("Purity on the discard after the wall’s last tile"),
        special=True,
    ),
)
ROWS: Final = (
    *common.set_points(SOURCE),
    *common.rows(SOURCE, "pair-dragons", "pair-own-wind"),
    adopted("pair-round-wind", SOURCE, mark("A pair of the prevailing wind: 2.")),
    common.row("own-wind", SOURCE),
    adopted("round-wind", SOURCE, mark("A pung or kong of the prevailing wind doubles.")),
    *common.rows(SOURCE, "dragons", "flower"),
    *common.own_flower_doubles(SOURCE),
    *common.rows(SOURCE, "complete-flowers", "mah-jongg", "self-drawn"),
    adopted("loose-tile", SOURCE, mark("Won with a loose tile: one double."), points=0, doubles=1),
    adopted("last-tile", SOURCE, mark("Won on the last tile: one double.")),
    adopted("robbed-kong", SOURCE, mark("Robbed a kong: one double."), points=0, doubles=1),
    adopted("original-call", SOURCE, mark("Original call: one double.")),
    adopted("no-runs", SOURCE, mark("No runs: one double.")),
    adopted(
        "concealed-self-drawn",
        SOURCE,
        mark("Nothing on the table, and the winning tile drawn: one double."),
    ),
    common.row("mixed-suit", SOURCE),
    adopted(
        "heads-and-tails",
        SOURCE,
        mark("All tiles 1s, 9s, winds and dragons: one double."),
        title=mark("All tiles 1s, 9s, winds and dragons"),
    ),
    *PURITY,
    *SPECIAL,
    Rule(
        "fishing",
        On.WAITING,
        SOURCE,
        lambda w: w.share == WHOLE_LIMIT,
        words=mark("fishing for a limit hand"),
        law=mark("Fishing: a hand that didn’t win, one tile short of the limit, counts two fifths of it."),
        title=mark("Not won, but one tile short of a hand worth the limit"),
        share=Fraction(2, 5),
        everybody=True,
        special=True,
    ),
    Rule(
        "fishing-half",
        On.WAITING,
        SOURCE,
        lambda w: w.share == HALF_LIMIT,
        words=mark("fishing for half the limit"),
        law=mark("Fishing: a hand that didn’t win, one tile short of half the limit, counts a fifth of the limit."),
        title=mark("Not won, but one tile short of a hand worth half the limit"),
        share=Fraction(1, 5),
        everybody=True,
        special=True,
    ),
    Rule(
        "fishing-purity",
        On.WAITING,
        SOURCE,
        lambda w: "pure-suit-no-runs" in w.rows,
        doubles=3,
        words=mark("fishing for Purity"),
        law=mark("Fishing: a hand that didn’t win, one tile short of Purity, has its three doubles."),
        title=mark("Not won, but one tile short of Purity"),
        everybody=True,
        special=True,
    ),
)

BRITISH: Final = Ruleset.define(
    "british",
    place=6,
    name=mark("British, with special hands"),
    short=mark("British (BMJA)"),
    line=mark("Four players; one chow at most, special hands, a limit of 1,000."),
    source=SOURCE,
    taken_from=mark("the British Mah-Jong Association’s rules, Know the Game, 3rd edition, 2008"),
    rows=ROWS,
    kinds=(
        thirteen_orphans(),
        fixed("gates-of-heaven", *[f"1112345678999{one}{suit}" for one in range(2, 9) for suit in "mps"]),
        fixed("wriggling-snake", "1123456789m 1234z", any_suits=True),
        knitting(),
        triple_knitting(),
        pairs_of_honours(),
    ),
    most_chows=1,
    losers_score=True,
    asks=frozenset({"seat", "round", "how", "tile", "last_tile", "called", "second_kong"}),
    uses=(*common.TABLE_OPTIONS, *common.LOSERS_OPTIONS, "flower_doubles_add"),
    preset=Options(limit=1000, loser_pairs="all", east_stays_after_draw=True, hand_over=NETTED),
    wall=WallRules(2, 18, Dealing.EAST_SKIPS, SOURCE, stacks_without_flowers=17, loose=True, kong_box=6),
    pays=Pays(),
    turns=Turns(winner_stays=True, round_wind=True, rounds=4),
    practice=("sets", "winds", "doubles", "whole", "loser", "settling"),
    example=Example("555m 456p 99s (777z) [1111s]", "9s", "1f"),
    hand_laws=(
        *common.HAND_LAWS,
        mark("Only one of the four sets may be a chow."),
        mark("A special hand stands in place of the ordinary points and doubles, unless these give more."),
        mark("The flowers and seasons of a special hand are counted and doubled apart, and added, up to the limit."),
        mark("Special hands that aren’t four sets and a pair stay in hand until the last tile."),
    ),
    claims=(
        *common.CLAIMS[:2],
        mark("3. A chow, by the next in turn only, and one in a hand."),
        mark("Say “fishing” when you are one tile short."),
        common.CLAIMS[-1],
    ),
    ends=(
        mark("The game is a draw when the wall before the kong box is used up. Nobody pays, and East stays."),
        mark(
            "A draw may be followed by a goulash: three tiles are passed three times, and four tiles are jokers. Enter "
            "the tiles that the jokers stand for."
        ),
    ),
    faults=(
        common.misnamed("misnamed-set", mark("A discard misnamed, and claimed for a set"), 50, SOURCE),
        Fault(
            "misnamed-win",
            mark("A discard misnamed, and Mah Jongg called with it"),
            mark("The win stands; the discarder pays for all."),
            Follows.STANDS,
            SOURCE,
            Who.OFFENDER,
            Who.LOSERS,
            refunds=True,
        ),
        common.fault("cannon", SOURCE),
        common.fault("late-claim", SOURCE),
        common.fault("chow-out-of-turn", SOURCE),
        *[fault for fault in common.CHINESE_CUSTOMS if fault.id != "misnamed"],
    ),
)

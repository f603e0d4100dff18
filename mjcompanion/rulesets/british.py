"""British play after the rules of the British Mah-Jong Association.

They stand in "Mah-Jong (Know the Game)" by G. Headley and Y. Seeley, 3rd edition 2008, with the corrections that the
authors acknowledged. Where two accounts of them differ, docs/rules.md says what was taken.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mjcompanion.core.hand import By
from mjcompanion.core.options import NETTED, Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules import shared_rows
from mjcompanion.rules.fault import Fault, Follows, Who
from mjcompanion.rules.kind import fixed, knitting, pairs_of_honours, thirteen_orphans, triple_knitting
from mjcompanion.rules.optional_rows import adopted, roof_and_sea
from mjcompanion.rules.row import HALF_LIMIT, WHOLE_LIMIT, On, Rule
from mjcompanion.rules.ruleset import ExampleHand, Pays, Ruleset, Turns
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
        N_("thirteen unique wonders"),
        N_("Thirteen unique wonders: each 1, 9, wind and dragon, and one of them twice: the limit."),
        N_("Thirteen unique wonders: each 1, 9, wind and dragon, one twice"),
    ),
    _shape(
        "gates-of-heaven",
        N_("gates of heaven"),
        N_("Gates of heaven: 1112345678999 of a suit, and one of its 2s to 8s again: the limit."),
        N_("Gates of heaven: 1112345678999 of a suit, one of the 2s to 8s twice"),
    ),
    _shape(
        "wriggling-snake",
        N_("wriggling snake"),
        N_("Wriggling snake: two 1s and 2 to 9 of a suit, and each wind: the limit."),
        N_("Wriggling snake: two 1s and 2 to 9 of a suit, each wind"),
    ),
    _shape(
        "knitting",
        N_("knitting"),
        N_("Knitting: seven pairs of the same number, each pair in the same two suits: half the limit."),
        N_("Knitting: seven pairs of the same number in the same two suits"),
        HALF_LIMIT,
    ),
    _shape(
        "triple-knitting",
        N_("triple knitting"),
        N_("Triple knitting: four times a number in all three suits, and once in two: half the limit."),
        N_("Triple knitting: four times a number in all three suits, once in two"),
        HALF_LIMIT,
    ),
    _shape(
        "pairs-of-honours",
        N_("all pair honours"),
        N_("All pair honours: seven pairs of 1s, 9s, winds and dragons: half the limit. Four alike are two pairs."),
        N_("All pair honours: seven pairs of 1s, 9s, winds, dragons"),
        HALF_LIMIT,
    ),
    adopted("dealt", SOURCE, N_("Heaven’s blessing: East is complete as dealt: the limit.")),
    adopted("first-discard", SOURCE, N_("Earth’s blessing: Mah Jongg on East’s first discard: the limit.")),
    *roof_and_sea(SOURCE),
    adopted(
        "kong-upon-kong",
        SOURCE,
        N_("Twofold fortune: the loose tile of a kong made another kong, and its loose tile won: the limit."),
        words=N_("twofold fortune"),
        title=N_("Twofold fortune: kong upon kong, and its loose tile won"),
    ),
    Rule(
        "buried-treasure",
        On.HAND,
        SOURCE,
        lambda h: h.shape.concealed_alike == 4 and not h.shape.kongs and h.tiles.suits <= 1,
        words=N_("buried treasure"),
        law=N_("Buried treasure: four concealed pungs of one suit, winds and dragons: the limit."),
        title=N_("Buried treasure: four concealed pungs of one suit, winds and dragons"),
        share=WHOLE_LIMIT,
    ),
    Rule(
        "all-dragons",
        On.SHAPE,
        SOURCE,
        lambda s: s.dragon_sets == 3 and not s.chows,
        words=N_("three great scholars"),
        law=N_("Three great scholars: all three dragons in pungs or kongs, and no chow: the limit."),
        title=N_("Three great scholars: all three dragons in pungs or kongs, no chow"),
        share=WHOLE_LIMIT,
    ),
    Rule(
        "all-winds",
        On.SHAPE,
        SOURCE,
        lambda s: s.wind_sets == 4,
        words=N_("four blessings hovering over the door"),
        law=N_("Four blessings hovering over the door: all four winds in pungs or kongs: the limit."),
        title=N_("Four blessings hovering over the door: all four winds in pungs or kongs"),
        share=WHOLE_LIMIT,
    ),
    shared_rows.row("four-kongs", SOURCE),
    Rule(
        "all-green",
        On.HAND,
        SOURCE,
        lambda h: not h.shape.chows and h.tiles.green,
        words=N_("imperial jade"),
        law=N_("Imperial jade: all tiles green dragons and bamboos 2, 3, 4, 6 and 8, and no chow: the limit."),
        title=N_("Imperial jade: all tiles green dragons and bamboos 2, 3, 4, 6, 8, no chow"),
        share=WHOLE_LIMIT,
    ),
    *shared_rows.heads_and_honours(SOURCE),
)
"""Of the association's nineteen special hands all but Purity, which doubles."""
PURITY: Final = (
    adopted(
        "pure-suit-no-runs",
        SOURCE,
        N_("Purity: all tiles of one suit, and no chow: three doubles, in place of all others."),
        doubles=3,
        share=0,
        words=N_("Purity"),
        title=N_("Purity: all tiles of one suit, and no chow"),
        special=True,
    ),
    Rule(
        "purity-final-discard",
        On.HAND,
        SOURCE,
        lambda h: not h.shape.chows and h.tiles.is_pure and h.win.last_tile and h.win.by is By.DISCARD,
        doubles=1,
        words=N_("Purity on the final discard"),
        law=N_("Purity, won on the discard after the last tile of the wall: one more double."),
        title=N_("Purity on the discard after the wall’s last tile"),
        special=True,
    ),
)
ROWS: Final = (
    *shared_rows.set_points(SOURCE),
    *shared_rows.rows(SOURCE, "pair-dragons", "pair-own-wind"),
    adopted("pair-round-wind", SOURCE, N_("A pair of the prevailing wind: 2.")),
    shared_rows.row("own-wind", SOURCE),
    adopted("round-wind", SOURCE, N_("A pung or kong of the prevailing wind doubles.")),
    *shared_rows.rows(SOURCE, "dragons", "flower"),
    *shared_rows.own_flower_doubles(SOURCE),
    *shared_rows.rows(SOURCE, "complete-flowers", "mah-jongg", "self-drawn"),
    adopted("loose-tile", SOURCE, N_("Won with a loose tile: one double."), points=0, doubles=1),
    adopted("last-tile", SOURCE, N_("Won on the last tile: one double.")),
    adopted("robbed-kong", SOURCE, N_("Robbed a kong: one double."), points=0, doubles=1),
    adopted("original-call", SOURCE, N_("Original call: one double.")),
    adopted("no-runs", SOURCE, N_("No chows: one double.")),
    adopted(
        "concealed-self-drawn",
        SOURCE,
        N_("Nothing on the table, and the winning tile drawn: one double."),
    ),
    shared_rows.row("mixed-suit", SOURCE),
    adopted(
        "heads-and-tails",
        SOURCE,
        N_("All tiles 1s, 9s, winds and dragons: one double."),
        title=N_("All tiles 1s, 9s, winds and dragons"),
    ),
    *PURITY,
    *SPECIAL,
    Rule(
        "fishing",
        On.WAITING,
        SOURCE,
        lambda w: w.share == WHOLE_LIMIT,
        words=N_("fishing for a limit hand"),
        law=N_("Fishing: a hand that didn’t win, one tile short of the limit, counts two fifths of it."),
        title=N_("Not won, but one tile short of a hand that scores the limit"),
        share=Fraction(2, 5),
        everybody=True,
        special=True,
    ),
    Rule(
        "fishing-half",
        On.WAITING,
        SOURCE,
        lambda w: w.share == HALF_LIMIT,
        words=N_("fishing for half the limit"),
        law=N_("Fishing: a hand that didn’t win, one tile short of half the limit, counts a fifth of the limit."),
        title=N_("Not won, but one tile short of a hand that scores half the limit"),
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
        words=N_("fishing for Purity"),
        law=N_("Fishing: a hand that didn’t win, one tile short of Purity, has its three doubles."),
        title=N_("Not won, but one tile short of Purity"),
        everybody=True,
        special=True,
    ),
)

BRITISH: Final = Ruleset.define(
    "british",
    order=6,
    name=N_("British, with special hands"),
    short=N_("British (BMJA)"),
    line=N_("Four players. One chow at most, special hands, a limit of 1,000."),
    source=SOURCE,
    taken_from=N_("the British Mah-Jong Association’s rules, Know the Game, 3rd edition, 2008"),
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
    uses=(*shared_rows.TABLE_OPTIONS, *shared_rows.LOSERS_OPTIONS, "flower_doubles_add"),
    preset=Options(limit=1000, loser_pairs="all", east_stays_after_draw=True, hand_over=NETTED),
    wall=WallRules(2, 18, Dealing.EAST_SKIPS, SOURCE, stacks_without_flowers=17, loose=True, kong_box=6),
    pays=Pays(),
    turns=Turns(winner_stays=True, round_wind=True, rounds=4),
    practice=("sets", "winds", "doubles", "whole", "loser", "settling"),
    example=ExampleHand("555m 456p 99s (777z) [1111s]", "9s", "1f"),
    hand_laws=(
        *shared_rows.HAND_LAWS,
        N_("Only one of the four sets may be a chow."),
        N_("A special hand stands in place of the ordinary points and doubles, unless these give more."),
        N_("The flowers and seasons of a special hand are counted and doubled apart, and added, up to the limit."),
        N_("Special hands that aren’t four sets and a pair stay in hand until the last tile."),
    ),
    claims=(
        *shared_rows.CLAIMS[:2],
        N_("3. A chow, by the next in turn only, and one in a hand."),
        N_("Say “fishing” when you are one tile short."),
        shared_rows.CLAIMS[-1],
    ),
    ends=(
        N_("The game is a draw when the wall before the kong box is used up. Nobody pays, and East stays."),
        N_(
            "A draw may be followed by a goulash: three tiles are passed three times, and four tiles are jokers. Enter "
            "the tiles that the jokers stand for."
        ),
    ),
    faults=(
        shared_rows.misnamed("misnamed-set", N_("A discard misnamed, and claimed for a set"), 50, SOURCE),
        Fault(
            "misnamed-win",
            N_("A discard misnamed, and Mah Jongg called with it"),
            N_("The win stands. The discarder pays for all."),
            Follows.STANDS,
            SOURCE,
            Who.OFFENDER,
            Who.LOSERS,
            refunds=True,
        ),
        shared_rows.fault("cannon", SOURCE),
        shared_rows.fault("late-claim", SOURCE),
        shared_rows.fault("chow-out-of-turn", SOURCE),
        *[fault for fault in shared_rows.CHINESE_CUSTOMS if fault.id != "misnamed"],
    ),
)

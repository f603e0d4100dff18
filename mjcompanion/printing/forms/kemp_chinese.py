"""Kemp's score card for the Chinese solitaire, blank or filled from a score sheet.

Source: the score card at the end of source 1, line by line and in its order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Final

import msgspec

from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import Meld
from mjcompanion.i18n.translation import N_, _, number
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fields import SUM, FormNumber
from mjcompanion.printing.forms.kemp_parts import (
    NONE,
    KempForm,
    KempRow,
    KempSection,
    asked_factor,
    card_heading,
    factor_words,
    final_rows,
    flow,
    lettered,
    with_nomenclature,
)
from mjcompanion.printing.layout import paginate
from mjcompanion.printing.page import PrintStyle
from mjcompanion.printing.tiles import printed_groups
from mjcompanion.printing.values import OneHand
from mjcompanion.rulesets.kemp_chinese import KEMP_CHINESE
from mjcompanion.scoring.context import describe_context
from mjcompanion.scoring.hand_groups import hand_groups
from mjcompanion.scoring.sheet import KEMP_TILES, ScoreLine, ScoreSheet

TITLE: Final = N_("Chinese Mah Jongg Solitaire with Discards")
_FOOT: Final = N_("Score card of Chinese solitaire, after John Kemp")
_ROWS: Final = {row.id: row for row in KEMP_CHINESE.rows}


# --- the lines, and which rules of the score sheet belong to them


class Combination(msgspec.Struct, frozen=True):
    """A line of section 1: what it is for, its points on the table and in hand, and the rules behind it.

    `label` is looked up where it is shown.

    `of` tells sets apart that one rule counts. `worth` has the points of what counts the same everywhere.
    """

    key: str
    label: str
    worth: int | None = None
    on_table: int | None = None
    in_hand: int | None = None
    rules: tuple[str, ...] = ()
    of: Callable[[Meld], bool] | None = None

    def is_for(self, rule: str, line: ScoreLine) -> bool:
        """Whether this line of the card has what the rule gives for that line of a sheet."""
        return rule in self.rules and (self.of is None or (line.meld is not None and self.of(line.meld)))


class Doubling(msgspec.Struct, frozen=True):
    """A line of sections 2 and 3: what doubles, Kemp's formula, the factor printed on the blank card, the rules.

    `label` and `formula` are looked up where they are shown.
    """

    key: str
    label: str
    formula: str
    factor: int | None
    rules: tuple[str, ...]


_IS_TERMINAL: Final = attrgetter("tile.is_terminal")
_IS_WIND: Final = attrgetter("tile.is_wind")
_IS_DRAGON: Final = attrgetter("tile.is_dragon")


def _of_sets(kind: str, tiles: str) -> tuple[str, str]:
    """The two rules that count sets of this kind: on the table and in hand."""
    return (f"{kind}-{tiles}-exposed", f"{kind}-{tiles}-concealed")


COMBINATIONS: Final = (
    Combination("pair", N_("Pair"), on_table=0, in_hand=0),
    Combination("runs", N_("Runs of 3 (runs of 4 or more not allowed)"), on_table=0, in_hand=0),
    Combination(
        "3-simples", N_("3 of a kind, 2’s–8’s (simples), each"), None, 2, 4, _of_sets("pung", "simples")
    ),
    Combination(
        "3-terminals", N_("3 ones or 3 nines of a kind (terminals), each"), None, 4, 8,
        _of_sets("pung", "honours"), _IS_TERMINAL,
    ),
    Combination("3-winds", N_("3 winds of any one kind, each"), None, 4, 8, _of_sets("pung", "honours"), _IS_WIND),
    Combination(
        "3-dragons", N_("3 dragons of any one kind, each"), None, 4, 8, _of_sets("pung", "honours"), _IS_DRAGON
    ),
    Combination("4-simples", N_("4 of a kind, 2’s–8’s (simples), each"), None, 8, 16, _of_sets("kong", "simples")),
    Combination(
        "4-terminals", N_("4 ones or 4 nines (terminals), each"), None, 16, 32,
        _of_sets("kong", "honours"), _IS_TERMINAL,
    ),
    Combination("4-winds", N_("4 of any one wind, each"), None, 16, 32, _of_sets("kong", "honours"), _IS_WIND),
    Combination("4-dragons", N_("4 of any one dragon, each"), None, 16, 32, _of_sets("kong", "honours"), _IS_DRAGON),
    Combination("2-dragons", N_("2 of any one dragon"), None, 2, 2, ("pair-dragons",)),
    Combination("2-winds", N_("2 of any one wind"), None, 2, 2, ("pair-winds",)),
    Combination("2-own", N_("2 of own (East) wind"), None, 2, 2, ("pair-own-wind",)),
    Combination("flowers", N_("Flowers (seasons), each"), 4, rules=("flower",)),
    Combination(
        "mah-jongg", N_("Mah Jongg (14 pieces: sets of 3, runs of 3, a pair + seasons)"), 20, rules=("mah-jongg",)
    ),
    Combination(
        "no-points", N_("No scoring combinations in Subtotal 2 *"), 10, rules=("no-points", "no-doubles")
    ),
    Combination("drawn", N_("Winning piece drawn"), 2, rules=("self-drawn",)),
    Combination(
        "only-tile", N_("Completing pair, fill a run of 3 in open middle, or on 1 end"), 2, rules=("only-tile",)
    ),
    Combination(
        "loose", N_("Winning piece on special draw of loose tile after 4 of a kind"), 10, rules=("loose-tile",)
    ),
    Combination("no-runs", N_("No runs"), 10, rules=("no-runs",)),
)  # fmt: skip
"""Section 1 of the card."""

DOUBLINGS: Final = (
    Doubling("2a", N_("3 or 4 of own (East) wind: double once"), N_("Subtotal 1 × 2"), 2, ("own-wind",)),
    Doubling("2b", N_("3 or 4 of any one dragon: double once for each"), "2a ×", None, ("dragons",)),
    Doubling("2c", N_("Hand all of one suit (with winds, dragons): double once"), "2b × 2", 2, ("mixed-suit",)),
    Doubling("2d", N_("Going out (Mah Jongg) on last tile: double once"), "2c × 2", 2, ("last-tile",)),
    Doubling("2e", N_("Hand all of one suit, no winds, dragons: double 3 times"), "2d × 8", 8, ("pure-suit",)),
    Doubling("2f", N_("Hand all 1’s and 9’s: double once"), "2e × 2", 2, ("all-terminals",)),
    Doubling("2g", N_("Hand all winds and dragons: double 3 times"), "2f × 8", 8, ("all-honours",)),
    Doubling("2h", N_("Mah Jongg on original draw: double 3 times"), "2g × 8", 8, ("dealt",)),
)
"""Section 2."""

_OWN_FLOWERS: Final = ("own-flower", "own-flower-alone")
FLOWER_DOUBLINGS: Final = (
    Doubling("3a", N_("One of own flower (East’s, or 1): double once"), "2h × 2", 2, _OWN_FLOWERS),
    Doubling("3b", N_("Both of own flower (East’s, or 1): double twice"), "3a × 4", 4, _OWN_FLOWERS),
    Doubling("3c", N_("All 4 seasons of 1 color (red or black): double 3 times"), "3b × 8", 8, ("complete-flowers",)),
)
"""Section 3: of the first two one holds at most."""
_NO_COMBINATIONS: Final = {
    "tiles": N_("* Read as: sets, pair and flowers score nothing (this program’s reading; a house option)."),
    "literal": N_("* Read word for word: nothing in part 2 doubles (a house option)."),
}
NOMENCLATURE: Final = N_(
    "Bamboo (tiao) 36, dot (tung, bing) 36, crak or characters (wan) 36. Dragons (leung): green (fa) 4, red (zhon, "
    "chung) 4, white (bai ban, po) 4. Winds: East (dong), West (xi), North (bei), South (nan), 4 each. Flowers or "
    "seasons (hua) 8. Together 144. 3 of a kind: peng. 4 of a kind: kong, gang. Run of 3 (eat): chie, chow, chur. "
    "Numbers: 1 ee, 2 er, 3 san, 4 sih, 5 wuu, 6 liu, 7 chi, 8 ba, 9 joh."
)
_TWICE: Final = N_("All 4 seasons of 1 color (red and black: twice): double 3 times each")
_ADJUSTING: Final = N_(
    "An arbitrary factor to adjust for Player’s having every draw or potential pung, etc., and holding out for very "
    "high score vs. achieving Mah Jongg early; an estimated factor based on perceived probability of score making "
    "Mah Jongg early vs. late."
)
_FINAL: Final = FormNumber(2, "", "n[2] * n[0] / Math.max(n[1], 1)", ("4c", "4a", FLOWER_DOUBLINGS[-1].key))


# --- the card as data


def sections(card: OneHand | None = None) -> tuple[KempSection, ...]:
    """Everything on the card below its heading; amounts are those of the sheet's own lines.

    Raises:
        RuleError: the hand isn't won, or house rules change rows.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> hand = Hand.parse("123m 456p 99s (777z) [1111s] 1f")
    >>> sheet = score(hand, ScoringContext(Ruleset("kemp-chinese"), discards=40))
    >>> basic, doubling, flowers, adjustment, final = sections(OneHand(sheet))
    >>> basic.rows[-1].amount, doubling.rows[1].second, flowers.rows[-1].amount, final.rows[0].amount
    ('60', '2', '240', '165.58')

    """
    sheet = _checked(card.sheet) if card is not None else None
    return (
        KempSection(
            _("1. Combinations (for basic score)"),
            tuple(_combinations(sheet)),
            (_("On table"), _("In hand"), _("Points")),
            _(_NO_COMBINATIONS["tiles" if sheet is None else sheet.context.options.no_combinations]),
        ),
        KempSection(
            _("2. Doubling honour scores, including multiple doubles only"),
            tuple(_doublings(sheet, DOUBLINGS)),
            ("", _("Factor"), _("Running product")),
        ),
        KempSection(_("3. Doubling for flowers (seasons)"), tuple(_doublings(sheet, FLOWER_DOUBLINGS))),
        KempSection(
            _("4. Adjustment factor for % of tiles left in wall"), tuple(_adjustment(sheet)), note=_(_ADJUSTING)
        ),
        KempSection("", tuple(final_rows(_("5. FINAL SCORE: 3c × 4d"), sheet, _FINAL))),
    )


def _checked(sheet: ScoreSheet | AmericanSheet) -> ScoreSheet:
    assert isinstance(sheet, ScoreSheet)  # noqa: S101 - so are those of its rules
    if not (sheet.context.winner and sheet.complete):
        raise RuleError([Problem("form-not-won")])
    if sheet.context.options.rows:
        raise RuleError([Problem("form-house-rows")])
    return sheet


def _combinations(sheet: ScoreSheet | None) -> Iterator[KempRow]:
    for one in COMBINATIONS:
        yield _combination(one, sheet) if one.rules else KempRow(one.key, _(one.label), "0", "0", "0")
    amount = "" if sheet is None else number(sheet.points)
    added = FormNumber(expression=SUM, fields=tuple(one.key for one in COMBINATIONS if one.rules))
    yield KempRow("subtotal-1", _("SUBTOTAL 1, basic score"), amount=amount, total=True, number=added)


def _combination(one: Combination, sheet: ScoreSheet | None) -> KempRow:
    earned = [] if sheet is None else list(_earned(one, sheet))
    amount = "" if sheet is None else number(sum(points for points, _unused in earned)) if earned else NONE
    label = _(one.label)
    about = _("{what}: points").format(what=label)
    counts = bool(earned)
    if one.worth is not None:
        given = str(one.worth) if len(earned) < 2 else f"{len(earned)} × {one.worth}"
        return KempRow(one.key, label, None, given, amount, counts, (False, counts), about)
    open_ = sum(is_open for _unused, is_open in earned)
    on_table, in_hand = (
        str(worth) if not count else f"{count} × {worth}"
        for worth, count in ((one.on_table, open_), (one.in_hand, len(earned) - open_))
    )
    strong = (open_ > 0, open_ < len(earned))
    return KempRow(one.key, label, on_table, in_hand, amount, counts, strong, about)


def _earned(one: Combination, sheet: ScoreSheet) -> Iterator[tuple[int, bool]]:
    """The points that the lines of a sheet have for this line of the card, and whether for sets on the table."""
    options = sheet.context.options
    for line in sheet.lines:
        for rule in line.rules:
            if one.is_for(rule, line):
                alone = len(line.rules) == 1
                points = line.points if alone else _ROWS[rule].points_with(options)
                yield points, line.meld is not None and not line.meld.concealed


def _doublings(sheet: ScoreSheet | None, doublings: tuple[Doubling, ...]) -> Iterator[KempRow]:
    """The lines of a section, each with the product so far."""
    if sheet is None:
        last = "subtotal-1" if doublings is DOUBLINGS else DOUBLINGS[-1].key
        for one in doublings:
            factor = "" if one.factor is None else str(one.factor)
            yield asked_factor(one.key, _(one.label), _(one.formula), factor, last)
            last = one.key
        return
    before = () if doublings is DOUBLINGS else DOUBLINGS
    doubles = sum(_doubles(one, sheet) for one in before)
    for one in doublings:
        mine = _doubles(one, sheet)
        doubles += mine
        factor = number(1 << mine) if mine else NONE
        product = number(sheet.points << doubles)
        twice = one.factor is not None and mine and one.factor < 1 << mine
        label = lettered(one.key, _(_TWICE) if twice else _(one.label))
        formula = f"{_(one.formula)} × {one.factor}" if twice else _(one.formula)
        yield KempRow(one.key, label, formula, factor, product, bool(mine), (mine > 0, mine > 0))
    if doublings is FLOWER_DOUBLINGS and sheet.limited:
        yield KempRow("limit", _("The limit of the house"), amount=number(sheet.score), counts=True)


def _doubles(one: Doubling, sheet: ScoreSheet) -> int:
    """The doubles that the lines of a sheet have for this line of the card."""
    found = sum(_ROWS[rule].doubles for line in sheet.lines for rule in line.rules if rule in one.rules)
    if one.rules is _OWN_FLOWERS:
        return found if (1 << found) == one.factor else 0
    return found


def _adjustment(sheet: ScoreSheet | None) -> Iterator[KempRow]:
    adjustment = sheet.adjustment if sheet is not None else None
    by, percent = factor_words(adjustment)
    flowers, drawable, discards, left = [""] * 4
    if adjustment is not None:
        flowers, drawable, discards, left = map(
            str, (adjustment.flowers, adjustment.drawable, adjustment.discards, adjustment.left)
        )
    start = _("a. Total tiles: 144 less 14 in Mah Jongg = {tiles}. Less flowers drawn").format(tiles=KEMP_TILES)
    about = _("Tiles less flowers drawn")
    less = FormNumber(expression=f"{KEMP_TILES} - n[0]", fields=("4a-by", "4b"), needs=2)
    yield KempRow("4a", start, "", flowers, drawable, about=about, second_about=_("Flowers drawn"), number=less)
    yield KempRow("4b", _("b. Less number of tiles discarded"), "", "–", discards, about=_("Tiles discarded"))
    about = _("Tiles not played or drawn")
    less = FormNumber(expression="n[1] - n[0]", fields=("4b", "4a"))
    yield KempRow("4c", _("c. Tiles not played or drawn: 4a – 4b"), amount=left, about=about, number=less)
    label = _("d. % of tiles left in wall (not played or drawn)")
    share = FormNumber(2, " %", "100 * n[0] / Math.max(n[1], 1)", ("4c", "4a"))
    yield KempRow("4d", label, "4c / 4a", by, percent, about=_("% of tiles left"), number=share)


# --- the card on paper


def lay_out(card: OneHand | None, style: PrintStyle) -> Printed:
    """The card, blank where there is nothing to fill it in from; in large print on a few pages.

    Raises:
        RuleError: see `sections`.

    """
    found = sections(card)
    form = KempForm(style)
    blocks = [card_heading(form, TITLE, card)]
    if card is not None:
        sheet = _checked(card.sheet)
        about = describe_context(sheet.context, style.terms)
        blocks.append(form.hand_block(printed_groups(hand_groups(sheet)), [about]))
    blocks += [block for section in found for block in form.section_blocks(section)]
    blocks = with_nomenclature(blocks, _(NOMENCLATURE), form)
    title = _("{title}: score card").format(title=_(TITLE))
    pages = [draw for page in flow(blocks, style) for draw in paginate(page, style, form.lettering, _(_FOOT))]
    return Printed(title, tuple(pages), _("Score card"))

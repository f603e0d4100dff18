"""The score sheet of one hand: its tiles, every line of its score with the reason, and the rules used.

Everything is copied from the sheet that the scorer made; it isn't printed blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final

import msgspec

from mjcompanion.american import text_renderer as american_receipt
from mjcompanion.american.line import shown
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.text_width import join_lines
from mjcompanion.i18n.translation import N_, _, capital, joined, ngettext, pgettext
from mjcompanion.i18n.translation import number as written
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.forms.flowing import Block, Figure, Line, Picture, Piece, Rule, Text, Tiles, draw_sheet, flow
from mjcompanion.printing.forms.kemp_parts import parted
from mjcompanion.printing.page import HAIR, QUIET, THICK, THIN, Page, Style
from mjcompanion.printing.tiles import SMALL, Group, draw_tile, groups_of, groups_of_line, room, tile_height, width_for
from mjcompanion.printing.values import OneHand
from mjcompanion.rulesets import options_for
from mjcompanion.scoring import text_renderer
from mjcompanion.scoring.context import describe_situation
from mjcompanion.scoring.sheet import ScoreLine, ScoreSheet
from mjcompanion.scoring.text_renderer import read_as, source_words
from mjcompanion.table.club_rules import value_words
from mjcompanion.table.rules import RULES_VERSION
from mjcompanion.table.settle import line_payments

TITLE: Final = N_("Score sheet")
_FORM: Final = N_("Score sheet of a hand")
# sizes in points before they are made large
_SIZE: Final = 9.5
_SMALL: Final = 7.8
_LEADING: Final = 1.28
_WIDEST_TILE: Final = 34.0
_NARROWEST_TILE: Final = 21.0
"""Below this width flowers and sets go into another line."""
_LITTLE_TILE: Final = 10.0
_POINTS: Final = 60.0
_DOUBLES: Final = 50.0
"""How wide the columns of figures are."""


class Row(msgspec.Struct, frozen=True):
    """One line: what, its tiles, points before doubling, what doubles, and why.

    `role` is "" for what scores, "quiet" for what doesn't, "sum", or "total".
    """

    what: str
    points: str = ""
    doubles: str = ""
    why: str = ""
    tiles: tuple[Tile, ...] = ()
    role: str = ""


class Section(msgspec.Struct, frozen=True):
    """Lines under one heading; `heads` are the words above the two columns of figures, `whole`: it isn't parted."""

    title: str
    rows: tuple[Row, ...]
    heads: tuple[str, str] = ("", "")
    whole: bool = False


# --- the sheet as data


def facts(hand: OneHand, terms: Terms | None = None) -> tuple[str, ...]:
    """What stands below the tiles: the situation in words, and how the hand was read."""
    sheet = hand.sheet
    if isinstance(sheet, AmericanSheet):
        return tuple(_american_facts(sheet, hand.card, terms))
    found = [describe_situation(sheet.situation, terms)]
    sets = read_as(sheet, terms)
    if sets:
        found.append(_("Counted as {sets}.").format(sets=sets))
    return tuple(found)


def sections(hand: OneHand, terms: Terms | None = None) -> tuple[Section, ...]:
    """Everything below that: the lines of the score, the adjustment, the rules and options used.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> sheet = score(Hand.parse("234m 567m 55s (666z) (234p)"), ScoringContext(Ruleset("traditional")))
    >>> [(row.what, row.points, row.doubles) for row in sections(OneHand(sheet))[0].rows]
    [('Exposed pung of green dragons', '4', '×2'), ('Mah Jongg', '10', ''), ('3 chows and the pair', '0', ''), \
('Points, and 1 double', '14', '×2'), ('Score', '28', '')]
    """
    sheet = hand.sheet
    if isinstance(sheet, AmericanSheet):
        heads = (_("Points"), _("Factor"))
        found = [Section(_("Value"), tuple(_american_rows(sheet)), heads), *_adjustment(sheet)]
        payments = tuple(_payments(sheet))
        found += [Section(_("Payment"), payments)] if payments else []
    else:
        situation = sheet.situation
        heads = (_("Points"), situation.rules.doubles_with(situation.options))
        found = [Section(_("Score"), tuple(_chinese_rows(sheet, terms)), heads), *_adjustment(sheet)]
    return (*found, Section(_("Rules used"), tuple(_rules(hand)), whole=True))


# Chinese hands


def _chinese_rows(sheet: ScoreSheet, terms: Terms | None) -> Iterator[Row]:
    for line in sheet.lines:
        yield _line_row(sheet, line, terms)
    if silent := text_renderer.silent_sets(sheet, terms):  # told, so that nobody looks for them
        yield Row(silent, "0", role="quiet")
    counted = sheet.counted
    if sheet.scale:
        yield Row(sheet.doubles_words, written(counted), sheet.doubled(sheet.doubles), role="sum")
    elif sheet.doubles:
        words = ngettext("Points, and {n} double", "Points, and {n} doubles", sheet.doubles).format(n=sheet.doubles)
        yield Row(words, written(sheet.points), sheet.doubled(sheet.doubles), role="sum")
    elif not sheet.share:
        yield Row(_("Points"), written(sheet.points), role="sum")
    if sheet.apart:
        yield Row(_("The special hand"), written(sheet.own), role="sum")
        for line in sheet.apart:
            yield _line_row(sheet, line, terms)
        yield Row(_("Added for flowers and seasons"), written(sheet.bonus), role="sum")
    if sheet.rounding:
        yield Row(*text_renderer.rounding_line(sheet), role="quiet")
    if sheet.is_cut:
        if not sheet.special:
            yield Row(_("Would count"), written(counted), role="quiet")
        yield Row(_("The limit"), written(sheet.limit), role="quiet")
    if words := text_renderer.otherwise_words(sheet, terms):
        yield Row(words, "", role="quiet")
    last = _("Before the factor") if sheet.adjustment is not None else _("Score")
    if not sheet.complete:
        last = _("So far")
    yield Row(last, written(sheet.score), role="sum" if sheet.adjustment is not None else "total")


def _line_row(sheet: ScoreSheet, line: ScoreLine, terms: Terms | None) -> Row:
    """What one thing scores."""
    points = written(line.points) if line.points else ""
    doubles = sheet.doubled(line.doubles) if line.doubles else ""
    why = join_lines([*line.laws, source_words(line.source)])
    return Row(text_renderer.line_label(line, terms), points, doubles, why, line.tiles)


# American hands


def _american_facts(sheet: AmericanSheet, card: str, terms: Terms | None) -> Iterator[str]:
    yield describe_situation(sheet.situation, terms)
    where = american_receipt.describe_line(sheet.line)
    yield _("{card}: {line}").format(card=card, line=where) if card else capital(where)
    yield _("The line on the card: {pattern}").format(pattern=sheet.line.pattern)
    if sheet.line.note:
        yield shown(sheet.line.note)
    others = {one.line.number: one.line for one in sheet.readings if one.line.number != sheet.line.number}
    if others:
        each = _("line {n}, {pattern} ({value})")
        told = joined(
            each.format(n=line.number, pattern=line.pattern, value=written(line.value)) for line in others.values()
        )
        yield _("It would fit too: {lines}").format(lines=told)


def _american_rows(sheet: AmericanSheet) -> Iterator[Row]:
    line = sheet.line
    yield Row(_("Value of the line on the card"), written(line.value))
    if sheet.jokers:
        yield Row(_("Jokers in the hand"), doubles=f"{sheet.jokers}", role="quiet")
    elif line.singles_and_pairs and sheet.situation.rules.pairs_apart(sheet.situation.options):
        yield Row(_("Singles and pairs: no doubling without jokers"), role="quiet")
    elif not any("jokers" in why for _unused, why in sheet.factors):
        yield Row(_("No jokers"), role="quiet")
    pays = "" if sheet.situation.rules.single_player else _("It doubles what the others pay, below.")
    for factor, why in sheet.factors:  # in Kemp's solitaire it makes the score
        yield Row(capital(_(why)), doubles=f"×{factor}", why=pays)
    last = _("Before the factor") if sheet.adjustment is not None else _("Score")
    yield Row(last, written(sheet.score), role="sum" if sheet.adjustment is not None else "total")


def _payments(sheet: AmericanSheet) -> Iterator[Row]:
    """What the others pay, where the way in which the hand was won says it."""
    win = sheet.situation.win
    paid = line_payments(sheet, None if win is None else win.by)
    if paid is None:
        return
    discarder, each = paid
    if discarder is None:
        yield Row(_("Each of the others pays"), written(each))
        return
    yield Row(_("Who discarded the winning tile pays"), written(discarder))
    yield Row(_("Each of the two others pays"), written(each))


# both


def _adjustment(sheet: ScoreSheet | AmericanSheet) -> Iterator[Section]:
    """How Kemp’s solitaire counts the tiles left, of those that could be drawn."""
    told = sheet.adjustment
    if told is None:
        return
    if isinstance(sheet, AmericanSheet):
        first, source = _("Tiles not in the hand"), _("(Kemp’s solitaire sheet, American game, E)")
    else:
        drawable = ngettext(
            "Tiles that could be drawn: {tiles} less {n} flower",
            "Tiles that could be drawn: {tiles} less {n} flowers",
            told.flowers,
        )
        first, source = drawable.format(tiles=told.tiles, n=told.flowers), source_words("1 B4")
    lines = (
        Row(first, f"{told.drawable}"),
        Row(_("Less tiles discarded"), f"{told.discards}"),
        Row(_("Tiles left"), f"{told.left}"),
        Row(_("Factor"), f"{told.left}/{told.drawable}", why=source),
        Row(_("Final score"), parted(told.final_text), role="sum"),
        Row(_("As a whole point"), written(told.final_rounded), role="total"),
    )
    yield Section(_("Adjustment for the tiles left"), lines)


def _rules(hand: OneHand) -> Iterator[Row]:
    """The rules and the options that a hand's score can hang on; those that differ are told as such."""
    situation = hand.sheet.situation
    rules = situation.rules
    named = rules.name
    told = _("{name} ({rules}), version {version}")
    yield Row(told.format(name=_(named), rules=rules, version=RULES_VERSION))
    usual = options_for(rules)
    for spec in rules.options_used():
        if not spec.scores:
            continue
        value, preset = getattr(situation.options, spec.key), getattr(usual, spec.key)
        if value == preset:
            told = pgettext("an option's value", "{option}: {ours}")
            yield Row(told.format(option=_(spec.label), ours=value_words(value)))
        else:
            told = _("{option}: {ours} instead of {theirs}")
            told = told.format(option=_(spec.label), ours=value_words(value), theirs=value_words(preset))
            yield Row(told, why=_(spec.help))


# --- tiles


def tile_groups(hand: OneHand) -> tuple[Group, ...]:
    """The tiles as they lie: of an American hand in the order of the line, a gap between its groups."""
    sheet = hand.sheet
    if not isinstance(sheet, AmericanSheet):
        return groups_of(sheet.hand)
    return groups_of_line(sheet.reading)


def _lines_of(groups: Sequence[Group], across: float, most: float, least: float) -> list[list[Group]]:
    """Groups in one line, or in more where the tiles would be too small."""
    if width_for(groups, across, at_most=most) >= least or len(groups) < 2:
        return [list(groups)]
    apart = next((at for at, group in enumerate(groups) if group.apart), None)
    at = apart or (len(groups) + 1) // 2
    first, second = groups[:at], [msgspec.structs.replace(groups[at], apart=False), *groups[at + 1 :]]
    return [*_lines_of(first, across, most, least), *_lines_of(second, across, most, least)]


# --- the sheet on paper


def lay_out(hand: OneHand | None, style: Style) -> Printed:
    """The sheet.

    Raises:
        RuleError: there is no hand; the sheet isn't printed blank.

    """
    if hand is None:
        raise RuleError([Problem("form-not-blank", text=_(_FORM), why=_("a hand that was scored"))])
    setter = _Setter(style)
    first = (*setter.heading(hand), *setter.tiles(tile_groups(hand)), *setter.facts(facts(hand, style.terms)))
    blocks = [Block(first)]
    for section in sections(hand, style.terms):
        blocks += setter.section(section)
    pages = tuple(partial(draw_sheet, sheet, _(_FORM)) for sheet in flow(blocks, style.height))
    return Printed(_(_FORM), pages, str(hand.sheet.hand))


class _Setter:
    """Sets the parts of a sheet in one style; `fine` tells how the hand's tiles are drawn, for each is stored once."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.size = _SIZE * style.scale
        self.small = _SMALL * style.scale
        self.points = _POINTS * style.scale
        self.doubles = _DOUBLES * style.scale
        self.lettering = Lettering()
        self.fine = True

    def heading(self, hand: OneHand) -> Iterator[Line]:
        """The title, and whose hand it was and when, or lines to write that on."""
        size, across, base = self.size, self.style.width, 3.6 * self.size
        pieces: list[Piece] = [Text(0, 1.4 * size, _(TITLE), 1.7 * size, bold=True)]
        x = 0.0
        for word, answer, share, gap in ((_("Name"), hand.name, 0.62, 12), (_("Date"), hand.day, 0.38, 0)):
            asks = pgettext("before a place to write on", "{word}:").format(word=word)
            start, end = x + self.lettering.width(asks, size) + 5, x + across * share - gap
            pieces.append(Text(x, base, asks, size))
            pieces.append(Text(start, base, answer, size, bold=True, within=end - start))
            pieces.append(Rule(start, base + 3, end))
            x += across * share
        yield Line(4.9 * size, tuple(pieces))

    def tiles(self, groups: Sequence[Group]) -> Iterator[Line]:
        """The tiles in lines, their notation below them."""
        most, least = _WIDEST_TILE, _NARROWEST_TILE * (1.15 if self.style.large else 1)
        lines = _lines_of(groups, self.style.width, most, least)
        wide = min(width_for(line, self.style.width, at_most=most) for line in lines)
        self.fine = wide > SMALL
        for line in lines:
            yield Line(room(line, wide, labels=True)[1] + 0.5 * self.size, (Tiles(0, 0, line, wide, labels=True),))
        yield Line(0.4 * self.size)

    def facts(self, told: Sequence[str]) -> Iterator[Line]:
        """Sentences, the first of them strong."""
        size = self.size
        for number, words in enumerate(told):
            for line in self.lettering.wrap(words, self.style.width, size, bold=number == 0):
                yield Line(_LEADING * size, (Text(0, 0.9 * size, line, size, bold=number == 0),))
        yield Line(0.3 * size)

    def section(self, section: Section) -> Iterator[Block]:
        """The heading of a section, and its lines; sums stay with the line before them, the rules together."""
        again = self._title(section, _("{title}, continued").format(title=section.title))
        together, heads = [self._title(section, section.title)], None
        for row, following in zip_longest(section.rows, section.rows[1:]):
            together.append(self._row(row))
            if following is None or not (
                section.whole
                or following.role in ("sum", "total")
                or row.role == "sum"
                or row.role == following.role == "quiet"
            ):
                yield Block(tuple(together), heads)
                together, heads = [], again

    def _title(self, section: Section, title: str) -> Line:
        size, across = self.size, self.style.width
        base = 2.1 * size
        ends = ((across - self.doubles, self.points), (across, self.doubles))
        heads = [
            Text(end, base, words, self.small, align="right", within=width, grey=QUIET)
            for (end, width), words in zip(ends, section.heads, strict=True)
            if words
        ]
        rule = Rule(0, base + 0.45 * size, across, THIN)
        return Line(2.9 * size, (Text(0, base, title, 1.15 * size, bold=True), *heads, rule))

    def _row(self, row: Row) -> Line:
        strong, grey = row.role in ("sum", "total"), QUIET if row.role == "quiet" else 0
        size, across = self.size * (1.3 if row.role == "total" else 1), self.style.width
        free = across - (self.points + self.doubles if row.points or row.doubles or row.tiles else 0.0)
        little = _LITTLE_TILE * self.style.scale
        tiles = len(row.tiles) * little * 1.08
        label = self.lettering.wrap(row.what, free - (tiles + 8 if tiles else 0), size, bold=strong)
        why = self.lettering.wrap(row.why, free, self.small)
        top, body = 0.2 * self.size, max(len(label) * _LEADING * size, tile_height(little) + 2 if tiles else 0)
        first = top + (body - (len(label) - 1) * _LEADING * size) / 2 + 0.36 * size
        high = 0.45 * self.size + body + len(why) * _LEADING * self.small
        pieces: list[Piece] = [
            Text(0, first + at * _LEADING * size, words, size, bold=strong, grey=grey) for at, words in enumerate(label)
        ]
        if strong:
            pieces.insert(0, Rule(0, 0, across, THICK if row.role == "total" else THIN))
        if tiles:
            pieces.append(Picture(partial(self._little, row.tiles, free - tiles, top + body / 2, little)))
        ends = ((across - self.doubles, row.points, self.points), (across, row.doubles, self.doubles))
        pieces += [Figure(end, first, words, size, wide - 4, strong, grey) for end, words, wide in ends if words]
        pieces += [
            Text(0, top + body + self.small * (1 + at * _LEADING), words, self.small, grey=QUIET)
            for at, words in enumerate(why)
        ]
        if not strong:
            pieces.append(Rule(0, high, across, HAIR / 2))
        return Line(high, tuple(pieces))

    def _little(
        self, tiles: Sequence[Tile], x: float, middle: float, width: float, page: Page, left: float, y: float
    ) -> None:
        """The tiles that a line speaks of, in the middle of its height."""
        below = page.height - y - middle - tile_height(width) / 2
        for at, tile in enumerate(tiles):
            draw_tile(page.canvas, tile, left + x + 1.08 * width * at, below, width, fine=self.fine)

"""The score sheet of one hand: its tiles, every line of its score with the reason, and the rules used.

Everything is copied from the sheet that the scorer made; it isn't printed blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final

import msgspec

from mjcompanion.american.hand_groups import groups_of_sheet
from mjcompanion.american.line import shown
from mjcompanion.american.score import AmericanSheet
from mjcompanion.american.sheet_rows import describe_line, other_lines, sheet_rows_of
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import N_, _, capital, joined, number, pgettext
from mjcompanion.printing.document import PROGRAM, Printed
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.forms.flowing import (
    FlowBlock,
    FlowLine,
    FlowPiece,
    draw_sheet,
    figure_at,
    flow,
    ground,
    rule_at,
    text_at,
    tiles_at,
    wrapped,
)
from mjcompanion.printing.page import HAIR, QUIET, THICK, THIN, PdfPage, PrintStyle
from mjcompanion.printing.tiles import (
    PrintedGroup,
    draw_tile,
    in_words,
    loose,
    notation,
    printed_groups,
    room,
    tile_height,
    width_for,
)
from mjcompanion.printing.values import OneHand
from mjcompanion.rulesets import options_for
from mjcompanion.scoring.context import describe_context
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.scoring.sheet_rows import ScoreRow, read_as
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
_PICTURE_WIDTH: Final = 480.0
_NARROWEST_RACK: Final = 18.0


class SheetSection(msgspec.Struct, frozen=True):
    """Rows under one heading; `heads` are the words above the two columns of figures, `whole`: it isn't divided."""

    title: str
    rows: tuple[ScoreRow, ...]
    heads: tuple[str, str] = ("", "")
    whole: bool = False


# --- the sheet as data


def facts(hand: OneHand, terms: Terms | None = None) -> tuple[str, ...]:
    """Return what is printed below the tiles: the context in words, and how the hand was read."""
    sheet = hand.sheet
    if isinstance(sheet, AmericanSheet):
        return tuple(_american_facts(sheet, hand.card, terms))
    found = [describe_context(sheet.context, terms)]
    sets = read_as(sheet, terms)
    if sets:
        found.append(_("Counted as {sets}.").format(sets=sets))
    return tuple(found)


def _american_facts(sheet: AmericanSheet, card: str, terms: Terms | None) -> Iterator[str]:
    yield describe_context(sheet.context, terms)
    where = describe_line(sheet.line)
    yield _("{card}: {line}").format(card=card, line=where) if card else capital(where)
    yield _("The line on the card: {pattern}").format(pattern=sheet.line.pattern)
    if sheet.line.note:
        yield shown(sheet.line.note)
    if others := other_lines(sheet):
        each = _("line {n}, {pattern} ({value})")
        lines = joined(each.format(n=line.number, pattern=line.pattern, value=number(line.value)) for line in others)
        yield _("It would fit too: {lines}").format(lines=lines)


def sections(hand: OneHand, terms: Terms | None = None) -> tuple[SheetSection, ...]:
    """Return everything below that: the rows of the score, what the others pay, the rules and options used.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.core.hand import Hand
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> sheet = score(Hand.parse("234m 567m 55s (666z) (234p)"), ScoringContext(Ruleset("traditional")))
    >>> [section.title for section in sections(OneHand(sheet))]
    ['Score', 'Rules used']
    """
    found = [score_section(hand, terms)]
    payments = tuple(_payments(hand.sheet)) if isinstance(hand.sheet, AmericanSheet) else ()
    found += [SheetSection(_("Payment"), payments)] if payments else []
    return (*found, SheetSection(_("Rules used"), tuple(_rules(hand)), whole=True))


def score_section(hand: OneHand, terms: Terms | None = None) -> SheetSection:
    """Return the rows of the score with their heading."""
    sheet = hand.sheet
    doubles = ""
    if isinstance(sheet, ScoreSheet):
        doubles = sheet.context.rules.doubles_with(sheet.context.options)
    elif sheet.context.rules.single_player:
        doubles = _("Factor")
    return SheetSection(_("Score"), tuple(sheet_rows_of(sheet, terms)), (_("Points"), doubles))


def _payments(sheet: AmericanSheet) -> Iterator[ScoreRow]:
    """Yield what the others pay, where it is known how the hand was won."""
    win = sheet.context.win
    paid = line_payments(sheet, None if win is None else win.by)
    if paid is None:
        return
    discarder, each = paid
    if discarder is None:
        yield ScoreRow(_("Each of the others pays"), number(each))
        return
    yield ScoreRow(_("Who discarded the winning tile pays"), number(discarder))
    yield ScoreRow(_("Each of the two others pays"), number(each))


def _rules(hand: OneHand) -> Iterator[ScoreRow]:
    """Yield the rules and the options that change scores, with what is different from the standard rules."""
    context = hand.sheet.context
    rules = context.rules
    title = _("{name} ({rules}), version {version}")
    yield ScoreRow(title.format(name=_(rules.name), rules=rules, version=RULES_VERSION))
    usual = options_for(rules)
    for spec in rules.options_used():
        if not spec.scores:
            continue
        value, preset = getattr(context.options, spec.key), getattr(usual, spec.key)
        if value == preset:
            text = pgettext("an option's value", "{option}: {ours}")
            yield ScoreRow(text.format(option=_(spec.label), ours=value_words(value)))
        else:
            text = _("{option}: {ours} instead of {theirs}")
            text = text.format(option=_(spec.label), ours=value_words(value), theirs=value_words(preset))
            yield ScoreRow(text, laws=(_(spec.help),))


# --- tiles


def tile_groups(sheet: ScoreSheet | AmericanSheet) -> tuple[PrintedGroup, ...]:
    """Return the tiles in sets, or an American hand in the groups of its line."""
    return printed_groups(groups_of_sheet(sheet))


def _lines_of(groups: Sequence[PrintedGroup], across: float, most: float, least: float) -> list[list[PrintedGroup]]:
    """Groups in one line, or in more where the tiles would be too small."""
    if width_for(groups, across, at_most=most) >= least or len(groups) < 2:
        return [list(groups)]
    apart = next((at for at, group in enumerate(groups) if group.apart), None)
    at = apart or (len(groups) + 1) // 2
    first, second = groups[:at], [msgspec.structs.replace(groups[at], apart=False), *groups[at + 1 :]]
    return [*_lines_of(first, across, most, least), *_lines_of(second, across, most, least)]


# --- the sheet on paper


def lay_out(hand: OneHand, style: PrintStyle) -> Printed:
    """Lay the sheet out."""
    setter = _Setter(style)
    first = (*setter.heading(hand), *setter.tiles(tile_groups(hand.sheet)), *setter.facts(facts(hand, style.terms)))
    blocks = [FlowBlock(first)]
    for section in sections(hand, style.terms):
        blocks += setter.section(section)
    pages = tuple(partial(draw_sheet, sheet, _(_FORM)) for sheet in flow(blocks, style.height))
    return Printed(_(_FORM), pages, str(hand.sheet.hand))


class SheetPicture(msgspec.Struct, frozen=True):
    """A scored hand as a picture: a title, who had it and when, the tiles, facts about the hand, rows and a remark."""

    title: str
    about: str = ""
    groups: tuple[PrintedGroup, ...] = ()
    facts: str = ""
    rows: tuple[ScoreRow, ...] = ()
    remark: str = ""


def lay_out_picture(picture: SheetPicture) -> tuple[Printed, PrintStyle]:
    """Return a sheet on one page of its own height, and the style for it."""
    setter = _Setter(PrintStyle(page_size=(_PICTURE_WIDTH, 0)))
    quoted = pgettext("a remark", "“{text}”").format(text=picture.remark) if picture.remark else ""
    lines = [
        *setter.words(picture.title, 1.9 * setter.size, bold=True, tag="H1"),
        *setter.words(picture.about, setter.size),
        FlowLine(0.6 * setter.size),
        *setter.rack(picture.groups),
        FlowLine(0.6 * setter.size),
        *setter.words(picture.facts, setter.size, grey=QUIET),
        FlowLine(0.8 * setter.size),
        *(setter.row(msgspec.structs.replace(row, tiles=(), laws=(), source="")) for row in picture.rows),
        FlowLine(0.8 * setter.size),
        *setter.words(quoted, setter.size),
    ]
    height = sum(line.height for line in lines) - setter.style.height
    style = PrintStyle(page_size=(_PICTURE_WIDTH, height))
    return Printed(picture.title, (partial(draw_sheet, tuple(lines), _(PROGRAM)),)), style


class _Setter:
    """Sets the parts of a sheet in one style."""

    def __init__(self, style: PrintStyle) -> None:
        self.style = style
        self.size = _SIZE * style.scale
        self.small = style.share(_SMALL / _SIZE) * self.size
        self.points = _POINTS * style.scale
        self.doubles = _DOUBLES * style.scale
        self.lettering = Lettering()

    def heading(self, hand: OneHand) -> Iterator[FlowLine]:
        """The title, and whose hand it was and when, or lines to write that on."""
        size, across, base = self.size, self.style.width, 3.6 * self.size
        pieces: list[FlowPiece] = [text_at(0, 1.4 * size, _(TITLE), 1.7 * size, bold=True, tag="H1")]
        x = 0.0
        for word, answer, share, gap in ((_("Name"), hand.name, 0.62, 12), (_("Date"), hand.day, 0.38, 0)):
            asks = pgettext("before a place to write on", "{word}:").format(word=word)
            start, end = x + self.lettering.width(asks, size) + 5, x + across * share - gap
            pieces.append(text_at(x, base, asks, size))
            pieces.append(text_at(start, base, answer, size, bold=True, within=end - start))
            pieces.append(rule_at(start, base + 3, end))
            x += across * share
        yield FlowLine(4.9 * size, tuple(pieces))

    def tiles(self, groups: Sequence[PrintedGroup]) -> Iterator[FlowLine]:
        """The tiles in lines, their notation below them; in large print in a line of its own."""
        most, least = _WIDEST_TILE, _NARROWEST_TILE * (1.15 if self.style.large else 1)
        lines = _lines_of(groups, self.style.width, most, least)
        wide = min(width_for(line, self.style.width, at_most=most) for line in lines)
        labels = not self.style.large
        for line in lines:
            tiles = tiles_at(0, 0, line, wide, labels=labels)
            yield FlowLine(room(line, wide, labels=labels)[1] + 0.5 * self.size, (tiles,))
        if not labels:
            yield from self.words(notation(groups), self.small, grey=QUIET)
        yield FlowLine(0.4 * self.size)

    def rack(self, groups: Sequence[PrintedGroup]) -> Iterator[FlowLine]:
        """The tiles in lines on a grey ground, without their notation."""
        across, edge = self.style.width, self.size
        lines = _lines_of(groups, across - 2 * edge, _WIDEST_TILE, _NARROWEST_RACK) if groups else []
        wide = min((width_for(line, across - 2 * edge, at_most=_WIDEST_TILE) for line in lines), default=0)
        for line in lines:
            long, high = room(line, wide)
            tiles = tiles_at((across - long) / 2, edge, line, wide)
            yield FlowLine(high + 2 * edge, (ground(across, high + 2 * edge), tiles))

    def facts(self, texts: Sequence[str]) -> Iterator[FlowLine]:
        """Sentences, the first of them strong."""
        for at, text in enumerate(texts):
            yield from self.words(text, self.size, bold=at == 0)
        yield FlowLine(0.3 * self.size)

    def words(
        self, text: str, size: float, *, bold: bool = False, grey: float = 0, tag: str = "P"
    ) -> tuple[FlowLine, ...]:
        """A text in as many lines as it takes."""
        return wrapped(self.lettering, text, 0, self.style.width, size, bold=bold, grey=grey, tag=tag)

    def section(self, section: SheetSection) -> Iterator[FlowBlock]:
        """The heading of a section, and its lines; sums stay with the line before them, the rules together."""
        again = self._title(section, _("{title}, continued").format(title=section.title))
        together, heads = [self._title(section, section.title)], None
        for row, following in zip_longest(section.rows, section.rows[1:]):
            together.append(self.row(row))
            if following is None or not (
                section.whole
                or following.role in ("sum", "total")
                or row.role == "sum"
                or row.role == following.role == "quiet"
            ):
                yield FlowBlock(tuple(together), heads)
                together, heads = [], again

    def _title(self, section: SheetSection, title: str) -> FlowLine:
        size, across = self.size, self.style.width
        base = 2.1 * size
        ends = ((across - self.doubles, self.points), (across, self.doubles))
        heads = [
            text_at(end, base, words, self.small, align="right", within=width, grey=QUIET)
            for (end, width), words in zip(ends, section.heads, strict=True)
            if words
        ]
        rule = rule_at(0, base + 0.45 * size, across, THIN)
        words = text_at(0, base, title, 1.15 * size, bold=True, tag="H2" if title == section.title else "P")
        return FlowLine(2.9 * size, (words, *heads, rule), "head")

    def row(self, row: ScoreRow) -> FlowLine:
        """What, its tiles and figures, and the rules behind it."""
        strong, grey = row.role in ("sum", "total"), QUIET if row.role == "quiet" else 0
        size, across = self.size * (1.5 if row.role == "total" else 1), self.style.width
        free = across - (self.points + self.doubles if row.points or row.doubles or row.tiles else 0.0)
        little = _LITTLE_TILE * self.style.scale
        tiles = len(row.tiles) * little * 1.08
        label = self.lettering.wrap(row.label, free - (tiles + 8 if tiles else 0), size, bold=strong)
        why = self.lettering.wrap(row.why, across if self.style.large else free, self.small)
        top, body = 0.2 * self.size, max(len(label) * _LEADING * size, tile_height(little) + 2 if tiles else 0)
        first = top + (body - (len(label) - 1) * _LEADING * size) / 2 + 0.36 * size
        high = 0.45 * self.size + body + len(why) * _LEADING * self.small
        pieces: list[FlowPiece] = [
            text_at(0, first + at * _LEADING * size, words, size, bold=strong, grey=grey)
            for at, words in enumerate(label)
        ]
        if strong:
            pieces.insert(0, rule_at(0, 0, across, THICK if row.role == "total" else THIN))
        if tiles:
            pieces.append(partial(self._little, row.tiles, free - tiles, top + body / 2, little))
        ends = ((across - self.doubles, row.points, self.points), (across, row.doubles, self.doubles))
        pieces += [
            figure_at(end, first, words, size, wide - 4, bold=strong, grey=grey) for end, words, wide in ends if words
        ]
        pieces += [
            text_at(0, top + body + self.small * (1 + at * _LEADING), words, self.small, grey=QUIET)
            for at, words in enumerate(why)
        ]
        if not strong:
            pieces.append(rule_at(0, high, across, HAIR / 2))
        return FlowLine(high, tuple(pieces), "row")

    def _little(
        self, tiles: Sequence[Tile], x: float, middle: float, width: float, page: PdfPage, left: float, y: float
    ) -> None:
        """The tiles that a line speaks of, in the middle of its height."""
        below = page.height - y - middle - tile_height(width) / 2
        with page.figure(in_words([loose(tiles)], page.style.terms), left + x, 1.08 * width * len(tiles)):
            for at, tile in enumerate(tiles):
                draw_tile(page.canvas, tile, left + x + 1.08 * width * at, below, width)

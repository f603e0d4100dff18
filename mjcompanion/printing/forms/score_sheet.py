"""The score sheet of one hand: its tiles, every line of its score with the reason, and the rules used.

Everything is copied from the sheet that the scorer made; it isn't printed blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer, Table  # type: ignore[import-untyped]

from mjcompanion.american.hand_groups import groups_of_sheet
from mjcompanion.american.line import shown
from mjcompanion.american.score import AmericanSheet
from mjcompanion.american.sheet_rows import describe_line, other_lines, sheet_rows_of
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import N_, _, capital, joined, number, pgettext
from mjcompanion.printing.document import PROGRAM, Printed
from mjcompanion.printing.forms.part_sheet import titled_table
from mjcompanion.printing.layout import RULE, Asked, FormText, TilesFlowable, Words, paginate, plain_table
from mjcompanion.printing.page import HAIR, PALE, QUIET, THICK, THIN, PrintStyle
from mjcompanion.printing.tiles import PrintedGroup, loose, notation, printed_groups, width_for
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
    form = _Sheet(style)
    pages = paginate(form.story(hand), style, form.lettering, _(_FORM))
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
    form = _Sheet(PrintStyle(page_size=(_PICTURE_WIDTH, 0)))
    story = list(form.picture(picture))
    height = sum(one.wrap(form.style.width, 0)[1] for one in story) - form.style.height + 1
    style = PrintStyle(page_size=(_PICTURE_WIDTH, height))
    return Printed(picture.title, paginate(story, style, form.lettering, _(PROGRAM))), style


class _Sheet(FormText):
    """The flowables of a sheet."""

    def __init__(self, style: PrintStyle) -> None:
        super().__init__(style)
        self.text = _SIZE * style.scale
        self.small = style.share(_SMALL / _SIZE) * self.text

    def story(self, hand: OneHand) -> Iterator[Flowable | list[Flowable]]:
        """Yield the title, whose hand it was and when, the tiles, facts, and the sections."""
        yield Words(self.lettering, _(TITLE), 1.7 * self.text, serif=True, tag="H1")
        name, day = (
            pgettext("before a place to write on", "{word}:").format(word=one) for one in (_("Name"), _("Date"))
        )
        asked = [Asked("", name, "", 0.6, answer=hand.name), Asked("", day, "", 0.4, answer=hand.day)]
        yield self.asks(asked, 2 * self.text)
        yield Spacer(0, 0.6 * self.text)
        yield from self._tiles(tile_groups(hand.sheet))
        for at, text in enumerate(facts(hand, self.style.terms)):
            yield self.words(text, bold=at == 0)
        for section in sections(hand, self.style.terms):
            yield Spacer(0, self.text)
            table = self._section(section)
            yield [table] if section.whole else table

    def picture(self, picture: SheetPicture) -> Iterator[Flowable]:
        """Yield what is on a picture, without the tiles and the reasons of rows."""
        gap = Spacer(0, 0.7 * self.text)
        yield Words(self.lettering, picture.title, 1.9 * self.text, serif=True, tag="H1")
        yield from (self.words(picture.about), gap, *self._rack(picture.groups), gap)
        yield from (self.words(picture.facts, grey=QUIET), gap)
        rows = tuple(msgspec.structs.replace(row, tiles=(), laws=(), source="") for row in picture.rows)
        if rows:
            yield from (plain_table(*self._rows(rows)), gap)
        if picture.remark:
            yield self.words(pgettext("a remark", "“{text}”").format(text=picture.remark))

    def _tiles(self, groups: Sequence[PrintedGroup]) -> Iterator[Flowable]:
        """Yield the tiles in lines, their notation below them; in large print in a line of its own."""
        most, least = _WIDEST_TILE, _NARROWEST_TILE * (1.15 if self.style.large else 1)
        lines = _lines_of(groups, self.style.width, most, least)
        wide = min(width_for(line, self.style.width, at_most=most) for line in lines)
        for line in lines:
            yield TilesFlowable(line, wide, self.style.terms, labels=not self.style.large)
            yield Spacer(0, 0.5 * self.text)
        if self.style.large:
            yield self.words(notation(groups), self.small, grey=QUIET)

    def _rack(self, groups: Sequence[PrintedGroup]) -> Iterator[Flowable]:
        """Yield the tiles in lines on a grey ground, without their notation."""
        across = self.style.width - 2 * self.text
        lines = _lines_of(groups, across, _WIDEST_TILE, _NARROWEST_RACK) if groups else []
        wide = min((width_for(line, across, at_most=_WIDEST_TILE) for line in lines), default=0)
        if lines:
            rows = [[TilesFlowable(line, wide, self.style.terms)] for line in lines]
            more = [("BACKGROUND", (0, 0), (-1, -1), Color(PALE, PALE, PALE)), ("ALIGN", (0, 0), (-1, -1), "CENTER")]
            more += [(f"{side}PADDING", (0, 0), (-1, -1), self.text) for side in ("TOP", "BOTTOM")]
            yield plain_table(rows, [self.style.width], None, more)

    def _section(self, section: SheetSection) -> Table:
        heads = [self.words(head, self.small, grey=QUIET, align="right") for head in section.heads]
        rows, widths, _heights, more = self._rows(section.rows, 1)
        return titled_table(self, section.title, rows, widths, self.text, more, heads)

    def _rows(
        self, rows: Sequence[ScoreRow], above: int = 0
    ) -> tuple[list[list[object]], list[float], None, list[tuple[object, ...]]]:
        """Return rows as those of a table, of which so many are above: what, its tiles, points and doubles; and why.

        Sums stay with the line before them.
        """
        little = _LITTLE_TILE * self.style.scale
        tiles = [TilesFlowable([loose(row.tiles)] * bool(row.tiles), little, self.style.terms) for row in rows]
        widths = [max((one.width + 8 for one in tiles if one.width), default=0.0)]
        widths += [_POINTS * self.style.scale, _DOUBLES * self.style.scale]
        widths.insert(0, self.style.width - sum(widths))
        made: list[list[object]] = []
        more: list[tuple[object, ...]] = [("VALIGN", (0, above), (-1, -1), "MIDDLE")]
        more += [(f"{side}PADDING", (0, above), (-1, -1), 0.25 * self.text) for side in ("TOP", "BOTTOM")]
        more += [("ALIGN", (1, above), (1, -1), "RIGHT"), ("LINEBELOW", (0, above), (-1, -1), HAIR, RULE)]
        for at, row in enumerate(rows, above):
            strong, grey = row.role in ("sum", "total"), QUIET if row.role == "quiet" else 0
            size = self.text * (1.5 if row.role == "total" else 1)
            what = [self.words(row.label, size, bold=strong, grey=grey)]
            if row.why:
                what.append(self.words(row.why, self.small, grey=QUIET))
            figures = [self.figure(one, size, bold=strong, grey=grey) for one in (row.points, row.doubles)]
            made.append([what, tiles[at - above] if row.tiles else "", *figures])
            if not (row.points or row.doubles or row.tiles):
                more.append(("SPAN", (0, at), (-1, at)))
            if strong:
                strength = THICK if row.role == "total" else THIN
                more += [("LINEABOVE", (0, at), (-1, at), strength, black), ("NOSPLIT", (0, max(at - 1, 0)), (-1, at))]
        return made, widths, None, more

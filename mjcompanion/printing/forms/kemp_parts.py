"""What Kemp's two score cards are made of: sections of lines with up to three cells each, set to fill their page.

A line is data: its label, and what is in its cells. A cell holds a text, an empty text where somebody writes, or
None where nothing belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from itertools import combinations, pairwise
from typing import Final

import msgspec
from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Table  # type: ignore[import-untyped]

from mjcompanion.american.score import AmericanSheet
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.printing.fields import FormNumber
from mjcompanion.printing.forms.part_sheet import titled_table
from mjcompanion.printing.layout import Asked, Field, FormText, TilesFlowable, Words, plain_table, tagged_table
from mjcompanion.printing.page import BOX, HAIR, PALE, QUIET, SMALLEST, THIN, PrintStyle
from mjcompanion.printing.tiles import PrintedGroup, notation, width_for
from mjcompanion.printing.values import OneHand
from mjcompanion.scoring.context import Adjustment, hundredths
from mjcompanion.scoring.sheet import ScoreSheet

NONE: Final = "–"
"""Stands where a line earned nothing."""
SIZE: Final = 9.0
"""The size of the type in points, before it is made large."""
GAP: Final = 6.0
"""What is kept free between columns."""
_COLUMN: Final = 62.0
_LARGE_COLUMN: Final = 84.0
_WIDEST_TILE: Final = 19.0
_LOW, _HIGH = 1.36, 1.95
"""How high a line is at least and at most, in sizes of its type."""
_LEADING: Final = 1.16
_MOST_TOLD: Final = 2
_MOST_ROWS: Final = 13
"""A section of more lines is divided in large print."""
_BEFORE: Final = 0.35
"""The lines left free before a section."""
_TOTAL: Final = 1.25
"""How many lines high a total is."""


def parted(final: str) -> str:
    """A final score, as sheets tell it, with its thousands parted as those of all other scores are.

    >>> parted("4907142.30"), parted("176.62"), parted("")
    ('4,907,142.30', '176.62', '')
    """
    return number(Decimal(final), ",.2f") if final else ""


def localised(figure: str) -> str:
    """A figure, as sheets tell it, with the decimal point of the language.

    >>> localised("71.01")
    '71.01'
    """
    return number(Decimal(figure), ".2f")


class KempRow(msgspec.Struct, frozen=True):
    """One line of a card.

    `first` and `second` are the cells before the amount; where the first is None, the second is in the middle of
    both. `counts` marks what the hand earned, `strong` which of the two cells say why. `about` and `second_about` say
    what belongs into an empty amount and an empty second cell, `number` how an amount is worked out. `total` sets a
    line off.
    """

    key: str
    label: str
    first: str | None = None
    second: str | None = None
    amount: str | None = ""
    counts: bool = False
    strong: tuple[bool, bool] = (False, False)
    about: str = ""
    second_about: str = ""
    total: bool = False
    number: FormNumber = FormNumber()


class KempSection(msgspec.Struct, frozen=True):
    """Lines under one heading; `heads` are the words above the three cells, `note` a few sentences below the title."""

    title: str
    rows: tuple[KempRow, ...]
    heads: tuple[str, str, str] = ("", "", "")
    note: str = ""


Block = Callable[[float], Flowable]
"""A part of a card, made for lines of a height that its page decides."""


def flow(blocks: Sequence[Block], style: PrintStyle, high: float | None = None) -> list[list[Flowable]]:
    """Blocks on as few pages as hold them, about equally full, their lines spread as far as is pleasant.

    `high` is the room of a page, if it isn't all of it.
    """
    high = style.height if high is None else high
    size = SIZE * style.scale
    low = BOX if style.large else _LOW * size
    least = {id(block): _height(block, low, style) for block in blocks}

    def tallest(pages: Sequence[Sequence[Block]]) -> float:
        return max(sum(least[id(block)] for block in page) for page in pages)

    for count in range(1, len(blocks) + 1):
        pages = min((_parted(blocks, cuts) for cuts in combinations(range(1, len(blocks)), count - 1)), key=tallest)
        if tallest(pages) <= high:
            break
    lines = [_line_of(page, (low, _HIGH * size), high, style) for page in pages]
    return [[block(line) for block in page] for page, line in zip(pages, lines, strict=True)]


def _height(block: Block, line: float, style: PrintStyle) -> float:
    return float(block(line).wrap(style.width, style.height)[1])


def _parted(blocks: Sequence[Block], cuts: tuple[int, ...]) -> list[Sequence[Block]]:
    return [blocks[start:end] for start, end in pairwise((0, *cuts, len(blocks)))]


def _line_of(blocks: Sequence[Block], bounds: tuple[float, float], high: float, style: PrintStyle) -> float:
    """How high lines are so that blocks fill a page; the heights of blocks grow evenly with that of their lines."""
    fixed, grown = (sum(_height(block, line, style) for block in blocks) for line in (2 * SIZE, 2 * SIZE + 1))
    spread = 2 * SIZE + (high - fixed - 0.1) / (grown - fixed) if grown > fixed else 0
    return min(max(spread, bounds[0]), bounds[1])


# --- what both cards have


def lettered(key: str, what: str) -> str:
    """The label of a line with a letter, such as 2a."""
    return pgettext("a line of a form", "{letter}. {what}").format(letter=key[1], what=what)


def factor_words(adjustment: Adjustment | None) -> tuple[str | None, str]:
    """The share of the tiles left, as a fraction and as a percentage."""
    if adjustment is None:
        return None, ""
    return f"{adjustment.left} / {adjustment.drawable}", f"{localised(hundredths(adjustment.factor * 100))} %"


def asked_factor(key: str, what: str, formula: str, factor: str, last: str) -> KempRow:
    """A blank line that doubles: its factor is asked for, its product that of the line before times the factor."""
    about, by = _("{what}: running product").format(what=what), _("{what}: factor").format(what=what)
    times = FormNumber(expression="n[0] * Math.max(n[1], 1)", fields=(last, f"{key}-by"))
    return KempRow(key, lettered(key, what), formula, factor, about=about, second_about=by, number=times)


def final_rows(label: str, sheet: ScoreSheet | AmericanSheet | None, final: FormNumber) -> Iterator[KempRow]:
    """The final score, and once there is one also as a whole point."""
    adjustment = sheet.adjustment if sheet is not None else None
    yield KempRow(
        "final", label, amount="" if adjustment is None else parted(adjustment.final_text), total=True, number=final
    )
    if adjustment is not None:
        yield KempRow("whole", _("As a whole point"), amount=number(adjustment.final_rounded))


def with_nomenclature(blocks: list[Block], words: str, form: KempForm, high: float | None = None) -> list[Block]:
    """The blocks of a card with Kemp's names of tiles and sets at the end, where that takes no more pages.

    `high` is as in `flow`.
    """
    named = form.section_blocks(KempSection(_("Nomenclature and number of pieces"), (), note=words))
    longer = [*blocks, *named]
    return longer if len(flow(longer, form.style, high)) == len(flow(blocks, form.style, high)) else blocks


def card_heading(form: KempForm, title: str, card: OneHand | None, prefix: str = "") -> Block:
    """The title of a card, with the day and whose hand it is."""
    asked = (("date", _("Date"), card.day if card else ""), ("name", _("Name"), card.name if card else ""))
    return form.card_head(_("{title}: Score Card").format(title=_(title)), asked, prefix)


# --- blocks


class KempForm(FormText):
    """The words and blocks of a card."""

    def __init__(self, style: PrintStyle) -> None:
        super().__init__(style)
        self.text = SIZE * style.scale
        self.small = style.share(0.85) * self.text
        self.cell = (_LARGE_COLUMN if style.large else _COLUMN) + GAP
        self.widths = [style.width - 3 * self.cell, *[self.cell] * 3]

    def card_head(self, title: str, asked: Sequence[tuple[str, str, str]], prefix: str = "") -> Block:
        """Return the title of a card, and what is asked below it: the key, the word and the answer of each."""
        headline = Words(self.lettering, title, 1.45 * self.text, serif=True, tag="H1", fit=SMALLEST)
        colon = pgettext("before a place to write on", "{word}:")
        places = [
            Asked(prefix + key, colon.format(word=word), word, 1 / len(asked), None, answer)
            for key, word, answer in asked
        ]
        below = ("BOTTOMPADDING", (0, 1), (0, 1), 0.5 * self.text)
        return lambda line: plain_table([[headline], [self.asks(places, line)]], [self.style.width], None, [below])

    def hand_block(self, groups: Sequence[PrintedGroup], words: Sequence[str]) -> Block:
        """Return a hand in tiles with its notation, and the words about it in lines below."""
        wide = width_for(groups, self.style.width, at_most=_WIDEST_TILE * self.style.scale)
        labels = not self.style.large  # they would be as small as the tiles make them
        tiles = TilesFlowable(groups, wide, self.style.terms, labels=labels)
        texts = words if labels else (notation(groups), *words)
        lines = [self._told(text) for text in texts]
        found = plain_table([[tiles], *[[line] for line in lines]], [self.style.width])
        return lambda _unused: found

    def _told(self, text: str) -> Words:
        """Return words about a hand, cut where they would take many lines."""
        size = self.style.share(0.9) * self.text
        most = _MOST_TOLD * 0.9 * self.style.width
        return self.words(self.lettering.shortened(text, most, size), size, grey=QUIET)

    def section_blocks(self, section: KempSection, prefix: str = "") -> list[Block]:
        """Return a section with its heading, its note and its lines; of a long one two halves in large print."""
        if not self.style.large or len(section.rows) <= _MOST_ROWS:
            return [partial(self._section, section, prefix)]
        first = msgspec.structs.replace(section, rows=section.rows[:_MOST_ROWS])
        title = _("{title}, continued").format(title=section.title)
        second = msgspec.structs.replace(section, title=title, rows=section.rows[_MOST_ROWS:], note="")
        return [partial(self._section, one, prefix) for one in (first, second)]

    def _section(self, section: KempSection, prefix: str, line: float) -> Table:
        above = int(bool(section.title))
        rows: list[list[object]] = []
        heights: list[float | None] = []
        more: list[tuple[object, ...]] = [
            ("TOPPADDING", (0, 0), (-1, 0), _BEFORE * line if above else 0.3 * self.text),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("VALIGN", (0, above), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, above), (0, -1), 2),
            ("LEFTPADDING", (1, 0), (-1, -1), GAP),
        ]
        if section.note:
            rows.append([self.words(section.note, self.small, grey=QUIET), "", "", ""])
            heights.append(None)
            more += [("SPAN", (0, above), (-1, above)), ("BOTTOMPADDING", (0, above), (-1, above), 0.2 * self.text)]
        for at, row in enumerate(section.rows):
            place = above + len(rows)
            first, last = 0, 0 if row.first is not None else 2
            if row.first is None and row.second is not None:
                first, last = 1, 2
            more.append(("SPAN", (first, place), (last, place)))
            size = 1.1 * self.text if row.total else self.text
            label = Words(self.lettering, row.label, size, bold=row.total, leading=_LEADING)
            label.wrap(sum(self.widths[: 1 if first else last + 1]) - 2, 0)
            tall = (_TOTAL if row.total else 1) * line + label.height - label.leading
            if not at % 2 and not row.total:
                more.append(("BACKGROUND", (0, place), (-1, place), Color(PALE, PALE, PALE)))
            if row.amount and not self._is_asked(row.amount):
                more.append(("LINEBELOW", (3, place), (3, place), THIN if row.total else HAIR, black))
            rows.append([label, *self._cells(row, prefix, tall)])
            heights.append(tall)
        if not above:
            return tagged_table(rows, self.widths, more, heights=heights, headed=False)
        heads = [self.centred_line(head, 0.85 * self.text, grey=QUIET) for head in section.heads]
        shown = next((at for at, head in enumerate(section.heads) if head), 3)
        return titled_table(self, section.title, rows, self.widths, self.text, more, heads[shown:], heights=heights)

    def _is_asked(self, value: str) -> bool:
        return self.style.fillable and not value

    def _cells(self, row: KempRow, prefix: str, tall: float) -> list[object]:
        """Return what is in the three cells of a line."""
        first = self.centred_line(row.first or "", bold=row.strong[0])
        second: object = ""
        if row.second is not None:
            second = self.centred_line(row.second, bold=row.strong[1])
            if (row.second_about and self.style.fillable) or not row.second:
                about = row.second_about or row.label
                field = Field(
                    self.style, f"{prefix}{row.key}-by", about, tall - 2, self.text, ruled=True, number=FormNumber()
                )
                second = plain_table([["", field, ""]], [self.cell / 6, self.cell / 2, self.cell / 6])
        amount: object = ""
        if row.amount:
            size, grey = (1.1 if row.total else 1) * self.text, QUIET if row.amount == NONE else 0
            amount = self.figure(row.amount, size, bold=row.total or row.counts, grey=grey)
        elif row.amount is not None:
            number = row.number.with_prefix(prefix)
            about = row.about or row.label
            amount = Field(self.style, prefix + row.key, about, tall - 2, self.text, ruled=True, number=number)
        return [first, second, amount] if row.first is not None else [second, "", amount]

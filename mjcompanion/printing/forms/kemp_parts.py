"""What Kemp's two score cards are made of: sections of lines with up to three cells each, set to fill their page.

A line is data: its label, and what is in its cells. A cell holds a text, an empty text where somebody writes, or
None where nothing belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import combinations, pairwise
from typing import Final, NamedTuple

import msgspec

from mjcompanion.american.score import AmericanSheet
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.printing.fields import FormNumber
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.forms.flowing import (
    FlowLine,
    FlowPiece,
    Sheet,
    ground,
    rule_at,
    stacked,
    text_at,
    tiles_at,
    wrapped,
)
from mjcompanion.printing.page import BOX, HAIR, QUIET, THIN, Align, PdfPage, PrintStyle
from mjcompanion.printing.tiles import PrintedGroup, notation, room, width_for
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


Block = Callable[[float], FlowLine]
"""A part of a card, made for lines of a height that its page decides."""


class Columns(NamedTuple):
    """Where the cells of a card are: the width of each, and how wide a label may be next to them."""

    cell: float
    label: float
    size: float

    @classmethod
    def of(cls, style: PrintStyle) -> Columns:
        """The columns of a page in this style."""
        cell = _LARGE_COLUMN if style.large else _COLUMN
        return cls(cell, style.width - 3 * (cell + GAP), SIZE * style.scale)

    def label_room(self, row: KempRow) -> float:
        """How wide the label of a line may be: it runs on where cells are missing."""
        if row.first is not None:
            return self.label
        return self.label + (self.cell / 2 if row.second is not None else 2 * (self.cell + GAP))


def flow(blocks: Sequence[Block], style: PrintStyle, high: float | None = None) -> list[Sheet]:
    """Blocks on as few pages as hold them, about equally full, their lines spread as far as is pleasant.

    `high` is the room of a page, if it isn't all of it.
    """
    high = style.height if high is None else high
    size = SIZE * style.scale
    low = BOX if style.large else _LOW * size
    least = {id(block): block(low).height for block in blocks}

    def tallest(pages: Sequence[Sequence[Block]]) -> float:
        return max(sum(least[id(block)] for block in page) for page in pages)

    for count in range(1, len(blocks) + 1):
        pages = min((_parted(blocks, cuts) for cuts in combinations(range(1, len(blocks)), count - 1)), key=tallest)
        if tallest(pages) <= high:
            break
    return [tuple(block(_line_of(page, (low, _HIGH * size), high)) for block in page) for page in pages]


def _parted(blocks: Sequence[Block], cuts: tuple[int, ...]) -> list[Sequence[Block]]:
    return [blocks[start:end] for start, end in pairwise((0, *cuts, len(blocks)))]


def _line_of(blocks: Sequence[Block], bounds: tuple[float, float], high: float) -> float:
    """How high lines are so that blocks fill a page; the heights of blocks grow evenly with that of their lines."""
    fixed, grown = (sum(block(line).height for block in blocks) for line in (0, 1))
    spread = (high - fixed) / (grown - fixed) if grown > fixed else 0
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


def with_nomenclature(blocks: list[Block], words: str, style: PrintStyle, high: float | None = None) -> list[Block]:
    """The blocks of a card with Kemp's names of tiles and sets at the end, where that takes no more pages.

    `high` is as in `flow`.
    """
    named = _section_block(style, KempSection(_("Nomenclature and number of pieces"), (), note=words), "")
    longer = [*blocks, named]
    return longer if len(flow(longer, style, high)) == len(flow(blocks, style, high)) else blocks


def card_heading(style: PrintStyle, title: str, card: OneHand | None, prefix: str = "") -> Block:
    """The title of a card, with the day and whose hand it is."""
    asked = (("date", _("Date"), card.day if card else ""), ("name", _("Name"), card.name if card else ""))
    return heading(style, _("{title}: Score Card").format(title=_(title)), asked, prefix)


# --- blocks


def heading(style: PrintStyle, title: str, asked: Sequence[tuple[str, str, str]], prefix: str = "") -> Block:
    """The title of a card, and what is asked below it: the key, the word and the answer of each."""
    size, lettering = SIZE * style.scale, Lettering()
    across = (style.width - GAP * (len(asked) - 1)) / len(asked)

    def make(line: float) -> FlowLine:
        pieces: list[FlowPiece] = [text_at(0, 1.35 * size, title, 1.45 * size, bold=True, within=style.width, tag="H1")]
        for at, (key, word, answer) in enumerate(asked):
            x = at * (across + GAP)
            asks = pgettext("before a place to write on", "{word}:").format(word=word)
            taken = lettering.width(asks, size) + 0.5 * size
            pieces.append(text_at(x, 2.2 * size + line - 0.42 * size, asks, size))
            pieces.append(
                entry(prefix + key, x + taken, across - taken, line, answer, word, down=2.2 * size, align="left")
            )
        return FlowLine(line + 2.7 * size, tuple(pieces))

    return make


def hand_block(style: PrintStyle, groups: Sequence[PrintedGroup], words: Sequence[str]) -> Block:
    """A hand in tiles with its notation, and the words about it in lines below."""
    size, small = SIZE * style.scale, style.share(0.9) * SIZE * style.scale
    wide = width_for(groups, style.width, at_most=_WIDEST_TILE * style.scale)
    words = (notation(groups), *words) if style.large else words  # labels would be as small as the tiles make them
    labels = not style.large
    lines = [
        line._replace(height=1.25 * size)
        for word in words
        for line in wrapped(Lettering(), word, 0, style.width, small, grey=QUIET, most=_MOST_TOLD)
    ]
    tiles = FlowLine(room(groups, wide, labels=labels)[1], (tiles_at(0, 0, groups, wide, labels=labels),))
    found = stacked(tiles, FlowLine(0.3 * size), *lines, FlowLine(0.4 * size))
    return lambda _unused: found


def section_blocks(style: PrintStyle, section: KempSection, prefix: str = "") -> list[Block]:
    """A section with its heading, its note and its lines; of a long one two halves in large print."""
    if not style.large or len(section.rows) <= _MOST_ROWS:
        return [_section_block(style, section, prefix)]
    first = msgspec.structs.replace(section, rows=section.rows[:_MOST_ROWS])
    title = _("{title}, continued").format(title=section.title)
    second = msgspec.structs.replace(section, title=title, rows=section.rows[_MOST_ROWS:], note="")
    return [_section_block(style, one, prefix) for one in (first, second)]


def _section_block(style: PrintStyle, section: KempSection, prefix: str) -> Block:
    columns = Columns.of(style)
    size = columns.size
    lettering = Lettering()
    small = style.share(0.85) * size
    note = [
        FlowLine(1.15 * size, (text_at(0, 0.8 * size, words, small, grey=QUIET),))
        for words in lettering.wrap(section.note, style.width, small)
    ]
    labels = [
        lettering.wrap(row.label, columns.label_room(row), _label_size(row, size), bold=row.total)
        for row in section.rows
    ]

    def make(line: float) -> FlowLine:
        before = _BEFORE * line if section.title else 0.0
        heads = _heads(section, before, columns, style.width)
        lines = [heads, *note, FlowLine(0.2 * size if note else 0)]
        for at, (row, label) in enumerate(zip(section.rows, labels, strict=True)):
            tall = (_TOTAL if row.total else 1) * line + (len(label) - 1) * _LEADING * size
            shade = () if at % 2 or row.total else (ground(style.width, tall),)
            lines.append(FlowLine(tall, (*shade, *_row(row, label, tall, columns, style.width, prefix)), "row"))
        return stacked(*lines)

    return make


def _label_size(row: KempRow, size: float) -> float:
    return 1.1 * size if row.total else size


def _heads(section: KempSection, down: float, columns: Columns, across: float) -> FlowLine:
    """The title and the words above the cells, which go below it where it is long."""
    size = columns.size
    if not section.title:
        return FlowLine(0.3 * size, (), "head")
    base = down + 1.2 * size
    first = next((at for at, head in enumerate(section.heads) if head), 3)
    pieces: list[FlowPiece] = [text_at(0, base, section.title, 1.1 * size, bold=True, within=across, tag="H2")]
    if Lettering().width(section.title, 1.1 * size, bold=True) > across - (3 - first) * (columns.cell + GAP):
        base += 1.3 * size
    for at, head in enumerate(section.heads):
        middle = across - (2 - at) * (columns.cell + GAP) - columns.cell / 2
        if head:
            pieces.append(text_at(middle, base, head, 0.85 * size, align="centre", grey=QUIET, within=columns.cell))
    pieces.append(rule_at(0, base + 0.4 * size, across, THIN))
    return FlowLine(base + 0.55 * size, tuple(pieces), "head")


def _row(
    row: KempRow, label: Sequence[str], tall: float, columns: Columns, across: float, prefix: str
) -> Iterator[FlowPiece]:
    size, cell, step = _label_size(row, columns.size), columns.cell, columns.cell + GAP
    base = tall - 0.42 * columns.size - (len(label) - 1) * _LEADING * size / 2
    for at, words in enumerate(label):
        yield text_at(2, base - ((len(label) - 1) / 2 - at) * _LEADING * size, words, size, bold=row.total)
    second = across - 2 * step + GAP
    if row.first is not None:
        yield text_at(
            across - 2 * step - cell / 2, base, row.first, columns.size, bold=row.strong[0], align="centre", within=cell
        )
    else:
        second -= step / 2
    if row.second and not row.second_about:
        yield text_at(
            second + cell / 2, base, row.second, columns.size, bold=row.strong[1], align="centre", within=cell
        )
    elif row.second is not None:
        inset = cell / 5
        yield entry(
            f"{prefix}{row.key}-by", second + inset, cell - 2 * inset, tall, row.second,
            row.second_about or row.label, align="centre", base=base, strength=0 if row.second else HAIR,
            number=FormNumber(), asked=True,
        )  # fmt: skip
    if row.amount is not None:
        yield entry(
            prefix + row.key, across - cell, cell, tall, row.amount, row.about or row.label,
            bold=row.total or row.counts, size=size, base=base, strength=THIN if row.total else HAIR,
            grey=QUIET if row.amount == NONE else 0, number=row.number.with_prefix(prefix),
        )  # fmt: skip


# --- cells


def entry(
    key: str,
    x: float,
    width: float,
    height: float,
    value: str,
    about: str,
    *,
    down: float = 0,
    align: Align = "right",
    bold: bool = False,
    size: float | None = None,
    base: float | None = None,
    strength: float = HAIR,
    grey: float = 0,
    number: FormNumber | None = None,
    asked: bool = False,
) -> FlowPiece:
    """Return a place to write into: what is written there, else a field or a bare line; `down` is its upper edge.

    With a `strength` of 0 there is no line. What is `asked` is a field wherever a form can be filled in.
    """

    def draw(page: PdfPage, left: float, y: float) -> None:
        usual = SIZE * page.style.scale
        start, top, type_size = left + x, y + down, usual if size is None else size
        if page.style.fillable and (asked or not value):
            fitting, high, ruled = min(type_size, 0.72 * (height - 2)), height - 2, strength > 0 or asked
            page.field(key, start, top + 1, width, high, about=about, size=fitting, ruled=ruled, number=number)
            return
        if value:
            line = top + height - 0.42 * usual if base is None else y + base
            place, within = {
                "left": (start + 2, width - 4),
                "right": (start + width - 3, width - 5),
                "centre": (start + width / 2, width),
            }[align]
            page.text(place, line, value, type_size, bold=bold, align=align, within=within, grey=grey)
        if strength:
            page.rule(start, top + height - 1, start + width, strength=strength)

    return draw

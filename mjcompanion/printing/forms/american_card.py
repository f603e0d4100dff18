"""An American card on paper: its lines by section, with values, X or C, and notes.

The suits of a line differ in their colour, and in black in their letters: a is bold, b bold and underlined, c white in
a box, and the letter of the suit follows each group in small type. The language of patterns is told in docs/cards.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import Final

import msgspec
from reportlab.lib.colors import HexColor, white  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Table  # type: ignore[import-untyped]

from mjcompanion.american.card import Card
from mjcompanion.american.letters import CardLetter, CardWord, letters_of
from mjcompanion.american.line import Line as CardLine
from mjcompanion.american.line import shown
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import N_, _, joined, ngettext, npgettext, number, pgettext
from mjcompanion.parsing.pattern import DRAGONS, FIXED_MARK, NO_JOKERS_MARK, NUMBERS, SUIT_LETTERS, WINDS
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import PLAIN, Lettering
from mjcompanion.printing.forms.part_sheet import ColumnSheet, fitted, titled_table
from mjcompanion.printing.layout import Picture, Words, plain_table
from mjcompanion.printing.page import QUIET, SMALLEST, PdfPage, PrintStyle

_SIZES: Final = tuple(round(11 - 0.1 * step, 1) for step in range(31))
_PAGES: Final = 2
_COLUMNS: Final = 2
"""In normal print; large print has one."""
_LARGER: Final = 1.15
"""The size of a line's letters, to that of other words."""
_SMALLER: Final = 0.66
"""The size of suit letters and marks, to that of symbols."""
_EDGE: Final = 0.12
"""What is free at both ends of a box with letters, in sizes of the type."""
_INKS: Final = {"a": HexColor("#1F3F7A"), "b": HexColor("#B3261E"), "c": HexColor("#1E6B3A")}
"""The colours of the suits: those of the tiles."""
_TAB: Final = 0.5
"""Where a note at the side of its line begins, as a part of the line's width."""
_BETWEEN: Final = 0.5
_LINE: Final = 1.35


class CardRow(msgspec.Struct, frozen=True):
    """A line of the card as it is printed.

    `number` counts the lines of the card; `value` and `kind` are its points and X or C. `marks` are told in the
    legend.
    """

    number: int
    words: tuple[CardWord, ...]
    value: str
    kind: str
    marks: tuple[str, ...] = ()
    note: str = ""

    @property
    def pattern(self) -> str:
        """The pattern as it is read from the page."""
        return "".join(word.text if word.joined else f" {word.text}" for word in self.words).strip()

    @property
    def remark(self) -> str:
        """What is with the pattern: the marks and the note."""
        return " · ".join(filter(None, (*self.marks, self.note)))


PAIRS_MARK: Final = N_("S&P")
"""The sign of lines of singles and pairs; it is looked up where it is shown."""


def words_of(pattern: str) -> tuple[CardWord, ...]:
    """Return a pattern with the letters together that are drawn alike.

    >>> [(letter.text, letter.suit) for letter in words_of("2026b")[0].letters]
    [('2', 'b'), ('0', ''), ('26', 'b'), ('b', '')]
    """
    return tuple(CardWord(tuple(_alike(word.letters)), word.joined) for word in letters_of(pattern))


def _alike(letters: Iterable[CardLetter]) -> Iterator[CardLetter]:
    for (suit, small), some in groupby(letters, key=lambda one: ("" if one.small else one.suit, one.small)):
        yield CardLetter("".join(one.text for one in some), suit, small)


def row(line: CardLine) -> CardRow:
    """A line as it is printed.

    >>> from mjcompanion.american.card_library import built_in
    >>> one = row(built_in("club-fifteen").card.lines[0])
    >>> one.pattern, one.value, one.kind, one.marks, one.note
    ('1111a 22a 3333a 44a DDa', '25', 'X', ('±1',), 'Any four numbers in a row, with their dragon')
    """
    marks = [f"±{line.shift}"] * bool(line.shift) + [_(PAIRS_MARK)] * line.singles_and_pairs
    return CardRow(line.number, words_of(line.pattern), number(line.value), line.kind, tuple(marks), shown(line.note))


def sections(card: Card) -> tuple[tuple[str, tuple[CardRow, ...]], ...]:
    """The lines of the card under their headings, in its order."""
    return tuple((shown(section), tuple(map(row, lines))) for section, lines in card.sections)


def rows(card: Card) -> tuple[CardRow, ...]:
    """All lines of the card."""
    return tuple(one for _unused, lines in sections(card) for one in lines)


def legend(card: Card, terms: Terms | None = None) -> tuple[str, ...]:
    """What the signs on this card mean, as far as it has them, and what is missing from it.

    >>> from mjcompanion.american.card_library import built_in
    >>> print(legend(built_in("club-fifteen").card)[-1])
    Jokers may be used anywhere.
    """
    return tuple(_legend(card, terms or Terms()))


def _legend(card: Card, terms: Terms) -> Iterator[str]:
    lines = rows(card)
    groups = [word for line in lines for word in line.words]
    symbols = {symbol for word in groups for letter in word.letters if not letter.small for symbol in letter.text}
    small = {symbol for word in groups for letter in word.letters if letter.small for symbol in letter.text}
    marks = {symbol for line in lines for symbol in line.marks}
    yield from _symbols(symbols, terms)
    moves = sorted((sign for sign in marks if sign.startswith("±")), key=lambda sign: int(sign[1:]))
    for sign in moves:
        if sign == "±1":
            sentence = _("{sign}: all numbers of the line may move up or down together, within 1 to 9.")
        else:
            sentence = _(
                "{sign}: all numbers of the line may move up or down together by {n} at a time, within 1 to 9."
            )
        yield sentence.format(sign=sign, n=sign[1:])
    if FIXED_MARK in small:
        yield _("{sign} after a group: its numbers don’t move.").format(sign=FIXED_MARK)
    if NO_JOKERS_MARK in small:
        yield _("{sign} after a group: no jokers in it.").format(sign=NO_JOKERS_MARK)
    if "/" in symbols:
        yield _("/: either group.")
    if "|" in symbols:
        yield _("|: either pattern.")
    kinds = {line.kind for line in lines}
    values = {"X": _("X: exposed, sets may be claimed."), "C": _("C: concealed, only the last tile may be claimed.")}
    yield " ".join(values[kind] for kind in values if kind in kinds)
    if _(PAIRS_MARK) in marks:
        sentence = _("{sign}: singles and pairs. Its value isn’t doubled for no jokers.")
        yield sentence.format(sign=_(PAIRS_MARK))
    if card.jokers_anywhere:
        yield _("Jokers may be used anywhere.")
    else:
        yield _("Jokers stand in for three or more alike, never in pairs or for single tiles.")
    left_out = card.count - len(card.lines)
    if left_out:
        sentence = ngettext(
            "{n} line can’t be played and is left out.", "{n} lines can’t be played and are left out.", left_out
        )
        yield sentence.format(n=number(left_out))


def _symbols(symbols: set[str], terms: Terms) -> Iterator[str]:
    white, green, red = (Tile.parse(code).name(terms) for code in ("5z", "6z", "7z"))
    if "D" in symbols:
        pairs = ((green, "bamboos"), (red, "characters"), (white, "dots"))
        each = [_("{dragon} for {suit}").format(dragon=name, suit=terms.word(suit).many) for name, suit in pairs]
        yield _("D: the dragon of its suit ({dragons}).").format(dragons=joined(each))
    each = [f"{symbol}: {words}" for symbol, words in (
        ("F", _("a flower, any")),
        ("0", _("{dragon}, as zero").format(dragon=white)),
        ("R", red),
        ("G", green),
    ) if symbol in symbols]  # fmt: skip
    winds = [wind for wind in "NEWS" if wind in symbols]
    if winds:
        each.append(_("{letters}: winds").format(letters=" ".join(winds)))
    if each:
        yield pgettext("a sentence of several signs and their meanings", "{signs}.").format(
            signs=pgettext("between the parts of a sentence", "; ").join(each)
        )
    for family, any_, several in _FAMILIES:
        used = [letter for letter in family if letter in symbols]
        if used:
            yield _(several if len(used) > 1 else any_).format(letters=joined(used))


_FAMILIES: Final = (
    (NUMBERS, N_("{letters}: any number."), N_("{letters}: any number. Different letters are different numbers.")),
    (WINDS, N_("{letters}: any wind."), N_("{letters}: any wind. Different letters are different winds.")),
    (DRAGONS, N_("{letters}: any dragon."), N_("{letters}: any dragon. Different letters are different dragons.")),
)
"""Letters that stand for any of a family, and the sentences about one of them and about several."""


# --- on paper


def lay_out(card: Card, style: PrintStyle) -> Printed:
    """The card: on one page if it can be, else on two; a card too long for that goes on.

    >>> from mjcompanion.american.card_library import built_in
    >>> len(lay_out(built_in("companion").card, PrintStyle()).pages)
    2
    """
    name = card.title.strip() or _("Card")
    facts = npgettext("of a card", "{n} line", "{n} lines", len(card.lines)).format(n=number(len(card.lines)))
    if card.note:
        facts = f"{facts} · {card.note}"
    told = legend(card, style.terms)
    found = sections(card)

    def make(size: float, style: PrintStyle) -> ColumnSheet:
        sheet = ColumnSheet(name, facts, style, size, _COLUMNS)
        tables = [_lines(sheet, title or pgettext("of a card", "Lines"), lines) for title, lines in found]
        sheet.put([*tables, _legend_table(sheet, told)], parted=True)
        return sheet

    filled = fitted(make, style, _SIZES, _PAGES)
    foot = _("American card: {title}").format(title=name)
    return Printed(name, filled.draws(foot), _("American card"))


def _lines(sheet: ColumnSheet, title: str, lines: tuple[CardRow, ...]) -> Table:
    """Return the lines of a section: numbers, patterns with their notes, values, and X or C."""
    size, large = sheet.size, sheet.size * _LARGER
    value = max(sheet.lettering.width(line.value, large, bold=True) for line in lines)
    widths = [1.9 * size, min(max(1.6 * size, value), 5 * size) + 0.7 * size, 1.8 * size]
    widths.insert(1, sheet.width - sum(widths))
    rows: list[list[object]] = []
    for line in lines:
        number = Words(sheet.lettering, str(line.number), 0.72 * size, grey=QUIET, align="right", fit=SMALLEST)
        worth = Words(sheet.lettering, line.value, large, bold=True, align="right", fit=SMALLEST)
        kind = Words(sheet.lettering, line.kind, large, align="right")
        rows.append([number, _pattern(sheet, line, widths[1]), worth, kind])
    more = [
        ("VALIGN", (0, 1), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 1), (0, -1), 0.4 * size),
        ("RIGHTPADDING", (0, 1), (0, -1), 0.6 * size),
        ("BOTTOMPADDING", (0, 1), (-1, -1), 0.15 * size),
    ]
    return titled_table(sheet, title, rows, widths, size, more)


def _pattern(sheet: ColumnSheet, line: CardRow, width: float) -> list[Flowable]:
    """Return the letters of a line, and its note at its side if there is room for both, else below."""
    size, lettering = sheet.size, sheet.lettering
    large = size * _LARGER
    letters, count = _laid(line.words, large, width, lettering)
    high = _LINE * large * count
    note = Words(lettering, line.remark, sheet.style.share(0.85) * size, grey=QUIET)
    used = max((x + _width(one, large, lettering) for x, _unused, one in letters), default=0.0)
    draw = partial(_draw_letters, letters, large)
    if not line.remark:
        return [Picture(width, high, draw, lettering, tag="P")]
    wide = lettering.width(line.remark, note.size)
    if sheet.columns == 1 and count == 1 and used + size + wide <= width:
        aside = max(used + size, min(_TAB * width, width - wide))
        drawn = Picture(aside, high, draw, lettering, tag="P")
        return [plain_table([[drawn, note]], [aside, width - aside], None, [("VALIGN", (0, 0), (-1, -1), "MIDDLE")])]
    return [Picture(width, high, draw, lettering, tag="P"), note]


_Laid = list[tuple[float, int, CardLetter]]


def _laid(words: tuple[CardWord, ...], size: float, width: float, lettering: Lettering) -> tuple[_Laid, int]:
    """Where letters stand: how far from the left and in which line, and how many lines there are."""
    found: _Laid = []
    x, at = 0.0, 0
    for word in words:
        wide = sum(_width(letter, size, lettering) for letter in word.letters)
        ahead = 0.0 if word.joined or not x else _BETWEEN * size
        if x and (x + ahead + wide > width or word.text == "|"):
            x, at, ahead = 0.0, at + 1, 0.0
        x += ahead
        for letter in word.letters:
            x, at = _place(found, letter, x, at, size, width, lettering)
    return found, at + 1


def _place(
    found: _Laid, letter: CardLetter, x: float, at: int, size: float, width: float, lettering: Lettering
) -> tuple[float, int]:
    """Put letters down, symbol by symbol where they are longer than the whole line."""
    step = _width(letter, size, lettering)
    pieces = [letter] if x + step <= width else [letter._replace(text=symbol) for symbol in letter.text]
    for piece in pieces:
        step = _width(piece, size, lettering)
        if x and x + step > width:
            x, at = 0.0, at + 1
        found.append((x, at, piece))
        x += step
    return x, at


def _width(letter: CardLetter, size: float, lettering: Lettering) -> float:
    if letter.small:
        return lettering.width(letter.text, _SMALLER * size)
    wide = lettering.width(letter.text, size, bold=bool(letter.suit))
    return wide + 2 * _EDGE * size if letter.suit == "c" else wide


def _draw_letters(letters: _Laid, size: float, page: PdfPage) -> None:
    """Draw letters in the manner of their suit: bold, underlined too, white in a box; all in its colour, else black."""
    canvas = page.canvas
    for x, at, letter in letters:
        base = page.height - size - at * _LINE * size
        if letter.small:
            page.lettering.draw(canvas, x, base - 0.08 * size, letter.text, _SMALLER * size, grey=QUIET)
            continue
        if not letter.suit:
            page.lettering.draw(canvas, x, base, letter.text, size)
            continue
        canvas.setFillColor(_INKS[letter.suit])
        wide = _width(letter, size, page.lettering)
        if letter.suit == "b":
            canvas.rect(x, base - 0.2 * size, wide, 0.08 * size, stroke=0, fill=1)
        elif letter.suit == "c":
            canvas.rect(x, base - 0.17 * size, wide, size, stroke=0, fill=1)
            canvas.setFillColor(white)
        canvas.setFont(PLAIN[True], size)
        canvas.drawString(x + _EDGE * size * (letter.suit == "c"), base, letter.text)


def _legend_table(sheet: ColumnSheet, told: tuple[str, ...]) -> Table:
    """Return what the letters mean: the suits as they are drawn, then sentences."""
    size = sheet.style.share(0.9) * sheet.size
    large = _LARGER * size
    letters: _Laid = []
    x = 0.0
    for suit in SUIT_LETTERS:
        for letter in (CardLetter("222", suit), CardLetter(suit, small=True)):
            letters.append((x, 0, letter))
            x += _width(letter, large, sheet.lettering)
        x += size
    suits = Picture(x, _LINE * large, partial(_draw_letters, letters, large), sheet.lettering, tag="P")
    meaning = sheet.words(_("different suits, any"), size)
    middle = [("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
    first = plain_table([[suits, meaning]], [x, sheet.width - 4 - x], None, middle)
    rows = [[first], *[[sheet.words(words, size)] for words in told]]
    more = [(f"{side}PADDING", (0, 1), (0, -1), 2) for side in ("LEFT", "RIGHT", "BOTTOM")]
    return titled_table(sheet, _("How to read it"), rows, [sheet.width], sheet.size, more)

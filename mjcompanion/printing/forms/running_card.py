"""The running score card of both solitaires: 37 games of each on a page, blank or filled from finished games.

Source: the score card of source 1. Its word “natural” is above the score that isn't adjusted yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from mjcompanion.i18n.translation import N_, _, number, pgettext
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fields import FormNumber
from mjcompanion.printing.fonts import Lettering, clean
from mjcompanion.printing.forms.kemp_parts import GAP, NONE, SIZE, entry, heading, localised, parted
from mjcompanion.printing.page import HAIR, QUIET, THIN, Align, PdfPage, PrintStyle
from mjcompanion.printing.tagging import ARTIFACT
from mjcompanion.printing.values import FinishedGame, GameList
from mjcompanion.scoring.context import hundredths

TITLE: Final = N_("Solitaire Mah Jongg: Score Card")
ROWS: Final = 37
"""Games of each kind on a page, as in the source."""
MARK: Final = "*"
"""Behind the date of a game in which somebody had help."""
ASSISTED: Final = N_("* The coach was asked or moves were taken back.")
REAL: Final = "•"
"""Behind the date of a game with real tiles; the others were played on a virtual wall."""
WITH_TILES: Final = N_("• Played with real tiles.")
UNWON: Final = N_("– No Mah Jongg.")
_SIDES: Final = (
    ("kemp-chinese", "chinese", N_("Chinese Mah Jongg"), N_("Chinese Mah Jongg, line {n}: {what}")),
    ("kemp-american", "american", N_("American Mah Jongg"), N_("American Mah Jongg, line {n}: {what}")),
)
"""The two columns: whose games, key, title, and what a field of them says."""
_KEYS: Final = ("date", "score", "percent", "final")
_ABOUTS: Final = (N_("date"), N_("natural score"), N_("% of tiles left"), N_("final score"))
_SHARES: Final = (0.32, 0.22, 0.19, 0.27)
"""How wide the columns are: date, score, %, final."""
_BETWEEN: Final = 18.0
_LARGE_ROWS: Final = 10
"""Games of each kind on a page in large print, which is on its side."""
_REMARKS: Final = 2
"""Lines for remarks on a page."""
_FOOT: Final = N_("Running score card of solitaire, after John Kemp")


class GameLine(msgspec.Struct, frozen=True):
    """One line of a column as it is printed; `mark` is behind the date."""

    date: str = ""
    mark: str = ""
    score: str = ""
    percent: str = ""
    final: str = ""


# --- the card as data


def line_of(game: FinishedGame) -> GameLine:
    """A game as it is printed.

    >>> from fractions import Fraction
    >>> from mjcompanion import Ruleset
    >>> kemp, factor = Ruleset("kemp-chinese"), Fraction(98, 138)
    >>> line_of(FinishedGame(kemp, "2026-11-21", won=True, score=50, factor=factor, final=factor * 50))
    GameLine(date='2026-11-21', mark='', score='50', percent='71.01', final='35.51')
    >>> line_of(FinishedGame(kemp, "2026-11-22", assisted=True))
    GameLine(date='2026-11-22', mark='*', score='–', percent='–', final='–')
    """
    sign = REAL * game.real + MARK * game.assisted
    if not game.won:
        return GameLine(game.day, sign, NONE, NONE, NONE)
    percent = "" if game.factor is None else localised(hundredths(game.factor * 100))
    final = "" if game.final is None else parted(hundredths(game.final))
    return GameLine(game.day, sign, number(game.score), percent, final)


def rows(card: GameList, count: int = ROWS) -> tuple[tuple[tuple[GameLine, ...], tuple[GameLine, ...]], ...]:
    """Return for each page the lines of both columns, `count` in each, with empty ones at the end.

    >>> from mjcompanion import Ruleset
    >>> game = FinishedGame(Ruleset("kemp-chinese"), won=True, score=8)
    >>> [(chinese[0].score, american[0].score) for chinese, american in rows(GameList((game,) * 38))]
    [('8', ''), ('8', '')]
    """
    sides = [
        [line_of(game) for game in card.games if game.rules.score_card == score_card] for score_card, *_unused in _SIDES
    ]
    pages = max(1, *(-(-len(side) // count) for side in sides))
    chinese, american = [side + [GameLine()] * (pages * count - len(side)) for side in sides]
    return tuple(
        (tuple(chinese[start : start + count]), tuple(american[start : start + count]))
        for start in range(0, pages * count, count)
    )


def signs(card: GameList) -> tuple[str, ...]:
    """What the signs on a card mean, as far as it has them."""
    found = []
    if any(game.real for game in card.games):
        found.append(_(WITH_TILES))
    if any(game.assisted for game in card.games):
        found.append(_(ASSISTED))
    if not all(game.won for game in card.games):
        found.append(_(UNWON))
    return tuple(found)


# --- the card on paper


def lay_out(card: GameList | None, style: PrintStyle) -> Printed:
    """The card, on as many pages as its games and remarks need; blank where there is nothing to fill it in from."""
    card = card or GameList(())
    size = SIZE * style.scale
    across = style.width
    remarks = _wrapped(card.remarks, across, size)
    text = "   ".join(signs(card))
    pages: list[Callable[[PdfPage], None]] = []
    for sides in rows(card, _LARGE_ROWS if style.large else ROWS):
        pages.append(_games(card, sides, text, remarks[:_REMARKS], size))
        remarks = remarks[_REMARKS:]
    fitting = int(style.height // (_REMARK_LINE * size)) - 2
    pages += [_remarks_alone(remarks[start : start + fitting], size) for start in range(0, len(remarks), fitting)]
    return Printed(_(TITLE), tuple(pages), _("Running score card"))


_REMARK_LINE: Final = 1.7
_HEAD: Final = 3.9
_TOLD: Final = 1.7


def _wrapped(words: str, across: float, size: float) -> list[str]:
    """Remarks in lines; next to the first of them is their name."""
    lettering, words = Lettering(), " ".join(clean(words).split())
    label = lettering.width(_(_REMARKS_LABEL), size) + GAP
    first = lettering.wrap(words, across - label, size)[:1]
    return [*first, *lettering.wrap(words[len("".join(first)) :], across - 4, size)]


_REMARKS_LABEL: Final = N_("Remarks:")


def _games(
    card: GameList, sides: Sequence[Sequence[GameLine]], told: str, remarks: Sequence[str], size: float
) -> Callable[[PdfPage], None]:
    def draw(page: PdfPage) -> None:
        head = heading(page.style, _(TITLE), [("name", _("Name"), card.name)])
        top = head(1.45 * size)
        top.draw(page, page.left, page.top)
        y = page.top + top.height + 0.3 * size
        below = (_TOLD if told else 0.5) * size + _REMARKS * _REMARK_LINE * size
        count = len(sides[0])
        line = (page.bottom - y - _HEAD * size - below) / count
        wide = (page.right - page.left - _BETWEEN) / 2
        for side, lines, x in zip(_SIDES, sides, (page.left, page.right - wide), strict=True):
            _draw_side(page, side, lines, (x, y, wide, line))
        y += _HEAD * size + count * line
        if told:
            page.text(page.left, y + 1.25 * size, told, page.style.share(0.9) * size, within=page.right - page.left)
        _draw_remarks(page, remarks, page.bottom - _REMARKS * _REMARK_LINE * size, size)
        page.foot(_(_FOOT))

    return draw


def _draw_side(
    page: PdfPage, side: tuple[str, str, str, str], lines: Sequence[GameLine], place: tuple[float, float, float, float]
) -> None:
    """One of the two columns, its upper left corner, width and the height of its lines given."""
    _unused, key, title, about = side
    x, y, wide, line = place
    size = SIZE * page.style.scale
    widths = [share * wide for share in _SHARES]
    starts = [x + sum(widths[:at]) for at in range(len(widths))]
    page.text(x + wide / 2, y + 1.1 * size, _(title), 1.15 * size, bold=True, align="centre", within=wide, tag="H2")
    middle = starts[1] + widths[1] / 2
    natural = pgettext("a score before it is adjusted", "Natural")
    small = page.style.share(0.85) * size
    heads = (_("Date"), _("Score"), "%", pgettext("a score", "Final"))
    with page.row("head"):
        page.text(middle, y + 2.35 * size, natural, small, align="centre", within=widths[1], grey=QUIET)
        for start, width, words in zip(starts, widths, heads, strict=True):
            page.text(start + width / 2, y + 3.45 * size, words, size, bold=True, align="centre", within=width)
    y += _HEAD * size
    page.rule(x, y, x + wide, strength=THIN)
    columns = list(zip(starts, widths, strict=True))
    for at, one in enumerate(lines, 1):
        abouts = [_(about).format(n=at, what=_(what)) for what in _ABOUTS]
        with page.row():
            _draw_line(page, f"{key}-{at}", abouts, one, columns, y, line)
        y += line
    for start in (*starts, x + wide):
        page.rule(start, y - len(lines) * line, start, y, strength=HAIR)


def _draw_line(
    page: PdfPage,
    key: str,
    abouts: Sequence[str],
    line: GameLine,
    columns: Sequence[tuple[float, float]],
    y: float,
    high: float,
) -> None:
    size = min(SIZE * page.style.scale, 0.8 * high)
    base = y + high / 2 + 0.36 * size
    values = (line.date, line.score, line.percent, line.final)
    for at, ((x, wide), value) in enumerate(zip(columns, values, strict=True)):
        sign = line.mark if at == 0 else ""
        room = wide - 1.5 - 0.7 * size * len(sign)
        align: Align = "left" if at == 0 else "right"
        piece = entry(
            f"{key}-{_KEYS[at]}", x + 0.75, room, high, value, abouts[at],
            align=align, size=size, base=base - y, strength=0, bold=at == 3, number=_number(key, at),
        )  # fmt: skip
        with page.canvas.marked("P" if sign else ARTIFACT, span=(x, x + wide)):
            piece(page, 0, y)
            if sign:
                page.text(x + wide - 2, base, sign, size, align="right")
    page.rule(columns[0][0], y + high, columns[-1][0] + columns[-1][1], strength=HAIR)


def _number(key: str, at: int) -> FormNumber | None:
    """The number in a cell of a line; none in that of the date."""
    share, score = f"{key}-percent", f"{key}-score"
    final = FormNumber(2, expression="n[0] * n[1] / 100", fields=(share, score))
    return (None, FormNumber(), FormNumber(2), final)[at]


def _draw_remarks(page: PdfPage, lines: Sequence[str], y: float, size: float) -> None:
    """The two lines for remarks at the bottom of a page."""
    high = _REMARK_LINE * size
    taken = page.text(page.left, y + high - 0.42 * size, _(_REMARKS_LABEL), size) + GAP - 2
    for at, start in ((0, page.left + taken), (1, page.left)):
        words = lines[at] if at < len(lines) else ""
        about = _("Remarks, line {n}").format(n=at + 1)
        entry(f"remarks-{at + 1}", start, page.right - start, high, words, about, align="left")(page, 0, y)
        y += high


def _remarks_alone(lines: Sequence[str], size: float) -> Callable[[PdfPage], None]:
    def draw(page: PdfPage) -> None:
        page.text(page.left, page.top + 1.35 * size, _("Remarks, continued"), 1.45 * size, bold=True, tag="H1")
        y = page.top + 2 * _REMARK_LINE * size
        for words in lines:
            page.text(page.left, y + size, words, size)
            y += _REMARK_LINE * size
        page.foot(_(_FOOT))

    return draw

"""The running score card of both solitaires: 37 games of each on a page, blank or filled from finished games.

Source: the score card of source 1. Its word “natural” is above the score that isn't adjusted yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from reportlab.lib.colors import black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import N_, _, number, pgettext
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fields import FormNumber
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.forms.kemp_parts import GAP, NONE, KempForm, localised, parted
from mjcompanion.printing.layout import LEADING, Asked, Field, Words, paginate, plain_table, tagged_table
from mjcompanion.printing.page import HAIR, QUIET, SMALLEST, THIN, Draw, PrintStyle
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
    form = _Card(style)
    remarks = form.wrapped(card.remarks)
    pages: list[Draw] = []
    for sides in rows(card, _LARGE_ROWS if style.large else ROWS):
        pages += paginate(form.games(card, sides, remarks[:_REMARKS]), style, form.lettering, _(_FOOT))
        remarks = remarks[_REMARKS:]
    if remarks:
        story = [form.title(_("Remarks, continued")), *map(form.words, remarks)]
        pages += paginate(story, style, form.lettering, _(_FOOT))
    return Printed(_(TITLE), tuple(pages), _("Running score card"))


_REMARK_LINE: Final = 1.7
_HEADS: Final = 3.9
"""The heights of a line for remarks and of the heads of a column, in sizes of the type."""
_REMARKS_LABEL: Final = N_("Remarks:")


class _Card(KempForm):
    """The flowables of the form."""

    def wrapped(self, text: str) -> list[str]:
        """Return remarks in lines; next to the first of them is their name."""
        words = " ".join(clean(text).split())
        label = self.lettering.width(_(_REMARKS_LABEL), self.text) + GAP
        first = self.lettering.wrap(words, self.style.width - label, self.text)[:1]
        return [*first, *self.lettering.wrap(words[len("".join(first)) :], self.style.width - GAP, self.text)]

    def games(self, card: GameList, sides: Sequence[Sequence[GameLine]], remarks: Sequence[str]) -> Iterator[Flowable]:
        """Yield a page of games: the name, both columns, what the signs mean, and two lines for remarks."""
        head = self.card_head(_(TITLE), [("name", _("Name"), card.name)])(1.45 * self.text)
        told = self.words("   ".join(signs(card)), self.style.share(0.9) * self.text)
        below = [Spacer(0, 0.4 * self.text), told, *self._remarks(remarks)]
        taken = sum(one.wrap(self.style.width, 0)[1] for one in (head, *below))
        line = (self.style.height - taken - _HEADS * self.text - 0.1) / len(sides[0])
        wide = (self.style.width - _BETWEEN) / 2
        columns = [self._column(side, lines, wide, line) for side, lines in zip(_SIDES, sides, strict=True)]
        yield from (head, plain_table([[columns[0], "", columns[1]]], [wide, _BETWEEN, wide]), *below)

    def _column(
        self, side: tuple[str, str, str, str], lines: Sequence[GameLine], wide: float, line: float
    ) -> list[Flowable]:
        """Return one of the two columns with its title."""
        _unused, key, title, about = side
        natural = self.centred_line(pgettext("a score before it is adjusted", "Natural"), self.small, grey=QUIET)
        words = (_("Date"), _("Score"), "%", pgettext("a score", "Final"))
        heads: list[object] = [self.centred_line(one, self.text, bold=True) for one in words]
        heads[1] = [natural, heads[1]]
        rows: list[list[object]] = [heads]
        for at, one in enumerate(lines, 1):
            abouts = [_(about).format(n=at, what=_(what)) for what in _ABOUTS]
            rows.append(self._game(f"{key}-{at}", abouts, one, line))
        more = [
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("VALIGN", (0, 1), (-1, -1), "MIDDLE"),
            ("GRID", (0, 1), (-1, -1), HAIR, black),
            ("LINEABOVE", (0, 1), (-1, 1), THIN, black),
            ("LEFTPADDING", (0, 1), (-1, -1), 0.75 if self.style.fillable else 2.75),
            ("RIGHTPADDING", (0, 1), (-1, -1), 0.75 if self.style.fillable else 3),
        ]
        top = 1.5 * self.text
        headline = Words(self.lettering, _(title), 1.15 * self.text, bold=True, align="centre", tag="H2", fit=SMALLEST)
        heights = [_HEADS * self.text - top, *[line] * len(lines)]
        table = tagged_table(rows, [share * wide for share in _SHARES], more, heights=heights)
        return [headline, Spacer(0, top - 1.15 * LEADING * self.text), table]

    def _game(self, key: str, abouts: Sequence[str], line: GameLine, high: float) -> list[object]:
        """Return a game in a line, or places to write one into."""
        size = min(self.text, 0.8 * high)
        day = Words(self.lettering, line.date, size, fit=SMALLEST)
        cells: list[object] = [day, *[self.figure(one, size) for one in (line.score, line.percent)]]
        cells.append(self.figure(line.final, size, bold=True))
        if line.mark:
            cells[0] = Words(self.lettering, f"{line.date} {line.mark}", size, fit=SMALLEST)
        if not self.style.fillable:
            return cells
        values = (line.date, line.score, line.percent, line.final)
        for at, (name, value) in enumerate(zip(_KEYS, values, strict=True)):
            if not value:
                number = _number(key, at)
                cells[at] = Field(self.style, f"{key}-{name}", abouts[at], high - 2, self.text, number=number)
        return cells

    def _remarks(self, lines: Sequence[str]) -> Iterator[Flowable]:
        """Yield the two lines for remarks at the bottom of a page."""
        for at in range(_REMARKS):
            about = _("Remarks, line {n}").format(n=at + 1)
            words = lines[at] if at < len(lines) else ""
            asked = Asked(f"remarks-{at + 1}", "" if at else _(_REMARKS_LABEL), about, 1, answer=words)
            yield self.asks([asked], _REMARK_LINE * self.text)


def _number(key: str, at: int) -> FormNumber | None:
    """The number in a cell of a line; none in that of the date."""
    share, score = f"{key}-percent", f"{key}-score"
    final = FormNumber(2, expression="n[0] * n[1] / 100", fields=(share, score))
    return (None, FormNumber(), FormNumber(2), final)[at]

"""What the papers of a club night share: headings, lines to write on, and panels of a page."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

from reportlab.lib.colors import black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.core.tiles import WINDS, Tile
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.fonts import LEAST, clean
from mjcompanion.printing.forms import house_rules
from mjcompanion.printing.forms.contest_parts import title_of
from mjcompanion.printing.forms.rules_parts import facts, title
from mjcompanion.printing.layout import FormText, TilesFlowable, Words, paginate, plain_table
from mjcompanion.printing.page import BOX, HAIR, QUIET, THIN, Align, Draw, PdfPage, PrintStyle
from mjcompanion.printing.tiles import loose
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.words import rules_title

ORNAMENT: Final = (loose(map(Tile.parse, ("1z", "2z", "3z", "4z"))), loose(map(Tile.parse, ("7z", "6z", "5z"))))
"""The winds and the dragons."""
BOXES: Final = (("GRID", (0, 0), (-1, -1), HAIR, black), ("BOX", (0, 0), (-1, -1), THIN, black))
"""Lines around every cell of a table."""
_LARGE: Final = (10.0, 9.5, 9.0, 8.0, 7.0)
"""The sizes of type in points for panels in large print, before it is made large."""


class ClubForm(FormText):
    """The words of a form with its heading; `foot` is the line at the bottom of its pages."""

    def __init__(self, style: PrintStyle, foot: str) -> None:
        super().__init__(style)
        self.foot = foot

    def heading(self, text: str, below: str, size: float = 24.0) -> Iterator[Flowable]:
        """Yield a title in the serif with a quiet line below it."""
        yield self.headline(text, size * self.style.scale)
        yield Spacer(0, 0.3 * self.text)
        if below:
            yield self.words(below, grey=QUIET)
        yield Spacer(0, self.text)

    def headline(self, text: str, size: float) -> Flowable:
        """Return the first heading of a page in the serif, `size` points high."""
        return Words(self.lettering, text, size, serif=True, tag="H1")

    def fitted(
        self,
        text: str,
        size: float,
        width: float,
        *,
        serif: bool = False,
        bold: bool = True,
        lines: int = 2,
        align: Align = "centre",
    ) -> Flowable:
        """Return a line, `size` points high, or smaller and shortened where it needs more `lines`."""
        lettering = self.lettering.in_serif if serif else self.lettering

        def wide(words: str) -> float:
            return max(1.0, 1.03 * lettering.width(words, size, bold=True))

        needed = wide(text) if lines == 1 else max(wide(text) / (lines - 0.2), *map(wide, text.split() or [""]))
        fitting = size * min(1.0, width / needed)
        if fitting < LEAST:
            fitting, text = LEAST, lettering.shortened(text, 0.9 * lines * width, LEAST, bold=True)
        return Words(self.lettering, text, fitting, serif=serif, bold=bold and not serif, align=align)

    def wind(self, wind: int, size: float) -> Flowable:
        """Return the tile of a wind, from 0 for East, with its name next to it."""
        drawn = loose((Tile.parse(f"{WINDS[wind].number}z"),))
        tile = TilesFlowable((drawn,), 1.1 * size, self.style.terms)
        word, small = WINDS[wind].word, max(self.small, 0.75 * size)
        more = [("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LEFTPADDING", (1, 0), (1, 0), 4)]
        wide = self.lettering.width(word, small) + 6
        return plain_table([[tile, self.words(word, small, grey=QUIET)]], [tile.width, wide], None, more)

    def blanks(self, *labels: tuple[str, float], width: float = 0) -> Flowable:
        """Return a line to write on for each label, `width` points wide in all; with each label its share of that."""
        width, gap = width or self.style.width, self.text
        cells: list[Flowable | str] = []
        widths: list[float] = []
        more: list[tuple[object, ...]] = [
            ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ]
        for at, (label, share) in enumerate(labels):
            cells += [self.words(label, self.small, grey=QUIET), ""]
            widths += [share * width - gap, gap]
            more.append(("LINEBELOW", (2 * at, 0), (2 * at, 0), HAIR, black))
        return plain_table([cells], widths, [BOX * min(self.style.scale, 1.3)], more)

    def heads(self, words: Iterable[str]) -> list[Flowable | str]:
        """Return quiet heads of columns, in the middle."""
        return [self.words(word, self.small, grey=QUIET, align="centre") for word in words]

    def widest(self, words: Iterable[str]) -> float:
        """Return the width of a column whose heads have no break inside a word, in points."""
        return 8 + max((self.lettering.width(one, self.small) for word in words for one in word.split(" ")), default=0)

    def height(self, flowables: Iterable[Flowable]) -> float:
        """Return how high flowables are one below the other, in points."""
        return float(sum(one.wrap(self.style.width, self.style.height)[1] for one in flowables))

    def pages(self, stories: Iterable[Iterable[Flowable | list[Flowable]]]) -> tuple[Draw, ...]:
        """Return what draws the pages of stories, each of which begins on a page of its own."""
        return tuple(chain.from_iterable(paginate(story, self.style, self.lettering, self.foot) for story in stories))


class ContestForm(ClubForm):
    """A form of a tournament; `foot` has the place of its title."""

    def __init__(self, contest: Contest, foot: str, style: PrintStyle) -> None:
        super().__init__(style, clean(foot.format(title=title_of(contest))))
        self.contest, self.tournament = contest, contest.tournament
        self.below = f"{title_of(contest)} · {rules_title(contest.tournament.rules)}"


# --- rules


def rules_line(club: ClubRules) -> str:
    """Return what a line below the name says of rules: the version of a club's own, else the tiles and the players."""
    own = club.name != title(club.preset) or club.changes
    return house_rules.version(club) if own else facts(club.preset, club.options)


def as_club(rules: Ruleset | ClubRules) -> ClubRules:
    """Return rules as those of a club.

    >>> as_club(Ruleset("simple")).name
    'Simple computer game'
    """
    return rules if isinstance(rules, ClubRules) else ClubRules.of(title(rules), rules)


# --- panels


class Panel(NamedTuple):
    """A part of a page that fills like a page of its own, in points from the upper left corner of the paper."""

    x: float
    y: float
    width: float
    height: float
    turned: bool = False

    @property
    def style(self) -> PrintStyle:
        """The style of a page with this room."""
        return PrintStyle(page_size=(self.width, self.height), margin=0)

    def draw(self, draw: Draw, page: PdfPage) -> None:
        """Draw what belongs into this panel, upside down where it is turned."""
        canvas = page.canvas
        canvas.saveState()
        canvas.translate(self.x + self.width / 2, page.height - self.y - self.height / 2)
        canvas.rotate(180 * self.turned)
        canvas.translate(-self.width / 2, -self.height / 2)
        draw(PdfPage(canvas, self.style, page.lettering, 1, 1))
        canvas.restoreState()


def in_panels(
    form: ClubForm,
    story: Callable[[float], Iterable[Flowable]],
    panels: Sequence[Panel],
    sizes: Sequence[float],
) -> list[Draw]:
    """Return sheets whose panels, all of one size, are filled with a story.

    The story is set in the largest of `sizes`, in points, that needs only one sheet, where none does in the smallest.
    In large print: of the sizes no smaller than the style's text, the largest that needs the fewest sheets.
    """
    if form.style.large:
        sizes = [size * form.style.scale for size in _LARGE]
    found: dict[int, tuple[Draw, ...]] = {}

    def fits(at: int) -> bool:
        try:
            found[at] = paginate(story(sizes[at]), panels[0].style, form.lettering, "")
        except ValueError:  # a line of a table is higher than a panel
            return False
        return len(found[at]) <= len(panels)

    if form.style.large:
        for at, size in enumerate(sizes):
            if size >= form.text or not found:
                fits(at)
        filled = min(found.values(), key=lambda pages: -(-len(pages) // len(panels)))
    else:
        filled = found[min(bisect_left(range(len(sizes)), True, key=fits), len(sizes) - 1)]

    def draw(parts: Sequence[Draw], page: PdfPage) -> None:
        for panel, part in zip(panels, parts, strict=False):
            panel.draw(part, page)

    return [partial(draw, filled[at : at + len(panels)]) for at in range(0, len(filled), len(panels))]

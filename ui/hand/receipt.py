"""The score sheet in the window: what, which tiles, points and doubles; below them the total."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.rulesets import options_for
from mjcompanion.scoring.sheet_rows import ScoreRow, counted_rows, read_as, result_rows, source_words

from ..rich_text import set_tooltip
from ..theme import ANY_WIDTH, look, set_role, smooth_painter
from ..whatsthis import explain
from ..widgets import Button, CardFrame, IconButton, ScrollPage, TextLabel
from ..widgets.fitting import Fits
from ..widgets.hover import PointingRow
from ..widgets.layouts import across, down, fill
from ..widgets.tiles import paint_tile
from .empty import EmptyResult, SheetOutline
from .presenter import ScorePresenter

if TYPE_CHECKING:
    from mjcompanion.table.club_rules import ClubRules
    from mjcompanion.table.ruleset_comparison import ComparedHand

_LEAST_LINES = 100
"""So much of the lines is seen at least where the total is pinned below them."""
_TILE = 17
"""The width of the small tiles on a line, at 100 % text."""
_ROLES: Final = {
    "quiet": ("quiet", "quiet"),
    "sum": ("strong", "strong"),
    "limit": ("strong", "strong"),
    "total": ("title", "total"),
}
"""The roles of the words and of the figures, by the role of the row."""


class SmallTiles(QWidget):
    """The tiles of a row as small pictures; the words of the row say the same."""

    def __init__(self) -> None:
        super().__init__()
        self._tiles: tuple[Tile, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_tiles(self, tiles: tuple[Tile, ...]) -> None:
        self._tiles = tiles
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = round(_TILE * look().scale)
        return QSize(round(width * 1.1) * len(self._tiles), round(width * 1.6))

    def paintEvent(self, _event: QPaintEvent) -> None:
        width = round(_TILE * look().scale)
        painter = smooth_painter(self)
        for at, tile in enumerate(self._tiles):
            paint_tile(painter, self, tile, width, at * round(width * 1.1), self.height() / 2)
        painter.end()


class ReceiptLine(PointingRow):
    """One row: words, tiles, points and doubles; it points at its tiles when the mouse or the keyboard is on it."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.row = ScoreRow("")
        self.marked = False
        """Whether it is highlighted because its tile is pointed at in the hand."""
        current = look()
        self.words, self.tiles, self.why = TextLabel(), SmallTiles(), TextLabel("", "caption")
        self.points, self.doubles = TextLabel(wraps=False), TextLabel(wraps=False)
        for figure in (self.points, self.doubles):
            figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._line = fill(across(spacing=current.S), (self.words, 1), self.tiles, self.points, self.doubles)
        self._column = down(self, spacing=2)
        fill(self._column, self._line, self.why)

    @property
    def lights(self) -> frozenset[Tile]:
        return frozenset(self.row.tiles)

    def show_row(self, row: ScoreRow, *, with_source: bool) -> None:
        """Show another row."""
        self.row, self.marked = row, False
        self.words.setText(row.label)
        self.tiles.show_tiles(row.tiles)
        self.tiles.setVisible(bool(row.tiles))
        self.points.say(row.points)
        self.doubles.setText(row.doubles)
        self.why.say(" ".join(row.laws) if with_source else "")
        role, figure = _ROLES.get(row.role, ("", ""))
        self._column.setContentsMargins(look().S, look().M if row.role == "total" else look().XS, look().S, look().XS)
        for label, of_label in ((self.words, role), (self.points, figure), (self.doubles, figure)):
            set_role(label, of_label)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if row.tiles else Qt.FocusPolicy.NoFocus)
        name = self.tr("{line}: {figure}").format(line=row.label, figure=row.figures)
        self.setAccessibleName(name if row.figures else row.label)
        self.setAccessibleDescription(row.why)
        self.update()

    def mark(self, tiles: frozenset[Tile]) -> None:
        """Highlight the row when one of these tiles is on it."""
        marked = not tiles.isdisjoint(self.row.tiles)
        if marked is not self.marked:
            self.marked = marked
            self.update()

    def room_beside(self) -> int:
        """Return the width in which its tiles fit beside its words."""
        words = self.words.fontMetrics().horizontalAdvance(self.row.label)
        figures = self.points.minimumWidth() + self.doubles.minimumWidth()
        return words + self.tiles.sizeHint().width() + figures + 5 * look().S

    def put_tiles(self, *, beside: bool) -> None:
        """Put the tiles beside the words, or below them."""
        box = self._line if beside else self._column
        if box.indexOf(self.tiles) < 0:
            box.insertWidget(1, self.tiles)

    def sizeHint(self) -> QSize:
        return self._column.totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._column.totalMinimumSize()

    def heightForWidth(self, width: int) -> int:
        return self._column.totalHeightForWidth(width)

    def paintEvent(self, _event: QPaintEvent) -> None:
        current, c = look(), look().colours
        painter = smooth_painter(self)
        if self.marked or (self.underMouse() and self.row.tiles):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.hover))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), current.XS, current.XS)
        for y in {"sum": (1,), "total": (1, 4)}.get(self.row.role, ()):
            painter.setPen(QPen(QColor(c.text if self.row.role == "total" else c.line), current.line_width))
            painter.drawLine(QPointF(current.S, y), QPointF(self.width() - current.S, y))
        self.paint_focus(painter)
        painter.end()


class ReceiptLines(Fits, QWidget):
    """Rows below each other; the arrow keys go from one with tiles to the next.

    Signals:
        pointed(object): the tiles of a row, while it is pointed at; a frozenset.
        rearranged(): the rows need another height, for their tiles moved.
    """

    pointed = Signal(object)
    rearranged = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._beside = True
        self._lines: list[ReceiptLine] = []
        self._shown: tuple[tuple[ScoreRow, ...], bool] = ((), False)
        self.rows: tuple[ScoreRow, ...] = ()
        self._column = down(self, spacing=0)

    @property
    def lines(self) -> tuple[ReceiptLine, ...]:
        """The widgets of the rows, in their order."""
        return tuple(self._lines[: len(self.rows)])

    def height_in(self, width: int) -> int:
        """Return the height of all rows in such a width."""
        return max(0, self._column.totalHeightForWidth(width))

    def show_rows(self, rows: Iterable[ScoreRow], *, with_source: bool = False) -> None:
        """Show these; with the rule behind each and where the rules are written, or without."""
        rows = tuple(rows)
        if (rows, with_source) == self._shown:
            return
        self._shown = rows, with_source
        sources = dict.fromkeys(row.source for row in rows if row.source)
        if with_source and sources:
            rows += (ScoreRow(source_words(", ".join(sources)), role="quiet"),)
        self.rows = rows
        while len(self._lines) < len(rows):
            line = ReceiptLine()
            line.pointed.connect(self.pointed)
            line.walked.connect(self._on_walked)
            self._column.addWidget(line)
            self._lines.append(line)
        for line, row in zip_longest(self._lines, rows):
            if row is not None:
                line.show_row(row, with_source=with_source)
            line.setVisible(row is not None)
        self.fit()

    def fit(self) -> None:
        """Align the columns of figures; put the tiles beside the words, or below them, in all rows alike."""
        lines = [line for line in self.lines if line.row.role != "total"]
        for column in ("points", "doubles"):
            figures = [getattr(line, column) for line in lines]
            wide = max((figure.sizeHint().width() for figure in figures if figure.text()), default=0)
            for figure in figures:
                figure.setMinimumWidth(wide)
        has_doubles = any(line.row.doubles for line in lines)
        for line in self.lines:
            line.doubles.setVisible(has_doubles and line in lines)
        beside = all(line.room_beside() <= self.width() for line in lines if line.row.tiles)
        for line in lines:
            line.put_tiles(beside=beside)
        if beside is not self._beside:
            self._beside = beside
            self.rearranged.emit()

    def _on_walked(self, step: int) -> None:
        able = [line for line in self.lines if line.row.tiles]
        sender = self.sender()
        if sender in able and 0 <= able.index(sender) + step < len(able):
            able[able.index(sender) + step].setFocus(Qt.FocusReason.TabFocusReason)


def elsewhere_rows(own: ScoreRow, found: Iterable[ComparedHand]) -> list[ScoreRow]:
    """Return a hand under its own rules and under others, each with its score and what makes the difference."""
    rows = [own]
    for one in found:
        points, role = ("–", "quiet") if one.score is None else (number(one.score), "")
        rows.append(ScoreRow(one.place.name, points, role=role, laws=_sentences(one.summary, one.why)))
    return rows


def _sentences(*texts: str) -> tuple[str, ...]:
    """Each with a full stop."""
    sentence = pgettext("a sentence", "{what}.")
    return tuple(text if text.endswith((".", "。")) else sentence.format(what=text) for text in texts if text)


class Receipt(Fits, CardFrame):
    """The score sheet beside the hand.

    Signals:
        pointed(object): the tiles that a line speaks of, while it is pointed at.
        copied(str, str): a text to put on the clipboard, and the sentence that says so.
        example_wanted(): the person wants to see an example.
        print_wanted(): the score sheet is to be printed.
    """

    pointed = Signal(object)
    copied = Signal(str, str)
    example_wanted = Signal()
    print_wanted = Signal()

    def __init__(self, presenter: ScorePresenter) -> None:
        super().__init__(self.tr("Score"))
        self._presenter = presenter
        self.state = TextLabel("", "caption")
        self.why_button = Button(self.tr("Why?"), "quiet")
        self._state_line = QWidget()
        self.elsewhere_button = Button(self.tr("Other rules"), "quiet")
        line = across()
        line.addStretch(1)
        fill(line, self.elsewhere_button, self.why_button)
        fill(down(self._state_line, spacing=0, margins=(look().S, 0, 0, 0)), self.state, line)
        self.club_rules: Callable[[], Iterable[ClubRules]] = tuple
        """The house rules under which a hand may be compared."""
        self.empty = EmptyResult(
            SheetOutline(),
            self.tr("The score will appear here"),
            self.tr("Enter the tiles of a hand and each line shows what it is worth and why."),
            self.tr("Show an example"),
            self.example_wanted.emit,
        )
        self._paper = ReceiptLines()
        self._paper.pointed.connect(self.pointed)
        self._paper.rearranged.connect(self.fit, Qt.ConnectionType.QueuedConnection)
        self._total = ReceiptLines()
        self._below: QWidget | None = None
        self._pinned = 0
        self._scroll = ScrollPage(self._paper)  # it has all the room it needs, before the stretch below has any
        self.body.setSpacing(0)
        fill(self.body, self._state_line, (self.empty, 1), (self._scroll, 100), self._total).addStretch(1)
        self._tools = QWidget()
        self.why_button.setCheckable(True)
        explain(self.why_button, "why")
        explain(self._paper, "sheet")
        set_tooltip(self.why_button, self.tr("Show the rule behind each line, and other ways to read the hand"))
        self.copy_button = IconButton("copy", self.tr("Copy the result as text"), deed="score.copy")
        self.command_button = IconButton("terminal", self.tr("Copy the command line that scores the same hand"))
        self.print_button = IconButton("print", self.tr("Print the score sheet"), deed="print")
        fill(across(self._tools, spacing=0), self.copy_button, self.command_button, self.print_button)
        self.bar.setSpacing(0)  # three tools beside the heading, in the narrowest sheet too
        self.bar.addWidget(self._tools)
        self.elsewhere_button.setCheckable(True)
        explain(self.elsewhere_button, "elsewhere")
        set_tooltip(self.elsewhere_button, self.tr("What the same tiles score under the other rules, and why"))
        self.why_button.toggled.connect(lambda on: self._on_toggled(self.elsewhere_button, on=on))
        self.elsewhere_button.toggled.connect(lambda on: self._on_toggled(self.why_button, on=on))
        self.copy_button.clicked.connect(self.copy_text)
        self.command_button.clicked.connect(self.copy_command)
        self.print_button.clicked.connect(self.print_wanted)

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        """The rows that are shown now."""
        return self._paper.rows + self._total.rows

    @property
    def lines(self) -> tuple[ReceiptLine, ...]:
        """The widgets of the rows, in their order."""
        return self._paper.lines + self._total.lines

    @property
    def areas(self) -> tuple[QWidget, ...]:
        """What it has, in the order in which it is read, however far the lines are scrolled."""
        below = () if self._below is None else (self._below,)
        return (self._tools, self._state_line, self._paper, self._total, *below)

    def hold(self, line: QWidget) -> None:
        """Have this below the total of a whole hand."""
        self._below = line
        self.body.insertWidget(self.body.indexOf(self._total) + 1, line)

    def pin(self, height: int) -> None:
        """Be so high: the lines scroll above the total. With 0 all of it is shown, as high as it is."""
        self._pinned = height
        self.fit()

    def fit(self) -> None:
        """Leave the lines as much room as they need, and where the total is pinned as much as there is."""
        needed = self._paper.height_in(self._scroll.width())  # without its bar, which nothing needs then
        self._scroll.setMinimumHeight(min(needed, _LEAST_LINES) if self._pinned else needed)
        self._scroll.setMaximumHeight(needed)
        layout = self.layout()  # nothing is squeezed
        least = layout.totalMinimumHeightForWidth(self.width()) if self._pinned and layout is not None else 0
        self.setMinimumHeight(max(self._pinned, least))
        self.setMaximumHeight(max(self._pinned, least) or ANY_WIDTH)

    def copy_text(self) -> None:
        """Put the result on the clipboard as text."""
        self.copied.emit(self._presenter.text(), self.tr("The result is on the clipboard."))

    def copy_command(self) -> None:
        """Put the command line on the clipboard."""
        self.copied.emit(self._presenter.command_line(), self.tr("The command is on the clipboard."))

    def _on_toggled(self, other: Button, *, on: bool) -> None:
        """Show one of the two at a time."""
        if on:
            other.setChecked(False)
        self.refresh()

    @property
    def compares(self) -> bool:
        """Whether the hand is shown under other rules instead of line by line."""
        return self.elsewhere_button.isChecked() and bool(self._presenter.seen.sheets)

    def refresh(self) -> None:
        """Show the sheet as it is now."""
        entered = bool(self._presenter.draft.entries)
        self.empty.setVisible(not entered)
        for part in (self._scroll, self._total, self._tools, self._state_line):
            part.setVisible(entered)
        if self._below is not None:
            self._below.setVisible(bool(self._presenter.seen.sheets))
        self.state.setText(self._state())
        self.elsewhere_button.setEnabled(bool(self._presenter.seen.sheets))
        why = self.why_button.isChecked() or self.compares
        self._paper.show_rows(self._make_rows() if entered else (), with_source=why)
        self._total.show_rows(self._total_rows() if entered else (), with_source=why)
        self.fit()

    def _state(self) -> str:
        seen, draft = self._presenter.seen, self._presenter.draft
        if not seen.sheets:
            return self.tr("So far, until the hand is complete")
        if self.compares:
            return self.tr("The same tiles under other rules")
        if draft.options != options_for(draft.rules):
            return self.tr("What this hand scores under your house rules")
        return self.tr("What this hand scores")

    def mark(self, tiles: frozenset[Tile]) -> None:
        """Light the lines that speak of these tiles."""
        for line in self.lines:
            line.mark(tiles)

    # rows

    def _make_rows(self) -> list[ScoreRow]:
        seen, terms = self._presenter.seen, self._presenter.terms
        sheet = seen.sheet
        if self.compares:
            from mjcompanion.table.ruleset_comparison import (  # not before it is asked for
                compare_rulesets,
                counted,
                places,
            )

            name = sheet.context.house_name or _(sheet.context.rules.short)
            own = ScoreRow(name, number(sheet.score), role="sum", laws=_sentences(counted(sheet)))
            return elsewhere_rows(own, compare_rulesets(sheet, places(self.club_rules()), terms))
        return counted_rows(sheet, terms) + (self._reading_rows() if self.why_button.isChecked() else [])

    def _total_rows(self) -> list[ScoreRow]:
        """Return what the hand comes to."""
        seen = self._presenter.seen
        if not seen.sheets:
            return [ScoreRow(self.tr("So far"), number(seen.sheet.score), role="sum")]
        rows = result_rows(seen.sheet)
        if seen.unanswered:
            rows[0] = msgspec.structs.replace(rows[0], label=self.tr("At least"))
        return rows

    def _reading_rows(self) -> list[ScoreRow]:
        """How the hand was read, and the ways to read it that were not taken."""
        terms = self._presenter.terms
        read = [(read_as(sheet, terms), number(sheet.score)) for sheet in self._presenter.seen.sheets]
        this, others = self.tr("Counted as {sets}."), self.tr("If counted as {sets}")
        rows = [ScoreRow(this.format(sets=sets), role="quiet") for sets, _unused in read[:1] if sets]
        return rows + [ScoreRow(others.format(sets=sets), score, role="quiet") for sets, score in read[1:]]

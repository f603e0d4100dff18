"""The score sheet as a receipt: what, which tiles, points; then the doubles; then the total."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.rulesets import options_for
from mjcompanion.scoring.sheet import ScoreLine, ScoreSheet
from mjcompanion.scoring.text_renderer import (
    laws_told,
    line_label,
    otherwise_words,
    read_as,
    rounding_line,
    silent_sets,
    source_words,
)

from ...rich_text import set_tooltip
from ...theme import ANY_WIDTH, look, smooth_painter
from ...whatsthis import explain
from .. import Button, Card, IconButton, ScrollPage, Words
from ..fitting import Fits
from ..hover import PointingRow
from ..layouts import across, down, fill
from ..tiles import paint_tile
from .empty import EmptyResult, SheetOutline
from .presenter import ScorePresenter

if TYPE_CHECKING:
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.table.club_rules import ClubRules
    from mjcompanion.table.ruleset_comparison import ComparedHand

_LEAST_LINES = 100
"""So much of the lines is seen at least where the total is pinned below them."""
_TILE = 17
"""The width of the small tiles on a line, at 100 % text."""


@dataclass(frozen=True)
class Row:
    """One line of the receipt.

    `role` is "", "quiet", "strong", "total" or "limit"; `rule` the line above it: 0 none, 1 thin, 2 double.
    """

    text: str
    figure: str = ""
    tiles: tuple[Tile, ...] = ()
    role: str = ""
    rule: int = 0
    source: str = ""
    laws: tuple[str, ...] = ()
    lights: bool = False


class ReceiptLine(PointingRow):
    """Paints one row; points at its tiles when the mouse or the keyboard is on it."""

    def __init__(self) -> None:
        super().__init__()
        self.row = Row("")
        self.marked = False
        """Whether it is lit because its tile is pointed at in the hand."""
        self._with_source = False
        self._figures = 0
        self._beside = False

    @property
    def lights(self) -> frozenset[Tile]:
        return frozenset(self.row.tiles if self.row.lights else ())

    def show_row(self, row: Row, *, with_source: bool, figures: int = 0) -> None:
        """Show another row; `figures` is the width of the column of figures."""
        if (row, with_source, figures) == (self.row, self._with_source, self._figures):
            return
        self.row, self._with_source, self._figures = row, with_source, figures
        self.marked = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if row.lights else Qt.FocusPolicy.NoFocus)
        said = self.tr("{line}: {figure}").format(line=row.text, figure=row.figure)
        self.setAccessibleName(said if row.figure else row.text)
        self.setAccessibleDescription(" ".join([*row.laws, *([source_words(row.source)] if row.source else [])]))
        self.updateGeometry()
        self.update()

    def mark(self, tiles: frozenset[Tile]) -> None:
        """Light the line when one of these tiles is on it."""
        marked = self.row.lights and not tiles.isdisjoint(self.row.tiles)
        if marked is not self.marked:
            self.marked = marked
            self.update()

    # measures

    @staticmethod
    def figure_width(row: Row) -> int:
        """What a figure needs, and room before it."""
        if not row.figure or row.role == "total":
            return 0
        bold = row.role in ("strong", "limit")
        return QFontMetrics(look().font(look().body, bold=bold)).horizontalAdvance(row.figure) + look().M

    def has_room_beside(self, width: int) -> bool:
        """Whether its tiles fit between its words and its figure."""
        row, current = self.row, look()
        room = width - 2 * current.S - self._figures
        words = QFontMetrics(current.font(self._pixels())).horizontalAdvance(row.text)
        return words + round(round(_TILE * current.scale) * 1.1) * len(row.tiles) + current.M <= room

    def set_beside(self, beside: bool) -> None:  # noqa: FBT001 - like Qt's own setters
        """Put the tiles beside the words, or below them; all lines of a receipt do the same."""
        if beside is not self._beside:
            self._beside = beside
            self.updateGeometry()
            self.update()

    def _pixels(self) -> int:
        current = look()
        return {"total": current.total, "strong": current.body, "quiet": current.small}.get(self.row.role, current.body)

    def _layout(self, width: int) -> tuple[QRect, QRect, QRect, QRect, int]:
        """Boxes for words, figure, tiles and source, and the height."""
        current, row = look(), self.row
        font = current.font(self._pixels(), bold=row.role in ("total", "strong", "limit"))
        words_font = current.font(current.title, bold=True) if row.role == "total" else font
        side = current.S
        top = {0: current.XS, 1: current.S + 1, 2: current.M}[row.rule]
        figure_width = QFontMetrics(font).horizontalAdvance(row.figure) + (current.M if row.figure else 0)
        figure_width = max(figure_width, self._figures)
        room = max(40, width - 2 * side - figure_width)
        flags = int(Qt.TextFlag.TextWordWrap)
        metrics = QFontMetrics(words_font)
        step = round(_TILE * current.scale)
        tiles_width = round(step * 1.1) * len(row.tiles)
        beside = bool(row.tiles) and self._beside
        words = metrics.boundingRect(QRect(0, 0, room, 10_000), flags, row.text)
        line_height = max(words.height(), QFontMetrics(font).height(), round(step * 1.6) if beside else 0)
        words_box = QRect(side, top + (line_height - words.height()) // 2, room, words.height())
        figure_box = QRect(width - side - figure_width, top, figure_width, line_height)
        height = top + line_height
        tiles_box = QRect()
        if beside:
            tiles_box = QRect(side + room - tiles_width - current.S, top, tiles_width, line_height)
        elif row.tiles:
            tiles_box = QRect(side, height + 2, tiles_width, round(step * 1.6))
            height += tiles_box.height() + 2
        source_box = QRect()
        if self._with_source and row.laws:
            small = QFontMetrics(current.font(current.small))
            text = " ".join(row.laws)
            source_box = small.boundingRect(QRect(side, height, width - 2 * side, 10_000), flags, text)
            source_box.moveTo(side, height)
            height += source_box.height()
        return words_box, figure_box, tiles_box, source_box, height + current.XS

    def sizeHint(self) -> QSize:
        return QSize(200, self._layout(max(self.width(), 260))[4])

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._layout(max(self.width(), 120))[4])

    def heightForWidth(self, width: int) -> int:
        return self._layout(width)[4]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        current, row = look(), self.row
        c = current.colours
        painter = smooth_painter(self)
        if row.rule:
            painter.setPen(QPen(QColor(c.text if row.rule == 2 else c.line), current.line_width))
            painter.drawLine(QPointF(current.S, 1), QPointF(self.width() - current.S, 1))
            if row.rule == 2:
                painter.drawLine(QPointF(current.S, 4), QPointF(self.width() - current.S, 4))
        if self.marked or (self.underMouse() and row.lights):
            path = QPainterPath()
            path.addRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), current.XS, current.XS)
            painter.fillPath(path, QColor(c.hover))
        words, figure, tiles, source, _unused = self._layout(self.width())
        colour = {"quiet": c.quiet, "limit": c.accent}.get(row.role, c.text)
        strong = row.role in ("total", "strong", "limit")
        painter.setPen(QColor(colour))
        painter.setFont(current.font(current.title if row.role == "total" else self._pixels(), bold=strong))
        painter.drawText(words, int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter), row.text)
        painter.setFont(current.font(self._pixels(), bold=strong))
        painter.drawText(figure, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), row.figure)
        self._paint_tiles(painter, tiles)
        if not source.isNull():
            painter.setPen(QColor(c.quiet))
            painter.setFont(current.font(current.small))
            painter.drawText(source, int(Qt.TextFlag.TextWordWrap), " ".join(row.laws))
        self.paint_focus(painter)
        painter.end()

    def _paint_tiles(self, painter: QPainter, box: QRect) -> None:
        width = round(_TILE * look().scale)
        step = round(width * 1.1)
        for at, tile in enumerate(self.row.tiles):
            paint_tile(painter, self, tile, width, box.left() + at * step, box.center().y())


class ReceiptLines(QWidget):
    """Rows below each other; the arrows walk from one that speaks of tiles to the next such.

    Signals:
        pointed(object): the tiles that a line speaks of, while it is pointed at; a frozenset.
    """

    pointed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[ReceiptLine] = []
        self.rows: tuple[Row, ...] = ()
        self._column = down(self, spacing=0)

    @property
    def lines(self) -> tuple[ReceiptLine, ...]:
        """The widgets of the rows, in their order."""
        return tuple(self._lines[: len(self.rows)])

    def height_in(self, width: int) -> int:
        """How high all of them are in such a width."""
        return max(0, self._column.totalHeightForWidth(width))

    def show_rows(self, rows: Iterable[Row], *, with_source: bool = False) -> None:
        """Show these, with the rule behind each, and at the foot where the rules stand, or without."""
        self.rows = tuple(rows)
        sources = dict.fromkeys(row.source for row in self.rows if row.source)
        if with_source and sources:
            self.rows += (Row(source_words(", ".join(sources)), role="quiet", rule=1),)
        figures = max((ReceiptLine.figure_width(row) for row in self.rows), default=0)
        for at, row in enumerate(self.rows):
            if at == len(self._lines):
                line = ReceiptLine()
                line.pointed.connect(self.pointed)
                line.walked.connect(self._on_walked)
                self._column.addWidget(line)
                self._lines.append(line)
            self._lines[at].show_row(row, with_source=with_source, figures=figures)
            self._lines[at].show()
        for line in self._lines[len(self.rows) :]:
            line.hide()
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Tiles beside the words, or below them, in all lines alike."""
        beside = all(line.has_room_beside(self.width()) for line in self.lines if line.row.tiles)
        for line in self.lines:
            line.set_beside(beside)

    def _on_walked(self, step: int) -> None:
        able = [line for line in self.lines if line.row.lights]
        sender = self.sender()
        if sender in able and 0 <= able.index(sender) + step < len(able):
            able[able.index(sender) + step].setFocus(Qt.FocusReason.TabFocusReason)


def line_row(sheet: ScoreSheet, line: ScoreLine, figure: str, terms: Terms | None) -> Row:
    """What one thing scores."""
    laws = laws_told(line, sheet, terms)
    return Row(line_label(line, terms), figure, line.tiles, source=line.source, laws=laws, lights=bool(line.tiles))


def counted_rows(sheet: ScoreSheet, terms: Terms | None, after_points: Sequence[Row] = ()) -> list[Row]:
    """What each thing scores, the doubles and the limit; the score itself isn't among them."""
    rows = [line_row(sheet, line, number(line.points), terms) for line in sheet.lines if line.points]
    rows += after_points
    if sheet.doubles and not sheet.scale:
        rows.append(Row(_("Points"), number(sheet.points), role="strong", rule=1))
    rows += [line_row(sheet, line, sheet.doubled(line.doubles), terms) for line in sheet.lines if line.doubles]
    if sheet.doubles and (sheet.scale or sheet.apart):
        rows.append(Row(sheet.doubles_words, number(sheet.counted), role="strong", rule=1))
    worth = number(sheet.own) if sheet.share else ""
    rows += [
        Row(line_label(line, terms), worth, role="limit", source=line.source, laws=line.laws)
        for line in sheet.lines
        if line.share
    ]
    rows += _bonus_rows(sheet, terms)
    if sheet.rounding:
        rows.append(Row(*rounding_line(sheet)))
    if sheet.is_cut:
        rows += [] if sheet.special else [Row(_("Would count"), number(sheet.counted), role="quiet")]
        rows.append(Row(_("The limit"), number(sheet.limit), role="limit"))
    if words := otherwise_words(sheet, terms):
        rows.append(Row(words, "", role="quiet"))
    return rows


def _bonus_rows(sheet: ScoreSheet, terms: Terms | None) -> list[Row]:
    """The bonus tiles of a special hand, which are counted apart."""
    if not sheet.apart:
        return []
    rows = [line_row(sheet, line, number(line.points), terms) for line in sheet.apart if line.points]
    rows += [line_row(sheet, line, sheet.doubled(line.doubles), terms) for line in sheet.apart if line.doubles]
    return [*rows, Row(_("Added for flowers and seasons"), number(sheet.bonus), role="strong", rule=1)]


def silent_rows(sheet: ScoreSheet, terms: Terms) -> list[Row]:
    """The sets that score nothing, so that nobody looks for them."""
    words = silent_sets(sheet, terms)
    return [Row(words, "0", role="quiet")] if words else []


def american_rows(sheet: AmericanSheet) -> list[Row]:
    """The value of a line and what multiplies it; the score itself isn't among them."""
    rows = [Row(_("Value of the line"), number(sheet.line.value))]
    words = {"every hand": _("Doubled, like every hand"), "without jokers": _("Without jokers")}
    rows += [Row(words.get(why) or _(why), f"×{factor}") for factor, why in sheet.factors]
    return rows + ([Row(_("Jokers"), number(sheet.jokers), role="quiet")] if sheet.jokers else [])


def score_rows(sheet: ScoreSheet | AmericanSheet) -> list[Row]:
    """The score, and the adjustment for the tiles left by the lines of Kemp's card, where it is made."""
    found = sheet.adjustment
    if found is None:
        return [Row(_("Score"), number(sheet.score), role="total", rule=2)]
    section, source = (4, "1 B4") if isinstance(sheet, ScoreSheet) else (3, "1 E")
    drawable = _("Tiles to draw: {tiles} − {count}").format(tiles=found.tiles, count=found.flowers)
    return [
        Row(_("Before the factor"), number(sheet.score), role="strong", rule=1),
        Row(f"{section}a  {drawable if found.flowers else _('Tiles to draw')}", number(found.drawable), rule=1),
        Row(f"{section}b  {_('Tiles discarded')}", f"−{number(found.discards)}"),
        Row(f"{section}c  {_('Tiles left')}", number(found.left)),
        Row(f"{section}d  {_('Factor')}", f"{found.left}/{found.drawable}", source=source),
        Row(_("Exactly"), found.final_text, role="quiet"),
        Row(_("Final"), number(found.final_rounded), role="total", rule=2),
    ]


def elsewhere_rows(own: Row, found: Iterable[ComparedHand]) -> list[Row]:
    """A hand under its own rules and under others, each with its score and what makes the difference."""
    rows = [own]
    for one in found:
        figure, role = ("–", "quiet") if one.score is None else (number(one.score), "")
        rows.append(Row(one.place.name, figure, role=role, rule=1, laws=_sentences(one.summary, one.why)))
    return rows


def _sentences(*texts: str) -> tuple[str, ...]:
    """Each with a full stop."""
    told = pgettext("a sentence", "{what}.")
    return tuple(text if text.endswith((".", "。")) else told.format(what=text) for text in texts if text)


class Receipt(Fits, Card):
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
        self.state = Words("", "caption")
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
    def rows(self) -> tuple[Row, ...]:
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
        needed = self._paper.height_in(self._scroll.viewport().width())
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

    def _make_rows(self) -> list[Row]:
        seen, terms = self._presenter.seen, self._presenter.terms
        sheet = seen.sheet
        if self.compares:
            from mjcompanion.table.ruleset_comparison import (  # not before it is asked for
                compare_rulesets,
                counted,
                places,
            )

            name = sheet.situation.house_name or _(sheet.situation.rules.short)
            own = Row(name, number(sheet.score), role="strong", laws=_sentences(counted(sheet)))
            return elsewhere_rows(own, compare_rulesets(sheet, places(self.club_rules()), terms))
        silent = silent_rows(sheet, terms)
        if not silent and not any(one.points or one.doubles or one.share for one in sheet.lines):
            nothing = self.tr("Nothing scores yet") if not seen.sheets else self.tr("Nothing scores")
            silent = [Row(nothing, "0", role="quiet")]
        return counted_rows(sheet, terms, silent) + (self._reading_rows() if self.why_button.isChecked() else [])

    def _total_rows(self) -> list[Row]:
        """What the hand comes to."""
        seen = self._presenter.seen
        sheet = seen.sheet
        if not seen.sheets:
            return [Row(self.tr("So far"), number(sheet.score), role="strong", rule=1)]
        if seen.unanswered:
            return [Row(self.tr("At least"), number(sheet.score), role="total", rule=2), *score_rows(sheet)[1:]]
        return score_rows(sheet)

    def _reading_rows(self) -> list[Row]:
        """How the hand was read, and the ways to read it that were not taken."""
        terms = self._presenter.terms
        read = [(read_as(sheet, terms), number(sheet.score)) for sheet in self._presenter.seen.sheets]
        this, others = self.tr("Counted as {sets}."), self.tr("If counted as {sets}")
        rows = [Row(this.format(sets=sets), role="quiet", rule=1) for sets, _unused in read[:1] if sets]
        return rows + [Row(others.format(sets=sets), score, role="quiet") for sets, score in read[1:]]

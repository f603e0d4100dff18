"""The score sheet in the window: what scores, its points and doubles; below them the total."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _, capital, joined, number, pgettext
from mjcompanion.rulesets import options_for
from mjcompanion.scoring.sheet_rows import ScoreRow, counted_rows, limit_words, read_as, result_rows, source_words

from ..accessibility import make_card
from ..rich_text import PlainLabel, set_tooltip
from ..theme import look, set_property, set_role
from ..whatsthis import explain
from ..widgets import Button, EmptyState, ScrollPage, TextLabel
from ..widgets.fitting import Fits
from ..widgets.hover import PointingRow
from ..widgets.layouts import across, down, fill, grow_by_width
from .model import ScoreModel

if TYPE_CHECKING:
    from mjcompanion.table.club_rules import ClubRules
    from mjcompanion.table.ruleset_comparison import ComparedHand

_ROLES: Final = {"quiet": "line-quiet", "sum": "line-strong", "limit": "line-strong", "total": "line-title"}
"""The roles of words and figures, by the role of the row."""
_LEAST_LINES: Final = 100
"""So much of the lines is seen at least."""
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ReceiptLine(PointingRow):
    """The words of a row; it points at its tiles when the mouse or the keyboard is on it.

    `points` and `doubles` are the labels of its figures, `why` that of the rule behind it. They lie in the grid from
    the line `at` on, below the line above a sum.
    """

    def __init__(self, grid: QGridLayout, at: int) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setIndent(0)
        self.row = ScoreRow("")
        self.marked = False
        """Whether it is highlighted because its tile is pointed at in the hand."""
        self._rule = QFrame()
        self._rule.setFrameShape(QFrame.Shape.HLine)
        self.points, self.doubles = PlainLabel(), PlainLabel()
        self._labels = self, self.points, self.doubles
        self.why = TextLabel("", "caption")
        grid.addWidget(self._rule, at, 0, 1, 3)
        for column, label in enumerate(self._labels):
            grid.addWidget(label, at + 1, column)
        for figure in (self.points, self.doubles):
            figure.setAlignment(_RIGHT)
            figure.setIndent(0)
        grid.addWidget(self.why, at + 2, 0, 1, 3)

    @property
    def lights(self) -> frozenset[Tile]:
        return frozenset(self.row.tiles)

    def show_row(self, row: ScoreRow | None, *, with_source: bool) -> None:
        """Show another row, or none."""
        for label in self._labels:
            label.setVisible(row is not None)
        row = row or ScoreRow("")
        self.mark(frozenset())
        self.row = row
        self.setText(row.label)
        self.points.setText(row.points)
        self.doubles.setText(row.doubles)
        self.why.say(" ".join(row.laws) if with_source else "")
        self._rule.setVisible(row.role in ("sum", "total"))
        for label in self._labels:
            set_role(label, _ROLES.get(row.role, "line"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if row.tiles else Qt.FocusPolicy.NoFocus)
        figures = row.figures
        name = self.tr("{line}: {figure}").format(line=row.label, figure=figures)
        self.setAccessibleName(name if figures else row.label)
        self.setAccessibleDescription(row.why)

    def mark(self, tiles: frozenset[Tile]) -> None:
        """Highlight the row when one of these tiles is on it."""
        self.marked = not tiles.isdisjoint(self.row.tiles)
        set_property(self, "marked", "true" if self.marked else "false")


class ReceiptLines(QWidget):
    """Rows one below the other in a grid; the arrow keys go from one with tiles to the next.

    Signals:
        pointed(object): the tiles of a row, while it is pointed at; a frozenset.
    """

    pointed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[ReceiptLine] = []
        self.rows: tuple[ScoreRow, ...] = ()
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(look().M)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)

    @property
    def lines(self) -> tuple[ReceiptLine, ...]:
        """The widgets of the rows, in their order."""
        return tuple(self._lines[: len(self.rows)])

    def show_rows(self, rows: Iterable[ScoreRow], *, with_source: bool = False) -> None:
        """Show these; with the rule behind each and where the rules are written, or without."""
        rows = tuple(rows)
        sources = dict.fromkeys(row.source for row in rows if row.source)
        if with_source and sources:
            rows += (ScoreRow(source_words(", ".join(sources)), role="quiet"),)
        self.rows = rows
        while len(self._lines) < len(rows):
            self._add_line()
        for line, row in zip_longest(self._lines, rows):
            line.show_row(row, with_source=with_source)

    def _add_line(self) -> None:
        line = ReceiptLine(self._grid, 3 * len(self._lines))
        line.pointed.connect(self.pointed)
        line.walked.connect(self._on_walked)
        self._lines.append(line)

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


class TotalBox(QWidget):
    """The total below a double rule: what it is and why it is no more at the left, the figure at the right."""

    def __init__(self) -> None:
        super().__init__()
        current = look()
        self.row = ScoreRow("")
        self.words, self.reason = TextLabel("", "title"), TextLabel("", "quiet")
        self.figure = TextLabel("", "grand-total", wraps=False)
        self.figure.setAlignment(_RIGHT)
        rule = QFrame()
        rule.setProperty("role", "double-rule")
        left = fill(down(spacing=0), None, self.words, self.reason, None)
        fill(down(self, spacing=0), rule, current.XS, fill(across(spacing=current.M), (left, 1), self.figure))

    def show_total(self, row: ScoreRow, reason: str) -> None:
        """Show another total."""
        self.row = row
        self.words.setText(row.label)
        self.figure.setText(row.points)
        self.reason.say(reason)
        self.setAccessibleName(f"{row.label}: {row.points}")


class Receipt(Fits, QFrame):
    """The score sheet next to the hand, on paper.

    Signals:
        pointed(object): the tiles that a line speaks of, while it is pointed at.
        copied(str, str): a text to put on the clipboard, and the sentence that says so.
        example_wanted(): the person wants to see an example.
    """

    pointed = Signal(object)
    copied = Signal(str, str)
    example_wanted = Signal()

    def __init__(self, model: ScoreModel) -> None:
        super().__init__()
        current = look()
        make_card(self)
        self.setProperty("role", "paper")
        self.setAccessibleName(self.tr("Score"))
        self._model = model
        self._unrolled = False
        self.heading, self.state = TextLabel("", "paper-title"), TextLabel("", "quiet")
        self.why_button = Button(self.tr("Why this score?"), "link")
        self.elsewhere_button = Button(self.tr("Other rules"), "link")
        self.club_rules: Callable[[], Iterable[ClubRules]] = tuple
        """The house rules under which a hand may be compared."""
        self.empty = EmptyState(
            self.tr("The score will appear here"),
            self.tr("Enter the tiles of a hand to see its score, line by line."),
            self.tr("Show an example"),
            self.example_wanted.emit,
        )
        if self.empty.action is not None:
            set_role(self.empty.action, "")  # the page has its primary action
        self._paper = ReceiptLines()
        self._paper.pointed.connect(self.pointed)
        content = QWidget()
        fill(down(content), self._paper)
        self._scroll = ScrollPage(content)
        self.total = TotalBox()
        self.links = QWidget()
        fill(across(self.links, spacing=current.M), self.why_button, self.elsewhere_button, None)
        margins = current.XL, current.L + current.XS, current.XL, current.M
        self.column = down(self, spacing=current.XS, margins=margins)
        head = fill(down(spacing=0), self.heading, self.state)
        parts = (head, current.S, (self.empty, 1), (self._scroll, 100), self.total, self.links)
        fill(self.column, *parts).addStretch(1)
        for button in (self.why_button, self.elsewhere_button):
            button.setCheckable(True)
        explain(self.why_button, "why")
        explain(self._scroll, "sheet")
        explain(self.elsewhere_button, "elsewhere")
        set_tooltip(self.why_button, self.tr("Show the rule behind each line, and other ways to read the hand"))
        set_tooltip(self.elsewhere_button, self.tr("What the same tiles score under the other rules, and why"))
        self.why_button.toggled.connect(lambda on: self._on_toggled(self.elsewhere_button, on=on))
        self.elsewhere_button.toggled.connect(lambda on: self._on_toggled(self.why_button, on=on))

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        """The rows that are shown now."""
        total = (self.total.row,) if self._model.draft.entries else ()
        return self._paper.rows + total

    @property
    def lines(self) -> tuple[ReceiptLine, ...]:
        """The widgets of the rows above the total, in their order."""
        return self._paper.lines

    @property
    def areas(self) -> tuple[QWidget, ...]:
        """What it has, in the order in which it is read, however far the lines are scrolled."""
        return (self._paper, self.total, self.links)

    @property
    def has_result(self) -> bool:
        """Whether there is something to copy."""
        return bool(self._model.draft.entries)

    def unroll(self, *, on: bool) -> None:
        """Show all lines, however many, or as many as there is room for above the total."""
        self._unrolled = on
        self.fit()

    def take_total_back(self) -> None:
        """Have the total below the lines again, after another place had it."""
        self.column.insertWidget(self.column.indexOf(self.links), self.total)

    def fit(self) -> None:
        """Give the lines as much room as they need, where there is so much."""
        layout = self._paper.layout()
        assert layout is not None  # noqa: S101 - it has a grid
        needed = max(0, layout.totalHeightForWidth(self._scroll.width()))
        self._scroll.setMinimumHeight(needed if self._unrolled else min(needed, _LEAST_LINES))
        self._scroll.setMaximumHeight(needed)

    def hold(self, line: QWidget) -> None:
        """Have this below the total."""
        self.column.insertWidget(self.column.indexOf(self.links), line)

    def copy_text(self) -> None:
        """Put the result on the clipboard as text."""
        self.copied.emit(self._model.text(), self.tr("The result is on the clipboard."))

    def copy_command(self) -> None:
        """Put the command line on the clipboard."""
        self.copied.emit(self._model.command_line(), self.tr("The command is on the clipboard."))

    def _on_toggled(self, other: Button, *, on: bool) -> None:
        """Show one of the two at a time."""
        if on:
            other.setChecked(False)
        self.refresh()

    @property
    def compares(self) -> bool:
        """Whether the hand is shown under other rules instead of line by line."""
        return self.elsewhere_button.isChecked() and bool(self._model.seen.sheets)

    def refresh(self) -> None:
        """Show the sheet as it is now."""
        entered = bool(self._model.draft.entries)
        self.empty.setVisible(not entered)
        for part in (self._scroll, self.total, self.links, self.heading, self.state):
            part.setVisible(entered)
        if not entered:
            self._paper.show_rows(())
            return
        self._show_heading()
        self.elsewhere_button.setEnabled(bool(self._model.seen.sheets))
        why = self.why_button.isChecked() or self.compares
        *more, total = self._total_rows()
        self._paper.show_rows([*self._make_rows(), *more], with_source=why)
        sheet = self._model.seen.sheet
        self.total.show_total(total, limit_words(sheet) if sheet.complete else "")
        self.fit()

    def _show_heading(self) -> None:
        seen, draft = self._model.seen, self._model.draft
        sheet = seen.sheet
        special = [line for line in sheet.lines if line.share]
        if not seen.sheets:
            title = self.tr("Not complete yet")
        elif not draft.context.winner:
            title = self.tr("Not Mah Jongg")
        else:
            title = capital(special[0].describe(self._model.terms)) if special else self.tr("Mah Jongg")
        self.heading.setText(title)
        parts = [draft.context.seat.word] if "seat" in draft.asks else []
        if "round" in draft.asks:
            parts.append(_("{wind} round").format(wind=draft.context.round.word))
        if self.compares:
            parts = [self.tr("Under other rules")]
        elif draft.options != options_for(draft.rules):
            parts.append(draft.house_name or self.tr("house rules"))
        self.state.setText(joined(parts))

    def mark(self, tiles: frozenset[Tile]) -> None:
        """Light the lines that speak of these tiles."""
        for line in self.lines:
            line.mark(tiles)

    # rows

    def _make_rows(self) -> list[ScoreRow]:
        seen, terms = self._model.seen, self._model.terms
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
        seen = self._model.seen
        if not seen.sheets:
            return [ScoreRow(self.tr("So far"), number(seen.sheet.score), role="sum")]
        rows = result_rows(seen.sheet)
        if seen.unanswered:
            rows[0] = msgspec.structs.replace(rows[0], label=self.tr("At least"))
        return rows

    def _reading_rows(self) -> list[ScoreRow]:
        """How the hand was read, and the readings of it that were not taken."""
        terms = self._model.terms
        read = [(read_as(sheet, terms), number(sheet.score)) for sheet in self._model.seen.sheets]
        this, others = self.tr("Counted as {sets}."), self.tr("If counted as {sets}")
        rows = [ScoreRow(this.format(sets=sets), role="quiet") for sets, _unused in read[:1] if sets]
        return rows + [ScoreRow(others.format(sets=sets), score, role="quiet") for sets, score in read[1:]]

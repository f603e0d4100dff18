"""What a hand counts: each row of the rules with what it gives there and at the club's, and the place to change it."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.i18n.translation import N_, _, joined, number, pgettext
from mjcompanion.rules.house import DOUBLES_OF_A_ROW, POINTS_OF_A_ROW, HouseRow
from mjcompanion.rules.row import On, gift_words
from mjcompanion.rules.shapes import USUAL_LIMIT

from ...accessibility import announce
from ...theme import ANY_WIDTH, look, set_role
from ...widgets import Button, CardFrame, CheckBox, Choice, Flow, Segmented, Stepper, TextField, TextLabel
from ...widgets.fields import in_a_line
from ...widgets.layouts import across, down, fill, grow_by_width, stand
from .model import RulesModel

_GROUPS: Final = (
    (N_("Sets and the pair"), (On.SET,)),
    (N_("Flowers and seasons"), (On.FLOWER, On.FLOWER_SET, On.FLOWERS)),
    (N_("Going out"), (On.WIN, On.PLACE)),
    (N_("The hand as a whole"), ()),
)
"""The headings between the rows, and what those below each look at; the last has all others."""
_SHARES: Final = ("1/4", "1/3", "1/2", "2/3", "3/4", "1")
_POINTS: Final = "points"
"""The choice of a limit hand that is a number of points."""
_MANY: Final = 12
"""More rows than these can be searched."""
_GIFT: Final = 240
_TITLE: Final = 240
"""The width of what a row gives, and the least of its title next to it, at 100 % text."""


def marked(row: HouseRow, *, unsaved: bool) -> str:
    """How a row differs from the ruleset, in a word; empty if it doesn't."""
    if unsaved:
        return _("not saved")
    if row.off and row.theirs:
        return _("left out")
    if row.added:
        return _("added")
    return _("≠ differs") if row.differs else ""


class RowLine(Button):
    """One row: its title, what it gives, and a mark where it differs; a click opens it.

    Signals:
        walked(int): an arrow key asks for the line so many places further on; ±1000 is the first or the last.
    """

    walked = Signal(int)
    STEPS: ClassVar[dict[int, int]] = {
        Qt.Key.Key_Up: -1,
        Qt.Key.Key_Down: 1,
        Qt.Key.Key_Home: -1000,
        Qt.Key.Key_End: 1000,
    }

    def __init__(self, row: HouseRow) -> None:
        super().__init__("", "row", "chevron-right")
        self.row = row
        self.mark = ""
        self.gives = ""
        """What the row gives, and instead of what, in words."""
        current = look()
        self._title, self._mark, self._gift = TextLabel(), TextLabel("", "chosen"), TextLabel()
        title = fill(down(spacing=0), self._title, self._mark)
        self._columns = across(self, margins=(current.M, current.XS, current.icon + current.S, current.XS))
        fill(self._columns, (title, 1), self._gift)
        grow_by_width(self, QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def show_row(self, row: HouseRow, *, own: bool, to_add: bool, unsaved: bool) -> None:
        """Show a row: next to that of the rules where it is the club's."""
        self.row = row
        self.mark = marked(row, unsaved=unsaved) if own and not to_add else ""
        ours = row.ours or _("nothing")
        instead = _("{ours} instead of {theirs}").format(ours=ours, theirs=row.theirs)
        self.gives = instead if row.theirs and row.differs else ours
        self._title.setText(row.label)
        set_role(self._title, "strong" if self.mark else "")
        self._mark.say(self.mark)
        self._gift.setText(self.gives)
        set_role(self, "row-marked" if self.mark else "row")
        self.setAccessibleName(joined(part for part in (row.label, self.gives, self.mark) if part))
        self.setEnabled(own)
        if own is not bool(self._icon_name):
            self.set_icon("chevron-right" if own else "")

    def show_opened(self, *, opened: bool) -> None:
        """Point to what is open below."""
        self.set_icon("chevron-down" if opened else "chevron-right")

    def rest(self, *, reached: bool) -> None:
        """Let Tab stop here, or go by."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if reached else Qt.FocusPolicy.ClickFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set what the row gives next to its title, or below it where there is little room."""
        super().resizeEvent(event)
        current = look()
        wide = round(_GIFT * current.scale)
        beside = self.width() >= round(_TITLE * current.scale) + wide + 3 * current.M + current.icon
        stand(self._columns, beside=beside)
        self._columns.setSpacing(current.M if beside else 0)
        self._gift.setMinimumWidth(wide if beside else 0)
        self._gift.setMaximumWidth(wide if beside else ANY_WIDTH)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in self.STEPS:
            self.walked.emit(self.STEPS[event.key()])
        else:
            super().keyPressEvent(event)


def limit_choices(limit: int | str | None) -> list[tuple[str, str]]:
    """No limit hand, and the shares of the limit, with that of this row where it is another one."""
    own = [limit] if isinstance(limit, str) and limit not in _SHARES else []
    shares = [(share, gift_words(0, 0, Fraction(share))) for share in (*_SHARES, *own)]
    return [("", pgettext("a limit hand", "No")), *shares]


def unsaved_words(model: RulesModel, id_: str) -> str:
    """Why a row or a hand isn't saved yet, in a sentence; empty where it is."""
    problem = model.row_problem(id_)
    return _("Not saved yet: {problem}").format(problem=problem) if problem else ""


class RowEditor(QWidget):
    """What one row gives, and for whom; it is below the line of the row.

    Signals:
        left(): the person is done.
    """

    left = Signal()

    def __init__(self, model: RulesModel, row: HouseRow) -> None:
        super().__init__()
        self._model = model
        self._id = row.id
        self._row = row
        label = row.label
        self.counts = CheckBox(_("This row counts"))
        self.counts.setAccessibleName(_("{row}: this row counts").format(row=label))
        self.points = Stepper(_("{row}: points").format(row=label), 0, POINTS_OF_A_ROW)
        doubles = model.doubles_word
        self.doubles = Stepper(_("{row}: {what}").format(row=label, what=doubles.lower()), 0, DOUBLES_OF_A_ROW)
        self.limit = Choice(_("{row}: limit hand").format(row=label))
        self.limit_points = Stepper(_("{row}: points of the limit hand").format(row=label), 1, 10**9, step=50)
        self.who = Segmented(
            _("{row}: who counts it").format(row=label),
            [("winner", _("The winner")), ("all", _("Everybody"))],
        )
        self.problem = TextLabel("", "status-wrong")
        self.set_limit = Button("")
        self.reset = Button(_("Remove this row") if row.added else _("Reset to default"))
        self.reset.set_icon("trash" if row.added else "undo")
        self.done = Button(_("Done"))
        self.effect = TextLabel("", "strong")
        self.effect.hide()
        self._in_points = in_a_line((_("Points of the limit hand"), self.limit_points, 1))
        self._for_whom = in_a_line((_("Who counts it"), self.who, 1))
        self._of_points = in_a_line((_("Points"), self.points, 1))
        self._fields = Flow(spacing=look().M, line_spacing=look().S)
        self._fields.add(
            self._of_points,
            in_a_line((doubles, self.doubles, 1)),
            in_a_line((_("Limit hand"), self.limit, 1)),
            self._in_points,
            self._for_whom,
        )
        actions = Flow()
        actions.add(self.set_limit, self.reset, self.done)
        layout = down(self, spacing=look().S, margins=(look().L, look().S, 0, look().M))
        fill(layout, self.counts, self._fields, self.problem, self.effect, actions)
        self.counts.setVisible(not row.added)
        self._connect()
        self.show_row(row)
        self.first = (self.doubles if model.by_table else self.points).spin if row.added else self.counts

    def _connect(self) -> None:
        self.counts.toggled.connect(lambda on: self._set(off=not on))
        for stepper, key in ((self.points, "points"), (self.doubles, "doubles"), (self.limit_points, "limit")):
            stepper.spin.setKeyboardTracking(False)
            stepper.value_changed.connect(lambda value, key=key: self._set(**{key: value}))
        self.limit.currentIndexChanged.connect(lambda _unused: self._on_limit(self.limit.currentData()))
        self.who.chosen.connect(lambda who: self._set(everybody=who == "all"))
        self.set_limit.clicked.connect(lambda: self._model.set_option("limit", USUAL_LIMIT))
        self.reset.clicked.connect(lambda: self._model.reset_row(self._id))
        self.done.clicked.connect(self.left)

    def _set(self, **values: object) -> None:
        self._model.set_row(self._id, **values)

    def _on_limit(self, chosen: str) -> None:
        limit = self._model.limit or USUAL_LIMIT
        self._set(limit=limit // 2 if chosen == _POINTS else chosen or None)

    def show_row(self, row: HouseRow) -> None:
        self._row = row
        self.counts.tick(on=not row.off)
        self.points.set_value(row.points)
        self.doubles.set_value(row.doubles)
        self.limit.set_choices([*limit_choices(row.limit), (_POINTS, _("a number of points"))])
        in_points = isinstance(row.limit, int)
        self.limit.choose(_POINTS if in_points else str(row.limit or ""))
        if isinstance(row.limit, int):
            self.limit_points.set_value(row.limit)
        self._in_points.setVisible(in_points)
        self._of_points.setVisible(bool(row.points) or not self._model.by_table)
        self._for_whom.setVisible(row.for_losers)
        self.who.set_value("all" if row.everybody else "winner")
        self._fields.setEnabled(not row.off)
        text = unsaved_words(self._model, row.id)
        if text != self.problem.text():
            announce(self, text, assertive=True)
        self.problem.say(text)
        self.set_limit.setText(_("Set a limit of {points}").format(points=number(USUAL_LIMIT)))
        self.set_limit.setVisible(self._model.wants_limit(row.id))
        self._fields.arrange()
        self.reset.setEnabled(self._model.is_changed(row.id))

    def show_effect(self, words: str) -> None:
        self.effect.say(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back to the line; Enter in a number has set it."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class RowsCard(CardFrame):
    """The list of rows; of a ruleset they only tell, of the club's rules each opens where it is.

    Signals:
        reached(QWidget): this should be in sight now.
    """

    reached = Signal(QWidget)

    def __init__(self, model: RulesModel) -> None:
        super().__init__(_("What a hand counts"))
        self._model = model
        self._shape: object = None
        self._effect = ""
        self._chosen = ""
        self._adding = False
        self.lines: dict[str, RowLine] = {}
        """The line of each row by its id, in the order shown."""
        self.editor: RowEditor | None = None
        self.open_id = ""
        """The row that is open, or empty."""
        self.search = TextField(_("Find a row"), _("Find a row"))
        self.search.textChanged.connect(lambda _unused: self._filter())
        self.only = CheckBox(_("Only what differs"))
        self.only.toggled.connect(lambda _unused: self._filter())
        self.add = Button(_("Add a row…"), icon="plus")
        self.add.clicked.connect(lambda: self._turn(adding=not self._adding))
        self.nothing = TextLabel("", "quiet")
        self.hint = TextLabel(_("Choose the row to add. You can then change what it gives."), "quiet")
        tools = Flow()
        tools.add(self.add, self.only)
        self._headings: list[tuple[TextLabel, list[str]]] = []
        self._list = down(spacing=0)
        fill(self.body, self.search, tools, self.hint, self._list, self.nothing)

    # showing

    def refresh(self) -> None:
        model, own = self._model, self._model.rules is not None
        if model.chosen != self._chosen:
            self._close()
            self._chosen, self._adding = model.chosen, False
            self.search.clear()
            self.only.tick(on=False)
        rows = model.house_rows(to_add=self._adding)
        self.setVisible(bool(rows) or self._adding)
        self.search.setVisible(len(rows) > _MANY)
        self.only.setVisible(own and not self._adding)
        self.add.setVisible(own)
        self.add.setText(_("Back to the rows") if self._adding else _("Add a row…"))
        self.add.set_icon("chevron-left" if self._adding else "plus")
        self.hint.setVisible(self._adding)
        groups = [
            (heading, [row for row in rows if _group(row) == place]) for place, (heading, _unused) in enumerate(_GROUPS)
        ]
        shape = own, [(heading, [row.id for row in found]) for heading, found in groups]
        was = list(self.lines).index(self.open_id) if self.open_id in self.lines else 0
        if shape != self._shape:
            self._shape = shape
            self._build(groups)
        for row in rows:
            unsaved = bool(model.row_problem(row.id))
            self.lines[row.id].show_row(row, own=own, to_add=self._adding, unsaved=unsaved)
        gone = self.editor is not None and self.open_id not in self.lines
        if gone:
            self._close()
        elif self.editor is not None:
            self.editor.show_row(self.lines[self.open_id].row)
        self._filter()
        if gone and self.isVisible() and self._shown():
            self._walk(self._shown()[0], was)

    def _build(self, groups: list[tuple[str, list[HouseRow]]]) -> None:
        """Make the lines and put them in order; those that were there stay, with the keyboard if they have it."""
        for part in (*self.lines.values(), *[heading for heading, _unused in self._headings], self.editor):
            if part is not None:
                self._list.removeWidget(part)
        for heading, _unused in self._headings:
            heading.hide()
            heading.deleteLater()
        before, self.lines, self._headings = self.lines, {}, []
        for words, rows in groups:
            if not rows:
                continue
            heading = TextLabel(_(words), "strong")
            heading.setContentsMargins(0, look().M, 0, look().XS)
            self._headings.append((heading, [row.id for row in rows]))
            self._list.addWidget(heading)
            heading.show()
            for row in rows:
                line = before.pop(row.id, None) or self._line(row)
                self.lines[row.id] = line
                self._list.addWidget(line)
                line.show()
        for gone in before.values():
            gone.hide()
            gone.deleteLater()
        if self.editor is not None and self.open_id in self.lines:
            self._list.insertWidget(self._list.indexOf(self.lines[self.open_id]) + 1, self.editor)

    def _line(self, row: HouseRow) -> RowLine:
        line, id_ = RowLine(row), row.id
        line.setParent(self)
        line.clicked.connect(lambda: self._on_clicked(id_))
        line.walked.connect(lambda steps: self._walk(id_, steps))
        return line

    def _filter(self) -> None:
        """Show what is searched for, and what is open."""
        words = self.search.text().casefold().split() if self.search.isVisibleTo(self) else []
        only = self.only.isChecked() and not self._adding
        for id_, line in self.lines.items():
            said = f"{line.row.label} {line.row.ours} {line.mark}".casefold()
            found = all(word in said for word in words) and (bool(line.mark) or not only)
            line.setVisible(found or id_ == self.open_id)
        shown = self._shown()
        for heading, ids in self._headings:
            heading.setVisible(any(id_ in shown for id_ in ids))
        self.nothing.setText(_("No row has these words.") if words else _("Nothing differs."))
        self.nothing.setVisible(not shown)
        opened = next((id_ for id_ in shown if self.lines[id_].focusPolicy() is Qt.FocusPolicy.StrongFocus), "")
        if shown:
            self._reach(self.open_id or opened or shown[0])

    def _shown(self) -> list[str]:
        return [id_ for id_, line in self.lines.items() if not line.isHidden()]

    def _reach(self, id_: str) -> None:
        """Let Tab stop at this line alone."""
        for one, line in self.lines.items():
            line.rest(reached=one == id_)

    def show_effect(self, words: str) -> None:
        """Show what the hand on the Score page is now, where a row is changed."""
        self._effect = words
        if self.editor is not None:
            self.editor.show_effect(words)

    # what people do

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends the search, then the choice of a row to add."""
        if event.key() == Qt.Key.Key_Escape and (self.search.text() or self._adding):
            if self.search.text():
                self.search.clear()
            else:
                self._turn(adding=False)
                self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def _walk(self, id_: str, steps: int) -> None:
        shown = self._shown()
        place = max(0, min(len(shown) - 1, shown.index(id_) + steps))
        self._reach(shown[place])
        self._take_keyboard(shown[place])

    def _take_keyboard(self, id_: str) -> None:
        self.lines[id_].setFocus(Qt.FocusReason.OtherFocusReason)
        self.reached.emit(self.lines[id_])

    def _on_clicked(self, id_: str) -> None:
        if self._adding:
            self._turn(adding=False)
            self._model.add_row(id_)
            self.search.clear()
        if id_ == self.open_id:
            self._leave()
        else:
            self._open(id_)

    def _turn(self, *, adding: bool) -> None:
        """Show the rows that can be added, or those that are there."""
        self._close()
        self._adding = adding
        self.search.clear()
        self.refresh()
        if adding and self.lines:
            self._take_keyboard(next(iter(self.lines)))

    def _open(self, id_: str) -> None:
        """Open a row where it is; the keyboard goes to its first field."""
        if id_ not in self.lines:
            return
        self._close()
        self.open_id = id_
        self.editor = RowEditor(self._model, self.lines[id_].row)
        self.lines[id_].show_opened(opened=True)
        self.editor.show_effect(self._effect)
        self.editor.left.connect(self._leave)
        self._list.insertWidget(self._list.indexOf(self.lines[id_]) + 1, self.editor)
        self.editor.show()
        self._filter()
        self.editor.first.setFocus(Qt.FocusReason.TabFocusReason)
        self.reached.emit(self.editor)
        self.reached.emit(self.lines[id_])  # where there isn't room for both

    def _close(self) -> None:
        if self.open_id in self.lines:
            self.lines[self.open_id].show_opened(opened=False)
        self.open_id = ""
        if self.editor is not None:
            self.editor.hide()
            self.editor.deleteLater()
            self.editor = None

    def _leave(self) -> None:
        """Close what is open; the keyboard is back on its line."""
        id_ = self.open_id
        self._close()
        self._filter()
        if id_ in self.lines and not self.lines[id_].isHidden():
            self._take_keyboard(id_)


def _group(row: HouseRow) -> int:
    """The place of the heading that it is below."""
    return next((place for place, (_unused, looks) in enumerate(_GROUPS) if row.on in looks), len(_GROUPS) - 1)

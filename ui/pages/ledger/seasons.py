"""The seasons: a list, the standings of the one that is chosen, and the form in which one is made or changed."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any, Final

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFormLayout, QWidget

from mjcompanion.core.errors import RuleError
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.values import SeasonRow, SeasonStandings
from mjcompanion.table.events import now
from mjcompanion.table.words import brief
from mjcompanion.tournament.season import MOST_SESSIONS, SYSTEM_WORDS, Season, check, days_words
from mjcompanion.tournament.tournament import LONGEST_TITLE

from ...rich_text import in_role
from ...theme import look
from ...widgets import Button, CheckBox, Flow, Segmented, Stepper, TextField, TextLabel
from ...widgets.layouts import across, down, empty, fill, keep_room, nest
from ...widgets.league import LeagueTables, season_line
from ...widgets.rows import BELOW
from ...widgets.words import table_rules
from .detail import Command, Detail, NotebookFrame
from .lists import ENTRY
from .model import NotebookSeasons
from .statistics import HighestHands

_LONGEST: Final = 160


def season_role(row: SeasonRow, role: int) -> object:
    """Return what a row of the list shows of a season."""
    title, days = brief(row.title, _LONGEST), days_words(row.since, row.until)
    if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
        return in_role(role, f"{title}, {days}")
    return {Qt.ItemDataRole.DisplayRole: title, ENTRY: row, BELOW: days}.get(role)


class SeasonPane(Detail):
    """The standings of the chosen season and its highest hands, or the form.

    Signals:
        turned(): the form is shown in place of the standings, or they are shown again.
    """

    turned = Signal()

    def __init__(self, page: NotebookFrame, seasons: NotebookSeasons) -> None:
        super().__init__(page, _("Season"))
        self._seasons = seasons
        self._shown: SeasonStandings | None = None
        self.form = SeasonForm()
        self.league = LeagueTables()
        self.highest: list[HighestHands] = []
        self._highest = down(spacing=look().L)
        self.standings = QWidget()
        nest(fill(down(self.standings, spacing=look().L), self.league), self._highest)
        fill(self.column, self.form, self.standings).addStretch(1)
        self.form.hide()
        self.form.save_button.clicked.connect(self._save)
        self.form.cancelled.connect(self._end_form)
        self.league.opened.connect(page.show_player)
        seasons.changed.connect(self.refresh)
        seasons.saved.connect(lambda _uid: self._end_form())
        self.refresh()

    # what can be done with it

    def primary(self) -> Command | None:
        """Print the league table."""
        return next(iter(self.share()), None)

    def share(self) -> list[Command | None]:
        """Print it, show it on the wall, or save it as a file."""
        if not self._is_shown:
            return []
        able, uid = self._has_results, self._seasons.uid
        return [
            Command(self.tr("Print…"), lambda: self._print(large=False), able),
            Command(self.tr("Print in large type, for the wall…"), lambda: self._print(large=True), able),
            Command(self.tr("Show on a big screen"), lambda: self.page.season_wall_wanted.emit(uid), able),
            None,
            Command(self.tr("Save as CSV…"), self.page.export_season, able),
        ]

    def more(self) -> list[Command | None]:
        """Change it, or delete it."""
        if not self._is_shown:
            return []
        change = Command(self.tr("Change this season…"), lambda: self.open_form(self._seasons.season))
        return [change, Command(self.tr("Delete this season"), lambda: self._seasons.remove(self._seasons.uid))]

    def _print(self, *, large: bool) -> None:
        self.page.season_print_wanted.emit(self._seasons.uid, large)

    @property
    def _is_shown(self) -> bool:
        return self._seasons.seen is not None and self.form.isHidden()

    @property
    def _has_results(self) -> bool:
        return self._seasons.seen is not None and bool(self._seasons.seen.tables)

    # showing

    def refresh(self) -> None:
        """Show the season that is chosen, or the form."""
        found, editing = self._seasons.seen, not self.form.isHidden()
        failed = bool(self._seasons.error) and not editing
        words = (self.tr("The seasons can’t be shown"), self._seasons.error, self.tr("Try again")) if failed else ()
        self._instead.show(words, self._seasons.again)
        self.scroller.setVisible(not failed)
        self.standings.setVisible(not editing and found is not None)
        self.heading.setText(self.form.title if editing else brief(found.season.title, _LONGEST) if found else "")
        self.caption.setText("" if editing or found is None else season_line(found))
        if found is not None and found != self._shown:
            self._shown = found
            self.league.show_standings(found)
            self._show_highest(found)

    def _show_highest(self, found: SeasonStandings) -> None:
        """Show the highest hands, a table for each set of rules."""
        empty(self._highest)
        self.highest = []
        for rules, hands in found.highest_by_rules.items():
            part = HighestHands(self.page, hands, rules)
            self.highest.append(part)
            self._highest.addWidget(part)

    # what people do

    def open_form(self, season: Season | None) -> None:
        """Show the form, for a new season or the change of one."""
        self.form.show_season(season)
        self.form.show()
        self._turn()
        self.scroller.verticalScrollBar().setValue(0)
        self.form.fields["title"].setFocus(Qt.FocusReason.OtherFocusReason)

    def _end_form(self) -> None:
        """Clear the form, which was saved or cancelled, and close it."""
        self.form.forget()
        self.close_form()

    def close_form(self) -> None:
        """Show the standings again; what was typed of a new season is there when the form is opened again."""
        if not self.form.isHidden():
            self.form.hide()
            self._turn()

    def _turn(self) -> None:
        self.refresh()
        self.turned.emit()

    def _save(self) -> None:
        try:
            season = check(self.form.season())
        except RuleError as error:
            self.form.problem.say(str(error))
            problem = self.form.problem
            QTimer.singleShot(0, self, lambda: self.scroller.ensureWidgetVisible(problem))  # once it has its room
            return
        self._seasons.save(season)


class SeasonForm(QWidget):
    """The fields of a season.

    Signals:
        cancelled(): Cancel or Esc was pressed.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._season: Season | None = None
        self._uid = ""
        """The id of a new season: saved twice it is one."""
        self.title = ""
        """The heading above the form."""
        self.fields = {
            "title": TextField(self.tr("Name", "of a thing"), self.tr("Spring league")),
            "since": TextField(self.tr("First day"), "2026-03-01"),
            "until": TextField(self.tr("Last day"), "2026-05-31"),
        }
        self.fields["title"].setMaxLength(LONGEST_TITLE)
        self.rules = {str(rules): CheckBox(words) for rules, words in table_rules().items()}
        chosen = Flow(spacing=look().M, line_spacing=0)
        chosen.add(*self.rules.values())
        systems = [(system, _(words)) for system, words in SYSTEM_WORDS.items()]
        self.system = Segmented(self.tr("What a session counts"), systems)
        self.average = CheckBox(self.tr("Rank by the average, not by the sum"), wraps=True)
        self.numbers = {
            "best": Stepper(self.tr("Best sessions that count"), 0, MOST_SESSIONS),
            "minimum": Stepper(self.tr("Sessions needed for a place"), 0, MOST_SESSIONS),
        }
        self.numbers["best"].spin.setSpecialValueText(self.tr("all", "sessions"))
        self.numbers["minimum"].spin.setSpecialValueText(self.tr("any", "number of sessions"))
        self.problem = TextLabel("", "wrong")
        self.problem.hide()
        self.save_button = Button(self.tr("Save"))
        cancel = Button(self.tr("Cancel"), "quiet")
        cancel.clicked.connect(self.cancelled)
        self.system.chosen.connect(lambda _value: self._show_average())
        keep_room(self.average)
        form = QFormLayout(self)
        form.setContentsMargins(look().M, 0, look().M, 0)
        form.setSpacing(look().M)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        note = TextLabel(self.tr("Tick none to count sessions by any rules."), "caption")
        lines: list[tuple[str, QWidget]] = [(field.accessibleName(), field) for field in self.fields.values()]
        lines += [(self.tr("Rules"), _column(chosen, note)), (self.system.accessibleName(), self.system)]
        lines += [("", self.average), *((one.accessibleName(), one) for one in self.numbers.values())]
        for row, (words, control) in enumerate(lines):
            caption = TextLabel(words, "quiet", wraps=False)
            caption.setMinimumHeight(look().target)
            form.setWidget(row, QFormLayout.ItemRole.LabelRole, caption)
            form.setWidget(row, QFormLayout.ItemRole.FieldRole, control)
        buttons = QWidget()
        fill(across(buttons), self.save_button, cancel, None)
        form.setWidget(len(lines), QFormLayout.ItemRole.SpanningRole, self.problem)
        form.setWidget(len(lines) + 1, QFormLayout.ItemRole.FieldRole, buttons)
        self.setMaximumWidth(look().readable_width)
        for field in self.fields.values():
            field.returnPressed.connect(self.save_button.click)

    def show_season(self, season: Season | None) -> None:
        """Show a season that is to change; None for a new one, as it was left, else of this year."""
        self.problem.hide()
        if season is None and self._season is None and self._uid:
            return
        self._season, self._uid = season, secrets.token_hex(16)
        self.title = self.tr("New season") if season is None else self.tr("Change this season")
        year = date.today().year  # noqa: DTZ011 - local time
        season = season or Season(uid="", title="", at="", since=f"{year}-01-01", until=f"{year}-12-31")
        for name, field in self.fields.items():
            field.setText(getattr(season, name))
        for rules, box in self.rules.items():
            box.setChecked(rules in season.rules)
        self.system.set_value(season.system)
        self.average.setChecked(season.average)
        for name, stepper in self.numbers.items():
            stepper.set_value(getattr(season, name))
        self._show_average()

    def forget(self) -> None:
        """Begin with a blank form the next time."""
        self._season, self._uid = None, ""

    def season(self) -> Season:
        """Return the season as the fields say it."""
        values: dict[str, Any] = {name: field.text().strip() for name, field in self.fields.items()}
        values |= {name: stepper.value for name, stepper in self.numbers.items()}
        values |= {
            "rules": tuple(rules for rules, box in self.rules.items() if box.isChecked()),
            "system": self.system.value,
            "average": self.average.isChecked(),
        }
        if self._season is None:
            return Season(uid=self._uid, at=now(), **values)
        return msgspec.structs.replace(self._season, **values)

    def _show_average(self) -> None:
        """Offer to rank by the average, but not for places, which always are."""
        self.average.setVisible(self.system.value != "places")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


def _column(*parts: QWidget) -> QWidget:
    box = QWidget()
    fill(down(box, spacing=look().XS), *parts)
    return box

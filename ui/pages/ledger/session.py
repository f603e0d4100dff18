"""One session: how the balances went, every hand, and on a second view the standings, corrections and rules."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import _, ngettext, number, pgettext
from mjcompanion.table.final_settlement import places
from mjcompanion.table.words import brief, chips_words, counted, figure, signed, started_words, unknown_words

from ...context import moment
from ...rich_text import set_tooltip
from ...theme import look
from ...widgets import Button, Separator, TextLabel
from ...widgets.chart import LineChart
from ...widgets.fitting import Fits
from ...widgets.hands_table import HandsTable
from ...widgets.layouts import across, down, empty, fill, nest
from ...widgets.session_sheet import show_balances
from ...widgets.tables import DataCell, DataColumn, SortedTable
from ...widgets.words import rules_title, table_rules
from .detail import Command, Detail, DetailSection, NotebookFrame, inset, left_of
from .hand import TraceLine
from .lists import kept_line
from .model import OpenedSession
from .queries import SessionSeen
from .words import differing

_TRACES_AT_ONCE = 20
_LONGEST_TITLE = 160
_CHART_SHARE = 0.36
"""The part of the height that the chart takes at most."""


class SessionPane(Fits, Detail):
    """The open session."""

    def __init__(self, page: NotebookFrame, opened: OpenedSession) -> None:
        super().__init__(page, _("Session"))
        self._opened = opened
        self._shown: SessionSeen | None = None
        self._all_traces = False
        self._build()
        opened.changed.connect(self.refresh)
        self.refresh()

    # building

    def _build(self) -> None:
        current = look()
        self.details_button = Button(self.tr("Details"), "quiet")
        self.details_button.setCheckable(True)
        self.details_button.toggled.connect(lambda _on: self.show_view())
        self.head.addWidget(self.details_button)
        self.unknown = TextLabel("", "wrong")
        inset(self.unknown)
        self.chart = LineChart(self.tr("Balances, hand by hand"))
        self.chart.activated.connect(self._on_chart)
        self.hands = HandsTable()
        self.hands.opened.connect(self._opened.show_row)
        self.no_hands = TextLabel(self.tr("No hand has been played yet."), "quiet")
        inset(self.no_hands)
        self._view = QWidget()
        line = fill(across(margins=(current.M, 0, current.M, 0)), (self.chart, 1))
        fill(down(self._view, spacing=current.S), line, (self.hands, 1), self.no_hands)
        self.layout_.insertWidget(1, self.unknown)
        self.layout_.addWidget(self._view, 1)
        self._build_details()

    def _build_details(self) -> None:
        columns = [
            DataColumn(self.tr("Player"), figures=False),
            DataColumn(self.tr("Balance")),
            DataColumn(self.tr("Net"), self.tr("Won or lost since the start")),
            DataColumn(self.tr("Won"), self.tr("Hands won")),
            DataColumn(pgettext("in a ranking", "Place"), self.tr("Place at the end")),
        ]
        self.standings = SortedTable(self.tr("Standings"), columns)
        set_tooltip(self.standings, self.tr("Open a player’s figures"))
        self.standings.opened.connect(self._on_standing)
        standings = DetailSection(self.tr("Standings"))
        standings.tables.addWidget(self.standings)
        self.corrections = DetailSection(self.tr("Corrections"))
        self._traces = down()
        nest(self.corrections.body, self._traces)
        self.more_traces = Button("", "quiet")
        self.more_traces.clicked.connect(self._show_all_traces)
        fill(self.corrections.body, left_of(self.more_traces))
        self.rules_section = DetailSection(self.tr("Rules"))
        self._rules = down()
        nest(self.rules_section.body, self._rules)
        fill(self.column, standings, self.corrections, self.rules_section)
        self.column.addStretch(1)

    # what can be done with it

    def primary(self) -> Command | None:
        """Open it at the table, where its rules are known."""
        seen = self._opened.seen
        if seen is None or not seen.table.rules.rules.known:
            return None
        words = self.tr("Open") if seen.table.ended else self.tr("Continue")
        return Command(words, lambda: self.page.table_wanted.emit(self._opened.uid))

    def share(self) -> list[Command | None]:
        """Copy, print, or save it."""
        if self._opened.seen is None:
            return []
        return [
            Command(self.tr("Copy as text"), self._opened.ask_text),
            Command(self.tr("Print…"), lambda: self.page.print_wanted.emit(self._opened.uid)),
            None,
            Command(self.tr("Save as a spreadsheet (CSV)…"), lambda: self.page.export_session("csv")),
            Command(self.tr("Save to import elsewhere (JSON)…"), lambda: self.page.export_session("json")),
            Command(self.tr("Save as text…"), lambda: self.page.export_session("text")),
        ]

    # showing

    def refresh(self) -> None:
        """Show the session as it is now."""
        opened = self._opened
        seen = opened.seen
        if opened.uid:
            otherwise = self.tr("One moment"), self.tr("The session is being read."), ""
        else:
            otherwise = self.tr("Nothing selected"), self.tr("Select an entry to see it here."), ""
        whole = self.show_state(opened, self.tr("This session can’t be shown"), otherwise, there=seen is not None)
        for widget in (self.heading, self.caption, self.details_button):
            widget.setVisible(whole)
        if not whole or seen is None:
            self._shown = None
        elif seen is not self._shown:
            other = self._shown is None or self._shown.uid != seen.uid
            self._shown = seen
            self._all_traces = self._all_traces and not other
            if other:
                self.details_button.setChecked(False)
            self._show_seen(seen)
            if other:
                self.hands.scrollToTop()
                self.scroller.verticalScrollBar().setValue(0)
        self.show_view()

    def show_view(self) -> None:
        """Show chart and hands, or the details."""
        details = self.details_button.isChecked()
        words = self.tr("Hands") if details else self.tr("Details: standings, corrections, rules")
        self.details_button.setText(self.tr("Hands") if details else self.tr("Details"))
        self.details_button.setAccessibleName(words)
        self.scroller.setVisible(self._shown is not None and details)
        self._view.setVisible(self._shown is not None and not details)
        self.unknown.setVisible(self._shown is not None and not self._shown.table.rules.rules.known)

    def _show_seen(self, seen: SessionSeen) -> None:
        table, names = seen.table, seen.names
        self.heading.setText(brief(seen.title, _LONGEST_TITLE))
        set_tooltip(self.heading, seen.title if len(seen.title) > _LONGEST_TITLE else "")
        facts = [
            moment(seen.started_at),
            rules_title(str(table.rules.rules), table.rules.name),
            counted(len(table.hands), "hand"),
        ]
        self.caption.setText(kept_line(*facts))
        self.unknown.setText(unknown_words(table.rules))
        some = bool(table.rows)
        show_balances(self.chart, table, names)
        self.hands.evening.show_table(table, names)
        for widget, shown in ((self.chart, some), (self.hands, some), (self.no_hands, not some)):
            widget.setVisible(shown)
        self._show_standings(seen)
        self._show_corrections(seen)
        self._show_rules(seen)

    def _show_standings(self, seen: SessionSeen) -> None:
        table = seen.table
        wins = {person: one.wins for person, one in zip(table.there, table.summary().standings, strict=True)}
        reached = places(table)
        rows = []
        for party in table.parties:
            place, balance, won = reached.get(party), table.balances[party], wins.get(party)
            net, name = balance - table.start_of(party), brief(seen.names[party], 200)
            cells = (
                DataCell(name, name.casefold()),
                DataCell(figure(balance), balance),
                DataCell(signed(net), net),
                DataCell("" if won is None else number(won), won),
                DataCell("" if place is None else number(place), place),
            )
            rows.append((seen.players[party] if party < len(seen.players) else "", cells))
        self.standings.show_rows(rows)

    def _show_corrections(self, seen: SessionSeen) -> None:
        traces = seen.traces
        self.corrections.setVisible(bool(traces))
        empty(self._traces)
        shown = traces if self._all_traces else traces[-_TRACES_AT_ONCE:]
        for at, trace in enumerate(reversed(shown)):
            if at:
                self._traces.addWidget(Separator())
            self._traces.addWidget(TraceLine(trace, seen.names))
        hidden = len(traces) - len(shown)
        self.more_traces.setVisible(hidden > 0)
        self.more_traces.setText(
            ngettext("Show {count} earlier correction", "Show {count} earlier corrections", hidden).format(
                count=number(hidden)
            )
        )

    def _show_all_traces(self) -> None:
        self._all_traces = True
        if self._shown is not None:
            self._show_corrections(self._shown)

    def _show_rules(self, seen: SessionSeen) -> None:
        table, rules = seen.table, seen.table.rules
        empty(self._rules)
        own = table_rules().get(rules.rules, str(rules.rules))
        made = self.tr("{name}, made from {preset}")
        name = made.format(name=brief(rules.name, 200), preset=own) if rules.name else own
        print_ = self.tr("Version {version} · fingerprint {fingerprint}")
        text = print_.format(version=rules.version, fingerprint=rules.fingerprint)
        fingerprint = TextLabel(text, "caption")
        fingerprint.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        differs = self.tr("{option}: {ours} (standard: {theirs})")
        parts = [differs.format(option=label, ours=ours, theirs=theirs) for label, ours, theirs in differing(rules)]
        parts = parts or [self.tr("All house options as in the standard rules.")]
        started = self.tr("{sentence}.").format(sentence=started_words(table, seen.names))
        fill(self._rules, TextLabel(name), *map(TextLabel, [*parts, chips_words(rules.chips), started]), fingerprint)

    # what people do

    def _on_standing(self, key: object) -> None:
        if isinstance(key, str) and key:
            self.page.show_player(key)

    def _on_chart(self, point: int) -> None:
        rows = self.hands.evening.rows
        if 1 <= point <= len(rows):
            self._opened.show_row(rows[point - 1].id)

    def fit(self) -> None:
        """Leave the hands more room than the chart."""
        high = round(160 + 70 * look().scale)
        self.chart.setFixedHeight(
            max(self.chart.minimumSizeHint().height(), min(high, round(self.height() * _CHART_SHARE)))
        )

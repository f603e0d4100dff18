"""One session: how the balances went, every hand, the corrections, and the rules it was played with."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.table.final_settlement import places
from mjcompanion.table.words import (
    brief,
    chips_words,
    counted,
    figure,
    named,
    signed,
    started_words,
    unknown_words,
)

from ...context import moment
from ...rich_text import set_tooltip
from ...theme import look
from ...widgets import Button, CardFrame, Flow, Separator, TextLabel
from ...widgets.chart import LineChart
from ...widgets.figures import Cell, FiguresTable, TableColumn, empty
from ...widgets.fitting import Fits
from ...widgets.layouts import across, down, fill, nest, stand
from ...widgets.menus import OpensMenu
from ...widgets.session_sheet import HandsTable, NamesBar, show_balances
from ...widgets.words import rules_title, table_rules
from .asking import SessionSeen
from .panes import Detail
from .presenter import SessionPresenter
from .sheet import TraceLine
from .words import differing

_CHART, _STANDINGS = 460, 330
"""The widths at 100 % text with which chart and standings stand beside each other."""
_TRACES_AT_ONCE = 20
_LONGEST_TITLE = 160


class SessionPane(Fits, Detail):
    """The session in the middle of the page.

    Signals:
        row_opened(str): a row is to be shown whole; the id of its item.
        row_walked(str): the keyboard came to another row.
        export_wanted(str): the session is to be stored as a file: "csv", "json" or "text".
        player_wanted(str): a player is to be shown; the player's id.
    """

    row_opened = Signal(str)
    row_walked = Signal(str)
    export_wanted = Signal(str)
    player_wanted = Signal(str)

    def __init__(self, presenter: SessionPresenter, parent: QWidget | None = None) -> None:
        super().__init__(_("Session"), parent)
        self._presenter = presenter
        self._shown: SessionSeen | None = None
        self._all_traces = False
        self._build()
        self._floating = NamesBar(self.hands, self.scroller.viewport())
        self._floating.hide()
        self.scroller.verticalScrollBar().valueChanged.connect(lambda _unused: self._float())
        self.hands.moved.connect(self._float)
        self.scroller.viewport().installEventFilter(self)
        presenter.changed.connect(self.refresh)
        self.refresh()

    # building

    def _build(self) -> None:
        self.corrections = CardFrame(self.tr("Corrections"))
        self._traces = down()
        nest(self.corrections.body, self._traces)
        self.more_traces = Button("", "quiet")
        self.more_traces.clicked.connect(self._show_all_traces)
        self.corrections.body.addWidget(self.more_traces, 0, Qt.AlignmentFlag.AlignLeft)
        self.rules_card = CardFrame(self.tr("Rules of this session"))
        self._rules = down()
        nest(self.rules_card.body, self._rules)
        cards = self._balances_card(), self._hands_card(), self.corrections, self.rules_card
        fill(self.column, self._tools(), *cards)
        self.column.addStretch(1)

    def _tools(self) -> QWidget:
        self.open_button = Button(self.tr("Open at the table"), "primary", "table")
        self.copy_button = Button(self.tr("Copy as text"), icon="copy")
        self.print_button = Button(self.tr("Print…"), icon="print")
        self.export_button = Button(self.tr("Export…"), icon="save")
        OpensMenu(self.export_button, self.export_menu)
        tools = Flow(spacing=look().S)
        tools.add(self.open_button, self.print_button, self.copy_button, self.export_button)
        return tools

    def _balances_card(self) -> CardFrame:
        card = CardFrame(self.tr("Balances"))
        self.chart = LineChart(self.tr("Balances, hand by hand"))
        self.chart.activated.connect(self._on_chart)
        columns = [
            TableColumn(self.tr("Player"), figures=False),
            TableColumn(self.tr("Balance")),
            TableColumn(self.tr("Net"), self.tr("Won or lost since the start")),
            TableColumn(self.tr("Won"), self.tr("Hands won")),
            TableColumn(pgettext("in a ranking", "Place"), self.tr("Place at the end")),
        ]
        self.standings = FiguresTable(self.tr("Standings"), columns)
        set_tooltip(self.standings, self.tr("Open a player’s figures"))
        self.standings.opened.connect(self._on_standing)
        side = QWidget()
        fill(down(side), self.standings).addStretch(1)
        self.unknown = TextLabel("", "strong")
        self._sides = fill(across(spacing=look().L), (self.chart, 3), (side, 2))
        fill(card.body, self.unknown, self._sides)
        return card

    def _hands_card(self) -> CardFrame:
        card = CardFrame(self.tr("Hands"))
        self.hands = HandsTable()
        self.hands.opened.connect(lambda item: self.row_opened.emit(item))
        self.hands.walked.connect(self._on_walked)
        self.names_bar = NamesBar(self.hands)
        self.no_hands = TextLabel(self.tr("No hand has been played yet."), "quiet")
        fill(card.body, fill(down(spacing=0), self.names_bar, self.hands), self.no_hands)
        return card

    # showing

    def refresh(self) -> None:
        """Show the session as it is now."""
        presenter = self._presenter
        seen = presenter.seen
        if presenter.uid:
            otherwise = self.tr("One moment"), self.tr("The session is being read."), ""
        else:
            text = self.tr("Choose an entry of the list to see all of it here.")
            otherwise = self.tr("Nothing chosen"), text, ""
        there, unreadable = seen is not None, self.tr("This session can’t be shown")
        if not self.show_state(presenter, unreadable, () if there else otherwise, there=there) or seen is None:
            self._shown = None
            return
        if seen is not self._shown:
            other = self._shown is None or self._shown.uid != seen.uid
            self._shown = seen
            self._all_traces = self._all_traces and not other
            self._show_seen(seen)
            if other:
                self.scroller.verticalScrollBar().setValue(0)
        self.hands.choose(presenter.item)

    def _show_seen(self, seen: SessionSeen) -> None:
        table, names = seen.table, seen.names
        self.heading.setText(brief(seen.title, _LONGEST_TITLE))
        set_tooltip(self.heading, seen.title if len(seen.title) > _LONGEST_TITLE else "")
        facts = [
            moment(seen.started_at),
            rules_title(str(table.rules.rules), table.rules.name),
            counted(len(table.hands), "hand"),
            self.tr("ended") if table.ended else self.tr("in progress"),
        ]
        if table.title:
            facts.insert(0, named(names[person] for person in table.there))
        self.caption.setText(" · ".join(facts))
        self.unknown.setText(unknown_words(table.rules))
        self.unknown.setVisible(not table.rules.rules.known)
        self.open_button.setVisible(table.rules.rules.known)
        self._show_balances(seen)
        self.hands.hands.show_table(table, names)
        some = bool(table.rows)
        for widget in (self.hands, self.names_bar):
            widget.setVisible(some)
        self.no_hands.setVisible(not some)
        self._show_corrections(seen)
        self._show_rules(seen)
        self.fit()

    def _show_balances(self, seen: SessionSeen) -> None:
        table, names = seen.table, seen.names
        show_balances(self.chart, table, names)
        self.chart.setVisible(bool(table.rows))
        wins = {person: one.wins for person, one in zip(table.there, table.summary().standings, strict=True)}
        shown, reached = [], places(table)
        for party in table.parties:
            place = reached.get(party)
            name, balance = names[party], table.balances[party]
            won = number(wins[party]) if party in wins else ""
            shown.append(
                (
                    seen.players[party] if party < len(seen.players) else "",
                    (
                        Cell(brief(name, 200), name.casefold()),
                        Cell(figure(balance), balance),
                        Cell(signed(balance - table.start_of(party))),
                        Cell(won),
                        Cell("" if place is None else number(place), place),
                    ),
                )
            )
        self.standings.figures.show_rows(shown)

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
        self.more_traces.setText(self.tr("Show {count} earlier ones").format(count=number(hidden)))

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
        self.fingerprint = TextLabel(text, "quiet")
        self.fingerprint.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.differences = differing(rules)
        differs = self.tr("{option}: {ours} (the rules: {theirs})")
        parts = [differs.format(option=label, ours=ours, theirs=theirs) for label, ours, theirs in self.differences]
        parts = parts or [self.tr("All house options as in the standard rules.")]
        started = self.tr("{sentence}.").format(sentence=started_words(table, seen.names))
        fill(
            self._rules,
            TextLabel(name, "strong"),
            self.fingerprint,
            *map(TextLabel, [*parts, chips_words(rules.chips), started]),
        )

    # what people do

    def _on_chart(self, point: int) -> None:
        rows = self.hands.hands.rows
        if 1 <= point <= len(rows):
            self.row_opened.emit(rows[point - 1].id)

    def _on_standing(self, key: object) -> None:
        if isinstance(key, str) and key:
            self.player_wanted.emit(key)

    def _on_walked(self, item: str) -> None:
        self.keep_in_sight(item)
        self.row_walked.emit(item)

    def keep_in_sight(self, item: str) -> None:
        """Scroll so far that a row is seen."""
        place = self.hands.hands.place_of(item)
        if place < 0:
            return
        box = self.hands.box_of(place)
        top = self.hands.mapTo(self.content, box.topLeft()).y()
        bar, high = self.scroller.verticalScrollBar(), self.scroller.viewport().height()
        above = self._floating.sizeHint().height()
        if top - above < bar.value():
            bar.setValue(top - above)
        elif top + box.height() > bar.value() + high:
            bar.setValue(top + box.height() - high + look().S)

    def export_menu(self) -> QMenu:
        """The forms in which a session can be stored."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        choices: list[tuple[str, str]] = [
            ("csv", self.tr("Table for a spreadsheet (CSV)…")),
            ("json", self.tr("Whole session, to import again (JSON)…")),
            ("text", self.tr("Text to read…")),
        ]
        for form, words in choices:
            menu.addAction(words).triggered.connect(lambda _unused=False, one=form: self.export_wanted.emit(one))
        return menu

    # where things lie

    def fit(self) -> None:
        """Set the standings beside the chart where there is room."""
        least = round((_CHART + _STANDINGS) * look().scale)
        beside = self.chart.isHidden() is False and self.width() - 4 * look().L >= least
        stand(self._sides, beside=beside)
        self._float()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Reposition the column names after a resize."""
        if event.type() is QEvent.Type.Resize:
            self._float()
        return super().eventFilter(watched, event)

    def _float(self) -> None:
        """Keep the names of the columns in sight while the hands scroll by."""
        bar = self.names_bar
        top = bar.mapTo(self.content, bar.rect().topLeft())
        scrolled = self.scroller.verticalScrollBar().value()
        end = top.y() + bar.height() + self.hands.height() - self.hands.row_height()
        shown = bar.isVisibleTo(self.content) and top.y() < scrolled < end
        if shown:
            self._floating.setGeometry(top.x(), 0, bar.width(), bar.height())
            self._floating.raise_()
        self._floating.setVisible(shown)

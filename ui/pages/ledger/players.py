"""The players: one with all figures, or all side by side; names changed and people made one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.history import PlayerHistory
from mjcompanion.ledger.values import PlayerSummary, SeatFigures, key_of
from mjcompanion.printing.chart_scale import Series
from mjcompanion.table.words import brief, counted, figure, signed

from ...rich_text import set_tooltip
from ...theme import look
from ...widgets import Button, EmptyState, Flow, TextField, TextLabel
from ...widgets.chart import LineChart
from ...widgets.layouts import across, down, empty, fill, nest
from ...widgets.tables import DataCell, DataColumn, SortedTable
from .detail import Command, Detail, DetailSection, NotebookFrame, inset, left_of
from .filters import PlayerPicker
from .game_words import day, share
from .lists import player_words
from .model import NotebookPlayers
from .queries import EntryFilter
from .statistics import SessionsPart, nth, one_decimal

_LONGEST = 160
_SHORT = 24
_NARROW = 480
"""The widest that the table of opponents gets."""


class Stat(QWidget):
    """One figure, what it counts, and what it is a share of."""

    def __init__(self, value: str, words: str, more: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lines = [(value, "title"), (words, "quiet"), *([(more, "caption")] if more else [])]
        layout = down(self, spacing=0, margins=(0, 0, look().L, look().S))
        fill(layout, *(TextLabel(text, role, wraps=False) for text, role in lines)).addStretch(1)
        self.text = f"{words}: {value}" + (f", {more}" if more else "")
        self.setAccessibleName(self.text)


class SeatPart(DetailSection):
    """What a player did in sessions by the same rules: figures, places, the course of the points, and opponents."""

    def __init__(self, page: NotebookFrame, title: str, one: SeatFigures, history: PlayerHistory | None) -> None:
        super().__init__(title)
        self._page = page
        self.stats = Flow(spacing=look().S, line_spacing=look().S)
        self.stats.add(*self._stats(one))
        self.places = Flow(spacing=look().S, line_spacing=look().S)
        self.places.add(*[Stat(number(count), nth(place)) for place, count in enumerate(one.places, 1)])
        fill(self.body, self.stats, self.places)
        self.best_button: Button | None = None
        if one.best is not None:
            best = Button(self.tr("Best hand: {points}").format(points=figure(one.best)), "quiet", "chevron-right")
            best.clicked.connect(lambda: page.open_session(one.best_session, one.best_item))
            fill(self.body, left_of(best))
            self.best_button = best
        self.chart: LineChart | None = None
        self.opponents: SortedTable | None = None
        if history is not None:
            self._add_history(one.name, history)

    def _stats(self, one: SeatFigures) -> list[Stat]:
        average = one_decimal(one.average) if one.average is not None else "–"
        return [
            Stat(signed(one.net), self.tr("net")),
            Stat(number(one.sessions), self.tr("sessions")),
            Stat(number(one.hands), self.tr("hands")),
            Stat(number(one.wins), self.tr("won"), self._of(one.wins, one.hands, self.tr("hands"))),
            Stat(number(one.self_drawn), self.tr("self-drawn"), self._of(one.self_drawn, one.wins, self.tr("wins"))),
            Stat(number(one.east_wins), self.tr("won as East"), self._of(one.east_wins, one.wins, self.tr("wins"))),
            Stat(number(one.thrown), self.tr("dealt in"), self._of(one.thrown, one.hands, self.tr("hands"))),
            Stat(average, self.tr("average hand")),
        ]

    def _of(self, part: int, whole: int, what: str) -> str:
        return self.tr("{share} of {what}").format(share=share(part / whole), what=what) if whole else ""

    def _add_history(self, name: str, history: PlayerHistory) -> None:
        """Add the course of the points, where there is one, and the opponents."""
        if len(history.nets) > 1:
            self.chart = LineChart(self.tr("Points won or lost, session by session"))
            words = [self.tr("Start"), *map(day, history.starts)]
            course = tuple(accumulate(history.nets, initial=0))
            short = [number(at) for at in range(len(course))]
            self.chart.show_lines([Series(brief(name, _SHORT), course)], words, short)
            self.body.addWidget(self.chart)
        columns = [
            DataColumn(self.tr("Played with"), figures=False),
            DataColumn(self.tr("Sessions")),
            DataColumn(self.tr("Ahead"), self.tr("Sessions ended ahead of this player")),
            DataColumn(self.tr("Behind"), self.tr("Sessions ended behind this player")),
        ]
        self.opponents = SortedTable(self.tr("Played with"), columns)
        rows = []
        for one in history.opponents:
            figures = (DataCell(number(count), count) for count in (one.sessions, one.ahead, one.behind))
            rows.append((one.player, (DataCell(brief(one.name, 200), key_of(one.name)), *figures)))
        self.opponents.show_rows(rows)
        self.opponents.opened.connect(self._page.show_player)
        self.opponents.setMaximumWidth(round(_NARROW * look().scale))
        self.tables.addWidget(self.opponents)


class PlayerPane(Detail):
    """The chosen player, or all of them."""

    def __init__(self, page: NotebookFrame, players: NotebookPlayers) -> None:
        super().__init__(page, _("Player"))
        self._players = players
        self._shown: object = None
        self._build()
        players.changed.connect(self.refresh)
        players.refused.connect(self.problem.say)
        self.refresh()

    # building

    def _build(self) -> None:
        self.problem = TextLabel("", "wrong")
        inset(self.problem)
        self.problem.hide()
        self.figures: list[SeatPart] = []
        """Of the player that is shown, one for all sessions by the same rules."""
        self.tables: list[SessionsPart] = []
        """Of all players, one for all sessions by the same rules."""
        self._blocks = down(spacing=look().XL)
        self.merged_card = DetailSection(self.tr("Also known as"))
        self._merged = down()
        nest(self.merged_card.body, self._merged)
        self.empty: EmptyState | None = None
        fill(self.column, self._rename_card(), self._merge_card(), self.problem)
        nest(self.column, self._blocks)
        fill(self.column, self.merged_card).addStretch(1)

    # what can be done with it

    def primary(self) -> Command | None:
        """Show the player's sessions."""
        one = self._players.player
        if one is None:
            return None
        return Command(self.tr("Sessions"), lambda: self.page.show_sessions(one.player, one.name))

    def more(self) -> list[Command | None]:
        """Rename the player, or make two players one."""
        if self._players.player is None:
            return []
        rename = Command(self.tr("Rename…"), lambda: self.open_part(self.rename_card))
        return [rename, Command(self.tr("Merge with another player…"), lambda: self.open_part(self.merge_card))]

    def _rename_card(self) -> DetailSection:
        self.rename_card = DetailSection(self.tr("Rename"))
        self.name_field = TextField(self.tr("Name"))
        self.save_name = Button(self.tr("Save"))
        self.name_field.returnPressed.connect(self.save_name.click)
        self.save_name.clicked.connect(self._on_save_name)
        note = TextLabel(self.tr("All sessions show the new name, the old ones too."), "caption")
        fill(self.rename_card.body, self.name_field, note)
        self.rename_card.body.addWidget(self._with_cancel(self.save_name))
        self.rename_card.hide()
        return self.rename_card

    def _with_cancel(self, button: Button) -> QWidget:
        cancel = Button(self.tr("Cancel"), "quiet")
        cancel.clicked.connect(self.done)
        line = QWidget()
        fill(across(line), button, cancel, None)
        return line

    def _merge_card(self) -> DetailSection:
        self.merge_card = DetailSection(self.tr("Merge with another player"))
        self.picker = PlayerPicker(self.tr("The other player"), self._players.matching)
        self.merge_words = TextLabel("", "")
        self.do_merge = Button(self.tr("Merge"))
        self.picker.picked.connect(lambda *_unused: self._show_merge())
        self.do_merge.clicked.connect(self._on_merge)
        fill(self.merge_card.body, self.picker, self.merge_words)
        self.merge_card.body.addWidget(self._with_cancel(self.do_merge))
        self.merge_card.hide()
        return self.merge_card

    # showing

    def refresh(self) -> None:
        """Show the player who is chosen, or all of them."""
        players = self._players
        one = players.player
        shown = (players.uid, players.seen, players.found, players.error, players.loaded, players.filter)
        if shown == self._shown:
            return
        other = self._shown is None or shown[0] != self._shown[0]  # type: ignore[index]
        self._shown = shown
        some = players.loaded and bool(players.people)
        merged = players.seen.merged if players.seen is not None else ()
        self.merged_card.setVisible(some and one is not None and bool(merged))
        if other:
            self.done()
            self.scroller.verticalScrollBar().setValue(0)
        empty(self._blocks)
        self.figures, self.tables = [], []
        if not self.show_state(players, self.tr("The players can’t be shown"), self._nobody_words(), there=some):
            return
        if one is None:
            self._show_all()
        else:
            self._show_player(one)

    def _nobody_words(self) -> tuple[str, str, str]:
        if not self._players.loaded:
            return self.tr("One moment"), self.tr("The players’ results are being added up."), ""
        return self.tr("Players"), self.tr("Everybody who plays at the table appears here with their results."), ""

    def _show_all(self) -> None:
        self.heading.setText(self.tr("All players"))
        set_tooltip(self.heading, "")
        self.caption.setText(self._counting())
        found = self._players.found
        for title, one in zip(found.titles().values(), found.tables, strict=True):
            part = SessionsPart(self.page, one, title, found.highest)
            self.tables.append(part)
            self._blocks.addWidget(part)
        self._show_none(self.tables)

    def _counting(self) -> str:
        if self._players.filter == EntryFilter():
            return self.tr("Each set of rules is counted on its own.")
        return self.tr("Only sessions that match the filters are counted.")

    def _show_none(self, blocks: Sequence[QWidget]) -> None:
        """Say so where there are no figures."""
        if not blocks:
            self._blocks.addWidget(inset(TextLabel(self.tr("No sessions yet."), "quiet")))

    def _show_player(self, one: PlayerSummary) -> None:
        self.heading.setText(brief(one.name, _LONGEST))
        set_tooltip(self.heading, one.name if len(one.name) > _LONGEST else "")
        self.caption.setText(player_words(one))
        self.picker.leave_out(one.player)
        titles = self._players.found.titles()
        known = self._players.seen.histories if self._players.seen is not None else {}
        for table, seat in zip(one.tables, one.seats, strict=True):
            rules = table.rules, table.fingerprint
            part = SeatPart(self.page, titles[rules], seat, known.get(rules))
            self.figures.append(part)
            self._blocks.addWidget(part)
        self._show_none(self.figures)
        self._show_merge()
        self._show_merged()

    def _show_merged(self) -> None:
        """Who was merged into this player, and a way to part them again."""
        empty(self._merged)
        for other in self._players.seen.merged if self._players.seen is not None else ():
            line = QWidget()
            part = Button(self.tr("Separate"))
            part.setAccessibleName(self.tr("Separate {name}").format(name=brief(other.name)))
            part.clicked.connect(partial(self._players.unmerge, other.uid))
            fill(across(line), (TextLabel(brief(other.name, _LONGEST)), 1), part)
            self._merged.addWidget(line)

    # what people do

    def open_part(self, part: QWidget) -> None:
        """Open what renames or merges, one at a time."""
        one = self._players.player
        if one is None:
            return
        self.done()
        part.show()
        self.scroller.verticalScrollBar().setValue(0)
        if part is self.rename_card:
            self.name_field.setText(one.name)
            self.name_field.selectAll()
            self.name_field.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.picker.set_player(None)
            self._show_merge()
            self.picker.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_save_name(self) -> None:
        one, name = self._players.player, self.name_field.text()
        if one is not None:
            self.problem.hide()
            if name == one.name:
                self.done()
            else:
                self._players.rename(one.player, name)

    def _show_merge(self) -> None:
        """Say what merging does, with the names."""
        one, other = self._players.player, self.picker.player
        self.do_merge.setEnabled(other is not None)
        if one is None:
            return
        if other is None:
            text = self.tr("Was one person entered under two names? Find the name to keep.")
        else:
            text = self.tr("{gone}’s {hands} will count for {stays}, and {gone} leaves the lists. You can undo this.")
            text = text.format(gone=brief(one.name), hands=counted(one.hands, "hand"), stays=brief(other[1]))
        self.merge_words.setText(text)

    def _on_merge(self) -> None:
        one, other = self._players.player, self.picker.player
        if one is not None and other is not None:
            self.problem.hide()
            self._players.merge(one.player, other[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_open = self.rename_card.isVisible() or self.merge_card.isVisible()
        if event.key() == Qt.Key.Key_Escape and is_open:
            self.done()
        else:
            super().keyPressEvent(event)

    def done(self) -> None:
        """Close what renames or merges."""
        for part in (self.rename_card, self.merge_card, self.problem):
            part.hide()

"""The lists of the Notebook: entries by months, and players. Each is a model, so that any number can be scrolled."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from operator import attrgetter
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from mjcompanion.i18n.translation import _, number
from mjcompanion.i18n.translation import joined as in_a_row
from mjcompanion.ledger.values import Entry, GameRow, KeptHand, PlayerSummary, SessionRow
from mjcompanion.table.words import brief, counted, named, signed

from ...context import moment
from ...rich_text import in_role
from ...theme import look, ring_around
from ...widgets.fitting import RETHEMED
from ...widgets.keys import CHOOSE
from ...widgets.listing import ListingModel, fetch_ahead
from ...widgets.rows import BELOW, BELOW_END, END, HEADING, KEY, SORT, Index, RowLayout, RowPainter, dress
from ...widgets.words import rules_title
from .game_words import deal_words, ending, final_figure, game_title
from .game_words import sentence as game_sentence
from .model import NotebookPlayers
from .words import exercise_words, month, players_counted, short_day, time_of, won_counted

ENTRY: Final = KEY
"""The entry or the player of a row; None for a month."""
_NOWHERE = QModelIndex()
_LONGEST = 200


class EntriesModel(ListingModel[Entry]):
    """The entries of the notebook, with a line for each month."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Months are only read."""
        if index.isValid() and isinstance(self.lines[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A month's name, or an entry in words."""
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if isinstance(line, str):
            return {
                Qt.ItemDataRole.DisplayRole: line,
                Qt.ItemDataRole.AccessibleTextRole: line,
                SORT: HEADING,
            }.get(role)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return in_role(role, entry_sentence(line))
        return entry_role(line, role)

    def newest(self) -> Entry | None:
        """Return the first entry of the list."""
        return next((line for line in self.lines if not isinstance(line, str)), None)

    def _lines_of(self, place: int) -> list[str | Entry]:
        rows = self._listing.rows
        lines: list[str | Entry] = []
        last = month(time_of(rows[place - 1])) if place else ""
        for row in rows[place:]:
            name = month(time_of(row))
            if name != last:
                lines.append(name)
                last = name
            lines.append(row)
        return lines


def entry_role(entry: Entry, role: int) -> object:
    """Return what a row of the list shows of an entry."""
    if role in (BELOW, BELOW_END):
        return entry_below(entry)[role == BELOW_END]
    return {
        Qt.ItemDataRole.DisplayRole: entry_title(entry),
        ENTRY: entry,
        END: short_day(time_of(entry)),
    }.get(role)


def entry_below(entry: Entry) -> tuple[str, str]:
    """Return what is below an entry's title: who won, where, or how; and how much there was of it."""
    if isinstance(entry, GameRow):
        how = deal_words(entry) if entry.won else ending(entry)
        return kept_line(how, _("assisted") if entry.assisted else ""), final_figure(entry) if entry.won else ""
    if isinstance(entry, KeptHand):
        if entry.kind:
            return exercise_words(entry), entry.went or brief(entry.remark, _LONGEST)
        place = entry.place if entry.player else ""
        return kept_line(rules_title(entry.rules, entry.rules_name), place), kept_score(entry)
    return leader_words(entry), counted(entry.hands, "hand") if entry.ended else _("In progress")


def kept_line(*parts: str) -> str:
    """Return those parts that say anything in a line."""
    return in_a_row(part for part in parts if part)


def entry_sentence(entry: Entry) -> str:
    """Return an entry as a screen reader says it."""
    if isinstance(entry, GameRow):
        return game_sentence(entry, moment(entry.finished_at))
    if isinstance(entry, KeptHand):
        return kept_line(entry_title(entry), moment(entry.at), *entry_below(entry), brief(entry.remark, _LONGEST))
    parts = [
        entry_title(entry),
        moment(entry.started_at),
        rules_title(entry.rules, entry.rules_name),
        counted(entry.hands, "hand"),
        "" if entry.ended else _("in progress"),
        leader_words(entry),
    ]
    return in_a_row(part for part in parts if part)


def kept_score(entry: KeptHand) -> str:
    """Return the score of a kept hand."""
    if not entry.won and not entry.hand:  # a game at a real wall that another won, or nobody
        return _("not won")
    return number(entry.score) if entry.final_cents is None else number(Decimal(entry.final_text), "")


def kept_title(entry: KeptHand) -> str:
    """Return the rules of a kept hand and its score."""
    return f"{rules_title(entry.rules, entry.rules_name)} · {kept_score(entry)}"


def entry_title(entry: Entry) -> str:
    """Return the title of an entry: a session's own or its players, the player of a hand, the game, the exercise."""
    if isinstance(entry, GameRow):
        return game_title(entry.rules)
    if isinstance(entry, KeptHand):
        if entry.kind:
            return rules_title(entry.rules, entry.rules_name)
        return brief(entry.player or entry.place or _("A hand"), _LONGEST)
    return brief(entry.title, _LONGEST) if entry.title else in_a_row(map(brief, entry.names))


def leader_words(entry: SessionRow) -> str:
    """Return who is ahead, and by how much."""
    if not entry.hands or not any(entry.nets):
        return ""
    best = max(entry.nets)
    names = [name for name, net in zip(entry.names, entry.nets, strict=False) if net == best]
    return f"{named(names)} {signed(best)}"


class RowsModel(QAbstractListModel):
    """Rows of which all are known; `uid_of` says which one a row is, `role_of` what is shown of it in a role."""

    def __init__(
        self, uid_of: Callable[[Any], str], role_of: Callable[[Any, int], object], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._uid_of, self._role_of = uid_of, role_of
        self.rows: tuple[Any, ...] = ()

    def show_rows(self, rows: tuple[Any, ...]) -> None:
        """List these rows."""
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def place_of(self, uid: str) -> int:
        """Return the row that has an id; -1 when it isn't in the list."""
        return next((at for at, one in enumerate(self.rows) if self._uid_of(one) == uid), -1)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is shown of a row."""
        return self._role_of(self.rows[index.row()], role) if index.isValid() else None


class PlayersModel(RowsModel):
    """The players whose names have the letters that were typed; the first row, with no id, represents all of them."""

    def __init__(self, players: NotebookPlayers, parent: QObject | None = None) -> None:
        super().__init__(attrgetter("player"), self._role, parent)
        self._players = players
        self.text = ""
        players.changed.connect(self._pull)

    def set_text(self, text: str) -> None:
        """List others."""
        self.text = text
        self._pull()

    @property
    def count(self) -> int:
        """The number of players in the list."""
        return sum(bool(one.player) for one in self.rows)

    def _role(self, one: PlayerSummary, role: int) -> object:
        """Return a player in words."""
        name = brief(one.name, _LONGEST)
        figures = player_words(one) if one.player else players_counted(self.count)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return in_role(role, f"{name}, {figures}")
        return {
            Qt.ItemDataRole.DisplayRole: name,
            ENTRY: one,
            BELOW: figures,
            END: signed(one.net) if one.net is not None and one.hands else "",
        }.get(role)

    def _pull(self) -> None:
        people = self._players.matching(self.text)
        if len(people) > 1 and not self.text.strip():
            people = (PlayerSummary("", _("All players")), *people)
        self.show_rows(people)


def player_words(one: PlayerSummary) -> str:
    """Return a player's figures in short."""
    return kept_line(counted(one.sessions, "session"), counted(one.hands, "hand"), won_counted(one.wins))


class EntryList(QListView):
    """A list of the Notebook.

    Signals:
        walked(object): the keyboard came to a row: its entry or player.
        opened(object): a row was clicked, or Enter pressed on it.
        remove_wanted(object): Delete was pressed on a row.
    """

    walked = Signal(object)
    opened = Signal(object)
    remove_wanted = Signal(object)

    def __init__(self, name: str, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, name, RowPainter(self, RowLayout(title=2, lined=True)))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # its coming moves nothing
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setModel(model)
        fetch_ahead(self)
        self.clicked.connect(lambda index: self._open(index))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the keyboard around the list while no row is current."""
        super().paintEvent(event)
        if self.hasFocus() and not self.currentIndex().isValid():
            painter = QPainter(self.viewport())
            ring_around(painter, look(), self.viewport().rect(), 2, look().RADIUS)
            painter.end()

    def choose(self, place: int) -> None:
        """Show a row as chosen, without a signal; -1 none."""
        if place == self.currentIndex().row() and (place < 0 or self.selectedIndexes()):
            return
        blocked = self.blockSignals(True)
        if place < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentIndex(self.model().index(place, 0))
        self.blockSignals(blocked)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        entry = current.data(ENTRY) if current.isValid() else None
        if entry is not None:
            self.walked.emit(entry)

    def _open(self, index: Index) -> None:
        entry = index.data(ENTRY) if index.isValid() else None
        if entry is not None:
            self.opened.emit(entry)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in CHOOSE and index.isValid():
            self._open(index)
        elif event.key() == Qt.Key.Key_Delete and index.isValid() and not event.isAutoRepeat():
            self.remove_wanted.emit(index.data(ENTRY))
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED:
            self.scheduleDelayedItemsLayout()

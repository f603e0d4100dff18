"""The lists at the left: all entries by months, and players. Both are models, so that any number can be scrolled."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QWidget,
)

from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.i18n.translation import joined as in_a_row
from mjcompanion.ledger.values import (
    GAMES,
    HANDS,
    PRACTICE,
    SESSIONS,
    Entry,
    GameRow,
    KeptHand,
    PlayerSummary,
    SessionRow,
)
from mjcompanion.table.words import brief, counted, named, signed

from ...context import moment
from ...rich_text import in_role, tooltip
from ...widgets.figures import Index
from ...widgets.fitting import RETHEMED
from ...widgets.listing import ListingModel, fetch_ahead
from ...widgets.rows import BELOW, END, HEADING, ICON, PLAIN, SORT, RowLayout, RowPainter, dress
from ...widgets.words import rules_title
from .presenter import PlayersPresenter
from .record.words import deal_words, ending, game_title, reckoning
from .record.words import sentence as game_sentence
from .words import exercise_words, kind_of, month, short_day, time_of, won_counted

ENTRY: Final = Qt.ItemDataRole.UserRole + 9
"""The role that gives the entry or the player; None for a month."""
ICONS: Final = {SESSIONS: "table", HANDS: "score", GAMES: "solitaire", PRACTICE: "practice"}
"""The picture of each kind of entry: that of the page where it is made."""
_NOWHERE = QModelIndex()
_LONGEST = 200


class EntriesModel(ListingModel[Entry]):
    """The presenter's entries, with a line for each month."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Months are only read."""
        if index.isValid() and isinstance(self.lines[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A month's name, or a session in words."""
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if isinstance(line, str):
            heading = {Qt.ItemDataRole.DisplayRole: line, Qt.ItemDataRole.AccessibleTextRole: line, SORT: HEADING}
            return heading.get(role)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return in_role(role, entry_sentence(line))
        return entry_role(line, role)

    def _lines_of(self, place: int) -> list[str | Entry]:
        rows = self._presenter.rows
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
    """What a row of the list shows of an entry."""
    if role == BELOW:
        return "\n".join(entry_below(entry))
    return {
        Qt.ItemDataRole.DisplayRole: entry_title(entry),
        ENTRY: entry,
        ICON: ICONS[kind_of(entry)],
        END: short_day(time_of(entry)),
        SORT: PLAIN,
    }.get(role)


def entry_below(entry: Entry) -> tuple[str, str]:
    """What kind of entry it is and what it came to; below that what else is known.

    Of a session by which rules it was played and how long, and who is ahead.
    """
    if isinstance(entry, GameRow):
        facts = [reckoning(entry) or ending(entry), _("assisted") if entry.assisted else ""]
        return kept_line(pgettext("a page", "Solitaire"), deal_words(entry)), kept_line(*facts)
    if isinstance(entry, KeptHand):
        if entry.kind:
            went = kept_line(entry.went, brief(entry.remark, _LONGEST))
            return kept_line(pgettext("a page", "Practice"), exercise_words(entry)), went
        about = [entry.place, brief(entry.remark, _LONGEST)] if entry.player else [brief(entry.remark, _LONGEST)]
        return kept_title(entry), kept_line(*about)
    facts = [] if entry.ended else [_("In progress")]
    facts += [rules_title(entry.rules, entry.rules_name), counted(entry.hands, "hand")]
    return kept_line(*facts), kept_line(leader_words(entry), named(entry.names) if entry.title else "")


def kept_line(*parts: str) -> str:
    """What there is of these in a line."""
    return " · ".join(part for part in parts if part)


def entry_sentence(entry: Entry) -> str:
    """An entry for those who hear it."""
    if isinstance(entry, GameRow):
        return game_sentence(entry, moment(entry.finished_at))
    if isinstance(entry, KeptHand):
        texts = [entry_title(entry), moment(entry.at), *entry_below(entry)]
        return in_a_row(one for one in texts if one)
    parts = [
        entry_title(entry),
        moment(entry.started_at),
        rules_title(entry.rules, entry.rules_name),
        counted(entry.hands, "hand"),
        "" if entry.ended else _("in progress"),
        leader_words(entry),
    ]
    return in_a_row(part for part in parts if part)


def kept_title(entry: KeptHand) -> str:
    """By which rules a hand was played, and what it counted."""
    score = number(entry.score) if entry.final_cents is None else number(Decimal(entry.final_text), "")
    if not entry.won and not entry.hand:  # a game at a real wall that another won, or nobody
        score = _("not won")
    return f"{rules_title(entry.rules, entry.rules_name)} · {score}"


def entry_title(entry: Entry) -> str:
    """A session's title, or who played; who had a kept hand, or where it was; which game, which exercise."""
    if isinstance(entry, GameRow):
        return game_title(entry.rules)
    if isinstance(entry, KeptHand):
        if entry.kind:
            return rules_title(entry.rules)
        return brief(entry.player or entry.place or _("A hand"), _LONGEST)
    return brief(entry.title, _LONGEST) if entry.title else named(entry.names)


def leader_words(entry: SessionRow) -> str:
    """Who is ahead, and by how much they have gained."""
    if not entry.hands or not any(entry.nets):
        return ""
    best = max(entry.nets)
    names = [name for name, net in zip(entry.names, entry.nets, strict=False) if net == best]
    return f"{named(names)} {signed(best)}"


class PlayersModel(QAbstractListModel):
    """Those of the presenter's players whose names have the letters that were typed."""

    def __init__(self, presenter: PlayersPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._text = ""
        self._people: tuple[PlayerSummary, ...] = ()
        presenter.changed.connect(self._pull)

    @property
    def text(self) -> str:
        """What was typed."""
        return self._text

    def set_text(self, text: str) -> None:
        """List others."""
        self._text = text
        self._pull()

    def place_of(self, uid: str) -> int:
        """The line of a player, -1 when it isn't in the list."""
        return next((at for at, one in enumerate(self._people) if one.player == uid), -1)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._people)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A player in words."""
        if not index.isValid():
            return None
        one = self._people[index.row()]
        name, figures = brief(one.name, _LONGEST), player_words(one)
        return {
            Qt.ItemDataRole.DisplayRole: name,
            Qt.ItemDataRole.AccessibleTextRole: f"{name}, {figures}",
            Qt.ItemDataRole.ToolTipRole: tooltip(f"{name}, {figures}"),
            ENTRY: one,
            BELOW: figures,
            END: signed(one.net) if one.net is not None and one.hands else "",
            SORT: PLAIN,
        }.get(role)

    def _pull(self) -> None:
        people = self._presenter.matching(self._text)
        if people == self._people:
            return
        if [one.player for one in people] == [one.player for one in self._people]:
            self._people = people
            self.dataChanged.emit(self.index(0), self.index(len(people) - 1))
            return
        self.beginResetModel()
        self._people = people
        self.endResetModel()


def player_words(one: PlayerSummary) -> str:
    """A player's figures in short."""
    return " · ".join([counted(one.sessions, "session"), counted(one.hands, "hand"), won_counted(one.wins)])


class QuietList(QListView):
    """A list of the ledger's, with so many lines `below` each title.

    Signals:
        chosen(object): a line was clicked, or the keyboard came to it: its session or player.
        opened(object): a line was clicked, or Enter pressed on it.
        remove_wanted(object): Delete was pressed on a line.
    """

    chosen = Signal(object)
    opened = Signal(object)
    remove_wanted = Signal(object)

    def __init__(self, name: str, below: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, name, RowPainter(self, RowLayout(below=below, bold=True)))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self._quiet = False
        fetch_ahead(self)
        self.clicked.connect(lambda index: self._open(index))

    def choose(self, place: int) -> None:
        """Light a line, without a signal; -1 lights none."""
        if place == self.currentIndex().row() and (place < 0 or self.selectedIndexes()):
            return
        self._quiet = True
        if place < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentIndex(self.model().index(place, 0))
        self._quiet = False

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        entry = current.data(ENTRY) if current.isValid() else None
        if entry is not None and not self._quiet:
            self.chosen.emit(entry)

    def _open(self, index: Index) -> None:
        entry = index.data(ENTRY) if index.isValid() else None
        if entry is not None:
            self.opened.emit(entry)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentIndex().isValid():
            self._open(self.currentIndex())
        elif event.key() == Qt.Key.Key_Delete and self.currentIndex().isValid():
            entry = self.currentIndex().data(ENTRY)
            if entry is not None and not event.isAutoRepeat():
                self.remove_wanted.emit(entry)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come to the first line that can be chosen, when none is."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and event.reason() is not Qt.FocusReason.MouseFocusReason:
            for place in range(min(2, self.model().rowCount() if self.model() is not None else 0)):
                index = self.model().index(place, 0)
                if index.data(ENTRY) is not None:
                    self._quiet = True
                    self.selectionModel().setCurrentIndex(index, self.selectionModel().SelectionFlag.NoUpdate)
                    self._quiet = False
                    break

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED:
            self.scheduleDelayedItemsLayout()

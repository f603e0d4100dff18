"""The detail next to the list: its heading, what can be done with it, and what is shown in its place."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.values import Entry, PlayerSummary
from mjcompanion.scoring.hand_groups import HandGroup

from ...accessibility import make_area
from ...theme import look
from ...widgets import EmptyState, Flow, ScrollPage, TextLabel
from ...widgets.frame import PageFrame
from ...widgets.layouts import across, down, fill, nest
from ...widgets.listing import Instead
from ...widgets.tiles import TileRow, TileStyle
from ...widgets.tiles.faces import group_faces

if TYPE_CHECKING:
    from mjcompanion.ledger.exporting import Kind

_TILE: Final = 36
_LONGEST_HAND = 2_000


class Command(NamedTuple):
    """Something that can be done: its words, and whether it can be done now."""

    words: str
    do: Callable[[], object]
    enabled: bool = True


def add_commands(menu: QMenu, commands: Sequence[Command | None]) -> None:
    """Add commands to a menu; None is a line between two."""
    for one in commands:
        if one is None:
            menu.addSeparator()
        else:
            action = menu.addAction(one.words)
            action.triggered.connect(lambda _checked=False, do=one.do: do())
            action.setEnabled(one.enabled)


class ReadsAgain(Protocol):
    """Reads from the ledger, and can read again after an error."""

    error: str

    def again(self) -> None:
        """Ask again."""


class LineLabel(TextLabel):
    """Words in one line where there is room, in several where not."""

    def sizeHint(self) -> QSize:
        """Return the room for all words in one line."""
        return self.fontMetrics().size(Qt.TextFlag.TextSingleLine, self.text()) + QSize(2, 2)

    def minimumSizeHint(self) -> QSize:
        """Return the room for a word or two."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), round(120 * look().scale)), hint.height())


class NotebookFrame(PageFrame):
    """The page as its parts know it: what they lead to.

    Signals:
        print_wanted(str): the session with this id is to be printed.
        table_wanted(str): the session with this id is to be continued at the table.
        hand_wanted(StoredHand): a saved hand is to be shown on the Score page.
        hand_print_wanted(StoredHand): a saved hand is to be printed.
        games_print_wanted(GameFilter): the running card of these games is to be printed.
        season_print_wanted(str, bool): the season with this id is to be printed, in large type or not.
        season_wall_wanted(str): the season with this id is to be shown on a big screen.
        replay_wanted(str): the game with this id is to be shown again.
        deal_wanted(str): the deal of the game with this id is to be played again.
        practice_wanted(str): this exercise is to be done again.
        score_wanted(): a hand is to be scored.
        solitaire_wanted(): a game is to be played.
        start_wanted(): a session is to begin.
    """

    print_wanted = Signal(str)
    table_wanted = Signal(str)
    hand_wanted = Signal(object)
    hand_print_wanted = Signal(object)
    games_print_wanted = Signal(object)
    season_print_wanted = Signal(str, bool)
    season_wall_wanted = Signal(str)
    replay_wanted = Signal(str)
    deal_wanted = Signal(str)
    practice_wanted = Signal(str)
    score_wanted = Signal()
    solitaire_wanted = Signal()
    start_wanted = Signal()

    @abstractmethod
    def open_entry(self, entry: Entry | PlayerSummary) -> None:
        """Show an entry of a list."""

    @abstractmethod
    def open_session(self, uid: str, item: str = "") -> None:
        """Show a session, and one of its hands."""

    @abstractmethod
    def show_player(self, uid: str) -> None:
        """Show a player, or with no id all of them."""

    @abstractmethod
    def show_sessions(self, uid: str, name: str) -> None:
        """List the sessions of a player."""

    @abstractmethod
    def export_session(self, kind: Kind) -> None:
        """Save the open session as a file that the person names."""

    @abstractmethod
    def export_season(self) -> None:
        """Save the standings of the season that is shown as a file that the person names."""

    @abstractmethod
    def copy(self, message: str, text: str) -> None:
        """Put a text on the clipboard, and say so."""


class Detail(QWidget):
    """What was chosen in a list: a heading with facts next to it, and below in `column` all there is to it."""

    def __init__(self, page: NotebookFrame, name: str) -> None:
        super().__init__()
        self.page = page
        self.terms = Terms()
        make_area(self, name)
        current = look()
        self.heading = LineLabel("", "heading")
        self.caption = LineLabel("", "quiet")
        self.top = Flow(spacing=current.L)
        self.top.add(self.heading, self.caption)
        self.head = across(spacing=current.S, margins=(current.M, 0, current.M, 0))
        self.head.addWidget(self.top, 1, Qt.AlignmentFlag.AlignVCenter)
        self.head.addStrut(current.target)
        self.content = QWidget()
        self.scroller = ScrollPage(self.content)
        self.layout_ = fill(down(self, spacing=current.S), self.head, (self.scroller, 1))
        self.column = down(self.content, spacing=current.L, margins=(0, 0, 0, current.L))
        self._instead = Instead(self.layout_, self.scroller)

    # what can be done with it, for the head of the page

    def primary(self) -> Command | None:
        """Return the one action that is most wanted, or None."""
        return None

    def share(self) -> Sequence[Command | None]:
        """Return the commands that take it elsewhere."""
        return ()

    def more(self) -> Sequence[Command | None]:
        """Return the other commands."""
        return ()

    # what is shown

    def use(self, terms: Terms) -> None:
        """Speak of tiles in these words."""
        self.terms = terms
        self.refresh()

    @abstractmethod
    def refresh(self) -> None:
        """Show what there is now."""

    @property
    def state(self) -> EmptyState | None:
        """What is shown in place of it."""
        return self._instead.shown

    def show_state(self, asker: ReadsAgain, unreadable: str, otherwise: Sequence[str], *, there: bool) -> bool:
        """Show all that is there, or else why it can’t be read, or other words; return whether all is shown."""
        whole = there and not asker.error
        self.scroller.setVisible(whole)
        words = (unreadable, asker.error, self.tr("Try again")) if asker.error else otherwise
        self._instead.show(() if whole else words, asker.again if asker.error else None)
        return whole


def inset(widget: QWidget) -> QWidget:
    """Return a widget with the room at both sides by which the tint of a table's row reaches beyond its text."""
    widget.setContentsMargins(look().M, 0, look().M, 0)
    return widget


class DetailSection(QWidget):
    """A part of a detail: its heading, and below it `body`, then the tables."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = TextLabel("", "strong")
        self.set_title(title)
        self.body: QVBoxLayout = down(spacing=look().S, margins=(look().M, 0, look().M, 0))
        self.tables = down(self, spacing=look().S)
        nest(fill(self.tables, inset(self.heading)), self.body)

    def set_title(self, title: str) -> None:
        """Show another heading."""
        self.heading.setText(title)
        self.setAccessibleName(title)


class TilesOfHand(QWidget):
    """A hand in its sets, or the text of one that can't be read."""

    def __init__(self) -> None:
        super().__init__()
        self.tiles = hand_row((), Terms(), _TILE)
        self.text = TextLabel("")
        fill(down(self, margins=(look().M, 0, look().M, 0)), self.tiles, self.text)

    def show_hand(self, groups: Sequence[HandGroup], written: str, terms: Terms) -> None:
        """Show the tiles of a hand in these words."""
        self.tiles.set_style(_style(_TILE, terms))
        self.tiles.show_tiles(group_faces(groups, terms))
        self.tiles.setVisible(bool(groups))
        self.text.setText(written[:_LONGEST_HAND])
        self.text.setVisible(not groups)


def hand_row(groups: Sequence[HandGroup], terms: Terms, width: int) -> TileRow:
    """Return a hand in its sets as a row of tiles, which goes on in another line only between two sets."""
    row = TileRow(_("Tiles"), _style(width, terms), liftable=False, draggable=False)
    row.show_tiles(group_faces(groups, terms))
    return row


def _style(width: int, terms: Terms) -> TileStyle:
    return TileStyle(round(width * look().scale ** 0.5), look().index, terms)


def left_of(widget: QWidget) -> tuple[QWidget, Qt.AlignmentFlag]:
    """Return a widget that keeps to the left edge, for `fill`."""
    return widget, Qt.AlignmentFlag.AlignLeft

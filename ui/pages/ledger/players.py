"""The players: one with all figures, or everybody side by side; names changed and people made one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.values import PlayerSummary, SeatFigures, key_of
from mjcompanion.table.words import brief, counted, figure, signed

from ...rich_text import set_tooltip
from ...theme import look
from ...widgets import Button, CardFrame, EmptyState, Flow, TextField, TextLabel
from ...widgets.figures import Cell, FiguresTable, TableColumn, empty
from ...widgets.layouts import across, down, fill, nest
from .finding import PlayerPicker
from .panes import Detail
from .presenter import PlayersPresenter
from .record.words import share

_LONGEST = 160


def one_decimal(value: float) -> str:
    """An average of points.

    >>> one_decimal(1234.56)
    '1,234.6'
    """
    return number(value, ",.1f").replace("-", "−")


class Stat(QWidget):
    """One figure, what it counts, and what it is a share of."""

    def __init__(self, value: str, words: str, more: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lines = ((value, "title"), (words, "quiet"), (more or " ", "caption"))  # all are as high
        layout = down(self, spacing=0, margins=(0, 0, look().L, look().S))
        fill(layout, *(TextLabel(text, role, wraps=False) for text, role in lines)).addStretch(1)
        self.text = f"{words}: {value}" + (f", {more}" if more else "")
        self.setAccessibleName(self.text)


class SeatCard(CardFrame):
    """What a player did in sessions by the same rules.

    Signals:
        hand_wanted(str, str): the best hand is to be looked at: its session and its id.
    """

    hand_wanted = Signal(str, str)

    def __init__(self, title: str, one: SeatFigures, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.heading.setWordWrap(True)
        self.stats = Flow(spacing=look().S, line_spacing=look().S)
        self.stats.add(*self._stats(one))
        self.body.addWidget(self.stats)
        self.best_button: Button | None = None
        if one.best is not None:
            best = Button(self.tr("The best hand: {points}").format(points=figure(one.best)), icon="chevron-right")
            best.clicked.connect(lambda: self.hand_wanted.emit(one.best_session, one.best_item))
            self.body.addWidget(best, 0, Qt.AlignmentFlag.AlignLeft)
            self.best_button = best

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
            Stat(figure(one.best) if one.best is not None else "–", self.tr("best hand")),
        ]

    def _of(self, part: int, whole: int, what: str) -> str:
        return self.tr("{share} of {what}").format(share=share(part / whole), what=what) if whole else ""


class PlayerPane(Detail):
    """What stands beside the list of players.

    Signals:
        hand_wanted(str, str): a session and the id of one of its hands.
        sessions_wanted(str, str): the sessions of a player: id and name.
        chosen(str): a player was chosen in the table of everybody.
    """

    hand_wanted = Signal(str, str)
    sessions_wanted = Signal(str, str)
    chosen = Signal(str)

    def __init__(self, presenter: PlayersPresenter, parent: QWidget | None = None) -> None:
        super().__init__(_("Player"), parent)
        self._presenter = presenter
        self._shown: object = None
        self._build()
        presenter.changed.connect(self.refresh)
        presenter.refused.connect(self.problem.say)
        self.refresh()

    # building

    def _build(self) -> None:
        current = look()
        self.tools = self._tools()
        self.problem = TextLabel("", "wrong")
        self.problem.hide()
        self.figures: list[SeatCard] = []
        """Of the player that is shown, one for all sessions by the same rules."""
        self.tables: list[FiguresTable] = []
        """Of everybody, one for all sessions by the same rules."""
        self._blocks = down(spacing=current.M)
        self.merged_card = CardFrame(self.tr("Also known as"))
        self._merged = down()
        nest(self.merged_card.body, self._merged)
        self.empty = EmptyState("", "")
        changing = self.tools, self.problem, self._rename_card(), self._merge_card()
        fill(self.column, *changing)
        nest(self.column, self._blocks)
        fill(self.column, self.merged_card, self.empty).addStretch(1)

    def _tools(self) -> Flow:
        self.sessions_button = Button(self.tr("Show the sessions"), "primary")
        self.rename_button = Button(self.tr("Rename…"), icon="pencil")
        self.merge_button = Button(self.tr("Merge with another…"))
        for button in (self.rename_button, self.merge_button):
            button.setCheckable(True)
        self.sessions_button.clicked.connect(self._on_sessions)
        self.rename_button.toggled.connect(lambda on: self._open_card(self.rename_button, on))
        self.merge_button.toggled.connect(lambda on: self._open_card(self.merge_button, on))
        tools = Flow(spacing=look().S)
        tools.add(self.sessions_button, self.rename_button, self.merge_button)
        return tools

    def _rename_card(self) -> CardFrame:
        self.rename_card = CardFrame(self.tr("Another name"))
        self.name_field = _NameField(self.tr("Name"))
        self.save_name = Button(self.tr("Save the name"))
        self.name_field.returnPressed.connect(self.save_name.click)
        self.name_field.escaped.connect(lambda: self.rename_button.setChecked(False))
        self.save_name.clicked.connect(self._on_save_name)
        note = TextLabel(self.tr("All sessions show the new name, the old ones too."), "caption")
        fill(self.rename_card.body, self.name_field, note)
        self.rename_card.body.addWidget(self.save_name, 0, Qt.AlignmentFlag.AlignLeft)
        self.rename_card.hide()
        return self.rename_card

    def _merge_card(self) -> CardFrame:
        self.merge_card = CardFrame(self.tr("Merge with another player"))
        self.merge_card.heading.setWordWrap(True)
        self.picker = PlayerPicker(self.tr("The other player"), self._presenter.matching)
        self.merge_words = TextLabel("", "")
        self.do_merge = Button(self.tr("Merge"))
        self.picker.picked.connect(lambda *_unused: self._show_merge())
        self.do_merge.clicked.connect(self._on_merge)
        fill(self.merge_card.body, self.picker, self.merge_words)
        self.merge_card.body.addWidget(self.do_merge, 0, Qt.AlignmentFlag.AlignLeft)
        self.merge_card.hide()
        return self.merge_card

    def _columns(self) -> list[TableColumn]:
        return [
            TableColumn(self.tr("Player"), figures=False),
            TableColumn(self.tr("Net"), self.tr("Points won or lost in all")),
            TableColumn(self.tr("Sessions")),
            TableColumn(self.tr("Hands")),
            TableColumn(self.tr("Won"), self.tr("Hands won")),
            TableColumn(self.tr("%"), self.tr("Hands won, in per cent")),
            TableColumn(self.tr("Drawn"), self.tr("Hands won self-drawn")),
            TableColumn(self.tr("Dealt in"), self.tr("Winning tiles discarded for others")),
            TableColumn(self.tr("East"), self.tr("Hands won as East")),
            TableColumn(self.tr("Average"), self.tr("Average score of a hand won")),
            TableColumn(self.tr("Best"), self.tr("Best hand")),
        ]

    # showing

    def refresh(self) -> None:
        """Show the player who is chosen, or everybody."""
        presenter = self._presenter
        one = presenter.player
        shown = (
            presenter.uid,
            presenter.taken_for,
            presenter.found,
            presenter.error,
            presenter.loaded,
            presenter.filter,
        )
        if shown == self._shown:
            return
        other = self._shown is None or shown[0] != self._shown[0]  # type: ignore[index]
        self._shown = shown
        some = presenter.loaded and bool(presenter.people) and not presenter.error
        self.tools.setVisible(some and one is not None)
        self.merged_card.setVisible(some and one is not None and bool(presenter.taken_for))
        self.empty.setVisible(not some)
        self.heading.setVisible(some)
        self.caption.setVisible(some)
        if other:
            self.problem.hide()
            for button in (self.rename_button, self.merge_button):
                button.setChecked(False)
            self.scroller.verticalScrollBar().setValue(0)
        empty(self._blocks)
        self.figures, self.tables = [], []
        if not some:
            self._show_empty()
        elif one is None:
            self._show_everybody()
        else:
            self._show_player(one)

    def _show_empty(self) -> None:
        presenter = self._presenter
        if presenter.error:
            new = EmptyState(
                self.tr("The players can’t be shown"), presenter.error, self.tr("Try again"), presenter.refresh
            )
        elif not presenter.loaded:
            new = EmptyState(self.tr("One moment"), self.tr("The players’ results are being added up."))
        else:
            new = EmptyState(
                self.tr("Players"),
                self.tr(
                    "See here how often each player has won or discarded the winning tile, and everybody’s best hand."
                ),
            )
        layout = self.content.layout()
        if layout is not None:
            layout.replaceWidget(self.empty, new)
        self.empty.hide()
        self.empty.deleteLater()
        self.empty = new

    def _show_everybody(self) -> None:
        self.heading.setText(self.tr("Everybody"))
        set_tooltip(self.heading, "")
        self.caption.setText(self._counting())
        found = self._presenter.found
        for title, one in zip(found.titles().values(), found.tables, strict=True):
            card, table = CardFrame(title), FiguresTable(title, self._columns())
            card.heading.setWordWrap(True)
            table.make_sortable(2)
            table.opened.connect(lambda uid: self.chosen.emit(str(uid)))
            table.figures.show_rows([(seat.player, _cells(seat)) for seat in one.players])
            card.body.addWidget(table)
            self.tables.append(table)
            self._blocks.addWidget(card)
        self._show_none(self.tables)

    def _counting(self) -> str:
        if self._presenter.filter.is_any:
            return self.tr("All sessions; use the filters beside the search to count only some of them.")
        return self.tr("Only sessions that match the filters beside the search are counted.")

    def _show_none(self, blocks: Sequence[QWidget]) -> None:
        """Say so where there are no figures."""
        if not blocks:
            self._blocks.addWidget(TextLabel(self.tr("No sessions yet."), "quiet"))

    def _show_player(self, one: PlayerSummary) -> None:
        self.heading.setText(brief(one.name, _LONGEST))
        set_tooltip(self.heading, one.name if len(one.name) > _LONGEST else "")
        self.caption.setText(self._counting())
        self.picker.leave_out(one.player)
        titles = self._presenter.found.titles()
        for table, seat in zip(one.tables, one.seats, strict=True):
            card = SeatCard(titles[table.rules, table.fingerprint], seat)
            card.hand_wanted.connect(self.hand_wanted)
            self.figures.append(card)
            self._blocks.addWidget(card)
        self._show_none(self.figures)
        self._show_merge()
        self._show_merged()

    def _show_merged(self) -> None:
        """Who was merged into this player, and a way to part them again."""
        empty(self._merged)
        for other in self._presenter.taken_for:
            line = QWidget()
            part = Button(self.tr("Separate"))
            part.setAccessibleName(self.tr("Separate {name}").format(name=brief(other.name)))
            part.clicked.connect(partial(self._presenter.unmerge, other.uid))
            fill(across(line), (TextLabel(brief(other.name, _LONGEST)), 1), part)
            self._merged.addWidget(line)

    # what people do

    def _open_card(self, button: Button, on: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        """Open what renames or merges, one at a time."""
        other = self.merge_button if button is self.rename_button else self.rename_button
        card = self.rename_card if button is self.rename_button else self.merge_card
        if on:
            other.setChecked(False)
        self.problem.hide()
        card.setVisible(on)
        one = self._presenter.player
        if not on or one is None:
            return
        if button is self.rename_button:
            self.name_field.setText(one.name)
            self.name_field.selectAll()
            self.name_field.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.picker.set_player(None)
            self._show_merge()
            self.picker.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_save_name(self) -> None:
        one, name = self._presenter.player, self.name_field.text()
        if one is not None:
            self.problem.hide()
            if name == one.name:
                self.rename_button.setChecked(False)
            else:
                self._presenter.rename(one.player, name)

    def _show_merge(self) -> None:
        """Say what merging does, with the names."""
        one, other = self._presenter.player, self.picker.player
        self.do_merge.setEnabled(other is not None)
        if one is None:
            return
        if other is None:
            text = self.tr("Was one person entered under two names? Find the name to keep.")
        else:
            text = self.tr(
                "{gone} is removed from the lists, and the {hands} count for {stays} from now on. The hands "
                "themselves don’t change, and you can undo this."
            ).format(gone=brief(one.name), hands=counted(one.hands, "hand"), stays=brief(other[1]))
        self.merge_words.setText(text)

    def _on_merge(self) -> None:
        one, other = self._presenter.player, self.picker.player
        if one is not None and other is not None:
            self.problem.hide()
            self._presenter.merge(one.player, other[0])

    def done(self) -> None:
        """Close what was open to change a player: it is done."""
        self.rename_button.setChecked(False)
        self.merge_button.setChecked(False)

    def _on_sessions(self) -> None:
        one = self._presenter.player
        if one is not None:
            self.sessions_wanted.emit(one.player, one.name)


class _NameField(TextField):
    """A field that Esc leaves.

    Signals:
        escaped(): Esc was pressed.
    """

    escaped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)


def _cells(one: SeatFigures) -> tuple[Cell, ...]:
    """The figures of a player as cells, in the order of the columns."""

    def count(value: int) -> Cell:
        return Cell(number(value), value)

    won = one.wins / one.hands if one.hands else None
    return (
        Cell(brief(one.name, 200), key_of(one.name)),
        Cell(signed(one.net), one.net),
        count(one.sessions),
        count(one.hands),
        count(one.wins),
        Cell(number(round(100 * won)) if won is not None else "", won),
        count(one.self_drawn),
        count(one.thrown),
        count(one.east_wins),
        Cell(one_decimal(one.average) if one.average is not None else "", one.average),
        Cell(figure(one.best), one.best) if one.best is not None else Cell(""),
    )

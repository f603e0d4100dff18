"""The record of finished games: the running score card, the game that is chosen, and the figures beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from mjcompanion.ledger.values import GameFilter, GameRow, ImportReport
from mjcompanion.settings import Settings
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.words import number, tr, trn

from ....context import Context
from ....parts import Button, Choice, Flow, Heading, Segmented, TextField, Words
from ....parts.fitting import Fits
from ....parts.list_page import Export, ListPage, ListWords, Nothing
from ....parts.listing import Instead
from ....parts.menus import OpensMenu
from ....shortcuts import bind, set_tip
from ....theme import look
from ..key_button import Compact, KeyButton
from .card import CardTable
from .detail import GameDetail
from .presenter import RecordPresenter, export_to
from .statistics import StatisticsPane
from .words import REDUCED, deal_words, game_title, game_word, games_counted

CARD, FIGURES = "card", "figures"
_ALL: Final = ""
_LEAST_BESIDE: Final = (500, 300)
"""The least widths of card and figures beside each other, at 100 % text."""
_GROWTH: Final = 0.7
"""How much of the growth of the text they take on."""
_FIGURES_SHARE: Final = 0.3
_BAR_SHARE: Final = 0.17
"""Of the height: where the conditions would take more they are shown on demand."""
_MOST_FIGURES: Final = 440
_MOST_CARD: Final = 1500
"""The widest that the figures of a game and the card are, at 100 % text."""
_YES_NO: Final = {"": None, "yes": True, "no": False}


class RecordView(Fits, ListPage):
    """The record. `on_play` begins a game; without it the empty record offers none. `lead` stands before its heading.

    Signals:
        replay_wanted(str): the game with this id is to be shown again.
        deal_wanted(str): the deal of the game with this id is to be played again.
        print_wanted(GameFilter): the running card of these games is to be printed.
    """

    replay_wanted = Signal(str)
    deal_wanted = Signal(str)
    print_wanted = Signal(object)

    def __init__(
        self,
        context: Context,
        on_play: Callable[[], None] | None = None,
        lead: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, _list_words(), export_to, parent)
        self.setAccessibleName(self.tr("Record"))
        self._on_play = on_play
        self._part = CARD
        self._chosen = ""
        self._said = ""
        self._bar_inside = False
        self.presenter = RecordPresenter(context.clerk, self)
        self._lead = tuple(lead)
        self._build(self._lead)
        self._connect()
        self._refresh()

    # building

    def _build(self, lead: Sequence[QWidget]) -> None:
        current = look()
        column = QVBoxLayout(self)
        column.setContentsMargins(current.M, current.S, current.S, 0)
        column.setSpacing(current.S)
        names = [(str(rules), game_word(rules), game_title(rules)) for rules in GAMES]
        self.games = Segmented(self.tr("Which game"), [(_ALL, self.tr("All games")), *names], _ALL, even=False)
        self.won = Choice(self.tr("Won or not"))
        self.won.set_choices([("", self.tr("Won or not")), ("yes", self.tr("Won")), ("no", self.tr("Not won"))])
        self.helped = Choice(self.tr("With or without help"))
        self.helped.set_choices(
            [("", self.tr("With or without help")), ("no", self.tr("Without help")), ("yes", self.tr("Assisted"))]
        )
        self.search = TextField(self.tr("Search"), self.tr("Deal or tiles"))
        set_tip(self.search, self.tr("The number of a deal, tiles as 123m or 777z, or the name of a card"), "find")
        self.print_button = KeyButton(self.tr("Print"), "", "quiet", "print")
        self.print_button.set_name(self.tr("Print the running score card"))
        self.more_button = KeyButton(self.tr("More"), "", "quiet", "more")
        self.more_button.set_name(self.tr("More: export, import, games put aside"))
        self.bar = Flow()
        self.bar.add(self.games, self.won, self.helped, self.search)
        self.filter_button = KeyButton(self.tr("Filter"), "", "quiet", "filter")
        self.filter_button.set_name(self.tr("Which games are shown"))
        self.filter_button.setCheckable(True)
        self.parts = Segmented(
            self.tr("What is shown"), [(CARD, self.tr("Score card")), (FIGURES, self.tr("Statistics"))], CARD
        )
        self.count = Words("", "caption")
        self.kept_button = Button(self.tr("Back to the score card"), "quiet", "chevron-left")
        self._top = QHBoxLayout()
        self._top.setSpacing(current.S)
        self.heading = Heading(self.tr("Record"), 1)
        self.heading.setWordWrap(False)
        for widget in (*lead, self.heading):
            self._top.addWidget(widget)
        self._top.addSpacing(current.S)
        self._top.addWidget(self.count, 1)
        for widget in (self.filter_button, self.print_button, self.more_button):
            self._top.addWidget(widget)
        second = QHBoxLayout()
        for widget in (self.parts, self.kept_button):
            second.addWidget(widget)
        second.addStretch(1)
        self._below = QHBoxLayout()
        self._below.setSpacing(current.S)
        self._below.addStretch(1)
        self._tools_below = False
        column.addLayout(self._top)
        column.addLayout(self._below)
        column.addLayout(second)
        column.addWidget(self.bar)
        self._column = column
        body = QHBoxLayout()
        body.setSpacing(current.M)
        self.left = QWidget()
        self._left_column = QVBoxLayout(self.left)
        self._left_column.setContentsMargins(0, 0, 0, 0)
        self._left_column.setSpacing(current.S)
        self._instead = Instead(self._left_column, 0)
        self.table = CardTable(self.presenter)
        self.detail = GameDetail()
        self._left_column.addWidget(self.table, 1)
        self._left_column.addWidget(self.detail)
        self.statistics = StatisticsPane()
        body.addWidget(self.left, 1)
        body.addWidget(self.statistics)
        column.addLayout(body, 1)

    def _connect(self) -> None:
        presenter, context = self.presenter, self._context
        self.games.chosen.connect(lambda rules: presenter.narrow(rules=rules))
        self.won.currentIndexChanged.connect(lambda _: presenter.narrow(won=_YES_NO[self.won.currentData()]))
        self.helped.currentIndexChanged.connect(lambda _: presenter.narrow(assisted=_YES_NO[self.helped.currentData()]))
        self.search.textEdited.connect(presenter.type_text)
        self.search.returnPressed.connect(self._focus_table)
        self.print_button.clicked.connect(lambda: self.print_wanted.emit(presenter.filter))
        OpensMenu(self.more_button, self.more_menu)
        self.filter_button.toggled.connect(lambda _: self.fit())
        self.parts.chosen.connect(self._on_part)
        self.kept_button.clicked.connect(lambda: presenter.narrow(put_aside=False))
        self.table.chosen.connect(self._on_chosen)
        self.table.opened.connect(self._replay)
        self.table.remove_wanted.connect(self._aside)
        self.detail.replay_wanted.connect(self._replay)
        self.detail.deal_wanted.connect(self._play_deal)
        self.detail.aside_wanted.connect(self._aside)
        self.statistics.game_wanted.connect(self._replay)
        presenter.replaced.connect(self._on_replaced)
        presenter.changed.connect(self._refresh)
        presenter.put_aside.connect(self._on_put_aside)
        presenter.brought_back.connect(self._on_brought_back)
        presenter.refused.connect(lambda sentence: context.say(sentence, "wrong"))
        presenter.failed.connect(self._on_failed)
        context.settings.changed.connect(self._on_settings)
        bind(self, "find", self._focus_search)

    # what is in sight

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    @property
    def is_beside(self) -> bool:
        """Whether card and figures fit beside each other."""
        scale = 1 + (look().scale - 1) * _GROWTH
        return self.width() >= round(sum(_LEAST_BESIDE) * scale)

    def fit(self) -> None:
        """Show the parts that there is room for."""
        current = look()
        scale = 1 + (current.scale - 1) * _GROWTH
        listed = self.state is None
        figures = bool(self.presenter.figures) and not self.presenter.filter.put_aside and listed
        beside = self.is_beside
        self.parts.setVisible(figures and not beside)
        if not figures:
            self._part = CARD
            self.parts.set_value(CARD)
        self.left.setVisible(beside or self._part == CARD)
        self.statistics.setVisible(figures and (beside or self._part == FIGURES))
        side = (self.width() - self._room) // 2
        self._column.setContentsMargins(current.M + side, current.S, current.S + side, 0)
        if beside:
            wanted = max(_LEAST_BESIDE[1] * scale, min(self._room * _FIGURES_SHARE, _MOST_FIGURES * scale))
            spare = self._room - round(_MOST_CARD * scale)  # on a wide screen the figures of the games stand in a row
            self.statistics.setFixedWidth(round(max(wanted, spare)))
        else:
            self.statistics.setMinimumWidth(0)
            self.statistics.setMaximumWidth(self.width())
        said = self.search.fontMetrics().horizontalAdvance(self.search.placeholderText())
        self.search.setFixedWidth(max(round(150 * scale), said + 4 * current.M))
        self._place_bar()
        crowded = self.bar.heightForWidth(self._room - 2 * current.M) > self.height() * _BAR_SHARE
        presenter = self.presenter
        nothing = presenter.loaded and not presenter.rows and not presenter.is_narrowed
        self.filter_button.setVisible(crowded and not nothing)
        self.bar.setVisible(not nothing and (not crowded or self.filter_button.isChecked()))
        self.detail.fit(self.height())

    def _place_bar(self) -> None:
        """Put the conditions into the top line where all of it fits, else below it."""
        tools = (self.filter_button, self.print_button, self.more_button)
        fixed = (*self._lead, self.heading, *tools)
        for compact in (Compact.NOT, Compact.WORDS):
            for tool in tools:
                tool.set_compact(compact)
            taken = sum(one.sizeHint().width() + look().S for one in fixed if not one.isHidden()) + look().L
            if taken + self.count.sizeHint().width() < self._room:
                break
        self._place_tools(tools, below=taken > self._room)
        inside = self.bar.sizeHint().width() + taken + self.count.sizeHint().width() + 2 * look().L < self._room
        if inside != self._bar_inside:
            self._bar_inside = inside
            if inside:
                self._column.removeWidget(self.bar)
                self._top.insertWidget(self._top.indexOf(self.heading) + 2, self.bar)
            else:
                self._top.removeWidget(self.bar)
                self._column.insertWidget(3, self.bar)
            self._top.setStretchFactor(self.bar, 0)

    def _place_tools(self, tools: Sequence[QWidget], *, below: bool) -> None:
        """Put the tools into the top line, or into one below it where they would have no room."""
        if below == self._tools_below:
            return
        self._tools_below = below
        come, go = (self._below, self._top) if below else (self._top, self._below)
        for tool in tools:
            go.removeWidget(tool)
            come.addWidget(tool)

    @property
    def _room(self) -> int:
        """The width that is used of that which there is."""
        most = round((_MOST_CARD + len(GAMES) * _MOST_FIGURES) * (1 + (look().scale - 1) * _GROWTH))
        return min(self.width(), most)

    def _on_part(self, part: str) -> None:
        self._part = part
        self.fit()

    def _refresh(self) -> None:
        presenter = self.presenter
        wanted = presenter.filter
        self.games.set_value(wanted.rules)
        for choice, value in ((self.won, wanted.won), (self.helped, wanted.assisted)):
            choice.choose(next(key for key, meant in _YES_NO.items() if meant is value))
        if not presenter.waiting and self.search.text().strip() != wanted.text:
            self.search.setText(wanted.text)
        self.kept_button.setVisible(wanted.put_aside)
        self.statistics.show_figures(presenter.figures, self._context.settings.value.terms)
        self._show_state(presenter.error, empty=presenter.loaded and not presenter.rows)
        self._show_count()
        self.table.setVisible(self.state is None)
        self.print_button.setVisible(any(row.rules in REDUCED for row in presenter.rows))
        self._show_detail()
        self.fit()

    def _show_count(self) -> None:
        total = self.presenter.total
        text = games_counted(total) if total and self.state is None else ""
        if total and text and self.presenter.filter.put_aside:
            text = trn("{count} game put aside", "{count} games put aside", total).format(count=number(total))
        self.count.setText(text)
        if text != self._said:
            self._said = text
            self._announce(text)

    def _nothing(self) -> Nothing:
        narrow = self.presenter.narrow
        if self.presenter.filter.put_aside:
            text = self.tr("What you put aside is kept here until you bring it back.")
            back = self.tr("Back to the score card")
            return Nothing(self.tr("No game is put aside"), text, back, partial(narrow, put_aside=False))
        if self.presenter.is_narrowed:
            text = self.tr("No game meets all of this.")
            return Nothing(self.tr("Nothing found"), text, self.tr("Show all games"), self._show_all)
        text = self.tr(
            "Every game that you finish is written down here as on a running score card: date, deal, score, "
            "per cent of the wall left, final. Beside it stands what became of all of them."
        )
        action = self.tr("Play a game") if self._on_play is not None else self.tr("Import games…")
        return Nothing(self.tr("No finished game yet"), text, action, self._on_play or self._on_import)

    def _show_all(self) -> None:
        self.search.clear()
        self.presenter.set_filter(GameFilter())

    def _focus_table(self) -> None:
        if self.table.isVisible():
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_search(self) -> None:
        self.filter_button.setChecked(True)
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    # the ledger

    def _ask_again(self) -> None:
        self.presenter.again()

    def _on_settings(self, _settings: Settings) -> None:
        self._refresh()

    # the game that is chosen

    def _on_replaced(self) -> None:
        """Light the same game as before, where it still is in the list."""
        had = self.table.hasFocus()
        self.table.choose(self._chosen)
        if had and self.table.current is None and self.presenter.rows:
            self._choose(self.presenter.rows[0].uid)

    def _choose(self, uid: str) -> None:
        self._chosen = uid
        self.table.choose(uid)
        self._show_detail()

    def _on_chosen(self, row: GameRow) -> None:
        self._chosen = row.uid
        self._show_detail()

    def _show_detail(self) -> None:
        row = self.presenter.row(self._chosen) if self._chosen and self.state is None else None
        self.detail.show_game(row, self._context.settings.value.terms)
        self.detail.fit(self.height())

    def _replay(self, row: GameRow) -> None:
        self.replay_wanted.emit(row.uid)

    def _play_deal(self, row: GameRow) -> None:
        self.deal_wanted.emit(row.uid)

    def _aside(self, row: GameRow) -> None:
        """Put a game aside, or bring it back; the line after it is lit."""
        rows = self.presenter.rows
        place = next((at for at, one in enumerate(rows) if one.uid == row.uid), -1)
        rest = rows[place + 1 : place + 2] or rows[max(0, place - 1) : place]
        self._choose(rest[0].uid if rest else "")
        if row.put_aside:
            self.presenter.bring_back(row.uid)
        else:
            self.presenter.remove(row.uid)

    def _on_put_aside(self, row: GameRow) -> None:
        said = self.tr("{game}, {deal}, is put aside: it is listed and counted no more.")
        sentence = said.format(game=game_title(row.rules), deal=deal_words(row))
        self._context.say(sentence, "good", self.tr("Undo"), lambda: self._undo(row))

    def _undo(self, row: GameRow) -> None:
        self._chosen = row.uid
        self.presenter.bring_back(row.uid)

    def _on_brought_back(self, row: GameRow) -> None:
        said = self.tr("{game}, {deal}, is on the score card again.")
        self._context.say(said.format(game=game_title(row.rules), deal=deal_words(row)), "good")

    # files

    def more_menu(self) -> QMenu:
        """Export, import, and the games put aside."""
        presenter = self.presenter
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ways = [
            Export("json", self.tr("Export all games (JSON)…"), self.tr("Export the games listed (JSON)…")),
            Export("csv", self.tr("Export all games (CSV)…"), self.tr("Export the games listed (CSV)…")),
            Export("text", self.tr("Export the score card (text)…"), self.tr("Export the games listed (text)…")),
        ]
        every, some = not presenter.is_narrowed, bool(presenter.rows)
        self._add_exports(menu, ways, presenter.filter, "score-card", every=every, some=some)
        menu.addSeparator()
        menu.addAction(self.tr("Import games (JSON)…"), self._on_import)
        menu.addSeparator()
        aside = menu.addAction(self.tr("Show the games put aside"))
        aside.setCheckable(True)
        aside.setChecked(presenter.filter.put_aside)
        aside.triggered.connect(lambda on: presenter.narrow(put_aside=on))
        return menu

    def _imported_words(self, report: ImportReport) -> list[str]:
        added, known = len(report.games), len(report.known_games)
        said = [
            (added, trn("{count} game imported.", "{count} games imported.", added)),
            (known, trn("{count} game known already.", "{count} games known already.", known)),
        ]
        told = [words.format(count=number(count)) for count, words in said if count]
        if not told and not report.different:
            told = [self.tr("There is no finished game in this file.")]
        if report.added or report.continued:
            told.append(self.tr("Its sessions are on the Ledger page."))
        return told


def _list_words() -> ListWords:
    return ListWords(
        unreadable=tr("The record can’t be read"),
        exporting=tr("Exporting: {n} of {whole} games…"),
        importing=tr("Import games"),
        files=tr("Games (*.json);;All files (*)"),
    )

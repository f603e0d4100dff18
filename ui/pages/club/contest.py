"""A tournament: the ranking after each round, the tables of the round, penalties, and what was corrected late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from mjcompanion.i18n.translation import _, joined, number, pgettext
from mjcompanion.ledger.values import Contest
from mjcompanion.table.words import brief, signed
from mjcompanion.tournament.ranking import Ranking, playing_words, points_text, taken_words
from mjcompanion.tournament.tournament import MOST_PLACE, TournamentPenalty

from ...theme import look
from ...widgets import Button, CardFrame, Choice, EmptyState, Flow, NumberField, TextField, TextLabel, labelled
from ...widgets.fitting import Fits
from ...widgets.form_fields import FormField, enter_kept, entered
from ...widgets.layouts import across, down, empty, fill, stand
from ...widgets.menus import OpensMenu, PopupMenu
from ...widgets.rows import ListRow, RowLayout, RowList
from ...widgets.tables import DataCell, DataColumn, DataModel, DataTable
from .model import ClubModel, ClubScreen

if TYPE_CHECKING:
    from ...form_state import Typed

_ROUND = 10
"""The width of a round in its list, in letters."""
_BESIDE = 900
"""The least width, at 100 % text, at which ranking and tables stand side by side."""


def table_words(contest: Contest, round_: int, table: int) -> tuple[str, str]:
    """A table of a round in a list: who sits there, and how far it is."""
    one = contest.tournament.draw[round_].tables[table]
    people = joined(brief(contest.names[player], 20) for player in one)
    result = contest.results.get((round_, table))
    title = _("Table {number}: {people}").format(number=number(table + 1), people=people)
    if result is None:
        return title, _("not started")
    if not result.over:
        return title, _("playing, hand {n}").format(n=number(result.hands + 1))
    text = pgettext("a player and what was won or lost", "{name} {points}")
    nets = (
        text.format(name=brief(contest.names[one_], 16), points=signed(net))
        for one_, net in zip(one, result.net, strict=True)
    )
    return title, _("over: {results}").format(results=joined(nets))


class TournamentView(Fits, QWidget):
    """What is known of the tournament that is chosen."""

    def __init__(self, model: ClubModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.own_table = 0
        current = look()
        self.tools = self._tools()
        self.empty = EmptyState(
            self.tr("No tournament yet"),
            self.tr("4 to 64 players, fair seating, live ranking."),
            self.tr("New tournament…"),
            lambda: model.show(ClubScreen.NEW),
        )
        self.body = QWidget()
        self._columns = fill(across(self.body, spacing=current.M), (self._ranking_card(), 3), (self._round_card(), 2))
        self.own_button = Button("", "primary")
        self.own_button.clicked.connect(lambda: model.open_table(self.own_table - 1))
        self.can_begin = False
        """Whether this laptop is a table of the round that hasn't begun."""
        self.commands = (self.print_button, self.more_button, self.new_button, self.own_button)
        """What the header of the page shows of it, the primary one last."""
        fill(down(self, spacing=current.M), self.tools, self.empty, self.body).addStretch(1)

    def _tools(self) -> Flow:
        self.choice = Choice(self.tr("Tournament"))
        self.round_choice = Choice(self.tr("Round"))
        self.round_choice.setMinimumContentsLength(_ROUND)
        self.new_button = Button(self.tr("New tournament…"), "quiet")
        self.print_button = Button(self.tr("Print…"), "quiet")
        self.more_button = Button(self.tr("More"), "quiet", "more")
        self.more = OpensMenu(self.more_button, self._menu)
        tools = Flow(spacing=look().S)
        tools.add(self.choice, self.round_choice)
        self.choice.activated.connect(lambda _unused: self._model.choose(str(self.choice.currentData())))
        self.round_choice.activated.connect(
            lambda _unused: self._model.choose_round(int(self.round_choice.currentData()))
        )
        self.new_button.clicked.connect(lambda: self._model.show(ClubScreen.NEW))
        return tools

    def _menu(self) -> QMenu:
        menu = PopupMenu(self)
        contest = self._model.contest
        fine = menu.addAction(self.tr("Penalty…"))
        fine.triggered.connect(lambda: self._model.show(ClubScreen.PENALTY))
        for penalty in contest.tournament.penalties if contest is not None else ():
            text = self.tr("Take back the penalty of {name}, round {round}: {points}")
            name = brief(contest.names[penalty.player], 24) if contest is not None else ""
            points = taken_words(penalty)
            text = text.format(name=name, round=number(penalty.round + 1), points=points)
            action = menu.addAction(text)
            action.triggered.connect(lambda _unused=False, one=penalty: self._model.forgive(one))
        if contest is not None:
            for table in range(contest.tournament.tables):
                if contest.tournament.session(self._model.round, table) is not None:
                    text = self.tr("Start table {table} of this round again")
                    action = menu.addAction(text.format(table=number(table + 1)))
                    action.triggered.connect(lambda _unused=False, one=table: self._model.let_go(one))
        menu.addSeparator()
        remove = menu.addAction(self.tr("Delete this tournament"))
        remove.triggered.connect(self._model.remove)
        fine.setEnabled(contest is not None)
        remove.setEnabled(contest is not None)
        return menu

    def _ranking_card(self) -> CardFrame:
        self.ranking_card = CardFrame(self.tr("Ranking"))
        self.corrections = down()
        self.playing = TextLabel("", "quiet")
        self.ranks = DataModel()
        self.table = DataTable(self.tr("Ranking"), self.ranks, whole=True)
        self.table.words_column = 1
        self.ranks.setParent(self.table)
        fill(self.ranking_card.body, self.corrections, self.playing, self.table).addStretch(1)
        return self.ranking_card

    def _round_card(self) -> CardFrame:
        self.round_card = CardFrame(self.tr("Tables"))
        self.tables = RowList(self.tr("Tables of this round"), RowLayout(title=2, below=3, opens=True))
        self.out = TextLabel("", "quiet")
        self.round_card.body.addWidget(self.tables)
        self.round_card.body.addWidget(self.out)
        self.round_card.body.addStretch(1)
        self.tables.opened.connect(lambda key: self._model.open_table(int(key)))
        return self.round_card

    # showing

    def refresh(self) -> None:
        """Show the tournament as it is."""
        model = self._model
        data, contest, ranking = model.data, model.contest, model.ranking()
        self.choice.set_choices([(row.uid, brief(row.title, 40)) for row in data.rows])
        self.choice.choose(model.uid)
        for widget in (self.choice, self.round_choice, self.body):
            widget.setVisible(contest is not None)
        self.empty.setVisible(contest is None and model.read)
        self.can_begin = False
        if contest is None or ranking is None:
            return
        count = len(contest.tournament.draw)
        rounds = [(str(at), self.tr("Round {n}").format(n=number(at + 1))) for at in range(count)]
        self.round_choice.set_choices(rounds)
        self.round_choice.choose(str(model.round))
        self._show_ranking(contest, ranking)
        self._show_round(contest)
        self.fit()

    def _show_ranking(self, contest: Contest, ranking: Ranking) -> None:
        empty(self.corrections)
        for sentence in contest.corrections:
            self.corrections.addWidget(TextLabel(sentence, "warn"))
        is_begun = any(result.over for result in contest.results.values())
        first = self.tr("The ranking will appear when the first table has finished.")
        self.playing.say("\n".join(playing_words(ranking)) if is_begun else first)
        by_places = contest.tournament.system != "points"
        fined = any(one.fined != (0, 0) for one in ranking.ranks)
        rows: list[tuple[object, tuple[DataCell, ...]]] = []
        for one in ranking.ranks:
            cells = [DataCell(number(one.place)), DataCell(brief(contest.names[one.player], 40))]
            for score in one.scores:
                if score is None:
                    cells.append(DataCell("…", spoken=self.tr("not over")))
                elif score.table is None:
                    cells.append(DataCell(self.tr("out"), spoken=self.tr("sat out")))
                else:
                    cells.append(DataCell(points_text(score.table_points) if by_places else signed(score.points)))
            if fined:
                taken = -one.fined[0] if by_places and one.fined[0] else -one.fined[1]
                cells.append(DataCell(signed(taken) if one.fined != (0, 0) else ""))
            if by_places:
                cells.append(DataCell(points_text(one.table_points)))
            cells.append(DataCell(signed(one.points)))
            rows.append((one.player, tuple(cells)))
        self.table.setVisible(is_begun)
        self.ranks.show_rows(rows, self._ranking_columns(ranking.rounds, by_places=by_places, fined=fined))
        self.table.fit()

    def _ranking_columns(self, rounds: int, *, by_places: bool, fined: bool) -> list[DataColumn]:
        columns = [DataColumn("", self.tr("Place")), DataColumn(self.tr("Player"), figures=False)]
        columns += [DataColumn(number(at + 1), self.tr("Round {n}").format(n=number(at + 1))) for at in range(rounds)]
        if fined:
            columns.append(DataColumn(self.tr("Penalty")))
        if by_places:
            columns.append(DataColumn(self.tr("Table points")))
        columns.append(DataColumn(self.tr("Points")))
        return columns

    def _show_round(self, contest: Contest) -> None:
        model = self._model
        tournament, round_ = contest.tournament, model.round
        self.round_card.heading.setText(self.tr("Tables of round {n}").format(n=number(round_ + 1)))
        rows = []
        for table in range(tournament.tables):
            title, below = table_words(contest, round_, table)
            rows.append(ListRow(str(table), title, below))
        self.tables.show_rows(rows, "")
        own = self.own_table - 1
        self.can_begin = 0 <= own < tournament.tables and (round_, own) not in contest.results
        if self.can_begin:
            text = self.tr("Start round {round} at table {table}")
            self.own_button.setText(text.format(round=number(round_ + 1), table=number(own + 1)))
        self.own_button.setEnabled(not model.busy)
        out = [brief(contest.names[player], 24) for player in tournament.draw[round_].out]
        self.out.say(self.tr("Sitting out: {people}").format(people=joined(out)) if out else "")

    def fit(self) -> None:
        """Stand the cards one below the other where the width is too small, and give the list its height."""
        beside = self.width() >= _BESIDE * (0.5 + look().scale / 2)
        stand(self._columns, beside=beside)
        rows = range(self.tables.count())
        self.tables.setFixedHeight(sum(self.tables.sizeHintForRow(at) for at in rows) + look().S)


class TournamentPenaltyView(QWidget):
    """Takes points from a player."""

    def __init__(self, model: ClubModel, typed: Typed, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._typed = model, typed
        self._kept_as = ""
        card = CardFrame()
        self.player = Choice(self.tr("Player"))
        self.table_points = NumberField(self.tr("Table points deducted"), MOST_PLACE)
        self.points = NumberField(self.tr("Points deducted"), 10**9)
        self.why = TextField(self.tr("Reason"), self.tr("what it was for"))
        self.why.setMaxLength(200)
        card.body.addWidget(self.player)
        for field in (self.table_points, self.points):
            card.body.addWidget(labelled(field.accessibleName(), field), 0, Qt.AlignmentFlag.AlignLeft)
            field.number_changed.connect(lambda _unused: self._check())
        self.note = TextLabel("", "quiet")
        self.title = self.tr("Penalty")
        self.primary = self.confirm_button = Button(self.tr("Enter the penalty"), "primary")
        fill(card.body, self.why, self.note)
        column = fill(down(self), card)
        column.addStretch(1)
        card.setMaximumWidth(look().readable_width)
        self.confirm_button.clicked.connect(self._on_confirm)
        self._fields: dict[str, FormField] = {"player": self.player, "why": self.why}
        self._fields |= {"table_points": self.table_points, "points": self.points}
        self.player.currentIndexChanged.connect(lambda _unused: self._check())
        self.why.textEdited.connect(lambda _unused: self._check())

    def begin(self) -> None:
        """Come into sight, with what was entered for this round when the program ended."""
        self._kept_as = f"tournament penalty {self._model.uid} {self._model.round}"
        kept = self._typed.kept(self._kept_as)
        self.refresh()
        if kept is not None:
            enter_kept(self._fields, kept)
            self._check()
        self.player.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Clear the form, which was entered or cancelled."""
        self.player.set_choices([])
        for field in (self.table_points, self.points):
            field.show_text("")
        self.why.clear()
        self._typed.keep(self._kept_as, None)

    def refresh(self) -> None:
        """Offer the players."""
        contest = self._model.contest
        if contest is None:
            return
        people = sorted((name.casefold(), at) for at, name in enumerate(contest.names))
        chosen = self.player.currentData()
        self.player.set_choices([(str(at), brief(contest.names[at], 40)) for _unused, at in people])
        if chosen is not None:
            self.player.choose(chosen)
        self.note.setText(self.tr("It counts in round {n}.").format(n=number(self._model.round + 1)))
        self._check()

    def _check(self) -> None:
        values = {name: entered(field) for name, field in self._fields.items()}
        typed = values["why"] or values["table_points"] or values["points"]
        self._typed.keep(self._kept_as, values if typed else None)
        points = (self.table_points.number or 0, self.points.number or 0)
        wrong = self.table_points.is_wrong or self.points.is_wrong
        self.confirm_button.setEnabled(any(points) and not wrong and not self._model.busy)

    def _on_confirm(self) -> None:
        self._model.fine(
            TournamentPenalty(
                int(self.player.currentData()),
                self._model.round,
                self.table_points.number or 0,
                self.points.number or 0,
                self.why.text().strip(),
            )
        )

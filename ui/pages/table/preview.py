"""What an entry would do: payments as arrows and as sentences, new balances, chips to hand over, and who is East."""

from __future__ import annotations

from collections.abc import Sequence

from mjcompanion.i18n.translation import _, number
from mjcompanion.table.chips import ChipPlan, describe
from mjcompanion.table.corrections import RowDifference
from mjcompanion.table.events import HandItem, PeopleItem
from mjcompanion.table.rotation import Position
from mjcompanion.table.rows import TableRow
from mjcompanion.table.seating_view import sides
from mjcompanion.table.table import Table, grown
from mjcompanion.table.words import brief, figure, payment_words, people_words, signed

from ...theme import look
from ...whatsthis import explain
from ...widgets import CardFrame, TextLabel
from ...widgets.layouts import fill
from .listing import SummaryLine, SummaryList
from .model import TableModel
from .moves import ChipMoves
from .square import BETTOR, Arrow, Sitting, Square
from .words import row_words


class TablePreview(CardFrame):
    """Shows the table after something that isn't confirmed yet."""

    def __init__(self, model: TableModel) -> None:
        super().__init__(self.tr("Preview"))
        self._model = model
        self.spoken = ""
        """The payments and whose turn comes, for ears."""
        self.square = Square(self.tr("Payments"), chips=False)
        self.square.setMinimumHeight(round(270 * min(look().scale, 1.4)))
        self.payments = SummaryList(self.tr("Payments and their reasons"))
        self.turn = TextLabel("", "strong")
        self.chips_title = TextLabel(self.tr("Chips to hand over"), "title")
        self.moves = ChipMoves(self.tr("Chips to hand over"))
        explain(self.moves, "moves")
        self.changes_title = TextLabel(self.tr("What changes"), "title")
        self.changes = SummaryList(self.tr("Hands that change"))
        self.empty = TextLabel("", "quiet")
        changing = (self.changes_title, self.changes, self.chips_title, self.moves)
        fill(self.body, self.empty, self.square, self.payments, self.turn, *changing).addStretch(1)

    def show_nothing(self, sentence: str, position: Position | None = None) -> None:
        """Show that there is nothing to show yet, and where everybody sits."""
        self.spoken = ""
        self.empty.say(sentence)
        table = self._model.table
        self.payments.show_entries(())
        self.turn.say("")
        self._show_changes(())
        self._show_chips(None, ())
        if table is not None:
            self._seat(table, None, table, position)
            self.square.pay(())

    def show_after(self, after: Table, row_id: str | None, changes: tuple[RowDifference, ...]) -> None:
        """Show a table as it would be; `row_id` is the row entered, `changes` all rows that differ."""
        before = self._model.table
        if before is None:
            return
        before = grown(before, after)
        row = after.row(row_id) if row_id is not None else None
        self._seat(after, row, before)
        new = [one.will for one in changes if one.was is None and one.will is not None]
        paid = row.paid if row is not None else ()
        names = self._model.called(after)
        winner = row.winner if row is not None else None
        sits = row.sits if row is not None else new[0].sits if new else after.seating.sits
        self.square.pay(
            [
                Arrow(
                    sits.index(one.payer) if one.payer in sits else BETTOR,
                    sits.index(one.payee) if one.payee in sits else BETTOR,
                    number(one.points),
                    winner is None or winner in (one.payer, one.payee),
                )
                for one in paid
            ]
        )
        entries = [SummaryLine(payment_words(one, names, points=False), number(one.points)) for one in paid]
        self.payments.show_entries(entries)
        self.empty.say(self._unpaid(after, row))
        newest = len(changes) == len(new) == 1
        turn, sentences = row.turn if row is not None else None, []
        if turn is not None and row is not None:
            sentences.append(turn.sentence(brief(names[row.seated.sits[turn.east]], 24)))
        if row is not None and (turn is not None or isinstance(row.item, PeopleItem)):
            moved = people_words(row, names)
            sentences += [_("{sentence}.").format(sentence=moved)] if moved else []
        self.turn.say(" ".join(sentences))
        plan = after.chip_log[-1] if after.chip_log and len(after.events) > len(before.events) else None
        self._show_chips(plan, names)
        self._show_changes(() if newest or not changes else self._changed(changes, names, before, after))
        parts = [_("{words}: {figure}.").format(words=one.words, figure=one.figure) for one in entries]
        self.spoken = " ".join([*parts, self.empty.text(), *sentences]).strip()

    def _show_changes(self, entries: Sequence[SummaryLine]) -> None:
        self.changes.show_entries(entries)
        self.changes_title.setVisible(bool(entries))

    def _unpaid(self, after: Table, row: TableRow | None) -> str:
        if row is None or row.paid or not isinstance(row.item, HandItem):
            return ""
        if after.rules.rules.pays is None:
            return self.tr("In these rules nobody pays: the winner’s score is added to the winner’s total.")
        return self.tr("Nobody pays.")

    def _seat(self, after: Table, row: TableRow | None, before: Table, at: Position | None = None) -> None:
        """Show who sits where in the hand, what everybody has afterwards, and what that changes."""
        entered = row is not None and isinstance(row.item, HandItem)
        position = row.before if row is not None and entered else at or after.position
        seating = row.seating if row is not None and entered else after.seating
        if row is None and at is not None:
            seating = self._model.entry.seating(before)
        names = self._model.called(after)
        sittings = []
        shown = {one.payer for one in row.paid} | {one.payee for one in row.paid} if row is not None else set()
        bettors = [party for party in after.parties if party in shown and party not in seating.sits]
        for person in (*(seating.sits[place] for place in sides(after, self._model.nearest)), *bettors):
            wind = position.wind_of(seating.sits.index(person)) if person in seating.sits else None
            balance = after.balance_of(person)
            was = before.balance_of(person)
            change = balance - was if row is not None or balance != was else None
            winner = row is not None and row.winner == person
            at_place = seating.sits.index(person) if wind is not None else BETTOR
            place, name = wind.word if wind is not None else self.tr("bettor"), brief(names[person])
            sittings.append(Sitting(at_place, name, wind, balance, change, marked=winner, place=place))
        self.square.seat(sittings)

    def _show_chips(self, plan: ChipPlan | None, names: tuple[str, ...]) -> None:
        chips = self._model.table.rules.chips if self._model.table is not None else None
        shown = [] if plan is None else [brief(name, 24) for name in plan.names(names)]
        moves = [] if plan is None or chips is None else [(move, describe(move, shown)) for move in plan.moves]
        self.moves.show_moves(chips, moves, [] if plan is None else [describe(note, shown) for note in plan.notes])
        for widget in (self.chips_title, self.moves):
            widget.setVisible(bool(self.moves.sentences))

    def _changed(
        self, changes: tuple[RowDifference, ...], names: tuple[str, ...], before: Table, after: Table
    ) -> list[SummaryLine]:
        """Each row that changes: its winds, its points, and what everybody had after it."""
        found = []
        for pair in changes:
            row = pair.will or pair.was
            if row is None:
                continue
            words = row_words(row, names)
            if pair.was is None:
                remark = self.tr("new")
            elif pair.will is None:
                remark = self.tr("deleted")
            else:
                remark = self._difference(pair.was, pair.will, names)
            found.append(SummaryLine(words, "", remark))
        totals = []
        for party in after.parties:
            balance = after.balance_of(party)
            was = before.balance_of(party)
            if was != balance:
                totals.append(SummaryLine(brief(names[party], 24), f"{figure(was)} → {figure(balance)}"))
        return [*found, *totals]

    def _difference(self, was: TableRow, will: TableRow, names: tuple[str, ...]) -> str:
        parts = []
        east, turns = was.sits[was.before.east], will.sits[will.before.east]
        if east != turns:
            text = self.tr("East: {was} → {will}")
            parts.append(text.format(was=brief(names[east], 18), will=brief(names[turns], 18)))
        if was.before.round != will.before.round:
            text = self.tr("round: {was} → {will}")
            parts.append(text.format(was=was.before.round.word, will=will.before.round.word))
        for party in range(max(len(was.balances), len(will.balances))):
            old, new = was.change(party), will.change(party)
            if old != new:
                parts.append(f"{brief(names[party], 18)} {signed(old)} → {signed(new)}")
        if parts:
            return " · ".join(parts)
        after = [
            f"{brief(names[party], 18)} {figure(old)} → {figure(new)}"
            for party, (old, new) in enumerate(zip(was.balances, will.balances, strict=False))
            if old != new
        ]
        return self.tr("afterwards {balances}").format(balances=" · ".join(after)) if after else ""

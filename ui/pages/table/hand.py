"""Entering a hand: who won, how, from whom, and what everybody scored; next to it, what that does."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from mjcompanion.american.line import shown as section_words
from mjcompanion.core.hand import TAKEN, By
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.translation import _
from mjcompanion.scoring.draft import Draft, DraftCheck
from mjcompanion.scoring.draft import look as look_at
from mjcompanion.scoring.hand_groups import groups_as_laid, hand_groups
from mjcompanion.scoring.suggestions import Fix, suggest
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.rotation import Position
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief

from ...accessibility import allow, announce, chain
from ...rich_text import set_tooltip
from ...shortcuts import shown as keys_of
from ...shortcuts import with_keys
from ...theme import look, set_role
from ...whatsthis import explain
from ...widgets import (
    Button,
    CardFrame,
    CheckBox,
    Choice,
    Flow,
    IconButton,
    NumberField,
    Segmented,
    TextField,
    TextLabel,
    keep_clear,
)
from ...widgets.card_line import CardLine
from ...widgets.fitting import Fits
from ...widgets.keyboard import Questions, Ticks
from ...widgets.keys import ENTER, is_plain, is_typed
from ...widgets.layouts import across, down, fill, keep_room, nest
from ...widgets.tiles import TileFace, TileRow, TileStyle
from ...widgets.words import way_words
from .frame import QuestionsView, WindsQuestion
from .line_field import LineField
from .model import TableModel
from .words import player_choices

NOBODY = "nobody"
NO_JOKERS = "no jokers"
_JOKERS = {None: None, False: "jokers", True: NO_JOKERS}
SAID_AFTER_MS = 400
_SMALL_TILE = 26
_LONGEST_HAND = 200
_NAME = 76
"""The least width, at 100 % text, of a name next to its score."""


class ScoreField(NumberField):
    """Points or tiles; what is neither is marked once it was typed to its end."""

    _ended = False

    @property
    def shows_wrong(self) -> bool:
        return self._ended and self.is_wrong

    def mark_wrong(self) -> None:
        """Mark what is wrong: the typing has ended."""
        self._ended = True
        self._mark()

    def _on_edited(self, text: str) -> None:
        self._ended = False
        super()._on_edited(text)


class ScoreEntry(Fits, QWidget):
    """One player's score: a number, or tiles."""

    def __init__(self, model: TableModel, player: int, style: TileStyle) -> None:
        super().__init__()
        self._model, self.player = model, player
        self.name = TextLabel("", "strong")
        self.number = ScoreField("")
        self.tiles_button = Button("", "", "score")
        self.forget_button = IconButton("close", "")
        self.remark = TextLabel("", "caption")
        self.tiles = TileRow(self.tr("Tiles"), style, draggable=False, liftable=False)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(look().S)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        self._grid, self._stacked = grid, False
        self._words = QWidget()
        words = down(self._words, spacing=0)
        words.addStretch(1)
        fill(words, self.name, self.remark)
        words.addStretch(1)
        grid.addWidget(self._words, 0, 0)
        grid.addWidget(self.number, 0, 1)
        grid.addWidget(self.tiles_button, 0, 2)
        tiles = fill(across(spacing=look().S), (self.tiles, 1), self.forget_button)
        tiles.setAlignment(self.forget_button, Qt.AlignmentFlag.AlignTop)
        nest(grid, tiles, 2, 0, 1, 3)
        self.house_button = Button("", "")
        self._row = ""
        grid.addWidget(self.house_button, 3, 0, 1, 3, Qt.AlignmentFlag.AlignLeft)
        self.house_button.clicked.connect(lambda: model.ask_row(self._row))
        self.number.setMaxLength(_LONGEST_HAND)
        self.number.number_changed.connect(lambda number: model.set_number(player, number))
        self.number.finished.connect(self.take_tiles)
        self.number.editingFinished.connect(self.take_tiles)
        self.tiles_button.clicked.connect(lambda: model.edit_tiles(player))
        self.forget_button.clicked.connect(lambda: model.forget_tiles(player))

    def questions(self) -> list[QWidget]:
        """What asks for the score: the field, and the way to tiles that aren't finished."""
        unfinished = self._model.entry.drafts[self.player] is not None and self.number.number is None
        return [self.number, self.tiles_button] if unfinished else [self.number]

    def take_tiles(self) -> None:
        """Take what was typed into the field as tiles; text that is neither points nor tiles stays, and is marked."""
        if self.number.is_wrong and not self.number.isReadOnly():
            self.number.mark_wrong()
            taken = self._model.type_tiles(self.player, self.number.text())
            if taken and self.number.is_wrong:
                self.number.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A figure that is typed on a button of this line is its score; where it has tiles, it begins more of them."""
        if self.number.isReadOnly() and event.text().isalnum() and is_typed(event):
            self._model.edit_tiles(self.player)
            if not self.tiles_button.hasFocus():
                Questions.pass_on(event)
        elif event.text().isdecimal() and is_plain(event) and not self.number.isReadOnly():
            self.number.setFocus(Qt.FocusReason.TabFocusReason)
            self.number.selectAll()
            Questions.pass_on(event)
        else:
            super().keyPressEvent(event)

    def fit(self) -> None:
        """Set the name above the number where there is too little room next to it."""
        metrics = self.name.fontMetrics()
        name = max((metrics.horizontalAdvance(word) for word in self.name.text().split()), default=0)
        taken = self.number.sizeHint().width() + self.tiles_button.sizeHint().width() + 2 * look().S
        stacked = self.width() < taken + max(name, round(_NAME * look().scale))
        if stacked is not self._stacked:
            self._stacked = stacked
            for place, one in enumerate((self.number, self.tiles_button), 1):
                self._grid.removeWidget(one)
                self._grid.addWidget(one, 1 if stacked else 0, place)
            self._grid.removeWidget(self._words)
            self._grid.addWidget(self._words, 0, 0, 1, 3 if stacked else 1)

    def refresh(self, table: Table, position: Position) -> None:
        """Show the score as it was entered."""
        model, entry, player = self._model, self._model.entry, self.player
        name = brief(model.names[player], 24)
        wind = position.wind_of(player).word
        won = entry.winner == player
        self.name.setText(self.tr("{name} · {wind}").format(name=name, wind=wind))
        set_role(self.name, "good-strong" if won else "strong")
        self.number.setAccessibleName(self.tr("{name}’s score").format(name=name))
        self.number.setPlaceholderText(self.tr("points"))
        self.tiles_button.setAccessibleName(self.tr("Enter {name}’s tiles").format(name=name))
        self.forget_button.set_name(self.tr("Clear {name}’s tiles").format(name=name))
        draft = entry.drafts[player]
        by_tiles = draft is not None
        counts = entry.counts_tiles(player, table.rules, position)
        score = entry.score(player, table.rules, position)
        self.number.setReadOnly(counts)
        self.number.set_number(score)
        by_hand = self.tr("entered by hand") if score is not None else ""
        seen = look_at(entry.draft_for(player, table.rules, position)) if by_tiles else None
        self.remark.setText(by_hand if seen is None else self._state(seen))
        self.number.setFocusPolicy(Qt.FocusPolicy.NoFocus if counts else Qt.FocusPolicy.StrongFocus)
        self.tiles_button.setText(self.tr("Change tiles") if by_tiles else self.tr("Tiles"))
        self.forget_button.setVisible(by_tiles)
        self.remark.setVisible(bool(self.remark.text()))
        self.tiles.setVisible(by_tiles)
        self._offer_row(None if counts else draft)
        if seen is not None:
            groups = hand_groups(seen.sheets[0]) if seen.sheets else groups_as_laid(seen.hand)
            self.tiles.show_tiles(_in_groups(group.faces for group in groups))
        self.fit()

    def _offer_row(self, draft: Draft | None) -> None:
        """Offer the row of house rules under which the tiles win."""
        model = self._model
        found: Fix | None = None
        if draft is not None and model.table is not None and model.position is not None:
            entered = model.entry.draft_for(self.player, model.table.rules, model.position)
            repairs = (one for doubt in suggest(entered.hand, entered.context) for one in doubt.fixes)
            found = next((one for one in repairs if one.row), None)
        self.house_button.setVisible(found is not None)
        if found is not None:
            self._row = found.row
            self.house_button.setText(found.words)

    def _state(self, seen: DraftCheck) -> str:
        """Return what the tiles come to, or what is missing in them."""
        if seen.unanswered:
            return self.tr("How did the winning tile come, and which one was it?")
        found = (*seen.problems, *seen.missing)
        return found[0].sentence() if found else self.tr("counted from tiles")


def _in_groups(groups: Iterable[Iterable[Tile | None]]) -> list[TileFace]:
    """Return tiles in a row, a gap between the groups."""
    faces: list[TileFace] = []
    for group in groups:
        for at, tile in enumerate(group):
            faces.append(TileFace(tile, gap=at == 0 and bool(faces)))
    return faces


class ConfirmButton(Button):
    """Confirms; while something is in doubt Enter alone doesn't, so that nobody runs past it.

    Signals:
        doubted(): Enter was pressed while something is in doubt.
    """

    doubted = Signal()

    def __init__(self) -> None:
        super().__init__("", "primary")
        self.doubts: tuple[str, ...] = ()

    def show_doubts(self, doubts: tuple[str, ...]) -> None:
        """Show whether something is in doubt."""
        self.doubts = doubts
        self.setText(self.tr("Confirm anyway") if doubts else self.tr("Confirm"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.doubts and event.key() in ENTER:
            self.doubted.emit()
        else:
            super().keyPressEvent(event)


class HandView(QuestionsView):
    """The questions left, what the answers do at the right, and the next step below."""

    confirm_button: ConfirmButton

    def __init__(self, model: TableModel, style: TileStyle) -> None:
        super().__init__(model)
        self._style = TileStyle(_SMALL_TILE, style.index, style.terms)
        self._spoken = ""
        self._asked_about: tuple[str, ...] = ()
        self._saying = QTimer(self)  # payments are many words: once a score is typed, not at each of its digits
        self._saying.setSingleShot(True)
        self._saying.setInterval(SAID_AFTER_MS)
        self._saying.timeout.connect(lambda: announce(self.status, self._spoken))
        self._actions()
        self.left.setSpacing(look().S)
        cards = (self._ending_card, self._scores_card, self._value_card, self._club_card, self._note_card)
        fill(self.left, *[make() for make in cards])
        self.left.addStretch(1)
        self.winds = WindsQuestion()
        self.winds.answered.connect(lambda keep: model.set(keep_winds=keep))
        fill(self.body, self.winds)
        keep_clear(self.winds)
        self.ask_in_order()

    # building

    def _ending_card(self) -> CardFrame:
        model = self._model
        card = CardFrame()
        card.setAccessibleName(self.tr("How it ended"))
        self.winner = Segmented(self.tr("Who won?"), [(NOBODY, self.tr("Nobody"))], even=False, keys=True)
        self.by = Segmented(self.tr("How did the winning tile come?"), [("draw", "")], even=False, keys=True)
        self.discarder = Segmented(self.tr("From whom?"), [("0", "")], even=False, keys=True)
        self.last_tile = CheckBox(self.tr("Last tile of the wall"), wraps=True)
        self._how_title = TextLabel(self.tr("How?"), "quiet")
        self._from_title = TextLabel(self.tr("From whom?"), "quiet")
        explain(self.by, "way")
        explain(self.discarder, "robbed")
        explain(self.last_tile, "last-tile")
        asked = TextLabel(self.tr("Who won?"), "quiet")
        self._most_ways = Segmented(self.by.accessibleName(), [("draw", "")], even=False, keys=True)
        self._most_ways.hide()
        ways = QGridLayout()  # one place for both: a seat with fewer ways keeps the room of the one with most
        ways.addWidget(self._most_ways, 0, 0)
        ways.addWidget(self.by, 0, 0)
        fill(card.body, asked, self.winner, self._how_title, ways, self._from_title, self.discarder, self.last_tile)
        for part in (self._how_title, self._most_ways, self._from_title, self.discarder, self.last_tile):
            keep_room(part)
        self.winner.chosen.connect(lambda value: model.set_winner(None if value == NOBODY else int(value)))
        self.by.chosen.connect(lambda value: model.set_by(By(value)))
        self.discarder.chosen.connect(lambda value: model.change(model.entry.discarded_by(int(value))))
        self.last_tile.toggled.connect(lambda on: model.set(last_tile=on))
        return card

    def _scores_card(self) -> CardFrame:
        self.scores_card = CardFrame(self.tr("Scores"))
        self.lines = [ScoreEntry(self._model, player, self._style) for player in range(4)]
        self._lines_box = fill(down(spacing=look().S), *self.lines)
        nest(self.scores_card.body, self._lines_box)
        self._order: tuple[int, ...] = ()
        return self.scores_card

    def _value_card(self) -> CardFrame:
        model = self._model
        self.value_card = CardFrame(self.tr("The winner’s hand"))
        self.value = NumberField(self.tr("Value of the hand"))
        self.value.setPlaceholderText(self.tr("points"))
        self.tiles_button = Button(self.tr("Tiles and card…"), "", "score")
        self.tiles_button.setAccessibleName(self.tr("Enter the winner’s tiles and find the line of the card"))
        self.line_words = TextLabel("", "caption")
        self.line_tiles = TileRow(self.tr("The winner’s tiles"), self._style, draggable=False, liftable=False)
        self.tiles_button.clicked.connect(lambda: model.edit_tiles(model.entry.winner))
        self._jokers_title = TextLabel(self.tr("Jokers in the hand?"), "quiet")
        jokers = [("jokers", self.tr("Jokers")), (NO_JOKERS, self.tr("No jokers"))]
        self.jokerless = Segmented(self._jokers_title.text(), jokers, even=False, keys=True)
        self.singles = CheckBox(self.tr("A hand of “Singles and Pairs”"), wraps=True)
        explain(self.value, "worth")
        explain(self.jokerless, "jokerless")
        explain(self.singles, "singles-and-pairs")
        self.card_choice = Choice(self.tr("Card"), least=12)
        self.card_line = LineField()
        self.line_letters = CardLine()
        chosen = fill(across(), self.card_choice, (self.card_line, 1))
        line = fill(across(), (TextLabel(self.tr("Value on the card")), 1), self.value, self.tiles_button)
        known = (self.line_letters, self.line_words, self.line_tiles)
        fill(self.value_card.body, chosen, line, *known, self._jokers_title, self.jokerless, self.singles)
        self.card_choice.currentIndexChanged.connect(lambda: model.choose_card(self.card_choice.currentData()))
        self.card_line.line_chosen.connect(model.choose_line)
        self.value.number_changed.connect(model.set_value)
        self.jokerless.chosen.connect(lambda value: model.set(jokerless=value == NO_JOKERS))
        self.singles.toggled.connect(lambda on: model.set(singles_and_pairs=on))
        return self.value_card

    def _club_card(self) -> CardFrame:
        model = self._model
        self.club_card = CardFrame(self.tr("Bets and dead hands"))
        self._dead_flow, self._wrong_flow = Ticks(4), Ticks(4)
        self._wrong_title = TextLabel(self.tr("Hand shown after Mah Jongg in error"), "quiet")
        self.dead, self.wrong = self._dead_flow.boxes, self._wrong_flow.boxes
        self._bet_title = TextLabel(self.tr("Bettor"), "quiet")
        self.bettor = TextField(self.tr("Name of the bettor"), self.tr("name of the bettor"))
        self.bettor_choice = Choice(self.tr("Who bets?"))
        self._backed_title = TextLabel("", "quiet")
        self.backed = Segmented(self.tr("Who is backed?"), [("0", "")], even=False, keys=True)
        self.bet_shown = CheckBox(self.tr("Hand shown before the end: the bet is off"), wraps=True)
        explain(self._dead_flow, "dead")
        explain(self._wrong_flow, "wrong-call")
        for control in (self.bettor, self.backed, self.bet_shown):
            explain(control, "bettor")
        bets = (self._bet_title, self.bettor, self.bettor_choice, self._backed_title, self.backed, self.bet_shown)
        dead = TextLabel(self.tr("Dead hand (pays like the others)"), "quiet")
        fill(self.club_card.body, *bets, dead, self._dead_flow, self._wrong_title, self._wrong_flow)
        for player in range(4):
            self.dead[player].toggled.connect(lambda on, player=player: self._on_listed("dead", player, on=on))
            self.wrong[player].toggled.connect(lambda on, player=player: self._on_listed("wrong_calls", player, on=on))
        self.bettor.textEdited.connect(lambda text: model.set(21, bettor=text, no_bet=False))
        self.bettor_choice.currentIndexChanged.connect(self._on_bettor)
        self.backed.chosen.connect(self._on_backed)
        self.bet_shown.toggled.connect(lambda on: model.set(bet_shown=on))
        return self.club_card

    def _note_card(self) -> CardFrame:
        model = self._model
        self.note_card = CardFrame()
        self.note_card.setAccessibleName(self.tr("Note"))
        self.note = TextField(self.tr("Note"), self.tr("Add a note"))
        self.insert_button = Button(self.tr("Insert a hand before…"), "", "plus")
        self.delete_button = Button(self.tr("Delete this hand…"), "", "trash")
        self._tools = Flow(spacing=look().S)
        self._tools.add(self.insert_button, self.delete_button)
        fill(self.note_card.body, self.note, self._tools)
        self.insert_button.clicked.connect(lambda: model.insert_before(model.entry.item))
        self.delete_button.clicked.connect(lambda: model.ask_to_drop(model.entry.item))
        self.note.textEdited.connect(lambda text: model.set(22, note=text))
        return self.note_card

    def _actions(self) -> None:
        model = self._model
        self.undo_button = IconButton("undo", self.tr("Undo"), action="undo")
        self.redo_button = IconButton("redo", self.tr("Redo"), action="redo")
        self.clear_button = Button(self.tr("Clear"), "quiet")
        self.confirm_button = ConfirmButton()
        keep_room(self.clear_button)
        set_tooltip(self.confirm_button, with_keys(self.tr("Save the hand"), "table.go-on"))
        self.header.add_actions(self.undo_button, self.redo_button, self.clear_button, primary=self.confirm_button)
        self.undo_button.clicked.connect(model.undo)
        self.redo_button.clicked.connect(model.redo)
        self.clear_button.clicked.connect(model.clear_hand)
        self.confirm_button.clicked.connect(model.confirm_hand)
        self.confirm_button.doubted.connect(self._ask_again)
        model.stack.indexChanged.connect(self._show_steps)

    def _show_steps(self) -> None:
        self.undo_button.setEnabled(self._model.stack.canUndo())
        self.redo_button.setEnabled(self._model.stack.canRedo())

    # showing

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles with other letters or words."""
        self._style = TileStyle(_SMALL_TILE, style.index, style.terms)
        for row in (self.line_tiles, *[line.tiles for line in self.lines]):
            row.set_style(self._style)

    def refresh(self) -> None:
        model = self._model
        table, position, entry = model.table, model.position, model.entry
        if table is None or position is None:
            return
        with self.keyboard.kept():
            self._show(table, position, entry)

    def _show(self, table: Table, position: Position, entry: HandEntry) -> None:
        model = self._model
        self._show_title(table, position)
        self._show_ending(table, position)
        self._show_scores(table, position)
        self._show_value(table)
        self._show_club(table, position)
        if self.note.text() != entry.note:
            self.note.setText(entry.note)
        others = len(table.people) > len(self.lines)
        self.winds.ask(asked=model.asks_about_winds, keeps=entry.keep_winds, people=others)
        self._show_steps()
        self.clear_button.setVisible(not model.correcting)
        self.clear_button.setEnabled(not entry.is_blank)
        self._show_preview()

    def _show_title(self, table: Table, position: Position) -> None:
        entry = self._model.entry
        row = table.row(entry.item or entry.before or "")
        number = row.number if row is not None and row.number else len(table.hands) + 1
        self._tools.setVisible(entry.item is not None and row is not None)
        if row is None and entry.corrects:
            title = self.tr("Deleted hand")
        elif entry.item is not None:
            title = self.tr("Correct hand {number}")
        elif entry.before is not None:
            title = self.tr("Insert a hand before hand {number}")
        else:
            title = self.tr("Hand {number}")
        words = title.format(number=number)
        if table.rules.rules.has_round_wind:
            words = self.tr("{hand}, {wind} round").format(hand=words, wind=position.round.word)
        self.heading.setText(words)

    def _show_ending(self, table: Table, position: Position) -> None:
        entry, names = self._model.entry, self._model.names
        seats = player_choices(position, names)
        chosen = (NOBODY if entry.is_draw else str(entry.winner)) if entry.finished else None
        nobody = _(table.rules.rules.draw_name)
        self.winner.offer([*seats, (NOBODY, self.tr("Nobody"), nobody, nobody, "5")], chosen)
        won = entry.winner is not None
        words = way_words()
        ways, most = entry.win_methods(table.rules, position), table.rules.rules.win_types_for(Wind.SOUTH)
        self._most_ways.offer([(str(by), *words[by]) for by in most], None)
        self.by.offer([(str(by), *words[by]) for by in ways or most], None if entry.by is None else str(entry.by))
        for widget in (self._how_title, self.by):
            widget.setVisible(won)
        from_whom = entry.by in TAKEN and entry.by is not By.FIRST_DISCARD
        others = [seat for seat in seats if seat[0] != str(entry.winner)][:3]
        self.discarder.offer(others, None if entry.discarder is None else str(entry.discarder))
        robbed = entry.by is By.ROBBED_KONG
        text = self.tr("Whose kong?") if robbed else self.tr("From whom?")
        if not (table.rules.rules.settles_value or table.rules.rules.asks_how(table.rules.options)):
            text = self.tr("{question} (if you know)").format(question=text)  # the payments don't depend on it
        self._from_title.setText(text)
        for widget in (self._from_title, self.discarder):
            widget.setVisible(won and from_whom)
        chinese = table.rules.rules.settles_scores
        keep_room(self.last_tile, keep=chinese)
        self.last_tile.setVisible(won and chinese and entry.by in (By.DRAW, By.DISCARD))
        self.last_tile.tick(on=entry.last_tile)

    def _show_scores(self, table: Table, position: Position) -> None:
        entry = self._model.entry
        scorers = entry.scorers(table.rules)
        coming = scorers or msgspec.structs.replace(entry, finished=True, winner=0).scorers(table.rules)
        # where not everybody scores, nobody knows yet whose line it will be: only its room is there
        all_score = len(coming) == len(self.lines)
        keep_room(self.scores_card, keep=bool(coming))
        self.scores_card.setVisible(all_score or bool(scorers))
        self.scores_card.setEnabled(bool(scorers))
        order = tuple(player for player in position.seats if player in coming)
        order = tuple(sorted(order, key=lambda player: player != entry.winner))
        if order != self._order:
            self._order = order
            for line in self.lines:
                self._lines_box.removeWidget(line)
            for player in order:
                self._lines_box.addWidget(self.lines[player])
            self._lines_box.activate()
            lines = [self.lines[player] for player in order]
            buttons = [button for line in lines for button in (line.tiles_button, line.forget_button)]
            for one, other in pairwise((self.last_tile, *[line.number for line in lines], *buttons, self.value)):
                chain(one, other)
        for line in self.lines:
            line.setVisible(line.player in coming)
            if line.player in coming:
                line.refresh(table, position)

    def _show_value(self, table: Table) -> None:
        entry = self._model.entry
        shown = table.rules.rules.settles_value and entry.winner is not None
        self.value_card.setVisible(shown)
        self.value.set_number(entry.value)
        hand = entry.american if shown else None
        by_line = hand is not None and bool(entry.line) and not entry.chosen
        cards = {one.name: one for one in self._model.cards() if one.card.lines}
        self.card_choice.set_choices([(name, one.label) for name, one in cards.items()])
        self.card_choice.choose(self._model.card())
        card = cards.get(self._model.card())
        lines = () if card is None else card.card.lines
        self.card_line.show_lines(lines, entry.line)
        for control in (self.card_choice, self.card_line):
            control.setEnabled(not by_line)
        self.line_letters.setVisible(bool(entry.line))
        self.line_letters.show_pattern(entry.line)
        found = next((line for line in lines if line.pattern == entry.line), None)
        words = self.tr("entered by hand") if entry.value is not None else ""
        if entry.makes_no_line:
            words = self.tr("These tiles make no line of the card. They are saved with the hand.")
        elif entry.line:
            kind = "" if found is None else self.tr("concealed") if found.concealed else self.tr("exposed")
            words = " · ".join(part for part in (section_words(entry.section), kind) if part)
        self.line_words.say(words)
        self.line_tiles.setVisible(hand is not None)
        if hand is not None:
            laid = [one.tiles for one in hand.hand.exposures]
            self.line_tiles.show_tiles(_in_groups([*laid, hand.hand.concealed]))
        self.value.setReadOnly(by_line)
        self.jokerless.set_value(_JOKERS[entry.jokerless])
        self.singles.tick(on=entry.singles_and_pairs)
        self.singles.setEnabled(not entry.line)
        self.singles.setVisible(table.rules.rules.pairs_apart(table.rules.options))
        asks = entry.asks_jokers(table.rules)  # else it changes nothing
        self._jokers_title.setVisible(asks)
        self.jokerless.setVisible(asks)
        self.jokerless.setEnabled(not by_line)

    def _show_club(self, table: Table, position: Position) -> None:
        entry, names = self._model.entry, self._model.names
        club = table.rules.rules.club_faults
        self.club_card.setVisible(table.rules.rules.settles_value and entry.finished)
        self.club_card.heading.setText(self.tr("Bets and dead hands") if club else self.tr("Dead hands"))
        seats = player_choices(position, names)
        self._dead_flow.offer(seats, self.tr("Dead hand: {name}"))
        self._wrong_flow.offer(seats, self.tr("Mah Jongg in error: {name}"))
        for boxes, listed in ((self.dead, entry.dead), (self.wrong, entry.wrong_calls)):
            for player, box in enumerate(boxes):
                box.tick(on=player in listed)
                allow(box, self._why_not_dead(player))
        self._wrong_title.setVisible(club)
        self._wrong_flow.setVisible(club)
        known, name = self._model.bettors(), self._model.whole_entry.bettor
        betting = club and bool(name)
        if self.bettor.text() != entry.bettor:
            self.bettor.setText(entry.bettor)
        self.bettor_choice.set_choices([(one, brief(one, 24)) for one in known])
        self.bettor_choice.choose(name)
        self._bet_title.setVisible(club and len(known) != 1)
        self.bettor.setVisible(club and not known)
        self.bettor_choice.setVisible(club and len(known) > 1)
        self._backed_title.setText(self.tr("{name} bets on").format(name=brief(name, 24)))
        nobody = self.tr("Nobody")
        backed = NOBODY if entry.no_bet else None if entry.backed is None else str(entry.backed)
        self.backed.offer([*seats, (NOBODY, nobody, nobody, nobody, "5")], backed)
        self.bet_shown.tick(on=entry.bet_shown)
        self._backed_title.setVisible(betting)
        self.backed.setVisible(betting)
        self.bet_shown.setVisible(betting and not entry.no_bet)

    def _why_not_dead(self, player: int) -> str:
        """Return why a player's hand can't be dead; empty if it can."""
        entry, name = self._model.entry, brief(self._model.names[player], 24)
        if player == entry.winner:
            return self.tr("{name} won this hand, so it isn’t dead.").format(name=name)
        if player == entry.discarder:
            return self.tr("{name} discarded the winning tile, which a dead hand can’t do.").format(name=name)
        return ""

    def _show_preview(self) -> None:
        model, entry = self._model, self._model.entry
        after, problems = model.outlook()
        doubts = () if problems or model.busy else model.doubts()
        if doubts != self._asked_about:
            self._asked_about = ()
        nothing = self.tr("Payments will appear here.")
        self.show_outcome(after, nothing, entry.item, model.position)
        wrong = any(line.isVisible() and line.number.shows_wrong for line in self.lines)
        if wrong:
            text = self.tr("Enter points or tiles, such as 123d rrr.")
        else:
            text = problems[0] if problems else self._doubted(doubts) or self._ready(after)
        self.status.setText(text)
        missing = bool(problems) or wrong
        set_role(self.status, "strong" if missing else "status-warn" if doubts else "status-good")
        self.confirm_button.show_doubts(() if missing else doubts)
        self.confirm_button.setEnabled(model.gone or (not problems and not wrong))
        if model.gone:
            self.confirm_button.setText(self.tr("Add as a new hand"))
        does = with_keys(self.tr("Save the hand"), "table.go-on")
        set_tooltip(self.confirm_button, text if problems else does)
        paid = "" if after is None or model.busy else self.preview.spoken  # while it is written, it was said
        spoken = f"{text} {paid}".strip()
        if spoken != self._spoken:
            self._spoken = spoken
            if paid:
                self._saying.start()
                return
            self._saying.stop()
            announce(self.status, spoken, assertive=wrong)

    def _doubted(self, doubts: tuple[str, ...]) -> str:
        """Return what is in doubt; after Enter also how to confirm it."""
        if not doubts or doubts != self._asked_about:
            return " ".join(doubts)
        how = self.tr("If it’s right, press {key} or click the button.")
        return " ".join((*doubts, how.format(key=keys_of("table.go-on"))))

    def _ready(self, after: Table | None) -> str:
        model = self._model
        if model.busy:
            return self.tr("Saving…")
        if after is not None and model.correcting and not model.changes(after):
            return self.tr("No changes")
        return self.tr("Ready to confirm")

    # what people do

    def _on_backed(self, value: str) -> None:
        nobody = value == NOBODY
        self._model.set(backed=None if nobody else int(value), no_bet=nobody)

    def _on_bettor(self) -> None:
        name = self.bettor_choice.currentData()
        if self.bettor_choice.isVisible() and name and name != self._model.whole_entry.bettor:
            self._model.set(bettor=name)

    def _on_listed(self, field: str, player: int, *, on: bool) -> None:
        listed = getattr(self._model.entry, field)
        changed = (*listed, player) if on else tuple(one for one in listed if one != player)
        values: dict[str, object] = {field: tuple(sorted(set(changed)))}
        self._model.set(-1, **values)

    def begin(self) -> None:
        self._asked_about = ()
        super().begin()

    def go_on(self) -> None:
        """Confirm; what is in doubt is asked about first, and confirmed when asked again."""
        doubts = self.confirm_button.doubts
        if doubts and doubts != self._asked_about and self.confirm_button.isEnabled():
            self._ask_again()
        else:
            super().go_on()

    def _ask_again(self) -> None:
        self._asked_about = self.confirm_button.doubts
        self.confirm_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_preview()

    def questions(self) -> list[QWidget]:
        """What is to be answered, in its order; of tiles that aren't finished the way to them."""
        scores = [one for player in self._order for one in self.lines[player].questions()]
        jokers = [self.jokerless] if self.jokerless.value is None else []  # else it is taken for granted
        fields = (self.winner, self.by, self.discarder, *scores, self.value, *jokers, self.backed)
        return [*fields, self.winds.choice]

    def focus_first(self) -> None:
        """Where the keyboard starts: the first question without an answer."""
        self.keyboard.begin(at_first=self._model.correcting)

"""The break helper: throw the dice or enter what was thrown, and see where the wall opens and who takes what."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from PySide6.QtCore import QRect, Qt, QVariantAnimation
from PySide6.QtGui import QFontMetrics, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rulesets import Ruleset
from mjcompanion.wall.dice import DICE, FACES

from ...accessibility import announce
from ...context import PageContext
from ...sounds import DICE as DICE_SOUND
from ...theme import ANY_WIDTH, look, set_role
from ...whatsthis import explain
from .. import Button, EmptyState, Flow, Heading, IconButton, Segmented, Separator, TextLabel, labelled
from ..dice import Die
from ..fitting import Fits
from ..layouts import across, down, empty, fill, stand
from ..words import wind_choices
from .model import BreakModel, BreakStep
from .steps import DealChip, FactRow, StepButton
from .walls import WallsPicture

_LEAST: Final = 320
"""The least width of the picture, at 100 % text, however low the window is."""
_LEAST_STATUS: Final = 150
"""The least width, at 100 % text, of the sentence after the dice; where there is less, it stands below them."""
_STACKED: Final = 600
"""The largest side of the picture where the words stand below it, so that some of them are seen with it."""
_LOW: Final = 640
"""The height, at 100 % text, below which the sentences stand close together, so that the deal is seen with them."""
_SPINS: Final = (1.5, -1.2, -1.7, 1.1)
"""How often each die turns around while it tumbles."""
_FACES_A_TUMBLE: Final = 9


class BreakPanel(Fits, QWidget):
    """Dice above, the walls below them, and next to those what there is to know, step by step."""

    def __init__(
        self,
        context: PageContext,
        rules: Ruleset,
        *,
        flowers: bool = True,
        names: Sequence[str] | None = None,
        rng: random.Random | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._random = random.SystemRandom()
        self.model = BreakModel(rules, flowers=flowers, names=names, rng=rng, parent=self)
        self.setAccessibleName(self.tr("Break the wall"))
        self.dice: list[Die] = []
        self.fact_rows: list[FactRow] = []
        self.chips: list[DealChip] = []
        self._shown_steps: tuple[tuple[BreakStep, ...], tuple[BreakStep, ...]] = (), ()
        self.room = 0
        """The height of the window that is left for the dice and the picture; 0 where it isn't limited."""
        self._faces: list[list[int]] = []
        self._announced = ""
        self._tumble = QVariantAnimation(self)
        self._tumble.setStartValue(0.0)
        self._tumble.setEndValue(1.0)
        self._tumble.valueChanged.connect(self._on_tumbling)
        self._tumble.finished.connect(self.model.land)
        self._build()
        self._connect()
        self._refresh()

    def set_game(self, rules: Ruleset, flowers: bool, names: Sequence[str] | None) -> None:  # noqa: FBT001
        """Help with these rules; `names` are the players' at East, South, West and North, where they are known."""
        self._stop_dice()
        self.model.set_game(rules, flowers, names)

    # building

    def _build(self) -> None:
        current = look()
        self.bar = Flow(spacing=current.M, line_spacing=current.S)
        self.throw_button = Button(self.tr("Throw"), "primary")
        self.clear_button = IconButton("close", self.tr("Clear the dice"))
        self.sit = Segmented(self.tr("You sit at"), wind_choices(), "E")
        self._sit_box = labelled(self.tr("You are"), self.sit)
        self._dice_box = QWidget()
        self._dice_row = across(self._dice_box, spacing=0)
        explain(self._dice_box, "break-dice")
        explain(self.throw_button, "break-dice")
        self._make_dice()
        self.bar.add(self.throw_button, self._dice_box, self._sit_box)
        self.status = TextLabel("", "quiet")
        self._head = fill(across(spacing=current.M), self.bar, (self.status, 1))
        self._body = QWidget()
        self.picture = WallsPicture()
        self._side = QWidget()
        self._fill_side()
        self._columns = fill(across(self._body, spacing=current.L), (self.picture, 1), self._side)
        self._columns.addStretch(0)
        self.empty = EmptyState(
            self.tr("No wall is broken"),
            self.tr("The simple game deals its tiles without breaking a wall: there are no dice to throw."),
        )
        fill(down(self, spacing=current.S), self._head, (self._body, 1), (self.empty, 1))

    def _make_dice(self) -> None:
        """Four dice, of which as many are shown as the rules want, two to a throw."""
        self._gap = QWidget()
        self._gap.setFixedWidth(look().M)
        for place in range(2 * DICE):
            die = Die()
            die.entered.connect(lambda face, place=place: self._on_entered(place, face))
            die.typed.connect(lambda letter, place=place: self._on_typed(letter, place))
            die.walked.connect(lambda by, place=place: self._walk_dice(place + by))
            if place == DICE:
                self._dice_row.addWidget(self._gap)
            self.dice.append(die)
            self._dice_row.addWidget(die)
        self._dice_row.addWidget(self.clear_button)

    def _fill_side(self) -> None:
        current = look()
        self.how = TextLabel("", "")
        self.how_title = Heading(self.tr("How the wall is broken"), 2)
        self._facts = QWidget()
        self._facts.setAccessibleName(self.tr("Where the wall opens"))
        self._fact_column = down(self._facts, spacing=0)
        self._deal = QWidget()
        self._deal.setAccessibleName(self.tr("The deal"))
        self.back_button = IconButton("chevron-left", self.tr("The previous step"))
        self.next_button = IconButton("chevron-right", self.tr("The next step"))
        title = Heading(self.tr("The deal"), 2)
        head = fill(across(spacing=current.XS), (title, 1), self.back_button, self.next_button)
        self._grid = QGridLayout()
        self._grid.setVerticalSpacing(0)
        self._grid.setHorizontalSpacing(current.XS)
        self._grid.setColumnStretch(1 + len(WINDS), 1)
        self.step_words = TextLabel("", "")
        self.step_words.setAlignment(Qt.AlignmentFlag.AlignTop)
        fill(down(self._deal, spacing=current.XS), Separator(), head, self._grid, self.step_words)
        parts = (self.how_title, self.how, self._facts, self._deal)
        fill(down(self._side, spacing=current.XS), *parts).addStretch(1)

    def _connect(self) -> None:
        model = self.model
        model.changed.connect(self._refresh)
        model.lit_changed.connect(self._show_lit)
        model.announced.connect(self._announce)
        self.throw_button.clicked.connect(self.throw)
        self.clear_button.clicked.connect(self._clear)
        self.sit.chosen.connect(lambda value: model.sit(Wind(value)))
        self.back_button.clicked.connect(lambda: model.go(-1))
        self.next_button.clicked.connect(lambda: model.go(1))
        self._context.theme.changed.connect(self._on_look)

    # showing

    def _refresh(self) -> None:
        model = self.model
        breaks = model.row is not None
        for part in (self.throw_button, self._dice_box, self._sit_box, self.status, self._body):
            part.setVisible(breaks)
        self.empty.setVisible(not breaks)
        self._show_dice()
        if breaks:
            self._show_result()
        self._show_lit()
        self.fit()

    def _show_dice(self) -> None:
        model = self.model
        faces, due = model.dice, len(model.dice)
        titles = [self.tr("First throw, first die"), self.tr("First throw, second die")]
        titles += [self.tr("Second throw, first die"), self.tr("Second throw, second die")]
        if due == DICE:
            titles[:DICE] = [self.tr("First die"), self.tr("Second die")]
        for place, (die, title) in enumerate(zip(self.dice, titles, strict=True)):
            die.setVisible(place < due)
            die.show_face(title, faces[place] if place < due else None)
        self._gap.setVisible(due > DICE)
        again = model.opened is not None or bool(model.rolling)
        self.throw_button.setText(self.tr("Throw again") if again else self.tr("Throw"))
        self.clear_button.setEnabled(any(face is not None for face in faces))
        left = sum(face is None for face in faces)
        if model.problem:
            words, role = model.problem, "status-wrong"
        elif model.rolling:
            words, role = self.tr("The dice are rolling …"), "quiet"
        elif left == 0:
            throws = [faces[at : at + DICE] for at in range(0, due, DICE)]
            added = self.tr(" and ").join(" + ".join(map(str, throw)) for throw in throws)
            total = model.opened.count if model.opened is not None else ""
            words, role = self.tr("{dice}: {total} stacks are counted.").format(dice=added, total=total), "quiet"
        elif left < due:
            words, role = self.tr("{left} of {due} dice are still to enter.").format(left=left, due=due), "quiet"
        else:
            words, role = self.tr("Throw the dice, or type what was thrown."), "quiet"
        set_role(self.status, role)
        self.status.setText(words)

    def _show_result(self) -> None:
        model = self.model
        self.picture.show_walls(model.walls, model.bottom, model.names, model.middle)
        names = " ".join(f"{model.who(seat)}." for seat in WINDS) if model.names else ""
        self.picture.setAccessibleDescription(f"{model.told} {names}".strip())
        self.sit.set_value(str(model.bottom))
        opened = model.opened is not None
        self.how_title.setVisible(not opened)
        self.how.setVisible(not opened)
        self.how.setText(model.how)
        self._facts.setVisible(opened)
        self._deal.setVisible(opened)
        self._show_steps()

    def _show_steps(self) -> None:
        """Show other facts and another deal: after each throw there are new ones."""
        model = self.model
        if self._shown_steps == (model.facts, model.deal):
            return
        self._shown_steps = model.facts, model.deal
        empty(self._fact_column)
        empty(self._grid)
        self.fact_rows = [FactRow(model, step) for step in model.facts]
        fill(self._fact_column, *self.fact_rows)
        self.chips = [DealChip(model, step) for step in model.deal]
        rows = groupby(self.chips, key=lambda chip: chip.step.row)
        for at, (row, chips) in enumerate(rows):
            taken = list(chips)
            words = TextLabel(self._row_title([chip.step for chip in taken], row), "quiet", wraps=False)
            words.setContentsMargins(0, 0, look().M, 0)
            for column, widget in enumerate((words, *taken)):
                self._grid.addWidget(widget, at, column)
        for buttons in (self.fact_rows, self.chips):
            for at, button in enumerate(buttons):
                button.walked.connect(lambda by, at=at, buttons=buttons: self._walk(buttons, at + by))
            if buttons:
                buttons[0].setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _row_title(self, steps: Sequence[BreakStep], at: int) -> str:
        """What a row of the deal is called."""
        if len(steps) == 1:
            return self.tr("{count} tiles").format(count=len(steps[0].spots))
        if all(len(step.spots) == len(self.model.deal[0].spots) for step in steps):
            return self.tr("Round {number}").format(number=at + 1)
        return self.tr("Last tiles")

    def _show_lit(self) -> None:
        model = self.model
        lit = model.lit
        self.picture.light(lit.spots if lit is not None else ())
        for button in (*self.fact_rows, *self.chips):
            button.set_lit(button.step is lit)
        if lit is not None and lit in model.deal:
            number = model.deal.index(lit) + 1
            words = self.tr("{number} of {count}: {sentence}").format(
                number=number, count=len(model.deal), sentence=lit.sentence
            )
        else:
            words = self.tr("Point at a wind, or continue step by step, to see the stacks. Counted from the right.")
        set_role(self.step_words, "" if lit is not None and lit in model.deal else "quiet")
        self.step_words.setText(words)
        if lit is not None and lit in model.deal and (self.back_button.hasFocus() or self.next_button.hasFocus()):
            self._announce(words)

    def _announce(self, sentence: str) -> None:
        self._announced = sentence
        announce(self, sentence)

    def _on_look(self) -> None:
        self._gap.setFixedWidth(look().M)
        self.fit()
        self.picture.update()

    # room

    def fit(self) -> None:
        """Stand the words below the picture where there is no room next to it."""
        current = look()
        least = round(230 + 120 * current.scale)
        room = self.width() - current.L
        wide = max(least, min(round(room * 0.4), current.readable_width * 3 // 4))
        stacked = room - wide < round(340 + 100 * current.scale)
        stand(self._columns, beside=not stacked)
        in_line = self.width() >= self.bar.sizeHint().width() + current.M + round(_LEAST_STATUS * current.scale)
        stand(self._head, beside=in_line)
        taken = self.bar.sizeHint().height() * (1 if in_line else 2) + 2 * current.S
        most = _STACKED if stacked else WallsPicture.MOST
        smallest = min(most, round(_LEAST * current.scale))
        self.picture.set_most(max(smallest, min(most, self.room - taken)) if self.room else most)
        self._fact_column.setSpacing(0 if 0 < self.room < _LOW * current.scale else current.S)
        self._side.setMinimumWidth(0 if stacked else wide)
        self._side.setMaximumWidth(ANY_WIDTH if stacked else wide)
        # the longest step says how much room the words of all of them need, so that nothing moves
        inner = self._side.width() if stacked else wide
        metrics = QFontMetrics(current.font(current.body))
        count = len(self.model.deal)
        texts = [f"{count} of {count}: {step.sentence}" for step in self.model.deal]
        flags = int(Qt.TextFlag.TextWordWrap)
        high = max((metrics.boundingRect(QRect(0, 0, inner, 9999), flags, text).height() for text in texts), default=0)
        self.step_words.setMinimumHeight(high)

    # what people do

    def throw(self) -> None:
        """Throw the dice; they tumble where motion is on."""
        if self.model.rolling:
            return
        self.model.begin_throw()
        self._context.play(DICE_SOUND)
        duration = look().tumble
        if not duration or not self.isVisible():
            self.model.land()
            return
        self._faces = [[self._random.randint(1, FACES) for _ in range(_FACES_A_TUMBLE)] for _ in self.dice]
        self._tumble.setDuration(duration)
        self._tumble.start()

    def _on_tumbling(self, part: float) -> None:
        if not self.model.rolling:
            return
        for die, face, faces, spins in zip(self.dice, self.model.rolling, self._faces, _SPINS, strict=False):
            die.tumble(part, [*faces, face], spins)

    def _stop_dice(self) -> None:
        """Dice in the air are no throw."""
        self._tumble.stop()
        for die in self.dice:
            die.tumble(1, ())
        if self.model.rolling:
            self.model.clear()

    def _clear(self) -> None:
        self._stop_dice()
        self.model.clear()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.model.rolling:
            self._tumble.stop()
            self._on_tumbling(1.0)
            self.model.land()

    def _on_entered(self, place: int, face: int | None) -> None:
        if not self.model.rolling:
            self.model.set_die(place, face)

    def _on_typed(self, letter: str, place: int) -> None:
        starts_over = self.dice[place].by_typing and None not in self.model.dice
        self._type(letter, None if starts_over else place)

    def _type(self, letter: str, place: int | None = None) -> None:
        """Enter a digit, and give the keyboard to the next die; after the last one a digit begins again."""
        entered = self.model.type(letter, place)
        if entered is not None:
            self._walk_dice(min(entered + 1, len(self.model.dice) - 1))
            for die in self.dice:
                die.by_typing = die.hasFocus()

    def _walk_dice(self, place: int) -> None:
        if 0 <= place < len(self.model.dice):
            self.dice[place].setFocus(Qt.FocusReason.TabFocusReason)

    def _walk(self, buttons: Sequence[StepButton], at: int) -> None:
        """Give the keyboard to a neighbour; Tab comes back to it."""
        if 0 <= at < len(buttons):
            for button in buttons:
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            buttons[at].take_keyboard()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A digit typed anywhere is the next die; Backspace takes the last one back, Escape lets go of a step."""
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        text = event.text()
        if text.isdigit() and not held:
            self._type(text)
        elif event.key() == Qt.Key.Key_Backspace:
            self.model.rub()
        elif event.key() == Qt.Key.Key_Escape and self.model.lit is not None:
            self.model.pin(None)
        else:
            super().keyPressEvent(event)

"""Special hands of the club's own: the pattern of each, and what it gives."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mjcompanion.core.options import HouseHand
from mjcompanion.i18n.translation import _, pgettext
from mjcompanion.parsing.pattern import LONGEST_PATTERN
from mjcompanion.rules.house import DOUBLES_OF_A_ROW, POINTS_OF_A_ROW
from mjcompanion.rules.house_hands import LONGEST_NAME, MOST_HANDS, example_tiles
from mjcompanion.rules.row import gift_words

from ...accessibility import announce
from ...theme import look
from ...widgets import Button, CardFrame, CheckBox, Choice, Flow, IconButton, Separator, Stepper, TextLabel
from ...widgets.fields import TextField, in_a_line
from ...widgets.layouts import LEFT, down, fill
from ...widgets.tiles import TilePicture, TileStyle
from .model import RulesModel
from .rows import limit_choices, unsaved_words

_TILE = 34
"""The width of the tiles that show a pattern: fourteen in a line."""


class HandsCard(CardFrame):
    """The editor of these hands; only rules of the club's own have it."""

    def __init__(self, model: RulesModel) -> None:
        super().__init__(_("Your own special hands"))
        self._model = model
        self.rows: dict[str, HouseHandRow] = {}
        self._list = down(spacing=look().M)
        self.hint = TextLabel(
            _(
                "Write the fourteen tiles as on an American card. "
                "2468a 2468b NNN SSS means 2, 4, 6 and 8 in two suits, three North and three South."
            ),
            "quiet",
        )
        self.add = Button(_("Add a hand"), icon="plus")
        self.add.clicked.connect(self._on_add)
        fill(self.body, self.hint, self._list, (self.add, LEFT))

    def refresh(self) -> None:
        self.setVisible(self._model.may_add_hands)
        hands = {hand.id: hand for hand in self._model.hands}
        for id_ in self.rows.keys() - hands.keys():
            row = self.rows.pop(id_)
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        for place, (id_, hand) in enumerate(hands.items()):
            if id_ not in self.rows:
                self.rows[id_] = HouseHandRow(self._model, hand)
            if self._list.indexOf(self.rows[id_]) != place:
                self._list.insertWidget(place, self.rows[id_])
                self.rows[id_].show()
            self.rows[id_].show_hand(hand)
        self.add.setEnabled(len(hands) < MOST_HANDS)

    def _on_add(self) -> None:
        self.rows[self._model.add_hand()].name.setFocus()


class HouseHandRow(QWidget):
    """One hand."""

    def __init__(self, model: RulesModel, hand: HouseHand) -> None:
        super().__init__()
        self._model = model
        self._id = hand.id
        self.name = TextField(_("Name of the hand"))
        self.name.setMaxLength(LONGEST_NAME)
        self.name.entered.connect(lambda name: self._set(name=" ".join(name.split())))
        self.pattern = TextField(_("Pattern"), "2468a 2468b NNN SSS")
        self.pattern.setMaxLength(LONGEST_PATTERN)
        self.pattern.entered.connect(lambda pattern: self._set(pattern=pattern.strip()))
        self.limit = Choice(_("Limit hand"))
        self.limit.currentIndexChanged.connect(lambda _unused: self._on_limit())
        self.points = Stepper(_("Points"), 0, POINTS_OF_A_ROW)
        self.doubles = Stepper(model.doubles_word, 0, DOUBLES_OF_A_ROW)
        for stepper, key in ((self.points, "points"), (self.doubles, "doubles")):
            stepper.spin.setKeyboardTracking(False)
            stepper.value_changed.connect(lambda value, key=key: self._set(**{key: value or None}))
        self.concealed = CheckBox(_("Concealed"))
        self.concealed.toggled.connect(lambda on: self._set(concealed=on))
        self.remove = IconButton("trash", "")
        self.remove.clicked.connect(lambda: model.remove_hand(self._id))
        self.problem = TextLabel("", "status-wrong")
        self.picture = TilePicture((), TileStyle(_TILE))
        head = in_a_line(
            (pgettext("of a thing", "Name"), self.name, 1), (_("Pattern"), self.pattern, 2), ("", self.remove, 0)
        )
        self._gives = Flow(spacing=look().M, line_spacing=look().S)
        self._of_points = in_a_line((_("Points"), self.points, 1))
        self._gives.add(
            in_a_line((_("Limit hand"), self.limit, 1)),
            in_a_line((model.doubles_word, self.doubles, 1)),
            self._of_points,
            in_a_line(("", self.concealed, 1)),
        )
        fill(down(self, spacing=look().S), Separator(), head, self.problem, self.picture, self._gives)

    def _set(self, **values: object) -> None:
        self._model.set_hand(self._id, **values)

    def _on_limit(self) -> None:
        chosen = self.limit.currentData()
        self._set(limit=int(chosen) if chosen.isdecimal() and chosen != "1" else chosen or None)  # "1" is all of it

    def show_hand(self, hand: HouseHand) -> None:
        self.name.show_text(hand.name)
        self.pattern.show_text(hand.pattern)
        title = hand.name or _("this hand")
        self.name.setPlaceholderText(hand.title if hand.pattern else "")
        self.remove.setAccessibleName(_("Remove {hand}").format(hand=title))
        self._name_controls(title)
        limit = hand.limit if hand.gives else "1"
        in_points = [(str(limit), gift_words(limit, 0))] if isinstance(limit, int) else []
        self.limit.set_choices([*limit_choices(limit), *in_points])
        self.limit.choose(str(limit or ""))
        self.points.set_value(hand.points or 0)
        self.doubles.set_value(hand.doubles or 0)
        self._of_points.setVisible(bool(hand.points) or not self._model.by_table)
        self.concealed.tick(on=hand.concealed)
        text = unsaved_words(self._model, self._id)
        if text != self.problem.text():
            announce(self, text, assertive=True)
        self.problem.say(text)
        tiles = example_tiles(hand)
        self.picture.setVisible(bool(tiles))
        if tiles != self.picture.tiles:
            self.picture.show_tiles(tiles)

    def _name_controls(self, title: str) -> None:
        """Tell those who don't see it which hand a control belongs to."""
        points, doubles = self.points, self.doubles
        named = (
            (_("Pattern"), (self.pattern,)),
            (_("Limit hand"), (self.limit,)),
            (_("Points"), (points, points.spin, points.spin.lineEdit())),
            (self._model.doubles_word, (doubles, doubles.spin, doubles.spin.lineEdit())),
            (_("Concealed"), (self.concealed,)),
        )
        for what, controls in named:
            for one in controls:
                one.setAccessibleName(_("{row}: {what}").format(row=title, what=what))

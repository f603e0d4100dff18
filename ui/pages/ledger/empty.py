"""The Notebook before there is anything in it: what will be here, and three ways to begin."""

from __future__ import annotations

from operator import attrgetter

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import _
from mjcompanion.ledger.values import PRACTICE, Entry, GameRow, KeptHand, SessionRow
from mjcompanion.rulesets import RULESETS
from mjcompanion.table.events import now

from ...theme import look
from ...widgets import Button, Flow, ScrollPage, TextLabel
from ...widgets.layouts import down, fill
from .lists import EntryList, RowsModel, entry_role


def _samples() -> tuple[Entry, ...]:
    """Return one entry of each kind, as if they were of today."""
    at = now()
    chinese = next(str(rules) for rules in RULESETS.values() if rules.single_player and not rules.with_card)
    table = next(str(rules) for rules in RULESETS.values() if rules.at_table)
    four, nets = (_("Ann"), _("Bob"), _("Chuck"), _("Dora")), (324, -88, -196, -40)
    return (
        SessionRow("2", "", at, table, "", "", 12, True, 12, four, four, nets, nets),
        KeptHand(uid="1", at=at, changed_at=at, player=four[0], rules=table, score=108),
        GameRow(uid="3", rules=chinese, seed=7, begun_at=at, finished_at=at, won=False),
        KeptHand(uid="4", at=at, changed_at=at, rules=table, place=f"{table} 2 17", kind=PRACTICE),
    )


class EmptyNotebook(ScrollPage):
    """The page while nothing is in the Notebook."""

    def __init__(self, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(content, parent)
        self.setAccessibleName(self.tr("Notebook"))
        current = look()
        self.sentence = TextLabel(
            self.tr("Your sessions, saved hands, solitaire games and exercises will appear here, newest first."),
            "quiet",
        )
        self.score_button = Button(self.tr("Score a hand"), "primary", "score")
        self.solitaire_button = Button(self.tr("Play solitaire"), icon="solitaire")
        self.start_button = Button(self.tr("Start a session"), icon="table")
        self.import_button = Button(self.tr("Import…"), "quiet")
        buttons = Flow(spacing=current.S)
        buttons.add(self.score_button, self.solitaire_button, self.start_button, self.import_button)
        model = RowsModel(attrgetter("uid"), entry_role, self)
        model.show_rows(_samples())
        samples = EntryList("", model)
        samples.setEnabled(False)
        samples.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        samples.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        samples.setFixedHeight(4 * round(20 + 48 * current.scale))
        column = down(content, spacing=current.L, margins=(0, 0, 0, current.L))
        for one in (samples, self.sentence, buttons):
            one.setMaximumWidth(current.readable_width)
        fill(column, self.sentence, buttons, samples).addStretch(1)

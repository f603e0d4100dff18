"""The notebook before there is anything in it: what will be here, a picture of that, and three ways to begin."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.hand import Hand
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.values import PRACTICE, Entry, GameRow, KeptHand, SessionRow
from mjcompanion.rulesets import RULESETS
from mjcompanion.table.events import now

from ...theme import look, smooth_painter
from ...widgets import Button, CardFrame, Flow, Heading, ScrollPage, TextLabel
from ...widgets.figures import Index
from ...widgets.layouts import across, down, fill, grow_by_width
from ...widgets.tiles import TileStyle
from ...widgets.tiles.picture import TilePicture
from .lists import QuietList, entry_role, kept_title

_WIDE: Final = 720
_HIGH: Final = 330
"""The size of what is drawn, at 100 % text; in less room it is drawn smaller."""
_WIDEST: Final = 760
_HAND: Final = "123m 456p 99s (777z) [1111s] 1f"
_NOWHERE = QModelIndex()


def _samples() -> tuple[Entry, ...]:
    """One entry of each kind, as if they were of today."""
    at = now()
    chinese = next(str(rules) for rules in RULESETS.values() if rules.single_player and not rules.with_card)
    table = next(str(rules) for rules in RULESETS.values() if rules.at_table)
    four, nets = (_("Ann"), _("Bob"), _("Chuck"), _("Dora")), (324, -88, -196, -40)
    return (
        KeptHand(uid="1", at=at, changed_at=at, player=four[0], rules=table, score=108, hand=_HAND),
        SessionRow("2", "", at, table, "", "", 12, True, 12, four, four, nets, nets),
        GameRow(uid="3", rules=chinese, seed=7, begun_at=at, finished_at=at, won=False),
        KeptHand(uid="4", at=at, changed_at=at, rules=table, place=f"{table} 2 17", kind=PRACTICE),
    )


class _Samples(QAbstractListModel):
    """The samples as the list shows them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._entries = _samples()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """An entry in words."""
        return entry_role(self._entries[index.row()], role) if index.isValid() else None


class EmptyPicture(QWidget):
    """The list and one hand, drawn by the widgets that will show them; nobody can press anything in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._scene = QWidget(self)
        self._scene.hide()
        entries = QuietList("", 2)
        entries.setModel(_Samples(entries))
        entries.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        entries.setCurrentIndex(entries.model().index(0, 0))
        hand = _samples()[0]
        assert isinstance(hand, KeptHand)  # noqa: S101 - made so
        shown = CardFrame(kept_title(hand))
        tiles = TilePicture(Hand.parse(hand.hand).tiles, TileStyle(round(34 * look().scale ** 0.5), look().index))
        fill(shown.body, TextLabel(hand.player, "quiet"), tiles).addStretch(1)
        fill(across(self._scene, spacing=look().M), (entries, 1), (shown, 1))

    def sizeHint(self) -> QSize:
        wide = round(_WIDE * look().scale)
        return QSize(wide, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 0)

    def heightForWidth(self, width: int) -> int:
        """As high as the picture is in such a width."""
        return round(min(width, _WIDE * look().scale) * _HIGH / _WIDE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        whole = QSize(round(_WIDE * current.scale), round(_HIGH * current.scale))
        shrunk = min(1.0, self.width() / whole.width())
        self._scene.resize(whole.width() - 2 * current.M, whole.height() - 2 * current.M)
        painter = smooth_painter(self)
        painter.scale(shrunk, shrunk)
        frame = QPainterPath()
        frame.addRoundedRect(QRectF(0.5, 0.5, whole.width() - 1, whole.height() - 1), current.RADIUS, current.RADIUS)
        painter.setPen(QPen(QColor(current.colours.line), current.line_width))
        painter.drawPath(frame)
        painter.setClipPath(frame)
        self._scene.render(painter, QPoint(current.M, current.M), renderFlags=QWidget.RenderFlag.DrawChildren)
        painter.end()


class EmptyNotebook(ScrollPage):
    """What stands on the page while nothing is in the notebook."""

    def __init__(self, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(content, parent)
        self.setAccessibleName(self.tr("Notebook"))
        current = look()
        outer = across(content, margins=(current.L, current.L, current.L, current.L))
        inside = QWidget()
        inside.setMaximumWidth(round(_WIDEST * current.scale))
        outer.addStretch(1)
        outer.addWidget(inside, 1000)
        outer.addStretch(1)
        self.heading = Heading(self.tr("Your notebook"), 1)
        self.sentence = TextLabel(
            self.tr(
                "The hands that you keep, every session at the table, the solitaire games that you finish and the "
                "exercises that you do are listed here, newest first."
            ),
            "quiet",
        )
        self.score_button = Button(self.tr("Score a hand"), "primary", "score")
        self.solitaire_button = Button(self.tr("Play solitaire"), icon="solitaire")
        self.start_button = Button(self.tr("Start a session"), icon="table")
        self.import_button = Button(self.tr("Import…"), "quiet", "open")
        ways = Flow(spacing=current.S)
        ways.add(self.score_button, self.solitaire_button, self.start_button, self.import_button)
        column = down(inside, spacing=current.M)
        column.addStretch(1)
        fill(column, self.heading, self.sentence, ways, EmptyPicture()).addStretch(2)

"""The running score card: a line for each finished game, as Kemp's card has them, the newest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from mjcompanion.i18n.translation import _, joined
from mjcompanion.ledger.values import GameRow
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.deal import GAMES

from .... import icons
from ....context import moment
from ....rich_text import in_role, tooltip
from ....theme import look
from ....widgets.figures import Index, QuietDelegate, QuietTable, TableHeader
from ....widgets.listing import ListingModel, fetch_ahead
from .presenter import RecordPresenter
from .words import (
    REDUCED,
    day,
    deal_figure,
    ending,
    final_figure,
    game_title,
    game_word,
    help_words,
    percent_figure,
    score_figure,
    sentence,
)

ROW: Final = Qt.ItemDataRole.UserRole + 1
"""The role that gives the game of a line."""
_NOWHERE = QModelIndex()
_MEASURED: Final = 400
"""So many lines decide how wide the columns are; longer figures further down widen them when they come."""


class CardColumn(msgspec.Struct, frozen=True):
    """A column: its word, of which game it speaks (empty: of all), what stands in it, whether those are figures."""

    key: str
    title: str
    rules: str
    text: Callable[[GameRow], str]
    figures: bool = True


def _plain_columns(rules: str) -> tuple[CardColumn, ...]:
    """One set of columns for all games, or for one."""
    which = [CardColumn("game", _("Game"), "", lambda row: game_word(row.rules), figures=False)]
    found = [
        *_first_columns(),
        *(which if not rules else []),
        *_figures(""),
    ]
    if rules and not Ruleset(rules).single_player:
        found = [one for one in found if one.key not in ("percent", "final")]
    return (*found, _help_column())


def _figures(rules: str) -> tuple[CardColumn, ...]:
    """What was counted, of all games or of one."""
    return (
        CardColumn("score", _("Score"), rules, score_figure),
        CardColumn("percent", _("%"), rules, percent_figure),
        CardColumn("final", _("Final"), rules, final_figure),
    )


def _grouped_columns() -> tuple[CardColumn, ...]:
    """Columns for each game side by side, as on the printed card."""
    found = list(_first_columns())
    for rules in GAMES:
        if rules.single_player:
            found += _figures(str(rules))
    found.append(_figures(next(str(rules) for rules in GAMES if not rules.single_player))[0])
    return (*found, _help_column())


def _choices(rules: str) -> list[tuple[CardColumn, ...]]:
    """The columns that may be shown, the fullest first: in a narrow window some are left to the line's own words."""
    plain = _plain_columns(rules)
    iconic = tuple([msgspec.structs.replace(one, text=_nothing) if one.key == "help" else one for one in plain])
    no_deal = tuple(
        [
            msgspec.structs.replace(one, text=_marked_day) if one.key == "date" else one
            for one in iconic
            if one.key != "deal"
        ]
    )
    least = tuple([one for one in no_deal if one.key != "percent"])
    return [*([] if rules else [_grouped_columns()]), plain, iconic, no_deal, least]


def _marked_day(row: GameRow) -> str:
    """The day, and that the tiles were real, where there is no room for the deal."""
    return joined([day(row.finished_at), *[deal_figure(row)] * row.real])


def _nothing(_row: GameRow) -> str:
    """No word beside the icon, for want of room."""
    return ""


def _first_columns() -> tuple[CardColumn, ...]:
    return (
        CardColumn("date", _("Date"), "", lambda row: day(row.finished_at), figures=False),
        CardColumn("deal", _("Deal"), "", deal_figure),
    )


def _help_column() -> CardColumn:
    return CardColumn("help", _("Help"), "", lambda row: _("assisted") if row.assisted else "", figures=False)


_SHORT: Final = (_nothing, _marked_day)


class GamesModel(ListingModel[GameRow]):
    """The presenter's games as lines of the card."""

    lines: list[GameRow]  # type: ignore[assignment]  # no headings are among them

    def __init__(self, presenter: RecordPresenter, parent: QWidget | None = None) -> None:
        super().__init__(presenter, parent)
        self.columns: tuple[CardColumn, ...] = _plain_columns("")

    def show_columns(self, columns: tuple[CardColumn, ...]) -> None:
        """Show other columns of the same games."""
        keys = [(one.key, one.rules, one.text in _SHORT) for one in columns]
        if keys != [(one.key, one.rules, one.text in _SHORT) for one in self.columns]:
            self.beginResetModel()
            self.columns = columns
            self.endResetModel()

    def game(self, row: int) -> GameRow:
        """The game of a line."""
        return self.lines[row]

    def text(self, row: GameRow, column: int) -> str:
        """What stands in a cell; a game fills the columns of its own kind alone."""
        one = self.columns[column]
        return one.text(row) if one.rules in ("", row.rules) else ""

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words and figures; a whole sentence for those who hear the first cell of a line."""
        if not index.isValid():
            return None
        row, column = self.lines[index.row()], self.columns[index.column()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._said(row, index.column(), column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(help_words(row) if column.key == "help" and row.assisted else self._sentence(row))
        return None

    def _said(self, row: GameRow, place: int, column: CardColumn) -> str:
        if not place:
            return self._sentence(row)
        if column.key in ("score", "final") and not row.won:
            return ending(row)
        if column.key == "help":
            return help_words(row) or _("without help")
        return _("{column}: {text}").format(column=column.title, text=self.text(row, place))

    @staticmethod
    def _sentence(row: GameRow) -> str:
        return sentence(row, moment(row.finished_at))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            words = {
                "percent": _("Share of the tiles left in the wall"),
                "final": _("Final: score × share left"),
                "deal": _("Deal; ↺ played before"),
            }
            said = words.get(column.key, column.title)
            game = game_title(column.rules)
            return in_role(role, _("{game}: {column}").format(game=game, column=said) if column.rules else said)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.figures else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None


class CardHeader(TableHeader):
    """The words above the columns; above those of one game its name."""

    def __init__(self, model: GamesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._games = model

    def _is_grouped(self) -> bool:
        return any(column.rules for column in self._games.columns)

    def sizeHint(self) -> QSize:
        high = round(look().small * 2)
        return QSize(super().sizeHint().width(), high * (2 if self._is_grouped() else 1))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """The word of a column, and its part of the name of a game."""
        current = look()
        c = current.colours
        half = rect.height() // 2 if self._is_grouped() else 0
        upper = QRect(rect.left(), rect.top(), rect.width(), half)
        painter.save()
        painter.fillRect(rect, QColor(c.page))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), current.line_width, QColor(c.line))
        painter.setPen(QColor(c.quiet))
        painter.setFont(current.font(current.small))
        words = rect.adjusted(current.S, half, -current.S, 0)
        column = self._games.columns[section]
        side = Qt.AlignmentFlag.AlignRight if column.figures else Qt.AlignmentFlag.AlignLeft
        text = painter.fontMetrics().elidedText(column.title, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, int(side | Qt.AlignmentFlag.AlignVCenter), text)
        rules = column.rules
        if rules:
            places = [at for at, one in enumerate(self._games.columns) if one.rules == rules]
            left = self.sectionViewportPosition(places[0])
            wide = sum(self.sectionSize(at) for at in places)
            box = QRect(left + current.S, upper.top(), wide - 2 * current.S, half)
            painter.setClipRect(upper)
            painter.setFont(current.font(current.small, bold=True))
            painter.setPen(QColor(c.text))
            name = painter.fontMetrics().elidedText(game_word(rules), Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), name)
            line = QRect(left + current.S, upper.bottom(), wide - 2 * current.S, 1)
            painter.fillRect(line, QColor(c.line))
        painter.restore()


class CardTable(QuietTable):
    """The running score card.

    Signals:
        opened(GameRow): Enter was pressed on a line.
    """

    opened = Signal(object)

    def __init__(self, presenter: RecordPresenter, parent: QWidget | None = None) -> None:
        self._presenter = presenter
        self.games = GamesModel(presenter)
        super().__init__(_("Running score card"), self.games, CardHeader(self.games), parent)
        self.setItemDelegate(_CardDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.games.rowsInserted.connect(lambda *_unused: self.fit())
        fetch_ahead(self)

    # the line that is lit

    @property
    def current(self) -> GameRow | None:
        """The game whose line is lit."""
        index = self.currentIndex()
        return self.games.game(index.row()) if index.isValid() else None

    def choose(self, uid: str) -> None:
        """Light the line of a game; where it isn't in the list, none."""
        place = self.games.place_of(uid) if uid else -1
        self.light(place)
        if place < 0:
            self.setCurrentIndex(QModelIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_mouse = event.reason() is Qt.FocusReason.MouseFocusReason
        if not self.currentIndex().isValid() and self.games.rowCount() and not by_mouse:
            self.setCurrentIndex(self.games.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the line; Home and End go to the first and the last."""
        row, key = self.current, event.key()
        if row is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(row)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.games.rowCount():
            place = 0 if key == Qt.Key.Key_Home else self.games.rowCount() - 1
            self.setCurrentIndex(self.games.index(place, max(0, self.currentIndex().column())))
        else:
            super().keyPressEvent(event)

    # how wide it is

    def fit(self) -> None:
        """Choose the columns that there is room for, and give each its width."""
        for _unused in range(2):  # a scroll bar may come or go meanwhile
            room = self.viewport().width()
            self._fit_to(room)
            if self.viewport().width() == room:
                break

    def refit(self) -> None:
        """Fit again; the same line stays lit, whatever columns are shown."""
        row = self.current
        self.fit()
        if row is not None:
            self.choose(row.uid)

    def _fit_to(self, room: int) -> None:
        rules = self._presenter.filter.rules
        columns = next((one for one in _choices(rules) if sum(self._widths(one)) <= room), _choices(rules)[-1])
        self.games.show_columns(columns)
        widths = self._widths(columns)
        spare = max(0, room - sum(widths))
        header = self.horizontalHeader()
        for place, width in enumerate(widths):  # what is over goes to all columns alike, and the rest to the last
            more = spare // len(widths) if place < len(widths) - 1 else spare - spare // len(widths) * (len(widths) - 1)
            header.resizeSection(place, width + more)
        header.setFixedHeight(header.sizeHint().height())
        self.verticalHeader().setDefaultSectionSize(look().target)

    def _widths(self, columns: tuple[CardColumn, ...]) -> list[int]:
        current = look()
        body = QFontMetrics(current.font(current.body, bold=True))
        heads = QFontMetrics(current.font(current.small, bold=True))
        rows = self._presenter.rows[:_MEASURED]
        widths = []
        for column in columns:
            texts = {column.text(row) for row in rows if column.rules in ("", row.rules)}
            longest = max((body.horizontalAdvance(text) for text in texts), default=0)
            if column.key == "help":
                word = 0 if column.text is _nothing else body.horizontalAdvance(_("assisted")) + current.XS
                longest = word + current.icon
            head = heads.horizontalAdvance(column.title)
            if column.rules and sum(one.rules == column.rules for one in columns) == 1:  # its game's name stands on it
                head = max(head, heads.horizontalAdvance(game_word(column.rules)))
            widths.append(max(longest, head) + 2 * current.S + current.XS)
        return widths


class _CardDelegate(QuietDelegate):
    """Paints a cell: a final is bold, what wasn't won is quiet, help has an icon besides its word."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Background, then words."""
        row = index.data(ROW)
        model = index.model()
        assert isinstance(model, GamesModel)  # noqa: S101 - the only model this delegate is given
        column = model.columns[index.column()]
        current = look()
        c = current.colours
        self.paint_ground(painter, option, index)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        quiet = column.key in ("percent", "help", "deal") or not row.won
        ink = QColor(c.on_chosen_soft if chosen else c.quiet if quiet else c.text)
        painter.setPen(ink)
        main = column.key == "final" or (column.key == "score" and row.rules not in REDUCED)
        painter.setFont(current.font(current.body, bold=main and row.won))
        box = option.rect.adjusted(current.S, 0, -current.S, 0)
        if column.key == "help" and row.assisted:
            ratio = painter.device().devicePixelRatioF()
            picture = icons.pixmap("coach", current.icon, ink.name(), ratio)
            painter.drawPixmap(box.left(), box.center().y() - current.icon // 2, picture)
            box.setLeft(box.left() + current.icon + current.XS)
        side = Qt.AlignmentFlag.AlignRight if column.figures else Qt.AlignmentFlag.AlignLeft
        text = painter.fontMetrics().elidedText(str(index.data() or ""), Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), text)
        self.paint_focus(painter, option)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(60, look().target)

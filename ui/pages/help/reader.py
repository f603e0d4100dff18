"""The text of a section: a browser of rich text that draws tiles, follows links and marks what was searched for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import unquote

import msgspec
from PySide6.QtCore import QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from mjcompanion.core.tiles import Tile
from mjcompanion.handbook.blocks import Block, Grid

from ...parts.tiles import art
from ...parts.tiles.art import shape_of
from ...rich_text import set_markup
from ...theme import look
from .markup import LINE, Manner, as_html, style_of

_OVER = 2
"""By how many pixels a table may come out wider than it should, for its columns are whole pixels."""
_WALK = (Qt.Key.Key_Left, Qt.Key.Key_Right)


class Reader(QTextBrowser):
    """One section at a time.

    Signals:
        link_followed(str): the person wants to go where a link leads.
        narrowed(): the text is as wide as it wasn't before, and tables may have to be written otherwise.
    """

    link_followed = Signal(str)
    narrowed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._manner: Manner | None = None
        self._index = "none"
        self._width = 0
        self._heading, self._scrolled = "", 0
        self._is_written = False
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(lambda: self.go_to(self._heading))
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.anchorClicked.connect(lambda url: self.link_followed.emit(unquote(url.toString())))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 200)

    @property
    def text_width(self) -> int:
        return self.viewport().width() - _OVER

    @property
    def over(self) -> int:
        """How much wider it is than a column that can be read."""
        return max(0, self.width() - look().readable_width - look().XXL)

    def show_blocks(self, blocks: Iterable[Block], manner: Manner, index: str) -> None:
        """Show a section from its top.

        A scroll bar that comes or goes with it makes the text narrower or wider, which is told once the text is there:
        Qt crashes when a document is written anew while it is written.
        """
        self._manner, self._index = manner, index
        document, markup = self.document(), as_html(blocks, manner)
        self._is_written = True
        document.clear()
        document.setIndentWidth(manner.look.XL * manner.look.scale)
        document.setDefaultFont(manner.look.font(manner.look.body))
        document.setDefaultStyleSheet(style_of(manner.look))
        set_markup(document, markup)
        self.setTextCursor(QTextCursor(document))  # at the top, where reading begins
        self.setExtraSelections([])
        self._is_written = False
        self._fit_width()

    def go_to(self, name: str) -> None:
        """Scroll to a heading, and go on reading there."""
        block = self.document().begin()
        while block.isValid():
            if any(name in one.format.anchorNames() for one in block.textFormats()):
                self.setTextCursor(QTextCursor(block))
                break
            block = block.next()
        self.scrollToAnchor(name)
        self._heading, self._scrolled = name, self.verticalScrollBar().value()
        self._again.stop()

    def must_change(self, blocks: Sequence[Block], width: int) -> bool:
        """Whether a table of the section would be written otherwise with this width."""
        if self._manner is None:
            return True
        later = msgspec.structs.replace(self._manner, width=width)
        columns = {len(block.rows[0]) for block in blocks if isinstance(block, Grid)}
        return any(self._manner.fits(count) is not later.fits(count) for count in columns)

    def mark(self, words: Sequence[str]) -> None:
        """Mark all places of some words and go to the first."""
        c = look().colours
        found: list[QTextEdit.ExtraSelection] = []
        for word in words:
            cursor = QTextCursor(self.document())
            while not (cursor := self.document().find(word, cursor)).isNull():
                selection = QTextEdit.ExtraSelection()
                selection.cursor = cursor
                form = selection.format
                form.setBackground(QColor(c.glow))
                form.setForeground(QColor(c.ink_black))
                selection.format = form
                found.append(selection)
        self.setExtraSelections(found)
        if found:
            first = min(found, key=lambda one: one.cursor.selectionStart())
            top = QTextCursor(first.cursor)
            top.clearSelection()
            self.setTextCursor(top)
            self.ensureCursorVisible()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Pictures of tiles, by the name that the markup gave them."""
        text = name.toString() if isinstance(name, QUrl) else name
        if kind == QTextDocument.ResourceType.ImageResource.value and text.startswith("tiles:"):
            size, _, faces = unquote(text.removeprefix("tiles:")).partition("/")
            return self.picture([None if one == "back" else Tile.parse(one) for one in faces.split("-")], size)
        return super().loadResource(kind, name)

    def picture(self, those: Sequence[Tile | None], size: str = LINE) -> QPixmap:
        """Tiles side by side; None is one face down."""
        manner = self._manner
        width = 24 if manner is None else manner.tile_width(size)
        shape, current, ratio = shape_of(width), look(), self.devicePixelRatioF()
        step = shape.front_width + shape.gap
        wide = len(those) * step + 2 * shape.pad - shape.gap
        made = QPixmap(round(wide * ratio), round(shape.picture_height * ratio))
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        for at, tile in enumerate(those):
            index = self._index if size != LINE else "none"
            painter.drawPixmap(at * step, 0, art().picture(tile, width, current, ratio=ratio, index=index))
        painter.end()
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A column that can be read, at the left of what there is."""
        current = look()
        over = self.over
        if self._heading and self._scrolled == self.verticalScrollBar().value():
            self._again.start()  # nobody has scrolled since; the text is laid out anew several times now
        self.setViewportMargins(current.XL, current.L, current.L + over, 0)
        super().resizeEvent(event)
        if not self._is_written:
            self._fit_width()

    def _fit_width(self) -> None:
        """Lay the text out in the width that there is, where that is another one, and tell it."""
        if self.viewport().width() != self._width:
            self._width = self.viewport().width()
            self.setLineWrapColumnOrWidth(max(100, self._width - _OVER))
            self.narrowed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt with an arrow is the page's; all else walks in the text."""
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in _WALK:
            event.ignore()
            return
        super().keyPressEvent(event)

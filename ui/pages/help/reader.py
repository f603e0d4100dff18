"""The text of a section: a text browser that draws tiles, follows links and marks search results."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import unquote

from PySide6.QtCore import QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPixmap, QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from mjcompanion.core.tiles import Terms, Tile

from ...rich_text import set_markup
from ...theme import look
from ...widgets.tiles.art import shape_of, tile_picture
from .markup import LINE, faces_of, style_sheet, tile_width, with_pictures

_WALK = (Qt.Key.Key_Left, Qt.Key.Key_Right)


class HandbookReader(QTextBrowser):
    """A view of one section.

    Signals:
        link_followed(str): a link was clicked, or chosen by keyboard.
    """

    link_followed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._tile, self._index = 40, "none"
        self._heading, self._scrolled = "", 0
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(lambda: self.go_to(self._heading))
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # rounding makes tables a pixel wider
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.anchorClicked.connect(lambda url: self.link_followed.emit(unquote(url.toString())))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 200)

    def show_page(self, html: str, terms: Terms, tile: int, index: str, *, named: bool) -> None:
        """Show a section from its top.

        Args:
            html: the section, with its keys.
            terms: the words for tiles.
            tile: the width of tiles that the settings say.
            index: the corner index of tiles in hands.
            named: whether the names of tiles are written after their pictures.

        """
        current = look()
        self._tile, self._index = tile, index
        document = self.document()
        document.clear()
        document.setIndentWidth(current.XL * current.scale)
        document.setDefaultFont(current.font(current.body))
        document.setDefaultStyleSheet(style_sheet(current))
        set_markup(document, with_pictures(html, current, tile, terms, named=named))
        self.setTextCursor(QTextCursor(document))  # at the top, where reading begins
        self.setExtraSelections([])

    def go_to(self, name: str) -> None:
        """Scroll to a heading, and put the cursor there."""
        block = self.document().begin()
        while block.isValid():
            if any(name in one.format.anchorNames() for one in block.textFormats()):
                self.setTextCursor(QTextCursor(block))
                break
            block = block.next()
        self.scrollToAnchor(name)
        self._heading, self._scrolled = name, self.verticalScrollBar().value()
        self._again.stop()

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
        """Draw tiles by the name of their picture."""
        text = name.toString() if isinstance(name, QUrl) else name
        if kind == QTextDocument.ResourceType.ImageResource.value and text.startswith("tiles:"):
            size, _, faces = unquote(text.removeprefix("tiles:")).partition("/")
            return self._picture(faces_of(faces), size)
        return super().loadResource(kind, name)

    def _picture(self, tiles: Sequence[Tile | None], size: str) -> QPixmap:
        current, ratio = look(), self.devicePixelRatioF()
        width = tile_width(current, self._tile, size)
        shape = shape_of(width)
        step = shape.front_width + shape.gap
        wide = len(tiles) * step + 2 * shape.pad - shape.gap
        made = QPixmap(round(wide * ratio), round(shape.picture_height * ratio))
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        for at, tile in enumerate(tiles):
            index = self._index if size != LINE else "none"
            painter.drawPixmap(at * step, 0, tile_picture(tile, width, current, ratio=ratio, index=index))
        painter.end()
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the text in a column that can be read, at the left."""
        current = look()
        if self._heading and self._scrolled == self.verticalScrollBar().value():
            self._again.start()  # nobody has scrolled since; the layout changes several times now
        spare = max(0, self.width() - current.readable_width - current.XXL)
        self.setViewportMargins(current.S, 0, current.L + spare, 0)
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Alt with an arrow to the page; all else moves in the text."""
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in _WALK:
            event.ignore()
            return
        super().keyPressEvent(event)

"""The program's own icons: one monochrome drawing each, inked in whatever colour a theme wants."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from .theme import Look


@lru_cache(maxsize=256)
def pixmap(name: str, side: int, colour: str, ratio: float = 1.0, room: int = 0) -> QPixmap:
    """An icon of `resources/icons`, sharp on a screen with this pixel ratio, with room at its right."""
    from PySide6.QtSvg import QSvgRenderer  # the window is up before the first icon is drawn

    from mjcompanion.storage.package_data import data

    drawing = data(f"icons/{name}.svg").replace(b"currentColor", colour.encode())
    picture = QPixmap(round((side + room) * ratio), round(side * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(drawing)).render(painter, QRectF(0, 0, side * ratio, side * ratio))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def icon(name: str, look: Look, colour: str = "", ratio: float = 0.0, room: int = 0) -> QIcon:
    """An icon in the colour of the text, faint where its button is disabled."""
    ratio = ratio or screen_ratio()
    made = QIcon()
    made.addPixmap(pixmap(name, look.icon, colour or look.colours.text, ratio, room))
    made.addPixmap(pixmap(name, look.icon, look.colours.faint, ratio, room), QIcon.Mode.Disabled)
    return made


def app_icon() -> QIcon:
    """The program's picture, for title bars and lists of windows, in the sizes they have."""
    from PySide6.QtSvg import QSvgRenderer

    from mjcompanion.storage.package_data import data

    drawing = QSvgRenderer(QByteArray(data("app.svg")))
    made = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        picture = QPixmap(side, side)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        drawing.render(painter)
        painter.end()
        made.addPixmap(picture)
    return made


def screen_ratio(widget: QWidget | None = None) -> float:
    """Device pixels to one logical pixel where a widget is shown, or on the main screen."""
    if widget is not None:
        return widget.devicePixelRatioF()
    screen = QGuiApplication.primaryScreen()
    return screen.devicePixelRatio() if screen is not None else 1.0

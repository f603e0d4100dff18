"""Draws the program's icon in the sizes that desktops ask for, by Qt, without a screen."""

from __future__ import annotations

import os
from pathlib import Path

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Of the hicolor theme, in pixels."""


def draw(svg: Path, places: dict[Path, int]) -> None:
    """Draw a picture into files of these widths in pixels."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QByteArray, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    _ = QGuiApplication.instance() or QGuiApplication([])
    picture = QSvgRenderer(QByteArray(svg.read_bytes()))
    if not picture.isValid():
        raise SystemExit(f"{svg} is no picture.")
    for path, size in places.items():
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        picture.render(painter)
        painter.end()
        path.parent.mkdir(parents=True, exist_ok=True)
        if not image.save(str(path)):
            raise SystemExit(f"{path} can't be written.")

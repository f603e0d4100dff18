"""Take the pictures of docs/pictures: the Score page in each look, and all tiles.

Run as `QT_QPA_PLATFORM=offscreen python -m tools.take_pictures` with the program installed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from mjcompanion.ui.app import build
from mjcompanion.ui.pages.score import ScorePage
from mjcompanion.ui.theme import look
from mjcompanion.ui.tiles import TileFace, TileRow, TileStyle
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from mjcompanion import settings as store
from mjcompanion.folders import Folders
from mjcompanion.hand import By
from mjcompanion.settings import Settings
from mjcompanion.tiles import FLOWER_TILES, JOKER, PLAIN_TILES, Tile, Wind

HAND = "123m 456p 99s (777z) [1111s] 1f"
WRONG = "11111m 456p 99s (777z) [1111s] 1f"
PICTURES: dict[str, tuple[tuple[int, int], dict[str, object], str]] = {
    "score-light": ((1280, 860), {}, HAND),
    "score-dark": ((1280, 860), {"theme": "dark"}, HAND),
    "score-contrast": ((1280, 860), {"theme": "high-contrast"}, HAND),
    "score-200": ((1600, 1000), {"text_size": 200, "tile_size": "large"}, HAND),
    "score-error": ((1280, 860), {}, WRONG),
}
"""Name: size of the window, settings, hand."""


def settle(app: QApplication, seconds: float = 0.5) -> None:
    """Let everything that is under way come to rest."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        app.processEvents()


def take_page(app: QApplication, name: str, folder: Path) -> None:
    """Take one picture of the Score page."""
    size, changes, hand = PICTURES[name]
    with tempfile.TemporaryDirectory() as data:
        folders = Folders.at(data)
        store.save(Settings().changed(**changes), folders)
        window = build(app, folders)
        window.resize(*size)
        window.show()
        page = window.page("score")
        assert isinstance(page, ScorePage)  # noqa: S101 - the page just opened
        page.presenter.set_seat(Wind.WEST)
        page.presenter.paste(hand)
        page.presenter.set_by(By.DRAW)
        page.presenter.set_winning_tile(Tile.parse("9s"))
        settle(app)
        window.grab().save(str(folder / f"{name}.png"))
        window.close()
        window.deleteLater()


def take_tiles(app: QApplication, folder: Path) -> None:
    """Take one picture of all tiles, large and small."""
    paper = QWidget()
    palette = paper.palette()
    palette.setColor(QPalette.ColorRole.Window, QColor(look().colours.page))
    paper.setPalette(palette)
    layout = QVBoxLayout(paper)
    lines = [PLAIN_TILES[:9], PLAIN_TILES[9:18], PLAIN_TILES[18:27], PLAIN_TILES[27:], FLOWER_TILES]
    for width in (84, 40, 24):
        row = TileRow("", TileStyle(width), wrapping=False, liftable=False, draggable=False)
        faces = [
            TileFace(tile, new_line=at == 0 and number > 0)
            for number, line in enumerate(lines)
            for at, tile in enumerate(line)
        ]
        row.show_tiles([*faces, TileFace(JOKER, gap=True), TileFace(None)])
        layout.addWidget(row)
    paper.show()
    settle(app)
    paper.grab().save(str(folder / "tiles.png"))


def main(folder: Path) -> None:
    """Take them all."""
    app = QApplication(["pictures"])
    for name in PICTURES:
        take_page(app, name, folder)
    take_page(app, "score-light", folder)
    take_tiles(app, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures"))

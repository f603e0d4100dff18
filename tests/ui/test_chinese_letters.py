"""Where the machine has no font, or none with Chinese, the window takes the letters from those of the program."""

import os
import subprocess
import sys

from mjcompanion.storage.package_data import data

ASKED = """
import gettext
import sys
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel
from mjcompanion.i18n import translation
from mjcompanion.ui import translator

app = QApplication([])
translation.languages = lambda: ("en", "zh_CN")
translation._catalogue = lambda code: gettext.NullTranslations() if code == "zh_CN" else None
before = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
translator.install(app, sys.argv[1])
translator.install(app, sys.argv[1])
own = QFontDatabase.applicationFontFamilies(0), QFontDatabase.applicationFontFamilies(1)


def drawn(text):
    label = QLabel(text)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.resize(QSize(40, 40))
    picture = label.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    return bytes(picture.constBits())


print(len(before), sum(map(len, own)), len({drawn(letter) for letter in "麻将胡中東陳"}))
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def on_a_machine_with(fonts, folder, language):
    """How many Chinese families there are, how many are brought, and how many pictures six letters have."""
    (folder / "fonts.conf").write_text(FONTS.format(fonts=fonts, cache=folder / "cache"), encoding="utf-8")
    environment = {**os.environ, "FONTCONFIG_FILE": str(folder / "fonts.conf"), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", ASKED, language], capture_output=True, check=True, env=environment, text=True
    )
    return tuple(map(int, done.stdout.split()))


def test_letters_are_brought_where_there_are_none(tmp_path):
    plain = tmp_path / "fonts"
    plain.mkdir()
    (plain / "sans.ttf").write_bytes(data("fonts/DejaVuSansCondensed.ttf"))
    assert on_a_machine_with(plain, tmp_path, "en") == (0, 0, 1)  # all six are the same empty box
    assert on_a_machine_with(plain, tmp_path, "zh_CN") == (0, 2, 6)


EVERYTHING = """
import sys
from PySide6.QtGui import QFontInfo, QRawFont
from PySide6.QtWidgets import QApplication
from mjcompanion.storage.paths import Folders
from mjcompanion.ui.app import build

app = QApplication([])
window = build(app, Folders.at(sys.argv[1]))
font = app.font()
bold = app.font()
bold.setBold(True)
families = {QFontInfo(one).family() for one in (font, bold, window.font())}
print(families, all(QRawFont.fromFont(font).supportsCharacter(ord(letter)) for letter in "Mah Jongg’“”…×½é"))
"""


def test_the_window_has_letters_on_a_machine_without_fonts(tmp_path):
    (tmp_path / "none").mkdir()
    (tmp_path / "fonts.conf").write_text(FONTS.format(fonts=tmp_path / "none", cache=tmp_path / "cache"), "utf-8")
    environment = {**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", EVERYTHING, str(tmp_path / "data")]
    done = subprocess.run(command, capture_output=True, check=True, env=environment, text=True)
    assert done.stdout.strip() == "{'Companion Sans'} True"

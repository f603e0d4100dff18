"""Names, titles and remarks from other people's files are text: nowhere markup, and no file is opened for them.

Each text of a ledger, a card, house rules and a record of games is a picture for whoever takes it for HTML. The files
come in as a double click brings them, and every page, list, menu and tooltip is walked.
"""

import ast
import ctypes
import os
import shutil
import struct
import tempfile
from pathlib import Path

import pypdfium2
import pytest
from mjcompanion.ui.command_palette.box import CommandPalette, open_palette
from mjcompanion.ui.opening import open_file
from mjcompanion.ui.rich_text import in_role, plain_boxes, tooltip
from mjcompanion.ui.widgets import Button
from mjcompanion.ui.widgets.menus import OpensMenu
from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QAccessible, QAction, QHelpEvent, QImage
from PySide6.QtGui import Qt as Texts
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QHeaderView,
    QLabel,
    QMessageBox,
    QTextEdit,
    QToolTip,
    QTreeView,
    QWidget,
)

from mjcompanion.american.writing import write_card
from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.table.club_rules import ClubRules, write_club_rules
from mjcompanion.table.events import Changed, PenaltyItem, Put, Started, Titled
from tests.ledger.gaming import changed, on_unknown_card, real
from tests.ledger.making import AT, hand, people, put, setup, store
from tests.ui import walk
from tests.ui.tour import STATES, on_tour

pytestmark = pytest.mark.qt_log_ignore("does not support raise")  # each tooltip says so, offscreen
_OPENED = 0x20  # inotify's IN_OPEN


class Bait:
    """A picture on the disk that tells whether anybody opened it."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="", dir="/tmp"))  # short, for names are cut
        self.path = self.folder / "p"
        QImage(9, 9, QImage.Format.Format_RGB32).save(str(self.path), "PNG")
        self._system = ctypes.CDLL(None, use_errno=True)
        self._watch = self._system.inotify_init1(os.O_NONBLOCK)
        assert self._system.inotify_add_watch(self._watch, os.fsencode(self.path), _OPENED) >= 0

    def text(self, end=""):
        """A name, a title, a remark."""
        return f"<img src='file:{self.path}'>&{end}"

    @property
    def was_opened(self):
        """Whether it was since this was asked last."""
        try:
            return bool(os.read(self._watch, 64 * struct.calcsize("iIII")))
        except BlockingIOError:
            return False

    def close(self):
        os.close(self._watch)
        shutil.rmtree(self.folder)


@pytest.fixture(scope="module")
def bait():
    made = Bait()
    QToolTip.showText(QPoint(0, 0), made.text())
    assert made.was_opened, "a tooltip of Qt opens it, so opening is noticed"
    QToolTip.hideText()
    yield made
    made.close()


NAMES = ("<i>&A", "<b>&B", "&lt;C", "<hr>D")
"""Those that fit on a button."""


def files(folder, bait):
    """A ledger, a card, house rules, each with its texts."""
    t = bait.text
    other = Folders.at(folder / "other")
    make_folder(other.data)
    with Ledger.open(None, other) as ledger:
        for rules in (Ruleset("classical"), Ruleset("nmjl")):
            four = people(ledger, NAMES if rules == "nmjl" else [t(seat) for seat in range(4)])
            begun = setup(four, rules, t(" title"), name=t(" rules"))
            penalty = Changed(at=AT, changes=(Put("p", PenaltyItem(1, (0, 2, 3), 30, t(" why"))),))
            told = [
                Started(at=AT, setup=begun),
                put(1, hand(1, rules=rules, note=t())),
                penalty,
                Titled(at=AT, title=t(" title")),
                put(2, rules=rules),
            ]
            uid = store(ledger, told)
        ledger.games.add(*real(won=True))
        game, record = on_unknown_card(t(" card"))
        ledger.games.add(changed(game, hand=t(" card"), by=t(" card"), winner=t(" card")), record)
        (folder / "x.mjledger.json").write_bytes(ledger.export("json", records=["game"]))
    line = {"section": t(" section"), "pattern": "FFFF 2222a 4444b 66c", "value": 25, "note": t(" note")}
    fields = {"name": t(" card"), "note": t(" note"), "line": [line, {**line, "pattern": t()}, {**line, "value": 30}]}
    (folder / "x.mjcard.toml").write_text(write_card(fields) + f'"{t(" field")}" = "{t()}"\n')
    chips = ChipSet(t(" chips")[:40], (ChipKind(100, 4), ChipKind(5, 10)))
    ours = ClubRules.of(t(" rules"), Ruleset("traditional"), {"limit": 778}, chips=chips, note=t(" note"))
    (folder / "x.mjrules.toml").write_text(write_club_rules(ours))
    return uid


@pytest.fixture(scope="module")
def tour(qapp, tmp_path_factory, bait):
    folder = tmp_path_factory.mktemp("foreign")
    uid = files(folder, bait)
    with on_tour(qapp, folder / "<img src=p>", uid) as made:
        made.folder, made.bait = folder, bait
        for page, name in (("ledger", "x.mjledger.json"), ("cards", "x.mjcard.toml"), ("rules", "x.mjrules.toml")):
            open_file(made.window, folder / name)  # read beside the window: its page comes to the front once it is read
            made.settle(until=lambda: made.window.page(page) and made.window.page(page).isVisible())  # noqa: B023
        yield made


ROLES = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole, Qt.ItemDataRole.WhatsThisRole)


def texts_of(one):
    """What Qt itself decides whether it is markup: where, and the text."""
    if isinstance(one, QLabel) and one.textFormat() is not Qt.TextFormat.PlainText:
        yield "label", one.text()
    yield "tooltip", one.toolTip()
    yield "status tip", one.statusTip()
    if isinstance(one, QHeaderView):
        told = [one.model().headerData(at, one.orientation(), role) for at in range(one.count()) for role in ROLES]
    elif isinstance(one, QAbstractItemView) and one.model() is not None:
        told = [one.model().data(index, role) for index in indexes(one) for role in ROLES]
    else:
        told = []
    yield from (("item", str(text or "")) for text in told)


def indexes(view, parent=None):
    """The places of a list, a table or a tree, each with its cells; of very long ones the first."""
    model, parent = view.model(), parent or QModelIndex()
    for place in range(min(model.rowCount(parent), 60)):
        for column in range(model.columnCount(parent) if isinstance(model, QAbstractTableModel) else 1):
            yield model.index(place, column, parent)
        if isinstance(view, QTreeView):
            yield from indexes(view, model.index(place, 0, parent))


def faults(bait):
    """What is wrong with everything that there is, seen or not."""
    everything = QApplication.allWidgets()
    actions = [action for one in everything for action in one.actions()]
    for one in [*everything, *actions]:
        for where, text in texts_of(one):
            if Texts.mightBeRichText(text):
                yield f"{where} of {walk.who(one) if isinstance(one, QWidget) else one}: {text[:90]}"
        if isinstance(one, QAbstractButton) and one.shortcut().toString():
            yield f"a letter of “{one.text()}” is a key"
        if isinstance(one, QAction) and "&" in one.text().replace("&&", ""):
            yield f"a letter of “{one.text()}” may be a key"
        if str(bait.path) in one.whatsThis():
            yield f"What's this of {one}: {one.whatsThis()[:90]}"
        if isinstance(one, QMessageBox):
            yield f"{one}: {one.text()}"
        if isinstance(one, QTextEdit):
            names = [form.toImageFormat().name() for form in one.document().allFormats() if form.isImageFormat()]
            yield from (f"{one}: {name}" for name in names if not name.startswith("tiles:"))
        if isinstance(one, QWidget) and one.isVisible() and "<" in one.toolTip():
            middle = one.rect().center()
            QApplication.sendEvent(one, QHelpEvent(QEvent.Type.ToolTip, middle, one.mapToGlobal(middle)))
    if bait.was_opened:
        yield "a file was opened"


def test_what_came_in_is_there(tour, bait):
    """Else the walk would find nothing to fear."""
    with Ledger.open(None, tour.window.context.folders) as ledger:
        assert {one.name for one in ledger.players.search()} == {*NAMES, *map(bait.text, range(4))}
        assert {one.title for one in ledger.sessions.page().rows} == {bait.text(" title")}
        assert ledger.games.count() >= 2  # a state of the tour may have finished one more
    for key, name in (("rules", " rules"), ("cards", " card")):
        shelf = tour.open(key).model.shelf
        assert bait.text(name) in {shelf.title(entry.item) for entry in shelf.list() if entry.item is not None}


def palette(tour):
    tour.window.open_page("rules")
    open_palette(tour.window)
    box = tour.window.findChild(CommandPalette)
    box.field.setText("img")
    tour.settle(until=lambda: box.model.rowCount() > 0)


def menus(tour):
    """Every menu that a button opens."""
    for opener in tour.window.findChildren(OpensMenu):
        opener.make()


def print_session(tour):
    tour.open("print").model.show_session(tour.uid)
    tour.settle(until=lambda: tour.window.page("print").model.settled)


def print_card(tour):
    page = tour.open("cards")
    page.choose(page.model.standing[-1].key)
    page.print_card()  # once the card is read
    tour.settle(until=lambda: (found := tour.window.page("print")) is not None and found.model.settled)


def import_again(tour):
    """The sentence of an import that finds everything here already."""
    open_file(tour.window, tour.folder / "x.mjledger.json")


def faulty(ending, written):
    """The sentences about a file with faults, which has an odd name too."""

    def state(tour):
        path = tour.folder / f"<img src=p>&A{ending}"
        path.write_text(written.format(text=tour.bait.text()))
        open_file(tour.window, path)

    return state


FAULTY_RULES = 'name = "{text}"\nrules = "{text}"\n"{text}" = 3\n[options]\nlimit = "{text}"\n"{text}" = "{text}"\n'
FAULTY_LEDGER = (
    '{{"format": 1, "program": "{text}", "players": [{{"uid": "{text}", "{text}": 3}}], "sessions": "{text}"}}'
)
MORE = {
    "rules-faulty": faulty(".mjrules.toml", FAULTY_RULES),
    "card-faulty": faulty(".mjcard.toml", 'name = "{text}"\nline = "{text}"\nyear = "{text}"\n"{text}" = 1\n{text}'),
    "ledger-faulty": faulty(".mjledger.json", FAULTY_LEDGER),
    "no-such-kind": faulty(".txt", "{text}"),
    "palette": palette,
    "ledger-menus": lambda tour: (tour.ledger(), menus(tour)),
    "solitaire-record-menus": lambda tour: (tour.solitaire_record(), menus(tour)),
    "print-session": print_session,
    "print-card": print_card,
    "import-again": import_again,
}


@pytest.mark.exhaustive(keep=20)
@pytest.mark.parametrize("state", [*STATES, *MORE])
def test_nothing_foreign_is_markup(tour, bait, state):
    (STATES | MORE)[state](tour)
    tour.settle()
    found = list(faults(bait))
    tour.leave(state)
    assert not found, "\n".join(["", *dict.fromkeys(found)])


def test_paper_shows_it_as_it_is_written(tour):
    """A PDF leads nowhere but to its own pages."""
    print_session(tour)
    made = tour.window.page("print").ready.made.pdf
    with pypdfium2.PdfDocument(made) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    assert all(name in text for name in NAMES)
    assert not [key for key in (b"/URI", b"/Launch", b"/GoToR", b"/JavaScript") if key in made]


# --- the door ------------------------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]
RAW = frozenset(
    {
        *(
            "setToolTip",
            "setWhatsThis",
            "setStatusTip",
            "setHtml",
            "insertHtml",
            "appendHtml",
            "setMarkdown",
            "fromHtml",
        ),
        *("setTextFormat", "setDefaultAction", "insertMarkdown", "QLabel", "QMessageBox", "QErrorMessage", "QToolTip"),
        *("QInputDialog", "QStaticText", "QGraphicsTextItem", "QSystemTrayIcon", "QStatusBar", "QGroupBox", "QTabBar"),
        *("WhatsThisRole", "StatusTipRole", "QProgressDialog", "QSplashScreen", "QWizard"),
        *("QTextBrowser", "QTextEdit"),
    }
)
"""What looks for HTML or for keys in a text; only the door calls it."""
READER = ROOT / "ui" / "pages" / "help" / "reader.py"


def raw_uses(path):
    """What a module has of Qt that belongs to the door: the line, and what."""
    raw = RAW - {"QTextBrowser", "QTextEdit"} if path == READER else RAW
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [node.attr] if isinstance(node, ast.Attribute) else []
        names += [one.name for one in node.names] if isinstance(node, ast.ImportFrom) else []
        yield from ((node.lineno, name) for name in names if name in raw)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Markup":
            yield node.lineno, "Markup"
        if isinstance(node, ast.FunctionDef):
            inside = {getattr(one, "attr", getattr(one, "id", "")) for one in ast.walk(node)}
            if "QFileDialog" in inside and "plain_boxes" not in inside:
                yield node.lineno, "a dialog of Qt's own"
            if "ToolTipRole" in inside and not inside & {"in_role", "tooltip"}:
                yield node.lineno, "ToolTipRole"


def test_only_the_door_gives_qt_what_it_may_take_for_markup():
    modules = [path for path in (ROOT / "ui").rglob("*.py") if path.name != "rich_text.py"]
    found = [f"{path.relative_to(ROOT)}:{line}: {name}" for path in modules for line, name in raw_uses(path)]
    assert not found, "\n".join(["Let ui/rich_text.py do it:", *found])


HEADS = ("", " \n", "Ann ", "<?xml version='1.0'?>", "<!DOCTYPE html>", "\ufeff", "&lt;", "<", "a < b & ", "//host/x ")
TAGS = (
    "<b>",
    "< b >",
    "<img src='//host/x'>",
    "<img src=data:image/png;base64,AA/>",
    "<qt>",
    "<a href=http://x>",
    "<>",
)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("long", [1, 50])
def test_qt_takes_no_tooltip_for_markup(head, tag, long):
    assert not Texts.mightBeRichText(tooltip(head + tag * long))
    assert not Texts.mightBeRichText(in_role(Qt.ItemDataRole.ToolTipRole, head + tag * long))


def test_a_tooltip_is_bounded_and_wrapped():
    shown = tooltip("All the words of a title " * 400)
    assert len(shown) <= 600
    assert max(map(len, shown.split("\n"))) <= 90
    assert max(map(len, tooltip("麻将" * 400).split("\n"))) <= 60
    assert tooltip("One.\n\nTwo " + "x" * 70).startswith("One.\n\nTwo")


def test_the_dialog_for_files_takes_no_name_for_markup(qtbot, tmp_path, bait):
    """Qt's own asks about a file that is there, by its name; in a name a slash is %2f."""
    name = f"<img src='file:{str(bait.path).replace('/', '%2f')}'>.pdf"
    (tmp_path / name).touch()
    dialog = QFileDialog(None, "Save", str(tmp_path))
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(name)
    asked = []

    def answer():
        box = QApplication.activeModalWidget()
        asked.append((box.text(), box.textFormat()))
        box.reject()
        dialog.reject()

    QTimer.singleShot(0, dialog.accept)
    QTimer.singleShot(200, answer)
    with plain_boxes():
        dialog.exec()
    assert name in asked[0][0]
    assert asked[0][1] is Qt.TextFormat.PlainText
    assert not bait.was_opened


def test_an_ampersand_in_a_name_is_one(qtbot):
    button = Button("Ann &Bob && Co")
    qtbot.addWidget(button)
    assert button.text() == "Ann &Bob && Co"
    assert button.shortcut().isEmpty()
    assert QAccessible.queryAccessibleInterface(button).text(QAccessible.Text.Name) == "Ann &Bob && Co"

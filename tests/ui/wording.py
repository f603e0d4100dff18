"""Reads everything a page says in the pseudo-language: what was never looked up, and what has no room.

The pseudo-language writes other letters for `a c e i n o s u y z` and makes texts half as long again. So a word with
one of these plain letters was never looked up, wherever it stands: inside a translated sentence, too. `untranslated`
and `cut_off` give a sentence for each fault; `spoken` is everything that is said, seen or not.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from mjcompanion.ui.translator import install
from mjcompanion.ui.widgets import Segmented
from mjcompanion.ui.widgets.surfaces import Elided
from mjcompanion.ui.widgets.tiles import TileButton
from PySide6.QtCore import QAbstractTableModel, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from mjcompanion.i18n import translation
from tests.ui.walk import who

_WORD = re.compile(r"[^\W\d_]+")
_PLAIN = re.compile(r"[aceinosuyzACEINOSUYZ]")
_MARKUP = re.compile(r"<[^<>]*>")
_NEVER = re.compile(
    r"\S*[/\\@]\S*|\S+\.(?:toml|json|csv|txt|pdf|db|py)\b"  # paths and names of files
    r"|\b(?:Ctrl|Alt|Shift|Del|Ins|Esc|Return|Enter|Backspace|Space|Tab|Home|End|PgUp|PgDown|Up|Down|Left|Right)\b"
    r"(?:\+\S+)*"  # keys
    r"|\b(?=\w*\d)[0-9a-zA-Z]{1,17}\b"  # notation: a digit and letters
    r"|\b[A-Z]{4} [A-Z]{4}\b"  # seals of sessions
)
_SLACK = 1


@contextmanager
def speaking_pseudo(app: QApplication) -> Iterator[None]:
    """Everything built meanwhile speaks the pseudo-language."""
    name = next(iter(translation.child_environment()))
    before = os.environ.get(name)
    os.environ[name] = translation.PSEUDO  # the program itself asks it when it is built
    try:
        install(app)
        yield
    finally:
        del os.environ[name]
        if before is not None:
            os.environ[name] = before
        install(app, before or translation.ENGLISH)


def seen(window: QWidget) -> list[QWidget]:
    """Every widget that is shown, also what is reached by scrolling only."""
    return [one for one in (window, *window.findChildren(QWidget)) if one.isVisible()]


def spoken(window: QWidget) -> Iterator[tuple[QWidget, str, str]]:
    """Everything that is said: by which widget, as what, and the words."""
    for one in seen(window):
        found = {
            "tooltip": one.toolTip(),
            "name": one.accessibleName(),
            "description": one.accessibleDescription(),
            "What’s this?": one.whatsThis(),
        }
        if isinstance(one, QLabel | QAbstractButton):
            found["text"] = one.text()
        elif isinstance(one, QComboBox):
            found |= {f"choice {place + 1}": one.itemText(place) for place in range(one.count())}
        elif isinstance(one, QLineEdit | QPlainTextEdit):
            found["placeholder"] = one.placeholderText()
        elif isinstance(one, QSpinBox):
            found["special value"] = one.specialValueText()
            found["affixes"] = f"{one.prefix()} {one.suffix()}"
        elif isinstance(one, QMenu):
            found |= {f"entry {place + 1}": action.text() for place, action in enumerate(one.actions())}
        elif isinstance(one, QAbstractItemView):
            found |= items(one)
        placeholder = getattr(one, "_placeholder", "")
        if isinstance(placeholder, str):
            found["placeholder"] = found.get("placeholder") or placeholder
        for what, said in found.items():
            if said:
                yield one, what, said


def items(view: QAbstractItemView) -> dict[str, str]:
    """What the entries of a list or a table say; of a long one the first hundred."""
    model = view.model()
    if model is None:
        return {}
    roles = {Qt.ItemDataRole.DisplayRole: "entry", Qt.ItemDataRole.AccessibleTextRole: "entry’s name"}
    roles |= {Qt.ItemDataRole.ToolTipRole: "entry’s tooltip"}
    found = {}
    columns = model.columnCount() if isinstance(model, QAbstractTableModel) else 1
    for row in range(min(model.rowCount(), 100)):
        for column in range(columns):
            for role, what in roles.items():
                said = model.data(model.index(row, column), role)
                if isinstance(said, str):
                    found[f"{what} {row + 1}.{column + 1}"] = said
    for column in range(columns):
        said = model.headerData(column, Qt.Orientation.Horizontal)
        if isinstance(said, str):
            found[f"heading {column + 1}"] = said
    return found


def plain_words(said: str, names: str = "") -> list[str]:
    """The words that were never looked up; `names` are words that are nobody's to translate."""
    known = set(_WORD.findall(names))
    left = _NEVER.sub(" ", _MARKUP.sub(" ", said).replace("&", ""))
    return [word for word in _WORD.findall(left) if len(word) > 1 and _PLAIN.search(word) and word not in known]


def untranslated(window: QWidget, names: str = "") -> list[str]:
    """Every word on a page that isn't in the language of the program.

    `names`, in a row, are names that people gave, figures in letters, notation: what stays as it is.
    """
    found = {}
    for one, what, said in spoken(window):
        if wrong := plain_words(said, names):
            found[f"{what} of {who(one)} says {' '.join(wrong[:6])!r} in {said[:90]!r}"] = None
    return list(found)


def cut_off(window: QWidget) -> list[str]:
    """Every label and control whose words have no room, and whatever sticks out of what it lies in."""
    found = {}
    for one in seen(window):
        for fault in (_words_without_room(one), _sticks_out(one)):
            if fault:
                found[f"{fault}: {who(one)[:160]}"] = None
    return list(found)


def _words_without_room(one: QWidget) -> str:
    """What is cut off of a widget's own words."""
    if isinstance(one, Elided):
        wide = one.fontMetrics().horizontalAdvance(one.text())
        return "is elided and has no tooltip" if wide > one.width() and not one.toolTip() else ""
    if isinstance(one, QLabel):
        return _label(one)
    if isinstance(one, TileButton):
        return ""
    if isinstance(one, QCheckBox) and one.hasHeightForWidth() and one.width() >= one.minimumSizeHint().width():
        wanted = one.heightForWidth(one.width())
        return f"has {one.height()} of {wanted} px of height" if one.height() + _SLACK < wanted else ""
    if isinstance(one, QAbstractButton) and one.text() and one.hasHeightForWidth():
        tall = one.heightForWidth(one.width())
        return f"has {one.height()} of {tall} px of height" if one.height() + _SLACK < tall else ""
    if isinstance(one, QAbstractButton) and one.text():
        squeezed = isinstance(one.parentWidget(), Segmented)  # its words then have less around them
        wide = one.fontMetrics().horizontalAdvance(one.text()) if squeezed else one.sizeHint().width()
        return _short_of(one, wide)
    if isinstance(one, QComboBox):
        wide = one.fontMetrics().horizontalAdvance(one.currentText())
        room = one.width() - (one.sizeHint().width() - _widest(one))
        return f"has {room} of {wide} px" if wide > room + _SLACK and not one.toolTip() else ""
    if isinstance(one, QLineEdit) and one.placeholderText() and not one.text():
        wide = one.fontMetrics().horizontalAdvance(one.placeholderText())
        room = one.contentsRect().width() - one.textMargins().left() - one.textMargins().right()
        return f"has {room} of {wide} px" if wide > room + _SLACK else ""
    if isinstance(one, QSpinBox) and one.specialValueText():
        edit = one.lineEdit()
        wide = one.fontMetrics().horizontalAdvance(one.specialValueText())
        return f"has {edit.width()} of {wide} px for “{one.specialValueText()}”" if wide > edit.width() + _SLACK else ""
    return ""


def _widest(choice: QComboBox) -> int:
    """What the longest choice takes where the list is as wide as it likes to be, else what is chosen."""
    texts = [choice.itemText(place) for place in range(choice.count())]
    if choice.sizeAdjustPolicy() is not QComboBox.SizeAdjustPolicy.AdjustToContents:
        return choice.minimumContentsLength() * choice.fontMetrics().horizontalAdvance("X")
    return max((choice.fontMetrics().horizontalAdvance(text) for text in texts), default=0)


def _short_of(one: QWidget, wanted: int) -> str:
    tall = one.sizeHint().height()
    if one.width() + _SLACK < wanted:
        return f"has {one.width()} of {wanted} px"
    return f"has {one.height()} of {tall} px of height" if one.height() + _SLACK < min(tall, 40) else ""


def _label(label: QLabel) -> str:
    if label.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored and not label.wordWrap():
        return "" if label.toolTip() or not label.text() else "shows what there is room for and has no tooltip"
    if label.text() and label.pixmap().isNull():
        metrics = label.fontMetrics()
        room = label.contentsRect().width() + _SLACK
        if not label.wordWrap():
            if label.textFormat() is Qt.TextFormat.RichText:
                return ""
            wide = max(metrics.horizontalAdvance(line) for line in label.text().split("\n"))
            return f"has {room} of {wide} px" if wide > room else ""
        words_alone = (
            re.split(r"[\s\u200b·]+|(?<=[/\u2e80-\uffef])", label.text())
            if label.textFormat() is Qt.TextFormat.PlainText
            else [""]
        )
        wide = max(metrics.horizontalAdvance(word) for word in words_alone)
        if wide > room:
            return f"breaks a word of {wide} px in {room}"
    if label.hasHeightForWidth() and label.height() + _SLACK + 1 < label.heightForWidth(label.width()):
        return f"has {label.height()} of {label.heightForWidth(label.width())} px of height"
    return ""


def _sticks_out(one: QWidget) -> str:
    """Whether a widget with words reaches beyond what it lies in, where no scrolling brings it back."""
    if not isinstance(one, QLabel | QAbstractButton | QLineEdit | QComboBox) or isinstance(one, TileButton):
        return ""
    box = QRect(one.mapTo(one.window(), QPoint(0, 0)), one.size())
    parent = one.parentWidget()
    while parent is not None:
        around = QRect(parent.mapTo(one.window(), QPoint(0, 0)), parent.size())
        above = parent.parentWidget()
        scrolls = isinstance(above, QAbstractScrollArea) or isinstance(parent, QAbstractScrollArea)
        over = max(box.right() - around.right(), around.left() - box.left())
        under = max(box.bottom() - around.bottom(), around.top() - box.top())
        if over > _SLACK:
            return f"sticks out by {over} px of {type(parent).__name__}"
        if under > 2 and not scrolls and not isinstance(one, QCheckBox):
            return f"sticks out by {under} px in height of {type(parent).__name__}"
        if scrolls or parent.isWindow():
            return ""
        parent = above
    return ""


def overlapping(window: QWidget) -> list[str]:
    """Words that lie on each other."""
    found = []
    for parent in seen(window):
        kinds = QLabel | QAbstractButton | QLineEdit | QComboBox
        inside = [one for one in parent.children() if isinstance(one, kinds) and one.isVisible()]
        inside = [one for one in inside if not isinstance(one, TileButton)]
        for place, one in enumerate(inside):
            for other in inside[place + 1 :]:
                both = one.geometry().intersected(other.geometry())
                if both.width() > 2 and both.height() > 2:
                    found.append(f"lies on {who(other)[:90]}: {who(one)[:90]}")
    return found


def faults_of(window: QWidget, names: str = "") -> list[str]:
    """Everything that is wrong with the words of a page."""
    return [*untranslated(window, names), *cut_off(window), *overlapping(window)]

"""The door to Qt for text that comes from people and files: names, titles, remarks, names of files.

Any `str` may be such a text, so any `str` is shown as it is written. Where Qt would look for itself whether a text is
HTML, which opens files and asks servers, it goes through here; what shall be HTML is `Markup`, and only what is made
here is one. `tests/ui/test_rich_text.py` holds the other modules to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NewType, Protocol, cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QTextDocument
    from PySide6.QtWidgets import QAbstractButton as _Button
    from PySide6.QtWidgets import QMessageBox
else:
    _Button = object

Markup = NewType("Markup", str)
"""A text with tags, in which what others wrote is escaped."""
_ALONE: Final = ("br", "img")
"""Tags with nothing in them."""
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_LONGEST_TIP: Final = 600
_COLUMNS: Final = 90
_WIDE_COLUMNS: Final = 60
"""After so many letters a tooltip goes on in another line, and where they may be Chinese."""


# plain text


def plain(text: str) -> str:
    r"""A text that Qt takes for no HTML: a joiner, which nobody sees or hears, is put into what looks like it.

    >>> ascii(plain("<b>Ann</b> &lt;")), plain("Ann & Bob")
    ("'<\\u2060b>Ann<\\u2060/b> &\\u2060lt;'", 'Ann & Bob')
    """
    return text.replace("<", "<\u2060").replace("&lt;", "&\u2060lt;")


def tooltip(text: str) -> str:
    r"""A text as it is in a tooltip: plain, in lines that aren't too long, and not too many of them.

    >>> tooltip("Ann")
    'Ann'
    """
    if len(text) > _LONGEST_TIP:
        text = f"{text[: _LONGEST_TIP - 1]}…"
    if len(text) > _WIDE_COLUMNS:
        from textwrap import wrap  # most are short

        text = "\n".join(line for part in text.splitlines() for line in wrap(part, _columns(part)) or [""])
    return plain(text)


def _columns(line: str) -> int:
    return _COLUMNS if max(line, default="") < "\u1100" or line.isascii() else _WIDE_COLUMNS


def in_role(role: int, text: str) -> str:
    """A text as a model gives it in this role."""
    return tooltip(text) if role == Qt.ItemDataRole.ToolTipRole else text


class _Tipped(Protocol):
    def setToolTip(self, text: str, /) -> None: ...


def set_tooltip(one: _Tipped, text: str) -> None:
    """Let a widget or an item tell this under the mouse."""
    one.setToolTip(tooltip(text))


def show_tooltip(at: QPoint, text: str, widget: QWidget) -> None:
    """Show a tooltip at this place of the screen now, or none where there is nothing to tell."""
    if text:
        QToolTip.showText(at, tooltip(text), widget)
    else:
        QToolTip.hideText()


class PlainLabel(QLabel):
    """A label that shows its text as it is written."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class PlainButton(_Button):
    """Goes before a class of buttons: an “&” in their words is one, and makes the letter after it no key."""

    def setText(self, text: str) -> None:
        super().setText(text.replace("&", "&&"))

    def text(self) -> str:
        return super().text().replace("&&", "&")


class _Boxes(QObject):
    """Makes message boxes plain before they are laid out."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Polish and watched.inherits("QMessageBox"):
            cast("QMessageBox", watched).setTextFormat(Qt.TextFormat.PlainText)
        return False


@contextmanager
def plain_boxes() -> Iterator[None]:
    """While Qt's own dialogs for files are open: they put names of files into message boxes."""
    boxes, application = _Boxes(), QCoreApplication.instance()
    assert application is not None  # noqa: S101 - there are dialogs
    application.installEventFilter(boxes)
    try:
        yield
    finally:
        application.removeEventFilter(boxes)


# markup


def escaped(text: str) -> Markup:
    """A text in which nothing is markup.

    >>> escaped("<b>")
    '&lt;b&gt;'
    """
    return Markup(text.translate(_ESCAPES))


def one_after_another(parts: Iterable[Markup]) -> Markup:
    """Several pieces as one."""
    return Markup("".join(parts))


def element(tag: str, /, *content: Markup, **attributes: str) -> Markup:
    """What is in a tag; `class_` is the attribute `class`, and an attribute without a value is left out.

    >>> element("a", escaped("R & D"), href="#x", class_="")
    '<a href="#x">R &amp; D</a>'
    """
    text = "".join(f' {name.rstrip("_")}="{escaped(value)}"' for name, value in attributes.items() if value)
    return Markup(f"<{tag}{text}/>" if tag in _ALONE else f"<{tag}{text}>{one_after_another(content)}</{tag}>")


def built_markup(html: str) -> Markup:
    """Return HTML that was built with the program, such as a section of the handbook."""
    return Markup(html)


def set_markup(document: QTextDocument, markup: Markup) -> None:
    """Let a document show this."""
    document.setHtml(markup)


def explain_in(widget: QWidget, markup: Markup) -> None:
    """Let “What's this?” tell this about a widget."""
    widget.setWhatsThis(markup)


def explanation(widget: QWidget) -> str:
    """What “What's this?” tells about a widget, for those who hear it."""
    from PySide6.QtGui import QTextDocumentFragment  # not before it is needed

    return QTextDocumentFragment.fromHtml(widget.whatsThis()).toPlainText()

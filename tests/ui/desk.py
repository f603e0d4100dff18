"""What the desks of all pages share: a page on a data folder, what it said, and the hands that work on it."""

from mjcompanion.ui import app as start
from mjcompanion.ui.widgets import ScrollPage
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QInputMethodEvent
from PySide6.QtWidgets import QApplication

from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset, options_for
from tests.ui import walk

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


class PageDesk:
    """A page in its own window, driven as a person drives it; `scrolls` as the window lets it scroll."""

    def __init__(self, qtbot, context, make, *, scrolls=False):
        self.qtbot, self.context = qtbot, context
        self.messages, self.said = [], []
        context.message_asked.connect(self._on_message)
        self.page = make(context)
        self.shell = ScrollPage(self.page) if scrolls else self.page
        qtbot.addWidget(self.shell)

    def _on_message(self, message):
        self.messages.append(message)
        self.said.append(message.sentence)

    @property
    def model(self):
        return self.page.model

    def show(self, width=1180, height=780):
        walk.show_active(self.qtbot, self.shell, width, height)
        self.wait()
        return self

    def settle(self):
        """Let layouts that were asked for be made."""
        for _ in range(3):
            QApplication.sendPostedEvents()
            QApplication.processEvents()
        return self

    def wait(self):
        """Wait until the cards and rules are read, and the ledger has answered everything."""
        ledger = self.context._ledger
        for _ in range(2):
            self.qtbot.waitUntil(lambda: not self.context.shelves.busy)
            self.qtbot.waitUntil(lambda: ledger is None or not ledger.busy)
            self.settle()
        return self

    def click(self, widget):
        """Click something that is there to be clicked."""
        assert widget.isVisible(), widget.accessibleName() or widget.text()
        assert widget.isEnabled(), widget.accessibleName() or widget.text()
        self.qtbot.mouseClick(widget, LEFT)
        self.qtbot.waitUntil(lambda: not self.context.shelves.busy)
        return self

    def pick(self, segmented, value):
        """Click one of the choices of a row."""
        self.click(next(one for one in segmented.segments if one.value == str(value)))
        assert segmented.value == str(value)

    def key(self, key, modifiers=NO_KEYS, widget=None):
        """Press a key where the keyboard is, which is on the page."""
        target = widget or QApplication.focusWidget()
        assert widget or self.page.isAncestorOf(target), target
        self.qtbot.keyClick(target, key, modifiers)

    def type(self, text, widget=None):
        """Type letter by letter into whatever has the keyboard; other letters as an input method writes them."""
        for letter in str(text):
            target = widget or QApplication.focusWidget()
            if letter.isascii():
                self.qtbot.keyClicks(target, letter)
            else:
                event = QInputMethodEvent()
                event.setCommitString(letter)
                QApplication.sendEvent(target, event)

    def write(self, field, text):
        """Type into a field instead of what is there."""
        assert field.isVisible()
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClick(field, Qt.Key.Key_Delete)
        self.type(text, field)

    def hover(self, widget):
        middle = QPointF(widget.rect().center())
        QApplication.sendEvent(widget, QEnterEvent(middle, middle, QPointF(widget.mapToGlobal(middle))))

    def unhover(self, widget):
        QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


class WindowDesk:
    """A whole window with the Score page in front, and the messages that it shows."""

    def __init__(self, qtbot, qapp, folders):
        self.qtbot = qtbot
        self.window = start.build(qapp, folders)
        qtbot.addWidget(self.window)
        self.window.resize(1366, 768)
        self.context, self.messages = self.window.context, []
        self.context.message_asked.connect(self.messages.append)
        self.window.show()
        self.score = self.window.open_page("score")

    @property
    def line(self):
        return self.score.about_fields

    def said(self):
        return [one.sentence for one in self.messages]

    def enter(self, rules, options=None):
        """Enter a ruleset's own example."""
        rules = Ruleset(rules)
        example = rules.example
        if rules.with_card:
            self.score.show_american(rules)
        else:
            self.score.model.set_rules(rules, options_for(rules, options))
        active = self.score.active
        active.paste(example.hand)
        active.set_by(example.by)
        active.set_winning_tile(Tile.parse(example.tile))
        if example.discards is not None:
            active.set_discards(example.discards)
        QApplication.processEvents()

"""The view of the Help page: contents or search results at the left, the section at the right."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWhatsThis, QWidget

from mjcompanion.handbook.search import SearchPage, page_of, search, search_words
from mjcompanion.handbook.texts import order, section, sections
from mjcompanion.i18n.translation import language, ngettext, number

from ... import shortcuts
from ...accessibility import announce
from ...context import PageContext
from ...rich_text import set_tooltip
from ...theme import ANY_WIDTH, look, set_role, tile_width
from ...widgets import Button, CheckBox, IconButton, TextField, TextLabel
from ...widgets.frame import PageFrame, PageTitle, divider
from ...widgets.layouts import across, down, fill, nest
from .contents import ContentsTree, Results
from .markup import with_keys
from .reader import HandbookReader

FIRST: Final = "start"
_RIGHT: Final = 400
"""The least width of the text at 100 %; in a narrower window only one side is shown."""
_SEARCH_AFTER_MS = 120
_MOST_KEPT = 200
_NAMES: Final = "help.names"
"""The key under which the choice to write the names of tiles is remembered."""


class HelpPage(PageFrame):
    """The handbook: its contents and a search, and next to them the section that is read.

    Signals:
        about_wanted(): the About button was clicked.
    """

    about_wanted = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Handbook"), parent)
        self.setAccessibleName(self.tr("Handbook"))
        self._context = context
        self._pages: list[SearchPage] | None = None
        self._back: list[tuple[str, int]] = []
        self._forth: list[tuple[str, int]] = []
        self.link = ""
        """The section shown, or the place in it that was opened."""
        self._narrow = False
        self._in_contents = False
        self._named = context.drawers.get(_NAMES, False)
        self._stale = False
        self._wait = QTimer(self, singleShot=True, interval=_SEARCH_AFTER_MS)
        self._wait.timeout.connect(self._search)
        self._build()
        self._connect()
        self._visit(FIRST)

    # building

    def _build(self) -> None:
        current = look()
        self._make_header()
        self.left, self.text = self._left(), HandbookReader()
        self.right = self.text
        self._divider = divider()
        self._panes = fill(across(spacing=current.XL), self.left, self._divider, (self.right, 1))
        nest(self.body, self._panes, 1)
        self.body.setContentsMargins(current.XXL - current.M, 0, current.XXL - current.L, current.XL)
        self.setMinimumHeight(4 * current.target)

    def _make_header(self) -> None:
        self.place = PageTitle("", 2)
        set_role(self.place, "quiet")
        self.header.controls.addWidget(self.place)
        self.contents_button = Button(self.tr("Contents"), "quiet")
        self.back_button = IconButton("chevron-left", self.tr("Back"), action="help.back")
        self.forth_button = IconButton("chevron-right", self.tr("Forward"), action="help.forth")
        self.named = CheckBox(self.tr("Names of the tiles"))
        self.named.setChecked(self._named)
        set_tooltip(self.named, self.tr("Names the tiles beside each picture"))
        self.what_button = IconButton("help", self.tr("What’s this? Then click a control"))
        self.about_button = Button(self.tr("About"), "quiet")
        walking = (self.contents_button, self.back_button, self.forth_button)
        self.header.add_actions(*walking, self.named, self.what_button, self.about_button)

    def _left(self) -> QWidget:
        current = look()
        left = QWidget()
        left.setAccessibleName(self.tr("Contents and search"))
        self.search = TextField(self.tr("Search the handbook"), self.tr("Search the handbook"))
        self.search.offer_clear()
        self.count = TextLabel("", "caption")
        self.count.hide()
        self.contents = ContentsTree(sections(language()))
        self.results = Results(self.tr("Found"))
        self.lists = QStackedWidget()
        self.lists.addWidget(self.contents)
        self.lists.addWidget(self.results)
        search = fill(across(margins=(current.M, 0, 0, 0)), self.search)
        fill(down(left, spacing=current.S), search, self.count, (self.lists, 1))
        return left

    def _connect(self) -> None:
        self.contents.chosen.connect(self._on_contents)
        self.results.chosen.connect(self._on_result)
        for places in (self.contents, self.results):
            places.itemActivated.connect(lambda: self._read())
            places.itemClicked.connect(lambda: self._read(keep_keyboard=True))
        self.results.left.connect(self.search.setFocus)
        self.search.textChanged.connect(lambda: self._wait.start())
        self.search.returnPressed.connect(self._enter_results)
        self.search.installEventFilter(self)
        self.text.link_followed.connect(self.open_section)
        self.back_button.clicked.connect(self.back)
        self.forth_button.clicked.connect(self.forth)
        self.contents_button.clicked.connect(self._show_contents)
        self.named.toggled.connect(self._on_named)
        self.about_button.clicked.connect(self.about_wanted)
        self.what_button.clicked.connect(QWhatsThis.enterWhatsThisMode)
        self._context.settings.changed.connect(self._on_settings)
        self._context.theme.changed.connect(self._on_look)
        shortcuts.bind(self, "find", self._find)
        shortcuts.bind(self, "help.back", self.back, can=self.back_button.isEnabled)
        shortcuts.bind(self, "help.forth", self.forth, can=self.forth_button.isEnabled)

    # what is shown

    def open_section(self, link: str) -> None:
        """Show a section (`traditional`) or a place in one (`settlement#chips`), and focus the text.

        A link that leads nowhere shows the beginning of the handbook.
        """
        self._visit(link)
        self.text.setFocus()

    def _visit(self, link: str) -> None:
        key, _unused, name = link.partition("#")
        if key not in dict(order()):
            key, name = FIRST, ""
        if self.link:
            self._back.append((self.link, self.text.verticalScrollBar().value()))
            del self._back[:-_MOST_KEPT]
        self._forth.clear()
        self._go(f"{key}#{name}" if name else key)
        self._in_contents = False
        self.fit()

    def back(self) -> None:
        self._wander(self._back, self._forth)

    def forth(self) -> None:
        self._wander(self._forth, self._back)

    def _wander(self, there: list[tuple[str, int]], behind: list[tuple[str, int]]) -> None:
        if not there:
            return
        behind.append((self.link, self.text.verticalScrollBar().value()))
        link, scrolled = there.pop()
        self._go(link)
        self.text.verticalScrollBar().setValue(scrolled)

    def _go(self, link: str) -> None:
        key, _unused, name = link.partition("#")
        same = self.link.partition("#")[0] == key
        self.link = link
        if not same:
            self._show(key)
        if name:
            self.text.go_to(name)
        elif same:
            self.text.verticalScrollBar().setValue(0)
        self.contents.show_section(key)
        self.back_button.setEnabled(bool(self._back))
        self.forth_button.setEnabled(bool(self._forth))

    def _show(self, key: str) -> None:
        shown = section(key, language())
        settings = self._context.settings.value
        self.text.show_page(
            with_keys(shown.html),
            settings.terms,
            tile_width(settings.tile_size),
            settings.corner_index,
            named=self._named,
        )
        self.text.setAccessibleName(shown.title)
        self.place.setText(section(shown.above, language()).title if shown.above else "")

    def _rewrite(self) -> None:
        """Show the section again at the same place; a hidden page waits until it is shown."""
        self._stale = not self.isVisible()
        if self._stale:
            return
        bar = self.text.verticalScrollBar()
        share = bar.value() / bar.maximum() if bar.maximum() else 0.0
        marked = search_words(self.search.text()) if self.text.extraSelections() else ()
        self._show(self.link.partition("#")[0])
        self.text.mark(marked)
        bar.setValue(round(share * bar.maximum()))

    def _on_settings(self) -> None:
        self._pages = None
        self._rewrite()

    def _on_look(self) -> None:
        self.fit()
        self._rewrite()

    def _on_named(self, on: bool) -> None:  # noqa: FBT001 - Qt's own signal
        self._named = self._context.drawers[_NAMES] = on
        self._rewrite()

    # the left side

    def _on_contents(self, key: str) -> None:
        if key != self.link.partition("#")[0]:
            self._look_at(key)

    def _on_result(self, link: str) -> None:
        self._look_at(link)
        self.text.mark(search_words(self.search.text()))

    def _look_at(self, link: str) -> None:
        """Show a place; in a narrow window keep showing the list."""
        stay = self._in_contents
        self._visit(link)
        self._in_contents = stay
        self.fit()

    def _read(self, *, keep_keyboard: bool = False) -> None:
        self._in_contents = False
        self.fit()
        if self._narrow or not keep_keyboard:
            self.text.setFocus()

    def _find(self) -> None:
        if self._narrow:
            self._show_contents()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _search(self) -> None:
        self._wait.stop()
        query = self.search.text()
        if not search_words(query):
            self.lists.setCurrentWidget(self.contents)
            self.count.hide()
            self.text.setExtraSelections([])
            return
        found = search(self.pages(), query)
        self.results.fill(found)
        self.lists.setCurrentWidget(self.results)
        none = self.tr("Nothing found. Try fewer or shorter words.")
        self.count.setText(
            ngettext("{n} place", "{n} places", len(found)).format(n=number(len(found))) if found else none
        )
        self.count.show()
        announce(self.count, self.count.text())

    def pages(self) -> list[SearchPage]:
        """Return all sections as they are searched."""
        if self._pages is None:
            self._pages = [page_of(one, with_keys(one.html)) for one in sections(language())]
        return self._pages

    def _enter_results(self) -> None:
        if self._wait.isActive():
            self._search()
        if self.results.count() and self.lists.currentWidget() is self.results:
            self.results.setFocus()
            self.results.setCurrentRow(0)

    # narrow windows

    def fit(self) -> None:
        """Show contents and text side by side, or one of them in a narrow window."""
        super().fit()
        if not hasattr(self, "_panes"):
            return
        current = look()
        wide = current.list_width + current.M
        self._narrow = self.width() < wide + 2 * current.XXL + round(_RIGHT * current.scale)
        self.contents_button.setVisible(self._narrow)
        self.place.setVisible(not self._narrow)
        self._divider.setVisible(not self._narrow)
        self.left.setVisible(not self._narrow or self._in_contents)
        self.right.setVisible(not self._narrow or not self._in_contents)
        self.left.setMinimumWidth(0 if self._narrow else wide)
        self.left.setMaximumWidth(ANY_WIDTH if self._narrow else wide)

    def _show_contents(self) -> None:
        self._in_contents = True
        self.fit()
        (self.results if self.lists.currentWidget() is self.results else self.contents).setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Apply changes made meanwhile; with a screen reader write the names of tiles unless that was switched off."""
        super().showEvent(event)
        if QAccessible.isActive() and _NAMES not in self._context.drawers:
            self.named.setChecked(True)
        if self._stale:
            self._rewrite()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Go from the search field down to the results, or end the search with Esc."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Down:
                if self.lists.currentWidget() is self.results or self._wait.isActive():
                    self._enter_results()
                else:
                    self.contents.setFocus()
                return True
            if event.key() == Qt.Key.Key_Escape:
                return self._end_search()
        return super().eventFilter(watched, event)  # type: ignore[arg-type]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End the search with Esc, or leave the contents of a narrow window."""
        if event.key() == Qt.Key.Key_Escape and self._end_search():
            return
        if event.key() == Qt.Key.Key_Escape and self._narrow and self._in_contents:
            self._read()
            return
        super().keyPressEvent(event)

    def _end_search(self) -> bool:
        """Show the contents again; return false if there was no search."""
        if not self.search.text():
            return False
        self.search.clear()
        self._search()
        return True

"""The Print page: the list of forms, the source of the chosen one, and its pages as they will be printed."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QStandardPaths, Qt, QTemporaryDir, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QHideEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QStackedWidget, QWidget

from mjcompanion.core.errors import listed
from mjcompanion.i18n.translation import N_, _, join_sentences, number
from mjcompanion.printing.catalogue import FORMS, find_form
from mjcompanion.printing.page import Paper
from mjcompanion.storage.paths import reason, write_named_file
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.tournament.schedule import MOST, MOST_ROUNDS

from ...accessibility import announce
from ...context import PageContext
from ...rich_text import set_tooltip
from ...save_dialog import ask_where_to_save
from ...shortcuts import bind, set_tip
from ...theme import look, set_role
from ...widgets import (
    Button,
    CheckBox,
    Choice,
    Elided,
    EmptyState,
    Flow,
    IconButton,
    NumberField,
    Segmented,
    Stepper,
    TextField,
    TextLabel,
    keep_clear,
)
from ...widgets.fields import labelled
from ...widgets.frame import ListFrame, PageTitle
from ...widgets.keyboard import bind_main
from ...widgets.layouts import across, down, fill
from ...widgets.rows import HEADING, ListRow, RowList
from ...worker import Task, Worker
from .making import Asking, Making
from .model import LONGEST_NAME, PrintDocument, PrintModel
from .preview import FIT_PAGE, FIT_WIDTH, ZOOMS, DocumentPreview
from .printing import Wish, printers, put_on
from .sources import SourceKind, source_words

_GROUPS: Final = {
    N_("A session"): ("evening", "session", "sessions", "season", "four-players"),
    N_("A hand"): ("score-sheet", "hand-record", "kemp-chinese", "kemp-american", "running-card"),
    N_("Rules and cards"): ("rules-sheet", "house-rules", "pocket-card", "referee", "american-card", "doubling-table"),
    N_("Club night and tournament"): (
        *("club-night", "seating-plan", "tournament-draw", "table-cards", "round-sheet", "results-board"),
        *("tournament-ranking", "certificates", "badges"),
    ),
}
"""The forms of the list, by the heading of their group."""
_WIDEST: Final = 400
"""The most that a list takes next to another, at 100 % text."""
_SHARE: Final = 0.72
"""The preview's share of the window's height where the page scrolls anyway."""
_LEAST_PREVIEW: Final = 300
_LONGEST_REMARKS: Final = 400


class PrintPage(ListFrame):
    """The forms in a list, and the chosen one as it will be printed; the model holds all data.

    Signals:
        words_wanted(): the person wants other words for the tiles.
    """

    words_wanted = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Print"), parent)
        self.setAccessibleName(self.tr("Print"))
        self._context = context
        self.model = PrintModel(
            context.ledger, context.folders, context.settings.value, self, has_ledger=context.has_ledger
        )
        self._printing = Worker("printing", self)
        self.job: Task[Any] | None = None
        self._folder: QTemporaryDir | None = None
        self._last_folder = ""
        self.state: EmptyState | None = None
        """What is shown in place of the pages."""
        self._state_words: tuple[str, str, str] | None = None
        self._said = ""
        self._build()
        self._connect()
        self._refresh()
        self._show_made()

    # building

    def _build(self) -> None:
        current = look()
        self.forms = RowList(self.tr("Forms"))
        self.forms.show_rows(form_rows())
        self.form_choice = Choice(self.tr("Form"), least=16)
        self.form_choice.set_choices([(form.id, _(form.title)) for form in FORMS])
        self._make_head()
        rest = QWidget()
        title = fill(across(spacing=current.L), self.heading, (self.about, 1))
        fill(down(rest, spacing=current.S), title, self._options(), (self._view(), 1), self._foot())
        self.set_panes(self.forms, self.form_choice, rest)

    def _make_head(self) -> None:
        self.heading = PageTitle("", 2)
        self.about = Elided("", 2)
        set_role(self.about, "quiet")
        self.print_button = Button(self.tr("Print…"), "primary")
        set_tip(self.print_button, self.tr("Print it"), "print")
        self.save_button = Button(self.tr("Save as PDF…"), "quiet")
        set_tip(self.save_button, self.tr("Save the PDF"), "print.save")
        self.open_button = Button(self.tr("Open PDF"), "quiet")
        set_tooltip(self.open_button, self.tr("Open the PDF with the default program"))
        self.words_button = Button(self.tr("Tile words…"), "quiet")
        quiet = (self.words_button, self.open_button, self.save_button)
        self.header.add_actions(*quiet, primary=self.print_button)

    def _options(self) -> QWidget:
        current = look()
        self.source_choice = Choice(self.tr("Filled in from"))
        self.item_choice = Choice(self.tr("Which one"))
        self.name_field = TextField(self.tr("Name on the form"), self.tr("Name"))
        self.day_field = TextField(self.tr("Date on the form"), self.tr("Date"))
        self.remarks_field = TextField(self.tr("Remarks on the form"), self.tr("Remarks"))
        for field, most in ((self.name_field, LONGEST_NAME), (self.day_field, LONGEST_NAME)):
            field.setMaxLength(most)
        self.remarks_field.setMaxLength(_LONGEST_REMARKS)
        self.name_field.setText(self.model.habits.name)
        self.tables_field = Stepper(self.tr("Tables"), 1, MOST // len(PLAYERS), self.model.tables)
        self.rounds_field = Stepper(self.tr("Rounds"), 1, MOST_ROUNDS, self.model.rounds)
        self.paper = Segmented(
            self.tr("Paper"),
            [(Paper.A4, self.tr("A4")), (Paper.LETTER, self.tr("Letter"), self.tr("Letter, 8½ × 11 inches"))],
            self.model.habits.paper,
        )
        self.large = CheckBox(self.tr("Large print"))
        set_tooltip(self.large, self.tr("16-point type, 9 mm boxes"))
        self.fields = CheckBox(self.tr("Fields to fill in"))
        set_tooltip(self.fields, self.tr("Fill in the PDF on a screen"))
        self.options = Flow(spacing=current.M, line_spacing=current.S)
        self.options.add(self.paper, self.large, self.source_choice, self.item_choice)
        self.night = _line(
            labelled(self.tr("Tables"), self.tables_field), labelled(self.tr("Rounds"), self.rounds_field)
        )
        self.options.add(self.name_field, self.day_field, self.remarks_field, self.night, self.fields)
        return self.options

    def _view(self) -> QWidget:
        self.preview = DocumentPreview(self.model.drawer)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.preview)
        self._state_box = QWidget()
        self._state_column = down(self._state_box)
        self.stack.addWidget(self._state_box)
        self.making = Making()
        whole = QWidget()
        grid = QGridLayout(whole)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.stack, 0, 0)
        self.asking = Asking()
        for over in (self.making, self.asking):
            grid.addWidget(over, 0, 0, Qt.AlignmentFlag.AlignCenter)
        self._whole = whole
        whole.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        return whole

    def _foot(self) -> QWidget:
        current = look()
        self.before_button = IconButton("chevron-left", self.tr("Previous page"))
        self.page_field = NumberField(self.tr("Page"), 1_000_000)
        self.page_field.setMaxLength(7)
        self.page_words = TextLabel("", "quiet", wraps=False)
        self.after_button = IconButton("chevron-right", self.tr("Next page"))
        self.pages = _line(self.before_button, self.page_field, self.page_words, self.after_button)
        self.smaller_button = IconButton("minus", self.tr("Smaller"), action="print.smaller")
        self.zoom_words = TextLabel("", "quiet", wraps=False)
        self.zoom_words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.larger_button = IconButton("plus", self.tr("Larger"), action="print.larger")
        self.fit_page_button = IconButton("fit-page", self.tr("Fit the whole page"), action="print.whole")
        self.fit_width_button = IconButton("fit-width", self.tr("Fit the width"))
        for button in (self.fit_page_button, self.fit_width_button):
            button.setCheckable(True)
        self.zoom = _line(
            self.smaller_button, self.zoom_words, self.larger_button, self.fit_page_button, self.fit_width_button
        )
        self.facts = TextLabel("", "caption")
        self.foot = Flow(spacing=current.L, line_spacing=current.XS)
        self.foot.add(self.pages, self.zoom)
        whole = QWidget()
        fill(down(whole, spacing=current.XS), self.facts, self.foot)
        keep_clear(self.foot)
        return whole

    def _connect(self) -> None:
        model, preview = self.model, self.preview
        self.forms.chosen.connect(model.choose_form)
        self.form_choice.currentIndexChanged.connect(lambda _unused: model.choose_form(self.form_choice.currentData()))
        self.source_choice.currentIndexChanged.connect(
            lambda _unused: model.choose_source_kind(SourceKind(self.source_choice.currentData()))
        )
        self.item_choice.currentIndexChanged.connect(lambda _unused: self._on_item())
        self.name_field.textEdited.connect(lambda text: model.set_habits(name=text.strip()))
        self.day_field.textEdited.connect(lambda text: model.set_day(text.strip()))
        self.remarks_field.textEdited.connect(lambda text: model.set_remarks(text.strip()))
        self.tables_field.value_changed.connect(model.set_tables)
        self.rounds_field.value_changed.connect(model.set_rounds)
        self.paper.chosen.connect(lambda value: model.set_habits(paper=Paper(value)))
        self.large.toggled.connect(lambda on: model.set_habits(large=on))
        self.fields.toggled.connect(model.set_fillable)
        self.words_button.clicked.connect(self.words_wanted)
        self.print_button.clicked.connect(self.print)
        self.save_button.clicked.connect(self.save)
        self.open_button.clicked.connect(self.open)
        self.making.cancel_button.clicked.connect(self.cancel)
        self.asking.wished.connect(self._on_wished)
        self.asking.left.connect(lambda: self.print_button.setFocus(Qt.FocusReason.OtherFocusReason))
        self.before_button.clicked.connect(lambda: preview.go_to(preview.page - 1))
        self.after_button.clicked.connect(lambda: preview.go_to(preview.page + 1))
        self.page_field.finished.connect(self._on_page_typed)
        self.page_field.editingFinished.connect(self._on_page_typed)
        self.smaller_button.clicked.connect(lambda: preview.step_zoom(-1))
        self.larger_button.clicked.connect(lambda: preview.step_zoom(1))
        self.fit_page_button.clicked.connect(lambda: self._fit(FIT_PAGE))
        self.fit_width_button.clicked.connect(lambda: self._fit(FIT_WIDTH))
        preview.page_changed.connect(lambda _unused: self._show_page())
        preview.zoomed.connect(self._show_zoom)
        model.changed.connect(self._refresh)
        model.made_changed.connect(self._show_made)
        model.progressed.connect(self._on_progress)
        model.unsaved.connect(lambda sentence: self._context.say(sentence, "wrong"))
        self._context.settings.changed.connect(model.set_settings)
        bind(self, "print", self.print, can=self.print_button.isEnabled)
        bind_main(self)
        bind(self, "print.save", self.save, can=self.save_button.isEnabled)
        bind(self, "print.larger", partial(preview.step_zoom, 1))
        bind(self, "print.smaller", partial(preview.step_zoom, -1))
        bind(self, "print.whole", partial(self._fit, FIT_PAGE))

    # what is in sight

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()
        self.model.wake()
        self.list_or_choice.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.sleep()

    def fit(self) -> None:
        """Give every field its width, and the preview its height."""
        super().fit()
        if not hasattr(self, "_whole"):
            return
        current, narrow = look(), self.is_narrow
        self.heading.setVisible(not narrow)
        self.about.setVisible(not narrow)
        self._whole.setMinimumHeight(round(_SHARE * self.window().height()) if narrow else _LEAST_PREVIEW)
        room = self.detail_width
        source = min(self.source_choice.sizeHint().width(), room)
        self.source_choice.setMaximumWidth(source)
        taken = self.paper.sizeHint().width() + self.large.sizeHint().width() + source + 3 * current.M
        left = room - taken
        least = round(_WIDEST * 0.6 * current.scale)
        self.item_choice.setMaximumWidth(left if left >= least else min(room, round(_WIDEST * current.scale)))
        for field, share in ((self.name_field, 0.5), (self.day_field, 0.36), (self.remarks_field, 0.7)):
            field.setFixedWidth(round(min(_WIDEST * current.scale * share, room)))
        self.page_field.setFixedWidth(round(64 * current.scale))
        self.zoom_words.setFixedWidth(
            self.zoom_words.fontMetrics().horizontalAdvance(self._percent(ZOOMS[-1])) + current.S
        )
        self.options.arrange()
        self.foot.arrange()

    def _refresh(self) -> None:
        model = self.model
        form = model.form
        self.forms.choose(form.id)
        self.form_choice.choose(form.id)
        self.heading.setText(_(form.title))
        set_tooltip(self.heading, _(form.title))
        self.about.setText(_(form.about))
        self.source_choice.set_choices(
            [(str(source_kind), source_words(source_kind)) for source_kind in model.source_kinds]
        )
        self.source_choice.choose(str(model.source_kind))
        self.source_choice.setEnabled(len(model.source_kinds) > 1)
        items = model.items
        self.item_choice.set_choices([(item.key, item.words) for item in items])
        self.item_choice.choose(model.item)
        self.item_choice.setVisible(bool(items))
        self.name_field.setVisible(model.takes_name)
        self.day_field.setVisible(model.takes_day)
        self.remarks_field.setVisible(model.takes_remarks)
        self.night.setVisible(model.takes_tables)
        self.paper.set_value(model.habits.paper)
        self.large.tick(on=model.habits.large)
        self.fields.tick(on=model.fillable)
        self.fields.setVisible(model.can_be_fillable)
        terms = model.terms
        suits = [terms.word(suit).many for suit in ("dots", "bamboos", "characters")]
        called = listed([*suits, *[terms.word(dragon).one for dragon in ("red", "green", "white")]])
        text = self.tr("Tiles are called {words}. Change this in Settings.")
        set_tooltip(self.words_button, text.format(words=called))
        self.fit()

    def _on_item(self) -> None:
        key = self.item_choice.currentData()
        before = self.model.item
        self.model.choose_item(key)
        if self.model.item == before:
            self.item_choice.choose(before)

    # the document

    def _show_made(self) -> None:
        """Show the document, or the reason why there is none."""
        model = self.model
        document = model.document
        busy = model.busy
        if document is not None or model.is_long:
            self.preview.show_document(document)
        self._show_state()
        there = document is not None and not busy
        if not there:
            self.asking.hide()
        for button in (self.print_button, self.save_button, self.open_button):
            button.setEnabled(there and self.job is None)
        seen = document is not None
        self.pages.setVisible(seen and self.preview.count > 1)
        self.zoom.setVisible(seen)
        self.facts.say(self._facts(document))
        if self.job is None:
            if model.is_long:
                self.making.begin(self.tr("Preparing the pages…"))
            else:
                self.making.hide()
        self._show_page()
        self.foot.arrange()
        if there and document is not None:
            self._announce(self.preview.accessibleName())

    def _facts(self, document: PrintDocument | None) -> str:
        """Return remarks about the document."""
        parts = []
        model = self.model
        if model.source_kind is SourceKind.SCORE and document is not None and model.score.remark:
            parts.append(model.score.remark)
        if document is not None:
            parts.append(document.made.missing_words)
        return join_sentences(parts)

    def _show_state(self) -> None:
        """Show an error or an empty state in place of the pages."""
        model = self.model
        words: tuple[str, str, str] | None = None
        do: Callable[[], None] | None = None
        if model.problem and model.document is None:
            title = self.tr("Nothing to print yet") if model.is_empty else self.tr("No document")
            action = ""
            if model.is_empty and SourceKind.BLANK in model.source_kinds:
                action, do = self.tr("Print blank"), partial(model.choose_source_kind, SourceKind.BLANK)
            elif not model.is_empty:
                action = self.tr("Make it anyway") if model.cancelled else self.tr("Try again")
                do = model.again
            words = (title, model.problem, action)
        if words != self._state_words:
            self._state_words = words
            if self.state is not None:
                self.state.hide()
                self.state.deleteLater()
                self.state = None
            if words is not None:
                self.state = EmptyState(*words, do)
                self._state_column.addWidget(self.state)
                self._announce(f"{words[0]}. {words[1]}")
        self.stack.setCurrentWidget(self.preview if words is None else self._state_box)

    def _announce(self, text: str) -> None:
        if text != self._said:
            self._said = text
            if self.isVisible():
                announce(self, text)

    def _on_progress(self, done: int, count: int) -> None:
        if self.job is not None:
            return
        text = self.tr("Page {done} of {count}") if done else self.tr("{count} pages so far")
        self.making.step(text.format(done=number(done), count=number(count)), done, count if done else 0)

    def cancel(self) -> None:
        if self.job is not None:
            self._end_job()
            self._context.say(self.tr("Printing was stopped."), "info")
        else:
            self.model.cancel()

    # pages and zoom

    def _show_page(self) -> None:
        page, count = self.preview.page, self.preview.count
        if not (self.page_field.hasFocus() and self.page_field.isModified()):
            self.page_field.set_number(page + 1)
        self.page_words.setText(self.tr("of {count}").format(count=number(count)))
        self.before_button.setEnabled(page > 0)
        self.after_button.setEnabled(page + 1 < count)

    def _on_page_typed(self) -> None:
        typed = self.page_field.number
        modified = self.page_field.isModified()
        self.page_field.setModified(False)
        if typed is not None and modified:
            self.preview.go_to(typed - 1)
        self.page_field.set_number(self.preview.page + 1)

    def _show_zoom(self) -> None:
        preview = self.preview
        self.zoom_words.setText(self._percent(preview.percent))
        text = self.tr("Size of the preview: {percent} per cent")
        self.zoom_words.setAccessibleName(text.format(percent=number(preview.percent)))
        self.fit_page_button.setChecked(preview.zoom == FIT_PAGE)
        self.fit_width_button.setChecked(preview.zoom == FIT_WIDTH)
        self.smaller_button.setEnabled(preview.percent > ZOOMS[0])
        self.larger_button.setEnabled(preview.percent < ZOOMS[-1])

    def _percent(self, percent: int) -> str:
        return self.tr("{percent}\u00a0%").format(percent=number(percent))

    def _fit(self, how: str) -> None:
        self.preview.set_zoom(how)
        self._show_zoom()

    # saving, opening, printing

    @property
    def ready(self) -> PrintDocument | None:
        """The document, None while another one is being made."""
        return self.model.document if not self.model.busy and self.job is None else None

    def save(self) -> None:
        """Save the PDF; an existing file is replaced whole or not at all."""
        document = self.ready
        if document is None:
            return
        path = self.ask_where(str(Path(self._last_folder or _first_folder()) / document.file_name))
        if path is None:
            return
        try:
            write_named_file(path, document.made.pdf)
        except OSError as error:
            text = self.tr("{file} can’t be written: {reason}. The old file is still there.")
            if not os.path.exists(path):  # noqa: PTH110 - that of Path fails where a name is too long
                text = self.tr("{file} can’t be written: {reason}.")
            self._context.say(text.format(file=path, reason=reason(error)), "wrong")
            return
        self._last_folder = str(path.parent)
        saved = self.tr("Saved as {file}.").format(file=path)
        self._context.say(saved, "good", self.tr("Open it"), partial(self._show_file, path))

    def ask_where(self, suggested: str) -> Path | None:
        """Ask for a file; the dialog asks before an existing one is replaced."""
        return ask_where_to_save(self, self.tr("Save the PDF"), suggested, self.tr("PDF (*.pdf)"))

    def open(self) -> None:
        """Open the PDF with the desktop's program."""
        document = self.ready
        if document is None:
            return
        if self._folder is None:
            self._folder = QTemporaryDir()
        path = Path(self._folder.path()) / document.file_name
        try:
            write_named_file(path, document.made.pdf)
        except OSError as error:
            text = self.tr("The PDF can’t be written to be opened: {reason}.")
            self._context.say(text.format(reason=reason(error)), "wrong")
            return
        self._show_file(path)

    def _show_file(self, path: Path) -> None:
        if not self.open_file(path):
            self._offer_to_save(self.tr("No program on this computer opens PDF files."), "warn")

    def open_file(self, path: Path) -> bool:
        """Open a file with the desktop's program; false where there is none."""
        return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))

    def print(self) -> None:
        """Print the document on a printer that the person chooses."""
        if self.ready is not None:
            self._do(self.tr("Looking for printers…"), printers, self._on_printers)

    def _do(self, sentence: str, do: Callable[[Task[Any]], Any], then: Callable[[Any], None]) -> None:
        """Start a job of the printing system."""
        self.job = self._printing.ask(do, partial(self._on_done, then), self._on_refused, owner=self)
        self.making.begin(sentence)
        self._show_made()

    def _end_job(self) -> None:
        if self.job is not None:
            self.job.cancel()
        self.job = None
        self._show_made()

    def _on_done(self, then: Callable[[Any], None], found: Any) -> None:  # noqa: ANN401 - whatever was asked for
        self._end_job()
        then(found)

    def _on_refused(self, error: Exception) -> None:
        self._end_job()
        self._offer_to_save(str(error), "wrong")

    def _offer_to_save(self, said: str, kind: str) -> None:
        self._context.say(said, kind, self.tr("Save it"), self.save)

    def _on_printers(self, found: list[str]) -> None:
        if not found:
            text = self.tr("No printer is set up on this computer. Save the PDF and print it elsewhere.")
            self._offer_to_save(text, "warn")
        elif self.model.document is not None:
            self.asking.ask(found, self.model.document.made.pages)

    def _on_wished(self, wish: Wish) -> None:
        document = self.ready
        if document is not None:
            printed = partial(self._on_printed, document.title)
            self._do(self.tr("Sending to the printer…"), partial(put_on, document, wish), printed)

    def _on_printed(self, title: str, wish: Wish) -> None:
        text = self.tr("“{title}” is on its way to {printer}.")
        self._context.say(text.format(title=title, printer=wish.printer), "good")


def form_rows() -> list[ListRow]:
    """Return the forms, each group under its heading."""
    rows = []
    for title, forms in _GROUPS.items():
        rows.append(ListRow("", _(title), sort=HEADING))
        rows += [ListRow(id_, _(find_form(id_).title)) for id_ in forms]
    return rows


def _first_folder() -> str:
    """Return the folder for documents, or the home folder where there is none."""
    places = QStandardPaths.StandardLocation
    documents = QStandardPaths.writableLocation(places.DocumentsLocation)
    return documents if Path(documents).is_dir() else QStandardPaths.writableLocation(places.HomeLocation)


def _line(*widgets: QWidget) -> QWidget:
    """Return widgets in a row."""
    whole = QWidget()
    fill(across(whole, spacing=look().S), *widgets)
    whole.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return whole

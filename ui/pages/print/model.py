"""The state of the Print page: the form, its source and the document."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
from PySide6.QtCore import QLocale, QObject, QTimer, Signal

from mjcompanion.american.card import Card
from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.values import GAMES, HANDS, Cursor, GameFilter, NotebookFilter
from mjcompanion.printing.catalogue import Form, find_form, lay_out
from mjcompanion.printing.document import Made, Printed, make
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.storage.paths import LARGEST_OWN, Folders, read_bounded, reason, write_atomically
from mjcompanion.storage.settings import Settings
from mjcompanion.table.words import brief

from ...ledger_thread import LedgerThread
from ...widgets.score_hand import ScoreHand
from ...widgets.words import sentence_of
from ...worker import Task, Worker
from .sources import (
    ALL,
    LISTED,
    NAMED,
    OF_LEDGER,
    OLDER,
    FormSelection,
    Item,
    Listed,
    SourceKind,
    form_for,
    list_of,
    read_source,
    source_kinds_of,
    standing_list,
    standing_source,
)

REST_MS: Final = 350
"""Typing rests for so long before the document is made again."""
LONG_MS: Final = 100
"""What takes longer shows its progress."""
LONGEST_NAME: Final = 60
TABLES, ROUNDS = 6, 4
"""A night as it is offered at first."""
FIRST: Final = "evening"
"""The form that is shown first: with the newest session, or blank before there is one."""
_SUFFIX: Final = ".pdf"
_GONE: Final = ("no-session", "no-game", "no-tournament", "no-season")


class Habits(msgspec.Struct, frozen=True):
    """Print settings: the paper, large print, and the name on forms."""

    paper: Paper = Paper.A4
    large: bool = False
    name: str = ""


class PrintDocument(msgspec.Struct, frozen=True):
    """A finished document as it is shown, saved and printed."""

    title: str
    file_name: str
    paper: Paper
    made: Made


class PrintModel(QObject):
    """The chosen form and its document.

    Documents are made by one worker, their pages drawn by another.

    Signals:
        changed(): another form, way, list or style.
        made_changed(): another document, or why there is none; or one is being made.
        progressed(int, int): so many pages of so many are done.
        unsaved(str): a sentence: how somebody prints can't be kept.
    """

    changed = Signal()
    made_changed = Signal()
    progressed = Signal(int, int)
    unsaved = Signal(str)

    def __init__(
        self,
        ledger: LedgerThread,
        folders: Folders,
        settings: Settings,
        parent: QObject | None = None,
        *,
        has_ledger: bool,
    ) -> None:
        super().__init__(parent)
        self._ledger, self._folders = ledger, folders
        self.ask_score: Callable[[], ScoreHand] = ScoreHand
        """Returns the hand on the Score page."""
        self.maker = Worker("maker of documents", self)
        self.drawer = Worker("drawer of pages", self)
        self.terms = settings.terms
        self.form = find_form(FIRST)
        self._is_chosen = False
        """Whether the person chose the form; else it is the sheet of the evening where there was one."""
        self.habits = _habits(folders)
        self.fillable = False
        self.day = ""
        self.remarks = ""
        self.tables, self.rounds = TABLES, ROUNDS
        self.document: PrintDocument | None = None
        self.problem = ""
        """A sentence: why there is no document."""
        self.is_empty = False
        """Whether there is nothing yet to fill it in from."""
        self.cancelled = False
        self.is_long = False
        """Whether the document that is being made takes a while."""
        self.score = ScoreHand()
        self._source_kinds = {FIRST: SourceKind.SESSION} if has_ledger else {}
        self._items: dict[tuple[str, SourceKind], str] = {}
        self.listing = False
        """Whether the items of the source are still being read."""
        self._listed = Listed()
        self._unlisted = ""
        """Why they couldn't be read."""
        self._list_turn = 0
        self._games: GameFilter | NotebookFilter | None = None
        self._card: Card | None = None
        self._task: Task[PrintDocument] | None = None
        self._turn = 0
        self._waiting = False
        self._wanted: tuple[object, ...] = ()
        """The form, source and style of the document that is being made."""
        self._shown: tuple[object, ...] = ()
        """Those of the document that is shown."""
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._make)
        self._long = QTimer(self, singleShot=True, interval=LONG_MS)
        self._long.timeout.connect(self._on_long)
        self._awake = False
        ledger.changed.connect(self._on_ledger_changed)

    # what is chosen

    @property
    def source_kinds(self) -> tuple[SourceKind, ...]:
        return source_kinds_of(self.form)

    @property
    def source_kind(self) -> SourceKind:
        return self._source_kinds.get(self.form.id, self.source_kinds[0])

    @property
    def item(self) -> str:
        """The chosen session, game, card or set of rules."""
        return self._items.get((self.form.id, self.source_kind), "")

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of the source, as far as they are listed."""
        found = self._listed.items
        if self.source_kind is SourceKind.GAMES and self._games is not None:
            found = (Item(LISTED, self.tr("The games listed on the Notebook page")), *found)
        if self.source_kind is SourceKind.CARD and self._card is not None:
            shown = self.tr("{name} (on the Cards page)").format(name=brief(self._card.title or self.tr("A card")))
            found = (Item(LISTED, shown), *found)
        if self.item and not any(one.key == self.item for one in found):
            found = (Item(self.item, self.tr("The selected one")), *found)
        return (*found, Item(OLDER, self.tr("Older ones…"))) if self._listed.after is not None else found

    @property
    def takes_name(self) -> bool:
        return self.source_kind in NAMED

    @property
    def takes_day(self) -> bool:
        return self.takes_name and self.source_kind is not SourceKind.GAMES

    @property
    def takes_remarks(self) -> bool:
        return self.source_kind is SourceKind.GAMES

    @property
    def takes_tables(self) -> bool:
        return self.source_kind is SourceKind.TABLES

    @property
    def can_be_fillable(self) -> bool:
        """Whether the form can have fields to be filled in on a screen."""
        return self.form.fillable and self.source_kind is SourceKind.BLANK

    @property
    def style(self) -> PrintStyle:
        return PrintStyle(self.habits.paper, self.habits.large, self.terms, self.fillable and self.can_be_fillable)

    @property
    def selection(self) -> FormSelection:
        return FormSelection(
            self.source_kind,
            self.item,
            self.habits.name if self.takes_name else "",
            self.day if self.takes_day else "",
            self.remarks if self.takes_remarks else "",
            self.tables if self.takes_tables else 0,
            self.rounds if self.takes_tables else 0,
            self._games if self.item == LISTED else None,
        )

    @property
    def busy(self) -> bool:
        return self._waiting or self._rest.isActive() or self.listing or self._task is not None

    @property
    def settled(self) -> bool:
        """Whether nothing is under way."""
        return not self.busy and self.maker.idle and self.drawer.idle

    # what people choose

    def choose_form(self, id_: str) -> None:
        self._is_chosen = True
        if id_ != self.form.id:
            self.form = find_form(id_)
            self._source_changed()

    def choose_source_kind(self, source_kind: SourceKind) -> None:
        self._is_chosen = True
        if source_kind is not self.source_kind:
            self._source_kinds[self.form.id] = source_kind
            self._source_changed()

    def choose_item(self, key: str) -> None:
        """Take another session, game, card or set of rules; `OLDER` lists more of them."""
        if key == OLDER:
            self._read_list(after=self._listed.after)
        elif key != self.item:
            self._items[self.form.id, self.source_kind] = key
            self._changed()

    def set_habits(self, **values: object) -> None:
        """Change and store the print settings."""
        new = msgspec.structs.replace(self.habits, **values)
        if new != self.habits:
            typed = new.name != self.habits.name
            self.habits = new
            try:
                write_atomically(self._folders.print_file, msgspec.json.encode(new))
            except OSError as error:
                text = self.tr("Your print settings can’t be saved in {folder}: {reason}.")
                self.unsaved.emit(text.format(folder=self._folders.data, reason=reason(error)))
            self._changed(REST_MS if typed else 0)

    def set_fillable(self, fillable: bool) -> None:  # noqa: FBT001 - like Qt's own setters
        if fillable is not self.fillable:
            self.fillable = fillable
            self._changed()

    def set_day(self, day: str) -> None:
        self.day = day
        self._changed(REST_MS)

    def set_remarks(self, remarks: str) -> None:
        self.remarks = remarks
        self._changed(REST_MS)

    def set_tables(self, tables: int) -> None:
        self.tables = tables
        self._changed(REST_MS)

    def set_rounds(self, rounds: int) -> None:
        self.rounds = rounds
        self._changed(REST_MS)

    def set_settings(self, settings: Settings) -> None:
        """Use other words for the tiles."""
        if settings.terms != self.terms:
            self.terms = settings.terms
            self._changed()

    # what other pages want printed

    def show_hand(self) -> None:
        self.score = self.ask_score()
        if self.score.hand is not None:
            self.form = find_form(form_for(self.score.hand.rules))
        elif SourceKind.SCORE not in self.source_kinds:
            self.form = find_form("score-sheet")
        self._take(SourceKind.SCORE)

    def show_session(self, uid: str) -> None:
        self.form = find_form("evening")
        self._take(SourceKind.SESSION, uid)

    def show_tournament(self, uid: str) -> None:
        """Print a tournament: the draw, or the form that was last printed of one."""
        if SourceKind.TOURNAMENT not in source_kinds_of(self.form):
            self.form = find_form("tournament-draw")
        self._take(SourceKind.TOURNAMENT, uid)

    def show_season(self, uid: str, large: bool) -> None:  # noqa: FBT001 - a slot of two arguments
        """Print the league table of a season, for the wall in large print."""
        self.form = find_form("season")
        if large:
            self.set_habits(large=True)
        self._take(SourceKind.SEASON, uid)

    def show_games(self, games: GameFilter | NotebookFilter) -> None:
        """Print the running card of the games that the Notebook lists."""
        self.form = find_form("running-card")
        every = (GameFilter(), NotebookFilter(kinds=(HANDS, GAMES)))
        self._games = None if games in every else games
        self._take(SourceKind.GAMES, ALL if self._games is None else LISTED)

    def show_card(self, card: Card) -> None:
        self.form = find_form("american-card")
        self._card = card
        self._take(SourceKind.CARD, LISTED)

    def _take(self, source_kind: SourceKind, item: str = "") -> None:
        self._is_chosen = True
        self._source_kinds[self.form.id] = source_kind
        self._items[self.form.id, source_kind] = item
        self._source_changed()

    # while somebody looks

    def wake(self) -> None:
        """Read everything again: the page is shown."""
        self._awake = True
        self.score = self.ask_score()
        self.again()

    def sleep(self) -> None:
        """Make nothing new while the page is hidden."""
        self._awake = False

    def _on_ledger_changed(self) -> None:
        if self._awake and self.source_kind in OF_LEDGER:
            self.again()

    def _changed(self, rest: int = 0) -> None:
        """Emit the change, and make the document after a rest."""
        self.cancelled = False
        if self._awake:
            self._rest.start(rest)
        self.changed.emit()

    # lists

    def _source_changed(self) -> None:
        """List the items of another source."""
        self._listed, self._unlisted = Listed(), ""
        self.again()

    def _read_list(self, after: Cursor | None = None) -> None:
        """Read the items of the source, or more of them."""
        self._list_turn += 1
        source_kind, folders = self.source_kind, self._folders
        self.listing = source_kind not in (SourceKind.BLANK, SourceKind.SCORE)
        then, fail = partial(self._on_listed, self._list_turn, after), partial(self._on_unlisted, self._list_turn)
        if source_kind in OF_LEDGER:
            do = list_of(source_kind, self.form)
            self._ledger.ask(lambda ledger: do(ledger, after), then, fail, self)
        elif self.listing:
            self.maker.ask(lambda _: standing_list(source_kind, folders), then, fail, owner=self)

    def _on_listed(self, turn: int, after: Cursor | None, found: Listed) -> None:
        if turn != self._list_turn:
            return
        self.listing, self._unlisted = False, ""
        before = self._listed.items if after is not None else ()
        self._listed = Listed((*before, *found.items), found.after)
        if not (self._is_chosen or found.items):
            self.choose_source_kind(SourceKind.BLANK)
        else:
            self._choose_first()
            self._changed()

    def _choose_first(self) -> None:
        """Choose a listed item where none is chosen for this form."""
        chosen = (self.form.id, self.source_kind)
        known = [one.key for one in self._listed.items]
        whole = self.source_kind in OF_LEDGER and self._listed.after is None
        if whole and self._items.get(chosen) not in (None, LISTED, *known):
            del self._items[chosen]  # it was deleted, or is of another ledger
        if self.source_kind is SourceKind.GAMES or self.source_kind is SourceKind.SESSIONS:
            self._items.setdefault(chosen, ALL)
        elif not self._items.get(chosen) and known:
            self._items[chosen] = known[0]

    def _on_unlisted(self, turn: int, error: Exception) -> None:
        if turn == self._list_turn:
            self.listing, self._listed, self._unlisted = False, Listed(), sentence_of(error)
            self._changed()

    # the document

    def again(self) -> None:
        """List the items of the source and make the document again."""
        if self._awake:
            self._read_list()
        self._changed()

    def cancel(self) -> None:
        if self._waiting or self._task is not None:
            self.cancelled = True
            self._fail(self.tr("You stopped it."))

    def _drop_task(self) -> None:
        self._turn += 1
        self._waiting = False
        self._long.stop()
        self.is_long = False
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    def _make(self) -> None:
        """Make the chosen document."""
        if self.listing:
            return  # its end makes it
        selection, style, form, folders = self.selection, self.style, self.form, self._folders
        from_ledger = selection.source_kind in OF_LEDGER and bool(self.items)
        source = self._source(selection)
        if source is None and not from_ledger:
            self._fail(self._unlisted or self._nothing(), empty=not self._unlisted)
            return
        self._drop_task()
        self._wanted = (form.id, selection, style)
        self._waiting = True
        self._long.start()
        turn = self._turn
        if source is not None:
            self._lay_out(turn, form, style, source)
        else:
            self._ledger.ask(
                lambda ledger: read_source(ledger, selection, folders),
                lambda read: self._lay_out(turn, form, style, lambda: read),
                lambda error: self._on_unread(turn, form, selection, error),
                self,
            )
        self.made_changed.emit()

    def _source(self, selection: FormSelection) -> Callable[[], object] | None:
        """Return a function that makes the source without the ledger; None where there is none."""
        folders, card = self._folders, self._card
        if selection.source_kind is SourceKind.BLANK:
            return lambda: None
        if selection.source_kind is SourceKind.SCORE:
            hand = self.score.hand
            named = hand and msgspec.structs.replace(hand, name=selection.name, day=selection.day)
            return None if named is None else lambda: named
        if selection.source_kind in OF_LEDGER or not selection.item:
            return None
        if selection.source_kind is SourceKind.CARD and selection.item == LISTED:
            return lambda: card
        return lambda: standing_source(selection, folders)

    def _nothing(self) -> str:
        """Return why there is nothing to fill the form in from."""
        tournament = self.tr("There is no tournament yet. Start one on the Club page.")
        if SourceKind.TABLES in self.source_kinds:
            tournament = self.tr(
                "There is no tournament yet. Start one on the Club page, or choose a number of tables."
            )
        return {
            SourceKind.SCORE: self.score.why_not,
            SourceKind.GAME: self.tr("No game that this form lists has been won yet. Play one on the Solitaire page."),
            SourceKind.GAMES: self.tr("No game has been finished yet. Play one on the Solitaire page."),
            SourceKind.SESSION: self.tr("No session has been played yet. Start one on the Table page."),
            SourceKind.SESSIONS: self.tr("No session has been played yet. Start one on the Table page."),
            SourceKind.TOURNAMENT: tournament,
            SourceKind.SEASON: self.tr("There is no season yet. Start one on the Notebook page."),
            SourceKind.CLUB: self.tr("There are no house rules yet. Make some on the Rules page."),
        }.get(self.source_kind, "")

    def _lay_out(self, turn: int, form: Form, style: PrintStyle, source: Callable[[], object]) -> None:
        if turn != self._turn:
            return
        self._waiting = False

        def do(task: Task[PrintDocument]) -> PrintDocument:
            printed = lay_out(form.id, source(), style)
            made = make(printed, style, task.progress)
            return PrintDocument(printed.title, file_name(form, printed), style.paper, made)

        self._task = self.maker.ask(
            do,
            lambda document: self._on_made(turn, document),
            lambda error: self._on_failed(turn, error),
            self.progressed.emit,
            self,
        )

    def _on_long(self) -> None:
        self.is_long = self._waiting or self._task is not None
        if self.is_long and self._shown != self._wanted:
            self.document = None  # what was asked for before isn't taken for it
            self.problem, self.is_empty = "", False
        self.made_changed.emit()

    def _on_made(self, turn: int, document: PrintDocument) -> None:
        if turn != self._turn:
            return
        self._task = None
        self._long.stop()
        self.is_long = False
        if document != self.document:
            self.document = document
        self._shown = self._wanted
        self.problem, self.is_empty = "", False
        self.made_changed.emit()

    def _on_unread(self, turn: int, form: Form, selection: FormSelection, error: Exception) -> None:
        """Show the error; an item that the ledger no longer has is not chosen any more."""
        chosen = (form.id, selection.source_kind)
        gone = isinstance(error, RuleError) and error.problems[0].code in _GONE
        unlisted = all(one.key != selection.item for one in self._listed.items)
        if turn == self._turn and gone and unlisted and self._items.get(chosen) == selection.item:
            del self._items[chosen]
            self._drop_task()
            self.again()
        else:
            self._on_failed(turn, error)

    def _on_failed(self, turn: int, error: Exception) -> None:
        if turn == self._turn:
            self._fail(sentence_of(error))

    def _fail(self, sentence: str, *, empty: bool = False) -> None:
        self._drop_task()
        self.document = None
        self.problem, self.is_empty = sentence, empty
        self.made_changed.emit()


def file_name(form: Form, printed: Printed) -> str:
    """Return the suggested file name of a document.

    >>> from mjcompanion.printing.catalogue import find_form
    >>> file_name(find_form("rules-sheet"), Printed("Rule sheet: Classical", ()))
    'rule-sheet-classical.pdf'
    """
    letters = "".join(letter if letter.isalnum() else " " for letter in printed.title.replace("’", "").casefold())
    return ("-".join(letters.split())[:LONGEST_NAME].strip("-") or form.id) + _SUFFIX


def _habits(folders: Folders) -> Habits:
    """Return the stored print settings, or the paper of the country."""
    try:
        return msgspec.json.decode(read_bounded(folders.print_file, LARGEST_OWN), type=Habits)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        metric = QLocale().measurementSystem() is not QLocale.MeasurementSystem.ImperialUSSystem
        return Habits(Paper.A4 if metric else Paper.LETTER)

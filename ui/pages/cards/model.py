"""What the Cards page knows and does, without a widget: the shelf, what is chosen, every change and its undoing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from PySide6.QtCore import Signal

from mjcompanion.american.card import MOST_LINES, Card, CardFault, clean
from mjcompanion.american.card_library import BUILT_IN, CardDocument, CardLibrary, built_in
from mjcompanion.american.line import Line
from mjcompanion.american.writing import CardText
from mjcompanion.core.errors import RuleError, printable
from mjcompanion.i18n import translation

from ...widgets.shelf.model import OpenDocument, ShelfModel

_LONGEST_SHOWN: Final = 600
"""In characters: what is longer is a fault, and is shown cut off."""
_USUAL_VALUE: Final = 25

Value = str | int | bool


class CardLineRow(msgspec.Struct, frozen=True):
    """One line of the card as the page shows it, playable (`line`) or faulty; `fields` are those of the file."""

    number: int
    fields: dict[str, Any]
    line: Line | None
    faults: tuple[CardFault, ...] = ()
    warnings: tuple[CardFault, ...] = ()

    def text(self, field: str) -> str:
        """A field as words, whatever is in it."""
        value = self.fields.get(field)
        if isinstance(value, str):
            return clean(value[:_LONGEST_SHOWN])
        return "" if value is None else printable(str(value), 40)

    @property
    def kind(self) -> str:
        """X or C."""
        return "C" if self.fields.get("concealed") is True else "X"


class CardSheet(msgspec.Struct, frozen=True):
    """A card as the page shows it; `faults` are those of no line."""

    card: Card
    rows: tuple[CardLineRow, ...] = ()
    faults: tuple[CardFault, ...] = ()


def sheet_of(text: CardText) -> CardSheet:
    """All lines of a card with what is wrong with each."""
    card = text.card
    try:
        lines = text.lines[:MOST_LINES]
    except RuleError:
        return CardSheet(card, (), card.faults)
    playable = {line.number: line for line in card.lines}
    faults: dict[int, list[CardFault]] = {}
    warnings: dict[int, list[CardFault]] = {}
    for found, several in ((faults, card.faults), (warnings, card.warnings)):
        for fault in several:
            found.setdefault(fault.line, []).append(fault)
    rows = tuple(
        CardLineRow(
            number, fields, playable.get(number), tuple(faults.get(number, ())), tuple(warnings.get(number, ()))
        )
        for number, fields in enumerate(lines, 1)
    )
    return CardSheet(card, rows, tuple(faults.get(0, ())))


OpenCard = OpenDocument[CardText, CardDocument]


def card_of(opened: OpenCard) -> Card:
    """A card as it is now."""
    if opened.item is not None:
        return opened.item.card
    return opened.entry.card if opened.entry is not None else Card()


class CardsModel(ShelfModel[CardText, CardDocument]):
    """Holds the cards: those that come with the program stand first, and can't be changed.

    Signals:
        line_wanted(int): the line with this number was changed by undo or redo: show it.
    """

    line_wanted = Signal(int)

    def __init__(self, shelf: CardLibrary) -> None:
        super().__init__(shelf, BUILT_IN)
        self._cards = shelf
        self._shown: tuple[CardText, CardSheet] | None = None
        self.standing: tuple[OpenCard, ...] = tuple(
            OpenDocument(name, built_in(name), built_in(name).item) for name in BUILT_IN
        )
        """The cards that come with the program."""

    # what a card is

    def here_already(self, name: str) -> str:
        return self.tr("This card is here already, as “{name}”.").format(name=name)

    def order(self, opened: OpenCard) -> tuple[bool, int, str, str]:
        return not opened.is_readable, -(card_of(opened).year or 0), self.name(opened).casefold(), opened.key

    def remembered(self, item: CardText | None) -> CardText | None:
        return item if item is None else msgspec.structs.replace(item)

    def left_by(self, gone: CardText, place: int) -> str:
        left = self.ours
        return left[min(place, len(left) - 1)].key if left else super().left_by(gone, place)

    def standing_key(self, entry: CardDocument) -> str:
        return entry.name

    def after_import(self, opened: OpenCard, name: str) -> None:
        faults = len(card_of(opened).faults)
        if not faults:
            super().after_import(opened, name)
            return
        text = translation.ngettext(
            "Imported as “{name}”. {n} error is marked.", "Imported as “{name}”. {n} errors are marked.", faults
        )
        self.tell(text.format(name=name, n=translation.number(faults)), "warn")

    # what there is

    @property
    def opened(self) -> OpenCard | None:
        return next((one for one in self.standing if one.key == self.chosen), super().opened)

    @property
    def is_standing(self) -> bool:
        """Whether the card that is chosen comes with the program."""
        return self.chosen in BUILT_IN

    @property
    def sheet(self) -> CardSheet | None:
        """The lines of the chosen card; None for a faulty file."""
        item = self.opened.item if self.opened is not None else None
        if item is None:
            return None
        if self._shown is None or self._shown[0] is not item:
            self._shown = item, sheet_of(item)
        return self._shown[1]

    # cards

    def new(self) -> None:
        """A card without lines, for this year."""
        year = datetime.now(UTC).year
        self.perform(self.new_key(), CardText.new(self._cards.free_name(self.tr("Our card"), year), year))

    def make_own(self) -> None:
        """A card of one's own with all that the chosen one has, under another name."""
        opened = self.opened
        if opened is not None and opened.item is not None:
            card = opened.item.card
            name = self.tr("Our {name}").format(name=card.name) if self.is_standing else card.name
            self._copy(opened.item, name, card.year)

    def duplicate_for_next_year(self) -> None:
        """The chosen card for the year after its own, to be changed."""
        opened = self.opened
        if opened is not None and opened.item is not None:
            self._copy(opened.item, opened.item.card.name, (opened.item.card.year or datetime.now(UTC).year) + 1)

    def _copy(self, text: CardText, name: str, year: int | None) -> None:
        cards = [card_of(one) for one in (*self.standing, *self.ours)]
        copied = text.with_top("name", self._cards.free_name(name or self.tr("Our card"), year, cards))
        self.perform(self.new_key(), copied.with_top("year", year) if year is not None else copied)

    def rename(self, name: str) -> None:
        self._top("name", clean(name) or None)

    def set_year(self, year: int | None) -> None:
        self._top("year", year)

    def set_jokers_anywhere(self, anywhere: bool) -> None:  # noqa: FBT001 - a slot
        """Whether jokers may stand for any tile, in pairs and singles too."""
        self._top("jokers_anywhere", anywhere)

    def set_note(self, note: str) -> None:
        self._top("note", clean(note) or None)

    def _top(self, field: str, value: Value | None) -> None:
        if self.can_write:
            self.perform(self.chosen, lambda text: text.with_top(field, value))

    # lines

    def change_line(self, number: int, fields: dict[str, Value | None], key: str = "", *, joins: str = "") -> None:
        """Give fields of a line other values; changes with one word in `joins` are undone together.

        `key` names the card where it isn't the chosen one.
        """
        key = key or self.chosen
        if not self.is_own(key):
            return

        def change(text: CardText) -> CardText:
            if number > text.count:  # another window has taken it away
                return text
            before = text.lines[number - 1]
            for field, value in fields.items():
                if before.get(field) != value or type(before.get(field)) is not type(value):
                    text = text.with_field(number, field, value)
            return text

        self.perform(key, change, self.kind(key, joins))

    def add_line(self, fields: dict[str, Value], after: int, key: str = "", *, joins: str = "") -> bool:
        """One line more, after that with this number (0: first); false where there can be none."""
        key = key or self.chosen
        if not self.is_own(key):
            return False
        item = self._opened[key].item
        if item is not None and item.count >= MOST_LINES:
            self.tell(self.tr("A card has {limit} lines at most.").format(limit=translation.number(MOST_LINES)), "warn")
            return False

        def change(text: CardText) -> CardText:
            return text.with_line(fields, min(after, text.count))

        self.perform(key, change, self.kind(key, joins))
        return True

    def paste_lines(
        self, lines: Sequence[dict[str, Value]], number: int, usual: dict[str, Value], *, replaces: bool
    ) -> None:
        """Write lines into the chosen card below that with this number (0: as the first).

        With `replaces` the first of them takes its place. New lines have what is `usual` besides.
        """
        if not self.can_write or self.sheet is None or not lines:
            return
        if len(self.sheet.rows) + len(lines) > MOST_LINES:
            self.tell(self.tr("A card has {limit} lines at most.").format(limit=translation.number(MOST_LINES)), "warn")
            return

        def change(text: CardText) -> CardText:
            over = replaces and 0 < number <= text.count  # unless another window has taken it away
            for field, value in lines[0].items() if over else ():
                text = text.with_field(number, field, value or None)
            for place, fields in enumerate(lines[over:], min(number, text.count)):
                new = {field: value for field, value in {**usual, **fields}.items() if value}
                text = text.with_line(new, place)
            return text

        self.perform(self.chosen, change)
        first = number if replaces else number + 1
        rows = self.sheet.rows[first - 1 : first - 1 + len(lines)]
        faulty = sum(bool(row.faults) for row in rows)
        pasted = translation.ngettext("{n} line was pasted.", "{n} lines were pasted.", len(lines))
        wrong = translation.ngettext("{n} has faults and is marked.", "{n} have faults and are marked.", faulty)
        parts = [
            pasted.format(n=translation.number(len(lines))),
            wrong.format(n=translation.number(faulty)) if faulty else "",
        ]
        self.tell(translation.join_sentences(parts), "warn" if faulty else "good")
        self.line_wanted.emit(first)

    def remove_line(self, number: int) -> None:
        """Take a line away; the person can have it back at once."""
        if not self.can_write or self.sheet is None or not 0 < number <= len(self.sheet.rows):
            return
        key, fields = self.chosen, dict(self.sheet.rows[number - 1].fields)
        before_and_after: list[CardText] = []

        def change(text: CardText) -> CardText:
            if number > text.count:
                return text
            before_and_after[:] = text, text.without_line(number)
            return before_and_after[1]

        def bring_back() -> None:
            opened = self._opened.get(key)
            if opened is not None and before_and_after[1:] == [opened.item]:
                self.perform(key, before_and_after[0])
            else:
                self.add_line(fields, number - 1, key)
            self.line_wanted.emit(number)

        self.perform(key, change)
        sentence = self.tr("Line {number} was removed.").format(number=translation.number(number))
        self.offer_undo(sentence, bring_back)

    def move_line(self, number: int, to: int) -> None:
        if self.can_write and self.sheet is not None and 1 <= to <= len(self.sheet.rows) and to != number:

            def change(text: CardText) -> CardText:
                return text.with_line_moved(number, to) if max(number, to) <= text.count else text

            self.perform(self.chosen, change)
            self.line_wanted.emit(to)

    def undo(self) -> None:
        self._show_difference(super().undo)

    def redo(self) -> None:
        self._show_difference(super().redo)

    def _show_difference(self, step: Callable[[], None]) -> None:
        """Make a step, and show the first line in which the card differs."""
        before = {key: opened.item for key, opened in self._opened.items()}
        step()
        item, old = self.item, before.get(self.chosen)
        number = _first_change(old, item) if old is not None and item is not None else 0
        if number:
            self.line_wanted.emit(number)


def line_fields(row: CardLineRow | None) -> dict[str, Value]:
    """What a new line after this one begins with: its section, shift and value."""
    before = row.fields if row is not None else {}
    kinds = {"section": str, "shift": int, "value": int}
    return {"value": _USUAL_VALUE} | {
        field: before[field] for field, kind in kinds.items() if isinstance(before.get(field), kind)
    }


def _first_change(before: CardText, after: CardText) -> int:
    """The number of the first line in which two cards differ, or 0."""
    try:
        old, new = before.lines, after.lines
    except RuleError:
        return 0
    for number, (one, other) in enumerate(zip(old, new, strict=False), 1):
        if one != other:
            return number
    return min(min(len(old), len(new)) + 1, len(new)) if len(old) != len(new) else 0

"""Kept hands out of a CSV, as the ledger wrote it or as a spreadsheet wrote it again; each is counted anew."""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mjcompanion.foreign import decode_json, why_unread
from mjcompanion.ledger.cells import as_it_was
from mjcompanion.ledger.formats import MOST_BYTES, Read, is_uid
from mjcompanion.ledger.hand_records import COLUMNS, hand_of, record_of, sheet_text
from mjcompanion.ledger.values import StoredHand, is_moment
from mjcompanion.problems import Problem, RuleError, bad_request, printable
from mjcompanion.rulesets import RULESETS
from mjcompanion.scoring.request import score_request as score_chinese
from mjcompanion.words import tr

if TYPE_CHECKING:
    from mjcompanion.american.request import Cards
    from mjcompanion.folders import Folders

_BEGINS: Final = ",".join(COLUMNS[:3])
_SIGNS: Final = ",;\t"


def is_cells(content: bytes) -> bool:
    """Whether a file means to be a table of kept hands.

    >>> is_cells(b'"hand","at","changed","player"'), is_cells(b'{"format":1}')
    (True, False)
    """
    return _parted_by(content) is not None


def _parted_by(content: bytes) -> str | None:
    """The sign that parts the cells of a table of kept hands; Excel's is “;” in half of Europe."""
    first = content[:400].removeprefix(BOM_UTF8).replace(b'"', b"").decode("utf-8", "replace")
    return next((sign for sign in _SIGNS if first.replace(sign, ",").startswith(_BEGINS) and sign in first), None)


def read_cells(
    content: bytes, folders: Folders | None = None, progress: Callable[[int, int], None] | None = None
) -> Read:
    """Read a table of kept hands; the cards of `folders` are known beside those that come with the program.

    A row that can't be counted, or comes to something else than it says, is left out with a sentence.

    Raises:
        RuleError: it isn't such a table.

    """
    sign = _parted_by(content)
    try:
        text = content[: MOST_BYTES + 1].removeprefix(BOM_UTF8).decode()
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=sign or ",", strict=True))
    except (csv.Error, UnicodeDecodeError) as error:
        raise RuleError([Problem("import-syntax", why=why_unread(error))]) from error
    lacking = [name for name in COLUMNS if rows and name not in rows[0]]
    if sign is None or lacking or len(content) > MOST_BYTES:
        why = tr("its columns aren't those of kept hands")
        raise RuleError([Problem("import-syntax", why=why)])
    hands: dict[str, StoredHand] = {}
    left: list[str] = []
    count = _Counting(folders)
    for place, row in enumerate(rows, 2):
        if progress is not None:
            progress(place - 2, len(rows))
        try:
            hand = _hand({name: as_it_was(row[name] or "") for name in COLUMNS}, count)
            if hand.row.uid in hands:
                raise bad_request(tr("the id isn’t valid, or is there twice."))
            hands[hand.row.uid] = hand
        except RuleError as error:
            said = tr("Row {number} was left out: {sentence}")
            left.append(said.format(number=place, sentence=printable(str(error), 400)))
    return Read((), (), (), tuple(hands.values()), left_out=tuple(left), from_cells=True)


class _Counting:
    """Counts the hands of rows; a card is read once for all of them."""

    def __init__(self, folders: Folders | None) -> None:
        self._folders = folders

    @cached_property
    def cards(self) -> Cards:
        """The cards that are known."""
        from mjcompanion.american.request import Cards

        return Cards(self._folders)

    def record(self, cells: Mapping[str, str]) -> dict[str, Any]:
        """What is kept of the hand of a row, counted now."""
        try:
            request: dict[str, Any] = decode_json(cells["request"], dict[str, Any])
        except (msgspec.DecodeError, RecursionError) as error:
            raise bad_request(tr("its request can't be read: {why}.").format(why=why_unread(error))) from None
        rules = request.get("rules")
        if isinstance(rules, str) and rules in RULESETS and RULESETS[rules].with_card:
            from mjcompanion.american.request import score_request

            card = str(request.get("card", ""))
            sheet = score_request(request, self.cards)
            title = self.cards.find(card)[0].title or card
            return record_of(sheet, sheet_text(sheet, title), cells["house_rules"], card)
        counted = score_chinese(request)
        return record_of(counted, sheet_text(counted), cells["house_rules"])


def _hand(cells: Mapping[str, str], count: _Counting) -> StoredHand:
    if not is_uid(cells["hand"]):
        raise bad_request(tr("the id isn’t valid, or is there twice."))
    for moment in (cells["at"], cells["changed"]):
        if not is_moment(moment):
            sentence = tr("“{text}” isn’t a time; write {example}.")
            raise bad_request(sentence.format(text=printable(moment), example="2026-11-21T05:31:52Z"))
    record = count.record(cells)
    about = (cells[name] for name in ("player", "place", "remark"))
    hand = hand_of(cells["hand"], cells["at"], cells["changed"], record, *about)
    row = hand.row
    told = (row.rules, "yes" if row.won else "no", str(row.score), row.final_text, row.hand)
    if told != tuple(cells[name] for name in ("rules", "won", "score", "final", "tiles")):
        sentence = tr("the hand comes to {score} here, but the row says something else.")
        raise bad_request(sentence.format(score=row.score))
    return hand

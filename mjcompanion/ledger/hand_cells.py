"""Kept hands from a CSV, as the ledger or a spreadsheet wrote it; each is counted again."""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError, bad_request, printable
from mjcompanion.core.sanitize import decode_json, why_unread
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.csv_files import COLUMNS, original_text
from mjcompanion.ledger.exporting import Progress
from mjcompanion.ledger.formats import MOST_BYTES, Read, is_uid, no_moment
from mjcompanion.ledger.hand_records import hand_of, record_of, sheet_text
from mjcompanion.ledger.values import HANDS, StoredHand
from mjcompanion.parsing.dates import is_moment
from mjcompanion.rulesets import RULESETS
from mjcompanion.scoring.request import score_request as score_chinese

if TYPE_CHECKING:
    from mjcompanion.american.request import Cards
    from mjcompanion.storage.paths import Folders

_COLUMNS: Final = COLUMNS[HANDS]
_SIGNS: Final = ",;\t"
"""What parts cells; Excel's is “;” in half of Europe."""


def is_cells(content: bytes) -> bool:
    """Return whether a file claims to be a table of kept hands.

    >>> is_cells(b'"hand","at","changed","player"'), is_cells(b'{"format":1}')
    (True, False)
    """
    return _delimiter(content) is not None


def _delimiter(content: bytes) -> str | None:
    first = content[:400].removeprefix(BOM_UTF8).replace(b'"', b"").decode("utf-8", "replace")
    return next((sign for sign in _SIGNS if first.startswith(sign.join(_COLUMNS[:3]))), None)


def read_cells(content: bytes, folders: Folders | None = None, progress: Progress | None = None) -> Read:
    """Read a table of kept hands; the cards of `folders` are known besides those that come with the program.

    A row that can't be counted, or says something else than its hand comes to, is left out with a sentence.

    Raises:
        RuleError: it isn't such a table.

    """
    try:
        text = content[: MOST_BYTES + 1].removeprefix(BOM_UTF8).decode()
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=_delimiter(content) or ",", strict=True)
        rows = list(reader)
    except (csv.Error, UnicodeDecodeError) as error:
        raise RuleError([Problem("import-syntax", why=why_unread(error))]) from error
    if not set(_COLUMNS) <= set(reader.fieldnames or ()) or len(content) > MOST_BYTES:
        raise RuleError([Problem("import-syntax", why=_("its columns aren’t those of kept hands"))])
    hands: dict[str, StoredHand] = {}
    left_out: list[str] = []

    @cache
    def cards() -> Cards:
        from mjcompanion.american.request import Cards

        return Cards(folders)

    for place, row in enumerate(rows):
        if progress is not None:
            progress(place, len(rows))
        try:
            hand = _hand({name: original_text(row[name] or "") for name in _COLUMNS}, cards, hands)
            hands[hand.row.uid] = hand
        except RuleError as error:
            sentence = _("Row {number} was left out: {sentence}")
            left_out.append(sentence.format(number=place + 2, sentence=printable(str(error), 400)))
    return Read((), (), {"kept": tuple(hands.values())}, left_out=tuple(left_out), from_cells=True)


def _record(cells: Mapping[str, str], cards: Callable[[], Cards]) -> dict[str, Any]:
    """Score the hand of a row, and return its record."""
    try:
        request: dict[str, Any] = decode_json(cells["request"], dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise bad_request(_("its request can’t be read: {why}.").format(why=why_unread(error))) from None
    rules = request.get("rules")
    if isinstance(rules, str) and rules in RULESETS and RULESETS[rules].with_card:
        from mjcompanion.american.request import score_request

        card = str(request.get("card", ""))
        sheet = score_request(request, cards())
        title = cards().find(card)[0].title or card
        return record_of(sheet, sheet_text(sheet, title), cells["house_rules"], card)
    counted = score_chinese(request)
    return record_of(counted, sheet_text(counted), cells["house_rules"])


def _hand(cells: Mapping[str, str], cards: Callable[[], Cards], seen: Mapping[str, StoredHand]) -> StoredHand:
    uid, at, changed = cells["hand"], cells["at"], cells["changed"]
    if not is_uid(uid) or uid in seen:
        raise bad_request(_("the id isn’t valid, or is there twice."))
    for moment in (at, changed):
        if not is_moment(moment):
            raise bad_request(no_moment(moment))
    hand = hand_of(uid, at, changed, _record(cells, cards), cells["player"], cells["place"], cells["remark"])
    row = hand.row
    due = {"rules": row.rules, "won": "yes" if row.won else "no", "score": str(row.score)}
    due |= {"final": row.final_text, "tiles": row.hand}
    if any(cells[name] != value for name, value in due.items()):
        sentence = _("the hand comes to {score} here, but the row says something else.")
        raise bad_request(sentence.format(score=row.score))
    return hand

"""Hands that were kept: each a row with what was asked and what was counted, so that it can be read for ever.

Who won it, where, and a remark may be corrected; a hand that is deleted is put aside, and can be brought back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, literal_column, select

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.core.hand import Hand
from mjcompanion.core.sanitize import why_unread
from mjcompanion.i18n.translation import N_, _, in_english
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.listing import Asked, Listing
from mjcompanion.ledger.models import Kept
from mjcompanion.ledger.records import MOST_CHANGES, Records
from mjcompanion.ledger.values import PRACTICE, KeptFilter, KeptHand, StoredHand, key_of, storable
from mjcompanion.rules.record import read, written
from mjcompanion.rulesets import changed_options
from mjcompanion.scoring import text_renderer
from mjcompanion.scoring.context import hundredths
from mjcompanion.scoring.request import read_request, write_request
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.house_key import house_of
from mjcompanion.table.rules import TableRules

if TYPE_CHECKING:
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.core.tiles import Terms
    from mjcompanion.solitaire.record import GameSetup
    from mjcompanion.storage.paths import Folders

_LARGEST: Final = 2**20
"""So many bytes a record has at most; a real one has some two thousand."""
_GREATEST: Final = 2**53
_FACTOR: Final = re.compile(r"([0-9]{1,6})(?:/([0-9]{1,6}))?")
LONGEST: Final = 10_000
"""So long may a remark be, or a name."""

_WALL: Final = "wall"
"""Where a record has what was counted beside a real wall."""


# a row


def factor_of(answer: Mapping[str, Any]) -> Fraction | None:
    """The share of the tiles that were left, as Kemp's solitaires count it; None where an answer has none.

    >>> factor_of({"factor": "89/129"}), factor_of({"score": 8})
    (Fraction(89, 129), None)
    """
    found = _FACTOR.fullmatch(str(answer.get("factor")))
    if found is None or not int(found[2] or 1):
        return None
    return Fraction(int(found[1]), int(found[2] or 1))


def search_key(row: KeptHand) -> str:
    """What is searched for: who, where, the remark, the tiles."""
    return key_of(f"{row.player} {row.place} {row.remark} {row.hand}")


def changed(connection: Connection, uid: str, moment: str, /, **changes: Any) -> StoredHand:  # noqa: ANN401 - columns
    """Change what may be changed of a hand: who, when, where, the remark, whether it is put aside.

    Raises:
        RuleError: there is none with this id.

    """
    hand = RECORDS.stored(Reader(connection), uid)
    row = msgspec.structs.replace(hand.row, **changes)
    if row == hand.row:
        return hand
    row = msgspec.structs.replace(row, changed_at=moment, changes=min(row.changes + 1, MOST_CHANGES))
    hand = StoredHand(row, hand.record)
    RECORDS.write_over(connection, uid, hand)
    return hand


def record_of(sheet: ScoreSheet | AmericanSheet, text: str, rules_name: str = "", card: str = "") -> dict[str, Any]:
    """What is kept of a hand that was counted; `text` is its sheet as people read it, `rules_name` the house rules'.

    >>> from mjcompanion.scoring.request import score_request
    >>> record_of(score_request({"rules": "simple", "hand": "[1111z] [2222z] [3333z] [4444z] 55z"}), "")["request"]
    {'rules': 'simple', 'hand': '55z [1111z] [2222z] [3333z] [4444z]', 'seat': 'E', 'round': 'E', 'winner': True}
    """
    situation = sheet.situation
    request = {**write_request(Hand(()), situation), "hand": str(sheet.hand), **({"card": card} if card else {})}
    rules = TableRules.of(situation.rules, situation.options, name=rules_name)
    record = {"request": request, "answer": sheet.answer(), "rules": rules, "text": text}
    return msgspec.json.decode(msgspec.json.encode(record, enc_hook=written), type=dict[str, Any])


def at_the_wall(record: Mapping[str, Any], counts: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a hand that was counted beside a real wall: `counts` are those of `solitaire.beside.Told`."""
    return {**record, _WALL: dict(counts)}


def nobody_won(rules: TableRules, setup: GameSetup, counts: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The record of a game at a real wall that the person didn't win: no tiles, and a score of 0.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.solitaire.record import GameSetup
    >>> drawn = nobody_won(TableRules.of(Ruleset("kemp-chinese")), GameSetup(), {"discards": 129, "left": 0}, "")
    >>> drawn["request"]["winner"], drawn["answer"]["score"], drawn["answer"]["final"], drawn["wall"]["left"]
    (False, 0, '0.00', 0)
    """
    from mjcompanion.solitaire.kemp import adjustment_of  # the rules of play, for who plays

    adjusts = adjustment_of(rules.rules, 0, 0) is not None
    discards = {"discards": counts["discards"]} if adjusts else {}
    request: dict[str, Any] = {
        "rules": str(rules.rules),
        "hand": "",
        "seat": str(setup.seat),
        "round": str(setup.round),
    }
    request |= {"winner": False, **discards, **({"card": setup.card} if setup.card else {})}
    changes = changed_options(rules.rules, rules.options)
    request |= {"options": changes} if changes else {}
    answer: dict[str, Any]
    with in_english():
        answer = {"ok": False, "error": Problem("wall-used-up").sentence(), "score": 0}
    answer |= {"final": hundredths(Fraction(0))} if adjusts else {}
    record = {"request": request, "answer": answer, "rules": rules, "text": text}
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record, enc_hook=written))
    return at_the_wall(told, counts)


def wall_counts(hand: StoredHand) -> dict[str, Any] | None:
    """What was counted beside a real wall: "begun", "left", "discards", "flowers", and "dice" where they were thrown.

    None for a hand that was entered without its game.
    """
    found = hand.record.get(_WALL)
    return found if isinstance(found, dict) else None


def sheet_text(sheet: ScoreSheet | AmericanSheet, card: str = "", terms: Terms | None = None) -> str:
    """A sheet as people read it; `card` is the title of the card of an American hand."""
    if isinstance(sheet, ScoreSheet):
        return text_renderer.as_text(sheet, terms)
    from mjcompanion.american.text_renderer import as_text

    return as_text(sheet, card, terms)


def counted_again(hand: StoredHand, folders: Folders | None = None) -> ScoreSheet | AmericanSheet | None:
    """The sheet of a hand by its own rules; None where it comes to something else today, or can't be counted."""
    rules, request = rules_of(hand), hand.record["request"]
    if rules is None:
        return None
    try:
        if rules.rules.with_card:
            from mjcompanion.american.request import Cards, score_request

            sheet: ScoreSheet | AmericanSheet = score_request(request, Cards(folders))
        else:
            entered, situation = read_request(request)
            sheet = score(entered, msgspec.structs.replace(situation, house=rules.options))
        return sheet if _figures(sheet.answer()) == _figures(hand.record["answer"]) else None
    except (RuleError, ValueError, TypeError, LookupError, AttributeError):  # a file may tell anything
        return None


def _figures(answer: Mapping[str, Any]) -> list[Any]:
    """What was counted, whatever language it is told in."""
    lines = answer.get("lines", ())
    counted = [(line["points"], line["doubles"]) for line in lines if isinstance(line, Mapping)]
    return [answer.get(name) for name in ("score", "final", "line", "value")] + counted


def rules_of(hand: StoredHand) -> TableRules | None:
    """The rules by which a hand was counted; None where this program doesn't know them any more."""
    try:
        return msgspec.convert(hand.record["rules"], TableRules, dec_hook=read)
    except (RuleError, ValueError, TypeError, LookupError):
        return None


def hand_of(
    uid: str,
    at: str,
    changed_at: str,
    record: Mapping[str, Any],
    player: str,
    place: str,
    remark: str,
    kind: str = "",
) -> StoredHand:
    """A hand that was counted just now, from its record; see `StoredHand`."""
    request, answer, rules = record["request"], record["answer"], record["rules"]
    row = KeptHand(
        uid=uid,
        at=at,
        changed_at=changed_at,
        player=checked(player),
        place=checked(place),
        remark=checked(remark),
        rules=request["rules"],
        rules_name=rules["name"],
        won=request.get("winner", True),
        score=answer["score"],
        final_cents=int(Decimal(answer["final"]) * 100) if "final" in answer else None,
        hand=storable(request["hand"]),
        kind=kind,
    )
    return StoredHand(row, dict(record))


def checked(text: str) -> str:
    """A name, a place or a remark, without spaces around it.

    Raises:
        RuleError: it is too long.

    """
    text = storable(text).strip()
    if len(text) > LONGEST:
        raise RuleError([Problem("text-too-long", count=len(text), limit=LONGEST)])
    return text


# files


class _FileHand(KeptHand, frozen=True, omit_defaults=True, kw_only=True):
    """A hand in a file: as a row, and its record."""

    rules: str
    record: dict[str, Any]


def hand_bytes(hand: StoredHand) -> bytes:
    """A hand as a file holds it."""
    return msgspec.json.encode(_FileHand(**msgspec.structs.asdict(hand.row), record=hand.record), order="sorted")


def read_hand(line: bytes) -> StoredHand:
    """Read what `hand_bytes` wrote. It isn't counted again: its rules may be known no longer.

    Raises:
        RuleError: it isn't what a hand looks like.

    """
    try:
        found = msgspec.json.decode(line, type=_FileHand)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _impossible(why_unread(error)) from error
    row = KeptHand(**{name: getattr(found, name) for name in KeptHand.__struct_fields__})
    numbers = (row.score, row.changes, row.final_cents or 0)
    if not all(-_GREATEST <= one <= _GREATEST for one in numbers) or not 0 <= row.changes <= MOST_CHANGES:
        raise _impossible(_("a number is out of range"))
    texts = (row.rules, row.rules_name, row.hand, row.player, row.place, row.remark)
    if row.kind not in ("", PRACTICE):
        raise _impossible(_("“{text}” isn’t a kind of hand").format(text=printable(row.kind)))
    if any(len(text) > LONGEST or storable(text) != text for text in texts):
        raise _impossible(_("a text is too long, or can't be stored"))
    if len(msgspec.json.encode(found.record)) > _LARGEST:
        raise _impossible(_("it is too long"))
    shapes = (("request", dict), ("answer", dict), ("rules", dict), ("text", str))
    if any(not isinstance(found.record.get(name), shape) for name, shape in shapes):
        raise _impossible(_("it doesn't say what was asked and what was counted"))
    return StoredHand(row, found.record)


def _impossible(why: str) -> RuleError:
    return RuleError([Problem("kept-impossible", why=why)])


# the rows


class _Records(Records[KeptHand, StoredHand]):
    """Kept hands and exercises."""

    def record_of(self, held: StoredHand) -> dict[str, Any]:
        """What was asked and what was counted."""
        return held.record

    def made(self, row: KeptHand, record: dict[str, Any]) -> StoredHand:
        """A row with its record."""
        return StoredHand(row, record)

    def derived(self, held: StoredHand) -> dict[str, Any]:
        """What is searched for and counted, and Kemp's factor where the answer has one."""
        row, record = held.row, held.record
        found = {"player_key": key_of(row.player), "key": search_key(row), "house": house_of(record["request"])}
        factor = factor_of(record["answer"])
        over, under = (None, None) if factor is None else (factor.numerator, factor.denominator)
        return {**found, "factor_num": over, "factor_den": under}


RECORDS: Final[_Records] = _Records(Kept, "kept", N_("the kept hand {id}"), KeptHand, most=_LARGEST, problem="kept")


# lists


class _Hands(Listing[KeptFilter, KeptHand]):
    """Kept hands, or exercises."""

    folded: ClassVar[Asked] = frozenset({"player"})

    def narrowed(self, dialect: str, query: Select[Any], what: Asked) -> Select[Any]:
        """The hands of a filter, or the exercises; a statement may have both."""
        kind: ColumnElement[str] = literal_column(f"'{PRACTICE}'" if "kind" in what else "''")
        return super().narrowed(dialect, query.where(Kept.kind == kind), what)


LIST: Final[Listing[KeptFilter, KeptHand]] = _Hands(
    Kept,
    "at",
    {
        "put_aside": Kept.put_aside == bindparam("put_aside"),
        "rules": Kept.rules == bindparam("rules"),
        "player": Kept.player_key == bindparam("player"),
    },
    "key",
    RECORDS.row_of,
)
_NAMES: Final = (
    select(func.max(Kept.player))
    .where(Kept.player_key != literal_column("''"))
    .group_by(Kept.player_key)
    .order_by(Kept.player_key)
)


def names(reader: Reader) -> tuple[str, ...]:
    """Return the names of those who have kept hands, one spelling of each."""
    return tuple(name for (name,) in reader.rows(_NAMES))


def has_exercises(reader: Reader) -> bool:
    """Whether any row is an exercise, one that was deleted too."""
    return bool(reader.rows(_EXERCISES))


_EXERCISES: Final = select(Kept.id).where(Kept.kind != literal_column("''"))

"""Hands that were kept: each a row with what was asked and what was counted, so that it can be read for ever.

Who won it, where, and a remark may be corrected; a hand that is deleted is put aside, and can be brought back.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Select,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy import text as sql

from mjcompanion.foreign import why_unread
from mjcompanion.hand import Hand
from mjcompanion.ledger import people, proof
from mjcompanion.ledger.connect import Reader, ready
from mjcompanion.ledger.errors import Astray, Damaged
from mjcompanion.ledger.game_files import utc_minute
from mjcompanion.ledger.house import house_of
from mjcompanion.ledger.listing import SEEN_LATELY, Keys, Listing, sound_ones
from mjcompanion.ledger.schema import kept
from mjcompanion.ledger.values import (
    PRACTICE,
    Finding,
    KeptFilter,
    KeptHand,
    StoredHand,
    key_of,
    storable,
)
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.rules.record import read, written
from mjcompanion.rulesets import changed_options
from mjcompanion.scoring import receipt
from mjcompanion.scoring.request import read_request, write_request
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.situation import hundredths
from mjcompanion.table.rules import TableRules
from mjcompanion.words import in_english, tr

if TYPE_CHECKING:
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.folders import Folders
    from mjcompanion.solitaire.record import Setup
    from mjcompanion.tiles import Terms

Progress = Callable[[int, int], bool | None]
_SQUEEZED: Final = 9
_LARGEST: Final = 2**20
"""So many bytes a record has at most; a real one has some two thousand."""
_GREATEST: Final = 2**53
_FACTOR: Final = re.compile(r"([0-9]{1,6})(?:/([0-9]{1,6}))?")
_MOST_CHANGES: Final = 2**31 - 1
LONGEST: Final = 10_000
"""So long may a remark be, or a name."""

_WALL: Final = "wall"
"""Where a record has what was counted beside a real wall."""

_SHOWN: Final = KeptHand.__struct_fields__
_AT: Final = _SHOWN.index("at")
_FLAGS: Final = _SHOWN.index("won"), _SHOWN.index("put_aside")
ROW: Final = [kept.c[name] for name in (*proof.KEPT, "checksum")]
_LISTED: Final = kept.c.id, proof.packed(*ROW)
_BY_UID: Final = select(*ROW, kept.c.record).where(kept.c.uid == bindparam("which"))
WANTED: Final[ColumnElement[bool]] = kept.c.uid == bindparam("which")
_ADD: Final = insert(kept)


# a row


def columns_of(hand: StoredHand) -> dict[str, Any]:
    """The columns of a hand but for its number."""
    row = hand.row
    record = msgspec.json.encode(hand.record, order="sorted")
    values = {name: getattr(row, name) for name in _SHOWN}
    values |= {"player_key": key_of(row.player), "key": search_key(row), "record_checksum": zlib.crc32(record)}
    values |= {"house": house_of(hand.record["request"]), **_factor_of(hand.record["answer"])}
    due = proof.checksum([values[name] for name in proof.KEPT])
    return {**values, "record": zlib.compress(record, _SQUEEZED), "checksum": due}


def _factor_of(answer: Mapping[str, Any]) -> dict[str, int | None]:
    """Kemp's factor, where an answer has one."""
    found = factor_of(answer)
    over, under = (None, None) if found is None else (found.numerator, found.denominator)
    return {"factor_num": over, "factor_den": under}


def factor_of(answer: Mapping[str, Any]) -> Fraction | None:
    """The share of the tiles that were left, as Kemp's solitaires count it; None where an answer has none.

    >>> factor_of({"factor": "89/129"}), factor_of({"score": 8})
    (Fraction(89, 129), None)
    """
    found = _FACTOR.fullmatch(str(answer.get("factor")))
    if found is None or not int(found[2] or 1):
        return None
    return Fraction(int(found[1]), int(found[2] or 1))


@lru_cache
def _set_tally(dialect: str) -> Executable:
    return update(kept).where(WANTED).values(tally=proof.tally(dialect, proof.KEPT_FIGURES, dict(kept.c)))


def _seal(connection: Connection, uid: str) -> None:
    """Give the row of a hand its tally."""
    connection.execute(_set_tally(connection.dialect.name), {"which": uid})


def search_key(row: KeptHand) -> str:
    """What is searched for: who, where, the remark, the tiles."""
    return key_of(f"{row.player} {row.place} {row.remark} {row.hand}")


def proved(columns: Sequence[Any]) -> KeptHand:
    """The row that these columns are, in the order of `ROW`.

    Raises:
        Astray: it isn't what was written.

    """
    *told, due = columns
    return _hand(told, sound=proof.checksum(told) == due)


@lru_cache(maxsize=SEEN_LATELY)
def _seen(packed: str) -> KeptHand:
    """The same of a row that lists show; one that was proved a moment ago, and reads the same, needs no other proof."""
    told, sound = proof.unpacked(packed)
    return _hand(told, sound=sound)


def _hand(told: list[Any], *, sound: bool) -> KeptHand:
    if not sound:
        raise _astray(told[0])
    for at in _FLAGS:
        told[at] = bool(told[at])
    return KeptHand(*told[: len(_SHOWN)])


def _astray(uid: object) -> Astray:
    named = tr("the kept hand {id}").format(id=printable(str(uid)[:8]))
    return Astray("ledger-row-damaged", named, kept=str(uid))


def _record(row: KeptHand, due: int, record: object) -> dict[str, Any]:
    body = proof.unzipped(record, _LARGEST)
    if body is not None and zlib.crc32(body) == due:
        with suppress(msgspec.DecodeError):
            return msgspec.json.decode(body, type=dict[str, Any])
    raise _astray(row.uid)


def stored(reader: Reader, uid: str) -> StoredHand:
    """A whole hand.

    Raises:
        RuleError: there is none with this id.
        Astray: it isn't what was written.

    """
    found = reader.rows(_BY_UID, {"which": storable(uid)})
    if not found:
        raise RuleError([Problem("no-kept", text=uid)])
    *told, record = found[0]
    row = proved(told)
    return StoredHand(row, _record(row, told[-2], record))


def is_there(connection: Connection, uid: str) -> bool:
    """Whether there is a hand with this id, put aside or not."""
    return connection.execute(select(kept.c.id).where(WANTED), {"which": uid}).first() is not None


def put(connection: Connection, hand: StoredHand) -> bool:
    """Write a hand, or one that was changed over what it was; whether anything was written.

    Of two the one that was changed more often counts.

    Raises:
        RuleError: there is another one with this id that was changed as often.

    """
    row = hand.row
    try:
        here = stored(Reader.of(connection), row.uid)
    except RuleError:
        connection.execute(_ADD, columns_of(hand))
        _seal(connection, row.uid)
        proof.count_one(connection, "kept")
        return True
    if here == hand or here.row.changes > row.changes:
        return False
    if here.row.changes == row.changes:
        raise RuleError([Problem("kept-other", text=row.uid)])
    write_over(connection, row.uid, hand)
    return True


def write_over(connection: Connection, uid: str, hand: StoredHand) -> None:
    """Write a hand in the place of the row that has an id."""
    connection.execute(update(kept).where(WANTED).values(columns_of(hand)), {"which": uid})
    _seal(connection, hand.row.uid)


def changed(connection: Connection, uid: str, moment: str, /, **changes: Any) -> StoredHand:  # noqa: ANN401 - columns
    """Change what may be changed of a hand: who, when, where, the remark, whether it is put aside.

    Raises:
        RuleError: there is none with this id.

    """
    hand = stored(Reader.of(connection), uid)
    row = msgspec.structs.replace(hand.row, **changes)
    if row == hand.row:
        return hand
    row = msgspec.structs.replace(row, changed_at=moment, changes=min(row.changes + 1, _MOST_CHANGES))
    hand = StoredHand(row, hand.record)
    write_over(connection, uid, hand)
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


def nobody_won(rules: TableRules, setup: Setup, counts: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The record of a game at a real wall that the person didn't win: no tiles, and a score of 0.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.solitaire.record import Setup
    >>> drawn = nobody_won(TableRules.of(Ruleset("kemp-chinese")), Setup(), {"discards": 129, "left": 0}, "")
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
        return receipt.as_text(sheet, terms)
    from mjcompanion.american.receipt import as_text

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


# lists

Asked = tuple[str, frozenset[str]]
_ASKED: Final = tuple(name for name in KeptFilter.__struct_fields__ if name not in ("put_aside", "kind"))


def values(wanted: KeptFilter) -> dict[str, object]:
    """The values of a filter, for the statement that `narrowed` makes of it."""
    found: dict[str, object] = {name: storable(value) for name in _ASKED if (value := getattr(wanted, name))}
    found["put_aside"] = wanted.put_aside
    for name in ("text", "player"):
        if name in found:
            found[name] = key_of(str(found[name]).strip())
    if len(wanted.until) == len("2026-11-21"):
        found["until"] = f"{wanted.until}T24"
    return found


def narrowed(dialect: str, query: Select[Any], what: Asked) -> Select[Any]:
    """The hands of a filter."""
    kind, names = what
    which: ColumnElement[str] = literal_column("'practice'" if kind == PRACTICE else "''")
    query = query.where(kept.c.put_aside == bindparam("put_aside"), kept.c.kind == which)
    if "rules" in names:
        query = query.where(kept.c.rules == bindparam("rules"))
    if "player" in names:
        query = query.where(kept.c.player_key == bindparam("player"))
    if "text" in names:
        query = query.where(people.contains(dialect, kept.c.key, bindparam("text")))
    if "since" in names:
        query = query.where(kept.c.at >= bindparam("since"))
    if "until" in names:
        query = query.where(kept.c.at <= bindparam("until"))
    return query


def keys(dialect: str, what: Asked) -> Keys:
    """What finds the hands of a filter, and the columns of the moment and the number that put them in order."""
    return narrowed(dialect, select().select_from(kept), what), kept.c.at, kept.c.id


def asked(wanted: KeptFilter) -> Asked:
    """What a filter asks: the kind, and by which names."""
    return wanted.kind, frozenset(name for name in _ASKED if getattr(wanted, name))


LIST: Final[Listing[KeptFilter, KeptHand]] = Listing(
    kept, asked, lambda _, wanted: values(wanted), keys, lambda _: _LISTED, _seen, _AT
)
_NAMES: Final = (
    select(func.max(kept.c.player))
    .where(kept.c.player_key != literal_column("''"))
    .group_by(kept.c.player_key)
    .order_by(kept.c.player_key)
)


def names(reader: Reader) -> tuple[str, ...]:
    """The names of those who have kept hands."""
    return tuple(name for (name,) in reader.rows(_NAMES))


def has_exercises(reader: Reader) -> bool:
    """Whether any row is an exercise, one that was deleted too."""
    return bool(reader.rows(_EXERCISES))


_EXERCISES: Final = select(kept.c.id).where(kept.c.kind != literal_column("''"))
_EVERY: Final = select(kept.c.uid).order_by(kept.c.at, kept.c.id)


def every(reader: Reader) -> list[str]:
    """The ids of all hands and exercises, those put aside too, oldest first."""
    return [uid for (uid,) in reader.rows(_EVERY)]


# files


class _FileHand(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A hand in a file: as a row, and its record."""

    uid: str
    at: str
    changed_at: str
    changes: int = 0
    player: str = ""
    place: str = ""
    remark: str = ""
    rules: str
    rules_name: str = ""
    won: bool = True
    score: int = 0
    final_cents: int | None = None
    hand: str = ""
    put_aside: bool = False
    kind: str = ""
    record: dict[str, Any]


def hand_bytes(hand: StoredHand) -> bytes:
    """A hand as a file holds it."""
    values = {name: getattr(hand.row, name) for name in _FileHand.__struct_fields__ if name != "record"}
    return msgspec.json.encode(_FileHand(**values, record=hand.record), order="sorted")


def read_hand(line: bytes) -> StoredHand:
    """Read what `hand_bytes` wrote. It isn't counted again: its rules may be known no longer.

    Raises:
        RuleError: it isn't what a hand looks like.

    """
    try:
        found = msgspec.json.decode(line, type=_FileHand)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _impossible(why_unread(error)) from error
    values = {name: getattr(found, name) for name in _FileHand.__struct_fields__ if name != "record"}
    row = KeptHand(**values)
    numbers = (row.score, row.changes, row.final_cents or 0)
    if not all(-_GREATEST <= one <= _GREATEST for one in numbers) or not 0 <= row.changes <= _MOST_CHANGES:
        raise _impossible(tr("a number is out of range"))
    texts = (row.rules, row.rules_name, row.hand, row.player, row.place, row.remark)
    if row.kind not in ("", PRACTICE):
        raise _impossible(tr("“{text}” is no kind of hand").format(text=printable(row.kind)))
    if any(len(text) > LONGEST or storable(text) != text for text in texts):
        raise _impossible(tr("a text is too long, or can't be stored"))
    if len(msgspec.json.encode(found.record)) > _LARGEST:
        raise _impossible(tr("it is too long"))
    shapes = (("request", dict), ("answer", dict), ("rules", dict), ("text", str))
    if any(not isinstance(found.record.get(name), shape) for name, shape in shapes):
        raise _impossible(tr("it doesn't say what was asked and what was counted"))
    return StoredHand(row, found.record)


def _impossible(why: str) -> RuleError:
    return RuleError([Problem("kept-impossible", why=why)])


COLUMNS: Final = (
    *("hand", "at", "changed", "player", "place", "remark", "rules", "house_rules", "won", "score", "final"),
    *("tiles", "request"),
)


def hand_cells(hand: StoredHand) -> tuple[str | int | None, ...]:
    """A hand as the columns of a CSV."""
    row = hand.row
    return (
        *(row.uid, row.at, row.changed_at, row.player, row.place, row.remark, row.rules, row.rules_name),
        *("yes" if row.won else "no", row.score, row.final_text, row.hand),
        msgspec.json.encode(hand.record["request"]).decode(),
    )


def as_text(hand: StoredHand, when: Callable[[str], str] = utc_minute) -> str:
    """A hand for people: when, who, where, the remark, and the sheet as it was counted."""
    row = hand.row
    facts = " · ".join(printable(one, 200) for one in (when(row.at), row.player, row.place) if one)
    lines = [row.remark] if row.remark else []
    lines += ["", *hand.record["text"].split("\n")]
    return "\n".join([facts, *(printable(line, 2 * LONGEST) for line in lines)]) + "\n"


# care


def check(reader: Reader, most: int, progress: Progress | None = None) -> tuple[int, list[Finding]]:
    """Look through all hands: how many were looked at, and what was found, no more than so much."""
    each = every(reader)
    found: list[Finding] = []
    for number, uid in enumerate(each):
        if len(found) >= most or (progress is not None and progress(number, len(each)) is False):
            return number, found
        try:
            stored(reader, uid)
        except Astray as error:
            found.append(Finding(uid, str(error), repairable=True))
    summed = reader.rows(ready(_astray_statement(reader.dialect).limit(most), reader.dialect))
    found += [Finding(uid, str(_astray(uid)), repairable=True) for (uid,) in summed]
    return len(each), found[:most]


def the_astray(reader: Reader) -> Damaged:
    """Which hand it is whose figures don't add up."""
    found = reader.rows(ready(_astray_statement(reader.dialect).limit(1), reader.dialect))
    return _astray(found[0][0]) if found else Damaged("ledger-figures-damaged")  # only an index says otherwise


@lru_cache
def _astray_statement(dialect: str) -> Select[Any]:
    """The hands whose tallies aren't those of their figures."""
    due = proof.tally(dialect, proof.KEPT_FIGURES, dict(kept.c))
    return select(kept.c.uid).where(func.coalesce(kept.c.tally, -1) != due).order_by(kept.c.id)


def prove(connection: Connection, after: int, count: int) -> tuple[int, list[Astray]]:
    """Look at some hands after one: the number of the last one, and those that aren't what was written."""
    query = select(kept.c.id, *ROW, kept.c.record).where(kept.c.id > after).order_by(kept.c.id).limit(count)
    wrong: list[Astray] = []
    last = after
    for number, *told, record in connection.execute(query).all():
        last = number
        try:
            _record(proved(told), told[-2], record)
        except Astray as error:
            wrong.append(error)
    some = _astray_statement(connection.dialect.name).where(kept.c.id > after, kept.c.id <= last)
    wrong += [_astray(uid) for (uid,) in connection.execute(some).all()]
    return last, wrong


_ROW: Final = f"SELECT {', '.join((*proof.KEPT, 'checksum'))} FROM kept WHERE"  # noqa: S608 - names of columns
_OF_NO_KIND: Final = ("kind < ''", f"kind > '' AND kind < '{PRACTICE}'", f"kind > '{PRACTICE}'")
"""Each a stretch of an index: no hand and no exercise."""
_IN_NO_LIST: Final = sql(
    f"{_ROW} put_aside > 0 OR put_aside < 0 "
    + " ".join(f"UNION ALL {_ROW} put_aside = 0 AND {kind}" for kind in _OF_NO_KIND)
)


def in_no_list(reader: Reader) -> list[Astray]:
    """Hands that seem deleted or of no kind there is, and aren't: their list would lack them. A server keeps none."""
    found: list[Astray] = []
    if reader.dialect == "sqlite":
        list(sound_ones(proved, reader.rows(_IN_NO_LIST), found))
    return found


def in_backup(file: sqlite3.Connection) -> Iterator[StoredHand]:
    """All hands of a backup that was looked at."""
    columns = (*proof.kept_columns(file), "checksum")
    for *told, record in file.execute(f"SELECT {', '.join(columns)}, record FROM kept"):  # noqa: S608 - names of columns
        if "kind" not in columns:  # of schema 0006
            at = proof.KEPT.index("kind")
            due = told[-1] if proof.checksum(told[:-1]) == told[-1] else None
            told[at:at] = [""]
            told[-1] = None if due is None else proof.checksum(told[:-1])
        row = proved(told)
        yield StoredHand(row, _record(row, told[-2], record))


def was(connection: Connection, uid: str, known: Iterator[StoredHand]) -> StoredHand | None:
    """Which of these a damaged row was, for sure: its checksum says so, or all but the checksum."""
    there = connection.execute(select(*ROW).where(WANTED), {"which": uid}).first()
    if there is None:
        return None
    *told, due = there
    for hand in known:
        values: Mapping[str, Any] = columns_of(hand)
        if values["checksum"] == due or [values[name] for name in proof.KEPT] == told:
            return hand
    return None

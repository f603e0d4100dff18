"""Finished virtual games: each a row with the whole game in it, of which only `put_aside` ever changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, exists, literal_column, select, tuple_
from sqlalchemy.orm import aliased

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.core.sanitize import why_unread
from mjcompanion.i18n.translation import N_, _
from mjcompanion.ledger.listing import Listing
from mjcompanion.ledger.models import Games
from mjcompanion.ledger.record_store import ListedRecordStore
from mjcompanion.ledger.records import Records
from mjcompanion.ledger.values import GAMES, Count, GameFilter, GameRow, Stored, StoredGame, key_of, moment, storable
from mjcompanion.table.house_key import house_of

_LARGEST: Final = 2**24
"""The most bytes of a record; a real one has some ten thousand."""
_OTHER_CARDS: Final = frozenset({"card-unknown", "card-file", "card-unusable", "record-card"})
"""The problems of a game whose card isn't here, or is another one here."""
_FRACTION: Final = re.compile(r"[0-9]{1,18}(/[0-9]{1,18})?")
_SHOWN: Final = tuple(name for name in GameRow.__struct_fields__ if name != "seen")


class _FileGame(GameRow, frozen=True, omit_defaults=True, kw_only=True):
    """A game in a file: a row with its record; fractions are written 89/129."""

    seed: Count | None = None
    record: msgspec.Raw


class _GameRecords(Records[GameRow, StoredGame]):
    """The finished games."""

    moment = "finished_at"
    moments = "begun_at", "finished_at"
    listed_as = GAMES
    since_format = 2
    placed = N_("Game {number}")
    differs = N_("The finished game {id} is a different one here, so it was left as it is.")

    def derived(self, stored: StoredGame) -> dict[str, Any]:
        """Return the fractions as numbers, what is searched for, and which house rules differ."""
        row = stored.row
        key = key_of(" ".join(["" if row.seed is None else str(row.seed), row.hand, row.card]))
        found: dict[str, Any] = {"key": key, "house": house_of(stored.record)}
        found |= {"final_cents": row.final_cents, "assisted": row.assisted}
        for name, value in (("factor", row.factor), ("final", row.final)):
            found[f"{name}_num"] = None if value is None else value.numerator
            found[f"{name}_den"] = None if value is None else value.denominator
        return found

    def row_of(self, found: Row[Any]) -> GameRow:
        """Return the row of what was found, with its fractions."""
        row = super().row_of(found)
        factor = Fraction(found.factor_num, found.factor_den) if found.factor_den else None
        final = Fraction(found.final_num, found.final_den) if found.final_den else None
        return msgspec.structs.replace(row, factor=factor, final=final)

    def is_same(self, here: StoredGame, other: StoredGame) -> bool:
        """Return whether it is the same game, put aside or not."""
        row = msgspec.structs.replace(other.row, put_aside=here.row.put_aside, seen=here.row.seen)
        return here == Stored(row, other.record)

    def shown(self, connection: Connection, uid: str) -> GameRow:
        """Return a game as lists have it."""
        return one_row(connection, uid)

    def to_file(self, stored: StoredGame) -> bytes:
        """Write a game as a file holds it: all but `seen`, which depends on the ledger."""
        record = msgspec.Raw(msgspec.json.encode(stored.record, order="sorted"))
        values = msgspec.structs.asdict(stored.row) | {"seen": False, "record": record}
        return msgspec.json.encode(_FileGame(**values), enc_hook=str)

    def from_file(self, line: bytes) -> StoredGame:
        """Read a game of a file, and play it again."""
        try:
            found = msgspec.json.decode(line, type=_FileGame, dec_hook=_read_fraction)
            record = msgspec.json.decode(found.record, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise _impossible(why_unread(error)) from error
        row = GameRow(**{name: getattr(found, name) for name in _SHOWN})
        _check(row, record)
        return Stored(row, record)


RECORDS: Final = _GameRecords(Games, "game", N_("the finished game {id}"), GameRow, most=_LARGEST, problem="game")


# files


def _impossible(why: str) -> RuleError:
    return RuleError([Problem("game-impossible", why=why)])


def _read_fraction(_unused: type, text: object) -> Fraction:
    """Read a factor or a final; msgspec tells which one isn't valid."""
    if not isinstance(text, str) or not _FRACTION.fullmatch(text):
        raise ValueError
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError from None


def _check(row: GameRow, record: Mapping[str, Any]) -> None:
    """Play a game again and compare it with its row; one on a card that isn't here is only read."""
    from mjcompanion.solitaire.deal import GAMES as RULES  # loads all that plays and scores
    from mjcompanion.solitaire.record import check_record, read_record, summary

    if row.rules not in {str(rules) for rules in RULES}:
        raise _impossible(_("“{rules}” has no virtual game").format(rules=printable(row.rules)))
    if (row.final is not None) != row.won:
        raise _impossible(_("only a game that was won has a final score"))
    try:
        played, last = check_record(record)
    except RuleError as error:
        if not any(problem.code in _OTHER_CARDS for problem in error.problems):
            raise
        played = read_record(record)
        values = {"asked": played.asked, "taken_back": played.taken_back, "card": played.setup.card}
        due = msgspec.structs.replace(row, rules=str(played.deal.rules), **values)
    else:
        if not last.is_over:
            raise _impossible(_("it isn’t over"))
        due = GameRow.of(row.uid, row.begun_at, row.finished_at, summary(played, last))
        due = msgspec.structs.replace(due, put_aside=row.put_aside)
    for name, value in msgspec.structs.asdict(row).items():
        if value != getattr(due, name):
            sentence = _("“{name}” is {value}, and its record says otherwise")
            raise _impossible(sentence.format(name=name, value=printable(str(value), 60)))


# lists


_EARLIER: Final = aliased(Games)
SEEN: Final = exists(literal_column("1")).where(
    _EARLIER.rules == Games.rules,
    _EARLIER.seed == Games.seed,
    tuple_(_EARLIER.finished_at, _EARLIER.id) < tuple_(Games.finished_at, Games.id),
)
"""Whether the deal of a game had been played before; those put aside were played too."""
_SEEN: Final = SEEN.label("seen")
LIST: Final[Listing[GameFilter, GameRow]] = Listing(
    Games,
    "finished_at",
    {name: getattr(Games, name) for name in ("put_aside", "rules", "won", "assisted")},
    "key",
    RECORDS.row_of,
    [_SEEN],
)


def one_row(connection: Connection, uid: str) -> GameRow:
    """Return a game as lists have it."""
    found = connection.execute(select(_SEEN, *RECORDS.columns).where(Games.uid == storable(uid))).first()
    if found is None:
        raise RuleError([Problem("no-game", text=uid)])
    return RECORDS.row_of(found)


class GameStore(ListedRecordStore[GameFilter, GameRow, StoredGame]):
    """The finished virtual games of a ledger; as text they are a running score card."""

    records = RECORDS
    listing = LIST
    what = GAMES
    everything = GameFilter()

    def add(self, row: GameRow, record: Mapping[str, Any]) -> GameRow:
        """Keep a game that is over, with its record; it is on the disk when this comes back.

        Adding the same game again does nothing, and returns it as it is kept.
        """
        moment(row.begun_at)
        moment(row.finished_at)
        with self.database.writing() as (connection, _unused):
            RECORDS.put(connection, Stored(row, dict(record)))
            return one_row(connection, row.uid)

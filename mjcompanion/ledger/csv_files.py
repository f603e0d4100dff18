"""CSV for other programs: the columns of each kind, and one writer that keeps cells from being taken for formulas.

A spreadsheet parts cells by “,” or, in half of Europe, by “;”, so a cell is made safe for either.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import IO, Any, Final

import msgspec

from mjcompanion.ledger.values import (
    GAMES,
    HANDS,
    SESSIONS,
    Entry,
    GameRow,
    SeasonStandings,
    SessionRow,
    StoredHand,
    StoredSession,
)
from mjcompanion.parsing.dates import to_local_time
from mjcompanion.table.events import BankItem, HandItem, Number, PenaltyItem, PeopleItem, SeatsItem, Tiles
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.rows import TableRow
from mjcompanion.table.table import Table
from mjcompanion.table.words import people_words

Cell = str | int | bool | Fraction | None
_BEGINNING: Final = re.compile(
    r"(^|[,;|\t\r\n\v\f\x85\u2028\u2029])"  # of a cell, whatever parts the cells
    r'([ "\xa0\u3000\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069]*)'  # what a spreadsheet may skip
    r"(?=[=+\-@\t\r\n'＝＋－＠])"  # a formula, or the sign that keeps it from being one
)
_MADE_SAFE: Final = re.compile(_BEGINNING.pattern.replace("(?=", "'(?="))


def safe_cell(value: Cell) -> str | int:
    """Return a value as a cell, with an apostrophe wherever a formula might begin.

    >>> safe_cell("=1+1"), safe_cell("Tuesday;=1+1"), safe_cell("Ann - Bob"), safe_cell(-3), safe_cell(None)
    ("'=1+1", "Tuesday;'=1+1", 'Ann - Bob', -3, '')
    """
    if value is None or isinstance(value, bool):
        return "" if value is None else "yes" if value else "no"
    return value if isinstance(value, int) else _BEGINNING.sub(r"\1\2'", str(value))


def original_text(cell: str) -> str:
    """Return the text that `safe_cell` made a cell of.

    >>> original_text("'=1+1"), original_text("Tuesday;'=1+1"), original_text("Ann’s"), original_text("''tis")
    ('=1+1', 'Tuesday;=1+1', 'Ann’s', "'tis")
    """
    return _MADE_SAFE.sub(r"\1\2", cell)


def write_rows(out: IO[bytes], columns: Sequence[str], rows: Iterable[Mapping[str, Cell]]) -> None:
    r"""Write a table, each cell in quotation marks; a cell that a row lacks is empty.

    >>> file = io.BytesIO()
    >>> write_rows(file, ["name", "points"], [{"name": "=1+1"}])
    >>> file.getvalue()
    b'"name","points"\r\n"\'=1+1",""\r\n'
    """
    text = io.TextIOWrapper(out, "utf-8", newline="")
    try:
        writer = csv.DictWriter(text, columns, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
        writer.writeheader()
        writer.writerows({name: safe_cell(value) for name, value in row.items()} for row in rows)
    finally:
        text.detach()


def write_csv(out: IO[bytes], kind: str, items: Iterable[Any]) -> None:
    """Write items of one of the kinds of `COLUMNS`: "notebook" takes entries of all kinds, "season" standings."""
    write_rows(out, COLUMNS[kind], (row for item in items for row in _ROWS[kind](item)))


# sessions: a row for each hand, penalty, change of seats or people, and loan


_PLAYER: Final = ("name", "wind", "score", "entered", "change", "balance")
_SESSION: Final = (
    *("session", "title", "started", "rules", "what", "number", "round", "east", "winner", "by", "discarder", "value"),
    *(f"{name}_{seat + 1}" for seat in PLAYERS for name in _PLAYER),
    *("bettor", "bettor_change", "bettor_balance", "note", "payer", "payees", "reason"),
)


def session_rows(session: StoredSession) -> list[dict[str, Any]]:
    """List what happened in a session and the balances after each row, in the order in which it counts.

    `what` is "hand", "penalty", "seats", "people" or "bank", and `number` counts the hands. `players` are those on the
    four places; `entered` is "tiles" or "number" where there is a score.
    """
    table, names = session.table, (*session.names, *session.table.bettors)
    start = {"session": session.uid, "title": table.title, "started": table.events[0].at}
    start["rules"] = table.rules.name or str(table.rules.rules)
    return [start | _session_row(table, row, names) for row in table.rows]


def _session_row(table: Table, row: TableRow, names: Sequence[str]) -> dict[str, Any]:
    item, seated = row.item, row.seated if isinstance(row.item, PeopleItem) else row.seating
    hand = item if isinstance(item, HandItem) else HandItem()
    penalty = item if isinstance(item, PenaltyItem) else None

    def name(place: int | None) -> str:
        return "" if place is None else names[seated.sits[place]]

    note = hand.note
    if isinstance(item, BankItem):
        note = f"{name(item.player)}: {item.points}"
    elif isinstance(item, SeatsItem):
        note = ", ".join(map(name, item.chairs))
    elif isinstance(item, PeopleItem):
        note = people_words(row, names)
    bet, bettor = hand.bet, None
    if bet:
        bettor = table.people.index(bet.who) if bet.who else len(table.people) + table.bettors.index(bet.name)
    return {
        "what": str(type(item).__struct_config__.tag),
        "number": row.number or None,
        "round": str(row.before.round),
        "east": name(row.before.east),
        "winner": name(hand.winner),
        "by": "" if hand.by is None else str(hand.by),
        "discarder": name(hand.discarder),
        "value": hand.value,
        "players": [
            {
                "name": names[person],
                "wind": str(row.before.wind_of(place)),
                "score": row.scores[place],
                "entered": _ENTERED.get(type(hand.scores[place]), ""),
                "change": row.change(person),
                "balance": row.balances[person],
            }
            for place, person in enumerate(seated.sits)
        ],
        "bettor": bet.name if bet else "",
        "bettor_change": None if bettor is None else row.change(bettor),
        "bettor_balance": None if bettor is None else row.balances[bettor],
        "note": note,
        "payer": name(penalty.payer) if penalty else "",
        "payees": ", ".join(map(name, penalty.payees)) if penalty else "",
        "reason": penalty.why if penalty else "",
    }


_ENTERED: Final[Mapping[type, str]] = {Tiles: "tiles", Number: "number"}


def _flat(session: StoredSession) -> Iterable[dict[str, Cell]]:
    """Yield the rows of a session with a column for each value of each player."""
    for row in session_rows(session):
        players = row.pop("players")
        yield row | {f"{key}_{seat}": value for seat, one in enumerate(players, 1) for key, value in one.items()}


# the other kinds: a row each, of attributes that mostly have the name of the column


_GAME: Final = (
    *("game", "rules", "deal", "begun", "finished", "won", "winner", "score", "factor", "percent", "final"),
    *("final_exact", "discards", "flowers", "hand", "by", "asked", "taken_back", "assisted", "card"),
)
_GAME_NAMES: Final = {
    "game": "uid",
    "deal": "seed",
    "begun": "begun_at",
    "finished": "finished_at",
    "final": "final_text",
    "final_exact": "final",
}
_HAND: Final = (
    *("hand", "at", "changed", "player", "place", "remark", "rules", "house_rules", "won", "score", "final", "tiles"),
    "request",
)
_HAND_NAMES: Final = {
    "hand": "uid",
    "changed": "changed_at",
    "house_rules": "rules_name",
    "final": "final_text",
    "tiles": "hand",
}
_NOTEBOOK: Final = (
    *("kind", "id", "at", "players", "title", "place", "remark", "rules", "house_rules", "won", "score", "final"),
    *("hands", "tiles"),
)
_ENTRY_NAMES: Final = {
    "id": "uid",
    "players": "player",
    "house_rules": "rules_name",
    "final": "final_text",
    "tiles": "hand",
}


def _cells(columns: Iterable[str], names: Mapping[str, str], item: object) -> dict[str, Cell]:
    """Return the cells of an item; one that it lacks is empty."""
    return {column: getattr(item, names.get(column, column), None) for column in columns}


def _hand(hand: StoredHand) -> dict[str, Cell]:
    request = msgspec.json.encode(hand.record["request"]).decode()
    return _cells(_HAND, _HAND_NAMES, hand.row) | {"request": request}


def _entry(entry: Entry) -> dict[str, Cell]:
    """Return the cells of an entry of the notebook; a session's score is the net points of its players."""
    if isinstance(entry, SessionRow):
        cells = _cells(_NOTEBOOK, _ENTRY_NAMES | {"at": "started_at"}, entry)
        players, nets = "; ".join(entry.names), "; ".join(map(str, entry.nets))
        return cells | {"kind": SESSIONS, "players": players, "score": nets}
    if isinstance(entry, GameRow):
        return _cells(_NOTEBOOK, _ENTRY_NAMES | {"at": "finished_at", "title": "seed"}, entry) | {"kind": GAMES}
    return _cells(_NOTEBOOK, _ENTRY_NAMES, entry) | {"kind": entry.kind or HANDS}


_STANDINGS: Final = (
    *("session", "title", "date", "started", "rules", "house_rules", "hands", "ended"),
    *("place", "player", "net", "balance"),
)


def _standings(row: SessionRow) -> Iterable[dict[str, Cell]]:
    """Yield a row for each player of a session, the best first; `date` is the day where the export is made."""
    session = _cells(_STANDINGS, {"session": "uid", "started": "started_at", "house_rules": "rules_name"}, row)
    session["date"] = to_local_time(row.started_at).date().isoformat()
    for net, at in sorted(((net, -at) for at, net in enumerate(row.nets)), reverse=True):
        place = 1 + sum(other > net for other in row.nets)
        yield session | {"place": place, "player": row.names[-at], "net": net, "balance": row.balances[-at]}


# a season's standings: a row for each player of each league table


_SEASON: Final = (
    *("season", "rules", "fingerprint", "place", "name", "sessions", "counted", "evenings", "of_evenings", "points"),
    *("average", "best", "won", "streak"),
)


def _season_rows(found: SeasonStandings) -> list[dict[str, Cell]]:
    return [
        {
            "season": found.season.title,
            "rules": table.rules_name or table.rules,
            "fingerprint": table.fingerprint,
            "place": line.place,
            "name": found.names[line.player],
            "sessions": line.sessions,
            "counted": line.counted,
            "evenings": line.evenings,
            "of_evenings": table.evenings,
            "points": _decimal(line.points),
            "average": _decimal(line.average),
            "best": _decimal(line.best),
            "won": line.wins,
            "streak": line.streak,
        }
        for table in found.tables
        for line in table.lines
    ]


def _decimal(points: Fraction) -> str | int:
    return points.numerator if points.denominator == 1 else f"{float(points):.2f}"


COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    SESSIONS: _SESSION,
    GAMES: _GAME,
    HANDS: _HAND,
    "notebook": _NOTEBOOK,
    "standings": _STANDINGS,
    "season": _SEASON,
}
_ROWS: Final[Mapping[str, Callable[[Any], Iterable[Mapping[str, Cell]]]]] = {
    SESSIONS: _flat,
    GAMES: lambda row: [_cells(_GAME, _GAME_NAMES, row)],
    HANDS: lambda hand: [_hand(hand)],
    "notebook": lambda entry: [_entry(entry)],
    "standings": _standings,
    "season": _season_rows,
}

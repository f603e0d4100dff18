"""Finished virtual games as files: JSON that can be read again, CSV for other programs, a running card for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

import msgspec

from mjcompanion.foreign import why_unread
from mjcompanion.ledger.values import GameRow, StoredGame
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.words import joined, mark, number, padded, tr

_LONGEST: Final = 400
_OTHER_CARDS: Final = frozenset({"card-unknown", "card-file", "card-unusable", "record-card"})
"""What is said of a game whose card isn't here, or is another one here."""
_GREATEST: Final = 2**53
"""A greater number no game has, and not every program can read it."""
_TOLD: Final = tuple(name for name in GameRow.__struct_fields__ if name != "seen")
"""What is told of a game, whatever else a ledger holds."""


# JSON


class _FileGame(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A game in a file: as a row, but for its exact fractions, which are written 89/129."""

    uid: str
    rules: str
    seed: int | None = None
    begun_at: str
    finished_at: str
    won: bool
    winner: str = ""
    score: int = 0
    factor: str = ""
    final: str = ""
    discards: int = 0
    flowers: int = 0
    hand: str = ""
    by: str = ""
    asked: int = 0
    taken_back: int = 0
    card: str = ""
    put_aside: bool = False
    record: msgspec.Raw


def game_bytes(game: StoredGame) -> bytes:
    """A game as a file holds it."""
    row = game.row
    values = {name: getattr(row, name) for name in _TOLD}
    values["factor"], values["final"] = _fraction_text(row.factor), _fraction_text(row.final)
    return msgspec.json.encode(
        _FileGame(**values, record=msgspec.Raw(msgspec.json.encode(game.record, order="sorted")))
    )


def _fraction_text(value: Fraction | None) -> str:
    return "" if value is None else str(value)


def read_game(line: bytes) -> StoredGame:
    """Read what `game_bytes` wrote, and play the game through.

    Raises:
        RuleError: it can't have happened so, or isn't what a game looks like.

    """
    try:
        found = msgspec.json.decode(line, type=_FileGame)
        record = msgspec.json.decode(bytes(found.record), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _impossible(why_unread(error)) from error
    values = {name: getattr(found, name) for name in _TOLD}
    for name in ("factor", "final"):
        values[name] = _read_fraction(name, values[name])
    row = GameRow(**values)
    _check_row(row)
    _play_through(row, record)
    return StoredGame(row, record)


def _impossible(why: str) -> RuleError:
    return RuleError([Problem("game-impossible", why=why)])


def _read_fraction(name: str, text: str) -> Fraction | None:
    if not text:
        return None
    over, _, under = text.partition("/")
    under = under or "1"
    for part in (over, under):
        if not (part.isascii() and part.isdecimal() and len(part) <= 18):
            raise _impossible(tr("“{text}” isn’t a valid {name}").format(text=printable(text), name=name))
    if not int(under):
        raise _impossible(tr("“{text}” isn’t a valid {name}").format(text=printable(text), name=name))
    return Fraction(int(over), int(under))


def _check_row(row: GameRow) -> None:
    """What no game can have, whatever was played."""
    from mjcompanion.solitaire.deal import GAMES

    if row.rules not in {str(rules) for rules in GAMES}:
        raise _impossible(tr("“{rules}” has no virtual game").format(rules=printable(row.rules)))
    numbers = [getattr(row, name) for name in ("seed", "score", "discards", "flowers", "asked", "taken_back")]
    if any(not 0 <= one <= _GREATEST for one in numbers if one is not None):
        raise _impossible(tr("a number is out of range"))
    if any(len(getattr(row, name)) > _LONGEST for name in ("winner", "hand", "by", "card")):
        raise _impossible(tr("a text is too long"))
    if (row.final is not None) != row.won:
        raise _impossible(tr("only a game that was won has a final score"))


def _play_through(row: GameRow, record: Mapping[str, Any]) -> None:
    """Play the game again and compare what comes of it; one on a card that this program hasn't got is only read."""
    from mjcompanion.solitaire.record import check_record, read_record, summary  # loads all that plays and scores

    try:
        played, last = check_record(record)
    except RuleError as error:
        if not any(problem.code in _OTHER_CARDS for problem in error.problems):
            raise
        played, last = read_record(record), None
    if last is not None and not last.is_over:
        raise _impossible(tr("it isn't over"))
    if last is not None:
        told = GameRow.of(row.uid, row.begun_at, row.finished_at, summary(played, last))
    else:
        values = {"asked": played.asked, "taken_back": played.taken_back, "card": played.setup.card}
        told = msgspec.structs.replace(row, rules=str(played.deal.rules), **values)
    for name in _TOLD:
        if name != "put_aside" and getattr(told, name) != getattr(row, name):
            sentence = tr("“{name}” is {value}, and its record says otherwise")
            raise _impossible(sentence.format(name=name, value=printable(str(getattr(row, name)), 60)))


# CSV

COLUMNS: Final = (
    *("game", "rules", "deal", "begun", "finished", "won", "winner", "score", "factor", "percent", "final"),
    *("final_exact", "discards", "flowers", "hand", "by", "asked", "taken_back", "assisted", "card"),
)


def game_cells(row: GameRow) -> tuple[str | int | None, ...]:
    """A game as the columns of a CSV."""
    return (
        *(row.uid, row.rules, row.seed, row.begun_at, row.finished_at, "yes" if row.won else "no", row.winner),
        *(row.score, _fraction_text(row.factor), row.percent, row.final_text, _fraction_text(row.final)),
        *(row.discards, row.flowers, row.hand, row.by, row.asked, row.taken_back),
        *("yes" if row.assisted else "no", row.card),
    )


# text

_TITLES: Final = {
    "kemp-chinese": mark("Chinese", "a virtual game, in short"),
    "kemp-american": mark("American", "a virtual game, in short"),
    "simple": mark("Simple", "a virtual game, in short"),
}
_NO_SCORE: Final = "–"


def utc_minute(at: str) -> str:
    """A moment to the minute, in UTC.

    >>> utc_minute("2026-11-21T05:31:52Z")
    '2026-11-21 05:31'
    """
    return f"{at[:10]} {at[11:16]}"


def running_card(rows: Iterable[GameRow], when: Callable[[str], str] = utc_minute) -> str:
    """A running score card as Kemp's has it, for people: date, score, per cent of the tiles left, final."""
    lines = [_line((tr("Date"), tr("Deal"), tr("Game"), tr("Score"), "%", tr("Final")))]
    for row in rows:
        deal = _NO_SCORE if row.seed is None else str(row.seed)
        score = number(row.score) if row.won else _NO_SCORE
        percent = "" if row.percent is None else f"{row.percent} %"
        final = _NO_SCORE if row.final is None else number(Decimal(row.final_text), "")
        signs = [tr("assisted")] * row.assisted + [tr("played before")] * row.seen
        said = f"  {joined(signs)}" if signs else ""
        title = _TITLES.get(row.rules)
        game = printable(row.rules, 9) if title is None else tr(title, "a virtual game, in short")
        lines.append(_line((when(row.finished_at), deal, game, score, percent, final)) + said)
    return "\n".join(lines) + "\n"


def _line(cells: tuple[str, str, str, str, str, str]) -> str:
    when, deal, game, score, percent, final = cells
    left = f"{padded(when, 17)} {padded(deal, 9, right=True)}  {padded(game, 9)}"
    return f"{left} {padded(score, 10, right=True)} {padded(percent, 5, right=True)} {padded(final, 13, right=True)}"

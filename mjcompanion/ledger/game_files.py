"""Finished virtual games in JSON; a game is played again when it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.core.sanitize import why_unread
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.values import Count, GameRow, StoredGame

_OTHER_CARDS: Final = frozenset({"card-unknown", "card-file", "card-unusable", "record-card"})
"""The problems of a game whose card isn't here, or is another one here."""
_FRACTION: Final = re.compile(r"[0-9]{1,18}(/[0-9]{1,18})?")


class _FileGame(GameRow, frozen=True, omit_defaults=True, kw_only=True):
    """A game in a file: a row with its record; fractions are written 89/129."""

    seed: Count | None = None
    record: msgspec.Raw


def game_bytes(game: StoredGame) -> bytes:
    """Write a game as a file holds it: all but `seen`, which depends on the ledger."""
    record = msgspec.Raw(msgspec.json.encode(game.record, order="sorted"))
    values = msgspec.structs.asdict(game.row) | {"seen": False, "record": record}
    return msgspec.json.encode(_FileGame(**values), enc_hook=str)


def read_game(line: bytes) -> StoredGame:
    """Read what `game_bytes` wrote, and play the game again.

    Raises:
        RuleError: the game isn't written like that, or can't have happened.

    """
    try:
        found = msgspec.json.decode(line, type=_FileGame, dec_hook=_read_fraction)
        record = msgspec.json.decode(found.record, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _impossible(why_unread(error)) from error
    row = GameRow(**{name: getattr(found, name) for name in GameRow.__struct_fields__ if name != "seen"})
    _check(row, record)
    return StoredGame(row, record)


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
    from mjcompanion.solitaire.deal import GAMES  # loads all that plays and scores
    from mjcompanion.solitaire.record import check_record, read_record, summary

    if row.rules not in {str(rules) for rules in GAMES}:
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
            raise _impossible(_("it isn't over"))
        due = GameRow.of(row.uid, row.begun_at, row.finished_at, summary(played, last))
        due = msgspec.structs.replace(due, put_aside=row.put_aside)
    for name, value in msgspec.structs.asdict(row).items():
        if value != getattr(due, name):
            sentence = _("“{name}” is {value}, and its record says otherwise")
            raise _impossible(sentence.format(name=name, value=printable(str(value), 60)))

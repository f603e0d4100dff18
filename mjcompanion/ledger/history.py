"""The history of a player: session after session by the same rules, and the other players at the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from mjcompanion.ledger.values import SessionRow, key_of


class Opponent(msgspec.Struct, frozen=True):
    """Another player: in how many sessions they met, and in how many the player ended ahead or behind."""

    player: str
    name: str
    sessions: int
    ahead: int
    behind: int


class PlayerHistory(msgspec.Struct, frozen=True):
    """The sessions of a player by the same rules, the oldest first: when they began, and the points won or lost."""

    rules: str
    fingerprint: str
    starts: tuple[str, ...]
    nets: tuple[int, ...]
    opponents: tuple[Opponent, ...]


def histories(rows: Iterable[SessionRow], player: str) -> dict[tuple[str, str], PlayerHistory]:
    """Return the histories of a player by ruleset and fingerprint; sessions without a hand don't count.

    >>> row = SessionRow(
    ...     "s", "", "2026-11-21T18:00:00Z", "classical", "", "f", 9, True, 12, ("a", "b"), ("Ann", "Bob"), (90, 10),
    ...     (40, -40),
    ... )
    >>> (one,) = histories([row], "a").values()
    >>> one.nets, one.opponents
    ((40,), (Opponent(player='b', name='Bob', sessions=1, ahead=1, behind=0),))
    """
    found: dict[tuple[str, str], list[SessionRow]] = defaultdict(list)
    for row in rows:
        if row.hands and player in row.players:
            found[row.rules, row.fingerprint].append(row)
    return {key: _history(sorted(some, key=lambda row: row.started_at), player) for key, some in found.items()}


def _history(rows: list[SessionRow], player: str) -> PlayerHistory:
    nets, names = [], {}
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        mine = row.nets[row.players.index(player)]
        nets.append(mine)
        for other, name, net in zip(row.players, row.names, row.nets, strict=True):
            if other != player:
                names[other] = name
                counts[other] = [sum(pair) for pair in zip(counts[other], (1, mine > net, mine < net), strict=True)]
    met = [Opponent(other, names[other], *each) for other, each in counts.items()]
    met.sort(key=lambda one: (-one.sessions, key_of(one.name)))
    starts = tuple(row.started_at for row in rows)
    return PlayerHistory(rows[0].rules, rows[0].fingerprint, starts, tuple(nets), tuple(met))

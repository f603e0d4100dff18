"""What the small pictures show of forms that aren't printed blank: a hand, an evening, a card, rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec

from mjcompanion.american.card_library import built_in
from mjcompanion.core.hand import By
from mjcompanion.ledger.values import Contest, StoredTournament, TournamentRow
from mjcompanion.printing.catalogue import Form, SourceType
from mjcompanion.printing.values import OneHand
from mjcompanion.rulesets import DEFAULT
from mjcompanion.scoring.request import score_request
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.events import SessionSetup, Started
from mjcompanion.table.rules import TableRules
from mjcompanion.table.session import SessionSource
from mjcompanion.table.table import apply, replay
from mjcompanion.tournament.ranking import TableResult
from mjcompanion.tournament.tournament import Tournament, drawn

HAND: Final = {
    "rules": "traditional",
    "hand": "123m 456p 99s (777z) [1111s] 1f",
    "seat": "S",
    "win": {"by": "draw", "tile": "9s"},
}
_NAMES: Final = ("Ruth", "Walter", "Mei Lin", "Tom")
_CUP: Final = "Spring cup"
_BEGUN: Final = "2026-03-10T18:30:00Z"
_PLAYED: Final = (
    (2, By.DISCARD, 0, (8, 4, 32, 16)),
    (1, By.DRAW, None, (6, 42, 12, 2)),
    (1, By.DISCARD, 3, (20, 28, 8, 10)),
    (0, By.DISCARD, 2, (56, 16, 4, 22)),
    (3, By.KONG_REPLACEMENT, None, (12, 8, 6, 80)),
    (2, By.DRAW, None, (18, 8, 64, 10)),
)
"""Of each hand: who won, how, from whom, and what everybody scored."""


def sample(form: Form) -> object:
    """What a form is filled in from for its small picture; None for a blank one."""
    return None if form.blank else _SAMPLES[form.kinds[0]]()


@cache
def evening() -> SessionSource:
    """An evening that never was."""
    rules = TableRules.of(DEFAULT)
    table = replay([Started(at=_BEGUN, setup=SessionSetup(rules, _NAMES, 0, 1000))])
    for number, (winner, by, discarder, scores) in enumerate(_PLAYED):
        entry = HandEntry(finished=True, winner=winner, by=by, discarder=discarder)
        for player, score in enumerate(scores):
            entry = entry.with_number(player, score)
        table = apply(table, entry.event(table, f"2026-03-10T{19 + number // 6}:{number % 6 * 10:02d}:00Z"))
    times = tuple(event.at[:16].replace("T", " ") for event in table.events)
    return SessionSource("", _NAMES, table.events, times)


def _club() -> ClubRules:
    ours = ClubRules.of("Tuesday club", DEFAULT, {"limit": 500})
    return msgspec.structs.replace(ours, note="Friends of the table")


def _cup() -> Contest:
    """A tournament of eight after its first round."""
    names = (*_NAMES, "Edith", "Frank", "Grace", "Henry")
    players, draw = drawn(names, 3, None)
    made = Tournament(uid="", title=_CUP, at=_BEGUN, players=players, rules=TableRules.of(DEFAULT), draw=draw)
    results = {
        (0, 0): TableResult((64, -12, -40, -12), 8, over=True),
        (0, 1): TableResult((-30, 52, 8, -30), 8, over=True),
    }
    return Contest(StoredTournament(TournamentRow("", _BEGUN, _BEGUN), made), names, results)


_SAMPLES: Final[dict[SourceType, Callable[[], object]]] = {
    SourceType.HAND: lambda: OneHand(score_request(HAND)),
    SourceType.SESSION: evening,
    SourceType.CARD: lambda: built_in("companion").card,
    SourceType.RULES: lambda: DEFAULT,
    SourceType.CLUB: _club,
    SourceType.TOURNAMENT: _cup,
}

"""Sessions as version 0.1.0 stored them before people came and went, and what they came to: read and played for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mjcompanion.table.chips import describe
from mjcompanion.table.events import AnyEvent, decode_event
from mjcompanion.table.table import Table

STORED = Path(__file__).parent.parent / "data" / "evenings-1.jsonl"
"""A session in each line: its events as they were written, and all that was shown of them then."""


def stored() -> list[tuple[list[str], dict[str, Any]]]:
    """The events of each session as they are written, and what they came to."""
    lines = [json.loads(line) for line in STORED.read_text().splitlines()]
    return [(line["events"], line["came_to"]) for line in lines]


def decoded(bodies: list[str]) -> list[AnyEvent]:
    """The events."""
    return [decode_event(body) for body in bodies]


def told(table: Table) -> dict[str, Any]:
    """What is shown of a table, as JSON has it."""
    rows = [
        {
            "id": row.id,
            "number": row.number,
            "before": [*row.before.chairs, row.before.east, row.before.first, row.before.rounds],
            "after": [*row.after.chairs, row.after.east, row.after.first, row.after.rounds],
            "paid": [[one.payer, one.payee, one.points] for one in row.paid],
            "balances": row.balances,
            "scores": row.scores,
            "turn": None if row.turn is None else str(row.turn.why),
            "added": row.added,
        }
        for row in table.rows
    ]
    names = ["Ann", "Bob", "Chuck", "Dora", *table.bettors]
    chips = [[describe(one, names) for one in (*plan.moves, *plan.notes)] for plan in table.chip_log]
    standings = [{name: getattr(one, name) for name in one.__struct_fields__} for one in table.summary().standings]
    found = {
        "rows": rows,
        "chips": chips,
        "standings": standings,
        "fingerprint": table.rules.fingerprint,
        "bettors": table.bettors,
        "traces": [[trace.seq, trace.counts] for trace in table.traces],
    }
    return json.loads(json.dumps(found))

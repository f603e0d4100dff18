"""Events as they are stored: written, read again, and refused where they are none."""

import json
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import AT_TABLES, By
from mjcompanion.core.tiles import Wind
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import (
    BankItem,
    BetItem,
    Changed,
    Drop,
    Ended,
    HandItem,
    Number,
    PenaltyItem,
    Planned,
    Put,
    Redone,
    Reopened,
    SeatsItem,
    SessionPlan,
    SessionSetup,
    Started,
    Tiles,
    Titled,
    Undone,
    decode_event,
    encode_event,
    now,
)
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import replay
from tests.kinds import TABLES
from tests.strategies import json_values
from tests.table.making import AT, setup_of

texts = st.text(max_size=20)
players = st.integers(0, 3)
points = st.integers(-(2**63), 2**63 - 1)
scores = st.none() | st.builds(Number, points) | st.builds(
    Tiles, texts, points, st.sampled_from(Wind), st.sampled_from(Wind), st.none() | texts
)  # fmt: skip
bets = st.builds(BetItem, texts, players, st.booleans())
hands = st.builds(
    HandItem,
    winner=st.none() | players,
    by=st.none() | st.sampled_from(AT_TABLES),
    discarder=st.none() | players,
    last_tile=st.booleans(),
    scores=st.tuples(scores, scores, scores, scores),
    value=st.none() | points,
    jokerless=st.booleans(),
    singles_and_pairs=st.booleans(),
    dead=st.lists(players, max_size=3).map(tuple),
    wrong_calls=st.lists(players, max_size=3).map(tuple),
    bet=st.none() | bets,
    east=st.none() | players,
    rounds=st.none() | st.integers(0, 20),
    note=texts,
)
payees = st.lists(players, max_size=3).map(tuple)
items = (
    hands
    | st.builds(PenaltyItem, players, payees, points, texts, st.just(msgspec.UNSET) | payees)
    | st.builds(SeatsItem, st.permutations(range(4)).map(tuple), players)
    | st.builds(BankItem, players, points)
)
throws = st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6))
setups = st.builds(
    SessionSetup,
    st.sampled_from(TABLES).map(lambda rules: TableRules.of(rules, name="Unsere Regeln")),
    st.tuples(texts, texts, texts, texts),
    players,
    points,
    st.lists(st.tuples(throws, throws, throws, throws), max_size=2).map(tuple),
    texts,
)
puts = st.builds(Put, texts, items, st.none() | texts)
events = st.one_of(
    st.builds(Started, at=texts, setup=setups),
    st.builds(Changed, at=texts, changes=st.lists(puts | st.builds(Drop, texts), max_size=3).map(tuple)),
    st.builds(Undone, at=texts, seq=points),
    st.builds(Redone, at=texts, seq=points),
    st.builds(Titled, at=texts, title=texts),
    st.builds(Ended, at=texts),
    st.builds(Reopened, at=texts),
    st.builds(Planned, at=texts, plan=st.builds(SessionPlan, st.integers(0, 5_000), texts, st.booleans())),
)


@given(events)
def test_what_is_written_is_read_again(event):
    line = encode_event(event)
    assert b"\n" not in line
    assert decode_event(line) == event
    assert decode_event(line.decode()) == event
    assert encode_event(decode_event(line)) == line
    assert json.loads(line)["event"] == type(event).__name__.lower()


def test_the_form_on_disk():
    """Files that were written must be read for ever: whoever changes this needs a way for the old ones."""
    event = Changed(at=AT, changes=(
        Put("1", HandItem(winner=2, by=By.DISCARD, discarder=0, scores=(
            Number(8), None, Tiles("123m", 32, Wind.WEST, Wind.EAST, "1m"), None,
        ), bet=BetItem("Ann", 1))),
        Put("2", PenaltyItem(0, (1, 2), 25, "late"), "1"),
        Put("3", SeatsItem((3, 2, 1, 0), 2)),
        Put("4", BankItem(1, -100)),
        Drop("2"),
    ))  # fmt: skip
    assert json.loads(encode_event(event)) == {
        "event": "changed", "at": AT, "changes": [
            {"do": "put", "id": "1", "before": None, "item": {
                "kind": "hand", "winner": 2, "by": "discard", "discarder": 0, "last_tile": False, "scores": [
                    {"kind": "number", "score": 8}, None,
                    {"kind": "tiles", "hand": "123m", "score": 32, "seat": "W", "round": "E", "tile": "1m"}, None,
                ], "value": None, "jokerless": False, "singles_and_pairs": False, "dead": [], "wrong_calls": [],
                "bet": {"name": "Ann", "on": 1, "shown": False}, "east": None, "rounds": None, "note": "", "card": "", "line": "", "tiles": "",
            }},
            {"do": "put", "id": "2", "before": "1",
             "item": {"kind": "penalty", "payer": 0, "payees": [1, 2], "points": 25, "why": "late"}},
            {"do": "put", "id": "3", "before": None, "item": {"kind": "seats", "chairs": [3, 2, 1, 0], "east": 2}},
            {"do": "put", "id": "4", "before": None, "item": {"kind": "bank", "player": 1, "points": -100}},
            {"do": "drop", "id": "2"},
        ],
    }  # fmt: skip
    begins = json.loads(encode_event(Started(at=AT, setup=setup_of(Ruleset("nmjl")))))
    assert begins["setup"]["rules"]["rules"] == "nmjl"
    assert begins["setup"]["rules"]["chips"]["name"] == "american"
    assert begins["setup"]["players"] == ["andy", "brett", "chuck", "dave"]
    assert set(begins["setup"]) == {"rules", "players", "first_east", "starting", "thrown", "title"}


HAND = '{"event":"changed","at":"","changes":[{"do":"put","id":"1","item":{"kind":"hand",%s}}]}'
NONE = [
    b"", b"{", b"[]", b"\xff\xfe", b'{"event":"ended"}', b'{"event":"exploded","at":""}',
    b'{"event":"undone","at":"","seq":"3"}', b'{"event":"titled","at":"","title":' + b"[" * 100_000,
    *(HAND % key for key in ('"colour":3', '"by":"charleston"', '"scores":[{"kind":"guess","score":3},null,null,null]')),
    HAND.replace("hand", "lunch") % '"a":3',
]  # fmt: skip


@pytest.mark.parametrize("line", NONE, ids=range(len(NONE)))
def test_what_is_no_event_is_refused(line):
    with pytest.raises(ValueError, match=r"this isn’t an event|codec can’t decode"):
        decode_event(line)


@given(json_values)
@example({"event": "started", "at": "", "setup": {}})
def test_no_json_breaks_the_reading(value):
    line = json.dumps(value)
    with pytest.raises(ValueError, match="this isn’t an event"):
        decode_event(line)


@given(st.lists(events, max_size=4), st.sampled_from(TABLES))
def test_any_events_after_one_another_make_a_table_or_a_sentence(some, rules):
    """Whatever a file holds that can be read: a table or one sentence, never anything else."""
    beginning = Started(at=AT, setup=setup_of(rules))
    for line in (some, [beginning, *some]):
        try:
            table = replay(line)
        except RuleError as error:
            assert str(error).endswith((".", "?"))
        else:
            assert sum(table.balances) == len(table.balances) * table.setup.starting
            assert table.summary().hands == len(table.hands)
            assert len(table.traces) >= 0


def test_the_clock_never_runs_backwards():
    assert now("9999-01-01T00:00:00Z") == "9999-01-01T00:00:00Z"
    told = datetime.strptime(now("2020-01-01T00:00:00Z"), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert abs((datetime.now(UTC) - told).total_seconds()) < 60
    assert now() <= now(now())

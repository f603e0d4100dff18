"""`mjcompanion ledger list --kind … --when …`: everything that is kept, in one list or by kind."""

import json

import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import PRACTICE
from mjcompanion.practice.progress import ExerciseResult
from mjcompanion.practice.record import record_of
from tests.ledger.gaming import add, changed, row
from tests.ledger.keeping import record
from tests.ledger.making import play


@pytest.fixture(autouse=True)
def stored(home):
    """A hand, a game, a session and an exercise."""
    with Ledger.open(home / "ledger.db") as ledger:
        ledger.hands.keep(record("classical"), at="2026-03-05T12:00:00Z", player="Zoë", remark="At last")
        at = "2026-04-05T12:00:00Z"
        add(ledger, changed(row(7, final=30, asked=1), begun_at=at, finished_at=at))
        play(ledger, 2, moment="2026-05-05T12:00:00Z")
        ledger.hands.keep(record("simple"), at="2026-06-05T12:00:00Z", kind=PRACTICE, place="simple 1 4")


def test_all_together_the_newest_first(ask):
    lines = ask("list", "--kind", "all").out.splitlines()
    for line, said in zip(
        lines,
        ("simple 1 4  without a mistake", "classical, 2 hands", "deal 7  30.00  assisted", "Zoë  At last"),
        strict=True,
    ):
        assert said in line
    found = json.loads(ask("list", "--kind", "all", "--json").out)
    assert (found["ok"], found["count"]) == (True, 4)
    assert [one["kind"] for one in found["entries"]] == ["practice", "sessions", "games", "hands"]
    assert ask("list", "--kind", "all", "--limit", "1").out.splitlines()[1:] == ["and 3 more (--limit shows them)."]


@pytest.mark.parametrize(("kind", "at"), [("practice", 0), ("games", 2), ("hands", 3)])
def test_one_kind(ask, kind, at):
    assert ask("list", "--kind", kind).out.splitlines() == [ask("list", "--kind", "all").out.splitlines()[at]]


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ({"helped": True}, "with hints"),
        ({"slips": 1}, "1 mistake"),
        ({"slips": 2, "helped": True}, "2 mistakes"),
        ({"right": 1}, "without a mistake"),
    ],
)
def test_an_exercise_went_as_the_notebook_says(mj, tmp_path, done, said):
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        result = ExerciseResult("classical", 1, 5, **done)
        row = ledger.hands.keep(record_of(result), kind=PRACTICE, place=result.code)
    assert row.went == said
    assert mj("--data-dir", tmp_path, "ledger", "list", "--kind", "practice").out.endswith(f"  classical 1 5  {said}\n")


def test_sessions_are_listed_as_ever(ask):
    assert ask("list").out == ask("list", "--kind", "sessions").out
    assert list(json.loads(ask("list", "--json").out)) == ["ok", "count", "sessions"]
    assert "kind" not in json.loads(ask("kept", "--json").out)["hands"][0]


def test_an_exercise_is_shown_and_not_shared_as_a_hand(ask, tmp_path):
    uid = json.loads(ask("list", "--kind", "practice", "--json").out)["entries"][0]["uid"]
    assert ask("share", uid).out == ask("show", uid).out
    done = ask("share", uid, "--out", tmp_path / "hand.mjhand.json")
    assert done.is_one_sentence()
    assert done.err == "Only a hand that was saved can be shared.\n"
    assert not (tmp_path / "hand.mjhand.json").exists()


def test_when(ask):
    for words, count in (
        (("March 2026",), 1),
        (("since April 2026",), 3),
        (("2026-03 to 2026-05",), 3),
        (("2025",), 0),
    ):
        assert json.loads(ask("list", "--kind", "all", "--when", *words, "--json").out)["count"] == count
    assert len(ask("list", "--when", "May 2026").out.splitlines()) == 1
    assert ask("kept", "--when", "2025").out == "There are no such hands.\n"
    assert ask("games", "--when", "2025").out == "There are no such games.\n"
    wrong = ask("list", "--when", "soon")
    assert wrong.status == 1
    assert wrong.err.startswith("“soon” isn’t a time. Write “last week”")
    assert ask("list", "--when", "2026", "--since", "2026-01-01").status == 2
    for words in (("list",), ("list", "--kind", "all"), ("kept",), ("games",)):
        assert ask(*words, "--limit", "1000000000").status == 0
        assert ask(*words, "--limit", "9" * 30).status == 2


def test_of_somebody_and_of_some_rules(ask):
    assert len(ask("list", "--kind", "all", "--player", "zoë").out.splitlines()) == 1
    assert len(ask("list", "--kind", "all", "--player", "Ann").out.splitlines()) == 1
    assert ask("list", "--kind", "all", "--player", "Nobody").out == "There is nothing like that.\n"
    assert len(ask("list", "--kind", "all", "--rules", "classical").out.splitlines()) == 2

"""`mjcompanion ledger figures`: what came of hands, games and sessions, by their rules."""

from fractions import Fraction

import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders
from mjcompanion.table.events import Ended
from tests.ledger.gaming import add, row
from tests.ledger.keeping import keep
from tests.ledger.making import at, play


@pytest.fixture
def ask(mj, tmp_path):
    """A ledger with hands of Ann and Bob, a game on a deal played before, and an evening; asks for its figures."""
    home = tmp_path / "data"
    with Ledger.open(None, Folders.at(home)) as ledger:
        for number, rules in enumerate(("kemp-chinese", "kemp-chinese", "classical", "nmjl")):
            keep(ledger, number, rules, player="Bob" if number else "Ann")
        add(ledger, row(1, "simple", Fraction(40), seed=5), row(2, "simple", Fraction(80), seed=5))
        uid = play(ledger, 3)
        ledger.sessions.append(uid, 4, Ended(at=at(60)))
    return lambda *words: mj("--data-dir", home, "ledger", "figures", *words)


def test_each_ruleset_has_its_block(ask):
    blocks = ask().out.split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [
        "Classical · real hands",
        "Kemp’s solitaire · real hands",
        "American, yearly card · real hands",
        "Simple game · virtual games",
        "Classical · sessions",
    ]
    assert blocks[1].splitlines()[1:] == [
        (
            "  2 hands, 2 won (100%); average 176.62, median 176.62; the middle half 176.62 to 176.62; the best "
            "176.62 with 123m456p99s (777z) [1111s] 1f; 69% of the tiles left on average."
        ),
        "    2026-11: 2 hands, 2 won, average 176.62",
    ]
    assert blocks[2].splitlines()[1] == "  Card: companion."
    assert blocks[3].splitlines()[1:3] == [
        (
            "  1 game, 1 won (100%); average 40.00, median 40.00; the middle half 40.00 to 40.00; "
            "the best 40.00 with 123m 456p 99s."
        ),
        "  1 game is on a deal that was played before.",
    ]
    assert blocks[4].splitlines()[1].startswith("  Ann: 1 session; places from 1st on ")


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ((), [2, 1, 1, 1]),
        (("--seen",), [1, 2, 1, 2]),
        (("--virtual",), [1]),
        (("--real",), [1, 2, 1]),
        (("--player", "ann"), [1]),
        (("--player", "Nobody"), []),
        (("--rules", "classical"), [1]),
        (("--until", "2025-01-01"), []),
    ],
)
def test_what_is_asked_for(ask, words, due):
    answer = ask(*words, "--json").json
    assert sorted(one["played"] for one in answer["figures"]) == sorted(due)
    if not due and not answer["sessions"]:
        assert ask(*words).out == "There is nothing to count yet.\n"


def test_sessions_in_json(ask):
    (one,) = ask("--json").json["sessions"]
    assert (one["rules"], sum(seat["places"][0] for seat in one["players"])) == ("classical", 1)
    assert [seat["name"] for seat in ask("--player", "bob", "--json").json["sessions"][0]["players"]] == ["Bob"]
    assert ask("--virtual", "--json").json["sessions"] == []


def test_what_differs_is_told_as_values(ask):
    answer = ask("--rules", "nmjl", "--json").json
    (one,) = answer["figures"]
    assert (one["house"], one["best"]["rules"], one["mean"]) == ({"card": "companion"}, "nmjl", "25.00")


def test_a_day_that_is_none_is_refused(ask):
    said = ask("--since", "soon")
    assert (said.status, said.err.count("\n")) == (1, 1)


def test_a_kept_hand_is_shared_as_text_and_as_a_file(mj, tmp_path):
    home, other, out = tmp_path / "data", tmp_path / "other", tmp_path / "x.mjhand.json"
    with Ledger.open(None, Folders.at(home)) as ledger:
        row = keep(ledger, 1, "kemp-chinese", player="Zoë")
    words = ("--data-dir", home, "ledger", "share", row.uid[:8])
    assert "Zoë" in mj(*words).out
    assert mj(*words, "--json").json["text"] == mj(*words).out
    assert mj(*words, "--out", out).out == f"{out}: a hand that another Companion opens.\n"
    assert mj("--data-dir", other, "ledger", "import", out).out == "1 kept hand is new.\n"
    with Ledger.open(None, Folders.at(other)) as ledger:
        assert ledger.hands.page().rows == (row,)
    assert mj("--data-dir", home, "ledger", "share", "nobody").status == 1

"""`mjcompanion ledger` and finished virtual games: listed, exported, taken in, checked."""

import csv
import io
import json
from fractions import Fraction

import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders
from tests.ledger.gaming import add, changed, real, row
from tests.ledger.making import alter, play


@pytest.fixture
def kept(home):
    """A game won, one lost, one of each other kind, and one put aside."""
    with Ledger.open(None, Folders.at(home)) as ledger:
        won, record = real(won=True, asked=1)
        ledger.games.add(won, record)
        lost, its = real()
        ledger.games.add(lost, its)
        rows = add(ledger, row(200, "kemp-american", Fraction(149, 2)), row(300, "simple"))
        ledger.games.remove(add(ledger, row(400))[0].uid)
        play(ledger, 2)
    return won, lost, *rows


def test_games_in_words(ask, kept):
    lines = ask("games").out.splitlines()
    assert lines[0].split() == ["Date", "Deal", "Game", "Score", "%", "Final"]
    assert [line.split()[2:4] for line in lines[1:5]] == [
        *(["300", "Simple"], ["200", "American"], ["3", "Chinese"], ["–", "Chinese"])
    ]
    assert lines[4].endswith("608.00  assisted")
    assert lines[5] == ""
    assert lines[7] == (
        "kemp-chinese: 2 games, 1 won (50%); average 608.00, median 608.00; the middle half 608.00 to "
        "608.00; the best 608.00 with 111234567999m55z; 100% of the tiles left on average."
    )
    assert lines[8] == "simple: 1 game, 0 won (0%)."


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ((), [3, 2, 0, 1]),
        (("--rules", "kemp-chinese"), [0, 1]),
        (("--won",), [2, 0]),
        (("--not-won",), [3, 1]),
        (("--assisted",), [0]),
        (("--unassisted", "--rules", "simple"), [3]),
        (("--text", "200"), [2]),
        (("--until", "2026-01-02"), [0, 1]),
        (("--since", "2026-01-09"), [3, 2]),
        (("--rules", "classical"), []),
    ],
)
def test_games_of_some_in_json(ask, kept, words, due):
    answer = ask("games", *words, "--json").json
    assert sorted(one["uid"] for one in answer["games"]) == sorted(kept[number].uid for number in due)
    assert sum(one["played"] for one in answer["figures"]) == len(due)
    assert sum(one["played"] for one in answer["statistics"].values()) == len(due)
    said = ask("games", *words)
    assert (said.status, said.err) == (0, "")
    if not due:
        assert said.out == "There are no such games.\n"


def test_games_in_json_are_exact(ask, kept):
    answer = ask("games", "--text", "200", "--json").json
    (one,) = answer["games"]
    assert (one["final"], one["final_exact"], one["factor"], one["score"]) == ("74.50", "149/2", "1/2", 149)
    (figures,) = answer["figures"]
    assert figures["rules"] == "kemp-american"
    assert (figures["played"], figures["won"], figures["mean"], figures["factor"]) == (1, 1, "74.50", 0.5)
    assert figures["finals"] == [{"low": 60, "high": 80, "count": 1}]
    assert figures["best"] == one
    told = answer["statistics"]["kemp-american"]
    assert told == {name: figures[name] for name in told} | {
        "months": [{name: month[name] for name in ("month", "played", "won")} for month in figures["months"]]
    }


def test_those_put_aside_by_themselves(ask, kept):
    assert [one["seed"] for one in ask("games", "--put-aside", "--json").json["games"]] == [400]


def test_more_than_are_shown(ask, kept):
    assert "and 3 more (--limit shows them)." in ask("games", "--limit", "1").out


def test_export_and_import(ask, mj, kept, tmp_path):
    out = tmp_path / "games.json"
    ids = [kept[0].uid, kept[1].uid]
    assert ask("export", "--games", *ids, "--out", out).out == ""
    there = ("--data-dir", tmp_path / "elsewhere", "ledger")
    assert mj(*there, "import", out).out == "2 games are new.\n"
    assert mj(*there, "import", out).out == "2 games were here already.\n"
    answer = mj(*there, "import", out, "--json").json
    assert (answer["ok"], answer["games"], sorted(answer["known_games"])) == (True, [], sorted(ids))
    assert mj(*there, "check").out == "All is well: 0 sessions, 0 hands, 0 events, 2 games.\n"
    whole = json.loads(ask("export", "--all", "--games").out)
    assert (len(whole["sessions"]), len(whole["games"])) == (1, 5)
    assert "games" not in json.loads(ask("export", "--all").out)
    assert len(json.loads(ask("export", "--games").out)["games"]) == 5
    shown = ask("export", "--games", "--format", "csv").out
    assert len(list(csv.DictReader(io.StringIO(shown, newline="")))) == 4
    assert ask("export", "--games", "--format", "text").out.splitlines()[0].startswith("Date")
    assert ask("export", "--games", "--format", "csv", "--out", out).out == ""
    assert out.read_bytes().startswith(b'\xef\xbb\xbf"game","rules"')


def test_what_is_not_there(ask, kept):
    done = ask("export", "--games", "zzz")
    assert (done.status, done.err) == (1, "There is no finished game “zzz” in the ledger.\n")
    assert ask("games", "--since", "soon").err == "“soon” isn’t a day. Write 2026-11-21.\n"


def test_backups_name_the_games(ask, kept, tmp_path):
    assert ask("backup", tmp_path / "copy.db").out.endswith("5 games, 1 session and 2 hands.\n")
    assert "1 session, 2 hands, 5 games" in ask("backups").out


def test_a_game_that_is_damaged_is_told(ask, home, kept):
    alter(home / "ledger.db", f"UPDATE games SET discards = discards + 1 WHERE uid = '{kept[0].uid}'")
    plain, as_json = ask("games"), ask("games", "--json")
    assert (plain.status, as_json.status, as_json.json["count"]) == (0, 0, 4)
    assert plain.err.count("doesn’t match what was written") == 1
    assert [one["session"] for one in ask("check", "--json").json["findings"]] == [kept[0].uid]


def test_a_card_that_looks_like_a_formula(home, ask):
    with Ledger.open(None, Folders.at(home)) as ledger:
        add(ledger, changed(row(1, "kemp-american"), card="=1"))
    assert "'=1" in ask("export", "--games", "--format", "csv").out

"""`mjcompanion tournament`: draws, and tells rounds and rankings."""

import json
import time

import msgspec
import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.printing.catalogue import FORMS, SourceType
from mjcompanion.table.events import Changed, Put
from tests.ledger.making import at, cup, hand, sit


@pytest.fixture
def data(tmp_path):
    """A data folder with a tournament of eight in its second round, in which a hand of the first was corrected."""
    folder = tmp_path / "data"
    with Ledger.open(folder / "ledger.db") as ledger:
        tournament = cup(ledger)
        first = sit(ledger, tournament, 0, 0)
        sit(ledger, tournament, 0, 1)
        sit(ledger, tournament, 1, 0, minute=60, ends=False)
        ledger.sessions.append(first, 4, Changed(at=at(90), changes=(Put("1", hand(1, winner=3)),)))
    return folder


@pytest.fixture
def names(tmp_path):
    file = tmp_path / "names.txt"
    file.write_text("\n".join(f"Player {at}" for at in range(1, 18)), encoding="utf-8")
    return file


def test_a_new_one_is_drawn_and_kept(mj, tmp_path, names):
    words = ("tournament", "new", "--title", "Spring cup", "--players", names, "--rounds", "4", "--seed", "7")
    done = mj("--data-dir", tmp_path / "d", *words, "--json")
    told = json.loads(done.out)
    assert done.status == 0
    assert told["meet_again"] == 0
    assert [len(one["tables"]) for one in told["draw"]] == [4] * 4
    assert [len(one["out"]) for one in told["draw"]] == [1] * 4
    everybody = {f"Player {at}" for at in range(1, 18)}
    for one in told["draw"]:
        assert {name for table in one["tables"] for name in table.values()} | set(one["out"]) == everybody
    shown = mj("--data-dir", tmp_path / "d", "tournament", "draw", told["id"][:6])
    assert shown.out.count("Sitting out") == 4
    listed = mj("--data-dir", tmp_path / "d", "tournament", "list")
    assert "Spring cup: 17 players, 4 rounds" in listed.out


def test_a_lot_is_the_same_for_the_same_number(mj, tmp_path, names):
    def drawn(folder, *more):
        words = ("tournament", "new", "--title", "x", "--players", names, "--rounds", "1", "--json", *more)
        return json.loads(mj("--data-dir", tmp_path / folder, *words).out)["draw"]

    assert drawn("a", "--seed", "1") == drawn("b", "--seed", "1") != drawn("c", "--seed", "2")
    first = drawn("d", "--in-order")
    assert set(first[0]["tables"][0].values()) | set(first[0]["out"]) <= {f"Player {at}" for at in range(1, 18)}


def test_programs_read_the_same_letters_in_every_language(mj, data):
    told = mj("--language", "zh_CN", "--data-dir", data, "tournament", "draw", "cup", "--json").json
    assert list(told["draw"][0]["tables"][0]) == ["E", "S", "W", "N"]


def test_the_ranking_tells_what_is_not_over_and_what_was_corrected(mj, data):
    told = json.loads(mj("--data-dir", data, "tournament", "ranking", "cup", "--json").out)
    assert told["rounds"] == 2
    assert {(one["round"], one["table"]) for one in told["playing"]} == {(2, 1), (2, 2)}
    assert len(told["ranking"]) == 8
    (sentence,) = told["corrections"]
    assert sentence.endswith("hand 1 of round 1, table 1, was corrected.")
    plain = mj("--data-dir", data, "tournament", "ranking", "cup", "--after", "1")
    assert sentence in plain.out
    assert "Not over" not in plain.out


OF_TOURNAMENTS = [form.id for form in FORMS if SourceType.TOURNAMENT in form.kinds]


@pytest.mark.parametrize("form", OF_TOURNAMENTS)
def test_it_is_printed(mj, data, tmp_path, form):
    done = mj("--data-dir", data, "form", form, "--tournament", "cup", "--out", tmp_path / "x.pdf", "--json")
    assert done.status == 0, done.err
    assert json.loads(done.out)["pages"] >= 1
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_one_round_is_one_and_the_day_is_that_of_the_clock(mj, tmp_path, zone, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        with Ledger.open(tmp_path / "ledger.db") as ledger:
            made = cup(ledger)
            fresh = {"uid": "one", "at": "2026-11-21T12:00:00Z", "draw": made.draw[:1], "sessions": {}}
            ledger.tournaments.start(msgspec.structs.replace(made, **fresh, penalties=()))
        told = mj("--data-dir", tmp_path, "tournament", "list").out
        day = {"Pacific/Kiritimati": "2026-11-22", "Pacific/Pago_Pago": "2026-11-21"}[zone]
        assert f"one  {day}  " in told
        assert ", 1 round\n" in told
        late = mj("--data-dir", tmp_path, "tournament", "ranking", "one", "--after", "2", "--json")
        assert late.json["error"] == "This tournament has 1 round."
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_list_says_that_it_is_empty(mj, tmp_path):
    with Ledger.open(tmp_path / "empty" / "ledger.db"):
        pass
    asked = ("--data-dir", tmp_path / "empty", "tournament", "list")
    assert (mj(*asked).out, mj(*asked, "--json").json) == (
        "There are no tournaments yet.\n",
        {"ok": True, "count": 0, "tournaments": []},
    )


def test_one_that_is_not_there_is_one_sentence(mj, data):
    for words in (("draw", "nix"), ("ranking", "nix"), ("ranking", "cup", "--after", "9")):
        assert mj("--data-dir", data, "tournament", *words).is_one_sentence()


def test_it_goes_from_one_ledger_into_another(mj, data, tmp_path):
    file = tmp_path / "all.json"
    done = mj("--data-dir", data, "ledger", "export", "--all", "--tournaments", "--out", file)
    assert done.status == 0, done.err
    said = mj("--data-dir", tmp_path / "other", "ledger", "import", file).out
    assert said == "3 sessions are new and 1 tournament is new.\n"
    again = mj("--data-dir", tmp_path / "other", "ledger", "import", file).out
    assert again == "3 sessions were here already and 1 tournament was here already.\n"
    here, there = (mj("--data-dir", one, "tournament", "ranking", "cup").out for one in (data, tmp_path / "other"))
    assert here == there
    assert mj("--data-dir", data, "ledger", "export", "--tournaments").status == 2


@pytest.mark.parametrize(
    ("title", "content", "sentence"),
    [
        (" ", b"A\nB\nC\nD", "A tournament needs a title."),
        (201 * "x", b"A\nB\nC\nD", "This text has 201 characters"),
        ("Cup", b"A\xff\nB\nC\nD", "isn’t text in UTF-8"),
        ("Cup", b"Zoe\nzoe\nC\nD", "“zoe” is in the tournament twice"),
        ("Cup", "Zo\u00eb\nZoe\u0308\nC\nD".encode(), "is in the tournament twice"),
        ("Cup", b"A\nB\nC\n" + 20_000 * b"D", "The name has 20000 letters"),
    ],
)
def test_a_list_or_title_that_is_wrong_makes_nobody_known(mj, tmp_path, title, content, sentence):
    file = tmp_path / "names.txt"
    file.write_bytes(content)
    done = mj("--data-dir", tmp_path / "d", "tournament", "new", "--title", title, "--players", file, "--rounds", "1")
    assert done.status == 1
    assert sentence in done.err
    words = ("tournament", "new", "--title", title, "--players", file, "--rounds", "1", "--json")
    assert sentence in mj("--data-dir", tmp_path / "d", *words).json["error"]
    with Ledger.open(tmp_path / "d" / "ledger.db") as ledger:
        assert ledger.players.search() == ()

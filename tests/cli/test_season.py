"""`mjcompanion season`: keeps seasons, and shows their league tables in words, JSON and CSV, and on paper."""

import csv
import io

import pypdf
import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import Ended
from tests.ledger.making import play

DAYS = ("--since", "2026-03-01", "--until", "2026-05-31")


@pytest.fixture
def data(tmp_path):
    """A data folder with three evenings, one of them by other rules and one with a guest."""
    folder = tmp_path / "data"
    four = ("Ann", "Bob", "Chuck", "Dora")
    evenings = ((1, four, "classical"), (8, (*four[:3], "Eve"), "classical"), (15, four, "nmjl"))
    with Ledger.open(folder / "ledger.db") as ledger:
        for day, names, rules in evenings:
            at = f"2026-03-{day:02}T12:00:00Z"
            ledger.sessions.append(play(ledger, 3, names, at, Ruleset(rules)), 4, Ended(at=at))
    return folder


@pytest.fixture
def season(mj, data):
    """Runs a command about seasons in this folder."""
    return lambda *words: mj("--data-dir", data, "season", *words)


def test_a_new_one_is_listed_and_shown(season):
    made = season("new", "--title", "Spring", *DAYS, "--minimum", 2, "--best", 2, "--json").json
    (listed,) = season("list", "--json").json["seasons"]
    assert listed == {name: made[name] for name in listed}
    found = season("show", made["id"][:6], "--json").json
    (table,) = found["tables"]
    assert (table["sessions"], table["evenings"], found["system"]) == (3, 3, "table-points")
    players = {one["name"]: one for one in table["players"]}
    assert {name: (one["sessions"], one["counted"]) for name, one in players.items()} == {
        **dict.fromkeys(("Ann", "Bob", "Chuck"), (3, 2)), "Dora": (2, 2), "Eve": (1, 1),
    }  # fmt: skip
    assert players["Eve"]["place"] is None
    shown = season("show", made["id"]).out
    assert all(name in shown for name in ("Spring", *players))


def test_the_csv_has_a_row_for_each_player(season, tmp_path):
    uid = season("new", "--title", "=1+1", *DAYS, "--rules", "classical", "--json").json["id"]
    done = season("show", uid, "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [int(row["sessions"]) for row in rows] == [
        2 if row["name"] in ("Ann", "Bob", "Chuck") else 1 for row in rows
    ]
    assert {row["season"] for row in rows} == {"'=1+1"}
    assert sum(float(row["points"]) for row in rows) == 14
    file = tmp_path / "league.csv"
    assert season("show", uid, "--csv", file).status == 0
    assert file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n") == done.out.replace("\r\n", "\n")
    assert season("show", uid, "--csv", file, "--json").status == 2


def test_it_is_printed_on_one_page(season, mj, data, tmp_path):
    uid = season("new", "--title", "Spring", *DAYS, "--json").json["id"]
    for more in ((), ("--large",)):
        words = ("form", "season", "--season", uid, "--out", tmp_path / "x.pdf", "--json", *more)
        assert mj("--data-dir", data, *words).json["pages"] == 1
        text = pypdf.PdfReader(tmp_path / "x.pdf").pages[0].extract_text()
        assert all(name in text for name in ("Ann", "Bob", "Chuck", "Dora", "Eve"))


def test_what_is_given_changes_and_the_rest_stays(season):
    uid = season("new", "--title", "Spring", *DAYS, "--rules", "nmjl", "--best", 2, "--average", "--json").json["id"]
    changed = season("change", uid[:6], "--title", "Summer", "--until", "2026-03-10", "--rules", "classical", "--json")
    assert changed.json == {
        "ok": True, "id": uid, "title": "Summer", "since": "2026-03-01", "until": "2026-03-10", "rules": ["classical"],
    }  # fmt: skip
    found = season("show", uid, "--json").json
    assert (found["best"], found["by_average"], found["tables"][0]["sessions"]) == (2, True, 2)
    assert season("change", uid, "--all-rules", "--sum", "--best", 0, "--until", "2026-05-31").status == 0
    found = season("show", uid, "--json").json
    assert (found["rules"], found["best"], found["by_average"], found["tables"][0]["sessions"]) == ([], 0, False, 3)


def test_a_change_that_can_not_be_changes_nothing(season):
    uid = season("new", "--title", "Spring", *DAYS, "--json").json["id"]
    before = season("show", uid, "--json").out
    assert season("change", uid).status == 2
    assert season("change", uid, "--rules", "nmjl", "--all-rules").status == 2
    for words in (("--until", "2026-02-01"), ("--title", " "), ("--rules", "kemp-chinese")):
        assert season("change", uid, *words).is_one_sentence()
    assert season("show", uid, "--json").out == before


def test_a_removed_one_comes_back(season):
    uid = season("new", "--title", "Spring", *DAYS, "--json").json["id"]
    assert f"season remove --undo {uid[:8]}" in season("remove", uid[:6]).out
    assert season("list", "--json").json["seasons"] == []
    refused = season("change", uid[:6], "--title", "Summer")
    assert refused.is_one_sentence()
    assert f"season remove --undo {uid[:8]}" in refused.err
    shown = season("show", uid[:6], "--json")
    assert shown.json["id"] == uid
    assert shown.err == refused.err
    assert season("remove", "--undo", uid[:8], "--json").json["id"] == uid
    assert season("show", uid[:6]).err == ""
    assert [one["id"] for one in season("list", "--json").json["seasons"]] == [uid]


@pytest.mark.parametrize(
    "words",
    [
        ("new", "--title", " ", *DAYS),
        ("new", "--title", "x", "--since", "2026-03-01", "--until", "2026-02-01"),
        ("new", "--title", "x", "--since", "March", "--until", "2026-02-01"),
        ("new", "--title", "x", *DAYS, "--rules", "kemp-chinese"),
        ("new", "--title", "x", *DAYS, "--rules", "none"),
        ("show", "zz"),
    ],
)
def test_what_can_not_be_is_refused_in_one_sentence(season, words):
    assert season(*words).is_one_sentence()
    assert season("list", "--json").json["seasons"] == []


def test_a_season_without_results_is_shown_and_not_printed(season, mj, data, tmp_path):
    uid = season("new", "--title", "x", "--since", "2020-01-01", "--until", "2020-02-01", "--json").json["id"]
    assert season("show", uid).status == 0
    assert season("show", uid, "--json").json["tables"] == []
    done = mj("--data-dir", data, "form", "season", "--season", uid, "--out", tmp_path / "x.pdf")
    assert done.is_one_sentence()
    assert not (tmp_path / "x.pdf").exists()


def test_exports_take_it_along(season, mj, data, tmp_path):
    uid = season("new", "--title", "Spring", *DAYS, "--json").json["id"]
    file = tmp_path / "all.json"
    assert mj("--data-dir", data, "ledger", "export", "--all", "--seasons", "--out", file).status == 0
    assert mj("--data-dir", tmp_path / "other", "ledger", "import", file).status == 0
    one, other = (mj("--data-dir", at, "season", "show", uid, "--json").json for at in (data, tmp_path / "other"))
    assert one == other
    assert mj("--data-dir", data, "ledger", "export", "--seasons").status == 2

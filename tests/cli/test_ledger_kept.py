"""`mjcompanion score --keep` and kept hands in `mjcompanion ledger`."""

import csv
import io
import json
import re

import pytest

from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from tests.ledger.making import alter

HAND = ("123m 456p 99s (777z) [1111s] 1f", "--seat", "W", "--win", "9s", "--by", "draw")
AMERICAN = ("FFF 2m5z2m6m 222p 6666p", "--rules", "nmjl", "--card", "companion")


@pytest.fixture
def ask(mj, tmp_path):
    return lambda *words, **more: mj("--data-dir", tmp_path / "data", *words, **more)


@pytest.fixture
def two(ask):
    """A Chinese hand and an American one, kept; their ids."""
    ask("score", *HAND, "--keep", "--player", "Ann", "--place", "Café", "--date", "2026-11-20 19:30")
    told = json.loads(ask("score", *AMERICAN, "--keep", "--remark", "At last", "--date", "2026-11-21", "--json").out)
    hands = json.loads(ask("ledger", "kept", "--json").out)["hands"]
    assert hands[0]["uid"] == told["kept"]
    return [one["uid"] for one in reversed(hands)]


def test_a_hand_is_kept_and_said_so(ask):
    plain = ask("score", *HAND).out
    said = ask("score", *HAND, "--keep").out
    (row,) = json.loads(ask("ledger", "kept", "--json").out)["hands"]
    assert said == f"{plain}\nSaved in the ledger as {row['uid'][:8]}.\n"
    assert (row["rules"], row["score"], row["hand"]) == ("traditional", 108, "123m456p99s (777z) [1111s] 1f")


def test_a_hand_is_kept_in_the_words_of_the_settings(ask, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.json").write_text('{"bamboos": "bams"}')
    answer = ask("score", *HAND, "--keep", "--json").json
    assert "concealed kong of 1 bamboos" in [line["what"] for line in answer["lines"]]
    assert "Concealed kong of 1 bams" in ask("ledger", "show", answer["kept"]).out


def test_a_hand_is_kept_with_the_name_of_the_house_rules_that_counted_it(ask, tmp_path):
    shelf = RulesLibrary(tmp_path / "data" / "rules")
    for preset, changes in (("traditional", {"limit": 600}), ("nmjl", {"singles_and_pairs": "doubled"})):
        shelf.save(ClubRules.of(f"Our {preset}", Ruleset(preset), changes))
    ask("score", *HAND, "--club", "Our traditional", "--keep", "--date", "2026-11-20")
    ask("score", *AMERICAN[:1], *AMERICAN[3:], "--club", "Our nmjl", "--keep", "--date", "2026-11-19")
    ask("score", *HAND, "--club", "Our traditional", "-o", "limit=500", "--keep", "--date", "2026-11-18")
    hands = json.loads(ask("ledger", "kept", "--json").out)["hands"]
    assert [one["rules_name"] for one in hands] == ["Our traditional", "Our nmjl", ""]


def test_what_is_listed(ask, two):
    lines = ask("ledger", "kept").out.splitlines()
    assert [line.split("  ")[0] for line in lines] == [uid[:8] for uid in reversed(two)]
    assert lines[1].endswith("traditional  108  123m456p99s (777z) [1111s] 1f  Ann  Café")
    assert lines[0].endswith("At last")
    assert ask("ledger", "kept", "--limit", "1").out.splitlines()[1:] == ["and 1 more (--limit shows them)."]
    for words, found in (
        (("--player", "ann"), [1]),
        (("--rules", "nmjl"), [0]),
        (("--text", "LAST"), [0]),
        (("--until", "2026-11-20"), [1]),
        (("--since", "2026-11-21"), [0]),
        (("--rules", "simple"), []),
    ):
        due = [lines[at] for at in found] or ["There are no such hands."]
        assert ask("ledger", "kept", *words).out.splitlines() == due, words


def test_what_is_shown_can_be_asked_again(ask, two):
    for uid, score in zip(two, (108, 25), strict=True):
        shown = json.loads(ask("ledger", "show", uid[:9], "--json").out)
        again = ask("score", "--jsonl", "-", given=json.dumps(shown["request"]).encode())
        assert json.loads(again.out) == shown["answer"]
        assert shown["score"] == shown["answer"]["score"] == score
        assert shown["table_rules"]["rules"] == shown["rules"] == shown["request"]["rules"]
        assert shown["text"] in ask("ledger", "show", uid[:9]).out


def test_what_is_corrected_and_deleted(ask, two, tmp_path):
    uid = two[0][:8]
    assert (
        ask("ledger", "correct", uid, "--player", "", "--remark", "It rained").out.rstrip().endswith("Café  It rained")
    )
    assert ask("ledger", "kept", "--player", "Ann").out == "There are no such hands.\n"
    gone = ask("ledger", "delete", uid).out.splitlines()[1]
    assert gone == f"Deleted. To bring it back: mjcompanion --data-dir {tmp_path / 'data'} ledger delete --undo {uid}"
    assert json.loads(ask("ledger", "kept", "--json").out)["count"] == 1
    assert ask("ledger", "kept", "--deleted").out.startswith(uid)
    ask("ledger", "delete", "--undo", uid)
    assert json.loads(ask("ledger", "kept", "--json").out)["count"] == 2
    assert ask("ledger", "check").out == "All is well: 0 sessions, 0 hands, 0 events, 2 kept hands.\n"


def test_files(ask, two, mj, tmp_path):
    rows = list(csv.DictReader(io.StringIO(ask("ledger", "export", "--kept", "--format", "csv").out, newline="")))
    assert [row["hand"] for row in rows] == two
    file = tmp_path / "kept.json"
    ask("ledger", "export", "--all", "--kept", "--out", file)
    assert mj("--data-dir", tmp_path / "other", "ledger", "import", file).out == "2 kept hands are new.\n"
    assert ask("ledger", "import", file).out == "2 kept hands were here already.\n"
    text = ask("ledger", "export", "--kept", two[0], "--format", "text").out
    assert "Ann · Café" in text.splitlines()[0]
    assert re.search(r"Score +108", text)


def test_a_time_that_is_none(ask):
    told = ask("score", *HAND, "--keep", "--date", "yesterday")
    assert told.err == "“yesterday” isn’t a day. Write 2026-11-21.\n"
    assert ask("ledger", "kept").err.startswith("There is no ledger")
    for words in (("score", *HAND, "--keep", "--date", "yesterday"), ("ledger", "kept", "--since", "yesterday")):
        assert ask(*words, "--json").answers == [{"ok": False, "error": told.err.strip()}]
    (once,) = ask("score", *AMERICAN, "--keep", "--remark", "x" * 20_001, "--json").answers
    assert not once["ok"]


def test_a_hand_that_is_damaged_is_told_and_not_shown(ask, two, tmp_path):
    alter(tmp_path / "data" / "ledger.db", "UPDATE kept SET player = 'Zoe' WHERE id = 1")
    plain = ask("ledger", "kept")
    assert (plain.status, plain.err.count("doesn’t match what was written")) == (0, 1)
    (finding,) = ask("ledger", "check", "--json").json["findings"]
    assert finding["kind"] == "kept"
    assert ask("ledger", "share", finding["session"]).status == 1

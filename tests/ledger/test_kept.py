"""Kept hands in a ledger: as they were, listed, corrected, deleted and brought back, exported and imported."""

import csv
import io
import json

import msgspec
import pytest

from mjcompanion import RULESETS
from mjcompanion.cli.score import answer_score
from mjcompanion.core.errors import RuleError
from mjcompanion.ledger import hand_records
from mjcompanion.ledger.errors import ReadOnly
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.text_files import hand_text
from mjcompanion.ledger.values import KeptFilter, StoredHand
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.solitaire.real_tiles import RealTilesRecord, Tap, TapKind
from mjcompanion.storage.paths import Folders
from mjcompanion.table.rules import TableRules
from tests.ledger.gaming import add
from tests.ledger.gaming import row as game
from tests.ledger.keeping import keep, kept, record
from tests.ledger.making import at, paged


def exported(ledger, kind="json", which=None):
    """The content of a file of kept hands."""
    out = io.BytesIO()
    ledger.hands.export_to(out, kind, which)
    return out.getvalue()


def listed(ledger, **wanted):
    return paged(ledger.hands.page, KeptFilter(**wanted))


# as they were


@pytest.mark.parametrize("rules", RULESETS)
def test_a_hand_of_every_ruleset_comes_back_as_it_was(ledger, rules):
    told = record(rules)
    row = ledger.hands.keep(told, at=at(3), player=" Ann ", place="Café", remark="At last!")
    stored = ledger.hands.get(row.uid)
    assert stored == StoredHand(row, told)
    assert (row.player, row.place, row.remark, row.rules, row.at) == ("Ann", "Café", "At last!", rules, at(3))
    assert row.score == told["answer"]["score"]
    assert row.final_text == told["answer"].get("final", "")
    assert ledger.hands.page().rows == (row,)
    assert ledger.check().ok
    assert ledger.check().kept == 1


def at_the_wall(rules, *, won):
    """The record of a game with real tiles."""
    told = RealTilesRecord(rules=RULESETS[rules], uid="a1", begun=at(2), dice=((3, 4),)).tell(
        Tap(TapKind.PASS, 3) if RULESETS[rules].with_card else Tap(TapKind.FLOWER)
    )
    if won:
        return hand_records.at_the_wall(record(rules), told.counts), told
    return hand_records.nobody_won(TableRules.of(RULESETS[rules], None), told.setup, told.counts, "Nobody won."), told


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("won", [True, False])
def test_a_game_with_real_tiles_comes_back_with_what_was_counted(ledger, tmp_path, rules, won):
    told, game = at_the_wall(str(rules), won=won)
    row = ledger.hands.keep(told, at=at(3), player="Ann")
    stored = ledger.hands.get(row.uid)
    assert hand_records.wall_counts(stored) == game.counts
    assert hand_records.wall_counts(StoredHand(row, record(str(rules)))) is None
    assert (row.won, row.score > 0, bool(row.hand)) == (won, won, won)
    assert (row.final_text == "0.00") == (not won and rules.alone)
    assert hand_records.rules_of(stored).rules is rules
    assert (hand_records.counted_again(stored) is not None) == won
    assert hand_records.read_hand(hand_records.hand_bytes(stored)) == stored
    assert ("Nobody won." in hand_text(stored)) != won
    assert ledger.check().ok


def test_a_hand_whose_rules_nobody_knows_is_still_there(ledger):
    told = record("classical")
    told["request"] = {**told["request"], "rules": "forgotten"}
    told["rules"] = {**told["rules"], "rules": "forgotten"}
    row = ledger.hands.keep(told)
    assert ledger.hands.get(row.uid).record == told
    assert ledger.hands.page().rows[0].rules == "forgotten"
    assert told["text"] in exported(ledger, "text").decode()


# lists


def test_lists_are_narrowed_by_everything(ledger):
    for number in range(40):
        names = ("Ann", "ANN ", "Bob", "")[number % 4], ("Home", "Club")[number % 2]
        keep(
            ledger,
            number,
            ("classical", "simple")[number % 2],
            player=names[0],
            place=names[1],
            remark=f"No. {number}!",
        )
    every = listed(ledger)
    assert [row.at for row in every] == sorted((row.at for row in every), reverse=True)
    assert len(every) == ledger.hands.count() == 40
    for wanted, fits in (
        ({"player": "ann"}, lambda row: row.player.casefold() == "ann"),
        ({"rules": "simple"}, lambda row: row.rules == "simple"),
        ({"text": "19! no."}, lambda row: row.remark == "No. 19!"),
        ({"text": "CLUB"}, lambda row: row.place == "Club"),
        ({"text": "home club"}, lambda row: {"Home", "Club"} <= {row.place}),
        ({"text": "club classical"}, lambda row: row.place == "Club" and row.rules == "classical"),
        ({"since": at(30)}, lambda row: row.at >= at(30)),
        ({"until": at(7)}, lambda row: row.at <= at(7)),
        ({"rules": "classical", "player": "Bob", "since": at(9)}, lambda row: row.player == "Bob" and row.at >= at(9)),
        ({"put_aside": True}, lambda row: row.put_aside),
    ):
        found = listed(ledger, **wanted)
        assert found == [row for row in every if fits(row)], wanted
        assert ledger.hands.count(KeptFilter(**wanted)) == len(found)


# corrected, deleted


def test_what_was_entered_wrongly_is_corrected_and_what_was_counted_stays(ledger):
    row = keep(ledger, 1, player="An", place="Home")
    changed = ledger.hands.correct(row.uid, player="Ann", remark="Self-drawn", at=at(2))
    assert (changed.player, changed.place, changed.remark, changed.at, changed.changes) == (
        "Ann",
        "Home",
        "Self-drawn",
        at(2),
        1,
    )
    assert ledger.hands.get(row.uid).record == record("classical")
    assert ledger.hands.correct(row.uid, player="Ann").changes == 1
    assert listed(ledger, player="ann") == [changed]
    assert listed(ledger, text="an") == [changed]
    for uid, remark, code in ((row.uid, "x" * 10_001, "text-too-long"), ("nothing", "x", "no-kept")):
        with pytest.raises(RuleError) as refused:
            ledger.hands.correct(uid, remark=remark)
        assert refused.value.problems[0].code == code
    assert ledger.check().ok


def test_what_was_deleted_comes_back(ledger):
    one, other = keep(ledger, 1), keep(ledger, 2)
    gone = ledger.hands.remove(one.uid)
    assert listed(ledger) == [other]
    assert listed(ledger, put_aside=True) == [gone]
    assert ledger.hands.resolve(one.uid[:9]) == one.uid
    back = ledger.hands.restore(one.uid)
    assert (back.uid, back.put_aside) == (one.uid, False)
    assert {row.uid for row in listed(ledger)} == {one.uid, other.uid}
    assert ledger.check().ok


def test_nothing_is_kept_where_nothing_may_be_written(path):
    with Ledger.open(path) as ledger:
        row = keep(ledger)
    with Ledger.open(path, read_only=True) as ledger:
        for do in (lambda: keep(ledger), lambda: ledger.hands.remove(row.uid), lambda: add(ledger, game())):
            with pytest.raises(ReadOnly):
                do()
        assert kept(ledger) == [ledger.hands.get(row.uid)]


# files


def test_of_two_copies_the_one_corrected_more_often_counts(ledger, tmp_path):
    row = keep(ledger, 1, player="Ann")
    first = exported(ledger)
    ledger.hands.correct(row.uid, player="Bob")
    second = exported(ledger)
    with Ledger.open(tmp_path / "other.db") as other:
        for content in (first, second, first):
            other.import_json(content)
        assert [one.player for one in other.hands.page().rows] == ["Bob"]
        other.hands.correct(row.uid, player="Chuck")
        ledger.hands.correct(row.uid, player="Dora")
        assert len(ledger.import_json(exported(other)).different) == 1
        assert [one.player for one in ledger.hands.page().rows] == ["Dora"]


def test_a_spreadsheet_has_a_row_for_each(ledger):
    row = keep(ledger, 1, "kemp-chinese", player="=Ann", remark="two\nlines")
    (told,) = csv.DictReader(io.StringIO(exported(ledger, "csv", KeptFilter()).decode(), newline=""))
    assert (told["hand"], told["rules"], told["score"], told["final"]) == (
        row.uid, "kemp-chinese", str(row.score), row.final_text,
    )  # fmt: skip
    assert answer_score(json.loads(told["request"]))["score"] == row.score


@pytest.mark.parametrize(
    "change",
    [
        *({"record": one} for one in ({}, 3)),
        *({"score": 2**60}, {"changes": -1}, {"remark": "x" * 10_001}, {"uid": "no id"}, {"at": "yesterday"}),
    ],
    ids=str,
)
def test_a_file_that_is_wrong_brings_nothing(ledger, change):
    keep(ledger, 1)
    told = json.loads(exported(ledger))
    told["kept"][0] |= {"uid": "other", **change}
    with pytest.raises(RuleError):
        ledger.import_json(json.dumps(told).encode())
    assert ledger.hands.count() == 1


def test_a_hand_of_others_turns_no_terminal_and_can_be_corrected_for_ever(ledger):
    keep(ledger, 1)
    told = json.loads(exported(ledger))
    hand = told["kept"][0]
    hand |= {"uid": "other", "changes": 2**31 - 1}
    hand["record"]["text"] = "\x1b]0;owned\x07\u202efour\ntiles"
    ledger.import_json(json.dumps(told).encode())
    ledger.hands.correct("other", remark="ours")
    assert "ours\n\n\\x1b]0;owned\\x07\\u202efour\ntiles\n" in exported(ledger, "text", ["other"]).decode()
    assert ledger.import_json(exported(ledger)).added == ()


def test_a_table_of_kept_hands_brings_them_to_another_ledger(ledger, tmp_path):
    for number, rules in enumerate(RULESETS):
        keep(ledger, number, rules, player="“=1+1”", remark="=1;'+2\n'tis", place="@home")
    table = exported(ledger, "csv", KeptFilter())
    due = ledger.hands.page(KeptFilter()).rows
    with Ledger.open(None, Folders.at(tmp_path / "other")) as other:
        for _ in range(2):
            report = other.import_json(b"\xef\xbb\xbf" + table)
        assert (len(report.known_kept), report.kept, report.different) == (len(RULESETS), (), ())
        assert [msgspec.structs.replace(row, changes=0) for row in due] == list(other.hands.page(KeptFilter()).rows)
        for row in due:
            here, there = ledger.hands.get(row.uid).record, other.hands.get(row.uid).record
            assert [here[name] for name in ("request", "answer", "rules")] == [
                there[name] for name in ("request", "answer", "rules")
            ]


def test_rows_that_come_to_something_else_are_left_out_and_told(ledger):
    for number in range(5):
        keep(ledger, number, "classical")
    columns, *rows = csv.reader(io.StringIO(exported(ledger, "csv", KeptFilter()).decode(), newline=""))
    spoilt = (("score", "7"), ("request", "{"), ("hand", "../x"), ("at", "2026-13-01T00:00:00Z"))
    for number, row in enumerate(rows):
        row[0] = f"new{number}"
        for name, text in spoilt[number : number + 1]:
            row[columns.index(name)] = text
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";").writerows([columns, *rows])
    report = ledger.import_json(out.getvalue().encode())
    assert report.kept == ("new4",)
    assert [said.split(":")[0] for said in report.different] == [f"Row {number} was left out" for number in range(2, 6)]


@pytest.mark.parametrize(
    "content",
    [
        b'"session","at"\r\n',
        b'"hand","at","changed"\r\n"1","2","3"\r\n',
        '"hand","at","changed"\r\n"王","2","3"\r\n'.encode("gbk"),  # as spreadsheets write it in China
    ],
)
def test_other_tables_are_refused(ledger, content):
    with pytest.raises(RuleError):
        ledger.import_json(content)

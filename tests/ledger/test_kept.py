"""Kept hands in a ledger: as they were, listed, corrected, deleted and brought back, exported, imported and restored."""

import contextlib
import csv
import io
import json
import sqlite3

import msgspec
import pytest

from mjcompanion import RULESETS
from mjcompanion.commands.score import answer_score
from mjcompanion.ledger import formats
from mjcompanion.ledger import kept as as_kept
from mjcompanion.ledger.csv_files import write_csv
from mjcompanion.ledger.database import backups_of, restore
from mjcompanion.ledger.errors import ReadOnly
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.text_files import hand_text
from mjcompanion.ledger.values import HANDS, KeptFilter, StoredHand
from mjcompanion.problems import RuleError
from mjcompanion.solitaire.beside import Did, Tap, Told
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.storage.paths import Folders
from mjcompanion.table.rules import TableRules
from tests.ledger.keeping import keep, kept, record
from tests.ledger.making import at, play


def listed(ledger, limit=7, **wanted):
    """All kept hands of a filter, read a page at a time."""
    page = ledger.hands.page(KeptFilter(**wanted), None, limit)
    found = list(page.rows)
    while page.after is not None:
        page = ledger.hands.page(KeptFilter(**wanted), page.after, limit)
        assert page.rows
        found += page.rows
    return found


def past(path, statement, *values):
    """Something done to the file past the program."""
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        return file.execute(statement, values).fetchall()


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
    told = Told(rules=RULESETS[rules], uid="a1", begun=at(2), dice=((3, 4),)).tell(
        Tap(Did.PASS, 3) if RULESETS[rules].with_card else Tap(Did.FLOWER)
    )
    if won:
        return as_kept.at_the_wall(record(rules), told.counts), told
    return as_kept.nobody_won(TableRules.of(RULESETS[rules], None), told.setup, told.counts, "Nobody won."), told


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("won", [True, False])
def test_a_game_with_real_tiles_comes_back_with_what_was_counted(ledger, tmp_path, rules, won):
    told, game = at_the_wall(str(rules), won=won)
    row = ledger.hands.keep(told, at=at(3), player="Ann")
    stored = ledger.hands.get(row.uid)
    assert as_kept.wall_counts(stored) == game.counts
    assert as_kept.wall_counts(StoredHand(row, record(str(rules)))) is None
    assert (row.won, row.score > 0, bool(row.hand)) == (won, won, won)
    assert (row.final_text == "0.00") == (not won and rules.alone)
    assert as_kept.rules_of(stored).rules is rules
    assert (as_kept.counted_again(stored) is not None) == won
    assert as_kept.read_hand(as_kept.hand_bytes(stored)) == stored
    out = io.BytesIO()
    write_csv(out, HANDS, [stored])
    assert next(csv.DictReader(io.StringIO(out.getvalue().decode())))["won"] == ("yes" if won else "no")
    assert ("Nobody won." in hand_text(stored)) != won
    assert ledger.check().ok


def test_a_hand_whose_rules_nobody_knows_is_still_there(ledger):
    told = record("classical")
    told["request"] = {**told["request"], "rules": "forgotten"}
    told["rules"] = {**told["rules"], "rules": "forgotten"}
    row = ledger.hands.keep(told)
    assert ledger.hands.get(row.uid).record == told
    assert ledger.hands.page().rows[0].rules == "forgotten"
    assert told["text"] in ledger_text(ledger)


def ledger_text(ledger):
    out = io.BytesIO()
    ledger.hands.export_to(out, "text")
    return out.getvalue().decode()


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
    with pytest.raises(RuleError, match="10001 characters"):
        ledger.hands.correct(row.uid, remark="x" * 10_001)
    with pytest.raises(RuleError, match="no kept hand “nothing”"):
        ledger.hands.correct("nothing", remark="x")
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
        with pytest.raises(ReadOnly):
            keep(ledger)
        with pytest.raises(ReadOnly):
            ledger.hands.remove(row.uid)
        assert kept(ledger) == [ledger.hands.get(row.uid)]


# files


def test_an_export_brings_all_of_it_to_another_ledger(ledger, tmp_path):
    for number, rules in enumerate(RULESETS):
        keep(ledger, number, rules, player="Ann", remark="“=1+1”")
    ledger.hands.remove(keep(ledger, 99).uid)
    content = io.BytesIO()
    ledger.hands.export_to(content, "json")
    assert json.loads(content.getvalue())["format"] == 3  # no exercise, no tournament
    with Ledger.open(tmp_path / "other.db") as other:
        report = other.import_json(content.getvalue())
        assert (len(report.kept), report.known_kept) == (len(RULESETS) + 1, ())
        assert kept(other) == kept(ledger)
        assert other.check().ok
        again = other.import_json(content.getvalue())
        assert (again.kept, len(again.known_kept)) == ((), len(RULESETS) + 1)


def test_of_two_copies_the_one_corrected_more_often_counts(ledger, tmp_path):
    row = keep(ledger, 1, player="Ann")
    first, second = io.BytesIO(), io.BytesIO()
    ledger.hands.export_to(first, "json")
    ledger.hands.correct(row.uid, player="Bob")
    ledger.hands.export_to(second, "json")
    with Ledger.open(tmp_path / "other.db") as other:
        for content in (first, second, first):
            other.import_json(content.getvalue())
        assert [one.player for one in other.hands.page().rows] == ["Bob"]
        third = io.BytesIO()
        other.hands.correct(row.uid, player="Chuck")
        other.hands.export_to(third, "json")
        ledger.hands.correct(row.uid, player="Dora")
        report = ledger.import_json(third.getvalue())
        assert report.different == (f"The kept hand {row.uid[:8]} is a different one here, so it was left as it is.",)
        assert [one.player for one in ledger.hands.page().rows] == ["Dora"]


def test_a_spreadsheet_has_a_row_for_each(ledger):
    row = keep(ledger, 1, "kemp-chinese", player="=Ann", remark="two\nlines")
    out = io.BytesIO()
    ledger.hands.export_to(out, "csv", KeptFilter())
    (told,) = csv.DictReader(io.StringIO(out.getvalue().decode(), newline=""))
    assert (told["hand"], told["rules"], told["score"], told["final"]) == (
        row.uid, "kemp-chinese", str(row.score), row.final_text,
    )  # fmt: skip
    assert answer_score(json.loads(told["request"]))["score"] == row.score


def test_a_file_without_kept_hands_is_as_older_programs_know_it(ledger):
    play(ledger, 1)
    assert json.loads(ledger.export("json", with_games=True, with_kept=True))["format"] < formats.FORMAT


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"record": {}}, "it doesn't say what was asked and what was counted"),
        ({"record": 3}, "“record” has an invalid value"),
        ({"score": 2**60}, "a number is out of range"),
        ({"changes": -1}, "a number is out of range"),
        ({"remark": "x" * 10_001}, "a text is too long"),
        ({"uid": "no id"}, "the id isn’t valid"),
        ({"at": "yesterday"}, "“yesterday” isn’t a time"),
    ],
)
def test_a_file_that_is_wrong_brings_nothing(ledger, change, said):
    keep(ledger, 1)
    out = io.BytesIO()
    ledger.hands.export_to(out, "json")
    told = json.loads(out.getvalue())
    told["kept"][0] |= {"uid": "other", **change}
    with pytest.raises(RuleError, match=said):
        ledger.import_json(json.dumps(told).encode())
    assert ledger.hands.count() == 1


def test_a_hand_of_others_turns_no_terminal_and_can_be_corrected_for_ever(ledger):
    keep(ledger, 1)
    out = io.BytesIO()
    ledger.hands.export_to(out, "json")
    told = json.loads(out.getvalue())
    hand = told["kept"][0]
    hand |= {"uid": "other", "changes": 2**31 - 1}
    hand["record"]["text"] = "\x1b]0;owned\x07\u202efour\ntiles"
    ledger.import_json(json.dumps(told).encode())
    ledger.hands.correct("other", remark="ours")
    out = io.BytesIO()
    ledger.hands.export_to(out, "text", ["other"])
    assert "ours\n\n\\x1b]0;owned\\x07\\u202efour\ntiles\n" in out.getvalue().decode()
    out = io.BytesIO()
    ledger.hands.export_to(out, "json")
    assert ledger.import_json(out.getvalue()).added == ()


# what goes wrong


def filled(path):
    """A ledger with kept hands, of which one was corrected and one deleted, and all that there was."""
    with Ledger.open(path) as ledger:
        keep(ledger, 1, "nmjl", player="Ann")
        ledger.backup()
        ledger.hands.correct(keep(ledger, 2).uid, player="Bob", place="Club")
        ledger.hands.remove(keep(ledger, 3, "simple").uid)
        return kept(ledger)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    "change",
    [
        *(
            "player = 'Zoë'",
            "remark = x'00'",
            "score = score + 1",
            "at = 'abc'",
            "hand = '1m'",
            "key = 'ann'",
            "won = 7",
        ),
        *(
            "uid = 'x' || uid",
            "put_aside = 1 - put_aside",
            "put_aside = 2",
            "player_key = 'zoë'",
            "record = x'00ff'",
            "record_checksum = 1",
        ),
        *("checksum = 0", "changes = 5"),
    ],
)
@pytest.mark.exhaustive(keep=24)
def test_a_damaged_hand_is_named_and_restored_from_the_backup_that_has_it(path, change, place):
    before = filled(path)
    past(path, f"UPDATE kept SET {change} WHERE id = {place + 1}")
    with Ledger.open(path) as ledger:
        rows = {row.uid: row for row in (*listed(ledger), *listed(ledger, put_aside=True))}
        assert all(rows[hand.row.uid] == hand.row for hand in before if hand.row.uid in rows)
        findings = ledger.check().findings
        assert findings
        ledger.rebuild()
        for one in ledger.check().findings:
            for stored in ledger.in_backups(one.kind, one.session):
                ledger.bring_back(stored.uid, stored.backup.path, stored.kind)
        if "uid" not in change:  # under that id there is no backup
            assert kept(ledger) == before
            assert ledger.check().ok


def test_a_backup_that_has_the_damage_too_is_passed_over(path):
    before = filled(path)
    (newest, *_) = backups_of(path)
    past(path, "UPDATE kept SET record = x'00ff' WHERE id = 1")
    newer = newest.path.with_name(newest.path.name.replace(newest.at[:4], "9999"))
    newer.write_bytes(newest.path.read_bytes())
    past(newer, "UPDATE kept SET record = x'00ff' WHERE id = 1")
    with Ledger.open(path) as ledger:
        ledger.bring_back(before[0].row.uid)
        assert kept(ledger) == before
        assert ledger.check().ok


def test_a_row_that_no_backup_has_is_told(path):
    before = filled(path)
    for one in backups_of(path):
        one.path.unlink()
    past(path, "UPDATE kept SET player = 'Zoë' WHERE id = 1")
    with Ledger.open(path) as ledger:
        assert len(listed(ledger)) == 1
        assert len(ledger.notices) == 1
        report = ledger.check()
        assert [one.sentence for one in report.findings] == ledger.notices
        assert ledger.rebuild() == 0
        with pytest.raises(RuleError, match="No backup has anything"):
            ledger.bring_back(before[0].row.uid)


@pytest.mark.parametrize("what", ["DELETE FROM kept", "DELETE FROM kept WHERE id = 2"])
def test_rows_that_are_gone_are_restored(path, what):
    before = filled(path)
    past(path, what)
    with Ledger.open(path) as ledger:
        assert len(ledger.notices) == 1
        for stored in ledger.in_backups("counted", "kept"):
            ledger.bring_back(stored.uid)
        assert sorted(kept(ledger), key=lambda one: one.row.uid) == sorted(before, key=lambda one: one.row.uid)
        assert ledger.check().ok


def test_a_backup_has_them(path):
    before = filled(path)
    newest = backups_of(path)[0]
    assert (newest.ok, newest.kept) == (True, 3)
    with Ledger.open(path) as ledger:
        keep(ledger, 9)
    restore(newest.path, path)
    with Ledger.open(path) as ledger:
        assert kept(ledger) == before


def test_a_table_of_kept_hands_brings_them_to_another_ledger(ledger, tmp_path):
    for number, rules in enumerate(RULESETS):
        keep(ledger, number, rules, player="“=1+1”", remark="=1;'+2\n'tis", place="@home")
    content = io.BytesIO()
    ledger.hands.export_to(content, "csv", KeptFilter())
    table = content.getvalue()
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
    content = io.BytesIO()
    ledger.hands.export_to(content, "csv", KeptFilter())
    columns, *rows = csv.reader(io.StringIO(content.getvalue().decode(), newline=""))
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


def test_other_tables_are_refused_with_a_way_on(ledger):
    with pytest.raises(RuleError, match="export it as JSON"):
        ledger.import_json(b'"session","at"\r\n')
    with pytest.raises(RuleError, match="columns"):
        ledger.import_json(b'"hand","at","changed"\r\n"1","2","3"\r\n')
    with pytest.raises(RuleError, match="its text isn't in UTF-8"):  # as spreadsheets write it in China
        ledger.import_json('"hand","at","changed"\r\n"王","2","3"\r\n'.encode("gbk"))

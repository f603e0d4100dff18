"""Exercises in a ledger: kept, listed, exported, and what an earlier version counted taken in once."""

import csv
import io
import json

import pytest

from mjcompanion.folders import Folders
from mjcompanion.ledger.practised import record_of_exercise, result_of
from mjcompanion.ledger.store import Ledger
from mjcompanion.ledger.values import PRACTICE, KeptFilter, NotebookFilter
from mjcompanion.practice.compare import Answer, compare, right_answer
from mjcompanion.practice.making import exercise
from mjcompanion.practice.progress import Progress, Result, Tally
from mjcompanion.rulesets import RULESETS, Ruleset
from tests.ledger.keeping import keep
from tests.ledger.making import at

OLD = (
    b'{"version":1,"last":"classical 2 17","levels":{"classical 1":{"done":12,"right":9,"last":12},'
    b'"classical 2":{"done":3,"right":3,"last":17},"nmjl 1":{"done":1,"right":0,"last":1}},'
    b'"missed":{"classical":{"no-runs":3},"nmjl":{}}}\n'
)
"""As an earlier version wrote it."""


def practise(ledger, number=1, made=None, *, right=True, **more):
    made = made or exercise(Ruleset("classical"), 1, number)
    found = compare(made, right_answer(made) if right else Answer())
    return ledger.keep(record_of_exercise(made, found, **more), at=at(number), place=made.code, kind=PRACTICE)


@pytest.mark.parametrize("rules", RULESETS)
def test_an_exercise_of_every_ruleset_comes_back_as_it_was(ledger, rules):
    made = exercise(Ruleset(rules), 1, 3)
    found = compare(made, Answer())
    row = practise(ledger, made=made, right=False)
    assert result_of(ledger.kept_hand(row.uid)) == Result.of(made, found)
    assert (row.kind, row.place, row.won, row.score) == (PRACTICE, made.code, False, len(found.wrong))
    assert ledger.practice() == Progress().after(Result.of(made, found))
    assert ledger.check().ok


def test_hands_and_exercises_are_listed_apart_and_together(ledger):
    hand, done = keep(ledger, 1), practise(ledger, 2)
    assert ledger.kept().rows == (hand,)
    assert ledger.kept(KeptFilter(kind=PRACTICE)).rows == (done,)
    assert ledger.notebook().rows == (done, hand)
    assert ledger.notebook_counts() == {"hands": 1, "games": 0, "sessions": 0, "practice": 1}
    assert done in ledger.notebook(NotebookFilter(text="classical 1 2")).rows


def test_what_was_practised_follows_from_what_is_listed(ledger):
    practise(ledger, 1)
    wrong = practise(ledger, 2, right=False)
    practise(ledger, 3, helped=True)
    assert ledger.practice().tally(Ruleset("classical"), 1) == Tally(3, 1, 3)
    ledger.remove_kept(wrong.uid)
    assert ledger.practice().tally(Ruleset("classical"), 1) == Tally(2, 1, 3)
    ledger.bring_back_kept(wrong.uid)
    assert ledger.practice().tally(Ruleset("classical"), 1) == Tally(3, 1, 3)


def test_an_export_with_exercises_is_of_the_newest_format(ledger, tmp_path):
    keep(ledger, 1)
    practise(ledger, 2)
    out = io.BytesIO()
    ledger.export_notebook_to(out, "json", NotebookFilter())
    assert json.loads(out.getvalue())["format"] == 4
    with Ledger.open(tmp_path / "other.db") as other:
        assert len(other.import_json(out.getvalue()).kept) == 2
        assert other.notebook().rows == ledger.notebook().rows
        assert other.practice() == ledger.practice()
    out = io.BytesIO()
    ledger.export_notebook_to(out, "json", NotebookFilter(kinds=("hands",)))
    assert json.loads(out.getvalue())["format"] == 3
    out = io.BytesIO()
    ledger.export_notebook_to(out, "csv", NotebookFilter())
    rows = list(csv.DictReader(io.StringIO(out.getvalue().decode(), newline="")))
    assert [row["kind"] for row in rows] == ["practice", "hands"]


def test_what_an_earlier_version_counted_is_taken_in_once_and_its_file_stays(tmp_path):
    folders = Folders.at(tmp_path / "data")
    folders.ensure()
    folders.practice_file.write_bytes(OLD)
    for _ in range(2):
        with Ledger.open(None, folders) as ledger:
            rows = ledger.kept(KeptFilter(kind=PRACTICE)).rows
            assert sorted(row.place for row in rows) == ["classical 1", "classical 2", "nmjl 1"]
            assert "From before the notebook: 12 done, 9 without a mistake" in [row.remark for row in rows]
            found = ledger.practice()
            assert found.tally(Ruleset("classical"), 1) == Tally(12, 9, 12)
            assert found.tally(Ruleset("classical"), 2) == Tally(3, 3, 17)
            assert found.most_missed(Ruleset("classical")) == ("no-runs",)
            assert ledger.check().ok
    with Ledger.open(None, folders) as ledger:
        ledger.remove_kept(rows[0].uid)
    with Ledger.open(None, folders) as ledger:  # what was deleted stays deleted
        assert len(ledger.kept(KeptFilter(kind=PRACTICE)).rows) == 2
    assert folders.practice_file.read_bytes() == OLD


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"levels": {"classical 1": {"done": -1}}}'])
def test_a_file_that_cant_be_read_is_put_aside_and_told_once(tmp_path, content):
    folders = Folders.at(tmp_path / "data")
    folders.ensure()
    folders.practice_file.write_bytes(content)
    with Ledger.open(None, folders) as ledger:
        assert ["set aside" in one for one in ledger.notices] == [True]
    assert folders.practice_file.with_suffix(".damaged.json").read_bytes() == content
    with Ledger.open(None, folders) as ledger:
        assert ledger.notices == []


def test_a_newer_versions_file_is_left_alone(tmp_path):
    folders = Folders.at(tmp_path / "data")
    folders.ensure()
    folders.practice_file.write_bytes(b'{"version": 2, "anything": []}')
    with Ledger.open(None, folders) as ledger:
        assert (ledger.notices, ledger.notebook().rows) == ([], ())
    assert folders.practice_file.read_bytes() == b'{"version": 2, "anything": []}'

"""What was practised: counted, kept, and never in the way."""

import msgspec
import pytest

from mjcompanion.folders import Folders
from mjcompanion.practice.compare import Answer, compare, right_answer
from mjcompanion.practice.exercise import HIGHEST_NUMBER
from mjcompanion.practice.making import aim_of, exercise
from mjcompanion.practice.progress import Progress, Tally, keep, load, next_number, read
from mjcompanion.problems import RuleError
from mjcompanion.rulesets import Ruleset


@pytest.fixture
def file(tmp_path):
    return Folders.at(tmp_path / "data").practice_file


def done(made, answer=None):
    return compare(made, right_answer(made) if answer is None else answer)


def test_right_and_wrong_are_counted_by_level(file):
    made = exercise(Ruleset("classical"), 1, 3)
    keep(file, made, done(made))
    keep(file, made, done(made, Answer()))
    keep(file, made, done(made), helped=True)
    found = load(file)
    assert found.tally(Ruleset("classical"), 1) == Tally(done=3, right=1, last=3)
    assert found.tally(Ruleset("classical"), 2) == Tally()
    assert found.last == made.code


def test_a_missed_rule_is_asked_again_until_it_is_known(file):
    number = next(number for number in range(1, 99) if aim_of(Ruleset("classical"), 3, number) == "no-runs")
    made = exercise(Ruleset("classical"), 3, number)
    answer = right_answer(made)
    without = msgspec.structs.replace(answer, lines=tuple(one for one in answer.lines if one.key != "rule:no-runs"))
    progress = keep(file, made, done(made, without))
    assert progress.most_missed(Ruleset("classical")) == ("no-runs",)
    following = next_number(progress, Ruleset("classical"), 3, number)
    assert following > number
    assert aim_of(Ruleset("classical"), 3, following) == "no-runs"
    assert next_number(progress, Ruleset("classical"), 1, 5) == 6
    for _ in range(2):
        progress = keep(file, made, done(made))
    assert progress.most_missed(Ruleset("classical")) == ()
    assert next_number(progress, Ruleset("classical"), 3, number) == number + 1


def test_after_the_last_number_comes_the_first():
    assert next_number(Progress(), Ruleset("simple"), 1, HIGHEST_NUMBER) == 1


def test_two_windows_add_up(file):
    one, other = exercise(Ruleset("classical"), 1, 1), exercise(Ruleset("simple"), 1, 1)
    keep(file, one, done(one))
    keep(file, other, done(other))
    found = keep(file, one, done(one))
    assert found.tally(Ruleset("classical"), 1).done == 2
    assert found.tally(Ruleset("simple"), 1).done == 1


def test_no_file_is_no_progress(file):
    assert load(file) == Progress()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"levels": {"classical 1": {"done": -1}}}',
        b'{"missed": 3}',
        b'{"last": 7}',
        b"\xff\xfe",
        b'{"levels": {"classical 1": {"last": 99999999}}}',
        b"[" * 100_000,
    ],
)
def test_what_cant_be_read_is_put_aside(file, content):
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(RuleError, match="kept aside"):
        load(file)
    made = exercise(Ruleset("classical"), 1, 1)
    assert keep(file, made, done(made)).tally(Ruleset("classical"), 1).done == 1
    assert file.with_suffix(".damaged.json").read_bytes() == content
    assert load(file).tally(Ruleset("classical"), 1).done == 1


def test_a_newer_versions_file_is_left_alone(file):
    file.parent.mkdir()
    file.write_bytes(b'{"version": 2, "anything": []}')
    made = exercise(Ruleset("classical"), 1, 1)
    with pytest.raises(RuleError, match="newer version"):
        keep(file, made, done(made))
    assert file.read_bytes() == b'{"version": 2, "anything": []}'


def test_unknown_keys_and_unknown_rules_do_no_harm():
    found = read(b'{"more": 1, "levels": {"x 9": {"done": 1}}, "missed": {"classical": {"gone": 4}}, "last": "x"}')
    assert found.most_missed(Ruleset("classical")) == ("gone",)
    assert next_number(found, Ruleset("classical"), 1, 1) == 2


def test_a_folder_that_cant_be_written_is_an_error_of_the_disk(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    made = exercise(Ruleset("classical"), 1, 1)
    with pytest.raises(OSError, match="file"):
        keep(blocked / "practice.json", made, done(made))

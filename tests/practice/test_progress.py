"""What was practised: counted, kept, and never in the way."""

import msgspec
import pytest

from mjcompanion.folders import Folders
from mjcompanion.practice.compare import Answer, compare, right_answer
from mjcompanion.practice.exercise import HIGHEST_NUMBER
from mjcompanion.practice.making import aim_of, exercise
from mjcompanion.practice.progress import Progress, Result, Tally, load, next_number, read
from mjcompanion.problems import RuleError
from mjcompanion.rulesets import Ruleset


@pytest.fixture
def file(tmp_path):
    return Folders.at(tmp_path / "data").practice_file


def done(made, answer=None):
    return compare(made, right_answer(made) if answer is None else answer)


def of(*results):
    progress = Progress()
    for result in results:
        progress = progress.after(result)
    return progress


def result(made, answer=None, **more):
    return Result.of(made, done(made, answer), **more)


def test_right_and_wrong_are_counted_by_level():
    made = exercise(Ruleset("classical"), 1, 3)
    found = of(result(made), result(made, Answer()), result(made, helped=True))
    assert found.tally(Ruleset("classical"), 1) == Tally(done=3, right=1, last=3)
    assert found.tally(Ruleset("classical"), 2) == Tally()
    assert found.last == made.code


def test_a_missed_rule_is_asked_again_until_it_is_known():
    number = next(number for number in range(1, 99) if aim_of(Ruleset("classical"), 3, number) == "no-runs")
    made = exercise(Ruleset("classical"), 3, number)
    answer = right_answer(made)
    without = msgspec.structs.replace(answer, lines=tuple(one for one in answer.lines if one.key != "rule:no-runs"))
    progress = of(result(made, without))
    assert progress.most_missed(Ruleset("classical")) == ("no-runs",)
    following = next_number(progress, Ruleset("classical"), 3, number)
    assert following > number
    assert aim_of(Ruleset("classical"), 3, following) == "no-runs"
    assert next_number(progress, Ruleset("classical"), 1, 5) == 6
    progress = progress.after(result(made)).after(result(made))
    assert progress.most_missed(Ruleset("classical")) == ()
    assert next_number(progress, Ruleset("classical"), 3, number) == number + 1


def test_the_results_of_a_progress_lead_to_it_again():
    counted = Progress(
        last="simple 1 9",
        levels={"simple 1": Tally(5, 3, 9), "classical 2": Tally(2, 2, 40), "classical 1": Tally(1, 0, 7)},
        missed={"classical": {"no-runs": 3}, "simple": {"pung-honours": 1}},
    )
    assert of(*counted.results) == counted


def test_after_the_last_number_comes_the_first():
    assert next_number(Progress(), Ruleset("simple"), 1, HIGHEST_NUMBER) == 1


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
def test_what_cant_be_read_is_told(file, content):
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(RuleError, match="set aside"):
        load(file)
    assert file.read_bytes() == content


def test_a_newer_versions_file_is_left_alone(file):
    file.parent.mkdir()
    file.write_bytes(b'{"version": 2, "anything": []}')
    with pytest.raises(RuleError, match="newer version"):
        load(file)
    assert file.read_bytes() == b'{"version": 2, "anything": []}'


def test_unknown_keys_and_unknown_rules_do_no_harm():
    found = read(b'{"more": 1, "levels": {"x 9": {"done": 1}}, "missed": {"classical": {"gone": 4}}, "last": "x"}')
    assert found.most_missed(Ruleset("classical")) == ("gone",)
    assert next_number(found, Ruleset("classical"), 1, 1) == 2

"""The process that plays a game out for the window: really started, fed, and ended in every way it can be."""

import itertools
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.playout import play_outs
from mjcompanion.solitaire.playout_process import (
    Asked,
    Thought,
    answer,
    read_answer,
    read_request,
    request,
    think,
    thinking_command,
)

PATIENCE = 60


def views(number=3):
    """What East knows at every decision of a game played with the first choice that there is."""
    game = ChineseGame(deal=Deal.of("kemp-chinese", number))
    while not game.is_over:
        move = game.forced()
        if move is None:
            yield game.view()
            move = game.choices()[0]
        game = game.apply(move)


VIEW = next(views())


def started(**more):
    return subprocess.Popen(
        thinking_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more
    )


def finished(line):
    return subprocess.run(thinking_command(), input=line, capture_output=True, timeout=PATIENCE, check=False)


def test_it_answers_again_and_again_until_its_input_is_closed():
    with started() as process:
        process.stdin.write(request(VIEW, 5))
        process.stdin.flush()
        thoughts = [read_answer(process.stdout.readline()) for _ in range(4)]
        if hasattr(os, "getpriority"):
            ours = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, process.pid) >= min(ours + 1, 19)  # 19 is as far back as it goes
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""
    played = [thought.outlooks[0].played for thought in thoughts]
    assert played == sorted(set(played))
    assert not any(thought.done for thought in thoughts)
    expected = next(itertools.islice(play_outs(VIEW, 5), played[0] - 1, None))
    assert thoughts[0].outlooks == expected


def test_it_ends_after_the_rounds_asked_for():
    done = finished(request(VIEW, 5, 12))
    assert (done.returncode, done.stderr) == (0, b"")
    last = read_answer(done.stdout.splitlines()[-1])
    assert last.done
    assert last.outlooks == next(itertools.islice(play_outs(VIEW, 5), 11, None))


def test_it_does_not_outlive_who_started_it(tmp_path):
    """The one who started it is killed; the process that thinks must go too."""
    parent = tmp_path / "parent.py"
    parent.write_text(
        textwrap.dedent("""
        import subprocess, sys, time
        words, line = sys.argv[2:], open(sys.argv[1], "rb").read()
        child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        child.stdin.write(line)
        child.stdin.flush()
        child.stdout.readline()
        print(child.pid, flush=True)
        time.sleep(600)
        """)
    )
    (tmp_path / "line").write_bytes(request(VIEW))
    words = [sys.executable, str(parent), str(tmp_path / "line"), *thinking_command()]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        child = int(process.stdout.readline())
        os.kill(child, 0)
        process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        process.wait(PATIENCE)
    until = time.monotonic() + 60
    while is_alive(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_alive(child)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:  # one that nobody waits for any more is dead, though listed
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_it_ends_when_nobody_reads_its_answers():
    with started() as process:
        process.stdin.write(request(VIEW, 5, 10_000_000))
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == 1
        assert b"Traceback" not in process.stderr.read()


def without(view, *names):
    """A request about this view, in which something is missing."""
    asked = json.loads(request(view))
    for name in names:
        del asked["view"][name]
    return json.dumps(asked).encode()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"", "This isn't a position of a game: it ends too soon."),
        (b"[1", "This isn't a position of a game: "),
        (b"\xff", "This isn't a position of a game: "),
        (b"[" * 50_000, "This isn't a position of a game: "),
        (without(VIEW, "rules"), "This isn't a position of a game: “view.rules” is missing."),
        (request(VIEW).replace(b"kemp-chinese", b"no-such-rules"), "This isn't a position of a game: "),
        (request(msgspec.structs.replace(VIEW, seen=(5,))), "This isn't a position of a game: “view.seen[0]” has an invalid value"),
        (request(msgspec.structs.replace(VIEW, rules=Ruleset("simple"))), "Only Kemp's Chinese game can be played out."),
        (request(msgspec.structs.replace(VIEW, wall=3)), "These tiles don't add up: 130 are hidden, and 5 should be left"),
        (request(msgspec.structs.replace(VIEW, phase=Phase.DRAW)), "There is nothing to decide now."),
        (request(msgspec.structs.replace(VIEW, turn=Wind.SOUTH)), "There is nothing to decide now."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_one_sentence(line, sentence):
    with pytest.raises(RuleError) as refused:
        next(think(read_request(line), 0))
    assert str(refused.value).startswith(sentence)


def test_a_bad_request_is_answered_and_the_process_ends():
    done = finished(b'{"view": {}}\n')
    sentence = "This isn't a position of a game: “view.rules” is missing."
    assert done.returncode == 1
    assert json.loads(done.stdout) == {"ok": False, "error": sentence}
    assert done.stderr.decode().strip() == sentence
    with pytest.raises(RuleError, match="This isn't a position of a game"):
        read_answer(done.stdout)


def test_views_survive_the_way_to_the_other_process_and_back():
    count = 0
    for view in itertools.chain(views(3), views(4), views(5)):
        assert read_request(request(view, 7, 3)) == Asked(view, 7, 3)
        count += 1
    assert count > 60


def test_a_view_with_house_options_goes_along():
    house = options_for(Ruleset("kemp-chinese"), {"limit": 40})
    view = msgspec.structs.replace(VIEW, house=house)
    asked = read_request(request(view, 1, 10))
    assert asked == Asked(view, 1, 10)
    *_, thought = think(asked)
    assert max(one.score for one in thought.outlooks) <= 40


def test_answers_are_read_as_they_were_written():
    thought = Thought(next(play_outs(VIEW)), done=True)
    assert read_answer(answer(thought)) == thought
    for damaged in (
        b"",
        b"[]",
        b"{}",
        b'{"ok": true}',
        answer(thought)[:-20],
        answer(thought).replace(b"mean", b"mane"),
    ):
        with pytest.raises(RuleError, match=r"^The coach's answer can't be read"):
            read_answer(damaged)


def test_the_command_is_there_but_not_listed():
    from click.testing import CliRunner

    from mjcompanion.cli import commands

    listed = CliRunner().invoke(commands, ["--help"]).output
    assert "advise" in listed
    assert "think" not in listed


def test_the_program_as_one_file_starts_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert thinking_command() == [sys.executable, "think"]

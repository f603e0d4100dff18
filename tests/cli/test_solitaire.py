"""`mjcompanion solitaire`: games, records and distributions, for people and for scripts."""

import json
import os
import select
import signal
import statistics
import subprocess
import sys
import threading
import time
from fractions import Fraction

import pytest

from mjcompanion.scoring.context import hundredths
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.record import check_record

RULES = ["kemp-chinese", "kemp-american", "simple"]


# --- one game --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("play", ["coach", "random"])
def test_a_game_and_its_record(mj, tmp_path, rules, play):
    file = tmp_path / "game.json"
    done = mj("solitaire", "--rules", rules, "--seed", 7, "--play", play, "--record", file)
    assert (done.status, done.err) == (0, "")
    assert f"The record is in {file}." in done.out
    record = json.loads(file.read_bytes())
    played, game = check_record(record)
    assert played.deal == Deal.of(rules, 7)
    assert game.is_over
    again = mj("solitaire", "--replay", file)
    assert (again.status, again.err) == (0, "")
    assert again.out.endswith(f"The record is right: {len(played.moves)} moves are legal, and so is the result.\n")
    # the course is told alike
    assert again.out.splitlines()[1:-1] == done.out.splitlines()[1:-1]


def test_without_a_number_each_game_is_another(mj):
    assert len({mj("solitaire", "--record", "-").json["seed"] for _ in range(4)}) > 1


@pytest.mark.parametrize("rules", RULES)
def test_json_says_what_the_record_holds(mj, rules):
    record = mj("solitaire", "--rules", rules, "--seed", 3, "--record", "-").json
    answer = mj("solitaire", "--rules", rules, "--seed", 3, "--json").json
    assert answer["ok"] is True
    assert answer["result"] == record["result"]
    assert answer["moves"] == len(record["moves"])
    assert (answer["rules"], answer["seed"], answer["over"]) == (rules, 3, True)
    assert answer["won"] is (record["result"].get("winner") == "E")
    if answer["won"] and rules != "simple":
        assert (answer["final"], answer["factor"]) == (record["result"]["final"], record["result"]["factor"])
    replayed = mj("solitaire", "--replay", "-", "--json", given=json.dumps(record).encode())
    assert (replayed.status, replayed.json) == (0, answer)


def test_a_card_of_ones_own(mj, process, tmp_path):
    card = tmp_path / "ours.toml"
    card.write_text('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n')
    record = mj("solitaire", "--rules", "kemp-american", "--card", card, "--seed", 1, "--record", "-").json
    assert record["card"] == str(card)
    given = json.dumps(record).encode()
    assert mj("solitaire", "--replay", "-", given=given).status == 0
    card.write_text('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 88c"\nvalue = 25\n')
    done = process("solitaire", "--replay", "-", given=given)
    assert done.is_one_sentence()
    assert done.err.startswith("The card “Ours” has changed")


def test_the_coach_wins_with_a_claim_that_leaves_nothing_to_discard(mj):
    answer = mj("solitaire", "--rules", "kemp-american", "--seed", 100424, "--json").json
    assert (answer["won"], answer["by"], answer["score"]) == (True, "discard", 50)


def test_house_options_are_kept_in_the_record(mj, process):
    words = ("solitaire", "--rules", "simple", "--seed", 3, "-o", "limit=10")
    record = mj(*words, "--record", "-").json
    assert record["options"] == {"limit": 10}
    assert record["result"]["score"] == 10
    answer = mj("solitaire", "--replay", "-", "--json", given=json.dumps(record).encode()).json
    assert (answer["options"], answer["score"]) == ({"limit": 10}, 10)
    done = mj("solitaire", "--seed", 3, "-o", "own_wind_pair_adds=true", "-o", "rounds=2", "--json")
    assert "options" not in done.json
    assert done.err == "Warning: Kemp’s solitaire has no use for the option rounds.\n"
    for option in ("limit=11", "lim=1"):
        done = process("solitaire", "--seed", 3, "-o", option)
        assert done.is_one_sentence()
    del record["options"]
    assert process("solitaire", "--replay", "-", given=json.dumps(record).encode()).err.startswith(
        "The result of the record "
    )
    done = process("solitaire", "--replay", "x.json", "-o", "limit=10")
    assert "Leave out --option" in done.err


def test_the_winds_of_simple(mj):
    record = mj("solitaire", "--rules", "simple", "--seed", 2, "--seat", "W", "--round", "N", "--record", "-").json
    assert (record["seat"], record["round"]) == ("W", "N")
    assert "West is dealt" in mj("solitaire", "--rules", "simple", "--seed", 2, "--seat", "W").out


# --- records that are wrong ------------------------------------------------------------------------------


@pytest.fixture
def record(mj):
    return mj("solitaire", "--seed", 7, "--record", "-").json


def test_a_doctored_record_names_the_move(mj, record):
    record["moves"][16]["tile"] = "3p" if record["moves"][16]["tile"] != "3p" else "4p"
    done = mj("solitaire", "--replay", "-", given=json.dumps(record).encode())
    assert done.is_one_sentence()
    assert done.err.startswith("Move 17: East can’t ")
    told = mj("solitaire", "--replay", "-", "--json", given=json.dumps(record).encode())
    assert (told.status, told.json) == (1, {"ok": False, "error": done.err.strip()})


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"null", b"[]", b"7", b"\x00\xff", b"{}", b"[" * 100_000, b'{"rules":"\\ud800"}', b"x" * 2_000_000],
)
def test_what_is_no_record(mj, content):
    assert mj("solitaire", "--replay", "-", given=content).is_one_sentence()


def test_files_that_cannot_be_read(mj, tmp_path):
    for name in (tmp_path / "nowhere.json", tmp_path):
        done = mj("solitaire", "--replay", name)
        assert done.is_one_sentence()
        assert str(name) in done.err


def test_a_wall_set_up_by_hand_says_so(mj, record):
    done = mj("solitaire", "--replay", "-", given=json.dumps({**record, "seed": 8}).encode())
    assert done.status == 0
    assert "its own wall, not that of deal 8" in done.out
    assert (
        mj("solitaire", "--replay", "-", "--json", given=json.dumps({**record, "seed": 8}).encode()).json["seed"]
        is None
    )


# --- writing the record ----------------------------------------------------------------------------------


def test_a_record_that_cannot_be_written_leaves_the_old_one(mj, tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    for name in (tmp_path, tmp_path / "nowhere" / "game.json", tmp_path / "file" / "game.json", tmp_path / ("x" * 300)):
        done = mj("solitaire", "--seed", 7, "--record", name)
        assert done.is_one_sentence()
        assert str(name) in done.err
    done = mj("solitaire", "--seed", 7, "--record", "a\x00b")
    assert done.is_one_sentence()
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"


# --- many games ------------------------------------------------------------------------------------------


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize(("rules", "count"), [("kemp-chinese", 30), ("simple", 20), ("kemp-american", 3)])
def test_the_distribution_is_that_of_the_games(mj, rules, count):
    answer = mj("solitaire", "--rules", rules, "--seed", 40, "--games", count, "--json").json
    singles = [mj("solitaire", "--rules", rules, "--seed", 40 + at, "--json").json for at in range(count)]
    assert answer["ok"] is True
    assert answer["games"] == count
    assert [one["seed"] for one in answer["results"]] == list(range(40, 40 + count))
    for one, single in zip(answer["results"], singles, strict=True):
        assert {key: one[key] for key in one} == {key: single[key] for key in one}
    won = [one for one in singles if one["won"]]
    assert answer["won"] == len(won)
    assert answer["share"] == pytest.approx(len(won) / count, abs=1e-4)
    finals = sorted(Fraction(one["score"]) * Fraction(one["factor"] or 1) for one in singles)
    assert answer["finals"]["mean"] == hundredths(sum(finals) / count)
    assert answer["finals"]["median"] == hundredths(statistics.median_low(finals))
    assert (answer["finals"]["lowest"], answer["finals"]["highest"]) == (hundredths(finals[0]), hundredths(finals[-1]))
    assert sum(one["games"] for one in answer["histogram"]) == len(won)
    for one in answer["histogram"]:
        assert one["games"] == sum(one["from"] <= float(game["final"]) < one["below"] for game in won)
    if won and rules != "simple":
        factor = statistics.mean(float(Fraction(one["factor"])) for one in won)
        assert answer["factor"] == pytest.approx(factor, abs=1e-4)
    else:
        assert answer["factor"] is None


def test_several_processes_find_what_one_finds(process):
    words = ("solitaire", "--seed", 5, "--games", 45, "--json")
    one, three = process(*words), process(*words, "--jobs", 3)
    assert (one.status, three.status, three.err) == (0, 0, "")
    alike = [{key: value for key, value in done.json.items() if key != "seconds"} for done in (one, three)]
    assert alike[0] == alike[1]


def test_results_are_there_as_they_come(tmp_path):
    file = tmp_path / "results.jsonl"
    words = ("solitaire", "--seed", "5", "--games", "1000000", "--results", str(file))
    with subprocess.Popen([sys.executable, "-m", "mjcompanion", *words], stdout=subprocess.DEVNULL) as run:
        try:
            until = time.monotonic() + 60
            while not file.exists() or file.read_bytes().count(b"\n") < 3:
                assert time.monotonic() < until
                time.sleep(0.05)
        finally:
            run.kill()
    content = file.read_bytes()
    assert content.endswith(b"\n")
    results = [json.loads(line) for line in content.splitlines()]
    assert [one["seed"] for one in results] == list(range(5, 5 + len(results)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_records_of_many_games_go_into_a_folder(process, mj, tmp_path, jobs):
    folder = tmp_path / "records"
    done = process("solitaire", "--seed", 5, "--games", 3, "--jobs", jobs, "--record", folder)
    assert (done.status, done.err) == (0, "")
    assert sorted(path.name for path in folder.iterdir()) == [f"kemp-chinese-{number}.json" for number in (5, 6, 7)]
    single = mj("solitaire", "--seed", 6, "--record", "-").out
    assert (folder / "kemp-chinese-6.json").read_text() == single
    done = mj("solitaire", "--games", 2, "--record", folder / "kemp-chinese-6.json")
    assert done.is_one_sentence()


@pytest.mark.exhaustive(keep=2)
@pytest.mark.usefixtures("heeds_signals")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("wait", [0, 0.5])
def test_ctrl_c_leaves_cleanly(jobs, wait):
    """Once the terminal shows that games are being played."""
    ours, terminal = os.openpty()
    words = ("solitaire", "--games", "1000000", "--seed", "1", "--jobs", str(jobs))
    with subprocess.Popen(
        [sys.executable, "-m", "mjcompanion", *words], stdout=subprocess.PIPE, stderr=terminal, start_new_session=True
    ) as run:
        os.close(terminal)
        said = b""
        heard = []
        read = threading.Thread(target=lambda: heard.extend(iter(lambda: read_until_closed(ours), b"")))
        try:
            while b" of 1,000,000 games" not in said:
                assert select.select([ours], [], [], 60)[0], "nothing is said"
                assert len(said) < 100_000, said[:1000]
                said += os.read(ours, 1000)
            time.sleep(wait)
            os.killpg(run.pid, signal.SIGINT)
            read.start()
            out, _ = run.communicate(timeout=60)
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
        read.join()
    os.close(ours)
    said = b"".join(heard).decode()
    assert run.returncode == 1
    assert "Traceback" not in said
    assert "Stopped after " in said
    assert b"Mah Jongg in " in out


def read_until_closed(terminal):
    """What is said next; nothing once the other side is closed."""
    try:
        return os.read(terminal, 1000)
    except OSError:
        return b""

"""The game under way on disk: at the very same tile after whatever happens, and damage is found and kept."""

import json
import os
import random
import resource
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from mjcompanion.american.request import Cards
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Tile
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.record import GameSetup, Played, begin, with_digest
from mjcompanion.solitaire.saving import Journal, SavedGameError, glance
from mjcompanion.storage.paths import Folders
from tests.sample import often
from tests.solitaire.chance import SETUPS, by_chance, load, moments_of

RULES = list(SETUPS)
HOME = Path(__file__).parents[2]


def saved(path, rules="kemp-chinese", seed=7, moves=None):
    """A journal with a game played at random; gives it and what was played."""
    _, played = moments_of(rules, seed)
    played = msgspec.structs.replace(played, setup=with_digest(played.setup), moves=played.moves[:moves])
    journal = Journal.begin(path, msgspec.structs.replace(played, moves=()))
    for move in played.moves:
        journal.append(move)
    return journal, played


def damaged(path):
    """The sentence with which a file is refused; it is kept, as it was, under another name."""
    content = path.read_bytes()
    with pytest.raises(SavedGameError) as caught:
        load(path)
    assert not path.exists()
    assert caught.value.kept is not None
    assert caught.value.kept.read_bytes() == content
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert load(path) is None
    return sentence


def rewritten(path, change):
    """Change the entries of a journal as somebody does who knows its form."""
    entries = [json.loads(line) for line in path.read_bytes().splitlines()]
    change(entries)
    path.write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only Linux says which files are open")
def test_no_file_stays_open(tmp_path):
    journal, _ = saved(tmp_path / "game")
    opened = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        journal.sync()
        Journal.begin(tmp_path / "game", load(tmp_path / "game"))
    assert len(list(Path("/proc/self/fd").iterdir())) == opened


# --- going on --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_a_game_goes_on_where_it_was_at_every_move(tmp_path, rules):
    moments, played = moments_of(rules, 9)
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, msgspec.structs.replace(played, moves=()))
    for number, move in enumerate(played.moves):
        if number % (1 if number < 40 else 29) == 0:
            found = Journal.resume(path)
            assert found.played.moves == played.moves[:number]
            assert found.moments == tuple(moments[: number + 1])
            journal = found.journal
        journal.append(move)
    found = Journal.resume(path)
    assert found.moments[-1] == moments[-1]
    assert found.played.setup == with_digest(played.setup)


def test_the_order_of_the_hand_is_kept(tmp_path):
    path = tmp_path / "game.jsonl"
    journal, _ = saved(path, moves=60)
    _, played = moments_of("kemp-chinese", 7)
    assert Journal.resume(path).arranged is None
    tiles = tuple(map(Tile.parse, ["5p", "1m", "5p", "9s"]))
    journal.arrange(tiles)
    journal.append(played.moves[60])
    found = Journal.resume(path)
    assert found.arranged == (tiles, 60)
    assert found.played.moves == played.moves[:61]
    found.journal.take_back(5)
    assert Journal.resume(path).arranged == (tiles, 56)


def test_a_glance_sets_nothing_aside(tmp_path):
    path = tmp_path / "game.jsonl"
    assert glance(path) is None
    _, played = saved(path, moves=20)
    assert glance(path).moves == played.moves[:20]
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"draw"', b'"drew"', 1))
    with pytest.raises(RuleError):
        glance(path)
    assert path.exists()


def test_moves_taken_back_and_the_coach_are_kept(tmp_path):
    path = tmp_path / "game.jsonl"
    journal, played = saved(path, moves=60)
    journal.take_back(7)
    journal.asked()
    journal.take_back(1)
    journal.asked()
    journal.asked()
    again = load(path)
    assert (again.moves, again.asked, again.taken_back) == (played.moves[:52], 3, 2)
    on = Journal.resume(path).journal
    on.append(played.moves[52])
    assert load(path).moves == played.moves[:53]


def test_another_game_takes_the_place_of_the_first_at_once(tmp_path):
    path = tmp_path / "game.jsonl"
    saved(path)
    other = Played(Deal.of("simple", 5))
    journal = Journal.begin(path, other)
    assert load(path) == other
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]
    journal.end()
    assert load(path) is None
    journal.end()


def test_the_journal_only_grows(tmp_path):
    path = tmp_path / "game.jsonl"
    journal, played = saved(path, moves=20)
    before = path.read_bytes()
    journal.take_back(3)
    journal.append(played.moves[17])
    journal.sync()
    assert path.read_bytes().startswith(before)
    assert path.read_bytes().count(b"\n") == 1 + 20 + 2


# --- what death leaves -----------------------------------------------------------------------------------


def test_a_file_cut_anywhere_goes_on_with_every_whole_line(tmp_path):
    """As a crash leaves it: the last line torn at any byte."""
    path = tmp_path / "game.jsonl"
    _, played = saved(path, moves=25)
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    third = whole.index(b"\n", whole.index(b"\n", header) + 1) + 1
    for size in (*range(header, third), *range(third, len(whole) + 1, 6)):
        path.write_bytes(whole[:size])
        found = Journal.resume(path)
        lines = whole[:size].count(b"\n") - 1
        assert found.played.moves == played.moves[:lines]
        if size % 7 == 0 and lines < 25:
            found.journal.append(played.moves[lines])
            assert load(path).moves == played.moves[: lines + 1]
    path.write_bytes(whole + b"\x00" * 500)
    assert load(path).moves == played.moves


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_again_and_again_and_always_at_the_very_same_tile(tmp_path):
    wanted = often(60, 20)
    done = subprocess.run(
        [sys.executable, "-m", "tests.solitaire.killed", str(tmp_path), str(wanted)],
        capture_output=True,
        text=True,
        check=False,
        cwd=HOME,
    )
    assert done.returncode == 0, done.stderr
    kills, midway, games = map(int, done.stdout.split())
    assert kills >= wanted
    assert midway >= wanted // 3
    assert games >= 3


# --- damage ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [b"\x00", b"{", b"\xff", b"]"])
def test_a_line_that_is_no_entry_is_noticed(tmp_path, damage):
    path = tmp_path / "game.jsonl"
    saved(path, moves=30)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:9], damage + lines[9], *lines[10:]]))
    assert damaged(path) == (
        "The saved game is damaged after move 8: line 10 of its file doesn’t match what was written."
    )


def test_lines_lost_are_noticed(tmp_path):
    path = tmp_path / "game.jsonl"
    saved(path, moves=30)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:9], *lines[10:]]))
    assert damaged(path).startswith("Move 9: ")


def test_a_doctored_game_is_refused_naming_the_move(tmp_path):
    path = tmp_path / "game.jsonl"
    saved(path, moves=30)

    def other_tile(entries):
        entries[17]["tile"] = "1m" if entries[17].get("tile") != "1m" else "2m"

    rewritten(path, other_tile)
    assert damaged(path).startswith("Move 17: ")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda entries: entries[5].update(who="X"), "Move 5: This isn’t a move"),
        (lambda entries: entries[5].update(more=1), "Move 5: This isn’t a move"),
        (lambda entries: entries.insert(5, {"back": 99}), "The saved game is damaged after move 4: line 6"),
        (lambda entries: entries.insert(5, {"back": 0}), "The saved game is damaged after move 4: line 6"),
        (lambda entries: entries.insert(5, {"back": "1"}), "The saved game is damaged after move 4: line 6"),
        (lambda entries: entries.insert(5, {}), "Move 5: This isn’t a move"),
        (lambda entries: entries[0].pop("saved"), "The saved game is damaged at its start"),
        (lambda entries: entries[0].update(asked="x"), "The saved game is damaged at its start"),
        (lambda entries: entries[0].update(seed=-1), "The saved game is damaged: A deal number"),
        (lambda entries: entries[0]["walls"]["E"].pop(), "The saved game is damaged: The East wall has 17 stacks"),
        (lambda entries: entries[0].update(dice=[[5, 3]]), "The saved game is damaged: Two throws of dice are needed"),
        (
            lambda entries: entries[0].update(more=1),
            "The saved game is damaged: This isn’t the record of a game: “more” isn’t known",
        ),
        (lambda entries: entries.clear(), "The saved game is damaged at its start"),
        (lambda entries: entries.pop(0), "The saved game is damaged at its start"),
    ],
)
def test_what_no_journal_says(tmp_path, change, sentence):
    path = tmp_path / "game.jsonl"
    saved(path, moves=12)
    rewritten(path, change)
    assert damaged(path).startswith(sentence)


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"x", b"{}\n", b"[" * 100_000 + b"\n", b"\x00" * 5000, b"1" * 6_000_000]
)
def test_a_file_that_is_no_journal(tmp_path, content):
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    assert damaged(path) == "The saved game is damaged at its start, so it can’t be read."


def test_damaged_files_are_never_written_over(tmp_path):
    path = tmp_path / "game.jsonl"
    for number in range(4):
        path.write_bytes(b"%d" % number)
        damaged(path)
    assert sorted(file.read_bytes() for file in tmp_path.iterdir()) == [b"0", b"1", b"2", b"3"]


def test_a_newer_journal_is_left_alone(tmp_path):
    path = tmp_path / "game.jsonl"
    saved(path, moves=3)
    rewritten(path, lambda entries: entries[0].update(saved=2))
    with pytest.raises(RuleError, match="newer version of the program"):
        load(path)
    assert path.exists()


def test_a_card_that_is_gone_leaves_the_game_where_it_is(tmp_path):
    folders = Folders.at(tmp_path)
    folders.cards_folder.mkdir()
    card = folders.cards_folder / "ours.toml"
    card.write_text('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n')
    path = folders.solitaire_file
    deal = Deal.of("kemp-american", 2)
    journal = Journal.begin(path, Played(deal, GameSetup(card="ours")), Cards(folders))
    journal.append(begin(deal, GameSetup(card="ours"), Cards(folders)).forced())
    assert len(load(path, Cards(folders)).moves) == 1
    card.write_text('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 30\n')
    with pytest.raises(RuleError, match="The card “Ours” has changed"):
        load(path, Cards(folders))
    card.unlink()
    with pytest.raises(RuleError, match="ours"):
        load(path, Cards(folders))
    assert path.exists()


# --- a disk that fails -----------------------------------------------------------------------------------


def test_what_a_full_disk_refuses_is_written_with_the_next_move(tmp_path):
    path = tmp_path / "game.jsonl"
    journal, played = saved(path, moves=20)
    moments, _ = moments_of("kemp-chinese", 7)
    size = path.stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 30, hard))  # a line begins, and doesn't end
    try:
        game = moments[20]
        moves = []
        rng = random.Random(7)
        for _ in range(3):
            moves.append(by_chance(game, rng))
            game = game.apply(moves[-1])
            with pytest.raises(OSError, match="too large"):
                journal.append(moves[-1])
            assert load(path).moves == played.moves
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    moves.append(by_chance(game, rng))
    journal.append(moves[-1])
    assert load(path).moves == (*played.moves, *moves)


def test_a_game_that_cannot_be_begun_leaves_the_old_one(tmp_path):
    path = tmp_path / "game.jsonl"
    _, played = saved(path, moves=20)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            Journal.begin(path, Played(Deal.of("simple", 1)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert load(path) == played


def test_a_folder_that_is_gone_is_told(tmp_path):
    path = tmp_path / "folder" / "game.jsonl"
    journal, played = saved(path, moves=5)
    path.unlink()
    with pytest.raises(FileNotFoundError):
        journal.append(played.moves[0])
    journal.sync()
    folder = tmp_path / "file"
    folder.write_bytes(b"")
    with pytest.raises(OSError, match="file"):
        Journal.begin(folder / "game.jsonl", Played(Deal.of("simple", 1)))

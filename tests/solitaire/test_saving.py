"""The game under way on disk: at the very same tile after whatever happens, and damage is found and kept."""

import json

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Tile
from mjcompanion.solitaire.record import with_digest
from mjcompanion.solitaire.saving import SavedGameError, glance, resume, saved_game
from tests.solitaire.chance import SETUPS, load, moments_of

RULES = list(SETUPS)


def saved(path, rules="kemp-chinese", seed=7, moves=None):
    """A file with a game played at random; gives what was played."""
    _, played = moments_of(rules, seed)
    played = msgspec.structs.replace(played, setup=with_digest(played.setup), moves=played.moves[:moves])
    path.write_bytes(saved_game(played))
    return played


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


# --- going on --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_a_game_goes_on_where_it_was_at_every_move(tmp_path, rules):
    moments, played = moments_of(rules, 9)
    path = tmp_path / "game.jsonl"
    for number in (*range(40), *range(40, len(moments), 29), len(played.moves)):
        path.write_bytes(saved_game(msgspec.structs.replace(played, moves=played.moves[:number])))
        found = resume(path)
        assert found.played.moves == played.moves[:number]
        assert found.moments == tuple(moments[: number + 1])
    assert found.played.setup == with_digest(played.setup)


def test_the_order_of_the_hand_is_kept(tmp_path):
    path = tmp_path / "game.jsonl"
    played = saved(path, moves=60)
    assert resume(path).arranged is None
    tiles = tuple(map(Tile.parse, ["5p", "1m", "5p", "9s"]))
    path.write_bytes(saved_game(played, tiles))
    assert resume(path).arranged == (tiles, 60)
    rewritten(path, lambda entries: entries.append({"back": 5}))
    assert resume(path).arranged == (tiles, 55)


def test_a_glance_sets_nothing_aside(tmp_path):
    path = tmp_path / "game.jsonl"
    assert glance(path) is None
    played = saved(path, moves=20)
    assert glance(path).moves == played.moves[:20]
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"draw"', b'"drew"', 1))
    with pytest.raises(RuleError):
        glance(path)
    assert path.exists()


def test_moves_taken_back_and_the_coach_are_kept(tmp_path):
    path = tmp_path / "game.jsonl"
    played = msgspec.structs.replace(saved(path, moves=52), asked=3, taken_back=2)
    path.write_bytes(saved_game(played))
    assert load(path) == played
    rewritten(path, lambda entries: entries.extend([{"back": 2}, {"asked": True}, played.moves[50].record()]))
    again = load(path)
    assert (again.moves, again.asked, again.taken_back) == (played.moves[:51], 4, 3)


# --- what death leaves -----------------------------------------------------------------------------------


def test_a_file_cut_anywhere_goes_on_with_every_whole_line(tmp_path):
    """As a crash leaves it: the last line torn at any byte."""
    path = tmp_path / "game.jsonl"
    played = saved(path, moves=25)
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    third = whole.index(b"\n", whole.index(b"\n", header) + 1) + 1
    for size in (*range(header, third), *range(third, len(whole) + 1, 6)):
        path.write_bytes(whole[:size])
        found = resume(path)
        lines = whole[:size].count(b"\n") - 1
        assert found.played.moves == played.moves[:lines]
    path.write_bytes(whole + b"\x00" * 500)
    assert load(path).moves == played.moves


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
        (lambda entries: entries.pop(9), "Move 9: "),
        (lambda entries: entries[17].update(tile="1m" if entries[17].get("tile") != "1m" else "2m"), "Move 17: "),
        (lambda entries: entries.pop(0), "The saved game is damaged at its start"),
    ],
)
def test_what_no_journal_says(tmp_path, change, sentence):
    path = tmp_path / "game.jsonl"
    saved(path, moves=30)
    rewritten(path, change)
    assert damaged(path).startswith(sentence)


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"x", b"{}\n", b"[" * 100_000 + b"\n", b"\x00" * 5000, b"1" * 6_000_000]
)
def test_a_file_that_is_no_journal(tmp_path, content):
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    assert damaged(path) == "The saved game is damaged at its start, so it can’t be read."


def test_a_newer_journal_is_left_alone(tmp_path):
    path = tmp_path / "game.jsonl"
    saved(path, moves=3)
    rewritten(path, lambda entries: entries[0].update(saved=2))
    with pytest.raises(RuleError, match="newer version of the program"):
        load(path)
    assert path.exists()

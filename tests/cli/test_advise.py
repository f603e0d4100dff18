"""`mjcompanion advise`: in words, in JSON, many at once, wrong; and the examples of its page."""

import random

from mjcompanion.cli.advise import WIDTH
from mjcompanion.core.hand import Hand
from mjcompanion.core.tiles import PLAIN_TILES

HAND = "46p 99s 1z (123m) (789m) [5555z]"


def test_in_json(mj):
    done = mj("advise", HAND, "--seen", "5p 1z 2f", "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json == {
        "ok": True,
        "away": 1,
        "discards": [
            {"tile": "1z", "away": 1, "improves": {"5p": 3}, "tiles": 3},
            {
                "tile": "4p",
                "away": 2,
                "improves": {"4p": 3, "5p": 3, "6p": 3, "7p": 4, "8p": 4, "9s": 2, "1z": 2},
                "tiles": 21,
            },
            {
                "tile": "6p",
                "away": 2,
                "improves": {"2p": 4, "3p": 4, "4p": 3, "5p": 3, "6p": 3, "9s": 2, "1z": 2},
                "tiles": 21,
            },
            {"tile": "9s", "away": 2, "improves": {"5p": 3, "9s": 2, "1z": 2}, "tiles": 7},
        ],
    }
    done = mj("advise", "46p 99s (123m) (789m) [5555z]", "--json")
    assert done.out == '{"ok":true,"away":1,"improves":{"5p":4}}\n'


def test_the_table_is_aligned_and_fits_the_terminal(mj):
    rng = random.Random(4)
    for _ in range(60):
        tiles = rng.sample([tile for tile in PLAIN_TILES for _ in range(4)], 14)
        hand, far, empty, head, *rows = mj("advise", "".join(map(str, tiles))).out.splitlines()
        assert max(map(len, rows)) <= WIDTH
        assert Hand.parse(hand) == Hand(tiles)
        assert empty == ""
        assert far
        column, tiles_end = head.index("Improved by"), head.index("Tiles") + len("Tiles")
        first = [row for row in rows if not row.startswith(" ")]
        assert len(first) == len(set(tiles))
        for row in rows:
            assert row[column - 2 : column] == "  "
            assert row[column] != " "
            assert row.startswith(" " * column) or row[tiles_end - 1].isdigit()

"""`mjcompanion advise`: in words, in JSON, many at once, wrong; and the examples of its page."""

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

"""What is asked of the process that plays a game out: a view comes over as it is, and one that can't be is told."""

import json

import pytest

from mjcompanion.problems import RuleError
from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.thinking import Asked, read_request, read_view, request, write_view
from tests.solitaire.stacking import stacked


def asked_of():
    """A view in East's turn, and one in which East may claim."""
    game = ChineseGame(deal=stacked("kemp-chinese", "238s 77z 55z 9p 2m 2344z 1z 7z"))
    while (move := game.forced()) is not None:
        game = game.apply(move)
    discard = next(one for one in game.choices() if str(one.tile) == "1z")
    claim = game.apply(discard)
    while (move := claim.forced()) is not None:
        claim = claim.apply(move)
    return game.view(), claim.view()


TURN, CLAIM = asked_of()


@pytest.mark.parametrize("view", [TURN, CLAIM], ids=["turn", "claim"])
def test_a_request_comes_over_as_it_is(view):
    assert read_view(json.loads(json.dumps(write_view(view)))) == view
    assert read_request(request(view, 5, 20)) == Asked(view, 5, 20)
    assert (TURN.phase, CLAIM.phase) == (Phase.TURN, Phase.ASKED)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", "The request is no JSON: Input data was truncated."),
        (b"\xff", "The request is no JSON: "),
        (b"[" * 50_000, "The request is no JSON: "),
        (b"[1]", 'A request has "view", and may have "seed" and "rounds".'),
        (b" " * 200_000, "The request is longer than "),
    ],
)
def test_a_line_that_is_no_request(line, said):
    with pytest.raises(RuleError) as caught:
        read_request(line)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("view", "change", "said"),
    [
        (TURN, {"seat": "S"}, "East plays alone."),
        (TURN, {"others": [13]}, "East plays alone."),
        (TURN, {"seen": ["1z"]}, "the discards are not counted right."),
        (TURN, {"pile": 3}, "the discards are not counted right."),
        (TURN, {"wall": -1}, "the discards are not counted right."),
        (TURN, {"loose": -1}, "the discards are not counted right."),
        (CLAIM, {"seen": ["1z", "2z"]}, "the tile that may be claimed doesn't lie there."),
        (TURN, {"holding": {"hand": ["1z"]}}, "with a kong counted as three, the hand has 1; 14 are due."),
        (CLAIM, {"holding": {"hand": ["1z"]}}, "with a kong counted as three, the hand has 1; 13 are due."),
        (
            TURN,
            {"holding": {"hand": ["1z"], "laid": [{"tiles": ["2z"] * 3}, {"tiles": ["1m", "2m", "3m"]}]}},
            "with a kong counted as three, the hand has 7; 14 are due.",
        ),
        (TURN, {"holding": {"laid": [{"tiles": ["1z", "2z", "3z"]}]}}, "what is laid out are no sets."),
        (TURN, {"holding": {"laid": [{"tiles": []}]}}, "what is laid out are no sets."),
        (TURN, {"holding": {"flowers": ["1z"]}}, "flowers are laid out, and nothing else is laid out with them."),
    ],
)
def test_a_view_that_can_not_be(view, change, said):
    with pytest.raises(RuleError) as caught:
        read_view({**write_view(view), **change})
    assert str(caught.value) == f"These tiles don't add up: {said}"

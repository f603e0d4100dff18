"""Walls, breaks and deals: cases worked by hand, a drawing of the table, and all sums of the dice."""

import collections
import itertools
import math
import random
from types import SimpleNamespace

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import WINDS
from mjcompanion.rulesets import RULESETS
from mjcompanion.wall.breaks import Place, break_wall, throw_for, wall_rules
from mjcompanion.wall.deal import after_deal, deal_order
from mjcompanion.wall.dice import read_dice, throw

ROWS = [SimpleNamespace(rules=rules, **msgspec.structs.asdict(rules.wall)) for rules in RULESETS.values() if rules.wall]
"""The table of RULES 4, each row with its ruleset."""


E, S, W, N = WINDS
FOUR_HANDED = ("nmjl", "american-club", "traditional", "classical", "british", "hong-kong", "dmjl")
NO_FLOWERS = ("traditional", "classical", "british", "hong-kong", "dmjl")


def dice_for(total):
    """One throw of two dice with this sum."""
    return (min(6, total - 1), total - min(6, total - 1))


def all_breaks():
    """Every ruleset, with and without flowers, and every pair of sums."""
    for row in ROWS:
        for flowers in (True, False):
            for sums in itertools.product(range(2, 13), repeat=row.throws):
                dice = [dice_for(total) for total in sums]
                yield row, sums, flowers, break_wall(row.rules, dice, flowers=flowers)


# --- the table as drawn on paper ------------------------------------------------------------------

# Seen from above, East at the bottom: which way each player's right hand points, and where each wall lies.
RIGHT_HAND = {E: (1, 0), S: (0, 1), W: (-1, 0), N: (0, -1)}
PLACED_AT = {E: (0, -1), S: (1, 0), W: (0, 1), N: (-1, 0)}


def on_paper(stacks):
    """Where each stack lies: x to the right, y up, East at the bottom, South at East's right."""
    spots = {}
    for wall in WINDS:
        (right_x, right_y), (at_x, at_y) = RIGHT_HAND[wall], PLACED_AT[wall]
        for stack in range(1, stacks + 1):
            along = (stacks + 1) / 2 - stack
            away = (stacks + 1) / 2
            spots[Place(wall, stack)] = (right_x * along + at_x * away, right_y * along + at_y * away)
    return spots


def clockwise_on_paper(stacks):
    """All stacks clockwise, by the angle at which they lie."""
    spots = on_paper(stacks)
    return sorted(spots, key=lambda place: -math.atan2(spots[place][1], spots[place][0]))


def turned_to(ring, place):
    """The same ring, beginning with this place."""
    at = ring.index(place)
    return ring[at:] + ring[:at]


def test_counting_and_drawing_against_the_drawing():
    rings = {stacks: clockwise_on_paper(stacks) for stacks in (17, 18, 19)}
    for row, sums, flowers, opened in all_breaks():
        without = not flowers and row.rules in NO_FLOWERS
        stacks = 17 if without else 19 if row.rules.with_card else 18
        assert opened.stacks == stacks
        clockwise = rings[stacks]
        start = [E, S, W, N][(sums[0] - 1) % 4] if len(sums) == 2 else E
        if row.rules == "classical":
            ring = turned_to(clockwise[::-1], Place(start, stacks))  # from the left end
        else:
            ring = turned_to(clockwise, Place(start, 1))
        counted = ring[sum(sums) - 1]
        order = turned_to(ring, counted)
        assert opened.counted == counted
        assert opened.start == start
        assert opened.count == sum(sums)
        if row.rules.with_card:
            assert list(opened.drawing) == [*order[1:], counted]
            assert opened.end == counted
        elif row.kong_box:
            assert list(opened.drawing) == order[1 : -row.kong_box]
            assert list(opened.kong_box) == order[-row.kong_box :][::-1]
        else:
            assert list(opened.drawing) == order[1:]


# --- properties -----------------------------------------------------------------------------------


def test_what_is_set_apart():
    for row, _sums, _flowers, opened in all_breaks():
        assert opened.loose == (() if row.rules.with_card else (opened.counted,))
        # text 3: "These fourteen Tiles are called the Kong Box"
        assert 2 * len((*opened.loose, *opened.kong_box)) == {"classical": 14, "british": 14, "dmjl": 16}.get(
            row.rules, 2 * row.loose
        )


def test_only_the_sums_of_the_dice_matter():
    for first, second in itertools.product(itertools.product(range(1, 7), repeat=2), repeat=2):
        sums = (dice_for(sum(first)), dice_for(sum(second)))
        assert break_wall("classical", [first, second]) == break_wall("classical", sums)


# --- worked by hand -------------------------------------------------------------------------------


def test_text_2_a_seven_counts_seven_stacks_and_east_takes_the_next_four_tiles():
    for rules in ("american-club", "traditional"):
        opened = break_wall(rules, [[3, 4]])
        assert opened.counted == (E, 7)
        assert [tuple(tile) for tile in deal_order(opened)[:4]] == [
            (E, (E, 8, "top")),
            (E, (E, 8, "bottom")),
            (E, (E, 9, "top")),
            (E, (E, 9, "bottom")),
        ]


def test_text_5_an_eight_separates_eight_stacks():
    opened = break_wall("nmjl", [[2, 6]])
    assert opened.first_draw == (E, 9)
    assert list(opened.drawing[-8:]) == [(E, stack) for stack in range(1, 9)]


def test_text_3_a_ten_and_a_five():
    opened = break_wall("classical", [[5, 5], [2, 3]])
    assert opened.dealer is S
    # from South's left: 9 to 14 are the box, 15 is loose, 16 is drawn first; from the right 10 to 5, 4, 3
    assert opened.loose == ((S, 4),)
    assert opened.kong_box == tuple((S, stack) for stack in range(5, 11))
    assert opened.first_draw == (S, 3)
    assert opened.end == (S, 11)
    assert len(opened.drawing) == 72 - 7


# --- the deal -------------------------------------------------------------------------------------


def test_everyone_gets_the_right_number_of_tiles():
    for row, _sums, _flowers, opened in all_breaks():
        dealt = deal_order(opened)
        counts = collections.Counter(tile.seat for tile in dealt)
        if row.rules.startswith("kemp"):
            assert counts == {E: 14}
        elif row.rules == "classical":
            assert counts == {E: 13, S: 13, W: 13, N: 13}
        else:
            assert counts == {E: 14, S: 13, W: 13, N: 13}


def test_the_deal_takes_the_first_tiles_and_tops_before_bottoms():
    for _row, _sums, _flowers, opened in all_breaks():
        dealt, left, spots = deal_order(opened), after_deal(opened), opened.spots()
        assert {tile.spot for tile in dealt} | set(left) == set(spots)
        assert len(dealt) + len(left) == len(spots)
        seen = set()
        for place in [*(tile.spot for tile in dealt), *left]:
            assert place.layer == "top" or (place.wall, place.stack) in seen
            seen.add((place.wall, place.stack))


def test_two_stacks_each_three_times():
    for rules in FOUR_HANDED:
        opened = break_wall(rules, [dice_for(7)] * wall_rules(rules).throws)
        dealt = deal_order(opened)[:48]
        assert "".join(tile.seat for tile in dealt) == ("EEEESSSSWWWWNNNN" * 3)


@pytest.mark.parametrize("rules", ["nmjl", "american-club", "traditional"])
def test_text_5_east_takes_the_first_and_third_of_the_top_row(rules):
    opened = break_wall(rules, [[1, 1]])  # first draw East's 3
    stacks = opened.drawing[24:27]
    assert [tuple(tile) for tile in deal_order(opened)[48:]] == [
        (E, (*stacks[0], "top")),
        (E, (*stacks[2], "top")),
        (S, (*stacks[0], "bottom")),
        (W, (*stacks[1], "top")),
        (N, (*stacks[1], "bottom")),
    ]
    assert after_deal(opened)[0] == (*stacks[2], "bottom")


def test_text_3_one_more_tile_each_and_east_draws_first():
    opened = break_wall("classical", [[5, 5], [2, 3]])
    dealt = deal_order(opened)
    assert "".join(tile.seat for tile in dealt[48:]) == "ESWN"
    assert [tile.spot for tile in dealt] == list(opened.spots()[:52])
    assert after_deal(opened)[0] == (*opened.drawing[26], "top")
    # from South's 3 on: three stacks of South's, 18 of West's, then North's from the left: 18, 17, 16, 15, 14
    assert dealt[-1].spot == (N, 14, "bottom")


def test_text_1_the_player_draws_fourteen_in_a_row():
    for rules, dice in (("kemp-chinese", [[4, 4], [5, 5]]), ("kemp-american", [[4, 4]])):
        opened = break_wall(rules, dice)
        dealt = deal_order(opened)
        assert {tile.seat for tile in dealt} == {E}
        assert [tile.spot for tile in dealt] == list(opened.spots()[:14])


# --- throwing and what can be wrong ---------------------------------------------------------------


def test_thrown_dice_are_good_and_repeat():
    for row in ROWS:
        rng, again = random.Random(7), random.Random(7)
        for _ in range(200):
            dice = throw_for(row.rules, rng)
            assert read_dice(dice, row.throws) == dice == throw_for(row.rules, again)


def test_every_face_is_thrown():
    rng = random.Random(1)
    assert {throw(rng) for _ in range(1000)} == set(itertools.product(range(1, 7), repeat=2))


@pytest.mark.parametrize(
    ("rules", "dice", "wrong"),
    [
        ("classical", [[5, 5]], 1),
        ("nmjl", [[5, 5], [1, 2]], 1),
        ("classical", [[1, 7], [1, 2, 3]], 2),
        ("nmjl", [[10**5000, 1]], 1),
        ("nmjl", [["\x00" * 20, "5"]], 1),
        ("nmjl", [[2.0, float("nan")]], 1),
        ("nmjl", [5, 5], 1),
        ("nmjl", "55", 1),
        ("nmjl", None, 1),
        ("nmjl", {"dice": [5, 5]}, 1),
    ],
)
def test_dice_that_cannot_be(rules, dice, wrong):
    with pytest.raises(RuleError) as caught:
        break_wall(rules, dice)
    assert [problem.code for problem in caught.value.problems] == ["bad-dice"] * wrong
    assert len(str(caught.value)) < 200


def test_rules_that_break_no_wall():
    for ask in (lambda: break_wall("simple", [[1, 2]]), lambda: throw_for("simple", random.Random(1))):
        with pytest.raises(RuleError) as caught:
            ask()
        assert caught.value.problems[0].code == "no-wall-break"
    assert {rules for rules in RULESETS.values() if rules.wall} == set(RULESETS) - {"simple"}

"""A hand of the table while it is entered: what another answer rules out is forgotten, and nothing else."""

import msgspec
import pytest

from mjcompanion.american.draft import AmericanDraft
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import FEATS, By
from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.draft import Draft
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.events import HandItem, PenaltyItem
from mjcompanion.table.rotation import Position
from mjcompanion.table.rules import TableRules
from tests.table.making import AT, begun, put

SEATED = Position((0, 1, 2, 3), 0, 0)
ENTERED = HandEntry(
    finished=True, winner=0, by=By.DISCARD, discarder=1, last_tile=True, numbers=(24, None, 8, None), value=30,
    jokerless=True, dead=(1, 2), wrong_calls=(2, 3), note="rain", line="FF 2222a",
)  # fmt: skip


def changed(entry):
    """What is other than it was."""
    before, after = (msgspec.structs.asdict(one) for one in (ENTERED, entry))
    return {key: value for key, value in after.items() if value != before[key]}


@pytest.mark.parametrize(
    ("winner", "said"),
    [
        (0, {}),
        (1, {"winner": 1, "discarder": None, "dead": (2,)}),
        (2, {"winner": 2, "dead": (1,), "wrong_calls": (3,)}),
        (3, {"winner": 3, "wrong_calls": (2,)}),
        (None, {"winner": None, "by": None, "discarder": None, "last_tile": False, "value": None, "line": ""}),
    ],
)
def test_a_winner_was_neither_dead_nor_a_wrong_caller_nor_the_one_who_discarded(winner, said):
    found = changed(ENTERED.won_by(winner))
    assert {key: value for key, value in found.items() if key in said} == said
    assert set(found) - set(said) <= {"jokerless", "line", "numbers", "value", "last_winner"}


@pytest.mark.parametrize(("player", "dead", "wrong_calls"), [(1, (2,), (2, 3)), (2, (1,), (3,)), (3, (1, 2), (2,))])
def test_who_discarded_the_winning_tile_was_neither_dead_nor_a_wrong_caller(player, dead, wrong_calls):
    found = ENTERED.discarded_by(player)
    assert (found.discarder, found.dead, found.wrong_calls) == (player, dead, wrong_calls)
    came = ENTERED.came(By.FIRST_DISCARD, msgspec.structs.replace(SEATED, east=player))
    assert (came.discarder, came.dead, came.wrong_calls) == (player, dead, wrong_calls)


@pytest.mark.parametrize("by_way_of", [(), (None,), (2,), (None, 2)])
def test_another_winner_is_asked_for_the_score_and_so_is_the_first(by_way_of):
    entry = HandEntry(finished=True, winner=0, by=By.DRAW, numbers=(32, 8, 16, 4), value=25, jokerless=True)
    for winner in (*by_way_of, 1):
        entry = entry.won_by(winner)
    assert entry.numbers[0] is None or by_way_of
    assert (entry.numbers[1], entry.numbers[3], entry.value, entry.jokerless) == (None, 4, None, False)
    assert entry.won_by(1).with_number(1, 24).won_by(1).numbers[1] == 24
    assert entry.won_by(None).won_by(1) == msgspec.structs.replace(entry, by=None)


@pytest.mark.parametrize(
    ("by", "said"),
    [
        (By.DISCARD, {}),
        (By.ROBBED_KONG, {"by": By.ROBBED_KONG, "last_tile": False}),
        (By.DRAW, {"by": By.DRAW, "discarder": None}),
        (By.KONG_REPLACEMENT, {"by": By.KONG_REPLACEMENT, "discarder": None, "last_tile": False}),
        (By.DEAL, {"by": By.DEAL, "discarder": None, "last_tile": False}),
        (None, {"by": None, "discarder": None, "last_tile": False}),
    ],
)
def test_another_way_of_winning_keeps_what_it_can_have(by, said):
    assert changed(ENTERED.came(by, SEATED)) == said


@pytest.mark.parametrize("said", sorted(feat.id for feat in FEATS))
def test_what_the_players_say_of_a_win_is_kept_with_it_and_asked_nothing_twice(said):
    rules = TableRules.of(Ruleset("dmjl"))
    tiles = Draft(rules.rules, house=rules.options).pasted("[5555p] [4444p] (777m) 678s 22m")
    tiles = msgspec.structs.replace(tiles, tile=Tile.parse("8s"), feats=frozenset({said}))
    numbers = (None, 8, 16, 4)
    entry = HandEntry(
        finished=True, winner=0, by=By.KONG_REPLACEMENT, numbers=numbers, drafts=(tiles, None, None, None)
    )
    item = entry.hand_item(rules, SEATED)
    assert item.feats == {said}
    assert f'"{said}":true' in msgspec.json.encode(item).decode()
    assert msgspec.json.decode(msgspec.json.encode(item), type=HandItem) == item
    after = entry.after(begun(rules.rules), AT)
    (row,) = after.hands
    assert row.item.feats == {said}
    again = HandEntry.of(after, row.id)
    assert again.hand_item(rules, SEATED) == item
    assert again.draft_for(0, rules, SEATED).feats == {said}


def test_the_tiles_of_an_american_hand_go_by_the_house_rules_of_the_table():
    rules = TableRules.of(Ruleset("nmjl"), options_for(Ruleset("nmjl"), {"singles_and_pairs": "doubled"}), name="Ours")
    context = HandEntry(finished=True, winner=0).american_for(rules, SEATED).context
    assert (context.options, context.house_name) == (rules.options, "Ours")


def test_a_hand_that_lacks_something_is_no_event_and_says_what():
    table, entry = begun(), HandEntry(finished=True, winner=0, by=By.DRAW)
    with pytest.raises(RuleError) as told:
        entry.event(table, AT)
    assert {one.code for one in told.value.problems} == {"settle-score", "settle-loser-score"}


def test_only_a_hand_that_is_there_is_entered_again():
    table = put(begun(), PenaltyItem(0, (1,), 5))
    for item in (table.rows[0].id, "gone"):
        with pytest.raises(RuleError) as told:
            HandEntry.of(table, item)
        assert [one.code for one in told.value.problems] == ["item-gone"]


@pytest.mark.parametrize(
    ("entry", "codes"),
    [
        (HandEntry(), ["entry-winner"]),
        (HandEntry(finished=True, winner=0), ["settle-by", "settle-score", *["settle-loser-score"] * 3]),
        (HandEntry(finished=True, winner=0, numbers=(20, 2, 4, None)), ["settle-by", "settle-loser-score"]),
        (HandEntry(finished=True, winner=0, numbers=(20, 2, 4, 6)), []),  # the payments don't depend on it
        (HandEntry(finished=True, winner=0, by=By.DISCARD, numbers=(20, 2, 4, None)), ["settle-loser-score"]),
    ],
)
def test_questions_come_in_the_order_of_the_form(entry, codes):
    rules = TableRules.of(Ruleset("classical"))
    assert [one.code for one in entry.problems(rules, SEATED, ("Ann", "Bo", "Cy", "Di"))] == codes


def test_unfinished_tiles_are_asked_about_after_how_the_hand_was_won():
    rules = TableRules.of(Ruleset("classical"))
    tiles = Draft(rules.rules, house=rules.options).pasted("(777z) 11m")
    entry = HandEntry(finished=True, winner=0, numbers=(None, 2, 4, 6), drafts=(tiles, None, None, None))
    found = [one.code for one in entry.problems(rules, SEATED, ("Ann", "Bo", "Cy", "Di"))]
    assert found == ["settle-by", "entry-tiles"]


def test_an_american_hand_of_which_nothing_is_known_yet_is_kept_without_a_line():
    draft = AmericanDraft(Ruleset("nmjl")).add(Tile.parse("1m"))
    assert ENTERED.with_american(draft, None, SEATED) == msgspec.structs.replace(ENTERED, american=draft, line="")
    assert ENTERED.with_american(None, None, SEATED) == msgspec.structs.replace(ENTERED, american=None, line="")


def test_a_hand_with_too_few_faan_is_not_refused_before_it_is_told_how_and_with_what_it_was_won():
    rules, hand = Ruleset("hong-kong"), Draft(Ruleset("hong-kong")).pasted("123m 456p 789s 99s (777z)")
    house = TableRules.of(rules)
    for tile, codes in {None: ["entry-winning-tile"], Tile.parse("9s"): []}.items():
        drawn = msgspec.structs.replace(hand, tile=tile)
        entry = HandEntry(finished=True, winner=0, by=By.DRAW, drafts=(drawn, None, None, None))
        assert [one.code for one in entry.problems(house, SEATED, ("Ann", "Bo", "Cy", "Di"))] == codes
    ready = msgspec.structs.replace(hand, tile=Tile.parse("9s"))
    for by, code in {None: "settle-by", By.DISCARD: "entry-tiles"}.items():
        entry = HandEntry(finished=True, winner=0, by=by, discarder=1, drafts=(ready, None, None, None))
        assert entry.problems(house, SEATED, ("Ann", "Bo", "Cy", "Di"))[0].code == code

"""A hand while it is being entered: nothing entered is lost, and it can always be looked at."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcompanion.american.draft import AmericanDraft
from mjcompanion.core.errors import NotationError, RuleError
from mjcompanion.core.hand import FEATS, By, Hand, Meld
from mjcompanion.core.notation import read_tile
from mjcompanion.core.tiles import ALL_TILES, WINDS, Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.base_draft import MOST_TILES
from mjcompanion.scoring.draft import Draft, DraftEntry, look
from tests.kinds import CHINESE
from tests.sample import often
from tests.strategies import any_hands, melds, tiles

EMPTY = Draft(Ruleset("traditional"))
RED = Meld.parse("(777z)")


def pasted(text, rules="traditional", **more):
    return msgspec.structs.replace(Draft(Ruleset(rules)).pasted(text), **more)


entries = st.builds(lambda tile: DraftEntry((tile,)), tiles) | st.builds(lambda one: DraftEntry(one.tiles, one), melds)
options = st.sampled_from(
    [{}, {"limit": None}, {"limit": 500}, {"flowers": False}, {"only_tile_by_shape": False}, {"extras_as": "doubles"}]
)


def house(rules, changes):
    """These options, or the rules' own where they can't be so."""
    try:
        return options_for(rules, changes)
    except RuleError:
        return options_for(rules)


@st.composite
def drafts(draw):
    """Anything that can be entered, right or wrong."""
    rules = draw(st.sampled_from(CHINESE))
    some = tuple(draw(st.lists(entries, max_size=20)))
    held = [tile for entry in some for tile in entry.tiles]
    return Draft(
        rules,
        some,
        draw(st.sampled_from(held)) if held and draw(st.booleans()) else None,
        seat=draw(st.sampled_from(WINDS)),
        round=draw(st.sampled_from(WINDS)),
        winner=draw(st.booleans()),
        by=draw(st.none() | st.sampled_from(By)),
        last_tile=draw(st.booleans()),
        discards=draw(st.none() | st.integers(-5, 200)),
        house=house(rules, draw(options)),
        houses=tuple(
            (other, house(other, draw(options))) for other in draw(st.lists(st.sampled_from(CHINESE), unique=True))
        ),
    )


# --- entering --------------------------------------------------------------------------------------------


def test_laying_down_takes_the_tiles_out_of_the_hand():
    draft = pasted("777z 123m 7z")
    laid = draft.lay_down([read_tile("7z")] * 3)
    assert str(laid.hand) == "123m7z (777z)"
    assert str(draft.lay_down([read_tile("7z")] * 4, concealed=True).hand) == "123m [7777z]"


@pytest.mark.parametrize("text", ["12m", "124m", "11m", "1m", "11111m", "123z", "1f2f3f", "1m1p1s"])
def test_what_is_no_set_is_not_laid_down(text):
    some = Hand.parse(text).tiles
    with pytest.raises(RuleError) as caught:
        EMPTY.add(*some).lay_down(some)
    assert caught.value.problems[0].code == "no-set"


@pytest.mark.parametrize("text", ["", "77z", "7z 123m", "(777z)", "77z (777z)"])
def test_only_tiles_of_the_hand_are_laid_down(text):
    with pytest.raises(RuleError):
        pasted(text).lay_down([read_tile("7z")] * 3)


def test_taking_back_a_set_puts_its_tiles_into_the_hand():
    draft = pasted("1m (777z) 2m")
    back = draft.take_back(RED)
    assert [str(entry.tiles[0]) for entry in back.entries] == ["1m", "7z", "7z", "7z", "2m"]
    assert back.hand == Hand.parse("12m 777z")


@pytest.mark.parametrize("text", ["", "777z", "[7777z]", "(555z)"])
def test_a_set_that_is_not_there_changes_nothing(text):
    draft = pasted(text)
    assert draft.take_back(RED) == draft
    assert draft.turn(RED) == draft
    assert draft.remove_set(RED) == draft


def test_a_kong_is_turned_over_and_back():
    draft = pasted("(1111s) 1m")
    turned = draft.turn(Meld.parse("(1111s)"))
    assert str(turned.hand) == "1m [1111s]"
    assert turned.turn(Meld.parse("[1111s]")) == draft


def test_the_copy_entered_last_is_removed():
    draft = pasted("3s 1m 3s 2m")
    assert [str(entry.tiles[0]) for entry in draft.remove(read_tile("3s")).entries] == ["3s", "1m", "2m"]
    assert draft.remove(read_tile("9s")) == draft
    assert pasted("(777z)").remove(read_tile("7z")) == pasted("(777z)")


def test_a_set_is_removed_with_its_tiles():
    assert str(pasted("1m (777z)").remove_set(RED).hand) == "1m"
    assert str(pasted("1m (777z)").without_last().hand) == "1m"
    assert EMPTY.without_last() == EMPTY


@pytest.mark.parametrize(
    "change", [lambda d: d.remove(read_tile("9s")), lambda d: d.without_last(), lambda d: d.pasted("1m")]
)
def test_a_winning_tile_that_is_gone_is_forgotten(change):
    draft = pasted("123m 9s", tile=read_tile("9s"), by=By.DRAW)
    assert change(draft).tile is None
    assert change(pasted("9s 123m 9s", tile=read_tile("1m"))).tile is read_tile("1m")


def test_a_winning_tile_that_is_still_there_is_kept():
    draft = pasted("777z 9s 9s", tile=read_tile("9s"))
    assert draft.remove(read_tile("9s")).tile is read_tile("9s")
    assert pasted("777z", tile=read_tile("7z")).lay_down([read_tile("7z")] * 3).tile is read_tile("7z")


# --- pasting ---------------------------------------------------------------------------------------------


@given(any_hands)
def test_a_pasted_hand_is_that_hand(hand):
    assert pasted("55z").pasted(str(hand)).hand == hand


@pytest.mark.parametrize("text", ["1q", "(123m", "0m", "1m\x00"])
def test_what_can_not_be_read_is_not_pasted(text):
    with pytest.raises(NotationError):
        EMPTY.pasted(text)


def test_far_too_many_tiles_are_not_pasted():
    assert len(EMPTY.pasted("1m" * MOST_TILES).entries) == MOST_TILES
    with pytest.raises(NotationError, match="61 tiles: 47 too many"):
        EMPTY.pasted("1m" * (MOST_TILES + 1))


# --- what is left ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tile", "left"),
    [
        ("", "3s", 4),
        ("3s", "3s", 3),
        ("33s (333s)", "3s", -1),
        ("[3333s]", "3s", 0),
        ("", "2f", 1),
        ("2f", "2f", 0),
        ("2f 2f", "2f", -1),
        ("", "J", 0),
    ],
)
def test_how_many_are_still_out(text, tile, left):
    assert pasted(text).left(read_tile(tile)) == left


@pytest.mark.parametrize(("rules", "left"), [("traditional", 0), ("classical", 0), ("kemp-chinese", 1), ("simple", 1)])
def test_a_table_without_flowers_has_none_to_give(rules, left):
    draft = pasted("", rules, house=options_for(Ruleset(rules), {"flowers": False}))
    assert draft.left(read_tile("2f")) == left


# --- looking ---------------------------------------------------------------------------------------------


@settings(max_examples=often(400, 80))
@given(drafts())
def test_look_never_raises(draft):
    seen = look(draft)
    assert seen.sheet.score >= 0
    assert all(problem.sentence().endswith((".", "?")) for problem in (*seen.problems, *seen.missing))
    assert seen.wrong <= set(ALL_TILES)
    assert bool(seen.sheets) is not bool(seen.problems or seen.missing)


def test_what_is_wrong_is_named_with_its_tile():
    seen = look(pasted("33333s 11f"))
    assert [one.code for one in seen.problems] == ["fifth-copy", "second-flower"]
    assert seen.wrong == {read_tile("3s"), read_tile("1f")}


@pytest.mark.parametrize("rules", ["kemp-chinese", "simple"])
def test_facts_that_the_ruleset_does_not_ask_for_are_left_out(rules):
    draft = pasted("1m", rules, seat=WINDS[1], round=WINDS[2], winner=False, discards=300, by=By.DEAL)
    context = draft.context
    assert context.winner
    if rules == "kemp-chinese":
        assert context.seat is WINDS[0]
        assert context.discards == 300
    else:
        assert (context.seat, context.round) == (WINDS[1], WINDS[2])
        assert context.win is None
        assert context.discards is None


# --- other rules -----------------------------------------------------------------------------------------


def test_each_ruleset_keeps_its_own_house_options():
    own = options_for(Ruleset("traditional"), {"limit": 500})
    draft = pasted("1m", house=own).with_rules(Ruleset("classical"))
    assert draft.options == options_for(Ruleset("classical"))
    assert draft.hand == Hand.parse("1m")
    assert draft.with_rules(Ruleset("traditional")).options == own


@given(drafts(), st.sampled_from(CHINESE))
def test_going_to_other_rules_and_back_changes_nothing_that_counts(draft, other):
    back = draft.with_rules(other).with_rules(draft.rules)
    assert (back.context, back.entries) == (draft.context, draft.entries)


@pytest.mark.parametrize(
    ("rules", "more", "unanswered"),
    [
        ("traditional", {}, ("how-won", "winning-tile")),
        ("traditional", {"by": By.DRAW}, ("winning-tile",)),
        ("traditional", {"tile": read_tile("9s")}, ("how-won",)),
        ("traditional", {"by": By.DRAW, "tile": read_tile("9s")}, ()),
        ("simple", {}, ()),
    ],
)
def test_what_is_not_yet_known_of_a_finished_hand(rules, more, unanswered):
    assert look(pasted("123m 456p 99s (777z) [1111s]", rules, **more)).unanswered == unanswered


# --- saving ----------------------------------------------------------------------------------------------


@settings(max_examples=often(400, 80))
@given(drafts())
def test_a_saved_draft_is_there_again(draft):
    assert Draft.load(draft.save()) == draft


GARBAGE = [
    b"",
    b"[]",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"request": {}}',
    b'{"request": {"rules": "traditional", "hand": ""}}',
    b'{"request": {"rules": "traditional", "hand": ""}, "entries": ["1q"]}',
    b'{"request": {"rules": "nmjl", "hand": ""}, "entries": []}',
]
SOUND = EMPTY.save()


@pytest.mark.parametrize("saved", GARBAGE, ids=lambda saved: repr(saved[:30]))
def test_what_is_no_draft_is_a_value_error(saved):
    with pytest.raises(ValueError):  # noqa: PT011 - the message is for a log
        Draft.load(saved)


@pytest.mark.parametrize("key", msgspec.json.decode(SOUND))
@pytest.mark.parametrize(
    "value", [None, True, -1, 2.5, "x", "", [], [1], {}, {"a": 1}, ["1m", None], 10**18, "E" * 3000]
)
def test_wrong_values_in_a_saved_draft(key, value):
    found = msgspec.json.decode(SOUND)
    found[key] = value
    check_load(msgspec.json.encode(found))
    del found[key]
    with pytest.raises(ValueError):  # noqa: PT011
        Draft.load(msgspec.json.encode(found))


def check_load(saved):
    try:
        draft = Draft.load(saved)
    except ValueError:
        return
    look(draft)
    assert Draft.load(draft.save()) == draft


def test_an_older_draft_file_of_an_american_hand_is_read():
    """What earlier versions wrote is on people's disks."""
    saved = (
        b'{"rules":"nmjl","card":"companion","entries":["3s","J","(22JJs)","F"],"tile":"3s","by":"draw","seat":"W",'
        b'"discards":null}'
    )
    draft = AmericanDraft.load(saved)
    assert (str(draft.hand), str(draft.tile), str(draft.by), str(draft.seat)) == ("3s F J (22JJs)", "3s", "draw", "W")
    assert draft.save() == saved


def test_an_american_draft_keeps_the_rules_of_the_house():
    rules = Ruleset("kemp-american")
    house = options_for(rules, {"singles_and_pairs": "plain"})
    draft = AmericanDraft(rules, house=house, house_name="Kitchen")
    assert AmericanDraft.load(draft.save()) == draft
    assert AmericanDraft.load(AmericanDraft(rules, house=options_for(rules)).save()) == AmericanDraft(rules)
    with pytest.raises(ValueError, match="singles_and_pairs"):
        AmericanDraft.load(draft.save().replace(b'"plain"', b"7"))


@pytest.mark.parametrize("by", sorted(Ruleset("classical").win_types))
def test_feats_that_the_way_to_win_rules_out_are_forgotten_and_the_others_stay(by):
    seat = Wind.SOUTH if by is By.FIRST_DISCARD else Wind.EAST
    won = Draft(Ruleset("classical"), seat=seat, by=by, feats=frozenset(feat.id for feat in FEATS)).without_conflicts()
    assert won.by is by
    assert won.feats == {feat.id for feat in FEATS if by in feat.wins}
    assert Draft(Ruleset("classical"), seat=seat, by=by).without_conflicts().feats == frozenset()


@pytest.mark.parametrize(
    ("before", "said", "seat", "by"),
    [
        ("E", "123c 456d rrr 111b 99b, West, first discard 9 bam", "W", "first-discard"),
        ("W", "123c 456d rrr 111b 99b, East seat, as dealt", "E", "deal"),
        ("E", "123c 456d rrr 111b 99b, West, as dealt", "W", None),
    ],
)
def test_how_it_was_won_goes_with_the_seat_that_is_said(before, said, seat, by):
    draft = Draft(Ruleset("traditional"), seat=Wind(before)).pasted(said)
    assert (draft.seat, draft.by) == (seat, by)

"""Holding hands against lines: what stands where, what is missing, what is dead. RULES 3."""

import pickle

import pytest

from mjcompanion.american.hand import AmericanHand, Exposure, problems_of
from mjcompanion.american.line import Line
from mjcompanion.american.match import Matcher
from mjcompanion.core.errors import RuleError
from mjcompanion.core.notation import NotationStyle, read_tiles, write
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.parsing.pattern import read_pattern


def matcher(*lines, anywhere=False):
    """A matcher for these patterns; an entry may add fields to its pattern."""
    made = []
    for number, line in enumerate(lines, 1):
        pattern, fields = (line, {}) if isinstance(line, str) else line
        fields = {"value": 25, **fields}
        read = read_pattern(pattern, fields.pop("shift", 0), jokers_anywhere=anywhere)
        made.append(Line(number=number, section="A", pattern=pattern, builds=read.builds, **fields))
    return Matcher(made)


def readings(found, text):
    return [(one.line.number, " ".join(map(str, one.sets))) for one in found.readings(AmericanHand.parse(text))]


def near(found, text, seen="", top=5):
    return found.nearest(AmericanHand.parse(text), read_tiles(seen), top)


# --- the hand ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(22JJs) 1234m 55z FFF", "1234m55z FFF (22JJs)"),
        ("JJ 9s 1m F 1f 4y", "1m9s1f4y F JJ"),
        ("(JF1f) (FFFJ) (3y1fJ)", "(1FJf) (1f3Jy) (FFFJ)"),
        ("🀙🀙 🀪 plum", "11p1f J"),
        ("(5 bam, 5 bam, joker) east flower", "1z F (55Js)"),
        ("(777z) (222m)", "(222m) (777z)"),
        ("", ""),
    ],
)
def test_hands_are_read_and_written(text, written):
    hand = AmericanHand.parse(text)
    assert sorted(map(str, AmericanHand.parse(written).tiles)) == sorted(map(str, hand.tiles))
    assert str(AmericanHand.parse(written)) == str(hand)
    for style in NotationStyle:
        again = AmericanHand.parse(hand.write(style, Terms(white="soap", bamboos="bams")))
        assert again == hand
        assert hash(again) == hash(hand)
    assert pickle.loads(pickle.dumps(hand)) == hand


def test_what_is_laid_out():
    laid = Exposure.parse("(12Jf)")
    assert (str(laid.tile), laid.count, laid.jokers, laid.is_run) == ("F", 3, 1, True)
    assert not Exposure.parse("(123m)").is_run
    assert not Exposure.parse("(JJJ)").is_run
    with pytest.raises(ValueError, match="at least one"):
        Exposure(())
    with pytest.raises(RuleError, match="isn’t a set of matching tiles"):
        Exposure.parse("(11m) (22m)")


def test_the_set_of_the_winning_discard_may_be_short():
    hand = AmericanHand.parse("(55z) (333m)")
    assert not list(problems_of(hand, (), claimed=Tile.parse("5z")))
    assert [one.code for one in problems_of(hand, (), claimed=Tile.parse("3m"))] == ["short-run"]
    assert [one.code for one in problems_of(AmericanHand.parse("(55z) (5z)"), (), claimed=Tile.parse("5z"))] == [
        "short-run"
    ]
    assert not list(problems_of(AmericanHand.parse("(F)"), (), claimed=Tile.parse("3y")))


# --- Mah Jongg -----------------------------------------------------------------------------------------------------


def test_flowers_by_any_name():
    assert readings(matcher("FFFF 2222a 4444b 66c"), "1f2f3y F 2222m 4444p 66s") == [(1, "FFFF 2222m 4444p 66s")]
    assert readings(matcher("FFFF 2222a 4444b 66c"), "(12Jf F) 2222m 4444p 66s") == [(1, "(FFFJ) 2222m 4444p 66s")]


def test_what_to_discard():
    found = matcher("FFFF 2222a 4444b 66c", "FFFF 2222a 4444b 88c")
    assert write(near(found, "FFFF 2222m 44p 66s 8s1z").discards) == "1z8s"
    assert write(near(found, "FFFF 2222m 4444p 6s J").discards) == "J"


def test_no_lines_at_all():
    assert readings(Matcher([]), "FF 2222m 4444p 66s 88s") == []
    assert near(Matcher([]), "FF").lines == ()


# --- nearest -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seen", "away", "why"),
    [
        ("FF (444z) 1111z 77z 6z8s", "", 2, "No set of this line is 444z."),
        ("FF (4444z) (111z) 77z 6z", "", 2, "No set of this line is 111z."),
        ("FF (44J4z) (1111z) (777z)", "", 2, "No set of this line is 777z."),
        ("F 4444z 1111z 77z 66z", "FFFFFFF", 1, "It takes 2 × flower, and only 1 can still be drawn."),
        ("FF 44z 1111z 77z 66z 9s", "44z JJJJJJJ", 2, "It takes 2 × joker, and only 1 can still be drawn."),
        ("FF 4444z 1111z 77z 6z9s", "666z", 1, "It takes 2 × green dragon, and only 1 can still be drawn."),
        ("FF (4444z) 111z 77z 66z", "1z JJJJJJJJ", 1, "It takes 1 × joker, and only 0 can still be drawn."),
    ],
)
def test_dead_lines(text, seen, away, why):
    found = near(matcher("FF NNNN EEEE RR GG"), text, seen)
    assert found.lines == ()
    assert [(one.away, one.dead.sentence()) for one in found.dead] == [(away, why)]


def test_each_dead_line_names_the_set_that_is_none_of_its_own():
    lines = ("FFFF 2222a 4444b 66c", "FF NNNN EEEE RR GG", "FF SSSS EEEE RR GG")
    found = near(matcher(*lines), "FF (4444z) (1111z) 77z 66z")
    assert [line.line.number for line in found.lines] == [2]
    assert {one.line.number: one.dead.sentence() for one in found.dead} == {
        1: "No set of this line is 1111z.", 3: "No set of this line is 4444z."
    }  # fmt: skip


def test_sets_that_do_not_stand_together():
    found = near(matcher("FF NNNN/EEEE WWWW RR GG"), "FF (4444z) (1111z) 77z 66z")
    assert found.lines == ()
    assert [(one.away, one.dead.sentence()) for one in found.dead] == [
        (4, "The exposed sets don’t go together in this line.")
    ]


def test_dead_lines_are_told_only_as_far_as_living_ones():
    found = matcher("FFFF 2222a 4444b 66c", ("FFFF 1111a 3333b 99c", {"concealed": True}), "NNNN EEEE WWWW SS")
    told = near(found, "(FFFF) 2222m 4444p 9s", top=1)
    assert [one.line.number for one in told.lines] == [1]
    assert told.dead == ()
    told = near(found, "(FFFF) 2222m 4444p 9s", top=3)
    assert [one.line.number for one in told.lines] == [1]
    assert [one.line.number for one in told.dead] == [2, 3]


def test_fewer_tiles_and_impossible_ones():
    found = matcher("FFFF 2222a 4444b 66c")
    assert near(found, "").lines[0].away == 14
    assert near(found, "22m").lines[0].away == 12
    assert near(found, "22222m").lines == ()
    assert near(found, "(123m)").lines == ()
    assert near(found, "JJJJJJJJJ").lines == ()


def test_a_joker_laid_out_is_there_for_who_has_the_real_tile():
    """Five alike need a joker; the seven others are gone."""
    found = matcher("FFF 22222a 4444b 66c")
    hand, jokers = AmericanHand.parse("(444Jp) 2222m"), "JJJJJJJ"
    assert [found.is_alive(hand, read_tiles(seen)) for seen in ("", jokers, f"{jokers} 4p")] == [True, True, False]


def test_a_hand_that_has_nothing_of_any_line_is_close_to_all_of_them():
    found = matcher("FFFF 2222a 4444b 66c", "NNNN EEE WWW SSSS")
    builds = sum(len(line.builds) for line in found.lines)
    for hand, far in (("", 14), ("1357m", 14), ("1z", 13)):
        close = found.close(AmericanHand.parse(hand), most=builds)
        assert len(close) == builds
        assert (close[0].away, close[-1].away) == (far, 14)
        assert [one.away for one in close] == sorted(one.away for one in close)
    assert len(found.close(AmericanHand.parse("1357m"), most=3)) == 3
    assert len(found.close(AmericanHand.parse(""), most=builds, jokerless=True)) == builds

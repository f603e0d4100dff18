"""What is said in the virtual games in another language: no English word is left in it."""

import functools
import itertools
import json

import pytest

from mjcompanion.core.tiles import JOKER, Tile, Wind
from mjcompanion.i18n.translation import use
from mjcompanion.solitaire import advice, coach
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.record import check_record, record_bytes, write_record
from mjcompanion.solitaire.transcript import course
from tests.plain import assert_said, plain

from . import chance

RULES = ("kemp-chinese", "kemp-american", "simple")
E, S = Wind.EAST, Wind.SOUTH
RED, NORTH, PLUM = map(Tile.parse, ("7z", "4z", "1f"))


@functools.cache
def moments(rules, seed=3):
    """Every moment of a game played at random."""
    return chance.moments_of(rules, seed)


def decisions(rules, most, seeds=(3,)):
    """The moments at which the person decides, so many of each phase."""
    seen = {}
    for game in itertools.chain.from_iterable(moments(rules, seed)[0] for seed in seeds):
        if game.waits_for_person:
            seen.setdefault((game.phase, getattr(game, "stage", "")), []).append(game)
    return [game for games in seen.values() for game in games[:: max(1, len(games) // most)]]


def dues(games):
    """A moment for each kind of move that comes by itself."""
    return list({game.forced().do: game for game in games if game.forced() is not None}.values())


@pytest.mark.usefixtures("pseudo")
class TestMoves:
    @pytest.mark.parametrize("rules", RULES)
    def test_why_not(self, rules):
        every, told = moments(rules)[0], set()
        for game in [*decisions(rules, 2), *every[:80:40], *dues(every), every[-1]]:
            hand = game.holding(game.person).hand
            lying = tuple(one.tile for one in game.pile[-1:])
            sets = [(), hand[:1] * 3, hand[:3], hand[:2][::-1], lying + hand[:2], lying + (JOKER,) * 2]
            moves = [Move(game.turn, *of) for of in itertools.product(Do, {None, PLUM, *hand[:1], *lying}, sets)]
            for move in [*moves, Move(S, Do.DISCARD, PLUM)]:
                problem = game.why_not(move)
                told |= set() if problem is None else {problem.sentence()}
        assert len(told) > 100
        assert_said(told)

    @pytest.mark.parametrize("rules", RULES)
    def test_the_course_of_a_game(self, rules):
        for seed in (3, 4):
            every, played = moments(rules, seed)
            lines = list(course(every[0], list(zip(played.moves, every[1:], strict=True))))
            assert len(lines) > 20
            assert_said([lines[0]] if rules == "simple" else lines[:2])
            assert not [line for line in lines if plain(line)]


@pytest.mark.usefixtures("pseudo")
class TestCoaches:
    @pytest.mark.parametrize(("rules", "most", "seeds"), [
        ("kemp-chinese", 30, (3, 4, 5)), ("kemp-american", 4, (3,)), ("simple", 60, range(3, 9)),
    ])  # fmt: skip
    def test_advice(self, rules, most, seeds):
        matcher = getattr(moments(rules)[0][0], "matcher", None)
        codes = set()
        for game in decisions(rules, most, seeds):
            found = coach.advise(game.view(game.person), matcher)
            reasons = [*found.reasons, *[reason for one in found.moves for reason in one.reasons]]
            codes |= {reason.code for reason in reasons}
            patterns = [] if matcher is None else [line.pattern for line in matcher.lines]
            assert_said([reason.sentence() for reason in reasons], patterns)
            if rules == "kemp-chinese" and found.targets:
                assert_said([target.describe() for target in found.targets])
        assert len(codes) > 5

    def test_targets(self):
        of = itertools.product((None, 2), (True, False), (True, False), ((), (RED,), (RED, NORTH)))
        for suit, honours, only, pungs in of:
            target = advice.Target(away=3, suit=suit, honours=honours, only_honours=only, pungs=pungs)
            assert_said([target.describe()])


class TestRecords:
    @pytest.mark.parametrize("rules", RULES)
    def test_a_record_is_english_in_every_language(self, pseudo, rules):
        """So it is read again in any other."""
        every, played = chance.won_by_chance(rules, 3) if rules == "simple" else moments(rules)
        there = record_bytes(write_record(played, every[-1]))
        use("en", "GB")
        assert record_bytes(write_record(played, every[-1])) == there
        use("pseudo")
        assert check_record(json.loads(there))[1] == every[-1]
        assert pseudo("The game isn’t over.") not in every[5].result()["error"]

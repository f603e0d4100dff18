"""The language of patterns: what can be written, every way to make it, everything that can be wrong. RULES 3."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Tile
from mjcompanion.parsing.pattern import LONGEST_PATTERN, MOST_WAYS, Budget, Run, jokers_needed, read_pattern

DRAGON = {"m": "7z", "p": "5z", "s": "6z"}
PLAIN = {"0": "5z", "N": "4z", "E": "1z", "W": "3z", "S": "2z", "R": "7z", "G": "6z", "F": "F"}


def naive(text, shift=0, *, jokers_anywhere=False):
    """Every way to make a pattern of plain groups, straight from the rules: sets of (tile, count, jokers)."""
    found = set()
    for suits, numbers, winds, dragons in itertools.product(
        itertools.permutations("mps"),
        itertools.permutations("123456789", 2) if set("nk") & set(text) else [()],
        itertools.permutations(("1z", "2z", "3z", "4z")) if set("wvut") & set(text) else [()],
        itertools.permutations(("5z", "6z", "7z")) if set("xyz") & set(text) else [()],
    ):
        stands = dict(zip("abcnk", (*suits, *(numbers or "12")), strict=True))
        stands |= dict(zip("wvut", winds, strict=bool(winds))) | dict(zip("xyz", dragons, strict=bool(dragons)))
        for step in range(-8, 9):
            if step % shift if shift else step:
                continue
            runs = [run for word in text.split() for run in naive_runs(word, stands, step, jokers_anywhere)]
            if all(tile for tile, _, _ in runs) and can_be_made(runs):
                found.add(tuple(sorted(runs)))
    return found


def naive_runs(word, stands, step, jokers_anywhere):
    bare = word.rstrip("=!")
    suit = stands[bare[-1]] if bare[-1] in "abc" else ""
    for symbol, equal in itertools.groupby(bare[:-1] if suit else bare):
        size = len(list(equal))
        if symbol in "123456789":
            number = int(symbol) + (0 if "=" in word else step)
            tile = f"{number}{suit}" if 1 <= number <= 9 else None
        elif symbol in "nk":
            tile = f"{stands[symbol]}{suit}"
        else:
            tile = DRAGON[suit] if symbol == "D" else PLAIN.get(symbol) or stands[symbol]
        yield tile, size, "!" not in word and (size >= 3 or jokers_anywhere)


def can_be_made(runs):
    needed = 0
    for face in {tile for tile, _, _ in runs}:
        copies = 8 if face == "F" else 4
        bare = sum(size for tile, size, jokers in runs if tile == face and not jokers)
        every = sum(size for tile, size, _ in runs if tile == face)
        if bare > copies:
            return False
        needed += max(0, every - copies)
    return needed <= 8


def builds(text, shift=0, **rules):
    pattern = read_pattern(text, shift, **rules)
    found = {tuple(sorted((str(run.tile), run.count, run.jokers) for run in one.runs)) for one in pattern.builds}
    assert len(found) == len(pattern.builds)
    assert all(sum(run.count for run in one.runs) == 14 and sum(one.sizes) == len(one.runs) for one in pattern.builds)
    return found


def problems(text, shift=0, **rules):
    with pytest.raises(RuleError) as caught:
        read_pattern(text, shift, **rules)
    return [problem.sentence() for problem in caught.value.problems]


class TestWhatCanBeWritten:
    @pytest.mark.parametrize(
        ("text", "shift", "count"),
        [
            ("1111a 1111b 1111c FF", 2, 5),
            ("2026a= 1111a DDDDb NN", 1, 54),
            ("FFF 222a/444a/666a DDDDa DDDDb", 0, 18),
            ("NNNN/SSSS EE WW DDDDa 0/R 0/G", 0, 24),
            ("NNNN EE WW SSSS FF | EEEE NN SS WWWW FF", 0, 2),
            ("FF 1111a + 6666a = 7777a", 0, 3),
        ],
    )
    def test_builds_are_counted(self, text, shift, count):
        assert len(builds(text, shift)) == count

    def test_the_pattern_as_written_comes_first(self):
        assert str(read_pattern("55a 666a 7777a 888a 99a", 1).builds[0]) == "55m 666m 7777m 888m 99m"

    def test_runs_are_equal_neighbours_inside_a_group(self):
        (one, *_) = read_pattern("11a 2a 1212a FF FF DDDa").builds
        assert [run.count for run in one.runs] == [2, 1, 1, 1, 1, 1, 2, 2, 3]
        assert one.groups[2] == tuple(Run(Tile.parse(face), 1, False) for face in ("1m", "2m", "1m", "2m"))

    def test_marks_in_any_order(self):
        assert builds("2026a=! 1111b 1111c FF", 1) == builds("2026a!= 1111b 1111c FF", 1)

    def test_groups_are_as_written(self):
        groups = read_pattern("FF 22a/44b! 66a × 2026c= = 8888c | FFFF NEWS 222222c", 0).groups
        assert [(one.joint, one.text) for one in groups] == [
            ("", "FF"),
            ("", "22a"),
            ("/", "44b!"),
            ("", "66a"),
            ("×", "2026c="),
            ("=", "8888c"),
            ("|", "FFFF"),
            ("", "NEWS"),
            ("", "222222c"),
        ]
        assert [one.place for one in groups][:4] == [0, 3, 7, 12]

    def test_moves_and_pairs_are_told(self):
        assert read_pattern("FFFF 2222a 4444b 66c", 1).moves
        assert not read_pattern("123456789a FFFF Da", 1).moves
        assert not read_pattern("FFFF 2222a= 4444b= 66c=", 1).moves
        assert read_pattern("11223344556677a", 1).pairs_only
        assert not read_pattern("1122334455666a F").pairs_only


class TestAgainstTheRules:
    """The same ways as a slow and obvious reading of the rules finds."""

    @pytest.mark.exhaustive(keep=9)
    @pytest.mark.parametrize("anywhere", [False, True])
    @pytest.mark.parametrize(
        ("text", "shift"),
        [
            ("FFFF 2222a 4444b 66c", 0),
            ("0000 DDDDa 2026b= 11a", 1),
            ("11a 222a 3333a 444a 55a", 1),
            ("nnna kkkb wwww xxx Da", 0),
            ("nna 11a= 3333a DDDb NN kb", 2),
            ("wv wv utut xyz xyz", 0),
            ("0NEWSRGFFFFFFF", 0),
            ("0000! DDDDa! 222a 444a", 0),
            ("11111a 11111b DDDDc", 1),
            ("111111a 111111a 11a", 0),
            ("999999a! FFFFF 222b", 0),
        ],
    )
    def test_chosen_patterns(self, text, shift, anywhere):
        assert builds_or_nothing(text, shift, anywhere) == naive(text, shift, jokers_anywhere=anywhere)

    def test_random_patterns(self):
        made = random.Random(20260)
        for _ in range(400):
            text, shift = random_pattern(made), made.choice([0, 0, 1, 2, 3])
            anywhere = made.random() < 0.3
            assert builds_or_nothing(text, shift, anywhere) == naive(text, shift, jokers_anywhere=anywhere), text


def builds_or_nothing(text, shift, anywhere):
    try:
        return builds(text, shift, jokers_anywhere=anywhere)
    except RuleError as error:
        assert [problem.code for problem in error.problems] == ["pattern-impossible"], text
        return set()


def random_pattern(made):
    groups, left = [], 14
    free = made.choice(["", "", "", "w", "x", "n"])
    while left:
        size = min(left, made.choice([1, 2, 2, 3, 3, 4, 4, 5, 6]))
        left -= size
        if made.random() < 0.65:
            pool = "123456789D" + ("nk" if free == "n" else "")
            symbols = (
                "".join(made.choice(pool) for _ in range(size)) if made.random() < 0.3 else made.choice(pool) * size
            )
            mark = made.choice(["", "", "", "=", "!"])
            groups.append(f"{symbols}{made.choice('abc')}{mark}")
        else:
            pool = "0FNEWSRG" + {"w": "wv", "x": "xyz"}.get(free, "")
            groups.append(made.choice(pool) * size)
    return " ".join(groups)


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("text", "code", "place"),
        [
            ("", "pattern-empty", 0),
            ("FFFF 2222a 4444b 666c", "pattern-count", 1),
            ("FFFFFFFFFFFFFFF", "pattern-count", 1),  # and not that no set has so many flowers
            ("FFFF 2222a 4444b 66c | FFFF", "pattern-count", 24),
            ("FFFF 2222 4444b 66c", "pattern-no-suit", 6),
            ("FFFFa 2222a 4444b 66c", "pattern-idle-suit", 1),
            ("FFFF 2222A 4444b 66c", "pattern-symbol-why", 10),
            ("FFFF 22a2a", "pattern-symbol-why", 8),
            ("JJJJ", "pattern-symbol-why", 1),
            ("22a a", "pattern-no-symbols", 5),
            ("22a!!", "pattern-symbol-why", 4),
            ("| 22a", "pattern-joint", 1),
            ("22a /", "pattern-joint", 5),
            ("22a / / 33a", "pattern-joint", 7),
            ("22a/333a FFFF", "pattern-choices", 1),
            ("22222a! FFFF NEWS 0", "pattern-impossible", 0),
            ("FFFFFFFFF! 11111a", "pattern-impossible", 0),
            ("nnna kkkb wvut xyz 1c", "pattern-ways", 0),
            ("F\x00", "pattern-symbol", 2),
        ],
    )
    def test_each_fault_has_its_code_and_place(self, text, code, place):
        with pytest.raises(RuleError) as caught:
            read_pattern(text)
        problem = caught.value.problems[0]
        assert (problem.code, problem.place) == (code, place)

    def test_all_faults_are_told_at_once(self):
        assert len(problems("2222 fF a 33B")) == 4
        assert len(problems("|" * 300)) == 10

    def test_a_pattern_of_two_of_which_one_can_not_be_made(self):
        (one,) = problems("FFFF 2222a 4444b 66c | 22222a! FFFF NEWS 0")
        assert one.startswith("No set of tiles can make this: 5 × 2")

    def test_the_longest(self):
        assert "Z" not in problems("Z" * LONGEST_PATTERN + "Z")[0]
        assert len(problems("Z" * LONGEST_PATTERN)) == 10

    def test_few_enough_ways_are_taken(self):
        assert len(read_pattern("nnnna kkkkb 11c DDDDa", 1).builds) <= MOST_WAYS
        assert "ways" in problems(" ".join(["F/N/E/W"] * 14))[0]
        budget = Budget(10, 10)
        assert len(read_pattern("FFFF 2222a 4444b 66c", budget=budget).builds) == 6
        with pytest.raises(RuleError, match="more than 10 ways"):
            read_pattern("FFFF 2222a 4444b 66c", budget=budget)
        assert budget.left == 4

    @given(st.text("0123456789DFNEWSRGabcnkwvutxyz=!/|+ ×Aé\x00", max_size=60), st.integers(0, 8))
    def test_whatever_is_typed_gives_builds_or_sentences(self, text, shift):
        try:
            pattern = read_pattern(text, shift)
        except RuleError as error:
            for problem in error.problems:
                assert problem.sentence().endswith(".")
                assert 0 <= problem.place <= len(text) + 1
        else:
            assert pattern.builds
            assert all(sum(run.count for run in one.runs) == 14 for one in pattern.builds)
            assert all(jokers_needed(one.runs) <= 8 for one in pattern.builds)

"""The changes that `tools.mutate` makes."""

import ast

from tools.mutate import Mutant, Sites, Touched, mutants, near

SOURCE = '''
"""A module of 3 lines."""
LIMIT: Final = 300
class Row(Struct, frozen=True):
    places: int = 2
    @cached
    def fits(self, more: int = 4) -> bool:
        """Whether it fits, in é."""
        if not self.places < more <= LIMIT:
            raise ValueError(f"{more + 1}")
        self.seen = more
        self.places += 1
        note("é", more)
        return self.is_new and more in (1, 2.5)
'''
EXPECTED = {
    "300 -> (301)", "2 -> (3)", "4 -> (5)",
    "not self.places < more <= LIMIT -> (self.places < more <= LIMIT)",
    "self.places < more <= LIMIT -> (self.places <= more <= LIMIT)",
    "self.places < more <= LIMIT -> (self.places < more < LIMIT)",
    "raise ValueError(f'{more + 1}') -> pass", "self.seen = more -> pass", "self.places += 1 -> self.places -= 1",
    "self.places += 1 -> pass", "1 -> (2)", "note('é', more) -> pass",
    "return self.is_new and more in (1, 2.5) -> return None",
    "self.is_new and more in (1, 2.5) -> (self.is_new or more in (1, 2.5))",
    "more in (1, 2.5) -> (more not in (1, 2.5))", "2.5 -> (3.5)",
}  # fmt: skip


def test_each_change_is_one_and_can_be_read():
    found = Sites("mjcompanion/wall/x.py", SOURCE).found
    assert {f"{one.before} -> {one.after}" for one in found} == EXPECTED
    whole = ast.unparse(ast.parse(SOURCE))
    for one in found:
        changed = one.apply(SOURCE)
        assert ast.unparse(ast.parse(changed)) != whole
        assert changed.count("\n") == SOURCE.count("\n")
        assert len([1 for was, now in zip(SOURCE.split("\n"), changed.split("\n"), strict=True) if was != now]) == 1
    assert {(one.function, one.starts) for one in found} == {("", 0), ("Row", 0), ("Row.fits", 6)}


def test_there_are_thousands_in_the_engine_and_all_can_be_read():
    every = list(mutants(["wall", "scoring/score.py", "scoring/reading.py"]))
    assert len(every) > 200
    assert {one.package for one in every} == {"wall", "scoring"}
    assert len(list(mutants())) > 5_000


def test_a_change_is_tried_by_the_tests_that_call_its_function_the_quick_ones_first(tmp_path):
    (tmp_path / "1.jsonl").write_text(
        '["fixtures", "tests/wall/test_a.py::test_1", 0.1, [["mjcompanion/wall/dice.py", 30]]]\n'
        '["test", "tests/wall/test_a.py::test_1", 0.9, [["mjcompanion/wall/dice.py", 5]]]\n'
        '["test", "tests/wall/test_a.py::test_2", 0.2, []]\n'
    )
    (tmp_path / "2.jsonl").write_text('["test", "tests/ui/test_b.py::test", 0.5, [["mjcompanion/wall/dice.py", 5]]]\n')
    touched = Touched(tmp_path)

    def tried(starts):
        return touched.of(Mutant("mjcompanion/wall/dice.py", 6, 0, 6, 1, "read", starts, "1", "(2)"))

    assert tried(5) == ["tests/ui/test_b.py::test", "tests/wall/test_a.py::test_1"]
    assert tried(30) == ["tests/wall/test_a.py::test_2", "tests/wall/test_a.py::test_1"]
    assert tried(7) == []
    assert tried(0) == ["tests/wall/test_a.py::test_2", "tests/ui/test_b.py::test", "tests/wall/test_a.py::test_1"]
    mutant = Mutant("mjcompanion/wall/dice.py", 6, 0, 6, 1, "read", 5, "1", "(2)")
    assert [near(mutant, test) for test in tried(0)] == [True, False, True]
    touched.keep(["tests/wall/test_a.py::test_2", "tests/wall/test_gone.py::test"])
    assert touched.seconds == {"tests/wall/test_a.py::test_2": 0.2}
    assert [tried(starts) for starts in (5, 30, 0)] == [[], [*touched.seconds], [*touched.seconds]]

"""Change the engine in small ways and see whether its tests notice.

    python -m tools.mutate                        300 changes, tried by the tests of the nearest folder
    python -m tools.mutate --wide                 what survives those is tried by every test that calls the function
    python -m tools.mutate --count 40 --seed 2 scoring/score.py     40 other changes, of this file

Each change is one comparison, sum, number, truth value, `and`/`or`, `not`, returned value or deleted statement. It is
made in a copy of the tree, in a temporary folder, and tried in a process of its own, first by the tests that call the
changed function, the quickest first, then by the rest of the folder. Printed is each change with its place, and how
many were noticed. The tests try everything, as with `./run test --all`.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("scoring", "table", "american", "solitaire", "wall")
EQUIVALENT: Final = {
    "mjcompanion/solitaire/simple.py _claim: 1 -> (2)": "the tiles of a set are sorted: all are alike, or no two",
    "mjcompanion/solitaire/american.py AmericanGame._claims: return () -> return None": "only whether there are any",
    "mjcompanion/solitaire/policy.py kongs_of: PUNG < code < KONG -> (PUNG < code <= KONG)": "KONG itself is even",
    "mjcompanion/american/match.py Matcher._first: len(chosen) >= top -> (len(chosen) > top)": "looks for more in vain",
    "mjcompanion/american/pattern.py _possible: return needed <= _JOKERS -> return None": "looks at every build",
    "mjcompanion/table/fewest.py _BankSearch.__init__: 1 -> (2)": "one more that is never asked for",
    "mjcompanion/table/fewest.py _Search._try: False -> True": "only gives up the search earlier",
    "mjcompanion/table/table.py _check_texts: 0 -> (1)": "where there is no text, none is too long",
}
"""Changes that change nothing: `Mutant.name` and why."""
LISTING: Final = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
SLACK: Final = 30
"""Seconds of processor time that a run may take beyond five times what its tests take."""

_MOST_MEMORY: Final = 6 << 30
"""Bytes of addresses that a run may take: a changed loop can take all that the machine has."""

_COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_RECKONED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}  # fmt: skip


class Mutant(NamedTuple):
    """One change: the file, the place in it, the function around it, and what stands there before and after."""

    file: str
    line: int
    column: int
    last_line: int
    last_column: int
    function: str
    starts: int
    """The first line of that function, its decorators included; 0 outside of functions."""
    before: str
    after: str

    @property
    def name(self) -> str:
        """What tells it from others, wherever its line moves."""
        return f"{self.file} {self.function}: {self.before} -> {self.after}"

    @property
    def package(self) -> str:
        """The folder of the engine it is in."""
        return self.file.split("/")[1]

    def apply(self, source: str) -> str:
        """The file with this change."""
        lines = source.encode().splitlines(keepends=True)
        head, tail = lines[self.line - 1][: self.column], lines[self.last_line - 1][self.last_column :]
        return b"".join([*lines[: self.line - 1], head, self.after.encode(), tail, *lines[self.last_line :]]).decode()


class Sites(ast.NodeVisitor):
    """Every change that can be made in one file."""

    def __init__(self, file: str, source: str) -> None:
        self.file = file
        self.found: list[Mutant] = []
        self._source = source
        self._function = ""
        self._starts = 0
        self.visit(ast.parse(source))

    def _add(self, node: ast.expr | ast.stmt, changed: ast.expr | ast.stmt | None, *, brackets: bool = True) -> None:
        after = "pass" if changed is None else ast.unparse(changed)
        if brackets and isinstance(changed, ast.expr):
            after = f"({after})"
        assert node.end_lineno is not None  # noqa: S101 – parsed from source
        assert node.end_col_offset is not None  # noqa: S101
        before = ast.unparse(node)
        place = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        self.found.append(Mutant(self.file, *place, self._function, self._starts, before, after))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """The body of a function; its annotations and decorators say nothing that runs."""
        before = self._function, self._starts
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        starts = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        self._function = f"{self._function}.{node.name}".strip(".")
        self._starts = self._starts or starts
        for statement in node.body:
            self.visit(statement)
        self._function, self._starts = before

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """The body of a class; `frozen=True` and the like are for people who change it."""
        before, self._function = self._function, f"{self._function}.{node.name}".strip(".")
        for statement in node.body:
            self.visit(statement)
        self._function = before

    def visit_keyword(self, node: ast.keyword) -> None:
        """What is given by name; `strict` of `zip` guards against mistakes that no input makes."""
        if node.arg != "strict":
            self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The value, not the annotation."""
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Nothing: Python 3.11 doesn't know where in the file its parts stand."""

    def visit_If(self, node: ast.If) -> None:
        """What only type checkers read is left alone."""
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Each of its comparisons turned or moved by one."""
        for at, operator in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[at] = _COMPARED[type(operator)]()
            self._add(node, changed)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """A sum becomes a difference."""
        if type(node.op) in _RECKONED:
            self._add(node, ast.BinOp(node.left, _RECKONED[type(node.op)](), node.right))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """`and` becomes `or`."""
        other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._add(node, ast.BoolOp(other, node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """`not` goes."""
        if isinstance(node.op, ast.Not):
            self._add(node, node.operand)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Another number or truth value."""
        if isinstance(node.value, bool):
            self._add(node, ast.Constant(not node.value), brackets=False)
        elif isinstance(node.value, int | float):
            self._add(node, ast.Constant(node.value + 1))

    def visit_Return(self, node: ast.Return) -> None:
        """Nothing is returned."""
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._add(node, ast.Return(ast.Constant(None)))
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call that isn't made."""
        if isinstance(node.value, ast.Call):
            self._add(node, None)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Added is subtracted; or nothing is."""
        if type(node.op) in _RECKONED:
            self._add(node, ast.AugAssign(node.target, _RECKONED[type(node.op)](), node.value))
        self._add(node, None)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """A field or place that keeps its value."""
        if isinstance(node.targets[0], ast.Attribute | ast.Subscript):
            self._add(node, None)
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        """Goes on below."""
        self._add(node, None)

    def visit_Raise(self, node: ast.Raise) -> None:
        """An error that isn't raised."""
        self._add(node, None)


class Touched:
    """Which tests call which function, and how long each takes."""

    def __init__(self, folder: Path) -> None:
        self.seconds: dict[str, float] = {}
        self._calls: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
        self._files: defaultdict[str, set[str]] = defaultdict(set)
        shared: defaultdict[str, set[tuple[str, int]]] = defaultdict(set)
        for file in folder.glob("*.jsonl"):
            for line in file.read_text(encoding="utf-8").splitlines():
                what, test, seconds, places = json.loads(line)
                called = {(where, number) for where, number in places}
                if what == "fixtures":
                    shared[test.partition("::")[0]] |= called
                else:
                    self.seconds[test] = seconds
                    self._note(test, called)
        for test in self.seconds:
            self._note(test, shared[test.partition("::")[0]])

    def _note(self, test: str, called: set[tuple[str, int]]) -> None:
        for place in called:
            self._calls[place].add(test)
            self._files[place[0]].add(test)

    def keep(self, passed: Iterable[str]) -> None:
        """Forget every other test."""
        self.seconds = {test: self.seconds[test] for test in passed if test in self.seconds}
        for tests in (*self._calls.values(), *self._files.values()):
            tests.intersection_update(self.seconds)

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that call the function around the change, or for a table anything of its file; quick ones first."""
        found = self._calls[mutant.file, mutant.starts] if mutant.starts else self._files[mutant.file]
        return sorted(found, key=lambda test: (self.seconds[test], test))


class Workshop:
    """Copies of the tree, in which the changes are tried, one in each at a time."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.folder, self.jobs = folder, jobs
        self._free: SimpleQueue[Path] = SimpleQueue()

    def prepare(self, tests: Sequence[str]) -> Touched:
        """Copy the tree, find out there what the tests call, and copy it again for each further job.

        A test that fails without any change, watched or chosen by its name, tells nothing: it is left out.
        """
        first = self.folder / "0"
        listed = subprocess.run(LISTING, cwd=ROOT, check=True, capture_output=True)  # noqa: S603
        for name in listed.stdout.decode().split("\0"):
            if name and (ROOT / name).is_file():
                (first / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, first / name)
        touched = self._watched(first, "touched", tests)
        for number in range(self.jobs):
            if number:
                shutil.copytree(first, self.folder / str(number))
            self._free.put(self.folder / str(number))
        passed = [*touched.seconds]
        touched.keep(self._watched(first, "again", [f"@{_asked(first, passed)}"]).seconds)
        print(
            f"{len(touched.seconds)} tests pass by themselves; {len(passed) - len(touched.seconds)} don't.", flush=True
        )
        return touched

    def _watched(self, home: Path, name: str, tests: Sequence[str]) -> Touched:
        """What tests call that pass in a copy."""
        notes = self.folder / name
        notes.mkdir()
        words = ["-p", "tools.touched", "--all", "-n", str(self.jobs), "--dist", "worksteal", *tests]
        done = self._pytest(home, words, {"TOUCHED_INTO": str(notes)}, None)
        if done not in (0, 1):
            sys.exit(f"The tests can't be run in a copy: status {done}.")
        return Touched(notes)

    def notices(self, mutant: Mutant, tests: Sequence[str], seconds: float) -> bool:
        """Whether one of the tests fails, or doesn't end, with this change."""
        home = self._free.get()
        file = home / mutant.file
        source = file.read_text(encoding="utf-8")
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            compiled.unlink()
        try:
            file.write_text(mutant.apply(source), encoding="utf-8")
            words = ["-x", "--all", "-p", "no:xdist", f"@{_asked(home, tests)}"]
            return self._pytest(home, words, {"PYTHONDONTWRITEBYTECODE": "1"}, 5 * seconds + SLACK) != 0
        finally:
            file.write_text(source, encoding="utf-8")
            self._free.put(home)

    def _pytest(self, home: Path, words: Sequence[str], more: dict[str, str], limit: float | None) -> int:
        """Run tests in a copy, and end them and all they started after a time."""
        bare = {"PYTHONPATH": str(home), "QT_QPA_PLATFORM": "offscreen", "TMPDIR": str(home / "tmp"), "HOME": str(home)}
        (home / "tmp").mkdir(exist_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "--ignore=tests/bench", *words]
        given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        run = subprocess.Popen(  # noqa: S603
            command, cwd=home, env={**given, **bare, **more}, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        resource.prlimit(run.pid, resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        try:
            return run.wait(None if limit is None else 4 * limit)  # a machine that does other things too
        except subprocess.TimeoutExpired:
            return -1
        finally:
            with suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            shutil.rmtree(home / "tmp", ignore_errors=True)


def _asked(home: Path, tests: Sequence[str]) -> Path:
    """A file with the names of tests, for pytest to read."""
    file = home / "asked.txt"
    file.write_text("".join(f"{test}\n" for test in tests), encoding="utf-8")
    return file


def mutants(only: Sequence[str] = ()) -> Iterator[Mutant]:
    """Every change, of these files or folders under `mjcompanion`."""
    for package in PACKAGES:
        for file in sorted((ROOT / "mjcompanion" / package).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if not only or any(name.startswith(f"mjcompanion/{one}") for one in only):
                yield from Sites(name, file.read_text(encoding="utf-8")).found


def near(mutant: Mutant, test: str) -> bool:
    """Whether a test stands in the folder that mirrors the change's, or in a docstring there."""
    return test.startswith((f"tests/{mutant.package}/", f"mjcompanion/{mutant.package}/"))


class Trial:
    """Tries the changes and prints what becomes of them."""

    def __init__(self, shop: Workshop, touched: Touched, *, wide: bool) -> None:
        self._shop, self._touched, self._wide = shop, touched, wide

    def __call__(self, mutant: Mutant) -> str:
        """`nearest` or `wide`, whose tests noticed the change, or `survived`, or `equivalent`."""
        said = "equivalent" if mutant.name in EQUIVALENT else self._killer(mutant)
        print(f"{said:10} {mutant.file}:{mutant.line}  {mutant.before!s:.90}  ->  {mutant.after!s:.90}", flush=True)
        return said

    def _killer(self, mutant: Mutant) -> str:
        calling = self._touched.of(mutant)
        first = [test for test in calling if near(mutant, test)]
        folder = [test for test in self._touched.seconds if near(mutant, test) and test not in set(first)]
        if self._fails(mutant, first) or self._fails(mutant, folder):
            return "nearest"
        if self._wide and self._fails(mutant, [test for test in calling if not near(mutant, test)]):
            return "wide"
        return "survived"

    def _fails(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        return bool(tests) and self._shop.notices(mutant, tests, sum(self._touched.seconds[test] for test in tests))


def report(said: Sequence[str]) -> str:
    """How many were noticed."""
    counted = len(said) - said.count("equivalent")
    nearest = said.count("nearest")
    noticed = nearest + said.count("wide")
    return (
        f"{counted} changes that matter, {said.count('equivalent')} that change nothing. Noticed in the nearest "
        f"folder: {nearest} ({nearest / max(counted, 1):.1%}); in all: {noticed} ({noticed / max(counted, 1):.1%})."
    )


def main() -> int:
    """Try them and say what survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="how many changes (300)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--wide", action="store_true", help="try survivors with every test that calls the function")
    parser.add_argument("--list", action="store_true", help="only print the changes")
    parser.add_argument("only", nargs="*", help="files or folders under mjcompanion/")
    asked = parser.parse_args()
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    every = list(mutants(asked.only))
    chosen = random.Random(asked.seed).sample(every, min(asked.count, len(every)))  # noqa: S311
    print(f"{len(chosen)} of {len(every)} changes, seed {asked.seed}", flush=True)
    if asked.list:
        print(*sorted(f"{one.file}:{one.line}  {one.before}  ->  {one.after}" for one in chosen), sep="\n")
        return 0
    packages = sorted({one.package for one in chosen})
    tests = ["tests"] if asked.wide else [f"tests/{one}" for one in packages]
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        shop = Workshop(Path(folder), asked.jobs)
        trial = Trial(shop, shop.prepare([*tests, *(f"mjcompanion/{one}" for one in packages)]), wide=asked.wide)
        print(report(tried(trial, chosen, asked.jobs)))
    return 0


def tried(trial: Trial, chosen: Sequence[Mutant], jobs: int) -> list[str]:
    """What became of the changes; when it is interrupted, of those that were tried by then."""
    said: list[str] = []
    with ThreadPoolExecutor(jobs) as pool:
        found = pool.map(trial, chosen)
        try:
            said.extend(found)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return said


if __name__ == "__main__":
    sys.exit(main())

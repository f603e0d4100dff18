"""The house itself: what is shipped, what is loaded, what set-up promises."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOME = Path(__file__).parents[1]
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SH = shutil.which("sh")
HAND = "123m 456p 99s (777z) [1111s] 1f"


def tree(folder: Path) -> Iterator[Path]:
    """The files of a folder that a person wrote."""
    passing = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "*.pyc")
    for path, folders, names in os.walk(folder):
        folders[:] = set(folders) - passing(path, folders)
        yield from (Path(path, name) for name in set(names) - passing(path, names))


def pins(list_name: str) -> dict[str, str]:
    """Package and version of every line of a list of requirements, with the lists it includes."""
    found: dict[str, str] = {}
    for line in (HOME / "requirements" / f"{list_name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("-r "):
            found |= pins(line.removeprefix("-r ").removesuffix(".txt"))
        elif line and not line.startswith("#"):
            name, version, where = re.fullmatch(r"([\w.-]+)==([\w.]+)(?:; (.+))?", line).groups()
            if where is None or Marker(where).evaluate():
                found[canonicalize_name(name)] = version
    return found


# --- what is pinned --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("list_name", "wanted"),
    [
        ("run", PROJECT["dependencies"]),
        ("dev", PROJECT["optional-dependencies"]["dev"]),
        ("bench", PROJECT["optional-dependencies"]["bench"]),
    ],
)
def test_pins_satisfy_the_project(list_name, wanted):
    pinned = pins(list_name)
    for requirement in map(Requirement, wanted):
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier, requirement


def test_what_the_pinned_packages_need_is_pinned_too():
    pinned = pins("dev")
    for name in pinned:
        for needed in map(Requirement, metadata.requires(name) or ()):
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert pinned[canonicalize_name(needed.name)] in needed.specifier, f"{name} needs {needed}"


# --- what every machine can use --------------------------------------------------------------------------

OF_ONE_MACHINE = re.compile(
    r"(?<![\w.~$}])/(?:home|root|Users|work|tmp)/\w+"  # an absolute path
    r"|files\.pythonhosted\.org|deb\.debian\.org|//[^\s\"']+/simple/?[\"'\s]"  # a host to download from
    r"|(?:index[-_]url|find[-_]links|trusted[-_]host)"
)


def test_no_file_belongs_to_one_machine():
    found = [
        f"{path.relative_to(HOME)}: {match[0]}"
        for path in [*tree(HOME), HOME / ".ci" / "run"]
        for match in OF_ONE_MACHINE.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


# --- ./run -----------------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path):
    """Starts a copy of ./run in an empty folder, with a few tools and the scripts of `fakes` on the PATH."""
    shutil.copy(HOME / "run", tmp_path)
    tools = tmp_path / "bin"
    tools.mkdir()

    def start(*words, fakes=(), **environment):
        for name in ("cat", "dirname", "env", "find", "head", "readlink", "tr", "uname"):
            if not (tools / name).exists():
                (tools / name).symlink_to(shutil.which(name))
        for name, script in dict(fakes).items():
            (tools / name).write_text(f"#!{SH}\n{script}\n", encoding="utf-8")
            (tools / name).chmod(0o755)
        return subprocess.run(
            [SH, tmp_path / "run", *words],
            cwd="/",
            env={"PATH": str(tools), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    return start


DEBIAN_USER = {"id": "echo 1000", "apt-get": "exit 1"}


def test_run_can_be_parsed():
    subprocess.run([SH, "-n", HOME / "run"], check=True)
    subprocess.run(["bash", "-n", HOME / ".ci" / "run"], check=True)


def test_run_help_sets_nothing_up(run, tmp_path):
    done = run("help")
    assert done.returncode == 0
    assert "./run test" in done.stdout
    assert not (tmp_path / ".venv").exists()


def test_without_a_display_run_says_what_works(run, tmp_path):
    done = run()
    assert done.returncode == 1
    assert done.stderr.startswith("There is no display")
    assert f'./run score "{HAND}"' in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("python3", "packages"),
    [
        (None, "python3 python3-venv"),
        # a Debian Python without its venv package
        (
            f'case $2 in *ensurepip*) exit 1 ;; *) exec "{sys.executable}" "$@" ;; esac',
            f"python3.{sys.version_info[1]}-venv",
        ),
    ],
)
def test_a_user_is_told_the_line_to_type(run, python3, packages):
    fakes = DEBIAN_USER | ({"python3": python3} if python3 else {})
    install = f"apt-get install -y --no-install-recommends {packages}"

    done = run("score", HAND, fakes=fakes)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"su - -c 'apt-get update && {install}'"

    done = run("score", HAND, fakes=fakes | {"sudo": "exit 1"})
    assert done.stderr.splitlines()[-1] == f"sudo apt-get update && sudo {install}"


def test_an_old_python_is_named(run):
    old = "case $1 in -V) echo Python 3.9.2 ;; *) exit 1 ;; esac"
    done = run("score", HAND, fakes=DEBIAN_USER | {"python3": old})
    assert done.returncode == 1
    assert done.stderr == "Python 3.11 or newer is needed; here is only Python 3.9.2.\n"


@pytest.mark.skipif(not Path("/etc/ld.so.cache").exists(), reason="a system that keeps no list of its libraries")
def test_libraries_are_looked_for_again_only_when_the_system_has_others(run, tmp_path):
    calls = tmp_path / "calls"
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!{SH}\ncase $* in *CDLL*) word=look ;; *) word=start ;; esac\necho $word >>"{calls}"\n')
    python.chmod(0o755)
    (tmp_path / ".venv" / "ready-run").write_text(f"{tmp_path} {python.resolve()}\n1\n")
    (tmp_path / "requirements").mkdir()
    for name in (".venv/pyvenv.cfg", "requirements/run.txt", "pyproject.toml", "setup.py"):
        (tmp_path / name).touch()

    def start(platform="offscreen"):
        calls.unlink(missing_ok=True)
        done = run(fakes={"cksum": "echo 1", "fc-list": "echo a font"}, QT_QPA_PLATFORM=platform)
        assert (done.returncode, done.stderr) == (0, "")
        return calls.read_text().split()

    assert [start(), start()] == [["look", "start"], ["start"]]
    assert [start("xcb"), start("xcb"), start()] == [["look", "start"], ["start"], ["look", "start"]]
    os.utime(tmp_path / ".venv" / "libraries", (1, 1))
    assert [start(), start()] == [["look", "start"], ["start"]]


def test_every_class_has_a_name_of_its_own():
    names = Counter(
        node.name
        for folder in ("mjcompanion", "ui")
        for path in (HOME / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in names.items() if count > 1] == []

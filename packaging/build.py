"""Builds what people install: source archive, wheel, bundle and Debian package, all into `dist/`.

    python packaging/build.py wheel      the source archive, and the wheel made from it
    python packaging/build.py bundle     the wheel, and one folder with the program, Python and Qt in it
    python packaging/build.py deb        the bundle, and the Debian package of it

Each step takes the one before it; nothing is built from the folder itself, where old files may lie.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

from mjcompanion.core.errors import Problem

HOME = Path(__file__).resolve().parents[1]
DIST = HOME / "dist"
BUILD = HOME / "build"
SHIPPED = {"mjcompanion": "mjcompanion", "ui": "mjcompanion/ui", "resources": "mjcompanion/resources"}
"""Folder here: folder in the wheel, with every file of these."""
SOURCE_ONLY = {".po", ".md"}
"""Catalogues and the texts of the handbook are installed as what is made from them."""
_PASSING = shutil.ignore_patterns(
    "__pycache__", "*.pyc", "*.egg-info", "build", "dist", ".venv", ".git", ".*_cache", ".hypothesis", ".coverage"
)


def say(text: str) -> None:
    """Tell how far it is."""
    sys.stderr.write(f"{text}\n")


def version(home: Path = HOME) -> str:
    """The version of the program, from the one place that holds it."""
    text = (home / "mjcompanion" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise SystemExit("mjcompanion/__init__.py names no version.")
    return found[1]


def run(*words: str | Path, cwd: Path = HOME, **environment: str) -> None:
    """Run a program; where it fails, what it said is shown and all ends."""
    done = subprocess.run(
        words,
        cwd=cwd,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}\n{Path(words[0]).name} failed: {' '.join(map(str, words))}")


# --- source and wheel ----------------------------------------------------------------------------------------------


def sources(home: Path = HOME) -> list[Path]:
    """The files that belong to the program, from here: those git knows or would take; without git, all not made."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    if (home / ".git").exists() and shutil.which("git"):
        done = subprocess.run(asked, cwd=home, capture_output=True, check=True)
        names = {Path(name) for name in done.stdout.decode().split("\0") if name}
        return sorted(name for name in names if (home / name).is_file())
    found = []
    for folder, folders, names_here in os.walk(home):
        passing = _PASSING(folder, [*folders, *names_here])
        folders[:] = set(folders) - passing
        found += [Path(folder, name).relative_to(home) for name in set(names_here) - passing]
    return sorted(found)


def copy_sources(target: Path, home: Path = HOME) -> None:
    """A fresh copy of those files."""
    shutil.rmtree(target, ignore_errors=True)
    for name in sources(home):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(home / name, target / name)


def _made(kind: str, source: Path, target: Path) -> Path:
    """What setuptools makes of a folder: `sdist` or `wheel`."""
    target.mkdir(parents=True, exist_ok=True)
    code = (
        f"import sys; from setuptools.build_meta import build_{kind} as b; open(sys.argv[2], 'w').write(b(sys.argv[1]))"
    )
    name = target / ".name"
    run(sys.executable, "-c", code, target, name, cwd=source)
    path = target / name.read_text(encoding="utf-8")
    name.unlink()
    return path


def build_sdist(target: Path = DIST, work: Path = BUILD, home: Path = HOME) -> Path:
    """The source archive."""
    copy_sources(work / "source", home)
    return _made("sdist", work / "source", target)


def build_wheel(sdist: Path, target: Path = DIST, work: Path = BUILD) -> Path:
    """The wheel, made from the source archive and from nothing else."""
    shutil.rmtree(work / "unpacked", ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # which Python has from 3.11.4 on
        archive.extractall(work / "unpacked")
    (unpacked,) = (work / "unpacked").iterdir()
    return _made("wheel", unpacked, target)


def shipped(names: Iterable[Path]) -> set[str]:
    """Of the program's files, those that are installed, as they are called in the wheel."""
    found = set()
    for name in names:
        if name.parts[0] in SHIPPED and len(name.parts) > 1 and name.suffix not in SOURCE_ONLY:
            found.add(f"{SHIPPED[name.parts[0]]}/{'/'.join(name.parts[1:])}")
    return found


def missing_from_sdist(sdist: Path, home: Path = HOME) -> list[str]:
    """Files of the program that the source archive lacks."""
    with tarfile.open(sdist) as archive:
        there = {name.partition("/")[2] for name in archive.getnames()}
    return sorted({name.as_posix() for name in sources(home)} - there)


def missing_from_wheel(wheel: Path, home: Path = HOME) -> list[str]:
    """Files of the program that the wheel lacks."""
    with ZipFile(wheel) as archive:
        return sorted(shipped(sources(home)) - set(archive.namelist()))


# --- bundle --------------------------------------------------------------------------------------------------------


def platform_name() -> str:
    """What this machine is called in file names: `linux-x86_64`."""
    import platform

    return f"linux-{platform.machine().lower()}"


def bundle_python(wheel: Path, work: Path = BUILD) -> Path:
    """A Python with PyInstaller and the packages of `requirements/bundle.txt`, in which the wheel is installed."""
    venv = work / "venv"
    python = venv / "bin" / "python"
    lists = b"".join((HOME / "requirements" / name).read_bytes() for name in ("run.txt", "bundle.txt"))
    ready = venv / "ready"
    if not ready.exists() or ready.read_bytes() != lists:
        say("Setting up an environment for the bundle.")
        shutil.rmtree(venv, ignore_errors=True)
        run(sys.executable, "-m", "venv", venv)
        run(python, "-m", "pip", "install", "-q", "--no-input", "-r", HOME / "requirements" / "bundle.txt")
        ready.write_bytes(lists)
    run(python, "-m", "pip", "install", "-q", "--no-input", "--no-deps", "--force-reinstall", wheel)
    return python


def build_bundle(wheel: Path, target: Path = DIST, work: Path = BUILD) -> Path:
    """One folder with the program in it and all it needs."""
    python = bundle_python(wheel, work)
    say("Making the bundle.")
    made = work / "pyinstaller"
    shutil.rmtree(made, ignore_errors=True)
    words = ["--noconfirm", "--clean", "--log-level", "WARN", "--distpath", made / "dist", "--workpath", made / "work"]
    spec = HOME / "packaging" / "mjcompanion.spec"
    run(python, "-m", "PyInstaller", *words, spec, cwd=work, PYTHONHASHSEED="1")
    bundle = target / f"mjcompanion-{version()}-{platform_name()}"
    shutil.rmtree(bundle, ignore_errors=True)
    target.mkdir(parents=True, exist_ok=True)
    shutil.move(made / "dist" / "mjcompanion", bundle)
    lost = missing_from_bundle(bundle, python, work / "source")
    if lost:
        raise SystemExit(f"The bundle lacks {', '.join(lost)}.")
    strip(bundle)
    unpack_support(bundle, python)
    try_out(bundle)
    import inside

    inside.write(bundle, python)
    return bundle


def strip(bundle: Path) -> None:
    """Take what only helps to find faults in C out of Python and its extension modules; a quarter of the package.

    Libraries that wheels bring in folders of their own, and Qt, come without it, or would not bear it.
    """
    if not shutil.which("strip"):
        return
    spared = ("psycopg", "PySide6", "shiboken6")
    kinds = ("_internal/**/*.cpython-*.so", "_internal/**/*.abi3.so", "_internal/libpython*")
    for path in [path for kind in kinds for path in bundle.glob(kind)]:
        if not path.is_symlink() and not any(word in str(path.relative_to(bundle)) for word in spared):
            run("strip", "--strip-unneeded", path)


def missing_from_bundle(bundle: Path, python: Path, home: Path = HOME) -> list[str]:
    """Files of the program that the bundle lacks: its modules are in the archive at the end of the executable."""
    code = (
        "import sys; from PyInstaller.archive.readers import CArchiveReader as R;"
        "a = R(sys.argv[1]); z = next(n for n in a.toc if n.endswith('.pyz'));"
        "print(*a.open_embedded_archive(z).toc, sep='\\n')"
    )
    done = subprocess.run([python, "-c", code, bundle / "mjcompanion"], capture_output=True, text=True, check=True)
    modules = set(done.stdout.split())
    lost = []
    for name in shipped(sources(home)):
        module = name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        there = (bundle / "_internal" / name).is_file() or (name.endswith(".py") and module in modules)
        if not there:
            lost.append(name)
    return sorted(lost)


_UNPACKS = """
import compileall, sys
import shiboken6
from shibokensupport.signature import loader
loader.__loader__.zfile.extractall(sys.argv[1])
mode = __import__("py_compile").PycInvalidationMode.UNCHECKED_HASH
sys.exit(not compileall.compile_dir(sys.argv[1], quiet=1, stripdir=sys.argv[2], invalidation_mode=mode))
"""


def unpack_support(bundle: Path, python: Path) -> None:
    """Put PySide6's own modules in Python beside its library, compiled; else it compiles them at every start.

    They are packed into that library as text; where `files.dir` lies beside it, it takes what is there. That saves a
    fifth of the time until a window with nothing in it shows.
    """
    run(python, "-I", "-c", _UNPACKS, bundle / "_internal" / "shiboken6" / "files.dir", bundle)


def try_out(bundle: Path) -> None:
    """Have the bundle do what needs one of its parts each; stops where it can't."""
    starter = str(bundle / "mjcompanion")
    hand = "123m 456p 99s (777z) [1111s] 1f"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        here = {"MJCOMPANION_DATA": name, "QT_QPA_PLATFORM": "offscreen"}

        def done(*words: str | Path) -> None:
            run(starter, *words, cwd=folder, **here)

        said = subprocess.run([starter, "--version"], capture_output=True, text=True, check=True).stdout
        if version() not in said.split():
            raise SystemExit(f"The bundle calls itself {said.strip()}, and this is {version()}.")
        done("score", hand)
        (folder / "many.jsonl").write_text(f'{{"hand": "{hand}"}}\n' * 2_000, encoding="utf-8")
        done("score", "--jsonl", "many.jsonl")  # several processes
        done("form", "kemp-chinese", "--out", "card.pdf")  # reportlab
        done("solitaire", "--rules", "kemp-american", "--seed", "7", "--record", "game.json")  # cards
        done("solitaire", "--rules", "kemp-chinese", "--games", "4", "--jobs", "2")
        shutil.copy(HOME / "tests" / "data" / "ledger-0009.db", folder / "old.db")
        done("--ledger", folder / "old.db", "ledger", "check")  # SQLAlchemy
        server = "postgresql://club@127.0.0.1:1/mahjong"
        asked = [starter, "--ledger", server, "ledger", "list"]
        english = {**os.environ, **here, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
        told = subprocess.run(asked, capture_output=True, env=english, check=False).stderr
        if Problem("ledger-no-server", why=server).sentence().encode() not in told:  # psycopg
            raise SystemExit(f"The bundle can't ask PostgreSQL: {told.decode()[:300]}")
        for path in bundle.glob("_internal/mjcompanion/resources/translations/*.mo"):  # words, Babel's dates, fonts
            done("--language", path.stem, "form", "doubling-table", "--out", f"{path.stem}.pdf")
            done("--language", path.stem, "--ledger", folder / "old.db", "ledger", "list")


# --- all together --------------------------------------------------------------------------------------------------


def size(folder: Path) -> int:
    """The bytes in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def build(what: str) -> list[Path]:
    """Build `wheel`, `bundle` or `deb`, with what it is made from; gives what lies in `dist/` now."""
    os.umask(0o022)
    DIST.mkdir(exist_ok=True)
    sdist = build_sdist()
    lost = missing_from_sdist(sdist, BUILD / "source")
    if lost:
        raise SystemExit(f"The source archive lacks {', '.join(lost)}; MANIFEST.in says what it takes.")
    wheel = build_wheel(sdist)
    lost = missing_from_wheel(wheel, BUILD / "source")
    if lost:
        raise SystemExit(f"The wheel lacks {', '.join(lost)}; pyproject.toml says what it takes.")
    made = [sdist, wheel]
    if what != "wheel":
        bundle = build_bundle(wheel)
        say(f"{bundle.name}: {size(bundle) / 1e6:.0f} MB")
        made.append(bundle)
    if what == "deb":
        import debian

        deb = debian.build_deb(made[-1], DIST, BUILD)
        say(f"{deb.name}: {deb.stat().st_size / 1e6:.1f} MB")
        made.append(deb)
    return made


if __name__ == "__main__":
    if sys.argv[1:] not in (["wheel"], ["bundle"], ["deb"]):
        raise SystemExit(__doc__)
    for path in build(sys.argv[1]):
        print(path.relative_to(HOME))

"""What is installed: source archive, wheel, version, desktop files, licences, and what a release refuses."""

import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from email.parser import Parser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import mjcompanion
from mjcompanion.cli import SUBCOMMANDS, commands
from mjcompanion.storage.file_kinds import FileKind, called
from tests.test_house import pins

HOME = Path(__file__).parents[1]
LINUX = HOME / "packaging" / "linux"


@pytest.fixture(scope="module")
def scripts():
    """The programs of `packaging/`, by name; the folder is no package."""
    names = ("build", "icons", "inside", "debian", "launch", "release")
    folder = str(HOME / "packaging")
    sys.path.insert(0, folder)
    try:
        yield {name: importlib.import_module(name) for name in names}
    finally:
        sys.path.remove(folder)
        for name in names:
            sys.modules.pop(name, None)


# --- source archive and wheel ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(scripts, tmp_path_factory):
    """The source archive of this tree, the wheel made from that alone, and the copy they were made from."""
    folder = tmp_path_factory.mktemp("made")
    build = scripts["build"]
    sdist = build.build_sdist(folder / "dist", folder / "work")
    return sdist, build.build_wheel(sdist, folder / "dist", folder / "work"), folder / "work" / "source"


def test_nothing_is_missing(scripts, made):
    sdist, wheel, source = made
    build = scripts["build"]
    assert build.missing_from_sdist(sdist, source) == []
    assert build.missing_from_wheel(wheel, source) == []
    for name in ("ui/new.py", "resources/handbook/new/text.html", "docs/new.md"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text("", encoding="utf-8")
    shipped = ["mjcompanion/resources/handbook/new/text.html", "mjcompanion/ui/new.py"]
    assert build.missing_from_wheel(wheel, source) == shipped
    assert build.missing_from_sdist(sdist, source) == ["docs/new.md", "resources/handbook/new/text.html", "ui/new.py"]


def test_nothing_is_shipped_that_nobody_wrote(made):
    sdist, wheel, _ = made
    with tarfile.open(sdist) as archive, ZipFile(wheel) as zipped:
        names = [*archive.getnames(), *zipped.namelist()]
    assert [name for name in names if re.search(r"__pycache__|\.pyc$|(^|/)(build|dist|\.venv)/", name)] == []


def test_the_version_stands_in_one_place(scripts, made, capsys):
    sdist, wheel, _ = made
    version = mjcompanion.__version__
    assert scripts["build"].version() == version
    assert sdist.name == f"mjcompanion-{version}.tar.gz"
    with ZipFile(wheel) as archive:
        (name,) = [one for one in archive.namelist() if one.endswith(".dist-info/METADATA")]
        assert Parser().parsestr(archive.read(name).decode())["Version"] == version
    with pytest.raises(SystemExit):
        commands(["--version"])
    assert version in capsys.readouterr().out.split()
    written = [
        path
        for path in scripts["build"].sources()
        if path.suffix in {".toml", ".py", ".spec", ".desktop", ".1", ".xml"}
        and path.parts[0] != "tests"
        and re.search(
            rf"(?i)^[\w\s]*version[\W_]*{re.escape(version)}\b", (HOME / path).read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    assert [path.as_posix() for path in written] == ["mjcompanion/__init__.py"]


def test_the_bundle_holds_what_the_program_runs_on():
    pinned = pins("bundle")
    assert pins("run").items() <= pinned.items()
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for needed in map(Requirement, [*project["dependencies"], *project["optional-dependencies"]["postgres"]]):
        assert pinned[canonicalize_name(needed.name)] in needed.specifier
    assert pinned["psycopg"] == pinned["psycopg-binary"] == pins("dev")["psycopg"]


# --- on a desktop ----------------------------------------------------------------------------------------


def test_desktop_file_types_and_metainfo_agree():
    types = ET.parse(LINUX / "mjcompanion.xml").getroot()
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    globs = {one.get("type"): one.find("m:glob", space).get("pattern") for one in types.findall("m:mime-type", space)}
    entry = (LINUX / "mjcompanion.desktop").read_text(encoding="utf-8")
    assert re.search(r"^MimeType=(.*);$", entry, re.MULTILINE)[1].split(";") == list(globs)
    (metainfo,) = LINUX.glob("*.metainfo.xml")
    told = ET.parse(metainfo).getroot()
    assert metainfo.name == f"{told.findtext('id')}.metainfo.xml"
    assert [one.text for one in told.iter("mediatype")] == list(globs)
    assert told.findtext("launchable") == "mjcompanion.desktop"
    endings = {FileKind.CARD: "toml", FileKind.RULES: "toml", FileKind.LEDGER: "json", FileKind.HAND: "json"}
    assert sorted(globs.values()) == sorted(called("*", kind, ending) for kind, ending in endings.items())


def test_the_man_page_names_every_word(scripts):
    page = scripts["debian"].filled("mjcompanion.1").replace("\\-", "-")
    assert "@" not in re.sub(r"\w+://\S+", "", page)
    assert set(re.findall(r"^\.B (\w+)$", page, re.MULTILINE)) - {"mjcompanion"} >= set(SUBCOMMANDS)
    for parameter in commands.params:
        assert parameter.opts[0] in page


@pytest.mark.parametrize("word", ["remove", "upgrade", "purge"])
def test_removal_says_where_the_data_is(word):
    done = subprocess.run(["sh", LINUX / "postrm", word], capture_output=True, text=True, check=True)
    assert ("~/.local/share/mjcompanion" in done.stdout) == (word == "remove")


def test_the_icon_is_the_tile_that_is_drawn(scripts, qapp, tmp_path):
    from PySide6.QtGui import QImage

    from tools.draw_app_icon import FILE, drawn

    assert FILE.read_text(encoding="utf-8") == drawn()
    places = {tmp_path / f"{wide}.png": wide for wide in (16, 256)}
    scripts["icons"].draw(FILE, places)
    for path, wide in places.items():
        image = QImage(str(path))
        assert (image.width(), image.height()) == (wide, wide)
        assert image.pixelColor(0, 0).alpha() == 0
        reds = sum(
            image.pixelColor(x, y).red() > 150 > 2 * image.pixelColor(x, y).green()
            for x in range(wide)
            for y in range(wide)
        )
        assert 0.03 < reds / wide**2 < 0.2


@pytest.mark.parametrize(("before", "after"), [("/opt/lib", "/opt/lib"), (None, None)])
def test_other_programs_find_their_own_libraries(scripts, monkeypatch, before, after):
    monkeypatch.setenv("LD_LIBRARY_PATH", "/of/the/bundle")
    if before:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    scripts["launch"].give_back_library_path()
    assert os.environ.get("LD_LIBRARY_PATH") == after


def test_the_scripts_can_be_parsed():
    for path in (*(HOME / "packaging").glob("*.sh"), LINUX / "postrm"):
        subprocess.run(["sh", "-n", path], check=True)


@pytest.mark.skipif(not shutil.which("dpkg"), reason="for Debian")
def test_a_candidate_comes_before_its_release(scripts):
    versions = list(map(scripts["debian"].debian_version, ["0.9.9", "1.0.0a1", "1.0.0rc1", "1.0.0", "1.0.1"]))
    for older, newer in pairwise(versions):
        subprocess.run(["dpkg", "--compare-versions", older, "lt", newer], check=True)


# --- licences --------------------------------------------------------------------------------------------


def test_every_package_stands_in_the_list_of_licences():
    text = (HOME / "docs" / "licences.md").read_text(encoding="utf-8")
    named = {
        canonicalize_name(name) for row in re.findall(r"^\| (.+?) \|", text, re.MULTILINE) for name in row.split(", ")
    }
    needless = {"setuptools", "altgraph", "packaging", "pyinstaller-hooks-contrib"}  # which only make a bundle
    assert set(pins("bundle")) - named - needless == set()


# --- a release -------------------------------------------------------------------------------------------


class TestRelease:
    @pytest.fixture
    def home(self, tmp_path):
        """A tree with nothing in it but what a release looks at."""
        if not shutil.which("git"):
            pytest.skip("a release is marked with git, which isn't here")
        (tmp_path / "mjcompanion").mkdir()
        (tmp_path / "mjcompanion" / "__init__.py").write_text('__version__ = "1.2.0"\n', encoding="utf-8")
        self.write(tmp_path, "## [1.2.0] – 2026-11-30\n\n### Added\n\n* Much.\n\n## [1.1.0] – 2026-10-01\n\n* Old.\n")
        for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
            self.git(tmp_path, *words)
        return tmp_path

    def write(self, home, text):
        (home / "CHANGELOG.md").write_text(f"# Changes\n\n{text}", encoding="utf-8")

    def git(self, home, *words):
        who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=home, check=True, capture_output=True)

    def test_what_is_ready(self, scripts, home):
        release = scripts["release"]
        release.refuse_early("1.2.0", home)
        assert release.changes("1.2.0", home) == "### Added\n\n* Much.\n"

    def test_what_is_not(self, scripts, home):
        release = scripts["release"]
        with pytest.raises(SystemExit, match=r"says 1\.2\.0, and you say 1\.3\.0"):
            release.refuse_early("1.3.0", home)
        with pytest.raises(SystemExit, match="is no version"):
            release.refuse_early("1.2", home)
        (home / "new.txt").touch()
        with pytest.raises(SystemExit, match=r"not committed:\n\?\? new\.txt"):
            release.refuse_early("1.2.0", home)
        release.refuse_early("1.2.0", home, dry=True)
        (home / "new.txt").unlink()
        self.git(home, "tag", "v1.2.0")
        with pytest.raises(SystemExit, match=r"a tag v1\.2\.0 already"):
            release.refuse_early("1.2.0", home)

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["1.2.0", "--skip-tests"], "goes only with --dry"),
            (["1.2.0", "--now"], "python packaging/release.py VERSION"),
            ([], "python packaging/release.py VERSION"),
        ],
    )
    def test_words_that_are_wrong(self, scripts, words, said):
        with pytest.raises(SystemExit, match=said):
            scripts["release"].main(words)

    def test_a_changelog_without_it(self, scripts, home):
        release = scripts["release"]
        self.write(home, "## [1.2.0] – unreleased\n\n* Much.\n")
        with pytest.raises(SystemExit, match="“unreleased”: it needs the day"):
            release.refuse_early("1.2.0", home)
        release.refuse_early("1.2.0", home, dry=True)
        self.write(home, "## [1.2.0] – 2026-11-30\n\n## [1.1.0] – 2026-10-01\n\n* Old.\n")
        with pytest.raises(SystemExit, match=r"nothing on 1\.2\.0"):
            release.refuse_early("1.2.0", home, dry=True)

    def test_sums(self, scripts, tmp_path):
        (tmp_path / "b").write_bytes(b"two")
        (tmp_path / "a").write_bytes(b"one")
        (tmp_path / "SHA256SUMS").write_bytes(b"old")
        one, two = (hashlib.sha256(what).hexdigest() for what in (b"one", b"two"))
        assert scripts["release"].check_sums(tmp_path) == f"{one}  a\n{two}  b\n"

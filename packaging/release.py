"""Makes everything that a release consists of, into `dist/VERSION/`, and marks the commit; nothing leaves this machine.

    python packaging/release.py VERSION          every test and check, then the files, then the tag
    python packaging/release.py VERSION --dry    only to try it: no tag, and the tree may hold changes
        --skip-tests                             with --dry: the checks alone, which take a minute

The folder then holds the source archive, the wheel, the bundle as one archive, the Debian package, the list of what
is inside with its licences, what is new, and the checksums of all these.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from build import DIST, HOME, build, run, say, version

_VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")


def changes(wanted: str, home: Path = HOME, *, dry: bool = False) -> str:
    """What the changelog says of a version; its heading has the day of the release."""
    text = (home / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## \[{re.escape(wanted)}\] – ([^\n]*)\n(.*?)(?=^## \[|\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None or not found[2].strip():
        raise SystemExit(f"CHANGELOG.md has nothing on {wanted}: it needs a section “## [{wanted}] – YYYY-MM-DD”.")
    if not dry and not re.fullmatch(r"\d{4}-\d\d-\d\d", found[1]):
        raise SystemExit(f"CHANGELOG.md calls {wanted} “{found[1]}”: it needs the day of the release, YYYY-MM-DD.")
    return found[2].strip() + "\n"


def refuse_early(wanted: str, home: Path = HOME, *, dry: bool = False) -> None:
    """Stop where this can't become the release of that version."""
    if not _VERSION.fullmatch(wanted):
        raise SystemExit(f"“{wanted}” is no version; write 1.2.3 or 1.2.3rc1.")
    if version(home) != wanted:
        raise SystemExit(f"mjcompanion/__init__.py says {version(home)}, and you say {wanted}.")
    changes(wanted, home, dry=dry)
    if dry:
        return
    changed = _git(home, "status", "--porcelain")
    if changed:
        raise SystemExit(f"There are changes that are not committed:\n{changed}")
    if _git(home, "tag", "--list", f"v{wanted}"):
        raise SystemExit(f"There is a tag v{wanted} already.")


def _git(home: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=home, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.rstrip()


def check_sums(folder: Path) -> str:
    """The SHA-256 of every file in a folder, as `sha256sum -c` reads it."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def make(wanted: str, *, dry: bool) -> Path:
    """All files of a release in a folder of their own."""
    folder = DIST / wanted
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in build("deb"):
        if path.is_file():
            shutil.copy2(path, folder)
            continue
        shutil.copy(path / "licences" / "inside.md", folder / f"{path.name}-inside.md")
        say(f"Packing {path.name}.")
        with tarfile.open(folder / f"{path.name}.tar.xz", "w:xz") as archive:
            archive.add(path, path.name, filter=_of_nobody)
    (folder / "changes.md").write_text(changes(wanted, dry=dry), encoding="utf-8")
    (folder / "SHA256SUMS").write_text(check_sums(folder), encoding="utf-8")
    return folder


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def main(words: list[str]) -> None:
    """Do it all."""
    asked = {word for word in words if word.startswith("-")}
    given = [word for word in words if word not in asked]
    if len(given) != 1 or asked - {"--dry", "--skip-tests"}:
        raise SystemExit(__doc__)
    dry = "--dry" in asked
    if "--skip-tests" in asked and not dry:
        raise SystemExit("What is published was tested: --skip-tests goes only with --dry.")
    wanted = given[0].removeprefix("v")
    refuse_early(wanted, dry=dry)
    if dry:
        say("Only to try it: there will be no tag.")
    if "--skip-tests" in asked:
        say("Running the checks, and no tests.")
        run(HOME / "run", "check")
    else:
        say("Running every test and check; that takes some minutes.")
        run(HOME / ".ci" / "run")
    folder = make(wanted, dry=dry)
    if not dry:
        _git(HOME, "tag", "-a", f"v{wanted}", "-m", f"Mah Jongg Companion {wanted}")
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path.relative_to(HOME)}")


if __name__ == "__main__":
    main(sys.argv[1:])

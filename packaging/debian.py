"""Makes the Debian package of a bundle, with `dpkg-deb`; it installs on the Debian it was made on and on later ones.

The libraries of a Debian are what a program made on it needs at least. So the version names that Debian
(`0.1.0+deb12`): the package for everybody is made on the oldest that is to have it.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import icons
from build import DIST, HOME, run, say, size, version

LINUX = HOME / "packaging" / "linux"
MAINTAINER = "The Mah Jongg Companion founders <founders@mjcompanion.invalid>"
"""Of the package, unless DEBFULLNAME and DEBEMAIL name somebody else."""
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/mjcompanion",
    "zsh": "usr/share/zsh/vendor-completions/_mjcompanion",
    "fish": "usr/share/fish/vendor_completions.d/mjcompanion.fish",
}
"""Where each shell looks for how it completes our command."""
_DESCRIPTION = """\
score the hands of a real mah jongg table
 For people with a real mah jongg set: scores the tiles of a finished hand and
 shows line by line why, keeps a whole evening of four (who pays whom, who is
 East next, which chips go across the table), and stores every evening in a
 ledger that loses nothing.
 .
 Chinese, American and solitaire rules, those of your own club, and virtual
 games with a coach. By mouse, keyboard or screen reader; nothing is sent
 anywhere.
 .
 This package was made on {system}, for that and later versions of it."""


def _description() -> str:
    here = platform.freedesktop_os_release()
    return _DESCRIPTION.format(system=f"{here['NAME'].removesuffix(' GNU/Linux')} {here.get('VERSION_ID', '')}".strip())


def released(home: Path = HOME) -> datetime:
    """When this version was made: the day of the changelog, or that of the last commit, or now."""
    text = (home / "CHANGELOG.md").read_text(encoding="utf-8")
    day = re.search(rf"^## \[{re.escape(version())}\] – (\d{{4}}-\d\d-\d\d)$", text, re.MULTILINE)
    if day:
        return datetime.fromisoformat(day[1]).replace(hour=12, tzinfo=UTC)
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not told and (home / ".git").exists() and shutil.which("git"):
        done = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=home, capture_output=True, text=True, check=False
        )
        told = done.stdout.strip()
    return datetime.fromtimestamp(int(told), UTC) if told.isdecimal() else datetime.now(UTC)


def filled(name: str) -> str:
    """A file of `packaging/linux` with version and day."""
    text = (LINUX / name).read_text(encoding="utf-8")
    return text.replace("@VERSION@", version()).replace("@DATE@", released().date().isoformat())


def build_deb(bundle: Path, target: Path, work: Path) -> Path:
    """The package of a bundle."""
    root = work / "deb"
    shutil.rmtree(root, ignore_errors=True)
    share = root / "usr" / "share"
    program = root / "usr" / "lib" / "mjcompanion"
    shutil.copytree(bundle, program, symlinks=True)
    (root / "usr" / "bin").mkdir()
    (root / "usr" / "bin" / "mjcompanion").symlink_to("../lib/mjcompanion/mjcompanion")

    def put(place: str, text: str, mode: int = 0o644) -> None:
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".gz":
            path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
        else:
            path.write_text(text, encoding="utf-8")
        path.chmod(mode)

    maintainer = MAINTAINER
    if os.environ.get("DEBEMAIL"):
        maintainer = f"{os.environ.get('DEBFULLNAME', 'Mah Jongg Companion')} <{os.environ['DEBEMAIL']}>"
    metainfo = "org.mjcompanion.mjcompanion.metainfo.xml"
    put("usr/share/applications/mjcompanion.desktop", filled("mjcompanion.desktop"))
    put(f"usr/share/metainfo/{metainfo}", filled(metainfo))
    put("usr/share/mime/packages/mjcompanion.xml", filled("mjcompanion.xml"))
    put("usr/share/man/man1/mjcompanion.1.gz", filled("mjcompanion.1"))
    for shell, place in COMPLETIONS.items():
        put(place, completion(program / "mjcompanion", shell))
    put("usr/share/doc/mjcompanion/copyright", filled("copyright"))
    put("usr/share/doc/mjcompanion/NEWS.md.gz", (HOME / "CHANGELOG.md").read_text(encoding="utf-8"))
    put("usr/share/doc/mjcompanion/changelog.gz", _changelog(maintainer))
    put("usr/share/lintian/overrides/mjcompanion", filled("overrides"))
    (share / "doc" / "mjcompanion" / "licences").symlink_to("../../../lib/mjcompanion/licences")
    picture = HOME / "resources" / "app.svg"
    hicolor = share / "icons" / "hicolor"
    put("usr/share/icons/hicolor/scalable/apps/mjcompanion.svg", picture.read_text(encoding="utf-8"))
    icons.draw(picture, {hicolor / f"{wide}x{wide}" / "apps" / "mjcompanion.png": wide for wide in icons.SIZES})
    _set_modes(root)
    needs = _needs(program, work)
    architecture = _told("dpkg", "--print-architecture")
    put("DEBIAN/postrm", filled("postrm"), 0o755)
    put("DEBIAN/md5sums", _sums(root))
    put(
        "DEBIAN/control",
        f"Package: mjcompanion\nVersion: {package_version()}\nArchitecture: {architecture}"
        f"Maintainer: {maintainer}\nInstalled-Size: {-(-size(root) // 1024)}\nDepends: {needs}\n"
        "Recommends: cups-client, libasound2 | libpulse0, libwayland-cursor0, libwayland-egl1, xdg-desktop-portal\n"
        "Suggests: fonts-noto-cjk, shared-mime-info\n"
        f"Section: utils\nPriority: optional\nDescription: {_description()}\n",
    )
    path = path_of_deb(target)
    path.unlink(missing_ok=True)
    epoch = str(int(released().timestamp()))
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, path, SOURCE_DATE_EPOCH=epoch)
    validate(root, path)
    return path


def completion(program: Path, shell: str) -> str:
    """The script by which a shell completes the words of our command, as the program itself gives it."""
    asked = {**os.environ, "_MJCOMPANION_COMPLETE": f"{shell}_source"}
    return subprocess.run([program], env=asked, capture_output=True, text=True, check=True).stdout


def validate(root: Path, deb: Path) -> None:
    """Have the desktop's and Debian's own tools, those that are here, look at it; stops where one finds an error."""
    share = root / "usr" / "share"
    for words in (
        ["desktop-file-validate", share / "applications" / "mjcompanion.desktop"],
        ["appstreamcli", "validate", "--no-net", share / "metainfo" / "org.mjcompanion.mjcompanion.metainfo.xml"],
        ["lintian", "--allow-root", "--fail-on", "error", deb],
    ):
        if not shutil.which(str(words[0])):
            say(f"{words[0]} isn't here, and didn't look at the package.")
        elif words[0] == "appstreamcli":  # newer ones fail for a warning too, as for a homepage that there isn't
            told = subprocess.run(words, capture_output=True, text=True, check=False).stdout
            if re.search("^E: ", told, re.MULTILINE):
                raise SystemExit(told)
        else:
            run(*words)


def path_of_deb(target: Path = DIST) -> Path:
    """Where the package of this version lies once it is made."""
    architecture = _told("dpkg", "--print-architecture").strip()
    return target / f"mjcompanion_{package_version()}_{architecture}.deb"


def package_version() -> str:
    """The version of a package made here: that of the program, and the system that it is made on."""
    here = platform.freedesktop_os_release()
    system = {"debian": "deb"}.get(here["ID"], here["ID"])
    return f"{debian_version(version())}+{system}{here.get('VERSION_ID') or here.get('VERSION_CODENAME', '')}"


def debian_version(plain: str) -> str:
    """A version as Debian orders it: what comes before a release stands behind a tilde.

    >>> debian_version("1.2.0"), debian_version("1.2.0rc1")
    ('1.2.0', '1.2.0~rc1')
    """
    return re.sub(r"(?<=\d)\.?(a|b|rc|dev)(?=\d)", r"~\1", plain)


def _changelog(maintainer: str) -> str:
    when = format_datetime(released())
    return (
        f"mjcompanion ({package_version()}) stable; urgency=medium\n\n"
        f"  * Version {version()}; NEWS.md.gz tells what is new.\n\n -- {maintainer}  {when}\n"
    )


def _set_modes(root: Path) -> None:
    """What may be read by all and written by root; only programs may be run."""
    for path in root.rglob("*"):
        if path.is_symlink():
            continue
        runs = path.is_dir() or path == root / "usr" / "lib" / "mjcompanion" / "mjcompanion"
        path.chmod(0o755 if runs else 0o644)


def _sums(root: Path) -> str:
    files = sorted(path for path in (root / "usr").rglob("*") if path.is_file() and not path.is_symlink())
    return "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files)


def _needed_by(path: Path) -> set[str]:
    told = subprocess.run(["objdump", "-p", path], capture_output=True, text=True, check=True).stdout
    return {words[1] for words in map(str.split, told.splitlines()) if words[:1] == ["NEEDED"]}


def _needs(program: Path, work: Path) -> str:
    """The packages that a bundle takes its other libraries from, with the versions it needs at least.

    What only a plugin wants that Qt does without (the theme of GNOME, Wayland, printers) is no need.
    """
    spared = ("platformthemes", "printsupport", "wayland", "Wayland", "ibus")
    libraries = [path for path in program.rglob("*.so*") if path.is_file() and not path.is_symlink()]
    files = [program / "mjcompanion", *(one for one in libraries if not any(word in str(one) for word in spared))]
    inside = {path.name for path in program.rglob("*.so*")}
    outside = sorted(set().union(*map(_needed_by, files)) - inside)
    places = dict(re.findall(r"^\s+(\S+) \(.*\) => (\S+)$", _told("/sbin/ldconfig", "-p"), re.MULTILINE)[::-1])
    owners = set()
    for name in outside:
        path = places.get(name)
        for one in (path, os.path.realpath(path), f"/usr{path}") if path else ():
            told = subprocess.run(["dpkg-query", "-S", one], capture_output=True, text=True, check=False).stdout
            if told:
                owners.add(told.partition(":")[0])
                break
        else:
            raise SystemExit(f"No package of this machine has {name}, which the bundle needs.")
    source = work / "shlibdeps"
    (source / "debian").mkdir(parents=True, exist_ok=True)
    (source / "debian" / "control").write_text("Source: mjcompanion\n\nPackage: mjcompanion\nArchitecture: any\n")
    folders = [f"-l{folder}" for folder in sorted({path.parent for path in libraries})]
    command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", *folders, *[f"-e{path}" for path in files]]
    found = re.search(r"^shlibs:Depends=(.*)$", _told(*command, cwd=source), re.MULTILINE)
    if found is None:
        raise SystemExit("dpkg-shlibdeps says nothing.")
    named = [one for one in found[1].split(", ") if one.partition(" ")[0] in owners]
    fonts = "fonts-dejavu-core | fonts-liberation | fonts-noto-core"
    return ", ".join([*named, *sorted(owners - {one.partition(" ")[0] for one in named}), fonts])


def _told(*words: str, cwd: Path | None = None) -> str:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stderr}\n{words[0]} failed.")
    return done.stdout


if __name__ == "__main__":
    if not path_of_deb().exists():
        raise SystemExit("There is no package of this version yet: ./run deb makes it.")
    print(path_of_deb())

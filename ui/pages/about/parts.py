"""What the program is made with, as it really is here: from the packages installed, or from a bundle's own list."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import msgspec

from mjcompanion import __version__
from mjcompanion.storage.package_data import text

_NEED: Final = re.compile(r"([\w.-]+) *(?:\[([\w, -]*)\])?([^;]*)(?:;(.*))?")
_EXTRA: Final = re.compile(r"""extra *== *["']([\w-]+)["']""")
_TEXT: Final = re.compile(r"\.dist-info/(licen[cs]es/.+|[^/]*(LICEN[CS]E|COPYING|NOTICE)[^/]*)$", re.IGNORECASE)
_ROW: Final = re.compile(r"^\| *(.+?) *\| *(.+?) *\| *(.+?) *\| *(.+?) *\|$", re.MULTILINE)
_USED_UNDER: Final = {"pyside6-essentials": "LGPL-3.0-only", "shiboken6": "LGPL-3.0-only"}
"""Of several licences, the one we use a part under."""
_OF_OURS: Final = "Mah Jongg Companion"


class Component(msgspec.Struct, frozen=True):
    """Something that the program is made with, and where the texts of its licence are.

    `files` are files of this machine, `ours` names of our own resources.
    """

    name: str
    version: str
    licence: str
    about: str = ""
    files: tuple[Path, ...] = ()
    ours: tuple[str, ...] = ()

    def texts(self) -> str:
        """All texts of its licence, one after the other; empty where there are none.

        Those that can't be read are left out: a package may have been taken away meanwhile.
        """
        found = []
        for path in self.files:
            try:
                content = path.read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue
            found.append((path.name, content))
        found += [(name.rpartition("/")[2], text(name)) for name in self.ours]
        if len(found) == 1:
            return found[0][1].strip("\n")
        return "\n\n\n".join(f"{name}\n{'=' * len(name)}\n\n{content.strip(chr(10))}" for name, content in found)


def parts() -> tuple[Component, ...]:
    """The program itself, then everything it is made with, by name."""
    folder = licences_folder()
    listed = _listed(folder) if folder is not None else _installed()
    return (_own(folder), *sorted(listed, key=lambda part: part.name.lower()))


def licences_folder() -> Path | None:
    """The folder of licences that a bundle has next to itself; None where the program isn't in a bundle."""
    if not getattr(sys, "frozen", False):
        return None
    inside = Path(getattr(sys, "_MEIPASS", "")) / "licences"
    places = (Path(sys.executable).parent / "licences", inside)
    return next((place for place in places if (place / "inside.md").is_file()), None)


def _own(folder: Path | None) -> Component:
    if folder is not None:
        return Component(_OF_OURS, __version__, "MIT", files=(folder / "mjcompanion" / "MIT.txt",))
    try:
        files = _files(distribution("mjcompanion"))
    except PackageNotFoundError:  # started from its sources
        files = ()
    beside = Path(__file__).parents[3] / "LICENSE"
    return Component(_OF_OURS, __version__, "MIT", files=files or (beside,))


# --- in a bundle -------------------------------------------------------------------------------------------


def _listed(folder: Path) -> Iterator[Component]:
    """The rows of the bundle's list; the first two are its head."""
    for name, version, licence, about in _ROW.findall((folder / "inside.md").read_text(encoding="utf-8"))[2:]:
        yield Component(name, version, licence, about, _texts_in(folder, normal(name), licence))


def _texts_in(folder: Path, name: str, licence: str) -> tuple[Path, ...]:
    own = sorted(path for path in (folder / name).glob("*") if path.is_file())
    if not own and licence.startswith("see "):  # a file that is named: our own fonts, a package of Debian
        own = [folder / licence.removeprefix("see ").partition(" ")[0]]
    lesser = [folder / "LGPL-3.txt", folder / "GPL-3.txt"] if "LGPL" in licence else []
    return (*(path for path in own if path.is_file()), *lesser)


# --- where pip installed it --------------------------------------------------------------------------------


def _installed() -> Iterator[Component]:
    """Everything that we need and that is here, and whatever that needs itself."""
    seen: set[str] = set()
    waiting = [("mjcompanion", frozenset({"postgres"}))]
    while waiting:
        name, extras = waiting.pop()
        if normal(name) in seen:
            continue
        seen.add(normal(name))
        try:
            found = distribution(name)
        except PackageNotFoundError:  # for another system, or one of those that may be left out
            continue
        if normal(name) != "mjcompanion":
            yield _part(found)
        waiting += _needs(found, extras)
    yield Component("Python", ".".join(map(str, sys.version_info[:3])), "PSF-2.0", "", _of_python())
    yield Component("Source, Noto and DejaVu fonts", "", "OFL-1.1, Bitstream Vera", ours=("fonts/LICENSE",))


def _needs(found: Distribution, extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    for need in found.requires or ():
        match = _NEED.match(need)
        if match is None:
            continue
        extra = _EXTRA.search(match[4] or "")
        if extra is None or extra[1] in extras:
            yield match[1], frozenset(filter(None, re.split(r"[, ]+", match[2] or "")))


def _part(found: Distribution) -> Component:
    fields = found.metadata.json  # the one way to ask for what may be missing that all versions of Python have
    name = str(fields["name"]).replace("_", "-")
    licence = _USED_UNDER.get(normal(name)) or str(fields.get("license_expression") or "")
    if not licence:
        of = sorted(one.split(" :: ")[-1] for one in fields.get("classifier") or () if one.startswith("License :: "))
        plain = str(fields.get("license") or "").partition("\n")[0]
        licence = ", ".join(of).replace(" License", "") or plain
    files = _files(found)
    ours = ("licences/LGPL-3.txt", "licences/GPL-3.txt") if "LGPL" in licence else ()
    return Component(name, found.version, licence, str(fields.get("summary") or "").rstrip("."), files, ours)


def _files(found: Distribution) -> tuple[Path, ...]:
    return tuple(
        Path(str(found.locate_file(one))) for one in sorted(found.files or (), key=str) if _TEXT.search(str(one))
    )


def _of_python() -> tuple[Path, ...]:
    import sysconfig

    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    places = (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path("/usr/share/doc") / version / "copyright",
    )
    return tuple(path for path in places if path.is_file())[:1]


def normal(name: str) -> str:
    """The name of a package as indexes have it.

    >>> normal("PySide6_Essentials")
    'pyside6-essentials'
    """
    return re.sub(r"[-_.]+", "-", name).lower()

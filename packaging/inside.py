"""Lists what a bundle is made of, with versions and licences, and puts the licences' texts beside the list.

`licences/inside.md` in the bundle is that list, `licences/NAME/` holds the texts of each part.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from build import BUILD, HOME, SHIPPED, version

_TOLD = """
import importlib.metadata as m, json, platform, re, sys, sysconfig
from pathlib import Path
found = []
for one in m.distributions():
    told = one.metadata
    files = [str(one.locate_file(f)) for f in one.files or () if re.search(
        r"dist-info/(licenses/.*|[^/]*(LICEN[CS]E|COPYING|NOTICE)[^/]*)$", str(f), re.I)]
    of = sorted(c.split(" :: ")[-1] for c in told.get_all("Classifier") or () if c.startswith("License :: "))
    found.append({"name": told["Name"], "version": one.version, "files": files,
        "licence": told["License-Expression"] or ", ".join(of) or (told["License"] or "").partition("\\n")[0],
        "about": told["Summary"] or "",
        "tops": sorted({str(f).split("/")[0].removesuffix(".py") for f in one.files or () if ".dist-info/" not in str(f)
            and not str(f).startswith("..")})})
stdlib = Path(sysconfig.get_path("stdlib"))
texts = [p for p in (stdlib / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt",
    Path(f"/usr/share/doc/python{sys.version_info[0]}.{sys.version_info[1]}/copyright")) if p.exists()]
print(json.dumps({"parts": found, "python": platform.python_version(), "text": str(texts[0]) if texts else ""}))
"""
"""Run by the bundle's Python: what is installed there, and where its licences are."""

OUR_WORDS = {
    "pyside6-essentials": "LGPL-3.0-only",
    "shiboken6": "LGPL-3.0-only",
    "pypdfium2": "Apache-2.0 OR BSD-3-Clause; PDFium: BSD-3-Clause, Apache-2.0",
    "psycopg-binary": "LGPL-3.0-only; holds libpq (PostgreSQL), OpenSSL (Apache-2.0), Kerberos (MIT), OpenLDAP"
    " (OLDAP-2.8), SASL (BSD), libxcrypt and keyutils (LGPL-2.1-or-later)",
    "psycopg": "LGPL-3.0-only",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
}
"""Licences that a package's own data give in too few words."""
OF_DEBIAN = {
    "libbz2": "bzip2-1.0.6",
    "libexpat": "MIT",
    "libffi": "MIT",
    "liblzma": "0BSD",
    "libpng": "libpng-2.0",
    "libsqlite3": "public domain",
    "libssl": "Apache-2.0",
    "libuuid": "BSD-3-Clause",
    "libxcb": "MIT",
    "libxkbcommon": "MIT",
    "libzstd": "BSD-3-Clause",
    "zlib1g": "Zlib",
}
"""Licences of libraries; packages of Debian by the start of their names."""
_PLAIN = {"MIT License": "MIT", "BSD License": "BSD", "Apache Software License": "Apache-2.0"}

_HEAD = """\
# What is inside

Mah Jongg Companion {version} is under the MIT licence. It comes with the parts listed here, each under its own licence;
the texts lie in this folder.

**Qt and PySide6** are used under the GNU Lesser General Public License, version 3 (`LGPL-3.txt`, which builds on
`GPL-3.txt`). They are not changed. They lie in this program's folder as libraries of their own
(`_internal/PySide6`, `_internal/shiboken6`), so you may replace them: put your own build of Qt {qt} in the place of the
one that is there, under the same names, or another version of Qt together with the PySide6 and shiboken6 that were
built for it (then delete `_internal/shiboken6/files.dir`). Nothing checks what lies there. Their sources, in exactly
these versions (Qt {qt}, pyside-setup {qt}), are published by the Qt Project. You may take the program apart to find
faults in such changes. Qt itself holds work of others, such as ICU, HarfBuzz, FreeType, libpng and PCRE2, under
permissive licences; Qt's documentation, “Licenses Used in Qt”, names them all.

| Part | Version | Licence | What it is |
|---|---|---|---|
"""


def normal(name: str) -> str:
    """The name of a package as indexes have it.

    >>> normal("PySide6_Essentials")
    'pyside6-essentials'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_inside(part: dict[str, object], bundle: Path, modules: set[str]) -> bool:
    tops = part["tops"]
    assert isinstance(tops, list)
    return any(top in modules or (bundle / "_internal" / top).exists() for top in tops)


def _modules(work: Path) -> set[str]:
    """The first names of all modules in the bundle's archive."""
    (toc,) = (work / "pyinstaller" / "work" / "mjcompanion").glob("PYZ-*.toc")
    return {entry[0].split(".")[0] for entry in ast.literal_eval(toc.read_text(encoding="utf-8"))[1]}


def _system_libraries(bundle: Path, work: Path) -> dict[str, tuple[str, list[str]]]:
    """Debian's packages of which the bundle holds libraries: their versions, and which libraries."""
    if not shutil.which("dpkg-query"):
        return {}
    (toc,) = (work / "pyinstaller" / "work" / "mjcompanion").glob("COLLECT-*.toc")
    found: dict[str, tuple[str, list[str]]] = {}
    for place, source, kind in ast.literal_eval(toc.read_text(encoding="utf-8"))[0]:
        path = Path(source).resolve() if kind == "BINARY" else None
        if (
            path is None
            or path.parts[:2] not in (("/", "usr"), ("/", "lib"))
            or not (bundle / "_internal" / place).exists()
        ):
            continue
        for name in (path, Path("/", *path.parts[2:]) if path.parts[1] == "usr" else path):
            asked = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True, check=False)
            if asked.returncode == 0:
                package = asked.stdout.split(": ")[0]
                told = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
                found.setdefault(package, (told.stdout, []))[1].append(Path(place).name)
                break
    return found


def _debian_licence(package: str) -> str:
    """The licence of the library that a package of Debian holds; its copyright file names those of its tools too.

    >>> _debian_licence("libxcb-cursor0")
    'MIT'
    """
    found = [licence for start, licence in OF_DEBIAN.items() if package.startswith(start)]
    return found[0] if found else f"see {package}/copyright"


class _Folder:
    """The folder of licence texts in a bundle, and the rows of its list."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[tuple[str, str, str, str]] = []
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir()
        for name in ("GPL-3.txt", "LGPL-3.txt"):
            shutil.copy(HOME / "resources" / "licences" / name, path)

    def texts(self, name: str, paths: Iterable[str | Path]) -> None:
        """Take the texts of a part's licence in."""
        (self.path / name).mkdir(exist_ok=True)
        for path in map(Path, paths):
            target = self.path / name / path.name
            shutil.copy(path, target if not target.exists() else target.with_name(f"{path.parent.name}-{path.name}"))


def write(bundle: Path, python: Path, work: Path = BUILD) -> Path:
    """Write the list and the texts into a bundle; gives the list's path."""
    told = json.loads(subprocess.run([python, "-c", _TOLD], capture_output=True, text=True, check=True).stdout)
    folder = _Folder(bundle / "licences")
    parts = sorted(told["parts"], key=lambda part: normal(part["name"]))
    _python_parts(folder, parts, bundle, _modules(work))
    folder.rows.append(("Python", told["python"], "PSF-2.0", "The language the program is written in"))
    if told["text"]:
        folder.texts("python", [told["text"]])
    for package, (its, libraries) in sorted(_system_libraries(bundle, work).items()):
        name = package.partition(":")[0]
        folder.rows.append((name, its, _debian_licence(name), f"from Debian: {', '.join(sorted(libraries))}"))
        copyright_file = Path("/usr/share/doc", name, "copyright")
        if copyright_file.exists():
            folder.texts(name, [copyright_file])
    for path in sorted((HOME / "resources").rglob("LICENSE*")):
        folder.texts("mjcompanion", [path])
        where = f"{SHIPPED['resources']}/{path.parent.name}"
        folder.rows.append((path.parent.name, version(), "see mjcompanion/LICENSE", where))
    (folder.path / "mjcompanion").mkdir(exist_ok=True)
    shutil.copy(HOME / "LICENSE", folder.path / "mjcompanion" / "MIT.txt")
    path = folder.path / "inside.md"
    versions = {normal(part["name"]): part["version"] for part in parts}
    head = _HEAD.format(version=version(), qt=versions.get("pyside6-essentials", "?"))
    path.write_text(head + "".join(f"| {' | '.join(row)} |\n" for row in folder.rows), encoding="utf-8")
    return path


def _python_parts(folder: _Folder, parts: Iterable[dict[str, Any]], bundle: Path, modules: set[str]) -> None:
    """The rows and texts of the installed parts that came into the bundle; stops where a licence isn't known."""
    lost = []
    for part in parts:
        name = normal(part["name"])
        is_starter = name == "pyinstaller"  # the start of the executable is a part of it
        if name == "mjcompanion" or not (is_starter or _is_inside(part, bundle, modules)):
            continue
        licence = OUR_WORDS.get(name) or _PLAIN.get(part["licence"], part["licence"])
        about = "the start of the executable" if is_starter else part["about"].rstrip(".")
        folder.rows.append((part["name"], part["version"], licence, about.replace("|", "/")))
        if part["files"]:
            folder.texts(name, part["files"])
        elif "LGPL" not in licence:
            lost.append(name)
        if "LGPL-2.1" in licence:
            folder.texts(name, [HOME / "resources" / "licences" / "LGPL-2.1.txt"])
        if not licence:
            lost.append(name)
    if lost:
        raise SystemExit(f"No licence is known of {', '.join(sorted(set(lost)))}.")

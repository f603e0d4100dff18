"""Put the catalogues in `resources/translations` in step with the texts of the program, by Babel.

    python -m tools.write_words            extract the texts, update and compile every catalogue
    python -m tools.write_words --check    only report what isn't in step
    python -m tools.write_words --new de   start a catalogue for another language

A text is an argument of gettext's functions or of Qt's `tr` and `translate`; on the command line also the `help` of an
option and the docstring of a command. A language with an untranslated text isn't compiled, so it isn't offered.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import io
import sys
import tomllib
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "resources" / "translations"
KEYWORDS: Final[dict[str, Any]] = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "NN_": (1, 2),
    "pgettext": ((1, "c"), 2),
    "NP_": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "tr": {1: None, 2: (1, (2, "c")), 4: (1, (2, "c"))},
    "translate": {2: (2,), 3: (2, (3, "c"))},
}
_CREATED: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every template, so that a catalogue changes only with its texts."""

Extracted = tuple[int, str, tuple[str | None, ...], list[str]]
"""Line, function, its arguments where they are literals, and comments: what Babel takes."""


def extract_source(
    file: BinaryIO, keywords: Collection[str], *_unused: object, **_options: object
) -> Iterator[Extracted]:
    """Yield the texts of a module; Babel's own extractor misses those in f-strings and the help of commands.

    Raises:
        ValueError: a text is put together instead of being one literal.

    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in keywords:
                if any(map(_is_glued, node.args)):
                    raise ValueError(f"{file.name}:{node.lineno}: a text must be one literal")
                yield node.lineno, name, tuple(map(_literal, node.args)), []
            elif name in ("option", "command", "group"):
                helps = [_literal(each.value) for each in node.keywords if each.arg == "help"]
                yield from ((node.lineno, "_", (text,), []) for text in helps)
        elif isinstance(node, ast.FunctionDef) and any(map(_is_command, node.decorator_list)):
            yield node.lineno, "_", (inspect.cleandoc(ast.get_docstring(node) or ""),), []


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_glued(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.BinOp) and _literal(node.left) is not None)


def _is_command(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("command", "group")


def extract_card(file: BinaryIO, *_unused: object, **_options: object) -> Iterator[Extracted]:
    """Yield the sections and notes of a card."""
    for line in tomllib.load(file)["line"]:
        yield from ((0, "pgettext", ("on a card", line[key]), []) for key in ("section", "note") if line.get(key))


def template() -> Catalog:
    """Return a catalogue of all texts of the program, untranslated.

    Raises:
        ValueError: a text is used with a plural and without; gettext of older Pythons finds only the plural one.

    """
    methods = [
        ("mjcompanion/**.py", extract_source),
        ("ui/**.py", extract_source),
        ("tools/handbook/**.py", extract_source),
        ("resources/cards/*.toml", extract_card),
    ]
    found = blank()
    plain, plural = set(), set()
    for _file, _line, text, _comments, context in extract_from_dir(ROOT, methods, keywords=KEYWORDS):
        found.add(text, context=context)  # type: ignore[arg-type]
        if isinstance(text, tuple):
            plural.add((text[0], context))
        else:
            plain.add((text, context))
    if plain & plural:
        raise ValueError(f"with a plural and without: {sorted(text for text, _ in plain & plural)}")
    return found


def blank(**more: Any) -> Catalog:  # noqa: ANN401 - what Catalog takes
    """Return an empty catalogue."""
    return Catalog(
        project="Mah Jongg Companion",
        version="catalogue",
        msgid_bugs_address="",
        creation_date=_CREATED,
        charset="utf-8",
        fuzzy=False,
        **more,
    )


def update(content: bytes, language: str, texts: Catalog) -> Catalog:
    """Return a catalogue with exactly these texts; their translations stay."""
    catalogue = read_po(io.BytesIO(content), locale=language)
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def as_po(catalogue: Catalog) -> bytes:
    """Return the file of a catalogue."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, no_location=True, sort_output=True)
    return out.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """Return a catalogue compiled."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """Return the texts that have no translation yet."""
    found = []
    for message in catalogue:
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and (message.fuzzy or not all(strings)):
            found.append(message.id if isinstance(message.id, str) else message.id[0])
    return found


def main() -> int:
    """Run the command; 1 where a text is untranslated or, with --check, where a file isn't in step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--new", metavar="LANGUAGE")
    arguments = parser.parse_args()
    if arguments.new and not (FOLDER / f"{arguments.new}.po").exists():
        (FOLDER / f"{arguments.new}.po").write_bytes(as_po(blank(locale=arguments.new)))
    texts, files = template(), dict[Path, bytes | None]()
    complete = True
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = update(path.read_bytes(), path.stem, texts)
        missing = untranslated(catalogue)
        complete = complete and not missing
        print(f"{path.stem}: {len(catalogue)} texts, {len(missing)} untranslated", *missing, sep="\n  ")
        files |= {path: as_po(catalogue), path.with_suffix(".mo"): None if missing else as_mo(catalogue)}
    for path in sorted(FOLDER.glob("*/LC_MESSAGES/click.po")):
        files[path.with_suffix(".mo")] = as_mo(read_po(io.BytesIO(path.read_bytes())))
    stale = [path for path, content in files.items() if (path.read_bytes() if path.exists() else None) != content]
    for path in stale:
        content = files[path]
        if arguments.check:
            print(f"{path.name} is not in step: ./run words")
        elif content is None:
            path.unlink()
        else:
            path.write_bytes(content)
    return 1 if not complete or (arguments.check and stale) else 0


if __name__ == "__main__":
    sys.exit(main())

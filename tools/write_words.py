"""Keep the catalogues of `resources/translations` in step with the texts of the program.

    python -m tools.write_words            look for texts in the source, renew every .po, compile it
    python -m tools.write_words --check    only say what is not in step
    python -m tools.write_words --new de   begin a catalogue for another language

A text is an argument of `_`, `ngettext`, `pgettext`, `npgettext`, `N_`, `NP_`, of Qt's `tr` and `translate`, or, for
the command line, of `help=`, or the docstring of a command. It must be a whole literal; the tool names every place
where it isn't.
"""

from __future__ import annotations

import argparse
import ast
import copy
import inspect
import io
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "resources" / "translations"
SOURCES: Final = ("mjcompanion", "ui", "tools/handbook")
_LOOKED_UP: Final = (ast.Name, ast.Attribute, ast.Subscript)
"""What may stand in `tr` instead of a literal: a text that was marked elsewhere."""


class Text(NamedTuple):
    """A text of the program, the form for several if it counts something, its context, and where it stands."""

    one: str
    many: str | None
    context: str | None
    file: str

    @property
    def key(self) -> tuple[str, str | None]:
        """What tells it from other texts."""
        return self.one, self.context


class Texts(ast.NodeVisitor):
    """The texts of one file, and the places where something else stands than a whole text."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Text] = []
        self.slips: list[str] = []

    def visit_Call(self, node: ast.Call) -> None:
        """A call that takes a text."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in ("_", "N_", "tr"):  # Qt's own has the context behind
            self._take(node, node.args[:1], node.args[1:2])
        elif name in ("pgettext", "NP_"):
            self._take(node, node.args[1:2], node.args[:1])
        elif name == "ngettext":
            self._take(node, node.args[:2], [])
        elif name == "npgettext":
            self._take(node, node.args[1:3], node.args[:1])
        elif name == "translate" and len(node.args) > 1 and isinstance(getattr(node.args[0], "value", 0), str):
            self._take(node, node.args[1:2], node.args[2:3])
        elif name in ("option", "command", "group", "version_option", "help_option"):
            for each in node.keywords:
                if each.arg == "help":
                    self._take(node, [each.value], [])
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A command, whose docstring is its help."""
        for one in node.decorator_list:
            if isinstance(one, ast.Call) and getattr(one.func, "attr", "") in ("command", "group"):
                doc = ast.get_docstring(node)
                if doc and not any(each.arg == "help" for each in one.keywords):
                    self.found.append(Text(inspect.cleandoc(doc).partition("\f")[0].strip(), None, None, self.file))
        self.generic_visit(node)

    def _take(self, node: ast.Call, texts: list[ast.expr], context: list[ast.expr]) -> None:
        said = context[0].value if context and isinstance(context[0], ast.Constant) else None
        about = said if isinstance(said, str) and said else None
        if len(texts) == 2:
            one, many = (each.value if isinstance(each, ast.Constant) else None for each in texts)
            if isinstance(one, str) and isinstance(many, str):
                self.found.append(Text(one, many, about, self.file))
            elif not all(isinstance(each, _LOOKED_UP) for each in texts):
                self._slip(node)
            return
        for each in _branches(texts[0] if texts else None):
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                if each.value:
                    self.found.append(Text(each.value, None, about, self.file))
            elif not isinstance(each, _LOOKED_UP):
                self._slip(node)

    def _slip(self, node: ast.Call) -> None:
        self.slips.append(f"{self.file}:{node.lineno}: this is no whole text: {ast.unparse(node)[:90]}")


def _branches(node: ast.expr | None) -> Iterator[ast.expr]:
    """The ends of a choice: of `a if x else b` both."""
    if isinstance(node, ast.IfExp):
        yield from _branches(node.body)
        yield from _branches(node.orelse)
    elif node is not None:
        yield node


def collect() -> tuple[list[Text], list[str]]:
    """All texts of the program in the order of the files, and a line for each slip."""
    texts: list[Text] = []
    slips: list[str] = []
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path == ROOT / "mjcompanion" / "i18n" / "translation.py":
                texts.append(Text("English", None, "this language", "mjcompanion/i18n/translation.py"))
                texts.append(Text(" ", None, "between two sentences", "mjcompanion/i18n/translation.py"))
                continue
            if path == ROOT / "ui" / "translator.py":
                continue
            seen = Texts(path.relative_to(ROOT).as_posix())
            seen.visit(ast.parse(path.read_text(encoding="utf-8")))
            texts += seen.found
            slips += seen.slips
    return texts + _on_cards(), slips


def _on_cards() -> list[Text]:
    """The sections and notes of the cards that come along."""
    found: list[Text] = []
    for path in sorted((ROOT / "resources" / "cards").glob("*.toml")):
        for line in tomllib.loads(path.read_text(encoding="utf-8"))["line"]:
            said = [line[field] for field in ("section", "note") if line.get(field)]
            found += [Text(text, None, "on a card", path.relative_to(ROOT).as_posix()) for text in said]
    return found


def blank(**more: str) -> Catalog:
    """A catalogue with nothing in it."""
    return Catalog(project="Mah Jongg Companion", version="catalogue", charset="utf-8", fuzzy=False, **more)  # type: ignore[arg-type]


def template(texts: list[Text]) -> Catalog:
    """The catalogue that a language fills in."""
    catalogue = blank()
    plural = {text.key for text in texts if text.many is not None}
    for text in texts:
        if text.many is None and text.key in plural:
            continue
        words = text.one if text.many is None else (text.one, text.many)
        flags = ["python-brace-format"] if "{" in text.one else []
        catalogue.add(words, context=text.context, locations=[(text.file, None)], flags=flags)  # type: ignore[list-item]
    return catalogue


_ALWAYS: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Stands in the head of what is compiled, which today's date would change every day."""


def renewed(path: Path, texts: list[Text]) -> Catalog:
    """The catalogue of a language with just the texts of the program; what was translated stays."""
    with path.open("rb") as file:
        old = read_po(file, locale=path.stem)
    new = template(texts)
    fresh = blank(locale=path.stem, header_comment=old.header_comment)
    fresh.creation_date = _ALWAYS
    fresh.revision_date = old.revision_date
    fresh.last_translator = old.last_translator
    fresh.language_team = old.language_team
    for message in new:
        if not message.id:
            continue
        known = old.get(message.id if isinstance(message.id, str) else message.id[0], message.context)
        empty = "" if isinstance(message.id, str) else ("",) * fresh.num_plurals
        said = known.string if known is not None and _same_shape(known.id, message.id) else empty
        fresh.add(message.id, said, locations=message.locations, flags=message.flags, context=message.context)
    return fresh


def _same_shape(one: object, other: object) -> bool:
    return isinstance(one, str) == isinstance(other, str)


_NOT_SAID: Final = (b'"POT-Creation-Date', b'"Report-Msgid-Bugs-To')


def as_po(catalogue: Catalog) -> bytes:
    """A catalogue as its file has it."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
    return b"\n".join(line for line in out.getvalue().split(b"\n") if not line.startswith(_NOT_SAID))


def as_mo(catalogue: Catalog) -> bytes:
    """A catalogue as the program reads it: what isn't translated is left out, and English stands in."""
    translated = copy.deepcopy(catalogue)
    for message in _missing(catalogue):  # Babel would write the English singular for every number
        translated.delete(message.id, message.context)
    out = io.BytesIO()
    write_mo(out, translated)
    return out.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """The texts that a catalogue has no words for yet."""
    return [message.id if isinstance(message.id, str) else message.id[0] for message in _missing(catalogue)]


def _missing(catalogue: Catalog) -> list[Message]:
    found = []
    for message in catalogue:
        texts = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and not all(texts):
            found.append(message)
    return found


def main() -> int:
    """Do what the words after the command ask for; 1 where something is not in step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--new", metavar="LANGUAGE")
    asked = parser.parse_args()
    texts, slips = collect()
    for slip in slips:
        print(slip)
    FOLDER.mkdir(exist_ok=True)
    if asked.new:
        path = FOLDER / f"{asked.new}.po"
        if not path.exists():
            path.write_bytes(as_po(blank(locale=asked.new)))
    wrong = bool(slips)
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = renewed(path, texts)
        missing = untranslated(catalogue)
        print(f"{path.stem}: {len(list(catalogue)) - 1} texts, {len(missing)} not translated")
        targets = {path: as_po(catalogue)}
        compiled = path.with_suffix(".mo")
        if compiled.exists() or not missing:  # a new language is offered when nothing of it is missing
            targets[compiled] = as_mo(catalogue)
        if missing and compiled in targets:
            print(f"Warning: {path.stem} has these texts in English until they are translated:")
            for text in missing:
                print(f"  {text}")
        for target, content in targets.items():
            if target.exists() and target.read_bytes() == content:
                continue
            wrong = True
            if asked.check:
                print(f"{target.name} is not in step: ./run words")
            else:
                target.write_bytes(content)
    return 1 if wrong and (asked.check or slips) else 0


if __name__ == "__main__":
    sys.exit(main())

"""The TOML file with one club's rules, which people can read and write.

What they can get wrong comes back as sentences that name line and field. A file costs little however it is made: it
is small, and what nests deeper than any rules is refused before it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.core.options import HIGHEST_LIMIT, OPTIONS, OptionKind, OptionSpec
from mjcompanion.core.sanitize import one_line
from mjcompanion.i18n.translation import N_, _, number
from mjcompanion.rules.house import DOUBLES_OF_A_ROW, POINTS_OF_A_ROW, ROWS, changed_rows, stored_house
from mjcompanion.rulesets import DEFAULT, RULESETS, Ruleset, options_for
from mjcompanion.storage.toml_file import (
    Path,
    clean_lines,
    decode,
    line_of,
    lines_of,
    load,
    meant,
    remarks,
    written,
)
from mjcompanion.table.chips import COLOURS, MOST_OF_A_KIND, MOST_VALUE, SHAPES, check_chip_set
from mjcompanion.table.club_rules.rules import ClubRules, clean_chip_name, clean_note, name_problems, note_problems

FILE_VERSION: Final = 1
"""The version of the file's form; a file with a higher one is refused."""
LARGEST_FILE: Final = 64 * 1024
"""In bytes."""
_MOST_PROBLEMS: Final = 20
_SHOWN_OF_A_NAME: Final = 32


def write_club_rules(rules: ClubRules) -> str:
    r"""Return the rules as a TOML file: changed options as values, the others as comments.

    >>> ours = ClubRules.of("Tuesday club", Ruleset("simple"), {"limit": 500})
    >>> [line for line in write_club_rules(ours).splitlines() if "imit" in line]
    ['# Limit: No hand counts for more than this many points.', 'limit = 500']
    >>> read_club_rules(write_club_rules(ours)) == ours
    True
    """
    parts = [
        remarks(_(_HEAD).format(name=rules.name, rules=_(rules.preset.short))),
        f"version = {FILE_VERSION}\nname = {written(rules.name)}\n",
        f"preset = {written(rules.preset)}\nnote = {_quoted_lines(rules.note)}\n",
        "[options]\n",
    ]
    changes = rules.changes
    used = rules.preset.options_used()
    preset = options_for(rules.preset)
    for spec in used:
        value = changes.get(spec.key, getattr(preset, spec.key))
        about = _("{option}: {help}\nThe rules have {value}; {allowed}.").format(
            option=_(spec.label), help=_(spec.help), value=_value(getattr(preset, spec.key)), allowed=_allowed(spec)
        )
        parts.append(f"{remarks(about)}{'' if spec.key in changes else '# '}{spec.key} = {_value(value)}\n")
    useless = [spec for spec in OPTIONS if spec.key in changes and spec not in used]
    if useless:
        lines = "".join(f"{spec.key} = {_value(changes[spec.key])}\n" for spec in useless)
        about = _("These make no difference in {rules}.").format(rules=_(rules.preset.short))
        parts.append(f"{remarks(about)}{lines}")
    parts += _written_rows(rules)
    if rules.chips is not None:
        about = _("The club's own chips: what each player starts with, the most valuable first.")
        parts.append(f"{remarks(about)}[chips]\nname = {written(rules.chips.name)}\n")
        parts += [
            f"[[chips.pieces]]\nvalue = {piece.value}\ncount = {piece.count}\n"
            f"shape = {written(piece.shape)}\ncolour = {written(piece.colour)}\n"
            for piece in rules.chips.pieces
        ]
    return "\n".join(parts)


def _written_rows(rules: ClubRules) -> list[str]:
    """Return the rows that the club changed, each as a table below its sentence."""
    sentences = {row.id: row.sentence for row in changed_rows(rules.preset, rules.options)}
    parts = []
    for id_, row in rules.changes.get(ROWS, {}).items():
        about = remarks(sentences[id_]) if id_ in sentences else ""
        parts.append(
            f"{about}[{ROWS}.{id_}]\n" + "".join(f"{key} = {_value(row[key])}\n" for key in _ROW if key in row)
        )
    return parts


_HEAD: Final = N_(
    "{name}: {rules} as a club plays it, for Mah Jongg Companion.\n\nA line that begins with # is a "
    "remark. To use an option, remove the # in front of it; without\nits line the standard rule "
    "applies. The program writes this file again when you change something\nthere; anything you want "
    "to keep belongs in the note."
)


NO_LIMIT: Final = "none"
"""How the file says null, which TOML doesn't know."""


def _value(value: object) -> str:
    if value is None:
        return written(NO_LIMIT)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(str, value))}]"
    return written(value if isinstance(value, int) else str(value))


def _quoted_lines(text: str) -> str:
    if "\n" not in text:
        return written(text)
    return '"""\n' + "\n".join(written(line)[1:-1] for line in text.split("\n")) + '"""'


def _allowed(spec: OptionSpec) -> str:
    """Return the values an option takes, as the file writes them."""
    if spec.kind is OptionKind.CHOICE:
        return listed((written(choice) for choice in spec.choices), "or")
    if spec.kind is OptionKind.LIMIT:
        return _("an even number of points from 2 up, or {none}").format(none=written(NO_LIMIT))
    return spec.values


def read_club_rules(text: str) -> ClubRules:
    r"""Read the rules that a file holds.

    Raises:
        RuleError: with all that is wrong, each naming its line; a file of a newer version is refused whole.

    >>> read_club_rules('version = 1\nname = "Ours"\npreset = "nmjl"\n[options]\nlimit = 7')
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: Line 5: limit must be an even number of points from 2 up, or "none".

    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST_FILE:
        raise RuleError([Problem("rules-too-large", limit=LARGEST_FILE)])
    text = clean_lines(text)
    return _RulesReader(load(text, "rules"), lines_of(text)).read()


class _RulesReader:
    """Reads one file's values and gathers what is wrong with them."""

    def __init__(self, found: dict[str, Any], lines: Mapping[Path, int]) -> None:
        self._found = found
        self._lines = lines
        self._problems: list[Problem] = []

    def read(self) -> ClubRules:
        self._check_version()
        self._known((), self._found, ("version", "name", "preset", "note", "options", ROWS, "chips"))
        name = one_line(self._text("name", _('a line such as name = "Tuesday club"')))
        note = clean_note(self._text("note", _("a text in quotes"), ""))
        preset = self._preset()
        changes = self._options()
        self._rows(preset, changes)
        chips = self._chips()
        if "name" in self._found and isinstance(self._found["name"], str):
            self._problems += [self._at(("name",), problem) for problem in name_problems(name)]
        self._problems += [self._at(("note",), problem) for problem in note_problems(note)]
        if self._problems:
            raise RuleError(sorted(self._problems[:_MOST_PROBLEMS], key=lambda problem: problem.place))
        return ClubRules.of(name, preset, changes, chips=chips, note=note)

    def _line(self, path: Path) -> int:
        return line_of(path, self._lines) or 1

    def _at(self, path: Path, problem: Problem) -> Problem:
        sentence = problem.sentence()
        return Problem("rules-at-line", place=self._line(path), why=sentence)

    def _wrong(self, path: Path, must_be: str) -> None:
        key = str(path[-1])
        self._problems.append(Problem("rules-bad-value", place=self._line(path), text=key, why=must_be))

    def _known(self, path: Path, table: Mapping[str, Any], keys: Collection[str]) -> None:
        """Complain about keys that mean nothing."""
        for key in table:
            if key in keys:
                continue
            if len(self._problems) >= _MOST_PROBLEMS:
                return
            place = self._line((*path, key))
            self._problems.append(Problem("rules-unknown-key", place=place, text=key, why=meant(key, keys)))

    def _check_version(self) -> None:
        version = self._found.get("version")
        if version is None:
            needed = _("a line {line}").format(line=f"version = {FILE_VERSION}")
            self._problems.append(Problem("rules-missing", text="version", why=needed))
        elif not isinstance(version, int) or isinstance(version, bool) or version < 1:
            self._wrong(("version",), _from_to(1, FILE_VERSION))
        elif version > FILE_VERSION:
            name = self._found.get("name")
            name = one_line(name[:_SHOWN_OF_A_NAME]) if isinstance(name, str) else ""
            shown = _("unknown") if version.bit_length() > 31 else str(version)
            text = _("“{name}”").format(name=name) if name else _("This file")
            raise RuleError([Problem("rules-newer", text=text, why=shown, limit=FILE_VERSION)])

    def _text(self, key: str, needed: str, default: str | None = None) -> str:
        value = self._found.get(key, default)
        if value is None:
            self._problems.append(Problem("rules-missing", text=key, why=needed))
        elif not isinstance(value, str):
            self._wrong((key,), _("a text in quotes"))
        else:
            return value
        return ""

    def _preset(self) -> Ruleset:
        value = self._found.get("preset")
        names = listed((f'"{rules}"' for rules in RULESETS.values()), "or")
        if value is None:
            needed = _("a line preset = and one of {names}").format(names=names)
            self._problems.append(Problem("rules-missing", text="preset", why=needed))
        elif not isinstance(value, str) or value not in RULESETS:
            self._wrong(("preset",), names)
        else:
            return Ruleset(value)
        return DEFAULT

    def _options(self) -> dict[str, object]:
        table = self._found.get("options", {})
        if not isinstance(table, dict):
            self._wrong(("options",), _("a line {line} with the values below it").format(line="[options]"))
            return {}
        specs = {spec.key: spec for spec in OPTIONS}
        self._known(("options",), table, specs)
        changes: dict[str, object] = {}
        for key, value in table.items():
            if key not in specs:
                continue
            taken = None if specs[key].kind in _MAY_BE_NONE and value == NO_LIMIT else value
            try:
                stored_house(DEFAULT, {key: taken})
            except RuleError:
                self._wrong(("options", key), _allowed(specs[key]))
            else:
                changes[key] = taken
        return changes

    def _rows(self, preset: Ruleset, changes: dict[str, object]) -> None:
        """Add the rows to the changes, each looked at beside the others and the options."""
        table = self._found.get(ROWS, {})
        if not isinstance(table, dict):
            self._wrong((ROWS,), _("lines such as {line} with the values below it").format(line="[rows.no-runs]"))
            return
        before = len(self._problems)
        for id_, row in table.items():
            if not isinstance(row, dict):
                self._wrong((ROWS, id_), _("a line {line} with the values below it").format(line=f"[{ROWS}.{id_}]"))
                continue
            self._known((ROWS, id_), row, _ROW)
            for key, (fits, must_be) in _ROW.items():
                if key in row and not fits(row[key]):
                    self._wrong((ROWS, id_, key), must_be())
            if len(self._problems) >= _MOST_PROBLEMS:
                return
        if len(self._problems) > before:
            return
        try:
            options_for(preset, {**changes, ROWS: table})
        except RuleError as error:
            for problem in error.problems:
                field = problem.why if problem.code == "row-range" else _FIELD_OF.get(problem.code)
                path = (ROWS, problem.text, *([field] if field else []))
                if problem.code in _OPTION_OF:
                    path = ("options", *(key for key in _OPTION_OF[problem.code] if key in changes))[:2]
                self._problems.append(self._at(path, problem))
        else:
            if table:
                changes[ROWS] = table

    def _chips(self) -> ChipSet | None:
        if "chips" not in self._found:
            return None
        table = self._found["chips"]
        if not isinstance(table, dict):
            self._wrong(("chips",), _("a line {line} with the values below it").format(line="[chips]"))
            return None
        self._known(("chips",), table, ("name", "pieces"))
        name = table.get("name", "")
        pieces = table.get("pieces", [])
        if not isinstance(name, str):
            self._wrong(("chips", "name"), _("a text in quotes"))
            name = ""
        if not isinstance(pieces, list) or not all(isinstance(piece, dict) for piece in pieces):
            needed = _("lines [[chips.pieces]], each with the values of one piece below it")
            self._wrong(("chips", "pieces"), needed)
            return None
        before = len(self._problems)
        read = tuple(self._piece(place, piece) for place, piece in enumerate(pieces))
        chips = ChipSet(clean_chip_name(name), read)
        if len(self._problems) == before:
            try:
                check_chip_set(chips)
            except RuleError as error:
                self._problems += [self._at(("chips",), problem) for problem in error.problems]
        return chips

    def _piece(self, place: int, table: Mapping[str, Any]) -> ChipKind:
        path: Path = ("chips", "pieces", place)
        self._known(path, table, _PIECE)
        values: dict[str, Any] = {}
        for key, (default, fits, must_be) in _PIECE.items():
            values[key] = table.get(key, default)
            if key not in table and key in ("value", "count"):
                self._problems.append(self._at(path, Problem("rules-missing", text=key, why=must_be())))
            elif not fits(values[key]):
                self._wrong((*path, key), must_be())
                values[key] = default
        return ChipKind(**values)


def _whole(value: object, lowest: int, highest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def _from_to(lowest: int, highest: int) -> str:
    text = _("a whole number from {lowest} to {highest}")
    return text.format(lowest=number(lowest), highest=number(highest))


_PIECE: Final[dict[str, tuple[object, Callable[[object], bool], Callable[[], str]]]] = {
    "value": (1, lambda value: _whole(value, 1, MOST_VALUE), lambda: _from_to(1, MOST_VALUE)),
    "count": (1, lambda value: _whole(value, 0, MOST_OF_A_KIND), lambda: _from_to(0, MOST_OF_A_KIND)),
    "shape": ("chip", lambda value: value in SHAPES, lambda: listed(map(written, SHAPES), "or")),
    "colour": ("red", lambda value: value in COLOURS, lambda: listed(map(written, COLOURS), "or")),
}
"""The values of a piece: what each is where it isn't given, what fits, and that in words."""


_TRUTH: Final = (lambda value: isinstance(value, bool), lambda: _("true or false"))
_ROW: Final[dict[str, tuple[Callable[[object], bool], Callable[[], str]]]] = {
    "off": _TRUTH,
    "points": (lambda value: _whole(value, 0, POINTS_OF_A_ROW), lambda: _from_to(0, POINTS_OF_A_ROW)),
    "doubles": (lambda value: _whole(value, 0, DOUBLES_OF_A_ROW), lambda: _from_to(0, DOUBLES_OF_A_ROW)),
    "limit": (
        lambda value: isinstance(value, str) or _whole(value, 1, HIGHEST_LIMIT),
        lambda: _('points, or a share of the limit such as "1/2" or "1"'),
    ),
    "everybody": _TRUTH,
}
"""The values of a row: what fits, and that in words."""
_FIELD_OF: Final = {
    "row-no-limit": "limit",
    "row-over-limit": "limit",
    "row-share": "limit",
    "row-whole-hand": "everybody",
    "row-losers": "everybody",
    "row-no-points": "points",
}
"""The value that a problem of a row speaks of."""
_OPTION_OF: Final = {
    "limit-needed": ("limit", "scale"),
    "scale-needed": ("scale",),
}
"""The options that a problem of what can't be together may speak of, the likeliest first."""
_MAY_BE_NONE: Final = (OptionKind.LIMIT, OptionKind.SCALE)


def rules_from_bytes(content: bytes) -> ClubRules:
    """Read the rules in a file's bytes.

    Raises:
        RuleError: as `read_club_rules`, and where the bytes are no UTF-8.

    """
    return read_club_rules(decode(content, "rules", LARGEST_FILE))

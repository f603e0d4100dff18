"""The TOML file with one club's rules, which people can read and write.

What they can get wrong comes back as sentences that name line and field. A file costs little however it is made: it
is small, and what nests deeper than any rules is refused before it is read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

import msgspec

from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.core.options import HIGHEST_LIMIT, OPTIONS, OptionKind, OptionSpec
from mjcompanion.core.sanitize import one_line
from mjcompanion.i18n.translation import N_, _, number
from mjcompanion.parsing.pattern import HIGHEST_SHIFT
from mjcompanion.rules.house import DOUBLES_OF_A_ROW, HANDS, POINTS_OF_A_ROW, ROWS, changed_rows, stored_house
from mjcompanion.rulesets import DEFAULT, RULESETS, Ruleset, options_for
from mjcompanion.storage.toml_file import (
    Path,
    clean_lines,
    decode,
    line_of,
    lines_of,
    load,
    meant,
    merge,
    remarks,
    with_lines_of,
    written,
)
from mjcompanion.table.chips import COLOURS, MOST_OF_A_KIND, MOST_VALUE, SHAPES, check_chip_set
from mjcompanion.table.club_rules.rules import ClubRules, clean_chip_name, clean_note, name_problems, note_problems

FILE_VERSION: Final = 1
"""The version of the file's form; a file with a higher one is refused."""
LARGEST_FILE: Final = 64 * 1024
"""In bytes."""
NO_LIMIT: Final = "none"
"""How the file says null, which TOML doesn't know."""
_MOST_PROBLEMS: Final = 20


# writing


def write_club_rules(rules: ClubRules, old: str = "") -> str:
    r"""Return the rules as a TOML file: changed options as values, the others as comments.

    `old` is what the file has been so far: its values are changed, and all else in it stays.

    >>> ours = ClubRules.of("Tuesday club", Ruleset("simple"), {"limit": 500})
    >>> text = write_club_rules(ours)
    >>> [line for line in text.splitlines() if "imit" in line]
    ['# Limit: No hand counts for more than this many points.', 'limit = 500']
    >>> "limit = 400 # since May" in write_club_rules(ours.changed(limit=400), text.replace("500", "500 # since May"))
    True
    """
    rules = msgspec.structs.replace(rules, unsaved=())
    with contextlib.suppress(RuleError, ValueError, LookupError):  # what tomlkit raises is a ValueError
        before = read_club_rules(old)
        text = with_lines_of(old, _edited(clean_lines(old), before, rules))
        if before.preset == rules.preset and msgspec.structs.replace(read_club_rules(text), order=rules.order) == rules:
            return text
    return _edited(_new_file(rules), ClubRules(rules.name, rules.preset, options_for(rules.preset)), rules)


_HOW: Final = N_(
    "A line that begins with # is a remark. To use an option, remove the # in front of it; without\n"
    "its line the standard rule applies. When you change something in the program, it changes the\n"
    "values here, and your remarks stay."
)


def _new_file(rules: ClubRules) -> str:
    """Return a file of this name in which no option is changed."""
    preset = options_for(rules.preset)
    parts = [
        f"{_remarks(rules)['']}#\n{remarks(_(_HOW))}",
        f"version = {FILE_VERSION}\nname = {written(rules.name)}\n",
        f'preset = {written(rules.preset)}\nnote = ""\n',
        "[options]\n",
    ]
    for spec in rules.preset.options_used():
        value = getattr(preset, spec.key)
        about = _("{option}: {help}\nThe rules have {value}; {allowed}.").format(
            option=_(spec.label), help=_(spec.help), value=_written(value), allowed=_allowed(spec)
        )
        parts.append(f"{remarks(about)}# {spec.key} = {_written(value)}\n")
    return "\n".join(parts)


def _edited(text: str, before: ClubRules, rules: ClubRules) -> str:
    """Return a file's text after a change; the line of an option is a comment while the option isn't changed."""
    import tomlkit  # only what changes a file needs it
    from tomlkit.items import InlineTable

    preset = options_for(rules.preset)
    lines = {spec.key: f"\n{spec.key} = {_written(getattr(preset, spec.key))}" for spec in OPTIONS}
    for key in rules.changes.keys() - before.changes.keys() - _TABLES:
        text = text.replace(f"\n# {lines[key][1:]}\n", f"{lines[key]}\n", 1)
    about, now = _remarks(before), _remarks(rules)
    for key, remark in about.items():
        text = text.replace(remark, now.get(key, ""), 1)
    document = tomlkit.parse(text)
    changed = {*document.get("options", ()), *rules.changes} - _TABLES
    options = {spec.key: _plain(getattr(rules.options, spec.key)) for spec in OPTIONS if spec.key in changed}
    values: dict[str, Any] = {"version": FILE_VERSION, "name": rules.name, "preset": str(rules.preset)}
    values |= {"note": rules.note, "options": options}
    values |= {key: dict(rules.changes.get(key, {})) for key in sorted(_TABLES, reverse=True)}
    if rules.chips is not None:
        values["chips"] = msgspec.to_builtins(rules.chips)
    new: list[tuple[str, dict[str, Any]]] = []
    for key in sorted(_TABLES, reverse=True):
        tables = document.get(key, {})
        added = [] if isinstance(tables, InlineTable) else [id_ for id_ in values[key] if id_ not in tables]
        new += [(f"[{key}.{id_}]", {key: {id_: values[key].pop(id_)}}) for id_ in added]
    if "chips" in values and "chips" not in document:
        new.append(("[chips]", {"chips": values.pop("chips")}))
    merge(document, {key: value for key, value in values.items() if value not in ("", {}) or key in document})
    text = tomlkit.dumps(document)
    for header, table in new:  # at the end, so that a comment above a table stays there
        text = f"{text.rstrip()}\n\n{now.get(header, '')}{tomlkit.dumps(table)}"
    for key in before.changes.keys() - rules.changes.keys() - _TABLES:
        text = text.replace(lines[key], f"\n# {lines[key][1:]}", 1)
    return text


def _remarks(rules: ClubRules) -> dict[str, str]:
    """Return the comments that speak of values: at the top of the file, and above the headers of rows and chips."""
    head = _("{name}: {rules} as a club plays it, for Mah Jongg Companion.")
    found = {"": head.format(name=rules.name, rules=_(rules.preset.short))}
    hands = {hand.id for hand in rules.options.hands}
    found |= {
        f"[{HANDS if row.id in hands else ROWS}.{row.id}]": row.sentence
        for row in changed_rows(rules.preset, rules.options)
    }
    if rules.chips is not None:
        found["[chips]"] = _("The club’s own chips: what each player starts with, the most valuable first.")
    return {header: remarks(text) for header, text in found.items()}


def _plain(value: object) -> Any:  # noqa: ANN401 - a number, a text or a list of numbers
    if value is None:
        return NO_LIMIT
    if isinstance(value, tuple):
        return list(value)
    return value if isinstance(value, int) else str(value)


def _written(value: object) -> str:
    plain = _plain(value)
    return str(plain) if isinstance(plain, list) else written(plain)


def _allowed(spec: OptionSpec) -> str:
    """Return the values an option takes, as the file writes them."""
    if spec.kind is OptionKind.CHOICE:
        return listed((written(choice) for choice in spec.choices), "or")
    if spec.kind is OptionKind.LIMIT:
        return _("an even number of points from 2 up, or {none}").format(none=written(NO_LIMIT))
    return spec.values


# reading


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


Check = tuple[Callable[[object], bool], Callable[[], str]]
"""What fits, and that in words."""
Field = tuple[object, Check]
"""What a value is where it isn't given, None where it must be, and what fits."""


class _RulesReader:
    """Reads one file's values and gathers what is wrong with them."""

    def __init__(self, found: dict[str, Any], lines: Mapping[Path, int]) -> None:
        self._found = found
        self._lines = lines
        self._problems: list[Problem] = []

    def read(self) -> ClubRules:
        version = self._found.get("version")
        if isinstance(version, int) and version > FILE_VERSION:
            raise RuleError([Problem("rules-newer", limit=FILE_VERSION)])
        file = self._table((), self._found, _FILE)
        name, note = one_line(file["name"] or ""), clean_note(file["note"] or "")
        preset = Ruleset(file["preset"] or DEFAULT)
        changes = self._options(file["options"] or {})
        self._rows(preset, changes, {key: file[key] or {} for key in (ROWS, HANDS)})
        chips = self._chips(file["chips"]) if "chips" in self._found and file["chips"] is not None else None
        self._refuse(("name",), name_problems(name) if file["name"] is not None else [])
        self._refuse(("note",), note_problems(note))
        if self._problems:
            raise RuleError(sorted(self._problems[:_MOST_PROBLEMS], key=lambda problem: problem.place))
        return ClubRules.of(name, preset, changes, chips=chips, note=note, order=tuple(file[HANDS] or ()))

    # what is wrong

    def _add(self, path: Path, code: str, text: str = "", why: str = "") -> None:
        self._problems.append(Problem(code, place=line_of(path, self._lines) or 1, text=text, why=why))

    def _refuse(self, path: Path, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self._add(path, "rules-at-line", why=problem.sentence())

    def _known(self, path: Path, table: Mapping[str, Any], keys: Collection[str]) -> None:
        """Complain about keys that mean nothing."""
        for key in table:
            if key not in keys and len(self._problems) < _MOST_PROBLEMS:
                self._add((*path, key), "rules-unknown-key", key, meant(key, keys))

    def _value(self, path: Path, table: Mapping[str, Any], key: str, default: object, check: Check) -> Any:  # noqa: ANN401
        """Return a value, or the default where there is none; None, and a problem, if it is missing or doesn't fit."""
        value, (fits, must_be) = table.get(key, default), check
        if value is None:
            missing = Problem("rules-missing", text=key, why=must_be())
            if path:
                self._refuse(path, [missing])
            else:
                self._problems.append(missing)
        elif not fits(value):
            self._add((*path, key), "rules-bad-value", key, must_be())
            return None
        return value

    def _table(self, path: Path, table: Mapping[str, Any], fields: Mapping[str, Field]) -> dict[str, Any]:
        """Return the values of a table by their keys."""
        self._known(path, table, fields)
        return {key: self._value(path, table, key, *field) for key, field in fields.items()}

    # the parts of the file

    def _options(self, table: Mapping[str, Any]) -> dict[str, object]:
        specs = {spec.key: spec for spec in OPTIONS}
        self._known(("options",), table, {*specs, *_TABLES})
        changes: dict[str, object] = {}
        for key in _TABLES & table.keys():
            self._add(("options", key), "rules-bad-value", key, _(_TABLES_NEEDED[key]))
        for key in table.keys() & specs.keys():
            taken = None if specs[key].kind in _MAY_BE_NONE and table[key] == NO_LIMIT else table[key]
            try:
                stored_house(DEFAULT, {key: taken})
            except RuleError:
                self._add(("options", key), "rules-bad-value", key, _allowed(specs[key]))
            else:
                changes[key] = taken
        return changes

    def _rows(self, preset: Ruleset, changes: dict[str, object], tables: Mapping[str, Mapping[str, Any]]) -> None:
        """Add the rows and the hands to the changes, each checked together with the others and the options."""
        before = len(self._problems)
        for name, table in tables.items():
            for id_ in table:
                row = self._value((name,), table, id_, None, _table_of(f"{name}.{id_}")) or {}
                self._known((name, id_), row, _FIELDS[name])
                for key in row.keys() & _FIELDS[name].keys():
                    self._value((name, id_), row, key, None, _FIELDS[name][key])
                if name == HANDS and "pattern" not in row:
                    self._value((name, id_), row, "pattern", None, _FIELDS[name]["pattern"])
        if len(self._problems) > before:
            return
        given = {name: table for name, table in tables.items() if table}
        try:
            options_for(preset, {**changes, **given})
        except RuleError as error:
            for problem in error.problems:
                field = problem.why if problem.code == "row-range" else _FIELD_OF.get(problem.code, "")
                options = [key for key in _OPTION_OF.get(problem.code, ()) if key in changes]
                name = HANDS if problem.text in tables[HANDS] else ROWS
                self._refuse(
                    ("options", *options[:1]) if problem.code in _OPTION_OF else (name, problem.text, field), [problem]
                )
        else:
            changes.update(given)

    def _chips(self, table: Mapping[str, Any]) -> ChipSet | None:
        before = len(self._problems)
        chips = self._table(("chips",), table, _CHIPS)
        pieces = [
            self._table(("chips", "pieces", place), piece, _PIECE) for place, piece in enumerate(chips["pieces"] or ())
        ]
        if len(self._problems) > before:
            return None
        try:
            return check_chip_set(ChipSet(clean_chip_name(chips["name"]), tuple(ChipKind(**one) for one in pieces)))
        except RuleError as error:
            self._refuse(("chips",), error.problems)
        return None


def _whole(lowest: int, highest: int) -> Check:
    def fits(value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest

    text = N_("a whole number from {lowest} to {highest}")
    return fits, lambda: _(text).format(lowest=number(lowest), highest=number(highest))


def _one_of(values: Collection[str]) -> Check:
    return (lambda value: isinstance(value, str) and value in values), lambda: listed(map(written, values), "or")


def _table_of(header: str) -> Check:
    words = N_("a line {line} with the values below it")
    return (lambda value: isinstance(value, dict)), lambda: _(words).format(line=f"[{header}]")


_TABLES_NEEDED: Final = {
    ROWS: N_("lines such as [rows.no-runs] with the values below it"),
    HANDS: N_("lines such as [hands.civil-war] with the values below it"),
}
_TABLES: Final = frozenset(_TABLES_NEEDED)
"""What a file has tables of, and options for all that."""
_TEXT: Final[Check] = (lambda value: isinstance(value, str)), lambda: _("a text in quotes")
_TRUTH: Final[Check] = (lambda value: isinstance(value, bool)), lambda: _("true or false")
_FILE: Final[dict[str, Field]] = {
    "version": (
        None,
        (
            lambda value: value is not True and value == FILE_VERSION,
            lambda: _("the number {number}").format(number=FILE_VERSION),
        ),
    ),
    "name": (None, _TEXT),
    "preset": (None, _one_of(RULESETS)),
    "note": ("", _TEXT),
    "options": ({}, _table_of("options")),
    ROWS: ({}, (lambda value: isinstance(value, dict), lambda: _(_TABLES_NEEDED[ROWS]))),
    HANDS: ({}, (lambda value: isinstance(value, dict), lambda: _(_TABLES_NEEDED[HANDS]))),
    "chips": ({}, _table_of("chips")),
}
_PIECES: Final[Check] = (
    lambda value: isinstance(value, list) and all(isinstance(piece, dict) for piece in value),
    lambda: _("lines [[chips.pieces]], each with the values of one piece below it"),
)
_CHIPS: Final[dict[str, Field]] = {"name": ("", _TEXT), "pieces": ([], _PIECES)}
_PIECE: Final[dict[str, Field]] = {
    "value": (None, _whole(1, MOST_VALUE)),
    "count": (None, _whole(0, MOST_OF_A_KIND)),
    "shape": ("chip", _one_of(SHAPES)),
    "colour": ("red", _one_of(COLOURS)),
}
_GIVES: Final[dict[str, Check]] = {
    "points": _whole(0, POINTS_OF_A_ROW),
    "doubles": _whole(0, DOUBLES_OF_A_ROW),
    "limit": (
        lambda value: isinstance(value, str) or _whole(1, HIGHEST_LIMIT)[0](value),
        lambda: _('points, or a share of the limit such as "1/2" or "1"'),
    ),
}
_FIELDS: Final[dict[str, dict[str, Check]]] = {
    ROWS: {"off": _TRUTH, **_GIVES, "everybody": _TRUTH},
    HANDS: {
        "pattern": _TEXT,
        "name": _TEXT,
        "shift": _whole(0, HIGHEST_SHIFT),
        **_GIVES,
        "concealed": _TRUTH,
    },
}
"""What fits the values of a row and of a hand."""
_FIELD_OF: Final = {
    "row-no-limit": "limit",
    "row-over-limit": "limit",
    "row-share": "limit",
    "row-whole-hand": "everybody",
    "row-losers": "everybody",
    "row-no-points": "points",
    "hand-name": "name",
    "hand-pattern": "pattern",
    "hand-flowers": "pattern",
    "hand-impossible": "pattern",
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

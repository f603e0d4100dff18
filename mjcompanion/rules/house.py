"""The house options of a ruleset: which it uses, as they are by themselves, and as a table changes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.core.options import OPTIONS, HouseHand, Options, RowChange, fits
from mjcompanion.i18n.translation import _
from mjcompanion.rules.house_hands import MOST_HANDS, hand_problems, hand_title
from mjcompanion.rules.optional_rows import OPTIONAL_ROWS, SOURCE
from mjcompanion.rules.row import On, Rule, gift_words
from mjcompanion.rules.ruleset import OTHERS, RULESETS, Ruleset

_BY_KEY: Final = {spec.key: spec for spec in OPTIONS}


def find_ruleset(text: object) -> Ruleset:
    """Return the ruleset with this name.

    >>> find_ruleset("tradition")
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: There are no rules called “tradition”. Choose traditional, classical, \
kemp-chinese, simple, hong-kong, british, dmjl, nmjl, american-club or kemp-american.
    """
    try:
        return Ruleset(text)
    except (ValueError, TypeError):
        raise RuleError([Problem("unknown-rules", text=str(text), why=listed(RULESETS, "or"))]) from None


def options_for(rules: Ruleset, changes: Mapping[str, object] | None = None) -> Options:
    """Return the options of a ruleset: its defaults with some values changed.

    Raises:
        RuleError: naming each unknown key, each value out of range, and values that can't be together. A known key
            that the ruleset has no use for is checked all the same and then does nothing.

    >>> options_for(Ruleset("traditional")).limit, options_for(Ruleset("classical")).limit
    (300, None)
    >>> options_for(Ruleset("traditional"), {"limit": 301})
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: The option limit must be an even number of points from 2 up, or null \
for no limit.

    """
    if not changes:
        return rules.preset
    made = stored_house(rules, changes)
    problems = list(house_problems(rules, made))
    if problems:
        raise RuleError(problems)
    return made


def stored_house(rules: Ruleset, changes: Mapping[str, object]) -> Options:
    """Return the same for options that were saved: values that contradict each other stay as they are.

    Raises:
        RuleError: naming each unknown key and each value out of range.

    >>> stored_house(Ruleset("british"), {"limit": None}).limit is None
    True

    """
    changes = _as_kept(changes)
    problems = []
    for key, value in changes.items():
        spec = _BY_KEY.get(key)
        if key in _RECORDS:
            problems += [] if isinstance(value, tuple) else [Problem(f"bad-{key}")]
        elif spec is None:
            problems.append(Problem("unknown-option", text=str(key), why=listed(_BY_KEY, "or")))
        elif not fits(spec, value):
            problems.append(Problem("bad-option", text=key, why=spec.values))
    if problems:
        raise RuleError(problems)
    made = msgspec.structs.replace(rules.preset, **changes)
    problems = [*row_problems(rules, made), *_problems_of_hands(rules, made)]
    if problems:
        raise RuleError(problems)
    return made


def _as_kept(changes: Mapping[str, object]) -> Mapping[str, object]:
    """Convert values from JSON to those of `Options`; no table is an empty one."""
    if not any(key in changes and not isinstance(changes[key], tuple) for key in _MANY):
        return changes
    return {key: _many(key, value) for key, value in changes.items()}


def _many(key: str, value: object) -> object:
    if key == _SCALE and value is None:
        return ()
    kind = _RECORDS.get(key)
    if kind is None:
        return tuple(value) if isinstance(value, list) else value
    try:
        entries = [{"id": id_, **row} for id_, row in value.items()] if isinstance(value, dict) else value
        found: tuple[RowChange | HouseHand, ...] = msgspec.convert(entries, tuple[kind, ...])  # type: ignore[valid-type]
    except (TypeError, msgspec.ValidationError):
        raise RuleError([Problem(f"bad-{key}")]) from None
    if isinstance(value, dict) and [one.id for one in found] != [*value]:  # one has another id of its own
        raise RuleError([Problem(f"bad-{key}")])
    return found


def house_problems(rules: Ruleset, options: Options) -> Iterator[Problem]:
    """Yield what contradicts itself: the limit, the table of points by doubles, and what the rows give.

    >>> [one.sentence() for one in house_problems(Ruleset("hong-kong"), Options(scale=(0, 0)))]
    ['Hong Kong counts in faan alone: without a table of points for them every hand scores 0.']
    """
    rows, scale, limit = rules.rows_with(options), rules.scale_with(options), rules.limit_with(options)
    alone = next((row for row in rows if row.on is On.KIND and row.share), None)
    if limit is None and alone is not None:
        yield Problem("limit-needed", text=_(alone.words))
    if _SCALE in rules.uses and not (scale[-1] if scale else any(row.points_with(options) for row in rows)):
        yield Problem("scale-needed", text=_(rules.short))
    named = {change.id: change for change in options.rows if not change.off}
    for row in rows if scale else ():
        change = named.get(row.key)
        if change is not None and row.points_with(options) and (change.gives or row.source == SOURCE):
            yield Problem(NO_POINTS, text=row.key)


def row_problems(rules: Ruleset, options: Options) -> Iterator[Problem]:
    """Yield what is wrong with the rows of a house, each problem with the id of its row as `text`."""
    if options.rows and not rules.rows:
        yield Problem("rows-none", text=options.rows[0].id, why=_(rules.short))
        return
    seen: set[str] = set()
    for change in options.rows:
        row = rules.row_named(change.id)
        if row is None:
            from difflib import get_close_matches  # for a slip only

            close = get_close_matches(change.id[:40], [*{one.key for one in rules.rows}, *OPTIONAL_ROWS], 1)
            yield Problem("row-unknown-meant" if close else "row-unknown", text=change.id, why="".join(close))
        elif change.id in seen:
            yield Problem("row-twice", text=change.id)
        else:
            yield from _problems_of_row(rules, options, change, row)
        seen.add(change.id)
    if not seen:
        return
    rows = rules.rows_with(msgspec.structs.replace(options, hands=()))  # of special hands only one counts
    points, doubles = most(rows, options)
    if points > MOST_POINTS or doubles > MOST_DOUBLES:
        yield Problem("rows-too-much", text=options.rows[0].id, count=MOST_DOUBLES, limit=MOST_POINTS)


def _problems_of_row(rules: Ruleset, options: Options, change: RowChange, row: Rule) -> Iterator[Problem]:
    if change.off:
        return
    yield from _problems_of_gift(rules, options, change, given=bool(row.share) and row.source == SOURCE)
    if change.everybody and not row.for_any_hand:
        yield Problem("row-whole-hand", text=change.id)
    elif change.everybody and not rules.losers_score:
        yield Problem("row-losers", text=change.id, why=_(rules.short))
    if OTHERS in row.needs and rules.single_player:
        yield Problem("row-others", text=change.id, why=_(rules.short))
    if "round" in row.needs and not (rules.has_round_wind or "round" in rules.asks):
        yield Problem("row-round", text=change.id, why=_(rules.short))


def _problems_of_gift(
    rules: Ruleset, options: Options, change: RowChange | HouseHand, *, given: bool
) -> Iterator[Problem]:
    """Yield what is wrong with the points, doubles and limit; `given`: saying nothing means a share of the limit."""
    for key, value, highest in (
        ("points", change.points, POINTS_OF_A_ROW),
        ("doubles", change.doubles, DOUBLES_OF_A_ROW),
    ):
        if value is not None and not 0 <= value <= highest:
            yield Problem("row-range", text=change.id, why=key, limit=highest)
    limit = rules.limit_with(options)
    if limit is None and (change.limit is not None or (given and not change.gives)):
        yield Problem(NO_LIMIT, text=change.id)
    elif isinstance(change.limit, int) and not 1 <= change.limit <= (limit or 0):
        yield Problem("row-over-limit", text=change.id, limit=limit or 0)
    elif isinstance(change.limit, str) and change.share is None:
        yield Problem("row-share", text=change.id)


def _problems_of_hands(rules: Ruleset, options: Options) -> Iterator[Problem]:
    """Yield what is wrong with the hands of a house, each problem with the id of its hand as `text`."""
    if options.hands and not rules.rows:
        yield Problem("rows-none", text=options.hands[0].id, why=_(rules.short))
        return
    if len(options.hands) > MOST_HANDS:
        yield Problem("hands-many", text=options.hands[0].id, limit=MOST_HANDS)
        return
    taken = {one.key for one in rules.rows} | {kind.id for kind in rules.kinds} | OPTIONAL_ROWS.keys()
    seen: set[str] = set()
    for hand in options.hands:
        if hand.id in taken or hand.id in seen:
            yield Problem("hand-known", text=hand.id)
        yield from hand_problems(hand)
        yield from _problems_of_gift(rules, options, hand, given=True)
        if rules.scale_with(options) and hand.points:
            yield Problem(NO_POINTS, text=hand.id)
        seen.add(hand.id)


class ChangedRow(msgspec.Struct, frozen=True):
    """A row of a house compared with the same row of the rules; what each gives is in words, empty where there is none.

    >>> house = options_for(Ruleset("traditional"), {"rows": {"no-runs": {"doubles": 1}, "all-chows": {"points": 10}}})
    >>> [(one.label, one.theirs, one.ours) for one in changed_rows(Ruleset("traditional"), house)]
    [('All chows', '', '10 points'), ('No chows', '10 points', 'a double')]
    """

    id: str
    label: str
    theirs: str
    ours: str

    @property
    def differs(self) -> bool:
        """Whether the house has it otherwise."""
        return self.theirs != self.ours

    @property
    def sentence(self) -> str:
        """Return the difference in a sentence.

        >>> ChangedRow("no-runs", "No chows", "10 points", "").sentence
        'No chows: nothing instead of 10 points.'
        """
        form = _("{row}: {ours} instead of {theirs}.") if self.theirs else _("{row}: {ours}, added.")
        return form.format(row=self.label, ours=self.ours or _("nothing"), theirs=self.theirs)


def changed_rows(rules: Ruleset, options: Options) -> tuple[ChangedRow, ...]:
    """Return the rows in which a house differs from its rules; an unknown row is named by its id."""
    if not options.rows and not options.hands:
        return ()
    plain = {row.key: row for row in rules.rows_with(msgspec.structs.replace(options, rows=(), hands=()))}
    house = {row.key: row for row in rules.rows_with(options)}
    found = []
    for change in options.rows:
        row = rules.row_named(change.id)
        theirs, ours = (_gives(found_in.get(change.id), rules, options) for found_in in (plain, house))
        if theirs != ours:
            found.append(ChangedRow(change.id, _(row.title) if row else change.id, theirs, ours))
    found += [
        ChangedRow(hand.id, hand_title(hand), "", _gives(house.get(hand.id), rules, options)) for hand in options.hands
    ]
    return tuple(found)


def _gives(row: Rule | None, rules: Ruleset, options: Options) -> str:
    if row is None:
        return ""
    words = gift_words(row.points_with(options), row.doubles, row.share, faan=bool(rules.scale_with(options)))
    if row.for_any_hand and row.everybody and rules.losers_score:
        return _("{gives}, for everybody").format(gives=words)
    return words


class HouseRow(ChangedRow, frozen=True):
    """A row that a house has or may have, with what it gives, in words and as figures to change.

    `limit` is points or a share of the limit, as in `RowChange`, and None where it is no limit hand. `added`: it is
    none of the rules' own. `for_losers`: a hand that didn't win can have it, and counts in these rules.
    """

    on: On
    points: int
    doubles: int
    limit: int | str | None
    everybody: bool
    off: bool = False
    added: bool = False
    for_losers: bool = False


def house_rows(rules: Ruleset, options: Options) -> tuple[HouseRow, ...]:
    """Return every row of the rules, and those that the house added, as the house has them.

    The options needn't be checked: what can't be is shown as it is.

    >>> house = options_for(Ruleset("simple"), {"rows": {"no-runs": {"doubles": 2}, "kong": {}}})
    >>> [(row.label, row.theirs, row.ours) for row in house_rows(Ruleset("simple"), house)][-2:]
    [('No chow in the hand', 'a double', '2 doubles'), ('Each kong', '', 'a double')]
    """
    options = msgspec.structs.replace(options, hands=())
    plain = {row.key: row for row in rules.rows_with(msgspec.structs.replace(options, rows=()))}
    house = {row.key: row for row in rules.rows_with(options)}
    changes = {change.id: change for change in options.rows}
    idle = idle_rows(rules, options)
    known = {key: plain.get(key) or rules.row_named(key) for key in dict.fromkeys((*plain, *idle, *changes))}
    found = [
        _house_row(rules, options, row, changes.get(key), _gives(plain.get(key), rules, options), house.get(key))
        for key, row in known.items()
        if row is not None
    ]
    return tuple([msgspec.structs.replace(row, off=True) if row.id in idle else row for row in found])


def idle_rows(rules: Ruleset, options: Options) -> frozenset[str]:
    """Return the rows of the rules that a house option leaves out in all their forms.

    >>> "no-runs" in idle_rows(Ruleset("traditional"), options_for(Ruleset("traditional"), {"extras_as": "none"}))
    True
    """
    forms = {row.variant_of for row in rules.rows if row.variant_of}
    return frozenset(forms - {row.key for row in rules.rows if row.enabled_if(options)})


def switched_on(rules: Ruleset, options: Options, id: str) -> dict[str, Any]:  # noqa: A002
    """Return options that switch a row on that one of them leaves out, and no other row with it.

    >>> rules = Ruleset("traditional")
    >>> changes = switched_on(rules, options_for(rules, {"extras_as": "none"}), "no-runs")
    >>> changes["extras_as"], [(row.id, row.off) for row in changes["rows"]][:2]
    ('points', [('last-tile', True), ('loose-tile', True)])
    """
    idle = idle_rows(rules, options)
    for spec in rules.options_used():
        for value in spec.choices:
            come = idle - idle_rows(rules, msgspec.structs.replace(options, **{spec.key: value}))
            if id in come:
                kept = [row for row in options.rows if row.id not in come]
                own = [msgspec.structs.replace(row, off=False) for row in options.rows if row.id == id]
                rows = (*kept, *own, *[RowChange(other, off=True) for other in sorted(come - {id})])
                return {spec.key: value, ROWS: rows}
    return {}


def rows_to_add(rules: Ruleset, options: Options) -> tuple[HouseRow, ...]:
    """Return the optional rows that these rules can use and do not have yet, with what they give.

    >>> "seven-pairs" in [row.id for row in rows_to_add(Ruleset("classical"), options_for(Ruleset("classical")))]
    True
    """
    there = {row.key for row in rules.rows} | {change.id for change in options.rows}
    return tuple(
        _house_row(rules, options, row, RowChange(key), "", row)
        for key, row in OPTIONAL_ROWS.items()
        if key not in there
        and all(one.code == NO_LIMIT for one in _problems_of_row(rules, options, RowChange(key), row))
    )


def _house_row(
    rules: Ruleset, options: Options, row: Rule, change: RowChange | None, theirs: str, now: Rule | None
) -> HouseRow:
    change = change or RowChange(row.key)
    own = _gift(row, options)
    points, doubles, limit = (change.points or 0, change.doubles or 0, change.limit) if change.gives else own
    return HouseRow(
        row.key,
        _(row.title),
        theirs,
        _gives(now, rules, options),
        row.on,
        points,
        doubles,
        limit,
        row.everybody if change.everybody is None else change.everybody,
        change.off,
        not any(one.key == row.key for one in rules.rows),
        row.for_any_hand and rules.losers_score,
    )


def _gift(row: Rule, options: Options) -> tuple[int, int, str | None]:
    return row.points_with(options), row.doubles, str(row.share) if row.share else None


def row_changed(rules: Ruleset, options: Options, id: str, **values: object) -> RowChange:  # noqa: A002
    """Return the change that sets `off`, `points`, `doubles`, `limit` or `everybody`, without values of the rules.

    >>> row_changed(Ruleset("traditional"), options_for(Ruleset("traditional")), "no-runs", doubles=1, points=0)
    RowChange(id='no-runs', off=False, points=None, doubles=1, limit=None, everybody=None)
    """
    row = rules.row_named(id)
    was = next((one for one in house_rows(rules, options) if one.id == id), None)
    if row is None or was is None:
        return RowChange(id)
    row = next((one for one in rules.rows_with(msgspec.structs.replace(options, rows=())) if one.key == id), row)
    now = msgspec.structs.replace(was, **values)
    everybody = None if now.everybody == row.everybody else now.everybody
    if (now.points, now.doubles, now.limit) == _gift(row, options):
        return RowChange(id, now.off, everybody=everybody)
    points = now.points or (None if now.doubles or now.limit else 0)
    return RowChange(id, now.off, points, now.doubles or None, now.limit, everybody)


def most(rows: Iterable[Rule], options: Options) -> tuple[int, int]:
    """Return an upper bound of the points and doubles that rows can give one hand."""
    often = {On.SET: 16, On.FLOWER: 8, On.FLOWER_SET: 2}
    counted = [(often.get(row.on, 1), row) for row in rows]
    return sum(n * row.points_with(options) for n, row in counted), sum(n * row.doubles for n, row in counted)


ROWS: Final = "rows"
HANDS: Final = "hands"
NO_LIMIT: Final = "row-no-limit"
"""The code of the problem of a row that gives the limit where there is none."""
NO_POINTS: Final = "row-no-points"
"""The code of the problem of a row that gives points where a table says what doubles are worth."""
_SCALE: Final = "scale"
_RECORDS: Final[Mapping[str, type[RowChange | HouseHand]]] = {ROWS: RowChange, HANDS: HouseHand}
"""What options that are lists of records hold."""
_MANY: Final = (*_RECORDS, _SCALE)
POINTS_OF_A_ROW: Final = 1000
DOUBLES_OF_A_ROW: Final = 20
MOST_POINTS: Final = 2**20 - 1
MOST_DOUBLES: Final = 2**9 - 1
"""More than any table plays; above this a typing error is more likely."""


def changed_options(rules: Ruleset, options: Options) -> dict[str, Any]:
    """Return the values that differ from the ruleset's defaults.

    >>> changed_options(Ruleset("traditional"), options_for(Ruleset("traditional"), {"limit": None}))
    {'limit': None}
    """
    preset = rules.preset
    values = ((spec.key, getattr(options, spec.key)) for spec in OPTIONS)
    found = {key: value for key, value in values if value != getattr(preset, key)}
    for key in _RECORDS:
        records = getattr(options, key)
        if records != getattr(preset, key):
            found[key] = {one.pop("id"): one for one in msgspec.to_builtins(records)}
    return found

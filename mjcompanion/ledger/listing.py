"""The rows of one table by a filter: a page at a time, how many, their ids. For sessions, games, kept hands.

A statement is put together once for each combination of conditions; after that only its values change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Integer,
    Select,
    Text,
    any_,
    bindparam,
    func,
    literal_column,
    select,
    tuple_,
)
from sqlalchemy.sql.elements import SQLCoreOperations

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.i18n.translation import _
from mjcompanion.ledger import checksums
from mjcompanion.ledger.checksums import Model
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import DamagedRecord, sound_ones
from mjcompanion.ledger.values import Cursor, key_of, storable
from mjcompanion.rulesets import Ruleset

F = TypeVar("F", bound=msgspec.Struct)
R = TypeVar("R")
T = TypeVar("T")
Asked = frozenset[str]
"""Which fields of a filter ask for something."""
Keys = tuple[Select[Any], Any, Any]
"""A query without columns yet, and the two that put its rows in order."""
_MANY: Final = 1_000
PAGE: Final = 50
"""So many rows are on a page of a list."""
_A_DAY: Final = len("2026-11-21")


_MOST_WORDS: Final = 8
"""The most words of a search; what is left belongs to the last one."""


def _rules_key(rules: str, name: str = "") -> str:
    """Return what a search finds rules by: their key, their title, also in English, and the house’s name."""
    title = Ruleset.stored(rules).short
    return key_of(" ".join((rules, title, _(title), name)))


class Listing(Generic[F, R]):
    """The rows of a model as they are listed, newest first by its column `moment`.

    `conditions` says for fields of a filter what they let through; the value is bound by the name of the field. Every
    word of a search must be found in the column `text` or in the names of the rules. `read` makes a listed row of what
    `checksums.columns_of` reads, and of the columns in `more`.
    """

    folded: ClassVar[Asked] = frozenset()
    """The fields that are compared however they are written."""

    def __init__(
        self,
        model: Model,
        moment: str,
        conditions: Mapping[str, ColumnElement[bool]],
        text: str,
        read: Callable[[Sequence[Any]], R] | None = None,
        more: Sequence[ColumnElement[Any]] = (),
    ) -> None:
        self._table, self._read = checksums.table_of(model), read
        self._moment, self._text = self._table.c[moment], self._table.c[text]
        self._columns = (self._table.c.id, self._moment, *more, *checksums.columns_of(model))
        days = {"since": self._moment >= bindparam("since"), "until": self._moment <= bindparam("until")}
        self._conditions = {**conditions, **days}
        self._pages = lru_cache(maxsize=256)(self._page_statement)
        self._counts = lru_cache(maxsize=64)(self._count_statement)
        self._uids = lru_cache(maxsize=64)(self._uids_statement)
        self._those = lru_cache(self._those_statement)
        self._rules_columns = [self._table.c[name] for name in ("rules", "rules_name") if name in self._table.c]
        self._each_rules: Select[Any] = select(*self._rules_columns).distinct()

    def question(self, reader: Reader, criteria: F) -> tuple[Asked, dict[str, object]]:
        """Return what a filter asks for, and the values for the statement that `narrowed` makes of it.

        Each word of a text is asked for by itself. The rules in which it is found are looked up in the statement.
        """
        found: dict[str, object] = {}
        given = {name: value for name, value in msgspec.structs.asdict(criteria).items() if value not in ("", None)}
        words = key_of(given.pop("text", "")).split(maxsplit=_MOST_WORDS - 1)
        for name, value in given.items():
            if isinstance(value, str):
                value = key_of(value.strip()) if name in self.folded else storable(value)
            found[name] = f"{value}T24" if name == "until" and len(value) == _A_DAY else value
        each = [[str(one) for one in row] for row in reader.rows(self._each_rules)] if words else []
        known = {"\n" + "\t".join(row) + "\n": _rules_key(*row) for row in each}
        for at, word in enumerate(words):
            found[f"text_{at}"] = word
            if rules := "".join(stored for stored, key in known.items() if word in key):
                found[self._rules_bind(at)] = rules
        return frozenset(found), found

    def _rules_bind(self, at: int) -> str:
        return f"{self._table.name}_rules_{at}"

    def holds_words(self, dialect: str, what: Asked) -> list[ColumnElement[bool]]:
        """Return the conditions that each word of a search is found in a row."""
        return [self.holds_word(dialect, at, what) for at in range(_MOST_WORDS) if f"text_{at}" in what]

    def holds_word(self, dialect: str, at: int, what: Asked) -> ColumnElement[bool]:
        """Return the condition that a word of a search is found in a row."""
        found = contains(dialect, self._text, bindparam(f"text_{at}", type_=Text))
        if self._rules_bind(at) not in what:
            return found
        newline, tab = literal_column("'\n'", Text), literal_column("'\t'", Text)
        first, *more = self._rules_columns
        rules = newline + first
        for column in more:
            rules = rules + tab + column
        return found | contains(dialect, bindparam(self._rules_bind(at), type_=Text), rules + newline)

    def narrowed(self, dialect: str, query: Select[Any], what: Asked) -> Select[Any]:
        """Narrow a query to the rows of a filter."""
        query = query.where(*(condition for name, condition in self._conditions.items() if name in what))
        return query.where(*self.holds_words(dialect, what))

    def keys(self, dialect: str, what: Asked) -> Keys:
        """Return what finds the rows of a filter, and the columns that put them in order: the moment and the number."""
        return self.narrowed(dialect, select().select_from(self._table), what), self._moment, self._table.c.id

    def page(
        self, reader: Reader, criteria: F, after: Cursor | None, limit: int, left_out: list[DamagedRecord] | None = None
    ) -> tuple[tuple[R, ...], Cursor | None]:
        """Return a page of rows after a place, and where the next one begins.

        Those that aren't what was written are left out; `left_out` gets them.
        """
        what, given = self.question(reader, criteria)
        given["limit"] = limit + 1
        if after is not None:
            given |= {"after_at": after.at, "after_id": after.id}
        found = reader.rows(self._pages(what, reader.dialect, going_on=after is not None), given)
        rows = tuple(self.read_rows(reader, found[:limit], left_out).values())
        if len(found) <= limit:
            return rows, None
        number, at, *_unused = found[limit - 1]
        return rows, Cursor(str(at), number)

    def by_numbers(
        self, reader: Reader, numbers: Sequence[int], left_out: list[DamagedRecord] | None = None
    ) -> dict[int, R]:
        """Return the rows that have these numbers; see `page` for `left_out`."""
        found = reader.rows(self._those(reader.dialect), {"numbers": numbers_given(reader.dialect, numbers)})
        return self.read_rows(reader, found, left_out)

    def read_rows(
        self, reader: Reader, found: Sequence[Sequence[Any]], left_out: list[DamagedRecord] | None
    ) -> dict[int, R]:
        """Return what was found as listed rows, by their numbers; see `page` for `left_out`."""
        del reader
        read = self._read
        assert read is not None  # noqa: S101 - else this method is another
        return dict(sound_ones(lambda row: (row[0], read(row[2:])), found, left_out))

    def count(self, reader: Reader, criteria: F) -> int:
        """Count the rows of a filter."""
        what, values = self.question(reader, criteria)
        return int(reader.rows(self._counts(what, reader.dialect), values)[0][0])

    def uids(self, reader: Reader, criteria: F) -> list[str]:
        """Return the ids of the rows of a filter, oldest first."""
        what, values = self.question(reader, criteria)
        return [uid for (uid,) in reader.rows(self._uids(what, reader.dialect), values)]

    def chosen(self, reader: Reader, which: F | Sequence[str]) -> list[str]:
        """Return the ids of a filter's rows, or those given instead of a filter, each once."""
        return list(dict.fromkeys(which)) if isinstance(which, Sequence) else self.uids(reader, which)

    # statements

    def _page_statement(self, what: Asked, dialect: str, *, going_on: bool) -> Select[Any]:
        query, *order = self.keys(dialect, what)
        query = query.add_columns(*self._columns)
        if going_on:
            query = query.where(tuple_(*order) < tuple_(bindparam("after_at"), bindparam("after_id")))
        return query.order_by(*(column.desc() for column in order)).limit(bindparam("limit"))

    def _those_statement(self, dialect: str) -> Select[Any]:
        return select(*self._columns).where(is_among(dialect, self._table.c.id, "numbers"))

    def _count_statement(self, what: Asked, dialect: str) -> Select[Any]:
        return self.keys(dialect, what)[0].with_only_columns(func.count())

    def _uids_statement(self, what: Asked, dialect: str) -> Select[Any]:
        query, *order = self.keys(dialect, what)
        return query.with_only_columns(self._table.c.uid).order_by(*order)


def contains(dialect: str, column: SQLCoreOperations[str], text: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that a text is in another; LIKE has a longest pattern and letters of its own."""
    where = func.strpos if dialect == "postgresql" else func.instr
    return where(column, text) > 0


def numbers_given(dialect: str, numbers: Iterable[int]) -> object:
    """Return numbers as `is_among` takes them."""
    return str(list(numbers)) if dialect == "sqlite" else list(numbers)


def is_among(dialect: str, column: ColumnElement[int], name: str) -> ColumnElement[bool]:
    """Return the condition that a column is one of the numbers that are bound by a name."""
    if dialect == "sqlite":
        return column.in_(select(func.json_each(bindparam(name)).table_valued("value").c.value))
    return column == any_(bindparam(name, type_=ARRAY(Integer)))


@cache
def _begins(model: Model) -> Select[Any]:
    first = func.substr(model.uid, 1, bindparam("length", type_=Integer))
    return select(model.uid).where(first == bindparam("prefix", type_=Text)).limit(_MANY)


def uids_beginning(reader: Reader, model: Model, prefix: str) -> list[str]:
    """Return the ids of a model that begin with these letters."""
    return [uid for (uid,) in reader.rows(_begins(model), {"length": len(prefix), "prefix": prefix})]


def resolved(reader: Reader, model: Model, what: str, prefix: str) -> str:
    """Return the only id of a model that begins with these letters, or is just them.

    Raises:
        RuleError: none does, or more than one; `what` is how the problems call it.

    """
    prefix = storable(prefix.strip())
    found = uids_beginning(reader, model, prefix) if prefix else []
    if prefix in found:
        return prefix
    if len(found) != 1:
        raise RuleError([Problem(f"{what}-prefix" if found else f"no-{what}", text=prefix, count=len(found))])
    return found[0]

"""The rows of one table by a filter: a page at a time, how many, their ids. For sessions, games, kept hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, Row, Select, func, literal, or_, select, tuple_
from sqlalchemy.sql.elements import SQLCoreOperations

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.i18n.translation import _
from mjcompanion.ledger import checksums
from mjcompanion.ledger.checksums import Model
from mjcompanion.ledger.values import Cursor, key_of, storable
from mjcompanion.rulesets import Ruleset

F = TypeVar("F", bound=msgspec.Struct)
R = TypeVar("R")
_MANY: Final = 1_000
PAGE: Final = 50
"""The number of rows on a page of a list."""
_A_DAY: Final = len("2026-11-21")
_MOST_WORDS: Final = 8
"""The most words of a search; what is left belongs to the last one."""


class Listing(Generic[F, R]):
    """The rows of a model as they are listed, newest first by its column `moment`.

    `asked` are the columns that must be what a field of a filter says. Every word of a search must be found in the
    column `text` or in the names of the rules. `read` makes a listed row of the columns of `checksums.columns_of` and
    of those in `more`.
    """

    def __init__(
        self,
        model: Model,
        moment: str,
        asked: Mapping[str, Any],
        text: str,
        read: Callable[[Row[Any]], R] | None = None,
        more: Sequence[ColumnElement[Any]] = (),
    ) -> None:
        self._model, self._asked, self._read = model, asked, read
        self._moment, self._text = getattr(model, moment), getattr(model, text)
        self._columns = (model.id, *more, *checksums.columns_of(model))
        self._rules = [getattr(model, name) for name in ("rules", "rules_name") if hasattr(model, name)]

    # the rows of a filter

    def order(self, criteria: F) -> tuple[Any, Any]:
        """Return the columns that put the rows of a filter in order: the moment and the number."""
        del criteria
        return self._moment, self._model.id

    def query(self, connection: Connection, criteria: F) -> Select[Any]:
        """Return the query for the rows of a filter, without columns yet."""
        return select().select_from(self._model).where(*self.conditions(connection, criteria))

    def rows(self, connection: Connection, criteria: F) -> Select[Any]:
        """Return the query for the rows of a filter, with the columns that are read of each."""
        return self.query(connection, criteria).add_columns(*self._columns)

    def conditions(self, connection: Connection, criteria: F) -> list[ColumnElement[bool]]:
        """Return what a filter asks of a row."""
        given = {name: value for name, value in msgspec.structs.asdict(criteria).items() if value not in ("", None)}
        found = [column == storable(given[name]) for name, column in self._asked.items() if name in given]
        moment, _number = self.order(criteria)
        if "since" in given:
            found.append(moment >= storable(given["since"]))
        if "until" in given:
            until = storable(given["until"])
            found.append(moment <= (f"{until}T24" if len(until) == _A_DAY else until))
        words = key_of(given.get("text", "")).split(maxsplit=_MOST_WORDS - 1)
        known = connection.execute(select(*self._rules).distinct()).all() if words else []
        for word in words:
            rules = [tuple(row) for row in known if word in _rules_key(*map(str, row))]
            by_rules = [tuple_(*self._rules).in_(rules)] if rules else []
            found.append(or_(self.holds(connection, word), *by_rules))
        return found

    def holds(self, connection: Connection, word: str) -> ColumnElement[bool]:
        """Return the condition that a word of a search is found in a row, other than in the names of its rules."""
        return contains(connection, self._text, word)

    # asking for them

    def page(
        self, connection: Connection, criteria: F, after: Cursor | None = None, limit: int | None = None
    ) -> tuple[tuple[R, ...], Cursor | None]:
        """Return a page of rows after a place, by default all of them, and where the next one begins."""
        found = self.newest(connection, criteria, after, None if limit is None else limit + 1)
        rows = tuple(row for _place, row in found[:limit])
        return rows, found[limit - 1][0] if limit is not None and len(found) > limit else None

    def newest(
        self, connection: Connection, criteria: F, after: Cursor | None, limit: int | None
    ) -> list[tuple[Cursor, R]]:
        """Return the rows after a place, newest first and at most so many, each with its own place."""
        moment, number = self.order(criteria)
        query = self.rows(connection, criteria).order_by(moment.desc(), number.desc()).limit(limit)
        if after is not None:
            query = query.where(tuple_(moment, number) < tuple_(literal(after.at), literal(after.id)))
        found = connection.execute(query).all()
        rows = self.read_rows(connection, found)
        return [(Cursor(str(getattr(row, self._moment.key)), row.id), rows[row.id]) for row in found]

    def read_rows(self, connection: Connection, found: Sequence[Row[Any]]) -> dict[int, R]:
        """Return what was found as listed rows, by their numbers."""
        del connection
        assert self._read is not None  # noqa: S101 - else this method is another
        return {row.id: self._read(row) for row in found}

    def count(self, connection: Connection, criteria: F) -> int:
        """Count the rows of a filter."""
        return int(connection.execute(self.query(connection, criteria).add_columns(func.count())).scalar_one())

    def uids(self, connection: Connection, criteria: F) -> list[str]:
        """Return the ids of the rows of a filter, oldest first."""
        query = self.query(connection, criteria).add_columns(self._model.uid).order_by(*self.order(criteria))
        return list(connection.execute(query).scalars())

    def chosen(self, connection: Connection, which: F | Sequence[str]) -> list[str]:
        """Return the ids of a filter's rows, or those given instead of a filter, each once."""
        return list(dict.fromkeys(which)) if isinstance(which, Sequence) else self.uids(connection, which)


def _rules_key(rules: str, name: str = "") -> str:
    """Return what a search finds rules by: their key, their title, also in English, and the house’s name."""
    title = Ruleset.stored(rules).short
    return key_of(" ".join((rules, title, _(title), name)))


def contains(asked: Connection | Engine, column: SQLCoreOperations[str], text: str) -> ColumnElement[bool]:
    """Return the condition that a text is in another; LIKE has a longest pattern and letters of its own."""
    where = func.strpos if asked.dialect.name == "postgresql" else func.instr
    return where(column, text) > 0


def resolved(connection: Connection, model: Model, what: str, prefix: str) -> str:
    """Return the only id of a model that begins with these letters, or is just them.

    Raises:
        RuleError: none does, or more than one; `what` is how the problems call it.

    """
    prefix = storable(prefix.strip())
    begins = func.substr(model.uid, 1, len(prefix)) == prefix
    found: list[str] = (
        list(connection.execute(select(model.uid).where(begins).limit(_MANY)).scalars()) if prefix else []
    )
    if prefix in found:
        return prefix
    if len(found) != 1:
        raise RuleError([Problem(f"{what}-prefix" if found else f"no-{what}", text=prefix, count=len(found))])
    return found[0]

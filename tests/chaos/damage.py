"""Copies of a ledger, with backups beside them, that are damaged: a check finds it, or all is read as it was.

Rows that SQL deletes are left out where nothing else names them: a row that is gone leaves no checksum.
"""

import shutil
import sqlite3
from contextlib import closing

import msgspec

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.database import newest_good_backup, restore
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from tests.ledger.making import at, play
from tests.ledger.whole import FIGURES, LISTS, fill

_TABLES = (
    "players",
    "sessions",
    "events",
    "standings",
    "games",
    "kept",
    "tournaments",
    "seasons",
    "meta",
    "alembic_version",
)
_MISSED = ("events", "standings", "meta", "alembic_version")
"""Tables of which each row that is gone is missed by others."""


def make(path):
    """A ledger in which everything occurs, with two backups."""
    with Ledger.open(path) as ledger:
        for number, rules in enumerate(("traditional", "nmjl", "american-club", "simple")):
            play(ledger, 4 + number, moment=at(9 * number), rules=Ruleset(rules), title=f"Tuesday {number}")
        ledger.backup()
        fill(ledger)
        ledger.backup()
        play(ledger, 3, names=("Eve", "Fay", "Ann", "Bob"), moment=at(200))
        ledger.hands.correct(ledger.hands.page().rows[0].uid, remark="It rained.")


_ASKED = {
    **{str(number): ask for number, ask in enumerate((*LISTS, *FIGURES))},
    "how many": lambda ledger: (ledger.sessions.count(), ledger.games.count(), ledger.hands.count()),
}
_LISTED = ("sessions", "games", "hands")


def readings(ledger):
    """What each list, figure and export shows, or that it is told why not."""
    found = {}

    def read(name, ask, *more):
        try:
            value = ask(ledger, *more)
        except (LedgerError, RuleError) as error:
            found[name] = error
            return ()
        found[name] = msgspec.to_builtins(value, enc_hook=str, str_keys=True)
        return value

    for name in _LISTED:
        store = getattr(ledger, name)
        for row in read(name, lambda _, store=store: store.page().rows):
            read(f"{name} {row.uid}", lambda _, uid, store=store: store.get(uid), row.uid)
    for name, ask in _ASKED.items():
        read(name, ask)
    return found


class Damage:
    """Damages one copy after the other."""

    name = "damage"

    def __init__(self, folder):
        self._whole, self._copy = folder / "whole", folder / "copy"
        self._path = self._copy / "ledger.db"
        make(self._whole / "ledger.db")
        with Ledger.open(self._whole / "ledger.db") as ledger:
            self._truth = readings(ledger)
        assert not [one for one in self._truth.values() if isinstance(one, Exception)]

    def close(self):
        """Nothing is open."""

    def deed(self, rng):
        """Damage a copy, and read it."""
        shutil.rmtree(self._copy, ignore_errors=True)
        shutil.copytree(self._whole, self._copy)
        ways = [self._bytes, self._bytes, self._pages, self._short, self._rows, self._rows, self._rows, self._structure]
        how = rng.choice(ways)(rng)
        try:
            with Ledger.open(self._path) as ledger:
                report = ledger.check()
                found = [*filter(None, [ledger.damage]), *(one.sentence for one in report.findings)]
                if found:
                    return next(filter(None, (_said(one, how) for one in found)), "")
                seen = readings(ledger)
        except (LedgerError, RuleError) as error:
            return _said(error, how) or ("" if self._restored() else f"{how}: no backup is restored")
        for name, value in seen.items():
            if value != self._truth.get(name):
                return f"{how}: {name} is another and nothing is said"
        gone = self._truth.keys() - seen.keys()
        return f"{how}: {len(gone)} things are gone and nothing is said" if gone else ""

    def _restored(self):
        """Whether the newest whole backup, in the place of the file, is whole there, and the file is kept."""
        before = self._path.read_bytes()
        kept = restore(newest_good_backup(self._path).path, self._path)
        with Ledger.open(self._path) as ledger:
            return kept.read_bytes() == before and ledger.check().ok

    # ways to damage a file; each gives its words

    def _bytes(self, rng):
        content = bytearray(self._path.read_bytes())
        places = [rng.randrange(len(content)) for _ in range(rng.choice([1, 1, 1, 8]))]
        for place in places:
            content[place] ^= 1 << rng.randrange(8)
        self._path.write_bytes(content)
        return f"bits turned at {', '.join(map(str, places))}"

    def _pages(self, rng):
        content, size = bytearray(self._path.read_bytes()), 4096
        one, other = (size * rng.randrange(len(content) // size) for _ in range(2))
        first, second = content[one : one + size], content[other : other + size]
        if rng.random() < 0.5:
            content[one : one + size] = bytes(size)
            how = f"page {one // size} zeroed"
        else:
            content[one : one + size], content[other : other + size] = second, first
            how = f"pages {one // size} and {other // size} swapped"
        self._path.write_bytes(content)
        return how

    def _short(self, rng):
        left = rng.randrange(1, self._path.stat().st_size)
        with self._path.open("r+b") as file:
            file.truncate(left)
        return f"cut off after {left} bytes"

    def _rows(self, rng):
        with closing(sqlite3.connect(self._path)) as file:
            table = rng.choice(_TABLES)
            columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
            count = file.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            column, place = rng.choice(columns), rng.randrange(count)
            values = ("+ 1", "|| 'x'", "= 'abc'", "= x'00ff'", "= NULL", "= -9223372036854775808", "= ''", "doubled")
            what = rng.choice([*values, "gone"] if table in _MISSED else values)
            where = f"WHERE rowid = (SELECT rowid FROM {table} LIMIT 1 OFFSET {place})"
            value = f"(SELECT {column} FROM {table} LIMIT 1)" if what == "doubled" else what.removeprefix("= ")
            value = f"{column} {what}" if what in ("+ 1", "|| 'x'") else value
            do = f"DELETE FROM {table}" if what == "gone" else f"UPDATE {table} SET {column} = {value}"
            return self._done(file, f"{do} {where}", f"{table}.{column} of row {place} {what}")

    def _structure(self, rng):
        with closing(sqlite3.connect(self._path)) as file:
            table = rng.choice(_TABLES)
            columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
            index = rng.choice(["ix_standings_person", "ix_sessions_started", "ix_games_finished", "ix_kept_at"])
            do = rng.choice([
                f"DROP TABLE {table}",
                f"DELETE FROM {rng.choice(_MISSED)}",
                "DELETE FROM players",
                f"ALTER TABLE {table} RENAME COLUMN {rng.choice(columns)} TO other",
                f"ALTER TABLE {table} RENAME TO other",
                f"DROP INDEX {index}",
                "UPDATE players SET merged_into = id",
                "UPDATE alembic_version SET version_num = '0000'",
                "UPDATE alembic_version SET version_num = '9999'",
                "CREATE TRIGGER wrong AFTER INSERT ON events BEGIN DELETE FROM events; END",
                "PRAGMA user_version = 77",
            ])  # fmt: skip
            return self._done(file, do, do)

    @staticmethod
    def _done(file, statement, how):
        try:
            with file:
                file.execute(statement)
        except sqlite3.Error:
            return "nothing"
        return how


def _said(error, how):
    """Whether an error is told as it should be: in a sentence of bounded length."""
    said = str(error)
    return "" if 0 < len(said) <= 1_000 and said.isprintable() else f"{how}: it is told as {said[:200]!r}"

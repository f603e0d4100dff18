"""What the ledger says in another language: no English word is left in it."""

import io
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import AT_TABLES, By
from mjcompanion.ledger import backups, database_errors, opening, session_records
from mjcompanion.ledger.csv_files import write_csv
from mjcompanion.ledger.database_errors import as_ledger_errors
from mjcompanion.ledger.errors import Conflict, Damaged, LedgerError, closed_folder
from mjcompanion.ledger.formats import read_json
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.location import Place, find_place
from mjcompanion.ledger.text_files import running_card, session_text
from mjcompanion.ledger.values import GAMES, SESSIONS, StoredSession
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.table.events import (
    BankItem,
    BetItem,
    Changed,
    Drop,
    Ended,
    HandItem,
    PenaltyItem,
    Put,
    Redone,
    Reopened,
    SeatsItem,
    Started,
    Titled,
    Undone,
)
from tests.ledger import test_formats, test_games
from tests.ledger.gaming import real
from tests.ledger.making import AT, TILES, eventful, hand, people, play, put, setup, store
from tests.ledger.reading import read_csv
from tests.plain import NAMES, assert_said, plain

FOUR = NAMES[:4]
PLACE = Place("/甲", Path("/甲"))
DAMAGED = [
    *("UPDATE sessions SET hands = 7", "UPDATE sessions SET title = '乙', title_key = '乙'"),
    *("UPDATE standings SET balance = 3 WHERE place = 2", "DELETE FROM standings WHERE place = 1"),
    *("UPDATE events SET body = 'x' WHERE seq = 1", "DELETE FROM events WHERE seq = 3"),
    *("UPDATE games SET final_cents = 1", "UPDATE games SET seed = 8"),
]


def session(rules):
    """A session in which everything happened that can, each hand won in another way."""
    events = [Started(at=AT, setup=setup(("a", "b", "c", "d"), rules))]
    value = rules is Ruleset("american-club")
    for number, by in enumerate(AT_TABLES):
        winner = 0 if by is By.DEAL else 1
        discarder = 2 if by in (By.DISCARD, By.ROBBED_KONG) else 0 if by is By.FIRST_DISCARD else None
        scores = hand(2).scores if not value else (None,) * 4
        item = HandItem(
            winner, by, discarder, scores=scores, value=25 if value else None, east=0, rounds=number % 3, note="啊"
        )
        events.append(put(2 * number, item))
    events += [
        put("one", HandItem(0, scores=(TILES, *hand(2).scores[1:]), east=0, rounds=0) if not value else HandItem(), AT),
        put("two", PenaltyItem(0, (1, 2), 1200, "啊"), AT),
        put("three", PenaltyItem(0, (1,), 1200), AT),
        put("four", SeatsItem((3, 1, 0, 2), 1), AT),
        put("five", HandItem(), AT),
        put("six", BankItem(0, 1000), AT),
        put("seven", BankItem(0, -500), AT),
    ]
    if value:
        events.append(put("eight", HandItem(1, By.DRAW, value=25, bet=BetItem("林", 1)), AT))
    return StoredSession("1f", "", str(rules), False, ("a", "b", "c", "d"), FOUR, tuple(events))


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    """What a ledger holds with a session and a finished game, and its copy that tests may damage."""
    folder = tmp_path_factory.mktemp("words")
    with Ledger.open(folder / "ledger.db") as ledger:
        play(ledger, 4, FOUR, "2026-10-01T00:00:00Z", title="甲")
        ledger.games.add(*real(won=True, asked=1))
        ledger.backup(folder / "copy.db")
        with_games = ledger.export("json", with_games=True)
        store(ledger, eventful(people(ledger)))
        return folder / "copy.db", ledger.export("json"), with_games


@pytest.fixture
def ledger(export, tmp_path):
    """The ledger of the export, to be damaged."""
    (tmp_path / "ledger.db").write_bytes(export[0].read_bytes())
    with Ledger.open(tmp_path / "ledger.db") as opened:
        yield opened


def assert_complains(error, known=()):
    """A sentence is in the language, but for what another program says in it."""
    cause, elsewhere = error.__cause__, []
    while cause is not None:
        words = str(cause).rstrip(".")
        elsewhere += [] if isinstance(cause, RuleError) else [words, f"{words[:1].lower()}{words[1:]}"]
        cause = cause.__cause__
    assert_said([str(error)], (*known, *elsewhere))


@pytest.mark.usefixtures("pseudo")
class TestFiles:
    @pytest.mark.parametrize("rules", [Ruleset("classical"), Ruleset("american-club")])
    def test_text_for_people(self, rules):
        it = session(rules)
        for one in (it, msgspec.structs.replace(it, events=(*it.events, Titled(at=AT, title="甲"), Ended(at=AT)))):
            lines = session_text(one).splitlines()
            assert not [line for line in lines if plain(line, (*RULESETS, "UTC", one.table.rules.fingerprint))]
            assert sum("⟦" in line for line in lines) > 20

    def test_running_card(self):
        rows = [real(won=True, asked=1)[0], real()[0], real("simple")[0]]
        lines = running_card([*rows, msgspec.structs.replace(rows[0], rules="kemp-american")]).splitlines()
        assert not [line for line in lines if plain(line)]
        assert all("⟦" in line for line in lines)

    def test_what_programs_read_stays(self):
        out = io.BytesIO()
        write_csv(out, SESSIONS, [session(Ruleset("classical"))])
        assert len(read_csv(out.getvalue().decode())) > 5
        write_csv(out, GAMES, [real(won=True, asked=1)[0]])
        assert "⟦" not in out.getvalue().decode()

    def test_what_is_wrong_with_a_file(self, export):
        files = [
            (export[1], [doctor for doctor, _ in test_formats.DOCTORED.values()]),
            (export[2], test_games.DOCTORED.values()),
        ]
        known = (
            "final",
            "asked",
            "hand",
            "score",
            "rules",
            "classical",
            "soon",
            "noon",
            "same_as",
            "moves",
            "record",
            "“ok”",
            "format",
        )
        for content, doctored in files:
            keys = re.findall(r'"(\w+)":', content.decode())
            known += tuple(f"{key}{place}" for key in set(keys) for place in ("", "[0]", "[1]"))
            for doctor in doctored:
                with pytest.raises(RuleError) as caught:
                    read_json(doctor(content))
                assert_complains(caught.value, (*known, "2026-11-21T05:31:52Z", "true", "false", "\\x00"))


@pytest.mark.usefixtures("pseudo")
class TestTheLedger:
    @pytest.mark.parametrize("wrong", DAMAGED)
    def test_checks(self, ledger, wrong):
        with ledger.engine.begin() as connection:
            connection.execute(text(wrong))
        known = ("balance", "hands", "title_key", "title", "final_cents", "kemp-chi")
        assert_said((one.sentence for one in ledger.check().findings), known)

    def test_players_and_ids(self, ledger):
        one, other, *_ = people(ledger, FOUR)
        tries = [
            lambda: ledger.players.merge(one, other),
            lambda: ledger.players.merge(one, one),
            lambda: ledger.players.unmerge(one),
            *[lambda name=name: ledger.players.add(name) for name in ("", "乙" * 10_001, "乙\x00", FOUR[0])],
            lambda: ledger.players.get("乙"),
            lambda: ledger.sessions.get("乙"),
            lambda: ledger.sessions.resolve("乙"),
            lambda: ledger.games.get("乙"),
            lambda: ledger.games.resolve("乙"),
        ]
        for attempt in tries:
            with pytest.raises(RuleError) as caught:
                attempt()
            assert_said([str(caught.value)], ("\\x00",))

    def test_imports(self, ledger, tmp_path):
        with Ledger.open(tmp_path / "other.db") as other:
            uid = rows(ledger)[0].uid
            theirs = other.sessions.start(setup(people(other, FOUR)), AT)
            content = other.export("json").replace(theirs.uid.encode(), uid.encode())
        report = ledger.import_json(content)
        assert_said(report.different)

    def test_what_another_window_wrote(self):
        events = [
            *[Changed(at=AT, changes=(Put("1", item),)) for item in (HandItem(), PenaltyItem(0, (1,), 5))],
            *[Changed(at=AT, changes=(Put("1", item),)) for item in (SeatsItem((0, 1, 2, 3), 0), BankItem(0, 5))],
            *[Changed(at=AT, changes=(Drop("1"),)), Undone(at=AT, seq=1), Redone(at=AT, seq=1)],
            *[Titled(at=AT, title="乙"), Ended(at=AT), Reopened(at=AT), Started(at=AT, setup=setup(("a",) * 4))],
        ]
        assert_said((str(Conflict(1, one, session_records.described(one))) for one in events), ("UTC",))
        assert_said([str(Conflict(1, None))])

    def test_complaints_of_sqlite(self):
        for name in (*("BUSY", "FULL", "IOERR", "READONLY", "CANTOPEN", "CORRUPT", "NOTADB"), ""):
            error = sqlite3.OperationalError("malformed")
            error.sqlite_errorname = f"SQLITE_{name}"
            with pytest.raises(LedgerError) as caught, as_ledger_errors(PLACE):
                raise error
            assert_said([str(caught.value)], ("malformed",))
        with pytest.raises(Damaged) as caught, as_ledger_errors(PLACE):
            raise UnicodeDecodeError("utf-8", b"", 0, 1, "")
        assert_said([str(caught.value)])

    def test_complaints_of_a_server(self):
        kind = type("OperationalError", (Exception,), {"__module__": "psycopg"})
        states = [state.ljust(5, "0") for state in database_errors._POSTGRES]
        errors = [_with_state(kind("x"), state) for state in states]
        errors += [
            kind(words)
            for words in ("authentication failed", "no password supplied", "connection failed", "connection closed")
        ]
        assert_said((str(database_errors.of_postgres(error, PLACE)) for error in errors), ["~/.pgpass"])
        for address in ("mysql://x", "x://["):
            with pytest.raises(LedgerError) as caught:
                find_place(address)
            assert_said([str(caught.value)], ("sqlite:///FILE", "postgresql://NAME@HOST/DATABASE"))

    def test_files_that_cannot_be_opened(self, tmp_path, monkeypatch):
        empty, short, other, newer = (tmp_path / f"{name}.db" for name in "1234")
        empty.touch()
        short.write_bytes(b"x" * 7)
        with closing(sqlite3.connect(other)) as file:
            file.execute("CREATE TABLE x (y)")
        Ledger.open(newer).close()
        with closing(sqlite3.connect(newer, isolation_level=None)) as file:
            file.execute("UPDATE alembic_version SET version_num = '9999'")
        missing = tmp_path / "5.db"
        tries = [
            *[lambda path=path: Ledger.open(path).close() for path in (short, other, newer)],
            lambda: Ledger.open(missing, read_only=True),
            lambda: backups.restore(find_place(str(newer)), missing),
            lambda: backups.restore(find_place(str(newer)), short),
            lambda: backups.backups(Place("甲", url="x")),
        ]
        for attempt in tries:
            with pytest.raises(LedgerError) as caught:
                attempt()
            assert_said([str(caught.value)], (str(tmp_path), ".db", "file is not a database"))
        assert_said([str(closed_folder("/甲", OSError(code, words))) for code, words in SYSTEM])
        monkeypatch.setattr(opening.os, "access", lambda path, _: path.suffix != ".db")
        assert_said([opening._why_not_writable(newer)], (str(tmp_path), ".db"))


SYSTEM = [(2, "No such file or directory"), (13, "Permission denied"), (28, "No space left on device")]


def _with_state(error, state):
    error.sqlstate = state
    return error


def rows(ledger):
    return ledger.sessions.page().rows

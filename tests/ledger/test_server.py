"""What only a server can do: not answer, not let one in, fall silent, go away and come back. No password is ever told.

Silence is told within 8 s. Silent are a real server that is stopped, and a socket that takes a call and never says a
word.
"""

import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest
from sqlalchemy.engine import make_url

from mjcompanion.ledger import server as postgresql
from mjcompanion.ledger.errors import Busy, LedgerError, NoLedger, NoServer, ReadOnly, Refused
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.location import find_place
from mjcompanion.storage.passwords import parted
from mjcompanion.storage.settings import Settings, read
from tests.ledger import postgres
from tests.ledger.making import alter, play, put
from tests.ledger.postgres import deaf, hasty, stopped

AT = "127.0.0.1:1"
SECRET = "open sesame"


@pytest.fixture(scope="module")
def guarded(programs):
    """A server that wants a password."""
    with postgres.server(programs, password=SECRET) as url:
        yield url


def address(url, **other):
    """An address with something else in it."""
    return make_url(url).set(**other).render_as_string(hide_password=False)


def told(error):
    """All that a person, or a log, could see of an error."""
    words, seen = [], error.value
    while seen is not None:
        words.append(f"{type(seen).__name__}: {seen}")
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return "\n".join(words)


# addresses


@pytest.mark.parametrize(
    "named",
    [
        *(f"postgresql://u@{AT}/d?{word}" for word in ("nonsense=1", "plugin=x", "row_factory=x", "sslmode=foo")),
        *(f"postgresql://u@{AT}/d?{word}" for word in ("sslmode=disable&sslmode=require", "connect_timeout=abc")),
        *(f"postgresql://{word}/d" for word in ("u@127.0.0.1:99999999", "u@h:abc", "u@[::1", "u:hush@ä..b:1")),
        *(f"postgresql://u:hush@{AT}/d?nonsense=1", f"postgresql://u@{'x' * 300}/d", f"postgresql://u\ud800@{AT}/d"),
        *("mysql://u:hush@h/d", "://", "sqlite://", "sqlite:///:memory:", "what://hush"),
        "postgresql://a:hush:hush@h:hush/x",
    ],
)
def test_what_is_no_address_is_one_sentence(named):
    with pytest.raises(NoLedger) as caught:
        Ledger.open(named)
    assert caught.value.code == "ledger-address"
    assert "hush" not in told(caught)


@pytest.mark.parametrize(
    ("named", "bare", "password"),
    [
        ("postgresql://club@server/mahjong", "postgresql://club@server/mahjong", ""),
        ("postgresql://club:a%40b%20c@server:5433/m", "postgresql://club@server:5433/m", "a@b c"),
        ("postgres://club:a/b:c@server/m?sslmode=require", "postgres://club@server/m?sslmode=require", "a/b:c"),
        ("postgresql+psycopg://:xyz@/m?host=/run", "postgresql+psycopg://@/m?host=/run", "xyz"),
        ("postgresql://club@h/m?password=x+y&sslmode=require", "postgresql://club@h/m?sslmode=require", "x y"),
        ("postgresql://club@server/m?%70assword=xyz", "postgresql://club@server/m", "xyz"),
        ("postgresql://club:one@server/m?password=two", "postgresql://club@server/m", "one"),
        ("/srv/ann:x@y/ledger.db", "/srv/ann:x@y/ledger.db", ""),
        ("sqlite:////a:b@c.db", "sqlite:////a:b@c.db", ""),
    ],
)
def test_a_password_is_parted_from_its_address(named, bare, password):
    assert parted(named) == (bare, password)
    assert parted(bare) == (bare, "")
    if password:
        shown = find_place(named).shown
        assert shown.startswith("postgresql://")
        assert password not in shown


def test_settings_never_have_a_password():
    old = b'{"ledger": "postgresql://club:se%63ret@127.0.0.1:1/mahjong?sslmode=prefer", "text_size": 150}'
    wanted = Settings(ledger="postgresql://club@127.0.0.1:1/mahjong?sslmode=prefer", text_size=150)
    assert read(old).settings == wanted
    assert read(old.replace(b"150", b"999")).settings == Settings(ledger=wanted.ledger)


# who may come in


@pytest.mark.parametrize("means", ["address", "variable", "file"])
def test_a_password_by_any_means_is_taken_or_refused_and_never_told(guarded, password_file, monkeypatch, means):
    with pytest.raises(Refused) as error:
        Ledger.open(guarded)
    assert error.value.code == "ledger-no-password"
    for password in ("wrong-secret", SECRET.upper(), SECRET):
        url = address(guarded, password=password) if means == "address" else guarded
        if means == "variable":
            monkeypatch.setenv("PGPASSWORD", password)
        elif means == "file":
            password_file.write_text(f"*:*:*:*:{password}\n")
        if password == SECRET:
            with Ledger.open(url) as ledger:
                assert ledger.sessions.row(play(ledger, 2)).hands == 2
                assert SECRET.split()[0] not in ledger.place.shown
            continue
        with pytest.raises(Refused, match="doesn’t accept this name and password") as error:
            Ledger.open(url)
        assert not {password, SECRET} & set(told(error).split())
    with pytest.raises(Refused):
        Ledger.open(address(guarded, username="stranger", password="hush-hush"))


def test_what_is_no_ledger_here_or_opened_for_reading(server, database):
    with pytest.raises(NoLedger, match="has no database of that name"):
        Ledger.open(server.replace("/postgres?", "/elsewhere?"))
    with pytest.raises(NoLedger) as error:
        Ledger.open(database, read_only=True)
    assert error.value.code == "ledger-none"
    alter(database, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(NoLedger) as error:
        Ledger.open(database)
    assert error.value.code == "ledger-other"
    alter(database, "DROP TABLE recipes")
    Ledger.open(database).close()
    with Ledger.open(database, read_only=True) as ledger, pytest.raises(ReadOnly):
        ledger.players.add("Ann")


def test_without_the_driver_it_is_said_what_to_install():
    code = """
import sys
sys.modules["psycopg"] = None
from mjcompanion.ledger.ledger import Ledger
try:
    Ledger.open("postgresql://ann@host/ledger")
except Exception as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "mjcompanion[postgres]" in done.stdout


# no answer


@pytest.mark.parametrize(
    "named",
    [
        *(f"postgresql://u:hush@{AT}/d{more}" for more in ("", "?host=", "?service=none", "?client_encoding=x")),
        f"postgresql://u:hush@{AT}/d?host=127.0.0.1:1&host=127.0.0.1:2",
        "postgresql://u:hush@/d?host=/nowhere",
        "postgresql://u:hush@nowhere.invalid/d?password=hush",
    ],
)
def test_what_nobody_answers_at_is_one_sentence(named):
    with pytest.raises(LedgerError, match="isn’t responding") as error:
        Ledger.open(named)
    assert "hush" not in told(error)


def test_a_server_that_hangs_is_given_up(tmp_path):
    with deaf() as named, hasty():
        with pytest.raises(NoServer):
            Ledger.open(named)
        words = ("--data-dir", tmp_path, "--ledger", named, "ledger", "list")
        done = subprocess.run(
            [sys.executable, "-m", "mjcompanion", *words], capture_output=True, text=True, timeout=60, check=False
        )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


def test_a_name_that_is_looked_up_for_ever_is_given_up(monkeypatch):
    found, gone = threading.Event(), threading.Event()

    def look_up(*_words, **_names):
        found.wait(60)
        return SimpleNamespace(close=gone.set)

    monkeypatch.setattr(postgresql._Connection, "connect", look_up)
    with hasty(), pytest.raises(NoServer):
        Ledger.open("postgresql://ann@club.invalid/ledger")
    found.set()
    assert gone.wait(60)  # what comes too late is let go


# lost while it is open


def ask(connection, statement, patience):
    """A statement to a server that is given so many seconds from now on."""
    connection.connection.driver_connection.patience = patience
    connection.exec_driver_sql(statement)


def test_a_server_that_is_stopped_is_told_and_what_it_had_is_there_when_it_goes_on(own):
    with Ledger.open(own) as ledger:
        uid = play(ledger, 2)
        with stopped(own):
            for silent in (lambda: ledger.sessions.append(uid, 3, put(3)), lambda: Ledger.open(own)):
                with pytest.raises(NoServer, match="isn’t responding"):
                    silent()
        assert ledger.sessions.append(uid, 3, put(3)) == 3
        with pytest.raises(NoServer, match="isn’t responding"), ledger.writing() as (connection, _), stopped(own):
            ask(connection, "SELECT 1", postgresql.ANSWERS_WITHIN)
        with ledger.writing() as (connection, _):  # a change of the whole ledger may take its time
            ask(connection, "SELECT 1", 1)
            postgresql.allow_long(connection)
            connection.exec_driver_sql("SELECT pg_sleep(1.5)")
        with pytest.raises(NoServer), ledger.writing() as (connection, _):
            ask(connection, "SELECT pg_sleep(5)", 0.5)
        assert ledger.sessions.append(uid, 4, put(4)) == 4
        assert ledger.check().ok


def test_a_connection_that_breaks_is_told_and_made_again(database):
    end = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    with Ledger.open(database) as ledger:
        uid = play(ledger, 2)
        alter(database, end)
        assert ledger.sessions.row(uid).hands == 2  # noticed before it is used
        with pytest.raises(NoServer, match="is lost"), ledger.writing() as (connection, _):  # noqa: PT012
            alter(database, end)
            connection.exec_driver_sql("SELECT 1")
        assert ledger.sessions.append(uid, 3, put(3)) == 3
        assert ledger.check().ok


def test_a_server_that_is_held_up_is_told(database, monkeypatch):
    import psycopg

    monkeypatch.setitem(postgresql._OF_SESSION, "lock_timeout", "1s")
    with Ledger.open(database) as ledger, psycopg.connect(database) as blocker:
        uid = play(ledger, 1)
        blocker.execute("SELECT * FROM meta FOR UPDATE")
        with pytest.raises(Busy):
            ledger.sessions.append(uid, 2, put(2))
        blocker.rollback()
        assert ledger.sessions.append(uid, 2, put(2)) == 2

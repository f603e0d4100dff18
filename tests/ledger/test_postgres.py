"""What only a server can do: not answer, not let one in, go away and come back. No password is ever told."""

import socket
import subprocess
import sys

import pytest
from sqlalchemy.engine import make_url

from mjcompanion.ledger import server as postgresql
from mjcompanion.ledger.errors import LedgerError, NewerVersion, NoLedger, NoServer, Refused
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.location import find_place
from tests.ledger import postgres
from tests.ledger.making import play, put

SECRET = "open sesame"


@pytest.fixture(scope="module")
def guarded(programs):
    """A server that wants a password."""
    with postgres.server(programs, password=SECRET) as url:
        yield url


def address(url, **other):
    """An address with something else in it."""
    return make_url(url).set(**other).render_as_string(hide_password=False)


def with_password(url, password):
    return address(url, password=password)


def told(error):
    """All that a person, or a log, could see of an error."""
    words, seen = [], error.value
    while seen is not None:
        words.append(f"{type(seen).__name__}: {seen}")
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return "\n".join(words)


def test_the_right_password(guarded):
    with Ledger.open(with_password(guarded, SECRET)) as ledger:
        uid = play(ledger, 2)
        assert ledger.sessions.row(uid).hands == 2
        assert SECRET.split()[0] not in ledger.place.shown


@pytest.mark.parametrize("password", ["wrong-secret", SECRET.upper()])
@pytest.mark.parametrize("means", ["address", "variable", "file"])
def test_a_wrong_password(guarded, password_file, monkeypatch, password, means):
    url = with_password(guarded, password) if means == "address" else guarded
    if means == "variable":
        monkeypatch.setenv("PGPASSWORD", password)
    elif means == "file":
        password_file.write_text(f"*:*:*:*:{password}\n")
    with pytest.raises(Refused, match="doesn't accept this name and password") as error:
        Ledger.open(url)
    for secret in (password, SECRET):
        assert secret not in told(error)


def test_a_password_that_is_missing_is_asked_for_where_it_belongs(guarded, password_file):
    with pytest.raises(Refused) as error:
        Ledger.open(guarded)
    assert error.value.code == "ledger-no-password"
    password_file.write_text(f"*:*:*:*:{SECRET}\n")
    Ledger.open(guarded).close()


def test_a_password_in_a_variable(guarded, password_file, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", SECRET)
    Ledger.open(guarded).close()


def test_a_user_that_there_isn_t(guarded):
    with pytest.raises(Refused):
        Ledger.open(address(guarded, username="stranger", password="hush-hush"))


def test_a_database_that_there_isn_t(server):
    with pytest.raises(NoLedger, match="has no database of that name"):
        Ledger.open(server.replace("/postgres?", "/elsewhere?"))


def test_no_server_at_all(tmp_path, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for nowhere in (
        f"postgresql://ann:secret-word@127.0.0.1:{port}/ledger",
        f"postgresql://ann:secret-word@/ledger?host={tmp_path}",
        "postgresql://ann:secret-word@nowhere.invalid/ledger?password=secret-word",
    ):
        with pytest.raises(NoServer, match="isn't responding") as error:
            Ledger.open(nowhere)
        assert "secret-word" not in told(error)


def test_a_server_that_hangs_is_given_up(monkeypatch):
    monkeypatch.setattr(postgresql, "CONNECT_WITHIN", 2)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        with pytest.raises(NoServer):
            Ledger.open(f"postgresql://ann@127.0.0.1:{deaf.getsockname()[1]}/ledger")


def test_a_connection_that_breaks_is_told_and_made_again(database):
    import psycopg

    with Ledger.open(database) as ledger:
        uid = play(ledger, 2)
        with psycopg.connect(database, autocommit=True) as other:
            end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
            other.execute(end)
            assert ledger.sessions.row(uid).hands == 2  # noticed before it is used
            with pytest.raises(NoServer, match="is lost"), ledger.writing() as (connection, _):  # noqa: PT012
                other.execute(end)
                connection.exec_driver_sql("SELECT 1")
        assert ledger.sessions.append(uid, 3, put(3)) == 3
        assert ledger.check().ok


def test_a_server_that_stops_and_comes_back(programs):
    with postgres.server(programs) as url:
        ledger = Ledger.open(url)
        uid = play(ledger, 2)
    with pytest.raises(LedgerError) as error:
        ledger.sessions.append(uid, 3, put(3))
    assert isinstance(error.value, NoServer)
    ledger.close()


def test_a_user_who_may_only_read(reader):
    with Ledger.open(reader) as ledger:
        assert ledger.sessions.count() == 0
        with pytest.raises(Refused, match="doesn't let this user do that"):
            ledger.players.add("Ann")


def test_tables_of_another_program(database):
    import psycopg

    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(NoLedger, match="isn’t a ledger of this program"):
        Ledger.open(database)


def test_a_newer_version_is_refused_and_named(database):
    import psycopg

    Ledger.open(database).close()
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute("UPDATE alembic_version SET version_num = '0042'")
    with pytest.raises(NewerVersion, match="0042"):
        Ledger.open(database)


def test_opened_for_reading(database):
    with pytest.raises(NoLedger, match="There is no ledger"):
        Ledger.open(database, read_only=True)
    Ledger.open(database).close()
    with Ledger.open(database, read_only=True) as ledger, pytest.raises(LedgerError, match="read-only"):
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
    assert done.stdout == "A ledger on PostgreSQL needs the package psycopg: install mjcompanion[postgres].\n"


@pytest.mark.parametrize(
    ("named", "shown"),
    [
        ("postgresql://ann:pw@host:5433/club?password=pw2", "postgresql://ann@host:5433/club"),
        ("postgresql+psycopg2://ann:pw@host/club", "postgresql://ann@host/club"),
        ("postgres:///club?host=/run", "postgresql:///club"),
    ],
)
def test_what_is_shown_of_an_address(named, shown):
    place = find_place(named)
    assert place.shown == shown
    assert place.url.startswith("postgresql+psycopg://")

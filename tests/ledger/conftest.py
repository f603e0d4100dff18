"""A ledger of each kind: a file, and a database on a real server."""

import itertools

import pytest

from mjcompanion.ledger.store import Ledger
from tests.ledger import postgres

_numbers = itertools.count()


@pytest.fixture(scope="session")
def server():
    """The address of a database on a server that runs while the tests do."""
    if postgres.programs() is None:
        pytest.skip("there is no PostgreSQL here")
    with postgres.server() as url:
        yield url


@pytest.fixture
def database(server):
    """The address of an empty database."""
    import psycopg

    name = f"ledger_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["file", "server"])
def address(request, tmp_path):
    """Where a ledger may be begun: once in a file, once on a server."""
    if request.param == "file":
        return str(tmp_path / "data" / "ledger.db")
    return request.getfixturevalue("database")


@pytest.fixture
def ledger(address):
    """An empty ledger."""
    with Ledger.open(address) as opened:
        yield opened


@pytest.fixture
def path(tmp_path):
    """Where a ledger in a file may be begun."""
    return tmp_path / "data" / "ledger.db"

"""A ledger of each kind: a file, and a database on a real server."""

import itertools
from contextlib import contextmanager

import pytest
from sqlalchemy.engine import make_url

from mjcompanion.ledger.ledger import Ledger
from tests.ledger import postgres

_numbers = itertools.count()


@pytest.fixture(scope="session")
def programs():
    """The folder with the programs of PostgreSQL."""
    folder = postgres.found()
    if folder is None:
        pytest.skip("there is no PostgreSQL here")
    with postgres.within_reach(folder) as reached:
        yield reached


@pytest.fixture(scope="session")
def server(programs):
    """The address of a database on a server that runs while the tests do."""
    with postgres.server(programs) as url:
        yield url


@contextmanager
def new_database(server, template="template1"):
    """The address of a new database, for as long as it is wanted."""
    import psycopg

    name = f"ledger_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    yield server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def database(server):
    """The address of an empty database."""
    with new_database(server) as url:
        yield url


@pytest.fixture(scope="session")
def template(server):
    """The name of a database with an empty ledger, to be copied: to begin one takes eight times as long."""
    with new_database(server) as url:
        Ledger.open(url).close()
        yield make_url(url).database


@pytest.fixture
def begun(server, template):
    """The address of a database with an empty ledger."""
    with new_database(server, template) as url:
        yield url


@pytest.fixture
def other(tmp_path):
    """Another ledger."""
    with Ledger.open(tmp_path / "other" / "ledger.db") as opened:
        yield opened


@pytest.fixture(params=["file", "server"])
def address(request, tmp_path):
    """Where a ledger may be begun: once in a file, once on a server."""
    if request.param == "file":
        return str(tmp_path / "data" / "ledger.db")
    return request.getfixturevalue("begun" if "ledger" in request.fixturenames else "database")


@pytest.fixture
def ledger(address):
    """An empty ledger."""
    with Ledger.open(address) as opened:
        yield opened


@pytest.fixture
def path(tmp_path):
    """Where a ledger in a file may be begun."""
    return tmp_path / "data" / "ledger.db"


@pytest.fixture
def own(programs):
    """The address of a server of one's own, to be stopped."""
    with postgres.server(programs) as url:
        yield url

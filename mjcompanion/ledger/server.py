"""A ledger on PostgreSQL: a server that doesn't answer is given up in time."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import Any, Final, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DisconnectionError

from mjcompanion.ledger.connect import PATIENCE
from mjcompanion.ledger.errors import NoLedger

T = TypeVar("T")

CONNECT_WITHIN: Final = 5
"""Seconds to wait for a server to let us in."""
ANSWERS_WITHIN: Final = 7.0
"""Seconds to wait for the answer to a statement; the server itself gives one up sooner."""
GREETS_WITHIN: Final = 2.0
"""Seconds to wait for a sign of life on a connection that was idle, before another is made."""
_MIGRATES_WITHIN: Final = 600.0
_OF_SESSION: Final = {
    "lock_timeout": f"{PATIENCE}s",
    "statement_timeout": "6s",
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "10s",
    "tcp_keepalives_interval": "5s",
    "tcp_keepalives_count": "3",
}
"""By the last four the server lets go of a window that fell silent while it was writing."""


class _Connection(psycopg.Connection[Any]):
    """A connection that is closed once the server takes too long to answer."""

    patience = ANSWERS_WITHIN

    def wait(self, gen: psycopg.abc.PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.OperationalError as error:
            if error.sqlstate is None:  # nobody waits for what it may still answer
                self.pgconn.finish()
            raise


def engine_at(url: str) -> Engine:
    """Return an engine on the server at an address; a connection that broke is noticed before it is used."""
    address = make_url(url)
    options = {
        "connect_timeout": CONNECT_WITHIN,
        "tcp_user_timeout": round(ANSWERS_WITHIN * 1000),
        "keepalives": 1,
        "keepalives_idle": 3,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        "options": " ".join(f"-c {name}={value}" for name, value in _OF_SESSION.items()),
        **address.translate_connect_args(username="user", database="dbname"),
        **address.query,
    }
    try:
        where = make_conninfo(**options)
    except (psycopg.Error, ValueError):  # its words may hold a password
        raise NoLedger("ledger-address") from None
    engine = create_engine("postgresql+psycopg://", creator=lambda: _connect(where), pool_size=1, max_overflow=2)

    def greet(connection: Any, _record: object, _proxy: object) -> None:  # noqa: ANN401 - SQLAlchemy's
        connection.patience = GREETS_WITHIN
        try:
            engine.dialect.do_ping(connection)
        except psycopg.Error as error:
            raise DisconnectionError from error
        connection.patience = ANSWERS_WITHIN

    event.listen(engine, "checkout", greet)
    return engine


def _connect(where: str) -> _Connection:
    """Connect on a thread of its own: nothing else gives up while a name is looked up."""
    answer: Future[_Connection] = Future()

    def call() -> None:
        try:
            answer.set_result(_Connection.connect(where))
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=call, name="ledger-connect", daemon=True).start()
    try:
        return answer.result(CONNECT_WITHIN + 0.5)
    except TimeoutError:
        answer.add_done_callback(_close)
        raise psycopg.errors.ConnectionTimeout("connection failed: no answer") from None
    except (psycopg.ProgrammingError, ValueError) as error:  # its words may hold a password
        if getattr(error, "sqlstate", None):
            raise
        raise NoLedger("ledger-address") from None


def _close(late: Future[_Connection]) -> None:
    if late.exception() is None:
        late.result().close()


def allow_long(connection: Connection) -> None:
    """Let the statements of this transaction take minutes: they change a whole ledger."""
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
    connection.connection.driver_connection.patience = _MIGRATES_WITHIN  # type: ignore[union-attr]

"""Opens the database behind a ledger, and turns what it complains of into sentences."""

from __future__ import annotations

import os
import queue
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar, cast
from urllib.parse import quote

from sqlalchemy import ClauseElement, Connection, Dialect, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError
from sqlalchemy.pool import QueuePool
from sqlalchemy.sql.compiler import SQLCompiler

from mjcompanion.folders import create, open_lock
from mjcompanion.ledger.errors import (
    Busy,
    Damaged,
    DiskFailed,
    DiskFull,
    LedgerError,
    NoLedger,
    NoServer,
    OpenElsewhere,
    ReadOnly,
    Refused,
)
from mjcompanion.ledger.place import Place
from mjcompanion.words import tr

if os.name == "posix":
    import fcntl

if TYPE_CHECKING:
    from psycopg.abc import PQGen

A = TypeVar("A")
P = ParamSpec("P")
T = TypeVar("T")

PATIENCE: Final = 5
"""Seconds to wait for another program that is writing."""
_CONNECT_WITHIN: Final = 5
"""Seconds to wait for a server to let us in."""
_ANSWERS_WITHIN: Final = 7.0
"""Seconds to wait for a server to say anything about a statement; it gives up itself before."""
_CHANGES_WITHIN: Final = 600.0
"""The same while a whole ledger is changed."""
_GREETS_WITHIN: Final = 2.0
"""Seconds to wait for a sign of life on a connection that was idle, before another is tried."""
_SERVER: Final = {"keepalives": 1, "keepalives_idle": 3, "keepalives_interval": 1, "keepalives_count": 3}
"""So a connection without an answer is found out below us, where it goes over a cable."""
_OF_SESSION: Final = {
    "lock_timeout": f"{PATIENCE}s",
    "statement_timeout": "6s",
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "10s",
    "tcp_keepalives_interval": "5s",
    "tcp_keepalives_count": "3",
}
"""What the server is asked for; by the last four it lets go of who fell silent with the ledger in hand."""
_WRITING: Final = "ledger_writing"
_TOO_LONG_A_LOG: Final = 32 * 2**20
"""A log of so many bytes, which only never-ending writing makes, is emptied even if others have to wait for it."""
_FOR_WRITING: Final = ("foreign_keys = ON", "synchronous = FULL", "cache_size = -16000", "wal_autocheckpoint = 0")
"""Every commit waits for the disk; moving the log into the file doesn't hold one up: that is done beside the work."""

_HOW: Final = {"immutable": "mode=ro&immutable=1", "memory": "mode=memory&cache=shared"}
"""How SQLite calls the ways of opening that aren't called as here."""


def sqlite_uri(path: Path, mode: str) -> str:
    """A file as SQLite's URI; `mode` is rwc, rw, ro or immutable, or memory for a name that isn't a file at all.

    >>> sqlite_uri(Path("/club/50% #1?.db"), "ro")
    'file:/club/50%25%20%231%3F.db?mode=ro'
    """
    how = _HOW.get(mode, f"mode={mode}")
    return f"file:{quote(os.fsencode(path.as_posix()))}?{how}"


def open_file(path: Path, mode: str, *pragmas: str) -> sqlite3.Connection:
    """Open a file by plain sqlite3, for what SQLAlchemy has no words for, and for what is asked all the time."""
    if mode == "rwc":  # SQLite would make a file that others can read; what it keeps beside it is like the file
        with suppress(FileExistsError):
            os.close(create(path))
    connection = sqlite3.connect(
        sqlite_uri(path, mode), uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def modes_to_read(path: Path) -> tuple[str, ...]:
    """How to try to open a file in a place where nothing may be written.

    SQLite wants to write beside it even to read, but for a file that never changes; and one with a log beside it,
    which another window may be writing, isn't read without the log.
    """
    log = log_of(path)
    return ("ro",) if log.exists() and log.stat().st_size else ("ro", "immutable")


def log_of(path: Path) -> Path:
    """Where SQLite writes first what is committed."""
    return path.with_name(f"{path.name}-wal")


def index_of(path: Path) -> Path:
    """Where SQLite keeps what stands where in the log."""
    return path.with_name(f"{path.name}-shm")


def move_log(path: Path) -> None:
    """Move what is in the log into the file, as far as others let it: nobody has to wait, unless it has become long."""
    with suppress(OSError, sqlite3.Error), closing(open_file(path, "rw", "synchronous = FULL")) as file:
        how = "TRUNCATE" if log_of(path).stat().st_size > _TOO_LONG_A_LOG else "PASSIVE"
        file.execute(f"PRAGMA wal_checkpoint({how})")


def open_to_ask(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file for a `Reader`; nothing is written through this."""
    return open_file(path, mode, "cache_size = -16000")


def file_engine(place: Place, mode: str) -> Engine:
    """An engine on a file: one connection, transactions of our own, every commit on the disk before it counts."""
    path = place.path
    assert path is not None  # noqa: S101 - a file

    def connect() -> sqlite3.Connection:
        return open_file(path, mode, *_FOR_WRITING)

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=1, max_overflow=2)
    _begin_ourselves(engine)
    return engine


def _begin_ourselves(engine: Engine) -> None:
    """Begin transactions by hand: the driver would leave a failed migration half done; writers wait at the start."""

    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get(_WRITING)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    event.listen(engine, "begin", begin)


def server_engine(place: Place) -> Engine:
    """An engine on a server; a connection that broke is noticed before it is used.

    Raises:
        NoLedger: the driver isn't installed, or this is no address for it.

    """
    try:
        patient = _patient()
    except ImportError:
        raise NoLedger("ledger-no-driver") from None
    _refuse_unknown_keys(place)
    asked: dict[str, Any] = {
        "connect_timeout": _CONNECT_WITHIN,
        "tcp_user_timeout": round(_ANSWERS_WITHIN * 1000),
        **_SERVER,
    }
    asked["options"] = " ".join(f"-c {name}={value}" for name, value in _OF_SESSION.items())
    arguments = {name: value for name, value in asked.items() if f"{name}=" not in place.url}
    try:
        engine = create_engine(place.url, connect_args=arguments, pool_size=1, max_overflow=2)
    except ArgumentError:
        raise NoLedger("ledger-address") from None

    def connect(_dialect: Dialect, _record: object, words: Sequence[Any], names: dict[str, Any]) -> object:
        try:
            return _within(_CONNECT_WITHIN + 0.5, lambda: patient.connect(*words, **names))
        except (ValueError, TypeError, patient.ProgrammingError) as error:  # what it says may hold a password
            if getattr(error, "sqlstate", None):
                raise
            raise NoLedger("ledger-address") from None

    def look(connection: Any, _record: object, _proxy: object) -> None:  # noqa: ANN401 - one of ours
        connection.patience = _GREETS_WITHIN
        try:
            engine.dialect.do_ping(connection)
        except Exception as error:
            raise DisconnectionError from error
        connection.patience = _ANSWERS_WITHIN

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "checkout", look)
    return engine


def _refuse_unknown_keys(place: Place) -> None:
    """Refuse what PostgreSQL doesn't know after the question mark: there the driver would take words of its own."""
    from psycopg.pq import Conninfo

    known = {one.keyword.decode() for one in Conninfo.get_defaults()}
    for name, value in make_url(place.url).query.items():
        if name not in known or not (isinstance(value, str) or name in ("host", "port")):
            raise NoLedger("ledger-address")


def _within(seconds: float, connect: Callable[[], Any]) -> object:
    """What a connection came to, on a thread of its own: nothing else gives up while a name is looked up."""
    import psycopg

    answered: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def call() -> None:
        try:
            made = connect()
        except BaseException as error:
            answered.put(error)
            return
        answered.put(made)
        if late.is_set():
            made.close()

    late = threading.Event()
    threading.Thread(target=call, name="ledger-call", daemon=True).start()
    try:
        found = answered.get(timeout=seconds)
    except queue.Empty:
        late.set()
        with suppress(queue.Empty):  # it came between the two
            made = answered.get_nowait()
            if not isinstance(made, BaseException):
                made.close()
        raise psycopg.errors.ConnectionTimeout("connection failed: no answer") from None
    if isinstance(found, BaseException):
        raise found
    return found


@cache
def _patient() -> type[Any]:
    """Connections to a server that are given up once it says nothing for too long, whatever they go over."""
    import psycopg

    def while_heard(gen: PQGen[T], patience: float) -> PQGen[T]:
        quiet, heard = 0.0, monotonic()
        ready: Any = None
        while True:
            try:
                wanted = gen.send(ready)
            except StopIteration as end:
                found: T = end.value
                return found
            ready = yield wanted
            now = monotonic()
            quiet = 0.0 if ready else quiet + min(now - heard, 1.0)  # the time we were stopped ourselves is ours
            heard = now
            if quiet > patience:
                raise psycopg.errors.ConnectionTimeout("the server says nothing")

    class Patient(psycopg.Connection[Any]):
        patience = _ANSWERS_WITHIN

        def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
            more = {} if timeout is None else {"timeout": timeout}  # 3.2 knows none
            try:
                return super().wait(while_heard(gen, self.patience), interval, **more)
            except psycopg.errors.ConnectionTimeout:
                self.pgconn.finish()  # nobody waits for what it may still say
                raise

    return Patient


def unhurried(connection: Connection) -> None:
    """Let the statements of this transaction take their time: they change a whole ledger."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.connection.driver_connection.patience = _CHANGES_WITHIN  # type: ignore[union-attr]


def readers(engine: Engine) -> Engine:
    """The engine for transactions that only read; each sees one moment."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="REPEATABLE READ")
    return engine


def writers(engine: Engine) -> Engine:
    """The engine for transactions that write, one at a time."""
    return engine.execution_options(**{_WRITING: True})


# asking


class Reader:
    """Asks in one transaction that only reads; rows come as the driver has them.

    SQLAlchemy puts the statements together, but running them through it takes more than half the time of a page.
    """

    def __init__(self, dialect: str, run: Callable[..., Any]) -> None:
        self.dialect = dialect
        self._run = run

    @classmethod
    def of(cls, connection: Connection) -> Reader:
        """Asks on a connection that is open, in its transaction."""
        return cls(connection.dialect.name, lambda *asked: connection.connection.cursor().execute(*asked))

    def rows(
        self, statement: ClauseElement | Ready, values: Mapping[str, object] | None = None
    ) -> list[tuple[Any, ...]]:
        """What a statement finds. A statement is kept: use the same object again, with other values.

        One that is made anew each time has to be `ready`, or each would be kept.
        """
        asked = statement if isinstance(statement, Ready) else _kept_ready(statement, self.dialect)
        try:
            return self._rows(asked, values)
        except sqlite3.OperationalError as error:
            if asked.careful is None or "BLOB" not in str(error):
                raise
        return self._rows(asked.careful, values)

    def _rows(self, asked: Ready, values: Mapping[str, object] | None) -> list[tuple[Any, ...]]:
        given = {**asked.values, **(values or {})}
        found: list[tuple[Any, ...]] = self._run(
            asked.text, given if asked.order is None else [given[name] for name in asked.order]
        ).fetchall()
        return found


class Ready(NamedTuple):
    """A statement as a driver takes it; `values` are those it has by itself, `order` is None where names are given.

    `careful` is what is asked instead where SQLite meets a BLOB.
    """

    text: str
    values: Mapping[str, object]
    order: tuple[str, ...] | None
    careful: Ready | None = None


def ready(statement: ClauseElement, dialect: str) -> Ready:
    """A statement for a dialect, for who keeps one for each filter: as SQLAlchemy has it, it takes up to 350 kB."""
    made = _made(statement, dialect)
    careful = _made(statement, dialect, careful=True) if dialect == "sqlite" else made
    return made if careful.text == made.text else made._replace(careful=careful)


def _made(statement: ClauseElement, dialect: str, *, careful: bool = False) -> Ready:
    made = statement.compile(dialect=_dialect(dialect), compile_kwargs={"careful": True} if careful else {})
    assert isinstance(made, SQLCompiler)  # noqa: S101 - a statement, no table
    own = {name: value for name, value in made.construct_params(_check=False).items() if not made.binds[name].required}
    return Ready(str(made), own, None if made.positiontup is None else tuple(made.positiontup))


_kept_ready: Final = lru_cache(maxsize=512)(ready)


def kept_statements(
    maxsize: int,
) -> Callable[[Callable[Concatenate[A, str, P], ClauseElement]], Callable[Concatenate[A, str, P], Ready]]:
    """Keep what a function makes of a filter for a dialect, `maxsize` of them, as a driver takes it."""

    def decorate(make: Callable[Concatenate[A, str, P], ClauseElement]) -> Callable[Concatenate[A, str, P], Ready]:
        def made(what: A, dialect: str, *more: P.args, **named: P.kwargs) -> Ready:
            return ready(make(what, dialect, *more, **named), dialect)

        return cast("Callable[Concatenate[A, str, P], Ready]", lru_cache(maxsize=maxsize)(made))

    return decorate


@lru_cache
def _dialect(name: str) -> Dialect:
    if name == "sqlite":
        from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

        return SQLiteDialect_pysqlite()
    from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

    return PGDialect_psycopg()  # type: ignore[no-untyped-call]


# complaints


@contextmanager
def told(place: Place) -> Iterator[None]:
    """Turn what the database complains of into a `LedgerError`; what it can't be blamed for stays as it is."""
    try:
        yield
    except UnicodeDecodeError as error:  # even the words of the complaint are damaged
        if place.path is None:
            raise
        raise Damaged("ledger-damaged", why=place.shown, text=tr("it contains invalid characters")) from error
    except Exception as error:
        said = error.orig if isinstance(error, DBAPIError) else error
        meant = _sqlite(said, place) if isinstance(said, sqlite3.Error) else _postgres(said, place)
        if meant is None:
            raise
        raise meant from _without_address(error)


def _without_address(error: Exception) -> Exception | None:
    """The cause, but for a server's: its words may repeat the address."""
    return error if isinstance(getattr(error, "orig", error), sqlite3.Error) else None


def _sqlite(error: sqlite3.Error, place: Place) -> LedgerError | None:
    name = getattr(error, "sqlite_errorname", "") or ""
    code = "_".join(name.split("_")[:2])
    path, said = place.shown, str(error)
    why = {
        "ledger-read-only": tr("{path} may not be written.").format(path=path),
        "ledger-closed-folder": tr("{path} can't be opened.").format(path=path),
    }
    for codes, kind, meant in _CODES:
        if code in codes:
            return kind(meant, why=why.get(meant, path), text=said, count=PATIENCE)
    if any(words in said for words in _SIGNS_OF_DAMAGE):
        return Damaged("ledger-damaged", why=path, text=said.splitlines()[0])
    return None


_CODES: Final[tuple[tuple[tuple[str, ...], type[LedgerError], str], ...]] = (
    (("SQLITE_BUSY", "SQLITE_LOCKED"), Busy, "ledger-busy"),
    (("SQLITE_FULL",), DiskFull, "ledger-full"),
    (("SQLITE_IOERR",), DiskFailed, "ledger-disk"),
    (("SQLITE_READONLY", "SQLITE_PERM"), ReadOnly, "ledger-read-only"),
    (("SQLITE_CANTOPEN", "SQLITE_AUTH"), NoLedger, "ledger-closed-folder"),
    (("SQLITE_CORRUPT", "SQLITE_NOTADB"), Damaged, "ledger-damaged"),
)
"""What SQLite calls its complaints, and what they mean here."""
_SIGNS_OF_DAMAGE: Final = (
    *("malformed", "unsupported file format", "Could not decode", "no such table", "no such column"),
    *("has no column", "datatype mismatch", "integer overflow", "string or blob too big"),
)
"""What SQLite says of some damage, under the number of a bug in a statement."""
_STATES: Final[tuple[tuple[str, type[LedgerError], str], ...]] = (
    ("28", Refused, "ledger-password"),
    ("3D", NoLedger, "ledger-no-database"),
    ("42501", Refused, "ledger-not-allowed"),
    ("25006", ReadOnly, "ledger-not-allowed"),
    ("53100", DiskFull, "ledger-full"),
    ("53", NoServer, "ledger-no-server"),
    ("55P03", Busy, "ledger-busy"),
    ("40", Busy, "ledger-busy"),
    ("57014", NoServer, "ledger-no-server"),
    ("57", NoServer, "ledger-lost"),
    ("25P03", NoServer, "ledger-lost"),
    ("08", NoServer, "ledger-lost"),
    ("58", DiskFailed, "ledger-disk"),
    ("XX001", Damaged, "ledger-damaged"),
    ("XX002", Damaged, "ledger-damaged"),
)
"""The first letters of what PostgreSQL calls SQLSTATE, and what they mean here."""


def _postgres(error: BaseException | None, place: Place) -> LedgerError | None:
    if not type(error).__module__.startswith("psycopg"):
        return None
    state = str(getattr(error, "sqlstate", None) or "")
    for start, kind, code in _STATES:
        if state.startswith(start):
            said = tr("the server says {code}").format(code=state)
            return kind(code, why=place.shown, text=said, count=PATIENCE)
    if state or "OperationalError" not in [kind.__name__ for kind in type(error).__mro__]:
        return None
    words = str(error)  # connecting fails without a state; only the kind of the failure is told
    if "authentication failed" in words or "no password supplied" in words or "pg_hba" in words:
        return Refused("ledger-password", why=place.shown)
    if "does not exist" in words and "database" in words:
        return NoLedger("ledger-no-database", why=place.shown)
    if "role" in words and "does not exist" in words:
        return Refused("ledger-password", why=place.shown)
    if re.search(r"invalid ([\w ]+ value|port number|integer)|missing \"=\"", words):
        return NoLedger("ledger-address")
    lost = "connection failed" not in words and ("closed" in words or "terminat" in words or "lost" in words)
    return NoServer("ledger-lost" if lost else "ledger-no-server", why=place.shown)


# who has it open


class Shared:
    """Shows other programs that a ledger file is open, until it is closed or the program dies."""

    def __init__(self, place: Place) -> None:
        self._handle = _take(place, alone=False)

    def close(self) -> None:
        """Let others restore it."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


@contextmanager
def alone(place: Place) -> Iterator[None]:
    """Have a ledger file for oneself.

    Raises:
        OpenElsewhere: a window has it open.

    """
    handle = _take(place, alone=True)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _take(place: Place, *, alone: bool) -> int | None:
    """Take the lock; None where there is no such thing, or nothing may be written."""
    if os.name != "posix":
        return None
    try:
        handle = open_lock(place.lock)
    except OSError:
        return None
    try:
        fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise OpenElsewhere("ledger-open-elsewhere") from None
    except OSError:  # a network folder without locks
        with suppress(OSError):
            os.close(handle)
        return None
    return handle

"""Hears from a server at once that somebody wrote into the ledger, on a thread and a connection of its own."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import Engine

CHANNEL: Final = "mjcompanion"
"""What the server calls out with each writing, and what is listened to."""
_AGAIN_AFTER: Final = 3.0
"""Seconds after which a connection that broke is made anew."""


class Listener:
    """Listens until it is closed; `told` is called on its thread for each writing, or when one may have been missed."""

    def __init__(self, engine: Engine, told: Callable[[], None]) -> None:
        self._engine, self._told = engine, told
        self._here, self._there = socket.socketpair()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ledger-ear", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more; nobody waits for a server that is silent."""
        self._closed.set()
        with suppress(OSError):
            self._there.send(b".")
        self._thread.join(1.0)

    def _run(self) -> None:
        while not self._closed.is_set():
            with suppress(Exception):  # whatever it is, the clerk finds it out by asking
                self._listen()
            self._closed.wait(_AGAIN_AFTER)
        self._engine.dispose()  # here, as it may still have been connecting
        self._here.close()
        self._there.close()

    def _listen(self) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            try:
                driver: Any = connection.connection.driver_connection
                connection.exec_driver_sql(f"LISTEN {CHANNEL}")
                self._told()  # of what was written while nobody listened
                while not self._closed.is_set():
                    ready, _, _ = select.select([driver.pgconn.socket, self._here], [], [])
                    if self._here in ready:
                        return
                    driver.pgconn.consume_input()
                    heard = False
                    while driver.pgconn.notifies() is not None:
                        heard = True
                    if heard:
                        self._told()
            finally:
                connection.invalidate()

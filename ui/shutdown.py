"""Ends the program in order on a signal, or when the desktop's session ends."""

from __future__ import annotations

import signal
import socket
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from .window import MainWindow

_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def install_handlers(app: QApplication, window: MainWindow) -> None:
    """Close the window and store what was typed when a signal ends the program.

    Python would let its handlers wait until the event loop comes back to it, which may be never; the system writes
    into a socket at once, and that wakes the loop.
    """
    hears, tells = socket.socketpair()
    for one in (hears, tells):
        one.setblocking(False)
    signal.set_wakeup_fd(tells.fileno(), warn_on_full_buffer=False)
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, lambda *_: None)
    notifier = QSocketNotifier(hears.fileno(), QSocketNotifier.Type.Read, window)

    def end() -> None:
        notifier.setEnabled(False)
        _ = tells  # both ends live as long as the window
        hears.recv(64)
        window.keep(wait=False)
        window.close()
        app.exit(0)

    notifier.activated.connect(end)
    app.commitDataRequest.connect(lambda _: window.keep())

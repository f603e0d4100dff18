"""Starts the window. Qt is imported when there is a screen to show it on."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from mjcompanion.storage.crash_reports import watch_for_crashes
from mjcompanion.storage.paths import Folders

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from mjcompanion.storage.settings import Settings

    from .context import PageContext
    from .error_handler import ErrorHandler
    from .window import MainWindow

NO_DISPLAY = (
    "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY leads to one). "
    'To score a hand without a window: {program} score "123m 456p 99s (777z) [1111s]"'
)


def run(
    argv: Sequence[str] = (),
    data_dir: str | os.PathLike[str] | None = None,
    ledger: str | None = None,
    files: Sequence[Path] = (),
) -> int:
    """Open the window, take files in, and stay until it is closed; the exit code of the program."""
    if not has_display():
        program = "mjcompanion" if Path(sys.argv[0]).stem == "mjcompanion" else "./run"
        sys.stderr.write(NO_DISPLAY.format(program=program) + "\n")
        return 1
    with watch_for_crashes(Folders.at(data_dir)):
        code = _stay(argv, data_dir, ledger, files)
    if code == _OPEN_AGAIN:
        _open_again()
    from .worker import any_left

    if any_left():  # on a disk or a printer that doesn't answer: Python would end under its feet
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _stay(
    argv: Sequence[str], data_dir: str | os.PathLike[str] | None, ledger: str | None, files: Sequence[Path]
) -> int:
    """Show the window until it is closed; everything it used is freed when this returns."""
    gc.disable()  # to look for garbage while everything is being made takes a sixth of the start
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from .shutdown import install_handlers

    # Fusion is named here: to ask a style for its name has PySide load all that styles have
    app = QApplication([APP_ID, "-style", "fusion", *argv])
    window = build(app, Folders.at(data_dir), ledger=ledger, welcome=True, files=files)
    threading.excepthook = _of_a_thread

    def open_again() -> None:
        app.setQuitOnLastWindowClosed(False)
        window.close()
        app.exit(_OPEN_AGAIN)

    window.context.open_again_asked.connect(open_again)

    def started() -> None:
        from .icons import app_icon

        gc.enable()
        app.setWindowIcon(app_icon())

    window.show()
    install_handlers(app, window)
    QTimer.singleShot(_STARTED_MS, started)
    return app.exec()


_STARTED_MS = 1_000
"""By then the window is filled."""


def _of_a_thread(what: threading.ExceptHookArgs) -> None:
    """Handle an uncaught error of a thread like one of the program."""
    if what.exc_value is not None:
        sys.excepthook(what.exc_type, what.exc_value, what.exc_traceback)


_OPEN_AGAIN = 75
"""The window was closed only to open again, in another language say."""


def _open_again() -> NoReturn:
    """Start the program once more with the words it was started with."""
    start = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-m", "mjcompanion"]
    command = [*start, *sys.argv[1:]]
    os.execv(command[0], command)  # noqa: S606 - our own program


APP_ID = "mjcompanion"


def build(
    app: QApplication,
    folders: Folders,
    *,
    ledger: str | None = None,
    welcome: bool = False,
    files: Sequence[Path] = (),
) -> MainWindow:
    """The whole window on an application with its first page, not yet shown.

    `ledger` is the address of another ledger than that of the settings or the data folder. With `welcome`, who has no
    settings yet is asked a few questions first. `files` are taken in once it is shown.
    """
    from PySide6.QtCore import QTimer

    from mjcompanion.storage.settings import load

    from .away import ClubLedger
    from .context import PageContext, SettingsModel
    from .fonts import bring_fonts
    from .navigation import connect_routes
    from .pages import PAGES
    from .theme import Theme
    from .translator import install
    from .window import MainWindow

    app.setApplicationName(APP_ID)
    app.setDesktopFileName(APP_ID)
    bring_fonts()
    install(app)  # so that what is wrong with the settings is told in the desktop's language
    loaded = load(folders)
    install(app, loaded.settings.language)
    settings = _greeting(loaded.settings, folders) if welcome else loaded.settings
    context = PageContext(SettingsModel(settings, folders), Theme(app, by_parts=True), folders, ledger)
    app.setApplicationDisplayName(app.translate("app", "Mah Jongg Companion"))
    window = MainWindow(context)
    window.page_made.connect(partial(connect_routes, window))
    window.search_wanted.connect(partial(_search, window))
    window.welcome_wanted.connect(partial(_welcome, window))
    window.file_dropped.connect(partial(_open_file, window))
    club = ClubLedger(context)
    errors = _catch_everything(context, partial(_show_log, window))

    for sentence in loaded.problems:
        context.say(sentence, "warn")
    for page in PAGES:
        window.add_page(page)
    window.rail.fit()
    window.open_page(window.last_page("score"))
    club.show()
    for path in files:  # once the window is there
        QTimer.singleShot(0, window, partial(_open_file, window, path))
    if not files and welcome and settings.greeting == "welcome":
        QTimer.singleShot(0, window, partial(_welcome, window))
    window.when_quiet(errors.tell_crash)
    app.aboutToQuit.connect(context.settings.flush)
    app.aboutToQuit.connect(context.close)
    return window


def _greeting(settings: Settings, folders: Folders) -> Settings:
    """The settings of somebody who is welcomed, where none were stored yet."""
    return settings if folders.settings_file.exists() else settings.changed(greeting="welcome")


def _search(window: MainWindow) -> None:
    """Open the command palette."""
    from .command_palette.box import open_palette

    open_palette(window)


def _welcome(window: MainWindow) -> None:
    """Open the welcome."""
    from .welcome.dialog import open_welcome

    open_welcome(window)


def _open_file(window: MainWindow, path: Path) -> None:
    """Open a file that was dropped, or named at the start."""
    from .opening import open_file

    open_file(window, path)


def _show_log(window: MainWindow) -> None:
    """Show the log of errors."""
    from .pages.about.page import AboutPage

    page = window.open_page("about")
    if isinstance(page, AboutPage):
        page.show_log()


def has_display() -> bool:
    """Whether Qt will find a screen. Qt itself would abort the program, and blame a library."""
    if os.environ.get("QT_QPA_PLATFORM"):
        return True
    if os.environ.get("WAYLAND_DISPLAY"):
        return True
    display = os.environ.get("DISPLAY", "")
    return bool(display) and _answers(display)


def _answers(display: str) -> bool:
    """Whether an X server on this machine takes our call; one on another machine is believed."""
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if host not in ("", "unix") or not number.isdecimal():
        return True
    import socket

    path = f"/tmp/.X11-unix/X{number}"  # noqa: S108  (where X servers listen)
    for address in (path, f"\0{path}"):
        with socket.socket(socket.AF_UNIX) as call:
            call.settimeout(2)
            try:
                call.connect(address)
            except OSError:
                continue
            return True
    return False


def _catch_everything(context: PageContext, show_log: Callable[[], None] | None = None) -> ErrorHandler:
    """Log and show every error in the program from now on, and keep the window open."""
    from .error_handler import ErrorHandler

    handler = ErrorHandler(context, show_log)
    sys.excepthook = handler.take
    return handler

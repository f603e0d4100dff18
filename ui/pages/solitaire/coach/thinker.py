"""The process that plays a game out, watched by the window: started, listened to, ended; never waited for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, Signal

from mjcompanion.core.errors import RuleError
from mjcompanion.i18n.translation import child_environment
from mjcompanion.solitaire.game import View
from mjcompanion.solitaire.playout_process import read_answer, request, thinking_command

_LONGEST_LINE = 1_000_000
_LAST_WAIT_MS = 500


class Thinker(QObject):
    """Plays a view out in a process of its own until it is stopped.

    The process reads from this one, so that it ends by itself however the window ends.

    Signals:
        thought(Thought): what is known by now.
        failed(str): the process can't go on, in a sentence; it is gone.
    """

    thought = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None, command: Callable[[], Sequence[str]] = thinking_command) -> None:
        super().__init__(parent)
        self._command = command
        self._process: QProcess | None = None
        self._heard = b""
        self._living = living = list[QProcess]()
        self.destroyed.connect(lambda: _end_all(living))
        app = QCoreApplication.instance()
        if app is not None:  # nobody else would take notice of the end of what the program started
            app.aboutToQuit.connect(lambda: _end_all(living, _LAST_WAIT_MS))

    @property
    def is_thinking(self) -> bool:
        return self._process is not None

    def start(self, view: View, seed: int = 0) -> None:
        """Begin to play a view out, anew."""
        self.stop()
        program, *words = self._command()
        self._heard = b""
        process = QProcess(QCoreApplication.instance())
        self._process = process
        process.setProgram(program)
        process.setArguments(words)
        environment = QProcessEnvironment.systemEnvironment()
        for name, value in child_environment().items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(lambda: self._on_heard(process))
        process.errorOccurred.connect(lambda error: self._on_error(process, error))
        process.finished.connect(lambda: self._on_finished(process))
        process.finished.connect(partial(_bury, self._living, process))
        self._living.append(process)
        process.start()
        process.write(request(view, seed))

    def stop(self) -> None:
        """End the process; what it still says isn't heard."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)

    def _is_mine(self, process: QProcess) -> bool:
        """Whether a process is still listened to."""
        return shiboken6.isValid(self) and process is self._process

    def _on_heard(self, process: QProcess) -> None:
        if not self._is_mine(process):
            return
        heard = bytes(process.readAllStandardOutput().data())
        *lines, self._heard = (self._heard + heard).split(b"\n")
        if len(self._heard) > _LONGEST_LINE:
            self._fail(self.tr("The coach's answer can't be read."))
        elif lines:
            self._on_line(lines[-1])

    def _on_line(self, line: bytes) -> None:
        try:
            thought = read_answer(line)
        except RuleError as error:
            self._fail(str(error))
            return
        self.thought.emit(thought)

    def _on_error(self, process: QProcess, error: QProcess.ProcessError) -> None:
        if error is not QProcess.ProcessError.FailedToStart:
            return
        reason = process.errorString()
        _bury(self._living, process)
        if self._is_mine(process):
            self._fail(self.tr("The play-out can't be started: {reason}.").format(reason=reason))

    def _on_finished(self, process: QProcess) -> None:
        self._on_heard(process)
        if self._is_mine(process):
            self._fail(self.tr("The play-out broke off. You can start it again."))

    def _fail(self, sentence: str) -> None:
        self.stop()
        self.failed.emit(sentence)


def _bury(living: list[QProcess], process: QProcess, *_: object) -> None:
    """A process has ended."""
    living[:] = [one for one in living if one is not process]
    if shiboken6.isValid(process):
        process.deleteLater()


def _end_all(living: Sequence[QProcess], wait_ms: int = 0) -> None:
    for process in tuple(living):
        _end(process)
        if wait_ms and shiboken6.isValid(process):
            process.waitForFinished(wait_ms)


def _end(process: QProcess) -> None:
    """Kill a process without waiting for it."""
    if shiboken6.isValid(process) and process.state() is not QProcess.ProcessState.NotRunning:
        process.closeWriteChannel()
        process.kill()

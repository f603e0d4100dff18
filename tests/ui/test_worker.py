"""Work off the window's thread: answers come where they are wanted, and every thread ends."""

import subprocess
import sys
import threading
import time

import pytest
import shiboken6
from mjcompanion.ui.worker import Worker
from PySide6.QtCore import QCoreApplication, QEvent, QObject

from mjcompanion.core.errors import Problem, RuleError, Stopped


def test_answers_come_on_the_thread_of_the_window_and_what_is_cancelled_is_not_begun(qtbot):
    worker, gate, done = Worker("w"), threading.Event(), []
    worker.ask(
        lambda _: gate.wait(60) and threading.current_thread().name,
        lambda name: done.append((name, threading.current_thread())),
    )
    second = worker.ask(lambda _: done.append("begun"), done.append)
    second.cancel()
    assert worker.busy
    gate.set()
    qtbot.waitUntil(lambda: worker.idle)
    assert done == [("w", threading.main_thread())]
    worker.close()


def test_nobody_is_told_who_is_gone(qtbot):
    worker, owner, gate, told = Worker("w"), QObject(), threading.Event(), []
    worker.ask(lambda task: gate.wait(60) and task.progress(1, 2), told.append, step=told.append, owner=owner)
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete)
    gate.set()
    qtbot.waitUntil(lambda: worker.idle)
    assert told == []
    worker.close()


@pytest.mark.usefixtures("qapp")
def test_closing_ends_the_thread():
    worker = Worker("a thread that ends")
    worker.ask(lambda task: [time.sleep(0.01) for _ in range(10_000) if task.progress(0, 1)], lambda _: None)
    thread = next(one for one in threading.enumerate() if one.name == "a thread that ends")
    worker.close()
    assert not thread.is_alive()
    worker.close()


def test_what_is_promised_is_done_before_the_end(qtbot):
    worker, gate, done = Worker("w", finishes=True, at_end=lambda: done.append("end")), threading.Event(), []
    worker.ask(lambda _: gate.wait(60))
    worker.ask(lambda _: done.append("task"))
    threading.Timer(0.05, gate.set).start()
    worker.close()
    assert done == ["task", "end"]
    qtbot.waitUntil(lambda: worker.idle)


def test_after_each_task_something_more_may_be_done(qtbot):
    done = []
    worker = Worker("w", after_each=lambda: done.append(threading.current_thread().name))
    worker.ask(lambda _: None)
    worker.ask(lambda _: None)
    assert not worker.busy  # nobody waits for an answer
    qtbot.waitUntil(lambda: worker.idle)
    worker.close()
    assert done == ["w", "w"]


def test_what_went_wrong_is_told_and_only_mistakes_of_the_program_are_written_down(qtbot, monkeypatch):
    written, told = [], []
    monkeypatch.setattr("sys.excepthook", lambda _, error, __: written.append(error))

    def fail(error):
        raise error

    worker, expected, mistake = Worker("w"), RuleError([Problem("no-hand")]), ZeroDivisionError("none")
    worker.ask(lambda _: fail(expected), fail=told.append)
    worker.ask(lambda _: fail(Stopped()), told.append, told.append)  # which is no failure
    worker.ask(lambda _: fail(mistake), fail=told.append)
    qtbot.waitUntil(lambda: worker.idle)
    assert told == [expected, mistake]
    assert written == [mistake]
    worker.close()


BURST = """
import sys, time
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from mjcompanion.ui.worker import Worker
app, answered = QApplication(["x", "-platform", "offscreen"]), []
end, number = time.monotonic() + float(sys.argv[1]), 0
while time.monotonic() < end:
    owners = [QObject() for _ in range(8)]
    for owner in owners:
        worker = Worker("burst", owner)
        for _ in range(40):
            worker.ask(lambda _: None, answered.append)
    number += 1
    until = time.monotonic() + number % 10 * 0.0003
    while time.monotonic() < until:
        app.processEvents()
    for owner in owners:
        owner.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
print("all went well" if number and answered else "nothing was done")
"""


def test_owners_may_go_while_threads_answer_them():
    """A thread that emitted a signal of something that went this moment ended the program."""
    ran = subprocess.run([sys.executable, "-c", BURST, "3"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "all went well\n"), ran.stderr[-2000:]


def test_answers_come_in_order_and_only_to_who_is_there(qapp):
    here, gone = Worker("here"), Worker("gone")
    said = []
    tasks = [
        worker.ask(lambda _, word=word: word, said.append)
        for worker, words in ((here, ("one", "two")), (gone, ("three", "four")))
        for word in words
    ]
    assert all(task.over.wait(60) for task in tasks)
    shiboken6.delete(gone)
    assert not said
    here.ask(lambda _: time.sleep(0.05), lambda _: here.ask(lambda _: "three", said.append))
    here.wait()
    assert said == ["one", "two", "three"]
    QCoreApplication.processEvents()
    assert said == ["one", "two", "three"]
    assert here.idle
    here.close()


def test_an_answer_that_goes_wrong_keeps_no_other_from_its_own(qapp, monkeypatch):
    written, said = [], []
    monkeypatch.setattr("sys.excepthook", lambda _, error, __: written.append(error))
    worker, mistake = Worker("odd"), ValueError("a mistake of the program")

    def fail(_):
        worker.wait()  # what is left is brought from within
        raise mistake

    tasks = [worker.ask(lambda _: 1, fail), worker.ask(lambda _: 2, said.append)]
    assert all(task.over.wait(60) for task in tasks)
    worker.wait()
    assert said == [2]
    assert written == [mistake]
    worker.close()

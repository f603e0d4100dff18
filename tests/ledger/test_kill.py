"""kill -9 in the middle of anything: nothing that was confirmed is lost, and the ledger opens as if nothing had been."""

import os
import random
import shutil
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from mjcompanion.ledger.store import Ledger, rebuild
from tests.ledger.making import play
from tests.ledger.writer import begin, said, window

KILLS = 200
AT_ONCE = 4

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")


def killed_writer(path, uid, name, hands, delay):
    """Let a window confirm some hands, write on for a moment, and kill it; gives what it had confirmed."""
    process, here = begin(window, str(path), uid, 100_000, name)
    assert here.recv() == "ready"
    confirmed = [here.recv() for _ in range(hands)]
    time.sleep(delay)
    process.kill()
    confirmed += said(here)
    process.join()
    assert process.exitcode in (-signal.SIGKILL, 255)  # 255: another thread has asked first
    return confirmed


def one_ledger(folder, number):
    """Kill the windows on one ledger, one after the other; gives how many hands were confirmed."""
    rng = random.Random(number)
    path = folder / f"{number}" / "ledger.db"
    with Ledger.open(path) as ledger:
        uid = play(ledger, 1)
    confirmed = {}
    for kill in range(KILLS // AT_ONCE):
        if kill % 10 == 0 and kill:  # another session, so that none grows too long to play
            with Ledger.open(path) as ledger:
                uid = play(ledger, 1)
        for seq, name in killed_writer(path, uid, f"{kill}-", rng.randrange(4), rng.random() * 0.03):
            confirmed[uid, seq] = name
        with Ledger.open(path) as ledger:
            there = ledger.session(uid).events
            for (session, seq), name in confirmed.items():
                assert session != uid or there[seq].changes[0].id == name, (kill, seq)
    holds(path, confirmed)
    path.unlink()
    shutil.rmtree(path.with_name("backups"))
    assert rebuild(path).sources.whole  # from the journal alone
    holds(path, confirmed)
    return len(confirmed)


def holds(path, confirmed):
    """Whether all that was confirmed is in a ledger."""
    with Ledger.open(path) as ledger:
        assert ledger.check().ok
        for session in {session for session, _ in confirmed}:
            there = ledger.session(session).events
            for (of, seq), name in confirmed.items():
                assert of != session or there[seq].changes[0].id == name


def test_200_kills_lose_nothing_that_was_confirmed(tmp_path):
    with ThreadPoolExecutor(AT_ONCE) as pool:
        confirmed = sum(pool.map(lambda number: one_ledger(tmp_path, number), range(AT_ONCE)))
    assert confirmed > KILLS

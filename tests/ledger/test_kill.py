"""kill -9 in the middle of anything: nothing that was confirmed is lost, and the ledger opens as if nothing had been."""

import itertools
import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import PRACTICE, KeptFilter
from tests.ledger.keeping import record
from tests.ledger.making import play
from tests.ledger.writer import begin, said, window
from tests.sample import often

KILLS = 200
HOW_MANY = often(KILLS, 60)
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
    for kill in range(HOW_MANY // AT_ONCE):
        if kill % 10 == 0 and kill:  # another session, so that none grows too long to play
            with Ledger.open(path) as ledger:
                uid = play(ledger, 1)
        for seq, name in killed_writer(path, uid, f"{kill}-", rng.randrange(4), rng.random() * 0.03):
            confirmed[uid, seq] = name
        with Ledger.open(path) as ledger:
            there = ledger.sessions.get(uid).events
            for (session, seq), name in confirmed.items():
                assert session != uid or there[seq].changes[0].id == name, (kill, seq)
    holds(path, confirmed)
    return len(confirmed)


def holds(path, confirmed):
    """Whether all that was confirmed is in a ledger."""
    with Ledger.open(path) as ledger:
        assert ledger.check().ok
        for session in {session for session, _ in confirmed}:
            there = ledger.sessions.get(session).events
            for (of, seq), name in confirmed.items():
                assert of != session or there[seq].changes[0].id == name


def test_kills_lose_nothing_that_was_confirmed(tmp_path):
    with ThreadPoolExecutor(AT_ONCE) as pool:
        confirmed = sum(pool.map(lambda number: one_ledger(tmp_path, number), range(AT_ONCE)))
    assert confirmed > HOW_MANY


def keeper(path, told):
    """Keep hands and exercises as fast as it goes, and say of each that it is kept."""
    with Ledger.open(path) as ledger:
        told.send("ready")
        for number in itertools.count():
            kind = PRACTICE if number % 3 == 0 else ""
            row = ledger.hands.keep(
                record(("classical", "nmjl")[number % 2]), player="Ann", remark=str(number), kind=kind
            )
            told.send(row)


def kept_through_kills(folder, number, kills):
    """Kill those who keep in one ledger, one after the other; gives how many had been kept."""
    rng = random.Random(number)
    path = folder / f"{number}" / "ledger.db"
    Ledger.open(path).close()
    confirmed = {}
    for kill in range(kills):
        process, here = begin(keeper, str(path))
        assert here.recv() == "ready"
        first = [here.recv() for _ in range(rng.randrange(4))]
        time.sleep(rng.random() * 0.03)
        process.kill()
        confirmed |= {row.uid: row for row in (*first, *said(here))}
        process.join()
        with Ledger.open(path) as ledger:
            there = ledger.hands.count() + ledger.hands.count(KeptFilter(kind=PRACTICE))
            assert there >= len(confirmed), kill
    all_kept(path, confirmed)
    return len(confirmed)


def all_kept(path, confirmed):
    """Whether all that was said to be kept is in a ledger, as it was."""
    with Ledger.open(path) as ledger:
        assert ledger.check().ok
        assert {uid: ledger.hands.get(uid).row for uid in confirmed} == confirmed


def test_kills_while_keeping_lose_nothing_that_was_said_to_be_kept(tmp_path):
    kills = often(KILLS, 8)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        confirmed = sum(pool.map(lambda number: kept_through_kills(tmp_path, number, kills // AT_ONCE), range(AT_ONCE)))
    assert confirmed > kills

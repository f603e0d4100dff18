"""kill -9 in the middle of anything: nothing that was confirmed is lost, and the ledger opens as if nothing had been."""

import itertools
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import PRACTICE
from tests.ledger.keeping import record
from tests.ledger.making import play
from tests.ledger.writer import begin, said, window
from tests.sample import often

KILLS = 200
AT_ONCE = 4

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")


def confirm_hands(path):
    """A session, a window that confirms hands in it, and what finds those in the ledger."""
    with Ledger.open(path) as ledger:
        uid = play(ledger, 1)

    def find(ledger, told):
        seq, name = told
        return ledger.sessions.get(uid).events[seq].changes[0].id == name

    return lambda kill: begin(window, str(path), uid, 100_000, f"{kill}-"), find


def keeper(path, told):
    """Keep hands and exercises as fast as it goes, and say of each that it is kept."""
    with Ledger.open(path) as ledger:
        told.send("ready")
        for number in itertools.count():
            kind = PRACTICE if number % 3 == 0 else ""
            told.send(
                ledger.hands.keep(
                    record(("classical", "nmjl")[number % 2]), player="Ann", remark=str(number), kind=kind
                )
            )


def keep_hands(path):
    """The same for kept hands."""
    Ledger.open(path).close()
    return lambda _: begin(keeper, str(path)), lambda ledger, told: ledger.hands.get(told.uid).row == told


@pytest.mark.parametrize(("do", "kills"), [(confirm_hands, often(KILLS, 60)), (keep_hands, often(KILLS, 8))])
def test_kills_lose_nothing_that_was_confirmed(tmp_path, do, kills):
    def one_ledger(number):
        """Kill the windows on one ledger, one after the other; gives how much was confirmed."""
        rng = random.Random(number)
        path = tmp_path / f"{number}" / "ledger.db"
        count = 0
        for first in range(0, kills // AT_ONCE, 10):  # then another session, so that none grows too long to play
            start, find = do(path)
            confirmed = []
            for kill in range(first, min(first + 10, kills // AT_ONCE)):
                process, here = start(kill)
                assert here.recv() == "ready"
                confirmed += [here.recv() for _ in range(rng.randrange(4))]
                time.sleep(rng.random() * 0.03)
                process.kill()
                confirmed += said(here)
                process.join()
                with Ledger.open(path) as ledger:
                    assert all(find(ledger, one) for one in confirmed[-5:]), kill
            with Ledger.open(path) as ledger:
                assert ledger.check().ok
                assert all(find(ledger, one) for one in confirmed)
            count += len(confirmed)
        return count

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert sum(pool.map(one_ledger, range(AT_ONCE))) > kills

"""Real processes that are ended by kill -9 while they work on a ledger: what was confirmed is there, and all is whole."""

import shutil
import time

from mjcompanion.ledger.database import backups_of, restore
from mjcompanion.ledger.ledger import Ledger
from tests.ledger.keeping import keep
from tests.ledger.keeping import kept as kept_hands
from tests.ledger.making import at, play, put
from tests.ledger.writer import begin, said

_MOST_S = 0.03


def append(path, told):
    """Confirm hands as fast as it goes."""
    with Ledger.open(path) as ledger:
        uid = ledger.sessions.page().rows[0].uid
        seq = ledger.sessions.get(uid).last_seq + 1
        told.send("ready")
        for number in range(seq, seq + 300):
            ledger.sessions.append(uid, number, put(number, moment=at(number)))
            told.send((uid, number))


def back_up(path, told):
    """Make backups, and a hand between them."""
    with Ledger.open(path) as ledger:
        uid = ledger.sessions.page().rows[0].uid
        told.send("ready")
        for _ in range(20):
            seq = ledger.sessions.get(uid).last_seq + 1
            ledger.sessions.append(uid, seq, put(seq, moment=at(seq)))
            told.send((uid, seq))
            ledger.backup()


def keep_hands(path, told):
    """Keep hands as fast as it goes; correct one, and delete one, now and then."""
    with Ledger.open(path) as ledger:
        told.send("ready")
        for number in range(300):
            row = keep(ledger, number, ("classical", "nmjl")[number % 2], player="Ann")
            told.send((row.uid, row))
            if number % 3:
                row = ledger.hands.correct(row.uid, remark=f"No. {number}")
                row = row if number % 3 == 1 else ledger.hands.remove(row.uid)
                told.send((row.uid, row))


def take_in(path, told):
    """Import what another ledger exported."""
    content = path.with_name("export.json").read_bytes()
    with Ledger.open(path) as ledger:
        told.send("ready")
        for _ in range(20):
            ledger.import_json(content)


def put_back(path, told):
    """Put the newest backup in the ledger's place, again and again."""
    newest = backups_of(path)[0].path
    told.send("ready")
    for _ in range(20):
        restore(newest, path)


WAYS = (append, back_up, keep_hands, take_in, put_back)


class Kills:
    """Ends one process after the other, each on a copy of the same ledger."""

    name = "kills"

    def __init__(self, folder):
        self._whole, self._copy = folder / "whole", folder / "copy"
        self._path = self._copy / "ledger.db"
        with Ledger.open(self._whole / "ledger.db") as ledger:
            play(ledger, 3)
            ledger.backup()
            play(ledger, 4, names=("Eve", "Fay", "Guy", "Hal"), moment=at(9000))
            self._events = {row.uid: ledger.sessions.get(row.uid).events for row in ledger.sessions.page().rows}
            (self._whole / "export.json").write_bytes(ledger.export("json"))

    def close(self):
        """Nothing is open."""

    def deed(self, rng):
        """Kill one."""
        way = rng.choice(WAYS)
        shutil.rmtree(self._copy, ignore_errors=True)
        shutil.copytree(self._whole, self._copy)
        process, here = begin(way, self._path)
        here.recv()
        time.sleep(rng.random() * _MOST_S)
        process.kill()
        confirmed = said(here)
        process.join()
        return self._look(way, confirmed)

    def _look(self, way, confirmed):
        how = f"killed in {way.__name__}"
        with Ledger.open(self._path) as ledger:
            there = {row.uid: ledger.sessions.get(row.uid).events for row in ledger.sessions.page().rows}
            kept = {hand.row.uid: hand.row for hand in kept_hands(ledger)}
            report = ledger.check()
        restored = way is put_back and len(there) == 1  # the backup is older than the other session
        for uid, events in self._events.items():
            if uid not in there and not restored:
                return f"{how}: a session is lost"
            if uid in there and there[uid][: len(events)] != events:
                return f"{how}: a session is another"
        if way is keep_hands:
            for uid, row in confirmed:
                if uid not in kept or kept[uid].changes < row.changes:
                    return f"{how}: what was kept, corrected or deleted is lost"
            confirmed = []
        for uid, seq in confirmed:
            if len(there[uid]) <= seq:
                return f"{how}: hand {seq} was confirmed and is lost"
        return "" if report.ok else f"{how}: {report.findings[0]}"

"""A window that confirms hands as fast as it can, and says of each that the ledger has taken it; a process of its own."""

import multiprocessing

from mjcompanion.ledger.errors import Conflict
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.table.events import Changed, Put, now
from tests.ledger.making import hand

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["tests.ledger.writer"])


def window(address, uid, most, name, told, start=None):
    """Confirm so many hands in a session, each known by these letters and a number."""
    conflicts = 0
    with Ledger.open(address) as ledger:
        seq = ledger.sessions.get(uid).last_seq + 1
        told.send("ready")
        if start is not None:
            start.wait()
        done = 0
        while done < most:
            event = Changed(at=now(), changes=(Put(f"{name}{done}", hand(done, note=f"{name}{done}")),))
            try:
                ledger.sessions.append(uid, seq, event)
            except Conflict as conflict:
                assert conflict.event is not None, conflict
                conflicts += 1
                seq = ledger.sessions.get(uid).last_seq + 1
            else:
                told.send((seq, f"{name}{done}"))
                done += 1
                seq += 1
    told.send(("conflicts", conflicts))


def begin(do, *words):
    """Start a function as a process; gives it, and what it says."""
    here, there = processes.Pipe(duplex=False)
    process = processes.Process(target=do, args=(*words[:4], there, *words[4:]), daemon=True)
    process.start()
    there.close()
    return process, here


def said(here):
    """All that a process said before it ended."""
    found = []
    try:
        while True:
            found.append(here.recv())
    except EOFError:
        return found

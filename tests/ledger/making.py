"""Sessions to put into a ledger."""

import sqlite3
from contextlib import closing
from pathlib import Path

from mjcompanion.core.hand import By
from mjcompanion.ledger import checksums
from mjcompanion.ledger.models import Events
from mjcompanion.ledger.values import SessionFilter
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import (
    BankItem,
    BetItem,
    Changed,
    Drop,
    Ended,
    HandItem,
    Number,
    PenaltyItem,
    Put,
    Redone,
    SeatsItem,
    SessionSetup,
    Started,
    Titled,
    Undone,
)
from mjcompanion.table.rules import TableRules
from mjcompanion.tournament.season import Season
from mjcompanion.tournament.tournament import Tournament, drawn

FOUR = ("Ann", "Bob", "Chuck", "Dora")
EIGHT = (*FOUR, "Eve", "Fred", "Gil", "Hal")
AT = "2026-11-21T05:31:52Z"


def at(number):
    """A moment: so many minutes into a day that never ends."""
    return f"2026-11-{1 + number // 1440 % 28:02}T{number // 60 % 24:02}:{number % 60:02}:00Z"


def people(ledger, names=FOUR):
    """The ids of players with these names, who become known now where they aren't."""
    return tuple((ledger.players.named(name) or ledger.players.add(name)).uid for name in names)


def setup(players, rules=Ruleset("classical"), title="", starting=2000, name="", options=None):
    """A table."""
    return SessionSetup(TableRules.of(rules, options, name=name), players, starting=starting, title=title)


def hand(number, winner=None, rules=Ruleset("classical"), note=""):
    """A hand that counts something else each time."""
    winner = number % 4 if winner is None else winner
    if rules in (Ruleset("nmjl"), Ruleset("american-club")):
        return HandItem(winner=winner, by=By.DRAW, value=25 + 5 * (number % 7), note=note)
    scores = tuple(Number(2 * ((number * 7 + player * 11) % 60 + 4)) for player in range(4))
    by, discarder = (By.DRAW, None) if number % 3 == 0 else (By.DISCARD, (winner + 1 + number % 2) % 4)
    return HandItem(winner=winner, by=by, discarder=discarder, scores=scores, note=note)


def put(number, item=None, moment=None, **more):
    """The event that puts a hand on the list."""
    return Changed(at=moment or at(number), changes=(Put(str(number), item or hand(number, **more)),))


def seats(ledger, wanted=SessionFilter()):
    """What each player did, the blocks of all rules one after the other."""
    return [seat for table in ledger.statistics.sessions(wanted) for seat in table.players]


def play(ledger, hands=4, names=FOUR, moment=AT, rules=Ruleset("classical"), *, options=None, **more):
    """A session with some hands; gives its id."""
    begun = ledger.sessions.start(setup(people(ledger, names), rules, options=options, **more), moment)
    for number in range(1, hands + 1):
        ledger.sessions.append(begun.uid, number, put(number, moment=moment, rules=rules))
    return begun.uid


def cup(ledger, names=EIGHT, rounds=3, uid="cup", **more):
    """A tournament of these people, without a lot."""
    order, draw = drawn(people(ledger, names), rounds, None)
    rules = TableRules.of(Ruleset("classical"))
    made = Tournament(
        uid=uid, title="Cup", at=at(0), players=order, rules=rules, draw=draw, starting=1000, **more
    )  # fmt: skip
    return ledger.tournaments.start(made).tournament


def season(ledger, uid="spring", **more):
    """A season of the days in which sessions are played here."""
    days = {"since": "2026-11-01", "until": "2026-11-30"}
    return ledger.seasons.save(Season(uid=uid, title="Spring", at=AT, **(days | more)))


def sit(ledger, tournament, round_, table, hands=2, minute=1, *, ends=True):
    """Play a table of a round; gives the session."""
    seats = tournament.seats(round_, table)
    begun = ledger.sessions.start(SessionSetup(tournament.rules, seats, starting=1000, table=table + 1), at(minute))
    ledger.tournaments.change(tournament.uid, lambda one: one.with_session(round_, table, begun.uid))
    for number in range(1, hands + 1):
        ledger.sessions.append(begun.uid, number, put(number + table, moment=at(minute)))
    if ends:
        ledger.sessions.append(begun.uid, hands + 1, Ended(at=at(minute)))
    return begun.uid


def eventful(players, rules=Ruleset("classical")):
    """The events of a session in which everything happens that can."""
    bet = BetItem("Zoë the bettor", 2) if rules is Ruleset("american-club") else None
    told = [
        put(1, hand(1, rules=rules)),
        Changed(at=at(2), changes=(Put("p", PenaltyItem(1, (0, 2, 3), 30, '=HYPERLINK("x")')),)),
        put(3, HandItem(note="a draw")),
        put(4, HandItem(winner=2, by=By.DRAW, value=25, bet=bet) if bet else hand(4, rules=rules)),
        Changed(at=at(5), changes=(Put("s", SeatsItem((3, 1, 0, 2), 1)),)),
        Titled(at=at(6), title="no bank")
        if rules is Ruleset("simple")
        else Changed(at=at(6), changes=(Put("b", BankItem(0, 100)),)),
        put(7, hand(7, rules=rules), note="gone later"),
        Changed(at=at(8), changes=(Put("1", hand(9, rules=rules)),)),
        Changed(at=at(9), changes=(Put("n", hand(5, rules=rules), before="4"), Drop("7"))),
        Titled(at=at(10), title="Tuesday, “the” <b>club</b>\n@home"),
        Undone(at=at(11), seq=10),
        Redone(at=at(12), seq=10),
        Ended(at=at(13)),
    ]
    return [Started(at=at(0), setup=setup(players, rules, "first title")), *told]


def store(ledger, events):
    """Put events into a ledger one after the other; gives the session's id."""
    uid = ledger.sessions.start(events[0].setup, events[0].at).uid
    for seq, event in enumerate(events[1:], 1):
        ledger.sessions.append(uid, seq, event)
    return uid


def paged(page, wanted, limit=7):
    """All rows of a filter, read a page at a time."""
    found, after = [], None
    while True:
        one = page(wanted, after, limit)
        assert len(one.rows) <= limit
        assert one.rows or not found  # there is no empty page at the end
        found += one.rows
        after = one.after
        if after is None:
            return found


def settled(ledger):
    """Wait for a backup that is due now."""
    ledger.backup_timer.run()


def leave_alone(ledger):
    """Take away the backups of a ledger."""
    ledger.backup_timer.run()
    for one in ledger.backups():
        one.path.unlink()


def alter(where, *statements):
    """Do something to an open ledger, or to one at an address, past the program, which minds no references."""
    where = where if isinstance(where, str | Path) else where.place.path or where.place.url
    if "://" in str(where):
        import psycopg

        with psycopg.connect(where.replace("+psycopg", ""), autocommit=True) as server:
            for statement in statements:
                server.execute(statement)
        return
    with closing(sqlite3.connect(where)) as file, file:
        for statement in statements:
            file.execute(statement)


def prove(path):
    """Give rows that were copied past the program their checksums."""
    with closing(sqlite3.connect(path)) as file, file:
        for model in (*checksums.listed_models(), Events):
            table, names = model.__tablename__, checksums.names_of(model)
            rows = file.execute(f"SELECT rowid, {', '.join(names)} FROM {table}").fetchall()
            marks = [(checksums.checksum(row[1:]), row[0]) for row in rows]
            file.executemany(f"UPDATE {table} SET checksum = ? WHERE rowid = ?", marks)

"""A ledger in which everything occurs, and all that its lists and figures show."""

from mjcompanion import RULESETS
from mjcompanion.ledger.values import PRACTICE, GameFilter, KeptFilter
from tests.ledger.gaming import real
from tests.ledger.keeping import keep, record
from tests.ledger.making import at, cup, eventful, people, play, season, sit, store

EVERYTHING = {"records": ["game", "kept", "tournament", "season"]}
"""For an export of all."""


def fill(ledger):
    """Add sessions, a tournament, seasons, a merged player, games, hands and an exercise; one of each is deleted."""
    store(ledger, eventful(people(ledger)))
    play(ledger, 3, title="Tuesday", names=("Ann", "Bob", "Eve", "Dorothy"))
    ledger.players.merge(ledger.players.named("Dorothy").uid, ledger.players.named("Dora").uid)
    sit(ledger, cup(ledger), 0, 0)
    season(ledger)
    season(ledger, "past", system="net")
    ledger.seasons.remove("past")
    for won in (True, False):
        ledger.games.add(*real(won=won))
    ledger.games.remove(real(won=False)[0].uid)
    for number, rules in enumerate(RULESETS):
        keep(ledger, number, rules, player="Ann", remark="“=1+1”")
    ledger.hands.remove(keep(ledger, 99).uid)
    ledger.hands.keep(record("simple"), at=at(7), kind=PRACTICE, place="simple 1 1")
    return ledger


SHOWN = (
    lambda ledger: {row.uid: row for row in ledger.sessions.page().rows},
    lambda ledger: {row.uid: ledger.sessions.get(row.uid) for row in ledger.sessions.page().rows},
    lambda ledger: ledger.players.search(),
    lambda ledger: (ledger.games.page(), ledger.games.page(GameFilter(put_aside=True))),
    lambda ledger: (ledger.hands.page(), ledger.hands.page(KeptFilter(put_aside=True))),
    lambda ledger: ledger.tournaments.all(),
    lambda ledger: sorted(ledger.tournaments.contest("cup").results.items()),
    lambda ledger: ledger.seasons.all(),
    lambda ledger: ledger.notebook.page(limit=100),
    lambda ledger: ledger.statistics.sessions(),
    lambda ledger: ledger.seasons.standings("spring"),
    lambda ledger: ledger.statistics.games(),
    lambda ledger: (ledger.statistics.hands(), ledger.statistics.games(with_seen=True)),
    lambda ledger: ledger.export("json", **EVERYTHING),
    lambda ledger: ledger.export("csv"),
)


def told(ledger):
    """Return all that lists, figures and exports show."""
    return [ask(ledger) for ask in SHOWN]

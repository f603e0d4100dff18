"""The tournaments of a ledger, and what their tables came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, func, select

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger import players, session_records, sessions
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.ledger.models import Events, Sessions
from mjcompanion.ledger.record_store import ValueStore
from mjcompanion.ledger.tournament_records import RECORDS
from mjcompanion.ledger.values import Contest, StoredTournament, TournamentHand, TournamentRow, moment
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.tournament.ranking import LateCorrection, Place, TableResult, corrected, place_nets
from mjcompanion.tournament.tournament import Tournament


class TournamentStore(ValueStore[TournamentRow, StoredTournament, Tournament]):
    """The tournaments of a ledger; the sessions of one that is removed stay."""

    records = RECORDS

    def contest(self, uid: str, *, with_hands: bool = False) -> Contest:
        """Return a tournament with its players' names and what its tables came to; with the hands won, if asked for."""
        with self.database.reading() as connection:
            found = contest(connection, RECORDS.stored(connection, uid))
            return msgspec.structs.replace(found, hands=tuple(_hands(connection, found))) if with_hands else found

    def start(self, tournament: Tournament) -> StoredTournament:
        """Keep a new tournament, whose players are ids of this ledger."""
        stored = RECORDS.stored_of(tournament, moment(tournament.at))
        with self.database.writing() as (connection, _):
            players.people_at(connection, tournament.players)
            RECORDS.put(connection, stored)
        return stored


# what the tables came to


_WHEN: Final = (
    select(Sessions.uid, Events.kind, func.min(Events.at), func.max(Events.at))
    .join(Events, Events.session_id == Sessions.id)
    .where(Sessions.uid.in_(bindparam("those", expanding=True)))
    .group_by(Sessions.uid, Events.kind)
)
_CORRECTS: Final = ("changed", "undone", "redone")


def contest(connection: Connection, stored: StoredTournament) -> Contest:
    """Return a tournament with its players' names, its results, and what was corrected after a table was over."""
    tournament = stored.tournament
    persons, names = _people(connection, tournament.players)
    places: dict[str, Place] = {}
    for at, one in enumerate(tournament.draw):
        for table in range(len(one.tables)):
            uid = tournament.session(at, table)
            if uid is not None:
                places[uid] = (at, table)
    results: dict[Place, TableResult] = {}
    late: list[LateCorrection] = []
    for uid, (at, table) in places.items():
        row = sessions.one_row(connection, uid)
        if row is None:
            continue
        if len(row.players) > len(PLAYERS):  # people came and went
            net = place_nets(session_records.stored(connection, uid).table)
        else:
            seats = [persons[player] for player in tournament.draw[at].tables[table]]
            net = _in_order(seats, [*zip(row.players, row.nets, strict=True)])
        over = row.ended or bool(tournament.hands and row.hands >= tournament.hands)
        results[at, table] = TableResult(net, row.hands, over)
    if places:
        late = list(_late(connection, places, results, persons, tournament.draw))
    return Contest(stored, names, results, tuple(late))


def _people(connection: Connection, uids: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    persons, names = [], []
    for uid in uids:
        try:
            row = players.person_of(connection, players.find(connection, uid))
            persons.append(row.uid)
            names.append(row.name)
        except RuleError:
            persons.append(uid)
            names.append(uid[:8])
    return persons, tuple(names)


def _hands(connection: Connection, found: Contest) -> Iterator[TournamentHand]:
    """Yield the hands that were won with tiles; those of substitutes are nobody's."""
    from mjcompanion.table.winning_hand import winning_hand  # loads all that scores

    tournament = found.tournament
    persons, _names = _people(connection, tournament.players)
    for place in found.results:
        stored = session_records.stored(connection, tournament.session(*place) or "")
        for row in stored.table.hands:
            hand = winning_hand(stored.table, row, stored.names)
            if hand is not None and hand.groups and stored.players[hand.winner] in persons:
                yield TournamentHand(persons.index(stored.players[hand.winner]), place, hand)


def _in_order(seats: Sequence[str], sat: Sequence[tuple[str, int]]) -> tuple[int, int, int, int]:
    """Return the points of the four as they were drawn; a substitute's points are those of the absent player."""
    nets = dict(sat)
    spare = iter([net for uid, net in sat if uid not in seats])
    east, south, west, north = (nets[one] if one in nets else next(spare, 0) for one in seats)
    return east, south, west, north


def _late(
    connection: Connection,
    places: Mapping[str, Place],
    results: Mapping[Place, TableResult],
    persons: Sequence[str],
    draw: Sequence[Any],
) -> Iterable[LateCorrection]:
    """Yield what was corrected at tables that were over, or whose next round had begun."""
    begun: dict[int, str] = {}
    over: dict[str, str] = {}
    last: dict[str, str] = {}
    for uid, kind, first, latest in connection.execute(_WHEN, {"those": list(places)}).all():
        if kind == "started":
            round_ = places[uid][0]
            begun[round_] = min(begun.get(round_, first), first)
        elif kind == "ended":
            over[uid] = first
        elif kind in _CORRECTS:
            last[uid] = max(last.get(uid, ""), latest)
    for uid, (at, table) in sorted(places.items(), key=lambda one: one[1]):
        ends = [moment for moment in (over.get(uid), begun.get(at + 1)) if moment]
        if not ends or last.get(uid, "") <= min(ends) or (at, table) not in results:
            continue
        try:
            stored = session_records.stored(connection, uid)
            found = corrected(stored.table, min(ends))
        except (LedgerError, RuleError):
            continue
        if found is not None:
            hands, before = found
            seats = [persons[player] for player in draw[at].tables[table]]
            sat, nets = stored.players[: len(PLAYERS)], place_nets(before)
            whole = len(stored.players) > len(PLAYERS)
            yield LateCorrection(at, table, hands, nets if whole else _in_order(seats, [*zip(sat, nets, strict=True)]))

"""The end of an evening: places, the best hand, the fewest payments, and the chips back to full sets.

Parties are numbers: the players, the bettors after them, and the bank.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from mjcompanion.i18n.translation import _, joined, number, pgettext
from mjcompanion.table.chips import BANK, settled
from mjcompanion.table.rows import TableRow, worth
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, counted, figure, named, signed


class FinalStanding(NamedTuple):
    """A player's place; equal gains share a place."""

    place: int
    player: int
    points: int
    net: int


def standings(table: Table) -> tuple[FinalStanding, ...]:
    """Return everybody who was at the table, including those who left, the best first.

    Gains decide, so that different starting points don't matter.
    """
    nets = {player: table.balance_of(player) - table.start_of(player) for player in table.there}
    return tuple(
        FinalStanding(
            1 + sum(other > nets[player] for other in nets.values()), player, table.balance_of(player), nets[player]
        )
        for player in sorted(nets, key=lambda player: -nets[player])
    )


def places(table: Table) -> dict[int, int]:
    """Return everybody's place in a session that is over; empty before the end, or if nothing was played."""
    return {one.player: one.place for one in standings(table)} if table.ended and table.rows else {}


def winner_words(table: Table, names: Sequence[str]) -> str:
    """Say in a few words who won the session."""
    found = standings(table)
    first = [one.player for one in found if one.place == 1]
    if not table.rows or len(first) == len(found):
        return _("It’s a tie")
    if len(first) > 1:
        return _("{names} share first place").format(names=named(names[player] for player in first))
    return pgettext("a session", "{name} wins").format(name=brief(names[first[0]]))


def standing_words(one: FinalStanding, names: Sequence[str]) -> str:
    """Say where somebody came in.

    >>> standing_words(FinalStanding(1, 0, 1128, 128), ("Ann", "Bob"))
    '1. Ann: 1,128 points, +128 from the start'
    """
    text = _("{place}. {name}: {points}, {net} from the start")
    points = counted(one.points, "point")
    return text.format(place=number(one.place), name=brief(names[one.player]), points=points, net=signed(one.net))


def standings_words(table: Table, names: Sequence[str]) -> str:
    """Say how many points everybody has, the best first."""
    each = pgettext("a standing", "{name} {points}")
    return joined(each.format(name=brief(names[one.player]), points=figure(one.points)) for one in standings(table))


def over_words(table: Table, names: Sequence[str]) -> str:
    """Say that the game is over, and everybody's points.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import Changed, HandItem, Number, Put, SessionSetup, Started, now
    >>> from mjcompanion.table.rules import TableRules
    >>> from mjcompanion.table.table import replay
    >>> setup = SessionSetup(TableRules.of(Ruleset("classical")), ("a", "b", "c", "d"), starting=1000)
    >>> hand = HandItem(winner=2, scores=(Number(8), Number(8), Number(32), Number(16)))
    >>> table = replay([Started(at=now(), setup=setup), Changed(at=now(), changes=(Put("1", hand),))])
    >>> over_words(table, ("Andy", "Brett", "Chuck", "Dave"))
    'The game is over: Chuck 1,128, Dave 992, Brett 960, Andy 920. You may continue as long as you like.'
    """
    text = _("The game is over: {standings}. You may continue as long as you like.")
    return text.format(standings=standings_words(table, names))


def best_hand(table: Table) -> TableRow | None:
    """Return the highest hand, the first of several."""
    return max((row for row in table.hands if worth(row) is not None), key=lambda row: worth(row) or 0, default=None)


class Transfer(NamedTuple):
    """Points that one party pays another at the end."""

    payer: int
    payee: int
    points: int


def clear_up(table: Table) -> tuple[Transfer, ...]:
    """Return the fewest payments at the end; empty if nobody pays.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import Changed, HandItem, Number, Put, SessionSetup, Started, now
    >>> from mjcompanion.table.rules import TableRules
    >>> from mjcompanion.table.table import replay
    >>> import msgspec
    >>> rules = msgspec.structs.replace(TableRules.of(Ruleset("classical")), chips=None)
    >>> setup = SessionSetup(rules, ("a", "b", "c", "d"), starting=1000)
    >>> hand = HandItem(winner=2, scores=(Number(8), Number(8), Number(32), Number(16)))
    >>> table = replay([Started(at=now(), setup=setup), Changed(at=now(), changes=(Put("1", hand),))])
    >>> [(transfer_words(one, ("Ann", "Bob", "Chuck", "Dot")), one.points) for one in clear_up(table)]
    [('Ann pays Chuck', 80), ('Bob pays Chuck', 40), ('Dot pays Chuck', 8)]
    """
    nets = {party: table.balances[party] - table.start_of(party) for party in table.parties}
    if sum(nets.values()):
        return ()
    return tuple(
        sorted(itertools.starmap(Transfer, settled(nets)), key=lambda one: (-one.points, one.payer, one.payee))
    )


def chips_back(table: Table) -> dict[int, tuple[int, ...]]:
    """Return how many chips of each kind a party takes, less than 0 for those handed over, to have a full set again.

    Only parties with other chips than a full set are named; the bank comes last.
    """
    chips, state = table.rules.chips, table.chip_state
    if chips is None or state is None:
        return {}
    full = [piece.count for piece in chips.pieces]
    found = {
        party: tuple(whole - have for have, whole in zip(state.purse(chips, party).counts, full, strict=True))
        for party in table.parties
    }
    found[BANK] = tuple(-sum(column) for column in zip(*found.values(), strict=True))
    return {party: counts for party, counts in found.items() if any(counts)}


def transfer_words(one: Transfer, names: Sequence[str]) -> str:
    """Say who pays whom."""
    return _("{payer} pays {payee}").format(payer=brief(names[one.payer]), payee=brief(names[one.payee]))

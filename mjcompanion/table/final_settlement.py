"""The end of an evening: places, the best hand, and the hand-overs that settle everything.

The losers pay the winners, and everybody gets a full set of chips back, in the fewest hand-overs. Parties are numbers:
the players, the bettors after them, and the bank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from mjcompanion.core.chips import ChipSet
from mjcompanion.i18n.translation import _, capital, joined, number, pgettext
from mjcompanion.table.chips import BANK, Pieces, pay_off, pieces_words, zero_groups
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
    'The game is over: Chuck 1,128, Dave 992, Brett 960, Andy 920. You may go on as long as you like.'
    """
    text = _("The game is over: {standings}. You may go on as long as you like.")
    return text.format(standings=standings_words(table, names))


def best_hand(table: Table) -> TableRow | None:
    """Return the highest hand, the first of several."""
    return max((row for row in table.hands if worth(row) is not None), key=lambda row: worth(row) or 0, default=None)


class Transfer(msgspec.Struct, frozen=True):
    """One hand-over: points that `payer` pays `payee`, the chips given, and the chips back."""

    payer: int
    payee: int
    points: int
    given: Pieces = ()
    back: Pieces = ()


def clear_up(table: Table) -> tuple[Transfer, ...]:
    """Return the fewest hand-overs at the end; empty if nobody pays.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import Changed, HandItem, Number, Put, SessionSetup, Started, now
    >>> from mjcompanion.table.rules import TableRules
    >>> from mjcompanion.table.table import replay
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
    spare = _spare(table)
    if any(spare.get(BANK, ())):
        nets[BANK] = 0
    chips = table.rules.chips
    owed = {party: (net, *spare.get(party, ())) for party, net in nets.items() if net or any(spare.get(party, ()))}
    found: list[Transfer] = []
    for group in zero_groups(owed):
        found += _cleared({party: owed[party] for party in group}, chips)
    return tuple(sorted(found, key=lambda one: (-one.points, one.payer, one.payee)))


def _spare(table: Table) -> dict[int, tuple[int, ...]]:
    """Return each party's chips beyond a full set, by kind, and the bank's beyond its start."""
    chips, state = table.rules.chips, table.chip_state
    if chips is None or state is None:
        return {}
    full = [piece.count for piece in chips.pieces]
    found = {
        party: tuple(have - whole for have, whole in zip(state.purse(chips, party).counts, full, strict=True))
        for party in table.parties
    }
    found[BANK] = tuple(-sum(column) for column in zip(*found.values(), strict=True))
    return found


def _cleared(group: dict[int, tuple[int, ...]], chips: ChipSet | None) -> list[Transfer]:
    """Return the hand-overs of a group that settles among itself."""
    nets = {party: one[0] for party, one in group.items()}
    paid = {(payer, payee): points for payer, payee, points in pay_off(nets)}
    if chips is None:
        return [Transfer(payer, payee, points) for (payer, payee), points in paid.items()]
    spare = {party: one[1:] for party, one in group.items()}
    while len(paid) < len(group) - 1:
        paid |= {_joint(group, paid): 0}
    flows = _flows(list(paid), spare)
    return [
        Transfer(payer, payee, points, _pieces(chips, flows[payer, payee]), _pieces(chips, flows[payer, payee], -1))
        for (payer, payee), points in paid.items()
    ]


def _joint(group: Iterable[int], paid: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return two parties of the group that no payments connect, to hand over chips; the bank comes second."""
    parts = {party: {party} for party in group}
    for one, other in paid:
        joint = parts[one] | parts[other]
        parts |= dict.fromkeys(joint, joint)
    first = next(iter(parts.values()))
    one, other = next(party for party in parts if party not in first), min(first, key=lambda party: party == BANK)
    return (other, one) if one == BANK else (one, other)


def _flows(tree: list[tuple[int, int]], spare: dict[int, tuple[int, ...]]) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the chips to move along each edge of a tree, from its first end to its second, so that none are spare."""
    left, edges = dict(spare), list(tree)
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    while edges:
        ends = [party for edge in edges for party in edge]
        leaf = next(party for party in ends if ends.count(party) == 1)
        edge = next(edge for edge in edges if leaf in edge)
        edges.remove(edge)
        other = edge[0] if edge[1] == leaf else edge[1]
        found[edge] = tuple(n if edge[0] == leaf else -n for n in left[leaf])
        left[other] = tuple(n + more for n, more in zip(left[other], left[leaf], strict=True))
    return found


def _pieces(chips: ChipSet, flow: Sequence[int], sign: int = 1) -> Pieces:
    return tuple((value, sign * n) for value, n in zip(chips.values, flow, strict=True) if sign * n > 0)


def transfer_words(one: Transfer, names: Sequence[str]) -> str:
    """Say who pays whom; empty if only chips change hands."""
    payer, payee = (_party(party, names) for party in (one.payer, one.payee))
    return _("{payer} pays {payee}").format(payer=payer, payee=payee) if one.points else ""


def transfer_chips_words(one: Transfer, names: Sequence[str]) -> tuple[str, ...]:
    """Say who gives whom which chips.

    >>> transfer_chips_words(Transfer(3, 0, 464, ((2, 3),), ((200, 2), (2, 32))), ("Ann", "Bob", "Chuck", "Dot"))
    ('Dot gives Ann 3×2', 'Ann gives Dot 2×200 and 32×2')
    """
    directions = ((one.payer, one.payee, one.given), (one.payee, one.payer, one.back))
    template = _("{giver} gives {taker} {pieces}")
    return tuple(
        capital(template.format(giver=_party(giver, names), taker=_party(taker, names), pieces=pieces_words(pieces)))
        for giver, taker, pieces in directions
        if pieces
    )


def _party(party: int, names: Sequence[str]) -> str:
    return _("the bank") if party == BANK else brief(names[party])

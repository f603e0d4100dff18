"""The fewest pieces that make a sum: flows of chips between two purses, and by way of a bank that has all.

A flow says for each kind how many pieces go there, or, negative, come back. Kinds are gone through from the most
valuable down; what is left after one is made of smaller ones, so at least left / (the next value) pieces follow, and
a kind is taken near left / value first and given up on as soon as that bound is above the best found. Two last
kinds need no search: of all x, y with p·x + q·y = left those with y nearest to 0 take the fewest pieces.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeVar

_STEPS: Final = 2_500
_STEPS_OF_A_PLAN: Final = 8_000
_LEAST_STEPS: Final = 100
"""So many places are looked at for the fewest pieces, many times what a set that people use takes; then the best found
counts. Sets of large values without a common measure could be looked through for hours."""
_A_PIECE: Final = 1 << 64
_CHANGE: Final = _A_PIECE + 1
"""The cost of a piece, by which flows are compared: fewest pieces first, then the least change."""
_AT_BANK: Final = _A_PIECE + (1 << 32)
"""Of flows by way of the bank those come first that move fewest pieces there."""


def worth(values: Sequence[int], counts: Sequence[int]) -> int:
    """What so many pieces of each value come to.

    >>> worth((200, 25, 5), (4, 6, 10))
    1000
    """
    return sum([value * count for value, count in zip(values, counts, strict=True)])


class Effort:
    """The steps that all searches of a plan share: the first may take many, and no later one is left without any."""

    def __init__(self) -> None:
        self._left = _STEPS_OF_A_PLAN
        self._mine = 0

    def begin(self) -> None:
        """Another search begins."""
        self._mine = max(_LEAST_STEPS, min(_STEPS, self._left))

    def step(self) -> None:
        """One step is taken."""
        self._left -= 1
        self._mine -= 1

    @property
    def spent(self) -> bool:
        """Whether this search is over."""
        return self._mine < 0


def lent(values: Sequence[int], points: int, effort: Effort) -> tuple[int, ...] | None:
    """The fewest pieces that are worth so much, from a bank that has all.

    >>> lent((500, 100, 10, 2), 624, Effort())
    (1, 1, 2, 2)
    """
    return fewest(values, [0] * len(values), [points // value for value in values], points, effort)


def fewest(
    values: Sequence[int], low: Sequence[int], high: Sequence[int], amount: int, effort: Effort
) -> tuple[int, ...] | None:
    """The flow within these bounds (low ≤ 0 ≤ high) that comes to the amount with the fewest pieces.

    Of several that with the least change, then that with the larger pieces there. None where there is no such flow.

    >>> fewest((100, 10, 2), (0, -8, -9), (9, 8, 9), 98, Effort())
    (1, 0, -1)
    """
    kinds = [place for place in range(len(values)) if low[place] < high[place]]
    if not kinds:
        return None if amount else (0,) * len(values)
    search = _Search([values[k] for k in kinds], [low[k] for k in kinds], [high[k] for k in kinds], effort)
    effort.begin()
    found = search.best_for(amount)
    if found is None:
        return None
    flow = [0] * len(values)
    for place, count in zip(kinds, found, strict=True):
        flow[place] = count
    return tuple(flow)


class _Rest:
    """What is known about the kinds after one: how much they can make either way, and in which steps."""

    def __init__(self, value: int, values: Sequence[int], low: Sequence[int], high: Sequence[int]) -> None:
        self.most = worth(values, high)
        self.least = worth(values, low)
        self.forth = next((v for v, n in zip(values, high, strict=True) if n), 1)
        self.back = next((v for v, n in zip(values, low, strict=True) if n), 1)
        self.measure = math.gcd(*values)
        self.common = math.gcd(value, self.measure)
        self.stride = self.measure // self.common
        self.inverse = pow(value // self.common, -1, self.stride) if self.stride > 1 else 0


class _Search:
    """A search for the flow with the fewest pieces, of kinds that can all flow at least one way."""

    def __init__(self, values: Sequence[int], low: Sequence[int], high: Sequence[int], effort: Effort) -> None:
        self._values, self._low, self._high, self._effort = values, low, high, effort
        self._rests = [
            _Rest(values[n], values[n + 1 :], low[n + 1 :], high[n + 1 :]) for n in range(max(0, len(values) - 2))
        ]
        self._cost = 0
        self._best: tuple[int, ...] | None = None
        self._been: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}

    def best_for(self, amount: int) -> tuple[int, ...] | None:
        if len(self._values) == 1:
            count, rest = divmod(amount, self._values[0])
            return (count,) if not rest and self._low[0] <= count <= self._high[0] else None
        self._from(0, amount, 0, ())
        return self._best

    def _from(self, level: int, left: int, cost: int, taken: tuple[int, ...]) -> None:
        """Go through the counts of one kind, the nearest first, and on to the next."""
        if level == len(self._values) - 2:
            self._last_two(left, cost, taken)
            return
        value, rest = self._values[level], self._rests[level]
        if left % rest.common or not _is_new(self._been, (level, left), cost, taken):
            return
        low = max(self._low[level], -((rest.most - left) // value))
        high = min(self._high[level], (left - rest.least) // value)
        stride = rest.stride
        # the counts that leave a multiple of the other kinds' measure
        fitting = left // rest.common * rest.inverse % stride if stride > 1 else 0
        for counts in _around(left // value, low, high, stride, fitting):
            for count in counts:
                if not self._try(level, count, left - count * value, cost, taken):
                    break

    def _try(self, level: int, count: int, left: int, cost: int, taken: tuple[int, ...]) -> bool:
        """Take so many of a kind; false when neither this nor anything further off can be better."""
        self._effort.step()
        if self._effort.spent:
            return False
        cost += _cost(count)
        rest = self._rests[level]
        bound = -(-left // rest.forth) * _A_PIECE if left >= 0 else -(left // rest.back) * _CHANGE
        if self._best is not None and cost + bound > self._cost:
            return False
        self._from(level + 1, left, cost, (*taken, count))
        return True

    def _last_two(self, left: int, cost: int, taken: tuple[int, ...]) -> None:
        (p, q), low, high = self._values[-2:], self._low, self._high
        common = math.gcd(p, q)
        if left % common:
            return
        step = q // common
        fitting = left // common * pow(p // common, -1, step) % step if step > 1 else 0
        lowest = max(low[-2], -((high[-1] * q - left) // p))
        highest = min(high[-2], (left - low[-1] * q) // p)
        for counts in _around(left // p, lowest, highest, step, fitting):
            for count in counts[:1]:
                last = (left - count * p) // q
                self._offer(cost + _cost(count) + _cost(last), (*taken, count, last))

    def _offer(self, cost: int, flow: tuple[int, ...]) -> None:
        best = self._best
        if best is None or cost < self._cost or (cost == self._cost and flow > best):
            self._cost, self._best = cost, flow


def _cost(count: int) -> int:
    return count * _A_PIECE if count >= 0 else -count * _CHANGE


Exchanged = tuple[bool, tuple[int, ...], tuple[int, ...]]
"""Whether the payer changes at the bank, what the bank gives (negative: gets) of each kind, and the payment's flow."""


def with_bank(
    values: Sequence[int], payer: Sequence[int], payee: Sequence[int], amount: int, effort: Effort
) -> Exchanged | None:
    """The exchange at the bank and the payment after it that move the fewest pieces in all.

    Of several that with fewest at the bank, then that in which the payer changes. None where neither can change so
    that the payment can be made.

    >>> with_bank((200, 25, 5), (4, 0, 0), (0, 0, 0), 25, Effort())
    (True, (-1, 8, 0), (0, 1, 0))
    """
    by_payer = _BankSearch(values, payer, payee, amount, effort)
    first = by_payer.best()
    by_payee = _BankSearch(values, payee, payer, -amount, effort, below=by_payer.cost if first is not None else None)
    second = by_payee.best()
    if second is not None:
        exchange, flow = second
        return False, exchange, tuple([-n for n in flow])
    return (True, *first) if first is not None else None


class _BankSearch:
    """A search for what one party changes at the bank to pay the amount (negative: to get it) with the fewest pieces.

    The bounds are those of `_Search`, for both flows: that of the bank, which comes to nothing, and the payment.
    """

    def __init__(
        self,
        values: Sequence[int],
        own: Sequence[int],
        other: Sequence[int],
        amount: int,
        effort: Effort,
        below: int | None = None,
    ) -> None:
        self._values, self._own, self._other, self._amount = values, own, other, amount
        self._effort = effort
        self._there, self._here = (_A_PIECE, _CHANGE) if amount >= 0 else (_CHANGE, _A_PIECE)
        self._measures = [math.gcd(*values[n:]) for n in range(len(values))]
        self._held = [worth(values[n:], own[n:]) for n in range(len(values) + 1)]
        self._met = [worth(values[n:], other[n:]) for n in range(len(values) + 1)]
        self._best: tuple[tuple[int, ...], tuple[int, ...]] | None = None
        self._been: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {}
        self.cost = below

    def best(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """What the bank gives of each kind, and what the party pays; None when nothing is below the cost given."""
        self._offer_plain()
        self._effort.begin()
        self._from(0, 0, self._amount, 0, (), ())
        return self._best

    def _offer_plain(self) -> None:
        """Pay the largest pieces that fit, and change the least of the others into the rest and what remains of it."""
        left, flow = self._amount, list[int]()
        for value, count in zip(self._values, self._own, strict=True):
            flow.append(min(count, max(left, 0) // value))
            left -= flow[-1] * value
        spare = [n for n in range(len(flow)) if self._own[n] > flow[n] and self._values[n] > left]
        if left <= 0 or not spare:
            return
        least = spare[-1]
        paid, kept = (lent(self._values, points, self._effort) for points in (left, self._values[least] - left))
        if paid is None or kept is None:
            return
        exchange = [one + other for one, other in zip(paid, kept, strict=True)]
        exchange[least] -= 1
        whole = [one + other for one, other in zip(flow, paid, strict=True)]
        self._offer(sum(map(self._price, exchange, whole)), tuple(exchange), tuple(whole))

    def _price(self, changed: int, paid: int) -> int:
        return abs(changed) * _AT_BANK + (paid * self._there if paid >= 0 else -paid * self._here)

    def _offer(self, cost: int, exchange: tuple[int, ...], flow: tuple[int, ...]) -> None:
        best = self._best
        better = self.cost is None or cost < self.cost
        if better or (cost == self.cost and best is not None and (flow, exchange) > (best[1], best[0])):
            self.cost, self._best = cost, (exchange, flow)

    def _hopeless(self, cost: int) -> bool:
        return self._effort.spent or (self.cost is not None and cost > self.cost)

    def _from(
        self, level: int, bank: int, left: int, cost: int, exchange: tuple[int, ...], flow: tuple[int, ...]
    ) -> None:
        """Go through the counts of one kind; `bank` and `left` are the points that the two flows still lack."""
        value = self._values[level]
        if bank % self._measures[level] or left % self._measures[level]:
            return
        if level == len(self._values) - 1:
            changed, paid = bank // value, left // value
            if changed >= max(paid, 0) - self._own[level] and paid >= -self._other[level]:
                self._offer(cost + self._price(changed, paid), (*exchange, changed), (*flow, paid))
            return
        if not _is_new(self._been, (level, bank, left), cost, flow + exchange):
            return
        following = self._values[level + 1]
        for counts in _around(left // value, -self._other[level], self._held[0] // value):
            for paid in counts:
                self._effort.step()
                rest = left - paid * value
                least = cost + (abs(paid) + -(-abs(rest) // following)) * _A_PIECE
                if self._hopeless(least):
                    break
                if rest >= -self._met[level + 1]:
                    self._change(level, paid, bank, rest, cost, exchange, flow)

    def _change(
        self,
        level: int,
        paid: int,
        bank: int,
        left: int,
        cost: int,
        exchange: tuple[int, ...],
        flow: tuple[int, ...],
    ) -> None:
        """Go through what the bank gives or takes of a kind of which so many are paid."""
        value, following, own = self._values[level], self._values[level + 1], self._own[level]
        least = -(-abs(left) // following) * _A_PIECE
        for counts in _around(bank // value, max(paid, 0) - own, self._held[0] // value):
            for changed in counts:
                self._effort.step()
                rest = bank - changed * value
                now = cost + self._price(changed, paid)
                if self._hopeless(now + least + -(-abs(rest) // following) * _AT_BANK):
                    break
                if rest >= -self._held[level + 1]:
                    self._from(level + 1, rest, left, now, (*exchange, changed), (*flow, paid))


_Place = TypeVar("_Place", bound=tuple[int, ...])


def _is_new(been: dict[_Place, tuple[int, tuple[int, ...]]], place: _Place, cost: int, taken: tuple[int, ...]) -> bool:
    """Whether a search comes here for the first time, or better than before; from here on all goes as it did then."""
    before = been.get(place)
    if before is not None and (cost > before[0] or (cost == before[0] and taken <= before[1])):
        return False
    been[place] = cost, taken
    return True


def _around(middle: int, low: int, high: int, stride: int = 1, fitting: int = 0) -> tuple[range, range]:
    """The counts within bounds, from the middle down and from above it up; of each stride those that fit."""
    below = min(middle, high)
    above = max(middle + 1, low)
    if stride > 1:
        below -= (below - fitting) % stride
        above += (fitting - above) % stride
    return range(below, low - 1, -stride), range(above, high + 1, stride)

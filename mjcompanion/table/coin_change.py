"""Change-making: which pieces make a sum, from one purse, between two, or with the help of a bank that has all.

Pieces are taken greedily, the most valuable first. Where each value divides the next larger one, as in every chip set
that the program knows, that finds exact change whenever there is any. `values` fall; a flow says for each value how
many pieces go to the payee, or, negative, come back.
"""

from __future__ import annotations

from collections.abc import Sequence

Counts = tuple[int, ...]


def worth(values: Sequence[int], counts: Sequence[int]) -> int:
    """Return the points that pieces of each value add up to.

    >>> worth((200, 25, 5), (4, 6, 10))
    1000
    """
    return sum([value * count for value, count in zip(values, counts, strict=True)])


def from_bank(values: Sequence[int], points: int) -> Counts | None:
    """Return pieces worth `points` from a bank that never runs out; None if no pieces are.

    >>> from_bank((500, 100, 10, 2), 624), from_bank((500, 100, 10, 2), 3)
    ((1, 1, 2, 2), None)
    """
    return from_purse(values, [points // value for value in values], points)


def from_purse(values: Sequence[int], purse: Sequence[int], points: int) -> Counts | None:
    """Return pieces of a purse worth `points`; None if none are.

    >>> from_purse((100, 10, 2), (1, 3, 9), 44)
    (0, 3, 7)
    """
    counts, left = largest(values, purse, points)
    return None if left else counts


def largest(values: Sequence[int], purse: Sequence[int], points: int) -> tuple[Counts, int]:
    """Return the largest pieces that fit into a sum, and what is left of it."""
    counts = list[int]()
    for value, count in zip(values, purse, strict=True):
        counts.append(min(count, points // value))
        points -= counts[-1] * value
    return tuple(counts), points


def between(values: Sequence[int], payer: Sequence[int], payee: Sequence[int], points: int) -> Counts | None:
    """Return the flow by which one purse pays another: exactly, or with one piece too much and change for it.

    Of several the one that moves the fewest pieces counts, then the one with the least change. None where the two
    purses can't make the sum.

    >>> between((100, 10, 2), (1, 9, 9), (0, 8, 9), 98)
    (1, 0, -1)
    """
    exact, left = largest(values, payer, points)
    found = [] if left else [exact]
    due = points
    for place, (value, count) in enumerate(zip(values, exact, strict=True)):
        due -= count * value
        if payer[place] > count and due:
            change = from_purse(values, payee, value - due)
            if change is not None:
                given = (*exact[:place], count + 1, *[0] * (len(values) - place - 1))
                found.append(tuple([one - other for one, other in zip(given, change, strict=True)]))
    return min(found, key=lambda flow: (sum(map(abs, flow)), -sum(flow)), default=None)


def with_bank(values: Sequence[int], payer: Sequence[int], points: int) -> tuple[Counts, Counts] | None:
    """Return what the bank gives a payer for one piece (there negative), and the flow of the payment after that.

    None where the payer has too little, or the bank can't change so that the sum comes out even.

    >>> with_bank((200, 25, 5), (4, 0, 0), 25)
    ((-1, 8, 0), (0, 1, 0))
    """
    exact, left = largest(values, payer, points)
    spare = [place for place, count in enumerate(exact) if payer[place] > count]
    if not spare or not left:
        return None
    place = spare[-1]
    paid, kept = from_bank(values, left), from_bank(values, values[place] - left)
    if paid is None or kept is None:
        return None
    exchange = [one + other - (at == place) for at, (one, other) in enumerate(zip(paid, kept, strict=True))]
    return tuple(exchange), tuple([one + other for one, other in zip(exact, paid, strict=True)])

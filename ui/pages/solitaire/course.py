"""A virtual game as it has gone so far, every moment of it, and the hand as the person arranges it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjcompanion.american.request import Cards
from mjcompanion.core.tiles import Tile
from mjcompanion.solitaire.game import Game, Phase
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.record import Played, replay
from mjcompanion.solitaire.saving import Arranged
from mjcompanion.solitaire.sets import WHOLE


class Course:
    """A deal, its moves, and the game before and after each of them. Grows and shrinks at its end."""

    def __init__(self, played: Played, games: Iterable[Game]) -> None:
        self.deal, self.setup = played.deal, played.setup
        self.games, self.moves = list(games), list(played.moves)
        self.asked, self.taken_back = played.asked, played.taken_back

    @classmethod
    def of(cls, played: Played, cards: Cards | None = None) -> Course:
        """A game that was written down, or that begins.

        Raises:
            RuleError: it can't begin, for its card is gone, say; or the sentence says which move of it isn't legal.

        """
        return cls(played, replay(played, cards))

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def played(self) -> Played:
        return Played(self.deal, self.setup, tuple(self.moves), self.asked, self.taken_back)

    @property
    def is_assisted(self) -> bool:
        return bool(self.asked or self.taken_back)

    def add(self, move: Move) -> Game:
        """Go on by a move.

        Raises:
            RuleError: it isn't legal.

        """
        after = self.game.apply(move)
        self.moves.append(move)
        self.games.append(after)
        return after

    def last_decision(self) -> int | None:
        """How many moves were made when the person last decided something; None where nothing was decided yet."""
        for at in range(len(self.moves) - 1, -1, -1):
            if self.games[at].waits_for_person:
                return at
        return None

    def take_back(self, count: int) -> None:
        """Keep so many moves."""
        del self.moves[count:], self.games[count + 1 :]
        self.taken_back += 1

    def until(self, count: int) -> Course:
        """Another game that goes on from the moment after so many moves; it counts as assisted."""
        played = Played(self.deal, self.setup, tuple(self.moves[:count]), self.asked, self.taken_back + 1)
        return Course(played, self.games[: count + 1])

    def since_decision(self, at: int | None = None) -> tuple[Move, ...]:
        """What happened since the person last decided, up to a moment; not the deal."""
        end = len(self.moves) if at is None else at
        begin_at = end
        while begin_at > 0 and not self.games[begin_at - 1].waits_for_person:
            begin_at -= 1
        if begin_at > 0:
            begin_at -= 1
        return tuple(self.moves[place] for place in range(begin_at, end) if self.games[place].phase is not Phase.DEAL)


def order_of(course: Course, arranged: Arranged | None, *, own: bool) -> HandOrder:
    """The hand of a game that goes on, in the order in which it was last seen."""
    order = HandOrder()
    begin_at = len(course.moves)
    if own:
        begin_at = 0
        if arranged is not None:
            order.arrange(arranged.tiles)
            begin_at = min(arranged.at, len(course.moves))
    for game in course.games[begin_at:]:
        order.follow(game.holding(game.person).hand, fresh_of(game), own=own)
    return order


def fresh_of(game: Game) -> Tile | None:
    """The tile that the person has just taken."""
    return game.fresh if game.turn is game.person else None


class _Entry:
    """A tile of the hand in its place."""

    __slots__ = ("lifted", "tile")

    def __init__(self, tile: Tile) -> None:
        self.tile, self.lifted = tile, False


class HandOrder:
    """The tiles in hand in the order in which they are shown, and which of them are lifted.

    >>> order = HandOrder()
    >>> order.follow(map(Tile.parse, "1m 5p 9s".split()), None, own=True)
    >>> order.shift(2, 0)
    >>> order.follow(map(Tile.parse, "1m 3m 5p 9s".split()), Tile.parse("3m"), own=True)
    >>> [str(tile) for tile in order.tiles], order.fresh
    (['9s', '1m', '5p', '3m'], 3)
    """

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self.fresh: int | None = None
        """The place of the tile that came last, which is a little apart."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(entry.tile for entry in self._entries)

    def newest(self, tiles: Iterable[Tile]) -> frozenset[int]:
        """The places of these tiles; of equal ones the last."""
        due, found = list(tiles), set()
        for at in range(len(self._entries) - 1, -1, -1):
            if self._entries[at].tile in due:
                due.remove(self._entries[at].tile)
                found.add(at)
        return frozenset(found)

    @property
    def lifted(self) -> tuple[int, ...]:
        return tuple(at for at, entry in enumerate(self._entries) if entry.lifted)

    @property
    def lifted_tiles(self) -> tuple[Tile, ...]:
        return tuple(entry.tile for entry in self._entries if entry.lifted)

    def follow(self, hand: Iterable[Tile], fresh: Tile | None, *, own: bool) -> None:
        """Hold exactly these tiles: what is gone goes, what is new comes at the end; sorted unless it is one's own."""
        due = list(hand)
        kept = []
        for entry in sorted(self._entries, key=lambda entry: entry.lifted):  # of equal tiles the lifted one goes
            if entry.tile in due:
                due.remove(entry.tile)
                kept.append(entry)
        stay = {id(entry) for entry in kept}
        self._entries = [entry for entry in self._entries if id(entry) in stay] + [_Entry(tile) for tile in sorted(due)]
        if not own:
            self._entries.sort(key=lambda entry: entry.tile)
        self.fresh = None
        if fresh is not None:
            places = [at for at, entry in enumerate(self._entries) if entry.tile is fresh]
            if places:
                self._entries.append(self._entries.pop(places[-1]))
                self.fresh = len(self._entries) - 1

    def arrange(self, tiles: Iterable[Tile]) -> None:
        """Hold these tiles in this order."""
        self._entries = [_Entry(tile) for tile in tiles]
        self.fresh = None

    def sort(self) -> None:
        self._entries.sort(key=lambda entry: entry.tile)
        self.fresh = None

    def shift(self, at: int, to: int) -> None:
        """Put a tile into another place."""
        if 0 <= at < len(self._entries) and 0 <= to < len(self._entries) and at != to:
            fresh = self._entries[self.fresh] if self.fresh is not None else None
            self._entries.insert(to, self._entries.pop(at))
            last = len(self._entries) - 1
            self.fresh = last if fresh is not None and self._entries[last] is fresh else None

    def lift(self, at: int, *, most: int = 1) -> bool:
        """Lift a tile, or lay it down again; with one at most, another one is laid down for it. Whether it was done."""
        entry = self._entries[at]
        if entry.lifted:
            entry.lifted = False
            return True
        if most == 1:
            self.lay_down()
        elif len(self.lifted) >= most:
            return False
        entry.lifted = True
        return True

    def lay_down(self) -> None:
        for entry in self._entries:
            entry.lifted = False


def most_in_hand(game: Game) -> int:
    """The most tiles that the person can have in hand beside what is laid out, a kong counting as three.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> most_in_hand(begin(Deal.of("simple", 7)))
    14
    """
    american = game.rules.with_card
    return WHOLE - sum(len(one.tiles) if american else 3 for one in game.holding(game.person).laid)


def is_passing(game: Game) -> bool:
    """Whether the person chooses tiles to pass."""
    return game.phase is Phase.CHARLESTON and game.waits_for_person


def passing(game: Game, tiles: Sequence[Tile]) -> Move:
    """The move that passes these tiles."""
    return Move(game.person, Do.PASS, tiles=tuple(sorted(tiles)))

"""Computer players: one who plays at random, and the coach. They decide from a `PlayerView` alone.

`play_out` lets them play a virtual game to its end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.solitaire.deal import HIGHEST_NUMBER
from mjcompanion.solitaire.game import Game, Phase, PlayerView
from mjcompanion.solitaire.moves import Do, Move

if TYPE_CHECKING:
    from mjcompanion.american.request import Cards


class ComputerPlayer(Protocol):
    """A player who decides from a view alone."""

    def choose(self, view: PlayerView) -> Move:
        """Return one of the moves of this view."""
        ...


def play_out(game: Game, players: Mapping[Wind, ComputerPlayer]) -> Iterator[tuple[Move, Game]]:
    """Yield every move to the end of the game, with the game after it; the players decide where one has a choice.

    Raises:
        RuleError: a player chose what can't be.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> class First:
    ...     def choose(self, view):
    ...         return view.choices[-1]
    >>> *_, (move, game) = play_out(begin(Deal.of("kemp-chinese", 7)), {Wind.EAST: First()})
    >>> game.is_over, game.moves > 250
    (True, True)

    """
    while not game.is_over:
        move = game.forced()
        if move is not None:
            game = game.after(move)
        else:
            turn = game.turn
            move = players[turn].choose(game.view(turn))
            game = game.apply(move)
        yield move, game


class RandomPlayer:
    """A player who chooses among all legal moves by chance; the same seed chooses the same again.

    >>> from mjcompanion.solitaire.chinese import ChineseGame
    >>> from mjcompanion.solitaire.deal import Deal
    >>> game = ChineseGame(deal=Deal.of("kemp-chinese", 7))
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> view = game.view()
    >>> RandomPlayer(1).choose(view) == RandomPlayer(1).choose(view), RandomPlayer(1).choose(view) in view.choices
    (True, True)
    """

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)  # noqa: S311 - a game

    def choose(self, view: PlayerView) -> Move:
        """Return one of the moves of this view."""
        moves = list(view.choices)
        if view.phase is Phase.CHARLESTON:
            from mjcompanion.solitaire.american import passes

            moves += [Move(view.seat, Do.PASS, tiles=tiles) for tiles in passes(view)]
        return self._rng.choice(_checked(moves))


class CoachPlayer:
    """A player who follows the coach; `cards` finds the card of an American game.

    >>> from mjcompanion.solitaire.chinese import ChineseGame
    >>> from mjcompanion.solitaire.deal import Deal
    >>> game = ChineseGame(deal=Deal.of("kemp-chinese", 7))
    >>> while not game.is_over:
    ...     game = game.apply(game.forced() or CoachPlayer().choose(game.view()))
    >>> game.sheet() is not None
    True
    """

    def __init__(self, cards: Cards | None = None) -> None:
        self._cards = cards

    def choose(self, view: PlayerView) -> Move:
        """Return the move that the coach would make."""
        from mjcompanion.solitaire import coach

        if not view.rules.with_card:
            _checked(view.choices)
            return coach.choose(view)
        if self._cards is None:
            from mjcompanion.american.request import Cards

            self._cards = Cards()
        return coach.choose(view, self._cards.find(view.card)[1])


def _checked(moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves, of which there must be one."""
    if not moves:
        raise RuleError([Problem("nothing-to-decide")])
    return moves


PLAYERS: Final = ("coach", "random")
"""Who can play in a person's place."""


def seated(game: Game, name: str, seed: int, cards: Cards | None = None) -> dict[Wind, ComputerPlayer]:
    """Return who plays each seat: the named player in the person's seat, three coaches against it in `simple`.

    The same number makes the random player choose the same again; `cards` finds the coach an American card.
    """
    person = game.person
    # another sequence than the one that shuffled this deal
    player: ComputerPlayer = CoachPlayer(cards) if name == "coach" else RandomPlayer(HIGHEST_NUMBER + 1 + seed)
    opponents = [wind for wind in WINDS if wind is not person] if not game.rules.single_player else []
    return {person: player, **dict.fromkeys(opponents, CoachPlayer())}

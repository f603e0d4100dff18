"""Lets players who are no persons play a virtual game to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, Protocol

from mjcompanion.options import Ruleset
from mjcompanion.solitaire.deal import HIGHEST_NUMBER
from mjcompanion.solitaire.game import Game, View
from mjcompanion.solitaire.moves import Move
from mjcompanion.tiles import WINDS, Wind

if TYPE_CHECKING:
    from mjcompanion.american.request import Cards


class Player(Protocol):
    """Somebody who decides, knowing no more than a seat can know."""

    def choose(self, view: View) -> Move:
        """One of the moves that the seat has now."""
        ...


def play_out(game: Game, players: Mapping[Wind, Player]) -> Iterator[tuple[Move, Game]]:
    """Every move from here to the end of the game, with the game after it; the players decide where one has to.

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


class _Opponent:
    """One of the three who play `simple` against the person."""

    def choose(self, view: View) -> Move:
        from mjcompanion.solitaire.coach_simple import choose

        return choose(view)


PLAYERS: Final = ("coach", "random")
"""Who can play in a person's place."""


def seated(game: Game, name: str, seed: int, cards: Cards | None = None) -> dict[Wind, Player]:
    """Who decides at each seat: the player with this name in the person's place, three who play well in `simple`.

    The same number makes the random player choose the same again; `cards` finds the coach an American card.
    """
    from mjcompanion.solitaire.players import CoachPlayer, RandomPlayer

    person = game.person
    # another sequence than the one that shuffled this deal
    player: Player = CoachPlayer(cards) if name == "coach" else RandomPlayer(HIGHEST_NUMBER + 1 + seed)
    opponents = [wind for wind in WINDS if wind is not person] if game.rules is Ruleset.SIMPLE else []
    return {person: player, **dict.fromkeys(opponents, _Opponent())}

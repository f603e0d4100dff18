"""The coach of Kemp's Chinese game: 1,000 games on one core, what comes of them, and how fast it plays out and advises."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice, pairwise
from statistics import mean, median

from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.coach_chinese import advise
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.players import CoachPlayer, ComputerPlayer, RandomPlayer
from mjcompanion.solitaire.playout import play_outs

GAMES = 1_000
SECONDS_DUE = 30
_BAR = 60
_EDGES = (0, 1, 10, 20, 40, 60, 80, 100, 150, 200, 300, 500, 1_000, 1_000_000)


def played(number: int, player: ComputerPlayer) -> tuple[ChineseGame, list[ChineseGame]]:
    """Return a game played to its end, and its moments at which East decided."""
    game = ChineseGame(deal=Deal.of("kemp-chinese", number))
    moments = []
    while not game.is_over:
        move = game.forced()
        if move is None:
            moments.append(game)
            game = game.apply(player.choose(game.view()))
        else:
            game = game.after(move)
    return game, moments


def measure(name: str, seat: Callable[[int], ComputerPlayer]) -> list[ChineseGame]:
    """Print how long the games take and what they bring; return every hundredth moment."""
    seated = [seat(number) for number in range(GAMES)]
    began = time.process_time()
    ended = [played(number, player) for number, player in enumerate(seated)]
    spent = time.process_time() - began
    sheets = [game.sheet() for game, _ in ended]
    adjusted = [sheet.adjustment for sheet in sheets if sheet is not None and sheet.adjustment is not None]
    finals = sorted([*[float(one.final) for one in adjusted], *[0.0] * (GAMES - len(adjusted))])
    print(f"{name}: {GAMES:,} games of kemp-chinese in {spent:.1f} s on one core, {1000 * spent / GAMES:.1f} ms each")
    print(
        f"  won {len(adjusted) / GAMES:.1%}, final: mean {mean(finals):.1f}, median {median(finals):.1f}, "
        f"of those won {mean([float(one.final) for one in adjusted]):.1f}; "
        f"score {mean([one.score for one in adjusted]):.0f}, factor {mean([float(one.factor) for one in adjusted]):.2f}"
    )
    quantiles = [f"{part:.0%} {finals[int(part * (GAMES - 1))]:.0f}" for part in (0.05, 0.25, 0.5, 0.75, 0.95, 1.0)]
    print(f"  quantiles: {', '.join(quantiles)}")
    for low, high in pairwise(_EDGES):
        count = sum(low <= final < high for final in finals)
        print(f"  {low:>5} {'–' if high < _EDGES[-1] else ' '} {'#' * round(_BAR * count / GAMES):<{_BAR}} {count}")
    return [moment for _, moments in ended for moment in moments][::100]


def main() -> None:
    measure("chance", RandomPlayer)
    began = time.process_time()
    moments = measure("the coach", lambda _: CoachPlayer())
    spent = time.process_time() - began
    print(f"  {SECONDS_DUE / spent:.1f} times faster than the {SECONDS_DUE} s allowed")
    began = time.process_time()
    for moment in moments:
        advise(moment.view())
    print(f"advice: {1000 * (time.process_time() - began) / len(moments):.2f} ms for a view ({len(moments)} views)")
    began = time.process_time()
    count = 0
    for moment in moments[::10]:
        *_, results = islice(play_outs(moment, 1), 10)
        count += 10 * len(results)
    spent = time.process_time() - began
    print(f"playing out: {count / spent:,.0f} games to the end a second, from anywhere in a game ({count:,} games)")


if __name__ == "__main__":
    main()

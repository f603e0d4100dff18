"""A player who is killed again and again in the middle of games that are saved; `test_saving.py` starts it.

Each child goes on with the game that the one before left, makes moves, and says the number of each once it is saved.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

import msgspec

from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.record import Played, begin, last_moment, with_digest
from mjcompanion.solitaire.saving import saved_game
from mjcompanion.storage.drafts import DraftStore
from tests.solitaire.chance import SETUPS, by_chance, load


def decide(game):
    """What the player does at this moment, the same whoever plays."""
    return by_chance(game, random.Random(game.moves))


def play_on(path, said, rules, seed):
    """Go on with the game until it is over or the end comes."""
    played, store = load(path), DraftStore(path)
    if played is None:
        played = Played(Deal.of(rules, seed), with_digest(SETUPS[rules]))
    game = last_moment(played)
    while not game.is_over:
        move = decide(game)
        played = msgspec.structs.replace(played, moves=(*played.moves, move))
        store.save(saved_game(played))
        game = game.apply(move)
        os.write(said, f"{game.moves}\n".encode())


def whole(rules, seed):
    """The moves of the game that nobody kills."""
    setup = with_digest(SETUPS[rules])
    game, moves = begin(Deal.of(rules, seed), setup), []
    while not game.is_over:
        moves.append(decide(game))
        game = game.apply(moves[-1])
    return moves


def main(folder, kills):
    """Kill so many children, a third of them and more in the middle of one of three games; what is wrong ends this."""
    rng = random.Random(5)
    found, midway, number = 0, 0, 0
    while found < kills or midway < kills // 3 or number < 3:
        rules = ("kemp-chinese", "simple", "kemp-american")[number % 3]
        moves, path = whole(rules, number), Path(folder) / f"{number}.jsonl"
        number += 1
        confirmed, patience = 0, 0.05
        while confirmed < len(moves):
            mine, theirs = os.pipe()
            child = os.fork()
            if not child:
                try:
                    play_on(path, theirs, rules, number - 1)
                finally:
                    os._exit(0)
            os.close(theirs)
            time.sleep(rng.random() * patience)
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            with os.fdopen(mine, "rb") as pipe:
                words = pipe.read().split()
            said = max([confirmed, *map(int, words)])
            played = load(path)
            kept = list(played.moves) if played is not None else []
            assert kept == moves[: len(kept)], (rules, number)
            assert len(kept) - said in (0, 1), (rules, number, len(kept), said)  # one wasn't said yet
            patience = patience * 1.5 if len(kept) == confirmed else 0.05  # a busy machine needs longer for a move
            confirmed = len(kept)
            if os.WIFSIGNALED(status):
                found += 1
                midway += 0 < len(kept) < len(moves)
    print(found, midway, number)  # noqa: T201 - for the test that started this


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

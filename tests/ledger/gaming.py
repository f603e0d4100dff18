"""Finished virtual games to put into a ledger."""

import functools
import itertools
import random
from fractions import Fraction

import msgspec

from mjcompanion.core.tiles import Tile
from mjcompanion.ledger.values import GameRow
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.moves import Do
from mjcompanion.solitaire.record import GameSetup, Played, begin, summary, write_record

_numbers = itertools.count(1)
COMPLETE = "1m 1m 1m 2m 3m 4m 5m 6m 7m 9m 9m 9m 5z 5z"
"""Dealt complete: one suit with honours."""


def moment(number):
    """A time: each game of these tests ends an hour after the one before."""
    return f"2026-{1 + number // 672 % 12:02}-{1 + number // 24 % 28:02}T{number % 24:02}:00:00Z"


def stacked(rules, tiles, seed=7):
    """A deal in which these tiles are drawn first."""
    deal = Deal.of(rules, seed)
    walls = [[list(stack) for stack in wall] for wall in deal.walls]
    places = [("ESWN".index(spot.wall), spot.stack - 1, 0 if spot.layer == "top" else 1) for spot in deal.spots]
    places += [("ESWN".index(spot.wall), spot.stack - 1, 0 if spot.layer == "top" else 1) for spot in deal.loose_spots]
    for at, text in enumerate(tiles.split()):
        wall, stack, layer = places[at]
        wanted = Tile.parse(text)
        there = next(place for place in places[at:] if walls[place[0]][place[1]][place[2]] is wanted)
        walls[there[0]][there[1]][there[2]] = walls[wall][stack][layer]
        walls[wall][stack][layer] = wanted
    return Deal(deal.rules, seed, tuple(tuple(tuple(stack) for stack in wall) for wall in walls), deal.dice)


def played_out(deal, setup=None, seed=0, **more):
    """A whole game of random moves, Mah Jongg wherever it can be declared; gives what was played and how it ended."""
    rng, setup, moves = random.Random(seed), setup or GameSetup(), []
    game = begin(deal, setup)
    while not game.is_over:
        move = game.forced()
        if move is None:
            choices = game.choices()
            move = next((one for one in choices if one.do is Do.MAH_JONGG), None) or rng.choice(choices)
        moves.append(move)
        game = game.apply(move)
    return Played(deal, setup, tuple(moves), **more), game


@functools.cache
def real(rules="kemp-chinese", seed=3, won=False, asked=0, taken_back=0):
    """A real game: what lists say of it, and its record."""
    deal = stacked(rules, COMPLETE, seed) if won else Deal.of(rules, seed)
    played, game = played_out(deal, seed=seed, asked=asked, taken_back=taken_back)
    assert not won or game.out is game.person
    row = GameRow.of(f"{rules}-{seed}-{won}", moment(seed), moment(seed + 1), summary(played, game))
    return row, write_record(played, game)


def on_unknown_card(card):
    """A game on a card that isn't here, so that nobody can play it again: what lists say of it, and its record."""
    (game, its), made = real(), write_record(Played(Deal.of("kemp-american", 3)), {"ok": False})
    of_card = {"rules": "kemp-american", "card": card, "card_digest": "0" * 64}
    record = {**its, **of_card, "walls": made["walls"], "dice": made["dice"], "moves": []}
    return changed(game, uid="unknown-card", rules="kemp-american", card=card), record


_RECORD = {"rules": "kemp-chinese", "seed": 1, "walls": {}, "dice": [], "moves": [], "result": {"ok": False}}


def row(number=None, rules="kemp-chinese", final=None, **more):
    """A game that nobody played, whose final is this."""
    number = next(_numbers) if number is None else number
    values = {"seed": number, "begun_at": moment(number), "finished_at": moment(number), "won": final is not None}
    if final is not None:
        factor = None if rules == "simple" else Fraction(1, 2)
        final = Fraction(final)
        score = final if factor is None else final * 2
        values |= {"winner": "E", "score": int(score), "factor": factor, "final": final, "hand": "123m 456p 99s"}
    return GameRow(**{"uid": f"{number:04}-{rules}", "rules": rules, **values, **more})


def add(ledger, *rows):
    """Put made-up games into a ledger; gives them."""
    return [ledger.games.add(one, {**_RECORD, "seed": one.seed}) for one in rows]


def changed(row, **values):
    """A game with something told otherwise."""
    return msgspec.structs.replace(row, **values)

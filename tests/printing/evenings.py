"""Evenings to print: sessions whose hands were entered by tiles, with everything else that can happen."""

import random

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, Hand, HowWon, Meld
from mjcompanion.core.notation import write
from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.table.events import (
    BankItem,
    BetItem,
    Changed,
    Drop,
    Ended,
    HandItem,
    Number,
    PenaltyItem,
    Put,
    Redone,
    SeatsItem,
    SessionSetup,
    Started,
    Tiles,
    Titled,
    Undone,
)
from mjcompanion.table.rules import TableRules
from mjcompanion.table.session import SessionSource
from mjcompanion.table.table import apply, replay

FOUR = ("Ann", "Bob", "Chuck", "Dora")
BY_VALUE = (Ruleset("nmjl"), Ruleset("american-club"))
FULL = "[1111s] (2222p) [7777z] (9999m) 55z 1234f 1234y"
"""The most tiles that a hand has: four kongs and all flowers."""


def clock(number):
    """When something happened, in UTC and as it is printed."""
    day, minutes = 1 + number // 1440 % 28, number % 1440
    return f"2026-11-{day:02}T{minutes // 60:02}:{minutes % 60:02}:00Z"


def source_of(events, names=FOUR, uid="5e55"):
    """Events as a session to print."""
    return SessionSource(uid, tuple(names), tuple(events), tuple(event.at[:16].replace("T", " ") for event in events))


def begin(rules=Ruleset("classical"), names=FOUR, *, starting=2000, title="", options=None, name="", chips=None):
    """The first event of an evening."""
    table_rules = TableRules.of(rules, options, name=name, chips=chips)
    players = tuple(f"player-{number}" for number, _ in enumerate(names))
    return Started(at=clock(0), setup=SessionSetup(table_rules, players, starting=starting, title=title))


def put(number, item, **more):
    """The event that puts an item on the list, under this number."""
    return Changed(at=clock(number), changes=(Put(str(number), item, **more),))


def evening(count, seed=0, rules=Ruleset("classical"), names=FOUR, *, tiles=True, title="", chips=True):
    """A session of so many hands, and nothing else."""
    rng = random.Random(seed)
    first = begin(rules, names, title=title)
    if not chips:
        setup = SessionSetup(TableRules(rules, first.setup.rules.options, None), first.setup.players, starting=2000)
        first = Started(at=first.at, setup=setup)
    table = replay([first])
    for number in range(1, count + 1):
        table = apply(table, put(number, random_hand(rng, table, tiles=tiles)))
    return source_of(table.events, names)


def random_hand(rng, table, *, tiles=True):
    """A hand as it could be played now; one in twelve is a draw."""
    rules = table.rules.rules
    if rng.random() < 0.08:
        return HandItem()
    winner = rng.randrange(4)
    by = rng.choice((By.DRAW, By.DISCARD))
    discarder = rng.choice([one for one in range(4) if one != winner]) if by is By.DISCARD else None
    if rules in BY_VALUE:
        return HandItem(winner=winner, by=by, discarder=discarder, value=25 + 5 * rng.randrange(7))
    scorers = (winner,) if rules is Ruleset("simple") else range(4)
    if not tiles:
        scores = tuple(Number(2 * rng.randrange(4, 60)) if player in scorers else None for player in range(4))
    else:
        won = [by if player == winner else None for player in range(4)]
        scores = tuple(counted(rng, table, player, won[player]) if player in scorers else None for player in range(4))
    return HandItem(winner=winner, by=by, discarder=discarder, scores=scores)


def counted(rng, table, player, by):
    """A hand by tiles with what it scored in this seat; `by` says how it was won, None if it wasn't."""
    rules, position = table.rules, table.position
    while True:
        hand, tile = random_tiles(rng, won=by is not None, flowers=rng.choice((0, 0, 1, 2)))
        seat = position.wind_of(player)
        win = None if by is None else HowWon(Tile.parse(tile), by)
        context = ScoringContext(rules.rules, seat, position.round, by is not None, win, None, rules.options)
        try:
            sheet = score(Hand.parse(hand), context)
        except (RuleError, ValueError):
            continue
        return Tiles(str(sheet.hand), sheet.score, seat, position.round, None if by is None else tile)


def random_tiles(rng, *, won, flowers=0):
    """The tiles of a hand as they are written, and one of its concealed tiles."""
    melds, used = [], []
    for _ in range(rng.randrange(4)):
        tile = Tile(rng.randrange(34))
        count = rng.choice((3, 3, 3, 4))
        if any(tile in one for one in melds):
            continue
        melds.append((tile,) * count)
        used += [tile] * 4
    concealed = []
    while len(melds) * 3 + len(concealed) < 12:
        suit, rank = rng.randrange(3), rng.randrange(7)
        run = [Tile(suit * 9 + rank + step) for step in range(3)]
        if all((used + concealed).count(tile) < 4 for tile in run):
            concealed += run
    pair = next(tile for tile in map(Tile, rng.sample(range(34), 34)) if (used + concealed).count(tile) < 3)
    concealed += [pair] * (2 if won else 1)
    laid = " ".join(str(Meld(one, concealed=len(one) == 4 and rng.random() < 0.5)) for one in melds)
    grown = write([Tile(34 + number) for number in rng.sample(range(8), flowers)])
    return f"{write(sorted(concealed))} {laid} {grown}".strip(), str(pair)


def a_full_evening(names=FOUR, long="", big=0):
    """Everything that can happen at a table in a few hands, with `long` behind each text and `big` added to scores."""
    rng = random.Random(7)
    table = replay([begin(names=names, starting=2000, title=f"Tuesday club{long}", name=f"Our rules{long}")])
    number = 0

    def happen(event):
        nonlocal table, number
        number += 1
        table = apply(table, event)

    def item(one, **more):
        happen(put(number + 1, one, **more))

    item(random_hand(rng, table))
    item(HandItem(winner=1, by=By.DISCARD, discarder=2, scores=(Number(8), full_hand(table, 1), Number(16), Number(2))))
    item(PenaltyItem(2, (0, 1, 3), 25, f"a wrong call{long}"))
    item(HandItem(note=f"The wall fell over.{long}"))
    item(BankItem(2, 500))
    item(random_hand(rng, table))
    happen(Undone(at=clock(number + 1), seq=table.can_undo))
    happen(Redone(at=clock(number + 1), seq=table.can_redo))
    item(SeatsItem((2, 0, 3, 1), 2))
    item(
        HandItem(
            winner=0, by=By.DRAW, last_tile=True, scores=(Number(64 + big), Number(2 + big // 3), Number(32), Number(8))
        )
    )
    corrected = table.hands[0]
    change = Put(corrected.id, HandItem(winner=3, scores=(Number(4), Number(6), Number(10), Number(40))))
    happen(Changed(at=clock(number + 1), changes=(change,)))
    happen(Changed(at=clock(number + 1), changes=(Drop(table.rows[2].id),)))
    happen(Undone(at=clock(number + 1), seq=table.can_undo))
    item(BankItem(2, 100 if big else -200))
    happen(Titled(at=clock(number + 1), title=f"Tuesday club, at Dora’s{long}"))
    happen(Ended(at=clock(number + 1)))
    return source_of(table.events, names)


def full_hand(table, player):
    """Four kongs and all flowers, won."""
    position, rules = table.position, table.rules
    seat = position.wind_of(player)
    win = HowWon(Tile.parse("5z"), By.DISCARD)
    sheet = score(Hand.parse(FULL), ScoringContext(rules.rules, seat, position.round, True, win, None, rules.options))
    return Tiles(str(sheet.hand), sheet.score, seat, position.round, "5z")


def american_evening(names=FOUR):
    """An American evening: a hand by tiles, one by its value, a dead hand, and a bettor."""
    events = [begin(Ruleset("american-club"), names, starting=1000)]
    hand = HandItem(
        winner=0, by=By.DISCARD, discarder=2, value=30, jokerless=True, card="companion",
        line="FFFF 1111 2222 33", tiles="1f 2f 3f 4f 33m (1111m) (222Jm)",
    )  # fmt: skip
    events.append(put(1, hand))
    events.append(put(2, PenaltyItem(1, (3,), 10, "a tile too many")))
    events.append(put(3, HandItem(winner=3, by=By.DRAW, value=25, dead=(1,), bet=BetItem("Grandmother Eve", 3))))
    events.append(put(4, HandItem(wrong_calls=(0, 1, 2))))
    return source_of(events, names)

"""What the sources say, statement by statement, each with its place: what the program does with it.

The sources are those of docs/rules.md. A statement that leaves room is held in the reading that the program takes, and
in the others where an option has them.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from mjcompanion.ledger.store import Ledger
from mjcompanion.paper.forms import kemp_chinese
from mjcompanion.rules.fault import Follows
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.table.rotation import Position, turn_after
from tests.scoring.asking import ask


class Statement(NamedTuple):
    """A sentence of a source, where it stands, and whether it is so."""

    source: str
    place: str
    words: str
    holds: Callable[[], object]


def follows(words: str, **facts: object) -> bool:
    """Whether this fault stands among those of the American club, and what follows it."""
    (fault,) = [one for one in Ruleset("american-club").faults if one.words == words]
    return all(getattr(fault, name) == value for name, value in facts.items())


def counts(
    hand: str, points: int, doubles: int = 0, rules: str = "traditional", win: str | None = None, **facts
) -> bool:
    """Whether a hand has these points and doubles; a limit is left aside."""
    options = {"limit": None} | facts.pop("options", {})
    sheet = ask(hand, rules, win, options=options, **facts)
    assert (sheet.points, sheet.doubles) == (points, doubles)
    return True


def ends(rules: str, **options: str) -> int:
    """After how many rounds a game is over where every East loses; 0: not within twenty."""
    position = Position((0, 1, 2, 3), east=0, first=0)
    for _ in range(80):
        east = position.east
        position, turn = turn_after(Ruleset(rules), position, (east + 1) % 4, options_for(Ruleset(rules), options))
        if turn.over:
            return position.rounds
    return 0


CHOWS = "123m 456m 789p 123s"
STATEMENTS = [
    Statement(
        "1", "Chinese B1", "2 of any one Wind 2, 2 of Own (East) Wind 2",
        lambda: counts(f"{CHOWS} 11z", 24, rules="kemp-chinese")
        and counts(f"{CHOWS} 22z", 22, rules="kemp-chinese")
        and counts(f"{CHOWS} 11z", 22, rules="kemp-chinese", options={"own_wind_pair_adds": False}),
    ),
    Statement(
        "1", "Chinese B1", "No scoring combinations in Subtotal 2: 10",
        lambda: counts(f"{CHOWS} 55s", 30, rules="kemp-chinese")
        and counts("(222m) 567p 678s 234p 44p", 22, rules="kemp-chinese")
        and counts("(222m) 567p 678s 234p 44p", 32, rules="kemp-chinese", options={"no_combinations": "literal"})
        and counts("(777z) 567p 678s 234p 44p", 24, 1, "kemp-chinese", options={"no_combinations": "literal"})
        and counts("(222m) 567p 678s 234p 44p 1f", 36, 1, "kemp-chinese", options={"no_combinations": "literal"}),
    ),
    Statement(
        "1", "form, 1", "No scoring combinations in Subtotal 2",
        lambda: any(row.label.startswith("No scoring combinations in Subtotal 2") for row in kemp_chinese.sections()[0].rows)
        and "our reading" in kemp_chinese.sections()[0].note,
    ),
    Statement(
        "1", "Chinese B3c", "All 4 Seasons of 1 color: Double 3 times, 3b. X 8",
        lambda: counts(f"{CHOWS} 55s 1234f", 36, 4, "kemp-chinese"),
    ),
    Statement(
        "1", "Chinese B3c", "All 4 Seasons of 1 color; (Red or Black)",
        lambda: counts(f"{CHOWS} 55s 1234f 1234y", 52, 8, "kemp-chinese"),
    ),
    Statement(
        "2B", "Flowers", "a complete set … can double the total score two times",
        lambda: all(counts(f"{CHOWS} 55s 1234f", 26, 2, seat=seat) for seat in "ESWN"),
    ),
    Statement(
        "2B", "Flowers", "If all eight pieces (2 complete flower sets) … four times",
        lambda: all(counts(f"{CHOWS} 55s 1234f 1234y", 42, 4, seat=seat) for seat in "ESWN")
        and counts(f"{CHOWS} 55s 1234f 1234y", 42, 6, options={"flower_doubles_add": True}),
    ),
    Statement(
        "2B and 3", "The Score Table", "A pair of Dragon Group or of player's own Wind: 2 points, in every hand",
        lambda: counts("66z 77z 33z 123m 45p 19s", 6, seat="W", winner=False)
        and counts("66z 77z 33z 123m 45p 19s", 6, rules="classical", seat="W", winner=False)
        and counts("66z 77z 33z 123m 45p 19s", 2, seat="W", winner=False, options={"loser_pairs": "one"}),
    ),
    Statement(
        "2B", "Extra Scores", "may be agreed to before the games start",
        lambda: counts("(555m) 111p 999p 222s 33s", 42) and counts(
            "(555m) 111p 999p 222s 33s", 32, options={"extras_as": "none"}
        ),
    ),
    Statement(
        "2B", "B1", "mixed with Dragons or Winds of a pair only … its examples 4, 6, 7 have pungs of them",
        lambda: counts("(666z) 55z 123m 456m 789m", 16, 2) and counts("(111p) 234p 567p 234p 33z", 14, 1, seat="S"),
    ),
    Statement(
        "2B", "B4", "To complete hand with the first discarded piece: Half of Full Points (150)",
        lambda: ask(f"{CHOWS} 55s", win="1m first-discard", seat="S").score == 150,
    ),
    Statement(
        "2B", "B4", "Half of Full Points: at least, a hand that is worth more keeps it",
        lambda: ask("555z 666z 234m 567m 22m", win="7m first-discard", seat="S").score == 208,
    ),
    Statement(
        "2B", "Game in Rounds", "Generally people play eight rounds, but … as many rounds as the players desire",
        lambda: ends("traditional") == 8 and ends("traditional", rounds="any") == 0,
    ),
    Statement(
        "3", "Step Six", "For a Shorter Game of Mah Jongg you can just play one Round",
        lambda: ends("classical") == 4
        and all(ends(rules, rounds="1") == 1 for rules in ("classical", "traditional", "simple", "nmjl", "american-club")),
    ),
    Statement(
        "3", "Step 4c", "If you get Mah Jongg from a Loose tile, you get some extra points",
        lambda: counts("[5555p] 123m 456m 789m 99s", 46, rules="classical", win="1m kong-replacement"),
    ),
    Statement(
        "3", "Step 4c", "Loose tiles replace flowers too",
        lambda: counts(f"{CHOWS} 55s 3f", 34, rules="classical", win="4m flower-replacement"),
    ),
    Statement(
        "3", "Step 6b", "The wind of the round doubles (its scoring sheet isn't in the text)",
        lambda: counts("(222z) 123m 456m 789p 55s", 24, 1, "classical", seat="W", round="S"),
    ),
    Statement(
        "2A", "Rules & Penalities", "If Mahjong is called in error and no one exposed his hand, the game continues: no penalty",
        lambda: follows("Mah Jongg in error, with no hand shown", follows=Follows.NOTHING),
    ),
    Statement(
        "2A", "Rules & Penalities", "No player may pick a tile out of turn. Warning",
        lambda: follows("A tile picked out of turn", follows=Follows.WARNING),
    ),
    Statement(
        "2A", "Rules & Penalities", "No player may look at more than one tile. Warning",
        lambda: follows("More than one tile of the wall looked at", follows=Follows.WARNING),
    ),
    Statement(
        "2A", "Rules & Penalities", "Once a player discarded a tile, it cannot be exchanged",
        lambda: follows("A discard exchanged for another tile", follows=Follows.STANDS),
    ),
    Statement(
        "2A", "Rules & Penalities", "To claim a tile a player must name the tile correctly",
        lambda: follows("A tile named wrongly when it is claimed", follows=Follows.NO_CLAIM),
    ),
    Statement(
        "2A", "Rules & Penalities", "All pay the player with the unexposed hand: no amount, so a house option",
        lambda: follows("Mah Jongg in error, and all hands but one shown", points_option="wrong_call_amount"),
    ),
]  # fmt: skip


def test_simple_adds_up_what_was_won_in_old_sessions_too(tmp_path):
    """Source 4: your score is totaled and displayed; a ledger of an older version had balances without what was won."""
    for file in (Path(__file__).parent / "data").glob("ledger-000[234].db"):
        shutil.copy(file, tmp_path)
        with Ledger.open(tmp_path / file.name) as ledger:
            (row,) = [one for one in ledger.sessions(limit=99).rows if one.rules == "simple"]
            assert row.balances == (2094, 2046, 2030, 2030) == ledger.session(row.uid).table.balances
            assert ledger.check().ok


def test_old_sessions_keep_the_rules_they_were_played_with(tmp_path):
    """In ledgers of older versions flowers add in `traditional` and one pair of a loser counts; their marks stay."""
    for file in (Path(__file__).parent / "data").glob("ledger-*.db"):
        shutil.copy(file, tmp_path)
        with Ledger.open(tmp_path / file.name) as ledger:
            tables = [(row, ledger.session(row.uid).table) for row in ledger.sessions(limit=99).rows]
        old = [(row, table) for row, table in tables if row.rules == "traditional" and not row.rules_name]
        assert old
        for row, table in old:
            assert row.fingerprint == table.rules.fingerprint
            assert table.rules.options.flower_doubles_add
            assert table.rules.options.loser_pairs == "one"
            assert table.rules.options != options_for(Ruleset("traditional"))


@pytest.mark.parametrize("one", STATEMENTS, ids=lambda one: f"{one.source} {one.place}: {one.words[:40]}")
def test_what_a_source_says_is_so(one):
    assert one.holds()

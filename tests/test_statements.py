"""What the sources say, statement by statement, each with its place: what the program does with it.

The sources are those of docs/rules.md. A statement that leaves room is held in the reading that the program takes, and
in the others where an option has them.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.parsing.hand_text import parse_hand_text
from mjcompanion.parsing.pattern import read_pattern
from mjcompanion.printing.forms import kemp_chinese, rules_parts
from mjcompanion.rules.fault import Follows
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.rulesets.classical import FILLED
from mjcompanion.storage.package_data import text
from mjcompanion.table.rotation import Position, turn_after
from tests.scoring.asking import ask


class Statement(NamedTuple):
    """A sentence of a source, where it stands, and whether it is so."""

    source: str
    place: str
    words: str
    holds: Callable[[], object]


def follows(words: str, rules: str = "american-club", **facts: object) -> bool:
    """Whether this fault stands among those of the rules, and what follows it."""
    (fault,) = [one for one in Ruleset(rules).faults if one.words == words]
    return all(getattr(fault, name) == value for name, value in facts.items())


def printed(rules: str, *words: str) -> bool:
    """Whether the rule sheet says all of this."""
    sheet = " ".join(entry.words for part in rules_parts.parts(Ruleset(rules)) for entry in part.entries)
    assert [one for one in words if one not in sheet] == []
    return True


def written(section: str, *words: str) -> bool:
    """Whether a section of the handbook says all of this."""
    told = " ".join(text(f"handbook/en/{section}.md").split())
    assert [one for one in words if one not in told] == []
    return True


def refused(pattern: str) -> str:
    """Why a pattern can't be read."""
    with pytest.raises(RuleError) as caught:
        read_pattern(pattern)
    return str(caught.value)


def extra(row: str, hand: str, win: str, points: int) -> bool:
    """Whether one of the five extras gives 10 points, a double or nothing by itself, the others staying as they are."""
    options = ({}, {"rows": {row: {"doubles": 1}}}, {"rows": {row: {"off": True}}})
    found = [ask(hand, win=win, options={"limit": None, **one}) for one in options]
    assert [(one.points, one.doubles) for one in found] == [(points, 0), (points - 10, 1), (points - 10, 0)]
    return True


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


def left_out(row: str) -> bool:
    """Whether a row of the classical rules can be left out, and a house rule says so."""
    rules = Ruleset("classical")
    options = options_for(rules, {"rows": {row: {"off": True}}})
    assert row not in {one.key for one in rules.rows_with(options)}
    return len(rules.rows_with(options)) == len(rules.rows_with(options_for(rules))) - 1


CHOWS = "123m 456m 789p 123s"
KEMP_TILES = {
    "5 bing": "5p",
    "zhon": "7z",
    "bai ban": "5z",
    "peng dong": "(111z)",
    "peng xi": "(333z)",
    "peng bei": "(444z)",
    "peng nan": "(222z)",
    "hua 1": "1f",
}
KEMP_NAMES = {
    "Bing": "Dot",
    "Zhon": "Dragon, Red",
    "Bai Ban": "Dragon, White",
    "Dong": "East",
    "Xi": "West",
    "Bei": "North",
    "Nan": "South",
    "Hua": "Flowers (Seasons)",
    "Gang": "4 of a Kind",
    "Peng": "3 of a Kind",
    "Chie": "Run of 3 (Eat)",
    "Chur": "Run of 3 (Eat)",
}
EXTRAS = {
    "no-runs": ("(555m) 111p 999p 222s 33s", "1p discard", 38),
    "loose-tile": ("[5555p] 123m 456m 789m 99s", "1m kong-replacement", 38),
    "no-points": (f"{CHOWS} 55s", "4m discard", 20),
    "last-tile": (f"{CHOWS} 55s", "4m draw last", 32),
    "robbed-kong": (f"{CHOWS} 55s", "4m robbed-kong", 30),
}
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
    *[
        Statement(
            "1", "Nomenclature", f"{words}, typed", lambda words=words, tiles=tiles: parse_hand_text(words).notation == tiles
        )
        for words, tiles in KEMP_TILES.items()
    ],
    *[
        Statement("1", "Nomenclature", f"{name}: {what}", lambda name=name: written("glossary", name))
        for name, what in KEMP_NAMES.items()
    ],
    Statement(
        "1", "Chinese A8", "In Hand (Menzen)",
        lambda: parse_hand_text("gang ee tiao menzen").notation == "[1111s]" and written("game-words", "menzen"),
    ),
    Statement(
        "1", "American, Nomenclature", "Pair, Single: No Joker Allowed unless in Standard Hand",
        lambda: written("kemp-american", "only in a “standard hand”", "the card decides"),
    ),
    Statement(
        "1", "form, 1", "No scoring combinations in Subtotal 2",
        lambda: any(row.label.startswith("No scoring combinations in Subtotal 2") for row in kemp_chinese.sections()[0].rows)
        and "this program’s reading" in kemp_chinese.sections()[0].note,
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
    *[
        Statement(
            "2B", "Extra Scores", f"{number}, {row}: either 10 points or double, as the players like",
            lambda row=row, case=case: extra(row, *case),
        )
        for number, (row, case) in enumerate(EXTRAS.items(), 1)
    ],
    Statement(
        "2B", "Hands", "traditional: 13 tiles; variations: 16 tiles",
        lambda: written("traditional", "variations with 16 tiles"),
    ),
    Statement(
        "2B", "Other Items", "Mingg: or a set of four Wind discs",
        lambda: printed("traditional", "Wind discs (Mingg)") and written("glossary", "**Mingg**"),
    ),
    Statement(
        "2B", "(c) To kong", "no one is allowed to kong the 4th of a kind discarded by others when he has ponged already",
        lambda: follows(
            "A discard claimed for a kong with an exposed pung", "traditional", follows=Follows.NO_CLAIM, custom=False
        ) and printed("traditional", "A kong, with three of them in your hand"),
    ),
    Statement(
        "2B", "(c) To kong", "any player who has konged must draw one tile more from the loose tiles",
        lambda: printed("traditional", "After a kong draw a loose tile"),
    ),
    Statement(
        "2B", "(c) To kong", "Close Kongs: 2 of them up and 2 down; the drawer only has the right to keep it",
        lambda: printed("traditional", "two tiles face up and two face down. It is yours"),
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
        "3", "Determining East", "Each player will roll a die",
        lambda: written("table-begin", "everybody throws two (one in the classical game)"),
    ),
    Statement(
        "3", "Step Four", "If no one uses the discarded Tile right away it isn’t used in that hand later",
        lambda: follows("An earlier discard claimed", "classical", follows=Follows.NO_CLAIM, custom=False),
    ),
    Statement(
        "3", "Step Four", "good table etiquette to clearly state what your discarded Tile is",
        lambda: printed("classical", "Say clearly what you discard."),
    ),
    Statement(
        "3", "Step 4c", "A Kong can only be achieved by having a “Hidden Pung”",
        lambda: printed("classical", "A kong, with three of them concealed"),
    ),
    Statement(
        "3", "Step 4c", "Hidden Kong: the two outer tiles face up; added to an Exposed Pung: face down next to it",
        lambda: printed("classical", "its middle tiles face down. A tile added to an exposed pung lies face down"),
    ),
    Statement(
        "3", "Step 4d", "Lay your Hidden Pungs with one of the three Tiles face up, and the other two face down",
        lambda: printed("classical", "a concealed pung is laid out with one tile face up and two face down"),
    ),
    Statement(
        "3", "Step 4e", "The Player with the higher Precedents gets the Tile regardless of if they asked for it first",
        lambda: printed("classical", "It doesn’t matter who claims first"),
    ),
    Statement(
        "3", "Step Six", "The Wind of the Round (also known as the Prevailing Wind)",
        lambda: written("classical", "prevailing wind") and written("glossary", "**Prevailing wind**"),
    ),
    Statement(
        "3", "Step 6a", "Review the Scoring Sheet (which isn’t in the text): what was filled in is a choice, row by row",
        lambda: all(
            left_out(row.key) for row in Ruleset("classical").rows if row.source == FILLED
        ),
    ),
    Statement(
        "3", "Step 6b", "The Scoring Sheet: a complete set doubles 3 times as in source 1, or 2 as in source 2",
        lambda: counts(f"{CHOWS} 55s 1234f", 36, 4, "classical", seat="E") and counts(
            f"{CHOWS} 55s 1234f", 36, 3, "classical", seat="E",
            options={"rows": {"complete-flowers": {"doubles": 2}}},
        ),
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
        "3", "Step 6b", "The prevailing wind doubles (its scoring sheet isn’t in the text)",
        lambda: counts("(222z) 123m 456m 789p 55s", 24, 1, "classical", seat="W", round="S"),
    ),
    Statement(
        "2A", "Identify Tiles", "160 tiles; 152 for playing, the rest are spares",
        lambda: written("american-club", "160 tiles: 152"),
    ),
    Statement(
        "2A", "Identify Tiles", "1 Fu, 2 Lu, 3 Shu, 4 Csi", lambda: written("glossary", "1 Fu, 2 Lu, 3 Shu, 4 Csi")
    ),
    Statement(
        "2A", "Other Items", "Racks: hold 13 tiles and, by nail-like projections on the left, the chips",
        lambda: printed("american-club", "The rack holds 13 tiles, and the chips on the nails at its left")
        and written("glossary", "**Rack**"),
    ),
    Statement(
        "2A", "Definition", "QUINTS: 5 flowers of any kind!",
        lambda: printed("american-club", "A quint is five flowers, of any kind."),
    ),
    Statement(
        "5", "Tiles", "Your mahjong set has 166 tiles. 152 are used in play and the rest are spares",
        lambda: rules_parts.facts(Ruleset("nmjl")).startswith("152 tiles") and written("nmjl", "166 tiles: 152"),
    ),
    Statement("5", "American Mah-Jongg uses", "Racks and jokers", lambda: written("nmjl", "Your tiles stand on a rack")),
    Statement(
        "5", "How To Read The Score Card", "R: North, South, East, West",
        lambda: "R for the red dragon and w for any wind" in refused("FFFF 2222a 4444b RRa")
        and "R for the red dragon, and w for any wind" in refused("FFFF 2222a 4444b rr")
        and written("cards-patterns", "`R` is the red dragon. Source 5 prints"),
    ),
    Statement(
        "5", "Drawing and discarding", "The name of the discarded tile is announced and placed face up in the center",
        lambda: printed("nmjl", "Name each discard and put it face up in the centre."),
    ),
    Statement(
        "5", "Calling Tiles", "Tiles discarded prior to the most recent cannot be called and are dead tiles",
        lambda: printed("nmjl", "Discards before the most recent one are dead.")
        and follows("An earlier discard claimed", "nmjl", follows=Follows.NO_CLAIM, custom=False),
    ),
    Statement(
        "5", "Joker Rules", "Jokers exposed in dead hands may be exchanged",
        lambda: printed("nmjl", "Jokers exposed in a dead hand may still be exchanged."),
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


@pytest.fixture
def stored(tmp_path):
    """Sessions of earlier days, each with its row."""
    path = tmp_path / "ledger.db"
    shutil.copy(Path(__file__).parent / "data" / "ledger-0009.db", path)
    with Ledger.open(path) as ledger:
        return [(row, ledger.sessions.get(row.uid).table) for row in ledger.sessions.page(limit=99).rows]


def test_simple_adds_up_what_was_won(stored):
    """Source 4: your score is totaled and displayed."""
    balances = [(row.balances, table.balances) for row, table in stored if row.rules == "simple"]
    assert balances.count(((2094, 2046, 2030, 2030), (2094, 2046, 2030, 2030))) == 3


def test_sessions_keep_the_rules_they_were_played_with(stored):
    """In these, flowers add in `traditional` and one pair of a loser counts; their marks stay."""
    traditional = [(row, table) for row, table in stored if row.rules == "traditional" and not row.rules_name]
    assert traditional
    for row, table in traditional:
        assert row.fingerprint == table.rules.fingerprint
        assert table.rules.options.flower_doubles_add
        assert table.rules.options.loser_pairs == "one"
        assert table.rules.options != options_for(Ruleset("traditional"))


@pytest.mark.parametrize("one", STATEMENTS, ids=lambda one: f"{one.source} {one.place}: {one.words[:40]}")
def test_what_a_source_says_is_so(one):
    assert one.holds()

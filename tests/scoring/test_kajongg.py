"""The scoring hands of the Kajongg project, an independent count of British play and of the DMJL's.

Its tests are public; the hands and what they give are facts, written here as requests. Where this program scores
otherwise the line in `tests/data/kajongg-hands.txt` says so, with one of these reasons.
"""

from fractions import Fraction
from pathlib import Path

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.scoring.request import score_request

REASONS = {
    "part": "these are not 13 or 14 tiles: here only whole hands are scored, there parts of one",
    "cannot-be": "the facts of the hand can't be: a loose tile without a kong or a flower, five of a tile, a hand dealt "
    "with sets on the table",
    "laid": "British special hands that are no four sets and a pair are kept in hand",
    "pairs": "only Mah Jongg lays out a pair; there two lie on the table of a player who waits",
    "place": "a discard is looked for in hand first; there the set on the table is the one it completed",
    "suit": "the association doubles one suit with winds or dragons (Know the Game), Kajongg's BMJA doesn't",
    "loose": "the association doubles Mah Jongg with a loose tile, and one suit with winds or dragons, too",
    "pole": "scratching a carrying pole is none of the association's nineteen special hands",
    "purity": "the three doubles of Purity stand in place of all others, and bonus tiles are counted apart; there they "
    "come besides",
    "called": "an original call is made with the first discard, before which one set at most was claimed",
    "chows": "a British hand has one chow at most, that of a player who didn't win, too",
    "kong": "a claimed kong lies on the table, so the hand isn't concealed; there it is",
}
LIMITS = {"dmjl": 500, "british": 1000}
FILE = Path(__file__).parents[1] / "data" / "kajongg-hands.txt"
LINES = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def read(line: str, rules: str) -> tuple[dict, str, dict[str, tuple[str, int]]]:
    """The request, what the project counts, and what differs: for each ruleset the reason and our score."""
    hand, facts, dmjl, british, *differing = [part.strip() for part in line.split("|")]
    seats, *words = facts.split()
    request = {"rules": rules, "hand": hand, "seat": seats[0], "round": seats[1], "winner": "lost" not in words}
    how = [word for word in words if word not in ("lost", "twofold", "last", "called")]
    if how:
        by, feats = how[0], {"last_tile": "last", "called": "called", "second_kong": "twofold"}
        request["win"] = {"by": "kong-replacement" if "twofold" in words else by}
        request["win"] |= {key: word in words for key, word in feats.items()}
        request["win"] |= {"tile": how[1]} if how[0] != "deal" else {}
    found = {}
    for one in differing:
        whose, reason, score = one.split()
        found[whose] = reason, int(score)
    return request, {"dmjl": dmjl, "british": british}[rules], found


def expected(counted: str, limit: int) -> int:
    kind, _, number = counted.partition(" ")
    if kind == "limit":
        return int(limit * Fraction(number))
    return min(limit, int(kind) << int(number or 0))


def ours(request: dict) -> int:
    try:
        return score_request(request).score
    except RuleError:
        return 0


@pytest.mark.parametrize("rules", LIMITS)
def test_a_hand_scores_as_there_or_differs_for_a_reason(rules):
    for line in LINES:
        request, counted, differing = read(line, rules)
        if counted == "-":  # the project doesn't count this hand under these rules
            continue
        score = ours(request)
        if rules in differing:
            reason, told = differing[rules]
            assert reason in REASONS
            assert score == told != expected(counted, LIMITS[rules]), line
        else:
            assert score == expected(counted, LIMITS[rules]), line

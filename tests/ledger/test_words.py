"""What the ledger says in another language: no English word is left in it."""

import msgspec
import pytest

from mjcompanion.ledger.errors import Conflict
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.text_files import running_card, session_text
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.table.events import Ended
from tests.ledger.gaming import real
from tests.ledger.making import AT, alter, eventful, people, play, store
from tests.ledger.whole import fill
from tests.plain import NAMES, assert_said, plain

pytestmark = pytest.mark.usefixtures("pseudo")

FOUR = NAMES[:4]
TYPED = (
    *("first title", "Tuesday, “the” <b>club</b>\\n@home", "HYPERLINK", "Zoë the bettor", "Zoë the bet…", "no bank"),
    *("gone later", "a draw", "Tuesday"),
)
"""What people typed into an eventful session."""


@pytest.mark.parametrize("rules", [Ruleset("classical"), Ruleset("american-club")])
def test_text_for_people(ledger, rules):
    uid = store(ledger, eventful(people(ledger, FOUR), rules))
    session = ledger.sessions.get(uid)
    for one in (session, msgspec.structs.replace(session, events=session.events[:-1])):
        lines = session_text(one).splitlines()
        known = (*RULESETS, *TYPED, "UTC", "x", uid, one.table.rules.fingerprint)
        assert not [line for line in lines if plain(line, known)]
        assert sum("⟦" in line for line in lines) > 20


def test_a_running_card():
    rows = [real(won=True, asked=1)[0], real()[0], real("simple")[0]]
    lines = running_card([*rows, msgspec.structs.replace(rows[0], rules="kemp-american")]).splitlines()
    assert not [line for line in lines if plain(line)]
    assert all("⟦" in line for line in lines)


def test_checks_and_conflicts(path):
    with Ledger.open(path) as ledger:
        fill(ledger)
        play(ledger, 1, FOUR)
        alter(ledger, "UPDATE sessions SET hands = 7 WHERE id = 1", "UPDATE events SET body = 'x' WHERE session_id = 2")
        alter(ledger, "DELETE FROM standings WHERE session_id = 3", "UPDATE games SET seed = 8", "DELETE FROM players")
        alter(ledger, "UPDATE kept SET score = 1", "UPDATE tournaments SET rounds = 9")
        found = [one.sentence for one in ledger.check().findings]
        assert_said(found, (*TYPED, "kemp-chi", "cup", "players", "events", "sessions", "standings"))
    assert_said([str(Conflict(1, None)), str(Conflict(1, Ended(at=AT), "甲"))], ("UTC",))

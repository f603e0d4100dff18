"""What the ledger says in another language: no English word is left in it."""

import pytest

from mjcompanion.ledger.errors import Conflict
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.table.events import Ended
from tests.ledger.making import AT, alter, play
from tests.ledger.whole import fill
from tests.plain import NAMES, assert_said

pytestmark = pytest.mark.usefixtures("pseudo")

TITLE = "Tuesday, “the” <b>club</b>\\n@home"


def test_checks_and_conflicts(path):
    with Ledger.open(path) as ledger:
        fill(ledger)
        play(ledger, 1, NAMES[:4])
        alter(ledger, "UPDATE sessions SET hands = 7 WHERE id = 1", "UPDATE events SET body = 'x' WHERE session_id = 2")
        alter(ledger, "DELETE FROM standings WHERE session_id = 3", "UPDATE games SET seed = 8", "DELETE FROM players")
        alter(ledger, "UPDATE kept SET score = 1", "UPDATE tournaments SET rounds = 9")
        found = [one.sentence for one in ledger.check().findings]
        assert_said(found, (TITLE, "Tuesday", "kemp-chi", "cup", "players", "events", "sessions", "standings"))
    assert_said([str(Conflict(1, None)), str(Conflict(1, Ended(at=AT), "甲"))], ("UTC",))

"""The notebook's one list: all kinds in one order, page by page, and narrowed by everything."""

import csv
import io
import random

import pytest

from mjcompanion.ledger.values import PRACTICE, GameRow, KeptHand, NotebookFilter
from tests.ledger.gaming import add, changed, row
from tests.ledger.keeping import record
from tests.ledger.making import at, paged, play


def moment(entry):
    if isinstance(entry, KeptHand):
        return entry.at
    return entry.finished_at if isinstance(entry, GameRow) else entry.started_at


@pytest.fixture
def full(ledger):
    """Eighty entries of all kinds, many of one moment."""
    rng = random.Random(2)
    for number in range(80):
        when = at(rng.randrange(12))
        kind = rng.randrange(4)
        if kind == 0:
            ledger.hands.keep(record("classical"), at=when, player=("Ann", "Zoë")[number % 2], remark=f"No. {number}")
        elif kind == 1:
            final = 5 if number % 3 else None
            add(ledger, changed(row(number, final=final, asked=number % 2), begun_at=when, finished_at=when))
        elif kind == 2:
            play(ledger, 1, moment=when, title=("Club", "")[number % 2])
        else:
            ledger.hands.keep(record("simple"), at=when, kind=PRACTICE, place=f"simple 1 {number + 1}")
    return ledger


WANTED = [
    NotebookFilter(),
    NotebookFilter(kinds=("games",)),
    NotebookFilter(kinds=("hands", "sessions")),
    NotebookFilter(rules="simple"),
    NotebookFilter(text="club"),
    NotebookFilter(text="no. 4"),
    NotebookFilter(since=at(3), until=at(8)),
    NotebookFilter(won=True),
    NotebookFilter(assisted=False, won=False),
    NotebookFilter(name="Zoë"),
    NotebookFilter(put_aside=True),
    NotebookFilter(kinds=("sessions",), won=True),
]


def test_page_by_page_each_comes_once_and_in_order(full):
    for wanted in WANTED:
        whole = full.notebook.page(wanted, None, 1_000).rows
        for limit in (1, 2, 7, 50):
            assert tuple(paged(full.notebook.page, wanted, limit)) == whole, (wanted, limit)
        times = [moment(entry) for entry in whole]
        assert times == sorted(times, reverse=True), wanted
        assert sum(full.notebook.counts(wanted).values()) == len(whole), wanted


def test_it_is_what_the_lists_of_each_kind_are(full):
    whole = full.notebook.page(limit=1_000).rows
    for kind, lists in (("sessions", full.sessions.page), ("games", full.games.page), ("hands", full.hands.page)):
        assert full.notebook.page(NotebookFilter(kinds=(kind,)), None, 1_000).rows == lists(limit=1_000).rows
    assert len(whole) == 80
    assert len({entry.uid for entry in whole}) == 80


def test_a_player_has_sessions_by_id_and_kept_hands_by_name(full):
    ann = full.players.named("Ann").uid
    found = full.notebook.page(NotebookFilter(player=ann, name="Ann"), None, 1_000).rows
    assert {type(entry).__name__ for entry in found} == {"SessionRow", "KeptHand"}
    assert all(entry.player == "Ann" for entry in found if isinstance(entry, KeptHand))
    assert full.hands.players() == ("Ann", "Zoë")


def test_what_was_deleted_is_listed_apart(full):
    hand = next(entry for entry in full.notebook.page(limit=1_000).rows if isinstance(entry, KeptHand))
    game = next(entry for entry in full.notebook.page(limit=1_000).rows if isinstance(entry, GameRow))
    full.hands.remove(hand.uid)
    full.games.remove(game.uid)
    assert {entry.uid for entry in full.notebook.page(NotebookFilter(put_aside=True)).rows} == {hand.uid, game.uid}
    assert len(full.notebook.page(limit=1_000).rows) == 78


def test_a_csv_has_a_row_for_each_in_columns_that_all_have(full):
    out, told = io.BytesIO(), []
    assert full.notebook.export_to(out, "csv", NotebookFilter(), lambda *how: told.append(how)) == 80
    rows = list(csv.DictReader(io.StringIO(out.getvalue().decode(), newline="")))
    assert [row["id"] for row in rows] == [entry.uid for entry in full.notebook.page(limit=1_000).rows]
    assert {row["kind"] for row in rows} == {"hands", "games", "sessions", "practice"}
    assert told[-1] == (80, 80)

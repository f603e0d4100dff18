"""Lists of games, hands and exercises, and the notebook's one list of all: in one order, page by page, and narrowed."""

import csv
import io
import random
from contextlib import ExitStack

import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import PRACTICE, GameFilter, GameRow, KeptFilter, KeptHand, NotebookFilter
from tests.ledger.conftest import new_database
from tests.ledger.gaming import add, row
from tests.ledger.keeping import record
from tests.ledger.making import at, paged, play

MANY = 120


@pytest.fixture(scope="module", params=["file", "server"])
def full(request, tmp_path_factory):
    """A ledger in which everything is that is listed here; the tests only read it."""
    with ExitStack() as stack:
        if request.param == "file":
            address = tmp_path_factory.mktemp("full") / "ledger.db"
        else:
            address = stack.enter_context(new_database(request.getfixturevalue("server")))
        yield fill(stack.enter_context(Ledger.open(address)))


def fill(ledger):
    """Add entries of all kinds, many of one moment, some of them deleted."""
    rng = random.Random(2)
    for number in range(MANY):
        when, kind = at(rng.randrange(20) * 300), rng.choice(("hand", "hand", "game", "game", "session", "practice"))
        if kind == "hand":
            hand = ledger.hands.keep(
                record(rng.choice(("classical", "simple"))),
                at=when,
                player=rng.choice(("Ann", "ANN ", "Zoë", "")),
                place=rng.choice(("Home", "Club")),
                remark=f"No. {number}!",
            )
            if rng.random() < 0.2:
                ledger.hands.remove(hand.uid)
        elif kind == "game":
            rules, final = rng.choice(("kemp-chinese", "simple")), rng.choice((None, 5))
            helped = rng.choice(({}, {"asked": 3}, {"taken_back": 1}))
            add(ledger, row(number, rules, final, begun_at=when, finished_at=when, **helped))
            if rng.random() < 0.2:
                ledger.games.remove(f"{number:04}-{rules}")
        elif kind == "session":
            play(ledger, 1, moment=when, title=rng.choice(("Club", "")))
        else:
            ledger.hands.keep(record("simple"), at=when, kind=PRACTICE, place=f"simple 1 {number + 1}")
    return ledger


def moment(entry):
    if isinstance(entry, KeptHand):
        return entry.at
    return entry.finished_at if isinstance(entry, GameRow) else entry.started_at


GAMES = [
    (GameFilter(rules="simple"), lambda one: one.rules == "simple"),
    (GameFilter(won=True), lambda one: one.won),
    (GameFilter(won=False), lambda one: not one.won),
    (GameFilter(assisted=True), lambda one: one.assisted),
    (GameFilter(assisted=False), lambda one: not one.asked and not one.taken_back),
    (GameFilter(text="1"), lambda one: "1" in str(one.seed) or "1" in one.hand),
    (GameFilter(text=" 456P "), lambda one: "456p" in one.hand),
    (GameFilter(text="%"), lambda _: False),
    (GameFilter(since="2026-11-03"), lambda one: one.finished_at >= "2026-11-03"),
    (GameFilter(until="2026-11-02"), lambda one: one.finished_at[:10] <= "2026-11-02"),
    (
        GameFilter(rules="kemp-chinese", won=True, assisted=False, since=at(900), until=at(4_000)),
        lambda one: (
            one.rules == "kemp-chinese" and one.won and not one.assisted and at(900) <= one.finished_at <= at(4_000)
        ),
    ),
]
HANDS = [
    (KeptFilter(player="ann"), lambda one: one.player.casefold() == "ann"),
    (KeptFilter(rules="simple"), lambda one: one.rules == "simple"),
    (KeptFilter(text="9! no."), lambda one: one.remark.endswith("9!")),
    (KeptFilter(text="CLUB"), lambda one: one.place == "Club"),
    (KeptFilter(text="home club"), lambda _: False),
    (KeptFilter(text="club classical"), lambda one: one.place == "Club" and one.rules == "classical"),
    (KeptFilter(since=at(3_000)), lambda one: one.at >= at(3_000)),
    (KeptFilter(until=at(900)), lambda one: one.at <= at(900)),
    (KeptFilter(rules="classical", player="Zoë", since=at(300)), lambda one: (one.player, one.rules) == ("Zoë", "classical") and one.at >= at(300)),
]  # fmt: skip


@pytest.mark.parametrize(("store", "kind", "cases"), [("games", GameFilter, GAMES), ("hands", KeptFilter, HANDS)])
def test_a_filter_lets_through_what_it_says(full, store, kind, cases):
    store = getattr(full, store)
    every, deleted = (store.page(kind(put_aside=aside), limit=MANY).rows for aside in (False, True))
    assert list(every) == sorted(every, key=moment, reverse=True)
    assert every
    assert deleted
    assert not {one.uid for one in every} & {one.uid for one in deleted}
    for wanted, fits in (*cases, (kind(), lambda _: True)):
        due = [one for one in every if fits(one)]
        for limit in (1, 7, len(every)):
            assert paged(store.page, wanted, limit) == due, wanted
        assert store.count(wanted) == len(due), wanted


WANTED = [
    NotebookFilter(),
    NotebookFilter(kinds=("games",)),
    NotebookFilter(kinds=("hands", "sessions")),
    NotebookFilter(rules="simple"),
    NotebookFilter(text="club"),
    NotebookFilter(text="simple 1 4"),
    NotebookFilter(since=at(900), until=at(2_400)),
    NotebookFilter(won=True),
    NotebookFilter(assisted=False, won=False),
    NotebookFilter(name="Zoë"),
    NotebookFilter(put_aside=True),
    NotebookFilter(kinds=("sessions",), won=True),
]


def test_the_notebook_has_each_entry_once_and_in_order(full):
    for wanted in WANTED:
        whole = full.notebook.page(wanted, None, MANY).rows
        for limit in (1, 7, 50):
            assert tuple(paged(full.notebook.page, wanted, limit)) == whole, (wanted, limit)
        times = [moment(entry) for entry in whole]
        assert times == sorted(times, reverse=True), wanted
        assert sum(full.notebook.counts(wanted).values()) == len(whole), wanted


def test_the_notebook_is_what_the_lists_of_each_kind_are(full):
    lists = {
        "sessions": full.sessions.page(limit=MANY).rows,
        "games": full.games.page(limit=MANY).rows,
        "hands": full.hands.page(limit=MANY).rows,
        "practice": full.hands.page(KeptFilter(kind=PRACTICE), limit=MANY).rows,
    }
    for kind, rows in lists.items():
        assert full.notebook.page(NotebookFilter(kinds=(kind,)), None, MANY).rows == rows
    assert full.notebook.counts() == {kind: len(rows) for kind, rows in lists.items()}
    whole = full.notebook.page(limit=MANY).rows
    assert len({entry.uid for entry in whole}) == len(whole) == sum(map(len, lists.values()))
    deleted = full.notebook.page(NotebookFilter(put_aside=True), None, MANY).rows
    assert len(whole) + len(deleted) == MANY


def test_a_player_has_sessions_by_id_and_kept_hands_by_name(full):
    ann = full.players.named("Ann").uid
    found = full.notebook.page(NotebookFilter(player=ann, name="Ann"), None, MANY).rows
    assert {type(entry).__name__ for entry in found} == {"SessionRow", "KeptHand"}
    assert all(entry.player.casefold() == "ann" for entry in found if isinstance(entry, KeptHand))
    assert {name.casefold() for name in full.hands.players()} == {"ann", "zoë"}


def test_a_csv_has_a_row_for_each_in_columns_that_all_have(full):
    out, told, whole = io.BytesIO(), [], full.notebook.page(limit=MANY).rows
    assert full.notebook.export_to(out, "csv", NotebookFilter(), lambda *how: told.append(how)) == len(whole)
    rows = list(csv.DictReader(io.StringIO(out.getvalue().decode(), newline="")))
    assert [row["id"] for row in rows] == [entry.uid for entry in whole]
    assert {row["kind"] for row in rows} == {"hands", "games", "sessions", "practice"}
    assert told[-1] == (len(whole), len(whole))

"""What isn't as it was written is noticed when it is read, and named; it is worked out again, or a backup has it.

A row that SQL deletes leaves no checksum: only events, seats and players that others refer to are missed.
"""

import re
import shutil
import sqlite3
from contextlib import closing, suppress

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.backups import NEWEST_KEPT
from mjcompanion.ledger.checksums import checksum, first_damaged
from mjcompanion.ledger.errors import Damaged, DamagedRecord, LedgerError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import FiguresFilter, GameFilter, SessionFilter
from tests.ledger.gaming import real
from tests.ledger.keeping import keep
from tests.ledger.making import (
    ASKED,
    alter,
    cup,
    eventful,
    leave_alone,
    people,
    play,
    put,
    sit,
    store,
    told,
)

pytestmark = pytest.mark.in_turn


def shows_nothing_wrong(ledger, before):
    """Whether each list and figure is what it was, is refused, or lacks what was named."""
    for ask, due in zip(ASKED, before, strict=True):
        with suppress(LedgerError):
            if ask(ledger) != due and not ledger.notices:
                return False
    return True


def fill(ledger):
    """Two sessions, a merged player and one of every other record; with nothing beside the ledger."""
    store(ledger, eventful(people(ledger)))
    play(ledger, 3, title="Tuesday", names=("Ann", "Bob", "Eve", "Dorothy"))
    ledger.players.merge(ledger.players.named("Dorothy").uid, ledger.players.named("Dora").uid)
    ledger.games.add(*real(won=True))
    keep(ledger)
    cup(ledger)
    ledger.backup_timer.run()
    leave_alone(ledger)
    return ledger


@pytest.fixture
def full(ledger):
    return fill(ledger)


@pytest.fixture
def backed_up(path):
    """The same in a file, with one backup."""
    with Ledger.open(path) as opened:
        fill(opened)
        opened.backup()
        yield opened


def restore_all(ledger):
    """Bring back what is damaged, as a person is offered to."""
    for one in ledger.check().findings:
        if one.in_backups:
            (stored,) = ledger.in_backups(one.kind, one.session)
            assert ledger.bring_back(stored.uid, stored.backup.path, stored.kind) == one.session


def test_all_is_as_it_was_written(full):
    assert full.check().ok
    assert full.rebuild() == 0
    told(full)
    assert not full.notices


# what follows from events


FOLLOWING = [
    *(
        f"UPDATE standings SET {one} = {one} + 7 WHERE place = 1"
        for one in ("balance", "net", "hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "best")
    ),
    "UPDATE standings SET net = net + 100 - 200 * place WHERE place < 2",
    "UPDATE standings SET person_id = 1",
    "UPDATE standings SET started_at = '2027-01-01T00:00:00Z', best_item = 'x' WHERE place = 0",
    "UPDATE standings SET checksum = 0",
    "DELETE FROM standings WHERE place = 3",
    "DELETE FROM standings",
    *(f"UPDATE sessions SET {one} = {one} + 1" for one in ("hands", "last_seq", "touched", "checksum")),
    *(f"UPDATE sessions SET {one} = 'x' WHERE id = 1" for one in ("title", "rules_name", "fingerprint", "title_key")),
    "UPDATE sessions SET started_at = '2020-01-01T00:00:00Z', rules = 'simple', ended = NOT ended WHERE id = 2",
    "UPDATE players SET name_key = 'x' WHERE name = 'Ann'",
]


@pytest.mark.parametrize("change", FOLLOWING)
def test_what_does_not_follow_from_the_hands_is_named_and_worked_out_again(full, change):
    before = told(full)
    alter(full, change)
    assert shows_nothing_wrong(full, before) or not full.is_file  # statistics compare the rows of files alone
    findings = full.check().findings
    assert findings
    assert all(one.repairable for one in findings)
    full.notices.clear()
    assert full.rebuild() == len(full.notices) > 0
    assert full.check().ok
    assert told(full) == before


@pytest.mark.parametrize("value", ["'abc'", "9223372036854775807", "-1"])
def test_a_session_is_not_the_last_for_ever(path, value):
    with Ledger.open(path) as ledger:
        play(ledger, 1)
        alter(ledger, f"UPDATE sessions SET touched = {value}")
        assert ledger.rebuild() == 1
        assert ledger.check().ok
        uid = play(ledger, 1)
        assert ledger.sessions.last().uid == uid


STATISTICS = [lambda ledger: ledger.statistics.sessions(SessionFilter(player=ledger.players.named("Ann").uid))]
SEATED = [
    lambda ledger: ledger.sessions.get(ledger.sessions.resolve("x")),
    lambda ledger: ledger.export("csv", ["x"]),
    lambda ledger: ledger.tournaments.contest("cup"),
    lambda ledger: ledger.sessions.row("x"),
]


@pytest.mark.parametrize(
    ("change", "ask"),
    [
        *((f"UPDATE standings SET {one} WHERE place = 3", STATISTICS[0]) for one in ("net = net + 7", "place = 9")),
        ("UPDATE standings SET person_id = 6 WHERE place = 3", STATISTICS[0]),
        ("DELETE FROM standings WHERE place = 3", STATISTICS[0]),
        *((f"UPDATE sessions SET seats = {one}", ask) for one in ("'[]'", "'x'", "''", "5") for ask in SEATED),
    ],
)
def test_a_damaged_seat_is_shown_nowhere(path, ask, change):
    """Also where the ledger was damaged, or grew, after it was opened."""
    with Ledger.open(path) as ledger:
        uid = sit(ledger, cup(ledger), 0, 0)
        content = ledger.export("json", with_tournaments=True).replace(uid.encode(), b"x")
    with Ledger.open(path.with_name("other.db")) as ledger:
        ledger.import_json(content)
        alter(ledger, change)
        with pytest.raises(DamagedRecord) as caught:
            ask(ledger)
        assert ledger.can_repair(caught.value.kind, caught.value.uid)
        assert ledger.rebuild() == 1
        ask(ledger)


def test_a_later_change_makes_no_damaged_row_right(full):
    before = full.statistics.sessions()
    dorothy, eve = (full.players.named(name) for name in ("Dora", "Eve"))
    (merged,) = full.players.merged(dorothy.uid)
    alter(full, "UPDATE standings SET net = net + 7 WHERE session_id = 2")
    full.players.unmerge(merged.uid)
    full.players.merge(merged.uid, dorothy.uid)
    full.players.rename(eve.uid, "Eva")
    full.players.rename(eve.uid, "Eve")
    assert [one.kind for one in full.check().findings] == ["session"]
    uid = full.sessions.page().rows[0].uid
    alter(full, "UPDATE sessions SET title = 'x'", "UPDATE players SET name = 'x' WHERE name = 'Eve'")
    for change in (
        lambda: full.players.rename(eve.uid, "Eva"),
        lambda: full.players.merge(eve.uid, dorothy.uid),
        lambda: full.sessions.append(uid, full.sessions.get(uid).last_seq + 1, put(9)),
    ):
        with pytest.raises(DamagedRecord):
            change()
    assert len(full.check().findings) == 3
    full.rebuild()
    assert full.check().ok
    full.players.rename(eve.uid, "Eve")
    assert full.statistics.sessions() == before


# events


EVENTS = [
    "UPDATE events SET body = replace(body, '\"event\"', '\"evenT\"') WHERE seq = 1 AND session_id = 1",
    "UPDATE events SET at = 'x' WHERE seq = 1 AND session_id = 1",
    "UPDATE events SET seq = 100 WHERE session_id = 2 AND seq = 3",
    *(f"DELETE FROM events WHERE session_id = 2 AND seq = {seq}" for seq in (0, 1, 3)),
    "DELETE FROM events WHERE session_id = 1",
    "DELETE FROM events",
]


@pytest.mark.parametrize("change", EVENTS)
def test_hands_that_nobody_knows_are_told_and_the_others_stay(full, change):
    rows = full.sessions.page().rows
    alter(full, change)
    wrong = {one.session for one in full.check().findings}
    assert wrong
    assert full.rebuild() == 0
    for row in rows:
        assert (row.uid in wrong) == (not full.can_repair("session", row.uid))
        for ask in (
            lambda row=row: full.sessions.get(row.uid),
            lambda row=row: full.sessions.append(row.uid, 1, put(1)),
            *(lambda row=row, kind=kind: full.export(kind, [row.uid]) for kind in ("json", "csv", "text")),
        ):
            if row.uid in wrong:
                with pytest.raises(DamagedRecord) as caught:
                    ask()
                assert caught.value.uid == row.uid
            else:
                with suppress(RuleError, LedgerError):  # it goes on, or another event is there
                    ask()


@pytest.mark.parametrize("change", EVENTS)
def test_a_damaged_session_is_restored_from_the_backup_that_has_it(backed_up, change):
    before = told(backed_up)
    alter(backed_up, change)
    assert shows_nothing_wrong(backed_up, before)
    for one in backed_up.check().findings:
        (stored,) = backed_up.in_backups(one.kind, one.session)
        assert (stored.uid, stored.hands) == (one.session, backed_up.sessions.row(one.session).hands)
    restore_all(backed_up)
    assert told(backed_up) == before
    assert backed_up.check().ok


def test_a_backup_that_lacks_the_last_hands_says_how_many_it_has(backed_up):
    uid = backed_up.sessions.page().rows[0].uid
    before = backed_up.sessions.get(uid)
    (made,) = backed_up.backups()
    made.path.rename(made.path.with_name(re.sub(r"\d{8}T", "20261399T", made.path.name)))  # a day there isn't
    backed_up.sessions.append(uid, before.last_seq + 1, put(9))
    alter(backed_up, f"UPDATE events SET body = 'x' WHERE seq = 1 AND body LIKE '%{at_of(before, 1)}%'")
    (stored,) = backed_up.in_backups("session", uid)
    assert (stored.backup.at[:9], stored.hands) == ("20261399T", 3)
    assert backed_up.bring_back(uid) == uid
    assert backed_up.sessions.get(uid) == before
    assert backed_up.check().ok


def at_of(stored, seq):
    return stored.events[seq].at


def test_a_session_that_is_gone_is_brought_back_alone(backed_up, tmp_path):
    uid, other = (row.uid for row in backed_up.sessions.page().rows)
    before = told(backed_up)
    copy = backed_up.backup(tmp_path / "copy.db").path
    (number,) = (row[0] for row in rows_in(copy, f"SELECT id FROM sessions WHERE uid = '{uid}'"))
    alter(
        backed_up,
        f"DELETE FROM sessions WHERE id = {number}",
        *(f"DELETE FROM {one} WHERE session_id = {number}" for one in ("events", "standings")),
    )
    assert backed_up.bring_back(uid, copy) == uid
    assert told(backed_up)[:3] == before[:3]
    assert backed_up.check().ok
    with pytest.raises(RuleError) as refused:
        backed_up.bring_back("zz", copy, "session")
    assert refused.value.problems[0].code == "backup-no-session"
    copy.write_bytes(copy.read_bytes()[:-5000])
    with pytest.raises(Damaged):
        backed_up.bring_back(other, copy)


def rows_in(path, query):
    with closing(sqlite3.connect(path)) as file:
        return file.execute(query).fetchall()


def test_events_that_are_left_of_a_session_belong_to_no_other(path):
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        play(ledger, 3)
        alter(ledger, "DELETE FROM sessions WHERE id = 2")
        assert not ledger.check().ok
        uid = play(ledger, 1)
        assert ledger.sessions.get(uid).last_seq == 1
        assert rows_in(path, "SELECT count(*) FROM events WHERE session_id = 2") == [(4,)]


def test_an_id_with_which_another_begins_names_its_own_session(backed_up):
    content = backed_up.export("json")
    for row, uid in zip(backed_up.sessions.page().rows, ("club", "club-2"), strict=True):
        content = content.replace(row.uid.encode(), uid.encode())
    backed_up.import_json(content)
    copy = backed_up.backup().path
    for named in (None, copy):
        assert backed_up.bring_back("club", named) == "club"
        with pytest.raises(RuleError) as refused:
            backed_up.bring_back("clu", named)
        assert refused.value.problems[0].code == "session-prefix"


# players


@pytest.mark.parametrize(
    "change",
    ["name = 'Chucj'", "name = CAST('Bob' AS BLOB)", "name = ''", "merged_into = id", "created_at = 'x'", "uid = 'x'"],
)
@pytest.mark.parametrize("name", ["Chuck", "Dorothy"])
def test_a_damaged_player_is_left_out_and_restored_from_the_backup(backed_up, name, change):
    before = told(backed_up)
    alter(backed_up, f"UPDATE players SET {change} WHERE name = '{name}'")
    assert shows_nothing_wrong(backed_up, before)
    assert backed_up.rebuild() == 0  # a backup knows the name
    for one in backed_up.check().findings:
        for stored in backed_up.in_backups(one.kind, one.session):
            backed_up.bring_back(stored.uid, kind=stored.kind)
    assert told(backed_up) == before
    assert backed_up.check().ok


@pytest.mark.parametrize("change", ["name = 'Chucj'", "name = CAST('Bob' AS BLOB)", "name = ''", "merged_into = id"])
@pytest.mark.parametrize("name", ["Chuck", "Dora", "Dorothy"])
def test_a_name_that_no_backup_has_is_accepted_when_the_ledger_is_repaired(full, name, change):
    if not full.is_file and "BLOB" in change:
        change = "name = 'Bobby'"
    alter(full, f"UPDATE players SET {change} WHERE name = '{name}'")
    assert {one.kind for one in full.check().findings} == {"player"}
    assert full.rebuild() >= 1
    assert full.check().ok
    assert full.rebuild() == 0


@pytest.mark.parametrize("change", ["DELETE FROM players", "UPDATE players SET uid = 'x'"])
def test_a_player_who_is_gone_is_missed_and_brought_back(backed_up, change):
    before, chuck = told(backed_up), backed_up.players.named("Chuck").uid
    alter(backed_up, f"{change} WHERE name = 'Chuck'")
    assert len(backed_up.sessions.page().rows) == 1
    assert len(backed_up.notices) == 1
    assert ("player", chuck) in {(one.kind, one.session) for one in backed_up.check().findings}
    assert backed_up.rebuild() == 0
    assert backed_up.bring_back(chuck, kind="player") == chuck
    assert told(backed_up) == before
    assert backed_up.check().ok


# whatever stands in a row


RECORDS = {
    "games": (
        "score = score + 2",
        "final_cents = 1",
        "assisted = 1 - assisted",
        "put_aside = 2",
        "key = ''",
        "seed = 8",
    ),
    "kept": (
        "remark = 'x'",
        "score = score + 1",
        "put_aside = 1",
        "kind = 'x'",
        "house = 'x'",
        "changes = 5",
        "won = 7",
    ),
    "tournaments": ("title = 'Cap'", "put_aside = 1", "changes = 5", "rounds = 9"),
}
EVERY = ("record = x'00'", "record = substr(record, 1, 50)", "record = 'x'", "record_checksum = 1", "checksum = 0")
_KINDS = {"games": "game", "kept": "kept", "tournaments": "tournament"}


@pytest.mark.parametrize(
    ("table", "change"),
    [(table, change) for table, changes in RECORDS.items() for change in (*changes, *EVERY)],
)
def test_a_damaged_record_is_named_and_restored_from_the_backup(backed_up, table, change):
    before = told(backed_up)
    alter(backed_up, f"UPDATE {table} SET {change}")
    with Ledger.open(backed_up.place.path, read_only=True) as reading:
        assert bool(reading.notices) != change.startswith("record = ")  # the record is compared when it is opened
    assert shows_nothing_wrong(backed_up, before) or change.startswith(("put_aside", "kind"))
    (finding,) = backed_up.check().findings
    assert (finding.kind, finding.repairable) == (_KINDS[table], False)
    assert backed_up.rebuild() == 0
    restore_all(backed_up)
    assert told(backed_up) == before
    assert backed_up.check().ok


@pytest.mark.parametrize(
    ("table", "change"),
    [
        *(("sessions", f"title = {one}") for one in ("x'00ff'", "5")),
        *(("sessions", f"hands = {one}") for one in ("9e999", "-9e999", "hands + 0.5")),
        *(("standings", one) for one in ("best_item = x'7b'", "place = 'first'", "started_at = x'00'")),
        *(("players", one) for one in ("name_slot = x'00ff'", "created_at = 1e999")),
        *(("games", one) for one in ("hand = x'00ff'", "score = 9e999", "uid = x'00'", "key = CAST(key AS BLOB)")),
        *(("kept", one) for one in ("remark = x'00ff'", "score = -9e999", "at = x'00'", "uid = x'00'")),
        *(("tournaments", one) for one in ("title = x'00'", "uid = x'00'")),
        *(("events", one) for one in ("body = CAST(body AS BLOB)", "at = 5")),
    ],
)
def test_whatever_stands_in_a_row_it_alone_is_left_out_and_told(path, table, change):
    with Ledger.open(path) as ledger:
        fill(ledger)
        before = told(ledger)
    which = "session_id = 2 AND place = 1" if table == "standings" else f"id = (SELECT max(id) FROM {table})"
    alter(str(path), f"UPDATE {table} SET {change} WHERE {which}")
    for read_only in (True, False):
        with Ledger.open(path, read_only=read_only) as ledger:
            assert len(ledger.notices) == (table != "events")
            assert shows_nothing_wrong(ledger, before) or ledger.notices
            assert not ledger.check().ok
            for ask in (
                *(ledger.notebook.page, ledger.sessions.unfinished, ledger.sessions.last, ledger.players.recent),
                *(ledger.rebuild, lambda ledger=ledger: ledger.export("json", with_games=True, with_kept=True)),
            ):
                with suppress(LedgerError, RuleError):
                    ask()


@pytest.mark.parametrize(
    ("change", "ask"),
    [
        *(
            (f"UPDATE games SET {one}", lambda statistics: statistics.games(GameFilter(rules="kemp-chinese")))
            for one in ("assisted = 1", "won = 0", "final_cents = 7", "house = NULL")
        ),
        *(
            (f"UPDATE kept SET {one}", lambda statistics: statistics.hands_and_games(FiguresFilter(with_seen=True)))
            for one in ("factor_num = 1", "won = 0", "at = '2020-01-01T00:00:00Z'", "house = NULL")
        ),
        ("UPDATE standings SET wins = wins + 1", lambda statistics: statistics.sessions(SessionFilter(since="2000"))),
        ("DELETE FROM standings WHERE place = 2", lambda statistics: statistics.sessions()),
    ],
)
def test_no_sum_is_made_of_damaged_rows(backed_up, change, ask):
    alter(backed_up, change)
    with pytest.raises(DamagedRecord):
        ask(backed_up.statistics)


def test_a_checksum_tells_types_apart():
    values = [1, "1", 1.0, None, "", b"1", -1]
    assert len({checksum([one]) for one in values}) == len(values)


# files


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE players",
        "ALTER TABLE standings RENAME COLUMN net TO nett",
        "DELETE FROM meta",
        "INSERT INTO meta VALUES (2, 'x', 5, '')",
        "UPDATE meta SET version = 'abc'",
        "UPDATE alembic_version SET version_num = '0009x'",
        "DELETE FROM alembic_version",
    ],
)
def test_a_ledger_of_another_shape_is_refused(path, change, read_only):
    with Ledger.open(path) as ledger:
        play(ledger, 2)
    alter(path, change)
    with pytest.raises(Damaged):
        Ledger.open(path, read_only=read_only)


def test_a_copy_of_what_is_hurt_is_never_called_whole(path):
    """And what was copied before, when all was well, is thrown away for none of it."""
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        good = ledger.backup()
        alter(ledger, 'UPDATE events SET body = replace(body, \'"by":"\', \'"bY":"\') WHERE seq = 1')
        for _ in range(14):
            alter(ledger, "UPDATE meta SET version = version + 1")
            assert not ledger.backup().ok
        found = ledger.backups()
        assert [one.ok for one in found] == [False] * NEWEST_KEPT + [True] * (len(found) - NEWEST_KEPT)
        assert good.path in [one.path for one in found]
        ledger.bring_back(ledger.sessions.page().rows[0].uid, good.path)
        assert ledger.backup().ok
        assert good.path in [one.path for one in ledger.backups()]


def test_a_backup_that_has_the_damage_too_is_passed_over(backed_up):
    before, (good,) = told(backed_up), backed_up.backups()
    uid = backed_up.games.page().rows[0].uid
    alter(backed_up, "UPDATE games SET record = (SELECT record FROM kept)")
    newer = good.path.with_name(good.path.name.replace(good.at[:4], "9999"))
    shutil.copyfile(good.path, newer)
    alter(newer, "UPDATE games SET score = 1")
    (stored,) = backed_up.in_backups("game", uid)
    assert stored.backup.path == good.path
    backed_up.bring_back(uid)
    assert told(backed_up) == before


@pytest.mark.parametrize(
    "change",
    [
        *(f"UPDATE {table} SET checksum = checksum + 1" for table in ("players", "sessions", "standings", "events")),
        *(f"UPDATE {table} SET put_aside = 1 - put_aside" for table in RECORDS),
    ],
)
def test_a_flaw_is_found_in_every_table(backed_up, tmp_path, change):
    copy = backed_up.backup(tmp_path / "copy.db").path
    with closing(sqlite3.connect(copy)) as file:
        assert first_damaged(file) == ""
        file.execute(change)
        assert first_damaged(file) == change.split()[1]

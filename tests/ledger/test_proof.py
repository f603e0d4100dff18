"""What isn't as it was written is noticed when it is read, and named; nothing wrong is shown, and backups have it."""

import random
import re
import shutil
import sqlite3
from contextlib import closing, suppress

import pytest
from sqlalchemy import text

from mjcompanion.ledger.checksums import chain_of, chained, checksum, flaw_of, seal
from mjcompanion.ledger.errors import Astray, Damaged, LedgerError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import GameFilter, SessionFilter
from mjcompanion.problems import RuleError
from tests.ledger.gaming import real
from tests.ledger.keeping import keep
from tests.ledger.making import FOUR, cup, eventful, leave_alone, people, play, put, store

pytestmark = pytest.mark.in_turn


def alter(ledger, *statements):
    """Something done to the database past the program."""
    with ledger.engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))


def past(path, *statements):
    """The same by another program, which minds no references."""
    with closing(sqlite3.connect(path)) as file, file:
        for statement in statements:
            file.execute(statement)


ASKED = (
    lambda ledger: ledger.sessions.page().rows,
    lambda ledger: ledger.statistics.sessions(),
    lambda ledger: ledger.players.search(),
    lambda ledger: [ledger.sessions.get(row.uid) for row in ledger.sessions.page().rows],
    lambda ledger: ledger.sessions.count(),
    lambda ledger: ledger.games.page(),
    lambda ledger: ledger.statistics.hands_and_games(),
    lambda ledger: ledger.sessions.last(),
)
"""Everything that lists and figures say."""


def all_told(ledger):
    return tuple(ask(ledger) for ask in ASKED)


def shows_nothing_wrong(ledger, before):
    """Whether each list and figure is what it was, is refused, or lacks what was named."""
    for ask, due in zip(ASKED, before, strict=True):
        with suppress(LedgerError):
            if ask(ledger) != due and not ledger.notices:
                return False
    return True


@pytest.fixture
def full(ledger):
    """Two sessions, a merged player and a game; with nothing beside it that has them too."""
    store(ledger, eventful(people(ledger)))
    play(ledger, 3, title="Tuesday", names=("Ann", "Bob", "Eve", "Dorothy"))
    ledger.players.merge(ledger.players.named("Dorothy").uid, ledger.players.named("Dora").uid)
    ledger.games.add(*real(won=True))
    ledger.backup_timer.run()
    leave_alone(ledger)
    return ledger


def backup_alone(ledger):
    """Make a backup, with no other beside it."""
    leave_alone(ledger)
    return ledger.backup()


TEXTS = [
    *(f"sessions.{name}" for name in ("uid", "title", "rules", "rules_name")),
    *(f"games.{name}" for name in ("uid", "winner", "hand", "by", "card", "key")),
    *(f"kept.{name}" for name in ("uid", "player", "place", "remark", "rules_name", "kind", "house", "hand")),
    *("players.uid", "players.name", "events.body", "standings.started_at", "tournaments.uid", "tournaments.title"),
]


@pytest.mark.parametrize("column", TEXTS)
def test_a_text_of_which_one_bit_makes_a_blob_is_told(path, column):
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        ledger.games.add(*real())
        keep(ledger)
        cup(ledger)
    table, name = column.split(".")
    past(path, f"UPDATE {table} SET {name} = CAST({name} AS BLOB)")
    with Ledger.open(path) as ledger:
        assert not ledger.check().ok
        for ask in (
            *(ledger.notebook.page, ledger.games.page, ledger.sessions.page, ledger.hands.page, ledger.tournaments.all),
            *(
                ledger.players.search,
                ledger.players.recent,
                ledger.statistics.sessions,
                ledger.statistics.hands_and_games,
            ),
            *(ledger.sessions.unfinished, ledger.sessions.last, ledger.rebuild, ledger.check),
            lambda: ledger.export("json", with_games=True, with_kept=True),
        ):
            with suppress(LedgerError, RuleError):
                ask()


ID = "(SELECT id FROM sessions WHERE uid = '{uid}')"


def test_rows_are_proved_as_they_were_written(full):
    assert full.check().ok
    assert full.rebuild() == 0
    all_told(full)
    assert not full.notices


FOLLOWING = [
    *(f"UPDATE standings SET {one} = {one} + 7 WHERE place = 1" for one in ("balance", "net", "hands", "wins")),
    *(f"UPDATE standings SET {one} = {one} + 7" for one in ("self_drawn", "thrown", "east_wins", "won_points", "best")),
    "UPDATE standings SET net = net + 3, wins = wins - 1 WHERE place = 2",
    "UPDATE standings SET person_id = 1",
    "UPDATE standings SET started_at = '2027-01-01T00:00:00Z' WHERE place = 0",
    "UPDATE standings SET best_item = 'x' WHERE place = 0",
    "UPDATE standings SET checksum = NULL",
    "UPDATE standings SET tally = 5 WHERE place = 3",
    "DELETE FROM standings WHERE place = 3",
    "DELETE FROM standings",
    *(f"UPDATE sessions SET {one} = {one} + 1" for one in ("hands", "last_seq", "tail", "touched")),
    *(f"UPDATE sessions SET {one} = 'x' WHERE id = 1" for one in ("title", "rules_name", "fingerprint")),
    "UPDATE sessions SET started_at = '2020-01-01T00:00:00Z' WHERE id = 2",
    "UPDATE sessions SET rules = 'simple' WHERE id = 2",
    "UPDATE sessions SET ended = NOT ended",
    "UPDATE sessions SET checksum = NULL",
    "UPDATE players SET name_key = 'x' WHERE name = 'Ann'",
    "UPDATE games SET row_checksum = NULL",
    "UPDATE games SET tally = 0",
    "UPDATE games SET final_cents = 1",
]


@pytest.mark.parametrize("change", FOLLOWING)
def test_what_does_not_follow_from_the_hands_is_named_and_worked_out_again(full, change):
    before = all_told(full)
    alter(full, change)
    assert shows_nothing_wrong(full, before)
    findings = full.check().findings
    assert findings
    assert all(one.repairable for one in findings)
    full.notices.clear()
    assert full.rebuild() == len(full.notices) > 0
    assert full.check().ok
    if "touched" not in change:  # when it was touched follows from nothing
        assert all_told(full) == before


def test_figures_that_balance_each_other_are_noticed(full):
    """What one row has too much another has too little, so that the sum of all is right."""
    alter(
        full,
        "UPDATE standings SET net = net + 100 WHERE place = 0 AND session_id = 1",
        "UPDATE standings SET net = net - 100 WHERE place = 1 AND session_id = 1",
    )
    with pytest.raises(Astray) as caught:
        full.statistics.sessions()
    assert full.can_repair(caught.value.kind, caught.value.uid)


@pytest.mark.parametrize(
    ("table", "hurt", "left"),
    [
        ("sessions", "title = x'00ff'", 1),
        ("sessions", "hands = 9e999", 1),
        ("sessions", "hands = -9e999", 1),
        ("sessions", "hands = hands + 0.5", 1),
        ("sessions", "title = 5", 1),
        ("sessions", "fingerprint = '\n[null]\n'", 1),
        ("standings", "best_item = x'7b'", 1),
        ("standings", "place = 'first'", 1),
        ("players", "name_slot = x'00ff'", 0),
        ("players", "created_at = 1e999", 0),
        ("games", "hand = x'00ff'", 0),
        ("games", "score = 9e999", 0),
        ("kept", "remark = x'00ff'", 0),
        ("kept", "score = -9e999", 0),
    ],
)
def test_whatever_stands_in_a_row_it_alone_is_left_out_and_told(path, table, hurt, left):
    with Ledger.open(path) as ledger:
        play(ledger, 3)
        play(ledger, 2, title="Tuesday")
        ledger.games.add(*real(won=True))
        keep(ledger)
    which = "session_id = 2 AND place = 1" if table == "standings" else "id = (SELECT max(id) FROM {table})"
    past(path, f"UPDATE {table} SET {hurt} WHERE {which.format(table=table)}")
    with Ledger.open(path, read_only=True) as ledger:
        for _ in range(2):
            pages = {
                "games": ledger.games.page().rows,
                "kept": ledger.hands.page().rows,
                "sessions": ledger.sessions.page().rows,
            }
            each = {name: len(rows) for name, rows in pages.items()}
            due = {"games": 1, "kept": 1, "sessions": 2}
            assert each == {**due, "sessions" if table in ("standings", "players") else table: left}
            assert len(ledger.notebook.page().rows) == sum(each.values())
        (said,) = ledger.notices
        assert "doesn't match what was written" in said


ODD = 'Zoë \U0001f004 "=\\/\x7f\u2028\u0301 Inf 9.0e+999'


def test_odd_letters_read_as_they_were_written(ledger):
    names = (ODD, "b\tb\x1fb", "c'c", "%s {d}")
    play(ledger, 2, title=ODD, names=names)
    keep(ledger, player=ODD, remark="one\ntwo\r\x01")
    (row,), (hand,) = ledger.sessions.page().rows, ledger.hands.page().rows
    assert (row.title, row.names) == (ODD, names)
    assert (hand.player, hand.remark) == (ODD, "one\ntwo\r\x01")
    assert {one.name for one in ledger.statistics.sessions()[0].players} == set(names)
    assert not ledger.notices


def test_who_sat_where_follows_from_no_order_in_the_file(ledger):
    play(ledger, 2)
    before = ledger.sessions.page().rows
    alter(ledger, *(f"UPDATE standings SET best_item = best_item WHERE place = {place}" for place in (2, 0, 3, 1)))
    if ledger.is_file:
        alter(ledger, "CREATE TABLE others AS SELECT * FROM standings ORDER BY place DESC", "DELETE FROM standings")
        alter(ledger, "INSERT INTO standings SELECT * FROM others", "DROP TABLE others")
    assert ledger.sessions.page().rows == before
    assert not ledger.notices


EVENTS = [
    "UPDATE events SET body = replace(body, '\"event\"', '\"evenT\"') WHERE seq = 1 AND session_id = 1",
    "UPDATE events SET chain = chain + 1 WHERE seq = 2",
    "DELETE FROM events WHERE session_id = 2 AND seq = 3",
    "DELETE FROM events WHERE session_id = 2 AND seq = 1",
    "UPDATE events SET seq = 100 WHERE session_id = 2 AND seq = 3",
    "DELETE FROM events WHERE session_id = 1",
]


@pytest.mark.parametrize("change", EVENTS)
def test_a_damaged_session_is_restored_from_the_backup_that_has_it(full, change):
    if not full.is_file:
        pytest.skip("a server's ledger has no backups of ours")
    before = all_told(full)
    made = backup_alone(full)
    alter(full, change)
    assert shows_nothing_wrong(full, before)
    assert full.rebuild() == 0
    damaged = {one.session for one in full.check().findings if one.kind == "session"}
    assert damaged
    for uid in damaged:
        assert not full.can_repair("session", uid)
        (stored,) = full.in_backups("session", uid)
        assert (stored.backup.path, stored.uid, stored.hands) == (made.path, uid, full.sessions.row(uid).hands)
        assert full.bring_back(uid, made.path) == uid
    assert all_told(full)[:-1] == before[:-1]
    assert full.check().ok


def test_a_backup_that_was_given_a_name_with_no_such_day_is_used_all_the_same(full):
    if not full.is_file:
        pytest.skip("a server's ledger has no backups of ours")
    made = backup_alone(full).path
    made.rename(made.with_name(re.sub(r"\d{8}T", "20261399T", made.name)))
    (stored,) = full.in_backups("session", full.sessions.page().rows[0].uid)
    assert stored.backup.at.startswith("20261399T")


@pytest.mark.parametrize("change", EVENTS)
def test_hands_that_nobody_knows_are_told_and_the_others_stay(full, change):
    alter(full, change)
    row = full.sessions.page().rows
    wrong = [one.session for one in full.check().findings]
    assert wrong
    for one in row:
        if one.uid in wrong:
            with pytest.raises(Damaged, match="doesn't match what was written"):
                full.sessions.get(one.uid)
        else:
            full.sessions.get(one.uid)


def test_a_backup_that_lacks_the_last_hands_says_how_many_it_has(full):
    if not full.is_file:
        pytest.skip("a server's ledger has no backups of ours")
    uid = full.sessions.page().rows[0].uid
    kept = full.sessions.get(uid)
    made = backup_alone(full)
    full.sessions.append(uid, kept.last_seq + 1, put(9))
    alter(full, f"UPDATE events SET body = 'x' WHERE seq = 1 AND session_id = {ID.format(uid=uid)}")
    with pytest.raises(Astray) as caught:
        full.sessions.get(uid)
    (offered,) = full.in_backups(caught.value.kind, caught.value.uid)
    assert (offered.backup.path, offered.hands) == (made.path, 3)
    assert full.bring_back(uid) == uid
    assert full.sessions.get(uid) == kept
    assert full.check().ok


def test_a_session_that_is_gone_is_brought_back_alone(full, tmp_path):
    if not full.is_file:
        pytest.skip("a server's ledger has no backups of ours")
    uid, _ = [row.uid for row in full.sessions.page().rows]
    kept = full.sessions.get(uid)
    copy = full.backup(tmp_path / "copy.db").path
    alter(
        full,
        *(
            f"DELETE FROM {one} WHERE session_id = (SELECT id FROM sessions WHERE uid = '{uid}')"
            for one in ("events", "standings")
        ),
        f"DELETE FROM sessions WHERE uid = '{uid}'",
    )
    assert full.bring_back(uid, copy) == uid
    assert full.sessions.get(uid) == kept
    assert full.check().ok
    with pytest.raises(RuleError, match="There is no session “zz” in the backup"):
        full.bring_back("zz", copy, "session")
    copy.write_bytes(copy.read_bytes()[:-5000])
    with pytest.raises(Damaged):
        full.bring_back(uid, copy)


def test_an_id_with_which_another_begins_names_its_own_session(full, tmp_path):
    if not full.is_file:
        pytest.skip("a server's ledger has no backups of ours")
    content = full.export("json")
    for row, uid in zip(full.sessions.page().rows, ("club", "club-2"), strict=True):
        content = content.replace(row.uid.encode(), uid.encode())
    full.import_json(content)
    copy = full.backup(tmp_path / "copy.db").path
    full.backup()
    for named in (None, copy):
        assert full.bring_back("club", named) == "club"
        with pytest.raises(RuleError, match="“clu” fits 2 sessions"):
            full.bring_back("clu", named)


GONE = {
    "a session with all that belongs to it": tuple(
        f"DELETE FROM {table} WHERE {number} = 1"
        for table, number in (("events", "session_id"), ("standings", "session_id"), ("sessions", "id"))
    ),
    "a game": ("DELETE FROM games",),
    "everything": tuple(f"DELETE FROM {table}" for table in ("games", "events", "standings", "sessions")),
}


@pytest.mark.parametrize("gone", ["a session with all that belongs to it", "a game", "everything"])
def test_rows_that_are_gone_are_restored_from_the_backup_that_has_them(path, gone):
    with Ledger.open(path) as ledger:
        store(ledger, eventful(people(ledger)))
        ledger.games.add(*real(won=True))
        play(ledger, 3, title="Tuesday")
        backup_alone(ledger)
        before = all_told(ledger)
        past(path, *GONE[gone])
    with Ledger.open(path) as ledger:
        assert ledger.notices
        assert ledger.rebuild() == 0  # they aren't given up while a backup has them
        lost = [one for one in ledger.check().findings if one.kind == "counted"]
        for stored in [stored for one in lost for stored in ledger.in_backups(one.kind, one.session)]:
            ledger.bring_back(stored.uid, stored.backup.path, stored.kind)
        assert ledger.check().ok
        assert set(ledger.sessions.page().rows) == set(before[0])
        assert ledger.statistics.sessions() == before[1]
        assert ledger.games.page() == before[5]
        assert play(ledger, 1, title="Wednesday")
    with Ledger.open(path, read_only=True) as ledger:
        assert not ledger.notices


@pytest.mark.parametrize(
    ("gone", "said"),
    [("a session with all that belongs to it", "1 session is gone"), ("a game", "1 finished game is gone")],
)
def test_rows_that_are_gone_and_nobody_has_are_told_until_they_are_given_up(full, address, gone, said):
    alter(full, *GONE[gone])
    with Ledger.open(address, read_only=True) as ledger:
        assert ledger.notices == [f"The ledger is damaged: {said}."]
    with Ledger.open(address) as ledger:
        assert ledger.notices == [f"The ledger is damaged: {said}."]
        (finding,) = ledger.check().findings
        assert said in finding.sentence
        assert finding.repairable
        assert not ledger.is_file or not ledger.backup().ok
        ledger.rebuild()
        assert "counted again" in ledger.notices[-1]
        assert ledger.check().ok


@pytest.mark.parametrize("kept", ["''", "2", "-1", "0.5", "x'00ff'"])
def test_a_game_that_no_list_would_show_is_told(path, kept):
    with Ledger.open(path) as ledger:
        ledger.games.add(*real(won=True))
    past(path, f"UPDATE games SET put_aside = {kept}")
    with Ledger.open(path) as ledger:
        assert len(ledger.notices) == 1
        assert ledger.rebuild() == 1
        assert len(ledger.games.page().rows) + len(ledger.games.page(GameFilter(put_aside=True)).rows) == 1


def test_a_session_whose_id_is_no_text_is_told(path):
    with Ledger.open(path) as ledger:
        play(ledger, 3)
    past(path, "UPDATE sessions SET uid = x'00ff'")
    with Ledger.open(path) as ledger:
        assert not ledger.sessions.page().rows
        assert ledger.notices


def test_a_session_that_is_gone_is_told_beside_the_figures(path):
    with Ledger.open(path) as ledger:
        play(ledger, 3)
    past(path, "DELETE FROM sessions")
    with Ledger.open(path, read_only=True) as ledger:
        assert ledger.statistics.sessions() == ()
        assert ledger.notices


@pytest.mark.parametrize("kept", ["NULL", "0", "-5"])
def test_a_count_that_cannot_be_is_told_and_counted_again(full, address, kept):
    alter(full, f"UPDATE meta SET sessions = {kept}")
    with Ledger.open(address) as ledger:
        assert len(ledger.notices) == 1
        assert ledger.rebuild() == 1
        assert ledger.check().ok


@pytest.mark.parametrize(
    "change", ["name = 'Chucj'", "name = CAST('Bob' AS BLOB)", "name = ''", "merged_into = id", "created_at = 'x'"]
)
def test_a_damaged_player_is_left_out_and_restored_from_the_backup(full, change):
    if not full.is_file:
        pytest.skip("a server's ledger has no backups of ours")
    uid, before = full.players.named("Chuck").uid, full.players.search()
    backup_alone(full)
    alter(full, f"UPDATE players SET {change} WHERE uid = '{uid}'")
    assert uid not in [one.uid for one in full.players.search()] or "merged_into" in change
    assert len(full.players.search()) == len(full.players.recent()) == len(before) - 1
    assert len(full.notices) == 1 or "merged_into" in change
    (finding,) = [one for one in full.check().findings if one.kind == "player"]
    assert (finding.session, finding.in_backups) == (uid, True)
    assert full.rebuild() == 0  # a backup knows the name
    assert full.bring_back(uid, kind="player") == uid
    assert full.players.search() == before
    assert full.check().ok


@pytest.mark.parametrize("change", ["name = 'Chucj'", "name = CAST('Bob' AS BLOB)", "name = ''", "merged_into = id"])
def test_a_name_that_no_backup_has_is_accepted_when_the_ledger_is_repaired(full, change):
    if not full.is_file and "BLOB" in change:
        pytest.skip("a server keeps no letters of another kind")
    alter(full, f"UPDATE players SET {change} WHERE name = 'Chuck'")
    assert [one.kind for one in full.check().findings] == ["player"]
    assert full.rebuild() == 1
    assert len(full.players.search()) == 5
    assert full.check().ok


def test_a_ledger_that_is_only_read_names_what_is_damaged(full, address):
    alter(
        full,
        "UPDATE standings SET net = net + 7 WHERE session_id = 1",
        "UPDATE players SET name = 'Bod' WHERE name = 'Bob'",
    )
    with Ledger.open(address, read_only=True) as reading:
        assert reading.sessions.page().rows == ()
        assert [one.name for one in reading.players.search()] == ["Ann", "Chuck", "Dora", "Eve"]
        assert len(reading.notices) == 2
        with pytest.raises(Damaged):
            reading.statistics.sessions()


SHAPES = [
    ("DROP TABLE players", "the table “players” is gone"),
    ("ALTER TABLE standings RENAME COLUMN net TO nett", "the table “standings” lacks “net”"),
    ("DELETE FROM meta", "it doesn't say which ledger it is"),
    ("INSERT INTO meta VALUES (2, 'x', 5, '', 0, 0, 0, 0)", "it doesn't say which ledger it is"),
    ("UPDATE meta SET version = 'abc'", "it doesn't say which ledger it is"),
    ("UPDATE alembic_version SET version_num = '0008x'", "it doesn't say which schema it has"),
    ("UPDATE alembic_version SET version_num = 'abc'", None),
    ("DELETE FROM alembic_version", "it doesn't say which schema it has"),
    ("DROP INDEX ix_sessions_started", None),
]


@pytest.mark.parametrize(("change", "why"), SHAPES)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_ledger_of_another_shape_is_one_sentence(path, change, why, read_only):
    with Ledger.open(path) as ledger:
        play(ledger, 2)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(change)
    if why is None:  # opened, or refused in words
        try:
            Ledger.open(path, read_only=read_only).close()
        except LedgerError as error:
            assert "." in str(error)
        return
    with pytest.raises(Damaged, match=why):
        Ledger.open(path, read_only=read_only)


def test_a_copy_of_what_is_hurt_is_never_called_whole(path):
    """And what was copied before, when all was well, is thrown away for none of it."""
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        good = ledger.backup()
        ledger.engine.dispose()
        alter(ledger, 'UPDATE events SET body = replace(body, \'"by":"\', \'"bY":"\') WHERE seq = 1')
        for _ in range(14):
            alter(ledger, "UPDATE meta SET version = version + 1")
            assert not ledger.backup().ok
        found = ledger.backups()
        assert [one.ok for one in found] == [False] * 14 + [True] * (len(found) - 14)
        assert good.path in [one.path for one in found]


def test_a_flaw_is_found_in_every_table(path, tmp_path):
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        ledger.games.add(*real())
        whole = ledger.backup(tmp_path / "whole.db").path
    for number, change in enumerate(
        [
            "UPDATE players SET name = 'x' WHERE id = 1",
            "UPDATE sessions SET title = 'x'",
            "UPDATE standings SET balance = 1 WHERE place = 0",
            "UPDATE games SET score = 3",
            "UPDATE events SET body = body || ' ' WHERE seq = 1",
            "DELETE FROM events WHERE seq = 2",
        ]
    ):
        hurt = tmp_path / f"{number}.db"
        shutil.copyfile(whole, hurt)
        with closing(sqlite3.connect(hurt)) as file:
            assert flaw_of(file) == ""
            file.execute(change)
            file.commit()
            assert flaw_of(file)


def test_a_seal_belongs_to_one_session_and_its_events(full):
    rows = full.sessions.page().rows
    seals = {full.sessions.get(row.uid).seal for row in rows}
    assert len(seals) == len(rows)
    assert all(len(one) == 9 and one.replace(" ", "").isupper() for one in seals)
    bodies = ["a", "b", "c"]
    links = {chain_of(uid, some) for uid in ("x", "y") for some in (bodies, bodies[:2], ["b", "a", "c"])}
    assert len(links) == 6
    assert seal(chained(chain_of("x", bodies[:2]), "c")) == seal(chain_of("x", bodies))


def test_a_turned_byte_is_told_or_harmless(path, tmp_path):
    """Anywhere in the file: what is listed is what was written, or a sentence says otherwise."""
    with Ledger.open(path) as ledger:
        store(ledger, eventful(people(ledger)))
        play(ledger, 3, title="Tuesday", names=(*FOUR[:3], "Eve"))
        ledger.games.add(*real(won=True))
        before = all_told(ledger)
    content = path.read_bytes()
    rng = random.Random(7)
    for _ in range(60):
        hurt = bytearray(content)
        place = rng.randrange(len(hurt))
        hurt[place] ^= 1 << rng.randrange(8)
        path.write_bytes(hurt)
        with suppress(LedgerError), Ledger.open(path) as ledger:
            assert shows_nothing_wrong(ledger, before), f"byte {place} of {len(hurt)}"


def test_a_checksum_tells_types_apart():
    values = [1, "1", 1.0, None, "", b"1", -1]
    assert len({checksum([one]) for one in values}) == len(values)


def test_filters_prove_what_they_add_up(full):
    alter(full, "UPDATE standings SET wins = wins + 1 WHERE session_id = 1 AND place = 0")
    ann = full.players.named("Ann").uid
    with pytest.raises(Astray):
        full.statistics.sessions(SessionFilter(player=ann, since="2000-01-01"))
    alter(full, "UPDATE games SET assisted = NOT assisted")
    with pytest.raises(Astray):
        full.statistics.games(GameFilter(rules="kemp-chinese"))


def test_merging_takes_no_damaged_figures_for_right(full):
    before = full.statistics.sessions()
    alter(full, "UPDATE standings SET net = net + 7 WHERE session_id = 2")
    dorothy = full.players.merged(full.players.named("Dora").uid)[0].uid
    with pytest.raises(Astray):
        full.players.unmerge(dorothy)
    full.rebuild()
    assert full.statistics.sessions() == before


def test_an_export_that_meets_damage_is_refused(full):
    alter(full, "UPDATE events SET body = 'x' WHERE seq = 1")
    for kind in ("json", "csv", "text"):
        with pytest.raises(Astray):
            full.export(kind)


def test_a_damaged_tally_makes_a_copy_hurt(path, tmp_path):
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        whole = ledger.backup(tmp_path / "whole.db").path
    with closing(sqlite3.connect(whole)) as file:
        file.execute("UPDATE standings SET wins = wins + 1 WHERE place = 0")
        file.commit()
        assert flaw_of(file)

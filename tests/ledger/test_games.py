"""Finished virtual games in a ledger: kept whole, listed, counted, put aside, exported and imported, and checked."""

import contextlib
import csv
import io
import json
import random
import sqlite3
import statistics as counting
import zlib
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.ledger import game_files, games, schema
from mjcompanion.ledger.csv_files import COLUMNS
from mjcompanion.ledger.errors import Damaged, ReadOnly
from mjcompanion.ledger.games import bins
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import GAMES, GameFilter, GameRow
from mjcompanion.problems import RuleError
from mjcompanion.solitaire.record import check_record
from tests.ledger import gaming
from tests.ledger.gaming import add, changed, moment, real, row
from tests.ledger.making import play, settled

pytestmark = pytest.mark.in_turn

RULES = ("kemp-chinese", "kemp-american", "simple")


@pytest.fixture
def other(tmp_path):
    with Ledger.open(tmp_path / "other" / "ledger.db") as opened:
        yield opened


@pytest.fixture
def full(ledger):
    """Games of all kinds, won and not, assisted and not, one of them put aside."""
    rng = random.Random(11)
    rows = []
    for number in range(60):
        won = rng.random() < 0.6
        final = Fraction(rng.randrange(1, 9000), rng.choice((1, 2, 129))) if won else None
        more = {"asked": rng.choice((0, 0, 3)), "taken_back": rng.choice((0, 0, 0, 1))}
        if not won and number % 3 == 2 and rng.random() < 0.5:
            more |= {"winner": "S"}
        rows.append(row(number, RULES[number % 3], final, **more))
    add(ledger, *rows)
    ledger.games.remove(rows[7].uid)
    return ledger, [changed(one, put_aside=at == 7) for at, one in enumerate(rows)]


def listed(ledger, limit=7, **wanted):
    """All games of a filter, read a page at a time."""
    page = ledger.games.page(GameFilter(**wanted), None, limit)
    found = list(page.rows)
    while page.after is not None:
        page = ledger.games.page(GameFilter(**wanted), page.after, limit)
        assert page.rows
        found += page.rows
    return found


def raw(ledger, statement, *values):
    """Something done to the file past the program."""
    with contextlib.closing(sqlite3.connect(ledger.place.path)) as file, file:
        return file.execute(statement, values).fetchall()


# kept


@pytest.mark.parametrize("rules", ["kemp-chinese", "simple"])
@pytest.mark.parametrize("won", [False, True])
def test_a_game_comes_back_as_it_was(ledger, rules, won):
    if rules == "simple" and won:
        pytest.skip("nobody is dealt a whole hand there")
    told, record = real(rules, 5, won, asked=2)
    assert ledger.games.add(told, record) == told
    found = ledger.games.get(told.uid)
    assert (found.row, found.record) == (told, record)
    assert check_record(found.record)[0].asked == 2
    assert ledger.games.page().rows == (told,)
    assert ledger.check().ok
    assert ledger.check().games == 1


def test_what_a_game_won_tells():
    told, _ = real(won=True)
    assert (told.won, told.winner, told.by, told.seed) == (True, "E", "deal", None)
    assert (told.score, told.factor, told.final, told.percent, told.final_text) == (608, 1, 608, 100, "608.00")


@pytest.mark.parametrize(
    ("final", "text"),
    [(Fraction(1, 200), "0.01"), (Fraction(9612, 129), "74.51"), (Fraction(3, 1), "3.00"), (None, "")],
)
def test_finals_are_exact_and_shown_rounded_half_up(ledger, final, text):
    told = changed(row(1), won=final is not None, final=final, factor=None)
    assert add(ledger, told) == [told]
    assert ledger.games.page().rows[0].final == final
    assert ledger.games.page().rows[0].final_text == text


def test_the_same_game_is_kept_once(ledger):
    told, record = real()
    ledger.games.add(told, record)
    before = ledger.changed_since(None)
    assert ledger.games.add(told, dict(reversed(record.items()))) == told
    assert ledger.games.count() == 1
    ledger.games.remove(told.uid)
    assert ledger.games.add(told, record) == changed(told, put_aside=True)
    for another in (changed(told, asked=1), changed(told, hand="1m")):
        with pytest.raises(RuleError, match="The ledger has another game under the id"):
            ledger.games.add(another, record)
    with pytest.raises(RuleError):
        ledger.games.add(told, {**record, "seed": 4})
    assert ledger.games.get(told.uid).record == record
    assert ledger.changed_since(before) is not None


def test_times_that_are_none_are_no_answer_of_a_person(ledger):
    with pytest.raises(ValueError, match="no time"):
        ledger.games.add(changed(row(), finished_at="yesterday"), {})


def test_a_ledger_opened_for_reading_takes_no_game(path):
    Ledger.open(path).close()
    with Ledger.open(path, read_only=True) as ledger, pytest.raises(ReadOnly):
        add(ledger, row())


def test_games_are_no_tables(full):
    ledger, _ = full
    assert (ledger.sessions.count(), ledger.sessions.last()) == (0, None)
    uid = play(ledger, 2)
    assert ledger.sessions.page().rows[0].uid == uid
    assert ledger.games.count() == 59


# listed


@pytest.mark.parametrize("limit", [1, 7, 59, 60, 1000])
def test_newest_first_a_page_at_a_time(full, limit):
    ledger, rows = full
    assert listed(ledger, limit) == [one for one in reversed(rows) if not one.put_aside]


def test_games_that_ended_in_one_second_come_each_once(ledger):
    rows = add(ledger, *[changed(row(number), finished_at=moment(1)) for number in range(10)])
    assert listed(ledger, 3) == rows[::-1]


FILTERS = {
    "rules": ({"rules": "simple"}, lambda one: one.rules == "simple"),
    "won": ({"won": True}, lambda one: one.won),
    "not won": ({"won": False}, lambda one: not one.won),
    "assisted": ({"assisted": True}, lambda one: one.assisted),
    "not assisted": ({"assisted": False}, lambda one: not one.assisted),
    "deal": ({"text": "31"}, lambda one: "31" in str(one.seed)),
    "hand": ({"text": " 456P "}, lambda one: "456p" in one.hand),
    "nothing": ({"text": "%"}, lambda _: False),
    "since": ({"since": "2026-01-02"}, lambda one: one.finished_at >= "2026-01-02"),
    "until": ({"until": "2026-01-01"}, lambda one: one.finished_at[:10] <= "2026-01-01"),
    "several": (
        {"rules": "kemp-chinese", "won": True, "assisted": False, "since": moment(10), "until": moment(40)},
        lambda one: one.rules == "kemp-chinese" and one.won and not one.assisted
        and moment(10) <= one.finished_at <= moment(40),
    ),
}  # fmt: skip


def test_filters(full):
    ledger, rows = full
    for name, (wanted, meant) in FILTERS.items():
        due = [one for one in reversed(rows) if meant(one) and not one.put_aside]
        assert listed(ledger, **wanted) == due, name
        assert ledger.games.count(GameFilter(**wanted)) == len(due), name
        assert (name == "nothing") == (not due)


# put aside


def test_a_game_put_aside_is_neither_listed_nor_counted_and_comes_back(ledger):
    one, two = add(ledger, row(1, final=10), row(2, final=30))
    assert ledger.games.remove(two.uid) == changed(two, put_aside=True)
    assert ledger.games.page().rows == (one,)
    assert (ledger.games.count(), ledger.statistics.games()[0].best) == (1, one)
    assert ledger.games.page(GameFilter(put_aside=True)).rows == (changed(two, put_aside=True),)
    assert ledger.games.get(two.uid).record["seed"] == 2
    assert ledger.check().ok
    assert ledger.games.restore(two.uid) == two
    assert ledger.games.page().rows == (two, one)
    for do in (ledger.games.remove, ledger.games.restore, ledger.games.get):
        with pytest.raises(RuleError, match="There is no finished game “nobody” in the ledger"):
            do("nobody")


def test_the_first_letters_of_an_id_name_a_game(ledger):
    add(ledger, changed(row(1), uid="abc1"), changed(row(2), uid="abd2"), changed(row(3), uid="ab"))
    assert [ledger.games.resolve(said) for said in ("abc", " abd2", "ab")] == ["abc1", "abd2", "ab"]
    for said, why in (("a", "fits 3 games"), ("x", "There is no finished game"), ("", "no finished game")):
        with pytest.raises(RuleError, match=why):
            ledger.games.resolve(said)


# statistics


@pytest.mark.exhaustive(keep=8)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("assisted", [None, True, False])
def test_figures_of_a_filter_are_what_its_games_add_up_to(full, rules, assisted):
    ledger, rows = full
    some = [one for one in rows if not one.put_aside and rules == one.rules]
    some = [one for one in some if assisted is None or one.assisted == assisted]
    cents = [one.final_cents for one in some if one.won]
    (found,) = ledger.statistics.games(GameFilter(rules=rules, assisted=assisted), with_seen=True)
    assert (found.played, found.won, found.assisted) == (len(some), len(cents), sum(one.assisted for one in some))
    assert found.mean_of_all == Fraction(sum(cents), 100 * len(some))
    assert found.median == pytest.approx(counting.median(cents) / 100)
    for one in found.finals:
        assert one.count == sum(one.low * 100 <= each < one.high * 100 for each in cents)


def test_figures_of_nothing(ledger):
    assert ledger.statistics.games() == ()
    add(ledger, row(1), row(2))
    (found,) = ledger.statistics.games()
    assert (found.played, found.share, found.mean, found.mean_of_all, found.finals) == (2, 0, None, 0, ())


@given(st.lists(st.integers(0, 10**9), max_size=60))
def test_bars_hold_every_final_once_and_touch_each_other(cents):
    counted = sorted({one: cents.count(one) for one in cents}.items())
    found = bins(counted)
    assert sum(one.count for one in found) == len(cents)
    for one in found:
        assert one.low < one.high
        assert one.count == sum(one.low * 100 <= each < one.high * 100 for each in cents)
    assert all(one.high == two.low for one, two in pairwise(found))
    assert not found or (found[0].count and found[-1].count)
    assert len(found) <= 16


# damage


@pytest.fixture
def on_file(path):
    """Two games in a ledger without a backup."""
    with Ledger.open(path) as ledger:
        told, record = real(won=True)
        ledger.games.add(told, record)
        add(ledger, row(1, final=10))
        without_backups(ledger)
        yield ledger, told


def without_backups(ledger):
    settled(ledger)
    for one in ledger.backups():
        one.path.unlink()


@pytest.mark.parametrize(
    "change",
    [
        *("hand = '123m'", "score = score + 2", "final_num = final_num + 1", "factor_den = factor_den + 1", "won = 0"),
        *("winner = 'S'", "seed = 8", "asked = 1", "rules = 'simple'", "finished_at = '2026-01-01T00:00:00Z'"),
        *(
            "checksum = checksum + 1",
            "record = x'00'",
            "record = substr(record, 1, 50)",
            "record = CAST(record || x'00' AS BLOB)",
            "record = 'text'",
        ),
    ],
)
def test_a_game_that_is_not_what_was_written_is_found(on_file, change):
    ledger, told = on_file
    raw(ledger, f"UPDATE games SET {change} WHERE uid = ?", told.uid)
    (found,) = ledger.check().findings
    assert (found.session, found.repairable) == (told.uid, False)
    assert found.sentence == "The ledger is damaged: the finished game kemp-chi doesn't match what was written."
    with pytest.raises(Damaged):
        ledger.games.get(told.uid)
    assert ledger.games.page().rows  # the list shows the others all the same
    assert ledger.rebuild() == 0
    ledger.notices.clear()
    assert ledger.games.page().rows
    assert not ledger.notices  # told once


@pytest.mark.parametrize("change", ["record = x'00', score = 7, put_aside = 1", "factor_num = 'abc', record = x'00'"])
def test_a_game_that_is_not_what_was_written_is_restored_from_a_backup(on_file, change):
    ledger, told = on_file
    before, kept = ledger.games.page(), ledger.games.get(told.uid)
    ledger.backup()
    raw(ledger, f"UPDATE games SET {change} WHERE uid = ?", told.uid)
    with pytest.raises(Damaged):
        ledger.games.get(told.uid)
    assert not ledger.can_repair("game", told.uid)
    assert ledger.bring_back(told.uid) == told.uid
    assert ledger.games.get(told.uid) == kept
    assert ledger.games.page() == before
    assert ledger.check().ok


@pytest.mark.parametrize("rotten", [b"\0", "x", zlib.compress(b"{}")])
def test_a_backup_that_has_the_damage_too_is_passed_over(on_file, tmp_path, rotten):
    ledger, told = on_file
    kept = ledger.games.get(told.uid)
    good = ledger.backup()
    raw(ledger, "UPDATE games SET record = ? WHERE uid = ?", rotten, told.uid)
    ledger.backup(tmp_path / "copy.db")
    newer = good.path.with_name(good.path.name.replace(good.at[:4], "9999"))
    (tmp_path / "copy.db").rename(newer)
    assert [one.path for one in ledger.backups()] == [newer, good.path]
    ledger.bring_back(told.uid)
    assert ledger.games.get(told.uid) == kept
    assert ledger.check().ok


def test_a_changed_record_is_found(on_file):
    ledger, told = on_file
    body = games.written(real(won=True)[1]).replace(b'"do":"draw"', b'"do":"dram"', 1)
    raw(ledger, "UPDATE games SET record = ? WHERE uid = ?", zlib.compress(body), told.uid)
    assert not ledger.check().ok


@pytest.mark.parametrize("change", ["final_cents = 1", "assisted = 1", "key = ''"])
def test_what_only_follows_is_written_anew(on_file, change):
    ledger, told = on_file
    raw(ledger, f"UPDATE games SET {change} WHERE uid = ?", told.uid)
    (found,) = ledger.check().findings
    assert found.repairable
    assert ledger.rebuild() == 1
    assert ledger.check().ok
    assert ledger.rebuild() == 0


def test_a_bomb_is_no_record(on_file):
    ledger, told = on_file
    raw(ledger, "UPDATE games SET record = ? WHERE uid = ?", zlib.compress(b" " * 2**27, 9), told.uid)
    assert not ledger.check().ok


# files


def test_everything_comes_over(full, other):
    ledger, _ = full
    told, record = real(won=True, asked=1)
    ledger.games.add(told, record)
    played, its = real("simple", 5)
    ledger.games.add(played, its)
    content = ledger.export_games("json", [told.uid, played.uid])
    report = other.import_json(content)
    assert (report.games, report.known_games, report.added) == ((told.uid, played.uid), (), ())
    assert other.games.get(told.uid) == ledger.games.get(told.uid)
    assert other.games.get(played.uid) == ledger.games.get(played.uid)
    assert other.export_games("json") == content
    assert other.check().ok
    again = other.import_json(content)
    assert (again.games, again.known_games, again.different) == ((), (told.uid, played.uid), ())


def test_sessions_and_games_in_one_file(ledger, other):
    play(ledger, 2)
    assert json.loads(ledger.export("json", with_games=True))["format"] == 1  # an older program can read it
    told, record = real(won=True)
    ledger.games.add(told, record)
    ledger.games.remove(told.uid)
    content = ledger.export("json", with_games=True)
    assert json.loads(content)["format"] == 2
    assert json.loads(ledger.export("json"))["format"] == 1
    report = other.import_json(content)
    assert (len(report.added), report.games) == (1, (told.uid,))
    assert other.games.page(GameFilter(put_aside=True)).rows == (changed(told, put_aside=True),)
    assert other.export("json", with_games=True) == content


def test_another_game_of_the_same_id_is_told_and_left(ledger, other):
    (told, record), (another, its) = real(won=True), real(seed=5)
    ledger.games.add(told, record)
    other.games.add(changed(another, uid=told.uid), its)
    report = other.import_json(ledger.export_games("json"))
    assert report.different == ("The finished game kemp-chi is a different one here, so it was left as it is.",)
    assert other.games.get(told.uid).record == its


def in_game(change):
    def doctor(content):
        whole = json.loads(content)
        change(whole["games"][0])
        return json.dumps(whole).encode()

    return doctor


def drop_a_move(game):
    del game["record"]["moves"][3]


DOCTORED = {
    "no game": (lambda content: content.replace(b'"record"', b'"rekord"'), "Game 1: The data of this game"),
    "id": (in_game(lambda game: game.update(uid="a b")), "Game 1: the id isn’t valid"),
    "time": (in_game(lambda game: game.update(begun_at="soon")), "Game 1: “soon” isn’t a time"),
    "rules": (in_game(lambda game: game.update(rules="classical")), "“classical” has no virtual game"),
    "negative": (in_game(lambda game: game.update(asked=-1)), "“asked” has an invalid value"),
    "huge": (in_game(lambda game: game.update(score=2**60)), "“score” has an invalid value"),
    "text": (in_game(lambda game: game.update(hand="1m" * 900)), "“hand” has an invalid value"),
    "final": (in_game(lambda game: game.update(final="608/0")), "“final” has an invalid value"),
    "no final": (in_game(lambda game: game.pop("final")), "only a game that was won has a final score"),
    "better": (in_game(lambda game: game.update(final="609")), "“final” is 609, and its record says otherwise"),
    "not asked": (in_game(lambda game: game.update(asked=0)), "“asked” is 0, and its record says otherwise"),
    "hand": (in_game(lambda game: game.update(hand="1m")), "“hand” is 1m, and its record says otherwise"),
    "a move": (in_game(drop_a_move), "Game 1: Move 4"),
    "the wall": (in_game(lambda game: game["record"]["walls"]["E"].pop()), "Game 1: The East wall has 17 stacks"),
    "the result": (in_game(lambda game: game["record"]["result"].update(score=1)), "“score” of the result is 608"),
    "unfinished": (in_game(lambda game: game["record"]["moves"].pop()), "Game 1: "),
    "deep": (lambda content: content.replace(b'"moves":[', b'"moves":[' + b"[" * 90_000, 1), "isn't an export"),
    "a list": (in_game(lambda game: game.update(record=[])), "Game 1: The data of this game"),
    "twice": (
        lambda content: json.dumps({**json.loads(content), "games": json.loads(content)["games"] * 2}).encode(),
        "Game 2: the id isn’t valid, or is there twice",
    ),
    "no list": (lambda content: content.replace(b'"games":[', b'"games":3,"x":['), "isn't an export of a ledger"),
}


@pytest.mark.parametrize("name", DOCTORED)
def test_a_doctored_file_is_told_and_nothing_half_imported(path, other, name):
    doctor, sentence = DOCTORED[name]
    with Ledger.open(path) as ledger:
        ledger.games.add(*real(won=True, asked=1))
        play(ledger, 1)
        content = ledger.export("json", with_games=True)
    before = other.changed_since(None)
    with pytest.raises(RuleError) as error:
        other.import_json(doctor(content))
    assert sentence in str(error.value)
    assert len(error.value.problems) == 1
    assert other.changed_since(before) is None


def test_a_game_on_a_card_that_is_not_here_is_taken_as_it_is_told():
    told, record = real()
    record = {**record, "rules": "kemp-american", "card": "nobody's", "card_digest": "0" * 64}
    deal = gaming.Deal.of("kemp-american", 3)
    made = gaming.write_record(gaming.Played(deal), {"ok": False})
    record |= {"walls": made["walls"], "dice": made["dice"], "moves": []}
    told = changed(told, rules="kemp-american", card="nobody's")
    line = game_files.game_bytes(game_files.StoredGame(told, record))
    assert game_files.read_game(line).row == told
    with pytest.raises(RuleError, match="“card” is , and its record says otherwise"):
        game_files.read_game(game_files.game_bytes(game_files.StoredGame(changed(told, card=""), record)))


def test_csv(full):
    ledger, rows = full
    add(ledger, changed(row(99), card="=1+1", rules="kemp-american"))
    told = list(csv.DictReader(io.StringIO(ledger.export_games("csv", GameFilter()).decode(), newline="")))
    assert [one["game"] for one in told[:-1]] == [one.uid for one in rows if not one.put_aside]
    for said, one in zip(told, [one for one in rows if not one.put_aside], strict=False):
        assert said["final"] == one.final_text
        assert said["deal"] == str(one.seed)
        assert said["final_exact"] == ("" if one.final is None else str(one.final))
        assert said["won"] == ("yes" if one.won else "no")
    assert told[-1]["card"] == "'=1+1"
    assert tuple(told[0]) == COLUMNS[GAMES]


def test_the_running_card_in_text(ledger):
    add(ledger, row(3, final=Fraction(149, 2), asked=1), row(4, "simple"))
    add(ledger, changed(row(5, "kemp-american", final=1000), seed=None))
    assert ledger.export_games("text").decode().splitlines() == [
        "Date                   Deal  Game           Score     %         Final",
        "2026-01-01 03:00          3  Chinese          149  50 %         74.50  assisted",
        "2026-01-01 04:00          4  Simple             –                   –",
        "2026-01-01 05:00          –  American       2,000  50 %       1000.00",
    ]


def test_a_game_that_is_not_there_can_not_be_exported(ledger):
    with pytest.raises(RuleError, match="There is no finished game"):
        ledger.export_games("json", ["nobody"])


# backups


def test_backups_hold_games(path):
    with Ledger.open(path) as ledger:
        ledger.games.add(*real())
        made = ledger.backup()
        assert (made.sessions, made.games, made.ok) == (0, 1, True)
        assert ledger.backups()[0].games == 1
    path.write_bytes(b"")
    with pytest.raises(Damaged, match="empty file, although there are backups"):
        Ledger.open(path)


def test_a_copy_of_a_server_holds_games(database, tmp_path, other):
    with Ledger.open(database) as ledger:
        ledger.games.add(*real(won=True))
        made = ledger.backup(tmp_path / "copy.json")
        assert (made.sessions, made.games) == (0, 1)
    assert other.import_json((tmp_path / "copy.json").read_bytes()).games == (real(won=True)[0].uid,)


def test_rows_name_every_column_that_is_told():
    told = set(GameRow.__struct_fields__) - {"factor", "final", "seen"}
    beside = {"id", "record", "checksum", "final_cents", "assisted", "key", "row_checksum", "tally", "house"}
    exact = {"factor_num", "factor_den", "final_num", "final_den"}
    assert {column.name for column in schema.games.columns} == told | beside | exact
    assert msgspec.structs.asdict(row(1))["rules"] == "kemp-chinese"

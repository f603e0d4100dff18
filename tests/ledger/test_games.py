"""Finished virtual games in a ledger: kept whole, listed, counted, put aside, exported and imported, and checked."""

import csv
import io
import json
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger import game_files, models
from mjcompanion.ledger.csv_files import COLUMNS
from mjcompanion.ledger.errors import Damaged
from mjcompanion.ledger.game_records import bins
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import GAMES, GameFilter, GameRow
from mjcompanion.solitaire.record import check_record
from tests.ledger import gaming
from tests.ledger.gaming import add, changed, moment, real, row
from tests.ledger.making import paged, play

pytestmark = pytest.mark.in_turn

RULES = ("kemp-chinese", "kemp-american", "simple")


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


def exported(ledger, kind="json", which=None):
    """The content of a file of games."""
    out = io.BytesIO()
    ledger.games.export_to(out, kind, which)
    return out.getvalue()


def listed(ledger, limit=7, **wanted):
    return paged(ledger.games.page, GameFilter(**wanted), limit)


# kept


@pytest.mark.parametrize(("rules", "won"), [("kemp-chinese", False), ("kemp-chinese", True), ("simple", False)])
def test_a_game_comes_back_as_it_was(ledger, rules, won):
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
        with pytest.raises(RuleError) as refused:
            ledger.games.add(another, record)
        assert refused.value.problems[0].code == "game-other"
    with pytest.raises(RuleError):
        ledger.games.add(told, {**record, "seed": 4})
    assert ledger.games.get(told.uid).record == record
    assert ledger.changed_since(before) is not None


# listed


@pytest.mark.parametrize("limit", [1, 7, 59, 60, 1000])
def test_newest_first_a_page_at_a_time(full, limit):
    ledger, rows = full
    assert ledger.sessions.count() == 0
    assert listed(ledger, limit) == [one for one in reversed(rows) if not one.put_aside]
    if limit == 7:
        at_once = add(ledger, *[changed(row(100 + number), finished_at=moment(100)) for number in range(10)])
        assert listed(ledger, 3)[:10] == at_once[::-1]


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
    for do in (ledger.games.remove, ledger.games.restore, ledger.games.get, lambda uid: exported(ledger, "csv", [uid])):
        with pytest.raises(RuleError) as refused:
            do("nobody")
        assert refused.value.problems[0].code == "no-game"


def test_the_first_letters_of_an_id_name_a_game(ledger):
    add(ledger, changed(row(1), uid="abc1"), changed(row(2), uid="abd2"), changed(row(3), uid="ab"))
    assert [ledger.games.resolve(said) for said in ("abc", " abd2", "ab")] == ["abc1", "abd2", "ab"]
    for said, code in (("a", "game-prefix"), ("x", "no-game"), ("", "no-game")):
        with pytest.raises(RuleError) as refused:
            ledger.games.resolve(said)
        assert refused.value.problems[0].code == code


# statistics


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


# files


def in_game(change):
    def doctor(content):
        whole = json.loads(content)
        change(whole["games"][0])
        return json.dumps(whole).encode()

    return doctor


def drop_a_move(game):
    del game["record"]["moves"][3]


def told(**values):
    return in_game(lambda game: game.update(values))


DOCTORED = {
    "no game": lambda content: content.replace(b'"record"', b'"rekord"'),
    "id": told(uid="a b"),
    "time": told(begun_at="soon"),
    "rules": told(rules="classical"),
    "negative": told(asked=-1),
    "huge": told(score=2**60),
    "text": told(hand="1m" * 900),
    "final": told(final="608/0"),
    "no final": told(final=""),
    "better": told(final="609"),
    "not asked": told(asked=0),
    "hand": told(hand="1m"),
    "a move": in_game(drop_a_move),
    "the wall": in_game(lambda game: game["record"]["walls"]["E"].pop()),
    "the result": in_game(lambda game: game["record"]["result"].update(score=1)),
    "unfinished": in_game(lambda game: game["record"]["moves"].pop()),
    "deep": lambda content: content.replace(b'"moves":[', b'"moves":[' + b"[" * 90_000, 1),
    "a list": told(record=[]),
    "twice": lambda content: json.dumps({**json.loads(content), "games": json.loads(content)["games"] * 2}).encode(),
    "no list": lambda content: content.replace(b'"games":[', b'"games":3,"x":['),
}


@pytest.mark.parametrize("name", DOCTORED)
def test_a_doctored_file_is_told_and_nothing_half_imported(path, other, name):
    with Ledger.open(path) as ledger:
        ledger.games.add(*real(won=True, asked=1))
        play(ledger, 1)
        content = ledger.export("json", with_games=True)
    doctored = DOCTORED[name](content)
    assert doctored != content
    before = other.changed_since(None)
    with pytest.raises(RuleError) as error:
        other.import_json(doctored)
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
    with pytest.raises(RuleError):
        game_files.read_game(game_files.game_bytes(game_files.StoredGame(changed(told, card=""), record)))


def test_csv(full):
    ledger, rows = full
    add(ledger, changed(row(99), card="=1+1", rules="kemp-american"))
    told = list(csv.DictReader(io.StringIO(exported(ledger, "csv", GameFilter()).decode(), newline="")))
    assert [one["game"] for one in told[:-1]] == [one.uid for one in rows if not one.put_aside]
    for said, one in zip(told, [one for one in rows if not one.put_aside], strict=False):
        assert said["final"] == one.final_text
        assert said["deal"] == str(one.seed)
        assert said["final_exact"] == ("" if one.final is None else str(one.final))
        assert said["won"] == ("yes" if one.won else "no")
    assert told[-1]["card"] == "'=1+1"
    assert tuple(told[0]) == COLUMNS[GAMES]


# backups


def test_backups_hold_games(path):
    with Ledger.open(path) as ledger:
        ledger.games.add(*real())
        made = ledger.backup()
        assert (made.sessions, made.games, made.ok) == (0, 1, True)
        assert ledger.backups()[0].games == 1
    path.write_bytes(b"")
    with pytest.raises(Damaged) as refused:
        Ledger.open(path)
    assert refused.value.code == "ledger-empty"


def test_a_copy_of_a_server_holds_games(database, tmp_path, other):
    with Ledger.open(database) as ledger:
        ledger.games.add(*real(won=True))
        made = ledger.backup(tmp_path / "copy.json")
        assert (made.sessions, made.games) == (0, 1)
    assert other.import_json((tmp_path / "copy.json").read_bytes()).games == (real(won=True)[0].uid,)


def test_rows_name_every_column_that_is_told():
    told = set(GameRow.__struct_fields__) - {"factor", "final", "seen"}
    beside = {"id", "record", "record_checksum", "checksum", "final_cents", "assisted", "key", "house"}
    exact = {"factor_num", "factor_den", "final_num", "final_den"}
    assert {column.name for column in models.Games.__table__.columns} == told | beside | exact

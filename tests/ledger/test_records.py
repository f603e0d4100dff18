"""Games, kept hands and exercises in a ledger: as they were, corrected, deleted and brought back."""

import csv
import io
import json
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion import RULESETS
from mjcompanion.cli.score import answer_score
from mjcompanion.core.errors import RuleError
from mjcompanion.ledger import games, hand_records, hands
from mjcompanion.ledger.errors import ReadOnly
from mjcompanion.ledger.figures import bins
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.text_files import hand_text
from mjcompanion.ledger.values import PRACTICE, GameFilter, KeptFilter, StoredHand
from mjcompanion.practice.compare import Answer, compare
from mjcompanion.practice.making import exercise
from mjcompanion.practice.progress import ExerciseResult, PracticeProgress, Tally
from mjcompanion.practice.record import record_of_exercise, result_of
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.solitaire.real_tiles import RealTilesRecord, Tap, TapKind
from mjcompanion.solitaire.record import check_record
from mjcompanion.table.rules import TableRules
from tests.ledger.gaming import add, changed, on_unknown_card, real, row
from tests.ledger.keeping import keep, record
from tests.ledger.making import at, cup, play, put, season
from tests.practice.answers import right_answer


def exported(store, kind="json", which=None):
    """The content of a file of games or kept hands."""
    out = io.BytesIO()
    store.export_to(out, kind, which)
    return out.getvalue()


# games


@pytest.mark.parametrize(("rules", "won"), [("kemp-chinese", False), ("kemp-chinese", True), ("simple", False)])
def test_a_game_comes_back_as_it_was(ledger, rules, won):
    game, its = real(rules, 5, won, asked=2)
    assert ledger.games.add(game, its) == game
    found = ledger.games.get(game.uid)
    assert (found.row, found.record) == (game, its)
    assert check_record(found.record)[0].asked == 2
    assert ledger.games.page().rows == (game,)
    report = ledger.check()
    assert (report.ok, report.games) == (True, 1)
    if won:
        assert (game.won, game.winner, game.by, game.seed) == (True, "E", "deal", None)
        assert (game.score, game.factor, game.final, game.percent) == (608, 1, 608, 100)


@pytest.mark.parametrize(
    ("final", "text"),
    [(Fraction(1, 200), "0.01"), (Fraction(9612, 129), "74.51"), (Fraction(3, 1), "3.00"), (None, "")],
)
def test_finals_are_exact_and_shown_rounded_half_up(ledger, final, text):
    game = changed(row(1), won=final is not None, final=final, factor=None)
    add(ledger, game)
    (found,) = ledger.games.page().rows
    assert (found, found.final, found.final_text) == (game, final, text)


def test_the_same_game_is_kept_once(ledger):
    game, its = real()
    ledger.games.add(game, its)
    assert ledger.games.add(game, dict(reversed(its.items()))) == game
    ledger.games.remove(game.uid)
    assert ledger.games.add(game, its) == changed(game, put_aside=True)
    for another, record_of_it in (
        (changed(game, asked=1), its),
        (changed(game, hand="1m"), its),
        (game, {**its, "seed": 4}),
    ):
        with pytest.raises(RuleError) as refused:
            ledger.games.add(another, record_of_it)
        assert refused.value.problems[0].code == "game-other"
    assert ledger.games.get(game.uid).record == its
    assert ledger.games.count(GameFilter(put_aside=True)) == 1


@given(st.lists(st.integers(0, 10**9), max_size=60))
def test_bars_hold_every_final_once_and_touch_each_other(cents):
    found = bins(sorted(cents))
    assert sum(one.count for one in found) == len(cents)
    for one in found:
        assert one.low < one.high
        assert one.count == sum(one.low * 100 <= each < one.high * 100 for each in cents)
    assert all(one.high == two.low for one, two in pairwise(found))
    assert not found or (found[0].count and found[-1].count)
    assert len(found) <= 16


def test_a_game_on_a_card_that_is_not_here_is_taken_as_it_is_told():
    game, its = on_unknown_card("nobody's")
    assert games.RECORDS.from_file(games.RECORDS.to_file(games.StoredGame(game, its))).row == game
    with pytest.raises(RuleError):
        games.RECORDS.from_file(games.RECORDS.to_file(games.StoredGame(changed(game, card=""), its)))


def test_a_csv_of_games_is_exact_and_safe(ledger):
    rows = add(ledger, row(1, final=Fraction(9612, 129)), row(2), changed(row(99), card="=1+1", rules="kemp-american"))
    told = list(csv.DictReader(io.StringIO(exported(ledger.games, "csv", GameFilter()).decode(), newline="")))
    for line, one in zip(told, rows, strict=True):
        assert (line["game"], line["final"], line["deal"]) == (one.uid, one.final_text, str(one.seed))
        assert line["final_exact"] == ("" if one.final is None else str(one.final))
        assert line["won"] == ("yes" if one.won else "no")
    assert told[-1]["card"] == "'=1+1"


# hands


@pytest.mark.parametrize("rules", [*RULESETS, "forgotten"])
def test_a_hand_of_every_ruleset_comes_back_as_it_was(ledger, rules):
    its = record("classical" if rules == "forgotten" else rules)
    if rules == "forgotten":  # by this program
        its |= {"request": {**its["request"], "rules": rules}, "rules": {**its["rules"], "rules": rules}}
    hand = ledger.hands.keep(its, at=at(3), player=" Ann ", place="Café", remark="At last!")
    assert ledger.hands.get(hand.uid) == StoredHand(hand, its)
    assert (hand.player, hand.place, hand.remark, hand.rules, hand.at) == ("Ann", "Café", "At last!", rules, at(3))
    assert (hand.score, hand.final_text) == (its["answer"]["score"], its["answer"].get("final", ""))
    assert ledger.hands.page().rows == (hand,)
    assert its["text"] in exported(ledger.hands, "text").decode()
    report = ledger.check()
    assert (report.ok, report.kept) == (True, 1)


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("won", [True, False])
def test_a_game_with_real_tiles_comes_back_with_what_was_counted(ledger, rules, won):
    tap = Tap(TapKind.PASS, 3) if RULESETS[rules].with_card else Tap(TapKind.FLOWER)
    game = RealTilesRecord(rules=RULESETS[rules], uid="a1", begun=at(2), dice=((3, 4),)).tell(tap)
    its = hand_records.at_the_wall(record(str(rules)), game.counts)
    if not won:
        table = TableRules.of(RULESETS[rules], None)
        its = hand_records.nobody_won(table, game.setup, game.counts, "Nobody won.")
    hand = ledger.hands.keep(its, at=at(3), player="Ann")
    stored = ledger.hands.get(hand.uid)
    assert hand_records.wall_counts(stored) == game.counts
    assert hand_records.wall_counts(StoredHand(hand, record(str(rules)))) is None
    assert (hand.won, hand.score > 0, bool(hand.hand)) == (won, won, won)
    assert (hand.final_text == "0.00") == (not won and rules.single_player)
    assert hand_records.rules_of(stored).rules is rules
    assert (hand_records.counted_again(stored) is not None) == won
    assert hands.RECORDS.from_file(hands.RECORDS.to_file(stored)) == stored
    assert ("Nobody won." in hand_text(stored)) != won
    assert ledger.check().ok


def test_what_was_entered_wrongly_is_corrected_and_what_was_counted_stays(ledger):
    hand = keep(ledger, 1, player="An", place="Home")
    new = ledger.hands.correct(hand.uid, player="Ann", remark="Self-drawn", at=at(2))
    assert (new.player, new.place, new.remark, new.at, new.changes) == ("Ann", "Home", "Self-drawn", at(2), 1)
    assert ledger.hands.get(hand.uid).record == record("classical")
    assert ledger.hands.correct(hand.uid, player="Ann").changes == 1
    for wanted in (KeptFilter(player="ann"), KeptFilter(text="self")):
        assert ledger.hands.page(wanted).rows == (new,)
    with pytest.raises(RuleError) as refused:
        ledger.hands.correct(hand.uid, remark="x" * 10_001)
    assert refused.value.problems[0].code == "text-too-long"
    assert ledger.check().ok


def test_of_two_copies_the_one_corrected_more_often_counts(ledger, other):
    hand = keep(ledger, 1, player="Ann")
    first = exported(ledger.hands)
    ledger.hands.correct(hand.uid, player="Bob")
    for content in (first, exported(ledger.hands), first):
        other.import_json(content)
    assert [one.player for one in other.hands.page().rows] == ["Bob"]
    other.hands.correct(hand.uid, player="Chuck")
    ledger.hands.correct(hand.uid, player="Dora")
    assert len(ledger.import_json(exported(other.hands)).different) == 1
    assert [one.player for one in ledger.hands.page().rows] == ["Dora"]


def test_a_hand_of_others_turns_no_terminal_and_can_be_corrected_for_ever(ledger):
    keep(ledger, 1)
    told = json.loads(exported(ledger.hands))
    told["kept"][0] |= {"uid": "other", "changes": 2**31 - 1}
    told["kept"][0]["record"]["text"] = "\x1b]0;owned\x07\u202efour\ntiles"
    ledger.import_json(json.dumps(told).encode())
    ledger.hands.correct("other", remark="ours")
    assert "ours\n\n\\x1b]0;owned\\x07\\u202efour\ntiles\n" in exported(ledger.hands, "text", ["other"]).decode()
    assert ledger.import_json(exported(ledger.hands)).added == ()


def test_a_table_of_kept_hands_brings_them_to_another_ledger(ledger, other):
    for number, rules in enumerate(RULESETS):
        keep(ledger, number, rules, player="“=1+1”", remark="=1;'+2\n'tis", place="@home")
    table, due = exported(ledger.hands, "csv", KeptFilter()), ledger.hands.page().rows
    for line, one in zip(csv.DictReader(io.StringIO(table.decode(), newline="")), due[::-1], strict=True):
        assert (line["hand"], line["score"], line["final"]) == (one.uid, str(one.score), one.final_text)
        assert answer_score(json.loads(line["request"]))["score"] == one.score
    for _ in range(2):
        report = other.import_json(b"\xef\xbb\xbf" + table)
    assert (len(report.known_kept), report.kept, report.different) == (len(RULESETS), (), ())
    assert [changed(one, changes=0) for one in due] == list(other.hands.page().rows)
    for one in due:
        here, there = ledger.hands.get(one.uid).record, other.hands.get(one.uid).record
        assert all(here[name] == there[name] for name in ("request", "answer", "rules"))


def test_rows_that_come_to_something_else_are_left_out_and_told(ledger):
    for number in range(5):
        keep(ledger, number, "classical")
    columns, *rows = csv.reader(io.StringIO(exported(ledger.hands, "csv", KeptFilter()).decode(), newline=""))
    spoilt = (("score", "7"), ("request", "{"), ("hand", "../x"), ("at", "2026-13-01T00:00:00Z"))
    for number, line in enumerate(rows):
        line[0] = f"new{number}"
        for name, text in spoilt[number : number + 1]:
            line[columns.index(name)] = text
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";").writerows([columns, *rows])
    report = ledger.import_json(out.getvalue().encode())
    assert report.kept == ("new4",)
    assert [str(number) in said for number, said in enumerate(report.different, 2)] == [True] * 4


@pytest.mark.parametrize(
    "content",
    [
        b'"session","at"\r\n',
        b'"hand","at","changed"\r\n"1","2","3"\r\n',
        '"hand","at","changed"\r\n"王","2","3"\r\n'.encode("gbk"),  # as spreadsheets write it in China
    ],
)
def test_other_tables_are_refused(ledger, content):
    with pytest.raises(RuleError):
        ledger.import_json(content)


# exercises


def practise(ledger, number=1, made=None, *, right=True, **more):
    made = made or exercise(Ruleset("classical"), 1, number)
    found = compare(made, right_answer(made) if right else Answer())
    return ledger.hands.keep(record_of_exercise(made, found, **more), at=at(number), place=made.code, kind=PRACTICE)


@pytest.mark.parametrize("rules", RULESETS)
def test_an_exercise_of_every_ruleset_comes_back_as_it_was(ledger, rules):
    made = exercise(Ruleset(rules), 1, 3)
    found = compare(made, Answer())
    done = practise(ledger, made=made, right=False)
    assert result_of(ledger.hands.get(done.uid).record) == ExerciseResult.of(made, found)
    assert (done.kind, done.place, done.won, done.score) == (PRACTICE, made.code, False, len(found.wrong))
    assert ledger.hands.practice() == PracticeProgress().after(ExerciseResult.of(made, found))
    assert ledger.hands.page().rows == ()
    assert ledger.check().ok


def test_what_was_practised_follows_from_what_is_listed(ledger):
    practise(ledger, 1)
    wrong = practise(ledger, 2, right=False)
    practise(ledger, 3, helped=True)
    for do, due in (
        (None, Tally(3, 1, 3)),
        (ledger.hands.remove, Tally(2, 1, 3)),
        (ledger.hands.restore, Tally(3, 1, 3)),
    ):
        if do is not None:
            do(wrong.uid)
        assert ledger.hands.practice().tally(Ruleset("classical"), 1) == due


# all of them


KINDS = {
    "session": (lambda ledger: ledger.sessions, lambda ledger, _: ledger.sessions.row(play(ledger, 1))),
    "game": (lambda ledger: ledger.games, lambda ledger, number: add(ledger, row(number, final=10))[0]),
    "kept": (lambda ledger: ledger.hands, keep),
    "season": (
        lambda ledger: ledger.seasons,
        lambda ledger, number: season(ledger, uid=f"season{number}").row,
    ),
    "tournament": (
        lambda ledger: ledger.tournaments,
        lambda ledger, number: ledger.tournaments.get(cup(ledger, uid=f"cup{number}").uid).row,
    ),
}
"""Of each kind where it is, and what adds one."""
DELETED = {"game": GameFilter(put_aside=True), "kept": KeptFilter(put_aside=True)}


def listed(store, kind, *, deleted=False):
    if kind in ("tournament", "season"):
        return {one.uid for one in store.all(put_aside=deleted)}
    return {one.uid for one in store.page(DELETED[kind] if deleted else None).rows}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "session"])
def test_what_was_deleted_is_listed_apart_and_comes_back(address, kind):
    find, make = KINDS[kind]
    with Ledger.open(address) as ledger:
        store = find(ledger)
        one, two = (make(ledger, number).uid for number in (1, 2))
        for do, there, gone in ((store.remove, {two}, {one}), (store.restore, {one, two}, set())):
            do(one)
            assert (listed(store, kind), listed(store, kind, deleted=True)) == (there, gone)
            assert store.resolve(one) == one
            assert store.get(one).row.uid == one
            assert ledger.check().ok
        store.remove(two)
    with Ledger.open(address, read_only=True) as ledger:
        store = find(ledger)
        assert (listed(store, kind), listed(store, kind, deleted=True)) == ({one}, {two})
        for do in (lambda: store.remove(one), lambda: make(ledger, 3)):
            with pytest.raises(ReadOnly):
                do()


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_that_id(ledger, kind):
    find, make = KINDS[kind]
    store, uid = find(ledger), make(ledger, 1).uid
    change = [store.remove, store.restore] if kind != "session" else [store.row, lambda x: store.append(x, 1, put(1))]
    for do in (store.get, store.resolve, *change):
        for nobody in ("zz", "x\x00"):
            with pytest.raises(RuleError) as refused:
                do(nobody)
            assert refused.value.problems[0].code == f"no-{kind}"
    with pytest.raises(RuleError):
        store.resolve("")
    assert store.resolve(f" {uid[: len(uid) - 1]}") == uid


def test_the_first_letters_of_an_id_name_a_record(ledger):
    add(ledger, changed(row(1), uid="abc1"), changed(row(2), uid="abd2"), changed(row(3), uid="ab"))
    assert [ledger.games.resolve(said) for said in ("abc", " abd2", "ab")] == ["abc1", "abd2", "ab"]
    with pytest.raises(RuleError) as refused:
        ledger.games.resolve("a")
    assert refused.value.problems[0].code == "game-prefix"

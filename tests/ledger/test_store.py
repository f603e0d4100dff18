"""What goes into a ledger comes out again, on SQLite and on PostgreSQL; every list agrees with the plain events."""

import random
from collections import defaultdict

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.errors import Conflict, NewerVersion
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.sessions import ALL
from mjcompanion.ledger.values import LONGEST_NAME, NotebookFilter, Player, SessionFilter, SessionRef, key_of
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import Changed, Ended, HandItem, PenaltyItem, Put, Started, Titled
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import replay
from tests.ledger.making import (
    AT,
    FOUR,
    alter,
    at,
    eventful,
    hand,
    paged,
    people,
    play,
    prove,
    put,
    seats,
    setup,
    store,
)

ODD_NAMES = [
    "Robert'); DROP TABLE players;--",
    "\"Ann\" said 'x'",
    "🀄️ Ming 明 🐉",
    "<b>bold</b> & <script>alert(1)</script>",
    "=1+1",
    "%_*?[a-z]",
    "two\nlines\tand tabs",
    "עברית العربية",
    "e\u0301 and \u00e9",
    "\u202eright to left",
    "x" * LONGEST_NAME,
    "🀄" * (LONGEST_NAME // 2),
    "None",
    "0",
    "\\x00",
    'Zoë \U0001f004 "=\\/\x7f\u2028\u0301 Inf 9.0e+999',
]


def code(error):
    return error.value.problems[0].code


# players


@pytest.mark.parametrize("name", ODD_NAMES, ids=lambda name: name[:12])
def test_any_name_is_kept_whole_found_and_shown(ledger, name):
    added = ledger.players.add(name)
    assert added.name == name.strip()
    assert ledger.players.search() == (added,)
    assert ledger.players.get(added.uid) == ledger.players.named(name) == added
    assert ledger.players.search(name) == (added,)
    assert ledger.players.search(name[: len(name) // 2 + 1]) == (added,)
    uid = play(ledger, 1, (name, "Bob", "Chuck", "Dora"))
    assert ledger.sessions.get(uid).names == (added.name, "Bob", "Chuck", "Dora")
    assert [row.names[0] for row in ledger.sessions.page(SessionFilter(text=name)).rows] == [added.name]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *((name, "name-empty") for name in ("", " \t\n")),
        *(("x" * (LONGEST_NAME + 1), "name-long"), ("a\x00b", "name-letters")),
        *((name, "name-taken") for name in ("Ann", "ann", " ANN ", "ＡＮＮ")),
    ],
)
def test_names_that_can_not_be(ledger, name, wrong):
    ann, bob = ledger.players.add("Ann"), ledger.players.add("Bob")
    for do in (lambda: ledger.players.add(name), lambda: ledger.players.rename(bob.uid, name)):
        with pytest.raises(RuleError) as error:
            do()
        assert code(error) == wrong
    assert ledger.players.search() == (ann, bob)
    if wrong == "name-taken":  # her own name otherwise
        assert ledger.players.rename(ann.uid, name) == Player(ann.uid, name.strip())


def test_renaming_shows_everywhere(ledger):
    uid = play(ledger)
    ann = ledger.players.named("Ann")
    assert ledger.players.rename(ann.uid, "Annabel") == Player(ann.uid, "Annabel")
    assert ledger.sessions.get(uid).names[0] == ledger.sessions.page().rows[0].names[0] == "Annabel"
    assert ledger.players.named("ann") is None
    assert ledger.players.add("Ann").uid != ann.uid
    assert ledger.sessions.count(SessionFilter(text="annabel")) == 1


def test_names_searched_for_come_nearest_first(ledger):
    for name in ("Joanna", "Ann", "Annabel", "Bob", "Hannah"):
        ledger.players.add(name)
    assert [one.name for one in ledger.players.search("ANN")] == ["Ann", "Annabel", "Hannah", "Joanna"]
    assert [one.name for one in ledger.players.search("ann", limit=2)] == ["Ann", "Annabel"]
    assert [one.name for one in ledger.players.search()] == ["Ann", "Annabel", "Bob", "Hannah", "Joanna"]
    assert ledger.players.search("zz") == ()


def test_recent_players_come_first(ledger):
    for moment, names in (("2026-01-01", "ABCD"), ("2026-02-01", "EBFG")):
        play(ledger, moment=f"{moment}T00:00:00Z", names=names)
    assert [{one.name for one in ledger.players.recent(limit)} for limit in (4, 7)] == [{*"EBFG"}, {*"EBFGACD"}]


def test_merging_and_parting(ledger):
    one = play(ledger, 2, ("Ann", "Bob", "Chuck", "Dora"))
    other = play(ledger, 3, ("Annie", "Bob", "Chuck", "Dora"))
    ann, annie = ledger.players.named("Ann"), ledger.players.named("Annie")
    before = seats(ledger)
    ledger.players.merge(annie.uid, ann.uid)
    assert ledger.sessions.get(other).names[0] == "Ann"
    assert ledger.sessions.get(other).players[0] == ann.uid
    assert ledger.sessions.get(other).events[0].setup.players[0] == annie.uid  # the truth stays
    assert ledger.players.merged(ann.uid) == (annie,)
    assert ledger.players.get(annie.uid) == ann
    assert annie not in ledger.players.search()
    assert {row.uid for row in ledger.sessions.page(SessionFilter(player=ann.uid)).rows} == {one, other}
    assert ledger.sessions.count(SessionFilter(player=annie.uid)) == 2
    both = next(row for row in seats(ledger) if row.player == ann.uid)
    apart = [row for row in before if row.player in (ann.uid, annie.uid)]
    assert (both.sessions, both.hands, both.net) == (2, 5, sum(row.net for row in apart))
    assert ledger.check().ok
    again = play(ledger, 1, ("Ann", "Bob", "Chuck", "Dora"))
    assert ledger.players.unmerge(annie.uid) == annie
    assert ledger.sessions.get(other).names[0] == "Annie"
    assert ledger.sessions.get(again).names[0] == "Ann"
    assert {row.player: row.hands for row in seats(ledger)}[annie.uid] == 3
    assert ledger.check().ok


def test_merging_over_steps_and_parting_in_the_middle(ledger):
    sessions = [play(ledger, 1, (name, "Bob", "Chuck", "Dora")) for name in ("A", "B", "C")]
    a, b, c = (ledger.players.named(name).uid for name in "ABC")
    ledger.players.merge(a, b)
    ledger.players.merge(a, c)  # who A is, which is B
    assert [ledger.sessions.get(uid).names[0] for uid in sessions] == ["C", "C", "C"]
    ledger.players.unmerge(b)
    assert [ledger.sessions.get(uid).names[0] for uid in sessions] == ["B", "B", "C"]
    ledger.players.unmerge(a)
    assert [ledger.sessions.get(uid).names[0] for uid in sessions] == ["A", "B", "C"]
    assert ledger.check().ok


def test_who_sat_together_is_not_merged_and_parting_needs_a_name_that_is_free(ledger):
    play(ledger)
    ann, bob, old = ledger.players.named("Ann").uid, ledger.players.named("Bob").uid, ledger.players.add("Annie").uid
    ledger.players.merge(old, ann)
    ledger.players.add("Annie")
    for do, wrong in (
        (lambda: ledger.players.merge(ann, bob), "merge-met"),
        (lambda: ledger.players.merge(ann, ann), "merge-self"),
        (lambda: ledger.players.unmerge(ann), "not-merged"),
        (lambda: ledger.players.unmerge(old), "name-taken"),
    ):
        with pytest.raises(RuleError) as error:
            do()
        assert code(error) == wrong
    assert ledger.players.unmerge(old, "Annie the elder").name == "Annie the elder"
    assert ledger.check().ok


# sessions


@pytest.mark.parametrize(
    "rules",
    [Ruleset("classical"), Ruleset("traditional"), Ruleset("simple"), Ruleset("nmjl"), Ruleset("american-club")],
)
def test_a_session_in_which_everything_happens_comes_back_as_it_was(ledger, rules):
    events = eventful(people(ledger), rules)
    uid = store(ledger, events)
    table = replay(events)
    found = ledger.sessions.get(uid)
    assert list(found.events) == events
    assert found.last_seq == len(events) - 1
    assert found.table.rows == table.rows
    summary = table.summary()
    row = ledger.sessions.row(uid)
    assert row == ledger.sessions.page().rows[0] == ledger.sessions.last()
    assert (row.title, row.hands, row.ended, row.rules) == (summary.title, summary.hands, True, str(rules))
    assert row.fingerprint == TableRules.of(rules).fingerprint
    assert row.balances == tuple(one.balance for one in summary.standings)
    assert row.nets == tuple(one.net for one in summary.standings)
    assert row.names == found.names == FOUR
    assert row.started_at == at(0)
    assert ledger.check().ok


def test_an_event_that_can_not_happen_is_refused_and_nothing_written(ledger):
    uid = play(ledger, 2)
    before = ledger.sessions.get(uid).events
    for event in (
        Started(at=AT, setup=before[0].setup),
        Changed(at=AT, changes=(Put("9", PenaltyItem(0, (0,), 5)),)),
        Changed(at=AT, changes=(Put("9", hand(1), before="nothing"),)),
    ):
        token = ledger.changed_since(None)
        with pytest.raises(RuleError):
            ledger.sessions.append(uid, 3, event)
        assert ledger.sessions.get(uid).events == before
        assert ledger.changed_since(token) is None
    for do in (
        lambda: ledger.sessions.append(uid, 3, Ended(at="yesterday")),
        lambda: ledger.sessions.start(setup(people(ledger)), "2026-11-21 05:31"),
    ):
        with pytest.raises(ValueError, match="no time"):
            do()
    assert ledger.sessions.append(uid, 3, Ended(at=AT)) == 3
    assert ledger.check().ok


def test_a_session_needs_four_people(ledger):
    ann, bob, chuck, dora = people(ledger)
    with pytest.raises(RuleError):
        ledger.sessions.start(setup((ann, ann, bob, chuck)))
    annie = ledger.players.add("Annie").uid
    ledger.players.merge(annie, ann)
    with pytest.raises(RuleError) as error:
        ledger.sessions.start(setup((ann, annie, bob, chuck)))
    assert code(error) == "four-players"
    assert ledger.sessions.count() == 0
    assert ledger.sessions.get(ledger.sessions.start(setup((annie, bob, chuck, dora))).uid).players[0] == ann


def test_nobody_of_that_id(ledger):
    for do in (
        lambda: ledger.players.get("x"),
        lambda: ledger.players.rename("x\x00", "Ann"),
        lambda: ledger.players.merge("x", "y"),
        lambda: ledger.players.unmerge("x"),
        lambda: ledger.players.merged("x"),
        lambda: ledger.sessions.start(setup(("a", "b", "c", "d"))),
    ):
        with pytest.raises(RuleError) as error:
            do()
        assert code(error) == "no-player"


def test_a_conflict_tells_what_the_other_window_wrote(ledger):
    begun = ledger.sessions.start(setup(people(ledger)))
    assert begun == SessionRef(begun.uid, 0)
    uid = begun.uid
    assert [ledger.sessions.append(uid, number, put(number)) for number in (1, 2)] == [1, 2]
    event = Changed(at=at(3), changes=(Put("p", PenaltyItem(0, (1,), 25)),))
    for _ in range(2):  # again, after an answer that never came
        assert ledger.sessions.append(uid, 3, event) == 3
    token = ledger.changed_since(None)
    for seq, other in ((3, event), (9, None)):
        with pytest.raises(Conflict) as error:
            ledger.sessions.append(uid, seq, put(seq))
        assert (error.value.seq, error.value.event) == (seq, other)
    assert ledger.changed_since(token) is None
    assert ledger.sessions.get(uid).last_seq == 3


def test_the_last_session_is_the_one_touched_last_whatever_the_clock_says(ledger):
    one = play(ledger, moment="2026-11-21T10:00:00Z")
    other = play(ledger, moment="2020-01-01T10:00:00Z")  # the clock was set back
    assert ledger.sessions.last().uid == other
    ledger.sessions.append(one, 5, Titled(at="2020-01-01T11:00:00Z", title="went on"))
    assert ledger.sessions.last().uid == one
    assert ledger.sessions.last().started_at == "2026-11-21T10:00:00Z"
    assert [row.uid for row in ledger.sessions.page().rows] == [one, other]
    assert ledger.check().ok


def test_changes_are_seen_by_other_windows(ledger, address):
    with Ledger.open(address) as other:
        token = other.changed_since(None)
        assert isinstance(token, int)
        seen = [token]
        for change in (
            lambda: ledger.players.add("Zoë"),
            lambda: ledger.players.rename(ledger.players.named("Zoë").uid, "Zoe"),
            lambda: play(ledger, 1),
            lambda: ledger.sessions.append(ledger.sessions.last().uid, 2, Ended(at=AT)),
        ):
            assert other.changed_since(seen[-1]) is None
            change()
            seen.append(other.changed_since(seen[-1]))
        assert None not in seen
        assert len(set(seen)) == len(seen)


# lists


@pytest.fixture
def many(ledger):
    """Sixty sessions of ten players, some at the same second."""
    rng = random.Random(3)
    names = [f"Player {letter}" for letter in "ABCDEFGHI"] + ["Zoë 🀄"]
    rules = [Ruleset("classical"), Ruleset("traditional"), Ruleset("nmjl")]
    for number in range(60):
        moment = f"2026-{1 + number // 10:02}-{1 + number // 4 % 28:02}T1{number % 3}:00:00Z"
        title = rng.choice(["", "Tuesday club", "100% _fun_", "tuesday again"])
        play(ledger, rng.randrange(4), rng.sample(names, 4), moment, rng.choice(rules), title=title)
    return ledger


def fits(row, wanted):
    """What a filter means, in plain words."""
    told = [key_of(one) for one in (row.title, row.rules, row.rules_name, Ruleset.stored(row.rules).short, *row.names)]
    until = wanted.until + ("T23:59:59Z" if len(wanted.until) == 10 else "")
    return (
        (not wanted.player or wanted.player in row.players)
        and all(any(word in one for one in told) for word in key_of(wanted.text).split())
        and (not wanted.rules or row.rules == wanted.rules)
        and (not wanted.since or row.started_at >= wanted.since)
        and (not wanted.until or row.started_at <= until)
    )


SUMS = ("hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "net")
FILTERS = [
    *(SessionFilter(text=text) for text in ("TUESDAY", "100%", "_", "%", "zoë", "a  TUESDAY player", "league tuesday")),
    *(SessionFilter(text=text) for text in ("a b c d e f g h i j", "nobody")),
    *(SessionFilter(rules=rules) for rules in ("", "nmjl", "none")),
    SessionFilter(since="2026-03-01"),
    SessionFilter(until="2026-03-08"),
    SessionFilter(since="2026-02-05", until="2026-02-05"),
    SessionFilter(since="2026-02-05T11:00:00Z", until="2026-04-01T11:00:00Z"),
    SessionFilter(player="Player B", text="tuesday"),
    SessionFilter(player="Player C", rules="classical", since="2026-02-01", until="2026-05-20", text="player"),
    SessionFilter(player="nobody's id"),
]


def test_a_filter_lets_through_what_it_says(many):
    everything = paged(many.sessions.page, ALL, 100)
    assert len(everything) == many.sessions.count() == 60
    assert everything == sorted(everything, key=lambda row: row.started_at, reverse=True)
    for wanted in FILTERS:
        named = many.players.named(wanted.player) if wanted.player else None
        if named is not None:
            wanted = msgspec.structs.replace(wanted, player=named.uid)
        due = [row for row in everything if fits(row, wanted)]
        assert paged(many.sessions.page, wanted) == due, wanted
        assert many.sessions.count(wanted) == len(due), wanted
        found = {(one.rules, one.fingerprint): one for one in many.statistics.sessions(wanted)}
        expected = naive_figures(many, due, wanted.player)
        assert found.keys() == expected.keys()
        for kind, one in found.items():
            seats = {seat.player: msgspec.structs.asdict(seat) for seat in one.players}
            assert seats == expected[kind], wanted
            assert [seat.sessions for seat in one.players] == sorted(
                (seat.sessions for seat in one.players), reverse=True
            )
    first = many.sessions.page(limit=10)
    for moment in ("2027-01-01T00:00:00Z", "2020-01-01T00:00:00Z"):  # a page goes on where the last one ended
        play(many, 1, FOUR, moment)
    assert [*first.rows, *many.sessions.page(after=first.after, limit=100).rows[:-1]] == everything


def test_every_word_is_found_in_title_player_rules_or_note(ledger):
    spring = play(ledger, 0, ("Mei", "Bob", "Chuck", "Dora"), title="Spring evening")
    other = play(ledger, 0, ("Ann", "Bob", "Chuck", "Dora"), title="Spring evening", rules=Ruleset("hong-kong"))
    ledger.sessions.append(other, 1, put(1, HandItem(note='Über den Kong gestritten, "zu spät"\nLily')))
    for text, due in (
        ("spring mei", {spring}),
        ("MEI Spring", {spring}),
        ("spring", {spring, other}),
        ("spring hong kong", {other}),
        ("über lily", {other}),
        ('"zu', {other}),
        ("mei lily", set()),
        ("note", set()),
        ("winner", set()),
    ):
        assert {row.uid for row in ledger.sessions.page(SessionFilter(text=text)).rows} == due, text
        assert {row.uid for row in ledger.notebook.page(NotebookFilter(text=text)).rows} == due, text
        assert ledger.sessions.count(SessionFilter(text=text)) == len(due)


def naive_figures(ledger, rows, player=""):
    """The figures of each player in sessions by the same rules, worked out hand by hand from the sessions."""
    found = defaultdict(dict)
    for row in sorted(rows, key=lambda row: row.started_at):
        table = ledger.sessions.get(row.uid).table
        for one, uid, name in zip(table.summary().standings, row.players, row.names, strict=True):
            if player and uid != player:
                continue
            empty = dict.fromkeys(("sessions", *SUMS), 0) | {"best": None, "best_session": "", "best_item": ""}
            mine = found[row.rules, row.fingerprint].setdefault(
                uid, {"player": uid, "name": name, "places": (0, 0, 0, 0), **empty}
            )
            mine["sessions"] += 1
            for key in SUMS:
                mine[key] += getattr(one, key)
            if row.ended and row.hands:
                place = sum(other > one.net for other in row.nets)
                mine["places"] = tuple(times + (at == place) for at, times in enumerate(mine["places"]))
            if one.best is not None and (mine["best"] is None or one.best > mine["best"]):
                mine |= {"best": one.best, "best_session": row.uid, "best_item": one.best_item}
    return found


def test_a_search_of_any_length_is_answered(ledger):
    play(ledger)
    for text in ("x" * 100_000, "%" * 60_000, "\x00", "\ud800", "'" * 500):
        assert ledger.sessions.count(SessionFilter(text=text)) == 0
        assert ledger.players.search(text) == ()
    for wanted in (SessionFilter(rules="\x00"), SessionFilter(since="\x00x"), SessionFilter(player="\x00")):
        assert isinstance(ledger.sessions.count(wanted), int)


# care


def test_a_check_can_be_watched_and_stopped(ledger):
    for _ in range(4):
        play(ledger, 1)
    seen = []
    assert ledger.check(lambda done, of: seen.append((done, of))).ok
    assert seen == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    assert ledger.check(lambda done, _: done < 2).sessions == 2


def rewrite(ledger, *changes):
    """Write the events of a ledger as another version of the program would have written them."""
    for old, new in changes:
        alter(ledger, f"UPDATE events SET body = replace(body, '{old}', '{new}') WHERE seq > 0")
    prove(ledger.place.path)


def test_what_an_older_version_wrote_without_later_fields_is_the_same(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3)
        before, content = ledger.sessions.get(uid), ledger.export("json")
        rewrite(ledger, (',"note":""', ""), (',"wrong_calls":[]', ""))
        assert ledger.sessions.get(uid) == before
        assert ledger.export("json") != content
        assert ledger.import_json(content).known == (uid,)
        assert ledger.import_json(ledger.export("json")).known == (uid,)
        assert ledger.sessions.append(uid, 4, put(4)) == 4
        assert ledger.check().ok


def test_what_a_newer_version_wrote_is_named(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3, title="Tuesday")
        rewrite(ledger, ('"kind":"hand"', '"kind":"hand","tournament":7'))
        other = play(ledger, 2)
    with Ledger.open(path) as ledger:
        for do in (lambda: ledger.sessions.get(uid), lambda: ledger.sessions.append(uid, 4, put(4))):
            with pytest.raises(NewerVersion) as error:
                do()
            assert (error.value.code, error.value.problem.count) == ("ledger-event-newer", 1)
        assert [one.session for one in ledger.check().findings] == [uid]
        assert ledger.sessions.get(other).table.summary().hands == 2
        assert len(ledger.sessions.page().rows) == 2

"""Files out of a ledger and into one: whole, the same again, safe in a spreadsheet, and refused where doctored."""

import csv
import io
import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcompanion.hand import By
from mjcompanion.ledger.cells import csv_text, safe_cell
from mjcompanion.ledger.formats import COLUMNS, CsvPlayer, CsvRow, csv_rows, read_json
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.options import Options, RowChange
from mjcompanion.paper.document import make
from mjcompanion.paper.forms.session import lay_out
from mjcompanion.paper.page import Style
from mjcompanion.problems import RuleError
from mjcompanion.rules import record
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.table.events import Ended, HandItem, Setup, Titled
from mjcompanion.table.rules import TableRules
from tests.brute_rows import random_house_request
from tests.ledger.making import at, eventful, hand, people, play, put, seats, store
from tests.ledger.reading import read_csv, write_csv
from tests.ledger.test_store import ODD_NAMES
from tests.paper.evenings import source_of
from tests.sample import often

pytestmark = pytest.mark.in_turn

FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


@pytest.fixture
def full(ledger):
    """A ledger with one session of each kind."""
    for number, rules in enumerate((Ruleset("classical"), Ruleset("traditional"), Ruleset("simple"), Ruleset("nmjl"))):
        store(ledger, eventful(people(ledger, ("Ann", "Bob", "Chuck", ODD_NAMES[number])), rules))
    store(ledger, eventful(people(ledger), Ruleset("american-club")))
    return ledger


@pytest.fixture
def other(tmp_path):
    """Another ledger."""
    with Ledger.open(tmp_path / "other" / "ledger.db") as opened:
        yield opened


# JSON


def test_everything_comes_over(full, other):
    report = other.import_json(full.export("json"))
    assert (len(report.added), report.known, report.different) == (5, (), ())
    assert report.players == 8
    mine, theirs = full.sessions.page().rows, other.sessions.page().rows
    assert {row.uid for row in mine} == {row.uid for row in theirs}
    for row in mine:
        assert other.sessions.row(row.uid) == row
        assert other.sessions.get(row.uid) == full.sessions.get(row.uid)
    assert sorted(seats(full), key=str) == sorted(seats(other), key=str)
    assert other.check().ok
    assert json.loads(other.export("json", [mine[0].uid])) == json.loads(full.export("json", [mine[0].uid]))


def test_scores_that_can_hardly_be_are_told_and_taken(ledger, other):
    uid = play(ledger, 1, rules=Ruleset("nmjl"))
    ledger.sessions.append(uid, 2, put(2, HandItem(winner=1, by=By.DRAW, value=27)))
    report = other.import_json(ledger.export("json"))
    assert report.added == (uid,)
    assert report.warnings == (f"Session {uid[:8]}, hand 2: No line of the card is worth 27: 25 or 30?",)
    assert other.sessions.get(uid) == ledger.sessions.get(uid)
    assert other.import_json(ledger.export("json")).warnings == ()


def test_the_same_again_changes_nothing(full):
    before = (full.sessions.page(), full.statistics.sessions(), full.players.search())
    report = full.import_json(full.export("json"))
    assert (report.added, report.continued, len(report.known), report.players) == ((), (), 5, 0)
    assert (full.sessions.page(), full.statistics.sessions(), full.players.search()) == before


def test_what_is_imported_is_not_the_table_played_last(full, other):
    mine = play(other, 1, moment="2020-01-01T00:00:00Z")
    other.import_json(full.export("json"))
    assert other.sessions.last().uid == mine


def test_a_session_that_went_on_elsewhere_goes_on_here(ledger, other):
    uid = play(ledger, 3)
    early = ledger.export("json")
    other.import_json(early)
    ledger.sessions.append(uid, 4, put(4))
    ledger.sessions.append(uid, 5, Titled(at=at(5), title="later"))
    report = other.import_json(ledger.export("json"))
    assert (report.added, report.continued) == ((), (uid,))
    assert other.sessions.get(uid) == ledger.sessions.get(uid)
    assert other.check().ok
    report = other.import_json(early)  # and what is older takes nothing away
    assert (report.continued, report.known) == ((), (uid,))
    assert other.sessions.get(uid).last_seq == 5


def test_a_session_that_is_another_one_here_is_told_and_left(ledger, other):
    uid = play(ledger, 3, title="Tuesday")
    content = ledger.export("json")
    other.import_json(content)
    ledger.sessions.append(uid, 4, put(4))
    other.sessions.append(uid, 4, Ended(at=at(4)))
    before = other.sessions.get(uid)
    report = other.import_json(ledger.export("json"))
    (sentence,) = report.different
    assert sentence == f"Session {uid[:8]} (“Tuesday”) differs here from event 4 on, so it was left as it is."
    assert other.sessions.get(uid) == before


def test_players_of_one_name_are_one_and_can_be_parted(ledger, other):
    uid = play(ledger, 2)
    mine = play(other, 3, ("ann", "Bob", "Eve", "Fay"))
    report = other.import_json(ledger.export("json"))
    assert sorted(report.joined) == ["Ann", "Bob"]
    assert other.sessions.get(uid).names == ("ann", "Bob", "Chuck", "Dora")
    ann = other.players.named("Ann")
    assert {row.player: row.hands for row in seats(other)}[ann.uid] == 5
    (came,) = other.players.merged(ann.uid)
    assert came.name == "Ann"
    other.players.unmerge(came.uid, "Ann from elsewhere")
    assert other.sessions.get(uid).names[0] == "Ann from elsewhere"
    assert other.sessions.get(mine).names[0] == "ann"
    assert other.check().ok
    assert other.import_json(ledger.export("json")).known == (uid,)


def test_merged_players_come_over_merged(ledger, other):
    one = play(ledger, 1, ("Ann", "Bob", "Chuck", "Dora"))
    two = play(ledger, 1, ("Annie", "Bob", "Chuck", "Dora"))
    three = play(ledger, 1, ("Anna", "Bob", "Chuck", "Dora"))
    ids = {name: ledger.players.named(name).uid for name in ("Ann", "Annie", "Anna")}
    ledger.players.merge(ids["Annie"], ids["Anna"])
    ledger.players.merge(ids["Anna"], ids["Ann"])
    other.import_json(ledger.export("json"))
    assert [other.sessions.get(uid).names[0] for uid in (one, two, three)] == ["Ann"] * 3
    assert other.players.unmerge(ids["Anna"]).name == "Anna"
    assert [other.sessions.get(uid).names[0] for uid in (one, two, three)] == ["Ann", "Anna", "Anna"]
    assert other.check().ok


def test_two_people_of_one_name_at_a_table_stay_two(ledger, other):
    uid = play(ledger, 1)
    content = json.loads(ledger.export("json"))
    content["players"][0]["name"] = content["players"][1]["name"] = "Ann"
    content["players"][2]["name"], content["players"][3]["name"] = "Bob", "Chuck"
    report = other.import_json(json.dumps(content).encode())
    assert sorted(other.sessions.get(uid).names) == ["Ann", "Ann (2)", "Bob", "Chuck"]
    assert report.renamed == ("Ann (2)",)
    assert other.check().ok


def test_one_session_alone_takes_only_its_players(full, other):
    uid = full.sessions.page().rows[0].uid
    content = json.loads(full.export("json", [uid, uid]))
    assert [session["uid"] for session in content["sessions"]] == [uid]
    assert len(content["players"]) == 4
    assert other.import_json(full.export("json", [uid])).added == (uid,)


def test_an_empty_ledger(ledger, other):
    assert other.import_json(ledger.export("json")).added == ()
    assert read_csv(ledger.export("csv").decode()) == ()
    assert ledger.export("text") == b""


def test_it_can_be_watched(full, other):
    seen = []
    full.export_to(io.BytesIO(), "json", progress=lambda *words: seen.append(words))
    assert seen == [(number, 5) for number in range(5)]
    seen.clear()
    other.import_json(full.export("json"), lambda *words: seen.append(words))
    assert seen == [(number, 5) for number in range(5)]


# JSON that was doctored


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    with Ledger.open(tmp_path_factory.mktemp("export") / "ledger.db") as ledger:
        play(ledger, 4, title="Tuesday", moment="2026-10-01T00:00:00Z")
        store(ledger, eventful(people(ledger)))
        return ledger.export("json")


def changed(change):
    def doctor(content):
        told = json.loads(content)
        change(told)
        return json.dumps(told).encode()

    return doctor


def swap_events(told):
    events = told["sessions"][1]["events"]
    events[5], events[11] = events[11], events[5]


def set_in(*path, to):
    def change(told):
        for step in path[:-1]:
            told = told[step]
        if to is None:
            del told[path[-1]]
        else:
            told[path[-1]] = to

    return changed(change)


DOCTORED = {
    "nothing": (lambda _: b"", "isn't an export of a ledger"),
    "text": (lambda _: b"Dear diary", "isn't an export of a ledger"),
    "bytes": (lambda _: bytes(range(256)), "isn't an export of a ledger"),
    "half": (lambda content: content[: len(content) // 2], "isn't an export of a ledger"),
    "a list": (lambda _: b"[]", "isn't an export of a ledger"),
    "another JSON": (lambda _: b'{"name": "x"}', "isn't an export of a ledger"),
    "deep": (lambda _: b"[" * 100_000, "isn't an export of a ledger"),
    "deep inside": (lambda _: b'{"format":1,"players":' + b"[" * 90_000, "isn't an export of a ledger"),
    "a key twice": (
        lambda content: content.replace(b'"changes":', b'"changes":[],"changes":', 1),
        "isn't an export of a ledger: it gives “changes” twice in one object",
    ),
    "newer": (set_in("format", to=6), "newer version of the program (format 6; this one reads 5)"),
    "format 0": (set_in("format", to=0), "isn't an export of a ledger: its format number isn’t valid"),
    "format of text": (set_in("format", to="1"), "isn't an export of a ledger"),
    "huge format": (set_in("format", to=10**400), "isn't an export of a ledger"),
    "no players": (set_in("players", to=None), "isn't an export of a ledger"),
    "players missing": (set_in("players", to=[]), "Session 1: the player “"),
    "one player less": (
        lambda content: changed(lambda told: told["players"].pop())(content),
        "isn't among the players",
    ),
    "player twice": (
        changed(lambda told: told["players"].append(told["players"][0])),
        "Player 5: the id isn’t valid, or is there twice.",
    ),
    "odd id": (set_in("players", 1, "uid", to="../../etc"), "Player 2: the id isn’t valid"),
    "no name": (set_in("players", 1, "name", to=" "), "Player 2: A player needs a name."),
    "long name": (set_in("players", 1, "name", to="x" * 10_001), "Player 2: The name has 10001 letters"),
    "name with NUL": (set_in("players", 0, "name", to="a\x00b"), "Player 1: The name contains"),
    "name a number": (set_in("players", 0, "name", to=5), "isn't an export of a ledger"),
    "same as itself": (
        changed(lambda told: told["players"][0].update(same_as=told["players"][0]["uid"])),
        "Player 1: “same_as” names nobody",
    ),
    "same as each other": (
        changed(
            lambda told: (
                told["players"][0].update(same_as=told["players"][1]["uid"]),
                told["players"][1].update(same_as=told["players"][0]["uid"]),
            )
        ),
        "“same_as” names nobody",
    ),
    "session twice": (
        changed(lambda told: told["sessions"].append(told["sessions"][0])),
        "Session 3: the id isn’t valid, or is there twice.",
    ),
    "session without id": (set_in("sessions", 1, "uid", to=None), "isn't an export of a ledger"),
    "session of an odd id": (set_in("sessions", 1, "uid", to="é"), "Session 2: the id isn’t valid"),
    "no events": (set_in("sessions", 0, "events", to=[]), "Session 1, event 0: A table is set up"),
    "no beginning": (
        changed(lambda told: told["sessions"][0]["events"].pop(0)),
        "Session 1, event 0: A table is set up",
    ),
    "two beginnings": (
        changed(lambda told: told["sessions"][0]["events"].append(told["sessions"][0]["events"][0])),
        "Session 1, event 5: A table is set up",
    ),
    "no event": (set_in("sessions", 1, "events", 4, to={"event": "flood"}), "Session 2, event 4: this isn’t an event"),
    "event a number": (set_in("sessions", 1, "events", 4, to=4), "Session 2, event 4: this isn’t an event"),
    "a winner that there isn't": (
        set_in("sessions", 0, "events", 2, "changes", 0, "item", "winner", to=9),
        "Session 1, event 2: ",
    ),
    "points beyond all": (
        set_in("sessions", 0, "events", 2, "changes", 0, "item", "scores", 0, "score", to=10**30),
        "Session 1, event 2: ",
    ),
    "time": (set_in("sessions", 0, "events", 3, "at", to="noon"), "Session 1, event 3: “noon” isn’t a time"),
    "swapped": (changed(swap_events), "Session 2, event 5: "),
    "same player twice": (
        set_in("sessions", 0, "events", 0, "setup", "players", to=["a", "a", "b", "c"]),
        "Session 1, event 0: Four different players",
    ),
}


@pytest.mark.exhaustive(keep=12)
@pytest.mark.parametrize("name", DOCTORED)
def test_a_doctored_file_is_told_and_nothing_half_imported(other, export, name):
    ledger, (doctor, sentence) = other, DOCTORED[name]
    mine = play(ledger, 1, ("E", "F", "G", "H"))
    before = (ledger.sessions.page(), ledger.players.search(), ledger.changed_since(None))
    with pytest.raises(RuleError) as error:
        ledger.import_json(doctor(export))
    assert sentence in str(error.value)
    assert str(error.value).endswith(".")
    assert len(str(error.value)) < 400
    assert (ledger.sessions.page(), ledger.players.search(), ledger.changed_since(None)) == before
    assert ledger.sessions.get(mine)


def test_what_fails_late_leaves_nothing_behind(ledger, export):
    """The players of the second session are one person here, which shows when the first is in already."""
    told = json.loads(export)
    told["players"][0]["same_as"] = told["players"][1]["uid"]
    ledger.import_json(json.dumps(told).encode())  # the two are kept apart, for they sat at one table
    assert len(ledger.players.search()) == 4
    assert ledger.check().ok


def test_any_byte_may_be_wrong(export, tmp_path):
    rng = random.Random(2)
    refused = 0
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        for _ in range(300):
            spoiled = bytearray(export)
            for _ in range(rng.choice((1, 3))):
                spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
            try:
                read = read_json(bytes(spoiled))
            except RuleError as error:
                refused += 1
                assert str(error).endswith(".")
            else:
                assert len(read.sessions) <= 2
        assert refused > 100
        assert ledger.sessions.count() == 0


# CSV


def test_a_row_for_each_thing_that_happened(full):
    for row in full.sessions.page().rows:
        session = full.sessions.get(row.uid)
        rows = csv_rows(session)
        assert [one.what for one in rows] == [type(one.item).__struct_config__.tag for one in session.table.rows]
        assert rows[-1].players[2].balance == row.balances[2]
        for one, due in zip(rows, session.table.rows, strict=True):
            assert tuple(player.balance for player in one.players) == due.balances[:4]
            assert sum(player.change for player in one.players) + (one.bettor_change or 0) == due.added
            assert {player.wind for player in one.players} == set("ESWN")


def test_csv_is_the_same_when_read_again(full):
    text = full.export("csv").decode()
    rows = read_csv(text)
    due = [
        one
        for uid in [row.uid for row in reversed(full.sessions.page().rows)]
        for one in csv_rows(full.sessions.get(uid))
    ]
    assert sorted(map(str, rows)) == sorted(map(str, due))
    assert write_csv(rows) == text
    assert read_csv("\ufeff" + text) == rows
    assert len({(one.session, one.what) for one in rows}) > 10


def test_no_cell_is_taken_for_a_formula(full):
    for cells in csv.reader(io.StringIO(full.export("csv").decode(), newline="")):
        for name, cell in zip(COLUMNS, cells, strict=True):
            number = name.split("_")[0] in ("change", "balance", "score", "number", "value") or "bettor_" in name
            assert not cell.startswith(FORMULA) or (number and cell[1:].isdigit())


pieces = st.sampled_from([*FORMULA, *";,|\n'\"x ", "1+1", "\ufeff", "\xa0"])
texts = st.one_of(st.text(max_size=12), st.lists(pieces, max_size=6).map("".join))
points = st.integers(-(10**17), 10**17)
maybe = st.none() | points
csv_players = st.builds(CsvPlayer, texts, texts, maybe, texts, points, points)
any_row = st.builds(
    CsvRow,
    *[texts] * 5,
    maybe,
    *[texts] * 5,
    maybe,
    st.tuples(csv_players, csv_players, csv_players, csv_players),
    texts,
    maybe,
    maybe,
    texts,
)


@settings(max_examples=often(300, 60))
@given(st.lists(any_row, max_size=3))
def test_any_row_round_trips_and_is_safe(rows):
    text = write_csv(rows)
    assert read_csv(text) == tuple(rows)
    assert not list(formulas(text))


def formulas(text):
    """The cells that begin as a formula for whoever parts cells by whatever, with quotation marks or without."""
    for parting in ",;\t|":
        rows = [*csv.reader(io.StringIO(text, newline=""), delimiter=parting)]
        rows += [re.split(f"[{parting}\r\n]", text)]
        for cell in (cell.lstrip(' "\xa0\ufeff\t\r\n') for row in rows for cell in row):
            if cell.startswith(FORMULA) and not re.fullmatch(r"-\d+\W*", cell):
                yield cell


def test_a_name_is_no_formula_in_any_dialect():
    """In German and French a spreadsheet parts cells by “;”."""
    names = ["x;=1+1", 'x;"=1+1"', "x,\t @SUM", "x|=1", "x\n=1", "\n\t=1", "Ann; -3", "'=1"]
    text = csv_text([names, [*names[1:], -3], ["", *names]])
    assert not list(formulas(text))
    assert text.count('"-3"') == 1, "a number stays one"
    assert safe_cell("Ann - Bob, 3; Chuck") == "Ann - Bob, 3; Chuck"
    assert all(line.startswith('"') for line in csv_text([["a", 1, None]]).splitlines())


# text


def test_text_says_it_all(full):
    for row in full.sessions.page().rows:
        text = full.export("text", [row.uid]).decode()
        assert row.uid in text
        assert f"{row.hands} hands" in text
        for balance in row.balances:
            assert f"{balance:,}" in text
        assert "a draw" in text
        assert "HYPERLINK" in text
        assert "\x1b" not in text
    assert full.export("text").decode().count("At the start") == 5


def test_text_is_safe_for_a_terminal(ledger):
    uid = play(ledger, 1, ("\x1b[31mred", "Bob\r\nEve", "\u202eChuck", "D" * 9_000), title="\x07bell")
    ledger.sessions.append(uid, 2, put(2, hand(2, note="\x1b]0;title\x07")))
    text = ledger.export("text", [uid]).decode()
    assert not any(ord(letter) < 32 and letter != "\n" for letter in text)
    assert "\u202e" not in text
    assert "D" * 9_000 in text  # shown whole once
    assert max(map(len, text.splitlines())) < 9_100


def test_house_rules_with_rows_are_frozen_and_come_over(ledger, other):
    rng = random.Random("houses")
    frozen = {}
    for number in range(often(100, 12)):
        asked = random_house_request(rng)
        rules = TableRules.of(
            Ruleset(asked["rules"]), options_for(Ruleset(asked["rules"]), asked["options"]), name="Ours"
        )
        begun = ledger.sessions.start(Setup(rules, people(ledger), title=str(number)), at(number))
        ledger.sessions.append(begun.uid, 1, put(1, moment=at(number), rules=rules.rules))
        frozen[begun.uid] = rules
    ann, bob, *_ = people(ledger, ("Annie", "Ann"))
    ledger.players.merge(ann, bob)
    report = other.import_json(ledger.export("json"))
    assert sorted(report.added) == sorted(frozen)
    for uid, rules in frozen.items():
        for kept in (ledger, other):
            found = kept.session(uid).events[0].setup.rules
            assert (found, found.fingerprint) == (rules, rules.fingerprint)
            assert found.rules.rows_with(found.options) == rules.rules.rows_with(rules.options)
    assert ledger.check().ok
    assert other.check().ok
    assert other.import_json(ledger.export("json")).known


def test_a_session_with_a_row_that_is_no_longer_known_opens_and_comes_over(ledger, other):
    options = Options(limit=300, rows=(RowChange("gone", doubles=2), RowChange("no-runs", doubles=1)))
    rules = TableRules(Ruleset("traditional"), options, None, "Ours")
    begun = ledger.sessions.start(Setup(rules, people(ledger)), at(1))
    ledger.sessions.append(begun.uid, 1, put(1, moment=at(1), rules=rules.rules))
    other.import_json(ledger.export("json"))
    for kept in (ledger, other):
        source = kept.session(begun.uid)
        assert source.events[0].setup.rules == rules
        assert [row.key for row in rules.rules.rows_with(options)].count("no-runs") == 1
        assert kept.check().ok
        assert make(lay_out(source_of(source.events), Style()), Style()).pages == 1
        assert "Ours" in kept.export("text").decode()


@pytest.mark.parametrize("rules", [rules for rules in record.RULESETS.values() if rules.at_table])
def test_a_session_with_a_ruleset_that_is_no_longer_known_opens_prints_and_comes_over(ledger, other, forget, rules):
    uid = store(ledger, eventful(people(ledger), rules))
    listed, whole = ledger.sessions.page().rows, ledger.sessions.get(uid)
    forget(rules)
    ledger._tables.clear()
    assert ledger.sessions.page().rows == listed
    stored = ledger.sessions.get(uid)
    assert [one.item for one in stored.table.rows] == [one.item for one in whole.table.rows]
    assert stored.table.rules.fingerprint == whole.table.rules.fingerprint
    said = f"This program doesn’t know the rules “{rules}”."
    assert said in ledger.export("text").decode()
    assert ledger.export("csv")
    assert make(lay_out(source_of(stored.events), Style()), Style()).pages >= 1
    with pytest.raises(RuleError, match="but not change or add anything"):
        ledger.sessions.append(uid, stored.last_seq + 1, Titled(at=at(500), title="Another"))
    other.import_json(ledger.export("json"))
    for kept in (ledger, other):
        assert kept.check().ok
    assert ledger.rebuild() == 0
    assert ledger.sessions.page().rows == listed
    assert other.sessions.get(uid).events == stored.events


@pytest.mark.parametrize("score", [2**63, -(10**30), 10**13])
def test_scores_beyond_all_are_damage_where_the_rules_are_unknown_too(ledger, other, score):
    play(ledger, 2)
    told = json.loads(ledger.export("json"))
    events = told["sessions"][0]["events"]
    events[0]["setup"]["rules"]["rules"] = "ours-of-1990"
    events[1]["changes"][0]["item"]["scores"][0]["score"] = score
    with pytest.raises(RuleError, match="the file is damaged"):
        other.import_json(json.dumps(told).encode())
    assert other.sessions.page().rows == ()

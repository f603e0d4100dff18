"""Files out of a ledger and into one: whole, the same again, safe in a spreadsheet, and refused where doctored."""

import csv
import functools
import io
import json
import operator
import random
import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcompanion.core.errors import RuleError
from mjcompanion.core.options import Options, RowChange
from mjcompanion.ledger.csv_files import COLUMNS, session_rows, write_rows
from mjcompanion.ledger.errors import Damaged
from mjcompanion.ledger.formats import FORMAT, read_json
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import PRACTICE, SESSIONS, NotebookFilter
from mjcompanion.printing.document import make
from mjcompanion.printing.forms.session import lay_out
from mjcompanion.printing.page import PrintStyle
from mjcompanion.rules import ruleset as record
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.table.events import SessionSetup, Titled
from mjcompanion.table.rules import TableRules
from tests.brute_rows import random_house_request
from tests.ledger import gaming, keeping
from tests.ledger.making import EIGHT, alter, at, cup, eventful, hand, people, play, put, season, seats, store
from tests.ledger.reading import NUMBERS, read_cell, read_csv
from tests.ledger.test_store import ODD_NAMES
from tests.ledger.whole import EVERYTHING, fill, told
from tests.printing.evenings import source_of
from tests.sample import often

FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


@pytest.fixture
def full(ledger):
    """A ledger with one session of each kind."""
    for number, rules in enumerate((Ruleset("classical"), Ruleset("traditional"), Ruleset("simple"), Ruleset("nmjl"))):
        store(ledger, eventful(people(ledger, ("Ann", "Bob", "Chuck", ODD_NAMES[number])), rules))
    store(ledger, eventful(people(ledger), Ruleset("american-club")))
    return ledger


# whole


def test_everything_comes_over_once(ledger, other):
    content = fill(ledger).export("json", **EVERYTHING)
    people(other, EIGHT[::-1])  # some of them are known, under other ids
    mine = play(other, 1, ("Ida", "Jo", "Kay", "Lou"), moment="2020-01-01T00:00:00Z")
    seen = []
    report = other.import_json(content, lambda *counts: seen.append(counts))
    assert seen[:3] == [(number, 3) for number in range(3)]
    counts = [len(getattr(report, name)) for name in ("added", "games", "kept", "tournaments", "seasons")]
    assert counts == [3, 2, len(record.RULESETS) + 2, 1, 2]
    assert other.sessions.last().uid == mine, "what is imported isn't the table played last"
    for ask in (keeping.kept, lambda one: one.tournaments.contest("cup").results, lambda one: one.games.page()):
        assert ask(other) == ask(ledger)
    for row in ledger.sessions.page().rows:
        assert other.sessions.row(row.uid).names == row.names
    assert other.check().ok
    before = other.export("json", **EVERYTHING)
    report = other.import_json(content)
    assert report.added == report.games == report.kept == report.tournaments == report.different == ()
    assert [len(getattr(report, f"known{of}")) for of in ("", "_games", "_kept", "_tournaments", "_seasons")] == counts
    assert other.export("json", **EVERYTHING) == before


def test_an_export_of_an_export_is_the_same_file(ledger, other):
    content = fill(ledger).export("json", **EVERYTHING)
    other.import_json(content)
    assert other.export("json", **EVERYTHING) == content
    assert told(other) == told(ledger)
    out = io.BytesIO()
    ledger.notebook.export_to(out, "json", NotebookFilter())
    assert other.import_json(out.getvalue()).added == ()


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", ["events", "games", "kept", "tournaments", "seasons"])
def test_nothing_damaged_is_exported_or_imported_over(ledger, other, table):
    content = fill(ledger).export("json", **EVERYTHING)
    alter(ledger, f"UPDATE {table} SET checksum = checksum + 1")
    token = ledger.changed_since(None)
    for do in (lambda: ledger.export("json", **EVERYTHING), lambda: ledger.import_json(content)):
        with pytest.raises(Damaged):
            do()
    assert ledger.changed_since(token) is None
    assert len(other.import_json(content).added) == 3


def test_another_game_of_the_same_id_is_told_and_left(ledger, other):
    (row, its), (another, record_of_it) = gaming.real(won=True), gaming.real(seed=5)
    ledger.games.add(row, its)
    other.games.add(msgspec.structs.replace(another, uid=row.uid), record_of_it)
    assert len(other.import_json(ledger.export("json", records=["game"])).different) == 1
    assert other.games.get(row.uid).record == record_of_it


def test_a_file_is_of_the_oldest_format_that_holds_it(ledger):
    def formats():
        return [
            json.loads(ledger.export("json", records=some))["format"]
            for some in ([], ["game"], ["kept"], ["tournament"], ["season"])
        ]

    play(ledger, 1)
    assert formats() == [1, 1, 1, 1, 1]
    ledger.games.add(*gaming.real(won=True))
    keeping.keep(ledger)
    assert formats() == [1, 2, 3, 1, 1]
    ledger.hands.keep(keeping.record("simple"), at=at(7), kind=PRACTICE, place="simple 1 1")
    cup(ledger)
    season(ledger)
    assert formats() == [1, 2, 4, 5, 6]


# sessions and players


def test_a_session_that_went_on_elsewhere_goes_on_here_and_a_fork_is_left(ledger, other):
    uid = play(ledger, 3, title="Tuesday")
    early = ledger.export("json")
    other.import_json(early)
    ledger.sessions.append(uid, 4, put(4))
    report = other.import_json(ledger.export("json"))
    assert (report.added, report.continued) == ((), (uid,))
    assert other.sessions.get(uid) == ledger.sessions.get(uid)
    report = other.import_json(early)  # what is older takes nothing away
    assert (report.continued, report.known) == ((), (uid,))
    assert other.sessions.get(uid).last_seq == 4
    ledger.sessions.append(uid, 5, put(5))
    other.sessions.append(uid, 5, Titled(at=at(5), title="Other"))
    before = other.sessions.get(uid)
    report = other.import_json(ledger.export("json"))
    assert len(report.different) == len(report.forks) == 1
    assert other.sessions.get(uid) == before
    assert other.check().ok


def test_players_of_one_name_are_one_and_can_be_parted(ledger, other):
    uid = play(ledger, 2)
    mine = play(other, 3, ("ann", "Bob", "Eve", "Fay"))
    report = other.import_json(ledger.export("json"))
    assert sorted(report.joined) == ["Ann", "Bob"]
    assert other.sessions.get(uid).names == ("ann", "Bob", "Chuck", "Dora")
    ann = other.players.named("Ann")
    assert {row.player: row.hands for row in seats(other)}[ann.uid] == 5
    (came,) = other.players.merged(ann.uid)
    other.players.unmerge(came.uid, "Ann from elsewhere")
    assert (other.sessions.get(uid).names[0], other.sessions.get(mine).names[0]) == ("Ann from elsewhere", "ann")
    assert other.import_json(ledger.export("json")).known == (uid,)
    assert other.check().ok


def test_merged_players_come_over_merged(ledger, other):
    uids = [play(ledger, 1, (name, "Bob", "Chuck", "Dora")) for name in ("Ann", "Annie", "Anna")]
    ids = {name: ledger.players.named(name).uid for name in ("Ann", "Annie", "Anna")}
    ledger.players.merge(ids["Annie"], ids["Anna"])
    ledger.players.merge(ids["Anna"], ids["Ann"])
    other.import_json(ledger.export("json"))
    assert [other.sessions.get(uid).names[0] for uid in uids] == ["Ann"] * 3
    assert other.players.unmerge(ids["Anna"]).name == "Anna"
    assert [other.sessions.get(uid).names[0] for uid in uids] == ["Ann", "Anna", "Anna"]
    assert other.check().ok


def test_two_people_of_one_name_at_a_table_stay_two(ledger, other):
    uid = play(ledger, 1)
    content = json.loads(ledger.export("json"))
    for player, name in zip(content["players"], ("Ann", "Ann", "Bob", "Chuck"), strict=True):
        player["name"] = name
    report = other.import_json(json.dumps(content).encode())
    assert sorted(other.sessions.get(uid).names) == ["Ann", "Ann (2)", "Bob", "Chuck"]
    assert report.renamed == ("Ann (2)",)
    content["players"][0]["same_as"] = content["players"][1]["uid"]
    ledger.import_json(json.dumps(content).encode())
    assert len(ledger.players.search()) == 4
    assert other.check().ok


def test_one_session_alone_takes_only_its_players(full, other):
    uid = full.sessions.page().rows[0].uid
    content = json.loads(full.export("json", [uid, uid]))
    assert [session["uid"] for session in content["sessions"]] == [uid]
    assert len(content["players"]) == 4
    assert other.import_json(full.export("json", [uid])).added == (uid,)


# JSON that was doctored


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    """Two sessions, a game and a kept hand."""
    with Ledger.open(tmp_path_factory.mktemp("export") / "ledger.db") as ledger:
        play(ledger, 4, title="Tuesday", moment="2026-10-01T00:00:00Z")
        store(ledger, eventful(people(ledger)))
        ledger.games.add(*gaming.real(won=True, asked=1))
        keeping.keep(ledger)
        return ledger.export("json", **EVERYTHING)


def changed(change):
    def doctor(content):
        told = json.loads(content)
        change(told)
        return json.dumps(told).encode()

    return doctor


def set_in(*path, to):
    return changed(lambda told: functools.reduce(operator.getitem, path[:-1], told).__setitem__(path[-1], to))


def without(*path):
    return changed(lambda told: functools.reduce(operator.getitem, path[:-1], told).pop(path[-1]))


def again(*path):
    """Add the first of a list to its end."""

    def change(told):
        found = functools.reduce(operator.getitem, path, told)
        found.append(found[0])

    return changed(change)


def merge_in_a_circle(told):
    one, other, *_ = told["players"]
    one["same_as"], other["same_as"] = other["uid"], one["uid"]


def swap_events(told):
    events = told["sessions"][1]["events"]
    events[5], events[11] = events[11], events[5]


EVENT = ("sessions", 0, "events")
ITEM = (*EVENT, 2, "changes", 0, "item")
GAME, HAND = ("games", 0), ("kept", 0)
DOCTORED = {
    "import-syntax": [
        lambda _: b"",
        lambda content: content[: len(content) // 2],
        lambda _: b"[" * 100_000,
        lambda _: b'{"format":1,"players":' + b"[" * 90_000,
        lambda content: content.replace(b'"changes":', b'"changes":[],"changes":', 1),
        lambda content: content.replace(b'"moves":[', b'"moves":[' + b"[" * 90_000, 1),
        *(set_in("format", to=to) for to in (0, 10**400)),
        *(without("players"), set_in("games", to=3)),
    ],
    "import-newer": [set_in("format", to=FORMAT + 1)],
    "import-place": [
        *(set_in("players", to=[]), without("players", 0), again("players")),
        *(set_in("players", 1, "uid", to="../../etc"), set_in("players", 1, "name", to=" ")),
        *(set_in("players", 0, "same_as", to="x"), changed(merge_in_a_circle)),
        *(again("sessions"), set_in("sessions", 1, "uid", to="é"), set_in(*EVENT, to=[]), without(*EVENT, 0)),
        *(again(*EVENT), changed(swap_events), set_in("sessions", 1, "events", 4, to={"event": "flood"})),
        *(set_in(*ITEM, "winner", to=9), set_in(*ITEM, "scores", 0, "score", to=10**30)),
        lambda content: set_in(*ITEM, "scores", 0, "score", to=2**63)(
            set_in(*EVENT, 0, "setup", "rules", "rules", to="ours-of-1990")(content)
        ),
        *(set_in(*EVENT, 3, "at", to="noon"), set_in(*EVENT, 0, "setup", "players", to=["a", "a", "b", "c"])),
        *(
            set_in(*GAME, name, to=to)
            for name, to in (
                *(("uid", "a b"), ("begun_at", "soon"), ("rules", "classical"), ("asked", -1), ("asked", 0)),
                *(("score", 2**60), ("hand", "1m" * 900), ("hand", "1m"), ("record", [])),
                *(("final", "608/0"), ("final", ""), ("final", "609")),
            )
        ),
        *(without(*GAME, "record"), again("games"), without(*GAME, "record", "moves", 3)),
        *(without(*GAME, "record", "walls", "E", 0), set_in(*GAME, "record", "result", "score", to=1)),
        without(*GAME, "record", "moves", -1),
        *(
            set_in(*HAND, name, to=to)
            for name, to in (
                *(("record", {}), ("record", 3), ("score", 2**60), ("changes", -1), ("remark", "x" * 10_001)),
                *(("uid", "no id"), ("at", "yesterday")),
            )
        ),
    ],
}


@pytest.mark.exhaustive(keep=30)
@pytest.mark.parametrize(("code", "number"), [(code, at) for code, some in DOCTORED.items() for at in range(len(some))])
def test_a_doctored_file_is_refused_and_nothing_half_imported(other, export, code, number):
    play(other, 1, ("E", "F", "G", "H"))
    before, doctored = other.changed_since(None), DOCTORED[code][number](export)
    assert doctored != export
    with pytest.raises(RuleError) as error:
        other.import_json(doctored)
    (problem,) = error.value.problems
    assert problem.code == code
    assert len(str(error.value)) < 400
    assert (other.changed_since(before), len(other.players.search()), other.sessions.count()) == (None, 4, 1)


def test_any_byte_may_be_wrong(export):
    rng = random.Random(2)
    refused = 0
    for _ in range(300):
        spoiled = bytearray(export)
        for _ in range(rng.choice((1, 3))):
            spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
        try:
            assert len(read_json(bytes(spoiled)).sessions) <= 2
        except RuleError as error:
            refused += 1
            assert str(error).endswith((".", "?"))
    assert refused > 100


# CSV


def by_key(row):
    return json.dumps(row, sort_keys=True)


def test_a_row_for_each_thing_that_happened_is_the_same_when_read_again(full):
    due = []
    for row in reversed(full.sessions.page().rows):
        session = full.sessions.get(row.uid)
        rows = session_rows(session)
        due += rows
        for one, happened in zip(rows, session.table.rows, strict=True):
            assert one["what"] == type(happened.item).__struct_config__.tag
            assert tuple(player["balance"] for player in one["players"]) == happened.balances[:4]
            assert sum(one["change"] for one in one["players"]) + (one["bettor_change"] or 0) == happened.added
            assert {player["wind"] for player in one["players"]} == set("ESWN")
    text = full.export("csv").decode()
    assert sorted(map(by_key, read_csv(text))) == sorted(map(by_key, due))
    assert read_csv("\ufeff" + text) == read_csv(text)
    assert len({(one["session"], one["what"]) for one in due}) > 10
    assert "⟦" not in text
    for cells in csv.DictReader(io.StringIO(text, newline="")):
        for name, cell in cells.items():
            assert not cell.startswith(FORMULA) or (NUMBERS.fullmatch(name) and cell[1:].isdigit())


pieces = st.sampled_from([*FORMULA, *";,|\n'\"x ", "1+1", "\ufeff", "\xa0"])
texts = st.one_of(st.text(max_size=12), st.lists(pieces, max_size=6).map("".join))
numbers = st.none() | st.integers(-(10**17), 10**17)
any_row = st.fixed_dictionaries({name: numbers if NUMBERS.fullmatch(name) else texts for name in COLUMNS[SESSIONS]})


@settings(max_examples=often(300, 60))
@given(st.lists(any_row, max_size=3))
def test_any_row_round_trips_and_is_safe(rows):
    out = io.BytesIO()
    write_rows(out, COLUMNS[SESSIONS], rows)
    text = out.getvalue().decode()
    found = [
        {name: read_cell(cell, number=NUMBERS.fullmatch(name)) for name, cell in cells.items()}
        for cells in csv.DictReader(io.StringIO(text, newline=""), strict=True)
    ]
    assert found == rows
    assert not list(formulas(text))


def formulas(text):
    """The cells that begin as a formula for whoever parts cells by whatever, with quotation marks or without."""
    for parting in ",;\t|":
        rows = [*csv.reader(io.StringIO(text, newline=""), delimiter=parting)]
        rows += [re.split(f"[{parting}\r\n]", text)]
        for cell in (cell.lstrip(' "\xa0\ufeff\t\r\n') for row in rows for cell in row):
            if cell.startswith(FORMULA) and not re.fullmatch(r"-\d+\W*", cell):
                yield cell


# text


def test_text_says_it_all_and_is_safe_for_a_terminal(full):
    for row in full.sessions.page().rows:
        text = full.export("text", [row.uid]).decode()
        assert all(part in text for part in (row.uid, str(row.hands), "a draw", "HYPERLINK"))
        assert all(f"{balance:,}" in text for balance in row.balances)
    uid = play(full, 1, ("\x1b[31mred", "Bob\r\nEve", "\u202eChuck", "D" * 9_000), title="\x07bell")
    full.sessions.append(uid, 2, put(2, hand(2, note="\x1b]0;title\x07")))
    text = full.export("text").decode()
    assert not any(ord(letter) < 32 and letter != "\n" for letter in text)
    assert "\u202e" not in text
    assert text.count("D" * 9_000) == 1  # shown whole once
    assert max(map(len, text.splitlines())) < 9_100


# rules as they were


def test_house_rules_are_frozen_and_come_over(ledger, other):
    rng = random.Random("houses")
    gone = Options(limit=300, rows=(RowChange("gone", doubles=2), RowChange("no-runs", doubles=1)))
    houses = [TableRules(Ruleset("traditional"), gone, None, "Ours")]  # one of the rows is no longer known
    for _ in range(often(100, 12)):
        asked = random_house_request(rng)
        rules = Ruleset(asked["rules"])
        houses.append(TableRules.of(rules, options_for(rules, asked["options"]), name="Ours"))
    frozen = {}
    for number, rules in enumerate(houses):
        begun = ledger.sessions.start(SessionSetup(rules, people(ledger), title=str(number)), at(number))
        ledger.sessions.append(begun.uid, 1, put(1, moment=at(number), rules=rules.rules))
        frozen[begun.uid] = rules
    assert sorted(other.import_json(ledger.export("json")).added) == sorted(frozen)
    for kept in (ledger, other):
        for uid, rules in frozen.items():
            found = kept.sessions.get(uid).events[0].setup.rules
            assert (found, found.fingerprint) == (rules, rules.fingerprint)
            assert found.rules.rows_with(found.options) == rules.rules.rows_with(rules.options)
        assert kept.check().ok
        assert kept.export("text").decode().count("Ours") == len(houses)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", [rules for rules in record.RULESETS.values() if rules.at_table])
def test_a_session_with_a_ruleset_that_is_no_longer_known_opens_prints_and_comes_over(ledger, other, forget, rules):
    uid = store(ledger, eventful(people(ledger), rules))
    listed, whole = ledger.sessions.page().rows, ledger.sessions.get(uid)
    forget(rules)
    assert ledger.sessions.page().rows == listed
    stored = ledger.sessions.get(uid)
    assert [one.item for one in stored.table.rows] == [one.item for one in whole.table.rows]
    assert stored.table.rules.fingerprint == whole.table.rules.fingerprint
    said = f"This program doesn’t know the rules “{rules}”."
    assert said in ledger.export("text").decode()
    assert ledger.export("csv")
    assert make(lay_out(source_of(stored.events), PrintStyle()), PrintStyle()).pages >= 1
    with pytest.raises(RuleError, match="but not change or add anything"):
        ledger.sessions.append(uid, stored.last_seq + 1, Titled(at=at(500), title="Another"))
    other.import_json(ledger.export("json"))
    for kept in (ledger, other):
        assert kept.check().ok
    assert ledger.repair() == 0
    assert ledger.sessions.page().rows == listed
    assert other.sessions.get(uid).events == stored.events

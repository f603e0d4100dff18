"""The ledger of a session on paper: what stands in it is what the table says, and all of it is on the pages."""

import re
import time
from collections import Counter
from io import BytesIO
from itertools import pairwise

import msgspec
import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.core.options import Options
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import SeatFigures, SessionFilter, TableFigures
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.printing import chart, sources
from mjcompanion.printing.chart_scale import spread, ticks
from mjcompanion.printing.document import make
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.forms.session import lay_out
from mjcompanion.printing.forms.session_rows import session_rows, tile_groups
from mjcompanion.printing.layout import FigureColumn, FormText, Picture, figure_tables, fill
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.printing.values import SessionsSource
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.chips import describe
from mjcompanion.table.events import Changed, HandItem, Number, Put, Tiles, Titled, Undone
from mjcompanion.table.table import apply
from mjcompanion.table.words import brief, figure, signed
from tests.ledger.making import people, put, setup
from tests.printing.evenings import FOUR, a_full_evening, american_evening, begin, clock, evening, source_of
from tests.printing.evenings import put as put_item
from tests.printing.filled import flat, squeezed, texts

TABLES = (Ruleset("classical"), Ruleset("traditional"), Ruleset("nmjl"), Ruleset("american-club"), Ruleset("simple"))
STYLES = [PrintStyle(), PrintStyle(Paper.LETTER, large=True)]
ODD = " <b>&amp;</b> Ж王♥שרה"
LONG = ODD + " and so on" * 60
LATIN_NAMES = ("Featherstonehaugh-Cholmondeley of Warwickshire " * 3, "b" * 400, "Zoë", "Marie-Antoinette the Younger")
LONG_NAMES = (
    "Featherstonehaugh-Cholmondeley of Warwickshire and Staffordshire " * 3,
    "王小明 <i>x</i>",
    "Юлия",
    "Zoe\u0301\u202e\x00\ud800",
)


EVENINGS = [
    *(evening(12, seed, rules) for seed, rules in enumerate(TABLES)),
    evening(9, 3, tiles=False, chips=False),
    a_full_evening(),
    american_evening(),
    source_of([begin()]),
    source_of([begin(options=Options(limit=500, losers_settle=False), name="Ours")]),
]


def printed(source, style=STYLES[0]):
    made = make(lay_out(source, style), style)
    return made, flat(made)


# --- rows as data


@pytest.mark.parametrize("source", EVENINGS)
def test_every_row_says_what_the_table_says(source):
    table, told = source.table, session_rows(source)
    names = (*source.names, *table.bettors)
    assert len(told.rows) == len(table.rows)
    for row, said in zip(table.rows, told.rows, strict=True):
        if said.parties:
            assert [one.balance for one in said.parties] == [figure(points) for points in row.balances]
            assert [one.change for one in said.parties] == [signed(row.change(at)) for at in range(len(row.balances))]
            assert [one.name for one in said.parties] == [brief(names[at], 300) for at in range(len(row.balances))]
        else:
            assert not row.paid
        if not isinstance(row.item, HandItem):
            continue
        assert said.title.startswith(f"Hand {row.number}")
        assert [one.won for one in said.parties].count(True) == (row.item.winner is not None)
        assert len(said.paid) == len(row.paid)
        for one, words in zip(row.paid, said.paid, strict=True):
            assert words.startswith(f"{names[one.payer]} pays {names[one.payee]} {one.points:,}")
        for player in range(4):
            party, score, entered = said.parties[player], row.scores[player], row.item.scores[player]
            assert party.wind == row.before.wind_of(player)
            assert party.score == ("" if score is None else f"{score:,}{'*' * isinstance(entered, Number)}")
            if isinstance(entered, Tiles):
                sheet = table.sheet(row, player)
                assert party.tiles == entered.hand
                assert f"{sheet.points:,} point" in party.facts
                assert (f"{sheet.doubles} double" in party.facts) is bool(sheet.doubles)
                assert ("won with" in party.facts) is party.won
    assert ("* entered by hand, not counted from tiles" in told.notes) is any(
        party.score.endswith("*") for row in told.rows for party in row.parties
    )


@pytest.mark.parametrize("source", EVENINGS)
def test_the_head_says_what_the_table_says(source):
    table, told = source.table, session_rows(source)
    names = (*source.names, *table.bettors)
    for party, (name, one) in enumerate(zip(names, told.standings, strict=True)):
        assert (one.name, one.balance) == (name, figure(table.balances[party]))
        assert one.net == signed(table.balances[party] - table.setup.starting)
    for one, standing in zip(told.standings, table.summary().standings, strict=False):
        assert [one.won, one.self_drawn, one.thrown, one.east] == [
            str(number) for number in (standing.wins, standing.self_drawn, standing.thrown, standing.east_wins)
        ]
        assert one.best == "" if standing.best is None else one.best.startswith(f"{standing.best:,} (hand ")
    for party, series in enumerate(told.balances):
        after = [row.balances[party] if party < len(row.balances) else None for row in table.rows]
        assert series.values == (table.setup.starting if party < 4 else None, *after)
    assert f"Version {table.rules.version}, fingerprint {table.rules.fingerprint}" in dict(told.rules)


@pytest.mark.parametrize("source", EVENINGS)
def test_every_move_of_chips_is_told_once(source):
    table, told = source.table, session_rows(source)
    names = [brief(name) for name in (*source.names, *table.bettors)]
    moved = Counter(describe(one, names) for plan in table.chip_log for one in (*plan.moves, *plan.notes))
    assert moved == Counter(said for one in (*told.rows, *told.corrections) for said in one.chips)
    assert len(told.held) == (len(names) if table.rules.chips is not None else 0)


@pytest.mark.parametrize("source", EVENINGS)
def test_every_correction_is_told(source):
    told = [one for one in session_rows(source).corrections if one.lines]
    traces = source.table.traces
    assert [(one.time, "undone" not in one.title) for one in told] == [
        (source.times[trace.seq], trace.counts) for trace in traces
    ]
    for one, trace in zip(told, traces, strict=True):
        assert any(line.startswith("Was: ") for line in one.lines) is (trace.was is not None)
        assert any(line.startswith("Now: ") for line in one.lines) is (trace.now is not None)


def test_an_undone_hand_leaves_its_chips_only():
    table = evening(3, 5).table
    table = apply(table, Undone(at=clock(9), seq=3))
    told = session_rows(source_of(table.events))
    assert len(told.rows) == 2
    assert [one.title for one in told.corrections] == ["A hand was entered, and undone later", "A hand was undone"]
    assert all(one.chips and not one.lines for one in told.corrections)


def test_winds_moved_by_a_correction_are_told():
    table = evening(4, 2).table
    won_by_another = HandItem(winner=(table.hands[0].before.east + 1) % 4, scores=(Number(8),) * 4)
    if table.hands[0].item.winner != table.hands[0].before.east:
        won_by_another = HandItem(winner=table.hands[0].before.east, scores=(Number(8),) * 4)
    table = apply(table, Changed(at=clock(9), changes=(Put("1", won_by_another),)))
    facts = [party.facts for row in session_rows(source_of(table.events)).rows for party in row.parties]
    assert any("scored again because a correction changed the winds" in one for one in facts)


def test_tiles_that_are_none_are_written_and_not_drawn():
    assert tile_groups("99x??") == ()
    assert tile_groups("99x??", american=True) == ()
    item = HandItem(winner=0, by="draw", value=25, line="NEWS", tiles="99x??", card="ours")
    source = source_of([begin(Ruleset("nmjl")), put_item(1, msgspec.convert(msgspec.to_builtins(item), HandItem))])
    _, text = printed(source)
    assert "99x??" in text


# --- on the pages


@pytest.mark.exhaustive(keep=3)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "source",
    [*EVENINGS, a_full_evening(LATIN_NAMES, " and so on" * 20, 10**11), a_full_evening(LONG_NAMES, LONG, 10**11)],
)
def test_everything_is_on_the_pages(source, style):
    told = session_rows(source, style.terms)
    made, text = printed(source, style)
    running = "".join(squeezed(page).partition("Page")[0] for page in texts(made)) if made.pages > 1 else squeezed(text)
    running = re.sub("(Score)?ChangeBalance", "", running)  # the heads of each hand
    place = 0
    for row in told.rows:
        place = text.index(row.title, place)
        for party in row.parties:
            for words in (party.balance, party.change, party.score, party.tiles):
                assert words in text[place:]
    if "\ud800" not in source.names[3]:
        for words in [
            *(line for row in told.rows for line in (*row.paid, *row.more, *row.chips, row.said)),
            *(line for one in told.corrections for line in (one.title, *one.lines, *one.chips)),
            *(words for words, _ in told.rules),
            *told.held,
        ]:
            assert squeezed(words) in running
    for number, page in enumerate(texts(made), 1):
        assert f"Page {number} of {made.pages}" in page or made.pages == 1


def test_numbers_are_never_cut():
    source = a_full_evening(LONG_NAMES, LONG, 10**12 - 64)
    _, text = printed(source, PrintStyle(large=True))
    assert not re.search(r"\d…", text)


def test_a_note_of_pages_is_printed_whole():
    words = " ".join(str(number) for number in range(2_000))
    source = source_of([begin(), put_item(1, HandItem(note=words))])
    made, _ = printed(source)
    assert made.pages > 1
    found = " ".join(page[: page.rindex("A table of four")] for page in texts(made))
    assert set(map(str, range(2_000))) <= set(re.findall(r"\d+", found))


def test_heads_stand_on_every_page_of_hands():
    made, _ = printed(evening(40, 1))
    pages = texts(made)
    hands = [page for page in pages if "Hand " in page]
    assert len(hands) > 5
    assert all("Change" in page and "Balance" in page for page in hands)


def test_the_title_is_the_one_that_counts():
    table = evening(1, title="Ours").table
    table = apply(table, Titled(at=clock(5), title="Theirs"))
    assert lay_out(source_of(table.events), PrintStyle()).title == "Theirs, 2026-11-01"
    table = apply(table, Undone(at=clock(6), seq=len(table.events) - 1))
    assert lay_out(source_of(table.events), PrintStyle()).title == "Ours, 2026-11-01"


# --- many sessions


def some_sessions(count=5, hands=8):
    sessions = tuple(
        msgspec.structs.replace(evening(hands, number, TABLES[number % 5], title=f"Club {number}"), uid=str(number))
        for number in range(count)
    )
    seats = tuple(SeatFigures("", name, count, (1, 1, 0, 0), count * hands, 3, 0, 0, 0, 100, -64) for name in FOUR)
    tables = tuple(TableFigures(rules, "", "5da8c187d736", seats) for rules in ("british", "nmjl"))
    return SessionsSource(sessions, tables, "2026-01-01", "2026-12-31")


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("style", STYLES)
def test_the_list_leads_to_the_sessions(style):
    made, text = printed(some_sessions(), style)
    assert text.startswith("Sessions, 2026-01-01 to 2026-12-31 5 sessions · 40 hands")
    pages = texts(made)
    starts = [int(number) for number in re.findall(r"page (\d+)", text)]
    assert len(starts) == 5
    for number, start in enumerate(starts):
        assert pages[start - 1].startswith(f"Club {number}")
    reader = pypdf.PdfReader(BytesIO(made.pdf))
    titles = [one for one in reader.outline if not isinstance(one, list)]  # what is within them are their headings
    assert [reader.get_destination_page_number(one) + 1 for one in titles] == [1, *starts]
    assert [one.title for one in titles[1:]] == [f"2026-11-01 Club {number}" for number in range(5)]
    links = [one.get_object() for page in reader.pages for one in page.get("/Annots", [])]
    assert len(links) == 5


def test_what_everybody_did_is_on_the_first_page():
    made, _ = printed(some_sessions())
    first = texts(made)[0]
    assert first.count("5 40 3 0 0 0 33.3 −64") == 8, "four players by each of two rules"


# --- from a ledger


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        yield ledger


def play(ledger, hands=3, begun="2026-11-21T18:00:00Z", **more):
    ref = ledger.sessions.start(setup(people(ledger), **more), begun)
    for number in range(1, hands + 1):
        ledger.sessions.append(ref.uid, number, put(number, moment=f"2026-11-21T19:{number:02}:00Z"))
    return ref.uid


def test_a_session_of_the_ledger(ledger):
    uid = play(ledger, title="Tuesday club")
    ledger.players.rename(ledger.players.named("Ann").uid, "Anna")
    source = sources.session_source(ledger, uid)
    stored = ledger.sessions.get(uid)
    assert (source.uid, source.names) == (uid, ("Anna", "Bob", "Chuck", "Dora"))
    assert source.table == stored.table
    _, text = printed(source)
    assert "Tuesday club" in text
    assert "Anna" in text


def test_times_are_those_of_the_place(ledger, monkeypatch):
    uid = play(ledger)
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        source = sources.session_source(ledger, uid)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert source.times == ("2026-11-22 02:00", "2026-11-22 03:01", "2026-11-22 03:02", "2026-11-22 03:03")
    assert source.day == "2026-11-22"


def test_sessions_of_the_ledger(ledger):
    uids = [play(ledger, begun=f"2026-{month:02}-01T12:00:00Z", title=f"Month {month}") for month in (3, 1, 2)]
    source = sources.sessions_source(ledger, SessionFilter())
    assert [one.uid for one in source.sessions] == [uids[1], uids[2], uids[0]]
    assert source.tables == ledger.statistics.sessions()
    some = sources.sessions_source(ledger, SessionFilter(since="2026-02-01", until="2026-02-28T23:59:59Z"))
    assert [one.uid for one in some.sessions] == [uids[2]]
    assert (some.since, some.until) == ("2026-02-01", format_local_day("2026-02-28T23:59:59Z"))
    only = sources.sessions_source(ledger, SessionFilter(text="month 3"))
    assert [one.uid for one in only.sessions] == [uids[0]]


# --- flowing, figures, charts


@given(st.lists(st.lists(st.integers(1, 40), min_size=1, max_size=12), max_size=12))
def test_pages_hold_all_lines_in_their_order(blocks):
    story = [[Picture(9, high, print, Lettering()) for high in lines] for lines in blocks]
    pages = fill(story, 100, 100)
    assert [one for page in pages for one, _high in page] == [one for lines in story for one in lines]
    assert all(sum(high for _one, high in page) <= 100 for page in pages)
    for lines in story:
        if sum(one.height for one in lines) <= 100:
            assert any(set(lines) <= {one for one, _high in page} for page in pages)


@given(st.lists(st.integers(-(10**13), 10**13), min_size=4, max_size=4), st.sampled_from([1.0, 1.3]))
def test_tables_of_figures_hold_every_column(numbers, scale):
    cells = [signed(number) for number in numbers]
    columns = [FigureColumn(f"Head {number}", cells) for number in range(8)]
    form = FormText(PrintStyle())
    form.text *= scale
    tables = figure_tables(form, FigureColumn("Player", FOUR), columns)
    heads = [one.text for table in tables for one in table._cellvalues[0]]
    assert heads.count("Player") == len(tables)
    assert [head for head in heads if head.startswith("Head")] == [column.head for column in columns]


@given(st.integers(-(10**13), 10**13), st.integers(0, 10**13))
def test_ticks_span_the_values(lowest, more):
    found = ticks(lowest, lowest + more)
    steps = {after - before for before, after in pairwise(found)}
    assert found[0] <= lowest
    assert lowest + more <= found[-1]
    assert len(steps) == 1
    assert 2 <= len(found) <= 8


@given(st.lists(st.floats(0, 100), max_size=8))
def test_names_beside_lines_never_meet(places):
    places.sort()
    found = spread(places, 10, 0, 100)
    assert all(after - before >= 10 - 1e-6 for before, after in pairwise(found))
    assert all(-1e-6 <= one <= 100 + 1e-6 for one in found)


def test_lines_are_told_apart_without_colours():
    assert len(set(chart.DASHES)) == len(chart.DASHES) == 4

    def drawn(number):
        def page_with(page):
            chart.draw_sample(number, page)

        return make(
            msgspec.structs.replace(lay_out(evening(1), PrintStyle()), pages=(page_with,), prepare=None), PrintStyle()
        ).pdf

    assert len({drawn(number) for number in range(8)}) == 8

"""`mjcompanion form`: every form on the command line, and everything that a person can get wrong."""

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from mjcompanion.cli import form as form_command
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.printing.catalogue import FORMS
from mjcompanion.printing.page import Paper
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from tests.cli.conftest import HOME
from tests.kinds import ALL, CHINESE
from tests.ledger.gaming import add, real, row
from tests.ledger.keeping import keep
from tests.ledger.making import alter, play

HAND = "123m 444p 99s (777z) [1111s] 1f"
AMERICAN = "FFF 2m5z2m6m 222p 66JJp"
OLD = b"what was there"
FULL = Path("/dev/full")

BLANK = [form.id for form in FORMS if form.blank]
FILLABLE = [form.id for form in FORMS if form.fillable]


@pytest.fixture
def out(tmp_path):
    return tmp_path / "card.pdf"


@pytest.fixture
def form(mj, home):
    return lambda *words, **more: mj("--data-dir", home, "form", *words, **more)


@pytest.fixture
def given(tmp_path):
    """Writes a file with this in JSON."""

    def write(what, name="given.json"):
        path = tmp_path / name
        path.write_text(json.dumps(what), encoding="utf-8")
        return path

    return write


@pytest.fixture
def ledger(home):
    """Opens the ledger."""
    with Ledger.open(None, Folders.at(home)) as opened:
        yield opened


def request(rules="kemp-chinese", **more):
    """A hand, as `score` is asked."""
    if Ruleset(rules) in CHINESE:
        return {"rules": rules, "hand": HAND, **more}
    return {"rules": rules, "hand": AMERICAN, "card": "companion", **more}


def reader(path):
    return pypdf.PdfReader(BytesIO(path if isinstance(path, bytes) else path.read_bytes()))


def text(path):
    """All words of a document, a space between them."""
    return " ".join(" ".join(page.extract_text() for page in reader(path).pages).split())


# --- blank forms


@pytest.mark.parametrize("id_", BLANK)
def test_a_blank_form(form, out, id_):
    done = form(id_, "--out", out, "--paper", "letter", "--large")
    assert (done.status, done.err) == (0, "")
    pdf = reader(out)
    assert len(text(out)) > 100
    sides = [float(size) for size in pdf.pages[0].mediabox[2:]]  # a wide table lies on its side
    assert sorted(sides) == pytest.approx(sorted(Paper.LETTER.size), abs=0.01)
    pages = "1 page" if len(pdf.pages) == 1 else f"{len(pdf.pages)} pages"
    assert done.out == f"{out}: {pages}, {out.stat().st_size:,} bytes.\n"


@pytest.mark.parametrize("id_", FILLABLE)
def test_a_form_to_be_filled_in_on_a_screen(form, out, id_):
    assert form(id_, "--out", out, "--fillable").status == 0
    fields = reader(out).get_fields()
    assert len(fields) > 20
    assert all(field.get("/TU") for field in fields.values())


def test_the_list_in_json(form):
    forms = {one["id"]: one for one in form("--list", "--json").json["forms"]}
    assert list(forms) == [one.id for one in FORMS]
    assert forms["kemp-chinese"]["from"] == ["hand"]
    assert forms["kemp-chinese"]["rules"] == ["kemp-chinese"]
    assert (forms["session"]["blank"], forms["running-card"]["fillable"]) == (False, True)


# --- filled in from a hand or a game


def test_a_request_from_standard_input(form, given, out, tmp_path):
    asked = request(discards=40)
    assert form("kemp-chinese", "--hand", "-", "--out", out, given=json.dumps(asked).encode()).status == 0
    other = tmp_path / "other.pdf"
    assert form("kemp-chinese", "--hand", given(asked), "--out", other).status == 0
    assert out.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("rules", ALL)
def test_a_score_sheet_of_every_ruleset(form, mj, given, out, rules):
    asked = given(request(rules) | ({"hand": rules.example.hand} if rules.preset.minimum else {}))
    assert form("score-sheet", "--hand", asked, "--out", out).status == 0
    due = mj("score", "--jsonl", asked).json
    assert f"{due['score']:,}" in text(out)


def test_a_card_from_the_record_of_a_game(form, given, out):
    told, record = real(won=True)
    assert form("kemp-chinese", "--game", given(record), "--out", out).status == 0
    assert told.final_text in text(out)
    again = out.with_name("again.pdf")
    assert form("kemp-chinese", "--game", "-", "--out", again, given=json.dumps(record).encode()).status == 0
    assert out.read_bytes() == again.read_bytes()


def test_a_game_of_the_ledger(form, given, ledger, out):
    told, record = real(won=True)
    ledger.games.add(told, record)
    assert form("kemp-chinese", "--ledger-game", told.uid, "--out", out).status == 0
    other = out.with_name("other.pdf")
    assert form("kemp-chinese", "--game", given(record), "--out", other).status == 0
    assert out.read_bytes() == other.read_bytes()


def test_an_american_game(form, mj, out, tmp_path):
    record = tmp_path / "game.json"
    seed = next(
        seed
        for seed in range(60)
        if mj("solitaire", "--rules", "kemp-american", "--seed", seed, "--record", record, "--json").json["won"]
    )
    final = mj("solitaire", "--rules", "kemp-american", "--seed", seed, "--json").json["final"]
    for id_ in ("kemp-american", "score-sheet"):
        assert form(id_, "--game", record, "--out", out).status == 0
        assert final in text(out)


# --- the running card


def test_the_games_of_the_ledger(form, ledger, out):
    rows = [row(number, final=Fraction(1000 + number)) for number in range(20, 90)]
    add(ledger, *rows, row(200, "kemp-american", Fraction(7771, 2)), row(300, "simple", Fraction(12345)))
    assert form("running-card", "--games", "--name", "Zoë", "--remarks", "A long year.", "--out", out).status == 0
    words = text(out)
    assert "A long year." in words
    places = [words.index(f"{int(one.final):,}.00") for one in rows]
    assert places == sorted(places), "in the order of playing"
    assert "3,885.50" in words
    assert "12,345" not in words
    assert "Zoë" in words
    assert len(reader(out).pages) > 1


def test_the_games_of_some_days(form, ledger, out, monkeypatch):
    rows = add(ledger, *(row(number * 24 + 12, final=Fraction(1000 + number)) for number in range(10)))
    days = sorted({one.finished_at[:10] for one in rows})
    for begin in ("--since", "--from"):
        assert form("running-card", begin, days[3], "--until", days[5], "--out", out).status == 0
        shown = [f"{int(one.final):,}.00" in text(out) for one in rows]
        assert shown == [number in (3, 4, 5) for number in range(10)]


def test_the_running_card_of_a_player_has_real_hands_alone(form, ledger, out):
    add(ledger, row(1, final=Fraction(1001)))
    for number, (player, rules) in enumerate((("Ann", "kemp-chinese"), ("Bob", "kemp-american"), ("Ann", "classical"))):
        keep(ledger, number, rules, player=player)

    def shown(*words):
        assert form("running-card", *words, "--out", out).status == 0
        return [figure in text(out) for figure in ("176.62", "35.51", "1,001.00")]

    assert shown("--games") == [True, True, True]
    assert shown("--player", "ann") == [True, False, False]
    assert "ann" in text(out)
    assert "• Played with real tiles." in text(out)
    assert shown("--virtual") == [False, False, True]
    assert "•" not in text(out)
    assert shown("--real") == [True, True, False]
    assert shown("--real", "--since", "2026-01-01") == [True, True, False]
    assert form("running-card", "--player", "Ann", "--until", "2025-01-01", "--out", out).is_one_sentence()


# --- sessions, cards, rules


def test_a_session(form, ledger, out):
    uid = play(ledger, 5, title="Tuesday")
    assert form("session", "--session", uid[:8], "--out", out).status == 0
    words = text(out)
    assert all(name in words for name in ("Ann", "Bob", "Chuck", "Dora", "Tuesday"))


def test_the_sessions_of_some_days_by_one_set_of_rules(form, ledger, out):
    play(ledger, 2, title="Classical evening", moment="2026-05-01T12:00:00Z")
    play(ledger, 2, title="League evening", moment="2026-06-01T12:00:00Z", rules=Ruleset("nmjl"))
    assert form("session", "--since", "2026-01-01", "--rules", "nmjl", "--out", out).status == 0
    assert "League evening" in text(out)
    assert "Classical evening" not in text(out)
    assert form("session", "--since", "2026-01-01", "--rules", "british", "--out", out).is_one_sentence()
    assert form("session", "--since", "2026-01-01", "--rules", "nonsense", "--out", out).is_one_sentence()


def test_a_card_of_one_s_own(form, out, tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n', encoding="utf-8")
    assert form("american-card", "--card", file, "--out", out).status == 0
    assert "Ours" in text(out)


def test_a_rule_sheet(form, out):
    assert form("rules-sheet", "--rules", "nmjl", "--out", out).status == 0
    assert len(reader(out).pages) == 1


def test_our_house_rules(form, home, out, tmp_path):
    shelf = RulesLibrary(Folders.at(home).rules_folder)
    entry = shelf.save(ClubRules.of("Tuesday club", Ruleset("traditional"), {"limit": 778}))
    by_file = tmp_path / "by-file.pdf"
    assert form("house-rules", "--club", "tuesday CLUB", "--out", out).status == 0
    assert form("house-rules", "--club", entry.path, "--out", by_file).status == 0
    assert out.read_bytes() == by_file.read_bytes()
    assert "Tuesday club" in text(out)
    assert "778" in text(out)


# --- answers


def test_an_answer_in_json(form, given, out):
    answer = form("kemp-chinese", "--hand", given(request()), "--name", "A\ue000", "--out", out, "--json").json
    assert answer == {
        "ok": True,
        "form": "kemp-chinese",
        "file": str(out),
        "pages": 1,
        "bytes": out.stat().st_size,
        "missing": ["\ue000"],
    }


# --- what is wrong

WRONG = [
    ["kemp"],
    ["score-sheet"],
    ["session"],
    ["doubling-table", "--fillable"],
    ["doubling-table", "--rules", "simple"],
    ["session", "--card", "companion"],
    ["kemp-chinese", "--games"],
    ["kemp-chinese", "--since", "2026-01-01"],
    ["rules-sheet", "--rules", "poker"],
    ["house-rules", "--rules", "classical"],
    ["rules-sheet", "--club", "ours"],
    ["house-rules", "--club", "ours"],
    ["house-rules", "--club", "nowhere.toml"],
    ["american-card", "--card", "poker"],
    ["session", "--session", "ab"],
    ["running-card", "--games"],
    ["running-card", "--since", "May"],
    ["session", "--until", "2026-02-30"],
    ["four-players", "--until", "2026-02-03"],
    ["kemp-chinese", "--ledger-game", "ab"],
    ["kemp-chinese", "--hand", "nowhere.json"],
    ["kemp-chinese", "--game", "nowhere.json"],
    ["kemp-chinese", "--hand", "."],
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_what_is_wrong_is_one_sentence(form, out, words):
    out.write_bytes(OLD)
    done = form(*words, "--out", out)
    assert done.is_one_sentence()
    assert out.read_bytes() == OLD
    answer = form(*words, "--out", out, "--json")
    assert answer.status == 1
    assert answer.err == done.err
    if answer.out:
        assert answer.json == {"ok": False, "error": done.err.rstrip("\n")}


@pytest.mark.parametrize(
    "asked",
    [
        request("traditional"),
        request(seat="W"),
        request(hand="123m"),
        request(hand="123m 456p 9s (777z) [1111s] 1f", winner=False),
        {"hand": HAND},
        [],
    ],
)
def test_a_request_that_is_wrong(form, given, out, asked):
    done = form("kemp-chinese", "--hand", given(asked), "--out", out)
    assert done.is_one_sentence()
    assert not out.exists()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b" " * 200_000])
@pytest.mark.parametrize("option", ["--hand", "--game"])
def test_a_file_that_is_no_json(form, out, option, content):
    done = form("kemp-chinese", option, "-", "--out", out, given=content)
    assert done.is_one_sentence()
    assert not out.exists()


def test_a_game_that_is_not_over(form, given, out):
    record = {**real(won=True)[1]}
    record = {**record, "moves": record["moves"][:2]}
    del record["result"]
    for id_ in ("kemp-chinese", "running-card"):
        done = form(id_, "--game", given(record), "--out", out)
        assert (done.status, done.err) == (1, "The game isn’t over.\n")


@pytest.mark.parametrize(
    "words", [["session", "--session", "zz"], ["session", "--session", ""], ["kemp-chinese", "--ledger-game", "zz"]]
)
def test_nothing_of_that_id(form, ledger, out, words):
    play(ledger, 1)
    assert form(*words, "--out", out).is_one_sentence()


def test_words_that_stand_nowhere_are_told(form, ledger, out):
    add(ledger, row(1, "kemp-chinese"))
    done = form("running-card", "--games", "--date", "21 May", "--name", "Ann", "--out", out)
    assert (done.status, done.err) == (0, "Warning: filled in like this, the form has no place for --date.\n")


def test_a_game_that_is_damaged_is_told_of_the_others(form, home, ledger, out):
    add(ledger, row(1, "kemp-chinese"), row(2, "kemp-chinese"))
    ledger.backup_timer.run()
    shutil.rmtree(home / "backups", ignore_errors=True)
    alter(home / "ledger.db", "UPDATE games SET discards = discards + 1 WHERE id = 1")
    done = form("running-card", "--games", "--out", out)
    assert done.status == 0
    assert "doesn’t match what was written" in done.err


# --- where it is written to


def test_places_that_are_none(form, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    for place, why in (
        (folder, "is a directory"),
        (tmp_path / "nowhere" / "card.pdf", "no such file or directory"),
        (tmp_path / ("x" * 300), "file name too long"),
    ):
        done = form("doubling-table", "--out", place)
        assert done.is_one_sentence()
        assert done.err == f"{place}: {why}.\n"
    assert not list(folder.iterdir())


def test_somebody_stops_it(form, out, monkeypatch):
    out.write_bytes(OLD)

    def stop(done, count):
        raise KeyboardInterrupt

    monkeypatch.setattr(form_command, "_progress", stop)
    done = form("doubling-table", "--out", out)
    assert (done.status, done.out, done.err) == (1, "", "Stopped. Nothing was written.\n")
    assert out.read_bytes() == OLD


def test_who_looks_on_sees_how_far_it_is(home, ledger, out):
    import pty

    play(ledger, 60)
    ledger.close()
    words = [sys.executable, "-m", "mjcompanion", "--data-dir", str(home), "form", "session", "--since", "2026-01-01"]
    screen, behind = pty.openpty()
    done = subprocess.run([*words, "--out", str(out)], cwd=HOME, stdout=subprocess.PIPE, stderr=behind, check=True)
    os.close(behind)
    seen = os.read(screen, 100_000).decode()
    os.close(screen)
    pages = len(reader(out).pages)
    assert done.stdout.decode().startswith(f"{out}: {pages} pages, ")
    assert f"{pages - 1} of {pages} pages drawn" in seen
    assert seen.endswith("\r\x1b[K"), "nothing is left of it"


def test_reading_makes_nothing(form, home, out):
    assert form("doubling-table", "--out", out).status == 0
    assert form("session", "--session", "ab", "--out", out).status == 1
    assert not home.exists()


# --- a night


def test_a_night_is_printed_before_anybody_is_known(form, home, out):
    RulesLibrary(Folders.at(home).rules_folder).save(ClubRules.of("Tuesday club", Ruleset("british"), {"limit": 776}))
    done = form("club-night", "--tables", 3, "--rounds", 2, "--club", "Tuesday club", "--out", out, "--json")
    assert done.json["form"] == "club-night"
    reader = pypdf.PdfReader(out)
    assert done.json["pages"] == len(reader.pages)
    text = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    assert [text.count(f"Round {round_} · table {table}") for round_ in (1, 2) for table in (1, 2, 3)] == [2] * 6
    assert "776" in text
    titles = [one.title for one in reader.outline if not isinstance(one, list)]
    assert len(titles) == 9
    assert "Certificates" not in titles


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("badges", "--rounds", 4), 2),
        (("badges", "--tables", 2, "--tournament", "x"), 2),
        (("badges", "--tables", 2, "--rules", "british", "--club", "x"), 2),
        (("badges", "--tables", 17), 2),
        (("rules-sheet", "--tables", 2, "--rules", "british"), 1),
        (("badges", "--tables", 2, "--rules", "kemp-chinese"), 1),
        (("certificates", "--tables", 2), 1),
    ],
)
def test_what_no_night_can_be_is_one_sentence(form, out, words, status):
    done = form(*words, "--out", out)
    assert done.status == status
    assert done.is_one_sentence() or "Error:" in done.err
    assert not out.exists()

"""`mjcompanion ledger`: in words, in JSON, as files, and wrong; on a file and on a server."""

import json
import os
import shlex
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import click
import pytest

import mjcompanion.cli.ledger
from mjcompanion.cli import Where
from mjcompanion.core.hand import By
from mjcompanion.ledger.database import newest_good_backup
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings, save
from mjcompanion.table.events import HandItem, Titled, now
from tests.ledger.conftest import database, programs, server  # noqa: F401 - fixtures
from tests.ledger.making import eventful, people, play, put, store
from tests.ledger.reading import read_csv

MOMENTS = ("2026-11-21T05:31:52Z", "2026-10-01T12:00:00Z", "2025-05-05T12:00:00Z")


@pytest.fixture
def uids(home):
    """The ids of the sessions in the ledger of that folder, newest first."""
    with Ledger.open(None, Folders.at(home)) as ledger:
        found = [play(ledger, 3, moment=moment, title=f"evening {number}") for number, moment in enumerate(MOMENTS)]
        return [*found, store(ledger, eventful(people(ledger, ("Eve", "Fay", "Guy", "Hal"))))]


def test_list_in_words(ask, uids):
    done = ask("list")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith(f"{uids[0][:8]}  2026-11-21 ")
    assert "classical, 3 hands, in progress: Ann -" in lines[0]
    assert lines[0].endswith("“evening 0”")
    assert "Eve" in lines[1]
    assert "in progress" not in lines[1]
    answer = ask("list", "--json").json
    assert (answer["ok"], answer["count"]) == (True, 4)
    first = answer["sessions"][0]
    assert (first["uid"], first["names"], first["hands"]) == (uids[0], ["Ann", "Bob", "Chuck", "Dora"], 3)
    assert sum(first["nets"]) == 0


ACTING = "\x1b]0;\x07\x7f\x9b31m\u202e\u2066\r"
"""What a terminal would obey, or what would turn the words around it."""


def test_a_terminal_obeys_no_name(ask, home):
    with Ledger.open(None, Folders.at(home)) as ledger:
        uid = play(ledger, 2, [f"{ACTING}{name}" for name in "ABCD"], title=f"x{ACTING}", name=f"y{ACTING}")
    asked = [(*words, *form) for words in (("list",), ("show", uid), ("check",)) for form in ((), ("--json",))]
    for words in (*asked, ("export", uid, "--format", "text"), ("list", "--player", ACTING)):
        done = ask(*words)
        assert not {sign for sign in ACTING if not sign.isprintable()} & set(done.out + done.err), words
    assert ask("list", "--json").json["sessions"][0]["title"] == f"x{ACTING}"


@pytest.mark.parametrize(
    ("words", "due"),
    [
        (("--text", "EVENING 1"), [1]),
        (("--text", "guy"), [3]),
        (("--player", "ann"), [0, 1, 2]),
        (("--player", "Eve"), [3]),
        (("--rules", "nmjl"), []),
        (("--since", "2026-11-10"), [0]),
        (("--until", "2026-01-01"), [2]),
        (("--since", "2026-09-30", "--until", "2026-10-02"), [1]),
        (("--limit", "1"), [0]),
    ],
)
def test_list_of_some(ask, uids, words, due):
    assert [row["uid"] for row in ask("list", *words, "--json").json["sessions"]] == [uids[number] for number in due]
    said = ask("list", *words).out
    assert said if due else said == "There are no such sessions.\n"
    if "--limit" in words:
        assert "and 3 more (--limit shows them)." in said


def test_days_are_those_of_the_person_s_own_clock(uids, process, home):
    asked = ("--data-dir", home, "ledger", "list", "--json", "--since", "2026-11-21", "--until", "2026-11-21")
    assert len(process(*asked, TZ="UTC").json["sessions"]) == 1
    assert len(process(*asked, TZ="America/New_York").json["sessions"]) == 1
    assert len(process(*asked, TZ="Etc/GMT+8").json["sessions"]) == 0  # there it was still the day before


def test_show(ask, uids):
    done = ask("show", uids[0][:10])
    assert (done.status, done.err) == (0, "")
    with_json = ask("show", uids[0], "--json").json
    assert with_json["ok"]
    assert with_json["uid"] == uids[0]
    assert len(with_json["rows"]) == with_json["hands"] == 3
    assert [one["balance"] for one in with_json["standings"]] == with_json["balances"]
    for balance in with_json["balances"]:
        assert f"{balance:,}" in done.out


@pytest.mark.parametrize("kind", ["csv", "json", "text"])
def test_a_terminal_obeys_no_name_in_an_export(ask, home, tmp_path, kind):
    """To files and pipes goes what is stored; a terminal shows escapes."""
    with Ledger.open(None, Folders.at(home)) as ledger:
        uid = play(ledger, 1, [f"{ACTING}{name}" for name in "ABCD"])
    words = ("--data-dir", str(home), "ledger", "export", uid, "--format", kind)
    ours, theirs = os.openpty()
    shown = bytearray()

    def read():
        with suppress(OSError):  # the end of a terminal
            while True:
                shown.extend(os.read(ours, 1024))

    reader = threading.Thread(target=read)
    reader.start()
    subprocess.run([sys.executable, "-m", "mjcompanion", *words], stdout=theirs, check=True)
    os.close(theirs)
    reader.join(60)
    os.close(ours)
    text = shown.decode().replace("\r\n", "\n")
    assert not {sign for sign in ACTING if not sign.isprintable()} & set(text)
    assert "\\u202e" in text
    if kind == "csv":
        assert ask(*words[3:]).out.count(ACTING) >= 4
        assert ask(*words[3:], "--out", tmp_path / "out.csv").status == 0
        assert (tmp_path / "out.csv").read_bytes().decode("utf-8-sig").count(ACTING) >= 4


def test_an_import_says_how_many_scores_look_wrong_and_three_of_them(ask, mj, home, tmp_path):
    """A club's ledger has hundreds of them."""
    with Ledger.open(None, Folders.at(home)) as ledger:
        uid = play(ledger, 1, rules=Ruleset("nmjl"))
        for number in range(2, 9):
            ledger.sessions.append(uid, number, put(number, HandItem(winner=1, by=By.DRAW, value=27)))
    content = ask("export", "--all").out
    done = mj("--data-dir", tmp_path / "elsewhere", "ledger", "import", "-", given=content)
    said = [line for line in done.out.splitlines() if line.startswith("Warning")]
    assert len(said) == 4
    assert "7 scores" in said[0]
    assert ["hand 2" in said[1], "hand 3" in said[2], "hand 4" in said[3]] == [True] * 3
    answer = mj("--data-dir", tmp_path / "third", "ledger", "import", "-", "--json", given=content).json
    assert len(answer["warnings"]) == 7
    again = mj("--data-dir", tmp_path / "third", "ledger", "import", "-", "--json", given=content).json
    assert again["warnings"] == []


def test_export_and_import(ask, mj, uids, tmp_path):
    out = tmp_path / "all.json"
    assert ask("export", "--all", "--out", out).out == ""
    assert out.read_bytes().decode() == ask("export", "--all").out
    there = ("--data-dir", tmp_path / "elsewhere", "ledger")
    with Ledger.open(None, Folders.at(tmp_path / "elsewhere")) as ledger:
        ledger.players.add("ann")
    said = mj(*there, "import", out).out
    assert said == "4 sessions are new.\nAnn: treated as the player of that name here.\n"
    assert mj(*there, "import", "-", given=out.read_bytes()).out == "4 sessions were here already.\n"
    answer = mj(*there, "import", out, "--json").json
    assert (answer["ok"], answer["added"], len(answer["known"])) == (True, [], 4)
    one = json.loads(ask("export", uids[1][:9], "--format", "json").out)
    assert [session["uid"] for session in one["sessions"]] == [uids[1]]


def test_an_import_continues_a_session_and_shows_where_both_went_on(ask, mj, home, uids, tmp_path):
    there = ("--data-dir", tmp_path / "elsewhere", "ledger")
    content = ask("export", "--all").out
    mj(*there, "import", "-", given=content)
    with Ledger.open(None, Folders.at(tmp_path / "elsewhere")) as ledger:
        uid = next(row.uid for row in ledger.sessions.page().rows if not row.ended)
        seq = len(ledger.sessions.get(uid).events)
        ledger.sessions.append(uid, seq, Titled(at=now(), title="There"))
    later = mj(*there, "export", "--all").out
    assert "1 session continues" in ask("import", "-", given=later).out
    with Ledger.open(None, Folders.at(tmp_path / "elsewhere")) as ledger:
        ledger.sessions.append(uid, seq + 1, Titled(at=now(), title="Elsewhere"))
    newer = mj(*there, "export", "--all").out
    with Ledger.open(None, Folders.at(home)) as ledger:
        ledger.sessions.append(uid, seq + 1, Titled(at=now(), title="Here"))
    assert "--separate" in ask("import", "-", given=newer).out
    (fork,) = ask("import", "-", "--json", given=newer).json["forks"]
    assert (fork["uid"], fork["here"], fork["there"]) == (uid, ["the table was renamed"], ["the table was renamed"])
    for known in (0, 1):
        answer = ask("import", "-", "--separate", "--json", given=newer).json
        assert (len(answer["added"]), answer["forks"], answer["different"]) == (1 - known, [], [])


def test_an_export_goes_where_its_name_leads(ask, uids, tmp_path):
    (tmp_path / "link.json").symlink_to("target.json")
    assert ask("export", "--all", "--out", tmp_path / "link.json").status == 0
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "target.json").read_bytes())["sessions"]
    assert ask("export", "--all", "--out", tmp_path / "new" / "folder" / "all.json").status == 0
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    assert ask("export", "--all", "--out", pipe).status == 0
    reader.join(60)
    assert json.loads(got[0])["sessions"]
    assert not pipe.is_file()


def test_export_as_csv_and_text(ask, uids, tmp_path):
    rows = read_csv(ask("export", "--all", "--format", "csv").out)
    assert {row["session"] for row in rows} == set(uids)
    out = tmp_path / "hands.csv"
    ask("export", *uids, "--format", "csv", "--out", out)
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    assert len(read_csv(out.read_text(encoding="utf-8"))) == len(rows)
    assert ask("export", uids[0], "--format", "text").out == ask("show", uids[0]).out


def test_backup_check_and_restore(ask, uids, home, tmp_path):
    file = tmp_path / "copy.db"
    assert ask("backup", file).out == f"{file}: a whole copy of the ledger, 4 sessions and 13 hands.\n"
    assert ask("check").out == "All is well: 4 sessions, 13 hands, 26 events.\n"
    answer = ask("check", "--json").json
    assert (answer["ok"], answer["sessions"], answer["findings"]) == (True, 4, [])
    ledger = home / "ledger.db"
    ledger.write_bytes(b"spoiled" * 1000)
    done = ask("list")
    good = newest_good_backup(None, Folders.at(home))
    assert (done.status, f"mjcompanion --data-dir {home} ledger restore {good.path}\n" in done.err) == (1, True)
    (listed, *_) = ask("backups", "--json").json["backups"]
    assert (listed["ok"], listed["path"]) == (True, str(good.path))
    assert str(good.path) in ask("backups").out
    answer = ask("restore", "--json").json  # the newest whole one
    assert (answer["ok"], answer["backup"], Path(answer["kept"]).parent) == (True, str(good.path), home)
    assert ask("list", "--json").json["count"] == 4
    assert ask("restore", good.path).out.startswith("The ledger is restored. The old file is kept: ")
    assert ask("restore", file, "--json").json["ok"]
    assert ask("check").status == 0
    (home / "backups").rename(tmp_path / "stick")
    ledger.unlink()
    assert ask("restore").is_one_sentence()
    assert ask("restore", "--from", tmp_path / "stick").status == 0
    assert ask("list", "--json").json["count"] == 4


def test_what_is_said_to_be_typed_is_about_the_ledger_that_was_named(mj, tmp_path):
    place = tmp_path / "our club" / "ledger.db"
    asked = ("--data-dir", tmp_path / "my data", "--ledger", place, "ledger")
    with Ledger.open(place) as ledger:
        play(ledger, 2)
        ledger.backup()
    for _ in range(2):
        place.write_bytes(b"spoiled" * 1000)
        said = mj(*asked, "list").err.splitlines()[0]
        words = shlex.split(said[said.index("mjcompanion ") :])
        assert mj(*words[1:]).out.startswith("The ledger is restored.")
        assert mj(*asked, "list", "--json").json["count"] == 1


def test_a_password_isn_t_in_what_is_said_to_be_typed():
    where = Where(ledger="postgresql://ann:hush@club.example/ledger")
    with click.Context(mjcompanion.cli.ledger.command, obj=where):
        said = mjcompanion.cli.ledger._command("check", "--repair")
    assert said == "mjcompanion --ledger postgresql://ann@club.example/ledger ledger check --repair"


def test_a_backup_takes_the_place_of_no_link_no_pipe_and_not_of_the_ledger(ask, uids, home, tmp_path):
    ledger = home / "ledger.db"
    (tmp_path / "link.db").symlink_to(tmp_path / "elsewhere.db")
    (tmp_path / "loop.db").symlink_to("loop.db")
    (tmp_path / "same.db").hardlink_to(ledger)
    os.mkfifo(tmp_path / "pipe.db")
    before = ledger.stat().st_ino
    refused = {
        tmp_path / "link.db": "it is a link",
        tmp_path / "loop.db": "it is a link",
        tmp_path / "pipe.db": "it is no plain file",
        tmp_path / "same.db": "it is the ledger itself",
        ledger: "it is the ledger itself",
        ledger.with_name("ledger.db-wal"): "it is the ledger itself",
    }
    for place, why in refused.items():
        done = ask("backup", place)
        assert done.is_one_sentence()
        assert done.err == f"The backup can’t be written to {place}: {why}.\n"
    assert not (tmp_path / "elsewhere.db").exists()
    assert ledger.stat().st_ino == before
    assert ask("check").status == 0
    file = tmp_path / "copy.db"
    for wanted in (0o600, 0o640):
        assert ask("backup", file).status == 0
        assert file.stat().st_mode & 0o777 == wanted
        file.chmod(0o640)


def test_a_folder_whose_name_is_no_text(process, mj, tmp_path):
    home = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9")
    with Ledger.open(None, Folders.at(Path(home))) as ledger:
        uid = play(ledger, 2)
    asked = ("--data-dir", home, "ledger")
    assert mj(*asked, "list").out.startswith(uid[:8])
    copy = f"{home}/copy.db"
    for words in (("backup", copy), ("backups",), ("check", "--repair"), ("restore", copy)):
        done = process(*asked, *words, "--json")
        assert (done.status, done.err, done.json["ok"]) == (0, "", True)
    assert process(*asked, "backup", copy, "--json").json["path"] == copy


def test_settings_that_can_t_be_read_may_have_named_another_ledger(mj, ask, uids, home, tmp_path):
    (home / "settings.json").write_text("{", encoding="utf-8")
    done = ask("list", "--json")
    assert (done.status, done.json["count"]) == (0, 4)
    assert done.err == "The settings file can’t be read. The default settings are used.\n"
    done = mj("--data-dir", home, "--ledger", home / "ledger.db", "ledger", "list")
    assert (done.status, done.err) == (0, "")


def test_what_is_no_file_is_no_ledger_and_no_export(mj, ask, uids, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for name, why in (("pipe", "it is no plain file"), ("zero", "it is no plain file"), ("", "it is a folder")):
        path = tmp_path / name
        for word in ("list", "check"):
            done = mj("--ledger", path, "ledger", word)
            assert done.is_one_sentence()
            assert done.err.startswith("The ledger can’t be opened: ")
            assert why in done.err
        done = ask("import", path)
        assert done.is_one_sentence()
        assert done.err == f"{path}: {why}.\n"


def test_a_password_on_the_command_line_still_works_and_is_told(mj, database):  # noqa: F811
    Ledger.open(database).close()
    done = mj("--ledger", database.replace("@", ":hush-hush@"), "ledger", "list")
    assert (done.status, done.out) == (0, "The ledger is empty.\n")
    assert done.err.startswith("Others on this computer may see a password in --ledger")
    assert done.err.count("\n") == 1
    assert "hush" not in done.err


def test_check_repairs_what_follows_from_the_hands(ask, uids, home):
    with sqlite3.connect(home / "ledger.db") as file:
        file.execute("UPDATE sessions SET title = 'x'")
    file.close()
    done = ask("list")
    assert done.status == 0
    assert done.err.endswith(f"To see what is damaged: mjcompanion --data-dir {home} ledger check\n")
    done = ask("check")
    assert done.status == 1
    assert "ledger restore" not in done.out
    assert f"To repair what can be repaired: mjcompanion --data-dir {home} ledger check --repair" in done.out
    answer = ask("check", "--repair", "--json")
    assert (answer.status, answer.json["ok"], answer.json["mended"]) == (0, True, 4)
    assert ask("list").err == ""


def test_check_names_the_newest_whole_backup_for_what_is_damaged(ask, uids, home):
    with sqlite3.connect(home / "ledger.db") as file:
        file.execute("UPDATE events SET body = 'x' WHERE seq = 1 AND session_id = 2")
        file.execute("UPDATE players SET name = 'Bod' WHERE name = 'Bob'")
    file.close()
    answer = ask("check", "--json")
    assert (answer.status, answer.json["ok"]) == (1, False)
    assert {one["kind"] for one in answer.json["findings"]} == {"player", "session"}
    said = next(line for line in ask("check").out.splitlines() if "ledger restore" in line)
    words = shlex.split(said[said.index("mjcompanion ") :])
    assert ask(*words[words.index("ledger") + 1 :]).status == 0
    assert ask("check").status == 0


WRONG = [
    ("show", "zz"),
    ("show", ""),
    ("list", "--player", "Zoë"),
    ("list", "--since", "2026-02-30"),
    ("list", "--until", "yesterday"),
    ("import", "nothing.json"),
    ("export", "zz"),
]


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_one_sentence(ask, uids, words):
    done = ask(*words)
    assert done.is_one_sentence()
    if words[0] in ("show", "list"):
        as_json = ask(*words, "--json")
        assert (as_json.status, as_json.json) == (1, {"ok": False, "error": done.err.strip()})


def test_reading_makes_nothing(ask, home):
    for words in (("list",), ("show", "x"), ("check",), ("export", "--all"), ("backup", "x.db")):
        done = ask(*words)
        assert done.is_one_sentence(), done
        assert done.err == f"There is no ledger {home / 'ledger.db'} yet.\n"
    assert ask("backups").out == "There are no backups.\n"
    assert not home.exists()


def test_a_ledger_elsewhere(mj, tmp_path):
    path = tmp_path / "club" / "our ledger.db"
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
    for address in (path, f"sqlite:///{path}"):
        assert mj("--ledger", address, "ledger", "list", "--json").json["sessions"][0]["uid"] == uid
    assert mj("--ledger", "mysql://x", "ledger", "list").is_one_sentence()


def test_a_ledger_on_a_server(mj, process, database, tmp_path):  # noqa: F811
    with Ledger.open(database) as ledger:
        uid = play(ledger, 2)
    asked = ("--ledger", database, "ledger")
    assert mj(*asked, "list", "--json").json["sessions"][0]["uid"] == uid
    assert mj(*asked, "check").out == "All is well: 1 session, 2 hands, 3 events.\n"
    file = tmp_path / "club.json"
    assert "a whole export of the ledger, 1 session and 2 hands." in mj(*asked, "backup", file).out
    assert mj("--data-dir", tmp_path / "here", "ledger", "import", file).out == "1 session is new.\n"
    assert mj(*asked, "restore", file).is_one_sentence()
    assert process(*asked, "show", uid[:6]).out == mj(*asked, "show", uid).out


def test_the_ledger_of_the_settings(mj, database, home):  # noqa: F811
    save(Settings(ledger=database), Folders.at(home))
    with Ledger.open(database) as ledger:
        play(ledger, 2)
    assert mj("--data-dir", home, "ledger", "list", "--json").json["count"] == 1
    assert not (home / "ledger.db").exists()

"""`mjcompanion match`, and `mjcompanion score` of American hands: in words, in JSON, and wrong."""

import json

import pytest

CARD = 'name = "Ours"\nyear = 2026\n[[line]]\nsection = "2468"\npattern = "FF 2222a 4444b 66c 88c"\nvalue = 25\n'
CONCEALED = '[[line]]\nsection = "Winds"\npattern = "NNNN EEEE RR GG 00"\nvalue = 30\nconcealed = true\n'
HAND = "FF (2222m) 4J4p 66s 8s 79s"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text(CARD + CONCEALED)
    return str(path)


# --- match ---------------------------------------------------------------------------------------------------------


def test_in_json(mj, file):
    done = mj("match", HAND, "--card", file, "--seen", "444p 8s8s", "--json")
    assert (done.status, done.err) == (1, "There is a fifth 4 dot. A set has only four.\n")
    done = mj("match", HAND, "--card", file, "--seen", "4p 8s", "--json")
    assert (done.status, done.err) == (0, "")
    (line,), (dead,) = done.json["lines"], done.json["dead"]
    assert (line["away"], line["missing"], line["out"]) == (2, ["4p", "8s"], {"8s": 2, "4p": 1, "J": 7})
    assert (dead["number"], dead["dead"]) == (2, "This line is concealed, but there are exposed sets.")
    assert done.json["discards"] == ["7s", "9s"]


def test_the_words_of_the_settings(mj, file, tmp_path):
    (tmp_path / "settings.json").write_text('{"bamboos": "bams", "dots": "circles"}')
    told = mj("--data-dir", tmp_path, "match", HAND, "--card", file).out
    names = mj("match", HAND, "--card", file).out
    assert "Missing: 4 circle and 8 bam\n" in told
    assert "Missing: 4 dot and 8 bamboo\n" in names


def test_how_many_lines(mj):
    for top in (1, 3, 55, 10_000):
        answer = mj("match", "FFF 2m5z2m6m 222p 66JJp", "--card", "companion", "--top", top, "--json").json
        assert len(answer["lines"]) == min(top, 55)
        assert answer["lines"][0]["away"] == 0
        assert "discards" not in answer
        assert "dead" not in answer
    assert len(mj("match", "FFF 2m5z2m6m 222p 66JJp", "--card", "companion", "--json").json["lines"]) == 5


def test_a_card_of_ones_own_by_its_name(mj, tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "tuesday.toml").write_text(CARD.replace("Ours", "Tuesday club"))
    for name in ("tuesday", "Tuesday Club", "tuesday club 2026"):
        done = mj("--data-dir", tmp_path, "match", HAND, "--card", name, "--json")
        assert done.json["lines"][0]["away"] == 2
        asked = {"card": name, "hand": HAND}
        assert mj("--data-dir", tmp_path, "match", "--jsonl", "-", given=json.dumps(asked)).answers == [done.json]
        asked = {"card": name, "hand": "FF 2222m 4444p 66s 88s", "rules": "nmjl"}
        done = mj("--data-dir", tmp_path, "score", "--jsonl", "-", given=json.dumps(asked))
        assert done.answers[0]["value"] == 25
    assert mj("--data-dir", tmp_path / "other", "match", HAND, "--card", "tuesday").is_one_sentence()


# --- score ---------------------------------------------------------------------------------------------------------


def test_a_score_in_json(mj, file):
    words = ("score", "FF (2222m) 44JJp 66s 88s", "--rules", "nmjl", "--card", file, "--json")
    answer = {
        "ok": True,
        "value": 25,
        "line": "FF 2222a 4444b 66c 88c",
        "section": "2468",
        "concealed": False,
        "jokers": 2,
        "score": 25,
    }
    for more in (
        (),
        ("--win", "8s", "--by", "draw"),
        ("--win", "2m", "--by", "discard", "--last-tile"),
        ("--seat", "W"),
    ):
        done = mj(*words, *more)
        assert (done.status, done.err, done.json) == (0, "", answer)
    words = ("--by", "charleston", "--win", "8s", "--discards", 40)
    done = mj("score", "FF 2222m 44JJp 66s 88s", "--rules", "kemp-american", "--card", file, "--json", *words)
    assert done.json == {**answer, "score": 50, "factor": "49/69", "final": "35.51", "final_rounded": 36}


def test_no_mah_jongg(mj, file):
    words = ("score", "FF 2222m 44Jp 66s 88s 9s", "--rules", "nmjl", "--card", file)
    done = mj(*words, "--json")
    assert (done.status, done.json["ok"], done.json["away"], done.json["missing"]) == (1, False, 1, ["4p"])
    assert done.err == done.json["error"] + "\n"
    asked = {"rules": "nmjl", "hand": "FF 2222m 44Jp 66s 88s 9s", "card": file}
    assert mj("score", "--jsonl", "-", given=json.dumps(asked)).answers == [done.json]


# --- cards with faults ---------------------------------------------------------------------------------------------

FAULTY = CARD + '[[line]]\npattern = "FFFF 2222a 4444b 666c"\nvalue = 25\n' + CONCEALED
BROKEN = 'name = "Theirs"\nyear = 2025\n[[line]]\npattern = "FFFF 2m"\nvalue = 25\n'


@pytest.fixture
def faulty(tmp_path):
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY)
    return str(path)


def test_a_card_with_faults_is_named_wherever_it_is_used(mj, faulty):
    """On standard error as text, in a field as JSON, whether the hand wins or not; nothing else changes."""
    hand = "FF 2222m 44JJp 66s 88s"
    score = ("score", hand, "--rules", "nmjl", "--card", faulty)
    away = ("score", hand.replace("88s", "8s1z"), "--rules", "nmjl", "--card", faulty)
    match = ("match", hand, "--card", faulty)
    for words, status in ((score, 0), (away, 1), (match, 0)):
        plain, answer = mj(*words), mj(*words, "--json")
        assert (plain.status, answer.status) == (status, status)
        (warning,) = answer.json["warnings"]
        assert "Ours 2026" in warning
        assert "Line 8" in warning
        assert warning in plain.err
    for command, asked in (("score", {"rules": "nmjl", "hand": hand}), ("match", {"hand": hand})):
        given = json.dumps({**asked, "card": faulty}).encode()
        assert len(json.loads(mj(command, "--jsonl", "-", given=given).out)["warnings"]) == 1


def test_the_newest_of_several_years_is_taken_even_if_it_cannot_be_played(mj, tmp_path):
    folder = tmp_path / "data" / "cards"
    folder.mkdir(parents=True)
    (folder / "a.toml").write_text(CARD.replace("2026", "2024").replace("Ours", "Theirs"))
    (folder / "b.toml").write_text(BROKEN)
    done = mj("--data-dir", tmp_path / "data", "match", HAND, "--card", "theirs")
    assert done.status == 1
    assert "Theirs 2025" in done.err
    assert "Line 4" in done.err
    assert mj("--data-dir", tmp_path / "data", "match", HAND, "--card", "theirs 2024").status == 0


@pytest.mark.parametrize("text", [FAULTY, BROKEN, "name = ", '{"name": "Ours", "lines": [{"pattern": "F"}]}'])
def test_card_check_lists_each_fault_with_its_line(mj, tmp_path, text):
    path = tmp_path / ("card.json" if text[0] == "{" else "card.toml")
    path.write_text(text)
    for word, given in ((str(path), b""), ("-", text.encode())):
        plain, answer = mj("card", "check", word, given=given), mj("card", "check", word, "--json", given=given)
        assert (plain.status, answer.status, answer.json["ok"]) == (1, 1, False)
        faults = answer.json["faults"]
        told = plain.out.splitlines()[: len(faults)]
        assert all(f"Line {one['place']}" in line for one, line in zip(faults, told, strict=True))
    assert mj("card", "check", "companion").status == 0
    assert mj("card", "check", "companion", "--json").json["playable"] == 55
    assert mj("card", "check", "nowhere").status == 1
    assert mj("card", "check", "nowhere", "--json").json["ok"] is False


def test_card_check_lists_the_first_of_very_many_faults(mj, tmp_path):
    path = tmp_path / "card.toml"
    path.write_text('name = "Ours"\n' + '[[line]]\npattern = "FFFF"\nvalue = 25\n' * 300)
    told = mj("card", "check", str(path)).out.splitlines()
    assert len(told) == 202
    assert "100 more errors" in told[200]
    assert len(mj("card", "check", str(path), "--json").json["faults"]) == 300

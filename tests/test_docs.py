"""The documents: links lead somewhere, pictures are those that the tool takes, and examples answer as they say."""

import json
import re
import shlex
from pathlib import Path

import pytest

from mjcompanion.cli import run

HOME = Path(__file__).parents[1]
DOCUMENTS = sorted([*HOME.glob("*.md"), *HOME.glob("docs/*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
EXAMPLE = re.compile(r"^    \./run (.+)\n\nanswers\n\n((?:(?:    .*)?\n)+)", re.MULTILINE)


def anchor(heading: str) -> str:
    """What a heading is called in a link."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def anchors(document: Path) -> set[str]:
    """Where links into a document can lead."""
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    lost = []
    for link in LINK.findall(document.read_text(encoding="utf-8")):
        name, _, place = link.partition("#")
        if "://" in name:
            continue
        target = document.parent / name if name else document
        if not target.exists() or (place and place not in anchors(target)):
            lost.append(link)
    assert lost == []


def test_every_picture_is_taken_by_the_tool_and_shown():
    tool = (HOME / "tools" / "take_pictures.py").read_text(encoding="utf-8")
    taken = set(re.findall(r'^    "([\w-]+)": \(\(', tool, re.MULTILINE)) | {"tiles"}
    kept = {path.stem for path in HOME.glob("docs/pictures/*.png")}
    shown = {
        Path(link).stem
        for document in DOCUMENTS
        for link in LINK.findall(document.read_text(encoding="utf-8"))
        if link.endswith(".png") and not link.startswith("looks/")  # how it was before can't be taken again
    }
    assert taken == kept == shown


EXAMPLES = EXAMPLE.findall((HOME / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("words", "answer"), EXAMPLES, ids=[words.split()[0] for words, _ in EXAMPLES])
def test_the_examples_of_the_readme(capsys, words, answer):
    assert run(shlex.split(words)) == 0
    told = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert told == [line.removeprefix("    ").rstrip() for line in answer.rstrip("\n").splitlines()]


COMMANDS = (HOME / "docs" / "commands.md").read_text(encoding="utf-8")
ANSWERED = re.findall(r"^    mjcompanion (.+)\n\nanswers\n\n((?:(?:    .*)?\n)+)", COMMANDS, re.MULTILINE)
SHOWN = re.findall(r"^    \$ mjcompanion (.+)\n((?:    [^$\n].*\n)+)", COMMANDS, re.MULTILINE)
ALONE = [
    (words, answer)
    for words, answer in ANSWERED + SHOWN
    # the others speak of a ledger or of files that aren't there
    if words.split()[0] in {"score", "settle", "break", "match", "advise"} and "--jsonl" not in words
]


@pytest.mark.parametrize(("words", "answer"), ALONE, ids=[words for words, _ in ALONE])
def test_the_examples_of_the_command_line(capsys, words, answer):
    """What each example answers, or the sentence that says why it is wrong."""
    run(shlex.split(words))
    said = capsys.readouterr()
    told = [line.rstrip() for line in (said.out or said.err).splitlines()]
    assert told == [line.removeprefix("    ").rstrip() for line in answer.rstrip("\n").splitlines()]


FOLDED = re.findall(r"(?ms)^    mjcompanion ([^\n]+ --json)\n\nanswers[^\n]*\n\n```json\n(.*?)^```$", COMMANDS)


@pytest.mark.parametrize(("words", "answer"), FOLDED, ids=[words.split()[0] for words, _ in FOLDED])
def test_the_examples_in_json(capsys, words, answer):
    run(shlex.split(words))
    assert json.loads(capsys.readouterr().out) == json.loads(answer)


def test_the_example_of_a_game(capsys, monkeypatch, tmp_path):
    """The game that is played there begins and ends as it is told, and its form has the size that is told."""
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split("solitaire --rules kemp-chinese --seed 7 --record game.json")) == 0
    course = capsys.readouterr().out
    told = COMMANDS[COMMANDS.index("    Kemp’s Chinese solitaire, deal 7") : COMMANDS.index("\n    …\n")]
    assert "\n".join(line.removeprefix("    ") for line in told.splitlines()) in course
    assert run(shlex.split("solitaire --replay game.json")) == 0
    assert f"    {capsys.readouterr().out.splitlines()[-1]}\n" in COMMANDS
    assert run(shlex.split("form kemp-chinese --game game.json --name Ann --out card.pdf")) == 0
    assert f"    {capsys.readouterr().out}" in COMMANDS
    answer = json.loads((tmp_path / "game.json").read_text("utf-8"))["result"]
    assert f'"result": {{"ok": true, "points": {answer["points"]},' in COMMANDS

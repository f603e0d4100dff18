"""Cards and a club's rules as they lie on people's disks: read as they always were, and written back as they stood."""

import shutil
from pathlib import Path

import pytest

from mjcompanion.american.card_library import CardLibrary
from mjcompanion.core.chips import ChipKind
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import RulesLibrary

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture
def cards(tmp_path):
    shutil.copy(DATA / "card-1.toml", tmp_path / "tuesday-2026.toml")
    return CardLibrary(tmp_path)


@pytest.fixture
def rules(tmp_path):
    shutil.copy(DATA / "rules-1.toml", tmp_path / "tuesday-club.toml")
    return RulesLibrary(tmp_path)


def test_a_card_is_read_and_keeps_its_remarks_through_every_change(cards):
    (entry,) = cards.own()
    before = entry.path.read_text()
    assert (entry.title, entry.card.note, entry.card.faults) == ("Tuesday 2026", "Ours, since May", ())
    assert [(line.section, line.value, line.concealed, line.shift) for line in entry.card.lines] == [
        ("2468", 25, False, 0),
        ("2468", 30, True, 0),
        ("Runs", 30, False, 1),
    ]
    entry = cards.save(entry.item.with_field(2, "value", 35), entry)
    assert entry.path.read_text() == before.replace("= 30\nconcealed", "= 35\nconcealed")
    entry = cards.save(entry.item.with_field(2, "value", 30), entry)
    entry = cards.save(entry.item.with_line_moved(1, 3).with_line_moved(3, 1), entry)
    assert entry.path.read_text() == before
    entry = cards.save(entry.item.with_top("year", 2027), entry)
    assert entry.path.read_text() == before.replace("year = 2026", "year = 2027")
    assert entry.path.name == "tuesday-2027.toml"


def test_rules_are_read_and_written_back_as_they_stood(rules):
    (entry,) = rules.list()
    ours = entry.rules
    assert (ours.name, ours.preset, ours.changes) == (
        "Tuesday club",
        Ruleset("traditional"),
        {"limit": 500, "flowers": False},
    )
    assert ours.note == "Agreed on 3 May.\nNo dead hands."
    assert ours.chips.pieces[0] == ChipKind(500, 2, "stick", "red")
    entry = rules.save(ours.changed(limit=40), entry)
    assert "\nlimit = 40\n" in entry.path.read_text()
    entry = rules.save(entry.rules.changed(limit=500), entry)
    assert rules.list()[0].rules == ours
    assert "# Limit: " in entry.path.read_text()

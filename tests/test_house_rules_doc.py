"""docs/house-rules.md: every example is a file that the program reads, and every row and field is named."""

import re
from pathlib import Path

import pytest

from mjcompanion.core.options import HouseHand, RowChange, option
from mjcompanion.rules.optional_rows import OPTIONAL_ROWS
from mjcompanion.rules.row import gift_words
from mjcompanion.table.club_rules import read_club_rules
from tests.kinds import CHINESE

TEXT = (Path(__file__).parents[1] / "docs" / "house-rules.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_is_read(text):
    ours = read_club_rules(text)
    options = re.findall(r"(?m)^([a-z_]+) =", text.partition("[options]")[2])
    tables = {key for key in ("rows", "hands") if getattr(ours.options, key)}
    assert set(ours.changes) == set(options) | tables
    assert len(ours.options.rows) == text.count("[rows.")
    assert len(ours.options.hands) == text.count("[hands.")


def test_every_row_that_can_be_added_is_listed_with_what_it_gives():
    for row in OPTIONAL_ROWS.values():
        gives = gift_words(row.points, row.doubles, row.share) + (", for everybody" if row.everybody else "")
        assert f"| `{row.key}` | {row.title} | {gives} |" in TEXT


@pytest.mark.parametrize("rules", CHINESE)
def test_every_row_of_the_rules_is_named(rules):
    line = re.search(rf"(?ms)^\* `{rules}`: (.*?)(?=^\*|^$)", TEXT)
    assert line is not None
    assert set(re.findall(r"`([a-z-]+)`", line[1])) == {row.key for row in rules.rows}


def test_every_field_and_way_to_pay_is_explained():
    for field in RowChange.__struct_fields__[1:]:
        assert f"| `{field}` |" in TEXT
    for field in HouseHand.__struct_fields__[1:]:
        assert f"`{field}`" in TEXT
    for way in option("payments").choices:
        assert f'| `"{way}"` |' in TEXT

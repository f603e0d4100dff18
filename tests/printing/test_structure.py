"""What those who can't see a form hear of it: its structure, as independent readers find it in the PDF."""

import os
from collections import Counter
from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise

import pypdf
import pytest

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n import translation
from mjcompanion.printing.catalogue import FORMS, find_form, lay_out
from mjcompanion.printing.document import PROGRAM, make
from mjcompanion.printing.page import PrintStyle
from mjcompanion.rulesets import Ruleset
from tests.printing.filled import overfull, sources
from tests.printing.structure import field_names, marked_texts, structure

KINDS = {"Document", "H1", "H2", "H3", "P", "Figure", "Form", "Link", "Table", "TR", "TH", "TD"}
WITHOUT_HEADING = {"badges", "hand-record"}
FILLABLE = [form for form in FORMS if form.fillable]


def ids(form):
    return form.id


def printed(form, source, style=PrintStyle()):
    return make(lay_out(form.id, source, style), style).pdf


@pytest.fixture
def chinese():
    translation.use("zh_CN")


def check_all_is_read_once(pdf, document):
    """Check that each marked content is in one element, and that nothing but what pages repeat is in none."""
    read = [" ".join(kid.split()) for one in document.walk() for kid in one.kids if isinstance(kid, str)]
    pages = list(marked_texts(pdf))
    marked = [" ".join(text.split()) for found, _outside in pages for text in found.values()]
    assert Counter(filter(None, read)) == Counter(filter(None, marked))
    words = " ".join(read)
    for _found, outside in pages:
        assert all(" ".join(text.split()) in words for text in outside)  # heads of columns that every page repeats


def check_tables(document):
    for table in document.all("Table"):
        assert {row.kind for row in table.kids} == {"TR"}
        assert {cell.kind for row in table.kids for cell in row.kids} <= {"TH", "TD"}
        assert table.all("TH")
        widths = {sum(cell.attributes.get("/ColSpan", 1) for cell in row.kids) for row in table.kids}
        assert len(widths) == 1
        assert all(cell.attributes["/Scope"] in ("/Column", "/Row") for cell in table.all("TH"))


def check_structure(pdf, *, headed=True):
    document = structure(pdf)
    nodes = list(document.walk())
    assert {one.kind for one in nodes} <= KINDS
    assert not headed or next(one for one in nodes if one.kind in ("H1", "H2", "H3", "P", "Table")).kind == "H1"
    levels = [int(one.kind[1]) for one in nodes if one.kind in ("H1", "H2", "H3")]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(one.alt for one in nodes if one.kind in ("Figure", "Form"))
    assert all(one.kids for one in nodes if one.kind not in ("TH", "TD"))
    check_tables(document)
    check_all_is_read_once(pdf, document)
    return document


@pytest.mark.exhaustive(keep=8)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("form", FORMS, ids=ids)
def test_each_form_is_read_as_it_is_seen(form, large):
    for source in [*sources(form), *overfull(form)]:
        check_structure(printed(form, source, PrintStyle(large=large)), headed=form.id not in WITHOUT_HEADING)


@pytest.mark.exhaustive(keep=6)
@pytest.mark.parametrize("form", FORMS, ids=ids)
def test_each_form_is_read_in_chinese(form, chinese):
    pdf = printed(form, sources(form)[-1])
    check_structure(pdf, headed=form.id not in WITHOUT_HEADING)
    assert pypdf.PdfReader(BytesIO(pdf)).trailer["/Root"]["/Lang"] == "zh-CN"


@pytest.mark.parametrize("form", FILLABLE, ids=ids)
def test_fields_are_read_where_they_are(form):
    pdf = printed(form, None, PrintStyle(fillable=True))
    document = check_structure(pdf)
    reader = pypdf.PdfReader(BytesIO(pdf))
    fields = reader.get_fields()
    assert [one.alt for one in document.all("Form")] == [fields[name]["/TU"] for name in field_names(document, reader)]
    assert sorted(field_names(document, reader)) == sorted(fields)
    for page in reader.pages:
        assert page["/Tabs"] == "/S"


def row(node):
    return [cell.text for cell in node.kids]


def test_a_table_is_read_row_by_row_below_its_heads():
    document = structure(printed(find_form("doubling-table"), None))
    (table,) = document.all("Table")
    assert row(table.kids[0])[:3] == ["Points", "1 double × 2", "2 doubles × 4"]
    assert row(table.kids[30]) == ["60", "120", "240", "480", "960", "1,920", "3,840", "60"]


def test_cells_without_words_keep_their_column():
    document = structure(printed(find_form("four-players"), sources(find_form("four-players"))[1]))
    table = document.all("Table")[0]
    assert row(table.kids[0])[5:9] == ["to 李", "to 王", "to 张", "to 陈"]
    assert row(table.kids[1])[5:9] == ["", "4", "12", "80"]


def test_an_evening_is_read_in_its_order():
    document = structure(printed(find_form("evening"), sources(find_form("evening"))[1]))
    standings, hands = document.all("Table")
    assert [row(one)[1] for one in standings.kids] == ["Player", "王", "李", "陈", "张"]
    assert [cell.attributes.get("/ColSpan", 1) for cell in hands.kids[0].kids] == [1, 1, 3, 3, 3, 3]
    assert row(hands.kids[1])[:5] == ["1", "陈", "E 4", "−96", "1,904"]


def tiles_of_a_hand():
    form = find_form("kemp-chinese")
    return structure(printed(form, sources(form)[1])).all("Figure")[0].alt


def test_tiles_have_words():
    assert tiles_of_a_hand().split("; ")[2:] == [
        "9 bamboo, 9 bamboo",
        "exposed pung of red dragons",
        "concealed kong of 1 bamboos",
        "plum",
    ]


def test_tiles_have_words_in_chinese(chinese):
    assert tiles_of_a_hand().split("；")[2:] == ["9条、9条", "红中明刻", "1条暗杠", "梅"]


def test_tiles_are_called_on_a_pocket_card_as_on_the_rule_sheet():
    style = PrintStyle(terms=Terms(bamboos="bams", white="soap"))
    card, sheet = (
        {one.alt for one in structure(printed(find_form(form), Ruleset("british"), style)).all("Figure")}
        for form in ("pocket-card", "rules-sheet")
    )
    assert card <= sheet | {"east wind, south wind, west wind, north wind; red dragon, green dragon, soap"}


def test_a_link_is_read_with_its_words():
    form = find_form("session")
    document = structure(printed(form, sources(form)[-1]))
    assert [one.text for one in document.all("Link")] == ["page 2", "page 4"]


def test_headings_are_bookmarks():
    form = find_form("rules-sheet")
    pdf = printed(form, sources(form)[0])
    title, headings = pypdf.PdfReader(BytesIO(pdf)).outline
    document = structure(pdf)
    assert [title.title] == [one.text for one in document.all("H1")]
    assert [one.title for one in headings] == [one.text for one in document.all("H2")]


def test_what_a_document_says_of_itself_in_xmp():
    form = find_form("doubling-table")
    reader = pypdf.PdfReader(BytesIO(printed(form, None)))
    found = reader.xmp_metadata
    assert found.dc_title == {"x-default": "Doubling table"}
    assert found.dc_creator == [PROGRAM]
    assert (
        found.dc_description["x-default"]
        == reader.metadata.subject
        == lay_out(form.id, None, PrintStyle()).subject
        != ""
    )
    assert found.xmp_create_date.replace(tzinfo=UTC) == datetime.fromtimestamp(
        int(os.environ["SOURCE_DATE_EPOCH"]), UTC
    )
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]

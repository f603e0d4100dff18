"""Every form on every paper, blank, filled in and filled to bursting: nothing is cut off, crossed or lost."""

import ctypes
from collections import Counter
from io import BytesIO
from itertools import combinations

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from mjcompanion.core.errors import Stopped
from mjcompanion.printing.catalogue import FORMS, lay_out
from mjcompanion.printing.document import make
from mjcompanion.printing.page import Paper, PrintStyle
from tests.printing.filled import STYLES, overfull, sources

FILLABLE = [form for form in FORMS if form.fillable]
SMALL = 110_000
"""Bytes of a page with many tiles."""


def ids(form):
    return form.id


def all_sources(form):
    return [*sources(form), *overfull(form)]


def boxes_of(page, kind):
    return [one.get_bounds() for one in page.get_objects(filter=[kind], max_depth=1)]


def check_margins(page, style):
    """Check that nothing lies in the margins, and nothing but a line of text in the room of the foot."""
    width, height = page.get_size()
    assert (width, height) == pytest.approx(style.size, abs=0.01)
    margin, foot = style.margin, height - style.margin - style.height
    for left, bottom, right, top in (one.get_bounds() for one in page.get_objects(max_depth=1)):
        assert left >= margin - 2  # pdfium widens a line by its strength
        assert right <= width - margin + 2
        assert bottom >= margin - 4
        assert not margin + 12 < bottom < foot - 4
        assert top <= height - margin + 2


def check_words_apart(page):
    """Check that no words overlap, and that none cross a level line."""
    words = boxes_of(page, pdfium.FPDF_PAGEOBJ_TEXT)
    for one, other in combinations(words, 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        up = min(one[3], other[3]) - max(one[1], other[1])
        assert across < 0.3 or up < 0.3, (one, other)
    for left, bottom, right, top in boxes_of(page, pdfium.FPDF_PAGEOBJ_PATH):
        if top - bottom < 2 < right - left:
            above = [box for box in words if box[0] < right and box[2] > left]
            assert not [box for box in above if box[1] < (top + bottom) / 2 - 0.2 and box[3] > top]


@pytest.mark.exhaustive
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", FORMS, ids=ids)
def test_all_lies_within_the_margins_in_type_that_can_be_read_and_is_the_same_again(form, style):
    for source in all_sources(form):
        printed = lay_out(form.id, source, style)
        made = make(printed, style)
        assert made == make(lay_out(form.id, source, style), style)
        assert sorted(made.size) == sorted(style.size) == sorted(printed.style.size)
        assert len(made.pdf) < SMALL + 35_000 * made.pages
        assert min(sizes(made)) >= 7
        with pypdfium2.PdfDocument(made.pdf) as document:
            for page in document:
                check_margins(page, printed.style)
                if form.id.startswith("kemp") or form.id == "running-card":
                    check_words_apart(page)
        for page in pypdf.PdfReader(BytesIO(made.pdf)).pages:
            for font in page["/Resources"]["/Font"].values():
                assert "/FontFile2" in font.get_object()["/FontDescriptor"].get_object(), "each font is embedded"


def sizes(made, above=0):
    """How many letters have type of each size, in points; without what stands lower on a page."""
    found = Counter()
    with pypdfium2.PdfDocument(made.pdf) as document:
        for page in document:
            textpage = page.get_textpage()
            for one in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=15):
                if one.get_bounds()[1] < above:
                    continue
                size = ctypes.c_float()
                pdfium.FPDFTextObj_GetFontSize(one, size)
                letters = pdfium.FPDFTextObj_GetText(one, textpage, None, 0) // 2 - 1
                found[round(size.value * abs(one.get_matrix().d), 2)] += letters
    return found


@pytest.mark.exhaustive(keep=12)
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("form", FORMS, ids=ids)
def test_most_of_large_print_has_sixteen_points_and_more(form, paper):
    style = PrintStyle(paper, large=True)
    for source in sources(form):
        found = sizes(make(lay_out(form.id, source, style), style), above=style.margin + 12)  # without the foot
        assert sum(letters for size, letters in found.items() if size >= 16) > found.total() / 2
        assert min(found) >= 9


@pytest.mark.parametrize("form", [form for form in FORMS if form.blank], ids=ids)
def test_a_blank_form_is_one_page_without_fields(form):
    for paper in Paper:
        made = make(lay_out(form.id, None, PrintStyle(paper)), PrintStyle(paper))
        assert (made.pages, made.missing) == (1, ())
        reader = pypdf.PdfReader(BytesIO(made.pdf))
        assert not reader.get_fields()
        assert reader.metadata.title == lay_out(form.id, None, PrintStyle(paper)).title


@pytest.mark.exhaustive
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", FILLABLE, ids=ids)
def test_fields_lie_apart_are_described_and_can_be_filled_in(form, style):
    style = PrintStyle(style.paper, style.large, fillable=True)
    reader = pypdf.PdfReader(BytesIO(make(lay_out(form.id, None, style), style).pdf))
    fields = reader.get_fields()
    assert all(field["/TU"] for field in fields.values())
    for page in reader.pages:
        _left, _bottom, width, height = map(float, page.mediabox)
        assert page["/Tabs"] == "/S"
        boxes = [[float(edge) for edge in note.get_object()["/Rect"]] for note in page["/Annots"]]
        for left, bottom, right, top in boxes:
            assert style.margin <= left < right <= width - style.margin + 0.01
            assert style.margin <= bottom < top - 8
            assert top <= height - style.margin
        for one, other in combinations(boxes, 2):
            across = min(one[2], other[2]) - max(one[0], other[0])
            up = min(one[3], other[3]) - max(one[1], other[1])
            assert across <= 0 or up <= 0
    writer = pypdf.PdfWriter(clone_from=reader)
    written = {name: str(number) for number, name in enumerate(fields)}
    for page in writer.pages:
        writer.update_page_form_field_values(page, written)
    kept = BytesIO()
    writer.write(kept)
    assert pypdf.PdfReader(kept).get_form_text_fields() == written


@pytest.mark.parametrize("stop", [1, 2])
@pytest.mark.parametrize("id_", ["session", "four-players"])
def test_a_long_form_tells_how_far_it_is_and_can_be_stopped(id_, stop):
    form = next(one for one in FORMS if one.id == id_)
    source = overfull(form)[0]
    told = []

    def hear(done, count):
        told.append((done, count))
        return True

    made = make(lay_out(id_, source, PrintStyle()), PrintStyle(), hear)
    laid_out = [count for done, count in told if not done]
    assert laid_out == sorted(laid_out)
    assert told[len(laid_out) :] == [(number, made.pages) for number in range(1, made.pages + 1)]
    heard = []

    def stop_it(*now):
        heard.append(now)
        return len(heard) < stop

    with pytest.raises(Stopped):
        make(lay_out(id_, source, PrintStyle()), PrintStyle(), stop_it)
    assert len(heard) == stop

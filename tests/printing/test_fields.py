"""Fields of forms: what a reader knows of their numbers, and what it works out."""

import json
import math
import re
from io import BytesIO
from itertools import pairwise
from types import SimpleNamespace

import pypdf
import pytest
from reportlab.pdfbase.ttfonts import TTFontFace

from mjcompanion.printing.catalogue import FORMS, lay_out
from mjcompanion.printing.document import make
from mjcompanion.printing.forms.kemp_american import sections as american_sections
from mjcompanion.printing.forms.kemp_chinese import COMBINATIONS, DOUBLINGS, FLOWER_DOUBLINGS
from mjcompanion.printing.forms.kemp_chinese import sections as chinese_sections
from mjcompanion.printing.page import Paper, PrintStyle
from tests.printing.evenings import a_full_evening
from tests.printing.filled import FOUR, american, chinese

FILLABLE = [form.id for form in FORMS if form.fillable]
FORMULA = re.compile(r'var v = (\[.*\])\.map.*\n.*\nevent.value = v.slice\(0, (\d+)\)\.join\(""\) === "" \? "" : (.*);')
SUM = re.compile(r'AFSimple_Calculate\("SUM", (\[.*\])\);')
LETTERS = "Aaß€é–7"
JAVASCRIPT = SimpleNamespace(max=max, pow=math.pow)


class Sheet:
    """A form as a reader has it that works its fields out."""

    def __init__(self, id_, **style):
        style = PrintStyle(fillable=True, **style)
        self.reader = pypdf.PdfReader(BytesIO(make(lay_out(id_, None, style), style).pdf))
        notes = [note.get_object() for page in self.reader.pages for note in page.get("/Annots", [])]
        self.fields = {note["/T"]: note for note in notes}
        self.order = [ref.get_object()["/T"] for ref in self.reader.root_object["/AcroForm"].get("/CO", [])]
        self.values = dict.fromkeys(self.fields, "")

    def script(self, name, event):
        return self.fields[name].get("/AA", {}).get(f"/{event}", {}).get("/JS")

    def write(self, values):
        """Write into fields, and let the reader work the others out."""
        assert set(values) <= set(self.fields)
        self.values |= values
        for name in self.order:
            self.values[name] = self.worked_out(self.script(name, "C"))

    def worked_out(self, script):
        if added := SUM.fullmatch(script):
            return sum(self.number(name) for name in json.loads(added[1]))
        names, needs, expression = FORMULA.fullmatch(script).groups()
        names = json.loads(names)
        if all(self.values[name] in ("", None) for name in names[: int(needs)]):
            return ""
        return eval(expression, {"n": [self.number(name) for name in names], "Math": JAVASCRIPT})

    def number(self, name):
        return float(self.values[name] or 0)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("id_", FILLABLE)
def test_numbers_are_right_aligned_and_have_a_format(id_, large):
    sheet = Sheet(id_, large=large)
    numbers = [name for name, field in sheet.fields.items() if "/AA" in field]
    assert numbers
    for name, field in sheet.fields.items():
        assert field.get("/Q", 0) == (2 if name in numbers else 0)
        assert field["/TU"]
        assert not int(field["/Ff"]) & 1  # a reader without JavaScript can write into it
    for name in numbers:
        shape = re.fullmatch(r"AFNumber_Format(\(\d, 0, 0, 0, .*, false\);)", sheet.script(name, "F"))[1]
        assert sheet.script(name, "K") == f"AFNumber_Keystroke{shape}"
    words = {"date", "name", "place", "rules", "winner", "from", "wind", "round", "remarks"}
    assert not [name for name in numbers if name.split("-")[-1] in words]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("id_", FILLABLE)
def test_fields_are_worked_out_after_those_they_need(id_, large):
    sheet = Sheet(id_, large=large)
    assert sheet.order == [name for name in sheet.fields if sheet.script(name, "C")]
    assert sheet.order
    for at, name in enumerate(sheet.order):
        script = sheet.script(name, "C")
        needed = json.loads((SUM.fullmatch(script) or FORMULA.fullmatch(script))[1])
        assert set(needed) <= set(sheet.fields)
        assert not set(needed) & set(sheet.order[at:])


def amounts(sections):
    return {row.key: row.amount.replace(",", "").removesuffix(" %") for one in sections for row in one.rows}


def factors(sections):
    return {row.key: row.second for one in sections for row in one.rows if (row.second or "").isdecimal()}


@pytest.mark.parametrize(
    "hand", [{}, {"hand": "[1111z] (5555z) (6666z) (7777z) 22z 1f2f3f4f1y2y3y4y"}, {"discards": 0}]
)
def test_kemps_chinese_card_works_out_what_the_scorer_does(hand):
    sections = chinese_sections(chinese(**{"discards": 40, **hand}))
    expected, by = amounts(sections), factors(sections)
    sheet = Sheet("kemp-chinese")
    values = {one.key: expected[one.key].replace("–", "") for one in COMBINATIONS if one.rules}
    values |= {f"{one.key}-by": by.get(one.key, "") for one in (*DOUBLINGS, *FLOWER_DOUBLINGS)}
    sheet.write(values | {"4a-by": by.get("4a", "0"), "4b": expected["4b"]})
    for key in ("subtotal-1", *(one.key for one in (*DOUBLINGS, *FLOWER_DOUBLINGS)), "4a", "4c"):
        assert sheet.values[key] == int(expected[key]), key
    assert sheet.values["4d"] == pytest.approx(float(expected["4d"]), abs=0.006)
    assert sheet.values["final"] == pytest.approx(float(expected["final"]), abs=0.006)


def test_kemps_american_card_works_out_what_the_scorer_does():
    sections = american_sections(american(rules="kemp-american", hand="FFF 2m5z2m6m 222p 6666p", discards=9))
    expected, by = amounts(sections), factors(sections)
    sheet = Sheet("kemp-american")
    keys = ("2a", "2b", "2e")
    sheet.write({"card2-1": expected["1"], "card2-3b": "9", **{f"card2-{key}-by": by.get(key, "") for key in keys}})
    for key in ("2a", "2b", "2c", "2d", "2e", "3c"):
        assert sheet.values[f"card2-{key}"] == int(expected[key])
    assert sheet.values["card2-final"] == pytest.approx(float(expected["final"]), abs=0.006)
    assert sheet.values["card1-final"] == ""


def test_a_game_of_the_running_card_is_adjusted():
    sheet = Sheet("running-card")
    sheet.write({"american-3-score": "50", "american-3-percent": "71.01"})
    assert sheet.values["american-3-final"] == pytest.approx(35.505)
    assert sheet.values["american-4-final"] == sheet.values["chinese-3-final"] == ""


def test_an_evening_adds_up_its_changes():
    source = a_full_evening(FOUR)
    table = source.table
    rows = [row for row in table.rows if row.paid]
    sheet = Sheet("evening")
    sheet.write(
        {
            f"hand-{at}-player-{player + 1}-change": str(row.change(player))
            for at, row in enumerate(rows, 1)
            for player in range(4)
        }
    )
    for player in range(4):
        found = [sheet.values[f"hand-{at}-player-{player + 1}-balance"] for at in range(1, len(rows) + 2)]
        assert found == [*(row.balances[player] - table.start_of(player) for row in rows), ""]


def test_a_hand_sheet_settles_as_the_table_did():
    source = a_full_evening(FOUR)
    table = source.table
    rows = [row for row in table.rows if row.paid][:4]
    sheet = Sheet("four-players")
    values = {f"start-{player + 1}": str(table.start_of(player)) for player in range(4)}
    for at, row in enumerate(rows, 1):
        for one in row.paid:
            values[f"hand-{at}-player-{one.payer + 1}-to-{one.payee + 1}"] = str(one.points)
    sheet.write(values | {"hand-1-player-2-points": "22", "hand-1-player-2-doubles": "3"})
    assert sheet.values["hand-1-player-2-score"] == 176
    for at, row in enumerate(rows, 1):
        for player in range(4):
            assert sheet.values[f"hand-{at}-player-{player + 1}-net"] == row.change(player)
            assert sheet.values[f"hand-{at}-player-{player + 1}-balance"] == row.balances[player]


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("id_", FILLABLE)
def test_boxes_of_large_print_are_nine_millimetres_high(id_, paper):
    sheet = Sheet(id_, large=True, paper=paper)
    columns = {}
    for field in sheet.fields.values():
        left, bottom, _right, _top = map(float, field["/Rect"])
        columns.setdefault((id(field["/P"]), round(left)), set()).add(round(bottom, 1))
    distances = [high - low for one in columns.values() for low, high in pairwise(sorted(one))]
    assert distances
    assert min(distances) >= 25.5


@pytest.mark.parametrize("id_", FILLABLE)
def test_fields_are_in_an_embedded_font_with_the_letters_of_western_languages(id_):
    sheet = Sheet(id_)
    fonts = sheet.reader.root_object["/AcroForm"]["/DR"]["/Font"]
    assert {field["/DA"].split()[0] for field in sheet.fields.values()} == set(fonts)
    for font in fonts.values():
        widths, descriptor = font["/Widths"], font["/FontDescriptor"]
        face = TTFontFace(BytesIO(descriptor["/FontFile2"].get_data()))
        assert {ord(letter) for letter in LETTERS} <= set(face.charToGlyph)
        for letter in LETTERS:
            code = letter.encode("cp1252")[0]
            assert widths[code - font["/FirstChar"]] == pytest.approx(face.charWidths[ord(letter)], abs=0.01)

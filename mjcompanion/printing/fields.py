"""Fields to be filled in: their typeface, and numbers that readers right-align, write in their format and work out.

Readers that know no JavaScript show fields to be filled in by hand: none is locked.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
from reportlab.pdfbase.acroform import AcroForm  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

SUM: Final = "SUM"
"""The expression of a number that is the sum of all its fields."""
_NON_SYMBOLIC: Final = 32
"""A flag of a font in PDF: its letters are those of its encoding."""
_CODES: Final = range(32, 256)
"""The codes of WinAnsiEncoding that stand for letters."""


class OwnTypeForm(AcroForm):  # type: ignore[misc]
    """The fields of a document, in a typeface of the program, which is embedded whole: any letter may be written."""

    def makeFont(self, font: str) -> tuple[str, str]:
        """Return the reference and the name of a font that reportlab knows."""
        name = font.title().replace("-", "")
        if name not in self.fonts:
            self.fonts[name] = self.getRefStr(self._embedded(name, pdfmetrics.getFont(font).face))
        return self.fonts[name], name

    def _embedded(self, name: str, face: Any) -> PDFDictionary:  # noqa: ANN401 - reportlab has no types
        """Return the font with the letters of Western languages under their usual codes."""
        document = self.canv._doc  # noqa: SLF001 - reportlab has no other door
        content = face._ttf_data  # noqa: SLF001 - nor one to the file
        file = PDFStream(PDFDictionary({"Length1": len(content)}), content, [PDFZCompress])
        descriptor = {
            "Type": PDFName("FontDescriptor"),
            "FontName": PDFName(name),
            "Flags": _NON_SYMBOLIC,
            "FontBBox": PDFArray(face.bbox),
            "ItalicAngle": face.italicAngle,
            "Ascent": face.ascent,
            "Descent": face.descent,
            "CapHeight": face.capHeight,
            "StemV": face.stemV,
            "FontFile2": document.Reference(file, f"fieldFontFile:{name}"),
        }
        letters = bytes(_CODES).decode("cp1252", "replace")
        return PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("TrueType"),
                "BaseFont": PDFName(name),
                "Encoding": PDFName("WinAnsiEncoding"),
                "FirstChar": _CODES[0],
                "LastChar": _CODES[-1],
                "Widths": PDFArray([face.getCharWidth(ord(letter)) for letter in letters]),
                "FontDescriptor": document.Reference(PDFDictionary(descriptor), f"fieldFont:{name}"),
            }
        )


class FormNumber(NamedTuple):
    """A number with so many decimals and its unit, and how it is worked out from other fields.

    In its `expression` `n[0]` is the number in the first of the `fields`; empty: somebody writes it. It is worked out
    once one of the first fields, as many as it `needs`, is filled in.
    """

    decimals: int = 0
    unit: str = ""
    expression: str = ""
    fields: tuple[str, ...] = ()
    needs: int = 1

    def with_prefix(self, prefix: str) -> FormNumber:
        """Return the same for fields whose names begin with a prefix."""
        return self._replace(fields=tuple(prefix + name for name in self.fields))

    @property
    def scripts(self) -> dict[str, str]:
        """The scripts of the field by the event that starts them: a key, its format, a change of any other field.

        >>> print(FormNumber(expression="n[0] - n[1]", fields=("all", "out")).scripts["C"])
        var v = ["all", "out"].map(function (f) { return getField(f).value; });
        var n = v.map(function (x) { return AFMakeNumber(x) || 0; });
        event.value = v.slice(0, 1).join("") === "" ? "" : n[0] - n[1];
        """
        shape = f"({self.decimals}, 0, 0, 0, {json.dumps(self.unit)}, false);"
        found = {"K": f"AFNumber_Keystroke{shape}", "F": f"AFNumber_Format{shape}"}
        names = json.dumps(self.fields)
        if self.expression == SUM:
            found["C"] = f'AFSimple_Calculate("SUM", {names});'
        elif self.expression:
            found["C"] = (
                f"var v = {names}.map(function (f) {{ return getField(f).value; }});\n"
                "var n = v.map(function (x) { return AFMakeNumber(x) || 0; });\n"
                f'event.value = v.slice(0, {self.needs}).join("") === "" ? "" : {self.expression};'
            )
        return found


def added(fields: tuple[str, ...]) -> FormNumber:
    """Return the sum of some fields, empty while the first of them is.

    >>> added(("a", "b")).expression
    'n[0] + n[1]'
    """
    return FormNumber(expression=" + ".join(f"n[{at}]" for at in range(len(fields))), fields=fields)


def make_number(canvas: Canvas, number: FormNumber) -> None:
    """Make the field drawn last one for a number; those worked out are so in the order in which they are drawn."""
    form = canvas.acroForm
    field = canvas._doc.idToObject[canvas._annotationrefs[-1].name].dict  # noqa: SLF001 - reportlab has no other door
    if number.expression:
        form.extras.setdefault("CO", PDFArray([])).sequence.append(form.fields[-1])
    field["Q"] = 2
    field["AA"] = PDFDictionary(
        {
            event: PDFDictionary({"S": PDFName("JavaScript"), "JS": PDFString(script)})
            for event, script in number.scripts.items()
        }
    )

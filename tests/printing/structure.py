"""What a screen reader makes of a document: pypdf walks its structure, pdfium reads the text of each marked content."""

import ctypes
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium

from mjcompanion.printing.page import PrintStyle


class Node(NamedTuple):
    """An element: its type, alternative text and attributes, and what is in it: texts, other elements, annotations."""

    kind: str
    alt: str
    attributes: dict
    kids: tuple

    def walk(self) -> Iterator["Node"]:
        """Yield this element, and all in it in the order of reading."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Node):
                yield from kid.walk()

    def all(self, *kinds: str) -> list["Node"]:
        """Return the elements of these types in it."""
        return [one for one in self.walk() if one.kind in kinds]

    @property
    def text(self) -> str:
        """All that is read of it in its order; of a picture or a field the alternative text."""
        if self.kind in ("Figure", "Form"):
            return self.alt
        parts = [kid.text if isinstance(kid, Node) else kid for kid in self.kids if not isinstance(kid, Annotation)]
        return " ".join(" ".join(parts).split())


class Annotation(NamedTuple):
    """A field or a link of an element."""

    kind: str
    struct_parent: int


def structure(pdf: bytes) -> Node:
    """Return the document's element."""
    reader = pypdf.PdfReader(BytesIO(pdf))
    texts = [texts_of_page for texts_of_page, _outside in marked_texts(pdf)]
    pages = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages)}
    return _node(reader.trailer["/Root"]["/StructTreeRoot"]["/K"], pages, texts)


def _node(element, pages, texts):
    at = pages[element.raw_get("/Pg").idnum] if "/Pg" in element else -1
    kids = element.get("/K", [])
    found = []
    for kid in kids if isinstance(kids, list) else [kids]:
        one = kid.get_object()
        if isinstance(one, int):
            found.append(texts[at][one])
        elif one.get("/Type") == "/MCR":
            found.append(texts[pages[one.raw_get("/Pg").idnum]][one["/MCID"]])
        elif one.get("/Type") == "/OBJR":
            found.append(Annotation(one["/Obj"]["/Subtype"], one["/Obj"]["/StructParent"]))
        else:
            assert one["/P"] == element
            found.append(_node(one, pages, texts))
    return Node(element["/S"][1:], str(element.get("/Alt", "")), element.get("/A", {}), tuple(found))


def marked_texts(pdf: bytes) -> Iterator[tuple[dict[int, str], list[str]]]:
    """Yield for each page the text of each marked content, and the texts above the foot that are in none."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            found: dict[int, str] = {}
            outside = []
            text_page = page.get_textpage()
            for one in page.get_objects(max_depth=1):
                number = pdfium.FPDFPageObj_GetMarkedContentID(one.raw)
                text = _text(one, text_page) if one.type == pdfium.FPDF_PAGEOBJ_TEXT else ""
                if number >= 0:
                    found[number] = found.get(number, "") + text
                elif text and one.get_bounds()[1] > 1.33 * PrintStyle().margin:
                    outside.append(text)
            yield found, outside


def _text(one, text_page):
    size = pdfium.FPDFTextObj_GetText(one.raw, text_page.raw, None, 0)
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFTextObj_GetText(one.raw, text_page.raw, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[:-2].decode("utf-16-le", "replace")


def field_names(document: Node, reader: pypdf.PdfReader) -> list[str]:
    """Return the names of the fields in the order of reading."""
    names = {
        note.get_object()["/StructParent"]: note.get_object()["/T"]
        for page in reader.pages
        for note in page.get("/Annots", [])
    }
    return [names[kid.struct_parent] for one in document.all("Form") for kid in one.kids]

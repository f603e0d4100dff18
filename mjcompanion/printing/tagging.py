"""Tagged PDF: what is drawn becomes headings, paragraphs, tables, figures and fields for those who can't see it.

Whatever is drawn outside of marked content is an artifact: rules, grounds, the line at the foot of a page.
Source: ISO 32000-1, 14.6 to 14.8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    XMP,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObject,
    PDFString,
)
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from mjcompanion.printing.fields import OwnTypeForm

if TYPE_CHECKING:
    from reportlab.platypus import Table  # type: ignore[import-untyped]

ARTIFACT: Final = "Artifact"
_BEGIN: Final = "/Artifact BMC"
_END: Final = "EMC"
_HEADINGS: Final = ("H1", "H2", "H3")


class _Content(NamedTuple):
    """A piece of marked content: the number of its page and its own on that page."""

    page: int
    id: int


class _Element(PDFObject):  # type: ignore[misc]
    """A structure element, an object of the PDF."""

    def __init__(self, kind: str, alt: str = "", more: str = "") -> None:
        self.kind, self.alt, self.more = kind, alt, more
        self.kids: list[_Element | _Content | PDFObject] = []
        self.parent: PDFObject = None
        self.number = 0

    def add(self, kid: _Element) -> _Element:
        """Put an element into this one."""
        kid.parent = self
        self.kids.append(kid)
        return kid

    def format(self, document: PDFDocument) -> bytes:
        """Return the object as it is written."""
        page = next((kid.page for kid in self.kids if isinstance(kid, _Content)), 0)
        kids = [self._kid(kid, page, document) for kid in self.kids]
        words = [f"<</S/{self.kind}/P {self.parent.number} 0 R", self.more]
        if page:
            words.append(f"/Pg {_number(document, f'Page{page}')} 0 R")
        if kids:
            words.append(f"/K {kids[0]}" if len(kids) == 1 else f"/K[{' '.join(kids)}]")
        alt = b"/Alt " + PDFString(self.alt).format(document) if self.alt else b""
        return "".join(words).encode() + alt + b">>"

    @staticmethod
    def _kid(kid: _Element | _Content | PDFObject, page: int, document: PDFDocument) -> str:
        if isinstance(kid, _Element):
            return f"{kid.number} 0 R"
        if not isinstance(kid, _Content):
            return f"<</Type/OBJR/Obj {_number(document, kid.__InternalName__)} 0 R>>"
        if kid.page == page:
            return str(kid.id)
        return f"<</Type/MCR/Pg {_number(document, f'Page{kid.page}')} 0 R/MCID {kid.id}>>"


def _number(document: PDFDocument, name: str) -> int:
    number: int = document.idToObjectNumberAndVersion[name][0]
    return number


class _Tree(PDFObject):  # type: ignore[misc]
    """The root of the structure: its element, and to which element each content and annotation belongs."""

    def __init__(self, element: _Element) -> None:
        self.element = element
        self.parents: list[list[_Element] | _Element] = []
        self.number = 0

    def format(self, _document: PDFDocument) -> bytes:
        """Return the object as it is written."""
        numbers = []
        for at, one in enumerate(self.parents):
            found = f"{one.number} 0 R" if isinstance(one, _Element) else _references(one)
            numbers.append(f"{at} {found}")
        last = len(self.parents)
        words = f"/K {self.element.number} 0 R/ParentTree<</Nums[{' '.join(numbers)}]>>/ParentTreeNextKey {last}"
        return f"<</Type/StructTreeRoot{words}>>".encode()


def _references(elements: Iterable[_Element]) -> str:
    return f"[{' '.join(f'{one.number} 0 R' for one in elements)}]"


class TaggedCanvas(Canvas):  # type: ignore[misc]
    """A canvas that knows what is drawn on it: a document with headings, paragraphs, tables, figures and fields."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - those of a canvas
        super().__init__(*args, **more)
        self.entry = ""
        """What the next heading is called in the list of bookmarks, if that isn't its own text."""
        self.depth = 0
        """How deep headings of the first kind are in the list of bookmarks."""
        self._root = _Element("Document")
        self._tree = _Tree(self._root)
        self._root.parent = self._tree
        self._contents: list[_Element] = []
        self._open: _Element | None = None
        self._table_cell: _Element | None = None
        self._headings = 0

    # --- what is drawn

    @property
    def acroForm(self) -> OwnTypeForm:
        """The fields of the document, made with the first of them."""
        if not hasattr(self, "AcroForm"):
            self.AcroForm = OwnTypeForm(self)
            self._doc._catalog.AcroForm = self.AcroForm  # noqa: SLF001 - as the canvas does it
        return self.AcroForm

    @contextmanager
    def marked(self, kind: str, *, alt: str = "", title: str = "", top: float = 0) -> Iterator[None]:
        """Draw something of this kind: H1, H2, P, Figure, Link, or "" for what goes on of the text before it.

        A heading with a `title` is listed among the bookmarks at `top`. What is drawn within something that is marked
        belongs to that.
        """
        if kind == ARTIFACT or self._open is not None:
            yield
            return
        element = self._element(kind, alt)
        self._open = element
        if title and kind in _HEADINGS:
            self._bookmark(title, _HEADINGS.index(kind), top)
        content = _Content(self.getPageNumber(), len(self._contents))
        element.kids.append(content)
        self._contents.append(element)
        if self._code and self._code[-1] is _BEGIN:
            self._code.pop()
        else:
            self._code.append(_END)
        self._code.append(f"/{element.kind} <</MCID {content.id}>> BDC")
        try:
            yield
        finally:
            self._open = None
            self._code += (_END, _BEGIN)

    def table_part(self, table: Table, part: str, *place: Any) -> None:  # noqa: ANN401 - as reportlab tells them
        """Take down which part of a platypus table is drawn next; it is its `renderCB`."""
        if part == "startTable":
            self._table = self._root.add(_Element("Table"))
        elif part == "startRow":
            self._table_row = self._table.add(_Element("TR"))
        elif part == "startCell":
            row, column = place[:2]
            left, _top, right, _bottom = getattr(table, "_spanRanges", {}).get((column, row)) or (column, 0, column, 0)
            scope = "/Scope/Column" if row < table.repeatRows else ""
            if not table.repeatRows and not column:
                scope = "/Scope/Row"
            spans = f"/ColSpan {right - left + 1}" if right > left else ""
            more = f"/A<</O/Table{scope}{spans}>>" if scope or spans else ""
            self._table_cell = self._table_row.add(_Element("TH" if scope else "TD", more=more))
        elif part == "endCell" and self._table_cell is not None:
            if not self._table_cell.kids:
                self._table_cell.kind = "TD"
                self._table_cell.more = self._table_cell.more.replace("/Scope/Column", "")
            self._table_cell = None

    def _element(self, kind: str, alt: str) -> _Element:
        """Return the element of what is drawn next, in its place."""
        if self._table_cell is not None:
            return self._table_cell if kind in ("", "P") else self._table_cell.add(_Element(kind, alt))
        last = self._root.kids[-1] if self._root.kids else None
        if not kind and isinstance(last, _Element) and last.kind in ("P", *_HEADINGS):
            return last
        return self._root.add(_Element(kind or "P", alt))

    def _bookmark(self, title: str, level: int, top: float) -> None:
        self._headings += 1
        key = f"heading-{self._headings}"
        self.bookmarkHorizontal(key, 0, top)
        level = min(level + self.depth, self._doc.outline.currentlevel + 1)
        self.addOutlineEntry(self.entry or title, key, level)
        self.entry = ""

    # --- pages, annotations, and the end

    def showPage(self) -> None:
        """Finish a page; its contents are numbered by themselves."""
        self._code.insert(0, _BEGIN)
        self._code.append(_END)
        super().showPage()
        page = self._doc.Pages.pages[-1]
        page.__NoDefault__ = (*page.__NoDefault__, "StructParents", "Tabs")
        page.StructParents, page.Tabs = len(self._tree.parents), PDFName("S")
        self._tree.parents.append(self._contents)
        self._contents = []

    def _addAnnotation(self, annotation: Any, name: str | None = None, addtopage: int = 1) -> None:  # noqa: ANN401
        """Add a field or a link; a field is an element of its own, a link belongs to the one that is drawn."""
        super()._addAnnotation(annotation, name, addtopage)
        if isinstance(annotation, PDFDictionary):
            about = annotation.dict.get("TU")
            element = self._element("Form", about.s if about else "")
            annotation["StructParent"] = len(self._tree.parents)
        else:
            element = self._open or self._element("Link", "")
            annotation.permitted = (*annotation.permitted, "StructParent")
            annotation.otherkw["StructParent"] = len(self._tree.parents)
        element.kids.append(annotation)
        self._tree.parents.append(element)

    def save(self) -> None:
        """Write the document, with its structure and its metadata."""
        document, catalog = self._doc, self._doc.Catalog
        document.Reference(self._tree)
        self._tree.number = document.objectcounter
        waiting = [self._root]
        while waiting:
            element = waiting.pop()
            document.Reference(element)
            element.number = document.objectcounter
            waiting += [kid for kid in element.kids if isinstance(kid, _Element)][::-1]
        catalog.StructTreeRoot = self._tree
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        catalog.Metadata = XMP(creator=_metadata)
        self.setViewerPreference("DisplayDocTitle", "true")
        super().save()


def _metadata(document: PDFDocument) -> bytes:
    """Return what the document says of itself in XMP: the same as in its dictionary of information."""
    info, stamp = document.info, document._timeStamp  # noqa: SLF001 - reportlab has no other door
    date = "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}".format(*stamp.YMDhms) + f"{stamp.dhh:+03}:{stamp.dmm:02}"
    title, author, subject, creator, producer = (
        escape(str(one), quote=False) for one in (info.title, info.author, info.subject, info.creator, info.producer)
    )
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:CreatorTool>{creator}</xmp:CreatorTool><pdf:Producer>{producer}</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>
""".encode()

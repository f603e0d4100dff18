"""How everything looks: the only place with colours, type, spaces, radii and durations.

A `Look` is a frozen set of values for one theme at one text size. Widgets that paint themselves ask `look()` while
they paint; all others get theirs from the palette and the font that a `Theme` puts on the application, and from the
style sheet with which it dresses each page. A change shows at once; a page out of sight is dressed before it is shown.
"""

from __future__ import annotations

from typing import ClassVar, Final
from weakref import WeakSet

import msgspec
from PySide6.QtCore import QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPalette, QPen
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from mjcompanion.storage.package_data import folder

from .fonts import SANS, SERIF, families

LIGHT, DARK, HIGH_CONTRAST = "light", "dark", "high-contrast"
AUTO = "auto"


class _Ink:
    """A colour in the light theme, in the dark one, and in the one of high contrast."""

    def __init__(self, light: str, dark: str, contrast: str) -> None:
        self._in = {LIGHT: light, DARK: dark, HIGH_CONTRAST: contrast}

    def __get__(self, of: Colours, _: object = None) -> str:
        return self._in[of.theme]


class Colours(msgspec.Struct, frozen=True):
    """Every colour of one theme, named by what it is for."""

    theme: str

    page = _Ink("#FAF7F1", "#191C1B", "#000000")
    """Behind everything: the paper of the room."""
    card = _Ink("#FFFFFF", "#232726", "#000000")
    """A surface on the page that belongs together."""
    rail = _Ink("#F1EADD", "#131615", "#000000")
    """The strip of pages at the left."""
    field = _Ink("#FFFFFF", "#1B1F1E", "#000000")
    """Where something is typed or chosen."""
    line = _Ink("#E7E0D2", "#343A38", "#FFFFFF")
    """A quiet line between things."""
    border = _Ink("#8C8674", "#7C8581", "#FFFFFF")
    """The edge of what can be operated; 3 : 1 against its surface."""
    text = _Ink("#23262B", "#ECE8DF", "#FFFFFF")
    quiet = _Ink("#5B625F", "#A9B0AC", "#FFFFFF")
    """Text of less weight: help, units, what is only said for completeness."""
    faint = _Ink("#878275", "#7A817E", "#B4B4B4")
    """Text and icons of what can't be operated now."""
    hover = _Ink("#F3EEE3", "#2C3230", "#333333")
    pressed = _Ink("#E9E1D1", "#38403D", "#4D4D4D")
    accent = _Ink("#B3261E", "#E46A5E", "#FFFFFF")
    """The one action of a page, and Delete."""
    accent_hover = _Ink("#9E2019", "#EC7F74", "#E0E0E0")
    accent_pressed = _Ink("#871A14", "#F0948A", "#C8C8C8")
    on_accent = _Ink("#FFFFFF", "#1F0806", "#000000")
    chosen = _Ink("#1F5B45", "#5FB985", "#FFFFFF")
    """What is chosen: ticks, sliders, the page in the rail."""
    chosen_hover = _Ink("#174636", "#7CCB9D", "#E0E0E0")
    on_chosen = _Ink("#FFFFFF", "#0B1812", "#000000")
    chosen_soft = _Ink("#E3EEE8", "#203029", "#FFFFFF")
    """Behind what is chosen: segments and rows."""
    on_chosen_soft = _Ink("#1F5B45", "#5FB985", "#000000")
    winner = _Ink("#B4812A", "#E0B35A", "#FFE100")
    """Gold, for marks of who won or leads and for East's edge; never for small words."""
    winner_soft = _Ink("#F8EED8", "#33290F", "#000000")
    podium_soft = _Ink("#E3EEE8", "#203029", "#000000")
    podium = _Ink("#9DC3B0", "#3E6B57", "#FFFFFF")
    """The upper edge of a place on the podium."""
    wrong = _Ink("#8A5A00", "#E0B35A", "#FFE08A")
    """Amber: messages about mistakes, which say what to do."""
    wrong_soft = _Ink("#FBF1DC", "#3A301B", "#000000")
    good = _Ink("#1E6B3A", "#5FB985", "#7CFFB2")
    good_soft = _Ink("#E7F2E9", "#1F3529", "#000000")
    warn = _Ink("#8A5A00", "#E0B35A", "#FFE08A")
    warn_soft = _Ink("#FBF1DC", "#3A301B", "#000000")
    felt = _Ink("#1F5B45", "#17382D", "#000000")
    on_felt = _Ink("#F6F2E6", "#ECE8DF", "#FFFFFF")
    on_felt_quiet = _Ink("#D6E5DB", "#A9C2B5", "#FFFFFF")
    felt_light = _Ink("#2A6E55", "#1F4A3B", "#000000")
    """The felt where the light falls on it."""
    felt_edge = _Ink("#174636", "#0F261F", "#FFFFFF")
    """The rim of the felt."""
    arrow = _Ink("#D5E6DA", "#C3D6CA", "#FFFFFF")
    """A payment between losers, on the felt; 3 : 1."""
    arrow_strong = _Ink("#F4C95D", "#E9BE5B", "#FFE100")
    """Gold on the felt: a payment to the winner, and who leads; 3 : 1."""
    glow = _Ink("#FFD76A", "#FFD76A", "#FFE100")
    """Around what is pointed out on the felt."""
    apart = _Ink("#E3B65C", "#D9A94C", "#FFC658")
    """Tiles on the felt that are set apart: loose tiles and the kong box."""
    rack = _Ink("#D9BC8C", "#4A3426", "#000000")
    """The wood on which the tiles of a virtual hand stand."""
    rack_edge = _Ink("#A88654", "#32231A", "#FFFFFF")
    wood = _Ink("#7A5332", "#5E4029", "#000000")
    """The upper edge of a rack of dark wood on the felt, and its front."""
    wood_front = _Ink("#54371F", "#3B2716", "#FFFFFF")
    on_seal = _Ink("#FFFDF6", "#17130A", "#000000")
    """A word on the gold of a seal."""
    desk = _Ink("#E6DFD0", "#101312", "#000000")
    """Behind the pages that will be printed."""
    paper = _Ink("#FFFFFF", "#FFFFFF", "#FFFFFF")
    focus = _Ink("#1F5FBF", "#8DB8FF", "#FFE100")
    """The ring around what has the keyboard."""
    mark = _Ink("#C5301F", "#F0604F", "#FF6A55")
    """Vermilion around tiles that are wrong, or missing from a line."""
    hint = _Ink("#1E8A63", "#49D39A", "#35FFB0")
    """Jade around a tile that is pointed out."""
    ivory = _Ink("#FBF6E8", "#F3ECDB", "#FFFFFF")
    ivory_light = _Ink("#FFFDF6", "#FAF5E8", "#FFFFFF")
    """The upper left of a tile, where the light comes from."""
    ivory_edge = _Ink("#E6DCC3", "#DDD2B6", "#FFFFFF")
    ivory_side = _Ink("#E4D8BA", "#CFC3A4", "#D8D8D8")
    """The strip of ivory below the face."""
    ivory_line = _Ink("#C9BB97", "#A99C7B", "#000000")
    """The line where ivory and jade meet, and a tile's outline."""
    jade = _Ink("#2F7F62", "#2F7F62", "#1F7A5A")
    jade_light = _Ink("#4C9A7B", "#4C9A7B", "#3C9A78")
    jade_side = _Ink("#2A6F56", "#276650", "#1F7A5A")
    """The strip below the ivory."""
    shadow = _Ink("#3A2E14", "#000000", "#000000")
    index = _Ink("#4A4F4D", "#454A48", "#000000")
    """The number and letter in a tile's corner."""
    badge = _Ink("#F1EBDF", "#3A403E", "#000000")
    on_badge = _Ink("#4A504D", "#D9D8D0", "#FFFFFF")
    badge_none = _Ink("#E9E1D1", "#2A2F2D", "#000000")
    on_badge_none = _Ink("#5B5A52", "#A9B0AC", "#FFFFFF")
    ink_red = _Ink("#B3261E", "#B3261E", "#A3140C")
    ink_green = _Ink("#1E6B3A", "#1E6B3A", "#0B5528")
    ink_indigo = _Ink("#1F3F7A", "#1F3F7A", "#0F2C66")
    ink_black = _Ink("#23262B", "#23262B", "#000000")
    ink_ochre = _Ink("#8A5A00", "#8A5A00", "#6B4400")
    chip_red = _Ink("#B3261E", "#B3261E", "#C42A20")
    """The bodies of chips, by the names that sets of chips use."""
    chip_green = _Ink("#24794A", "#24794A", "#1F8A4E")
    chip_blue = _Ink("#2A5298", "#3563B4", "#2F62C4")
    chip_yellow = _Ink("#E2AE36", "#E2AE36", "#FFCC33")
    chip_white = _Ink("#EFE8D8", "#EFE8D8", "#FFFFFF")
    chip_black = _Ink("#33373C", "#4A5055", "#6A6A6A")
    chip_spot = _Ink("#FBF6E8", "#FBF6E8", "#FFFFFF")
    """The spots on a chip's rim; dark ones on white and yellow chips."""
    chip_spot_dark = _Ink("#5A4A2C", "#5A4A2C", "#000000")
    chip_edge = _Ink("#2A2013", "#000000", "#000000")
    """The line around a chip or a stick."""
    series_1 = _Ink("#1F3F7A", "#8FB3F0", "#8DD0FF")
    """The players of a chart and a sheet, 3 : 1 against card and page; each has a marker besides."""
    series_2 = _Ink("#8A4B2A", "#DDA07C", "#FF9C90")
    series_3 = _Ink("#1E6B3A", "#7CCB98", "#7CFFB2")
    series_4 = _Ink("#6A3D86", "#C9A4E0", "#FFE08A")
    series_5 = _Ink("#0B6E7A", "#6CCAD6", "#7CF4FF")
    series_6 = _Ink("#A02C62", "#F09AC0", "#FF9CE0")
    suit_a = _Ink("#1F4E9E", "#8DB8FF", "#8DD0FF")
    """The three suits of a card for American hands; their letters tell them apart besides."""
    suit_b = _Ink("#B3261E", "#F08A7E", "#FF9C90")
    suit_c = _Ink("#1E6B3A", "#5FB985", "#7CFFB2")


COLOURS: Final = {theme: Colours(theme) for theme in (LIGHT, DARK, HIGH_CONTRAST)}


class _Grows:
    """A length that grows with the text: so many pixels for 100 %, and some that are always there."""

    def __init__(self, for_text: int, always: int = 0) -> None:
        self._for_text, self._always = for_text, always

    def __get__(self, of: Look, _: object = None) -> int:
        return round(self._always + self._for_text * of.scale)


class _Lasts:
    """Milliseconds of a movement; 0 where motion is unwanted."""

    def __init__(self, milliseconds: int) -> None:
        self._milliseconds = milliseconds

    def __get__(self, of: Look, _: object = None) -> int:
        return self._milliseconds if of.motion else 0


class Look(msgspec.Struct, frozen=True):
    """One theme at one text size: all a widget needs to paint itself. Lengths are in logical pixels."""

    name: str
    colours: Colours
    scale: float
    motion: bool = True
    index: str = "none"
    """The letters in the corner of tiles, as the settings name them."""

    XS: ClassVar[int] = 4
    S: ClassVar[int] = 8
    M: ClassVar[int] = 12
    L: ClassVar[int] = 16
    XL: ClassVar[int] = 24
    XXL: ClassVar[int] = 32
    RADIUS: ClassVar[int] = 8
    RING: ClassVar[int] = 3
    LIFT_HOVER: ClassVar[int] = 3
    LIFT_SELECTED: ClassVar[int] = 10

    small = _Grows(13)
    """Type for captions and badges."""
    body = _Grows(15)
    """Type for nearly everything."""
    title = _Grows(18)
    """Type for the heading of a card."""
    display = _Grows(24)
    """Type for the heading of a page."""
    total = _Grows(34)
    """Type for the one large figure."""
    grand = _Grows(44, 12)
    """Type for the total on a score sheet."""
    figure = _Grows(48, 48)
    """Type for a figure that is read from some steps away."""
    target = _Grows(26, 18)
    """The least height of anything that can be clicked; grows with the text, but less."""
    icon = _Grows(20)
    """The side of an icon next to body text."""
    rail_width = _Grows(44, 40)
    """The width of the strip of pages."""
    readable_width = _Grows(260, 560)
    """The width beyond which a column of text and controls is not stretched."""
    work_width = _Grows(744, 496)
    """The width beyond which a page is not stretched."""
    head = _Grows(54, 18)
    """The height of a page's head, with its title and actions."""
    sheet_width = _Grows(180, 180)
    """The width of a score sheet next to a hand."""
    list_width = _Grows(240, 60)
    """The width of a list with a detail next to it."""
    quick = _Lasts(120)
    """A small movement."""
    slow = _Lasts(220)
    """A larger movement."""
    moment = _Lasts(1_200)
    """A hand that was won comes together."""
    travel = _Lasts(1_800)
    """Chips cross the table on the whole screen."""
    tumble = _Lasts(600)
    """Dice tumble."""

    @property
    def line_width(self) -> int:
        """A line between things, and the edge of a card."""
        return 2 if self.name == HIGH_CONTRAST else 1

    @property
    def message_width(self) -> int:
        """The widest that a message gets, in pixels."""
        return round(44 * self.body)

    def badge(self, width: int) -> int:
        """Type for the number on a tile this wide."""
        return max(10, min(self.small, round(width * 0.12 * (1 + self.scale))))

    @property
    def faded(self) -> float:
        """How much of a tile is seen when none of it is left."""
        return 0.24 if self.is_dark else 0.36

    @property
    def is_dark(self) -> bool:
        """Whether text is light on dark."""
        return self.name != LIGHT

    def font(self, pixels: int, *, bold: bool = False, serif: bool = False) -> QFont:
        """The program's typeface at a size of this look; the serif is for page titles, totals and names on the felt."""
        font = QFont(QApplication.font())
        if serif:
            font.setFamilies(families(SERIF, *font.families()))
        font.setPixelSize(pixels)
        font.setWeight(QFont.Weight.DemiBold if bold or serif else QFont.Weight.Normal)
        return font


ANY_WIDTH: Final = 16_777_215
"""Qt's own word for no limit."""
TILE_WIDTHS: Final = {"small": 36, "medium": 46, "large": 64}
"""The width of a tile's front in logical pixels, by the name of the size."""


def tile_width(size: str | int) -> int:
    """The width that a setting of the tile size represents."""
    return TILE_WIDTHS[size] if isinstance(size, str) else size


_current = Look(LIGHT, COLOURS[LIGHT], 1.0)


def look() -> Look:
    """The look that is on the screen now."""
    return _current


class Theme(QObject):
    """Puts a look on the application and keeps it there while settings and desktop change.

    With `by_parts` a window dresses its parts; without, the whole application has the style sheet.

    Signals:
        changed(Look): another look is on the screen; widgets have been told already by Qt's own change events.
    """

    changed = Signal(object)

    def __init__(self, app: QApplication, *, by_parts: bool = False) -> None:
        super().__init__(app)
        self._app = app
        self._by_parts = by_parts
        self._wanted: tuple[str, int, bool, str] = (AUTO, 100, True, "none")
        self._applied: Look | None = None
        self._parts: WeakSet[QWidget] = WeakSet()
        self._base_font = QFont(app.font())
        self._base_font.setFamilies(families(SANS, *self._base_font.families()))
        app.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    def apply(self, choice: str, percent: int = 100, *, motion: bool = True, index: str = "none") -> None:
        """Show a theme ("auto", "light", "dark", "high-contrast") at a text size in per cent."""
        self._wanted = choice, percent, motion, index
        name = choice
        if choice == AUTO:
            name = DARK if self._app.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT
        self._show(Look(name, COLOURS[name], percent / 100, motion, index))

    def dress(self, part: QWidget) -> None:
        """Give a part of a window the style sheet of the look on the screen; while it is in sight it follows changes.

        With a sheet for the whole application another look would go through all widgets there are: half a second with
        all pages open. A page out of sight is dressed before it is shown.
        """
        self._by_parts = True
        if self._app.styleSheet():
            self._app.setStyleSheet("")
        self._parts.add(part)
        sheet = style_sheet(look())
        if part.styleSheet() != sheet:
            part.setStyleSheet(sheet)

    def _on_scheme_changed(self) -> None:
        choice, percent, motion, index = self._wanted
        if choice == AUTO:
            self.apply(choice, percent, motion=motion, index=index)

    def _show(self, new: Look) -> None:
        global _current  # the one look of the process, as the palette is Qt's
        if new == self._applied:
            return
        before, self._applied, _current = self._applied, new, new
        if before is None or (before.colours, before.scale) != (new.colours, new.scale):
            font = QFont(self._base_font)
            font.setPixelSize(new.body)
            colours, sheet = palette(new), "" if self._by_parts else style_sheet(new)
            if self._app.font() != font:
                self._app.setFont(font)
            if self._app.palette() != colours:
                self._app.setPalette(colours)
            if self._app.styleSheet() != sheet:
                self._app.setStyleSheet(sheet)
            for part in self._parts:
                if isValid(part) and not part.isHidden():
                    self.dress(part)
        self.changed.emit(new)


def palette(of: Look) -> QPalette:
    """The palette of a look, for everything that Fusion draws."""
    c = of.colours
    made = QPalette()
    roles = {
        QPalette.ColorRole.Window: c.page,
        QPalette.ColorRole.WindowText: c.text,
        QPalette.ColorRole.Base: c.field,
        QPalette.ColorRole.AlternateBase: c.hover,
        QPalette.ColorRole.Text: c.text,
        QPalette.ColorRole.PlaceholderText: c.quiet,
        QPalette.ColorRole.Button: c.card,
        QPalette.ColorRole.ButtonText: c.text,
        QPalette.ColorRole.BrightText: c.on_accent,
        QPalette.ColorRole.ToolTipBase: c.text,
        QPalette.ColorRole.ToolTipText: c.page,
        QPalette.ColorRole.Highlight: c.chosen,
        QPalette.ColorRole.HighlightedText: c.on_chosen,
        QPalette.ColorRole.Accent: c.chosen,
        QPalette.ColorRole.Link: c.chosen,
        QPalette.ColorRole.LinkVisited: c.chosen,
        QPalette.ColorRole.Light: c.card,
        QPalette.ColorRole.Midlight: c.hover,
        QPalette.ColorRole.Mid: c.line,
        QPalette.ColorRole.Dark: c.border,
        QPalette.ColorRole.Shadow: c.shadow,
    }
    for role, colour in roles.items():
        made.setColor(role, QColor(colour))
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(c.faint))
    return made


def style_sheet(of: Look) -> str:
    """What the palette can't say: edges, paddings, type and the focus ring of Qt's own widgets."""
    c = of.colours
    line, ring, target = of.line_width, of.RING, of.target
    # the ring takes the place of the edge and of some padding, so nothing moves when the focus does
    pad = of.L - line
    ring_pad = of.L - ring
    field_pad, field_ring_pad = of.M - line, of.M - ring
    marks = folder().joinpath("marks").as_posix()
    groove, edge = (c.page, f"1px solid {c.line}") if of.name == HIGH_CONTRAST else (c.line, "0")
    faces = ", ".join(f'"{one}"' for one in families(SERIF))
    serif = f"font-family: {faces}; font-weight: 600;"
    return f"""
QToolTip {{ background: {c.text}; color: {c.page}; border: 0; padding: {of.S}px; font-size: {of.small}px; }}
QLabel[role="display"] {{ font-size: {of.display}px; {serif} }}
QLabel[role="title"], QLabel[role="line-title"] {{ font-size: {of.title}px; font-weight: 600; }}
QLabel[role="podium-place"] {{ color: {c.quiet}; font-size: {of.display}px; {serif} }}
QFrame[role="podium"] {{ background: {c.podium_soft}; border: 0; border-top: 4px solid {c.podium};
  border-top-left-radius: {of.RADIUS}px; border-top-right-radius: {of.RADIUS}px; }}
QFrame[role="podium-first"] {{ border: 0; border-top: 4px solid {c.winner};
  border-top-left-radius: {of.RADIUS}px; border-top-right-radius: {of.RADIUS}px;
  background: qlineargradient(x1: 0, y1: 0, x2: 0, y2: 1, stop: 0 {c.winner_soft}, stop: 1 {c.page}); }}
QFrame[role="rule"] {{ background: {c.line}; border: 0; min-height: {line}px; max-height: {line}px; }}
QLabel[role="heading"], QLabel[role="serif"], QLabel[role="paper-title"] {{ font-size: {of.title}px; {serif} }}
QLabel[role="strong"], QLabel[role="status-strong"], QLabel[role="line-strong"] {{ font-weight: 600; }}
QLabel[role="good-strong"], QLabel[role="status-good"] {{ color: {c.good}; font-weight: 600; }}
QLabel[role="on-felt-title"] {{ color: {c.on_felt}; font-size: {of.title}px; font-weight: 600; }}
QLabel[role="on-felt"] {{ color: {c.on_felt}; }}
QLabel[role="on-felt-large"] {{ color: {c.on_felt}; font-size: {of.title}px; }}
QLabel[role="on-felt-quiet-large"] {{ color: {c.on_felt_quiet}; font-size: {of.title}px; }}
QLabel[role="on-felt-serif"] {{ color: {c.on_felt}; font-size: {of.title}px; {serif} }}
QLabel[role="ask-caption"] {{ color: {c.wrong}; font-size: {of.small}px; font-weight: 600; }}
QLabel[role="grand-total"] {{ font-size: {of.grand}px; {serif} }}
QLabel[role^="line"] {{ min-height: {max(32, 2 * of.body)}px; border-radius: {of.XS}px; }}
QLabel[role^="line"][marked="true"] {{ background: {c.chosen_soft}; color: {c.on_chosen_soft}; }}
QFrame[role="paper"] {{ background: {c.card}; border: {line}px solid {c.line}; border-radius: {of.RADIUS}px; }}
QFrame[role="hand-strip"] {{ background: {c.card}; border: 0; border-bottom: 2px solid {c.border}; }}
QFrame[role="urgent"] {{ background: {c.card}; border: 2px solid {c.wrong}; border-radius: {of.RADIUS}px; }}
QFrame[role="strip"] {{ background: {c.good_soft}; border: {line}px solid {c.line}; border-radius: {of.RADIUS}px; }}
QFrame[role="advice"] {{ background: {c.good_soft}; border: {line}px solid {c.good}; border-radius: {of.RADIUS}px; }}
QFrame[role^="message"] {{ background: {c.rail}; border: {line}px solid {c.text}; border-radius: {of.RADIUS}px; }}
QFrame[role="message-good"] {{ background: {c.good_soft}; border-color: {c.good}; }}
QFrame[role="message-warn"] {{ background: {c.warn_soft}; border-color: {c.warn}; }}
QFrame[role="message-wrong"] {{ background: {c.wrong_soft}; border-color: {c.wrong}; }}
QFrame[role^="entry"] {{ border: 0; border-left: {of.XS}px solid transparent; border-radius: 2px; }}
QFrame[role="entry-marked"] {{ border-left-color: {c.chosen}; }}
QFrame[role^="pointing"] {{ border-radius: {of.RADIUS}px; }}
QFrame[role="pointing"]:hover, QFrame[role="pointing-marked"] {{ background: {c.hover}; }}
QWidget[role="scrim"] {{ background: #5A{c.shadow[1:]}; }}
QFrame[role="double-rule"] {{ border: {line}px solid {c.border}; border-left: 0; border-right: 0; min-height: 2px;
  max-height: 2px; }}
QLabel[role="on-felt-strong"] {{ color: {c.on_felt}; font-weight: 600; }}
QLabel[role="on-felt-wrong"] {{ color: {c.glow}; font-weight: 600; }}
QLabel[role="on-felt-quiet"] {{ color: {c.on_felt_quiet}; }}
QLabel[role="on-felt-display"] {{ color: {c.on_felt}; font-size: {of.display}px; {serif} }}
QLabel[role="on-felt-total"] {{ color: {c.on_felt}; font-size: {of.total}px; {serif} }}
QLabel[role="on-felt-figure"] {{ color: {c.on_felt}; font-size: {of.figure}px; {serif} }}
QLabel[role="quiet"], QLabel[role="line-quiet"] {{ color: {c.quiet}; }}
QLabel[role="caption"] {{ color: {c.quiet}; font-size: {of.small}px; }}
QLabel[role="fine"] {{ font-size: {of.small}px; }}
QLabel[role="advice-row"]:hover {{ background: {c.hover}; border-radius: {of.XS}px; }}
QLabel[role="advice-best"] {{ background: {c.good_soft}; border: {2 * (line - 1)}px solid {c.good};
  border-radius: {of.XS}px; }}
QLabel[role="note"] {{ color: {c.good}; font-size: {of.small}px; font-weight: 600; }}
QLabel[role="total"] {{ font-size: {of.total}px; {serif} }}
QLabel[role="ask"], QLabel[role="status-wrong"] {{ color: {c.wrong}; font-weight: 600; }}
QLabel[role="good"], QLabel[role="gain"] {{ color: {c.good}; }}
QLabel[role="wrong"] {{ color: {c.wrong}; }}
QLabel[role="warn"] {{ color: {c.warn}; }}
QLabel[role="status-warn"] {{ color: {c.warn}; font-weight: 600; }}
QLabel[role="status-quiet"] {{ color: {c.text}; font-weight: 600; }}
QPushButton {{ background: {c.card}; color: {c.text}; border: {line}px solid {c.border};
  border-radius: {of.RADIUS}px; padding: 0 {pad}px; min-height: {target - 2 * line}px; outline: 0; }}
QPushButton:hover {{ background: {c.hover}; }}
QPushButton:pressed {{ background: {c.pressed}; }}
QPushButton:checked {{ background: {c.chosen_soft}; color: {c.on_chosen_soft}; }}
QPushButton:disabled {{ color: {c.faint}; border-color: {c.line}; background: {c.page}; }}
QPushButton:focus {{ border: {ring}px solid {c.focus}; padding: 0 {ring_pad}px;
  min-height: {target - 2 * ring}px; }}
QPushButton[role="primary"] {{ background: {c.accent}; color: {c.on_accent}; border-color: {c.accent};
  font-weight: 600; }}
QPushButton[role="primary"]:hover {{ background: {c.accent_hover}; }}
QPushButton[role="primary"]:pressed {{ background: {c.accent_pressed}; }}
QPushButton[role="primary"]:disabled {{ background: {c.pressed}; color: {c.quiet}; border-color: {c.pressed}; }}
QPushButton[role="primary"]:focus {{ border: {ring}px solid {c.focus}; }}
QPushButton[role="claim"] {{ background: {c.good_soft}; border: 2px solid {c.good};
  min-height: {target - 4}px; }}
QPushButton[role="claim"]:hover {{ background: {c.hover}; }}
QPushButton[role="claim"]:pressed {{ background: {c.pressed}; }}
QPushButton[role="claim"]:disabled {{ background: {c.page}; border: {line}px solid {c.line}; }}
QPushButton[role="claim"]:focus {{ border: {ring}px solid {c.focus}; min-height: {target - 2 * ring}px; }}
QLabel[role^="key"] {{ border: {line}px solid {c.border}; border-radius: {of.XS}px; padding: 0 {of.XS}px; }}
QLabel[role^="key"]:disabled {{ border-color: {c.line}; }}
QLabel[role="key-primary"] {{ color: {c.on_accent}; border-color: {c.on_accent}; }}
QLabel[role="on-accent"] {{ color: {c.on_accent}; font-weight: 600; }}
QLabel[role="on-accent"]:disabled, QLabel[role="key-primary"]:disabled {{ color: {c.quiet}; }}
QPushButton[role="quiet"] {{ background: transparent; border-color: transparent; padding: 0 {of.S}px; }}
QPushButton[role="quiet"]:hover {{ background: {c.hover}; }}
QPushButton[role="quiet"]:pressed {{ background: {c.pressed}; }}
QPushButton[role="quiet"]:checked {{ background: {c.chosen_soft}; }}
QPushButton[role="quiet"]:focus {{ border: {ring}px solid {c.focus}; padding: 0 {of.S - ring + line}px; }}
QPushButton[role="link"] {{ background: transparent; border-color: transparent; color: {c.chosen}; font-weight: 600;
  padding: 0; }}
QPushButton[role="link"]:hover, QPushButton[role="link"]:checked {{ text-decoration: underline; }}
QPushButton[role="link"]:disabled {{ color: {c.faint}; }}
QPushButton[role="link"]:focus {{ border: {ring}px solid {c.focus}; padding: 0; }}
QPushButton[role^="row"] {{ background: transparent; border: {ring}px solid transparent; padding: 0;
  text-align: right; min-height: {target - 2 * ring}px; }}
QPushButton[role^="row"]:hover:enabled {{ background: {c.hover}; }}
QPushButton[role^="row"]:focus {{ border-color: {c.focus}; }}
QPushButton[role^="step"] {{ background: transparent; border: {ring}px solid transparent; padding: 0; min-height: 0; }}
QPushButton[role="step-lit"] {{ background: {c.hover}; }}
QPushButton[role^="step"]:focus {{ border-color: {c.focus}; }}
QPushButton[role^="wind"], QPushButton[role^="lit"] {{ background: {c.ivory}; border: 1px solid {c.ivory_line};
  border-radius: {of.XS}px; font-weight: 600; padding: 0; margin: {of.S - 2}px {of.S + 2}px;
  min-height: {target - 2 * of.S - 2}px; min-width: {target - 2 * of.S - 6}px; }}
QPushButton[role^="lit"] {{ border: 2px solid {c.mark};
  min-height: {target - 2 * of.S - 4}px; min-width: {target - 2 * of.S - 8}px; }}
QPushButton[role^="wind"]:focus, QPushButton[role^="lit"]:focus {{ border: {ring}px solid {c.focus}; padding: 0;
  min-height: {target - 2 * of.S - 2 * ring}px; min-width: {target - 2 * of.S - 4 - 2 * ring}px; }}
QPushButton[role$="-E"] {{ color: {c.ink_red}; }}
QPushButton[role$="-S"] {{ color: {c.ink_green}; }}
QPushButton[role$="-W"] {{ color: {c.ink_indigo}; }}
QPushButton[role$="-N"] {{ color: {c.ink_black}; }}
QPushButton[role="row-marked"] {{ border-left-color: {c.chosen}; }}
QPushButton[role^="row"] QLabel:disabled {{ color: {c.text}; }}
QLabel[role="chosen"] {{ color: {c.chosen}; font-weight: 600; }}
QCheckBox {{ min-height: {target}px; spacing: {of.S}px; padding-left: {of.XS}px; outline: 0; }}
QCheckBox::indicator {{ width: {of.icon}px; height: {of.icon}px; background: {c.field};
  border: {line}px solid {c.border}; border-radius: {of.RADIUS // 2}px; }}
QCheckBox::indicator:hover {{ background: {c.hover}; }}
QCheckBox::indicator:checked {{ background: {c.chosen}; border-color: {c.chosen};
  image: url("{marks}/tick-{of.name}.svg"); }}
QCheckBox::indicator:checked:hover {{ background: {c.chosen_hover}; border-color: {c.chosen_hover}; }}
QCheckBox::indicator:disabled {{ background: {c.page}; border-color: {c.line}; }}
QCheckBox::indicator:checked:disabled {{ background: {c.pressed}; image: url("{marks}/tick-faint.svg"); }}
QCheckBox::indicator:focus {{ border: {ring}px solid {c.focus};
  width: {of.icon + 2 * (line - ring)}px; height: {of.icon + 2 * (line - ring)}px; }}
QRadioButton {{ color: {c.text}; font-weight: 600; min-height: {round(34 * of.scale) - 2 * ring}px; spacing: {of.S}px;
  padding: 0 {of.XS}px; border: {ring}px solid transparent; border-radius: {of.RADIUS}px; outline: 0; }}
QRadioButton:focus {{ border-color: {c.focus}; }}
QRadioButton:checked {{ color: {c.chosen}; }}
QRadioButton::indicator {{ width: {of.icon - 4}px; height: {of.icon - 4}px; border: 2px solid {c.border};
  border-radius: {of.icon // 2}px; background: {c.field}; }}
QRadioButton::indicator:hover {{ background: {c.hover}; }}
QRadioButton::indicator:checked {{ border-color: {c.chosen}; background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5,
  fx: 0.5, fy: 0.5, stop: 0 {c.chosen}, stop: 0.5 {c.chosen}, stop: 0.6 {c.field}, stop: 1 {c.field}); }}
QLabel[role="option-line"] {{ color: {c.quiet}; font-size: {of.small}px;
  margin: 0 0 {of.XS}px {ring + of.XS + of.icon + of.S}px; }}
QPushButton[role="segment"] {{ background: {c.field}; border: {line}px solid {c.border}; border-radius: 0; padding: 0;
  min-width: 0; min-height: 0; }}
QPushButton[role="segment"]:hover {{ background: {c.hover}; }}
QPushButton[role="segment"]:pressed {{ background: {c.pressed}; }}
QPushButton[role="segment"]:disabled {{ border-color: {c.line}; }}
QPushButton[role="segment"]:checked {{ color: {c.on_chosen_soft}; font-weight: 600;
  background: qlineargradient(x1: 0, y1: 0, x2: 0, y2: 1, stop: 0 {c.chosen_soft}, stop: 0.93 {c.chosen_soft},
  stop: 0.931 {c.chosen}, stop: 1 {c.chosen}); }}
QPushButton[role="segment"]:checked:disabled {{ background: {c.pressed}; color: {c.faint}; }}
QPushButton[role="segment"]:focus {{ border: {ring}px solid {c.focus}; padding: 0; min-height: 0; }}
QPushButton[ends~="first"] {{ border-top-left-radius: {of.RADIUS}px; border-bottom-left-radius: {of.RADIUS}px; }}
QPushButton[ends~="last"] {{ border-top-right-radius: {of.RADIUS}px; border-bottom-right-radius: {of.RADIUS}px; }}
QWidget[role="rail"] {{ background: {c.rail}; border: 0; border-right: {line}px solid {c.line}; }}
QToolButton[role="rail"] {{ background: transparent; border: 0; border-left: 3px solid transparent;
  border-radius: {of.RADIUS}px; margin: 2px {of.XS}px; font-size: {of.small}px; }}
QToolButton[role="rail"]:hover {{ background: {c.hover}; }}
QToolButton[role="rail"]:pressed {{ background: {c.pressed}; }}
QToolButton[role="rail"]:checked {{ background: {c.chosen_soft}; color: {c.on_chosen_soft}; font-weight: 600;
  margin-left: 0; border-left: 3px solid {c.chosen}; border-top-left-radius: 0; border-bottom-left-radius: 0; }}
QToolButton[role="rail"]:focus {{ border: {ring}px solid {c.focus}; }}
QLineEdit, QPlainTextEdit, QSpinBox, QComboBox {{ background: {c.field}; color: {c.text};
  border: {line}px solid {c.border}; border-radius: {of.RADIUS}px; padding: 0 {field_pad}px;
  min-height: {target - 2 * line}px; selection-background-color: {c.chosen};
  selection-color: {c.on_chosen}; placeholder-text-color: {c.quiet}; }}
QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QComboBox:focus {{ border: {ring}px solid {c.focus};
  padding: 0 {field_ring_pad}px; min-height: {target - 2 * ring}px; }}
QSpinBox::up-button, QSpinBox::down-button {{ width: 0; border: 0; }}
QSpinBox QLineEdit, QSpinBox QLineEdit:focus {{ border: 0; padding: 0 {of.S}px; min-height: 0;
  background: transparent; }}
QLineEdit[wrong="true"] {{ border-color: {c.wrong}; }}
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled {{ color: {c.faint}; border-color: {c.line}; }}
QComboBox {{ padding-right: {of.S}px; }}
QComboBox:focus {{ padding-right: {of.S - ring + line}px; }}
QComboBox:hover {{ background: {c.hover}; }}
QComboBox::drop-down {{ border: 0; width: {of.icon}px; subcontrol-position: center right;
  right: {of.S}px; }}
QComboBox::down-arrow {{ image: url("{marks}/arrow-{of.name}.svg"); width: {of.icon}px; height: {of.icon}px; }}
QComboBox::down-arrow:disabled {{ image: url("{marks}/arrow-faint.svg"); }}
QComboBox QAbstractItemView, QListView[role="popup"] {{ background: {c.card};
  border-radius: {of.RADIUS}px; color: {c.text}; border: {line}px solid {c.border};
  outline: 0; padding: {of.XS}px; selection-background-color: {c.chosen_soft};
  selection-color: {c.on_chosen_soft}; }}
QComboBox QAbstractItemView::item, QListView[role="popup"]::item {{
  min-height: {target - of.S}px; padding: 0 {of.S}px;
  border-radius: {of.RADIUS - 2}px; }}
QComboBox QAbstractItemView::item:selected, QListView[role="popup"]::item:selected {{
  background: {c.chosen_soft}; color: {c.on_chosen_soft}; }}
QTableView[role="table"], QTableView[role="table"] QHeaderView {{ background: transparent; border: 0; outline: 0; }}
QTableView[role="table"] QHeaderView::section {{ background: transparent; color: {c.text}; border: 0;
  border-bottom: {line}px solid {c.border}; padding: 0 {of.XS}px; font-weight: 600; }}
QTableView[role="table"] QHeaderView::up-arrow, QTableView[role="table"] QHeaderView::down-arrow {{
  subcontrol-position: top center; width: {of.S}px; height: {of.S}px; }}
QTableView[role="table"] QHeaderView::section:first {{ margin-left: {of.M}px; padding-left: 0; }}
QTableView[role="table"] QHeaderView::section:last {{ margin-right: {of.M}px; padding-right: 0; }}
QSlider {{ min-height: {target}px; }}
QSlider::groove:horizontal {{ height: {of.XS}px; border-radius: {of.XS // 2}px; background: {c.line}; }}
QSlider::sub-page:horizontal {{ border-radius: {of.XS // 2}px; background: {c.chosen}; }}
QSlider::handle:horizontal {{ width: {of.icon}px; height: {of.icon}px; margin: -{of.icon // 2}px 0;
  border-radius: {of.icon // 2 + ring - 1}px; background: {c.chosen}; border: {ring}px solid {c.card}; }}
QSlider::handle:horizontal:hover {{ background: {c.chosen_hover}; }}
QSlider::handle:horizontal:focus {{ border-color: {c.focus}; }}
QProgressBar {{ background: {groove}; border: {edge}; border-radius: {of.XS // 2 + 1}px; max-height: {of.XS + 2}px; }}
QProgressBar::chunk {{ background: {c.chosen}; border-radius: {of.XS // 2 + 1}px; }}
QMenu {{ background: {c.card}; color: {c.text}; border: {line}px solid {c.border}; padding: {of.XS}px;
  border-radius: {of.RADIUS}px; }}
QMenu::item {{ padding: {of.M}px {of.XL}px; min-height: {of.icon}px; border-radius: {of.RADIUS - 2}px; }}
QMenu::item:selected {{ background: {c.chosen_soft}; color: {c.on_chosen_soft}; }}
QMenu::item:disabled {{ color: {c.faint}; }}
QMenu::item:disabled:selected {{ background: {c.hover}; color: {c.faint}; }}
QMenu::separator {{ height: {line}px; background: {c.line}; margin: {of.XS}px {of.S}px; }}
QTextBrowser, QTreeWidget[role="plain"], QListWidget[role="plain"] {{ background: transparent; border: 0; outline: 0;
  selection-background-color: {c.chosen_soft}; selection-color: {c.on_chosen_soft}; show-decoration-selected: 0; }}
QTextBrowser {{ border: {ring}px solid transparent; border-radius: {of.RADIUS}px; }}
QTextBrowser:focus {{ border-color: {c.focus}; }}
QTreeWidget[role="plain"]::branch, QTreeWidget[role="plain"]::branch:selected {{ background: transparent; border: 0; }}
QScrollArea {{ border: 0; }}
QFrame[role="divider"] {{ background: {c.line}; border: 0; min-width: {line}px; max-width: {line}px; }}
QScrollArea[role="reader"] {{ border: {ring}px solid transparent; border-radius: {of.RADIUS}px; }}
QScrollArea[role="reader"]:focus {{ border-color: {c.focus}; }}
QScrollBar:vertical {{ background: transparent; width: {of.L}px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {of.L}px; margin: 0; }}
QScrollBar::handle {{ background: {c.faint}; border-radius: {of.XS}px; margin: {of.XS}px; }}
QScrollBar::handle:vertical {{ min-height: {of.XXL}px; }}
QScrollBar::handle:horizontal {{ min-width: {of.XXL}px; }}
QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::handle:hover:enabled {{ background: {c.quiet}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
  background: transparent; border: 0; width: 0; height: 0; }}
"""


def set_role(widget: QWidget, role: str) -> None:
    """Give a label or button its role in the hierarchy: "title", "quiet", "primary" … ("" for none)."""
    set_property(widget, "role", role)


def set_property(widget: QWidget, name: str, value: str) -> None:
    """Set a property that the style sheet asks for."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        style = widget.style()
        style.unpolish(widget)
        style.polish(widget)


def smooth_painter(widget: QWidget) -> QPainter:
    """What paints a widget, with smooth edges."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def paint_ring(painter: QPainter, current: Look, path: QPainterPath) -> None:
    """The ring of the keyboard: its colour, and a seam of the page's colour that parts it from whatever is below."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(current.colours.page), current.RING + 2))
    painter.drawPath(path)
    painter.setPen(QPen(QColor(current.colours.focus), current.RING))
    painter.drawPath(path)


def ring_around(painter: QPainter, current: Look, box: QRect | QRectF, inside: float, radius: float) -> None:
    """The ring of the keyboard so far inside a box, with round corners."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(box).adjusted(inside, inside, -inside, -inside), radius, radius)
    paint_ring(painter, current, path)

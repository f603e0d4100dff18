"""What a person can set, declared once: name, type, default, and a sentence of help for each.

The window builds its settings page from these declarations, the file in the data folder is their JSON, and a
damaged file costs the settings that are damaged and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from mjcompanion.core.errors import printable
from mjcompanion.core.tiles import WORDS, Terms
from mjcompanion.i18n.translation import N_, NP_, _, joined, languages, pgettext
from mjcompanion.storage.passwords import parted
from mjcompanion.storage.paths import LARGEST_OWN, Folders, read_bounded, reason, write_atomically

ThemeChoice = Literal["auto", "light", "dark", "high-contrast"]
TileSizeName = Literal["small", "medium", "large"]
IndexSize = Literal["none", "small", "large"]
GameSpeed = Literal["step", "slow", "normal", "fast", "instant"]
HandOrder = Literal["sorted", "own"]
DiscardBy = Literal["two-clicks", "double-click", "one-click"]
Volume = Literal["low", "medium", "high"]
Greeting = Literal["welcome", "invite", "none"]
VirtualGame = Literal["kemp-chinese", "kemp-american", "simple"]
TileWidth = Annotated[int, msgspec.Meta(ge=24, le=200)]
LaptopSide = Annotated[int, msgspec.Meta(ge=0, le=3)]
TEXT_SIZES: Final = (100, 200)
"""The least and the largest text size, in per cent."""
TextSize = Annotated[int, msgspec.Meta(ge=TEXT_SIZES[0], le=TEXT_SIZES[1])]
MOST_TABLES: Final = 64
"""The most tables of a club."""
TableNumber = Annotated[int, msgspec.Meta(ge=0, le=MOST_TABLES)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """Everything a person can set. A new value is made with `changed`, never by writing into this one.

    >>> Settings().changed(text_size=150).text_size
    150
    """

    language: str = "auto"
    theme: ThemeChoice = "auto"
    text_size: TextSize = 100
    tile_size: TileSizeName | TileWidth = "medium"
    corner_index: IndexSize = "none"
    characters: str = "characters"
    dots: str = "dots"
    bamboos: str = "bamboos"
    red: str = "red dragon"
    green: str = "green dragon"
    white: str = "white dragon"
    reduced_motion: bool = False
    sound: bool = False
    volume: Volume = "medium"
    ruleset: str = "traditional"
    ledger: str = ""
    backup_folder: str = msgspec.field(default="", name="journal")
    table_number: TableNumber = 0
    tables: TableNumber = 0
    game_speed: GameSpeed = "normal"
    hand_order: HandOrder = "sorted"
    discard_by: DiscardBy = "two-clicks"
    virtual_game: VirtualGame = "kemp-chinese"
    virtual_card: str = "companion"
    greeting: Greeting = "none"
    sideboard: bool = False
    laptop_side: LaptopSide = 0
    shortcuts: dict[str, str] = {}

    @property
    def terms(self) -> Terms:
        """Return the words for the tiles."""
        return Terms(**{family: getattr(self, family) for family in WORDS})

    def changed(self, **values: object) -> Settings:
        """Return these settings with some of them different.

        >>> Settings().changed(dots="pies")
        Traceback (most recent call last):
        ...
        ValueError: The setting “dots” can’t be "pies": it must be one of dots, circles, balls, tung.
        """
        checked = {}
        for name, value in values.items():
            checked[name], problem = declared(name).check(value)
            if problem:
                raise ValueError(problem)
        return msgspec.structs.replace(self, **checked)


class Declaration(msgspec.Struct, frozen=True):
    """What is known about one setting: its name, type and default, and how it presents itself.

    `group`, `title` and `help` are looked up where they are shown.
    """

    name: str
    type: Any
    default: Any
    group: str
    title: str
    help: str
    choices: tuple[str, ...] = ()
    shown: bool = True
    also: str = ""
    """What else people call it, for those who look for it; looked up where it is needed."""
    steps: tuple[str, str] = ("", "")
    """Where it is a size: what makes it larger and what makes it smaller are called."""

    def check(self, value: object) -> tuple[Any, str | None]:
        """Return the value if it fits; otherwise the default, and a sentence that says what would fit."""
        try:
            fitting = msgspec.convert(value, self.type)
        except (msgspec.ValidationError, ValueError, OverflowError, RecursionError):
            return self.default, self._complaint(value)
        if self.choices and isinstance(fitting, str) and fitting not in self.choices:
            return self.default, self._complaint(value)
        if isinstance(fitting, str) and len(fitting) > (_LONGEST_PLACE if self.group == LEDGER else _LONGEST):
            return self.default, self._complaint(value)
        if isinstance(fitting, dict) and not _is_small(fitting):
            return self.default, self._complaint(value)
        return fitting, None

    def choice_words(self, choice: str) -> str:
        """Return the name of one of the choices, in the language of the program.

        >>> declared("discard_by").choice_words("two-clicks"), declared("dots").choice_words("balls")
        ('Two clicks', 'balls')
        """
        if self.name in WORDS:
            return pgettext(self.name, choice)
        named = _CHOICES.get(self.name, {}).get(choice)
        return choice if named is None else pgettext(self.name, named)

    def _complaint(self, value: object) -> str:
        sentence = _("The setting “{name}” can’t be {value}: {why}.")
        shown = parted(value).address if self.name == "ledger" and isinstance(value, str) else value
        return sentence.format(name=self.name, value=printable(_as_json(shown)), why=self._fitting())

    def _fitting(self) -> str:
        if self.name == "tile_size":
            return _("it must be one of {choices}, or a whole number from 24 to 200").format(
                choices=joined(self.choices)
            )
        if self.type in (TextSize, LaptopSide, TableNumber):
            (bounds,) = self.type.__metadata__
            return _("it must be a whole number from {least} to {most}").format(least=bounds.ge, most=bounds.le)
        if self.choices:
            return _("it must be one of {choices}").format(choices=joined(self.choices))
        if self.name == "shortcuts":
            return _("it must name commands and their new keys")
        return _("it must be true or false") if self.type is bool else _("it must be a short text")


def _is_small(value: dict[str, str]) -> bool:
    return len(value) <= _LONGEST and all(max(len(key), len(text)) <= _LONGEST for key, text in value.items())


def _as_json(value: object) -> str:
    try:
        return msgspec.json.encode(value).decode("utf-8", "replace")
    except (TypeError, ValueError, OverflowError, RecursionError):
        return repr(value)


_LONGEST: Final = 200
_LONGEST_PLACE: Final = 4096
"""No path and no address is longer."""
LOOKS, TILES, WORDS_GROUP, SOLITAIRE = N_("Appearance"), N_("Tiles"), N_("Words"), N_("Solitaire")
SOUND = N_("Sound")
TABLE = NP_("a page", "Table")
LEDGER, HABITS, CLUB = N_("Ledger"), N_("Preferences"), N_("Club")

_ABOUT: Final[Mapping[str, tuple[str, str, str]]] = {
    "language": (LOOKS, N_("Language"), N_("Automatic: the same as your desktop.")),
    "theme": (LOOKS, N_("Theme"), N_("Automatic: the same as your desktop.")),
    "text_size": (LOOKS, N_("Text size"), N_("From 100 to 200 per cent. Ctrl + and Ctrl − change it on every page.")),
    "reduced_motion": (LOOKS, N_("Reduced motion"), N_("Nothing slides or fades.")),
    "tile_size": (
        TILES,
        N_("Tile size"),
        N_("Small, medium, large, or a width in pixels."),
    ),
    "corner_index": (
        TILES,
        N_("Numbers in the corner"),
        N_("A number and a letter on each tile, for players who are learning the faces."),
    ),
    "characters": (WORDS_GROUP, N_("Characters"), N_("The word for the suit of characters.")),
    "dots": (WORDS_GROUP, N_("Dots"), N_("The word for the suit of dots.")),
    "bamboos": (WORDS_GROUP, N_("Bamboos"), N_("The word for the suit of bamboos.")),
    "red": (WORDS_GROUP, N_("Red dragon"), N_("The word for the red dragon.")),
    "green": (WORDS_GROUP, N_("Green dragon"), N_("The word for the green dragon.")),
    "white": (WORDS_GROUP, N_("White dragon"), N_("The word for the white dragon.")),
    "sound": (SOUND, N_("Sound"), N_("Tiles click, dice tumble, and two quiet bells announce Mah Jongg.")),
    "volume": (SOUND, N_("Volume"), N_("How loud the sounds are.")),
    "game_speed": (
        SOLITAIRE,
        N_("Speed"),
        N_("How fast tiles are drawn and the others play. Step waits for a key before each move."),
    ),
    "hand_order": (SOLITAIRE, N_("Order of the hand"), N_("By suit, or as you arrange the tiles.")),
    "discard_by": (
        SOLITAIRE,
        N_("Discarding"),
        N_("With two clicks the first lifts the tile and the second discards it. Enter discards at once."),
    ),
    "sideboard": (
        TABLE,
        N_("Show the scoreboard when idle"),
        N_("After 30 seconds without a key or a click the table fills the screen."),
    ),
    "ledger": (
        LEDGER,
        N_("Ledger"),
        N_("The address of a PostgreSQL database that a club’s tables share. Empty for the ledger in the data folder."),
    ),
    "backup_folder": (
        LEDGER,
        N_("Second folder for backups"),
        N_("A folder, on a USB stick for example, into which each backup is copied as well."),
    ),
    "table_number": (
        CLUB,
        N_("Table of this laptop"),
        N_("The Table page offers this table’s session first. 0 for none."),
    ),
    "tables": (
        CLUB,
        N_("Tables of the club"),
        N_("Shown on the Club page. 0 for any number."),
    ),
    "ruleset": (HABITS, N_("Rules"), N_("The rules you chose last. The next hand starts with them.")),
    "virtual_game": (HABITS, N_("Virtual game"), N_("The virtual game played last.")),
    "shortcuts": (HABITS, N_("Keyboard shortcuts"), N_("The commands whose keys you changed, and their keys.")),
    "greeting": (
        HABITS,
        N_("Greeting"),
        N_("Whether to welcome a new user, or invite them to score a first hand."),
    ),
    "laptop_side": (
        HABITS,
        N_("Side of the screen"),
        N_("Which side of the table the screen is on, counted from the player who was named first."),
    ),
    "virtual_card": (
        HABITS,
        N_("Card of the virtual game"),
        N_("The card of the American virtual game played last."),
    ),
}
"""Name: group, title, help; looked up where they are shown."""
_CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "theme": {
        "auto": NP_("theme", "Automatic"),
        "light": NP_("theme", "Light"),
        "dark": NP_("theme", "Dark"),
        "high-contrast": NP_("theme", "High contrast"),
    },
    "tile_size": {
        "small": NP_("tile_size", "Small"),
        "medium": NP_("tile_size", "Medium"),
        "large": NP_("tile_size", "Large"),
    },
    "corner_index": {
        "none": NP_("corner_index", "None"),
        "small": NP_("corner_index", "Small"),
        "large": NP_("corner_index", "Large"),
    },
    "volume": {
        "low": NP_("volume", "Low"),
        "medium": NP_("volume", "Medium"),
        "high": NP_("volume", "High"),
    },
    "game_speed": {
        "step": NP_("game_speed", "Step"),
        "slow": NP_("game_speed", "Slow"),
        "normal": NP_("game_speed", "Normal"),
        "fast": NP_("game_speed", "Fast"),
        "instant": NP_("game_speed", "Instant"),
    },
    "hand_order": {
        "sorted": NP_("hand_order", "Sorted"),
        "own": NP_("hand_order", "Own"),
    },
    "discard_by": {
        "two-clicks": NP_("discard_by", "Two clicks"),
        "double-click": NP_("discard_by", "Double click"),
        "one-click": NP_("discard_by", "One click"),
    },
}
"""What a choice is called, by the setting's name, which is the context of the text too."""
_ALSO: Final[Mapping[str, str]] = {
    "theme": N_("colours, appearance, night mode"),
    "text_size": N_("font, letters, large print, zoom"),
    "reduced_motion": N_("animations"),
    "corner_index": N_("letters on tiles, figures, index, corner"),
    "sound": N_("noise, mute, silent"),
}
_STEPS: Final[Mapping[str, tuple[str, str]]] = {
    "text_size": (N_("Bigger text"), N_("Smaller text")),
    "tile_size": (N_("Bigger tiles"), N_("Smaller tiles")),
}
_NOT_SHOWN: Final = frozenset(
    {"greeting", "ruleset", "ledger", "backup_folder", "shortcuts", "virtual_game", "virtual_card", "laptop_side"}
)
"""What a page of its own, or a card of its own, shows."""


def _literals(type_: object) -> tuple[str, ...]:
    """Return the words that a type allows, in unions too."""
    words: list[str] = []
    for inner in get_args(type_):
        words += [inner] if isinstance(inner, str) else _literals(inner)
    return tuple(words)


@cache
def declarations() -> tuple[Declaration, ...]:
    """Return all settings, in the order in which they are shown.

    >>> [one.name for one in declarations()][:3]
    ['language', 'theme', 'text_size']
    """
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    found = []
    for name, (group, title, help_) in _ABOUT.items():
        type_, default = fields[name].type, getattr(Settings(), name)
        choices = tuple(WORDS[name]) if name in WORDS else _literals(type_)
        if name == "language":
            choices = ("auto", *languages())
        more = _ALSO.get(name, ""), _STEPS.get(name, ("", ""))
        found.append(Declaration(name, type_, default, group, title, help_, choices, name not in _NOT_SHOWN, *more))
    return tuple(found)


def declared(name: str) -> Declaration:
    """Return one setting by its name."""
    found = next((one for one in declarations() if one.name == name), None)
    if found is None:
        raise ValueError(_("There is no setting called “{name}”.").format(name=printable(name)))
    return found


class Loaded(msgspec.Struct, frozen=True):
    """Settings as they were found, and a sentence for each thing in the file that could not be used."""

    settings: Settings
    problems: tuple[str, ...] = ()


def read(content: bytes) -> Loaded:
    """Return the settings in the text of a file; each value that is wrong falls back to its default.

    A password in the address of the ledger is dropped: none is stored.

    >>> read(b'{"text_size": 500, "dots": "balls"}').settings.dots
    'balls'
    >>> print(read(b'{"text_size": 500}').problems[0])
    The setting “text_size” can’t be 500: it must be a whole number from 100 to 200.
    """
    try:
        found = msgspec.json.decode(content)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return Loaded(Settings(), (_("The settings file can’t be read. The default settings are used."),))
    if not isinstance(found, dict):
        return Loaded(Settings(), (_("The settings file has no settings in it. The default settings are used."),))
    values: dict[str, Any] = {}
    problems: list[str] = []
    keys = {field.name: field.encode_name for field in msgspec.structs.fields(Settings)}
    for one in declarations():
        if keys[one.name] in found:
            values[one.name], problem = one.check(found[keys[one.name]])
            if problem:
                problems.append(problem)
    values["ledger"] = parted(values.get("ledger", "")).address
    return Loaded(Settings(**values), tuple(problems))


def load(folders: Folders) -> Loaded:
    """Return the settings of a data folder; without a file, the defaults."""
    try:
        content = read_bounded(folders.settings_file, LARGEST_OWN)
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        problem = _("The settings file can’t be opened ({why}). The default settings are used.")
        return Loaded(Settings(), (problem.format(why=reason(error)),))
    return read(content)


def save(settings: Settings, folders: Folders) -> None:
    """Write the settings into the data folder; what another version of the program stored there too stays.

    Raises:
        OSError: the folder can't be written.

    """
    known = msgspec.to_builtins(settings)
    try:
        before = msgspec.json.decode(read_bounded(folders.settings_file, LARGEST_OWN))
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        before = {}
    kept = before if isinstance(before, dict) else {}
    content = msgspec.json.format(msgspec.json.encode({**kept, **known}), indent=2)
    write_atomically(folders.settings_file, content + b"\n")

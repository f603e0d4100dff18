"""The words people read, in their language: one catalogue for the window, the engine, the command line and paper.

The program is written in English; a catalogue (gettext) gives for each English text another. `_` translates a text,
`ngettext` one that counts something, `N_` marks a text that is translated elsewhere. `number`, `date` and `moment`
write figures and days as they are written in the language (the locale data of Babel). docs/translating.md tells how a
language is added.

What programs read (notation, JSON, CSV, records, settings) is never translated.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import gettext
import io
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from babel import Locale

ENGLISH: Final = "en"
PSEUDO: Final = "pseudo"
"""English with other letters and half as long again: plain words were never looked up, and cut off ones lack room."""
_VARIABLE: Final = "MJCOMPANION_LANGUAGE"
"""Names the language before all else; a process that the program starts is given it."""

_language = ENGLISH
_region = "GB"
_found: gettext.GNUTranslations | None = None
_hooks: list[Callable[[], object]] = []


@cache
def catalogue_folder() -> Path:
    """Return the folder of the catalogues."""
    return Path(import_module("mjcompanion.resources").__path__[0]) / "translations"


class _Plain(threading.local):
    """Whether this thread speaks English for a while."""

    on = False


_plain = _Plain()


def N_(text: str) -> str:
    """Return the text itself: it is translated where it is shown, and marked here for extraction.

    >>> N_("East")
    'East'
    """
    return text


def NP_(context: str, text: str) -> str:  # noqa: ARG001 - the context is for the catalogue
    """Return the text itself, as `N_` does; `context` tells two meanings of one English text apart."""
    return text


def _(text: str) -> str:
    """Translate a text.

    >>> _("{tile} is missing").format(tile="3 dot")
    '3 dot is missing'
    """
    return pgettext("", text)


def pgettext(context: str, text: str) -> str:
    """Translate a text; `context` tells two meanings of one English text apart."""
    if _found is None or not text or _plain.on:
        return text if _language != PSEUDO or _plain.on else pseudo(text)
    return _found.pgettext(context, text) if context else _found.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Translate the form of a text that fits a number, which stands in it as a field.

    >>> [ngettext("{n} tile", "{n} tiles", n).format(n=n) for n in (1, 2)]
    ['1 tile', '2 tiles']
    """
    return npgettext("", one, many, count)


def npgettext(context: str, one: str, many: str, count: int) -> str:
    """Translate as `ngettext` does; `context` tells two meanings of one English text apart."""
    if _found is None or _plain.on:
        plain = one if count == 1 else many
        return plain if _language != PSEUDO or _plain.on else pseudo(plain)
    if context:
        return _found.npgettext(context, one, many, count)
    return _found.ngettext(one, many, count)


@contextlib.contextmanager
def in_english() -> Iterator[None]:
    """Speak English here meanwhile, whatever the language: for what is stored.

    >>> with in_english():
    ...     _("East")
    'East'
    """
    before, _plain.on = _plain.on, True
    try:
        yield
    finally:
        _plain.on = before


def known(text: str, context: str | None = None) -> str | None:
    """A text in the language of the program, or None where the catalogue has none."""
    if not text or (_found is None and _language != PSEUDO):
        return None
    said = pgettext(context or "", text)
    return None if said == text else said


def elsewhere(text: str) -> tuple[str, ...]:
    """What a text that is shown is called in the other languages there are, for those who know it by that name.

    >>> elsewhere("Settings"), elsewhere("xyzzy")
    (('设置',), ())
    """
    return _names_elsewhere().get(text, ())


@cache
def _names_elsewhere() -> dict[str, tuple[str, ...]]:
    texts = {code: _texts(code) for code in languages() if code != ENGLISH}
    own = texts.get(_language, {})
    found: dict[str, dict[str, None]] = {}
    for english in {one for those in texts.values() for one in those}:
        others = [those[english] for code, those in texts.items() if code != _language and english in those]
        names = others if _language == ENGLISH else [english, *others]
        found.setdefault(own.get(english, english), {}).update(dict.fromkeys(names))
    return {shown: tuple(names) for shown, names in found.items()}


def _texts(code: str) -> dict[str, str]:
    """All texts of a language by the English ones; those that count something are left out."""
    from babel.messages.mofile import read_mo

    with (catalogue_folder() / f"{code}.mo").open("rb") as file:
        catalogue = read_mo(file)
    return {one.id: one.string for one in catalogue if isinstance(one.id, str) and isinstance(one.string, str)}


# --- which language ------------------------------------------------------------------------------------------------


def language() -> str:
    """The language in use: `en`, `zh_CN`, or another for which there is a catalogue."""
    return _language


def in_english_now() -> bool:
    """Return whether this runs inside of `in_english`."""
    return _plain.on


def text_language() -> str:
    """The language spoken here and now: English inside of `in_english`, for those who keep texts by language.

    >>> text_language()
    'en'
    """
    return ENGLISH if _plain.on else _language


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, English first.

    >>> languages()[0]
    'en'
    """
    try:
        names = [one.name for one in catalogue_folder().iterdir()]
    except OSError:
        names = []
    return (ENGLISH, *sorted(name[:-3] for name in names if name.endswith(".mo")))


@cache
def native_name(code: str) -> str:
    """What a language calls itself.

    >>> native_name("en")
    'English'
    """
    catalogue = _catalogue(code)
    name = "English" if catalogue is None else catalogue.pgettext("this language", "English")
    return name if code == ENGLISH or name != "English" else code


def language_names(code: str) -> tuple[str, ...]:
    """What a language is called in the language of the program and in English, for those who can't read its own name.

    >>> language_names("zh_CN")
    ('Chinese',)
    """
    from babel import Locale

    known = Locale.parse(code)
    names = (known.get_language_name(_locale()), known.get_language_name(ENGLISH))
    return tuple(dict.fromkeys(name for name in names if name))


def use(code: str, region: str = "") -> None:
    """Speak this language from now on, with the dates and figures of a region (`US`, `GB`).

    Raises:
        ValueError: there is no such language.

    >>> use("xx")
    Traceback (most recent call last):
    ...
    ValueError: there is no language “xx”

    """
    global _language, _region, _found
    if code != PSEUDO and code not in languages():
        raise ValueError(f"there is no language “{code}”")
    if (code, region) == (_language, _region):
        return
    _found = _catalogue(code)
    _language, _region = code, region
    _locale.cache_clear()
    _marks.cache_clear()
    _names_elsewhere.cache_clear()
    for hook in _hooks:
        hook()


def when_changed(hook: Callable[[], object]) -> Callable[[], object]:
    """Call this whenever another language is used: for those who keep texts they have looked up."""
    _hooks.append(hook)
    return hook


def use_preferred(setting: str = "auto", wanted: tuple[str, ...] | None = None, *, forced: str | None = None) -> None:
    """Speak the language that the setting names or, with `auto`, the one this machine's owner reads.

    `wanted` are locales, the dearest first; without them the environment tells (LANGUAGE, LC_ALL, LC_MESSAGES, LANG).
    `forced` names the language before all else, in place of MJCOMPANION_LANGUAGE.
    """
    locales = environment_locales(os.environ) if wanted is None else wanted
    forced = os.environ.get(_VARIABLE, "") if forced is None else forced
    code = next((one for one in (forced, setting) if one in languages() or one == PSEUDO), None) or nearest(locales)
    tongue = code.partition("_")[0]
    use(code, next((region for one, region in map(_split, locales) if region and one == tongue), ""))


def child_environment() -> dict[str, str]:
    """The environment of a process of ours that is to speak the same language."""
    return {_VARIABLE: _language}


def environment_locales(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The locales that an environment names, the dearest first.

    >>> environment_locales({"LANG": "zh_CN.UTF-8", "LANGUAGE": "de:en"})
    ('de', 'en', 'zh_CN')
    """
    main = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if main.partition(".")[0] in ("C", "POSIX"):
        return ()  # as gettext has it, LANGUAGE counts only beside a real locale
    if not main and sys.platform in ("win32", "darwin"):
        import locale

        main = locale.getlocale()[0] or ""
    several = [one for one in environment.get("LANGUAGE", "").split(":") if one]
    return tuple(one.partition(".")[0].partition("@")[0] for one in (*several, main) if one)


def nearest(locales: tuple[str, ...]) -> str:
    """The language we have that is nearest to what somebody reads; English where none is near.

    >>> nearest(("fr_CA", "en_US"))
    'en'
    """
    for one in locales:
        tongue, region = _split(one)
        if f"{tongue}_{region}" in languages():
            return f"{tongue}_{region}"
        near = [code for code in languages() if code.partition("_")[0] == tongue]
        if near:
            return near[0]
    return ENGLISH


def _split(locale_name: str) -> tuple[str, str]:
    """Language and region of a locale: `zh-Hans-CN` and `zh_CN` alike."""
    tongue, *rest = locale_name.replace("-", "_").split("_")
    region = next((part for part in rest if len(part) == 2 and part.isupper()), "")
    return tongue.lower(), region


@cache
def _catalogue(code: str) -> gettext.GNUTranslations | None:
    if code in (ENGLISH, PSEUDO):
        return None
    data = (catalogue_folder() / f"{code}.mo").read_bytes()
    return gettext.GNUTranslations(io.BytesIO(data))


# --- figures and days ----------------------------------------------------------------------------------------------


@cache
def _locale() -> Locale:
    from babel import Locale, UnknownLocaleError

    code = ENGLISH if _language == PSEUDO else _language
    region = _region or ("GB" if code == ENGLISH else "")
    for name in (f"{code.partition('_')[0]}_{region}" if region else code, code, ENGLISH):
        try:
            return Locale.parse(name)
        except (UnknownLocaleError, ValueError):
            continue
    return Locale.parse(ENGLISH)


@cache
def _marks() -> dict[int, str] | None:
    """How the comma and the point of an English figure are written; None: just so."""
    if _language in (ENGLISH, PSEUDO):
        return None
    from babel.numbers import get_decimal_symbol, get_group_symbol

    comma, point = get_group_symbol(_locale()), get_decimal_symbol(_locale())
    return None if (comma, point) == (",", ".") else {ord(","): comma, ord("."): point}


def number(value: float | Decimal, form: str = ",") -> str:
    """A figure as people here write it; `form` is Python's format, by default with marks at the thousands.

    >>> number(12345), number(-7, "+,"), number(Decimal("74.51"), ",.2f")
    ('12,345', '-7', '74.51')
    """
    shown = format(value, form)
    marks = None if _plain.on else _marks()
    return shown if marks is None else shown.translate(marks)


def date(day: dt.date, form: str = "medium") -> str:
    """A day as people here write it; `form` is `short`, `medium`, `long` or `full`.

    >>> date(dt.date(2026, 3, 26)), date(dt.date(2026, 3, 26), "long")
    ('26 Mar 2026', '26 March 2026')
    """
    from babel.dates import format_date

    return str(format_date(day, form, locale=_locale()))


def month(day: dt.date) -> str:
    """The month of a day, with its year.

    >>> month(dt.date(2026, 3, 26))
    'March 2026'
    """
    from babel.dates import format_skeleton

    return str(format_skeleton("yMMMM", day, locale=_locale()))


def day_of_month(day: dt.date) -> str:
    """The day of the week and of the month, where the month is known.

    >>> day_of_month(dt.date(2026, 3, 26))
    'Thu 26'
    """
    from babel.dates import format_skeleton

    return str(format_skeleton("EEEd", day, locale=_locale()))


def day_order() -> str:
    """In which order a day is written in figures here: those of "y", "m" and "d".

    >>> day_order()
    'dmy'
    """
    pattern = str(_locale().date_formats["short"].pattern).lower()
    return "".join(sorted("ymd", key=pattern.index))


def clock(at: dt.datetime | dt.time) -> str:
    """Hours and minutes as people here write them.

    >>> clock(dt.time(15, 5))
    '15:05'
    """
    from babel.dates import format_time

    return str(format_time(at, "short", locale=_locale()))


def moment(at: dt.datetime) -> str:
    """A day and the time of day, both in the time zone of `at`.

    >>> moment(dt.datetime(2026, 3, 26, 15, 5))
    '26 Mar 2026, 15:05'
    """
    return str(_locale().datetime_formats["medium"]).format(clock(at), date(at))


def pad_cell(text: str, width: int, *, right: bool = False) -> str:
    """A text as a cell of a table in plain letters; a Chinese one takes the room of two.

    >>> pad_cell("East", 6) + pad_cell("東", 6) + pad_cell("12", 6, right=True)
    'East  東        12'
    """
    room = " " * (width - sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text))
    return room + text if right else text + room


def listed(parts: list[str], *, alternatives: bool = False) -> str:
    """Several in one sentence, joined by "and", or by "or" where they are alternatives.

    >>> listed(["east", "south", "west"]), listed(["a", "b"], alternatives=True)
    ('east, south and west', 'a or b')
    """
    from babel.lists import format_list

    return str(format_list(parts, "or" if alternatives else "standard", locale=_locale()))


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def joined(parts: Iterable[str]) -> str:
    """Several in a row, with no word between the last two.

    >>> joined(["east", "south", "west"])
    'east, south, west'
    """
    return pgettext("between things in a row", ", ").join(parts)


def join_sentences(parts: Iterable[str]) -> str:
    """Whole sentences, one after the other.

    >>> join_sentences(["A chow.", "", "It counts nothing."])
    'A chow. It counts nothing.'
    """
    return pgettext("between two sentences", " ").join(part for part in parts if part)


def sentences(*parts: str) -> str:
    """Several short sentences said one after the other, each with its full stop.

    >>> sentences("Leave it", "", "It is no use.")
    'Leave it. It is no use.'
    """
    stop = _("{sentence}.")
    ends = (".", "!", "?", "。", "！", "？", stop[-1])
    return join_sentences(one if one.endswith(ends) else stop.format(sentence=one) for one in parts if one)


# --- the language for tests ----------------------------------------------------------------------------------------

_ODD: Final = str.maketrans("aceinosuyzACEINOSUYZ", "äçéïñöšüýžÄÇÉÎÑÖŠÜÝŽ")
_DOTS: Final = 8
"""So many letters more stand together: no language has words as long as half a sentence."""
_KEEP: Final = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;|%\w)")


def pseudo(text: str) -> str:
    """A text as the pseudo-language has it: other letters, and half as long again, in brackets.

    >>> pseudo("Undo {what}")
    '⟦Üñdö {what}··⟧'
    """
    if not any(letter.isalpha() for letter in text):
        return text
    odd = "".join(part if _KEEP.fullmatch(part) else part.translate(_ODD) for part in _KEEP.split(text))
    more = "·" * max(1, len(_KEEP.sub("", text)) // 2)
    return f"⟦{odd}{' '.join(more[at : at + _DOTS] for at in range(0, len(more), _DOTS))}⟧"

"""Texts in the language of the person: one gettext catalogue for the window, the engine, the command line and paper.

The program is written in English. `_` translates a text, `ngettext` one that counts something, and `N_` marks a text
that is translated where it is shown. `number`, `date` and `moment` write figures and days as the locale has them, by
Babel. docs/translating.md explains how to add a language.

What programs read (notation, JSON, CSV, records, settings) is never translated.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import gettext
import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mjcompanion.i18n.text_width import display_width, join_lines

if TYPE_CHECKING:
    from babel import Locale

ENGLISH: Final = "en"
PSEUDO: Final = "pseudo"
"""English with other letters, half as long again: it shows texts that aren't looked up or have too little room."""
_VARIABLE: Final = "MJCOMPANION_LANGUAGE"
"""Names the language, before the settings; the program sets it for processes that it starts."""

_ENGLISH_TEXTS: Final = gettext.NullTranslations()
_language = ENGLISH
_region = "GB"
_translations = _ENGLISH_TEXTS
_hooks: list[Callable[[], object]] = []


@cache
def catalogue_folder() -> Path:
    """Return the folder of the catalogues."""
    return Path(import_module("mjcompanion.resources").__path__[0]) / "translations"


class _InEnglish(threading.local):
    """Whether this thread is inside of `in_english`."""

    on = False


_in_english = _InEnglish()


def N_(text: str) -> str:
    """Return the text itself: it is translated where it is shown, and marked here for extraction.

    >>> N_("East")
    'East'
    """
    return text


def NP_(context: str, text: str) -> str:  # noqa: ARG001 - the context is for the catalogue
    """Return the text itself, as `N_` does; `context` tells two meanings of one English text apart."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """Return both forms of a text that counts: `ngettext` translates them where they are shown."""
    return one, many


def _(text: str) -> str:
    """Translate a text.

    >>> _("{tile} is missing").format(tile="3 dot")
    '3 dot is missing'
    """
    return pgettext("", text)


def pgettext(context: str, text: str) -> str:
    """Translate a text; `context` tells two meanings of one English text apart."""
    if not text or _in_english.on:
        return text
    return _translations.pgettext(context, text) if context else _translations.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Translate the form of a text that fits a number, which the text has as a field.

    >>> [ngettext("{n} tile", "{n} tiles", n).format(n=n) for n in (1, 2)]
    ['1 tile', '2 tiles']
    """
    return npgettext("", one, many, count)


def npgettext(context: str, one: str, many: str, count: int) -> str:
    """Translate as `ngettext` does; `context` tells two meanings of one English text apart."""
    translations = _ENGLISH_TEXTS if _in_english.on else _translations
    return translations.npgettext(context, one, many, count) if context else translations.ngettext(one, many, count)


@contextlib.contextmanager
def in_english() -> Iterator[None]:
    """Use English in this thread meanwhile, for texts that are stored.

    >>> with in_english():
    ...     _("East")
    'East'
    """
    before, _in_english.on = _in_english.on, True
    try:
        yield
    finally:
        _in_english.on = before


def translation_of(text: str, context: str | None = None) -> str | None:
    """Return the translation of a text, or None where there is none."""
    found = pgettext(context or "", text)
    return None if found == text else found


def other_names(text: str) -> tuple[str, ...]:
    """Return what a text is called in the other languages, for people who know it by that name.

    >>> other_names("Settings"), other_names("xyzzy")
    (('设置',), ())
    """
    return _names_in_others().get(text, ())


@cache
def _names_in_others() -> dict[str, tuple[str, ...]]:
    texts = {code: _texts(code) for code in languages() if code != ENGLISH}
    own = texts.get(_language, {})
    found: dict[str, dict[str, None]] = {}
    for english in {one for those in texts.values() for one in those}:
        others = [those[english] for code, those in texts.items() if code != _language and english in those]
        names = others if _language == ENGLISH else [english, *others]
        found.setdefault(own.get(english, english), {}).update(dict.fromkeys(names))
    return {shown: tuple(names) for shown, names in found.items()}


def _texts(code: str) -> dict[str, str]:
    """Return the texts of a language by the English ones, without those that count something."""
    from babel.messages.mofile import read_mo

    with (catalogue_folder() / f"{code}.mo").open("rb") as file:
        catalogue = read_mo(file)
    return {one.id: one.string for one in catalogue if isinstance(one.id, str) and isinstance(one.string, str)}


# --- which language ------------------------------------------------------------------------------------------------


def language() -> str:
    """Return the language in use: `en`, `zh_CN`, or another with a catalogue."""
    return _language


def in_english_now() -> bool:
    """Return whether this runs inside of `in_english`."""
    return _in_english.on


def text_language() -> str:
    """Return the language of texts here: the one in use, or English inside of `in_english`; a key for caches.

    >>> text_language()
    'en'
    """
    return ENGLISH if _in_english.on else _language


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, after English.

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
    """Return what a language calls itself.

    >>> native_name("en")
    'English'
    """
    name = _catalogue(code).pgettext("this language", "English")
    return name if code == ENGLISH or name != "English" else code


def language_names(code: str) -> tuple[str, ...]:
    """Return the name of a language in the language of the program and in English.

    >>> language_names("zh_CN")
    ('Chinese',)
    """
    from babel import Locale

    known = Locale.parse(code)
    names = (known.get_language_name(_locale()), known.get_language_name(ENGLISH))
    return tuple(dict.fromkeys(name for name in names if name))


def use(code: str, region: str = "") -> None:
    """Use this language, with the dates and figures of a region (`US`, `GB`).

    Raises:
        ValueError: there is no such language.

    >>> use("xx")
    Traceback (most recent call last):
    ...
    ValueError: there is no language “xx”

    """
    global _language, _region, _translations
    if code != PSEUDO and code not in languages():
        raise ValueError(f"there is no language “{code}”")
    if (code, region) == (_language, _region):
        return
    _translations = _catalogue(code)
    _language, _region = code, region
    _locale.cache_clear()
    _marks.cache_clear()
    _names_in_others.cache_clear()
    for hook in _hooks:
        hook()


def when_changed(hook: Callable[[], object]) -> Callable[[], object]:
    """Call this whenever the language changes, to clear a cache of texts."""
    _hooks.append(hook)
    return hook


def use_preferred(
    setting: str = "auto", preferred: tuple[str, ...] | None = None, *, forced: str | None = None
) -> None:
    """Use the language of the setting or, with `auto`, the nearest to the preferred locales.

    Without `preferred` the environment names the locales (LANGUAGE, LC_ALL, LC_MESSAGES, LANG). `forced` names the
    language before all else, as MJCOMPANION_LANGUAGE does.
    """
    locales = environment_locales(os.environ) if preferred is None else preferred
    forced = os.environ.get(_VARIABLE, "") if forced is None else forced
    code = next((one for one in (forced, setting) if one in languages() or one == PSEUDO), None) or nearest(locales)
    chosen = code.partition("_")[0]
    use(code, next((region for one, region in map(_split, locales) if region and one == chosen), ""))


def child_environment() -> dict[str, str]:
    """Return the environment variable that makes a process of the program use the same language."""
    return {_VARIABLE: _language}


def environment_locales(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the locales that an environment names, the preferred one first.

    >>> environment_locales({"LANG": "zh_CN.UTF-8", "LANGUAGE": "de:en"})
    ('de', 'en', 'zh_CN')
    """
    main = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if main.partition(".")[0] in ("C", "POSIX"):
        return ()  # gettext ignores LANGUAGE here too
    several = [one for one in environment.get("LANGUAGE", "").split(":") if one]
    return tuple(one.partition(".")[0].partition("@")[0] for one in (*several, main) if one)


def nearest(locales: tuple[str, ...]) -> str:
    """Return the language nearest to these locales, or English.

    >>> nearest(("fr_CA", "en_US"))
    'en'
    """
    for locale in locales:
        spoken, region = _split(locale)
        if f"{spoken}_{region}" in languages():
            return f"{spoken}_{region}"
        near = [code for code in languages() if code.partition("_")[0] == spoken]
        if near:
            return near[0]
    return ENGLISH


def _split(locale: str) -> tuple[str, str]:
    """Return language and region of a locale, alike for `zh-Hans-CN` and `zh_CN`."""
    spoken, *rest = locale.replace("-", "_").split("_")
    region = next((part for part in rest if len(part) == 2 and part.isupper()), "")
    return spoken.lower(), region


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == PSEUDO:
        return PseudoTranslations()
    if code == ENGLISH:
        return _ENGLISH_TEXTS
    with (catalogue_folder() / f"{code}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


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
    """Return what the comma and the point of an English figure become; None where they stay."""
    if _language in (ENGLISH, PSEUDO):
        return None
    from babel.numbers import get_decimal_symbol, get_group_symbol

    comma, point = get_group_symbol(_locale()), get_decimal_symbol(_locale())
    return None if (comma, point) == (",", ".") else {ord(","): comma, ord("."): point}


def number(value: float | Decimal, form: str = ",") -> str:
    """Return a figure as the locale has it; `form` is Python's format, by default with separators at the thousands.

    >>> number(12345), number(-7, "+,"), number(Decimal("74.51"), ",.2f")
    ('12,345', '-7', '74.51')
    """
    shown = format(value, form)
    marks = None if _in_english.on else _marks()
    return shown if marks is None else shown.translate(marks)


def date(day: dt.date, form: str = "medium") -> str:
    """Return a day as the locale has it; `form` is `short`, `medium`, `long` or `full`.

    >>> date(dt.date(2026, 3, 26)), date(dt.date(2026, 3, 26), "long")
    ('26 Mar 2026', '26 March 2026')
    """
    from babel.dates import format_date

    return str(format_date(day, form, locale=_locale()))


def month(day: dt.date) -> str:
    """Return the month and the year of a day.

    >>> month(dt.date(2026, 3, 26))
    'March 2026'
    """
    from babel.dates import format_skeleton

    return str(format_skeleton("yMMMM", day, locale=_locale()))


def day_of_month(day: dt.date) -> str:
    """Return the day of the week and of the month.

    >>> day_of_month(dt.date(2026, 3, 26))
    'Thu 26'
    """
    from babel.dates import format_skeleton

    return str(format_skeleton("EEEd", day, locale=_locale()))


def day_order() -> str:
    """Return the order in which the locale writes year, month and day in figures.

    >>> day_order()
    'dmy'
    """
    pattern = str(_locale().date_formats["short"].pattern).lower()
    return "".join(sorted("ymd", key=pattern.index))


def clock(at: dt.datetime | dt.time) -> str:
    """Return hours and minutes as the locale has them.

    >>> clock(dt.time(15, 5))
    '15:05'
    """
    from babel.dates import format_time

    return str(format_time(at, "short", locale=_locale()))


def moment(at: dt.datetime) -> str:
    """Return day and time, both in the time zone of `at`.

    >>> moment(dt.datetime(2026, 3, 26, 15, 5))
    '26 Mar 2026, 15:05'
    """
    return str(_locale().datetime_formats["medium"]).format(clock(at), date(at))


def pad_cell(text: str, width: int, *, right: bool = False) -> str:
    """Pad a text to a width in columns of a terminal, for a table in plain letters.

    >>> pad_cell("East", 6) + pad_cell("東", 6) + pad_cell("12", 6, right=True)
    'East  東        12'
    """
    space = " " * (width - display_width(text))
    return space + text if right else text + space


def listed(parts: Iterable[str], last_word: str = "and") -> str:
    """Join texts with commas and a last word, “and” or “or”. Babel's own list would take longer to import than to use.

    >>> listed(["east", "south", "west"]), listed(["a", "b"], "or"), listed(["a"])
    ('east, south and west', 'a or b', 'a')
    """
    *most, last = [*parts] or [""]
    if not most:
        return last
    both = _("{most} or {last}") if last_word == "or" else _("{most} and {last}")
    return both.format(most=joined(most), last=last)


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def joined(parts: Iterable[str]) -> str:
    """Join texts with commas alone.

    >>> joined(["east", "south", "west"])
    'east, south, west'
    """
    return pgettext("between things in a row", ", ").join(parts)


def join_sentences(parts: Iterable[str]) -> str:
    """Join whole sentences.

    >>> join_sentences(["A chow.", "", "It counts nothing."])
    'A chow. It counts nothing.'
    """
    return join_lines(part for part in parts if part)


def sentences(*parts: str) -> str:
    """Join sentences, with a full stop after each that has none.

    >>> sentences("Leave it", "", "It is no use.")
    'Leave it. It is no use.'
    """
    stop = _("{sentence}.")
    ends = (".", "!", "?", "。", "！", "？", stop[-1])
    return join_sentences(one if one.endswith(ends) else stop.format(sentence=one) for one in parts if one)


# --- the pseudo-language --------------------------------------------------------------------------------------------

_ACCENTED: Final = str.maketrans("aceinosuyzACEINOSUYZ", "äçéïñöšüýžÄÇÉÎÑÖŠÜÝŽ")
_KEEP: Final = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;|%\w)")
_DOTS: Final = 8
"""The most dots in a row: a line may end between them."""


def pseudo(text: str) -> str:
    """Return a text of the pseudo-language: accented letters, and half as long again, in brackets.

    >>> pseudo("Undo {what}")
    '⟦Üñdö {what}··⟧'
    """
    if not any(letter.isalpha() for letter in text):
        return text
    accented = "".join(part if _KEEP.fullmatch(part) else part.translate(_ACCENTED) for part in _KEEP.split(text))
    dots = "·" * max(1, len(_KEEP.sub("", text)) // 2)
    return f"⟦{accented}{' '.join(dots[at : at + _DOTS] for at in range(0, len(dots), _DOTS))}⟧"


class PseudoTranslations(gettext.NullTranslations):
    """The catalogue of the pseudo-language."""

    def gettext(self, message: str) -> str:
        """Return the pseudo-text."""
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the pseudo-text of the form for a number."""
        return pseudo(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - gettext's signature
        """Return the pseudo-text."""
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002 - gettext's signature
        """Return the pseudo-text of the form for a number."""
        return self.ngettext(msgid1, msgid2, n)

"""The command line in the language of the person: help, usage and errors, click's own words among them.

Help stands in the source in English, as click has it, and is looked up when it is shown; what varies in it is a
`{field}`, given in `fields`. Which language that is, `set_language` finds before anything is shown.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
from click import _textwrap, core, decorators, exceptions, formatting, parser, types

from mjcompanion.cli.completion import completer_for
from mjcompanion.cli.json_output import echo_json, error_answer
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import DEFAULT_TERMS, use_terms
from mjcompanion.i18n.text_width import display_width, has_cjk, lines_of
from mjcompanion.i18n.translation import ENGLISH, N_, NP_, PSEUDO, _, language, languages, pgettext, use_preferred
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import load

_TAKES_A_WORD: Final = ("--data-dir", "--ledger", "--language")
"""The options before a command that take the word behind them."""

_SAID_BY_CLICK: Final = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Positional arguments"),
    N_("Show this message and exit."),
    N_("Try '{command} {option}' for help."),
    N_("Error: {message}"),
    N_("default: {default}"),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("Did you mean {possibility}?"),
    N_("(Did you mean one of: {possibilities}?)"),
    N_("Got unexpected extra argument ({args})"),
    N_("Got unexpected extra arguments ({args})"),
    N_("Option {name!r} requires an argument."),
    N_("Option {name!r} does not take a value."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("{value!r} is not {choice}."),
    N_("{value!r} is not one of {choices}."),
    N_("{value} is not in the range {range}."),
    N_("Could not open file {filename!r}: {message}"),
    N_("unknown error"),
)
"""What click says of itself; its other words are for programmers, or for kinds of options that there are none of."""

_OTHERWISE: Final = {
    "{value!r} is not a valid {number_type}.": N_("{value!r} is not a whole number."),
    "{name} {filename!r} does not exist.": N_("There is no file {filename!r}."),
    "{name} {filename!r} is a file.": N_("{filename!r} is a file, and should be a folder."),
    "{name} {filename!r} is a directory.": N_("{filename!r} is a folder, and should be a file."),
    "{name} {filename!r} is not readable.": N_("{filename!r} can't be read."),
    "{name} {filename!r} is not writable.": N_("{filename!r} can't be written."),
}
"""Sentences of click that are put together from English words, and what other languages say instead."""

_METAVARS: Final = {
    "OPTIONS": NP_("stands for what is typed", "OPTIONS"),
    "COMMAND": NP_("stands for what is typed", "COMMAND"),
    "ARGS": NP_("stands for what is typed", "ARGS"),
    "TEXT": NP_("stands for what is typed", "TEXT"),
    "INTEGER": NP_("stands for what is typed", "NUMBER"),
    "RANGE": "",
    "DIRECTORY": NP_("stands for what is typed", "FOLDER"),
    "FILE": NP_("stands for what is typed", "FILE"),
    "PATH": NP_("stands for what is typed", "FILE"),
    "HAND": NP_("stands for what is typed", "HAND"),
    "REQUEST": NP_("stands for what is typed", "REQUEST"),
    "FORM": NP_("stands for what is typed", "FORM"),
    "NAME": NP_("stands for what is typed", "NAME"),
    "DAY": NP_("stands for what is typed", "DAY"),
    "TIME": NP_("stands for what is typed", "TIME"),
    "ROUND": NP_("stands for what is typed", "ROUND"),
    "SEAT": NP_("stands for what is typed", "SEAT"),
    "POINTS": NP_("stands for what is typed", "POINTS"),
    "KEY": NP_("stands for what is typed", "KEY"),
    "VALUE": NP_("stands for what is typed", "VALUE"),
    "CODE": NP_("stands for what is typed", "CODE"),
}
"""Words in capitals that stand for what somebody types."""
_CAPITALS: Final = re.compile(r"[A-Z]{2,}")


def _says(text: str) -> str:
    """What takes the place of click's gettext."""
    if language() != ENGLISH and text in _OTHERWISE:
        return _(_OTHERWISE[text])
    return _(text)


def _counts(one: str, many: str, count: int) -> str:
    return _says(one if count == 1 else many)


for _module in (core, decorators, exceptions, formatting, parser, types):
    for _name, _ours in (("_", _says), ("ngettext", _counts)):
        if hasattr(_module, _name):
            setattr(_module, _name, _ours)


_textwrap.TextWrapper.wordsep_re = _textwrap.TextWrapper.wordsep_simple_re
"""No line ends within a name such as kemp-chinese, which is copied as it stands."""


def translate_metavar(text: str) -> str:
    """Words in capitals, as a usage line has them, in the language of the program.

    >>> translate_metavar("[OPTIONS] [HAND]")
    '[OPTIONS] [HAND]'
    """
    if language() == ENGLISH:
        return text
    shown = _CAPITALS.sub(_metavar, text)
    return re.sub(r" +(?=\]|$)", "", shown)


def _metavar(found: re.Match[str]) -> str:
    word = _METAVARS.get(found[0])
    return found[0] if word is None else pgettext("stands for what is typed", word) if word else ""


class Option(click.Option):
    """An option whose help is looked up when it is shown; `fields` are filled into it."""

    def __init__(self, *declarations: Any, fields: Mapping[str, str] | None = None, **more: Any) -> None:  # noqa: ANN401
        self.fields = fields
        super().__init__(*declarations, **more)

    def __getattribute__(self, name: str) -> Any:  # noqa: ANN401 - as click keeps it
        found = super().__getattribute__(name)
        if name == "help" and found:
            return _(found).format(**self.fields) if self.fields else _(found)
        return found

    def make_metavar(self, ctx: click.Context) -> str:
        """What stands for a value in the help."""
        return translate_metavar(super().make_metavar(ctx))


class Formatter(click.HelpFormatter):
    """Sets help; Chinese as it is set."""

    def write_heading(self, heading: str) -> None:
        """Write the line above options, or commands."""
        if not has_cjk(heading):
            super().write_heading(heading)
            return
        self.write(f"{' ' * self.current_indent}{heading}：\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        if not has_cjk(text):
            super().write_text(text)
            return
        indent = " " * self.current_indent
        parts = [lines_of(part, self.width - self.current_indent) for part in re.split(r"\n\s*\n", text)]
        self.write("\n\n".join("\n".join(f"{indent}{line}" for line in part) for part in parts) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options, or commands, with what is said of each."""
        pairs = list(rows)
        if not any(has_cjk(text) for pair in pairs for text in pair):
            super().write_dl(pairs, col_max, col_spacing)
            return
        first = min(max(display_width(one) for one, _unused in pairs), col_max) + col_spacing
        indent = " " * self.current_indent
        for one, other in pairs:
            gap = first - display_width(one)
            begun = f"{indent}{one}" + (" " * gap if gap >= col_spacing else f"\n{indent}{' ' * first}")
            lines = list(lines_of(other, max(self.width - first - self.current_indent, 10)))
            self.write((begun + f"\n{indent}{' ' * first}".join(lines)).rstrip() + "\n")


class Context(click.Context):
    """Writes help with the formatter."""

    formatter_class = Formatter


class Command(click.Command):
    """A command whose help is looked up when it is shown; `epilog` is an example of a call."""

    context_class = Context

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - what the command gives
        """Call the command; what is wrong is answered in JSON too, where that was asked."""
        try:
            return super().invoke(ctx)
        except (RuleError, LedgerError, OSError) as error:
            if ctx.params.get("as_json") and not isinstance(error, BrokenPipeError):
                echo_json(error_answer(error))
            raise

    def __getattribute__(self, name: str) -> Any:  # noqa: ANN401 - as click keeps it
        found = super().__getattribute__(name)
        if name == "help" and found:
            whole = inspect.cleandoc(found).partition("\f")[0].strip()
            return _(whole)
        if name == "epilog" and found:
            return _("Example: {command}").format(command=found)
        return found

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option that shows the help."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _says("Show this message and exit.")
        return option

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence of the help, cut where it is long."""
        if not self.help or not has_cjk(self.help):
            return super().get_short_help_str(limit)
        whole, stop, _unused = self.help.split("\n\n")[0].replace("\n", "").partition("。")
        sentence = whole + stop
        if display_width(sentence) <= limit:
            return sentence
        return f"{next(lines_of(sentence, limit - 3))}……"

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What stands behind the name of the command in the usage line."""
        return [translate_metavar(piece) for piece in super().collect_usage_pieces(ctx)]


class Group(Command, click.Group):
    """Several commands under one name."""

    command_class = Command


def option(*declarations: str, **more: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - what click.option takes
    """An option of a command, as `click.option` makes it; a shell completes its value."""
    more.setdefault("shell_complete", completer_for(declarations[0], more.get("metavar"), more.get("fields")))
    return click.option(*declarations, cls=Option, **more)


def set_language(words: Sequence[str]) -> None:
    """Speak the language that these words, the environment, the settings or the locale ask for.

    Tiles are called as the settings say, but in JSON, which scripts read, as ever.

    Raises:
        click.UsageError: there is no such language.

    """
    asked = options_before_command(words)
    wanted = asked.get("--language")
    folder = asked.get("--data-dir")
    settings = load(Folders.at(Path(folder) if folder else None)).settings
    use_terms(DEFAULT_TERMS if {"--json", "--jsonl"} & set(words) else settings.terms)
    if wanted is not None and wanted not in (*languages(), PSEUDO, "auto"):
        use_preferred()
        there = ", ".join(languages())
        sentence = _("There is no language “{language}”; there are {languages}.")
        raise click.UsageError(sentence.format(language=wanted, languages=there))
    if wanted is not None and wanted != "auto":
        use_preferred(forced=wanted)
        return
    use_preferred(settings.language)


def options_before_command(words: Sequence[str]) -> dict[str, str]:
    """The options that stand before a command, as far as they take a word.

    >>> options_before_command(["--language", "zh_CN", "--data-dir=here", "score", "--language", "x"])
    {'--language': 'zh_CN', '--data-dir': 'here'}
    """
    found = {}
    rest = iter(words)
    for word in rest:
        name, sign, value = word.partition("=")
        if not name.startswith("-") or name == "--":
            break
        if name in _TAKES_A_WORD:
            found[name] = value if sign else next(rest, "")
    return found

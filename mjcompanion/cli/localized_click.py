"""Commands of click whose help and errors are in the language of the program.

Help is written in English in the source, as click has it. `LocalizedGroup.get_command` returns a copy of the command
with its texts translated. Click looks up its own texts, such as “Usage:”, with the standard library's gettext: their
catalogue is `click.po`, which `set_language` selects.
"""

from __future__ import annotations

import copy
import gettext
import inspect
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from mjcompanion.cli.completion import completer_for
from mjcompanion.cli.json_output import echo_json, error_answer
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import DEFAULT_TERMS, use_terms
from mjcompanion.i18n.text_width import display_width, has_cjk, wrap
from mjcompanion.i18n.translation import (
    ENGLISH,
    PSEUDO,
    _,
    catalogue_folder,
    environment_locales,
    language,
    languages,
    listed,
    use_preferred,
)
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import load

_OPTIONS_WITH_VALUE: Final = ("--data-dir", "--ledger", "--language")
"""The options before a command that take a value."""

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


def translate_metavar(text: str) -> str:
    """Translate the words in capitals, which stand for what people type.

    >>> translate_metavar("[OPTIONS] [HAND]")
    '[OPTIONS] [HAND]'
    """
    return re.sub(r"[A-Z]{2,}( RANGE)?", lambda found: gettext.gettext(found[0]), text)


class LocalizedOption(click.Option):
    """An option whose help may have fields, such as “One of {rules}.”."""

    def __init__(self, *declarations: Any, fields: Mapping[str, str] | None = None, **more: Any) -> None:  # noqa: ANN401
        super().__init__(*declarations, **more)
        self.fields = fields

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the placeholder of the value."""
        return translate_metavar(super().make_metavar(ctx))


class HelpFormatter(click.HelpFormatter):
    """Wraps help by the width of its letters, and never within a name such as kemp-chinese."""

    def write_heading(self, heading: str) -> None:
        """Write the heading of the options or commands."""
        self.write(f"{' ' * self.current_indent}{heading}{'：' if has_cjk(heading) else ':'}\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        indent = " " * self.current_indent
        paragraphs = [wrap(part, self.width - self.current_indent) for part in re.split(r"\n\s*\n", text)]
        self.write("\n\n".join("\n".join(indent + line for line in lines) for lines in paragraphs) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options or commands, each with its help."""
        pairs = list(rows)
        width = min(max(display_width(term) for term, _unused in pairs), col_max) + col_spacing
        indent = " " * (self.current_indent + width)
        for term, text in pairs:
            gap = width - display_width(term)
            start = " " * self.current_indent + term + (" " * gap if gap >= col_spacing else f"\n{indent}")
            lines = wrap(text, max(self.width - len(indent), 10))
            self.write((start + f"\n{indent}".join(lines)).rstrip() + "\n")


class LocalizedContext(click.Context):
    """A context whose help is wrapped by `HelpFormatter`."""

    formatter_class = HelpFormatter


class LocalizedCommand(click.Command):
    """A command that answers errors in JSON too, where JSON was asked for; its `epilog` is an example of a call."""

    context_class = LocalizedContext

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - what the command returns
        """Call the command."""
        try:
            return super().invoke(ctx)
        except (RuleError, LedgerError, OSError) as error:
            if ctx.params.get("as_json") and not isinstance(error, BrokenPipeError):
                echo_json(error_answer(error))
            raise

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words after the name of the command in the usage line."""
        return [translate_metavar(piece) for piece in super().collect_usage_pieces(ctx)]


class LocalizedGroup(LocalizedCommand, click.Group):
    """Several commands under one name."""

    command_class = LocalizedCommand

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, translated."""
        command = super().get_command(ctx, cmd_name)
        return None if command is None else translated(command)


def translated(command: AnyCommand) -> AnyCommand:
    """Return a copy of a command with its texts in the language of the program."""
    shown = copy.copy(command)
    shown.help = _(inspect.cleandoc(command.help or ""))
    if has_cjk(shown.help):  # click looks for the first full stop of an English sentence
        shown.short_help = "".join(shown.help.split("\n\n")[0].split("\n")).partition("。")[0] + "。"
    if command.epilog:
        shown.epilog = _("Example: {command}").format(command=command.epilog)
    shown.params = [copy.copy(parameter) for parameter in command.params]
    for parameter in shown.params:
        if isinstance(parameter, LocalizedOption) and parameter.help:
            text = _(parameter.help)
            parameter.help = text.format(**parameter.fields) if parameter.fields else text
    return shown


def option(*declarations: str, **more: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - what click.option takes
    """Declare an option of a command, as `click.option` does; a shell completes its value."""
    more.setdefault("shell_complete", completer_for(declarations[0], more.get("metavar"), more.get("fields")))
    return click.option(*declarations, cls=LocalizedOption, **more)


def set_language(words: Sequence[str]) -> None:
    """Use the language that the words, the environment, the settings or the locale name.

    Tiles have the names that the settings choose, but the standard ones in JSON, which scripts read.

    Raises:
        click.UsageError: there is no such language.

    """
    options = options_before_command(words)
    folder, chosen = options.get("--data-dir"), options.get("--language", "auto")
    settings = load(Folders.at(Path(folder) if folder else None)).settings
    use_terms(DEFAULT_TERMS if {"--json", "--jsonl"} & set(words) else settings.terms)
    exists = chosen in (*languages(), PSEUDO)
    use_preferred(settings.language, forced=chosen if exists else None)
    _select_catalogue_of_click()
    if not exists and chosen != "auto":
        sentence = _("There is no language “{language}”. Choose {languages}.")
        raise click.UsageError(sentence.format(language=chosen, languages=listed(languages(), "or")))


def _select_catalogue_of_click() -> None:
    """Select the language of the standard library's gettext, which takes it from LANGUAGE."""
    if language() in (ENGLISH, PSEUDO):
        gettext.textdomain("messages")  # the default, without a catalogue
        return
    gettext.bindtextdomain("click", catalogue_folder())
    gettext.textdomain("click")
    os.environ["LANGUAGE"] = ":".join((language(), *environment_locales(os.environ)))


def options_before_command(words: Sequence[str]) -> dict[str, str]:
    """Return the options before a command that take a value.

    >>> options_before_command(["--language", "zh_CN", "--data-dir=here", "score", "--language", "x"])
    {'--language': 'zh_CN', '--data-dir': 'here'}
    """
    found = {}
    rest = iter(words)
    for word in rest:
        name, sign, value = word.partition("=")
        if not name.startswith("-") or name == "--":
            break
        if name in _OPTIONS_WITH_VALUE:
            found[name] = value if sign else next(rest, "")
    return found

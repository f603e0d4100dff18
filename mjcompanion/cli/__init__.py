"""The command line: one module for each subcommand, imported when it is called.

Exit status: 0 done, 1 the request was understood but is wrong (one sentence on standard error), 2 usage.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

import click
import msgspec

from mjcompanion import RuleError, __version__
from mjcompanion.cli.gui_launcher import open_window
from mjcompanion.cli.json_output import os_error_sentence
from mjcompanion.cli.localized_click import LocalizedGroup, option, set_language, translated
from mjcompanion.i18n.translation import N_, _, child_environment, languages
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.storage.passwords import parted

SUBCOMMANDS: Final = {
    "open": "open_file",
    "score": "score",
    "settle": "settle",
    "break": "breaks",
    "match": "match",
    "card": "card",
    "advise": "advise",
    "solitaire": "solitaire",
    "form": "form",
    "ledger": "ledger",
    "tournament": "tournament",
    "season": "season",
}
"""Name on the command line: module in this folder with a click command called `command`."""


_SEEN: Final = N_(
    "Others on this computer may see a password in --ledger, and the shell remembers it. Leave it out, and keep it in "
    "PostgreSQL’s password file."
)


class Where(msgspec.Struct, frozen=True):
    """The options before a command that name a person's data; None is the usual place."""

    data_dir: Path | None = None
    ledger: str | None = None


class _LazyGroup(LocalizedGroup):
    """A group that imports a subcommand when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in SUBCOMMANDS:
            return None
        command: click.Command = import_module(f"mjcompanion.cli.{SUBCOMMANDS[cmd_name]}").command
        return translated(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a file in its place is opened."""
        if args and args[0] not in SUBCOMMANDS and ("." in args[0][1:] or os.sep in args[0]):
            args = ["open", *args]
        return super().resolve_command(ctx, args)


def _show_version(context: click.Context, _unused: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's call
    if value and not context.resilient_parsing:
        click.echo(_("{program}, version {version}").format(program="mjcompanion", version=__version__))
        context.exit()


@click.group(
    cls=_LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Save settings and data in this folder instead of the platform’s own.",
)
@option(
    "--ledger",
    metavar="URL",
    help="Use this ledger: a file, or postgresql://NAME@HOST/DATABASE. Otherwise that of the settings or the data "
    "folder.",
)
@option(
    "--language",
    "speaks",
    metavar="CODE",
    fields={"languages": ", ".join(languages())},
    help="Speak this language: {languages}. Otherwise that of the settings, or of the locale.",
)
@click.pass_context
def commands(context: click.Context, data_dir: Path | None, ledger: str | None, speaks: str | None) -> None:
    """Score hands of a real mah jongg table. Without a command, the window opens."""
    context.obj = Where(data_dir, ledger)
    if speaks is not None and context.invoked_subcommand in (None, "open"):
        os.environ.update(child_environment())  # the window asks the environment, and those that it starts do
    if context.invoked_subcommand is None:
        context.exit(open_window(sys.argv[:1], data_dir, ledger))


def run(words: Sequence[str]) -> int:
    """Run the command line with these words and return the exit status."""
    streams = [stream for stream in (sys.stdout, sys.stderr) if isinstance(stream, io.TextIOWrapper)]
    for stream in streams:
        stream.reconfigure(errors="replace")  # shows “?” where a terminal has no “−”
    try:
        status = _answered(words)
        for stream in streams:
            stream.flush()
    except BrokenPipeError:  # the reader has gone
        return 1
    except OSError as error:
        click.echo(os_error_sentence(error), err=True)
        return 1
    finally:
        for stream in streams:
            _let_go(stream)
    return status


def _answered(words: Sequence[str]) -> int:
    """Run the command, show errors as a sentence, and return the exit status."""
    try:
        set_language(words)
        status = translated(commands).main(args=list(words), prog_name="mjcompanion", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        click.echo(_("Stopped."), err=True)
        return 1
    except (RuleError, LedgerError) as error:
        click.echo(str(error), err=True)
        return 1
    if not status and any(parted(word.removeprefix("--ledger=")).password for word in words):
        click.echo(_(_SEEN), err=True)
    return status if isinstance(status, int) else 0


def _let_go(stream: io.TextIOWrapper) -> None:
    """Discard output that can't be written, or Python would report it at the end."""
    try:
        stream.flush()
    except OSError:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())

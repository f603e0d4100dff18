"""The command line: one module a subcommand, each loaded when it is called.

Exit status: 0 done, 1 the request was understood but is wrong (one sentence on standard error), 2 usage.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

import click
import msgspec

from mjcompanion import __version__
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.problems import RuleError

SUBCOMMANDS: Final = {
    "score": "score",
    "settle": "settle",
    "break": "breaks",
    "match": "match",
    "advise": "advise",
    "solitaire": "solitaire",
    "form": "form",
    "ledger": "ledger",
    "think": "think",
}
"""Name on the command line: module in this folder, which holds a click command called `command`."""


class Where(msgspec.Struct, frozen=True):
    """Where a person's data is, as the words before a command say; None is the usual place."""

    data_dir: Path | None = None
    ledger: str | None = None


class _Lazy(click.Group):
    """A group whose subcommands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in SUBCOMMANDS:
            return None
        command = import_module(f"mjcompanion.commands.{SUBCOMMANDS[cmd_name]}").command
        assert isinstance(command, click.Command)  # noqa: S101 - a slip in the table
        return command


@click.group(
    cls=_Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="mjcompanion")
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep settings and data in this folder instead of the platform's own.",
)
@click.option(
    "--ledger",
    metavar="URL",
    help="Use this ledger: a file, or postgresql://NAME@HOST/DATABASE; else that of the settings or the data folder.",
)
@click.pass_context
def commands(context: click.Context, data_dir: Path | None, ledger: str | None) -> None:
    """Score hands of a real mah jongg table. Without a command, the window opens."""
    context.obj = Where(data_dir, ledger)
    if context.invoked_subcommand is None:
        from mjcompanion.ui.app import run as run_window

        context.exit(run_window(sys.argv[:1], data_dir, ledger))


def run(words: Sequence[str]) -> int:
    """Run the command line with these words; the answer is the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal or pipe that knows no “−” gets a question mark
    try:
        status = commands.main(args=list(words), prog_name="mjcompanion", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        click.echo("Stopped.", err=True)
        return 1
    except (RuleError, LedgerError) as error:
        click.echo(str(error), err=True)
        return 1
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            sys.stderr.close()  # the reader has gone; nothing is left to say
            return 1
        click.echo(f"{error.filename or 'The file'}: {(error.strerror or str(error)).lower()}.", err=True)
        return 1
    return status if isinstance(status, int) else 0

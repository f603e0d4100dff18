"""`mjcompanion open`, or a file in place of a command: opens the window and imports the file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mjcompanion.cli import Where
from mjcompanion.cli.gui_launcher import open_window
from mjcompanion.cli.localized_click import LocalizedCommand
from mjcompanion.storage.paths import read_bounded


@click.command("open", cls=LocalizedCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def command(where: Where, file: Path) -> int:
    """Open the window and import a file.

    A card of American hands, a club’s rules, or sessions and games that were exported as JSON. `mjcompanion FILE`
    does the same.
    """
    read_bounded(file, 0)
    return open_window(sys.argv[:1], where.data_dir, where.ledger, [file.absolute()])

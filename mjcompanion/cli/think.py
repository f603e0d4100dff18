"""`mjcompanion think`: plays a game out for the window; see `mjcompanion.solitaire.playout_process`."""

from __future__ import annotations

import os
import sys
import threading
from typing import BinaryIO

import click

from mjcompanion import RuleError
from mjcompanion.cli.json_output import echo_json, error_answer
from mjcompanion.cli.localized_click import LocalizedCommand
from mjcompanion.solitaire.playout_process import answer, read_request, step_back, think


@click.command("think", cls=LocalizedCommand, hidden=True)
def command() -> int:
    """Play out a position of Kemp's Chinese game: one request on standard input, lines of JSON on standard output.

    It goes on until standard input is closed, or for as many rounds as the request says.
    """
    step_back()
    source = sys.stdin.buffer
    line = source.readline()
    try:
        request = read_request(line)
        if request.rounds is None:
            threading.Thread(target=_end_with, args=(source,), daemon=True).start()
        for thought in think(request):
            sys.stdout.buffer.write(answer(thought))
            sys.stdout.buffer.flush()
    except RuleError as error:
        echo_json(error_answer(error))
        raise
    return 0


def _end_with(source: BinaryIO) -> None:
    """End the process as soon as nobody can write to it any more."""
    while source.read(1 << 16):
        pass
    os._exit(0)

"""What a shell offers to complete a word: rulesets, forms, cards, sessions and files, by click's own completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final

import click
from click.shell_completion import CompletionItem

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.rulesets import RULESETS
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import load

_MOST_SESSIONS: Final = 30
_ID_LENGTH: Final = 8

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
Choices = Iterable[tuple[str, str]]
"""Words, each with its description."""

files: Final[Completer] = click.Path().shell_complete


def complete_from(find: Callable[[click.Context], Choices], *, or_file: bool = False) -> Completer:
    """Return a completer that offers the choices found, or files where there are none.

    What can't be read offers nothing, as a shell can't show an error here.
    """

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = list[CompletionItem]()
        with suppress(OSError, RuleError, LedgerError):
            found = [CompletionItem(word, help=text) for word, text in find(context) if word.startswith(incomplete)]
        return found or (files(context, parameter, incomplete) if or_file else [])

    return complete


def _folders(context: click.Context) -> Folders:
    return Folders.at(context.find_root().params.get("data_dir"))


def _rulesets(_unused: click.Context) -> Choices:
    return [(str(rules), _(rules.short)) for rules in RULESETS.values()]


def _winds(_unused: click.Context) -> Choices:
    return [(wind.value, wind.word) for wind in WINDS]


def _forms(_unused: click.Context) -> Choices:
    from mjcompanion.printing.catalogue import FORMS

    return [(form.id, _(form.about)) for form in FORMS]


def _cards(context: click.Context) -> Choices:
    from mjcompanion.american.card_library import CardLibrary

    return [(card.name, card.title) for card in CardLibrary(_folders(context).cards_folder).list()]


def _house_rules(context: click.Context) -> Choices:
    from mjcompanion.table.club_rules import RulesLibrary

    own = RulesLibrary(_folders(context).rules_folder).list()
    return [(entry.rules.name, _(entry.rules.preset.short)) for entry in own if entry.rules is not None]


def _sessions(context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the newest sessions of a ledger in a file; a server isn't asked."""
    from mjcompanion import Ledger
    from mjcompanion.ledger.location import find_place
    from mjcompanion.parsing.dates import format_local_time

    folders = _folders(context)
    url = context.find_root().params.get("ledger") or load(folders).settings.ledger or None
    path = find_place(url, folders).path
    if path is None or not path.exists():
        return
    with Ledger.open(url, folders, read_only=True) as ledger:
        for row in ledger.sessions.page(limit=_MOST_SESSIONS).rows:
            yield row.uid[:_ID_LENGTH], f"{format_local_time(row.started_at)} {row.title or ', '.join(row.names)}"


cards: Final = complete_from(_cards, or_file=True)
forms: Final = complete_from(_forms)
sessions: Final = complete_from(_sessions)
_BY_OPTION: Final = {
    "--seat": complete_from(_winds),
    "--round": complete_from(_winds),
    "--winner": complete_from(_winds),
    "--from": complete_from(_winds),
    "--session": sessions,
    "--card": cards,
    "--club": complete_from(_house_rules, or_file=True),
}


def completer_for(name: str, metavar: str | None, fields: Mapping[str, str] | None) -> Completer | None:
    """Return the completer of an option: by its name, from the words listed in its help, or of files."""
    if name in _BY_OPTION:
        return _BY_OPTION[name]
    if fields:
        words = [(word, "") for field in fields.values() for word in field.split(", ")]
        return complete_from(lambda _unused: words)
    if name == "--rules":
        return complete_from(_rulesets)
    return files if metavar == "FILE" else None

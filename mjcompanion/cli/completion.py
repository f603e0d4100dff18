"""What a shell offers for the word that is being typed: rulesets, forms, cards, sessions, files; click asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final

import click
from click.shell_completion import CompletionItem, get_completion_class

from mjcompanion.core.errors import RuleError, printable
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.rulesets import RULESETS
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import load

VARIABLE: Final = "_MJCOMPANION_COMPLETE"
"""The variable by which a shell asks what it can complete."""
_MOST: Final = 30
_SHORT: Final = 8

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
Offered = Iterable[tuple[str, str]]
"""Words with a few more about each."""


def check_question(environment: Mapping[str, str]) -> None:
    """Refuse a question that no shell asks.

    Raises:
        ClickException: the variable has another value, or what a shell sends with it is missing.

    """
    asked = environment.get(VARIABLE, "")
    shell, _unused, what = asked.partition("_")
    if asked and (get_completion_class(shell) is None or what not in ("source", "complete")):
        sentence = _("{variable} can be bash_source, zsh_source or fish_source, not “{value}”.")
        raise click.ClickException(sentence.format(variable=VARIABLE, value=printable(asked)))
    at = environment.get("COMP_CWORD")
    complete = "COMP_WORDS" in environment and at is not None and (shell == "fish" or at.isdecimal())
    if what == "complete" and not complete:
        sentence = _("{value} is for a shell, which sends COMP_WORDS and COMP_CWORD with it.")
        raise click.ClickException(sentence.format(value=f"{VARIABLE}={asked}"))


def offer(find: Callable[[click.Context], Offered], *, or_a_file: bool = False) -> Completer:
    """Return a completer that offers what is found, as far as it begins with what is typed.

    What can't be read offers nothing: a shell has no place for a complaint.
    """

    def complete(context: click.Context, _unused: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = list[CompletionItem]()
        with suppress(OSError, RuleError, LedgerError):
            found = [CompletionItem(word, help=about) for word, about in find(context) if word.startswith(incomplete)]
        return found or ([CompletionItem(incomplete, type="file")] if or_a_file else [])

    return complete


def _folders(context: click.Context) -> Folders:
    return Folders.at(context.find_root().params.get("data_dir"))


def _rulesets(_unused: click.Context) -> Offered:
    return [(str(rules), _(rules.short)) for rules in RULESETS.values()]


def _winds(_unused: click.Context) -> Offered:
    return [(wind.value, wind.word) for wind in WINDS]


def _forms(_unused: click.Context) -> Offered:
    from mjcompanion.printing.catalogue import FORMS

    return [(form.id, _(form.about)) for form in FORMS]


def _cards(context: click.Context) -> Offered:
    from mjcompanion.american.card_library import CardLibrary

    return [(card.name, card.title) for card in CardLibrary(_folders(context).cards_folder).list()]


def _house_rules(context: click.Context) -> Offered:
    from mjcompanion.table.club_rules import RulesLibrary

    own = RulesLibrary(_folders(context).rules_folder).list()
    return [(entry.rules.name, _(entry.rules.preset.short)) for entry in own if entry.rules is not None]


def _sessions(context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the newest sessions of a ledger that is a file here; a server isn't asked."""
    from mjcompanion import Ledger
    from mjcompanion.ledger.location import find_place
    from mjcompanion.parsing.dates import printed_time

    folders = _folders(context)
    named = context.find_root().params.get("ledger") or load(folders).settings.ledger or None
    path = find_place(named, folders).path
    if path is None or not path.exists():
        return
    with Ledger.open(named, folders, read_only=True) as ledger:
        for row in ledger.sessions.page(limit=_MOST).rows:
            yield row.uid[:_SHORT], f"{printed_time(row.started_at)} {row.title or ', '.join(row.names)}"


files: Final = offer(lambda _unused: (), or_a_file=True)
forms: Final = offer(_forms)
sessions: Final = offer(_sessions)
_BY_NAME: Final = {
    "--seat": offer(_winds),
    "--round": offer(_winds),
    "--winner": offer(_winds),
    "--from": offer(_winds),
    "--session": sessions,
    "--card": offer(_cards, or_a_file=True),
    "--club": offer(_house_rules, or_a_file=True),
}


def completer_of(name: str, metavar: str | None, fields: Mapping[str, str] | None) -> Completer | None:
    """Return what completes the value of an option: by its name, the words that its help lists, or files."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    if fields:
        words = [(word, "") for listed in fields.values() for word in listed.split(", ")]
        return offer(lambda _unused: words)
    if name == "--rules":
        return offer(_rulesets)
    return files if metavar == "FILE" else None

"""`mjcompanion form`: score cards, ledgers and rule sheets as PDF, blank or filled in."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from mjcompanion import RuleError, find_card
from mjcompanion.american.request import Cards, warnings
from mjcompanion.cli import Where
from mjcompanion.cli.completion import forms
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.lines import LONGEST_LINE, content_of, json_option, read_json, warn, write_out
from mjcompanion.cli.localized_click import LocalizedCommand, option
from mjcompanion.cli.match import echo_warnings
from mjcompanion.core.errors import Stopped, listed
from mjcompanion.i18n.translation import _, ngettext, number, pgettext
from mjcompanion.ledger.values import GameFilter, KeptFilter, SessionFilter
from mjcompanion.parsing.dates import span
from mjcompanion.printing import catalogue, sources
from mjcompanion.printing.catalogue import FORMS, Form, SourceType, find_form
from mjcompanion.printing.document import Made, make
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.printing.values import GameList, OneHand
from mjcompanion.rulesets import DEFAULT, Ruleset, find_ruleset
from mjcompanion.storage.paths import Folders, write_named_file
from mjcompanion.storage.settings import load
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from mjcompanion.tournament.schedule import MOST, MOST_ROUNDS

if TYPE_CHECKING:
    from mjcompanion import Ledger
    from mjcompanion.printing.values import SessionsSource
    from mjcompanion.table.session import SessionSource

_WIDE: Final = 14
_ROUNDS: Final = 4
"""The rounds of a night where none are named."""


class FormRequest(msgspec.Struct, frozen=True):
    """The options that name what a form is filled in from, at most one source."""

    hand: str | None = None
    game: str | None = None
    ledger_game: str | None = None
    games: bool = False
    session: str | None = None
    card: str | None = None
    rules: str | None = None
    club: str | None = None
    tournament: str | None = None
    tables: int | None = None
    rounds: int | None = None
    season: str | None = None
    since: str | None = None
    until: str | None = None
    name: str = ""
    date: str = ""
    remarks: str = ""
    player: str | None = None
    real: bool | None = None


_SOURCES: Final = {
    "hand": (SourceType.HAND,),
    "game": (SourceType.HAND, SourceType.GAMES),
    "ledger_game": (SourceType.HAND, SourceType.GAMES),
    "games": (SourceType.GAMES,),
    "session": (SourceType.SESSION,),
    "tables": (SourceType.TOURNAMENT,),
    "card": (SourceType.CARD,),
    "rules": (SourceType.RULES,),
    "club": (SourceType.CLUB,),
    "tournament": (SourceType.TOURNAMENT,),
    "season": (SourceType.SEASON,),
}
"""The source that each option names."""


@click.command("form", cls=LocalizedCommand, epilog="mjcompanion form kemp-chinese --game game.json --out card.pdf")
@click.argument("id_", metavar="[FORM]", required=False, shell_complete=forms)
@option("--list", "list_", is_flag=True, help="List the forms.")
@option("--out", metavar="FILE", help="Write the PDF to this file (- is standard output).")
@option("--hand", metavar="FILE", help="Fill it in from a request of score, in JSON (- reads standard input).")
@option("--game", metavar="FILE", help="Fill it in from the record of a finished game (- reads standard input).")
@option("--ledger-game", metavar="ID", help="Fill it in from a finished game of the ledger.")
@option("--games", is_flag=True, help="Fill the running card in from the ledger’s games, real and virtual.")
@option("--player", metavar="NAME", help="Only this player’s hands with real tiles, for the running card.")
@option("--real/--virtual", "real", default=None, help="Only games with real tiles, or only virtual ones.")
@option("--session", metavar="ID", help="Fill it in from a session of the ledger.")
@option("--card", metavar="NAME", help="The card to print: its name, e.g. companion, or its file.")
@option("--rules", metavar="NAME", help="The rules to print, e.g. classical. With days, only what was played by them.")
@option("--club", metavar="NAME", help="The house rules to print: their name, or their file.")
@option("--tournament", metavar="ID", help="Fill it in from a tournament of the ledger.")
@option(
    "--tables", type=click.IntRange(1, MOST // 4), help="Print it for this many tables, before you know who is coming."
)
@option("--rounds", type=click.IntRange(1, MOST_ROUNDS), help="With --tables: how many rounds, 4 if left out.")
@option("--season", metavar="ID", help="Fill it in from a season of the ledger.")
@option("--since", "--from", "since", metavar="DAY", help="Only sessions or games from this day on (2026-11-21).")
@option("--until", metavar="DAY", help="No sessions or games after this day.")
@option("--name", default="", help="Whose hand or games they are, for a score card.")
@option("--date", default="", help="The date for a score card, as it is to be printed.")
@option("--remarks", default="", help="Text to print below the games of a chowning card.")
@option(
    "--paper",
    type=click.Choice([one.value for one in Paper]),
    default="a4",
    show_default=True,
    help="The size of paper.",
)
@option("--large", is_flag=True, help="Large print.")
@option("--fillable", is_flag=True, help="A blank form with fields to be filled in on a screen.")
@json_option
@click.pass_obj
def command(
    where: Where,
    /,
    id_: str | None,
    out: str | None,
    paper: str,
    *,
    list_: bool,
    large: bool,
    fillable: bool,
    as_json: bool,
    **values: Any,  # noqa: ANN401 - the fields of FormRequest
) -> int:
    """Print a form as a PDF: blank, or filled in from a hand, a game, the ledger, a card or rules."""
    if list_:
        _list(as_json=as_json)
        return 0
    if id_ is None:
        raise click.UsageError(_("Which form? mjcompanion form --list shows them."))
    if out is None:
        raise click.UsageError(_("Where to? Give --out FILE, or --out - for standard output."))
    if out == "-" and as_json:
        raise click.UsageError(_("--json answers on standard output. Give --out a file."))
    chosen = msgspec.convert(values, FormRequest)
    _check_words(chosen)
    try:
        form = find_form(id_)
        terms = load(Folders.at(where.data_dir)).settings.terms
        style = PrintStyle(Paper(paper), large, terms, fillable)
        source = _source(where, form, chosen)
        made = make(catalogue.lay_out(form.id, source, style), style, _progress)
    except (KeyboardInterrupt, Stopped):
        click.echo(("\r\033[K" if sys.stderr.isatty() else "") + _("Stopped. Nothing was written."), err=True)
        return 1
    if out == "-":
        write_out(out, made.pdf)
        _tell_missing(made)
        return 0
    write_named_file(Path(out), made.pdf)
    if as_json:
        answer = {"ok": True, "form": form.id, "file": out, "pages": made.pages, "bytes": len(made.pdf)}
        echo_json(answer | {"missing": list(made.missing)})
        return 0
    sentence = ngettext("{file}: {n} page, {bytes} bytes.", "{file}: {n} pages, {bytes} bytes.", made.pages)
    click.echo(sentence.format(file=out, n=number(made.pages), bytes=number(len(made.pdf))))
    _tell_missing(made)
    return 0


def _list(*, as_json: bool) -> None:
    if as_json:
        forms = [
            {
                "id": form.id,
                "title": _(form.title),
                "about": _(form.about),
                "from": [str(kind) for kind in form.kinds],
                "rules": [str(one) for one in form.rules],
                "blank": form.blank,
                "fillable": form.fillable,
            }
            for form in FORMS
        ]
        echo_json({"ok": True, "forms": forms})
        return
    for form in FORMS:
        inputs = []
        if form.blank and form.kinds:
            inputs.append(_("blank, also with fields") if form.fillable else pgettext("a form", "blank"))
        inputs += [_("from {source}").format(source=_(catalogue.WORDS[kind])) for kind in form.kinds]
        click.echo(f"{form.id:<{_WIDE}}  {_(form.about)}")
        if inputs:
            click.echo(f"{'':<{_WIDE}}  {pgettext('between the parts of a sentence', '; ').join(inputs)}")


def _progress(done: int, count: int) -> bool:
    """Show the progress on a terminal: first the pages laid out, then those drawn."""
    if count > 1 and sys.stderr.isatty():
        text = _("{n} of {count} pages drawn") if done else _("{count} pages laid out")
        text = text.format(n=number(done), count=number(count))
        click.echo("\r\033[K" + (text if done < count else ""), nl=False, err=True)
    return True


def _tell_missing(made: Made) -> None:
    if made.missing:
        click.echo(made.missing_words, err=True)


# --- what to fill it in from


def _check_words(chosen: FormRequest) -> None:
    """Refuse options that contradict each other, or have no meaning together."""
    named = [name for name in _SOURCES if _is_given(chosen, name)]
    if chosen.rounds and chosen.tables is None:
        raise click.UsageError(_("--rounds goes with --tables."))
    if chosen.tables and chosen.rules and chosen.club:
        raise click.UsageError(_("Give one of {options}.").format(options=listed(["--rules", "--club"], "or")))
    if len(named) > 1:
        options = listed([_option(name) for name in named], "or")
        raise click.UsageError(_("Give one of {options}.").format(options=options))
    if (chosen.since or chosen.until) and {*named} - {"games"}:
        sentence = _("--since and --until choose among many, but {option} names one.")
        raise click.UsageError(sentence.format(option=_option(named[0])))
    if _chooses_games(chosen) and {*named} - {"games"}:
        sentence = _("--player, --real and --virtual choose among games, but {option} names one.")
        raise click.UsageError(sentence.format(option=_option(named[0])))
    if chosen.player and chosen.real is False:
        raise click.UsageError(_("Virtual games name no player: give --player or --virtual."))
    given = {*named} or ({"games"} if _chooses(chosen) else set())
    filled = bool(given & {"hand", "game", "ledger_game", "games"})
    if chosen.name and not filled:
        raise click.UsageError(_("--name goes with --hand, --game, --ledger-game or --games."))
    if chosen.date and not filled:
        raise click.UsageError(_("--date goes with --hand, --game or --ledger-game."))
    if chosen.remarks and not given & {"game", "ledger_game", "games"}:
        raise click.UsageError(_("--remarks goes with --game, --ledger-game or --games."))


def _warn_of_unused(kind: SourceType, chosen: FormRequest) -> None:
    """Warn about options that the form has no place for; games of the ledger have dates of their own."""
    dated = ("date",) if chosen.game is not None or chosen.ledger_game is not None else ()
    places = {SourceType.HAND: ("name", "date"), SourceType.GAMES: ("name", "remarks", *dated)}.get(kind, ())
    nowhere = [name for name in ("name", "date", "remarks") if name not in places]
    warn(_("Warning: filled in like this, the form has no place for {option}."), only=nowhere)


def _chooses_games(chosen: FormRequest) -> bool:
    return bool(chosen.player) or chosen.real is not None


def _chooses(chosen: FormRequest) -> bool:
    """Return whether options choose among the ledger's sessions or games without naming which."""
    return bool(chosen.since or chosen.until) or _chooses_games(chosen)


def _is_given(chosen: FormRequest, name: str) -> bool:
    """Return whether a source is named, even by an empty value; with days, --rules chooses among sessions or games.

    With --tables, --rules and --club are what is played.
    """
    if name == "rules" and (chosen.since or chosen.until):
        return False
    if name in ("rules", "club") and chosen.tables:
        return False
    return getattr(chosen, name) not in (None, False)


def _rules(chosen: FormRequest) -> str:
    """Return the id of the rules to which sessions or games are limited; empty for all rules."""
    return "" if chosen.rules is None else str(find_ruleset(chosen.rules))


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _source(where: Where, form: Form, chosen: FormRequest) -> object:
    """Return the source of the form; None for a blank one."""
    name = next((name for name in _SOURCES if _is_given(chosen, name)), None)
    if name is None and not _chooses(chosen):
        return None
    kinds = (
        _SOURCES[name]
        if name
        else (SourceType.GAMES,)
        if _chooses_games(chosen)
        else (SourceType.SESSIONS, SourceType.GAMES)
    )
    kind = next((kind for kind in kinds if kind in form.kinds), kinds[0])
    problem = catalogue.kind_problem(form, kind)
    if problem is not None:
        raise RuleError([problem])
    _warn_of_unused(kind, chosen)
    folders = Folders.at(where.data_dir)
    if kind is SourceType.HAND:
        return _hand(form, chosen, Cards(folders), where)
    if kind is SourceType.GAMES:
        return _games(chosen, Cards(folders), where)
    if kind in (SourceType.SESSION, SourceType.SESSIONS):
        return _session(where, chosen)
    if chosen.tables:
        return sources.numbered_contest(chosen.tables, chosen.rounds or _ROUNDS, _played(folders, chosen))
    if kind is SourceType.TOURNAMENT:
        with _ledger(where) as ledger:
            return ledger.tournaments.contest(ledger.tournaments.resolve(chosen.tournament or ""), with_hands=True)
    if kind is SourceType.SEASON:
        with _ledger(where) as ledger:
            return ledger.seasons.standings(ledger.seasons.resolve(chosen.season or ""))
    if kind is SourceType.CARD:
        card = find_card(chosen.card or "", folders)
        echo_warnings(warnings(card, chosen.card or ""))
        return card
    if kind is SourceType.RULES:
        return find_ruleset(chosen.rules)
    return RulesLibrary(folders.rules_folder).named(chosen.club or "")


def _played(folders: Folders, chosen: FormRequest) -> Ruleset | ClubRules:
    """Return the rules of a night without a tournament: the club's, or a ruleset as it is."""
    if chosen.club is not None:
        return RulesLibrary(folders.rules_folder).named(chosen.club)
    return find_ruleset(chosen.rules) if chosen.rules else DEFAULT


def _hand(form: Form, chosen: FormRequest, cards: Cards, where: Where) -> OneHand:
    if chosen.hand is None:
        return sources.hand_of_game(_record(where, chosen), cards, chosen.name, chosen.date)
    request = read_json(content_of(chosen.hand, LONGEST_LINE), alone=True)
    return sources.hand_of_request(request, form, cards, chosen.name, chosen.date)


def _record(where: Where, chosen: FormRequest) -> object:
    """Return the record of a finished game, from the ledger or a file."""
    from mjcompanion.solitaire.record import LARGEST_RECORD, decode_record

    if chosen.ledger_game is not None:
        with _ledger(where) as ledger:
            return ledger.games.get(ledger.games.resolve(chosen.ledger_game)).record
    return decode_record(content_of(chosen.game or "-", LARGEST_RECORD))


def _games(chosen: FormRequest, cards: Cards, where: Where) -> GameList:
    if chosen.game is not None or chosen.ledger_game is not None:
        return sources.game_source(_record(where, chosen), cards, chosen.name, chosen.date, chosen.remarks)
    since, until = span(chosen.since, chosen.until)
    rules, player = _rules(chosen), chosen.player or ""
    virtual = None if chosen.player or chosen.real else GameFilter(rules=rules, since=since, until=until)
    real = None if chosen.real is False else KeptFilter(rules=rules, player=player, since=since, until=until)
    with _ledger(where) as ledger:
        return sources.games_source(ledger, virtual, real, chosen.name or chosen.player or "", chosen.remarks)


def _session(where: Where, chosen: FormRequest) -> SessionSource | SessionsSource:
    since, until = span(chosen.since, chosen.until)
    with _ledger(where) as ledger:
        if chosen.session is not None:
            return sources.session_source(ledger, ledger.sessions.resolve(chosen.session))
        return sources.sessions_source(ledger, SessionFilter(rules=_rules(chosen), since=since, until=until))


def _ledger(where: Where) -> AbstractContextManager[Ledger]:
    from mjcompanion.cli.ledger import opened  # loads SQLAlchemy

    return opened(where, read_only=True)

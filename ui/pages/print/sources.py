"""The sources that fill forms in: the kinds for each form, the items of each kind, and the source itself."""

from __future__ import annotations

import enum
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Final

import msgspec

from mjcompanion.american.card_library import CardLibrary
from mjcompanion.american.request import Cards
from mjcompanion.core.errors import RuleError, bad_request
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.values import GAMES as GAMES_KEPT
from mjcompanion.ledger.values import (
    HANDS,
    Cursor,
    GameFilter,
    GameRow,
    KeptFilter,
    NotebookFilter,
    SeasonRow,
    SessionFilter,
    SessionRow,
    TournamentRow,
)
from mjcompanion.parsing.dates import format_local_day, last_moment, year_moments
from mjcompanion.printing.catalogue import Form, SourceType
from mjcompanion.printing.sources import (
    games_source,
    hand_of_game,
    numbered_contest,
    session_source,
    sessions_source,
)
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules import RulesLibrary
from mjcompanion.table.words import brief, named
from mjcompanion.tournament.season import days_words

from ...context import moment
from ...widgets.words import rules_title

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger


AT_ONCE: Final = 60
"""The number of sessions or games that are listed at a time."""
ALL: Final = ""
"""The key of everything there is, where a year could be chosen."""
LISTED: Final = "listed"
"""The key of what another page shows: the games that the record lists, a card that may not be saved yet."""
OLDER: Final = "older"
"""The key of the line that lists more."""
_LONGEST: Final = 60


class SourceKind(enum.StrEnum):
    """What a form is filled in from."""

    BLANK = "blank"
    SCORE = "score"
    GAME = "game"
    GAMES = "games"
    SESSION = "session"
    SESSIONS = "sessions"
    CARD = "card"
    RULES = "rules"
    CLUB = "club"
    TOURNAMENT = "tournament"
    TABLES = "tables"
    SEASON = "season"


OF_LEDGER: Final = frozenset(
    {
        *(SourceKind.GAME, SourceKind.GAMES, SourceKind.SESSION, SourceKind.SESSIONS),
        *(SourceKind.TOURNAMENT, SourceKind.SEASON),
    }
)
"""The kinds that are read from the ledger."""
NAMED: Final = frozenset({SourceKind.SCORE, SourceKind.GAME, SourceKind.GAMES})
"""The kinds with which a name can be put on the form."""


def source_kinds_of(form: Form) -> tuple[SourceKind, ...]:
    """Return the kinds of sources for a form, blank first where it is printed blank.

    >>> from mjcompanion.printing.catalogue import find_form
    >>> [str(source_kind) for source_kind in source_kinds_of(find_form("kemp-chinese"))]
    ['blank', 'score', 'game']
    """
    found = [SourceKind.BLANK] if form.blank else []
    for kind in form.kinds:
        found += [SourceKind.SCORE, SourceKind.GAME] if kind is SourceType.HAND else [SourceKind(kind.value)]
        if kind is SourceType.TOURNAMENT and not form.results:
            found.append(SourceKind.TABLES)
    return tuple(found)


def source_words(source_kind: SourceKind) -> str:
    """Return the words for a kind of source."""
    return {
        SourceKind.BLANK: _("Blank"),
        SourceKind.SCORE: _("The hand on the Score page"),
        SourceKind.GAME: _("A finished game of solitaire"),
        SourceKind.GAMES: _("Finished games of solitaire"),
        SourceKind.SESSION: _("A session"),
        SourceKind.SESSIONS: _("All sessions of a year"),
        SourceKind.CARD: _("A card"),
        SourceKind.RULES: _("A set of rules"),
        SourceKind.CLUB: _("House rules"),
        SourceKind.TOURNAMENT: _("A tournament"),
        SourceKind.TABLES: _("A number of tables"),
        SourceKind.SEASON: _("A season"),
    }[source_kind]


class Item(msgspec.Struct, frozen=True):
    """An item that can be chosen: its key and its words."""

    key: str
    words: str


class Listed(msgspec.Struct, frozen=True):
    """Items that can be chosen, and where the list continues."""

    items: tuple[Item, ...] = ()
    after: Cursor | None = None


# lists, from the ledger; on the ledger's thread


def list_of(source_kind: SourceKind, form: Form) -> Callable[[Ledger, Cursor | None], Listed]:
    """Return a function that lists the items of a kind from the ledger."""
    if source_kind is SourceKind.GAME:
        rules = game_rules(form)
        return lambda ledger, after: _games_listed(ledger, rules, after)
    if source_kind is SourceKind.SESSION:
        return _sessions_listed
    if source_kind is SourceKind.TOURNAMENT:
        return lambda ledger, _unused: Listed(
            tuple(Item(row.uid, tournament_words(row)) for row in ledger.tournaments.all())
        )
    if source_kind is SourceKind.SEASON:
        return lambda ledger, _unused: Listed(tuple(Item(row.uid, season_words(row)) for row in ledger.seasons.all()))
    if source_kind is SourceKind.GAMES:
        return lambda ledger, _unused: Listed(_years(lambda until: _newest_game(ledger, until)))
    return lambda ledger, _unused: Listed(_years(lambda until: _newest_session(ledger, until)))


def game_rules(form: Form) -> str:
    """Return the rules of the games that a form takes, empty for all of them."""
    taken = [rules for rules in GAMES if rules in form.rules]
    return "" if len(taken) == len(GAMES) or not taken else str(taken[0])


def _sessions_listed(ledger: Ledger, after: Cursor | None) -> Listed:
    page = ledger.sessions.page(SessionFilter(), after, AT_ONCE)
    return Listed(tuple(Item(row.uid, session_words(row)) for row in page.rows), page.after)


def session_words(row: SessionRow) -> str:
    """Return a session in a line: the time, its title or the players, the rules."""
    who = row.title or named(row.names)
    parts = (moment(row.started_at), brief(who, _LONGEST), rules_title(row.rules, row.rules_name))
    return " · ".join(parts)


def tournament_words(row: TournamentRow) -> str:
    """Return a tournament in a line: the time and its title."""
    return " · ".join((moment(row.at), brief(row.title, _LONGEST)))


def season_words(row: SeasonRow) -> str:
    """Return a season in a line: its days and its title."""
    return " · ".join((days_words(row.since, row.until), brief(row.title, _LONGEST)))


def _games_listed(ledger: Ledger, rules: str, after: Cursor | None) -> Listed:
    page = ledger.games.page(GameFilter(rules=rules, won=True), after, AT_ONCE)
    return Listed(tuple(Item(row.uid, game_words(row)) for row in page.rows), page.after)


def game_words(row: GameRow) -> str:
    """Return a game in a line: the time, the rules, the final score."""
    game = RULESETS[row.rules].virtual
    title = _(game.name) if game is not None else row.rules
    final = row.final_text if row.factor is not None else number(row.score)
    return " · ".join((moment(row.finished_at), title, final))


def _years(newest: Callable[[str], str]) -> tuple[Item, ...]:
    """Return everything and each year with an entry; `newest` returns the time of the newest entry before a moment."""
    found = []
    until = ""
    while at := newest(until):
        year = int(format_local_day(at)[:4])
        found.append(Item(str(year), str(year)))
        until = last_moment(date(year - 1, 12, 31))
    return (Item(ALL, _("All years")), *found) if found else ()


def _newest_session(ledger: Ledger, until: str) -> str:
    rows = ledger.sessions.page(SessionFilter(until=until), None, 1).rows
    return rows[0].started_at if rows else ""


def _newest_game(ledger: Ledger, until: str) -> str:
    """Return when the newest game or hand by either of Kemp's rules was, before a moment."""
    kinds = [str(rules) for rules in RULESETS.values() if rules.single_player]
    games = [
        row.finished_at for one in kinds for row in ledger.games.page(GameFilter(rules=one, until=until), None, 1).rows
    ]
    hands = [row.at for one in kinds for row in ledger.hands.page(KeptFilter(rules=one, until=until), None, 1).rows]
    return max((*games, *hands), default="")


# lists that need no ledger


def standing_list(source_kind: SourceKind, folders: Folders) -> Listed:
    """Return the items of a kind that isn't read from the ledger.

    Raises:
        OSError: a folder can't be read.

    """
    if source_kind is SourceKind.RULES:
        return Listed(tuple(Item(str(rules), _(rules.short)) for rules in RULESETS.values()))
    if source_kind is SourceKind.CARD:
        cards = CardLibrary(folders.cards_folder).list()
        return Listed(tuple(Item(one.name, brief(one.label, _LONGEST)) for one in cards))
    entries = RulesLibrary(folders.rules_folder).list()
    if source_kind is SourceKind.TABLES:
        played = [Item(str(rules), _(rules.short)) for rules in RULESETS.values() if rules.at_table]
        ours = [Item(one.file_name, one.rules.name) for one in entries if one.rules is not None and one.rules.for_table]
        return Listed((*played, *ours))
    return Listed(tuple(Item(one.file_name, one.rules.name) for one in entries if one.rules is not None))


# the sources themselves


class FormSelection(msgspec.Struct, frozen=True):
    """The source of a form: its kind, the item, and the words that are added."""

    source_kind: SourceKind = SourceKind.BLANK
    item: str = ""
    name: str = ""
    day: str = ""
    remarks: str = ""
    tables: int = 0
    rounds: int = 0
    games: GameFilter | NotebookFilter | None = None
    """The games that the notebook listed, where the item is `LISTED`."""


def read_source(ledger: Ledger, selection: FormSelection, folders: Folders) -> object:
    """Read a source from the ledger, on the ledger's thread."""
    if selection.source_kind is SourceKind.SESSION:
        return session_source(ledger, selection.item)
    if selection.source_kind is SourceKind.TOURNAMENT:
        return ledger.tournaments.contest(selection.item, with_hands=True)
    if selection.source_kind is SourceKind.SEASON:
        return ledger.seasons.standings(selection.item)
    if selection.source_kind is SourceKind.GAME:
        stored = ledger.games.get(selection.item)
        day = selection.day or format_local_day(stored.row.finished_at)
        return hand_of_game(stored.record, Cards(folders), selection.name, day)
    since, until = year_moments("" if selection.item == LISTED else selection.item)
    if selection.source_kind is SourceKind.SESSIONS:
        return sessions_source(ledger, SessionFilter(since=since, until=until))
    virtual: GameFilter | None
    real: KeptFilter | None
    if isinstance(selection.games, NotebookFilter):
        asked = selection.games.each
        virtual, real = asked.get(GAMES_KEPT), asked.get(HANDS)
    else:
        virtual = selection.games or GameFilter(since=since, until=until)
        real = None if selection.games else KeptFilter(since=since, until=until)
    return games_source(ledger, virtual, real, selection.name, selection.remarks)


def standing_source(selection: FormSelection, folders: Folders) -> object:
    """Find a source without the ledger.

    Raises:
        RuleError: it is gone.
        OSError: it can't be read.

    """
    if selection.source_kind is SourceKind.RULES:
        return Ruleset(selection.item)
    if selection.source_kind is SourceKind.TABLES and selection.item in RULESETS:
        return numbered_contest(selection.tables, selection.rounds, Ruleset(selection.item))
    if selection.source_kind is SourceKind.CARD:
        entry = next((one for one in CardLibrary(folders.cards_folder).list() if one.name == selection.item), None)
        if entry is None:
            raise bad_request(_("This card can’t be read any more."))
        if not entry.card.lines and entry.problem is not None:
            raise RuleError([entry.problem])
        return entry.card
    found = RulesLibrary(folders.rules_folder).read(folders.rules_folder / selection.item)
    if found is None or found.rules is None:
        raise bad_request(_("These rules can’t be read any more."))
    if selection.source_kind is SourceKind.TABLES:
        return numbered_contest(selection.tables, selection.rounds, found.rules)
    return found.rules


def form_for(rules: Ruleset) -> str:
    """Return the form on which a hand by these rules is printed.

    >>> form_for(Ruleset("classical")), form_for(Ruleset("kemp-american"))
    ('score-sheet', 'kemp-american')
    """
    return rules.score_card or "score-sheet"

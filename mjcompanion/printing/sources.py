"""What forms are filled in from, made of a session or games of the ledger, a record, a request, or a club's rules.

What the Print page and `mjcompanion form` both need is here; a card is found by `american.shelf.find_card`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from mjcompanion.american.request import Cards, read_score_request
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.values import (
    Contest,
    GameFilter,
    GameRow,
    KeptFilter,
    KeptHand,
    SessionFilter,
    StoredTournament,
    TournamentRow,
)
from mjcompanion.parsing.dates import format_local_day, format_local_time
from mjcompanion.parsing.requests import read_as
from mjcompanion.printing.catalogue import Form, rules_problem
from mjcompanion.printing.values import FinishedGame, GameList, OneHand, SessionsSource
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.scoring.request import ScoreRequest, score_request
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.events import now
from mjcompanion.table.rules import TableRules
from mjcompanion.table.session import SessionSource
from mjcompanion.tournament.tournament import Tournament, drawn

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.solitaire.game import Game
    from mjcompanion.solitaire.record import Played

_MANY: Final = 200
"""So many rows of the ledger are read at a time."""


# --- sessions


def session_source(ledger: Ledger, uid: str) -> SessionSource:
    """A session as forms are filled in from it; times are those of the person's own clock.

    Raises:
        RuleError: there is none with this id.
        Damaged: its events aren't what was written.

    """
    stored = ledger.sessions.get(uid)
    return SessionSource(
        stored.uid, stored.names, stored.events, tuple(format_local_time(event.at) for event in stored.events)
    )


def sessions_source(ledger: Ledger, selection: SessionFilter) -> SessionsSource:
    """All sessions that a filter lets through, oldest first, as they are printed in one document.

    Raises:
        RuleError: there are none.
        Damaged: the events of one aren't what was written.

    """
    rows = list(_all(ledger.sessions.page, selection))
    if not rows:
        raise RuleError([Problem("form-no-sessions")])
    return SessionsSource(
        tuple(session_source(ledger, row.uid) for row in reversed(rows)),
        ledger.statistics.sessions(selection),
        format_local_day(selection.since),
        format_local_day(selection.until),
    )


# --- a tournament


def numbered_contest(tables: int, rounds: int, rules: Ruleset | ClubRules) -> Contest:
    """Return a tournament of players who have only numbers so far, for papers that are printed before a night.

    Raises:
        RuleError: too many tables or rounds, or rules that nobody plays at a table.

    """
    if isinstance(rules, Ruleset):
        if not rules.at_table:
            raise RuleError([Problem("rules-for-one", text=_(rules.short))])
        frozen = TableRules.of(rules)
    else:
        frozen = rules.table_rules()
    players, draw = drawn([str(at + 1) for at in range(4 * tables)], rounds, None)
    at = now()
    tournament = Tournament(uid="", title=_("Club night"), at=at, players=players, rules=frozen, draw=draw)
    names = tuple(number(at + 1) for at in range(len(players)))
    return Contest(StoredTournament(TournamentRow("", at, at), tournament), names, {})


# --- games of solitaire


def games_source(
    ledger: Ledger, virtual: GameFilter | None, real: KeptFilter | None = None, name: str = "", remarks: str = ""
) -> GameList:
    """The games of Kemp's two that the filters let through, in the order in which they were played.

    Virtual ones are finished games, real ones kept hands; without a filter there are none of the kind.

    Raises:
        RuleError: there are none at all.

    """
    found = [
        *(_played(row) for one in _of_kemp(virtual) for row in _all(ledger.games.page, one)),
        *(_laid(ledger, row) for one in _of_kemp(real) for row in _all(ledger.hands.page, one)),
    ]
    if not found:
        raise RuleError([Problem("form-no-games")])
    found.sort(key=itemgetter(0))
    return GameList(tuple(game for _, game in found), name, remarks)


Filter = TypeVar("Filter", GameFilter, KeptFilter)


def _of_kemp(selection: Filter | None) -> list[Filter]:
    """A filter for each of Kemp's two, as far as it lets their games through."""
    if selection is None:
        return []
    kinds = [rules for rules in RULESETS.values() if rules.single_player and selection.rules in ("", rules)]
    return [msgspec.structs.replace(selection, rules=str(rules)) for rules in kinds]


def _all(ask: Callable[..., Any], selection: object) -> Iterator[Any]:
    """All rows that the ledger gives for a filter, page by page."""
    page = ask(selection, limit=_MANY)
    yield from page.rows
    while page.after is not None:
        page = ask(selection, page.after, _MANY)
        yield from page.rows


_Placed = tuple[tuple[str, str], FinishedGame]


def _played(row: GameRow) -> _Placed:
    rules, day = Ruleset(row.rules), format_local_day(row.finished_at)
    game = FinishedGame(rules, day, row.won, row.score, row.factor, row.final, row.assisted)
    return (row.finished_at, row.uid), game


def _laid(ledger: Ledger, row: KeptHand) -> _Placed:
    from mjcompanion.ledger.hand_records import factor_of  # loads SQLAlchemy, as the ledger did

    factor = factor_of(ledger.hands.get(row.uid).record["answer"]) if row.final_cents is not None else None
    final = None if row.final_cents is None else Fraction(row.final_cents, 100)
    game = FinishedGame(Ruleset(row.rules), format_local_day(row.at), row.won, row.score, factor, final, real=True)
    return (row.at, row.uid), game


def game_source(record: object, cards: Cards, name: str = "", day: str = "", remarks: str = "") -> GameList:
    """One finished game, from its record.

    Raises:
        RuleError: the record can't be played, or the game isn't over.

    """
    from mjcompanion.solitaire.record import summary

    told = summary(*replayed(record, cards))
    final = told.final if told.won else None
    one = FinishedGame(told.rules, day, told.won, told.score, told.factor, final, told.is_assisted)
    return GameList((one,), name, remarks)


def replayed(record: object, cards: Cards) -> tuple[Played, Game]:
    """A finished game, played again from its record.

    Raises:
        RuleError: the record can't be played, or the game isn't over.

    """
    from mjcompanion.solitaire.record import check_record  # loads all that plays and scores

    played, end = check_record(record, cards)
    if not end.is_over:
        raise RuleError([Problem("game-not-over")])
    return played, end


# --- a hand


def hand_of_game(record: object, cards: Cards, name: str = "", day: str = "") -> OneHand:
    """The hand with which a game was won, scored as the game scored it.

    Raises:
        RuleError: the record can't be played, or the game wasn't won.

    """
    played, end = replayed(record, cards)
    sheet = end.sheet()
    if sheet is None:
        raise RuleError([Problem("wall-used-up")])
    card = played.setup.card
    return OneHand(sheet, name, day, (cards.find(card)[0].title if card else "") or card)


def hand_of_request(request: Any, form: Form, cards: Cards, name: str = "", day: str = "") -> OneHand:  # noqa: ANN401
    """A hand from a request as `mjcompanion score` takes it, decoded from JSON.

    Raises:
        RuleError: it can't be scored, or the form takes no hand by its rules.

    """
    given = read_as(ScoreRequest, request)
    if given.rules in RULESETS and given.rules not in form.rules:
        raise RuleError([rules_problem(form, Ruleset(given.rules))])
    if not given.with_card:
        return OneHand(score_request(given), name, day)
    from mjcompanion.american.score import score_american

    american = read_score_request(given)
    card, matcher = cards.find(american.card)
    sheet = score_american(american.hand, american.context, matcher)
    return OneHand(sheet, name, day, card.title or american.card)

"""The forms that can be printed: what each is, what it is filled in from, and the door to all of them.

A form's own module, which is called like it, is loaded when it is laid out. What a form is filled in from is one of a
few values: a hand that was scored (a finished game of solitaire is one too), finished games, a session at the table, a
card, rules.
"""

from __future__ import annotations

import enum
from importlib import import_module
from typing import Final

import msgspec

from mjcompanion.american.card import Card
from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.i18n.translation import N_, _, ngettext
from mjcompanion.ledger.values import Contest, SeasonStandings
from mjcompanion.printing.document import Printed
from mjcompanion.printing.page import PrintStyle
from mjcompanion.printing.values import GameList, OneHand, SessionsSource
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.session import SessionSource


class SourceType(enum.StrEnum):
    """What a form can be filled in from."""

    HAND = "hand"
    GAMES = "games"
    SESSION = "session"
    SESSIONS = "sessions"
    CARD = "card"
    RULES = "rules"
    CLUB = "club"
    TOURNAMENT = "tournament"
    SEASON = "season"


WORDS: Final = {
    SourceType.HAND: N_("a hand that was scored"),
    SourceType.GAMES: N_("finished games of solitaire"),
    SourceType.SESSION: N_("a session of the ledger"),
    SourceType.SESSIONS: N_("the sessions of some days"),
    SourceType.CARD: N_("an American card"),
    SourceType.RULES: N_("a set of rules"),
    SourceType.CLUB: N_("a club’s own rules"),
    SourceType.TOURNAMENT: N_("a tournament"),
    SourceType.SEASON: N_("a season"),
}
"""What each is called in a sentence; it is looked up where it is shown."""


class Form(msgspec.Struct, frozen=True):
    """A form: its id, its title, a line about it, and what it is filled in from; both texts are looked up when shown.

    `kinds` are what it takes, none where it is only printed as it is. `blank` says whether it is printed blank,
    `fillable` whether the blank form can have fields to be filled in on a screen. Where it takes hands or games,
    `cards` names the score cards of the rules whose it takes, none for all. A `wide` one is on its side in large
    print. One of a tournament with `results` is printed only after something was played.
    """

    id: str
    title: str
    about: str
    kinds: tuple[SourceType, ...] = ()
    blank: bool = True
    fillable: bool = False
    cards: tuple[str, ...] = ()
    wide: bool = False
    results: bool = False

    @property
    def rules(self) -> tuple[Ruleset, ...]:
        """The rules whose hands or games it takes; none where it takes no such."""
        if not {SourceType.HAND, SourceType.GAMES} & set(self.kinds):
            return ()
        return tuple(rules for rules in RULESETS.values() if not self.cards or rules.score_card in self.cards)


FORMS: Final = (
    Form(
        "kemp-chinese",
        N_("Kemp’s Chinese score card"),
        N_("One hand of Kemp’s Chinese solitaire, line by line, with the adjustment for the tiles left."),
        (SourceType.HAND,),
        fillable=True,
        cards=("kemp-chinese",),
    ),
    Form(
        "kemp-american",
        N_("Kemp’s American score card"),
        N_("A hand of Kemp’s American solitaire, two cards on a page."),
        (SourceType.HAND,),
        fillable=True,
        cards=("kemp-american",),
    ),
    Form(
        "running-card",
        N_("Running score card"),
        N_("Date, score, share of the tiles left and final score of one game of solitaire after the other."),
        (SourceType.GAMES,),
        fillable=True,
        cards=("kemp-chinese", "kemp-american"),
        wide=True,
    ),
    Form(
        "evening",
        N_("The evening"),
        N_("An evening on one page: the standings, and one line per hand with each player’s change and balance."),
        (SourceType.SESSION,),
        fillable=True,
        wide=True,
    ),
    Form(
        "four-players",
        N_("Hand sheet for four"),
        N_("Points, doubles and scores of four players, who pays whom, and the balances."),
        (SourceType.SESSION,),
        fillable=True,
        wide=True,
    ),
    Form(
        "score-sheet",
        N_("Score sheet of a hand"),
        N_("A hand with its tiles, every line of its score with the reason, and the rules used."),
        (SourceType.HAND,),
        blank=False,
    ),
    Form(
        "session",
        N_("Every payment"),
        N_("All hands of a session: who won, payments, balances, chips, corrections, a chart and statistics."),
        (SourceType.SESSION, SourceType.SESSIONS),
        blank=False,
    ),
    Form(
        "sessions",
        N_("Sessions in brief"),
        N_("The sessions of some days: each player’s results under each set of rules, and one line per session."),
        (SourceType.SESSIONS,),
        blank=False,
        wide=True,
    ),
    Form(
        "season",
        N_("League table of a season"),
        N_("A season’s places, sessions, points and averages, and its highest hands, in large print for the wall."),
        (SourceType.SEASON,),
        blank=False,
    ),
    Form(
        "american-card",
        N_("American card"),
        N_("The lines of a card with their values, the suits in three colours that differ in black too."),
        (SourceType.CARD,),
        blank=False,
    ),
    Form(
        "rules-sheet",
        N_("Rule sheet"),
        N_("A set of rules on a page: points, doubles, limit, payment, wall, claims."),
        (SourceType.RULES,),
        blank=False,
    ),
    Form(
        "house-rules",
        N_("House rules"),
        N_("What a club plays differently from the standard rules."),
        (SourceType.CLUB,),
        blank=False,
    ),
    Form(
        "pocket-card",
        N_("Pocket card"),
        N_("Your rules on a sheet that is folded twice: where they differ, points, doubles, limit, payment."),
        (SourceType.RULES, SourceType.CLUB),
        blank=False,
    ),
    Form(
        "referee",
        N_("Referee’s page"),
        N_("Mistakes, claims, the end of the wall and payment on a page, and a list for rulings."),
        (SourceType.RULES, SourceType.CLUB),
        blank=False,
    ),
    Form(
        "doubling-table",
        N_("Doubling table"),
        N_("2 to 60 points with 1 to 6 doubles."),
    ),
    Form(
        "hand-record",
        N_("Hand record"),
        N_("Empty boxes for the tiles of a hand, and what else is needed to score it later; four on a page."),
    ),
    Form(
        "club-night",
        N_("Club night"),
        N_("All papers of a tournament or a night in one document, with the referee’s page and the pocket card."),
        (SourceType.TOURNAMENT,),
        blank=False,
    ),
    Form(
        "seating-plan",
        N_("Seating plan"),
        N_("The tables of each round with the players around them, for the wall."),
        (SourceType.TOURNAMENT,),
        blank=False,
    ),
    Form(
        "tournament-draw",
        N_("Draw of a tournament"),
        N_("Who sits where in each round, and where each player goes from round to round."),
        (SourceType.TOURNAMENT,),
        blank=False,
    ),
    Form(
        "table-cards",
        N_("Table cards"),
        N_("A card for each table of each round, with room for points and signatures."),
        (SourceType.TOURNAMENT,),
        blank=False,
    ),
    Form(
        "round-sheet",
        N_("Round sheet"),
        N_("A sheet for each table of each round: a line per hand, totals, penalties and signatures."),
        (SourceType.TOURNAMENT,),
    ),
    Form(
        "results-board",
        N_("Results board"),
        N_("A line per player and a box for each round, to be filled in by hand."),
        (SourceType.TOURNAMENT,),
        blank=False,
    ),
    Form(
        "tournament-ranking",
        N_("Ranking of a tournament"),
        N_("Places, table points and points after the rounds so far."),
        (SourceType.TOURNAMENT,),
        blank=False,
        results=True,
    ),
    Form(
        "certificates",
        N_("Certificates"),
        N_("A page for each player of a tournament, with the place and the tiles of the highest hand."),
        (SourceType.TOURNAMENT,),
        blank=False,
        results=True,
    ),
    Form(
        "badges",
        N_("Badges"),
        N_("A name badge for each player of a tournament, with the table and the seat of each round."),
        (SourceType.TOURNAMENT,),
        blank=False,
    ),
)
"""Every form, in the order in which they are offered."""

_PLAIN: Final = PrintStyle()
_BY_ID: Final = {form.id: form for form in FORMS}


def find_form(id_: str) -> Form:
    """The form with this id.

    Raises:
        RuleError: there is none; the sentence names those there are.

    >>> find_form("doubling-table").title
    'Doubling table'
    >>> find_form("kemp")
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: There is no form called “kemp”. Choose kemp-chinese, kemp-american, \
running-card, evening, four-players, score-sheet, session, sessions, season, american-card, rules-sheet, house-rules, \
pocket-card, referee, doubling-table, hand-record, club-night, seating-plan, tournament-draw, table-cards, \
round-sheet, results-board, tournament-ranking, certificates or badges.

    """
    form = _BY_ID.get(id_)
    if form is None:
        raise RuleError([Problem("form-unknown", text=id_, why=listed(_BY_ID, "or"))])
    return form


def lay_out(id_: str, source: object, style: PrintStyle) -> Printed:
    """Lay a form out, blank where the source is None.

    Else it is a `OneHand`, `GameList`, `SessionSource`, `SessionsSource`, `Card`, `Ruleset`, `ClubRules`, `Contest` or
    `SeasonStandings`.

    Raises:
        RuleError: there is no such form, or it isn't filled in from that; one sentence says so.

    >>> lay_out("doubling-table", None, PrintStyle()).title
    'Doubling table'
    >>> lay_out("score-sheet", None, PrintStyle())
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: “Score sheet of a hand” isn’t printed blank: it shows a hand that was scored.

    """
    form = find_form(id_)
    problem = why_not(form, source, style)
    if problem is not None:
        raise RuleError([problem])
    module = import_module(f"mjcompanion.printing.forms.{form.id.replace('-', '_')}")
    if form.wide:
        style = style.wide
    printed: Printed = module.lay_out(source, style)
    return msgspec.structs.replace(printed, style=printed.style or style)


def why_not(form: Form, source: object, style: PrintStyle = _PLAIN) -> Problem | None:
    """What keeps a form from being filled in from this (None: printed blank) in this style; None if nothing does.

    >>> why_not(find_form("doubling-table"), None, PrintStyle(fillable=True)).sentence()
    '“Doubling table” has no fields to fill in on a screen.'
    """
    if source is None:
        if not form.blank:
            return Problem("form-not-blank", text=_(form.title), why=_words(form.kinds))
        if style.fillable and not form.fillable:
            return Problem("form-no-fields", text=_(form.title))
        return None
    problem = kind_problem(form, kind_of(source))
    if problem is not None:
        return problem
    if isinstance(source, OneHand) and source.rules not in form.rules:
        return rules_problem(form, source.rules)
    if isinstance(source, GameList):
        strange = next((one.rules for one in source.games if one.rules not in form.rules), None)
        if strange is not None:
            return rules_problem(form, strange, kind=SourceType.GAMES)
    if style.fillable:
        return Problem("form-fields-blank")
    return None


def kind_problem(form: Form, kind: SourceType) -> Problem | None:
    """What is wrong with filling a form in from something of this kind.

    >>> kind_problem(find_form("session"), SourceType.CARD).sentence()
    '“Every payment” shows a session of the ledger or the sessions of some days, not an American card; american-card \
does.'
    """
    if not form.kinds:
        return Problem("form-only-blank", text=_(form.title))
    if kind not in form.kinds:
        why = _("{kinds}, not {kind}").format(kinds=_words(form.kinds), kind=_(WORDS[kind]))
        others = [one.id for one in FORMS if kind in one.kinds]
        if others:
            why = ngettext("{why}; {forms} does", "{why}; {forms} do", len(others)).format(
                why=why, forms=listed(others)
            )
        return Problem("form-kind", text=_(form.title), why=why)
    return None


def rules_problem(form: Form, rules: Ruleset, kind: SourceType = SourceType.HAND) -> Problem:
    """What is wrong with a hand or a game by these rules, which the form doesn't take.

    >>> rules_problem(find_form("kemp-chinese"), Ruleset("traditional")).sentence()
    'The hand is by traditional; “Kemp’s Chinese score card” takes kemp-chinese.'
    """
    code = "form-rules" if kind is SourceType.HAND else "form-game-rules"
    why = _("“{form}” takes {rules}").format(form=_(form.title), rules=listed(form.rules, "or"))
    return Problem(code, text=rules, why=why)


def kind_of(source: object) -> SourceType:
    """What sort of source this is.

    >>> kind_of(Ruleset("simple"))
    <SourceType.RULES: 'rules'>
    """
    for kind, sort in _SORTS.items():
        if isinstance(source, sort):
            return kind
    raise TypeError(f"no form is filled in from {type(source).__name__}")


_SORTS: Final[dict[SourceType, type]] = {
    SourceType.HAND: OneHand,
    SourceType.GAMES: GameList,
    SourceType.SESSION: SessionSource,
    SourceType.SESSIONS: SessionsSource,
    SourceType.CARD: Card,
    SourceType.RULES: Ruleset,
    SourceType.CLUB: ClubRules,
    SourceType.TOURNAMENT: Contest,
    SourceType.SEASON: SeasonStandings,
}


def _words(kinds: tuple[SourceType, ...]) -> str:
    return listed([_(WORDS[kind]) for kind in kinds], "or")

"""The league table of a season on paper: one page for a club, and figures that follow from its sessions."""

import random
from fractions import Fraction

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.values import SeasonStandings
from mjcompanion.printing.catalogue import lay_out
from mjcompanion.printing.document import make
from mjcompanion.printing.page import PrintStyle
from mjcompanion.tournament.season import Season, SeasonSession, season_points, standings
from tests.printing.filled import FOUR, STYLES, flat, season

LEAST = 8
CLUB = tuple(f"P{number:02}" for number in range(24))


def league():
    """A season of 24 players and 48 sessions."""
    rng = random.Random(7)
    made = Season(uid="s", title="Spring league", at="", since="2026-03-01", until="2026-03-31", minimum=LEAST, best=5)
    sessions = [
        SeasonSession(
            str(at),
            f"2026-03-{1 + at % 28:02}",
            "classical",
            "",
            "",
            tuple(rng.sample(CLUB, 4)),
            (9, 3, -4, -8),
        )
        for at in range(48)
    ]
    return sessions, SeasonStandings(made, standings(made, sessions), (), dict(zip(CLUB, CLUB, strict=True)))


@pytest.mark.parametrize("style", STYLES)
def test_a_club_fits_on_one_page_with_its_figures(style):
    sessions, found = league()
    made = make(lay_out("season", found, style), style)
    assert (made.pages, made.missing) == (1, ())
    text = flat(made)
    points = {
        name: sorted((4, 2, 1, 0)[one.players.index(name)] for one in sessions if name in one.players) for name in CLUB
    }
    totals = {name: sum(each[-5:]) for name, each in points.items()}
    ranked = [totals[name] for name, each in points.items() if len(each) >= LEAST]
    places = {name: 1 + sum(other > total for other in ranked) for name, total in totals.items()}
    assert 0 < len(ranked) < len(CLUB)
    for name, each in points.items():
        counted = min(len(each), 5)
        average = season_points("table-points", Fraction(totals[name], counted))
        place = places[name] if len(each) >= LEAST else ""
        assert f"{place} {name} {len(each)} {counted} {totals[name]} {average} {each[-1]}".strip() in text


def test_net_points_have_a_table_for_each_set_of_rules():
    text = flat(make(lay_out("season", season(FOUR, "net"), PrintStyle()), PrintStyle()))
    assert all(name in text for name in ("Classical", "American, yearly card"))


def test_nothing_is_printed_before_a_session_is_over():
    empty = SeasonStandings(league()[1].season, (), (), {})
    with pytest.raises(RuleError) as refused:
        lay_out("season", empty, PrintStyle())
    assert refused.value.problems[0].code == "season-empty"

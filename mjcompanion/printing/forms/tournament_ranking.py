"""The ranking of a tournament after the rounds that were begun: places, table points and points, round by round."""

from __future__ import annotations

from reportlab.platypus import Spacer  # type: ignore[import-untyped]

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.forms.club_parts import ContestForm
from mjcompanion.printing.forms.contest_parts import about, title_of
from mjcompanion.printing.layout import TITLE, FigureColumn, figure_tables
from mjcompanion.printing.page import QUIET, PrintStyle
from mjcompanion.table.words import brief, signed
from mjcompanion.tournament.ranking import Score, finished, playing_words, points_text, ranking, taken_words


def lay_out(contest: Contest, style: PrintStyle) -> Printed:
    """The ranking, what isn't over yet, and the penalties that count in it.

    Raises:
        RuleError: no table is over.

    """
    if not any(one.over for one in contest.results.values()):
        raise RuleError([Problem("form-no-table", text=title_of(contest))])
    tournament, found = contest.tournament, ranking(contest.tournament, contest.results)
    by_places = tournament.system != "points"

    def cell(score: Score | None) -> str:
        if score is None:
            return "…"
        if score.table is None:
            return _("out")
        return points_text(score.table_points) if by_places else signed(score.points)

    names = [f"{number(one.place)}.  {brief(contest.names[one.player], 60)}" for one in found.ranks]
    columns = [
        FigureColumn(number(at + 1), [cell(one.scores[at]) for one in found.ranks]) for at in range(found.rounds)
    ]
    if by_places:
        columns.append(FigureColumn(_("Table points"), [points_text(one.table_points) for one in found.ranks]))
    columns.append(FigureColumn(_("Points"), [signed(one.points) for one in found.ranks]))
    notes = playing_words(found)
    for penalty in (one for one in tournament.penalties if one.round < found.rounds):
        text = _("Penalty of {name} in round {round}: {points}.")
        name, round_ = brief(contest.names[penalty.player], 60), number(penalty.round + 1)
        sentence = text.format(name=name, round=round_, points=taken_words(penalty))
        notes.append(f"{sentence} {brief(penalty.why, 200)}".rstrip())
    rounds = len(tournament.draw)
    what = _("ranking after round {n} of {rounds}").format(n=number(found.rounds), rounds=number(rounds))
    if finished(tournament, contest.results) == rounds:
        what = _("final ranking")
    form = ContestForm(contest, f"{{title}}: {what}", style)
    story = [*form.heading(form.foot, about(contest), TITLE)]
    for table in figure_tables(form, FigureColumn(_("Player"), names), columns):
        story += [table, Spacer(0, form.text)]
    story += [form.words(note, grey=QUIET) for note in notes]
    return Printed(form.foot, form.pages([story]), what)

"""What the coach's drawer shows of an advice: a headline, the move and its reason, and sections of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from mjcompanion.american.line import Line, shown
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, capital, join_sentences, ngettext, number, sentences
from mjcompanion.solitaire.advice import Advice, Improvement, MoveAdvice, Target, points_words
from mjcompanion.solitaire.american import Stage
from mjcompanion.solitaire.game import Phase, PlayerView
from mjcompanion.solitaire.moves import CLAIMS, Do, Move

from ..words import claim_words, percent, tiles_of
from .rows import AdviceEntry, SmallTile
from .words import away_words, counted_tiles, do_words, named

FIRST_DISCARDS: Final = 5
FIRST_LINES: Final = 3
FIRST_OTHERS: Final = 8


class AdviceSection(msgspec.Struct, frozen=True):
    """Rows under a heading; `note` says how to read them, `first` how many are shown at first."""

    heading: str
    entries: tuple[AdviceEntry, ...]
    note: str = ""
    first: int = FIRST_OTHERS


class AdviceContent(msgspec.Struct, frozen=True):
    """All that the drawer shows: how far the hand is, the hand to go for, what to do and why, and the sections.

    Kemp's question is shown between `moves`, the sections of claims and passes, and the `others`.
    """

    headline: str
    goal: str = ""
    move: Move | None = None
    advice: str = ""
    why: str = ""
    moves: tuple[AdviceSection, ...] = ()
    others: tuple[AdviceSection, ...] = ()

    def in_full(self, terms: Terms) -> str:
        """Return the advice for those who don't see the tiles next to it."""
        spelt = self.move is not None and self.move.do in CLAIMS | {Do.PASS}
        return _in_full(self.move, terms) if spelt and self.move is not None else self.advice


def content_of(view: PlayerView, advice: Advice, terms: Terms) -> AdviceContent:
    """Return the content of the drawer for this advice."""
    move, is_american = advice.move, view.rules.with_card
    worth = "" if advice.worth is None else _("On the right: the expected final score.")
    if worth and not is_american:
        worth = _("On the right: the expected final score, an average over many other deals.")
    moves = []
    if advice.others:
        moves.append(
            AdviceSection(_options_heading(view), tuple([_move(one, move, terms) for one in advice.others]), worth)
        )
    if advice.passes:
        passes = tuple([_pass(one, terms, best=one.move == move) for one in advice.passes])
        moves.append(AdviceSection(_("What to pass"), passes))
    others = [*_waiting(advice, terms)]
    if advice.targets and is_american:
        note = _(
            "The tiles shown are the ones each line needs, with how many are unseen. Point at a line to "
            "highlight the tiles to keep."
        )
        lines = tuple([_target(one, terms) for one in advice.targets])
        others.append(AdviceSection(_("The nearest lines"), lines, join_sentences((note, worth)), FIRST_LINES))
    if advice.discards:
        note = worth if is_american else join_sentences((_("Below each tile: how many are unseen."), worth))
        count = len(advice.targets)
        entries = tuple([_discard(one, count, terms, best=one.move == move) for one in advice.discards])
        others.append(AdviceSection(_("What each discard keeps open"), entries, note, FIRST_DISCARDS))
    if advice.targets and not is_american:
        hands = tuple([_target(one, terms) for one in advice.targets])
        others.append(AdviceSection(_("Hands to go for"), hands, worth))
    return AdviceContent(
        _headline(view, advice),
        _goal(view, advice, terms),
        move,
        _what_to_do(view, move, terms),
        advice.why,
        tuple(moves),
        tuple(others),
    )


def _headline(view: PlayerView, advice: Advice) -> str:
    away = advice.away
    if view.rules.with_card and not advice.targets:
        return _("No line of the card can be made any more")
    if away <= 0:
        return _("Your hand is complete")
    if view.rules.with_card:
        far = ngettext("{count} tile from the nearest line", "{count} tiles from the nearest line", away)
    elif away == 1 and view.phase is not Phase.TURN:
        return _("Waiting for one tile")
    else:
        far = ngettext("{count} tile from Mah Jongg", "{count} tiles from Mah Jongg", away)
    return far.format(count=number(away))


def _goal(view: PlayerView, advice: Advice, terms: Terms) -> str:
    if not view.rules.single_player:
        return _("The coach plays for a score: no Mah Jongg for 0 while tiles are left.")
    if advice.targets and not view.rules.with_card:
        return _("Go for {hand}.").format(hand=advice.targets[0].describe(terms))
    return ""


def _what_to_do(view: PlayerView, move: Move | None, terms: Terms) -> str:
    if move is None:
        return ""
    if move.do is Do.CHARLESTON and view.round_of_charleston == Stage.COURTESY:
        return _("Make the courtesy pass")
    if move.do is Do.PASS and move.tiles:
        return _("Pass these")
    return do_words(move, terms)


def _options_heading(view: PlayerView) -> str:
    if view.phase is Phase.OPTION:
        return _("Continue passing?")
    return _("Claim it?") if view.phase is Phase.CLAIM else _("What else you can do")


# --- rows


def _waiting(advice: Advice, terms: Terms) -> tuple[AdviceSection, ...]:
    """Return the tiles that would help a waiting hand."""
    improves = advice.improves
    if not improves:
        return ()
    total = sum(one.unseen for one in improves)
    title = _("{tiles} unseen").format(tiles=counted_tiles(total))
    heading = _("Completes the hand") if advice.away <= 1 else _("Tiles that help")
    name = _("{heading}: {count}: {tiles}").format(heading=heading, count=title, tiles=_listed(improves, terms))
    return (AdviceSection(heading, (AdviceEntry(title, name, smalls=_smalls(improves)),)),)


def _smalls(improves: Iterable[Improvement]) -> tuple[SmallTile, ...]:
    return tuple([SmallTile(one.tile, one.unseen) for one in improves])


def _listed(improves: Iterable[Improvement], terms: Terms) -> str:
    """Return what improves, for those who don't see the tiles."""
    words = [_("{tile}, {count}").format(tile=one.tile.name(terms), count=number(one.unseen)) for one in improves]
    return _("; ").join(words) or _("no tile")


def _figure(worth: float | None) -> str:
    return "" if worth is None else points_words(worth)


def _expected(figure: str) -> str:
    """Return the figure on the right for those who don't see it."""
    return _("{points} points expected").format(points=figure) if figure else ""


def _move(one: MoveAdvice, chosen: Move | None, terms: Terms) -> AdviceEntry:
    """Return the row of a move that is neither a discard nor a pass; `chosen` is the one that is advised."""
    move, best, figure = one.move, one.move == chosen, _figure(one.worth)
    why = join_sentences((*[reason.sentence() for reason in one.reasons], _lost_words(one.lost)))
    verdict = _("helps") if one.helps else _("doesn’t help")
    tiles = tiles_of(move)
    name = sentences(_in_full(move, terms), verdict, away_words(one.away), why, _expected(figure))
    title = _("Exchange for the joker") if move.do is Do.JOKER else _short(move, terms)
    mark = "good" if one.helps else "not"
    note = "" if best else why  # the reasons are above
    return AdviceEntry(title, name, tiles, figure, note, mark=mark, best=best, lights=tiles)


def _lost_words(lines: Sequence[Line]) -> str:
    if not lines:
        return ""
    words = ngettext(
        "{count} line can’t be made any more then.", "{count} lines can’t be made any more then.", len(lines)
    )
    return words.format(count=number(len(lines)))


def _in_full(move: Move, terms: Terms) -> str:
    """Return a move in words that need no picture: with all tiles of a set that is claimed."""
    words, tiles = do_words(move, terms), tiles_of(move)
    if move.do not in CLAIMS or len(tiles) < 2:
        return words
    return _("{move}: {tiles}").format(move=words, tiles=named(tiles, terms))


def _short(move: Move, terms: Terms) -> str:
    """Return a move in few words, for the tiles are shown next to it."""
    if move.do in CLAIMS or move.do in (Do.CONCEALED_KONG, Do.ADDED_KONG, Do.LAY, Do.MAH_JONGG):
        return claim_words()[move.do]
    return do_words(move, terms)


def _pass(one: MoveAdvice, terms: Terms, *, best: bool) -> AdviceEntry:
    tiles = one.move.tiles
    title = counted_tiles(len(tiles)) if tiles else _("None")
    return AdviceEntry(title, do_words(one.move, terms), tiles, best=best, lights=tiles)


def _discard(one: MoveAdvice, targets: int, terms: Terms, *, best: bool) -> AdviceEntry:
    """Return the row of a discard; `targets` is how many lines of the card are shown."""
    figure, tile = _figure(one.worth), one.tile.name(terms)
    if one.chance is not None:
        away = away_words(one.away, waiting=False)
        title = _("{away} · chance {chance}").format(away=away, chance=percent(one.chance))
        note = _use_words(len(one.unaffected), targets)
        name = _("Discard the {tile}: {title}. {note} {points} points expected")
        name = name.format(tile=tile, title=title, note=note, points=figure)
    else:
        count = counted_tiles(one.unseen)
        title = _("{away} · {tiles}").format(away=away_words(one.away), tiles=count)
        note = _score_words(one)
        name = _("Discard the {tile}: {away}, {tiles} improve it: {listed}")
        name = name.format(tile=tile, away=away_words(one.away), tiles=count, listed=_listed(one.improves, terms))
        name = sentences(name, note, _expected(figure))
    return AdviceEntry(title, name, (one.tile,), figure, note, _smalls(one.improves), best=best, lights=(one.tile,))


def _use_words(unaffected: int, targets: int) -> str:
    """Return how many of the nearest lines have a use for the tile."""
    if unaffected == targets and targets:
        return _("None of the nearest lines has a use for it.")
    if not unaffected:
        return _("Each of the nearest lines has a use for it.")
    return ngettext(
        "{free} of the {known} nearest lines has no use for it.",
        "{free} of the {known} nearest lines have no use for it.",
        unaffected,
    ).format(free=number(unaffected), known=number(targets))


def _score_words(one: MoveAdvice) -> str:
    """Return what a hand that waits would score, and whether its tiles can be claimed."""
    scores = sorted({improvement.score for improvement in one.improves if improvement.score is not None})
    if not scores:
        return ""
    score = number(scores[0])
    if len(scores) > 1:
        score = _("{low} to {high}").format(low=score, high=number(scores[-1]))
    return _("It would score {score}. {count} could come from anybody.").format(
        score=score, count=counted_tiles(one.claimable) if one.claimable else _("none")
    )


def _target(target: Target, terms: Terms) -> AdviceEntry:
    """Return the row of a hand to go for; `figure` and chance are empty where the coach gives none."""
    figure, keep = _figure(target.worth), tuple(dict.fromkeys(target.keep))
    pattern, note = "", ""
    if target.line is not None:
        pattern = target.line.pattern
        title = away_words(target.away, waiting=False)
        if target.chance is not None:
            title = _("{away} · chance {chance}").format(away=title, chance=percent(target.chance))
        if section := shown(target.line.section):
            title = _("{section} · {away}").format(section=section, away=title)
        note = _("Without jokers it pays four times as much.") if target.jokerless else ""
        name = _("{line}: {chance}").format(line=pattern, chance=title)
    else:
        title = name = capital(target.describe(terms))
        note = _("It would score {score}.").format(score=number(target.score or 0))
    name = sentences(name, _lacks_words(target, terms), _keep_words(target, terms), note, _expected(figure))
    smalls = tuple([SmallTile(one.tile, one.unseen, one.count) for one in target.missing])
    return AdviceEntry(title, name, (), figure, note, smalls, pattern, lights=keep)


def _lacks_words(target: Target, terms: Terms) -> str:
    lacks = _("; ").join(
        _("{wanted} × {tile}, {left} unseen").format(
            wanted=number(one.count), tile=one.tile.name(terms), left=number(one.unseen)
        )
        for one in target.missing
    )
    return _("It lacks {tiles}").format(tiles=lacks) if lacks else ""


def _keep_words(target: Target, terms: Terms) -> str:
    return _("Keep {tiles}").format(tiles=named(target.keep, terms)) if target.line is not None and target.keep else ""

"""What the coaches of the three games say, brought into one form that the drawer shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from mjcompanion.american.line import Line
from mjcompanion.american.line import shown as shown_section
from mjcompanion.american.match import Matcher
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import _, beside, capital, ngettext, number, sentences
from mjcompanion.solitaire.advice import Improving
from mjcompanion.solitaire.american import Stage
from mjcompanion.solitaire.game import Phase, View
from mjcompanion.solitaire.moves import CLAIMS, Do, Move

from ..words import claim_words, tiles_of
from .rows import Entry, Small
from .words import away_words, counted_tiles, do_words, named, percent, points_words

if TYPE_CHECKING:
    from mjcompanion.solitaire import advice as coaching
    from mjcompanion.solitaire import coach_american, coach_simple
    from mjcompanion.solitaire import coach_chinese as coach

    Coaching = coach.Coaching | coach_american.Coaching | coach_simple.Coaching
    Option = coach.Option | coach_american.Option | coach_simple.Option
FIRST_DISCARDS: Final = 5
FIRST_OTHERS: Final = 8
_SUIT_TILES: Final = 9


class Part(msgspec.Struct, frozen=True):
    """Rows under a heading; `note` says how to read them, `first` how many are shown at first."""

    heading: str
    entries: tuple[Entry, ...]
    note: str = ""
    first: int = FIRST_OTHERS


class Said(msgspec.Struct, frozen=True):
    """All that the drawer shows: how far, what for, the advice and why, and parts with rows, claims first.

    `others` are the parts that stand below Kemp's question.
    """

    headline: str
    goal: str = ""
    move: Move | None = None
    advice: str = ""
    why: str = ""
    parts: tuple[Part, ...] = ()
    others: tuple[Part, ...] = ()

    def in_full(self, terms: Terms) -> str:
        """The advice for those who don't see the tiles beside it."""
        spelt = self.move is not None and self.move.do in CLAIMS | {Do.PASS}
        return _in_full(self.move, terms) if spelt and self.move is not None else self.advice


def is_deciding(view: View) -> bool:
    """Whether the player of this view has something to decide now.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> game = begin(Deal.of("simple", 7))
    >>> is_deciding(game.view(game.person))
    False
    """
    passing = view.phase is Phase.CHARLESTON and view.turn is view.seat
    return passing or bool(view.choices)


def advise(view: View, matcher: Matcher | None = None) -> Coaching:
    """What the coach of this game says; an American game is held against the lines of its card.

    Raises:
        RuleError: nothing can be said to this view.

    """
    if view.rules.with_card and matcher is not None:
        from mjcompanion.solitaire import coach_american

        return coach_american.advise(view, matcher)
    if not view.rules.alone:
        from mjcompanion.solitaire import coach_simple

        return coach_simple.advise(view)
    from mjcompanion.solitaire import coach_chinese as coach

    return coach.advise(view)


def said(view: View, coaching: Coaching, terms: Terms) -> Said:
    """What a coach says, for the drawer."""
    if view.rules.with_card:
        return _american(view, coaching, terms)  # type: ignore[arg-type]  # this game's coach said it
    if not view.rules.alone:
        return _simple(view, coaching, terms)  # type: ignore[arg-type]
    return _chinese(view, coaching, terms)  # type: ignore[arg-type]


# --- what the games share


def _headline(view: View, coaching: Coaching) -> str:
    """How far it is, in words; a hand that waits for its next tile and needs one is waiting for it."""
    away = coaching.away
    if away <= 0:
        return _("Your hand is complete")
    if away == 1 and view.phase is not Phase.TURN:
        return _("Waiting for one tile")
    return ngettext("{count} tile from Mah Jongg", "{count} tiles from Mah Jongg", away).format(count=number(away))


def _smalls(improves: Sequence[Improving]) -> tuple[Small, ...]:
    return tuple([Small(one.tile, one.unseen) for one in improves])


def _listed(improves: Sequence[Improving], terms: Terms) -> str:
    """What improves, for those who don't see the tiles."""
    words = [_("{tile}, {count}").format(tile=one.tile.name(terms), count=number(one.unseen)) for one in improves]
    return _("; ").join(words) or _("no tile")


def _waiting(improves: Sequence[Improving], away: int, terms: Terms) -> tuple[Part, ...]:
    """What a hand that waits for its next tile hopes for."""
    if not improves:
        return ()
    total = sum(one.unseen for one in improves)
    title = _("{tiles} unseen").format(tiles=counted_tiles(total))
    heading = _("Completes the hand") if away <= 1 else _("Tiles that help")
    name = _("{heading}: {count}: {tiles}").format(heading=heading, count=title, tiles=_listed(improves, terms))
    entry = Entry(title, name, smalls=_smalls(improves))
    return (Part(heading, (entry,)),)


def _option(one: Option, chosen: Move | None, terms: Terms, why: str, figure: str = "") -> Entry:
    """A row about something else than a discard; `chosen` is the move that is advised."""
    move, best = one.move, one.move == chosen
    verdict = _("helps") if one.helps else _("doesn't help")
    shown = tiles_of(move)
    name = sentences(_in_full(move, terms), verdict, away_words(one.away), why, _expected(figure))
    title = _("Exchange for the joker") if move.do is Do.JOKER else _short(move, terms)
    mark = "good" if one.helps else "not"
    note = "" if best else why  # the advice has said it
    return Entry(title, name, shown, figure, note, mark=mark, best=best, lights=shown)


def _in_full(move: Move, terms: Terms) -> str:
    """A move in words that need no picture: with all tiles of a set that is claimed."""
    words, tiles = do_words(move, terms), tiles_of(move)
    if move.do not in CLAIMS or len(tiles) < 2:
        return words
    return _("{move}: {tiles}").format(move=words, tiles=named(tiles, terms))


def _expected(figure: str) -> str:
    """The figure at the right for those who don't see it."""
    return _("{points} points expected").format(points=figure) if figure else ""


def _short(move: Move, terms: Terms) -> str:
    """The same in fewer words, for the tiles stand beside it."""
    if move.do in CLAIMS or move.do in (Do.CONCEALED_KONG, Do.ADDED_KONG, Do.LAY, Do.MAH_JONGG):
        return claim_words()[move.do]
    return do_words(move, terms)


def _advice(view: View, move: Move | None, terms: Terms) -> str:
    """What to do, in a line."""
    if move is None:
        return ""
    if move.do is Do.CHARLESTON and view.round_of_charleston == Stage.COURTESY:
        return _("Make the courtesy pass")
    if move.do is Do.PASS and move.tiles:
        return _("Pass these")
    return do_words(move, terms)


def _options(view: View, options: Sequence[Entry], note: str = "") -> list[Part]:
    """What can be done besides discarding."""
    heading = _("Go on passing?") if view.phase is Phase.OPTION else _("What else you can do")
    heading = _("Claim it?") if view.phase is Phase.ASKED else heading
    return [Part(heading, tuple(options), note)] if options else []


def _discards(entries: Sequence[Entry], note: str) -> list[Part]:
    return [Part(_("What each discard keeps open"), tuple(entries), note, FIRST_DISCARDS)] if entries else []


def _discard(one: coaching.Discard, *, best: bool, name: str, figure: str = "", note: str = "") -> Entry:
    """A row about a discard and what improves the hand then; `name` says so in words, and what else there is to say."""
    title = _("{away} · {tiles}").format(away=away_words(one.away), tiles=counted_tiles(one.tiles))
    smalls = _smalls(one.improves)
    return Entry(title, name, (one.tile,), figure, note, smalls, best=best, lights=(one.tile,))


# --- Kemp's Chinese game


def _chinese(view: View, coaching: coach.Coaching, terms: Terms) -> Said:
    move = coaching.move
    options = [
        _option(one, move, terms, beside(reason.why for reason in one.reasons), points_words(one.worth))
        for one in coaching.options
    ]
    discards = [_chinese_discard(one, terms, best=_is(move, one.tile)) for one in coaching.discards]
    hopes = [_hope(view, one, terms) for one in coaching.hopes]
    worth = _("On the right: the expected final score, an average over many other deals.")
    others = [*_waiting(coaching.improves, coaching.away, terms)]
    others += _discards(discards, beside((_("Below each tile: how many are unseen."), worth)))
    if hopes:
        others.append(Part(_("Hands to go for"), tuple(hopes), worth))
    goal = _("Go for {hand}.").format(hand=coaching.hopes[0].words(terms)) if coaching.hopes else ""
    parts = tuple(_options(view, options, worth))
    return Said(_headline(view, coaching), goal, move, _advice(view, move, terms), coaching.why, parts, tuple(others))


def _is(move: Move | None, tile: Tile) -> bool:
    return move is not None and move.do is Do.DISCARD and move.tile is tile


def _discard_name(one: coaching.Discard, terms: Terms) -> str:
    name = _("Discard the {tile}: {away}, {tiles} improve it: {listed}")
    tile, listed = one.tile.name(terms), _listed(one.improves, terms)
    return name.format(tile=tile, away=away_words(one.away), tiles=counted_tiles(one.tiles), listed=listed)


def _chinese_discard(one: coach.Discard, terms: Terms, *, best: bool) -> Entry:
    figure = points_words(one.worth)
    name = _("{name}. {points} points expected").format(name=_discard_name(one, terms), points=figure)
    return _discard(one, best=best, name=name, figure=figure)


def _hope(view: View, hope: coach.Hope, terms: Terms) -> Entry:
    words = hope.words(terms)
    title = capital(words)
    note = _("It would score {score}.").format(score=number(hope.score))
    figure = points_words(hope.worth)
    wanted = {*hope.pungs, *([hope.pair] if hope.pair is not None else [])}
    lights = [
        tile
        for tile in dict.fromkeys(view.holding.hand)
        if tile in wanted or (tile.is_suited and not hope.only_honours and hope.suit in (None, tile // _SUIT_TILES))
    ]
    name = _("{title}. {note} {points} points expected").format(title=title, note=note, points=figure)
    return Entry(title, name, figure=figure, note=note, lights=tuple(lights))


# --- the simple game


def _simple(view: View, coaching: coach_simple.Coaching, terms: Terms) -> Said:
    move = coaching.move
    options = [_option(one, move, terms, one.why) for one in coaching.options]
    discards = [_simple_discard(one, terms, best=_is(move, one.tile)) for one in coaching.discards]
    parts = [*_options(view, options), *_waiting(coaching.improves, coaching.away, terms)]
    parts += _discards(discards, _("Below each tile: how many are unseen."))
    goal = _("The coach plays for a score: no Mah Jongg for 0 while tiles are left.")
    return Said(_headline(view, coaching), goal, move, _advice(view, move, terms), coaching.why, tuple(parts))


def _simple_discard(one: coach_simple.Discard, terms: Terms, *, best: bool) -> Entry:
    name, note = _discard_name(one, terms), ""
    scores = sorted({improving.score for improving in one.improves if improving.score is not None})
    if scores:
        few = number(scores[0])
        if len(scores) > 1:
            few = _("{low} to {high}").format(low=few, high=number(scores[-1]))
        note = _("It would score {score}; {count} could come from anybody.").format(
            score=few, count=counted_tiles(one.claimable) if one.claimable else _("none")
        )
        name = sentences(name, note)
    return _discard(one, best=best, name=name, note=note)


# --- Kemp's American game


def _american(view: View, coaching: coach_american.Coaching, terms: Terms) -> Said:
    move = coaching.move
    passing = bool(view.round_of_charleston)  # what the coach foretells then is far too low to be shown
    worth = "" if passing else _("On the right: the expected final score.")
    options = [
        _option(one, move, terms, _with_kills(one.why, one.kills), "" if passing else points_words(one.expected))
        for one in coaching.options
    ]
    parts = _options(view, options, worth)
    if coaching.passes:
        passes = [_passing(one, terms, best=one.move == move) for one in coaching.passes]
        parts.append(Part(_("What to pass"), tuple(passes)))
    hopes = [_line(one, terms, figure="" if passing else points_words(one.expected)) for one in coaching.hopes]
    if hopes:
        note = _(
            "The tiles shown are the ones each line needs, with how many are unseen. Point at a line to "
            "highlight the tiles to keep."
        )
        parts.append(Part(_("The nearest lines"), tuple(hopes), beside((note, worth)), 3))
    known = len(coaching.hopes)
    discards = [_american_discard(one, known, terms, best=_is(move, one.tile)) for one in coaching.discards]
    parts += _discards(discards, worth)
    far = _american_far(coaching.away, any_line=bool(hopes))
    return Said(far, "", move, _advice(view, move, terms), coaching.why, tuple(parts))


def _american_far(away: int, *, any_line: bool) -> str:
    if not any_line:
        return _("No line of the card can be made any more")
    far = ngettext("{count} tile from the nearest line", "{count} tiles from the nearest line", away)
    return far.format(count=number(away)) if away > 0 else _("Your hand is complete")


def _with_kills(why: str, kills: Sequence[Line]) -> str:
    if not kills:
        return why
    lost = ngettext(
        "{count} line can't be made any more then.", "{count} lines can't be made any more then.", len(kills)
    )
    return beside((why, lost.format(count=number(len(kills)))))


def _passing(one: coach_american.Passing, terms: Terms, *, best: bool) -> Entry:
    count = len(one.tiles)
    title = counted_tiles(count) if count else _("None")
    return Entry(title, do_words(one.move, terms), one.tiles, best=best, lights=one.tiles)


def _line(hope: coach_american.Hope, terms: Terms, *, figure: str) -> Entry:
    """A line worth going for; where no figure is told, neither is the chance."""
    missing = hope.missing
    title = _lacking(hope.away)
    if figure:
        title = _("{away} · chance {chance}").format(away=title, chance=percent(hope.chance))
    if section := shown_section(hope.line.section):
        title = _("{section} · {away}").format(section=section, away=title)
    note = _("Without jokers it pays four times as much.") if hope.jokerless else ""
    lacks = _("; ").join(
        _("{wanted} × {tile}, {left} unseen").format(wanted=number(wanted), tile=tile.name(terms), left=number(left))
        for tile, wanted, left in missing
    )
    keep = tuple(dict.fromkeys(hope.keep))
    name = sentences(
        _("{line}: {chance}").format(line=hope.line.pattern, chance=title),
        _("It lacks {tiles}").format(tiles=lacks) if lacks else "",
        _("Keep {tiles}").format(tiles=named(hope.keep, terms)) if keep else "",
        note,
        _expected(figure),
    )
    smalls = tuple([Small(tile, left, wanted) for tile, wanted, left in missing])
    return Entry(title, name, (), figure, note, smalls, hope.line.pattern, lights=keep)


def _lacking(away: int) -> str:
    return _("{count} away").format(count=number(away)) if away else _("complete")


def _american_discard(one: coach_american.Discard, known: int, terms: Terms, *, best: bool) -> Entry:
    free = len(one.lines)
    if free == known and known:
        note = _("None of the nearest lines has a use for it.")
    elif not free:
        note = _("Each of the nearest lines has a use for it.")
    else:
        note = ngettext(
            "{free} of the {known} nearest lines has no use for it.",
            "{free} of the {known} nearest lines have no use for it.",
            free,
        ).format(free=number(free), known=number(known))
    title = _("{away} · chance {chance}").format(away=_lacking(one.away), chance=percent(one.chance))
    figure = points_words(one.expected)
    name = _("Discard the {tile}: {title}. {note} {points} points expected").format(
        tile=one.tile.name(terms), title=title, note=note, points=figure
    )
    return Entry(title, name, (one.tile,), figure, note, best=best, lights=(one.tile,))

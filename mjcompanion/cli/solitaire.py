"""`mjcompanion solitaire`: virtual games without a window, their records, and the distribution of many results."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, nullcontext
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
import msgspec

from mjcompanion import Deal, Problem, RuleError, Ruleset, ScoreSheet, begin, play_out
from mjcompanion.cli import Where
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.lines import chosen_rules, content_of, json_option, refuse, shared_out, write_out
from mjcompanion.cli.localized_click import LocalizedCommand, option
from mjcompanion.i18n.translation import N_, _, ngettext, number, pad_cell, pgettext
from mjcompanion.parsing.requests import read_wind
from mjcompanion.rulesets import changed_options, find_ruleset
from mjcompanion.scoring.context import hundredths
from mjcompanion.solitaire.deal import GAMES, HIGHEST_NUMBER, fresh_number
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.players import PLAYERS, seated
from mjcompanion.solitaire.record import (
    LARGEST_RECORD,
    GameSetup,
    GameSummary,
    Played,
    check_record,
    decode_record,
    house_of,
    record_bytes,
    replay,
    summary,
    with_digest,
    write_record,
)
from mjcompanion.solitaire.transcript import course

if TYPE_CHECKING:
    from mjcompanion.american.request import Cards

_TOGETHER: Final = 10
"""The games that one process plays at a time."""
_MOST_GAMES: Final = 1_000_000
_MOST_JOBS: Final = 64
_SHARES: Final = {
    "lowest": (N_("lowest"), 0),
    "p10": ("10 %", 10),
    "p25": ("25 %", 25),
    "median": (N_("median"), 50),
    "p75": ("75 %", 75),
    "p90": ("90 %", 90),
    "highest": (N_("highest"), 100),
}
_BAR: Final = 40
_FIRST_BIN: Final = 10


class Outcome(NamedTuple):
    """The result of one of many games, and the number of its moves."""

    seed: int
    figures: GameSummary
    moves: int


@click.command(
    "solitaire", cls=LocalizedCommand, epilog="mjcompanion solitaire --rules kemp-chinese --seed 7 --record game.json"
)
@option(
    "--rules", default="kemp-chinese", show_default=True, fields={"rules": ", ".join(GAMES)}, help="One of {rules}."
)
@option("--seed", type=int, help="The deal number. By default a random one.")
@option("--play", type=click.Choice(PLAYERS), default="coach", show_default=True, help="Who plays.")
@option("--games", type=click.IntRange(1, _MOST_GAMES), help="Play so many deals, and show the distribution.")
@option("--jobs", type=click.IntRange(1, _MOST_JOBS), default=1, show_default=True, help="Processes for --games.")
@option(
    "--results",
    metavar="FILE",
    help="With --games: write each result as it comes, a line of JSON (- is standard output).",
)
@option(
    "--record",
    metavar="FILE",
    help="Write the record of the game to this file (- is standard output). With --games: a folder.",
)
@option("--replay", metavar="FILE", help="Play this record again and check it (- reads standard input).")
@option(
    "--card", fields={"name": "companion"}, help="The card for kemp-american: its name, or its file.  [default: {name}]"
)
@option("--round", "round_", default="E", show_default=True, help="The game wind of simple: E, S, W or N.")
@option("--seat", default="E", show_default=True, help="The player’s seat in simple.")
@option("--option", "-o", "options", multiple=True, metavar="KEY=VALUE", help="A house option of the score.")
@json_option
@click.pass_obj
def command(
    where: Where,
    rules: str,
    seed: int | None,
    play: str,
    games: int | None,
    jobs: int,
    results: str | None,
    record: str | None,
    replay: str | None,
    card: str | None,
    round_: str,
    seat: str,
    options: tuple[str, ...],
    *,
    as_json: bool,
) -> int:
    """Play a whole game against a virtual wall, write its record, or replay one.

    With --games, play that many deals from --seed on and show how they end.
    """
    if replay is not None:
        refuse(_("--replay takes everything from the record. Leave out {option}."), but=("replay", "as_json"))
    if games is None and results is not None:
        raise click.UsageError(_("--results goes with --games."))
    if games is not None and record == "-":
        raise click.UsageError(_("With --games, --record names a folder."))
    if replay is not None:
        return _replay(where, replay, as_json=as_json)
    if card is None and find_ruleset(rules).with_card:
        card = find_ruleset(rules).card
    first = Deal.of(rules, fresh_number() if seed is None else seed)
    house = house_of(first.rules, chosen_rules(rules, None, options, where.data_dir).options)
    setup = GameSetup(read_wind(round_, "round"), read_wind(seat), card or "", house=house)
    if games is not None:
        many = Many(first, setup, play, games, jobs, record, results)
        return _play_many(where, many, as_json=as_json)
    return _play(where, first, setup, play, record, as_json=as_json)


def _cards(where: Where) -> Cards:
    from mjcompanion.cli.match import cards_of

    return cards_of(where.data_dir)


# --- one game


def _play(where: Where, deal: Deal, setup: GameSetup, name: str, record: str | None, *, as_json: bool) -> int:
    cards = _cards(where)
    played, games = _played_out(deal, with_digest(setup, cards), name, cards)
    if record is not None:
        write_out(record, record_bytes(write_record(played, games[-1], cards)))
        if record == "-":
            return 0
    if as_json:
        echo_json(_answer(played, games[-1]))
    else:
        click.echo(_in_words(where, played, games, _(_PLAYED_BY[name])))
        if record is not None:
            click.echo(_("The record is in {file}.").format(file=record))
    return 0


def _played_out(deal: Deal, setup: GameSetup, name: str, cards: Cards) -> tuple[Played, list[Game]]:
    """Play a whole game; return it and every moment of it."""
    start = begin(deal, setup, cards)
    steps = list(play_out(start, seated(start, name, deal.seed, cards)))
    return Played(deal, setup, tuple([move for move, _unused in steps])), [start, *[game for _unused, game in steps]]


_PLAYED_BY: Final = {"coach": N_("played by the coach"), "random": N_("played at random")}


def _replay(where: Where, path: str, *, as_json: bool) -> int:
    content = content_of(path, LARGEST_RECORD)
    cards = _cards(where)
    played, end = check_record(decode_record(content), cards)
    if as_json:
        echo_json(_answer(played, end))
        return 0
    click.echo(_in_words(where, played, list(replay(played, cards)), _("from its record")))
    count = len(played.moves)
    text = ngettext(
        "The record is right: {n} move is legal, and so is the result.",
        "The record is right: {n} moves are legal, and so is the result.",
        count,
    )
    click.echo(text.format(n=count))
    return 0


def _answer(played: Played, end: Game) -> dict[str, Any]:
    """Return the JSON answer for a game, without its moves."""
    found = summary(played, end)
    answer: dict[str, Any] = {"ok": True, "rules": str(found.rules), "seed": found.seed}
    setup = played.setup
    if not played.deal.rules.single_player:
        answer |= {"round": setup.round.value, "seat": setup.seat.value}
    if setup.card:
        answer |= {"card": setup.card}
    if setup.house is not None:
        answer |= {"options": changed_options(found.rules, setup.house)}
    return answer | {
        "over": end.is_over,
        "won": found.won,
        "winner": found.winner,
        "by": found.by or None,
        "score": found.score,
        "factor": None if found.factor is None else str(found.factor),
        "final": hundredths(found.final),
        "discards": found.discards,
        "flowers": found.flowers,
        "hand": found.hand,
        "moves": len(played.moves),
        "asked": found.asked,
        "taken_back": found.taken_back,
        "result": end.result(),
    }


def _in_words(where: Where, played: Played, games: Sequence[Game], how: str) -> str:
    """Return a game in words: its deal, its course, and its score."""
    deal = played.deal
    dealt = _("deal {number}") if deal.is_numbered else _("its own wall, not that of deal {number}")
    parts = [_(deal.rules.name), dealt.format(number=deal.seed), how]
    title = pgettext("between the parts of a sentence", ", ").join(parts)
    start, *others = games
    lines = [title, *course(start, list(zip(played.moves, others, strict=True))), ""]
    end = games[-1]
    sheet = end.sheet()
    if sheet is None:
        lines.append(Problem("wall-used-up" if end.is_over else "game-not-over").sentence())
    else:
        lines.append(_sheet_text(where, played, sheet))
    return "\n".join(lines)


def _sheet_text(where: Where, played: Played, sheet: Any) -> str:  # noqa: ANN401 - either kind of sheet
    if isinstance(sheet, ScoreSheet):
        from mjcompanion.scoring.text_renderer import as_text

        return as_text(sheet)
    from mjcompanion.american import text_renderer

    card, _unused = _cards(where).find(played.setup.card)
    return text_renderer.as_text(sheet, card.title or played.setup.card)


# --- many games


class Many(msgspec.Struct, frozen=True):
    """Many games to play from a deal on: how many, who plays, and where records and results go."""

    first: Deal
    setup: GameSetup
    play: str
    count: int
    jobs: int
    records: str | None
    results: str | None

    @property
    def pieces(self) -> list[range]:
        """The deal numbers, in the batches that one process plays at a time."""
        together = _TOGETHER if self.jobs > 1 else 1
        start, end = self.first.seed, self.first.seed + self.count
        return [range(at, min(at + together, end)) for at in range(start, end, together)]


def _play_some(seeds: Sequence[int], many: Many, data_dir: Path | None) -> list[Outcome]:
    """Play some deals, perhaps in another process."""
    from mjcompanion.cli.match import cards_of

    cards = cards_of(data_dir)
    found = []
    for seed in seeds:
        played, games = _played_out(Deal.of(many.first.rules, seed), many.setup, many.play, cards)
        if many.records is not None:
            name = f"{many.first.rules}-{seed}.json"
            write_out(str(Path(many.records, name)), record_bytes(write_record(played, games[-1], cards)))
        found.append(Outcome(seed, summary(played, games[-1]), len(played.moves)))
    return found


def _play_many(where: Where, many: Many, *, as_json: bool) -> int:
    """Play the games and print their results and distribution; return 1 if they were stopped."""
    count = many.count
    if many.first.seed + count - 1 > HIGHEST_NUMBER:
        raise RuleError([Problem("bad-deal-number", limit=HIGHEST_NUMBER)])
    many = msgspec.structs.replace(many, setup=with_digest(many.setup, _cards(where)))
    begin(many.first, many.setup, _cards(where))  # a wrong setup is refused before any work starts
    if many.records is not None:
        Path(many.records).mkdir(exist_ok=True)
    ended: list[Outcome] = []
    started = time.perf_counter()
    stopped = False
    try:
        for one in _as_they_end(many, where.data_dir):
            ended.append(one)
            _progress(len(ended), count)
    except KeyboardInterrupt:
        stopped = True
    finally:
        _progress(0, count)
    seconds = time.perf_counter() - started
    if stopped:
        text = _("Stopped after {n} of {count} games.")
        click.echo(text.format(n=number(len(ended)), count=number(count)), err=True)
    if many.results != "-":
        _tell_distribution(ended, many, seconds, as_json=as_json)
    return int(stopped)


def _tell_distribution(ended: Sequence[Outcome], many: Many, seconds: float, *, as_json: bool) -> None:
    if as_json and ended:
        echo_json(_distribution_answer(ended, many, seconds))
    elif ended:
        rules = many.first.rules
        parts = [_(rules.name), _deals(ended), _(_PLAYED_BY[many.play])]
        title = pgettext("between the parts of a sentence", ", ").join(parts)
        click.echo("\n".join([title, "", *_distribution(ended, rules, seconds)]))


def _as_they_end(many: Many, data_dir: Path | None) -> Iterator[Outcome]:
    """Yield how each game ended, in the order of the deals; write the results."""
    work = partial(_play_some, many=many, data_dir=data_dir)
    pieces = many.pieces
    with (
        nullcontext() if many.results is None else click.open_file(many.results, "wb") as file,
        closing(shared_out(pieces, work, min(many.jobs, len(pieces)))) as played,
    ):
        for one in chain.from_iterable(played):
            if file is not None:
                file.write(msgspec.json.encode({"ok": True, **_result(one)}) + b"\n")
                file.flush()
            yield one


def _deals(ended: Sequence[Outcome]) -> str:
    first, last = ended[0].seed, ended[-1].seed
    if first == last:
        return _("deal {number}").format(number=first)
    return _("deals {first} to {last}").format(first=first, last=last)


def _progress(done: int, count: int) -> None:
    """Show the progress on a terminal; 0 erases it."""
    if sys.stderr.isatty():
        text = _("{n} of {count} games").format(n=number(done), count=number(count))
        click.echo(f"\r{text}" if done else "\r\033[K", nl=False, err=True)


def _distribution(outcomes: Sequence[Outcome], rules: Ruleset, seconds: float) -> Iterator[str]:
    """Yield the distribution in words."""
    count = len(outcomes)
    won = _won(outcomes)
    text = ngettext("Mah Jongg in {won} of {n} game, {share}", "Mah Jongg in {won} of {n} games, {share}", count)
    yield text.format(won=number(len(won)), n=number(count), share=number(len(won) / count, ".1%"))
    if not rules.single_player:
        others = sum(one.figures.winner is not None for one in outcomes) - len(won)
        text = _("Another player out in {others}, nobody in {nobody}")
        yield text.format(others=number(others), nobody=number(count - len(won) - others))
    factor = _mean_factor(won)
    if factor is not None:
        yield _("Average factor of the games won {factor}").format(factor=number(factor, ".3f"))
    yield ""
    finals, finals_won = sorted(one.figures.final for one in outcomes), sorted(one.final for one in won)
    yield _row(_("Final score"), _("all games"), _("games won"))
    sides = _quantiles(finals), _quantiles(finals_won)
    for key, (words, _unused) in {"mean": (N_("mean"), None), **_SHARES}.items():
        yield _row(_(words), *(number(Decimal(one[key]), ",.2f") if one else "–" for one in sides))
    yield ""
    each = _("{low} to under {below}")
    rows = [(_("not won"), count - len(won))]
    rows += [(each.format(low=number(low), below=number(below)), games) for low, below, games in _bins(finals_won)]
    while len(rows) > 1 and not rows[1][1]:
        del rows[1]  # the narrow bins that nothing falls into
    most = max(games for _unused, games in rows)
    for label, games in rows:
        bar = "█" * max(round(_BAR * games / most), games > 0)
        yield f"  {pad_cell(label, 20)}{number(games):>9}  {bar}".rstrip()
    yield ""
    text = _("{seconds} s, {each} ms a game")
    yield text.format(seconds=number(seconds, ",.1f"), each=number(1000 * seconds / count, ",.1f"))


def _row(label: str, *cells: str) -> str:
    return "  " + pad_cell(label, 12) + "".join([pad_cell(cell, 16, right=True) for cell in cells])


def _distribution_answer(outcomes: Sequence[Outcome], many: Many, seconds: float) -> dict[str, Any]:
    """Return the distribution as JSON."""
    won = _won(outcomes)
    factor = _mean_factor(won)
    finals, finals_won = sorted(one.figures.final for one in outcomes), sorted(one.final for one in won)
    return {
        "ok": True,
        "rules": str(many.first.rules),
        "play": many.play,
        "seed": many.first.seed,
        "games": len(outcomes),
        "won": len(won),
        "share": round(len(won) / len(outcomes), 4),
        "factor": None if factor is None else round(factor, 4),
        "finals": _quantiles(finals),
        "finals_won": _quantiles(finals_won),
        "histogram": [{"from": low, "below": below, "games": number} for low, below, number in _bins(finals_won)],
        "seconds": round(seconds, 3),
        "results": [_result(one) for one in outcomes],
    }


def _result(one: Outcome) -> dict[str, Any]:
    figures = one.figures
    return {
        "seed": one.seed,
        "won": figures.won,
        "winner": figures.winner,
        "score": figures.score,
        "factor": None if figures.factor is None else str(figures.factor),
        "final": hundredths(figures.final),
        "moves": one.moves,
    }


def _quantiles(ordered: Sequence[Fraction]) -> dict[str, str] | None:
    if not ordered:
        return None
    found = {"mean": sum(ordered, Fraction(0)) / len(ordered)}
    found |= {key: _quantile(ordered, share) for key, (_unused, share) in _SHARES.items()}
    return {key: hundredths(value) for key, value in found.items()}


def _won(outcomes: Sequence[Outcome]) -> list[GameSummary]:
    return [one.figures for one in outcomes if one.figures.won]


def _mean_factor(won: Sequence[GameSummary]) -> float | None:
    factors = [float(one.factor) for one in won if one.factor is not None]
    return sum(factors) / len(factors) if factors else None


def _quantile(ordered: Sequence[Fraction], share: int) -> Fraction:
    """Return the least value that this percentage of the values don't exceed.

    >>> [int(_quantile([Fraction(1), Fraction(2), Fraction(3), Fraction(4)], share)) for share in (0, 50, 51, 100)]
    [1, 2, 3, 4]
    """
    return ordered[max(0, -(-share * len(ordered) // 100) - 1)]


def _bins(finals: Sequence[Fraction]) -> list[tuple[int, int, int]]:
    """Return a histogram of final scores: from, below, how many. Each bin is twice as wide as the last.

    >>> _bins([Fraction(45, 2)])
    [(0, 10, 0), (10, 20, 0), (20, 40, 1)]
    """
    bins = []
    low, below = 0, _FIRST_BIN
    while finals and low <= max(finals):
        bins.append((low, below, sum(low <= one < below for one in finals)))
        low, below = below, 2 * below
    return bins

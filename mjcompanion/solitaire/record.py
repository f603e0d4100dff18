"""Records of virtual games: the walls, the dice and the moves, which alone give every moment of the game back.

The form of a record is a contract; see the handbook's page on the command line (docs/commands.md). The walls of a
record are the truth: they must be a whole set of tiles. Its number is a label, which `Deal.is_numbered` checks.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import msgspec

from mjcompanion.american.hand import AmericanHand, Exposure
from mjcompanion.core.errors import Problem, RuleError, bad_request, printable
from mjcompanion.core.options import Options
from mjcompanion.core.sanitize import decode_json, why_unread
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import _
from mjcompanion.rulesets import Ruleset, changed_options, options_for
from mjcompanion.solitaire.deal import Deal, Stack, deal_number, game_rules
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.moves import Move, as_json, read_move, read_tile_for
from mjcompanion.wall.dice import read_dice

if TYPE_CHECKING:
    from mjcompanion.american.request import Cards

LARGEST_RECORD: Final = 1_000_000
"""The most bytes of a record that are read; a game has about 20,000."""
_MOST_MOVES: Final = 5_000
_MOST_COUNTED: Final = 1_000_000


class GameSetup(msgspec.Struct, frozen=True):
    """The setup of a game besides its deal: the game wind and the person's seat (`simple`), the American card.

    `card` is a card's name or its file. `card_digest` identifies the content of the card when the game began; if it is
    empty, the card is taken as it is. `house` are the house options that the game is always scored with; None for those
    of the rules themselves.
    """

    round: Wind = Wind.EAST
    seat: Wind = Wind.EAST
    card: str = ""
    card_digest: str = ""
    house: Options | None = None


class Played(msgspec.Struct, frozen=True):
    """A game as it was played: its deal and every move.

    `asked` counts how often the coach was asked, `taken_back` how often moves were taken back.
    """

    deal: Deal
    setup: GameSetup = GameSetup()
    moves: tuple[Move, ...] = ()
    asked: int = 0
    taken_back: int = 0

    @property
    def is_assisted(self) -> bool:
        """Whether the coach was asked or moves were taken back."""
        return bool(self.asked or self.taken_back)


class GameSummary(msgspec.Struct, frozen=True):
    """A finished game in figures: for the ledger, the running score card, and a distribution.

    `seed` is None where the walls aren't those of the number. `won` says whether the person went out, `winner` who
    did. `score`, `factor` and `final` are the person's: 0, None and 0 for a game not won, and in `simple` the final
    score is the score. `factor` and `final` are exact. `by` says how the last tile came. `discards` counts the tiles
    that nobody claimed, `flowers` the person's, `hand` is the person's in notation.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> played = Played(Deal.of("kemp-chinese", 7))
    >>> found = summary(played, begin(played.deal))
    >>> found.seed, found.won, found.final
    (7, False, Fraction(0, 1))
    """

    rules: Ruleset
    seed: int | None
    won: bool
    winner: Wind | None
    score: int
    factor: Fraction | None
    final: Fraction
    discards: int
    flowers: int
    hand: str
    by: str
    asked: int = 0
    taken_back: int = 0
    card: str = ""

    @property
    def is_assisted(self) -> bool:
        """Whether the coach was asked or moves were taken back."""
        return bool(self.asked or self.taken_back)


# --- playing


def begin(deal: Deal, setup: GameSetup | None = None, cards: Cards | None = None) -> Game:
    """Return the game of a deal before its first move; `cards` finds an American card.

    Raises:
        RuleError: the setup has what this game has no use for, or its card can't be had.

    >>> begin(Deal.of("kemp-chinese", 7)).forced().do.value
    'draw'
    >>> begin(Deal.of("kemp-chinese", 7), GameSetup(seat=Wind.WEST))
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: The seat and the game wind are chosen in simple only. In Kemp’s games \
you are East.

    """
    setup = GameSetup() if setup is None else setup
    if deal.rules.single_player and (setup.seat is not Wind.EAST or setup.round is not Wind.EAST):
        raise RuleError([Problem("setup-winds")])
    if not deal.rules.with_card and (setup.card or setup.card_digest):
        raise RuleError([Problem("setup-card", text=setup.card)])
    if "discards" in deal.rules.asks:
        from mjcompanion.solitaire.chinese import ChineseGame

        return ChineseGame(deal=deal, house=setup.house)
    if not deal.rules.single_player:
        from mjcompanion.solitaire.simple import SimpleGame

        return SimpleGame.begin(deal, setup.seat, setup.round, setup.house)
    from mjcompanion.solitaire.american import AmericanGame

    if not setup.card:
        raise RuleError([Problem("no-card")])
    card, matcher = _cards(cards).find(setup.card)
    if setup.card_digest and setup.card_digest != card.digest:
        raise RuleError([Problem("record-card", text=card.title or setup.card)])
    return AmericanGame(deal=deal, card=setup.card, digest=card.digest, matcher=matcher)


def _cards(cards: Cards | None) -> Cards:
    if cards is not None:
        return cards
    from mjcompanion.american.request import Cards as Known

    return Known()


def house_of(rules: Ruleset, changes: Mapping[str, object]) -> Options | None:
    """Return the house options of a setup, of those that count in the game; None where none differs.

    Raises:
        RuleError: naming each unknown key and each value out of range.

    >>> house_of(Ruleset("kemp-chinese"), {"own_wind_pair_adds": True, "basal": 20}) is None
    True
    >>> house_of(Ruleset("simple"), {"limit": 500}).limit
    500

    """
    known = options_for(rules, changes)
    counts = {spec.key for spec in rules.options_used()}
    differing = {key: value for key, value in changed_options(rules, known).items() if key in counts}
    return options_for(rules, differing) if differing else None


def with_digest(setup: GameSetup, cards: Cards | None = None) -> GameSetup:
    """Return the setup with the digest of its card, so that a card changed later is noticed.

    Raises:
        RuleError: there is no such card.

    >>> len(with_digest(GameSetup(card="companion")).card_digest)
    64

    """
    if not setup.card or setup.card_digest:
        return setup
    return msgspec.structs.replace(setup, card_digest=_cards(cards).find(setup.card)[0].digest)


def replay(played: Played, cards: Cards | None = None) -> Iterator[Game]:
    """Yield every moment of a game, the start first: one more than there are moves.

    Raises:
        RuleError: a move isn't legal; the sentence names its number, counted from 1, and why.

    >>> deal = Deal.of("kemp-chinese", 7)
    >>> from mjcompanion.core.tiles import Tile
    >>> from mjcompanion.solitaire.moves import Do
    >>> *_, last = replay(Played(deal, moves=(Move(Wind.EAST, Do.DRAW, Tile.parse("9p")),)))
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: Move 1: East can’t draw the 9 dot: East draws next, and the next tile \
of the wall is the autumn.

    """
    game = begin(played.deal, played.setup, cards)
    yield game
    for place, move in enumerate(played.moves, 1):
        problem = game.why_not(move)
        if problem is not None:
            raise RuleError([Problem("record-move", count=place, why=problem.sentence())])
        game = game.after(move)
        yield game


def last_moment(played: Played, cards: Cards | None = None) -> Game:
    """Return the game after all its moves; like `replay` it checks each of them."""
    game = None
    for game in replay(played, cards):  # noqa: B007 - the last one counts
        pass
    assert game is not None  # noqa: S101 - a replay has its beginning
    return game


def summary(played: Played, game: Game) -> GameSummary:
    """Return a game in figures, `game` being its last moment."""
    deal = played.deal
    person = game.holding(game.person)
    sheet = game.sheet()
    won = sheet is not None and game.out is game.person
    score, factor, final, by = 0, None, Fraction(0), ""
    if sheet is not None and sheet.context.win is not None:
        by = sheet.context.win.by.value
    if won and sheet is not None:
        hand, score, final = str(sheet.hand), sheet.score, Fraction(sheet.score)
        if sheet.adjustment is not None:
            factor, final = sheet.adjustment.factor, sheet.adjustment.final
    elif deal.rules.with_card:
        hand = str(AmericanHand(person.hand, tuple(Exposure(laid.tiles) for laid in person.laid)))
    else:
        hand = str(person.as_hand())
    return GameSummary(
        deal.rules,
        deal.seed if deal.is_numbered else None,
        won,
        game.out,
        score,
        factor,
        final,
        game.discards,
        len(person.flowers),
        hand,
        by,
        played.asked,
        played.taken_back,
        played.setup.card,
    )


# --- writing


def write_deal(deal: Deal, setup: GameSetup, cards: Cards | None = None) -> dict[str, Any]:
    """Return the part of a record that is known when the game begins, without the usual values."""
    written = _WrittenGame(
        rules=str(deal.rules),
        seed=deal.seed,
        walls=_WrittenWalls(*deal.walls),
        dice=deal.dice,
        round=setup.round,
        seat=setup.seat,
        card=setup.card,
        card_digest=with_digest(setup, cards).card_digest,
        options=None if setup.house is None else changed_options(deal.rules, setup.house),
    )
    return as_json(written)


def write_record(played: Played, result: Game | Mapping[str, Any], cards: Cards | None = None) -> dict[str, Any]:
    """Return the record of a game; `result` is its last moment, or the `result()` of that.

    >>> played = Played(Deal.of("kemp-chinese", 7))
    >>> record = write_record(played, begin(played.deal))
    >>> record["walls"]["E"][0], record["dice"], record["result"]["ok"], read_record(record) == played
    (['8m', '5s'], [[6, 3], [3, 1]], False, True)
    """
    record = write_deal(played.deal, played.setup, cards)
    record["moves"] = [move.record() for move in played.moves]
    if played.asked:
        record["asked"] = played.asked
    if played.taken_back:
        record["taken_back"] = played.taken_back
    record["result"] = result.result() if isinstance(result, Game) else dict(result)
    return record


def record_bytes(record: Mapping[str, Any]) -> bytes:
    """Return a record as a file holds it."""
    return msgspec.json.encode(record) + b"\n"


# --- reading


def decode_record(content: bytes) -> object:
    """Return the content of a record's file.

    Raises:
        RuleError: they are no JSON, nest too deep, or are far too many.

    """
    if len(content) > LARGEST_RECORD:
        raise RuleError([Problem("record-large", limit=LARGEST_RECORD)])
    try:
        found: object = decode_json(content.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_record(why_unread(error)) from None
    return found


_Count = Annotated[int, msgspec.Meta(ge=0, le=_MOST_COUNTED)]
_Wall = tuple[Stack, ...]


class _WrittenWalls(msgspec.Struct, forbid_unknown_fields=True):
    E: _Wall
    S: _Wall
    W: _Wall
    N: _Wall


class _WrittenGame(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The form of `write_deal`."""

    rules: str
    seed: Any
    walls: _WrittenWalls
    dice: Any
    round: Wind = Wind.EAST
    seat: Wind = Wind.EAST
    card: str = ""
    card_digest: str = ""
    options: dict[str, Any] | None = None


class _WrittenRecord(_WrittenGame, forbid_unknown_fields=True, kw_only=True):
    """The form of `write_record`."""

    moves: Annotated[list[Any], msgspec.Meta(max_length=_MOST_MOVES)]
    asked: _Count = 0
    taken_back: _Count = 0
    result: Any = None


_Form = TypeVar("_Form")


def _convert(written: object, form: type[_Form]) -> _Form:
    try:
        return msgspec.convert(written, form, dec_hook=read_tile_for)
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as error:
        raise _no_record(why_unread(error)) from None


def _no_record(why: str) -> RuleError:
    return bad_request(_("This isn’t the record of a game: {why}.").format(why=why))


def read_record(written: object) -> Played:
    """Read a record: its form, its walls and dice, and each of its moves; `check_record` replays them as well.

    Raises:
        RuleError: one sentence that says where it is wrong.

    >>> read_record({"rules": "kemp-chinese", "seed": 7})
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: This isn’t the record of a game: “walls” is missing.

    """
    found = _convert(written, _WrittenRecord)
    deal, setup = _read_deal(found)
    moves = tuple([_numbered(place, move) for place, move in enumerate(found.moves, 1)])
    return Played(deal, setup, moves, found.asked, found.taken_back)


def check_record(written: object, cards: Cards | None = None) -> tuple[Played, Game]:
    """Read a record, play it again, and compare its result with that of the moves; gives the last moment too.

    A record without a result is compared with nothing.

    Raises:
        RuleError: one sentence that names the number of the move, the wall, the dice or the key at fault.

    """
    played = read_record(written)
    game = last_moment(played, cards)
    assert isinstance(written, Mapping)  # noqa: S101 - read_record refuses anything else
    check_result(written, game)
    return played, game


def check_result(written: Mapping[str, Any], game: Game) -> None:
    """Check the result of a record, if it has one, against the game's last moment.

    Raises:
        RuleError: one sentence that names the key at fault.

    """
    recorded, found = written.get("result"), msgspec.to_builtins(game.result())
    if recorded is None or recorded == found:
        return
    if not isinstance(recorded, Mapping):
        raise bad_request(_("“result” is the answer of scoring: an object."))
    missing = object()
    key = next(key for key in (*found, *recorded) if recorded.get(key, missing) != found.get(key, missing))
    sentence = _("The result of the record isn’t that of its {count} moves: “{key}” differs.")
    raise bad_request(sentence.format(count=game.moves, key=printable(str(key))))


def read_deal(written: object) -> tuple[Deal, GameSetup]:
    """Read what `write_deal` wrote.

    Raises:
        RuleError: one sentence that says what is wrong with it.

    """
    return _read_deal(_convert(written, _WrittenGame))


def _read_deal(found: _WrittenGame) -> tuple[Deal, GameSetup]:
    rules = game_rules(found.rules)
    seed = deal_number(found.seed)
    row = rules.wall
    dice = read_dice(found.dice, row.throws) if row is not None else ()
    if row is None and found.dice not in ([], ()):
        raise RuleError([Problem("bad-dice", text=_("In simple no dice are thrown: “dice” is []."))])
    walls = found.walls
    deal = Deal(rules, seed, (walls.E, walls.S, walls.W, walls.N), dice)
    problem = deal.problem()
    if problem is not None:
        raise RuleError([problem])
    house = house_of(rules, found.options or {})
    return deal, GameSetup(found.round, found.seat, found.card, found.card_digest, house)


def _numbered(place: int, written: object) -> Move:
    try:
        return read_move(written)
    except RuleError as error:
        raise RuleError([Problem("record-move", count=place, why=str(error))]) from None

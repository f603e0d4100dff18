"""Records of virtual games: the walls, the dice and the moves, which alone give every moment of the game back.

The form of a record is a contract; see the handbook's page on the command line (docs/commands.md). The walls of a
record are the truth: they must be a whole set of tiles. Its number is a label, which `Deal.is_numbered` checks.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mjcompanion.american.hand import AmericanHand, Exposure
from mjcompanion.core.errors import Problem, RuleError, bad_request, printable
from mjcompanion.core.notation import read_tile
from mjcompanion.core.options import Options
from mjcompanion.core.sanitize import decode_json, why_unread
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.i18n.translation import N_, _, number
from mjcompanion.rulesets import Ruleset, changed_options, options_for
from mjcompanion.scoring.request_fields import Asked
from mjcompanion.solitaire.deal import Deal, Stack, deal_number, game_rules
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.moves import Move, read_move
from mjcompanion.wall.breaks import LAYERS
from mjcompanion.wall.dice import read_dice

if TYPE_CHECKING:
    from mjcompanion.american.request import Cards

LARGEST_RECORD: Final = 1_000_000
"""The most bytes of a record that are read; a game has about 20,000."""
_MOST_MOVES: Final = 5_000
_MOST_COUNTED: Final = 1_000_000
_DEAL_KEYS: Final = {"rules", "seed", "walls", "dice", "round", "seat", "card", "card_digest", "options"}
_KEYS: Final = {*_DEAL_KEYS, "moves", "asked", "taken_back", "result"}


class Setup(msgspec.Struct, frozen=True):
    """What a game begins with besides its deal: the game wind and the person's seat (`simple`), the American card.

    `card` is a card's name or its file. `card_digest` stands for what the card held when the game began: with another
    content the game isn't the same any more. Empty, the card is taken as it is. `house` are the house options that
    the game is scored with to its end and ever after; None for those of the rules themselves.
    """

    round: Wind = Wind.EAST
    seat: Wind = Wind.EAST
    card: str = ""
    card_digest: str = ""
    house: Options | None = None


class Played(msgspec.Struct, frozen=True):
    """A game as it was played: its deal and every move of it.

    `asked` counts how often the coach was asked, `taken_back` how often moves were taken back.
    """

    deal: Deal
    setup: Setup = Setup()
    moves: tuple[Move, ...] = ()
    asked: int = 0
    taken_back: int = 0

    @property
    def is_assisted(self) -> bool:
        """Whether the coach was asked or moves were taken back."""
        return bool(self.asked or self.taken_back)


class Summary(msgspec.Struct, frozen=True):
    """What is told of a finished game: in the ledger, on the running score card, in a distribution.

    `seed` is None where the walls aren't those of the number. `won` says whether the person went out, `winner` who
    did. `score`, `factor` and `final` are the person's: 0, None and 0 for a game not won, and in `simple` the final
    score is the score. `factor` and `final` are exact. `by` says how the last tile came. `discards` counts the tiles
    that lie discarded, `flowers` the person's, `hand` is the person's in notation.

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


def begin(deal: Deal, setup: Setup | None = None, cards: Cards | None = None) -> Game:
    """The game of a deal before its first move; `cards` finds an American card, one's own included.

    Raises:
        RuleError: the setup has what this game has no use for, or its card can't be had.

    >>> begin(Deal.of("kemp-chinese", 7)).forced().do.value
    'draw'
    >>> begin(Deal.of("kemp-chinese", 7), SessionSetup(seat=Wind.WEST))
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: The seat and the game wind are chosen in simple only; in Kemp's games \
you are East.

    """
    setup = Setup() if setup is None else setup
    if deal.rules.alone and (setup.seat is not Wind.EAST or setup.round is not Wind.EAST):
        raise RuleError([Problem("setup-winds")])
    if not deal.rules.with_card and (setup.card or setup.card_digest):
        raise RuleError([Problem("setup-card", text=setup.card)])
    if "discards" in deal.rules.asks:
        from mjcompanion.solitaire.chinese import ChineseGame

        return ChineseGame(deal=deal, house=setup.house)
    if not deal.rules.alone:
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
    """The house options of a setup: these values, of those that count in the game; None where none differs.

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


def with_digest(setup: Setup, cards: Cards | None = None) -> Setup:
    """The setup with what its card holds now, so that a card changed later is noticed.

    Raises:
        RuleError: there is no such card.

    >>> len(with_digest(SessionSetup(card="companion")).card_digest)
    64

    """
    if not setup.card or setup.card_digest:
        return setup
    return msgspec.structs.replace(setup, card_digest=_cards(cards).find(setup.card)[0].digest)


def replay(played: Played, cards: Cards | None = None) -> Iterator[Game]:
    """Every moment of a game, the beginning first: one more than there are moves.

    Raises:
        RuleError: a move isn't legal; the sentence names its number, counted from 1, and why.

    >>> deal = Deal.of("kemp-chinese", 7)
    >>> from mjcompanion.solitaire.moves import Do
    >>> *_, last = replay(Played(deal, moves=(Move(Wind.EAST, Do.DRAW, read_tile("9p")),)))
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: Move 1: East can't draw the 9 dot: East draws next, and the next tile \
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
    """The game after all its moves; like `replay` it checks each of them."""
    game = None
    for game in replay(played, cards):  # noqa: B007 - the last one counts
        pass
    assert game is not None  # noqa: S101 - a replay has its beginning
    return game


def summary(played: Played, game: Game) -> Summary:
    """What is told of a game, `game` being its last moment."""
    deal = played.deal
    person = game.holding(game.person)
    sheet = game.sheet()
    won = sheet is not None and game.out is game.person
    score, factor, final, by = 0, None, Fraction(0), ""
    if sheet is not None and sheet.situation.win is not None:
        by = sheet.situation.win.by.value
    if won and sheet is not None:
        hand, score, final = str(sheet.hand), sheet.score, Fraction(sheet.score)
        if sheet.adjustment is not None:
            factor, final = sheet.adjustment.factor, sheet.adjustment.final
    elif deal.rules.with_card:
        hand = str(AmericanHand(person.hand, tuple(Exposure(laid.tiles) for laid in person.laid)))
    else:
        hand = str(person.as_hand())
    return Summary(
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


def write_deal(deal: Deal, setup: Setup, cards: Cards | None = None) -> dict[str, Any]:
    """The part of a record that is known when the game begins; what has its usual value is left out."""
    record: dict[str, Any] = {
        "rules": str(deal.rules),
        "seed": deal.seed,
        "walls": {
            wind.value: [[str(tile) for tile in stack] for stack in wall]
            for wind, wall in zip(WINDS, deal.walls, strict=True)
        },
        "dice": [list(thrown) for thrown in deal.dice],
    }
    if setup.round is not Wind.EAST:
        record["round"] = setup.round.value
    if setup.seat is not Wind.EAST:
        record["seat"] = setup.seat.value
    if setup.card:
        record["card"] = setup.card
        record["card_digest"] = with_digest(setup, cards).card_digest
    if setup.house is not None:
        record["options"] = changed_options(deal.rules, setup.house)
    return record


def write_record(played: Played, result: Game | Mapping[str, Any], cards: Cards | None = None) -> dict[str, Any]:
    """The record of a game; `result` is its last moment, or what `result()` of that says.

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
    """A record as a file holds it."""
    return msgspec.json.encode(record) + b"\n"


# --- reading


def decode_record(content: bytes) -> object:
    """What the bytes of a record's file say.

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


def _no_record(why: str) -> RuleError:
    return bad_request(_("This isn't the record of a game: {why}.").format(why=why))


def read_record(written: object) -> Played:
    """Read a record: its form, its walls and dice, each of its moves; `check_record` plays them again as well.

    Raises:
        RuleError: one sentence that says where it is wrong.

    >>> read_record({"rules": "kemp-chinese", "seed": 7})
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: The record has no “walls”.

    """
    form = N_("A record is an object with “rules”, “seed”, “walls” and “dice”.")
    found = Asked(written, _KEYS, form, N_("A record"))
    deal, setup = _read_deal(found)
    found.need("moves", sentence=_LACKS)
    moves = found["moves"]
    if not isinstance(moves, list | tuple):
        raise bad_request(_("“moves” is a list of moves."))
    if len(moves) > _MOST_MOVES:
        sentence = _("There are {count} moves; no game has more than {limit}.")
        raise bad_request(sentence.format(count=number(len(moves)), limit=number(_MOST_MOVES)))
    return Played(
        deal,
        setup,
        tuple([_numbered(place, move) for place, move in enumerate(moves, 1)]),
        _count(found, "asked"),
        _count(found, "taken_back"),
    )


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
    """Compare the result of a record, if it has one, with that of the game's last moment.

    Raises:
        RuleError: one sentence that names the key at fault.

    """
    told = written.get("result")
    if told is not None:
        _compare(told, game.result(), game.moves)


def read_deal(written: object) -> tuple[Deal, Setup]:
    """Read what `write_deal` wrote.

    Raises:
        RuleError: one sentence that says what is wrong with it.

    """
    form = N_("A game is an object with “rules”, “seed”, “walls” and “dice”.")
    return _read_deal(Asked(written, _DEAL_KEYS, form, N_("A game")))


def _read_deal(found: Asked) -> tuple[Deal, Setup]:
    found.need("rules", "seed", "walls", "dice", sentence=_LACKS)
    if not isinstance(found["rules"], str):
        raise bad_request(_("“rules” is the name of the rules."))
    rules = game_rules(found["rules"])
    seed = deal_number(found["seed"])
    row = rules.wall
    dice = read_dice(found["dice"], row.throws) if row is not None else ()
    if row is None and found["dice"] not in ([], ()):
        raise RuleError([Problem("bad-dice", text=_("In simple no dice are thrown: “dice” is []."))])
    deal = Deal(rules, seed, _read_walls(found["walls"]), dice)
    problem = deal.problem()
    if problem is not None:
        raise RuleError([problem])
    setup = Setup(
        found.wind("round", Wind.EAST),
        found.wind("seat", Wind.EAST),
        found.text("card", ""),
        found.text("card_digest", ""),
        _house(rules, found),
    )
    return deal, setup


def _house(rules: Ruleset, found: Asked) -> Options | None:
    written = found["options"]
    if written is not None and not isinstance(written, Mapping):
        raise bad_request(_("“options” is an object of house options."))
    return house_of(rules, written or {})


def _read_walls(written: object) -> tuple[tuple[Stack, ...], tuple[Stack, ...], tuple[Stack, ...], tuple[Stack, ...]]:
    if not isinstance(written, Mapping) or set(written) != set(WINDS):
        raise RuleError([Problem("bad-wall", text=_("“walls” has four walls: E, S, W and N."))])
    east, south, west, north = [_read_wall(wind, written[wind.value]) for wind in WINDS]
    return east, south, west, north


def _read_wall(wind: Wind, written: object) -> tuple[Stack, ...]:
    if not isinstance(written, list | tuple):
        raise RuleError([Problem("bad-wall", text=_("The {wind} wall is a list of stacks.").format(wind=wind.word))])
    return tuple([_read_stack(wind, at, stack) for at, stack in enumerate(written, 1)])


def _read_stack(wind: Wind, place: int, written: object) -> Stack:
    if not isinstance(written, list | tuple) or len(written) != len(LAYERS):
        raise _no_stack(wind, place)
    tiles = []
    for text in written:
        if not isinstance(text, str):
            raise _no_stack(wind, place)
        try:
            tiles.append(read_tile(text))
        except RuleError as error:
            sentence = _("Stack {number} of the {wind} wall: {why}")
            said = sentence.format(number=number(place), wind=wind.word, why=error)
            raise RuleError([Problem("bad-wall", text=said)]) from None
    return tiles[0], tiles[1]


def _no_stack(wind: Wind, place: int) -> RuleError:
    sentence = _("Stack {number} of the {wind} wall isn't two tiles.")
    return RuleError([Problem("bad-wall", text=sentence.format(number=number(place), wind=wind.word))])


def _numbered(place: int, written: object) -> Move:
    try:
        return read_move(written)
    except RuleError as error:
        raise RuleError([Problem("record-move", count=place, why=str(error))]) from None


def _count(found: Asked, key: str) -> int:
    sentence = _("“{key}” is a whole number from 0 to {limit}.").format(key=key, limit=number(_MOST_COUNTED))
    return found.whole(key, 0, _MOST_COUNTED, sentence, 0)


_LACKS: Final = N_("The record has no “{key}”.")
_NOTHING: Final = object()


def _compare(told: object, found: dict[str, Any], moves: int) -> None:
    """Refuse a result that isn't the one that the moves give, naming the first thing that differs."""
    if not isinstance(told, Mapping):
        raise bad_request(_("“result” is the answer of scoring: an object."))
    for key in (*found, *told):
        one, other = told.get(key, _NOTHING), found.get(key, _NOTHING)
        if _same(one, other):
            continue
        if other is _NOTHING:
            sentence = _("The result has “{key}”, which these {count} moves don't give.")
        elif one is _NOTHING:
            sentence = _("After these {count} moves “{key}” of the result is {due}; the record leaves it out.")
        else:
            sentence = _("After these {count} moves “{key}” of the result is {due}; the record says {told}.")
        due, said = _shown(other), _shown(one)
        raise bad_request(sentence.format(key=printable(str(key)), count=moves, due=due, told=said))


def _same(one: object, other: object) -> bool:
    """Whether two values are written alike; 1, 1.0 and true are not."""
    if one is _NOTHING or other is _NOTHING:
        return one is other
    try:
        return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")
    except (RecursionError, TypeError, ValueError):
        return False


def _shown(value: object) -> str:
    try:
        return printable(msgspec.json.encode(value).decode("utf-8", "replace"), 60)
    except (RecursionError, TypeError, ValueError):
        return _("something else")

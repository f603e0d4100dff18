"""Records: what was played comes back, and whatever was changed in one is found."""

import json
import random
from collections import Counter
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.request import Cards
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.core.tiles import ALL_TILES, Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.record import (
    LARGEST_RECORD,
    GameSetup,
    Played,
    begin,
    check_record,
    decode_record,
    house_of,
    last_moment,
    read_record,
    record_bytes,
    replay,
    summary,
    with_digest,
    write_record,
)
from mjcompanion.storage.paths import Folders
from tests.effort import effort
from tests.sample import often
from tests.solitaire.chance import SETUPS, everywhere, moments_of, won_by_chance
from tests.solitaire.stacking import stacked
from tests.strategies import json_values

RULES = list(SETUPS)
WINNING = "FFF 2m5z2m6m 222p 66Jp 6p"


@pytest.mark.parametrize(
    ("rules", "changes"),
    [("kemp-chinese", {"limit": 26}), ("kemp-chinese", {"own_wind_pair_adds": False}), ("simple", {"limit": 10})],
)
def test_house_options_stay_with_the_record(rules, changes):
    """They are written down, count in the score, and come back; a game without them is scored as the rules have it."""
    _, played = won_by_chance(rules, 3)
    ours = msgspec.structs.replace(
        played, setup=msgspec.structs.replace(played.setup, house=house_of(Ruleset(rules), changes))
    )
    end, usual = last_moment(ours), last_moment(played)
    assert end.sheet().context.options == options_for(Ruleset(rules), changes)
    assert usual.sheet().context.options == options_for(Ruleset(rules))
    if "limit" in changes:
        assert end.sheet().score == min(changes["limit"], usual.sheet().score)
    record = json.loads(record_bytes(write_record(ours, end)))
    assert record["options"] == changes
    assert read_record(record) == ours
    assert check_record(record)[1] == end
    assert "options" not in write_record(played, usual)
    assert end.view(end.person).house == ours.setup.house


def test_options_that_count_for_nothing_are_none():
    assert house_of(Ruleset("kemp-american"), {"limit": 500}) is None
    assert house_of(Ruleset("kemp-chinese"), {"basal": 20, "limit": None}) is None
    record = {**recorded("kemp-chinese", 3), "options": {"basal": 20}}
    assert read_record(record).setup.house is None


def recorded(rules, seed, *, won=False):
    """A real record of a game, as JSON has it."""
    moments, played = won_by_chance(rules, seed) if won else moments_of(rules, seed)
    return json.loads(record_bytes(write_record(played, moments[-1])))


def refused(record, cards=None):
    """The sentence with which a record is refused."""
    with pytest.raises(RuleError) as caught:
        check_record(record, cards)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 600
    sentence.encode()
    return sentence


def changed(record, **changes):
    return {**json.loads(json.dumps(record)), **changes}


# --- there and back --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", [1, 7, 2024])
def test_replay_is_play(rules, seed):
    moments, played = moments_of(rules, seed)
    again = list(replay(played))
    assert again == moments
    assert len(again) == len(played.moves) + 1
    assert all(everywhere(game) == everywhere(moments[0]) for game in again[::20])


@pytest.mark.parametrize("rules", RULES)
def test_a_record_gives_back_what_was_played(rules):
    moments, played = moments_of(rules, 3)
    played = msgspec.structs.replace(played, setup=with_digest(played.setup), asked=4, taken_back=2)
    written = write_record(played, moments[-1])
    content = record_bytes(written)
    record = decode_record(content)
    assert record == written, "so the ledger knows a game again that was written just before the program ended"
    assert read_record(record) == played
    assert check_record(record) == (played, moments[-1])
    assert len(content) < LARGEST_RECORD / 10


def test_a_record_has_the_form_that_is_promised():
    record = recorded("kemp-chinese", 1, won=True)
    assert list(record) == ["rules", "seed", "walls", "dice", "moves", "result"]
    assert list(record["walls"]) == ["E", "S", "W", "N"]
    assert all(len(wall) == 18 for wall in record["walls"].values())
    assert record["moves"][0] == {
        "who": "E",
        "do": "draw",
        "tile": str(Deal.of("kemp-chinese", record["seed"]).order[0]),
    }
    assert record["result"]["ok"] is True
    assert record["result"]["winner"] == "E"
    assert {"points", "doubles", "score", "sets", "lines", "factor", "final", "final_rounded"} <= set(record["result"])


def test_what_differs_from_the_usual_is_recorded():
    assert {"round": "S", "seat": "W"}.items() <= recorded("simple", 1).items()
    american = recorded("kemp-american", 1)
    assert american["card"] == "companion"
    assert american["card_digest"] == Cards().find("companion")[0].digest
    assert "card" not in recorded("kemp-chinese", 1)


@pytest.mark.parametrize("rules", RULES)
def test_any_part_of_a_game_is_a_record_too(rules):
    moments, played = moments_of(rules, 5)
    for count in range(0, len(played.moves), 37):
        part = msgspec.structs.replace(played, setup=with_digest(played.setup), moves=played.moves[:count])
        record = json.loads(record_bytes(write_record(part, moments[count])))
        assert record["result"] == {"ok": False, "error": "The game isn’t over."}
        assert check_record(record) == (part, moments[count])


# --- what a game begins with -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "setup", "sentence"),
    [
        ("kemp-chinese", GameSetup(seat=Wind.SOUTH), "The seat and the game wind are chosen in simple only"),
        ("kemp-american", GameSetup(round=Wind.SOUTH, card="companion"), "The seat and the game wind are chosen in"),
        ("kemp-chinese", GameSetup(card="companion"), "A card belongs to kemp-american only"),
        ("simple", GameSetup(card_digest="00"), "A card belongs to kemp-american only"),
        ("kemp-american", GameSetup(), "These hands are matched with a card"),
        ("kemp-american", GameSetup(card="nothing-of-the-kind"), "There is no card"),
    ],
)
def test_a_setup_that_makes_no_sense(rules, setup, sentence):
    with pytest.raises(RuleError, match=sentence):
        begin(Deal.of(rules, 1), setup)


def test_a_card_that_changed_is_noticed(tmp_path):
    folders = Folders.at(tmp_path)
    folders.cards_folder.mkdir()
    file = folders.cards_folder / "ours.toml"
    file.write_text('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n')
    played = Played(Deal.of("kemp-american", 1), with_digest(GameSetup(card="ours"), Cards(folders)))
    record = write_record(played, begin(played.deal, played.setup, Cards(folders)), Cards(folders))
    assert check_record(record, Cards(folders))[0] == played
    file.write_text('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 30\n')
    assert refused(record, Cards(folders)).startswith("The card “Ours” has changed since this game was played")
    file.unlink()
    assert "ours" in refused(record, Cards(folders))


# --- what is told ----------------------------------------------------------------------------------------


def test_a_summary_of_a_game_won():
    moments, played = won_by_chance("kemp-chinese", 1)
    sheet = moments[-1].sheet()
    told = summary(msgspec.structs.replace(played, asked=1), moments[-1])
    assert (told.rules, told.seed, told.won, told.winner) == ("kemp-chinese", played.deal.seed, True, "E")
    assert told.score == sheet.score
    assert told.factor == Fraction(130 - told.flowers - told.discards, 130 - told.flowers)
    assert told.final == told.score * told.factor
    assert Hand.parse(told.hand) == sheet.hand
    assert told.by in ("draw", "discard", "kong-replacement", "flower-replacement")
    assert told.is_assisted
    assert not summary(played, moments[-1]).is_assisted


@pytest.mark.parametrize("rules", RULES)
def test_a_summary_of_a_game_that_nobody_won(rules):
    seed = next(seed for seed in range(100) if moments_of(rules, seed)[0][-1].out is None)
    moments, played = moments_of(rules, seed)
    told = summary(played, moments[-1])
    assert (told.won, told.winner, told.score, told.factor, told.final, told.by) == (False, None, 0, None, 0, "")
    read = AmericanHand if rules == "kemp-american" else Hand
    assert Counter(read.parse(told.hand).tiles) + Counter() == Counter(
        tile for tile in moments[-1].holding(moments[-1].person).tiles
    ) - Counter(moments[-1].holding(moments[-1].person).flowers if read is AmericanHand else ())
    assert told.discards == moments[-1].discards


def test_another_players_score_is_not_the_persons():
    seed = 0
    while True:
        moments, played = won_by_chance("simple", seed)
        if moments[-1].out is not Wind.WEST:
            break
        seed = played.deal.seed + 1
    told = summary(played, moments[-1])
    assert (told.won, told.winner, told.score, told.final) == (False, moments[-1].out, 0, 0)
    assert Hand.parse(told.hand) == moments[-1].holding(Wind.WEST).as_hand()


def test_an_american_hand_complete_as_dealt():
    deal = stacked("kemp-american", WINNING.replace("FFF", "1f2f3f"))
    moves, game = [], begin(deal, GameSetup(card="companion"))
    while not game.is_over:
        move = game.forced() or Move(Wind.EAST, Do.MAH_JONGG)
        moves.append(move)
        game = game.apply(move)
    played = Played(deal, with_digest(GameSetup(card="companion")), tuple(moves))
    told = summary(played, game)
    assert (told.won, told.by, told.card, told.factor, told.final) == (True, "deal", "companion", 1, told.score)
    assert told.seed is None
    assert check_record(json.loads(record_bytes(write_record(played, game))))[1] == game


# --- doctored: the deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [None, "1", 1.0, True, -1, 10**9, 10**30, [1]])
def test_a_number_that_no_deal_has(seed):
    assert refused(changed(recorded("kemp-chinese", 1), seed=seed)).startswith("A deal number is a whole number")


@pytest.mark.parametrize("rules", RULES)
def test_walls_that_are_no_set_of_tiles(rules):
    record = recorded(rules, 2)
    for doctor, words in [
        (lambda walls: walls["S"].pop(), "The South wall has"),
        (lambda walls: walls["N"].append(["1m", "1m"]), "The North wall has"),
        (lambda walls: walls["E"].__setitem__(0, ["7z"] * 2) or walls["W"].__setitem__(0, ["7z"] * 3), "“walls.W[0]”"),
        (lambda walls: walls["E"][4].__setitem__(1, "0m"), "“0m”"),
        (lambda walls: walls["E"][4].__setitem__(1, 5), "“5”"),
        (lambda walls: walls["E"].__setitem__(3, "1m1m"), "“walls.E[3]”"),
        (lambda walls: [walls["E"].__setitem__(at, ["7z", "7z"]) for at in range(3)], "The walls hold more of the red dragon"),
        (lambda walls: walls["W"].__setitem__(0, ["J"] * 2) or walls["W"].__setitem__(1, ["J"] * 2) or
            [walls["W"].__setitem__(at, ["J"] * 2) for at in range(5)], "The walls hold more of the joker"),
        (lambda walls: walls.pop("E"), "“walls.E” is missing"),
        (lambda walls: walls.__setitem__("X", walls.pop("E")), "“walls.X” isn’t known"),
        (lambda walls: walls.__setitem__("E", {}), "“walls.E”"),
    ]:  # fmt: skip
        doctored = changed(record)
        doctor(doctored["walls"])
        assert words in refused(doctored)
    for walls in (None, [], "E", 5):
        assert "“walls”" in refused(changed(record, walls=walls))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "dice", [None, [[1, 2], [3, 4], [5, 6]], [[0, 7], [1, 1]], [[1], [2]], "55", [["1", "2"]], [[True, 1]]]
)
def test_dice_that_nobody_threw(rules, dice):
    sentence = refused(changed(recorded(rules, 2), dice=dice))
    assert "dice" in sentence.lower() or "throw" in sentence.lower()


def test_other_dice_open_the_wall_elsewhere():
    record = recorded("kemp-chinese", 2)
    count = 0
    for one in range(1, 7):
        for two in range(1, 7):
            doctored = changed(record, dice=[record["dice"][0], [one, two]])
            if one + two == sum(record["dice"][1]):
                check_record(doctored)
            else:
                assert refused(doctored).startswith("Move ")
                count += 1
    assert count >= 30


# --- doctored: the moves ---------------------------------------------------------------------------------


def doctored_moves(moves, rng, every):
    """The moves, each of some of them changed in one way: dropped, doubled, exchanged, or one field of it another."""
    texts = [str(tile) for tile in ALL_TILES]
    for at in range(len(moves)):
        if every > 1 and rng.randrange(every):
            continue
        move = moves[at]
        yield at, [*moves[:at], *moves[at + 1 :]]
        yield at, [*moves[: at + 1], move, *moves[at + 1 :]]
        if at + 1 < len(moves) and moves[at + 1] != move:
            yield at, [*moves[:at], moves[at + 1], move, *moves[at + 2 :]]
        others = [{**move, "who": who} for who in "ESWN" if who != move["who"]]
        others += [{**move, "do": do.value} for do in rng.sample(list(Do), 6) if do != move["do"]]
        others += [{**move, "tile": tile} for tile in rng.sample(texts, 3) if tile != move.get("tile")]
        others += [
            {**move, "tiles": rng.choices(texts, k=rng.randrange(1, 5))},
            {**move, "tiles": [move.get("tile", "1m")]},
        ]
        others += [{key: value for key, value in move.items() if key != "tile"}] if "tile" in move else []
        if "tiles" in move:
            others.append({key: value for key, value in move.items() if key != "tiles"})
            others += [{**move, "tiles": move["tiles"][:-1]}, {**move, "tiles": [*move["tiles"], rng.choice(texts)]}]
            others.append({**move, "tiles": [rng.choice(texts), *move["tiles"][1:]]})
        for other in others:
            if other != move:
                yield at, [*moves[:at], other, *moves[at + 1 :]]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("rules", "every"), [("kemp-chinese", 5), ("simple", 6), ("kemp-american", 16)])
@pytest.mark.parametrize("won", [False, True])
def test_every_move_of_a_record_doctored(rules, every, won):
    """It is refused at that move or a later one, or is legal indeed: one of those that the game offers."""
    if won and rules == "kemp-american":
        pytest.skip("chance never wins with a card")
    record = recorded(rules, 11, won=won)
    game = last_moment(read_record(record))
    rng = random.Random(11)
    found = Counter()
    for at, moves in doctored_moves(record["moves"], rng, every):
        doctored = {**record, "moves": moves}
        try:
            played, end = check_record(doctored)
        except RuleError as error:
            sentence = str(error)
            code = error.problems[0].code
            if code == "record-move":
                number = error.problems[0].count
                assert sentence.startswith(f"Move {number}: ")
                assert number > at
                found["refused at once" if number == at + 1 else "refused later"] += 1
                assert len(sentence) < 300
            else:
                assert sentence.startswith(f"The result of the record isn’t that of its {len(moves)} moves")
                assert last_moment(read_record(doctored)) != game
                found["another result"] += 1
        else:
            found["legal"] += 1
            assert end.result() == record["result"]
            is_legal(played)
    assert found["refused at once"] > 100
    assert found["legal"] < found["refused at once"] / 10


def is_legal(played):
    for game, move in zip(replay(played), played.moves, strict=False):
        if game.forced() is not None:
            assert move == game.forced()
        elif game.phase is Phase.CHARLESTON and move.do is Do.PASS:
            assert not Counter(move.tiles) - Counter(game.holding(Wind.EAST).hand)
        else:
            assert any(
                (one.who, one.do, one.tile, sorted(one.tiles)) == (move.who, move.do, move.tile, sorted(move.tiles))
                for one in game.choices()
            )


@pytest.mark.parametrize(
    "move",
    [None, {"who": "E", "do": "jump"}, {"who": "E", "do": "draw", "tile": "1q"}, {"who": "E", "do": "draw", "more": 1}],
)
def test_a_move_that_is_none(move):
    record = recorded("kemp-chinese", 1)
    moves = [*record["moves"][:4], move, *record["moves"][5:]]
    assert refused(changed(record, moves=moves)).startswith("Move 5: ")


# --- doctored: the result --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["kemp-chinese", "simple"])
def test_every_part_of_a_result_doctored(rules):
    record = recorded(rules, 3, won=True)
    for key, value in record["result"].items():
        others = [None, "x", [], 0, -1, 1.5, True, False, float(record["result"]["score"])]
        for other in [one for one in others if one != value]:
            sentence = refused(changed(record, result={**record["result"], key: other}))
            assert f"“{key}” differs" in sentence
        less = {name: one for name, one in record["result"].items() if name != key}
        assert f"“{key}” differs" in refused(changed(record, result=less))
    assert "“bonus”" in refused(changed(record, result={**record["result"], "bonus": 5}))
    lines = [dict(line) for line in record["result"]["lines"]]
    lines[0]["points"] += 2
    assert "“lines” differs" in refused(changed(record, result={**record["result"], "lines": lines}))
    for other in [5, "x", [], True]:
        assert refused(changed(record, result=other)) == "“result” is the answer of scoring: an object."


# --- odd JSON --------------------------------------------------------------------------------------------

KEYS = [
    *("rules", "seed", "walls", "dice", "moves", "result"),
    *("round", "seat", "card", "card_digest", "asked", "taken_back"),
]
REAL = recorded("kemp-chinese", 1)
SHORT = changed(REAL, moves=REAL["moves"][:3], result=None)


@settings(max_examples=often(400, 80))
@given(st.dictionaries(st.sampled_from([*KEYS, "more"]), json_values, min_size=1), st.booleans())
def test_any_value_at_any_key(values, write):
    doctored = {**SHORT, **values}
    if write:
        try:
            doctored = decode_record(json.dumps(doctored).encode())
        except (ValueError, RecursionError):
            return
    try:
        check_record(doctored)
    except RuleError as error:
        assert "\n" not in str(error)
        str(error).encode()


@settings(max_examples=often(600, 120))
@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=200))
def test_any_bytes_anywhere(place, some):
    content = bytearray(record_bytes(SHORT))
    place %= len(content) + 1
    content[place : place + len(some)] = some
    with pytest.raises(RuleError):
        check_record(decode_record(some))
    try:
        check_record(decode_record(bytes(content)))
    except RuleError as error:
        assert "\n" not in str(error)


def test_far_too_much_is_refused_at_once():
    with effort(3):
        with pytest.raises(RuleError, match="more than 1,000,000 bytes"):
            decode_record(b" " * (LARGEST_RECORD + 1))
        assert "“moves”" in refused(changed(SHORT, moves=[{"who": "E", "do": "leave"}] * 40_000))
        assert refused({**SHORT, "walls": {**SHORT["walls"], "E": [["1m", "1m"]] * 100_000}}).startswith(
            "The East wall has"
        )


@pytest.mark.parametrize(
    ("doctored", "words"),
    [
        *[({name: SHORT[name] for name in SHORT if name != key}, f": “{key}” is missing.") for key in KEYS[:5]],
        ({**SHORT, "colour": "red"}, "“colour”"),
        ({**SHORT, 5: "red"}, ""),
        *[({**SHORT, key: value}, f"“{key}”") for key in KEYS[-2:] for value in (None, True, -1, 1.0, "1", 10**7, [])],
        *[({**SHORT, "rules": value}, "") for value in ("classical", "nmjl", "x", "", None, 5, ["simple"])],
    ],
)
def test_keys_and_values_that_no_record_has(doctored, words):
    assert words in refused(doctored)

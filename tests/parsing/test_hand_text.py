"""What people say of a hand, read into tiles, sets and how it was won."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.core.errors import NotationError
from mjcompanion.core.hand import ALL_MELDS, By, Hand, Meld, MeldKind
from mjcompanion.core.notation import read_groups
from mjcompanion.core.tiles import FLOWER_TILES, PLAIN_TILES, WORDS, Terms, Tile, Wind
from mjcompanion.parsing.hand_text import ParsedHand, in_words, parse_hand_text
from mjcompanion.parsing.vocabulary import (
    MEANINGS,
    ExposureWord,
    FlowerWord,
    HonourWord,
    Keyword,
    NumberWord,
    SuitWord,
    TileWord,
    WinWord,
)
from mjcompanion.scoring.request import ScoreRequest, WinRequest, score_request
from mjcompanion.storage.package_data import text

EXAMPLE = (
    "pung of red dragons, kong 1 bam concealed, 123 crak, 456 dots, pair 9 bam, plum, West, won on 9 bam self-drawn"
)
KEMP = "Peng Zhon, gang ee tiao menzen, ee er san wan, sih wuu liu bing, joh tiao, joh tiao, hua 1, Xi, zimo joh tiao"
SETS = [
    one for one in ALL_MELDS if one.kind is not MeldKind.PAIR and not (one.concealed and one.kind is not MeldKind.KONG)
]
HANDS = st.builds(
    Hand,
    st.lists(st.sampled_from(PLAIN_TILES), max_size=14),
    st.lists(st.sampled_from(SETS), max_size=4),
    st.lists(st.sampled_from(FLOWER_TILES), max_size=8, unique=True),
)
CHINESE = "碰红中，暗杠一条，一二三万，四五六筒，一对九条，梅花，西家，自摸九条"


@pytest.mark.parametrize("text", [EXAMPLE, KEMP, CHINESE])
def test_a_sentence_is_a_whole_request(text):
    found = in_words(text)
    assert Hand.parse(found.notation) == Hand.parse("123m 456p 99s (777z) [1111s] 1f")
    assert (found.seat, found.by, found.tile, found.last_tile) == ("W", "draw", Tile.parse("9s"), False)
    assert score_request({"rules": "traditional", "hand": text}).score == 108


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("1111b 123c 456d 99b rrr", "1111s 123m 456p 99s 777z"),
        ("１２３万，４５６ｐ ［１１１１条］（ＲＲＲ）", "123m 456p [1111s] (777z)"),
        ("(rrr) [1111b] 3b 44c f1 y2 0 00", "(777z) [1111s] 3s 44m 1f 2y 5z 55z"),
        ("f1 3b y2 11c flower 3 45d", "1f 3s 2y 11m 3f 45p"),
        ("ee sss, ee three red dragons, er tiao, pung of ee bing", "11z 222z 11z 777z 2s (111p)"),
        ("flowers 1 2, season two three bams, f1 2 reds", "12f 2y 3s 1f 77z"),
        ("three red dragons, 2 x 5 bams, two 7 dots", "777z 55s 77p"),
        ("concealed pung of 7 dots", "777p"),
        ("pung of 7 dots, exposed", "(777p)"),
        ("concealed hand, pung of reds, kong of 3 bams", "777z [3333s]"),
        ("chow 7 8 9 dots, chow 2 crak, run of 8 bams", "(789p) (234m) (789s)"),
        ("chi 3 dots, chi tiao", "(345p) 7s"),
        ("e e e n", "1z 1z 1z 4z"),
        ("2 jokers, 3 flowers, ff", "JJ FFF FF"),
        ("(22jjb) 3J4s", "(22JJs) 3J4s"),
        ("🀇🀈🀉 and a bamboo flower", "1m 2m 3m 4f"),
        ("99brrrf1", "99s 777z 1f"),
        ("f12d y3 eswn 0gr", "1f 2p 3y 1234z 5z 67z"),
        ("1 b, 2b;\t3 3 b 1ss", "1s 2s 33s 1s 2z"),
        ("news er", "4132z 17z"),
        ("暗刻二条 明杠九万 吃三四五筒 对子东风", "222s (9999m) (345p) 11z"),
        ("三张红中 白板白板", "777z 5z 5z"),
    ],
)
def test_tiles_and_sets(text, notation):
    found = parse_hand_text(text)
    assert found.notation == notation
    assert found.faults == ()


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("fff2c02c6c222d66djj", "FFF 2m 5z 2m 6m 222p 66pJJ"),
        ("f f 22c (66jjd) 3 flowers", "F F 22m (66JJp) FFF"),
        ("three flowers, 2026 crak, 222d", "FFF 2m5z26m 222p"),
        ("kong 6 bam with 2 jokers", "(66JJs)"),
        ("kong 66 bam 2 jokers, pung 11 crak and a joker", "(66JJs) (11Jm)"),
        ("kong 6 bam with 2 jokers, 2 jokers", "(66JJs) JJ"),
        ("6 bam kong exposed with a joker, pung of reds including two jokers", "(666Js) (7JJz)"),
        ("碰一条带两张百搭", "(1JJs)"),
        ("kong 6 bam, 2 jokers", "(6666s) JJ"),
    ],
)
def test_flowers_have_no_numbers_where_a_card_is_played(text, notation):
    found = parse_hand_text(text, with_card=True)
    assert sorted(found.notation.replace(" ", "")) == sorted(notation.replace(" ", ""))
    assert found.faults == ()


@pytest.mark.parametrize(
    ("text", "said_of"),
    [
        ("West", {"seat": Wind.WEST}),
        ("I'm West", {"seat": Wind.WEST}),
        ("seat n, round s", {"seat": Wind.NORTH, "round": Wind.SOUTH}),
        ("East round", {"round": Wind.EAST}),
        ("南家，东风圈", {"seat": Wind.SOUTH, "round": Wind.EAST}),
        ("didn’t win", {"winner": False}),
        ("mah jongg", {"winner": True}),
        ("40 discards", {"discards": 40}),
        ("robbing a kong", {"by": "robbed-kong"}),
        ("blessing of heaven", {"by": "deal"}),
        ("off East's first discard", {"by": "first-discard"}),
        ("loose tile, last tile", {"by": "kong-replacement", "last_tile": True}),
        ("抢杠", {"by": "robbed-kong"}),
    ],
)  # fmt: skip
def test_what_is_said_of_the_whole_hand(text, said_of):
    found = parse_hand_text(text)
    if text.startswith("off East"):
        assert found.by == said_of["by"]
        return
    for key in ("seat", "round", "winner", "by", "discards"):
        assert getattr(found, key) == said_of.get(key)
    assert found.last_tile == said_of.get("last_tile", False)
    assert found.faults == ()


@pytest.mark.parametrize(
    "text", ["out on 5 bam", "5 bam!", "won with the 5 bam", "self-drawn 5 bam", "和五条", "off a discard of 5 bam"]
)
def test_the_winning_tile_is_part_of_the_hand(text):
    found = parse_hand_text(text)
    assert (str(found.tile), found.notation) == ("5s", "5s")


def test_a_thirteenth_tile_is_not_the_winning_one():
    """Thirteen tiles were counted, so the fourteenth is the winning one; where fourteen were, it is among them."""
    thirteen = "pung of reds, 123 crak, 456 dots, 789 bams, 9 bam"
    assert parse_hand_text(f"{thirteen}, out on 9 bam").notation.endswith("9s 9s")
    assert parse_hand_text(f"{thirteen}, 9 bam, out on 9 bam").notation.count("9s") == parse_hand_text(
        f"{thirteen}, 9 bam"
    ).notation.count("9s")


@pytest.mark.parametrize(
    ("text", "code", "named", "nearest"),
    [
        ("3 bambo, red", "unlike-word", "bambo", "bamboo"),
        ("pnug of reds", "unlike-word", "pnug", "pung"),
        ("3 bams, xyzzy, 4 bams", "unknown-word", "xyzzy", ""),
        ("8z, red", "no-such-number", "8z", ""),
        ("9 flower, red", "no-such-number", "9 flower", ""),
        ("pung 1 2 3 dots", "no-set", "pung 1 2 3 dots", ""),
        ("chow of reds", "no-set", "chow of reds", ""),
        ("12, red", "digits-without-letter", "12", ""),
        ("bams, red", "letter-without-digits", "bams", ""),
        ("season, red", "season-without-number", "season", ""),
        ("f1!, red", "won-without-tile", "!", ""),
        ("(rrr], red", "bracket-not-closed", "(rrr]", ""),
        ("(), red", "bracket-empty", "()", ""),
        ("seat, red", "word-without-more", "seat", ""),
        ("won on, red", "word-without-more", "won on", ""),
        ("sitting West, seat South, red", "said-otherwise", "South", ""),
        ("West round, South round, red", "said-otherwise", "South round", ""),
        ("won on 9 bam, won on 3 crak, red", "said-otherwise", "3 crak", ""),
        ("self-drawn 9 bam, from a discard, red", "said-otherwise", "from a discard", ""),
        ("won, lost, red", "said-otherwise", "lost", ""),
    ],
)
def test_what_cannot_be_read_is_named_in_its_place(text, code, named, nearest):
    found = parse_hand_text(text)
    (fault,) = found.faults
    assert (fault.problem.code, text[fault.start : fault.end], fault.nearest) == (code, named, nearest)
    assert fault.problem.place == fault.start + 1
    assert not fault.unfinished


@pytest.mark.parametrize(
    "text", ["(", "(345d", "[11", "(r", "1", "pu", "pung", "pung of", "123 cra", "kong 1", "chrysan", "self", "season"]
)
def test_what_may_be_finished_yet_is_no_fault_yet(text):
    assert all(fault.unfinished for fault in parse_hand_text(text).faults)


def test_words_that_cannot_be_read_are_said_by_the_request():
    with pytest.raises(NotationError, match="bambo"):
        in_words("pung of reds, 3 bambo")
    with pytest.raises(NotationError, match="but"):
        in_words("123c rrr but")
    assert in_words("123q") is None
    assert in_words("[1111s]") is None


@pytest.mark.parametrize(
    ("said_of_it", "win"),
    [
        ("won on 9 bam", WinRequest(tile="9s", last_tile=False)),
        ("won, last tile", WinRequest(last_tile=True)),
        ("drawn 9 bam", WinRequest(by=By.DRAW, tile="9s", last_tile=False)),
        ("drawn 1 crak", WinRequest(by=By.DRAW, tile="1m", last_tile=False)),
        ("won", None),
    ],
)
def test_what_is_said_of_the_winning_tile_is_not_lost(said_of_it, win):
    hand = "pung of reds, 123 crak, 456 dots, 789 bams, pair 9 bam"
    request = ScoreRequest(rules="simple", hand=f"{hand}, {said_of_it}")
    assert request.completed(in_words(request.hand)).win == win


def in_its_place(word, meaning):
    """A word in a place where it belongs."""
    around = {
        SuitWord: f"3 {word}", NumberWord: f"{word} bam", HonourWord: f"pung of {word}", FlowerWord: f"{word} 2", TileWord: word,
        ExposureWord: f"{word} pung of reds", MeldKind: f"{word} of 3 bams", WinWord: f"{word} 3 bam",
    }  # fmt: skip
    others = {Keyword.FAMILY: f"3 {word} red", Keyword.TIMES: f"3 {word} 5 bams", Keyword.WON_ON: f"{word} 3 bam",
              Keyword.SEAT: f"{word} west", Keyword.ROUND: f"{word} west", Keyword.DISCARDS: f"{word} 40"}  # fmt: skip
    return others.get(meaning, word) if isinstance(meaning, Keyword) else around[type(meaning)]


def test_every_word_is_understood():
    for word, meaning in MEANINGS.items():
        found = parse_hand_text(in_its_place(word, meaning))
        assert found.faults == (), word
        assert found != ParsedHand() or meaning in (Keyword.NOTHING, Keyword.WITH), word


def test_all_terms_of_the_settings_are_understood():
    for family, choices in WORDS.items():
        for choice in choices:
            terms = Terms(**{family: choice})
            for tile in PLAIN_TILES:
                for name in (tile.name(terms), tile.plural(terms)):
                    assert parse_hand_text(f"pung of {name}").notation == f"({str(tile)[0] * 3}{str(tile)[1]})", name


@given(HANDS)
def test_notation_reads_the_same(hand):
    text = str(hand)
    assert Hand.parse(parse_hand_text(text).notation) == hand
    assert [group.tiles for group in parse_hand_text(text.replace("(", " (")).groups if group.bracket] == [
        group.tiles for group in read_groups(text) if group.bracket
    ]


def set_in_words(one: Meld, chance: random.Random) -> str:
    """A set in words, somehow."""
    lies = chance.choice(["concealed", "hidden", "暗"] if one.concealed else ["exposed", "open", "", "明"])
    tile = one.tile.name(Terms(characters=chance.choice(["craks", "wan"]), white=chance.choice(["soap", "bai"])))
    if one.kind is MeldKind.CHOW:
        name = one.tiles[0].plural().split(" ", 1)[1]
        tile = " ".join(str(each.rank) for each in one.tiles) + " " + name
    kind = {"chow": ["chow", "run", "chie"], "pung": ["pung", "pong", "peng"], "kong": ["kong", "gang"]}[one.kind]
    words = f"{chance.choice(kind)} {chance.choice(['', 'of ', 'of the '])}{tile}"
    return f"{lies} {words}" if chance.random() < 0.5 else f"{words} {lies}"


@given(HANDS, st.randoms(use_true_random=False))
def test_a_hand_told_in_words_is_the_hand(hand, chance):
    parts = [set_in_words(one, chance) for one in hand.melds]
    parts += [f"1 {tile.name()}" if tile.is_honour else tile.name() for tile in (*hand.concealed, *hand.flowers)]
    chance.shuffle(parts)
    found = parse_hand_text(", ".join(parts))
    assert found.faults == ()
    assert Hand.parse(found.notation) == hand


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from([*MEANINGS, "1", "23", ",", "(", ")", "!", "x"]), max_size=14).map(" ".join)
)
def test_nothing_that_is_typed_breaks_it(text):
    found = parse_hand_text(text)
    read_groups(found.notation)
    for fault in found.faults:
        assert 0 <= fault.start <= fault.end <= len(text)
        assert fault.problem.sentence()


def test_the_handbook_lists_every_word():
    """English words in the English section, Chinese ones in the Chinese section; plurals go without saying."""
    for language, wanted in (("en", str.isascii), ("zh_CN", lambda word: not word.isascii())):
        listed = handbook(language)
        expected = [word for word in MEANINGS if wanted(word) and MEANINGS[word] is not Keyword.NOTHING]
        missing = [word for word in expected if word not in listed and word.removesuffix("s") not in listed]
        assert [word for word in missing if len(word) > 1 and word not in NOT_LISTED] == []


NOT_LISTED = {"chars", "cracks", "times", "wind", "winds", "dragons", "tile", "tiles", "am", "im"}
"""Words that need no telling."""


def handbook(language: str) -> str:
    """A section of the handbook with hyphens and small words left out."""
    words = text(f"handbook/{language}/game-words.md").lower().replace("-", " ")
    return re.sub(r"\b(a|an|the|of) |[’']", "", words)

"""What holds for every hand, whatever its tiles."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand, Meld, MeldKind
from mjcompanion.core.notation import NotationStyle
from mjcompanion.core.options import rounded
from mjcompanion.core.tiles import Tile
from mjcompanion.scoring.request import read_request, score_request, write_request
from mjcompanion.scoring.score import count_so_far, score
from mjcompanion.scoring.text_renderer import as_text
from tests.brute import random_request
from tests.sample import often
from tests.scoring.asking import COUNTED
from tests.strategies import any_hands, requests


def shuffled(hand, chance):
    """The hand's text with tiles, brackets and flowers in any order."""

    def mixed(tiles):
        return "".join(str(tile) for tile in chance.sample(tiles, len(tiles)))

    parts = [mixed([tile]) for tile in hand.concealed + hand.flowers]
    parts += [f"[{mixed(one.tiles)}]" if one.concealed else f"({mixed(one.tiles)})" for one in hand.melds]
    chance.shuffle(parts)
    return " ".join(parts)


@settings(max_examples=often(300, 60))
@given(requests(), st.randoms())
def test_the_order_of_tiles_and_brackets_does_not_matter(asked, chance):
    hand, _ = read_request(asked)
    other = {**asked, "hand": shuffled(hand, chance)}
    assert score_request(other).answer() == score_request(asked).answer()


@settings(max_examples=often(300, 60))
@given(requests())
def test_every_sheet_recounts_to_its_total_from_its_lines(asked):
    sheet = score_request(asked)
    points, doubles = sum(line.points for line in sheet.lines), sum(line.doubles for line in sheet.lines)
    assert (sheet.points, sheet.doubles) == (points, doubles)
    counted_out = points << doubles
    rounded_out = rounded(counted_out, sheet.unit)
    limit = sheet.context.options.limit
    if limit is None:
        assert sheet.score == rounded_out
    else:
        least = max((line.share for line in sheet.lines), default=0) * limit // 1
        stays = least <= counted_out <= limit  # what the limit or a share of it decides is not rounded
        assert sheet.score == min(max(rounded_out if stays else counted_out, least), limit)
    assert sheet.limited is (sheet.score != rounded_out)
    assert sheet.rounding == (0 if sheet.limited else rounded_out - counted_out)
    assert all(line.what and line.source and line.rules for line in sheet.lines)
    assert all(line.points or line.doubles or line.share for line in sheet.lines)


@settings(max_examples=often(200, 40))
@given(requests())
def test_the_sheet_in_text_shows_every_line_and_the_score(asked):
    sheet = score_request(asked)
    text = as_text(sheet)
    for line in sheet.lines:
        assert line.what.casefold() in text.casefold()
    assert f"{sheet.score:,}" in text
    if sheet.limited:
        assert "limit" in text
    if sheet.adjustment:
        assert sheet.adjustment.final_text in text.replace(",", "")


def recoloured(tile, order):
    text = str(tile)
    return Tile.parse(text[0] + order["mps".index(text[1])]) if tile.is_suited else tile


@pytest.mark.parametrize("order", ["mps", "msp", "pms", "psm", "smp", "spm"])
@settings(max_examples=60)
@given(asked=requests())
def test_suits_are_alike(order, asked):
    hand, context = read_request(asked)
    other = Hand(
        [recoloured(tile, order) for tile in hand.concealed],
        [Meld(tuple(recoloured(tile, order) for tile in one.tiles), one.concealed) for one in hand.melds],
        hand.flowers,
    )
    changed = dict(asked, hand=str(other))
    if context.win is not None and context.win.tile is not None:
        changed["win"] = dict(asked["win"], tile=str(recoloured(context.win.tile, order)))
    before, after = score_request(asked), score_request(changed)
    assert (before.points, before.doubles, before.score) == (after.points, after.doubles, after.score)


@pytest.mark.parametrize("rules", COUNTED)
@settings(max_examples=often(120, 40))
@given(data=st.data())
def test_a_set_kept_concealed_never_scores_less(rules, data):
    asked = data.draw(requests(rules))
    asked.pop("win", None)
    hand, _ = read_request(asked)
    exposed = [one for one in hand.melds if not one.concealed]
    if not exposed or any(one.kind is MeldKind.PAIR for one in exposed):
        return
    chosen = data.draw(st.sampled_from(exposed))
    rest = list(hand.melds)
    rest.remove(chosen)
    if chosen.kind is MeldKind.KONG:
        kept = Hand(hand.concealed, [*rest, chosen.turned(concealed=True)], hand.flowers)
    else:
        kept = Hand(hand.concealed + chosen.tiles, rest, hand.flowers)
    assert score_request({**asked, "hand": str(kept)}).score >= score_request(asked).score


@settings(max_examples=often(200, 40))
@given(requests())
def test_answers_are_json(asked):
    answer = score_request(asked).answer()
    assert json.loads(json.dumps(answer)) == answer
    assert answer["ok"] is True
    wanted = {"ok", "points", "doubles", "score", "limited", "sets", "lines"}
    adjusted = {"factor", "final", "final_rounded"} if asked.get("discards") is not None else set()
    rounding = {"rounding"} if asked.get("options", {}).get("rounding", "none") != "none" else set()
    assert wanted | adjusted <= set(answer) <= wanted | adjusted | rounding
    assert all(set(line) == {"what", "points", "doubles", "source"} for line in answer["lines"])


@settings(max_examples=often(300, 60))
@given(requests())
def test_a_request_reads_back_from_what_it_writes(asked):
    hand, context = read_request(asked)
    written = write_request(hand, context)
    assert read_request(written) == (hand, context)
    assert read_request(json.loads(json.dumps(written))) == (hand, context)
    assert score_request(written) == score_request(asked)


@settings(max_examples=often(100, 40))
@given(requests(), st.sampled_from(NotationStyle))
def test_the_notation_makes_no_difference(asked, style):
    hand, _ = read_request(asked)
    assert score_request({**asked, "hand": hand.write(style)}) == score_request(asked)


@settings(max_examples=often(200, 40))
@given(any_hands, requests())
def test_any_tiles_at_all_get_a_sheet_or_a_sentence(hand, asked):
    _, context = read_request(asked)
    assert count_so_far(hand, context).score >= 0
    try:
        score(hand, context)
    except RuleError as error:
        assert all(problem.sentence().endswith((".", "?")) for problem in error.problems)


def test_nothing_is_remembered_from_hand_to_hand():
    chance = random.Random(5)
    some = [random_request(chance) for _ in range(200)]
    first = [score_request(asked).answer() for asked in some]
    assert [score_request(asked).answer() for asked in reversed(some)] == first[::-1]

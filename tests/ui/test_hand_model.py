"""What the Score page knows and does, without its widgets."""

import shlex
from itertools import pairwise

import pytest
from mjcompanion.ui.hand.model import ScoreModel

from mjcompanion.cli.lines import read_option
from mjcompanion.core.hand import By, Hand, Meld
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.draft import Draft

RICH = "123m 456p 99s (777z) [1111s] 1f"


@pytest.fixture
def model(qapp):
    return ScoreModel(Draft(Ruleset("traditional")))


@pytest.fixture
def heard(model):
    """What the model said: sentences and their kinds."""
    sentences = []
    model.said.connect(lambda sentence, kind: sentences.append((sentence, kind)))
    return sentences


def hand(model):
    return str(model.hand)


def tile(text):
    return Tile.parse(text)


class TestEntering:
    def test_all_or_nothing(self, model, heard):
        model.restore()  # there is no store
        model.add(*[tile("5m")] * 3)
        assert not model.add(tile("6m"), tile("5m"), tile("5m"))
        assert not model.paste("  ")
        assert not model.lay_chosen()
        assert hand(model) == "555m"
        assert [kind for _, kind in heard] == ["wrong", "info", "wrong"]
        assert heard[-1][0] == "Choose the tiles of a set first."
        model.stack.undo()
        assert hand(model) == ""

    def test_undo_brings_back_the_line_and_its_tiles(self, model):
        model.write("123d")
        model.write("123d 5")
        model.write("123d 55b")
        model.add(tile("1z"))
        assert (model.line, hand(model)) == ("", "123p55s1z")
        model.stack.undo()
        assert (model.line, hand(model)) == ("123d 55b", "123p55s")
        model.stack.undo()
        assert (model.line, hand(model)) == ("123d 5", "123p")
        model.write("123d 5b")
        assert hand(model) == "123p5s"

    def test_what_is_said_of_the_hand_keeps_its_tiles(self, model):
        model.paste(RICH)
        model.write("drawn 9b")
        assert (model.draft.tile, model.draft.by) == (tile("9s"), By.DRAW)
        assert hand(model) == str(Hand.parse(RICH))
        assert model.paste("won on 4 dots self-drawn, South")
        assert (model.draft.tile, model.draft.by, model.draft.seat) == (tile("4p"), By.DRAW, Wind.SOUTH)
        assert model.paste("discard")
        assert hand(model) == str(Hand.parse(RICH))


class TestChoosing:
    @pytest.mark.parametrize(
        ("text", "index", "chosen"),
        [
            ("777z", 1, {0, 1, 2}),
            ("7777z", 1, {0, 1, 2, 3}),
            ("345p", 0, {0, 1, 2}),
            ("345p", 1, {0, 1, 2}),
            ("345p", 2, {0, 1, 2}),
            ("34567p", 4, {2, 3, 4}),
            ("3345p", 1, {1, 2, 3}),
            ("79m1p", 1, {1}),
            ("123z", 0, {0}),
            ("89m1p", 2, {2}),
            ("77z", 0, {0}),
        ],
    )
    def test_alike(self, model, text, index, chosen):
        model.paste(text)
        model.choose_alike(index)
        assert model.chosen == chosen

    def test_choices_do_not_outlive_a_change(self, model):
        model.paste("345p")
        model.choose(0)
        model.set_seat(Wind.WEST)
        assert model.chosen == {0}
        model.add(tile("1m"))
        assert model.chosen == frozenset()

    def test_why_not(self, model):
        assert model.why_not_lay() == "Choose the tiles of a set first."
        model.paste("345p777z")
        model.chosen = frozenset({0, 1})
        assert model.why_not_lay() == "The chosen tiles aren’t a chow, pung or kong."
        model.chosen = frozenset({0, 1, 2})
        assert model.why_not_lay() == ""
        assert model.why_not_lay(concealed=True) == "A concealed kong is four tiles alike."

    def test_removing_nothing_is_no_step(self, model):
        model.paste("5m")
        count = model.stack.count()
        model.remove_chosen()
        model.remove(tile("9s"))
        model.take_back(Meld.parse("(777z)"))
        model.turn(Meld.parse("(777z)"))
        model.remove_set(Meld.parse("(777z)"))
        model.set_rules(Ruleset("traditional"))
        model.set_options(None)
        assert model.stack.count() == count


class TestSituation:
    def test_a_new_hand_keeps_the_table(self, model):
        model.paste(RICH)
        model.set_discards(1)
        model.set_seat(Wind.WEST)
        model.set_discards(2)
        assert model.stack.count() == 4  # what is done between keeps them apart
        assert model.set_option("limit", None)
        assert model.set_option("basal", 20)
        model.set_by(By.DRAW)
        model.set_winning_tile(tile("9s"))
        model.set_winner(won=False)
        model.clear()
        draft = model.draft
        assert (draft.entries, draft.tile, draft.by, draft.winner) == ((), None, None, True)
        assert (draft.seat, draft.options.basal, draft.options.limit) == (Wind.WEST, 20, None)


class TestCopies:
    def test_the_command_says_scale_and_rows_as_the_command_line_reads_them(self, model):
        house = {"scale": (3,), "rows": {"own-flower": {"off": True}}, "limit": None, "extras_as": "none"}
        options = options_for(Ruleset("traditional"), house)
        model.set_rules(Ruleset("traditional"), options, "Ours")
        model.paste(RICH)
        words = shlex.split(model.command_line())
        told = dict(read_option(word) for before, word in pairwise(words) if before == "-o")
        assert options_for(Ruleset("traditional"), told) == options

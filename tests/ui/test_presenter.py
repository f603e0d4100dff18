"""What the Score page knows and does, without its widgets."""

import shlex
from itertools import pairwise

import pytest
from mjcompanion.ui.hand.presenter import Laying, ScorePresenter

from mjcompanion.cli.lines import read_option
from mjcompanion.core.hand import By, Hand, Meld
from mjcompanion.core.tiles import Terms, Tile, Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.draft import Draft, look

RICH = "123m 456p 99s (777z) [1111s] 1f"


class Heard:
    """A presenter and what it said."""

    def __init__(self, presenter):
        self.presenter, self.sentences, self.changes, self.typed = presenter, [], 0, []
        presenter.said.connect(lambda sentence, kind: self.sentences.append((sentence, kind)))
        presenter.changed.connect(self._on_changed)
        presenter.typed.connect(self.typed.append)

    def _on_changed(self):
        self.changes += 1
        assert self.presenter.seen == look(self.presenter.draft)


@pytest.fixture
def presenter(qapp):
    return ScorePresenter(Draft(Ruleset("traditional")))


@pytest.fixture
def heard(presenter):
    return Heard(presenter)


def hand(presenter):
    return str(presenter.hand)


def tile(text):
    return Tile.parse(text)


class TestEntering:
    def test_add(self, presenter, heard):
        assert presenter.add(tile("5m"))
        assert presenter.add(tile("1f"), tile("5m"))
        assert hand(presenter) == "55m 1f"
        assert heard.sentences == []
        assert heard.changes == 2

    def test_add_several_is_one_step(self, presenter):
        presenter.add(tile("5m"), tile("6m"))
        presenter.stack.undo()
        assert hand(presenter) == ""

    def test_all_or_nothing(self, presenter, heard):
        presenter.add(*[tile("5m")] * 3)
        assert not presenter.add(tile("6m"), tile("5m"), tile("5m"))
        assert hand(presenter) == "555m"
        assert len(heard.sentences) == 1
        assert heard.sentences[0][1] == "wrong"

    @pytest.mark.parametrize(
        ("given", "laid"), [("3p", "(345p)"), ("7p", "(789p)"), ("8p", "(789p)"), ("9p", "(789p)")]
    )
    def test_chow(self, presenter, given, laid):
        assert presenter.lay_out(Laying.CHOW, tile(given))
        assert hand(presenter) == laid

    def test_laying_goes_back_to_the_hand_only_when_it_worked(self, presenter):
        presenter.set_laying(Laying.CHOW)
        assert not presenter.add(tile("1z"))
        assert presenter.laying is Laying.CHOW
        assert presenter.add(tile("1m"))
        assert presenter.laying is Laying.HAND

    def test_typed_text(self, presenter):
        for key in "(345d":
            presenter.type_key(key)
        assert hand(presenter) == "345p"
        presenter.type_key(")")
        assert presenter.line == "(345d)"
        assert hand(presenter) == "(345p)"

    def test_undo_brings_back_the_line_and_its_tiles(self, presenter):
        presenter.write("123d")
        presenter.write("123d 5")
        presenter.write("123d 55b")
        presenter.add(tile("1z"))
        assert (presenter.line, hand(presenter)) == ("", "123p55s1z")
        presenter.stack.undo()
        assert (presenter.line, hand(presenter)) == ("123d 55b", "123p55s")
        presenter.stack.undo()
        assert (presenter.line, hand(presenter)) == ("123d 5", "123p")
        presenter.write("123d 5b")
        assert hand(presenter) == "123p5s"

    def test_what_cannot_be_read_stays_in_the_line(self, presenter):
        presenter.write("123d bambo 4b 5")
        presenter.add(tile("1z"))
        assert (presenter.line, hand(presenter)) == ("bambo 5", "123p4s1z")
        assert not presenter.end_line()
        assert presenter.line == "bambo 5"

    def test_the_tile_that_won_is_not_added_again(self, presenter):
        presenter.paste(RICH)
        presenter.write("drawn 9b")
        assert hand(presenter) == str(Hand.parse(RICH))
        assert (presenter.draft.tile, presenter.draft.by) == (tile("9s"), By.DRAW)

    def test_paste_takes_words_too(self, presenter):
        assert presenter.paste("pung of red dragons, pair of 9 bams, West")
        assert hand(presenter) == "99s (777z)"
        assert presenter.draft.seat is Wind.WEST

    def test_what_is_pasted_of_the_hand_keeps_its_tiles(self, presenter):
        presenter.paste(RICH)
        assert presenter.paste("won on 9 bam self-drawn, South")
        assert hand(presenter) == str(Hand.parse(RICH))
        assert (presenter.draft.tile, presenter.draft.by, presenter.draft.seat) == (tile("9s"), By.DRAW, Wind.SOUTH)
        assert presenter.paste("discard")
        assert hand(presenter) == str(Hand.parse(RICH))

    def test_paste_forgets_keys(self, presenter, heard):
        presenter.type_key("3")
        assert presenter.paste(RICH)
        assert presenter.line == ""
        assert heard.typed[-1] == ""

    def test_bad_paste_keeps_keys(self, presenter):
        presenter.type_key("3")
        assert not presenter.paste("nonsense")
        assert presenter.line == "3"

    @pytest.mark.parametrize("text", ["", "  "])
    def test_empty_paste(self, presenter, heard, text):
        presenter.paste("5m")
        assert not presenter.paste(text)
        assert hand(presenter) == "5m"
        assert heard.sentences[-1][1] == "info"


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
    def test_alike(self, presenter, text, index, chosen):
        presenter.paste(text)
        presenter.choose_alike(index)
        assert presenter.chosen == chosen

    def test_choices_do_not_outlive_a_change(self, presenter):
        presenter.paste("345p")
        presenter.choose(0)
        presenter.set_seat(Wind.WEST)
        assert presenter.chosen == {0}
        presenter.add(tile("1m"))
        assert presenter.chosen == frozenset()

    def test_why_not(self, presenter):
        assert presenter.why_not_lay() == "Choose the tiles of a set first."
        presenter.paste("345p777z")
        presenter.chosen = frozenset({0, 1})
        assert presenter.why_not_lay() == "The chosen tiles aren’t a chow, pung or kong."
        presenter.chosen = frozenset({0, 1, 2})
        assert presenter.why_not_lay() == ""
        assert presenter.why_not_lay(concealed=True) == "A concealed kong is four tiles alike."

    def test_laying_nothing_says_why(self, presenter, heard):
        assert not presenter.lay_chosen()
        assert heard.sentences == [("Choose the tiles of a set first.", "wrong")]

    def test_winning_choices(self, presenter):
        presenter.paste("123m 99s (345p) (7777z) [1111s] 1f")
        assert [str(one) for one in presenter.draft.winning_choices] == ["1m", "2m", "3m", "3p", "4p", "5p", "9s"]

    def test_removing_nothing_is_no_step(self, presenter):
        presenter.paste("5m")
        count = presenter.stack.count()
        presenter.remove_chosen()
        presenter.remove(tile("9s"))
        presenter.take_back(Meld.parse("(777z)"))
        presenter.turn(Meld.parse("(777z)"))
        presenter.remove_set(Meld.parse("(777z)"))
        presenter.set_rules(Ruleset("traditional"))
        presenter.set_options(None)
        assert presenter.stack.count() == count


class TestSituation:
    @pytest.mark.parametrize("seat", list(Wind))
    @pytest.mark.parametrize("rules", [Ruleset("traditional"), Ruleset("classical"), Ruleset("kemp-chinese")])
    def test_every_way_that_is_offered_can_be_said(self, presenter, rules, seat):
        presenter.set_seat(seat)
        presenter.set_rules(rules)
        for by in presenter.ways:
            presenter.set_by(by)
            assert presenter.draft.by is by

    def test_last_tile_only_where_it_can_be(self, presenter):
        presenter.set_by(By.DRAW)
        presenter.set_last_tile(last=True)
        presenter.set_by(By.DISCARD)
        assert presenter.draft.last_tile
        presenter.set_by(By.KONG_REPLACEMENT)
        assert not presenter.draft.last_tile

    def test_discards_join_into_one_step(self, presenter):
        for count in (1, 2, 3):
            presenter.set_discards(count)
        assert presenter.stack.count() == 1
        presenter.stack.undo()
        assert presenter.draft.discards is None

    def test_other_steps_between_keep_them_apart(self, presenter):
        presenter.set_discards(1)
        presenter.set_seat(Wind.WEST)
        presenter.set_discards(2)
        assert presenter.stack.count() == 3

    @pytest.mark.parametrize(("key", "value"), [("limit", 7), ("basal", 11), ("basal", None), ("nonsense", True)])
    def test_an_impossible_option_says_so(self, presenter, heard, key, value):
        assert not presenter.set_option(key, value)
        assert len(heard.sentences) == 1
        assert presenter.stack.count() == 0

    def test_an_option_keeps_the_others(self, presenter):
        assert presenter.set_option("basal", 20)
        assert presenter.set_option("limit", None)
        assert (presenter.draft.options.basal, presenter.draft.options.limit) == (20, None)

    def test_a_new_hand_keeps_the_table(self, presenter):
        presenter.paste(RICH)
        presenter.set_seat(Wind.WEST)
        presenter.set_option("basal", 20)
        presenter.set_by(By.DRAW)
        presenter.set_winning_tile(tile("9s"))
        presenter.set_winner(won=False)
        presenter.clear()
        draft = presenter.draft
        assert (draft.entries, draft.tile, draft.by, draft.winner) == ((), None, None, True)
        assert (draft.seat, draft.options.basal) == (Wind.WEST, 20)


class TestCopies:
    def test_command(self, presenter):
        presenter.paste(RICH)
        words = shlex.split(presenter.command_line())
        assert words[:2] == ["mjcompanion", "score"]
        assert Hand.parse(words[2]) == presenter.hand

    def test_the_command_says_scale_and_rows_as_the_command_line_reads_them(self, presenter):
        house = {"scale": (3,), "rows": {"own-flower": {"off": True}}, "limit": None, "extras_as": "none"}
        options = options_for(Ruleset("traditional"), house)
        presenter.set_rules(Ruleset("traditional"), options, "Ours")
        presenter.paste(RICH)
        words = shlex.split(presenter.command_line())
        told = dict(read_option(word) for before, word in pairwise(words) if before == "-o")
        assert options_for(Ruleset("traditional"), told) == options

    def test_terms(self, presenter):
        presenter.terms = Terms(red="zhong")
        presenter.paste(RICH)
        assert "zhong" in presenter.text()
        assert "red dragon" not in presenter.text()

    def test_works_without_a_store(self, presenter, heard):
        presenter.restore()
        presenter.paste(RICH)
        assert heard.sentences == []

"""What the tiles can't show: rules, winds, how it was won, house options. Each control changes the total as it should."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.request import score_request
from tests.kinds import CHINESE
from tests.ui.library_desk import operate

K = Qt.Key
WINDS = "ESWN"
RICH = "123m 456p 99s (777z) [1111s] 1f"
SHUT = "123m 456p 789s 22244z 2f"
"""Nothing laid out, so that it can be complete as dealt, or from the first discard."""


def rich(rules):
    """A hand that can go out under these rules."""
    return rules.example.hand if rules.preset.minimum or rules.most_chows < 4 else RICH


def asked(desk, **wanted):
    """The request that the page should have come to."""
    request = desk.request()
    assert {key: request.get(key) for key in wanted} == wanted
    return request


class TestRules:
    @pytest.mark.parametrize("rules", CHINESE)
    def test_each_scores_asks_what_it_uses_and_is_remembered(self, desk, rules, engine):
        hand, asks = rich(rules), rules.asks
        desk.paste(hand)
        desk.rules(rules)
        assert desk.draft.rules is rules
        assert desk.check() == engine(hand, rules=str(rules))
        assert desk.context.settings.value.ruleset == rules
        assert desk.page.seat.isVisible() == ("seat" in asks)
        assert desk.page.round.isVisible() == ("round" in asks)
        assert desk.page.result.isVisible() == rules.losers_score
        assert desk.win.ways.isVisible() == ("how" in asks)
        assert desk.win.tile_row.isVisible() == ("how" in asks)
        assert desk.win.discards.isVisible() == (rules is Ruleset("kemp-chinese"))
        assert not desk.win.last_tile.isEnabled() or not desk.win.last_tile.isVisible()
        for way, last in (("draw", True), ("discard", True), ("kong-replacement", False)) if "how" in asks else ():
            desk.pick(desk.win.ways, way)
            assert desk.win.last_tile.isEnabled() is last
            assert desk.win.tile_row.isVisible()
        while desk.card.undo_button.isEnabled() and desk.draft.entries:
            assert desk.page.rules_choice.currentData() == desk.draft.rules
            desk.check()
            desk.click(desk.card.undo_button)
        assert desk.page.rules_choice.currentData() == Ruleset("traditional")

    @pytest.mark.parametrize("rules", CHINESE)
    def test_a_loser_under_rules_where_losers_count_nothing(self, desk, rules):
        """What was said under other rules must not be held against the hand where it can't be seen or changed."""
        hand, tile = rich(rules), rules.example.tile
        desk.paste(hand)
        desk.pick(desk.page.result, "lost")
        desk.rules(rules)
        assert (desk.check() is None) == rules.losers_score
        desk.receipt.copy_command()
        assert ("--loser" in QApplication.clipboard().text()) == rules.losers_score
        if "how" in rules.asks and not rules.losers_score:
            desk.pick(desk.win.ways, "draw")
            desk.won_with(tile)
            asked = {"rules": str(rules), "hand": hand, "win": {"by": "draw", "tile": tile}}
            assert desk.check() == score_request(asked).score
            desk.choose(tile)
            assert desk.card.won_button.isEnabled()


class TestWinds:
    def test_another_seat_and_other_rules_forget_a_way_they_rule_out(self, desk):
        desk.paste(SHUT)
        desk.pick(desk.win.ways, "deal")
        desk.pick(desk.page.seat, "S")
        assert desk.draft.by is None
        assert desk.win.ways.value is None
        desk.pick(desk.win.ways, "first-discard")
        desk.pick(desk.page.seat, "N")
        assert desk.draft.by is By.FIRST_DISCARD
        desk.rules(Ruleset("kemp-chinese"))
        assert desk.draft.by is None
        assert desk.win.ways.value is None
        desk.check()


class TestHowWon:
    @pytest.mark.exhaustive
    @pytest.mark.parametrize("seat", WINDS)
    @pytest.mark.parametrize("rules", ["traditional", "classical", "kemp-chinese"])
    @pytest.mark.parametrize("hand", [RICH, SHUT])
    def test_every_way_with_every_tile(self, desk, rules, seat, hand):
        """The seat is chosen under rules that ask for it; Kemp's solitaire must not care."""
        desk.pick(desk.page.seat, seat)
        desk.paste(hand)
        desk.rules(rules)
        counted = 0
        own = Wind.EAST if desk.draft.rules.single_player else Wind(seat)
        assert [one.value for one in desk.win.ways.segments] == list(map(str, desk.draft.rules.win_types_for(own)))
        for way in [segment.value for segment in desk.win.ways.segments]:
            desk.pick(desk.win.ways, way)
            assert str(desk.draft.by) == way
            if way == "deal":
                assert not desk.win.tile_row.isVisible()
                counted += desk.check() is not None
                continue
            tiles = [str(button.tile) for button in desk.win.tile_row.buttons if button.isVisible()]
            assert tiles == sorted(set(tiles), key=tiles.index)
            for tile in tiles[::3]:
                desk.won_with(tile)
                asked(desk, win={"by": way, "tile": tile, "last_tile": False})
                counted += desk.check() is not None
        assert counted >= 3

    @pytest.mark.parametrize("way", ["draw", "discard"])
    def test_last_tile(self, desk, way, engine):
        desk.paste(RICH)
        desk.pick(desk.win.ways, way)
        desk.won_with("9s")
        desk.click(desk.win.last_tile)
        assert desk.check() == engine(RICH, win={"tile": "9s", "by": way, "last_tile": True})
        desk.pick(desk.win.ways, "flower-replacement")
        assert desk.draft.last_tile is False
        assert desk.check() == engine(RICH, win={"tile": "9s", "by": "flower-replacement"})
        desk.pick(desk.win.ways, way)
        assert not desk.win.last_tile.isChecked()
        assert desk.check() == engine(RICH, win={"tile": "9s", "by": way})
        desk.won_with("9s")  # a second click says that no tile is known
        assert desk.draft.tile is None


class TestLoser:
    HAND = "777z 99s 111p 2345m 5z 1f"

    @pytest.mark.parametrize("rules", [Ruleset("traditional"), Ruleset("classical")])
    def test_counts_what_it_has_and_what_was_said_about_the_win_waits(self, desk, rules, engine):
        desk.rules(rules)
        desk.paste(RICH)
        desk.pick(desk.win.ways, "draw")
        desk.won_with("9s")
        total = desk.check()
        desk.pick(desk.page.result, "lost")
        assert desk.check() is None
        assert not desk.win.ways.isVisible()
        desk.pick(desk.page.result, "won")
        assert desk.check() == total
        desk.paste(self.HAND)
        assert desk.check() is None
        desk.pick(desk.page.result, "lost")
        assert desk.check() == engine(self.HAND, rules=str(rules), winner=False)


class TestSolitaire:
    @pytest.fixture
    def kemp(self, desk):
        desk.rules(Ruleset("kemp-chinese"))
        desk.paste(RICH)
        return desk

    def figures(self, desk):
        return [row.points for row in desk.receipt.rows][-6:]

    def test_by_buttons_and_one_undo_for_a_number_turned_up(self, kemp):
        discards = kemp.win.discards
        assert discards.spin.text() == "not counted"
        assert "Final score" not in kemp.rows()
        for count in (0, 1, 2):
            kemp.click(discards.more)
            assert kemp.draft.discards == count
            kemp.check()
        kemp.click(discards.less)
        assert kemp.draft.discards == 1
        kemp.click(kemp.card.undo_button)
        assert kemp.draft.discards is None
        assert discards.spin.text() == "not counted"
        assert not discards.less.isEnabled()
        kemp.click(kemp.card.redo_button)
        assert kemp.draft.discards == 1
        discards.spin.setValue(130)
        assert kemp.status == "There are 130 discards, but only 0 to 129 are possible."
        kemp.check()

    @pytest.mark.parametrize("count", [0, 1, 40, 77, 129])
    def test_by_typing_and_all_rows(self, kemp, count):
        spin = kemp.win.discards.spin
        spin.setFocus(Qt.FocusReason.TabFocusReason)
        spin.selectAll()
        kemp.type(str(count), spin)
        kemp.key(K.Key_Tab)
        sheet = score_request({"rules": "kemp-chinese", "hand": RICH, "discards": count})
        answer, found = sheet.answer(), sheet.adjustment
        assert kemp.check() == sheet.score
        assert self.figures(kemp) == [
            "129",
            str(count),
            str(129 - count),
            f"{129 - count}/129",
            answer["final"],
            f"{answer['final_rounded']:,}",
        ]
        assert found.left == 129 - count


class TestHouse:
    @pytest.mark.parametrize("rules", CHINESE)
    def test_every_option_has_its_control_which_counts_at_once(self, desk, rules):
        desk.rules(rules)
        desk.paste(rich(rules))
        desk.page.house_action.trigger()
        desk.settle()
        house, before = desk.page.house, desk.check()
        assert list(house.controls) == [spec.key for spec in rules.options_used() if spec.scores]
        for key, control in house.controls.items():
            assert control.isVisible()
            assert not house.default_button.isEnabled()
            value = operate(desk.qtbot, control)
            assert getattr(desk.draft.options, key) == value != getattr(options_for(rules), key)
            desk.check()
            desk.click(house.default_button)
            assert desk.draft.options == options_for(rules)
            assert desk.check() == before

    def test_the_first_step_up_from_no_limit_is_the_usual_limit(self, desk):
        desk.rules(Ruleset("classical"))
        desk.paste("[1111z] [5555z] [6666z] 22m 123m")
        limit = desk.page.house.controls["limit"]
        desk.click(limit.more)
        assert desk.draft.options.limit == 300
        desk.click(limit.more)
        assert desk.draft.options.limit == 350
        desk.check()

    @pytest.mark.parametrize(("key", "typed"), [("limit", "301"), ("limit", "1"), ("basal", "11")])
    def test_odd_numbers_are_refused_in_a_sentence(self, desk, key, typed):
        desk.paste(RICH)
        control = desk.page.house.controls[key]
        before = control.value
        control.spin.setFocus(Qt.FocusReason.TabFocusReason)
        control.spin.selectAll()
        desk.type(typed, control.spin)
        desk.key(K.Key_Return, control.spin)
        assert len(desk.said) == 1
        assert control.value == before
        assert desk.draft.options == options_for(Ruleset("traditional"))
        desk.check()

    def test_other_rules_have_their_own_options(self, desk):
        desk.paste(RICH)
        desk.page.house_action.trigger()
        desk.click(desk.page.house.controls["basal"].more)
        desk.rules(Ruleset("classical"))
        assert desk.draft.options == options_for(Ruleset("classical"))
        desk.check()
        desk.rules(Ruleset("traditional"))
        assert desk.draft.options.basal == 12
        desk.check()
        desk.click(desk.card.undo_button)
        assert desk.draft.options == options_for(Ruleset("classical"))
        desk.click(desk.card.undo_button)
        assert desk.draft.options.basal == 12
        assert desk.page.house.controls["basal"].value == 12
        desk.check()

    def test_without_flowers(self, desk):
        desk.click(desk.page.house.controls["flowers"])
        desk.check()
        desk.tap("1f")
        assert desk.draft.entries == ()
        assert desk.said == ["The plum is a flower, and this table plays without flowers."]
        desk.type("f1", desk.entry)
        assert desk.status == "The plum is a flower, and this table plays without flowers."
        desk.paste("123m 1f")
        assert desk.status == "The plum is a flower, and this table plays without flowers."
        desk.check()

    def test_typing_tiles_after_a_tick(self, desk):
        control = desk.page.house.controls["flower_doubles_add"]
        control.setFocus(Qt.FocusReason.TabFocusReason)
        desk.type("3b", control)
        assert desk.draft.hand.concealed == (Tile.parse("3s"),)
        assert QApplication.focusWidget() is desk.entry


class TestWhatIsTypedAtAQuestion:
    @pytest.mark.parametrize("figure", ["0", "9"])
    def test_a_figure_that_is_no_answer_begins_the_winning_tile(self, desk, figure):
        desk.type("123c 456d 789b 99b 000")
        desk.qtbot.keyClick(desk.entry, Qt.Key.Key_Return)
        desk.qtbot.keyClicks(QApplication.focusWidget(), figure)
        assert (desk.model.draft.by, desk.entry.text()) == (None, f"out on {figure}")

    def test_a_paste_leads_to_the_next_open_question(self, desk):
        desk.paste("123c 456d 789b pair 9 bam, pung red")
        assert desk.page.win_card.ways.isAncestorOf(QApplication.focusWidget())
        desk.paste("self-drawn")
        assert desk.page.win_card.tile_row.isAncestorOf(QApplication.focusWidget())

    def test_a_hand_that_may_have_too_few_faan_is_asked_how_it_was_won_before_it_is_refused(self, desk):
        """Two faan, and a third only where the last tile was drawn; three are needed."""
        desk.rules("hong-kong")
        desk.paste("123c 456d 789b pair 9 bam, pung red")
        assert desk.model.seen.unanswered[0] == "how-won"
        assert desk.win.ways.isAncestorOf(QApplication.focusWidget())
        desk.pick(desk.win.ways, "draw")
        assert desk.model.seen.unanswered == ("winning-tile",)
        desk.won_with("9s")
        assert desk.status == "Mah Jongg: 8 points"
        desk.pick(desk.win.ways, "discard")
        assert desk.status == "This hand has 2 faan, and 3 are needed to go out."
        desk.check()

"""The break helper: what it highlights is what the engine says, however the dice came in, on every screen."""

import itertools
import random

import pytest
from mjcompanion.ui.theme import look
from mjcompanion.ui.widgets.wall_break.model import BreakStepKind
from mjcompanion.ui.widgets.wall_break.panel import BreakPanel
from mjcompanion.ui.widgets.wall_break.walls import StackMark, WallLayout, Walls
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QMenu

from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rules.wall import Direction, Side
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.storage.settings import Settings
from mjcompanion.wall.breaks import LAYERS, Place, Spot, break_wall
from mjcompanion.wall.deal import after_deal, deal_order
from tests.kinds import ALL
from tests.ui.desk import PageDesk

K = Qt.Key
NAMES = ("Anna", "Bert", "Chuck", "Dora")
BREAKING = tuple(rules for rules in RULESETS.values() if rules.wall)


def flowers_of(rules):
    return (True, False) if "flowers" in rules.uses else (True,)


def all_dice(rules):
    """Every sum that one throw can have, in every order of the two throws' sums that matters."""
    throws = [(min(6, total - 1), total - min(6, total - 1)) for total in range(2, 13)]
    if rules.wall.throws == 1:
        return [[throw] for throw in throws]
    return [[one, other] for one in throws for other in throws]


def both(places):
    return {Spot(*place, layer) for place in places for layer in LAYERS}


class Helper(PageDesk):
    """A panel on a page of its own, and the hands that work on it."""

    def __init__(self, qtbot, context, rules="classical", **kwargs):
        super().__init__(qtbot, context, lambda context: BreakPanel(context, Ruleset(rules), **kwargs), scrolls=True)
        self.panel = self.page

    def show(self, width=1024, height=700):
        return super().show(width, height)

    @property
    def stacks(self):
        return {stack.place: stack for stack in self.panel.picture.walls.stacks}

    @property
    def status(self):
        return self.panel.status.text()

    def shown_dice(self):
        return [die for die in self.panel.dice if die.isVisible()]

    def enter(self, *throws):
        for throw in throws:
            for face in throw:
                self.model.type(str(face))
        self.settle()

    def segment(self, wind):
        return next(one for one in self.panel.sit.segments if one.value == str(wind))

    def check(self, rules, dice, flowers=True):
        """All that the picture highlights is where the engine has it."""
        opened = break_wall(rules, dice, flowers=flowers)
        stacks = self.stacks
        assert self.model.opened == opened
        assert len(stacks) == len(self.panel.picture.walls.stacks) == 4 * opened.stacks
        assert set(stacks) == {Place(wall, number) for wall in WINDS for number in range(1, opened.stacks + 1)}
        marked = {mark: {place for place, stack in stacks.items() if stack.mark is mark} for mark in StackMark}
        assert marked[StackMark.OPEN] == set(opened.loose)
        assert marked[StackMark.LAST] == (set() if opened.loose else {opened.end})
        assert marked[StackMark.APART] == set(opened.kong_box)
        assert {place for place, stack in stacks.items() if stack.first} == {opened.first_draw}
        counted = {stack.count: place for place, stack in stacks.items() if stack.count}
        assert sorted(counted) == list(range(1, opened.count + 1))
        assert counted[opened.count] == opened.counted
        assert counted[1] == Place(opened.start, 1 if opened.side is Side.RIGHT else opened.stacks)
        for number in range(1, opened.count):
            one, other = counted[number], counted[number + 1]
            assert one.wall is not other.wall or other.stack - one.stack == (1 if opened.side is Side.RIGHT else -1)
        takers = {
            Spot(*place, layer): seat
            for place, stack in stacks.items()
            for layer, seat in zip(LAYERS, stack.takers, strict=True)
            if seat is not None
        }
        assert takers == {tile.spot: tile.seat for tile in deal_order(opened)}
        carrying = {place for place, stack in stacks.items() if stack.carries}
        assert len(carrying) == (2 if opened.loose else 0)
        if opened.kong_box:
            assert carrying == set(opened.kong_box[:2])
        elif opened.loose:
            assert carrying == set(opened.drawing[-2:])
        assert self.panel.picture.walls.direction is opened.direction
        return opened


@pytest.fixture
def helper_at(qtbot, context_at):
    def make(rules="classical", settings=None, **kwargs):
        return Helper(qtbot, context_at(settings=settings), rules, **kwargs)

    return make


@pytest.fixture
def helper(helper_at):
    return helper_at(names=NAMES).show()


class TestWhatIsHighlighted:
    @pytest.mark.exhaustive(keep=3)
    @pytest.mark.parametrize("rules", BREAKING)
    def test_every_throw_as_the_engine_has_it(self, helper_at, rules):
        helper = helper_at(rules)
        assert rules.wall.side in helper.panel.how.text()
        assert len([die for die in helper.panel.dice if not die.isHidden()]) == 2 * rules.wall.throws
        for flowers in flowers_of(rules):
            helper.panel.set_game(Ruleset(rules), flowers, None)
            assert helper.model.opened is None
            for dice in all_dice(rules):
                helper.enter(*dice)
                helper.check(rules, dice, flowers)

    @pytest.mark.parametrize("rules", BREAKING)
    def test_each_step_lights_its_tiles(self, helper_at, rules):
        helper = helper_at(rules)
        for dice in all_dice(rules)[::7]:
            helper.enter(*dice)
            opened = break_wall(rules, dice)
            lit = {}
            for step in helper.model.facts:
                helper.model.pin(step)
                lit[step.kind] = set(helper.panel.picture.lit)
            assert lit[BreakStepKind.BREAK] == both([opened.counted])
            assert lit[BreakStepKind.FIRST] == both([opened.first_draw])
            assert lit[BreakStepKind.END] == both([opened.end])
            assert lit[BreakStepKind.AFTER] == {after_deal(opened)[0]}
            assert lit.get(BreakStepKind.LOOSE, set()) == both(opened.loose)
            assert lit.get(BreakStepKind.KONG_BOX, set()) == (
                both((*opened.kong_box, *opened.loose)) if opened.kong_box else set()
            )
            if rules.wall.throws == 2:
                assert {spot.wall for spot in lit[BreakStepKind.CHOSEN]} == {opened.start}
                assert len(lit[BreakStepKind.CHOSEN]) == 2 * opened.stacks
            taken = []
            for step in helper.model.deal:
                helper.model.pin(step)
                assert helper.panel.picture.lit == step.spots
                taken += [(step.seat, spot) for spot in step.spots]
            order = deal_order(opened)
            assert sorted(taken) == sorted((tile.seat, tile.spot) for tile in order)
            seats = [tile.seat for at, tile in enumerate(order) if at == 0 or order[at - 1].seat is not tile.seat]
            assert [step.seat for step in helper.model.deal] == seats

    def test_the_source_example(self, helper):
        helper.enter((5, 5), (2, 3))
        opened = helper.check("classical", [(5, 5), (2, 3)])
        assert opened.counted == Place(Wind.SOUTH, 4)
        sentences = [step.sentence for step in helper.model.facts]
        assert sentences == [
            "The break is at stack 15 of South’s wall, counted from the left.",
            "South (Bert) deals, chosen by the first throw.",
            "Loose tiles: the two of that stack, laid to the left of the break.",
            "Kong box: the 6 stacks left of the break, with the loose tiles, set apart.",
            "First tiles: stack 3 of South’s wall, from the right. Drawing goes counter-clockwise.",
            "After the deal East (Anna) draws first: the top tile of stack 13 of North’s wall.",
            "The wall ends with stack 11 of South’s wall. The kong box isn’t filled again.",
        ]
        assert [row.step.sentence for row in helper.panel.fact_rows if row.isVisible()] == sentences

    def test_american_sentences(self, helper_at):
        helper = helper_at("nmjl")
        helper.enter((3, 5))
        assert [step.sentence for step in helper.model.facts] == [
            "The break is at stack 8 of East’s wall, counted from the right.",
            "First tiles: stack 9 of East’s wall, from the right. Drawing goes clockwise.",
            "After the deal East discards first. The next tile drawn is the lower tile of stack 16 of North’s wall.",
            "The counted stack comes last: its top tile is the end tile.",
        ]
        assert [step.sentence for step in helper.model.deal[-5:]] == [
            "North takes the next two stacks: stacks 12 and 13 of North’s wall.",
            "East takes two top tiles: stacks 14 and 16 of North’s wall.",
            "South takes one tile, the lower one of stack 14 of North’s wall.",
            "West takes one tile, the top one of stack 15 of North’s wall.",
            "North takes one tile, the lower one of stack 15 of North’s wall.",
        ]

    def test_around_the_corner_it_says_so(self, helper_at):
        helper = helper_at("kemp-chinese")
        helper.enter((1, 2), (6, 6))
        assert "around" not in helper.model.facts[0].sentence
        helper.enter((6, 6), (5, 4))
        opened = break_wall("kemp-chinese", [(6, 6), (5, 4)])
        assert opened.wall is not opened.start
        assert helper.model.facts[0].sentence.startswith(f"The count continues from {opened.start.word}’s wall")
        assert f"stack {opened.stack} of {opened.wall.word}’s wall" in helper.model.facts[0].sentence


class TestDice:
    def test_typing_straight_away_and_clearing(self, helper, monkeypatch):
        opened = []
        monkeypatch.setattr(QMenu, "popup", lambda menu, _place: opened.append(menu))
        helper.panel.throw_button.setFocus()
        assert not helper.panel.clear_button.isEnabled()
        helper.type("5 5 2 3 ")
        assert opened == [], "a space between digits opens and throws nothing"
        helper.check("classical", [(5, 5), (2, 3)])
        assert [die.face for die in helper.shown_dice()] == [5, 5, 2, 3]
        helper.type("1")
        assert helper.model.dice == (1, None, None, None)
        assert helper.model.opened is None
        assert helper.status == "3 of 4 dice are still to enter."
        helper.click(helper.panel.clear_button)
        assert helper.model.dice == (None,) * 4
        assert all(stack.mark is StackMark.WALL and not stack.count for stack in helper.stacks.values())
        assert not any(row.isVisible() for row in helper.panel.fact_rows)

    def test_typing_into_a_die_goes_on_to_the_next(self, helper):
        dice = helper.shown_dice()
        dice[0].setFocus()
        helper.type("5,5+2 3")
        assert QApplication.focusWidget() is dice[3]
        helper.check("classical", [(5, 5), (2, 3)])
        dice[1].setFocus()
        helper.type("6")
        helper.check("classical", [(5, 6), (2, 3)])

    @pytest.mark.parametrize("wrong", ["0", "7", "9", "x", "٣"])
    def test_what_no_die_shows_is_one_sentence(self, helper, wrong):
        die = helper.shown_dice()[2]
        helper.enter((1, 2))
        die.setFocus()
        if wrong.isascii():
            helper.type(wrong)
        else:
            die.typed.emit(wrong)
        expected = f"not {wrong}" if wrong.isascii() and wrong.isdigit() else f"“{wrong}” isn’t a whole number"
        assert expected in helper.status
        assert helper.status.startswith("Throw 2: ")
        assert helper.panel.status.property("role") == "status-wrong"
        assert helper.model.dice == (1, 2, None, None)
        assert QApplication.focusWidget() is die
        helper.type("4")
        assert helper.model.problem == ""
        assert helper.status == "1 of 4 dice are still to enter."

    def test_arrows_delete_and_backspace(self, helper):
        dice = helper.shown_dice()
        dice[0].setFocus()
        helper.key(K.Key_Up)
        assert dice[0].face == 1
        helper.key(K.Key_Down)
        assert dice[0].face == 6
        helper.key(K.Key_Up)
        assert dice[0].face == 1
        helper.key(K.Key_Right)
        assert QApplication.focusWidget() is dice[1]
        helper.key(K.Key_Down)
        assert dice[1].face == 6
        helper.key(K.Key_Left)
        helper.key(K.Key_Delete)
        assert dice[0].face is None
        helper.key(K.Key_Left)
        assert QApplication.focusWidget() is dice[0]
        helper.panel.throw_button.setFocus()
        helper.key(K.Key_Backspace)
        assert helper.model.dice == (None,) * 4

    def test_the_menu_opens_by_click_and_by_space(self, helper, monkeypatch):
        opened = []
        monkeypatch.setattr(QMenu, "popup", lambda menu, _place: opened.append(menu))  # offscreen shows no menus
        die = helper.shown_dice()[0]
        helper.click(die)
        assert [action.text() for action in opened[-1].actions()] == list("123456")
        opened[-1].actions()[1].trigger()
        assert die.face == 2
        die.setFocus()
        helper.key(K.Key_Space)
        opened[-1].actions()[5].trigger()
        assert die.face == 6
        assert len(opened) == 2


class TestThrowing:
    def test_at_once_with_reduced_motion(self, helper_at):
        helper = helper_at("classical", rng=random.Random(3)).show()
        assert look().tumble == 0
        helper.click(helper.panel.throw_button)
        dice = helper.model.dice
        assert None not in dice
        assert not helper.model.rolling
        helper.check("classical", [dice[:2], dice[2:]])
        assert helper.panel.throw_button.text() == "Throw again"
        helper.click(helper.panel.throw_button)
        helper.check("classical", [helper.model.dice[:2], helper.model.dice[2:]])

    def test_dice_tumble_and_then_lie(self, helper_at):
        helper = helper_at("nmjl", settings=Settings(), rng=random.Random(5)).show()
        assert look().tumble == 600
        helper.click(helper.panel.throw_button)
        assert helper.model.rolling
        assert helper.model.opened is None
        assert helper.status == "The dice are rolling …"
        helper.type("3", helper.panel)
        assert helper.model.dice == (None, None)
        rolling = helper.model.rolling
        seen, tumble = set(), helper.panel._tumble
        tumble.pause()
        for milliseconds in range(100, 600, 100):
            tumble.setCurrentTime(milliseconds)
            picture = helper.shown_dice()[0].grab().toImage()
            seen.add(bytes(picture.constBits()))
        assert len(seen) > 3
        tumble.resume()
        helper.qtbot.waitUntil(lambda: not helper.model.rolling)
        assert helper.model.dice == rolling
        helper.check("nmjl", [rolling])

    @pytest.mark.parametrize("how", ["other rules", "clear", "leave"])
    def test_what_ends_a_throw(self, helper_at, how):
        helper = helper_at("nmjl", settings=Settings()).show()
        helper.click(helper.panel.throw_button)
        helper.click(helper.panel.throw_button)  # a second press is no second throw
        rolling = helper.model.rolling
        if how == "other rules":
            helper.panel.set_game(Ruleset("classical"), True, None)
        elif how == "clear":
            helper.panel._clear()
        else:
            helper.shell.hide()
        ends = {"other rules": (None,) * 4, "clear": (None,) * 2, "leave": rolling}
        assert helper.model.dice == ends[how]
        assert not helper.model.rolling
        assert all(die._tumbling is None for die in helper.panel.dice)


class TestSteps:
    @pytest.fixture
    def opened(self, helper):
        helper.enter((5, 5), (2, 3))
        return helper

    def test_pointing_lights_until_the_mouse_leaves_and_a_click_keeps_it_lit(self, opened):
        chip = opened.panel.chips[4]
        opened.hover(chip)
        assert opened.panel.picture.lit == chip.step.spots
        assert chip.lit
        assert opened.panel.step_words.text() == f"5 of 16: {chip.step.sentence}"
        opened.unhover(chip)
        assert opened.panel.picture.lit == frozenset()
        assert not chip.lit
        for kept in (chip.step.spots, frozenset(), chip.step.spots):
            opened.click(chip)
            opened.unhover(chip)
            assert opened.panel.picture.lit == kept
        opened.enter((1, 2), (3, 4))
        assert opened.panel.picture.lit == frozenset()

    def test_the_keyboard_goes_through_the_deal(self, opened):
        chips = opened.panel.chips
        chips[0].take_keyboard()
        assert opened.panel.picture.lit == chips[0].step.spots
        for key, at in ((K.Key_Right, 1), (K.Key_Down, 5), (K.Key_Left, 4), (K.Key_Up, 0), (K.Key_Up, 0)):
            opened.key(key)
            assert QApplication.focusWidget() is chips[at]
            assert opened.panel.picture.lit == chips[at].step.spots
        opened.key(K.Key_Tab)
        assert opened.panel.picture.lit == frozenset()

    def test_step_by_step(self, opened):
        deal = opened.model.deal
        for step in (*deal, deal[0]):
            opened.click(opened.panel.next_button)
            assert opened.panel.picture.lit == step.spots
            assert step.sentence in opened.panel.step_words.text()
        opened.click(opened.panel.back_button)
        assert opened.panel.picture.lit == deal[-1].spots


class TestTurning:
    @pytest.mark.parametrize("wind", WINDS)
    def test_one_s_own_wall_is_at_the_bottom(self, helper, wind):
        helper.enter((5, 5), (2, 3))
        helper.click(helper.segment(wind))
        picture = helper.panel.picture
        assert picture.bottom is wind
        plan = picture.plan()
        middles = {}
        for at in WINDS:
            boxes = [plan.box(Place(at, number)) for number in range(1, 19)]
            middles[at] = sum((box.center() for box in boxes), QPointF()) / len(boxes)
            # each stack lies further to its owner's left than the one before
            left = (QPointF(-1, 0), QPointF(0, 1), QPointF(1, 0), QPointF(0, -1))[plan.turn(at)]
            steps = [after.center() - before.center() for before, after in itertools.pairwise(boxes)]
            assert all(step.x() * left.x() + step.y() * left.y() > 0 for step in steps)
        centre = plan.square.center()
        assert middles[wind].y() > centre.y() + 100
        assert middles[wind.next].x() > centre.x() + 100
        assert middles[wind.next.next].y() < centre.y() - 100
        assert middles[wind.next.next.next].x() < centre.x() - 100
        helper.check("classical", [(5, 5), (2, 3)])

    @pytest.mark.parametrize("rules", BREAKING)
    @pytest.mark.parametrize("wind", WINDS)
    def test_no_two_stacks_share_room(self, rules, wind):
        for dice in all_dice(rules)[::5]:
            walls = Walls.opened(break_wall(rules, dice))
            plan = WallLayout(walls, QRectF(0, 0, 520, 520), 24, wind)
            boxes = [plan.box(stack.place).adjusted(0.5, 0.5, -0.5, -0.5) for stack in walls.stacks]
            inside = plan.square.adjusted(plan.plate, plan.plate, -plan.plate, -plan.plate)
            assert all(inside.contains(box) for box in boxes)
            for at, box in enumerate(boxes):
                assert not any(box.intersects(other) for other in boxes[at + 1 :])
            carried = [plan.loose(stack.place) for stack in walls.stacks if stack.carries]
            assert all(inside.adjusted(-1, -1, 1, 1).contains(box) for box in carried)
            under = {stack.place for stack in walls.stacks if stack.carries}
            others = [plan.box(stack.place) for stack in walls.stacks if stack.place not in under]
            for tile in carried:
                assert not any(tile.adjusted(1, 1, -1, -1).intersects(other) for other in others)

    def test_the_arrow_goes_the_way_of_the_drawing(self):
        for rules in BREAKING:
            for dice in all_dice(rules)[::5]:
                opened = break_wall(rules, dice)
                plan = WallLayout(Walls.opened(opened), QRectF(0, 0, 520, 520), 24, Wind.EAST)
                start, end = plan.arrow(opened.first_draw, opened.direction)
                if opened.drawing[1].wall is opened.first_draw.wall:
                    step = plan.box(opened.drawing[1]).center() - plan.box(opened.drawing[0]).center()
                    assert step.x() * (end - start).x() + step.y() * (end - start).y() > 0
                assert plan.square.contains(start)
                assert plan.square.contains(end)
                around = [plan.square.center() - point for point in (start, end)]
                turned = around[0].x() * around[1].y() - around[0].y() * around[1].x()
                assert (turned > 0) is (opened.direction is Direction.CLOCKWISE)


class TestRules:
    @pytest.mark.parametrize("rules", [rules for rules in ALL if rules not in BREAKING])
    def test_rules_that_break_no_wall(self, helper_at, rules):
        helper = helper_at("nmjl").show()
        helper.panel.set_game(rules, flowers=True, names=None)
        helper.settle()
        assert helper.panel.empty.isVisible()
        assert not helper.panel.throw_button.isVisible()
        assert not helper.panel.picture.isVisible()
        helper.type("5", helper.panel)
        helper.panel.throw()
        helper.model.rub()
        assert helper.model.dice == ()

    def test_the_next_hand_brings_other_names_and_keeps_the_dice(self, helper):
        picture = helper.panel.picture
        names = zip(("East", "South", "West", "North"), NAMES, strict=True)
        assert [picture.seat_words(wind, 400) for wind in WINDS] == [*names]
        helper.enter((5, 5), (2, 3))
        assert picture.seat_words(Wind.SOUTH, 400) == ("South deals", "Bert")
        helper.panel.set_game(Ruleset("classical"), True, NAMES[1:] + NAMES[:1])
        assert "South (Chuck) deals" in helper.model.told
        helper.check("classical", [(5, 5), (2, 3)])
        helper.panel.set_game(Ruleset("classical"), True, None)
        assert "South deals" in helper.model.told


class TestRoom:
    @pytest.mark.parametrize(("rules", "dice"), [("nmjl", [(4, 3)]), ("classical", [(5, 5), (2, 3)])])
    def test_the_wall_its_words_and_the_deal_are_on_one_small_screen(self, helper_at, rules, dice):
        helper = helper_at(rules, names=NAMES)
        helper.panel.room = 700 - 72 - 24  # what a title and the lower margin leave
        helper.show(1024 - 84 - 64, helper.panel.room)
        helper.enter(*dice)
        assert helper.shell.verticalScrollBar().maximum() == 0
        assert helper.panel.picture.plan().square.bottom() <= helper.panel.picture.height()


class TestAccess:
    def test_the_result_is_announced_and_told_by_the_picture_and_its_chips(self, helper):
        interface = QAccessible.queryAccessibleInterface(helper.panel.picture)
        assert interface.text(QAccessible.Text.Name) == "The four walls from above"
        assert "isn’t broken yet" in interface.text(QAccessible.Text.Description)
        helper.enter((5, 5), (2, 3))
        for told in (interface.text(QAccessible.Text.Description), helper.panel._announced):
            assert "stack 15 of South’s wall" in told
            assert "South (Bert) deals" in told
            assert "Drawing goes counter-clockwise" in told
        names = [chip.accessibleName() for chip in helper.panel.chips]
        assert names[0] == "East (Anna) takes the next two stacks: stacks 2 and 3 of South’s wall."
        assert len(set(names)) == 16

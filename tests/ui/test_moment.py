"""The moment of Mah Jongg: what is shown, where each tile is, and how it goes."""

from itertools import combinations

import pytest
from mjcompanion.ui.widgets.felt_scene import AnimatedItem
from mjcompanion.ui.widgets.moment import MahJongg, MahJonggMoment, lay_sets
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGraphicsSimpleTextItem, QLineEdit, QWidget

from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.hand_groups import hand_groups
from mjcompanion.scoring.score import score
from mjcompanion.storage.settings import Settings

SCORES = {0: 8, 1: 32, 2: 8, 3: 16}


def groups(text="123m 456p 99s (777z) [1111s] 1f", tile="9s"):
    won = ScoringContext(Ruleset("classical"), win=HowWon(Tile.parse(tile), By.DRAW))
    return hand_groups(score(Hand.parse(text), won))


@pytest.mark.parametrize("room", [QSize(1240, 250), QSize(480, 300), QSize(300, 400)], ids=str)
def test_sets_are_never_broken_no_tile_lies_on_another_and_the_winning_one_is_raised(room):
    shown = groups()
    hand = lay_sets(shown, room, 80)
    assert len(hand.tiles) == sum(len(group.tiles) for group in shown)
    assert hand.room.width() <= room.width()
    assert hand.room.height() <= room.height()
    left = list(hand.tiles)
    for group in shown:
        own, left = left[: len(group.tiles)], left[len(group.tiles) :]
        tops = {round(one.top) for one in own if not one.won and not one.turned}
        assert len(tops) == 1
        assert [one.won for one in own] == [place == group.won for place in range(len(own))]
    for one, other in combinations(hand.tiles, 2):
        assert abs(one.left - other.left) >= hand.width or abs(one.top - other.top) >= hand.width * 1.3
    won = next(one for one in hand.tiles if one.won)
    assert won.tile == Tile.parse("9s")
    assert won.top < next(one for one in hand.tiles if one.tile == won.tile and one is not won).top


def written(moment):
    """The words and figures on the felt."""
    return [one.text() for one in moment._felt.items() if isinstance(one, QGraphicsSimpleTextItem)]


@pytest.fixture
def over_a_field(qtbot):
    host = QWidget()
    field = QLineEdit(host)
    qtbot.addWidget(host)
    host.resize(600, 600)
    host.show()
    moment = MahJonggMoment(host)
    moment.show_moment(MahJongg("Ann", groups=groups(), total=64))
    return host, field, moment


def test_a_key_ends_it_and_does_what_it_does_else_or_a_click_does_or_it_goes_by_itself(over_a_field, qtbot):
    host, field, moment = over_a_field
    assert moment.isVisible()
    qtbot.keyClick(field, Qt.Key.Key_5)
    assert not moment.isVisible()
    assert field.text() == "5"
    moment.show_moment(MahJongg("Bob", groups=groups(), total=64))
    host.resize(700, 500)
    assert moment.geometry() == host.rect(), "it grows with what it covers"
    qtbot.mouseClick(moment, Qt.MouseButton.LeftButton)
    assert not moment.isVisible()
    moment.show_moment(MahJongg("Bob", groups=groups(), total=64))
    with qtbot.waitSignal(moment.over):
        moment._stays.start(0)
    assert moment.shown is None


def test_the_tiles_slide_into_their_sets_the_winning_one_last(over_a_field):
    _host, _field, moment = over_a_field
    moment.motion.pause()
    seen = []
    for part in (0.0, 0.5, 0.79, 1.0):
        moment.motion.setCurrentTime(round(part * moment.motion.totalDuration()))
        tiles = [one for one in moment._felt.items() if isinstance(one, AnimatedItem)]
        seen.append((sum(one.opacity() > 0 for one in tiles), sum(one.pos() == tiles[-1].pos() for one in tiles)))
    there = [count for count, _ in seen]
    assert there == sorted(there)
    assert there[0] <= 1
    assert there[1] < there[2] == len(tiles)
    assert seen[2][1] < len(tiles) == seen[3][1]
    assert "64" in written(moment)


@pytest.mark.parametrize("motion", [False, True])
def test_a_won_hand_is_celebrated_on_the_felt_and_a_draw_is_not(table_at, motion):
    four = table_at(settings=Settings(reduced_motion=not motion)).show()
    four.start()
    game = four.view("game")
    four.begin_hand()
    four.enter(winner=1, by="draw", scores=SCORES)
    four.confirm()
    assert game.moment.shown.winner == "Bob"
    assert game.moment.shown.total == 32
    assert motion or "32" in written(game.moment)
    four.begin_hand()
    assert game.moment.shown is None
    four.enter(scores={})
    four.confirm()
    assert game.moment.shown is None

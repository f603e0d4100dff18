"""The felt: what lies where at every moment, that nothing hidden is seen, and that moves end in the picture at rest."""

import random
from functools import reduce

import msgspec
import pytest
from mjcompanion.ui.pages.solitaire.felt import Felt
from mjcompanion.ui.pages.solitaire.felt.flights import legs
from mjcompanion.ui.pages.solitaire.felt.pieces import (
    NEWEST,
    OFFERED,
    POINTED_OUT,
    Backs,
    FeltStack,
    FeltText,
    FeltTile,
    Plate,
    Shade,
)
from mjcompanion.ui.pages.solitaire.felt.plan import FeltLayout
from mjcompanion.ui.pages.solitaire.felt.scene import Scene, _deed, plan_key
from mjcompanion.ui.pages.solitaire.words import asks
from mjcompanion.ui.theme import look
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from mjcompanion.core.tiles import JOKER, WINDS, Terms, Tile, Wind
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.kemp import adjustment_of
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.record import GameSetup, begin
from mjcompanion.wall.breaks import Place
from tests.solitaire.chance import SETUPS, by_chance, reshuffled

SMALL, LARGE = QSize(700, 380), QSize(1400, 700)
GAMES = ("kemp-chinese", "kemp-american", "simple")


def played(rules, seed, *, quiet=False, most=2000):
    """A random game: each moment, the move there, and the moment after it; where `quiet` nobody claims anything."""
    rng = random.Random(seed)
    game = begin(Deal.of(rules, seed), SETUPS[rules])
    for _ in range(most):
        if game.is_over:
            return
        move = game.forced() or (leave_or_discard(game) if quiet else by_chance(game, rng))
        after = game.apply(move)
        yield game, move, after
        game = after


def leave_or_discard(game):
    return next(move for move in game.choices() if move.do in (Do.LEAVE, Do.DISCARD))


def moments(rules, seed, **kwargs):
    """Every moment of a random game."""
    step = None
    for step in played(rules, seed, **kwargs):
        yield step[0]
    yield step[2]


def moment(rules, wanted, seeds=range(30), **kwargs):
    """The first moment of random games for which this holds."""
    return next(game for seed in seeds for game in moments(rules, seed, **kwargs) if wanted(game))


def scene_of(game, size=SMALL, **kwargs):
    long, bottom, gap, holding = plan_key(game)
    return Scene(game, FeltLayout(size, look(), long=long, bottom=bottom, gap=gap, holding=holding), look(), **kwargs)


def pieces(scene, kind):
    return [(key, piece) for key, piece in scene.pieces.items() if isinstance(piece, kind)]


def image(felt):
    return felt.grab().toImage()


@pytest.fixture
def felt_of(qtbot, themed):
    """Makes a felt that shows a game."""

    def make(game, size=SMALL, *, shown=True):
        felt = Felt()
        qtbot.addWidget(felt)
        felt.resize(size)
        if game is not None:
            felt.show_game(game)
        if shown:
            with qtbot.waitExposed(felt):
                felt.show()
            QApplication.processEvents()
        return felt

    return make


def at_rest(felt, game, size=None):
    """Whether a felt looks as one does that never showed anything but this moment."""
    other = Felt()
    other.resize(size or felt.size())
    other.show_game(game)
    same = image(felt) == image(other)
    other.deleteLater()
    return same


# --- what lies where


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_tile_is_shown_once_where_it_is(rules, seed):
    for game in moments(rules, seed):
        scene = scene_of(game)
        piles = pieces(scene, FeltStack)
        standing = game.walls()
        assert sum(pile.layers for _, pile in piles) == len(standing)
        assert sum(pile.layers for _, pile in piles if pile.apart) == game.loose
        on_the_felt = {Place(one.spot.wall, one.spot.stack) for one in standing[: len(standing) - game.loose]}
        assert {key[1] for key, pile in piles if not pile.apart} == on_the_felt
        faces = dict(pieces(scene, FeltTile))
        shown = {key[1]: face.tile for key, face in faces.items() if key[0] == "discard"}
        assert shown == {at: lying.tile for at, lying in enumerate(game.pile) if lying.claimed_by is None}
        for wind in WINDS:
            held = game.holding(wind)
            if wind is game.person:
                assert not [key for key in faces if key[0] != "discard" and key[1] is wind]
            elif rules == "simple":
                laid = [face.tile for key, face in faces.items() if key[0] == "laid" and key[1] is wind]
                assert sorted(laid) == sorted(tile for one in held.laid for tile in one.tiles)
                flowers = [face.tile for key, face in faces.items() if key[0] == "flower" and key[1] is wind]
                assert flowers == list(held.flowers)
                backs = dict(pieces(scene, Backs)).get(("held", wind))
                if game.out is wind:
                    assert sorted(face.tile for key, face in faces.items() if key[0] == "hand") == sorted(held.hand)
                    assert backs is None
                else:
                    assert (backs.held if backs else 0) == len(held.hand)
            else:
                current = faces.get(("fresh", wind))
                assert (current.tile if current else None) == (game.fresh if game.turn is wind else None)


@pytest.mark.exhaustive(keep=4)
@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("size", [QSize(420, 240), QSize(600, 300), SMALL, QSize(900, 380), LARGE, QSize(700, 900)])
def test_nothing_is_cut_off_or_hidden(themed, rules, percent, size):
    themed.apply("light", percent)
    whole = QRect(QPoint(0, 0), size)
    for number, game in enumerate(moments(rules, 4)):
        if number % 18 and not game.is_over:
            continue
        scene = scene_of(game, size)
        solid = []
        for key, piece in scene.pieces.items():
            if isinstance(piece, Shade):
                continue
            assert whole.adjusted(-6, -6, 6, 6).contains(piece.bounds), (key, piece.bounds)
            if isinstance(piece, FeltTile):
                solid.append((key, piece.slot.front))
            elif isinstance(piece, Plate | FeltText | Backs) and key != "passed":
                solid.append((key, piece.box))
            elif isinstance(piece, FeltStack):
                high = piece.layers * piece.thick
                solid.append((key, piece.ground.adjusted(0, -high, 0, 0)))
        for at, (key, box) in enumerate(solid):
            for other, covered in solid[at + 1 :]:
                if {key[0], other[0]} <= {"stack", "loose"}:
                    continue
                assert not box.adjusted(1, 1, -1, -1).intersects(covered.adjusted(1, 1, -1, -1)), (key, other)


def test_the_end_tile_is_marked_and_what_was_put_there_passed_over():
    def marked(game):
        return [key[1] for key, pile in pieces(scene_of(game), FeltStack) if pile.ends]

    game = begin(Deal.of("kemp-american", 3), SETUPS["kemp-american"])
    assert marked(game) == [game.deal.opened.end]
    swapped = msgspec.structs.replace(game, swapped=(len(game.deal.order) - 2, len(game.deal.order) - 1))
    assert marked(swapped) == [game.deal.opened.drawing[-2]]
    chinese = begin(Deal.of("kemp-chinese", 3))
    assert marked(chinese) == []
    loose = {key[1] for key, pile in pieces(scene_of(chinese), FeltStack) if pile.apart}
    assert loose == set(chinese.deal.opened.drawing[-2:]), "on the wall at the right of the break"


def test_the_newest_discard_is_marked_and_lies_with_those_of_its_player():
    game = moment("kemp-chinese", lambda one: one.phase is Phase.CLAIM)
    scene = scene_of(game)
    faces = {key: face for key, face in pieces(scene, FeltTile) if key[0] == "discard"}
    last = faces["discard", len(game.pile) - 1]
    assert last.ring == OFFERED
    (name,) = (one.words for key, one in pieces(scene, FeltText) if key == ("name", game.offered.who))
    assert name == game.offered.who.word
    assert [face.ring for face in faces.values() if face.ring] == [OFFERED]
    left = game.apply(Move(Wind.EAST, Do.LEAVE))
    assert dict(pieces(scene_of(left), FeltTile))["discard", len(game.pile) - 1].ring == NEWEST


def test_passed_tiles_are_told_apart():
    game = moment("kemp-american", lambda one: len([lying for lying in one.pile if not lying.passed]) > 5)
    faces = {key[1]: face for key, face in pieces(scene_of(game), FeltTile) if key[0] == "discard"}
    passed = {at for at, lying in enumerate(game.pile) if lying.passed}
    assert passed
    assert {at for at, face in faces.items() if face.veiled} == passed
    assert max(faces[at].slot.front.bottom() for at in passed) < min(
        face.slot.y for at, face in faces.items() if at not in passed
    )
    assert dict(pieces(scene_of(game), FeltText))["passed"].words == "passed"


@pytest.mark.parametrize("rules", GAMES)
def test_one_place_is_marked_with_the_turn(rules):
    for game in moments(rules, 8):
        scene = scene_of(game, LARGE)
        plates = dict(pieces(scene, Plate))
        turn = [key[1] for key, plate in plates.items() if plate.turn]
        out = [key[1] for key, plate in plates.items() if plate.out]
        deeds = [key[1] for key, _ in pieces(scene, FeltText) if key[0] == "deed"]
        if game.is_over:
            assert not turn
            assert out == ([game.out] if game.out else [])
            assert deeds == out
            continue
        asks_another = game.phase is Phase.CLAIM and game.turn is not game.person
        assert turn == [game.offered.who if asks_another else game.turn]
        if deeds != turn:  # words that have no room at the side aren't squeezed in: the line above the hand says it
            room = scene.plan.seats[scene.plan.edge(turn[0])].width()
            assert not deeds
            assert QFontMetricsF(look().font(scene.plan.type)).horizontalAdvance(_deed(game, turn[0])) > room
        assert plates["plate", game.person].words == f"{game.person.word} · you"


def test_your_seat_is_at_the_bottom():
    game = begin(Deal.of("simple", 1), GameSetup(seat=Wind.WEST))
    plan = scene_of(game, LARGE).plan
    at = {wind: plan.seats[plan.edge(wind)].center() for wind in WINDS}
    assert at[Wind.WEST].y() > at[Wind.EAST].y()
    assert at[Wind.NORTH].x() > at[Wind.SOUTH].x()
    walls = {wind: plan.ground(Place(wind, 9)).center() for wind in WINDS}
    assert walls[Wind.WEST].y() > walls[Wind.EAST].y()
    assert walls[Wind.NORTH].x() > walls[Wind.SOUTH].x()


def test_words_stand_in_the_middle_while_it_is_empty(felt_of):
    game = begin(Deal.of("kemp-chinese", 7))
    words = dict(pieces(scene_of(game), FeltText))
    assert words["words", 0].words == "Deal 7"
    assert words["words", 1].words == "Discards go here"
    later = moment("kemp-chinese", lambda one: one.discards == 1)
    assert ("words", 0) not in dict(pieces(scene_of(later), FeltText))
    felt = felt_of(None)
    blank = image(felt)
    assert felt.description() == ""
    felt.show_game(game)
    assert image(felt) != blank


def test_lit_tiles_have_a_ring(felt_of):
    game = moment("kemp-chinese", lambda one: one.discards == 20)
    tile = game.pile[2].tile
    felt = felt_of(game)
    rest = image(felt)
    felt.light(tile, Tile.parse("1z"))
    assert image(felt) != rest
    lit = {face.tile for _, face in pieces(scene_of(game, lit=frozenset({tile})), FeltTile) if face.ring == POINTED_OUT}
    assert lit == {tile}
    felt.light()
    assert image(felt) == rest


# --- what is hidden stays hidden


@pytest.mark.parametrize("rules", GAMES)
def test_the_picture_tells_nothing_hidden(felt_of, rules):
    rng = random.Random(3)
    felt, other = felt_of(None, shown=False), felt_of(None, shown=False)
    changed = 0
    every = [game for game in moments(rules, 5) if game.discards and game.out is None]
    for game in every[:: max(1, len(every) // 25)]:
        shuffled = reshuffled(game, game.person, rng)
        changed += shuffled.deal.walls != game.deal.walls
        felt.show_game(game)
        other.show_game(shuffled)
        assert felt.description() == other.description()
        assert image(felt) == image(other)
    assert changed > 15


def test_what_the_others_draw_isnt_seen_under_way_in_simple():
    drawn = 0
    for before, move, after in played("simple", 3):
        if move.do in (Do.DRAW, Do.LOOSE) and move.who is not after.person:
            ways = legs(scene_of(before), move, scene_of(after), lambda _: QRect())
            assert [way.tile for way in ways] == [None]
            drawn += 1
    assert drawn > 50


# --- moves


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize(("rules", "theme_name"), [*zip(GAMES, ("light", "high-contrast", "dark"), strict=True)])
def test_quick_moves_overlap_and_end_in_the_picture_at_rest(felt_of, qtbot, themed, rules, theme_name):
    themed.apply(theme_name)
    felt = felt_of(None)
    rng = random.Random(4)
    for number, (before, move, after) in enumerate(played(rules, 10)):
        if number == 0:
            felt.show_game(before)
        milliseconds = rng.choice((0, 5, 20, 50))
        felt.play(before, move, after, milliseconds)
        assert milliseconds or not felt.is_moving
        if rng.random() < 0.5:
            QApplication.processEvents()
        if number % 10 == 0 or after.is_over:  # what is wrong stays wrong until it is looked at
            qtbot.waitUntil(lambda: not felt.is_moving)
            assert at_rest(felt, after), (number, move)
    assert not felt.hidden


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("rules", GAMES)
def test_every_tile_that_changes_hands_slides(rules):
    """A tile that leaves a place on the felt, or comes to one, has a way; it ends where the tile lies then."""
    hand = QRect(300, 390, 46, 61)
    seen = set()
    for before, move, after in played(rules, 11):
        old, new = scene_of(before), scene_of(after)
        ways = legs(old, move, new, lambda _, hand=hand: hand)
        there = new.pieces
        for way in ways:
            assert not way.start.isEmpty()
            assert not way.end.isEmpty()
            assert set(way.targets) <= set(there)
            faces = [there[key] for key in way.targets if isinstance(there[key], FeltTile)]
            assert not faces or any(face.slot.front == way.end for face in faces)
            seen.add((move.do, move.who is after.person))
        if move.do in (Do.DRAW, Do.LOOSE, Do.DISCARD, Do.END_TILE):
            assert ways, move
        if move.do is Do.PASS:
            assert len(ways) == len(move.tiles)
        if move.do in (Do.CHOW, Do.PUNG, Do.KONG, Do.QUINT):
            assert len(ways) == 1
            assert ways[0].start == old.place(("discard", len(before.pile) - 1)).front
        if move.do in (Do.LEAVE, Do.CHARLESTON, Do.STOP):
            assert not ways
    assert (Do.DRAW, True) in seen
    assert (Do.DISCARD, False) in seen


def test_a_joker_and_the_end_tile_change_places():
    before, move, after = next(
        step for seed in range(60) for step in played("kemp-american", seed, most=60) if step[1].do is Do.END_TILE
    )
    hand = QRect(300, 390, 46, 61)
    ways = legs(scene_of(before), move, scene_of(after), lambda _: hand)
    assert {way.tile for way in ways} == {JOKER, move.tile}
    assert [way.start == hand for way in ways].count(True) == 1


def sliding(rules, wanted, seeds=range(20)):
    return next(step for seed in seeds for step in played(rules, seed) if wanted(*step))


def halt(felt, milliseconds):
    """Hold a tile that has been under way for so long."""
    (flight,) = felt.flights
    flight.animation.pause()
    flight.animation.setCurrentTime(milliseconds)
    return flight


def test_a_tile_is_seen_on_its_way_and_its_place_stays_free(felt_of, qtbot):
    before, move, after = sliding(
        "kemp-chinese", lambda before, move, _: move.do is Do.DISCARD and move.who is Wind.SOUTH and before.discards > 5
    )
    felt = felt_of(before)
    rest = image(felt)
    felt.play(before, move, after, 400)
    assert felt.is_moving
    slot = felt.scene.place(("discard", len(after.pile) - 1))
    inner = slot.front.adjusted(4, 4, -4, -4)
    start = felt.grab(inner).toImage()
    halt(felt, 120)
    halfway = image(felt)
    assert halfway != rest
    assert felt.grab(inner).toImage() == start
    assert felt.is_moving
    felt.flights[0].animation.resume()
    qtbot.waitUntil(lambda: not felt.is_moving)
    assert felt.grab(inner).toImage() != start
    assert at_rest(felt, after)


def test_a_drawn_tile_comes_to_the_hand(felt_of, qtbot):
    before, move, after = sliding(
        "kemp-chinese", lambda before, move, _: move.do is Do.DRAW and before.discards > 3 and move.who is Wind.EAST
    )
    felt = felt_of(before)
    asked = []
    target = QRect(500, 376, 46, 61)
    felt.set_hand_target(lambda one: (asked.append(one), target)[1])
    felt.play(before, move, after, 200)
    assert asked == [move]
    assert [flight.leg.end for flight in felt.flights] == [target]
    assert felt.flights[0].leg.start == scene_of(before).wall_place(before.walls()[0].spot).front
    qtbot.waitUntil(lambda: not felt.is_moving)
    assert at_rest(felt, after)


def test_stop_size_theme_and_hiding_end_what_is_under_way_and_without_motion_nothing_begins(felt_of, themed):
    before, move, after = sliding("kemp-chinese", lambda before, move, _: move.do is Do.DISCARD and before.discards > 5)

    def begun():
        felt = felt_of(before)
        felt.play(before, move, after, 5000)
        QApplication.processEvents()
        assert felt.is_moving
        return felt

    felt = begun()
    felt.stop()
    assert not felt.is_moving
    assert at_rest(felt, after)
    felt = begun()
    felt.resize(LARGE)
    QApplication.processEvents()
    assert not felt.is_moving
    assert at_rest(felt, after, LARGE)
    felt = begun()
    themed.apply("dark", 150)
    QApplication.processEvents()
    assert not felt.is_moving
    assert at_rest(felt, after)
    felt = begun()
    felt.hide()
    assert not felt.is_moving
    felt = begun()
    felt.show_game(before)
    assert not felt.is_moving
    assert at_rest(felt, before)
    themed.apply("light", 100, motion=False)
    felt.play(before, move, after, 220)
    assert not felt.is_moving
    assert at_rest(felt, after)
    felt.roll(((1, 2),))
    assert not felt.is_moving


# --- dice


def test_dice_tumble_and_come_to_rest(felt_of, qtbot):
    game = begin(Deal.of("kemp-chinese", 7))
    felt = felt_of(game)
    rest = image(felt)
    felt.roll(game.deal.dice)
    assert felt.is_moving
    pictures = set()
    for _ in range(5):
        qtbot.wait(40)
        shown = image(felt)  # whose bits go with it
        pictures.add(bytes(shown.constBits()))
    assert len(pictures) > 2
    qtbot.waitUntil(lambda: not felt.is_moving)
    assert image(felt) == rest
    faces = scene_of(game).pieces["dice"].faces
    assert faces == tuple(die for throw in game.deal.dice for die in throw)
    felt.roll(game.deal.dice)
    move = game.forced()  # which can begin while they roll
    after = game.apply(move)
    felt.play(game, move, after, 50)
    qtbot.waitUntil(lambda: not felt.is_moving)
    assert at_rest(felt, after)


# --- words


def test_the_table_in_words(felt_of, qtbot):
    game = moment("kemp-chinese", lambda one: one.phase is Phase.CLAIM and one.discards > 4 and one.loose == 2)
    felt = felt_of(game)
    words = felt.description()
    assert f"{game.wall} tiles are left in the wall. 2 loose tiles lie beside them." in words
    assert f"Last discard: {game.offered.tile.name()}, from {game.offered.who.word}. You may claim it." in words
    before = [lying.tile.name() for lying in game.pile if not lying.claimed_by][:-1][::-1]
    assert f"newest first: {', '.join(before)}." in words
    qtbot.waitUntil(lambda: felt.accessibleDescription() == words)
    assert felt.accessibleName()
    felt.set_style("none", Terms(characters="craks", dots="dots", bamboos="bams"))
    assert "bamboo" not in felt.description()


@pytest.mark.parametrize("rules", GAMES)
def test_the_mouse_is_told_what_lies_there(felt_of, rules):
    felt = felt_of(None, shown=False)
    kinds = set()
    for game in list(moments(rules, 12))[::15]:
        felt.show_game(game)
        felt.grab()
        hidden = {wind for wind in WINDS if wind is not game.person} if rules == "simple" else set()
        for key, piece in felt.scene.pieces.items():
            if not isinstance(piece, FeltTile | Backs | FeltStack):
                continue
            box = piece.slot.front if isinstance(piece, FeltTile) else piece.bounds
            words = felt.tip_at(box.center())
            assert words, key
            kinds.add(key[0])
            if isinstance(piece, FeltTile):
                assert piece.tile.name() in words or key[0] == "laid"
        for wind in hidden - {game.out}:
            assert not [key for key in felt.scene.pieces if key[0] == "hand" and key[1] is wind]
    assert {"discard", "stack"} <= kinds
    assert felt.tip_at(QPoint(-5, -5)) == ""


@pytest.mark.parametrize(("left", "warned"), [(1, True), (5, False)])
def test_a_last_discard_that_makes_a_win_worthless_is_announced(left, warned):
    def is_due(game):
        found = adjustment_of(game.rules, game.discards, len(game.holding(game.person).flowers))
        return found.left == left and game.phase is Phase.TURN and game.waits_for_person

    assert ("scores 0" in asks(moment("kemp-chinese", is_due, quiet=True), Terms())) is warned


def test_discards_keep_their_place_and_order():
    """A player's discards lie beside each other, or in the next row; room is made only now and then."""
    before, changes = {}, 0
    for game in moments("kemp-chinese", 2, quiet=True):
        places = {
            key[1]: face.slot
            for key, face in pieces(scene_of(game), FeltTile)
            if key[0] == "discard" and face.ring not in (NEWEST, OFFERED)
        }
        for wind in WINDS:
            order = [places[at] for at in sorted(places) if game.pile[at].who is wind]
            assert order == sorted(order, key=lambda slot: (slot.y, slot.x))
            boxes = [slot.front for slot in order]
            own = QRect() if not boxes else reduce(QRect.united, boxes)
            others = [places[at].front for at in places if game.pile[at].who is not wind]
            assert not any(own.intersects(one) for one in others)
        kept = set(places) & set(before)
        changes += any(places[at] != before[at] for at in kept)
        before = places
    assert len(before) > 110
    assert changes <= 5

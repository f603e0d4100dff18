"""Sounds: when they are heard, how they are mixed, and that nobody is bothered where there is nothing to play them on."""

import sys
import threading
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mjcompanion.ui import sound
from mjcompanion.ui.context import PageContext
from mjcompanion.ui.pages.settings.page import SettingsPage
from mjcompanion.ui.pages.solitaire.page import SolitairePage
from mjcompanion.ui.sound import LOUDNESS, RATE, Mixer, Sounds, at_volume, open_loudspeaker, samples_of
from mjcompanion.ui.sounds import NAMES
from mjcompanion.ui.widgets.wall_break.panel import BreakPanel
from PySide6.QtCore import Qt

from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.settings import load

LEFT = Qt.MouseButton.LeftButton


class FakeLoudspeaker:
    """Takes what it is given when it is told to."""

    def __init__(self):
        self.stream, self.closed = None, False
        self.opened_by = threading.current_thread()

    def start(self, samples):
        self.stream = samples

    def close(self):
        self.closed = True

    def hear(self, seconds):
        return array("h", self.stream.send(round(seconds * RATE)))


class Shop:
    """Where loudspeakers come from; `trouble` instead of one."""

    def __init__(self, trouble=None):
        self.trouble, self.sold, self.asked = trouble, [], 0

    def __call__(self):
        self.asked += 1
        if self.trouble is not None:
            raise self.trouble
        self.sold.append(FakeLoudspeaker())
        return self.sold[-1]


# --- mixing ----------------------------------------------------------------------------------------------


@given(
    voices=st.lists(
        st.tuples(st.lists(st.integers(-32767, 32767), min_size=1, max_size=20), st.integers(0, 30)), max_size=4
    ),
    chunks=st.lists(st.integers(1, 17), min_size=1, max_size=12),
)
def test_a_mix_is_the_sum_however_it_is_taken(voices, chunks):
    mixer = Mixer()
    for samples, after in voices:
        mixer.add(array("h", samples), after)
    taken = [sample for count in chunks for sample in mixer.take(count)]
    assert len(taken) == sum(chunks)
    longest = max((after + len(samples) for samples, after in voices), default=0)
    for at, sample in enumerate(taken):
        parts = [samples[at - after] for samples, after in voices if 0 <= at - after < len(samples)]
        if sum(map(abs, parts)) <= 32767:
            assert sample == sum(parts)
        else:
            assert abs(sample) <= 32767
    assert mixer.is_silent == (sum(chunks) >= longest)


def test_volume():
    loud = max(map(abs, samples_of("tile")))
    assert [max(map(abs, at_volume("tile", volume))) for volume in LOUDNESS] == [
        round(loud * share) for share in LOUDNESS.values()
    ]


# --- the thread that plays -------------------------------------------------------------------------------


@pytest.fixture
def sounds_of(qapp):
    made = []

    def make(shop, told):
        sounds = Sounds(opens=shop)
        sounds.failed.connect(told.append)
        made.append(sounds)
        return sounds

    yield make
    for sounds in made:
        sounds.close()
    assert not any(thread.name == "sounds" for thread in threading.enumerate())


def wait_for(qtbot, true):
    qtbot.waitUntil(true)


def test_a_sound_is_played_after_its_time_in_another_thread(qtbot, sounds_of):
    shop = Shop()
    sounds = sounds_of(shop, [])
    sounds.play("tile", "high", 100, asked=False)
    wait_for(qtbot, lambda: not sounds.is_silent)
    heard = shop.sold[0].hear(0.3)
    wait = RATE // 10
    assert not any(heard[:wait])
    assert heard[wait : wait + len(samples_of("tile"))] == samples_of("tile")
    assert shop.sold[0].opened_by is not threading.main_thread()


def test_the_loudspeaker_is_let_go_when_it_is_quiet(qtbot, sounds_of, monkeypatch):
    monkeypatch.setattr(sound, "_QUIET_SECONDS", 0.05)
    shop = Shop()
    sounds = sounds_of(shop, [])
    sounds.play("soft", "low", 0, asked=False)
    wait_for(qtbot, lambda: bool(shop.sold) and not sounds.is_silent)
    qtbot.wait(120)
    assert not shop.sold[0].closed  # the sound isn't over
    shop.sold[0].hear(0.2)
    wait_for(qtbot, lambda: shop.sold[0].closed)
    sounds.play("soft", "low", 0, asked=False)
    wait_for(qtbot, lambda: len(shop.sold) == 2)


def test_trouble_is_told_to_who_asked_and_to_nobody_else(qtbot, sounds_of):
    told = []
    shop = Shop(OSError("no card"))
    sounds = sounds_of(shop, told)
    for _ in range(5):
        sounds.play("tile", "low", 0, asked=False)
    sounds.play("tile", "low", 0, asked=True)
    wait_for(qtbot, lambda: bool(told))
    assert told == ["Sound is on, but this computer has nothing to play it on."]
    assert shop.asked == 2  # the first, and who asked
    shop.trouble = None
    sounds.play("tile", "low", 0, asked=True)
    wait_for(qtbot, lambda: bool(shop.sold))
    assert len(told) == 1


def test_the_real_library_plays_on_its_own_null_device(qtbot):
    miniaudio = pytest.importorskip("miniaudio")
    mixer = Mixer()
    stream = mixer.stream()
    next(stream)
    device = miniaudio.PlaybackDevice(
        nchannels=1, sample_rate=RATE, buffersize_msec=20, backends=[miniaudio.Backend.NULL]
    )
    mixer.add(samples_of("tile"))
    device.start(stream)
    try:
        wait_for(qtbot, lambda: mixer.is_silent)
    finally:
        device.close()


def test_without_a_sound_card_or_server_nothing_is_opened(monkeypatch, tmp_path):
    monkeypatch.setattr(sound, "_CARDS", tmp_path / "snd")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    with pytest.raises(OSError, match="no sound card"):
        open_loudspeaker()
    (tmp_path / "pulse").mkdir()
    (tmp_path / "pulse" / "native").touch()
    with pytest.raises(ImportError):
        open_loudspeaker()


# --- when there is sound ---------------------------------------------------------------------------------


@pytest.fixture
def context_of(context_at):
    def make(shop=None, **settings):
        context = context_at(**settings)
        if shop is not None:
            context._sounds = Sounds(context, opens=shop)
            context._sounds.failed.connect(lambda sentence: context.say(sentence, "warn"))
        context.said = []
        context.message_asked.connect(lambda message: context.said.append(message.sentence))
        return context

    return make


def test_off_nothing_is_played(context_of, qtbot):
    shop = Shop()
    context = context_of(shop)
    for name in NAMES:
        context.play(name)
    assert not any(thread.name == "sounds" for thread in threading.enumerate())


def test_switched_on_a_tile_is_heard_and_other_volumes_too(context_of, qtbot):
    shop = Shop()
    context = context_of(shop)
    page = SettingsPage(context)
    qtbot.addWidget(page)
    page.show()
    page.show_setting("sound")
    qtbot.mouseClick(page.controls["sound"], LEFT)
    assert context.settings.value.sound
    wait_for(qtbot, lambda: bool(shop.sold) and not context.sounds.is_silent)
    heard = shop.sold[0].hear(0.2)
    assert heard[: len(samples_of("tile"))] == at_volume("tile", "medium")
    volume = page.controls["volume"]
    qtbot.mouseClick(next(one for one in volume.segments if one.value == "high"), LEFT)
    wait_for(qtbot, lambda: not context.sounds.is_silent)
    assert shop.sold[0].hear(0.2)[: len(samples_of("tile"))] == samples_of("tile")
    context.settings.change(text_size=110)
    qtbot.wait(30)
    assert context.sounds.is_silent  # another setting makes no sound
    assert context.said == []
    context.settings.flush()
    assert (load(context.folders).settings.sound, load(context.folders).settings.volume) == (True, "high")


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (OSError("no card"), "Sound is on, but this computer has nothing to play it on."),
        (
            ImportError("no miniaudio"),
            "Sound is on, but the part of the program that plays sounds isn’t installed here.",
        ),
    ],
)
@pytest.mark.parametrize("at_start", [False, True])
def test_one_sentence_where_it_cant_be_played_and_none_at_a_start(context_of, qtbot, trouble, sentence, at_start):
    shop = Shop(trouble)
    context = context_of(shop, sound=at_start)
    if not at_start:
        context.settings.change(sound=True)
        wait_for(qtbot, lambda: bool(context.said))
    for _ in range(20):
        context.play("tile")
    wait_for(qtbot, lambda: shop.asked == 1)
    qtbot.wait(30)
    assert context.said == ([] if at_start else [sentence])
    assert shop.asked == 1


# --- what is heard on the pages --------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch):
    """What would be played, on whatever page."""
    found = []
    monkeypatch.setattr(PageContext, "play", lambda _context, name, after=0: found.append(name) or after)
    return found


def take(heard):
    found = list(heard)
    heard.clear()
    return found


def test_a_hand_on_the_score_page(desk, heard):
    desk.tap("1m 1m 1m")
    assert take(heard) == ["soft"] * 3
    desk.choose("1m 1m 1m")
    assert take(heard) == []  # nothing moved yet
    desk.click(desk.card.lay_button)
    assert take(heard) == ["tile"]
    desk.control(Qt.Key.Key_Z)
    assert take(heard) == ["tile"]
    desk.click(desk.card.clear_button)
    assert take(heard) == ["soft"]
    desk.paste("123m 456p 99s (777z) [1111s]")
    desk.pick(desk.win.ways, "draw")
    take(heard)
    desk.won_with("9s")
    assert take(heard) == ["mah-jongg"]
    desk.pick(desk.page.seat, "S")
    assert take(heard) == []  # it was won already


def test_an_american_hand(desk, heard):
    desk.page.show_american(Ruleset("nmjl"))
    desk.page.american.model.add(Tile.parse("2m"))
    assert take(heard) == ["soft"]
    desk.page.american.model.enter_example()
    desk.qtbot.waitUntil(lambda: heard[-1] == "mah-jongg")  # once the cards are read


def test_an_evening_at_the_table(four, heard):
    four.click(four.view("start").throw_button)
    assert take(heard) == ["dice"]
    four.start()
    four.play(winner=1, by="draw", scores={0: 8, 1: 40, 2: 4, 3: 2})
    assert take(heard) == ["mah-jongg"]
    four.play()
    assert take(heard) == []  # nobody won
    four.penalty(0, (1, 2, 3), 10)
    assert take(heard) == []
    panel = BreakPanel(four.context, Ruleset("classical"))
    four.qtbot.addWidget(panel)
    panel.throw()
    assert take(heard) == ["dice"]


def test_a_virtual_game(context_of, qtbot, heard):
    context = context_of(game_speed="fast")
    page = SolitairePage(context)
    qtbot.addWidget(page)
    page.resize(1024, 700)
    page.show()
    page.model.start("kemp-chinese", 7)
    qtbot.waitUntil(lambda: page.model.decides)
    begun = take(heard)
    assert begun[0] == "dice"
    assert begun.count("soft") >= 14  # each tile of the person, and loose ones
    page.model.discard(0)
    assert heard[0] == "tile"
    context.close()

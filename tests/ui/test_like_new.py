"""The Score page that tests share is like a new one when it is put back; where it isn't, it is used no more."""

import pytest
from PySide6.QtCore import Qt

from tests.ui.like_new import impression


def say_hand(desk):
    desk.tap("1s 1s 1s 2p 3p 4p 5m 5m")
    desk.choose("1s 1s 1s")
    desk.click(desk.card.lay_button)
    desk.choose("5m")


def scroll(desk):
    desk.show(700, 500)
    desk.page.verticalScrollBar().setValue(200)


def half_a_key(desk):
    desk.type("(1", desk.entry)


DEEDS = {
    "a hand": say_hand,
    "other rules": lambda desk: desk.rules("kemp-chinese"),
    "who lost": lambda desk: desk.pick(desk.page.result, "lost"),
    "another seat": lambda desk: desk.pick(desk.page.seat, "W"),
    "house options": lambda desk: desk.click(desk.page.options_button),
    "a small window": scroll,
    "half a key": half_a_key,
    "the keyboard elsewhere": lambda desk: desk.page.palette_row.buttons[9].setFocus(Qt.FocusReason.TabFocusReason),
    "another look": lambda desk: desk.context.settings.change(theme="dark", tile_size="large"),
    "something wrong": lambda desk: desk.paste("5x"),
}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS.keys())
def test_what_was_done_is_taken_back(deed, kept, desk_at, qtbot):
    desk = kept.take(qtbot)
    deed(desk)
    desk.put_back()
    new = desk_at(settings=desk.context.settings.value).show()
    new.settle()
    wanted, more = impression(new.page), new.remembered()
    new.page.close()
    desk.put_back()
    assert impression(desk.page) == wanted
    assert desk.remembered() == more
    assert desk.said == []


def told_apart(kept, qtbot, change):
    """Whether the next test gets another page after this change, which nobody takes back."""
    desk = kept.take(qtbot)
    change(desk)
    return kept.take(qtbot) is not desk


LEFT_BEHIND = {
    "a word": lambda desk: desk.page.options_button.setText("odd"),
    "a listener": lambda desk: desk.page.print_wanted.connect(lambda: None),
    "a listener of the hand": lambda desk: desk.presenter.changed.connect(lambda: None),
    "a field": lambda desk: setattr(desk.page, "odd", 1),
    "a widget that is off": lambda desk: desk.card.paste_button.setEnabled(False),
    "a fold out of sight": lambda desk: desk.receipt.why_button.toggle(),
    "American rules": lambda desk: desk.rules("nmjl"),
}


@pytest.mark.parametrize("change", LEFT_BEHIND.values(), ids=LEFT_BEHIND.keys())
def test_what_stays_behind_is_noticed(change, kept, qtbot):
    assert told_apart(kept, qtbot, change)


def test_a_page_with_which_nothing_was_done_serves_again(kept, qtbot):
    assert not told_apart(kept, qtbot, lambda desk: desk.settle())

"""The password of a club's database: typed beside the address, kept by the keyring, and moved there from old settings."""

import shutil
from pathlib import Path

import keyring
import pytest
from keyring.backends import null
from mjcompanion.ui import app as start
from mjcompanion.ui.context import Context, SettingsModel
from mjcompanion.ui.pages.settings.keeping import KeepingCard
from mjcompanion.ui.parts.fields import TextField
from mjcompanion.ui.theme import Theme
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from mjcompanion import passwords
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.place import find_place
from mjcompanion.passwords import SERVICE
from mjcompanion.settings import load
from mjcompanion.storage.paths import Folders, make_folder
from tests.keyrings import forgotten, ring  # noqa: F401 - fixtures
from tests.ledger import postgres
from tests.ledger.conftest import programs  # noqa: F401 - a fixture

OLD = Path(__file__).parents[1] / "data" / "settings" / "with-password.json"
BARE = "postgresql://club@127.0.0.1:1/mahjong?sslmode=prefer"
LEFT = Qt.MouseButton.LeftButton
SECRET = "the club's:own"


def said(window):
    return window.bar.message.sentence if window._bar is not None and window.bar.message else ""


@pytest.fixture
def folders(tmp_path):
    """A data folder with the settings of an earlier version."""
    made = Folders.at(tmp_path / "data")
    make_folder(made.data)
    shutil.copy(OLD, made.settings_file)
    return made


@pytest.fixture
def window(qtbot, qapp, folders, ring):  # noqa: F811
    made = start.build(qapp, folders)
    made.show()
    yield made
    made.context.close()
    made.close()
    made.deleteLater()


def test_an_old_password_moves_into_the_keyring(qtbot, window, folders, ring):  # noqa: F811
    qtbot.waitUntil(lambda: "has moved from the settings into your keyring." in said(window))
    assert ring.kept == {(SERVICE, find_place(BARE).bare): "secret word"}
    assert load(folders).settings.ledger == BARE
    assert "sec" not in folders.settings_file.read_text()
    assert (load(folders).settings.text_size, load(folders).settings.dots) == (150, "balls")


def test_without_a_keyring_it_is_kept_for_this_run_and_told(qtbot, qapp, folders, ring):  # noqa: F811
    keyring.set_keyring(null.Keyring())
    made = start.build(qapp, folders)
    qtbot.addWidget(made)
    qtbot.waitUntil(lambda: "is no longer kept in the settings, and there is no keyring here." in said(made))
    assert "sec" not in folders.settings_file.read_text()
    assert passwords.recall(find_place(BARE).bare) == "secret word"
    made.context.close()


def test_a_server_that_lets_nobody_in_leads_to_the_field(qtbot, window):
    qtbot.waitUntil(lambda: "keyring" in said(window))
    window.context.tell_trouble(_refused())
    assert window.bar.message.action == "Type the password"
    window.bar.message.do()
    assert window.key == "settings"
    page = window.page("settings")
    qtbot.waitUntil(page.keeping.password.hasFocus)


def _refused():
    from mjcompanion.ledger.errors import Refused

    return Refused("ledger-password", why="postgresql://club@server/mahjong")


@pytest.fixture(scope="module")
def guarded(programs):  # noqa: F811
    """The address of a server that wants a password."""
    with postgres.server(programs, password=SECRET) as url:
        yield url


@pytest.fixture
def card(qtbot, qapp, tmp_path, ring):  # noqa: F811
    folders = Folders.at(tmp_path / "data")
    theme = Theme(qapp)
    context = Context(SettingsModel(load(folders).settings, folders), theme, folders)
    made = KeepingCard(context)
    qtbot.addWidget(made)
    made.show()
    made._context = context
    yield made
    context.close()


@pytest.mark.parametrize("beside", [True, False])
def test_a_password_is_typed_beside_the_address_or_pasted_with_it(qtbot, card, guarded, ring, beside):  # noqa: F811
    context = card._context
    if beside:
        qtbot.keyClicks(card.address, guarded)
        qtbot.keyClicks(card.password, SECRET)
    else:
        card.address.setText(guarded.replace("@", ":the club's:own@"))
    assert card.password.displayText() != SECRET
    with qtbot.waitSignal(context.message_asked) as told:
        qtbot.mouseClick(card.use_button, LEFT)
    assert told.args[0].sentence == "The club’s ledger is in use now."
    assert card.address.text() == context.settings.value.ledger == guarded
    assert card.password.text() == ""
    context.settings.flush()
    assert SECRET[:6] not in context.folders.settings_file.read_text()
    assert list(ring.kept.values()) == [SECRET]
    passwords._of_this_run.clear()
    Ledger.open(guarded).close()  # as the next start will


def test_a_wrong_password_is_told_and_not_kept(qtbot, card, guarded, ring):  # noqa: F811
    card.address.setText(guarded)
    card.password.setText("wrong")
    qtbot.mouseClick(card.use_button, LEFT)
    qtbot.waitUntil(lambda: "doesn't accept this name and password" in card.trouble.text())
    assert card._context.settings.value.ledger == ""
    assert not ring.kept
    assert passwords.recall(find_place(guarded).bare) is None


def test_no_widget_ever_shows_the_password(qtbot, window):
    qtbot.waitUntil(lambda: "keyring" in said(window))
    window.open_page("settings").show_keeping()
    for child in window.findChildren(QWidget):
        text = child.text() if hasattr(child, "text") and callable(child.text) else ""
        assert "secret word" not in str(text) + child.toolTip() + child.accessibleName()
    assert window.page("settings").keeping.password.echoMode() is TextField.EchoMode.Password


def test_a_file_named_without_its_folder_is_one_of_the_data_folder(qtbot, card):
    context = card._context
    qtbot.keyClicks(card.address, "friday.db")
    with qtbot.waitSignal(context.message_asked):
        qtbot.mouseClick(card.use_button, LEFT)
    wanted = context.folders.data / "friday.db"
    assert wanted.is_file()
    assert card.address.text() == context.settings.value.ledger == str(wanted)
    context.settings.flush()

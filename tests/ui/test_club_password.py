"""A club's database on the Settings page: its password is in PostgreSQL's password file, and nowhere else."""

import pytest
from mjcompanion.ui.context import PageContext, SettingsModel
from mjcompanion.ui.pages.settings.keeping import KeepingCard
from mjcompanion.ui.theme import Theme
from PySide6.QtCore import Qt

from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import load
from tests.ledger import postgres
from tests.ledger.conftest import programs  # noqa: F401 - a fixture

LEFT = Qt.MouseButton.LeftButton
SECRET = "the club's own"


@pytest.fixture(scope="module")
def guarded(programs):  # noqa: F811
    """The address of a server that wants a password."""
    with postgres.server(programs, password=SECRET) as url:
        yield url


@pytest.fixture
def card(qtbot, qapp, tmp_path):
    folders = Folders.at(tmp_path / "data")
    context = PageContext(SettingsModel(load(folders).settings, folders), Theme(qapp), folders)
    made = KeepingCard(context)
    qtbot.addWidget(made)
    made.show()
    yield made
    context.close()


def test_the_password_is_read_from_the_password_file(qtbot, card, guarded, password_file):
    context = card._context
    qtbot.keyClicks(card.address, guarded)
    qtbot.mouseClick(card.use_button, LEFT)
    qtbot.waitUntil(lambda: "asks for a password" in card.trouble.text())
    assert context.settings.value.ledger == ""
    password_file.write_text(f"*:*:*:*:{SECRET}\n")
    with qtbot.waitSignal(context.message_asked) as told:
        qtbot.mouseClick(card.use_button, LEFT)
    assert told.args[0].sentence == "The club’s ledger is in use now."
    assert context.settings.value.ledger == guarded


@pytest.mark.parametrize(
    "form", ["postgresql://club:{}@127.0.0.1:1/mj", "postgresql://club@127.0.0.1:1/mj?password={}"]
)
def test_a_password_in_the_address_is_refused(qtbot, card, form):
    card.address.setText(form.format("hush"))
    qtbot.mouseClick(card.use_button, LEFT)
    assert "password file" in card.trouble.text()
    assert card.address.text() == "postgresql://club@127.0.0.1:1/mj"
    assert card._context.settings.value.ledger == ""


def test_who_is_refused_can_try_again(qtbot, qapp, tmp_path, guarded, password_file):
    folders = Folders.at(tmp_path / "data")
    context = PageContext(SettingsModel(load(folders).settings, folders), Theme(qapp), folders, guarded)
    messages, counted = [], []
    context.message_asked.connect(messages.append)
    context.ledger.ask(lambda ledger: ledger.sessions.count(), counted.append, context.tell_trouble)
    qtbot.waitUntil(lambda: bool(messages))
    assert messages[0].action == "Try again"
    assert SECRET not in messages[0].sentence
    password_file.write_text(f"*:*:*:*:{SECRET}\n")
    context.ledger.changed.connect(lambda: context.ledger.ask(lambda ledger: ledger.sessions.count(), counted.append))
    messages[0].do()
    qtbot.waitUntil(lambda: set(counted) == {0})
    context.close()


def test_a_file_named_without_its_folder_is_one_of_the_data_folder(qtbot, card):
    context = card._context
    qtbot.keyClicks(card.address, "friday.db")
    with qtbot.waitSignal(context.message_asked):
        qtbot.mouseClick(card.use_button, LEFT)
    wanted = context.folders.data / "friday.db"
    assert wanted.is_file()
    assert card.address.text() == context.settings.value.ledger == str(wanted)
    context.settings.flush()

"""Keyrings for tests: one that forgets, one that stays locked, and one that keeps what it has in the open."""

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from mjcompanion import passwords


class Memory(KeyringBackend):
    """A keyring that forgets."""

    priority = 5

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password


class Locked(Memory):
    def get_password(self, *_):
        raise KeyringLocked

    set_password = get_password


class InTheOpen(Memory):
    """As those are that write passwords into plain files."""

    priority = 0.5


@pytest.fixture
def ring():
    """The keyring of these tests."""
    before = keyring.get_keyring()
    keyring.set_keyring(made := Memory())
    yield made
    keyring.set_keyring(before)


@pytest.fixture(autouse=True)
def forgotten():
    yield
    passwords._of_this_run.clear()

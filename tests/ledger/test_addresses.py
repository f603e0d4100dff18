"""Addresses of a club's database: what can be none of them is one sentence, and a password stays where it belongs."""

import pytest

from mjcompanion.ledger.errors import LedgerError, NoLedger
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.passwords import parted
from mjcompanion.storage.settings import Settings, read

AT = "127.0.0.1:1"
UNUSABLE = [
    f"postgresql://u@{AT}/d?nonsense=1",
    f"postgresql://u:hush@{AT}/d?nonsense=1",
    f"postgresql://u@{AT}/d?plugin=x",
    f"postgresql://u@{AT}/d?row_factory=x",
    f"postgresql://u@{AT}/d?sslmode=foo",
    f"postgresql://u@{AT}/d?sslmode=disable&sslmode=require",
    f"postgresql://u@{AT}/d?connect_timeout=abc",
    f"postgresql://u@{AT}/d?keepalives=x",
    "postgresql://u@127.0.0.1:99999999/d",
    "postgresql://u@h:abc/d",
    "postgresql://u@[::1/d",
    "postgresql://u:hush@ä..b:1/d",
    f"postgresql://u@{'x' * 300}/d",
    f"postgresql://u\ud800@{AT}/d",
    "mysql://u:hush@h/d",
    "://",
]


@pytest.mark.parametrize("address", UNUSABLE)
def test_what_is_no_address_is_one_sentence(address):
    with pytest.raises(NoLedger, match="This isn't the address of a ledger") as caught:
        Ledger.open(address)
    assert caught.value.__cause__ is None
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize(
    "more", ["", "?host=", "?service=none", "?client_encoding=x", "?host=127.0.0.1:1&host=127.0.0.1:2"]
)
def test_what_nobody_answers_at_is_one_sentence(more):
    with pytest.raises(LedgerError, match="isn't responding"):
        Ledger.open(f"postgresql://u@{AT}/d{more}")


@pytest.mark.parametrize(
    ("address", "bare", "password"),
    [
        ("postgresql://club@server/mahjong", "postgresql://club@server/mahjong", ""),
        ("postgresql://club:a%40b%20c@server:5433/m", "postgresql://club@server:5433/m", "a@b c"),
        ("postgres://club:a/b:c@server/m?sslmode=require", "postgres://club@server/m?sslmode=require", "a/b:c"),
        ("postgresql+psycopg://:x@/m?host=/run", "postgresql+psycopg://@/m?host=/run", "x"),
        (
            "postgresql://club@server/m?password=x+y&sslmode=require",
            "postgresql://club@server/m?sslmode=require",
            "x y",
        ),
        ("postgresql://club@server/m?%70assword=x", "postgresql://club@server/m", "x"),
        ("postgresql://club:one@server/m?password=two", "postgresql://club@server/m", "one"),
        ("/srv/ann:x@y/ledger.db", "/srv/ann:x@y/ledger.db", ""),
        ("sqlite:////a:b@c.db", "sqlite:////a:b@c.db", ""),
        ("", "", ""),
    ],
)
def test_a_password_is_parted_from_its_address(address, bare, password):
    assert parted(address) == (bare, password)
    assert parted(bare) == (bare, "")


def test_settings_never_have_a_password():
    old = b'{"ledger": "postgresql://club:se%63ret@127.0.0.1:1/mahjong?sslmode=prefer", "text_size": 150}'
    wanted = Settings(ledger="postgresql://club@127.0.0.1:1/mahjong?sslmode=prefer", text_size=150)
    assert read(old).settings == wanted
    assert read(old.replace(b"150", b"999")).settings == Settings(ledger=wanted.ledger)

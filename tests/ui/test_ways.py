"""Pages know nothing of each other: each way between two of them is a row, and both its ends are there."""

import importlib

import pytest
from mjcompanion.ui.pages import PAGES
from mjcompanion.ui.ways import WAYS
from PySide6.QtCore import Signal


@pytest.mark.parametrize("way", WAYS)
def test_both_ends_of_a_way_are_there(way):
    def page(key):
        return getattr(importlib.import_module(f"mjcompanion.ui.pages.{key}.page"), f"{key.title()}Page")

    assert {way.start, way.to} <= {one.key for one in PAGES}
    assert isinstance(getattr(page(way.start), way.signal), Signal)
    assert not way.method or callable(getattr(page(way.to), way.method))

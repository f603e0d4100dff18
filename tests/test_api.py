"""What programs may use: each name is there, typed, told of in docs/api.md, and its examples run."""

import ast
import doctest
from pathlib import Path

import pytest

import mjcompanion

HOME = Path(__file__).parents[1]
NAMES = [name for name in mjcompanion.__all__ if not name.startswith("__")]


def test_the_examples_run():
    found = doctest.testfile(str(HOME / "docs" / "api.md"), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_each_is_told_of_and_there(name):
    assert getattr(mjcompanion, name) is not None
    assert name in (HOME / "docs" / "api.md").read_text(encoding="utf-8")


def test_types_are_those_of_what_is_there():
    tree = ast.parse((HOME / "mjcompanion" / "__init__.pyi").read_text(encoding="utf-8"))
    told = {each.name: node.module for node in tree.body if isinstance(node, ast.ImportFrom) for each in node.names}
    assert told == mjcompanion._HOME


def test_no_other_name():
    with pytest.raises(AttributeError, match="has no attribute 'scorn'"):
        mjcompanion.scorn  # noqa: B018

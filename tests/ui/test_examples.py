"""The examples in the modules of the window are true."""

import doctest
import importlib
from pathlib import Path

import mjcompanion.ui
import pytest

ROOT = Path(mjcompanion.ui.__path__[0])
EXEMPLARY = [path for path in sorted(ROOT.rglob("*.py")) if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", EXEMPLARY, ids=lambda path: path.stem)
@pytest.mark.usefixtures("qapp")
def test_examples_run(path):
    name = ".".join(("mjcompanion.ui", *path.relative_to(ROOT).with_suffix("").parts))
    done = doctest.testmod(importlib.import_module(name.removesuffix(".__init__")))
    assert done.attempted
    assert not done.failed

"""What all tests share: property tests try the same examples on every machine, and take the time they need."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

from mjcompanion import words

settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("house")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "MJCOMPANION_LANGUAGE"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"  # English, whatever the person at this machine reads


def pytest_collection_finish():
    """Leave the thousands of tests and modules alone when cycles are looked for: it takes a tenth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def english_again():
    """Whatever a test had the program speak, the next one hears English, or what its whole module speaks."""
    before, forced = words.language(), os.environ.get("MJCOMPANION_LANGUAGE")
    yield
    if words.language() != before:
        words.use(before, "GB" if before == words.ENGLISH else "")
    os.environ.pop("MJCOMPANION_LANGUAGE", None)
    if forced is not None:
        os.environ["MJCOMPANION_LANGUAGE"] = forced


@pytest.fixture
def pseudo():
    """Speak the pseudo-language meanwhile: what stays plain was never looked up."""
    words.use(words.PSEUDO)
    yield words.pseudo
    words.use(words.ENGLISH, "GB")

"""What all tests share: property tests try the same examples on every machine, and take the time they need."""

import gc
import locale
import os
import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from mjcompanion.core import tiles
from mjcompanion.i18n import translation
from mjcompanion.rules import ruleset
from mjcompanion.rulesets import RULESETS
from mjcompanion.table import score_validation
from tests import sample

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
os.environ["SOURCE_DATE_EPOCH"] = "1800000000"  # the same document has the same bytes
os.environ["LANG"] = "C.UTF-8"  # English, whatever the person at this machine reads

MEMORY = Path("/dev/shm")
ENOUGH = 2 << 30
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))  # no test waits for a disk that others use too


collect_ignore_glob = ["data/*"]
"""What tests read, rulesets among it, is no test."""


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="do everything that exhaustive tests can try, not a sample")


def _begin_sampling(config):
    """Tell the tests how much is wanted; the seed is that of their order."""
    seed = getattr(config.option, "randomly_seed", None)
    sample.begin(everything=config.getoption("--all"), seed=seed if isinstance(seed, int) else 0)


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    config.addinivalue_line("markers", "exhaustive(keep=None): of its cases only a sample is tried, but with --all")
    _begin_sampling(config)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One more than there are processors: some tests wait, for a server or for another process."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def pytest_report_header(config):
    if not config.getoption("--all"):
        return "of exhaustive and slow tests a sample, chosen by the seed; everything with --all"
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Leave out what a quick run does not try."""
    out = sample.left_out(items, set(config.args))
    if set(config.args) == set(config.getini("testpaths")):
        out |= sample.out_of_turn(items)
    if out:
        config.hook.pytest_deselected(items=[item for item in items if item in out])
        items[:] = [item for item in items if item not in out]


def pytest_collection_finish():
    """Leave the thousands of tests and modules alone when cycles are looked for: it takes a tenth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def password_file(tmp_path, monkeypatch):
    """PostgreSQL's password file, empty."""
    made = tmp_path / "pgpass"
    made.touch(0o600)
    monkeypatch.setenv("PGPASSFILE", str(made))
    return made


@pytest.fixture(autouse=True, scope="module")
def older_left_alone():
    """What the modules before left in caches isn't looked through again whenever a test looks for cycles."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def english_again():
    """Whatever a test had the program speak, the next one hears English, or what its whole module speaks."""
    before, forced = (translation.language(), translation._region), os.environ.get("MJCOMPANION_LANGUAGE")
    locale.setlocale(locale.LC_MESSAGES, "C")  # Qt takes the environment's: then a LANGUAGE would translate errors
    yield
    os.environ.pop("LANGUAGE", None)
    translation.use(*before)
    tiles.use_terms(tiles.DEFAULT_TERMS)
    os.environ.pop("MJCOMPANION_LANGUAGE", None)
    if forced is not None:
        os.environ["MJCOMPANION_LANGUAGE"] = forced


@pytest.fixture(autouse=True)
def rules_again():
    """A test that adds rulesets or takes some away puts all back in their order, which pages and lists have too."""
    before = list(RULESETS)
    yield
    assert list(RULESETS) == before


@pytest.fixture
def forget(monkeypatch):
    """Make a ruleset unknown; what is remembered of its namesake meanwhile isn't remembered after the test."""

    def make_unknown(rules):
        known = {id_: one for id_, one in RULESETS.items() if id_ != rules}
        monkeypatch.setattr(ruleset, "_RULESETS", known)  # the real one keeps its order

    yield make_unknown
    for remembers in (ruleset._rows_with, ruleset._asks_with, score_validation._possible):
        remembers.cache_clear()


@pytest.fixture
def heeds_signals():
    """What is begun inside heeds them even where the tests don't: `pytest … &` and `nohup` leave some ignored."""
    plain = {signal.SIGINT: signal.default_int_handler}
    if hasattr(signal, "SIGHUP"):
        plain[signal.SIGHUP] = signal.SIG_DFL
    before = {one: signal.signal(one, how) for one, how in plain.items()}
    yield
    for one, how in before.items():
        signal.signal(one, how)


@pytest.fixture
def pseudo():
    """Speak the pseudo-language meanwhile: what stays plain was never looked up."""
    translation.use(translation.PSEUDO)
    yield translation.pseudo
    translation.use(translation.ENGLISH, "GB")

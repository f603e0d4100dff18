"""What somebody meant is what is shown and what is stored, in whatever mixture of mouse and keys it was said.

`tools/try_person.py` does as many sequences as one likes; a line that it or a failure prints goes into `AGAIN`.
"""

import itertools
import random

import pytest

from tests.ui.meaning import at_table, on_score
from tests.ui.meaning.person import fault_of, line_of, shortened, steps_of

SEQUENCES = 8
AGAIN = (
    "table=classical winner=0/click how=0/click score2=18/button confirm/click",
    "table=classical winner=0/click how=0/click score0=500/enter score1=8/click score0=16/click confirm/click",
    "table=classical winner=0/click how=0/click score0=500/click press=tab press=back press=space confirm/click",
    "table=classical winner=1/figure how=0/figure score1=20/tab undo/keys undo/keys confirm/click",
    "table=classical winner=1/figure how=0/figure score1=8/tab score1/erase undo/keys confirm/click",
    "table=classical winner=3/wind winner=nobody/click winner=3/wind how=0/click confirm/click",
    "score=kemp-chinese discards=126/click discards=111/click confirm",
    "correct=classical winner=0/wind confirm/click",
    "table=traditional winner=0/name how=1/name from=0/figure undo/keys confirm/ctrl",
    "table=nmjl winner=1/click how=2/figure winner=0/click winner=1/click confirm/click",
    "correct=classical winner=1/click score2=8/slip undo/keys confirm/click",
    "table=american-club winner=1/click how=0/click value=25 bettor=Zoe backed=2/click bettor confirm/click",
    "score=traditional set=l11z/short set=l222z/short confirm",
    "score=traditional flower=2f/short set=l234m/split confirm",
    "score=traditional set=e888s/laytype confirm",
    "score=classical set=l88p/short clear undo/keys set=c5555z/short confirm",
    "score=traditional how=0/figure last how=4/words confirm",
    "score=classical set=c7777m/short seat=E/arrow undo/keys-redo round=E/arrow confirm",
    "score=traditional set=e456p/click won=8/words how=2/words set=l678p/choose confirm",
    (
        "score=classical set=c4444z/click set=l22p/click set=l234s/click set=e3333m/click set=l999s/click how=1/click "
        "press=escape confirm"
    ),
)
"""What was once taken otherwise than it was meant."""


@pytest.fixture
def hands(desk_at, tmp_path):
    """Score pages, each with a data folder of its own."""
    numbers = itertools.count()
    return on_score.Hands(lambda: desk_at(tmp_path / str(next(numbers))))


def understood(pages, steps):
    fault = fault_of(pages, steps)
    assert not fault, f"{line_of(shortened(pages, steps))}\n{fault}"


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("seed", range(20))
def test_at_the_table(four, seed):
    rng, tables = random.Random(seed), at_table.Tables(four)
    for _ in range(SEQUENCES):
        understood(tables, at_table.sequence(rng))


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("seed", range(20))
def test_on_the_score_page(hands, seed):
    rng = random.Random(seed)
    for _ in range(SEQUENCES):
        understood(hands, on_score.sequence(rng))


@pytest.mark.exhaustive(keep=4)
@pytest.mark.parametrize("line", AGAIN)
def test_again(request, line):
    steps = steps_of(line)
    on_score_page = steps[0].what == "score"
    pages = request.getfixturevalue("hands") if on_score_page else at_table.Tables(request.getfixturevalue("four"))
    understood(pages, steps)

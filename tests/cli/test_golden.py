"""What the command line says in words, in one file for each language; `python -m tests.cli.test_golden` writes both."""

import os
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.cli.conftest import run_here

LANGUAGES = ("en", "zh_CN")
HAND = "'123m 456p 99s (777z) [1111s] 1f'"
CLUB = "settle --rules american-club --winner N --by draw --value 25"
COMMANDS = f"""
score {HAND} --seat W --win 9s --by draw
score {HAND} --rules kemp-chinese --discards 40
score '(555p) 456m 789m 111z 99s' --rules dmjl --win 9s --by draw --called --ninth-win
score '(222p) (555s) (777z) 888m 22z' --rules hong-kong --seat S --win 2z --by discard
score '(222p) (555s) (777z) 678m 22z' --rules hong-kong --seat S --win 2z --by discard
score '123m 456p 99s 222z 777z'
score 'FFF 2m5z2m6m 222p 6666p' --rules kemp-american --card companion --discards 69
score 'FF 2222m 44Jp 66s 88s 9s' --rules nmjl --card companion
score '1111b 123c 456d 99b rrr'
score 'pung of reds, 3 bambo'
score '19m19p19s1234567z9s'
score 123m
score ''
score 1q
score 0m
score '(123m'
score '11111m 234p 567p 789s'
score '123m 456p 99s 777z 11s 1f 1f'
score {HAND} --win 5s --by draw
score {HAND} --win 5s
score {HAND} --by draw
score {HAND} --win 99s --by draw
score {HAND} --seat X
score {HAND} --round ''
score {HAND} --rules made-up
score {HAND} --rules nmjl
score {HAND} --rules simple --loser
score {HAND} --rules kemp-chinese --discards 130
score {HAND} -o limit=301
score {HAND} -o flowers=1
score {HAND} -o limit
score {HAND} -o limits=300
settle --rules classical
settle --rules classical --winner N --by discard --from S --score E=8 --score S=16 --score W=8 --score N=32
settle --rules traditional --winner S --score E=7 --score S=500 --score W=8 --score N=32
settle {{
settle ''
settle []
settle --winner N --score N
settle --winner N --score N=5 --score N=6
settle --winner X
settle --rules simple --winner E
{CLUB} --bettor Ann
{CLUB} --bettor Ann=N --bettor Zoe=E
{CLUB} --bettor =N
{CLUB} --dead E --dead E
{CLUB} -o wrong_call_amount=-1
break --rules classical --dice 5,5 --dice 2,3
break --rules simple
break --rules classical --dice 5,5
break --dice 5
break --dice 5,7
break --dice x,1
match '44p66789s FF J (2222m)' --card companion --seen '4p 8s' --top 2
match 'FFF 2m5z2m6m 222p 66JJp' --card companion --top 1
match FF
match FF --card companion
match 'FF (23m)' --card companion
match 'FF (2222m)' --card companion --top 0
advise '46p 99s 1z (123m) (789m) [5555z]' --seen '5p 1z 2f'
advise '46p 99s 123m 789m (555z)' --seen 5555p
advise '1z 3z 6z (123m) (789m) (555z) 4m'
advise '123m 456p 789s 111z 55z'
advise '123m 456p 789s 11z'
advise '123m 456p 789s 111z J'
advise '123m 456p 789s (135p) 1z'
solitaire --rules simple --seed 7
solitaire --rules classical
solitaire --seed -1
solitaire --seat S
solitaire --rules simple --seat Q
form --list
form rules-sheet --club ours --out -
form score-sheet --out -
form doubling-table --fillable --out -
form running-card --since May --out -
ledger list
ledger kept
ledger games
ledger backups
ledger check
ledger show zz
""".strip().splitlines()


def path(language):
    return Path(__file__).parent / f"golden_{language}.txt"


def answers(language, folder):
    """Every command with its status and what it says."""
    for line in COMMANDS:
        done = run_here("--language", language, "--data-dir", folder, *shlex.split(line))
        text = (done.out + done.err).replace(str(folder), "FOLDER").rstrip("\n")
        yield f"$ mjcompanion {line}  # {done.status}\n{text}\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("mj")
def test_answers_in_words(tmp_path, language):
    expected = path(language).read_text(encoding="utf-8").splitlines()
    assert "\n".join(answers(language, tmp_path)).splitlines() == expected


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C"
    for code in LANGUAGES:
        with TemporaryDirectory() as empty:
            path(code).write_text("\n".join(answers(code, Path(empty))), encoding="utf-8")

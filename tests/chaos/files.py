"""Files from outside that mean ill: each is read, or refused in one short sentence, and soon."""

import json
import os
import time

from mjcompanion.american.card import card_from_bytes
from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.record import check_record, decode_record, record_bytes
from mjcompanion.storage import package_data
from mjcompanion.storage.file_kinds import kind_of
from mjcompanion.storage.paths import read_bounded
from mjcompanion.table.club_rules.file import rules_from_bytes, write_club_rules
from mjcompanion.table.club_rules.rules import ClubRules
from tests.ledger import gaming
from tests.ledger.making import play

LONGEST_S = 5.0
"""Of processor time, for a file."""
LONGEST_SENTENCE = 600
_EVIL = ("<img src='file:///dev/zero'>", "\x00", "\ud800", "=1+1", "\u202e", "9" * 4_400, "1e999", "-0", "NaN", "../../x", "\n" * 99,
         "[" * 3_000, '{"a":' * 3_000, "A" * 70_000, "%s{0}", "']]>", "\ufeff", "١٢", "0x10", "1_000")  # fmt: skip


class HostileFiles:
    """Makes one file after the other from good ones, and reads it as the program does."""

    name = "files"

    def __init__(self, folder):
        self._folder = folder
        self._ledger = Ledger.open(folder / "data" / "ledger.db")
        with Ledger.open(folder / "other" / "ledger.db") as other:
            play(other, 3)
            gaming.add(other, gaming.row(1))
            sessions = other.export("json", records=["game"])
        self._good = {
            "mjledger.json": sessions,
            "mjcard.toml": package_data.data("cards/companion.toml"),
            "mjrules.toml": write_club_rules(ClubRules.of("Tuesday", Ruleset("classical"))).encode(),
            "record.json": record_bytes(gaming.real()[1]),
        }

    def close(self):
        """Close the ledger."""
        self._ledger.close()

    def deed(self, rng):
        """Read one."""
        kind = rng.choice(list(self._good))
        make = rng.choice([self._turned, self._torn, self._typed, self._typed, self._bomb, self._noise, self._no_file])
        path = self._folder / f"x.{kind}"
        make(rng, kind, path)
        begun = time.thread_time()
        wrong = self._read(kind, path)
        took = time.thread_time() - begun
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()
        if took > LONGEST_S:
            wrong = f"it took {took:.1f} s"
        return f"{make.__name__.strip('_')} {kind}: {wrong}" if wrong else ""

    def _read(self, kind, path):
        try:
            kind_of(path)
            content = read_bounded(path, 1 << 20)
            if kind == "mjledger.json":
                self._ledger.import_json(content)
            elif kind == "mjcard.toml":
                return next(filter(None, (_told(fault.sentence()) for fault in card_from_bytes(content).faults)), "")
            elif kind == "mjrules.toml":
                rules_from_bytes(content)
            else:
                check_record(decode_record(content))
        except (RuleError, LedgerError) as error:
            return _told(str(error))
        except OSError as error:
            return _told(error.strerror or "")
        return ""

    # ways to make a file

    def _turned(self, rng, kind, path):
        content = bytearray(self._good[kind])
        for _ in range(rng.choice([1, 3, 40])):
            content[rng.randrange(len(content))] = rng.randrange(256)
        path.write_bytes(content)

    def _torn(self, rng, kind, path):
        content = self._good[kind]
        one, other = sorted(rng.randrange(len(content)) for _ in range(2))
        path.write_bytes(content[:one] + content[other:] if rng.random() < 0.5 else content[:other] + content[one:])

    def _typed(self, rng, kind, path):
        """Something evil in the place of a value, or of a name."""
        text = self._good[kind].decode()
        evil = rng.choice(_EVIL)
        if kind.endswith("json"):
            tree = json.loads(text)
            here = tree
            while isinstance(here, dict | list) and here:
                keys = list(here) if isinstance(here, dict) else list(range(len(here)))
                key = rng.choice(keys)
                if not isinstance(here[key], dict | list) or rng.random() < 0.15:
                    here[key] = rng.choice([evil, -1, 10**30, 1.5, None, True, [], {}, [[evil]], {evil: 1}])
                    break
                here = here[key]
            path.write_bytes(json.dumps(tree).encode())
            return
        words = text.split('"')
        words[rng.randrange(1, len(words), 2)] = evil
        path.write_bytes('"'.join(words).encode("utf-8", "surrogatepass"))

    def _bomb(self, rng, kind, path):
        """Much from little: deep nesting, many ways, huge figures, endless lists."""
        bombs = {
            "mjledger.json": ['{"format":' + "[" * 200_000, '{"sessions":[' + "{}," * 100_000 + "{}]}", '{"sessions":' + "9" * 200_000 + "}"],
            "mjcard.toml": [self._good[kind].decode() + '\n[[line]]\nvalue = 25\npattern = "' + "FF 11 22 33 44 DD " * 12 + '"\n',
                            "a = " + "[" * 50_000, "\n".join(f"[[line]]\nvalue=25\npattern='{n} {n}'" for n in range(9_000)),
                            "x = " + "9" * 200_000],
            "mjrules.toml": ["preset = " + "{a=" * 20_000, "preset = 'classical'\n" + "\n".join(f"a{n} = 1" for n in range(40_000)),
                             "preset = '" + "A" * 900_000 + "'", "a" + ".a" * 30_000 + " = 1"],
            "record.json": ['{"moves":' + "[" * 100_000, '{"seed":' + "9" * 100_000 + "}", '{"moves":[' + "0," * 200_000 + "0]}"],
        }  # fmt: skip
        path.write_text(rng.choice(bombs[kind]))

    def _noise(self, rng, _kind, path):
        path.write_bytes(rng.randbytes(rng.choice([0, 1, 2, 300, 60_000])))

    def _no_file(self, rng, _kind, path):
        """Something that is no plain file."""
        ways = [
            path.mkdir,
            lambda: path.symlink_to(path),
            lambda: path.symlink_to("/dev/null"),
        ]
        if hasattr(os, "mkfifo"):
            ways += [lambda: os.mkfifo(path), lambda: path.symlink_to("/dev/zero")]
        rng.choice(ways)()


def _told(sentence):
    """Whether it is one sentence of bounded length."""
    good = 0 < len(sentence) <= LONGEST_SENTENCE and "\n" not in sentence
    return "" if good else f"it is told in {len(sentence)} letters as {sentence[:160]!r}"

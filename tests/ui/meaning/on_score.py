"""One hand, meant and said on the Score page: tiles, sets, seat, round, and how it was won."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from mjcompanion.ui.widgets import Segmented
from mjcompanion.ui.widgets.tiles import TileState
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, Hand
from mjcompanion.core.notation import write
from mjcompanion.core.tiles import FLOWER_TILES, PLAIN_TILES, WINDS, Terms, Tile, Wind
from mjcompanion.parsing.vocabulary import SMALL
from mjcompanion.rulesets import RULESETS
from mjcompanion.scoring.draft import Draft
from mjcompanion.scoring.request import score_request
from mjcompanion.scoring.sheet import describe_meld
from mjcompanion.storage.drafts import DraftStore
from tests.ui.meaning.person import (
    CTRL,
    TICKED,
    Fingers,
    K,
    MisunderstoodError,
    Step,
    chosen,
    differences,
    focus,
    has_keyboard,
)

SUITS = {"m": ("craks", "characters", "wan"), "p": ("dots", "circles", "d"), "s": ("bams", "bamboos", "b")}
HONOURS = ("east winds", "south winds", "west winds", "north winds", "soaps", "green dragons", "red dragons")
SHORT = {"1z": "e", "2z": "s", "3z": "w", "4z": "n", "5z": "0", "6z": "g", "7z": "r"}
KINDS = {"chow": "123", "pung": "111", "kong": "1111", "pair": "11", "tile": "1"}
CHINESE = {"chow": "吃", "pung": "碰", "kong": "杠"}
WAYS = {"draw": "self drawn", "discard": "on discard", "kong-replacement": "after kong", "robbed-kong": "robbed kong"}
SCORE_RULES = tuple(name for name, rules in RULESETS.items() if not rules.with_card)


@dataclass(frozen=True)
class MeantHand:
    """What somebody means of one hand: its tiles and sets in notation, how it was won, and what stands in the line."""

    rules: str
    groups: tuple[str, ...] = ()
    seat: str = "E"
    round: str = "E"
    winner: bool = True
    how: str | None = None
    tile: str | None = None
    last: bool = False
    discards: int | None = None
    line: str = ""
    ruled_out: str | None = None
    """The winning tile that something in the line rules out, which is read as a whole: more of it may let it in again."""

    @property
    def hand(self) -> Hand:
        return Hand.parse(" ".join(self.groups))

    @property
    def choices(self) -> tuple[Tile, ...]:
        by = None if self.how is None else By(self.how)
        draft = Draft(RULESETS[self.rules], seat=WINDS["ESWN".index(self.seat)], by=by)
        return draft.pasted(str(self.hand)).winning_choices

    def fitting(self) -> MeantHand:
        """Without answers that the others rule out."""
        told = self
        if told.how == ("deal" if told.seat != "E" else "first-discard"):
            told = replace(told, how=None, last=False)
        won = told.tile or told.ruled_out
        choices = told.choices
        if won is not None and choices and Tile.parse(won) not in choices:
            return replace(told, tile=None, ruled_out=won)
        return replace(told, tile=won, ruled_out=None)


class ScorePerson(Fingers):
    """Says one hand on the Score page."""

    def __init__(self, desk, rules: str) -> None:
        super().__init__(desk)
        desk.rules(rules)
        desk.page.focus_first()
        self.meant = MeantHand(rules)
        self.befores: list[MeantHand] = []
        self.look()

    def mean(self, **told: object) -> None:
        before = self.meant
        self.befores.append(before)
        meant = replace(before, **told)
        typed = meant.line != before.line and meant.line.startswith(before.line)
        self.meant = replace(meant, ruled_out=meant.ruled_out if typed else None).fitting()
        if not typed:
            self.meant = replace(self.meant, ruled_out=None)

    def ended(self) -> None:
        """The line is ended: only what isn't finished in it stays."""
        self.meant = replace(self.meant, line=self.rest, ruled_out=None)

    def press(self, *keys, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        """Press keys; Tab out of the line ends it."""
        for key in keys:
            leaves = key in (K.Key_Tab, K.Key_Backtab) and self.desk.entry.hasFocus()
            super().press(key, modifier=modifier)
            if leaves:
                self.ended()

    @property
    def rest(self) -> str:
        """What is not finished of the line."""
        last = self.meant.line.rpartition(",")[2].split()
        return last[-1] if last and (last[-1].strip("0").isdecimal() or last[-1] in KINDS) else ""

    def request(self) -> dict[str, object]:
        meant = self.meant
        asks = RULESETS[meant.rules].asks
        asked = {
            "rules": meant.rules,
            "hand": str(meant.hand),
            "winner": meant.winner or not RULESETS[meant.rules].losers_score,
        }
        asked |= {key: getattr(meant, key) for key in ("seat", "round") if key in asks}
        if "discards" in asks and meant.discards is not None:
            asked["discards"] = meant.discards
        if (
            asked["winner"]
            and "how" in asks
            and meant.how is not None
            and (meant.tile is not None or meant.how == "deal")
        ):
            asked["win"] = {"by": meant.how, "last_tile": meant.last}
            asked["win"] |= {} if meant.how == "deal" else {"tile": meant.tile}
        return asked

    def expected(self) -> dict[str, object]:
        meant, asks = self.meant, RULESETS[self.meant.rules].asks
        hand, wins = meant.hand, "how" in asks and meant.winner
        total = None
        if meant.groups:
            with suppress(RuleError):
                total = score_request(self.request()).score
        asks_tile = wins and meant.how != "deal" and bool(meant.choices)
        if wins and meant.how not in (None, "deal") and meant.tile is None and not meant.choices:
            total = None  # no tile of the hand can have won so
        return {
            "hand": write(hand.concealed),
            "laid": sorted(  # the winning tile is the last of its set
                [f"{tile}, {describe_meld(one, Terms())}".lower() for one in hand.melds for tile in _names(one.tiles)]
                + [one.lower() for one in _names(hand.flowers)]
            ),
            "seat": meant.seat if "seat" in asks else None,
            "round": meant.round if "round" in asks else None,
            "result": None if not RULESETS[meant.rules].losers_score else "won" if meant.winner else "lost",
            "how": meant.how if wins else None,
            "tile": meant.tile if asks_tile else None,
            "last": wins and meant.how in TICKED and meant.last,
            "discards": (-1 if meant.discards is None else meant.discards) if "discards" in asks else None,
            "total": total,
            "line": _told(meant.line),
        }

    def shown(self) -> dict[str, object]:
        desk, win = self.desk, self.desk.win
        won = [str(face.tile) for face in win.tile_row.faces if face.state & TileState.SELECTED]
        return {
            "hand": write(sorted(face.tile for face in desk.card.hand_row.faces)),
            "laid": sorted(
                button.accessibleName().lower() for button in desk.card.laid_row.buttons if button.isVisible()
            ),
            "seat": chosen(desk.page.seat),
            "round": chosen(desk.page.round),
            "result": chosen(desk.page.result),
            "how": chosen(win.ways),
            "tile": (won[0] if won else None) if win.tile_row.isVisible() else None,
            "last": win.last_tile.isVisible() and win.last_tile.isChecked(),
            "discards": win.discards.spin.value() if win.discards.isVisible() else None,
            "total": desk.total(),
            "line": _told(desk.entry.text()),
        }

    def look(self) -> None:
        """Look whether the page has understood, and whether what it keeps on disk is just that."""
        wanted, shown = self.expected(), self.shown()
        wrong = differences(wanted, shown, "shown")
        here = focus()
        if here is None or not self.desk.page.isAncestorOf(here):
            wrong.append(f"the keyboard is at {here}")
        if wrong:
            raise MisunderstoodError("; ".join(wrong))

    def do(self, step: Step) -> None:
        getattr(self, f"do_{step.what}")(step)
        self.look()
        if step.way in ("words", "slip", "split"):  # each key of a word may be a step to undo
            self.befores.clear()

    # typing

    def type(self, text: str, *, new: bool = True) -> None:
        """Type at the end of the line; where a question takes figures, with a click into the line before."""
        entry = self.desk.entry
        if new and entry.text()[-1:].strip() and not self.rest:
            text = f" {text}"
        if not entry.hasFocus() and (text[0] == " " or has_keyboard(self.desk.win) or isinstance(focus(), QLineEdit)):
            self.click(entry)
        if entry.hasFocus() and entry.cursorPosition() != len(entry.text()):
            self.press(K.Key_End)
        for letter in text:
            if letter.isascii():
                self.press(letter)
            else:
                self.click(entry)
                self.press(K.Key_End)
                self.desk.commit(letter)

    def say(self, text: str) -> None:
        """Say something of the whole hand, in a line of its own: one that says two seats contradicts itself."""
        if self.meant.line.strip():
            self.click(self.desk.entry)
            self.press(K.Key_Return)
            self.ended()
        self.type(text)

    def do_set(self, step: Step) -> None:
        """A set: how it lies (exposed, concealed, loose) and its tiles, said in one of many ways."""
        lies, text = step.value[0], step.value[1:]
        tiles = [Tile.parse(f"{rank}{text[-1]}") for rank in text[:-1]]
        kind = {2: "pair", 1: "tile"}.get(len(tiles)) or (
            "kong" if len(tiles) == 4 else "pung" if len(set(tiles)) == 1 else "chow"
        )
        group = {"e": f"({text})", "c": f"[{text}]", "l": text}[lies]
        ranks, suit = text[:-1], text[-1]
        short = (
            "".join(SHORT[f"{rank}z"] for rank in ranks)
            if suit == "z"
            else ranks + {"m": "c", "p": "d", "s": "b"}[suit]
        )
        brackets = {"e": f"({short})", "c": f"[{short}]", "l": short}[lies]
        pick = (tiles[0] + len(ranks)) % 3
        name = (
            HONOURS[int(ranks[0]) - 1]
            if suit == "z"
            else f"{ranks[0] if kind != 'chow' else ranks} {SUITS[suit][pick]}"
        )
        way = step.way
        if way == "click" and lies == "l":
            for tile in tiles:
                self.click(self.desk.face(str(tile)))
                self.mean(line=self.rest, groups=(*self.meant.groups, str(tile)))
        elif way in ("click", "laytype") and lies != "l" and kind in ("chow", "pung", "kong"):
            laying = "concealed-kong" if lies == "c" else kind
            before = self.meant
            self.click(self.desk.segment(self.desk.card.laying, laying))
            self.ended()
            if way == "click" or self.rest:
                self.click(self.desk.face(str(tiles[0])))
            else:
                self.type(SHORT.get(str(tiles[0])) or short[0] + short[-1])
            self.mean(groups=(*self.meant.groups, group))
            self.befores[-1] = before
        elif way == "choose" and lies == "e":
            for tile in tiles:
                self.click(self.desk.face(str(tile)))
                self.mean(line=self.rest, groups=(*self.meant.groups, str(tile)))
            self.look()
            self.desk.choose(" ".join(map(str, tiles)))
            self.click(self.desk.card.lay_button)
            self.mean(groups=(*self.meant.groups[: -len(tiles)], group))
        elif self.rest:
            return  # something else is being typed
        elif way == "words" and lies != "l":
            self.type(f"{kind} of {name}{' concealed' if lies == 'c' else ''}, ")
            self.mean(groups=(*self.meant.groups, group), line=self.desk.entry.text())
        elif way == "words" and kind in ("pung", "pair"):
            said = (
                f"{'three' if kind == 'pung' else 'pair of'} {name}, " if suit == "z" or kind == "pair" else short + " "
            )
            self.type(said)
            self.mean(groups=(*self.meant.groups, text), line=self.desk.entry.text())
        elif way == "split" and suit != "z" and lies == "l":
            self.type(ranks)
            self.meant = replace(self.meant, line=self.desk.entry.text())
            self.look()
            other = next(str(tile) for tile in FLOWER_TILES if str(tile) not in self.meant.groups)
            self.click(self.desk.face(other))
            self.mean(line=self.rest, groups=(*self.meant.groups, other))
            self.look()
            self.type(short[-1] + " ", new=False)
            self.mean(groups=(*self.meant.groups, text), line=self.desk.entry.text())
        elif way == "slip":
            self.type(brackets[:-1] + "q")
            self.press(K.Key_Backspace)
            self.type(brackets[-1] + " ", new=False)
            self.mean(groups=(*self.meant.groups, group), line=self.desk.entry.text())
        else:
            self.type(brackets + (" " if way != "comma" else ", "))
            self.mean(groups=(*self.meant.groups, group), line=self.desk.entry.text())

    def do_flower(self, step: Step) -> None:
        if step.value in self.meant.groups:
            return
        if step.way == "click":
            self.click(self.desk.face(step.value))
            self.mean(line=self.rest, groups=(*self.meant.groups, step.value))
        elif not self.rest:
            self.type(f"{step.value[::-1]} ")
            self.mean(groups=(*self.meant.groups, step.value), line=self.desk.entry.text())

    def do_wrong(self, step: Step) -> None:
        """A tile that isn't meant, and away with it."""
        if self.meant.hand.tiles.count(Tile.parse(step.value)) >= 3:
            return
        self.click(self.desk.face(step.value))
        self.ended()
        self.befores.append(self.meant)
        if step.way == "back" and not self.desk.entry.text():
            self.press(K.Key_Backspace)
        elif step.way == "undo":
            self.press(K.Key_Z, modifier=CTRL)
            self.meant = replace(self.meant, line=self.desk.entry.text())
        else:
            last = [one for one in self.desk.card.hand_row.buttons if one.isVisible() and str(one.tile) == step.value][
                -1
            ]
            self.click(last)
            self.click(self.desk.card.remove_button)
        self.befores.clear()
        self.meant = self.meant.fitting()

    def do_lay(self, _: Step) -> None:
        """Lay out three alike that are in the hand."""
        hand = self.meant.hand
        found = next((tile for tile in hand.concealed if hand.concealed.count(tile) >= 3), None)
        if found is None:
            return
        kept = list(hand.concealed)
        for _ in range(3):
            kept.remove(found)
        self.desk.choose(f"{found} {found} {found}")
        self.click(self.desk.card.lay_button)
        laid = f"({write([found] * 3)})"
        self.mean(line=self.rest, groups=(*map(str, kept), *map(str, hand.melds), *map(str, hand.flowers), laid))

    # the situation

    def do_seat(self, step: Step) -> None:
        self.said_or_clicked(step, "seat", self.desk.page.seat, "seat")

    def do_round(self, step: Step) -> None:
        self.said_or_clicked(step, "round", self.desk.page.round, "round")

    def said_or_clicked(self, step: Step, key: str, question: Segmented, word: str) -> None:
        if not question.isVisible():
            return
        if step.way == "words" and not self.rest:
            self.say(f"{Wind(step.value).word.lower()} {word}, ")
            self.mean(**{key: step.value}, line=self.desk.entry.text())
        elif step.way == "arrow":
            self.tab_to(question)
            for _ in range(4):
                if chosen(question) == step.value:
                    break
                self.press(K.Key_Right)
                self.mean(**{key: chosen(question)}, line=self.desk.entry.text())
        else:
            self.click(self.desk.segment(question, step.value))
            if step.value != getattr(self.meant, key):
                self.mean(line=self.rest, **{key: step.value})

    def do_result(self, step: Step) -> None:
        if self.desk.page.result.isVisible():
            self.click(self.desk.segment(self.desk.page.result, step.value))
            if (step.value == "won") is not self.meant.winner:
                self.mean(line=self.rest, winner=step.value == "won")

    def do_how(self, step: Step) -> None:
        ways = self.desk.win.ways
        if not ways.isVisible():
            return
        segment = ways.segments[int(step.value) % len(ways.segments)]
        how = segment.value
        if step.way == "words" and how in WAYS and not self.rest:
            self.say(f"{WAYS[how]}, ")
            self.mean(how=how, last=self.meant.last and how in TICKED, line=self.desk.entry.text())
            return
        if step.way == "alt":
            self.press(str(ways.segments.index(segment) + 1), modifier=Qt.KeyboardModifier.AltModifier)
        elif (
            step.way == "figure"
            and has_keyboard(ways)
            and self.meant.how is None
            and self.desk.status.startswith("Complete. How")
        ):
            self.press(segment._keys[0])
        else:
            self.click(segment)
        if how != self.meant.how:
            self.mean(line=self.rest, how=how, last=self.meant.last and how in TICKED)
        elif not self.desk.entry.text():  # the question after it has the keyboard, as Tab would give it
            self.ended()

    def do_won(self, step: Step) -> None:
        """Which tile won: one of those that can have."""
        row = self.desk.win.tile_row
        if not row.isVisible() or not self.meant.choices:
            return
        tile = str(self.meant.choices[int(step.value) % len(self.meant.choices)])
        if (
            step.way == "words"
            and not self.rest
            and self.meant.hand.size == 14
            and not self.meant.line
            and tile in _loose(self.meant)
        ):
            self.say(f"won on {_spoken(tile)}, ")
            self.mean(tile=tile, winner=True, line=self.desk.entry.text())
            return
        button = next(one for one in row.buttons if str(one.tile) == tile)
        if step.way == "keys" and self.tab_to(row):
            self.press(K.Key_Home)
            for _ in range(14):
                if focus() is button:
                    break
                self.press(K.Key_Right)
            self.press(K.Key_Return)
        else:
            self.click(button)
        self.mean(line=self.rest, tile=None if tile == self.meant.tile else tile)

    def do_last(self, _: Step) -> None:
        if self.desk.win.last_tile.isVisible() and self.desk.win.last_tile.isEnabled():
            self.click(self.desk.win.last_tile)
            self.mean(line=self.rest, last=not self.meant.last)

    def do_discards(self, step: Step) -> None:
        stepper = self.desk.win.discards
        if not stepper.isVisible():
            return
        if step.way == "words" and not self.rest:
            self.say(f"{step.value} discards, ")
            self.mean(discards=int(step.value), line=self.desk.entry.text())
            return
        self.click(stepper.spin.lineEdit())
        self.press(step.value, K.Key_Return)
        if int(step.value) != self.meant.discards:
            self.mean(discards=int(step.value), line=self.rest)
        self.befores.clear()  # each figure was a number, and all of them one step

    # otherwise

    def do_undo(self, step: Step) -> None:
        """Take back what was done last, and perhaps do it again."""
        if not self.befores:
            return
        now, before = self.expected(), self.befores[-1]
        kept, self.meant = self.meant, before
        wanted = self.expected()
        times = 0
        if {**wanted, "line": ""} == {**now, "line": ""}:
            self.meant = kept
            return
        while {**self.shown(), "line": ""} != {**wanted, "line": ""} and times < 40:
            self.press(K.Key_Z, modifier=CTRL) if "keys" in step.way else self.click(self.desk.card.undo_button)
            times += 1
        if step.way.endswith("redo"):
            for _ in range(times):
                self.press(K.Key_Y, modifier=CTRL) if "keys" in step.way else self.click(self.desk.card.redo_button)
            self.meant = replace(kept, line=self.desk.entry.text())
            return
        self.befores.pop()
        while len(self.desk.entry.text().strip()) > len(before.line.strip()):
            self.click(self.desk.entry)
            self.press(K.Key_End, K.Key_Backspace)
        self.meant = replace(before, line=self.desk.entry.text())

    def do_clear(self, _: Step) -> None:
        if self.desk.card.clear_button.isEnabled():
            self.click(self.desk.card.clear_button)
            self.mean(groups=(), how=None, tile=None, last=False, discards=None, winner=True, line="")

    def do_press(self, step: Step) -> None:
        """A key that means nothing here."""
        here, entry = focus(), self.desk.entry
        if step.value in ("tab", "back"):
            self.press(K.Key_Tab if step.value == "tab" else K.Key_Backtab)
        elif step.value == "enter" and here is entry:
            self.press(K.Key_Return)
            if not self.rest:
                self.ended()
        elif step.value == "space" and here is entry:
            self.press(" ")
        elif step.value == "escape":
            self.press(K.Key_Escape)
            self.ended()
        elif step.value == "arrow" and here is entry:
            self.press(K.Key_Left, K.Key_Right)

    def do_page(self, _: Step) -> None:
        self.desk.page.hide()
        self.desk.page.show()

    def finish(self, _: str) -> None:
        """End the line; what is kept on disk is what is shown."""
        self.desk.page.focus_first()
        self.press(K.Key_Return)
        self.ended()
        self.look()
        self.desk.saved()
        kept = Draft.load(DraftStore(self.desk.context.folders.draft_file).load() or b"")
        meant, asks = self.meant, RULESETS[self.meant.rules].asks
        wanted = {
            "hand": meant.hand,
            "discards": meant.discards,
            "seat": meant.seat,
            "round": meant.round,
            "winner": meant.winner,
        }
        wanted |= {"by": meant.how, "tile": meant.tile, "last_tile": meant.last} if "how" in asks else {}
        stored = {key: _plain(getattr(kept, key)) for key in wanted}
        wrong = differences({key: _plain(value) for key, value in wanted.items()}, stored, "kept")
        if wrong:
            raise MisunderstoodError("; ".join(wrong))


def _plain(value: object) -> object:
    return value if isinstance(value, bool) or value is None else str(value)


def _loose(meant: MeantHand) -> tuple[str, ...]:
    return tuple(map(str, meant.hand.concealed))


def _names(tiles) -> list[str]:
    return [tile.name(Terms()) for tile in tiles]


def _spoken(tile: str) -> str:
    return SHORT.get(tile) or tile[0] + {"m": " crak", "p": " dot", "s": " bam"}[tile[1]]


def _told(line: str) -> str:
    """A line without what says nothing."""
    return " ".join(word for word in line.replace(",", " ").split() if word not in SMALL)


def sequence(rng: random.Random) -> list[Step]:
    """What somebody may do with a hand on the Score page."""
    steps = [Step("score", rng.choice(SCORE_RULES))]
    sets = _random_hand(rng)
    told = ("click", "click", "short", "comma", "words", "words", "choose", "laytype", "split", "slip")
    makes = [
        *[Step("set", one, rng.choice(told)) for one in sets],
        *[Step("flower", f"{rng.randrange(1, 5)}{rng.choice('fy')}", rng.choice(("click", "short"))) for _ in range(2)],
        Step("seat", rng.choice("ESWN"), rng.choice(("click", "words", "arrow"))),
        Step("round", rng.choice("ESWN"), rng.choice(("click", "words", "arrow"))),
    ]
    rng.shuffle(makes)
    how = [Step("how", str(rng.randrange(6)), rng.choice(("click", "words", "alt", "figure"))) for _ in range(2)]
    won = [Step("won", str(rng.randrange(14)), rng.choice(("click", "words", "keys"))) for _ in range(2)]
    steps += [*makes, how[0], won[0]]
    odd: list[tuple[int, Callable[[], Step]]] = [
        (4, lambda: Step("press", rng.choice(("tab", "back", "enter", "space", "escape", "arrow")))),
        (2, lambda: Step("wrong", str(rng.choice(PLAIN_TILES)), rng.choice(("back", "undo", "trash")))),
        (3, lambda: Step("undo", way=rng.choice(("click", "keys", "click-redo", "keys-redo")))),
        (1, lambda: Step("page")),
        (2, lambda: Step("lay")),
        (1, lambda: how[1]),
        (1, lambda: won[1]),
        (1, lambda: Step("last")),
        (1, lambda: Step("discards", str(rng.randrange(130)), rng.choice(("click", "words")))),
        (1, lambda: Step("result", rng.choice(("lost", "won")))),
        (1, lambda: Step("seat", rng.choice("ESWN"), rng.choice(("click", "words", "arrow")))),
    ]
    weights = [weight for weight, _ in odd]
    for _ in range(rng.randrange(8)):
        steps.insert(rng.randrange(1, len(steps) + 1), rng.choices(odd, weights)[0][1]())
    if rng.random() < 0.05:
        steps.insert(rng.randrange(1, len(steps)), Step("clear"))
    return [*steps, Step("confirm")]


def _random_hand(rng: random.Random) -> list[str]:
    """Four sets and a pair, each as it lies: exposed, concealed (a kong), or loose."""
    while True:
        found, tiles = [], []
        for size in (3, 3, 3, 3, 2):
            tile = rng.choice(PLAIN_TILES)
            chow = size == 3 and tile.is_suited and tile.rank <= 7 and rng.random() < 0.4
            kong = size == 3 and not chow and rng.random() < 0.3
            many = [Tile(tile + step) for step in range(3)] if chow else [tile] * (4 if kong else size)
            lies = rng.choice("ec" if kong else "el" if size == 3 else "l")
            found.append(lies + write(many))
            tiles += many
        if all(tiles.count(tile) <= 4 for tile in tiles):
            return found


class Hands:
    """Sequences on Score pages; `make` makes the desk of a new one for each."""

    def __init__(self, make) -> None:
        self.make = make
        self.frame = None

    def do(self, steps: Sequence[Step]) -> None:
        """Do a sequence.

        Raises:
            MisunderstoodError: the program took something otherwise than it was meant.

        """
        if self.frame is not None:
            self.frame.hide()
        desk = self.make()
        desk.page.frame = self.frame = QWidget()  # so that the page can be hidden as in the window, which stays
        desk.page.setParent(self.frame)
        self.frame.resize(1180, 780)
        self.frame.show()
        desk.show()
        person = ScorePerson(desk, steps[0].value)
        for step in steps[1:-1]:
            person.do(step)
        person.finish(steps[-1].way)

"""A hand of four, meant and said at the table: the next one, or a correction."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mjcompanion.ui.pages.table.hand import NO_JOKERS, NOBODY
from mjcompanion.ui.widgets import Button, NumberField, Segmented
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from mjcompanion.core.hand import By
from mjcompanion.rulesets import DEFAULT, RULESETS
from mjcompanion.scoring.draft import Draft
from mjcompanion.scoring.request import score_request
from mjcompanion.table.events import BetItem, Changed, HandItem, Number, Put, SessionSetup, now
from mjcompanion.table.rules import TableRules
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

NAMES = ("Ann", "Bob", "Chuck", "Dot")
RULES = tuple(name for name, rules in RULESETS.items() if rules.at_table and rules.pays is not None)
LOSING = (
    "(555d) (222b) 11c 369c gg",
    "(333c) 44b 789b 1d 2d 6d sw",
    "(rrr) 123d 88b 57c n 6b e",
    "666c 78c 777d 4d 9d 13b 0",
)
"""Tiles that can lie beside each other at the end of a hand."""
TAKEN = ("discard", "robbed-kong", "first-discard")


@dataclass(frozen=True)
class Meant:
    """What somebody means of a hand; what isn't meant yet, or no more, is None."""

    winner: int | str | None = None
    how: str | None = None
    giver: int | None = None
    last: bool = False
    scores: tuple[int | None, ...] = (None,) * 4
    tiles: tuple[str | None, ...] = (None,) * 4
    value: int | None = None
    dead: frozenset[int] = frozenset()
    wrong: frozenset[int] = frozenset()
    jokerless: bool = False
    singles: bool = False
    bettor: str = ""
    backed: int | None = None
    note: str = ""
    won_before: int | None = None
    winds: str | None = None

    def won(self, winner: int | str, east: int) -> Meant:
        """Another winner: the scores of both are others then, and so is what only one of them can have done."""
        before = self.winner if isinstance(self.winner, int) else self.won_before
        if winner == NOBODY:
            return replace(self, winner=NOBODY, how=None, giver=None, last=False, value=None, won_before=before)
        told = replace(self, winner=winner, won_before=None)
        told = replace(told, dead=self.dead - {winner}, wrong=self.wrong - {winner})
        if winner != self.winner:
            told = replace(told, winds=None)
        if before not in (None, winner):
            told = replace(told, scores=_without(told.scores, winner, before), value=None)
            told = replace(told, jokerless=False, singles=False)
        if told.giver == winner:
            told = replace(told, giver=None)
        if told.how == ("first-discard" if winner == east else "deal"):
            told = replace(told, how=None, giver=None, last=False)
        elif told.how == "first-discard":
            told = told.thrown(east)
        return told

    def thrown(self, giver: int) -> Meant:
        """Who discarded the winning tile; a dead hand can't have."""
        return replace(self, giver=giver, dead=self.dead - {giver}, wrong=self.wrong - {giver})

    def came(self, how: str, east: int) -> Meant:
        """Another way in which the last tile came."""
        giver = east if how == "first-discard" else self.giver if how in TAKEN else None
        told = replace(self, how=how, giver=None, last=self.last and how in TICKED)
        return told if giver is None else told.thrown(giver)


def _without(scores: tuple, *players: object) -> tuple:
    return tuple(None if player in players else score for player, score in enumerate(scores))


class TablePerson(Fingers):
    """Says a hand at a table of four: the next one, or a correction of the second."""

    def __init__(self, desk, rules: str, *, correcting: bool = False) -> None:
        super().__init__(desk)
        self.rules, self.correcting = rules, correcting
        self.before = len(desk.table.rows)
        self.ruleset = RULESETS[rules]
        self.card, self.club = self.ruleset.with_card, self.ruleset.club_faults
        if correcting:
            self.click(desk.past(2))
            item = desk.table.hands[1].item
            scores = tuple(one.score if one is not None else None for one in item.scores)
            self.meant = Meant(item.winner, str(item.by), item.discarder, item.last_tile, scores, value=item.value)
            self.position = desk.table.hands[0].after
        else:
            self.click(desk.view("game").score_button)
            self.meant = Meant()
            self.position = desk.table.position
        self.said = [(self.meant, -1)]
        self.at = 0
        self.look()

    @property
    def hand(self):
        return self.desk.view("hand")

    # what is meant

    def mean(self, meant: Meant, kind: int = -1) -> None:
        """Mean something else from now on; numbers typed one after the other into one field are one step to undo."""
        if meant == self.meant:
            return
        if self.at and kind != -1 and self.said[self.at][1] == kind:
            del self.said[self.at :]
            self.at -= 1
            if self.said[self.at][0] == meant:
                self.meant = meant
                return
        del self.said[self.at + 1 :]
        self.said.append((meant, kind))
        self.at, self.meant = self.at + 1, meant

    @property
    def scorers(self) -> tuple[int, ...]:
        """Those whose scores are asked for: the winner’s, and where losers are paid for theirs all."""
        if not isinstance(self.meant.winner, int) or self.card:
            return ()
        return tuple(range(4)) if self.ruleset.losers_score else (self.meant.winner,)

    @property
    def betting(self) -> bool:
        return self.club and self.meant.winner is not None and bool(self.meant.bettor)

    def expected(self) -> dict[str, object]:
        """What a page shows that has understood."""
        meant, won = self.meant, isinstance(self.meant.winner, int)
        wants_giver = won and meant.how in ("discard", "robbed-kong")
        found = {
            "winner": None if meant.winner is None else str(meant.winner),
            "how": meant.how if won else None,
            "giver": str(meant.giver) if wants_giver and meant.giver is not None else None,
            "last": won and not self.card and meant.how in TICKED and meant.last,
            "value": _text(meant.value) if won and self.card else None,
            "dead": meant.dead if self.card and meant.winner is not None else frozenset(),
            "wrong": meant.wrong if self.club and meant.winner is not None else frozenset(),
            "jokerless": self.asks_jokers and meant.jokerless,
            "singles": won and self.ruleset.singles_and_pairs and meant.singles,
            "bettor": meant.bettor if self.club and meant.winner is not None else None,
            "backed": str(meant.backed) if self.betting and meant.backed is not None else None,
            "note": meant.note,
        }
        for player in range(4):
            found[f"score of {NAMES[player]}"] = self.score_text(player) if player in self.scorers else None
        return found

    @property
    def asks_jokers(self) -> bool:
        """Whether it changes the payments that the hand holds no jokers."""
        meant = self.meant
        if not isinstance(meant.winner, int) or not self.card or (meant.singles and self.ruleset.singles_and_pairs):
            return False
        return not self.club or meant.how not in TAKEN

    def score_text(self, player: int) -> str:
        """What stands in a player's field."""
        tiles = self.meant.tiles[player]
        if tiles is None:
            return _text(self.meant.scores[player])
        if player == self.meant.winner:
            return ""
        asked = {"rules": self.rules, "hand": HANDS[player], "winner": False, "seat": str(self.wind(player))}
        if "round" in self.ruleset.asks:
            asked["round"] = str(self.position.round)
        return str(score_request(asked).score)

    def wind(self, player: int):
        return self.position.wind_of(player)

    def shown(self) -> dict[str, object]:
        """What a person reads on the page."""
        hand = self.hand
        found = {
            "winner": chosen(hand.winner),
            "how": chosen(hand.by),
            "giver": chosen(hand.discarder),
            "last": hand.last_tile.isVisible() and hand.last_tile.isChecked(),
            "value": hand.value.text().strip() if hand.value.isVisible() else None,
            "dead": frozenset(at for at, box in enumerate(hand.dead) if box.isVisible() and box.isChecked()),
            "wrong": frozenset(at for at, box in enumerate(hand.wrong) if box.isVisible() and box.isChecked()),
            "jokerless": hand.jokerless.isVisible() and hand.jokerless.value == NO_JOKERS,
            "singles": hand.singles.isVisible() and hand.singles.isChecked(),
            "bettor": hand.bettor.text() if hand.bettor.isVisible() else None,
            "backed": chosen(hand.backed),
            "note": hand.note.text(),
        }
        for player, line in enumerate(hand.lines):
            found[f"score of {NAMES[player]}"] = (
                line.number.text().strip() if line.number.isVisible() and line.isEnabled() else None
            )
        return found

    def look(self) -> None:
        """Look whether the page has understood, and whether the keyboard is on it."""
        wanted, shown = self.expected(), self.shown()
        wrong = differences(wanted, shown, "shown")
        if wrong:
            raise MisunderstoodError("; ".join(wrong))
        here = focus()
        if here is None or not self.hand.isAncestorOf(here) or not here.isVisible() or not here.isEnabled():
            raise MisunderstoodError(f"the keyboard is at {here}")
        if len(self.desk.table.rows) != self.before:
            raise MisunderstoodError("something was stored that nobody confirmed")

    # doing

    def do(self, step: Step) -> None:
        """Do one step, where it can be done now."""
        what = step.what.rstrip("0123456789")
        number = int(step.what[len(what) :] or 0)
        getattr(self, f"do_{what}")(step, number)
        self.look()

    def do_winner(self, step: Step, _: int) -> None:
        value = step.value if step.value == NOBODY else int(step.value)
        self.answer(
            self.hand.winner, str(value), step.way, lambda said: self.meant.won(_player(said), self.position.east)
        )

    def do_how(self, step: Step, _: int) -> None:
        offered = [one.value for one in self.hand.by.segments]
        if self.hand.by.isVisible():
            wanted = offered[int(step.value) % len(offered)]
            self.answer(self.hand.by, wanted, step.way, lambda said: self.meant.came(said, self.position.east))

    def do_from(self, step: Step, _: int) -> None:
        offered = [one.value for one in self.hand.discarder.segments]
        if self.hand.discarder.isVisible():
            wanted = offered[int(step.value) % len(offered)]
            self.answer(self.hand.discarder, wanted, step.way, lambda said: self.meant.thrown(int(said)))

    def answer(self, question: Segmented, value: str, way: str, said: Callable[[str], Meant]) -> None:
        """Answer a question with one of its choices."""
        segment = next(one for one in question.segments if one.value == value)
        if way in ("click", ""):
            self.click(segment)
            self.mean(said(value))
            return
        if not self.tab_to(question, back=way in ("wind", "arrow")):
            raise MisunderstoodError(f"Tab never comes to {question.accessibleName()}")
        place = question.segments.index(segment)
        if way == "figure":
            answered = question.value is not None
            self.press(segment.text() and segment._keys[0])
            if not answered:
                self.mean(said(value))
        elif way in ("wind", "name"):
            words = segment.text()
            letter = words[0] if way == "wind" or question is self.hand.by else words.partition(" ")[2][:1] or words[0]
            letters = [one.text()[0] for one in question.segments]
            if question is self.hand.by and letters.count(letter) > 1:
                return
            if value == NOBODY:
                return  # its letter is that of North
            self.press(letter.lower() if place % 2 else letter)
            self.mean(said(value))
        elif way == "arrow":
            for _ in question.segments:
                here = next((at for at, one in enumerate(question.segments) if one.hasFocus()), 0)
                if question.segments[here].isChecked() and here == place:
                    break
                self.press(K.Key_Right if place % 2 else K.Key_Down)
                self.mean(said(question.segments[(here + 1) % len(question.segments)].value))
        elif way == "space":
            here = next(one for one in question.segments if one.hasFocus())
            self.press(K.Key_Space)
            self.mean(said(here.value))

    def do_score(self, step: Step, player: int) -> None:
        line = self.hand.lines[player]
        if player in self.scorers and self.meant.tiles[player] is None:
            self.write(line.number, step, line.tiles_button)
            number = None if step.way == "erase" else int(step.value)
            told = tuple(number if one == player else had for one, had in enumerate(self.meant.scores))
            self.mean(replace(self.meant, scores=told), 10 + player)

    def do_value(self, step: Step, _: int) -> None:
        if self.hand.value.isVisible():
            self.write(self.hand.value, step)
            self.mean(replace(self.meant, value=None if step.way == "erase" else int(step.value)), 20)

    def write(self, field: NumberField, step: Step, button: Button | None = None) -> None:
        """Write a number instead of what stands in a field."""
        way, number = step.way, step.value
        if way == "button" and button is not None and self.tab_to(button):
            self.press(number)
            return
        if way in ("tab", "back", "slip", "space") and not field.hasFocus():
            self.tab_to(field, back=way == "back")
        elif not field.hasFocus() or field.selectedText() != field.text() or way == "click":
            if field.hasFocus() and field.selectedText() and field.selectedText() != field.text():
                self.press(K.Key_End)  # to click into what is partly marked would set the cursor
            self.click(field)
        if way == "erase":
            self.press(K.Key_Backspace)
        elif way == "slip":
            wrong = "7e" if len(number) > 1 else "x"
            self.press(number[:-1] + wrong, *[K.Key_Backspace] * len(wrong), number[-1])
        elif way == "space":
            self.press(" " + number)
        else:
            self.press(number)
        if way in ("enter", "slip"):
            self.press(K.Key_Return)

    def do_tiles(self, step: Step, player: int) -> None:
        """Type tiles into a loser's score."""
        if player not in self.scorers or player == self.meant.winner or self.meant.tiles[player] is not None:
            return
        self.click(self.hand.lines[player].number)
        self.press(LOSING[player])
        self.mean(replace(self.meant, scores=_without(self.meant.scores, player)), 10 + player)
        self.press(K.Key_Tab if step.way == "tab" else K.Key_Return)
        tiles = tuple(LOSING[player] if one == player else had for one, had in enumerate(self.meant.tiles))
        self.mean(replace(self.meant, tiles=tiles), 40 + player)

    def do_forget(self, _: Step, player: int) -> None:
        if player in self.scorers and self.meant.tiles[player] is not None:
            self.click(self.hand.lines[player].forget_button)
            told = replace(
                self.meant, tiles=_without(self.meant.tiles, player), scores=_without(self.meant.scores, player)
            )
            self.mean(told, 10 + player)

    def do_last(self, _: Step, __: int) -> None:
        if self.hand.last_tile.isVisible():
            self.click(self.hand.last_tile)
            self.mean(replace(self.meant, last=not self.meant.last))

    def do_dead(self, step: Step, player: int) -> None:
        self.tick(self.hand.dead[player], step, dead=self.meant.dead ^ {player})

    def do_wrong(self, step: Step, player: int) -> None:
        self.tick(self.hand.wrong[player], step, wrong=self.meant.wrong ^ {player})

    def do_jokerless(self, step: Step, _: int) -> None:
        if self.hand.jokerless.isVisible():
            wanted = "jokers" if self.meant.jokerless else NO_JOKERS
            how = "arrow" if step.way == "space" else "click"
            self.answer(self.hand.jokerless, wanted, how, lambda said: replace(self.meant, jokerless=said == NO_JOKERS))

    def do_singles(self, step: Step, _: int) -> None:
        self.tick(self.hand.singles, step, singles=not self.meant.singles)

    def tick(self, box: QWidget, step: Step, **told: object) -> None:
        """Tick a box, or take the tick away."""
        if box.isVisible() and box.isEnabled():
            if step.way == "space" and self.tab_to(box):
                self.press(K.Key_Space)
            else:
                self.click(box)
            self.mean(replace(self.meant, **told))

    def do_bettor(self, step: Step, _: int) -> None:
        if self.hand.bettor.isVisible():
            self.click(self.hand.bettor)
            self.press(K.Key_End, *[K.Key_Backspace] * len(self.hand.bettor.text()), step.value)
            self.mean(replace(self.meant, bettor=step.value), 21)

    def do_backed(self, step: Step, _: int) -> None:
        if self.betting:
            self.answer(self.hand.backed, step.value, step.way, lambda said: replace(self.meant, backed=int(said)))

    def do_burst(self, step: Step, _: int) -> None:
        """A whole hand, typed without a look: who, how, from whom, and the scores in their order."""
        if self.meant != Meant() or not has_keyboard(self.hand.winner):
            return
        winner, how, giver, *scores = step.value.split(".")
        seats, east = self.position.seats, self.position.east
        self.press(str(seats.index(int(winner)) + 1))
        self.mean(self.meant.won(int(winner), east))
        said = self.ruleset.win_types_for(self.wind(int(winner)))[int(how)]
        self.press(str(int(how) + 1))
        self.mean(self.meant.came(str(said), east))
        if said in ("discard", "robbed-kong"):
            others = [player for player in seats if player != int(winner)]
            self.press(str(seats.index(others[int(giver)]) + 1))
            self.mean(self.meant.thrown(others[int(giver)]))
        if self.card:
            scores = [scores[0] if int(scores[0]) else "25"]  # a hand of a card is worth something
            self.press(scores[0], K.Key_Return)
            self.mean(replace(self.meant, value=int(scores[0])), 20)
            return
        scorers = [player for player in sorted(seats, key=lambda one: one != int(winner)) if player in self.scorers]
        for player, score in zip(scorers, scores, strict=False):
            self.press(score, K.Key_Return)
            told = tuple(int(score) if one == player else had for one, had in enumerate(self.meant.scores))
            self.mean(replace(self.meant, scores=told), 10 + player)

    def do_note(self, step: Step, _: int) -> None:
        self.click(self.hand.note)
        self.press(step.value)
        self.mean(replace(self.meant, note=self.meant.note + step.value), 22)

    def do_undo(self, step: Step, _: int) -> None:
        """Take the last step back, and perhaps do it again."""
        again = step.way.endswith("redo")
        if not self.at:
            return
        self.mouse_or_keys(self.hand.undo_button, K.Key_Z, step)
        self.at -= 1
        self.meant = self.said[self.at][0]
        if again:
            self.look()
            self.mouse_or_keys(self.hand.redo_button, K.Key_Y, step)
            self.at += 1
            self.meant = self.said[self.at][0]

    def mouse_or_keys(self, button: QWidget, key: Qt.Key, step: Step) -> None:
        here = focus()
        if step.way.startswith("click") or (isinstance(here, QLineEdit) and not isinstance(here, NumberField)):
            self.click(button)
        else:
            self.press(key, modifier=CTRL)

    def do_clear(self, _: Step, __: int) -> None:
        """Start again."""
        if not self.correcting and self.hand.clear_button.isEnabled():
            self.click(self.hand.clear_button)
            self.mean(Meant())

    def do_press(self, step: Step, _: int) -> None:
        """A key that means nothing: Tab, Enter where something is asked, Space in a number, an arrow in a line."""
        here = focus()
        asked = any(has_keyboard(one) for one in self.hand.questions() if one.isVisible())
        if step.value == "tab":
            self.press(K.Key_Tab)
        elif step.value == "back":
            self.press(K.Key_Backtab)
        elif step.value == "enter" and asked and not isinstance(here, Button):
            self.press(K.Key_Return)
        elif step.value == "space" and isinstance(here, NumberField):
            self.press(" ")
        elif step.value == "arrow" and isinstance(here, QLineEdit):
            self.press(K.Key_Left, K.Key_End)
        elif step.value == "ctrl" and not self.is_whole:
            self.press(K.Key_Return, modifier=CTRL)

    def do_escape(self, _: Step, __: int) -> None:
        """Back to the table, and on with the hand."""
        if not self.correcting:
            self.press(K.Key_Escape)
            self.click(self.desk.view("game").score_button)

    def do_page(self, _: Step, __: int) -> None:
        """Another page comes between."""
        self.desk.page.hide()
        self.desk.page.show()

    # the end

    @property
    def is_whole(self) -> bool:
        """Whether nothing that must be known is missing."""
        meant = self.meant
        if self.betting and meant.backed is None:
            return False
        if meant.winner is None or (self.correcting and self.hand.winds.isVisible() and meant.winds is None):
            return False
        if meant.winner == NOBODY:
            return True
        if self.card:
            return (
                meant.value is not None
                and meant.how is not None
                and (meant.how not in TAKEN or meant.giver is not None)
            )
        known = [meant.tiles[player] or meant.scores[player] is not None for player in self.scorers]
        return all(known) and self.meant.tiles[meant.winner] is None

    def finish(self, way: str) -> None:
        """Say what is missing, and confirm."""
        self.complete()
        if self.correcting and self.hand.winds.isVisible():
            self.desk.answer_winds(self.hand, "turn")
        self.look()
        for _ in range(3):
            if self.desk.page.model.view != "hand":
                break
            if way == "ctrl":
                self.press(K.Key_Return, modifier=CTRL)
            else:
                self.click(self.hand.confirm_button)
            self.desk.wait()
        if self.desk.page.model.view != "hand":
            self.compare()
        else:
            raise MisunderstoodError(f"it can't be confirmed: {self.hand.status.text()}")

    def complete(self) -> None:
        """Say what is missing."""
        if self.betting and self.meant.backed is None:
            self.do(Step("backed", "2"))
        if self.meant.winner is None:
            self.do(Step("winner", "1"))
        if self.meant.winner == NOBODY:
            return
        if self.meant.how is None:
            self.do(Step("how", "0"))
        if self.hand.discarder.isVisible() and self.meant.giver is None:
            self.do(Step("from", "0"))
        if self.card and self.meant.value is None:
            self.do(Step("value", "25"))
        for player in self.scorers:
            winner = player == self.meant.winner
            if winner and self.meant.tiles[player] is not None:
                self.do(Step(f"forget{player}"))
            if self.meant.scores[player] is None and self.meant.tiles[player] is None:
                self.do(Step(f"score{player}", "20" if winner else "8"))

    def compare(self) -> None:
        """What the ledger holds is what was meant, and nothing else."""
        table = self.desk.check()
        row = table.hands[1] if self.correcting else table.rows[-1]
        item, meant = row.item, self.meant
        won = isinstance(meant.winner, int)
        wanted = {
            "winner": meant.winner if won else None,
            "by": meant.how,
            "discarder": meant.giver,
            "last_tile": meant.last,
            "scores": tuple(self.stored_score(player) for player in range(4)),
            "value": meant.value if won and self.card else None,
            "dead": tuple(sorted(meant.dead)) if self.card else (),
            "wrong_calls": tuple(sorted(meant.wrong)) if self.club else (),
            "note": meant.note,
            "jokerless": won and self.card and meant.jokerless,
            "singles_and_pairs": won and self.ruleset.singles_and_pairs and meant.singles,
            "bet": BetItem(meant.bettor, meant.backed) if self.betting and meant.backed is not None else None,
            "tiles": "",
        }
        stored = {key: getattr(item, key) for key in wanted}
        if item.bet is not None:
            stored["bet"] = BetItem(item.bet.name, item.bet.on, item.bet.shown)
        stored["by"] = None if item.by is None else str(item.by)
        stored["scores"] = tuple(_stored(one) for one in item.scores)
        wrong = differences(wanted, stored, "stored")
        came = item.bet is not None and len(table.people) > len(NAMES)  # who bets first comes to the table
        if len(table.rows) != self.before + (not self.correcting) + came:
            wrong.append("another number of hands than was meant")
        sheet, place = self.desk.past(row.number)
        told = sheet.model().data(sheet.model().index(place, 0), Qt.ItemDataRole.AccessibleTextRole)
        if won and NAMES[meant.winner] not in told:
            wrong.append(f"the list says {told}")
        if wrong:
            raise MisunderstoodError("; ".join(wrong))

    def stored_score(self, player: int) -> object:
        if player not in self.scorers:
            return None
        if self.meant.tiles[player] is not None:
            return HANDS[player], int(self.score_text(player))
        return self.meant.scores[player]


def _stored(score) -> object:
    return score.score if isinstance(score, Number) else None if score is None else (score.hand, score.score)


def _player(said: str) -> int | str:
    return said if said == NOBODY else int(said)


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


def _notation(text: str) -> str:
    return str(Draft(DEFAULT).pasted(text).hand)


HANDS = tuple(_notation(text) for text in LOSING)


def sit_down(desk, rules: str) -> None:
    """Open a table at which three hands were played."""

    def begin(ledger) -> str:
        known = {one.name: one.uid for one in ledger.players.search()}
        people = [known.get(name) or ledger.players.add(name).uid for name in NAMES]
        uid = ledger.sessions.start(SessionSetup(TableRules.of(RULESETS[rules]), tuple(people), starting=2000)).uid
        for seq, winner in enumerate((1, 0, 3), 1):
            scores = tuple(Number(20 if player == winner else 8) for player in range(4))
            item = HandItem(winner=winner, by=By.DRAW, scores=scores)
            if RULESETS[rules].with_card:
                item = HandItem(winner=winner, by=By.DRAW, value=25)
            ledger.sessions.append(uid, seq, Changed(at=now(), changes=(Put(f"h{seq}", item),)))
        return uid

    found: list[str] = []
    desk.context.ledger.ask(begin, found.append)
    desk.wait()
    desk.page.open_session(found[0])
    desk.wait()


PLAYERS = ("0", "1", "2", "3")
SCORES = ("0", "2", "4", "8", "12", "20", "32", "108", "300", "44", "1000")
VALUES = ("25", "30", "40", "27", "5", "75")


def sequence(rng: random.Random) -> list[Step]:
    """What somebody may do with a hand at the table."""
    correcting = rng.random() < 0.25
    answer = ("click", "figure", "wind", "name", "arrow", "space")
    number = ("click", "tab", "back", "slip", "enter", "there", "button", "space", "erase")
    rules = rng.choice(RULES)
    steps = [Step("correct" if correcting else "table", rules)]
    pressed = ("tab", "back", "enter", "space", "arrow", "ctrl")
    makes: list[tuple[int, Callable[[], Step]]] = [
        (6, lambda: Step("winner", rng.choice((*PLAYERS, *PLAYERS, NOBODY)), rng.choice(answer))),
        (5, lambda: Step("how", str(rng.randrange(6)), rng.choice((*answer[:2], *answer[3:])))),
        (3, lambda: Step("from", str(rng.randrange(3)), rng.choice(answer))),
        (12, lambda: Step(f"score{rng.randrange(4)}", rng.choice(SCORES), rng.choice(number))),
        (3, lambda: Step("value", rng.choice(VALUES), rng.choice(number))),
        (1, lambda: Step(f"tiles{rng.randrange(4)}", way=rng.choice(("tab", "enter")))),
        (1, lambda: Step(f"forget{rng.randrange(4)}")),
        (1, lambda: Step("last")),
        (1, lambda: Step(f"dead{rng.randrange(4)}", way=rng.choice(("", "space")))),
        (1, lambda: Step(f"wrong{rng.randrange(4)}", way=rng.choice(("", "space")))),
        (1, lambda: Step(rng.choice(("jokerless", "singles")), way=rng.choice(("", "space")))),
        (1, lambda: Step("bettor", rng.choice(("Zoe", "Yan", "")))),
        (1, lambda: Step("backed", rng.choice(PLAYERS), rng.choice(answer))),
        (1, lambda: Step("note", rng.choice(("2", "late", "w")))),
        (3, lambda: Step("undo", way=rng.choice(("click", "keys", "click-redo", "keys-redo")))),
        (1, lambda: Step("clear")),
        (6, lambda: Step("press", rng.choice(pressed))),
        (1, lambda: Step("escape")),
        (1, lambda: Step("page")),
    ]  # fmt: skip
    if not correcting and rng.random() < 0.3:
        ways = f"{rng.randrange(3)}.{rng.randrange(3)}"
        steps.append(Step("burst", ".".join((rng.choice(PLAYERS), ways, *rng.choices(SCORES, k=4)))))
    weights = [weight for weight, _ in makes]
    steps += [rng.choices(makes, weights)[0][1]() for _ in range(rng.randrange(3, 16))]
    return [*steps, Step("confirm", way=rng.choice(("click", "ctrl")))]


class Tables:
    """Tables at which sequences are done, each put back after one: what was confirmed is undone."""

    def __init__(self, desk) -> None:
        self.desk = desk
        self._open = ""
        self._served = 0

    def do(self, steps: Sequence[Step]) -> None:
        """Do a sequence.

        Raises:
            MisunderstoodError: the program took something otherwise than it was meant.

        """
        rules, self._served = steps[0].value, self._served + 1
        if self._open != rules or self._served % 25 == 0:
            sit_down(self.desk, rules)
        self._open = ""
        person = TablePerson(self.desk, rules, correcting=steps[0].what == "correct")
        for step in steps[1:-1]:
            person.do(step)
        person.finish(steps[-1].way)
        self.desk.page.model.undo()
        self.desk.wait()
        self._open = rules

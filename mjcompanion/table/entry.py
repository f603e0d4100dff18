"""A hand of the table while it is being entered: what is known of it, what is missing, and what it would do.

An entry is a value, like the draft of a hand of tiles: undo is keeping the old, and a crash costs nothing, for it is
saved as it grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from mjcompanion.american.draft import AmericanDraft
from mjcompanion.american.line import Line
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import NO_FEATS, TAKEN, By, Hand
from mjcompanion.core.notation import read_tile
from mjcompanion.core.options import Options
from mjcompanion.core.sanitize import why_unread
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.deal_check import shared_tiles
from mjcompanion.scoring.draft import Draft, look
from mjcompanion.table.corrections import winds_kept
from mjcompanion.table.events import BetItem, Changed, HandItem, Number, Put, Score, Tiles
from mjcompanion.table.people import Seating
from mjcompanion.table.rotation import PLAYERS, Position
from mjcompanion.table.rows import Row, ending_of, seat_names
from mjcompanion.table.rules import TableRules
from mjcompanion.table.score_validation import doubts
from mjcompanion.table.settle import Ending, jokers_matter, problems_of
from mjcompanion.table.table import Table, apply

_NO_LINE: Final[dict[str, Any]] = {"american": None, "line": "", "section": "", "card": "", "chosen": False}
_NOBODY: Final = (None, None, None, None)
_NO_REMARKS: Final = ("", "", "", "")
_SCORE_MISSING: Final = frozenset({"settle-score", "settle-loser-score"})
_ABOUT_SCORES: Final = _SCORE_MISSING | {"entry-tiles", "entry-winning-tile"}
_WIN: Final = ("winner", "by", "discarder", "last_tile", "value", "jokerless", "singles_and_pairs", "line")
_AS_STORED: Final = (*_WIN, "dead", "wrong_calls", "note", "east", "rounds")
"""What an entry has just as the hand on the table's list."""


class HandEntry(msgspec.Struct, frozen=True):
    """What was entered of a hand. `finished` is false until somebody said who won, or that nobody did.

    `item` is the id of the hand that is corrected, `before` that of the hand before which this one is inserted;
    neither for the next hand. `numbers` and `drafts` are the players' scores: tiles count before a number as soon as
    they can, and are a remark until then.
    `american` are the winner's tiles in an American game; `line` is the line of `card` that they make, or that was
    `chosen` from the card, and `section` its heading. `jokerless` is None until somebody said whether the hand of a
    line that was chosen holds jokers. `remarks` are such tiles of players who don't win any more.
    `keep_winds` leaves the winds of later hands as they were played, whatever a correction says; None: nobody said so
    yet, or that they turn. `last_winner` won before it was said that nobody did. `bettor` is a name, and `who` the id
    of that person where it is known; `no_bet` says that nobody is backed in this hand.
    """

    finished: bool = False
    winner: int | None = None
    by: By | None = None
    discarder: int | None = None
    last_tile: bool = False
    numbers: tuple[int | None, int | None, int | None, int | None] = _NOBODY
    drafts: tuple[Draft | None, Draft | None, Draft | None, Draft | None] = _NOBODY
    value: int | None = None
    jokerless: bool | None = False
    singles_and_pairs: bool = False
    dead: tuple[int, ...] = ()
    wrong_calls: tuple[int, ...] = ()
    bettor: str = ""
    backed: int | None = None
    bet_shown: bool = False
    no_bet: bool = False
    who: str = ""
    note: str = ""
    item: str | None = None
    before: str | None = None
    east: int | None = None
    rounds: int | None = None
    keep_winds: bool | None = None
    american: AmericanDraft | None = None
    line: str = ""
    section: str = ""
    card: str = ""
    chosen: bool = False
    last_winner: int | None = None
    remarks: tuple[str, str, str, str] = _NO_REMARKS

    @property
    def is_blank(self) -> bool:
        """Whether nothing was entered yet."""
        return self == HandEntry(item=self.item, before=self.before, east=self.east, rounds=self.rounds)

    @property
    def corrects(self) -> bool:
        """Whether an earlier hand is changed, or one is inserted, and not the next one entered."""
        return self.item is not None or self.before is not None

    def is_gone(self, table: Table) -> bool:
        """Whether the hand that is changed, or before which this one is inserted, is no longer on the list."""
        return self.corrects and self._row(table) is None

    @property
    def as_new(self) -> HandEntry:
        """The same as the next hand."""
        return msgspec.structs.replace(self, item=None, before=None, east=None, rounds=None, keep_winds=None)

    @property
    def is_draw(self) -> bool:
        """Whether it was said that nobody won."""
        return self.finished and self.winner is None

    def won_by(self, winner: int | None) -> HandEntry:
        """With this winner, or with none; what the new winner rules out is forgotten.

        So are the scores of both where there was another: that of one was with Mah Jongg, that of the other without.
        Tiles stay with their player.

        >>> entry = HandEntry(finished=True, winner=0, numbers=(32, 8, 16, 4))
        >>> entry.won_by(1).numbers, entry.won_by(None).won_by(1).numbers
        ((None, None, 16, 4), (None, None, 16, 4))
        """
        before = self.last_winner if self.winner is None else self.winner
        changes: dict[str, Any] = {"finished": True, "winner": winner, "last_winner": None}
        if self.american is not None and self.winner not in (winner, None):
            changes["remarks"] = _at(self.remarks, self.winner, str(self.american.hand))
        if winner != self.winner:
            changes["keep_winds"] = None
        if winner is not None and before not in (winner, None):
            kept = [None if player in (winner, before) else self.numbers[player] for player in PLAYERS]
            changes |= {"numbers": tuple(kept), "value": None, "jokerless": False, "singles_and_pairs": False}
            changes |= _NO_LINE
        if winner is None:
            changes |= {"by": None, "discarder": None, "last_tile": False, "value": None, **_NO_LINE}
            changes["last_winner"] = before
        elif self.discarder == winner:
            changes["discarder"] = None
        if winner in self.dead or winner in self.wrong_calls:
            changes["dead"] = tuple(one for one in self.dead if one != winner)
            changes["wrong_calls"] = tuple(one for one in self.wrong_calls if one != winner)
        return msgspec.structs.replace(self, **changes)

    def came(self, by: By | None, position: Position) -> HandEntry:
        """With another way in which the last tile came."""
        discarder = self.discarder if by in TAKEN else None
        if by is By.FIRST_DISCARD and self.winner != position.east:
            discarder = position.east
        last = self.last_tile and by in (By.DRAW, By.DISCARD)
        return msgspec.structs.replace(self, by=by, discarder=discarder, last_tile=last)

    def with_number(self, player: int, number: int | None) -> HandEntry:
        """With a player's score entered by hand."""
        return msgspec.structs.replace(self, numbers=_at(self.numbers, player, number))

    def with_draft(self, player: int, draft: Draft | None) -> HandEntry:
        """With a player's tiles; None goes back to the number."""
        if draft is not None and draft.elsewhere:
            draft = msgspec.structs.replace(draft, elsewhere=())
        return msgspec.structs.replace(self, drafts=_at(self.drafts, player, draft))

    def american_for(self, rules: TableRules, position: Position) -> AmericanDraft:
        """The winner's American hand as the table has it: its rules, the winner's wind, and how the hand was won."""
        assert self.winner is not None  # noqa: S101 - asked about a winner
        draft = self.american or AmericanDraft(rules.rules).pasted(self.remarks[self.winner])
        seat = position.wind_of(self.winner)
        by = self.by if self.by in rules.rules.ways else None
        house = {"rules": rules.rules, "house": rules.options, "house_name": rules.name}
        return msgspec.structs.replace(draft, **house, seat=seat, by=by)

    def with_american(self, draft: AmericanDraft | None, sheet: AmericanSheet | None, position: Position) -> HandEntry:
        """With the winner's American hand; what its line is worth stands where it was entered by hand before.

        Tiles that make no line leave the line that was chosen from the card.
        """
        assert self.winner is not None  # noqa: S101 - asked about a winner
        remarks = _at(self.remarks, self.winner, "")
        if draft is None or sheet is None:
            changed = msgspec.structs.replace(self, american=draft, remarks=remarks)
            return changed if self.chosen else msgspec.structs.replace(changed, line="", section="")
        changed = msgspec.structs.replace(
            self.with_line(sheet.line, draft.card), american=draft, chosen=False, remarks=remarks
        )
        changed = msgspec.structs.replace(changed, jokerless=sheet.jokerless)
        return changed if draft.by is changed.by else changed.came(draft.by, position)

    def with_line(self, line: Line | None, card: str) -> HandEntry:
        """With a line that was chosen from a card: its value, and whether it is one of singles and pairs.

        >>> from mjcompanion.american.card_library import built_in
        >>> line = built_in("companion").card.lines[0]
        >>> entry = HandEntry(finished=True, winner=1).with_line(line, "companion")
        >>> entry.line, entry.section, entry.value
        ('FFF 2026a 222b 6666b', '2026', 25)
        """
        if line is None:
            return msgspec.structs.replace(self, line="", section="", chosen=False, jokerless=bool(self.jokerless))
        return msgspec.structs.replace(
            self,
            card=card,
            line=line.pattern,
            section=line.section,
            value=line.value,
            singles_and_pairs=line.singles_and_pairs,
            jokerless=None,
            chosen=True,
        )

    @property
    def makes_no_line(self) -> bool:
        """Whether the winner's tiles were entered and no line of the card is known."""
        return self.american is not None and bool(self.american.entries) and not self.line

    def draft_for(self, player: int, rules: TableRules, position: Position) -> Draft:
        """The player's tiles as the table has them: its rules, the player's wind, and how the hand was won."""
        draft = self.drafts[player] or Draft(rules.rules)
        others = [one for other, one in enumerate(self.drafts) if one is not None and other != player]
        won = self.winner == player
        seat = position.wind_of(player)
        by = self.by if won else None
        return msgspec.structs.replace(
            draft,
            rules=rules.rules,
            house=rules.options,
            house_name=rules.name,
            houses=(),
            seat=seat,
            seat_known=True,
            round=position.round,
            winner=won,
            by=by if by in rules.rules.ways_of(seat, rules.options) else None,
            tile=draft.tile if won else None,
            last_tile=self.last_tile and won,
            elsewhere=tuple(tile for one in others for tile in one.hand.tiles),
        )

    def ways(self, rules: TableRules, position: Position) -> tuple[By, ...]:
        """The ways in which the last tile can have come to the winner."""
        if self.winner is None:
            return ()
        return rules.rules.ways_of(position.wind_of(self.winner), rules.options)

    def score(self, player: int, rules: TableRules, position: Position) -> int | None:
        """A player's score as far as it is known: what finished tiles count, else a number."""
        if not self.counts_tiles(player, rules, position):
            return self.numbers[player]
        seen = look(self.draft_for(player, rules, position))
        return seen.sheet.score if seen.sheets and not seen.unanswered else None

    def counts_tiles(self, player: int, rules: TableRules, position: Position) -> bool:
        """Whether a player's score is that of the tiles that were entered, and not a number."""
        try:
            return self._tiles(player, rules, position) is not None
        except RuleError:
            return False

    def scorers(self, rules: TableRules) -> tuple[int, ...]:
        """The players whose scores are asked for.

        >>> HandEntry(finished=True, winner=2).scorers(TableRules.of(Ruleset("simple")))
        (2,)
        >>> HandEntry(finished=True, winner=2).scorers(TableRules.of(Ruleset("hong-kong")))
        (2,)
        """
        if not self.finished or self.winner is None or rules.rules.settles_value:
            return ()
        if rules.rules.losers_settle and rules.options.losers_settle:
            return tuple(PLAYERS)
        return (self.winner,)

    def hand_item(self, rules: TableRules, position: Position) -> HandItem:
        """The hand as the table stores it.

        Raises:
            RuleError: a hand of tiles isn't finished.

        """
        scores: list[Score | None] = [None] * 4
        for player in self.scorers(rules):
            scores[player] = self._score(player, rules, position)
        return self._item(rules, scores)

    def _item(self, rules: TableRules, scores: Sequence[Score | None]) -> HandItem:
        by_value = rules.rules.settles_value
        club = rules.rules.club_faults
        american = self.american if by_value and self.winner is not None else None
        line = self.line if by_value and self.winner is not None else ""
        bet = None
        if club and self.backed is not None and self.bettor.strip() and not self.no_bet:
            bet = BetItem(self.bettor.strip(), self.backed, self.bet_shown, self.who or msgspec.UNSET)
        won = self.winner is not None
        remarks = self._remarks(scores)
        return HandItem(
            winner=self.winner,
            by=self.by,
            discarder=self.discarder,
            last_tile=self.last_tile,
            scores=(scores[0], scores[1], scores[2], scores[3]),
            value=self.value if by_value and won else None,
            jokerless=bool(self.jokerless) and by_value and won,
            singles_and_pairs=self.singles_and_pairs and rules.rules.singles_and_pairs and won,
            dead=self.dead if by_value else (),
            wrong_calls=self.wrong_calls if club else (),
            bet=bet,
            east=self.east,
            rounds=self.rounds,
            note=self.note,
            card=american.card if american is not None else self.card if line else "",
            line=line,
            tiles="" if american is None else str(american.hand),
            section=self.section if line and self.section else msgspec.UNSET,
            remarks=msgspec.UNSET if remarks == _NO_REMARKS else remarks,
        )

    def _remarks(self, scores: Sequence[Score | None]) -> tuple[str, str, str, str]:
        """Return the tiles of each player that were entered and count nothing in this hand."""
        found = list(self.remarks)
        for player, draft in enumerate(self.drafts):
            if draft is not None and not isinstance(scores[player], Tiles):
                found[player] = str(draft.hand)
        return found[0], found[1], found[2], found[3]

    def _by_line(self, rules: TableRules) -> bool:
        """Whether the value is that of a line of a card."""
        return rules.rules.settles_value and self.winner is not None and bool(self.line)

    def _score(self, player: int, rules: TableRules, position: Position) -> Score | None:
        """Return a player's score: that of the tiles where they count, else the number.

        Raises:
            RuleError: the tiles don't count, and there is no number.

        """
        number = self.numbers[player]
        try:
            tiles = self._tiles(player, rules, position)
        except RuleError:
            if number is None:
                raise
            tiles = None
        return tiles or (None if number is None else Number(number))

    def _tiles(self, player: int, rules: TableRules, position: Position) -> Tiles | None:
        """Return what a player's tiles count; None where there are none.

        Raises:
            RuleError: they are no hand.

        """
        if self.drafts[player] is None:
            return None
        draft = self.draft_for(player, rules, position)
        seen = look(draft)
        if "winning-tile" in seen.unanswered:
            raise RuleError([Problem("win-without-tile")])
        if seen.problems or (seen.missing and not seen.unanswered):
            raise RuleError((*seen.problems, *seen.missing))
        win = draft.situation.win
        tile = None if win is None else win.tile
        return Tiles(
            str(draft.hand),
            seen.sheet.score,
            draft.seat,
            draft.round,
            None if tile is None else str(tile),
            **dict.fromkeys(NO_FEATS if win is None else win.feats, True),
        )

    def problems(self, rules: TableRules, position: Position, names: Sequence[str]) -> tuple[Problem, ...]:
        """What is missing or can't be, each in a sentence that names the players.

        >>> entry = HandEntry(finished=True, winner=1, by=By.DISCARD, value=25)
        >>> rules, position = TableRules.of(Ruleset("nmjl")), Position((0, 1, 2, 3), 0, 0)
        >>> found = entry.problems(rules, position, ("Ann", "Bo", "Cy", "Di"))
        >>> [problem.sentence() for problem in found]
        ['Who discarded the winning tile?']
        """
        if not self.finished:
            return (Problem("entry-winner"),)
        scorers = sorted(self.scorers(rules), key=lambda player: player != self.winner)
        faults: dict[str, Problem] = {}
        hands: list[tuple[str, Hand]] = []
        for player in scorers:
            draft = self.drafts[player]
            if draft is not None and (self.numbers[player] is None or self.counts_tiles(player, rules, position)):
                hands.append((names[player], draft.hand))
            try:
                self._score(player, rules, position)
            except RuleError as error:
                why = error.problems[0]
                code = "entry-winning-tile" if why.code == "win-without-tile" else "entry-tiles"
                faults[names[player]] = Problem(code, text=names[player], why=why.sentence())
        ending = self._ending(rules, position)
        found = [
            faults.get(one.text, one) if one.code in _SCORE_MISSING else one
            for one in problems_of(rules.rules, ending, rules.options, seat_names(position, names))
        ]
        scored = next((at for at, one in enumerate(found) if one.code in _ABOUT_SCORES), len(found))
        found[scored:scored] = shared_tiles(hands)
        if self.asks_jokers(rules) and self.jokerless is None:
            found.append(Problem("entry-jokers"))
        if rules.rules.club_faults and self.bettor.strip() and self.backed is None and not self.no_bet:
            found.append(Problem("entry-backed", text=self.bettor.strip()))
        if found and self.winner is not None and self.by is None and found[0].code != "settle-by":
            found.insert(0, Problem("settle-by", text=names[self.winner]))  # it is asked first, though it may stay open
        return tuple(found)

    def asks_jokers(self, rules: TableRules) -> bool:
        """Whether it changes the payments that the winner's hand holds no jokers."""
        if not rules.rules.settles_value or self.winner is None:
            return False
        ending = Ending(by=self.by or By.DRAW, singles_and_pairs=self.singles_and_pairs)
        return jokers_matter(rules.rules, ending, rules.options)

    def doubts(
        self, rules: TableRules, position: Position, names: Sequence[str], values: Iterable[int] = ()
    ) -> tuple[Problem, ...]:
        """What of the scores can hardly be, once nothing is missing; `values` are those of cards of one's own.

        >>> entry = HandEntry(finished=True, winner=1, by=By.DRAW, value=27)
        >>> rules, position = TableRules.of(Ruleset("nmjl")), Position((0, 1, 2, 3), 0, 0)
        >>> [doubt.sentence() for doubt in entry.doubts(rules, position, ("Ann", "Bo", "Cy", "Di"))]
        ['No line of the card is worth 27: 25 or 30?']
        """
        remarks = self.hand_item(rules, position).remarks or _NO_REMARKS
        found = [Problem("entry-remark", text=names[player]) for player in PLAYERS if remarks[player]]
        if self._by_line(rules):
            return tuple(found)
        ending, called = self._ending(rules, position), seat_names(position, names)
        if self.makes_no_line and self.winner is not None:
            found.append(Problem("entry-no-line", text=names[self.winner]))
        return (*found, *doubts(rules.rules, ending, rules.options, called, chips=rules.chips, values=values))

    def _ending(self, rules: TableRules, position: Position) -> Ending:
        """Return how the hand ended, as far as the scores are known."""
        scores: list[int | None] = [None] * 4
        for player in self.scorers(rules):
            scores[player] = self.score(player, rules, position)
        return ending_of(self._item(rules, (None,) * 4), position, scores)

    def event(self, table: Table, at: str) -> Changed:
        """The event that enters this hand, corrects the one it is for, or inserts it.

        Raises:
            RuleError: something is missing.

        """
        if self.is_gone(table):
            raise RuleError([Problem("entry-gone")])
        position = self.position(table)
        found = self.problems(table.rules, position, [str(player) for player in PLAYERS])
        if found:
            raise RuleError(found)
        item = self.hand_item(table.rules, position)
        changes = [Put(self.item or table.next_id, item, self.before)]
        seating = self.seating(table)
        if item.bet is not None and item.bet.who and item.bet.who not in {table.people[one] for one in seating.here}:
            sits = seating.item(table.people)  # who bets first sits out from then on
            sits = msgspec.structs.replace(sits, out=(*sits.out, item.bet.who))
            changes.insert(0, Put(f"{table.next_id}-bettor", sits, self.item or self.before))
        event = Changed(at=at, changes=tuple(changes))
        return winds_kept(table, event) if self.keep_winds else event

    def asks_about_winds(self, table: Table, at: str) -> bool:
        """Whether later hands would be played with other winds than they were, and nobody said whether that is right.

        Raises:
            RuleError: something is missing, or a later hand can't be any more.

        """
        event = self.event(table, at)
        return self.keep_winds is None and winds_kept(table, event) is not event

    def after(self, table: Table, at: str) -> Table:
        """The table with this hand.

        Raises:
            RuleError: something is missing, or a later hand can't be any more.

        """
        return apply(table, self.event(table, at))

    def _row(self, table: Table) -> Row | None:
        """The row of the hand that is corrected, or before which this one is inserted."""
        where = self.item or self.before
        return None if where is None else table.row(where)

    def seating(self, table: Table) -> Seating:
        """Who sits on the four places in this hand."""
        row = self._row(table)
        return table.seating if row is None else row.seating

    def position(self, table: Table) -> Position:
        """Where everybody sits in this hand."""
        row = self._row(table)
        place = len(table.rows) if row is None else table.rows.index(row)
        position = table.rows[place - 1].after if place else table.start
        told = {"east": self.east, "rounds": self.rounds}
        return msgspec.structs.replace(position, **{key: value for key, value in told.items() if value is not None})

    def save(self) -> bytes:
        """The entry as JSON; drafts of tiles as they save themselves."""
        told = {name: getattr(self, name) for name in self.__struct_fields__ if name not in ("drafts", "american")} | {
            "drafts": [None if one is None else msgspec.Raw(one.save()) for one in self.drafts]
        }
        told["american"] = None if self.american is None else msgspec.Raw(self.american.save())
        return msgspec.json.encode(told)

    @classmethod
    def load(cls, saved: bytes) -> HandEntry:
        """Read what `save` wrote.

        Raises:
            ValueError: this is no saved entry.

        """
        try:
            found = msgspec.json.decode(saved)
            drafts = tuple(None if one is None else Draft.load(msgspec.json.encode(one)) for one in found.pop("drafts"))
            american = found.pop("american", None)
            plain = msgspec.convert({**found, "drafts": _NOBODY, "american": None}, cls)
            hand = None if american is None else AmericanDraft.load(msgspec.json.encode(american))
        except (msgspec.MsgspecError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
            raise ValueError(_("this isn’t a saved entry: {why}").format(why=why_unread(error))) from error
        named = {plain.winner, plain.discarder, plain.backed, plain.east, plain.last_winner}
        named.update(plain.dead, plain.wrong_calls)
        if len(drafts) != len(PLAYERS) or not named <= {None, *PLAYERS}:
            raise ValueError(_("this isn’t a saved entry: there are four players"))
        return msgspec.structs.replace(plain, drafts=drafts, american=hand)

    @classmethod
    def of(cls, table: Table, item_id: str) -> HandEntry:
        """The entry that shows a hand of the table as it was entered, for correction."""
        row = table.row(item_id)
        if row is None or not isinstance(row.item, HandItem):
            raise RuleError([Problem("item-gone")])
        item = row.item
        numbers: list[int | None] = [None] * 4
        drafts: list[Draft | None] = [None] * 4
        for player, found in enumerate(item.scores):
            if isinstance(found, Number):
                numbers[player] = found.score
            elif found is not None:
                drafts[player] = _drafted(found, table.rules.options, table.rules.rules)
        remarks = item.remarks or _NO_REMARKS
        if not table.rules.rules.with_card:
            for player, text in enumerate(remarks):
                if text:
                    drafts[player] = Draft(table.rules.rules, house=table.rules.options).pasted(text)
            remarks = _NO_REMARKS
        bet = item.bet
        return cls(
            finished=True,
            **{name: getattr(item, name) for name in _AS_STORED},
            numbers=(numbers[0], numbers[1], numbers[2], numbers[3]),
            drafts=(drafts[0], drafts[1], drafts[2], drafts[3]),
            bettor="" if bet is None else bet.name,
            backed=None if bet is None else bet.on,
            bet_shown=bet is not None and bet.shown,
            no_bet=bet is None and table.rules.rules.club_faults,
            who="" if bet is None else bet.who or "",
            item=item_id,
            american=AmericanDraft(table.rules.rules, card=item.card).pasted(item.tiles) if item.tiles else None,
            section=item.section or "",
            card=item.card,
            chosen=bool(item.line and not item.tiles),
            remarks=remarks,
        )


def _drafted(found: Tiles, options: Options, rules: Ruleset) -> Draft:
    tile: Tile | None = None if found.tile is None else read_tile(found.tile)
    draft = Draft(rules, house=options, seat=found.seat, round=found.round).pasted(found.hand)
    return msgspec.structs.replace(draft, tile=tile, feats=found.feats)


def _at(four: tuple[Any, Any, Any, Any], player: int, value: object) -> tuple[Any, Any, Any, Any]:
    """Four values with one of them replaced."""
    changed = list(four)
    changed[player] = value
    return changed[0], changed[1], changed[2], changed[3]

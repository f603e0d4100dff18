"""A hand of the table while it is being entered: its facts, what is missing, and its effects.

An entry is a value, like the draft of a hand of tiles, so that it can be undone and saved at any time.
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
from mjcompanion.table.rotation import PLAYERS, Position, four
from mjcompanion.table.rows import TableRow, ending_of, seat_names
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
"""The fields that an entry shares with the stored hand."""


class HandEntry(msgspec.Struct, frozen=True):
    """A hand as entered so far. `finished` is false until it is known who won, or that nobody did.

    `item` is the id of the hand that is corrected, `before` that of the hand before which this one is inserted;
    neither for the next hand. `numbers` and `drafts` are the players' scores: tiles count before a number as soon as
    they can, and are a remark until then.
    `american` are the winner's tiles in an American game; `line` is the line of `card` that they make, or that was
    `chosen` from the card, and `section` its heading. `jokerless` is None until it is known whether the hand of a
    chosen line has jokers. `remarks` are such tiles of players who don't win any more.
    `keep_winds` leaves the winds of later hands as they were played; None if that isn't decided. `last_winner` won
    before the entry was changed to a draw. `bettor` is a name, and `who` the id of that person if known; `no_bet` means
    that nobody is backed in this hand.
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
        """Whether this changes or inserts an earlier hand."""
        return self.item is not None or self.before is not None

    def is_gone(self, table: Table) -> bool:
        """Whether the hand to change, or to insert before, is no longer on the list."""
        return self.corrects and self._row(table) is None

    @property
    def as_new(self) -> HandEntry:
        """The same entry for the next hand."""
        return msgspec.structs.replace(self, item=None, before=None, east=None, rounds=None, keep_winds=None)

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.finished and self.winner is None

    def won_by(self, winner: int | None) -> HandEntry:
        """Set the winner, or none, and clear what that rules out.

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
            numbers = four(None if player in (winner, before) else self.numbers[player] for player in PLAYERS)
            changes |= {"numbers": numbers, "value": None, "jokerless": False, "singles_and_pairs": False}
            changes |= _NO_LINE
        if winner is None:
            changes |= {"by": None, "discarder": None, "last_tile": False, "value": None, **_NO_LINE}
            changes["last_winner"] = before
        elif self.discarder == winner:
            changes["discarder"] = None
        return msgspec.structs.replace(self.with_live_hand(winner), **changes)

    def discarded_by(self, player: int) -> HandEntry:
        """Set who discarded the winning tile; a dead hand can't have."""
        return msgspec.structs.replace(self.with_live_hand(player), discarder=player)

    def with_live_hand(self, player: int | None) -> HandEntry:
        """Take a player off the lists of dead hands and wrong calls."""
        dead = tuple(one for one in self.dead if one != player)
        wrong_calls = tuple(one for one in self.wrong_calls if one != player)
        return msgspec.structs.replace(self, dead=dead, wrong_calls=wrong_calls)

    def came(self, by: By | None, position: Position) -> HandEntry:
        """Set how the winning tile came."""
        entry, discarder = self, self.discarder if by in TAKEN else None
        if by is By.FIRST_DISCARD and self.winner != position.east:
            entry, discarder = self.with_live_hand(position.east), position.east
        last = self.last_tile and by in (By.DRAW, By.DISCARD)
        return msgspec.structs.replace(entry, by=by, discarder=discarder, last_tile=last)

    def with_number(self, player: int, number: int | None) -> HandEntry:
        """Set a player's score by hand."""
        return msgspec.structs.replace(self, numbers=_at(self.numbers, player, number))

    def with_draft(self, player: int, draft: Draft | None) -> HandEntry:
        """Set a player's tiles; None goes back to the number."""
        if draft is not None and draft.elsewhere:
            draft = msgspec.structs.replace(draft, elsewhere=())
        return msgspec.structs.replace(self, drafts=_at(self.drafts, player, draft))

    def american_for(self, rules: TableRules, position: Position) -> AmericanDraft:
        """Return the winner's American hand with the table's rules, the winner's seat and how it was won."""
        assert self.winner is not None  # noqa: S101 - asked about a winner
        draft = self.american or AmericanDraft(rules.rules).pasted(self.remarks[self.winner])
        seat = position.wind_of(self.winner)
        by = self.by if self.by in rules.rules.win_types else None
        house = {"rules": rules.rules, "house": rules.options, "house_name": rules.name}
        return msgspec.structs.replace(draft, **house, seat=seat, by=by)

    def with_american(self, draft: AmericanDraft | None, sheet: AmericanSheet | None, position: Position) -> HandEntry:
        """Set the winner's American hand; the value of its line replaces one entered by hand.

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
        """Set the line of a card, with its value and whether it is one of singles and pairs.

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
        """Whether the winner's tiles make no known line of the card."""
        return self.american is not None and bool(self.american.entries) and not self.line

    def draft_for(self, player: int, rules: TableRules, position: Position) -> Draft:
        """Return a player's tiles with the table's rules, the player's seat and how the hand was won."""
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
            by=by if by in rules.rules.win_types_for(seat, rules.options) else None,
            tile=draft.tile if won else None,
            last_tile=self.last_tile and won,
            elsewhere=tuple(tile for one in others for tile in one.hand.tiles),
        )

    def win_methods(self, rules: TableRules, position: Position) -> tuple[By, ...]:
        """Return the possible sources of the winning tile."""
        if self.winner is None:
            return ()
        return rules.rules.win_types_for(position.wind_of(self.winner), rules.options)

    def score(self, player: int, rules: TableRules, position: Position) -> int | None:
        """Return a player's score, if known: that of complete tiles, else the number."""
        if not self.counts_tiles(player, rules, position):
            return self.numbers[player]
        seen = look(self.draft_for(player, rules, position))
        return seen.sheet.score if seen.sheets and not seen.unanswered else None

    def counts_tiles(self, player: int, rules: TableRules, position: Position) -> bool:
        """Whether a player's score comes from tiles rather than a number."""
        try:
            return self._tiles(player, rules, position) is not None
        except RuleError:
            return False

    def scorers(self, rules: TableRules) -> tuple[int, ...]:
        """Return the players whose scores are needed.

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
        """Return the hand as the table stores it.

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
            scores=four(scores),
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
        """Return each player's entered tiles that don't count in this hand."""
        found = list(self.remarks)
        for player, draft in enumerate(self.drafts):
            if draft is not None and not isinstance(scores[player], Tiles):
                found[player] = str(draft.hand)
        return four(found)

    def _by_line(self, rules: TableRules) -> bool:
        """Whether the value comes from a line of a card."""
        return rules.rules.settles_value and self.winner is not None and bool(self.line)

    def _score(self, player: int, rules: TableRules, position: Position) -> Score | None:
        """Return a player's score: that of the tiles if they count, else the number.

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
        """Return the score of a player's tiles; None if there are none.

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
        win = draft.context.win
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
        """Return what is missing or impossible; the sentences name the players.

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
        """Whether a hand without jokers changes the payments."""
        if not rules.rules.settles_value or self.winner is None:
            return False
        ending = Ending(by=self.by or By.DRAW, singles_and_pairs=self.singles_and_pairs)
        return jokers_matter(rules.rules, ending, rules.options)

    def doubts(
        self, rules: TableRules, position: Position, names: Sequence[str], values: Iterable[int] = ()
    ) -> tuple[Problem, ...]:
        """Return doubts about the scores of a complete entry; `values` are those of the club's own cards.

        >>> entry = HandEntry(finished=True, winner=1, by=By.DRAW, value=27)
        >>> rules, position = TableRules.of(Ruleset("nmjl")), Position((0, 1, 2, 3), 0, 0)
        >>> [doubt.sentence() for doubt in entry.doubts(rules, position, ("Ann", "Bo", "Cy", "Di"))]
        ['No line of the card has the value 27: 25 or 30?']
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
        """Return how the hand ended, with the scores known so far."""
        scores: list[int | None] = [None] * 4
        for player in self.scorers(rules):
            scores[player] = self.score(player, rules, position)
        return ending_of(self._item(rules, (None,) * 4), position, scores)

    def event(self, table: Table, at: str) -> Changed:
        """Return the event that adds, corrects or inserts this hand.

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
        """Whether this would change the winds of later hands, and that isn't decided yet.

        Raises:
            RuleError: something is missing, or a later hand can't be any more.

        """
        event = self.event(table, at)
        return self.keep_winds is None and winds_kept(table, event) is not event

    def after(self, table: Table, at: str) -> Table:
        """Return the table with this hand.

        Raises:
            RuleError: something is missing, or a later hand can't be any more.

        """
        return apply(table, self.event(table, at))

    def _row(self, table: Table) -> TableRow | None:
        """Return the row to correct, or to insert before."""
        where = self.item or self.before
        return None if where is None else table.row(where)

    def seating(self, table: Table) -> Seating:
        """Return who sits on the four places in this hand."""
        row = self._row(table)
        return table.seating if row is None else row.seating

    def position(self, table: Table) -> Position:
        """Return the seats in this hand."""
        row = self._row(table)
        place = len(table.rows) if row is None else table.rows.index(row)
        position = table.rows[place - 1].after if place else table.start
        pinned = {"east": self.east, "rounds": self.rounds}
        return msgspec.structs.replace(position, **{key: value for key, value in pinned.items() if value is not None})

    def save(self) -> bytes:
        """Return the entry as JSON."""
        fields = {
            name: getattr(self, name) for name in self.__struct_fields__ if name not in ("drafts", "american")
        } | {"drafts": [None if one is None else msgspec.Raw(one.save()) for one in self.drafts]}
        fields["american"] = None if self.american is None else msgspec.Raw(self.american.save())
        return msgspec.json.encode(fields)

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
        """Return the entry of a hand on the table, for correction."""
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
            numbers=four(numbers),
            drafts=four(drafts),
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


def _at(before: tuple[Any, Any, Any, Any], player: int, value: object) -> tuple[Any, Any, Any, Any]:
    """Return four values with one replaced."""
    return four(value if place == player else one for place, one in enumerate(before))

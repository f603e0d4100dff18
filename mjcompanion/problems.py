"""What can be wrong with what a person entered: codes with data, and one clear sentence for each.

The engine finds problems and names them by code; the sentences stand here in one table, so that the window, the
command line and the tests read the same words and a translation has one place to start from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from mjcompanion.tiles import Terms, Tile

SENTENCES: Final[dict[str, str]] = {
    # unreadable
    "too-long": "This is {count} characters long; a hand never needs more than {limit}.",
    "unreadable": "“{text}” at character {place} is no tile.",
    "no-such-number": "“{text}” at character {place} is no tile: {why}.",
    "digits-without-letter": "“{text}” at character {place} needs a letter after it: m, p, s, z, f or y.",
    "letter-without-digits": "“{text}” at character {place} needs a number before it.",
    "season-without-number": "“{text}” at character {place} needs a number after it.",
    "bracket-not-closed": "The bracket opened at character {place} is not closed.",
    "bracket-not-opened": "“{text}” at character {place} closes a bracket that was not opened.",
    "bracket-in-bracket": "Brackets don't nest: “{text}” at character {place} stands inside another.",
    "bracket-empty": "The brackets at character {place} are empty.",
    "one-tile-expected": "“{text}” should be one tile.",
    "key-after-number": "After “{why}” comes b, d or c (bamboos, dots, characters), not “{text}”.",
    "key-bracket": "“{text}” doesn't fit after “{why}”.",
    "key-nothing-open": "There is nothing for “{text}” to close: begin a set with ( or [.",
    "not-in-hand": "There is no {tile} in the hand to lay out.",
    "no-hand": "There are no tiles in this hand.",
    # the tiles
    "fifth-copy": "There is a {ordinal} {tile}; a set has only four.",
    "too-few-left": "{count} {tiles} are wanted, and {limit} of them {is_are_left} left.",
    "second-flower": "There is a second {tile}; a set has only one.",
    "joker-in-chinese": "A joker has no place in this game; jokers belong to American hands.",
    "any-flower-in-chinese": "“F”, any flower, belongs to American hands; name the flower, 1f to 4f or 1y to 4y.",
    "flowers-not-in-play": "The {tile} is a flower, and this table plays without flowers.",
    "flower-in-set": "The {tile} can't be part of a set; flowers stand by themselves.",
    "no-set": "“{text}” is no set: it should be a chow, a pung or a kong.",
    "exposed-pair": "“{text}” is a pair; a pair is laid out only when the winning discard completed it.",
    "concealed-kong-only": "“[{text}]” is no kong; only a concealed kong stands in [ ].",
    "too-many-sets": "There are {count} sets; a hand has four and a pair.",
    "too-few-tiles": "{tiles_counted}: {missing}.",
    "too-many-tiles": "{tiles_counted}: {missing}.",
    "not-complete": "These tiles don't make four sets and a pair: {why}.",
    # an American hand
    "american-kong": "There is no concealed kong in American hands: “{text}” stands without brackets, "
    "or in ( ) once it is laid out.",
    "no-run": "“{text}” is no set of equal tiles.",
    "only-jokers": "“{text}” needs a real tile: jokers alone don't say which set they are.",
    "short-run": "“{text}” can't be laid out: a discard is claimed for three or more equal tiles, or for Mah Jongg.",
    "ninth-joker": "There are {count} jokers; a set has only eight.",
    "ninth-flower": "There are {count} flowers and seasons; a set has only eight.",
    "joker-claimed": "A discarded joker is dead: nobody can claim it.",
    "charleston-with-sets": "A hand complete in the Charleston has no sets laid out.",
    "no-card": "These hands are matched with a card: say which, by its name or its file.",
    "no-mah-jongg": "This is no Mah Jongg: {why}.",
    "laid-out-concealed": "Line {count}, “{text}”, is concealed: only the set that a winning discard completed "
    "may be laid out.",
    "laid-out-elsewhere": "These 14 tiles make line {count}, “{text}”, but not with {why} laid out.",
    "line-concealed": "This line is concealed, and sets are laid out.",
    "line-exposure": "No set of this line is {text}.",
    "line-exposures": "The sets laid out don't stand together in this line.",
    "line-tiles": "It takes {count} × {tile}, and only {limit} can still be had.",
    "top-range": "“top” is a whole number of lines from 1 to {limit}.",
    # how it was won
    "win-without-tile": "Say which tile won.",
    "win-tile-not-in-hand": "The winning tile, {tile}, is not in the hand.",
    "win-tile-in-set": "The {tile} was drawn, so it can't stand only in a set that a discard completed.",
    "win-tile-in-kong": "The {tile} stands only in a kong; a kong's last tile doesn't win.",
    "kong-replacement-without-kong": "A loose tile after a kong needs a kong in the hand.",
    "flower-replacement-without-flower": "A loose tile after a flower needs a flower in the hand.",
    "robbed-kong-held": "A robbed kong of {tile} leaves no other {tile}, but the hand holds more than one.",
    "robbed-kong-honour": "A kong of {tile} can't be robbed: only a run can use the tile.",
    "dealt-with-sets": "A hand complete as dealt has no sets laid out.",
    "first-discard-with-sets": "A hand won on East's first discard has no other sets laid out.",
    "deal-not-east": "Only East can be complete as dealt; the seat is {seat}.",
    "first-discard-east": "East can't win on East's own first discard.",
    "last-tile-with": "The last tile is drawn or discarded; it can't be “{by}”.",
    "kemp-seat": "In this game the player is always East; the seat is {seat}.",
    "loser-with-win": "A hand that didn't win has no winning tile.",
    "only-winner-scores": "In this game only the winner scores.",
    "discards-out-of-range": "There are {count} discards, but only 0 to {limit} are possible.",
    # settling a hand
    "no-payments": "In these rules nobody pays: the winner's score is written down.",
    "draw-with-win": "Nobody won, so there is no winning tile to ask about.",
    "settle-by": "Say how {text} won.",
    "settle-from": "Say who discarded the winning tile.",
    "settle-robbed": "Say whose kong was robbed.",
    "settle-from-drawn": "Nobody discarded the winning tile, so it can't come from {text}.",
    "settle-own-discard": "{text} can't win with a tile from {text}.",
    "settle-deal": "Only East can be complete as dealt, and {text} isn't East.",
    "settle-first-discard": "East's first discard comes from East, and {text} isn't East.",
    "settle-value": "Say what the winner's hand is worth.",
    "settle-value-range": "A hand is worth 1 to {limit} points.",
    "settle-score": "{text} won: the score is missing.",
    "settle-loser-score": "The score of {text} is missing; the losers settle with each other.",
    "settle-score-range": "The score of {text} must be 0 to {limit} points.",
    "settle-wrong-calls-rules": "Wrong calls with the hand shown are settled in american-club only.",
    "settle-dead-rules": "Dead hands belong to the American games.",
    "settle-dead-wins": "{text} has a dead hand and can't win.",
    "settle-all-wrong": "Not all four can show their hands: the game ends when one is left.",
    "settle-wrong-calls-end": "Three hands were shown, so the game is over: nobody wins, and all pay {text}.",
    "settle-bettor-rules": "A bettor belongs to american-club only.",
    "settle-bettor-name": "The bettor needs a name.",
    "settle-bettor-seat": "The bettor can't be “{text}”: that one plays.",
    "penalty-self": "{text} can't pay a penalty to {text}.",
    "penalty-range": "A penalty is 1 to {limit} points.",
    # a table of four
    "event-first": "A table begins by being set up, and only once.",
    "event-damaged": "This table's events don't fit together; the file is damaged.",
    "four-players": "Four different players are needed.",
    "starting-range": "Everybody starts with 0 to {limit} points.",
    "nothing-to-undo": "There is nothing to undo here; something else happened since.",
    "nothing-to-redo": "There is nothing to redo here; something else happened since.",
    "item-gone": "That hand is no longer on the list; somebody changed it.",
    "too-many-items": "A table holds at most {limit} hands and penalties; begin another.",
    "text-too-long": "This text has {count} characters; {limit} is the most.",
    "no-chips": "No chips are on this table, so there is no bank.",
    "entry-winner": "Say who won, or that nobody did.",
    "entry-tiles": "{text}: {why}",
    "entry-backed": "Say whom {text} backed.",
    "in-hand": "Hand {count}: {why}",
    # chips
    "chip-set-name": "A set of chips needs a name of 1 to {limit} letters.",
    "chip-set-kinds": "A set has 1 to {limit} kinds of chips; this one has {count}.",
    "chip-set-value": "A chip is worth 1 to {limit:,} points, not {text}.",
    "chip-set-twice": "Two kinds of chips are worth {count:,} points; one of them must differ.",
    "chip-set-count": "Each player starts with 0 to {limit} chips of a kind, not {text}.",
    "chip-set-none": "Nobody has any chips in this set; each player starts with at least one.",
    "chip-set-shape": "“{text}” is no shape of a chip; say {why}.",
    "chip-set-colour": "“{text}” is no colour of a chip; say {why}.",
    "bank-points": "The bank lends and takes 1 to {limit:,} points.",
    "chips-cannot-say": "No chips of this set are worth exactly {count:,} points.",
    "no-loan": "Nothing is owed to the bank.",
    "loan-smaller": "Only {limit:,} points are owed to the bank, not {count:,}.",
    "purse-smaller": "There are chips for {limit:,} points only, not for {count:,}.",
    # requests and options
    "unknown-rules": "There are no rules called “{text}”; there are {why}.",
    "unknown-option": "There is no option called “{text}”; there are {why}.",
    "bad-option": "The option {text} must be {why}.",
    "unknown-seat": "“{text}” is no {why}; say E, S, W or N.",
    "unknown-by": "“{text}” is no way to win; say {why}.",
    "bad-dice": "{text}",
    "no-wall-break": "In these rules the wall isn't broken: there is nothing to count.",
    "bad-request": "{text}",
    # the ledger: the world failed
    "ledger-busy": "Another program has been writing into the ledger for {count} seconds; try again in a moment.",
    "ledger-full": "The disk is full, so nothing more can be written; all that was confirmed before is safe.",
    "ledger-disk": "The disk failed ({text}); all that was confirmed before is safe.",
    "ledger-read-only": "The ledger can only be read: {why}",
    "ledger-closed-folder": "The ledger can't be opened: {why}",
    "ledger-damaged": "The ledger {why} is damaged ({text}).",
    "ledger-empty": "The ledger {why} is an empty file, although there are backups of a full one.",
    "ledger-event-damaged": "The ledger is damaged: event {count} of the table “{text}” isn't what was written.",
    "ledger-event-newer": "The table “{text}” was played with a newer version of the program; use it (event {count}).",
    "ledger-game-damaged": "The ledger is damaged: the finished game {text} isn't what was written.",
    "ledger-newer": "The ledger {why} was written by a newer version of the program ({text}); use that version.",
    "ledger-none": "There is no ledger {why} yet.",
    "ledger-other": "{why} is no ledger of this program.",
    "ledger-no-server": "The database server {why} doesn't answer.",
    "ledger-password": "The database server {why} doesn't accept this name and password.",
    "ledger-no-database": "The database server {why} has no database of that name.",
    "ledger-not-allowed": "The database server {why} doesn't let this user do that.",
    "ledger-lost": "The connection to the database server {why} is lost; try again once it is back.",
    "ledger-address": "This is no address of a ledger; write sqlite:///FILE or postgresql://NAME@HOST/DATABASE.",
    "ledger-no-driver": "A ledger on PostgreSQL needs the package psycopg: install mjcompanion[postgres].",
    "ledger-conflict": "Another window went on with this table first ({text}: {why}); nothing was written, look again.",
    "ledger-behind": "The ledger holds fewer events of this table than this window saw: it was restored, look again.",
    "ledger-open-elsewhere": "The ledger is open in another window or program; close that first.",
    "backup-damaged": "The backup {why} is damaged, so it wasn't used.",
    "backup-failed": "The backup isn't what the ledger is ({why}); it was thrown away.",
    "backup-only-files": "Only a ledger in a file has backups; a server's is exported instead.",
    # the ledger: what was asked
    "no-session": "There is no table “{text}” in the ledger.",
    "session-prefix": "“{text}” fits {count} tables; write more letters of the one you mean.",
    "no-game": "There is no finished game “{text}” in the ledger.",
    "game-prefix": "“{text}” fits {count} games; write more letters of the one you mean.",
    "game-other": "The ledger has another game under the id “{text}”.",
    "game-impossible": "What is told of this game can't be: {why}.",
    "no-player": "There is no player “{text}” in the ledger.",
    "name-empty": "A player needs a name.",
    "name-long": "The name has {count} letters; {limit} is the most.",
    "name-letters": "The name holds something that is no letter or sign: {text}.",
    "name-taken": "There is a player called “{text}” already; merge the two if they are one person.",
    "merge-self": "“{text}” can't be merged with itself.",
    "merge-met": "{text} and {why}, so they are two people.",
    "not-merged": "“{text}” isn't merged with anybody.",
    "import-syntax": "This file is no export of a ledger: {why}.",
    "import-newer": "This file was written by a newer version of the program (format {count}; this one reads {limit}).",
    "import-place": "{text}: {why}",
    "import-csv": "Line {place}: {why}",
    # cards and their patterns
    "pattern-empty": "The pattern is empty; it should make 14 tiles.",
    "pattern-long": "The pattern has {count:,} characters; at most {limit} fit.",
    "pattern-symbol": "“{text}” at character {place} is no symbol of a pattern{why}.",
    "pattern-no-symbols": "“{text}” at character {place} has no tile before it.",
    "pattern-no-suit": "“{text}” at character {place} needs a suit letter after it: a, b or c.",
    "pattern-idle-suit": "“{text}” at character {place} has no tile of a suit; take the “{why}” away.",
    "pattern-joint": "“{text}” at character {place} needs a group before and after it.",
    "pattern-choices": "The choices “{text}” at character {place} don't have equally many tiles.",
    "pattern-count": "{tiles_counted}: {missing}.",
    "pattern-impossible": "No set of tiles can make this: {why}.",
    "pattern-ways": "This can be taken in {count:,} ways; a line has {limit:,} at most.",
    "card-too-large": "The file is larger than {limit:,} bytes; a card never needs so much.",
    "card-no-text": "Line {place} holds bytes that are no text (UTF-8).",
    "card-syntax": "Line {place} can't be read as TOML: {why}.",
    "card-json": "Line {place} can't be read as JSON: {why}.",
    "card-too-deep": "Line {place} nests deeper than a card ever does.",
    "card-too-many-lines": "There are {count:,} lines; a card has {limit:,} at most.",
    "card-missing": "There is no “{text}”: it should be {why}.",
    "card-unknown-field": "This means nothing here; {why}",
    "card-bad-value": "It must be {why}.",
    "card-long": "This has {count:,} characters; at most {limit} fit.",
    "card-ways": "All lines together can be taken in more than {limit:,} ways; this one is left out.",
    "card-more-faults": "{count:,} more faults are not listed.",
    "card-no-lines": "There is no line on this card yet.",
    "card-duplicate": "It makes the same hands as line {count} of the card.",
    "card-idle-shift": "The shift makes no difference here.",
    "card-pairs": "It has only singles and pairs, but singles_and_pairs isn't true.",
    "card-no-pairs": "It has three or more alike, but counts among Singles and Pairs.",
    "card-name-taken": "There is a card called “{text}” already.",
    "card-built-in": "“{text}” comes with the program; save a copy under a name of your own.",
    "card-unknown": "There is no card called “{text}”; there are {why}.",
    "card-file": "The card {text} can't be opened: {why}.",
    "card-unusable": "No line of the card “{text}” can be played. {why}",
    # the club's own rules
    "rules-too-large": "The file is larger than {limit} bytes; rules never need so much.",
    "rules-no-text": "Line {place} holds bytes that are no text (UTF-8).",
    "rules-syntax": "Line {place} can't be read as TOML: {why}.",
    "rules-too-deep": "Line {place} nests deeper than rules ever do.",
    "rules-newer": "{text} was written by a newer version of the program (file version {why}; this one reads {limit}).",
    "rules-missing": "There is no “{text}”: it should be {why}.",
    "rules-unknown-key": "Line {place}: “{text}” means nothing here; {why}",
    "rules-bad-value": "Line {place}: {text} must be {why}.",
    "rules-at-line": "Line {place}: {why}",
    "rules-no-name": "The rules need a name.",
    "rules-long-name": "The name has {count} characters; at most {limit} fit.",
    "rules-long-note": "The note has {count} characters; at most {limit} fit.",
    "rules-name-taken": "There are rules called “{text}” already.",
    "rules-for-one": "“{text}” is made from rules for one player; four people can't play by it.",
    # paper
    "form-unknown": "There is no form called “{text}”; there are {why}.",
    "form-not-blank": "“{text}” isn't printed blank: it shows {why}.",
    "form-only-blank": "“{text}” isn't filled in from anything.",
    "form-kind": "“{text}” shows {why}.",
    "form-rules": "The hand is by {text}; {why}.",
    "form-game-rules": "The game is by {text}; {why}.",
    "form-not-won": "This game wasn't won, so there is no hand to score.",
    "form-no-fields": "“{text}” has no fields to fill in on a screen.",
    "form-fields-blank": "Only a blank form has fields to fill in; this one is filled in already.",
    "form-no-games": "There are no finished games of Kemp's solitaire to print.",
    "form-no-sessions": "There is no session to print in these days.",
    # the virtual games
    "no-virtual-game": "These rules have no virtual game; choose kemp-chinese, kemp-american or simple.",
    "bad-deal-number": "The number of a deal is a whole number from 0 to {limit}.",
    "bad-wall": "{text}",
    "illegal-move": "{why}.",
    "wall-used-up": "The wall is used up and nobody went out: there is no score.",
    "game-not-over": "The game isn't over.",
    "nothing-to-decide": "There is nothing to decide now.",
    "no-coaching": "This coach knows Kemp's Chinese game only.",
    "no-playing-out": "Only Kemp's Chinese game can be played out.",
    "view-tiles": "These tiles don't add up: {why}.",
    "setup-winds": "The seat and the game wind are chosen in simple only; in Kemp's games you are East.",
    "setup-card": "A card belongs to kemp-american only; this game has no use for “{text}”.",
    "record-move": "Move {count}: {why}",
    "record-card": "The card “{text}” isn't what it was when this game was played; its lines have changed.",
    "record-large": "This is no record of a game: it has more than {limit:,} bytes.",
    "saved-damaged": "The saved game is damaged after move {count}: line {place} of its file isn't what was written.",
    "saved-beginning": "The saved game is damaged at its beginning, so it can't be read.",
    "saved-deal": "The saved game is damaged: {why}",
    "saved-newer": "The saved game was written by a newer version of the program; use that one.",
}
"""Code: sentence. Every placeholder is filled from a problem's data."""

_QUOTED: Final = 40
_WHOLE_SENTENCE: Final = 400
"""How many characters are shown of something a person typed, and of a sentence that a problem brings itself."""
_ORDINALS: Final = {5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth"}


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong, with what it is about.

    >>> Problem("fifth-copy", tile=Tile.parse("3s"), count=5).sentence()
    'There is a fifth 3 bamboo; a set has only four.'
    """

    code: str
    tile: Tile | None = None
    count: int = 0
    limit: int = 0
    place: int = 0
    text: str = ""
    why: str = ""

    def sentence(self, terms: Terms | None = None) -> str:
        """The problem in one sentence, in the table's words."""
        due = self.limit
        return SENTENCES[self.code].format(
            tile=self.tile.name(terms) if self.tile is not None else "",
            tiles=self.tile.plural(terms) if self.tile is not None else "",
            tiles_counted=_tiles(self.count, self.text),
            is_are_left="is" if self.limit == 1 else "are",
            count=self.count,
            limit=self.limit,
            due=due,
            missing=_missing(due - self.count),
            ordinal=_ORDINALS.get(self.count, f"{self.count}th"),
            place=self.place,
            text=printable(self.text, _WHOLE_SENTENCE if SENTENCES[self.code] == "{text}" else _QUOTED),
            why=self.why,
            seat=self.text,
            by=self.text,
        )


class RuleError(ValueError):
    """Something a person entered is wrong; `problems` holds all that was found, the first one is the message.

    >>> raise RuleError([Problem("no-hand")])
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: There are no tiles in this hand.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0].sentence())


class NotationError(RuleError):
    """A text that can't be read as tiles."""


def _tiles(count: int, remark: str) -> str:
    tiles = "1 tile" if count == 1 else f"{count} tiles"
    return f"{tiles} ({remark})" if remark else tiles


def _missing(difference: int) -> str:
    if difference == 0:
        return "just right"
    words = {1: "one", 2: "two", 3: "three"}
    number = words.get(abs(difference), str(abs(difference)))
    return f"{number} more" if difference > 0 else f"{number} too many"


def listed(names: Iterable[str], last_word: str = "and") -> str:
    """Names in a row, as a sentence has them.

    >>> listed(["dice", "options", "rules"])
    'dice, options and rules'
    """
    *most, last = names
    return f"{', '.join(most)} {last_word} {last}"


def bad_request(sentence: str) -> RuleError:
    """The error for a request of the wrong form; the sentence says what is wrong with it."""
    return RuleError([Problem("bad-request", text=sentence)])


def printable(text: str, longest: int = _QUOTED) -> str:
    r"""The text with control characters shown as escapes, and cut where it is long.

    >>> printable("a\x00b", 40)
    'a\\x00b'
    """
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape", "backslashreplace").decode()
        for letter in shown
    )

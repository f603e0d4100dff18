"""What can be wrong with what a person entered: codes with data, and one clear sentence for each.

The engine names problems by code. The sentences are here in one table, so that the window and the command line show the
same words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from mjcompanion.core.sanitize import bounded
from mjcompanion.core.sanitize import printable as printable
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import N_, NN_, NP_, _, ngettext, npgettext, number, pgettext
from mjcompanion.i18n.translation import listed as listed

SENTENCES: Final[dict[str, str]] = {
    # unreadable
    "unreadable": N_("“{text}” at character {place} isn’t a tile."),
    "no-such-number": N_("“{text}” at character {place} isn’t a tile: {why}."),
    "digits-without-letter": N_("“{text}” at character {place} needs a letter after it: m, p, s, z, f or y."),
    "letter-without-digits": N_("“{text}” at character {place} needs a number before it."),
    "season-without-number": N_("“{text}” at character {place} needs a number after it."),
    "bracket-not-closed": N_("The bracket opened at character {place} is not closed."),
    "bracket-not-opened": N_("“{text}” at character {place} closes a bracket that was not opened."),
    "bracket-in-bracket": N_("Brackets don’t nest: “{text}” at character {place} is inside another pair."),
    "bracket-empty": N_("The brackets at character {place} are empty."),
    "won-without-tile": N_("“{text}” at character {place} belongs right after the winning tile."),
    "word-without-more": N_("“{text}” at character {place} needs something after it."),
    "unknown-word": N_("“{text}” at character {place} isn’t a tile, a set or a way to win."),
    "unlike-word": N_("“{text}” at character {place} isn’t known. Perhaps you mean “{why}”."),
    "said-otherwise": N_("“{text}” at character {place} contradicts what was said before it."),
    "one-tile-expected": N_("“{text}” should be one tile."),
    "not-in-hand": N_("There is no {tile} in the hand to lay out."),
    "no-hand": N_("There are no tiles in this hand."),
    # the tiles
    "fifth-copy": N_("There is a {ordinal} {tile}. A set has only four."),
    "second-flower": N_("There is a second {tile}. A set has only one."),
    "joker-in-chinese": N_("A joker has no place in this game. Jokers belong to American hands."),
    "any-flower-in-chinese": N_("“F”, any flower, belongs to American hands. Name the flower, 1f to 4f or 1y to 4y."),
    "flowers-not-in-play": N_("The {tile} is a flower, and this table plays without flowers."),
    "flower-in-set": N_("The {tile} can’t be part of a set. Flowers are laid aside."),
    "no-set": N_("“{text}” isn’t a set: it should be a chow, a pung or a kong."),
    "exposed-pair": N_("“{text}” is a pair. A pair is exposed only when the winning discard completed it."),
    "concealed-kong-only": N_("“[{text}]” isn’t a kong. Only a concealed kong is written in [ ]."),
    "too-few-tiles": N_("{tiles_counted}: {missing}."),
    "too-many-tiles": N_("{tiles_counted}: {missing}."),
    "special-hand": "{text}",
    "not-complete": N_("These tiles don’t make four sets and a pair: {why}."),
    # an American hand
    "american-kong": N_(
        "There is no concealed kong in American hands: write “{text}” without brackets, or in ( ) once it is exposed."
    ),
    "no-run": N_("“{text}” isn’t a set of matching tiles."),
    "only-jokers": N_("“{text}” needs a real tile: jokers alone don’t say which set they are."),
    "short-run": N_("“{text}” can’t be exposed: a discard is claimed for three or more equal tiles, or for Mah Jongg."),
    "joker-claimed": N_("A discarded joker is dead: nobody can claim it."),
    "charleston-with-sets": N_("A hand complete in the Charleston has no sets laid out."),
    "no-card": N_("These hands are matched with a card: give its name or its file."),
    "no-mah-jongg": N_("This isn’t Mah Jongg: {why}."),
    "laid-out-concealed": N_(
        "Line {count}, “{text}”, is concealed: only the set that a winning discard completed may be exposed."
    ),
    "laid-out-elsewhere": N_("These 14 tiles make line {count}, “{text}”, but not with {why} exposed."),
    "line-concealed": N_("This line is concealed, but there are exposed sets."),
    "line-exposure": N_("No set of this line is {text}."),
    "line-exposures": N_("The exposed sets don’t go together in this line."),
    "line-tiles": N_("It takes {count} × {tile}, and only {limit} can still be drawn."),
    "top-range": N_("“top” is a whole number of lines from 1 to {limit}."),
    # how it was won
    "win-without-tile": N_("Which tile won?"),
    "win-tile-not-in-hand": N_("The winning tile, {tile}, is not in the hand."),
    "win-tile-in-set": N_("The {tile} was drawn, so it can’t only be in a set that a discard completed."),
    "win-tile-in-kong": N_("The {tile} is only in a kong. A kong’s last tile doesn’t win."),
    "kong-replacement-without-kong": N_("A loose tile after a kong needs a kong in the hand."),
    "flower-replacement-without-flower": N_("A loose tile after a flower needs a flower in the hand."),
    "robbed-kong-held": N_("A robbed kong of {tile} leaves no other {tile}, but the hand holds more than one."),
    "robbed-kong-none": N_("No tile here can have come from a robbed kong: the hand holds more than one of each."),
    "dealt-with-sets": N_("A hand complete as dealt has no sets laid out."),
    "first-discard-with-sets": N_("A hand won on East’s first discard has no other sets laid out."),
    "called-with": N_("An original call is made with your first discard. It can’t go with “{by}”."),
    "second-kong-with": N_("A kong upon a kong is won with the loose tile of the second kong, not by “{by}”."),
    "second-kong-without": N_("A kong upon a kong needs two kongs in the hand."),
    "ninth-win-with": N_("Only East can win for the ninth time in a row."),
    "called-with-sets": N_(
        "An original call is made with your first discard, so only one set can have been claimed before "
        "it, not {count}."
    ),
    "deal-not-east": N_("Only East can be complete as dealt. The seat is {seat}."),
    "first-discard-east": N_("East can’t win on East’s own first discard."),
    "last-tile-with": N_("The last tile is drawn or discarded. It can’t be “{by}”."),
    "kemp-seat": N_("In this game the player is always East. The seat is {seat}."),
    "loser-with-win": N_("A hand that didn’t win has no winning tile."),
    "only-winner-scores": N_("In this game only the winner scores."),
    # settling a hand
    "no-payments": N_("In these rules nobody pays: the winner’s score is written down."),
    "draw-with-win": N_("Nobody won, so there is no winning tile to ask about."),
    "settle-by": N_("How did {text} win?"),
    "settle-from": N_("Who discarded the winning tile?"),
    "settle-robbed": N_("Whose kong was robbed?"),
    "settle-from-drawn": N_("Nobody discarded the winning tile, so it can’t come from {text}."),
    "settle-own-discard": N_("{text} can’t win with a tile from {text}."),
    "settle-deal": N_("Only East can be complete as dealt, and {text} isn’t East."),
    "settle-first-discard": N_("East’s first discard comes from East, and {text} isn’t East."),
    "settle-value": N_("What is the value of the winner’s hand?"),
    "settle-value-range": N_("A hand scores 1 to {limit} points."),
    "settle-score": N_("What did {text} score?"),
    "settle-loser-score": N_("What did {text} score? The losers settle with each other."),
    "settle-score-range": N_("The score of {text} must be 0 to {limit} points."),
    "settle-wrong-calls-rules": N_("Wrong calls with the hand shown are settled in american-club only."),
    "settle-dead-rules": N_("Dead hands belong to the American games."),
    "settle-dead-wins": N_("{text} has a dead hand and can’t win."),
    "entry-no-line": N_("{text}’s tiles make no line of the card. They are saved with the hand."),
    "entry-remark": N_("{text}’s tiles don’t count. They are saved with the hand."),
    "settle-dead-discards": N_("{text} has a dead hand and can’t have discarded the winning tile."),
    "settle-all-wrong": N_("Not all four can show their hands: the game ends when one is left."),
    "settle-wrong-calls-end": N_("Three hands were shown, so the game is over: nobody wins, and all pay {text}."),
    "settle-bettor-rules": N_("A bettor belongs to american-club only."),
    "settle-bettor-name": N_("The bettor needs a name."),
    "settle-bettor-seat": N_("The bettor can’t be “{text}”: that one plays."),
    "penalty-self": N_("{text} can’t pay a penalty to {text}."),
    "penalty-range": N_("A penalty is 1 to {limit} points."),
    # a table of four
    "event-first": N_("A table is set up once, at the start."),
    "event-damaged": N_("This table’s events don’t match. The file is damaged."),
    "session-ended": N_("This session has ended: reopen it before you score anything else."),
    "four-players": N_("Four different players are needed."),
    "people-one": N_("Two of these people are the same person."),
    "people-twice": N_("Each person has one place, and at most {limit} sit out."),
    "starting-range": N_("Everybody starts with 0 to {limit} points."),
    "nothing-to-undo": N_("There is nothing to undo here. Something else happened since."),
    "nothing-to-redo": N_("There is nothing to redo here. Something else happened since."),
    "item-gone": N_("That hand is no longer on the list. Somebody changed it."),
    "too-many-items": N_("A table holds at most {limit} hands and penalties. Start another."),
    "no-chips": N_("No chips are on this table, so there is no bank."),
    "entry-gone": N_("Another window deleted the hand you were changing."),
    "entry-winner": N_("Who won?"),
    "entry-winning-tile": N_("Which tile did {text} win with?"),
    "entry-tiles": N_("{text}’s tiles have no score. Change them or enter the score."),
    "shared-tile": N_("A {why} {tile}: {text}."),
    "shared-flower": N_("More than one {tile}: {text}."),
    "tile-elsewhere": N_("No {tile} is left: the other hands of this deal have the rest."),
    "entry-jokers": N_("Does the hand hold jokers?"),
    "entry-winds": N_("Do the winds of the later hands stay?"),
    "most-count": N_("Over the limit of {limit:,}: {count:,} for {text}."),
    "least-count": N_("A winner has at least {limit:,}, not {count:,}."),
    "even-count": N_("All counts are even: {why} for {text}?"),
    "step-count": N_("All counts are multiples of {limit}: {why} for {text}?"),
    "table-count": N_("No faan score {count:,} by this table: {why}?"),
    "loser-count": N_("Only the winner’s hand counts: {text} has no {count:,}."),
    "value-step": N_("The chips make multiples of {limit} only: {why}?"),
    "value-card": N_("No line of the card has the value {count:,}: {why}?"),
    "entry-backed": N_("Which player did {text} back?"),
    "in-hand": N_("Hand {count}: {why}"),
    # chips
    "chip-set-name": N_("A set of chips needs a name of 1 to {limit} letters."),
    "chip-set-kinds": N_("A set has 1 to {limit} kinds of chips. This one has {count}."),
    "chip-set-value": N_("A chip is worth 1 to {limit:,} points, not {text}."),
    "chip-set-count": N_("Each player starts with 0 to {limit} chips of a kind, not {text}."),
    "chip-set-none": N_("Nobody has any chips in this set. Each player starts with at least one."),
    "chip-set-shape": N_("“{text}” isn’t a shape for chips. Choose {why}."),
    "chip-set-colour": N_("“{text}” isn’t a colour for chips. Choose {why}."),
    "bank-points": N_("The bank lends and takes 1 to {limit:,} points."),
    "no-loan": N_("Nothing is owed to the bank."),
    # requests and options
    "unknown-rules": N_("There are no rules called “{text}”. Choose {why}."),
    "unknown-option": N_("There is no option called “{text}”. Choose {why}."),
    "bad-option": N_("The option {text} must be {why}."),
    "bad-rows": N_(
        "“rows” is an object: each row by its name, with “off”, “points”, “doubles”, “limit” or “everybody”."
    ),
    "bad-hands": N_("“hands” is an object: each hand by its name, with its “pattern” and what it gives."),
    "hands-many": N_("A club can have at most {limit} special hands."),
    "hand-known": N_("The rules have a row “{text}” already: call this hand something else."),
    "hand-id": N_("“{text}” can’t stand in [hands.…]: use small letters, figures and hyphens there, and “name”."),
    "hand-name": N_("The name of “{text}” is one line of at most {limit} letters."),
    "hand-pattern": N_("The pattern of “{text}” can’t be read. {why}"),
    "hand-flowers": N_("Flowers are no part of “{text}”: leave the F out of its pattern."),
    "hand-impossible": N_("No hand can be “{text}”: its pattern needs more than four tiles of one kind."),
    "rows-none": N_("{why} has hands on a card and no rows to change, so “{text}” isn’t possible."),
    "row-unknown": N_("There is no row “{text}”, neither in these rules nor in the library."),
    "row-unknown-meant": N_("There is no row “{text}”: did you mean “{why}”?"),
    "row-twice": N_("The row “{text}” is there twice."),
    "row-range": N_("{why} of “{text}” is a whole number from 0 to {limit:,}."),
    "row-no-limit": N_("“{text}” is a share of the limit, and there is no limit: set one, or give points or doubles."),
    "row-over-limit": N_("“{text}” can’t give more than the limit of {limit:,}, nor less than 1."),
    "row-share": N_('The limit of “{text}” is points, or a share of the limit such as "1/2" or "1".'),
    "row-whole-hand": N_("Only a hand that has won can have “{text}”: “everybody” can’t be true."),
    "row-losers": N_("In {why} only the winner counts: “{text}” can’t be for everybody."),
    "row-others": N_("In {why} nobody else wins or robs: no hand can have “{text}”."),
    "row-round": N_("{why} has no prevailing wind: no hand can have “{text}”."),
    "row-no-points": N_(
        "These rules turn doubles (faan) into points by a table, so the points of “{text}” would count for "
        "nothing: give doubles."
    ),
    "limit-needed": N_("Some hands here, such as “{text}”, score a share of the limit and no more: set a limit."),
    "scale-needed": N_("{text} counts in faan alone: without a table of points for them every hand scores 0."),
    "rows-too-much": N_(
        "All rows together could give more than {limit:,} points or {count:,} doubles. “{text}” must give less."
    ),
    "too-many-chows": N_("This hand has {count} chows. These rules allow {limit} at most."),
    "below-minimum-faan": N_("This hand has {count:,} faan, and {limit:,} are needed to go out."),
    "below-minimum": N_("This hand scores {count:,}, and {limit:,} are needed to go out."),
    "unknown-seat": N_("“{text}” isn’t a valid {why}. Use E, S, W or N."),
    "unknown-by": N_("“{text}” isn’t a way to win here. Choose {why}."),
    "bad-dice": "{text}",
    "no-wall-break": N_("In these rules the wall isn’t broken: there is nothing to count."),
    "bad-request": "{text}",
    # the ledger: the world failed
    "ledger-full": N_("The disk is full, so nothing more can be written. All that was confirmed before is safe."),
    "ledger-disk": N_("The disk failed ({text}). All that was confirmed before is safe."),
    "ledger-read-only": N_("The ledger is read-only: {why}"),
    "ledger-gone-folder": N_(
        "The ledger’s folder {why} is gone: it was moved, deleted or unmounted, so nothing more can be written."
    ),
    "ledger-gone": N_("The ledger {why} is gone: it was moved or deleted, so nothing more can be written."),
    "ledger-renamed": N_("The ledger {why} is now called {text}, so nothing more can be written."),
    "ledger-replaced": N_("Another file has taken the place of the ledger {why}, so nothing more can be written."),
    "ledger-log-gone": N_("The log beside the ledger, {why}, was deleted, so nothing more can be written."),
    "ledger-closed-now": N_("The ledger {why} was made read-only, so nothing more can be written."),
    "ledger-missing": N_("The ledger {why} is gone, but there are backups of it."),
    "ledger-closed-folder": N_("The ledger can’t be opened: {why}"),
    "ledger-damaged": N_("The ledger {why} is damaged ({text})."),
    "ledger-empty": N_("The ledger {why} is an empty file, although there are backups of a full one."),
    "ledger-event-damaged": N_(
        "The ledger is damaged: event {count} of the session “{text}” doesn’t match what was written."
    ),
    "ledger-event-newer": N_(
        "The session “{text}” was played with a newer version of the program. Use that version (event {count})."
    ),
    "printers-silent": N_("The printing system of this computer isn’t responding."),
    "printer-silent": N_("The printer “{text}” isn’t responding."),
    "printing-failed": N_("The printing system reports an error: {why}."),
    "hand-unknown-rules": N_("The hand isn’t counted again: this program doesn’t know its rules."),
    "session-unknown-rules": N_(
        "This program doesn’t know the rules “{text}”: you can look at the table, print it and export it, but not "
        "change or add anything."
    ),
    "ledger-merged-damaged": N_("The ledger is damaged: it doesn’t say which player {text} was merged with."),
    "ledger-row-damaged": N_("The ledger is damaged: its list entry for {text} doesn’t match what was written."),
    "ledger-newer": N_("The ledger {why} was written by a newer version of the program ({text}). Use that version."),
    "ledger-too-old": N_(
        "The ledger {why} was made by a test version of the program that was never released, and can’t be opened."
    ),
    "ledger-older": N_(
        "An earlier version of the program made the ledger {why}, and this user may not bring it up to date: "
        "have its owner open it once with this version, then try again."
    ),
    "ledger-none": N_("There is no ledger {why} yet."),
    "ledger-other": N_("{why} isn’t a ledger of this program."),
    "ledger-no-server": N_("The database server {why} isn’t responding."),
    "ledger-silent": N_("The ledger isn’t responding."),
    "ledger-password": N_(
        "The database server {why} doesn’t accept this name and password. Check its line in PostgreSQL’s password "
        "file {text}, then try again."
    ),
    "ledger-no-password": N_(
        "The database server {why} asks for a password. Add a line host:port:database:name:password to PostgreSQL’s "
        "password file {text}, which only you may read, then try again."
    ),
    "ledger-no-database": N_("The database server {why} has no database of that name."),
    "ledger-not-allowed": N_("The database server {why} doesn’t let this user do that."),
    "ledger-lost": N_("The connection to the database server {why} is lost. Try again once it is back."),
    "ledger-address": N_(
        "This isn’t the address of a ledger. Write sqlite:///FILE or postgresql://NAME@HOST/DATABASE."
    ),
    "ledger-no-driver": N_("A ledger on PostgreSQL needs the package psycopg: install mjcompanion[postgres]."),
    "ledger-conflict": N_(
        "Another window changed this table first ({text}: {why}). Nothing was written, so look again."
    ),
    "ledger-behind": N_(
        "The ledger has fewer events of this table than this window has seen: it was restored, so look again."
    ),
    "ledger-open-elsewhere": N_("The ledger is open in another window or program. Close that first."),
    "backup-damaged": N_("The backup {why} is damaged, so it wasn’t used."),
    "backup-failed": N_("The backup doesn’t match the ledger ({why}), so it was thrown away."),
    "backup-place": N_("The backup can’t be written to {why}: {text}."),
    "backup-only-files": N_("Only a ledger in a file has backups. A ledger on a server is exported instead."),
    "backup-none": N_("There is no undamaged backup of the ledger {why}."),
    "backup-same-folder": N_("The ledger or its backups are in {why} already. Choose a folder on another disk."),
    # the ledger: what was asked
    "no-record": N_("There is nothing with the id “{text}” in the ledger."),
    "record-other": N_("The ledger has something else under the id “{text}”."),
    "no-session": N_("There is no session “{text}” in the ledger."),
    "no-game": N_("There is no finished game “{text}” in the ledger."),
    "game-other": N_("The ledger has another game under the id “{text}”."),
    "no-kept": N_("There is no kept hand “{text}” in the ledger."),
    "kept-other": N_("The ledger has another hand under the id “{text}”."),
    "hand-file": N_("This isn’t the file of a mah jongg hand: {why}."),
    "kept-impossible": N_("The data of this hand can’t be right: {why}."),
    "game-impossible": N_("The data of this game can’t be right: {why}."),
    "when-unread": N_("“{text}” isn’t a time. Write “last week”, “March”, “2026-03” or “1 May to 3 June”."),
    "no-tournament": N_("There is no tournament “{text}” in the ledger."),
    "no-tournament-table": N_("This tournament has no table {text} in round {count}."),
    "tournament-other": N_("The ledger has another tournament under the id “{text}”."),
    "tournament-impossible": N_("The data of this tournament can’t be right: {why}."),
    "tournament-players": N_("{count} people can’t play a tournament. It takes 4 to {limit}."),
    "tournament-twice": N_("Somebody is in the tournament twice. Every player needs a name of their own."),
    "tournament-rounds": N_("A tournament has 1 to {limit} rounds, not {count}."),
    "no-exercise": N_("No hand of this level can go out by “{text}”. Practise another level, or other rules."),
    "no-season": N_("There is no season “{text}” in the ledger."),
    "season-other": N_("The ledger has another season under the id “{text}”."),
    "season-impossible": N_("The data of this season can’t be right: {why}."),
    "season-title": N_("A season needs a name."),
    "season-day": N_("“{text}” isn’t a day. Write 2026-11-21."),
    "season-days": N_("The season ends before it starts: {text} to {why}."),
    "season-empty": N_("No session of the season “{text}” is over yet."),
    "season-number": N_("A number of the season is out of range."),
    "no-player": N_("There is no player “{text}” in the ledger."),
    "name-empty": N_("A player needs a name."),
    "name-letters": N_("The name contains something that isn’t a letter or a sign: {text}."),
    "name-taken": N_("There is a player called “{text}” already. Merge the two if they are one person."),
    "merge-self": N_("“{text}” can’t be merged with itself."),
    "merge-met": N_("{text} and {why}, so they are two people."),
    "not-merged": N_("“{text}” isn’t merged with anybody."),
    "import-syntax": N_("This file isn’t an export of a ledger: {why}."),
    "import-newer": N_(
        "This file was written by a newer version of the program (format {count}, this one reads {limit})."
    ),
    "import-place": N_("{text}: {why}"),
    # cards and their patterns
    "pattern-empty": N_("The pattern is empty. It should make 14 tiles."),
    "pattern-no-symbols": N_("“{text}” at character {place} has no tile before it."),
    "pattern-no-suit": N_("“{text}” at character {place} needs a suit letter after it: a, b or c."),
    "pattern-joint": N_("“{text}” at character {place} needs a group before and after it."),
    "pattern-choices": N_("The choices “{text}” at character {place} don’t have the same number of tiles."),
    "pattern-count": N_("{tiles_counted}: {missing}."),
    "pattern-impossible": N_("No set of tiles can make this: {why}."),
    "card-too-large": N_("The file is larger than {limit:,} bytes. A card never needs so much."),
    "card-no-text": N_("Line {place} holds bytes that aren’t text (UTF-8)."),
    "card-syntax": N_("Line {place} can’t be read as TOML: {why}."),
    "card-json": N_("Line {place} can’t be read as JSON: {why}."),
    "card-too-deep": N_("Line {place} nests deeper than a card ever does."),
    "card-missing": N_("“{text}” is missing: it should be {why}."),
    "card-unknown-field": N_("This means nothing here. {why}"),
    "card-bad-value": N_("It must be {why}."),
    "pattern-ways": N_("This can be read in more than {limit:,} ways, the most that a line may have."),
    "card-ways": N_("The card’s lines together can be made in more than {limit:,} ways. This line is left out."),
    "card-no-lines": N_("There is no line on this card yet."),
    "card-duplicate": N_("It makes the same hands as line {count} of the card."),
    "card-idle-shift": N_("The shift makes no difference here."),
    "card-pairs": N_("It has only singles and pairs, but singles_and_pairs isn’t true."),
    "card-no-pairs": N_("It has three or more alike, but counts among Singles and Pairs."),
    "card-name-taken": N_("There is a card called “{text}” already."),
    "card-built-in": N_("“{text}” comes with the program. Save a copy under a name of your own."),
    "card-unknown": N_("There is no card called “{text}”. Choose {why}."),
    "file-unknown": N_(
        "{text} isn’t one of this program’s files: a card, a club’s rules, or sessions or games exported as JSON."
    ),
    "file-too-large": N_("{text} is larger than {limit:,} bytes. A card or a club’s rules never need so much."),
    "card-file": N_("The card {text} can’t be opened: {why}."),
    "card-faulty": N_("{count:,} of {limit:,} lines of the card “{text}” can’t be played. {why}"),
    "card-unusable": N_("No line of the card “{text}” can be played. {why}"),
    # the club's own rules
    "rules-file": N_("The file can’t be opened: {why}."),
    "rules-too-large": N_("The file is larger than {limit} bytes. Rules never need so much."),
    "rules-no-text": N_("Line {place} holds bytes that aren’t text (UTF-8)."),
    "rules-syntax": N_("Line {place} can’t be read as TOML: {why}."),
    "rules-too-deep": N_("Line {place} nests deeper than rules ever do."),
    "rules-newer": N_("A newer version of the program wrote this file. This program reads file version {limit}."),
    "rules-missing": N_("“{text}” is missing: it should be {why}."),
    "rules-unknown-key": N_("Line {place}: “{text}” means nothing here. {why}"),
    "rules-bad-value": N_("Line {place}: {text} must be {why}."),
    "rules-at-line": N_("Line {place}: {why}"),
    "rules-no-name": N_("The rules need a name."),
    "rules-name-taken": N_("There are rules called “{text}” already."),
    "rules-for-one": N_("“{text}” is made from rules for one player. Four people can’t play by it."),
    # paper
    "form-unknown": N_("There is no form called “{text}”. Choose {why}."),
    "form-not-blank": N_("“{text}” isn’t printed blank: it shows {why}."),
    "form-epoch": N_("SOURCE_DATE_EPOCH must be a whole number of seconds since 1970. Correct it or unset it."),
    "form-only-blank": N_("“{text}” isn’t filled in from anything."),
    "form-kind": N_("“{text}” shows {why}."),
    "form-rules": N_("The hand is by {text}; {why}."),
    "form-game-rules": N_("The game is by {text}; {why}."),
    "form-house-rows": N_(
        "Kemp’s card has only Kemp’s own rows, and your house rules change some of them. Print this hand as a score "
        "sheet."
    ),
    "form-not-won": N_("This game wasn’t won, so there is no hand to score."),
    "form-no-fields": N_("“{text}” has no fields to fill in on a screen."),
    "form-fields-blank": N_("Only a blank form has fields to fill in. This one is filled in already."),
    "form-no-games": N_("There are no finished games of Kemp’s solitaire to print."),
    "form-no-round": N_("No round of “{text}” is over yet. Print the certificates when the first one is."),
    "form-no-table": N_("No table of “{text}” is over yet, so there is no ranking to print."),
    "form-no-sessions": N_("There is no session to print on these days."),
    # the virtual games
    "no-virtual-game": N_("These rules have no virtual game. Choose kemp-chinese, kemp-american or simple."),
    "bad-deal-number": N_("A deal number is a whole number from 0 to {limit}."),
    "bad-wall": "{text}",
    "illegal-move": N_("{why}."),
    "not-at-the-wall": "{text}",
    "wall-used-up": N_("The wall is used up and nobody went out: there is no score."),
    "game-not-over": N_("The game isn’t over."),
    "nothing-to-decide": N_("There is nothing to decide now."),
    "no-playing-out": N_("Only Kemp’s Chinese game can be played out."),
    "setup-winds": N_("The seat and the game wind are chosen in simple only. In Kemp’s games you are East."),
    "setup-card": N_("A card belongs to kemp-american only. This game has no use for “{text}”."),
    "record-move": N_("Move {count}: {why}"),
    "record-card": N_("The card “{text}” has changed since this game was played. Its lines are different."),
    "record-large": N_("This isn’t the record of a game: it has more than {limit:,} bytes."),
    "saved-damaged": N_(
        "The saved game is damaged after move {count}: line {place} of its file doesn’t match what was written."
    ),
    "saved-beginning": N_("The saved game is damaged at its start, so it can’t be read."),
    "saved-deal": N_("The saved game is damaged: {why}"),
    "saved-newer": N_("The saved game was written by a newer version of the program. Use that version."),
    "pattern-symbol": N_("“{text}” at character {place} isn’t a pattern symbol."),
    "pattern-symbol-why": N_("“{text}” at character {place} isn’t a pattern symbol; {why}."),
    "pattern-idle-suit": N_("“{text}” at character {place} has no suit tile. Remove the “{why}”."),
    "pattern-idle-red": N_(
        "“{text}” at character {place} has no suit tile. Remove the “{why}”, or write R for the red dragon and "
        "w for any wind."
    ),
}
"""Code: sentence, in English. Its fields are filled from the problem."""

PLURALS: Final[dict[str, tuple[str, str]]] = {
    "below-minimum-doubles": NN_(
        "This hand has {count:,} double, and {limit:,} are needed to go out.",
        "This hand has {count:,} doubles, and {limit:,} are needed to go out.",
    ),
    "too-long": NN_(
        "This is {count} character long. A hand never needs more than {limit}.",
        "This is {count} characters long. A hand never needs more than {limit}.",
    ),
    "too-few-left": NN_(
        "{count} {tiles} are wanted, and {limit} of them is left.",
        "{count} {tiles} are wanted, and {limit} of them are left.",
    ),
    "too-many-sets": NN_(
        "There is {count} set. A hand has four and a pair.",
        "There are {count} sets. A hand has four and a pair.",
    ),
    "ninth-joker": NN_(
        "There is {count} joker. A set has only eight.",
        "There are {count} jokers. A set has only eight.",
    ),
    "ninth-flower": NN_(
        "There is {count} flower or season. A set has only eight.",
        "There are {count} flowers and seasons. A set has only eight.",
    ),
    "discards-out-of-range": NN_(
        "There is {count} discard, but only 0 to {limit} are possible.",
        "There are {count} discards, but only 0 to {limit} are possible.",
    ),
    "text-too-long": NN_(
        "This text has {count} character. At most {limit} fit.",
        "This text has {count} characters. At most {limit} fit.",
    ),
    "chip-set-twice": NN_(
        "Two kinds of chips are worth {count:,} point. One of them must differ.",
        "Two kinds of chips are worth {count:,} points. One of them must differ.",
    ),
    "chips-cannot-say": NN_(
        "No chips of this set are worth exactly {count:,} point.",
        "No chips of this set are worth exactly {count:,} points.",
    ),
    "loan-smaller": NN_(
        "Only {limit:,} point is owed to the bank, not {count:,}.",
        "Only {limit:,} points are owed to the bank, not {count:,}.",
    ),
    "purse-smaller": NN_(
        "There are chips for {limit:,} point only, not for {count:,}.",
        "There are chips for {limit:,} points only, not for {count:,}.",
    ),
    "ledger-busy": NN_(
        "Another program has been writing into the ledger for {count} second. Try again in a moment.",
        "Another program has been writing into the ledger for {count} seconds. Try again in a moment.",
    ),
    "session-prefix": NN_(
        "“{text}” fits {count} session. Write more letters of the one you mean.",
        "“{text}” fits {count} sessions. Write more letters of the one you mean.",
    ),
    "game-prefix": NN_(
        "“{text}” fits {count} game. Write more letters of the one you mean.",
        "“{text}” fits {count} games. Write more letters of the one you mean.",
    ),
    "record-prefix": NN_(
        "“{text}” fits {count} record. Write more letters of the one you mean.",
        "“{text}” fits {count} records. Write more letters of the one you mean.",
    ),
    "kept-prefix": NN_(
        "“{text}” fits {count} kept hand. Write more letters of the one you mean.",
        "“{text}” fits {count} kept hands. Write more letters of the one you mean.",
    ),
    "tournament-prefix": NN_(
        "“{text}” fits {count} tournament. Write more letters of the one you mean.",
        "“{text}” fits {count} tournaments. Write more letters of the one you mean.",
    ),
    "season-prefix": NN_(
        "“{text}” fits {count} season. Write more letters of the one you mean.",
        "“{text}” fits {count} seasons. Write more letters of the one you mean.",
    ),
    "name-long": NN_(
        "The name has {count} letter. At most {limit} fit.",
        "The name has {count} letters. At most {limit} fit.",
    ),
    "pattern-long": NN_(
        "The pattern has {count:,} character. At most {limit} fit.",
        "The pattern has {count:,} characters. At most {limit} fit.",
    ),
    "card-too-many-lines": NN_(
        "There is {count:,} line. A card has {limit:,} at most.",
        "There are {count:,} lines. A card has {limit:,} at most.",
    ),
    "card-long": NN_(
        "This has {count:,} character. At most {limit} fit.",
        "This has {count:,} characters. At most {limit} fit.",
    ),
    "card-more-faults": NN_(
        "{count:,} more error is not listed.",
        "{count:,} more errors are not listed.",
    ),
    "card-more-warnings": NN_(
        "{count:,} more warning is not listed.",
        "{count:,} more warnings are not listed.",
    ),
    "rules-long-name": NN_(
        "The name has {count} character. At most {limit} fit.",
        "The name has {count} characters. At most {limit} fit.",
    ),
    "rules-long-note": NN_(
        "The note has {count} character. At most {limit} fit.",
        "The note has {count} characters. At most {limit} fit.",
    ),
}
"""Code: a sentence in the forms for one and several, by the `count` of the problem."""
_BY_LIMIT: Final = frozenset({"too-few-left", "loan-smaller", "purse-smaller"})
"""The codes whose form depends on the `limit` instead."""
SENTENCES.update({code: several for code, (_one, several) in PLURALS.items()})

_LONGEST_OWN_SENTENCE: Final = 400
"""The characters shown of a problem whose sentence is its text."""
_ORDINALS: Final = {
    5: NP_("one tile more than there are", "fifth"),
    6: NP_("one tile more than there are", "sixth"),
    7: NP_("one tile more than there are", "seventh"),
    8: NP_("one tile more than there are", "eighth"),
    9: NP_("one tile more than there are", "ninth"),
}
_MISSING: Final = {
    0: NP_("how many tiles there are", "just right"),
    1: NP_("how many tiles are missing", "one more"),
    2: NP_("how many tiles are missing", "two more"),
    3: NP_("how many tiles are missing", "three more"),
    -1: NP_("how many tiles there are", "one too many"),
    -2: NP_("how many tiles there are", "two too many"),
    -3: NP_("how many tiles there are", "three too many"),
}


_SEATS: Final = (N_("E"), N_("S"), N_("W"), N_("N"))
"""The letters of the seats in a sentence."""


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong: its code, and the data that its sentence needs.

    >>> Problem("fifth-copy", tile=Tile.parse("3s"), count=5).sentence()
    'There is a fifth 3 bamboo. A set has only four.'
    """

    code: str
    tile: Tile | None = None
    count: int = 0
    limit: int = 0
    place: int = 0
    text: str = ""
    why: str = ""

    def sentence(self, terms: Terms | None = None) -> str:
        """Return the problem as a sentence, in the table's words for tiles."""
        if SENTENCES[self.code] == "{text}":
            return printable(self.text, _LONGEST_OWN_SENTENCE)
        if self.code in PLURALS:
            one, several = PLURALS[self.code]
            sentence = ngettext(one, several, self.limit if self.code in _BY_LIMIT else self.count)
        else:
            sentence = _(SENTENCES[self.code])
        return sentence.format(**self.fields(terms))

    def fields(self, terms: Terms | None = None) -> dict[str, object]:
        """Return the fields of its sentence."""
        text = printable(self.text)
        return {
            "tile": self.tile.name(terms) if self.tile is not None else "",
            "tiles": self.tile.plural(terms) if self.tile is not None else "",
            "tiles_counted": _tiles(self.count, bounded(self.text)),
            "count": _Figure(self.count),
            "limit": _Figure(self.limit),
            "missing": _missing(self.limit - self.count),
            "ordinal": ordinal(self.count),
            "place": self.place,
            "text": text,
            "why": bounded(self.why),
            "seat": _(text) if text in _SEATS else text,
            "by": text,
        }


class _Figure(int):
    """A number that is written as the locale has it where its field has a format."""

    def __format__(self, form: str) -> str:
        return number(int(self), form) if form else str(int(self))


class RuleError(ValueError):
    """What a person entered is wrong: `problems` are all that were found, and the first is the message.

    >>> raise RuleError([Problem("no-hand")])
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: There are no tiles in this hand.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0].sentence())

    def answer(self) -> dict[str, Any]:
        """Return the answer of the command line in JSON."""
        return {"ok": False, "error": str(self)}


class NotationError(RuleError):
    """A text that can’t be read as tiles."""


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """A person stopped the work."""


def _tiles(count: int, remark: str) -> str:
    tiles = ngettext("{n} tile", "{n} tiles", count).format(n=count)
    return _("{tiles} ({remark})").format(tiles=tiles, remark=remark) if remark else tiles


def _missing(difference: int) -> str:
    text = _MISSING.get(difference)
    if text is not None:
        return pgettext("how many tiles are missing" if difference > 0 else "how many tiles there are", text)
    if difference > 0:
        return npgettext("how many tiles are missing", "{n} more", "{n} more", difference).format(n=difference)
    return npgettext("how many tiles there are", "{n} too many", "{n} too many", -difference).format(n=-difference)


def ordinal(count: int) -> str:
    """Return the number of a tile too many as a word: “fifth”, “sixth”."""
    text = _ORDINALS.get(count)
    if text is not None:
        return pgettext("one tile more than there are", text)
    return pgettext("one tile more than there are", "{n}th").format(n=count)


def unknown_seat(text: str, key: str) -> RuleError:
    """Return the error for a text that isn't the letter of a wind; `key` is its field in a request, “seat” or “round”.

    >>> print(unknown_seat("X", "seat"))
    “X” isn’t a valid seat. Use E, S, W or N.
    """
    what = (
        pgettext("what a letter stands for", "wind") if key == "round" else pgettext("what a letter stands for", "seat")
    )
    return RuleError([Problem("unknown-seat", text=text, why=what)])


def bad_request(sentence: str) -> RuleError:
    """Return the error for a request of the wrong form, with a sentence that says why."""
    return RuleError([Problem("bad-request", text=sentence)])

"""Take the pictures of docs/pictures: the pages in each look, with an evening of a club that never was, and all tiles.

Run as `QT_QPA_PLATFORM=offscreen python -m tools.take_pictures [FOLDER [NAME …]]` with the program installed. With a
folder and the name `gallery` it takes those of docs/looks instead: each page in eight looks on one sheet.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import chdir
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from mjcompanion.ui.app import build
from mjcompanion.ui.pages.club.model import ClubScreen
from mjcompanion.ui.pages.club.page import ClubPage
from mjcompanion.ui.pages.ledger.page import LedgerPage
from mjcompanion.ui.pages.practice.page import PracticePage
from mjcompanion.ui.pages.print.page import PrintPage
from mjcompanion.ui.pages.rules.page import RulesPage
from mjcompanion.ui.pages.score.page import ScorePage
from mjcompanion.ui.pages.settings.page import SettingsPage
from mjcompanion.ui.pages.solitaire.page import SolitairePage
from mjcompanion.ui.pages.table.model import TableScreen
from mjcompanion.ui.pages.table.page import TablePage, WallView
from mjcompanion.ui.theme import look
from mjcompanion.ui.welcome.dialog import open_welcome
from mjcompanion.ui.widgets.tiles import TileFace, TileRow, TileStyle
from mjcompanion.ui.window import MainWindow
from PySide6.QtCore import QLocale, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QCursor, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QVBoxLayout, QWidget

from mjcompanion.core.hand import TAKEN, By
from mjcompanion.core.tiles import FLOWER_TILES, JOKER, PLAIN_TILES, Tile, Wind
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import GameRow
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.draft import Draft
from mjcompanion.solitaire import record
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.moves import CLAIMS
from mjcompanion.solitaire.players import CoachPlayer, play_out, seated
from mjcompanion.solitaire.real_tiles import Tap, TapKind
from mjcompanion.storage import settings as store
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.events import AnyEvent, Changed, Ended, PenaltyItem, Put, SessionSetup, Started
from mjcompanion.table.rotation import throw_for_east
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import Table, apply, replay
from mjcompanion.tournament.season import Season
from mjcompanion.tournament.tournament import Tournament, drawn

HAND = "123m 456p 99s (777z) [1111s] 1f"
WRONG = "11111m 456p 99s (777z) [1111s] 1f"
PEOPLE = ("Ruth", "Walter", "Mei Lin", "Tom", "Ingrid", "Hassan", "Olga", "Clara")


def settle(app: QApplication, seconds: float = 0.5) -> None:
    """Let everything that is under way come to rest."""
    until = time.monotonic() + seconds
    windows = [one for one in app.topLevelWidgets() if isinstance(one, MainWindow)]
    while time.monotonic() < until or any(one.context.ledger.busy for one in windows):
        app.processEvents()


# an evening that never was


class Played(NamedTuple):
    """One hand of the evening, as people tell it: who won, how, from whom, and what everybody scored."""

    winner: int | None = None
    by: By | None = None
    discarder: int | None = None
    scores: tuple[int | str, ...] = ()
    tile: str = ""
    note: str = ""


EVENING = (
    Played(2, By.DISCARD, 0, (8, 4, 32, 16)),
    Played(1, By.DRAW, None, (6, 42, 12, 2)),
    Played(1, By.DISCARD, 3, (20, 28, 8, 10)),
    Played(),
    Played(0, By.DISCARD, 2, ("(666z) 55z 123m 456m 789m", 16, 4, 22), "9m"),
    Played(3, By.KONG_REPLACEMENT, None, (12, 8, 6, 80), note="after the kong of 8 dots"),
    Played(3, By.DISCARD, 1, (4, 2, 24, 36)),
    Played(2, By.DRAW, None, (18, 8, "123m 456p 99s (777z) [1111s] 1f", 10), "9s"),
    Played(2, By.ROBBED_KONG, 0, (6, 30, 40, 12)),
)
NEXT = Played(0, By.DISCARD, 3, ("222p 567p 33s (888s) (666z) 2f", 14, 20, 8), "3s")
BEGUN = datetime(2026, 3, 10, 18, 30, tzinfo=UTC)


class Evening:
    """A table whose events are made from what people tell."""

    def __init__(self, setup: SessionSetup, begun: datetime) -> None:
        self._clock = begun
        self.table: Table = replay([Started(at=self.at(), setup=setup)])

    def at(self) -> str:
        """Some minutes later."""
        self._clock += timedelta(minutes=9)
        return self._clock.strftime("%Y-%m-%dT%H:%M:%SZ")

    def do(self, event: AnyEvent) -> None:
        """Let something happen."""
        self.table = apply(self.table, event)

    def play(self, played: Played, **more: object) -> None:
        """Play a hand, or correct one."""
        self.do(entry_of(played, **more).event(self.table, self.at()))


def entry_of(played: Played, **more: object) -> HandEntry:
    """What is entered of a hand."""
    entry = HandEntry(finished=True, winner=played.winner, by=played.by, discarder=played.discarder, note=played.note)
    entry = msgspec.structs.replace(entry, **more)
    for player, score in enumerate(played.scores):
        if isinstance(score, int):
            entry = entry.with_number(player, score)
        else:
            draft = Draft(Ruleset("classical")).pasted(score)
            tile = Tile.parse(played.tile) if player == played.winner else None
            entry = entry.with_draft(player, msgspec.structs.replace(draft, tile=tile))
    return entry


def long_evening(people: Sequence[str]) -> tuple[AnyEvent, ...]:
    """The events of an evening with all that can happen in one: a penalty, a correction, tiles, a draw."""
    one, two, three, four = people[:4]
    rules = TableRules.of(Ruleset("classical"))
    east, rows = throw_for_east(random.Random(5), rules.rules.dice)  # noqa: S311 - always the same dice
    assert rules.chips is not None  # noqa: S101 - these have sticks
    starting = rules.chips.total
    evening = Evening(SessionSetup(rules, (one, two, three, four), east, starting, rows, "Tuesday evening"), BEGUN)
    for number, played in enumerate(EVENING):
        evening.play(played)
        if number == 4:
            penalty = PenaltyItem(1, (0, 2, 3), 20, "called a pung and showed a chow")
            evening.do(Changed(at=evening.at(), changes=(Put(evening.table.next_id, penalty),)))
    evening.play(EVENING[2]._replace(scores=(20, 28, 18, 10)), item=evening.table.hands[2].id)
    return evening.table.events


def other_evening(people: Sequence[str], number: int) -> tuple[AnyEvent, ...]:
    """The events of another evening, some hands long."""
    rng = random.Random(number)  # noqa: S311 - always the same evenings
    rulesets = (Ruleset("classical"), Ruleset("traditional"), Ruleset("nmjl"), Ruleset("american-club"))
    rules = TableRules.of(rulesets[number % 4])
    assert rules.chips is not None  # noqa: S101 - these have chips
    one, two, three, four = rng.sample(list(people), 4)
    title = ("", "Club championship, table 2", "", "At Clara’s", "")[number % 5]
    begun = BEGUN - timedelta(days=7 * number + rng.randrange(3), minutes=rng.randrange(90))
    evening = Evening(SessionSetup(rules, (one, two, three, four), 0, rules.chips.total, (), title), begun)
    for _ in range(rng.randrange(8, 17)):
        winner = rng.randrange(4)
        by = rng.choice((By.DRAW, By.DISCARD, By.DISCARD))
        discarder = rng.choice([other for other in range(4) if other != winner]) if by in TAKEN else None
        if rules.rules.settles_value:
            evening.play(Played(winner, by, discarder), value=rng.choice((25, 25, 30, 35, 50)))
        else:
            scores = [2 * rng.randrange(1, 14) for _ in range(4)]
            scores[winner] += 2 * rng.randrange(10, 40)
            evening.play(Played(winner, by, discarder, tuple(scores)))
    evening.do(Ended(at=evening.at()))
    return evening.table.events


def play_all(folders: Folders) -> str:
    """Write a club's ledger and its own rules; gives the long evening's id."""
    with Ledger.open(None, folders) as ledger:
        people = [ledger.players.add(name).uid for name in PEOPLE]
        uid = ""
        for events in [*(other_evening(people, number) for number in range(12, 0, -1)), long_evening(people)]:
            first = events[0]
            assert isinstance(first, Started)  # noqa: S101 - every session begins so
            uid = ledger.sessions.start(first.setup, first.at).uid
            for seq, event in enumerate(events[1:], 1):
                ledger.sessions.append(uid, seq, event)
    options = {"limit": 500, "east_stays_after_draw": True}
    note = "As agreed at the spring meeting."
    RulesLibrary(folders.rules_folder).save(ClubRules.of("Tuesday club", Ruleset("classical"), options, note=note))
    return uid


# the pages


def show_score(window: MainWindow, _app: QApplication, hand: str = HAND) -> None:
    """A whole hand on the Score page."""
    page = window.page("score")
    assert isinstance(page, ScorePage)  # noqa: S101 - the page just opened
    page.model.set_seat(Wind.WEST)
    page.model.paste(hand)
    page.model.set_by(By.DRAW)
    page.model.set_winning_tile(Tile.parse("9s"))


def show_wrong(window: MainWindow, app: QApplication) -> None:
    """A hand with a fifth tile."""
    show_score(window, app, WRONG)


def table_page(window: MainWindow, app: QApplication) -> TablePage:
    """The Table page, with the long evening."""
    uid = play_all(window.context.folders)
    page = window.open_page("table")
    assert isinstance(page, TablePage)  # noqa: S101 - the page just opened
    settle(app, 1)
    page.open_session(uid)
    settle(app)
    return page


def show_table(window: MainWindow, app: QApplication) -> None:
    """Four people around the felt."""
    table_page(window, app)


def show_hand(window: MainWindow, app: QApplication) -> None:
    """The next hand, with what it does."""
    page = table_page(window, app)
    page.model.enter_hand()
    page.model.change(entry_of(NEXT))


def show_correction(window: MainWindow, app: QApplication) -> None:
    """A hand corrected six hands later."""
    page = table_page(window, app)
    table = page.model.table
    assert table is not None  # noqa: S101 - it was just opened
    page.model.correct(table.hands[4].id)
    page.model.set_winner(3)
    page.model.set_number(0, 18)
    page.model.set_number(3, 36)


def show_wall(window: MainWindow, app: QApplication) -> None:
    """The dice 5+5 and 2+3."""
    page = table_page(window, app)
    page.model.show(TableScreen.WALL)
    view = page.view(TableScreen.WALL)
    assert isinstance(view, WallView)  # noqa: S101 - the view just shown
    for face in "5523":
        view.panel.model.type(face)


def show_start(window: MainWindow, app: QApplication) -> None:
    """A new session, after the last one."""
    page = table_page(window, app)
    page.model.close()


def show_closing(window: MainWindow, app: QApplication) -> None:
    """What came of the evening."""
    page = table_page(window, app)
    page.model.end()
    settle(app, 1)


def show_sideboard(window: MainWindow, app: QApplication) -> None:
    """The table for everybody in the room, after what was handed over is seen."""
    page = table_page(window, app)
    page.show_sideboard()
    if page.board is not None:
        page.board.go_on()


def show_ledger(window: MainWindow, app: QApplication) -> None:
    """The long evening in the Notebook, with a hand chosen."""
    play_all(window.context.folders)
    page = window.open_page("ledger")
    assert isinstance(page, LedgerPage)  # noqa: S101 - the page just opened
    settle(app, 1)
    hands = page.session_pane.hands
    hands.setCurrentIndex(hands.model().index(8, 1))
    page.entry_list.setFocus()


def show_rules(window: MainWindow, app: QApplication) -> None:
    """The club's own rules beside the ruleset they come from."""
    play_all(window.context.folders)
    page = window.open_page("rules")
    assert isinstance(page, RulesPage)  # noqa: S101 - the page just opened
    settle(app)
    page.model.choose(page.model.ours[0].key)


def show_help(window: MainWindow, _app: QApplication) -> None:
    """The handbook, where it tells what scores."""
    window.open_help("classical#classical-lines")


def show_practice(window: MainWindow, app: QApplication) -> None:
    """A hand that somebody scored, with one mistake, and what the program says to it."""
    page = window.open_page("practice")
    assert isinstance(page, PracticePage)  # noqa: S101 - the page just opened
    settle(app)
    points = [str(line.points + 2 * (number == 2)) for number, line in enumerate(page.model.lines)]
    for row, text in zip(page.sheet.rows, [*points, "52"], strict=True):
        row.fields[0].setText(text)
        row.fields[0].textEdited.emit(text)
    page.check()
    settle(app)


def show_settings(window: MainWindow, _app: QApplication) -> None:
    """What can be set about looks and sound."""
    window.open_page("settings")


def show_about(window: MainWindow, _app: QApplication) -> None:
    """The version, the data folder and the licences."""
    window.open_page("about")


def show_cards(window: MainWindow, _app: QApplication) -> None:
    """The card that comes with the program."""
    window.open_page("cards")


def show_statistics(window: MainWindow, app: QApplication) -> None:
    """How everybody plays, by the rules."""
    play_all(window.context.folders)
    page = window.open_page("ledger")
    assert isinstance(page, LedgerPage)  # noqa: S101 - the page just opened
    settle(app, 1)
    page.show_overview("figures")
    settle(app, 3)


def play_season(folders: Folders) -> None:
    """Put the evenings of a season and the season itself into the ledger."""
    with Ledger.open(None, folders) as ledger:
        people = [ledger.players.add(name).uid for name in PEOPLE]
        lot = random.Random(5)  # noqa: S311 - always the same people
        for number in range(12):
            setup = SessionSetup(TableRules.of(Ruleset("classical")), tuple(lot.sample(people, 4)), 0, 1000)
            evening = Evening(setup, BEGUN + timedelta(days=7 * (number // 2)))
            for played in EVENING[number % 4 : number % 4 + 3 + number % 3]:
                evening.play(played)
            evening.do(Ended(at=evening.at()))
            first = evening.table.events[0]
            assert isinstance(first, Started)  # noqa: S101 - every session begins so
            uid = ledger.sessions.start(first.setup, first.at).uid
            for seq, event in enumerate(evening.table.events[1:], 1):
                ledger.sessions.append(uid, seq, event)
        at = BEGUN.strftime("%Y-%m-%dT%H:%M:%SZ")
        days = {"since": "2026-03-01", "until": "2026-05-31"}
        ledger.seasons.save(Season(uid="1" * 32, title="Spring, by points", at=at, system="net", **days))
        ledger.seasons.save(Season(uid="2" * 32, title="Spring league", at=at, minimum=5, best=5, **days))


def show_season(window: MainWindow, app: QApplication) -> None:
    """A season of a club in the Notebook."""
    play_season(window.context.folders)
    page = window.open_page("ledger")
    assert isinstance(page, LedgerPage)  # noqa: S101 - the page just opened
    settle(app, 1)
    page.show_season("2" * 32)
    settle(app, 1)
    page.season_list.setFocus()


def show_club(window: MainWindow, app: QApplication) -> None:
    """Three tables of a club night."""
    now = datetime.now(UTC)
    with Ledger.open(None, window.context.folders) as ledger:
        people = [ledger.players.add(name).uid for name in (*PEOPLE, "Edith", "Frank", "Grace", "Henry")]
        for table in range(3):
            rules = TableRules.of(Ruleset("classical"))
            setup = SessionSetup(rules, tuple(people[4 * table : 4 * table + 4]), 0, 1000, table=table + 1)
            evening = Evening(setup, now - timedelta(minutes=90))
            for played in EVENING[table + 1 : 5 + table : 2]:
                evening.play(played)
            first = evening.table.events[0]
            assert isinstance(first, Started)  # noqa: S101 - every session begins so
            uid = ledger.sessions.start(first.setup, first.at).uid
            for seq, event in enumerate(evening.table.events[1:], 1):
                ledger.sessions.append(uid, seq, event)
    window.open_page("club")
    settle(app, 1)


def show_tournament(window: MainWindow, app: QApplication) -> None:
    """A tournament of eight after its draw."""
    with Ledger.open(None, window.context.folders) as ledger:
        people = [ledger.players.add(name).uid for name in PEOPLE]
        players, draw = drawn(people, 3, None)
        at = BEGUN.strftime("%Y-%m-%dT%H:%M:%SZ")
        rules = TableRules.of(Ruleset("classical"))
        ledger.tournaments.start(
            Tournament(uid="0" * 31 + "1", title="Spring cup", at=at, players=players, rules=rules, draw=draw)
        )
    page = window.open_page("club")
    assert isinstance(page, ClubPage)  # noqa: S101 - the page just opened
    page.model.show(ClubScreen.TOURNAMENT)
    settle(app, 1)


def show_first_start(window: MainWindow, _app: QApplication) -> None:
    """The welcome of somebody who opens the program for the first time."""
    open_welcome(window).fit_into(window.geometry())


def show_keeping(window: MainWindow, app: QApplication) -> None:
    """The ledger and its backups, on the settings page."""
    play_all(window.context.folders)
    page = window.open_page("settings")
    assert isinstance(page, SettingsPage)  # noqa: S101 - the page just opened
    settle(app, 1)
    page.show_keeping()
    page.keeping.backup_button.click()
    page.keeping.check_button.click()
    settle(app, 2)


# a game that never was either

CARD = "companion"
CLAIMED_DEAL = 54
FINISHED = datetime(2026, 3, 2, 20, 10, tzinfo=UTC)


def solitaire_page(window: MainWindow, app: QApplication, rules: Ruleset, number: int) -> SolitairePage:
    """The Solitaire page, with a game that has just begun."""
    page = window.open_page("solitaire")
    assert isinstance(page, SolitairePage)  # noqa: S101 - the page just opened
    settle(app)
    page.model.start(rules, number, record.GameSetup(card=CARD if rules is Ruleset("kemp-american") else ""))
    settle(app, 0.1)
    return page


def play_on(page: SolitairePage, until: Callable[[int], bool]) -> None:
    """Let the coach decide until something is so; it is asked with the count of decisions."""
    player, count = CoachPlayer(), 0
    while (game := page.model.game) is not None and not game.is_over and not until(count):
        page.model.do(player.choose(game.view(game.person)))
        count += 1


def has_claims(page: SolitairePage, count: int) -> bool:
    """Whether the discard can be claimed in several ways, some way into the game."""
    claims = [move for move in page.model.choices() if move.do in CLAIMS]
    return count > 8 and len({move.do for move in claims}) > 1


def show_solitaire(window: MainWindow, app: QApplication) -> None:
    """A discard that can be claimed as a chow or a pung."""
    page = solitaire_page(window, app, Ruleset("kemp-chinese"), CLAIMED_DEAL)
    play_on(page, lambda count: has_claims(page, count))


def show_charleston(window: MainWindow, app: QApplication) -> None:
    """Three tiles to pass."""
    page = solitaire_page(window, app, Ruleset("kemp-american"), 9)
    for at in (0, 3, 6):
        page.model.lift(at)


def show_coach(window: MainWindow, app: QApplication) -> None:
    """The coach about a discard."""
    page = solitaire_page(window, app, Ruleset("kemp-chinese"), 21)
    play_on(page, lambda count: count >= 6 and page.model.game is not None and page.model.game.fresh is not None)
    page.play.set_coach(open_=True)
    settle(app, 1.5)


def show_end(window: MainWindow, app: QApplication) -> None:
    """Mah Jongg, line by line."""
    page = solitaire_page(window, app, Ruleset("kemp-chinese"), 11)
    play_on(page, lambda _: False)
    settle(app, 1)


def show_real_wall(window: MainWindow, app: QApplication) -> None:
    """A game with real tiles, some way into it."""
    page = window.open_page("solitaire")
    assert isinstance(page, SolitairePage)  # noqa: S101 - the page just opened
    settle(app)
    page.start.play_real(Ruleset("kemp-chinese"))
    around = (TapKind.DISCARD, TapKind.OTHER, TapKind.OTHER, TapKind.OTHER)
    for did in (TapKind.FLOWER, *around * 8, TapKind.CLAIM, *around * 2, TapKind.DISCARD, TapKind.OTHER):
        page.model.do(Tap(did))
    settle(app, 0.5)


def show_record(window: MainWindow, app: QApplication) -> None:
    """Some weeks of games."""
    with Ledger.open(None, window.context.folders) as ledger:
        for number in range(1, 25):
            rules = (Ruleset("kemp-chinese"), Ruleset("kemp-chinese"), Ruleset("simple"), Ruleset("kemp-american"))[
                number % 4
            ]
            setup = record.GameSetup(card=CARD if rules is Ruleset("kemp-american") else "")
            game = record.begin(Deal.of(rules, 100 + number), setup)
            course = list(play_out(game, seated(game, "coach", number)))
            asked = 2 if number % 7 == 0 else 0
            played = record.Played(game.deal, setup, tuple(move for move, _ in course), asked)
            last = course[-1][1]
            over = FINISHED + timedelta(days=number, minutes=37 * number % 90)
            begun, finished = [at.strftime("%Y-%m-%dT%H:%M:%SZ") for at in (over - timedelta(minutes=11), over)]
            row = GameRow.of(f"{number:032x}", begun, finished, record.summary(played, last))
            ledger.games.add(row, record.write_record(played, last))
    page = window.open_page("ledger")
    assert isinstance(page, LedgerPage)  # noqa: S101 - the page just opened
    page.show_games()
    settle(app, 1)


def print_page(window: MainWindow, app: QApplication) -> PrintPage:
    """The Print page, with everything drawn."""
    page = window.open_page("print")
    assert isinstance(page, PrintPage)  # noqa: S101 - the page just opened
    finish_printing(page, app)
    return page


def finish_printing(page: PrintPage, app: QApplication) -> None:
    """Wait for the document, its pages and the small pictures."""
    while not page.model.settled:
        settle(app, 0.05)
    settle(app)


def show_print(window: MainWindow, app: QApplication) -> None:
    """A session on paper."""
    show_ledger(window, app)
    page = print_page(window, app)
    page.model.choose_form("session")
    finish_printing(page, app)


def show_print_card(window: MainWindow, app: QApplication) -> None:
    """A hand of solitaire on its score card."""
    show_score(window, app)
    score = window.page("score")
    assert isinstance(score, ScorePage)  # noqa: S101 - just shown
    score.model.set_rules(Ruleset("kemp-chinese"))
    score.model.set_discards(41)
    page = print_page(window, app)
    page.model.show_hand()
    finish_printing(page, app)


Show = Callable[[MainWindow, QApplication], None]
PICTURES: dict[str, tuple[tuple[int, int], dict[str, object], Show]] = {
    "score-light": ((1366, 768), {}, show_score),
    "score-dark": ((1366, 768), {"theme": "dark"}, show_score),
    "score-contrast": ((1366, 768), {"theme": "high-contrast"}, show_score),
    "score-200": ((1024, 700), {"text_size": 200, "tile_size": "large"}, show_score),
    "score-error": ((1366, 768), {}, show_wrong),
    "start-light": ((1366, 768), {}, show_start),
    "table-light": ((1366, 768), {}, show_table),
    "table-dark": ((1366, 768), {"theme": "dark"}, show_table),
    "closing-light": ((1366, 768), {}, show_closing),
    "sideboard-light": ((1366, 768), {}, show_sideboard),
    "hand-light": ((1280, 1090), {}, show_hand),
    "hand-contrast": ((1280, 1090), {"theme": "high-contrast"}, show_hand),
    "correction-light": ((1366, 768), {}, show_correction),
    "wall-light": ((1366, 768), {}, show_wall),
    "ledger-light": ((1366, 768), {}, show_ledger),
    "keeping-light": ((1366, 768), {}, show_keeping),
    "rules-light": ((1366, 768), {}, show_rules),
    "solitaire-light": ((1366, 768), {"game_speed": "instant"}, show_solitaire),
    "solitaire-dark": ((1366, 768), {"game_speed": "instant", "theme": "dark"}, show_charleston),
    "solitaire-coach": ((1366, 768), {"game_speed": "instant"}, show_coach),
    "solitaire-end": ((1366, 768), {"game_speed": "instant"}, show_end),
    "real-wall-light": ((1366, 768), {}, show_real_wall),
    "record-light": ((1366, 768), {}, show_record),
    "print-light": ((1366, 768), {}, show_print),
    "print-dark": ((1366, 768), {"theme": "dark"}, show_print_card),
    "practice-light": ((1366, 768), {}, show_practice),
    "help-light": ((1366, 768), {}, show_help),
    "settings-light": ((1366, 768), {}, show_settings),
    "about-light": ((1366, 768), {}, show_about),
    "cards-light": ((1366, 768), {}, show_cards),
    "club-light": ((1366, 768), {}, show_club),
    "tournament-light": ((1366, 768), {}, show_tournament),
    "season-light": ((1366, 768), {}, show_season),
    "statistics-light": ((1366, 768), {}, show_statistics),
    "welcome-light": ((1366, 768), {}, show_first_start),
}
"""Name: size of the window, settings, what is shown."""


GALLERY: dict[str, Show] = {
    "score": show_score,
    "new-session": show_start,
    "table": show_table,
    "end": show_closing,
    "scoreboard": show_sideboard,
    "next-hand": show_hand,
    "break-the-wall": show_wall,
    "notebook": show_ledger,
    "statistics": show_statistics,
    "print": show_print,
    "solitaire": show_solitaire,
    "solitaire-end": show_end,
    "real-tiles": show_real_wall,
    "cards": show_cards,
    "rules": show_rules,
    "club": show_club,
    "tournament": show_tournament,
    "practice": show_practice,
    "help": show_help,
    "settings": show_settings,
    "about": show_about,
    "welcome": show_first_start,
}
"""What is shown on each sheet of the gallery."""
GALLERY_SIZES: Final = ((1024, 700), (1920, 1080))
GALLERY_LOOKS: Final = ((100, "light"), (100, "dark"), (200, "light"), (200, "dark"))
GALLERY_WIDTH: Final = 480
"""The width of a picture in the gallery, in pixels."""


def take(app: QApplication, size: tuple[int, int], changes: dict[str, object], show: Show) -> QPixmap:
    """Return a picture of the window."""
    with tempfile.TemporaryDirectory() as data, chdir(data):
        folders = Folders.at("mjcompanion")  # such a short path is fit to be seen
        make_folder(folders.data, recreate=True)  # the one of the picture before went with its folder
        store.save(Settings(reduced_motion=True).changed(**changes), folders)
        window = build(app, folders)
        window.setWindowState(Qt.WindowState.WindowNoState)  # maximised, it would keep the size of a small screen
        window.resize(*size)
        window.show()
        QCursor.setPos(window.mapToGlobal(window.rect().bottomRight()))
        settle(app)
        show(window, app)
        settle(app, 1)
        picture = window.grab()
        for dialog in window.findChildren(QDialog):
            draw_dialog(picture, dialog, window.mapFromGlobal(dialog.pos()))
        window.close()
        window.context.close()
        window.deleteLater()
        settle(app, 0.1)
    return picture


def draw_dialog(picture: QPixmap, dialog: QDialog, place: QPoint) -> None:
    """Draw a dialog on the picture of its window, with a line for the frame that a desktop gives it."""
    painter = QPainter(picture)
    painter.drawPixmap(place, dialog.grab())
    painter.setPen(QColor(look().colours.border))
    painter.drawRect(QRect(place, dialog.size()).adjusted(-1, -1, 0, 0))
    painter.end()


def take_page(app: QApplication, name: str, folder: Path) -> None:
    """Take one picture of the window."""
    take(app, *PICTURES[name]).save(str(folder / f"{name}.png"))


def take_gallery(app: QApplication, folder: Path) -> None:
    """Take a sheet for each page: a row for each size of the window, a column for each text size and theme."""
    for name, show in GALLERY.items():
        rows = [
            [
                take(app, size, {"text_size": text, "theme": theme, "game_speed": "instant"}, show).scaledToWidth(
                    GALLERY_WIDTH, Qt.TransformationMode.SmoothTransformation
                )
                for text, theme in GALLERY_LOOKS
            ]
            for size in GALLERY_SIZES
        ]
        sheet = QPixmap(GALLERY_WIDTH * len(GALLERY_LOOKS), sum(row[0].height() for row in rows))
        painter, top = QPainter(sheet), 0
        for row in rows:
            for column, picture in enumerate(row):
                painter.drawPixmap(column * GALLERY_WIDTH, top, picture)
            top += row[0].height()
        painter.end()
        sheet.save(str(folder / f"{name}.png"))


def take_tiles(app: QApplication, folder: Path) -> None:
    """Take one picture of all tiles, large and small."""
    paper = QWidget()
    palette = paper.palette()
    palette.setColor(QPalette.ColorRole.Window, QColor(look().colours.page))
    paper.setPalette(palette)
    layout = QVBoxLayout(paper)
    lines = [PLAIN_TILES[:9], PLAIN_TILES[9:18], PLAIN_TILES[18:27], PLAIN_TILES[27:], FLOWER_TILES]
    for width in (84, 40, 24):
        row = TileRow("", TileStyle(width), wrapping=False, liftable=False, draggable=False)
        faces = [
            TileFace(tile, new_line=at == 0 and number > 0)
            for number, line in enumerate(lines)
            for at, tile in enumerate(line)
        ]
        row.show_tiles([*faces, TileFace(JOKER, gap=True), TileFace(None)])
        layout.addWidget(row)
    paper.show()
    settle(app)
    paper.grab().save(str(folder / "tiles.png"))


def main(folder: Path, wanted: Sequence[str]) -> None:
    """Take those that are wanted, by default all."""
    os.environ["TZ"] = "UTC"  # the times in the pictures are the same everywhere
    time.tzset()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    app = QApplication(["pictures"])
    if "gallery" in wanted:
        take_gallery(app, folder)
        return
    for name in wanted or PICTURES:
        if name in PICTURES:
            take_page(app, name, folder)
    if not wanted or "tiles" in wanted:
        take_page(app, "score-light", folder)
        take_tiles(app, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures").resolve(), sys.argv[2:])

"""The way through every page of the window, in the states in which people meet it."""

import sys
from contextlib import contextmanager
from fractions import Fraction

from mjcompanion.ui.app import build
from mjcompanion.ui.pages.club.model import ClubScreen as Club
from mjcompanion.ui.pages.ledger.queries import EntryFilter
from mjcompanion.ui.pages.print.sources import SourceKind
from mjcompanion.ui.pages.solitaire.model import SolitaireScreen as Felt
from mjcompanion.ui.pages.table.model import TableScreen

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.real_tiles import Tap, TapKind
from mjcompanion.storage.crash_reports import log_error
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings, save
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from mjcompanion.table.events import now
from tests.ledger.gaming import add, real, row
from tests.ledger.making import cup, play
from tests.ui import walk

HOUSE = {"limit": 778, "rows": {"no-runs": {"doubles": 1}, "dealt": {"off": True}}}


def write_something_of_everything(folder):
    """Write a data folder with something of everything; return the session that is shown."""
    folders = Folders.at(folder)
    make_folder(folders.data)
    with Ledger.open(None, folders) as ledger:
        uid = play(ledger, 5, title="Tuesday evening")
        play(ledger, 2, names=("Eve", "Fred", "Gil", "Hal"), moment="2024-03-02T18:00:00Z")
        play(ledger, 1, names=("Eve", "Fred", "Gil", "Hal"), moment=now())
        cup(ledger)
        ledger.games.add(*real(won=True))
        add(ledger, row(40, final=Fraction(123)), row(41, "kemp-american", Fraction(99)), row(42, "simple", None))
    RulesLibrary(folders.rules_folder).save(ClubRules.of("Tuesday club", Ruleset("traditional"), HOUSE))
    return uid


@contextmanager
def on_tour(qapp, folder, uid, size=(1280, 860)):
    """Open the whole program on a folder; one window for all states, for pages cost time to make."""
    folders = Folders.at(folder)
    for broken in (folders.rules_folder, folders.cards_folder):
        broken.mkdir(parents=True, exist_ok=True)
        (broken / "broken.toml").write_text("name = [", "utf-8")
    save(Settings(reduced_motion=True, game_speed="instant"), folders)
    hook = sys.excepthook
    window = build(qapp, folders)
    window.resize(*size)
    window.show()
    walk.bring_to_front(window)
    made = Tour(window)
    made.uid = uid
    yield made
    walk.close(window)
    sys.excepthook = hook


class Tour:
    """The window, and the way to each of the states."""

    def __init__(self, window):
        self.window = window
        self.uid = ""
        self.deals = 0

    def settle(self, *, until=None):
        """Let everything that is under way come to an end."""
        walk.settle(self.window, until)

    def open(self, key):
        page = self.window.open_page(key)
        walk.bring_to_front(self.window)
        self.settle()
        return page

    # the states, by name

    def score(self):
        page = self.open("score")
        page.rules_choice.setCurrentIndex(page.rules_choice.findData("kemp-chinese"))
        page.model.paste("123m 456p 99s (777z) [1111s] 1f")
        page.model.set_by(By.DRAW)
        page.model.set_winning_tile(Tile.parse("9s"))
        page.house_action.setChecked(True)
        page.receipt.why_button.click()

    def chinese(self, rules, hand):
        """A hand by these rules on the Score page."""
        page = self.open("score")
        page._show_chinese()
        page.house_action.setChecked(False)
        page.model.clear()
        page.model.set_rules(Ruleset(rules))
        page.model.paste(hand)
        return page

    def score_empty(self):
        self.chinese("traditional", "").model.clear()

    def score_wrong(self):
        self.chinese("traditional", "3333m 3m 456p (777z) 1f")

    def score_asks(self):
        self.chinese("classical", "111z 222z 333z 444z 55z")

    def score_limit(self):
        page = self.chinese("classical", "111z 222z 333z 444z 55z")
        page.model.set_by(By.DISCARD)
        page.model.set_winning_tile(Tile.parse("1z"))

    def score_chosen(self):
        page = self.chinese("traditional", "123m 456p 99s 777z 1111s 1f")
        for index in range(3):
            page.model.choose(index)

    def american(self, rules="nmjl", hand="FF 1111b 2222b DDDD"):
        page = self.open("score")
        page.show_american(Ruleset(rules))
        page.american.model.clear()
        if hand:
            page.american.model.paste(hand)
        return page

    def american_won(self):
        self.american()._show_example()

    def club(self, view=Club.TABLES):
        page = self.open("club")
        page.model.show(view)
        self.settle(until=lambda: page.model.read)
        return page

    def club_tournament(self):
        self.club(Club.TOURNAMENT)

    def club_new(self):
        page = self.club(Club.NEW)
        page.new.title_field.setText("Winter cup")
        page.new.names.setPlainText("\n".join(f"Player {at}" for at in range(1, 18)))

    def table_start(self):
        page = self.open("table")
        self.settle(until=lambda: page.model.view is not TableScreen.WAIT)
        if page.model.table is not None:
            page.model.close()

    def table_game(self):
        page = self.open("table")
        if page.model.table is None:
            page.open_session(self.uid)
            self.settle(until=lambda: page.model.table is not None)
        page.model.show(TableScreen.GAME)

    def table_hand_begun(self):
        self.table_game()
        model = self.window.page("table").model
        model.enter_hand()
        model.clear_hand()

    def table_hand(self):
        self.table_game()
        page = self.window.page("table")
        page.model.enter_hand()
        page.model.set_winner(0)
        page.model.set(-1, by=By.DISCARD, discarder=1)
        for player in range(4):
            page.view(TableScreen.HAND).lines[player].number.setText("24")
            page.view(TableScreen.HAND).lines[player].number.textEdited.emit("24")

    def table_correction(self):
        self.table_game()
        page = self.window.page("table")
        page.model.clear_hand()
        page.model.correct(page.model.table.rows[1].id)
        page.model.set_winner(3)
        page.model.set_number(3, 36)

    def table_dropped(self):
        self.table_game()
        model = self.window.page("table").model
        model.ask_to_drop(model.table.rows[-1].id)

    def table_view(self, which):
        self.table_game()
        page = self.window.page("table")
        page.model.show(which)
        return page.view(which)

    def table_penalty_ready(self):
        form = self.table_view(TableScreen.PENALTY)
        form.payer.set_value("1")
        form._on_payer()
        form.points.set_number(20)
        form.refresh()

    def table_bank_ready(self):
        form = self.table_view(TableScreen.BANK)
        form.player.set_value("1")
        form.points.set_number(200)
        form.refresh()

    def table_thrown(self):
        self.table_view(TableScreen.SEATS)._on_throw()

    def table_plan_unreadable(self):
        form = self.table_view(TableScreen.PLAN)
        form.fields.until.setText("99")
        form.refresh()

    def table_wall_broken(self):
        panel = self.table_view(TableScreen.WALL).panel
        panel.model.clear()
        for face in "5523":
            panel.model.type(face)

    def table_tiles(self):
        self.table_hand()
        self.window.page("table").model.edit_tiles(0)

    def solitaire_start(self):
        self.open("solitaire").model.show(Felt.START)

    def solitaire_wrong_number(self):
        self.solitaire_start()
        number = self.window.page("solitaire").start.number
        number.setText("99999999999999")
        number.textEdited.emit("99999999999999")

    def solitaire(self, rules="kemp-chinese", number=None):
        self.deals += 1  # another deal each time, so that games left can be told apart
        page = self.open("solitaire")
        page.model.show(Felt.START)
        page.start.number.setText(str(number or 100 + self.deals))
        page.start.number.textEdited.emit(page.start.number.text())
        page.start.play_buttons[Ruleset(rules)].click()
        self.settle(until=lambda: page.model.decides)

    def solitaire_claim(self):
        self.solitaire()
        model = self.window.page("solitaire").model
        for _ in range(30):
            if any(move.do.name == "LEAVE" for move in model.choices()):
                break
            model.do(model.choices()[-1])
            self.settle(until=lambda: model.decides or model.game.is_over)

    def solitaire_note(self):
        self.solitaire()
        page = self.window.page("solitaire")
        page.model.lift(0)
        page.play._on_copy()

    def solitaire_end(self):
        """Take every claim there is, else discard what was drawn last."""
        self.solitaire("simple", 8)
        model = self.window.page("solitaire").model
        while not model.game.is_over:
            model.do(([move for move in model.choices() if move.do.name != "LEAVE"] or model.choices())[-1])
            self.settle(until=lambda: model.decides or model.game.is_over)

    def solitaire_coach(self, rules="kemp-chinese"):
        self.solitaire(rules)
        page = self.window.page("solitaire")
        page.play.set_coach(open_=True)
        self.settle(until=lambda: page.play.drawer.content is not None)

    def solitaire_american(self):
        self.solitaire("kemp-american")
        self.window.page("solitaire").play.set_card(open_=True)

    def solitaire_replay(self):
        self.solitaire()
        self.window.page("solitaire").model.replay()

    def real_wall(self, rules="kemp-chinese"):
        page = self.open("solitaire")
        page.model.throw_away_real()
        page.model.show(Felt.START)
        page.start.play_real(Ruleset(rules))
        self.settle(until=lambda: page.model.real is not None)
        return page

    def solitaire_break(self):
        self.real_wall().breaking.panel.throw()

    def solitaire_count(self, rules="kemp-chinese"):
        page = self.real_wall(rules)
        page.model.begin_counting()
        return page

    def solitaire_tapped(self, rules, *kinds):
        page = self.solitaire_count(rules)
        for kind in kinds:
            page.model.do(Tap(kind, 3))

    def solitaire_used_up(self):
        model = self.solitaire_count().model
        while not model.real.game.is_over:
            kinds = (TapKind.NOBODY, TapKind.OTHER, TapKind.DISCARD)
            model.do(next(Tap(one) for one in kinds if not model.real.game.why_not(Tap(one))))

    def solitaire_won(self):
        page = self.solitaire_count()
        page.model.do(Tap(TapKind.MAH_JONGG))
        page.end.editor.model.paste("123m 456p 99s 777z 111s")

    def solitaire_offer(self):
        self.solitaire_count().model.show(Felt.START)

    def solitaire_record(self):
        page = self.open("ledger")
        page.show_games()
        self.settle(until=lambda: page.card_pane.table.games.rowCount() > 0)
        self.settle(until=lambda: not page.record.waiting)
        page.open_entry(next(row for row in page.record.rows if not row.real))  # a walk may have saved a hand since
        self.settle(until=lambda: page.game.seen is not None)

    def solitaire_figures(self):
        self.solitaire_record()
        self.window.page("ledger").show_overview("figures")

    def solitaire_deleted(self):
        self.solitaire_record()
        self.window.page("ledger")._on_conditions(EntryFilter(kinds=("games",), put_aside=True))

    def ledger(self):
        page = self.open("ledger")
        page._on_clear_all()
        page.show_tab("sessions")
        page.open_session(self.uid)
        self.settle(until=lambda: bool(page.session.uid))
        page.session.show_row(page.session.rows[0].id if hasattr(page.session, "rows") else "1")
        return page

    def ledger_nothing_found(self):
        page = self.ledger()
        page.search.setText("zzz")
        page.entries.set_filter(EntryFilter(text="zzz"))

    def ledger_players(self):
        page = self.open("ledger")
        page._on_clear_all()
        page.show_tab("players")
        self.settle()
        page.show_player("")
        page.filter_button.setChecked(True)

    def ledger_renaming(self):
        self.ledger_players()
        page = self.window.page("ledger")
        page.show_player(page.players.people[0].player)
        page.player_pane.open_part(page.player_pane.rename_card)

    def ledger_merging(self):
        self.ledger_players()
        page = self.window.page("ledger")
        page.show_player(page.players.people[0].player)
        page.player_pane.open_part(page.player_pane.merge_card)
        page.player_pane.picker.field.setText("a")
        page.player_pane.picker._offer()

    def cards(self):
        page = self.open("cards")
        page.choose(page.model.standing[0].key)

    def cards_own(self):
        page = self.open("cards")
        page.choose(page.model.standing[0].key)
        page.make_own()

    def cards_new(self):
        self.open("cards").new_card()

    def unreadable(self, key):
        page = self.open(key)
        page.choose(next(held.key for held in page.model.ours if not held.is_readable))

    def print(self):
        page = self.open("print")
        self.settle(until=lambda: page.model.settled)

    def print_blank(self):
        self.print()
        model = self.window.page("print").model
        model.choose_form("kemp-chinese")
        model.choose_source_kind(SourceKind.BLANK)
        self.settle(until=lambda: model.settled)

    def print_session(self):
        self.print()
        model = self.window.page("print").model
        model.choose_form("session")
        self.settle(until=lambda: model.settled)

    def rules(self):
        page = self.open("rules")
        page.choose("traditional")

    def rules_own(self):
        """House rules made from traditional ones; whoever clicks everything may have deleted those there were."""
        page = self.open("rules")
        ours = page.model.ours
        made = [one.key for one in ours if one.item is not None and one.item.preset == Ruleset("traditional")]
        if made:
            page.choose(made[0])
        else:
            page.model.make_own(Ruleset("traditional"))

    def rules_row(self):
        self.rules()
        self.rules_own()
        self.window.page("rules").rows.lines["no-runs"].click()

    def rules_add(self):
        self.rules()
        self.rules_own()
        self.window.page("rules").rows.add.click()

    def rules_row_refused(self):
        self.rules_add()
        page = self.window.page("rules")
        page.model.set_option("limit", None)
        if "four-kongs" in page.rows.lines:
            page.rows.lines["four-kongs"].click()

    def practice(self):
        self.open("practice").model.open_text("traditional 2 17")

    def practice_checked(self):
        self.practice()
        page = self.window.page("practice")
        page.sheet.fields[0].enter(3)
        page.sheet.fields[1].enter(32)
        page.check()
        page.model.set_shown(shown=True)

    def practice_american(self):
        page = self.open("practice")
        page.model.open_text("nmjl 2 1")
        page.check()
        page.model.ask_hint()

    def invitation(self):
        page = self.open("score")
        page._show_chinese()
        self.window.context.settings.change(greeting="invite")

    def leave(self, state):
        """End what would be in the way of other states."""
        if self.window._bar is not None:
            self.window._bar.dismiss()
        if state == "invitation":
            self.window.page("score")._end_invitation()

    def help(self, search=""):
        page = self.open("help")
        page._show_contents()
        if search:
            page.search.setText(search)
            page._search()

    def settings(self):
        page = self.open("settings")
        page.show_keys()

    def about(self):
        self.open("about").leave()

    def about_report(self):
        log_error(self.window.context.folders, KeyError("a name"))
        self.open("about").show_log()

    def message(self):
        self.open("rules")
        self.window.context.say("The rules can’t be stored: the disk is full.", "wrong", "Try again", lambda: None)


def views(*names):
    return {f"table-{name}": (lambda tour, name=name: tour.table_view(TableScreen(name))) for name in names}


def taps(**games):
    """Games with real tiles, so far tapped along."""
    return {
        f"solitaire-{name}": (lambda tour, rules=rules, kinds=kinds: tour.solitaire_tapped(rules, *kinds))
        for name, (rules, *kinds) in games.items()
    }


STATES = {
    "score": Tour.score,
    "score-empty": Tour.score_empty,
    "score-wrong": Tour.score_wrong,
    "score-asks": Tour.score_asks,
    "score-limit": Tour.score_limit,
    "score-chosen": Tour.score_chosen,
    "american": Tour.american,
    "american-empty": lambda tour: tour.american("american-club", ""),
    "american-won": Tour.american_won,
    "table-start": Tour.table_start,
    "table-game": Tour.table_game,
    "table-hand-begun": Tour.table_hand_begun,
    "table-hand": Tour.table_hand,
    "table-tiles": Tour.table_tiles,
    "table-correction": Tour.table_correction,
    "table-dropped": Tour.table_dropped,
    "table-penalty-ready": Tour.table_penalty_ready,
    "table-bank-ready": Tour.table_bank_ready,
    "table-thrown": Tour.table_thrown,
    "table-plan-unreadable": Tour.table_plan_unreadable,
    "table-wall-broken": Tour.table_wall_broken,
    **views("penalty", "seats", "people", "bank", "wall", "corrections", "chips", "plan", "closing", "reopen"),
    "solitaire-start": Tour.solitaire_start,
    "solitaire-wrong-number": Tour.solitaire_wrong_number,
    "solitaire": Tour.solitaire,
    "solitaire-claim": Tour.solitaire_claim,
    "solitaire-note": Tour.solitaire_note,
    "solitaire-end": Tour.solitaire_end,
    "solitaire-coach": Tour.solitaire_coach,
    "solitaire-coach-american": lambda tour: tour.solitaire_coach("kemp-american"),
    "solitaire-coach-simple": lambda tour: tour.solitaire_coach("simple"),
    "solitaire-american": Tour.solitaire_american,
    "solitaire-replay": Tour.solitaire_replay,
    "solitaire-record": Tour.solitaire_record,
    "solitaire-break": Tour.solitaire_break,
    "solitaire-count": Tour.solitaire_count,
    **taps(
        counted=("kemp-chinese", TapKind.FLOWER, TapKind.DISCARD, TapKind.OTHER, TapKind.OTHER, TapKind.OTHER),
        passing=("kemp-american", TapKind.PASS),
        choosing=("kemp-american", *[TapKind.PASS] * 3),
        four=("simple", TapKind.OTHER_FLOWER, TapKind.OTHER, TapKind.OTHER),
    ),
    "solitaire-used-up": Tour.solitaire_used_up,
    "solitaire-won": Tour.solitaire_won,
    "solitaire-offer": Tour.solitaire_offer,
    "solitaire-figures": Tour.solitaire_figures,
    "ledger": Tour.ledger,
    "ledger-nothing-found": Tour.ledger_nothing_found,
    "ledger-players": Tour.ledger_players,
    "ledger-renaming": Tour.ledger_renaming,
    "ledger-merging": Tour.ledger_merging,
    "club": Tour.club,
    "club-tournament": Tour.club_tournament,
    "club-new": Tour.club_new,
    "club-penalty": lambda tour: tour.club(Club.PENALTY),
    "cards": Tour.cards,
    "cards-own": Tour.cards_own,
    "cards-new": Tour.cards_new,
    "cards-unreadable": lambda tour: tour.unreadable("cards"),
    "print": Tour.print,
    "print-blank": Tour.print_blank,
    "print-session": Tour.print_session,
    "rules": Tour.rules,
    "rules-own": Tour.rules_own,
    "rules-row": Tour.rules_row,
    "rules-add": Tour.rules_add,
    "rules-row-refused": Tour.rules_row_refused,
    "rules-unreadable": lambda tour: tour.unreadable("rules"),
    "practice": Tour.practice,
    "practice-checked": Tour.practice_checked,
    "practice-american": Tour.practice_american,
    "invitation": Tour.invitation,
    "solitaire-deleted": Tour.solitaire_deleted,
    "help": Tour.help,
    "settings": Tour.settings,
    "about": Tour.about,
    "about-report": Tour.about_report,
    "message": Tour.message,
}
READ = {
    "american-near": lambda tour: tour.american("kemp-american", "FF 1111b 222b 33b 4b 5b"),
    "help-search": lambda tour: tour.help("kong"),
    "help-nothing-found": lambda tour: tour.help("zzzz"),
}
"""States whose words are read, and nothing else."""

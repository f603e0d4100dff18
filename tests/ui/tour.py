"""The way through every page of the window, in the states in which people meet it."""

from mjcompanion.ui.pages.club.model import ClubScreen as Club
from mjcompanion.ui.pages.solitaire.model import SolitaireScreen as Felt
from mjcompanion.ui.pages.table.model import TableScreen

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.real_tiles import Tap, TapKind
from mjcompanion.storage.crash_reports import log_error
from tests.ui import walk


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

    def score_wrong(self):
        page = self.open("score")
        page.house_action.setChecked(False)
        page.model.paste("3333m 3m 456p")

    def american(self):
        page = self.open("score")
        page.show_american(Ruleset("nmjl"))
        page.american.model.paste("FF 1111b 2222b DDDD")

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

    def table_view(self, which):
        self.table_game()
        self.window.page("table").model.show(which)

    def table_tiles(self):
        self.table_hand()
        self.window.page("table").model.edit_tiles(0)

    def solitaire_start(self):
        self.open("solitaire").model.show(Felt.START)

    def solitaire(self, rules="kemp-chinese", number=None):
        self.deals += 1  # another deal each time, so that games left can be told apart
        page = self.open("solitaire")
        page.model.show(Felt.START)
        page.start.number.set_number(number or 100 + self.deals)
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

    def solitaire_coach(self):
        self.solitaire()
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

    def solitaire_passing(self):
        self.solitaire_count("kemp-american").model.do(Tap(TapKind.PASS, 3))

    def solitaire_four(self):
        self.solitaire_count("simple").model.do(Tap(TapKind.OTHER_FLOWER))

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
        page.open_game(page.record.rows[0].uid)
        self.settle(until=lambda: page.game.seen is not None)

    def solitaire_figures(self):
        self.solitaire_record()
        self.window.page("ledger").show_overview("figures")

    def ledger(self):
        page = self.open("ledger")
        page.show_tab("sessions")
        page.open_session(self.uid)
        self.settle(until=lambda: bool(page.session.uid))
        page.session.show_row(page.session.rows[0].id if hasattr(page.session, "rows") else "1")

    def ledger_players(self):
        page = self.open("ledger")
        page.show_tab("players")
        self.settle()
        page.show_player("")
        page.filter_button.setChecked(True)

    def cards(self):
        page = self.open("cards")
        page.choose(page.model.standing[0].key)

    def cards_own(self):
        page = self.open("cards")
        page.choose(page.model.standing[0].key)
        page.make_own()

    def print(self):
        page = self.open("print")
        self.settle(until=lambda: page.model.settled)

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

    def help(self):
        self.open("help")

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


STATES = {
    "score": Tour.score,
    "score-wrong": Tour.score_wrong,
    "american": Tour.american,
    "table-start": Tour.table_start,
    "table-game": Tour.table_game,
    "table-hand": Tour.table_hand,
    "table-tiles": Tour.table_tiles,
    "table-correction": Tour.table_correction,
    **views("penalty", "seats", "people", "bank", "wall", "corrections", "chips", "plan", "closing", "reopen"),
    "solitaire-start": Tour.solitaire_start,
    "solitaire": Tour.solitaire,
    "solitaire-claim": Tour.solitaire_claim,
    "solitaire-coach": Tour.solitaire_coach,
    "solitaire-american": Tour.solitaire_american,
    "solitaire-replay": Tour.solitaire_replay,
    "solitaire-record": Tour.solitaire_record,
    "solitaire-break": Tour.solitaire_break,
    "solitaire-count": Tour.solitaire_count,
    "solitaire-passing": Tour.solitaire_passing,
    "solitaire-four": Tour.solitaire_four,
    "solitaire-won": Tour.solitaire_won,
    "solitaire-offer": Tour.solitaire_offer,
    "solitaire-figures": Tour.solitaire_figures,
    "ledger": Tour.ledger,
    "ledger-players": Tour.ledger_players,
    "club": Tour.club,
    "club-tournament": Tour.club_tournament,
    "club-new": Tour.club_new,
    "club-penalty": lambda tour: tour.club(Club.PENALTY),
    "cards": Tour.cards,
    "cards-own": Tour.cards_own,
    "print": Tour.print,
    "rules": Tour.rules,
    "rules-own": Tour.rules_own,
    "rules-row": Tour.rules_row,
    "rules-add": Tour.rules_add,
    "practice": Tour.practice,
    "practice-checked": Tour.practice_checked,
    "practice-american": Tour.practice_american,
    "invitation": Tour.invitation,
    "help": Tour.help,
    "settings": Tour.settings,
    "about": Tour.about,
    "about-report": Tour.about_report,
    "message": Tour.message,
}

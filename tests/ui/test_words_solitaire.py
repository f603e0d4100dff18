"""The Solitaire pages in the pseudo-language: every word looked up, and room for all of it."""

import datetime as dt
from fractions import Fraction

import pytest
from mjcompanion.ui.app import build
from mjcompanion.ui.pages.ledger.page import FIGURES
from mjcompanion.ui.pages.ledger.queries import EntryFilter
from mjcompanion.ui.pages.solitaire.model import SolitaireScreen
from mjcompanion.ui.pages.solitaire.page import SolitairePage

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.moves import Do
from mjcompanion.solitaire.real_tiles import Tap, TapKind
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings, save
from tests.ledger.gaming import add, real, row
from tests.ui import wording
from tests.ui.walk import settle

NAMES = "Companion Club Fifteen and " + " ".join(dt.date(2026, at, 1).strftime("%b %B") for at in range(1, 13))
"""The cards' names, and what the locale data give, which has no pseudo-language."""


def names(page):
    """These, and what stands on the card of the game: notation, and words that people wrote."""
    card = page.model.card() if isinstance(page, SolitairePage) else None
    lines = card.lines if card is not None else ()
    return " ".join([NAMES, *[f"{one.section} {one.pattern} {one.note}" for one in lines]])


class Tour:
    """The window, and the way to each of the states."""

    def __init__(self, window):
        self.window = window

    def settle(self, until=None):
        """Let everything that is under way come to an end."""
        settle(self.window, until)

    @property
    def page(self):
        return self.window.page(self.window.key)

    def begin(self, rules, number):
        page = self.window.open_page("solitaire")
        page.model.show(SolitaireScreen.START)
        page.start.number.setText(str(number))
        page.start.number.textEdited.emit(str(number))
        page.start.play_buttons[Ruleset(rules)].click()
        self.settle(lambda: page.model.decides)
        page.play._end_note()
        page.play.set_card(open_=False)
        return page

    def play_on(self, until):
        """Take every claim there is, else discard what was drawn last."""
        model = self.page.model
        while not model.game.is_over and not until(model.choices()):
            choices = [move for move in model.choices() if move.do is not Do.LEAVE]
            model.do((choices or model.choices())[-1])
            self.settle(lambda: model.decides or model.game.is_over)

    # the states

    def start(self):
        self.begin("simple", 5)
        self.begin("kemp-chinese", 6)
        self.page.model.show(SolitaireScreen.START)

    def wrong_number(self):
        self.window.open_page("solitaire").model.show(SolitaireScreen.START)
        self.page.start.number.setText("99999999999999")
        self.page.start.number.textEdited.emit("99999999999999")

    def turn(self):
        self.begin("kemp-chinese", 21).model.lift(0)

    def claim(self):
        self.begin("kemp-chinese", 54)
        self.play_on(lambda choices: any(move.do is Do.LEAVE for move in choices))

    def note(self):
        self.turn()
        self.page.model.undo()
        self.page.play._on_copy()

    def charleston(self):
        page = self.begin("kemp-american", 9)
        for at in (0, 3):
            page.model.lift(at)
        page.play.set_card(open_=True)

    def coached(self):
        self.page.play.set_coach(open_=True)
        self.settle(lambda: self.page.play.drawer.content is not None)

    def coach(self):
        self.turn()
        self.coached()

    def coach_about_a_claim(self):
        self.claim()
        self.coached()

    def coach_american(self):
        self.begin("kemp-american", 9)
        self.coached()

    def coach_simple(self):
        self.begin("simple", 3)
        self.coached()

    def end(self):
        self.begin("simple", 8)
        self.play_on(lambda _: False)

    def replay(self):
        self.begin("kemp-chinese", 54)
        self.page.model.replay()
        self.page.model.go_to(3)

    def at_wall(self, rules="kemp-chinese", *kinds):
        page = self.window.open_page("solitaire")
        page.model.throw_away_real()
        page.model.show(SolitaireScreen.START)
        page.start.play_real(Ruleset(rules))
        self.settle(lambda: page.model.real is not None)
        for deed in kinds:
            page.model.do(Tap(deed, 3))
        return page

    def wall_broken(self):
        self.at_wall().breaking.panel.throw()

    def wall_begun(self):
        self.at_wall().model.begin_counting()

    def wall_counted(self):
        self.at_wall("kemp-chinese", TapKind.FLOWER, TapKind.DISCARD, TapKind.OTHER, TapKind.OTHER, TapKind.OTHER)

    def wall_passed(self):
        self.at_wall("kemp-american", TapKind.PASS)

    def wall_chosen(self):
        self.at_wall("kemp-american", *[TapKind.PASS] * 3)

    def wall_of_four(self):
        self.at_wall("simple", TapKind.OTHER_FLOWER, TapKind.OTHER, TapKind.OTHER)

    def wall_used_up(self):
        page = self.at_wall()
        while not page.model.real.game.is_over:
            kinds = (TapKind.NOBODY, TapKind.OTHER, TapKind.DISCARD)
            page.model.do(next(Tap(one) for one in kinds if not page.model.real.game.why_not(Tap(one))))

    def wall_offered(self):
        self.wall_counted()
        self.page.model.show(SolitaireScreen.START)

    def record(self):
        page = self.window.open_page("ledger")
        page._on_clear_all()
        page.show_games()
        self.settle(lambda: page.card_pane.table.games.rowCount() > 0)
        page.filter_button.setChecked(True)
        page.open_game(page.record.rows[0].uid)
        self.settle(lambda: page.game.seen is not None)

    def figures(self):
        self.record()
        self.page.show_overview(FIGURES)

    def nothing_found(self):
        self.record()
        self.page._on_conditions(EntryFilter(kinds=("games",), when="1999"))

    def deleted(self):
        self.record()
        self.page._on_conditions(EntryFilter(kinds=("games",), put_aside=True))


STATES = (
    Tour.start,
    Tour.wrong_number,
    Tour.turn,
    Tour.claim,
    Tour.note,
    Tour.charleston,
    Tour.coach,
    Tour.coach_about_a_claim,
    Tour.coach_american,
    Tour.coach_simple,
    Tour.end,
    Tour.replay,
    Tour.wall_broken,
    Tour.wall_begun,
    Tour.wall_counted,
    Tour.wall_passed,
    Tour.wall_chosen,
    Tour.wall_of_four,
    Tour.wall_used_up,
    Tour.wall_offered,
    Tour.record,
    Tour.figures,
    Tour.nothing_found,
    Tour.deleted,
)


@pytest.fixture(scope="module")
def tour(qapp, tmp_path_factory):
    """The program in the pseudo-language, on a folder with finished games."""
    folders = Folders.at(tmp_path_factory.mktemp("words") / "data")
    make_folder(folders.data)
    with Ledger.open(None, folders) as ledger:
        ledger.games.add(*real(won=True))
        add(ledger, row(40, final=Fraction(123)), row(41, "kemp-american", Fraction(99)), row(42, "simple", None))
    save(Settings(reduced_motion=True, game_speed="instant"), folders)
    with wording.speaking_pseudo(qapp):
        window = build(qapp, folders)
        window.resize(1024, 700)
        window.show()
        made = Tour(window)
        made.settle()
        yield made
        window.context.close()
        window.context.theme.apply("light", 100)
        window.close()
        window.deleteLater()


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("percent", [100, 200])
def test_every_word_is_looked_up_and_has_room(tour, percent):
    tour.window.context.settings.change(text_size=percent)
    faults = []
    for state in STATES:
        state(tour)
        tour.settle()
        faults += [f"{state.__name__}: {one}" for one in wording.faults_of(tour.page, names(tour.page))]
    assert not faults, "\n".join(["", *dict.fromkeys(faults)])

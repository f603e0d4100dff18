"""The routes from one page to another: a page emits a signal, and knows no other page."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, cast

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from .pages.print.page import PrintPage
    from .pages.rules.page import RulesPage
    from .widgets.score_hand import ScoreHand
    from .window import MainWindow


class Route(NamedTuple):
    """From the signal of a page to another one, and to the method of it or of its model that gets the arguments."""

    start: str
    signal: str
    to: str
    method: str = ""


ROUTES: Final = (
    Route("score", "print_wanted", "print", "model.show_hand"),
    Route("score", "look_wanted", "ledger", "open_kept"),
    Route("solitaire", "look_wanted", "ledger", "open_kept"),
    Route("ledger", "hand_wanted", "score", "open_hand"),
    Route("ledger", "hand_print_wanted", "score", "print_hand"),
    Route("cards", "print_wanted", "print", "model.show_card"),
    Route("ledger", "print_wanted", "print", "model.show_session"),
    Route("ledger", "games_print_wanted", "print", "model.show_games"),
    Route("ledger", "season_print_wanted", "print", "model.show_season"),
    Route("ledger", "season_wall_wanted", "club", "show_season"),
    Route("ledger", "replay_wanted", "solitaire", "replay_record"),
    Route("ledger", "deal_wanted", "solitaire", "play_deal"),
    Route("ledger", "practice_wanted", "practice", "open_exercise"),
    Route("ledger", "score_wanted", "score"),
    Route("ledger", "solitaire_wanted", "solitaire"),
    Route("ledger", "start_wanted", "table"),
    Route("solitaire", "record_wanted", "ledger", "show_games"),
    Route("ledger", "table_wanted", "table", "open_session"),
    Route("table", "model.rules_wanted", "rules", "show_rules"),
    Route("table", "model.row_wanted", "rules", "add_row"),
    Route("table", "model.print_wanted", "print", "model.show_session"),
    Route("club", "table_wanted", "table", "open_session"),
    Route("club", "print_wanted", "print", "model.show_tournament"),
    Route("club", "season_wanted", "ledger", "show_season"),
    Route("club", "new_season_wanted", "ledger", "new_season"),
    Route("club", "settings_wanted", "settings", "show_setting"),
    Route("table", "model.referee_wanted", "help", "open_section"),
    Route("print", "words_wanted", "settings"),
    Route("help", "about_wanted", "about"),
    Route("settings", "about_wanted", "about"),
)


def connect_routes(window: MainWindow, key: str, page: QWidget) -> None:
    """Connect the signals of a page that was just made."""
    for route in ROUTES:
        if route.start == key:
            attrgetter(route.signal)(page).connect(partial(_go, window, route))
    if key == "print":
        cast("PrintPage", page).model.ask_score = partial(_score_hand, window)
    elif key == "rules":
        cast("RulesPage", page).model.ask_score = partial(_score_hand, window)


def _go(window: MainWindow, route: Route, *wanted: object) -> None:
    page = window.open_page(route.to)
    if route.method:
        attrgetter(route.method)(page)(*wanted)


def _score_hand(window: MainWindow) -> ScoreHand:
    """Return the hand on the Score page; a stored draft counts before the page was opened."""
    from .pages.score.page import ScorePage, no_hand
    from .widgets.score_hand import ScoreHand

    folders = window.context.folders
    kept = folders.draft_file.exists() or folders.american_draft_file.exists()
    page = window.made_page("score") if kept else window.page("score")
    return page.printed() if isinstance(page, ScorePage) else ScoreHand(why_not=no_hand())

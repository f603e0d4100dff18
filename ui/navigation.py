"""The ways that lead from one page to another: a page says by a signal what is wanted, and knows no other page."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, cast

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from .pages.print.page import PrintPage
    from .pages.rules.page import RulesPage
    from .parts.score_hand import ScoreHand
    from .window import MainWindow


class Way(NamedTuple):
    """From a page, by its signal, to another one, which is told what is wanted by a method of it or its presenter."""

    start: str
    signal: str
    to: str
    method: str = ""


WAYS: Final = (
    Way("score", "print_wanted", "print", "presenter.show_hand"),
    Way("score", "look_wanted", "ledger", "open_kept"),
    Way("solitaire", "look_wanted", "ledger", "open_kept"),
    Way("ledger", "hand_wanted", "score", "open_hand"),
    Way("ledger", "hand_print_wanted", "score", "print_hand"),
    Way("cards", "print_wanted", "print", "presenter.show_card"),
    Way("ledger", "print_wanted", "print", "presenter.show_session"),
    Way("ledger", "games_print_wanted", "print", "presenter.show_games"),
    Way("ledger", "replay_wanted", "solitaire", "replay_record"),
    Way("ledger", "deal_wanted", "solitaire", "play_deal"),
    Way("ledger", "practice_wanted", "practice", "open_exercise"),
    Way("ledger", "score_wanted", "score"),
    Way("ledger", "solitaire_wanted", "solitaire"),
    Way("ledger", "start_wanted", "table"),
    Way("solitaire", "record_wanted", "ledger", "show_games"),
    Way("ledger", "table_wanted", "table", "open_session"),
    Way("table", "rules_wanted", "rules", "show_rules"),
    Way("table", "row_wanted", "rules", "add_row"),
    Way("table", "print_wanted", "print", "presenter.show_session"),
    Way("club", "table_wanted", "table", "open_session"),
    Way("club", "print_wanted", "print", "presenter.show_tournament"),
    Way("club", "settings_wanted", "settings", "show_setting"),
    Way("table", "referee_wanted", "help", "open_section"),
    Way("print", "words_wanted", "settings"),
    Way("help", "about_wanted", "about"),
    Way("settings", "about_wanted", "about"),
)


def lead(window: MainWindow, key: str, page: QWidget) -> None:
    """Let a page that was just made lead to the others."""
    for way in WAYS:
        if way.start == key:
            getattr(page, way.signal).connect(partial(_go, window, way))
    if key in ("print", "rules"):
        cast("PrintPage | RulesPage", page).presenter.ask_score = partial(_score_hand, window)


def _go(window: MainWindow, way: Way, *wanted: object) -> None:
    page = window.open_page(way.to)
    if way.method:
        attrgetter(way.method)(page)(*wanted)


def _score_hand(window: MainWindow) -> ScoreHand:
    """The hand on the Score page; one from last time counts, though the page wasn't opened yet."""
    from .pages.score.page import ScorePage, no_hand
    from .parts.score_hand import ScoreHand

    folders = window.context.folders
    kept = folders.draft_file.exists() or folders.american_draft_file.exists()
    page = window.made_page("score") if kept else window.page("score")
    return page.printed() if isinstance(page, ScorePage) else ScoreHand(why_not=no_hand())

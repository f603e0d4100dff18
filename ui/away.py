"""What can be done while a club's server doesn't answer: try again, continue on this computer, and bring that back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from mjcompanion.i18n.translation import joined, ngettext, number
from mjcompanion.ledger.errors import LedgerError

if TYPE_CHECKING:
    from mjcompanion.ledger.offline_replica import ContinuedHere
    from mjcompanion.ledger.values import Fork

    from .context import PageContext

Brought = tuple[dict[str, str], tuple["Fork", ...]]
"""The sessions that were away, their ids on the server by those here, and those that the server continued too."""


class ClubLedger(QObject):
    """Says whether the ledger answers, and has the club's session continue in the data folder's."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._context = context
        self._lost: LedgerError | None = None
        self._away: ContinuedHere | None = None
        context.lost.connect(self._on_lost)

    def _on_lost(self, error: LedgerError | None) -> None:
        before, self._lost = self._lost, error
        if before is not None and error is None:
            self._context.say(self.tr("The ledger is responding again."), "good")
        self.show()

    @property
    def _is_server(self) -> bool:
        return self._context.ledger_place.startswith("postgres")

    def show(self) -> None:
        """Show a note while the ledger doesn't answer, or while something is only in the one on this computer."""
        note = self._context.note
        if self._lost is not None:
            text = f"{self._lost} {self.tr('What you are entering stays here.')}"
            here = self.tr("Continue on this computer") if self._is_server else ""
            note(text, self.tr("Try again"), self._try_again, here, self.continue_here)
        elif self._context.is_away:
            text = self.tr("You are using the ledger on this computer.")
            note(text, self.tr("Back to the club’s ledger"), self.go_back)
        elif self._is_server and self._context.folders.away_file.exists():
            text = self.tr("What you did on this computer isn’t in the club’s ledger yet.")
            note(text, self.tr("Add it to the club’s ledger"), self.go_back)
        else:
            note("")

    def _try_again(self) -> None:
        self._wait(self.tr("Trying again…"))
        self._context.ledger.try_again()

    def _wait(self, said: str) -> None:
        """Say what is under way; what went wrong before isn't so any more."""
        self._context.take_back()
        self._context.note(said)

    def continue_here(self) -> None:
        """Copy the session at the table, as the window has it, into the data folder's ledger, and use that."""
        session, folders = self._context.session_here(), self._context.folders

        def do() -> ContinuedHere:
            from mjcompanion.ledger.offline_replica import continue_here

            return continue_here(folders, session)

        def done(away: ContinuedHere) -> None:
            self._away = away
            self._turn({theirs: mine for mine, theirs in away.sessions.items()}, away=True)

        self._wait(self.tr("Opening the ledger on this computer…"))
        self._context.ledger.ask_aside(do, done, self._on_failed, self)

    def go_back(self, *, separate: bool = False) -> None:
        """Bring into the club's ledger what continues here, and use that; what it continued too is asked first."""
        address, folders, here = self._context.club_place, self._context.folders, self._away

        def do() -> Brought:
            from mjcompanion.ledger.ledger import Ledger
            from mjcompanion.ledger.offline_replica import bring_back, what_is_away

            away = here or what_is_away(folders)
            with Ledger.open(address, folders) as club:
                return ({}, ()) if away is None else (away.sessions, bring_back(folders, club, away, separate=separate))

        def done(brought: Brought) -> None:
            sessions, forks = brought
            if forks:
                self._ask(forks, partial(self._keep_theirs, sessions))
                return
            text = self.tr("What you did on this computer is in the club’s ledger now.")
            if separate:
                text = self.tr("The club’s ledger has both. Your version is listed as continued separately.")
            self._return(sessions, text)

        self._wait(self.tr("Adding it to the club’s ledger…"))
        self._context.ledger.ask_aside(do, done, self._on_failed, self)

    def _ask(self, forks: tuple[Fork, ...], keep_theirs: partial[None]) -> None:
        text = self.tr("The session was continued here and in the club’s ledger as well.")
        for fork in forks:
            text += " " + ngettext(
                "After hand {n} the club’s ledger has {theirs}. This computer has {mine}.",
                "After {n} hands the club’s ledger has {theirs}. This computer has {mine}.",
                fork.hands,
            ).format(n=number(fork.hands), theirs=joined(fork.here), mine=joined(fork.there))
        apart = self.tr("Add mine as a separate session")
        self._context.note(text, self.tr("Keep the club’s"), keep_theirs, apart, partial(self.go_back, separate=True))

    def _keep_theirs(self, sessions: dict[str, str]) -> None:
        from mjcompanion.ledger.offline_replica import forget

        folders, text = self._context.folders, self.tr("Your version stays in the ledger on this computer.")
        self._context.ledger.ask_aside(
            lambda: forget(folders), lambda _: self._return(sessions, text), self._on_failed, self
        )

    def _return(self, sessions: dict[str, str], said: str) -> None:
        self._away = None
        self._turn(sessions, away=False)
        self._context.say(said, "good")

    def _turn(self, sessions: dict[str, str], *, away: bool) -> None:
        """Use the other ledger from now on, where these sessions have their second ids."""
        self._context.is_away, self._lost = away, None
        for before, after in sessions.items():
            self._context.session_moved.emit(before, after)
        self._context.ledger.reopen()
        self.show()

    def _on_failed(self, error: Exception) -> None:
        self._context.say(str(error), "wrong")
        self.show()

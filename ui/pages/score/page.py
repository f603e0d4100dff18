"""The Score page: one hand, not at any table."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QMenu

from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.i18n import translation
from mjcompanion.i18n.translation import _, joined
from mjcompanion.scoring.sheet import ScoreSheet

from ...hand.editor import HandEditor
from ...hand.keep import AboutHand
from ...hand.model import ScoreModel
from ...hand.share import Shared, Sharing
from ...theme import look
from ...widgets.layouts import down, fill
from ...widgets.menus import OpensMenu, PopupMenu
from ...widgets.words import sentence_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QWidget

    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.core.tiles import Terms
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.values import KeptHand, StoredHand
    from mjcompanion.printing.values import OneHand
    from mjcompanion.rulesets import Ruleset
    from mjcompanion.scoring.context import ScoringContext
    from mjcompanion.table.rules import TableRules

    from ...context import PageContext
    from ...hand.american import AmericanModel, AmericanPanel
    from ...widgets.moment import MahJonggMoment
    from ...widgets.score_hand import ScoreHand


class ScorePage(HandEditor):
    """The page.

    Signals:
        look_wanted(str): the saved hand with this id is to be shown.
        scored(object): a hand is complete and all about it is known: its score sheet.
    """

    look_wanted = Signal(str)
    scored = Signal(object)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._kept: tuple[object, str, str] = (None, "", "")
        """What was kept last, its id, and its remark."""
        self._keeping = False
        self._celebrated: object = self._sheet()
        self.celebration: MahJonggMoment | None = None
        self.scored.connect(self._celebrate)
        self._about_box = QFrame(self, Qt.WindowType.Popup)
        self._about_box.setProperty("role", "paper")
        margins = (look().L, look().L, look().L, look().L)
        fill(down(self._about_box, margins=margins), self.about_fields)
        self.about_fields.ended.connect(self._on_about_ended)
        more = ((self.tr("Copy the command line"), self._copy_command), (self.tr("Print…"), self.print_wanted.emit))
        self.sharing = Sharing(context, self.share_button, self.shared, more)
        OpensMenu(self.more_button, self._make_more_menu)
        self.keep_wanted.connect(self.keep)
        self.model.changed.connect(self._on_hand)

    def _american_part(self, rules: Ruleset) -> AmericanPanel:
        fresh = self.american is None
        panel = super()._american_part(rules)
        if fresh:
            panel.model.changed.connect(self._on_hand)
        return panel

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.about_fields.recall()

    def _build(self) -> None:
        self.about_fields = AboutHand(self._context.typed)
        super()._build()

    # what is in the header

    def _make_more_menu(self) -> QMenu:
        menu = PopupMenu(self.more_button)
        self.more_menu(menu)
        who = self._who()
        words = self.tr("Player and place: {who}…").format(who=who) if who else self.tr("Add player and place…")
        menu.addAction(words, self.show_about)
        if self._is_compact:
            menu.addSeparator()
            self.sharing.fill_menu(menu)
        return menu

    def _who(self) -> str:
        """The player and the place that are saved with a hand."""
        from mjcompanion.table.words import brief

        about = self.about_fields.about
        return joined(brief(part) for part in (about["player"], about["place"]) if part)

    def show_about(self) -> None:
        """Ask who had the hand, where, and for a remark."""
        corner = self.more_button.mapToGlobal(self.more_button.rect().bottomRight())
        box = self._about_box
        box.setMinimumWidth(look().sheet_width)
        box.adjustSize()
        box.move(corner.x() - box.width(), corner.y() + look().XS)
        box.show()
        self.about_fields.player.setFocus(Qt.FocusReason.PopupFocusReason)

    def _on_about_ended(self) -> None:
        self._about_box.hide()
        self.keep()

    def _copy_command(self) -> None:
        if self.is_american:
            self._context.say(self.tr("The command line can be copied for Chinese hands only."))
        else:
            self.receipt.copy_command()

    def _show_parts(self, *, american: bool) -> None:
        """Show the remark of the hand that comes into sight; its win was celebrated."""
        super()._show_parts(american=american)
        self.about_fields.show_hand((self.is_american, self.active.number))
        self._celebrated = self._sheet()

    def _on_hand(self) -> None:
        """Note which hand is shown, and let a win be celebrated once."""
        self.about_fields.show_hand((self.is_american, self.active.number))
        sheet = self._sheet()
        if sheet is not None and sheet != self._celebrated and self._celebrated is None:
            self.scored.emit(sheet)
        self._celebrated = sheet

    def _celebrate(self, sheet: AmericanSheet | ScoreSheet) -> None:
        """Let the tiles slide into their sets on the felt; any key or click goes on."""
        if not self.isVisible() or not look().moment:
            return
        from ...widgets.moment import MahJongg, MahJonggMoment

        if self.celebration is None or self.celebration.parentWidget() is not self._cards[0].felt:
            self.celebration = MahJonggMoment(self._cards[0].felt)
        winner = self.about_fields.about["player"] or self.active.draft.context.seat.word
        self.celebration.show_moment(MahJongg.of_sheet(winner, sheet))

    def _sheet(self) -> AmericanSheet | ScoreSheet | None:
        """The sheet of a hand that has won, all about it known."""
        active = self.active
        if not active.is_scored or not active.draft.context.winner:
            return None
        return active.seen.sheet

    def printed(self) -> ScoreHand:
        """The hand that is shown, for paper, if it is whole."""
        from mjcompanion.printing.values import OneHand  # no paper before it is needed

        from ...widgets.score_hand import ScoreHand

        active, card = self.active, ""
        sheet: AmericanSheet | ScoreSheet | None
        if not active.draft.entries:
            return ScoreHand(why_not=no_hand())
        if isinstance(active, ScoreModel):
            sheet = active.seen.sheet if active.seen.sheets else None
        else:
            sheet, card = active.seen.sheet, active.card.title if active.card is not None else ""
        if sheet is None:
            return ScoreHand(why_not=_unanswered(active.seen.unanswered) or _unfinished(active))
        return ScoreHand(OneHand(sheet, card=card), remark=_unanswered(active.seen.unanswered))

    # handing on

    def shared(self) -> Shared | str:
        """The hand that is shown, to hand on; a sentence where there is none."""
        from mjcompanion.parsing.dates import format_local_day
        from mjcompanion.table.events import now

        from ...hand.picture import picture_of  # drawn on demand

        printed = self.printed()
        if printed.hand is None:
            return printed.why_not
        details, terms = self.about_fields.about, self.active.terms
        sheet, title = printed.hand.sheet, printed.hand.card
        day = format_local_day(now())
        about = (details["player"], translation.date(dt.date.fromisoformat(day)), details["place"])
        picture = picture_of(printed.hand, terms, about=about, remark=details["remark"])
        text = _text_of(sheet, title, terms, about, details["remark"])
        return Shared(picture, text, partial(_file, self._recording(printed.hand), details), day)

    def open_shared(self, hand: StoredHand) -> None:
        """Show a hand that somebody handed on; its player, place and remark are saved with it."""
        if not self.open_hand(hand):
            return
        row = hand.row
        self.about_fields.take(row.player, row.place, row.remark)
        text = self.tr("This is the hand in the file. Press Save to put it in your Notebook.")
        self._context.say(text, "info", self.tr("Save"), self.keep)

    # keeping

    def keep(self) -> None:
        """Save the hand to the Notebook, with who had it, where, and the remark."""
        printed = self.printed()
        if printed.hand is None:
            self._context.say(printed.why_not)
            return
        if self._keeping:
            return
        record, about = self._recording(printed.hand), self.about_fields.about
        shown = self.is_american, self.active.number
        same = printed.hand, about["player"], about["place"]
        kept, uid, remark = self._kept
        again = same == kept and about["remark"] in ("", remark)

        def do(ledger: Ledger) -> KeptHand | None:
            return None if again and _has(ledger, uid) else ledger.hands.keep(record(), **about)

        def done(row: KeptHand | None) -> None:
            self._keeping = False
            if row is None:
                text = self.tr("Already saved.")
                self._context.say(text, "info", self.tr("View"), lambda: self.look_wanted.emit(uid))
                return
            self._kept = same, row.uid, row.remark
            self.about_fields.done(shown)
            self._say_kept(row.uid)

        self._keeping = True
        self._context.ledger.ask(do, done, self._failed, self)

    def _recording(self, hand: OneHand) -> Callable[[], dict[str, Any]]:
        """What makes the record of the hand that is shown, on whichever thread."""
        active, club = self.active, self._club.get(self._rules_shown())
        house = "" if club is None else club.name
        card = "" if isinstance(active, ScoreModel) else active.draft.card
        return partial(_record, hand, active.terms, house, card)

    def _failed(self, error: Exception) -> None:
        self._keeping = False
        self._context.say(sentence_of(error), "wrong")

    def _say_kept(self, uid: str) -> None:
        who = self._who()
        self._context.say(
            self.tr("Saved to the Notebook: {who}.").format(who=who) if who else self.tr("Saved to the Notebook."),
            "good",
            self.tr("Undo"),
            lambda: self._undo_keeping(uid),
            self.tr("View"),
            lambda: self.look_wanted.emit(uid),
        )

    def _undo_keeping(self, uid: str) -> None:
        def done(_unused: object) -> None:
            self._kept = None, "", ""
            self._context.say(self.tr("Removed from the Notebook."))

        self._context.ledger.ask(lambda ledger: ledger.hands.remove(uid), done, self._failed, self)

    def open_hand(self, hand: StoredHand) -> bool:
        """Show a kept hand, under the rules that it was counted by; one step takes it back. Whether it can be shown."""
        from mjcompanion.ledger.hand_records import rules_of

        rules = rules_of(hand)
        if rules is None:
            self._context.say(self.tr("This hand is by rules that this program doesn’t know."), "wrong")
            return False
        try:
            self._take(hand.record["request"], rules)
        except RuleError as error:
            self._context.say(str(error), "wrong")
            return False
        return True

    def print_hand(self, hand: StoredHand) -> None:
        """Show a kept hand, and print it, if it can be shown."""
        if self.open_hand(hand):
            self.print_wanted.emit()

    def _take(self, request: dict[str, Any], rules: TableRules) -> None:
        text = self.tr("Open a saved hand")
        if rules.rules.with_card:
            from mjcompanion.american.request import read_score_request
            from mjcompanion.rulesets import options_for

            parsed = read_score_request(request)
            model = self._american_part(rules.rules).model
            if model.cards and not model.card_called(parsed.card):
                raise RuleError([Problem("card-unknown", text=parsed.card, why=listed(model.cards, "or"))])
            self._show_parts(american=True)
            house = None if rules.options == options_for(rules.rules) else rules.options
            more: dict[str, Any] = {"card": parsed.card, "house": house, "house_name": ""}
            model.take(_filled(model.draft.pasted(str(parsed.hand)), parsed.context, **more), text)
            return
        from mjcompanion.scoring.request import read_request

        hand, context = read_request(request)
        self._show_chinese()
        draft = self.model.draft.with_rules(rules.rules).cleared().pasted(str(hand))
        more = {"round": context.round, "winner": context.winner, "house": rules.options, "seat_known": True}
        if context.win is not None:
            more |= {"last_tile": context.win.last_tile, "feats": context.win.feats}
        self.model.take(_filled(draft, context, **more), text)


def _has(ledger: Ledger, uid: str) -> bool:
    """Whether a kept hand is still in this ledger, as far as it can be known."""
    from mjcompanion.ledger.errors import LedgerError

    try:
        return not ledger.hands.get(uid).row.put_aside
    except RuleError:
        return False
    except LedgerError:  # its server is silent
        return True


def _filled(draft: Any, context: ScoringContext, **more: object) -> Any:  # noqa: ANN401 - of either kind
    win = context.win
    won = {"tile": None if win is None else win.tile, "by": None if win is None else win.by}
    values = {"rules": context.rules, "seat": context.seat, "discards": context.discards}
    return msgspec.structs.replace(draft, **values, **won, **more)


def _text_of(sheet: AmericanSheet | ScoreSheet, title: str, terms: Terms, about: tuple[str, ...], remark: str) -> str:
    """A hand in words: who had it, when and where, the remark, the sheet."""
    if isinstance(sheet, ScoreSheet):
        from mjcompanion.scoring.text_renderer import as_text

        text = as_text(sheet, terms)
    else:
        from mjcompanion.american.text_renderer import as_text as american_text

        text = american_text(sheet, title, terms)
    return "\n".join([" · ".join(part for part in about if part), *([remark] if remark else []), "", text, ""])


def _file(record: Callable[[], dict[str, Any]], about: dict[str, str]) -> bytes:
    """A hand as a file for another Companion."""
    import secrets

    from mjcompanion.ledger.hand_records import hand_of
    from mjcompanion.ledger.hands import file_bytes
    from mjcompanion.table.events import now

    return file_bytes(hand_of(secrets.token_hex(16), now(), now(), record(), **about))


def _record(hand: OneHand, terms: Terms, house: str, card: str) -> dict[str, Any]:
    from mjcompanion.ledger.hand_records import record_of, sheet_text

    return record_of(hand.sheet, sheet_text(hand.sheet, hand.card, terms), house, card)


def no_hand() -> str:
    """Return the sentence for an empty Score page."""
    return _("There is no hand on the Score page yet.")


def _unfinished(model: ScoreModel | AmericanModel) -> str:
    problem = (*model.seen.problems, *model.seen.missing)[0]
    few = problem.code.startswith("below-minimum")
    text = _("The hand on the Score page can’t go out.") if few else _("The hand on the Score page isn’t complete.")
    return f"{text} {problem.sentence(model.terms)}"


def _unanswered(open_questions: tuple[str, ...]) -> str:
    return _("How was the hand won? It may score more.") if open_questions else ""

"""“What's this?”: a few sentences about each control that isn't plain, and where the handbook tells more.

A page calls `explain(widget, key)` where it makes the control. Qt's own What's This mode shows the sentences in a
bubble; its link, and F1 while the control has the keyboard, lead to the section of the handbook.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QWhatsThisClickedEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.core.options import OPTIONS
from mjcompanion.i18n.translation import N_, _

from .rich_text import element, escaped, explain_in, one_after_another

SECTION: Final = "help_section"
"""The property of a widget that names its section of the handbook."""


class Explanation(NamedTuple):
    """What is said about a control, without markup, and the section of the handbook that tells more."""

    words: str
    section: str


_NOTES: Final = {
    "score-tiles": {
        "entry": N_(
            "Type tiles here: a number, then b for bamboos, d for dots, c for characters; e s w n for winds, r g 0 "
            "for dragons, f1 for a flower. (345d) is an exposed set, [1111b] a concealed kong, and ! marks the tile "
            "that won. Or type words: pung of red dragons, pair of 9 bams, West, drawn 9 bam. Press Enter when "
            "you’re done."
        ),
    },
    "score-american": {
        "american-entry": N_(
            "Type tiles here: a number, then b for bamboos, d for dots, c for characters; e s w n for winds, r g 0 "
            "for dragons, f for a flower, j for a joker. (22jjb) is an exposed set, and ! marks the tile that won. "
            "Or type words: kong of 2 bams, 2 soaps, a flower. Press Enter when you’re done."
        ),
        "exchange": N_(
            "Exposed sets. Click one to take it back, to remove it, or to exchange a real tile from your hand for "
            "its joker: on your turn you may do so in any set on the table."
        ),
    },
    "score-rules": {
        "seat": N_(
            "Your seat at the table. It decides which wind, flower and season are your own, and whether you are East."
        ),
        "round": N_(
            "The prevailing wind: East until everybody has been East, then South, West and North. Only rules "
            "in which it scores ask for it."
        ),
    },
    "game-hand": {
        "result": N_(
            "Whether this hand won. Where all four score, a loser’s 13 tiles count too: sets, a pair and flowers,"
            " but no points for winning."
        ),
    },
    "score-house": {
        "house": N_(
            "The options that differ from table to table, such as the limit. Each takes effect at once, and is "
            "saved in this set of rules."
        ),
    },
    "score-sets": {
        "laying": N_(
            "Where the next tile goes: into the hand, or onto the table as a set. One tile is enough: a 3 and "
            "Chow lays 3 4 5. Sets on the table score less than those in the hand, so it matters."
        ),
    },
    "score-won": {
        "way": N_(
            "How the last tile came. A loose tile replaces a kong or a flower. Robbed: you won with the tile "
            "that somebody added to a pung. Dealt: East’s hand was complete as dealt."
        ),
        "winning-tile": N_(
            "The tile that completed the hand. It decides which set counts as exposed, and whether it was the "
            "only tile that fitted."
        ),
        "last-tile": N_(
            "The last tile of the wall that can be drawn, or the discard that followed it. Some rules reward it."
        ),
        "called": N_(
            "The player waited for one tile with the first discard, said so, and changed nothing after it. Some rules "
            "reward it."
        ),
        "second_kong": N_(
            "The loose tile of a kong made another kong, and the loose tile of that one won. Some rules reward it. "
            "The British rules call it Twofold Fortune."
        ),
        "ninth_win": N_("East won eight hands in a row before this one. Some rules give the limit for the ninth."),
    },
    "kemp-chinese": {
        "discards": N_(
            "All tiles discarded, by everybody, less those that were claimed. Kemp’s games multiply the score by "
            "the share of the wall that is left, so this number decides the final score."
        ),
        "factor": N_(
            "How many tiles are left in the wall and, in Kemp’s games, what your score would be multiplied by "
            "if you won now: early and small, or late and large?"
        ),
    },
    "kemp-american": {
        "american-discards": N_(
            "All tiles discarded, those passed in the Charleston too, less those that were claimed. The score is "
            "multiplied by the share of 138 tiles that is left."
        ),
        "charleston": N_(
            "Lift the tiles you don’t want, then pass them: three in each of the first two passes of a "
            "Charleston, up to three in the last. Jokers are never passed. You draw as many tiles from the "
            "wall."
        ),
    },
    "score-sheet": {
        "sheet": N_(
            "Points first, line by line. Then the doubles: each one doubles the points, so three doubles make "
            "eight times as many. Last the score, cut to the limit if there is one."
        ),
        "why": N_("The rule behind each line and its source, and what the other ways to read the tiles would give."),
        "elsewhere": N_(
            "The same tiles under all other rules and your house rules: each score, and what counts "
            "differently. Rules that don’t allow the hand say why."
        ),
    },
    "settlement": {
        "american-way": N_(
            "How the last tile came, which decides who pays. Only in Kemp’s solitaire can it come in the Charleston."
        ),
        "worth": N_(
            "The value that the card gives to the line of the winner’s hand. The program doubles it where the "
            "rules say so: don’t double it yourself."
        ),
        "jokerless": N_(
            "A hand without jokers pays double: always with a yearly card, except for Singles and Pairs; in "
            "the club only when it is self-drawn."
        ),
    },
    "american-club": {
        "dead": N_(
            "A dead hand can’t win any more: it has the wrong number of tiles, or was shown by mistake. It pays "
            "like the others."
        ),
        "wrong-call": N_(
            "A player who called Mah Jongg by mistake and showed the hand. After three such calls the game is "
            "over and all pay the fourth player."
        ),
        "bettor": N_(
            "Somebody who doesn’t play but backs a player, secretly until the end, and gets or pays what that "
            "player does."
        ),
    },
    "table-hand": {
        "robbed": N_(
            "Who discarded the winning tile or, where a kong was robbed, whose kong it was. In American play "
            "that player pays more."
        ),
    },
    "table-corrections": {
        "keep-winds": N_(
            "A correction may change who was East in later hands. Yes: you did play those hands with the winds "
            "shown, and only the points change. No: the winds are worked out again."
        ),
    },
    "table-chips": {
        "moves": N_(
            "Which pieces go across the table. If a payer lacks the right ones, the payee gives change. What can’t "
            "be paid is owed until the next payment between the two."
        ),
    },
    "solitaire-coach": {
        "coach": N_(
            "What each discard keeps open, whether a claim helps, and what the coach would do. It knows only what "
            "you can know. The game is then marked as assisted."
        ),
    },
    "solitaire-real": {
        "real-wall": N_(
            "For playing alone with real tiles: press one key for each thing that happens, and the program "
            "counts the wall, the discards and the factor."
        ),
    },
    "solitaire": {
        "deal-number": N_(
            "The same number gives the same wall and the same dice to everybody, on every computer. Empty: any deal."
        ),
    },
    "table-wall": {
        "break-dice": N_(
            "Throw here, or enter what you threw with real dice: type the numbers. The picture then shows where the "
            "wall is broken and where drawing starts."
        ),
    },
    "cards-patterns": {
        "pattern": N_(
            "The hand in groups: figures and letters for tiles, then a, b or c for its suit. 2222a is four 2s of a "
            "suit. Different letters are different suits."
        ),
        "shift": N_(
            "How far the numbers of the line may move together: 1 makes it “any numbers in a row”, 2 keeps odd "
            "and even."
        ),
        "jokers-anywhere": N_(
            "On most cards jokers are used only in three or more alike. Some clubs let them be used anywhere."
        ),
    },
    "nmjl": {
        "concealed": N_("C on a card: no tile may be claimed but the one that wins. Without it the line is X."),
        "singles-and-pairs": N_(
            "Lines of singles and pairs can’t hold jokers, so with a yearly card they aren’t doubled for lacking them."
        ),
    },
}
"""What is said about controls, by the section of the handbook that tells more, and by the key of each."""
NOTES: Final = {
    key: Explanation(words, section) for section, notes in _NOTES.items() for key, words in notes.items()
} | {spec.key: Explanation(spec.note, spec.section) for spec in OPTIONS}
"""What can be asked about, by key; a house option has its own key."""


def explain(widget: QWidget, key: str) -> None:
    """Let “What's this?” and F1 tell about a widget and all that is in it."""
    note = NOTES[key]
    more = escaped(_("More in the handbook"))
    # a bubble has the colours of the window the other way round
    link = element("a", more, href=note.section, style="color: palette(window)")
    explain_in(widget, one_after_another((element("p", escaped(_(note.words))), element("p", link))))
    widget.setProperty(SECTION, note.section)
    widget.setProperty("whats_this_key", key)
    widget.installEventFilter(_opener())


class _Opener(QObject):
    """Follows the link in a bubble."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on the link of a bubble opens the handbook there."""
        if isinstance(event, QWhatsThisClickedEvent) and isinstance(watched, QWidget):
            open_help = getattr(watched.window(), "open_help", None)
            if open_help is not None:
                open_help(event.href())
                return True
        return False


@cache
def _opener() -> _Opener:
    return _Opener()

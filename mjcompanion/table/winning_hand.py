"""A hand that was won at a table, as people look at it: its sets, its name, and whether the limit decided."""

from __future__ import annotations

import msgspec

from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.hand_groups import groups_of_line
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By
from mjcompanion.i18n.translation import _, capital, number, pgettext
from mjcompanion.scoring.hand_groups import HandGroup, hand_groups
from mjcompanion.scoring.sheet_rows import special_name
from mjcompanion.table.events import HandItem, Tiles
from mjcompanion.table.rows import TableRow, count_tiles, worth
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, row_round


class WinningHand(msgspec.Struct, frozen=True):
    """A hand that was won: `groups` are empty where only its score was entered, `name` where it has none."""

    winner: int
    score: int | None
    how: str
    where: str
    groups: tuple[HandGroup, ...] = ()
    name: str = ""
    limited: bool = False


def winning_hand(table: Table, row: TableRow, names: tuple[str, ...]) -> WinningHand | None:
    """Return the hand of a row; None where nobody won. `names` are the parties'."""
    item = row.item
    if not isinstance(item, HandItem) or item.winner is None or row.winner is None:
        return None
    round_ = row_round(row, with_wind=table.rules.rules.has_round_wind)
    where = filter(None, (round_, _("hand {n}").format(n=number(row.number))))
    between = pgettext("between the parts of a sentence", ", ")
    how = _how(row, item, names)
    found = WinningHand(row.winner, worth(row), how, capital(between.join(where)))
    try:
        if item.tiles:
            return msgspec.structs.replace(found, groups=groups_of_line(AmericanHand.parse(item.tiles), item.line))
        if isinstance(item.scores[item.winner], Tiles):
            sheet = count_tiles(table.rules, item, row.before, item.winner)
            groups, name = hand_groups(sheet), special_name(sheet)
            return msgspec.structs.replace(found, groups=groups, name=name, limited=sheet.is_at_limit)
    except (RuleError, ValueError):  # a hand of a file that others made
        pass
    return found


def _how(row: TableRow, item: HandItem, names: tuple[str, ...]) -> str:
    """Say how the winning tile came."""
    if item.discarder is not None:
        other = brief(row.on_places(names)[item.discarder], 18)
        robbed = item.by is By.ROBBED_KONG
        return (_("Robbed {other}’s kong") if robbed else _("From {other}")).format(other=other)
    words = {
        By.DRAW: _("Self-drawn"),
        By.DISCARD: _("From a discard"),
        By.KONG_REPLACEMENT: _("Loose tile after a kong"),
        By.FLOWER_REPLACEMENT: _("Loose tile after a flower"),
        By.ROBBED_KONG: _("Robbed a kong"),
        By.DEAL: _("As dealt"),
        By.FIRST_DISCARD: _("East’s first discard"),
    }
    return words.get(item.by, "") if item.by is not None else ""

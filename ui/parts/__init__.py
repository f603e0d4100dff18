"""The small widgets of which pages are made."""

from ..context import Message
from .buttons import Button, CheckBox, Choice, IconButton, Stepper
from .card_line import CardLine, line_tiles
from .chart import EndLabel, LineChart
from .chips import COMPACT, LARGE, ChipsPicture
from .fields import NumberField, TextField, labelled
from .flow import Flow
from .message import MessageBar, keep_clear
from .segmented import Segmented
from .surfaces import Card, Elided, EmptyState, Heading, Line, PathWords, ScrollPage, Words

__all__ = [
    "COMPACT",
    "LARGE",
    "Button",
    "Card",
    "CardLine",
    "CheckBox",
    "ChipsPicture",
    "Choice",
    "Elided",
    "EmptyState",
    "EndLabel",
    "Flow",
    "Heading",
    "IconButton",
    "Line",
    "LineChart",
    "Message",
    "MessageBar",
    "NumberField",
    "PathWords",
    "ScrollPage",
    "Segmented",
    "Stepper",
    "TextField",
    "Words",
    "keep_clear",
    "labelled",
    "line_tiles",
]

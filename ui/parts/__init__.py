"""The small widgets of which nearly every page is made; the others are imported from their own modules."""

from ..context import Message
from .buttons import Button, CheckBox, Choice, IconButton, Stepper
from .fields import NumberField, ScaleField, TextField, labelled
from .flow import Flow
from .message import MessageBar, keep_clear
from .segmented import Segmented
from .surfaces import Card, Elided, EmptyState, Heading, Line, PathWords, ScrollPage, Words

__all__ = [
    "Button",
    "Card",
    "CheckBox",
    "Choice",
    "Elided",
    "EmptyState",
    "Flow",
    "Heading",
    "IconButton",
    "Line",
    "Message",
    "MessageBar",
    "NumberField",
    "PathWords",
    "ScaleField",
    "ScrollPage",
    "Segmented",
    "Stepper",
    "TextField",
    "Words",
    "keep_clear",
    "labelled",
]

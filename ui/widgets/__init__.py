"""The small widgets of which pages are made."""

from ..context import Message
from .buttons import Button, CheckBox, Choice, IconButton, Stepper
from .flow import Flow
from .message import MessageBar
from .segmented import Segmented
from .surfaces import Card, EmptyState, Heading, Line, ScrollPage, Words

__all__ = [
    "Button",
    "Card",
    "CheckBox",
    "Choice",
    "EmptyState",
    "Flow",
    "Heading",
    "IconButton",
    "Line",
    "Message",
    "MessageBar",
    "ScrollPage",
    "Segmented",
    "Stepper",
    "Words",
]

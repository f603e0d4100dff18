"""The small widgets of which pages are made."""

from .buttons import Button, CheckBox, Choice, IconButton, Stepper
from .flow import FlowLayout
from .message import Message, MessageBar
from .segmented import Segmented
from .surfaces import Card, EmptyState, Heading, Line, ScrollPage, Words

__all__ = [
    "Button",
    "Card",
    "CheckBox",
    "Choice",
    "EmptyState",
    "FlowLayout",
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

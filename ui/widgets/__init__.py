"""The small widgets of which nearly every page is made; the others are imported from their own modules."""

from ..context import Message
from .buttons import Button, CheckBox, Choice, IconButton, Stepper
from .fields import NumberField, ScaleField, TextField, labelled
from .flow import Flow
from .message import MessageBar, keep_clear
from .segmented import Segmented
from .surfaces import CardFrame, Elided, EmptyState, Heading, PathWords, ScrollPage, Section, Separator, TextLabel

__all__ = [
    "Button",
    "CardFrame",
    "CheckBox",
    "Choice",
    "Elided",
    "EmptyState",
    "Flow",
    "Heading",
    "IconButton",
    "Message",
    "MessageBar",
    "NumberField",
    "PathWords",
    "ScaleField",
    "ScrollPage",
    "Section",
    "Segmented",
    "Separator",
    "Stepper",
    "TextField",
    "TextLabel",
    "keep_clear",
    "labelled",
]

"""Gives memory that pictures took back to the system, where the C library would keep it."""

from __future__ import annotations

import contextlib
import sys
from typing import Final

_LARGE: Final = 128 * 1024
"""Bytes: what is larger has memory of its own. It is what glibc begins with."""
_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""As `malloc.h` has them."""


def give_back() -> None:
    """Let the memory of pictures go back to the system when they go.

    Once a picture of the window was let go, glibc puts all that are no larger between small things, whose places then
    keep theirs: a window that is made larger and smaller grows by some megabytes every thousand times. To name its own
    first bounds keeps them fixed. It takes 8 ms, for `ctypes`, so it is done once the window is there.
    """
    if sys.platform != "linux":
        return
    import ctypes

    with contextlib.suppress(AttributeError, OSError):  # another C library
        library = ctypes.CDLL(None)
        for bound in (_MMAP_THRESHOLD, _TRIM_THRESHOLD):
            library.mallopt(bound, _LARGE)

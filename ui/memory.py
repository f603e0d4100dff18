"""Gives memory back to the system, where the C library would keep it."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import ctypes

_LARGE: Final = 128 * 1024
"""Bytes: what is larger has memory of its own. It is what glibc begins with."""
_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""As `malloc.h` has them."""


def trim() -> None:
    """Give back what lies free between small things, as far as whole pages are free; it takes about a millisecond."""
    library = _c_library()
    if library is not None:
        library.malloc_trim(0)


@cache
def _c_library() -> ctypes.CDLL | None:
    """The GNU C library, where it is the system's."""
    if sys.platform != "linux":
        return None
    import ctypes

    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") else None


def give_back() -> None:
    """Let the memory of pictures go back to the system when they go.

    Once a picture of the window was let go, glibc puts all that are no larger between small things, whose places then
    keep theirs: a window that is made larger and smaller grows by some megabytes every thousand times. To name its own
    first bounds keeps them fixed. It takes 8 ms, for `ctypes`, so it is done once the window is there.
    """
    library = _c_library()
    if library is not None:
        for bound in (_MMAP_THRESHOLD, _TRIM_THRESHOLD):
            library.mallopt(bound, _LARGE)

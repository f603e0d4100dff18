"""A bound on the work of a call that doesn't depend on what else the machine does."""

import time
from contextlib import contextmanager


@contextmanager
def effort(seconds):
    """What is done inside takes this thread no more processor time than that; waiting for others isn't counted.

    A bound is ten times what a quiet machine takes or more: it finds what grows without end, not what is slow.
    """
    begun = time.thread_time()
    yield
    spent = time.thread_time() - begun
    assert spent < seconds, f"{spent:.2f} s of processor time, and {seconds} are allowed"

"""Python's cyclic garbage collector, held back while large structures grow."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def paused_collection() -> Generator[None, None, None]:
    """Hold the cyclic collector back.

    While a graph grows nothing of it is garbage, but the collector would walk it over and over: half of the time that
    compiling a large page takes.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

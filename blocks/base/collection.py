"""Python's cyclic garbage collector, held back while large structures grow."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager


class TakenForOld:
    """How much the collector was spared: objects of the largest structure so far."""

    most = 0


@contextmanager
def paused_collection() -> Generator[None, None, None]:
    """Hold the cyclic collector back.

    While a graph grows nothing of it is garbage, but the collector would walk it over and over: half of the time that
    compiling a large page takes. Nor is it when it is there: the first walk over it, a tenth of that time, is spared
    as well. Only where it is larger than all before: what is taken for old is freed late, and must not add up.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        grown = gc.get_count()[0]
        if grown > TakenForOld.most:
            TakenForOld.most = grown
            gc.freeze()
            gc.unfreeze()  # into the oldest generation
        gc.enable()


def collect_what_comes() -> None:
    """Let the collector run again, but never look at what is there already."""
    TakenForOld.most = sys.maxsize  # to thaw something would thaw all
    gc.freeze()
    gc.enable()

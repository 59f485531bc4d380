"""Pauses of Python's cyclic garbage collector while large structures grow."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


class TakenForOld:
    """A record of the collections that were avoided.

    Attributes:
        most: objects of the largest structure so far.
        since: objects that were taken for old since it last looked at all, which it had done ``looks`` times.
        ends: nothing is to be taken for old any more.
    """

    most = 0
    since = 0
    looks = 0
    ends = False

    @classmethod
    def may_take(cls, grown: int) -> bool:
        """Whether so many new objects may be taken for old as well."""
        looks = gc.get_stats()[-1]["collections"]
        if looks != cls.looks:
            cls.looks, cls.since = looks, 0
        cls.most = max(cls.most, grown)
        if cls.ends or cls.since + grown > 2 * cls.most:
            return False
        cls.since += grown
        return True


@contextmanager
def paused_collection() -> Generator[None, None, None]:
    """Hold the cyclic collector back.

    While a graph grows nothing of it is garbage, but the collector would walk it over and over: half of the time that
    compiling a large page takes. Nor is it when it is there: the first walk over it, a tenth of that time, is spared
    as well: what is taken for old is freed late, and must not add up to more than twice the largest structure.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if TakenForOld.may_take(gc.get_count()[0]):
            gc.freeze()
            gc.unfreeze()  # into the oldest generation
        gc.enable()


def collect_what_comes() -> None:
    """Let the collector run again, but never look at what is there already."""
    TakenForOld.ends = True  # to thaw something would thaw all
    gc.freeze()
    gc.enable()

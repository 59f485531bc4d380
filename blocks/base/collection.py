"""Pauses of Python's cyclic garbage collector while large structures grow."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


class GcFreeze:
    """A record of avoided collections.

    Attributes:
        most: the number of objects of the largest structure so far.
        since: the objects moved to the oldest generation since its last collection, which was number ``looks``.
        ends: no more objects are moved there.
    """

    most = 0
    since = 0
    looks = 0
    ends = False

    @classmethod
    def may_take(cls, grown: int) -> bool:
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
    """Pause the cyclic collector, and then move the new objects to the oldest generation.

    A growing graph has no garbage, but the collector would walk it again and again: half of the time that compiling a
    large page takes. The first walk afterwards would take a tenth. Objects in the oldest generation are freed late, so
    at most twice the size of the largest structure is moved there between two collections.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if GcFreeze.may_take(gc.get_count()[0]):
            gc.freeze()
            gc.unfreeze()  # into the oldest generation
        gc.enable()


def collect_what_comes() -> None:
    """Enable the collector for new objects, and freeze all existing ones."""
    GcFreeze.ends = True  # to thaw something would thaw all
    gc.freeze()
    gc.enable()

"""The cyclic collector is held back while structures grow, and yet frees what nobody holds."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Generator
from unittest import mock

import pytest

from blocks.base import collection
from blocks.base.collection import paused_collection


class _Thing:
    """Something in a cycle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_at_the_start(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setattr(collection.GcFreeze, "most", 0)
    monkeypatch.setattr(collection.GcFreeze, "ends", False)
    gc.enable()  # a command that another test ran in this process turned it off, and had everything frozen
    gc.unfreeze()
    gc.collect()
    before = gc.get_threshold()
    gc.set_threshold(1_000_000)  # no walk over everything in between
    yield
    gc.set_threshold(*before)
    gc.freeze()  # what was frozen before
    gc.enable()


def test_nothing_is_collected_while_it_grows_and_the_collector_runs_again_afterwards() -> None:
    with paused_collection():
        assert not gc.isenabled()
        with paused_collection():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ValueError, match="wrong"), paused_collection():
        raise ValueError("wrong")
    assert gc.isenabled()


def test_what_is_taken_for_old_does_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection.GcFreeze, "since", 0)

    def grown(count: int) -> list[_Thing]:
        with paused_collection():
            return [_Thing() for _ in range(count)]

    things = [*grown(5000), *grown(4000)]
    assert {id(each) for each in gc.get_objects(2)}.issuperset(map(id, things))
    with mock.patch.object(gc, "freeze", side_effect=AssertionError("taken for old")):
        things += grown(4000)
    gc.collect()
    later = grown(4000)
    assert {id(each) for each in gc.get_objects(2)}.issuperset(map(id, later))


def test_what_was_taken_for_old_is_freed_when_nobody_holds_it() -> None:
    with paused_collection():
        things = [_Thing() for _ in range(5000)]
    assert gc.get_freeze_count() == 0
    last = weakref.ref(things[-1])
    del things
    gc.collect()
    assert last() is None

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
    """Something in a circle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_at_the_start(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setattr(collection.TakenForOld, "most", 0)
    gc.collect()
    yield
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


def test_only_what_is_larger_than_all_before_is_taken_for_old() -> None:
    with paused_collection():
        large = [_Thing() for _ in range(5000)]
    old = {id(each) for each in gc.get_objects(2)}
    assert old.issuperset(map(id, large))
    small: list[_Thing] = []
    with mock.patch.object(gc, "freeze", side_effect=AssertionError("taken for old")), paused_collection():
        small += [_Thing() for _ in range(100)]


def test_what_was_taken_for_old_is_freed_when_nobody_holds_it() -> None:
    with paused_collection():
        things = [_Thing() for _ in range(5000)]
    assert gc.get_freeze_count() == 0
    last = weakref.ref(things[-1])
    del things
    gc.collect()
    assert last() is None

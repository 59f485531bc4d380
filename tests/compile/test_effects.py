"""Blocks with effects: what they keep from step to step, in which order they run, and how they wait for each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.context import Context, Resources, WouldBlock, handle
from blocks.base.errors import DiagramError, RunError
from blocks.base.types import Array
from blocks.graph.scope import Scope
from blocks.library.declare import block
from blocks.library.index import find
from blocks.run.client import ClientSession


class Numbers(list[int]):
    """What a bag holds."""


@block("-> handle: resource", page="test")
def Bag(*, shared_name: str = "", context: Context) -> Array:
    """Holds numbers."""
    context.keep("a bag", Numbers, shared_name=shared_name)
    return handle(context.key(shared_name=shared_name))


@block("handle: resource, value: int32 -> done: int32", page="test")
def Put(bag: Array, value: Array, *, context: Context) -> Array:
    """Puts a number in."""
    context.resources.find(bag, Numbers, "a bag").append(int(value))
    return value


@block("handle: resource -> value: int32", page="test")
def Take(bag: Array, *, context: Context) -> Array:
    """Takes the first number out, or waits for one."""
    numbers = context.resources.find(bag, Numbers, "a bag")
    if not numbers:
        raise WouldBlock("the bag is empty")
    return np.array(numbers.pop(0), np.int32)


def const(root: Scope, value: int) -> Any:
    spec = find("Const")
    assert spec is not None
    return spec(root, value)


def test_what_is_kept_lasts_from_step_to_step() -> None:
    root = Scope.new_root_scope()
    bag = Bag(root)
    put = Put(root, bag, const(root, 5))
    take = Take(root, bag)
    session = ClientSession(root)
    session.run([put])
    assert session.run([take])[0] == 5


def test_who_waits_is_served_by_a_later_block_and_its_users_follow() -> None:
    root = Scope.new_root_scope()
    bag = Bag(root)
    first, second = Take(root, bag), Take(root, bag)
    total = first.as_output() + second.as_output()
    puts = [Put(root, bag, const(root, n)) for n in (3, 4)]
    results = ClientSession(root).run([total, first, *puts])
    assert [int(v) for v in results] == [7, 3, 3, 4]


def test_a_wait_that_nothing_ends_is_an_error_of_who_waits_and_the_rest_runs() -> None:
    root = Scope.new_root_scope()
    bag, other = Bag(root), Bag(root)
    take = Take(root, bag)
    doubled = take.as_output() + take.as_output()
    put = Put(root, other, const(root, 1))
    with pytest.raises(RunError) as caught:
        ClientSession(root).run([doubled, put])
    assert [(e.block, e.message) for e in caught.value.errors] == [("Take", "the bag is empty")]
    assert caught.value.results[put.as_output().name] == 1


def test_a_shared_name_is_one_thing_and_must_be_declared_alike() -> None:
    kept = Resources()
    assert kept.get(b"k", 1, list, "a") is kept.get(b"k", 1, list, "b")
    with pytest.raises(DiagramError, match="also used by a, whose type or attributes differ"):
        kept.get(b"k", 2, list, "b")
    assert kept.get(b"k", 2, dict, "a") == {}


def test_a_handle_to_something_else_is_refused() -> None:
    kept = Resources()
    kept.get(b"k", 1, dict, "a")
    for key in (b"k", b"nothing"):
        with pytest.raises(DiagramError, match="handle must be a bag"):
            kept.find(handle(key), Numbers, "a bag")

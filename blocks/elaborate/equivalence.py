"""Whether something that was made anew could stand in the place of what was there before."""

from __future__ import annotations

from operator import is_
from typing import Any

from blocks.base.types import array_of, is_list
from blocks.document.data import Block, same
from blocks.graph.call_info import known_value
from blocks.graph.graph import UNSET, Argument, Node, Output

_MOST_COMPARED = 1 << 16
"""Bytes: larger attributes count as changed without a look at them."""


def made_alike(a: Block, b: Block) -> bool:
    """Whether two states of a block are made into the same."""
    if a.type != b.type or a.muted != b.muted:
        return False
    return a.values is b.values or same(dict(a.values), dict(b.values))


def looks_alike(a: Node, b: Node) -> bool:
    """Whether a node could stand in the place of another: nobody sees more of it than its outputs."""
    spec = a.type
    if spec is not b.type or spec.context or spec.control or spec.temporary or spec.page == "data_flow_ops":
        return False
    if spec.has_refs and any(x is not y for x, y, pin in zip(a.args, b.args, spec.inputs, strict=True) if pin.is_ref):
        return False
    return len(a.outputs) == len(b.outputs) and all(
        _carries_alike(x, y) for x, y in zip(a.outputs, b.outputs, strict=True)
    )


def _carries_alike(a: Output, b: Output) -> bool:
    """Whether all that is known of two outputs is the same."""
    if a.dtype is not b.dtype or a.shape != b.shape or a.is_ref != b.is_ref:
        return False
    if a.known is UNSET:
        return True
    return _same_array(a.known, known_value(b))


def take_over(a: Node, b: Node, old_of: dict[int, Output]) -> bool:
    """Bring a node into the state of another; returns whether it computes the same as before, a constant aside."""
    args = b.args
    if any(id(each) in old_of for each in b.inputs):
        args = tuple([_replaced(arg, old_of) for arg in args])
    alike = _same_arguments(a.args, args) and a.controls == b.controls and a.home.name == b.home.name
    alike = a.type.variable or (alike and a.bound == b.bound and _same_attributes(a, b))
    a.take(args)
    a.attrs, a.bound, a.controls, a.certain = b.attrs, b.bound, b.controls, b.certain
    a.name, a.home, a.number = b.name, b.home, b.number
    return alike


def _replaced(arg: Argument, old_of: dict[int, Output]) -> Argument:
    if isinstance(arg, tuple):
        return tuple([old_of.get(id(each), each) for each in arg])
    return old_of.get(id(arg), arg) if arg is not None else None


def _same_arguments(a: tuple[Argument, ...], b: tuple[Argument, ...]) -> bool:
    return len(a) == len(b) and all(
        x is y or (is_list(x) and is_list(y) and len(x) == len(y) and all(map(is_, x, y)))
        for x, y in zip(a, b, strict=True)
    )


def _same_attributes(a: Node, b: Node) -> bool:
    return all(
        _same_value(value, b.attrs[name]) for name, value in a.attrs.items() if name != "val" or not a.type.constant
    )


def _same_value(a: Any, b: Any) -> bool:
    if a is b:
        return True
    first, second = array_of(a), array_of(b)
    if first is not None or second is not None:
        return _same_array(first, second)
    return type(a) is type(b) and bool(a == b) and (not isinstance(a, float) or a.hex() == b.hex())


def _same_array(a: Any, b: Any) -> bool:
    if a is None or b is None or a.dtype != b.dtype or a.shape != b.shape:
        return a is b
    if a.dtype.kind in "OSU":
        return a.tolist() == b.tolist()
    return a.nbytes <= _MOST_COMPARED and a.tobytes() == b.tobytes()


def same_values(a: dict[str, Any] | None, b: dict[str, Any] | None) -> bool:
    """Whether a block gives the same things."""
    if a is b or a is None or b is None:
        return a is b
    return a.keys() == b.keys() and all(_same_thing(value, b[pin]) for pin, value in a.items())


def _same_thing(a: Any, b: Any) -> bool:
    return a is b or (is_list(a) and is_list(b) and len(a) == len(b) and all(map(is_, a, b)))


def same_mute(a: Exception | None, b: Exception | None) -> bool:
    """Whether a muted block cannot hand on what it is given for the same reason."""
    return (a is None) == (b is None) and str(a) == str(b)

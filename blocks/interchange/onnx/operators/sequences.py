"""Sequences of tensors, and what may be left out: as far as it is known before the run what is in them.

A diagram has no sequences: what is in one is kept here while the model is read, and its tensors are wired.
"""

from __future__ import annotations

from blocks.base.dtypes import INT64
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.operators.table import operator
from blocks.interchange.onnx.site import Site
from blocks.interchange.onnx.values import Given, Val, given_list, sequence

_MOST_ITEMS = 10_000


def _items(site: Site, index: int = 0) -> list[Val]:
    result = site.input(index).items
    if result is None:
        raise DiagramError("what is in the sequence that it is given is not known before it runs")
    return result


def _index(site: Site, given: Given, count: int, otherwise: int) -> int:
    if given is None:
        return otherwise
    index = given.numbers("the place in the sequence")[0]
    if not -count <= index <= count:
        raise DiagramError(f"the sequence has no index {index}")
    return index + count if index < 0 else index


@operator("SequenceEmpty")
def _empty(_site: Site) -> Val:
    return sequence([])


@operator("SequenceConstruct")
def _construct(site: Site) -> Val:
    return sequence(given_list(site.inputs))


@operator("SequenceInsert")
def _insert(site: Site) -> Val:
    items = list(_items(site))
    items.insert(_index(site, site.given(2), len(items), len(items)), site.input(1))
    return sequence(items)


@operator("SequenceErase")
def _erase(site: Site) -> Val:
    items = list(_items(site))
    index = _index(site, site.given(1), len(items), len(items) - 1)
    return sequence(items[:index] + items[index + 1 :])


@operator("SequenceAt")
def _at(site: Site) -> Val:
    items = _items(site)
    index = _index(site, site.input(1), len(items), 0)
    if index >= len(items):
        raise DiagramError(f"the sequence has no index {index}")
    return site("Identity", input=items[index])


@operator("SequenceLength")
def _length(site: Site) -> Val:
    return site.const(len(_items(site)), "length", INT64)


@operator("ConcatFromSequence")
def _concat(site: Site) -> Val:
    items, axis = _items(site), site.whole("axis")
    if site.whole("new_axis"):
        return site("Stack", values=items, axis=axis)
    return site("Identity", input=items[0]) if len(items) == 1 else site("Concat", values=items, axis=axis)


@operator("SplitToSequence")
def _split(site: Site) -> Val:
    x, given = site.input(0), site.given(1)
    axis = site.axis(x.rank)
    size = x.size(axis)
    if size > _MOST_ITEMS:
        raise DiagramError(f"a sequence has {_MOST_ITEMS:,} items at most")
    if given is None:
        parts = site.all("Split", axis=axis, value=x, num_split=size)
        keep = site.whole("keepdims", 1)
        return sequence(parts if keep else [site("Squeeze", input=each, squeeze_dims=[axis]) for each in parts])
    sizes = given.numbers("the sizes")
    if given.shape == ():
        each = max(sizes[0], 1)
        sizes = [min(each, size - i) for i in range(0, size, each)]
    return sequence(site.all("SplitV", value=x, size_splits=sizes, axis=axis, num_split=len(sizes)))


@operator("Optional")
def _optional(site: Site) -> Val:
    result = site.given(0)
    if result is None:
        raise DiagramError("there is nothing in it")
    return result


@operator("OptionalGetElement")
def _element(site: Site) -> Val:
    x = site.input(0)
    return x if x.items is not None else site("Identity", input=x)


@operator("OptionalHasElement")
def _has_element(site: Site) -> Val:
    return site.const(site.given(0) is not None, "has_element")

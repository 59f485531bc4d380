"""Tensor sequences and optional values.

A diagram has no sequences. The importer keeps track of their elements, and wires the tensors. A sequence that grows in
a loop becomes one tensor.
"""

from __future__ import annotations

from blocks.base.dtypes import INT64
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.site import Site, operator
from blocks.interchange.onnx.values import Given, Val, given_list, sequence

_MOST_ITEMS = 10_000


def _items(site: Site, index: int = 0) -> list[Val]:
    result = site.input(index).items
    if result is None:
        raise DiagramError("the items of the input sequence are not known before the model runs")
    return result


def _index(site: Site, given: Given, count: int, otherwise: int) -> int:
    if given is None:
        return otherwise
    index = given.numbers("the index into the sequence")[0]
    if not -count <= index <= count:
        raise DiagramError(f"the index {index} is out of range for a sequence of {count} items")
    return index + count if index < 0 else index


@operator("SequenceEmpty")
def _empty(_site: Site) -> Val:
    return sequence([])


@operator("SequenceConstruct")
def _construct(site: Site) -> Val:
    return sequence(given_list(site.inputs))


@operator("SequenceInsert")
def _insert(site: Site) -> Val:
    stacked = site.input(0).stacked
    if stacked is not None and site.given(2) is None:
        item = site("ExpandDims", input=site.input(1), axis=0)
        return sequence(None, site("Concat", "all", values=[stacked, item], axis=0))
    items = list(_items(site))
    items.insert(_index(site, site.given(2), len(items), len(items)), site.input(1))
    return sequence(items)


@operator("SequenceErase")
def _erase(site: Site) -> Val:
    items = list(_items(site))
    index = _index(site, site.given(1), len(items), len(items) - 1)
    return sequence(items[:index] + items[index + 1 :])


@operator("SequenceAt")
def _at(site: Site, given: Val, index: Val) -> Val:
    if given.stacked is not None or index.known is None:
        stacked = given.stacked or site("Stack", "all", values=_items(site), axis=0)
        count = site.size(stacked, 0)
        one = site("FloorMod", x=index, y=site.cast(count, index.dtype) if isinstance(count, Val) else count)
        return site("GatherV2", params=stacked, indices=one, axis=0)
    items = _items(site)
    place = _index(site, index, len(items), 0)
    if place >= len(items):
        raise DiagramError(f"the index {place} is out of range for a sequence of {len(items)} items")
    return site("Identity", input=items[place])


@operator("SequenceLength")
def _length(site: Site) -> Val:
    stacked = site.input(0).stacked
    count = len(_items(site)) if stacked is None else site.size(stacked, 0)
    return count if isinstance(count, Val) else site.const(count, "length", INT64)


@operator("ConcatFromSequence")
def _concat(site: Site) -> Val:
    stacked = site.input(0).stacked
    if stacked is not None:
        return _joined(site, stacked)
    items, axis = _items(site), site.whole("axis")
    if site.whole("new_axis"):
        return site("Stack", values=items, axis=axis)
    return site("Identity", input=items[0]) if len(items) == 1 else site("Concat", values=items, axis=axis)


def _joined(site: Site, stacked: Val) -> Val:
    is_new = site.whole("new_axis")
    axis = site.axis(stacked.rank - (not is_new))
    order = [*range(1, axis + 1), 0, *range(axis + 1, stacked.rank)]
    moved = site.transpose(stacked, order)
    if is_new:
        return moved if moved is not stacked else site("Identity", input=stacked)
    return site.reshape(moved, [-1 if i == axis else site.size(moved, i + (i > axis)) for i in range(moved.rank - 1)])


@operator("SplitToSequence")
def _split(site: Site, x: Val, given: Val | None = None) -> Val:
    axis = site.axis(x.rank)
    if given is None and x.shape is not None and x.shape[axis] is None:
        moved = site.transpose(x, [axis, *(i for i in range(x.rank) if i != axis)])
        keep = site.whole("keepdims", 1)
        return sequence(None, site("ExpandDims", "all", input=moved, axis=axis + 1) if keep else moved)
    size = x.size(axis)
    if size > _MOST_ITEMS:
        raise DiagramError(f"a sequence can have at most {_MOST_ITEMS:,} items, got {size:,}")
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
def _optional(site: Site, result: Val | None = None) -> Val:
    if result is None:
        raise DiagramError("the optional value is empty")
    return result


@operator("OptionalGetElement")
def _element(site: Site, x: Val) -> Val:
    return x if x.is_sequence else site("Identity", input=x)


@operator("OptionalHasElement")
def _has_element(site: Site) -> Val:
    return site.const(site.given(0) is not None, "has_element")

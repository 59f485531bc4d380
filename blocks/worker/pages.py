"""Transfer of pages to a worker, limited to the parts that an edit changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import compress, count
from operator import is_not
from typing import Any, TypeVar

from blocks.document.data import Block, Definition, Endpoint, Frame, Json, Note, Page, PromotedValue, Wire

T = TypeVar("T")

_CHUNK = 1000
"""Blocks that are written in one go: other threads run in between."""


def difference(old: Page | None, new: Page) -> Json:
    """Return a JSON patch from the old page to the new one, or None if they are the same object."""
    if old is new:
        return None
    before = Page("") if old is None else old
    return {
        "name": new.name,
        "blocks": _changed(before.blocks, new.blocks, _block),
        "wires": None if before.wires == new.wires else _changed(before.wires, new.wires, _wire),
        "notes": _changed(before.notes, new.notes, lambda note: [*note[:3], dict(note.extra)]),
        "frames": _changed(before.frames, new.frames, lambda frame: [*frame[:4], dict(frame.extra)]),
        "extra": dict(new.extra),
        "composite": None if new.composite is None else _packed(new.composite),
    }


def patched(old: Page | None, changes: Json) -> Page:
    if old is not None and changes is None:
        return old
    before = Page("") if old is None else old
    return Page(
        changes["name"],
        _patched(before.blocks, changes["blocks"], _block_of),
        _patched(before.wires, changes["wires"], lambda each: Wire(Endpoint(*each[:3]), Endpoint(*each[3:]))),
        _patched(before.notes, changes["notes"], lambda each: Note(_pair(each[0]), each[1], _pair(each[2]), each[3])),
        _patched(before.frames, changes["frames"], lambda each: Frame(_pair(each[0]), _pair(each[1]), *each[2:])),
        changes["extra"],
        None if changes["composite"] is None else _definition(changes["composite"]),
    )


def is_same(old: Sequence[Page], new: Sequence[Page]) -> bool:
    return len(old) == len(new) and not any(map(is_not, old, new))


def differences(old: Sequence[Page], new: Sequence[Page]) -> Json:
    """Return a JSON patch of composite definitions, or None if all are the same objects."""
    if is_same(old, new):
        return None
    before = {page.name: page for page in old}
    return [[page.name, difference(before.get(page.name), page)] for page in new]


def all_patched(old: tuple[Page, ...], changes: Json) -> tuple[Page, ...]:
    if changes is None:
        return old
    before = {page.name: page for page in old}
    return tuple([patched(before.get(name), change) for name, change in changes])


def _packed(definition: Definition) -> Json:
    values = [[*value[:2], list(value.sets), value.doc, dict(value.extra)] for value in definition.values]
    origin = None if definition.origin is None else dict(definition.origin)
    return [definition.doc, values, origin, definition.gradient]


def _definition(packed: list[Any]) -> Definition:
    doc, values, origin, gradient = packed
    promoted = [PromotedValue(name, default, tuple(sets), text, extra) for name, default, sets, text, extra in values]
    return Definition(doc, tuple(promoted), origin, gradient)


def _changed(old: Sequence[T], new: Sequence[T], pack: Callable[[T], Json]) -> Json:
    """Pack a sequence: the lengths of the equal ends, and between them new items or indices of old ones."""
    if old is new:
        return None
    most = min(len(old), len(new))
    first = _alike(old, new, most)
    last = min(_alike(old[::-1], new[::-1], most), most - first)
    indices = {id(each): i for i, each in enumerate(old[first : len(old) - last], first)}
    middle = new[first : len(new) - last]
    texts: list[str] = []
    for start in range(0, len(middle), _CHUNK):
        packed = [
            indices.get(id(each)) if id(each) in indices else pack(each) for each in middle[start : start + _CHUNK]
        ]
        texts.append(json.dumps(packed, separators=(",", ":")))
    return [first, last, texts]


def _alike(old: Sequence[T], new: Sequence[T], most: int) -> int:
    start = 0
    while start < most and not any(map(is_not, old[start : start + _CHUNK], new[start : start + _CHUNK])):
        start += _CHUNK
    return next(compress(count(start), map(is_not, old[start:most], new[start:most])), most)


def _patched(old: tuple[T, ...], changes: Json, unpack: Callable[[Any], T]) -> tuple[T, ...]:
    if changes is None:
        return old
    first, last, texts = changes
    middle = [old[each] if isinstance(each, int) else unpack(each) for text in texts for each in json.loads(text)]
    return old[:first] + tuple(middle) + old[len(old) - last :]


def _wire(wire: Wire) -> Json:
    return [*wire.source, *wire.target]


def _block(block: Block) -> Json:
    results: list[Json] = [*block]
    results[3], results[7] = dict(block.values), dict(block.extra)
    return results


def _block_of(packed: list[Any]) -> Block:
    name, kind, at, values, size, *rest = packed
    return Block(name, kind, _pair(at), values, _pair(size), *rest)


def _pair(value: Any) -> Any:
    return None if value is None else tuple(value)

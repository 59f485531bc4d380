"""Rename detection: blocks and pages of two diagrams, matched by their contents.

A diff reports renames, and a merge applies edits to the renamed objects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import Any, TypeVar

from blocks.document.canonical import Defaults, short
from blocks.document.data import Block, Endpoint, Page, Wire
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, pin_name

_Named = TypeVar("_Named", Block, Page)


def renamed_pages(before: Sequence[Page], after: Sequence[Page]) -> dict[str, str]:
    old, new = {p.name: p for p in before}, {p.name: p for p in after}
    alone = [p for p in (*before, *after) if p.name not in old or p.name not in new]
    return _renamed(old, new, {p.name: repr(p._replace(name="")) for p in alone})


def renamed_blocks(old: Page, new: Page, defaults: tuple[Defaults, Defaults]) -> dict[str, str]:
    before, after = {b.id: b for b in old.blocks}, {b.id: b for b in new.blocks}
    went, came = before.keys() - after.keys(), after.keys() - before.keys()
    renamed: dict[str, str] = {}
    # First those of which nothing else changed; then those whose neighbours have other ids too; then those whose
    # values are others, too: what stands in the place of one that went is that one, edited.
    for others, with_values in (({}, True), (dict.fromkeys([*went, *came], ""), True), ({}, False)):
        keys = _block_keys(old, defaults[0], went - renamed.keys(), others | renamed, with_values)
        own = {each: each for each in renamed.values()}
        keys |= _block_keys(new, defaults[1], came - own.keys(), others | own, with_values)
        renamed |= _renamed(before, after, keys)
        if len(renamed) == min(len(went), len(came)):
            break
    return renamed


def renamed_pins(old: Page, new: Page, defaults: tuple[Defaults, Defaults]) -> dict[tuple[str, str], str]:
    """Return the renamed pins of a definition: the pin block's type and the old name, to the new name."""
    blocks, renamed = {block.id: block for block in new.blocks}, renamed_blocks(old, new, defaults)
    result: dict[tuple[str, str], str] = {}
    for block in old.blocks:
        now = blocks.get(renamed.get(block.id, block.id))
        if block.type in (INPUT_PIN, OUTPUT_PIN) and now is not None and now.type == block.type:
            result[block.type, pin_name(block)] = pin_name(now)
    return {pin: name for pin, name in result.items() if pin[1] != name}


def repinned(page: Page, pins: Mapping[str, Mapping[tuple[str, str], str]]) -> Page:
    """Return a page with new pin names in the wires and literals of instances.

    Args:
        pins: the results of `renamed_pins` by instance type.
    """
    types = {block.id: pins[block.type] for block in page.blocks if block.type in pins}
    if not types:
        return page

    def end(at: Endpoint, kind: str) -> Endpoint:
        names, (begin, _, rest) = types.get(at.block, {}), at.pin.partition("result_")
        if kind == OUTPUT_PIN and not begin and (kind, rest) in names:  # displays are wired from what shows an output
            return at._replace(pin=f"result_{names[kind, rest]}")
        return at._replace(pin=names.get((kind, at.pin), at.pin))

    def given(block: Block) -> Block:
        names = types.get(block.id)
        if not names or not block.values:
            return block
        return block._replace(values={names.get((INPUT_PIN, name), name): each for name, each in block.values.items()})

    wires = tuple([Wire(end(source, OUTPUT_PIN), end(target, INPUT_PIN)) for source, target in page.wires])
    return page._replace(blocks=tuple(map(given, page.blocks)), wires=wires)


def with_names(wire: Wire, renamed: Mapping[str, str]) -> Wire:
    ends = (end._replace(block=renamed.get(end.block, end.block)) for end in wire)
    return Wire(*ends) if renamed else wire


def _renamed(old: Mapping[str, _Named], new: Mapping[str, _Named], keys: Mapping[str, Any]) -> dict[str, str]:
    """Match removed names with added names if exactly one of each has the same key."""
    went: defaultdict[Any, list[str]] = defaultdict(list)
    came: defaultdict[Any, list[str]] = defaultdict(list)
    for name in old:
        if name not in new and name in keys:
            went[keys[name]].append(name)
    for name in new:
        if name not in old and name in keys:
            came[keys[name]].append(name)
    return {a[0]: came[key][0] for key, a in went.items() if len(a) == 1 and len(came[key]) == 1}


def _block_keys(
    page: Page, defaults: Defaults, wanted: Set[str], others: Mapping[str, str], with_values: bool
) -> dict[str, Any]:
    """Return keys that identify blocks without their ids: type, values, and wires.

    Args:
        wanted: the ids of the blocks.
        others: names for the other ends of wires, if they are not the ids.
        with_values: False: the keys ignore values, and blocks without wires have none.
    """
    wires: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for source, target in page.wires:
        here, there = (
            "" if source.block == target.block else others.get(end.block, end.block) for end in (source, target)
        )
        if source.block in wanted:
            wires[source.block].append(("out", source.pin, source.index, there, target[1:]))
        if target.block in wanted:
            wires[target.block].append(("in", target.pin, target.index, here, source[1:]))
    return {
        b.id: (
            b.type,
            short(dict(sorted(defaults.kept(b).items())), 1 << 30) if with_values else "",
            repr(sorted(wires[b.id], key=repr)),
        )
        for b in page.blocks
        if b.id in wanted and (with_values or b.id in wires)
    }

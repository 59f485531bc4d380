"""Pages and random edits of them, and what an elaboration found as plain data."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.types import array_of, is_list
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    Change,
    Group,
    RemoveBlocks,
    RemoveItems,
    RenameBlock,
    ReplaceItems,
    SetField,
    SetValue,
)
from blocks.document.data import Block, Endpoint, Wire
from blocks.document.model import Diagram, PageView
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Argument, Node
from blocks.library.index import find
from tests.examples.shared import page_of
from tests.run.pages import block, const, diagram, variable

CHAIN = diagram(
    [
        variable("w", [1.0, 2.0], shape=[2]),
        const("c", [3.0, 4.0]),
        block("product", "Multiply"),
        block("sine", "Sin"),
        block("loss", "L2Loss"),
        block("grad", "AddSymbolicGradients"),
        block("aside", "Negate"),
    ],
    "w.ref>product.x c.output>product.y product.z>sine.x sine.y>loss.t loss.output>grad.outputs w.ref>grad.inputs"
    " c.output>aside.x",
)


def _long() -> Diagram:
    """A chain in which an edit in the middle concerns many blocks: with lists, attributes, faults and a muted block."""
    blocks = [variable("w", [1.0, 2.0], shape=[2]), const("c", [3.0, 4.0])]
    wires, last = "", "w.ref"
    for i in range(110):
        kind, pin, given, values = _LINKS[i % len(_LINKS)]
        blocks.append(block(f"b{i}", kind, **values))
        wires += f" {last}>b{i}.{pin}" + (f" {given}>b{i}.{'inputs' if kind == 'AddN' else 'y'}" if given else "")
        last = f"b{i}.{'sum' if kind == 'AddN' else 'z' if given else 'y'}"
    blocks += [block("wrong", "Sum", keep_dims="?"), block("grad", "AddSymbolicGradients"), block("shown", "InputList")]
    wires += (
        f" {last}>wrong.input {last}>grad.outputs w.ref>grad.inputs {last}>shown.inputlist c.output>shown.inputlist"
    )
    return diagram(blocks, wires.strip())


_LINKS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("Sin", "x", "", {}),
    ("Multiply", "x", "c.output", {}),
    ("AddN", "inputs", "w.ref", {}),
    ("Tanh", "x", "", {}),
    ("Add", "x", "w.ref", {}),
]
PAGES = {"": CHAIN, "long": _long()}


def view_of(name: str) -> PageView:
    """An example's page, or one of `PAGES`."""
    return Diagram(PAGES[name].document).pages[0] if name in PAGES else page_of(name)


def change(rng: random.Random, page: PageView) -> Change | None:
    """Some edit of a page."""
    present, wires, name = page.blocks, page.wires, page.name
    if not present:
        return None
    one, other = rng.choice(present), rng.choice(present)
    at_one = tuple([i for i, wire in enumerate(wires) if one.id in (wire.source.block, wire.target.block)])
    changes: list[Change] = [
        SetField(name, one.id, "at", (rng.random(), 1.0)),
        SetField(name, one.id, "muted", not one.muted),
        RenameBlock(name, one.id, f"other{rng.randrange(10**6)}"),
        RemoveBlocks(name, (one.id,)),
        Group((RemoveItems(name, "wires", at_one), RemoveBlocks(name, (one.id,)))),
        _copy(rng, page, one),
        *[SetValue(name, one.id, key, _another(rng, value)) for key, value in one.values.items()],
    ]
    first, second = find(one.type), find(other.type)
    if first is not None and second is not None and first.outputs and second.inputs:
        source = Endpoint(one.id, rng.choice(first.outputs).name)
        wire = Wire(source, Endpoint(other.id, rng.choice(second.inputs).name))
        changes += 2 * [AddItems(name, "wires", ((rng.randrange(len(wires) + 1), wire),))]
    if wires:
        i = rng.randrange(len(wires))
        changes.append(RemoveItems(name, "wires", (i,)))
        changes.append(ReplaceItems(name, "wires", ((i, Wire(rng.choice(wires).source, wires[i].target)),)))
    return rng.choice(changes)


def _copy(rng: random.Random, page: PageView, one: Block) -> Change:
    id = f"copy{rng.randrange(10**6)}"
    wires = [Wire(wire.source, wire.target._replace(block=id)) for wire in page.wires_into(one.id)]
    place, end = rng.randrange(len(page.blocks) + 1), len(page.wires)
    added = tuple([(end + i, wire) for i, wire in enumerate(wires)])
    return Group((AddBlocks(page.name, ((place, one._replace(id=id)),)), AddItems(page.name, "wires", added)))


def _another(rng: random.Random, value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + rng.randrange(-1, 3)
    if isinstance(value, str):
        return rng.choice([value, "DT_FLOAT", "DT_INT32"])
    if is_list(value) and value:
        return rng.choice([list(value[:-1]), [*value, value[0]], [_another(rng, each) for each in value]])
    return value


def described(elaboration: Elaboration) -> list[object]:
    """All that an elaboration found, as plain data."""
    pins = [(*name, o.dtype, o.shape, o.is_ref, o.op.number, o.index) for *name, o in elaboration.outputs()]
    faults = [(e.page, e.block, e.pin, e.message, e.hint) for e in elaboration.problems]
    requests = [(block, [n.number for n in request.targets]) for block, request in elaboration.requests]
    return [pins, faults, requests, [_node(node) for node in elaboration.graph.nodes]]


def _node(node: Node) -> object:
    # The names inside of gradients are numbered in the order in which they were made.
    name = node.name if node.type.name != "OnesLike" and node.source is None else ""
    return (
        node.number, node.type.name, name, node.owner, [_numbers(arg) for arg in node.args],
        {key: _plain(value) for key, value in node.attrs.items()}, node.bound, node.certain,
        [each.number for each in node.controls], node.source and node.source.number,
    )  # fmt: skip


def _numbers(arg: Argument) -> object:
    if isinstance(arg, tuple):
        return [_numbers(each) for each in arg]
    return None if arg is None else (arg.op.number, arg.index, arg.dtype, arg.shape)


def _plain(value: object) -> object:
    array = array_of(value)
    return value if array is None else (array.dtype, array.shape, repr(array.tolist()))


def edited(rng: random.Random, view: PageView) -> Iterator[Change]:
    """Make random edits, and take some of them back; each, once it is made."""
    back: list[Change] = []
    for _ in range(40):
        edit = back.pop() if back and rng.random() < 0.4 else change(rng, view)
        if edit is None:
            break
        try:
            back.append(view.apply(edit))
        except DiagramError:
            continue  # what was undone out of turn does not fit any more
        yield edit

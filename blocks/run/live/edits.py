"""Edits of a page that change only values of its graph, without a new elaboration."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple

from blocks.document.data import Block, Page, Wire, same
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import UNSET, Node, Output
from blocks.run.session import Session

MAX_EDITED = 16
"""Blocks: when more are edited at once, the page is compiled again."""


class Patch(NamedTuple):
    """New attributes of nodes; for constants, their values."""

    changes: list[tuple[Node, dict[str, Any]]]


class Index:
    """An index of a graph for repeated queries of edits.

    Attributes:
        differentiated: the numbers of the nodes whose gradient was built.
        first_values: the numbers of the nodes with initial values of variables.
    """

    def __init__(self, elaboration: Elaboration) -> None:
        self.by_block: dict[str, list[Node]] = {}
        self.differentiated: set[int] = set()
        self.first_values: set[int] = set()
        for node in elaboration.graph.nodes:
            if node.owner is not None:
                self.by_block.setdefault(node.owner.block, []).append(node)
            if node.source is not None:
                self.differentiated.add(node.source.number)
            if node.type.variable:
                self.first_values.update(output.op.number for output in node.inputs)


def patches(session: Session, old: Page, new: Page, index: Callable[[], Index]) -> list[Patch] | None:
    """Return the new attributes of nodes after an edit; None if the edit needs a new graph."""
    if old is new:
        return []
    if old.name != new.name or len(old.blocks) != len(new.blocks):
        return None
    if old.wires is not new.wires and old.wires != new.wires:
        return None
    edited: list[Block] = []
    for before, after in compress(zip(old.blocks, new.blocks, strict=True), map(is_not, old.blocks, new.blocks)):
        if before.id != after.id or before.type != after.type or before.muted != after.muted:
            return None
        if not same(dict(before.values), dict(after.values)):
            edited.append(after)
            if len(edited) > MAX_EDITED:
                return None
    patches: list[Patch] = []
    for block in edited:
        patch = _patch(session, block, index())
        if patch is None:
            return None
        patches.append(patch)
    return patches


def _patch(session: Session, block: Block, index: Index) -> Patch | None:
    elaboration = session.elaboration
    spec, nodes = elaboration.specs.get(block.id), index.by_block.get(block.id, [])
    if spec is None or spec.kind != "op" or spec.variable or spec.has_refs or spec.writes or block.muted or not nodes:
        return None
    alone = _alone(elaboration, block)
    if alone is None:
        return None
    again = session.elaborate(alone, session.files.load)
    if again.problems:
        return None
    fresh = [node for node in again.graph.nodes if node.owner is not None and node.owner.block == block.id]
    if len(fresh) != len(nodes):
        return None
    changes: list[tuple[Node, dict[str, Any]]] = []
    for before, after in zip(nodes, fresh, strict=True):
        if before.type is not after.type or not _gives_alike(before, after):
            return None
        constant = before.type.constant
        # The graph is as it is because of this value: a shape follows from it, or a variable begins with it.
        if constant and (before.outputs[0].known is not UNSET or before.number in index.first_values):
            return None
        if not constant and before.number in index.differentiated:
            return None
        changes.append((before, after.attrs))
    return Patch(changes)


def _alone(elaboration: Elaboration, block: Block) -> Page | None:
    """Return a page with only this block, whose inputs become placeholders of the same dtypes and shapes."""
    stand_ins: dict[str, Block] = {}
    wires: list[Wire] = []
    for wire in elaboration.wires_into.get(block.id, ()):
        source = wire.source
        spec = elaboration.specs.get(source.block)
        if spec is None or source.index is not None or wire.target.pin == "scope":
            return None
        value = elaboration.values.get(source.block, {}).get(spec.aliases.get(source.pin, source.pin))
        if not isinstance(value, Output) or value.is_ref:
            return None
        name = f"{source.block} {source.pin}"
        if value.shape is None:
            values: dict[str, Any] = {"dtype": value.dtype.name}
        elif None in value.shape:
            return None
        else:
            values = {"dtype": value.dtype.name, "shape": list(value.shape)}
        stand_ins[name] = Block(name, "Placeholder", (0, 0), values)
        wires.append(Wire(source._replace(block=name, pin="output"), wire.target))
    return Page(elaboration.page.name, (*stand_ins.values(), block), tuple(wires))


def _gives_alike(before: Node, after: Node) -> bool:
    if before.controls or len(before.outputs) != len(after.outputs):
        return False
    pairs = zip(before.outputs, after.outputs, strict=True)
    return all(b.dtype is a.dtype and b.shape == a.shape for b, a in pairs) and before.bound == after.bound

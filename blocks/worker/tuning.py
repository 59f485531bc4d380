"""Edits during a run: new values apply to the next step, a new structure needs confirmation.

Values can be tuned if the graph stays the same except for constants and attributes: the same calls in the same order,
with the same dtypes and shapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from blocks.base.shapes import shape_text
from blocks.base.types import is_array
from blocks.compile.schedule import cell_key
from blocks.document.data import Block, Page, same
from blocks.graph.graph import Argument, Node, Output
from blocks.library.registry import find
from blocks.run.session import Session
from blocks.run.state import State, variables_of
from blocks.worker.pages import is_same
from blocks.worker.state import PageSource


class TuningOutcome(NamedTuple):
    """The outcome of an edit; ``tuned`` if the session that continues has changed values.

    If it does not run the ``whole`` page, the rest takes effect in the next run. ``lost`` variables start again.
    """

    session: Session
    whole: bool
    tuned: bool = False
    lost: tuple[str, ...] = ()


def follow(session: Session, source: PageSource, before: Page) -> TuningOutcome:
    """Continue with the values of the current page; ``before`` is the page before its last edit."""
    old, new = session.page, source.page
    if not is_same(session.definitions, source.composites):
        tuned = _tuned(session, source)
        return TuningOutcome(tuned or session, whole=tuned is not None, tuned=tuned is not None)
    if _is_alike(old, new):
        return TuningOutcome(session, whole=True)
    if _is_built_alike(old, new):
        tuned = _tuned(session, source)
        if tuned is not None:
            return TuningOutcome(tuned, whole=True, tuned=True)
    # The structure is another one, or some values would make it one: those that do not reach the session alone.
    latest = {a.id for a, b in _common(new, before) if not same(dict(a.values), dict(b.values))}
    for only in (None, latest):
        page = _with_values(old, new, only)
        if not _is_alike(old, page) and not (page is new and only is None):
            tuned = _tuned(session, source._replace(page=page))
            if tuned is not None:
                return TuningOutcome(tuned, whole=False, tuned=True)
    return TuningOutcome(session, whole=False)


def go_on(session: Session, source: PageSource) -> TuningOutcome:
    """Continue with the current page, whatever its structure, and keep the variables; raise DiagramError on failure."""
    new = _like(session, source)
    new.adopt(session, begun=True)
    return TuningOutcome(new, whole=True, tuned=True, lost=lost_between(session, new))


def lost_between(old: Session, new: Session) -> tuple[str, ...]:
    """Return the variables whose trained values the new session did not adopt, with reasons."""
    left = {node.name: node for node in variables_of(old.elaboration.graph)}
    lost: list[str] = []
    for node in variables_of(new.elaboration.graph):
        name = next((each for each in new.renamed.before(node.name) if each in left), None)
        before = None if name is None else left.pop(name)
        if before is not None and cell_key(node) not in new.state.values and _has_changed(old.state, before):
            lost.append(f"{node.block_name} ({_why(before, node)})")
    lost += [f"{node.block_name} (it is gone)" for node in left.values() if _has_changed(old.state, node)]
    return tuple(dict.fromkeys(lost))


def _has_changed(state: State, node: Node) -> bool:
    value, begin = state.values.get(cell_key(node)), node.args[0]
    first = begin.op.attrs.get("val") if isinstance(begin, Output) else None
    return value is not None and not (is_array(first) and is_array(value) and first.tobytes() == value.tobytes())


def _why(old: Node, new: Node) -> str:
    before, now = old.outputs[0], new.outputs[0]
    if before.dtype is not now.dtype:
        return f"it was {before.dtype.short} and is now {now.dtype.short}"
    if before.shape != now.shape:
        return f"its shape was {shape_text(before.shape)} and is now {shape_text(now.shape)}"
    return "its initial value has changed"


def _like(session: Session, source: PageSource) -> Session:
    new = source.session()
    new.backend, new.seed = session.backend, session.seed
    return new


def _tuned(session: Session, source: PageSource) -> Session | None:
    """Return a session that continues another one with the source's values; None if the graph differs."""
    new = _like(session, source)
    told = {(fault.block, fault.pin, fault.message) for fault in session.faults}
    if any((fault.block, fault.pin, fault.message) not in told for fault in new.faults):
        return None
    if session.size != new.size or not _same_nodes(
        session.elaboration.graph.nodes[: new.size], new.elaboration.graph.nodes
    ):
        return None
    kept = new.adopt(session)
    return new if all(cell_key(node) in kept for node in variables_of(new.elaboration.graph)) else None


def _same_nodes(old: Sequence[Node], new: Sequence[Node]) -> bool:
    """Return whether nodes differ only in attributes that are not initial values of variables."""
    begins = {output.op.number for node in new if node.type.variable for output in node.inputs}
    for a, b in zip(old, new, strict=True):
        if a.type is not b.type or a.name != b.name or a.owner != b.owner or a.bound != b.bound:
            return False
        if [_argument_key(arg) for arg in a.args] != [_argument_key(arg) for arg in b.args]:
            return False
        if [node.number for node in a.controls] != [node.number for node in b.controls]:
            return False
        if [(o.dtype, o.shape) for o in a.outputs] != [(o.dtype, o.shape) for o in b.outputs]:
            return False
        if b.number in begins and not _same_attributes(a, b):
            return False
    return True


def _same_attributes(a: Node, b: Node) -> bool:
    return all(
        value.tobytes() == other.tobytes() if is_array(value) and is_array(other) else value is other or value == other
        for value, other in ((value, b.attrs[name]) for name, value in a.attrs.items())
    )


def _argument_key(arg: Argument) -> object:
    if isinstance(arg, Output):
        return (arg.op.number, arg.index)
    return None if arg is None else [(output.op.number, output.index) for output in arg]


def _is_built_alike(old: Page, new: Page) -> bool:
    if len(old.blocks) != len(new.blocks) or (old.wires is not new.wires and old.wires != new.wires):
        return False
    return all(a is b or (a[:2] == b[:2] and a.muted == b.muted) for a, b in zip(old.blocks, new.blocks, strict=True))


def _is_alike(old: Page, new: Page) -> bool:
    """Return whether two pages compute the same, ignoring positions and the values of displays."""
    return _is_built_alike(old, new) and not any(
        not same(dict(a.values), dict(b.values)) and not _is_display(a)
        for a, b in zip(old.blocks, new.blocks, strict=True)
        if a is not b
    )


def _is_display(block: Block) -> bool:
    spec = find(block.type)
    return spec is not None and spec.is_annotation


def _common(first: Page, second: Page) -> Iterator[tuple[Block, Block]]:
    other = {block.id: block for block in second.blocks}
    for block in first.blocks:
        entry = other.get(block.id)
        if entry is not None and entry is not block and entry.type == block.type:
            yield block, entry


def _with_values(old: Page, new: Page, only: Set[str] | None) -> Page:
    values = {a.id: b.values for a, b in _common(old, new) if only is None or a.id in only}
    return old._replace(blocks=tuple([
        block._replace(values=values[block.id]) if block.id in values else block for block in old.blocks
    ]))  # fmt: skip

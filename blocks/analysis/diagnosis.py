"""The reason why a block gets no gradient, as the path to its origin and a sentence."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from blocks.analysis.gradient_flow import FlowCut, PageFlow
from blocks.base.language import tr
from blocks.document.data import Page, Wire


class Why(NamedTuple):
    """The reason why a block gets no gradient.

    Attributes:
        path: the blocks from this one to the one at which the gradient ends.
        reason: the reason in a few words; empty if the block gets a gradient, or is not on a path to the loss.
    """

    path: tuple[str, ...]
    sentence: str
    reason: str = ""

    @property
    def culprit(self) -> str:
        return self.path[-1] if self.path else ""


def why_none(page: Page, flow: PageFlow, block: str) -> Why:
    inside = tuple([f"{each.block}/" for each in flow.of])  # the tensor inside a composite is that of its output
    of = " + ".join([str(each) for each in flow.of if not each.block.startswith(inside)]) or tr("the selected loss")
    fate = flow.variables.get(block)
    if block in flow.blocks:
        return Why((block,), tr("{block} gets a gradient of {of}.", block=block, of=of))
    rounds = [name for name in flow.variables if fate is None and without_iterations(name) == block]
    if rounds:
        return _why_in_rounds(page, flow, block, of, rounds)
    if fate is not None:
        if len(fate.path) <= 1:  # nothing cuts it off
            return Why(
                fate.path or (block,),
                tr("{block} gets no gradient of {of}: {reason}.", block=block, of=of, reason=fate.reason),
                "" if fate.kind == "disconnected" else fate.reason,
            )
        return Why(fate.path, _ended(block, of, fate.path, fate.reason) + _others(page, flow, fate.path), fate.reason)
    path, cut = _path(page, flow, block)
    if cut is None:
        return Why(
            (block,), tr("{block} gets no gradient of {of}: {of} does not depend on {block}.", block=block, of=of)
        )
    return Why(path, _ended(block, of, path, cut.reason) + _others(page, flow, path), cut.reason)


def without_iterations(name: str) -> str:
    """Return the path of a variable without Repeat iterations: ``stack/3/w`` becomes ``stack/w``."""
    return "/".join([step for step in name.split("/") if not step.isdecimal()])


def _why_in_rounds(page: Page, flow: PageFlow, block: str, of: str, names: Sequence[str]) -> Why:
    without = [name for name in names if name not in flow.blocks]
    if not without:
        return Why(
            (block,),
            tr("{block} gets a gradient of {of} in all {count:,} iterations.", block=block, of=of, count=len(names)),
        )
    fate = flow.variables[without[0]]
    path = (block, *fate.path[1:])
    why = (
        tr("the gradient ends at {path} ({reason}){between}", path=path[-1], reason=fate.reason, between=between(path))
        if len(path) > 1
        else fate.reason
    )
    where = tr("in any iteration") if len(without) == len(names) else tr("in {some}", some=_some(without))
    begin = tr("{block} gets no gradient of {of} {where}", block=block, of=of, where=where)
    return Why(path, f"{begin}: {why}." + (_others(page, flow, path) if len(path) > 1 else ""), fate.reason)


def _some(names: Sequence[str]) -> str:
    more = tr(" and {count:,} more", count=len(names) - 3) if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def _others(page: Page, flow: PageFlow, path: tuple[str, ...]) -> str:
    out: dict[str, list[Wire]] = {}
    for wire in page.wires:
        out.setdefault(wire.source.block, []).append(wire)
    seen, pending, ends = {path[0]}, [path[0]], {cut.wire: cut for cut in flow.cuts if cut.wire is not None}
    reasons: dict[str, str] = {}
    while pending:
        for wire in out.get(pending.pop(), ()):
            after = wire.target.block
            if wire in ends and after != path[-1]:
                reasons[after] = ends[wire].reason
            if after not in seen and after not in flow.blocks:
                seen.add(after)
                pending.append(after)
    other_ends = "; ".join(f"{name} ({reason})" for name, reason in reasons.items())
    return tr(" Other paths end at {places}.", places=other_ends) if other_ends else ""


def _ended(block: str, of: str, path: tuple[str, ...], reason: str) -> str:
    where = tr("the gradient ends at {path} ({reason})", path=path[-1], reason=reason) if path else reason
    return tr(
        "{block} gets no gradient of {of}: {where}{between}.", block=block, of=of, where=where, between=between(path)
    )


def between(path: tuple[str, ...]) -> str:
    return tr(", on the path {path}", path=" → ".join(path)) if len(path) > 2 else ""


def _path(page: Page, flow: PageFlow, block: str) -> tuple[tuple[str, ...], FlowCut | None]:
    ends = {cut.wire: cut for cut in flow.cuts if cut.wire is not None}
    for cut in flow.cuts:
        if cut.block == block:
            return (block,), cut
    out: dict[str, list[Wire]] = {}
    for wire in page.wires:
        out.setdefault(wire.source.block, []).append(wire)
    before: dict[str, str] = {block: ""}
    pending = deque([block])
    while pending:
        current = pending.popleft()
        for wire in out.get(current, ()):
            after = wire.target.block
            if after not in before:
                before[after] = current
                pending.append(after)
            if wire in ends:
                path = [after]
                step = current
                while step:
                    path.append(step)
                    step = before[step]
                return tuple(reversed(path)), ends[wire]
    return (block,), None

"""Gradient contracts: checks of a page's requirements on its gradients, with reasons for failures."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from blocks.analysis.gradient_targets import tensors_at
from blocks.base.errors import DiagramError
from blocks.elaborate.model import Elaboration
from blocks.graph.flow import Flow, cuts_between, describe, gradient_flow
from blocks.graph.graph import Output
from blocks.library.core.gradients import GradientContract


def contract_faults(elaboration: Elaboration) -> list[DiagramError]:
    errors: list[DiagramError] = []
    for block in elaboration.blocks_of(GradientContract.name):
        if not block.muted and block.id in elaboration.values:
            why = block.values.get("why")
            for fault in _faults(elaboration, block.id):
                fault.message += f": {why}" if isinstance(why, str) and why else ""
                errors.append(fault.located(block=block.id, page=elaboration.page.name))
    if elaboration.expansion is not None:
        errors += _inside(elaboration)
    return errors


def _inside(elaboration: Elaboration) -> Iterator[DiagramError]:
    from blocks.analysis.inner_values import inside_of  # only pages with composites pay for it

    for block in elaboration.running:
        for inside in inside_of(elaboration, block):
            for fault in contract_faults(inside.elaboration):
                fault.block, fault.page = f"{block}/{inside.part}{fault.block}", elaboration.page.name
                yield fault


def _faults(elaboration: Elaboration, contract: str) -> Iterator[DiagramError]:
    losses, wanted, unwanted = (
        [*dict.fromkeys(tensors_at(elaboration, contract, pin))] for pin in ("loss", "reaches", "must_not_reach")
    )
    if not losses:
        yield DiagramError("this GradientContract has no loss", pin="loss", hint="wire a loss to this pin")
        return
    if not wanted and not unwanted:
        text = "GradientContract has no effect: nothing is wired to reaches or must_not_reach"
        yield DiagramError(text, pin="reaches")
        return
    flow = gradient_flow(elaboration.graph, losses)
    reached = frozenset(flow.reached)
    for output in wanted:
        if output not in reached:
            text = describe(output, losses, cuts_between(elaboration.graph, losses, output))
            yield DiagramError(text, pin="reaches")
    for output in unwanted:
        if output in reached:
            path = " -> ".join(_path(flow, losses, output))
            of = ", ".join(dict.fromkeys(loss.op.block_name for loss in losses))
            text = f"the gradient of {of} must not reach {output.op.block_name}, but reaches it through {path}"
            yield DiagramError(text, pin="must_not_reach")


def _path(flow: Flow, losses: Sequence[Output], target: Output) -> list[str]:
    before: dict[Output, Output | None] = dict.fromkeys(losses)
    pending = deque(losses)
    while pending:
        output = pending.popleft()
        if output == target:
            names: list[str] = []
            at: Output | None = output
            while at is not None:
                if not names or names[-1] != at.op.block_name:
                    names.append(at.op.block_name)
                at = before[at]
            return names[::-1]
        for value in flow.passed.get(output.op, ()):
            if value not in before:
                before[value] = output
                pending.append(value)
    return [target.op.block_name]

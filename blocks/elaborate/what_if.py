"""What if a stop of the gradient were not there, or a pin cut: where the gradient would go; no page is edited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from blocks.base.errors import UsageError
from blocks.document.data import Endpoint
from blocks.elaborate.elaboration import Elaboration
from blocks.elaborate.gradient_targets import differentiated, wire_values
from blocks.elaborate.output_names import asked_by
from blocks.graph.flow import Changes, gradient_flow, is_stop
from blocks.graph.graph import Node, Output


class Question(NamedTuple):
    """What is asked about a gradient.

    Attributes:
        of: what is differentiated, as for `blocks.elaborate.gradient_flow.page_flow`.
        lift: StopGradient and PreventGradient blocks that would let it through.
        cut: output pins at which it would end.
    """

    of: str
    lift: Sequence[str] = ()
    cut: Sequence[str] = ()


class FlowChange(NamedTuple):
    """Where a gradient would go.

    Attributes:
        lifted, cut: what is asked.
        reaches: the output pins that it would reach, those of what is differentiated left out.
        gains: those of them that it does not reach as it is.
        loses: those that it reaches only as it is.
        why: why no gradient that anybody wants is another one then; None where one may be.
    """

    lifted: tuple[str, ...]
    cut: tuple[str, ...]
    reaches: tuple[str, ...]
    gains: tuple[str, ...]
    loses: tuple[str, ...]
    why: str | None

    @property
    def changes_nothing(self) -> bool:
        """Whether that follows from the path that the gradient takes alone."""
        return self.why is not None


def changes_of(made: Elaboration, question: Question) -> Changes:
    """What is lifted and cut, in the graph of a page.

    Raises:
        UsageError: there is no such block or pin, or the block stops no gradient.
    """
    cut: list[Output] = []
    for name in question.cut:
        outputs = asked_by(made, name).outputs
        if not outputs:
            raise UsageError(f"{name!r} gives no tensor: no gradient can be cut there", page=made.page.name)
        cut += outputs
    for name in question.lift:
        _stop(made, name)
    return Changes(frozenset(question.lift), frozenset(cut))


def _stop(made: Elaboration, name: str) -> Node:
    """The node of a block that stops a gradient.

    Raises:
        UsageError: it is not there, or stops none.
    """
    if name not in made.position:
        raise UsageError(f"there is no block {name!r} to lift", page=made.page.name)
    for _, _, _, output in made.outputs_of(name):
        if output.op.block_name == name and is_stop(output.op):
            return output.op
    raise UsageError(f"{name!r} is no StopGradient or PreventGradient: nothing can be lifted", page=made.page.name)


def flow_change(made: Elaboration, question: Question) -> FlowChange:
    """Where the gradient would go, from the declarations of the block types alone: nothing is run.

    Raises:
        UsageError: there is no such block or pin; the block stops no gradient, or what is differentiated gives none.
    """
    changes, ys = changes_of(made, question), differentiated(made, question.of)
    before = frozenset(gradient_flow(made.graph, ys).reached)
    after = frozenset(gradient_flow(made.graph, ys, changes).reached)
    names = [(str(Endpoint(block, pin, index)), output) for block, pin, index, output in made.outputs()]
    asked = frozenset(ys)
    reaches = tuple(name for name, output in names if output in after and output not in asked)
    gains = tuple(name for name, output in names if output in after and output not in before)
    loses = tuple(name for name, output in names if output in before and output not in after)
    why = _why_nothing(made, question, changes, before, after)
    return FlowChange(tuple(question.lift), tuple(question.cut), reaches, gains, loses, why)


def _why_nothing(
    made: Elaboration, question: Question, changes: Changes, before: frozenset[Output], after: frozenset[Output]
) -> str | None:
    """Why neither what is lifted nor what is cut makes a difference to anything that has a gradient."""
    wanted = wanted_gradients(made).keys()
    reasons: list[str] = []
    for name in question.lift:
        stop = _stop(made, name)
        if after.isdisjoint(stop.outputs):
            reasons.append(f"no gradient of {question.of} comes to {name}")
        elif not wanted.isdisjoint(gradient_flow(made.graph, stop.inputs, changes).reached):
            return None
        else:
            reasons.append(f"nothing behind {name} reaches a variable")
    for name in question.cut:
        outputs = asked_by(made, name).outputs
        if before.isdisjoint(outputs):
            reasons.append(f"no gradient of {question.of} comes to {name}")
        elif not wanted.isdisjoint(gradient_flow(made.graph, outputs).reached):
            return None
        else:
            reasons.append(f"nothing behind {name} reaches a variable")
    return "; ".join(reasons)


def wanted_gradients(made: Elaboration) -> dict[Output, str]:
    """What somebody may want a gradient by, with names: variables, placeholders, constants that a page has one by."""
    wires = [wire for block in made.gradients for wire in made.wires_into.get(block, ()) if wire.target.pin == "inputs"]
    asked = {value for wire in wires for value in wire_values(made, wire)}
    found: dict[Output, str] = {}
    for block, pin, index, output in made.outputs():
        spec = output.op.type
        if (spec.variable or spec.fed or (output in asked and not output.op.inputs)) and output.dtype.is_differentiable:
            found.setdefault(output, str(Endpoint(block, pin, index)))
    return found

"""What-if analysis for the editor: the gradient flow on the wires, and its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from blocks.base.errors import DiagramError
from blocks.document.data import Endpoint, Json, Wire
from blocks.elaborate.gradient_flow import Fate, FlowCut, PageFlow
from blocks.elaborate.gradient_targets import differentiated
from blocks.elaborate.what_if import FlowChange, Question, changes_of, flow_after, flow_change
from blocks.graph.flow import gradient_flow
from blocks.run.gradients.what_if import Comparison, PinChange, VariableChange, compare_next
from blocks.run.monitoring.statistics import Statistics
from blocks.run.session import Session
from blocks.worker.page_checks import at_instances


class Found(NamedTuple):
    """The result of a what-if analysis.

    Attributes:
        change: what it would reach, gain and lose, and why nothing changes where that follows from the way alone.
        after: where it would go on the wires.
        variables: the gradients by variables, of a page that was run.
        pins: the gradients at output pins, of the same.
        nothing: why no gradient by a variable is another one, by the way or by the numbers; None where one is.
        step: the step that they are of; None where there are no numbers.
        fault: why there are none although the page was run.
    """

    change: FlowChange
    after: PageFlow
    variables: Mapping[str, VariableChange]
    pins: Mapping[str, PinChange]
    nothing: str | None
    step: int | None = None
    fault: str = ""


def find_out(session: Session, question: Question, *, numbers: bool) -> Json:
    """Find out what would become of a gradient; as JSON, see `found_of`.

    Args:
        session: of the page, with the variables as they are.
        question: what is asked.
        numbers: the next step is computed, and not taken.

    Raises:
        UsageError: there is no such block or pin; the block stops no gradient, or what is differentiated gives none.
    """
    elaboration = session.elaboration
    change, changes = flow_change(elaboration, question), changes_of(elaboration, question)
    reached = gradient_flow(elaboration.graph, differentiated(elaboration, question.of), changes).reached
    after = at_instances(elaboration, flow_after(elaboration, question), reached, changes)
    variables: Mapping[str, VariableChange] = {}
    pins: Mapping[str, PinChange] = {}
    nothing, step, fault = change.why, None, ""
    if numbers:
        try:
            comparison = Comparison(elaboration, question, everywhere=True)
            compare_next(session, comparison)
            result = comparison.result()
            variables, pins, nothing = result.variables, comparison.pins, result.why
            step = session.steps + 1
        except DiagramError as error:
            fault = error.sentence() if error.block is None else f"{error.block}: {error.sentence()}"
    return [
        change,
        [after.of, list(after.outputs), [[*wire.source, *wire.target] for wire in after.wires],
         [[*cut[:2], None if cut.wire is None else [*cut.wire.source, *cut.wire.target], *cut[3:]]
          for cut in after.cuts], list(after.variables.values()), after.weights],
        list(variables.items()),
        [[name, [None if each is None else each._replace(sample=b"")[:8] for each in pin[:3]], pin.same]
         for name, pin in pins.items()],
        nothing, step, fault,
    ]  # fmt: skip


def found_of(packed: Json) -> Found:
    """What was found, of its JSON."""
    change, (of, outputs, wires, cuts, fates, weights), variables, pins, nothing, step, fault = packed
    after = PageFlow(
        tuple(Endpoint(*each) for each in of),
        frozenset(Endpoint(*each) for each in outputs),
        frozenset(map(_wire, wires)),
        tuple(FlowCut(block, pin, wire and _wire(wire), kind, reason) for block, pin, wire, kind, reason in cuts),
        {block: Fate(block, reached, kind, reason, tuple(path)) for block, reached, kind, reason, path in fates},
        tuple(Endpoint(*each) for each in weights),
    )
    return Found(
        FlowChange(*(tuple(each) for each in change[:5]), why=change[5]),
        after,
        {name: VariableChange(*each) for name, each in variables},
        {name: PinChange(_statistics(now), _statistics(then), _statistics(gap), same)
         for name, (now, then, gap), same in pins},
        nothing,
        step,
        fault,
    )  # fmt: skip


def _wire(ends: Json) -> Wire:
    return Wire(Endpoint(*ends[:3]), Endpoint(*ends[3:]))


def _statistics(packed: Json) -> Statistics | None:
    return None if packed is None else Statistics(tuple(packed[0]), *packed[1:])

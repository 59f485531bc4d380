"""What-if analysis for the editor: the gradient flow on the wires, and its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from blocks.analysis.gradient_flow import PageFlow
from blocks.analysis.pins import Pins
from blocks.analysis.what_if import FlowChange, Question, flow_after, flow_change
from blocks.base.errors import DiagramError
from blocks.document.data import Json, Page
from blocks.run.gradients.what_if import PinChange, VariableChange, WhatIfComparison, compare_next
from blocks.run.monitoring.statistics import Statistics
from blocks.run.session import Session
from blocks.worker.page_checks import PageInfo, packed_flow, unpacked_flow

_NO_PAGE = Page("")
"""Instead of the page of a flow, whose wires are then sent one by one."""


class WhatIfResult(NamedTuple):
    """The result of a what-if analysis, with the gradients of variables, if the page was run, and at output pins.

    ``change`` has the gained and lost output pins, and the reason if the flow alone shows that nothing changes.
    ``nothing`` says why no variable's gradient changes, ``fault`` why the run gave no gradients.
    """

    change: FlowChange
    after: PageFlow
    variables: Mapping[str, VariableChange]
    pins: Mapping[str, PinChange]
    nothing: str | None
    step: int | None = None
    fault: str = ""


def find_out(session: Session, question: Question, *, numbers: bool) -> Json:
    """Analyze a change of gradient stops; return JSON for `found_of`. ``numbers`` computes the next step only.

    UsageError: a block or pin does not exist, a block does not stop gradients, or the tensor has no derivative.
    """
    elaboration = session.elaboration
    change, after = flow_change(elaboration, question), flow_after(elaboration, question, inside=True)
    variables: Mapping[str, VariableChange] = {}
    pins: Mapping[str, PinChange] = {}
    nothing, step, fault = change.why, None, ""
    if numbers:
        try:
            comparison = WhatIfComparison(elaboration, question, everywhere=True)
            compare_next(session, comparison)
            result = comparison.result()
            variables, pins, nothing = result.variables, comparison.pins, result.why
            step = session.steps + 1
        except DiagramError as error:
            fault = error.sentence() if error.block is None else f"{error.block}: {error.sentence()}"
    return [
        change,
        packed_flow(PageInfo(_NO_PAGE, Pins(), (), flow=after), None),
        list(variables.items()),
        [[name, [None if each is None else each._replace(sample=b"")[:8] for each in pin[:3]], pin.same]
         for name, pin in pins.items()],
        nothing, step, fault,
    ]  # fmt: skip


def found_of(packed: Json) -> WhatIfResult:
    change, flow, variables, pins, nothing, step, fault = packed
    after = unpacked_flow(flow, _NO_PAGE, None)
    assert after is not None
    return WhatIfResult(
        FlowChange(*(tuple(each) for each in change[:5]), why=change[5]),
        after,
        {name: VariableChange(*each) for name, each in variables},
        {name: PinChange(_statistics(now), _statistics(then), _statistics(gap), same)
         for name, (now, then, gap), same in pins},
        nothing,
        step,
        fault,
    )  # fmt: skip


def _statistics(packed: Json) -> Statistics | None:
    return None if packed is None else Statistics(tuple(packed[0]), *packed[1:])

"""The places where gradients of an imported model stop, for its report."""

from __future__ import annotations

from collections.abc import Mapping

from blocks.analysis.gradient_flow import FlowCut, page_flow
from blocks.base.types import Array
from blocks.document.model import Diagram, PageView
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output

_MOST = 10


def gradient_ends(diagram: Diagram, files: Mapping[str, Array]) -> list[str]:
    """Return a sentence per page: the number of variables that its gradients reach, and the ends of gradients."""
    return [line for page in diagram.pages if (line := _of(page, diagram, files)) is not None]


def _of(page: PageView, diagram: Diagram, files: Mapping[str, Array]) -> str | None:
    elaboration = elaborate(page.snapshot(), files.__getitem__, composites=composites_of(definitions_of(diagram)))
    outputs = _outputs(elaboration)
    if not outputs:
        return None
    flow = page_flow(elaboration, outputs)
    reached = sum(fate.reached for block, fate in flow.variables.items() if elaboration.specs[block].variable)
    variables = sum(elaboration.specs[block].variable for block in flow.variables)
    begin = f"page {page.name!r}: gradients of the results that `run` fetches reach {reached} of {variables} variables"
    if not variables:
        begin = f"page {page.name!r}: it has no variables for gradients to reach"
    cuts = list(dict.fromkeys(_text(each) for each in flow.cuts))
    more = f" and at {len(cuts) - _MOST:,} more places" if len(cuts) > _MOST else ""
    return f"{begin}; they stop at {', '.join(cuts[:_MOST])}{more}" if cuts else begin


def _outputs(elaboration: Elaboration) -> list[Output]:
    fetched = [each for _, request in elaboration.requests for each in request.fetches]
    return list(dict.fromkeys(each for each in fetched if each.dtype.is_differentiable))


def _text(cut: FlowCut) -> str:
    return f"{cut.block} ({cut.reason})"

"""The views of a what-if: the current gradient, the what-if gradient, and their difference."""

from __future__ import annotations

from app.face.gradient import GAINED, LOST, CutMark, GradientFace, gradient_face
from app.language import mark, tr
from blocks.analysis.gradient_flow import FlowCut, PageFlow
from blocks.run.monitoring.statistics import Statistics
from blocks.worker.what_if import Found

_NONE = Statistics((), 0.0, float("-inf"), 0.0, 0.0, 0, 0, 0)
_TITLES = {"is": mark("Current"), "would be": mark("What-if"), "difference": mark("Difference")}


def what_if_face(flow: PageFlow, outcome: Found, picture: str) -> GradientFace:
    """Return the gradient shown during a what-if; ``picture`` is ``is``, ``would be`` or ``difference``."""
    step = outcome.step
    if picture == "is":
        norms = (
            None if step is None else {n: each.is_now for n, each in outcome.pins.items() if each.is_now is not None}
        )
        face = gradient_face(flow, norms, step)
    elif picture == "would be":
        norms = None if step is None else {
            n: each.would_be for n, each in outcome.pins.items() if each.would_be is not None
        }  # fmt: skip
        face = gradient_face(outcome.after, norms, step)
    else:
        face = _difference(flow, outcome)
    words = f"{tr(_TITLES[picture])}: {_words(outcome)}" if picture != "is" else tr(_TITLES[picture])
    marks = () if picture == "is" else tuple(_marks(flow, outcome))
    lifted = frozenset[str]() if picture == "is" else frozenset(outcome.change.lifted)
    return face._replace(cuts=(*face.cuts, *marks), lifted=lifted, tried=words)


def _words(outcome: Found) -> str:
    lifted = [tr("{name} is ignored", name=name) for name in outcome.change.lifted]
    return ", ".join([*lifted, *[tr("stop at {name}", name=name) for name in outcome.change.cut]])


def _difference(flow: PageFlow, outcome: Found) -> GradientFace:
    """Show the size of the difference if it was measured, otherwise the wires that only one gradient takes."""
    both = outcome.after._replace(outputs=flow.outputs | outcome.after.outputs, wires=flow.wires | outcome.after.wires)
    if outcome.step is not None:
        norms = {
            name: _NONE if each.same or each.difference is None else each.difference
            for name, each in outcome.pins.items()
        }
        return gradient_face(both, norms, outcome.step)
    face = gradient_face(both)
    gained = {wire: GAINED for wire in outcome.after.wires - flow.wires}
    lost = {wire: LOST for wire in flow.wires - outcome.after.wires}
    blocks = {wire.target.block: strength for some in (gained, lost) for wire, strength in some.items()}
    return face._replace(wires={**gained, **lost}, blocks=blocks, differs=True)


def _marks(flow: PageFlow, outcome: Found) -> list[CutMark]:
    marks: list[CutMark] = []
    for name in outcome.change.cut:
        for wire in sorted(flow.wires, key=str):
            source = wire.source
            if name in (source.block, str(source), str(source._replace(index=None))):
                cut = FlowCut(
                    wire.target.block, wire.target.pin, wire, "stop_gradient", tr("what-if: stop at {name}", name=name)
                )
                marks.append(CutMark(cut, tr("what-if stop")))
    return marks

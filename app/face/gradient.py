"""The gradient view of a page as plain data: gradient strength, where the gradient ends, blocks without a gradient."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from operator import is_
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import numpy as np

from blocks.analysis.diagnosis import Why, between
from blocks.analysis.gradient_flow import FlowCut, PageFlow
from blocks.base.engine_texts import in_language
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.base.types import Array
from blocks.document.data import Endpoint, Page, Wire
from blocks.run.gradients.finite_differences import Verdict
from blocks.run.gradients.numeric import BlockCheck, GradientCheck
from blocks.run.monitoring.statistics import Statistics
from blocks.worker.what_if import WhatIfResult

_Key = TypeVar("_Key", Wire, str)

WEAKEST, STRONGEST = -8.0, 4.0
"""Decimal logarithms of the norm at the ends of the scale; what lies beyond looks as they do."""
BROKEN_HERE = mark("turns a finite gradient into NaN or infinity")
"""What is said of a block at which a gradient stops being a number."""
_LABELS = {
    "stop_gradient": mark("stop"),
    "prevent_gradient": mark("prevented"),
    "not_differentiable": mark("no derivative"),
    "no_rule": mark("no rule"),
    "disconnected": mark("no path"),
}


VERDICTS: Mapping[Verdict, str] = {
    "wrong": mark("wrong"),
    "custom": mark("custom gradient"),
    "not smooth here": mark("not smooth here"),
    "right": mark("correct"),
    "not checked": mark("not checked"),
}
"""Words for the outcomes of a check, the worst first."""


class Strength(NamedTuple):
    """The strength of a gradient at one tensor.

    Attributes:
        log10: log10 of the norm; None if not measured or not finite.
        state: known only to flow, not measured, a number, zero, or not finite; of a difference, gained or lost.
        value: the gradient itself if it has a single element.
    """

    log10: float | None
    state: str
    value: float | None = None

    @property
    def level(self) -> float:
        """Return the position on the scale from 0 (vanishing) to 1 (exploding); 0.5 without a number."""
        if self.log10 is None:
            return 0.5
        return min(1.0, max(0.0, (self.log10 - WEAKEST) / (STRONGEST - WEAKEST)))

    @property
    def text(self) -> str:
        if self.state == "number" and self.log10 is not None:
            odd = tr(", vanishing") if self.log10 <= WEAKEST else tr(", exploding") if self.log10 >= STRONGEST else ""
            if self.value is not None:
                return f"{float(f'{self.value:.4g}')}{odd}"
            return tr("norm {value:.3g}{odd}", value=10**self.log10, odd=odd)
        return tr(_STATES[self.state])


_STATES = {
    "flows": mark("flows here"),
    "unknown": mark("flows here, not measured"),
    "zero": mark("zero everywhere"),
    "not_finite": mark("NaN or infinite"),
    "gained": mark("would flow here, too"),
    "lost": mark("would no longer flow here"),
}
FLOWS, UNKNOWN = Strength(None, "flows"), Strength(None, "unknown")
GAINED, LOST = Strength(None, "gained"), Strength(None, "lost")


class Strip(NamedTuple):
    """The gradient norm at a carried pin of a loop, at the beginning of each iteration."""

    pin: str
    norms: tuple[float, ...]

    def strength(self, number: int) -> Strength:
        norm = self.norms[number]
        if not math.isfinite(norm):
            return Strength(None, "not_finite")
        return Strength(math.log10(norm), "number") if norm > 0 else Strength(None, "zero")

    @property
    def text(self) -> str:
        last = len(self.norms) - 1
        first, end = self.strength(0).text, self.strength(last).text
        text = mark("{pin}: {text} in iteration 0, {text2} in iteration {last:,}")
        return tr(text, pin=self.pin, text=first, text2=end, last=last)


class CutMark(NamedTuple):
    """A point where the gradient ends, with the reason in brief. ``inside``: the block's path in an instance."""

    cut: FlowCut
    label: str
    inside: str = ""

    @property
    def sentence(self) -> str:
        where = self.cut.block if self.cut.pin is None else f"{self.cut.block}.{self.cut.pin}"
        return tr("The gradient ends at {where}: {reason}", where=where, reason=self.cut.reason)


class CheckMark(NamedTuple):
    verdict: Verdict
    label: str
    sentence: str


class GradientFace(NamedTuple):
    """The gradient of a value, as a page shows it.

    Attributes:
        wires, blocks: the wires that carry the gradient and the blocks that it reaches.
        starved: variables without a gradient, with the reason.
        aside: starved variables that are not on the path or hold integers, rather than being cut off.
        measured: whether norms of a run are shown.
        outdated: whether the page was edited since.
        broken: blocks that receive a finite gradient and pass on one with NaN or infinite elements.
        note: the reason for an empty view, with a remedy.
        lifted: gradient stops that the what-if ignores.
        tried: the what-if and the shown view of it; empty without one.
        differs: only wires that one of two gradients takes are shown.
        strips: gradient norms per iteration, by loop.
    """

    of: frozenset[str]
    title: str
    wires: Mapping[Wire, Strength]
    blocks: Mapping[str, Strength]
    cuts: tuple[CutMark, ...]
    starved: Mapping[str, str]
    measured: bool = False
    step: int | None = None
    outdated: bool = False
    checked: Mapping[str, CheckMark] = MappingProxyType({})
    aside: frozenset[str] = frozenset()
    broken: tuple[str, ...] = ()
    note: str = ""
    lifted: frozenset[str] = frozenset()
    tried: str = ""
    differs: bool = False
    strips: Mapping[str, tuple[Strip, ...]] = MappingProxyType({})

    @property
    def lit(self) -> frozenset[str]:
        ends = {mark.cut.block for mark in self.cuts}
        return frozenset(self.blocks) | ends | self.of | frozenset(self.starved) | self.lifted

    def is_marked(self, blocks: Iterable[str], wires: Iterable[Wire]) -> bool:
        signs = {mark.cut.wire or mark.cut.block for mark in self.cuts}
        words = self.of.union(self.starved, self.checked, self.broken, self.lifted, signs)
        return not words.isdisjoint(blocks) or not signs.isdisjoint(wires)

    def path_to_broken(self, block: str) -> tuple[str, ...]:
        """Return the blocks from one with a non-finite gradient to its origin; empty if there is none."""
        after: dict[str, set[str]] = {}
        for wire, strength in self.wires.items():
            if strength.state == "not_finite":
                after.setdefault(wire.source.block, set()).add(wire.target.block)
        paths, seen = deque([[block]]), {block}
        while paths:
            path = paths.popleft()
            if path[-1] in self.broken and len(path) > 1:
                return tuple(path)
            more = sorted(after.get(path[-1], set()) - seen)
            seen.update(more)
            paths.extend([[*path, each] for each in more])
        return ()


NOTHING = GradientFace(
    frozenset(), "", {}, {}, (), {},
    note=mark("Nothing here can be differentiated. Wire a float32 Variable or Const to a block such as "
              "Mean or Sum to see its gradient."),
)  # fmt: skip
"""What a page shows that has nothing to differentiate."""
UNTYPED = NOTHING._replace(
    note=mark(
        "The input pins have no dtype here. Choose a dtype in the Inspector, or enter the "
        "composite through an instance."
    )
)
"""What a composite shows by itself that says too little of its inputs to be differentiated."""
GONE = NOTHING._replace(
    note=mark("The selected loss was deleted or has an error. Select a different loss in the Gradient panel.")
)
"""What a page shows when there is no path to what is to be differentiated."""


def changed(old: GradientFace, new: GradientFace) -> tuple[set[Wire], set[str]]:
    """Return wires and blocks whose gradient appeared, disappeared or changed its strength."""
    others = {block for block in old.strips.keys() | new.strips if old.strips.get(block) != new.strips.get(block)}
    return _changed(old.wires, new.wires), _changed(old.blocks, new.blocks) | others


def _changed(old: Mapping[_Key, Strength], new: Mapping[_Key, Strength]) -> set[_Key]:
    if old is new:
        return set()
    differing = set(old)
    differing.symmetric_difference_update(new)
    if not (_only_flows(old) and _only_flows(new)):
        differing.update([key for key, strength in new.items() if old.get(key) != strength])
    return differing


def _only_flows(strengths: Mapping[_Key, Strength]) -> bool:
    return all(map(is_, strengths.values(), repeat(FLOWS)))


def gradient_face(
    flow: PageFlow, norms: Mapping[str, Statistics] | None = None, step: int | None = None
) -> GradientFace:
    """Build the face of a gradient flow. ``norms`` are by output pin name, in ``step``; None shows the flow only."""
    broken: tuple[str, ...] = ()
    if norms is None:
        wires, blocks = dict.fromkeys(flow.wires, FLOWS), dict.fromkeys(flow.blocks, FLOWS)
    else:
        wires, blocks = _measured(flow, norms)
        broken = _broken(wires, blocks)
    marks = tuple(CutMark(cut, tr(_LABELS.get(cut.kind, "")) or cut.reason.split(" ", 1)[0]) for cut in flow.cuts)
    starved = {fate.block: fate.reason for fate in flow.variables.values() if not fate.reached}
    aside = frozenset(fate.block for fate in flow.variables.values() if not fate.reached and len(fate.path) <= 1)
    of = frozenset(name.block for name in flow.of)
    title = flow.names
    if flow.weights:
        weights = ", ".join(dict.fromkeys([name.block for name in flow.weights]))
        title += tr(", weighted by {fromkeys}", fromkeys=weights)
    return GradientFace(of, title, wires, blocks, marks, starved, norms is not None, step, aside=aside, broken=broken)


def _broken(wires: Mapping[Wire, Strength], blocks: Mapping[str, Strength]) -> tuple[str, ...]:
    """Return the blocks where a gradient first becomes non-finite: all of its sources are finite."""
    users: dict[Endpoint, set[str]] = {}
    for wire, strength in wires.items():
        if strength.state == "not_finite" and wire.target.block in blocks:
            users.setdefault(wire.source, set()).add(wire.target.block)
    bad = {block for block, strength in blocks.items() if strength.state == "not_finite"}
    return tuple(sorted(set[str]().union(*[some for some in users.values() if bad.isdisjoint(some)])))


def _measured(flow: PageFlow, norms: Mapping[str, Statistics]) -> tuple[dict[Wire, Strength], dict[str, Strength]]:
    strengths: dict[tuple[str, str, int | None], Strength] = {}
    blocks: dict[str, Strength] = {}
    for name in flow.outputs:
        strength = strengths[name] = strength_of(norms.get(str(name)))
        other = blocks.get(name.block)
        blocks[name.block] = strength if other is None else strongest([other, strength])
    wires: dict[Wire, Strength] = {}
    for wire in flow.wires:
        strength = strengths.get(wire.source)
        if strength is None:  # the whole of a list
            elements = [strengths[name] for name in flow.outputs if name[:2] == wire.source[:2]]
            strength = strongest(elements) if elements else UNKNOWN
        wires[wire] = strength
    return wires, blocks


def check_marks(check: GradientCheck | None) -> dict[str, CheckMark]:
    return {} if check is None else {each.block: check_mark(each) for each in check.blocks}


def check_mark(check: BlockCheck) -> CheckMark:
    known = not math.isnan(check.error)
    error = error_text(check.error) if known else ""
    pins = ", ".join(pin.pin for pin in check.pins if pin.verdict == check.verdict)
    by = tr(" with respect to {pins}", pins=pins) if pins and check.verdict != "right" else ""
    label = {
        "right": f"✓ {error}",
        "wrong": tr("wrong {error}", error=error),
        "custom": tr("custom {error}", error=error),
        "not smooth here": tr("not smooth"),
        "not checked": "?",
    }
    measured = mark(", relative error {error} in {precision}") if check.error else mark(", exact in {precision}")
    details = f": {check.note}" if check.note else ""
    if known:
        details = tr(measured, error=error, precision=check.precision)
    verdict = tr(VERDICTS[check.verdict])
    said = mark("gradient of {type}{by}: {verdict}{details}")
    sentence = tr(said, type=check.type, by=by, verdict=verdict, details=details)
    return CheckMark(check.verdict, label[check.verdict].strip(), sentence)


def error_text(error: float) -> str:
    return f"{error:.1e}" if error else tr("exact")


def strength_of(summary: Statistics | None) -> Strength:
    if summary is None:
        return UNKNOWN
    if summary.nans or summary.infinities or not math.isfinite(summary.norm):
        return Strength(None, "not_finite")
    if summary.norm == 0:
        return Strength(None, "zero")
    return Strength(summary.log10_norm, "number", summary.single)


def strongest(strengths: list[Strength]) -> Strength:
    """Return the strength that represents several: non-finite first, then the largest."""
    for state in ("not_finite", "number", "unknown"):
        some = [each for each in strengths if each.state == state]
        if some:
            return max(some, key=lambda each: each.log10 or 0.0)
    return strengths[0]


def ramp(level: float, dark: bool) -> tuple[int, int, int]:
    """Return the color of a scale position: blue vanishes, orange explodes, gray is the middle.

    The ends differ in hue, in lightness from the middle, and for color-blind users (after the diverging maps of
    K. Moreland, "Diverging color maps for scientific visualization", 2009).
    """
    stops = _DARK if dark else _LIGHT
    index = min(1.0, max(0.0, level)) * (len(stops) - 1)
    i = min(int(index), len(stops) - 2)
    part = index - i
    a, b = stops[i], stops[i + 1]
    return (_mix(a[0], b[0], part), _mix(a[1], b[1], part), _mix(a[2], b[2], part))


def _mix(a: int, b: int, part: float) -> int:
    return round(a + (b - a) * part)


_DARK = (
    (66, 112, 240),
    (74, 150, 255),
    (140, 200, 255),
    (236, 236, 226),
    (255, 200, 110),
    (255, 146, 40),
    (238, 70, 20),
)
_LIGHT = ((10, 50, 150), (30, 100, 215), (80, 140, 200), (105, 105, 100), (190, 120, 30), (205, 85, 0), (160, 30, 0))


_NONE = Statistics((), 0.0, float("-inf"), 0.0, 0.0, 0, 0, 0)
_TITLES = {"is": mark("Current"), "would be": mark("What-if"), "difference": mark("Difference")}


def what_if_face(flow: PageFlow, outcome: WhatIfResult, picture: str) -> GradientFace:
    """Return the gradient shown during a what-if; ``picture`` is ``is``, ``would be`` or ``difference``."""
    step = outcome.step
    if picture == "is":
        norms = {n: each.is_now for n, each in outcome.pins.items() if each.is_now is not None}
        face = gradient_face(flow, None if step is None else norms, step)
    elif picture == "would be":
        norms = {n: each.would_be for n, each in outcome.pins.items() if each.would_be is not None}
        face = gradient_face(outcome.after, None if step is None else norms, step)
    else:
        face = _difference(flow, outcome)
    words = f"{tr(_TITLES[picture])}: {_words(outcome)}" if picture != "is" else tr(_TITLES[picture])
    marks = () if picture == "is" else tuple(_marks(flow, outcome))
    lifted = frozenset[str]() if picture == "is" else frozenset(outcome.change.lifted)
    return face._replace(cuts=(*face.cuts, *marks), lifted=lifted, tried=words)


def _words(outcome: WhatIfResult) -> str:
    lifted = [tr("{name} is ignored", name=name) for name in outcome.change.lifted]
    return ", ".join([*lifted, *[tr("stop at {name}", name=name) for name in outcome.change.cut]])


def _difference(flow: PageFlow, outcome: WhatIfResult) -> GradientFace:
    """Show the size of the difference if it was measured, otherwise the wires that only one gradient takes."""
    both = outcome.after._replace(outputs=flow.outputs | outcome.after.outputs, wires=flow.wires | outcome.after.wires)
    if outcome.step is not None:
        changed = {name: _NONE if each.same else each.difference or _NONE for name, each in outcome.pins.items()}
        return gradient_face(both, changed, outcome.step)
    face = gradient_face(both)
    gained = {wire: GAINED for wire in outcome.after.wires - flow.wires}
    lost = {wire: LOST for wire in flow.wires - outcome.after.wires}
    blocks = {wire.target.block: strength for some in (gained, lost) for wire, strength in some.items()}
    return face._replace(wires={**gained, **lost}, blocks=blocks, differs=True)


def _marks(flow: PageFlow, outcome: WhatIfResult) -> list[CutMark]:
    marks: list[CutMark] = []
    for name in outcome.change.cut:
        for wire in sorted(flow.wires, key=str):
            source = wire.source
            if name in (source.block, str(source), str(source._replace(index=None))):
                reason = tr("what-if: stop at {name}", name=name)
                cut = FlowCut(wire.target.block, wire.target.pin, wire, "stop_gradient", reason)
                marks.append(CutMark(cut, tr("what-if stop")))
    return marks


class _CanvasPosition(NamedTuple):
    """The location of a block on a canvas: the block itself, or the instance that contains it."""

    block: str
    is_deeper: bool


def face_on(face: GradientFace, prefix: str) -> GradientFace:
    """Return the part of a page's gradient that a canvas shows.

    A closed instance has the strongest gradient inside it, and signs where the gradient ends inside.

    Args:
        face: the page's gradient, with the paths of blocks inside instances.
        prefix: the path prefix of the canvas; empty for the page itself.
    """
    gathered: dict[str, list[Strength]] = {}
    for block, strength in face.blocks.items():
        site = _site(block, prefix)
        if site is not None:
            gathered.setdefault(site.block, []).append(strength)
    blocks = {block: some[0] if len(some) == 1 else strongest(some) for block, some in gathered.items()}
    wires = {moved: strength for wire, strength in face.wires.items() if (moved := _wire(wire, prefix)) is not None}
    for wire, strength in wires.items() if prefix else ():
        blocks.setdefault(wire.target.block, strength)  # an output pin has no output of its own
    cuts = [mark for each in face.cuts if (mark := _mark(each, prefix)) is not None]
    starved = {site.block: text for block, text in face.starved.items() if (site := _own(block, prefix)) is not None}
    checked = {site.block: mark for block, mark in face.checked.items() if (site := _own(block, prefix)) is not None}
    sites = (_site(block, prefix) for block in face.broken)
    return face._replace(
        of=frozenset(site.block for block in face.of if (site := _site(block, prefix)) is not None),
        blocks=blocks,
        wires=wires,
        cuts=tuple(dict.fromkeys(cuts)),
        starved=starved,
        checked=checked,
        lifted=frozenset(site.block for block in face.lifted if (site := _own(block, prefix)) is not None),
        aside=frozenset(site.block for block in face.aside if (site := _own(block, prefix)) is not None),
        strips={site.block: some for block, some in face.strips.items() if (site := _own(block, prefix)) is not None},
        broken=tuple(dict.fromkeys(each.block for each in sites if each is not None)),
    )


def _site(block: str, prefix: str) -> _CanvasPosition | None:
    if not block.startswith(prefix):
        return None
    first, slash, _ = block[len(prefix) :].partition("/")
    return _CanvasPosition(first, bool(slash))


def _own(block: str, prefix: str) -> _CanvasPosition | None:
    site = _site(block, prefix)
    return None if site is None or site.is_deeper else site


def _wire(wire: Wire, prefix: str) -> Wire | None:
    source, target = _own(wire.source.block, prefix), _own(wire.target.block, prefix)
    if source is None or target is None:
        return None
    if not prefix:
        return wire
    return Wire(Endpoint(source.block, *wire.source[1:]), Endpoint(target.block, *wire.target[1:]))


def _mark(mark: CutMark, prefix: str) -> CutMark | None:
    cut = mark.cut
    site = _site(cut.block, prefix)
    if site is None:
        return None
    if not site.is_deeper:
        wire = None if cut.wire is None else _wire(cut.wire, prefix)
        return mark._replace(cut=cut._replace(block=site.block, wire=wire))
    inside = cut.block[len(prefix) :]
    reason = tr("inside the composite, at {inside}: {reason}", inside=inside, reason=cut.reason)
    closed = FlowCut(site.block, None, None, cut.kind, reason)
    return CutMark(closed, tr("inside: {label}", label=mark.label), inside)


_LEAST = 2.0
"""Decades that a plot covers at least: what is nearly the same in all rounds is nearly level."""
_MOST_POINTS = 160
Box = tuple[float, float, float, float]
Point = tuple[float, float]


class Dot(NamedTuple):
    at: Point
    strength: Strength


def strips_of(norms: Mapping[str, Array]) -> dict[str, tuple[Strip, ...]]:
    """Return plots by loop block from norms named ``cell.h``, without loops that did not iterate."""
    strips: dict[str, list[Strip]] = {}
    for name, values in norms.items():
        block, _, pin = name.rpartition(".")
        if values.size:
            strips.setdefault(block, []).append(Strip(pin, tuple(values.tolist())))
    return {block: tuple(some) for block, some in strips.items()}


def scale_of(strips: Sequence[Strip]) -> tuple[float, float]:
    """Return log10 of the norms at the lower and upper edges."""
    logs = [_log(each) for strip in strips for each in strip.norms if math.isfinite(each)]
    low, high = (min(logs), max(logs)) if logs else (0.0, 0.0)
    middle, half = (low + high) / 2, max(high - low, _LEAST) / 2
    return middle - half, middle + half


def dots_of(strip: Strip, box: Box, scale: tuple[float, float]) -> list[Dot]:
    """Return the points of a plot; a subset if there are many iterations."""
    left, top, width, height = box
    low, high = scale
    count = len(strip.norms)
    indices: list[int] = np.unique(np.linspace(0, count - 1, min(count, _MOST_POINTS)).round().astype(int)).tolist()
    dots: list[Dot] = []
    for index in indices:
        norm = strip.norms[index]
        strength = strip.strength(index)
        share = (_log(norm) - low) / (high - low) if math.isfinite(norm) else 1.0
        dots.append(Dot((x_of(index, count, left, width), top + height * (1 - min(1.0, max(0.0, share)))), strength))
    return dots


def x_of(number: int, count: int, left: float, width: float) -> float:
    return left + width * (number + 0.5) / max(1, count)


def round_at(x: float, count: int, left: float, width: float) -> int:
    return max(0, min(count - 1, int((x - left) / max(width, 1e-9) * count)))


def _log(norm: float) -> float:
    return math.log10(norm) if norm > 0 else WEAKEST


CONTRACT = "GradientContract"


class ContractMark(NamedTuple):
    """The sign at a block, and its tooltip. ``holds``: all contracts of a loss hold; None: an exercise hides one."""

    holds: bool | None
    sentence: str


def contract_marks(page: Page, problems: Sequence[DiagramError]) -> Mapping[str, ContractMark]:
    contracts = {block.id: block for block in page.blocks if block.type == CONTRACT and not block.muted}
    if not contracts:
        return {}
    faults: dict[str, list[str]] = {}
    wrong: list[str] = []
    for error in problems:
        if error.block in contracts:
            faults.setdefault(error.block, []).append(in_language(error.message))
        elif error.block:
            wrong.append(error.block.partition("/")[0])
    labels: dict[str, list[str]] = {}
    into: dict[str, list[str]] = {}
    for wire in page.wires:
        into.setdefault(wire.target.block, []).append(wire.source.block)
        if wire.target.block in contracts and wire.target.pin == "loss":
            labels.setdefault(wire.source.block, []).append(wire.target.block)
    marks: dict[str, ContractMark] = {}
    for loss, names in labels.items():
        before = _before(loss, into) if wrong else set[str]()
        culprit = next((block for block in wrong if block in before), "")
        said = "\n".join(_said(name, faults, culprit) for name in names)
        marks[loss] = ContractMark(not culprit and faults.keys().isdisjoint(names), said)
    return marks


def _before(block: str, into: Mapping[str, Sequence[str]]) -> set[str]:
    seen, pending = {block}, [block]
    while pending:
        new = set(into.get(pending.pop(), ())) - seen
        seen |= new
        pending += new
    return seen


def _said(name: str, faults: Mapping[str, Sequence[str]], culprit: str) -> str:
    contract = tr("contract {name} ", name=name)
    if name in faults:
        return contract + tr("is violated: {faults}", faults="; ".join(faults[name]))
    return contract + (tr("is not checked: {block} has an error", block=culprit) if culprit else tr("holds"))


def why_odd(face: GradientFace | None, block: str) -> Why | None:
    path = face.path_to_broken(block) if face is not None else ()
    if not path:
        return None
    return Why(
        path,
        tr(
            "The NaN or infinite gradient at {block} starts at {path}{between}.",
            block=block,
            between=between(path),
            path=path[-1],
        ),
    )

"""The gradient of a page as one of its canvases shows it: of the page itself, or inside of an instance."""

from __future__ import annotations

from typing import NamedTuple

from app.face.gradient import CutMark, GradientFace, Strength, strongest
from app.language import tr
from blocks.document.data import Endpoint, Wire
from blocks.elaborate.gradient_flow import FlowCut


class _Place(NamedTuple):
    """Where a block is for a canvas: itself, or the instance on the canvas that it lies in."""

    block: str
    is_deeper: bool


def face_on(face: GradientFace, prefix: str) -> GradientFace:
    """What a canvas shows of the gradient of its page.

    A closed instance is as strong as the strongest inside of it, and has a sign where the gradient ends inside.

    Args:
        face: that of the page, where blocks inside of instances are named by their paths.
        prefix: what the paths of the blocks on the canvas begin with; empty: it is the page itself.
    """
    gathered: dict[str, list[Strength]] = {}
    for block, strength in face.blocks.items():
        place = _place(block, prefix)
        if place is not None:
            gathered.setdefault(place.block, []).append(strength)
    blocks = {block: some[0] if len(some) == 1 else strongest(some) for block, some in gathered.items()}
    wires = {moved: strength for wire, strength in face.wires.items() if (moved := _wire(wire, prefix)) is not None}
    for wire, strength in wires.items() if prefix else ():
        blocks.setdefault(wire.target.block, strength)  # an output pin has no output of its own
    cuts = [mark for each in face.cuts if (mark := _mark(each, prefix)) is not None]
    starved = {place.block: text for block, text in face.starved.items() if (place := _own(block, prefix)) is not None}
    checked = {place.block: mark for block, mark in face.checked.items() if (place := _own(block, prefix)) is not None}
    places = (_place(block, prefix) for block in face.broken)
    return face._replace(
        of=frozenset(place.block for block in face.of if (place := _place(block, prefix)) is not None),
        blocks=blocks,
        wires=wires,
        cuts=tuple(dict.fromkeys(cuts)),
        starved=starved,
        checked=checked,
        lifted=frozenset(place.block for block in face.lifted if (place := _own(block, prefix)) is not None),
        aside=frozenset(place.block for block in face.aside if (place := _own(block, prefix)) is not None),
        strips={place.block: some for block, some in face.strips.items() if (place := _own(block, prefix)) is not None},
        broken=tuple(dict.fromkeys(place.block for place in places if place is not None)),
    )


def _place(block: str, prefix: str) -> _Place | None:
    if not block.startswith(prefix):
        return None
    first, slash, _ = block[len(prefix) :].partition("/")
    return _Place(first, bool(slash))


def _own(block: str, prefix: str) -> _Place | None:
    place = _place(block, prefix)
    return None if place is None or place.is_deeper else place


def _wire(wire: Wire, prefix: str) -> Wire | None:
    source, target = _own(wire.source.block, prefix), _own(wire.target.block, prefix)
    if source is None or target is None:
        return None
    if not prefix:
        return wire
    return Wire(Endpoint(source.block, *wire.source[1:]), Endpoint(target.block, *wire.target[1:]))


def _mark(mark: CutMark, prefix: str) -> CutMark | None:
    cut = mark.cut
    place = _place(cut.block, prefix)
    if place is None:
        return None
    if not place.is_deeper:
        wire = None if cut.wire is None else _wire(cut.wire, prefix)
        return mark._replace(cut=cut._replace(block=place.block, wire=wire))
    inside = cut.block[len(prefix) :]
    closed = FlowCut(
        place.block, None, None, cut.kind, tr("inside, at {inside}: {reason}", inside=inside, reason=cut.reason)
    )
    return CutMark(closed, tr("cut inside: {label}", label=mark.label), inside)

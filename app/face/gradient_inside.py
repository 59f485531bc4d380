"""The gradient of a page on one of its canvases: the page itself, or the inside of an instance."""

from __future__ import annotations

from typing import NamedTuple

from app.face.gradient import CutMark, GradientFace, Strength, strongest
from app.language import tr
from blocks.analysis.gradient_flow import FlowCut
from blocks.document.data import Endpoint, Wire


class _Site(NamedTuple):
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


def _site(block: str, prefix: str) -> _Site | None:
    if not block.startswith(prefix):
        return None
    first, slash, _ = block[len(prefix) :].partition("/")
    return _Site(first, bool(slash))


def _own(block: str, prefix: str) -> _Site | None:
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
    closed = FlowCut(
        site.block, None, None, cut.kind, tr("inside, at {inside}: {reason}", inside=inside, reason=cut.reason)
    )
    return CutMark(closed, tr("inside: {label}", label=mark.label), inside)

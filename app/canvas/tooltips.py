"""Tooltips of the canvas."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from app.canvas.items import BlockItem, PinKey
from app.canvas.scene import PageScene
from app.canvas.value_rows import kind_of
from app.face.face import MEANINGS, PinFace, shown_value, value_text
from app.face.gradient import BROKEN_HERE
from app.language import mark, tr
from blocks.document.definitions import shown_type
from blocks.graph.spec import BlockSpec
from blocks.library.registry import missing_text

_BADGE = 13.0
_MOST_LEFT = 12
"""Variables that are not trained that are told one by one."""
_READABLE = 0.7
"""Below this zoom notes are told, as their letters are too small."""
_HINTS = {
    "typed": mark("drag a number to change it, or double-click to type a value"),
    "bool": mark("click to toggle"),
    "choice": mark("click to choose"),
}
_KINDS = {
    "scope": mark("the scope of the block"),
    "result": mark("the result of the block in the last step"),
    "operation": mark("an operation"),
    "feed": mark("a feed"),
    "status": mark("the status of the step"),
}


def tip_at(scene: PageScene, at: QPointF, scale: float = 1.0) -> str:
    key = scene.pin_at(at, scale=scale)
    block = scene.block_item(key.block if key is not None else scene.block_at(at) or "")
    for item in scene.mirror.blocks_in(QRectF(at.x() - _BADGE, at.y() - _BADGE, 2 * _BADGE, 2 * _BADGE)):
        if item.face.badges and scene.painters.is_badge(item, at, _BADGE):
            return "\n".join(badge.text for badge in item.face.badges if badge.text)
    sign = scene.gradient.sign_at(scene.mirror, at, scale)
    if sign is not None:
        spec = scene.mirror.type_of(sign.cut.block) if scene.block_item(sign.cut.block) is not None else None
        offered = spec is not None and spec.discontinuity is not None
        return sign.sentence + (tr("\nRight-click to add a surrogate gradient") if offered else "")
    if key is not None and block is not None:
        return _pin(scene, block, key)
    hit = scene.value_at(at, scale)
    if hit is not None and hit[1].value.contains(at):
        item, row = hit
        spec = scene.mirror.type_of(item.id)
        value = shown_value(scene.mirror.faces.as_given(item.block), spec, row.name)
        kind = kind_of(spec, row.name, value)
        return f"{item.id}.{row.name}: {value_text(value)}\n{tr(_HINTS[kind])}"
    if block is not None:
        known = [_block(block, scene.mirror.type_of(block.id))]
        known += [each(scene, block.id) for each in (_training, _gradient, _contract, _time)]
        return "\n".join(filter(None, known))
    note = scene.note_at(at)
    if note is not None:
        return scene.mirror.notes[note].note.text if scale < _READABLE else ""
    wire = scene.wire_at(at)
    if wire is None:
        return ""
    item = next(each for each in scene.mirror.wires_of(wire.source.block) if each.wire == wire)
    source = scene.block_item(wire.source.block)
    pin = None if source is None else source.face.pin(wire.source.pin, wire.source.index, is_input=False)
    face = scene.gradient.face
    strength = None if face is None else face.wires.get(wire)
    gradient = (
        ""
        if face is None
        else tr("no gradient here")
        if strength is None
        else tr("gradient: {text}", text=strength.text)
    )
    return "\n".join(filter(None, [str(wire), "" if pin is None else _carries(pin), scene.wire_text(item), gradient]))


def _gradient(scene: PageScene, block: str) -> str:
    face = scene.gradient.face
    if face is None:
        return ""
    strength, reason, mark = face.blocks.get(block), face.starved.get(block), face.checked.get(block)
    lines = [
        tr("gradient: {text}", text=strength.text) if strength is not None else "",
        tr("no gradient: {reason}", reason=reason) if reason else "",
    ]
    lines.append(tr("gradient: {broken_here}", broken_here=tr(BROKEN_HERE)) if block in face.broken else "")
    strips = [each.text for each in face.strips.get(block, ())]
    return "\n".join(filter(None, [*lines, mark.sentence if mark is not None else "", *strips]))


def _contract(scene: PageScene, block: str) -> str:
    mark = scene.contracts.marks.get(block)
    return "" if mark is None else mark.sentence


def _training(scene: PageScene, block: str) -> str:
    training = scene.mirror.faces.trainings.get(block)
    if training is None:
        return ""
    told, many = training.left[:_MOST_LEFT], len(training.left) - _MOST_LEFT
    lines = [
        tr("trains {variables}", variables=", ".join(training.variables)),
        *(tr("{name} is not trained: {reason}", name=name, reason=reason) for name, reason in told),
    ]
    return "\n".join([*lines, tr("and {many} more", many=many)] if many > 0 else lines)


def _time(scene: PageScene, block: str) -> str:
    timing = scene.times.face.blocks.get(block) if scene.times.face is not None else None
    return "" if timing is None else tr("time: {text}", text=timing.text)


def _pin(scene: PageScene, item: BlockItem, key: PinKey) -> str:
    pin = item.face.pin(key.pin, key.index, is_input=key.is_input)
    if pin is None:
        return ""
    spec = scene.mirror.type_of(item.id)
    declared = None if spec is None else spec.input(key.pin) if key.is_input else spec.output(key.pin)
    lines = [str(key.endpoint), _carries(pin) or tr(_KINDS.get(pin.kind, ""))]
    if pin.belongs is not None:
        lines.append(f"{pin.belongs}: {MEANINGS[pin.belongs]}")
    training = _training(scene, item.id) if key.pin == "variables" and key.is_input else ""
    if training:
        return "\n".join(filter(None, [*lines, training, pin.fault]))
    if key.is_input and not pin.wired and declared is not None:
        lines.append(
            tr("value: {value}", value=pin.value)
            if pin.value
            else tr("optional")
            if pin.optional
            else tr("needs a wire")
        )
    return "\n".join(filter(None, [*lines, pin.fault]))


def _carries(pin: PinFace) -> str:
    many = tr("a list of tensors") if pin.is_list and not pin.dtype else ""
    return f"{pin.dtype} {pin.shape}".strip() or many


def _block(item: BlockItem, spec: BlockSpec | None) -> str:
    if spec is None:
        return f"{item.id}: " + missing_text(
            item.block.type, tr("there is no block type {type!r}", type=item.block.type)
        )
    return f"{item.id}: {shown_type(spec.name)}\n{spec.summary}".strip() + (tr("\nmuted") if item.block.muted else "")

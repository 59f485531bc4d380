"""Context menu entries for a position on the page, in addition to the commands for the selection."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPointF

from app.canvas.items import PinKey
from app.canvas.tools.bending import bend_at, unbend
from app.canvas.tools.texting import edit_note, edit_title
from app.canvas.tools.toolbox import ToolBox
from app.canvas.tools.wiring import WireTool
from app.canvas.value_rows import TITLE
from app.core import verbs
from app.core.verbs.composites import demote, promote
from app.language import tr
from blocks.document.data import pins_type

Offer = tuple[str, Callable[[], object]]


def offers(tools: ToolBox, pos: QPointF) -> Iterator[Offer]:
    ground, scene = tools.ground, tools.ground.scene
    note, pin, block = scene.note_at(pos), ground.pin_at(pos), scene.block_item(scene.block_at(pos) or "")
    frame = scene.frame_at(pos)
    if note is not None:
        yield tr("Edit text"), lambda: edit_note(ground, note)
    elif pin is not None:
        yield from _of_pin(tools, pin, pos)
    elif block is not None:
        if block.is_display and scene.value_rows(block.id):
            yield tr("Edit title"), lambda: ground.value_wanted.emit(block.id, TITLE)
        value = scene.value_at(pos, ground.view.zoom)
        if value is not None:
            yield from _of_value(tools, block.id, value[1].name)
    elif scene.wire_at(pos, ground.units(7)) is not None:
        yield tr("Insert a block..."), lambda: tools.search_at(pos)
        yield from _of_wire(tools, pos)
    elif frame is not None:
        yield tr("Rename"), lambda: edit_title(ground, frame)
    else:
        yield tr("Add a block..."), lambda: tools.search_at(pos)


def _of_wire(tools: ToolBox, pos: QPointF) -> Iterator[Offer]:
    ground, scene = tools.ground, tools.ground.scene
    wire, bend = scene.wire_at(pos, ground.units(7)), scene.bend_at(pos, ground.units(8))
    if wire is None:
        return
    if bend is None:
        yield tr("Add reroute point"), lambda: bend_at(ground, {wire: (pos.x(), pos.y())})
    else:
        yield tr("Remove reroute point"), lambda: unbend(ground, [bend[0]], bend[1])
    if verbs.bends_of(ground.page, wire):
        yield tr("Remove all reroute points"), lambda: unbend(ground, [wire])


def _of_pin(tools: ToolBox, pin: PinKey, pos: QPointF) -> Iterator[Offer]:
    ground = tools.ground
    word = tr("supplies") if pin.is_input else tr("uses")
    yield (
        tr("Add a block that {word} {endpoint}...", word=word, endpoint=pin.endpoint),
        lambda: WireTool(ground, pin).search(pos),
    )
    if any(row.name == pin.pin for row in ground.scene.value_rows(pin.block)) and pin.is_input:
        yield tr("Edit {pin}", pin=pin.pin), lambda: ground.value_wanted.emit(pin.block, pin.pin)
        yield from _of_value(tools, pin.block, pin.pin)
    at = verbs.wires_at if pin.is_input else verbs.wires_from
    indices = at(ground.page, pin.block, pin.pin)
    if indices:
        text = tr("Remove the wire") if len(indices) == 1 else tr("Remove the {count:,} wires", count=len(indices))
        yield text, lambda: ground.do(lambda: verbs.disconnect(ground.page, indices))


def _of_value(tools: ToolBox, block: str, name: str) -> Iterator[Offer]:
    ground = tools.ground
    item = ground.scene.block_item(block)
    spec = None if item is None else ground.find(pins_type(item.block))
    if spec is None or spec.in_composites:
        return
    document = ground.document.diagram.document
    edit = promote(ground.page, block, name, ground.find)
    text = tr("Promote")
    if edit is None:
        edit, text = demote(document, ground.page, block, name), tr("Unpromote")
    if edit is not None:
        yield text, lambda: ground.do(edit)

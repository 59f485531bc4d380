"""The verb ``read``: a page as its file has it, and its blocks with the types and sources of their pins."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from blocks.analysis.pins import PinsOf, PinType, pins_of
from blocks.document.canonical import Defaults, block_json, wire_json
from blocks.document.data import Block, Document, Json, Page, Wire, pins_type
from blocks.document.definitions import needed
from blocks.door.diagrams import block_of, canvas, elaborated, home_of, named, opened, revision, types_of


def read(
    file: str, page: str | None = None, block: Sequence[str] = (), *, only_revision: bool = False
) -> dict[str, Any]:
    """Return a page or a definition without loss, or some blocks of it with their wires.

    Args:
        page: the page, or a definition (``:Dense``); None: the only page.
        block: ids of blocks; empty: the whole page.
    """
    diagram = opened(file)
    text = diagram.dumps()
    if only_revision:
        return {"revision": revision(text)}
    view, document, raw = canvas(diagram, page), diagram.document, json.loads(text)
    here, chosen = view.snapshot(), {block_of(view, each).id for each in block} or {each.id for each in view.blocks}
    pages = {each["name"]: each for each in raw["pages"]}
    composites = {f":{each['name']}": each for each in raw.get("composites", ())}
    uses = needed(document, here.name)
    whole: Json = pages[here.name] if here.composite is None else composites[here.name]
    if here.composite is not None and whole["name"] in pages:  # which `edit` would take for the page
        whole = {**whole, "name": here.name}
    wires = [wire_json(each) for each in here.wires if {each.source.block, each.target.block} & chosen]
    return {
        "revision": revision(text),
        "pages": list(pages),
        **({"wires": wires} if block else {"page": whole}),
        "composites": [each for name, each in composites.items() if name in uses],
        "blocks": blocks_json(document, here, chosen, pins_of(elaborated(diagram, here.name, home_of(file)))),
    }


def blocks_json(document: Document, page: Page, chosen: Collection[str], pins: Mapping[str, PinsOf]) -> dict[str, Json]:
    """Return blocks of a page with their values and pins, by their names in answers.

    Args:
        pins: dtype and shape of pins, as far as they are known.
    """
    find, defaults = types_of(document), Defaults(document.composites)
    wires: dict[str, tuple[list[Wire], list[Wire]]] = {each: ([], []) for each in chosen}
    for wire in page.wires:
        for side, end in enumerate((wire.target, wire.source)):
            if end.block in wires:
                wires[end.block][side].append(wire)

    def one(block: Block) -> Json:
        spec, known, raw = find(pins_type(block)), pins.get(block.id, {}), block_json(block, defaults.kept(block))
        sides = ((), ()) if spec is None else (spec.inputs, spec.outputs)
        sources, targets = ({pin.name: list[str]() for pin in side} for side in sides)
        for pin, index in (key for key in known if not isinstance(key, str)):
            targets.setdefault(pin if index is None else f"{pin}[{index}]", [])
        for wire in wires[block.id][0]:
            pin = wire.target.pin if spec is None else spec.aliases.get(wire.target.pin, wire.target.pin)
            sources.setdefault(pin, []).append(named(document, page.name, str(wire.source)))
        for wire in wires[block.id][1]:
            pin = str(wire.source).partition(".")[2]
            targets.setdefault(pin, []).append(named(document, page.name, str(wire.target)))
        lists = {pin.name for pin in spec.inputs if pin.is_list} if spec is not None else set[str]()
        inputs: dict[str, Json] = {}
        for pin, given in sources.items():
            one_or_all = given if pin in lists or len(given) > 1 else next(iter(given), None)
            inputs[pin] = {"from": one_or_all, **kind_json(known.get(pin))}
        outputs: dict[str, Json] = {}
        for pin, ends in targets.items():
            name, bracket, index = pin.partition("[")
            shown = None if spec is None else spec.shown_by(name)
            key = name if shown is None else shown.name, int(index[:-1]) if bracket else None
            outputs[pin] = {"to": ends, **kind_json(known.get(key))}
        head = {"type": block.type, "at": raw["at"], "muted": block.muted, "values": raw.get("values", {})}
        return {**head, "inputs": inputs, "outputs": outputs}

    return {named(document, page.name, each.id): one(each) for each in page.blocks if each.id in wires}


def kind_json(kind: PinType | None) -> dict[str, Json]:
    dtype, shape = kind or (None, None)
    return {"dtype": dtype and dtype.name, "shape": None if shape is None else list(shape)}

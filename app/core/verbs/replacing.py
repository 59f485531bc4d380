"""The verb that changes the type of a block: compatible wires and values are kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from app.core.verbs.blocks import Find, QuickFix
from app.core.verbs.edit import Edit, group
from app.core.verbs.fitting import SCOPE_PIN, compatible
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.changes import Change, RemoveItems, ReplaceItems, SetField, SetValue, UnsetValue
from blocks.document.data import Block, Json, Page, Wire, pins_type, same
from blocks.document.definitions import shown_type
from blocks.graph.attributes import convert
from blocks.graph.spec import BlockSpec


class Replaced(NamedTuple):
    """A block after its type has changed: remaining ``wires`` and ``lost`` ones by index, and its values."""

    wires: Mapping[int, Wire]
    lost: tuple[int, ...]
    values: Mapping[str, Json]


def replaced(page: Page, block: Block, spec: BlockSpec, find: Find) -> Replaced:
    types = {each.id: each.type for each in page.blocks}
    old = find(pins_type(block))
    before = [] if old is None else [pin.name for pin in old.inputs]
    inputs, outputs = _Pins(before), _Pins([] if old is None else [pin.name for pin in old.outputs])
    stays: dict[int, Wire] = {}
    lost: list[int] = []
    for index, (source, target) in enumerate(page.wires):
        wire: Wire | None = Wire(source, target)
        if target.block == block.id and target.pin != SCOPE_PIN:
            giver = find(types.get(source.block, ""))
            pins = [pin.name for pin in spec.inputs if _takes(giver, source.pin, source.index, spec, pin.name)]
            renamed = inputs.meant(target.pin, pins, lambda name: bool((pin := spec.input(name)) and pin.is_list))
            wire = None if renamed is None else Wire(source, target._replace(pin=renamed))
        if wire is not None and source.block == block.id:
            taker = find(types.get(target.block, ""))
            pins = [
                pin.name
                for pin in spec.outputs
                if taker is None or compatible(spec, pin.name, taker, target.pin, index=source.index) is None
            ]
            renamed = outputs.meant(source.pin, pins, lambda _name: True)
            wire = None if renamed is None else Wire(source._replace(pin=renamed), wire.target)
        if wire is None:
            lost.append(index)
        elif wire != page.wires[index]:
            stays[index] = wire
    values = dict(_values(block, spec, inputs))
    wired = [stays.get(slot, wire).target for slot, wire in enumerate(page.wires) if slot not in lost]
    taken = {*values, *(pin for name, pin, _ in wired if name == block.id)}
    return Replaced(stays, tuple(lost), {**values, **_only_tensor(block, old, spec, taken)})


def replace_type(
    page: Page, block_id: str, name: str, find: Find, values: Mapping[str, Json] | None = None
) -> Edit | None:
    block = next((each for each in page.blocks if each.id == block_id), None)
    spec = find(name)
    if block is None or spec is None:
        raise DiagramError(
            tr("there is no block {block_id!r}", block_id=block_id)
            if block is None
            else tr("{name} is not a block type", name=name)
        )
    if block.type == name:
        return None
    replacement = replaced(page, block, spec, find)
    new = {**replacement.values, **(values or {})}
    changes: list[Change] = [SetField(page.name, block_id, "type", name)]
    changes += [UnsetValue(page.name, block_id, each) for each in block.values if each not in new]
    changes += [
        SetValue(page.name, block_id, each, value)
        for each, value in new.items()
        if each not in block.values or not same(block.values[each], value)
    ]
    if replacement.wires:
        changes.append(ReplaceItems(page.name, "wires", tuple(sorted(replacement.wires.items()))))
    if replacement.lost:
        changes.append(RemoveItems(page.name, "wires", replacement.lost))
    return Edit(group(changes), tr("Replace {block_id} with {type}", block_id=block_id, type=shown_type(name)))


def loses(page: Page, block: Block, spec: BlockSpec, find: Find) -> list[tuple[str, QuickFix]]:
    """Return what a block loses with another type, for display in a search; empty if it keeps all wires."""
    lost = replaced(page, block, spec, find).lost
    ends = [page.wires[i].target if page.wires[i].target.block == block.id else page.wires[i].source for i in lost]
    names = list(dict.fromkeys(end.pin for end in ends))
    return [("", QuickFix(tr("Removes the wires at {names}", names=", ".join(names))))] if names else []


class _Pins:
    """The mapping from one type's pins to another's: by name, else by index, one to one."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self.renamed: dict[str, str] = {}
        self._taken: set[str] = set()

    def meant(self, name: str, fitting: list[str], takes_many: Callable[[str], bool]) -> str | None:
        known = self.renamed.get(name)
        if known is not None:
            return known if takes_many(known) and known in fitting else None
        free = [each for each in fitting if each not in self._taken]
        index = self.names.index(name) if name in self.names else 0
        chosen = name if name in free else free[min(index, len(free) - 1)] if free else None
        if chosen is not None:
            self.renamed[name] = chosen
            self._taken.add(chosen)
        return chosen


def _only_tensor(block: Block, old: BlockSpec | None, spec: BlockSpec, taken: Collection[str]) -> dict[str, Json]:
    """Return the value of the only tensor that both types take, under its new name.

    A Const becomes a Variable with that initial value, and a Variable a Const.
    """
    given = [] if old is None else [name for name in _tensors(old) if name in block.values]
    names = [name for name in _tensors(spec) if name not in taken]
    if len(given) != 1 or len(names) != 1 or given[0] in taken:
        return {}
    return {names[0]: block.values[given[0]]}


def _tensors(spec: BlockSpec) -> list[str]:
    attributes = [each.name for each in spec.attributes if each.type == "tensor" and each.required]
    return [*attributes, *(pin.name for pin in spec.inputs if pin.literal and pin.name not in attributes)]


def _takes(giver: BlockSpec | None, pin_out: str, index: int | None, spec: BlockSpec, pin: str) -> bool:
    return giver is None or compatible(giver, pin_out, spec, pin, index=index) is None


def _values(block: Block, spec: BlockSpec, inputs: _Pins) -> Iterable[tuple[str, Json]]:
    for name, value in block.values.items():
        attribute = spec.attribute(name)
        if attribute is not None:
            try:
                if attribute.type != "tensor":
                    convert(attribute, value)
            except DiagramError:
                continue
            yield name, value
            continue
        literal = [pin.name for pin in spec.inputs if pin.literal]
        renamed = inputs.meant(name, literal, lambda _name: False) if name in inputs.names else None
        if renamed is not None:
            yield renamed, value

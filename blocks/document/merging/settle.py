"""Resolution of merge conflicts: the changes that replace the current value with one side's value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar, cast

from blocks.base.errors import DiagramError
from blocks.document.canonical import frame_json, note_json, value_json
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    AddPage,
    Change,
    Group,
    RemoveBlocks,
    RemoveItems,
    RemovePage,
    RenameBlock,
    RenamePage,
    ReplaceItems,
    SetDefinition,
    SetExtra,
    SetField,
    SetPackage,
    SetTitle,
    SetValue,
    UnsetValue,
)
from blocks.document.data import INSTANCE, Block, Frame, Json, Note, PromotedValue, Wire, is_list, is_object
from blocks.document.decoding import Faults, read_block, read_composite, read_frame, read_note, read_page, read_wire
from blocks.document.merging.conflicts import ABSENT, COMPOSITES, Conflict, Side, conflicts_in, with_conflicts
from blocks.document.merging.merge import promoted_value
from blocks.document.model import CompositeView, Diagram, PageView

Choice: TypeAlias = Side | Literal["kept"]
"""A side, or what the diagram has now: the person made of it what it shall be."""

T = TypeVar("T")


def settle(diagram: Diagram, conflicts: Collection[Conflict], choice: Choice) -> Change:
    """Return the change that resolves conflicts of a diagram with ``choice`` and removes them from it.

    Raises:
        DiagramError: the subject of a conflict no longer exists, or a side's value is not valid.
    """
    trial = Diagram(diagram.document)
    changes: list[Change] = []
    for conflict in _inner_first(conflicts):
        left = [each for each in conflicts_in(trial.document) if each != conflict]
        if choice != "kept":
            try:
                result = list(_changes(trial, conflict, conflict.side(choice)))
                for change in result:
                    trial.apply(change)
            except DiagramError as error:
                error.message = f"the conflict in {conflict.subject} cannot be resolved like this: {error.message}"
                error.page, error.block = conflict.canvas, conflict.block
                raise error.within([view.name for view in trial.composites]) from None
            changes += result
            left = [_following(each, conflict, conflict.side(choice)) for each in left]
        changes.append(SetExtra(None, None, with_conflicts(trial.extra, left)))
        trial.apply(changes[-1])
    return Group(tuple(changes))


def _inner_first(conflicts: Collection[Conflict]) -> list[Conflict]:
    """Sort renames last and whole blocks before wires, because conflicts use the current names."""

    def rank(conflict: Conflict) -> int:
        return 3 if conflict.at[-1] in ("id", "name") else 2 if len(conflict.at) == 2 else int("wires" in conflict.at)

    return sorted(conflicts, key=rank)


def _changes(diagram: Diagram, conflict: Conflict, value: Json) -> Sequence[Change]:
    at = conflict.at
    match at:
        case ("title",):
            return [SetTitle(_text(value))]
        case ("package", key):
            return [SetPackage(_put(diagram.package or {}, key, value))]
        case ("extra", key):
            return [SetExtra(None, None, _put(diagram.extra, key, value))]
        case (kind, name):
            return _canvas_changes(diagram, kind, name, value)
        case _:
            view = diagram.canvas(conflict.canvas or "")
    page = view.name
    match at[2:]:
        case ("name",):
            return [RenamePage(page, (INSTANCE if at[0] == COMPOSITES else "") + _text(value))]
        case ("doc",):
            return [SetDefinition(page, "doc", _text(value))]
        case ("gradient",):
            return [SetDefinition(page, "gradient", "" if value is ABSENT else _text(value))]
        case ("from",):
            return [SetDefinition(page, "origin", None if value is ABSENT else value)]
        case ("extra", key):
            return [SetExtra(page, None, _put(view.extra, key, value))]
        case ("values", name, *field):
            return [_promoted_change(view, name, field, value)]
        case ("wires", target):
            return _wire_changes(view, target, value)
        case ("notes", text):
            return _item_changes(view, "notes", view.notes, conflict, text, value)
        case ("frames", title):
            return _item_changes(view, "frames", view.frames, conflict, title, value)
        case ("blocks", name):
            return _block_changes(view, name, value)
        case ("blocks", name, *field):
            return [_field_change(view, view.block(name), field, value)]
        case _:
            raise DiagramError("the conflict does not refer to a part of a diagram")


def _put(mapping: Mapping[str, Json], key: str, value: Json) -> dict[str, Json]:
    rest = {name: each for name, each in mapping.items() if name != key}
    return rest if value is ABSENT else {**mapping, key: value}


def _text(value: Json) -> str:
    if type(value) is not str:
        raise DiagramError("the value must be a string")
    return value


def _read(read: Callable[[Faults], T | None]) -> T:
    faults = Faults()
    result = read(faults)
    if faults.errors or result is None:
        raise DiagramError(faults.errors[0].message if faults.errors else "the value cannot be read")
    return result


def _canvas_changes(diagram: Diagram, kind: str, name: str, value: Json) -> Sequence[Change]:
    canvas = INSTANCE + name if kind == COMPOSITES else name
    siblings = [view.name for view in (diagram.composites if kind == COMPOSITES else diagram.pages)]
    index = siblings.index(canvas) if canvas in siblings else len(siblings)
    changes: list[Change] = [RemovePage(canvas)] if canvas in siblings else []
    if value is not ABSENT:
        read = read_composite if kind == COMPOSITES else read_page
        page = _read(lambda faults: read(value, 1, faults))
        changes.append(AddPage(index, page._replace(name=canvas)))
    return changes


def _field_change(view: PageView, block: Block, field: Sequence[str], value: Json) -> Change:
    match field:
        case ["id"]:
            return RenameBlock(view.name, block.id, _text(value))
        case ["type"]:
            return SetField(view.name, block.id, "type", value)
        case ["values", name]:
            if value is ABSENT:
                return UnsetValue(view.name, block.id, name)
            return SetValue(view.name, block.id, name, value)
        case _:
            return SetExtra(view.name, block.id, _put(block.extra, field[-1], value))


def _promoted_change(view: PageView, name: str, field: Sequence[str], value: Json) -> Change:
    if not isinstance(view, CompositeView):
        raise DiagramError("this is not a composite")
    values = {each.name: each for each in view.values}
    if not field and value is ABSENT:
        values.pop(name, None)
    else:
        parts = value
        if field:
            parts = _put(value_json(values.get(name, PromotedValue(name))), field[0], value)
        if not is_object(parts):
            raise DiagramError("the value must be an object")
        values[name] = promoted_value(name, {key: each for key, each in parts.items() if key != "name"})
    return SetDefinition(view.name, "values", tuple(values.values()))


def _wire_changes(view: PageView, target: str, value: Json) -> Sequence[Change]:
    if not is_list(value):
        raise DiagramError("the value must be a list")
    new = [_wire([source, target], view) for source in value]
    indices = [index for index, wire in enumerate(view.wires) if str(wire.target) == target]
    start = indices[0] if indices else len(view.wires)
    return [
        RemoveItems(view.name, "wires", tuple(indices)),
        AddItems(view.name, "wires", tuple((start + i, wire) for i, wire in enumerate(new))),
    ]


def _wire(value: Json, view: PageView) -> Wire:
    return _read(lambda faults: read_wire(value, 1, view.name, faults, {}))


def _block_changes(view: PageView, name: str, value: Json) -> Sequence[Change]:
    """Replace a block with its wires, without wires into pins that are wired otherwise now."""
    ids = [block.id for block in view.blocks]
    old = [(i, w) for i, w in enumerate(view.wires) if name in (w.source.block, w.target.block)]
    wires: list[Wire] = []
    block: Block | None = None
    changes: list[Change] = []
    if value is not ABSENT:
        if not is_object(value) or not is_list(value.get("wires")):
            raise DiagramError("the value must be an object with 'block' and 'wires'")
        block = _read(lambda faults: read_block(value.get("block"), 1, view.name, faults))
        wires = [_wire(each, view) for each in value["wires"]]
    gone = tuple(i for i, wire in old if wire not in wires)
    changes.append(RemoveItems(view.name, "wires", gone))
    if name in ids:
        changes.append(RemoveBlocks(view.name, (name,)))
    if block is not None:
        index = ids.index(name) if name in ids else len(ids)
        changes.append(AddBlocks(view.name, ((index, block._replace(id=name)),)))
        left = [wire for i, wire in enumerate(view.wires) if i not in gone]
        taken = {wire.target for wire in left}
        ends = {*ids, name}
        new = [
            wire
            for wire in wires
            if wire not in left
            and {wire.source.block, wire.target.block} <= ends
            and (wire.target.block == name or wire.target not in taken)
        ]
        items = tuple((len(left) + i, wire) for i, wire in enumerate(new))
        changes.append(AddItems(view.name, "wires", items))
    return changes


def _item_changes(
    view: PageView,
    kind: Literal["notes", "frames"],
    items: Sequence[Note] | Sequence[Frame],
    conflict: Conflict,
    text: str,
    value: Json,
) -> Sequence[Change]:
    key = "text" if kind == "notes" else "title"
    texts = {text, *(_key(conflict.side(side), key) for side in ("ours", "theirs", "base"))}
    index = next((i for i, each in enumerate(items) if _title(each) in texts), None)
    if value is ABSENT:
        return [] if index is None else [RemoveItems(view.name, kind, (index,))]
    if not is_object(value):
        raise DiagramError("the value must be an object")
    looks: dict[str, Any] = {}
    if index is not None:
        old = items[index]
        shown = note_json(old) if isinstance(old, Note) else frame_json(old)
        looks = {name: shown[name] for name in ("at", "size", "color") if name in shown}
    raw = {**looks, **value}
    read = read_note if kind == "notes" else read_frame
    item = _read(lambda faults: read(raw, 1, view.name, faults))
    if index is None:
        return [AddItems(view.name, kind, ((len(items), item),))]
    return [ReplaceItems(view.name, kind, ((index, item),))]


def _key(value: Json, key: str) -> str:
    entry = value.get(key, "") if is_object(value) else None
    return cast("str", entry)


def _title(item: Note | Frame) -> str:
    return item.text if isinstance(item, Note) else item.title


def _following(conflict: Conflict, settled: Conflict, value: Json) -> Conflict:
    at, last = conflict.at, settled.at
    if last[-1:] == ("name",) and len(last) == 3 and at[:2] == last[:2]:
        return conflict._replace(at=(at[0], value, *at[2:]))
    if last[-1:] == ("id",) and len(last) == 5 and at[:2] == last[:2]:
        if at[2:4] == ("blocks", last[3]):
            return conflict._replace(at=(*at[:3], value, *at[4:]))
        if at[2:3] == ("wires",) and at[3].partition(".")[0] == last[3]:
            return conflict._replace(at=(*at[:3], f"{value}.{at[3].partition('.')[2]}"))
    return conflict

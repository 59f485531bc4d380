"""Composites of a document: their pins and users, and edits that instances follow.

Each edit is one change, and therefore one undo step: ``diagram.apply(rename_pin(diagram.document, ...))``. A composite
is named by its canvas, ``":Dense"``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from blocks.base.errors import DiagramError
from blocks.document.changes import Change, Group, RenameBlock, ReplaceItems, SetDefinition, SetValue, UnsetValue
from blocks.document.data import (
    INSTANCE,
    LOOP_BODIES,
    MAX_BLOCKS,
    Block,
    Definition,
    Document,
    Endpoint,
    Json,
    Page,
    PromotedValue,
    Promotes,
    Wire,
    id_fault,
    is_list,
    naming_values,
    uses_of,
)

Naming: TypeAlias = Mapping[str, Collection[str]]
"""For each block type the values that name composites."""

MOST_NAMED = 100
"""Definitions of a cycle that are named."""

INPUT_PIN, OUTPUT_PIN = "InputPin", "OutputPin"
"""The block types that stand for pins inside a definition."""

Used: TypeAlias = Callable[[Page, Naming], list[str]]
"""Returns the composites that a canvas uses."""

SHARES = "shares"
"""The value of an instance that names another, whose variables it uses."""

OF_ALL = (SHARES, "scope")
"""What every instance has, so that no value and no input pin can be called so."""


class CompositePin(NamedTuple):
    """A pin of a composite, as all its instances have it.

    Attributes:
        name: its name at the instances.
        block: the InputPin or OutputPin in the definition.
        dtype, shape: the declared ones, as in the file; None if not declared.
        default: the literal of an unwired input; None if there is none.
        is_list: whether the input takes many wires in order.
    """

    name: str
    block: str
    dtype: Json = None
    shape: Json = None
    default: Json = None
    is_list: bool = False


class CompositePins(NamedTuple):
    inputs: tuple[CompositePin, ...]
    outputs: tuple[CompositePin, ...]


class BlockOnCanvas(NamedTuple):
    canvas: str
    block: str


def is_instance(block: Block) -> bool:
    return block.type.startswith(INSTANCE)


def naming(document: Document) -> Naming:
    return naming_values(
        Promotes(page.name, {block.id: block.type for block in page.blocks}, page.composite.values)
        for page in document.composites
        if page.composite is not None
    )


def references(page: Page, names: Naming) -> list[str]:
    """Return the composites that a canvas contains, and its custom gradient."""
    gradient = "" if page.composite is None else page.composite.gradient
    return [*contained(page, names), *([gradient] if gradient else ())]


def contained(page: Page, names: Naming) -> list[str]:
    results: list[Json] = []
    for block in page.blocks:
        results += [block.type] if is_instance(block) else []
        results += [block.values.get(value) for value in sorted(names.get(block.type, ()))]
    own = names.get(page.name, ())
    results += [
        value.default for value in (() if page.composite is None else page.composite.values) if value.name in own
    ]
    return [each for each in results if isinstance(each, str)]


def with_names(page: Page, new: Mapping[str, str], names: Naming) -> Page:
    if page.name not in new and not any(name in new for name in references(page, names)):
        return page
    blocks = tuple([_block_with_names(block, new, names.get(block.type, ())) for block in page.blocks])
    composite, own = page.composite, names.get(page.name, ())
    if composite is not None:
        values = [v._replace(default=_renamed_in(v.default, new)) if v.name in own else v for v in composite.values]
        composite = composite._replace(values=tuple(values), gradient=new.get(composite.gradient, composite.gradient))
    return page._replace(name=new.get(page.name, page.name), blocks=blocks, composite=composite)


def _block_with_names(block: Block, new: Mapping[str, str], names: Iterable[str]) -> Block:
    values = {name: _renamed_in(block.values[name], new) for name in names if name in block.values}
    return block._replace(type=new.get(block.type, block.type), values={**block.values, **values})


def _renamed_in(value: Json, new: Mapping[str, str]) -> Json:
    return new.get(value, value) if isinstance(value, str) else value


def shown_type(name: str) -> str:
    return name.rpartition(f"/{INSTANCE}")[2].removeprefix(INSTANCE)


def pin_name(block: Block) -> str:
    name = block.values.get("name")
    return name if type(name) is str and name else block.id


def pins(definition: Page) -> CompositePins:
    """Return the pins of a composite. Invalid names are left out; of several pins with one name the first counts."""
    sides: dict[str, dict[str, CompositePin]] = {INPUT_PIN: {}, OUTPUT_PIN: {}}
    for block in definition.blocks:
        side = sides.get(block.type)
        if side is None:
            continue
        name, get = pin_name(block), block.values.get
        if name not in side and _pin_fault(name, block.type) is None:
            pin = CompositePin(name, block.id)
            if block.type == INPUT_PIN:
                pin = CompositePin(name, block.id, get("dtype"), get("shape"), get("default"), get("list") is True)
            side[name] = pin
    return CompositePins(tuple(sides[INPUT_PIN].values()), tuple(sides[OUTPUT_PIN].values()))


def canvases(document: Document) -> tuple[Page, ...]:
    return (*document.composites, *document.pages)


def instances(document: Document, composite: str) -> list[BlockOnCanvas]:
    return [
        BlockOnCanvas(page.name, b.id) for page in canvases(document) for b in page.blocks if composite in uses_of(b)
    ]


def reached(document: Document, *composites: str) -> tuple[str, ...]:
    """Return the canvases with direct or indirect instances of composites, in file order.

    A named composite is among them only if it contains itself or another one of them.
    """
    result = closure(users(document, contained), composites)
    return tuple(page.name for page in canvases(document) if page.name in result)


def users(document: Document, uses_on: Used = references) -> dict[str, list[str]]:
    results: dict[str, list[str]] = {}
    for page, uses in _uses(document, uses_on).items():
        for used in uses:
            results.setdefault(used, []).append(page)
    return results


def gradient_cycles(composites: Iterable[Page]) -> Iterator[list[str]]:
    """Yield each cycle of custom gradients, from a composite to itself."""
    gradients = {page.name: page.composite.gradient for page in composites if page.composite is not None}
    done: set[str] = set()
    for start in gradients:
        name, chain = start, dict[str, None]()
        while name in gradients and name not in done:
            done.add(name)
            chain[name] = None
            name = gradients[name]
        if name in chain:
            names = list(chain)
            yield [*names[names.index(name) :], name]


def cycle_text(cycle: Sequence[str]) -> str:
    shown = [each[1:] for each in cycle]
    if len(shown) > MOST_NAMED:  # there may be as many as definitions
        shown[MOST_NAMED - 1 : -1] = [f"({len(shown) - MOST_NAMED:,} more)"]
    return " -> ".join(shown)


def first_users(document: Document, names: Collection[str]) -> dict[str, str]:
    uses, results = _uses(document), dict[str, str]()
    for name in names:
        waiting = [name]
        while waiting:
            for used in uses.get(waiting.pop(), ()):
                if used not in results:
                    results[used] = name
                    waiting.append(used)
    return results


def needed(document: Document, *names: str) -> tuple[str, ...]:
    result = closure(_uses(document), names)
    return tuple(page.name for page in document.composites if page.name in result)


def unused(document: Document) -> tuple[str, ...]:
    result = closure(_uses(document), [page.name for page in document.pages])
    return tuple(page.name for page in document.composites if page.name not in result)


def cycle(document: Document, canvas: str, composite: str) -> tuple[str, ...] | None:
    """Return the shortest cycle that an instance of a composite on a canvas would close; None if it closes none.

    An instance of B on the canvas of A, where B contains A: ``(":A", ":B", ":A")``.
    """
    path = shortest_path(_uses(document, contained), composite, canvas)
    return None if path is None else (canvas, *path)


def following(document: Document, change: Change) -> Change:
    """Return a change with all changes that must follow it elsewhere; the change itself if there are none.

    Promoted values of its definition and instances that share with it refer to a block by id. If the block is a pin, a
    new id or ``name`` renames the wires and literals of all instances.
    """
    if not isinstance(change, RenameBlock | SetValue | UnsetValue):
        return change
    edit = _Edit(document)
    page = edit.pages.get(change.page)
    block = None if page is None else next((each for each in page.blocks if each.id == change.block), None)
    if page is None or block is None:
        return change  # it does not fit, and says so when it is applied
    new = block
    if isinstance(change, RenameBlock):
        new = block._replace(id=change.id)
        edit.rename_inside(page, change.block, change.id)
    elif change.name == "name":
        new = block._replace(values={"name": change.value} if isinstance(change, SetValue) else {})
    if page.composite is not None and any(block.id == pin.block for side in pins(page) for pin in side):
        edit.rename_pin(page.name, block.type, pin_name(block), pin_name(new))
    return edit.change(change)


def rename_pin(document: Document, composite: str, block: str, name: str) -> Change:
    """Rename a pin of a composite, with its wires and literals in all instances.

    Args:
        block: the pin block. The name becomes its id, unless that is taken or the pin has a separate name.

    Raises:
        DiagramError: the pin does not exist, or the name is taken or not valid.
    """
    page, _ = _definition(document, composite)
    result = next((each for each in page.blocks if each.id == block and each.type in (INPUT_PIN, OUTPUT_PIN)), None)
    if result is None:
        raise DiagramError(f"there is no pin {block!r}", composite=composite[1:])
    if name == pin_name(result):
        return Group(())
    fault = _pin_fault(name, result.type) or _taken(page, name, result.type)
    if fault:
        raise DiagramError(f"the pin name {name!r} {fault}", composite=composite[1:], block=block)
    has_name = pin_name(result) != result.id
    is_free = id_fault(name) is None and all(each.id != name for each in page.blocks)
    if has_name and name == result.id:
        return following(document, UnsetValue(composite, block, "name"))
    if has_name or not is_free:
        return following(document, SetValue(composite, block, "name", name))
    return following(document, RenameBlock(composite, block, name))


def rename_value(document: Document, composite: str, old: str, new: str) -> Change:
    """Rename a promoted value, also in the composites that share it as a gradient composite or have one that does."""
    _promoted(document, composite, old)
    edit = _Edit(document)
    for each in _sharing(document, composite, old) if old != new else ():
        page, values = _promoted(document, each, old)
        fault = id_fault(new) or _taken(page, new, INPUT_PIN)
        if fault:
            raise DiagramError(f"the name {new!r} of a promoted value {fault}", composite=each[1:])
        values = edit.promoted.get(each, values)
        edit.promoted[each] = tuple([v._replace(name=new) if v.name == old else v for v in values])
        edit.rename_value(each, old, new)
    return edit.change()


def remove_value(document: Document, composite: str, name: str) -> Change:
    """Remove a promoted value, also from the composites that have it only for this gradient composite."""
    _promoted(document, composite, name)
    edit = _Edit(document)
    for each in _sharing(document, composite, name):
        page, values = _promoted(document, each, name)
        own = next(value for value in values if value.name == name)
        if each == composite or (page.composite is not None and page.composite.gradient == composite and not own.sets):
            edit.promoted[each] = tuple([v for v in edit.promoted.get(each, values) if v.name != name])
            edit.rename_value(each, name, None)
    return edit.change()


def move_value(document: Document, composite: str, name: str, index: int) -> Change:
    _, values = _promoted(document, composite, name)
    order = [value for value in values if value.name != name]
    order[index:index] = [value for value in values if value.name == name]
    return SetDefinition(composite, "values", tuple(order))


_PINS_OF_GRADIENT = {
    INPUT_PIN: ((INPUT_PIN, ""), (OUTPUT_PIN, "grad_")),
    OUTPUT_PIN: ((INPUT_PIN, "grad_"), (INPUT_PIN, "result_")),
}
"""The pins of a gradient composite that belong to a pin, with what stands before its name."""


class _Edit:
    """A collector of changes that instances must follow, based on the document before the edit."""

    def __init__(self, document: Document) -> None:
        self.pages = {page.name: page for page in canvases(document)}
        self.promoted: dict[str, tuple[PromotedValue, ...]] = {}
        self._wires: dict[str, dict[int, Wire]] = {}
        self._changes: list[Change] = []

    def change(self, last: Change | None = None) -> Change:
        """Return all as one change; ``last`` is the edit itself, applied after the others."""
        wires = [ReplaceItems(name, "wires", tuple(sorted(each.items()))) for name, each in self._wires.items() if each]
        sets = [SetDefinition(name, "values", values) for name, values in self.promoted.items()]
        changes: tuple[Change, ...] = (*wires, *self._changes, *sets, *(() if last is None else (last,)))
        return changes[0] if len(changes) == 1 else Group(changes)

    def rename_inside(self, page: Page, old: str, new: str) -> None:
        for block in page.blocks:
            if is_instance(block) and block.values.get(SHARES) == old:
                self._changes.append(SetValue(page.name, block.id, SHARES, new))
        self._rename_sets(page, {f"{old}.": f"{new}."})

    def rename_pin(self, composite: str, kind: str, old: str, new: str) -> None:
        if old == new:
            return
        for page in self.pages.values():
            inside = {b.id for b in page.blocks if b.type == composite or self._runs(b, composite, kind, old)}
            if kind == INPUT_PIN:
                self._rename_over(page, inside, old, new)
            replaced = self._wires.setdefault(page.name, {})
            # Displays are wired from the pin that shows the result of an output.
            names = {old: new, f"result_{old}": f"result_{new}"} if kind == OUTPUT_PIN else {old: new}
            for i, wire in enumerate(page.wires if inside else ()):
                wire = replaced.get(i, wire)
                end = wire.target if kind == INPUT_PIN else wire.source
                if end.block in inside and end.pin in names:
                    replaced[i] = _moved(wire, kind, end._replace(pin=names[end.pin]))
        if kind == INPUT_PIN:
            self.rename_value(composite, old, new)
        definition = self.pages[composite].composite
        gradient = self.pages.get("" if definition is None else definition.gradient)
        taken = () if gradient is None else {block.id for block in gradient.blocks}
        for block in () if gradient is None else gradient.blocks:
            for side, start in _PINS_OF_GRADIENT[kind]:
                if gradient is not None and (block.type, pin_name(block)) == (side, start + old):
                    if block.id == start + old and start + new not in taken:
                        self.rename_inside(gradient, block.id, start + new)
                        self._changes.append(RenameBlock(gradient.name, block.id, start + new))
                    else:
                        self._changes.append(SetValue(gradient.name, block.id, "name", start + new))
                    self.rename_pin(gradient.name, side, start + old, start + new)

    def _rename_over(self, page: Page, blocks: Iterable[str], old: str, new: str) -> None:
        for block in page.blocks:
            over = block.values.get("over")
            if block.id in blocks and block.type in LOOP_BODIES and is_list(over) and old in over:
                names = [new if each == old else each for each in over]
                self._changes.append(SetValue(page.name, block.id, "over", names))

    def rename_value(self, composite: str, old: str, new: str | None) -> None:
        """Rename (None: remove) a value of all instances, also in the promoted values that set it."""
        for page in self.pages.values():
            own = [block for block in page.blocks if composite in uses_of(block)]
            for block in own:
                self._rename_literal(page, block, old, new)
            self._rename_sets(page, {f"{b.id}.{old}": None if new is None else f"{b.id}.{new}" for b in own})

    def _runs(self, block: Block, composite: str, kind: str, pin: str) -> bool:
        """Return whether a block runs a composite, and has a pin only because of it."""
        if is_instance(block) or composite not in uses_of(block):
            return False
        others = [self.pages[name] for name in uses_of(block) if name != composite and name in self.pages]
        sides = [pins(page).inputs if kind == INPUT_PIN else pins(page).outputs for page in others]
        return all(pin != each.name for side in sides for each in side)

    def _rename_literal(self, page: Page, block: Block, old: str, new: str | None) -> None:
        if old in block.values:
            self._changes.append(UnsetValue(page.name, block.id, old))
            if new is not None:
                self._changes.append(SetValue(page.name, block.id, new, block.values[old]))

    def _rename_sets(self, page: Page, names: Mapping[str, str | None]) -> None:
        """Rename inner values (``block.value``, or all of ``block.``) in promoted values; None removes them."""
        if page.composite is None or not names:
            return
        old = self.promoted.get(page.name, page.composite.values)
        new = tuple(value._replace(sets=tuple(_renamed(value.sets, names))) for value in old)
        if new != old:
            self.promoted[page.name] = new


def _renamed(sets: Iterable[str], names: Mapping[str, str | None]) -> Iterable[str]:
    for each in sets:
        block, dot, value = each.partition(".")
        if each in names:
            new = names[each]
            if new is not None:
                yield new
        else:
            prefix = names.get(block + dot)
            yield each if prefix is None else prefix + value


def _moved(wire: Wire, kind: str, end: Endpoint) -> Wire:
    return wire._replace(target=end) if kind == INPUT_PIN else wire._replace(source=end)


def _pin_fault(name: str, kind: str) -> str | None:
    if "[" in name or "]" in name:
        return "contains a '[' or a ']'"
    if kind == INPUT_PIN and name in OF_ALL:
        return "is reserved: every instance has it"
    return "contains a '.'" if "." in name else None if name else "is empty"


def _taken(page: Page, name: str, kind: str) -> str | None:
    known = pins(page)
    values = () if page.composite is None or kind == OUTPUT_PIN else page.composite.values
    if any(pin.name == name for pin in (known.inputs if kind == INPUT_PIN else known.outputs)):
        return "is already used by another pin"
    if any(value.name == name for value in values):
        return "is already used by another value"
    return "is reserved: every instance has it" if kind == INPUT_PIN and name in OF_ALL else None


def _definition(document: Document, composite: str) -> tuple[Page, Definition]:
    for page in document.composites:
        if page.name == composite and page.composite is not None:
            return page, page.composite
    raise DiagramError(f"there is no composite {composite.removeprefix(INSTANCE)!r}")


def _sharing(document: Document, composite: str, name: str) -> list[str]:
    """Return a composite and those with which it shares a promoted value: gradient composites and their users."""
    having = {
        page.name: page.composite.gradient
        for page in document.composites
        if page.composite is not None and any(value.name == name for value in page.composite.values)
    }
    base = having[composite] if having.get(composite) in having else composite
    return [each for each, gradient in having.items() if base in (each, gradient)]


def _promoted(document: Document, composite: str, name: str) -> tuple[Page, tuple[PromotedValue, ...]]:
    page, definition = _definition(document, composite)
    if all(value.name != name for value in definition.values):
        raise DiagramError(f"there is no promoted value {name!r}", composite=composite[1:])
    return page, definition.values


def _uses(document: Document, uses_on: Used = references) -> dict[str, dict[str, None]]:
    names = naming(document)
    return {page.name: dict.fromkeys(uses_on(page, names)) for page in canvases(document)}


def closure(steps: Mapping[str, Iterable[str]], starts: Iterable[str], most: int = MAX_BLOCKS) -> set[str]:
    """Return the names that are reachable in one or more steps, nearest first; stop after ``most + 1`` names."""
    results: set[str] = set()
    waiting = deque(starts)
    while waiting:
        for each in steps.get(waiting.popleft(), ()):
            if each not in results:
                results.add(each)
                waiting.append(each)
                if len(results) > most:
                    return results
    return results


def shortest_path(steps: Mapping[str, Iterable[str]], start: str, end: str) -> list[str] | None:
    """Return the names on a shortest way, both ends included; None if there is none."""
    before = {start: start}
    waiting = deque([start])
    while waiting and end not in before:
        current = waiting.popleft()
        new = [each for each in steps.get(current, ()) if each not in before]
        before.update(dict.fromkeys(new, current))
        waiting += new
    if end not in before:
        return None
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]

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
from blocks.document.state import DiagramState

Naming: TypeAlias = Mapping[str, Collection[str]]
"""For each block type the values that name composites."""
Used: TypeAlias = Callable[[Page, Naming], list[str]]

MOST_NAMED = 100
"""The largest number of definitions that the error of a cycle lists."""

INPUT_PIN, OUTPUT_PIN = "InputPin", "OutputPin"
"""The block types that stand for pins inside a definition."""

SHARES = "shares"
"""The value of an instance that names another, whose variables it uses."""

GRAD, RESULT = "grad_", "result_"
"""Prefixes of the pins of a gradient composite, before the names of the composite's pins."""

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
        Promotes(page.name, {block.id: block.type for block in page.blocks}, page.promoted)
        for page in document.composites
    )


def references(page: Page, names: Naming) -> list[str]:
    """Return the composites that a canvas contains, and its custom gradient."""
    return [*contained(page, names), *([page.gradient] if page.gradient else ())]


def contained(page: Page, names: Naming) -> list[str]:
    results: list[Json] = []
    for block in page.blocks:
        results += [block.type] if is_instance(block) else []
        results += [block.values.get(value) for value in sorted(names.get(block.type, ()))]
    own = names.get(page.name, ())
    results += [value.default for value in page.promoted if value.name in own]
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
    gradients = {page.name: page.gradient for page in composites}
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
    new id or ``name`` renames the wires and literals of all instances, and the pins of the gradient composite.
    """
    changes: list[Change] = []
    pending = [change]
    while pending:
        followed, more = _followed(document, pending.pop())
        changes.append(followed)
        pending += more
        if pending:
            state = DiagramState(document)
            followed.apply(state)
            document = state.snapshot()
    return changes[0] if len(changes) == 1 else Group(tuple(changes))


def _followed(document: Document, change: Change) -> tuple[Change, list[Change]]:
    """Return a change with the changes of instances, and the changes of pins of the gradient composite."""
    if not isinstance(change, RenameBlock | SetValue | UnsetValue):
        return change, []
    edit = _Edit(document)
    page = edit.pages.get(change.page)
    block = None if page is None else next((each for each in page.blocks if each.id == change.block), None)
    if page is None or block is None:
        return change, []  # it does not fit, and says so when it is applied
    new, more = block, list[Change]()
    if isinstance(change, RenameBlock):
        new = block._replace(id=change.id)
        edit.rename_inside(page, change.block, change.id)
    elif change.name == "name":
        new = block._replace(values={"name": change.value} if isinstance(change, SetValue) else {})
    if page.composite is not None and any(block.id == pin.block for side in pins(page) for pin in side):
        old, name = pin_name(block), pin_name(new)
        edit.rename_pin(page.name, block.type, old, name)
        kind, begin = (OUTPUT_PIN, "") if block.type == INPUT_PIN else (INPUT_PIN, RESULT)
        names = {(kind, GRAD + old): GRAD + name, (INPUT_PIN, begin + old): begin + name} if old != name else {}
        for gradient in _own_gradient(document, page):
            pairs = [(pin, names.get((pin.type, pin_name(pin)))) for pin in gradient.blocks]
            more += [_pin_renaming(gradient, pin, wanted) for pin, wanted in pairs if wanted is not None]
    return edit.change(change), more


def _own_gradient(document: Document, page: Page) -> list[Page]:
    """Return the gradient composite in a list; an empty list if other composites use it, too."""
    others = any(each.gradient == page.gradient and each.name != page.name for each in document.composites)
    return [] if others else [each for each in document.composites if each.name == page.gradient]


def _users(document: Document, gradient: str) -> list[Page]:
    return [each for each in document.composites if each.gradient == gradient]


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
    return Group(()) if name == pin_name(result) else following(document, _pin_renaming(page, result, name))


def _pin_renaming(page: Page, pin: Block, name: str) -> Change:
    fault = _pin_fault(name, pin.type) or _taken(page, name, pin.type)
    if fault:
        raise DiagramError(f"the pin name {name!r} {fault}", composite=page.name[1:], block=pin.id)
    has_name = pin_name(pin) != pin.id
    is_free = id_fault(name) is None and all(each.id != name for each in page.blocks)
    if has_name and name == pin.id:
        return UnsetValue(page.name, pin.id, "name")
    if has_name or not is_free:
        return SetValue(page.name, pin.id, "name", name)
    return RenameBlock(page.name, pin.id, name)


def rename_value(document: Document, composite: str, old: str, new: str) -> Change:
    """Rename a promoted value, also in the gradient composite and its users, where the same name is the same value."""
    page, _ = _promoted(document, composite, old)
    if old == new:
        return Group(())
    edit = _Edit(document)
    for each in (page, *_own_gradient(document, page), *_users(document, composite)):
        values = edit.promoted.get(each.name, each.promoted)
        if all(value.name != old for value in values):
            continue
        fault = id_fault(new) or _taken(each, new, INPUT_PIN)
        if fault:
            raise DiagramError(f"the name {new!r} of a promoted value {fault}", composite=each.name[1:])
        edit.promoted[each.name] = tuple(v._replace(name=new) if v.name == old else v for v in values)
        edit.rename_value(each.name, old, new)
    return edit.change()


def remove_value(document: Document, composite: str, name: str) -> Change:
    """Remove a promoted value, also from the composites that have it only for this gradient composite."""
    page, _ = _promoted(document, composite, name)
    edit = _Edit(document)
    for each in (page, *_users(document, composite)):
        values = edit.promoted.get(each.name, each.promoted)
        if each is page or any(value.name == name and not value.sets for value in values):
            edit.promoted[each.name] = tuple(value for value in values if value.name != name)
            edit.rename_value(each.name, name, None)
    return edit.change()


def move_value(document: Document, composite: str, name: str, index: int) -> Change:
    _, values = _promoted(document, composite, name)
    order = [value for value in values if value.name != name]
    order[index:index] = [value for value in values if value.name == name]
    return SetDefinition(composite, "values", tuple(order))


class _Edit:
    """A collector of changes that instances must follow, based on the document before the edit."""

    def __init__(self, document: Document) -> None:
        self.pages = {page.name: page for page in canvases(document)}
        self.promoted: dict[str, tuple[PromotedValue, ...]] = {}
        self._changes: list[Change] = []

    def change(self, last: Change | None = None) -> Change:
        """Return all as one change; ``last`` is the edit itself, applied after the others."""
        sets = [SetDefinition(name, "values", values) for name, values in self.promoted.items()]
        changes: tuple[Change, ...] = (*self._changes, *sets, *(() if last is None else (last,)))
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
            replaced: list[tuple[int, Wire]] = []
            # Displays are wired from the pin that shows the result of an output.
            names = {old: new, f"result_{old}": f"result_{new}"} if kind == OUTPUT_PIN else {old: new}
            for i, wire in enumerate(page.wires if inside else ()):
                end = wire.target if kind == INPUT_PIN else wire.source
                if end.block in inside and end.pin in names:
                    replaced.append((i, _moved(wire, kind, end._replace(pin=names[end.pin]))))
            if replaced:
                self._changes.append(ReplaceItems(page.name, "wires", tuple(replaced)))
        if kind == INPUT_PIN:
            self.rename_value(composite, old, new)

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
    values = page.promoted if kind == INPUT_PIN else ()
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

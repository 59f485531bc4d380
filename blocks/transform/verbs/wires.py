"""Verbs for wires: connect, disconnect, cut, move an end, reorder, insert a block, and route by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.changes import AddBlocks, AddItems, Change, RemoveItems, ReplaceItems
from blocks.document.data import Block, Endpoint, Json, Page, Position, Route, Wire
from blocks.document.definitions import closure, shortest_path, shown_type
from blocks.graph.spec import BlockSpec
from blocks.transform.verbs.blocks import Find, QuickFix, changes_of
from blocks.transform.verbs.edit import Edit, Made, Names, additions, counted, group, removals, replacements, tidy
from blocks.transform.verbs.fitting import compatible, fitting_input, fitting_output, input_pin, is_whole_list


def wires_at(page: Page, block: str, pin: str | None = None) -> list[int]:
    return [
        i for i, (_, target) in enumerate(page.wires) if target.block == block and (pin is None or target.pin == pin)
    ]


def wires_from(page: Page, block: str, pin: str | None = None) -> list[int]:
    return [
        i for i, (source, _) in enumerate(page.wires) if source.block == block and (pin is None or source.pin == pin)
    ]


def types(page: Page) -> dict[str, str]:
    return {block.id: block.type for block in page.blocks}


def takes_many(spec: BlockSpec | None, pin: str) -> bool:
    declared = None if spec is None else input_pin(spec, pin)
    return declared is not None and declared.is_list


def connect(
    page: Page, source: Endpoint, target: Endpoint, find: Find, index: int | None = None, mend: QuickFix | None = None
) -> Edit | None:
    """Wire an output to an input. A single-wire pin loses its present wire; a list pin gets one more.

    Args:
        index: the position among the wires of a list pin; default: the end.

    Raises:
        DiagramError: a block does not exist, or the wire would close a cycle (the message names its blocks).
    """
    kinds = types(page)
    for end in (source, target):
        if end.block not in kinds:
            raise DiagramError(tr("there is no block {block!r}", block=end.block), page=page.name)
    _refuse_cycle(page, source.block, target.block, target.block, target.pin)
    changes: list[Change] = []
    text = tr("Wire {source} to {target}", source=source, target=target)
    if mend is not None:
        source, changes = _between(page, source, target, mend)
        text = f"{mend.text}, {text[0].lower()}{text[1:]}"
    changes += _wire_changes(page, source, target, takes_many(find(kinds[target.block]), target.pin), index, changes)
    return Edit(group(changes), text) if changes else None


def _wire_changes(
    page: Page, source: Endpoint, target: Endpoint, many: bool, index: int | None, before: Sequence[Change]
) -> list[Change]:
    """Return the change for one wire; ``before`` holds earlier changes, which may have appended wires."""
    at_pin = wires_at(page, target.block, target.pin)
    wire = Wire(source, target)
    end = len(page.wires) + sum(len(c.items) for c in before if isinstance(c, AddItems))
    if not many and at_pin:
        if len(at_pin) == 1 and page.wires[at_pin[0]] == wire:
            return []
        changes: list[Change] = [ReplaceItems(page.name, "wires", ((at_pin[0], wire),))]
        if len(at_pin) > 1:
            changes.append(RemoveItems(page.name, "wires", tuple(at_pin[1:])))
        return changes
    if index is None or index >= len(at_pin):
        return [AddItems(page.name, "wires", ((end, wire),))]
    return [AddItems(page.name, "wires", ((at_pin[max(index, 0)], wire),))]


def _between(page: Page, source: Endpoint, target: Endpoint, mend: QuickFix) -> tuple[Endpoint, list[Change]]:
    if mend.index is not None:
        source = source._replace(index=mend.index)
    name, changes = page.name, changes_of(page, mend)
    if mend.type is None:
        return source, changes
    if not set(mend.wires) <= set(page.wires):
        raise DiagramError(tr("the wire no longer exists"), page=name)
    names, at = Names(page), next(block.at for block in page.blocks if block.id == target.block)
    ends = dict.fromkeys(wire.source for wire in mend.wires or (Wire(source, target),))
    made = {end: Block(names.for_type(mend.type), mend.type, at, dict(mend.values)) for end in ends}
    into = [Wire(end, Endpoint(block.id, mend.input)) for end, block in made.items()]
    changes += additions(page, {"wires": into}, [*made.values()])
    if not mend.wires:
        return Endpoint(made[source].id, mend.output), changes
    moved = [
        (i, wire._replace(source=Endpoint(made[wire.source].id, mend.output)))
        for i, wire in enumerate(page.wires)
        if wire in mend.wires
    ]
    return source, [*changes, ReplaceItems(name, "wires", tuple(moved))]


def add_connected(
    page: Page,
    type_name: str,
    at: Position,
    end: Endpoint,
    pin: str,
    find: Find,
    *,
    from_output: bool,
    values: Mapping[str, Json] | None = None,
    mend: QuickFix | None = None,
) -> Made:
    """Add a block that is wired to a pin, as for a wire dropped on empty canvas.

    Args:
        end: the existing pin, an output if ``from_output``.
    """
    if end.block not in types(page):
        raise DiagramError(tr("there is no block {block!r}", block=end.block), page=page.name)
    name = Names(page).for_type(type_name)
    block = Block(name, type_name, tidy(*at), dict(values or {}))
    changes: list[Change] = [AddBlocks(page.name, ((len(page.blocks), block),))]
    page = page._replace(blocks=(*page.blocks, block))
    if from_output:
        if mend is not None:
            end, between = _between(page, end, Endpoint(name, pin), mend)
            changes += between
        changes += _wire_changes(page, end, Endpoint(name, pin), True, None, changes)
    else:
        spec = find(type_name)
        output = None if spec is None else spec.output(pin)
        target_spec = find(types(page).get(end.block, ""))
        target_pin = None if target_spec is None else input_pin(target_spec, end.pin)
        whole = output is not None and is_whole_list(output, None)
        # A list at a pin for one tensor: its first element.
        one = whole and target_pin is not None and not target_pin.is_list
        source = Endpoint(name, pin, 0 if one else None)
        if mend is not None:
            source, between = _between(page, source, end, mend)
            changes += between
        changes += _wire_changes(page, source, end, takes_many(target_spec, end.pin), None, changes)
    return Made(group(changes), tr("Add {type}", type=shown_type(type_name)), (name,))


def disconnect(page: Page, indices: Iterable[int]) -> Edit | None:
    gone = sorted(set(indices) & set(range(len(page.wires))))
    if not gone:
        return None
    text = (
        tr("Remove wire {wires}", wires=page.wires[gone[0]])
        if len(gone) == 1
        else tr("Remove {count}", count=counted(len(gone), "wire"))
    )
    return Edit(RemoveItems(page.name, "wires", tuple(gone)), text)


def cut(page: Page, indices: Iterable[int]) -> Edit | None:
    gone = set(indices) & set(range(len(page.wires)))
    edit = disconnect(page, gone)
    return None if edit is None else Edit(edit.change, tr("Cut {count}", count=counted(len(gone), "wire")))


def _wire_at(page: Page, index: int) -> Wire:
    if not 0 <= index < len(page.wires):
        raise DiagramError(tr("the wire no longer exists"), page=page.name)
    return page.wires[index]


def reconnect(
    page: Page, index: int, source: Endpoint, target: Endpoint, find: Find, mend: QuickFix | None = None
) -> Edit | None:
    """Move an end of a wire to another pin; None if unchanged. Raises DiagramError for a cycle."""
    old = _wire_at(page, index)
    if mend is None and old == Wire(source, target):
        return None
    text = tr("Move wire {wires}", wires=old)
    if mend is None and old.target == target:
        _refuse_cycle(page, source.block, target.block, target.block, target.pin)
        # It keeps its index in the order of a list pin.
        return Edit(ReplaceItems(page.name, "wires", ((index, Wire(source, target)),)), text)
    rest = page._replace(wires=page.wires[:index] + page.wires[index + 1 :])
    place = sum(i < index for i in wires_at(page, target.block, target.pin))  # in the order of a list pin
    edit = connect(rest, source, target, find, place if old.target == target else None, mend)
    remove = RemoveItems(page.name, "wires", (index,))
    return Edit(remove if edit is None else group((remove, edit.change)), text)


def reorder(page: Page, block: str, pin: str, order: Sequence[int]) -> Edit | None:
    """Reorder the wires of a list pin; None if unchanged.

    Args:
        order: the old index for each new index: ``[1, 0, 2]`` exchanges the first two.

    Raises:
        DiagramError: ``order`` is not a permutation of the wires at this pin.
    """
    indices = wires_at(page, block, pin)
    if sorted(order) != list(range(len(indices))):
        raise DiagramError(
            tr("{pin} now has {count}", pin=pin, count=counted(len(indices), "wire")),
            page=page.name,
            block=block,
            pin=pin,
        )
    items = [(at, page.wires[indices[old]]) for at, old in zip(indices, order, strict=True)]
    items = [(at, wire) for at, wire in items if page.wires[at] != wire]
    return (
        Edit(ReplaceItems(page.name, "wires", tuple(items)), tr("Reorder {block}.{pin}", block=block, pin=pin))
        if items
        else None
    )


def insert_on_wire(page: Page, index: int, block: str, find: Find) -> Edit | None:
    """Insert an existing block into a wire; None if it is at one of the wire's ends.

    Raises:
        DiagramError: the wire or block does not exist, no pins fit, or there would be a cycle.
    """
    source, target = _wire_at(page, index)
    kinds = types(page)
    if block in (source.block, target.block):
        return None
    if block not in kinds or source.block not in kinds or target.block not in kinds:
        raise DiagramError(tr("a block at one end of the wire is missing"), page=page.name)
    taken = {page.wires[i].target.pin for i in wires_at(page, block)}
    pins = _through(page, index, kinds[block], find, taken)
    for a, b in ((source.block, block), (block, target.block)):
        _refuse_cycle(page, a, b, block)
    change = _split_wire(page, index, block, pins)
    return Edit(change, tr("Insert {block} between {source} and {target}", block=block, source=source, target=target))


def add_on_wire(
    page: Page, index: int, type_name: str, at: Position, find: Find, values: Mapping[str, Json] | None = None
) -> Made:
    pins = _through(page, index, type_name, find)
    name = Names(page).for_type(type_name)
    add = AddBlocks(page.name, ((len(page.blocks), Block(name, type_name, tidy(*at), dict(values or {}))),))
    return Made(
        group((add, _split_wire(page, index, name, pins))), tr("Insert {type}", type=shown_type(type_name)), (name,)
    )


def fits_wire(page: Page, index: int, type_name: str, find: Find) -> bool:
    try:
        _through(page, index, type_name, find)
    except DiagramError:
        return False
    return True


def _through(
    page: Page, index: int, type_name: str, find: Find, taken: Collection[str] = ()
) -> tuple[str, str, int | None]:
    """Return the input and the output through which a block goes into a wire, and the output's element."""
    source, target = _wire_at(page, index)
    kinds = types(page)
    before, spec, after = find(kinds.get(source.block, "")), find(type_name), find(kinds.get(target.block, ""))
    if before is None or spec is None or after is None:
        raise DiagramError(
            tr(
                "{type} cannot be inserted: this block or one of the connected blocks has an unknown type",
                type=shown_type(type_name),
            )
        )
    inputs = [
        pin.name
        for pin in spec.inputs
        if pin.name not in taken and compatible(before, source.pin, spec, pin.name, index=source.index) is None
    ]
    outputs = [pin.name for pin in spec.outputs if compatible(spec, pin.name, after, target.pin) is None]
    if not inputs:
        pin = fitting_input(before, source.pin, spec)
        word = tr("has no free input") if pin in taken else tr("has no input")
        raise DiagramError(tr("{type} {word} for {source}", type=shown_type(type_name), word=word, source=source))
    if not outputs:
        fitting = fitting_output(spec, after, target.pin)
        if fitting is None:
            raise DiagramError(tr("{type} has no output that fits {target}", type=shown_type(type_name), target=target))
        return inputs[0], fitting, 0  # one element of a list
    return inputs[0], outputs[0], None


def _split_wire(page: Page, slot: int, block: str, pins: tuple[str, str, int | None]) -> Change:
    source, target = page.wires[slot]
    input_name, output_name, index = pins
    return group(
        (
            ReplaceItems(page.name, "wires", ((slot, Wire(Endpoint(block, output_name, index), target)),)),
            AddItems(page.name, "wires", ((len(page.wires), Wire(source, Endpoint(block, input_name))),)),
        )
    )


def move_bundle(page: Page, indices: Sequence[int], to: Endpoint, find: Find, *, sources: bool) -> Edit | None:
    """Move the sources or targets of wires to another pin; None if they are there already.

    Raises:
        DiagramError: a wire is gone, does not fit, or would close a cycle.
    """
    if not all(0 <= each < len(page.wires) for each in indices):
        raise DiagramError(tr("a wire no longer exists"), page=page.name)
    kinds = types(page)
    moved: list[tuple[int, Wire]] = []
    for index in indices:
        old = page.wires[index]
        new = old._replace(source=to) if sources else old._replace(target=to)
        if new != old:
            _check(page, new, kinds, find)
            moved.append((index, new))
    spec = find(kinds.get(to.block, ""))
    gone = set(indices)
    others = [w for i, w in enumerate(page.wires) if not sources and w.target == to and i not in gone]
    if not sources and len(indices) + len(others) > 1 and not takes_many(spec, to.pin):
        raise DiagramError(tr("{to} takes only one wire", to=to), page=page.name, block=to.block, pin=to.pin)
    if not moved:
        return None
    return Edit(
        ReplaceItems(page.name, "wires", tuple(moved)),
        tr("Move {count} to {to}", count=counted(len(moved), "wire"), to=to),
    )


def _check(page: Page, wire: Wire, kinds: dict[str, str], find: Find) -> None:
    before, after = find(kinds.get(wire.source.block, "")), find(kinds.get(wire.target.block, ""))
    if before is None or after is None:
        raise DiagramError(tr("a block at one end of the wire is missing"), page=page.name)
    reason = compatible(before, wire.source.pin, after, wire.target.pin, index=wire.source.index)
    if reason is not None:
        raise DiagramError(f"{wire}: {reason}", page=page.name)
    _refuse_cycle(page, wire.source.block, wire.target.block, wire.target.block, wire.target.pin)


def bends_of(page: Page, wire: Wire) -> tuple[Position, ...]:
    return next((route.points for route in page.routes if route.wire == wire), ())


def with_bends(page: Page, wire: Wire, points: Sequence[Position]) -> tuple[Route, ...]:
    if not any(route.wire == wire for route in page.routes):
        return (*page.routes, Route(wire, tuple(points)))
    return tuple(route._replace(points=tuple(points)) if route.wire == wire else route for route in page.routes)


def set_bends(page: Page, bends: Mapping[Wire, Sequence[Position]], text: str = "") -> Edit | None:
    """Set the reroute points of wires; empty ones restore automatic routing. None if nothing changes."""
    tidied = {wire: tuple(tidy(*point) for point in points) for wire, points in bends.items()}
    known = {route.wire for route in page.routes}
    old = [(i, route) for i, route in enumerate(page.routes) if route.wire in tidied]
    gone = tuple(i for i, route in old if not tidied[route.wire])
    other = [(i, route._replace(points=tidied[route.wire])) for i, route in old if tidied[route.wire]]
    other = [(i, route) for i, route in other if route != page.routes[i]]
    new = [Route(wire, points) for wire, points in tidied.items() if points and wire not in known]
    changes = [*replacements(page, {"routes": other}), *removals(page, {"routes": gone})]
    if new:
        changes.append(AddItems(page.name, "routes", tuple(enumerate(new, len(page.routes) - len(gone)))))
    if not changes:
        return None
    what = tr("wire {bends}", bends=next(iter(bends))) if len(bends) == 1 else counted(len(bends), "wire")
    return Edit(group(changes), f"{text or tr('Reroute')} {what}")


def move_bends(page: Page, wires: Iterable[Wire], dx: float, dy: float) -> Edit | None:
    moved = moved_bends(page, set(wires), dx, dy)
    items = [(i, route) for i, route in enumerate(moved) if route != page.routes[i]]
    return Edit(ReplaceItems(page.name, "routes", tuple(items)), tr("Move reroute points")) if items else None


def moved_bends(page: Page, wires: Collection[Wire], dx: float, dy: float) -> tuple[Route, ...]:
    return tuple(_moved(route, dx, dy) if route.wire in wires else route for route in page.routes)


def index_for(begin: Position, points: Sequence[Position], end: Position, new: Position) -> int:
    """Return the index at which a new reroute point makes the route least longer."""

    def length(index: int) -> float:
        route = [begin, *points[:index], new, *points[index:], end]
        return sum(abs(c - a) + abs(d - b) for (a, b), (c, d) in pairwise(route))

    return min(range(len(points) + 1), key=length)


def routes_after(before: Page, after: Page) -> Change | None:
    """Return the change of reroute points that an edit requires; None if there is none.

    Points follow blocks that move together, and wires that change pins at the same blocks. Points are removed with
    their wire, or if its blocks move differently.
    """
    wires = set(after.wires)
    positions = {block.id: block.at for block in before.blocks}
    shifts: dict[str, Position] = {}
    for block in after.blocks:
        x, y = positions.get(block.id, block.at)
        if (x, y) != block.at:
            shifts[block.id] = (block.at[0] - x, block.at[1] - y)
    changed: list[tuple[int, Route]] = []
    gone: list[int] = []
    for i, route in enumerate(after.routes):
        if i >= len(before.routes) or route != before.routes[i]:  # the edit is about it
            continue
        wire = route.wire if route.wire in wires else _heir(route.wire, before, after)
        ends = [] if wire is None else [shifts.get(end.block, (0, 0)) for end in wire]
        if wire is None or (ends[0] != ends[1] and all(map(any, ends))):
            gone.append(i)
        elif wire != route.wire or (ends[0] == ends[1] and any(ends[0])):
            dx, dy = ends[0] if ends[0] == ends[1] else (0, 0)
            changed.append((i, _moved(route._replace(wire=wire), dx, dy)))
    changes = [*replacements(after, {"routes": changed}), *removals(after, {"routes": gone})]
    return group(changes) if changes else None


def _heir(wire: Wire, before: Page, after: Page) -> Wire | None:
    index = next((i for i, each in enumerate(before.wires) if each == wire), None)
    if index is None or len(before.wires) != len(after.wires):
        return None
    new = after.wires[index]
    same = all(a.block == b.block for a, b in zip(wire, new, strict=True))
    return new if same else None


def _moved(route: Route, dx: float, dy: float) -> Route:
    return route._replace(points=tuple((x + dx, y + dy) for x, y in route.points))


def cycle(page: Page, source: str, target: str) -> list[str] | None:
    """Return the cycle that a wire from ``source`` to ``target`` would close, or None.

    The list begins with ``target`` and ends with ``source``.
    """
    users: dict[str, list[str]] = {}
    for a, b in page.wires:
        users.setdefault(a.block, []).append(b.block)
    return shortest_path(users, target, source)


def _refuse_cycle(page: Page, source: str, target: str, block: str, pin: str | None = None) -> None:
    loop = cycle(page, source, target)
    if loop is not None:
        raise DiagramError(cycle_text(loop), page=page.name, block=block, pin=pin)


def cycle_text(loop: Sequence[str]) -> str:
    if len(loop) == 1:
        return tr("{loop} cannot be wired to itself", loop=loop[0])
    names = list(loop) if len(loop) <= 8 else [*loop[:4], "...", *loop[-3:]]
    return tr("the blocks would form a cycle: {names}", names=" -> ".join([*names, loop[0]]))


def reachable(page: Page, blocks: Iterable[str], *, upstream: bool) -> set[str]:
    beside: dict[str, list[str]] = {}
    for source, target in page.wires:
        a, b = (target.block, source.block) if upstream else (source.block, target.block)
        beside.setdefault(a, []).append(b)
    starts = set(blocks)
    return starts | closure(beside, starts)

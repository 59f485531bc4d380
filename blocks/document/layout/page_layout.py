"""Positions for the blocks of a page that has none, such as a page created by a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from blocks.document.changes import Change, Group, RemoveItems, SetField
from blocks.document.data import LOOP_BODIES, Block, Endpoint, Page, Position
from blocks.document.definitions import CompositePins, pins
from blocks.document.layout.layered_layout import LayoutWire
from blocks.document.layout.layered_layout import layout as layered
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find

_WIDTH, _MOST_WIDE = 120.0, 320.0
_SCOPE = "Scope"
"""The label of the pin that each block has for its scope."""
_DISPLAY = (260.0, 180.0)
_TITLE_LENGTH = 15
_TITLE_LETTER, _LETTER, _BESIDE = 9.0, 6.5, 62.0
_HEADER, _LINE, _ROW, _SLOT, _BELOW = 28.0, 14.0, 16.0, 7.0, 14.0
_INSIDE = 46.0
"""What a block shows of the composite that it runs."""
_MOST_SLOTS = 7
_MANY = 10
"""Of fewer blocks some may lie on one spot because somebody put them there."""
_MOST_VALUES = 4
"""Rows of values that a block shows: of more than that the last says how many there are."""


class InstanceRows(NamedTuple):
    pins: CompositePins
    values: tuple[str, ...]


RowsOf = Callable[[str], InstanceRows | None]
"""From the type of an instance to its rows; None where there is no such composite."""


def _no_rows(_name: str) -> InstanceRows | None:
    return None


def is_piled(page: Page) -> bool:
    """Return whether blocks have no positions: several at one point, or most of many at occupied points."""
    count, spots = len(page.blocks), len({block.at for block in page.blocks})
    return count > 1 and (spots == 1 or (count >= _MANY and 2 * spots <= count))


def rows_by_type(composites: Iterable[Page]) -> RowsOf:
    pages = {each.name: each for each in composites}

    @cache
    def rows_of_type(name: str) -> InstanceRows | None:
        page = pages.get(name)
        return None if page is None else InstanceRows(pins(page), tuple([each.name for each in page.promoted]))

    return rows_of_type


def laid_out(page: Page, rows_of: RowsOf) -> Change:
    changes: list[Change] = [
        SetField(page.name, block, "at", at) for block, at in positions(page, rows_of=rows_of).items()
    ]
    if page.routes:  # they go around what is elsewhere now
        changes.append(RemoveItems(page.name, "routes", tuple(range(len(page.routes)))))
    return Group(tuple(changes))


def positions(
    page: Page, find: Callable[[str], BlockSpec | None] = find, rows_of: RowsOf = _no_rows
) -> dict[str, Position]:
    if not page.blocks:
        return {}
    drawn = measures(page, find, rows_of)
    links: list[LayoutWire] = []
    seen: Counter[Endpoint] = Counter()
    for source, target in page.wires:
        if source.block in drawn and target.block in drawn:
            leaves, enters = drawn[source.block].leaves(source), drawn[target.block].enters(target, seen[target])
            links.append(LayoutWire(source.block, target.block, leaves, enters))
            seen[target] += 1
    positions = layered([block.id for block in page.blocks], links, {block: each.size for block, each in drawn.items()})
    left, top = (min(block.at[i] for block in page.blocks) for i in (0, 1))
    return {block: (round(x + left), round(y + top)) for block, (x, y) in positions.items()}


class Measures(NamedTuple):
    """Approximate sizes of blocks and positions of pins.

    Attributes:
        inputs, outputs: the distances of pins below the top, by name; parts of a list as ``[position]``.
        level: the distance of an output without a label.
    """

    size: tuple[float, float]
    inputs: Mapping[str, float]
    outputs: Mapping[str, float]
    level: float

    def leaves(self, end: Endpoint) -> float:
        return self.outputs.get(end.pin if end.index is None else f"[{end.index}]", self.level)

    def enters(self, end: Endpoint, order: int = 0) -> float:
        return self.inputs.get(end.pin, self.level) + _SLOT * min(order, _MOST_SLOTS - 1)


def sizes(
    page: Page, find: Callable[[str], BlockSpec | None] = find, rows_of: RowsOf = _no_rows
) -> dict[str, tuple[float, float]]:
    return {block: each.size for block, each in measures(page, find, rows_of).items()}


def measures(
    page: Page, find: Callable[[str], BlockSpec | None] = find, rows_of: RowsOf = _no_rows
) -> dict[str, Measures]:
    into: dict[str, Counter[str]] = {}
    out_of: dict[str, set[tuple[str, int | None]]] = {}
    for source, target in page.wires:
        into.setdefault(target.block, Counter())[target.pin] += 1
        out_of.setdefault(source.block, set()).add((source.pin, source.index))
    nothing, nowhere = Counter[str](), set[tuple[str, int | None]]()
    return {
        block.id: _measures(
            block, rows_of(block.type) or find(block.type), into.get(block.id, nothing), out_of.get(block.id, nowhere)
        )
        for block in page.blocks
    }


def _measures(
    block: Block,
    spec: BlockSpec | InstanceRows | None,
    into: Mapping[str, int],
    out_of: Collection[tuple[str, int | None]],
) -> Measures:
    tensors: list[str] = []
    if isinstance(spec, InstanceRows):
        tensors = [pin.name for pin in spec.pins.inputs]
        inputs = [*([_SCOPE] if "scope" in into else []), *tensors, *spec.values[:_MOST_VALUES]]
        outputs = [pin.name for pin in spec.pins.outputs]
    elif spec is not None and spec.is_display:
        return Measures(block.size or _DISPLAY, {}, {}, _LINE)
    elif spec is None:
        inputs, outputs = [*into, *block.values], [pin for pin, _ in out_of]
    else:
        has_scope = spec.kind == "op" or "scope" in into
        tensors = [pin.name for pin in spec.inputs]
        inputs = [*([_SCOPE] if has_scope else []), *tensors]
        inputs += [each.name for each in spec.attributes if each.required or each.name in block.values][:_MOST_VALUES]
        inputs += [name for name in into if name not in inputs and name != "scope"]  # pins that its body gives it
        outputs = [pin.name for pin in spec.outputs]
        outputs += sorted(name for name, index in out_of if index is None and not spec.shown_by(name))
        outputs += [f"[{index}]" for index in sorted(index for _, index in out_of if index is not None)]
    lines = 1 + (len(block.type) > _TITLE_LENGTH)
    slots = sum(min(count, _MOST_SLOTS) - 1 for count in into.values())
    height = _HEADER + _LINE * lines + max(_ROW * len(inputs) + _SLOT * slots, _ROW * len(outputs)) + _BELOW
    if isinstance(spec, InstanceRows) or block.type in LOOP_BODIES:
        height += _INSIDE
    labels = max(map(len, inputs), default=0) + (max(map(len, outputs)) if len(outputs) > 1 else 0)
    width = max(len(block.type) / lines * _TITLE_LETTER, labels * _LETTER + _BESIDE)
    given = block.size or (0.0, 0.0)
    size = (max(given[0], min(_MOST_WIDE, max(_WIDTH, width))), max(given[1], height))
    first = _HEADER + _LINE * lines
    rows: dict[str, float] = {}
    y = first
    for name in inputs:
        reach = _SLOT * (min(into.get(name, 1), _MOST_SLOTS) - 1) / 2
        rows[name] = y
        y += _ROW + 2 * reach
    level = rows[(tensors or inputs[1:2] or inputs)[0]] if inputs else first
    beside = {name: first + _ROW * i for i, name in enumerate(outputs)} if len(outputs) > 1 else {}
    return Measures(size, rows, beside, level)

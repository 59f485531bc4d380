"""Places for the blocks of a page that has none: what a program makes lies on one spot until somebody places it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache

from blocks.document.changes import Change, Group, RemoveItems, SetField
from blocks.document.data import Block, Page, Position
from blocks.document.definitions import CompositePins, pins
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
_MOST_SLOTS = 7
_MANY = 10
"""Of fewer blocks some may lie on one spot because somebody put them there."""
PinsOf = Callable[[str], CompositePins | None]
"""From the type of an instance to its pins; None where there is no such composite."""


def _no_pins(_name: str) -> CompositePins | None:
    return None


def is_piled(page: Page) -> bool:
    """Whether nobody placed the blocks of a page: all of several lie on one spot, or most of many where others lie."""
    count, spots = len(page.blocks), len({block.at for block in page.blocks})
    return count > 1 and (spots == 1 or (count >= _MANY and 2 * spots <= count))


def pins_by_type(composites: Iterable[Page]) -> PinsOf:
    """Finds the pins of instances by their type, those of each composite once."""
    pages = {each.name: each for each in composites}

    @cache
    def found(name: str) -> CompositePins | None:
        return pins(pages[name]) if name in pages else None

    return found


def laid_out(page: Page, pins_of: PinsOf) -> Change:
    """What places all blocks of a page so that its wires run from left to right.

    Args:
        page: the page.
        pins_of: finds the pins of instances.
    """
    changes: list[Change] = [
        SetField(page.name, block, "at", at) for block, at in places(page, pins_of=pins_of).items()
    ]
    if page.routes:  # they go around what is elsewhere now
        changes.append(RemoveItems(page.name, "routes", tuple(range(len(page.routes)))))
    return Group(tuple(changes))


def places(
    page: Page, find: Callable[[str], BlockSpec | None] = find, pins_of: PinsOf = _no_pins
) -> dict[str, Position]:
    """Where the blocks of a page lie when they are laid out; the whole begins where the first of them lies."""
    if not page.blocks:
        return {}
    result = layered([block.id for block in page.blocks], page.wires, sizes(page, find, pins_of))
    left, top = (min(block.at[i] for block in page.blocks) for i in (0, 1))
    return {block: (round(x + left), round(y + top)) for block, (x, y) in result.items()}


def sizes(
    page: Page, find: Callable[[str], BlockSpec | None] = find, pins_of: PinsOf = _no_pins
) -> dict[str, tuple[float, float]]:
    """How large blocks are drawn, or a little less: no screen and no fonts are needed for it.

    Args:
        page: the page.
        find: gives block types by name.
        pins_of: finds the pins of instances.
    """
    into: dict[str, Counter[str]] = {}
    out_of: dict[str, set[tuple[str, int | None]]] = {}
    for source, target in page.wires:
        into.setdefault(target.block, Counter())[target.pin] += 1
        out_of.setdefault(source.block, set()).add((source.pin, source.index))
    nothing, nowhere = Counter[str](), set[tuple[str, int | None]]()
    return {
        block.id: _size(
            block,
            pins_of(block.type) or find(block.type),
            into.get(block.id, nothing),
            out_of.get(block.id, nowhere),
        )
        for block in page.blocks
    }


def _size(
    block: Block,
    spec: BlockSpec | CompositePins | None,
    into: Mapping[str, int],
    out_of: Collection[tuple[str, int | None]],
) -> tuple[float, float]:
    if isinstance(spec, CompositePins):
        inputs = [_SCOPE, *[pin.name for pin in spec.inputs]]
        inputs += [name for name in block.values if name not in inputs][:4]
        outputs = [pin.name for pin in spec.outputs]
    elif spec is not None and spec.is_display:
        return block.size or _DISPLAY
    elif spec is None:
        inputs, outputs = [*into, *block.values], [pin for pin, _ in out_of]
    else:
        inputs = [_SCOPE, *[pin.name for pin in spec.inputs]]
        inputs += [each.name for each in spec.attributes if each.required or each.name in block.values][:4]
        outputs = [pin.name for pin in spec.outputs] + [f"[{index}]" for _, index in out_of if index is not None]
    lines = 1 + (len(block.type) > _TITLE_LENGTH)
    slots = sum(min(count, _MOST_SLOTS) - 1 for count in into.values())
    height = _HEADER + _LINE * lines + max(_ROW * len(inputs) + _SLOT * slots, _ROW * len(outputs)) + _BELOW
    labels = max(map(len, inputs), default=0) + (max(map(len, outputs)) if len(outputs) > 1 else 0)
    width = max(len(block.type) / lines * _TITLE_LETTER, labels * _LETTER + _BESIDE)
    given = block.size or (0.0, 0.0)
    return (max(given[0], min(_MOST_WIDE, max(_WIDTH, width))), max(given[1], height))

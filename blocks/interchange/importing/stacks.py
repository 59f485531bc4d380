"""Grouping of equal consecutive layers into one Scan over their weights, or a Repeat with shared weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import dtype as dtype_named
from blocks.base.dtypes import dtype_of
from blocks.base.literals import to_array
from blocks.base.names import claim_name
from blocks.base.types import Array
from blocks.document.data import (
    INSTANCE,
    Block,
    Definition,
    Document,
    Endpoint,
    Page,
    PromotedValue,
    Wire,
    is_object,
    same,
    uses_of,
)
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, SHARES, pins
from blocks.document.model import Diagram
from blocks.interchange.importing.build import PROMOTED, TENSORS
from blocks.interchange.importing.model_graph import Weight
from blocks.interchange.importing.weights import WeightFiles, literal_values

_GIVES = {"Const": "output", "Variable": "ref"}


class Stacked(NamedTuple):
    diagram: Diagram
    files: Mapping[str, Array]
    report: list[str]


def stacks(diagram: Diagram, files: Mapping[str, Array], stem: str) -> Stacked:
    """Fold chains of instances of one composite, each fed only by the previous one."""
    result = _Stacks(diagram.document, dict(files), stem)
    return Stacked(Diagram(result.run()), {**files, **result.weights.files}, result.report)


class _Round(NamedTuple):
    """The composite of one iteration; ``weights`` maps pins to tensors that differ per iteration."""

    name: str
    weights: dict[str, Block]


class _Stacks:
    def __init__(self, document: Document, files: dict[str, Array], stem: str) -> None:
        self._document = document
        self.files = files
        self.report: list[str] = []
        self.weights = WeightFiles(stem, files)
        self._composites = {page.name: page for page in document.composites}
        self._names = {page.name.removeprefix(INSTANCE) for page in document.composites}

    def run(self) -> Document:
        composites = [self._folded(self._composites[page.name]) for page in self._document.composites]
        for page in composites:
            self._composites[page.name] = page
        pages = tuple(self._folded(page) for page in self._document.pages)
        return self._document._replace(composites=self._used(pages), pages=pages)

    def _used(self, pages: tuple[Page, ...]) -> tuple[Page, ...]:
        result: dict[str, Page] = {}
        seen: set[str] = set()

        def add(page: Page) -> None:
            for name in (*(each for block in page.blocks for each in uses_of(block)), page.gradient):
                if name in self._composites and name not in seen:
                    seen.add(name)
                    add(self._composites[name])
                    result[name] = self._composites[name]

        for page in pages:
            add(page)
        return tuple(result.values())

    def _folded(self, page: Page) -> Page:
        for chain in list(_chains(page, self._composites)):
            page = self._fold(page, *chain)
        return page

    def _fold(self, page: Page, chain: list[Block], carried: str) -> Page:
        definition = self._composites[chain[0].type]
        given = [_values(block, definition) for block in chain]
        differing = {name for name in given[0] if any(not same(given[0][name], each[name]) for each in given[1:])}
        if differing:  # the rounds of a Scan would share its variables
            definition, variables = self._with_promoted_variables(definition)
            given = [_values(block, definition) for block in chain]
            differing |= variables
        result = self._round(definition, differing, carried)
        tensors = {} if result is None else {name: self._tensors(name, given, result) for name in differing}
        if result is None or any(each is None for each in tensors.values()):
            return page
        taken = {block.id for block in page.blocks}
        name = claim_name(f"{chain[0].id}_to_{chain[-1].id}", taken)
        kept = {key: value for key, value in chain[0].values.items() if key not in differing}
        values: dict[str, Any] = {"body": result.name, **_literals(kept, definition)}
        if differing:
            values["over"] = sorted(differing)
        else:
            values["times"] = len(chain)
        stack = Block(name, "Scan" if differing else "Repeat", values=values)
        blocks = [each for each in page.blocks if each not in chain] + [stack]
        gone = {block.id for block in chain}
        first, last = chain[0].id, chain[-1].id
        wires: list[Wire] = []
        for wire in page.wires:
            if wire.source.block == last and wire.target.block not in gone:
                wires.append(wire._replace(source=Endpoint(name, carried)))
            elif wire.target.block == first and wire.source.block not in gone:
                wires.append(wire._replace(target=wire.target._replace(block=name)))
            elif not {wire.source.block, wire.target.block} & gone:
                wires.append(wire)
        for weight in sorted(differing):
            kind, block = result.weights[weight].type, claim_name(f"{name}_{weight}", taken)
            blocks.append(Block(block, kind, values=self._placed(tensors[weight], result.weights[weight], block)))
            wires.append(Wire(Endpoint(block, _GIVES[kind]), Endpoint(name, weight)))
        self.report.append(f"grouped: {len(chain)} x {chain[0].type[1:]} in sequence, as {name}")
        return page._replace(blocks=tuple(blocks), wires=tuple(wires))

    def _with_promoted_variables(self, page: Page) -> tuple[Page, set[str]]:
        definition = page.composite or Definition()
        names = {pin.name for pin in pins(page).inputs} | {each.name for each in definition.values}
        promoted = {text: each.name for each in definition.values for text in each.sets}
        blocks: list[Block] = []
        values = list(definition.values)
        variables: set[str] = set()
        wired = {wire.target.block for wire in page.wires}

        def promote(block: str, value: str, wish: str, default: Any) -> None:
            name = promoted.get(f"{block}.{value}")
            if name is None:
                name = claim_name(wish, names)
                values.append(PromotedValue(name, default, (f"{block}.{value}",)))
            variables.add(name)

        for block in page.blocks:
            if block.type == "Variable" and block.id not in wired:
                promote(block.id, "initvalues", block.id, block.values.get("initvalues"))
            elif block.type in self._composites and self._has_variables(block):
                inner, inside = self._with_promoted_variables(self._composites[block.type])
                defaults = _values(block, inner)
                for own in sorted(inside):
                    promote(block.id, own, f"{block.id}_{own}", defaults[own])
                block = block._replace(type=inner.name)
            blocks.append(block)
        name = INSTANCE + claim_name(f"{page.name.removeprefix(INSTANCE)}_promoted", self._names)
        result = page._replace(name=name, blocks=tuple(blocks), composite=definition._replace(values=tuple(values)))
        self._composites[name] = result
        return result, variables

    def _has_variables(self, block: Block) -> bool:
        inside = (each for name in uses_of(block) if name in self._composites for each in self._composites[name].blocks)
        return block.type == "Variable" or any(map(self._has_variables, inside))

    def _tensors(self, name: str, given: list[dict[str, Any]], result: _Round) -> Array | None:
        dtype = _dtype(result.weights[name])
        arrays: list[Array] = []
        for each in given:
            value = each[name]
            file = value.get("file") if is_object(value) else None
            if isinstance(file, str) or value is None:
                array = self.files.get(file or "", self.weights.files.get(file or ""))
            else:
                array, _ = to_array(value, None if dtype is None else dtype_named(dtype))
            if array is None:
                return None
            arrays.append(array)
        return None if len({(each.shape, each.dtype) for each in arrays}) > 1 else np.stack(arrays)

    def _placed(self, array: Any, weight: Block, block: str) -> dict[str, Any]:
        dtype = _dtype(weight)
        element = dtype_of(array) if dtype is None else dtype_named(dtype)
        placed = self.weights.literal(Weight(array, element), (block,))
        said = {key: value for key, value in weight.values.items() if key not in (*PROMOTED[weight.type], "dtype")}
        return {**said, **literal_values(placed, TENSORS[weight.type])}

    def _round(self, page: Page, weights: set[str], carried: str | None) -> _Round | None:
        """Return a copy of a composite with promoted tensors as input pins; None if that cannot be done."""
        definition = page.composite or Definition()
        if definition.gradient:  # the gradient composite has the names of the pins and values
            return None
        blocks = {block.id: block for block in page.blocks}
        pin_of: dict[tuple[str, str], str] = {}
        results: dict[str, Block] = {}
        inner: dict[str, dict[str, str]] = {}
        for each in definition.values:
            if each.name not in weights:
                continue
            for text in each.sets:
                block, _, value = text.partition(".")
                target = blocks.get(block)
                if target is None:
                    return None
                if target.type.startswith(INSTANCE):
                    inner.setdefault(block, {})[value] = each.name
                elif TENSORS.get(target.type) == value:
                    pin_of[block, _GIVES[target.type]] = each.name
                    results[each.name] = target
                else:
                    return None
        result: dict[str, Block] = {}
        for block, names in inner.items():
            deeper = self._round(self._composites[blocks[block].type], set(names), None)
            if deeper is None:
                return None
            results.update({outer: deeper.weights[own] for own, outer in names.items()})
            values = {key: value for key, value in blocks[block].values.items() if key not in names}
            result[block] = blocks[block]._replace(type=deeper.name, values=values)
        if set(results) != weights:
            return None
        taken = set(blocks)
        pin_blocks = {name: claim_name(f"{name}_in" if name in taken else name, taken) for name in sorted(weights)}
        tensors = {block for block, _ in pin_of}
        wires: list[Wire] = []
        for wire in page.wires:
            name = pin_of.get((wire.source.block, wire.source.pin))
            wires.append(wire if name is None else wire._replace(source=Endpoint(pin_blocks[name], "output")))
        for block, names in inner.items():
            wires += [Wire(Endpoint(pin_blocks[o], "output"), Endpoint(block, own)) for own, o in names.items()]
        rest = [result.get(each.id, each) for each in page.blocks if each.id not in tensors]
        if weights and any(self._has_variables(each) for each in rest if each.id not in result):
            return None  # a loop inside has them
        if carried is not None:
            rest = [_called(each, carried) if each.type == OUTPUT_PIN else each for each in rest]
        new = [Block(own, INPUT_PIN, values={} if own == name else {"name": name}) for name, own in pin_blocks.items()]
        name = INSTANCE + claim_name(f"{page.name.removeprefix(INSTANCE)}_round", self._names)
        left = tuple(each for each in definition.values if each.name not in weights)
        left_definition = definition._replace(values=left)
        self._composites[name] = Page(name, (*new, *rest), tuple(wires), extra=page.extra, composite=left_definition)
        return _Round(name, results)


def _values(block: Block, definition: Page) -> dict[str, Any]:
    values = (definition.composite or Definition()).values
    return {each.name: block.values.get(each.name, each.default) for each in values}


def _dtype(weight: Block) -> str | None:
    dtype = weight.values.get("dtype")
    return dtype if isinstance(dtype, str) else None


def _called(pin: Block, name: str) -> Block:
    return pin._replace(values={**pin.values, "name": name}) if pin.id != name else pin


def _literals(values: Mapping[str, Any], definition: Page) -> dict[str, Any]:
    names = {pin.name for pin in pins(definition).inputs}
    return {key: value for key, value in values.items() if key in names}


def _chains(page: Page, composites: Mapping[str, Page]) -> Iterator[tuple[list[Block], str]]:
    """Yield chains of instances, and the pin through which the previous instance feeds each."""
    promoted = {text.partition(".")[0] for each in (page.composite or Definition()).values for text in each.sets}
    blocks = {
        block.id: block
        for block in page.blocks
        if block.type in composites and not block.muted and SHARES not in block.values and block.id not in promoted
    }
    into: dict[str, dict[str, list[Endpoint]]] = {}
    out: dict[str, list[Endpoint]] = {}
    for wire in page.wires:
        into.setdefault(wire.target.block, {}).setdefault(wire.target.pin, []).append(wire.source)
        out.setdefault(wire.source.block, []).append(wire.target)

    def behind(block: Block) -> tuple[Block, str] | None:
        targets = out.get(block.id, [])
        if len(targets) != 1 or targets[0].block not in blocks or len(pins(composites[block.type]).outputs) != 1:
            return None
        after = blocks[targets[0].block]
        pin = targets[0].pin
        others = [{key: value for key, value in into.get(each.id, {}).items() if key != pin} for each in (block, after)]
        fed = len(into[after.id][pin]) == 1 and pin in into.get(block.id, {})
        plain = all(_is_promoted(each, composites) for each in (block, after))
        return (after, pin) if after.type == block.type and fed and others[0] == others[1] and plain else None

    follows = {block.id: result for block in blocks.values() if (result := behind(block)) is not None}
    heads = set(follows) - {after.id for after, _ in follows.values()}
    for block in page.blocks:
        if block.id not in heads:
            continue
        chain, carried = [block], follows[block.id][1]
        while (result := follows.get(chain[-1].id)) is not None and result[1] == carried:
            chain.append(result[0])
        yield chain, carried


def _is_promoted(block: Block, composites: Mapping[str, Page]) -> bool:
    definition = composites[block.type].composite or Definition()
    return set(block.values) <= {each.name for each in definition.values}

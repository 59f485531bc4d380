"""Verbs for custom gradients: give a composite one, choose a composite for it, and remove it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from blocks.analysis.gradient_flow import page_flow
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.base.shapes import compatible
from blocks.document.changes import AddPage, RemovePage, SetDefinition
from blocks.document.data import Block, Definition, Document, Endpoint, Json, Page, Wire, pins_type
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, CompositePin, pins, users
from blocks.document.layout.page_layout import positions
from blocks.document.model import Diagram
from blocks.elaborate.definitions import Definitions
from blocks.elaborate.instance_types import pins_of
from blocks.elaborate.model import GRADIENTS, Elaboration
from blocks.graph.graph import Output
from blocks.transform.verbs.blocks import Find
from blocks.transform.verbs.edit import Edit, Names, group
from blocks.transform.verbs.expanding import open_beside_instances
from blocks.transform.verbs.wires import reachable

GradientKind = Literal["straight-through", "zero", "blocks"]
"""What a new gradient composite returns: the gradient that arrives, zeros, or the gradient that the blocks have."""
Elaborate = Callable[[Document, Page], Elaboration]
_FORWARD, _GRADIENTS, _STEP = "forward", "gradients", 100


def add_gradient(
    document: Document,
    definition: Page,
    name: str,
    kind: GradientKind,
    known: Mapping[str, Any],
    find: Find,
    elaborated: Elaborate,
) -> Edit:
    """Give a composite a new gradient composite; raise DiagramError if its name or the composite does not allow that.

    ``known``: the tensors at the pins of an instance, by pin block, as far as they are known.
    """
    draft = _Draft(document, definition, name, known, typed=kind == "blocks")
    page = _laid_out(draft.written_out(find, elaborated) if draft.typed else draft.plain(kind), find)
    new = _with_gradient(definition, page.name)
    for fault in Definitions((*document.composites, page), find).misfits(new, pins_of(new)):
        raise fault.error()
    index = 1 + [each.name for each in document.composites].index(definition.name)
    change = group((AddPage(index, page), SetDefinition(definition.name, "gradient", page.name)))
    return Edit(change, tr("Add custom gradient {name}", name=name))


def set_gradient(document: Document, definition: Page, gradient: str) -> Edit | None:
    """Give a composite another gradient composite; None if it has that already.

    An empty name removes the custom gradient, and the gradient composite if nothing else uses it.
    """
    old = definition.gradient
    if old == gradient:
        return None
    change = SetDefinition(definition.name, "gradient", gradient)
    if gradient:
        return Edit(change, tr("Set custom gradient {name}", name=gradient[1:]))
    is_alone = users(document).get(old) == [definition.name]
    return Edit(group((change, RemovePage(old)) if is_alone else (change,)), tr("Remove custom gradient"))


def fitting_gradients(document: Document, definition: Page, find: Find) -> list[str]:
    known = Definitions(document.composites, find)
    others = [name for name in known.pages if name != definition.name]
    return [name for name in others if not any(known.misfits(_with_gradient(definition, name), pins_of(definition)))]


def _with_gradient(definition: Page, gradient: str) -> Page:
    return definition._replace(composite=(definition.composite or Definition())._replace(gradient=gradient))


class _Draft:
    """A new gradient composite, which begins with the input pins of its composite. ``typed``: all declare a dtype."""

    def __init__(
        self, document: Document, definition: Page, name: str, known: Mapping[str, Any], *, typed: bool
    ) -> None:
        self.scratch, self.definition, self.sides = Diagram(document), definition, pins(definition)
        self.view, self.names, self.typed = self.scratch.add_composite(name), Names((_FORWARD, _GRADIENTS)), typed
        self.types = {block: each for block, each in known.items() if isinstance(each, Output)}
        self.inputs = {pin: self.add(INPUT_PIN, pin.name, pin) for pin in self.sides.inputs}

    def add(self, kind: str, name: str, pin: CompositePin) -> str:
        """Add a pin that belongs to one of the composite, and return its block."""
        block, known = self.names.like(name), self.types.get(pin.block)
        values: dict[str, Json] = {} if block == name else {"name": name}
        if kind == INPUT_PIN:
            dtype = "DT_FLOAT" if known is None else known.dtype.name
            given = {"dtype": pin.dtype or (dtype if self.typed else None), "shape": pin.shape}
            values |= {key: value for key, value in given.items() if value is not None}
        self.view.add(kind, id=block, **values)
        return block

    def smooth(self, side: Sequence[CompositePin]) -> list[CompositePin]:
        return [pin for pin in side if pin.block not in self.types or self.types[pin.block].dtype.is_differentiable]

    def add_results(self) -> dict[CompositePin, str]:
        for pin in self.sides.outputs:
            self.add(INPUT_PIN, f"result_{pin.name}", pin)
        return {pin: self.add(INPUT_PIN, f"grad_{pin.name}", pin) for pin in self.smooth(self.sides.outputs)}

    def give(self, pin: CompositePin, source: str) -> None:
        self.view.wire(source, f"{self.add(OUTPUT_PIN, f'grad_{pin.name}', pin)}.input")

    def plain(self, kind: GradientKind) -> Page:
        grads = self.add_results()
        for pin in self.smooth(self.sides.inputs):
            if kind == "zero":
                zeros = self.names.like(f"zeros_{pin.name}")
                self.view.add("ZerosLike", id=zeros)
                self.view.wire(f"{self.inputs[pin]}.output", f"{zeros}.x")
                self.give(pin, f"{zeros}.y")
            elif (grad := next((each for y, each in grads.items() if self._are_alike(pin, y)), None)) is not None:
                self.give(pin, f"{grad}.output")
        return self.view.snapshot()

    def _are_alike(self, *pair: CompositePin) -> bool:
        x, y = (self.types.get(pin.block) for pin in pair)
        return x is None or y is None or (x.dtype is y.dtype and compatible(x.shape, y.shape))

    def written_out(self, find: Find, elaborated: Elaborate) -> Page:
        """Return the page with the blocks of the gradient, and those of the composite that they need."""
        view = self.view
        view.add(self.definition.name, id=_FORWARD)
        for pin, block in self.inputs.items():
            view.wire(f"{block}.output", f"{_FORWARD}.{pin.name}")
        document = self.scratch.document
        elaboration = elaborated(document, view.snapshot())
        for problem in elaboration.problems:
            raise problem
        found = elaboration.values[_FORWARD]
        self.types |= {pin.block: found[pin.name] for pin in self.sides.outputs}
        reached = page_flow(elaboration, [found[pin.name] for pin in self.smooth(self.sides.outputs)]).outputs
        view.add(GRADIENTS, id=_GRADIENTS)
        for pin, grad in self.add_results().items():
            view.wire(f"{_FORWARD}.{pin.name}", f"{_GRADIENTS}.outputs")
            view.wire(f"{grad}.output", f"{_GRADIENTS}.grad_inputs")
        asked = [pin for pin, block in self.inputs.items() if Endpoint(block, "output") in reached]
        if not asked:
            text = tr("the blocks pass no gradient to any input, so there is nothing to write out")
            raise DiagramError(text, composite=self.definition.name[1:], hint=tr("start with straight-through or zero"))
        for i, pin in enumerate(asked):
            view.wire(f"{self.inputs[pin]}.output", f"{_GRADIENTS}.inputs")
            self.give(pin, f"{_GRADIENTS}.grad_outputs[{i}]")
        document = self.scratch.document
        edit, _, _ = open_beside_instances(
            document, view.snapshot(), _GRADIENTS, find, lambda page: elaborated(document, page)
        )
        view.apply(edit.change)
        return self._pruned(view.snapshot(), find)

    def _pruned(self, page: Page, find: Find) -> Page:
        """Leave out what the results do not need, and take the composite's results from the pins."""
        results = {f"{_FORWARD}.{pin.name}": f"result_{pin.name}" for pin in self.sides.outputs}
        wires = [Wire(Endpoint(results[str(a)], "output") if str(a) in results else a, b) for a, b in page.wires]
        ends = [block.id for block in page.blocks if block.type == OUTPUT_PIN]
        needed = reachable(page._replace(wires=tuple(wires)), ends, upstream=True)
        kept = {block.id: block for block in page.blocks if block.id in needed or block.type == INPUT_PIN}
        fixed = [value.name for value in (self.definition.composite or Definition()).values if value.sets]
        fixed += [name for name, block in kept.items() if (spec := find(pins_type(block))) and spec.random]
        if fixed:
            text = tr("the new blocks would not get the values of {fixed}", fixed=", ".join(fixed))
            hint = tr("replace promoted values and random blocks with input pins")
            raise DiagramError(text, composite=self.definition.name[1:], hint=hint)
        wires = [wire for wire in wires if wire.source.block in kept and wire.target.block in kept]
        return Page(page.name, tuple(kept.values()), tuple(wires), composite=Definition())


def _laid_out(page: Page, find: Find) -> Page:
    """Arrange blocks from left to right along the wires, and the pins that nothing is wired to below the others."""
    at, wired = positions(page, find), {end.block for wire in page.wires for end in wire}
    below, blocks = max([at[each][1] for each in wired], default=-_STEP), list[Block]()
    for block in page.blocks:
        below += _STEP * (block.id not in wired)
        blocks.append(block._replace(at=at[block.id] if block.id in wired else (0, below)))
    return page._replace(blocks=tuple(blocks))

"""The analysis of composites: their pins, promoted values, inner instances, custom gradients, sizes and errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from blocks.base.shapes import compatible, shape_text
from blocks.document.data import LOOP_BODIES, Block, Json, Page, PromotedValue, Wire, listed, uses_of
from blocks.document.definitions import GRAD, OF_ALL, RESULT, SHARES, cycle_text, gradient_cycles, is_instance
from blocks.document.definitions import INPUT_PIN as INPUT
from blocks.document.definitions import OUTPUT_PIN as OUTPUT
from blocks.elaborate.instance_types import INPUT_TYPE, CompositePins, declared, has_effect, keeps, pins_of
from blocks.elaborate.model import SESSION, Fault
from blocks.elaborate.promotion import Find, Promotion
from blocks.graph.attributes import faults
from blocks.graph.spec import BlockSpec

COUNTED = 10**30
"""Blocks beyond which it is not counted how many there would be."""

Cycles = Mapping[tuple[str, str], Fault]
"""What is wrong with instances that make a definition contain itself, by the definitions outside and inside."""


def names_of(pages: Mapping[str, Page]) -> str:
    return listed(pages).replace(":", "") or "none"  # those of their canvases begin with a colon


class Size(NamedTuple):
    """The expanded size of an instance.

    Attributes:
        blocks: the number of blocks that become nodes.
        instances: the number of instances including itself.
    """

    blocks: int
    instances: int
    pins: int
    depth: int
    loops: int


class CanvasAnalysis:
    """The analysis of a page or a definition.

    Attributes:
        into: the wires into instances and loops, by block.
        wrong: blocks that cannot be the target of a wire, and blocks that cannot be the source.
        promoted: the promoted values, with the inner blocks and values that each sets.
        gradient: the gradient composite, if it has one that fits.
    """

    def __init__(self, page: Page, pages: Mapping[str, Page], cycles: Cycles, find: Find) -> None:
        self.page = page
        self.is_definition = page.composite is not None
        self.blocks = {block.id: block for block in page.blocks}
        self.pins = pins_of(page) if self.is_definition else CompositePins({}, {}, [])
        self.faults: list[Fault] = [Fault(block, None, text) for block, text in self.pins.faults]
        self.instances: dict[str, Page] = {}
        self.loops: set[str] = set()
        for block in page.blocks:
            if is_instance(block):
                self._look_up(block, pages, cycles)
            elif block.type in LOOP_BODIES:
                within = [cycles.get((self.page.name, name)) for name in uses_of(block) if self.is_definition]
                result = [fault._replace(block=block.id) for fault in within if fault is not None]
                self.faults += result
                self.loops.update(() if result else (block.id,))
            elif block.type == SESSION and self.is_definition:
                text = "a composite cannot contain a ClientSession: sessions belong on pages"
                self.faults.append(Fault(block.id, None, text))
            elif block.type == INPUT and self.is_definition:
                result = faults(INPUT_TYPE, {k: v for k, v in block.values.items() if k in INPUT_TYPE.attribute_names})
                self.faults += [Fault(block.id, error.pin, error.message, error.hint) for error in result]
        self.into: dict[str, list[Wire]] = {}
        self.first: dict[tuple[str, str], Wire] = {}
        self.out: dict[str, list[Wire]] = {}
        self.scoped: set[str] = set()
        pins = [block for block in page.blocks if self.is_definition and block.type in (INPUT, OUTPUT)]
        inputs = {block.id for block in pins if block.type == INPUT}
        outputs = {block.id for block in pins if block.type == OUTPUT}
        self.wrong = inputs, outputs
        for wire in page.wires:
            (source, _, _), (target, pin, _) = wire
            if source in outputs or target in inputs:
                block, kind, side = (source, OUTPUT, "output") if source in outputs else (target, INPUT, "input")
                self.faults.append(Fault(block, pin, f"{kind} has no {side} pin: {wire}"))
            if target in self.instances or target in self.loops:
                self.into.setdefault(target, []).append(wire)
                self.first.setdefault((target, pin), wire)
            if source in inputs:
                self.out.setdefault(source, []).append(wire)
            if pin == "scope":
                self.scoped.add(target)
        self.promoted: dict[str, tuple[PromotedValue, list[tuple[str, str]]]] = {}
        setters: dict[str, str] = {}
        for value in page.promoted:
            self._promote(value, setters, find)
        self.gradient: Page | None = None

    def _look_up(self, block: Block, pages: Mapping[str, Page], cycles: Cycles) -> None:
        definition = pages.get(block.type)
        if definition is None:
            text = f"there is no composite {block.type[1:]!r}"
            self.faults.append(Fault(block.id, None, text, f"the composites are: {names_of(pages)}"))
            return
        fault = cycles.get((self.page.name, block.type)) if self.is_definition else None
        if fault is not None:
            self.faults.append(fault._replace(block=block.id))
        else:
            self.instances[block.id] = definition

    def _promote(self, value: PromotedValue, setters: dict[str, str], find: Find) -> None:
        name = value.name
        why = (
            "every instance has that name" if name in OF_ALL
            else "two values have that name" if name in self.promoted
            else "an input pin has that name" if name in self.pins.inputs
            else None
        )  # fmt: skip
        if why is not None:
            self._fault(name, f"a value cannot be named {name!r}: {why}")
            return
        sets: list[tuple[str, str]] = []
        for each in value.sets:
            block, dot, inner = each.partition(".")
            if not dot:
                self._fault(name, f"the value {name} sets {each!r}, which does not have the form 'block.value'")
            elif block not in self.blocks:
                self._fault(name, f"the value {name} sets {each!r}, but there is no block {block!r}")
            elif not self._takes(self.blocks[block], inner, find):
                text = f"{self.blocks[block].type.removeprefix(':')} has no value or input {inner!r}"
                self._fault(name, f"the value {name} sets {each!r}, but {text}")
            elif setters.setdefault(each, name) != name:
                self._fault(name, f"the value {name} sets {each!r}, which {setters[each]} already sets")
            else:
                sets.append((block, inner))
        self.promoted[name] = value, sets

    def _takes(self, block: Block, name: str, find: Find) -> bool:
        """Return whether a block may have a value; True for unknown types and loops, which are not checked here."""
        definition = self.instances.get(block.id)
        if definition is not None:
            values = () if definition.composite is None else definition.composite.values
            return name == SHARES or name in pins_of(definition).inputs or any(name == each.name for each in values)
        spec = None if block.id in self.loops else find(block.type)
        return spec is None or name in spec.attribute_names or spec.input(name) is not None

    def _fault(self, value: str, text: str) -> None:
        self.faults.append(Fault("", value, text, composite=self.page.name[1:]))


def measure(pages: Mapping[str, Page]) -> tuple[dict[tuple[str, str], Fault], dict[str, Size]]:
    """Return errors of definitions that contain themselves, and the expanded size of each definition's instances.

    Nothing is expanded for that: a few nested definitions may expand to more blocks than any memory holds.
    """
    inner: dict[str, dict[str, int]] = {}
    plain: dict[str, int] = {}
    run: dict[str, set[str]] = {}
    order = {name: i for i, name in enumerate(pages)}
    for name, page in pages.items():
        counts = inner.setdefault(name, {})
        run[name] = set()
        plain[name] = 0
        for block in page.blocks:
            for used in uses_of(block):
                if used in pages:
                    counts[used] = counts.get(used, 0) + 1
                    if block.type != used:
                        run[name].add(used)
            if block.type not in pages and block.type not in (INPUT, OUTPUT):
                plain[name] += 1
    pins = {name: sum(block.type in (INPUT, OUTPUT) for block in page.blocks) for name, page in pages.items()}
    cycles: dict[tuple[str, str], Fault] = {}
    sizes: dict[str, Size] = {}
    for start in pages:
        path: list[tuple[str, Iterator[str]]] = [(start, iter(inner[start]))] if start not in sizes else []
        on_path = {start: 0}
        while path:
            name, rest = path[-1]
            child = next(rest, None)
            if child is None:
                path.pop()
                del on_path[name]
                known = {each: count for each, count in inner[name].items() if (name, each) not in cycles}
                blocks = plain[name] + sum(sizes[each].blocks * count for each, count in known.items())
                instances = 1 + sum(sizes[each].instances * count for each, count in known.items())
                own = pins[name] + sum(sizes[each].pins * count for each, count in known.items())
                depth = 1 + max((sizes[each].depth for each in known), default=0)
                loops = max((sizes[each].loops + (each in run[name]) for each in known), default=0)
                sizes[name] = Size(min(blocks, COUNTED), min(instances, COUNTED), min(own, COUNTED), depth, loops)
            elif child in on_path:
                round_ = [each for each, _ in path[on_path[child] :]]
                cycles[name, child] = _contains_itself(round_, pages, order)
            elif child not in sizes:
                on_path[child] = len(path)
                path.append((child, iter(inner[child])))
    return cycles, sizes


def _contains_itself(cycle: list[str], pages: Mapping[str, Page], order: Mapping[str, int]) -> Fault:
    start = min(range(len(cycle)), key=lambda i: order[cycle[i]])
    cycle = [*cycle[start:], *cycle[:start], cycle[start]]
    block = next(block.id for block in pages[cycle[0]].blocks if cycle[1] in uses_of(block))
    return Fault("", None, f"{cycle[0][1:]} contains itself: {cycle_text(cycle)}", composite=cycle[0][1:], inner=block)


class Definitions:
    """The composites of a diagram with cached analyses, valid until a definition changes."""

    def __init__(self, pages: Iterable[Page], find: Find) -> None:
        self.pages = {page.name: page for page in pages}
        self.find_type = find
        self.promotion = Promotion(find, self.pages.get)
        self._canvases: dict[str, CanvasAnalysis] = {}
        self._pins: dict[str, CompositePins] = {}
        self._cycles, self.sizes = measure(self.pages)

    def pins(self, page: Page) -> CompositePins:
        pins = self._pins.get(page.name)
        if pins is None:
            pins = self._pins[page.name] = pins_of(page)
        return pins

    def read(self, page: Page) -> CanvasAnalysis:
        canvas = CanvasAnalysis(page, self.pages, self._cycles, self.find_type)
        if page.gradient:
            wrong = [*self.misfits(page, canvas.pins)]
            canvas.faults += wrong
            canvas.gradient = None if wrong else self.pages[page.gradient]
        return canvas

    def misfits(self, page: Page, pins: CompositePins) -> Iterator[Fault]:
        gradient, cycle = self.pages.get(page.gradient), self._gradient_cycles.get(page.name)
        if gradient is None:
            text = f"there is no composite {page.gradient[1:]!r} for the custom gradient"
            yield Fault("", GRADIENT, text, f"the composites are: {names_of(self.pages)}", page.name[1:])
        elif cycle is not None:
            yield cycle
        else:
            yield from misfits(page.name[1:], pins, gradient, self.pins(gradient), self._stateful.get(gradient.name))

    @cached_property
    def _gradient_cycles(self) -> Mapping[str, Fault]:
        faults: dict[str, Fault] = {}
        for cycle in gradient_cycles(self.pages.values()):
            text = f"the custom gradients form a cycle: {cycle_text(cycle)}"
            faults |= dict.fromkeys(cycle, Fault("", GRADIENT, text, "remove one of them", cycle[0][1:]))
        return faults

    @cached_property
    def _stateful(self) -> Mapping[str, Block]:
        """The definitions with state or side effects, and a block in each that has it."""
        blocks = [(page.name, block) for page in self.pages.values() for block in page.blocks if not block.muted]
        result = {name: block for name, block in blocks if has_effect(self.find_type(block.type))}
        users: dict[str, list[tuple[str, Block]]] = {}
        for name, block in blocks:
            for used in uses_of(block):
                users.setdefault(used, []).append((name, block))
        pending = list(result)
        while pending:
            more = {name: block for name, block in users.get(pending.pop(), ()) if name not in result}
            result |= more
            pending += more
        return result

    def size(self, page: Page) -> Size:
        inner = [self.sizes[block.type] for block in page.blocks if block.type in self.sizes]
        blocks = len(page.blocks) - len(inner) + sum(each.blocks for each in inner)
        runs = [(block, self.sizes[name]) for block in page.blocks for name in uses_of(block) if name in self.sizes]
        depth = max((each.depth for _, each in runs), default=0)
        loops = max((each.loops + (block.type in LOOP_BODIES) for block, each in runs), default=0)
        return Size(blocks, sum(each.instances for each in inner), sum(each.pins for each in inner), depth, loops)

    def canvas(self, page: Page) -> CanvasAnalysis:
        canvas = self._canvases.get(page.name)
        if canvas is None or canvas.page is not page:
            canvas = self._canvases[page.name] = self.read(page)
        return canvas

    def body(self, name: Json) -> Page | None:
        return self.pages.get(name) if isinstance(name, str) else None

    def is_kept(self, name: str) -> bool:
        spec = self.find_type(name)
        return spec is not None and keeps(spec)

    def type_of(self, name: str) -> BlockSpec | None:
        return None if name.startswith(":") else self.find_type(name)


# -- Custom gradients --------------------------------------------------------------------------------------------------


GRADIENT = "gradient"
"""The key of a definition that names its gradient composite."""


def misfits(
    name: str, pins: CompositePins, gradient: Page, own: CompositePins, holder: Block | None
) -> Iterator[Fault]:
    """Yield the reasons, at pins, why the gradient composite of a definition does not fit.

    Args:
        pins, own: the pins of the definition, and of its gradient composite.
        holder: a block of the gradient composite that has state.
    """
    title = gradient.name[1:]
    if holder is not None:
        text = f"the gradient composite {title} cannot have state or side effects, as its block {holder.id!r} has"
        yield Fault("", GRADIENT, text, f"pass the value in through an input of {name}", name)
    for pin, block in (*pins.inputs.items(), *own.inputs.items()):
        if block.values.get("list") is True:
            text = "neither a composite with a custom gradient nor its gradient composite can have list inputs"
            yield Fault("", pin, text, "use one input pin per tensor", name)
    for x in pins.inputs:
        begin, _, y = x.partition("_")
        if f"{begin}_" in (GRAD, RESULT) and y in pins.outputs:
            text = f"the input {x!r} and the output {y!r} both need the pin {x!r} of the gradient composite {title}"
            yield Fault("", x, text, "rename one of the two pins", name)
    inputs = {*(GRAD + y for y in pins.outputs), *pins.inputs, *(RESULT + y for y in pins.outputs)}
    outputs = {GRAD + x for x in pins.inputs}
    for side, possible, given in (("inputs", inputs, own.inputs), ("outputs", outputs, own.outputs)):
        wrong = [pin for pin in given if pin not in possible]
        names = listed(sorted(possible)) if wrong else ""
        for pin in wrong:
            text = f"the gradient composite {title} has the pin {pin!r}, which does not fit the pins of {name}"
            yield Fault("", pin, text, f"the possible {side} are: {names or 'none'}", name)
    for x in own.inputs.keys() & pins.inputs.keys():
        kinds = [declared(each.inputs[x]) for each in (pins, own)]
        dtypes, shapes = zip(*kinds, strict=True)
        if (None not in dtypes and dtypes[0] is not dtypes[1]) or not compatible(*shapes):
            here, there = (f"{dtype.short if dtype else 'any'}{shape_text(shape)}" for dtype, shape in kinds)
            text = f"the input {x!r} is {here} in {name}, but {there} in the gradient composite {title}"
            yield Fault("", x, text, "declare the same dtype and shape in both", name)

"""Conversion of a traced function to a diagram: nodes become blocks, calls become instances."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.dtypes import dtype as dtype_named
from blocks.base.errors import DiagramError
from blocks.base.literals import natural_dtype, to_array
from blocks.base.names import claim_name, free_name
from blocks.base.types import Array, is_array, is_list
from blocks.document.changes import AddBlocks, SetDefinition, SetField, SetValue
from blocks.document.data import Block, Json, PromotedValue
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, SHARES, is_instance
from blocks.document.model import Diagram, PageView, lay_out_pages
from blocks.document.python_values import file_value
from blocks.graph.graph import Graph, Node, Output, flatten
from blocks.graph.spec import GRADIENT_RULE, TENSORFLOW
from blocks.interchange.importing.weights import LARGEST_LITERAL, WeightFiles, write_arrays
from blocks.interchange.tracing.calls import Recording, TracedCall
from blocks.interchange.tracing.custom_calls import CustomCall, custom_calls, gradient_call
from blocks.library.control_flow.bodies import Choice, Loop
from blocks.library.registry import find as find_type

_LITERALS = {"Const": "val", "Variable": "initvalues"}


class TracedDiagram(Diagram):
    """A diagram whose large tensors are written to NumPy files when it is saved.

    Attributes:
        training: the mode of the PyTorch module that it was converted from; None for another origin.
    """

    training: bool | None = None

    def save(self, path: str | os.PathLike[str], *, layout: bool = True) -> None:
        """Write the diagram, and tensors of more than 1,024 elements into the folder ``NAME.weights`` beside it.

        Args:
            layout: lay out pages that were not in a file yet.
        """
        if layout and self.path is None:
            lay_out_pages(self)
        target, copy = Path(path), Diagram(self.document)
        weights, known = WeightFiles(target.stem), dict[Any, Array]()

        def stored(value: Json, dtype: DType | None, *path: str) -> Json:
            return weights.literal(_one(to_array(value, dtype)[0], known), path)[0]

        for canvas in (*self.document.pages, *self.document.composites):
            name = canvas.name.lstrip(":")
            for block in canvas.blocks:
                for key, value in block.values.items():
                    if _is_large(value) and (is_instance(block) or _LITERALS.get(block.type) == key):
                        rest = [key] if is_instance(block) else []
                        literal = stored(value, self._dtype(block, key), name, block.id, *rest)
                        copy.apply(SetValue(canvas.name, block.id, key, literal))
            values = () if canvas.composite is None else canvas.composite.values
            for i, each in enumerate(values):
                if _is_large(each.default):
                    dtype = self._dtype_set_by(each, self.canvas(canvas.name))
                    moved = each._replace(default=stored(each.default, dtype, name, each.name))
                    values = (*values[:i], moved, *values[i + 1 :])
                    copy.apply(SetDefinition(canvas.name, "values", values))
        write_arrays(target.parent, weights.files)
        copy.save(path, layout=False)
        self.path = copy.path

    def _dtype(self, block: Block, name: str) -> DType | None:
        if is_instance(block):
            view = self.composite(block.type)
            return self._dtype_set_by(next(each for each in view.values if each.name == name), view)
        given = block.values.get("dtype")
        return dtype_named(given) if isinstance(given, str) else None

    def _dtype_set_by(self, value: PromotedValue, canvas: PageView) -> DType | None:
        inner, _, rest = value.sets[0].partition(".")
        return self._dtype(canvas.block(inner), rest)


def _one(array: Array, known: dict[Any, Array]) -> Array:
    """Return one object for arrays of the same bits, so that they are written once."""
    if array.dtype.hasobject:
        return array
    key = array.dtype.str, array.shape, hashlib.sha256(array.tobytes()).digest()
    return known.setdefault(key, array)


def _is_large(value: Json) -> bool:
    if not is_list(value):
        return False
    count, inner = 1, value
    while is_list(inner) and inner:
        count, inner = count * len(inner), inner[0]
    return count > LARGEST_LITERAL


PIN_KINDS = ("constant", "carried", "over", "stacked", "rounds")
"""How the pins of a block may belong to its loop."""


class TracedBody(NamedTuple):
    """A graph that a block runs, which the block's value named ``value`` refers to."""

    value: str
    graph: Graph
    inputs: dict[str, Output]
    outputs: dict[str, Output]


class LoopBlock(NamedTuple):
    """A node that runs bodies, as a block; ``values`` does not include the names of the bodies."""

    type: str
    values: dict[str, Any]
    bodies: list[TracedBody]
    wires: list[tuple[str, Output]]
    pins: list[str]


def loop_block(node: Node) -> LoopBlock:
    """Convert a node that runs bodies; raise DiagramError if it is a gradient or has variables."""
    program = node.attrs["program"]
    if program.written:
        raise _no_form(node, f"a {program.title} that writes variables")
    if isinstance(program, Choice):
        return _choice(node, program)
    if not isinstance(program, Loop):
        raise _no_form(node, "the gradient of a loop that recomputes iterations")
    ports = (*program.inputs, *program.outputs)
    is_strange = any(port.kind not in PIN_KINDS or port.recorded or "/" in port.name for port in ports)
    if is_strange or (program.own and program.varying):
        raise _no_form(node, "a loop with variables, or with a gradient,")
    values: dict[str, Any] = {}
    if program.title == "Repeat":
        values["times"] = program.times
        if not program.own:
            values["share"] = True
    if program.title in ("Scan", "Map"):
        values["over"] = [port.name for port in program.inputs if port.kind == "over"]
    options = {"reverse": program.reverse, "checkpoint": program.checkpoint, "maximum": program.maximum}
    values.update({name: value for name, value in options.items() if value})
    inputs = {port.name: port.value for port in program.inputs if port.value is not None}
    outputs = {port.name: port.value for port in program.outputs if port.value is not None}
    bodies = [TracedBody("body", program.body.graph, inputs, outputs)]
    if program.test is not None:
        test = program.test
        tested = {program.inputs[at].name: value for value, at in test.inputs}
        bodies.append(TracedBody("condition", test.body.graph, tested, {"holds": test.value}))
    wires = [(port.name, output) for port, output in zip(program.inputs, node.inputs, strict=True)]
    return LoopBlock(program.title, values, bodies, wires, [port.name for port in program.outputs])


def _choice(node: Node, choice: Choice) -> LoopBlock:
    pins: list[str] = []
    bodies: list[TracedBody] = []
    for pair in choice.inputs:
        if pair[0] is None or pair[1] is None:
            raise _no_form(node, "a branch with variables, or with a gradient,")
        pins.append(pair[0].op.label)
    for side, value in enumerate(("then", "else")):
        inputs = {pin: pair[side] for pin, pair in zip(pins, choice.inputs, strict=True)}
        outputs = {name: pair[side] for name, pair in zip(choice.names, choice.outputs, strict=True)}
        known = [{name: each for name, each in pairs.items() if each is not None} for pairs in (inputs, outputs)]
        bodies.append(TracedBody(value, choice.bodies[side].graph, *known))
    wires = list(zip(("predicate", *pins), node.inputs, strict=True))
    return LoopBlock("Cond", {}, bodies, wires, list(choice.names))


def _no_form(node: Node, what: str) -> DiagramError:
    return DiagramError(f"{node.name!r} cannot be drawn: {what} cannot be written as a block")


LONGEST_LITERAL = 16
"""Elements of a constant that is typed into a pin; one with more, or with a name, is a block."""


class Slot(NamedTuple):
    """A value that may differ between calls of equal structure: an entry of the canvas and one of its values."""

    entry: int
    value: str


class SheetEntry(NamedTuple):
    """A future block: a node, or a call that becomes an instance; ``wires`` are pairs of a pin and its output.

    ``slots`` are the names of values that may differ between calls of equal structure.
    """

    of: Node | TracedCall
    name: str | None
    type: str
    values: dict[str, Any]
    wires: list[tuple[str, Output]]
    slots: tuple[str, ...]


class CallSheet:
    """A call as a canvas; ``signature`` is equal for calls that are instances of one definition."""

    def __init__(
        self, call: TracedCall, inputs: dict[str, Output], outputs: dict[str, Output], entries: list[SheetEntry]
    ) -> None:
        self.call = call
        self.inputs = inputs
        self.outputs = outputs
        self.entries = entries
        indices = {output: f"in {i}" for i, output in enumerate(inputs.values())}
        for i, entry in enumerate(entries):
            for k, output in enumerate(_given(entry.of)):
                indices.setdefault(output, f"{i} {k}")
        rows = [
            (each.type, [(pin, indices[output]) for pin, output in each.wires],
             [str(output.dtype) for output in _given(each.of)] if isinstance(each.of, Node) else [],
             {key: value for key, value in each.values.items() if key not in each.slots})
            for each in entries
        ]  # fmt: skip
        self.signature = json.dumps([list(inputs), [(pin, indices[o]) for pin, o in outputs.items()], rows])

    def slots(self) -> Iterator[tuple[Slot, Any]]:
        for i, entry in enumerate(self.entries):
            for name in entry.slots:
                yield Slot(i, name), entry.values[name]


class TracedDefinition:
    """A composite for calls of equal structure, whose values that differ are ``promoted``, with names."""

    def __init__(self, name: str) -> None:
        self.name, self.gradient = name, ""
        self.sheets: list[CallSheet] = []
        self.promoted: dict[Slot, str] = {}


def _given(of: Node | TracedCall) -> Sequence[Output]:
    return of.outputs if isinstance(of, Node) else list(of.pins.values())


class TracedComposites:
    """The composites of a diagram under construction; inner ``definitions`` come first."""

    def __init__(self, gradient_rule: str, recording: Recording | None = None) -> None:
        self.gradient_rule = gradient_rule
        self.recording = recording
        self.diagram = TracedDiagram()
        self.definitions: dict[Any, TracedDefinition] = {}
        self.sheets: dict[TracedCall, CallSheet] = {}
        self.of_call: dict[TracedCall, TracedDefinition] = {}
        self.of_rule: dict[Any, TracedDefinition] = {}
        self.wires: list[tuple[PageView, str, str]] = []

    def wire(self) -> None:
        """Add the wires of all canvases, whose pins are there now: a gradient composite may contain its composite."""
        for canvas, source, target in self.wires:
            canvas.wire(source, target)
        self.wires.clear()

    def origin(self, of: Node | TracedCall) -> tuple[str, str]:
        """Return the source line and the note for a block."""
        if isinstance(of, TracedCall):
            return of.source, of.remark
        known = self.recording
        if known is None or of.graph is not known.scope.graph:
            return "", ""
        return known.sources.get(of.number, ""), known.remarks.get(of.number, "")

    def new(self, title: str) -> TracedDefinition:
        taken = {each.name for each in (*self.definitions.values(), *self.of_rule.values())}
        return TracedDefinition(free_name(f":{identifier(title)}", taken))

    def add(self, sheet: CallSheet, key: Any, title: str) -> TracedDefinition:
        key = (key, sheet.signature)
        definition = self.definitions.get(key)
        if definition is None:
            definition = self.definitions[key] = self.new(title)
        definition.sheets.append(sheet)
        self.of_call[sheet.call] = definition
        return definition

    def add_custom(self, sheet: CallSheet, gradient: CallSheet, rule: tuple[Any, str]) -> None:
        """Complete the composite of a rule, whose gradient composite may contain it; equal ones are one."""
        definition = self.of_rule[rule]
        own = gradient.signature.replace(json.dumps(definition.name), "")
        key = "custom", sheet.call.title, sheet.signature, own, self.digest(sheet), self.digest(gradient)
        known = self.definitions.setdefault(key, definition)
        self.of_rule[rule] = known
        if known is definition:
            definition.sheets.append(sheet)
            definition.gradient = self.add(gradient, definition, f"{definition.name[1:]}_gradient").name

    def digest(self, sheet: CallSheet) -> bytes:
        """Return a hash of the values that could differ between calls of equal structure."""
        alike = hashlib.sha256()
        for value in _all_slots(sheet, self).values():
            alike.update(value.tobytes() if is_array(value) else json.dumps(file_value(value)).encode())
        return alike.digest()


def draw(recording: Recording, name: str, gradient_rule: str = TENSORFLOW, note: str = "") -> TracedDiagram:
    """Return the diagram of a recording: a page with a note, whose blocks have the gradient rules of a framework."""
    recording.root.begin = 0
    composites = TracedComposites(gradient_rule, recording)
    root = Survey(recording.scope.graph, recording.root, composites).sheet(recording.root)
    for definition in composites.definitions.values():
        _promote(definition, composites)
    _draw_definitions(composites)
    page = composites.diagram.add_page(name)
    ends: dict[Output, str] = {}
    _draw(page, root, ends, composites)
    composites.wire()
    _add_run(page, root, ends)
    canvases = (page, *composites.diagram.composites)
    if any(GRADIENT_RULE in block.values for canvas in canvases for block in canvas.blocks):
        text = f"Blocks with gradient_rule {gradient_rule} follow that framework for gradients at ties, zeros and"
        note = f"{note} {text} bounds."
    if note:
        page.note(note, at=(0, -60))
    return composites.diagram


def of_graph(graph: Graph) -> Diagram:
    """Return a diagram whose blocks are a graph's nodes; raise DiagramError if one cannot be written as a block."""
    call = TracedCall()
    call.end = len(graph.nodes)
    call.names = {node.number: node.name.replace("/", "_") for node in graph.nodes if "." not in node.label}
    for node in graph.nodes:
        if node.type.internal and node.type.control:
            raise _no_form(node, f"a {node.type.name} of a loop")
    composites = TracedComposites(TENSORFLOW)
    root = Survey(graph, call, composites).sheet(call)
    for i, entry in enumerate(root.entries):
        if isinstance(entry.of, Node):
            root.entries[i] = entry._replace(name=call.names.get(entry.of.number, entry.name))
    _draw_definitions(composites)
    page, ends = composites.diagram.add_page("main"), dict[Output, str]()
    ids = _draw(page, root, ends, composites)
    composites.wire()
    _wait(page, dict(zip([entry.of for entry in root.entries], ids, strict=True)), ends)
    return composites.diagram


def _wait(page: PageView, ids: Mapping[Any, str], ends: Mapping[Output, str]) -> None:
    """Add a Scope block for each set of control dependencies, and put the nodes with these into it."""
    scopes: dict[tuple[Node, ...], str] = {}
    for node, name in ids.items():
        if node.controls and node.controls not in scopes:
            scopes[node.controls] = page.add("Scope").id
            for each in dict.fromkeys(node.controls):
                pin = each.type.outputs[0].name
                source = ends[each.outputs[0]] if each.type.custom_gradient else f"{ids[each]}.{pin}"
                page.wire(source, f"{scopes[node.controls]}.control_dependencies")
        if node.controls:
            page.wire(f"{scopes[node.controls]}.scope", f"{name}.scope")


class Survey:
    def __init__(self, graph: Graph, root: TracedCall, composites: TracedComposites) -> None:
        self._root = root
        self._nodes = graph.nodes
        self._composites = composites
        self._readers: dict[Output, list[int]] = {}
        self._numbers: dict[TracedCall, Container[int]] = {}
        self._literals: set[int] = set()
        self._customs = custom_calls(graph, root)
        self._inside = {node.number for call in self._customs.values() for node in call.nodes}
        users: dict[int, list[tuple[Node, str | None]]] = {}
        self._names = named = dict[int, str]()
        pending = [root]
        while pending:
            call = pending.pop()
            named.update(call.names)
            pending += call.inside
        nodes = self._nodes if root.own is None else [self._nodes[number] for number in sorted(root.numbers())]
        for node in nodes:
            for pin, arg in zip(node.type.inputs, node.args, strict=True):
                for output in flatten((arg,)):
                    self._readers.setdefault(output, []).append(node.number)
                    literal = pin.literal and not isinstance(arg, tuple)
                    users.setdefault(output.op.number, []).append((node, pin.name if literal else None))
            if node.type.writes and node.outputs:  # it has an effect: the page's session asks for it
                self._readers.setdefault(node.outputs[0], []).append(len(self._nodes))
        for _, output in root.results:
            self._readers.setdefault(output, []).append(len(self._nodes))
            users.setdefault(output.op.number, []).append((output.op, None))
        for number, each in users.items():
            node = self._nodes[number]
            if node.type.constant and number not in named and len(each) == 1 and _is_literal(node, *each[0]):
                self._literals.add(number)

    def sheet(self, call: TracedCall) -> CallSheet:
        if call.own is not None:
            return self._scattered(call, call.own)
        entries: list[SheetEntry] = []
        given = {output.op.number for _, output in call.arguments} if call.parent is None and call.title else set[int]()
        inner = iter(call.inside)
        following = next(inner, None)
        idle: list[TracedCall] = []
        number = call.begin
        while number < call.end:
            if following is not None and following.begin <= number:
                if not self._inside.issuperset(range(number, following.end)):
                    self._composites.add(self.sheet(following), following.function, following.title)
                    entries.append(self._instance(following, call))
                else:
                    idle.append(following)
                number, following = max(number, following.end), next(inner, None)
                continue
            if number not in given and number not in self._inside:
                entries += self._entries(self._nodes[number], call, idle)
            number += 1
        return self._sheet(call, entries)

    def _scattered(self, call: TracedCall, own: Sequence[int]) -> CallSheet:
        """Return the sheet of a call whose nodes may be anywhere in the graph."""
        parts: list[tuple[int, TracedCall | None]] = [(number, None) for number in own]
        for each in call.inside:
            numbers = [number for number in each.all_own() if number not in self._inside]
            parts += [(min(numbers), each)] if numbers else []
        entries: list[SheetEntry] = []
        for number, inner in sorted(parts, key=lambda part: part[0]):
            if inner is not None:
                self._composites.add(self.sheet(inner), inner.function, inner.title)
                entries.append(self._instance(inner, call))
            elif number not in self._inside:
                entries += self._entries(self._nodes[number], call, [])
        return self._sheet(call, entries)

    def _sheet(self, call: TracedCall, entries: list[SheetEntry]) -> CallSheet:
        inputs, outputs = self._pins(call, entries)
        call.pins = {**outputs, **call.pins}
        sheet = self._composites.sheets[call] = CallSheet(call, inputs, outputs, entries)
        return sheet

    def _entries(self, node: Node, call: TracedCall, idle: list[TracedCall]) -> Iterator[SheetEntry]:
        if node.type.custom_gradient:
            yield self._custom(node, call)
        elif "program" in node.attrs:
            yield self._loop(node, call, idle)
            idle.clear()
        elif node.number not in self._literals:
            yield self._block(node, call)

    def _custom(self, node: Node, call: TracedCall) -> SheetEntry:
        """Return the instance of a custom gradient's composite, which this adds, as its gradient composite."""
        custom, rule, composites = self._customs[node.number], node.attrs["program"], self._composites
        sheet = self._sheet(custom, [each for inside in custom.nodes for each in self._entries(inside, custom, [])])
        custom.source, custom.remark = composites.origin(node)
        key = rule, sheet.signature
        if key not in composites.of_rule:
            composites.of_rule[key] = composites.new(custom.title)
            graph, inside = gradient_call(node, custom)
            composites.add_custom(sheet, Survey(graph, inside, composites).sheet(inside), key)
        definition = composites.of_call[custom] = composites.of_rule[key]
        name = _name(node, call) or definition.name[1:]
        return SheetEntry(custom, name, definition.name, {}, list(sheet.inputs.items()), ())

    def _loop(self, node: Node, call: TracedCall, bodies: Sequence[TracedCall]) -> SheetEntry:
        """Return a loop's block; ``bodies`` are the preceding calls without nodes: those of its body functions."""
        loop = loop_block(node)
        values = dict(loop.values)
        makers = bodies[-len(loop.bodies) :] if len(bodies) >= len(loop.bodies) else (None,) * len(loop.bodies)
        for body, maker in zip(loop.bodies, makers, strict=True):
            title = f"{node.label.rpartition('/')[2]}_{body.value}" if maker is None else maker.title
            inside = TracedCall(title=title, doc="" if maker is None else maker.doc, end=len(body.graph.nodes))
            inside.arguments, inside.results = list(body.inputs.items()), list(body.outputs.items())
            sheet = Survey(body.graph, inside, self._composites).sheet(inside)
            alike = self._composites.digest(sheet)  # a body has no values that a loop could set
            values[body.value] = self._composites.add(sheet, ("body", title, alike), title).name
        return SheetEntry(node, _name(node, call), loop.type, values, loop.wires, ())

    def _block(self, node: Node, call: TracedCall) -> SheetEntry:
        values: dict[str, Any] = {}
        if node.type.name == "Const" and not node.attrs["role"]:
            values["val"] = node.attrs["val"]
            return SheetEntry(node, _name(node, call), node.type.name, values, [], ("val",))
        for attribute in node.type.attributes:
            written = file_value(node.attrs[attribute.name])
            if attribute.required or written != file_value(attribute.default):
                values[attribute.name] = written
        rule = self._composites.gradient_rule
        if node.outputs and node.outputs[0].dtype.is_differentiable and rule in node.type.rules:
            values.setdefault(GRADIENT_RULE, rule)
        wires: list[tuple[str, Output]] = []
        slots: list[str] = []
        for pin, arg in zip(node.type.inputs, node.args, strict=True):
            for output in flatten((arg,)):
                if output.op.number in self._literals:
                    value = output.op.attrs["val"]
                    is_large = output.dtype.is_differentiable and value.size > LARGEST_LITERAL
                    values[pin.name] = value if is_large else file_value(value)
                    if output.dtype.is_differentiable:
                        slots.append(pin.name)
                else:
                    wires.append((pin.name, output))
        return SheetEntry(node, _name(node, call), node.type.name, values, wires, tuple(slots))

    def _instance(self, call: TracedCall, parent: TracedCall) -> SheetEntry:
        sheet, definition = self._composites.sheets[call], self._composites.of_call[call]
        outputs = list(sheet.outputs.values())
        name = parent.names.get(outputs[0].op.number) if len(outputs) == 1 else None
        name = call.name or name or definition.name[1:]
        values = {} if call.shares is None else {SHARES: identifier(call.shares.name)}
        return SheetEntry(call, name, definition.name, values, list(sheet.inputs.items()), ())

    def _pins(self, call: TracedCall, entries: Sequence[SheetEntry]) -> tuple[dict[str, Output], dict[str, Output]]:
        if call.parent is None:  # all is said: of a page, or of a body
            return (dict(call.arguments), dict(call.results)) if call.title else ({}, {})
        result = {output: None for entry in entries for output in _given(entry.of)}
        if call.own is not None:
            taken = {*call.names.values(), *(each.name for each in call.inside)}
            read = dict.fromkeys(each for entry in entries for _, each in entry.wires if each not in result)
            left = [output for output in result if self._is_read(output, call)]
            return self._named(read, call.first or "x", "x", taken), self._named(left, "output", "output", set())
        is_custom = isinstance(call, CustomCall)
        inputs, outputs = (dict(call.arguments), dict(call.results)) if is_custom else ({}, {})
        arguments = {output: name for name, output in reversed(call.arguments)}
        needed = [output for entry in entries for _, output in entry.wires]
        for name, output in call.results:
            needed.append(output)
            if output not in outputs.values():
                outputs[free_name(identifier(name), outputs)] = output
        for output in needed:
            if output not in result and output not in inputs.values():
                name = arguments.get(output) or _name(output.op, call.parent) or output.op.type.name.lower()
                inputs[free_name(identifier(name), inputs)] = output
        for output in result:
            if self._is_read(output, call) and output not in outputs.values():
                name = _name(output.op, call) or output.op.type.name.lower()
                outputs[free_name(identifier(name), outputs)] = output
        return inputs, outputs

    def _named(self, outputs: Iterable[Output], only: str, many: str, taken: set[str]) -> dict[str, Output]:
        """Return outputs by the names of parameters and buffers; another is ``only``, or ``many_0`` among several."""
        plain = [each for each in outputs if each.op.type.fed or each.op.number not in self._names]
        names = {each: f"{many}_{i}" if len(plain) > 1 else only for i, each in enumerate(plain)}
        wanted = [(identifier(names.get(each) or self._names[each.op.number]), each) for each in outputs]
        return {claim_name(name, taken, first=1): output for name, output in wanted}

    def _is_read(self, output: Output, call: TracedCall) -> bool:
        """Return whether nodes outside of a call, or of a call with the same nodes, read an output."""
        at = sorted(call.all_own()).index(output.op.number) if call.alike else 0
        for each in call.alike or [call]:
            like = output if each is call else self._nodes[sorted(each.all_own())[at]].outputs[output.index]
            if each not in self._numbers:
                self._numbers[each] = each.numbers()
            if any(number not in self._numbers[each] for number in self._readers.get(like, ())):
                return True
        return False


def _all_slots(sheet: CallSheet, composites: TracedComposites) -> dict[Slot, Any]:
    result = dict(sheet.slots())
    for i, entry in enumerate(sheet.entries):
        if isinstance(entry.of, TracedCall) and entry.of.shares is None:
            result.update({Slot(i, name): value for name, value in _promoted_by(entry.of, composites).items()})
    return result


def _promoted_by(call: TracedCall, composites: TracedComposites) -> dict[str, Any]:
    slots = _all_slots(composites.sheets[call], composites)
    return {name: slots[slot] for slot, name in composites.of_call[call].promoted.items()}


def _promote(definition: TracedDefinition, composites: TracedComposites) -> None:
    first, *others = [_all_slots(sheet, composites) for sheet in definition.sheets]
    for slot, value in first.items():
        if any(not _same(value, other[slot]) for other in others):
            entry = definition.sheets[0].entries[slot.entry]
            name = identifier(entry.name or entry.type.lower().lstrip(":"))
            if slot.value not in _LITERALS.values():
                name += f"_{slot.value}"
            definition.promoted[slot] = free_name(name, {*definition.promoted.values(), "shares"})


def _draw_definitions(composites: TracedComposites) -> None:
    for each in composites.definitions.values():
        composites.diagram.add_composite(each.name[1:], doc=each.sheets[0].call.doc, gradient=each.gradient)
    for each in composites.definitions.values():
        _draw_definition(each, composites)
    composites.wire()


def _draw_definition(definition: TracedDefinition, composites: TracedComposites) -> None:
    sheet, canvas = definition.sheets[0], composites.diagram.composite(definition.name)
    ends: dict[Output, str] = {}
    for name, output in sheet.inputs.items():
        kinds = {each.inputs[name].dtype for each in definition.sheets}
        dtype: dict[str, Any] = {"dtype": output.dtype} if len(kinds) == 1 else {}
        canvas.add(INPUT_PIN, id=name, **dtype)
        ends[output] = f"{name}.output"
    ids = _draw(canvas, sheet, ends, composites)
    for name, output in sheet.outputs.items():
        pin = free_name(name, {block.id for block in canvas.blocks})
        renamed: dict[str, Any] = {} if pin == name else {"name": name}
        canvas.add(OUTPUT_PIN, id=pin, **renamed)
        composites.wires.append((canvas, ends[output], f"{pin}.input"))
    values = _all_slots(sheet, composites)
    for slot, name in definition.promoted.items():
        canvas.add_value(name, default=values[slot], sets=[f"{ids[slot.entry]}.{slot.value}"])


def _draw(canvas: PageView, sheet: CallSheet, ends: dict[Output, str], composites: TracedComposites) -> list[str]:
    """Draw a canvas's blocks; return their ids, and add the pins of the outputs to ``ends``, and the wires."""
    taken = {block.id for block in canvas.blocks}
    wanted = {identifier(each.name) for each in sheet.entries if each.name is not None}
    ids: list[str] = []
    for entry in sheet.entries:
        plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", entry.type.rpartition(":")[2]).lower()
        name = free_name(plain, taken | wanted) if entry.name is None else free_name(identifier(entry.name), taken)
        taken.add(name)
        ids.append(name)
        if isinstance(entry.of, Node):
            if find_type(entry.type) is None:  # of an operation without a block
                block = Block(name, entry.type, (0, 0), entry.values)
                canvas.apply(AddBlocks(canvas.name, ((len(canvas.blocks), block),)))
            else:
                canvas.add(entry.type, id=name, **entry.values)
            ends.update(_ends(entry.of, name))
        else:
            canvas.add(entry.type, id=name, **(entry.values or _promoted_by(entry.of, composites)))
            for pin, output in entry.of.pins.items():
                ends.setdefault(output, f"{name}.{pin}")
        source, note = composites.origin(entry.of)
        if source:
            canvas.apply(SetField(canvas.name, name, "source", source))
        if note:
            canvas.apply(SetField(canvas.name, name, "note", note))
    for name, entry in zip(ids, sheet.entries, strict=True):
        composites.wires += [(canvas, ends[output], f"{name}.{pin}") for pin, output in entry.wires]
    return ids


def _ends(node: Node, name: str) -> Iterator[tuple[Output, str]]:
    if "program" in node.attrs:
        yield from zip(node.outputs, [f"{name}.{pin}" for pin in loop_block(node).pins], strict=True)
        return
    for output in node.outputs:
        pin, index = node.pin_of(output.index)
        yield output, f"{name}.{pin}" if index is None else f"{name}.{pin}[{index}]"


def _add_run(page: PageView, root: CallSheet, ends: Mapping[Output, str]) -> None:
    taken = {block.id for block in page.blocks}
    fetched: list[str] = []
    for path, output in root.call.results:
        name = free_name(identifier(path), taken)
        taken.add(name)
        page.add("Identity", id=name)
        page.wire(ends[output], f"{name}.input")
        fetched.append(f"{name}.output")
    run = free_name("run", taken)
    page.add("ClientSession", id=run)
    for each in fetched:
        page.wire(each, f"{run}.fetch_outputs")
    for output in (each for entry in root.entries for each in _given(entry.of)):
        if output.op.type.writes:
            page.wire(ends[output], f"{run}.run_outputs")


def _is_literal(constant: Node, user: Node, pin: str | None) -> bool:
    """Return whether a constant may be a literal of a pin: it is short, and the pin implies its dtype."""
    if user.type.variable:  # which has attributes for the dtype and the shape
        return pin is not None
    if pin is None or not 0 < constant.attrs["val"].size <= LONGEST_LITERAL:
        return False
    var = user.type.inputs[user.type.input_index[pin]].var
    dtype = constant.attrs["dtype"]
    for other, arg in zip(user.type.inputs, user.args, strict=True):
        if other.var == var and other.name != pin and isinstance(arg, Output) and not arg.op.type.constant:
            return var is not None
    try:
        return natural_dtype(file_value(constant.attrs["val"])) is dtype
    except DiagramError:
        return False


def _same(a: Any, b: Any) -> bool:
    if is_array(a) and is_array(b):
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        return a.tolist() == b.tolist() if a.dtype.hasobject else a.tobytes() == b.tobytes()
    return json.dumps(file_value(a)) == json.dumps(file_value(b))


def _name(node: Node, call: TracedCall) -> str | None:
    label = node.label.rpartition("/")[2]
    if "." in label or re.fullmatch(rf"{re.escape(node.type.name)}(_\d+)?", label):
        return call.names.get(node.number)
    return label


def identifier(name: str) -> str:
    return re.sub(r"[^\w\-]", "_", name) or "_"

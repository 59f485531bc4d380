"""Composites in a Python program: a function for each definition, called by instances and loops.

The program is flat if this form is not possible: if there are errors or muted blocks, if instances share more than
variables or wait for each other, if a page contains a loop of wires, or if side effects would change their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from blocks.base.reachable import reachable
from blocks.document.data import LOOP_BODIES, Block, Json, Page, Wire, is_list
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, SHARES, is_instance
from blocks.elaborate.composites import Composites
from blocks.elaborate.instance_types import declared, instance_spec, keeps, pins_of
from blocks.elaborate.model import RAN, Elaboration, PageWires
from blocks.graph.graph import Output
from blocks.graph.spec import REQUIRED, BlockSpec
from blocks.interchange.python.page import (
    EMPTY,
    LOOPS,
    MODULE_NAMES,
    Elaborate,
    PageWriter,
    ProgramPart,
    VariableValues,
    has_effect,
    order_of,
)
from blocks.interchange.python.text import Identifiers, function, identifier, inside_docstring
from blocks.library.control_flow.body_calls import called_by
from blocks.library.core.constants import Const
from blocks.library.core.values import OperationRef

_CALLS = {"Repeat": "repeat", "Scan": "scan", "Map": "map_over", "While": "while_loop", "Cond": "cond"}
_OPTIONS = ("over", "times", "share", "reverse", "maximum", "checkpoint")


class _Parameter(NamedTuple):
    name: str
    otherwise: Json


class Function(NamedTuple):
    """The function of a definition; ``shares`` is its parameter for the instance whose variables it uses."""

    name: str
    parameters: Mapping[str, str]
    lines: list[str]
    used: set[str]
    shares: str = ""


def as_functions(
    pages: Sequence[Page], composites: Composites, names: Identifiers, elaborated: Elaborate, values: VariableValues
) -> list[ProgramPart] | None:
    """Return the pages, each after the definitions that it is the first to use.

    None if the diagram cannot be written with functions.
    """
    functions: dict[str, Function] = {}
    written: list[ProgramPart] = []
    for page in pages:
        elaboration = elaborated(page, composites=composites)
        if not _is_plain(elaboration):
            return None
        definitions_at = {path: (definition, part) for path, definition, part in _parts(elaboration, composites)}
        parts = {path: part for path, (_, part) in definitions_at.items()}
        if _shares_more(parts, elaboration):
            return None
        orders = {path: order_of(part) for path, part in parts.items()}
        if any(len(orders[path]) < len(part.values) for path, part in parts.items()):
            return None  # instances wait for each other
        effects = [block.id for block in order_of(elaboration) if has_effect(elaboration, block.id)]
        if effects != [
            path for path in _paths(orders, "") if path in elaboration.values and has_effect(elaboration, path)
        ]:
            return None
        new: dict[str, tuple[Page, Elaboration]] = {}
        for path in sorted(parts, key=lambda each: -each.count("/") if each else 1):
            definition, part = definitions_at[path]
            if path and definition.name not in functions:
                name = names.new(identifier(definition.name[1:]).lower())
                functions[definition.name] = Function(name, {}, [], set())
                new[definition.name] = definition, part
        writers = [_DefinitionWriter(part, page, functions, composites) for page, part in new.values()]
        for each in writers:  # functions may call each other: a gradient composite may contain its composite
            each.write()
        written += [ProgramPart(name, functions[name].lines, functions[name].used) for name in new]
        written.append(_PageWriter(parts[""], functions, composites, values.get(page.name, EMPTY)).part())
    return written


def _is_plain(elaboration: Elaboration) -> bool:
    instances = {} if elaboration.expansion is None else elaboration.expansion.instances
    for path, instance in instances.items():
        pins = pins_of(instance.definition).inputs
        literals = [name for name, pin in instance.inputs.items() if elaboration.specs.get(pin) is Const]
        if any(declared(pins[name])[0] is None for name in literals):
            return False  # a literal where only a wire may lead
        outside, _, block = path.rpartition("/")
        wires = instances[outside].definition.wires if literals and outside else ()
        if any(wire.target.block == block and wire.target.pin in literals for wire in wires):
            return False  # a literal that is handed to it is made a tensor only inside
    if elaboration.problems or elaboration.back or any(block.muted for block in elaboration.page.blocks):
        return False
    if any("/" in block for block in elaboration.trainers):
        return False  # the page runs what only the function of an instance has
    return all(
        block.id in elaboration.values or elaboration.specs[block.id].is_annotation for block in elaboration.page.blocks
    )


def _shares_more(parts: Mapping[str, Elaboration], elaboration: Elaboration) -> bool:
    """Return whether an instance shares more than variables: queues and similar objects, or random numbers."""
    for path, part in parts.items():
        if elaboration.expansion is not None and elaboration.expansion.sharing(path) is not None:
            for block in _read(part):
                spec = part.specs[block]
                if spec.random or (keeps(spec) and not spec.variable):
                    return True
    return False


def _read(part: Elaboration) -> set[str]:
    pending = [block for block, spec in part.specs.items() if spec.writes or spec.context]
    pending += [block.id for block in part.page.blocks if block.type == OUTPUT_PIN]

    def sources(block: str) -> list[str]:
        return [] if part.specs[block].variable else [each for each in part.sources[block] if each in part.specs]

    return reachable([each for each in pending if each in part.specs], sources)


def _parts(
    elaboration: Elaboration, composites: Composites, page: Page | None = None, around: frozenset[str] = frozenset()
) -> Iterator[tuple[str, Page, Elaboration]]:
    """Yield the page (at the path ``""``) and the definitions of instances by path, each elaborated as if alone."""
    expansion, page = elaboration.expansion, page or elaboration.page
    yield "", page, elaboration if expansion is None else _part(elaboration, expansion.source, "", composites)
    for path, instance in expansion.instances.items() if expansion is not None else ():
        yield path, instance.definition, _part(elaboration, instance.definition, f"{path}/", composites)
    for path, definition, body in _bodies(elaboration, composites):
        if definition.name not in around:
            for inner, each, part in _parts(body, composites, definition, around | {definition.name}):
                yield f"{path}/{inner}".rstrip("/"), each, part


def _bodies(elaboration: Elaboration, composites: Composites) -> Iterator[tuple[str, Page, Elaboration]]:
    """Yield the definitions that blocks run, by path: bodies of loops, and gradient composites."""
    for path, instance in elaboration.expansion.instances.items() if elaboration.expansion is not None else ():
        yield from _gradient(path, instance.definition, elaboration.values.get(path, {}).values(), composites)
    for block in elaboration.page.blocks:
        ran = elaboration.values.get(block.id, {}).get(RAN)
        if not isinstance(ran, OperationRef):
            continue
        names = block.type.split("/")[2:]
        if len(names) > 1 and LOOP_BODIES["While"] == LOOP_BODIES.get(block.type.split("/")[1]):
            names.reverse()  # its body comes first
        for i, (name, (body, outputs)) in enumerate(zip(names, called_by(ran.op.attrs["program"]), strict=True)):
            yield f"{block.id}/{i}", composites.pages[name], body.elaboration
            yield from _gradient(f"{block.id}/{i}", composites.pages[name], outputs, composites)


def _gradient(
    path: str, page: Page, outputs: Iterable[Any], composites: Composites
) -> Iterator[tuple[str, Page, Elaboration]]:
    for output in outputs if page.gradient else ():
        if isinstance(output, Output) and output.op.type.custom_gradient:
            gradient, made = composites.pages[page.gradient], output.op.attrs["program"].make()
            yield f"{path}/:", gradient, made.elaboration
            yield from _gradient(f"{path}/:", gradient, made.outputs, composites)
            return


def _part(elaboration: Elaboration, canvas: Page, prefix: str, composites: Composites) -> Elaboration:
    wiring = PageWires(canvas)
    into: dict[str, list[Wire]] = {}
    for wire in canvas.wires:
        into.setdefault(wire.target.block, []).append(wire)
    wiring.allowed = [tuple(into.get(block.id, ())) for block in canvas.blocks]
    specs: dict[str, BlockSpec] = {}
    values: dict[str, Mapping[str, Any]] = {}
    for block in canvas.blocks:
        page = composites.pages.get(block.type)
        if page is not None:
            spec = instance_spec(page, composites.promotion)
        elif block.type in LOOP_BODIES:
            spec = elaboration.specs.get(prefix + block.id)
        else:
            spec = composites.find(block.type)
        if spec is not None:
            specs[block.id] = spec
        if not (spec is not None and spec.is_annotation):
            values[block.id] = elaboration.values.get(prefix + block.id, {})
    alone: dict[str, Any] = {"problems": (), "back": set(), "reads_files": False, "in_file_order": False}
    alone |= {"expansion": None, "inner": (), "running": (), "trained": {}}
    return replace(elaboration, page=canvas, values=values, specs=specs, wiring=wiring, **alone)


def _paths(orders: Mapping[str, Sequence[Block]], path: str) -> Iterator[str]:
    for block in orders[path]:
        inner = f"{path}/{block.id}" if path else block.id
        if inner in orders and is_instance(block):
            yield from _paths(orders, inner)
        else:
            yield inner


class _PageWriter(PageWriter):
    def __init__(
        self,
        elaboration: Elaboration,
        functions: Mapping[str, Function],
        composites: Composites,
        values: Mapping[str, Json] = EMPTY,
    ) -> None:
        names = Identifiers([*MODULE_NAMES, *(function.name for function in functions.values())])
        super().__init__(elaboration, names, values)
        self._functions = functions
        self._composites = composites
        self._within: dict[str, str] = {}

    def _block(self, block: Block, ended: dict[str, list[tuple[str, Wire]]]) -> Iterator[str]:
        if block.type in LOOP_BODIES:
            yield self._loop(block)
            return
        if not is_instance(block):
            yield from super()._block(block, ended)
            return
        function, definition = self._functions[block.type], self._composites.pages[block.type]
        pins = self._composites.pins(definition)
        wires: dict[str, list[str]] = {}
        scope = self._scope
        for wire in self._elaboration.wires_into.get(block.id, ()):
            source = self._source(wire)
            if wire.target.pin == "scope":
                scope = source
            else:
                star = "*" if wire.source.index is None and self._is_list(wire) else ""
                wires.setdefault(wire.target.pin, []).append(star + source)
        within = self._within[block.id] = self._names.new(f"{block.id}_scope")
        yield f"{within} = {scope}.new_sub_scope({block.id!r})"
        arguments = [within]
        for name, pin in pins.inputs.items():
            is_list, wired = pin.values.get("list") is True, wires.get(name)
            if wired:
                text = f"[{', '.join(wired)}]" if is_list else wired[0]
            else:
                literal = block.values.get(name)
                literal = pin.values.get("default") if literal is None else literal
                if literal is None:
                    continue
                dtype, text = declared(pin)[0], self._value(literal)
                if dtype is not None:
                    text = f"ops.Const({within}, {text}, dtype={dtype.name!r}, name={pin.id!r})"
                text = f"[{text}]" if is_list else text
            arguments.append(f"{function.parameters[name]}={text}")
        for name, value in block.values.items():
            if name not in pins.inputs and name != SHARES:
                arguments.append(f"{function.parameters[name]}={self._value(value)}")
        arguments += self._shares(block, function)
        yield f"{self._names[block.id]} = {function.name}({', '.join(arguments)})"

    def _shares(self, block: Block, function: Function) -> list[str]:
        other = block.values.get(SHARES)
        return [] if other is None else [f"{function.shares}={self._within[str(other)]}.name"]

    def _loop(self, block: Block) -> str:
        self.used.add(LOOPS)
        bodies = {value: str(block.values[value]) for value in LOOP_BODIES[block.type]}
        wired = {wire.target.pin: self._source(wire) for wire in self._elaboration.wires_into.get(block.id, ())}
        scope = wired.pop("scope", self._scope)
        pins = {value: self._composites.pins(self._composites.pages[name]) for value, name in bodies.items()}
        over = block.values.get("over")
        last = list(pins.values())[-1]
        moving = {*(over if is_list(over) else ()), *(() if block.type == "Map" else last.inputs.keys() & last.outputs)}
        given = {name: text for name, text in wired.items() if name != "predicate"}
        arguments = [scope]
        literals: dict[str, str] = {}
        for name, pin in {name: pin for each in pins.values() for name, pin in each.inputs.items()}.items():
            literal = block.values.get(name)
            literal = pin.values.get("default") if literal is None else literal
            if name in wired or literal is None:
                continue
            dtype = declared(pin)[0]
            form = "" if dtype is None else f", dtype={dtype.name!r}"
            if name in moving or (block.type == "While" and name not in last.inputs):
                given[name] = f"ops.Const({scope}, {self._value(literal)}{form}, name={f'{block.id}.{name}'!r})"
            else:
                literals[name] = f"{self._value(literal)}{form}"
        if block.type == "Cond":
            literal = block.values.get("predicate")
            default = f"ops.Const({scope}, {self._value(literal)}, name={f'{block.id}.predicate'!r})"
            arguments.append(wired.get("predicate", default))
        for value, name in bodies.items():
            own = [pin for pin in pins[value].inputs if pin in given]
            arguments.append(
                self._as_body(block, name, own, {n: t for n, t in literals.items() if n in pins[value].inputs})
            )
        arguments.append(repr(block.id))
        spec = self._elaboration.specs[block.id]
        options = [name for name in _OPTIONS if name in block.values and spec.attribute(name) is not None]
        arguments += [f"{name}={self._value(block.values[name])}" for name in options]
        if block.type == "While":
            for value, parameter in (("condition", "of_condition"), ("body", "of_body")):
                arguments.append(f"{parameter}={[pin for pin in pins[value].inputs if pin in given]!r}")
        arguments.append(f"inputs={{{', '.join(f'{name!r}: {text}' for name, text in given.items())}}}")
        return f"{self._names[block.id]} = {LOOPS}.{_CALLS[block.type]}({', '.join(arguments)})"

    def _as_body(self, block: Block, name: str, pins: Sequence[str], literals: Mapping[str, str]) -> str:
        function, own = self._functions[name], self._composites.pins(self._composites.pages[name]).inputs
        scope, given = self._names.new("inner"), self._names.new("pins")
        arguments = [scope, *(f"{function.parameters[pin]}={given}[{pin!r}]" for pin in pins)]
        arguments += [
            f"{function.parameters[pin]}=ops.Const({scope}, {text}, name={own[pin].id!r})"
            for pin, text in literals.items()
        ]
        spec = self._composites.find_type(block.type)
        mine = () if spec is None else spec.attribute_names
        arguments += [
            f"{function.parameters[value]}={self._value(block.values[value])}"
            for value in block.values
            if value in function.parameters and value not in own and value not in mine
        ]
        return f"lambda {scope}, **{given}: {function.name}({', '.join(arguments)})"

    def _value(self, value: Json) -> str:
        if isinstance(value, _Parameter):
            return (
                value.name
                if value.otherwise is REQUIRED
                else f"({super()._value(value.otherwise)} if {value.name} is None else {value.name})"
            )
        return super()._value(value)

    def _pin(self, block: str, pin: str) -> str:
        if is_instance(self._blocks[block]) or self._blocks[block].type in LOOP_BODIES:
            return f"{self._names[block]}[{pin!r}]"
        return super()._pin(block, pin)

    def _everything(self) -> str:
        return ", run_outputs=root.graph.nodes"


class _DefinitionWriter(_PageWriter):
    def __init__(
        self, elaboration: Elaboration, page: Page, functions: dict[str, Function], composites: Composites
    ) -> None:
        super().__init__(elaboration, functions, composites)
        self._scope = self._names.new("scope")
        self._shared = self._names.new("shares")
        self._page, definition = page, page.composite
        assert definition is not None
        pins = composites.pins(page)
        parameters, name = dict[str, str](), functions[page.name].name
        heads = [self._scope]
        for pin, block in pins.inputs.items():
            parameters[pin] = self._names[block.id]
            heads.append(f"{parameters[pin]}=None")
        sets: dict[str, dict[str, Json]] = {}
        for value in definition.values:
            if value.name in parameters:
                continue
            parameters[value.name] = word = self._names.new(value.name)
            heads.append(f"{word}={self._value(value.default)}")
            for each in value.sets:
                block_id, _, inner = each.partition(".")
                otherwise = REQUIRED if value.default is not None else self._own(block_id, inner)
                sets.setdefault(block_id, {})[inner] = _Parameter(word, otherwise)
        self._blocks = {
            block.id: block._replace(values={**block.values, **sets.get(block.id, {})}) for block in page.blocks
        }
        heads.append(f"{self._shared}=None")
        self._doc = inside_docstring(definition.doc.partition("\n")[0]) or f"The composite {inside_docstring(name)}."
        self._head = f"{name}({', '.join(heads)})"
        self._function = functions[page.name] = Function(name, parameters, [], self.used, self._shared)

    def write(self) -> None:
        pins = self._composites.pins(self._page)
        body: list[str] = []
        order = order_of(self._elaboration)
        for block in order:
            _ = self._names[block.id]
        for block in order:
            if block.type not in (INPUT_PIN, OUTPUT_PIN):
                body += self._block(self._blocks[block.id], {})
        results = {pin: self._source(self._into(block)) for pin, block in pins.outputs.items()}
        if self._page.gradient in self._functions:
            body += self._custom(results)
        given = ", ".join(f"{pin!r}: {text}" for pin, text in results.items())
        body.append(f"return {{{given}}}")
        self._function.lines.extend(function(self._head, body, self._doc))

    def _custom(self, results: dict[str, str]) -> Iterator[str]:
        """Give the results the custom gradient, which the function of the gradient composite computes."""
        page, function = self._composites.pages[self._page.gradient], self._functions[self._page.gradient]
        pins, own, parameters = self._composites.pins(page), self._function.parameters, function.parameters
        xs, ends = self._composites.pins(self._page)[:2]
        ys = [y for y, pin in ends.items() if not self._is_list(self._into(pin))]
        sources = {x: f"inputs[{i}]" for i, x in enumerate(xs)}
        sources |= {f"result_{y}": f"results[{i}]" for i, y in enumerate(ys)}
        sources |= {f"grad_{y}": f"gradients[{i}]" for i, y in enumerate(ys)}
        arguments = [f"{parameters[name]}={sources[name]}" for name in pins.inputs]
        assert self._page.composite is not None
        for value in self._page.composite.values:  # a value of both is one value
            if value.name in parameters:
                text, word = f"{parameters[value.name]}={own[value.name]}", own[value.name]
                arguments.append(f"**(dict({text}) if {word} is not None else {{}})" if value.default is None else text)
        back, outputs = self._names.new(page.name[1:]), self._names.new("outputs")
        found = [f"found[{f'grad_{x}'!r}]" if f"grad_{x}" in pins.outputs else "None" for x in xs]
        yield f"def {back}(inputs, results, gradients):"
        yield f"    found = {function.name}({', '.join([self._scope, *arguments])})"
        yield f"    return [{', '.join(found)}]"
        forward, given = f"lambda *inputs: [{', '.join(map(results.__getitem__, ys))}]", ", ".join(own[x] for x in xs)
        yield f"{outputs} = blocks.custom_gradient({self._scope}, {forward}, {back}, [{given}])"
        results.update({y: f"{outputs}[{i}]" for i, y in enumerate(ys)})

    def _block(self, block: Block, ended: dict[str, list[tuple[str, Wire]]]) -> Iterator[str]:
        spec = self._elaboration.specs[block.id]
        for line in super()._block(block, ended):
            if spec.variable and keeps(spec):
                wanted = f"f'{{{self._shared}}}/' + {block.id!r}"
                result = f"next(node for node in {self._scope}.graph.nodes if node.name == {wanted})"
                yield f"{line} if {self._shared} is None else {result}"
            else:
                yield line

    def _shares(self, block: Block, function: Function) -> list[str]:
        if block.values.get(SHARES) is not None:
            return super()._shares(block, function)
        return [f"{function.shares}={self._shared} and f'{{{self._shared}}}/' + {block.id!r}"]

    def _own(self, block: str, name: str) -> Json:
        values, spec = self._blocks[block].values, self._elaboration.specs.get(block)
        if name in values:
            return values[name]
        attribute = None if spec is None else spec.attribute(name)
        return None if attribute is None or attribute.required else attribute.default

    def _into(self, pin: Block) -> Wire:
        [wire] = self._elaboration.wires_into.get(pin.id, ())
        return wire

    def _pin(self, block: str, pin: str) -> str:
        return self._names[block] if self._blocks[block].type == INPUT_PIN else super()._pin(block, pin)

    def _is_list(self, wire: Wire) -> bool:
        inner = self._blocks[wire.source.block]
        if inner.type == INPUT_PIN:
            return inner.values.get("list") is True and wire.source.index is None
        return super()._is_list(wire)

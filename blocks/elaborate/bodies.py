"""Graphs of composites for blocks that run them as loop bodies or branches, and the nodes of these blocks.

On the flat page, such a block has a type of its own, ``loop/Scan/:Cell``, with the pins of its composites. The
variables of the composites are separate blocks of the flat page and inputs of that block.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from blocks.base.dtypes import ANY, BOOL, DType
from blocks.base.errors import DiagramError
from blocks.base.literals import to_array
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Shape, is_list
from blocks.compile.loops.written import (
    Sides,
    cell_of,
    condition_port,
    test_of,
    variable_port,
    variables_last,
    variables_of_branches_last,
    without_writes,
)
from blocks.document.data import LOOP_BODIES, Block, Page
from blocks.elaborate.expand import GIVEN, INNER, INNER_RESULT, VALUES, VARIABLES, Expander, Inner, inner_part
from blocks.elaborate.instance_types import OUTLINE_INPUT, PAGE, Kind, declared, instance_spec, with_kinds, with_pins
from blocks.elaborate.model import RAN, BodyFaults, Elaboration, ExpandedPage, trains
from blocks.elaborate.promotion import Promotion
from blocks.graph.build import BlockType, construct
from blocks.graph.graph import Node, Operand, Output, Owner
from blocks.graph.scope import Scope
from blocks.graph.spec import Attribute, BlockSpec, InputPin, OutputPin
from blocks.library.array.identity import Placeholder
from blocks.library.control_flow.bodies import Body, Choice, Loop, Port, Test
from blocks.library.control_flow.body_rules import call_body
from blocks.library.control_flow.composite_loops import Cond, Map, Repeat, Scan, While
from blocks.library.control_flow.custom_gradients import CustomRule, GradientGraph, call_rule, sources_of
from blocks.library.core.constants import Const
from blocks.library.core.values import OperationRef


class BodyGraph(NamedTuple):
    """A composite as the graph that a block runs.

    Attributes:
        variables: the placeholders of variables.
        written: the value at the end of an iteration of each variable that is written, by its placeholder.
    """

    body: Body
    inputs: dict[str, Output]
    outputs: dict[str, Output]
    variables: list[Output]
    written: dict[Output, Output]
    writers: dict[str, str]
    errors: list[DiagramError]


class Bodies:
    """The graphs of composites that blocks run, cached by what they are given.

    Args:
        build: compiles an expanded page into a graph.
        faults_of: returns the errors of a definition by itself.
    """

    def __init__(
        self,
        expander: Expander,
        build: Callable[[ExpandedPage], Elaboration],
        faults_of: Callable[[Page], list[DiagramError]],
    ) -> None:
        self.expander = expander
        self.build = build
        self.faults_of = faults_of
        self._bodies: dict[Any, BodyGraph] = {}
        self._in_gradient = False

    def make(self, page: Page, *given: Any) -> BodyGraph:
        """Return a composite as a graph, see `_build`; ``given`` has equal representations if the graphs are equal."""
        key = page.name, repr(given)
        entry = self._bodies.get(key)
        if entry is None:
            with self.expander.within(page):
                entry = self._bodies[key] = self._build(page, *given)
        return entry

    def _build(
        self,
        page: Page,
        kinds: Mapping[str, Kind],
        literals: Mapping[str, Any],
        values: Mapping[str, Any],
        inner: Inner,
        variables: Sequence[Kind],
        cells: Sequence[int],
    ) -> BodyGraph:
        """Compile a composite.

        Args:
            cells: for each pin and then each variable, the number of the first one with the same variable; -1 for a pin
                without a variable.
        """
        names = [block for block, _ in self.expander.hoisted(page, values, inner).variables]
        expansion = self.expander.expand(with_kinds(page, kinds, values), inner, literals)
        assert expansion is not None
        pins = self.expander.pins(page)
        there = {name: pin.id for name, pin in pins.inputs.items() if name in kinds}
        instead = {pin: Block(pin, OUTLINE_INPUT, values=_form(kinds[name])) for name, pin in there.items()}
        kinds_of = dict(zip(names, variables, strict=True))
        flat = expansion.page
        blocks = [
            Block(each.id, GIVEN + each.type, values=_form(kinds_of[each.id]))
            if each.id in kinds_of
            else instead.get(each.id, each)
            for each in flat.blocks
        ]
        wires = [wire for wire in flat.wires if wire.target.block not in kinds_of]
        expansion = expansion._replace(page=flat._replace(blocks=tuple(blocks), wires=tuple(wires)), placements=())
        result = self.build(expansion)
        given = {name: results for name, pin in pins.inputs.items() if (results := _tensor(result, pin.id)) is not None}
        outputs = {
            name: results for name, pin in pins.outputs.items() if (results := _tensor(result, pin.id)) is not None
        }
        given = {name: given[name] for name in kinds if name in given}
        errors = self._errors(page, result)
        gradient = self.expander.canvas(page).gradient
        if gradient is not None and not errors:
            scope = Scope(result.graph, owner=Owner("", -1))
            try:
                outputs = self.with_gradient(page, gradient, scope, given, values, literals, outputs)
            except DiagramError as error:
                errors += error.errors if isinstance(error, BodyFaults) else [error]
        held = [next(iter(result.values[name].values())) for name in names if name in result.values]
        writers = {node.block_name: node.display_name for node in result.graph.nodes if node.type.writes}
        written: dict[Output, Output] = {}
        if writers and not errors:
            firsts: dict[int, Output] = {}
            pairs = sorted(zip([*given.values(), *held], cells, strict=True), key=lambda pair: pair[0].op.number)
            stand_ins = {each: firsts.setdefault(cell, each) for each, cell in pairs if cell >= 0}
            try:
                written = without_writes(result.graph, stand_ins)
            except DiagramError as error:
                errors.append(error)
        body = Body(result.graph, tuple([node for node in result.graph.nodes if node.type.context]), result)
        return BodyGraph(body, given, outputs, held, written, writers, errors)

    def with_gradient(
        self,
        page: Page,
        gradient: Page,
        scope: Scope,
        given: Mapping[str, Output],
        values: Mapping[str, Any],
        literals: Mapping[str, Any],
        results: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Return the results of a composite with its custom gradient.

        Args:
            given, literals: the tensors and the typed values at its input pins.
            values: its promoted values.

        Raises:
            DiagramError: the gradient composite has an error, or a gradient another shape or dtype than its input.
        """
        title, pins = gradient.name[1:], self.expander.pins(gradient)
        tensors = {name: value for name, value in results.items() if isinstance(value, Output)}
        sources = sources_of(given, tensors)
        kinds: dict[str, Kind] = {}
        typed: dict[str, Any] = {}
        for name, pin in pins.inputs.items():
            literal = pin.values.get("default") if literals.get(name) is None else literals[name]
            if name in sources:
                kinds[name] = sources[name].like.dtype, sources[name].like.shape
                _require_fit(pin, f"custom gradient {title}: {name}", name if name in given else None, *kinds[name])
            elif name.removeprefix("grad_") in tensors and name not in literals:
                raise _placed(scope, no_gradient(page, name, tensors[name.removeprefix("grad_")]))
            elif literal is None:
                raise DiagramError(f"custom gradient {title}: {name} is not wired and has no default", pin=name)
            else:
                typed[name] = literal
        assert page.composite is not None and gradient.composite is not None
        values = {**{each.name: each.default for each in page.composite.values}, **values}
        own = [each.name for each in gradient.composite.values]
        shared = {name: values[name] for name in own if values.get(name) is not None}

        def make() -> GradientGraph:
            self.expander.hoisted(gradient, shared, {})  # it has no variables, which is known then
            before, self._in_gradient = self._in_gradient, True
            try:
                body = self.make(gradient, kinds, typed, shared, {}, (), [-1] * len(kinds))
            finally:
                self._in_gradient = before
            errors = [
                each
                if each.composite is not None
                else DiagramError(f"custom gradient {title}: {each.block}: {each.message}", hint=each.hint)
                for each in body.errors
            ]
            if errors:
                raise BodyFaults([_placed(scope, each) for each in errors])
            outputs = [body.outputs.get(f"grad_{name}") for name in given]
            leaves = {each: sources[name] for name, each in body.inputs.items()}
            return GradientGraph(leaves, outputs, body.body.elaboration)

        cut = [name for name in given if f"grad_{name}" not in pins.outputs]
        rule = CustomRule(title, tuple(given), cut, make)
        # A gradient composite may contain the composite that names it, or other custom gradients, to any depth.
        ahead = not (self._in_gradient or self.expander.is_open(gradient))
        return {**results, **call_rule(scope, rule, tensors, sources, ahead=ahead)}

    def _errors(self, page: Page, elaboration: Elaboration) -> list[DiagramError]:
        """Return the errors of a definition in general and of its use by a block; each names a block inside."""
        if not elaboration.problems:
            return []
        known = {(each.composite, each.block, each.pin, each.message) for each in self.faults_of(page)}
        errors: list[DiagramError] = []
        for each in elaboration.problems:
            if (each.composite, each.block, each.pin, each.message) in known:
                errors.append(each)
            else:
                inside = each.paths[0] if each.composite != page.name[1:] and each.paths else each.block
                errors.append(DiagramError(each.message, pin=each.pin, hint=each.hint, block=inside))
        return errors


def pins_of_loop(name: str, promotion: Promotion) -> BlockSpec | None:
    """Return the type of blocks that run composites as users see it: with the composites' pins and promoted values."""
    _, kind, *bodies = name.split("/")
    spec, pages = promotion.find(kind), [promotion.page(each) for each in bodies]
    if spec is None or None in pages:
        return spec
    specs = [instance_spec(page, promotion) for page in pages if page is not None]
    inputs = {pin.name: pin for each in specs for pin in each.inputs}
    outputs = {pin.name: pin for pin in specs[-1].outputs}
    if kind == Cond.name:
        inputs = {"predicate": InputPin("predicate", None, (BOOL,)), **inputs}
    if kind == While.name:
        outputs.setdefault("rounds", OutputPin("rounds", None, None, kind="output"))
    own = set(spec.attribute_names)
    promoted = {a.name: a for each in specs for a in each.attributes[:-1] if a.name not in own | inputs.keys()}
    result = with_pins(BlockType(kind, spec.page, "->", spec.kernel, helper=True), inputs.values(), outputs.values())
    result.doc = result.__doc__ = spec.doc
    result.attributes = (*spec.attributes, *promoted.values())
    result.attribute_names = {each.name: each for each in result.attributes}
    result.rule = spec.rule
    return result


def custom_spec(bodies: Bodies, page: Page) -> BlockSpec:
    """Return the type of an instance's block if the composite has a custom gradient."""
    inputs, outputs = (list(each) for each in bodies.expander.pins(page)[:2])
    gradient = bodies.expander.canvas(page).gradient
    assert gradient is not None

    def results(scope: Scope, *given: Any, **values: Any) -> dict[str, Any]:
        tensors = {n: v for n, v in zip(inputs, given, strict=False) if isinstance(v, Output)}
        inner = dict(zip(outputs, given[len(inputs) :], strict=True))
        promoted, literals = values[VALUES]
        return bodies.with_gradient(page, gradient, scope, tensors, promoted, literals, inner)

    names = [*inputs, *[INNER_RESULT + name for name in outputs]]
    pins = [InputPin(name, None, ANY, optional=True, kind="output") for name in names]
    spec = BlockType(page.name, PAGE, "->", results, helper=True, in_composites=True)
    result = with_pins(spec, pins, [OutputPin(name, None, None, kind="output") for name in outputs])
    result.attributes = (Attribute(VALUES, "tensor", None),)
    result.attribute_names = {each.name: each for each in result.attributes}
    return result


def _placed(scope: Scope, error: DiagramError) -> DiagramError:
    if error.composite is not None and scope.owner is not None:
        error.paths = (scope.owner.block,)
    return error


def no_gradient(page: Page, name: str, output: Output) -> DiagramError:
    """Return the error of a definition whose gradient composite has an input for a value without a gradient."""
    gradient = "" if page.composite is None else page.composite.gradient[1:]
    text = f"the gradient composite {gradient} has the input {name}, but {output.dtype.short} values have no gradient"
    return DiagramError(text, pin=name, composite=page.name[1:])


def _require_fit(pin: Block, name: str, at: str | None, dtype: DType, shape: Shape) -> None:
    """Raise DiagramError if a tensor does not have the dtype and shape that an input pin declares."""
    wanted, form = declared(pin)
    if wanted is not None and dtype is not wanted:
        text = f"{name} must be {wanted.short}, got {dtype.short}"
        raise DiagramError(text, pin=at, hint="add a Cast block to change the dtype")
    if not compatible(form, shape):
        raise DiagramError(f"{name} must have the shape {shape_text(form)}, got {shape_text(shape)}", pin=at)


def _form(kind: Kind) -> dict[str, Any]:
    dtype, shape = kind
    return {"dtype": dtype.name, "shape": None if shape is None else list(shape)}


def _tensor(elaboration: Elaboration, block: str) -> Output | None:
    entry = elaboration.values.get(block, {}).get("output")
    return entry if isinstance(entry, Output) else None


def given_spec(kept: BlockSpec) -> BlockSpec:
    def stands(scope: Scope, *, dtype: DType | None = None, shape: Shape | None = None) -> dict[str, Any]:
        output = construct(Placeholder, scope, (), {"dtype": dtype, "shape": shape}).outputs[0]
        output.is_ref = True
        return {kept.outputs[0].name: output}

    result = BlockType(kept.name, kept.page, "->", stands, helper=True)
    return with_pins(result, [], kept.outputs)


class _Call:
    """A block that runs composites, while its node is built."""

    def __init__(self, bodies: Bodies, kind: str, pages: Sequence[Page], scope: Scope, given: Sequence[Any]) -> None:
        self.bodies, self.kind, self.pages, self.scope = bodies, kind, pages, scope
        self.path = scope.owner.block if scope.owner is not None else kind
        self.pins: dict[str, Block] = {}
        for page in pages:
            self.pins.update(bodies.expander.pins(page).inputs)  # where both have a pin, that of the body counts
        *rest, held = given
        names = (["predicate"] if kind == Cond.name else []) + list(self.pins)
        self.held: list[Output] = [each.as_output() for each in held or ()]
        self.tensors: dict[str, Output] = {}
        self.literals: dict[str, Any] = {}
        for name, value in zip(names, rest, strict=True):
            pin = self.pins.get(name)
            if isinstance(value, Operand):
                self.tensors[name] = value.as_output()
                continue
            if _takes_list(pin) or (is_list(value) and any(isinstance(each, Operand) for each in value)):
                raise DiagramError(f"{name} takes a list, which {kind} cannot pass to its composite", pin=name)
            literal = value if value is not None or pin is None else pin.values.get("default")
            if literal is None:
                raise DiagramError(f"{name} is not wired and has no default", pin=name)
            self.literals[name] = literal

    def constant(self, name: str) -> Output:
        pin = self.pins.get(name)
        dtype = BOOL if pin is None else declared(pin)[0]
        try:
            array, dtype = to_array(self.literals.pop(name), dtype)
        except DiagramError as error:
            raise DiagramError(f"{name}: {error.message}", pin=name, hint=error.hint) from None
        attrs: dict[str, Any] = {"val": array, "dtype": dtype, "shape": list(array.shape)}
        scope = self.scope.with_op_name(f"{self.path.rpartition('/')[2]}.{name}")
        output = self.tensors[name] = construct(Const, scope, (), attrs).outputs[0]
        return output

    def fits(self, name: str, dtype: DType, shape: Shape) -> None:
        _require_fit(self.pins[name], name, name, dtype, shape)

    def body(
        self,
        page: Page,
        part: str,
        kinds: Mapping[str, Kind],
        values: Mapping[str, Any],
        variables: Sequence[Sequence[Output]],
        changing: Collection[str] = (),
    ) -> BodyGraph:
        """Return a composite as a graph.

        Args:
            variables: the block's inputs for each of its variables, for each iteration.
            changing: pins whose values differ between iterations, so they cannot be variables.
        """
        promoted, here = _given_inside(values, part)
        own = self.bodies.expander.pins(page).inputs
        literals = {name: value for name, value in self.literals.items() if name in own}
        given = {name: kind for name, kind in kinds.items() if name in own}
        refs = [None if name in changing or not (o := self.tensors[name]).is_ref else cell_of(o) for name in given]
        cells = [*refs, *[cell_of(each[0]) for each in variables]]
        numbers = [-1 if cell is None else cells.index(cell) for cell in cells]
        kinds_of = [_kind_of(each) for each in variables]
        result = self.bodies.make(page, given, literals, promoted, here, kinds_of, numbers)
        self._see_to_it(result, part, effects=self.kind != Map.name and part != "condition/")
        return result

    def _see_to_it(self, result: BodyGraph, part: str, *, effects: bool) -> None:
        errors: list[DiagramError] = []
        begin = f"{self.path}/{part}"
        specs: Mapping[str, BlockSpec] = result.body.elaboration.specs
        training = [block for block, spec in specs.items() if trains(spec)]
        for block in training:
            why = f"{specs[block].display_name} cannot be inside {self.kind}: it trains variables once per step"
            hint = "put the block on the page, or update the variables with an Apply block in each iteration"
            errors.append(self._told(DiagramError(why, hint=hint, block=f"{begin}{block}")))
        for each in result.errors:
            if each.block in training:
                continue
            if each.composite is not None:
                each.paths = (self.path,)
                errors.append(each)
                continue
            block = f"{begin}{each.block or ''}".rstrip("/")
            errors.append(self._told(DiagramError(each.message, pin=each.pin, hint=each.hint, block=block)))
        inside = "a condition" if self.kind == While.name else self.kind
        for node in () if effects else result.body.graph.nodes:
            if node.type.context and node.block_name.partition("/")[0] not in training:
                text = f"{node.display_name} cannot be inside {inside}: it has side effects"
                errors.append(self._told(DiagramError(text, block=f"{begin}{node.block_name}")))
        for block, called in () if effects else result.writers.items():
            if block.partition("/")[0] not in training:
                text = f"{called} cannot be inside {inside}: it writes a variable"
                errors.append(self._told(DiagramError(text, block=f"{begin}{block}")))
        if errors:
            raise BodyFaults(errors)

    def _told(self, error: DiagramError) -> DiagramError:
        error.paths = (self.path,)
        return error

    def output(self, result: BodyGraph, name: str) -> Output:
        output = result.outputs.get(name)
        if output is None:
            raise DiagramError(f"{name} must be exactly one tensor", pin=name)
        return output

    def take_variables(self, page: Page, part: str, values: Mapping[str, Any], rounds: int = 1) -> list[list[Output]]:
        count = len(self.bodies.expander.hoisted(page, *_given_inside(values, part)).variables)
        taken, self.held = self.held[: count * rounds], self.held[count * rounds :]
        if len(taken) < count * rounds:
            raise DiagramError("a variable inside the composite could not be created")
        return [taken[i * rounds : (i + 1) * rounds] for i in range(count)]


def _given_inside(values: Mapping[str, Any], part: str) -> tuple[Mapping[str, Any], Inner]:
    return values[INNER][part]


def _takes_list(pin: Block | None) -> bool:
    return pin is not None and pin.values.get("list") is True


def _kind_of(outputs: Sequence[Output]) -> Kind:
    shape = outputs[0].shape
    for each in outputs[1:]:
        if each.dtype is not outputs[0].dtype or not compatible(each.shape, shape):
            raise DiagramError(f"{each.op.block_name} and {outputs[0].op.block_name} have different dtypes or shapes")
        shape = shape if each.shape == shape else None
    return outputs[0].dtype, shape


# -- Loops -------------------------------------------------------------------------------------------------------------


def _make_loop(
    bodies: Bodies, kind: str, pages: Sequence[Page], scope: Scope, *given: Any, **values: Any
) -> dict[str, Any]:
    call = _Call(bodies, kind, pages, scope, given)
    page = pages[-1]
    pins = bodies.expander.pins(page)
    over: list[str] = list(dict.fromkeys(values.get("over") or []))
    if kind in (Scan.name, Map.name) and not over:
        raise DiagramError(f"{kind} has nothing to iterate over: name an input pin", pin="over")
    for name in over:
        if name not in pins.inputs:
            known = ", ".join(pins.inputs) or "none"
            raise DiagramError(f"{page.name[1:]} has no input pin {name!r}; its input pins are: {known}", pin="over")
        if name in pins.outputs and kind != Map.name:
            text = f"{name} cannot be both iterated over and carried: an output pin has the same name"
            raise DiagramError(text, pin="over")
    carried = [] if kind == Map.name else [name for name in pins.inputs if name in pins.outputs]
    for name in pins.outputs if kind == While.name else ():
        if name == "rounds":
            raise DiagramError(
                "an output pin of the body cannot be named 'rounds', because While already has a pin with that name",
                pin="body",
            )
        if name not in carried:
            text = f"the body has an output {name} but no input of that name: While carries each output from"
            raise DiagramError(f"{text} iteration to iteration", pin="body", hint="add an InputPin of the same name")
    for name in [*over, *carried]:
        if name in call.literals:
            call.constant(name)
    for name in list(call.literals) if kind == While.name else ():
        if name not in pins.inputs:
            call.constant(name)
    kinds = {name: _in_round(call, name, over, carried, kind) for name in call.tensors if name in pins.inputs}
    varying = kind == While.name and any(_is_open(declared(pins.inputs[name])[1]) for name in carried)
    own = kind == Repeat.name and not values["share"]
    times: int | None = values.get("times")
    test_variables = call.take_variables(pages[0], "condition/", values) if kind == While.name else []
    variables = call.take_variables(page, "", values, max(times or 0, 1) if own else 1)
    result = call.body(page, "", kinds, values, variables, (*over, *carried))
    pairs: list[tuple[Port, list[Output]]] = []
    for name, output in call.tensors.items():
        if name in kinds and not result.inputs[name].op.inputs:
            how = "over" if name in over else "carried" if name in carried else "constant"
            pairs.append((Port(how, result.inputs[name], name), [output]))
    for each, stands in zip(variables, result.variables, strict=True):
        if not stands.op.inputs:  # else another stand-in is for the same variable
            pairs.append(variable_port(stands, each, times or 0 if own else 0))
    pairs, ends = variables_last(pairs, result.written)
    test = None
    if kind == While.name:
        test = _test(call, pages[0], values, test_variables, pairs)
    inputs, flat = [port for port, _ in pairs], [output for _, outputs in pairs for output in outputs]
    order = [port.name for port in inputs if port.kind == "carried" and not port.variable]
    outputs = [Port("carried", _agreeing(call, result, name, kinds[name], varying=varying), name) for name in order]
    outputs += ends
    outputs += [Port("stacked", call.output(result, name), name) for name in pins.outputs if name not in order]
    outputs += [Port("rounds", None, "rounds")] if kind == While.name else []
    for name in ("maximum", "checkpoint", "times"):
        if values.get(name) is not None and values[name] < (name == "checkpoint"):
            raise DiagramError(f"{name} must be at least {int(name == 'checkpoint')}, got {values[name]}", pin=name)
    loop = Loop(
        kind, result.body, tuple(inputs), tuple(outputs), times, bool(values.get("reverse")), test,
        values.get("maximum"), values.get("checkpoint"), varying, own,
    )  # fmt: skip
    loop = replace(loop, written=loop.variables())
    node = call_body(scope, flat, loop)
    ends_at = zip(outputs, loop.indices(outputs), strict=True)
    results: dict[str, Any] = {port.name: node.outputs[at] for port, at in ends_at if not port.variable}
    return {**{name: results[name] for name in pins.outputs}, **results, RAN: OperationRef(node)}


def _in_round(call: _Call, name: str, over: Sequence[str], carried: Sequence[str], kind: str) -> Kind:
    output = call.tensors[name]
    shape = output.shape
    if name in over and shape is not None:
        if not shape:
            raise DiagramError(f"{kind} cannot iterate over {name}, which is a scalar", pin=name)
        shape = shape[1:]
    call.fits(name, output.dtype, shape)
    _, form = declared(call.pins[name])
    return output.dtype, form if kind == While.name and name in carried and form is not None else shape


def _is_open(shape: Shape) -> bool:
    return shape is not None and None in shape


def _agreeing(call: _Call, result: BodyGraph, name: str, kind: Kind, *, varying: bool) -> Output:
    output = call.output(result, name)
    dtype, shape = kind
    if output.dtype is dtype and compatible(output.shape, shape):
        return output
    before, after = (f"{d.short}{shape_text(s)}" for d, s in ((dtype, shape), (output.dtype, output.shape)))
    hint = "declare a shape with null sizes at the InputPin" if call.kind == While.name and not varying else None
    raise DiagramError(
        f"{name} must keep its dtype and shape, but is {before} before iteration 0 and {after} after iteration 0",
        pin=name,
        hint=hint,
    )


def _test(
    call: _Call,
    page: Page,
    values: Mapping[str, Any],
    variables: Sequence[Sequence[Output]],
    given: list[tuple[Port, list[Output]]],
) -> Test:
    """Return the condition of a While; insert its own inputs before the inputs of the node."""
    own = call.bodies.expander.pins(page)
    there = {port.name: port for port, _ in given if port.name in call.tensors}
    kinds: dict[str, Kind] = {}

    for name, output in call.tensors.items():
        if name in own.inputs and name not in there:
            there[name] = condition_port(given, name, output)
            call.fits(name, output.dtype, output.shape)
    for name in own.inputs:
        if name in there:
            stands = there[name].value
            stands = call.tensors[name] if stands is None else stands
            kinds[name] = stands.dtype, stands.shape
    result = call.body(page, "condition/", kinds, values, variables)
    asked = [(result.inputs[name], there[name]) for name in kinds]
    for each, stands in zip(variables, result.variables, strict=True):
        asked.append((stands, condition_port(given, each[0].op.block_name, each[0])))
    if len(own.outputs) != 1:
        text = f"the condition {page.name[1:]} must have one output, got {len(own.outputs)}"
        raise DiagramError(text, pin="condition")
    [name] = own.outputs
    value = call.output(result, name)
    if value.dtype is not BOOL or not compatible(value.shape, ()):
        kind = f"{value.dtype.short}{shape_text(value.shape)}"
        raise DiagramError(
            f"the condition must return one boolean, but {page.name[1:]}.{name} is {kind}", pin="condition"
        )
    return test_of(result.body, asked, value, given)


# -- Branches ----------------------------------------------------------------------------------------------------------


def _make_choice(
    bodies: Bodies, kind: str, pages: Sequence[Page], scope: Scope, *given: Any, **values: Any
) -> dict[str, Any]:
    call = _Call(bodies, kind, pages, scope, given)
    pins = [bodies.expander.pins(page) for page in pages]
    for what in ("inputs", "outputs"):
        first, second = ({*getattr(each, what)} for each in pins)
        for name in sorted(first ^ second):
            has, lacks = pages if name in first else pages[::-1]
            text = f"{has.name[1:]} has the {what[:-1]} pin {name}, but {lacks.name[1:]} does not:"
            raise DiagramError(f"{text} branches must have the same pins", pin="else")
    if "predicate" in pins[0].inputs:
        text = "an input pin of a branch cannot be named 'predicate': Cond already has a pin with that name"
        raise DiagramError(text, pin="then")
    if "predicate" in call.literals:
        call.constant("predicate")
    predicate = call.tensors.pop("predicate")
    if predicate.dtype is not BOOL or not compatible(predicate.shape, ()):
        text = f"predicate must be one boolean, got {predicate.dtype.short}{shape_text(predicate.shape)}"
        raise DiagramError(text, pin="predicate")
    kinds: dict[str, Kind] = {}
    for name, output in call.tensors.items():
        call.fits(name, output.dtype, output.shape)
        kinds[name] = output.dtype, output.shape
    held: list[list[list[Output]]] = []
    sides: list[BodyGraph] = []
    for value, page in zip(LOOP_BODIES[kind], pages, strict=True):
        part = inner_part(value)
        held.append(call.take_variables(page, part, values))
        sides.append(call.body(page, part, kinds, values, held[-1]))
    pairs: list[tuple[Output, Sides]] = [
        (output, (sides[0].inputs[name], sides[1].inputs[name])) for name, output in call.tensors.items()
    ]
    for side, (variables, item) in enumerate(zip(held, sides, strict=True)):
        for each, stands in zip(variables, item.variables, strict=True):
            pairs.append((each[0], (None, stands) if side else (stands, None)))
    pairs, outputs = variables_of_branches_last(
        pairs, [each.body.graph for each in sides], [each.written for each in sides]
    )
    count = len(outputs)
    flat = [predicate, *[output for output, _ in pairs]]
    for name in pins[0].outputs:
        first, second = (call.output(created, name) for created in sides)
        if first.dtype is not second.dtype:
            text = f"{name} must have one dtype: it is {first.dtype.short} if the predicate is true, but"
            raise DiagramError(f"{text} {second.dtype.short} otherwise", pin=name)
        outputs.append((first, second))
    dtypes = tuple([first.dtype for first, _ in outputs if first is not None])
    names = (*[output.op.block_name for output, _ in pairs[len(pairs) - count :]], *pins[0].outputs)
    inputs = tuple([pair for _, pair in pairs])
    bodies_of = sides[0].body, sides[1].body
    choice = Choice(kind, bodies_of, inputs, tuple(outputs), dtypes, names, tuple(range(count)))
    node: Node = call_body(scope, flat, choice)
    return {**dict(zip(pins[0].outputs, node.outputs[count:], strict=True)), RAN: OperationRef(node)}


def spec_of(bodies: Bodies, name: str) -> BlockSpec | None:
    expander = bodies.expander
    if name.startswith(GIVEN):
        kept = expander.find_type(name.removeprefix(GIVEN))
        return None if kept is None else given_spec(kept)
    result = pins_of_loop(name, expander.promotion)
    if result is None:
        return None
    pages = [expander.pages[each] for each in name.split("/")[2:]]
    hidden = InputPin(VARIABLES, None, ANY, True, False, True, "output")
    spec = with_pins(result, [*result.inputs, hidden], result.outputs)
    spec.kernel = partial(_make_choice if result.name == Cond.name else _make_loop, bodies, result.name, pages)
    spec.attributes = (*result.attributes, Attribute(INNER, "tensor", None))
    spec.attribute_names = {each.name: each for each in spec.attributes}
    spec.random = True  # its node may draw, and then by its path
    return spec

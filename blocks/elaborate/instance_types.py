"""Internal block types for the parts of a composite: its pins, its scope and whole instances."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from blocks.base.dtypes import ANY, RESOURCE, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Shape, is_list
from blocks.document.data import Block, Page
from blocks.document.definitions import INPUT_PIN as INPUT
from blocks.document.definitions import OF_ALL, SHARES, pin_name
from blocks.document.definitions import OUTPUT_PIN as OUTPUT
from blocks.elaborate.muting import unmuted_output
from blocks.elaborate.promotion import Promotion
from blocks.graph.attributes import convert
from blocks.graph.build import BlockType, construct
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import Attribute, BlockSpec, InputPin, OutputPin
from blocks.library.array.identity import Placeholder
from blocks.library.core.composites import InputPin as InputPinType
from blocks.library.core.composites import OutputPin as OutputPinType
from blocks.library.core.values import kind_name

PAGE = "composites"
LIST_INPUT, OUTLINE_INPUT, SCOPE = f"{INPUT}/list", f"{INPUT}/outline", "Composite/scope"
SHARED, MUTED = "shared/", "/muted"
"""What stands before the type of a block that is another instance's, and behind that of a muted instance."""

Kind = tuple[DType, Shape]
"""What comes to a pin."""


class CompositePins(NamedTuple):
    inputs: dict[str, Block]
    outputs: dict[str, Block]
    faults: list[tuple[str, str]]


def pins_of(page: Page) -> CompositePins:
    pins = CompositePins({}, {}, [])
    for block in page.blocks:
        if block.type in (INPUT, OUTPUT):
            side, what = (pins.inputs, "input") if block.type == INPUT else (pins.outputs, "output")
            name = pin_name(block)
            if name in side:
                pins.faults.append((block.id, f"two {what} pins have the name {name!r}"))
            elif name in OF_ALL and side is pins.inputs:
                pins.faults.append((block.id, f"an input pin cannot be named {name!r}: every instance has that pin"))
            elif "." in name or "[" in name or "]" in name:
                pins.faults.append((block.id, f"{name!r} is not a valid name of a pin"))
            else:
                side[name] = block
    return pins


def instance_spec(page: Page, promotion: Promotion, *, name: str | None = None) -> BlockSpec:
    """Return the block type of a composite's instances: its pins and promoted values."""
    pins = pins_of(page)
    inputs = [_input(name, block) for name, block in pins.inputs.items()]
    outputs = [OutputPin(name, None, None, kind="output") for name in pins.outputs]
    spec = with_pins(BlockType(name or page.name, PAGE, "->", _refused, helper=True), inputs, outputs)
    definition = page.composite
    if definition is not None:
        spec.doc = spec.__doc__ = definition.doc
        spec.gradient_composite = definition.gradient[1:]
        values = [each for each in definition.values if each.name not in pins.inputs]
        spec.attributes = (*[promotion.attribute(page, each) for each in values], _SHARES)
        spec.attribute_names = {each.name: each for each in spec.attributes}
    return spec


_SHARES = Attribute(SHARES, "string", "", doc="The instance whose variables, queues and streams this one uses.")


def _refused(scope: Scope, *_given: Any, **_values: Any) -> Mapping[str, Any]:
    raise DiagramError("an instance of a composite can be used only on a page of a diagram")


def _input(name: str, block: Block) -> InputPin:
    dtype, _ = declared(block)
    optional = block.values.get("default") is not None
    return InputPin(name, None, ANY if dtype is None else (dtype,), block.values.get("list") is True, False, optional)


def declared(pin: Block) -> tuple[DType | None, Shape]:
    """Return the declared dtype and shape of an InputPin; None if undeclared or invalid."""
    results: list[Any] = []
    for each in INPUT_TYPE.attributes[:2]:
        try:
            results.append(convert(each, pin.values.get(each.name)))
        except DiagramError:
            results.append(None)
    return results[0], results[1]


def promoted_in(page: Page, values: Mapping[str, Any]) -> dict[str, Any]:
    definition = page.composite
    names = [] if definition is None else [each.name for each in definition.values]
    return {name: values[name] for name in names if values.get(name) is not None}


def with_kinds(page: Page, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> Page:
    blocks: list[Block] = []
    for block in page.blocks:
        kind = kinds.get(pin_name(block)) if block.type == INPUT else None
        if kind is not None:
            dtype, shape = kind
            declared = {"dtype": dtype.name, "shape": None if shape is None else list(shape)}
            block = block._replace(values={**block.values, **declared})
        blocks.append(block)
    definition = page.composite
    assert definition is not None
    promoted = [each._replace(default=values.get(each.name, each.default)) for each in definition.values]
    return page._replace(blocks=tuple(blocks), composite=definition._replace(values=tuple(promoted)))


def with_pins(spec: BlockSpec, inputs: Iterable[InputPin], outputs: Iterable[OutputPin]) -> BlockSpec:
    spec = copy.copy(spec)
    spec.inputs, spec.outputs = tuple(inputs), tuple(outputs)
    spec.input_index = {pin.name: i for i, pin in enumerate(spec.inputs)}
    spec.output_index = {pin.name: i for i, pin in enumerate(spec.outputs)}
    spec.plain_inputs = False
    spec.simple = False
    spec.forms = None
    return spec


def results_spec(page: Page) -> BlockSpec:
    """Return the type of the block that shows an instance's results: an input and an output per output pin."""

    def handed_on(scope: Scope, *given: Any) -> dict[str, Any]:
        return {name: value for name, value in zip(names, given, strict=True) if value is not None}

    names = list(pins_of(page).outputs)
    inputs = [InputPin(name, None, ANY, optional=True, kind="output") for name in names]
    outputs = [OutputPin(name, None, None, kind="output") for name in names]
    spec = with_pins(BlockType(page.name, PAGE, "->", handed_on, helper=True), inputs, outputs)
    spec.allows_missing_inputs = True
    return spec


# -- Pins, where an instance is expanded ------------------------------------------------------------------------------


def _input_pin(
    scope: Scope, input: Any, *, dtype: DType | None, shape: Shape, name: str, **_values: Any
) -> dict[str, Any]:
    pin = name or scope.op_name or ""
    if input is None:
        raise DiagramError(f"{pin} is not wired and has no default", pin="input")
    for value in input if is_list(input) else (input,):
        _check(pin, value, dtype, shape)
    return {"output": input}


def _check(pin: str, value: Any, dtype: DType | None, shape: Shape) -> None:
    if dtype is None and shape is None:
        return
    if not isinstance(value, Operand):
        raise DiagramError(f"{pin} must be a tensor, got {kind_name(value)}", pin="input")
    output = value.as_output()
    if dtype is not None and output.dtype is not dtype:
        text = f"{pin} must be {dtype.short}, got {output.dtype.short}"
        raise DiagramError(text, pin="input", hint="add a Cast block to change the dtype")
    if not compatible(shape, output.shape):
        text = f"{pin} must have the shape {shape_text(shape)}, got {shape_text(output.shape)}"
        raise DiagramError(text, pin="input")


def _output_pin(scope: Scope, input: Any, *, name: str = "") -> dict[str, Any]:
    if input is None:
        raise DiagramError("nothing is wired to the pin", pin="input")
    return {"output": input}


def _outline(scope: Scope, *, dtype: DType | None, shape: Shape, **_values: Any) -> dict[str, Any]:
    output = construct(Placeholder, scope, (), {"dtype": dtype, "shape": shape}).outputs[0]
    output.is_ref = True  # at an instance it may be a variable
    return {"output": output}


def _sub_scope(scope: Scope) -> dict[str, Any]:
    return {"scope": scope.new_sub_scope(scope.op_name or "Composite")}


def _pin_type(declared_as: BlockSpec, signature: str, kernel: Callable[..., Any]) -> BlockSpec:
    return BlockType(
        declared_as.name, PAGE, signature, kernel, helper=True, passthrough=True, attributes_of=declared_as
    )


INPUT_TYPE = _pin_type(InputPinType, "input: output? -> output: output", _input_pin)
_LIST_PIN = _pin_type(InputPinType, "input: output*? -> output: list", _input_pin)
_OUTPUT_PIN = _pin_type(OutputPinType, "input: output? -> output: feed", _output_pin)
_OUTLINE = _pin_type(InputPinType, "-> output: output", _outline)
_SCOPE = BlockType(SCOPE, PAGE, "-> scope: scope", _sub_scope, helper=True)

PIN_TYPES: dict[str, BlockSpec] = {
    INPUT: INPUT_TYPE,
    LIST_INPUT: _LIST_PIN,
    OUTPUT: _OUTPUT_PIN,
    OUTLINE_INPUT: _OUTLINE,
    SCOPE: _SCOPE,
}
"""The types of such blocks, by what they are called in an expansion."""


# -- Blocks that two instances share ----------------------------------------------------------------------------------


def has_effect(spec: BlockSpec | None) -> bool:
    """Return whether blocks of a type have state or side effects."""
    return spec is not None and bool(spec.variable or spec.context or spec.writes or spec.trains)


def keeps(spec: BlockSpec) -> bool:
    """Return whether blocks of a type hold session state: a variable, or the handle of a queue or a reader."""
    if spec.variable:
        return not spec.temporary
    return spec.context and not spec.inputs and any(pin.is_ref or pin.fixed is RESOURCE for pin in spec.outputs)


@cache
def shared_spec(spec: BlockSpec) -> BlockSpec:
    """Return the type of blocks that return the state of a block of the same type in another instance."""

    def same(scope: Scope, *given: Any, **attributes: Any) -> dict[str, Any]:
        *own, other = given
        would_be = unmuted_output(spec, scope, own, attributes)
        if isinstance(other, Output) and (
            other.dtype is not would_be.dtype or not compatible(other.shape, would_be.shape)
        ):
            text = (
                f"{other.op.block_name} is {other.dtype.short}{shape_text(other.shape)} and cannot share its value with"
            )
            this = f"{would_be.dtype.short}{shape_text(would_be.shape)}"
            raise DiagramError(f"{text} this block, which is {this}", pin=SHARES)
        return {spec.outputs[0].name: other}

    result = BlockType(spec.name, spec.page, "->", same, helper=True)
    result.attributes, result.attribute_names = spec.attributes, spec.attribute_names
    return with_pins(result, [*spec.inputs, InputPin(SHARES, None, ANY, kind="output")], spec.outputs)

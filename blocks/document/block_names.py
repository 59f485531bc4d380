"""The pins and values of a block by name, so that a program's wrong name fails where it is typed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from blocks.base.dtypes import ANY, DType, find
from blocks.base.errors import DiagramError, UsageError
from blocks.base.literals import natural_dtype
from blocks.document.data import INSTANCE, LOOP_BODIES, LOOP_PINS, Block, Endpoint, Json
from blocks.document.definitions import SHARES, pins
from blocks.document.state import PageState
from blocks.graph.spec import Attribute, BlockSpec, InputPin, OutputPin
from blocks.library.registry import find as find_type
from blocks.library.similar import Suggestions, closest

Composites = Mapping[str, PageState]

_MOST_FOLLOWED = 200
"""Blocks that are followed to learn a dtype."""
SCOPE = "scope"


class BlockNames(NamedTuple):
    """The pins of a block, and its values that are not inputs; ``spec`` is None for an instance."""

    type: str
    spec: BlockSpec | None
    inputs: Mapping[str, InputPin]
    outputs: Mapping[str, OutputPin]
    values: Mapping[str, Attribute | None]

    def check_values(self, names: Iterable[str]) -> None:
        """Raise UsageError if a value does not exist or cannot be typed."""
        # An input of an instance may be a list, which is then wired.
        known = [*self.values, *(name for name, pin in self.inputs.items() if self.spec is None or pin.literal)]
        for name in names:
            if name in self.inputs and name not in known:
                raise UsageError(f"{name} takes a wire, not a typed value", pin=name)
            if name not in known:
                text = f"{self.type} has no attribute or input {name!r}"
                raise UsageError(text, pin=name, hint=closest(name, known, "attributes and inputs"))

    def check_input(self, name: str) -> None:
        if name not in self.inputs and name in self.values:
            text = f"{name} is an attribute of {self.type} and takes no wire"
            raise UsageError(text, pin=name, hint="type its value")
        if name not in self.inputs and name != SCOPE:
            hint = closest(name, list(self.inputs), "input pins")
            raise UsageError(f"{self.type} has no input pin {name!r}", pin=name, hint=hint)

    def output(self, name: str, target: BlockNames | None) -> OutputPin:
        """Return an output pin; raise UsageError if there is none. A wire to a display may name a result pin."""
        if target is not None and target.spec is not None and target.spec.is_display:
            name = next((each for each, pin in self.outputs.items() if name in pin.result_pins), name)
        if name not in self.outputs:
            hint = closest(name, list(self.outputs), "output pins")
            raise UsageError(f"{self.type} has no output pin {name!r}", pin=name, hint=hint)
        return self.outputs[name]


def check_type(name: str, composites: Composites) -> None:
    """Raise an error with similar names if there is no such block type or composite."""
    if name not in composites and find_type(name) is None:
        error = Suggestions().missing(name)
        if composites and name.startswith(INSTANCE):
            error.hint = closest(name, list(composites), "composites")
        elif INSTANCE + name in composites:
            error.hint = f"did you mean {INSTANCE}{name}?"
        raise UsageError(error.message, hint=error.hint)


def names_of(kind: str, values: Mapping[str, Json], composites: Composites) -> BlockNames | None:
    """Return the names of a block; None if its type, or the composite that it runs, is missing."""
    if kind in composites:
        return _of_instance(composites[kind])
    spec = find_type(kind)
    result = None if spec is None else _of_type(spec)
    for value in LOOP_BODIES.get(kind, ()):
        body = composites.get(str(values.get(value)))
        if body is None or result is None:
            return None
        inner, own = _of_instance(body), [LOOP_PINS[value]] if value in LOOP_PINS else []
        inputs = {**result.inputs, **inner.inputs, **{name: _input(name) for name in own}}
        outputs = {**result.outputs, **inner.outputs, **{name: _output(name) for name in own}}
        result = BlockNames(kind, None, inputs, outputs, {**result.values, **inner.values})
    return result


@cache
def _of_type(spec: BlockSpec) -> BlockNames:
    inputs = {pin.name: pin for pin in spec.inputs}
    outputs = {pin.name: pin for pin in spec.outputs}
    for alias, name in spec.aliases.items():
        inputs |= {alias: inputs[name]} if name in inputs else {}
        outputs |= {alias: outputs[name]} if name in outputs else {}
    return BlockNames(spec.name, spec, inputs, outputs, dict(spec.attribute_names))


def _of_instance(composite: PageState) -> BlockNames:
    page = composite.snapshot()
    declared = pins(page)
    return BlockNames(
        page.name[1:],
        None,
        {pin.name: _input(pin.name, pin.dtype, pin.default is not None, pin.is_list) for pin in declared.inputs},
        {pin.name: _output(pin.name) for pin in declared.outputs},
        {**{value.name: None for value in page.promoted}, SHARES: None},
    )


def _input(name: str, dtype: Json = None, optional: bool = False, is_list: bool = False) -> InputPin:
    known = find(dtype)
    return InputPin(name, None, ANY if known is None else (known,), is_list, False, optional, "output")


def _output(name: str) -> OutputPin:
    return OutputPin(name, None, None, kind="output", is_ref=True)


def free_input(
    page: PageState, composites: Composites, source: Endpoint, output: OutputPin | None, target: Block
) -> str:
    """Return the only input of a block without a wire and a typed value that fits; raise UsageError without one."""
    end = names_of(target.type, target.values, composites)
    if end is None:
        raise UsageError(f"the pin must be named, because there is no block type {target.type!r}", block=target.id)
    wired = [end.inputs[each.target.pin] for each in page.wires_into(target.id, None) if each.target.pin in end.inputs]
    taken = {*wired, *(pin for pin in end.inputs.values() if target.values.get(pin.name) is not None)}
    free = [pin for pin in dict.fromkeys(end.inputs.values()) if pin.is_list or pin not in taken]
    if output is not None and output.kind == SCOPE:
        return SCOPE
    dtypes = _dtypes(page, composites, source)
    fitting = [pin for pin in free if output is None or pin.fits(output, source.index, dtypes)]
    fitting = [pin for pin in fitting if not pin.optional] or fitting
    if len(fitting) == 1:
        return fitting[0].name
    listed = ", ".join(f"{target.id}.{pin.name}" for pin in fitting or free)
    if fitting:
        raise UsageError(f"several free inputs of {target.id} fit {source}", hint=f"name one of: {listed}")
    hint = f"the free inputs are: {listed}" if free else "all its inputs have a wire or a typed value"
    raise UsageError(f"{target.id} has no free input that fits {source}", hint=hint)


def _dtypes(page: PageState, composites: Composites, at: Endpoint) -> tuple[DType, ...] | None:
    """Return the dtypes that an output may have, as far as declarations, typed values and wires tell; None: all."""
    pending, seen = deque([at]), set[str]()
    result: tuple[DType, ...] | None = None
    while pending and len(seen) < _MOST_FOLLOWED:
        at = pending.popleft()
        block = page.blocks.get(at.block)
        names = None if block is None or block.id in seen else names_of(block.type, block.values, composites)
        pin = None if names is None else names.outputs.get(at.pin)
        if block is None or names is None or names.spec is None or pin is None:
            continue
        seen.add(block.id)
        attribute = None if pin.var is None else names.spec.attribute(pin.var)
        known = pin.fixed if attribute is None else find(block.values.get(attribute.name) or attribute.default)
        inputs = [each.name for each in names.spec.inputs if pin.var is not None and each.var == pin.var]
        if attribute is not None:
            inputs += [each.name for each in names.spec.attributes if each.type == "tensor"]
            with suppress(DiagramError):
                typed = [block.values[each] for each in inputs if each in block.values]
                known = known or (natural_dtype(typed[0]) if typed else None)
        if known is not None:
            return (known,)
        result = result or names.spec.variables.get(pin.var or "")
        pending += [wire.source for wire in page.wires_into(block.id, None) if wire.target.pin in inputs]
    return result

"""Errors of custom gradients that definitions show before an instance is built: state, cycles and wrong pins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.document.data import Page, listed
from blocks.document.definitions import GRAD, RESULT, cycle_text
from blocks.elaborate.instance_types import CompositePins, declared
from blocks.elaborate.model import Elaboration, Fault
from blocks.graph.graph import Output

if TYPE_CHECKING:
    from blocks.elaborate.definitions import Definitions


def gradient_faults(page: Page, definitions: Definitions) -> Iterator[Fault]:
    """Yield the errors in the custom gradient of a composite, because of which all its instances fail."""
    name, gradient, cycle = page.name[1:], page.gradient[1:], definitions.gradient_cycles.get(page.name)
    other = definitions.pages.get(page.gradient)
    if other is None:
        hint = f"the composites are: {listed([each[1:] for each in definitions.pages])}"
        yield Fault("", None, f"the gradient composite {gradient!r} does not exist", hint, name)
        return
    if cycle is not None:
        text = f"the custom gradients form a cycle: {cycle_text(cycle)}"
        yield Fault("", None, text, "remove one of them", cycle[0][1:])
        return
    block = definitions.stateful.get(other.name)
    if block is not None:
        text = (
            f"the gradient composite {gradient} cannot have state or side effects, as its block {block.id!r}"
        )
        yield Fault("", None, text, f"pass the value in through an input of {name}", name)
    yield from _pin_faults(name, gradient, definitions.pins(page), definitions.pins(other))


def _pin_faults(name: str, gradient: str, own: CompositePins, pins: CompositePins) -> Iterator[Fault]:
    for x, block in own.inputs.items():
        if block.values.get("list") is True:
            text = "a composite with a custom gradient cannot have list inputs"
            yield Fault("", x, text, "use one input pin per tensor", name)
        begin, _, y = x.partition("_")
        if f"{begin}_" in (GRAD, RESULT) and y in own.outputs:
            text = f"the input {x!r} and the output {y!r} both need the pin {x!r} of the gradient composite {gradient}"
            yield Fault("", x, text, "rename one of the two pins", name)
    gradients = {GRAD + y for y in own.outputs}
    inputs = {*gradients, *own.inputs, *(RESULT + y for y in own.outputs)}
    sides = (("inputs", inputs, pins.inputs), ("outputs", {GRAD + x for x in own.inputs}, pins.outputs))
    for side, possible, given in sides:
        wrong = [pin for pin in given if pin not in possible]
        names = listed(sorted(possible)) if wrong else ""
        for pin in wrong:
            text = f"the gradient composite {gradient} has the pin {pin!r}, which does not fit the pins of {name}"
            yield Fault("", pin, text, f"the possible {side} are: {names or 'none'}", name)
    for pin, block in pins.inputs.items():
        dtype, shape = declared(block)
        if pin in gradients and dtype is not None and not dtype.is_differentiable:
            text = f"the pin {pin!r} of the gradient composite {gradient} is {dtype.short}"
            yield Fault("", pin, text, "a gradient is float or complex", name)
        elif pin in own.inputs:
            outer, form = declared(own.inputs[pin])
            if (dtype is not outer and None not in (dtype, outer)) or not compatible(shape, form):
                here, there = (f"{d.short if d else 'any'}{shape_text(s)}" for d, s in ((outer, form), (dtype, shape)))
                text = f"the input {pin!r} is {here} in {name}, but {there} in the gradient composite {gradient}"
                yield Fault("", pin, text, "declare the same dtype and shape in both", name)


def integer_gradients(page: Page, elaboration: Elaboration, definitions: Definitions) -> Iterator[DiagramError]:
    """Yield the inputs of a gradient composite for gradients of outputs that have none."""
    other = definitions.pages.get(page.gradient)
    given = {} if other is None else definitions.pins(other).inputs
    for name, pin in definitions.pins(page).outputs.items():
        output = elaboration.values.get(pin.id, {}).get("output")
        if GRAD + name in given and isinstance(output, Output) and not output.dtype.is_differentiable:
            text = f"the output {name!r} is {output.dtype.short}, which has no gradient"
            hint = f"remove the pin {GRAD + name!r} of the gradient composite"
            yield DiagramError(text, pin=GRAD + name, hint=hint, composite=page.name[1:])

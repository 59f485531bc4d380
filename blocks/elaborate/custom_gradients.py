"""Checks that the pins of a gradient composite fit the composite that names it."""

from __future__ import annotations

from collections.abc import Iterator

from blocks.base.shapes import compatible, shape_text
from blocks.document.data import Block, Page, listed
from blocks.document.definitions import GRAD, RESULT
from blocks.elaborate.instance_types import CompositePins, declared
from blocks.elaborate.model import Fault

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

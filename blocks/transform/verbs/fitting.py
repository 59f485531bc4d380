"""Fast compatibility test for an output pin and an input pin, from their declarations alone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from blocks.base.dtypes import ANY, DType
from blocks.base.language import mark, tr
from blocks.base.types import Shape
from blocks.document.data import Endpoint
from blocks.elaborate.instance_types import PAGE as COMPOSITES
from blocks.graph.spec import BlockSpec, InputPin, OutputPin

Known = Mapping[tuple[str, str, int | None], tuple[DType | None, Shape]]
"""Dtype and shape of pins, as far as they are known: ``PageInfo.pins`` of `blocks.worker.page_checks`."""
NOTHING_KNOWN: Known = MappingProxyType({})

SCOPE_PIN = "scope"

_WORDS = {
    "tensor": mark("a tensor"),
    "output": mark("a tensor"),
    "input": mark("a tensor"),
    "list": mark("a list of tensors"),
    "operation": mark("an operation"),
    "status": mark("the status of a session"),
    "message": mark("the status of a session"),
    "feed": mark("a feed"),
    "initializer": mark("an initial value"),
    "tensor_value": mark("a plain value"),
    "scope": mark("a scope"),
}


def input_pin(spec: BlockSpec, name: str) -> InputPin | None:
    return InputPin(SCOPE_PIN, None, ANY, optional=True, kind="scope") if name == SCOPE_PIN else spec.input(name)


def compatible(
    spec_out: BlockSpec,
    pin_out: str,
    spec_in: BlockSpec,
    pin_in: str,
    known: tuple[DType, Shape] | None = None,
    index: int | None = None,
) -> str | None:
    """Return why an output cannot be wired to an input, or None if it can, as far as declarations tell.

    Args:
        known: the dtype and shape of the output, if known.
        index: the chosen element of a list output.
    """
    output = spec_out.shown_by(pin_out) if spec_in.is_display else spec_out.output(pin_out)
    if output is None:
        return tr("{name} has no output pin {pin_out!r}", name=spec_out.name, pin_out=pin_out)
    pin = input_pin(spec_in, pin_in)
    if pin is None:
        if pin_in in spec_in.attribute_names:
            return tr("{pin_in} is an attribute and cannot be wired: type its value", pin_in=pin_in)
        return tr("{name} has no input pin {pin_in!r}", name=spec_in.name, pin_in=pin_in)
    kind = "tensor" if index is not None else output.kind
    if not pin.takes(kind):
        if kind == "list" and pin.takes("tensor"):
            return one_of_list(pin.name, pin_out)
        return tr(
            "input {name} takes {words}, not {words2}",
            name=pin.name,
            words=tr(_WORDS.get(pin.kind, pin.kind)),
            words2=tr(_WORDS.get(kind, kind)),
        )
    if is_whole_list(output, index) and not pin.is_list:
        return one_of_list(pin.name, pin_out)
    if pin.is_ref and not output.is_ref and spec_out.page != COMPOSITES:  # pins pass on references, too
        return tr("{name} modifies its input {name2}: wire a Variable to this input", name=spec_in.name, name2=pin.name)
    dtype = known[0] if known is not None else output.fixed
    if pin.kind == "tensor" and dtype is not None and pin.allowed is not ANY and dtype not in pin.allowed:
        return tr(
            "{name}: input {name2} takes {listed}, not {short}",
            name=spec_in.name,
            short=dtype.short,
            name2=pin.name,
            listed=_listed(pin.allowed),
        )
    return None


def is_whole_list(output: OutputPin, index: int | None) -> bool:
    return index is None and (output.is_list or output.kind == "list")


def one_of_list(pin: str, output: str) -> str:
    return tr("input {pin} takes one tensor, but {output} is a list: wire one of its elements", pin=pin, output=output)


def _listed(dtypes: tuple[DType, ...]) -> str:
    names = [dtype.short for dtype in dtypes]
    return (
        ", ".join(names)
        if len(names) <= 6
        else tr("{names} and {count} others", names=", ".join(names[:5]), count=len(names) - 5)
    )


def fitting_input(
    spec_out: BlockSpec, pin_out: str, spec_in: BlockSpec, known: tuple[DType, Shape] | None = None
) -> str | None:
    """Return the first compatible input of a block type, or None.

    Required inputs come before optional ones. The scope pin counts only for scopes.
    """
    fitting = [pin for pin in spec_in.inputs if compatible(spec_out, pin_out, spec_in, pin.name, known) is None]
    if fitting:
        return min(fitting, key=lambda pin: pin.optional).name
    output = spec_out.output(pin_out)
    return SCOPE_PIN if output is not None and output.kind == "scope" else None


def fitting_output(spec_out: BlockSpec, spec_in: BlockSpec, pin_in: str) -> str | None:
    for pin in spec_out.outputs:
        if compatible(spec_out, pin.name, spec_in, pin_in) is None:
            return pin.name
    # One element of a list will do where a list will not.
    for pin in spec_out.outputs:
        if is_whole_list(pin, None) and compatible(spec_out, pin.name, spec_in, pin_in, None, 0) is None:
            return pin.name
    return None


def element_count(known: Known, block: str, pin: str) -> int:
    count = 0
    while (block, pin, count) in known:
        count += 1
    return count


def known_at(known: Known, end: Endpoint) -> tuple[DType, Shape] | None:
    dtype, shape = known.get((end.block, end.pin, end.index), (None, None))
    return None if dtype is None else (dtype, shape)

"""What is to be differentiated, by name: the tensors that are added up, and what each is weighted by."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import is_list
from blocks.document.data import Endpoint, Wire
from blocks.elaborate.elaborate import Elaboration
from blocks.elaborate.elaboration import GRADIENTS
from blocks.elaborate.output_names import asked_by, factors, parse_name, summands
from blocks.graph.graph import Output


class Term(NamedTuple):
    """A tensor of a sum that is differentiated, and what it is multiplied by there (None: ones), a constant of it."""

    output: Output
    weight: Output | None


def differentiated(made: Elaboration, name: str) -> list[Output]:
    """The tensors that a name stands for where something is to be differentiated.

    Raises:
        UsageError: there is no such block or pin, or it gives no tensor.
        DiagramError: the block is at fault, or what is wired into it.
    """
    if _is_gradient(made, name):
        found = [value for wire in _wires(made, name, "outputs") for value in wire_values(made, wire)]
    else:
        found = [output for each in summands(name) for output in asked_by(made, factors(each)[0]).outputs]
    if not found:
        _report_failed(made, {each.partition(".")[0] for each in summands(name)})
        raise UsageError(f"{name!r} gives no tensor: it has no gradient", page=made.page.name)
    return found


def terms(made: Elaboration, name: str) -> list[Term]:
    """The same with their weights: those of a gradient block are wired into its ``grad_inputs``.

    Raises:
        UsageError: as `differentiated`; or there is another number of weights.
        DiagramError: as `differentiated`; or a weight is at fault.
    """
    if not weights_of(made, name):
        return [Term(output, None) for output in differentiated(made, name)]
    if _is_gradient(made, name):
        _report_failed(made, {name})
        name = spelled_out(made, name)
    found: list[Term] = []
    for each in summands(name):
        output, weight = factors(each)
        outputs, weights = differentiated(made, output), differentiated(made, weight) if weight else []
        if weight and len(outputs) != len(weights):
            raise UsageError(f"{each!r}: {len(outputs)} tensors, {len(weights)} weights", page=made.page.name)
        found += [Term(*pair) for pair in zip(outputs, weights or [None] * len(outputs), strict=True)]
    return found


def weights_of(made: Elaboration, name: str) -> list[Endpoint]:
    """The pins that are wired in, or written, as weights; none where a plain sum is differentiated.

    Raises:
        UsageError: a block is not there.
    """
    if _is_gradient(made, name):
        return [wire.source for wire in _wires(made, name, "grad_inputs")]
    found = [parse_name(made, weight) for each in summands(name) if (weight := factors(each)[1])]
    return [Endpoint(block, pin or "", index) for block, pin, index in found]


def spelled_out(made: Elaboration, block: str) -> str:
    """What a gradient block differentiates, by a name that does without it: ``a.y + b.y``, ``a.y * w.output``."""
    outputs, weights = (_wires(made, block, pin) for pin in ("outputs", "grad_inputs"))
    if not weights:
        return " + ".join([str(wire.source) for wire in outputs])
    pairs = zip(_single_names(made, outputs), _single_names(made, weights), strict=True)
    return " + ".join([f"{output} * {weight}" for output, weight in pairs])


def wire_values(made: Elaboration, wire: Wire) -> tuple[Output, ...]:
    """The tensors that go through a wire; none if the block where it begins failed."""
    source = wire.source
    values = made.values.get(source.block)
    if values is None:
        return ()
    value = values.get(source.pin)
    if source.index is None and isinstance(value, Output):
        return (value,)
    pin = made.specs[source.block].shown_by(source.pin)
    value = values.get(pin.name) if pin is not None else None
    if source.index is not None:
        value = value[source.index] if is_list(value) and source.index < len(value) else None
    values = value if is_list(value) else (value,)
    return tuple([each for each in values if isinstance(each, Output)])


def _is_gradient(made: Elaboration, name: str) -> bool:
    spec = made.specs.get(name)
    return spec is not None and spec.name == GRADIENTS


def _wires(made: Elaboration, block: str, pin: str) -> list[Wire]:
    return [wire for wire in made.wires_into.get(block, ()) if wire.target.pin == pin]


def _single_names(made: Elaboration, wires: list[Wire]) -> list[str]:
    """A name for each tensor that goes through some wires."""
    found: list[str] = []
    for wire in wires:
        many = len(wire_values(made, wire))
        found += [str(wire.source)] if many == 1 else [str(wire.source._replace(index=i)) for i in range(many)]
    return found


def _report_failed(made: Elaboration, blocks: Collection[str]) -> None:
    """Say why one of some blocks gives nothing.

    Raises:
        DiagramError: one was not made.
    """
    for block in blocks:
        if block in made.specs and block not in made.values:
            fault = next((each for each in made.problems if each.block == block), None)
            text = fault.message if fault is not None else "something that is wired into it is at fault"
            raise DiagramError(f"it has no gradient: {text}", block=block, page=made.page.name)

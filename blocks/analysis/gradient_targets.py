"""Names of differentiation targets: sums of tensors, with optional weights."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from blocks.analysis.output_names import asked_by, factors, parse_name, summands
from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import is_list
from blocks.document.data import Endpoint, Wire
from blocks.elaborate.model import GRADIENTS, Elaboration
from blocks.graph.graph import Output


class LossTerm(NamedTuple):
    """A differentiated tensor of a sum, and its constant factor (None: ones)."""

    output: Output
    weight: Output | None


def differentiated(elaboration: Elaboration, name: str) -> list[Output]:
    """Return the tensors of a name; raise UsageError if there are none, DiagramError if their block failed."""
    if _is_gradient(elaboration, name):
        outputs = tensors_at(elaboration, name, "outputs")
    else:
        outputs = [output for each in summands(name) for output in asked_by(elaboration, factors(each)[0]).outputs]
    if not outputs:
        _report_failed(elaboration, {each.partition(".")[0] for each in summands(name)})
        raise UsageError(f"{name!r} is not a tensor, so it has no gradient", page=elaboration.page.name)
    return outputs


def terms(elaboration: Elaboration, name: str) -> list[LossTerm]:
    """Return the tensors of `differentiated` with their weights: for a gradient block, its ``grad_inputs``."""
    if not weights_of(elaboration, name):
        return [LossTerm(output, None) for output in differentiated(elaboration, name)]
    if _is_gradient(elaboration, name):
        _report_failed(elaboration, {name})
        name = spelled_out(elaboration, name)
    terms: list[LossTerm] = []
    for each in summands(name):
        output, weight = factors(each)
        outputs, weights = differentiated(elaboration, output), differentiated(elaboration, weight) if weight else []
        if weight and len(outputs) != len(weights):
            raise UsageError(
                f"{each!r}: expected one weight per tensor, got {len(outputs)} tensors and {len(weights)} weights",
                page=elaboration.page.name,
            )
        terms += [LossTerm(*pair) for pair in zip(outputs, weights or [None] * len(outputs), strict=True)]
    return terms


def weights_of(elaboration: Elaboration, name: str) -> list[Endpoint]:
    if _is_gradient(elaboration, name):
        return [wire.source for wire in elaboration.wires_to(name, "grad_inputs")]
    result = [parse_name(elaboration, weight) for each in summands(name) if (weight := factors(each)[1])]
    return [Endpoint(block, pin or "", index) for block, pin, index in result]


def spelled_out(elaboration: Elaboration, block: str) -> str:
    """Return the targets of a gradient block without its name: ``a.y + b.y``, ``a.y * w.output``."""
    outputs, weights = (elaboration.wires_to(block, pin) for pin in ("outputs", "grad_inputs"))
    if not weights:
        return " + ".join([str(wire.source) for wire in outputs])
    pairs = zip(_single_names(elaboration, outputs), _single_names(elaboration, weights), strict=True)
    return " + ".join([f"{output} * {weight}" for output, weight in pairs])


def wire_values(elaboration: Elaboration, wire: Wire) -> tuple[Output, ...]:
    """Return the tensors of a wire; empty if the source block failed."""
    source = wire.source
    values = elaboration.values.get(source.block)
    if values is None:
        return ()
    value = values.get(source.pin)
    if source.index is None and isinstance(value, Output):
        return (value,)
    pin = elaboration.specs[source.block].shown_by(source.pin)
    value = values.get(pin.name) if pin is not None else None
    if source.index is not None:
        value = value[source.index] if is_list(value) and source.index < len(value) else None
    values = value if is_list(value) else (value,)
    return tuple([each for each in values if isinstance(each, Output)])


def tensors_at(elaboration: Elaboration, block: str, pin: str) -> list[Output]:
    """Return the tensors that are wired to a pin."""
    return [value for wire in elaboration.wires_to(block, pin) for value in wire_values(elaboration, wire)]


def _is_gradient(elaboration: Elaboration, name: str) -> bool:
    spec = elaboration.specs.get(name)
    return spec is not None and spec.name == GRADIENTS


def _single_names(elaboration: Elaboration, wires: list[Wire]) -> list[str]:
    results: list[str] = []
    for wire in wires:
        many = len(wire_values(elaboration, wire))
        results += [str(wire.source)] if many == 1 else [str(wire.source._replace(index=i)) for i in range(many)]
    return results


def _report_failed(elaboration: Elaboration, blocks: Collection[str]) -> None:
    for block in blocks:
        if block in elaboration.specs and block not in elaboration.values:
            fault = next((each for each in elaboration.problems if each.block == block), None)
            text = fault.message if fault is not None else "one of its inputs has an error"
            raise DiagramError(f"the block has no gradient: {text}", block=block, page=elaboration.page.name)

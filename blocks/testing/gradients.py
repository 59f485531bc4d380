"""Gradient checks of block types against finite differences, to second order and at domain boundaries."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import COMPLEX64, COMPLEX128, DOUBLE, FLOAT, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Generator
from blocks.graph.gradients import UnreachableError, try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.verify import verify
from blocks.run.client import ClientSession
from blocks.run.gradients.finite_differences import Numbers, product
from blocks.testing import calls
from blocks.testing.calls import Call, Given, as_constant, as_placeholder, build, new

WIDER = {FLOAT: DOUBLE, COMPLEX64: COMPLEX128}
VARIED = (DOUBLE, COMPLEX128, FLOAT)  # single precision only where a type takes nothing wider
STEP, COARSE_STEP = 1e-6, 1e-2


class Problem(NamedTuple):
    """A call as a function of its differentiable inputs.

    Attributes:
        inputs: placeholders for the varied inputs; ``where`` has their values.
        outputs: the differentiable outputs; ``weights`` has the gradients that arrive at them.
    """

    root: Scope
    session: ClientSession
    inputs: list[Output]
    where: Numbers
    outputs: list[Output]
    weights: Numbers

    def run(self, fetches: Sequence[Output], where: Numbers) -> Numbers:
        return self.session.run(list(fetches), dict(zip(self.inputs, where, strict=True))) if fetches else []


def wide(call: Call, attributes: Mapping[str, Any] | None = None) -> Call:
    spec = call.spec
    assert spec.rule is not None
    integers = {pin.var for pin in spec.inputs if pin.name in spec.rule.inputs or not spec.rule.inputs}

    def changed(pin_name: str, given: Given) -> Given:
        pin = spec.input(pin_name)
        assert pin is not None
        to = WIDER.get(given.dtype)
        if to is None and given.dtype.is_integer and pin.var in integers:
            to = DOUBLE
        if to is None or to not in pin.allowed:
            return given
        return given._replace(array=given.array.astype(to.numpy), dtype=to)

    def attribute(name: str, value: Any) -> Any:
        declared = spec.attribute(name)
        if declared is not None and declared.type == "type":
            return {"DT_FLOAT": DOUBLE, "DT_COMPLEX64": COMPLEX128}.get(str(value), value)
        return value

    attrs = {name: attribute(name, value) for name, value in {**call.attrs, **(attributes or {})}.items()}
    for declared in spec.attributes:
        if declared.type == "type" and declared.name not in attrs and isinstance(declared.default, str):
            attrs[declared.name] = attribute(declared.name, declared.default)
    return call.mapped(changed)._replace(attrs={k: v for k, v in attrs.items() if v is not None})


def numbers(rng: Generator, shape: tuple[int, ...], dtype: DType) -> Array:
    result = rng.uniform(0.5, 1.5, shape) * rng.choice((-1.0, 1.0), shape)
    if dtype.is_complex:
        result = result + 1j * rng.uniform(0.5, 1.5, shape)
    return np.asarray(result, dtype.numpy)


def varied(call: Call, pins: Sequence[str]) -> list[Given]:
    results: list[Given] = []
    call.mapped(lambda name, given: results.append(given) or given if name in pins else given)
    return [given for given in results if given.dtype in VARIED]


def problem(call: Call, pins: Sequence[str], without: Collection[str] = (), *, static: bool = True) -> Problem:
    rng = np.random.default_rng(3)
    root = Scope.new_root_scope()
    inputs: list[Output] = []
    fed = {id(given) for given in varied(call, pins)}

    def source(scope: Scope, given: Given) -> Output:
        if id(given) not in fed:
            return as_constant(scope, given)
        inputs.append(as_placeholder(calls.exactly if static else calls.nothing)(scope, given))
        return inputs[-1]

    node, _ = build(call, source, root)
    session = ClientSession(root)
    where = [given.array for given in call.flat() if id(given) in fed]
    outputs = [
        output
        for output in node.outputs
        if output.dtype.is_differentiable and node.pin_of(output.index)[0] not in without
    ]
    values = session.run(outputs, dict(zip(inputs, where, strict=True))) if outputs else []
    weights = [numbers(rng, v.shape, o.dtype) for v, o in zip(values, outputs, strict=True)]
    return Problem(root, session, inputs, where, outputs, weights)


def gradient_nodes(of: Problem, outputs: Sequence[Output], weights: Numbers) -> list[Output | UnreachableError]:
    seeds = [new("Const", of.root, val=w) for w in weights]
    return try_gradients(of.root, outputs, of.inputs, seeds)


def compare(
    of: Problem,
    outputs: Sequence[Output],
    weights: Numbers,
    results: Sequence[Output | UnreachableError],
    digits: float,
) -> None:
    """Compare gradients with the differences of weighted outputs, along random directions."""
    reached = [g for g in results if isinstance(g, Output)]
    values = iter(of.run(reached, of.where))
    gradients = [
        next(values) if isinstance(g, Output) else np.zeros_like(x) for g, x in zip(results, of.where, strict=True)
    ]
    for gradient, x in zip(gradients, of.where, strict=True):
        assert gradient.shape == x.shape, f"a gradient has the shape {gradient.shape}, but its input has {x.shape}"
        assert gradient.dtype == x.dtype, f"a gradient is {gradient.dtype}, but its input is {x.dtype}"
    rng = np.random.default_rng(7)
    coarse = any(x.dtype == np.float32 for x in of.where) or any(output.dtype is FLOAT for output in outputs)
    step, digits = (COARSE_STEP, max(digits, 5e-3)) if coarse else (STEP, digits)
    for _ in range(2):
        direction = [numbers(rng, x.shape, COMPLEX128 if x.dtype.kind == "c" else DOUBLE) for x in of.where]
        sides: list[float] = []
        size = 0.0
        for sign in (1, -1):
            moved = [np.asarray(x + sign * step * d, x.dtype) for x, d in zip(of.where, direction, strict=True)]
            value, size = product(weights, of.run(outputs, moved))
            sides.append(value)
        expected = (sides[0] - sides[1]) / (2 * step)
        actual, scale = product(gradients, direction)
        assert np.isfinite(actual), "a gradient is not finite although the results are finite"
        near = abs(actual - expected) <= digits * max(scale, abs(expected), 1e-2 * size)
        assert near, f"the gradient differs from finite differences: expected {expected:g}, got {actual:g}"


def smooth_calls(call: Call, pins: Sequence[str], without: Collection[str] = ()) -> list[Call]:
    """Return calls near the example's point whose results and gradients are finite.

    On kinks and edges of the domain, differences are meaningless, so every number is moved a little.
    """
    calls: list[Call] = []
    for attempt in range(24):
        rng = np.random.default_rng(attempt)
        low, high = [(0.7, 0.95), (1.05, 1.3), (0.2, 0.6)][attempt % 3]

        def moved(name: str, given: Given, rng: Generator = rng, low: float = low, high: float = high) -> Given:
            if name not in pins or given.dtype not in VARIED:
                return given
            shift = 0.04 * numbers(rng, given.array.shape, DOUBLE)
            factor = numbers(rng, given.array.shape, DOUBLE)
            factor = low + (high - low) * (np.abs(factor) - 0.5)
            finite = np.where(np.isfinite(given.array), given.array, 1.0)
            return given._replace(array=np.asarray(finite * factor + shift, given.array.dtype))

        other = call.mapped(moved)
        try:
            here = problem(other, pins, without)
            values = here.run(here.outputs, here.where)
            values += here.run(
                [g for g in gradient_nodes(here, here.outputs, here.weights) if isinstance(g, Output)], here.where
            )
        except DiagramError:
            continue
        if all(np.isfinite(v).all() for v in values):
            calls.append(other)
        if len(calls) == 2:
            break
    return calls


def check_two_orders(call: Call, pins: Sequence[str], without: Collection[str] = ()) -> None:
    """Compare first and second derivatives with differences, and with those of a graph without shapes."""
    of = problem(call, pins, without)
    assert of.inputs, "there is no float64 input to differentiate with respect to"
    first = gradient_nodes(of, of.outputs, of.weights)
    compare(of, of.outputs, of.weights, first, 1e-6)
    reached = [g for g in first if isinstance(g, Output)]
    if not reached:
        return
    rng = np.random.default_rng(11)
    weights = [numbers(rng, v.shape, g.dtype) for v, g in zip(of.run(reached, of.where), reached, strict=True)]
    second = gradient_nodes(of, reached, weights)
    compare(of, reached, weights, second, 1e-4)
    verify(of.root.graph)
    check_unknown_shapes(call, pins, without, of, [*reached, *(g for g in second if isinstance(g, Output))], weights)


def check_unknown_shapes(
    call: Call, pins: Sequence[str], without: Collection[str], of: Problem, wanted: list[Output], weights: Numbers
) -> None:
    blind = problem(call, pins, without, static=False)
    first = [g for g in gradient_nodes(blind, blind.outputs, of.weights) if isinstance(g, Output)]
    second = [g for g in gradient_nodes(blind, first, weights) if isinstance(g, Output)]
    for a, b in zip(of.run(wanted, of.where), blind.run([*first, *second], of.where), strict=True):
        digits = 1e-5 if a.dtype == np.float32 else 1e-12
        near = np.allclose(b, a, digits, digits / 100)
        assert near, "the gradient differs if the graph is built without known shapes"


def edge_calls(call: Call, pins: Sequence[str]) -> Iterator[tuple[str, Call]]:
    def filled(at: Collection[str], value: float) -> Call:
        def changed(name: str, given: Given) -> Given:
            if name not in at or given.dtype not in VARIED:
                return given
            return given._replace(array=np.full_like(given.array, value))

        return call.mapped(changed)

    yield "all of them 0", filled(pins, 0.0)
    yield "all of them 1", filled(pins, 1.0)
    if len(pins) > 1:
        for name in pins:
            yield f"{name} 0", filled([name], 0.0)


def nan_at_edges(call: Call, pins: Sequence[str], without: Collection[str] = ()) -> list[str]:
    """Return the edges at which a gradient is NaN although all results are finite; skip refused calls."""
    results: list[str] = []
    for label, other in edge_calls(call, pins):
        try:
            of = problem(other, pins, without)
            values = of.run(of.outputs, of.where)
            gradients = [g for g in gradient_nodes(of, of.outputs, of.weights) if isinstance(g, Output)]
            slopes = of.run(gradients, of.where)
        except DiagramError:
            continue
        if all(np.isfinite(v).all() for v in values) and any(np.isnan(slope).any() for slope in slopes):
            results.append(label)
    return results

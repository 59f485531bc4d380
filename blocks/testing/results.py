"""Checks of kernel results against the declaration and the shape rule, with unchanged inputs."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.dtypes import BFLOAT16, HALF, DType
from blocks.base.errors import DiagramError
from blocks.base.literals import to_array
from blocks.base.shapes import compatible, is_known
from blocks.base.types import DEAD, is_array
from blocks.compile.dispatch import call as run_node
from blocks.compile.dispatch import quiet
from blocks.graph.graph import Node
from blocks.graph.verify import verify
from blocks.run.steps.step_context import StepStreams
from blocks.testing import calls
from blocks.testing.calls import Call, as_constant, as_placeholder, build, same_bits

MEMORY = Memory(1 << 28, 1 << 62)


def run(node: Node, args: list[Any], step: int = 0, seed: int = 0) -> tuple[Any, ...]:
    """Return the results of a node for arrays; the new values of written variables come first."""
    with quiet():
        return run_node(node, args, StepStreams(seed, step), MEMORY)


def outcome(call: Call, source: calls.Source) -> tuple[Node, tuple[Any, ...]] | DiagramError:
    try:
        node, _ = build(call, source)
        return node, run(node, call.arrays())
    except DiagramError as error:
        return error


def results_by_output(node: Node, results: tuple[Any, ...]) -> list[Any]:
    rest = iter(results[len(node.type.writes) :])
    return [results[0] if output.is_ref and node.type.writes else next(rest) for output in node.outputs]


def assert_close(result: Any, wanted: Any, dtype: DType, pin: str) -> None:
    if wanted is None:
        assert result is DEAD, f"expected no value at {pin}, got one"
        return
    array, _ = to_array(wanted, dtype)
    text = f"the example says that {pin} is {array.tolist()}, but it is {np.asarray(result).tolist()}"
    assert np.shape(result) == array.shape, text
    if dtype.is_differentiable:
        wide = np.complex128 if dtype.is_complex else np.float64
        digits = 1e-2 if dtype in (HALF, BFLOAT16) else 1e-6
        assert np.allclose(np.asarray(result).astype(wide), array.astype(wide), digits, digits, equal_nan=True), text
    else:
        assert np.asarray(result).tolist() == array.tolist(), text


def check(call: Call, label: str = "as in the example") -> None:
    """Check any call: valid, or refused for the same reason whatever is known in advance."""
    call = call.mapped(lambda _, given: given._replace(array=calls.frozen(given.array)))
    known = outcome(call, as_constant)
    if not isinstance(known, DiagramError):
        check_results(call, *known, label)
        check_shapes(*known, exact=True, label=label)
    rng = np.random.default_rng(zlib.crc32(label.encode()))
    for shape_of in (calls.rank_only, calls.nothing, None):
        source = calls.mixed(rng) if shape_of is None else as_placeholder(shape_of)
        result = outcome(call, source)
        if isinstance(known, DiagramError) or isinstance(result, DiagramError):
            both = isinstance(known, DiagramError) and isinstance(result, DiagramError)
            assert both, f"{label}: the call must fail for known and for unknown inputs alike: {known}, {result}"
            # With some sizes known, another pin may be the first at which the fault can be seen.
            assert isinstance(known, DiagramError) and isinstance(result, DiagramError)
            same = shape_of is not calls.nothing or known.pin == result.pin
            assert same, f"{label}: the error is at another pin if no input is known in advance: {known}, {result}"
            continue
        verify(result[0].graph)
        check_shapes(*result, exact=False, label=label)
        for a, b in zip(known[1], result[1], strict=True):
            assert same_bits(a, b), f"{label}: the results differ if fewer inputs are known in advance"


def check_shapes(node: Node, results: tuple[Any, ...], exact: bool, label: str) -> None:
    for output, result in zip(node.outputs, results_by_output(node, results), strict=True):
        if result is DEAD:
            assert node.type.control, f"{label}: the kernel returned DEAD, but the block is not a control flow block"
            continue
        array = np.asarray(result)
        is_array_ = isinstance(result, (np.ndarray, np.generic))
        assert is_array_, f"{label}: the kernel must return an array, got a {type(result).__name__}"
        assert array.dtype == output.dtype.numpy, (
            f"{label}: a result is {array.dtype}, but is declared as {output.dtype.short}"
        )
        text = f"{label}: a result has the shape {array.shape}, but the shape rule gives {output.shape}"
        assert compatible(output.shape, array.shape), text
        if exact and is_known(output.shape):
            assert output.shape == array.shape, text
    assert len(results) >= len(node.type.writes), f"{label}: the kernel must return the new values of variables first"


def check_results(call: Call, node: Node, results: tuple[Any, ...], label: str) -> None:
    """Check that a kernel is deterministic, does not change inputs, and returns arrays of its own."""
    spec = call.spec
    givens = call.flat()
    before = [given.array.tolist() if given.array.dtype.kind == "O" else given.array.tobytes() for given in givens]
    again = run(node, call.arrays())
    after = [given.array.tolist() if given.array.dtype.kind == "O" else given.array.tobytes() for given in givens]
    assert before == after, f"{label}: the kernel changes its inputs"
    for first, second in zip(results, again, strict=True):
        assert same_bits(first, second), f"{label}: two calls with the same inputs give different results"
    if not spec.view and not spec.writes:
        arrays = list(filter(is_array, results))
        for i, array in enumerate(arrays):
            assert array.flags.writeable or not array.size, (
                f"{label}: a result is read-only: copy the input, or declare view=True"
            )
            assert array.flags.c_contiguous, f"{label}: results must be contiguous in row-major order"
            others = [*(given.array for given in givens), *arrays[:i], *filter(is_array, again)]
            shared = any(np.shares_memory(array, other) for other in others)
            assert not shared, f"{label}: a result shares memory with an input or another result: declare view=True"
    check_layouts(call, node, results, label)


def check_layouts(call: Call, node: Node, results: tuple[Any, ...], label: str) -> None:
    """Check that a kernel accepts arrays with other strides, and scalars instead of arrays without axes."""
    if call.spec.random:
        return

    def strided(_: str, given: calls.Given) -> calls.Given:
        wide = np.repeat(np.asfortranarray(given.array), 2, axis=0)[::2] if given.array.ndim else given.array[()]
        array = wide if given.array.ndim or given.array.dtype.kind != "O" else given.array
        return given._replace(array=array)  # pyright: ignore[reportArgumentType]

    for result, wanted in zip(run(node, call.mapped(strided).arrays()), results, strict=True):
        result, wanted = np.asarray(result), np.asarray(wanted)
        other = f"{label}: the results differ for inputs with other strides"
        assert result.dtype == wanted.dtype and result.shape == wanted.shape, other
        if wanted.dtype.kind in "fcV":
            wide = np.complex128 if wanted.dtype.kind == "c" else np.float64
            assert np.allclose(result.astype(wide), wanted.astype(wide), 1e-2, 1e-5, equal_nan=True), other
        else:
            assert result.tolist() == wanted.tolist(), other

"""What every block type must keep to: one test over all of them, whatever they do."""

from __future__ import annotations

import importlib
import pkgutil
import zlib
from typing import Any

import numpy as np
import pytest

import blocks.library
from blocks.base.dtypes import BFLOAT16, HALF, STRING, DType
from blocks.base.errors import DiagramError
from blocks.base.literals import to_array
from blocks.base.shapes import compatible, is_known
from blocks.base.types import DEAD, is_array
from blocks.compile.dispatch import call as run_node
from blocks.compile.dispatch import quiet
from blocks.graph.documentation import parse
from blocks.graph.graph import Node
from blocks.graph.spec import BlockSpec
from blocks.graph.verify import verify
from blocks.library.index import MODULES, all_types, declared_in, find
from blocks.run.step_context import StepStreams
from tests.library import contract
from tests.library.contract import Call, as_constant, as_placeholder, build, same_bits

TYPES = all_types()
MEMORY = 1 << 28
# Why a type that a page can use has no example.
_HANDLES = "it has to do with a handle, which stands for what a session keeps"
_HANDLING = (
    "TensorArray TensorArrayClose TensorArrayConcat TensorArrayGather TensorArrayGrad TensorArrayRead"
    " TensorArrayScatter TensorArraySize TensorArraySplit TensorArrayWrite ConditionalAccumulator"
    " SparseConditionalAccumulator AccumulatorApplyGradient SparseAccumulatorApplyGradient AccumulatorTakeGradient"
    " SparseAccumulatorTakeGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep GetSessionHandle"
    " GetSessionHandleV2 GetSessionTensor DeleteSessionTensor"
)
_QUEUEING = (
    "FIFOQueue PaddingFIFOQueue PriorityQueue RandomShuffleQueue QueueClose QueueDequeue QueueDequeueMany"
    " QueueDequeueUpTo QueueEnqueue QueueEnqueueMany QueueSize Barrier BarrierClose BarrierIncompleteSize"
    " BarrierInsertMany BarrierReadySize BarrierTakeMany"
)
_READING = (
    "FixedLengthRecordReader IdentityReader LMDBReader TFRecordReader TextLineReader WholeFileReader ReaderRead"
    " ReaderReadUpTo ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted ReaderReset ReaderRestoreState"
    " ReaderSerializeState"
)
_FILES = "MatchingFiles ReadFile WriteFile Save SaveSlices SaveV2 Restore RestoreSlice RestoreV2 MergeV2Checkpoints"
_TAKING = "Unstage StagePeek MapUnstage MapUnstageNoKey MapPeek OrderedMapUnstage OrderedMapUnstageNoKey OrderedMapPeek"
NO_EXAMPLE = {
    **dict.fromkeys(_HANDLING.split(), _HANDLES),
    **dict.fromkeys(_QUEUEING.split(), _HANDLES),
    **dict.fromkeys(_TAKING.split(), "it waits for what another block puts in"),
    "RecordInput": "it needs files",
    **dict.fromkeys(_READING.split(), _HANDLES),
    **dict.fromkeys(_FILES.split(), "it needs files"),
    "Placeholder": "its value comes from outside",
    "NoOp": "nothing goes in or out",
    "ControlTrigger": "nothing goes in or out",
    "Abort": "it only fails",
    "ImmutableConst": "it needs a file",
    "TemporaryVariable": "it has no value by itself",
    "DestroyTemporaryVariable": "it goes with a TemporaryVariable",
    "TakeManySparseFromTensorsMap": "it goes with blocks that keep sparse tensors",
}
ONLY_READ = {"IsVariableInitialized", "RefSwitch", "RefSelect", "RefNextIteration"}
"""Types that take a reference and do not write to it."""
EXAMPLES = [t for t in TYPES if t.kind == "op" and contract.example_of(t) is not None]
KERNELS = [t for t in EXAMPLES if not t.variable]

every_type = pytest.mark.parametrize("spec", TYPES, ids=lambda t: t.name)
every_example = pytest.mark.parametrize("spec", EXAMPLES, ids=lambda t: t.name)
every_kernel = pytest.mark.parametrize("spec", KERNELS, ids=lambda t: t.name)


def run(node: Node, args: list[Any], step: int = 0, seed: int = 0) -> tuple[Any, ...]:
    """What a node gives for arrays; for one that writes, the new values of variables first."""
    with quiet():
        return run_node(node, args, StepStreams(seed, step), MEMORY)


def outcome(call: Call, source: contract.Source) -> tuple[Node, tuple[Any, ...]] | DiagramError:
    """A node and its results, or why there are none."""
    try:
        node, _ = build(call, source)
        return node, run(node, call.arrays())
    except DiagramError as error:
        return error


def results_by_output(node: Node, results: tuple[Any, ...]) -> list[Any]:
    """The results of a node, one per output."""
    rest = iter(results[len(node.type.writes) :])
    return [results[0] if output.is_ref and node.type.writes else next(rest) for output in node.outputs]


# -- The table of block types and their documentation ------------------------------------------------------------------


def test_index_lists_what_the_modules_declare() -> None:
    declared: dict[str, BlockSpec] = {}
    for found in pkgutil.walk_packages(blocks.library.__path__, "blocks.library."):
        if ".jax_rules" in found.name:  # they declare none, and need what may not be installed
            continue
        module = importlib.import_module(found.name)
        for value in vars(module).values():
            if isinstance(value, BlockSpec):
                assert declared.setdefault(value.name, value) is value, f"{value.name} is declared twice"
    for name, spec in declared.items():
        assert find(name) is spec, f"{name} is not in the index"
    listed = [(module, name) for module, names in MODULES.items() for name in names.split()]
    assert len({name for _, name in listed}) == len(listed), "a type is listed twice"
    for module, name in listed:
        spec = declared_in(module)[name]
        home = importlib.import_module(f"blocks.library.{module}")
        attribute = next(k for k, v in vars(home).items() if v is spec)
        assert attribute.rstrip("_") == name


@every_type
def test_documentation_names_each_pin_and_attribute(spec: BlockSpec) -> None:
    documentation = parse(spec.doc)
    assert documentation.summary.endswith((".", "!", "?")) and len(documentation.summary) <= 120
    assert list(documentation.arguments) == [*(p.name for p in spec.inputs), *(a.name for a in spec.attributes)]
    assert list(documentation.outputs) == [p.name for p in spec.outputs]


@every_type
def test_declaration_is_consistent(spec: BlockSpec) -> None:
    pins = {pin.name for pin in spec.inputs}
    assert len(pins | set(spec.attribute_names)) == len(spec.inputs) + len(spec.attributes), "two things of one name"
    assert spec.rule is None or set(spec.rule.inputs) <= pins
    # What takes a handle of something that the session keeps does not write to a variable.
    references = {pin.name for pin in spec.inputs if pin.is_ref and not (spec.context and pin.allowed == (STRING,))}
    assert references == set(spec.writes) if spec.name not in ONLY_READ else references and not spec.writes
    for name in (spec.forwards, spec.reshapes):
        assert name is None or (name in pins and spec.view and len(spec.outputs) == 1)
    assert not (spec.ufunc and (spec.view or spec.stateful or spec.attributes))
    if spec.internal:
        some_real = any(d.is_differentiable for pin in spec.inputs for d in pin.allowed)
        assert spec.rule or spec.not_differentiable or not some_real, "no gradient, and not declared so"


def test_every_public_operation_has_an_example() -> None:
    missing = {t.name for t in TYPES if t.kind == "op" and not t.internal and contract.example_of(t) is None}
    assert missing == set(NO_EXAMPLE)


# -- Examples ----------------------------------------------------------------------------------------------------------


@every_example
def test_example_holds(spec: BlockSpec) -> None:
    example = contract.example_of(spec)
    assert example is not None
    known = {*(p.name for p in spec.inputs), *spec.attribute_names, *(p.name for p in spec.outputs)}
    assert set(example) <= known
    assert spec.random or {p.name for p in spec.outputs if p.kind == "tensor"} <= set(example)
    if spec.variable:
        return  # its value is the session's, see tests/library/state
    call = contract.example_call(spec)
    node, _ = build(call, as_constant)
    verify(node.graph)
    results = run(node, call.arrays())
    for output, result in zip(node.outputs, results_by_output(node, results), strict=True):
        pin, place = node.pin_of(output.index)
        if pin in example:
            wanted = example[pin] if place is None else example[pin][place]
            if wanted is None:
                assert result is DEAD
                continue
            assert_close(result, wanted, output.dtype)


def assert_close(result: Any, wanted: Any, dtype: DType) -> None:
    """Compare a result with what the example says."""
    array, _ = to_array(wanted, dtype)
    assert np.shape(result) == array.shape
    if dtype.is_differentiable:
        wide = np.complex128 if dtype.is_complex else np.float64
        digits = 1e-2 if dtype in (HALF, BFLOAT16) else 1e-6
        np.testing.assert_allclose(np.asarray(result).astype(wide), array.astype(wide), rtol=digits, atol=digits)
    else:
        assert np.asarray(result).tolist() == array.tolist()


# -- What a kernel gives, and what it leaves alone ---------------------------------------------------------------------


@every_kernel
def test_results_are_as_declared(spec: BlockSpec) -> None:
    check(contract.example_call(spec))


@every_kernel
def test_results_are_as_declared_for_each_dtype(spec: BlockSpec) -> None:
    refused: list[str] = []
    # An attribute that goes with another (Tout with T), a value that does not fit (-1 into uint8).
    tied = {a.name for a in spec.attributes if a.type in ("type", "tensor")}
    for label, call in contract.other_dtypes(contract.example_call(spec)):
        found = outcome(call, as_constant)
        if not isinstance(found, DiagramError):
            check(call, label)
        elif found.pin not in tied:
            refused.append(f"{label}: {found}")
    assert not refused


@every_kernel
def test_shape_rule_is_right_for_other_shapes(spec: BlockSpec) -> None:
    if spec.internal:
        return  # gradient rules call these, and never with anything illegal
    for label, call in contract.other_shapes(contract.example_call(spec)):
        check(call, label)


def check(call: Call, label: str = "") -> None:
    """Everything that holds for any call: legal, or refused in the user's words however much is known ahead."""
    call = call.mapped(lambda _, given: given._replace(array=contract.frozen(given.array)))
    known = outcome(call, as_constant)
    if not isinstance(known, DiagramError):
        check_results(call, *known, label)
        check_shapes(*known, exact=True, label=label)
    rng = np.random.default_rng(zlib.crc32(label.encode()))
    for shape_of in (contract.rank_only, contract.nothing, None):
        source = contract.mixed(rng) if shape_of is None else as_placeholder(shape_of)
        found = outcome(call, source)
        if isinstance(known, DiagramError) or isinstance(found, DiagramError):
            assert isinstance(known, DiagramError) and isinstance(found, DiagramError), (label, known, found)
            # With some sizes known, another pin may be the first at which the fault can be seen.
            assert shape_of is not contract.nothing or known.pin == found.pin, (label, known, found)
            continue
        verify(found[0].graph)
        check_shapes(*found, exact=False, label=label)
        for a, b in zip(known[1], found[1], strict=True):
            assert same_bits(a, b), label


def check_shapes(node: Node, results: tuple[Any, ...], exact: bool, label: str) -> None:
    """Dtypes and shapes are what the declaration and the shape rule say."""
    for output, result in zip(node.outputs, results_by_output(node, results), strict=True):
        if result is DEAD:
            assert node.type.control
            continue
        array = np.asarray(result)
        assert isinstance(result, (np.ndarray, np.generic)), (label, type(result))
        assert array.dtype == output.dtype.numpy, label
        assert compatible(output.shape, array.shape), (label, output.shape, array.shape)
        if exact and is_known(output.shape):
            assert output.shape == array.shape
    pin_shapes = [np.shape(result) for result in results[: len(node.type.writes)]]
    assert not node.type.writes or len(pin_shapes) == len(node.type.writes)


def check_results(call: Call, node: Node, results: tuple[Any, ...], label: str) -> None:
    """Inputs are left alone, and results may be written over by whoever owns them."""
    spec = call.spec
    givens = call.flat()
    before = [given.array.tolist() if given.array.dtype.kind == "O" else given.array.tobytes() for given in givens]
    again = run(node, call.arrays())
    after = [given.array.tolist() if given.array.dtype.kind == "O" else given.array.tobytes() for given in givens]
    assert before == after, label
    for first, second in zip(results, again, strict=True):
        assert same_bits(first, second), f"{label}: not the same numbers twice"
    if not spec.view and not spec.writes:
        arrays = list(filter(is_array, results))
        for i, array in enumerate(arrays):
            assert array.flags.writeable or not array.size, label
            assert array.flags.c_contiguous, f"{label}: results are to lie in memory row by row"
            others = [*(given.array for given in givens), *arrays[:i], *filter(is_array, again)]
            assert not any(np.shares_memory(array, other) for other in others), label
    check_layouts(call, node, results, label)


def check_layouts(call: Call, node: Node, results: tuple[Any, ...], label: str) -> None:
    """A kernel takes arrays that lie in memory in other ways, and scalars instead of arrays without axes."""
    if call.spec.random:
        return

    def spread(_: str, given: contract.Given) -> contract.Given:
        wide = np.repeat(np.asfortranarray(given.array), 2, axis=0)[::2] if given.array.ndim else given.array[()]
        array = wide if given.array.ndim or given.array.dtype.kind != "O" else given.array
        return given._replace(array=array)  # pyright: ignore[reportArgumentType]

    for result, wanted in zip(run(node, call.mapped(spread).arrays()), results, strict=True):
        result, wanted = np.asarray(result), np.asarray(wanted)
        assert result.dtype == wanted.dtype and result.shape == wanted.shape, label
        if wanted.dtype.kind in "fcV":
            wide = np.complex128 if wanted.dtype.kind == "c" else np.float64
            np.testing.assert_allclose(result.astype(wide), wanted.astype(wide), rtol=1e-2, atol=1e-5)
        else:
            assert result.tolist() == wanted.tolist(), label


@pytest.mark.parametrize("spec", [t for t in KERNELS if t.ufunc], ids=lambda t: t.name)
def test_a_ufunc_writes_into_out(spec: BlockSpec) -> None:
    for label, call in contract.other_dtypes(contract.example_call(spec)):
        node, _ = build(call, as_constant)
        [result] = run(node, call.arrays())
        wanted = np.asarray(result)
        for i, given in enumerate(call.flat()):
            args = [np.array(each.array) for each in call.flat()]
            if given.dtype.numpy == wanted.dtype and given.array.shape == wanted.shape and wanted.ndim:
                with quiet():
                    found = spec.kernel(*args, args[i])
                assert found is args[i], label
                assert same_bits(found, wanted), label

"""Machine code against NumPy: the functions, all block types, random chains, and the bits of a run."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import blocks
from blocks import ops
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.types import Array, is_list
from blocks.compile import fuse, large
from blocks.compile.plan import NATIVE, PARTS, Plan
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope
from blocks.library.index import all_types
from blocks.library.math.shared import scipy_special
from blocks.native import chains, machine
from blocks.native.builder import Builder
from blocks.native.chains import Layout, Phases, in_order, widths
from blocks.native.functions import Functions
from blocks.native.tasks import aligned
from blocks.native.terms import Term, Traced
from blocks.run.client import ClientSession
from blocks.testing import calls
from blocks.testing.agreement import ALL_PASSES, Program, interpreted, plan_of, planned, program
from blocks.testing.calls import same_bits
from tests.compile.random_graphs import programs

pytest.importorskip("llvmlite", reason="machine code needs llvmlite")

INF, NAN = float("inf"), float("nan")
EDGES = [0.0, -0.0, INF, -INF, NAN, 1e-45, -1e-45, 1e-40, 88.72283, 88.7229, -87.4, -103.97, -104.0, 3.4e38, -3.4e38]


@pytest.fixture(autouse=True)
def everything_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Small arrays are computed by machine code, in several tasks; the cache is empty."""
    monkeypatch.setattr(large, "SMALLEST", 2)
    monkeypatch.setattr(chains, "NARROWEST", 2)
    monkeypatch.setattr(chains, "PIECE", 64)
    monkeypatch.setattr(machine, "_folder", lambda: tmp_path)
    machine.forget()
    resume = Plan.resume

    def resumed(plan: Plan, error: Exception, streams: Any) -> Any:
        assert isinstance(error, DiagramError), "NumPy does not take over for what machine code cannot do"
        return resume(plan, error, streams)

    monkeypatch.setattr(Plan, "resume", resumed)


# -- The functions -----------------------------------------------------------------------------------------------------


def sigmoid(x: Array) -> Array:
    return np.where(x < 0, np.exp(x) / (1 + np.exp(x)), 1 / (1 + np.exp(-x)))


EXACT: dict[str, Callable[[Any], Any]] = {
    "exp": np.exp, "expm1": np.expm1, "log": np.log, "log1p": np.log1p, "tanh": np.tanh, "sin": np.sin, "cos": np.cos,
    "erf": scipy_special().erf, "sigmoid": sigmoid,
}  # fmt: skip


OF_LIBRARIES = ("erf", "sin", "cos")
"""The functions that have no machine code for float64."""


@pytest.mark.parametrize(
    ("name", "dtype"),
    [*((name, "float32") for name in EXACT), *((name, "float64") for name in EXACT if name not in OF_LIBRARIES)],
)
def test_functions_are_within_two_units_of_the_last_place(name: str, dtype: str) -> None:
    kind = np.dtype(dtype)
    builder = Builder(32, {"x": "ptr", "y": "ptr", "n": "i64"})
    word = "float" if dtype == "float32" else "double"
    with builder.loop("%n", 32) as (j, _):
        builder.store(getattr(Functions(builder, word), name)(builder.load("%x", j, kind=word)), "%y", j, kind=word)
    function = machine.kernel(builder.text(), builder.arguments)
    random = np.random.default_rng(0)
    bits = random.integers(0, 2 ** (8 * kind.itemsize) - 1, 1 << 16, np.uint64, True).astype(f"u{kind.itemsize}")
    spans = [(-1, 1), (-20, 20), (-105, 90), (0, 3)]
    parts = [
        bits.view(kind),
        *(random.uniform(*span, 1 << 14) for span in spans),
        10.0 ** random.uniform(-10, -1, 1 << 14),
    ]
    x = np.concatenate([each.astype(kind) for each in (*parts, np.resize(EDGES, 32))])
    y = np.empty_like(x)
    function(x.ctypes.data, y.ctypes.data, x.size)
    with np.errstate(all="ignore"):
        exact = EXACT[name](x.astype(np.longdouble if dtype == "float64" else np.float64))
        wanted = exact.astype(kind)
        finite = np.isfinite(wanted)
        unit = np.spacing(np.maximum(np.abs(wanted[finite]), np.finfo(kind).tiny))
        error = np.abs(y[finite].astype(exact.dtype) - exact[finite]) / unit
    assert error.max() <= 2, x[finite][error.argmax()]
    np.testing.assert_array_equal(y[~finite], wanted[~finite])
    zero = wanted == 0
    np.testing.assert_array_equal(np.signbit(y[zero & (y == 0)]), np.signbit(wanted[zero & (y == 0)]))


# -- Formulas ----------------------------------------------------------------------------------------------------------


def computed(formula: Callable[..., Any], *arrays: Array) -> list[Array]:
    """The results of a formula by machine code."""
    inputs = [Traced(Term("input", (), each.shape, each.dtype)) for each in arrays]
    result: Any = formula(*inputs)
    terms: list[Term] = [each.term for each in (result if is_list(result) else [result])]
    order, size = in_order(terms), max(each.size for each in arrays)
    possible = set[int]().union(*(widths(each.shape) for each in order if each.size == size))
    fitting = [n for n in possible if Layout(order, size, n).spans is not None]
    phases = Phases([each.term for each in inputs], terms, size, 0 if 0 in fitting else max(fitting))
    results = [aligned(each.shape, each.dtype) for each in terms]
    phases(dict(zip((each.term for each in inputs), arrays, strict=True)), dict(zip(terms, results, strict=True)))
    return results


def softmax(x: Any, _: Any = None) -> Any:
    e = np.exp(x - np.maximum.reduce(x, -1, keepdims=True))
    return e / np.add.reduce(e, -1, keepdims=True)


def normalised(x: Any, scale: Any) -> Any:
    count = np.float32(x.shape[-1])
    d = x - np.sum(x, -1, keepdims=True) / count
    return d * (1 / np.sqrt(np.sum(d * d, -1, keepdims=True) / count + np.float32(1e-5))) * scale + scale


def batch(x: Any, scale: Any) -> Any:
    count = np.float32(x.shape[0])
    d = x - np.sum(x, 0) / count
    variance = np.sum(d * d, 0) / count
    return d * (scale / np.sqrt(variance + np.float32(1e-3))), variance, np.sum(d * x, 0)


def chosen(x: Any, a: Any) -> Any:
    return np.sum(x * a, 0), np.sum(x, -1), np.where(x > a, x, np.float32(0)), x < a


def extremes(x: Any, _: Any) -> Any:
    return np.maximum.reduce(x, -1), np.minimum.reduce(x, -1), np.tanh(x) * x


def totals(x: Any, _: Any) -> Any:
    return np.sum(np.square(x)), np.sum(np.abs(x)) * np.float32(0.5)


FORMULAS: list[Callable[[Any, Any], Any]] = [softmax, normalised, batch, chosen, extremes, totals]


COLUMNS = 2, 3, 15, 16, 17, 31, 33, 64, 100, 257


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.sampled_from(FORMULAS),
    st.integers(2, 90),
    st.sampled_from((2, 3, 15, 16, 17, 31, 33, 64, 100, 257)),
    st.booleans(),
)
def test_rows_and_columns_of_any_size(formula: Callable[..., Any], m: int, n: int, wide: bool) -> None:
    random = np.random.default_rng(m * 1000 + n)
    x, a = random.normal(size=(m, n)), random.normal(size=n)
    kind = np.float64 if wide else np.float32
    x, a = x.astype(kind), a.astype(kind)
    wanted: Any = formula(x, a)
    for got, want in zip(computed(formula, x, a), wanted if is_list(wanted) else [wanted], strict=True):
        scale = max(1.0, float(np.abs(np.asarray(want, float)).max()))
        np.testing.assert_allclose(got, want, rtol=2e-5, atol=2e-5 * scale)


STEPS: list[Callable[[Any, Any], Any]] = [
    np.add, np.subtract, np.multiply, np.maximum, np.minimum,
    lambda p, q: np.tanh(p) * q, lambda p, _: np.exp(-np.abs(p)),
    lambda p, q: np.sqrt(np.square(p) + np.abs(q)), lambda p, q: p / (1 + np.square(q)), lambda p, _: np.log1p(p * p),
    lambda p, _: np.add.reduce(p, -1, keepdims=True), lambda p, _: np.maximum.reduce(p, -1, keepdims=True),
    np.copysign, lambda p, _: p - np.add.reduce(p, 0) / p.shape[0],
]  # fmt: skip


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=12))
def test_random_chains(steps: list[tuple[Callable[[Any, Any], Any], int, int]]) -> None:
    def chain(*values: Any) -> Any:
        pool = [*values]
        for step, first, second in steps:
            p, q = (pool[-1 - each % len(pool)] for each in (first, second))
            pool.append(step(p + pool[0], q))  # each step is computed for the whole matrix
        return pool[0] + pool[-1], pool[-1] * pool[0] + pool[-2]

    random = np.random.default_rng(len(steps))
    x, row, column = random.normal(size=(21, 37)), random.normal(size=(21, 1)), random.normal(size=37)
    for got, want in zip(computed(chain, x, row, column), chain(x, row, column), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-9 * float(np.abs(want).max()))


def test_a_row_with_nan_or_infinity_does_not_touch_others() -> None:
    x = np.random.default_rng(0).normal(size=(6, 40)).astype(np.float32)
    x[1, 39], x[2, 5], x[3] = NAN, INF, -INF
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(computed(softmax, x)[0], softmax(x), rtol=1e-6)
        for got, want in zip(computed(extremes, x, x[0]), extremes(x, x[0]), strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_quotients_by_tiny_values_of_rows_are_not_nan(dtype: str) -> None:
    tiny = np.finfo(dtype).smallest_subnormal
    x = np.array([[0, tiny, 1, -3, INF, NAN] * 4] * 7, dtype)
    by = np.array([0, tiny, 100 * tiny, 1, np.finfo(dtype).max, INF, NAN], dtype)[:, np.newaxis]
    with np.errstate(all="ignore"):
        [got] = computed(np.divide, x, by)
        np.testing.assert_allclose(got, x / by, rtol=1e-6)


# -- Block types -------------------------------------------------------------------------------------------------------

TYPES = [spec for spec in all_types() if spec.example and spec.inputs and not (spec.variable or spec.control)]


def agree(what: Program, passes: Sequence[str] = ()) -> Plan:
    """The plan of a program with machine code, which gives what the interpreter gives, but for the last bits."""
    expected, got = interpreted(what), planned(what, passes, (*PARTS, NATIVE))
    for before, after in zip(expected.steps, got.steps, strict=True):
        assert sorted(map(str, before.errors)) == sorted(map(str, after.errors))
        for want, have in zip(before.outputs, after.outputs, strict=True):
            assert (want is None) == (have is None)
            if want is not None:
                close(have, want)
    for cells, others in zip(expected.cells, got.cells, strict=True):
        for key, value in cells.items():
            close(others[key], value)
    return plan_of(what, passes, (*PARTS, NATIVE))


def close(have: Any, want: Any) -> None:
    want, have = np.asarray(want), np.asarray(have)
    assert (have.dtype, have.shape) == (want.dtype, want.shape)
    if want.dtype.kind not in "fc" or not want.size:
        assert same_bits(have, want)
        return
    finite = np.abs(want[np.isfinite(want)])
    scale = float(finite.max()) if finite.size else 1.0
    tolerance = 1e-5 if want.dtype == np.float32 else 1e-2 if want.dtype.itemsize == 2 else 1e-13
    np.testing.assert_allclose(have, want, rtol=tolerance, atol=tolerance * scale)


def program_of(call: calls.Call, known: Any) -> Program:
    root = Scope.new_root_scope()
    node, sources = calls.build(
        call, lambda scope, given: (calls.as_constant if given.is_variable else known)(scope, given), root
    )
    pairs = zip(sources, call.flat(), strict=True)
    feeds: dict[Operand, Any] = {each: given.array for each, given in pairs if each.op.type.name == "Placeholder"}
    return program([*node.outputs], feeds, steps=2, targets=[node])


FUSED = 110
"""Types that are formulas, at least."""


def test_all_formulas_give_what_numpy_gives() -> None:
    fused: set[str] = set()
    for spec in TYPES:
        call = calls.example_call(spec)
        for label, other in (("", call), *calls.other_dtypes(call)):
            for known in (calls.as_placeholder(calls.exactly), calls.as_constant):  # the kernel may need to know axes
                try:
                    what = program_of(other, known)
                except DiagramError:  # an attribute goes with a dtype
                    continue
                if not plan_of(what, (), (*PARTS, NATIVE)).parts:
                    continue
                fused.add(spec.name)
                try:
                    agree(what)
                except AssertionError as error:
                    raise AssertionError(f"{spec.name} {label}: {error}") from error
                break
    assert len(fused) >= FUSED


def test_layer_norm_and_its_gradient_are_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "SMALLEST", 400)
    root = Scope.new_root_scope()
    value = np.random.default_rng(0).normal(size=(12, 40)).astype(np.float32)
    x = ops.Placeholder(root, dtype="DT_FLOAT", shape=value.shape).output
    scale = ops.Placeholder(root, dtype="DT_FLOAT", shape=[40]).output
    d = ops.Subtract(x, ops.Mean(x, [1], keep_dims=True))
    y: Output = d * ops.Rsqrt(ops.Mean(ops.Square(d), [1], keep_dims=True) + 1e-5) * scale
    gradients = add_symbolic_gradients(root, [y * ops.Sin(x)], [x, scale])
    plan = agree(program([y, *gradients], {x: value, scale: value[0]}), ALL_PASSES)
    assert [len(part.members) for part in plan.parts.values()] == [len(plan.schedule.instructions)]


@pytest.mark.parametrize("factor", [0.9, 1.0])
def test_batch_norm_is_computed_in_phases(monkeypatch: pytest.MonkeyPatch, factor: float) -> None:
    monkeypatch.setattr(large, "SMALLEST", 400)
    root = Scope.new_root_scope()
    value = np.random.default_rng(0).normal(size=(4, 16, 24, 32)).astype(np.float32)
    x = ops.Placeholder(root, dtype="DT_FLOAT", shape=value.shape).output
    scale = ops.Placeholder(root, dtype="DT_FLOAT", shape=[32]).output
    node = ops.FusedBatchNormV3(x, scale, scale, scale, scale, exponential_avg_factor=factor)
    gradients = add_symbolic_gradients(root, [ops.Relu(node.outputs[0])], [x, scale])
    plan = agree(program([*node.outputs, *gradients], {x: value, scale: np.abs(value[0, 0, 0])}), ALL_PASSES)
    assert len(plan.parts) == 1


def test_a_product_between_calls_of_a_part_keeps_its_operand_outside() -> None:
    root = Scope.new_root_scope()
    x, y = (ops.Placeholder(root, dtype="DT_FLOAT", shape=[8, 8]).output for _ in range(2))
    first = ops.Exp(x)
    last = ops.Add(ops.MatMul(ops.Tanh(y), ops.Sqrt(ops.Abs(y))), first)
    value = np.random.default_rng(0).normal(size=(8, 8)).astype(np.float32)
    plan = agree(program([last], {x: value, y: value}))
    assert sorted(len(part.members) for part in plan.parts.values()) == [2, 3]


@given(programs(steps=2))
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
def test_random_graphs_give_what_numpy_gives(what: Program) -> None:
    agree(what)


def test_a_scalar_between_calls_of_a_part_is_read_from_its_own_memory() -> None:
    root = Scope.new_root_scope()
    x, y = ops.Placeholder(root, dtype="DT_FLOAT", shape=[]).output, ops.Placeholder(root, dtype="DT_FLOAT", shape=[8])
    outside = [ops.Rint(x * float(i)) for i in range(20)]
    results = [*outside, *(ops.Exp(ops.Maximum(each, y)) for each in outside)]
    agree(program(results, {x: np.float32(0.6), y.output: np.linspace(0, 4, 8, dtype=np.float32)}))


def test_a_wrong_label_is_an_error_of_its_block() -> None:
    root = Scope.new_root_scope()
    x, labels = ops.Const(root, np.eye(4, dtype=np.float32)), ops.Placeholder(root, dtype="DT_INT32", shape=[4])
    loss = ops.SparseSoftmaxCrossEntropyWithLogits(x, labels, name="loss").outputs[0]
    session = ClientSession(root, engine="native")
    assert session.run([loss], {labels: [0, 1, 2, 3]})[0] == pytest.approx([0.7436683] * 4)
    with pytest.raises(RunError, match=r"from 0 to 3, got 7 at index 2") as caught:
        session.run([loss], {labels: [0, 1, 7, 3]})
    assert [error.block for error in caught.value.errors] == ["loss"]


# -- The bits of a run -------------------------------------------------------------------------------------------------


def page() -> blocks.Diagram:
    page = blocks.Diagram().add_page("main")
    for name, value in (("w", 0.5), ("m", 0.0), ("v", 0.0)):
        page.add(
            "Variable", id=name, dtype="DT_FLOAT", shape=[96, 80], initvalues=[[value + i / 80 for i in range(80)]] * 96
        )
    page.add("Softmax", id="s")
    page.add("Tanh", id="t")
    page.add("Multiply", id="p")
    page.add("Sum", id="loss", axis=[0, 1])
    page.add("AddSymbolicGradients", id="g")
    numbers: Any = {"beta1_power": 0.9, "beta2_power": 0.999, "lr": 0.1, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-7}
    page.add("ApplyAdam", id="step", **numbers)
    wires = "w.ref>s.logits", "w.ref>t.x", "s.softmax>p.x", "t.y>p.y", "p.z>loss.input", "loss.output>g.outputs"
    for wire in (
        *wires,
        "w.ref>g.inputs",
        "w.ref>step.var",
        "m.ref>step.m",
        "v.ref>step.v",
        "g.grad_outputs[0]>step.grad",
    ):
        page.wire(*wire.split(">"))
    return page.diagram


def trained(engine: str = "native") -> bytes:
    session = blocks.Session(page(), engine=engine)
    session.step(20)
    return session.variables["w"].tobytes()


def test_neither_threads_nor_the_cache_nor_how_steps_are_made_change_a_bit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = trained()
    assert wanted != trained(engine="numpy")
    assert len(list(tmp_path.iterdir())) > 0
    machine.forget()
    assert trained() == wanted, "with a warm cache"
    monkeypatch.setenv("GRADBLOCKS_THREADS", "1")
    assert trained() == wanted, "with one thread"
    session = blocks.Session(page(), engine="native")
    for i in range(20):
        session.run(["loss", "s"][: i % 3])
    assert session.variables["w"].tobytes() == wanted, "step by step, whatever is fetched"


def test_a_resumed_run_has_the_same_bits_and_the_engine_of_the_checkpoint(tmp_path: Path) -> None:
    from blocks.run.checkpoints import Checkpoints

    session = blocks.Session(page(), engine="native")
    kept = Checkpoints(session, str(tmp_path / "kept"), 8)
    session.run(steps=8, on_step=lambda step: kept.ran(step, 8))
    again = blocks.Session(page())
    folder = shutil.copytree(tmp_path / "kept", tmp_path / "copy", ignore=shutil.ignore_patterns(".lock"))
    Checkpoints(again, str(folder), 8, resumes=True).resume({})
    assert again.engine == "native"
    again.step(12)
    assert again.variables["w"].tobytes() == trained()
    other = blocks.Session(page(), engine="numpy")
    with pytest.raises(UsageError, match="--engine native, not numpy"):
        Checkpoints(other, str(shutil.copytree(folder, tmp_path / "third")), 8, resumes=True).resume({})


def test_the_page_alone_chooses_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert blocks.Session(page()).engine == "numpy", "there is too little to do"
    monkeypatch.setattr(fuse, "STEPS", 10**6)
    assert blocks.Session(page()).engine == "native"
    monkeypatch.setenv("GRADBLOCKS_ENGINE", "numpy")
    assert blocks.Session(page()).engine == "numpy"
    with pytest.raises(UsageError, match="there is no engine 'fast'"):
        blocks.Session(page(), engine="fast")
    monkeypatch.delenv("GRADBLOCKS_ENGINE")
    monkeypatch.setattr(machine, "is_installed", lambda: False)
    assert blocks.Session(page()).engine == "numpy"
    with pytest.raises(UsageError, match="needs llvmlite"):
        blocks.Session(page(), engine="native")


def spoil(content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1])


def cut(content: bytes) -> bytes:
    return content[:40]


@pytest.mark.parametrize("change", [spoil, cut])
def test_damaged_code_is_compiled_again(change: Callable[[bytes], bytes], tmp_path: Path) -> None:
    wanted = trained()
    good = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for path, content in good.items():
        path.write_bytes(change(content))
    machine.forget()
    assert trained() == wanted
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == good


@pytest.mark.parametrize("failure", ["no folder", "full"])
def test_code_that_cannot_be_kept_runs(failure: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wanted = trained()
    machine.forget()

    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(machine, "_folder", lambda: None if failure == "no folder" else tmp_path / "other")
    (tmp_path / "other").mkdir()
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", fail)
    assert trained() == wanted
    assert list((tmp_path / "other").iterdir()) == []


def test_the_cache_is_bounded_and_belongs_to_its_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    trained()
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    monkeypatch.setattr(machine, "MOST_CACHED", max(sizes) + 1)
    machine.forget()
    for path in tmp_path.iterdir():
        path.unlink()
    trained()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= max(sizes) + 1
    folder = tmp_path / "shared"
    folder.mkdir()
    assert machine.is_private(folder)
    folder.chmod(0o777)
    assert not machine.is_private(folder)
    os.symlink(tmp_path, tmp_path / "link")
    assert not machine.is_private(tmp_path / "link")

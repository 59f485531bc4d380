"""Pages on JAX: the results of NumPy, training loops included; what does not run there, and what is said about it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.cli import main
from blocks.compile.backends import JaxBackend
from blocks.document.file import load
from blocks.document.model import Diagram
from blocks.library.rules import rule_of, tables
from blocks.run.session import Session
from blocks.run.stepping import Controls, Stepping
from tests.cli.conftest import ROOT
from tests.elaborate.nested import compare, random_diagram

jax: Any = pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

EXAMPLES = sorted((ROOT / "assets/examples").glob("*.gradblocks"))


def test_functions_of_jax_keep_their_dtypes_beside_a_session() -> None:
    page = Diagram().add_page("main")
    page.add("Variable", id="w", initvalues=[1.0, 2.0], dtype="DT_DOUBLE")
    page.add("Reciprocal", id="r")
    page.wire("w", "r.x")
    results = Session(page, backend="jax", strict=True).run(steps=2)
    assert results["r.result_y"].dtype == np.float64
    assert jax.numpy.asarray([1.0]).dtype == np.float32


@pytest.mark.parametrize(("path", "page"), [(path, page.name) for path in EXAMPLES for page in load(path).pages])
def test_examples_give_the_results_of_numpy_step_by_step(path: Any, page: str) -> None:
    pages = [load(path).page(page) for _ in range(2)]
    mine, theirs = Session(pages[0], backend="jax", inside=True), Session(pages[1], inside=True)
    drawing = [block.id for block in mine.elaboration.page.blocks if block.type.startswith("Random")]
    for number in range(3):
        results = mine.run()
        # Other numbers are drawn than by NumPy, which is given these: all else must follow from them.
        wanted = theirs.run(
            feed={block: results[name] for block in drawing if (name := f"{block}.result_output") in results}
        )
        assert results.keys() == wanted.keys()
        for name, value in wanted.items():
            assert results[name].dtype == value.dtype
            if value.dtype.kind == "f":
                # Sums that cancel are as exact as what they are sums of, in whatever order each library adds; Adam
                # makes a difference of small gradients one of weights.
                largest = max(1.0, float(np.abs(value[np.isfinite(value)]).max(initial=0.0)))
                np.testing.assert_allclose(
                    results[name], value, rtol=2e-5, atol=4e-6 * 4**number * largest, err_msg=name
                )


def network(backend: str, devices: int = 1) -> tuple[blocks.ClientSession, Any, list[Any]]:
    """Two layers and Adam, on a small batch."""
    root, rng = blocks.Scope.new_root_scope(), np.random.default_rng(0)
    x = ops.Const(root, rng.standard_normal((16, 5)).astype(np.float32))
    labels = ops.Const(root, np.eye(3, dtype=np.float32)[rng.integers(0, 3, 16)])
    starts = [rng.standard_normal(shape).astype(np.float32) for shape in ((5, 8), (8,), (8, 3))]
    w, b, v = parameters = [ops.Variable(root, initvalues=start) for start in starts]
    hidden = ops.Relu(root, ops.BiasAdd(root, ops.MatMul(root, x, w), b))
    entropy = ops.SoftmaxCrossEntropyWithLogits(root, ops.MatMul(root, hidden, v), labels)
    loss = ops.Mean(root, entropy.loss, [0])
    gradients = blocks.add_symbolic_gradients(root, outputs=[loss], inputs=parameters)
    rates = [np.float32(each) for each in (0.9, 0.999, 0.01, 0.9, 0.999, 1e-8)]
    updates: list[Any] = []
    for parameter, start, gradient in zip(parameters, starts, gradients, strict=True):
        slots = [ops.Variable(root, initvalues=np.zeros_like(start)) for _ in range(2)]
        updates.append(ops.ApplyAdam(root, parameter, *slots, *rates, gradient))  # pyright: ignore[reportCallIssue]
    return blocks.ClientSession(root, backend=backend, strict=backend == "jax", devices=devices), loss, updates


@pytest.mark.parametrize("seed", range(2))
def test_composites_in_each_other_give_the_same_bits_flat(seed: int) -> None:
    assert compare(random_diagram(random.Random(seed)), backend="jax") > 10


def test_gradient_rules_agree_with_finite_differences_of_the_compiled_step() -> None:
    """Some values that the check feeds are not needed, so the others have other numbers than their places."""
    diagram = load(ROOT / "assets/examples/detached_target.gradblocks")
    result = blocks.check_gradients(diagram, "loss", backend=JaxBackend(strict=False, devices=1))
    assert result.compared and not result.wrong


def test_a_training_loop_is_one_program_and_falls_as_on_numpy() -> None:
    losses: dict[str, list[float]] = {}
    for backend in ("numpy", "jax"):
        session, loss, updates = network(backend)
        losses[backend] = [float(session.run([loss], run_outputs=updates)[0]) for _ in range(30)]
        assert not session.backend.notes
    assert losses["jax"][-1] < losses["jax"][0] / 2
    np.testing.assert_allclose(losses["jax"], losses["numpy"], rtol=1e-4)


def test_what_variables_held_before_a_step_can_still_be_read() -> None:
    session, loss, updates = network("jax")
    session.run([loss], run_outputs=updates)
    before = dict(session.state.values)
    session.run([loss], run_outputs=updates)
    for key, value in before.items():
        assert np.isfinite(value).all()
        assert not np.array_equal(value, session.state.values[key])


def test_a_step_that_is_stopped_leaves_the_variables_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    session, loss, updates = network("jax")
    session.run([loss], run_outputs=updates)
    before = {key: np.array(value) for key, value in session.state.values.items()}

    def stopped(_written: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(session.state, "commit", stopped)
    with pytest.raises(KeyboardInterrupt):
        session.run([loss], run_outputs=updates)
    monkeypatch.undo()
    for key, value in before.items():
        np.testing.assert_array_equal(session.state.values[key], value)
    assert np.isfinite(session.run([loss], run_outputs=updates)[0])


def test_a_run_as_the_editor_makes_it_says_where_numbers_end_and_gives_gradients() -> None:
    page = Diagram().add_page("main")
    page.add("Variable", id="w", initvalues=[1.0, 0.0])
    page.add("Log", id="log")
    page.wire("w.ref", "log.x")
    page.add("Sum", id="sum", axis=[0])
    page.wire("log.y", "sum.input")
    page.add("AssignAdd", id="more", value=[1.0, 1.0])
    page.wire("w.ref", "more.ref")
    frames: list[Any] = []
    stepping = Stepping(Controls(), frames.append, lambda _session, _moment: None)
    assert stepping.run(lambda: Session(page, backend="jax"), (), 1, watched="sum")
    [frame] = frames
    assert frame.not_finite.block == "log"
    assert frame.gradients["w.ref"].tolist() == [1, np.inf]
    assert stepping.moment is not None
    assert stepping.moment.values["w"].tolist() == [2, 1]


POOLS: list[Any] = [
    ((2, 7, 9, 3), "SAME", {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1]}),
    ((2, 7, 9, 3), "VALID", {"ksize": [1, 2, 3, 1], "strides": [1, 2, 3, 1]}),
    ((1, 8, 8, 2), "SAME", {"ksize": [1, 2, 2, 1], "strides": [1, 3, 4, 1]}),
    ((2, 6, 6, 2), "SAME", {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1]}),
    ((2, 5, 5, 1), "SAME", {"ksize": [1, 5, 5, 1], "strides": [1, 1 << 30, 1 << 30, 1]}),
    ((2, 3, 8, 7), "SAME", {"ksize": [1, 1, 2, 2], "strides": [1, 1, 2, 2], "data_format": "NCHW"}),
    ((2, 4, 4, 6), "VALID", {"ksize": [1, 1, 1, 3], "strides": [1, 1, 1, 3]}),
    (
        (2, 6, 6, 2),
        "EXPLICIT",
        {"ksize": [1, 2, 3, 1], "strides": [1, 3, 3, 1], "explicit_paddings": [0, 0, 1, 1, 2, 0, 0, 0]},
    ),
]


@pytest.mark.parametrize("values", ["ties", "no numbers"])
@pytest.mark.parametrize(("shape", "padding", "attributes"), POOLS)
def test_the_gradient_of_a_maximum_goes_where_numpy_sends_it(
    shape: tuple[int, ...], padding: str, attributes: dict[str, Any], values: str
) -> None:
    rng = np.random.default_rng(0)
    images = np.rint(rng.standard_normal(shape) * 2).astype(np.float32)
    if values == "no numbers":
        images[rng.random(shape) < 0.3] = np.nan
        images[rng.random(shape) < 0.3] = -np.inf
    root = blocks.Scope.new_root_scope()
    x = ops.Variable(root, initvalues=images)
    y = ops.MaxPool(root, x, padding=padding, **attributes)
    gradients = blocks.add_symbolic_gradients(root, [ops.Multiply(root, y, np.float32(3))], [x])
    mine, theirs = (
        blocks.ClientSession(root, backend=name, strict=name == "jax").run([y, *gradients]) for name in ("jax", "numpy")
    )
    assert np.count_nonzero(theirs[1])
    for got, wanted in zip(mine, theirs, strict=True):
        np.testing.assert_array_equal(got, wanted)


def drawn(run: int, steps: int = 1, block: int = 0) -> np.ndarray[Any, Any]:
    """Numbers of the last of some steps, for a seed of the run and one of the block."""
    root = blocks.Scope.new_root_scope()
    numbers = ops.RandomNormal(root, [20000], dtype="DT_DOUBLE", seed=block)
    session = blocks.ClientSession(root, seed=run, backend="jax", strict=True)
    return [session.run([numbers])[0] for _ in range(steps)][-1]


def test_random_numbers_follow_from_seed_block_and_step() -> None:
    np.testing.assert_array_equal(drawn(1, 2), drawn(1, 2))
    assert not np.array_equal(drawn(1), drawn(2))
    assert not np.array_equal(drawn(1), drawn(1, 2))
    np.testing.assert_array_equal(drawn(1, block=5), drawn(2, block=5))  # the block's own seeds decide alone
    # Of 20,000 normal numbers the mean has a standard deviation of 0.007, the variance one of 0.01.
    assert abs(np.mean(drawn(3))) < 0.035 and abs(np.var(drawn(3)) - 1) < 0.05


@pytest.mark.parametrize(
    ("type_", "inputs", "mean", "variance"),
    [
        ("RandomGamma", ([20000], np.float32(3)), 3, 3),
        ("RandomPoisson", ([20000], np.float32(4)), 4, 4),
        # Of classes 0 and 2, the second three times as likely: mean 1.5, variance 0.25 * 0.75 * 4.
        ("Multinomial", ([[0.0, -np.inf, np.log(3)]], 20000), 1.5, 0.75),
    ],
)
def test_distributions_have_their_mean_and_variance(
    type_: str, inputs: tuple[Any, ...], mean: float, variance: float
) -> None:
    root = blocks.Scope.new_root_scope()
    output = getattr(ops, type_)(root, *inputs)
    [numbers] = blocks.ClientSession(root, seed=1, backend="jax", strict=True).run([output])
    assert numbers.size == 20000
    # The mean's standard deviation is 0.015 at most, that of the variance 0.05.
    assert abs(np.mean(numbers) - mean) < 0.08 and abs(np.var(numbers) - variance) < 0.25


def placeholder_page() -> tuple[blocks.Scope, Any, Any]:
    root = blocks.Scope.new_root_scope()
    x = ops.Placeholder(root, dtype="DT_FLOAT")
    return root, x, ops.Sum(root, ops.Square(root, x), [0])


def test_products_are_in_single_precision_unless_jax_is_told_otherwise() -> None:
    from blocks.library.jax_rules.lowering import LoweringContext, jax

    images, filters = np.zeros((1, 4, 4, 1), np.float32), np.zeros((2, 2, 1, 3), np.float32)
    matrix = np.eye(3, dtype=np.float32)
    root = blocks.Scope.new_root_scope()
    convolution = ops.Conv2D(root, images, filters, strides=[1, 1, 1, 1], padding="SAME").node()
    product = ops.MatMul(root, matrix, matrix).node()

    def precisions() -> str:
        # A function of its own for each trace: JAX keeps what it has traced.
        def both(a: Any, f: Any, m: Any) -> Any:
            convolved = tables("jax")["Conv2D"](LoweringContext(convolution), a, f)
            return convolved, tables("jax")["MatMul"](LoweringContext(product), m, m)

        return str(jax.make_jaxpr(both)(images, filters, matrix))

    assert precisions().count("Precision.HIGHEST") == 4
    with jax.default_matmul_precision("tensorfloat32"):
        listed = precisions()
    assert listed.count("Precision.HIGH") == 4 and "HIGHEST" not in listed


def test_other_shapes_are_compiled_anew() -> None:
    root, x, total = placeholder_page()
    session = blocks.ClientSession(root, backend="jax", strict=True)
    for n in (2, 3, 2):
        [result] = session.run([total], {x: np.arange(n, dtype=np.float32)})
        assert result == sum(i * i for i in range(n))
    [note] = session.backend.notes
    assert note.startswith("recompiled because 'Placeholder'") and "[3]" in note


def test_a_block_without_a_rule_runs_on_numpy_between_two_segments_and_is_named() -> None:
    root = blocks.Scope.new_root_scope()
    x = ops.Variable(root, initvalues=np.array([3.0, 0.0, 4.0], np.float32))
    places = ops.Where(root.with_op_name("found"), ops.Greater(root, x, np.float32(0)))
    total = ops.Sum(root, ops.Square(root, ops.GatherNd(root, x, places)), [0])
    session = blocks.ClientSession(root, backend="jax")
    assert session.run([total])[0] == 25.0
    [note] = session.backend.notes
    assert "'found'" in note and "Where has no JAX rule" in note
    strict = blocks.ClientSession(root, backend="jax", strict=True)
    with pytest.raises(DiagramError, match="JAX cannot run this block: Where has no JAX rule"):
        strict.run([total])


def test_types_with_a_reason_to_have_no_rule_have_none() -> None:
    from blocks.library.index import find
    from blocks.library.jax_rules.missing import REASONS

    for name in REASONS:
        spec = find(name)
        assert spec is not None and rule_of(spec, "jax") is None


def test_an_axis_that_is_known_only_when_it_runs_moves_its_block_to_the_host() -> None:
    root = blocks.Scope.new_root_scope()
    axis = ops.Placeholder(root, dtype="DT_INT32")
    total = ops.Sum(root, ops.Variable(root, initvalues=[[1.0, 2.0], [3.0, 4.0]]), axis)
    doubled = ops.Multiply(root, total, np.float32(2))
    session = blocks.ClientSession(root, backend="jax")
    np.testing.assert_array_equal(session.run([doubled], {axis: np.array([0], np.int32)})[0], [8, 12])
    np.testing.assert_array_equal(session.run([doubled], {axis: np.array([1], np.int32)})[0], [6, 14])


def test_a_value_that_a_kernel_refuses_gives_the_error_of_numpy_and_changes_nothing() -> None:
    root = blocks.Scope.new_root_scope()
    w = ops.Variable(root, initvalues=[1.0, 2.0])
    place = ops.Placeholder(root, dtype="DT_INT32")
    picked = ops.Gather(root.with_op_name("picked"), w, place)
    added = ops.AssignAdd(root, w, ops.Multiply(root, [1.0, 1.0], picked))
    session = blocks.ClientSession(root, backend="jax", strict=True)
    np.testing.assert_array_equal(session.run([added], {place: np.array(1, np.int32)})[0], [3, 4])
    with pytest.raises(RunError, match="index 2 is outside the range from 0 to 1") as caught:
        session.run([added], {place: np.array(2, np.int32)})
    assert caught.value.errors[0].block == "picked"
    np.testing.assert_array_equal(session.run([added], {place: np.array(0, np.int32)})[0], [6, 7])


def test_a_result_that_was_handed_out_keeps_its_value() -> None:
    root = blocks.Scope.new_root_scope()
    w = ops.Variable(root, initvalues=np.zeros(5000, np.float32))
    added = ops.AssignAdd(root, w, np.ones(5000, np.float32))
    session = blocks.ClientSession(root, backend="jax", strict=True)
    first = session.run([added])[0]
    second = session.run([added])[0]
    assert session.run([added])[0][0] == 3
    assert first[0] == 1 and second[0] == 2


def test_a_variable_that_no_step_writes_is_moved_to_the_device_once() -> None:
    from blocks.library.jax_rules.lowering import jax

    memory = np.zeros(5000 + 16, np.float32)
    start = memory[(-memory.ctypes.data // 4) % 16 :][:5000]  # aligned so that JAX can use it without a copy
    root = blocks.Scope.new_root_scope()
    fixed, written = ops.Variable(root, initvalues=start), ops.Variable(root, initvalues=start)
    added = ops.AssignAdd(root, written, ops.Add(root, fixed, np.float32(1)))
    session = blocks.ClientSession(root, backend="jax", strict=True)
    session.run([added])
    kept, _ = session.state.values.values()
    assert isinstance(kept, jax.Array)
    assert session.run([added])[0][0] == 2
    assert next(iter(session.state.values.values())) is kept
    assert not start.any()


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(ROOT / "assets/examples/a_times_b.gradblocks")
    texts: list[str] = []
    for options in ([], ["--backend", "jax"], ["--backend", "jax", "--strict"]):
        assert main(["run", path, "--json", *options]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] == texts[2]


SPREAD = """
import numpy as np
from tests.jax.test_backend import network, placeholder_page
import blocks

for devices in (1, 4):
    session, loss, updates = network("jax", devices)
    for _ in range(5):
        [found] = session.run([loss], run_outputs=updates)
    root, x, total = placeholder_page()
    fed = blocks.ClientSession(root, backend="jax", devices=devices)
    sums = [float(fed.run([total], {x: np.arange(n, dtype=np.float32)})[0]) for n in (8, 7)]
    [plan, *_] = fed._plans.values()
    used = plan.plan.placement.fed(np.zeros(8)).sharding.num_devices
    print(used, f"{found:.4f}", *sums)
"""


def test_a_batch_is_spread_over_devices() -> None:
    flags = "--xla_force_host_platform_device_count=4"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", SPREAD], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    one, four = done.stdout.splitlines()
    assert one.startswith("1 ") and four.startswith("4 ")
    assert one[2:] == four[2:]
    assert one.endswith(" 140.0 91.0")


def test_more_devices_than_there_are_are_refused() -> None:
    with pytest.raises(UsageError, match="1000 devices were requested"):
        Session(load(EXAMPLES[0]), backend="jax", devices=1000)


@pytest.mark.parametrize("pieces", [1, 2])
def test_what_is_fed_goes_straight_into_the_compiled_step(pieces: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """To put each array on the device by itself takes ten times as long as a small step; what two compiled pieces take
    is put there once."""
    page = Diagram().add_page("main")
    for i in range(3):
        page.add("Placeholder", id=f"p{i}", dtype="DT_FLOAT")
    page.add("AddN", id="sum")
    for i in range(3):
        page.wire(f"p{i}.output", "sum.inputs")
    last = "sum.sum"
    if pieces == 2:
        page.add("Unique", id="host")  # runs on NumPy
        page.add("Add", id="again")
        page.wire(last, "host.x")
        page.wire("host.y", "again.x")
        page.wire("p0.output", "again.y")
        last = "again.z"
    moved: list[Any] = []
    put = jax.device_put

    def counted(*given: Any) -> Any:
        if type(given[0]) is not int:
            moved.append(given)
        return put(*given)

    monkeypatch.setattr(jax, "device_put", counted)
    session = Session(page.diagram, backend="jax")
    for value in (1.0, 2.0):
        moved.clear()
        result = session.run(last, {f"p{i}": np.full(1, value, np.float32) for i in range(3)})
        block, pin = last.split(".")
        assert result[f"{block}.result_{pin}"] == (3 if pieces == 1 else 4) * value
        assert len(moved) == pieces - 1

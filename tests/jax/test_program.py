"""Programs for JAX: the numbers of the page, in lines that can be read."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError, RunError
from blocks.document.file import load, loads
from blocks.document.model import Diagram
from blocks.interchange.python.text import identifier
from blocks.library.registry import find
from blocks.library.rules import rule_of
from blocks.run.session import Session
from tests.conformance import test_conformance as conformance
from tests.loops import chosen, counted, recurrent
from tests.random_loops import Program
from tests.run.loop_writes import PROGRAMS, WANTED

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

EXAMPLES = Path(__file__).parents[2] / "assets" / "examples"
RUN_ON_JAX = (
    "a_times_b", "adversarial_example", "basic", "detached_target", "em_step", "gan_step", "gradient_descent",
    "gradient_descent_three_ways", "stable_softmax", "xor",
)  # fmt: skip
PAGES = ("math_ops", "array_ops", "nn_ops", "rnn_ops", "state_ops", "training_ops")
EVERY = 25
"""Of so many cases one runs, and at least one of each type that has a short text."""


def module_of(diagram: Diagram, folder: Path) -> ModuleType:
    from blocks.interchange.export_jax import to_jax

    path = folder / "program.py"
    program = to_jax(diagram, path)
    path.write_text(program.text, "utf-8")
    if program.data is not None:
        path.with_suffix(".npz").write_bytes(program.data)
    module = ModuleType("exported")
    module.__file__ = str(path)
    exec(compile(program.text, str(path), "exec"), module.__dict__)
    return module


def diagram_of(blocks: list[dict[str, Any]], *wires: str, **page: Any) -> Diagram:
    content = {"name": "main", "blocks": blocks, "wires": [wire.split(" > ") for wire in wires], **page}
    return loads(json.dumps({"format": "gradblocks/1", "title": "T", "pages": [content]}))


def block(id: str, type: str, **values: Any) -> dict[str, Any]:
    return {"id": id, "type": type, "at": [0, 0], "values": values}


@pytest.mark.parametrize("name", RUN_ON_JAX)
def test_examples(name: str, tmp_path: Path) -> None:
    diagram = load(EXAMPLES / f"{name}.gradblocks")
    module = module_of(diagram, tmp_path)
    for page in diagram.pages:
        for steps in (1, 4):
            results = getattr(module, identifier(page.name))(steps)
            wanted = Session(page).run(steps=steps)
            assert results.keys() == wanted.keys()
            for key, value in wanted.items():
                assert np.asarray(results[key]).dtype == value.dtype
                np.testing.assert_allclose(results[key], value, rtol=2e-5, atol=1e-6, err_msg=key)


def cases() -> Iterator[Any]:
    from blocks.library.jax_rules.text import with_text

    count = 0
    for page in PAGES:
        for path in sorted((conformance.FOLDER / page).glob("*.json")):
            if (spec := find(path.stem)) is None or rule_of(spec, "jax") is None:
                continue
            for i, case in enumerate(json.loads(path.read_text("utf-8"))["cases"]):
                count += 1
                chosen = (i == 0 and path.stem in with_text()) or count % EVERY == 0
                # A temporary variable holds nothing when a step begins: the program is refused, and names it.
                unfit = any(word in json.dumps(case) for word in ("DT_STRING", "DT_BFLOAT16", "TemporaryVariable"))
                if chosen and case["error"] is None and not case["run"].get("feed") and not unfit:
                    yield pytest.param(case, id=f"{page}/{path.stem}-{case['name']}")


# What follows from constants is worked out by NumPy, which warns.
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
@pytest.mark.parametrize("case", list(cases()))
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "case.gradblocks"
    path.write_text(json.dumps(case["diagram"]), "utf-8")
    module = module_of(load(path), tmp_path)
    results = {name: np.asarray(value) for name, value in module.main(case["run"]["steps"]).items()}
    for name, expected in case["expect"].items():
        conformance.check(results, name, expected, case["rtol"], case["atol"])


def test_a_line_for_each_block_and_variables_that_go_in_and_out(tmp_path: Path) -> None:
    diagram = diagram_of(
        [
            block("x", "Const", val=[[1.0, 2.0]]),
            block("w", "Variable", initvalues=[[3.0], [-1.0]]),
            block("y", "MatMul"),
            block("rate", "Const", val=0.5),
            block("new_w", "ApplyGradientDescent", delta=[[1.0], [1.0]]),
        ],
        "x.output > y.a", "w.ref > y.b", "w.ref > new_w.var", "rate.output > new_w.alpha",
        notes=[{"at": [0, 0], "text": "y = x w"}],
    )  # fmt: skip
    module = module_of(diagram, tmp_path)
    text = (tmp_path / "program.py").read_text("utf-8")
    assert (
        '''
@jax.jit
def main_step(variables, feeds, step=0, seed=0):
    """One step of page 'main': the variables after it, and its results."""
    # y = x w
    w = variables['w']
    x = np.array([[1.0, 2.0]], np.float32)  # Const
    rate = np.array(0.5, np.float32)  # Const
    new_w_delta = np.array([[1.0], [1.0]], np.float32)  # Const of new_w
    y = jnp.matmul(x, w)  # MatMul
    new_w = w - rate * new_w_delta  # ApplyGradientDescent
    results = {
        'x.result_output': x,
        'w.result_ref': w,
        'y.result_product': y,
        'rate.result_output': rate,
        'new_w.result_out': new_w,
    }
    return variables | {'w': new_w}, OrderedDict(results)
'''
        in text
    )
    assert "import blocks" not in text and "from blocks" not in text
    # w goes from (3, -1) down by 0.5 each step.
    assert np.asarray(module.main(3)["new_w.result_out"]).tolist() == [[1.5], [-2.5]]


def test_blocks_with_the_same_seed_draw_the_same_numbers(tmp_path: Path) -> None:
    ids = {"a": {"seed": 7}, "b": {"seed": 7}, "c": {"seed": 8}, "d": {}, "e": {}}
    blocks = [block(id, "RandomUniform", shape=[4], dtype="DT_FLOAT", **seeds) for id, seeds in ids.items()]
    results = module_of(diagram_of(blocks), tmp_path).main(2)
    drawn = {id: tuple(np.asarray(results[f"{id}.result_output"]).tolist()) for id in ids}
    assert drawn["a"] == drawn["b"]
    assert len({*drawn.values()}) == 4


def test_sessions_run_at_their_own_steps(tmp_path: Path) -> None:
    """A target follows at every third step, and a sum is looked at at every second; a page is called as a step is."""
    diagram = diagram_of(
        [
            block("w", "Variable", initvalues=[1.0, 2.0]), block("target", "Variable", initvalues=[0.5, 0.5]),
            block("difference", "Subtract"), block("loss", "L2Loss"), block("follow", "Assign"), block("sum", "Sum"),
            block("axis", "Const", val=[0]),
            block("train", "Minimize", optimizer="GradientDescent", learning_rate=0.25),
            block("trained", "ClientSession"), block("followed", "ClientSession", every=3),
            block("looked", "ClientSession", every=2),
        ],
        "w.ref > difference.x", "target.ref > difference.y", "difference.z > loss.t", "loss.output > train.loss",
        "w.ref > train.variables", "target.ref > follow.ref", "w.ref > follow.value", "w.ref > sum.input",
        "axis.output > sum.axis", "train.operation > trained.run_outputs", "loss.output > trained.fetch_outputs",
        "follow.output_ref > followed.run_outputs", "sum.output > looked.fetch_outputs",
    )  # fmt: skip
    diagram.add_page("main_step").add("Const", id="c", val=7.0)
    from blocks.interchange.export_jax import to_jax

    assert to_jax(diagram, tmp_path / "p.py").report == []
    module = module_of(diagram, tmp_path)
    for steps in range(1, 8):
        wanted = Session(diagram.page("main")).run(steps=steps)
        found = module.main(steps)
        assert found.keys() == wanted.keys()
        for key, value in wanted.items():
            np.testing.assert_allclose(found[key], value, rtol=1e-6, err_msg=f"{steps}: {key}")
    w, target = np.array([1.0, 2.0]), np.array([0.5, 0.5])
    for step in range(1, 8):
        w, target = w - 0.25 * (w - target), w if step % 3 == 0 else target
    np.testing.assert_allclose(module.main(8)["target.result_ref"], target, rtol=1e-6)
    assert module.main_step()["c.result_output"] == 7.0


def test_placeholders_are_fed_and_rules_are_copied(tmp_path: Path) -> None:
    diagram = diagram_of(
        [block("x", "Placeholder", dtype="DT_FLOAT", shape=[None, 2]), block("y", "Softplus"), block("t", "TopK", k=1)],
        "x.output > y.features", "y.activations > t.input",
    )  # fmt: skip
    module = module_of(diagram, tmp_path)
    text = (tmp_path / "program.py").read_text("utf-8")
    assert "from blocks" not in text and "import blocks" not in text
    assert "jax_enable_x64" not in text  # so the program that imports it keeps its dtypes
    assert "y = softplus(x)  # Softplus\n" in text
    for rows in (1, 3):
        results = module.main(feed={"x": [[0.0, 1.0]] * rows})
        # ln(1 + e) = 1.3132617
        np.testing.assert_allclose(results["t.result_values"], [[1.3132617]] * rows, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_large_values_lie_in_a_file_beside_the_program(dtype: str, tmp_path: Path) -> None:
    values = np.arange(400.0).tolist()
    const = block("x", "Const", val=values, dtype={"float32": "DT_FLOAT", "float64": "DT_DOUBLE"}[dtype])
    module = module_of(diagram_of([const, block("s", "Sum", axis=[0])], "x.output > s.input"), tmp_path)
    assert (tmp_path / "program.npz").exists()
    total = module.main()["s.result_output"]
    assert total == 79800.0 and total.dtype == dtype  # 399 * 400 / 2


def test_a_block_without_a_rule_is_named(tmp_path: Path) -> None:
    diagram = diagram_of(
        [block("x", "Placeholder", dtype="DT_FLOAT", shape=[1]), block("z", "Unique")], "x.output > z.x"
    )
    diagram.pages[0].add("FIFOQueue", id="q", component_types=["DT_FLOAT"])
    with pytest.raises(RunError) as caught:
        module_of(diagram, tmp_path)
    assert {error.block for error in caught.value.errors} == {"q", "z"}
    assert "JAX cannot compile this block: FIFOQueue reads or writes outside the step" in str(caught.value)


@pytest.mark.parametrize("text", ['"""', "\\", "a\nimport os", "'); import os; ('", "class", "jnp", "𝐢𝐟"])
def test_nothing_of_a_file_becomes_code(text: str, tmp_path: Path) -> None:
    name = text.replace("\n", "_")
    diagram = diagram_of([block(name, "Const", val=1.5)], notes=[{"at": [0, 0], "text": text}])
    diagram.pages[0].add("Negate", id="n")
    diagram.pages[0].wire(f"{name}.output", "n.x")
    assert float(module_of(diagram, tmp_path).main()["n.result_y"]) == -1.5


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "np.zeros((20,), np.float32)"),
        (1.5, "np.full((20,), 1.5, np.float32)"),
        (-0.0, "np.full((20,), -0.0, np.float32)"),
    ],
)
def test_elements_that_are_all_the_same_are_written_once(value: float, text: str, tmp_path: Path) -> None:
    module = module_of(diagram_of([block("w", "Variable", initvalues=[value] * 20)]), tmp_path)
    assert text in (tmp_path / "program.py").read_text("utf-8")
    result = np.asarray(module.main()["w.result_ref"])
    np.testing.assert_array_equal(result, np.full(20, value, np.float32))
    assert np.signbit(result).tolist() == [math.copysign(1, value) < 0] * 20


LOOPS: dict[str, tuple[Callable[[], Diagram], dict[str, Any], str]] = {
    "Scan": (lambda: recurrent("Scan", over=["x"], reverse=True), {}, "lax.scan"),
    "Repeat": (lambda: recurrent("Repeat", times=3), {}, "lax.scan"),
    "Map": (lambda: recurrent("Map", over=["x"]), {}, "lax.scan"),
    "checkpoints": (lambda: recurrent("Scan", over=["x"], reverse=True, checkpoint=3), {}, "dynamic_slice"),
    "checkpoints of layers": (lambda: recurrent("Repeat", times=5, checkpoint=2), {}, "dynamic_slice"),
    "While": (lambda: counted(maximum=40), {}, "lax.while_loop"),
    "Cond, true": (chosen, {"which": True}, "lax.cond"),
    "Cond, false": (chosen, {"which": False}, "lax.cond"),
}


@pytest.mark.parametrize("case", LOOPS)
def test_loops_and_branches_are_those_of_jax(case: str, tmp_path: Path) -> None:
    make, feed, function = LOOPS[case]
    module = module_of(make(), tmp_path)
    assert function in Path(str(module.__file__)).read_text("utf-8")
    result, wanted = module.main(2, feed=feed), Session(make()).run(feed=feed, steps=2)
    assert "gradients.result_grad_outputs[0]" in wanted
    for name, value in wanted.items():
        np.testing.assert_allclose(result[name], value, rtol=2e-5, atol=1e-6, err_msg=name)


def test_a_loop_that_has_no_form_says_why(tmp_path: Path) -> None:
    with pytest.raises(DiagramError, match="While records a value in each iteration but has no maximum"):
        module_of(counted(), tmp_path)


@pytest.mark.parametrize(("seed", "writes"), [("j4", False), ("j17", False), ("j23", False), ("w5", True)])
def test_gradients_of_loops_in_loops_are_those_of_complex_steps(seed: str, writes: bool, tmp_path: Path) -> None:
    program = Program(seed, maximum=4, writes=writes)
    result, wanted = module_of(program.diagram(), tmp_path).main(), program.gradients()
    for i, name in enumerate("hx"):
        np.testing.assert_allclose(result[f"first.result_grad_outputs[{i}]"], wanted[name], rtol=1e-7, atol=1e-10)


@pytest.mark.parametrize(
    "name",
    ["branches", "inner Adam", "own variables", "gradient of a while, checkpoint", "gradient of a loop in a loop"],
)
def test_loops_write_variables(name: str, tmp_path: Path) -> None:
    result = module_of(PROGRAMS[name](), tmp_path).main(steps=3)
    for key, value in WANTED[name][2].items():
        if " " not in key:
            np.testing.assert_allclose(result[key], value, rtol=1e-9, err_msg=key)

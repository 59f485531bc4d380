"""Gradients against differences: right ones, planted wrong ones, and kinks, which are neither."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.graph.graph import Node, Output
from blocks.graph.spec import Rule
from blocks.library.index import find
from blocks.run.gradients.finite_differences import COARSE, FINE, Comparison, compare
from blocks.run.gradients.numeric import GradientCheck, check_gradients
from blocks.run.session import Session
from tests.app.window.looped import looped
from tests.run.pages import BlockText, block, const, diagram, session, variable

EXAMPLES = Path(__file__).resolve().parents[3] / "assets/examples"

Build = Callable[[Node, Output], Output]

NET: list[BlockText] = [
    const("x", [[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]]),
    variable("w", [[0.1, -0.2], [0.4, 0.3], [-0.5, 0.25]]),
    variable("b", [0.05, -0.1]),
    block("xw", "MatMul"),
    block("z", "Add"),
    block("h", "Tanh"),
    block("s", "Sigmoid"),
    block("loss", "Sum", axis=[0, 1]),
]
NET_WIRES = "x.output>xw.a w.ref>xw.b xw.product>z.x b.ref>z.y z.z>h.x h.y>s.x s.y>loss.input"


def verdicts(check: GradientCheck) -> dict[str, str]:
    return {each.block: each.verdict for each in check.blocks}


def plant(monkeypatch: pytest.MonkeyPatch, name: str, build: Callable[..., Any]) -> None:
    """Give a block type another gradient rule."""
    spec = find(name)
    assert spec is not None and spec.rule is not None
    monkeypatch.setattr(spec, "rule", Rule(spec.rule.inputs, build))


def tanh_times(factor: float) -> Build:
    """The rule of Tanh, wrong by a factor."""

    def rule(call: Node, dy: Output) -> Output:
        return dy * (1.0 - call.outputs[0] * call.outputs[0]) * factor

    return rule


def sigmoid_times(factor: float) -> Build:
    """The rule of Sigmoid, wrong by a factor."""

    def rule(call: Node, dy: Output) -> Output:
        return dy * call.outputs[0] * (1.0 - call.outputs[0]) * factor

    return rule


def three_times(_call: Node, dy: Output) -> Output:
    return dy * 3.0


def one(type_: str, values: Any, **attributes: Any) -> GradientCheck:
    """The check of one block of a variable."""
    spec = find(type_)
    assert spec is not None
    page = session([variable("w", values), block("f", type_, **attributes)], f"w.ref>f.{spec.inputs[0].name}")
    return check_gradients(page, f"f.{spec.outputs[0].name}")


def test_right_rules_are_right_alone_and_all_the_way() -> None:
    check = check_gradients(diagram(NET, NET_WIRES), "loss")
    assert verdicts(check) == dict.fromkeys(("xw", "z", "h", "s", "loss"), "right")
    assert {each.precision for each in check.blocks} == {"float64"}
    assert [(each.name, each.verdict) for each in check.inputs] == [("w", "right"), ("b", "right")]
    assert max(each.error for each in (*check.blocks, *check.inputs)) < 1e-6
    assert check.wrong == ()
    assert [pin.pin for pin in check.blocks[0].pins] == ["a", "b"]


@pytest.mark.parametrize(
    ("type_", "where", "error", "rule"),
    [
        ("Tanh", "h", 2.0, tanh_times(-1.0)),
        ("Tanh", "h", 1.0, tanh_times(0.0)),
        ("Sigmoid", "s", 0.5, sigmoid_times(2.0)),
        ("Sigmoid", "s", 0.001, sigmoid_times(1.001)),
    ],
)
def test_a_planted_wrong_rule_is_named(
    monkeypatch: pytest.MonkeyPatch, type_: str, where: str, error: float, rule: Build
) -> None:
    plant(monkeypatch, type_, rule)
    result = check_gradients(diagram(NET, NET_WIRES), "loss")
    assert result.wrong == (where,)
    assert {each.verdict for each in result.inputs} == {"wrong"}
    [check] = [each for each in result.blocks if each.block == where]
    # The difference over the larger of both; less where what is added up along a direction cancels.
    assert error * 0.1 < check.error < 2.5


def test_a_rule_that_is_wrong_by_one_input_names_the_pin(monkeypatch: pytest.MonkeyPatch) -> None:
    def rule(call: Node, dz: Output) -> tuple[Any, Any]:
        return dz * call.input("y"), dz * call.input("y")

    plant(monkeypatch, "Multiply", rule)
    page = session(
        [variable("u", [1.0, 2.0]), variable("v", [3.0, 5.0]), block("m", "Multiply")], "u.ref>m.x v.ref>m.y"
    )
    check = check_gradients(page, "m")
    assert [(pin.pin, pin.verdict) for pin in check.blocks[0].pins] == [("x", "right"), ("y", "wrong")]
    assert [(each.name, each.verdict) for each in check.inputs] == [("u", "right"), ("v", "wrong")]


@pytest.mark.parametrize(
    ("type_", "values", "attributes"),
    [
        ("Relu", [0.0, 1.0, -2.0], {}),
        ("Relu6", [6.0, 1.0], {}),
        ("Abs", [0.0, 3.0], {}),
        ("Max", [2.0, 2.0, 1.0], {"axis": 0}),
        ("Min", [1.0, 1.0, 1.0], {"axis": 0}),
        (
            "MaxPool",
            [[[[1.0], [1.0]], [[1.0], [0.0]]]],
            {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "VALID"},
        ),
        ("Sqrt", [0.0, 4.0], {}),  # infinite there
        ("Log", [0.0], {}),
        ("Sign", [0.0, 2.0], {}),  # a jump
    ],
)
def test_kinks_and_ties_are_not_smooth_rather_than_wrong(type_: str, values: Any, attributes: dict[str, Any]) -> None:
    check = one(type_, values, **attributes)
    assert verdicts(check) == {"f": "not smooth here"}
    assert check.inputs[0].verdict == "not smooth here"


@pytest.mark.parametrize(
    ("type_", "values", "attributes"),
    [
        ("Relu", [1e-3, 1.0, -2.0], {}),
        ("Max", [2.0, 1.999, 1.0], {"axis": 0}),
        ("Sqrt", [1e-12, 4.0], {}),
        ("Log", [1e-30, 1e30], {}),
        ("Exp", [-700.0, 1.0], {}),
        ("Square", [0.0, 0.0], {}),
        ("Softmax", [[1.0, 2.0, 3.0]], {}),
        ("Softmax", [[1e4, 1e4, 1e4]], {}),  # a hundredth of a millionth of such numbers is a step small enough
        ("Sin", [1e4, -3e4], {}),
    ],
)
def test_close_to_a_kink_and_far_out_a_gradient_is_right(type_: str, values: Any, attributes: dict[str, Any]) -> None:
    assert verdicts(one(type_, values, **attributes)) == {"f": "right"}


def test_a_wrong_rule_at_a_kink_is_wrong_where_it_lies_outside_of_both_slopes(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "Abs", three_times)
    assert one("Abs", [0.0]).wrong == ("f",)


def test_types_without_double_precision_are_checked_coarsely() -> None:
    result = one("LRN", np.linspace(0.5, 1.5, 8).reshape(1, 1, 2, 4).tolist())
    assert [(each.precision, each.verdict) for each in result.blocks] == [("float32", "right")]
    assert [(each.precision, each.verdict) for each in result.inputs] == [("float32", "right")]


def test_what_the_gradient_does_not_pass_differences_do_not_see() -> None:
    """The gradient of x StopGradient(x) by x is StopGradient(x): half of the slope."""
    page = session(
        [variable("x", [3.0]), block("sg", "StopGradient"), block("m", "Multiply")],
        "x.ref>sg.input x.ref>m.x sg.output>m.y",
    )
    check = check_gradients(page, "m")
    assert [each.verdict for each in check.inputs] == ["right"]


def test_a_straight_through_gradient_is_not_called_wrong() -> None:
    result = one("FakeQuantWithMinMaxArgs", [0.31, -1.22])
    assert verdicts(result) == {"f": "not checked"} and result.blocks[0].note
    assert [each.verdict for each in result.inputs] == ["not checked"]


def test_labels_that_are_no_probabilities_raise_no_alarm() -> None:
    """The gradient by features is softmax - labels only where the rows of labels sums to 1."""
    for labels, verdict in (([[0.25, 0.75]], "right"), ([[0.0, 0.0]], "not checked")):
        page = session(
            [variable("x", [[1.0, 2.0]]), const("t", labels), block("c", "SoftmaxCrossEntropyWithLogits")],
            "x.ref>c.features t.output>c.labels",
        )
        check = check_gradients(page, "c.loss")
        assert verdicts(check) == {"c": verdict} and not check.wrong
        assert ("sums to 1" in check.blocks[0].note) == (verdict == "not checked")
        assert [each.verdict for each in check.inputs] == [verdict]


def test_a_square_of_what_cancels_is_right() -> None:
    page = session(
        [variable("u", [1.0, 0.5]), variable("v", [1.0, 0.5]), block("d", "SquaredDifference")], "u.ref>d.x v.ref>d.y"
    )
    assert verdicts(check_gradients(page, "d")) == {"d": "right"}


@pytest.mark.parametrize(
    ("type_", "values", "attributes", "output", "word"),
    [
        ("Cumprod", [2.0, 0.0, 3.0], {"axis": 0}, "f", "no element is 0"),
        (
            "FusedBatchNorm",
            [[[[1.0], [2.0]]]],
            {"scale": [1.0], "offset": [0.0], "mean": [], "variance": []},
            "f.batch_mean",
            "statistics",
        ),
    ],
)
def test_what_is_as_in_tensorflow_says_so(
    type_: str, values: Any, attributes: dict[str, Any], output: str, word: str
) -> None:
    spec = find(type_)
    assert spec is not None
    page = session([variable("x", values), block("f", type_, **attributes)], f"x.ref>f.{spec.inputs[0].name}")
    check = check_gradients(page, output)
    assert not check.wrong and [each.verdict for each in check.inputs] == ["not checked"]
    assert word in check.inputs[0].note


def test_what_cancels_but_for_rounding_is_not_called_wrong() -> None:
    """0.1 w + 0.2 w - 0.3 w is 0 but for rounding, so that differences of it are nothing else."""
    page = session(
        [
            variable("w", [1.7, -0.3, 123.4]),
            block("a", "Multiply", y=0.1),
            block("b", "Multiply", y=0.2),
            block("c", "Multiply", y=0.3),
            block("ab", "Add"),
            block("d", "Subtract"),
        ],
        "w.ref>a.x w.ref>b.x w.ref>c.x a.z>ab.x b.z>ab.y ab.z>d.x c.z>d.y",
    )
    check = check_gradients(page, "d")
    assert set(verdicts(check).values()) == {"right"}
    assert [each.verdict for each in check.inputs] == ["right"]


def test_a_jump_is_not_taken_for_rounding() -> None:
    jump = compare(
        lambda at: [np.floor(at[0])],
        [np.array([2.0])],
        [np.array([0.0])],
        [np.ones(1)],
        FINE,
        np.random.default_rng(0),
        magnitude=2.0,
    )
    assert jump.verdict == "not smooth here"


def test_complex_numbers() -> None:
    page = session(
        [
            variable("u", [1.0, -0.5]), variable("v", [2.0, 1.0]), block("c", "Complex"), block("m", "Square"),
            block("r", "Real"),
        ],
        "u.ref>c.real v.ref>c.imag c.out>m.x m.y>r.input",
    )  # fmt: skip
    assert set(verdicts(check_gradients(page, "r")).values()) == {"right"}


def test_branches_are_checked_on_the_side_that_was_taken() -> None:
    page = session(
        [
            variable("x", [1.0, 2.0]), const("p", True), block("on", "Switch"),
            block("yes", "Exp"), block("no", "Square"), block("m", "Merge"),
        ],
        "x.ref>on.data p.output>on.pred on.output_true>yes.x on.output_false>no.x yes.y>m.inputs no.y>m.inputs",
    )  # fmt: skip
    check = check_gradients(page, "m.output")
    assert verdicts(check) == {"yes": "right"}
    assert [(each.name, each.verdict) for each in check.inputs] == [("x", "right")]


def test_a_placeholder_is_fed_and_a_session_is_taken_as_it_is() -> None:
    page = session(
        [
            block("p", "Placeholder", dtype="DT_FLOAT", shape=[2]), variable("w", [1.0, 2.0]), block("m", "Multiply"),
            block("e", "Exp"),
        ],
        "p.output>m.x w.ref>m.y m.z>e.x",
    )  # fmt: skip
    with pytest.raises(RunError):
        check_gradients(page, "e")
    check = check_gradients(page, "e", {"p": [0.5, -1.0]})
    assert [(each.name, each.verdict) for each in check.inputs] == [("p", "right"), ("w", "right")]


@pytest.mark.parametrize("name", ["detached_target", "stable_softmax", "adversarial_example", "contrastive_divergence"])
def test_the_examples_are_right(name: str) -> None:
    page = Session(blocks.load(str(EXAMPLES / f"{name}.gradblocks")))
    check = check_gradients(page, "loss")
    assert check.blocks and check.inputs and not check.wrong
    assert {each.verdict for each in check.inputs} <= {"right", "not smooth here"}


@pytest.mark.parametrize("steps", [0, 2])
def test_a_page_is_run_as_a_step_runs_it_but_writes_nothing(tmp_path: Path, steps: int) -> None:
    """Digits: queues that other blocks fill, and a file that is saved every 40 steps."""
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    page = Session(blocks.load(str(tmp_path / "digits_training.gradblocks")))
    if steps:
        page.run(steps=steps)
    check = check_gradients(page, "grad")
    assert [(each.name, each.verdict) for each in check.inputs] == [("W", "right"), ("b", "right")]
    assert set(verdicts(check)) >= {"x_W", "logits", "entropy", "cost"} and not check.wrong


def test_a_check_writes_no_file(tmp_path: Path) -> None:
    page = diagram(
        [
            variable("x", [0.5, 2.0]), block("s", "Square"),
            const("name", "out.txt", dtype="DT_STRING"), const("text", "no", dtype="DT_STRING"),
            block("w", "WriteFile"),
        ],
        "x.ref>s.x name.output>w.filename text.output>w.contents",
    )  # fmt: skip
    page.path = str(tmp_path / "page.gradblocks")
    assert verdicts(check_gradients(page, "s")) == {"s": "right"}
    assert not list(tmp_path.iterdir())
    Session(page).run()
    assert [each.name for each in tmp_path.iterdir()] == ["out.txt"]


def test_the_gradient_of_a_gradient_is_checked_block_by_block() -> None:
    page = session(
        [variable("x", [0.5, -0.3]), block("t", "Tanh"), block("g", "AddSymbolicGradients"), block("s", "Square")],
        "x.ref>t.x t.y>g.outputs x.ref>g.inputs g.grad_outputs[0]>s.x",
    )
    check = check_gradients(page, "s")
    assert {"t", "g", "s"} == set(verdicts(check)) and set(verdicts(check).values()) == {"right"}
    assert [each.verdict for each in check.inputs] == ["right"]


@pytest.mark.parametrize("name", ["nothing", "loss.nothing"])
def test_names_that_do_not_exist(name: str) -> None:
    with pytest.raises(UsageError):
        check_gradients(diagram(NET, NET_WIRES), name)


def test_a_page_that_does_not_run_says_why() -> None:
    page = session(
        [variable("x", [1.0]), block("m", "MatMul"), block("s", "Square")], "x.ref>m.a x.ref>m.b m.product>s.x"
    )
    with pytest.raises(DiagramError):
        check_gradients(page, "s")


@pytest.mark.parametrize(
    ("factor", "precision", "verdict"),
    [(1.0, FINE, "right"), (1.001, FINE, "wrong"), (1.0, COARSE, "right"), (1.2, COARSE, "wrong")],
)
def test_the_slope_of_a_parabola(factor: float, precision: Any, verdict: str) -> None:
    x = np.array([1.0, -2.0, 3.0], np.float64 if precision is FINE else np.float32)
    weights = [np.ones_like(x)]
    comparison = compare(lambda at: [at[0] ** 2], [x], [2 * x * factor], weights, precision, np.random.default_rng(0))
    assert isinstance(comparison, Comparison) and comparison.verdict == verdict


def test_blocks_inside_of_loops_and_branches_are_checked_in_their_last_round(monkeypatch: pytest.MonkeyPatch) -> None:
    page = looped().page("main")
    check = check_gradients(page, "rows.last")
    inner = ("rows/along/hw", "rows/along/sum", "rows/along/new")
    assert verdicts(check) == dict.fromkeys(("rows", "rows/along", *inner), "right")
    assert [(each.type, each.precision) for each in check.blocks[:3]] == [
        ("Map", "float32"), ("Scan", "float32"), ("Multiply", "float64")]  # fmt: skip
    assert verdicts(check_gradients(page, "side.b")) == {"side": "right", "side/then/f": "right"}
    plant(monkeypatch, "Tanh", tanh_times(2.0))
    check = check_gradients(looped().page("main"), "loss")
    assert check.wrong == ("cell", "cell/new")  # the loop is as wrong as what it runs


def test_a_gradient_in_a_loop_that_is_meant_to_be_another_one_makes_nothing_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(find("Tanh"), "surrogate_gradient", "straight through")
    plant(monkeypatch, "Tanh", three_times)
    check = check_gradients(looped().page("main"), "loss")
    assert check.wrong == ()
    notes = {each.block: (each.verdict, each.note) for each in check.blocks}
    assert notes["cell"] == notes["cell/new"] == ("not checked", "straight through")
    assert [(each.verdict, each.note) for each in check.inputs] == [("not checked", "straight through")]

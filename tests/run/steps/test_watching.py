"""Gradients that are watched beside what a page computes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.compile.rewrite import needed_nodes
from blocks.elaborate.model import GRADIENTS
from blocks.run.results import Results
from blocks.run.session import Session
from tests.examples.shared import NAMES, PAGES, page_of, session_of
from tests.run.pages import BlockText, block, const, session, variable

LINE = [
    variable("w", [1.0, 2.0]),
    const("x", [3.0, 5.0]),
    block("p", "Multiply"),
    block("s", "Square"),
    block("loss", "Sum", axis=0),
]
LINE_WIRES = "w.ref>p.x x.output>p.y p.z>s.x s.y>loss.input"


def test_every_pin_that_the_gradient_reaches_has_its_gradient() -> None:
    # loss = sum((w x)^2) with w x = (3, 10): by s it is 1, by p 2 w x, by w 2 w x^2, by x 2 w^2 x.
    page = session(LINE, LINE_WIRES)
    page.watch("loss")
    gradients = page.run().gradients
    expected: dict[str, Any] = {
        "loss.output": 1.0,
        "s.y": [1.0, 1.0],
        "p.z": [6.0, 20.0],
        "w.ref": [18.0, 100.0],
        "x.output": [6.0, 40.0],
    }
    assert gradients.keys() == expected.keys()
    for name, value in expected.items():
        np.testing.assert_array_equal(gradients[name], np.float32(value), name)


def test_watching_changes_with_the_step_and_ends() -> None:
    blocks_ = [*LINE, block("g", "AddSymbolicGradients"), block("down", "ApplyGradientDescent", alpha=0.01)]
    page = session(
        blocks_, f"{LINE_WIRES} loss.output>g.outputs w.ref>g.inputs w.ref>down.var g.grad_outputs[0]>down.delta"
    )
    page.watch("g")  # the block stands for what is wired into its outputs
    first = page.run().gradients["w.ref"]
    np.testing.assert_array_equal(first, [18.0, 100.0])
    # w is (1, 2) - 0.01 (18, 100) = (0.82, 1) now.
    np.testing.assert_allclose(page.run().gradients["w.ref"], [0.82 * 18, 50.0], rtol=1e-6)
    page.watch(None)
    assert page.run().gradients == {}


def test_elements_of_lists_have_names_of_their_own() -> None:
    page = session(
        [variable("w", [1.0, 2.0]), block("parts", "Split", axis=0, num_split=2), block("m", "Multiply")],
        "w.ref>parts.value parts.output[0]>m.x parts.output[1]>m.y",
    )
    page.watch(["m"])
    gradients = page.run().gradients
    assert {name: value.tolist() for name, value in gradients.items()} == {
        "m.z": [1.0],
        "parts.output[0]": [2.0],
        "parts.output[1]": [1.0],
        "w.ref": [2.0, 1.0],
    }


def test_several_names_stand_for_their_sum() -> None:
    page = session([variable("w", 3.0), block("a", "Square"), block("b", "Negate")], "w.ref>a.x w.ref>b.x")
    page.watch(["a", "b.y"])
    assert page.run().gradients["w.ref"] == 2 * 3.0 - 1.0


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_computes_stays_bit_for_bit(page: str) -> None:
    """Whatever is watched: each scalar of the page, one after the other."""
    plain = session_of(page)
    expected = [plain.run() for _ in range(2)]
    scalars = [
        f"{b}.{p}" for b, p, i, o in plain.elaboration.outputs() if i is None and o.shape == () and o.dtype.is_floating
    ]
    for name in scalars or [block_ for block_, *_ in list(plain.elaboration.outputs())[-1:]]:
        watched = session_of(page)
        watched.watch(name)
        for results in expected:
            actual = watched.run()
            assert actual.gradients
            assert actual.keys() == results.keys()
            numbers = [key for key in results if results[key].dtype != object]
            if name.endswith(".gradient_norm"):
                # A second derivative through a loop reads columns of products that a step else leaves out: BLAS then
                # sums in another order.
                for key in numbers:
                    np.testing.assert_allclose(actual[key], results[key], rtol=1e-5, atol=1e-6)
            else:
                assert all(actual[key].tobytes() == results[key].tobytes() for key in numbers)


def test_a_step_runs_nothing_for_the_sake_of_a_gradient() -> None:
    page = session([variable("w", 1.0), block("a", "Square"), block("b", "Exp")], "w.ref>a.x w.ref>b.x")
    page.watch("a")
    assert page.run("b").gradients == {}
    assert page.run("a").gradients["w.ref"] == 2.0


def test_what_is_fed_needs_nothing_that_would_not_run() -> None:
    page = session(LINE, LINE_WIRES)
    page.watch("loss")
    gradients = page.run("loss", {"s.y": [4.0, 4.0]}).gradients
    # the gradient by p is 2 p, and p does not run
    assert gradients.keys() == {"loss.output", "s.y"}


def test_random_blocks_draw_the_same_numbers_for_the_gradient() -> None:
    page = session(
        [variable("w", [2.0] * 5), block("r", "RandomUniform", shape=[5], dtype="DT_FLOAT"), block("m", "Multiply")],
        "w.ref>m.x r.output>m.y",
    )
    page.watch("m")
    results = page.run()
    np.testing.assert_array_equal(results.gradients["w.ref"], results["r.result_output"])


def test_the_pages_own_gradient_is_computed_once() -> None:
    blocks_ = [*LINE, block("g", "AddSymbolicGradients")]
    wires = f"{LINE_WIRES} loss.output>g.outputs w.ref>g.inputs x.output>g.inputs"
    plain, watched = session(blocks_, wires), session(blocks_, wires)
    watched.watch("loss")
    lines = [str(each.plan()).count("  # ") for each in (plain, watched)]
    # Seeds apart: of a sum over ones, the page's gradient holds all that is watched.
    assert lines[1] == lines[0]


def test_what_the_page_differentiates_is_not_built_again() -> None:
    wires = f"{LINE_WIRES} loss.output>g.outputs w.ref>g.inputs"
    page = session([*LINE, block("g", "AddSymbolicGradients")], wires)
    page.watch("g")
    added = [node.type.name for node in page.elaboration.graph.nodes if node.name.startswith("watched")]
    # All but x have a gradient on the way to w; that of x takes the rule of p once more: a product for x, one for w.
    assert sorted(each for each in added if each != "Shape") == ["Multiply", "Multiply"]
    assert page.run().gradients["x.output"].tolist() == [6.0, 40.0]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "digits_training"])  # it runs in parts only
def test_the_pages_own_gradient_makes_no_difference(name: str) -> None:
    """What is watched is the same in a step that runs no gradient block and in one that does."""
    page = page_of(name)
    for gradient in [each.id for each in page.blocks if each.type == GRADIENTS]:
        of = [str(wire.source) for wire in page.wires if (wire.target.block, wire.target.pin) == (gradient, "outputs")]
        results: list[Mapping[str, Any]] = []
        for fetch in (of, [*of, gradient]):
            each = Session(page)
            each.watch(gradient)
            results.append(each.run(fetch).gradients)
        expected, taken = results
        assert expected and expected.keys() <= taken.keys()
        for key, value in expected.items():
            np.testing.assert_allclose(taken[key], value, rtol=1e-5, atol=1e-7, err_msg=key)


def test_of_several_outputs_each_has_its_whole_gradient() -> None:
    """The page's gradient goes by w alone: what it makes at b, which does not depend on w, is not all that arrives."""
    page = session(
        [
            variable("w", 2.0), variable("v", 5.0), block("b", "Square"), block("m", "Multiply"),
            block("g", "AddSymbolicGradients"),
        ],
        "v.ref>b.x w.ref>m.x b.y>m.y m.z>g.outputs b.y>g.outputs w.ref>g.inputs",
    )  # fmt: skip
    page.watch("g")
    results = {name: value.item() for name, value in page.run().gradients.items() if not name.startswith("g.")}
    # w b + b with b = v^2: by b it is w + 1, by v that times 2 v.
    assert results == {"w.ref": 25.0, "m.z": 1.0, "b.y": 3.0, "v.ref": 30.0}


def test_a_gradient_block_that_is_not_asked_for_does_not_run() -> None:
    """Its gradient is there all the same, and may fail: what is only watched makes no step fail."""
    page = session(
        [variable("w", [0.0, 4.0]), block("c", "CheckNumerics", message="bad"), block("r", "Sqrt"),
         block("g", "AddSymbolicGradients")],
        "w.ref>c.tensor c.output>r.x r.y>g.outputs w.ref>g.inputs",
    )  # fmt: skip
    page.watch("g")
    results = page.run("r")
    assert "g.result_grad_outputs[0]" not in results
    assert results.gradients.keys() == {"r.y", "c.output"}
    with pytest.raises(RunError, match="bad"):
        page.run("g")


def test_a_gradient_that_waits_or_begins_otherwise_is_not_taken_for_the_plain_one() -> None:
    page = session(
        [*LINE, const("seed", 10.0), block("g", "AddSymbolicGradients")],
        f"{LINE_WIRES} loss.output>g.outputs w.ref>g.inputs seed.output>g.grad_inputs",
    )
    page.watch("loss")
    results = page.run()
    assert results["g.result_grad_outputs[0]"].tolist() == [180.0, 1000.0]
    assert results.gradients["w.ref"].tolist() == [18.0, 100.0]


WEIGHTED = [
    variable("w", [1.0, 2.0]),
    block("s", "Square"),
    block("c", "Negate"),
    const("seed", [10.0, -1.0]),
    const("other", [0.5, 3.0]),
    block("g", "AddSymbolicGradients"),
]
WEIGHTED_WIRES = (
    "w.ref>s.x w.ref>c.x s.y>g.outputs c.y>g.outputs w.ref>g.inputs seed.output>g.grad_inputs"
    " other.output>g.grad_inputs"
)


@pytest.mark.parametrize("of", ["g", "s.y * seed.output + c.y * other.output"])
def test_a_gradient_block_with_weights_stands_for_the_weighted_sum(of: str) -> None:
    # seed w^2 - other w, the weights taken as constants: by w it is 2 w seed - other.
    page = session(WEIGHTED, WEIGHTED_WIRES)
    page.watch(of)
    results = page.run()
    assert results["g.result_grad_outputs[0]"].tolist() == [20.0 - 0.5, -4.0 - 3.0]
    result = {name: value.tolist() for name, value in results.gradients.items()}
    assert result == {"w.ref": [19.5, -7.0], "s.y": [10.0, -1.0], "c.y": [0.5, 3.0]}


def test_lists_are_weighted_element_by_element() -> None:
    page = session(
        [
            variable("w", [3.0, 5.0]), block("parts", "Split", axis=0, num_split=2),
            const("one", [2.0]), const("two", [7.0]), block("both", "InputList"), block("g", "AddSymbolicGradients"),
        ],
        "w.ref>parts.value one.output>both.outputlist two.output>both.outputlist parts.output>g.outputs"
        " both.output>g.grad_inputs w.ref>g.inputs",
    )  # fmt: skip
    page.watch("g")
    assert page.run().gradients["w.ref"].tolist() == [2.0, 7.0]
    page.watch("parts.output * both.output")
    assert page.run().gradients["w.ref"].tolist() == [2.0, 7.0]


def test_what_a_block_weights_is_not_built_again() -> None:
    page = session(WEIGHTED, WEIGHTED_WIRES)
    before = len(page.elaboration.graph)
    page.watch("g")
    assert len(page.elaboration.graph) == before
    page.watch("s.y + c.y")
    assert page.run().gradients["w.ref"].tolist() == [1.0, 3.0]


@pytest.mark.parametrize(
    ("of", "error", "text"),
    [
        ("s.y * nothing.output", UsageError, "no block 'nothing'"),
        ("s.y * seed.nothing", UsageError, "no output pin 'nothing'"),
        ("s.y * scalar.output", DiagramError, r"expected float32\[2\], got float32\[\]"),
        ("s.y * bad.y", DiagramError, "has no gradient"),
        ("bad_g", DiagramError, "expected one gradient per output, got 2 for 1 outputs"),
    ],
)
def test_weights_that_do_not_fit(of: str, error: type[Exception], text: str) -> None:
    more = [const("scalar", 2.0), block("bad", "Square"), block("bad_g", "AddSymbolicGradients")]
    wires = " s.y>bad_g.outputs w.ref>bad_g.inputs seed.output>bad_g.grad_inputs other.output>bad_g.grad_inputs"
    with pytest.raises(error, match=text):
        session([*WEIGHTED, *more], WEIGHTED_WIRES + wires).watch(of)


def test_a_gradient_that_fails_fails_no_step() -> None:
    # the gradient is checked like the value, and 1 / sqrt(0) is infinite
    page = session(
        [variable("w", [0.0, 4.0]), block("c", "CheckNumerics", message="bad"), block("r", "Sqrt")],
        "w.ref>c.tensor c.output>r.x",
    )
    page.watch("r")
    results = page.run()
    assert results["r.result_y"].tolist() == [0.0, 2.0]
    assert results.gradients.keys() == {"r.y", "c.output"}


def test_a_page_that_fails_gives_the_gradients_that_there_are() -> None:
    page = session(
        [*LINE, const("a", [1.0]), const("b", [[1.0]]), block("bad", "MatMul")],
        f"{LINE_WIRES} a.output>bad.a b.output>bad.b",
    )
    page.watch("loss")
    with pytest.raises(RunError) as caught:
        page.run()
    results = caught.value.results
    assert isinstance(results, Results)
    assert results.gradients["p.z"].tolist() == [6.0, 20.0]


@pytest.mark.parametrize("name", ["nothing", "loss.nothing", "loss[0]"])
def test_names_that_do_not_exist(name: str) -> None:
    with pytest.raises(UsageError):
        session(LINE, LINE_WIRES).watch(name)


def test_a_wall_that_prevents_the_gradient_is_an_error_only_where_one_would_pass() -> None:
    def page(*more: BlockText, wires: str) -> Session:
        return session([variable("w", 2.0), block("wall", "PreventGradient", message="no"), *more], wires)

    alone = page(wires="w.ref>wall.input")
    alone.watch("wall")
    assert alone.run().gradients.keys() == {"wall.output"}
    beside = page(block("m", "Multiply"), wires="w.ref>wall.input w.ref>m.x wall.output>m.y")
    with pytest.raises(DiagramError, match="PreventGradient"):
        beside.watch("m")


def test_loops_give_the_gradient_of_what_comes_out() -> None:
    """x doubles four times; the number of rounds follows from constants."""
    page = session(
        [
            const("start", 0),
            variable("x", 3.0),
            block("i", "Merge"), block("v", "Merge"),
            block("less", "Less", y=4), block("go", "LoopCond"),
            block("i_on", "Switch"), block("v_on", "Switch"),
            block("count", "Add", y=1), block("twice", "Multiply", y=2.0),
            block("i_next", "NextIteration"), block("v_next", "NextIteration"),
        ],
        "start.output>i.inputs i_next.output>i.inputs x.ref>v.inputs v_next.output>v.inputs i.output>less.x"
        " less.z>go.input i.output>i_on.data go.output>i_on.pred v.output>v_on.data go.output>v_on.pred"
        " i_on.output_true>count.x count.z>i_next.data v_on.output_true>twice.x twice.z>v_next.data",
    )  # fmt: skip
    page.watch("v_on.output_false")
    results = page.run()
    assert results["v_on.result_output_false"] == 3.0 * 2**4
    assert results.gradients["x.ref"] == 2**4


def test_a_session_that_goes_on_from_another_watches_what_it_did() -> None:
    first = session(LINE, LINE_WIRES)
    first.watch("loss")
    first.run()
    second = session([*LINE, block("more", "Exp")], f"{LINE_WIRES} w.ref>more.x")
    second.adopt(first)
    assert second.run().gradients["w.ref"].tolist() == [18.0, 100.0]
    third = session([variable("w", [1.0, 2.0])], "")  # what was watched is gone: so is the watching
    third.adopt(second)
    assert third.run().gradients == {} and third.watching is None
    fourth = session(LINE, LINE_WIRES)
    fourth.watch("s")  # it has something of its own to watch
    fourth.adopt(first)
    fourth.run()
    assert fourth.watching is not None and fourth.watching.of == ("s",)


def test_nothing_of_what_is_watched_is_needed_by_the_page() -> None:
    page = session(LINE, LINE_WIRES)
    size = len(page.elaboration.graph)
    page.watch("loss")
    marked = needed_nodes(page.elaboration.graph, [output for *_, output in page.elaboration.outputs()], [])
    assert len(marked) > size and not any(marked[size:])

"""What the gradient view shows, as plain data, and what it remembers of runs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtGui import QColor

from app.canvas.drawing.gradient_layer import BROKEN, START
from app.canvas.drawing.signs import SIGNS, color_of
from app.core.document import Document
from app.core.outdated import same_computation
from app.core.runs.gradient import FEWEST_STEPS, MOST_STEPS, Moments, PageGradients
from app.face.gradient import FLOWS, UNKNOWN, Strength, check_mark, gradient_face, ramp, strength_of, strongest, why_odd
from app.face.theme import DARK, LIGHT, Theme
from blocks.analysis.diagnosis import why_none
from blocks.analysis.gradient_flow import page_flow
from blocks.analysis.losses import find_losses
from blocks.document.data import Endpoint
from blocks.elaborate.elaborate import elaborate
from blocks.run.gradients.numeric import BlockCheck, GradientCheck, PinCheck
from blocks.run.monitoring.statistics import HistoryBuffer, Measured, Statistics, statistics_of
from blocks.run.session import Session
from blocks.transform.verbs.expanding import close_gradient, open_gradient
from tests.app.gradient.hands import block, document, stopped
from tests.run.test_looking_inside import stack

PAGE = stopped().page("main")


def measured(step: int, number: float) -> Measured:
    """A step in which the gradient at ``a.y`` was this."""
    return HistoryBuffer().measure(step, {"a.y": np.array(number)}, {})


def summary(*numbers: float) -> Statistics:
    return statistics_of(np.array(numbers))


@pytest.mark.parametrize(
    ("numbers", "state", "log10"),
    [
        ((3.0, 4.0), "number", math.log10(5.0)),
        ((1e-9,), "number", -9.0),
        ((0.0, 0.0), "zero", None),
        ((1.0, math.nan), "not_finite", None),
        ((math.inf,), "not_finite", None),
    ],
)
def test_strength(numbers: tuple[float, ...], state: str, log10: float | None) -> None:
    result = strength_of(summary(*numbers))
    assert result.state == state
    assert result.log10 == (log10 if log10 is None else pytest.approx(log10))


@pytest.mark.parametrize(("log10", "level"), [(-8.0, 0.0), (-100.0, 0.0), (-2.0, 0.5), (4.0, 1.0), (9.0, 1.0)])
def test_level_on_the_scale(log10: float, level: float) -> None:
    assert Strength(log10, "number").level == level


def test_what_is_no_number_stands_for_all() -> None:
    weak, strong, bad, zero = (strength_of(s) for s in (summary(1e-3), summary(10.0), summary(math.nan), summary(0.0)))
    assert strongest([weak, zero, strong]) == strong
    assert strongest([weak, bad, strong]) == bad
    assert strongest([zero, zero]) == zero


@pytest.mark.parametrize("dark", [True, False])
def test_the_ends_of_the_scale_differ_for_the_colour_blind(dark: bool) -> None:
    """Blue against orange: they differ in the blue-yellow channel, which red-green blindness leaves."""
    low, high = ramp(0.0, dark), ramp(1.0, dark)
    assert low[2] - low[0] > 100 > 0 > high[2] - high[0]
    assert ramp(-1.0, dark) == low and ramp(2.0, dark) == high


def contrast(a: QColor, b: QColor) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines 2.1."""

    def luminance(of: QColor) -> float:
        values = (of.redF(), of.greenF(), of.blueF())
        parts = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
        return float(np.dot(parts, [0.2126, 0.7152, 0.0722]))

    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_all_colours_stand_out(theme: Theme) -> None:
    """3 to 1 for lines and signs, 4.5 to 1 for text on them (success criteria 1.4.11 and 1.4.3)."""
    canvas = QColor(theme.canvas)
    lines = [QColor(*ramp(i / 24, theme.dark)) for i in range(25)]
    states = ("flows", "unknown", "zero", "not_finite")
    lines += [color_of(Strength(None, state), theme.dark) for state in states]
    for each in (*lines, QColor(theme.label)):
        assert contrast(each, canvas) >= 3.0, each.name()
    for text in (*SIGNS.values(), START, BROKEN):
        assert contrast(QColor(text), canvas) >= 3.0 and contrast(QColor(text), QColor("white")) >= 4.5, text


def test_face_of_a_page() -> None:
    flow = page_flow(elaborate(PAGE), "grad")
    face = gradient_face(flow)
    assert face.title == "loss" and not face.measured
    assert set(face.blocks) == {"loss", "both", "square", "wx", "w", "x", "wall"}
    assert [(m.cut.block, m.cut.pin, m.label) for m in face.cuts] == [("wall", "input", "stop")]
    assert set(face.starved) == {"v"}
    assert {str(wire) for wire in face.wires} >= {"wx.z -> square.x", "wall.output -> both.y"}
    assert all(strength == FLOWS for strength in face.wires.values())
    norms = {"wx.z": summary(6.0, 12.0), "w.ref": summary(30.0)}
    run = gradient_face(flow, norms, 4)
    assert run.measured and run.step == 4
    assert run.blocks["wx"].log10 == pytest.approx(math.log10(math.hypot(6.0, 12.0)))
    assert run.blocks["square"] == UNKNOWN and run.blocks["square"].text.endswith("not measured")


def test_the_block_where_a_gradient_stops_being_a_number() -> None:
    """From loss back: numbers, then NaN at what goes into square, and so on; w goes into square by way of wx alone."""
    flow = page_flow(elaborate(PAGE), "grad")
    good, bad = summary(1.0), summary(math.nan)
    norms = {name: good for name in ("loss.output", "both.z", "square.y", "wall.output")}
    face = gradient_face(flow, norms | {"wx.z": bad, "w.ref": bad, "x.output": summary(math.inf)}, 1)
    assert face.broken == ("square",) and face.is_marked(["square"], [])
    reason = why_odd(face, "w")
    assert reason is not None and reason.path == ("w", "wx", "square") and "starts at square" in reason.sentence
    assert why_odd(face, "both") is None
    assert gradient_face(flow, dict.fromkeys(norms, good), 1).broken == ()


@pytest.mark.parametrize(
    ("log10", "text"), [(0.0, "norm 1"), (-8.0, "norm 1e-08, vanishing"), (5.0, "norm 1e+05, exploding")]
)
def test_strength_in_words(log10: float, text: str) -> None:
    assert Strength(log10, "number").text == text


@pytest.mark.parametrize(("element", "text"), [(6.0, "6.0"), (-6.0, "-6.0"), (1 / 3, "0.3333")])
def test_the_gradient_of_a_scalar_has_a_value_and_a_sign(element: float, text: str) -> None:
    found = statistics_of(np.array([element]))
    assert strength_of(found).text == text
    assert strength_of(found._replace(sample=b"")).text == text  # a what-if takes no samples
    assert strength_of(statistics_of(np.array([element, 0.0]))).text.startswith("norm ")


def test_why() -> None:
    flow = page_flow(elaborate(PAGE), "grad")
    reason = why_none(PAGE, flow, "v")
    assert reason.path == ("v", "double", "wall") and reason.culprit == "wall"
    assert "v gets no gradient of loss.output: the gradient ends at wall (StopGradient)" in reason.sentence
    assert why_none(PAGE, flow, "double").path == ("double", "wall")  # any block, not variables alone
    assert "does not depend on step" in why_none(PAGE, flow, "step").sentence
    assert "w gets a gradient" in why_none(PAGE, flow, "w").sentence


def hits() -> Document:
    """accuracy = mean(argmax(w) == t): between w and it stand ArgMax, Equal and a Cast of truth values."""
    return document(
        [
            block("w", "Variable", 0, 0, initvalues=[[1.0, 2.0]]),
            block("count", "Variable", 0, 100, initvalues=3, dtype="DT_INT32"),
            block("other", "Variable", 0, 200, initvalues=1.0),
            block("guess", "ArgMax", 200, 0, dimension=1),
            block("right", "Equal", 400, 0, y=1),
            block("hits", "Cast", 600, 0, DstT="DT_FLOAT"),
            block("accuracy", "Mean", 800, 0, axis=0),
        ],
        "w.ref>guess.input guess.output>right.x right.z>hits.x hits.y>accuracy.input",
    )


def test_a_variable_that_is_cut_off_is_told_from_one_beside_the_way() -> None:
    page = hits().page("main")
    flow = page_flow(elaborate(page), "accuracy")
    face = gradient_face(flow)
    assert set(face.starved) == {"w", "count", "other"} and face.aside == {"count", "other"}
    reason = why_none(page, flow, "w")
    assert (
        reason.path == ("w", "guess", "right", "hits") and "the gradient ends at hits (bool values" in reason.sentence
    )
    assert "int32 values have no gradient" in why_none(page, flow, "count").sentence
    assert "does not depend on it" in why_none(page, flow, "other").sentence


def test_a_variable_that_is_cut_off_in_two_places_names_both() -> None:
    example = document(
        [
            block("w", "Variable", 0, 0, initvalues=[1.0, 2.0]),
            block("wall", "StopGradient", 200, 0),
            block("guess", "ArgMax", 200, 200, dimension=0),
            block("number", "Cast", 400, 200, DstT="DT_FLOAT"),
            block("total", "Sum", 400, 0, axis=0),
            block("loss", "Add", 600, 100),
        ],
        "w.ref>wall.input w.ref>guess.input guess.output>number.x wall.output>total.input total.output>loss.x"
        " number.y>loss.y",
    )
    page = example.page("main")
    assert find_losses(elaborate(page)) == ("loss.z", "total.output", "number.y")  # though it gets nowhere
    reason = why_none(page, page_flow(elaborate(page), "loss"), "w")
    assert reason.path == ("w", "wall") and reason.sentence.endswith(
        "the gradient ends at wall (StopGradient). Other paths end at number (int64 values have no gradient)."
    )


def test_check_marks() -> None:
    wrong = BlockCheck("b", "Mul", "wrong", 0.5, "float64", (PinCheck("x", 0.5, "wrong"), PinCheck("y", 0, "right")))
    assert check_mark(wrong).sentence == "gradient of Mul with respect to x: wrong, relative error 5.0e-01 in float64"
    rough = check_mark(BlockCheck("b", "Abs", "not smooth here", math.nan, "float64", ()))
    assert rough.label == "not smooth"
    custom = check_mark(BlockCheck("h", "TwoG", "custom", 0.5, "float64", (PinCheck("x", 0.5, "custom"),)))
    assert "0" in custom.label and "with respect to x: custom gradient" in custom.sentence


def test_steps_can_be_looked_at() -> None:
    kept = PageGradients()
    kept.put("p", [measured(1, 1.0), measured(2, 2.0)], {"a.y": np.array(2.0)})
    kept.put("p", [measured(5, 5.0)], {"a.y": np.array(5.0)})
    assert kept.steps("p") == [1, 2, 5]
    assert kept.history("p", "a.y") == [(1, 1.0), (2, 2.0), (5, 5.0)]
    kept.look_at("p", 3)  # a step that was not measured: the last one before it
    moment = kept.moment("p")
    assert moment is not None and moment.step == 2
    kept.look_at("p", None)
    moment = kept.moment("p")
    assert moment is not None and moment.step == 5
    kept.set_checking("p")
    kept.rename("p", "q")
    assert kept.checking == "q" and kept.is_checking("q") and not kept.is_checking("p")
    assert kept.steps("q") == [1, 2, 5] and not kept.steps("p")
    kept.put("q", [measured(1, 7.0)], {})  # a new run begins again
    assert kept.steps("q") == [1]


@pytest.mark.parametrize("count", [1, 2, MOST_STEPS, MOST_STEPS + 1, 3 * MOST_STEPS + 7, 100_001])
def test_many_steps_are_thinned_out(count: int) -> None:
    """However long the run: fewer than so many, from its first to its last, at equal distances."""
    kept, one = Moments(), measured(1, 1.0)
    for step in range(1, count + 1):
        kept.put(one._replace(step=step))
    steps = kept.steps()
    assert min(count, MOST_STEPS // 2) <= len(steps) <= MOST_STEPS
    assert steps[0] == 1 and steps[-1] == count
    apart = np.diff(steps[:-1])
    assert not apart.size or (apart == apart[0]).all()


def test_what_is_remembered_of_a_page_with_many_pins_is_thinned_out_more() -> None:
    kept, many = Moments(), HistoryBuffer().measure(1, {f"a{i}.y": np.array(1.0) for i in range(3_000)}, {})
    for step in range(1, 300):
        kept.put(many._replace(step=step))
    assert FEWEST_STEPS // 2 <= len(kept.steps()) <= FEWEST_STEPS


def test_how_values_and_gradients_were_spread() -> None:
    kept = PageGradients()
    gradient, value = np.array([5.0, -4.0]), np.array([3.0, 1.0, 2.0])
    kept.put("p", [HistoryBuffer().measure(1, {"a.y": gradient}, {"a.result_y": value})], {"a.y": gradient})
    gradients, values = kept.samples("p", "a.y", "a.result_y")
    assert [(each.step, each.elements.tolist()) for each in gradients] == [(1, [-4.0, 5.0])]
    assert [(each.step, each.elements.tolist()) for each in values] == [(1, [1.0, 2.0, 3.0])]
    assert kept.samples("p", "b.y", "b.result_y") == ([], []) == kept.samples("q", "a.y", "a.result_y")


def test_a_check_holds_until_something_else_is_computed() -> None:
    kept, check = PageGradients(), GradientCheck("grad", (), ())
    kept.put_check(PAGE, check)
    moved = PAGE._replace(blocks=(PAGE.blocks[0]._replace(at=(0.0, 0.0)), *PAGE.blocks[1:]))
    other = PAGE._replace(blocks=(PAGE.blocks[0]._replace(values={"initvalues": 4.0}), *PAGE.blocks[1:]))
    assert same_computation(PAGE, moved) and not same_computation(PAGE, other)
    assert kept.check_of(moved) is check
    assert kept.check_of(other) is None
    kept.choose("main", "loss")
    assert kept.check_of(PAGE) is None


def test_expanding_and_collapsing_give_the_page_back() -> None:
    document = stopped()
    edit, opened = open_gradient(elaborate(PAGE), "grad")
    document.do(*edit)
    page = document.page("main")
    assert "grad" not in {each.id for each in page.blocks} and set(opened.blocks) <= {each.id for each in page.blocks}
    document.do(*close_gradient(page, opened))
    assert document.page("main") == PAGE


def test_why_is_told_of_variables_that_each_round_has_of_its_own() -> None:
    diagram = stack()
    page, flow = diagram.page("main").snapshot(), page_flow(Session(diagram).elaboration, "loss")
    assert why_none(page, flow, "open/w").sentence == "open/w gets a gradient of loss.sum in all 3 iterations."
    inner = flow._replace(of=(Endpoint("loss/mean", "output"), *flow.of))  # that of an instance is named once
    assert why_none(page, inner, "open/w") == why_none(page, flow, "open/w")
    reason = why_none(page, flow, "shut/w")
    assert reason.path == ("shut/w", "shut", "shut/stop")
    assert reason.sentence.startswith(
        "shut/w gets no gradient of loss.sum in any iteration: the gradient ends at shut/stop (StopGradient)"
    )

"""Formulas of outputs and derivatives, as a person would write them down."""

from __future__ import annotations

from typing import Any

import pytest

from blocks.analysis.output_names import asked_by
from blocks.base.errors import DiagramError
from blocks.elaborate.elaborate import elaborate
from blocks.graph.formula_templates import FormulaTemplate, parsed
from blocks.graph.formula_terms import constant, operation
from blocks.graph.formula_text import Expression, latex_name, latex_of, text_of
from blocks.graph.formulas import derivative, formula
from blocks.graph.graph import Output
from tests.run.pages import BlockText, block, const, diagram, variable

START: list[BlockText] = [
    variable("x", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
    variable("y", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
    variable("s", 2.0),
    variable("a", [1.0, 2.0, 3.0]),
]


def outputs(blocks_: list[BlockText], wires: str, *names: str) -> list[Output]:
    elaboration = elaborate(diagram([*START, *blocks_], wires).pages[0].snapshot())
    assert elaboration.problems == []
    return [asked_by(elaboration, name).outputs[0] for name in names]


def written(blocks_: list[BlockText], wires: str, of: str, by: str | None = None) -> Any:
    results = outputs(blocks_, wires, *(name for name in (of, by) if name is not None))
    return formula(results[0]) if by is None else derivative(results[0], results[1])


@pytest.mark.parametrize(
    ("blocks_", "wires", "text", "latex"),
    [
        ([block("o", "Add")], "x.ref>o.x y.ref>o.y", "x + y", "x + y"),
        ([block("d", "Subtract"), block("o", "Multiply")], "x.ref>d.x y.ref>d.y d.z>o.x y.ref>o.y", "(x - y) * y",
         r"\left(x - y\right) \cdot y"),
        ([block("d", "Subtract"), block("o", "Subtract")], "x.ref>d.x y.ref>d.y x.ref>o.x d.z>o.y", "x - (x - y)",
         r"x - \left(x - y\right)"),
        ([block("d", "Multiply"), block("o", "Add")], "x.ref>d.x y.ref>d.y d.z>o.x y.ref>o.y", "x * y + y",
         r"x \cdot y + y"),
        ([block("d", "Add"), block("o", "RealDiv")], "x.ref>d.x y.ref>d.y x.ref>o.x d.z>o.y", "x / (x + y)",
         r"\frac{x}{x + y}"),
        ([block("d", "Negate"), block("o", "Square")], "x.ref>d.x d.y>o.x", "(-x)^2", r"\left(-x\right)^{2}"),
        ([block("o", "MatMul", transpose_b=True)], "x.ref>o.a y.ref>o.b", "x @ y^T", r"x \, y^{\top}"),
        ([block("o", "Sum", axis=[0, 1])], "x.ref>o.input", "sum(x)", r"\operatorname{sum}\left(x\right)"),
        ([block("o", "Mean", axis=1)], "x.ref>o.input", "mean(x, axis=1)", r"\operatorname{mean}_{1}\left(x\right)"),
        ([block("d", "Softmax"), block("o", "StopGradient")], "x.ref>d.logits d.softmax>o.input", "sg(softmax(x))",
         r"\operatorname{sg}\left(\operatorname{softmax}\left(x\right)\right)"),
        ([block("d", "Sigmoid"), block("o", "Relu")], "x.ref>d.x d.y>o.features", "relu(sigmoid(x))",
         r"\operatorname{relu}\left(\sigma\left(x\right)\right)"),
        ([block("d", "Exp"), block("o", "Sqrt")], "x.ref>d.x d.y>o.x", "sqrt(exp(x))", r"\sqrt{\exp\left(x\right)}"),
        ([block("o", "Multiply", x=0.5)], "y.ref>o.y", "0.5 * y", r"0.5 \cdot y"),
        ([block("d", "Identity"), block("o", "Tanh")], "x.ref>d.input d.output>o.x", "tanh(x)", r"\tanh\left(x\right)"),
        ([block("o", "L2Loss")], "x.ref>o.t", "sum(x^2) / 2", r"\frac{\operatorname{sum}\left(x^{2}\right)}{2}"),
        ([block("o", "Reverse", axis=[0])], "x.ref>o.tensor", "Reverse(x, 0)",
         r"\operatorname{Reverse}\left(x, 0\right)"),
        ([block("p", "SoftmaxCrossEntropyWithLogits"), block("o", "Negate")],
         "x.ref>p.features y.ref>p.labels p.loss>o.x", "sum(y * log(softmax(x)), axis=-1)",
         r"\operatorname{sum}_{-1}\left(y \cdot \log\left(\operatorname{softmax}\left(x\right)\right)\right)"),
    ([const("my_c", [1.0, 2.0, 3.0]), block("o", "Add")], "a.ref>o.x my_c.output>o.y", "a + my_c",
         r"a + \mathit{my\_c}"),
    ],
)  # fmt: skip
def test_formulas(blocks_: list[BlockText], wires: str, text: str, latex: str) -> None:
    result = written(blocks_, wires, "o")
    assert (result.text, result.latex) == (text, latex)


@pytest.mark.parametrize(
    ("text", "written_as", "latex"),
    [
        ("sqrt({x}^2 + {y}^2)", "sqrt((a + b)^2 + y^2)", r"\sqrt{\left(a + b\right)^{2} + y^{2}}"),
        ("{x} * {scale}", "3 * (a + b)", r"3 \cdot \left(a + b\right)"),
        ("{y} - ({x} - 1)", "y - (a + b - 1)", r"y - \left(a + b - 1\right)"),
        ("-{x} / {y}", "-(a + b) / y", r"-\frac{a + b}{y}"),
        ("2^-{y}", "2^(-y)", r"2^{-y}"),
        ("{x}^T @ {y} == pi", "(a + b)^T @ y == pi", r"\left(a + b\right)^{\top} \, y = \mathit{pi}"),
        ("odd({x}, axis=-1)", "odd(a + b, axis=-1)", r"\operatorname{odd}\left(a + b\mathrm{, axis=-1}\right)"),
        ("each({parts})", "each(a + b, y)", r"\operatorname{each}\left(a + b, y\right)"),
    ],
)
def test_terms_put_into_a_formula_get_parentheses(text: str, written_as: str, latex: str) -> None:
    a, b, y = (Expression("name", label=name) for name in "aby")
    given = {"x": [operation("+", [a, b], None)], "y": [y], "scale": [constant(3, ())]}
    term = FormulaTemplate(lambda name: given["x"] + given["y"] if name == "parts" else given[name]).filled_in(
        text, None
    )
    assert (text_of(term), latex_of(term)) == (written_as, latex)


@pytest.mark.parametrize(
    "text",
    ["{x} +", "{x}.real", "[{x}]", "{x} if {y} else 1", "'text'", "(lambda: 1)()", "f(**{x})", "{x: 1}", "(" * 999],
)
def test_what_is_no_formula_is_a_sentence(text: str) -> None:
    with pytest.raises(DiagramError, match=r"^the formula .* cannot be read"):
        parsed(text)


TOTAL = block("o", "Sum", axis=[0, 1])


@pytest.mark.parametrize(
    ("blocks_", "wires", "by", "text"),
    [
        ([block("p", "Add"), TOTAL], "x.ref>p.x y.ref>p.y p.z>o.input", "x", "1"),
        ([block("p", "Subtract"), TOTAL], "x.ref>p.x y.ref>p.y p.z>o.input", "y", "-1"),
        ([block("p", "Multiply"), TOTAL], "x.ref>p.x y.ref>p.y p.z>o.input", "x", "y"),
        ([block("p", "Square"), TOTAL], "x.ref>p.x p.y>o.input", "x", "2 * x"),
        ([block("p", "Exp"), TOTAL], "x.ref>p.x p.y>o.input", "x", "exp(x)"),
        ([block("p", "Negate"), block("q", "Negate"), TOTAL], "x.ref>p.x p.y>q.x q.y>o.input", "x", "1"),
        # over six elements: (x / 6)' = 1 / 6
        ([block("p", "Square"), block("o", "Mean", axis=[0, 1])], "x.ref>p.x p.y>o.input", "x", "0.333333 * x"),
        # a is spread over two rows, so that each of its elements counts twice
        ([block("p", "Add"), TOTAL], "x.ref>p.x a.ref>p.y p.z>o.input", "a", "2"),
        ([block("p", "Multiply"), TOTAL], "x.ref>p.x a.ref>p.y p.z>o.input", "a", "sum(x, axis=0)"),
        # w y^T summed up: by x, ones of the product's shape times y
        ([block("p", "MatMul", transpose_b=True), TOTAL], "x.ref>p.a y.ref>p.b p.product>o.input", "x",
         "fill(1, [2,2]) @ y"),
        ([block("p", "MatMul", transpose_b=True), TOTAL], "x.ref>p.a y.ref>p.b p.product>o.input", "y",
         "fill(1, [2,2])^T @ x"),
        ([block("sg", "StopGradient"), block("p", "Multiply"), TOTAL],
         "x.ref>sg.input x.ref>p.x sg.output>p.y p.z>o.input", "x", "sg(x)"),
        # C. Bishop, "Pattern recognition and machine learning" (2006), equation 4.109
        ([block("p", "SoftmaxCrossEntropyWithLogits"), block("o", "Sum", axis=0)],
         "x.ref>p.features y.ref>p.labels p.loss>o.input", "x", "softmax(x) - y"),
        ([const("t", [2, 0]), block("p", "SparseSoftmaxCrossEntropyWithLogits"), block("o", "Sum", axis=0)],
         "x.ref>p.features t.output>p.labels p.loss>o.input", "x", "softmax(x) - one_hot(t)"),
    ],
)  # fmt: skip
def test_derivatives(blocks_: list[BlockText], wires: str, by: str, text: str) -> None:
    assert written(blocks_, wires, "o", by).text == text


def test_what_is_used_twice_and_large_stands_once() -> None:
    chain = [block(f"t{i}", "Tanh") for i in range(6)]
    wires = "x.ref>t0.x " + " ".join(f"t{i}.y>t{i + 1}.x" for i in range(5)) + " t5.y>o.x t5.y>o.y"
    result = written([*chain, block("o", "Multiply")], wires, "o")
    assert result.text == "t5 * t5\n  where t5 = tanh(tanh(tanh(tanh(tanh(tanh(x))))))"
    assert result.latex.startswith(r"\begin{aligned}") and r"\text{where } & \mathit{t5} = " in result.latex


def test_a_mean_over_who_knows_how_many() -> None:
    """The gradient of the mean of n losses by the logits is (softmax - labels) / n."""
    page = [
        block("rows", "Placeholder", dtype="DT_FLOAT", shape=[None, 3]),
        variable("w", [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        block("t", "Placeholder", dtype="DT_FLOAT", shape=[None, 2]),
        block("z", "MatMul"), block("h", "SoftmaxCrossEntropyWithLogits"), block("o", "Mean", axis=0),
    ]  # fmt: skip
    wires = "rows.output>z.a w.ref>z.b z.product>h.features t.output>h.labels h.loss>o.input"
    assert written(page, wires, "o", "w").text == "rows^T @ (1 / count(h.loss, axis=0) * (softmax(rows @ w) - t))"


def test_how_data_are_made_stands_apart() -> None:
    page = [
        const("raw", [[1.0, 2.0], [3.0, 4.0]]), block("cut", "Relu"), block("scaled", "RealDiv", y=255.0),
        block("data", "Square"), variable("w", [[1.0], [2.0]]), block("o", "MatMul"),
    ]  # fmt: skip
    wires = "raw.output>cut.features cut.activations>scaled.x scaled.z>data.x data.y>o.a w.ref>o.b"
    assert written(page, wires, "o").text == "data @ w\n  where data = (relu(raw) / 255)^2"
    assert written(page, wires, "data").text == "(relu(raw) / 255)^2"  # there is no w in it


def test_a_long_chain_does_not_end_in_a_stack() -> None:
    chain = [block(f"t{i}", "Tanh") for i in range(3000)]
    wires = "x.ref>t0.x " + " ".join(f"t{i}.y>t{i + 1}.x" for i in range(2999))
    result = written(chain, wires, "t2999", "x")
    assert len(result.where) > 50 and len(result.text) < 1_000_000


def test_a_wide_sum_does_not_end_in_a_stack() -> None:
    wires = " ".join(["x.ref>o.inputs"] * 2000)
    assert written([block("o", "AddN")], wires, "o").text == f"add({', '.join(['x'] * 2000)})"
    assert written([block("o", "AddN")], " ".join(wires.split()[:3]), "o").text == "x + x + x"


def test_what_does_not_reach_has_no_derivative() -> None:
    with pytest.raises(DiagramError, match="StopGradient"):
        written([block("o", "StopGradient")], "x.ref>o.input", "o", "x")


def test_names_of_blocks_cannot_break_latex() -> None:
    page = [variable("50%_{x}\\", [1.0]), block("o", "Exp")]
    assert written(page, "50%_{x}\\.ref>o.x", "o").latex == r"\exp\left(\mathit{50\%\_\{x\}\backslash{}}\right)"
    # Mathematical mode drops blanks, and would take a hyphen for a minus.
    assert latex_name("a b-c") == r"\mathit{a\ b{-}c}"


@pytest.mark.parametrize(
    ("first", "second", "latex"),
    [
        ("Multiply", "MatMul", r"x \cdot \left(x \, y\right)"),
        ("MatMul", "Multiply", r"\left(x \cdot y\right) \, x"),
    ],
)  # fmt: skip
def test_products_of_elements_are_told_from_products_of_matrices(first: str, second: str, latex: str) -> None:
    pins = {"Multiply": ("x", "y", "z"), "MatMul": ("a", "b", "product")}
    (a, b, _), (c, d, out) = pins[first], pins[second]
    inner = f"x.ref>i.{c} y.ref>i.{d} "
    outer = f"x.ref>o.{a} i.{out}>o.{b}" if first == "Multiply" else f"i.{out}>o.{a} x.ref>o.{b}"
    squares = [variable(name, [[1.0, 2.0], [3.0, 4.0]]) for name in ("x", "y")]
    page = elaborate(diagram([*squares, block("i", second), block("o", first)], inner + outer).pages[0].snapshot())
    assert formula(asked_by(page, "o").outputs[0]).latex == latex

"""What the documentation of block types must say: the shape of each tensor, and where a formula comes from."""

from __future__ import annotations

import re

import pytest

from blocks.base.errors import DiagramError
from blocks.graph.documentation import completed, parse
from blocks.graph.graph import Node
from blocks.graph.spec import BlockSpec, InputPin, OutputPin
from blocks.library.index import all_types
from blocks.testing.calls import Call, Given, as_constant, build, other_shapes
from tests.library import contract
from tests.library.bracketed import Pattern, Pin, disagreement, read
from tests.table import table

PUBLIC = [t for t in all_types() if not t.internal]
EXAMPLES = [t for t in PUBLIC if t.kind == "op" and contract.example_of(t) is not None]

every_public_type = table("spec", PUBLIC, ids=lambda t: t.name)


def shapes_said(spec: BlockSpec) -> dict[str, list[Pattern]]:
    """The shapes in brackets of each tensor that goes in or comes out."""
    documentation = parse(spec.doc)
    pins: list[tuple[InputPin | OutputPin, str]] = [
        *((pin, documentation.arguments[pin.name]) for pin in spec.inputs),
        *((pin, documentation.outputs[pin.name]) for pin in spec.outputs),
    ]
    return {pin.name: read(text) for pin, text in pins if pin.kind == "tensor" or spec.is_display}


@every_public_type
def test_each_tensor_has_its_shape_in_brackets(spec: BlockSpec) -> None:
    missing = [pin for pin, said in shapes_said(spec).items() if not said]
    assert not missing, f"the documentation of {', '.join(missing)} does not begin with a shape in brackets"


@table("spec", EXAMPLES, ids=lambda t: t.name)
def test_shapes_in_brackets_are_those_of_calls(spec: BlockSpec) -> None:
    """The example, and what else of other shapes the block takes."""
    said = shapes_said(spec)
    example = contract.example_call(spec)
    for label, call in [("example", example), *other_shapes(example)]:
        try:
            node, _ = build(call, as_constant)
        except DiagramError:
            assert label != "example"
            continue
        fault = disagreement(shapes_of(call, node, said), numbers_of(call, node))
        assert fault is None, f"{label}: {fault}"


def shapes_of(call: Call, node: Node, said: dict[str, list[Pattern]]) -> dict[str, Pin]:
    """By pin, what is said of it and the shapes that a call has there."""
    pins = {pin: Pin(patterns, []) for pin, patterns in said.items()}
    for pin, value in zip(call.spec.inputs, call.values, strict=True):
        given = (value,) if isinstance(value, Given) else value or ()
        pins[pin.name].shapes.extend(each.array.shape for each in given)
    for output in node.outputs:
        pins[node.pin_of(output.index)[0]].shapes.append(output.shape)
    return pins


def numbers_of(call: Call, node: Node) -> dict[str, int]:
    """The attributes and inputs that are single whole numbers, by name."""
    numbers = {name: value for name, value in node.attrs.items() if type(value) is int}
    for pin, value in zip(call.spec.inputs, call.values, strict=True):
        if isinstance(value, Given) and value.array.ndim == 0 and value.array.dtype.kind in "iu":
            numbers[pin.name] = int(value.array)
    return numbers


@pytest.mark.parametrize(
    ("said", "shapes", "numbers"),
    [
        ({"a": "[m, k] it.", "b": "[k, n] it."}, {"a": [(2, 3)], "b": [(4, 5)]}, {}),
        ({"a": "[] it."}, {"a": [(1,)]}, {}),
        ({"a": "[2, ..., n] it."}, {"a": [(2,)]}, {}),
        ({"a": "[n, ...] it.", "b": "[n + 1] it."}, {"a": [(2, 7)], "b": [(2,)]}, {}),
        ({"a": "[count] it."}, {"a": [(2,)]}, {"count": 3}),
        ({"a": "[n_i] it.", "b": "[n_i] it."}, {"a": [(2,), (3,)], "b": [(2,), (2,)]}, {}),
        ({"a": "[] or [n] it.", "b": "[n] it."}, {"a": [(3,)], "b": [(2,)]}, {}),
    ],
)
def test_what_does_not_agree_is_found(
    said: dict[str, str], shapes: dict[str, list[tuple[int, ...]]], numbers: dict[str, int]
) -> None:
    pins = {pin: Pin(read(text), list(shapes[pin])) for pin, text in said.items()}
    assert disagreement(pins, numbers) is not None


@pytest.mark.parametrize("entry", ["a tensor.", "a [n] tensor.", "[n]", "[n] .", "[n], it."])
def test_what_does_not_begin_with_a_shape(entry: str) -> None:
    assert read(entry) == []


def test_entries_that_a_docstring_leaves_out_come_from_the_first_source_that_has_them() -> None:
    sibling = "Do.\n\nArgs:\n    a: [n] the first.\n    b: [n] the second.\n\nReturns:\n    c: [n] the sum."
    own = "Do more.\n\nSlowly.\n\nArgs:\n    b: [n] its own.\n"
    sources = [sibling, {"c": "another.", "d": "the axis.", "e": "in none of them."}]
    result = parse(completed(own, ["a", "b", "d"], ["c"], sources))
    assert (result.summary, result.text) == ("Do more.", "Slowly.")
    assert result.arguments == {"a": "[n] the first.", "b": "[n] its own.", "d": "the axis."}
    assert list(result.arguments) == ["a", "b", "d"]
    assert result.outputs == {"c": "[n] the sum."}
    assert completed("", ["a", "b"], ["c"], [sibling]) == sibling
    wrong = "Do.\n\nArgs:\n    a: once.\n    a: twice."
    assert completed(wrong, ["a", "b"], ["c"], [sibling]) == wrong


# Words in the names of types whose formula, or whose conventions, are somebody's work.
PUBLISHED = re.compile(
    "Adam|Adadelta|Adagrad|Ftrl|Momentum|RMSProp|Proximal"
    "|LRN|BatchNorm|InstanceNorm|^Elu$|Relu6|Softplus|Softsign|Fractional|Dilation2D$|DepthwiseConv2dNative$"
    "|[gG]amma|Zeta|Betainc|^Erf"
    "|Poisson|Binomial|Matrix(Exponential|Logarithm|SquareRoot)|Bessel|Dawsn|Expint|Fresnel|Spence|Ndtri|CTC|LSTM|GRU|Selu"
    "|CandidateSampler|AccidentalHits|EditDistance|HashBucket|SparseCross|Base64"
    "|DistortedBoundingBox|NonMaxSuppression|CropAndResize$|HSV|Bicubic|FakeQuant|QuantizeV2|Dequantize"
)
SOURCE = re.compile(r"\bSources?:\s\S.{8}", re.DOTALL)
# What only a reference has: a year in parentheses, the name of an archive, authors left out.
REFERENCE = re.compile(r"\(\d{4}\)|arXiv|\bet al\b")


@every_public_type
def test_whose_formula_it_is_is_said(spec: BlockSpec) -> None:
    documentation = parse(spec.doc)
    text = f"{documentation.summary}\n{documentation.text}"
    if PUBLISHED.search(spec.name) or REFERENCE.search(text):
        assert SOURCE.search(text), "it has no Source:"

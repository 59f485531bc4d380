from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from app.core import verbs
from app.core.document import Document
from app.panels.catalogue import TypeChoice, library, search
from app.panels.help import NO_EXAMPLE
from app.panels.words import attribute_words, documentation, gradient_words, input_words, output_words
from blocks.document.data import Document as Data
from blocks.document.model import Diagram
from blocks.door.examples import example_page
from blocks.graph.spec import BlockSpec
from blocks.library.categories import title_of
from blocks.library.index import find
from blocks.run.session import Session
from blocks.worker.page_checks import examine
from tests.table import table


def _names(query: str) -> list[str]:
    return [match.spec.name for match in search(query, TypeChoice().of(library()))]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("matmul", "MatMul"), ("mm", "MatMul"), ("mat mul", "MatMul"), ("add", "Add"), ("+", "Add"), ("@", "MatMul"),
        ("stopgr", "StopGradient"), ("sg", "StopGradient"), ("detach", "StopGradient"),
        ("grad", "AddSymbolicGradients"),
        ("sum", "Sum"), ("const", "Const"), ("client session", "ClientSession"), ("Const_ex", "Const_ex"),
        ("softmx", "Softmax"),
        ("matrix multiply", "MatMul"), ("matrix mult", "MatMul"), ("convolution", "Conv2D"), ("convol", "Conv2D"),
        ("pooling", "MaxPool"), ("embedding", "Gather"), ("flip", "Reverse"), ("load", "Restore"),
        ("varaible", "Variable"), ("read file", "ReadFile"), ("image resize", "ResizeArea"), ("mean", "Mean"),
        ("nn.Linear", "layers/:Dense"), ("linear", "layers/:Dense"), ("F.cross_entropy", "layers/:SoftmaxCrossEntropy"),
        ("torch.optim.SGD", "Minimize"), ("optimizer", "Minimize"), ("unsqueeze", "ExpandDims"), ("view", "Reshape"),
        ("torch.cat", "Concat"), ("masked_fill", "Where3"), ("clamp", "ClipByValue"),
        ("nn.MSELoss", "layers/:MeanSquaredError"), ("backward", "AddSymbolicGradients"), ("np.zeros", "Fill"),
        ("tf.nn.relu", "Relu"), ("scheduler", "layers/:CosineDecay"),
    ],
)  # fmt: skip
def test_search_puts_what_is_meant_first(query: str, first: str) -> None:
    assert _names(query)[0] == first


def test_a_type_that_is_called_as_typed_stands_before_those_that_are_also_called_so() -> None:
    matches = search("Control", TypeChoice().of(library()), None, ["Variable", "Const"])
    assert matches[0].spec.name == "Control"
    assert set(_names("Parameter")[:2]) == {"Control", "Variable"}
    used = ["MatMul", *"abcdefghijkl"]  # the most used types are no better an answer to another name
    assert search("linear", TypeChoice().of(library()), None, used)[0].spec.name == "layers/:Dense"


def test_search_looks_into_summaries_and_knows_when_nothing_fits() -> None:
    assert "MatMul" in _names("matrices")
    assert _names("qqqqqq") == []


def test_a_word_somewhere_in_the_documentation_counts_only_if_nothing_else_is_found() -> None:
    assert len(_names("mean")) < 60
    assert "DecodeJSONExample" in _names("parse json")


@pytest.mark.parametrize(("text", "value"), [("3.5", 3.5), ("{{3,2},{-1,0}}", [[3, 2], [-1, 0]]), ("-2", -2)])
def test_a_value_gives_a_const_that_holds_it(text: str, value: object) -> None:
    matches = search(text, TypeChoice().of(library()))
    assert (matches[0].spec.name, dict(matches[0].values)) == ("Const", {"val": value})


def test_search_keeps_what_a_wire_fits() -> None:
    matches = search("mat", TypeChoice().of(library()), lambda spec: "a" if spec.name == "MatMul" else None)
    assert [(each.spec.name, each.pin) for each in matches] == [("MatMul", "a")]


def test_internal_types_are_left_out_and_pages_have_names() -> None:
    assert all(not spec.internal for spec in library())
    assert {title_of(spec.page) for spec in library()} >= {"Core", "Math", "Arrays"}
    assert title_of("bitwise_ops") == "Bitwise"


@table("spec", library(), ids=lambda spec: spec.name)
def test_each_type_has_an_example_that_runs(spec: BlockSpec, tmp_path: Path) -> None:
    example = example_page(spec)
    if spec.name in NO_EXAMPLE:
        assert example is None
        return
    assert example is not None
    folder = tempfile.mkdtemp(dir=tmp_path)
    document = Document.new()
    document.diagram.path = f"{folder}/d.gradblocks"
    pasted = verbs.paste(document.page("main"), example, (40.0, 60.0))
    assert pasted is not None
    document.do(pasted.change, pasted.text)
    page = document.page("main")
    assert spec.name in {block.type for block in page.blocks}
    info = examine(page, folder)
    assert (info.problems, info.warnings) == ((), ())
    assert len({block.at for block in page.blocks}) == len(page.blocks)
    session = Session(document.diagram)
    for _ in range(1 if spec.name in ("QueueClose", "BarrierClose") else 2):  # what is closed stays so
        session.run()


def test_examples_show_what_their_types_give() -> None:
    """By hand: what comes out first of each kind of queue, and of an accumulator."""
    for name, block, expected in [
        ("FIFOQueue", "take.result_components[0]", [3.0, 1.0]),
        ("PriorityQueue", "take.result_components[1]", b"first"),
        ("TensorArrayGather", "then.result_value", [[3.0, 4.0], [1.0, 2.0]]),
        ("ConditionalAccumulator", "mean.result_average", [1.0, 3.0]),
    ]:
        spec = find(name)
        assert spec is not None
        page = example_page(spec)
        assert page is not None
        results = Session(Diagram(Data("", (page,)))).run()
        assert results[block].tolist() == expected, name


@table("spec", library(), ids=lambda spec: spec.name)
def test_each_declaration_can_be_put_into_words(spec: BlockSpec) -> None:
    assert documentation(spec).summary
    for pin in spec.inputs:
        assert input_words(pin, spec)
    for attribute in spec.attributes:
        assert attribute_words(attribute)
    for output in spec.outputs:
        assert output_words(output, spec)
    assert spec.kind == "helper" or gradient_words(spec)


def test_words_of_matmul() -> None:
    spec = find("MatMul")
    assert spec is not None
    assert input_words(spec.inputs[1], spec) == "a tensor with the dtype of a"
    assert attribute_words(spec.attributes[0]) == "true or false; default: false"
    assert gradient_words(spec) == "Gradients flow back to all inputs of the block."

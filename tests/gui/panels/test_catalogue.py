from __future__ import annotations

import pytest

from app.core.checker import examine
from app.panels.catalogue import library, page_title, search
from app.panels.example import example_page
from app.panels.words import attribute_words, documentation, gradient_words, input_words, output_words
from blocks.diagram.data import Document
from blocks.diagram.model import Diagram
from blocks.graph.spec import BlockSpec
from blocks.library.index import find
from blocks.run.session import Session


def _names(query: str) -> list[str]:
    return [found.spec.name for found in search(query, library())]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("matmul", "MatMul"), ("mm", "MatMul"), ("mat mul", "MatMul"), ("add", "Add"), ("+", "Add"), ("@", "MatMul"),
        ("stopgr", "StopGradient"), ("sg", "StopGradient"), ("detach", "StopGradient"),
        ("grad", "AddSymbolicGradients"),
        ("sum", "Sum"), ("const", "Const"), ("client session", "ClientSession"), ("Const_ex", "Const_ex"),
        ("softmx", "Softmax"), ("", "Const"),
    ],
)  # fmt: skip
def test_search_puts_what_is_meant_first(query: str, first: str) -> None:
    assert _names(query)[0] == first


def test_search_looks_into_summaries_and_knows_when_nothing_fits() -> None:
    assert "MatMul" in _names("matrices")
    assert _names("qqqqqq") == []


@pytest.mark.parametrize(("text", "value"), [("3.5", 3.5), ("{{3,2},{-1,0}}", [[3, 2], [-1, 0]]), ("-2", -2)])
def test_a_value_gives_a_const_that_holds_it(text: str, value: object) -> None:
    found = search(text, library())
    assert (found[0].spec.name, dict(found[0].values)) == ("Const", {"val": value})


def test_search_keeps_what_a_wire_fits() -> None:
    found = search("", library(), lambda spec: "a" if spec.name == "MatMul" else None)
    assert [(each.spec.name, each.pin) for each in found] == [("MatMul", "a")]


def test_recent_types_come_first_without_a_word() -> None:
    assert [found.spec.name for found in search("", library(), None, ["Relu", "Exp"])][:2] == ["Relu", "Exp"]


def test_internal_types_are_left_out_and_pages_have_names() -> None:
    assert all(not spec.internal for spec in library())
    assert {page_title(spec.page) for spec in library()} >= {"Core", "Math", "Arrays"}
    assert page_title("sparse_ops") == "Sparse"


@pytest.mark.parametrize("spec", library(), ids=lambda spec: spec.name)
def test_each_type_has_an_example_that_runs(spec: BlockSpec) -> None:
    page = example_page(spec)
    assert page is not None
    assert spec.name in {block.type for block in page.blocks}
    assert examine(page, None).problems == ()
    assert len({block.at for block in page.blocks}) == len(page.blocks)
    results = Session(Diagram(Document("", (page,))).page(page.name)).run()
    assert results is not None


@pytest.mark.parametrize("spec", library(), ids=lambda spec: spec.name)
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
    assert input_words(spec.inputs[1], spec) == "a tensor of the dtype of a"
    assert attribute_words(spec.attributes[0]) == "true or false; default: false"
    assert gradient_words(spec) == "Gradients flow back to all its inputs."

"""Advice followed: the advice is gone, numbers that were finite are the same, gradients are finite."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from app.core.document import Document
from blocks.analysis.checks import check
from blocks.analysis.lint import PageAdvice, lint_page
from blocks.analysis.pins import Pins
from blocks.document.model import Diagram
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.transform.verbs.fixes import FOLLOWED, follow
from blocks.worker.page_checks import examine
from tests.library.lint.test_rules import CASES, LOSS, POSITIVE, ZERO, Line, page_of

SHOWN = [case for case in CASES if case[1] is not None and case[0] in FOLLOWED]
DOUBLE: Line = ("w", "Variable", {"initvalues": [0.0, 2.0], "dtype": "DT_DOUBLE"})
MORE: list[tuple[str, str | None, list[Line]]] = [
    (
        "unsafe-branch",
        "y",
        [
            DOUBLE,
            ("zero", "Const", {"val": [0.0, 0.0], "dtype": "DT_DOUBLE"}),
            POSITIVE,
            ("root", "Sqrt", {}, "w.ref > x"),
            ("y", "Where3", {}, "positive.z > condition", "root.y > x", "zero.output > y"),
            *LOSS,
        ],
    ),
    (
        "unsafe-branch",
        "y",
        [
            ("w", "Variable", {"initvalues": [0.0, 2.0]}),
            ZERO,
            POSITIVE,
            ("root", "Log", {}, "w.ref > x"),
            ("low", "LessEqual", {}, "w.ref > x", "zero.output > y"),
            ("y", "SelectV2", {}, "low.z > condition", "zero.output > t", "root.y > e"),
            *LOSS,
        ],
    ),
    (
        "edge",
        "y",
        [
            DOUBLE,
            ("y", "EuclideanNorm", {"reduction_indices": 0, "keep_dims": True}, "w.ref > input"),
            *LOSS,
        ],
    ),
    (
        "integer",
        "cut",
        [
            ("w", "Variable", {"initvalues": [0.5, 2.0]}),
            ("i", "Const", {"val": [1, 2]}),
            ("n", "Negate", {}, "i.output > x"),
            ("cut", "Cast", {"DstT": "DT_INT32"}, "w.ref > x"),
            ("k", "Const", {"val": [1, 2]}),
            ("m", "Multiply", {}, "cut.y > x", "k.output > y"),
            ("p", "Add", {}, "m.z > x", "n.y > y"),
            ("y", "Cast", {"DstT": "DT_FLOAT"}, "p.z > x"),
            ("loss", "Sum", {"axis": 0}, "y.y > input"),
            ("g", "AddSymbolicGradients", {}, "loss.output > outputs", "w.ref > inputs"),
        ],
    ),
]


def taken(document: Document) -> tuple[list[PageAdvice], Pins]:
    view = document.pages[0]
    elaboration = elaborate(view.snapshot(), composites=composites_of(definitions_of(document.diagram)))
    return lint_page(elaboration), examine(view.snapshot(), None, None, definitions_of(document.diagram)).pins


def values(diagram: Diagram) -> dict[str, Any]:
    session = blocks.Session(diagram)
    try:
        results = session.run()
    except blocks.RunError as error:
        results = error.results
    return {name: value for name, value in results.items() if name.split(".")[0] in ("y", "loss", "d", "g")}


@pytest.mark.parametrize(
    ("rule", "block", "lines"), [*SHOWN, *MORE], ids=lambda value: value if isinstance(value, str) else ""
)
def test_followed(rule: str, block: str, lines: list[Line]) -> None:
    document = Document(page_of(lines))
    [advice], pins = taken(document)
    before = values(document.diagram)
    edit = follow(document.diagram.document, "main", advice, pins, document.find)
    assert edit is not None and (advice.rule, advice.block) == (rule, block)
    document.do(*edit)
    assert not check(document.diagram).errors and not taken(document)[0] and len(document.history.entries) == 1
    after = values(document.diagram)
    if rule in ("broadcast", "seeds", "integer"):
        return  # there they were wrong
    for name, value in before.items():
        of_block = next(key for key in after if key.split(".")[0] == name.split(".")[0])  # another type, another pin
        now = after[name if name in after else of_block]
        if name.startswith("g."):
            assert np.isfinite(now).all()
        elif np.isfinite(value).all():
            np.testing.assert_allclose(now, value, rtol=2e-5, atol=2e-3 if rule == "edge" else 1e-6)
            assert now.dtype == value.dtype


def rooted() -> Diagram:
    """The root of a square, in two instances of a composite."""
    diagram = Diagram()
    root = diagram.add_composite("Root")
    for kind, name in (("InputPin", "x"), ("Square", "s"), ("Sqrt", "r"), ("OutputPin", "y")):
        root.add(kind, id=name)
    for wire in ("x.output>s.x", "s.y>r.x", "r.y>y.input"):
        root.wire(*wire.split(">"))
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[0.0, 2.0])
    for name in ("a", "b"):
        page.add(":Root", id=name)
    page.wire("w.ref", "a.x")
    page.wire("a.y", "b.x")
    return diagram


def test_in_a_composite_the_definition_is_mended_once() -> None:
    diagram = rooted()
    document = Document(diagram)
    advice, pins = taken(document)
    assert [each.block for each in advice] == ["a/r", "b/r"]
    edit = follow(diagram.document, "main", advice[1], pins, document.find)
    assert edit is not None
    document.do(*edit)
    assert taken(document)[0] == []


def test_what_has_no_mend_and_what_is_gone_has_none() -> None:
    [case] = [case for case in CASES if case[0] == "unreached" and case[1]]
    document = Document(page_of(case[2]))
    [advice], pins = taken(document)
    assert follow(document.diagram.document, "main", advice, pins, document.find) is None
    gone = advice._replace(rule="edge", block="nothing")
    assert follow(document.diagram.document, "main", gone, pins, document.find) is None

"""Nodes that are like earlier ones are made from what is known of those; nothing may be mixed up by that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, shape_text
from blocks.graph import build
from blocks.graph.scope import Scope
from blocks.graph.verify import verify
from blocks.ops import Add, Const, Equal, Exp, Multiply, Placeholder, Square, Sum, Variable
from blocks.run.client import ClientSession


@pytest.fixture
def root() -> Scope:
    """An empty graph."""
    return Scope.new_root_scope()


OPERANDS: list[tuple[str, list[int] | None, str, list[int], str]] = [
    ("DT_FLOAT", [2, 3], "DT_FLOAT", [3], "float32[2,3]"),
    ("DT_DOUBLE", [2, 3], "DT_DOUBLE", [3], "float64[2,3]"),
    ("DT_FLOAT", [2, -1], "DT_FLOAT", [3], "float32[2,3]"),
    ("DT_FLOAT", [-1, 3], "DT_FLOAT", [1, 1], "float32[?,3]"),
    ("DT_FLOAT", None, "DT_FLOAT", [3], "float32?"),
    ("DT_FLOAT", [], "DT_FLOAT", [0], "float32[0]"),
    ("DT_FLOAT", [3], "DT_FLOAT", [2], "cannot broadcast"),
    ("DT_FLOAT", [3], "DT_INT32", [3], "got int32"),
    ("DT_STRING", [3], "DT_STRING", [3], "got string"),
]
"""Dtype and shape of two operands, and what their product is, or what is wrong with it."""


def test_each_call_is_settled_by_its_own_operands(root: Scope) -> None:
    for _ in range(2):  # the second time all of them were seen before
        for dtype, shape, other, other_shape, expected in OPERANDS:
            x, y = Placeholder(root, dtype=dtype, shape=shape), Placeholder(root, dtype=other, shape=other_shape)
            try:
                z = Multiply(root, x, y).z
            except DiagramError as error:
                assert expected in error.message
            else:
                assert z.dtype.short + shape_text(z.shape) == expected
                assert z.op.certain == is_known(x.output.shape)
    verify(root.graph)


@pytest.mark.parametrize(("literal", "expected"), [(2, 3.0), (0.5, 1.5), (-0.0, 1.0), ([1.0], [2.0])])
def test_a_literal_takes_the_dtype_that_the_other_operand_has(root: Scope, literal: Any, expected: Any) -> None:
    sums = [Add(Const(root, 1.0, dtype=dtype), literal) for dtype in ("DT_FLOAT", "DT_DOUBLE", "DT_HALF") * 2]
    assert [each.z.dtype.short for each in sums] == ["float32", "float64", "float16"] * 2
    assert all(value.tolist() == expected for value in ClientSession(root).run(sums))


def test_numbers_that_are_equal_but_not_the_same_stay_apart(root: Scope) -> None:
    one = Const(root, 1.0)
    for literal, expected in ((0.0, np.inf), (-0.0, -np.inf), (0, np.inf)):
        assert ClientSession(root).run(one.as_output() / literal)[0] == expected


def test_a_number_that_does_not_fit_is_refused_each_time(root: Scope) -> None:
    for literal in (0.5, 2**31, 10**5000):
        for _ in range(2):
            with pytest.raises(DiagramError):
                Add(Const(root, 1), literal)


def test_the_result_of_a_comparison_keeps_its_dtype(root: Scope) -> None:
    x = Const(root, [1.0])
    assert [Equal(x, x).z.dtype.short for _ in range(2)] == ["bool", "bool"]


def test_what_asks_for_values_is_asked_each_time(root: Scope) -> None:
    x = Placeholder(root, dtype="DT_FLOAT", shape=[2, 3])
    assert [Sum(x, [axis]).output.shape for axis in (0, 1, 0)] == [(3,), (2,), (3,)]


def test_a_like_node_waits_and_is_named_as_its_own_scope_says(root: Scope) -> None:
    x = Variable(root, [1.0])
    first = Exp(root.new_sub_scope("a"), x)
    later = Exp(root.new_sub_scope("b").with_control_dependencies([first]), x, name="mine")
    assert [first.name, later.name, Exp(later).name] == ["a/Exp", "b/mine", "b/Exp"]
    assert later.controls == (first,) and first.controls == ()


def test_an_operand_of_another_graph_is_refused_each_time(root: Scope) -> None:
    Square(Const(root, 1.0))
    stranger = Const(Scope.new_root_scope(), 1.0)
    with pytest.raises(DiagramError, match="belongs to another graph"):
        Square(root, stranger)


def test_only_so_many_forms_are_kept(root: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "MOST_FORMS", 5)
    for size in range(1000, 1020):
        x = Placeholder(root, dtype="DT_FLOAT", shape=[size])
        assert Square(x).y.shape == (size,)
        assert len(Square.forms or ()) <= 5

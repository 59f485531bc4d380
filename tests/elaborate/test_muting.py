"""A muted block is skipped: an input goes on in its place where dtype and shape allow it, else nothing does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.run.session import Session
from tests.run.pages import BlockText, block, const, session

WIDE, TALL, SQUARE = [[1.0, 2.0, 3.0]], [[4.0], [5.0], [6.0]], [[1.0, 0.0], [0.0, 2.0]]


# The muted block, its wires from w (1 x 3), t (3 x 1), q (2 x 2), i (integers) and s (one number); what it hands on.
PASSES: list[tuple[BlockText, str, str, Any]] = [
    (block("m", "Negate"), "w.output>m.x", "y", WIDE),
    (block("m", "MatMul"), "q.output>m.a q.output>m.b", "product", SQUARE),
    (block("m", "Add"), "s.output>m.x w.output>m.y", "z", WIDE),  # the second is what has the shape of the sum
    (block("m", "Add", y=1.0), "w.output>m.x", "z", WIDE),
    (block("m", "Transpose", perm=[1, 0]), "q.output>m.x", "y", SQUARE),
    (block("m", "Sum", axis=[], keep_dims=True), "w.output>m.input", "output", WIDE),
]


@pytest.mark.parametrize(("typed", "wires", "pin", "expected"), PASSES)
def test_an_input_goes_on_whose_shape_the_result_would_have(
    typed: BlockText, wires: str, pin: str, expected: Any
) -> None:
    results = _made(typed, wires, pin).run()
    assert results["n.result_y"].tolist() == (-np.array(expected)).tolist()


# A muted block, its wires, its output; what is said where it is used.
REFUSED: list[tuple[BlockText, str, str, str]] = [
    (
        block("m", "MatMul"),
        "w.output>m.a t.output>m.b",
        "product",
        "a has the shape [1,3], but product has the shape [1,1]",
    ),
    (block("m", "Transpose", perm=[1, 0]), "w.output>m.x", "y", "x has the shape [1,3], but y has the shape [3,1]"),
    (
        block("m", "Sum", axis=0),
        "w.output>m.input",
        "output",
        "input has the shape [1,3], but output has the shape [3]",
    ),
    (block("m", "Add", y=[[1.0], [2.0]]), "w.output>m.x", "z", "x has the shape [1,3], but z has the shape [2,3]"),
    (block("m", "Cast", DstT="DT_FLOAT"), "i.output>m.x", "y", "no wired input can replace the output y"),
    (block("m", "Add"), "w.output>m.x", "z", "Add: input y is not wired and has no value"),
]


@pytest.mark.parametrize(("typed", "wires", "pin", "why"), REFUSED)
def test_else_nothing_goes_on_and_the_reason_is_said(typed: BlockText, wires: str, pin: str, why: str) -> None:
    [problem] = _made(typed, wires, pin).elaboration.problems
    assert (problem.block, problem.pin) == ("n", "x")
    assert problem.message == f"m is muted and cannot pass its input through: {why}"
    assert problem.hint == "unmute the block, or wire around the block"


def test_a_muted_block_leaves_no_trace_in_the_graph() -> None:
    blocks = [const("w", WIDE), block("n", "Negate")]
    without = session(blocks, "w.output>n.x").elaboration
    elaboration = session([*blocks, block("m", "Add", y=1.0)], "w.output>n.x w.output>m.x", ("m",)).elaboration
    assert str(elaboration.graph) == str(without.graph)
    assert elaboration.graph.names == without.graph.names


def _made(typed: BlockText, wires: str, pin: str) -> Session:
    given = [const("w", WIDE), const("t", TALL), const("q", SQUARE), const("i", [[1]]), const("s", 1.0)]
    return session([*given, typed, block("n", "Negate")], f"{wires} m.{pin}>n.x", ("m",))

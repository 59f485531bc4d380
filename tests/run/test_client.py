"""What a ClientSession is asked for must be of its graph, and have a value."""

from __future__ import annotations

from typing import Any

import pytest

import blocks
from blocks import ops
from blocks.base.errors import RunError, UsageError


@pytest.fixture
def root() -> blocks.Scope:
    return blocks.Scope.new_root_scope()


@pytest.fixture
def stranger() -> Any:
    """The first node of another graph: where it stands there, this graph has another one."""
    return ops.Const(blocks.Scope.new_root_scope(), 7.0, name="stranger")


def test_nothing_of_another_graph_is_fetched_fed_or_run(root: blocks.Scope, stranger: Any) -> None:
    y = ops.Square(root, ops.Const(root, 5.0))
    session = blocks.ClientSession(root)
    asks: list[dict[str, Any]] = [
        {"fetches": [stranger]},
        {"fetches": y, "run_outputs": [stranger]},
        {"fetches": y, "feed": {stranger: 2}},
    ]
    for ask in asks:
        with pytest.raises(UsageError, match=r"^'stranger' belongs to another graph$"):
            session.run(**ask)
    assert session.run(y) == [25]


def test_a_name_is_no_output(root: blocks.Scope) -> None:
    given: Any = "x"
    y = ops.Square(root, ops.Placeholder(root, dtype="DT_FLOAT", name="x"))
    asks: list[dict[str, Any]] = [{"fetches": [given]}, {"fetches": y, "feed": {given: 2.0}}]
    for ask in asks:
        with pytest.raises(UsageError, match=r"^'x' is not an output of a graph$"):
            blocks.ClientSession(root).run(**ask)


def test_who_asks_for_a_side_that_was_not_taken_is_told_which_and_why(root: blocks.Scope) -> None:
    pred = ops.Placeholder(root, dtype="DT_BOOL", shape=[])
    sides = ops.Switch(root, ops.Const(root, [3.0]), pred, name="sides")
    y = ops.Negate(root, sides.output_true, name="y")
    session = blocks.ClientSession(root)
    assert session.run([sides.output_true, y], {pred: True}) == [3, -3]
    with pytest.raises(RunError, match=r"y.* has no value in this step: sides \(Switch\) took another branch"):
        session.run([sides.output_false, y], {pred: False})
    assert session.run([sides.output_false], {pred: False}, [y]) == [3]

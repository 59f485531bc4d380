"""Plans with branches and loops against the interpreter, and what stands in them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import assume, given

from blocks.base.context import Resources
from blocks.base.dtypes import FLOAT, INT32
from blocks.base.types import Array
from blocks.compile import interpret, plan
from blocks.compile.interpret import RoundStreams
from blocks.compile.plan import Plan
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.verify import verify
from blocks.ops import (
    Add,
    Concat,
    Const,
    Exp,
    Identity,
    Less,
    LoopCond,
    LoopValue,
    Merge,
    Negate,
    NextIteration,
    Placeholder,
    Sin,
    Switch,
    Variable,
)
from blocks.run.client import ClientSession
from blocks.run.interrupt import Interrupt, Interrupted
from blocks.testing.agreement import ALL_PASSES, Program, assert_agreement, interpreted, plan_of, planned, program
from tests.compile.random_flow import flows
from tests.compile.test_agreement import LINES, SIZES, SLOW, arrays_count_as

MOST_ROUNDS = 100
VALUE: Array = np.array([1, 2, 3], np.float32)


class _Endless(Exception):
    """A random graph goes round for ever."""


class _Counted(RoundStreams):
    """The interpreter's rounds, of which there may be so many."""

    def __init__(self, streams: Any, number: int = 0) -> None:
        super().__init__(streams, number)
        if number > MOST_ROUNDS:
            raise _Endless


@contextmanager
def rounds_are_few() -> Generator[None]:
    """What goes round for ever is no example."""
    with mock.patch.object(interpret, "RoundStreams", _Counted):
        try:
            yield
        except _Endless:
            assume(False)


@given(flows(), SIZES, LINES)
@SLOW
def test_a_plan_gives_what_the_interpreter_gives(what: Program, size: str, lines: int) -> None:
    verify(what.graph)
    with rounds_are_few(), arrays_count_as(size, lines):
        expected = interpreted(what)
        assert_agreement(what, expected, planned(what, ()), same_errors=True)
        assert_agreement(what, expected, planned(what, (), ()), same_errors=True)
        assert_agreement(what, expected, planned(what, ALL_PASSES), same_errors=False)


@given(flows(steps=1, prints=True))
@SLOW
def test_effects_come_in_the_order_of_the_interpreter(what: Program) -> None:
    said: list[str] = []
    with rounds_are_few(), mock.patch.object(Resources, "say", staticmethod(said.append)):
        interpreted(what)
        expected = said[:]
        said.clear()
        planned(what, ())
    assert said == expected


@pytest.fixture
def root() -> Scope:
    """An empty graph."""
    return Scope.new_root_scope()


def going_round(root: Scope, limit: int | Output, start: Any, body: Callable[[Output], Any]) -> Output:
    """``i, y = 0, start; while i < limit: i, y = i + 1, body(y)``; gives y."""
    comes = [LoopValue(root, dtype=dtype) for dtype in (INT32, FLOAT)]
    heads = [Merge(root, pair) for pair in zip((Const(root, np.int32(0)), start), comes, strict=True)]
    goes = LoopCond(root, Less(root, heads[0].output, limit))
    i, y = (Switch(root, head.output, goes) for head in heads)
    ends = Add(root, i.output_true, np.int32(1)), body(y.output_true)
    for begin, end in zip(comes, ends, strict=True):
        root.graph.loops[begin.as_output().op.number] = NextIteration(root, end).as_output().op.number
    return y.output_false


def without_interpreter(plan_: Plan, *feeds: Any) -> list[Any]:
    """The outputs of a step that is not interpreted."""
    with mock.patch.object(plan, "interpret", side_effect=AssertionError("the step is interpreted")):
        streams: Any = None
        return plan_.run({key: VALUE for key in plan_.keys}, feeds, streams).outputs


def buffered(source: str) -> int:
    """How many calls of a program write into memory that is there."""
    return sum(line.endswith(")") and ", b" in line for line in source.splitlines())


def test_what_no_branch_touches_is_planned_as_without_it(root: Scope) -> None:
    y: Output = Variable(root, [1.0, 2.0, 3.0]).as_output()
    for _ in range(10):
        y = Sin(root, y * 2.0).as_output()
    alone = plan_of(program([y]))
    pred = Placeholder(root, dtype="DT_BOOL", shape=[])
    sides = Switch(root, Variable(root, [1.0, 2.0, 3.0]), pred)
    both = Merge(root, [Negate(root, sides.output_false), Exp(root, sides.output_true)])
    beside = plan_of(program([y, both.output], {pred: True}))
    assert buffered(alone.source) == 19
    assert buffered(beside.source) >= 19
    assert without_interpreter(beside, np.array(True))[1].tolist() == np.exp(VALUE).tolist()
    assert without_interpreter(beside, np.array(False))[1].tolist() == [-1, -2, -3]


def test_a_loop_is_planned_with_its_body(root: Scope) -> None:
    y = going_round(root, 20, Variable(root, [1.0, 2.0, 3.0]), lambda y: Sin(root, Negate(root, y * 2.0)))
    plan = plan_of(program([y]))
    expected: Any = VALUE
    for _ in range(20):
        expected = np.sin(-(expected * np.float32(2)))
    [result] = without_interpreter(plan)
    assert result.tolist() == expected.tolist()
    assert buffered(plan.source) >= 4, "two calls, in the first round and in further ones"


def test_a_value_that_grows_from_round_to_round_has_no_shape_ahead(root: Scope) -> None:
    same = going_round(root, 3, Variable(root, [1.0, 2.0, 3.0]), lambda y: Negate(root, y))
    grown = going_round(root, 3, Variable(root, [1.0, 2.0, 3.0]), lambda y: Concat(root, [y, y], 0))
    plan = plan_of(program([same, grown]))
    assert [each.shape for each in plan.goal.outputs] == [(3,), None]
    assert [each.shape for each in without_interpreter(plan)] == [(3,), (24,)]


def test_a_loop_without_end_is_stopped_at_once(root: Scope) -> None:
    session = ClientSession(root)
    y = going_round(root, 1 << 30, Variable(root, [1.0]), lambda y: Negate(root, y))
    stop = Interrupt()
    timer = threading.Timer(0.3, stop.fire)
    timer.start()
    begun = time.monotonic()
    with pytest.raises(Interrupted), stop.guard():
        session.run([y])
    timer.join()
    assert time.monotonic() - begun < 10
    assert session.steps == 0


def test_who_waits_for_a_call_that_hands_on_a_side_is_dead_with_it(root: Scope) -> None:
    pred = Placeholder(root, dtype="DT_BOOL", shape=[])
    side = Switch(root, Const(root, [1.0]), pred).output_true
    handed = Identity(root, side).as_output()
    waits = Exp(root.with_control_dependencies([handed.op]), Variable(root, [0.0])).as_output()
    what = program([waits], {pred: False})
    for passes in ((), ALL_PASSES):
        step = planned(what, passes).steps[0]
        assert step.outputs == [None] and list(step.dead) == [0]

"""Who sees which value of a variable in a step, and in which order writes happen (contract, section 3)."""

from __future__ import annotations

from typing import Any

import pytest

from blocks.base.errors import DiagramError
from blocks.compile.passes import specialise
from blocks.compile.rewrite import Goal
from blocks.compile.schedule import cell_key, schedule
from blocks.graph.graph import Node, Operand, Owner
from blocks.graph.scope import Scope
from blocks.ops import Add, Assign, AssignAdd, AssignSub, CheckNumerics, Const, Identity, Multiply, Negate, Variable
from blocks.run.client import ClientSession
from blocks.testing.agreement import ALL_PASSES, assert_agreement, interpreted, planned, program


@pytest.fixture
def root() -> Scope:
    """An empty graph."""
    return Scope.new_root_scope()


@pytest.fixture
def v(root: Scope) -> Node:
    """A variable that begins with 10."""
    return Variable(root, 10.0)


def block(root: Scope, order: int, *waits: Node) -> Scope:
    """The scope of the block at a place of the file."""
    scope = Scope(root.graph, owner=Owner(f"b{order}", order))
    return scope.with_control_dependencies(waits) if waits else scope


def results(*fetches: Operand, steps: int = 1, targets: list[Node] | None = None) -> list[Any]:
    """What the last step gives, by the interpreter and by plans alike."""
    what = program(fetches, steps=steps, targets=targets or [])
    expected = interpreted(what)
    for passes in ((), ALL_PASSES):
        assert_agreement(what, expected, planned(what, passes), same_errors=True)
    return [float(value) for value in expected.steps[-1].outputs]


# -- what readers see --------------------------------------------------------------------------------------------------


def test_a_reader_sees_the_start_of_the_step(root: Scope, v: Node) -> None:
    written = Assign(v, 20.0)
    late = Add(block(root, 99), v, 1.0)
    assert results(written, late, v) == [20, 11, 10]
    assert results(written, late, v, steps=2) == [20, 21, 20]


def test_a_reader_that_takes_what_was_written_sees_it(v: Node) -> None:
    written = Assign(v, 20.0)
    assert results(Add(written, v)) == [40]
    assert results(Add(Negate(Identity(written)), v)) == [0]


def test_a_reader_that_waits_for_the_write_sees_it(root: Scope, v: Node) -> None:
    written = Assign(v, 20.0)
    assert results(Add(block(root, 1, written), v, 1.0)) == [21]


def test_a_reader_that_waits_for_one_that_waits_sees_it(root: Scope, v: Node) -> None:
    written = Assign(v, 20.0)
    between = Const(block(root, 1, written), 1.0)
    assert results(Add(block(root, 2, between), v, 1.0)) == [21]
    assert results(Add(v, Multiply(between, 1.0))) == [21]


def test_what_was_read_before_is_not_read_again(v: Node) -> None:
    read = Identity(v)
    written = Assign(v, 20.0)
    assert results(Add(read, written), read) == [30, 10]


def test_a_reader_sees_the_write_that_it_depends_on_and_no_later_one(root: Scope, v: Node) -> None:
    first = Assign(block(root, 1), v, 20.0)
    second = Assign(block(root, 2), v, 30.0)
    assert results(Add(first, v), Add(second, v), v) == [40, 60, 10]


def test_the_last_of_several_writes_counts(root: Scope, v: Node) -> None:
    first = AssignAdd(block(root, 1), v, 1.0)
    second = AssignAdd(block(root, 2), v, 2.0)
    assert results(Add(block(root, 3, first, second), v, 0.0), Add(block(root, 4, second, first), v, 0.0)) == [13, 13]


def test_another_variable_is_not_touched(root: Scope, v: Node) -> None:
    w = Variable(root, 1.0)
    written = Assign(v, 20.0)
    assert results(Add(written, w), Add(Assign(w, 2.0), v)) == [21, 12]


# -- the order of writes -----------------------------------------------------------------------------------------------


def test_independent_writes_happen_in_file_order(root: Scope, v: Node) -> None:
    added = AssignAdd(block(root, 5), v, 1.0)  # made first, but behind the other in the file
    assigned = Assign(block(root, 2), v, 100.0)
    assert results(added, assigned, v, steps=2) == [101, 100, 101]


def test_without_a_file_the_order_is_that_of_making(v: Node) -> None:
    added, assigned = AssignAdd(v, 1.0), Assign(v, 100.0)
    assert results(added, assigned, v, steps=2) == [101, 100, 100]


def test_a_dependence_is_stronger_than_the_file(root: Scope, v: Node) -> None:
    first = Assign(block(root, 5), v, 20.0)
    second = AssignAdd(block(root, 1), v, Negate(first))
    assert results(first, second, v, steps=2) == [20, 0, 0]
    third = AssignSub(block(root, 0, second), v, 5.0)
    assert results(first, second, third) == [20, 0, -5]


def test_a_write_to_what_a_write_gave(root: Scope, v: Node) -> None:
    chain = AssignAdd(block(root, 1), AssignAdd(block(root, 2), v, 1.0), 10.0)
    assert results(chain, v, steps=2) == [32, 21]


def test_a_write_takes_the_newest_value_of_its_variable_but_reads_others_from_the_start(root: Scope, v: Node) -> None:
    w = Variable(root, 1.0)
    first = Assign(block(root, 1), v, 20.0)
    copied = AssignAdd(block(root, 2), w, v)  # v as it was at the start
    second = AssignAdd(block(root, 3), v, w)  # w too
    assert results(first, copied, second) == [20, 11, 21]


def test_all_sessions_of_a_page_are_one_snapshot(root: Scope, v: Node) -> None:
    """Whatever is asked for: the order of what is fetched is not that in which it runs."""
    written = Assign(block(root, 1), v, 20.0)
    read = Negate(block(root, 0), v)
    assert results(read, written) == results(written, read)[::-1] == [-10, 20]


def test_only_writes_that_are_asked_for_happen(root: Scope, v: Node) -> None:
    Assign(block(root, 1), v, 20.0)
    second = AssignAdd(block(root, 2), v, 1.0)
    assert results(second, v, steps=3) == [13, 12]


def test_a_target_is_run_though_nobody_takes_its_value(root: Scope, v: Node) -> None:
    written = AssignAdd(v, 1.0)
    assert results(v, targets=[written], steps=3) == [12]


# -- cells -------------------------------------------------------------------------------------------------------------


def test_variables_of_one_shared_name_are_one(root: Scope) -> None:
    a = Variable(root, 10.0, shared_name="s")
    b = Variable(root, 99.0, shared_name="s")
    c = Variable(root, 5.0, shared_name="s", container="elsewhere")
    written = AssignAdd(block(root, 1), a, 1.0)
    also = AssignAdd(block(root, 2), b, 1.0)
    reader = Add(written, b)
    assert results(a, b, c, written, also, reader) == [10, 10, 5, 11, 12, 22]
    assert results(a, b, c, written, also, reader, steps=2) == [12, 12, 5, 13, 14, 26]
    assert cell_key(a) == cell_key(b) != cell_key(c)


def test_nobody_shares_an_empty_name(root: Scope) -> None:
    a, b = Variable(root, 1.0), Variable(root, 2.0)
    assert results(Assign(a, 5.0), b, steps=2) == [5, 2]


def test_an_initial_value_is_taken_once(root: Scope) -> None:
    w = Variable(root, 1.0)
    v = Variable(root, Add(w, 1.0))
    assert results(AssignAdd(w, 10.0), v, steps=3) == [31, 2]


def test_a_checked_tensor_is_an_effect_among_others(root: Scope, v: Node) -> None:
    late = CheckNumerics(block(root, 9), v, message="")
    written = Assign(block(root, 1), v, 20.0)
    assert results(late, written) == [10, 20]


# -- the schedule ------------------------------------------------------------------------------------------------------


def test_the_schedule_resolves_references(root: Scope, v: Node) -> None:
    written = AssignAdd(v, 1.0)
    goal = Goal([written.output_ref, v.ref], [])
    start = specialise(root.graph, goal, {}, {})
    order = schedule(start.graph)
    [instruction] = order.instructions
    assert instruction.args[0] == order.start["Variable"]
    assert order.final == {"Variable": instruction.results[0]}


def test_a_reference_that_is_no_variable_is_refused(root: Scope, v: Node) -> None:
    written = Assign(v, 20.0)
    with pytest.raises(DiagramError, match="its value is fed"):
        ClientSession(root).run(written, {v: 5.0})

"""Each pass does what it says, and leaves alone what it must."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import RunError
from blocks.base.types import Array
from blocks.compile.passes import carried, finished, specialise
from blocks.compile.rewrite import Goal, attr_key
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.scope import Scope
from blocks.graph.verify import verify
from blocks.ops import (
    Add,
    Assign,
    CheckNumerics,
    Const,
    Exp,
    Fill,
    Gather,
    Identity,
    MatMul,
    MaxPool,
    Multiply,
    OnesLike,
    Placeholder,
    PlaceholderWithDefault,
    RandomNormal,
    Reshape,
    Shape,
    Split,
    StopGradient,
    StridedSlice,
    Sum,
    Transpose,
    Variable,
)
from blocks.run.client import ClientSession
from blocks.testing.agreement import ALL_PASSES, assert_agreement, interpreted, plan_of, planned, program


def types_in(
    fetches: Sequence[Operand],
    feeds: dict[Operand, Any] | None = None,
    passes: Sequence[str] = (),
    memory: int = 1 << 20,
) -> list[str]:
    """The types of the nodes that are left after passes."""
    what = program(fetches, feeds)
    last, _ = finished(specialise(what.graph, what.goal, what.fed(0), {}, passes=passes, memory=memory), what.goal)
    verify(last)
    return sorted(node.type.name for node in last.nodes)


@pytest.fixture
def root() -> Scope:
    """An empty graph."""
    return Scope.new_root_scope()


@pytest.fixture
def x(root: Scope) -> Output:
    """A matrix that is fed."""
    return Placeholder(root, dtype="DT_FLOAT", shape=[2, 3]).output


VALUE = np.arange(6, dtype=np.float32).reshape(2, 3)


def test_the_largest_of_windows_are_found_once_for_their_gradient_too(root: Scope) -> None:
    x = Placeholder(root, dtype="DT_FLOAT", shape=[1, 4, 4, 1]).output
    y = MaxPool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME").as_output()
    fetches = [y, *add_symbolic_gradients(root, [y], [x])]
    images = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)
    assert types_in(fetches, {x: images}).count("MaxPool") == 2
    assert types_in(fetches, {x: images}, ALL_PASSES).count("MaxPool") == 1


# -- specialise --------------------------------------------------------------------------------------------------------


def test_only_what_is_needed_is_kept(x: Output) -> None:
    y = Exp(x)
    Multiply(y, 2.0)
    assert types_in([y], {x: VALUE}) == ["Exp", "Feed"]


def test_what_lies_behind_a_fed_value_is_not_needed(x: Output) -> None:
    y = Exp(Exp(x))
    assert types_in([Add(y, 1.0)], {y: VALUE}) == ["Add", "Const", "Feed"]


def test_a_fed_placeholder_can_be_waited_for(root: Scope) -> None:
    p = Placeholder(root, dtype="DT_FLOAT")
    y = Const(root.with_control_dependencies([p]), [1.0])
    assert ClientSession(root).run(Identity(y), {p: 2.0})[0].tolist() == [1]


def test_shapes_of_what_is_fed_are_put_in(root: Scope) -> None:
    p = Placeholder(root, dtype="DT_FLOAT")
    y = Add(p, 1.0)
    assert y.z.shape is None and not y.certain
    what = program([y], {p: VALUE})
    start = specialise(what.graph, what.goal, what.fed(0), {})
    [output] = carried(start, what.goal).outputs
    assert output.shape == (2, 3) and output.op.certain


def test_a_fed_value_takes_the_place_of_one_that_shapes_followed_from(root: Scope) -> None:
    p = Placeholder(root, dtype="DT_FLOAT", shape=[6])
    shape = Const(root, [2, 3])
    y = Reshape(p, shape)
    size = Shape(y)
    assert y.as_output().shape == (2, 3)
    results = ClientSession(root).run([y, size], {p: VALUE.reshape(6), shape: [3, 2]})
    assert results[0].tolist() == VALUE.reshape(3, 2).tolist()
    assert results[1].tolist() == [3, 2]


def test_one_output_of_several_can_be_fed(root: Scope) -> None:
    halves = Split(root, 0, [1.0, 2.0], num_split=2)
    what = program(list(halves.outputs), {halves.outputs[0]: [9.0]})
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)
    assert [v.tolist() for v in planned(what).steps[0].outputs] == [[9], [2]]


def test_a_variable_may_change_its_shape_in_the_middle_of_a_step(root: Scope) -> None:
    v = Variable(root, [1.0, 2.0])
    p = Placeholder(root, dtype="DT_FLOAT")
    written = Assign(v, p, validate_shape=False)
    after = root.with_control_dependencies([written])
    y = Exp(Add(after, v, 1.0))
    what = program([y, Shape(after, v), Sum(after, v, [0])], {p: [1.0, 2.0, 3.0]}, steps=2)
    plan = planned(what)
    assert_agreement(what, interpreted(what), plan, same_errors=True)
    assert [step.outputs[1].tolist() for step in plan.steps] == [[3], [3]]


def test_what_was_right_for_the_old_shape_is_checked_again(root: Scope) -> None:
    v = Variable(root, [1.0, 2.0])
    written = Assign(v, [1.0, 2.0, 3.0], validate_shape=False)
    y = Reshape(root.with_control_dependencies([written]), v, [1, 2])
    with pytest.raises(RunError, match=r"Reshape cannot|elements"):
        ClientSession(root).run(y)


# -- simplify ----------------------------------------------------------------------------------------------------------


def test_calls_that_hand_on_their_input_are_dropped(x: Output) -> None:
    y = Exp(StopGradient(Identity(Reshape(x, [2, 3]))))
    assert types_in([y], {x: VALUE}, ["simplify"]) == ["Exp", "Feed"]


def test_a_factor_of_ones_is_dropped(x: Output) -> None:
    wanted = ["Exp", "Feed"]
    assert types_in([Exp(OnesLike(x) * x)], {x: VALUE}, ["simplify"]) == wanted
    assert types_in([Exp(Multiply(x, OnesLike(x)))], {x: VALUE}, ["simplify", "fold"]) == wanted
    assert types_in([Exp(x * 1.0)], {x: VALUE}, ["simplify"]) == wanted
    assert types_in([Exp(x * 2.0)], {x: VALUE}, ["simplify"]) == ["Const", "Exp", "Feed", "Multiply"]


def test_a_factor_of_ones_that_spreads_or_is_complex_stays(root: Scope, x: Output) -> None:
    spread = Multiply(x, np.ones((4, *VALUE.shape), np.float32))
    assert "Multiply" in types_in([spread], {x: VALUE}, ["simplify"])
    infinite = np.array([complex(np.inf, 0)], np.complex64)
    z = Placeholder(root, dtype="DT_COMPLEX64", shape=[1])
    assert "Multiply" in types_in([Multiply(z, OnesLike(z))], {z: infinite}, ["simplify"])


def test_a_reshape_to_another_shape_stays(x: Output) -> None:
    assert types_in([Reshape(x, [3, 2])], {x: VALUE}, ["simplify"]) == ["Const", "Feed", "Reshape"]


def test_a_default_that_is_not_replaced_is_handed_on(root: Scope) -> None:
    p = PlaceholderWithDefault(root, [1.0, 2.0], shape=[None])
    assert types_in([Exp(p)], passes=["simplify"]) == ["Const", "Exp"]


def test_what_waits_for_another_is_not_dropped(root: Scope, x: Output) -> None:
    checked = CheckNumerics(x, message="")
    y = Identity(root.with_control_dependencies([checked]), x)
    assert types_in([y], {x: VALUE}, ["simplify"]) == ["CheckNumerics", "Feed", "Identity"]


def test_the_reading_of_a_variable_is_not_moved_behind_a_write(root: Scope) -> None:
    v = Variable(root, [1.0, 2.0])
    before = Reshape(v, [2])
    y = Add(before, Identity(Assign(v, [5.0, 6.0])))
    assert ClientSession(root).run(y)[0].tolist() == [6, 8]


def test_dependence_on_a_write_is_not_lost_with_a_shape(root: Scope, x: Output) -> None:
    v = Variable(root, np.zeros((2, 3), np.float32))
    written = Assign(v, np.ones((2, 3), np.float32))
    y = Add(Reshape(x, Shape(written)), v)  # reads v, and depends on the write through the shape alone
    what = program([y], {x: VALUE})
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)
    assert planned(what).steps[0].outputs[0].tolist() == (VALUE + 1).tolist()


# -- fold --------------------------------------------------------------------------------------------------------------


def test_what_follows_from_constants_is_computed_once(root: Scope) -> None:
    y = Multiply(Add(root, [1.0, 2.0], 1.0), 3.0)
    assert types_in([y], passes=["fold"]) == ["Const"]
    assert "Multiply" not in plan_of(program([y])).source
    assert ClientSession(root).run(y)[0].tolist() == [6, 9]


def test_shapes_are_computed_without_the_values(x: Output) -> None:
    assert types_in([Shape(Exp(x))], {x: VALUE}, ["fold"]) == ["Const"]


def test_all_outputs_are_folded(root: Scope) -> None:
    halves = Split(root, 0, [1.0, 2.0], num_split=2)
    assert types_in(list(halves.outputs), passes=["fold"]) == ["Const", "Const"]


def test_what_is_random_or_fails_or_waits_is_not_folded(root: Scope, x: Output) -> None:
    assert "RandomNormal" in types_in([RandomNormal(root, [2], dtype="DT_FLOAT")], passes=["fold"])
    assert "Gather" in types_in([Gather(root, [1.0], [7])], passes=["fold"])
    after = root.with_control_dependencies([CheckNumerics(x, message="")])
    assert "Add" in types_in([Add(after, [1.0], [2.0])], {x: VALUE}, ["fold"])


def test_a_constant_that_waits_is_none_that_others_are_folded_with(root: Scope) -> None:
    v = Variable(root, 1.0)
    written = Assign(v, 2.0)
    after = Const(root.with_control_dependencies([written]), 3.0)
    y = Add(root, after, after)
    what = program([y], steps=2)
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)
    assert planned(what).cells[0]["Variable"] == 2


def test_large_results_are_not_kept_in_the_program(root: Scope) -> None:
    assert "Fill" in types_in([Fill(root, [1024, 1024], 1.0)], passes=["fold"])


def test_the_memory_limit_holds_for_what_could_be_folded(root: Scope) -> None:
    y = Sum(Fill(root, [100, 100], 1.0), [0, 1])
    with pytest.raises(RunError, match="\\[100,100\\] would take 40,000 bytes; the limit is 1,000"):
        ClientSession(root, memory=1000).run(y)


def test_a_folded_value_lies_in_memory_as_it_would_when_computed(root: Scope) -> None:
    rng = np.random.default_rng(0)
    y = Transpose(root, Const(root, rng.normal(size=(50, 70)).astype(np.float32)), [1, 0])
    part = StridedSlice(y, [0, 0], [70, 50], [2, 3])
    what = program([Sum(Exp(y), [0]), Sum(y, [0, 1]), MatMul(part, part, transpose_b=True), Sum(part, [0])])
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)


# -- merge -------------------------------------------------------------------------------------------------------------


def test_equal_calls_are_made_once(x: Output) -> None:
    fetches = [Add(Exp(x), 1.0), Multiply(Exp(x), 2.0)]
    assert types_in(fetches, {x: VALUE}, ["merge"]).count("Exp") == 1


def test_calls_with_other_attributes_are_not_merged(root: Scope) -> None:
    a = Placeholder(root, dtype="DT_FLOAT", shape=[2, 2])
    fetches = [MatMul(a, a), MatMul(a, a, transpose_a=True)]
    assert types_in(fetches, {a: np.ones((2, 2))}, ["merge"]).count("MatMul") == 2


@pytest.mark.parametrize(("a", "b"), [(0.0, -0.0), (1, 1.0), (True, 1), ([0.0], [-0.0])])
def test_constants_that_are_equal_but_not_the_same_are_not_merged(root: Scope, a: Any, b: Any) -> None:
    fetches = [Const(root, a), Const(root, b)]
    assert types_in(fetches, passes=["merge"]) == ["Const", "Const"]


def flipped(array: Array, at: int) -> Array:
    """The array with one bit changed."""
    changed = array.copy()
    changed.reshape(-1).view(np.uint8)[at] ^= 1
    return changed


MANY = np.linspace(-1, 1, 400_000)
LARGE_PAIRS: dict[str, tuple[Array, Array, int]] = {
    "equal": (MANY, MANY.copy(), 1),
    "one bit at the end": (MANY, flipped(MANY, MANY.nbytes - 1), 2),
    "one bit in the middle": (MANY, flipped(MANY, 1_700_001), 2),
    "not a number": (np.full(1000, np.nan), np.full(1000, np.nan), 1),
    "zeros of two signs": (np.zeros(1000), -np.zeros(1000), 2),
    "another shape": (MANY.reshape(2, -1), MANY.reshape(-1, 2), 2),
    "another dtype": (np.zeros(2000, np.int32), np.zeros(2000, np.float32), 2),
    "texts": (np.array([b"a"] * 1000, object), np.array([b"b"] * 1000, object), 2),
}


@pytest.mark.parametrize(("a", "b", "left"), LARGE_PAIRS.values(), ids=LARGE_PAIRS)
def test_large_constants_are_merged_if_every_byte_is_equal(root: Scope, a: Array, b: Array, left: int) -> None:
    assert types_in([Const(root, a), Const(root, b)], passes=["merge"]) == ["Const"] * left


def test_calls_of_equal_large_constants_are_merged(root: Scope) -> None:
    """So the gradient that a page asks for is one with that which is watched beside it."""
    p = Placeholder(root, dtype="DT_DOUBLE", shape=[])
    fetches = [Multiply(p, Const(root, MANY.copy())) for _ in range(2)]
    assert types_in(fetches, {p: np.float64(2)}) == ["Const", "Const", "Feed", "Multiply", "Multiply"]
    assert types_in(fetches, {p: np.float64(2)}, ["merge"]) == ["Const", "Feed", "Multiply"]


@pytest.mark.parametrize("pair", [([0.0], [-0.0]), ([1], [True]), (0.0, -0.0)])
def test_attributes_that_are_equal_but_not_the_same_are_kept_apart(pair: tuple[Any, Any]) -> None:
    assert attr_key(pair[0]) != attr_key(pair[1])


@pytest.mark.parametrize("rows", [2, 400])
def test_arrays_that_lie_in_memory_otherwise_are_kept_apart(rows: int) -> None:
    """What is summed up in another order is another number."""
    array = MANY[: rows * 100].reshape(rows, -1)
    assert attr_key(array) == attr_key(array.copy()) != attr_key(np.asfortranarray(array))


def test_random_and_stateful_calls_are_not_merged(root: Scope, x: Output) -> None:
    randoms = [RandomNormal(root, [2], dtype="DT_FLOAT") for _ in range(2)]
    checks = [CheckNumerics(x, message="") for _ in range(2)]
    types = types_in([*randoms, *checks], {x: VALUE}, ["merge"])
    assert types.count("RandomNormal") == types.count("CheckNumerics") == 2


def test_each_block_of_equal_calls_that_fail_is_named(root: Scope) -> None:
    i = Placeholder(root, dtype="DT_INT32")
    calls = [Gather(root, [1.0, 2.0], i, name=name) for name in ("first", "second", "third")]
    with pytest.raises(RunError) as caught:
        ClientSession(root).run(calls, {i: [7]})
    assert [error.block for error in caught.value.errors] == ["first", "second", "third"]
    assert len({error.message for error in caught.value.errors}) == 1


def test_merging_keeps_a_map_of_what_went_where(x: Output) -> None:
    a, b = Exp(x), Exp(x)
    what = program([a, b], {x: VALUE})
    walk = specialise(what.graph, what.goal, what.fed(0), {}, passes=["merge"])
    assert walk.outputs[a.y] is walk.outputs[b.y] and walk.node(a) is walk.node(b)
    assert [node.type.name for node in walk.graph.nodes] == ["Feed", "Exp"]


# -- all together ------------------------------------------------------------------------------------------------------


def test_nothing_is_computed_that_nobody_needs_any_more(x: Output) -> None:
    y = Reshape(Exp(x), Shape(Exp(Exp(x))))
    assert types_in([y], {x: VALUE}, ["simplify", "fold", "merge"]) == ["Exp", "Feed"]


def test_what_depends_on_a_write_is_known(root: Scope) -> None:
    v = Variable(root, [1.0])
    read = Identity(v)
    written = Assign(v, [2.0])
    later = Add(written, 1.0)
    waiting = Identity(root.with_control_dependencies([later]), v)
    walk = specialise(root.graph, Goal([], [read, written, later, waiting]), {}, {})
    assert [walk.graph.nodes[number].name for number in sorted(walk.behind)] == ["Assign", "Add", "Identity_1"]


def test_names_of_nodes_stay(root: Scope) -> None:
    """The streams of random nodes and the cells of variables go by them."""
    v = Variable(root, [1.0], name="weights")
    y = Add(RandomNormal(root, [1], dtype="DT_FLOAT", name="noise"), v)
    what = program([y])
    last, _ = finished(specialise(what.graph, what.goal, {}, {}, passes=ALL_PASSES), what.goal)
    assert {"weights", "noise"} <= {node.name for node in last.nodes}


def test_targets_are_carried_along(root: Scope) -> None:
    v = Variable(root, [1.0])
    written = Assign(v, [2.0])
    goal = Goal([], [written])
    last, carried_goal = finished(specialise(root.graph, goal, {}, {}, passes=ALL_PASSES), goal)
    [target] = carried_goal.targets
    assert isinstance(target, Node) and target.graph is last and target.type.name == "Assign"

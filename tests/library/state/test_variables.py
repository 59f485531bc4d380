from __future__ import annotations

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.graph.build import BlockType
from blocks.graph.scope import Scope
from blocks.library.state.variables import Assign, AssignAdd, AssignSub, Variable
from blocks.run.client import ClientSession


def test_a_variable_takes_shape_and_dtype_from_its_value() -> None:
    root = Scope.new_root_scope()
    ref = Variable(root, [[1.0, 2.0]]).ref
    assert (ref.dtype.name, ref.shape) == ("DT_FLOAT", (1, 2))
    assert Variable(root, [1, 2], dtype="DT_DOUBLE").ref.dtype.name == "DT_DOUBLE"


def test_a_variable_needs_to_know_its_dtype() -> None:
    with pytest.raises(DiagramError, match="needs a dtype or an initial value") as told:
        Variable(Scope.new_root_scope(), shape=[2])
    assert told.value.pin == "initvalues"  # a value is what is typed next; it says the dtype, too


def test_only_variables_can_be_changed() -> None:
    with pytest.raises(DiagramError, match="must be a Variable") as caught:
        Assign(Scope.new_root_scope(), [1.0], [2.0])
    assert caught.value.pin == "ref"


@pytest.mark.parametrize(("kind", "values"), [(AssignAdd, [3.0, 5.0, 7.0]), (AssignSub, [-1.0, -3.0, -5.0])])
def test_updates_add_up_from_step_to_step(kind: BlockType, values: list[float]) -> None:
    root = Scope.new_root_scope()
    ref = Variable(root, [1.0]).ref
    changed = kind(root, ref, [2.0])
    session = ClientSession(root)
    assert [session.run(changed)[0].item() for _ in values] == values


def test_a_variable_without_a_value_can_be_given_one() -> None:
    root = Scope.new_root_scope()
    ref = Variable(root, shape=[2], dtype="DT_INT32").ref
    session = ClientSession(root)
    with pytest.raises(DiagramError, match="has no value yet"):
        session.run(ref)
    session.run(Assign(root, ref, [4, 5]))
    assert session.run(ref)[0].tolist() == [4, 5]


def test_what_was_read_does_not_change_later() -> None:
    root = Scope.new_root_scope()
    ref = Variable(root, [1.0, 2.0]).ref
    more = AssignAdd(root, ref, [1.0, 1.0])
    session = ClientSession(root)
    before, after = session.run([ref, more])
    session.run(more)
    assert np.array_equal(before, [1, 2]) and np.array_equal(after, [2, 3])


def test_shapes_are_checked() -> None:
    root = Scope.new_root_scope()
    ref = Variable(root, [1.0, 2.0]).ref
    for kind in (Assign, AssignAdd, AssignSub):
        with pytest.raises(DiagramError, match=r"the variable's shape \[2\], got \[3\]"):
            kind(root, ref, [1.0, 2.0, 3.0])
    assert Assign(root, ref, [1.0, 2.0, 3.0], validate_shape=False).output_ref.shape == (3,)

"""What a session keeps from step to step."""

from __future__ import annotations

import numpy as np
import pytest

import blocks
from blocks import ops


def test_variables_of_one_shared_name_must_hold_the_same_kind_of_value() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Variable", id="a", initvalues=[1.0, 2.0], shared_name="common")
    page.add("Variable", id="b", initvalues=[1, 2], shared_name="common")
    with pytest.raises(blocks.RunError) as caught:
        blocks.Session(page).run()
    assert caught.value.block == "b"
    assert caught.value.pin == "shared_name"
    assert caught.value.message == "a is float32[2] and cannot share its value with this block, which is int32[2]"


def test_writing_into_a_result_does_not_change_a_variable() -> None:
    root = blocks.Scope.new_root_scope()
    v = ops.Variable(root, [0.0, 0.0])
    y = ops.Square(root, ops.Placeholder(root, "DT_FLOAT", [1, 2]))
    assign = ops.Assign(root, v, ops.Reshape(root, y, [2]))
    session = blocks.ClientSession(root)
    given = {y.node().inputs[0]: [[3.0, 4.0]]}
    value, _ = session.run([y, assign], given)
    with pytest.raises(ValueError, match="read-only"):
        value[0, 0] = 99.0
    assert session.run([v])[0].tolist() == [9.0, 16.0]


def test_what_is_fed_in_place_of_an_initial_value_is_taken() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Const", id="c", val=[1.0, 2.0])
    page.add("Variable", id="v")
    page.wire("c.output", "v.initvalues")
    results = blocks.Session(page).run(fetch=["v"], feed={"c": np.array([5.0, 6.0], np.float32)})
    assert results["v.result_ref"].tolist() == [5.0, 6.0]


def test_a_session_keeps_a_limited_number_of_plans() -> None:
    root = blocks.Scope.new_root_scope()
    x = ops.Placeholder(root, "DT_FLOAT")
    y = ops.Negate(root, x)
    session = blocks.ClientSession(root)
    for size in range(40):
        [value] = session.run([y], {x: np.ones(size, np.float32)})
        assert value.shape == (size,)
    assert len(vars(session)["_plans"]) <= 16


def test_an_edited_page_goes_on_with_the_variables_that_are_declared_as_before() -> None:
    page = blocks.Diagram().add_page("main")
    for name in ("v", "w"):
        page.add("Variable", id=name, initvalues=1.0)
        page.add("AssignAdd", id=f"{name}_next", value=1.0)
        page.wire(f"{name}.ref", f"{name}_next.ref")
    first = blocks.Session(page)
    first.run(steps=3)
    page.set("w", initvalues=10.0)
    page.add("Const", id="beside", val=1.0)
    second = blocks.Session(page)
    second.adopt(first)
    results = second.run()
    assert results["v.result_ref"] == 4.0
    assert results["w.result_ref"] == 10.0

"""Variables that live for one step, counting, and whether a variable has a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError, RunError
from blocks.document.model import Diagram
from blocks.graph.scope import Scope
from blocks.ops import Assign, CountUpTo, IsVariableInitialized, Variable
from blocks.run.client import ClientSession
from blocks.run.session import Session
from tests.run.pages import block
from tests.run.pages import diagram as page_of


def _temporary(destroyed: str = "t", name: str = "t", shape: Sequence[Any] = (2,)) -> Diagram:
    return page_of(
        [
            ("tv", "TemporaryVariable", {"shape": list(shape), "dtype": "DT_FLOAT", "var_name": name}),
            ("first", "Assign", {"value": [1.0, 2.0]}),
            ("more", "AssignAdd", {"value": [10.0, 10.0]}),
            ("done", "DestroyTemporaryVariable", {"var_name": destroyed}),
        ],
        "tv.ref>first.ref first.output_ref>more.ref more.output_ref>done.ref",
    )


@pytest.mark.parametrize("fetch", [["done"], None], ids=["fetched", "the whole page"])
def test_a_temporary_variable_lives_for_one_step(fetch: list[str] | None) -> None:
    session = Session(_temporary())
    for _ in range(3):
        results = session.run(fetch)
        assert results["done.result_value"].tolist() == [11, 12] and "tv.result_ref" not in results
    assert session.state.values == {}


def test_nothing_is_left_of_it_in_the_next_step() -> None:
    session = Session(_temporary())
    session.run("done")
    with pytest.raises(RunError, match="the variable 'tv' has no value yet"):
        session.run("tv")


def test_the_block_s_own_name_stands_for_an_empty_one() -> None:
    assert Session(_temporary(destroyed="tv", name="")).run("done")["done.result_value"].tolist() == [11, 12]


@pytest.mark.parametrize(
    ("diagram", "block", "text"),
    [
        (_temporary(destroyed="other"), "done", "has the name 't', not 'other'"),
        (_temporary(shape=(3,)), "first", r"the variable's shape \[3\], got \[2\]"),
        (_temporary(shape=(None,)), "tv", "all sizes known"),
        (
            page_of(
                [("v", "Variable", {"initvalues": [1.0]}), ("done", "DestroyTemporaryVariable", {"var_name": "v"})],
                "v.ref>done.ref",
            ),
            "done",
            "must be a TemporaryVariable, got Variable",
        ),
    ],
)
def test_what_does_not_fit_is_refused(diagram: Diagram, block: str, text: str) -> None:
    with pytest.raises(RunError, match=text) as caught:
        Session(diagram).run("done")
    assert caught.value.errors[0].block == block


def test_names_are_given_once() -> None:
    """TensorFlow: two temporary variables of one name cannot live in one step."""
    values: dict[str, Any] = {"shape": [], "dtype": "DT_FLOAT", "var_name": "t"}
    variables = [block(name, "TemporaryVariable", **values) for name in "ab"]
    assigned = [block(f"to_{name}", "Assign", value=1.0) for name in "ab"]
    session = Session(page_of([*variables, *assigned], "a.ref>to_a.ref b.ref>to_b.ref"))
    with pytest.raises(RunError, match="'a' and 'b' both have the name 't'") as caught:
        session.run()
    assert [(error.block, error.pin) for error in caught.value.errors] == [("b", "var_name")]


def test_counting_stops_at_the_limit() -> None:
    root = Scope.new_root_scope()
    count: Any = Variable(root, 0, dtype="DT_INT64").ref
    output = CountUpTo(root, count, limit=3).output
    session = ClientSession(root)
    assert [session.run(output)[0].item() for _ in range(3)] == [0, 1, 2]
    for _ in range(2):
        with pytest.raises(DiagramError, match="the variable has reached the limit 3") as caught:
            session.run(output)
        assert caught.value.pin == "ref"
    result = session.run(count)[0]
    assert result.item() == 3 and result.dtype == np.int64


def test_only_a_single_integer_counts() -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError, match=r"a scalar variable, got shape \[2\]"):
        CountUpTo(root, Variable(root, [1, 2]).ref, limit=3)
    with pytest.raises(DiagramError, match="input ref must be one of"):
        CountUpTo(root, Variable(root, 1.0).ref, limit=3)


def test_whether_a_variable_has_a_value() -> None:
    root = Scope.new_root_scope()
    ref: Any = Variable(root, shape=[2], dtype="DT_FLOAT").ref
    asked = IsVariableInitialized(root, ref).is_initialized
    given = Assign(root, ref, [1.0, 2.0]).output_ref
    after = IsVariableInitialized(root, given).is_initialized
    session = ClientSession(root)
    assert [v.tolist() for v in session.run([asked])] == [False]
    # One that does not depend on the assignment sees the start of the step, wherever it stands.
    assert [v.tolist() for v in session.run([asked, after])] == [False, True]
    assert [v.tolist() for v in session.run([asked])] == [True]


@pytest.mark.parametrize("shape", [[0, 2], [2, 0], [0]], ids=str)
def test_a_variable_of_nothing_begins_with_an_empty_list(shape: list[int]) -> None:
    example = page_of(
        [
            ("v", "Variable", {"initvalues": [], "dtype": "DT_FLOAT", "shape": shape}),
            ("add", "AssignAdd", {}),
            ("c", "Const", {"val": [], "dtype": "DT_FLOAT", "shape": shape}),
        ],
        "v.ref>add.ref c.output>add.value",
    )
    assert Session(example).run("add", steps=2)["add.result_output_ref"].shape == tuple(shape)

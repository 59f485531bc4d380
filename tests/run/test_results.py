"""Results by the names that a user types, and what a fetch, a step and an evaluation give."""

from __future__ import annotations

import pytest

import blocks
from blocks.document.model import PageView


@pytest.fixture
def page() -> PageView:
    """Two losses, one output with two result pins, a block with two outputs, a list, and a composite."""
    diagram = blocks.Diagram()
    net = diagram.add_composite("Net")
    net.add("InputPin", id="in", name="x")
    net.add("Square", id="square")
    net.add("OutputPin", id="out", name="y")
    page = diagram.add_page("main")
    page.add("Const", id="x", val=[3.0, 1.0])
    page.add("Mean", id="loss", axis=[0])
    page.add("TopK", id="top", k=1)
    page.add("Split", id="parts", axis=0, num_split=2)
    page.add("Equal", id="same", y=1.0)
    page.add("LogicalNot", id="not")
    page.add(":Net", id="net")
    for wire in ("in.output square.x", "square.y out.input"):
        net.wire(*wire.split())
    for wire in (
        "x.output loss.input", "x.output top.input", "x.output parts.value", "x.output same.x", "same.z not.x",
        "x.output net.x",
    ):  # fmt: skip
        page.wire(*wire.split())
    return page


@pytest.mark.parametrize("backend", ["numpy", "jax"])
def test_results_are_found_by_short_names(page: PageView, backend: str) -> None:
    if backend == "jax":
        pytest.importorskip("jax")
    results = blocks.Session(page, backend=backend).run("loss", trace=True)
    assert list(results) == ["x.result_output", "loss.result_output"]
    results = blocks.Session(page, backend=backend).run()
    same = ("loss", "loss.output", "loss.result_output")
    assert [results[name] for name in same] == [results.get(name) for name in same] == [2.0] * 3
    assert all(name in results for name in same)
    assert results["net"].tolist() == results["net.y"].tolist() == [9.0, 1.0]
    assert results["not"].tolist() == results["not.y"].tolist() == [True, False]
    assert results["top.values"].tolist() == [3.0]
    assert results["parts.output[1]"].tolist() == [1.0]
    for name, near in (
        ("los", "loss.result_output"), ("top", "top.result_values"), ("loss.z", "loss.result_output"),
        ("parts", "parts.result_output[0]"), ("parts.output[2]", "parts.result_output[0]"),
    ):  # fmt: skip
        assert name not in results
        assert results.get(name, 5) == 5
        with pytest.raises(KeyError, match="did you mean") as raised:
            results[name]
        assert near in str(raised.value)
    assert None not in results


@pytest.mark.parametrize(
    ("fetch", "names"),
    [
        ("loss", ["loss.result_output"]), ("loss.result_output", ["loss.result_output"]),
        ("top", ["top.result_values", "top.result_indices"]), ("top.indices", ["top.result_indices"]),
        ("parts", ["parts.result_output[0]", "parts.result_output[1]"]),
        ("parts.output[1]", ["parts.result_output[1]"]), ("net", ["net.result_y"]),
        ("net/square", ["net/square.result_y"]), (["net.y", "loss"], ["net.result_y", "loss.result_output"]),
        ("not", ["not.result_y_144", "not.result_y"]),
    ],
)  # fmt: skip
def test_a_fetch_holds_what_was_asked_and_nothing_else(page: PageView, fetch: str, names: list[str]) -> None:
    session = blocks.Session(page)
    assert list(session.run(fetch)) == list(session.evaluate(fetch)) == names
    assert set(names) < set(session.run(fetch, trace=True))
    assert {*names, "x.result_output", "same.result_z"} == set(session.run(fetch, trace="same"))
    assert list(session.run(trace="same")) == ["x.result_output", "same.result_z"]


def test_a_result_that_was_left_out_is_not_taken_for_another(page: PageView) -> None:
    results = blocks.Session(page).run("top.indices")
    assert "top" not in results  # the block has two outputs
    assert "top.values" not in results
    assert results["top.indices"].tolist() == [0]


def test_the_session_shows_what_users_call() -> None:
    shown = {name for name in dir(blocks.Session) if not name.startswith("_")}
    assert shown >= {"run", "step", "evaluate", "watch", "variables", "save", "restore"}
    assert not shown & {"plan_for", "initialise_again", "stepper", "stepping", "wanted", "feeds"}

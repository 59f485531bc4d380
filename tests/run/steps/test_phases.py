"""ClientSession blocks that do not run in each step."""

from __future__ import annotations

from typing import Any

import pytest

import blocks
from blocks.base.errors import RunError
from blocks.document.model import PageView


def trained_and_evaluated(**values: Any) -> PageView:
    """A page whose session ``train`` adds 1 to a variable, and ``evaluate`` fetches twice its value."""
    page = blocks.Diagram().add_page("main")
    page.add("Variable", id="w", initvalues=0.0)
    page.add("AssignAdd", id="count", value=1.0)
    page.add("Multiply", id="twice", y=2.0)
    page.add("ClientSession", id="train")
    page.add("ClientSession", id="evaluate", **values)
    for source, target in (
        ("w.ref", "count.ref"), ("w.ref", "twice.x"), ("count.output_ref", "train.fetch_outputs"),
        ("twice.z", "evaluate.fetch_outputs"),
    ):  # fmt: skip
        page.wire(source, target)
    return page


def test_a_session_runs_at_every_nth_step() -> None:
    session = blocks.Session(trained_and_evaluated(every=3))
    shown = [session.run().get("twice.result_z") for _ in range(7)]
    assert shown == [None, None, 4.0, None, None, 10.0, None]
    assert session.run(steps=2)["twice.result_z"] == 16.0  # the step that is shown is the ninth


def test_a_fault_counts_where_its_session_runs() -> None:
    page = trained_and_evaluated(every=2)
    page.set("twice", y=[[1.0], [2.0, 3.0]])
    session = blocks.Session(page)
    assert session.run()["count.result_output_ref"] == 1.0
    with pytest.raises(RunError):
        session.run()


def test_names_are_fetched_beside_what_sessions_run() -> None:
    page = trained_and_evaluated()
    assert blocks.Session(page).run(fetch=["twice"], steps=5)["twice.result_z"] == 0.0  # alone it trains nothing
    results = blocks.Session(page).run(fetch=["twice"], steps=5, beside=True)
    assert results["twice.result_z"] == 8.0
    assert "count.result_output_ref" not in results

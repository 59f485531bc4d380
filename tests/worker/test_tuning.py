"""Edits during a run: values reach the session at its next step, another structure waits until it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from blocks.document.data import Block, Document, Page
from blocks.document.model import Diagram
from blocks.run.session import Session
from blocks.worker.state import PageSource
from blocks.worker.tuning import follow, go_on
from tests.run.pages import block, const, diagram, variable
from tests.worker.test_server import Hearing

WIRES = "v.ref>up.ref one.output>scaled.x scaled.y>up.value"
SHOWN = [variable("v", 0.0), const("one", 1.0), block("scaled", "Abs"), block("up", "AssignAdd"),
         block("shown", "NumberDisplay")]  # fmt: skip


def counting() -> Page:
    return diagram(SHOWN, f"{WIRES} up.output_ref>shown.input").pages[0].snapshot()


def with_values(page: Page, name: str, **values: Any) -> Page:
    changed = [b._replace(values={**b.values, **values}) if b.id == name else b for b in page.blocks]
    return page._replace(blocks=tuple(changed))


def source(page: Page) -> PageSource:
    return PageSource(page, {}, None)


class Running:
    """A session, and what edits make of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: Session = source(page).session()
        self.told: list[tuple[bool, bool]] = []

    def edit(self, page: Page) -> None:
        followed = follow(self.session, source(page), self.page)
        self.page, self.session = page, followed.session
        self.told.append((followed.whole, followed.tuned))

    def step(self) -> float:
        return float(self.session.run("up")["up.result_output_ref"])


def test_a_value_reaches_the_next_step_whatever_lies_in_between() -> None:
    running = Running(counting())
    assert running.step() == 1.0
    running.edit(with_values(running.page, "one", val=10.0))
    assert running.step() == 11.0
    running.edit(with_values(running.page, "up", use_locking=True))
    assert running.step() == 21.0 and running.session.steps == 3
    assert running.told == [(True, True)] * 2


def test_what_is_watched_is_watched_on_and_changes_no_verdict() -> None:
    page = diagram([variable("w", [3.0]), const("c", [2.0]), block("p", "Multiply")], "w.ref>p.x c.output>p.y")
    running = Running(page.pages[0].snapshot())
    running.session.watch("p.z")
    assert running.session.run("p").gradients["w.ref"] == 2.0
    running.edit(with_values(running.page, "c", val=[5.0]))
    assert running.told == [(True, True)]
    assert running.session.run("p").gradients["w.ref"] == 5.0


def test_where_blocks_lie_and_what_displays_are_called_is_nothing_to_tell() -> None:
    running = Running(counting())
    running.step()
    session = running.session
    moved = running.page._replace(blocks=tuple(b._replace(at=(9.0, 9.0)) for b in running.page.blocks))
    running.edit(with_values(moved, "shown", title="Count"))
    assert running.told == [(True, False)] and running.session is session


@pytest.mark.parametrize(("name", "values"), [
    ("one", {"val": [1.0, 2.0]}), ("one", {"val": 1.0, "dtype": "DT_DOUBLE"}), ("one", {"val": "nonsense"}),
    ("v", {"initvalues": 5.0}),
])  # fmt: skip
def test_another_shape_or_dtype_or_fault_or_beginning_waits_for_the_next_run(name: str, values: dict[str, Any]) -> None:
    running = Running(counting())
    running.step()
    running.edit(with_values(running.page, name, **values))
    assert running.told == [(False, False)]
    assert running.step() == 2.0


def test_values_reach_a_run_also_beside_another_structure() -> None:
    running = Running(counting())
    running.step()
    running.edit(running.page._replace(blocks=(*running.page.blocks, Block("new", "NoOp"))))
    running.edit(with_values(running.page, "one", val=10.0))
    assert running.step() == 11.0
    running.edit(with_values(running.page, "one", val=[1.0, 2.0]))
    running.edit(with_values(running.page, "v", initvalues=7.0))
    assert running.step() == 21.0
    running.edit(with_values(running.page, "one", val=100.0))
    assert running.told == [(False, False), (False, True), (False, False), (False, False), (False, True)]
    assert running.step() == 121.0


def test_going_on_keeps_the_variables_that_fit_and_says_which_do_not() -> None:
    page = diagram([*SHOWN[:4], variable("w", [1.0, 2.0]), variable("k", 1.0)], WIRES).pages[0].snapshot()
    session = source(page).session()
    session.run("up", steps=3)
    session.variables["w"] = [5.0, 6.0]
    session.variables["k"] = 7.0
    edited = with_values(with_values(with_values(page, "w", initvalues=[1.0, 2.0, 3.0]), "v", initvalues=50.0),
                         "k", initvalues=2, dtype="DT_INT32")  # fmt: skip
    edited = edited._replace(
        blocks=(*edited.blocks, Block("u", "Variable", values={"initvalues": 0.5}), Block("more", "NoOp"))
    )
    result = go_on(session, source(edited))
    assert result.whole
    assert result.lost == (
        "w (its shape was [2] and is now [3])",
        "k (it was float32 and is now int32)",
    )
    results = result.session.run()
    assert results["up.result_output_ref"] == 4.0 and result.session.steps == 4
    np.testing.assert_array_equal(results["w.result_ref"], [1.0, 2.0, 3.0])


@pytest.fixture
def heard() -> Iterator[Hearing]:
    hearing = Hearing()
    yield hearing
    hearing.process.close()


def test_a_run_in_another_process_is_tuned_while_it_is_paused_and_while_it_goes_on(heard: Hearing) -> None:
    page = counting()
    heard.jobs = 1
    data: dict[str, Any] = {"kind": "run", "page": 0, "job": 1, "paused": True, "fetch": [], "watched": ""}
    heard.process.send({**data, "steps": None}, source(page))

    def edit(edited: Page, goes_on: bool = False) -> dict[str, Any]:
        heard.process.send({"kind": "edit", "page": 0, "job": 1, "go_on": goes_on}, source(edited))
        return heard.next("edited").data

    def step() -> float:
        heard.process.send({"kind": "step"})
        return float(heard.frame().results["up.result_output_ref"].value)

    assert step() == 1.0
    page = with_values(page, "one", val=10.0)
    assert edit(page)["tuned"]
    assert step() == 11.0
    page = page._replace(blocks=(*page.blocks, Block("new", "NoOp")))
    assert not edit(page)["whole"]
    assert step() == 21.0
    assert edit(page, goes_on=True)["whole"]
    assert step() == 31.0
    heard.process.send({"kind": "pause", "on": False})
    told = edit(with_values(page, "one", val=1000.0))
    assert told["tuned"] and told["steps"] >= 4
    frame = heard.frame()
    while frame.results["up.result_output_ref"].value < 5000.0:
        frame = heard.frame()
    heard.process.send({"kind": "stop", "hard": True})
    assert not heard.next("ended").data["good"]


def test_an_edit_that_comes_when_the_run_is_over_is_part_of_the_next(heard: Hearing) -> None:
    page = counting()
    heard.run(Diagram(Document("", (page,))))
    assert heard.next("ended").data["good"]
    page = with_values(page, "one", val=10.0)
    heard.process.send({"kind": "edit", "page": 0, "job": 1, "go_on": False}, source(page))
    heard.run(Diagram(Document("", (with_values(page, "shown", title="x"),))))
    assert heard.frame().results["up.result_output_ref"].value == 11.0

"""No display makes a step fail: what is wrong with it is found by a check, and the page runs."""

from __future__ import annotations

import pytest

from blocks.base.errors import RunError
from blocks.run.session import Session
from tests.run.pages import block, const, diagram


@pytest.mark.parametrize(
    ("type_name", "values"),
    [
        ("HistogramDisplay", {"bins": -3}),
        ("NumberDisplay", {"digits": "many"}),
        ("HeatMapDisplay", {"palette": "none", "minimum": [1]}),
        ("TrendDisplay", {"steps": 1.5, "unknown": 2}),
    ],
)
def test_a_wrong_attribute_is_a_problem_and_no_failure(type_name: str, values: dict[str, object]) -> None:
    example = diagram([const("a", [1.0, 2.0]), block("d", type_name, **values)], "a.output>d.input")
    session = Session(example)
    assert {error.block for error in session.problems()} == {"d"}
    for _ in range(2):
        assert session.run()["a.result_output"].tolist() == [1.0, 2.0]


def test_a_display_of_what_is_not_there_is_empty() -> None:
    example = diagram([const("a", 1.0), block("d", "TableDisplay")], "a.nothing>d.input b.output>d.input")
    session = Session(example)
    assert session.problems()
    assert float(session.run()["a.result_output"]) == 1.0


def test_the_fault_of_another_block_still_fails_the_step() -> None:
    example = diagram([block("m", "MatMul"), block("d", "TableDisplay")], "m.product>d.input")
    with pytest.raises(RunError):
        Session(example).run()

"""The plan against the interpreter, on random graphs: bit for bit, with the same errors, whatever passes run."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from blocks.compile import plan
from blocks.graph.verify import verify
from tests.compile.agreement import ALL_PASSES, COMBINATIONS, Program, assert_agreement, interpreted, planned
from tests.compile.random_graphs import programs

SLOW = settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True)
def all_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small arrays are reused and freed like large ones."""
    monkeypatch.setattr(plan, "WORTH_FREEING", 1)


@given(programs())
@SLOW
def test_a_plan_gives_what_the_interpreter_gives(what: Program) -> None:
    verify(what.graph)
    expected = interpreted(what)
    assert_agreement(what, expected, planned(what, ()), same_errors=True)
    assert_agreement(what, expected, planned(what, (), reuse=False), same_errors=True)
    assert_agreement(what, expected, planned(what, ALL_PASSES), same_errors=False)


@given(programs(steps=2, everything=True))
@SLOW
def test_each_combination_of_passes_gives_the_same(what: Program) -> None:
    expected = interpreted(what)
    for passes in COMBINATIONS:
        assert_agreement(what, expected, planned(what, passes), same_errors=False)

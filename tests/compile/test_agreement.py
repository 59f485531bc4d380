"""The plan against the interpreter, on random graphs: bit for bit, with the same errors, whatever passes run."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from unittest import mock

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blocks.compile import memory
from blocks.compile.plan import PARTS
from blocks.compile.source import batched_calls, function_source
from blocks.graph.verify import verify
from blocks.testing.agreement import ALL_PASSES, COMBINATIONS, Program, assert_agreement, interpreted, planned
from tests.compile.random_graphs import programs

SLOW = settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


@contextmanager
def arrays_count_as(size: str, lines: int = 4000) -> Generator[None]:
    """Small arrays are reused and freed like large ones; a function of a program has so many lines."""
    with (
        mock.patch.object(memory, "WORTH_FREEING", 4096 if size == "small" else 1),
        mock.patch.object(memory, "WORTH_RECYCLING", 1 << 16 if size == "small" else 1),
        mock.patch.object(function_source, "LONGEST", lines),
        mock.patch.object(batched_calls, "LONG", lines),
        mock.patch.object(batched_calls, "SHORTEST", 1 + lines % 2),
    ):
        yield


SIZES = st.sampled_from(("small", "large"))
LINES = st.sampled_from((1, 3, 4000))


@given(programs(), SIZES, LINES)
@SLOW
def test_a_plan_gives_what_the_interpreter_gives(what: Program, size: str, lines: int) -> None:
    verify(what.graph)
    expected = interpreted(what)
    with arrays_count_as(size, lines):
        assert_agreement(what, expected, planned(what, ()), same_errors=True)
        assert_agreement(what, expected, planned(what, (), ()), same_errors=True)
        assert_agreement(what, expected, planned(what, ALL_PASSES), same_errors=False)


@given(programs(), st.sets(st.sampled_from(tuple(PARTS))), SIZES, LINES)
@SLOW
def test_each_choice_of_parts_gives_the_same(what: Program, parts: set[str], size: str, lines: int) -> None:
    with arrays_count_as(size, lines):
        assert_agreement(what, interpreted(what), planned(what, (), tuple(parts)), same_errors=True)


@given(programs(steps=2, everything=True), SIZES)
@SLOW
def test_each_combination_of_passes_gives_the_same(what: Program, size: str) -> None:
    expected = interpreted(what)
    with arrays_count_as(size):
        for passes in COMBINATIONS:
            assert_agreement(what, expected, planned(what, passes), same_errors=False)

"""How many programs a session makes, where only some steps keep their results."""

from __future__ import annotations

from unittest import mock

import pytest

from blocks.compile import first_step
from blocks.run.session import make_stepper
from blocks.run.steps import stepper as stepper_module
from blocks.run.steps.stepper import Stepper
from tests.run.pages import block, session, variable

COUNTED = [variable("v", 0.0), block("add", "AssignAdd", value=1.0)]


def steps(stepper: Stepper, *kept: bool) -> float:
    """Run steps of which some keep their results; gives how often the last one of these says that steps were run."""
    all_results = [results for results in map(stepper.step, kept) if results is not None]
    return float(all_results[-1]["add.result_output_ref"])


def test_steps_that_compute_the_same_run_by_one_program() -> None:
    stepper = make_stepper(session(COUNTED, "v.ref>add.ref"))
    with mock.patch.object(first_step, "make_plan", wraps=first_step.make_plan) as mocked:
        assert steps(stepper, True, True, False, False, True) == 5
    assert mocked.call_count == 1


@pytest.mark.parametrize(("size", "programs"), [(2, [1, 1, 2]), (1 << 20, [2, 2, 2])], ids=["small", "large"])
def test_the_program_that_keeps_small_results_serves_for_some_steps_that_keep_none(
    size: int, programs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepper_module, "LENT", 3)
    blocks = [*COUNTED, block("wide", "Fill", dims=[size]), block("asked", "ClientSession")]
    wires = "v.ref>add.ref add.output_ref>wide.value wide.output>asked.fetch_outputs"
    stepper = make_stepper(session(blocks, wires))
    counts: list[int] = []
    with mock.patch.object(first_step, "make_plan", wraps=first_step.make_plan) as mocked:
        done = 2
        assert steps(stepper, *[True] * done) == done
        for without in (1, 2, 2):
            done += without + 1
            assert steps(stepper, *[False] * without, True) == done
            counts.append(mocked.call_count)
    assert counts == programs

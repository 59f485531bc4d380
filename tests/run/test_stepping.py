"""How a run is paused and stepped by somebody who does not wait for it."""

from __future__ import annotations

from blocks.run.stepping import Controls


def test_each_step_that_is_asked_for_counts() -> None:
    controls = Controls(paused=True)
    for _ in range(3):
        controls.step()
    taken = 0
    while controls.go.is_set():
        assert controls.take_single()
        taken += 1
    assert taken == 3


def test_who_goes_on_does_not_pause_behind_a_step_that_was_asked_for_before() -> None:
    controls = Controls(paused=True)
    controls.step()
    controls.pause(False)
    assert not controls.take_single()
    assert controls.go.is_set()

"""How a run is paused, stepped and stopped by somebody who does not wait for it."""

from __future__ import annotations

import queue
import time
from threading import Thread

import pytest

from blocks.run.monitoring.previews import Shown
from blocks.run.session import Session
from blocks.run.stepping import Controls, FrameRate, RunFrame, Stepping
from tests.run.pages import block, const, diagram, variable
from tests.run.planted import PATIENCE

COUNT = diagram([variable("v", 0.0), const("one", 1.0), block("up", "AssignAdd")], "v.ref>up.ref one.output>up.value")


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


def counting(frames: queue.SimpleQueue[RunFrame[Shown]], controls: Controls) -> tuple[Stepping, Session]:
    """A run whose variable counts its steps, and its session."""
    return Stepping(controls, frames.put, lambda _session, _moment: None), Session(COUNT)


def test_each_single_step_gives_its_results_and_going_on_runs_to_the_end() -> None:
    controls, frames = Controls(paused=True), queue.SimpleQueue[RunFrame[Shown]]()
    stepping, session = counting(frames, controls)
    thread = Thread(target=stepping.run, args=(lambda: session, (), 500))
    thread.start()
    for step in (1, 2, 3):
        controls.step()
        frame = frames.get(timeout=PATIENCE)
        assert (frame.done, frame.results["up.result_output_ref"].value) == (step, step)
    controls.pause(False)
    thread.join(PATIENCE)
    while frame.done < 500:
        frame = frames.get(timeout=PATIENCE)
        assert frame.results["up.result_output_ref"].value == frame.done
    assert stepping.moment == (session.state.values, 500) and session.state.values["v"] == 500.0


@pytest.mark.parametrize("at_once", [False, True])
def test_a_run_that_is_stopped_is_where_its_last_whole_step_left_it(at_once: bool) -> None:
    for after in range(1, 6):
        controls, frames = Controls(), queue.SimpleQueue[RunFrame[Shown]]()
        stepping, session = counting(frames, controls)
        thread = Thread(target=stepping.run, args=(lambda session=session: session, (), None))
        thread.start()
        seen = [frames.get(timeout=PATIENCE) for _ in range(after)]
        controls.stop(at_once=at_once)
        thread.join(PATIENCE)
        assert not thread.is_alive() and session.steps >= seen[-1].done
        assert all(frame.results["up.result_output_ref"].value == frame.done for frame in seen)
        assert stepping.moment == (session.state.values, session.steps)
        assert session.state.values["v"] == session.steps


def test_a_run_pauses_where_it_is_asked_to_and_goes_on_from_there() -> None:
    controls, frames = Controls(), queue.SimpleQueue[RunFrame[Shown]]()
    stepping, session = counting(frames, controls)
    thread = Thread(target=stepping.run, args=(lambda: session, (), None))
    thread.start()
    for _ in range(3):
        before = frames.get(timeout=PATIENCE).done
        controls.pause(True)
        controls.step()  # what comes next is this step, or what was on its way
        while (frame := frames.get(timeout=PATIENCE)).done <= before:
            pass
        assert frame.results["up.result_output_ref"].value == frame.done
        controls.pause(False)
    controls.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive() and session.state.values["v"] == session.steps


def test_a_run_goes_no_faster_than_it_may_and_shows_each_of_its_steps() -> None:
    controls, frames = Controls(), queue.SimpleQueue[RunFrame[Shown]]()
    controls.set_pace(FrameRate(limit=20.0))
    stepping, session = counting(frames, controls)
    begun = time.perf_counter()
    stepping.run(lambda: session, (), 7)
    assert time.perf_counter() - begun >= 6 / 20.0
    assert [frames.get().done for _ in range(7)] == list(range(1, 8))


def test_every_so_many_th_step_is_shown_and_no_other_but_the_last() -> None:
    controls, frames = Controls(), queue.SimpleQueue[RunFrame[Shown]]()
    controls.set_pace(FrameRate(every=40))
    stepping, session = counting(frames, controls)
    stepping.run(lambda: session, (), 215)
    assert [frames.get().done for _ in range(6)] == [40, 80, 120, 160, 200, 215]
    assert frames.empty()


def test_a_slow_run_stops_pauses_and_is_let_go_at_once() -> None:
    controls, frames = Controls(), queue.SimpleQueue[RunFrame[Shown]]()
    controls.set_pace(FrameRate(limit=0.01))
    stepping, session = counting(frames, controls)
    thread = Thread(target=stepping.run, args=(lambda: session, (), 400))
    begun = time.perf_counter()
    thread.start()
    assert frames.get(timeout=PATIENCE).done == 1
    controls.set_pace(FrameRate())
    thread.join(PATIENCE)
    assert session.steps == 400
    controls.set_pace(FrameRate(limit=0.01))
    again, controls.asked = Thread(target=stepping.run, args=(lambda: session, (), None)), False
    again.start()
    controls.stop()
    again.join(PATIENCE)
    assert not again.is_alive() and time.perf_counter() - begun < 50

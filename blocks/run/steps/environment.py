"""The part of a session that steps and variables use, and what they do with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from blocks.base.budget import Memory
from blocks.base.context import Resources
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.compile.backends import Backend
from blocks.compile.first_step import LatePlan
from blocks.compile.rewrite import OutputKey, output_key
from blocks.document.data import Page
from blocks.document.paths import SourceLines
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.run.files import Folders
from blocks.run.profile import Profile
from blocks.run.state import State
from blocks.run.steps.events import EventWriter
from blocks.run.steps.feeds import fed_output, fed_value, warn_of_nan
from blocks.run.steps.fetches import FetchRequest, Wanted, looked_at, wanted_by
from blocks.run.steps.plan_cache import Plans
from blocks.run.steps.step_context import StepStreams
from blocks.run.steps.watching import Watching


class StepEnvironment(Protocol):
    """The graph, state, plans, streams, memory and backend of a session; see `Session` for the members."""

    elaboration: Elaboration
    page: Page
    lines: SourceLines
    faults: list[DiagramError]
    has_effects: bool
    backend: Backend
    memory: Memory
    state: State
    steps: int
    events: EventWriter | None
    watching: Watching | None
    before_step: Callable[[Any], object] | None
    seed: int
    passes: tuple[str, ...]
    resources: Resources
    files: Folders
    plans: Plans
    initialised: bool
    inside: bool | str
    iterations: bool

    def profile(self) -> Profile | None: ...


def wanted_of(session: StepEnvironment, asked: FetchRequest | None = None, step: int | None = None) -> Wanted:
    """Return the goal of a step: the requested results or, if there are none, the requests of the page."""
    elaboration, inside, fed = session.elaboration, session.inside, asked is None or bool(asked.feeds)
    asked = asked or FetchRequest()
    result = wanted_by(elaboration, asked, inside=inside, fed=fed, step=step, rounds=session.iterations)
    return result._replace(seen=looked_at(elaboration, inside))


def streams_of(session: StepEnvironment, step: int) -> StepStreams:
    """Return the random streams, files and resources that the blocks of a step use."""
    given = session.resources, session.files, session.memory, session.state.values
    return StepStreams(session.seed, step, *given, parts=session.plans.parts)


def feeds_of(session: StepEnvironment, given: Mapping[str, Any]) -> dict[OutputKey, Any]:
    """Return all fed values by output: those of FeedType blocks, and the given ones, which override them."""
    result: dict[OutputKey, Any] = {}
    for _, request in session.elaboration.requests:
        for each in request.feeds:
            result[output_key(each.output)] = each.value
    for name, value in given.items():
        output = fed_output(session.elaboration, name)
        if output is not None:
            array = result[output_key(output)] = fed_value(name, output, value)
            if session.watching is not None:
                warn_of_nan(name, array)
    return result


def initialise(session: StepEnvironment, feeds: Mapping[OutputKey, Any]) -> None:
    """Initialize the variables, unless this was done before."""
    if not session.initialised:
        session.initialised = True
        streams = streams_of(session, -1)
        session.state.initialise(session.elaboration.graph, feeds, streams, session.memory)
        session.state.move(streams.moved())


def value_of(session: StepEnvironment, key: Any) -> Array | None:
    """Return the value of a variable by its key (`cell_key`), or None if it has no value.

    If the variable is split over several processes, each of them must call this.
    """
    value = session.state.values.get(key)
    return None if value is None else session.backend.on_host(value)


def plan_for(
    session: StepEnvironment,
    wanted: Wanted,
    feeds: Mapping[OutputKey, Any],
    beyond: Sequence[Output] = (),
    needed: bytearray | None = None,
) -> LatePlan:
    """Return the plan of a step that also returns outputs other than the requested ones."""
    goal = wanted.goal
    if beyond != goal.outputs:  # else all is asked for: to look up each takes long in a large page
        asked = set(goal.outputs)
        more = [output for output in dict.fromkeys(beyond) if output not in asked]
        goal = goal._replace(outputs=[*goal.outputs, *more])
    return session.plans.plan_for(goal, feeds, session.backend, needed)

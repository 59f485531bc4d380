"""The part of a session that steps and variables use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from blocks.base.budget import Memory
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.compile.backends import Backend
from blocks.compile.first_step import LatePlan
from blocks.compile.rewrite import OutputKey
from blocks.document.data import Page
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.run.profile import Profile
from blocks.run.state import State
from blocks.run.steps.events import EventWriter
from blocks.run.steps.fetches import Wanted
from blocks.run.steps.step_context import StepStreams
from blocks.run.steps.watching import Watching


class StepCheck(NamedTuple):
    """A check of each step, before its values are stored.

    Attributes:
        outputs: the tensors that the step computes for it, in addition to those of its goal.
        check: gets the values of the step's outputs. If it raises an exception, the step has no effect on variables.
    """

    outputs: Sequence[Output]
    check: Callable[[Mapping[Output, Any]], None]


class StepEnvironment(Protocol):
    """The graph, state, plans, streams, memory and backend of a session; see `Session` for the members."""

    elaboration: Elaboration
    page: Page
    file: str | None
    faults: list[DiagramError]
    has_effects: bool
    backend: Backend
    memory: Memory
    state: State
    steps: int
    events: EventWriter | None
    watching: Watching | None
    checking: StepCheck | None
    before_step: Callable[[Any], object] | None

    def initialise(self, feeds: Mapping[OutputKey, Any]) -> None: ...
    def initialise_again(self) -> None: ...
    def feeds(self, given: Mapping[str, Any]) -> dict[OutputKey, Any]: ...
    def streams(self, step: int) -> StepStreams: ...
    def value_of(self, key: Any) -> Array | None: ...
    def watched(self, wanted: Wanted, feeds: Mapping[OutputKey, Any]) -> dict[str, Output]: ...
    def plan_for(
        self, wanted: Wanted, feeds: Mapping[OutputKey, Any], beyond: Sequence[Output], needed: bytearray | None
    ) -> LatePlan: ...
    def profile(self) -> Profile | None: ...

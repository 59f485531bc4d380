"""A session: one page, compiled once, with what it keeps from step to step."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.collection import paused_collection
from blocks.base.dtypes import STRING, DType
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.types import Array, is_array
from blocks.compile.interpret import StepResult, quiet
from blocks.compile.passes import PASSES, Fed, Goal
from blocks.compile.plan import Plan, make_plan
from blocks.compile.rewrite import Place, needed_nodes, place
from blocks.diagram.data import Page
from blocks.diagram.elaborate import elaborate
from blocks.diagram.model import Diagram, PageView
from blocks.diagram.unknown import unknown_in_file, unknown_in_page
from blocks.graph.graph import Output
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import OperationRef, SessionRequest
from blocks.run.feeds import fed_value
from blocks.run.files import Folders, StrPath
from blocks.run.names import asked_by, parse_name, pin_of
from blocks.run.state import State, default_memory
from blocks.run.streams import StepStreams


class Results(dict[str, Array]):
    """Values by the names of their result pins (``"v.result_product"``), and their dtypes."""

    def __init__(self) -> None:
        super().__init__()
        self.dtypes: dict[str, DType] = {}

    def put(self, name: str, value: Any, dtype: DType) -> None:
        """Add a result."""
        self[name] = np.asarray(value) if dtype.kind != "string" else _strings(value)
        self.dtypes[name] = dtype


def _strings(value: Any) -> Array:
    if is_array(value):
        return value
    array = np.empty((), object)
    array[()] = value
    return array


class Wanted(NamedTuple):
    """What a step is for."""

    blocks: set[str]
    goal: Goal
    everything: bool


class Session:
    """Runs a page step by step.

    Args:
        source: a page, or a diagram with only one.
        seed: what random blocks start from; the same seed gives the same numbers.
        memory: bytes that one result may take; 4 GiB or half of the machine's memory unless given.
        allow_read: folders, beside the diagram's, that the page may read files from.
        passes: the optimisations to run; all unless given.

    Attributes:
        made: the page as a graph, with its problems.
        steps: how many steps were run.
    """

    def __init__(
        self,
        source: Diagram | PageView,
        *,
        seed: int = 0,
        memory: int | None = None,
        allow_read: Sequence[StrPath] = (),
        passes: Sequence[str] = tuple(PASSES),
    ) -> None:
        view = only_page(source) if isinstance(source, Diagram) else source
        self.file = view.diagram.path
        self.page: Page = view.snapshot()
        self.seed = seed
        self.memory = default_memory() if memory is None else memory
        self.passes = tuple(passes)
        home = os.path.dirname(os.path.abspath(self.file)) if self.file is not None else None
        with paused_collection():
            self.made = elaborate(self.page, Folders(home, allow_read).load)
        self.made.problems += [*unknown_in_file(view.diagram.extra), *unknown_in_page(self.page)]
        self.state = State()
        self.steps = 0
        self._plans: dict[Any, Plan] = {}

    def run(
        self,
        fetch: Sequence[str] | str | None = None,
        feed: Mapping[str, Any] | None = None,
        steps: int = 1,
        on_step: Callable[[int], None] | None = None,
    ) -> Results:
        """Run some steps.

        Args:
            fetch: names of what is wanted: ``block``, ``block.pin``, ``block.result_pin[0]``; what the ClientSession
                blocks ask for (or everything, if there are none) unless given.
            feed: values for this run, by ``block`` (a Placeholder) or ``block.pin``; arrays or literals.
            steps: how many steps to run, at least 1.
            on_step: called after each step with its number.

        Returns:
            The results of the last step: all that it computed, by the names of their result pins.

        Raises:
            RunError: something that was asked for failed; it carries all errors and what did run.
            UsageError: a name does not exist.
        """
        if steps < 1:
            raise UsageError(f"at least one step must be run, not {steps}")
        names = [fetch] if isinstance(fetch, str) else list(fetch or ())
        feeds = self._feeds(feed or {})
        wanted = self._wanted(names)
        # A fault that is known already ends the run after its first step, which then gives what it can.
        doomed = bool(self._errors(wanted, ()))
        with quiet():
            for number in range(1, steps + 1):
                last = number == steps or doomed
                result = self._step(wanted, feeds, keep=last)
                errors = self._errors(wanted, result.errors)
                if errors or last:
                    results = self._results(wanted, feeds, result, kept=last)
                    self._add_status(results, errors)
                    if errors:
                        failed = RunError(errors, results)
                        failed.results = results  # with the dtypes
                        raise failed
                    if on_step is not None:
                        on_step(number)
                    return results
                if on_step is not None:
                    on_step(number)
        raise AssertionError("the last step returns")

    def problems(self) -> list[DiagramError]:
        """All faults of the page, found without running it."""
        return [error.located(page=self.page.name, file=self.file) for error in self.made.problems]

    def plan(self, fetch: Sequence[str] = (), feed: Mapping[str, Any] | None = None) -> Plan:
        """The program that a step runs; ``print(plan)`` shows its source."""
        feeds = self._feeds(feed or {})
        self._initialise(feeds)
        return self._plan(self._wanted(list(fetch)), feeds, keep=True)

    def _wanted(self, names: Sequence[str]) -> Wanted:
        made = self.made
        if names:
            asked = [asked_by(made, name) for name in names]
            outputs = [o for a in asked for o in a.outputs]
            targets = [t for a in asked for t in a.targets]
            return Wanted(made.upstream({a.block for a in asked}), Goal(outputs, targets), False)
        sessions = {block.id for block in self.page.blocks if block.type == "ClientSession"}
        if sessions:
            outputs = [o for _, request in made.requests for o in request.fetches]
            targets = [t for _, request in made.requests for t in request.targets]
            return Wanted(made.upstream(sessions), Goal(outputs, targets), False)
        outputs = [output for *_, output in made.outputs()]
        targets = [v.op for values in made.values.values() for v in values.values() if isinstance(v, OperationRef)]
        return Wanted(set(made.position), Goal(outputs, targets), True)

    def _feeds(self, given: Mapping[str, Any]) -> dict[Place, Any]:
        """All values that are fed, those of FeedType blocks first."""
        found: dict[Place, Any] = {}
        for _, request in self.made.requests:
            for each in request.feeds:
                found[place(each.output)] = each.value
        for name, value in given.items():
            output = self._fed_output(name)
            if output is not None:
                found[place(output)] = fed_value(name, output, value)
        return found

    def _fed_output(self, name: str) -> Output | None:
        block, pin, index = parse_name(self.made, name)
        spec = self.made.specs.get(block)
        if spec is None or block not in self.made.values:
            return None
        wanted = pin_of(spec, pin, name) if pin is not None else None
        found = [o for _, p, i, o in self.made.outputs_of(block) if p == (wanted or p) and i == index]
        if len(found) != 1:
            raise UsageError(f"{name!r} stands for {len(found)} tensors: one can be fed", hint="name a pin: block.pin")
        return found[0]

    def _initialise(self, feeds: Mapping[Place, Any]) -> None:
        if self.steps == 0:
            self.state.initialise(self.made.graph, feeds, StepStreams(self.seed, -1), self.memory)

    def _step(self, wanted: Wanted, feeds: dict[Place, Any], keep: bool) -> StepResult:
        self._initialise(feeds)
        plan = self._plan(wanted, feeds, keep)
        result = plan.run(self.state.values, list(feeds.values()), StepStreams(self.seed, self.steps))
        self.state.commit(result.cells)
        self.steps += 1
        return result

    def _plan(self, wanted: Wanted, feeds: Mapping[Place, Any], keep: bool) -> Plan:
        """The plan for a step. With ``keep``, it hands back every tensor of a block that the step computes."""
        graph = self.made.graph
        fed = {at: Fed(graph.nodes[at[0]].outputs[at[1]].dtype, np.shape(v)) for at, v in feeds.items()}
        goal = wanted.goal
        key = (
            tuple([place(o) for o in goal.outputs]),
            tuple([t.number for t in goal.targets]),
            tuple([(at, f.dtype, f.shape) for at, f in fed.items()]),
            self.state.version,
            keep,
        )
        found = self._plans.get(key)
        if found is None:
            whole = Goal([*goal.outputs, *self._kept(wanted, feeds, keep)], goal.targets)
            found = self._plans[key] = make_plan(
                graph, whole, fed, self.state.shapes(graph), memory=self.memory, passes=self.passes
            )
            if len(self._plans) > 16:
                del self._plans[next(iter(self._plans))]
        return found

    def _kept(self, wanted: Wanted, feeds: Mapping[Place, Any], keep: bool) -> list[Output]:
        return [output for _, output, _ in self._computed(wanted, feeds)] if keep else []

    def _computed(self, wanted: Wanted, feeds: Mapping[Place, Any]) -> list[tuple[str, Output, DType]]:
        """The result pins that a step computes: of every block whose node it needs."""
        made = self.made
        marked = needed_nodes(made.graph, wanted.goal.outputs, wanted.goal.targets, feeds)
        found: list[tuple[str, Output, DType]] = []
        for block, pin, index, output in made.outputs():
            if marked[output.op.number] or place(output) in feeds:
                for result_pin in _result_pins(made.specs[block], pin):
                    name = f"{block}.{result_pin}" + ("" if index is None else f"[{index}]")
                    found.append((name, output, output.dtype))
        return found

    def _results(self, wanted: Wanted, feeds: Mapping[Place, Any], result: StepResult, kept: bool) -> Results:
        results = Results()
        if kept:
            values = result.outputs[len(wanted.goal.outputs) :]
            for (name, _, dtype), value in zip(self._computed(wanted, feeds), values, strict=True):
                if value is not None:
                    results.put(name, value, dtype)
        return results

    def _errors(self, wanted: Wanted, failed: Iterable[DiagramError]) -> list[DiagramError]:
        """The faults that keep something that was asked for from being there, each once."""
        found = [e for e in self.made.problems if wanted.everything or e.block in wanted.blocks]
        found.extend(fault for fault in self.state.faults.values() if fault.block in wanted.blocks)
        found.extend(failed)
        unique = {(e.block, e.pin, e.message): e.located(page=self.page.name, file=self.file) for e in found}
        return sorted(unique.values(), key=lambda e: self.made.position.get(e.block or "", -1))

    def _add_status(self, results: Results, errors: Sequence[DiagramError]) -> None:
        text = str(errors[0]) if errors else "OK"
        for block, values in self.made.values.items():
            for pin, value in values.items():
                if isinstance(value, SessionRequest):
                    for result_pin in _result_pins(self.made.specs[block], pin):
                        results.put(f"{block}.{result_pin}", text.encode(), STRING)


def _result_pins(spec: BlockSpec, pin: str) -> tuple[str, ...]:
    found = spec.output(pin)
    return found.result_pins if found is not None else ()


def only_page(diagram: Diagram) -> PageView:
    """The page of a diagram that has just one.

    Raises:
        UsageError: it has none, or several to choose from.
    """
    pages = diagram.pages
    if len(pages) != 1:
        names = ", ".join(repr(page.name) for page in pages)
        text = f"the diagram has {len(pages)} pages: name the one to run"
        raise UsageError(text, hint=f"the pages are: {names}" if pages else None)
    return pages[0]

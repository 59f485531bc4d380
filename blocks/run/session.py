"""A session: one page, compiled once, with what it keeps from step to step."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.collection import paused_collection
from blocks.base.context import Resources
from blocks.base.dtypes import STRING
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.threads import single_blas
from blocks.compile.backends import backend as backend_of
from blocks.compile.dispatch import quiet
from blocks.compile.first_step import LatePlan
from blocks.compile.interpret import StepResult
from blocks.compile.plan import OPTIMISATIONS, PROFILE, Plan
from blocks.compile.recording import record_of
from blocks.compile.rewrite import Place, place
from blocks.document.data import Page
from blocks.document.model import Diagram, PageView, only_page
from blocks.document.unknown_keys import unknown_in_diagram, unknown_in_page
from blocks.elaborate.elaborate import definitions_of, elaborated_by
from blocks.graph.gradients import UnreachableError
from blocks.graph.graph import Output
from blocks.library.registry import current
from blocks.run.feeds import fed_output, fed_value
from blocks.run.fetches import Computed, Wanted, computed, intervals, looked_at, statuses, wanted_by
from blocks.run.files import Folders, StrPath
from blocks.run.monitoring.events import EventWriter, is_summary, to_write
from blocks.run.monitoring.profile import Profile, profile
from blocks.run.plan_cache import Plans
from blocks.run.results import ResultPins, Results
from blocks.run.state import State, default_memory, shared_faults
from blocks.run.step_context import StepStreams
from blocks.run.watching import OVER_ROUNDS, Watching

if TYPE_CHECKING:
    from blocks.run.variables import Variables

LENT = 100
"""Steps whose results are not kept, for which a small plan that keeps them serves: to make another takes as long."""


class Session:
    """Runs a page step by step.

    Args:
        source: a page, or a diagram with only one.
        seed: what random blocks start from; the same seed gives the same numbers.
        memory: bytes that one result may take; 4 GiB or half of the machine's memory unless given.
        allow_read, allow_write: folders, beside the diagram's, that the page may read files from, or write them into.
        passes: the optimisations to run; all unless given.
        summaries: a folder that the summaries of each step are written into, for TensorBoard.
        profile: measure how long each block takes, and how much memory; see `Session.profile`.
        backend: what computes: ``numpy``, or ``jax``, which compiles what it can.
        strict: with ``jax``, stop where a block would have to run on NumPy.
        devices: with ``jax``, shard what is fed, and large constants, over so many devices by the first axis.
        packages: Python packages whose block types the page may use, beside those that the user enabled; their code is
            imported.
        inside: results are also those of blocks inside of instances of composites, by their paths, and not only those
            that are asked for; a path: those of the blocks in this instance.
        inner: other values for blocks inside of instances, by their paths.
        rounds: results of blocks inside of loops that are asked for are those of all rounds, stacked; else of the last.

    Attributes:
        elaborate: makes a page a graph, with the block types of this session.
        made: the page as a graph.
        definitions: the composites that it may have instances of.
        faults: its problems, and what is wrong beyond them.
        steps: how many steps were run.
        size: how many nodes the page was made into; what is watched adds more.
        backend: what computes; its notes say what does not run there.
        watching: the gradients that its steps give beside their results.
    """

    def __init__(
        self,
        source: Diagram | PageView,
        *,
        seed: int = 0,
        memory: int | None = None,
        allow_read: Sequence[StrPath] = (),
        allow_write: Sequence[StrPath] = (),
        passes: Sequence[str] = OPTIMISATIONS,
        summaries: StrPath | None = None,
        profile: bool = False,
        backend: str = "numpy",
        strict: bool = False,
        devices: int = 1,
        packages: Sequence[str] = (),
        inside: bool | str = False,
        inner: Mapping[str, Mapping[str, Any]] | None = None,
        rounds: bool = False,
    ) -> None:
        self.backend = backend_of(backend, strict, devices)
        view = only_page(source) if isinstance(source, Diagram) else source
        self.file = view.diagram.path
        self.page: Page = view.snapshot()
        self.definitions = definitions_of(view.diagram)
        self.seed = seed
        self.inside: bool | str = inside
        self.rounds = rounds
        self.memory = default_memory() if memory is None else memory
        self.passes = (*passes, PROFILE) if profile else tuple(passes)
        home = os.path.dirname(os.path.abspath(self.file)) if self.file is not None else None
        self.files = Folders(home, allow_read, allow_write)
        with paused_collection():
            registry = current().with_packages(packages) if packages else current()
            self.definitions = definitions_of(view.diagram)
            self.elaborate = elaborated_by(registry, self.definitions, inner)
            self.made = self.elaborate(self.page, self.files.load)
        self.faults = [*self.made.problems, *unknown_in_diagram(view.diagram), *unknown_in_page(self.page)]
        self.faults += [fault.located(page=self.page.name) for fault in shared_faults(self.made.graph)]
        self.size = len(self.made.graph.nodes)
        self.state = State()
        self.resources = Resources()
        self.has_effects = any(node.type.context for node in self.made.graph.nodes)
        self.steps = 0
        self.watching: Watching | None = None
        self._watchings: dict[tuple[tuple[str, ...], bool | str], Watching] = {}
        self._to_watch: tuple[str, ...] = ()
        self.events = None if summaries is None else EventWriter(summaries)
        self._initialised = False
        self._last: tuple[Any, Stepper] | None = None
        self._plans = Plans(self.made.graph, self.state, self.memory, self.passes)

    def run(
        self,
        fetch: Sequence[str] | str | None = None,
        feed: Mapping[str, Any] | None = None,
        steps: int = 1,
        on_step: Callable[[int], None] | None = None,
        beside: bool = False,
    ) -> Results:
        """Run some steps.

        Args:
            fetch: names of what is wanted: ``block``, ``block.pin``, ``block.result_pin[0]``; what the ClientSession
                blocks ask for (or everything, if there are none) unless given.
            feed: values for this run, by ``block`` (a Placeholder) or ``block.pin``; arrays or literals.
            steps: how many steps to run, at least 1.
            on_step: called after each step with its number.
            beside: what the ClientSession blocks run is run as well, though only what is fetched is given.

        Returns:
            The results of the last step: all that it computed, by the names of their result pins.

        Raises:
            RunError: something that was asked for failed; it carries all errors and what did run.
            UsageError: a name does not exist.
        """
        if steps < 1:
            raise UsageError(f"at least one step must be run, not {steps}")
        with self.stepping(fetch, feed, beside=beside) as stepper:
            for number in range(1, steps):
                stepper.step(keep=False)
                if on_step is not None:
                    on_step(number)
            results = stepper.step(keep=True)
            if on_step is not None:
                on_step(steps)
        assert results is not None
        return results

    @contextmanager
    def stepping(
        self, fetch: Sequence[str] | str | None, feed: Mapping[str, Any] | None, *, beside: bool = False
    ) -> Generator[Stepper]:
        """What runs the steps of a run; see `run`.

        It is the stepper of the last run if this one asks for the same: to find out what a step computes takes longer
        than most steps do. Between runs it holds nothing that is fed.
        """
        names, feeds = self._asked(fetch, feed)
        kinds = tuple([(at, value.shape) for at, value in feeds.items()])
        key = names, kinds, self.state.version, self.watching, beside, self.inside
        last, self._last = self._last, None  # a run that begins within this one makes its own
        if last is not None and last[0] == key:
            stepper = last[1]
            stepper.go_on(self, feeds)
        else:
            with paused_collection():
                stepper = self._stepper(names, feeds, beside)
        try:
            yield stepper
        finally:
            stepper.rest()
            self._last = key, stepper

    def stepper(self, fetch: Sequence[str] | str | None = None, feed: Mapping[str, Any] | None = None) -> Stepper:
        """What runs single steps for the same goal; for who decides after each step whether to go on.

        Args:
            fetch, feed: as in `run`.

        Raises:
            UsageError: a name does not exist.
        """
        names, feeds = self._asked(fetch, feed)
        with paused_collection():
            return self._stepper(names, feeds)

    def _stepper(self, names: Sequence[str], feeds: dict[Place, Any], beside: bool = False) -> Stepper:
        if (names and not beside) or not intervals(self.made):
            return Stepper(self, self.wanted(names, fed=bool(feeds), beside=beside), feeds)
        from blocks.run.phases import PhasedStepper  # few pages need it

        def wanted(step: int | None) -> Wanted:
            return self.wanted(names, fed=bool(feeds), beside=beside, step=step)

        return PhasedStepper(self, wanted, feeds)

    def _asked(
        self, fetch: Sequence[str] | str | None, feed: Mapping[str, Any] | None
    ) -> tuple[tuple[str, ...], dict[Place, Any]]:
        """What steps are for: names, and values by places."""
        if self._to_watch:  # not before: who only reads the page needs no gradients
            with suppress(DiagramError):
                self.watch(self._to_watch)
        return (fetch,) if isinstance(fetch, str) else tuple(fetch or ()), self.feeds(feed or {})

    def watch(self, of: Sequence[str] | str | None) -> None:
        """From now on the results of each step carry ``gradients`` as well: at every output pin that one reaches.

        A step gives those for which it need not run blocks that it would not run otherwise.

        Args:
            of: names of what is differentiated, as for a fetch, or weighted, ``a.y * w.output`` (of several, the sum
                is); an AddSymbolicGradients block stands for what is wired into its outputs, weighted by what is wired
                into its grad_inputs; None ends it.

        Raises:
            UsageError: a name does not exist, or stands for no tensor.
            DiagramError: a block in between has no gradient rule.
        """
        names = (of,) if isinstance(of, str) else tuple(of or ())
        self._to_watch = ()
        key = names, self.inside
        if names and key not in self._watchings:
            self._watchings[key] = Watching(self.made, names, self.inside)
        self.watching = self._watchings.get(key)

    def adopt(self, other: Session, *, begun: bool = False) -> set[Any]:
        """Go on from where another session of an earlier version of the page is.

        Variables keep their values if they are declared as before; the others, queues and the like start again at the
        next step. What the other session watches is watched on, if this page has a gradient of it and this session
        watches nothing yet.

        Args:
            other: that session.
            begun: variables keep them also where they begin with another value now.

        Returns:
            The keys of the variables that keep theirs.
        """
        found = self.state.adopt(other.state, other.made.graph, self.made.graph, begun=begun)
        self.resources = other.resources
        self.steps = other.steps
        if self.watching is None:
            self._to_watch = other.watching.of if other.watching is not None else other._to_watch
        return found

    def problems(self) -> list[DiagramError]:
        """All faults of the page, found without running it."""
        return [error.located(page=self.page.name, file=self.file) for error in self.faults]

    def profile(self) -> Profile | None:
        """Where the time of all steps so far went; None unless it was asked for."""
        return profile((each.plan for each in self._plans.values()), self.made) if PROFILE in self.passes else None

    def plan(self, fetch: Sequence[str] = (), feed: Mapping[str, Any] | None = None) -> Plan:
        """The program that a step runs; ``print(plan)`` shows its source."""
        return self.stepper(fetch, feed).plan()

    def wanted(
        self, names: Sequence[str], *, fed: bool = True, beside: bool = False, step: int | None = None
    ) -> Wanted:
        """What a step is for that names ask for; what the page itself asks for, if there are none."""
        found = wanted_by(self.made, names, inside=self.inside, fed=fed, beside=beside, step=step, rounds=self.rounds)
        return found._replace(seen=looked_at(self.made, self.inside))

    def streams(self, step: int) -> StepStreams:
        """What the blocks of a step reach beyond their inputs."""
        return StepStreams(self.seed, step, self.resources, self.files, self.memory, self.state.values)

    def feeds(self, given: Mapping[str, Any]) -> dict[Place, Any]:
        """All values that are fed, those of FeedType blocks first."""
        found: dict[Place, Any] = {}
        for _, request in self.made.requests:
            for each in request.feeds:
                found[place(each.output)] = each.value
        for name, value in given.items():
            output = fed_output(self.made, name)
            if output is not None:
                found[place(output)] = fed_value(name, output, value)
        return found

    def initialise(self, feeds: Mapping[Place, Any]) -> None:
        """Give variables their initial values, once."""
        if not self._initialised:
            self._initialised = True
            streams = self.streams(-1)
            self.state.initialise(self.made.graph, feeds, streams, self.memory)
            self.state.move(streams.moved())

    def initialise_again(self) -> None:
        """Give variables that could get no initial value so far another try at the next step."""
        self._initialised = False
        self.state.forget_failures()

    @property
    def variables(self) -> Variables:
        """The variables of the page by path, to read and to change."""
        from blocks.run.variables import Variables  # most runs do not ask for it

        return Variables(self)

    def save(self, path: str) -> None:
        """Write all variables into a file: ``NAME.npz``, or any other name for a checkpoint of TensorFlow's format.

        Raises:
            DiagramError: a variable has no value, or the file cannot be written.
        """
        self.variables.save(path)

    def restore(self, path: str) -> list[str]:
        """Give variables the values that a file has for them: a ``.npz`` file, or a checkpoint of TensorFlow's.

        Returns:
            The paths of the variables that the file has values for; the others keep theirs.

        Raises:
            DiagramError: the file cannot be read, has values for none, or one does not fit; nothing is changed then.
        """
        return self.variables.restore(path)

    def watched(self, wanted: Wanted, feeds: Mapping[Place, Any]) -> dict[str, Output]:
        """The gradients that a step gives beside its results, by the names of the output pins."""
        return self.watching.of_step(wanted.goal, feeds) if self.watching is not None else {}

    def plan_for(
        self, wanted: Wanted, feeds: Mapping[Place, Any], beyond: Sequence[Output], needed: bytearray | None
    ) -> LatePlan:
        """The plan for a step that hands back other outputs beyond what is wanted; the nodes for it, if known."""
        goal = wanted.goal
        if beyond != goal.outputs:  # else all is asked for: to look up each takes long in a large page
            asked = set(goal.outputs)
            more = [output for output in dict.fromkeys(beyond) if output not in asked]
            goal = goal._replace(outputs=[*goal.outputs, *more])
        return self._plans.made_for(goal, feeds, self.backend, needed)


class Stepper:
    """Steps of a session, all for the same goal."""

    def __init__(self, session: Session, wanted: Wanted, feeds: dict[Place, Any]) -> None:
        self._session = session
        self._wanted = wanted
        self._feeds = feeds
        # A fault that is known already ends a run after its first step, which then gives what it can.
        self._doomed = bool(self._errors(()))
        self._plans: dict[tuple[bool, bool, int, Watching | None], LatePlan] = {}
        self._lent = 0
        self._moved: dict[Any, Any] = {}
        self._watched: tuple[Watching | None, dict[str, Output]] = None, {}
        self._pins: tuple[LatePlan, ResultPins] | None = None
        # A step whose blocks have effects cannot be run once more for its results.
        self._whole = session.has_effects or session.backend.has_one_plan(self._kept(True))

    def with_inner(self) -> Stepper:
        """A stepper for the same goal, the results of which are also those of blocks inside of instances."""
        return Stepper(self._session, self._wanted._replace(inside=True), self._feeds)

    def rest(self) -> None:
        """Hold neither what is fed nor the session, which holds this: else only the collector would end it."""
        self._feeds = {}
        del self._session

    def go_on(self, session: Session, feeds: dict[Place, Any]) -> None:
        """Step the same session again, with other values of the same kinds."""
        self._session = session
        self._feeds = feeds
        self._doomed = bool(self._errors(()))

    def plan(self) -> Plan:
        """The program of a step whose results are wanted."""
        self._session.initialise(self._feeds)
        return self._plan(True, True).plan

    def step(self, keep: bool = True) -> Results | None:
        """Run one step.

        Args:
            keep: whether the results are wanted; without, a step holds nothing longer than it needs it.

        Returns:
            All that the step computed, or None if that is not wanted.

        Raises:
            RunError: something that was asked for failed; it carries all errors and what did run.
        """
        session = self._session
        session.initialise(self._feeds)
        keeps = keep or self._whole or self._doomed
        result, plan = self._run(keeps, keep)
        if result.errors and not keeps:  # nothing is committed yet: once more, for the results
            keeps, (result, plan) = True, self._run(True, True)
        session.state.commit(result.cells)
        session.state.move(self._moved)
        session.steps += 1
        if session.events is not None:
            values = dict(zip(plan.goal.outputs, result.outputs, strict=True))
            session.events.add(session.steps, to_write((output, values[output]) for output in self._kept(keeps)))
        failed = [*result.errors, *self._dead(result)] if result.dead else result.errors
        errors = self._errors(failed) if failed or self._doomed or session.state.faults else []
        if not keep and not errors:
            return None
        results = self._results(plan, result.outputs)
        results.profile = session.profile()
        self._add_status(results, errors)
        if errors:
            raise RunError(errors, results)
        return results

    def _run(self, keep: bool, watch: bool) -> tuple[StepResult, LatePlan]:
        """Run one step; what it gave, and by which plan."""
        session, plan = self._session, self._plan(keep, watch)
        with quiet(), single_blas():
            streams = session.streams(session.steps)
            result = plan.run(session.state.values, list(self._feeds.values()), streams)
        self._moved = streams.moved()
        if session.watching is not None and result.errors:  # what is only watched makes no step fail
            result = result._replace(errors=[e for e in result.errors if e.block in session.made.position])
        return result, plan

    def _plan(self, keep: bool, watch: bool) -> LatePlan:
        """The plan of a step; see `_run`."""
        session = self._session
        if session.watching is not self._watched[0]:
            self._watched = session.watching, session.watched(self._wanted, self._feeds)
        now = session.state.version, session.watching
        plan = self._plans.get((keep, watch, *now))
        if plan is not None:
            return plan
        whole = self._plans.get((True, True, *now))
        if whole is not None and whole.is_made and whole.light and self._lent < LENT:
            self._lent += 1
            return whole
        watched = self._watched[1].values() if watch else ()
        with paused_collection():
            beyond, needed = [*self._kept(keep), *watched], None if watched else self._computed.needed
            plan = self._plans[keep, watch, *now] = session.plan_for(self._wanted, self._feeds, beyond, needed)
        return plan

    def _kept(self, keep: bool) -> list[Output]:
        """The outputs that a step hands back beyond its goal: all result pins; without ``keep`` only summaries."""
        if not keep and self._session.events is None:
            return []
        outputs = self._computed.outputs
        if not keep:
            return list(filter(is_summary, outputs))
        return [*outputs, *[output for _, output in self._computed.seen]] if self._computed.seen else outputs

    @cached_property
    def _computed(self) -> Computed:
        """What a step computes."""
        return computed(self._session.made, self._wanted, self._feeds)

    @cached_property
    def _statuses(self) -> list[str]:
        return statuses(self._session.made)

    def _results(self, plan: LatePlan, outputs: Sequence[Any]) -> Results:
        if self._pins is None or self._pins[0] is not plan:
            self._pins = plan, ResultPins(self._computed.names, self._computed.outputs, plan.goal.outputs)
        results = self._pins[1].of(outputs)
        watched, seen = self._watched[1], self._computed.seen
        values = dict(zip(plan.goal.outputs, outputs, strict=True)) if watched or seen else {}
        for name, output in seen:
            record = record_of(values.get(output))
            if record is not None:
                results.rounds[name] = record._replace(dtype=output.dtype)
                if record.values and record.values[-1] is not None:
                    results.put(name, record.values[-1], output.dtype)
        for name, output in watched.items():
            value = values.get(output)
            record = record_of(value)
            if record is not None and name.startswith(OVER_ROUNDS):
                halves = np.array([each for each in record.values if each is not None], float)
                results.norms[name.removeprefix(OVER_ROUNDS)] = np.sqrt(2 * halves)
                continue
            if record is not None:
                results.gradient_rounds[name] = record
                value = record.values[-1] if record.values else None
            if value is not None:
                results.gradients[name] = np.asarray(value)
        return results

    def _dead(self, result: StepResult) -> Iterator[DiagramError]:
        """What was asked for by name, but lies on a branch that was not taken."""
        for name, places in self._wanted.needs:
            if places and all(i in result.dead for i in places):
                block = self._wanted.goal.outputs[places[0]].op.block_name
                cause = result.dead[places[0]]
                text = f"{name} has no value in this step: {cause.block_name} ({cause.type.name}) took another branch"
                yield DiagramError(text, block=block)

    def _errors(self, failed: Iterable[DiagramError]) -> list[DiagramError]:
        """The faults that keep something that was asked for from being there, each once, in file order."""
        session, wanted = self._session, self._wanted
        found = [e for e in session.faults if self._concerns(e)]
        found.extend(fault for fault in session.state.faults.values() if fault.block in wanted.blocks)
        found.extend(failed)
        unique = {
            (e.composite, e.block, e.pin, e.message): e.located(page=session.page.name, file=session.file)
            for e in found
        }
        return sorted(unique.values(), key=session.made.place_of)

    def _concerns(self, error: DiagramError) -> bool:
        """Whether a fault keeps something from being there that was asked for."""
        wanted, spec = self._wanted, self._session.made.specs.get(error.block or "")
        if spec is not None and spec.is_aside:  # it shows nothing then, and says why
            return False
        if wanted.everything:
            return True
        if error.paths:
            return not wanted.blocks.isdisjoint(error.paths)
        if error.block not in wanted.blocks:
            return False
        if not isinstance(error, UnreachableError) or (error.block, None) in wanted.elements:
            return True
        if (error.block, error.input_index) in wanted.elements:
            return True
        # One element of the list is missing: does what was asked for take it, or the whole list?
        takes = (None, error.input_index)
        wires = [w for w in self._session.made.page.wires if w.source.block == error.block and w.source.index in takes]
        return any(w.target.block in wanted.blocks for w in wires)

    def _add_status(self, results: Results, errors: Sequence[DiagramError]) -> None:
        text = str(errors[0]) if errors else "OK"
        for name in self._statuses:
            results.put(name, text.encode(), STRING)

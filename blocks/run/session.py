"""A session: one page, compiled once, with what it keeps from step to step."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from blocks.base import renames
from blocks.base.budget import Memory
from blocks.base.collection import paused_collection
from blocks.base.context import Resources
from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import Array
from blocks.compile.backends import backend as backend_of
from blocks.compile.first_step import LatePlan
from blocks.compile.plan import OPTIMISATIONS, PROFILE, Plan
from blocks.compile.rewrite import OutputKey, output_key
from blocks.document.data import Document, Page
from blocks.document.definitions import needed
from blocks.document.model import Diagram, PageView, only_page
from blocks.document.unknown_keys import unknown_in_diagram, unknown_in_page
from blocks.elaborate.elaborate import definitions_of, elaborated_by
from blocks.graph.graph import Output
from blocks.library.registry import current
from blocks.run.debugging.make_stepper import stepper_of
from blocks.run.files import Folders, StrPath
from blocks.run.monitoring.events import EventWriter
from blocks.run.monitoring.profile import Profile, profile
from blocks.run.renames import NO_RENAMES
from blocks.run.results import Results
from blocks.run.state import State, shared_faults
from blocks.run.steps.feeds import fed_output, fed_value
from blocks.run.steps.fetches import Wanted, looked_at, wanted_by
from blocks.run.steps.plan_cache import Plans
from blocks.run.steps.step_context import StepStreams
from blocks.run.steps.stepper import Asked, Stepper
from blocks.run.steps.watching import Watching

if TYPE_CHECKING:
    from blocks.run.debugging.breakpoints import Breakpoints
    from blocks.run.variables import Variables


class Session:
    """Runs a page step by step.

    Args:
        source: a page, or a diagram with only one.
        seed: what random blocks start from; the same seed gives the same numbers.
        memory: bytes that tensors may take together, beside those that the process has already. Otherwise all may take
            half of the machine's memory, and one of them 4 GiB.
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
        iterations: requested results of blocks inside loops are those of all iterations, stacked, and not of the last.

    Attributes:
        elaborate: makes a page a graph, with the block types of this session.
        made: the page as a graph.
        pages: the names of all pages of the diagram.
        definitions: the composites that it may have instances of.
        faults: its problems, and what is wrong beyond them.
        steps: how many steps were run.
        size: how many nodes the page was made into; what is watched adds more.
        backend: what computes; its notes say what does not run there.
        watching: the gradients that its steps give beside their results.
        breakpoints: where its steps stop; None if nowhere.
        before_step: told of each step before it is run.
        renamed: the ids that blocks had in the version of the page that it goes on from.
    """

    @renames.parameters(rounds="iterations")
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
        iterations: bool = False,
    ) -> None:
        self.backend = backend_of(backend, strict, devices)
        view = only_page(source) if isinstance(source, Diagram) else source
        self.file = view.diagram.path
        self.page: Page = view.snapshot()
        self.pages = [each.name for each in view.diagram.pages]
        self._source = Document("", (self.page,), {}, tuple(each.snapshot() for each in view.diagram.composites))
        self.definitions = definitions_of(view.diagram)
        self.seed = seed
        self.inside: bool | str = inside
        self.iterations = iterations
        self.memory = Memory.of(memory)
        self.passes = (*passes, PROFILE) if profile else tuple(passes)
        home = os.path.dirname(os.path.abspath(self.file)) if self.file is not None else None
        self.files = Folders(home, allow_read, allow_write, self.memory)
        with paused_collection():
            registry = current().with_packages(packages) if packages else current()
            self.definitions = definitions_of(view.diagram)
            self.elaborate = elaborated_by(registry, self.definitions, inner)
            self.elaboration = self.elaborate(self.page, self.files.load)
        used = needed(self._source, self.page.name) if self.definitions else ()
        self.faults = [*self.elaboration.problems, *unknown_in_diagram(view.diagram)]
        for canvas in (*(each for each in self.definitions if each.name in used), self.page):
            self.faults += unknown_in_page(canvas)
        self.faults += [fault.located(page=self.page.name) for fault in shared_faults(self.elaboration.graph)]
        self.size = len(self.elaboration.graph.nodes)
        self.state = State()
        self.resources = Resources()
        self.has_effects = any(node.type.context for node in self.elaboration.graph.nodes)
        self.steps = 0
        self.watching: Watching | None = None
        self.breakpoints: Breakpoints | None = None
        self.before_step: Callable[[Stepper], object] | None = None
        self.renamed = NO_RENAMES
        self._watchings: dict[tuple[tuple[str, ...], bool | str], Watching] = {}
        self._to_watch: tuple[str, ...] = ()
        self.events = EventWriter(summaries) if summaries is not None and self.backend.is_first else None
        self._initialised = False
        self._last: tuple[Any, Stepper] | None = None
        self._plans = Plans(self.elaboration.graph, self.state, self.memory, self.passes)

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
            beside: the step trains and does what else it does without a fetch, though only what is fetched is given.

        Returns:
            The results of the last step: all that it computed, by the names of their result pins; on JAX those that
            are not asked for are computed when somebody looks at them. Where a breakpoint stopped the run
            (`break_at`), what that step had computed so far, with `Results.stopped`.

        Raises:
            RunError: something that was asked for failed; it carries all errors and what did run.
            UsageError: a name does not exist.
        """
        if steps < 1:
            raise UsageError(f"at least one step must be run, not {steps}")
        results: Results | None = None
        begun = self._begin(fetch, feed, beside, lazy=True)
        stepper = begun[1]
        try:
            for number in range(1, steps + 1):
                results = stepper.step(keep=number == steps)
                if results is not None and results.stopped is not None:
                    break
                if on_step is not None:
                    on_step(number)
        finally:
            stepper.rest()
            self._last = begun
        assert results is not None
        results.source = self._source
        return results

    @contextmanager
    def stepping(
        self,
        fetch: Sequence[str] | str | None,
        feed: Mapping[str, Any] | None,
        *,
        beside: bool = False,
        lazy: bool = False,
    ) -> Generator[Stepper]:
        """What runs the steps of a run; see `run`.

        Args:
            fetch, feed, beside: as there.
            lazy: of what is not asked for by name, mostly nothing will be looked at.

        Between runs the stepper holds nothing that is fed.
        """
        begun = self._begin(fetch, feed, beside, lazy)
        try:
            yield begun[1]
        finally:
            begun[1].rest()
            self._last = begun

    def _begin(
        self, fetch: Sequence[str] | str | None, feed: Mapping[str, Any] | None, beside: bool, lazy: bool
    ) -> tuple[Any, Stepper]:
        """What runs the steps of a run, and what it is kept by; see `stepping`.

        It is the stepper of the last run if this one asks for the same: to find out what a step computes takes longer
        than most steps do.
        """
        names, feeds = self._asked(fetch, feed)
        kinds = tuple([(at, value.shape) for at, value in feeds.items()])
        key = names, kinds, self.state.version, self.watching, self.breakpoints, beside, lazy, self.inside
        last, self._last = self._last, None  # a run that begins within this one makes its own
        if last is not None and last[0] == key:
            last[1].go_on(self, feeds)
            return last
        with paused_collection():
            return key, stepper_of(self, Asked(names, feeds, beside, lazy))

    def stepper(self, fetch: Sequence[str] | str | None = None, feed: Mapping[str, Any] | None = None) -> Stepper:
        """What runs single steps for the same goal; for who decides after each step whether to go on.

        Args:
            fetch, feed: as in `run`.

        Raises:
            UsageError: a name does not exist.
        """
        names, feeds = self._asked(fetch, feed)
        with paused_collection():
            return stepper_of(self, Asked(names, feeds, False))

    def _asked(
        self, fetch: Sequence[str] | str | None, feed: Mapping[str, Any] | None
    ) -> tuple[tuple[str, ...], dict[OutputKey, Any]]:
        """What steps are for: names, and values by indices."""
        if self._to_watch:  # not before: who only reads the page needs no gradients
            with suppress(DiagramError):
                self.watch(self._to_watch)
        return (fetch,) if isinstance(fetch, str) else tuple(fetch or ()), self.feeds(feed or {})

    @renames.parameters(of="loss")
    def watch(self, loss: Sequence[str] | str | None) -> None:
        """From now on the results of each step carry ``gradients`` as well: at every output pin that one reaches.

        A step gives those for which it need not run blocks that it would not run otherwise.

        Args:
            loss: names of what is differentiated, as for a fetch, or weighted, ``a.y * w.output`` (of several, the sum
                is); an AddSymbolicGradients block stands for what is wired into its outputs, weighted by what is wired
                into its grad_inputs; None ends it.

        Raises:
            UsageError: a name does not exist, or stands for no tensor.
            DiagramError: a block in between has no gradient rule.
        """
        names = (loss,) if isinstance(loss, str) else tuple(loss or ())
        self._to_watch = ()
        key = names, self.inside
        if names and key not in self._watchings:
            self._watchings[key] = Watching(self.elaboration, names, self.inside)
        self.watching = self._watchings.get(key)

    def break_at(self, breakpoints: Sequence[str] | str | None) -> None:
        """From now on a step stops where a condition holds; it then counts as not run, and variables stay as they were.

        The next run begins with that step, and passes the breakpoint in it.

        Args:
            breakpoints: ``PIN[: CONDITION]`` or ``grad(LOSS, PIN)[: CONDITION]``, such as ``"h.output: norm > 10"``.
                The condition is ``nonfinite``, ``rises`` (more than at the step before), or a comparison of ``min max
                mean norm absmax step`` with a number; ``and`` and ``or`` join several. None ends it.

        Raises:
            UsageError: one is malformed, or there is no such pin, or no gradient of it.
            DiagramError: a block between a loss and a pin has no gradient rule.
        """
        texts = (breakpoints,) if isinstance(breakpoints, str) else tuple(breakpoints or ())
        self.breakpoints = None
        if texts:
            from blocks.run.debugging.breakpoints import Breakpoints  # most runs have none

            self.breakpoints = Breakpoints(self.elaboration, texts)

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
        graphs = other.elaboration.graph, self.elaboration.graph
        results = self.state.adopt(other.state, *graphs, begun=begun, renamed=self.renamed)
        self.resources = other.resources
        self.steps = other.steps
        if self.watching is None:
            self._to_watch = other.watching.of if other.watching is not None else other._to_watch
        return results

    def problems(self) -> list[DiagramError]:
        """All faults of the page, found without running it."""
        return [error.located(page=self.page.name, file=self.file) for error in self.faults]

    def profile(self) -> Profile | None:
        """Where the time of all steps so far went; None unless it was asked for."""
        return (
            profile((each.plan for each in self._plans.values()), self.elaboration) if PROFILE in self.passes else None
        )

    def plan(self, fetch: Sequence[str] = (), feed: Mapping[str, Any] | None = None) -> Plan:
        """The program that a step runs; ``print(plan)`` shows its source."""
        return self.stepper(fetch, feed).plan()

    def wanted(
        self, names: Sequence[str], *, fed: bool = True, beside: bool = False, step: int | None = None
    ) -> Wanted:
        """What a step is for that names ask for; what the page itself asks for, if there are none."""
        result = wanted_by(
            self.elaboration, names, inside=self.inside, fed=fed, beside=beside, step=step, rounds=self.iterations
        )
        return result._replace(seen=looked_at(self.elaboration, self.inside))

    def streams(self, step: int) -> StepStreams:
        """What the blocks of a step reach beyond their inputs."""
        profiles = PROFILE in self.passes
        return StepStreams(
            self.seed, step, self.resources, self.files, self.memory, self.state.values, profiles=profiles
        )

    def feeds(self, given: Mapping[str, Any]) -> dict[OutputKey, Any]:
        """All values that are fed, those of FeedType blocks first."""
        result: dict[OutputKey, Any] = {}
        for _, request in self.elaboration.requests:
            for each in request.feeds:
                result[output_key(each.output)] = each.value
        for name, value in given.items():
            output = fed_output(self.elaboration, name)
            if output is not None:
                result[output_key(output)] = fed_value(name, output, value)
        return result

    def initialise(self, feeds: Mapping[OutputKey, Any]) -> None:
        """Give variables their initial values, once."""
        if not self._initialised:
            self._initialised = True
            streams = self.streams(-1)
            self.state.initialise(self.elaboration.graph, feeds, streams, self.memory)
            self.state.move(streams.moved())

    def initialise_again(self) -> None:
        """Give variables that could get no initial value so far another try at the next step."""
        self._initialised = False
        self.state.forget_failures()

    def value_of(self, key: Any) -> Array | None:
        """The value of a variable by its key (`cell_key`), None if it has none; if it is split over several processes,
        each of them must ask for it.
        """
        value = self.state.values.get(key)
        return None if value is None else self.backend.on_host(value)

    def shard(self, shards: Mapping[str, int]) -> None:
        """With several devices, let them share variables out instead of having each of them as a whole.

        Args:
            shards: for the path of a variable, the axis by which it is split.

        Raises:
            UsageError: there is no such variable.
        """
        self.backend.shards.update(self.variables.shards(shards))

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

    def watched(self, wanted: Wanted, feeds: Mapping[OutputKey, Any]) -> dict[str, Output]:
        """The gradients that a step gives beside its results, by the names of the output pins."""
        return self.watching.of_step(wanted.goal, feeds) if self.watching is not None else {}

    def plan_for(
        self, wanted: Wanted, feeds: Mapping[OutputKey, Any], beyond: Sequence[Output], needed: bytearray | None
    ) -> LatePlan:
        """The plan for a step that hands back other outputs beyond what is wanted; the nodes for it, if known."""
        goal = wanted.goal
        if beyond != goal.outputs:  # else all is asked for: to look up each takes long in a large page
            asked = set(goal.outputs)
            more = [output for output in dict.fromkeys(beyond) if output not in asked]
            goal = goal._replace(outputs=[*goal.outputs, *more])
        return self._plans.plan_for(goal, feeds, self.backend, needed)

"""The session: one page, compiled once, with the state that it keeps between steps."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from blocks.base import renames
from blocks.base.budget import Memory
from blocks.base.collection import paused_collection
from blocks.base.context import Resources
from blocks.base.errors import DiagramError, UsageError
from blocks.compile.backends import backend as backend_of
from blocks.compile.plan import OPTIMISATIONS, PROFILE, Plan
from blocks.compile.rewrite import OutputKey
from blocks.document.data import Document, Page
from blocks.document.definitions import needed
from blocks.document.model import Diagram, PageView, only_page
from blocks.document.paths import SourceLines
from blocks.document.unknown_keys import unknown_in_diagram, unknown_in_page
from blocks.elaborate.elaborate import definitions_of, elaborated_by
from blocks.library.registry import current
from blocks.native.machine import NUMPY
from blocks.run.files import Folders, StrPath
from blocks.run.profile import Profile, profile
from blocks.run.results import Results
from blocks.run.state import NO_RENAMES, State, shared_faults
from blocks.run.steps.environment import feeds_of, wanted_of
from blocks.run.steps.events import EventWriter
from blocks.run.steps.fetches import FetchRequest, StepCheck, Wanted, intervals, without_writes
from blocks.run.steps.plan_cache import Plans
from blocks.run.steps.stepper import Stepper
from blocks.run.steps.watching import Watching

if TYPE_CHECKING:
    from blocks.run.steps.breakpoints import Breakpoints
    from blocks.run.variables import Variables


_Names = Sequence[str] | str


class Session:
    """A session that runs a page step by step and keeps its variables between steps.

    Args:
        source: a page, or a diagram with exactly one page.
        seed: the random seed. The same seed gives the same results.
        memory: the largest number of bytes that all tensors may use together, in addition to the memory that the
            process already uses. None: half of the machine's memory, and at most 4 GiB for one tensor.
        allow_read, allow_write: folders that the page may read from or write to, in addition to the diagram's own
            folder.
        passes: the graph optimizations to apply, by name; the default is all of them.
        summaries: a folder for the summaries of each step, for TensorBoard.
        profile: measure the time in seconds and the memory in bytes of each block; see `Session.profile`.
        backend: ``"numpy"``, or ``"jax"``, which compiles the blocks that it supports.
        engine: with ``"numpy"`` as the backend, how large arrays are computed: ``"native"`` (machine code, which needs
            llvmlite) or ``"numpy"``. None: the environment variable ``GRADBLOCKS_ENGINE``, or ``"native"`` if llvmlite
            is installed and this page has enough work for it. The engines differ in the last bits of results.
        strict: with ``"jax"``, report an error if a block would have to run on NumPy.
        devices: with ``"jax"``, the number of devices. Fed values and large constants are split over them along their
            first axis.
        packages: Python packages whose block types the page may use, in addition to the enabled ones. Their code is
            imported and runs with your permissions.
        inside: also return the results of blocks inside composites, named by path. A path limits this to one instance.
        inner: attribute values for blocks inside composites, by path.
        iterations: for fetched results inside loops, return the values of all iterations, stacked along a new first
            axis, instead of only the last one.

    Attributes:
        elaboration: the page as a graph, with all composites expanded.
        elaborate: the function that turns a page into a graph, with the block types of this session.
        pages: the names of all pages of the diagram.
        definitions: the composites that the page may use.
        faults: the errors of the page.
        steps: the number of steps that ran.
        size: the number of nodes of the graph, excluding those for watched gradients.
        backend: the backend. Its ``notes`` name the blocks that it does not run.
        wanted_engine: the engine that was asked for, or None.
        watching: the gradients that steps return in addition to the results, or None.
        breakpoints: the breakpoints, or None.
        before_step: a function that is called before each step, or None.
        renamed: the earlier ids of blocks that were renamed, for `adopt`.

    Raises:
        UsageError: the diagram does not have exactly one page, or the backend is not installed.

    Example:
        diagram = blocks.load("gradient_descent.gradblocks")
        session = blocks.Session(diagram, seed=1)
        results = session.run("loss", steps=200)
        print(results["loss.result_output"], session.variables["W"])
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
        engine: str | None = None,
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
        self.lines = SourceLines((self.page, *self.definitions), self.page.name, self.file)
        self.seed = seed
        self.inside: bool | str = inside
        self.iterations = iterations
        self.memory = Memory.of(memory)
        home = os.path.dirname(os.path.abspath(self.file)) if self.file is not None else None
        self.files = Folders(home, allow_read, allow_write, self.memory)
        with paused_collection():
            registry = current().with_packages(packages) if packages else current()
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
        self._watchings: dict[tuple[tuple[str, ...], bool | str | None], Watching] = {}
        self.to_watch: tuple[str, ...] = ()
        self.events = EventWriter(summaries) if summaries is not None and self.backend.is_first else None
        self.initialised = False
        self.steppers: dict[bool, tuple[Any, Stepper]] = {}
        self.passes = (*passes, PROFILE) if profile else tuple(passes)
        self.wanted_engine = engine
        self.use_engine(engine)

    def run(
        self,
        fetch: Sequence[str] | str | None = None,
        feed: Mapping[str, Any] | None = None,
        steps: int = 1,
        on_step: Callable[[int], None] | None = None,
        trace: Sequence[str] | str | bool = False,
    ) -> Results:
        """Run steps as `step` does, and return the requested results of the last one.

        Args:
            fetch: names of results: ``block`` (all its outputs), ``block.pin`` or ``block.result_pin[0]``. None: all
                results of the step. What a step trains does not depend on this.
            feed: values for this run, by ``block`` (a Placeholder) or ``block.pin``: arrays or literals that fit the
                dtype and shape of the output.
            steps: the number of steps, at least 1.
            on_step: a function that is called after each step, with the step number.
            trace: names of results to return along with all results that they depend on. True: those of ``fetch``.

        Returns:
            Exactly the requested arrays of the last step, by the names of their result pins (``"v.result_product"``;
            ``"v.product"`` and, for a block with one output, ``"v"`` find them too). The value of a variable is the one
            that the blocks of the step read. On JAX, results that were not fetched are computed when they are read. If
            a breakpoint stopped the run (see `break_at`), these are the results that were computed before the stop,
            and `Results.stopped` is set.

        Raises:
            RunError: a block that the step needs failed. It contains all errors and the results that were computed.
            UsageError: a name does not exist, or ``steps`` is less than 1.
        """
        if steps < 1:
            raise UsageError(f"expected at least one step, got {steps}")
        results: Results | None = None
        begun = _begin(self, _asked(self, fetch, feed, trace, lazy=True))
        stepper = begun[1]
        try:
            for number in range(1, steps + 1):
                results = stepper.step(keep=number == steps)
                if results is not None and results.stopped is not None:
                    break
                if on_step is not None:
                    on_step(number)
        finally:
            _end(self, begun)
        assert results is not None
        results.source = self._source
        return results

    def step(self, n: int = 1, feed: Mapping[str, Any] | None = None) -> Results:
        """Run ``n`` steps, which train what the page trains, and return all results of the last one.

        A step runs what the page's ClientSession blocks run, and each Minimize block: one that is wired to
        ClientSession blocks when one of them runs, any other one always, unless it is muted. On a page without
        ClientSession blocks, a step runs all blocks.

        Args:
            n: the number of steps, at least 1.
            feed: values for these steps, as in `run`.

        Raises:
            RunError: a block failed. It contains all errors and the results that were computed.
            UsageError: a name does not exist, or ``n`` is less than 1.

        Example:
            session = blocks.Session(blocks.load("gradient_descent.gradblocks"))
            session.step(100)
            print(session.evaluate("loss")["loss"])
        """
        return self.run(None, feed, n)

    def evaluate(
        self,
        fetch: Sequence[str] | str | None = None,
        feed: Mapping[str, Any] | None = None,
        trace: Sequence[str] | str | bool = False,
    ) -> Results:
        """Return the requested results without a step: no variable changes, and `steps` stays as it is.

        Random blocks draw the numbers of the next step.

        Args:
            fetch, feed, trace: as in `run`. Without ``fetch``, results that depend on a block that changes variables
                are left out.

        Raises:
            RunError: a requested result failed. It contains all errors and the results that were computed.
            UsageError: a name does not exist, or depends on a block that changes variables.
        """
        with stepping(self, fetch, feed, trace=trace, evaluates=True) as stepper:
            results = stepper.step()
        assert results is not None
        results.source = self._source
        return results

    @renames.parameters(of="loss")
    def watch(self, loss: Sequence[str] | str | None, *, iterations: bool = False) -> None:
        """Compute the gradient at every output pin in all later steps, and return it as `Results.gradients`.

        A step only returns gradients that require no additional blocks to run. A fed value with NaN causes a
        RuntimeWarning with its name.

        Args:
            loss: names of tensors as in `run`, or weighted tensors such as ``"a.y * w.output"``. The sum of their
                elements is differentiated. The name of an AddSymbolicGradients block refers to the tensors at its
                ``outputs``, weighted by those at its ``grad_inputs``. None: stop watching.
            iterations: also record the gradients inside all loops and branches, as `Results.gradient_rounds`: the
                values of all iterations by path, such as ``"cell/h.y"``, within a memory limit for each loop.

        Raises:
            UsageError: a name does not exist, or does not refer to a tensor.
            DiagramError: a block on the path to ``loss`` has no gradient rule.
        """
        names = (loss,) if isinstance(loss, str) else tuple(loss or ())
        self.to_watch = ()
        key = names, None if iterations else self.inside
        if names and key not in self._watchings:
            self._watchings[key] = Watching(self.elaboration, names, key[1])
        self.watching = self._watchings.get(key)

    def break_at(self, breakpoints: Sequence[str] | str | None) -> None:
        """Set the breakpoints at which later steps stop.

        A stopped step does not count, and variables keep their values. The next run starts with the same
        step and continues past the breakpoint.

        Args:
            breakpoints: ``PIN[: CONDITION]`` or ``grad(LOSS, PIN)[: CONDITION]``, such as ``"h.output: norm > 10"``.
                The condition is ``nonfinite``, ``rises`` (compared with the previous step), or a comparison of ``min``,
                ``max``, ``mean``, ``norm``, ``absmax`` or ``step`` with a number. ``and`` and ``or`` combine
                conditions. None: remove all breakpoints.

        Raises:
            UsageError: a breakpoint is malformed, or its pin or gradient does not exist.
            DiagramError: a block between a loss and a pin has no gradient rule.
        """
        texts = (breakpoints,) if isinstance(breakpoints, str) else tuple(breakpoints or ())
        self.breakpoints = None
        if texts:
            from blocks.run.steps.breakpoints import Breakpoints  # most runs have none

            self.breakpoints = Breakpoints(self.elaboration, texts)

    def adopt(self, other: Session, *, begun: bool = False) -> set[Any]:
        """Take over the state of a session of an earlier version of the page.

        Variables keep their values if their declarations are unchanged. Other variables and resources, such as queues,
        are reinitialized at the next step. Gradients that the other session watches are also watched here,
        if they exist on this page and this session does not watch any.

        Args:
            other: the earlier session.
            begun: keep the value of a variable even if its initial value has changed.

        Returns:
            The keys of the variables that keep their values.
        """
        graphs = other.elaboration.graph, self.elaboration.graph
        results = self.state.adopt(other.state, *graphs, begun=begun, renamed=self.renamed)
        self.resources = other.resources
        self.steps = other.steps
        if self.watching is None:
            self.to_watch = other.watching.of if other.watching is not None else other.to_watch
        return results

    def problems(self) -> list[DiagramError]:
        """Return all errors of the page that can be found without running it."""
        return list(map(self.lines.located, self.faults))

    def profile(self) -> Profile | None:
        """Return the time and memory of all steps so far, or None if the session does not measure them."""
        return (
            profile((each.plan for each in self.plans.values()), self.elaboration) if PROFILE in self.passes else None
        )

    def plan(self, fetch: Sequence[str] | str = (), feed: Mapping[str, Any] | None = None) -> Plan:
        """Return the program that a step runs. ``print(plan)`` shows its source."""
        return make_stepper(self, fetch, feed).plan()

    def shard(self, shards: Mapping[str, int]) -> None:
        """Split variables over the devices of this session, instead of copying them to each device.

        Args:
            shards: the axis along which to split, by the path of the variable.

        Raises:
            UsageError: a variable does not exist, or cannot be split along the axis.
        """
        self.backend.shards.update(self.variables.shards(shards))

    @property
    def engine(self) -> str:
        """The engine that computes large arrays: ``"native"`` or ``"numpy"``."""
        return self.plans.engine

    def use_engine(self, engine: str | None) -> None:
        """Compute later steps with an engine, see `Session`; raise UsageError if it is not installed."""
        engine = engine if self.backend.interprets else NUMPY
        self.plans = Plans(self.elaboration.graph, self.state, self.memory, self.passes, engine)
        self.steppers.clear()

    @property
    def variables(self) -> Variables:
        """The variables of the page by path. Assign to an entry to change a value."""
        from blocks.run.variables import Variables  # most runs do not ask for it

        return Variables(self)

    def save(self, path: str) -> None:
        """Write all variables to a file: a NumPy archive if it ends in ``.npz``, otherwise a TensorFlow checkpoint.

        Raises:
            DiagramError: a variable has no value, or the file cannot be written.
        """
        self.variables.save(path)

    def restore(self, path: str) -> list[str]:
        """Restore variables from a file: a ``.npz`` archive or a TensorFlow checkpoint.

        Returns:
            The paths of the variables that were restored. The others keep their values.

        Raises:
            DiagramError: the file cannot be read, contains no variable of this page, or contains a value that does not
                fit. No variable is changed.
        """
        return self.variables.restore(path)


@contextmanager
def stepping(session: Session, fetch: _Names | None, feed: Mapping[str, Any] | None, **how: Any) -> Generator[Stepper]:
    """Return a context manager whose value is the stepper of a run; see `make_stepper`.

    The stepper drops all fed values on exit.
    """
    begun = _begin(session, _asked(session, fetch, feed, **how))
    try:
        yield begun[1]
    finally:
        _end(session, begun)


def _begin(session: Session, asked: FetchRequest) -> tuple[Any, Stepper]:
    """Return the stepper of a run, and the key by which it is kept; see `stepping`.

    The last stepper is reused for the same request, since analyzing a request takes longer than most steps.
    """
    kinds = tuple([(at, value.shape) for at, value in asked.feeds.items()])
    key = asked.names, asked[2:], kinds, session.state.version, session.watching, session.breakpoints, session.inside
    last = session.steppers.pop(asked.evaluates, None)  # a run that begins within this one makes its own
    if last is not None and last[0] == key:
        last[1].go_on(session, asked.feeds)
        return last
    with paused_collection():
        return key, stepper_for(session, asked)


def _end(session: Session, begun: tuple[Any, Stepper]) -> None:
    begun[1].rest()
    session.steppers[begun[1].asked.evaluates] = begun


def make_stepper(
    session: Session, fetch: _Names | None = None, feed: Mapping[str, Any] | None = None, **how: Any
) -> Stepper:
    """Return a stepper, which runs single steps with these fetches and feeds, and other fields of the `FetchRequest`.

    Raises:
        UsageError: a name does not exist.
    """
    asked = _asked(session, fetch, feed, **how)
    with paused_collection():
        return stepper_for(session, asked)


def _asked(
    session: Session,
    fetch: _Names | None,
    feed: Mapping[str, Any] | None,
    trace: _Names | bool = False,
    trains: bool = True,
    evaluates: bool = False,
    lazy: bool = False,
    check: StepCheck | None = None,
) -> FetchRequest:
    if session.to_watch:  # not before: who only reads the page needs no gradients
        with suppress(DiagramError):
            session.watch(session.to_watch)
    names = _names(fetch) if fetch else ()
    traced = trace is True or (_names(trace) if trace else False)
    return FetchRequest(names, feeds_of(session, feed or {}), traced, trains, evaluates, lazy, check)


def _names(given: _Names) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def stepper_for(session: Session, asked: FetchRequest) -> Stepper:
    feeds, wanted_at = asked.feeds, partial(wanted_of, session, asked)
    if asked.evaluates:
        stepper = Stepper(session, without_writes(session.elaboration, wanted_at(), feeds), feeds)
    elif (asked.names and not asked.trains) or not intervals(session.elaboration):
        wanted = wanted_at()
        lazy = asked.lazy and session.breakpoints is None
        stepper = _stepper(session, wanted._replace(lazy=lazy), feeds, wanted)
    else:
        from blocks.run.steps.phases import PhasedStepper  # few pages need it

        stepper = PhasedStepper(session, wanted_at, feeds, partial(_stepper, session))
    stepper.asked = asked
    return stepper


def _stepper(session: Session, wanted: Wanted, feeds: Mapping[OutputKey, Any], whole: Wanted) -> Stepper:
    if session.breakpoints is None:
        return Stepper(session, wanted, feeds)
    from blocks.run.steps.guarded_stepper import GuardedStepper  # most runs have no breakpoints

    return GuardedStepper(session, session.breakpoints, wanted, feeds, whole)

"""Execution of a graph built by hand, as with TensorFlow's C++ ``ClientSession``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.context import Resources
from blocks.base.dtypes import STRING
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.threads import single_blas
from blocks.base.types import Array
from blocks.compile.backends import backend as backend_of
from blocks.compile.dispatch import quiet
from blocks.compile.first_step import LatePlan
from blocks.compile.interpret import StepResult
from blocks.compile.plan import OPTIMISATIONS, Plan
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes, output_key
from blocks.compile.schedule import cell_key
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.scope import Scope
from blocks.library.core.values import OperationRef, SessionRequest
from blocks.native.machine import NUMPY
from blocks.run.files import Folders, StrPath
from blocks.run.results import Results
from blocks.run.state import State, variables_of
from blocks.run.steps.feeds import fed_value
from blocks.run.steps.plan_cache import Plans
from blocks.run.steps.step_context import StepStreams
from blocks.run.variables import fitted


class ClientSession:
    """A session that runs parts of a graph. Variables keep their values between runs.

    Args:
        scope: any scope of the graph.
        seed: the random seed.
        memory: the largest number of bytes that all tensors may use together, as in `Session`.
        passes: the graph optimizations to apply, by name; the default is all of them.
        home: the folder that nodes may read from and write to. None: no file access.
        backend, engine, strict, devices: as in `Session`.

    Example:
        root = blocks.Scope.new_root_scope()
        x = blocks.ops.Const(root, [3.0, 4.0])
        y = blocks.ops.Square(root, x)
        [result] = blocks.ClientSession(root).run([y])
    """

    def __init__(
        self,
        scope: Scope,
        *,
        seed: int = 0,
        memory: int | None = None,
        passes: Sequence[str] = OPTIMISATIONS,
        home: StrPath | None = None,
        backend: str = "numpy",
        engine: str | None = None,
        strict: bool = False,
        devices: int = 1,
    ) -> None:
        self.backend = backend_of(backend, strict, devices)
        self.graph = scope.graph
        self.files = None if home is None else Folders(home)
        self.seed = seed
        self.memory = Memory.of(memory)
        self.passes = tuple(passes)
        self.state = State()
        self.resources = Resources()
        self.steps = 0
        engine = engine if self.backend.interprets else NUMPY
        self._plans = Plans(self.graph, self.state, self.memory, self.passes, engine)
        self._asked: tuple[list[Any], Goal] = [], Goal([])  # the last ones, since most runs are for what the last was
        self._latest: tuple[Goal, int, LatePlan] | None = None

    def assign(self, values: Mapping[str, Any]) -> None:
        """Set the values of variables by their names in the graph.

        Args:
            values: arrays, or nested lists of numbers or strings, that fit the dtype and shape of their variable.

        Raises:
            DiagramError: a value does not fit its variable.
            KeyError: a variable does not exist.
        """
        nodes = {node.name: node for node in variables_of(self.graph)}
        self.state.assign({cell_key(nodes[each]): fitted(nodes[each].outputs[0], values[each]) for each in values})

    def run(
        self,
        fetches: Sequence[Operand] | Operand,
        feed: Mapping[Any, Any] | None = None,
        run_outputs: Sequence[Operand] = (),
    ) -> list[Array]:
        """Run one step and return the fetched arrays.

        Args:
            fetches: outputs to compute, or nodes with one output.
            feed: values for outputs.
            run_outputs: additional operations to run.

        Returns:
            The values of the fetches, in their order.

        Raises:
            RunError: a fetch failed, or is in a branch that was not taken.
            UsageError: a fetch is not an output of this graph, or a fed value does not fit.
        """
        goal = self._goal([fetches] if isinstance(fetches, Operand) else fetches, run_outputs)
        feeds: dict[OutputKey, Any] = {}
        for each, value in (feed or {}).items():
            output = self._own(each).as_output()
            feeds[output_key(output)] = fed_value(output.name, output, value)
        result = self._run(goal, feeds)
        errors = [*result.errors, *(_dead(goal.outputs[i], cause) for i, cause in result.dead.items())]
        if errors:
            raise RunError(errors, {o.name: v for o, v in zip(goal.outputs, result.outputs, strict=True)})
        return [np.asarray(v) for v in result.outputs]

    def _goal(self, fetches: Sequence[Operand], run_outputs: Sequence[Operand]) -> Goal:
        asked = [*fetches, None, *run_outputs]
        if asked != self._asked[0]:
            targets = [o if isinstance(o, Node) else o.as_output().op for o in map(self._own, run_outputs)]
            self._asked = asked, Goal([self._own(o).as_output() for o in fetches], targets)
        return self._asked[1]

    def _own(self, given: Any) -> Any:
        if not hasattr(given, "as_output"):
            raise UsageError(f"{given!r} is not an output of a graph")
        node = given if isinstance(given, Node) else given.as_output().op
        if node.graph is not self.graph:
            raise UsageError(f"{node.name!r} belongs to another graph")
        return given

    def step(
        self,
        results: Mapping[str, Operand | SessionRequest],
        sessions: Sequence[SessionRequest] = (),
        run_outputs: Sequence[OperationRef | Node] = (),
        feed: Mapping[str, Any] | None = None,
    ) -> Results:
        """Run one step in the same way as a page, and return its results.

        Args:
            results: the outputs to compute, by names such as ``"v.result_product"``.
            sessions: the ``status`` outputs of ClientSession blocks. Each is run only in the steps that its ``every``
                selects. Without sessions, all ``results`` are computed.
            run_outputs: additional operations to run.
            feed: values by ``block`` or ``block.pin``, for outputs among ``results``.

        Returns:
            The values by name, except those that no request needs and those in a branch that was not taken.

        Raises:
            RunError: a result failed. It contains all errors and the results that were computed.
            UsageError: a fed value does not fit.
        """
        named = {name: value.as_output() for name, value in results.items() if isinstance(value, Operand)}
        targets = [op if isinstance(op, Node) else op.op for op in run_outputs]
        due = [request for request in sessions if (self.steps + 1) % request.every == 0]
        targets += [op for request in due for op in request.targets]
        asked = [each for request in due for each in request.fetches] if sessions else list(named.values())
        feeds = {output_key(f.output): f.value for request in sessions for f in request.feeds}
        for name, value in (feed or {}).items():
            output = _fed_output(name, named)
            feeds[output_key(output)] = fed_value(name, output, value)
        marked = needed_nodes(self.graph, asked, targets, feeds)
        computed = {n: o for n, o in named.items() if marked[o.op.number] or output_key(o) in feeds}
        result = self._run(Goal([*asked, *computed.values()], targets, self._turns(due)), feeds)
        errors = [f for node in variables_of(self.graph) if marked[node.number] and (f := self._fault(node))]
        errors += result.errors
        if sessions:
            errors += [_dead(asked[i], cause) for i, cause in result.dead.items() if i < len(asked)]
        answer = Results()
        for (name, output), value in zip(computed.items(), result.outputs[len(asked) :], strict=True):
            if value is not None:
                answer.put(name, value, output.dtype)
        for name, value in results.items():
            if isinstance(value, SessionRequest):
                answer.put(name, str(errors[0]).encode() if errors else b"OK", STRING)
        if errors:
            raise RunError(errors, answer)
        return answer

    def _run(self, goal: Goal, feeds: Mapping[OutputKey, Array]) -> StepResult:
        with quiet(), single_blas():
            if not self.state.has_seen(self.graph):
                first = self._streams(-1)
                self.state.initialise(self.graph, feeds, first, self.memory)
                self.state.move(first.moved())
            streams = self._streams(self.steps)
            result = self._plan(goal, feeds).run(self.state.values, list(feeds.values()), streams)
        self.state.commit(result.cells)
        self.state.move(streams.moved())
        self.steps += 1
        return result

    def _streams(self, step: int) -> StepStreams:
        given = self.resources, self.files, self.memory, self.state.values
        return StepStreams(self.seed, step, *given, parts=self._plans.parts)

    def _fault(self, node: Node) -> DiagramError | None:
        return self.state.faults.get(cell_key(node))

    def _turns(self, sessions: Sequence[SessionRequest]) -> dict[str, int]:
        turns: dict[str, int] = {}
        effects = [node for node in self.graph.nodes if node.type.context] if sessions else []
        for turn, request in enumerate(sessions if effects else ()):
            marked = needed_nodes(self.graph, request.fetches, request.targets)
            for node in effects:
                if marked[node.number]:
                    turns.setdefault(node.block_name, turn)
        return turns

    def plan(self, goal: Goal, feeds: Mapping[OutputKey, Array]) -> Plan:
        """Return the compiled program for a goal. ``print(plan)`` shows its source."""
        return self._plan(goal, feeds).plan

    def _plan(self, goal: Goal, feeds: Mapping[OutputKey, Array]) -> LatePlan:
        latest, version = self._latest, self.state.version
        if latest is not None and not feeds and latest[0] is goal and latest[1] == version:
            return latest[2]
        plan = self._plans.plan_for(goal, feeds, self.backend)
        if not feeds:
            self._latest = goal, version, plan
        return plan


def _fed_output(name: str, named: Mapping[str, Output]) -> Output:
    block, _, pin = name.partition(".")
    wanted = {name, f"{block}.result_{pin}"} if pin else None
    result = {
        output_key(output): output
        for each, output in named.items()
        if (each in wanted if wanted else each.rpartition(".")[0] == block)
    }
    if len(result) != 1:
        raise UsageError(
            f"{name!r} refers to {len(result)} tensors, but a feed needs exactly one tensor",
            hint="name one pin, as block.pin",
        )
    return next(iter(result.values()))


def _dead(output: Output, cause: Node) -> DiagramError:
    text = f"{output.name} has no value in this step: {cause.name} ({cause.type.name}) took another branch"
    return DiagramError(text, block=output.op.block_name)

"""A page as a live program: all values are kept, and an edit recomputes only the values that depend on it."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from blocks.base.collection import paused_collection
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.threads import single_blas
from blocks.base.types import array_of
from blocks.compile.dispatch import quiet, stream_of
from blocks.compile.interpret import Run
from blocks.compile.recording import Record, record_of
from blocks.compile.rewrite import OutputKey, output_key
from blocks.compile.schedule import Instruction, schedule, values_in
from blocks.document.data import Document, Json, Page
from blocks.document.model import Diagram
from blocks.graph.graph import Node, Output
from blocks.run.live.edits import Index, Patch, patches
from blocks.run.results import Results
from blocks.run.session import Session
from blocks.run.state import NO_RENAMES
from blocks.run.steps.environment import initialise, streams_of
from blocks.run.steps.fetches import looked_at
from blocks.run.steps.step_context import StepStreams

_CUT = 4096
"""Bytes: a result up to this size that is as before ends the work on what depends on it."""


class EvaluationStopped(Exception):
    """The cancellation of an evaluation; computed values are kept for the next one."""


class LiveResult(NamedTuple):
    """The current results of a page.

    Attributes:
        changed: the names whose values differ from the last evaluation.
        order: the same object as in the last evaluation if the set and order of results are unchanged.
        rounds: the recorded values inside the inspected loop or branch, by result pin.
    """

    results: Results
    changed: set[str]
    errors: list[DiagramError]
    computed: int
    order: object
    rounds: Mapping[str, Record] = MappingProxyType({})


class LiveState(NamedTuple):
    """The remaining data of a program.

    Attributes:
        known: the numbers that identify calls, by their content.
        values: the results of calls, by these numbers.
        changed: the results whose change was not reported yet.
    """

    begun: tuple[int, int]
    known: dict[Any, int]
    values: dict[int, tuple[Any, ...]]
    results: Results
    changed: set[str]


class LiveProgram:
    def __init__(self, session: Session) -> None:
        self.session = session
        elaboration = session.elaboration
        self.feeds: dict[OutputKey, Any] = {
            output_key(f.output): f.value for _, request in elaboration.requests for f in request.feeds
        }
        with quiet(), single_blas():
            initialise(session, self.feeds)
        seen = looked_at(elaboration, session.inside)  # the graph may give more by it
        self.schedule = schedule(elaboration.graph)
        self.values: dict[int, Any] = dict(self.schedule.constants)
        for key, value in self.schedule.start.items():
            if session.state.values.get(key) is not None:
                self.values[value] = session.state.values[key]
        self.fed: set[int] = set()
        for (node, i), value in self.feeds.items():
            number = self.schedule.outputs.get(elaboration.graph.nodes[node].outputs[i])
            if number is not None:
                self.values[number] = value
                self.fed.add(number)
        self.step = Run(self.schedule, self.values, streams_of(session, session.steps), session.memory)
        self.failed: dict[int, list[DiagramError]] = {}
        self.users: dict[int, list[int]] = {}
        self.index_of: dict[int, int] = {}
        self._index: Index | None = None
        self._disordered = True
        self._order = object()
        for i, instruction in enumerate(self.schedule.instructions):
            self.index_of[instruction.node.number] = i
            for value in values_in(instruction.args):
                self.users.setdefault(value, []).append(i)
        for instruction in self.schedule.instructions:
            for control in instruction.node.controls:
                before = self.index_of.get(control.number)
                if before is not None:
                    self.users.setdefault(-1 - before, []).append(self.index_of[instruction.node.number])
        self.names: dict[int, list[str]] = {}
        self.named: dict[int, Output] = {}
        self.results = Results()
        self.changed: set[str] = set()
        for block, pin, index, output in elaboration.outputs():
            spec = elaboration.specs[block].output(pin)
            number = self.schedule.outputs.get(output)
            for result_pin in spec.result_pins if spec is not None and number is not None else ():
                name = f"{block}.{result_pin}" + ("" if index is None else f"[{index}]")
                self.results.dtypes[name] = output.dtype
                self.names.setdefault(number or 0, []).append(name)
                self.named[number or 0] = output
        self.rounds: dict[str, Record] = {}
        self.seen: dict[int, list[tuple[str, DType]]] = {}
        for name, output in seen:
            self.seen.setdefault(self.schedule.outputs[output], []).append((name, output.dtype))
            self.results.dtypes[name] = output.dtype
        self.waiting = [i for i, each in enumerate(self.schedule.instructions) if not self.fed.issuperset(each.results)]
        self.waits = set(self.waiting)
        self._show(self.values)

    def index(self) -> Index:
        if self._index is None:
            self._index = Index(self.session.elaboration)
        return self._index

    def patch(self, patch: Patch) -> None:
        instructions = self.schedule.instructions
        for node, attrs in patch.changes:
            i = self.index_of.get(node.number)
            if i is None:
                number = self.schedule.outputs[node.outputs[0]]
                if number not in self.fed:
                    self._set(number, attrs["val"])
            else:
                instructions[i] = instructions[i]._replace(node=node.with_attributes(attrs))
                self._wait(i)

    def run(self, stopped: Callable[[], bool]) -> LiveResult:
        computed = 0
        instructions = self.schedule.instructions
        with quiet(), single_blas():
            while self.waiting:
                if stopped():
                    raise EvaluationStopped
                i = heapq.heappop(self.waiting)
                self.waits.discard(i)
                computed += self._compute(i, instructions[i])
        changed, self.changed = self.changed, set()
        return LiveResult(self._in_order(), changed, self._errors(), computed, self._order, dict(self.rounds))

    def _in_order(self) -> Results:
        held = self.results
        if self._disordered:
            self.results = Results()
            self.results.dtypes = held.dtypes
            self.results.update((name, held[name]) for name in held.dtypes if name in held)
            self._disordered = False
            self._order = object()
        result = Results()
        result.update(self.results)
        result.dtypes = held.dtypes
        return result

    def _compute(self, i: int, instruction: Instruction) -> bool:
        node, step = instruction.node, self.step
        numbers = [*instruction.results, *(instruction.chosen.after if instruction.chosen is not None else ())]
        before = {number: self.values.get(number) for number in numbers}
        gone = self._gone(node)
        step.forget(instruction)
        # An edit must not take anything out of a queue, nor write a file; and rounds of a loop are for a run.
        if node.type.context or node.type.control == "loop_value":
            step.fail(node, None)
        else:
            step.streams = StepStreams(self.session.seed, self.session.steps, kept=self.session.state.values)
            step.one(instruction)
        errors, step.errors = step.errors, []
        self.failed.pop(i, None)
        if node.number in step.missing:
            self.failed[i] = errors
        same = gone == self._gone(node)
        if not same:
            self._wake(-1 - i)
        for number, old in before.items():
            new = self.values.get(number)
            if number in self.fed or (same and old is not None and new is not None and _small_and_same(old, new)):
                self.values[number] = old
            elif old is not None or new is not None or not same:
                self._wake(number)
                self._show((number,))
        return bool(errors) or node.number not in step.missing

    def _gone(self, node: Node) -> tuple[bool, list[int]]:
        dead = self.step.dead
        return node.number in self.step.missing, [
            o.index for o in node.outputs if output_key(o) in dead
        ] if dead else []

    def _set(self, number: int, value: Any) -> None:
        old = self.values.get(number)
        if old is None or not _small_and_same(old, value):
            self.values[number] = value
            self._wake(number)
            self._show((number,))

    def _show(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            output, value = self.named.get(number), self.values.get(number)
            if output is not None and output_key(output) in self.step.dead:
                value = None
            for name in self.names.get(number, ()):
                if value is not None:
                    self._disordered = self._disordered or name not in self.results
                    self.results.put(name, value, self.results.dtypes[name])
                    self.changed.add(name)
                elif self.results.pop(name, None) is not None:
                    self.changed.add(name)
            for name, dtype in self.seen.get(number, ()):
                record = record_of(value)
                self.rounds.pop(name, None)
                if record is not None:
                    self.rounds[name] = record._replace(dtype=dtype)
                last = record.values[-1] if record is not None and record.values else None
                self._disordered = self._disordered or (name in self.results) != (last is not None)
                if last is not None:
                    self.results.put(name, last, dtype)
                else:
                    self.results.pop(name, None)
                self.changed.add(name)

    def _wake(self, number: int) -> None:
        for user in self.users.get(number, ()):
            self._wait(user)

    def _wait(self, i: int) -> None:
        if i not in self.waits and not self.fed.issuperset(self.schedule.instructions[i].results or (-1,)):
            self.waits.add(i)
            heapq.heappush(self.waiting, i)

    def _errors(self) -> list[DiagramError]:
        session = self.session
        result = [*session.faults, *session.state.faults.values()]
        result += [error for i in sorted(self.failed) for error in self.failed[i]]
        unique = {(e.block, e.pin, e.message): session.lines.located(e) for e in result}
        return sorted(unique.values(), key=lambda e: session.elaboration.position.get(e.block or "", -1))

    def held(self) -> LiveState:
        known: dict[Any, int] = {}
        values: dict[int, tuple[Any, ...]] = {}
        for i, key in self.keys(known):
            results = self.schedule.instructions[i].results
            if i not in self.waits and i not in self.failed and all(v in self.values for v in results):
                values[key] = tuple([self.values[v] for v in results])
        return LiveState((self.session.seed, self.session.steps), known, values, self.results, self.changed)

    def take_over(self, held: LiveState) -> None:
        if held.begun != (self.session.seed, self.session.steps):
            return
        self.changed.clear()
        results: list[int] = []
        for i, key in self.keys(held.known):
            values = held.values.get(key)
            if values is None or i not in self.waits:
                continue
            results.append(i)
            for number, value in zip(self.schedule.instructions[i].results, values, strict=True):
                if number not in self.fed:
                    self.values[number] = value
                    self._show((number,))
        self.waits.difference_update(results)
        self.waiting = sorted(self.waits)
        before = held.results
        self.changed = {n for n, v in self.results.items() if before.get(n) is not v}
        self.changed.update(held.changed)
        self.changed.update(before.keys() - self.results.keys())

    def keys(self, known: dict[Any, int]) -> Iterator[tuple[int, int]]:
        """Yield a number for each call: equal for calls of the same type, attributes and inputs."""
        numbers: dict[int, int] = {}

        def number_of(key: Any) -> int:
            return known.setdefault(key, len(known))

        for value in self.schedule.constants:
            numbers[value] = number_of(_hashable(self.values[value]))  # an edit may have put another one there
        for key, value in self.schedule.start.items():
            array = self.values.get(value)
            numbers[value] = number_of(("cell", _hashable(array)) if array is not None else ("none", key))
        for value in self.fed:
            numbers[value] = number_of(("fed", _hashable(self.values[value])))
        for i, instruction in enumerate(self.schedule.instructions):
            node = instruction.node
            args = tuple(
                [
                    tuple([numbers[v] for v in arg]) if isinstance(arg, tuple) else -1 if arg is None else numbers[arg]
                    for arg in instruction.args
                ]
            )
            stream = stream_of(node) if node.type.random else None
            controls = tuple([c.type.name for c in node.controls])
            types = tuple([o.dtype.name for o in node.outputs])
            key = number_of((node.type.name, _hashable(node.attrs), args, stream, controls, types))
            for k, result in enumerate(instruction.results):
                if result not in self.fed:
                    numbers[result] = number_of((key, k))
            yield i, key


def _small_and_same(old: Any, new: Any) -> bool:
    """Return whether two values are equal bit for bit; False if comparing would take long."""
    if old is new:
        return True
    first, second = array_of(old), array_of(new)
    if first is None or second is None or first.dtype != second.dtype or first.shape != second.shape:
        return False
    return first.nbytes <= _CUT and first.dtype.kind != "O" and first.tobytes() == second.tobytes()


def _hashable(value: Any) -> Any:
    array = array_of(value)
    if array is not None:
        data = array.tobytes() if array.dtype.kind != "O" else repr(array.tolist()).encode("utf-8", "backslashreplace")
        if len(data) > _CUT:
            import hashlib

            data = hashlib.blake2b(data).digest()
        return (array.dtype.str, array.dtype.name, array.shape, data)
    if isinstance(value, dict):
        entries = cast("dict[str, Any]", value)
        return tuple([(key, _hashable(each)) for key, each in entries.items()])
    if isinstance(value, (list, tuple)):
        return tuple([_hashable(each) for each in cast("list[Any]", value)])
    if isinstance(value, float):
        return ("float", value.hex())
    if isinstance(value, bool):
        return ("bool", value)
    return value.name if isinstance(value, DType) else value


class Live:
    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed
        self._page: Page | None = None
        self._base: Session | None = None
        self._base_steps = -1
        self._file: str | None = None
        self._inside = ""
        self._program: LiveProgram | None = None
        self.renamed = NO_RENAMES
        """The ids that blocks had in the version of the page that ``base`` ran."""

    def evaluate(
        self,
        page: Page,
        *,
        file: str | None = None,
        extra: Mapping[str, Json] | None = None,
        composites: tuple[Page, ...] = (),
        base: Session | None = None,
        inside: str = "",
        stopped: Callable[[], bool] = lambda: False,
    ) -> LiveResult:
        """Return the current outputs of a page's blocks.

        Args:
            base: the session whose variables are used; None: initial values.
            inside: the path of a loop or branch whose values are recorded.
            stopped: returns whether to give up; called before each call.
        """
        same_base = base is self._base and (base.steps if base is not None else -1) == self._base_steps
        program = self._program
        result: list[Patch] | None = None
        same_location = (file, inside) == (self._file, self._inside)
        # With composites, a value of an instance may be one of many blocks.
        if program is not None and self._page is not None and same_base and same_location and not composites:
            result = patches(program.session, self._page, page, program.index)
        if program is not None and result is not None:
            for patch in result:
                program.patch(patch)
        else:
            with paused_collection():
                program = self._rebuild(page, file, extra or {}, composites, base, inside)
        # From here on the program is that of this page, even if it is not run to its end.
        self._program, self._page, self._file, self._inside = program, page, file, inside
        self._base, self._base_steps = base, -1 if base is None else base.steps
        return program.run(stopped)

    def _rebuild(
        self,
        page: Page,
        file: str | None,
        extra: Mapping[str, Json],
        composites: tuple[Page, ...],
        base: Session | None,
        inside: str,
    ) -> LiveProgram:
        held = self._program.held() if self._program is not None else None
        diagram = Diagram(Document("", (page,), extra, composites))
        diagram.path = file
        session = Session(diagram, seed=self.seed if base is None else base.seed, inside=inside)
        session.renamed = self.renamed
        if base is not None:
            session.adopt(base)
        new = LiveProgram(session)
        if held is not None:
            new.take_over(held)
        new.index()  # now, so that the first edit is as fast as the others
        return new

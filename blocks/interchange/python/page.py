"""A page as the body of a Python function."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.types import is_list
from blocks.document.data import INSTANCE, Block, Json, Wire, is_object
from blocks.document.definitions import SHARES
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Node, Output
from blocks.graph.spec import BlockSpec
from blocks.interchange.python.frames import frames_around
from blocks.interchange.python.text import Identifiers, comment, one_line
from blocks.library.core.values import OperationRef
from blocks.run.state import variables_of

LOAD, LOOPS, HERE, DIAGRAM = "load", "loops", "HERE", "DIAGRAM"
"""The names of the function that reads an array from a file, of the module of loops, and of the diagram's folder.

A notebook also has the diagram."""
MODULE_NAMES = ("blocks", "np", "ops", "Path", HERE, DIAGRAM, "run_program", LOAD, LOOPS, "close_loop", "OperationRef")
"""What names mean in a program beside its own: no variable of a function is called so."""

VariableValues = Mapping[str, Mapping[str, Json]]
"""By page, the values of variables as a diagram has values, by the names of their nodes."""

EMPTY: Mapping[str, Json] = MappingProxyType({})

Elaborate = Callable[..., Elaboration]

_Name = str | int

_LOCALS = ("root", "results", "runtime", "found", "_", "steps", "seed", "feed")
_OF_HELPERS = frozenset(("type", "values", "as_output"))


class ProgramPart(NamedTuple):
    """A definition as a function, or a page as lines that build ``root`` and ``run`` it, which sets ``found``.

    ``used`` are names beyond the usual ones, ``text`` is that of the page's notes, and ``report`` lists omissions.
    """

    canvas: str
    lines: Sequence[str]
    used: set[str]
    run: Sequence[str] = ()
    text: str = ""
    report: Sequence[str] = ()


class PageWriter:
    """The writer of one page, with values that differ from the page's; ``used`` are names beyond the usual ones."""

    def __init__(self, elaboration: Elaboration, names: Identifiers, values: Mapping[str, Json] = EMPTY) -> None:
        self._elaboration = elaboration
        self._names = names
        self._values = values
        for name in _LOCALS:
            names.new(name)
        self._blocks = {block.id: block for block in elaboration.page.blocks}
        self._scope = "root"
        self.used: set[str] = set()

    def part(self) -> ProgramPart:
        elaboration = self._elaboration
        notes = "\n".join(note.text for note in elaboration.page.notes)
        left = [one_line(f"left out: {each.location()}: {each.sentence()}") for each in elaboration.problems]
        return ProgramPart(elaboration.page.name, [*self._lines()], self.used, [*self._run()], notes, left)

    def _lines(self) -> Iterator[str]:
        result = self._elaboration
        yield "root = blocks.Scope.new_root_scope()"
        order = order_of(result)
        for block in order:  # so that names are numbered in the order in which they are read
            if not result.specs[block.id].is_annotation:
                _ = self._names[block.id]
        frames, shown = frames_around(order, result.page.frames), None
        ended: dict[str, list[tuple[str, Wire]]] = {}
        for block in order:
            frame = frames.get(block.id)
            if frame is not shown and frame is not None and frame.title:
                yield ""
                yield from comment(frame.title)
            shown = frame
            yield from self._block(block, ended)
            for begin, wire in ended.pop(block.id, ()):
                self.used.add("close_loop")
                yield f"close_loop(root.graph, {begin}, {self._source(wire)})"
        yield from self._failures()

    def _failures(self) -> Iterator[str]:
        elaboration = self._elaboration
        shown = {name for name, spec in elaboration.specs.items() if spec.is_annotation}  # in no program
        known = shown.union(elaboration.values)
        left = [block for block in elaboration.page.blocks if block.id not in known]
        texts: defaultdict[str | None, list[str]] = defaultdict(list)
        for error in elaboration.problems if left else ():
            texts[error.block].append(error.message)
        if left:
            yield ""
        for block in left:
            why = "; ".join(texts.get(block.id, ())) or ("it is muted" if block.muted else "its inputs are missing")
            yield f"# left out: {one_line(block.id)} ({one_line(block.type)}): {one_line(why)}"

    def _run(self) -> Iterator[str]:
        result = self._elaboration
        yield "results = {"
        for block, pin, index, _output in result.outputs():
            if block in result.inner:
                continue
            spec = result.specs[block]
            declared = spec.output(pin)
            location = "" if index is None else f"[{index}]"
            for result_pin in declared.result_pins if declared is not None else ():
                yield f"    {f'{block}.{result_pin}{location}'!r}: {self._pin(block, pin)}{location},"
        for block, values in result.values.items():
            for declared in result.specs[block].outputs if block not in result.inner else ():
                if declared.kind == "message" and declared.name in values:
                    for result_pin in declared.result_pins:
                        yield f"    {f'{block}.{result_pin}'!r}: {self._pin(block, declared.name)},"
        yield "}"
        alone = result.trainers
        requests = ", ".join(self._pin(block, "status") for block, _ in result.requests if block not in alone)
        more = f", sessions=[{requests}]" if requests else ""
        more += f", run_outputs=[{', '.join(self._pin(block, 'operation') for block in alone)}]" if alone else ""
        if not any(block.type == "ClientSession" for block in result.page.blocks):
            more = self._everything()
        home = ""
        if any(node.type.context for node in result.graph.nodes):
            self.used.add(HERE)
            home = f", home={HERE}"
        yield f"runtime = blocks.ClientSession(root, seed=seed{home})"
        if self._values:
            yield "runtime.assign({"
            for name, value in self._own_values():
                yield f"    {name!r}: {self._value(value)},"
            yield "})"
        yield "for _ in range(steps):"
        yield f"    found = runtime.step(results{more}, feed=feed)"

    def _own_values(self) -> Iterator[tuple[str, Json]]:
        """Yield the values of variables by their names here: hidden/w is hidden__w on a flat page."""
        names = [node.name for node in variables_of(self._elaboration.graph)]
        flat = {name.replace("/", "__"): name for name in names if name not in self._values}
        for name, value in self._values.items():
            own = name if name in names else flat.pop(name.replace("/", "__"), None)
            if own is None:
                text = f"no variable of the program has the name {name!r}"
                raise DiagramError(text, page=self._elaboration.page.name)
            yield own, value

    def _everything(self) -> str:
        """Return the argument that runs all blocks of a page without sessions."""
        operations = ", ".join(self._operations())
        return f", run_outputs=[{operations}]" if operations else ""

    def _operations(self) -> Iterator[str]:
        for block, values in self._elaboration.values.items():
            for pin, value in values.items():
                if isinstance(value, OperationRef) and self._elaboration.specs[block].kind == "op":
                    yield self._names[block]
                elif isinstance(value, OperationRef):
                    yield f"{self._pin(block, pin)}.op"

    # -- one block ----------------------------------------------------------------------------------------------------

    def _block(self, block: Block, ended: dict[str, list[tuple[str, Wire]]]) -> Iterator[str]:
        spec = self._elaboration.specs[block.id]
        wires = self._elaboration.wires_into.get(block.id, ())
        if spec.is_annotation:
            sources = ", ".join(str(wire.source) for wire in wires) or "nothing"
            yield f"# {one_line(block.id)} ({spec.name}) shows {one_line(sources)}"
            return
        name = self._names[block.id]
        if block.muted:
            yield f"{name} = {self._passed_on(block, wires)}  # {spec.name}, muted: passes its input through"
            return
        scope = self._scope
        single: dict[str, str] = {}
        lists: dict[str, list[str]] = {}
        for wire in wires:
            pin = spec.aliases.get(wire.target.pin, wire.target.pin)
            if pin == "scope":
                scope = self._source(wire)
            elif wire in self._elaboration.back:
                begin = self._names.new(f"{block.id}_round")
                yield self._round(block, begin, scope)
                ended.setdefault(wire.source.block, []).append((begin, wire))
                lists.setdefault(pin, []).append(begin)
            elif spec.inputs[spec.input_index[pin]].is_list:
                star = "*" if wire.source.index is None and self._is_list(wire) else ""
                lists.setdefault(pin, []).append(star + self._source(wire))
            else:
                # A list of one element goes where one tensor is taken.
                single[pin] = self._source(wire) + ("[0]" if wire.source.index is None and self._is_list(wire) else "")
        arguments = self._arguments(block, spec, single | {pin: f"[{', '.join(each)}]" for pin, each in lists.items()})
        if "name" in spec.attribute_names:  # there it is something else
            scope = f"{scope}.with_op_name({block.id!r})"
        else:
            arguments.append(f"name={block.id!r}")
        attributes = [
            f"{key}={self._value(value)}" for key, value in block.values.items() if key in spec.attribute_names
        ]
        yield f"{name} = ops.{spec.name.replace(':', '.')}({', '.join([scope, *arguments, *attributes])})"

    def _arguments(self, block: Block, spec: BlockSpec, wired: dict[str, str]) -> list[str]:
        """Return the arguments of input pins: positional up to the first gap, then by name."""
        results: list[str] = []
        by_name = False
        for pin in spec.inputs:
            text = wired.get(pin.name)
            if text is None and pin.name in block.values and pin.name not in spec.attribute_names:
                value = block.values[pin.name]
                text = None if value is None else self._value(value)
            if text is None:
                by_name = True
            elif by_name and pin.name.isidentifier() and pin.name not in ("scope", "name", "self"):
                results.append(f"{pin.name}={text}")
            else:
                results += ["None"] * (spec.input_index[pin.name] - len(results))
                results.append(text)
        return results

    def _round(self, block: Block, begin: str, scope: str) -> str:
        head = self._elaboration.values[block.id]["output"]
        text = f"{begin} = ops.LoopValue({scope}, name={f'{block.id}.round'!r}, dtype={head.dtype.name!r})"
        return f"{text}  # what comes round"

    def _passed_on(self, block: Block, wires: Any) -> str:
        [handed] = self._elaboration.values[block.id].values()
        for wire in wires:
            value = self._value_of(wire)
            if wire.target.pin != "scope" and (
                value is handed or (is_list(value) and len(value) == 1 and value[0] is handed)
            ):
                return self._source(wire) + ("[0]" if is_list(value) else "")
        raise AssertionError(f"{block.id} passes on a value that is not wired to the block")

    def _value(self, value: Json) -> str:
        if is_object(value) and "file" in value:
            self.used |= {LOAD, HERE}
            return f"{LOAD}({value['file']!r})"
        return repr(value)

    # -- what comes through wires -------------------------------------------------------------------------------------

    def _source(self, wire: Wire) -> str:
        source = wire.source
        spec = self._elaboration.specs[source.block]
        pin = spec.output(source.pin)
        assert pin is not None
        value = self._elaboration.values[source.block].get(pin.name)
        if isinstance(value, OperationRef) and spec.kind == "op":
            self.used.add("OperationRef")
            return f"OperationRef({self._names[source.block]})"
        return self._pin(source.block, pin.name) + ("" if source.index is None else f"[{source.index}]")

    def _pin(self, block: str, pin: str) -> str:
        name = self._names[block]
        spec = self._elaboration.specs[block]
        if self._blocks[block].muted:
            return name
        if spec.kind == "helper":
            return f"{name}.values[{pin!r}]" if pin in _OF_HELPERS else f"{name}.{pin}"
        return f"{name}.output_of({pin!r})" if hasattr(Node, pin) else f"{name}.{pin}"

    def _value_of(self, wire: Wire) -> Any:
        spec = self._elaboration.specs[wire.source.block]
        pin = spec.output(wire.source.pin)
        value = self._elaboration.values[wire.source.block].get(pin.name) if pin is not None else None
        return value[wire.source.index] if wire.source.index is not None and is_list(value) else value

    def _is_list(self, wire: Wire) -> bool:
        return is_list(self._value_of(wire))


def order_of(elaboration: Elaboration) -> list[Block]:
    """Return the created blocks, sources first, and those with effects in file order as far as possible.

    A graph runs effects in the order of creation, a page in the order of its file.
    """
    blocks = {block.id: block for block in elaboration.page.blocks}
    own = [block for block in elaboration.values if block in blocks]
    rank: dict[_Name, float] = {block: i for i, block in enumerate(own)}
    before: dict[_Name, set[_Name]] = {
        block: {each for each in elaboration.sources[block] if each in elaboration.values} for block in own
    }
    for block in elaboration.page.blocks:
        other = block.values.get(SHARES) if block.type.startswith(INSTANCE) else None
        if block.id in before and isinstance(other, str) and other in elaboration.values:
            before[block.id].add(other)
    for wire in elaboration.back:
        before.get(wire.target.block, set()).discard(wire.source.block)
    # A gradient is behind all loops that were made before it: behind the last of a chain of marks, one for each loop.
    marks: list[int] = []
    for index, block in enumerate(own):
        kind = elaboration.specs[block].name
        if kind == "AddSymbolicGradients":
            before[block].update(marks[-1:])
        elif kind in ("NextIteration", "RefNextIteration"):
            before[index], rank[index] = {block, *marks[-1:]}, index + 0.5
            marks.append(index)
    # Of blocks with effects one comes when nothing else can: then only its sources are before it.
    effects: dict[_Name, int] = {block: elaboration.position[block] for block in own if has_effect(elaboration, block)}
    late = {name: (name in effects, effects.get(name, position)) for name, position in rank.items()}
    for first, second in pairwise([name for name in _sorted(before, late) if name in effects]):
        before[second].add(first)
    return [blocks[name] for name in _sorted(before, rank) if isinstance(name, str)]


def has_effect(elaboration: Elaboration, block: str) -> bool:
    spec = elaboration.specs[block]
    return bool(spec.stateful and not spec.random and not spec.variable and (spec.context or spec.inputs)) and any(
        isinstance(value, (Output, OperationRef, list, tuple)) for value in elaboration.values[block].values()
    )


def _sorted(before: Mapping[_Name, set[_Name]], rank: Mapping[_Name, Any]) -> list[_Name]:
    """Sort names topologically, with ties by rank."""
    after: dict[_Name, list[_Name]] = {}
    for name, needs in before.items():
        for each in needs:
            after.setdefault(each, []).append(name)
    waiting = {name: len(needs) for name, needs in before.items()}
    names = {rank[name]: name for name in before}
    ready = [rank[name] for name, count in waiting.items() if not count]
    heapq.heapify(ready)
    result: list[_Name] = []
    while ready:
        name = names[heapq.heappop(ready)]
        result.append(name)
        for user in after.get(name, ()):
            waiting[user] -= 1
            if not waiting[user]:
                heapq.heappush(ready, rank[user])
    return result

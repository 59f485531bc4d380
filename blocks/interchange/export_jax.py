"""A diagram as a program for JAX: for each page a step that is compiled, a line for each block.

Where ClientSession blocks do not run in each step, a page has several: one for each set of blocks that run together.
Variables go into the step and come out. Gradients are the blocks' own: lines like all others. A program needs nothing
but JAX and NumPy, unless a block has no short form in JAX's functions: then it calls the rule of `--backend jax`.
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import BFLOAT16, DType
from blocks.base.errors import DiagramError, RunError
from blocks.base.files import write_atomically
from blocks.base.types import Array, is_array, is_list
from blocks.compile.dispatch import stream_of
from blocks.compile.passes import Fed, finished, specialise
from blocks.compile.rewrite import Goal, needed_nodes, output_key
from blocks.compile.schedule import Instruction, Schedule, schedule, values_in
from blocks.document.model import Diagram, PageView
from blocks.graph.call_info import known_value
from blocks.graph.graph import Graph, Node, Output
from blocks.interchange.jax_loops import Inside, Loops, NotWritten
from blocks.interchange.optional import require
from blocks.interchange.python.text import Names, comment, inside_docstring, one_line
from blocks.library.control_flow.bodies import Program
from blocks.library.core.values import OperationRef
from blocks.run.session import Session
from blocks.run.steps.fetches import intervals

_HEAD = '''"""{title}

Written by `gradblocks convert --style jax`. Each page has a function that runs some steps, and one for a single step,
which JAX compiles. Gradients are lines like all others; a variable begins with the value that it has here.{needs}
"""

import sys
{path}
import jax
import jax.numpy as jnp
import numpy as np
{lax}{more}
jax.config.update("jax_enable_x64", True)
jax.config.update("jax_default_matmul_precision", "highest")
'''
_NEEDS = "\n`call` is a block of Gradblocks by its rule for JAX, where that is no short text."
_END = """

if __name__ == "__main__":
    for name, value in {first}(int(sys.argv[1]) if len(sys.argv) > 1 else 1).items():
        print(name, value, sep="\\n")
"""
_TAKEN = ("call", "data", "file", "jax", "jnp", "lax", "np", "sys", "Path", "HERE")
_LOCALS = (
    *("variables", "feeds", "key", "results", "steps", "seed", "feed"),
    *("carry", "each", "kept", "new", "number", "one", "own", "row", "rows", "start", "state", "step"),
)
_LITERAL = 256
"""Elements: larger values stand in a file beside the program."""
_PERIODS = 16
"""Functions for steps in which other ClientSession blocks run."""
_REPEATED = 5
"""Elements: so many that are the same are not written out one by one."""


class JaxProgram(NamedTuple):
    """An exported program.

    Attributes:
        text: its source.
        data: the file that must lie beside it (NumPy's .npz), named as the program; None if it needs none.
        report: what it leaves out, in the user's words.
    """

    text: str
    data: bytes | None
    report: list[str]

    def write(self, path: Path) -> None:
        """Write it, and what must lie beside it.

        Raises:
            FileError: it cannot be written.
        """
        if self.data is not None:
            write_atomically(path.with_suffix(".npz"), self.data)
        write_atomically(path, self.text.encode())


def to_jax(
    diagram: Diagram, path: str | os.PathLike[str], session_of: Callable[[PageView], Session] = Session
) -> JaxProgram:
    """The program of a diagram for JAX.

    Args:
        diagram: the diagram.
        path: where the program will be written.
        session_of: gives a session of a page, with the values that variables begin with.

    Raises:
        UsageError: JAX is not installed.
        DiagramError: a block cannot be compiled; a RunError with all errors if there are several.
    """
    require("jax")
    if not diagram.pages:
        raise DiagramError("the diagram has no page")
    names = Names(_TAKEN)
    arrays: dict[str, Array] = {}
    called = [names[page.name] for page in diagram.pages]
    pages = [_Page(session_of(page), name, names, arrays) for page, name in zip(diagram.pages, called, strict=True)]
    errors = {(error.page, error.block, error.message): error for page in pages for error in page.errors}
    if errors:
        raise RunError(list(errors.values()), {})
    used = {word for page in pages for word in page.used}
    source = "\n\n\n".join("\n".join(page.lines) for page in pages)
    head = _HEAD.format(
        title=inside_docstring(diagram.title) or "A diagram",
        needs=_NEEDS if "call" in used else "",
        path="from pathlib import Path\n" if arrays else "",
        lax="from jax import lax\n" if "lax" in used else "",
        more="\nfrom blocks.compile.call_jax import call\n" if "call" in used else "",
    )
    if arrays:
        head += (
            '\nwith np.load(Path(__file__).with_suffix(".npz"), allow_pickle=False) as file:\n    data = dict(file)\n'
        )
    text = f"{head}\n\n{source}\n{_END.format(first=pages[0].name)}"
    return JaxProgram(text, _packed(arrays) if arrays else None, [line for page in pages for line in page.report])


def _packed(arrays: dict[str, Array]) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


class _Within:
    """Names in a function of a loop: those of its values begin with that of the function."""

    def __init__(self, names: Any, begin: str) -> None:
        self._names, self._begin = names, begin

    def __getitem__(self, name: str) -> str:
        return self._names[f"{self._begin}_{name}"]

    def new(self, name: str) -> str:
        """An identifier for something that has no name of its own."""
        return self._names.new(f"{self._begin}_{name}")


class _Page:
    """One page as functions: one that runs some steps, and one for each kind of step.

    Attributes:
        name: what the function is called.
        lines: the lines of all.
        used: names beyond the usual ones that they need.
        errors: why blocks cannot be compiled.
        report: what is left out.
    """

    def __init__(self, session: Session, name: str, functions: Names, arrays: dict[str, Array]) -> None:
        self.name = name
        self.used: set[str] = set()
        self.errors: list[DiagramError] = []
        self.session = session
        self.report = [f"left out: {error.location()}: {one_line(error.sentence())}" for error in session.problems()]
        self._names: Any = Names(_TAKEN)
        self._arrays = arrays
        self._array_keys: dict[int, str] = {}
        self._streams: dict[Any, int] = {}
        periods = self._periods(intervals(session.elaboration))
        self._steps = {each: functions.new(f"{name}_step" if each == 1 else f"{name}_step_{each}") for each in periods}
        for word in (*_LOCALS, name, *self._steps.values()):
            self._names.new(word)
        session.initialise({})
        self._start: dict[Any, None] = {}
        self._feeds: dict[Output, Any] = {}
        self.lines = list(self._written())

    def _periods(self, every: Mapping[str, int]) -> list[int]:
        """Steps that stand for all, the largest first: what runs in a step runs in the first of these that divides it.

        Args:
            every: the ClientSession blocks that do not run in each step, with their intervals.
        """
        periods = {1}
        for interval in every.values():
            periods |= {math.lcm(interval, period) for period in periods}
            if len(periods) > _PERIODS:
                text = f"has ClientSession blocks that run together in more than {_PERIODS} ways"
                self.errors.append(DiagramError(text, page=self.session.page.name))
                return [1]
        return sorted(periods, reverse=True)

    def _wanted(self, step: int) -> None:
        """What a step of some number, from 1, computes, and in which order."""
        session, elaboration = self.session, self.session.elaboration
        idle = {block for block, every in intervals(elaboration).items() if step % every}
        requests = [request for block, request in elaboration.requests if block not in idle]
        self._feeds = {feed.output: feed.value for request in requests for feed in request.feeds}
        fed = {output_key(output): Fed(output.dtype, np.shape(value)) for output, value in self._feeds.items()}
        self._inputs = [output.op.block_name for output in self._feeds]
        values = [value for each in elaboration.values.values() for value in each.values()]
        if elaboration.sessions:
            outputs = [output for request in requests for output in request.fetches]
            targets = [node for request in requests for node in request.targets]
        else:
            outputs = [output for *_, output in elaboration.outputs()]
            targets = [value.op for value in values if isinstance(value, OperationRef)]
        marked = needed_nodes(elaboration.graph, outputs, targets, fed)
        shown = [each for each in elaboration.outputs() if marked[each[-1].op.number] or output_key(each[-1]) in fed]
        goal = Goal([output for *_, output in shown], targets)
        start = specialise(elaboration.graph, goal, fed, session.state.shapes(elaboration.graph))
        self._graph, last = finished(start, goal)
        self._shown = list(zip(shown, last.outputs, strict=True))
        self._plan: Schedule = schedule(self._graph)
        self._values: dict[int, str] = {}
        self._constants: dict[str, Node] = {}
        self._used: set[str] = set()

    # -- text ---------------------------------------------------------------------------------------------------------

    def _written(self) -> Iterator[str]:
        page = inside_docstring(repr(self.session.page.name))
        for period, name in sorted(self._steps.items()):
            step = copy(self)
            step._wanted(period)
            yield from step._function(name, f"One step of page {page}" if period == 1 else f"Every {period} steps")
            self._start |= dict.fromkeys(step._plan.start)
            self._feeds |= step._feeds
        yield f"def {self.name}(steps=1, seed=0, feed=None):"
        yield f'    """Page {page}: the results of the last of some steps."""'
        yield "    variables = {"
        for key in self._start:
            value = self.session.state.values.get(key)
            yield f"        {_text_of_key(key)!r}: {self._array(value, _text_of_key(key))},"
        yield "    }"
        yield "    feeds = {"
        for output, value in self._feeds.items():
            yield f"        {output.op.block_name!r}: {self._array(value, output.op.block_name)},"
        yield "    }"
        yield "    feeds |= feed or {}"
        yield "    for number in range(steps):"
        yield "        key = jax.random.fold_in(jax.random.key(seed), number)"
        called = self._steps[1]
        if len(self._steps) > 1:
            called = "step"
            yield f"        step = {self._chosen()}"
        yield f"        variables, results = {called}(variables, feeds, key)"
        yield "    return results"

    def _chosen(self) -> str:
        """Which function is the step of a number."""
        tests = (f"{name} if (number + 1) % {period} == 0 else " for period, name in self._steps.items() if period > 1)
        return "".join(tests) + self._steps[1]

    def _function(self, name: str, what: str) -> Iterator[str]:
        """The function of one kind of step."""
        body = [*self._body()]
        yield "@jax.jit"
        yield f"def {name}(variables, feeds, key):"
        yield f'    """{what}: the variables after it, and its results."""'
        for note in self.session.page.notes if name == self._steps[1] else ():
            yield from comment(note.text, "    ")
        yield from (f"    {line}" for line in body)
        yield ""
        yield ""

    def _body(self) -> Iterator[str]:
        plan = self._plan
        for key, value in plan.start.items():
            name = _text_of_key(key)
            self._values[value] = self._names[name]
            yield f"{self._names[name]} = variables[{name!r}]"
        for slot, value in plan.feeds.items():
            name = self._inputs[slot]
            self._values[value] = self._names[name]
            yield f"{self._names[name]} = feeds[{name!r}]"
        self._name_constants()
        lines = [line for instruction in plan.instructions for line in self._line(instruction)]
        results = list(self._returned())
        yield from self._constant_lines()
        yield from lines
        yield from results

    def _name_constants(self) -> None:
        for node in self._graph.nodes:
            value = self._plan.outputs[node.outputs[0]] if node.outputs else None
            if value in self._plan.constants:
                self._values[value] = self._names[node.name]
                self._constants[self._names[node.name]] = node

    def _constant_lines(self) -> Iterator[str]:
        for name, node in self._constants.items():
            if name in self._used:
                yield f"{name} = {self._array(node.attrs['val'], node.name, node)}{self._remark(node)}"

    def _returned(self) -> Iterator[str]:
        plan = self._plan
        yield "results = {"
        for (block, pin, index, _), output in self._shown:
            spec = self.session.elaboration.specs[block]
            declared = spec.output(pin)
            at = "" if index is None else f"[{index}]"
            text = self._value(output, plan.outputs[output])
            for result_pin in declared.result_pins if declared is not None else ():
                yield f"    {f'{block}.{result_pin}{at}'!r}: {text},"
        yield "}"
        written = ", ".join(f"{_text_of_key(key)!r}: {self._values[value]}" for key, value in plan.final.items())
        yield f"return variables | {{{written}}}, results" if written else "return variables, results"

    def _is_written(self, node: Node) -> bool:
        """Whether a call gets a line: not what is only a size or an axis within a gradient."""
        return node.owner is None or self.session.elaboration.is_block(node) or not all(map(_literal, node.outputs))

    def _remark(self, node: Node) -> str:
        """What stands behind a line: the type, and of which block it is a part."""
        part = "" if self.session.elaboration.is_block(node) else f" of {one_line(node.block_name)}"
        return f"  # {node.type.name}{part}"

    def _line(self, instruction: Instruction) -> Iterator[str]:
        node = instruction.node
        if not self._is_written(node) and not node.type.writes:
            return
        if node.type.name == "Placeholder":
            name = self._names[node.name]
            self._values[instruction.results[0]] = name
            yield f"{name} = feeds[{node.block_name!r}]{self._remark(node)}"
            return
        if node.type.nested:
            yield from self._loop(instruction)
            return
        text = self._call(instruction)
        if text is None:
            return
        names = self._results(instruction)
        yield f"{', '.join(names)} = {text}{self._remark(node)}" if names else f"{text}{self._remark(node)}"

    def _loop(self, instruction: Instruction) -> Iterator[str]:
        """A loop, or a branch, that runs a graph of its own."""
        node, values = instruction.node, values_in(instruction.args)
        texts = [self._value(output, value) for output, value in zip(node.inputs, values, strict=True)]
        shapes = [each.shape for each in node.inputs]
        writer = Loops(node.attrs["program"], shapes, texts, self._names.new(f"{node.name}_loop"), self._inside)
        self.used.add("lax")
        try:
            result = writer.written()
        except NotWritten as reason:
            text = f"cannot be written for JAX: {node.attrs['program'].title} {reason}"
            error = DiagramError(text, hint="--backend jax runs it").located(block=node.block_name)
            self.errors.append(error.located(page=self.session.page.name, file=self.session.file))
            result = ["None"] * len(node.outputs)
        yield from writer.lines
        program: Program = node.attrs["program"]
        self._values.update(zip(instruction.results, [*[result[i] for i in program.written], *result], strict=True))

    def _inside(self, graph: Graph, goal: Goal, names: Sequence[str], begin: str) -> Inside:
        """The graph that a loop runs, as lines; see `blocks.interchange.jax_loops`."""
        inner = copy(self)
        inner._graph, inner._plan = graph, schedule(graph)
        inner._names = _Within(self._names, begin)
        inner._values = {value: names[slot] for slot, value in inner._plan.feeds.items()}
        inner._constants, inner._used = {}, set()
        inner._name_constants()
        lines = [line for instruction in inner._plan.instructions for line in inner._line(instruction)]
        results = [inner._value(output, inner._plan.outputs[output]) for output in goal.outputs]
        return Inside([*inner._constant_lines(), *lines], results)

    def _results(self, instruction: Instruction) -> list[str]:
        node, result = instruction.node, list[str]()
        for i, value in enumerate(instruction.results):
            several = len(instruction.results) > 1
            name = self._names.new(f"{node.name}_{i}") if several else self._names[node.name]
            self._values[value] = name
            result.append(name)
        return result

    def _call(self, instruction: Instruction) -> str | None:
        from blocks.compile.jax.lower import reason_against
        from blocks.library.jax_rules import rule_of
        from blocks.library.jax_rules.missing import why_not
        from blocks.library.jax_rules.text import expression

        node = instruction.node
        reason = reason_against(node)
        if node.type.control or instruction.chosen is not None:
            reason = "decides what runs"
        title = node.type.name
        if not reason and rule_of(node.type) is None and not node.type.shape_only:
            known = known_value(node.outputs[0]) if len(node.outputs) == 1 else None
            if known is not None:  # it follows from constants
                return self._array(known, node.name, node)
            reason = why_not(node.type.name)
        if reason:
            error = DiagramError(f"cannot be compiled by JAX: {title} {reason}").located(block=node.block_name)
            self.errors.append(error.located(page=self.session.page.name, file=self.session.file))
            for value in instruction.results:
                self._values[value] = "None"
            return None
        pins = [pin.name for pin in node.type.inputs]
        args = list(zip(node.args, instruction.args, strict=True))
        plain = any(not self._number(output) for output in node.inputs)
        used = set(self._used)
        texts = [", ".join(self._argument(arg, value, plain)) for arg, value in args]
        result = expression(node, dict(zip(pins, texts, strict=True)))
        if result is not None:
            return result
        self._used = used
        return self._by_rule(node, [self._argument(arg, value, False) for arg, value in args])

    def _number(self, output: Output) -> str:
        """A number that was typed into a pin, as it stands in a formula; empty if it is something else."""
        node = output.op
        if not node.type.constant or self.session.elaboration.is_block(node) or output.shape != ():
            return ""
        value = node.attrs["val"]
        return str(value) if value.dtype.kind in "fi" and np.isfinite(value) and value >= 0 else ""

    def _given(self, output: Output, text: str) -> str:
        """An argument of a rule: sizes and axes as they are, so that they are known when the program is compiled."""
        follows = _literal(output) and not output.op.type.constant
        return self._array(known_value(output), output.name) if follows else text

    def _by_rule(self, node: Node, args: Sequence[list[str]]) -> str:
        self.used.add("call")
        parts = [repr(node.type.name)]
        for pin, each, arg in zip(node.type.inputs, args, node.args, strict=True):
            outputs = arg if isinstance(arg, tuple) else (arg,) if arg is not None else ()
            texts = [self._given(output, text) for output, text in zip(outputs, each, strict=True)]
            parts.append(f"[{', '.join(texts)}]" if pin.is_list else texts[0] if arg is not None else "None")
        if node.type.random:
            name, _, seeds = stream_of(node)
            alike = name if seeds is None else seeds[:2]  # the same for blocks with the same seeds
            stream = self._streams.setdefault(alike, len(self._streams))
            parts.append(f"key=jax.random.fold_in(key, {stream})")
        for attribute in node.type.attributes:
            value = node.attrs[attribute.name]
            if is_array(value) or value != attribute.default:
                parts.append(f"{attribute.name}={_attribute(value)}")
        return f"call({', '.join(parts)})"

    def _argument(self, arg: Any, value: Any, plain: bool) -> list[str]:
        """The expressions for what a pin gets; with ``plain`` typed numbers are numbers."""
        pairs: list[tuple[Output, int]] = [] if arg is None else [(arg, value)]
        if is_list(arg):
            pairs = list(zip(arg, value, strict=True))
        return [(self._number(o) if plain else "") or self._value(o, v) for o, v in pairs]

    def _value(self, output: Output, value: int) -> str:
        entry = self._values.get(value)
        if entry is not None:
            self._used.add(entry)
            return entry
        known = known_value(output)
        assert known is not None, output
        return self._array(known, output.name)

    def _array(self, array: Any, name: str, node: Node | None = None) -> str:
        """An array as text, or as its index in the file beside the program."""
        if not is_array(array) or array.dtype.hasobject or array.dtype == BFLOAT16.numpy:
            what = "nothing" if array is None else "texts" if array.dtype.hasobject else "bfloat16"
            block = node.block_name if node is not None else name
            error = DiagramError(f"cannot stand in a program for JAX: it holds {what}").located(block=block)
            self.errors.append(error.located(page=self.session.page.name, file=self.session.file))
            return "None"
        dtype = "np.bool" if array.dtype == bool else f"np.{array.dtype.name}"
        first = array.flat[0] if array.size else np.zeros((), array.dtype)
        uniform = array.tobytes() == first.tobytes() * array.size and not 0 < array.size < _REPEATED
        if uniform and not any(first.tobytes()):
            return f"np.zeros({array.shape!r}, {dtype})"
        if uniform and np.isfinite(first):
            return f"np.full({array.shape!r}, {first.item()!r}, {dtype})"
        if array.size > _LITERAL or (array.dtype.kind in "fc" and not np.isfinite(array).all()):
            key = self._array_keys.get(id(array)) or self._names.new(f"{self.name}_{name}")
            self._array_keys[id(array)] = key
            self._arrays[key] = array  # which also keeps its id from being that of another one
            return f"data[{key!r}]"
        return f"np.array({array.tolist()!r}, {dtype})"


def _literal(output: Output) -> bool:
    known = known_value(output)
    return known is not None and known.dtype.kind in "iub" and known.size <= 64


def _attribute(value: Any) -> str:
    if isinstance(value, DType):
        return repr(value.name)
    if is_list(value):
        return f"[{', '.join(map(_attribute, value))}]"
    return repr(value.tolist()) if is_array(value) else repr(value)


def _text_of_key(key: Any) -> str:
    """The name of a variable's cell: its own, or the shared one."""
    return key if isinstance(key, str) else "/".join(key)

"""Export of a page's inference part as an ONNX model: `to_onnx`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from blocks.analysis.inner_values import inside_of
from blocks.analysis.output_names import asked_by
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.compile.passes import Fed, finished, specialise
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes, output_key
from blocks.compile.schedule import cell_key
from blocks.document.data import listed
from blocks.document.model import Diagram, PageView
from blocks.elaborate.model import Elaboration
from blocks.graph.call_info import known_value
from blocks.graph.graph import Node, Output
from blocks.interchange.optional import require
from blocks.interchange.page_ends import page_ends
from blocks.library.control_flow.custom_gradients import CustomRule
from blocks.library.core.values import OperationRef
from blocks.run.session import Session
from blocks.run.steps.environment import initialise


class Exported(NamedTuple):
    """An exported model.

    Attributes:
        data: the content of the model file.
        inputs: the names of the inputs: the block of a Placeholder, otherwise ``block.pin``. The input of a
            PlaceholderWithDefault is optional.
        outputs: the names of the outputs, ``block.pin``.
        report: sentences about inputs, outputs and omitted blocks.
    """

    data: bytes
    inputs: list[str]
    outputs: list[str]
    report: list[str]


def to_onnx(
    source: Diagram | PageView | Session, fetch: Sequence[str] = (), inputs: Sequence[str] | Mapping[str, Shape] = ()
) -> Exported:
    """Export the inference part of a page as an ONNX model (requires the extra ``onnx``).

    Placeholders become inputs. Variables become constants with their values in the session, or with their initial
    values. ``onnx.load_from_string(exported.data)`` returns the model.

    Args:
        source: a session, a page, or a diagram with one page.
        fetch: names of the model's outputs. If it is empty, the outputs are the fetches of the ClientSession blocks, or
            the outputs that no other block uses. In the latter case, blocks that change variables, draw random values
            or do not compute tensors of numbers are left out.
        inputs: names of additional inputs (``block`` or ``block.pin``), or a mapping from names to shapes that replace
            the pins' shapes. Blocks that only these inputs depended on are left out.

    Returns:
        The model as bytes, the names of its inputs and outputs, and a report.

    Raises:
        UsageError: a name does not exist, or ONNX is not installed.
        DiagramError: a required block has no ONNX form. If there are several errors, a RunError contains them all.

    Example:
        exported = blocks.to_onnx(blocks.load("stable_softmax.gradblocks"), fetch=["softmax"])
        print(exported.outputs, len(exported.data))
    """
    require("onnx")
    session = source if isinstance(source, Session) else Session(source)
    return _Export(session, fetch, inputs).run()


class _Export:
    def __init__(self, session: Session, fetch: Sequence[str], inputs: Sequence[str] | Mapping[str, Shape]) -> None:
        self.session = session
        self.elaboration = session.elaboration
        self.names = {output_key(o): (f"{b}.{pin}" + ("" if i is None else f"[{i}]")) for b, pin, i, o in self._all()}
        self.wanted = self._wanted(fetch)
        self.fed = self._inputs(inputs)
        self.defaults: dict[OutputKey, Array] = {}

    def run(self) -> Exported:
        from blocks.compile.onnx.lower import ModelNames, to_model

        session, graph = self.session, self.elaboration.graph
        initialise(session, {})
        self._add_optional()
        if not self.wanted:
            raise self._located(
                DiagramError("there is nothing to export: no block has a result that a model can compute")
            )
        goal = Goal(list(self.wanted.values()))
        fed, shapes = {at: fed for at, (_, fed) in self.fed.items()}, session.state.shapes(graph)
        start = specialise(graph, goal, fed, shapes, passes=("fold",), memory=session.memory.each)
        defaults = {slot: self.defaults[at] for slot, at in enumerate(self.fed) if at in self.defaults}
        others = {start.outputs[o]: self.names[output_key(o)] for *_, o in self._all() if o in start.outputs}
        names = ModelNames([name for name, _ in self.fed.values()], defaults, list(self.wanted), others)
        new, last = finished(start, goal)
        title = session.page.name
        model, errors = to_model(new, last, session.state.values, names, title)
        if errors:
            raise RunError([self._located(error) for error in errors], {})
        inputs, outputs = ([each.name for each in ends] for ends in (model.graph.input, model.graph.output))
        report = [*self._interface(), *self._left_out(), *self._lost()]
        return Exported(model.SerializeToString(), inputs, outputs, report)

    # -- what it gives ------------------------------------------------------------------------------------------------

    def _all(self) -> Iterator[tuple[str, str, int | None, Output]]:
        for block in self.elaboration.page.blocks:
            yield from self.elaboration.outputs_of(block.id)

    def _wanted(self, fetch: Sequence[str]) -> dict[str, Output]:
        elaboration = self.elaboration
        if fetch:
            asked = [asked_by(elaboration, name) for name in fetch]
            self._require({each.block for each in asked})
            result = [output for each in asked for output in each.outputs]
            for name, each in zip(fetch, asked, strict=True):
                if not each.outputs:
                    raise UsageError(f"{name!r} is not a tensor, so a model cannot return it")
            return {self._name(output): output for output in result}
        sessions = {block.id for block in elaboration.page.blocks if block.type == "ClientSession"}
        if sessions:
            self._require(sessions)
            result = [output for _, request in elaboration.requests for output in request.fetches]
        else:
            result = list(page_ends(elaboration, self._is_left_out))
        return {self._name(output): output for output in result if self._reason(output.op) is None}

    def _require(self, blocks: set[str]) -> None:
        """Raise a RunError if anything that these blocks need has an error."""
        needed = self.elaboration.upstream(blocks)
        faults = [self._located(error) for error in self.session.faults if error.block in needed]
        if faults:
            raise RunError(faults, {})

    def _is_left_out(self, block: str) -> bool:
        return any(map(self._reason, self._nodes(block)))

    def _nodes(self, block: str) -> Iterator[Node]:
        seen = {output.op.number: output.op for *_, output in self.elaboration.outputs_of(block)}
        for value in self.elaboration.values.get(block, {}).values():
            if isinstance(value, OperationRef):
                seen[value.op.number] = value.op
        for node in seen.values():
            if self.elaboration.is_block(node):
                yield node

    def _reason(self, node: Node) -> str | None:
        from blocks.compile.onnx.lower import outside

        return outside(node)

    def _name(self, output: Output) -> str:
        return self.names.get(output_key(output), output.name)

    # -- what it takes ------------------------------------------------------------------------------------------------

    def _inputs(self, given: Sequence[str] | Mapping[str, Shape]) -> dict[OutputKey, tuple[str, Fed]]:
        result: dict[OutputKey, tuple[str, Fed]] = {}
        shapes: Mapping[str, Shape] = given if isinstance(given, Mapping) else {}
        for name in given:
            outputs = asked_by(self.elaboration, name).outputs
            if len(outputs) != 1:
                text = f"{name!r} refers to {len(outputs)} tensors, but an input must be one tensor"
                raise UsageError(text, hint="name one pin, as block.pin")
            [output] = outputs
            result[output_key(output)] = name, Fed(output.dtype, shapes.get(name, output.shape))
        fed = {feed.output: feed.value.shape for _, request in self.elaboration.requests for feed in request.feeds}
        marked = needed_nodes(self.elaboration.graph, self.wanted.values(), (), result)
        for node in self.elaboration.graph.nodes:
            if node.type.name == "Placeholder":
                fed.setdefault(node.outputs[0], node.outputs[0].shape)
        for output, shape in fed.items():
            if marked[output.op.number] and output_key(output) not in result:
                name = output.op.block_name if output.op.type.name == "Placeholder" else self._name(output)
                result[output_key(output)] = name, Fed(output.dtype, shape if output.shape is None else output.shape)
        return result

    def _needed(self) -> list[Node]:
        graph = self.elaboration.graph
        marked = needed_nodes(graph, self.wanted.values(), (), self.fed)
        return [each for each in graph.nodes if marked[each.number]]

    def _add_optional(self) -> None:
        """Make a PlaceholderWithDefault an optional input if its default is a constant or a variable."""
        for node in self._needed():
            if node.type.name == "PlaceholderWithDefault" and output_key(node.outputs[0]) not in self.fed:
                value = self._value(node.inputs[0])
                if value is not None:
                    [output] = node.outputs
                    self.fed[output_key(output)] = node.block_name, Fed(output.dtype, output.shape)
                    self.defaults[output_key(output)] = value

    def _value(self, output: Output) -> Array | None:
        if output_key(output) in self.fed:
            return None
        if output.op.type.variable:
            return self.session.state.values.get(cell_key(output.op))
        return output.op.attrs["val"] if output.op.type.constant else known_value(output)

    # -- what is said -------------------------------------------------------------------------------------------------

    def _interface(self) -> Iterator[str]:
        for at, (name, fed) in self.fed.items():
            optional = ", optional" if at in self.defaults else ""
            yield f"input: {name}, {fed.dtype.short}{shape_text(fed.shape)}{_pairs(fed.dtype)}{optional}"
        for name, output in self.wanted.items():
            yield f"output: {name}, {output.dtype.short}{shape_text(output.shape)}{_pairs(output.dtype)}"

    def _left_out(self) -> Iterator[str]:
        for error in self.session.faults:
            yield f"left out: {self._located(error).location()}: {error.sentence()}"
        for block in self.elaboration.page.blocks:
            for node in self._nodes(block.id):
                reason = self._reason(node)
                if reason is not None:
                    yield f"left out: page {self.session.page.name!r}, block {block.id!r}: {block.type} {reason}"
                    break

    def _lost(self) -> list[str]:
        names = list(dict.fromkeys(_custom_gradients(self.elaboration, self._needed())))
        text = "an ONNX model contains only the forward graph, so these custom gradients are lost"
        return [f"{text}: {listed(names)}"] if names else []

    def _located(self, error: DiagramError) -> DiagramError:
        return self.session.lines.located(error)


def _custom_gradients(elaboration: Elaboration, nodes: Iterable[Node], path: str = "") -> Iterator[str]:
    """Yield the custom gradients of nodes and of the bodies that they run, by instance."""
    for node in nodes:
        program, block = node.attrs.get("program"), f"{path}{node.block_name}"
        if isinstance(program, CustomRule):
            yield f"{block.rstrip('/')} ({program.title})"
        elif program is not None:
            for each in inside_of(elaboration, node.block_name):
                yield from _custom_gradients(each.elaboration, each.body.graph.nodes, f"{block}/{each.part}")


def _pairs(dtype: DType) -> str:
    return " as real and imaginary parts, along a last axis of 2" if dtype.is_complex else ""

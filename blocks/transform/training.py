"""The edit that adds training to a page: weights become variables, and a loss and an optimizer step are added."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.gradient_flow import page_flow
from blocks.analysis.gradient_targets import differentiated
from blocks.base.errors import DiagramError, UsageError
from blocks.base.names import free_name
from blocks.base.shapes import element_count
from blocks.base.types import Array
from blocks.document.changes import Change, Group, SetDefinition, SetField, SetValue, UnsetValue
from blocks.document.data import INSTANCE, Block, Document, Endpoint, Page, Position, Wire, listed
from blocks.document.model import Diagram, PageView
from blocks.document.paths import matching
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.library.array.identity import Identity, Placeholder
from blocks.library.array.reshaping import ExpandDims, Reshape, Squeeze
from blocks.library.array.slicing import StridedSlice
from blocks.library.control_flow.composite_loops import Repeat, Scan, While
from blocks.library.core.composites import InputPin, OutputPin
from blocks.library.core.constants import Const
from blocks.library.core.sessions import ClientSession
from blocks.library.math.arithmetic import SquaredDifference
from blocks.library.math.reductions import Mean
from blocks.library.math.sums import BroadcastTo
from blocks.library.nn.batch_norm import FusedBatchNorm
from blocks.library.nn.softmax import Softmax, SparseSoftmaxCrossEntropyWithLogits
from blocks.library.state.variables import Variable
from blocks.library.training.minimize import Minimize
from blocks.transform.verbs.edit import additions, replacements

LOSSES = ("mean_squared_error", "softmax_cross_entropy")
"""What can be added as a loss: of numbers beside wanted ones, of logits [n, classes] beside labels [n]."""

_STATISTICS = ("mean", "variance")
_LOOPS = frozenset([Scan.name, Repeat.name, While.name])
_FORMS = frozenset(
    [each.name for each in (Identity, InputPin, OutputPin, StridedSlice, BroadcastTo, Reshape, ExpandDims, Squeeze)]
)
"""Blocks that give the elements of their first input in another form."""
_Read = Callable[[str], Array] | None


class TrainedDocument(NamedTuple):
    """A document with a training page.

    Attributes:
        weights: the paths of the constants that became variables.
        variables: the number of variables before.
    """

    document: Document
    weights: Sequence[str]
    variables: int


class TrainingEdit(NamedTuple):
    change: Change
    block: str


class _Where(NamedTuple):
    canvas: str
    block: str


def training(
    document: Document,
    page: str,
    of: str,
    rate: float,
    *,
    optimizer: str = "GradientDescent",
    loss: str | None = None,
    variables: Sequence[str] = (),
    read_file: _Read = None,
) -> TrainedDocument:
    """Return a document in which each step of a page minimizes a tensor.

    Args:
        of: the loss, or the input of an added loss: ``block`` or ``block.pin``, also with paths.
        loss: the loss that is added, one of `LOSSES`, as by `add_loss`; None: ``of`` is the loss.
        variables: patterns of the paths of the trained parameters; empty: all.

    Raises:
        UsageError: The block or pin does not exist, or a pattern matches no parameter.
        DiagramError: There is no parameter to train.
    """
    result = _elaborated(document, page, read_file)
    end, target = _single(result, of) if loss is None else _under(result, of, loss)
    results = parameters_of(result, of)
    present = [each for each, spec in result.specs.items() if spec.variable and not spec.temporary]
    fates = page_flow(result, of).variables
    if not results and not any(each in fates and fates[each].reached for each in present):
        raise DiagramError(f"{of} does not depend on a trainable weight", page=page)
    edits = _Edits(document, page)
    if variables:
        trained = [each for each in present if _is_trained(result, each)]
        chosen = matching([*results, *trained], variables, "--variables", "parameter")
        edits.freeze([each for each in trained if each not in chosen], chosen)
        results = [each for each in results if each in chosen]
    edits.make_trainable(results)
    if end.block in results:  # what was the output of a constant is a reference now
        end = end._replace(pin="ref")
    source = edits.brought_up(end)
    if loss is not None:
        source = edits.add_loss(source, target, loss)
    edits.add_step(source, rate, optimizer)
    return TrainedDocument(edits.diagram.document, results, len(variables))


def make_trainable(document: Document, page: str, paths: Collection[str]) -> Change:
    """Return the edit that turns constants into variables with the constants as initial values.

    Args:
        paths: the paths of the constants from that canvas; those of one definition become variables once.

    Raises:
        UsageError: A constant is inside a loop.
    """
    edits = _Edits(document, page)
    edits.make_trainable(paths)
    return edits.change()


def add_loss(document: Document, elaboration: Elaboration, of: str, loss: str) -> TrainingEdit:
    """Return the edit that adds a loss of an output and a Placeholder for the target.

    Args:
        loss: one of `LOSSES`; softmax_cross_entropy of a Softmax output uses the logits instead.

    Raises:
        UsageError: The block or pin does not exist.
        DiagramError: The loss does not accept this tensor.
    """
    end, target = _under(elaboration, of, loss)
    edits = _Edits(document, elaboration.page.name)
    source = edits.add_loss(edits.brought_up(end), target, loss)
    return TrainingEdit(edits.change(), source.block)


def add_training_step(
    document: Document, elaboration: Elaboration, of: str, rate: float, optimizer: str
) -> TrainingEdit:
    """Return the edit that adds a Minimize block, which each step runs; raise UsageError if ``of`` is missing."""
    end, _ = _single(elaboration, of)
    edits = _Edits(document, elaboration.page.name)
    block = edits.add_step(edits.brought_up(end), rate, optimizer)
    return TrainingEdit(edits.change(), block)


def _elaborated(document: Document, page: str, read_file: _Read) -> Elaboration:
    result = next((each for each in document.pages if each.name == page), None)
    if result is None:
        raise UsageError(
            f"there is no page {page!r}", hint=f"the pages are: {listed([p.name for p in document.pages])}"
        )
    return elaborate(result, read_file, composites=composites_of(document.composites))


def _single(elaboration: Elaboration, of: str) -> tuple[Endpoint, Output]:
    """Return the only tensor of a name and its pin; raise UsageError if there is not exactly one."""
    page = elaboration.page.name
    targets = differentiated(elaboration, of)
    if len(targets) != 1:
        raise UsageError(f"{of!r} refers to {len(targets)} tensors: name the one to minimize", page=page)
    result = [
        Endpoint(block, pin, index) for block, pin, index, output in elaboration.outputs() if output is targets[0]
    ]
    if not result:
        raise UsageError(f"{of!r} is not an output of a block", page=page)
    named = [end for end in result if of == end.block or of.startswith(f"{end.block}.")]
    return (named or result)[0], targets[0]


def _under(elaboration: Elaboration, of: str, loss: str) -> tuple[Endpoint, Output]:
    """Return the input of a loss: the logits for a classifier that ends in a Softmax."""
    end, target = _single(elaboration, of)
    node = target.op
    while node.type.name == Identity.name:
        node = node.inputs[0].op
    if loss != "softmax_cross_entropy" or node.type.name != Softmax.name:
        return end, target
    logits = node.inputs[0]
    result = [Endpoint(block, pin, index) for block, pin, index, output in elaboration.outputs() if output is logits]
    return (min(result, key=lambda each: each.block.count("/")), logits) if result else (end, target)


def parameters_of(elaboration: Elaboration, of: str | Sequence[Output]) -> list[str]:
    """Return the constants of a page that training turns into variables.

    These are the parameters of an imported model, and constants with several real numbers that a gradient reaches and
    that are marked neither as constants nor as statistics.
    """
    reached = page_flow(elaboration, of).outputs if of else ()
    statistics = {
        wire.source.block
        for block, wires in elaboration.wires_into.items()
        if block in elaboration.specs and elaboration.specs[block].name.startswith(FusedBatchNorm.name)
        for wire in wires
        if wire.target.pin in _STATISTICS
    }
    others = elaboration.upstream(statistics) | _empty_states(elaboration)
    guessed = {each.block for each in reached if each.block not in others}
    return [each for each in sorted(elaboration.specs) if _is_parameter(elaboration, each, is_guess=each in guessed)]


def _empty_states(elaboration: Elaboration) -> set[str]:
    """Return the constants of zeros that are initial loop values.

    PyTorch exports the initial state of a recurrent network as such a constant, which is not a parameter.
    """
    result: set[str] = set()
    for name, spec in elaboration.specs.items():
        if spec.name not in _LOOPS:
            continue
        for wire in elaboration.wires_into.get(name, ()):
            block = wire.source.block if wire.target.pin in elaboration.values.get(name, ()) else ""
            seen: set[str] = set()
            while block in elaboration.specs and elaboration.specs[block].name in _FORMS and block not in seen:
                seen.add(block)
                sources = elaboration.wires_into.get(block)
                block = sources[0].source.block if sources else ""
            if block in elaboration.specs and elaboration.specs[block].name == Const.name:
                value = elaboration.values.get(block, {}).get(Const.outputs[0].name)
                if isinstance(value, Output) and not np.any(np.asarray(value.op.attrs["val"])):
                    result.add(block)
    return result


def constants_in(elaboration: Elaboration, blocks: Collection[str]) -> list[str]:
    """Return the parameters among blocks, and inside those that are instances.

    Args:
        blocks: ids or paths; an explicitly named constant of real numbers always counts.
    """
    instances = tuple([f"{each}/" for each in blocks])
    return [
        each
        for each in elaboration.specs
        if (each in blocks and _is_real(elaboration, each))
        or (each.startswith(instances) and _is_parameter(elaboration, each, is_guess=True))
    ]


def _is_trained(elaboration: Elaboration, variable: str) -> bool:
    value = elaboration.values.get(variable, {}).get(Variable.outputs[0].name)
    return isinstance(value, Output) and bool(value.op.attrs["trainable"])


def _is_real(elaboration: Elaboration, block: str) -> bool:
    spec, value = elaboration.specs.get(block), elaboration.values.get(block, {}).get(Const.outputs[0].name)
    if spec is None or spec.name != Const.name or not isinstance(value, Output) or not value.op.type.constant:
        return False
    return value.dtype.is_differentiable and bool(element_count(value.shape))


def _is_parameter(elaboration: Elaboration, block: str, *, is_guess: bool) -> bool:
    if not _is_real(elaboration, block):
        return False
    output = elaboration.values[block][Const.outputs[0].name]
    role = output.op.attrs["role"]
    return role == "parameter" or (not role and is_guess and (element_count(output.shape) or 0) > 1)


class _Edits:
    """A diagram under successive changes."""

    def __init__(self, document: Document, page: str) -> None:
        self.diagram = Diagram(document)
        self._page = page
        self._changes: list[Change] = []
        self._last: dict[str, Position] = {}

    def change(self) -> Change:
        return Group(tuple(self._changes))

    def _do(self, *changes: Change) -> None:
        for each in changes:
            self.diagram.apply(each)
        self._changes += changes

    def make_trainable(self, paths: Collection[str]) -> None:
        result: dict[str, set[str]] = {}
        for canvas, block in map(self._where, paths):
            result.setdefault(canvas, set()).add(block)
        for canvas, blocks in result.items():
            self._do(*_as_variables(self.diagram.canvas(canvas).snapshot(), blocks))

    def freeze(self, paths: Collection[str], others: Collection[str]) -> None:
        """Exclude variables from training; raise UsageError if one block of a composite is also among ``others``."""
        kept = {self._where(each): each for each in others}
        for path in paths:
            where = self._where(path)
            if where in kept:
                text = f"{kept[where]} and {path} are the same block of {where.canvas}: choose both or neither"
                raise UsageError(text, page=self._page)
            self._do(SetValue(where.canvas, where.block, "trainable", False))

    def _where(self, path: str) -> _Where:
        canvas = self._page
        *instances, block = path.split("/")
        for each in instances:
            result = self.diagram.canvas(canvas).get(each)
            if result is None or not result.type.startswith(INSTANCE):
                raise UsageError(
                    f"{path!r} is inside a loop: train the inputs of the loop block instead", page=self._page
                )
            canvas = result.type
        return _Where(canvas, block)

    def brought_up(self, end: Endpoint) -> Endpoint:
        """Return the page's endpoint for an inner pin; add output pins to instances if missing."""
        while "/" in end.block:
            above, _, block = end.block.rpartition("/")
            view = self.diagram.canvas(self._where(end.block).canvas)
            source = end._replace(block=block)
            targets = [wire.target.block for wire in view.wires_from(block) if wire.source == source]
            pin = next((each for each in map(view.get, targets) if each and each.type == OutputPin.name), None)
            if pin is None:
                pin = self._add(view, f"{block}_out", OutputPin.name, {}, input=source)
            end = Endpoint(above, str(pin.values.get("name") or pin.id))
        return end

    def _add(self, view: PageView, wish: str, kind: str, values: Mapping[str, Any], **inputs: Endpoint) -> Block:
        page = view.snapshot()
        block = Block(free_name(wish, {each.id for each in page.blocks}), kind, self._free_position(page), values)
        wires = [Wire(source, Endpoint(block.id, pin)) for pin, source in inputs.items()]
        self._do(*additions(page, {"wires": wires}, [block]))
        return block

    def _free_position(self, page: Page) -> Position:
        positions = [each.at for each in page.blocks]
        if len(set(positions)) < 2:
            return positions[0] if positions else (0.0, 0.0)
        if page.name in self._last:
            x, y = self._last[page.name]
            at = (x + _STEP, y)
        else:
            at = (min(x for x, _ in positions), max(y for _, y in positions) + _BELOW)
        self._last[page.name] = at
        return at

    def add_loss(self, source: Endpoint, target: Output, loss: str) -> Endpoint:
        shape, view = target.shape, self.diagram.canvas(self._page)
        if shape is None:
            raise DiagramError(f"the loss {loss} needs to know the number of axes of {source}", page=self._page)
        if loss == "mean_squared_error":
            values = {"dtype": target.dtype.name, "shape": list(shape)}
            given = Endpoint(self._add(view, "target", Placeholder.name, values).id, "output")
            error = self._add(view, "error", SquaredDifference.name, {}, x=source, y=given)
            axes = list(range(len(shape)))
            result = self._add(view, "loss", Mean.name, {"axis": axes}, input=Endpoint(error.id, "z"))
            return Endpoint(result.id, "output")
        if len(shape) != 2:
            text = f"the loss {loss} needs logits of shape [n, classes], but {source} has {len(shape)} axes"
            raise DiagramError(text, page=self._page)
        values = {"dtype": "DT_INT32", "shape": [shape[0]]}
        labels = Endpoint(self._add(view, "labels", Placeholder.name, values).id, "output")
        kind = SparseSoftmaxCrossEntropyWithLogits.name
        error = self._add(view, "error", kind, {}, features=source, labels=labels)
        result = self._add(view, "loss", Mean.name, {"axis": [0]}, input=Endpoint(error.id, "loss"))
        return Endpoint(result.id, "output")

    def add_step(self, source: Endpoint, rate: float, optimizer: str) -> str:
        view = self.diagram.canvas(self._page)
        values = {"learning_rate": rate, **_unless_default(optimizer)}
        step = self._add(view, "train", Minimize.name, values, loss=source).id
        session = next((each.id for each in view.blocks if each.type == ClientSession.name), None)
        if session is None:
            session = self._add(view, "run", ClientSession.name, {}, fetch_outputs=source).id
        page = view.snapshot()
        wires = [
            Wire(source, Endpoint(session, "fetch_outputs")),
            Wire(Endpoint(step, "operation"), Endpoint(session, "run_outputs")),
        ]
        self._do(*additions(page, {"wires": [each for each in wires if each not in page.wires]}))
        return step


_PINS = {"output": "ref", "result_output": "result_ref"}
"""The pins of a constant, and what a variable has in their place."""


def _as_variables(page: Page, blocks: Collection[str]) -> list[Change]:
    name = page.name
    changes: list[Change] = []
    for block in page.blocks:
        if block.id in blocks:
            changes.append(SetField(name, block.id, "type", Variable.name))
            if "role" in block.values:
                changes.append(UnsetValue(name, block.id, "role"))
            if "val" in block.values:
                changes.append(UnsetValue(name, block.id, "val"))
                changes.append(SetValue(name, block.id, "initvalues", block.values["val"]))
    wires = [
        (i, wire._replace(source=wire.source._replace(pin=_PINS.get(wire.source.pin, wire.source.pin))))
        for i, wire in enumerate(page.wires)
        if wire.source.block in blocks
    ]
    changes += replacements(page, {"wires": wires})
    new = {f"{each}.val": f"{each}.initvalues" for each in blocks}
    values = tuple([each._replace(sets=tuple([new.get(one, one) for one in each.sets])) for each in page.promoted])
    return [*changes, SetDefinition(name, "values", values)] if values != page.promoted else changes


_STEP, _BELOW = 260.0, 300.0


def _unless_default(optimizer: str) -> dict[str, str]:
    attribute = Minimize.attribute("optimizer")
    return {} if attribute is not None and attribute.default == optimizer else {"optimizer": optimizer}

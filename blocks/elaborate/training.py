"""Makes a page train: constants that are weights become variables, a loss is added, and a step of an optimiser."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError, UsageError
from blocks.base.shapes import element_count
from blocks.base.types import Array
from blocks.document.data import INSTANCE, Block, Document, Endpoint, Page, Wire, listed
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.elaboration import Elaboration
from blocks.elaborate.gradient_flow import page_flow
from blocks.elaborate.gradient_targets import differentiated
from blocks.graph.graph import Output
from blocks.library.array.identity import Placeholder
from blocks.library.core.composites import OutputPin
from blocks.library.core.constants import Const
from blocks.library.core.sessions import ClientSession
from blocks.library.math.arithmetic import SquaredDifference
from blocks.library.math.reductions import Mean
from blocks.library.nn.batch_norm import FusedBatchNorm
from blocks.library.nn.softmax import SparseSoftmaxCrossEntropyWithLogits
from blocks.library.state.variables import Variable
from blocks.library.training.minimize import Minimize

LOSSES = ("mean_squared_error", "softmax_cross_entropy")
"""What can be added as a loss: of numbers beside wanted ones, of logits [n, classes] beside labels [n]."""

_STATISTICS = ("mean", "variance")
_Read = Callable[[str], Array] | None


class Trained(NamedTuple):
    """A document with a page that trains.

    Attributes:
        document: the document.
        weights: the paths of the constants that have become variables.
        variables: how many variables there were before.
    """

    document: Document
    weights: Sequence[str]
    variables: int


class _Where(NamedTuple):
    """A block, by its canvas and its id there."""

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
    read_file: _Read = None,
) -> Trained:
    """A document in which each step of a page makes something smaller.

    Args:
        document: the document.
        page: the name of the page.
        of: what is made smaller, or what the loss is computed of: ``block`` or ``block.pin``, paths too.
        rate: the step size.
        optimizer: the rule of the update, as Minimize has them.
        loss: a loss that is added, one of `LOSSES`; None: ``of`` is the loss.
        read_file: reads the files of values.

    Raises:
        UsageError: there is no such block or pin.
        DiagramError: nothing can be trained.
    """
    made = _elaborated(document, page, read_file)
    targets = differentiated(made, of)
    if len(targets) != 1:
        raise UsageError(f"{of!r} is {len(targets)} tensors: name the one that is made smaller", page=page)
    weights = _weights(made, of)
    variables = [each for each, spec in made.specs.items() if spec.variable and not spec.temporary]
    if not weights and not variables:
        raise DiagramError(f"no weight that can be trained reaches {of}", page=page)
    end = _ends(made, of, targets[0])
    for where in {_where(document, page, path) for path in weights}:
        document = _variable(document, where)
    if weights:  # what was the output of a constant is a reference now
        end = end._replace(pin="ref") if end.block in weights else end
    document, source = _brought_up(document, page, end)
    return Trained(_with_step(document, page, source, targets[0], rate, optimizer, loss), weights, len(variables))


def _elaborated(document: Document, page: str, read_file: _Read) -> Elaboration:
    found = next((each for each in document.pages if each.name == page), None)
    if found is None:
        raise UsageError(
            f"there is no page {page!r}", hint=f"the pages are: {listed([p.name for p in document.pages])}"
        )
    return elaborate(found, read_file, composites=composites_of(document.composites))


def _weights(made: Elaboration, of: str) -> list[str]:
    """The constants that the gradient reaches and that are weights: several numbers, no statistics that are given."""
    flow = page_flow(made, of)
    statistics = {
        wire.source.block
        for block, wires in made.wires_into.items()
        if block in made.specs and made.specs[block].name.startswith(FusedBatchNorm.name)
        for wire in wires
        if wire.target.pin in _STATISTICS
    }
    statistics = made.upstream(statistics)
    found: list[str] = []
    for each in sorted(flow.outputs):
        spec = made.specs.get(each.block)
        value = made.values.get(each.block, {}).get(each.pin)
        if spec is None or spec.name != Const.name or each.block in statistics or not isinstance(value, Output):
            continue
        if (element_count(value.shape) or 0) > 1 and value.op.type.constant:
            found.append(each.block)
    return found


def _ends(made: Elaboration, of: str, target: Output) -> Endpoint:
    """The pin that a name stands for."""
    for block, pin, index, output in made.outputs():
        if output is target and (of == block or of.startswith(f"{block}.")):
            return Endpoint(block, pin, index)
    for block, pin, index, output in made.outputs():
        if output is target:
            return Endpoint(block, pin, index)
    raise UsageError(f"{of!r} is no output of a block", page=made.page.name)


def _where(document: Document, page: str, path: str) -> _Where:
    """The canvas on which the block of a path stands."""
    canvas = page
    *instances, block = path.split("/")
    for each in instances:
        found = next((b for b in _canvas(document, canvas).blocks if b.id == each), None)
        if found is None or not found.type.startswith(INSTANCE):
            raise UsageError(f"{path!r} stands inside of a loop, which is trained by what it is given", page=page)
        canvas = found.type
    return _Where(canvas, block)


def _canvas(document: Document, name: str) -> Page:
    pages = document.composites if name.startswith(INSTANCE) else document.pages
    return next(page for page in pages if page.name == name)


def _replaced(document: Document, canvas: Page) -> Document:
    """A document with another state of a canvas."""

    def among(pages: Sequence[Page]) -> tuple[Page, ...]:
        return tuple([canvas if page.name == canvas.name else page for page in pages])

    return document._replace(pages=among(document.pages), composites=among(document.composites))


def _variable(document: Document, where: _Where) -> Document:
    """A document in which a Const is a Variable."""
    page = _canvas(document, where.canvas)
    blocks = tuple([_as_variable(block) if block.id == where.block else block for block in page.blocks])
    wires = tuple(
        [
            wire._replace(source=wire.source._replace(pin="ref")) if wire.source.block == where.block else wire
            for wire in page.wires
        ]
    )
    page = page._replace(blocks=blocks, wires=wires)
    if page.composite is not None:
        old, new = f"{where.block}.val", f"{where.block}.initvalues"
        values = [
            each._replace(sets=tuple([new if name == old else name for name in each.sets]))
            for each in page.composite.values
        ]
        page = page._replace(composite=page.composite._replace(values=tuple(values)))
    return _replaced(document, page)


def _as_variable(block: Block) -> Block:
    values = {("initvalues" if name == "val" else name): value for name, value in block.values.items()}
    return block._replace(type=Variable.name, values=values)


def _brought_up(document: Document, page: str, end: Endpoint) -> tuple[Document, Endpoint]:
    """What stands for an inner pin on the page: the output pin of an instance, made where there is none."""
    while "/" in end.block:
        above, _, block = end.block.rpartition("/")
        canvas = _canvas(document, _where(document, page, end.block).canvas)
        source = end._replace(block=block)
        pin = next((w.target.block for w in canvas.wires if w.source == source and _is_pin(canvas, w.target)), None)
        if pin is None:
            pin = _free(f"{block}_out", [each.id for each in canvas.blocks])
            added = Block(pin, OutputPin.name, _below(canvas))
            wire = Wire(source, Endpoint(pin, "input"))
            canvas = canvas._replace(blocks=(*canvas.blocks, added), wires=(*canvas.wires, wire))
            document = _replaced(document, canvas)
        [shown] = [each for each in canvas.blocks if each.id == pin]
        end = Endpoint(above, shown.values.get("name") or pin)
    return document, end


def _is_pin(canvas: Page, target: Endpoint) -> bool:
    return any(each.id == target.block and each.type == OutputPin.name for each in canvas.blocks)


def _free(name: str, taken: Collection[str]) -> str:
    found, number = name, 2
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found


def _below(page: Page) -> tuple[float, float]:
    """A free place under the blocks of a canvas, for what is added."""
    if len({block.at for block in page.blocks}) < 2:
        return page.blocks[0].at if page.blocks else (0.0, 0.0)  # it was not laid out yet
    return (min(block.at[0] for block in page.blocks), max(block.at[1] for block in page.blocks) + 300)


class _Adding:
    """Adds blocks to a page, in a row below what is there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._at = _below(page)
        self._step = 260.0 if len({block.at for block in page.blocks}) > 1 else 0.0

    def __call__(self, wish: str, kind: str, values: Mapping[str, Any], **inputs: Endpoint) -> str:
        name = _free(wish, [each.id for each in self.page.blocks])
        added = Block(name, kind, self._at, values)
        self._at = (self._at[0] + self._step, self._at[1])
        wires = [Wire(source, Endpoint(name, pin)) for pin, source in inputs.items()]
        self.page = self.page._replace(blocks=(*self.page.blocks, added), wires=(*self.page.wires, *wires))
        return name

    def wire(self, source: Endpoint, target: Endpoint) -> None:
        """Add a wire, unless it is there."""
        if (wire := Wire(source, target)) not in self.page.wires:
            self.page = self.page._replace(wires=(*self.page.wires, wire))


def _with_step(
    document: Document, page: str, source: Endpoint, target: Output, rate: float, optimizer: str, loss: str | None
) -> Document:
    add = _Adding(_canvas(document, page))
    if loss is not None:
        source = _loss(add, source, target, loss)
    step = add("train", Minimize.name, {"rate": rate, **_unless_default(optimizer)}, loss=source)
    session = next((each.id for each in add.page.blocks if each.type == ClientSession.name), None)
    if session is None:
        session = add("run", ClientSession.name, {})
    add.wire(source, Endpoint(session, "fetch_outputs"))
    add.wire(Endpoint(step, "operation"), Endpoint(session, "run_outputs"))
    return _replaced(document, add.page)


def _unless_default(optimizer: str) -> dict[str, str]:
    attribute = Minimize.attribute("optimizer")
    return {} if attribute is not None and attribute.default == optimizer else {"optimizer": optimizer}


def _loss(add: _Adding, source: Endpoint, target: Output, loss: str) -> Endpoint:
    """Add a loss of a tensor beside what it should be, which is fed."""
    shape = target.shape
    if shape is None:
        raise DiagramError(f"the loss {loss} needs to know how many axes {source} has")
    if loss == "mean_squared_error":
        given = add("target", Placeholder.name, {"dtype": target.dtype.name, "shape": list(shape)})
        error = add("error", SquaredDifference.name, {}, x=source, y=Endpoint(given, "output"))
        found = add("loss", Mean.name, {"axis": list(range(len(shape)))}, input=Endpoint(error, "z"))
        return Endpoint(found, "output")
    if len(shape) != 2:
        raise DiagramError(f"the loss {loss} takes logits [n, classes], {source} has {len(shape)} axes")
    given = add("labels", Placeholder.name, {"dtype": "DT_INT32", "shape": [shape[0]]})
    labels = Endpoint(given, "output")
    error = add("error", SparseSoftmaxCrossEntropyWithLogits.name, {}, features=source, labels=labels)
    return Endpoint(add("loss", Mean.name, {"axis": [0]}, input=Endpoint(error, "loss")), "output")

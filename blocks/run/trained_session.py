"""A session whose page trains: the loss that it minimizes, and the edits that add training to a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from blocks.analysis.gradient_flow import page_flow
from blocks.analysis.gradient_targets import differentiated, tensors_at
from blocks.analysis.output_names import asked_by
from blocks.base.errors import UsageError
from blocks.base.names import free_name
from blocks.compile.rewrite import needed_nodes
from blocks.document.data import Document, Endpoint, listed
from blocks.document.model import Diagram, PageView, only_page
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.library.training.minimize import Minimize
from blocks.run.session import Session
from blocks.transform.training import training

_DEFAULTS: dict[str, Any] = {"learning_rate": 0.01, "optimizer": "GradientDescent"}
"""The values of an added Minimize block."""
_SHORT = {"sgd": "GradientDescent"}


def prepared(
    source: Diagram | PageView | Session,
    minimize: str | None,
    rate: float | None,
    optimizer: str | None,
    options: Mapping[str, Any],
) -> tuple[Session, str]:
    """Return a session whose page trains, and the name of its loss; see `train`."""
    values: dict[str, Any] = {} if rate is None else {"learning_rate": rate}
    values |= {} if optimizer is None else {"optimizer": _optimizer(optimizer)}
    options = {name: value for name, value in options.items() if value is not None}
    if isinstance(source, Session):
        unused = next(iter(values | options), None)
        if unused is not None:
            raise UsageError(f"{unused}: not used with a Session", hint="pass the diagram instead")
        session, page = source, None
    else:
        page = only_page(source) if isinstance(source, Diagram) else source
        session = Session(page, **options)
    name = loss_of(session.elaboration, minimize)
    if name is None and (page is None or minimize is None):
        hint = "add a Minimize block" if page is None else "set minimize to the name of the loss"
        raise UsageError("nothing on the page trains", page=session.page.name, hint=hint)
    if page is None or (name is not None and not values):
        return session, str(name)
    page = _copy(page.diagram.document, page)
    if name is None:
        name = str(minimize)
        page = _with_training(page, session, name, **{**_DEFAULTS, **values})
    else:
        trainers = [*session.elaboration.trained]
        if len(trainers) != 1 or page.get(trainers[0]) is None or page.wires_into(trainers[0], next(iter(values))):
            text = f"{next(iter(values))}: used only if the page has one Minimize block and no wire gives it the value"
            raise UsageError(text, page=page.name)
        page.set(trainers[0], **values)
    return Session(page, **options), name


def loss_of(elaboration: Elaboration, minimize: str | None) -> str | None:
    """Return the name of the loss that a page minimizes; None if nothing on the page trains.

    Raises:
        UsageError: the page does not minimize this loss, or it minimizes several and none is named.
    """
    losses = [each.loss for each in elaboration.trained.values()]
    if not losses:
        blocks = dict.fromkeys(block for block, *_ in hand_wired(elaboration))
        losses = [each for block in blocks for each in tensors_at(elaboration, block, "outputs")]
    named = losses if minimize is None else differentiated(elaboration, minimize)
    if minimize is not None and len(named) != 1:
        text = f"minimize: expected one tensor, {minimize!r} refers to {len(named)}"
        raise UsageError(text, page=elaboration.page.name)
    if not losses:
        return None
    names = [_name(elaboration, each) for each in dict.fromkeys(losses)]
    if named[0] not in losses or len(set(named)) > 1:
        hint = f"set minimize to one of: {listed(names)}"
        raise UsageError(f"the page minimizes {listed(names)}", page=elaboration.page.name, hint=hint)
    return minimize or names[0]


def _name(elaboration: Elaboration, of: Output) -> str:
    names = [Endpoint(block, pin, index) for block, pin, index, output in elaboration.outputs() if output is of]
    block = names[0].block
    return block if len(asked_by(elaboration, block).outputs) == 1 else str(names[0])


def hand_wired(elaboration: Elaboration) -> Iterator[tuple[str, str, Output]]:
    """Yield the gradients of gradient blocks that a page uses for updates: the block, the source and the gradient."""
    graph = elaboration.graph
    runs = needed_nodes(graph, (), [node for node in graph.nodes if node.type.writes])
    for block in elaboration.gradients:
        outputs: Any = elaboration.values.get(block, {}).get("grad_outputs", ())
        for wire, output in zip(elaboration.wires_to(block, "inputs"), outputs, strict=False):
            if isinstance(output, Output) and runs[output.op.number]:
                yield block, wire.source.block, output


def _with_training(page: PageView, session: Session, loss: str, learning_rate: float, optimizer: str) -> PageView:
    """Return a page with a Minimize block. Constants become variables only if there is no variable to train."""
    elaboration = session.elaboration
    fates = page_flow(elaboration, loss).variables
    if any(spec.variable and name in fates and fates[name].reached for name, spec in elaboration.specs.items()):
        name = free_name("train", {each.id for each in page.blocks})
        page.add(Minimize.name, id=name, learning_rate=learning_rate, optimizer=optimizer)
        page.wire(loss, f"{name}.loss")
        return page
    document, read_file = page.diagram.document, session.files.load
    changed = training(document, page.name, loss, learning_rate, optimizer=optimizer, read_file=read_file)
    return _copy(changed.document, page)


def _copy(document: Document, page: PageView) -> PageView:
    result = Diagram(document)
    result.path = page.diagram.path
    return result.page(page.name)


def _optimizer(name: str) -> str:
    attribute = Minimize.attribute("optimizer")
    known = {str(each).lower(): str(each) for each in (attribute.allowed if attribute is not None else None) or ()}
    result = (known | _SHORT).get(name.lower())
    if result is None:
        raise UsageError(f"optimizer: {name!r} is unknown", hint=f"use one of: {listed([*known.values()], 20)}")
    return result

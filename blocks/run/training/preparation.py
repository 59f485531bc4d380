"""A session whose page trains: the loss that it minimizes, and the edits that add training to a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blocks.analysis.gradient_flow import page_flow
from blocks.analysis.gradient_targets import differentiated, tensors_at
from blocks.base.errors import UsageError
from blocks.compile.rewrite import needed_nodes
from blocks.document.data import Endpoint, listed
from blocks.document.model import Diagram, PageView, only_page
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.library.training.minimize import Minimize
from blocks.run.session import Session
from blocks.transform.training import training

_RATE = 0.01
"""The learning rate of an added Minimize block, unless one is given."""
_SHORT = {"sgd": "GradientDescent"}


def prepared(
    source: Diagram | PageView | Session,
    minimize: str | None,
    rate: float | None,
    optimizer: str | None,
    options: Mapping[str, Any],
) -> tuple[Session, str]:
    """Return a session whose page trains, and the name of its loss; see `train`."""
    if isinstance(source, Session):
        unused = [name for name, value in {"learning_rate": rate, "optimizer": optimizer}.items() if value is not None]
        unused += [name for name, value in options.items() if value is not None]
        if unused:
            text = f"{unused[0]}: not used with a Session, which has it already"
            raise UsageError(text, hint=f"remove {unused[0]}, or pass the diagram")
        name = loss_of(source.elaboration, minimize)
        if name is None:
            hint = "pass the diagram instead, or add a Minimize block"
            raise UsageError("nothing on the page of the session trains", page=source.page.name, hint=hint)
        return source, name
    view = only_page(source) if isinstance(source, Diagram) else source
    given = {name: value for name, value in options.items() if value is not None}
    session = Session(view, **given)
    name = loss_of(session.elaboration, minimize)
    if name is None and minimize is None:
        text = "nothing on the page trains"
        raise UsageError(text, page=view.name, hint="name the loss with minimize, or add a Minimize block")
    if name is not None and rate is None and optimizer is None:
        return session, name
    page = _copy(view)
    if name is None:
        name = str(minimize)
        page = _with_training(page, session.elaboration, name, rate, optimizer)
    else:
        _change(page, session.elaboration, rate, optimizer)
    return Session(page, **given), name


def _copy(view: PageView) -> PageView:
    result = Diagram(view.diagram.document)
    result.path = view.diagram.path
    return result.page(view.name)


def loss_of(elaboration: Elaboration, minimize: str | None) -> str | None:
    """Return the name of the loss that a page minimizes; None if nothing on the page trains.

    Raises:
        UsageError: the page does not minimize this loss, or it minimizes several and none is named.
    """
    page, losses = elaboration.page.name, _losses(elaboration)
    named = None if minimize is None else differentiated(elaboration, minimize)
    if named is not None and len(named) != 1:
        raise UsageError(f"minimize: expected one tensor, {minimize!r} refers to {len(named)}", page=page)
    if not losses:
        return None
    if named is None and len(losses) == 1:
        return losses[next(iter(losses))]
    if named is None or named[0] not in losses:
        text = f"the page minimizes {listed(list(losses.values()))}"
        text = f"minimize: {text}" if named is None else f"minimize: {text}, not {minimize!r}"
        raise UsageError(text, page=page, hint="name the loss to record" if named is None else "use that name")
    return minimize


def _losses(elaboration: Elaboration) -> dict[Output, str]:
    """Return the losses that a page minimizes, with their names."""
    results = [each.loss for each in elaboration.trained.values()]
    if not results:
        results = [each for block in hand_wired(elaboration) for each in tensors_at(elaboration, block, "outputs")]
    names: dict[Output, str] = {}
    for block, pin, index, output in elaboration.outputs():
        if output in results and output not in names:
            only = len([each for each in elaboration.specs[block].outputs if each.result_pins]) == 1
            names[output] = block if only and index is None else str(Endpoint(block, pin, index))
    return names


def hand_wired(elaboration: Elaboration) -> dict[str, dict[int, Output]]:
    """Return the gradients of gradient blocks that a page uses for updates, by block and index."""
    graph = elaboration.graph
    runs = needed_nodes(graph, (), [node for node in graph.nodes if node.type.writes])
    results: dict[str, dict[int, Output]] = {}
    for block in elaboration.gradients:
        outputs: Any = elaboration.values.get(block, {}).get("grad_outputs", ())
        for i, output in enumerate(outputs):
            if isinstance(output, Output) and runs[output.op.number]:
                results.setdefault(block, {})[i] = output
    return results


def _with_training(
    page: PageView, elaboration: Elaboration, loss: str, rate: float | None, optimizer: str | None
) -> PageView:
    """Return a page with a Minimize block. Constants become variables only if there is no variable to train."""
    rate = _RATE if rate is None else rate
    fates = page_flow(elaboration, loss).variables
    if any(each.reached for each in fates.values()):
        block = page.add(Minimize.name, learning_rate=rate, **_optimizer(optimizer))
        page.wire(loss, f"{block.id}.loss")
        return page
    changed = training(page.diagram.document, page.name, loss, rate, **_optimizer(optimizer))
    result = Diagram(changed.document)
    result.path = page.diagram.path
    return result.page(page.name)


def _change(page: PageView, elaboration: Elaboration, rate: float | None, optimizer: str | None) -> None:
    """Set the learning rate and the optimizer of the page's only Minimize block."""
    trainers = [block for block in elaboration.trained if "/" not in block]
    name = "optimizer" if rate is None else "learning_rate"
    if len(trainers) != 1 or len(elaboration.trained) != 1:
        text = f"{name}: the page has {len(elaboration.trained)} Minimize blocks"
        raise UsageError(text, page=page.name, hint=f"set the {name} on the page")
    if rate is not None and page.wires_into(trainers[0], "learning_rate"):
        text = f"learning_rate: a wire gives {trainers[0]} its learning rate"
        raise UsageError(text, page=page.name, hint="remove learning_rate, or the wire")
    values = {} if rate is None else {"learning_rate": rate}
    page.set(trainers[0], **values, **_optimizer(optimizer))


def _optimizer(name: str | None) -> dict[str, Any]:
    if name is None:
        return {}
    attribute = Minimize.attribute("optimizer")
    known = {str(each).lower(): str(each) for each in (attribute.allowed if attribute is not None else None) or ()}
    result = (known | _SHORT).get(name.lower())
    if result is None:
        raise UsageError(f"optimizer: {name!r} is unknown", hint=f"use one of: {listed([*known.values()], 20)}")
    return {"optimizer": result}

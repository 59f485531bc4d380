"""The verb ``explain``: why a pin has its dtype and shape, and why a gradient reaches its block or does not."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.diagnosis import why_none, without_iterations
from blocks.analysis.gradient_flow import PageFlow, page_flow
from blocks.analysis.losses import find_losses
from blocks.analysis.pins import PinsOf, PinType, pins_of
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.shapes import shape_text
from blocks.document.canonical import short
from blocks.document.data import INSTANCE, pins_type
from blocks.document.definitions import canvases, shortest_path
from blocks.document.model import Diagram
from blocks.document.paths import resolve_path
from blocks.door.diagrams import elaborated, home_of, named, opened, types_of
from blocks.door.problems import Checked
from blocks.door.reading import kind_json
from blocks.elaborate.model import Elaboration
from blocks.graph.documentation import parse_text
from blocks.graph.spec import BlockSpec, OutputPin
from blocks.library.similar import closest
from blocks.run.debugging.nan_search import first_bad
from blocks.run.monitoring.previews import show
from blocks.run.results import Results
from blocks.run.session import Session

_MOST_CAUSES = 20


class _Asked(NamedTuple):
    """A block or pin by its name in answers; ``prefix`` is the part of the name before the block."""

    name: str
    prefix: str
    canvas: str
    block: str
    pin: str | None
    elaboration: Elaboration


def explain(
    file: str | Diagram, name: str, loss: str | None = None, *, run: bool = False, memory: int | None = None
) -> dict[str, Any]:
    """Return the reasons for the dtype, shape, problems and gradient of a block or pin, and the fixes.

    Args:
        file: the diagram, or its file.
        loss: the tensor to differentiate; None: the first one that `find_losses` finds.
        run: also run one step, and name the first block that gives NaN.
        memory: the largest number of bytes for that step.
    """
    diagram = opened(file) if isinstance(file, str) else file
    home = None if diagram.path is None else home_of(diagram.path)
    checked = Checked(diagram.document, home)
    asked = _find(diagram, checked, home, name)
    places = [(asked.canvas, asked.block)]
    with suppress(DiagramError):  # an object that a block adds
        places.append(resolve_path(diagram, *places[0]))  # the definition of an instance
    found = {name: each for name, each in checked.problems.items()
             if (each.on, each.block) in places and (asked.pin is None or each.pin in (asked.pin, None))}  # fmt: skip
    edits = {name: checked.fixes(each) for name, each in found.items()}
    pins = pins_of(asked.elaboration)
    known = _kind(asked, pins)
    causes = dict(reversed([*islice(chain(_failed(asked), _causes(asked, pins)), _MOST_CAUSES)]))
    because = [{"name": asked.prefix + name, "says": says} for name, says in reversed(causes.items())]
    texts = [f"{asked.name} " + (f"is {known[0].short} {shape_text(known[1])}." if known else "has no known dtype.")]
    texts += [f"{each.message}." for each in found.values()]
    texts += [f"{each['name']} {each['says']}." for each in because]
    fixes = [each.text for some in edits.values() for each in some]
    answer: dict[str, Any] = {
        "name": asked.name,
        **kind_json(known),
        "problems": [each.as_json(name, edits[name]) for name, each in found.items()],
        "because": because,
        "gradient": None,
        "fixes": fixes,
    }
    of = next(iter(find_losses(asked.elaboration)), None) if loss is None else loss.removeprefix(asked.prefix)
    try:
        answer["gradient"] = None if of is None else _gradient(asked, of, texts, fixes)
    except UsageError:
        raise
    except DiagramError as error:  # the loss has an error
        texts.append(f"{of}: {error.sentence()}")
    if run:
        bad = _first_nan(diagram, asked, of, memory, texts)
        answer["nan"] = None if bad is None else f"{asked.prefix}{bad.block}"
        texts.append("No block gave NaN." if bad is None else f"{answer['nan']} gave the first NaN: {bad.message}.")
    return {**answer, "text": " ".join(texts)}


def _find(diagram: Diagram, checked: Checked, home: str | None, name: str) -> _Asked:
    """Return a block or pin; raise UsageError if there is none of this name."""
    document = diagram.document
    prefixes = {named(document, page.name, ""): page.name for page in canvases(document)}
    for prefix in sorted(filter(name.startswith, prefixes), key=len, reverse=True):
        page, (path, dot, pin) = prefixes[prefix], name.removeprefix(prefix).partition(".")
        elaboration = checked.report.pages.get(page) or elaborated(diagram, page, home)
        try:
            canvas, block = resolve_path(diagram, page, path)
            spec = types_of(document)(pins_type(diagram.canvas(canvas).block(block)))
        except DiagramError:  # an object that a block adds, such as the state of an optimizer
            if path not in elaboration.inner:
                continue
            spec = None
        if dot and spec is not None:
            base = pin.partition("[")[0]
            shown = spec.shown_by(base) or spec.input(base) or spec.attribute(base)
            if shown is None:
                names = [*dict.fromkeys([*spec.input_index, *spec.attribute_names, *spec.output_index])]
                raise UsageError(f"{spec.name} has no pin {pin!r}", block=path, hint=closest(base, names, "pins"))
            pin = shown.name + pin[len(base) :]
        return _Asked(name, prefix, page, path, pin if dot else None, elaboration)
    block, known = name.partition(".")[0], [named(document, p.name, b.id) for p in canvases(document) for b in p.blocks]
    raise UsageError(f"there is no block {short(block)}", hint=closest(block, known, "blocks"))


def _kind(asked: _Asked, pins: Mapping[str, PinsOf]) -> PinType | None:
    """Return dtype and shape at a pin, or at the only output of a block."""
    of = pins.get(asked.block, {})
    if asked.pin is None:
        outputs = [kind for key, kind in of.items() if not isinstance(key, str)]
        return outputs[0] if len(outputs) == 1 else None
    name, bracket, index = asked.pin.partition("[")
    return of.get((name, int(index[:-1]) if bracket else None)) or of.get(name)


def _failed(asked: _Asked) -> Iterator[tuple[str, str]]:
    """Yield the errors of the blocks that a block without a value depends on."""
    elaboration = asked.elaboration
    before = set[str]() if asked.block in elaboration.values else elaboration.upstream({asked.block})
    for error in elaboration.problems:
        if error.block in before and error.block != asked.block:
            yield str(error.block), f"has an error: {error.message}"


def _causes(asked: _Asked, pins: Mapping[str, PinsOf]) -> Iterator[tuple[str, str]]:
    """Yield the pins and values that dtype and shape follow from; after those of the block, those its dtype is from."""
    elaboration = asked.elaboration
    blocks = {block.id: block for block in elaboration.page.blocks}
    instances = {} if elaboration.expansion is None else elaboration.expansion.instances
    pending, seen = deque([(asked.block, asked.pin)]), set[tuple[str, str | None]]()
    while pending:
        place = block, pin = pending.popleft()
        if block in instances and pin is not None:  # its pins are blocks inside it
            inner = {**instances[block].inputs, **instances[block].outputs}.get(pin, block)
            block, pin = (inner, None) if inner != block else place
        spec = elaboration.specs.get(block)
        if place in seen or spec is None or block not in blocks:
            continue
        seen.add(place)
        first = len(seen) == 1
        given = None if pin is None or spec.shown_by(pin.partition("[")[0]) is not None else spec.input(pin)
        outputs = [
            each for each in spec.outputs if given is None and (pin is None or pin.partition("[")[0] == each.name)
        ]
        for output in outputs if first else ():
            yield f"{block}.{output.name}", _rule(spec, output)
        bound = {each.var or each.name for each in (given, *outputs) if each is not None}
        for name in (given.name,) if given is not None else (*spec.input_index, *spec.attribute_names):
            each = spec.input(name)
            decides = not bound.isdisjoint((name, each and each.var))
            if name.startswith("/") or not (first or decides or spec.constant):  # variables that a loop uses
                continue
            for source in [wire.source for wire in elaboration.wires_to(block, name)]:
                end = str(source).partition(".")[2]
                kind = _kind(asked._replace(block=source.block, pin=end), pins)
                if kind is not None:
                    yield str(source), f"is {kind[0].short} {shape_text(kind[1])}, and goes to {block}.{name}"
                    pending += [(source.block, end)] if decides else []
            if name in blocks[block].values:
                yield f"{block}.{name}", f"is {short(blocks[block].values[name])}"
            if decides and not first:  # the others have the same dtype
                break


def _rule(spec: BlockSpec, output: OutputPin) -> str:
    """Return the origin of the dtype of an output, with its documentation."""
    by = [each.name for each in spec.inputs if each.var is not None and each.var == output.var]
    if output.fixed is not None:
        dtype = f"is always {output.fixed.short}"
    elif spec.attribute(output.var or "") is not None:
        dtype = f"has the dtype of the attribute {output.var}"
    else:
        dtype = f"has the dtype of {' and '.join(by)}" if by else f"is an output of {spec.name}"
    text = parse_text(spec.doc).outputs.get(output.name, "").removeprefix("[...] ").partition(". ")[0].rstrip(".")
    return f"{dtype} ({text})" if text else dtype


def _gradient(asked: _Asked, of: str, texts: list[str], fixes: list[str]) -> dict[str, Any]:
    """Return the gradient of a loss at the asked block; add the same in words, and the fixes for a cut."""
    elaboration, block = asked.elaboration, asked.block
    inside = page_flow(elaboration, of, inside=True)
    flow = page_flow(elaboration, of) if block in elaboration.position else inside
    why = why_none(elaboration.page, flow, block)
    texts.append(why.sentence)
    at, reason = why.culprit, why.reason
    if asked.pin is None:
        reached = not reason and block in {*inside.blocks, *flow.blocks, *map(without_iterations, inside.blocks)}
    else:
        ends = [str(end) for each in (flow, inside) for end in (*each.outputs, *(wire.target for wire in each.wires))]
        reached = f"{block}.{asked.pin}" in {*ends, *(end.partition("[")[0] for end in ends)}
    own = next((each for each in flow.cuts if each.block == block and asked.pin in (each.pin, None)), None)
    if own is not None and not reason:
        at, reason = own.block, own.reason
        texts.append(f"The gradient ends there: {reason}.")
    if reason and any(each.block == at and each.kind in ("stop_gradient", "prevent_gradient") for each in flow.cuts):
        fixes.append(f"Remove or mute {asked.prefix}{at} to let the gradient through")
    cut = {"block": asked.prefix + at, "reason": reason} if reason else None
    path = _way([flow, inside], block) if reached else why.path
    path = [asked.prefix + each for each in path]
    return {"loss": asked.prefix + of, "reached": reached, "path": path, "cut": cut}


def _way(flows: Iterable[PageFlow], block: str) -> list[str]:
    """Return the blocks on the shortest way of a gradient from the loss to a block."""
    for flow in flows:
        sources = {"": [without_iterations(end.block) for end in flow.of]}
        for source, target in sorted(flow.wires):
            sources.setdefault(without_iterations(target.block), []).append(without_iterations(source.block))
        path = shortest_path(sources, "", block)
        if path is not None:
            return path[1:]
    return [block]


def _first_nan(
    diagram: Diagram, asked: _Asked, loss: str | None, memory: int | None, texts: list[str]
) -> DiagramError | None:
    """Run one step, and return the error of the first block that gives NaN, forward or in the gradient.

    If the run fails, the errors are added to ``texts``.
    """
    if asked.canvas.startswith(INSTANCE):
        raise UsageError("--run: a composite cannot be run", hint="name a block of an instance by its path")
    session = Session(diagram.page(asked.canvas), inside=True, memory=memory)
    flow = None if loss is None else page_flow(session.elaboration, loss)
    with suppress(DiagramError):  # no gradient can be computed
        session.watch(loss)
    try:
        results = session.run([asked.block, *map(str, () if flow is None else flow.of)], trace=True)
    except RunError as error:
        if not isinstance(results := error.results, Results):
            raise
        texts += [f"The run failed at {each.location()}: {each.sentence()}" for each in error.errors]
    views = {name: show(value, results.dtypes[name]) for name, value in results.items()}
    bad = first_bad(session.elaboration, {name: each for name, each in views.items() if each.summary.nan})
    if bad is not None or flow is None:
        return bad
    odd = {name.partition(".")[0] for name, each in results.gradients.items() if np.isnan(each).any()}
    for wire in sorted(flow.wires):
        if wire.source.block in odd and wire.target.block not in odd:
            return DiagramError(f"its gradient with respect to {wire.target.pin} is NaN", block=wire.target.block)
    return None

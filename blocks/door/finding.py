"""The verbs ``find`` (blocks by type, text, problems, missing inputs and gradients) and ``open`` of the MCP server."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from blocks.analysis.diagnosis import without_iterations
from blocks.analysis.gradient_flow import page_flow
from blocks.base.errors import DiagramError, UsageError
from blocks.document.block_names import check_type
from blocks.document.canonical import dumps
from blocks.document.data import Block, Json, is_list, is_object, listed, pins_type
from blocks.document.definitions import canvases
from blocks.document.earlier_names import TODAY
from blocks.document.model import Diagram
from blocks.document.paths import resolve_path
from blocks.document.state import PageState
from blocks.door.diagrams import SUFFIX, canvas, home_of, named, opened, revision, types_of
from blocks.door.problems import Checked

MOST = 1_000
Place = tuple[str, str]
"""A canvas and the path of a block on it."""


def find(
    file: str,
    type: str | None = None,
    text: str | None = None,
    page: str | None = None,
    *,
    problem: bool = False,
    unwired: bool = False,
    gradient: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the blocks that all given conditions hold for, in file order, with the reasons.

    Args:
        text: a part of the id, the type or a string value.
        page: the only canvas to search; None: all of them.
        problem: blocks with an error or a lint warning.
        unwired: blocks with a required input that has neither a wire nor a value.
        gradient: a loss, and ``reached``, or ``cut`` for what stops its gradient and the variables that it misses.
    """
    diagram = opened(file)
    document, find_type = diagram.document, types_of(diagram.document)
    pages = [each.name for each in canvases(document)]
    if type is not None:
        type = TODAY.type(type)
        check_type(type, {each.name: PageState(each) for each in document.composites})
    if page is not None:
        pages = [canvas(diagram, page).name]
    checked = Checked(document, home_of(file))
    known: list[dict[Place, str]] = []
    if problem:
        problems = reversed(checked.problems.items())  # of several at a block, the first one is named
        known.append({(each.on or "", each.block or ""): f"{name}: {each.message}" for name, each in problems})
    if gradient:
        known.append(dict(_flow(checked, pages, *gradient)))
    places = [(name, block.id) for name in pages for block in diagram.canvas(name).blocks]
    inside = {place for one in known for place in one if "/" in place[1] and place[0] in pages}
    for place in sorted(inside, reverse=True):
        places.insert(places.index((place[0], place[1].partition("/")[0])) + 1, place)
    matches: list[Json] = []
    for on, path in places:
        here, name = resolve_path(diagram, on, path) if "/" in path else (on, path)
        view, block = diagram.canvas(here), diagram.canvas(here).block(name)
        reasons = [one.get((on, path), "") for one in known]
        if text is not None:
            reasons.append(next((each for each in _texts(block) if text.lower() in each.lower()), ""))
        if unwired:
            wired = {wire.target.pin for wire in view.wires_into(name)}
            spec = find_type(pins_type(block))
            pins = [] if spec is None else [pin.name for pin in spec.inputs if not pin.optional]
            open_pins = [pin for pin in pins if pin not in wired and block.values.get(pin) is None]
            reasons.append(f"nothing is wired to {', '.join(open_pins)}" if open_pins else "")
        if type in (None, block.type) and all(reasons):
            why = "; ".join(reasons) or block.type
            matches.append({"name": named(document, on, path), "on": on, "block": path, "type": block.type, "why": why})
    return {"revision": revision(dumps(document)), "blocks": matches[:MOST], "more": max(0, len(matches) - MOST)}


def _texts(block: Block) -> Iterator[str]:
    """Yield the id, the type and the string values of a block."""
    yield from (block.id, block.type)
    pending: list[Json] = list(block.values.values())
    while pending:
        value = pending.pop()
        if type(value) is str:
            yield value
        elif is_list(value) or is_object(value):
            pending += value.values() if is_object(value) else value


def _flow(checked: Checked, pages: Sequence[str], loss: str, which: str) -> Iterator[tuple[Place, str]]:
    """Yield the blocks that the gradient of a loss reaches, or those that cut it and the variables that it misses."""
    report = checked.report
    found = [
        (page, loss.removeprefix(f"{page}/"))
        for page, elaboration in report.pages.items()
        if page in pages and loss.removeprefix(f"{page}/").partition(".")[0] in elaboration.position
    ]
    if len(found) != 1:
        text = f"the pages {listed([page for page, _ in found])} have a block" if found else "there is no block"
        raise UsageError(f"{text} {loss.partition('.')[0]!r}", hint="name a loss, with its page if there are several")
    [(page, name)] = found
    flow = page_flow(report.pages[page], name)
    if which == "reached":
        yield from {(page, end.block): f"the gradient of {loss} reaches it" for end in flow.outputs}.items()
        return
    if which != "cut":
        raise UsageError(f"expected 'reached' or 'cut' after the loss, got {which!r}")
    missed = [(each.block, each.reason) for each in flow.variables.values() if not each.reached]
    for block, reason in [*missed, *((cut.block, cut.reason) for cut in flow.cuts)]:
        try:
            resolve_path(Diagram(checked.document), page, block)
        except DiagramError:  # a variable in one iteration of a Repeat
            block = without_iterations(block)
        yield (page, block), reason


def open_folder() -> dict[str, Any]:
    """Return the diagrams below the working folder, without hidden folders and links."""
    names: list[str] = []
    for folder, folders, files in os.walk("."):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        names += [os.path.relpath(os.path.join(folder, each)) for each in sorted(files) if each.endswith(SUFFIX)]
        if len(names) > MOST:
            break
    return {"diagrams": names[:MOST], "more": len(names) > MOST}


def open_diagram(file: str) -> dict[str, Any]:
    """Return the pages, composites, counts, revision and problems of a diagram."""
    diagram = opened(file)
    checked = Checked(diagram.document, home_of(file))
    document = diagram.document
    counts = {each.name: {"blocks": len(each.blocks), "wires": len(each.wires)} for each in canvases(document)}
    problems = [each.as_json(name, checked.fixes(each)) for name, each in islice(checked.problems.items(), MOST)]
    return {
        "revision": revision(diagram.dumps()),
        "pages": [page.name for page in document.pages],
        "composites": [page.name for page in document.composites],
        "counts": counts,
        "problems": problems,
        "more": len(checked.problems) > MOST,
    }

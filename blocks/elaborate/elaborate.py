"""Elaboration: blocks become nodes, wires become inputs, and all errors are collected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.compile.rewrite import needed_nodes
from blocks.document.data import Block, Json, Page
from blocks.document.model import Diagram
from blocks.elaborate.block_builder import make
from blocks.elaborate.model import GRADIENTS, SESSION, SILENT, Elaboration, FileReader
from blocks.elaborate.page_builder import PageBuilder
from blocks.elaborate.wiring import join_all, put_in_order
from blocks.graph.graph import Output
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import OperationRef, SessionRequest
from blocks.library.registry import Registry
from blocks.library.registry import find as find_in_library
from blocks.library.similar import Suggestions

if TYPE_CHECKING:
    from blocks.elaborate.expand import Composites, Expansion

__all__ = ["Elaboration", "FileReader", "elaborate", "elaborated_by"]


def elaborate(
    page: Page,
    read_file: FileReader | None = None,
    find: Callable[[str], BlockSpec | None] = find_in_library,
    suggest: Suggestions | None = None,
    composites: Composites | None = None,
    inner: Mapping[str, Mapping[str, Json]] | None = None,
) -> Elaboration:
    """Compile a page into a graph as far as possible; errors of the page are collected, never raised.

    Args:
        read_file: reads the file of a ``{"file": ...}`` value; None rejects such values.
        inner: other values for blocks inside instances, by path.
    """
    expansion = None if composites is None else composites.expand(page, inner or {})
    if composites is None or expansion is None:
        return _elaborated(PageBuilder(page, find, read_file, suggest or Suggestions()))
    composites.read_file = read_file
    composites.suggest = suggest or composites.suggest
    return elaborate_expanded(expansion)


def elaborate_expanded(expansion: Expansion) -> Elaboration:
    from blocks.elaborate.faults import tell  # only pages with instances pay for it

    known = expansion.composites
    builder = _elaborated(PageBuilder(expansion.page, known.find, known.read_file, known.suggest, expansion))
    return replace(builder, problems=tell(builder.problems, expansion))


def _elaborated(builder: PageBuilder) -> Elaboration:
    blocks, expansion = builder.page.blocks, builder.expansion
    # In a large page the table of a dict is as large as a processor's cache: indices of blocks stand for them here.
    specs = [_look_up(builder, block) for block in blocks]
    join_all(builder, specs)
    indices = range(len(blocks)) if builder.in_file_order else put_in_order(builder)
    for fault in expansion.faults if expansion is not None else ():
        if fault.composite is None:
            builder.report(fault.block, fault.error(), fault.pin)
        else:
            builder.note(fault.error())
    wires = builder.wiring.allowed
    if expansion is not None:
        from blocks.elaborate.copies import InstanceCopier  # only pages with instances pay for it

        InstanceCopier(builder, specs, wires).make_all(expansion.placements, indices)
    for index in indices if expansion is None else ():
        make(builder, blocks[index], index, specs[index], wires[index])
    _collect_requests(builder, [blocks[position].id for position in indices] if builder.sessions else [])
    result = builder.result()
    if result.sessions and any(spec.trains for spec in set(result.specs.values())):
        _run_trainers(result, builder.requests)
    return result


def elaborated_by(
    registry: Registry, definitions: Sequence[Page] = (), inner: Mapping[str, Mapping[str, Json]] | None = None
) -> Callable[[Page, FileReader | None], Elaboration]:
    def elaborated(page: Page, read_file: FileReader | None) -> Elaboration:
        suggest = Suggestions(registry=registry)
        composites = composites_of(definitions, registry.find)
        return elaborate(page, read_file, registry.find, suggest, composites, inner)

    return elaborated


def composites_of(
    definitions: Sequence[Page], find: Callable[[str], BlockSpec | None] = find_in_library
) -> Composites | None:
    if not definitions:
        return None
    from blocks.elaborate.expand import Composites  # only diagrams that have some pay for it

    return Composites(definitions, find, elaborate_expanded)


def definitions_of(diagram: Diagram) -> tuple[Page, ...]:
    return tuple([view.snapshot() for view in diagram.composites])


def _look_up(builder: PageBuilder, block: Block) -> BlockSpec | None:
    spec = builder.find(block.type)
    # What gradients are made of may stand on a page: an expanded gradient does. What decides which blocks run is
    # made together with what it belongs to, and cannot stand alone.
    if spec is None or (spec.internal and spec.control):
        if builder.expansion is not None and block.type == SILENT:
            builder.faulty.add(block.id)
            return None
        builder.report(block.id, builder.suggest.missing(block.type))
        return None
    builder.specs[block.id] = spec
    if spec.name == GRADIENTS:
        builder.gradients.add(block.id)
    elif spec.name == SESSION:
        builder.sessions.add(block.id)
    return spec


def _collect_requests(builder: PageBuilder, order: list[str]) -> None:
    fed: dict[Output, tuple[str, Array]] = {}
    for block in order:
        request = builder.values.get(block, {}).get("status") if block in builder.sessions else None
        if isinstance(request, SessionRequest):
            builder.requests.append((block, request))
            _check_feeds(builder, block, request, fed)


def _run_trainers(elaboration: Elaboration, requests: list[tuple[str, SessionRequest]]) -> None:
    graph, wired = elaboration.graph, elaboration.upstream(elaboration.sessions)
    run = needed_nodes(graph, [o for _, r in requests for o in r.fetches], [n for _, r in requests for n in r.targets])
    for block in elaboration.page.blocks:
        spec = elaboration.specs.get(block.id)
        if spec is None or not spec.trains or block.muted:
            continue
        values = elaboration.values.get(block.id)
        steps = [each.op for each in (values or {}).values() if isinstance(each, OperationRef)]
        if not any(run[each.number] for each in steps) and (values is not None or block.id not in wired):
            elaboration.trainers.append(block.id)  # one that is at fault makes each step fail
            requests.append((block.id, SessionRequest([], steps, [])))


def _check_feeds(
    builder: PageBuilder, block: str, request: SessionRequest, fed: dict[Output, tuple[str, Array]]
) -> None:
    """Report sessions that feed different values to one tensor, since a tensor has one value per step."""
    for feed in request.feeds:
        first, value = fed.setdefault(feed.output, (block, feed.value))
        if not (value.shape == feed.value.shape and value.tobytes() == feed.value.tobytes()):
            where = "two FeedType blocks" if first == block else f"{first} and {block}"
            text = f"{where} feed {feed.output.op.block_name} different values in one step"
            builder.report(block, DiagramError(text), "inputs")

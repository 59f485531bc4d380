"""Elaboration: a page becomes a graph, in the stages expand, resolve and build. All errors are collected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from blocks.document.data import Json, Page
from blocks.document.model import Diagram
from blocks.elaborate.build import GraphBuilder
from blocks.elaborate.model import Elaboration, ExpandedPage, FileReader
from blocks.elaborate.promotion import Find
from blocks.elaborate.resolve import resolve
from blocks.library.registry import Registry
from blocks.library.registry import find as find_in_library
from blocks.library.similar import Suggestions

if TYPE_CHECKING:
    from blocks.elaborate.composites import Composites

__all__ = ["Elaboration", "FileReader", "elaborate", "elaborated_by"]


def elaborate(
    page: Page,
    read_file: FileReader | None = None,
    find: Find = find_in_library,
    suggest: Suggestions | None = None,
    composites: Composites | None = None,
    inner: Mapping[str, Mapping[str, Json]] | None = None,
) -> Elaboration:
    """Compile a page into a graph as far as possible; errors of the page are collected, never raised.

    Args:
        read_file: reads the file of a ``{"file": ...}`` value; None rejects such values.
        inner: other values for blocks inside instances, by path.
    """
    expanded = None if composites is None else composites.expand(page, inner or {})
    if composites is None or expanded is None:
        resolved = resolve(page, find, suggest or Suggestions())
        builder = GraphBuilder(resolved, read_file)
        for index in resolved.order:
            builder.make(index)
        return builder.elaboration()
    composites.read_file = read_file
    composites.suggest = suggest or composites.suggest
    return elaborate_expanded(expanded, composites)


def elaborate_expanded(expanded: ExpandedPage, composites: Composites) -> Elaboration:
    from blocks.elaborate.composites import tell  # only pages with instances pay for these
    from blocks.elaborate.copies import InstanceCopier

    resolved = resolve(expanded.page, composites.find, composites.suggest, expanded)
    builder = GraphBuilder(resolved, composites.read_file, composites)
    InstanceCopier(builder).make_all(expanded.placements, resolved.order)
    elaboration = builder.elaboration()
    return replace(elaboration, problems=tell(elaboration.problems, expanded, composites))


def elaborated_by(
    registry: Registry, definitions: Sequence[Page] = (), inner: Mapping[str, Mapping[str, Json]] | None = None
) -> Callable[[Page, FileReader | None], Elaboration]:
    def elaborated(page: Page, read_file: FileReader | None) -> Elaboration:
        suggest = Suggestions(registry=registry)
        composites = composites_of(definitions, registry.find)
        return elaborate(page, read_file, registry.find, suggest, composites, inner)

    return elaborated


def composites_of(definitions: Sequence[Page], find: Find = find_in_library) -> Composites | None:
    if not definitions:
        return None
    from blocks.elaborate.composites import Composites  # only diagrams that have some pay for it

    return Composites(definitions, find, elaborate_expanded)


def definitions_of(diagram: Diagram) -> tuple[Page, ...]:
    return tuple([view.snapshot() for view in diagram.composites])

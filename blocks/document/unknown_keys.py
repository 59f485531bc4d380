"""Unknown keys of a diagram file, and invalid descriptions of block libraries and copies: kept and reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from blocks.base.errors import DiagramError
from blocks.document.data import (
    ANSWERS,
    BLOCK_FIELDS,
    CONFLICTS,
    DEFINITION_FIELDS,
    DOCUMENT_FIELDS,
    FIRST_FIELDS,
    FRAME_FIELDS,
    NOTE_FIELDS,
    PAGE_FIELDS,
    ROUTE_FIELDS,
    VALUE_FIELDS,
    Json,
    Page,
    shortened,
)
from blocks.document.migrations import SECOND
from blocks.document.model import Diagram
from blocks.document.packages.keys import origin_faults, package_faults


def unknown_in_file(extra: Mapping[str, Json], *, is_first: bool = True) -> list[DiagramError]:
    unknown = {key: value for key, value in extra.items() if key not in (CONFLICTS, ANSWERS)}
    errors = list(_faults(unknown, "a diagram", FIRST_FIELDS if is_first else DOCUMENT_FIELDS))
    for error, key in zip(errors, unknown, strict=True):
        if key in DOCUMENT_FIELDS:
            error.hint = f'the file needs "format": "{SECOND}"'
    return errors


def unknown_in_diagram(diagram: Diagram) -> list[DiagramError]:
    result = unknown_in_file(diagram.extra, is_first=not diagram.composites and diagram.package is None)
    if CONFLICTS in diagram.extra:
        from blocks.document.merging.conflicts import faults_in  # few files have any

        result += faults_in(diagram.extra)
    return result if diagram.package is None else [*result, *package_faults(diagram.package)]


def unknown_in_page(page: Page) -> list[DiagramError]:
    if page.composite is None:
        errors = list(_faults(page.extra, "a page", PAGE_FIELDS))
    else:
        errors = list(_faults(page.extra, "a composite", DEFINITION_FIELDS))
        errors += () if page.composite.origin is None else origin_faults(page.composite.origin)
        errors += _of_items("a value of a composite", VALUE_FIELDS, (value.extra for value in page.composite.values))
    for block in page.blocks:
        if block.extra:
            errors += [error.located(block=block.id) for error in _faults(block.extra, "a block", BLOCK_FIELDS)]
    errors += _of_items("a note", NOTE_FIELDS, (note.extra for note in page.notes))
    errors += _of_items("a frame", FRAME_FIELDS, (frame.extra for frame in page.frames))
    errors += _of_items("a route", ROUTE_FIELDS, (route.extra for route in page.routes))
    for error in errors:
        error.page = page.name
        if page.composite is not None:
            error.within([page.name])
    return errors


def _of_items(what: str, known: Sequence[str], extras: Iterable[Mapping[str, Json]]) -> Iterator[DiagramError]:
    for extra in extras:
        yield from _faults(extra, what, known)


def _faults(extra: Mapping[str, Json], what: str, known: Sequence[str]) -> Iterator[DiagramError]:
    for key in extra:
        yield DiagramError(
            f"{what} has an unknown key {shortened(key)}", hint=f"the known keys are: {', '.join(known)}"
        )

"""Automatic layout of all blocks of the given pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from blocks.base.collection import paused_collection

if TYPE_CHECKING:
    from blocks.document.changes import Change
    from blocks.document.model import Diagram, PageView


def layout(page: PageView) -> Change:
    """Arrange all blocks of a page from left to right along its wires, and return the inverse change."""
    return _lay_out(page.diagram, [page])[0]


def lay_out_pages(diagram: Diagram) -> bool:
    from blocks.document.layout.page_layout import is_piled

    piled = [page for page in (*diagram.composites, *diagram.pages) if is_piled(page.snapshot())]
    return bool(_lay_out(diagram, piled))


def _lay_out(diagram: Diagram, pages: Sequence[PageView]) -> list[Change]:
    # Block types have a say in it, and few programs need it.
    from blocks.document.layout.page_layout import laid_out, rows_by_type

    rows_of = rows_by_type(each.snapshot() for each in diagram.composites)
    with paused_collection():
        return [page.apply(laid_out(page.snapshot(), rows_of)) for page in pages]

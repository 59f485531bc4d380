"""Positions for new blocks: beside their neighbors, where they cover nothing. No other block moves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter

import numpy as np

from blocks.document.data import Document, Page, Position
from blocks.document.layout.page_layout import positions, rows_by_type, sizes
from blocks.door.diagrams import types_of
from blocks.transform.verbs.edit import tidy
from blocks.transform.verbs.free_space import Box, free_shift, sides

GAP = 60.0


def boxes_of(document: Document, page: Page) -> dict[str, Box]:
    """Return the rectangles of the blocks of a page, approximately."""
    known = sizes(page, types_of(document), rows_by_type(document.composites))
    return {block.id: (*block.at, *known[block.id]) for block in page.blocks}


def places(document: Document, page: Page, new: Mapping[str, str]) -> dict[str, Position]:
    """Return positions for new blocks of a page; ``new`` has the block beside which each belongs, if one is named."""
    if len(new) == len(page.blocks):
        return positions(page, types_of(document), rows_by_type(document.composites))
    boxes = boxes_of(document, page)
    order, sources, targets = _neighbors(page, new)
    placed = {block: box for block, box in boxes.items() if block not in new}
    edges = sides(list(placed.values()))
    left, bottom = (min(box[0] for box in placed.values()), edges[:, 3].max())
    result: dict[str, Position] = {}
    # First the blocks that continue the page, then those that feed it, then the rest.
    for blocks, may_feed, is_last in ((order, False, False), (order[::-1], True, False), (order, True, True)):
        for block in blocks:
            beside = [placed[each] for each in (new[block], *sources.get(block, ())) if each in placed]
            feeds = [placed[each] for each in targets.get(block, ()) if each in placed] if may_feed else []
            if block in placed or not (beside or feeds or is_last):
                continue
            _, _, width, height = boxes[block]
            if beside:
                wired = beside[:1] if new[block] in placed else beside
                x, y = max(box[0] + box[2] for box in wired) + GAP, beside[0][1]
            elif feeds:
                x, y = min(box[0] for box in feeds) - GAP - width, feeds[0][1]
            else:
                x, y = left, bottom + GAP
            y += free_shift([(x, y, width, height)], edges, sideways=False)[1]
            result[block] = x, y = tidy(x, y)
            placed[block] = (x, y, width, height)
            edges = np.concatenate([edges, sides([placed[block]])])
            bottom = max(bottom, y + height)
    return result


def _neighbors(page: Page, new: Collection[str]) -> tuple[list[str], dict[str, list[str]], dict[str, list[str]]]:
    """Return new blocks with sources first, and the sources and targets of each."""
    sources: dict[str, list[str]] = {block.id: [] for block in page.blocks if block.id in new}
    targets: dict[str, list[str]] = {}
    for source, target in page.wires:
        if target.block in sources:
            sources[target.block].append(source.block)
        if source.block in new:
            targets.setdefault(source.block, []).append(target.block)
    graph = {block: [each for each in dict.fromkeys(ends) if each in sources] for block, ends in sources.items()}
    try:
        return list(TopologicalSorter(graph).static_order()), sources, targets
    except CycleError:
        return list(sources), sources, targets

"""The frame around each block of a page."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush

from blocks.document.data import Block, Frame


def frames_around(blocks: Sequence[Block], frames: Iterable[Frame]) -> dict[str, Frame]:
    """Return the smallest frame around each block; there may be as many frames as blocks.

    A line sweeps the page from left to right. Beside it is a segment tree over the heights of blocks: each node has a
    heap of the frames that the line crosses and that cover all of its heights.
    """
    sized = [(frame, *frame.at, *frame.size) for frame in frames if frame.size is not None]
    if not sized:
        return {}
    sized.sort(key=lambda each: each[3] * each[4])
    heights = sorted({block.at[1] for block in blocks})
    heaps: list[list[tuple[int, float]]] = [[] for _ in range(2 * len(heights))]  # of the rank and the right side
    begins = [(x, 0, rank) for rank, (_, x, _, _, _) in enumerate(sized)]
    result: dict[str, Frame] = {}
    for x, is_block, index in sorted([*begins, *[(block.at[0], 1, i) for i, block in enumerate(blocks)]]):
        if not is_block:
            _, _, top, width, height = sized[index]
            for node in _over(bisect_left(heights, top), bisect_right(heights, top + height), len(heights)):
                heappush(heaps[node], (index, x + width))
            continue
        least = len(sized)
        node = bisect_left(heights, blocks[index].at[1]) + len(heights)
        while node:
            heap = heaps[node]
            while heap and heap[0][1] < x:
                heappop(heap)
            least = min(least, heap[0][0]) if heap else least
            node //= 2
        if least < len(sized):
            result[blocks[index].id] = sized[least][0]
    return result


def _over(begin: int, end: int, count: int) -> Iterator[int]:
    """Yield the nodes of a segment tree over ``count`` positions that together cover ``begin`` to ``end``."""
    begin, end = begin + count, end + count
    while begin < end:
        if begin % 2:
            yield begin
        if end % 2:
            yield end - 1
        begin, end = (begin + 1) // 2, end // 2

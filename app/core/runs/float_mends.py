"""The quick fix for integers typed where floats are needed: an edit that writes them as floats."""

from __future__ import annotations

from app.core.runs.derivatives import elaborated
from app.core.verbs.blocks import Find
from app.core.verbs.edit import Made, group
from app.core.verbs.paths import reachable
from app.core.verbs.quick_fixes import as_float, changes_of
from blocks.base.errors import DiagramError
from blocks.document.data import Document
from blocks.document.model import Diagram
from blocks.worker.state import Source

_MOST_BLOCKS, _MOST_TRIED = 300, 4
"""On larger pages, and beyond so many blocks with integers, nothing is tried."""


def as_floats(source: Source, error: DiagramError, find: Find) -> Made | None:
    """Return an edit that writes a block's integers as floats, if it fixes ``error`` without new errors."""
    page, block = source.page, (error.block or "").partition("/")[0]
    if len(page.blocks) > _MOST_BLOCKS or all(each.id != block for each in page.blocks):
        return None
    before = reachable(page, [block], upstream=True)
    wires = [wire for wire in page.wires if before.issuperset((wire.source.block, wire.target.block))]
    ends = dict.fromkeys(wire.source for wire in wires)
    mends = [mend for mend in (as_float(page, find, end) for end in ends) if mend is not None]
    known = len(elaborated(source).problems) if mends else 0
    for mend, _ in mends[:_MOST_TRIED]:
        change = group(changes_of(page, mend))
        trial = Diagram(Document("", (page,), source.extra, source.composites))
        trial.apply(change)
        problems = elaborated(source._replace(page=trial.page(page.name).snapshot())).problems
        left = [(each.block, each.message) for each in problems]
        if len(left) < known and (error.block, error.message) not in left:
            return Made(change, mend.text, tuple({changed for changed, _, _ in mend.sets}))
    return None

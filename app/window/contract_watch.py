"""A warning if deleting a block removes part of a gradient contract, which would otherwise still pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject

from app.core.document import Document
from app.face.contracts import CONTRACT
from app.language import tr
from blocks.document.data import Page

Parts = Mapping[str, frozenset[str]]
"""The blocks that each contract of a canvas is wired to."""


class ContractWatch(QObject):
    """The watcher of a document's gradient contracts.

    Args:
        document: the document.
        say: takes a sentence.
    """

    def __init__(self, document: Document, say: Callable[[str], object]) -> None:
        super().__init__(document)
        self._document, self._say = document, say
        self._known: dict[str, tuple[Page, Parts]] = {}
        document.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        for view in self._document.canvases:
            page = view.snapshot()
            before = self._known.get(page.name)
            if before is not None and before[0] is page:
                continue
            now = _parts_of(page)
            old: Parts = {} if before is None else before[1]
            self._known[page.name] = page, now
            there = {block.id for block in page.blocks} if old else set[str]()
            for contract in old.keys() & now.keys():
                gone = sorted(old[contract] - there)
                if gone and len(now[contract]) < len(old[contract]):  # else they have other names
                    names = ", ".join(gone)
                    self._say(tr("{contract} no longer covers {names}", contract=contract, names=names))


def _parts_of(page: Page) -> Parts:
    contracts = [block.id for block in page.blocks if block.type == CONTRACT]
    return {
        each: frozenset([wire.source.block for wire in page.wires if wire.target.block == each]) for each in contracts
    }

"""The result of an importer: the diagram, its arrays, and a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from blocks.base.types import Array
from blocks.document.model import Diagram


class ReportLine(NamedTuple):
    """One message about an import.

    Attributes:
        kind: ``left out`` (not in the diagram), ``changed`` (in another form), ``problem`` (not understood; kept as a
            string if a value can hold one).
        location: the block (``A``), the pin (``A.val``) or the element; empty for the page itself.
    """

    kind: Literal["left out", "changed", "problem"]
    page: str
    location: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: page {self.page!r}" + (f", {self.location}" if self.location else "") + f": {self.text}"


class ImportResult(NamedTuple):
    """An imported document.

    Attributes:
        files: large arrays by name, for values ``{"file": NAME}``; the caller writes them beside the diagram.
        tags: by page, wires that were not drawn (True), or that were drawn although they lead to a display.
    """

    diagram: Diagram
    report: Sequence[ReportLine]
    files: Mapping[str, Array]
    tags: Mapping[str, Mapping[str, bool]] = {}

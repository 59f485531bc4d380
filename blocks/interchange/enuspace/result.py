"""The result of an importer: the diagram, its arrays, and a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from blocks.base.types import Array
from blocks.document.model import Diagram


class ReportLine(NamedTuple):
    """One message about an import.

    Attributes:
        kind: ``left out`` (it is not in the diagram), ``changed`` (it is, in another form), ``problem`` (it could not
            be understood; what was written there is kept as text where a value can hold it).
        page: the page's name.
        location: the block (``A``), the pin (``A.val``) or the element that it is about; empty for the page itself.
        text: a sentence in the user's words.
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
        diagram: the diagram; values that are too large for it name a file ``{"file": NAME}``.
        report: what was left out, changed or not understood, in the order of the source.
        files: the arrays for those names; the caller writes them as ``.npy`` beside the diagram.
        tags: by page, wires (as texts) that were not drawn (True), or that were although they lead to a display.
    """

    diagram: Diagram
    report: Sequence[ReportLine]
    files: Mapping[str, Array]
    tags: Mapping[str, Mapping[str, bool]] = {}

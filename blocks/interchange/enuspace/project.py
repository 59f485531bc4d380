"""enuSpace projects (``.enup``): their pages and other contents."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from blocks.base.errors import FileError
from blocks.base.types import Array
from blocks.document.model import Diagram
from blocks.interchange.enuspace.page import Element, parse_xml, read_text


class ReportLine(NamedTuple):
    """One message about an import, at a block (``A``), pin (``A.val``) or element; empty for the page itself.

    Its kind is ``left out`` (not in the diagram), ``changed`` (in another form) or ``problem`` (not understood; kept as
    a string if a value can hold one).
    """

    kind: Literal["left out", "changed", "problem"]
    page: str
    location: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: page {self.page!r}" + (f", {self.location}" if self.location else "") + f": {self.text}"


class ImportResult(NamedTuple):
    """An imported document, and its ``files``: large arrays by name, for the caller to write beside the diagram.

    ``tags`` are, by page, wires that were not drawn (True), or that were drawn although they lead to a display.
    """

    diagram: Diagram
    report: Sequence[ReportLine]
    files: Mapping[str, Array]
    tags: Mapping[str, Mapping[str, bool]] = {}


_MOST_PAGES = 1000


class Project(NamedTuple):
    title: str
    pages: tuple[Path, ...]
    report: tuple[ReportLine, ...]


def read_project(path: Path) -> Project:
    """Read the pages that a project names; they must be below its folder, and case does not matter."""
    root = parse_xml(read_text(path), str(path))
    elements = list(_all(root))
    if not any(element.tag in ("pg-project", "pg-picture") for element in elements):
        raise FileError("this is not an enuSpace project", file=str(path), hint="use an .enup file that enuSpace saved")
    title = ""
    pages: list[Path] = []
    report: list[ReportLine] = []
    for element in elements:
        attributes = element.attributes
        reference = (attributes.get("xlink:href") or attributes.get("href") or "").strip()
        if element.tag == "pg-project":
            title = title or (attributes.get("name") or attributes.get("title") or element.own_text).strip()
        elif element.tag == "pg-picture":
            result = _page(path.parent, reference)
            if result is None:
                text = f"the page {reference!r} does not exist or is outside the project's folder"
                stem = re.split(r"[\\/]", reference)[-1].rpartition(".")[0] or reference
                report.append(ReportLine("left out", stem, "", text))
            elif result not in pages:
                pages.append(result)
        elif element.tag == "pg-global" and reference:
            report.append(ReportLine("left out", "", "", f"the global page {reference!r}: it has no graph blocks"))
    if len(pages) > _MOST_PAGES:
        raise FileError(f"the project has more than {_MOST_PAGES} pages, the limit of an import", file=str(path))
    if not pages:
        raise FileError("the project has no page that exists", file=str(path), hint=report[0].text if report else None)
    return Project(title or path.stem, tuple(pages), tuple(report))


def _all(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        yield from _all(child)


def _page(folder: Path, reference: str) -> Path | None:
    parts = [part for part in re.split(r"[\\/]", reference) if part not in ("", ".")]
    if not parts or ".." in parts or re.match(r"[A-Za-z]:|[\\/]", reference):
        parts = ["picture", parts[-1]] if parts and parts[-1] != ".." else []
    for each in (parts, ["picture", *parts[-1:]]):
        result = _below(folder, each)
        if result is not None:
            return result
    return None


def _below(folder: Path, parts: list[str]) -> Path | None:
    index = folder
    for part in parts:
        exact = index / part
        if not os.path.lexists(exact):
            try:
                exact = next((each for each in sorted(index.iterdir()) if each.name.lower() == part.lower()), exact)
            except (OSError, ValueError):
                return None
        index = exact
    try:
        inside = index.resolve().is_relative_to(folder.resolve())
        return index if parts and inside and index.suffix.lower() == ".svg" and index.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None

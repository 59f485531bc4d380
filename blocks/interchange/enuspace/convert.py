"""Import of enuSpace files: pages (``.svg``), task exports (``.json``) and projects (``.enup``).

Both generations of the format are supported, with their ``.dat`` files. `page` reads files into records, and `build`,
`blocks` and `displays` convert records to pages. `values` parses values, `scripts` finds the results that scripts show,
and `table` maps the names of symbols and pins. A project (`project`) is a list of pages: `_build` makes a diagram from
any number of records.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from blocks.base.errors import DiagramError, FileError
from blocks.base.names import claim_name
from blocks.base.types import Array
from blocks.document.file import loads
from blocks.interchange.enuspace.build import PageImport, legal_name
from blocks.interchange.enuspace.page import PageRecord, read_page
from blocks.interchange.enuspace.project import ImportResult, ReportLine, read_project

SUFFIXES = (".svg", ".json", ".enup")


def import_file(path: str | Path) -> ImportResult:
    """Return the diagram in a page, task export or project of enuSpace, without results; raise FileError on failure."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        hint = "use a page (.svg), a task export (.json) or a project (.enup)"
        raise FileError("this is not an enuSpace file", file=str(path), hint=hint)
    if suffix != ".enup":
        return _build([read_page(path)], path, path.stem, [])
    project = read_project(path)
    report = list(project.report)
    records: list[PageRecord] = []
    for page in project.pages:
        try:
            records.append(read_page(page))
        except DiagramError as error:
            report.append(ReportLine("left out", page.stem, "", error.message))
    if not records:
        why = f": {report[0].text}" if report else ""
        raise FileError(f"none of the {len(project.pages)} pages of the project can be read{why}", file=str(path))
    return _build(records, path, project.title, report)


def _build(records: list[PageRecord], path: Path, title: str, report: list[ReportLine]) -> ImportResult:
    files: dict[str, Array] = {}
    pages: list[dict[str, Any]] = []
    tags: dict[str, dict[str, bool]] = {}
    taken: set[str] = set()
    try:
        for record in records:
            name = claim_name(legal_name(record.name) or "page", taken)
            builder = PageImport(record, name, report, files)
            pages.append(builder.build())
            tags[name] = builder.tags
        text = json.dumps({"format": "gradblocks/1", "title": title, "pages": pages}, ensure_ascii=False)
        diagram = loads(text, str(path))
    except DiagramError as error:
        raise error.located(file=str(path)) from None
    return ImportResult(diagram, report, files, tags)

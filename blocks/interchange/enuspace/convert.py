"""Import of enuSpace files: pages (``.svg``), task exports (``.json``) and projects (``.enup``).

Both generations of the format are supported, with their ``.dat`` files. `page` reads files into records, and `build`,
`blocks` and `displays` convert records to pages. `values` parses values, `scripts` finds the results that scripts show,
and `table` maps the names of symbols and pins. A project (`project`) is a list of pages: `_build` makes a diagram from
any number of records.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError, FileError
from blocks.base.names import claim_name
from blocks.base.types import Array
from blocks.document.file import loads
from blocks.interchange.enuspace.build import PageImport, block_ids, is_sensor, legal_name
from blocks.interchange.enuspace.page import PageRecord, SavedPin, read_page
from blocks.interchange.enuspace.project import ImportResult, ReportLine, read_project
from blocks.interchange.enuspace.table import table_type
from blocks.interchange.enuspace.values import PIN_DTYPES, flat_elements

SUFFIXES = (".svg", ".json", ".enup")

_FIXED = re.compile(r"\.\d{6}\s*$|^\D*$")


def import_file(path: str | Path) -> ImportResult:
    """Return the diagram in a page, a task export or a project of enuSpace, without recorded results.

    Raises:
        FileError: the file cannot be read, is damaged, or is not an enuSpace file.
    """
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


class RecordedValue(NamedTuple):
    """The value of a result pin when the page was saved.

    Attributes:
        dtype: the pin's dtype, ``DT_DOUBLE``; float values of other dtypes were converted to it.
        shape: the declared shape; it may be out of date although the number of elements is right.
        decimals: the number of printed decimals (older pages), or None.
        digits: the number of printed significant digits (newer pages), or None. Both None: the values are exact.
    """

    values: list[Any]
    dtype: str
    shape: tuple[int, ...]
    decimals: int | None
    digits: int | None


def recorded_results(path: str | Path) -> dict[str, RecordedValue]:
    """Return recorded values by ``BLOCK.result_PIN`` (none for task exports); raise FileError on read errors."""
    record = read_page(Path(path))
    uses = [use for use in record.uses if not is_sensor(use)]
    values: dict[str, RecordedValue] = {}
    for use, name in zip(uses, block_ids(uses), strict=True):
        table = table_type(use.type)
        for pin in use.pins:
            if pin.name.startswith("result_") and (pin.text or pin.position is not None):
                result = table.results.get(pin.name, pin.name) if table else pin.name
                value = _recorded(record, pin)
                if value:
                    values[f"{name}.{result}"] = value
    return values


def _recorded(record: PageRecord, pin: SavedPin) -> RecordedValue | None:
    dtype = PIN_DTYPES.get(pin.dtype, "DT_STRING")
    if pin.position is not None:
        if record.data.missing:
            return None
        return RecordedValue(record.data.read(pin).ravel().tolist(), dtype, pin.shape, None, None)
    try:
        values = flat_elements(pin.text, math.prod(pin.shape), dtype)
    except ValueError as error:
        raise FileError(f"a recorded value cannot be read: {error}", pin=pin.name) from None
    if dtype not in ("DT_DOUBLE", "DT_FLOAT"):
        return RecordedValue(values, dtype, pin.shape, None, None)
    fixed = all(_FIXED.search(part) for part in pin.text.split(";"))
    return RecordedValue(
        [float(value) for value in values], dtype, pin.shape, 6 if fixed else None, None if fixed else 6
    )

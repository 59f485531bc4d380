"""Import of what enuSpace-Tensorflow saved: pages (``.svg``) and task exports (``.json``), with their ``.dat`` files.

Both generations of the format are read. The parts: `enuspace_page` reads files into records, `enuspace_build` and
`enuspace_blocks` turn records into our page, `enuspace_values` knows the ways to write a value, `enuspace_table` how
symbols and pins are called. A project file is a list of pages: `_build` makes a diagram from any number of records.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError, FileError
from blocks.base.types import Array
from blocks.diagram.file import loads
from blocks.diagram.importers.enuspace_build import PageBuilder, block_ids, is_display
from blocks.diagram.importers.enuspace_page import PageRecord, Pin, read_page
from blocks.diagram.importers.enuspace_table import table_type
from blocks.diagram.importers.enuspace_values import PIN_DTYPES, flat_elements
from blocks.diagram.importers.result import ImportResult, ReportLine

SUFFIXES = (".svg", ".json")

_FIXED = re.compile(r"\.\d{6}\s*$|^\D*$")


def import_file(path: str | Path) -> ImportResult:
    """The diagram in a page or a task export of enuSpace.

    What a page recorded in its result pins is not part of the diagram; see `recorded_results`.

    Raises:
        FileError: the file cannot be read, is damaged, or is no file of enuSpace.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix == ".enup":
        raise FileError("projects (.enup) are not supported yet", file=str(path), hint="import its pages, one by one")
    if suffix not in SUFFIXES:
        raise FileError("is no file of enuSpace", file=str(path), hint="pages end in .svg, task exports in .json")
    return _build([read_page(path)], path)


def _build(records: list[PageRecord], path: Path) -> ImportResult:
    report: list[ReportLine] = []
    files: dict[str, Array] = {}
    pages: list[dict[str, Any]] = []
    try:
        pages.extend(PageBuilder(record, report, files).build() for record in records)
        text = json.dumps({"format": "gradblocks/1", "title": path.stem, "pages": pages}, ensure_ascii=False)
        diagram = loads(text, str(path))
    except DiagramError as error:
        raise error.located(file=str(path)) from None
    return ImportResult(diagram, report, files)


class RecordedValue(NamedTuple):
    """What a result pin showed when the page was saved.

    Attributes:
        values: the elements, row by row.
        dtype: the element type of the pin, ``DT_DOUBLE``; float values of other dtypes were converted to it.
        shape: the shape that the page states; it may be out of date although the number of elements is right.
        decimals: how many decimals were printed (the older generation of pages), else None.
        digits: how many significant digits were printed (the newer one), else None. Both None: the values are exact.
    """

    values: list[Any]
    dtype: str
    shape: tuple[int, ...]
    decimals: int | None
    digits: int | None


def recorded_results(path: str | Path) -> dict[str, RecordedValue]:
    """The recorded values of a page by ``BLOCK.result_PIN``, in the order of the page. Task exports hold none.

    Raises:
        FileError: the file cannot be read, or is damaged.
    """
    record = read_page(Path(path))
    uses = [use for use in record.uses if not is_display(use)]
    found: dict[str, RecordedValue] = {}
    for use, name in zip(uses, block_ids(uses), strict=True):
        table = table_type(use.type)
        for pin in use.pins:
            if pin.name.startswith("result_") and (pin.text or pin.position is not None):
                result = table.results.get(pin.name, pin.name) if table else pin.name
                value = _recorded(record, pin)
                if value:
                    found[f"{name}.{result}"] = value
    return found


def _recorded(record: PageRecord, pin: Pin) -> RecordedValue | None:
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

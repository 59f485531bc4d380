"""Pages with recorded results: opening them with other values to begin with, and comparing."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blocks.document.changes import SetValue
from blocks.document.model import Diagram
from blocks.interchange.enuspace.build import block_ids, is_sensor
from blocks.interchange.enuspace.convert import import_file
from blocks.interchange.enuspace.page import PageRecord, SavedPin, read_page
from blocks.interchange.enuspace.table import table_type
from blocks.interchange.enuspace.values import PIN_DTYPES, flat_elements

_FIXED = re.compile(r"\.\d{6}\s*$|^\D*$")


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
    """Return recorded values by ``BLOCK.result_PIN`` (none for task exports)."""
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
    values = flat_elements(pin.text, math.prod(pin.shape), dtype)
    if dtype not in ("DT_DOUBLE", "DT_FLOAT"):
        return RecordedValue(values, dtype, pin.shape, None, None)
    fixed = all(_FIXED.search(part) for part in pin.text.split(";"))
    return RecordedValue(
        [float(value) for value in values], dtype, pin.shape, 6 if fixed else None, None if fixed else 6
    )


def imported(path: Path, starts: Mapping[str, Any], folder: Path | None = None) -> Diagram:
    """A page with other values to begin with; with its large values beside it, if there is a folder for them."""
    diagram, _, files, _ = import_file(path)
    [page] = diagram.pages
    if folder is not None:
        for file, values in files.items():
            np.save(folder / file, values)
        diagram.path = str(folder / f"{path.stem}.gradblocks")
    for block, value in starts.items():
        page.apply(SetValue(page.name, block, "initvalues", value))
    return diagram


def agree(results: Mapping[str, Any], recorded: Mapping[str, RecordedValue], pins: Sequence[str], atol: float) -> None:
    """Compare results with what was recorded, without their shapes: those may be out of date."""
    for pin in pins:
        result = np.asarray(results[pin], np.float64).ravel()
        np.testing.assert_allclose(result, np.ravel(recorded[pin].values), rtol=1e-6, atol=atol, err_msg=pin)

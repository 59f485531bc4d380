"""Pages with recorded results: opening them with other values to begin with, and comparing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from blocks.document.changes import SetValue
from blocks.document.model import Diagram
from blocks.interchange.enuspace.convert import RecordedValue, import_file


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

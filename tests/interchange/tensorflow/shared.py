"""What tests of models share: where they lie, and when numbers agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


def source(models: Path, name: str) -> Path:
    """What `gradblocks convert` is given for a model."""
    graph = models / name / "graph.pb"
    return graph if graph.is_file() else models / name


def close(found: Any, wanted: Any) -> bool:
    """Within 1e-5 of the largest magnitude, where there are numbers with a point."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    if found.dtype != wanted.dtype or found.shape != wanted.shape:
        return False
    if found.dtype.kind != "f" or not found.size:
        return np.array_equal(found, wanted)
    finite = np.isfinite(wanted)
    if not np.array_equal(found[~finite], wanted[~finite], equal_nan=True):
        return False
    found, wanted = np.append(found[finite], 0), np.append(wanted[finite], 0)
    return bool(np.abs(found - wanted).max() <= 1e-5 * max(np.abs(wanted).max(), 1e-30))

"""What tests of models share: where they lie, and when numbers agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


def source(models: Path, name: str) -> Path:
    """What `gradblocks convert` is given for a model."""
    graph = models / name / "graph.pb"
    return graph if graph.is_file() else models / name


def close(actual: Any, wanted: Any) -> bool:
    """Within 1e-5 of the largest magnitude, where there are numbers with a point."""
    actual, wanted = np.asarray(actual), np.asarray(wanted)
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return False
    if actual.dtype.kind != "f" or not actual.size:
        return np.array_equal(actual, wanted)
    finite = np.isfinite(wanted)
    if not np.array_equal(actual[~finite], wanted[~finite], equal_nan=True):
        return False
    actual, wanted = np.append(actual[finite], 0), np.append(wanted[finite], 0)
    return bool(np.abs(actual - wanted).max() <= 1e-5 * max(np.abs(wanted).max(), 1e-30))

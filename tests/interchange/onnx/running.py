"""Runs imported models, and says when numbers agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import blocks
from blocks.interchange.importing.build import Imported
from blocks.interchange.importing.canvases import legal_id
from blocks.interchange.importing.weights import write_arrays
from blocks.interchange.models import import_model


def opened(path: Path, *, trainable: bool = False) -> Imported:
    """A model as a diagram, whose weights lie beside the model."""
    found = import_model(path, path.stem, trainable=trainable)
    write_arrays(path.parent, found.files)
    found.diagram.path = str(path.with_suffix(".gradblocks"))
    return found


def results(found: Imported, inputs: dict[str, Any], outputs: list[str]) -> dict[str, Any]:
    """What a model gives."""
    session = blocks.Session(found.diagram.pages[0])
    given = session.run(feed={legal_id(name): value for name, value in inputs.items()})
    return {name: given.get(f"{legal_id(name)}.result_output") for name in outputs}


def differs(found: Any, wanted: Any, relative: float, absolute: float) -> str:
    """What is wrong with a result; empty if nothing is."""
    found = np.asarray(found)
    if found.dtype != wanted.dtype or found.shape != wanted.shape:
        return f"{found.dtype}{found.shape}, not {wanted.dtype}{wanted.shape}"
    if found.dtype == object or found.dtype.kind in "biu":
        return "" if (found == wanted).all() else f"{found.reshape(-1)[:5]}, not {wanted.reshape(-1)[:5]}"
    both = found.astype(np.float64), wanted.astype(np.float64)
    if np.allclose(*both, rtol=relative, atol=absolute, equal_nan=True):
        return ""
    return f"{found.reshape(-1)[:5]}, not {wanted.reshape(-1)[:5]}"

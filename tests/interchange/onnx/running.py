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
    imported = import_model(path, path.stem, trainable=trainable)
    write_arrays(path.parent, imported.files)
    imported.diagram.path = str(path.with_suffix(".gradblocks"))
    return imported


def results(imported: Imported, inputs: dict[str, Any], outputs: list[str]) -> dict[str, Any]:
    """What a model gives."""
    session = blocks.Session(imported.diagram.pages[0])
    given = session.run(feed={legal_id(name): value for name, value in inputs.items()})
    return {name: given.get(f"{legal_id(name)}.result_output") for name in outputs}


def differs(actual: Any, wanted: Any, relative: float, absolute: float) -> str:
    """What is wrong with a result; empty if nothing is."""
    actual = np.asarray(actual)
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return f"{actual.dtype}{actual.shape}, not {wanted.dtype}{wanted.shape}"
    if actual.dtype == object or actual.dtype.kind in "biu":
        return "" if (actual == wanted).all() else f"{actual.reshape(-1)[:5]}, not {wanted.reshape(-1)[:5]}"
    both = actual.astype(np.float64), wanted.astype(np.float64)
    if np.allclose(*both, rtol=relative, atol=absolute, equal_nan=True):
        return ""
    return f"{actual.reshape(-1)[:5]}, not {wanted.reshape(-1)[:5]}"

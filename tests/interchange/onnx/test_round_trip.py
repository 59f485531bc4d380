"""Diagrams that are written as ONNX and opened again: TensorFlow's numbers, as those of the diagram were."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.interchange.export_onnx import Exported
from tests.conformance import test_conformance as conformance
from tests.interchange.onnx.running import opened, results

pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra `test` brings it")

TYPES = (
    "Conv2D",
    "Einsum",
    "GatherV2",
    "IRFFT2D",
    "MaxPool",
    "RFFT",
    "ResizeBilinear",
    "ScatterNd",
    "StridedSlice",
    "TopK",
)


@pytest.mark.parametrize("name", TYPES)
def test_what_is_written_gives_the_same_when_it_is_opened(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.onnx import running
    from tests.onnx.test_conformance import check_case, has_no_form

    def run(exported: Exported, given: Mapping[str, Any]) -> dict[str, Any]:
        path = tmp_path / "written.onnx"
        path.write_bytes(exported.data)
        imported = opened(path)
        assert list(imported.unknown) == []
        arrays = {key: np.array(given[key], order="C") for key in exported.inputs if key in given}
        return results(imported, arrays, exported.outputs)

    def accept(_exported: Exported) -> None:
        """What it is like is another test's affair."""

    monkeypatch.setattr(running, "run", run)
    monkeypatch.setattr(running, "checked", accept)
    [path] = conformance.FOLDER.glob(f"*/{name}.json")
    done = 0
    for case in json.loads(path.read_text("utf-8"))["cases"][:4]:
        if case["error"] is not None or case["run"]["steps"] != 1 or has_no_form(name, case):
            continue
        try:
            check_case(case, tmp_path)
            done += 1
        except DiagramError as error:
            assert "ONNX" in error.message, error
    assert done

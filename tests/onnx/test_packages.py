"""A block type from outside brings its rule for ONNX with it."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.document.file import loads
from blocks.interchange.export_onnx import to_onnx
from tests import packages
from tests.library.distribution import PAGE, write

pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra `test` brings it")


def test_a_type_of_a_package_is_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime: Any = importlib.import_module("onnxruntime")  # whose stubs are missing
    with packages.place(tmp_path, monkeypatch) as site:
        write(site)
        packages.anew()
        blocks.use_packages("triangles")
        exported = to_onnx(loads(PAGE), ["h"])
        model = runtime.InferenceSession(exported.data, providers=["CPUExecutionProvider"])
        [result] = model.run(None, {model.get_inputs()[0].name: np.array([3.0, 0.0], np.float32)})
        np.testing.assert_allclose(result, [10.0, 8.0], rtol=1e-6)

"""Models that are checked, and run by onnxruntime as they are."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from blocks.interchange.export_onnx import Exported

onnx: Any = importlib.import_module("onnx")
onnxruntime: Any = importlib.import_module("onnxruntime")


def checked(exported: Exported) -> Any:
    """The model, after ONNX's checker and its inference of shapes found nothing wrong with it."""
    model = onnx.load_from_string(exported.data)
    onnx.checker.check_model(model, full_check=True)
    return model


def run(exported: Exported, given: Mapping[str, Any], *, optimized: bool = False) -> dict[str, Any]:
    """What a model gives, by the names of its outputs; nothing of it is changed before it runs, unless asked for."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    if not optimized:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(exported.data, options, providers=["CPUExecutionProvider"])
    optional = [each.name for each in session.get_overridable_initializers()]
    assert [each.name for each in session.get_inputs()] == [name for name in exported.inputs if name not in optional]
    arrays = {
        name: np.array(given[name], order="C") for name in exported.inputs if name in given or name not in optional
    }
    return dict(zip(exported.outputs, session.run(None, arrays), strict=True))

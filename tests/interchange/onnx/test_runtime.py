"""Operators whose numbers onnxruntime tells: parts of boxes, windows over an end, margins that cut, other sizes."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.interchange.onnx.running import differs, opened, results

onnx: Any = pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra `test` brings it")

_RNG = np.random.default_rng(3)
IMAGES = _RNG.normal(size=(2, 3, 9, 11)).astype(np.float32)
BOXES = np.array(
    [[0, 0, 5, 5], [1, 2, 7.5, 8], [3, 3, 3.2, 3.1], [-2, -3, 4, 4], [5, 1, 14, 12], [12, 12, 9, 9]], np.float32
)
OF = np.array([0, 1, 1, 0, 1, 0])
"""The image of each box."""
LINES = IMAGES[0, 0]


def align(**attributes: Any) -> tuple[str, int, dict[str, Any], dict[str, Any]]:
    given = {"x": IMAGES, "boxes": BOXES, "of": OF}
    return "RoiAlign", 16, given, {"output_height": 3, "output_width": 2, "spatial_scale": 0.7, **attributes}


def pool(**attributes: Any) -> tuple[str, int, dict[str, Any], dict[str, Any]]:
    return "LpPool", 18, {"x": IMAGES}, {"kernel_shape": [3, 4], "strides": [3, 2], "ceil_mode": 1, **attributes}


def deformed(**attributes: Any) -> tuple[str, int, dict[str, Any], dict[str, Any]]:
    """Windows of 3 x 2 with two groups of offsets, at 4 x 6 places."""
    given = {
        "x": IMAGES[:, :2], "w": _RNG.normal(size=(4, 2 // attributes["group"], 3, 2)),
        "offset": _RNG.normal(size=(2, 24, 4, 6)), "b": np.arange(4.0), "mask": _RNG.uniform(size=(2, 12, 4, 6)),
    }  # fmt: skip
    settings = {"pads": [1, 0, 0, 1], "strides": [2, 2], "offset_group": 2, **attributes}
    return "DeformConv", 19, {key: value.astype(np.float32) for key, value in given.items()}, settings


def margin(pads: list[int], mode: str) -> tuple[str, int, dict[str, Any], dict[str, Any]]:
    return "Pad", 19, {"x": LINES, "pads": np.array(pads)}, {"mode": mode}


def sized(scales: list[float], **attributes: Any) -> tuple[str, int, dict[str, Any], dict[str, Any]]:
    given = {"x": IMAGES, "roi": None, "scales": np.array([1, 1, *scales], np.float32)}
    return "Resize", 19, given, attributes


LEARNED = "ai.onnx.ml."


def learned(op: str, **attributes: Any) -> tuple[str, int, dict[str, Any], dict[str, Any]]:
    return LEARNED + op, 3, {"x": LINES[:, :3]}, attributes


def quantised(name: str, count: int = 1, **attributes: Any) -> tuple[str, int, dict[str, Any], dict[str, Any]]:
    """An operator of onnxruntime on bytes, with the scale and the zero of each input and of the output."""
    given: dict[str, Any] = {}
    for i, part in enumerate("ab"[:count]):
        given[part] = _RNG.integers(0, 256, (2, 3, 4, 6)).astype(np.uint8)
        given |= {f"{part}_scale": np.float32(0.0213 + 0.0104 * i), f"{part}_zero": np.uint8(120 + i)}
    return f"com.microsoft.QLinear{name}", 1, given | {"scale": np.float32(0.0331), "zero": np.uint8(99)}, attributes


def rows_of_bytes(back: bool) -> tuple[str, int, dict[str, Any], dict[str, Any]]:
    """Products of bytes, with scales of the columns of the second matrix; back to bytes or not."""
    given: dict[str, Any] = {
        "a": _RNG.integers(0, 256, (4, 6)).astype(np.uint8), "a_scale": np.float32(0.02), "a_zero": np.uint8(120),
        "b": _RNG.integers(-128, 128, (3, 6)).astype(np.int8), "b_scale": np.array([0.01, 0.02, 0.03], np.float32),
        "b_zero": np.zeros(3, np.int8), "c": np.array([5, -300, 9], np.int32),
    }  # fmt: skip
    ends = {"scale": np.float32(0.05), "zero": np.uint8(128)} if back else {}
    return "com.microsoft.QGemm", 1, given | ends, {"transB": 1}


CASES = {
    "a sum of bytes": quantised("Add", 2),
    "a product of bytes": quantised("Mul", 2),
    "a curve of bytes": quantised("LeakyRelu", alpha=0.1),
    "the mean of bytes": quantised("AveragePool", kernel_shape=[3, 2], pads=[1, 0, 1, 0], strides=[2, 2]),
    "rows of bytes": rows_of_bytes(back=True),
    "rows of bytes as numbers": rows_of_bytes(back=False),
    "categories": (LEARNED + "OneHotEncoder", 3, {"x": OF}, {"cats_int64s": [1, 5, 0]}),
    "scaled": learned("Scaler", offset=[0.5, 1.0, -1.0], scale=[2.0, 0.1, 3.0]),
    "to zeros and ones": learned("Binarizer", threshold=0.2),
    "a norm of 1": learned("Normalizer", norm="L2"),
    "the largest is 1": learned("Normalizer", norm="MAX"),
    "filled in": learned("Imputer", imputed_value_floats=[1.0, 2.0, 3.0], replaced_value_float=float(LINES[2, 1])),
    "a linear model": learned("LinearRegressor", coefficients=[1.0, 2.0, -1.0, 0.5, 0.0, 1.0], intercepts=[0.1, 0.2],
                              targets=2),
    "classes of a linear model": learned("LinearClassifier", coefficients=[1.0, 2.0, -1.0, 0.5, 0.0, 1.0],
                                         intercepts=[0.1, 0.2], classlabels_ints=[7, 3], post_transform="SOFTMAX"),
    "numbers of labels": (
        LEARNED + "LabelEncoder", 3, {"x": OF},
        {"keys_int64s": [1, 5], "values_floats": [0.5, 2.0], "default_float": 7.0},
    ),
    "deformed": deformed(group=1),
    "deformed in groups": deformed(group=2, dilations=[1, 2], pads=[1, 1, 0, 1]),
    "a point for each pixel": align(),
    "the largest of them": align(mode="max", coordinate_transformation_mode="output_half_pixel"),
    "the largest of some": align(mode="max", sampling_ratio=2),
    "largest pixels": (
        "MaxRoiPool", 17, {"x": IMAGES, "boxes": np.column_stack([OF, BOXES]).astype(np.float32)},
        {"pooled_shape": [3, 2], "spatial_scale": 0.7},
    ),
    "over the end": pool(),
    "over the end, of cubes, with a margin": pool(p=3, pads=[1, 0, 1, 2]),
    "cut before and behind": margin([-1, 2, 3, -4], "constant"),
    "cut and repeated": margin([-1, 2, 3, -4], "wrap"),
    "cut and mirrored": margin([2, -3, 1, 4], "reflect"),
    "cut and held": margin([-1, -2, -3, 4], "edge"),
    "smaller": sized([0.6, 0.7], mode="nearest", nearest_mode="floor", coordinate_transformation_mode="asymmetric"),
    "one pixel": sized([0.15, 0.2], mode="nearest", nearest_mode="floor"),
    "cubic": sized([1.5, 2.3], mode="cubic"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_numbers_are_those_of_onnxruntime(name: str, tmp_path: Path) -> None:
    op, version, given, attributes = CASES[name]
    helper, runtime = onnx.helper, importlib.import_module("onnxruntime")
    given = {key: np.asarray(value) for key, value in given.items() if value is not None}
    kinds = {key: helper.np_dtype_to_tensor_dtype(value.dtype) for key, value in given.items()}
    # Where a window over the end lies is worked out when the model is read, of all others when it runs.
    shapes = {
        key: value.shape if op.endswith(("Pool", "DeformConv")) else [None] * value.ndim for key, value in given.items()
    }
    inputs = [helper.make_tensor_value_info(key, kinds[key], shapes[key]) for key in given]
    domain, _, op = op.rpartition(".")
    outputs = ["y", "scores"] if "Classifier" in op else ["y"]
    inputs_of = ["" if key not in given else key for key in CASES[name][2]]
    node = helper.make_node(op, inputs_of, outputs, "node", domain=domain, **attributes)
    graph = helper.make_graph([node], "graph", inputs, [helper.make_empty_tensor_value_info(each) for each in outputs])
    onnx_model = helper.make_model(graph, opset_imports=[helper.make_opsetid(domain, version)], ir_version=8)
    path = tmp_path / "model.onnx"
    path.write_bytes(onnx_model.SerializeToString())
    options = runtime.SessionOptions()
    options.log_severity_level = 4
    session = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    wanted = dict(zip(outputs, session.run(None, given), strict=True))
    imported = opened(path)
    assert list(imported.unknown) == []
    shown = results(imported, given, outputs)
    assert [differs(shown[each], wanted[each], 1e-5, 1e-5) for each in outputs] == ["" for _ in outputs]

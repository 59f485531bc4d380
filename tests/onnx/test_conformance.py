"""TensorFlow's results for the types that have a rule for ONNX, computed by onnxruntime.

So that nothing is computed ahead, constants of numbers with a fraction are inputs of the model; integers, which decide
about shapes, stay in it.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.analysis.output_names import asked_by
from blocks.base.dtypes import BFLOAT16
from blocks.base.errors import DiagramError
from blocks.document.file import load
from blocks.graph.graph import Output
from blocks.interchange.export_onnx import to_onnx
from blocks.library.onnx_rules.complex_numbers import PARTS, in_pairs
from blocks.library.registry import find
from blocks.library.rules import rule_of, tables
from blocks.run.session import Session
from blocks.run.steps.feeds import fed_value
from tests.conformance import test_conformance as conformance

pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra `test` brings it")

FAULTS_OF_THE_RUNTIME = {
    ("Conv2D", "empty batch"): "never ends",
    ("ResizeArea", "empty batch"): "refuses a product with no matrices",
    ("ResizeBicubic", "empty batch"): "refuses a product with no matrices",
    ("ResizeBilinear", "empty batch"): "refuses a product with no matrices",
}
REFUSED = {  # by type, how many of its cases have no ONNX form
    "BlockLSTM": 1, "BlockLSTMV2": 1,  # gradients
    "ClientSession": 1, "Variable": 1,  # training
    "Conv2D": 1, "Conv2DBackpropInput": 1, "Conv2DBackpropFilter": 1,  # double
    **dict.fromkeys(("Add", "Concat", "Div", "Mean", "Multiply", "RealDiv", "Subtract", "Sum"), 1),  # complex
    "ComplexAbs": 3,  # gradients
    "Conv3DBackpropInputV2": 1, "Conv3DBackpropFilterV2": 1,
    "DepthwiseConv2dNativeBackpropInput": 1, "DepthwiseConv2dNativeBackpropFilter": 1,
    "DepthToSpace": 1, "SpaceToDepth": 1,  # NCHW_VECT_C
    "Einsum": 1, "MatrixDeterminant": 4,  # gradients
    "MaxPool": 2,  # over channels; a gradient with the channels first
    "MaxPool3D": 3,  # gradients
    "Placeholder": 1,  # nothing is known about its shape
    "Prod": 2,  # gradients over several axes
    "SegmentProd": 3,  # gradients
    "TensorScatterMax": 1, "TensorScatterSub": 1, "TensorScatterUpdate": 1,  # bad indices are passed over
}  # fmt: skip
OTHERS = {"ClientSession", "Const", "Const_ex", "FeedType", "Input_Initializer", "Placeholder", "Tensor", "Variable"}
"""Types that have no rule of their own, and a place in a model."""


def cases() -> Iterator[Any]:
    for path in sorted(conformance.FOLDER.glob("*/*.json")):
        spec, targets = find(path.stem), ("onnx", "onnx_complex")
        if path.stem not in OTHERS and (spec is None or not any(rule_of(spec, each) for each in targets)):
            continue
        page_cases = json.loads(path.read_text("utf-8"))["cases"]
        yield pytest.param(path.stem, page_cases, id=f"{path.parent.name}/{path.stem}")


@pytest.mark.parametrize(("name", "cases"), list(cases()))
def test_cases(name: str, cases: list[dict[str, Any]], tmp_path: Path) -> None:
    refused: list[str] = []
    done = 0
    for case in cases:
        fault = (name, case["name"]) in FAULTS_OF_THE_RUNTIME
        if case["error"] is not None or case["run"]["steps"] != 1 or fault or has_no_form(name, case):
            continue
        try:
            check_case(case, tmp_path)
        except DiagramError as error:
            assert "ONNX" in error.message and error.block is not None, error
            refused.append(f"{case['name']}: {error}")
        done += 1
    assert done, "there is no case of numbers that a model could compute"
    assert len(refused) == REFUSED.get(name, 0), refused
    assert len(refused) < done


def has_no_form(name: str, case: dict[str, Any]) -> bool:
    """Texts are not computed, complex numbers not by all types; onnxruntime hands no bfloat16 to NumPy."""
    text = json.dumps([case["diagram"], case["expect"]])
    others = () if name in tables("onnx_complex") else ("COMPLEX",)
    return any(f"DT_{kind}" in text for kind in ("STRING", "BFLOAT16", "RESOURCE", "QINT", "QUINT", *others))


def check_case(case: dict[str, Any], folder: Path) -> None:
    from tests.onnx.running import checked, run

    for name, content in case.get("files", {}).items():
        (folder / name).write_bytes(base64.b64decode(content))
    path = folder / "case.gradblocks"
    path.write_text(json.dumps(case["diagram"]), "utf-8")
    session = Session(load(path))
    given = {
        place: fed.value
        for _, request in session.elaboration.requests
        for fed in request.feeds
        for place in [fed.output]
    }
    for name, value in case["run"].get("feed", {}).items():
        [output] = asked_by(session.elaboration, name).outputs
        given[output] = fed_value(name, output, value["data"] if isinstance(value, dict) else value)
    inputs = list(case["run"].get("feed", {}))
    for block in session.page.blocks:
        if block.type in ("Const", "Const_ex"):
            [output] = asked_by(session.elaboration, block.id).outputs
            if (output.dtype.is_floating or output.dtype in PARTS) and output.dtype is not BFLOAT16:
                given[output] = output.op.attrs["val"]
                inputs.append(block.id)
    exported = to_onnx(session, list(case["expect"]), inputs)
    checked(exported)
    values = {name: given[place] for name in exported.inputs if (place := output_of(session, name)) in given}
    values = {name: in_pairs(each) if np.iscomplexobj(each) else each for name, each in values.items()}
    results = run(exported, values)
    for name, value in results.items():
        dtype = output_of(session, name).dtype
        results[name] = value.copy().view(dtype.numpy)[..., 0] if dtype in PARTS else value
    outputs = {output_of(session, name): value for name, value in results.items()}
    # The DFT of onnxruntime has factors of single precision.
    least = 1e-6 if b"DFT" in exported.data else 0.0
    tolerance = max(case["rtol"], least), max(case["atol"], least)
    for name, expected in case["expect"].items():
        conformance.check({name: outputs[output_of(session, name)]}, name, expected, *tolerance)


def output_of(session: Session, name: str) -> Output:
    [output] = asked_by(session.elaboration, name).outputs
    return output

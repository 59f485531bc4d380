# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false
"""Makes cases of conformance for types that TensorFlow has and the given catalogues have not.

Run by developers where TensorFlow is installed: ``python -m tests.conformance.make_cases [TYPE...]``. A case is a list
of blocks; the same list is run as TensorFlow's raw operations in a graph and written as a diagram.
"""

from __future__ import annotations

import base64
import importlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from tests.conformance import new_cases


class Made(NamedTuple):
    """A case as a graph and as a diagram."""

    graph: Any
    nodes: dict[str, Any]
    blocks: list[dict[str, Any]]
    wires: list[list[str]]
    refused: list[str]


def dtype_name(dtype: Any) -> str:
    return f"DT_{tf.as_dtype(dtype).name.upper()}".replace("FLOAT32", "FLOAT").replace("FLOAT64", "DOUBLE").replace(
        "FLOAT16", "HALF"
    )  # fmt: skip


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, complex):
        return {"re": value.real, "im": value.imag}
    return str(value).replace("inf", "Infinity").replace("nan", "NaN") if value != value or value in (
        float("inf"), float("-inf")
    ) else value  # fmt: skip


def make(case: dict[str, Any]) -> Made:
    """Build a case; a list of arrays becomes a constant for each."""
    case_graph = Made(tf.Graph(), {}, [], [], [])
    with case_graph.graph.as_default():
        for name, kind, inputs, attrs in case["blocks"]:
            given: dict[str, Any] = {}
            for pin, value in inputs.items():
                several = value if isinstance(value, list) else [value]
                sources = [_source(case_graph, f"{name}_{pin}{i or ''}", each) for i, each in enumerate(several)]
                given[pin] = [s[1] for s in sources] if isinstance(value, list) else sources[0][1]
                case_graph.wires.extend([s[0], f"{name}.{pin}"] for s in sources)
            values = {k: dtype_name(v) if hasattr(v, "as_numpy_dtype") else v for k, v in attrs.items()}
            case_graph.blocks.append(
                {"id": name, "type": kind, "at": [260 * len(case_graph.blocks), 40], "values": values}
            )
            if case_graph.refused:
                continue
            if kind == "AddSymbolicGradients":
                case_graph.nodes[name] = tf.gradients(given["outputs"], given["inputs"])
                continue
            # TensorFlow's own attributes say dtypes by its objects
            own = {k: tf.as_dtype(v) if hasattr(v, "as_numpy_dtype") else v for k, v in attrs.items()}
            try:
                case_graph.nodes[name] = function_of(kind)(name=name, **given, **own)
            except (ValueError, TypeError):
                case_graph.refused.append(name)
        for i, wanted in enumerate(case["sessions"]):
            case_graph.blocks.append({"id": f"run{i + 1}", "type": "ClientSession", "at": [1300, 40 + 140 * i]})
            for each in wanted:
                pin = "run_outputs" if each.endswith(".operation") else "fetch_outputs"
                case_graph.wires.append([each, f"run{i + 1}.{pin}"])
    return case_graph


def function_of(kind: str) -> Any:
    """TensorFlow's function for a type; what only XLA has is compiled by that."""
    if kind in new_cases.FUNCTIONS:
        return lambda name, **given: new_cases.FUNCTIONS[kind](**given)
    raw = getattr(tf.raw_ops, {"Multiply": "Mul"}.get(kind, kind))
    if kind not in new_cases.COMPILED:
        return raw
    return lambda name, num_segments, **given: tf.function(
        lambda **values: raw(num_segments=tf.get_static_value(num_segments), **values), jit_compile=True
    )(**given)


def _source(case_graph: Made, name: str, value: Any) -> tuple[str, Any]:
    """The pin that gives a value, and the tensor."""
    if isinstance(value, str):
        return value, None if case_graph.refused else tensor(case_graph, value)
    array = np.asarray(value)
    const = tf.constant(array)
    values: dict[str, Any] = {"val": plain(array), "dtype": dtype_name(const.dtype)}
    if array.size == 0:
        values["shape"] = list(array.shape)
    case_graph.blocks.append({"id": name, "type": "Const", "at": [260 * len(case_graph.blocks), 240], "values": values})
    return f"{name}.output", const


def tensor(case_graph: Made, pin: str) -> Any:
    """What stands behind ``block.pin``."""
    name, _, output = pin.partition(".")
    node = case_graph.nodes[name]
    if output.endswith("]"):
        return node[int(output[:-1].partition("[")[2])]
    return node if output == "operation" or not isinstance(node, tuple) else getattr(node, output)


def run(case: dict[str, Any], case_graph: Made) -> tuple[dict[str, Any], str | None]:
    """What the last step gives; or the block that fails."""
    results: dict[str, Any] = {}
    with tf.compat.v1.Session(graph=case_graph.graph) as session:
        for _ in range(case.get("steps", 1)):
            for wanted in case["sessions"]:
                for each in wanted:
                    try:
                        value = session.run(tensor(case_graph, each))
                    except tf.errors.OpError:
                        return results, each.partition(".")[0]
                    if not each.endswith(".operation"):
                        results[each] = np.asarray(value)
    return results, None


def written(case: dict[str, Any]) -> dict[str, Any]:
    """A case in the form of the files."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.getcwd()
        os.chdir(folder)
        for name, content in case.get("files", {}).items():
            Path(name).write_bytes(content)
        try:
            case_graph = make(case)
            results, failed = run(case, case_graph) if not case_graph.refused else ({}, case_graph.refused[0])
        finally:
            os.chdir(before)
    page = {"name": "main", "blocks": case_graph.blocks, "wires": case_graph.wires}
    expect = {
        f"{pin.partition('.')[0]}.result_{pin.partition('.')[2]}": {
            "dtype": dtype_name(tensor(case_graph, pin).dtype), "shape": list(value.shape), "data": plain(value)
        }
        for pin, value in results.items()
    }  # fmt: skip
    record = {
        "name": case["name"],
        "diagram": {"format": "gradblocks/1", "pages": [page]},
        "run": {"steps": case.get("steps", 1), "fetch": [], "feed": {}},
        "expect": {} if failed else expect,
        "error": {"block": case.get("fails", failed)} if failed else None,
        "rtol": case.get("rtol", 1e-5),
        "atol": case.get("atol", 1e-6),
        "source": f"tensorflow {tf.__version__}",
    }
    if "files" in case:
        record["files"] = {name: base64.b64encode(content).decode() for name, content in case["files"].items()}
    return record


def all_cases() -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    """Page, type and cases."""
    importlib.reload(new_cases)
    yield from ((page, kind, list(cases)) for (page, kind), cases in new_cases.cases().items())


if __name__ == "__main__":
    for page, kind, cases in all_cases():
        if not sys.argv[1:] or kind in sys.argv[1:]:
            at = Path(__file__).parent / page / f"{kind}.json"
            at.parent.mkdir(exist_ok=True)
            content = {"block": kind, "cases": [written(case) for case in cases]}
            at.write_text(json.dumps(content, separators=(",", ":")) + "\n")

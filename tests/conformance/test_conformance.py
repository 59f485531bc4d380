"""Every case of TensorFlow's results for the block types that the library has.

The cases lie beside this file, one file per block type. Their form is described in README.md there.
"""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from blocks.base.dtypes import dtype
from blocks.base.errors import DiagramError, RunError
from blocks.base.literals import to_array
from blocks.document.file import load
from blocks.run.results import Results
from blocks.run.session import Session
from tests.table import table

FOLDER = Path(__file__).parent


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(FOLDER.glob("*/*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            yield f"{path.parent.name}/{path.stem}-{case['name']}", case


CASES = dict(cases())


@table("case", CASES.values(), ids=CASES)
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    folder = Path(tempfile.mkdtemp(dir=tmp_path)) if "files" in case else tmp_path
    for name, content in case.get("files", {}).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(base64.b64decode(content))
    path = folder / "case.gradblocks"
    path.write_text(json.dumps(case["diagram"]), "utf-8")
    run = case["run"]
    results: Mapping[str, Any] = {}
    errors: list[DiagramError] = []
    try:
        session = Session(load(path))
        results = session.run(fetch=run.get("fetch"), feed=_feed(run.get("feed", {})), steps=run["steps"])
    except RunError as error:
        results, errors = error.results, error.errors
    except DiagramError as error:
        errors = [error]
    if case["error"] is None:
        assert not errors, "\n".join(map(str, errors))
        for name, expected in case["expect"].items():
            check(results, name, expected, case["rtol"], case["atol"])
    elif errors:
        wanted = {case["error"]["block"], *case["error"].get("or_blocks", ())}
        assert {error.block for error in errors} & wanted, f"the error names another block: {errors}"
        assert all(error.message for error in errors)
    else:
        absent = case["error"].get("or_absent")
        assert absent is not None, "the run must be refused"
        assert not set(absent) & set(results)


def _feed(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value["data"] if isinstance(value, dict) else value for name, value in given.items()}


def check(results: Mapping[str, Any], name: str, expected: dict[str, Any], rtol: float, atol: float) -> None:
    assert name in results, f"{name} is not among {sorted(results)}"
    value = results[name]
    wanted_dtype = dtype(expected["dtype"])
    if isinstance(results, Results):
        assert results.dtypes[name] is wanted_dtype
    assert value.dtype == wanted_dtype.numpy
    assert list(value.shape) == expected["shape"]
    if "data" not in expected:
        bounds(value, expected)
        return
    wanted, _ = to_array(expected["data"], wanted_dtype, tuple(expected["shape"]))
    if wanted_dtype.is_differentiable:
        wide = np.complex128 if wanted_dtype.is_complex else np.float64
        np.testing.assert_allclose(value.astype(wide), wanted.astype(wide), rtol=rtol, atol=atol)
    elif wanted_dtype.kind in ("int", "uint", "quantized") and atol >= 1:
        np.testing.assert_allclose(value.astype(np.int64), wanted.astype(np.int64), rtol=0, atol=atol)
    else:
        assert value.tolist() == wanted.tolist()


def bounds(value: Any, expected: dict[str, Any]) -> None:
    """The case says between what a random result must lie, or nothing but dtype and shape."""
    if not expected.keys() & {"mean", "std", "min", "max"}:
        return
    wide = value.astype(np.float64)
    for key, statistic in (("mean", np.mean), ("std", np.std)):
        if key in expected:
            low, high = expected[key]
            assert low <= statistic(wide) <= high, key
    assert "min" not in expected or wide.min() >= expected["min"]
    assert "max" not in expected or wide.max() <= expected["max"]

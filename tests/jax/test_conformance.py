"""TensorFlow's results for the types that have a lowering rule, computed by JAX.

What follows from constants is computed ahead of a run. So that XLA computes it here, constants are handed to programs
as arguments: all of them, or those of numbers with a fraction alone, where integers decide about shapes.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blocks.library.registry import find
from blocks.library.rules import rule_of
from blocks.run.session import Session
from tests.conformance import test_conformance as conformance

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

PAGES = (
    "math_ops", "bitwise_ops", "special_math_ops", "spectral_ops", "array_ops", "linalg_ops", "nn_ops", "rnn_ops",
    "ctc_ops", "state_ops", "training_ops", "image_ops", "logging_ops", "sparse_ops", "ragged_ops", "data_flow_ops",
    "random_ops", "candidate_sampling_ops", "random_streams", "stateless_random_ops", "string_ops",
)  # fmt: skip
EVERY = 10
"""Of so many cases one runs, and at least one of each type: compiling takes a while."""


def cases() -> Iterator[Any]:
    count = 0
    for page in PAGES:
        for path in sorted((conformance.FOLDER / page).glob("*.json")):
            if (spec := find(path.stem)) is None or rule_of(spec, "jax") is None:
                continue
            for i, case in enumerate(json.loads(path.read_text("utf-8"))["cases"]):
                count += 1
                if i == 0 or count % EVERY == 0:
                    yield pytest.param(case, id=f"{page}/{path.stem}-{case['name']}")


@pytest.mark.parametrize("sizes_known", [True, False], ids=["numbers", "everything"])
@pytest.mark.parametrize("case", list(cases()))
def test_case(case: dict[str, Any], sizes_known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from blocks.compile.jax import lower

    def decides(constant: Any) -> bool:
        return sizes_known and (constant.dtype.kind in "iub" or constant.ndim == 0)

    monkeypatch.setattr(lower, "decides", decides)
    session = functools.partial(Session, backend="jax", passes=("simplify", "merge"))
    monkeypatch.setattr(conformance, "Session", session)
    inspect.unwrap(conformance.test_case)(case, tmp_path)

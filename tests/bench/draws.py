"""Seeded random numbers beside TensorFlow's, the same bits: ``python -m tests.bench draws``, on one thread."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.threads import MOST_THREADS
from blocks.base.types import Array
from blocks.library.random import filling
from blocks.library.random.philox import Stream
from tests.bench.measuring import Report, Way, measured, module

COUNT = 4_000_000
_KEY, _COUNTER = 5, 7
_DRAWS: dict[str, tuple[Callable[[Stream], Array], str, str]] = {
    "uniform, float32": (lambda at: filling.uniform(at, (COUNT,), FLOAT), "StatelessRandomUniformV2", "float32"),
    "uniform, float64": (lambda at: filling.uniform(at, (COUNT,), DOUBLE), "StatelessRandomUniformV2", "float64"),
    "integers, int32": (
        lambda at: filling.integers(at, (COUNT,), np.int32), "StatelessRandomUniformFullIntV2", "int32",
    ),
    "normal, float32": (lambda at: filling.normal(at, (COUNT,), FLOAT), "StatelessRandomNormalV2", "float32"),
    "normal, float64": (lambda at: filling.normal(at, (COUNT,), DOUBLE), "StatelessRandomNormalV2", "float64"),
}  # fmt: skip


def main(report: Report) -> None:
    """Draw each kind of numbers in turns with TensorFlow; its numbers must be ours."""
    tensorflow = module("tensorflow")
    if tensorflow is not None:
        tensorflow.config.threading.set_intra_op_parallelism_threads(1)
        tensorflow.config.threading.set_inter_op_parallelism_threads(1)
    os.environ[MOST_THREADS] = "1"
    for name, (draw, op, dtype) in _DRAWS.items():
        ways: dict[str, Way] = {"ours": lambda draw=draw: [draw(Stream(_KEY, _COUNTER))]}
        if tensorflow is not None:
            function, kind = getattr(tensorflow.raw_ops, op), getattr(tensorflow, dtype)
            ways["tensorflow"] = lambda function=function, kind=kind: [
                function(shape=[COUNT], dtype=kind, key=[_KEY], counter=[_COUNTER, 0], alg=1).numpy()
            ]
        measured(report, f"{COUNT // 1_000_000} million numbers, {name}", ways, "tensorflow" if tensorflow else "ours")

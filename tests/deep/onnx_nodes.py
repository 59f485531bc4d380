"""The part ``onnx``: the node tests of the onnx package, opened as diagrams and run.

``python -m tests.deep.onnx_nodes`` tells what share of them passes, operator by operator, and why others do not.
"""

from __future__ import annotations

import functools
import importlib
import random
import re
import sys
import tempfile
import warnings
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.interchange.onnx.loops import LOOPS
from blocks.interchange.onnx.operators import OPERATORS
from tests.deep.finding import Finding, foreign
from tests.interchange.onnx.running import differs, opened, results

CASES = 20
"""Node tests in a task."""

_DRAWN = re.compile("bernoulli|dropout.*(default|random)|training_dropout(?!.*zero_ratio)")
"""Cases whose numbers are drawn: dtype and shape count."""
_ROUNDED = re.compile("(fp16|bf16)(_expanded)?$")
"""Cases whose reference rounds to half precision at every step, where we do so once."""
_NO_TYPE = "not a tensor that a diagram|element type|sequence"


def run(seed: int, number: int) -> list[Finding]:
    """A task: so many node tests, in an order of the seed; nothing is found where onnx is not installed."""
    every = cases()
    order = random.Random(f"onnx/{seed}").sample(range(len(every)), len(every))
    findings: list[Finding] = []
    for place in order[number * CASES % max(len(every), 1) :][:CASES]:
        case = every[place]
        try:
            said = why_not(case)
        except Exception as error:
            findings.append(foreign(error))
            continue
        known = operator_of(case) in {**OPERATORS, **LOOPS}
        if said.startswith("differs") and known and not _ROUNDED.search(case.name):
            findings.append({"kind": "numbers", "text": f"{case.name}: {said}"})
    return findings


@functools.cache
def cases() -> list[Any]:
    """All node tests; none where onnx is not installed."""
    try:
        node = importlib.import_module("onnx.backend.test.case.node")
    except ImportError:
        print("onnx is not installed: its node tests are left out", file=sys.stderr)
        return []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some of them divide by zero on purpose
        return node.collect_testcases(None)


def operator_of(case: Any) -> str:
    """The operator that a case is about; of a function that was expanded, its name with ``(expanded)``."""
    names = {f"{node.domain}.{node.op_type}" if node.domain else node.op_type for node in case.model.graph.node}
    return names.pop() if len(names) == 1 else "(expanded)"


def why_not(case: Any) -> str:
    """What is wrong with a case; empty if nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "m.onnx")
        path.write_bytes(case.model.SerializeToString())
        try:
            imported = opened(path)
            if imported.unknown:
                return next(iter(imported.unknown)).partition(": ")[2]
            for inputs, outputs in case.data_sets:
                given = {i.name: _plain(v) for i, v in zip(case.model.graph.input, inputs, strict=True)}
                wanted = {o.name: _plain(v) for o, v in zip(case.model.graph.output, outputs, strict=True)}
                actual = results(imported, given, list(wanted))
                for name, value in wanted.items():
                    said = differs(actual[name], value, case.rtol, case.atol)
                    if said and (not _DRAWN.search(case.name) or np.shape(actual[name]) != value.shape):
                        return f"differs: {name} is {said}"
        except DiagramError as error:
            return error.message
    return ""


def _plain(value: Any) -> Any:
    helper = importlib.import_module("onnx.numpy_helper")
    array = np.asarray(value) if not hasattr(value, "data_type") else helper.to_array(value)
    if array.dtype.kind not in "OU":
        return array
    texts = [each if isinstance(each, bytes) else str(each).encode() for each in array.reshape(-1)]
    result = np.empty(len(texts), object)
    result[:] = texts
    return result.reshape(array.shape)


def main() -> int:
    """Print the share of cases that pass, by operator, and why others do not."""
    good, count = Counter[str](), Counter[str]()
    reasons: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    lost = 0
    for case in cases():
        operator = operator_of(case)
        said = why_not(case)
        count[operator] += 1
        good[operator] += not said
        if said:
            reasons[operator][said[:140]].append(case.name)
            lost += bool(re.search(_NO_TYPE, said)) or "no block supports" in said.partition(":")[0]
    for operator in sorted(count):
        print(f"{operator}: {good[operator]} of {count[operator]}")
        for said, names in reasons[operator].items():
            print(f"    {len(names)} x {said} ({names[0]})")
    total, passed = count.total(), good.total()
    print(f"{passed:,} of {total:,} pass; {lost:,} others are of operators or element types that a diagram has not")
    return 0


if __name__ == "__main__":
    sys.exit(main())

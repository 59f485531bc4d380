"""Each rule of batches at TensorFlow's cases of its block type: what a Map gives at once, and what it gives one by one.

Of each case some inputs become elements that the Map goes over, others stay the same in all rounds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError
from blocks.compile import nested
from blocks.compile.loops import batching
from blocks.library.control_flow import vmap_rules
from blocks.library.registry import current, find
from blocks.library.rules import rule_of
from blocks.run.results import Results
from blocks.run.session import Session

CASES = Path(__file__).parent.parent / "conformance"
ROUNDS = 9
MOST = 10
"""Cases of a type that are tried, and ways to go over their inputs."""
RULED = {each.name for each in current().all_types() if rule_of(each, "batch")}
BY_FUSION: dict[str, Any] = vars(vmap_rules)["_BY_FUSION"]
WITHOUT = {"TanhGrad", "SigmoidGrad", "SliceGrad", "TileGrad", "BodyCall", "CustomGradient"}
"""Types that have no cases in public, or none with constants: they are in gradients of others."""
FILES = {
    path.stem: path
    for path in sorted(CASES.glob("*/*.json"))
    if (spec := find(path.stem)) is not None and (path.stem in RULED or spec.fusion in BY_FUSION or spec.broadcasts)
}
OTHERS = ("Sigmoid", "Maximum", "Betainc", "LogicalAnd", "Equal", "SelectV2")
"""Of those with one rule in common, elementwise, some."""
NAMES = sorted(
    name
    for name in FILES
    if name in RULED or name in OTHERS or getattr(find(name), "fusion", None) in {*BY_FUSION} - {"elementwise"}
)


def varied(block: dict[str, Any]) -> Any:
    """A constant of each round: numbers a little different, whole numbers and truth values in another order."""
    value, dtype = np.array(block["values"]["val"]), block["values"].get("dtype", "DT_FLOAT")
    shape = block["values"].get("shape")
    if shape is not None and list(value.shape) != list(shape):
        value = np.broadcast_to(value, shape) if value.size == 1 else value.reshape(shape)
    if dtype in ("DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_BFLOAT16"):
        return np.stack([value * (1 + 0.1 * i) + 0.01 * i for i in range(ROUNDS)])
    return np.stack([np.roll(value.ravel(), i).reshape(value.shape) for i in range(ROUNDS)])


def pages(name: str) -> Iterator[str]:
    """The cases of a type as diagrams in which a Map has the block in its body."""
    for case in json.loads(FILES[name].read_text())["cases"]:
        page = case["diagram"]["pages"][0]
        there = {each["id"]: each for each in page["blocks"]}
        wires = [wire for wire in page["wires"] if wire[1].startswith("op.")]
        given = sorted({wire[0].split(".")[0] for wire in wires})
        if any(there[each]["type"] != "Const" for each in given):
            continue
        if any(np.array(there[each]["values"].get("val")).dtype.kind not in "fiub" for each in given):
            continue
        outputs = sorted(key.replace(".result_", ".") for key in case["expect"] if key.startswith("op.result_"))
        for count in range(1, len(given) + 1):
            for over in combinations(given, count):
                yield mapped(there, wires, given, over, outputs)


def mapped(
    there: dict[str, Any], wires: Sequence[Any], given: Sequence[str], over: Sequence[str], outputs: Sequence[str]
) -> str:
    main: dict[str, Any] = {"name": "main", "blocks": [], "wires": []}
    body: dict[str, Any] = {"name": "Body", "blocks": [there["op"]], "wires": []}
    main["blocks"].append({"id": "each", "type": "Map", "at": [0, 0], "values": {"body": ":Body", "over": over}})
    body["wires"] = [[f"{wire[0].split('.')[0]}.output", wire[1]] for wire in wires]
    by: list[str] = []
    for name in given:
        if name not in over:
            body["blocks"].append(there[name])
            continue
        dtype, values = there[name]["values"].get("dtype", "DT_FLOAT"), varied(there[name])
        whole = {"val": values.tolist(), "dtype": dtype, "shape": list(values.shape)}
        main["blocks"].append({"id": name, "type": "Const", "at": [0, 0], "values": whole})
        main["wires"].append([f"{name}.output", f"each.{name}"])
        body["blocks"].append({"id": name, "type": "InputPin", "at": [0, 0], "values": {"dtype": dtype}})
        by += [name] if dtype in ("DT_FLOAT", "DT_DOUBLE") else []
    for i, output in enumerate(outputs):
        body["blocks"].append({"id": f"o{i}", "type": "OutputPin", "at": [0, 0], "values": {"name": f"o{i}"}})
        body["wires"].append([output, f"o{i}.input"])
    if by and (find(there["op"]["type"]) or vmap_rules.Sum).rule is not None:
        main["blocks"].append({"id": "grad", "type": "AddSymbolicGradients", "at": [0, 0]})
        main["wires"] += [["each.o0", "grad.outputs"], *[[f"{name}.output", "grad.inputs"] for name in by]]
    return json.dumps({"format": "gradblocks/2", "pages": [main], "composites": [body]})


def results_of(text: str) -> Results | str:
    """What a page gives, or what is wrong."""
    try:
        return Session(blocks.loads(text)).run()
    except (DiagramError, blocks.RunError) as error:
        return str(error)


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_gives_what_the_rounds_give(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    went: list[bool] = []

    class Noting(batching.Batches):
        def run(self, values: Sequence[Any], count: int, call: Any) -> list[Any] | None:
            result = super().run(values, count, call)
            went.append(result is not None)
            return result

    monkeypatch.setattr(nested, "Batches", Noting)
    texts = list(pages(name))
    for text in Random(3).sample(texts, min(MOST, len(texts))):
        monkeypatch.setattr(nested, "LEAST", 8)
        at_once = results_of(text)
        monkeypatch.setattr(nested, "LEAST", ROUNDS + 1)
        expected = results_of(text)
        if isinstance(at_once, str) or isinstance(expected, str):
            assert at_once == expected
            continue
        assert at_once.keys() == expected.keys()
        for key, value in expected.items():
            assert at_once[key].dtype == value.dtype and at_once[key].shape == value.shape
            digits = 2e-5 if value.dtype.itemsize >= 4 else 2e-2
            wide = value.dtype if value.dtype.kind in "fciub" else np.float32
            np.testing.assert_allclose(at_once[key].astype(wide), value.astype(wide), rtol=digits, atol=digits)
    assert any(went), "no case of it went as a batch"


def test_every_rule_is_tried() -> None:
    assert set(NAMES) >= RULED - WITHOUT

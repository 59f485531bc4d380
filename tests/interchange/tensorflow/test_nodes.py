"""Models of TensorFlow and Keras, node by node: what each gives is what it gave in TensorFlow."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli import main
from blocks.interchange.tensorflow import schema
from tests.interchange.tensorflow.shared import close, source
from tests.run.planted import PATIENCE

MODELS = (
    "frozen_mlp", "cnn", "recurrent", "attention", "module", "adam", "version_1", "loop_gradients", "version_1_arrays",
    "frozen_recurrent", "words", "lists", "version_1_parts", "version_1_gradients",
)  # fmt: skip


def converted(models: Path, name: str, *options: str) -> blocks.Diagram:
    target = models / f"{name}.gradblocks"
    assert main(["convert", str(source(models, name)), str(target), *options]) == 0
    return blocks.load(target)


def by_page(numbers: Any) -> Iterator[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]]:
    """Of each page what its inputs were given, what its nodes gave, and what its outputs gave."""
    for page in dict.fromkeys(key.partition("|")[0] for key in numbers):
        parts = {key: key.split("|") for key in numbers if key.startswith(f"{page}|")}
        feeds = {part[2]: numbers[key] for key, part in parts.items() if part[1] == "in"}
        nodes = {f"{p[1]}.result_{p[2]}": numbers[k] for k, p in parts.items() if p[1] not in ("in", "result")}
        results = {part[2]: numbers[key] for key, part in parts.items() if part[1] == "result"}
        yield page, feeds, nodes, results


def _of_custom(session: blocks.Session, key: str) -> Iterator[str]:
    """The name of a result: an IdentityN with a custom gradient is an instance with a pin for each that is read."""
    block, _, pin = key.partition(".result_")
    own = [pin for _, pin, index, _ in session.elaboration.outputs_of(block) if index is None]
    if not pin.endswith("]") or not own:
        yield key
    elif (name := pin[:-1].replace("[0", "").replace("[", "_")) in own:
        yield f"{block}.result_{name}"


@pytest.mark.parametrize("name", MODELS)
def test_every_node_gives_what_it_gave_in_tensorflow(models: Path, name: str) -> None:
    diagram = converted(models, name, "--strict")
    with np.load(models / f"{name}.npz") as file:
        numbers = {key: each.astype(object) if each.dtype.kind == "S" else each for key, each in file.items()}
    names_of_pages = {each.name for each in diagram.pages}
    for name_, feeds, nodes, results in by_page(numbers):
        page = name_ if name_ in names_of_pages else "serving_default"  # signatures that are equal are one page
        session = blocks.Session(diagram.page(page))
        nodes = {key: value for own, value in nodes.items() for key in _of_custom(session, own)}
        names = {key: key.replace(".result_", ".") for key in nodes}
        outputs = session.run(fetch=list(names.values()), feed=feeds)
        shown = {key: value for key, value in outputs.items() if key in nodes}
        # A few results have another name as well, under which enuSpace showed them.
        for key in {*nodes} - {*shown}:
            block, _, pin = key.partition(".result_")
            [shown[key]] = [v for k, v in outputs.items() if k.partition(".")[0] == block and k.endswith(pin)]
        assert {key for key, value in nodes.items() if not close(shown[key], value)} == set()
        whole = blocks.Session(diagram.page(page)).run(feed=feeds)
        for key, value in results.items():
            block = f"{key}_2" if key in feeds else key  # an input has the name already
            assert close(whole[f"{block}.result_output"], value), key


def test_a_loop_of_tensorflow_1_that_fills_tensor_arrays_is_a_scan_with_a_gradient(models: Path) -> None:
    page = converted(models, "version_1_arrays", "--trainable").page("main")
    with np.load(models / "version_1_arrays/gradients.npz") as file:
        numbers = dict(file)
    page.remove("run")
    page.add("Square", id="square")
    page.add("Sum", id="loss", axis=[0, 1, 2])
    page.add("AddSymbolicGradients", id="gradients")
    wires = ("ys.y square.x", "square.y loss.input", "loss.output gradients.outputs")
    for wire in (*wires, "w.ref gradients.inputs", "u.ref gradients.inputs"):
        page.wire(*wire.split())
    results = blocks.Session(page).run(fetch=["gradients"], feed={"x": numbers["x"]})
    for index, name in enumerate(("w", "u")):
        assert close(results[f"gradients.result_grad_outputs[{index}]"], numbers[name])


def test_a_damaged_branch_that_takes_what_it_gives_ends_the_search_for_loops(models: Path, tmp_path: Path) -> None:
    graph = schema.message("GraphDef")
    graph.ParseFromString((models / "version_1_gradients/graph.pb").read_bytes())
    [switch] = [each for each in graph.node if each.name == b"cells/cond/matmul/ReadVariableOp/Switch"]
    switch.input[0] = switch.name
    (tmp_path / "damaged.pb").write_bytes(graph.SerializeToString())
    command = [sys.executable, "-m", "blocks.cli", "convert", "damaged.pb", "out.gradblocks"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr

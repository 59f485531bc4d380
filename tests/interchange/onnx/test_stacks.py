"""``convert --group-layers``: equal layers in a row become one block, with the same numbers and gradients."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli import main
from blocks.interchange.importing.stacks import stacks
from tests.interchange.onnx.graphs import add, constant, model, saved, value

RNG = np.random.default_rng(5)


def layers(count: int, width: int, *, same: bool) -> Any:
    """Residual layers, each with weights, a bias, and a norm in a composite of its own."""
    onnx_model = model()
    value(onnx_model.graph.input, "x", [3, width])
    value(onnx_model.graph.output, "y", None)
    last = "x"
    for i in range(count):
        seed = np.random.default_rng(0 if same else i)
        for name, shape in (("w", (width, width)), ("b", (width,)), ("s", (width,))):
            constant(onnx_model.graph, f"layer{i}.{name}", seed.normal(0, 0.5, shape).astype(np.float32))
        add(onnx_model.graph, "MatMul", [last, f"layer{i}.w"], [f"m{i}"], f"layer{i}/MatMul")
        add(onnx_model.graph, "Add", [f"m{i}", f"layer{i}.b"], [f"a{i}"], f"layer{i}/Add")
        add(onnx_model.graph, "LayerNormalization", [f"a{i}", f"layer{i}.s"], [f"n{i}"], f"layer{i}/norm/LayerNorm")
        add(onnx_model.graph, "Tanh", [f"n{i}"], [f"t{i}"], f"layer{i}/Tanh")
        add(onnx_model.graph, "Add", [f"t{i}", last], [f"h{i}"], f"layer{i}/Sum")
        last = f"h{i}"
    add(onnx_model.graph, "Identity", [last], ["y"])
    return onnx_model


@pytest.mark.parametrize(("width", "same", "kind"), [(4, False, "Scan"), (30, False, "Scan"), (4, True, "Repeat")])
def test_layers_in_a_row_become_one_block(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], width: int, same: bool, kind: str
) -> None:
    source = saved(layers(4, width, same=same), tmp_path / "m.onnx")
    flat, folded = tmp_path / "flat.gradblocks", tmp_path / "folded.gradblocks"
    assert main(["convert", source, str(flat), "--trainable"]) == 0
    assert main(["convert", source, str(folded), "--trainable", "--fold"]) == 0  # its name until now
    said = capsys.readouterr().err
    assert "4 x layer0 in sequence, as layer0_to_layer3" in said and "--group-layers" in said
    x = RNG.normal(size=(3, width)).astype(np.float32)
    results = [stepped(path, x) for path in (flat, folded)]
    assert kind in {block.type for block in blocks.load(folded).pages[0].blocks}
    assert np.array_equal(results[0][0], results[1][0])
    assert np.allclose(results[0][1], results[1][1], rtol=1e-5)
    assert main(["check", str(folded)]) == 0


def test_modules_of_pytorch_are_composites(tmp_path: Path) -> None:
    """The newer exporter's names are flat: it says elsewhere in which modules a node is."""
    onnx_model = layers(3, 4, same=False)
    for i, node in enumerate(onnx_model.graph.node):
        *around, last = node.name.decode().split("/")
        scopes = [f"encoder.{'.'.join(around[: n + 1])}" for n in range(len(around))] if around else []
        entry = node.metadata_props.add()
        entry.key = b"pkg.torch.onnx.name_scopes"
        entry.value = str(["", *(["encoder"] if around else []), *scopes, last.lower()]).encode()
        node.name = f"node_{last}_{i}".encode()
    source = saved(onnx_model, tmp_path / "m.onnx")
    kept, folded = tmp_path / "kept.gradblocks", tmp_path / "folded.gradblocks"
    assert main(["convert", source, str(kept)]) == 0
    assert main(["convert", source, str(folded), "--group-layers"]) == 0
    diagram = blocks.load(kept)
    inside = diagram.composite(diagram.pages[0].block("encoder").type)
    assert {block.id for block in inside.blocks} >= {"layer0", "layer1", "layer2"}
    diagram = blocks.load(folded)
    inside = diagram.composite(diagram.pages[0].block("encoder").type)
    assert "Scan" in {block.type for block in inside.blocks}
    x = RNG.normal(size=(3, 4)).astype(np.float32)
    values = [blocks.Session(blocks.load(path)).run(feed={"x": x})["y.result_output"] for path in (kept, folded)]
    assert np.array_equal(values[0], values[1])


def stepped(path: Path, x: Any) -> tuple[Any, Any]:
    """What a diagram gives, and its loss after a step of training."""
    diagram = blocks.load(path)
    page = diagram.pages[0]
    first = blocks.Session(page).run(feed={"x": x})["y.result_output"]
    page.remove("run")
    page.add("L2Loss", id="loss")
    page.add("Minimize", id="train", learning_rate=0.01)
    page.wire("y.output", "loss.t")
    page.wire("loss.output", "train.loss")
    session = blocks.Session(page)
    session.run(feed={"x": x})
    return first, session.run(feed={"x": x})["loss.result_output"]


def test_what_is_no_row_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    onnx_model = layers(2, 4, same=False)
    add(onnx_model.graph, "Neg", ["h0"], ["seen"])  # the first layer is read by more than the second
    value(onnx_model.graph.output, "seen", None)
    target = tmp_path / "d.gradblocks"
    assert main(["convert", saved(onnx_model, tmp_path / "m.onnx"), str(target), "--group-layers"]) == 0
    assert "no repeated layers were found" in capsys.readouterr().err
    assert "Scan" not in {block.type for block in blocks.load(target).pages[0].blocks}


def test_instances_with_a_custom_gradient_stay() -> None:
    diagram = blocks.Diagram()
    rounded, gradient, layer = (diagram.add_composite(name) for name in ("Round", "RoundGrad", "Layer"))
    rounded.gradient = "RoundGrad"
    for composite, kind in ((rounded, "Round"), (layer, ":Round"), (gradient, ":Round")):
        for type_, block in (("InputPin", "x"), (kind, "r"), ("OutputPin", "y")):
            composite.add(type_, id=block)
        composite.wire("x.output", "r.x")
        composite.wire("r.y", "y.input")
    page = diagram.add_page("main")
    page.add("Const", id="c", val=[1.5])
    for i, kind in enumerate([":Round"] * 2 + [":Layer"] * 2):
        page.add(kind, id=f"b{i}")
        page.wire(f"b{i - 1}.y" if i else "c.output", f"b{i}.x")
    grouped = stacks(diagram, {}, "w").diagram
    assert [block.type for block in grouped.page("main").blocks] == ["Const", ":Round", ":Round", "Repeat"]
    assert grouped.composite("Round").gradient == ":RoundGrad" and len(grouped.composites) == 3

"""Checks in TensorFlow what is written for it: ``python -m tests.interchange.tensorflow.check_export``.

Each model of ``models.zip`` is imported and written as a SavedModel, or as a GraphDef; its signatures, those that train
too, and what nobody reads of its graph, give what the original gives. Gradients of the conformance suite give the
numbers that stand there.
"""

# TensorFlow is not there where this is checked.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import json
import os
import sys
import tempfile
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import blocks
from blocks.analysis.output_names import asked_by
from blocks.base.literals import to_array
from blocks.cli import main
from blocks.interchange.tensorflow.export import to_graph_def, to_saved_model
from blocks.library.io import bundle
from blocks.run.files import Folders
from tests.interchange.tensorflow.make_custom_gradients import ARCHIVE, FUNCTIONS, gradients, looped
from tests.interchange.tensorflow.shared import close, fetched, layers, source, written
from tests.loops import counted, recurrent

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
tf: Any = import_module("tensorflow")
HOME = Path(__file__).parent
STEPS = 3
KNOWN = 2
"""Cases of the conformance suite whose shapes TensorFlow infers otherwise than it computes them."""


def saved_model(name: str, folder: Path) -> list[str]:
    """What is wrong with a SavedModel after it went through a diagram."""
    diagram = folder / f"{name}.gradblocks"
    assert main(["convert", str(folder / name), str(diagram)]) == 0
    numbers = np.load(folder / f"{name}.npz")
    wrong: list[str] = []
    for page in blocks.load(diagram).pages:
        out = folder / f"{name}_{page.name}"
        if main(["convert", str(diagram), f"{out}/", "--page", page.name]):
            wrong.append(f"{page.name} is not written")
            continue
        begin = f"{page.name}|in|"
        feed = {key.removeprefix(begin): tf.constant(numbers[key]) for key in numbers if key.startswith(begin)}
        first, second = (tf.saved_model.load(str(each)).signatures[page.name] for each in (folder / name, out))
        for step in range(STEPS):
            wanted, result = first(**feed), second(**feed)
            for key, value in wanted.items():
                got = result[f"{key}_2" if key in feed else key]
                if not close(got.numpy(), value.numpy()):
                    wrong.append(f"{page.name} gives another {key} at step {step}")
    return wrong


def graph_def(name: str, folder: Path) -> list[str]:
    """What is wrong with a GraphDef after it went through a diagram."""
    diagram, out = folder / f"{name}.gradblocks", folder / f"{name}.pb"
    assert main(["convert", str(source(folder, name)), str(diagram), "--trainable"]) == 0
    if main(["convert", str(diagram), str(out)]):
        return ["it is not written"]
    numbers = np.load(folder / f"{name}.npz")
    graph = tf.compat.v1.GraphDef.FromString(out.read_bytes())
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        tf.compat.v1.import_graph_def(graph, name="")
        session.run("init")
        result = session.run("Identity:0", {"x:0": numbers["main|in|x"]})
    return [] if close(result, numbers["main|Identity|output"]) else ["it gives something else"]


def loop_gradients(kind: str, folder: Path) -> list[str]:
    """What is wrong with the gradients of a loop of ours in TensorFlow, where one of its While nodes gives them."""
    diagram = counted() if kind == "While" else recurrent("Scan", over=["x"], reverse=kind == "reverse")
    wanted = blocks.Session(diagram).run()
    diagram.save(folder / "loop.gradblocks")
    if main(["convert", str(folder / "loop.gradblocks"), str(folder / "loop.pb")]):
        return ["it is not written"]
    with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
        tf.compat.v1.import_graph_def(tf.compat.v1.GraphDef.FromString((folder / "loop.pb").read_bytes()), name="")
        operations = {each.name: each for each in graph.get_operations()}
        if "init" in operations:
            session.run(operations["init"])
        loops = [each.outputs for each in operations.values() if each.type in ("While", "TensorListStack")]
        values = session.run([each for outputs in loops for each in outputs if each.dtype == tf.float32])
    gradients = [wanted[f"gradients.result_grad_outputs[{i}]"] for i in (0, 1)]
    return [] if all(any(close(value, each) for value in values) for each in gradients) else ["other gradients"]


def conformance() -> list[str]:
    """The cases of the conformance suite that are written, but so that TensorFlow does not take them."""
    wrong: list[str] = []
    for path in sorted(HOME.parents[1].glob("conformance/*/*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            if case["error"] is not None:
                continue
            try:
                data = to_graph_def(blocks.Session(blocks.loads(json.dumps(case["diagram"])))).SerializeToString()
            except blocks.DiagramError:
                continue
            try:
                with tf.Graph().as_default():
                    tf.compat.v1.import_graph_def(tf.compat.v1.GraphDef.FromString(data), name="")
            except ValueError as error:
                wrong.append(f"{path.stem}, {case['name']}: {error}")
    return wrong


def numbers(folder: Path) -> list[str]:
    """The gradients of the conformance suite that are written, but for which TensorFlow gives other numbers."""
    wrong: list[str] = []
    for path in sorted(HOME.parents[1].glob("conformance/*/*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            text = json.dumps(case["diagram"])
            if case["error"] is not None or case["run"].get("feed") or "AddSymbolicGradients" not in text:
                continue
            if "ClientSession" in text or case["run"]["steps"] > 1:
                continue
            source = blocks.loads(json.dumps(fetched(case["diagram"], case["expect"])))
            session = blocks.Session(source)
            try:
                model = to_saved_model(source.pages, lambda _, session=session: session)
            except blocks.DiagramError:
                continue
            (folder / "saved_model.pb").write_bytes(model.data)
            if model.variables:
                bundle.save(Folders(folder), "variables/variables", model.variables)
            try:
                results = tf.saved_model.load(str(folder)).signatures["main"]()
            except (ValueError, tf.errors.OpError) as error:
                wrong.append(f"{path.stem}, {case['name']}: {str(error)[:200]}")
                continue
            for key, expected in case["expect"].items():
                [output] = asked_by(session.elaboration, key).outputs
                every = list(dict.fromkeys(each for *_, each in session.elaboration.outputs_of(output.op.block_name)))
                name = output.op.block_name + (f"_{every.index(output)}" if len(every) > 1 else "")
                if "data" in expected and "quant" not in output.dtype.kind:
                    wanted, _ = to_array(expected["data"], output.dtype, tuple(expected["shape"]))
                    got = results[name].numpy()
                    if got.dtype.kind in "fc" and not np.allclose(got, wanted, case["rtol"], max(case["atol"], 1e-6)):
                        wrong.append(f"{path.stem}, {case['name']}: another {key}")
    return wrong


def trained_layers(folder: Path) -> list[str]:
    """What is wrong with three training steps of layers with channels second, and with what they predict then."""
    rng = np.random.default_rng(2)
    feed = {"x": rng.normal(size=(3, 2, 8, 8)), "label": rng.normal(size=(3, 12))}
    layers().save(folder / "layers.gradblocks")
    if main(["convert", str(folder / "layers.gradblocks"), f"{folder}/layers/"]):
        return ["they are not written"]
    signatures = tf.saved_model.load(f"{folder}/layers").signatures
    given = {key: tf.constant(value, tf.float32) for key, value in feed.items()}
    session = blocks.Session(layers())
    for _ in range(3):
        wanted, predicted = session.run(feed=feed), signatures["serving_default"](x=given["x"])
        results = {**signatures["main"](**given), "served": predicted["pred"]}
        for name, key in (("pred", "pred"), ("served", "pred"), ("loss", "loss")):
            if not close(results[name].numpy(), wanted[f"{key}.result_output"]):
                return [f"another {name}"]
    return []


def reads(folder: Path) -> list[str]:
    """What is wrong with values of a variable before a write of it and behind that, in three steps."""
    session = blocks.Session(written())
    model = to_saved_model(written().pages, blocks.Session)
    bundle.save(Folders(folder), "reads/variables/variables", model.variables)
    (folder / "reads/saved_model.pb").write_bytes(model.data)
    signature = tf.saved_model.load(str(folder / "reads")).signatures["main"]
    wrong: list[str] = []
    for _ in range(STEPS):
        wanted = {key.partition(".")[0]: value for key, value in session.run().items()}
        wrong += [f"another {key}" for key, got in signature().items() if not close(got.numpy(), wanted[key])]
    return wrong


def custom_gradients(folder: Path) -> list[str]:
    """The functions of which TensorFlow computes another gradient after they went through a diagram."""
    path, diagram = folder / "custom", folder / "custom.gradblocks"
    with zipfile.ZipFile(ARCHIVE) as archive:
        archive.extractall(path)
    assert main(["convert", str(path / "model"), str(diagram)]) == 0 == main(["convert", str(diagram), f"{path}/out/"])
    loaded, numbers = tf.saved_model.load(f"{path}/out"), np.load(path / "numbers.npz")
    w = next(each for each in loaded.variables if each.name.partition(":")[0] == "w")
    wrong: list[str] = []
    for name in (each.__name__ for each in FUNCTIONS if each is not looped):  # TensorFlow cannot, with its own either
        function = loaded.signatures[name]
        results = gradients(lambda x, function=function: function(x=x)["y"], w)
        wanted = {key.partition("|")[2]: numbers[key] for key in numbers if key.startswith(f"{name}|")}
        wrong += [f"{name}: another {key}" for key, each in wanted.items() if not close(results[key], each)]
    return wrong


def check() -> int:
    """Check all; returns the exit status."""
    faults = 0
    with tempfile.TemporaryDirectory() as name, zipfile.ZipFile(HOME / "models.zip") as archive:
        archive.extractall(name)
        for each in ("cnn", "attention", "module", "adam", "recurrent", "loop_gradients"):
            wrong = saved_model(each, Path(name))
            sys.stdout.write(f"{each}: {'; '.join(wrong) or 'as the original'}\n")
            faults += len(wrong)
        for each in ("Scan", "reverse", "While"):
            wrong = loop_gradients(each, Path(name))
            sys.stdout.write(f"gradients of {each}: {'; '.join(wrong) or 'ours'}\n")
            faults += len(wrong)
        wrong = graph_def("frozen_mlp", Path(name))
        sys.stdout.write(f"frozen_mlp: {'; '.join(wrong) or 'as the original'}\n")
        for each in (trained_layers, reads, custom_gradients, numbers):
            wrong = each(Path(name))
            sys.stdout.write(f"{each.__name__}: {'; '.join(wrong) or 'right'}\n")
            faults += len(wrong)
        refused = conformance()
        sys.stdout.write("".join(f"{each}\n" for each in refused))
        faults += len(refused) > KNOWN
    return int(bool(faults or wrong))


if __name__ == "__main__":
    sys.exit(check())

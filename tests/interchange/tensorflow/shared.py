"""What tests of models share: where they are, what is written of pages, and when numbers agree."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

import blocks
from tests.loops import wired


def source(models: Path, name: str) -> Path:
    """What `gradblocks convert` is given for a model."""
    graph = models / name / "graph.pb"
    return graph if graph.is_file() else models / name


def close(actual: Any, wanted: Any) -> bool:
    """Within 1e-5 of the largest magnitude, where there are numbers with a point."""
    actual, wanted = np.asarray(actual), np.asarray(wanted)
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return False
    if actual.dtype.kind != "f" or not actual.size:
        return np.array_equal(actual, wanted)
    finite = np.isfinite(wanted)
    if not np.array_equal(actual[~finite], wanted[~finite], equal_nan=True):
        return False
    actual, wanted = np.append(actual[finite], 0), np.append(wanted[finite], 0)
    return bool(np.abs(actual - wanted).max() <= 1e-5 * max(np.abs(wanted).max(), 1e-30))


def layers() -> blocks.Diagram:
    """Layers over images with channels second, with a loss and a training step; the session fetches three outputs."""
    numbers = np.random.default_rng(1)
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    one, two = [1, 1, 1, 1], [1, 1, 2, 2]
    form: dict[str, Any] = {"data_format": "NCHW"}
    explicit: dict[str, Any] = {"padding": "EXPLICIT", "explicit_paddings": [0, 0, 0, 0, 1, 1, 1, 1]}
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[None, 2, 8, 8])
    page.add("Placeholder", id="label", dtype="DT_FLOAT", shape=[None, 12])
    for name, size in {"k": (3, 3, 2, 4), "b": (4,), "d": (3, 3, 4, 1), "g": (3, 3, 2, 6)}.items():
        page.add("Variable", id=name, initvalues=(numbers.normal(size=size) / 2).tolist())
    page.add("Conv2D", id="conv", strides=one, **form, **explicit)
    page.add("BiasAdd", id="biased", **form)
    page.add("Relu", id="relu")
    page.add("MaxPool", id="pool", ksize=two, strides=two, padding="SAME", **form)
    page.add("DepthwiseConv2dNative", id="depth", strides=one, dilations=two, **form, **explicit)
    page.add("Conv2D", id="groups", strides=one, padding="SAME", **form)
    page.add("Concat", id="joined", axis=1)
    page.add("Mean", id="pred", axis=[2, 3])
    page.add("SquaredDifference", id="error")
    page.add("Sum", id="loss", axis=[0, 1])
    page.add("Equal", id="hit")
    page.add("Minimize", id="train", learning_rate=0.01)
    page.add("ClientSession", id="run")
    wired(
        page,
        "x>conv.input", "k.ref>conv.filter", "conv>biased.value", "b.ref>biased.bias", "biased>relu.features",
        "relu>pool.input", "pool>depth.input", "d.ref>depth.filter", "depth>groups.input", "g.ref>groups.filter",
        "groups>joined.values", "groups>joined.values", "joined>pred.input", "pred>error.x", "label>error.y",
        "error>loss.input", "loss>train.loss", "pred>hit.x", "label>hit.y", "pred>run.fetch_outputs",
        "loss>run.fetch_outputs", "hit>run.fetch_outputs", "train.operation>run.run_outputs",
    )  # fmt: skip
    return diagram


def written() -> blocks.Diagram:
    """A variable as numbers and as images, both before a write of it and behind that; the session fetches all."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Variable", id="v", initvalues=[[[[3.0]]]])
    page.add("AssignAdd", id="up", value=[[[[1.0]]]])
    page.add("StopGradient", id="stop")
    page.add("Reshape", id="bias", shape=[1])
    page.add("Multiply", id="before", y=2.0)
    page.add("Multiply", id="behind")
    page.add("MaxPool", id="pool", ksize=[1] * 4, strides=[1] * 4, padding="SAME", data_format="NCHW")
    page.add("BiasAdd", id="image", data_format="NCHW")
    page.add("ClientSession", id="run")
    wires = "v.ref>up.ref up>stop.input stop>bias.tensor v.ref>before.x stop>behind.x v.ref>behind.y v.ref>pool.input"
    wires += " v.ref>image.value bias>image.bias"
    ends = (f"{each}>run.fetch_outputs" for each in ("before", "behind", "pool", "image", "up"))
    wired(page, *wires.split(), *ends)
    return diagram


def fetched(diagram: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """A diagram whose session fetches what keys of results name."""
    page = diagram["pages"][0]
    page["blocks"].append({"id": "fetching", "type": "ClientSession", "at": [0, 0]})
    page["wires"] += [[key.replace(".result_", "."), "fetching.fetch_outputs"] for key in keys]
    return diagram

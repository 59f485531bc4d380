"""Training steps of the published models of `tests.models`, beside TensorFlow's graph, with the same losses.

``python -m tests.bench models [NAME ...]``, beside plain JAX and PyTorch where they are there. They are as small
as their tests need: what is measured is what a step costs beside its arithmetic. Larger networks are those of ``python
-m tests.bench networks``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import blocks
from blocks.library.registry import find
from tests.bench import engine, model_peers, networks
from tests.bench.measuring import Report, Way, apart, compare, timed
from tests.models.build import MODELS, diagram
from tests.models.setting import SETTINGS

DRAWS = ("vae",)
"""Models whose losses differ from step to step by what they draw."""

SHORT = ("dqn",)
"""Models that have data for so many steps as their tests make."""


def small(report: Report, names: Sequence[str] = ()) -> None:
    """The models of some names, or all."""
    for name in names or [name for name in MODELS if name not in SHORT]:
        ways: dict[str, Way] = {
            "ours": _ours(name),
            **apart("ours on JAX", "jax", lambda _, name=name: _ours(name, backend="jax")),
            **apart("tensorflow graph", "tensorflow", lambda _, name=name: _theirs(name)),
            **apart("plain jax", "jax", lambda _, name=name: model_peers.jax_step(name)),
            **apart("torch eager", "torch", lambda _, name=name: model_peers.torch_step(name)),
        }
        for _ in range(0 if name in DRAWS else 3):
            compare(ways, 1e-4)
        notes = {"ours": "budget 1.0 x TensorFlow"}
        timed(report, f"{name}, a step", ways, _reference(ways), notes=notes, seconds=0.5)


def large(report: Report, names: Sequence[str] = ()) -> None:
    """The networks of `tests.bench.networks`, as graphs."""
    for name in names or networks.NETWORKS:
        network = networks.NETWORKS[name]()
        ways: dict[str, Way] = {
            **engine.ours(network.ours()),
            **apart("tensorflow graph", "tensorflow", network.tensorflow),
        }
        compare(ways, 1e-3)
        timed(report, f"{name}, a step", ways, _reference(ways))


def _reference(ways: Mapping[str, Way]) -> str:
    return "tensorflow graph" if "tensorflow graph" in ways else "ours"


def _theirs(name: str) -> Way:
    return import_module("tests.models.tensorflow_numbers").stepper(name)


def _ours(name: str, backend: str = "numpy") -> Way:
    """A step that gives the loss."""
    page = diagram(name).page("main")
    client = page.add("ClientSession")
    loss = page.get("loss")
    spec = None if loss is None else find(loss.type)
    assert spec is not None
    page.wire(f"loss.{spec.outputs[0].name}", f"{client.id}.fetch_outputs")
    for block in [block for block in page.blocks if block.type == "Minimize"]:
        page.wire(f"{block.id}.operation", f"{client.id}.run_outputs")
    session = blocks.Session(page, backend=backend)
    for path, value in SETTINGS[name].weights().items():
        session.variables[path] = value
    key = f"loss.result_{spec.outputs[0].name}"

    def step() -> Sequence[Any]:
        return [session.run("loss")[key]]

    return step

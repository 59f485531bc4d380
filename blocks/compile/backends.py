"""The backends that run plans: NumPy and, if installed, JAX."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from blocks.base.budget import Memory
from blocks.base.errors import UsageError
from blocks.base.shapes import shape_text
from blocks.base.types import Shape
from blocks.compile.dispatch import result_bytes
from blocks.compile.plan import Plan
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Graph, Output

if TYPE_CHECKING:
    from blocks.compile.jax.placement import Placement

BACKENDS = ("numpy", "jax")

_SMALL = 1 << 20
"""Bytes of results that a step hands back in no time."""


class Backend:
    """The NumPy backend, which runs plans unchanged.

    Attributes:
        interprets: whether the first step may run without a plan.
        notes: messages for the user about the execution of pages, each once.
        repeatable: whether repeated steps must give the same bits, which takes longer on a GPU.
    """

    interprets = True
    is_first = True
    repeatable = False

    def __init__(self) -> None:
        self.notes: dict[str, None] = {}
        self.shards: dict[Any, tuple[str, int]] = {}

    def on_host(self, value: Any) -> Any:
        return value

    def plan(self, graph: Graph, goal: Goal, memory: Memory, parts: Sequence[str]) -> Plan:
        return Plan(graph, goal, memory, parts)

    def lazy_for(self, _results: Sequence[Output]) -> bool:
        return False

    def has_one_plan(self, _results: Sequence[Output]) -> bool:
        """Return whether a step returns all results even if none is watched, so one plan suffices."""
        return False


class JaxBackend(Backend):
    """The JAX backend: XLA compiles the calls with lowering rules, the host runs the others.

    If several processes are joined (`jax.distributed`), all of them run one program.

    Attributes:
        strict: raise an error if a block would run on the host.
        devices: the number of devices of each process over which batches are split.
    """

    interprets = False

    def __init__(self, strict: bool, devices: int) -> None:
        super().__init__()
        self.strict = strict
        self.devices = devices
        self._shapes: dict[Any, dict[str, Shape]] = {}
        if devices > 1:
            _ = self.placement  # there may be fewer

    @cached_property
    def placement(self) -> Placement:
        from blocks.compile.jax.placement import Placement  # JAX takes a while to import

        return Placement(self.devices, self.shards, self.notes)

    @property
    def is_first(self) -> bool:
        return self.placement.is_first

    def on_host(self, value: Any) -> Any:
        """Return a variable's value as a NumPy array; every process must call this if the value is split."""
        from blocks.compile.jax.placement import on_host

        return on_host(value)

    def lazy_for(self, results: Sequence[Output]) -> bool:
        """Return False if a variable has no initial value, since that error appears only when it is read."""
        return not any(each.op.type.variable and each.op.args[0] is None for each in results)

    def has_one_plan(self, results: Sequence[Output]) -> bool:
        """Return whether returning all results costs less than a second compilation: they are few bytes."""
        if not self.lazy_for(results):
            return False
        return sum({output_key(each): result_bytes(each.op) for each in results}.values()) <= _SMALL

    def plan(self, graph: Graph, goal: Goal, memory: Memory, parts: Sequence[str]) -> Plan:
        from blocks.compile.jax.lower import DevicePlan  # JAX takes a while to import

        given = [node for node in graph.nodes if node.type.name == "Feed" or node.type.variable]
        shapes = {node.block_name.removesuffix(" (fed)"): node.outputs[0].shape for node in given}
        before = self._shapes.setdefault(tuple([output.name for output in goal.outputs]), shapes)
        for name, shape in shapes.items():
            if before.get(name, shape) != shape:
                self.notes[f"recompiled because {name!r} has a new shape: {shape_text(shape)}"] = None
        return DevicePlan(graph, goal, memory, parts, self.notes, self.strict, self.placement, self.repeatable)


def backend(name: str, strict: bool = False, devices: int = 1) -> Backend:
    """Return a backend by name; raise UsageError if it is unknown, not installed, or has fewer ``devices``."""
    if name not in BACKENDS:
        raise UsageError(f"there is no backend {name!r}", hint=f"the backends are: {', '.join(BACKENDS)}")
    if name == "numpy":
        return Backend()
    if importlib.util.find_spec("jax") is None:
        raise UsageError(
            "the backend 'jax' needs JAX, which is not installed", hint="run `pip install 'gradblocks[jax]'`"
        )
    return JaxBackend(strict, devices)

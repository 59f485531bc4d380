"""The Python API of Gradblocks: diagrams, block types, graphs with gradients, and sessions.

Names are imported on first use to keep the start fast.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from blocks import jax as jax
    from blocks import ops as ops
    from blocks import torch as torch
    from blocks.analysis.gradient_flow import gradient_flow as gradient_flow
    from blocks.base.errors import DiagramError as DiagramError
    from blocks.base.errors import FileError as FileError
    from blocks.base.errors import GradientContractError as GradientContractError
    from blocks.base.errors import RunError as RunError
    from blocks.base.errors import UsageError as UsageError
    from blocks.document.file import load as load
    from blocks.document.file import loads as loads
    from blocks.document.model import Diagram as Diagram
    from blocks.document.model import layout as layout
    from blocks.document.reading import LoadError as LoadError
    from blocks.graph.gradients import UnreachableError as UnreachableError
    from blocks.graph.gradients import add_symbolic_gradients as add_symbolic_gradients
    from blocks.graph.scope import Scope as Scope
    from blocks.interchange.export_onnx import to_onnx as to_onnx
    from blocks.interchange.jaxprs.from_jax import from_jax as from_jax
    from blocks.interchange.tracing.trace import trace as trace
    from blocks.library.control_flow.custom_gradients import custom_gradient as custom_gradient
    from blocks.library.declare import block as block
    from blocks.library.registry import use_packages as use_packages
    from blocks.run.client import ClientSession as ClientSession
    from blocks.run.debugging.comparison import compare as compare
    from blocks.run.debugging.timeline import Timeline as Timeline
    from blocks.run.gradients.numeric import check_gradients as check_gradients
    from blocks.run.gradients.what_if import what_if as what_if
    from blocks.run.monitoring.layers import LayerStatistics as LayerStatistics
    from blocks.run.session import Session as Session
    from blocks.run.training import NonFiniteError as NonFiniteError
    from blocks.run.training import TrainingEvent as TrainingEvent
    from blocks.run.training import TrainingResult as TrainingResult
    from blocks.run.training import train as train
    from blocks.torch.from_torch import from_torch as from_torch
    from blocks.transform.flatten import flatten as flatten

__all__ = [
    "ClientSession",
    "Diagram",
    "DiagramError",
    "FileError",
    "GradientContractError",
    "LayerStatistics",
    "LoadError",
    "NonFiniteError",
    "RunError",
    "Scope",
    "Session",
    "Timeline",
    "TrainingEvent",
    "TrainingResult",
    "UnreachableError",
    "UsageError",
    "add_symbolic_gradients",
    "block",
    "check_gradients",
    "compare",
    "custom_gradient",
    "flatten",
    "from_jax",
    "from_torch",
    "gradient_flow",
    "jax",
    "layout",
    "load",
    "loads",
    "ops",
    "to_onnx",
    "torch",
    "trace",
    "train",
    "use_packages",
    "what_if",
]

# When they have begun, and after a product, the threads of OpenBLAS look out for the next one, usually for longer than
# a step takes, and so keep ours and other programs from the cores. 2^20 ticks are less than a millisecond; it is read
# when NumPy is imported.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "20")

_HOMES = {
    "ClientSession": "blocks.run.client",
    "Diagram": "blocks.document.model",
    "DiagramError": "blocks.base.errors",
    "LayerStatistics": "blocks.run.monitoring.layers",
    "NonFiniteError": "blocks.run.training",
    "FileError": "blocks.base.errors",
    "GradientContractError": "blocks.base.errors",
    "LoadError": "blocks.document.reading",
    "RunError": "blocks.base.errors",
    "Scope": "blocks.graph.scope",
    "Session": "blocks.run.session",
    "Timeline": "blocks.run.debugging.timeline",
    "TrainingEvent": "blocks.run.training",
    "TrainingResult": "blocks.run.training",
    "UnreachableError": "blocks.graph.gradients",
    "UsageError": "blocks.base.errors",
    "add_symbolic_gradients": "blocks.graph.gradients",
    "block": "blocks.library.declare",
    "check_gradients": "blocks.run.gradients.numeric",
    "compare": "blocks.run.debugging.comparison",
    "custom_gradient": "blocks.library.control_flow.custom_gradients",
    "flatten": "blocks.transform.flatten",
    "from_jax": "blocks.interchange.jaxprs.from_jax",
    "from_torch": "blocks.torch.from_torch",
    "gradient_flow": "blocks.analysis.gradient_flow",
    "layout": "blocks.document.model",
    "load": "blocks.document.file",
    "loads": "blocks.document.file",
    "to_onnx": "blocks.interchange.export_onnx",
    "trace": "blocks.interchange.tracing.trace",
    "train": "blocks.run.training",
    "use_packages": "blocks.library.registry",
    "what_if": "blocks.run.gradients.what_if",
}
_EARLIER = {"History": "Timeline"}


def __getattr__(name: str) -> Any:
    import importlib

    if name in ("jax", "ops", "torch"):
        return importlib.import_module(f"blocks.{name}")
    if name in _EARLIER:
        from blocks.base import renames

        renames.note(f"blocks.{name}", f"blocks.{_EARLIER[name]}")
        return __getattr__(_EARLIER[name])
    if name not in _HOMES:
        raise AttributeError(f"module 'blocks' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__

"""`blocks.from_torch`: conversion of a PyTorch module to a diagram."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from blocks.base.errors import UsageError
from blocks.document.model import Diagram
from blocks.interchange.optional import require


def from_torch(module: Any, inputs: Any, train: bool = False) -> Diagram:
    """Convert a PyTorch module to a diagram (requires PyTorch).

    Args:
        module: a `torch.nn.Module`.
        inputs: example inputs.
        train: convert what the module computes in training mode.
    """
    require("torch")
    from blocks.interchange.tracing.diagram import draw
    from blocks.library.math.shared import PYTORCH
    from blocks.torch.converting import Converter
    from blocks.torch.exporting import exported
    from blocks.torch.recorder import torch

    if not isinstance(module, torch.nn.Module):
        raise UsageError(f"from_torch: expected a torch.nn.Module, got {type(module).__name__}")
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = {}
    if isinstance(inputs, Mapping):
        kwargs = {**inputs}
    else:
        args = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)  # pyright: ignore[reportUnknownArgumentType]
    converter = Converter(module, exported(module, args, kwargs, train))
    recording = converter.run()
    note = "Gradients are those of the PyTorch module."
    return draw(recording, "main", PYTORCH, note)

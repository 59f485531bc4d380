"""`blocks.from_torch`: conversion of a PyTorch module to a diagram."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from blocks.base.errors import UsageError
from blocks.document.model import Diagram
from blocks.interchange.optional import require

_WRAPPERS = {"DataParallel": "module", "DistributedDataParallel": "module", "OptimizedModule": "_orig_mod"}
"""The attribute with the module, by the types of modules that only run another one in another way."""


def from_torch(module: Any, inputs: Any, train: bool = False) -> Diagram:
    """Convert a PyTorch module to a diagram with the same results and gradients (requires PyTorch).

    The module is exported with `torch.export`. Each module becomes an instance of a composite, and its parameters
    become Variable blocks: ``layers.0.weight`` is ``layers/0/weight``. Where PyTorch's gradient ends (``detach``,
    ``no_grad``, a frozen parameter), there is a StopGradient block with the reason as its note. An autograd Function
    becomes a composite with a custom gradient. Blocks know their source lines. The module is not changed.

    Args:
        module: a `torch.nn.Module`. It must not branch on the values of tensors, nor have backward hooks.
        inputs: example inputs: a tensor, a tuple of positional arguments, or a mapping with the names of ``forward``.
            Each may contain tuples, lists and dicts. Only shapes and dtypes matter; other values become part of the
            diagram.
        train: convert what the module computes after ``module.train()``, instead of ``module.eval()``. Buffers that
            change, such as those of batch normalization, become variables that the ClientSession block ``run`` updates.

    Returns:
        A diagram with the page ``main``: a Placeholder for each input, named as in ``forward``, and an Identity block
        ``output``, or ``output_0``, ``output_1``, ..., for each result. An operation without a block becomes a block
        of the type ``torch:aten_NAME``, and is printed to standard error.

    Raises:
        DiagramError: the module cannot be exported, or has backward hooks.
        UsageError: PyTorch is not installed, or the inputs do not fit ``forward``.

    Example:
        import torch

        module = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh())
        diagram = blocks.from_torch(module, torch.ones(4, 2))
        print(blocks.compare(diagram, module, [torch.ones(4, 2)]))
    """
    require("torch")
    from blocks.interchange.tracing.diagram import draw
    from blocks.library.math.shared import PYTORCH
    from blocks.torch.converting import Converter
    from blocks.torch.exporting import exported
    from blocks.torch.recorder import torch

    while type(module).__name__ in _WRAPPERS and hasattr(module, _WRAPPERS[type(module).__name__]):
        module = getattr(module, _WRAPPERS[type(module).__name__])
    if not isinstance(module, torch.nn.Module):
        raise UsageError(f"from_torch: expected a torch.nn.Module, got {type(module).__name__}")
    by_name, listed = isinstance(inputs, Mapping), isinstance(inputs, (tuple, list))
    given: Any = ((), {**inputs}) if by_name else (tuple(inputs) if listed else (inputs,), {})
    args, kwargs = torch.utils._pytree.tree_map_only(np.ndarray, torch.from_numpy, given)
    try:
        inspect.signature(module.forward).bind(*args, **kwargs)
    except TypeError as error:
        raise UsageError(f"from_torch: the inputs do not fit {type(module).__name__}.forward: {error}") from None
    program = exported(module, args, kwargs, train)
    converter = Converter(module, program)
    recording = converter.run()
    note = f"Gradients are those of the PyTorch module in {'training' if train else 'evaluation'} mode."
    if converter.is_random:
        note += " Random values are drawn from the streams of this program, not from PyTorch's."
    if converter.missing:
        note += f" No block supports {', '.join(sorted(converter.missing))}."
    diagram = draw(recording, "main", PYTORCH, note)
    diagram.training = train
    for name, why in converter.missing.items():
        print(f"from_torch: {name}: {why}", file=sys.stderr)
    return diagram

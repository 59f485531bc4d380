"""Autograd Functions during an export: their forward and backward functions, between operators that mark them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from blocks.torch.recorder import torch

_LIBRARY = torch.library.Library("gradblocks", "DEF")
_FUNCTION = torch.autograd.function


def _define(schema: str, run: Callable[..., Any]) -> Any:
    name = schema.partition("(")[0]
    _LIBRARY.define(schema)
    _LIBRARY.impl(name, run, "CompositeExplicitAutograd")
    return getattr(torch.ops.gradblocks, name).default


def _new(tensors: Sequence[Any], *_: Any) -> list[Any]:
    return [each.clone() for each in tensors]


def _new_results(_inputs: Any, results: Sequence[Any], *_: Any) -> list[Any]:
    return _new(results)


def _new_value(_old: Any, new: Any) -> Any:
    return new.clone()


THROUGH = _define("through(Tensor old, Tensor new) -> Tensor", _new_value)
"""Gives a new value the gradient of an old one."""
BEGIN = _define("begin(Tensor[] inputs) -> Tensor[]", _new)
ARRIVING = _define("arriving(Tensor[] results) -> Tensor[]", _new)
OWN = _define(
    "own(Tensor[] inputs, Tensor[] results, Tensor[] arriving, Tensor?[] gradients, str names) -> Tensor[]",
    _new_results,
)
"""Returns the results of an autograd Function, whose gradients are computed from ``inputs`` and ``arriving``."""


class _Context:
    """The ``ctx`` of an autograd Function during the export."""

    def __init__(self, args: Sequence[Any]) -> None:
        self.needs_input_grad = tuple([isinstance(each, torch.Tensor) and is_smooth(each) for each in args])
        self.saved_tensors: tuple[Any, ...] = ()
        self.dirty: tuple[Any, ...] = ()
        self.plain: tuple[Any, ...] = ()

    def save_for_backward(self, *tensors: Any) -> None:
        self.saved_tensors = tensors

    def mark_dirty(self, *tensors: Any) -> None:
        self.dirty = tensors

    def mark_non_differentiable(self, *tensors: Any) -> None:
        self.plain = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Do nothing: there is no forward mode."""

    def set_materialize_grads(self, value: bool) -> None:
        """Do nothing: gradients that do not arrive are zeros."""


def is_smooth(tensor: Any) -> bool:
    """Return whether the dtype of a tensor has gradients; False for another value."""
    return isinstance(tensor, torch.Tensor) and bool(tensor.is_floating_point() or tensor.is_complex())


def _has_parts(value: object) -> bool:
    return isinstance(value, (tuple, list))


def traced(function: Any, *args: Any) -> Any:
    """Trace an autograd Function in the place of its ``apply``."""
    if function.__name__ == "CheckpointFunction" and function.__module__ == "torch.utils.checkpoint":
        return args[0](*args[2:])
    positions = [i for i, each in enumerate(args) if isinstance(each, torch.Tensor)]
    inputs: list[Any] = BEGIN([args[i] for i in positions]) if positions else []
    given = dict(enumerate(args)) | dict(zip(positions, BEGIN(inputs) if inputs else (), strict=True))
    context, parameters = _Context(args), [*inspect.signature(function.forward).parameters]
    if function.setup_context is not _FUNCTION._SingleLevelFunction.setup_context:
        returned: Any = function.forward(*given.values())
        function.setup_context(context, tuple(given.values()), returned)
    else:
        returned = function.forward(context, *given.values())
        parameters = parameters[1:]
    results: list[Any] = [*returned] if _has_parts(returned) else [returned]
    tensors = [each for each in results if isinstance(each, torch.Tensor)]
    if not tensors:
        return returned
    arriving = ARRIVING(tensors)
    gradients = _gradients(function, context, args, results, arriving)
    names = [parameters[i] if i < len(parameters) else f"x_{i}" for i in positions]
    found = [_fitting(gradients[i], x) if is_smooth(x) else None for i, x in zip(positions, inputs, strict=True)]
    new = iter(OWN(inputs, tensors, arriving, found, " ".join([function.__name__, *names])))
    for at, each in enumerate(results):
        if isinstance(each, torch.Tensor):
            made = next(new)
            made = made.detach() if not is_smooth(made) or any(each is plain for plain in context.plain) else made
            changed = [i for i in positions if each is given[i] and any(each is dirty for dirty in context.dirty)]
            results[at] = args[changed[0]].copy_(made) if changed else made
    if not _has_parts(returned):
        return results[0]
    return returned._make(results) if hasattr(returned, "_make") else tuple(results)


def _gradients(function: Any, context: Any, args: Sequence[Any], results: Sequence[Any], arriving: Any) -> list[Any]:
    """Return the gradients that the backward function returns, one per argument."""
    backward = function.backward if function.backward is not _FUNCTION.Function.backward else function.vjp
    while getattr(getattr(backward, "__code__", None), "co_filename", "") == _FUNCTION.__file__:
        backward = backward.__wrapped__  # of once_differentiable
    incoming = iter(arriving)
    found: Any = backward(context, *[next(incoming) if isinstance(each, torch.Tensor) else None for each in results])
    gradients: list[Any] = [*found] if _has_parts(found) else [found]
    if len(gradients) < len(args) or any(each is not None for each in gradients[len(args) :]):
        text = f"{function.__name__}.backward returned {len(gradients)} gradients for {len(args)} arguments"
        raise RuntimeError(text)
    return gradients


def _fitting(gradient: Any, x: Any) -> Any:
    """Return a gradient with the shape and dtype of its argument, as autograd does."""
    if gradient is None:
        return None
    added = gradient.dim() - x.dim()
    axes = [i for i, size in enumerate(gradient.shape) if i < added or x.shape[i - added] != size]
    gradient = gradient.sum(axes, keepdim=True).reshape(x.shape) if axes else gradient
    return gradient if gradient.dtype == x.dtype else gradient.to(x.dtype)

"""Explanations of missing gradients in PyTorch training steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from blocks.analysis.explanation import Explanation
from blocks.base.errors import GradientContractError as GradientContractError
from blocks.interchange.optional import require as needs


def explain(
    step: Callable[[], Any],
    model: Any,
    *,
    forbid: Mapping[str, str] | Iterable[str] | None = None,
    require: Iterable[str] | None = None,
) -> Explanation:
    """Run a PyTorch training step once and explain the gradient of each parameter (requires PyTorch).

    The step runs under a recorder, and a backward pass follows. Each path from a parameter to the loss that the
    gradient does not follow ends at a cut: an operation, with the reason and the line of your code. Then gradients,
    flags, buffers and random states are restored. ``python -m blocks.torch module:function`` prints the explanation if
    the function returns ``(step, model)``.

    Args:
        step: a function without arguments that returns the loss, a tensor with one element. It must not call
            ``backward``.
        model: a `torch.nn.Module`, or a mapping of names to tensors.
        forbid: parameters or modules that the gradient must not reach: ``{"target": "loss"}``.
        require: parameters or modules that must have a gradient.

    Returns:
        The explanation. ``print`` shows it as a table, worst first. ``ok`` is False if a parameter without gradient is
        not frozen.

    Raises:
        GradientContractError: ``forbid`` or ``require`` does not hold.
        UsageError: PyTorch is not installed, the loss is not one number, the step calls ``backward``, or a name does
            not exist.

    Example:
        import torch

        model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Linear(3, 1))

        def step():
            hidden = model[0](torch.ones(4, 2)).detach()
            return model[1](hidden).pow(2).mean()

        explanation = blocks.torch.explain(step, model, require=["1"])
        print(explanation)
        print(explanation.parameters["0.weight"].status, explanation.parameters["0.weight"].cuts)
    """
    needs("torch")
    from blocks.torch.explaining import explain_step

    explanation = explain_step(step, model)
    explanation.check(forbid, require)
    return explanation

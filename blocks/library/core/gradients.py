"""Blocks about gradients: AddSymbolicGradients and GradientContract."""

from __future__ import annotations

from typing import Any

from blocks.base.errors import DiagramError
from blocks.graph.gradients import try_gradients
from blocks.graph.scope import Scope
from blocks.library.core.values import outputs_at
from blocks.library.declare import block
from blocks.library.earlier_names import NAMES


@block("outputs: output*, inputs: output*, grad_inputs: output*? -> grad_outputs: list", helper=True)
def AddSymbolicGradients(scope: Scope, outputs: Any, inputs: Any, grad_inputs: Any = None) -> dict[str, Any]:
    """Add the gradient of a sum of tensors with respect to other tensors to the graph, as new nodes.

    The gradient stops at a StopGradient block, at a block that is not differentiable, and at an integer tensor.

    Args:
        outputs: the tensors to differentiate, usually one loss. Several are added.
        inputs: the tensors with respect to which to differentiate, usually variables.
        grad_inputs: the incoming gradient of each tensor in outputs. If nothing is wired, ones are used.

    Returns:
        grad_outputs: [...] the gradient with respect to each of inputs, in their order.
    """
    if not outputs:
        raise DiagramError("there is nothing to differentiate: wire a tensor to outputs", pin="outputs")
    if not inputs:
        raise DiagramError("there is nothing to differentiate with respect to: wire a tensor to inputs", pin="inputs")
    seeds = outputs_at("grad_inputs", grad_inputs) if grad_inputs else None
    ys, xs = outputs_at("outputs", outputs), outputs_at("inputs", inputs)
    return {"grad_outputs": try_gradients(scope, ys, xs, seeds)}


@block(
    "loss: output*?, reaches: output*?, must_not_reach: output*? ->",
    helper=True,
    annotation_only=True,
    earlier=NAMES["GradientContract"],
)
def GradientContract(
    scope: Scope, loss: Any = None, reaches: Any = None, must_not_reach: Any = None, *, why: str = ""
) -> dict[str, Any]:
    """Declare the blocks that a loss's gradient must and must not reach. Each edit is checked against the contract.

    A contract does not change the computation. If it is violated, the check names the path of the gradient, block by
    block, or the block that stops it. This reveals a missing or superfluous gradient stop before a run: the loss of a
    generator must not reach the weights of the discriminator, and the loss of a student must not reach the weights of
    its teacher.

    Args:
        loss: [...] the loss. Several losses are added.
        reaches: [...] the tensors that the gradient must reach, usually variables.
        must_not_reach: [...] the tensors that the gradient must not reach.
        why: the reason for the contract. It is shown if the contract is violated.
    """
    return {}

"""The block that adds gradients to the graph."""

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
    """The gradient of the sum of some tensors by others, as new nodes of the graph.

    Where StopGradient, a type that is not differentiable or an integer lies on the path, the flow ends.

    Args:
        outputs: what is differentiated, most often one loss.
        inputs: by what, most often variables.
        grad_inputs: the gradient that arrives at each of the outputs; ones if nothing is wired.

    Returns:
        grad_outputs: [...] one gradient per wire into inputs, in their order.
    """
    if not outputs:
        raise DiagramError("there is nothing to differentiate: wire a tensor to outputs", pin="outputs")
    if not inputs:
        raise DiagramError("there is nothing to differentiate by: wire a tensor to inputs", pin="inputs")
    seeds = outputs_at("grad_inputs", grad_inputs) if grad_inputs else None
    ys, xs = outputs_at("outputs", outputs), outputs_at("inputs", inputs)
    return {"grad_outputs": try_gradients(scope, ys, xs, seeds)}


@block(
    "loss: output*?, reaches: output*?, must_not_reach: output*? ->",
    helper=True,
    aside=True,
    earlier=NAMES["GradientContract"],
)
def GradientContract(
    scope: Scope, loss: Any = None, reaches: Any = None, must_not_reach: Any = None, *, why: str = ""
) -> dict[str, Any]:
    """Write down what the gradient of a loss must reach, and what it must not: it is checked after every edit.

    It is no operation and changes nothing. Where it does not hold, a check names the path of the gradient, block by
    block, or the block that keeps it away. So a stop that is forgotten, or one too many, is told before a run: the
    loss of a generator must not reach the weights of the discriminator, that of a student not those of its teacher.

    Args:
        loss: [...] a loss, or several: then the sum of them.
        reaches: [...] what its gradient must reach, most often variables.
        must_not_reach: [...] what it must not reach.
        why: the reason, for who breaks it.
    """
    return {}

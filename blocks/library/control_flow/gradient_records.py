"""Gradient records inside loops and branches: gradients and their norms, iteration by iteration.

A loop's gradient (`loop_gradients`) provides them as a byproduct: they are the gradients of its body before the sum
over iterations. A branch's gradient (`body_rules`) does the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from blocks.base.dtypes import DOUBLE
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.math.comparisons import Cast
from blocks.library.nn.losses import L2Loss


@dataclass(eq=False, repr=False)
class Look:
    """The values to watch in a loop, or in one of two branches.

    Attributes:
        values: tensors of its body, by names.
        inner: the watched values in loops and branches of its body, by their paths there: ``along``, ``side/then``.
        stacked: whether the gradients of all iterations are wanted as a tensor, without records and ``halves``.
        gradients: filled when the gradient is built: outputs that give the gradients of those tensors.
        halves: also filled then: for each carried pin, ``.h``, or for one in an inner loop, ``along.h``, an output that
            records half the squared norm of the gradient at the start of each iteration, [], double.
    """

    values: Mapping[str, Output] = field(default_factory=dict[str, Output])
    inner: Mapping[str, Look] = field(default_factory=dict[str, "Look"])
    stacked: bool = False
    gradients: dict[str, Output] = field(default_factory=dict[str, Output])
    halves: dict[str, Output] = field(default_factory=dict[str, Output])

    def forget(self) -> None:
        self.gradients.clear()
        self.halves.clear()
        for each in self.inner.values():
            each.forget()

    def found_inside(self) -> tuple[dict[str, Output], dict[str, Output]]:
        gradients: dict[str, Output] = {}
        halves: dict[str, Output] = {}
        for path, each in self.inner.items():
            gradients.update(each.gradients)
            halves.update((at_path(path, name), half) for name, half in each.halves.items())
        return gradients, halves


def at_path(path: str, name: str) -> str:
    return path + name if name.startswith(".") else f"{path}/{name}"


def half_square(scope: Scope, value: Output) -> Output:
    """Return half the squared norm, in double precision against overflow and underflow."""
    if value.dtype is not DOUBLE:
        value = Cast(scope, value, DstT=DOUBLE).as_output()
    return L2Loss(scope, value).as_output()

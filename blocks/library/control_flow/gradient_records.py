"""Gradient records inside loops and branches: gradients and their norms, iteration by iteration.

A loop's gradient (`loop_gradients`) provides them as a byproduct: they are the gradients of its body before the sum
over iterations. A branch's gradient (`choice_gradients`) does the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from blocks.base.dtypes import DOUBLE
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.math.casting import Cast
from blocks.library.nn.losses import L2Loss


@dataclass(eq=False, repr=False)
class Look:
    """The values to watch in a loop, or in one of two branches.

    Attributes:
        values: tensors of its body, by names.
        inner: what is looked at in loops and branches of its body, by their paths there: ``along``, ``side/then``.
        stacked: whether the gradients of all rounds are wanted as a tensor, and no records, nor ``halves``.
        gradients: filled when the gradient is made: outputs that give the gradients by those tensors.
        halves: filled then, too: for each pin that is carried, ``.h``, or is in a loop inside, ``along.h``, an output
            that gives a record of half the square of the norm of the gradient at the begin of each round, [], double.
    """

    values: Mapping[str, Output] = field(default_factory=dict[str, Output])
    inner: Mapping[str, Look] = field(default_factory=dict[str, "Look"])
    stacked: bool = False
    gradients: dict[str, Output] = field(default_factory=dict[str, Output])
    halves: dict[str, Output] = field(default_factory=dict[str, Output])

    def forget(self) -> None:
        """Another gradient is to be made."""
        self.gradients.clear()
        self.halves.clear()
        for each in self.inner.values():
            each.forget()

    def found_inside(self) -> tuple[dict[str, Output], dict[str, Output]]:
        """The gradients and the halves of what is looked at inside, once the gradient of the body is made."""
        gradients: dict[str, Output] = {}
        halves: dict[str, Output] = {}
        for path, each in self.inner.items():
            gradients.update(each.gradients)
            halves.update((at_path(path, name), half) for name, half in each.halves.items())
        return gradients, halves


def at_path(path: str, name: str) -> str:
    """The name of a half, ``.h`` or ``along.h``, seen from outside of the block at a path."""
    return path + name if name.startswith(".") else f"{path}/{name}"


def half_square(scope: Scope, value: Output) -> Output:
    """Half the square of the norm of a tensor; in double precision, where hardly a square is too large or too small."""
    if value.dtype is not DOUBLE:
        value = Cast(scope, value, DstT=DOUBLE).as_output()
    return L2Loss(scope, value).as_output()

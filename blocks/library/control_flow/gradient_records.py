"""What somebody who looks at a gradient sees inside of loops: round by round, and how large it is from round to round.

The gradient of a loop (`loop_gradients`) gives it beside: it is the gradient of its body, before rounds are added up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from blocks.base.dtypes import DOUBLE
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.math.casting import Cast
from blocks.library.nn.losses import L2Loss


@dataclass(eq=False, repr=False)
class Look:
    """What is looked at in a loop.

    Attributes:
        values: tensors of its body, by names.
        inner: what is looked at in loops of its body.
        gradients: filled when the gradient is made: outputs that give records of the gradients by those tensors.
        halves: filled then, too: for each carried pin an output that gives a record of half the square of the norm of
            the gradient at the begin of each round, [], double.
    """

    values: Mapping[str, Output] = field(default_factory=dict[str, Output])
    inner: Sequence[Look] = ()
    gradients: dict[str, Output] = field(default_factory=dict[str, Output])
    halves: dict[str, Output] = field(default_factory=dict[str, Output])

    def forget(self) -> None:
        """Another gradient is to be made."""
        self.gradients.clear()
        self.halves.clear()
        for each in self.inner:
            each.forget()


def half_square(scope: Scope, value: Output) -> Output:
    """Half the square of the norm of a tensor; in double precision, where hardly a square is too large or too small."""
    if value.dtype is not DOUBLE:
        value = Cast(scope, value, DstT=DOUBLE).as_output()
    return L2Loss(scope, value).as_output()

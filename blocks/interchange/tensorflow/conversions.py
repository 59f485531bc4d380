"""Conversions of TensorFlow operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from blocks.interchange.importing.model_graph import ModelNode, Ref


class Converted(NamedTuple):
    """The conversion of an operation.

    Attributes:
        output: gives one of its outputs, by its index.
        inputs: the pins to which each of its inputs goes.
    """

    output: Callable[[int], Ref | None]
    inputs: Sequence[Sequence[tuple[ModelNode, str]]]


def output_of(refs: Sequence[Ref]) -> Callable[[int], Ref | None]:
    """Gives one of some outputs by its index."""

    def output(index: int) -> Ref | None:
        return refs[index] if index < len(refs) else None

    return output

"""Conversions of TensorFlow operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from blocks.interchange.importing.model_graph import ModelNode, Ref


class Converted(NamedTuple):
    """The conversion of an operation; ``output`` returns an output by index, ``inputs`` has each input's pins."""

    output: Callable[[int], Ref | None]
    inputs: Sequence[Sequence[tuple[ModelNode, str]]]


def output_of(refs: Sequence[Ref]) -> Callable[[int], Ref | None]:
    def output(index: int) -> Ref | None:
        return refs[index] if index < len(refs) else None

    return output

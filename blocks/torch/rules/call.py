"""The call of an ATen operation, which a rule turns into blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from blocks.base.dtypes import DType
from blocks.graph.graph import Output


class Result(NamedTuple):
    dtype: DType
    shape: tuple[int, ...]


class Call(NamedTuple):
    """An operation, such as ``aten.add.Tensor``, with the dtypes and shapes of its results in PyTorch."""

    target: str
    results: tuple[Result, ...]

    @property
    def name(self) -> str:
        return self.target.split(".")[1]

    @property
    def dtype(self) -> DType:
        return self.results[0].dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self.results[0].shape


Rule = Callable[..., Output | Sequence[Output]]
"""Builds the results of a call: ``rule(call, *args, **kwargs)``, with outputs in the place of tensors."""

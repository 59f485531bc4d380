"""The placeholder array of a traced function, which records NumPy operators and functions."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from blocks.base.dtypes import dtype_of
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known
from blocks.graph.graph import Operand, Output
from blocks.library.declare import make

METHODS = frozenset([
    "all", "any", "argmax", "argmin", "argsort", "clip", "conj", "cumprod", "cumsum", "diagonal", "dot", "max", "mean",
    "min", "prod", "ravel", "repeat", "reshape", "round", "searchsorted", "squeeze", "std", "sum", "swapaxes", "take",
    "trace", "transpose", "var",
])  # fmt: skip
"""The methods of an array that are functions of NumPy as well."""


class Tracer(NDArrayOperatorsMixin, Operand):
    """A tensor of a traced function with an array's interface. It has no value during tracing.

    Attributes:
        weak: the type of the Python number (such as ``float``) that takes the dtype of other operands; otherwise None.
    """

    __slots__ = ("_output", "weak")

    def __init__(self, output: Output, weak: type | None = None) -> None:
        self._output = output
        self.weak = weak

    def as_output(self) -> Output:
        return self._output

    __array_ufunc__ = Operand.__array_ufunc__  # pyright: ignore[reportAssignmentType] the mixin's operators are ufuncs

    @property
    def shape(self) -> tuple[int, ...]:
        shape = self._output.shape
        if not is_known(shape):
            raise DiagramError(f"the shape of {self._output.name!r} depends on values, but tracing needs it")
        return tuple([size for size in shape or () if size is not None])

    @property
    def dtype(self) -> np.dtype[Any]:
        return self._output.dtype.numpy

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def T(self) -> Any:
        return np.transpose(self)  # pyright: ignore[reportCallIssue, reportArgumentType]

    @property
    def mT(self) -> Any:
        return np.swapaxes(self, -1, -2)  # pyright: ignore[reportCallIssue, reportArgumentType]

    @property
    def real(self) -> Any:
        return np.real(self)  # pyright: ignore[reportCallIssue, reportArgumentType]

    @property
    def imag(self) -> Any:
        return np.imag(self)  # pyright: ignore[reportCallIssue, reportArgumentType]

    def astype(self, dtype: Any, **_: Any) -> Tracer:
        return Tracer(cast(self._output, np.dtype(dtype)))

    def copy(self) -> Tracer:
        return Tracer(self._output)

    def flatten(self) -> Any:
        return np.reshape(self, -1)  # pyright: ignore[reportCallIssue, reportArgumentType]

    def __getattr__(self, name: str) -> Any:
        if name not in METHODS:
            raise AttributeError(f"a traced array has no attribute {name!r}")
        function = getattr(np, name)
        if name in ("reshape", "transpose"):  # which take an axis each, too

            def spelt_out(*sizes: Any, **keywords: Any) -> Any:
                return function(self, *([sizes] if len(sizes) > 1 else sizes), **keywords)

            return spelt_out

        def method(*args: Any, **keywords: Any) -> Any:
            return function(self, *args, **keywords)

        return method

    def __getitem__(self, index: Any) -> Any:
        """Return a part: integers, slices, ``None`` and ``...``, or an integer array along one axis."""
        return self._output.graph.array_calls.function(operator.getitem, (self, index), {})

    def __len__(self) -> int:
        shape = self.shape
        if not shape:
            raise TypeError("a traced array without axes has no length")
        return shape[0]

    def __iter__(self) -> Iterator[Tracer]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return iter([self[i] for i in range(len(self))])

    def __bool__(self) -> bool:
        raise _no_value(self, "use np.where to select element by element, or blocks.loops.cond to branch on a boolean")

    def __float__(self) -> float:
        raise _no_value(self)

    def __int__(self) -> int:
        raise _no_value(self)

    def __index__(self) -> int:
        raise _no_value(self, "use a Python number that is not an argument of the traced function")

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise _no_value(self)

    def __repr__(self) -> str:
        return f"Tracer({self._output!r})"


def _no_value(tracer: Tracer, hint: str | None = None) -> DiagramError:
    return DiagramError(f"{tracer.as_output().name!r} has no value while the function is traced", hint=hint)


def cast(output: Output, dtype: np.dtype[Any]) -> Output:
    wanted = dtype_of(np.empty(0, dtype))
    if output.dtype is wanted:
        return output
    return make("Cast", output, DstT=wanted)

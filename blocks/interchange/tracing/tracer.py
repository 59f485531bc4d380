"""The placeholder array of a traced function, and the operands of NumPy functions, with NumPy's dtype rules."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any, NoReturn

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from blocks.base.dtypes import dtype_of
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known
from blocks.base.types import Array
from blocks.graph.graph import Operand, Output
from blocks.library.declare import make

METHODS = frozenset([
    "all", "any", "argmax", "argmin", "argsort", "clip", "conj", "cumprod", "cumsum", "diagonal", "dot", "flatten",
    "max", "mean", "min", "prod", "ravel", "repeat", "reshape", "round", "searchsorted", "squeeze", "std", "sum",
    "swapaxes", "take", "trace", "transpose", "var",
])  # fmt: skip
_VIEWS: dict[str, Callable[[Any], Any]] = {
    "T": np.transpose, "mT": partial(np.swapaxes, axis1=-1, axis2=-2), "real": np.real, "imag": np.imag,
}  # fmt: skip


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
        if not is_known(shape := self._output.shape):
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

    def astype(self, dtype: Any, **_: Any) -> Tracer:
        return Tracer(cast(self._output, np.dtype(dtype)))

    def copy(self) -> Tracer:
        return Tracer(self._output)

    def __getattr__(self, name: str) -> Any:
        if name in _VIEWS:
            return _VIEWS[name](self)
        if name not in METHODS:
            raise AttributeError(f"a traced array has no attribute {name!r}")
        function = getattr(np, "ravel" if name == "flatten" else name)
        takes_sizes = name in ("reshape", "transpose")

        def method(*args: Any, **keywords: Any) -> Any:
            return function(self, *([args] if takes_sizes and len(args) > 1 else args), **keywords)

        return method

    def __getitem__(self, index: Any) -> Any:
        """Return a part: integers, slices, ``None`` and ``...``, or an integer array along one axis."""
        return self._output.graph.array_calls.function(operator.getitem, (self, index), {})

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a traced array without axes has no length")
        return self.shape[0]

    def __iter__(self) -> Iterator[Tracer]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return iter([self[i] for i in range(len(self))])

    def __bool__(self) -> bool:
        raise _no_value(self, "use np.where to select element by element, or blocks.loops.cond to branch on a boolean")

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise _no_value(self)

    __float__ = __int__ = __array__

    def __index__(self) -> int:
        raise _no_value(self, "use a Python number that is not an argument of the traced function")

    def __repr__(self) -> str:
        return f"Tracer({self._output!r})"


def _no_value(tracer: Tracer, hint: str | None = None) -> DiagramError:
    return DiagramError(f"{tracer.as_output().name!r} has no value while the function is traced", hint=hint)


def cast(output: Output, dtype: np.dtype[Any]) -> Output:
    wanted = dtype_of(np.empty(0, dtype))
    return output if output.dtype is wanted else make("Cast", output, DstT=wanted)


make_constant: ContextVar[Callable[[Array], Output]] = ContextVar("make_constant")


def kind(value: Any) -> Any:
    """Return the basis of NumPy's promotion: a dtype, or the type of a Python number, which adapts to others."""
    if isinstance(value, Tracer):
        return value.weak or value.dtype
    if isinstance(value, Operand):
        return value.as_output().dtype.numpy
    if type(value) in (int, float, complex):
        return type(value)  # pyright: ignore[reportUnknownVariableType]
    return np.asarray(value).dtype


def common(values: Sequence[Any]) -> list[Output]:
    numbers = {int: 0, float: 0.0, complex: 0j}
    dtype = np.result_type(*[numbers.get(each, each) for each in map(kind, values)])
    return [tensor(each, dtype) for each in values]


def tensor(value: Any, dtype: Any = None) -> Output:
    if not isinstance(value, Operand):
        return make_constant.get()(np.asarray(value, dtype))
    return value.as_output() if dtype is None else cast(value.as_output(), np.dtype(dtype))


def shaped(value: Any) -> Any:
    if isinstance(value, Tracer):
        return value
    return Tracer(value.as_output()) if isinstance(value, Operand) else np.asarray(value)


def truth(value: Any) -> Output:
    output = tensor(value)
    return output if output.dtype.kind == "bool" else make("NotEqual", output, np.zeros((), output.dtype.numpy))


def refuse(what: str, keywords: Mapping[str, Any] = {}) -> NoReturn:
    named = f" with {', '.join(keywords)}" if keywords else ""
    raise DiagramError(f"{what}{named} is not supported")


def sizes(x: Output) -> tuple[int, ...]:
    return Tracer(x).shape


def rank(x: Output) -> int:
    return len(sizes(x))


def integers(values: Any) -> np.ndarray[Any, Any]:
    return np.asarray(values, np.int32)


def axes_of(x: Output, axis: Any) -> list[int]:
    """Return NumPy's axes counted from 0, all of them for None; raise DiagramError if an axis does not exist."""
    many = range(rank(x)) if axis is None else np.atleast_1d(axis).tolist()
    result = [int(each) for each in many]
    if any(not -rank(x) <= each < rank(x) for each in result):
        raise DiagramError(f"axis {axis} does not exist in an array with {rank(x)} axes")
    return [each % rank(x) for each in result]


def reshaped(x: Output, shape: Sequence[int]) -> Output:
    return x if tuple(shape) == sizes(x) else make("Reshape", x, integers(list(shape)))


def transposed(x: Output, order: Sequence[int]) -> Output:
    return x if list(order) == list(range(rank(x))) else make("Transpose", x, integers(list(order)))


def squeezed(x: Output, axes: Sequence[int]) -> Output:
    return make("Squeeze", x, squeeze_dims=[axis % rank(x) for axis in axes])


def broadcast_to(x: Output, shape: Sequence[int]) -> Output:
    return x if tuple(shape) == sizes(x) else make("BroadcastTo", x, integers(list(shape)))

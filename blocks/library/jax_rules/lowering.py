"""Tools for lowering rules: JAX modules, queries, and the error for calls that cannot be lowered.

A rule gets a `Site` and one argument per input pin (a tuple for a list): a JAX array that represents any value of its
shape and dtype, or a NumPy array if the value follows from constants and shapes alone. It returns the same results as
the kernel. Shapes are always known; dtypes are converted to the declared ones.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import FunctionType
from typing import Any

import numpy as np

from blocks.base.types import is_list
from blocks.graph.graph import Node
from blocks.library import index
from blocks.library.rules import LoweringRule, converted


def _module(name: str) -> Any:
    return importlib.import_module(name)  # by name: the package is optional, and so are its types


jax: Any = _module("jax")
jnp: Any = _module("jax.numpy")
lax: Any = _module("jax.lax")


def with_64_bits(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function run with JAX's 64-bit dtypes, which stay as they are in the rest of the process."""
    enabled = (jax if hasattr(jax, "enable_x64") else _module("jax.experimental")).enable_x64  # moved by JAX 0.8

    @wraps(function)
    def call(*args: Any, **keywords: Any) -> Any:
        with enabled(True):
            return function(*args, **keywords)

    return call


Value = Any
"""An array of JAX's or NumPy's."""


def precision() -> Any:
    """Return the precision of products: single, also on a GPU with shorter ones, unless JAX is configured."""
    return lax.Precision.HIGHEST if jax.config.jax_default_matmul_precision is None else None


class NotLowered(Exception):
    """A call that cannot be lowered, with the reason as a phrase that continues after "it"."""


class RefusedValues(NotLowered):
    """A call with values that its kernel rejects."""


class LoweringContext:
    """The context in which a rule is applied.

    Attributes:
        key: for a random block, the key of its stream in this step.
        stream: the state of its random stream if it draws TensorFlow's numbers (`jax_rules.philox`), or None.
        reserved: the number of blocks of that stream that the call takes; its rule sets it.
        checks: conditions that must hold; otherwise the step runs in NumPy, whose kernels report the error.
    """

    __slots__ = ("attrs", "checks", "key", "node", "reserved", "stream")

    def __init__(self, node: Node, key: Value = None, stream: Value = None) -> None:
        self.node = node
        self.attrs = node.attrs
        self.key = key
        self.stream = stream
        self.reserved = 0
        self.checks: list[Value] = []

    def require(self, holds: Value) -> None:
        if isinstance(holds, (bool, np.bool)):
            if not holds:
                raise RefusedValues("gets values that it rejects")
            return
        self.checks.append(holds)

    def require_within(self, indices: Value, size: int) -> None:
        if indices.size:
            lib = np if is_known(indices) else jnp
            self.require(lib.all((indices >= 0) & (indices < size)))

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.node.outputs[0].dtype.numpy

    # A program that is exported has a Site without a node, which knows these, too (`blocks.interchange.jax_helpers`).

    @property
    def kernel(self) -> Callable[..., Any]:
        return self.node.type.bind(self.attrs, self.node.bound)

    @property
    def inputs(self) -> Sequence[str]:
        return [pin.name for pin in self.node.type.inputs]

    @property
    def outputs(self) -> Sequence[str]:
        return [pin.name for pin in self.node.type.outputs]

    def found_by(self, pin: str, name: str) -> Mapping[str, Any] | None:
        maker = self.node.input(pin).op
        return maker.attrs if maker.type.name == name else None


def checked(rule: Any, *pins: str) -> LoweringRule:
    """Mark the pins whose values only the shape rule reads, but ``rule`` checks itself: they need not be known."""
    rule.checks = frozenset(pins)
    return rule


def is_known(value: Value) -> bool:
    """Return whether a value follows from constants and shapes."""
    return isinstance(value, (np.ndarray, np.generic))


def known(value: Value, what: str) -> Any:
    """Return the value that determines shapes. Raise NotLowered if it is known only at run time."""
    if not is_known(value):
        raise NotLowered(f"needs the value of {what}, which is known only at run time")
    return value


def sizes(value: Value, what: str) -> tuple[int, ...]:
    return tuple(int(each) for each in np.reshape(known(value, what), -1))


def number(value: Value, what: str) -> int:
    return int(np.reshape(known(value, what), ()))


def is_small(x: Value) -> bool:
    """Return whether x is half or bfloat16, which are computed in single precision."""
    return x.dtype.itemsize == 2 and x.dtype.kind in "fV"


def wide(x: Value) -> Value:
    return jnp.asarray(x, np.float32) if is_small(x) else jnp.asarray(x)


def is_real(x: Value) -> bool:
    return x.dtype.kind in "fV"


widened = converted(wide)


def as_it_is(*pins: str) -> LoweringRule:
    """Lower to the NumPy kernel itself, which must work on JAX arrays; the values of ``pins`` must be known."""

    def lower(site: LoweringContext, *args: Value) -> Any:
        given: list[Any] = []
        for pin, arg in zip(site.inputs, args, strict=True):
            if pin in pins:
                given.append(known(arg, pin))
            else:
                given.append(tuple([jnp.asarray(x) for x in arg]) if is_list(arg) else jnp.asarray(arg))
        return site.kernel(*given)

    return lower


def transposed(function: Callable[[Value], Value], shape: tuple[int, ...], dy: Value) -> Value:
    dy = jnp.asarray(dy)
    return jax.linear_transpose(function, jax.ShapeDtypeStruct(shape, dy.dtype))(dy)[0]


def one_of(index: Value, arrays: Sequence[Value]) -> Value:
    if len({array.shape for array in arrays}) > 1:
        raise NotLowered("chooses among variables of different shapes")
    result = jnp.asarray(arrays[-1])
    for i, array in enumerate(arrays[:-1]):
        result = jnp.where(index == i, array, result)
    return result


class Functions:
    ascontiguousarray = staticmethod(jnp.asarray)

    def __getattr__(self, name: str) -> Any:
        result = getattr(np, name)
        return result if isinstance(result, type) else getattr(jnp, name)


def functions_of(module: str, *others: str) -> dict[str, Any]:
    """Return the names of a module, with functions that use JAX in place of NumPy.

    Args:
        others: modules whose imported functions are converted too.
    """
    space = dict(vars(importlib.import_module(module)), np=Functions())
    imported: dict[str, Any] = {}
    for other in others:
        imported |= functions_of(other)
    for key, value in list(space.items()):
        if isinstance(value, FunctionType) and value.__module__ in (module, *others):
            space[key] = moved(value, space) if value.__module__ == module else imported[value.__name__]
    return space


def kernel_of(name: str, space: dict[str, Any] | None = None) -> LoweringRule:
    """Run a type's NumPy kernel with JAX in place of NumPy; ``space`` is from `functions_of`."""
    spec = index.find(name)
    assert spec is not None
    kernel, names = moved(spec.kernel, space or functions_of(spec.kernel.__module__)), tuple(spec.attribute_names)

    def lower(site: LoweringContext, *args: Value) -> Any:
        given = {key: site.attrs[key] for key in names}
        return kernel(*[tuple([jnp.asarray(x) for x in arg]) if is_list(arg) else arg for arg in args], **given)

    return lower


def moved(function: Any, space: dict[str, Any]) -> Any:
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy

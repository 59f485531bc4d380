"""Tools for lowering rules: JAX modules, queries, and the refusal of a call.

A rule gets a `Site` and one argument per input pin (a tuple for a list): a JAX array that represents any value of its
shape and dtype, or a NumPy array if the value follows from constants and shapes alone. It returns the same results as
the kernel. Shapes are always known; dtypes are converted to the declared ones.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.types import is_list
from blocks.graph.graph import Node
from blocks.library import index


def _module(name: str) -> Any:
    return importlib.import_module(name)  # by name: the package is optional, and so are its types


jax: Any = _module("jax")
jnp: Any = _module("jax.numpy")
lax: Any = _module("jax.lax")

Value = Any
"""An array of JAX's or NumPy's."""


def precision() -> Any:
    """Of products: single precision, also where a GPU has shorter ones, unless JAX's own setting says otherwise."""
    return lax.Precision.HIGHEST if jax.config.jax_default_matmul_precision is None else None


class NotLowered(Exception):
    """A call that cannot be lowered, with the reason as a phrase that continues after "it"."""


class RefusedValues(NotLowered):
    """A call with values that its kernel rejects."""


class Site:
    """The context in which a rule is applied.

    Attributes:
        node: the call.
        attrs: its attributes.
        key: for a random block, the key of its stream in this step.
        stream: where its random stream is, if it draws TensorFlow's numbers (`jax_rules.philox`); else None.
        reserved: how many blocks of that stream the call takes, which its rule says.
        checks: conditions that must hold, else the step is NumPy's: its kernels say what is wrong.
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
        """A condition that the kernel makes on values."""
        if isinstance(holds, (bool, np.bool)):
            if not holds:
                raise RefusedValues("gets values that it rejects")
            return
        self.checks.append(holds)

    def require_within(self, indices: Value, size: int) -> None:
        """Indices must lie in 0 ... size - 1."""
        if indices.size:
            lib = np if is_known(indices) else jnp
            self.require(lib.all((indices >= 0) & (indices < size)))

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of the first output."""
        return self.node.outputs[0].dtype.numpy

    # A program that is exported has a Site without a node, which knows these, too (`blocks.interchange.jax_helpers`).

    @property
    def kernel(self) -> Callable[..., Any]:
        """The NumPy kernel, with the attributes and dtypes of the call."""
        return self.node.type.bind(self.attrs, self.node.bound)

    @property
    def inputs(self) -> Sequence[str]:
        """The names of the input pins."""
        return [pin.name for pin in self.node.type.inputs]

    @property
    def outputs(self) -> Sequence[str]:
        """The names of the output pins."""
        return [pin.name for pin in self.node.type.outputs]

    def found_by(self, pin: str, name: str) -> Mapping[str, Any] | None:
        """The attributes of the call that gives what is at a pin, if its type has this name."""
        maker = self.node.input(pin).op
        return maker.attrs if maker.type.name == name else None


class Rule(NamedTuple):
    """The lowering of a block type.

    Attributes:
        lower: the rule.
        checks: pins whose values the shape rule looks at, and which this rule looks at itself: need not be known.
    """

    lower: Callable[..., Any]
    checks: frozenset[str] = frozenset()


def is_known(value: Value) -> bool:
    """Whether a value follows from constants and shapes."""
    return isinstance(value, (np.ndarray, np.generic))


def known(value: Value, what: str) -> Any:
    """The value of what decides about shapes.

    Raises:
        NotLowered: it is known only when the step runs.
    """
    if not is_known(value):
        raise NotLowered(f"needs the value of {what}, which is known only at run time")
    return value


def sizes(value: Value, what: str) -> tuple[int, ...]:
    """A known vector (or number) of integers."""
    return tuple(int(each) for each in np.reshape(known(value, what), -1))


def number(value: Value, what: str) -> int:
    """A known integer."""
    return int(np.reshape(known(value, what), ()))


def is_small(x: Value) -> bool:
    """True for half and bfloat16, which are worked out in single precision."""
    return x.dtype.itemsize == 2 and x.dtype.kind in "fV"


def wide(x: Value) -> Value:
    """The array in the dtype in which it is worked out."""
    return jnp.asarray(x, np.float32) if is_small(x) else jnp.asarray(x)


def is_real(x: Value) -> bool:
    """True for floating-point numbers, half precision included."""
    return x.dtype.kind in "fV"


def plain(function: Callable[..., Any]) -> Rule:
    """A function of the arguments alone."""

    def lower(_site: Site, *args: Value) -> Any:
        return function(*args)

    return Rule(lower)


def one(function: Callable[[Value], Any]) -> Rule:
    """A function of one argument alone."""
    return plain(function)


def two(function: Callable[[Value, Value], Any]) -> Rule:
    """A function of two arguments alone."""
    return plain(function)


def widened(function: Callable[..., Any]) -> Rule:
    """A function of the arguments alone that works half precision out in single precision."""

    def lower(_site: Site, *args: Value) -> Any:
        return function(*map(wide, args))

    return Rule(lower)


def as_it_is(*pins: str, checks: frozenset[str] = frozenset()) -> Rule:
    """The NumPy kernel itself, where it only does what arrays of both can; the values of ``pins`` must be known."""

    def lower(site: Site, *args: Value) -> Any:
        given: list[Any] = []
        for pin, arg in zip(site.inputs, args, strict=True):
            if pin in pins:
                given.append(known(arg, pin))
            else:
                given.append(tuple([jnp.asarray(x) for x in arg]) if is_list(arg) else jnp.asarray(arg))
        return site.kernel(*given)

    return Rule(lower, checks)


def transposed(function: Callable[[Value], Value], shape: tuple[int, ...], dy: Value) -> Value:
    """The transpose of a linear function: how what arrives at its result flows back to its argument of this shape."""
    dy = jnp.asarray(dy)
    return jax.linear_transpose(function, jax.ShapeDtypeStruct(shape, dy.dtype))(dy)[0]


def each(names: str, rule: Rule) -> Mapping[str, Rule]:
    """The same rule for several types."""
    return dict.fromkeys(names.split(), rule)


def one_of(index: Value, arrays: Sequence[Value]) -> Value:
    """That of several arrays which an index names.

    Raises:
        NotLowered: their shapes differ.
    """
    if len({array.shape for array in arrays}) > 1:
        raise NotLowered("chooses among variables of different shapes")
    result = jnp.asarray(arrays[-1])
    for i, array in enumerate(arrays[:-1]):
        result = jnp.where(index == i, array, result)
    return result


class Functions:
    """JAX functions in place of NumPy's, with NumPy's types."""

    def __getattr__(self, name: str) -> Any:
        result = getattr(np, name)
        return result if isinstance(result, type) else getattr(jnp, name)


def functions_of(module: str, *others: str) -> dict[str, Any]:
    """The names of a module, whose functions use JAX's functions in the place of NumPy's.

    Args:
        module: where kernels are.
        others: modules from which it imports functions that are to do so, too.
    """
    space = dict(vars(importlib.import_module(module)), np=Functions())
    imported: dict[str, Any] = {}
    for other in others:
        imported |= functions_of(other)
    for key, value in list(space.items()):
        if isinstance(value, FunctionType) and value.__module__ in (module, *others):
            space[key] = moved(value, space) if value.__module__ == module else imported[value.__name__]
    return space


def kernel_of(name: str, space: dict[str, Any] | None = None) -> Rule:
    """A type's NumPy kernel with JAX's functions in the place of NumPy's; ``space``: those of `functions_of`."""
    spec = index.find(name)
    assert spec is not None
    kernel, names = moved(spec.kernel, space or functions_of(spec.kernel.__module__)), tuple(spec.attribute_names)

    def lower(site: Site, *args: Value) -> Any:
        given = {key: site.attrs[key] for key in names}
        return kernel(*[tuple([jnp.asarray(x) for x in arg]) if is_list(arg) else arg for arg in args], **given)

    return Rule(lower)


def moved(function: Any, space: dict[str, Any]) -> Any:
    """A function of NumPy that finds in other names what it uses."""
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy

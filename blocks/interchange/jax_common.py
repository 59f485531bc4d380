"""Shared parts of an exported JAX program: names, copied library code and large values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from blocks.base import threads
from blocks.base.errors import DiagramError
from blocks.base.names import free_name
from blocks.base.types import Array, is_array
from blocks.graph.graph import Node
from blocks.graph.spec import BlockSpec
from blocks.interchange import jax_helpers
from blocks.interchange.python.carried import Carried
from blocks.interchange.python.text import Identifiers, identifier
from blocks.library.random.philox import Philox
from blocks.library.rules import rule_of

_MODULES: Mapping[str, str] = {
    "np": "numpy", "jax": "jax", "jnp": "jax.numpy", "lax": "jax.lax",
    **{name: name for name in (
        "jax.nn", "jax.numpy.fft", "jax.numpy.linalg", "jax.random", "jax.scipy.linalg", "jax.scipy.special",
        "jax.tree_util", "functools", "hashlib", "itertools", "math", "operator", "re", "string", "sys",
    )},
}  # fmt: skip
LITERAL = 256
"""Elements: larger values are in a file beside the program."""
_REPEATED = 5
"""Elements: so many that are the same are not written out one by one."""
_WORDS = (
    *("variables", "feeds", "results", "steps", "seed", "feed", "params", "batch", "data", "file"),
    *("carry", "each", "kept", "new", "number", "one", "own", "row", "rows", "start", "state", "step"),
)
"""What functions of a program call things of their own."""


class Common:
    """The shared parts of a program's functions; large ``arrays`` are in the file beside the program, by name.

    ``rules`` are blocks with their own gradients, as definitions, and ``templates`` has their names. ``lowered`` has,
    by call, the reason that its rule does not hold, or None.
    """

    def __init__(self) -> None:
        self._taken = {*_WORDS, *_MODULES, "NamedTuple", "OrderedDict", "Path"}
        self._locals = set(self._taken)
        stand_ins: dict[Any, Any] = {DiagramError: jax_helpers.Refused}
        stand_ins |= dict.fromkeys((threads.in_parts, threads.shared_out), jax_helpers.in_parts)
        self.carried = Carried(self.name, _MODULES, stand_ins, [Philox])
        self.arrays: dict[str, Array] = {}
        self.errors: list[DiagramError] = []
        self.rules: list[str] = []
        self.templates: dict[str, str] = {}
        self.lowered: dict[str, str | None] = {}
        self._keys: dict[int, str] = {}
        self._functions: dict[tuple[str, str], tuple[str, set[str]]] = {}

    def name(self, wanted: str) -> str:
        """Return an identifier for the whole program; no local name may be equal."""
        result = free_name(identifier(wanted), lambda name: name in self._taken or name in self._locals)
        self._taken.add(result)
        return result

    def local_names(self) -> LocalNames:
        return LocalNames(self._taken, self._locals)

    def helper(self, what: Any) -> str:
        return self.carried.expression(what)

    def kernel(self, spec: BlockSpec) -> str:
        return self._function(spec, "kernel")[0]

    def rule(self, spec: BlockSpec) -> tuple[str, set[str]]:
        """Return the name of a type's rule, and the attributes and strings that it asks for; may raise NotCarried."""
        return self._function(spec, "rule")

    def _function(self, spec: BlockSpec, what: str) -> tuple[str, set[str]]:
        entry = self._functions.get((spec.name, what))
        if entry is None:
            carried, name = self.carried, snake(spec.plain_name)
            rule = rule_of(spec, "jax")
            if what == "kernel" or rule is None:
                text = carried.expression(spec.kernel, f"{name}_kernel")
            else:
                text = carried.expression(rule, f"{name}_rule")
            asks = carried.asked_of(text)
            if what == "rule" and "kernel" in asks:
                names = [[pin.name for pin in pins] for pins in (spec.inputs, spec.outputs)]
                whole = f"{self.helper(jax_helpers.Rule)}({text}, {self.kernel(spec)}, {names[0]!r}, {names[1]!r})"
                text = self.name(f"{name}_with_kernel")
                carried.texts.append(f"{text} = {whole}")
            entry = self._functions[spec.name, what] = text, asks
        return entry

    def _key(self, array: Array, name: str) -> str:
        key = self._keys.get(id(array))
        if key is None:
            key = self._keys[id(array)] = free_name(name, self.arrays)
            self.arrays[key] = array  # which also keeps its id from being that of another one
        return key

    def attribute(self, value: Any) -> str:
        return self.carried.expression(value.tolist() if is_array(value) else value)

    def attributes_of(self, node: Node) -> list[str]:
        if node.type.custom_gradient:
            return [str(id(node.attrs["program"]))]
        return [self.attribute(node.attrs[name]) for name in node.type.attribute_names]

    def array(self, array: Array, name: str) -> str:
        """Return an array as source code, or as its index in the file beside the program."""
        if array.dtype.hasobject:
            return f"np.array({array.tolist()!r}, object)"
        if array.dtype.kind not in "biufc":  # NumPy's files do not know it
            kind = f"jnp.{array.dtype.name}"
            bits = self.array(array.view(f"u{array.dtype.itemsize}"), name)
            return f"{bits}.view({kind})"
        dtype = "np.bool" if array.dtype == bool else f"np.{array.dtype.name}"
        first = array.flat[0] if array.size else np.zeros((), array.dtype)
        uniform = array.tobytes() == first.tobytes() * array.size and not 0 < array.size < _REPEATED
        if uniform and not any(first.tobytes()):
            return f"np.zeros({array.shape!r}, {dtype})"
        if uniform and np.isfinite(first):
            return f"np.full({array.shape!r}, {first.item()!r}, {dtype})"
        if array.size > LITERAL or (array.dtype.kind in "fc" and not np.isfinite(array).all()):
            return f"data[{self._key(array, name)!r}]"
        return f"np.array({array.tolist()!r}, {dtype})"


class LocalNames(Identifiers):
    def __init__(self, taken: set[str], used: set[str]) -> None:
        super().__init__(())
        self._of_program, self._used = taken, used

    def _free(self, wanted: str) -> str:
        result = super()._free(wanted)
        while result in self._of_program:
            result = super()._free(wanted)
        self._used.add(result)
        return result


class Within:
    def __init__(self, names: Any, begin: str) -> None:
        self._names, self._begin = names, begin

    def __getitem__(self, name: str) -> str:
        return self._names[f"{self._begin}_{name}"]

    def new(self, name: str) -> str:
        return self._names.new(f"{self._begin}_{name}")


class Place(NamedTuple):
    """The owner of a graph; ``begin`` prefixes large values' names, ``page`` and ``file`` are for errors."""

    begin: str = ""
    page: str | None = None
    file: str | None = None
    is_block: Callable[[Node], bool] = lambda _: False

    def report(self, common: Common, text: str, block: str, hint: str | None = None) -> None:
        common.errors.append(DiagramError(text, hint=hint, page=self.page, block=block, file=self.file))


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])", "_", name).lower()

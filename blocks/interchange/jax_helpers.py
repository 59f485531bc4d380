"""Helper functions that exported JAX programs copy as needed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.types import is_list
from blocks.library.jax_rules.lowering import is_known, jax, jnp


class Refused(ValueError):
    """An error for values that a block rejects."""

    def __init__(self, message: str, **_more: Any) -> None:
        super().__init__(message)


class Site:
    """The query interface of a block's rule: attributes, dtype, kernel and random stream."""

    def __init__(self, rule: Any, dtypes: Any, attrs: Mapping[str, Any], stream: Any = None) -> None:
        self.dtype = np.dtype([*flat(dtypes), np.float32][0])
        self.attrs = attrs
        self.stream = stream
        self.key = None
        self.reserved = 0
        self.inputs, self.outputs = rule.inputs, rule.outputs
        self._kernel = rule.kernel

    def kernel(self, *args: Any) -> Any:
        """Run the kernel of NumPy, on arrays of JAX's."""
        return self._kernel(*args, **self.attrs)

    def require(self, holds: Any) -> None:
        """Refuse values that are known when the program is compiled."""
        if isinstance(holds, (bool, np.bool)) and not holds:
            raise ValueError("a block rejects the values of its inputs")

    def require_within(self, indices: Any, size: int) -> None:
        """Refuse indices outside of 0 ... size - 1."""
        if is_known(indices) and indices.size:
            self.require(bool(np.all((indices >= 0) & (indices < size))))

    def found_by(self, pin: str, name: str) -> None:
        """Return nothing: which block gives an input is not known."""
        return None


class Rule(NamedTuple):
    """The JAX implementation of a block, and its NumPy kernel if the rule uses it."""

    lower: Callable[..., Any]
    kernel: Any = None
    inputs: Sequence[str] = ()
    outputs: Sequence[str] = ()


def flat(result: Any) -> list[Any]:
    """Return results one after the other, lists unpacked."""
    results: list[Any] = []
    for part in [*result] if is_list(result) else [result]:
        results += part if is_list(part) else [part]
    return results


def settled(result: Any, dtypes: Any) -> Any:
    """Return a result in its dtype, or several in theirs; what NumPy has computed stays known when JAX compiles."""
    results: list[Any] = []
    for value, dtype in zip(flat(result), flat(dtypes), strict=True):
        results.append((np if is_known(value) else jnp).asarray(value, dtype))
    return tuple(results) if is_list(dtypes) else results[0]


def call(rule: Any, dtypes: Any, /, *args: Any, **attrs: Any) -> Any:
    """Compute a block by its rule: a result, or a tuple of them."""
    rule = rule if isinstance(rule, Rule) else Rule(rule)
    return settled(rule.lower(Site(rule, dtypes, attrs), *args), dtypes)


def known(kernel: Callable[..., Any], dtypes: Any, /, *args: Any, **attrs: Any) -> Any:
    """Compute a block by NumPy: what follows from shapes when the program is compiled, or on the host."""
    return settled([np.asarray(each) for each in flat(kernel(*args, **attrs))], dtypes)


def with_gradient(function: Callable[..., Any], gradient: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function the gradient of a block, which takes the arguments, the results, and the gradients of these."""
    result = jax.custom_vjp(function)

    def forward(*args: Any) -> Any:
        results = result(*args)  # so that second derivatives of the results have the gradient of the block, too
        return results, (args, results)

    def backward(saved: Any, gradients: Any) -> Any:
        args, results = saved
        return gradient(*args, *flat(results), *flat(gradients))

    result.defvjp(forward, backward)
    return result


def no_gradient(value: Any, why: str) -> Any:
    """Return a value that cannot be differentiated."""

    def refuse(*_: Any) -> Any:
        raise ValueError(why)

    def same(value: Any) -> Any:
        return value

    return with_gradient(same, refuse)(value)


def stream_name(paths: Sequence[str], alone: bool, rounds: Sequence[Any]) -> str:
    """Return the name of a random stream: that of the block, then those of the loops around it with their rounds."""
    name, *around = paths
    for path, number in zip(around, rounds, strict=True):
        name = name if alone else f"{path}/{name}"
        name = f"{name} round {int(number)}" if number else name
    return name


def drawn(
    kernel: Callable[..., Any],
    dtypes: Any,
    shapes: Any,
    paths: Sequence[str],
    alone: bool,
    at: Sequence[Any],
    /,
    *args: Any,
    **attrs: Any,
) -> Any:
    """Draw the random numbers of a block as Gradblocks does: by the seed, the path of the block, and the step.

    NumPy draws them on the host. ``at`` is the step, the seed, and the iterations of the loops around the block.
    """

    def draw(at: Any, args: Any) -> Any:
        step, seed, *rounds = (int(each) for each in at)
        name = stream_name(paths, alone, rounds)
        text = f"{step}/{name}" if alone else f"{step}/{name}/{seed}"
        key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        rng = np.random.Generator(np.random.Philox(key=np.frombuffer(key, np.uint64)))
        given = jax.tree_util.tree_map(np.asarray, args)
        with np.errstate(all="ignore"):
            return known(kernel, dtypes, *given, rng=rng, **attrs)

    if shapes is None:
        given = jax.tree_util.tree_map(dummy, args)
        shapes = [each.shape for each in flat(draw((0,) * len(at), given))]
    specs = tuple([jax.ShapeDtypeStruct(*each) for each in zip(shapes, flat(dtypes), strict=True)])
    specs = specs if is_list(dtypes) else specs[0]
    numbers = tuple(jnp.asarray(each, np.int64) for each in at)
    return jax.pure_callback(draw, specs, numbers, jax.lax.stop_gradient(args), vmap_method="sequential")


def dummy(value: Any) -> Any:
    """Return ones for what is not known when JAX compiles."""
    return value if is_known(value) else np.ones(value.shape, value.dtype)


def counted(rule: Any, dtypes: Any, key: int, counter: Any, /, *args: Any, **attrs: Any) -> Any:
    """Draw the random numbers of a block that has seeds, and return where its next run begins in its stream, too."""
    site = Site(Rule(rule), dtypes, attrs, jnp.concatenate([jnp.array([key], np.uint64), counter]))
    results = settled(rule(site, *args), dtypes)
    low = counter[0] + np.uint64(site.reserved)
    after = jnp.stack([low, counter[1] + (low < counter[0])])
    return (*flat(results), after)


def named(what: str, given: Mapping[str, Any], names: Collection[str], others: Collection[str] = ()) -> Any:
    """Return what is given by name, if nothing is missing and all names are known."""
    unknown = [name for name in given if name not in names and name not in others]
    missing = [name for name in names if name not in given]
    if unknown or missing:
        text = f"unknown names: {', '.join(unknown)}" if unknown else f"missing names: {', '.join(missing)}"
        raise ValueError(f"{what}: {text}. The valid names are {', '.join([*names, *others]) or '(none)'}")
    return given


def show(results: Mapping[str, Any]) -> None:
    """Print results as `gradblocks run` does."""
    for i, (name, value) in enumerate(results.items()):
        array = np.asarray(value)
        dtype = array.dtype.name.replace("object", "string")
        text = (
            np.array2string(array, max_line_width=100, formatter={"object": shown}) if array.size else "(no elements)"
        )
        print(*[""] if i else [], f"{name}: {dtype} {[*array.shape]}", text, sep="\n")


def shown(text: Any) -> str:
    """Return a string as `gradblocks run` prints it."""
    try:
        result = repr(text.decode())
    except UnicodeDecodeError:
        result = repr(text)
    return result if len(result) <= 200 else f"{result[:200]}..."


def in_parts(work: Callable[[int, int], Any], count: int, _parts: int | None = None) -> list[Any]:
    """Do some work at once, on no other threads."""
    return [work(0, count)]

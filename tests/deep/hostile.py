"""Hostile values: tensors and attributes that no person would type, as a diagram file writes them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from blocks.base import dtypes
from blocks.base.dtypes import DType
from blocks.base.literals import from_array, to_array
from blocks.base.types import Array
from blocks.graph.spec import Attribute

SIZES = (0, 1, -1, 2, 3, 2**31 - 1, 2**31, 2**40, 2**62, -(2**31), -(2**63), 2**63 - 1, 10**9)
FLOATS = (0.0, -0.0, -1.0, 1.5, 1e-42, 3e38, -3e38, 1e300, "NaN", "Infinity", "-Infinity")
TEXTS: tuple[Any, ...] = (
    "", "\x00", "é漢字\U0001f600", "NaN", "1e999", "x" * 10_000, "%s%n{0}", "../../x", "-1", "True", "\n\t",
    {"base64": "/w=="}, {"base64": "gICA"}, {"base64": "CAESBQ=="},
)  # fmt: skip
WORDS = ("", "NO_SUCH", "VALID", "valid", "SAME", "é", "x" * 5000, "\x00", ",", "a,b", "0", "DT_FLOAT", "NCHW", "NHWC")
SHAPES: tuple[Any, ...] = (
    None, [], [0], [-1], [None], [None, 2], [2**31], [2**40, 2**40], [1] * 70, [-5], [2, 3], [[1]], [2**62] * 3, "x",
)  # fmt: skip
JUNK: tuple[Any, ...] = (None, True, 1, 0, -1, 1.5, "", "x", [], [[]], {}, {"file": "x.npy"}, 2**64, [None], [1, "a"])
DTYPES = [d for d in dtypes.ALL if d.kind != "handle"]


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    value: Any = 1.0
    for _ in range(depth):
        value = [value]
    return value


def tensor(rng: random.Random, given: dict[str, Any]) -> dict[str, Any]:
    """What to write into a Const instead of what stands there: ``val``, ``dtype``, ``shape``."""
    if rng.random() < 0.04:
        return {"val": rng.choice([nested(63), nested(70), {}, {"file": "x.npy"}, [[1.0], 2.0], None, {"base64": "!"}])}
    try:
        array, dtype = to_array(given.get("val"), _dtype(given), given.get("shape"))
    except Exception:  # it is hostile already
        array, dtype = np.zeros(2, np.float32), dtypes.FLOAT
    change = rng.choice([_reshaped, _reshaped, _extreme, _extreme, _one_extreme, _retyped, _alike, _sizes])
    return change(rng, array, dtype)


def _dtype(given: dict[str, Any]) -> DType | None:
    return dtypes.dtype(given["dtype"]) if "dtype" in given else None


def _written(array: Array, dtype: DType) -> dict[str, Any]:
    written: dict[str, Any] = {"val": from_array(array, dtype), "dtype": dtype.name}
    if 0 in array.shape:
        written["shape"] = list(array.shape)
    return written


def _reshaped(rng: random.Random, array: Array, dtype: DType) -> dict[str, Any]:
    shape = list(array.shape)
    others: list[list[int]] = [[], [0], [0, 3], [3, 0], [1], [1] * 8, [*shape, 1], [1, *shape], shape[1:], shape[:-1]]
    if shape:
        i = rng.randrange(len(shape))
        others += [[*shape[:i], size, *shape[i + 1 :]] for size in (0, 1, 2 * shape[i], shape[i] + 1)]
        others.append(rng.sample(shape, len(shape)))
    wanted = rng.choice(others)
    flat = array.reshape(-1) if array.size else np.asarray([b"" if dtype is dtypes.STRING else 1], array.dtype)
    return _written(np.resize(flat, wanted), dtype)


def _extremes(dtype: DType) -> tuple[Any, ...]:
    if dtype is dtypes.STRING:
        return TEXTS
    if dtype is dtypes.BOOL:
        return (True, False)
    if dtype.is_floating:
        return FLOATS
    if dtype.is_complex:
        return ("NaN", "1e30+1e30j", 0.0, "Infinity")
    return SIZES


def _extreme(rng: random.Random, array: Array, dtype: DType) -> dict[str, Any]:
    return _filled(rng, array, dtype, array.size)


def _one_extreme(rng: random.Random, array: Array, dtype: DType) -> dict[str, Any]:
    return _filled(rng, array, dtype, 1)


def _filled(rng: random.Random, array: Array, dtype: DType, count: int) -> dict[str, Any]:
    """The array with some of its elements replaced, by values that fit into the dtype."""
    flat: Any = array.reshape(-1).tolist() if dtype is dtypes.STRING else np.array(array).reshape(-1)
    fitting: list[Any] = []
    for value in _extremes(dtype):
        try:
            fitting.append(to_array(value, dtype)[0].reshape(-1)[0])
        except dtypes.DiagramError:
            continue
    for i in rng.sample(range(len(flat)), min(count, len(flat))) if fitting else ():
        flat[i] = rng.choice(fitting)
    result = np.empty(array.shape, array.dtype)
    result.reshape(-1)[:] = flat
    return _written(result, dtype)


def _retyped(rng: random.Random, array: Array, _: DType) -> dict[str, Any]:
    dtype = rng.choice(DTYPES)
    value: Any = "1" if dtype is dtypes.STRING else dtype is dtypes.BOOL or 1
    return _written(np.broadcast_to(to_array(value, dtype)[0].reshape(()), array.shape), dtype)


def _alike(rng: random.Random, array: Array, dtype: DType) -> dict[str, Any]:
    """Duplicates: every element is the same one."""
    if not array.size:
        return _written(array, dtype)
    return _written(np.resize(array.reshape(-1)[rng.randrange(array.size) :][:1], array.shape), dtype)


def _sizes(rng: random.Random, array: Array, dtype: DType) -> dict[str, Any]:
    """Sizes, axes and indices: small numbers that may be out of range, of the tensor's dtype."""
    if not dtype.is_integer:
        return _extreme(rng, array, dtype)
    low = 0 if dtype.kind == "uint" else -3
    values = [rng.choice([*range(low, 6), 100]) for _ in range(array.size)]
    return _written(np.array(values, array.dtype).reshape(array.shape), dtype)


def attribute(rng: random.Random, declared: Attribute, given: Any) -> Any:
    """Another value for an attribute: mostly of its type, and rarely allowed."""
    if rng.random() < 0.2:
        return rng.choice(JUNK)
    kind = declared.type
    if kind.startswith("list("):
        return _list(rng, kind[5:-1], given)
    if declared.allowed is not None and rng.random() < 0.5:
        return str(rng.choice(declared.allowed)) if kind in ("string", "type") else rng.choice(declared.allowed)
    return _one(rng, kind, given)


def _one(rng: random.Random, kind: str, given: Any) -> Any:
    if kind == "int":
        return rng.choice([*SIZES, 4, 5, 7, 64, 100_000])
    if kind == "float":
        return rng.choice([*FLOATS, 2, 1e308])
    if kind == "bool":
        return rng.choice([True, False])
    if kind == "type":
        return rng.choice([*(d.name for d in dtypes.ALL), "DT_NONSENSE", "float"])
    if kind == "shape":
        return rng.choice(SHAPES)
    if kind == "tensor":
        return tensor(rng, {"val": given}).get("val")
    return rng.choice(WORDS)


def _list(rng: random.Random, kind: str, given: Any) -> Any:
    old: list[Any] = list(given) if isinstance(given, list) else []  # pyright: ignore[reportUnknownArgumentType]
    if old and rng.random() < 0.6:
        old[rng.randrange(len(old))] = rng.choice(JUNK) if rng.random() < 0.1 else _one(rng, kind, None)
        return old
    return rng.choice([[], [_one(rng, kind, None)], [*old, _one(rng, kind, None)], old[1:], old * 2, [0], [1] * 1000])

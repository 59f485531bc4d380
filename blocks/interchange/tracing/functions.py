"""NumPy functions on traced arrays, as block types: reductions with NumPy's result dtypes, and others."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import INT64, real_dtype
from blocks.base.errors import DiagramError
from blocks.graph.graph import Operand, Output
from blocks.interchange.tracing import ufuncs
from blocks.interchange.tracing.composed import COMPOSED
from blocks.interchange.tracing.tracer import (
    Tracer,
    axes_of,
    broadcast_to,
    cast,
    common,
    integers,
    rank,
    refuse,
    reshaped,
    sizes,
    squeezed,
    tensor,
    transposed,
    truth,
)
from blocks.library.declare import make, make_node

np: Any = numpy
"""NumPy: its functions are given traced arrays here, of which its types do not know."""


def _widened(x: Output, dtype: Any) -> Output:
    """Return the summands of a sum or product in the wanted dtype; None: at least NumPy's default integers."""
    if dtype is None and x.dtype.numpy.kind in "biu":
        dtype = np.result_type(x.dtype.numpy, np.uint64 if x.dtype.numpy.kind == "u" else np.int64)
    return x if dtype is None else cast(x, np.dtype(dtype))


def reduced(block: str, x: Output, axis: Any, keepdims: Any = False) -> Output:
    return make(block, x, integers(axes_of(x, axis)), keep_dims=bool(keepdims))


def total(block: str, a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    initial = rest.pop("initial", None)
    x = _chosen(a, rest, 0 if block == "Sum" else 1)
    none_of(block, rest)
    result = reduced(block, _widened(x, dtype), axis, keepdims)
    return _with(initial, "Add" if block == "Sum" else "Multiply", result)


def mean(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    """Convert ``numpy.mean``; integers are averaged in double precision, half precision in single."""
    if is_given(rest.get("where")):
        where = rest.pop("where")
        none_of("mean", rest)
        chosen = total("Sum", a, axis, dtype, keepdims, where=where)
        chosen = chosen if chosen.dtype.kind in ("float", "complex") else cast(chosen, np.dtype(np.float64))
        shape = np.broadcast_shapes(sizes(tensor(where)), sizes(tensor(a)))
        count = total("Sum", broadcast_to(tensor(where), shape), axis, None, keepdims)
        return make("RealDiv", chosen, cast(count, chosen.dtype.numpy))
    none_of("mean", rest)
    x = tensor(a)
    own = x.dtype.numpy
    if dtype is None and own == np.float16:
        return cast(reduced("Mean", cast(x, np.dtype(np.float32)), axis, keepdims), own)
    if dtype is None:
        dtype = np.float64 if own.kind in "biu" else own
    return reduced("Mean", cast(x, np.dtype(dtype)), axis, keepdims)


def variance(a: Any, axis: Any = None, dtype: Any = None, ddof: Any = 0, keepdims: Any = False, **rest: Any) -> Output:
    none_of("var", rest)
    x = tensor(a)
    if x.dtype.kind == "complex" or x.dtype.numpy == np.float16:
        raise DiagramError(f"numpy.var is not supported for {x.dtype.short}")
    if dtype is not None or x.dtype.numpy.kind in "biu":
        x = cast(x, np.dtype(np.float64 if dtype is None else dtype))
    without = make("Subtract", x, reduced("Mean", x, axis, True))
    squares = reduced("Sum", make("Multiply", without, without), axis, keepdims)
    count = int(np.prod([sizes(x)[i] for i in axes_of(x, axis)], dtype=np.int64)) - ddof
    return make("RealDiv", squares, np.array(count, x.dtype.numpy))


def deviation(a: Any, *args: Any, **keywords: Any) -> Output:
    return make("Sqrt", variance(a, *args, **keywords))


def extreme(block: str, a: Any, axis: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    initial = rest.pop("initial", None)
    given = isinstance(initial, (int, float))
    x = _chosen(a, rest, initial) if given else tensor(a)
    none_of(block, rest)
    if x.dtype.kind == "bool":
        return reduced("Any" if block == "Max" else "All", x, axis, keepdims)
    return _with(initial, "Maximum" if block == "Max" else "Minimum", reduced(block, x, axis, keepdims))


def quantified(block: str, a: Any, axis: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    none_of(block, rest)
    return reduced(block, truth(a), axis, keepdims)


def index_of(block: str, a: Any, axis: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    none_of(block, rest)
    x = tensor(a)
    if axis is None:
        result = make(block, reshaped(x, (-1,)), 0)
        return reshaped(result, (1,) * rank(x)) if keepdims else result
    [axis] = axes_of(x, axis)
    result = make(block, x, axis)
    return make("ExpandDims", result, axis) if keepdims else result


def running(block: str, a: Any, axis: Any = None, dtype: Any = None, **rest: Any) -> Output:
    none_of(block, rest)
    x = _widened(tensor(a), dtype)
    if axis is None:
        return make(block, reshaped(x, (-1,)), 0)
    return make(block, x, axes_of(x, axis)[0])


def is_given(value: Any) -> bool:
    """Return whether an argument was given; NumPy passes a marker for an omitted one."""
    return value is not None and value is not True and repr(value) != "<no value>"


def _chosen(a: Any, rest: dict[str, Any], neutral: Any) -> Output:
    """Return the reduced array, with a neutral number in place of elements that ``where`` excludes."""
    x, where = tensor(a), rest.pop("where", None)
    return make("SelectV2", tensor(where), x, np.array(neutral, x.dtype.numpy)) if is_given(where) else x


def _with(initial: Any, block: str, result: Output) -> Output:
    return make(block, tensor(initial, result.dtype.numpy), result) if is_given(initial) else result


def none_of(name: str, rest: dict[str, Any]) -> None:
    given = {key: value for key, value in rest.items() if is_given(value)}
    if given:
        refuse(f"numpy.{name.lower()}", given)


def take(a: Any, indices: Any, axis: Any = None) -> Output:
    x = tensor(a)
    if axis is None:
        x, axis = reshaped(x, (-1,)), 0
    [along] = axes_of(x, axis)
    return make("GatherV2", x, tensor(_from_start(indices, sizes(x)[along])), along)


def take_part(x: Tracer, index: Any) -> Output:
    parts = _by_axis(x, index if isinstance(index, tuple) else (index,))  # pyright: ignore[reportUnknownArgumentType]
    output = x.as_output()
    if not any(_is_array(part) for part in parts):
        return output[tuple(parts)]
    chosen = [i for i, part in enumerate(parts) if _is_array(part) or isinstance(part, (int, np.integer))]
    rest = tuple([slice(None) if i in chosen else part for i, part in enumerate(parts)])
    if any(part != slice(None) for part in rest):
        output = output[rest]
    if len(chosen) == 1:
        return take(Tracer(output), parts[chosen[0]], chosen[0])
    return _elements(output, [parts[i] for i in chosen], chosen)


def _by_axis(x: Tracer, index: Sequence[Any]) -> list[Any]:
    """Return an index without ``...``, and with integers in place of booleans."""
    parts: list[Any] = []
    for part in index:
        if not _is_array(part):
            parts.append(part)
        elif isinstance(part, Operand):
            if tensor(part).dtype.kind == "bool":
                text = (
                    "indexing with a traced boolean array is not supported: the shape of its result depends on values"
                )
                raise DiagramError(text, hint="use np.where to choose elements")
            parts.append(part)
        else:
            array = np.asarray(part)
            parts += np.nonzero(array) if array.dtype == np.bool_ else [array if array.size else array.astype(np.int64)]
    if any(part is Ellipsis for part in parts):
        at = next(i for i, part in enumerate(parts) if part is Ellipsis)
        missing = x.ndim - sum(part is not None and part is not Ellipsis for part in parts)
        parts[at : at + 1] = [slice(None)] * missing
    return parts


def _elements(x: Output, indices: Sequence[Any], axes: Sequence[int]) -> Output:
    along = [_from_start(each, sizes(x)[axis]) for each, axis in zip(indices, axes, strict=True)]
    outputs = [tensor(each, np.int64) for each in along]
    shape = np.broadcast_shapes(*map(sizes, outputs))
    stacked = make("Stack", [broadcast_to(each, shape) for each in outputs], axis=len(shape))
    kept = [i for i in range(rank(x)) if i not in axes]
    result = make("GatherNd", transposed(x, [*axes, *kept]), stacked)
    if list(axes) != list(range(axes[0], axes[-1] + 1)):
        return result  # NumPy puts the axes of the indices first where slices stand between them
    moved = list(range(len(shape), len(shape) + axes[0]))
    return transposed(result, [*moved, *range(len(shape)), *range(len(shape) + axes[0], rank(result))])


def _is_array(part: Any) -> bool:
    return isinstance(part, (list, np.ndarray, Operand))


def _from_start(indices: Any, size: int) -> Any:
    if isinstance(indices, Operand):
        return make("FloorMod", tensor(indices), np.array(size, tensor(indices).dtype.numpy))
    known = np.asarray(indices, np.int64)
    if known.size and not (-size <= known.min() and known.max() < size):
        raise DiagramError(f"an index is out of range for an axis of size {size}")
    return known % size if size else known


def called(function: Any, args: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    plain = FACTS.get(function)
    if plain is not None:
        return plain(*args, **keywords)
    result = FUNCTIONS.get(function)
    if result is None:
        refuse(f"{getattr(function, '__module__', 'numpy')}.{function.__name__}")
    try:
        results: Any = result(*args, **keywords)
    except TypeError as error:
        raise DiagramError(f"numpy.{function.__name__} cannot be applied to a traced array: {error}") from None
    if isinstance(results, tuple):  # of tracers, with names
        return results  # pyright: ignore[reportUnknownVariableType]
    return Tracer(results) if isinstance(results, Output) else [Tracer(each) for each in results]


def where(condition: Any, *choices: Any) -> Output:
    if len(choices) != 2:
        raise DiagramError("numpy.where needs 3 arguments: otherwise, the shape of its result depends on values")
    return make("SelectV2", truth(condition), *common(choices))


def clip(a: Any, a_min: Any = None, a_max: Any = None, **keywords: Any) -> Output:
    low, high = keywords.pop("min", a_min), keywords.pop("max", a_max)
    none_of("clip", keywords)
    result = a
    for block, ufunc, bound in (("Maximum", np.maximum, low), ("Minimum", np.minimum, high)):
        if bound is not None:
            dtype = ufuncs.loop_of(ufunc, (result, bound))[0]
            result = Tracer(make(block, tensor(result, dtype), tensor(bound, dtype)))
    return tensor(result)


def concatenate(arrays: Any, axis: Any = 0, **keywords: Any) -> Output:
    parts = common(list(arrays))
    none_of("concatenate", keywords)
    if axis is None:
        parts, axis = [reshaped(each, (-1,)) for each in parts], 0
    if len(parts) == 1:
        return parts[0]
    return make("Concat", parts, axes_of(parts[0], axis)[0])


def stack(arrays: Any, axis: int = 0, **keywords: Any) -> Output:
    parts = common(list(arrays))
    none_of("stack", keywords)
    return make("Stack", parts, axis=axis % (rank(parts[0]) + 1))


def stacked(least: int, axis: int, arrays: Any, **keywords: Any) -> Output:
    """Convert ``numpy.vstack`` and ``numpy.hstack``; arrays with fewer than ``least`` axes get new ones in front."""
    parts = [tensor(each) for each in arrays]
    parts = [reshaped(each, (*(1,) * (least - rank(each)), *sizes(each))) for each in parts]
    return concatenate(parts, axis if rank(parts[0]) > 1 else 0, **keywords)


def split(ary: Any, indices_or_sections: Any, axis: int = 0, *, even: bool = True) -> list[Output]:
    x = tensor(ary)
    [axis] = axes_of(x, axis)
    size = sizes(x)[axis]
    if np.ndim(indices_or_sections) == 0:
        count = int(indices_or_sections)
        if count < 1 or (even and size % count):
            raise DiagramError(f"an axis of size {size} cannot be split into {count} equal parts")
        lengths = [size // count + (i < size % count) for i in range(count)]
    else:
        cuts = [slice(None, int(each)).indices(size)[1] for each in indices_or_sections]
        lengths = [max(end - begin, 0) for begin, end in zip([0, *cuts], [*cuts, size], strict=True)]
        if sum(lengths) != size:
            raise DiagramError("numpy.split needs indices in ascending order")
    return list(make_node("SplitV", x, np.asarray(lengths, np.int64), axis, num_split=len(lengths)).outputs)


def expand_dims(a: Any, axis: Any) -> Output:
    x = tensor(a)
    new = [int(each) for each in np.atleast_1d(axis)]
    for index in sorted(each % (rank(x) + len(new)) for each in new):
        x = make("ExpandDims", x, index)
    return x


def squeeze(a: Any, axis: Any = None) -> Output:
    x = tensor(a)
    gone = [i for i, size in enumerate(sizes(x)) if size == 1] if axis is None else axes_of(x, axis)
    return squeezed(x, gone) if gone else x


def reshape(a: Any, shape: Any = None, order: str = "C", **keywords: Any) -> Output:
    if order not in ("C", "F") or keywords.keys() - {"newshape"}:
        refuse("numpy.reshape", keywords or {f"order={order!r}": None})
    x = tensor(a)
    wanted = [int(each) for each in np.atleast_1d(keywords.get("newshape", shape))]
    known = int(np.prod([each for each in wanted if each >= 0], dtype=np.int64))
    if -1 in wanted and known:
        wanted[wanted.index(-1)] = int(np.prod(sizes(x), dtype=np.int64)) // known
    return reshaped(x, wanted) if order == "C" else transpose(reshaped(transpose(x), wanted[::-1]))


def transpose(a: Any, axes: Any = None) -> Output:
    x = tensor(a)
    return transposed(x, list(range(rank(x)))[::-1] if axes is None else axes_of(x, axes))


def swapaxes(a: Any, axis1: int, axis2: int) -> Output:
    x = tensor(a)
    first, second = axis1 % rank(x), axis2 % rank(x)
    return transposed(x, [{first: second, second: first}.get(i, i) for i in range(rank(x))])


def moveaxis(a: Any, source: Any, destination: Any) -> Output:
    x = tensor(a)
    old, new = axes_of(x, source), axes_of(x, destination)
    order = [i for i in range(rank(x)) if i not in old]
    for index, axis in sorted(zip(new, old, strict=True)):
        order.insert(index, axis)
    return transposed(x, order)


def flip(m: Any, axis: Any = None) -> Output:
    x = tensor(m)
    return make("Reverse", x, integers(axes_of(x, axis)))


def roll(a: Any, shift: Any, axis: Any = None) -> Output:
    x = tensor(a)
    if axis is None:
        return reshaped(make("Roll", reshaped(x, (-1,)), integers(shift), integers(0)), sizes(x))
    return make("Roll", x, integers(np.atleast_1d(shift)), integers(axes_of(x, axis)))


def repeat(a: Any, repeats: Any, axis: Any = None) -> Output:
    x = tensor(a)
    if np.ndim(repeats):
        refuse("numpy.repeat", {"a number for each element": None})
    if axis is None:
        x, axis = reshaped(x, (-1,)), 0
    [along] = axes_of(x, axis)
    return make("GatherV2", x, np.repeat(np.arange(sizes(x)[along], dtype=np.int32), int(repeats)), along)


def tile(A: Any, reps: Any) -> Output:
    x = tensor(A)
    times = [int(each) for each in np.atleast_1d(reps)]
    x = reshaped(x, (*(1,) * (len(times) - rank(x)), *sizes(x)))
    return make("Tile", x, integers([*(1,) * (rank(x) - len(times)), *times]))


def pad(array: Any, pad_width: Any, mode: str = "constant", constant_values: Any = 0) -> Output:
    x = tensor(array)
    widths = np.broadcast_to(pad_width, (rank(x), 2))
    if mode == "constant" and not np.ndim(constant_values):
        return make("PadV2", x, integers(widths), np.asarray(constant_values, x.dtype.numpy))
    if mode not in ("edge", "wrap", "reflect", "symmetric"):
        refuse("numpy.pad", {f"mode={mode!r}": None})
    if mode in ("reflect", "symmetric") and np.all(widths < np.array(sizes(x))[:, None]):
        return make("MirrorPad", x, integers(widths), mode=mode.upper())
    for axis, around in enumerate(widths):
        if np.any(around):
            x = take(x, np.pad(np.arange(sizes(x)[axis]), around, mode), axis)
    return x


def rounded(a: Any, decimals: int = 0, **keywords: Any) -> Output:
    x = tensor(a)
    none_of("round", keywords)
    if x.dtype.kind != "float":
        return x
    if not decimals:
        return make("Rint", x)
    power = np.array(10.0 ** abs(decimals), x.dtype.numpy)
    there, back = ("Multiply", "RealDiv") if decimals > 0 else ("RealDiv", "Multiply")
    return make(back, make("Rint", make(there, x, power)), power)


def sort(a: Any, axis: Any = -1, **rest: Any) -> Output:
    x, back = _axis_last("sort", a, axis, rest)
    largest = make_node("TopK", x, np.array(sizes(x)[-1], np.int32)).outputs[0]
    return back(make("Reverse", largest, integers([rank(x) - 1])))


def argsort(a: Any, axis: Any = -1, **rest: Any) -> Output:
    x, back = _axis_last("argsort", a, axis, rest)
    if x.dtype.kind != "float":
        raise DiagramError(f"numpy.argsort is not supported for {x.dtype.short}")
    node = make_node("TopK", make("Negate", x), np.array(sizes(x)[-1], np.int32))
    return back(make("Cast", node.outputs[1], DstT=INT64))


def _axis_last(name: str, a: Any, axis: Any, rest: dict[str, Any]) -> tuple[Output, Callable[[Output], Output]]:
    if rest.pop("kind", None) not in (None, "quicksort", "stable", "mergesort", "heapsort"):
        refuse(f"numpy.{name}", {"this kind": None})
    none_of(name, rest)
    x = tensor(a)
    if axis is None:
        x, axis = reshaped(x, [int(np.prod(sizes(x), dtype=np.int64))]), 0
    [index] = axes_of(x, axis)
    order = [*(i for i in range(rank(x)) if i != index), index]

    def back(output: Output) -> Output:
        return transposed(output, [order.index(i) for i in range(len(order))])

    return transposed(x, order), back


def triangle(upper: bool, m: Any, k: int = 0) -> Output:
    x = tensor(m)
    ones = np.ones(sizes(x)[-2:], bool)
    mask = np.triu(ones, k) if upper else np.tril(ones, k)
    return make("SelectV2", tensor(mask), x, np.zeros((), x.dtype.numpy))


def filled(a: Any, fill_value: Any, dtype: Any = None, shape: Any = None, **_: Any) -> Output:
    x = tensor(a)
    return tensor(np.full(sizes(x) if shape is None else shape, fill_value, dtype or x.dtype.numpy))


def part_of(block: str, val: Any) -> Output:
    x = tensor(val)
    if x.dtype.kind == "complex":
        return make(block, x, Tout=real_dtype(x.dtype))
    return x if block == "Real" else make("ZerosLike", x)


def peak_to_peak(a: Any, axis: Any = None, keepdims: bool = False) -> Output:
    return make("Subtract", extreme("Max", a, axis, keepdims), extreme("Min", a, axis, keepdims))


def difference(a: Any, n: int = 1, axis: int = -1) -> Output:
    x = tensor(a)
    [axis] = axes_of(x, axis)
    for _ in range(n):
        before, after = (slice(None),) * axis + (slice(None, -1),), (slice(None),) * axis + (slice(1, None),)
        x = make("Subtract", x[after], x[before])
    return x


def count(a: Any, axis: Any = None, *, keepdims: bool = False) -> Output:
    return total("Sum", Tracer(truth(a)).astype(np.int64), axis, keepdims=keepdims)


def select(condlist: Any, choicelist: Any, default: Any = 0) -> Output:
    result = default
    for condition, choice in reversed(list(zip(condlist, choicelist, strict=True))):
        result = Tracer(where(condition, choice, result))
    return tensor(result)


def decomposition(block: str, pins: Sequence[str], maker: Any, a: Any, **attributes: Any) -> Any:
    result: Any = make_node(block, tensor(a), **attributes)
    return maker(*[Tracer(result.output_of(pin)) for pin in pins])


def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    none_of("linalg.svd", {"hermitian": hermitian or None})
    result: Any = make_node("Svd", tensor(a), full_matrices=full_matrices, compute_uv=compute_uv)
    if not compute_uv:
        return result.output_of("s")
    v = swapaxes(result.output_of("v"), -1, -2)
    v = make("Conj", v) if v.dtype.kind == "complex" else v
    kind: Any = np.linalg.svd(np.eye(1)).__class__
    return kind(*map(Tracer, (result.output_of("u"), result.output_of("s"), v)))


def qr(a: Any, mode: str = "reduced") -> Any:
    if mode not in ("reduced", "complete"):
        refuse("numpy.linalg.qr", {f"mode={mode!r}": None})
    kind = np.linalg.qr(np.eye(1)).__class__
    return decomposition("Qr", ("q", "r"), kind, a, full_matrices=mode == "complete")


def eigh(a: Any, UPLO: str = "L") -> Any:
    return decomposition("SelfAdjointEigV2", ("e", "v"), np.linalg.eigh(np.eye(1)).__class__, a)


def at_least(least: int, a: Any) -> Output:
    x = tensor(a)
    missing = max(least - rank(x), 0)
    return reshaped(x, (*(1,) * missing, *sizes(x)))


def _like(value: Any, a: Any, dtype: Any = None, shape: Any = None, **_: Any) -> Output:
    return filled(a, value, dtype, shape)


def _ravel(a: Any, order: str = "C") -> Output:
    return reshape(a, -1, order)


def _appended(arr: Any, values: Any, axis: Any = None) -> Output:
    return concatenate([arr, values], axis)


def _fact(fact: Callable[[Output], Any], a: Any) -> Any:
    return fact(tensor(a))


def _size(a: Any, axis: int | None = None) -> int:
    return Tracer(tensor(a)).size if axis is None else sizes(tensor(a))[axis]


def _result_type(*values: Any) -> Any:
    return np.result_type(*[each.dtype if isinstance(each, Tracer) else each for each in values])


def _is_complex(x: Any) -> bool:
    return tensor(x).dtype.kind == "complex"


def _of_matrix(block: str, a: Any) -> Output:
    return make(block, tensor(a))


def _broadcast(array: Any, shape: Any, subok: bool = False) -> Output:
    return broadcast_to(tensor(array), [int(each) for each in np.atleast_1d(shape)])


FACTS: dict[Callable[..., Any], Callable[..., Any]] = {
    np.shape: partial(_fact, sizes), np.ndim: partial(_fact, rank), np.size: _size, np.result_type: _result_type,
    np.iscomplexobj: _is_complex,
}  # fmt: skip

FUNCTIONS: dict[Callable[..., Any], Callable[..., Any]] = {
    np.sum: partial(total, "Sum"), np.prod: partial(total, "Prod"), np.mean: mean, np.var: variance, np.std: deviation,
    np.max: partial(extreme, "Max"), np.min: partial(extreme, "Min"), np.amax: partial(extreme, "Max"),
    np.amin: partial(extreme, "Min"), np.all: partial(quantified, "All"), np.any: partial(quantified, "Any"),
    np.argmax: partial(index_of, "ArgMax"), np.argmin: partial(index_of, "ArgMin"),
    np.cumsum: partial(running, "Cumsum"), np.cumprod: partial(running, "Cumprod"), np.where: where, np.clip: clip,
    np.concatenate: concatenate, np.stack: stack, np.vstack: partial(stacked, 2, 0), np.hstack: partial(stacked, 1, 1),
    np.split: split, np.array_split: partial(split, even=False), np.expand_dims: expand_dims, np.squeeze: squeeze,
    np.reshape: reshape, np.ravel: _ravel, np.transpose: transpose, np.swapaxes: swapaxes, np.moveaxis: moveaxis,
    np.flip: flip, np.roll: roll, np.repeat: repeat, np.tile: tile, np.pad: pad, np.take: take, np.round: rounded,
    np.around: rounded, np.triu: partial(triangle, True), np.tril: partial(triangle, False),
    np.broadcast_to: _broadcast, np.zeros_like: partial(_like, 0), np.ones_like: partial(_like, 1),
    np.full_like: filled, np.real: partial(part_of, "Real"), np.imag: partial(part_of, "Imag"),
    np.atleast_1d: partial(at_least, 1), np.atleast_2d: partial(at_least, 2), np.dot: ufuncs.dot,
    np.inner: ufuncs.inner, np.outer: ufuncs.outer, np.tensordot: ufuncs.tensordot, np.einsum: ufuncs.einsum,
    np.trace: ufuncs.trace, np.diagonal: ufuncs.diagonal, np.diag: ufuncs.diag, np.ptp: peak_to_peak,
    np.diff: difference, np.select: select, np.fliplr: partial(flip, axis=1), np.flipud: partial(flip, axis=0),
    np.append: _appended, operator.getitem: take_part, np.count_nonzero: count, np.sort: sort, np.argsort: argsort,
    np.linalg.svd: svd, np.linalg.qr: qr, np.linalg.eigh: eigh, np.linalg.solve: ufuncs.solve,
    np.linalg.norm: ufuncs.norm, np.linalg.inv: partial(_of_matrix, "MatrixInverse"),
    np.linalg.det: partial(_of_matrix, "MatrixDeterminant"), np.linalg.cholesky: partial(_of_matrix, "Cholesky"),
    **COMPOSED,
}  # fmt: skip
"""What stands for functions of NumPy; the arguments are named as there."""

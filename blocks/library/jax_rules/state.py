"""Lowering rules for state and training: a block that writes returns the variable's new value.

Rows that occur twice are changed twice, in order, as in `blocks.library.state.rows`. If several rows are written to the
same index, the one that XLA writes last is undefined, so rows written at once must have different indices.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from blocks.base.types import is_list
from blocks.library import index
from blocks.library.jax_rules.lowering import (
    LoweringContext,
    Value,
    as_it_is,
    checked,
    is_known,
    is_real,
    is_small,
    jnp,
    lax,
)
from blocks.library.rules import LoweringRule, each
from blocks.library.training import formulas
from blocks.library.training.table import RANGES, ByRows

# -- Rows that are named twice ----------------------------------------------------------------------------------------

_TOGETHER = 256
"""Rows that are changed at once beyond the first turn: few, since a turn may have one row only."""


def last_named(indices: Value, count: int) -> Value:
    """Move all but the last of equal indices to ``count``, out of bounds."""
    if not indices.size:
        return indices
    numbers = jnp.arange(indices.size)
    last = jnp.full(count, -1, numbers.dtype).at[indices].max(numbers, mode="drop")
    return jnp.where(last.at[indices].get(mode="fill", fill_value=-1) == numbers, indices, count)


def in_turns(
    variables: Sequence[Value], indices: Value, change: Callable[[list[Value], Value], Sequence[Value]]
) -> list[Value]:
    """Return variables with changed rows, each changed as often and in the order in which it is indexed.

    The first turn makes every row's first change at once; the other changes are made in small groups.

    Args:
        change: maps rows of the variables and positions in ``indices`` to the new rows.
    """
    new = [jnp.asarray(each) for each in variables]
    count, total = len(new[0]), len(indices)
    if not (count and total):
        return new
    indices = jnp.asarray(indices)
    order, ends = _by_turns(indices)

    def changed(state: Any, size: int) -> Any:
        begin, arrays = state
        end, numbers = ends[begin], begin + jnp.arange(size)
        chosen = order[jnp.minimum(numbers, total - 1)]
        rows = indices[chosen]
        result = change([array[rows] for array in arrays], chosen)
        target = jnp.where(numbers < end, rows, count)
        written = [a.at[target].set(f.astype(a.dtype), mode="drop") for a, f in zip(arrays, result, strict=True)]
        return jnp.minimum(begin + size, end), written

    def is_left(state: Any) -> Value:
        return state[0] < total

    def another(state: Any) -> Any:
        return changed(state, min(total, _TOGETHER))

    return lax.while_loop(is_left, another, changed((jnp.array(0, ends.dtype), new), total))[1]


def _by_turns(indices: Value) -> tuple[Value, Value]:
    numbers = jnp.arange(indices.size)
    order = jnp.argsort(indices, stable=True)
    named = indices[order]
    is_first = jnp.concatenate([jnp.ones(1, bool), named[1:] != named[:-1]])
    turn = numbers - lax.cummax(jnp.where(is_first, numbers, 0))
    by_turn = jnp.argsort(turn, stable=True)
    ends = jnp.cumsum(jnp.zeros_like(numbers).at[turn].add(1))
    return order[by_turn], ends[turn[by_turn]]


# -- Rules ------------------------------------------------------------------------------------------------------------

Change = Callable[[Value, Value, Value], Value]
"""From a matrix, the numbers of rows (those out of bounds do not count) and what changes these to the new matrix."""


def _count(site: LoweringContext, ref: Value) -> tuple[Value, Value]:
    site.require(ref < site.attrs["limit"])
    return ref + ref.dtype.type(1), ref


# Rows of a variable.


def _put(matrix: Value, indices: Value, rows: Value) -> Value:
    return matrix.at[last_named(indices, len(matrix))].set(rows, mode="drop")


def _each_in_turn(matrix: Value, indices: Value, rows: Value, function: Callable[[Value, Value], Value]) -> Value:
    return in_turns([matrix], indices, lambda old, chosen: [function(old[0], rows[chosen])])[0]


def _combined(name: str, function: Callable[[Value, Value], Value]) -> Change:
    def change(matrix: Value, indices: Value, rows: Value) -> Value:
        if is_small(matrix):  # the kernel rounds after each row
            return _each_in_turn(matrix, indices, rows, function)
        return getattr(matrix.at[indices], name)(rows, mode="drop")

    return change


def _divided(matrix: Value, indices: Value, rows: Value) -> Value:
    divide = jnp.divide if is_real(matrix) or matrix.dtype.kind == "c" else lax.div
    return _each_in_turn(matrix, indices, rows, divide)


def _rows(change: Change, divides: bool = False) -> LoweringRule:
    def lower(site: LoweringContext, ref: Value, indices: Value, updates: Value) -> Value:
        count, width = ref.shape[0], math.prod(ref.shape[1:])
        site.require_within(indices, count)
        if divides and ref.dtype.kind in "iu" and indices.size:
            site.require(jnp.all(jnp.asarray(updates) != 0))
        rows = jnp.broadcast_to(updates, (*indices.shape, *ref.shape[1:]))
        matrix, positions = jnp.asarray(ref).reshape(count, width), jnp.asarray(indices).reshape(-1)
        return jnp.reshape(change(matrix, positions, jnp.reshape(rows, (positions.size, width))), ref.shape)

    return lower


def _slices(change: Change) -> LoweringRule:
    def lower(site: LoweringContext, ref: Value, indices: Value, updates: Value) -> Value:
        depth = indices.shape[-1]
        outer, width = ref.shape[:depth], math.prod(ref.shape[depth:])
        positions = _numbered(site, indices, outer)
        matrix = jnp.asarray(ref).reshape(math.prod(outer), width)
        result = change(matrix, positions, jnp.asarray(updates).reshape(positions.size, width))
        return jnp.reshape(result, ref.shape)

    return lower


def _numbered(site: LoweringContext, indices: Value, shape: tuple[int, ...]) -> Value:
    """Convert indices to row numbers; ignored bad ones become one beyond the last."""
    rows = jnp.asarray(indices, jnp.int64).reshape(math.prod(indices.shape[:-1]), indices.shape[-1])
    positions, bad = jnp.zeros(len(rows), jnp.int64), jnp.zeros(len(rows), bool)
    for column, limit in zip(rows.T, shape, strict=True):
        bad |= (column < 0) | (column >= limit)
        positions = positions * limit + column
    if site.attrs["bad_indices_policy"] == "IGNORE":
        return jnp.where(bad, math.prod(shape), positions)
    site.require(~jnp.any(bad))
    return positions


_ADDED, _SUBTRACTED = _combined("add", jnp.add), _combined("subtract", jnp.subtract)


# -- Training: formulas of the kernels with JAX functions --------------------------------------------------------------


_FTRL_RANGES = {"lr": "above 0", "l1": "0 or more", "l2": "0 or more", "lr_power": "0 or less"}
_RANGES: Mapping[str, Mapping[str, str]] = {
    "ProximalAdagrad": {"lr": "above 0", "l1": "0 or more", "l2": "0 or more"},
    "Ftrl": _FTRL_RANGES,
    "FtrlV2": {**_FTRL_RANGES, "l2_shrinkage": "0 or more"},
}
"""What the types by rows demand of numbers; a rate of Ftrl that linear holds as a factor may be 0."""


def _formulas() -> Any:
    """Copy the module of formulas with JAX as ``np``, so that each formula is written once."""
    spec = importlib.util.find_spec(formulas.__name__)
    assert spec is not None and spec.loader is not None
    copy: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    copy.np = jnp
    return copy


def _given(arg: Value) -> Value:
    """Keep known numbers in NumPy: some formulas test whether one is positive."""
    return arg if is_known(arg) and not arg.ndim else jnp.asarray(arg)


def _options(site: LoweringContext) -> dict[str, Any]:
    return {name: value for name, value in site.attrs.items() if name != "use_locking"}


def _rule(formula: Any) -> LoweringRule:
    def lower(site: LoweringContext, *args: Value) -> Any:
        return formula(*map(_given, args), **_options(site))

    return lower


def _by_rows(kernel: ByRows, formula: Any, ranges: Mapping[str, str]) -> LoweringRule:
    pins, at, changed = kernel.pins, kernel.at, kernel.variables

    def lower(site: LoweringContext, *args: Value) -> Any:
        for pin, wanted in ranges.items():
            if pin == "lr" and site.attrs.get("multiply_linear_by_lr"):
                wanted = "0 or more"
            site.require(RANGES[wanted](args[pins.index(pin)]))
        given = [*map(_given, args)]
        indices, grad = given.pop(at + 1), given[at]
        variables = [given[i] for i in changed]
        site.require_within(indices, len(variables[0]))

        def change(rows: list[Value], chosen: Value) -> Any:
            here = list(given)
            here[at] = grad[chosen]
            for i, part in zip(changed, rows, strict=True):
                here[i] = part
            result = formula(*here, **_options(site))
            return result if is_list(result) else (result,)

        new = in_turns(variables, indices, change)
        return tuple(new) if len(new) > 1 else new[0]

    return checked(lower, *ranges)


def _rules() -> dict[str, LoweringRule]:
    copy = _formulas()
    name_of = {formula: name for name, formula in vars(formulas).items() if isinstance(formula, FunctionType)}
    rules: dict[str, LoweringRule] = {}
    for name in index.all_names():
        if name.startswith(("ResourceApply", "ResourceSparseApply")):
            spec, plain = index.find(name), name.removeprefix("Resource")
            assert spec is not None
            kernel: Any = spec.kernel
            formula = getattr(copy, name_of[kernel.formula])
            if isinstance(kernel, ByRows):
                rules[name] = _by_rows(kernel, formula, _RANGES.get(plain.removeprefix("SparseApply"), {}))
            else:
                rules[name] = _rule(formula)
            rules[plain] = rules[name]
    return {name: rule for name, rule in rules.items() if name in index.all_names()}


RULES: dict[str, LoweringRule] = {
    **each("Assign AssignAdd AssignSub DestroyTemporaryVariable", as_it_is()),
    "CountUpTo": _count,
    "ScatterUpdate": _rows(_put),
    "ScatterAdd": _rows(_ADDED),
    "ScatterSub": _rows(_SUBTRACTED),
    "ScatterMul": _rows(_combined("multiply", jnp.multiply)),
    "ScatterDiv": _rows(_divided, divides=True),
    "ScatterNdUpdate": _slices(_put),
    "ScatterNdAdd": _slices(_ADDED),
    "ScatterNdSub": _slices(_SUBTRACTED),
    **_rules(),
}

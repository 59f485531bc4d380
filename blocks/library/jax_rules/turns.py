"""Rows of variables that are named twice: changed twice, in order, as `blocks.library.state.rows` does it.

Which of several rows XLA writes last to one place is not known, so no two that it writes at once may go to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from blocks.library.jax_rules.lowering import Value, jnp, lax

_TOGETHER = 256
"""Rows that are changed at once beyond the first turn: few, since a turn may have one row only."""


def last_named(places: Value, count: int) -> Value:
    """Places of which none is there twice: all but the last of equal ones are moved to ``count``, out of bounds."""
    if not places.size:
        return places
    numbers = jnp.arange(places.size)
    last = jnp.full(count, -1, numbers.dtype).at[places].max(numbers, mode="drop")
    return jnp.where(last.at[places].get(mode="fill", fill_value=-1) == numbers, places, count)


def in_turns(
    variables: Sequence[Value], places: Value, change: Callable[[list[Value], Value], Sequence[Value]]
) -> list[Value]:
    """The new values of variables of whose rows some are changed, each as often and in the order in which it is named.

    The first turn takes every row's first change, all at once; what is left is changed in small groups.

    Args:
        variables: of equally many rows.
        places: which rows, a vector; each in 0 ... rows - 1.
        change: from rows of the variables, and the numbers of the places that these stand at, to the new rows.
    """
    new = [jnp.asarray(each) for each in variables]
    count, total = len(new[0]), len(places)
    if not (count and total):
        return new
    places = jnp.asarray(places)
    order, ends = _by_turns(places)

    def changed(state: Any, size: int) -> Any:
        begin, arrays = state
        end, numbers = ends[begin], begin + jnp.arange(size)
        chosen = order[jnp.minimum(numbers, total - 1)]
        rows = places[chosen]
        found = change([array[rows] for array in arrays], chosen)
        target = jnp.where(numbers < end, rows, count)
        written = [a.at[target].set(f.astype(a.dtype), mode="drop") for a, f in zip(arrays, found, strict=True)]
        return jnp.minimum(begin + size, end), written

    def is_left(state: Any) -> Value:
        return state[0] < total

    def another(state: Any) -> Any:
        return changed(state, min(total, _TOGETHER))

    return lax.while_loop(is_left, another, changed((jnp.array(0, ends.dtype), new), total))[1]


def _by_turns(places: Value) -> tuple[Value, Value]:
    """The numbers of places by turns, and for each where the ones of its turn end."""
    numbers = jnp.arange(places.size)
    order = jnp.argsort(places, stable=True)
    named = places[order]
    is_first = jnp.concatenate([jnp.ones(1, bool), named[1:] != named[:-1]])
    turn = numbers - lax.cummax(jnp.where(is_first, numbers, 0))
    by_turn = jnp.argsort(turn, stable=True)
    ends = jnp.cumsum(jnp.zeros_like(numbers).at[turn].add(1))
    return order[by_turn], ends[turn[by_turn]]

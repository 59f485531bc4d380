"""Control flow for JAX: conditions as `lax.cond`, loops as `lax.while_loop`.

All calls under a condition become one function that runs if the condition is true. Otherwise, its results are zeros
that are never read, and the variables that it would have written keep their values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.shapes import shape_text
from blocks.compile.conditions import ALWAYS, BranchOutcome, Condition, holds, outcomes
from blocks.compile.liveness import Item, Region, Rounds, UnsupportedLoopError, kept_by, results_of
from blocks.compile.rewrite import output_key
from blocks.compile.schedule import Instruction, ValueArg
from blocks.graph.graph import Node
from blocks.library.jax_rules.lowering import is_known, jnp, lax, one_of


class TracedValues(NamedTuple):
    """The values available while a region is traced.

    Attributes:
        rounds: the identity and iteration number of each enclosing loop, outermost first.
    """

    values: dict[int, Any]
    checks: list[Any]
    rounds: tuple[tuple[int, Any], ...] = ()

    def holds(self, condition: Condition | None) -> Any:
        def outcome(each: BranchOutcome) -> Any:
            value = jnp.asarray(self.values[each.value], bool)
            return value if each.side else ~value

        return jnp.asarray(condition is not None and holds(condition, outcome), bool)


class TracedFlow:
    def __init__(self, call: Callable[[Node, list[Any], TracedValues], Sequence[Any]]) -> None:
        self._call = call

    def run(self, region: Region, moment: TracedValues, wanted: Iterable[int]) -> None:
        self._all(region, region.items, moment, frozenset(wanted), ALWAYS)

    def _all(
        self, region: Region, items: Sequence[Item], moment: TracedValues, wanted: frozenset[Any], given: Condition
    ) -> None:
        """Trace items; ``given`` holds whenever they run."""
        left = list(items)
        while left:
            missing = {output for item in left for output in item.makes}
            later: list[Item] = []
            for item in left:
                if (item.condition is None or item.condition <= given) and missing.isdisjoint(item.uses):
                    self._one(region, item, moment, wanted.union(*(each.uses for each in left)), given)
                    missing -= item.makes
                else:
                    later.append(item)
            if len(later) == len(left):
                group = _group(later)
                later = [item for item in later if item not in group]
                self._under(region, group, moment, wanted.union(*(item.uses for item in later)), given)
            left = later

    def _one(self, region: Region, item: Item, moment: TracedValues, wanted: frozenset[Any], given: Condition) -> None:
        what, values = item.what, moment.values
        if item.condition is None:
            values.update((new, values[old]) for new, old in _kept([item]).items())
        elif isinstance(what, Rounds):
            self._loop(region, what, moment, wanted, given)
        elif what.node.type.control == "merge":
            values.update(zip(what.results, _merged(region, what, moment, given), strict=True))
        elif what.node.type.control != "loop_value":  # that is there already
            args = [argument(arg, values.__getitem__) for arg in what.args]
            results = self._call(what.node, args, moment) if what.chosen is None else self._chosen(what, args, moment)
            values.update(zip(results_of(what), results, strict=True))

    def _chosen(self, what: Instruction, args: list[Any], moment: TracedValues) -> Sequence[Any]:
        chosen = what.chosen
        assert chosen is not None
        index, before = moment.values[chosen.index], [moment.values[each] for each in chosen.before]
        args[what.node.type.input_index[what.node.type.writes[0]]] = one_of(index, before)
        results = self._call(what.node, args, moment)
        return [*results, *(jnp.where(index == i, results[0], old) for i, old in enumerate(before))]

    def _under(
        self, region: Region, group: Sequence[Item], moment: TracedValues, wanted: frozenset[Any], given: Condition
    ) -> None:
        condition = group[0].condition
        assert condition is not None
        kept, makes = _kept(group), {output for item in group for output in item.makes if isinstance(output, int)}
        computed: dict[int, Any] = {}
        known: dict[int, Any] = {}

        def taken() -> Any:
            inner = TracedValues(dict(moment.values), [], moment.rounds)
            self._all(region, group, inner, wanted, given | condition)
            for value in sorted(makes & wanted & inner.values.keys()):
                array = inner.values[value]
                if is_known(array) and value not in kept:
                    known[value] = array
                else:
                    computed[value] = jnp.asarray(array)
            return list(computed.values()), all_hold(inner.checks)

        def passed() -> Any:  # traced after the other
            return [instead(*each) for each in computed.items()], jnp.array(True)

        def instead(value: int, array: Any) -> Any:
            old = value
            while old in kept:
                old = kept[old]
            if old == value:
                return jnp.zeros(array.shape, array.dtype)
            if moment.values[old].shape != array.shape:
                raise UnsupportedLoopError(_maker(group, value), "changes the shape of a variable on only one branch")
            return jnp.asarray(moment.values[old])

        arrays, fine = lax.cond(moment.holds(condition - given), taken, passed)
        moment.values.update(zip(computed, arrays, strict=True))
        moment.values.update(known)
        moment.checks.append(fine)

    def _loop(
        self, region: Region, rounds: Rounds, moment: TracedValues, wanted: frozenset[Any], given: Condition
    ) -> None:
        """Trace the first iteration, then all further ones as one loop."""
        values, loop = moment.values, rounds.loop
        ends, cells = [value for *_, value in loop.edges], [last for _, last in loop.carried]
        makes = {output for item in rounds.first.items for output in item.makes if isinstance(output, int)}
        conditions = [rounds.goes_on, rounds.goes_on_again, *[each for _, *pair in rounds.flags for each in pair]]
        decisions = [each.value for condition in conditions for each in outcomes(condition or ALWAYS)]
        needed = wanted.union(ends, cells, decisions)
        self._all(rounds.first, rounds.first.items, moment, needed, given)
        values.update((flag, moment.holds(None if first is None else first - given)) for flag, first, _ in rounds.flags)
        if rounds.goes_on is None:
            return
        begins = {each.node.number: each.results[0] for item in rounds.again.items
                  if isinstance(each := item.what, Instruction) and each.node.type.control == "loop_value"}  # fmt: skip
        kept = [*dict.fromkeys([*ends, *cells, *sorted(makes & wanted & values.keys())])]

        def another(state: Any) -> Any:
            _, number, before, _, fine = state
            inner = TracedValues(values | dict(zip(kept, before, strict=True)), [], (*moment.rounds, (loop_id, number)))
            inner.values.update([(first, inner.values[last]) for first, last in loop.carried])
            inner.values.update([(begins[begin], inner.values[value]) for begin, _, value in loop.edges])
            self._all(rounds.again, rounds.again.items, inner, needed, ALWAYS)
            after = [jnp.asarray(inner.values[each]) for each in kept]
            for value, old, new in zip(kept, before, after, strict=True):
                if new.shape != old.shape:
                    text = (
                        f"has the shape {shape_text(old.shape)} in one iteration and "
                        f"{shape_text(new.shape)} in the next"
                    )
                    raise UnsupportedLoopError(_maker(rounds.again.items, value), text)
            flags = [inner.holds(condition) for *_, condition in rounds.flags]
            return inner.holds(rounds.goes_on_again), number + 1, after, flags, fine & all_hold(inner.checks)

        loop_id = rounds.first.round
        goes, arrays = moment.holds(rounds.goes_on - given), [jnp.asarray(values[each]) for each in kept]
        start = goes, jnp.array(1, np.int32), arrays, [values[flag] for flag, *_ in rounds.flags], jnp.array(True)

        def goes_on(state: Any) -> Any:  # JAX takes no itemgetter, which has no weak references
            return state[0]

        *_, arrays, flags, fine = lax.while_loop(goes_on, another, start)
        values.update(zip(kept, arrays, strict=True))
        values.update(zip([flag for flag, *_ in rounds.flags], flags, strict=True))
        moment.checks.append(fine)


def _group(items: Sequence[Item]) -> list[Item]:
    """Return the items that can run next under one condition, choosing the smallest group."""
    missing = {output for item in items for output in item.makes}
    ready = [item.condition for item in items if item.condition is not None and missing.isdisjoint(item.uses)]
    condition = min(ready, key=len)
    result: list[Item] = []
    for item in items:
        if (item.condition is None or item.condition >= condition) and missing.isdisjoint(item.uses):
            result.append(item)
            missing -= item.makes
    return sorted(result, key=lambda item: item.condition != condition)


def _kept(items: Iterable[Item]) -> dict[int, int]:
    result: dict[int, int] = {}
    for item in items:
        what = item.what
        if isinstance(what, Rounds):
            result.update((last, first) for first, last in what.loop.carried)
        else:
            result.update(kept_by(what))
    return result


def _merged(region: Region, what: Instruction, moment: TracedValues, given: Condition) -> tuple[Any, Any]:
    [numbers] = what.args
    assert isinstance(numbers, tuple)
    alive = [(i, c) for i, output in region.merged(what.node) if (c := region.of(output_key(output))) is not None]
    last = alive[-1][0]
    value, index = moment.values[numbers[last]], np.array(last, np.int32)
    for i, condition in reversed(alive[:-1]):
        other, takes = moment.values[numbers[i]], moment.holds(condition - given)
        if other.shape != value.shape:
            text = f"has inputs of different shapes: {shape_text(other.shape)}, {shape_text(value.shape)}"
            raise UnsupportedLoopError(what.node, text)
        value, index = jnp.where(takes, other, value), jnp.where(takes, np.int32(i), index)
    return value, index


def _maker(items: Sequence[Item], value: int) -> Node:
    item = next(item for item in items if value in item.makes)
    return item.what.node if isinstance(item.what, Instruction) else _maker(item.what.first.items, value)


def all_hold(checks: Sequence[Any]) -> Any:
    return jnp.all(jnp.stack([jnp.reshape(each, ()) for each in checks])) if checks else jnp.array(True)


def argument(arg: ValueArg | tuple[Any, ...], get: Callable[[Any], Any]) -> Any:
    if isinstance(arg, tuple):
        return tuple([get(each) for each in arg])
    return None if arg is None else get(arg)

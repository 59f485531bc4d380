"""Steps that are one compiled function, with little overhead per step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from blocks.compile.dispatch import Streams, stream_of
from blocks.compile.interpret import StepResult
from blocks.compile.jax.segments import Piece, Program
from blocks.library.jax_rules.lowering import jax

if TYPE_CHECKING:
    from blocks.compile.jax.lower import DevicePlan


class SingleProgram:
    """The runner of a plan that is one compiled segment."""

    def __init__(self, plan: DevicePlan, piece: Piece, program: Program, key_of: Callable[[Any, Any], Any]) -> None:
        schedule = plan.schedule
        self._keys = plan.keys
        self._slots = [*schedule.feeds.values()]
        self._function, self._random, self._key_of = program.function, piece.random, key_of
        self._reserved = [program.reserved[n.number] if stream_of(n)[2] is not None else None for n in piece.random]
        # All values side by side: those that a step begins with, those that stay, those that it makes.
        begin = [*(schedule.start[key] for key in plan.keys), *schedule.feeds]
        stay = {**plan.known, **plan.constants, **program.known}
        stay = {value: array for value, array in stay.items() if value not in set(program.computed)}
        self._stay = [*stay.values()]
        index_of = {value: i for i, value in enumerate([*begin, *stay, *program.computed])}
        self._given = [index_of[value] for value in program.given]
        self._moved = [i for i in self._given if i < len(plan.keys)]
        sure = plan.goal.outputs[: plan.goal.sure] if plan.lazy else plan.goal.outputs
        self._outputs = [index_of[schedule.outputs[output]] for output in sure]
        self._none = [None] * (len(plan.goal.outputs) - len(sure))
        self._cells = [(key, index_of[value]) for key, value in schedule.final.items()]
        self._plan = plan
        self._array: type[Any] = type(jax.device_put(0))
        self._alike: bool | None = None

    def run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult | None:
        """Run one step; return None if the step needs more than a call of the function."""
        values = [*map(cells.get, self._keys)]
        if self._moved and {type(values[i]) for i in self._moved} != {self._array}:
            return None
        begin = [*values, *map(feeds.__getitem__, self._slots)]
        values = [*begin, *self._stay]
        drawn = [streams(*stream_of(node)) for node in self._random]
        keys = [*map(self._key_of, self._random, drawn)]
        try:
            outputs, holds = self._function([values[i] for i in self._given], keys)
            values += outputs
            written = {key: values[i] for key, i in self._cells}
            if self._alike is None:
                self._alike = all(cells[key] is not None and cells[key].shape == v.shape for key, v in written.items())
            outputs = [values[i] for i in self._outputs]
            later = None
            if self._none:
                outputs += self._none
                later = LazyOutputs(self._plan, begin, streams, keys)
            # Last, since the device computes meanwhile.
            if holds is not None and not holds.item():
                return None
        except Exception:  # the long way says it
            return None
        for stream, count in zip(drawn, self._reserved, strict=True):
            if count is not None:
                stream.reserve(count)
        return StepResult(outputs, written, [], later=later, alike=self._alike)


class LazyOutputs:
    """Outputs of a step that are computed from its initial values only when they are read.

    The first read makes the plan compute all outputs in later steps, which are likely to be read too.
    """

    def __init__(self, plan: DevicePlan, begin: Sequence[Any], streams: Streams, keys: Sequence[Any]) -> None:
        self._plan = plan
        self._begin = begin
        self._streams = streams
        self._keys = keys

    def __call__(self) -> Sequence[Any]:
        return self._plan.all_of(self._begin, self._streams, self._keys)

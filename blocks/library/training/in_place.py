"""In-place kernels of update rules, derived from the formulas that return new arrays.

A formula runs once on tensors and numbers that only record the operations. From then on, the recorded operations run:
once for the numbers, piece by piece for the tensors, in existing memory. Intermediate results stay in the cache, and
nothing large is allocated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from blocks.base.threads import in_parts, thread_count
from blocks.base.types import Array, is_list

PIECE = 1 << 18
"""Numbers of each tensor that a rule is applied to at once."""
MOST_PROGRAMS = 8
"""Programs that are kept of a rule: one for each path through its formula."""


class _CannotNote(Exception):
    """A formula's operation without an output argument: the formula must run unchanged."""


class _InPlaceCall(NamedTuple):
    function: Callable[..., Any]
    given: list[int]
    result: int


class _Notes:
    """A recording of a formula. Its values are numbered in order of creation.

    Attributes:
        values: the numbers, and an empty array in place of each tensor.
        calls: the calls on tensors, in order.
        before: the calls on numbers alone.
        decided: the results of conditions on numbers.
    """

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.calls: list[_InPlaceCall] = []
        self.before: list[_InPlaceCall] = []
        self.decided: list[tuple[int, bool]] = []

    def value(self, like: Any) -> _Noting:
        self.values.append(like)
        return _Noting(self, len(self.values) - 1)

    def is_tensor(self, number: int) -> bool:
        return np.ndim(self.values[number]) > 0

    def call(self, function: Callable[..., Any], inputs: Sequence[Any]) -> _Noting:
        given = [(each if isinstance(each, _Noting) else self.value(each)).number for each in inputs]
        result = self.value(function(*[self.values[i] for i in given]))
        (self.calls if self.is_tensor(result.number) else self.before).append(
            _InPlaceCall(function, given, result.number)
        )
        return result


class _Noting(NDArrayOperatorsMixin):
    def __init__(self, notes: _Notes, number: int) -> None:
        self.notes = notes
        self.number = number

    @property
    def dtype(self) -> Any:
        return self.notes.values[self.number].dtype

    def astype(self, dtype: Any) -> _Noting:
        if self.notes.is_tensor(self.number):
            raise _CannotNote
        return self.notes.call(partial(np.asarray, dtype=dtype), [self])

    def __bool__(self) -> bool:
        if self.notes.is_tensor(self.number):
            raise _CannotNote
        result = bool(self.notes.values[self.number])
        self.notes.decided.append((self.number, result))
        return result

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> _Noting:
        if method != "__call__" or options or ufunc is np.power:  # arrays compute some powers by shorter formulas
            raise _CannotNote
        return self.notes.call(ufunc, inputs)

    def __array_function__(self, function: Any, _types: Any, args: Sequence[Any], _options: Any) -> Any:
        if function is np.where:
            return self.notes.call(_chosen, args)
        if function is np.zeros_like:
            return np.zeros((), self.dtype)
        raise _CannotNote


def _chosen(condition: Array, first: Array, second: Array, out: Array | None = None) -> Array:
    result = np.where(condition, first, second)
    if out is not None:
        out[...] = result
    return result


class _InPlaceProgram:
    """A formula's program with a slot for each value: tensors and results, then buffers, then numbers.

    Args:
        whole: the positions of the tensors in ``args``.
    """

    def __init__(
        self, formula: FunctionType, args: Sequence[Any], whole: Sequence[int], attributes: Mapping[str, Any]
    ) -> None:
        notes = _Notes()
        given = [notes.value(each.reshape(-1)[:0] if i in whole else each) for i, each in enumerate(args)]
        result = formula(*given, **attributes)
        results = [each.number for each in (result if is_list(result) else (result,))]
        if not set(results) <= {call.result for call in notes.calls} or len(set(results)) < len(results):
            raise _CannotNote
        self.buffers: list[Any] = []
        indices = {number: index for index, number in enumerate([*whole, *results])}
        self._insert(notes, indices, results, whole[-1])
        self.numbers = [i for i in range(len(notes.values)) if i not in indices]
        first = len(whole) + len(results) + len(self.buffers)
        indices.update({number: index for index, number in enumerate(self.numbers, first)})
        self.calls = [(each.function, [indices[i] for i in each.given], indices[each.result]) for each in notes.calls]
        self.before, self.decided = notes.before, notes.decided
        self.values = [None if notes.is_tensor(i) else each for i, each in enumerate(notes.values)]
        self.idle: list[list[Array]] = []

    def _insert(self, notes: _Notes, indices: dict[int, int], results: Sequence[int], gradient: int) -> None:
        """Assign each temporary tensor a buffer, which is reused after its last use.

        The memory of a result that is written later is better, unless it may be the gradient's.
        """
        first = len(indices)
        last = {number: i for i, call in enumerate(notes.calls) for number in call.given}
        ends = {number: i for i, call in enumerate(notes.calls) if (number := call.result) in results}
        lent = dict.fromkeys(results, last.get(gradient, -1))
        free: dict[Any, list[int]] = {}
        held: set[int] = set()
        for i, call in enumerate(notes.calls):
            for number in held.intersection(call.given):
                if last[number] == i:
                    free.setdefault(notes.values[number].dtype, []).append(indices[number])
            if call.result in indices:
                continue
            dtype = notes.values[call.result].dtype
            lends = [n for n in results if lent[n] <= i and last.get(call.result, i) <= ends[n]
                     and notes.values[n].dtype == dtype]  # fmt: skip
            if lends:
                indices[call.result], lent[lends[0]] = indices[lends[0]], last.get(call.result, i)
                continue
            held.add(call.result)
            if not free.get(dtype):
                free[dtype] = [first + len(self.buffers)]
                self.buffers.append(dtype)
            indices[call.result] = free[dtype].pop()

    def numbers_of(self, args: Sequence[Any]) -> list[Any] | None:
        """Return the numbers computed for some arguments, or None if the formula takes another branch."""
        values = self.values.copy()
        values[: len(args)] = args
        for call in self.before:
            values[call.result] = call.function(*[values[i] for i in call.given])
        for number, each in self.decided:
            if bool(values[number]) != each:
                return None
        return [values[i] for i in self.numbers]

    def run(self, tensors: Sequence[Array], numbers: Sequence[Any], start: int, stop: int) -> None:
        length = min(PIECE, stop - start)
        try:
            buffers = self.idle.pop()  # new ones would be cleared by the system, page by page
        except IndexError:
            buffers = []
        if not buffers or len(buffers[0]) < length:
            buffers = [np.empty(length, dtype) for dtype in self.buffers]
        for begin in range(start, stop, PIECE):
            end = min(begin + PIECE, stop)
            values: list[Any] = [each[begin:end] for each in tensors]
            values += [each[: end - begin] for each in buffers]
            values += numbers
            for function, given, item in self.calls:
                function(*[values[i] for i in given], out=values[item])
        self.idle.append(buffers)


class InPlace:
    """The kernel of an update rule: its formula, or its in-place form if output arrays are given.

    Args:
        formula: the rule; returns new arrays.
        whole: the positions of tensor parameters; the others are numbers.
        count: the number of parameters; the output array or a list of them follows.
    """

    def __init__(self, formula: FunctionType, whole: Sequence[int], count: int) -> None:
        self.formula = formula
        self.whole = whole
        self.count = count
        self._known: dict[Any, _InPlaceProgram] = {}

    def __call__(self, *args: Any, use_locking: bool = False, **attributes: Any) -> Array | Sequence[Array]:
        """Return the variables' new values, in new arrays if the formula has an operation without output argument."""
        if len(args) == self.count:
            return self.formula(*args, **attributes)
        *given, out = args
        try:
            program, numbers = self._prepared(given, attributes)
        except _CannotNote:
            return self.formula(*given, **attributes)
        results: Sequence[Any] = out if is_list(out) else [out]
        tensors = [each.reshape(-1) for each in (*(given[i] for i in self.whole), *results)]
        size = tensors[0].size
        if size <= PIECE:
            program.run(tensors, numbers, 0, size)
            return out
        pieces = -(-size // PIECE)

        def work(first: int, last: int) -> None:
            program.run(tensors, numbers, first * PIECE, min(last * PIECE, size))

        in_parts(work, pieces, min(thread_count(), pieces))
        return out

    def _prepared(self, args: Sequence[Array], attributes: Mapping[str, Any]) -> tuple[_InPlaceProgram, Sequence[Any]]:
        kind = (args[self.whole[0]].dtype, *attributes.values())
        known = self._known
        for (other, _), program in list(known.items()):  # other threads may use the rule
            numbers = program.numbers_of(args) if other == kind else None
            if numbers is not None:
                return program, numbers
        program = _InPlaceProgram(self.formula, args, self.whole, attributes)
        while len(known) >= MOST_PROGRAMS:
            del known[next(iter(known))]
        known[kind, tuple(program.decided)] = program
        return program, program.numbers_of(args) or ()

"""Results of a run, by the names of their result pins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from itertools import compress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.types import Array, is_array
from blocks.base.web_page import notebook_html
from blocks.compile.recording import Record
from blocks.graph.graph import Output
from blocks.graph.spec import BlockSpec
from blocks.library.similar import did_you_mean
from blocks.run.profile import Profile

if TYPE_CHECKING:
    from blocks.document.data import Document


_COMPARED = 10_000
"""Names with which an unknown one is compared."""


class Stopped(NamedTuple):
    """The place where a run stopped.

    Attributes:
        step: the number of the unfinished step, from 1.
        condition: the condition that held; None if the breakpoint has none.
    """

    at: str
    step: int
    condition: str | None


class Results(dict[str, Array]):
    """The results of a step: arrays by the names of their result pins, such as ``"v.result_product"``.

    Look-up, ``in`` and `get` also accept ``"v.product"`` and, if the block has one output, ``"v"``.

    Attributes:
        dtypes: the dtypes, by the same names.
        gradients: the watched gradients at output pins, by name (``"v.product"``); see `Session.watch`.
        rounds: the values of all iterations of blocks inside loops and branches that were requested, by the same names.
        gradient_rounds: the gradients of all iterations inside loops that were requested.
        norms: the norm of the gradient at the start of each iteration, for each carried pin of a loop (``"cell.h"``);
            for a nested loop (``"rows/along.h"``), while the outer loop is inspected.
        profile: the time and memory of blocks, if the session measures them.
        specs: the types of the page's blocks.
        source: the page with the composites that it uses, or None.
        stopped: the breakpoint that stopped the step, or None. A stopped step has incomplete results.
    """

    profile: Profile | None = None
    stopped: Stopped | None = None
    source: Document | None = None
    specs: Mapping[str, BlockSpec] = MappingProxyType({})

    def __init__(self) -> None:
        super().__init__()
        self.dtypes: dict[str, DType] = {}
        self.gradients: dict[str, Array] = {}
        self.rounds: dict[str, Record] = {}
        self.gradient_rounds: dict[str, Record] = {}
        self.norms: dict[str, Record] = {}

    def _repr_html_(self) -> str | None:
        return None if self.source is None else notebook_html(self)

    def __missing__(self, name: str) -> Array:
        key = self._key(name)
        if key is None:
            hint = did_you_mean(self._similar(str(name)))
            raise KeyError(f"there is no result {name!r}" + (f": {hint}" if hint else ""))
        return self[key]

    def __contains__(self, name: object) -> bool:
        return self._has(name) or self._key(name) is not None

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401 (this is get)

    def _has(self, name: object) -> bool:
        return super().__contains__(name)

    def _key(self, name: object) -> str | None:
        """Return the key of a result by ``block.pin`` or, if the block has one output, by the block's name."""
        if not isinstance(name, str):
            return None
        block, dot, rest = name.partition(".")
        pin, bracket, index = rest.partition("[")
        spec = self.specs.get(block)
        if spec is not None:
            pins = [each for each in spec.outputs if each.result_pins and (not dot or spec.shown_by(pin) is each)]
            keys = [f"{block}.{each.result_pins[0]}{bracket}{index}" for each in pins]
        else:  # a block inside a loop
            found = [each.partition("[")[0] for each in self.dtypes if each.startswith(f"{block}.")]
            names = dict.fromkeys(each for each in found if not dot or each == f"{block}.result_{pin}")
            keys = [f"{each}{bracket}{index}" for each in names]
        if len(keys) == 1 and not self._has(keys[0]) and not self._has(f"{keys[0]}[1]"):
            keys = [f"{keys[0]}[0]"]  # the only element of a list
        return keys[0] if len(keys) == 1 and self._has(keys[0]) else None

    def _similar(self, name: str) -> list[str]:
        import difflib  # only where a name does not exist

        keys = list(self.dtypes)[:_COMPARED]
        mine = [key for key in keys if key.startswith(f"{name.partition('.')[0]}.")]
        short = {key.replace(".result_", "."): key for key in keys} | {key.partition(".")[0]: key for key in keys}
        return mine[:3] or [short[each] for each in difflib.get_close_matches(name[:100], list(short), 1)]

    def put(self, name: str, value: Any, dtype: DType) -> None:
        """Add a result."""
        self[name] = np.asarray(value) if dtype.kind != "string" else _strings(value)
        self.dtypes[name] = dtype


class LazyResults(Results):
    """Results that are partly computed on first access."""

    def __init__(self, rest: Callable[[], Results], dtypes: Mapping[str, DType]) -> None:
        super().__init__()
        self.dtypes = dict(dtypes)
        self._rest: Callable[[], Results] | None = rest

    def __missing__(self, name: str) -> Array:
        if name in self.dtypes and self._rest is not None:
            self.complete()
            return self[name]
        return super().__missing__(name)

    def complete(self) -> None:
        rest, self._rest = self._rest, None
        if rest is not None:
            computed, added = rest(), dict(super().items())
            super().clear()
            super().update({**computed, **added})

    def _has(self, name: object) -> bool:
        return super()._has(name) or (self._rest is not None and name in self.dtypes)


def _of_all(name: str) -> Callable[..., Any]:
    method = getattr(dict, name)

    @wraps(method)
    def call(self: LazyResults, *arguments: Any, **more: Any) -> Any:
        self.complete()
        return method(self, *arguments, **more)

    return call


_BY_NAME = ("keys", "values", "items", "pop", "popitem", "setdefault", "clear", "copy", "update")
_BY_SIGN = ("iter", "reversed", "len", "eq", "ne", "repr", "or", "ror", "ior", "delitem")
for _name in (*_BY_NAME, *(f"__{each}__" for each in _BY_SIGN)):
    setattr(LazyResults, _name, _of_all(_name))


class ResultPins:
    """The positions of result pin values among a program's outputs.

    Args:
        sure: the number of leading outputs that will be read; None: all.
    """

    def __init__(
        self, names: Sequence[str], shown: Sequence[Output], given: Sequence[Output], sure: int | None = None
    ) -> None:
        self._names = names
        self._indices: Sequence[int] = range(len(names))
        if shown != given[: len(names)]:  # mostly they begin with these
            indices = {output: i for i, output in enumerate(given)}
            there = [output in indices for output in shown]
            self._names = list(compress(names, there))
            shown = list(compress(shown, there))
            self._indices = list(map(indices.__getitem__, shown))
        self._dtypes = dict(zip(self._names, [output.dtype for output in shown], strict=True))
        pairs = zip(self._names, self._indices, strict=True)
        self._sure = [(name, i) for name, i in pairs if sure is not None and i < sure]

    def of(self, values: Sequence[Any], later: Callable[[], Sequence[Any]] | None = None) -> Results:
        """Return the results of a step with these output values, None for a missing one."""
        if later is not None:
            results = LazyResults(lambda: self.of(later()), self._dtypes)
            for name, i in self._sure:
                results.put(name, values[i], self._dtypes[name])
            return results
        results = Results()
        indices = self._indices
        shown = values[: len(indices)] if isinstance(indices, range) else list(map(values.__getitem__, indices))
        if set(map(type, shown)) <= {np.ndarray}:  # mostly
            results.update(zip(self._names, shown, strict=True))
            results.dtypes = self._dtypes.copy()
            return results
        for name, value in zip(self._names, shown, strict=True):
            if value is not None:
                results.put(name, value, self._dtypes[name])
        return results


def _strings(value: Any) -> Array:
    if is_array(value):
        return value
    array = np.empty((), object)
    array[()] = value
    return array

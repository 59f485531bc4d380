"""Lookup tables as plain objects: their entries, and the checks that TensorFlow makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.context import Context, WouldBlock
from blocks.base.dtypes import BOOL, DOUBLE, FLOAT, INT32, INT64, STRING, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array
from blocks.library.data_flow.resources import Holding, byte_count

_NUMBERS = (INT32, FLOAT, DOUBLE)
CHANGING = {INT32: _NUMBERS, INT64: (*_NUMBERS, INT64, STRING), STRING: (*_NUMBERS, INT64, BOOL)}
"""The dtypes of values that a table whose entries may change can keep, by the dtype of its keys."""
DENSE = {INT32: _NUMBERS, INT64: (*_NUMBERS, INT64, BOOL), STRING: CHANGING[STRING]}
"""The same for a table with two keys that are none."""
FIXED = {INT32: (*CHANGING[INT32], STRING), INT64: CHANGING[INT64], STRING: (*CHANGING[STRING], STRING)}
"""The same for a table that is filled once."""


class Table(Holding):
    """A lookup table: values by key.

    Args:
        fixed: whether it is filled once and then constant.
        reserved: keys that may not be used, by the pins that name them.
        key_shape: the shape of each key: a scalar or a vector.
    """

    what = "the table"

    def __init__(
        self,
        name: str,
        key: DType,
        value: DType,
        shape: tuple[int, ...],
        fixed: bool,
        reserved: Mapping[str, Array] | None = None,
        key_shape: tuple[int, ...] = (),
    ) -> None:
        super().__init__(name)
        self.key_shape = key_shape
        self._reserved = {self._hashable(each)[0]: pin for pin, each in (reserved or {}).items()}
        self.key = key
        self.value = value
        self.shape = shape
        self.fixed = fixed
        self.filled = not fixed
        self._rows: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def fill(self, context: Context, keys: Array, values: Array) -> None:
        """Fill the table once; do nothing if it has the same number of entries, as in later steps."""
        if not self.fixed:
            raise DiagramError(f"{self} cannot be initialized: use LookupTableInsert to add entries")
        if keys.ndim != 1:
            raise DiagramError(f"keys must be a vector, got the shape {shape_text(keys.shape)}", pin="keys")
        if keys.size != values.size:
            raise DiagramError(f"{keys.size} keys need one value each, got {values.size}", pin="values")
        self._check_dtypes(keys, values)
        rows: dict[Any, Any] = {}
        for key, value in zip(keys.tolist(), values.reshape(-1), strict=True):
            if rows.setdefault(key, value) != value:
                raise DiagramError(f"the key {_shown(key)} has two values, {rows[key]} and {value}", pin="keys")
        if self.filled:
            if len(rows) != len(self):
                raise DiagramError(f"{self} already has {len(self)} entries and cannot be initialized with {len(rows)}")
            return
        self.admit(context, byte_count([keys, values]))
        self._rows = rows
        self.filled = True

    def insert(self, context: Context, keys: Array, values: Array) -> None:
        """Insert entries, replacing existing ones; of a repeated key the last value counts."""
        self._check_changes(keys, values)
        self.admit(context, byte_count([keys, values]))
        rows = values.reshape(-1, *self.shape).copy()
        self._rows.update(zip(self._each(keys), rows, strict=True))

    def replace(self, context: Context, keys: Array, values: Array) -> None:
        """Replace all entries, or fill a constant table. Raise DiagramError as `insert` and `fill` do."""
        if self.fixed:
            self.fill(context, keys, values)
            return
        self._check_changes(keys, values)
        self._rows.clear()
        self.bytes = 0
        self.insert(context, keys, values)

    def remove(self, keys: Array) -> None:
        """Remove entries and ignore missing keys."""
        self._check_changes(keys, None)
        for key in self._each(keys):
            self._rows.pop(key, None)

    def find(self, keys: Array, default: Array) -> Array:
        """Return values [..., value] of keys [...]. Raise WouldBlock if the table is not filled yet.

        Args:
            default: [value] the value of missing keys, or [..., value], one per key, for a mutable table.
        """
        self._check_dtypes(keys, default)
        lead, wanted_keys = self._lead(keys), self._each(keys)
        wanted = (*lead, *self.shape)
        each = default.shape == wanted and not self.fixed
        if default.shape != self.shape and not each and not (self.fixed and default.size == 1):
            or_each = "" if self.fixed else f" or {shape_text(wanted)}"
            text = f"{self}: default_value must have the shape {shape_text(self.shape)}{or_each}"
            raise DiagramError(f"{text}, got {shape_text(default.shape)}", pin="default_value")
        self._check_filled()
        result = np.empty(wanted, self.value.numpy)
        rows = result.reshape(len(wanted_keys), *self.shape)
        instead = default.reshape(rows.shape) if each else [default.reshape(self.shape)[()]] * len(wanted_keys)
        for i, key in enumerate(wanted_keys):
            rows[i] = self._rows.get(key, instead[i])
        return result

    def entries(self) -> tuple[Array, Array]:
        """Return all keys [n] in insertion order and values [n, value]. Raise WouldBlock if not filled yet."""
        self._check_filled()
        keys = np.empty((len(self), *self.key_shape), self.key.numpy)
        values = np.empty((len(self), *self.shape), self.value.numpy)
        for i, (key, value) in enumerate(self._rows.items()):
            keys[i], values[i] = key, value
        return keys, values

    def _lead(self, keys: Array) -> tuple[int, ...]:
        rank = keys.ndim - len(self.key_shape)
        if rank < 0 or keys.shape[rank:] != self.key_shape:
            text = f"the shape {shape_text(keys.shape)} of keys does not end with {shape_text(self.key_shape)}"
            raise DiagramError(f"{text}, the shape of a key of {self}", pin="keys")
        return keys.shape[:rank]

    def _each(self, keys: Array) -> list[Any]:
        result = self._hashable(keys)
        for key in self._reserved.keys() & result:
            raise DiagramError(f"{_shown(key)} is the {self._reserved[key]} of {self} and cannot be used", pin="keys")
        return result

    def _hashable(self, keys: Array) -> list[Any]:
        if not self.key_shape:
            return keys.reshape(-1).tolist()
        return list(map(tuple, keys.reshape(-1, *self.key_shape).tolist()))

    def _check_filled(self) -> None:
        if not self.filled:
            raise WouldBlock(f"{self} is not initialized, and no block in this step does so", pin="table_handle")

    def _check_changes(self, keys: Array, values: Array | None) -> None:
        if self.fixed:
            text = f"the entries of {self} cannot be changed: it is a HashTable"
            raise DiagramError(text, pin="table_handle", hint="use a MutableHashTable")
        self._check_dtypes(keys, values)
        wanted = (*self._lead(keys), *self.shape)
        if values is not None and values.shape != wanted:
            text = f"values must have the shape {shape_text(wanted)}, got {shape_text(values.shape)}"
            raise DiagramError(text, pin="values")

    def _check_dtypes(self, keys: Array, values: Array | None) -> None:
        check_dtypes(str(self), (self.key, self.value), dtype_of(keys), None if values is None else dtype_of(values))


def check_dtypes(table: str, kept: Sequence[DType], key: DType, value: DType | None) -> None:
    """Raise DiagramError if keys or values do not have a table's dtypes; ``value`` may be None."""
    if key is not kept[0]:
        raise DiagramError(f"{table} has keys of dtype {kept[0].short}, got {key.short}", pin="keys")
    if value is not None and value is not kept[1]:
        raise DiagramError(f"{table} has values of dtype {kept[1].short}, got {value.short}")


def _shown(key: Any) -> str:
    return repr(key.decode(errors="replace")[:40]) if isinstance(key, bytes) else str(key)

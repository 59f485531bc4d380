"""Lookup tables, each block type under both of TensorFlow's names: with and without V2.

Under both names, the handle of a table is a resource.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from blocks.base.context import Context, handle
from blocks.base.dtypes import BOOL, DOUBLE, FLOAT, INT32, INT64, STRING, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, is_known, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import expect
from blocks.library.declare import declare
from blocks.library.lookup.lines import check_column, read_entries
from blocks.library.lookup.tables import CHANGING, DENSE, FIXED, Table, check_dtypes

KEYS = (INT32, INT64, STRING)
VALUES = (BOOL, INT32, INT64, FLOAT, DOUBLE, STRING)
_PINS = {
    "shared_name": "blocks with the same shared_name share one table. If it is empty, the block has its own.",
    "use_node_name_sharing": "accepted for compatibility with TensorFlow and ignored.",
    "key_dtype": "the dtype of the keys.",
    "value_dtype": "the dtype of the values.",
    "table_handle": "[] the handle of the table.",
}
_PAIRS = {"HashTable": FIXED, "MutableHashTable": CHANGING, "MutableHashTableOfTensors": CHANGING}
_WHY = "a table lookup is not a differentiable function"


def _both(
    name: str, signature: str, kernel: Callable[..., Any], prepare: Callable[[dict[str, Any]], None] | None = None,
    *, plain: bool = True, why: str | None = _WHY, where: Mapping[str, Any] | None = None, doc: str = "",
    **variables: Any,
) -> tuple[BlockType, BlockType | None]:  # fmt: skip
    """Declare a block type with the suffix V2, and the one without if TensorFlow has it."""
    types: list[BlockType] = []
    for version in ("V2", "") if plain else ("V2",):
        result = declare(
            f"{name}{version}", "lookup_ops", signature, partial(kernel, name) if "kind" in _names(kernel) else kernel,
            attributes_of=kernel, doc=doc or kernel.__doc__ or "", doc_of=_PINS, where=where or {},
            not_differentiable=why, **variables,
        )  # fmt: skip
        result.prepare = prepare
        types.append(result)
    return types[0], types[1] if plain else None


def _names(kernel: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(kernel).parameters)


# -- What makes a table ------------------------------------------------------------------------------------------------


def _open_table(
    kind: str, key: DType, value: DType, shape: tuple[int, ...], container: str, shared_name: str, context: Context
) -> Array:
    name = shared_name or context.name
    context.keep(
        (kind, key, value, shape),
        lambda: Table(name, key, value, shape, fixed=kind == "HashTable"),
        container,
        shared_name,
    )
    return handle(context.key(container, shared_name))


def _check_pair(kind: str, attrs: dict[str, Any]) -> None:
    key, value = attrs["key_dtype"], attrs["value_dtype"]
    allowed = _PAIRS[kind].get(key)
    if allowed is None:
        names = " or ".join(each.short for each in _PAIRS[kind])
        raise DiagramError(f"the keys of a {kind} must be {names}, got {key.short}", pin="key_dtype")
    if value not in allowed:
        names = ", ".join(each.short for each in allowed)
        text = f"a {kind} with keys of dtype {key.short} needs values of dtype {names}, got {value.short}"
        raise DiagramError(text, pin="value_dtype")


def _check_tensors(attrs: dict[str, Any]) -> None:
    _check_pair("MutableHashTableOfTensors", attrs)
    shape = attrs["value_shape"]
    if not is_known(shape) or len(shape) != 1:
        raise DiagramError(f"value_shape must be the shape of a vector, got {shape_text(shape)}", pin="value_shape")


def _table(
    kind: str, *, container: str = "", shared_name: str = "", use_node_name_sharing: bool = False, key_dtype: DType,
    value_dtype: DType, context: Context,
) -> Array:  # fmt: skip
    """Create a hash table that InitializeTable fills once. After that it can only be read.

    A table persists from step to step.
    """
    return _open_table(kind, key_dtype, value_dtype, (), container, shared_name, context)


def _of_tensors(
    kind: str, *, container: str = "", shared_name: str = "", use_node_name_sharing: bool = False, key_dtype: DType,
    value_dtype: DType, value_shape: Shape = (), context: Context,
) -> Array:  # fmt: skip
    """Create an empty hash table whose entries can change. Its values are vectors.

    A table persists from step to step.

    Args:
        value_shape: the shape of each value, which must be a vector.
    """
    shape = tuple([size for size in value_shape or () if size is not None])  # it is known, see _check_tensors
    return _open_table(kind, key_dtype, value_dtype, shape, container, shared_name, context)


HashTableV2, HashTable = _both("HashTable", "-> table_handle: resource", _table, partial(_check_pair, "HashTable"))
MutableHashTableV2, MutableHashTable = _both(
    "MutableHashTable",
    "-> table_handle: resource",
    _table,
    partial(_check_pair, "MutableHashTable"),
    doc="Create an empty hash table whose entries can change. Its values are scalars.\n\n"
    "A table persists from step to step.",
)
MutableHashTableOfTensorsV2, MutableHashTableOfTensors = _both(
    "MutableHashTableOfTensors", "-> table_handle: resource", _of_tensors, _check_tensors
)


def _dense(version: str) -> BlockType:
    """Declare a table with reserved keys: one in the first version, two in the second."""
    two = version == "V2"

    def kernel(
        empty_key: Array, deleted_key: Array | None = None, *, container: str = "", shared_name: str = "",
        use_node_name_sharing: bool = False, value_dtype: DType, value_shape: Shape = (),
        initial_num_buckets: int = 131072, max_load_factor: float = 0.8, context: Context,
    ) -> Array:  # fmt: skip
        """Create an empty hash table whose entries can change. Its keys are scalars or vectors.

        A table persists from step to step. TensorFlow stores the entries in buckets and marks free buckets with
        empty_key. Here, an export has only the entries, in order of insertion.

        Args:
            empty_key: [...] a key that is never used. Its shape is the shape of all keys: [] or [size].
            value_shape: the shape of each value: [] or [size].
            initial_num_buckets: accepted for compatibility with TensorFlow and ignored. It must be a power of 2, 4 or
                more.
            max_load_factor: accepted for compatibility with TensorFlow and ignored. It must be between 0 and 1.
        """
        reserved = (
            {"empty_key": empty_key} if deleted_key is None else dict(empty_key=empty_key, deleted_key=deleted_key)
        )
        if deleted_key is not None and np.array_equal(empty_key, deleted_key):
            raise DiagramError("empty_key and deleted_key must be different", pin="deleted_key")
        key, shape = dtype_of(empty_key), tuple([size for size in value_shape or () if size is not None])
        name = shared_name or context.name
        context.keep(
            ("MutableDenseHashTable", key, value_dtype, shape, empty_key.shape),
            lambda: Table(name, key, value_dtype, shape, False, reserved, empty_key.shape),
            container,
            shared_name,
        )
        return handle(context.key(container, shared_name))

    result = declare(
        f"MutableDenseHashTable{version}", "lookup_ops",
        f"empty_key: key_dtype{', deleted_key: key_dtype' if two else ''} -> table_handle: resource",
        kernel, key_dtype=KEYS, where={"value_dtype": VALUES}, not_differentiable=_WHY, doc=kernel.__doc__,
        doc_of=({"deleted_key": "[...] another key that is never used."}, _PINS),
    )  # fmt: skip
    result.prepare = _check_dense
    result.shape(_dense_shape)
    return result


def _check_dense(attrs: dict[str, Any]) -> None:
    buckets, load, shape = attrs["initial_num_buckets"], attrs["max_load_factor"], attrs["value_shape"]
    expect(attrs, "initial_num_buckets", buckets >= 4 and not buckets & (buckets - 1), "a power of 2, 4 or more")
    expect(attrs, "max_load_factor", 0 < load < 1, "a number between 0 and 1")
    if not is_known(shape) or len(shape or ()) > 1:
        text = f"value_shape must be the shape of a scalar or a vector, got {shape_text(shape)}"
        raise DiagramError(text, pin="value_shape")


def _dense_shape(call: Call) -> Shape:
    key, value = call.dtype("empty_key"), call.attrs["value_dtype"]
    if value not in DENSE[key]:
        names = ", ".join(each.short for each in DENSE[key])
        text = f"a MutableDenseHashTable with keys of dtype {key.short} needs values of {names}, got {value.short}"
        raise DiagramError(text, pin="value_dtype")
    shape = call.shape("empty_key")
    if shape is not None and len(shape) > 1:
        text = f"empty_key must be a scalar or a vector, got the shape {shape_text(shape)}"
        raise DiagramError(text, pin="empty_key")
    other = call.shape("deleted_key") if "deleted_key" in call.type.input_index else shape
    if not compatible(shape, other):
        text = f"empty_key and deleted_key must have the same shape, got {shape_text(shape)} and {shape_text(other)}"
        raise DiagramError(text, pin="deleted_key")
    return ()


MutableDenseHashTable, MutableDenseHashTableV2 = _dense(""), _dense("V2")


# -- What uses a table -------------------------------------------------------------------------------------------------


def _of(table_handle: Array, context: Context) -> Table:
    return context.resources.find(table_handle, Table, "a table", "table_handle")


def _initialize(table_handle: Array, keys: Array, values: Array, *, context: Context) -> tuple[()]:
    """Fill a HashTable with keys and values. In later steps, the table keeps its entries.

    Args:
        keys: [n] the keys. A repeated key must have the same value.
        values: [n] the values of the keys.
    """
    _of(table_handle, context).fill(context, keys, values)
    return ()


def _initialize_from_file(
    table_handle: Array, filename: Array, *, key_index: int, value_index: int, vocab_size: int = -1,
    delimiter: str = "\t", offset: int = 0, context: Context,
) -> tuple[()]:  # fmt: skip
    """Fill a HashTable from the lines of a text file, such as a vocabulary.

    In later steps, the table keeps its entries.

    Args:
        filename: [] the name of the file.
        key_index: the field of a line that is the key, from 0. -1 is the line number, -2 the whole line.
        value_index: the field of a line that is the value, as in key_index.
        vocab_size: the number of lines to read, 1 or more. -1 reads all lines.
        delimiter: the character between fields, a single byte.
        offset: a number that is added to line numbers.
    """
    table = _of(table_handle, context)
    check_column(key_index, table.key, "key_index")
    check_column(value_index, table.value, "value_index")
    if filename.size != 1:
        raise DiagramError(f"filename must be one string, got {filename.size} strings", pin="filename")
    name = filename.item().decode(errors="surrogateescape")
    columns, types = (key_index, value_index), (table.key, table.value)
    table.fill(context, *read_entries(context, name, columns, types, vocab_size, delimiter, offset))
    return ()


def _check_delimiter(attrs: dict[str, Any]) -> None:
    expect(attrs, "delimiter", len(attrs["delimiter"].encode()) == 1, "one ASCII character")
    expect(attrs, "vocab_size", attrs["vocab_size"] != 0, "-1, or 1 or more")


def _find(table_handle: Array, keys: Array, default_value: Array, *, context: Context) -> Array:
    """Look up the values of keys in a table.

    If a HashTable is not filled yet, the block waits until another block of the step fills it.

    Args:
        keys: [...] the keys to look up.
        default_value: [value] the value of missing keys. For a mutable table, it may also have the shape [..., value],
            with one value per key.

    Returns:
        values: [..., value] the value of each key.
    """
    return _of(table_handle, context).find(keys, default_value)


def _size(table_handle: Array, *, context: Context) -> Array:
    """Count the entries of a table.

    Returns:
        size: [] the number of entries. It is 0 before a HashTable is filled.
    """
    return np.array(len(_of(table_handle, context)), np.int64)


def _insert(table_handle: Array, keys: Array, values: Array, *, context: Context) -> tuple[()]:
    """Insert entries into a mutable table. The value of an existing key is replaced.

    Args:
        keys: [...] the keys. If a key is repeated, its last value is used.
        values: [..., value] the values of the keys.
    """
    _of(table_handle, context).insert(context, keys, values)
    return ()


def _remove(table_handle: Array, keys: Array, *, context: Context) -> tuple[()]:
    """Remove entries from a mutable table.

    Args:
        keys: [...] the keys to remove. Missing keys are ignored.
    """
    _of(table_handle, context).remove(keys)
    return ()


def _export(table_handle: Array, *, Tkeys: DType, Tvalues: DType, context: Context) -> tuple[Array, Array]:
    """Return all keys and values of a table, in order of insertion.

    Args:
        Tkeys: the dtype of the keys.
        Tvalues: the dtype of the values.

    Returns:
        keys: [n] the keys.
        values: [n, value] the values of the keys.
    """
    table = _of(table_handle, context)
    check_dtypes(str(table), (table.key, table.value), Tkeys, Tvalues)
    return table.entries()


def _import(table_handle: Array, keys: Array, values: Array, *, context: Context) -> tuple[()]:
    """Replace all entries of a table.

    Args:
        keys: [n] the new keys.
        values: [n, value] the values of the keys.
    """
    _of(table_handle, context).replace(context, keys, values)
    return ()


_ENTRIES = "table_handle: resource, keys: Tin, values: Tout -> operation: operation"
InitializeTableV2, InitializeTable = _both("InitializeTable", _ENTRIES, _initialize, Tin=KEYS, Tout=VALUES)
InitializeTableFromTextFileV2, InitializeTableFromTextFile = _both(
    "InitializeTableFromTextFile",
    "table_handle: resource, filename: string -> operation: operation",
    _initialize_from_file,
    _check_delimiter,
    where={"key_index": -2, "value_index": -2, "vocab_size": -1},
)
LookupTableFindV2, LookupTableFind = _both(
    "LookupTableFind",
    "table_handle: resource, keys: Tin, default_value: Tout -> values: Tout",
    _find,
    Tin=KEYS,
    Tout=VALUES,
)
LookupTableSizeV2, LookupTableSize = _both("LookupTableSize", "table_handle: resource -> size: int64", _size)
LookupTableInsertV2, LookupTableInsert = _both("LookupTableInsert", _ENTRIES, _insert, Tin=KEYS, Tout=VALUES)
LookupTableRemoveV2, _ = _both(
    "LookupTableRemove",
    "table_handle: resource, keys: Tin -> operation: operation",
    _remove,
    plain=False,
    why=None,
    Tin=KEYS,
)
LookupTableExportV2, LookupTableExport = _both(
    "LookupTableExport", "table_handle: resource -> keys: Tkeys, values: Tvalues", _export, why=None
)
LookupTableImportV2, LookupTableImport = _both("LookupTableImport", _ENTRIES, _import, why=None, Tin=KEYS, Tout=VALUES)


# -- Shapes ------------------------------------------------------------------------------------------------------------


def _maker(call: Call) -> Node | None:
    """Return the block that creates the table of a call, if it is wired directly."""
    source = call.node.argument("table_handle")
    known = isinstance(source, Output) and source.op.type.page == "lookup_ops"
    return source.op if isinstance(source, Output) and known else None


def _value_shape(call: Call) -> Shape:
    maker = _maker(call)
    return None if maker is None else maker.attrs.get("value_shape", ())


def _lookup_shape(call: Call) -> Shape:
    maker, keys, value = _maker(call), call.shape("keys"), _value_shape(call)
    if maker is not None:
        key = maker.input("empty_key").dtype if "empty_key" in maker.type.input_index else maker.attrs["key_dtype"]
        kept = (key, maker.attrs["value_dtype"])
        check_dtypes(f"the table {maker.block_name}", kept, call.dtype("keys"), call.dtype("default_value"))
    keys = None if keys is None or maker is None else _lead_shape(call, maker, keys)
    return None if keys is None or value is None else (*keys, *value)


def _key_shape(maker: Node) -> Shape:
    return maker.input("empty_key").shape if "empty_key" in maker.type.input_index else ()


def _lead_shape(call: Call, maker: Node, keys: tuple[int | None, ...]) -> Shape:
    each = _key_shape(maker)
    if each is None:
        return None
    rank = len(keys) - len(each)
    if rank < 0 or not compatible(keys[rank:], each):
        text = f"{call.type.name}: the shape of keys must end with the shape of a key, {shape_text(each)}"
        raise DiagramError(f"{text}, got {shape_text(keys)}", pin="keys")
    return keys[:rank]


def _exported_shapes(call: Call) -> list[Shape]:
    maker, value = _maker(call), _value_shape(call)
    key = None if maker is None else _key_shape(maker)
    return [None if key is None else (None, *key), None if value is None else (None, *value)]


_SHAPES: dict[Callable[[Call], Any], tuple[BlockType | None, ...]] = {
    _lookup_shape: (LookupTableFindV2, LookupTableFind),
    _exported_shapes: (LookupTableExportV2, LookupTableExport),
    lambda call: (): (
        HashTableV2, HashTable, MutableHashTableV2, MutableHashTable, MutableHashTableOfTensorsV2,
        MutableHashTableOfTensors, LookupTableSizeV2, LookupTableSize,
    ),
}  # fmt: skip
for _rule, _types in _SHAPES.items():
    for _type in _types:
        assert _type is not None
        _type.shape(_rule)

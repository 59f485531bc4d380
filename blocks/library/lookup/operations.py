"""Tables that are looked up by key, each block type by both of TensorFlow's names: with and without V2.

What stands for a table is a resource by both.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from blocks.base.context import Context, handle
from blocks.base.dtypes import BOOL, DOUBLE, FLOAT, INT32, INT64, STRING, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.declare import declare
from blocks.library.lookup.lines import check_column, read_entries
from blocks.library.lookup.tables import CHANGING, FIXED, Table, check_dtypes

KEYS = (INT32, INT64, STRING)
VALUES = (BOOL, INT32, INT64, FLOAT, DOUBLE, STRING)
_MAKING_DOC = """
    container: names are shared within it.
    shared_name: blocks of one name share one table; by default each has its own.
    use_node_name_sharing: kept from TensorFlow: blocks have names of their own here.
    key_dtype: the dtype of the keys.
    value_dtype: the dtype of the values."""
_HANDLE_DOC = """table_handle: [] stands for the table, for the blocks that use it."""
_PAIRS = {"HashTable": FIXED, "MutableHashTable": CHANGING, "MutableHashTableOfTensors": CHANGING}
_WHY = "it looks up and keeps: what comes out is no smooth function of what goes in"


def _both(
    name: str, signature: str, kernel: Callable[..., Any], prepare: Callable[[dict[str, Any]], None] | None = None,
    *, plain: bool = True, why: str | None = _WHY, where: Mapping[str, Any] | None = None, **variables: Any,
) -> tuple[BlockType, BlockType | None]:  # fmt: skip
    """A block type by its name with V2, and without where TensorFlow has that."""
    doc = inspect.cleandoc(kernel.__doc__ or "").replace("\n    MAKING", _MAKING_DOC).replace("HANDLE", _HANDLE_DOC)
    found: list[BlockType] = []
    for version in ("V2", "") if plain else ("V2",):
        made = declare(
            f"{name}{version}", "lookup_ops", signature, partial(kernel, name) if "kind" in _names(kernel) else kernel,
            parameters=kernel, doc=doc, where=where or {}, not_differentiable=why,
            **variables,
        )  # fmt: skip
        made.prepare = prepare
        found.append(made)
    return found[0], found[1] if plain else None


def _names(kernel: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(kernel).parameters)


# -- What makes a table ------------------------------------------------------------------------------------------------


def _open_table(
    kind: str, key: DType, value: DType, shape: tuple[int, ...], container: str, shared_name: str, context: Context
) -> Array:
    """The handle of a table; the table is made the first time."""
    name = shared_name or context.name
    context.keep(
        (kind, key, value, shape),
        lambda: Table(name, key, value, shape, fixed=kind == "HashTable"),
        container,
        shared_name,
    )
    return handle(context.key(container, shared_name))


def _check_pair(kind: str, attrs: dict[str, Any]) -> None:
    """Refuse dtypes that TensorFlow has no table for."""
    key, value = attrs["key_dtype"], attrs["value_dtype"]
    allowed = _PAIRS[kind].get(key)
    if allowed is None:
        names = " or ".join(each.short for each in _PAIRS[kind])
        raise DiagramError(f"the keys of a {kind} are {names}, not {key.short}", pin="key_dtype")
    if value not in allowed:
        names = ", ".join(each.short for each in allowed)
        text = f"a {kind} with keys of dtype {key.short} has values of dtype {names}, not {value.short}"
        raise DiagramError(text, pin="value_dtype")


def _check_tensors(attrs: dict[str, Any]) -> None:
    _check_pair("MutableHashTableOfTensors", attrs)
    shape = attrs["value_shape"]
    if not is_known(shape) or len(shape) != 1:
        raise DiagramError(f"value_shape must be that of a vector, got {shape_text(shape)}", pin="value_shape")


def _table(
    kind: str, *, container: str = "", shared_name: str = "", use_node_name_sharing: bool = False, key_dtype: DType,
    value_dtype: DType, context: Context,
) -> Array:  # fmt: skip
    """A table that is filled once, by InitializeTable, and looked up from then on.

    It lasts from step to step.

    Args:
        MAKING

    Returns:
        HANDLE
    """
    return _open_table(kind, key_dtype, value_dtype, (), container, shared_name, context)


def _changing(
    kind: str, *, container: str = "", shared_name: str = "", use_node_name_sharing: bool = False, key_dtype: DType,
    value_dtype: DType, context: Context,
) -> Array:  # fmt: skip
    """A table that begins empty and whose entries may change, each value a single number or text.

    It lasts from step to step.

    Args:
        MAKING

    Returns:
        HANDLE
    """
    return _open_table(kind, key_dtype, value_dtype, (), container, shared_name, context)


def _of_tensors(
    kind: str, *, container: str = "", shared_name: str = "", use_node_name_sharing: bool = False, key_dtype: DType,
    value_dtype: DType, value_shape: Shape = (), context: Context,
) -> Array:  # fmt: skip
    """A table that begins empty and whose entries may change, each value a vector.

    It lasts from step to step.

    Args:
        MAKING
        value_shape: the shape of each value.

    Returns:
        HANDLE
    """
    shape = tuple([size for size in value_shape or () if size is not None])  # it is known, see _check_tensors
    return _open_table(kind, key_dtype, value_dtype, shape, container, shared_name, context)


HashTableV2, HashTable = _both("HashTable", "-> table_handle: resource", _table, partial(_check_pair, "HashTable"))
MutableHashTableV2, MutableHashTable = _both(
    "MutableHashTable", "-> table_handle: resource", _changing, partial(_check_pair, "MutableHashTable")
)
MutableHashTableOfTensorsV2, MutableHashTableOfTensors = _both(
    "MutableHashTableOfTensors", "-> table_handle: resource", _of_tensors, _check_tensors
)


# -- What uses a table -------------------------------------------------------------------------------------------------


def _of(table_handle: Array, context: Context) -> Table:
    return context.resources.find(table_handle, Table, "a table", "table_handle")


def _initialize(table_handle: Array, keys: Array, values: Array, *, context: Context) -> tuple[()]:
    """Fill a HashTable, once: in later steps it has these entries already.

    Args:
        table_handle: [] the table.
        keys: [n] the keys, each once.
        values: [n] their values.

    Returns:
        operation: the operation; it is no tensor.
    """
    _of(table_handle, context).fill(context, keys, values)
    return ()


def _initialize_from_file(
    table_handle: Array, filename: Array, *, key_index: int, value_index: int, vocab_size: int = -1,
    delimiter: str = "\t", offset: int = 0, context: Context,
) -> tuple[()]:  # fmt: skip
    """Fill a HashTable with the lines of a text file, once, as of a vocabulary.

    Args:
        table_handle: [] the table.
        filename: [] the file.
        key_index: which field of a line is the key, from 0; -1 for the number of the line, -2 for the whole line.
        value_index: the same for the value.
        vocab_size: how many lines are read; -1 for all.
        delimiter: the character between fields.
        offset: what is added to the numbers of lines.

    Returns:
        operation: the operation; it is no tensor.
    """
    table = _of(table_handle, context)
    check_column(key_index, table.key, "key_index")
    check_column(value_index, table.value, "value_index")
    if filename.size != 1:
        raise DiagramError(f"the name of a file is one text, not {filename.size}", pin="filename")
    name = filename.item().decode(errors="surrogateescape")
    columns, types = (key_index, value_index), (table.key, table.value)
    table.fill(context, *read_entries(context, name, columns, types, vocab_size, delimiter, offset))
    return ()


def _check_delimiter(attrs: dict[str, Any]) -> None:
    if len(attrs["delimiter"].encode()) != 1:
        raise DiagramError(f"delimiter must be one character, got {attrs['delimiter']!r}", pin="delimiter")
    if attrs["vocab_size"] == 0:
        raise DiagramError("vocab_size must be -1 or at least 1, got 0", pin="vocab_size")


def _find(table_handle: Array, keys: Array, default_value: Array, *, context: Context) -> Array:
    """Look up the values of keys in a table; a HashTable must be filled, else this waits for it.

    Args:
        table_handle: [] the table.
        keys: [...] the keys.
        default_value: [value] what stands for a key that is not there; for a mutable table [..., value] too, one for
            each key.

    Returns:
        values: [..., value] for each key its value.
    """
    return _of(table_handle, context).find(keys, default_value)


def _size(table_handle: Array, *, context: Context) -> Array:
    """Count the entries of a table.

    Args:
        table_handle: [] the table.

    Returns:
        size: [] how many there are; 0 before a HashTable is filled.
    """
    return np.array(len(_of(table_handle, context)), np.int64)


def _insert(table_handle: Array, keys: Array, values: Array, *, context: Context) -> tuple[()]:
    """Put entries into a mutable table; a key that is there gets the new value.

    Args:
        table_handle: [] the table.
        keys: [...] the keys; of one that comes twice the last value counts.
        values: [..., value] their values.

    Returns:
        operation: the operation; it is no tensor.
    """
    _of(table_handle, context).insert(context, keys, values)
    return ()


def _remove(table_handle: Array, keys: Array, *, context: Context) -> tuple[()]:
    """Take entries out of a mutable table.

    Args:
        table_handle: [] the table.
        keys: [...] the keys; those that are not there do not matter.

    Returns:
        operation: the operation; it is no tensor.
    """
    _of(table_handle, context).remove(keys)
    return ()


def _export(table_handle: Array, *, Tkeys: DType, Tvalues: DType, context: Context) -> tuple[Array, Array]:
    """Give all entries of a table, in the order in which their keys came in.

    Args:
        table_handle: [] the table.
        Tkeys: the dtype of its keys.
        Tvalues: the dtype of its values.

    Returns:
        keys: [n] the keys.
        values: [n, value] their values.
    """
    table = _of(table_handle, context)
    check_dtypes(str(table), (table.key, table.value), Tkeys, Tvalues)
    return table.entries()


def _import(table_handle: Array, keys: Array, values: Array, *, context: Context) -> tuple[()]:
    """Replace all entries of a table.

    Args:
        table_handle: [] the table.
        keys: [n] the keys.
        values: [n, value] their values.

    Returns:
        operation: the operation; it is no tensor.
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
    """The block that makes the table which a call uses, where it is wired directly."""
    source = call.node.argument("table_handle")
    known = isinstance(source, Output) and source.op.type.page == "lookup_ops"
    return source.op if isinstance(source, Output) and known else None


def _value_shape(call: Call) -> Shape:
    """The shape of a table's values, as far as the block says that makes it."""
    maker = _maker(call)
    return None if maker is None else maker.attrs.get("value_shape", ())


def _lookup_shape(call: Call) -> Shape:
    maker, keys, value = _maker(call), call.shape("keys"), _value_shape(call)
    if maker is not None:
        kept = (maker.attrs["key_dtype"], maker.attrs["value_dtype"])
        check_dtypes(f"the table {maker.block_name}", kept, call.dtype("keys"), call.dtype("default_value"))
    return None if keys is None or value is None else (*keys, *value)


def _exported_shapes(call: Call) -> list[Shape]:
    value = _value_shape(call)
    return [(None,), None if value is None else (None, *value)]


def _scalar(call: Call) -> Shape:
    return ()


_SHAPES: dict[Callable[[Call], Any], tuple[BlockType | None, ...]] = {
    _lookup_shape: (LookupTableFindV2, LookupTableFind),
    _exported_shapes: (LookupTableExportV2, LookupTableExport),
    _scalar: (
        HashTableV2, HashTable, MutableHashTableV2, MutableHashTable, MutableHashTableOfTensorsV2,
        MutableHashTableOfTensors, LookupTableSizeV2, LookupTableSize,
    ),
}  # fmt: skip
for _rule, _types in _SHAPES.items():
    for _type in _types:
        assert _type is not None
        _type.shape(_rule)

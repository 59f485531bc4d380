"""Lookup tables: their initializers are not part of a signature and run first."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from blocks.base.budget import Memory
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, FileError
from blocks.base.types import Array
from blocks.interchange.tensorflow.operations import CALLS, Operation, Value, constant_operation, followed
from blocks.library.lookup.lines import read_entries
from blocks.library.parsing.tensor_messages import DTYPES
from blocks.run.files import Folders
from blocks.run.steps.step_context import StepStreams

_TABLES = ("HashTable", "HashTableV2")
_FILLS = (
    "InitializeTable", "InitializeTableV2", "InitializeTableFromTextFile", "InitializeTableFromTextFileV2",
    "LookupTableImport", "LookupTableImportV2",
)  # fmt: skip
_FROM_FILE = ("InitializeTableFromTextFile", "InitializeTableFromTextFileV2")
_ASSIGNS, _VARIABLES = ("Assign", "AssignVariableOp"), ("VarHandleOp", "VariableV2", "Variable")
_ASKS = ("LookupTableFind", "LookupTableSize", "LookupTableExport")


def filling(operations: Iterable[Operation]) -> Iterator[Operation]:
    for each in operations:
        if each.op in _FILLS and each.inputs and followed(each.inputs[0]).operation.op in _TABLES:
            yield each


def asks(operation: Operation, fill: Operation) -> bool:
    is_asking = operation.op.removesuffix("V2") in _ASKS and bool(operation.inputs)
    return is_asking and followed(operation.inputs[0]) == followed(fill.inputs[0])


def names_filling(nodes: Iterable[Any], needed: Iterable[Any], functions: Mapping[str, Any]) -> list[str]:
    """Return the names of nodes that fill the tables used by some needed nodes, also through function calls."""
    tables = {each.name for each in needed if each.op.decode(errors="replace") in _TABLES}
    if not tables:
        return []
    results: list[str] = []
    for each in nodes:
        op = each.op.decode(errors="replace")
        if op in CALLS:
            function = functions.get(each.attr["f"].func.name.decode(errors="replace"))
            fills = function is not None and any(n.op.decode(errors="replace") in _FILLS for n in function.node_def)
        else:
            fills = op in _FILLS
        if fills and tables.intersection(text.partition(b":")[0] for text in each.input):
            results.append(each.name.decode(errors="replace"))
    return results


class Vocabularies:
    """The text files of a SavedModel's tables, whose contents become constants."""

    def __init__(self, folder: str, meta: Any) -> None:
        self._folder = os.path.join(folder, "assets")
        self._names = {
            each.tensor_info.name.decode(errors="replace").partition(":")[0]: each.filename.decode(errors="replace")
            for each in meta.asset_file_def
        }

    def read(self, operations: Sequence[Operation]) -> list[Operation]:
        """Return operations that fill tables with constants; raise FileError if a file is missing or wrong."""
        if not self._names:
            return list(operations)
        gone: set[Operation] = set()
        added: list[Operation] = []
        for each in operations:
            if each.op not in _FROM_FILE or len(each.inputs) != 2:
                continue
            result = self._file(each.inputs[1], operations)
            table = followed(each.inputs[0]).operation
            types = [DTYPES.get(table.attr[key].type) for key in ("key_dtype", "value_dtype") if key in table.attr]
            if result is None or len(types) != 2 or None in types:
                continue
            name, chain = result
            gone.update(chain)
            entries = self._entries(each, name, [dtype for dtype in types if dtype is not None])
            constants = [
                constant_operation((*each.path[:-1], f"{each.path[-1]}_{what}"), array, dtype)
                for what, array, dtype in zip(("keys", "values"), entries, types, strict=True)
                if dtype is not None
            ]
            each.op = "InitializeTableV2"
            each.inputs = [each.inputs[0], *(Value(one, 0) for one in constants)]
            added += constants
        kept = [*(each for each in operations if each not in gone), *added]
        for each in kept:
            each.control = [one for one in each.control if one not in gone]
        return kept

    def _file(self, value: Value, operations: Sequence[Operation]) -> tuple[str, set[Operation]] | None:
        chain: set[Operation] = set()
        while value.operation not in chain:
            source = value.operation
            chain.add(source)
            if source.name in self._names:
                return self._names[source.name], chain
            if source.op in _VARIABLES:
                writes = [each for each in operations if each.op in _ASSIGNS and each.inputs[:1] == [Value(source, 0)]]
                if len(writes) != 1 or len(writes[0].inputs) < 2:
                    return None
                chain.add(writes[0])
                value = followed(writes[0].inputs[1])
            elif source.inputs:
                value = followed(source.inputs[0])
        return None

    def _entries(self, fill: Operation, name: str, types: Sequence[DType]) -> tuple[Array, Array]:
        attr = fill.attr
        context = StepStreams(0, 0, files=Folders(self._folder), memory=Memory.of()).context("import")
        try:
            return read_entries(
                context, name, (attr["key_index"].i, attr["value_index"].i), (types[0], types[1]),
                attr["vocab_size"].i if "vocab_size" in attr else -1,
                attr["delimiter"].s.decode(errors="replace") or "\t" if "delimiter" in attr else "\t",
                attr["offset"].i if "offset" in attr else 0,
            )  # fmt: skip
        except (DiagramError, ValueError) as error:
            why = error.message if isinstance(error, DiagramError) else str(error)
            raise FileError(f"the vocabulary of {fill.name!r} cannot be read: {why}", file=self._folder) from None

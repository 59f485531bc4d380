"""Tables that look up: what fills them is no part of a signature, and has to run before anything is found in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from blocks.interchange.tensorflow.operations import CALLS, Operation, followed

_TABLES = ("HashTable", "HashTableV2")
_FILLS = (
    "InitializeTable", "InitializeTableV2", "InitializeTableFromTextFile", "InitializeTableFromTextFileV2",
    "LookupTableImport", "LookupTableImportV2",
)  # fmt: skip
_OF_ALL = ("LookupTableSize", "LookupTableSizeV2", "LookupTableExport", "LookupTableExportV2")


def filling(operations: Iterable[Operation]) -> Iterator[Operation]:
    """The operations that fill a table whose contents stay as they are from then on."""
    for each in operations:
        if each.op in _FILLS and each.inputs and followed(each.inputs[0]).operation.op in _TABLES:
            yield each


def asks_all(operation: Operation, fill: Operation) -> bool:
    """Whether an operation looks at all that a table holds which another one fills."""
    return operation.op in _OF_ALL and followed(operation.inputs[0]) == followed(fill.inputs[0])


def names_filling(nodes: Iterable[Any], needed: Iterable[Any], functions: Mapping[str, Any]) -> list[str]:
    """The names of the nodes of a graph that fill the tables among some that are needed; calls of functions, too.

    Args:
        nodes: all of the graph.
        needed: those that are needed.
        functions: the functions of the graph, by name.
    """
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

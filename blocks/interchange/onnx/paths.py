"""Paths of operators and tensors: names with ``/``, or the PyTorch modules of an operator."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from blocks.interchange.importing.model_graph import MOST_PARTS, common_path, split
from blocks.interchange.onnx.schema import text

_SCOPES, _CLASSES = b"pkg.torch.onnx.name_scopes", b"pkg.torch.onnx.class_hierarchy"
_MOST_SAID = 10_000
_QUOTED = re.compile(rb"'([^']*)'")

Path = tuple[str, ...]


class NodePaths(NamedTuple):
    """The paths of some operators, in order; ``classes`` has the PyTorch module class by path of a composite."""

    nodes: Sequence[Path]
    classes: Mapping[Path, str]


def quoted(said: bytes) -> list[str]:
    return [text(each) for each in _QUOTED.findall(said[:_MOST_SAID])]


def said(message: Any, key: bytes) -> bytes:
    return next((each.value for each in message.metadata_props if each.key == key), b"")


def module_names(node: Any) -> list[str]:
    return list(filter(None, quoted(said(node, _SCOPES))[:-1]))[: MOST_PARTS - 2]


def function_name(node: Any) -> str:
    """Return an operator's PyTorch function, such as ``aten.max.dim``; empty if it is unknown."""
    return (quoted(said(node, _CLASSES)) or [""])[-1]


def paths_of(nodes: Sequence[Any], prefix: Path) -> NodePaths:
    """Return the paths of the operators of a graph, after a prefix.

    PyTorch's newer exporter gives operators flat names, and their modules as metadata. A module that is called again is
    another composite: one for all calls would depend on its own result.
    """
    result: list[Path] = []
    classes: dict[Path, str] = {}
    calls = Counter[Path]()
    open_: list[tuple[str, Path]] = []
    for index, node in enumerate(nodes):
        name = text(node.name)
        names = module_names(node) if "/" not in name else []
        if not names:
            own = split(clean(name)) if name.strip("/") else (f"{text(node.op_type)}_{index}",)
            result.append((*prefix, *own))
            if said(node, _SCOPES):
                open_ = []
            continue
        same = 0
        while same < min(len(names), len(open_)) and names[same] == open_[same][0]:
            same += 1
        del open_[same:]
        kinds = quoted(said(node, _CLASSES))[1:]
        for depth in range(same, len(names)):
            above = open_[-1][1] if open_ else prefix
            outer = names[depth - 1] if depth else ""
            path = (*above, names[depth].removeprefix(f"{outer}."))
            calls[path] += 1
            if calls[path] > 1:
                path = (*path[:-1], f"{path[-1]}_{calls[path]}")
            open_.append((names[depth], path))
            if depth < len(kinds):
                classes[path] = kinds[depth].rpartition(".")[2]
        result.append((*open_[-1][1], text(node.op_type)))
    return NodePaths(result, classes)


def homes_of(nodes: Sequence[Any], paths: Sequence[Path]) -> dict[bytes, Path]:
    """Return, by tensor, the innermost composite that holds all its readers."""
    result: dict[bytes, Path] = {}
    for node, path in zip(nodes, paths, strict=True):
        for name in names_read(node):
            before = result.get(name)
            result[name] = path[:-1] if before is None else common_path(before, path[:-1])
    return result


def placed(shown: str, home: Path) -> Path:
    """Return a tensor's path: ``layers.0.attention.out.weight`` is ``out.weight`` in ``layers/0/attention``."""
    if not home or "/" in shown:
        return split(clean(shown))
    parts = shown.split(".")
    rest = parts
    for module in reversed(home):
        inner = module.rpartition(".")[2]
        tail = next((each for each in (inner, re.sub(r"_[0-9]+$", "", inner)) if each in parts[:-1]), None)
        if tail is not None:
            rest = parts[len(parts) - parts[::-1].index(tail) :]
            break
    return (*home, ".".join(each for each in rest if each and not each.isdigit()) or shown)


def clean(name: str) -> str:
    return "/".join(filter(None, name.split("/"))) or "_"


def names_read(node: Any) -> Iterable[bytes]:
    stack = [node]
    while stack:
        each = stack.pop()
        yield from each.input
        for attribute in each.attribute:
            for graph in [attribute.g, *attribute.graphs]:
                stack.extend(graph.node)
                yield from (output.name for output in graph.output)

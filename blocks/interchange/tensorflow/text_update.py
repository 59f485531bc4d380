"""Updated tensors in a model's text file; all other text stays the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from blocks.base.errors import FileError
from blocks.interchange.tensorflow import schema

_TOKEN = re.compile(r"""#[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}<>]|[^\s{}<>"'#:,;\[\]]+""")
_NAMES = {number: name for name, number in schema.NUMBERS.items()}


class _Field(NamedTuple):
    """A message in a text file; ``begin`` and ``end`` delimit the part between its braces."""

    name: str
    begin: int
    end: int
    inner: list[_Field]

    def all(self, *path: str) -> list[_Field]:
        fields: list[_Field] = [self]
        for name in path:
            fields = [each for field in fields for each in field.inner if each.name == name]
        return fields


def with_tensors(text: str, kind: str, new: Any, file: str) -> str:
    """Return a model in text format with the tensors of another state of the same model.

    Args:
        kind: the name of its message, GraphDef or SavedModel.
        new: the message with other tensors in its Const nodes, and no other difference.

    Raises:
        FileError: the nodes cannot be located.
    """
    old, root = schema.read_text(kind, text.encode(), file), _tree(text)
    parts: list[str] = []
    index = 0
    for span, before, after in _nodes(kind, root, old, new, file):
        tensor = after.attr["value"].tensor
        if "value" not in after.attr or before.attr["value"].tensor == tensor:
            continue
        fields = [each for each in span.all("attr", "value") if each.all("tensor")]
        if len(fields) != 1:
            raise _not_found(file)
        [field] = fields[0].all("tensor")
        parts += [text[index : field.begin], _written(tensor, text, field)]
        index = field.end
    return "".join([*parts, text[index:]])


def _tree(text: str) -> _Field:
    root = _Field("", 0, len(text), [])
    pending, name = [root], ""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in ("{", "<"):
            pending.append(_Field(name, match.end(), 0, []))
        elif token in ("}", ">"):
            done = pending.pop()._replace(end=match.start())
            pending[-1].inner.append(done)
        elif token[0] not in "\"'#":
            name = token
    return root


def _nodes(kind: str, root: _Field, old: Any, new: Any, file: str) -> Iterator[tuple[_Field, Any, Any]]:
    if kind == "GraphDef":
        graphs = [(root, old, new)]
    else:
        spans = root.all("meta_graphs")
        metas = _together(spans, old.meta_graphs, new.meta_graphs, file)
        graphs = [(graph, a.graph_def, b.graph_def) for span, a, b in metas for graph in span.all("graph_def")]
    results: list[tuple[_Field, Any, Any]] = []
    for span, a, b in graphs:
        results += _together(span.all("node"), a.node, b.node, file)
        functions = _together(span.all("library", "function"), a.library.function, b.library.function, file)
        for inner, c, d in functions:
            results += _together(inner.all("node_def"), c.node_def, d.node_def, file)
    yield from sorted(results, key=lambda each: each[0].begin)


def _together(
    spans: Sequence[_Field], old: Sequence[Any], new: Sequence[Any], file: str
) -> list[tuple[_Field, Any, Any]]:
    if not len(spans) == len(old) == len(new):
        raise _not_found(file)
    return list(zip(spans, old, new, strict=True))


def _not_found(file: str) -> FileError:
    return FileError("the layout of the nodes in the text cannot be updated. Use a .pb file", file=file)


def _written(tensor: Any, text: str, field: _Field) -> str:
    from google.protobuf import text_format

    end = text[text.rfind("\n", 0, field.end) + 1 : field.end]
    indent = len(end) if not end.strip() else 0
    lines = text_format.MessageToString(tensor, indent=indent + 2)
    lines = re.sub(r"^( *)dtype: ([0-9]+)$", lambda m: f"{m[1]}dtype: {_NAMES[int(m[2])]}", lines, flags=re.MULTILINE)
    return f"\n{lines}{' ' * indent}"

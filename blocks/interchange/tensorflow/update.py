"""Updated weights in an imported TensorFlow model."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.errors import FileError
from blocks.base.files import write_atomically
from blocks.base.messages import read_message_file
from blocks.base.types import Array
from blocks.document.model import PageView
from blocks.interchange.importing.model_graph import ModelNode
from blocks.interchange.importing.updated_weights import Updated, UpdatedWeights
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.convert import GraphImporter
from blocks.interchange.tensorflow.files import read_model
from blocks.interchange.tensorflow.operations import Operation
from blocks.interchange.tensorflow.operators import VARIABLES
from blocks.library.io import bundle
from blocks.library.parsing.tensor_messages import put_tensor, tensor_of
from blocks.run.files import Folders
from blocks.run.session import Session

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
    """Return a model, a GraphDef or SavedModel in text format, with the tensors in the Const nodes of ``new``."""
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
    return FileError("the nodes cannot be located in the text file, so it cannot be updated. Use a .pb file", file=file)


def _written(tensor: Any, text: str, field: _Field) -> str:
    from google.protobuf import text_format

    end = text[text.rfind("\n", 0, field.end) + 1 : field.end]
    indent = len(end) if not end.strip() else 0
    lines = text_format.MessageToString(tensor, indent=indent + 2)
    lines = re.sub(r"^( *)dtype: ([0-9]+)$", lambda m: f"{m[1]}dtype: {_NAMES[int(m[2])]}", lines, flags=re.MULTILINE)
    return f"\n{lines}{' ' * indent}"


def update_model(
    path: str, pages: Sequence[PageView], session_of: Callable[[PageView], Session], checkpoint: str | None = None
) -> Updated:
    """Write the values in a diagram into the weights of its TensorFlow model; see `models.update_model`."""
    return _Update(path, checkpoint).run(pages, session_of)


class _Update:
    def __init__(self, path: str, checkpoint: str | None) -> None:
        self._model = read_model(path, checkpoint)
        self._importer = GraphImporter(self._model, trainable=True)
        self._saved: dict[str, tuple[Array, DType]] = {}
        self._is_new_graph = False

    def run(self, pages: Sequence[PageView], session_of: Callable[[PageView], Session]) -> Updated:
        weights = UpdatedWeights(self._importer.build("model"), pages, session_of, self._model.path)
        for translation in self._importer.translations:
            for operation, item in translation.results():
                ref = item.output(0)
                if ref is not None and (operation.op in VARIABLES or operation.op == "Const"):
                    self._put(operation, ref.node, weights)
        updated = weights.finish()
        self._write()
        return updated

    def _put(self, operation: Operation, node: ModelNode, weights: UpdatedWeights) -> None:
        old, restored, values = (self._importer.saved_value(operation), self._importer.saved_as(operation),
                              self._model.checkpoint)  # fmt: skip
        if operation.op in VARIABLES and old is not None and restored is not None and values is not None:
            value = weights.new_value(node, old.array, operation.name)
            if value is not None and restored.part is not None:
                before = self._saved[restored.key][0] if restored.key in self._saved else values.tensor(restored.key)
                part, value = value, before.copy()
                value[restored.part.bounds] = part
            if value is not None:
                self._saved[restored.key] = value, old.dtype
            return
        first = self._importer.first.get(operation)
        constant = operation if operation.op == "Const" else None if first is None else first.operation
        if constant is None or constant.op != "Const" or "value" not in constant.attr:
            return
        message: Any = constant.attr["value"].tensor
        value = weights.new_value(node, tensor_of(message), constant.name)
        if value is not None:
            dtype = self._importer.tensors.dtype(message)
            message.Clear()
            put_tensor(message, value, dtype)
            self._is_new_graph = True

    def _write(self) -> None:
        if self._is_new_graph:
            write_atomically(self._model.file, self._new_file())
        values = self._model.checkpoint
        if self._saved and values is not None:
            folder, name = os.path.split(os.path.abspath(values.prefix))
            saved = [
                bundle.Saved(key.encode(), *self._saved.get(key, (values.tensor(key), values.dtype(key))), None)
                for key in values.keys
            ]
            bundle.save(Folders(folder, write=[folder]), name, saved)

    def _new_file(self) -> bytes:
        file, whole = self._model.file, self._model.whole
        if file.suffix.lower() != ".pbtxt":
            return whole.SerializeToString()
        kind = "GraphDef" if self._model.meta is None else "SavedModel"
        return with_tensors(read_message_file(str(file)).decode(), kind, whole, self._model.path).encode()

"""Updated weights in an imported TensorFlow model."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from blocks.base.dtypes import DType
from blocks.base.files import read_named, write_atomically
from blocks.base.types import Array
from blocks.document.model import PageView
from blocks.interchange.importing.model_graph import ModelNode
from blocks.interchange.importing.updated_weights import Updated, Weights
from blocks.interchange.tensorflow.convert import Importer
from blocks.interchange.tensorflow.files import MOST_BYTES, read_model
from blocks.interchange.tensorflow.operations import Operation
from blocks.interchange.tensorflow.operators import VARIABLES
from blocks.interchange.tensorflow.text_update import with_tensors
from blocks.library.io import bundle
from blocks.library.parsing.tensor_messages import put_tensor, tensor_of
from blocks.run.files import Folders
from blocks.run.session import Session


def update_model(
    path: str, pages: Sequence[PageView], session_of: Callable[[PageView], Session], checkpoint: str | None = None
) -> Updated:
    """Write the values in a diagram into the weights of the TensorFlow model that it was imported from.

    Args:
        path: the model: a GraphDef (``.pb``, ``.pbtxt``), or the folder of a SavedModel.
        pages: the pages of the diagram; if several have different values for a weight, the last one counts.
        checkpoint: the checkpoint of a GraphDef's variables, if it is not beside the model.

    Raises:
        DiagramError: the model cannot be read or written, or it has no weight of these paths.
    """
    return _Update(path, checkpoint).run(pages, session_of)


class _Update:
    def __init__(self, path: str, checkpoint: str | None) -> None:
        self._model = read_model(path, checkpoint)
        self._importer = Importer(self._model, trainable=True)
        self._saved: dict[str, tuple[Array, DType]] = {}
        self._is_new_graph = False

    def run(self, pages: Sequence[PageView], session_of: Callable[[PageView], Session]) -> Updated:
        weights = Weights(self._importer.build("model"), pages, session_of, self._model.path)
        for translation in self._importer.translations:
            for operation, item in translation.results():
                ref = item.output(0)
                if ref is not None and (operation.op in VARIABLES or operation.op == "Const"):
                    self._put(operation, ref.node, weights)
        updated = weights.finish()
        self._write()
        return updated

    def _put(self, operation: Operation, node: ModelNode, weights: Weights) -> None:
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
        return with_tensors(read_named(file, MOST_BYTES).decode(), kind, whole, self._model.path).encode()

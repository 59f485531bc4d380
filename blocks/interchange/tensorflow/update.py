"""Weights back into the model that they came from."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, FileError
from blocks.base.files import read_named, write_atomically
from blocks.base.types import Array
from blocks.document.model import PageView
from blocks.interchange.tensorflow.convert import Importer
from blocks.interchange.tensorflow.files import MOST_BYTES, read_model
from blocks.interchange.tensorflow.operations import Operation
from blocks.interchange.tensorflow.operators import VARIABLES
from blocks.interchange.tensorflow.text_update import with_tensors
from blocks.library.io import bundle
from blocks.library.parsing.tensor_messages import put_tensor, tensor_of
from blocks.run.files import Folders
from blocks.run.session import Session


class Updated(NamedTuple):
    """What was written.

    Attributes:
        changed: how many weights have new values.
        weights: how many the model has for which the diagram has values.
    """

    changed: int
    weights: int


def update_model(
    path: str, pages: Sequence[PageView], session_of: Callable[[PageView], Session], checkpoint: str | None = None
) -> Updated:
    """Give the weights of a model the values that the variables of a diagram have, which was imported from it.

    Args:
        path: the model: a GraphDef (``.pb``, ``.pbtxt``), or the folder of a SavedModel.
        pages: the pages of the diagram; where several have other values for one weight, the last.
        session_of: gives a session of a page.
        checkpoint: where the values of a GraphDef's variables are, if not beside it.

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
        """Write what is new."""
        paths = self._importer.build("model").paths
        wanted = {page.name: page for page in pages}
        sessions: dict[str, Session] = {}
        result = changed = 0
        for translation in self._importer.translations:
            for operation, item in translation.made():
                ref = item.output(0)
                if ref is None or ref.node.type != "Variable":
                    continue
                page, path = paths[ref.node]
                if page not in wanted:
                    continue
                if page not in sessions:
                    sessions[page] = session_of(wanted[page])
                if path in sessions[page].variables:
                    result += 1
                    changed += self._put(operation, sessions[page].variables[path])
        if not result:
            raise FileError("has no weight for which the diagram has a variable", file=self._model.path)
        self._write()
        return Updated(changed, result)

    def _put(self, operation: Operation, value: Array) -> bool:
        """Give a weight a value; whether it is another one."""
        if operation.op in VARIABLES:
            return self._put_variable(operation, value)
        return self._put_constant(operation, value)

    def _put_variable(self, variable: Operation, value: Array) -> bool:
        key, values = self._importer.key_of(variable), self._model.checkpoint
        if key is None or values is None:
            first = self._importer.first.get(variable)
            return first is not None and first.operation.op == "Const" and self._put_constant(first.operation, value)
        if _same(values.tensor(key), value):
            return False
        self._fits(variable, values.tensor(key), value)
        self._saved[key] = value, values.dtype(key)
        return True

    def _put_constant(self, operation: Operation, value: Array) -> bool:
        message: Any = operation.attr["value"].tensor
        old = tensor_of(message)
        if _same(old, value):
            return False
        self._fits(operation, old, value)
        dtype = self._importer.tensors.dtype(message)
        message.Clear()
        put_tensor(message, value, dtype)
        self._is_new_graph = True
        return True

    def _fits(self, operation: Operation, old: Array, new: Array) -> None:
        if old.shape != new.shape or old.dtype != new.dtype:
            text = f"{operation.name!r} is {old.dtype.name} {list(old.shape)}, the diagram has {list(new.shape)}"
            raise DiagramError(text, file=self._model.path)

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


def _same(old: Array, new: Array) -> bool:
    """Whether two tensors have the same bits."""
    if old.shape != new.shape or old.dtype != new.dtype:
        return False
    if old.dtype.hasobject:
        return np.array_equal(old, new)
    return np.ascontiguousarray(old).tobytes() == np.ascontiguousarray(new).tobytes()

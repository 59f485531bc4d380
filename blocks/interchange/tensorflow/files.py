"""Readers of TensorFlow models: a GraphDef or a SavedModel folder, with its checkpoint."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from blocks.base.budget import Memory, Unpacked
from blocks.base.errors import DiagramError, FileError
from blocks.base.files import read_named
from blocks.base.messages import read_message_file
from blocks.base.types import Array
from blocks.interchange.tensorflow import schema
from blocks.library.io.bundle import Bundle, data_name
from blocks.library.parsing.tensor_messages import DTYPES, read_shape
from blocks.run.files import Folders
from blocks.run.steps.step_context import StepStreams

SUFFIXES = (".pb", ".pbtxt")

_SAVED = ("saved_model.pb", "saved_model.pbtxt")
_OBJECTS = b"_CHECKPOINTABLE_OBJECT_GRAPH"


class ModelFile(NamedTuple):
    """A model on disk; ``meta`` is None for a plain GraphDef, ``whole`` is the message in ``file``."""

    path: str
    graph: Any
    meta: Any
    checkpoint: Checkpoint | None
    whole: Any
    file: Path

    @property
    def title(self) -> str:
        return Path(os.path.abspath(self.path)).stem.encode(errors="replace").decode()


class Checkpoint:
    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        folder, name = os.path.split(os.path.abspath(prefix))
        context = StepStreams(0, 0, files=Folders(folder, read=[folder]), memory=Memory.of()).context("import")
        try:
            self._bundle = Bundle(context, name)
        except DiagramError as error:
            raise FileError(f"the checkpoint cannot be read: {error.message}", file=prefix) from None
        self._read: dict[bytes, Array] = {}
        self._room = Unpacked(prefix)
        for shard in range(self._bundle.shards):
            with contextlib.suppress(OSError):
                self._room.add(os.path.getsize(data_name(prefix, shard, self._bundle.shards)))
        self._named: dict[bytes, bytes] | None = None

    @property
    def keys(self) -> list[str]:
        return [key.decode(errors="replace") for key in self._bundle.entries if not key.startswith(b"\0")]

    def has(self, key: str) -> bool:
        return bool(key) and key.encode(errors="replace") in self._bundle.entries

    def tensor(self, key: str) -> Array:
        name = key.encode()
        entry = self._read.get(name)
        if entry is None:
            dtype = DTYPES.get(self._bundle.entries[name].dtype)
            if dtype is None:
                text = f"the tensor {key!r} in the checkpoint has a dtype that cannot be read"
                raise FileError(text, file=self.prefix)
            shape = self.shape(key) or ()
            self._room.take(math.prod(shape) * dtype.size, repr(key))  # many may name the same bytes of a file
            try:
                entry = self._read[name] = self._bundle.read(name, None, dtype)
            except DiagramError as error:
                raise FileError(error.message, file=self.prefix, hint=error.hint) from None
        return entry

    def dtype(self, key: str) -> Any:
        return DTYPES.get(self._bundle.entries[key.encode()].dtype)

    def shape(self, key: str) -> tuple[int, ...] | None:
        return read_shape(self._bundle.entries[key.encode()].shape)

    def key_of(self, variable: str) -> str | None:
        if self._named is None:
            attributes = (each for node in self.objects.nodes for each in node.attributes)
            self._named = {each.full_name: each.checkpoint_key for each in attributes}
        entry = self._named.get(variable.encode(errors="replace"))
        return None if entry is None else entry.decode(errors="replace")

    @cached_property
    def objects(self) -> Any:
        """Return the object graph of TensorFlow 2; it is empty for a checkpoint of TensorFlow 1."""
        result = schema.message("TrackableObjectGraph")
        if _OBJECTS in self._bundle.entries and not schema.parse(result, bytes(self.tensor(_OBJECTS.decode()).item())):
            return schema.message("TrackableObjectGraph")
        return result


def read_model(path: str, checkpoint: str | None = None) -> ModelFile:
    """Read a GraphDef, or the folder of a SavedModel; the checkpoint beside it counts unless one is given."""
    if os.path.isdir(path):
        return _saved_model(path, checkpoint)
    name = os.path.basename(path)
    if name in _SAVED:
        return _saved_model(os.path.dirname(path) or ".", checkpoint)
    graph = _message("GraphDef", path)
    if not graph.node and _is_saved(path):
        raise FileError("this file is part of a SavedModel: name the folder that contains saved_model.pb", file=path)
    if not graph.node:
        raise FileError("this is not a TensorFlow GraphDef: it has no nodes", file=path)
    prefix = checkpoint or _beside(path)
    return ModelFile(path, graph, None, Checkpoint(prefix) if prefix else None, graph, Path(path))


def _saved_model(folder: str, checkpoint: str | None) -> ModelFile:
    file = next((name for name in _SAVED if os.path.isfile(os.path.join(folder, name))), None)
    if file is None:
        raise FileError("the folder is not a SavedModel: it contains no saved_model.pb", file=folder)
    saved = _message("SavedModel", os.path.join(folder, file))
    metas = list(saved.meta_graphs)
    meta = next((each for each in metas if b"serve" in each.meta_info_def.tags), metas[0] if metas else None)
    if meta is None:
        raise FileError("the SavedModel contains no graph", file=folder)
    prefix = checkpoint or os.path.join(folder, "variables", "variables")
    has = checkpoint is not None or os.path.isfile(f"{prefix}.index")
    values = Checkpoint(prefix) if has else None
    return ModelFile(folder, meta.graph_def, meta, values, saved, Path(folder, file))


def _message(kind: str, path: str) -> Any:
    data = read_message_file(path)
    if path.lower().endswith(".pbtxt"):
        return schema.read_text(kind, data, path)
    return schema.read(kind, data, path)


def _is_saved(path: str) -> bool:
    try:
        return bool(_message("SavedModel", path).meta_graphs)
    except FileError:
        return False


def _beside(path: str) -> str | None:
    """Return the checkpoint beside a graph: the one that the file ``checkpoint`` names, or the only one."""
    folder = os.path.dirname(os.path.abspath(path))
    state = os.path.join(folder, "checkpoint")
    if os.path.isfile(state):
        name = _latest(read_named(state, 1 << 20).decode(errors="replace"))
        # What a file says leads to no other folder.
        prefix = os.path.join(folder, os.path.basename(name))
        if name and os.path.isfile(f"{prefix}.index"):
            return prefix
    result = sorted(name for name in os.listdir(folder) if name.endswith(".index"))
    return os.path.join(folder, result[0].removesuffix(".index")) if len(result) == 1 else None


def _latest(text: str) -> str:
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "model_checkpoint_path":
            return value.strip().strip('"')
    return ""


def outputs_in(meta: Any) -> Mapping[str, list[str]]:
    if meta is None:
        return {}
    return {
        each.name.decode(errors="replace"): [arg.name.decode(errors="replace") for arg in each.output_arg]
        for each in meta.meta_info_def.stripped_op_list.op
    }

"""The entry point for models of all formats.

A new format requires a file extension in `blocks.document.file_kinds` and an importer that is called here. It makes a
`ModelGraph` for each page, which `blocks.interchange.importing.build` turns into the diagram.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from blocks.analysis.gradient_flow import page_flow
from blocks.base.budget import UNPACKED
from blocks.base.collection import paused_collection
from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.types import Array
from blocks.document.model import Diagram, PageView
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.interchange.importing.build import Imported
from blocks.interchange.importing.updated_weights import Updated
from blocks.run.session import Session


def update_model(
    path: str, pages: Sequence[PageView], session_of: Callable[[PageView], Session], checkpoint: str | None = None
) -> Updated:
    """Write the values in a diagram into the weights of the model that it was imported from.

    If several pages have different values for a weight, the last one counts. A checkpoint is given for a GraphDef if it
    is not beside the model. DiagramError: the model cannot be written, or it has no weight of these paths.
    """
    if path.lower().endswith(".onnx"):
        if checkpoint is not None:
            raise UsageError("a checkpoint can be given only for a TensorFlow model", file=path)
        from blocks.interchange.onnx.update import update_model as update_onnx

        return update_onnx(path, pages, session_of)
    from blocks.interchange.tensorflow.update import update_model as update_tensorflow

    return update_tensorflow(path, pages, session_of, checkpoint)


def import_model(
    path: str | os.PathLike[str],
    stem: str,
    *,
    checkpoint: str | None = None,
    trainable: bool = False,
    gathered: bool = False,
    variables: Sequence[str] = (),
    memory: int = UNPACKED,
) -> Imported:
    """Return the diagram of a model: a GraphDef, the folder of a SavedModel, or an ONNX model.

    Args:
        stem: the diagram's file name without the extension; weights go into the folder ``STEM.weights`` beside it.
        checkpoint: for a GraphDef, the prefix of a checkpoint's file names, if it is not beside the model.
        trainable: turn parameters that are constants into variables.
        gathered: move weights into the composites that read them, which changes their paths.
        variables: path patterns of the parameters to train; empty for all.
        memory: bytes that tensors may take beyond their size in the files.

    Raises:
        UsageError: a checkpoint is named for a model that has none, or a pattern matches no parameter.
        FileError: the model cannot be read, is damaged, is too large for a diagram, or is not a model.
    """
    from blocks.document.file_kinds import kind_of

    if kind_of(path) != "model":
        raise FileError("this is not a model that can be imported", file=os.fspath(path))
    with paused_collection():  # large models grow for a second or more, and nothing of them is garbage
        importer = _importer(os.fspath(path), checkpoint, trainable, memory)
        try:
            result = importer.build(stem, gathered=gathered, variables=variables)
        except DiagramError as error:
            raise error.located(file=importer.path) from None
        ends = [_gradient_ends(page, result.diagram, result.files) for page in result.diagram.pages]
        return result._replace(report=[*result.report, *filter(None, ends)])


def _importer(path: str, checkpoint: str | None, trainable: bool, memory: int) -> Any:
    if path.lower().endswith(".onnx"):
        if checkpoint is not None:
            raise UsageError("a checkpoint can be given only for a TensorFlow model", file=path)
        from blocks.interchange.onnx.convert import OnnxImporter

        return OnnxImporter(path, trainable=trainable, memory=memory)
    from blocks.interchange.tensorflow.convert import GraphImporter
    from blocks.interchange.tensorflow.files import read_model

    return GraphImporter(read_model(path, checkpoint), trainable=trainable, memory=memory)


_MOST = 10


def _gradient_ends(page: PageView, diagram: Diagram, files: Mapping[str, Array]) -> str | None:
    """Return the number of variables that a page's gradients reach, and the ends of gradients, as a sentence."""
    elaboration = elaborate(page.snapshot(), files.__getitem__, composites=composites_of(definitions_of(diagram)))
    outputs = _outputs(elaboration)
    if not outputs:
        return None
    flow = page_flow(elaboration, outputs)
    reached = sum(fate.reached for block, fate in flow.variables.items() if elaboration.specs[block].variable)
    variables = sum(elaboration.specs[block].variable for block in flow.variables)
    begin = f"page {page.name!r}: gradients of the results that `run` fetches reach {reached} of {variables} variables"
    if not variables:
        begin = f"page {page.name!r}: it has no variables for gradients to reach"
    cuts = list(dict.fromkeys(f"{each.block} ({each.reason})" for each in flow.cuts))
    more = f" and at {len(cuts) - _MOST:,} more places" if len(cuts) > _MOST else ""
    return f"{begin}; they stop at {', '.join(cuts[:_MOST])}{more}" if cuts else begin


def _outputs(elaboration: Elaboration) -> list[Output]:
    fetched = [each for _, request in elaboration.requests for each in request.fetches]
    return list(dict.fromkeys(each for each in fetched if each.dtype.is_differentiable))

"""The entry point for models of all formats.

Another form is one more ending in `blocks.document.file_kinds`, and one more importer that is called here: it makes a
`ModelGraph` for each page, of which `blocks.interchange.importing.build` makes the diagram.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from blocks.base.collection import paused_collection
from blocks.base.errors import FileError, UsageError
from blocks.document.model import PageView
from blocks.interchange.importing.build import Imported
from blocks.interchange.importing.gradient_ends import gradient_ends
from blocks.interchange.importing.updated_weights import Updated
from blocks.run.session import Session


def update_model(
    path: str, pages: Sequence[PageView], session_of: Callable[[PageView], Session], checkpoint: str | None = None
) -> Updated:
    """Give the weights of a model the values that a diagram has, which was imported from it.

    Args:
        path: where it is.
        pages: the pages of the diagram; where several have other values for one weight, the last.
        session_of: gives a session of a page.
        checkpoint: where the values of a GraphDef's variables are, if not beside it.

    Raises:
        UsageError: a checkpoint is named for a model that has none.
        DiagramError: the model cannot be read or written, or it has no weight of these paths.
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
) -> Imported:
    """The diagram of a model: a GraphDef of TensorFlow, the folder of a SavedModel, or a model of ONNX.

    Args:
        path: where it is.
        stem: the name of the diagram's file without its ending: weights go into the folder ``STEM.weights`` beside it.
        checkpoint: for a GraphDef the beginning of the names of a checkpoint's files, where it does not lie beside.
        trainable: parameters that are constants become variables.
        gathered: weights come into the composites that read them, which gives them other paths.
        variables: patterns of the paths of parameters that are trained, if that is not all.

    Raises:
        UsageError: a checkpoint is named for a model that has none, or a pattern matches no parameter.
        FileError: it cannot be read, is damaged, is too large for a diagram, or is no model.
    """
    from blocks.document.file_kinds import kind_of

    if kind_of(path) != "model":
        raise FileError("not a model that can be imported", file=os.fspath(path))
    with paused_collection():  # large models grow for a second or more, and nothing of them is garbage
        result = _imported(os.fspath(path), stem, checkpoint, trainable, gathered, variables)
        return result._replace(report=[*result.report, *gradient_ends(result.diagram, result.files)])


def _imported(
    path: str, stem: str, checkpoint: str | None, trainable: bool, gathered: bool, variables: Sequence[str]
) -> Imported:
    """Return the diagram of a model, without the notes on its gradients."""
    if path.lower().endswith(".onnx"):
        if checkpoint is not None:
            raise UsageError("a checkpoint can be given only for a TensorFlow model", file=path)
        from blocks.interchange.onnx.convert import import_model as import_onnx

        return import_onnx(path, stem, trainable=trainable, gathered=gathered, variables=variables)
    from blocks.interchange.tensorflow.convert import import_model as import_tensorflow

    return import_tensorflow(
        path, stem, checkpoint=checkpoint, trainable=trainable, gathered=gathered, variables=variables
    )

"""Formulas of a page's derivatives, on request. Thread-safe."""

from __future__ import annotations

import os
from typing import NamedTuple

from app.language import tr
from blocks.analysis.output_names import asked_by
from blocks.base.errors import UsageError
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration, FileReader
from blocks.graph.formulas import derivative, formula
from blocks.graph.graph import Output
from blocks.run.files import Folders
from blocks.worker.state import PageSource


class Written(NamedTuple):
    """A formula as text and as LaTeX."""

    text: str
    latex: str


def elaborated(source: PageSource) -> Elaboration:
    return elaborate(source.page, reader(source), composites=composites_of(source.composites))


def reader(source: PageSource) -> FileReader:
    folder = None if source.file is None else os.path.dirname(os.path.abspath(source.file))
    return Folders(folder).load


def written(source: PageSource, name: str, by: str = "") -> Written:
    """Return the formula of a tensor, or with ``by`` of its derivative with respect to another one.

    Args:
        name, by: ``block``, ``block.pin``, ``block.pin[0]``.
    """
    elaboration = elaborated(source)
    of = _one(elaboration, name)
    expression = derivative(of, _one(elaboration, by)) if by else formula(of)
    return Written(expression.text, expression.latex)


def _one(elaboration: Elaboration, name: str) -> Output:
    outputs = asked_by(elaboration, name).outputs
    if len(outputs) != 1:
        text = tr(
            "{name} refers to {count} tensors, but a formula needs exactly one tensor", name=name, count=len(outputs)
        )
        raise UsageError(text, page=elaboration.page.name, hint=tr("choose one pin of the block") if outputs else None)
    return outputs[0]

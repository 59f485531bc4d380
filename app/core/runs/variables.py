"""Commands that run in the editor's process: the formulas of a page, and saving and loading of its variables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from blocks.analysis.output_names import asked_by
from blocks.base.errors import UsageError
from blocks.base.language import tr
from blocks.document.data import pins_type
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration, FileReader, trains
from blocks.graph.formulas import derivative, formula
from blocks.graph.graph import Output
from blocks.library.registry import find
from blocks.run.files import Folders
from blocks.run.variables import Loaded
from blocks.worker.state import PageSource, SavedState


def may_change(source: PageSource) -> bool:
    types = {pins_type(block) for canvas in (source.page, *source.composites) for block in canvas.blocks}
    specs = [spec for spec in map(find, types) if spec is not None]
    return any(spec.writes or trains(spec) for spec in specs)


def save_variables(kept: SavedState, path: Path) -> int:
    variables = kept.session().variables
    variables.save(str(path))
    return len(variables)


def load_variables(source: PageSource, kept: SavedState | None, path: Path) -> tuple[SavedState, Loaded]:
    """Return a session with a file's variables, and a report of the content; raise DiagramError if they do not fit."""
    session = source.session()
    if kept is not None:
        session.adopt(kept.session())
    loaded = session.variables.load(str(path))
    values = {key: value for key, value in session.state.values.items() if value is not None}
    return SavedState(source, session.steps, values, False), loaded


class Written(NamedTuple):
    text: str
    latex: str


def elaborated(source: PageSource) -> Elaboration:
    return elaborate(source.page, reader(source), composites=composites_of(source.composites))


def reader(source: PageSource) -> FileReader:
    folder = None if source.file is None else os.path.dirname(os.path.abspath(source.file))
    return Folders(folder).load


def written(source: PageSource, name: str, by: str = "") -> Written:
    """Return the formula of a tensor (``block.pin[0]``), or with ``by`` of its derivative with respect to another."""
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

"""The variables of a page between runs: saving, loading, and whether steps can have changed them."""

from __future__ import annotations

from pathlib import Path

from blocks.document.data import pins_type
from blocks.elaborate.model import trains
from blocks.library.registry import find
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
    """Return a session with the variables of a file, and a report of the file's content.

    Raises:
        DiagramError: the file cannot be read, has values for none of the variables, or one does not fit.
    """
    session = source.session()
    if kept is not None:
        session.adopt(kept.session())
    loaded = session.variables.load(str(path))
    values = {key: value for key, value in session.state.values.items() if value is not None}
    return SavedState(source, session.steps, values, False), loaded

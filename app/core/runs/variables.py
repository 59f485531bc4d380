"""What the variables of a page hold, outside of a run: in a file, and whether steps have changed it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from blocks.document.data import pins_type
from blocks.elaborate.elaboration import trains
from blocks.library.registry import find
from blocks.run import archives
from blocks.run.state import default_memory
from blocks.worker.state import Kept, Source


class Loaded(NamedTuple):
    """Variables with values of a file.

    Attributes:
        kept: where the next run begins.
        names: the variables that the file has values for.
        missing: those that keep theirs.
        extra: what else the file has.
    """

    kept: Kept
    names: list[str]
    missing: list[str]
    extra: list[str]


def may_change(source: Source) -> bool:
    """Return whether steps of a page change variables."""
    types = {pins_type(block) for canvas in (source.page, *source.composites) for block in canvas.blocks}
    specs = [spec for spec in map(find, types) if spec is not None]
    return any(spec.writes or trains(spec) for spec in specs)


def save_variables(kept: Kept, path: Path) -> int:
    """Write the variables of a session into a file; return how many.

    Raises:
        DiagramError: it cannot be written.
    """
    variables = kept.session().variables
    variables.save(str(path))
    return len(variables)


def load_variables(source: Source, kept: Kept | None, path: Path) -> Loaded:
    """Return where a run begins whose variables have the values of a file, where it has any for them.

    Args:
        source: the page as it is now.
        kept: where its session is; None: it begins.
        path: the file.

    Raises:
        DiagramError: the file cannot be read, has values for no variable, or one does not fit.
    """
    session = source.session()
    if kept is not None:
        session.adopt(kept.session())
    names = session.variables.restore(str(path))
    values = {key: value for key, value in session.state.values.items() if value is not None}
    there = list(archives.load(str(path), default_memory())) if path.suffix == ".npz" else names
    missing = [each for each in session.variables if each not in names]
    extra = [each for each in there if each not in names]
    return Loaded(Kept(source, session.steps, values, False), names, missing, extra)

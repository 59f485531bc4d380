"""Export of a diagram as a Python program: a function for each page, a line for each block.

The program builds the same graph as the page and runs it as a session does, so the results are the same. Displays, and
blocks with errors, become comments.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from blocks.base.errors import DiagramError
from blocks.document.model import Diagram
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import FileReader
from blocks.interchange.python.page import HERE, LOAD, LOOPS, MODULE_NAMES, PageWriter, ProgramPart, VariableValues
from blocks.interchange.python.text import Identifiers, comment, function, inside_docstring
from blocks.library.similar import Suggestions
from blocks.transform.flatten import flatten

_HEAD = '''"""{title}

Written by `gradblocks convert`; gives the numbers that `gradblocks run` gives:

    python {name} [--page NAME] [--steps N] [--seed N] [--feed NAME=VALUE] [--json]
"""

{imports}
'''
_IMPORTS = {
    LOOPS: "from blocks import loops",
    "close_loop": "from blocks.elaborate.loops import close_loop",
    "OperationRef": "from blocks.library.core.values import OperationRef",
}


Readers = Callable[[str | None], FileReader | None]
"""Readers of the files in a folder; None: no folder."""


class PythonProgram(NamedTuple):
    """An exported program; ``report`` lists the omissions for the user."""

    text: str
    report: list[str]


def to_python(
    diagram: Diagram,
    path: str | os.PathLike[str],
    reader: Readers | None = None,
    values: VariableValues = MappingProxyType({}),
) -> PythonProgram:
    """Return the program of a diagram, from readers of the files that values name and other initial values by page."""
    names = Identifiers(MODULE_NAMES)
    parts = sorted(program_parts(diagram, names, reader, values), key=lambda part: bool(part.run))
    used = {word for part in parts for word in part.used}
    imports = preamble(used, diagram, path, "Path(__file__).parent", "from blocks.cli.program import run_program")
    head = _HEAD.format(title=_title(diagram), name=inside_docstring(Path(path).name), imports="\n".join(imports))
    source = "\n\n\n".join("\n".join(_function(part, names[part.canvas])) for part in parts)
    table = ", ".join(f"{part.canvas!r}: {names[part.canvas]}" for part in parts if part.run)
    text = f'{head}\n\n{source}\n\n\nif __name__ == "__main__":\n    raise SystemExit(run_program({{{table}}}))\n'
    return PythonProgram(text, [line for part in parts for line in part.report])


def program_parts(
    diagram: Diagram, names: Identifiers, reader: Readers | None = None, values: VariableValues = MappingProxyType({})
) -> Sequence[ProgramPart]:
    """Return the definitions and pages of a diagram as Python, in an order in which they can be executed."""
    read_file = reader(_home(diagram)) if reader is not None else None
    elaborated = partial(elaborate, read_file=read_file, suggest=Suggestions())
    for is_flat in (False, True):
        diagram = flatten(diagram) if is_flat else diagram  # it may have composites still: bodies of loops
        pages = [view.snapshot() for view in diagram.pages]
        composites = composites_of(definitions_of(diagram))
        if composites is None:
            writers = [PageWriter(elaborated(e), Identifiers(MODULE_NAMES), values.get(e.name, {})) for e in pages]
            return [each.part() for each in writers]
        from blocks.interchange.python.composites import as_functions  # only diagrams that have some pay for it

        parts = as_functions(pages, composites, names, elaborated, values)
        if parts is not None:
            return parts
    text = "a page with loops over composites and with invalid, muted or shared blocks"
    raise DiagramError(f"{text} cannot be written as a Python program", hint="run `gradblocks check` for details")


def preamble(used: Collection[str], diagram: Diagram, path: str | os.PathLike[str], own: str, *more: str) -> list[str]:
    """Return the lines before the parts; ``own`` is an expression for the folder of ``path``, the file to write."""
    lines = ["from pathlib import Path", ""] if HERE in used else []
    lines += ["import numpy as np", ""] if LOAD in used else []
    lines += ["import blocks", "from blocks import ops", *more]
    lines += [line for word, line in _IMPORTS.items() if word in used]
    lines += ["", f"{HERE} = {_folder(_home(diagram), path, own)}"] if HERE in used else []
    if LOAD in used:
        lines += ["", "", f"def {LOAD}(name):", '    """The array in a file beside the diagram."""']
        lines += [f"    return np.load({HERE} / name, allow_pickle=False)"]
    return lines


def _function(part: ProgramPart, name: str) -> Sequence[str]:
    if not part.run:
        return part.lines
    lines = [*comment(part.text), *part.lines, "", *part.run, "return found"]
    return function(f"{name}(steps=1, seed=0, feed=None)", lines, f"Page {inside_docstring(repr(part.canvas))}.")


def _home(diagram: Diagram) -> str | None:
    return None if diagram.path is None else os.path.dirname(os.path.abspath(diagram.path))


def _title(diagram: Diagram) -> str:
    title = inside_docstring(diagram.title) or "A diagram"
    return title if title.endswith((".", "!", "?")) else f"{title}."


def _folder(home: str | None, path: str | os.PathLike[str], own: str) -> str:
    """Return an expression for the folder of the diagram; ``own`` is one for the folder of the written file."""
    try:
        path = "." if home is None else os.path.relpath(home, os.path.dirname(os.path.abspath(path)))
    except ValueError:  # another drive
        return f"Path({home!r})"
    return own if path == "." else f"{own} / {path!r}"

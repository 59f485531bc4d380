"""Export of a diagram as a Python program: a function for each page, a line for each block.

The program builds the same graph as the page and runs it as a session does, so the results are the same. Displays, and
blocks with errors, become comments.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from blocks.base.errors import DiagramError
from blocks.document.data import Page
from blocks.document.model import Diagram
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import Elaboration, FileReader
from blocks.interchange.python.page import EMPTY, HERE, LOAD, LOOPS, MODULE_NAMES, Elaborate, PageWriter, VariableValues
from blocks.interchange.python.text import Identifiers, inside_docstring, one_line
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


class PythonProgram(NamedTuple):
    """An exported program; ``report`` lists the omissions for the user."""

    text: str
    report: list[str]


def to_python(
    diagram: Diagram,
    path: str | os.PathLike[str],
    reader: Callable[[str | None], FileReader | None] | None = None,
    values: VariableValues = MappingProxyType({}),
) -> PythonProgram:
    """Return the program of a diagram, from readers of the files that values name and other initial values by page."""
    home = None if diagram.path is None else os.path.dirname(os.path.abspath(diagram.path))
    read_file = reader(home) if reader is not None else None
    names = Identifiers(MODULE_NAMES)
    pages = [view.snapshot() for view in diagram.pages]
    elaborated = partial(elaborate, read_file=read_file, suggest=Suggestions())
    functions = _with_definitions(diagram, pages, names, elaborated, values) if diagram.composites else None
    if functions is None and diagram.composites:
        diagram = flatten(diagram)
        pages = [view.snapshot() for view in diagram.pages]
        if diagram.composites:  # bodies of loops
            functions = _with_definitions(diagram, pages, names, elaborated, values)
            if functions is None:
                text = "a page with loops over composites and with invalid, muted or shared blocks"
                raise DiagramError(
                    f"{text} cannot be written as a Python program", hint="run `gradblocks check` for details"
                )
    if functions is None:
        functions = [_function(elaborated(page), names[page.name], values) for page in pages]
    source = "\n\n\n".join("\n".join(function.lines) for function in functions)
    used = {word for function in functions for word in function.used}
    table = ", ".join(f"{page.name!r}: {names[page.name]}" for page in pages)
    imports = ["from pathlib import Path", ""] if HERE in used else []
    if LOAD in used:
        imports += ["import numpy as np", ""]
    imports += ["import blocks", "from blocks import ops", "from blocks.cli.program import run_program"]
    imports += [line for word, line in _IMPORTS.items() if word in used]
    head = _HEAD.format(title=_title(diagram), name=inside_docstring(Path(path).name), imports="\n".join(imports))
    if HERE in used:
        head += f"\n{HERE} = {_folder(home, path)}\n"
    if LOAD in used:
        head += f'\n\ndef {LOAD}(name):\n    """The array in a file beside the diagram."""\n'
        head += f"    return np.load({HERE} / name, allow_pickle=False)\n"
    text = f'{head}\n\n{source}\n\n\nif __name__ == "__main__":\n    raise SystemExit(run_program({{{table}}}))\n'
    return PythonProgram(text, [line for function in functions for line in function.report])


class _PageFunction(NamedTuple):
    lines: list[str]
    used: set[str]
    report: list[str]


def _function(elaboration: Elaboration, name: str, values: VariableValues) -> _PageFunction:
    writer = PageWriter(elaboration, Identifiers(MODULE_NAMES), values.get(elaboration.page.name, EMPTY))
    left = [one_line(f"left out: {each.location()}: {each.sentence()}") for each in elaboration.problems]
    return _PageFunction(writer.page_function(name), writer.used, left)


def _with_definitions(
    diagram: Diagram, pages: list[Page], names: Identifiers, elaborated: Elaborate, values: VariableValues
) -> list[_PageFunction] | None:
    """Return functions of definitions and pages; None if the diagram must be written flat."""
    from blocks.interchange.python.composites import as_functions  # only diagrams that have some pay for it

    composites = composites_of(definitions_of(diagram))
    assert composites is not None
    result = as_functions(pages, composites, names, elaborated, values)
    return None if result is None else [_PageFunction(each.lines, each.used, []) for group in result for each in group]


def _title(diagram: Diagram) -> str:
    title = inside_docstring(diagram.title) or "A diagram"
    return title if title.endswith((".", "!", "?")) else f"{title}."


def _folder(home: str | None, path: str | os.PathLike[str]) -> str:
    own = os.path.dirname(os.path.abspath(path))
    try:
        path = "." if home is None else os.path.relpath(home, own)
    except ValueError:  # another drive
        return f"Path({home!r})"
    return "Path(__file__).parent" if path == "." else f"Path(__file__).parent / {path!r}"

"""Export of a diagram as a Jupyter notebook that builds and runs its pages with the Python API."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from blocks.analysis.losses import find_losses
from blocks.base.dtypes import STRING
from blocks.document.data import INSTANCE, Json
from blocks.document.model import Diagram
from blocks.interchange.python.page import DIAGRAM, HERE, LOAD, MODULE_NAMES
from blocks.interchange.python.program import PythonProgram, preamble, program_parts
from blocks.interchange.python.text import Identifiers
from blocks.run.files import Folders
from blocks.run.session import Session

_SPECIAL = re.compile(r"[\\`*<>\[\]$~&]|(?<!\w)_|_(?!\w)")
_SHOW = 'print(*(f"{name} = {value}" for name, value in found.items()), sep="\\n")'
_CHECK = """found = blocks.check_gradients({diagram}.page({page!r}), {loss!r}, feed=feed)
print(*(f"{{block.block}}: {{block.verdict}}" for block in found.blocks), sep="\\n")
print(*(f"{{variable.name}}: {{variable.verdict}}" for variable in found.inputs), sep="\\n")
print("Wrong gradient rules:", ", ".join(found.wrong) or "none")"""


def to_notebook(
    diagram: Diagram,
    path: str | os.PathLike[str],
    sessions: Mapping[str, Session],
    picture: Callable[[str], bytes],
    about: str = "",
    questions: Sequence[str] = (),
    tasks: Sequence[str] = (),
) -> PythonProgram:
    """Return a notebook, from a session for each page and a function that returns a canvas as PNG.

    An empty cell follows each of the ``questions``, which come before the first results, and each of the ``tasks``.
    """
    parts = program_parts(diagram, Identifiers(MODULE_NAMES), lambda home: Folders(home).load)
    used = {word for part in parts for word in part.used}

    def cells() -> Iterator[dict[str, Json]]:
        yield _text(f"# {escaped(diagram.title or Path(path).stem)}\n\n{escaped(about)}")
        yield _code(*["import numpy as np", ""] * (LOAD not in used), *preamble(used, diagram, path, "Path()"))
        loaded = f"{DIAGRAM} = blocks.loads({diagram.dumps()!r})"
        home = f"{DIAGRAM}.path = str({HERE} / {os.path.basename(diagram.path or '')!r})"
        yield _code("# The diagram, as in its file", loaded, *[home] * (HERE in used))
        asked = [*questions]
        for part in parts:
            kind, name = ("Page", part.canvas) if part.run else ("Composite", part.canvas.removeprefix(INSTANCE))
            yield _text(f"## {kind} {escaped(name)}\n\n{escaped(part.text)}", picture(part.canvas))
            yield _code(*part.lines)
            if not part.run:
                continue
            while asked:
                yield from (_text(escaped(asked.pop(0))), _code())
            session = sessions[part.canvas]
            yield _code(f"steps, seed, feed = 1, 0, {{{', '.join(_feeds(session))}}}", *part.run, _SHOW)
            for loss in () if session.problems() else find_losses(session.elaboration)[:1]:
                yield _text(f"### The gradient of {escaped(loss)}, compared with finite differences")
                yield _code(_CHECK.format(diagram=DIAGRAM, page=part.canvas, loss=loss))
        for text in [*asked, *tasks]:
            yield from (_text(escaped(text)), _code())

    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    data: dict[str, Json] = {"metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}}
    data |= {"nbformat": 4, "nbformat_minor": 5}
    data["cells"] = [{**cell, "id": f"cell-{number}"} for number, cell in enumerate(cells(), 1)]
    return PythonProgram(json.dumps(data, indent=1) + "\n", [line for part in parts for line in part.report])


def _feeds(session: Session) -> Iterator[str]:
    """Yield ones for the Placeholders that nothing else feeds."""
    fed = {feed.output.as_output().op for _, request in session.elaboration.requests for feed in request.feeds}
    for node in session.elaboration.graph.nodes:
        if node.type.fed and not node.inputs and "/" not in node.block_name and node not in fed:
            [output] = node.outputs
            shape = tuple(size or 1 for size in output.shape or ())
            value = "b''" if output.dtype is STRING else 1
            yield f"{node.block_name!r}: np.full({shape}, {value}, {output.dtype.numpy.name!r})"


def _text(text: str, picture: bytes | None = None) -> dict[str, Json]:
    cell: dict[str, Json] = {"cell_type": "markdown", "metadata": {}}
    if picture is not None:
        cell["attachments"] = {"picture.png": {"image/png": base64.b64encode(picture).decode()}}
        text = f"{text.rstrip()}\n\n![](attachment:picture.png)"
    return {**cell, "source": text.rstrip().splitlines(keepends=True)}


def _code(*lines: str) -> dict[str, Json]:
    source = "\n".join(lines).splitlines(keepends=True)
    return {"cell_type": "code", "metadata": {}, "source": source, "execution_count": None, "outputs": []}


def escaped(text: str) -> str:
    """Return Markdown that shows a plain text; lines that begin with ``# `` are headings, as in notes."""
    lines = ["##" * line.startswith("# ") + _SPECIAL.sub(r"\\\g<0>", line) for line in text.strip().splitlines()]
    return re.sub(r"(?<=[^\n])\n(?=[^\n])", "  \n", "\n".join(lines))

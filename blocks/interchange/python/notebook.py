"""Export of a diagram as a Jupyter notebook that builds and runs its pages with the Python API."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from blocks.analysis.losses import find_losses
from blocks.base.dtypes import STRING
from blocks.document.data import INSTANCE, Json
from blocks.document.model import Diagram
from blocks.interchange.python.page import DIAGRAM, MODULE_NAMES
from blocks.interchange.python.program import preamble, program_parts
from blocks.interchange.python.text import Identifiers
from blocks.run.files import Folders
from blocks.run.session import Session

_SPECIAL = re.compile(r"[\\`*<>\[$~&]|(?<!\w)_|_(?!\w)")
_SHOW = 'print(*(f"{name} = {value}" for name, value in found.items()), sep="\\n")'
_CHECK = """found = blocks.check_gradients({diagram}.page({page!r}), {loss!r}, feed=feed)
print(*(f"{{block.block}}: {{block.verdict}}" for block in found.blocks), sep="\\n")
print(*(f"{{variable.name}}: {{variable.verdict}}" for variable in found.inputs), sep="\\n")
print("Wrong gradient rules:", ", ".join(found.wrong) or "none")"""


SAVE = f'Write the diagram that you hand in with {DIAGRAM}.save("answer.gradblocks").'


class NotebookTexts(NamedTuple):
    """The texts of a notebook beside the diagram's own.

    Attributes:
        about: a description below the title.
        questions: the questions before the first results.
        tasks: the texts at the end. An empty cell follows each question and each task.
    """

    title: str
    about: str = ""
    questions: Sequence[str] = ()
    tasks: Sequence[str] = ()


class Notebook(NamedTuple):
    text: str
    report: list[str]


def to_notebook(
    diagram: Diagram,
    path: str | os.PathLike[str],
    texts: NotebookTexts,
    sessions: Mapping[str, Session],
    picture: Callable[[str], bytes | None],
) -> Notebook:
    """Return a notebook from a session for each page, and a function that returns the picture of a canvas as PNG."""
    parts = program_parts(diagram, Identifiers(MODULE_NAMES), lambda home: Folders(home).load)
    feeds = {name: [*_feeds(session)] for name, session in sessions.items()}
    head = preamble(parts, diagram, path, "Path()")
    if any(feeds.values()) and "import numpy as np" not in head:
        head = ["import numpy as np", *head]

    def cells() -> Iterator[dict[str, Json]]:
        yield _text(f"# {escaped(texts.title)}\n\n{escaped(texts.about)}")
        yield _code(*head)
        home = [] if diagram.path is None else [f"{DIAGRAM}.path = {_relative(diagram.path, path)!r}"]
        yield _code("# The diagram, as in its file", f"{DIAGRAM} = blocks.loads({diagram.dumps()!r})", *home)
        questions = texts.questions
        for part in parts:
            kind, name = ("Page", part.canvas) if part.run else ("Composite", part.canvas.removeprefix(INSTANCE))
            yield _text(f"## {kind} {escaped(name)}\n\n{escaped(part.text)}", picture(part.canvas))
            yield _code(*part.lines)
            if part.run:
                yield from _asked(questions)
                questions = ()
                feed = ", ".join(feeds[part.canvas])
                yield _code(f"steps, seed, feed = 1, 0, {{{feed}}}", *part.run, _SHOW)
                session = sessions[part.canvas]
                for loss in () if session.problems() else find_losses(session.elaboration)[:1]:
                    yield _text(f"### The gradient of {escaped(loss)}, compared with finite differences")
                    yield _code(_CHECK.format(diagram=DIAGRAM, page=part.canvas, loss=loss))
        yield from _asked([*questions, *texts.tasks])

    made = [{**cell, "id": f"cell-{number}"} for number, cell in enumerate(cells(), 1)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    data = {
        "cells": made,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return Notebook(json.dumps(data, indent=1) + "\n", [line for part in parts for line in part.report])


def _feeds(session: Session) -> Iterator[str]:
    """Yield ones for the Placeholders that nothing else feeds."""
    elaboration = session.elaboration
    fed = {feed.output.as_output().op for _, request in elaboration.requests for feed in request.feeds}
    for node in elaboration.graph.nodes:
        if node.type.fed and not node.inputs and "/" not in node.block_name and node not in fed:
            [output] = node.outputs
            shape = tuple(size or 1 for size in output.shape or ())
            value = "b''" if output.dtype is STRING else 1
            yield f"{node.block_name!r}: np.full({shape}, {value}, {output.dtype.numpy.name!r})"


def _asked(texts: Sequence[str]) -> Iterator[dict[str, Json]]:
    for text in texts:
        yield _text(escaped(text))
        yield _code()


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
    lines = [_SPECIAL.sub(r"\\\g<0>", line) for line in text.strip().splitlines()]
    return re.sub(
        r"(?<=[^\n])\n(?=[^\n])", "  \n", "\n".join(f"##{line}" if line.startswith("# ") else line for line in lines)
    )


def _relative(path: str, target: str | os.PathLike[str]) -> str:
    try:
        return os.path.relpath(path, os.path.dirname(os.path.abspath(target)))
    except ValueError:  # another drive
        return os.path.abspath(path)

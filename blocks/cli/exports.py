"""The writers of ``gradblocks convert``, which save a diagram in another format."""

from __future__ import annotations

import base64
import os
import re
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from blocks.analysis.losses import find_losses
from blocks.base.budget import Memory
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.files import write_atomically
from blocks.base.types import Array
from blocks.base.web_page import WebPage
from blocks.cli import output
from blocks.cli.arguments import shown
from blocks.cli.input_files import SUFFIX, can_hold, choose_page, load_notes, must_exist
from blocks.document.data import is_object, listed
from blocks.document.file_kinds import kind_of
from blocks.document.model import Diagram, PageView
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.graph.spec import GRADIENT_RULE
from blocks.run.archives import plain

if TYPE_CHECKING:
    from blocks.exercise.model import Exercise
    from blocks.run.session import Session
    from blocks.run.variables import Loaded


class Work(NamedTuple):
    """The input and options of a writer.

    Attributes:
        files: the arrays that are stored next to the diagram.
        sessions: the sessions of its pages by name, with the values of --load.
        exercise: the exercise whose start the diagram is.
        has_values: whether the diagram itself contains the values of --load.
    """

    diagram: Diagram
    files: Mapping[str, Array]
    source: str
    target: Path
    options: Namespace
    sessions: dict[str, Session]
    exercise: Exercise | None = None
    has_values: bool = False


def target_kind(target: str | None) -> str:
    """Return the ending of OUT: "/" for the folder of a SavedModel, which may not exist yet; empty without OUT."""
    path = Path(target or "")
    if target is not None and (target.endswith(("/", os.sep)) or (not path.suffix and path.is_dir())):
        return "/"
    return re.sub(r"^\.htm$", ".html", path.suffix.lower())


def writer_of(given: str | None, target: Path) -> Callable[[Work], int | None]:
    """Return the function that writes OUT, chosen by its ending; a folder becomes a SavedModel. None: Markdown."""
    if given is None:
        return _print_markdown
    kind = target_kind(given)
    if kind == "/":
        is_other = target.is_dir() and os.listdir(target) and kind_of(target) != "model"
        if not target.name or is_other:
            raise UsageError("expected a new folder, an empty folder or a SavedModel", file=given)
        if not target.is_dir():
            can_hold(str(target))
        return _write_saved_model
    write = _WRITERS.get(kind)
    if write is None:
        raise UsageError(
            f"OUT: files that end in {shown(target.suffix)} cannot be written"
            if target.suffix
            else f"OUT: {shown(target.name)} needs a file extension, which selects the format",
            hint=f"use one of {', '.join(_WRITERS)}, or a folder that ends in / for a SavedModel",
        )
    can_hold(str(target))
    return write


def update(work: Work) -> None:
    from blocks.interchange.models import update_model

    must_exist(work.options.update)
    name = work.options.page
    pages = [work.diagram.page(name)] if name is not None else work.diagram.pages
    result = update_model(work.options.update, pages, lambda page: _session(work, page), work.options.checkpoint)
    lines = [f"updated {result.changed} of {result.weights} weights in {work.options.update}"]
    if result.is_edited:
        lines.append("changes of blocks and wires were not written to the model. Name OUT to keep them")
    tell(work.source, lines)


def stacked(work: Work) -> Work:
    from blocks.interchange.importing.stacks import stacks  # imported only for this option

    result = stacks(work.diagram, work.files, work.target.stem)
    tell(work.source, result.report or ["no repeated layers were found"])
    return work._replace(diagram=result.diagram, files=result.files)


def flat(source: str, diagram: Diagram) -> Diagram:
    from blocks.transform import flatten  # imported only for this option

    if not diagram.composites:
        tell(source, ["the diagram has no composites to flatten"])
    result = flatten.flattened(diagram)
    result.diagram.path = diagram.path
    if result.drawing:
        text = "without a seed, these random blocks draw other values in the flat diagram, because their names change"
        tell(source, [f"{text}: {listed(result.drawing)}"])
    return result.diagram


def with_values(work: Work) -> Work:
    from blocks.interchange.importing.model_graph import Weight
    from blocks.interchange.initial_values import begin_with, files_in
    from blocks.run.files import Folders
    from blocks.run.variables import read_values, variables_in

    page = choose_page(work.diagram, work.options.page)
    home = Folders(Path(work.source).parent)
    composites = composites_of(definitions_of(work.diagram))
    elaboration = elaborate(
        page.snapshot(), lambda name: work.files[name] if name in work.files else home.load(name), composites=composites
    )
    nodes = variables_in(elaboration)
    loaded = read_values(work.options.load, nodes, Memory.of())
    _check_loaded(work, loaded, elaboration)
    left = [name for name in loaded.values if name in elaboration.inner]
    values = {
        name: Weight(value, nodes[name].outputs[0].dtype) for name, value in loaded.values.items() if name not in left
    }
    diagram, files = begin_with(work.diagram, page.name, values, work.target.stem)
    if left:
        tell(work.source, [f"left out the state of optimizers, which a diagram cannot store: {listed(left)}"])
    used = set(files_in(diagram.document))
    files = {name: array for name, array in (*work.files.items(), *files.items()) if name in used}
    return work._replace(diagram=diagram, files=files, has_values=True)


def _check_loaded(work: Work, loaded: Loaded, elaboration: Elaboration) -> None:
    """Report differences between the variables of --load and of the page; raise DiagramError if any is missing."""
    missing = [name for name in loaded.missing if name not in elaboration.inner]
    if missing:
        text = f"the file has no value for {listed(missing)}"
        raise DiagramError(text, file=work.options.load, hint="save the variables of this page with `run --save`")
    tell(work.source, load_notes(work.options.load, loaded))


def write_diagram(diagram: Diagram, files: Mapping[str, Array], source: str, target: Path) -> None:
    from blocks.interchange.enuspace.paths import file_names
    from blocks.interchange.importing.weights import write_arrays
    from blocks.interchange.initial_values import files_in

    if files:
        try:
            write_arrays(target.parent, files)
        except DiagramError as error:
            raise error.located(file=source) from None
    diagram.save(target)
    beside = target.parent
    names = [*files_in(diagram.document), *(each.name for each in file_names(diagram))]
    lost = list(dict.fromkeys(each for each in names if not (beside / each).exists()))
    if lost and os.path.realpath(beside) != os.path.realpath(Path(source).parent):
        tell(source, [f"{target} refers to files that are not next to it: {listed(lost)}"])


def _write_program(work: Work) -> None:
    from blocks.interchange.importing.weights import WeightFiles, write_arrays
    from blocks.interchange.python.program import to_python
    from blocks.run.files import Folders
    from blocks.run.variables import variables_in

    _need_no_files(work)
    sessions = {page.name: _sound(work, page) for page in work.diagram.pages}
    if work.options.style == "jax":
        _write_jax(work, sessions)
        return
    values: dict[str, dict[str, Any]] = {}
    weights = WeightFiles(work.target.name)  # a diagram next to it may have files, too
    if _loads(work):
        home = Path(work.diagram.path or work.target).parent
        session = sessions[choose_page(work.diagram, work.options.page).name]
        own = values[session.page.name] = {}
        for name, node in variables_in(session.elaboration).items():
            literal = weights.literal(plain(session.variables[name]), tuple(name.split("/")))[0]
            if is_object(literal):
                literal = {"file": os.path.relpath(work.target.parent / literal["file"], home)}
            own[node.name] = literal
    program = to_python(work.diagram, work.target, lambda home: Folders(home).load, values)
    write_arrays(work.target.parent, weights.files)
    write_atomically(work.target, program.text.encode())
    tell(work.source, program.report)


def tell(source: str, lines: Sequence[object]) -> None:
    output.print_some((f"{source}: {line}" for line in lines), len(lines), "notes on this file")


def _write_jax(work: Work, sessions: Mapping[str, Session]) -> None:
    from blocks.interchange.export_jax import to_jax

    program = to_jax(work.diagram, work.target, lambda page: sessions[page.name])
    program.write(work.target)
    tell(work.source, program.report)


def _need_no_files(work: Work) -> None:
    if work.files:
        text = "the model has large tensors, which must first be saved in separate files next to a diagram"
        hint = f"convert the model to a {SUFFIX} file first, and then convert that file to {work.target.suffix}"
        raise UsageError(text, hint=hint)


def _write_model(work: Work) -> None:
    from blocks.interchange.export_onnx import to_onnx

    _need_no_files(work)
    page, fetch = choose_page(work.diagram, work.options.page), work.options.fetch
    exported = to_onnx(_session(work, page) if fetch else _sound(work, page), fetch, work.options.input)
    write_atomically(work.target, exported.data)
    tell(work.source, [*exported.report, *_lost(work)])


def _lost(work: Work) -> list[str]:
    from blocks.run.steps.fetches import intervals

    canvases = [*work.diagram.pages, *work.diagram.composites]
    rules = [block.id for canvas in canvases for block in canvas.blocks if GRADIENT_RULE in block.values]
    sessions = [block for session in work.sessions.values() for block in intervals(session.elaboration)]
    texts = {
        f"{GRADIENT_RULE} of {listed(rules)}. A gradient taken of the file has the rules of its framework": rules,
        f"every of {listed(sessions)}. A model counts no steps, so each call runs what these blocks run": sessions,
    }
    return [f"left out: {text}" for text, names in texts.items() if names]


def _write_picture(work: Work) -> None:
    from blocks.cli.editor import Drawing, find_editor

    page = choose_page(work.diagram, work.options.page).name
    find_editor()(drawing=Drawing(work.diagram, page, work.target))
    if work.options.markdown:
        _print_markdown(work)


def _print_markdown(work: Work) -> None:
    """Print the title, the text of an exercise, and for each page a picture (OUT, or in the Markdown) and the notes."""
    from blocks.interchange.python.notebook import escaped

    texts = [f"# {escaped(work.diagram.title)}"] * bool(work.diagram.title)
    texts += [escaped(work.exercise.text)] if work.exercise is not None else []
    one = work.options.page is not None or work.options.target
    for page in [choose_page(work.diagram, work.options.page)] if one else work.diagram.pages:
        data = "" if work.options.target else base64.b64encode(_png(work.diagram, page.name)).decode()
        source = f"data:image/png;base64,{data}" if data else quote(work.target.as_posix())
        texts += [f"![{escaped(page.name)}]({source})", *(escaped(note.text) for note in page.snapshot().notes)]
    output.write_text("\n\n".join(filter(None, texts)) + "\n")


def _png(diagram: Diagram, canvas: str) -> bytes:
    from blocks.cli.editor import Drawing, find_editor

    with TemporaryDirectory(prefix="gradblocks-") as folder:
        path = Path(folder, "picture.png")
        find_editor()(drawing=Drawing(diagram, canvas, path))
        return path.read_bytes()


def _write_notebook(work: Work) -> None:
    from blocks.interchange.python.notebook import to_notebook

    _need_no_files(work)
    get = _sound if work.exercise is None else _session  # the start of an exercise may be incomplete
    sessions = {page.name: get(work, page) for page in work.diagram.pages}
    about, first, last = "", list[str](), list[str]()
    if work.exercise is not None:
        about = work.exercise.text
        for each in work.exercise.questions:
            (first if each.hides else last).append("\n".join([each.text, *(f"- {one}" for one in each.choices)]))
        checks = [f"- {check.name} ({check.points:g})" for check in work.exercise.checks if not check.hidden]
        save = 'Write the diagram that you hand in with DIAGRAM.save("answer.gradblocks").'
        last.append("\n".join([about, *(["", "Checks, with their points:", *checks] if checks else []), "", save]))
    picture = partial(_png, work.diagram)
    notebook = to_notebook(work.diagram, work.target, sessions, picture, about, first, last)
    write_atomically(work.target, notebook.text.encode())
    tell(work.source, notebook.report)


def _write_page(work: Work) -> int:
    from blocks.cli.editor import find_editor

    _need_no_files(work)
    asked = work.options
    if work.diagram.path is None:
        work.diagram.path = work.source  # its files are beside it
    errors: list[DiagramError] = []

    def give(html: str, result: Sequence[DiagramError]) -> None:
        errors.extend(error.located(file=work.source) for error in result)
        write_atomically(work.target, html.encode())

    if _loads(work):
        _session(work, choose_page(work.diagram, work.options.page))  # raises the errors of the page
    options = {name: getattr(asked, name) for name in ("results", "gradients", "steps", "page", "seed")}
    options |= {"load": asked.load if _loads(work) else None, **_questions(work)}
    find_editor()(web_page=WebPage(work.diagram, give, options))
    if work.exercise is not None:  # the start of an exercise may be incomplete; the page shows its errors
        return 0
    output.print_errors(errors, ["convert"])
    return 1 if errors else 0


def _questions(work: Work) -> dict[str, Any]:
    """Return the options of a web page for an exercise: its questions, and the results that they hide."""
    if work.exercise is None:
        return {}
    questions = work.exercise.questions
    options: dict[str, Any] = {"exercise": {"text": work.exercise.text, "questions": [e._asdict() for e in questions]}}
    hidden = [name for each in questions for name in each.hides]
    options["results"] = bool(hidden) or work.options.results
    if work.options.gradients is None and any(name.startswith("gradient of ") for name in hidden):
        losses = [each for page in work.diagram.pages for each in find_losses(_session(work, page).elaboration)]
        named = [each for each in losses if f"gradient of {each.partition('.')[0]}" in hidden]
        options["gradients"] = next(iter([*named, *losses]), None)
    return options


def _write_graph(work: Work) -> None:
    from blocks.interchange.tensorflow.export import to_graph_def

    _need_no_files(work)
    data = to_graph_def(_sound(work, choose_page(work.diagram, work.options.page))).SerializeToString()
    write_atomically(work.target, data)
    tell(work.source, _lost(work))


def _write_saved_model(work: Work) -> None:
    from blocks.interchange.tensorflow.export import to_saved_model
    from blocks.library.io import bundle
    from blocks.run.files import Folders

    _need_no_files(work)
    page = work.options.page
    pages = [work.diagram.page(page)] if page is not None else work.diagram.pages
    model = to_saved_model(pages, lambda page: _sound(work, page))
    folders = Folders(work.target.parent)
    if model.variables:
        bundle.save(folders, f"{work.target.name}/variables/variables", model.variables)
    folders.write(f"{work.target.name}/saved_model.pb", model.data)
    tell(work.source, [*model.report, *_lost(work)])


def _loads(work: Work) -> bool:
    return work.options.load is not None and not work.has_values


def _session(work: Work, page: PageView) -> Session:
    from blocks.run.session import Session

    session = work.sessions.get(page.name)
    if session is None:
        session = work.sessions[page.name] = Session(page)
        if _loads(work):
            _load(work, session)
    return session


def _load(work: Work, session: Session) -> None:
    """Give the variables of a page the values of --load.

    A variable of another page than the chosen one that has the path and value of a variable there stays equal to it.
    """
    import numpy as np

    from blocks.run.variables import read_values, variables_in

    file, page, own = work.options.load, session.page, session.variables
    chosen = choose_page(work.diagram, work.options.page)
    if page.name == chosen.name:
        _check_loaded(work, own.load(file), session.elaboration)
        return
    first = type(session)(chosen).variables
    nodes = variables_in(session.elaboration)
    others = [name for name in nodes if name in first and not np.array_equal(first[name], own[name])]
    for name in others:
        del nodes[name]
    for name, value in read_values(file, nodes, session.memory).values.items():
        own[name] = value
    if others:
        text = f"page {page.name!r} keeps its values of {listed(others)}, which begin with others on {chosen.name!r}"
        tell(work.source, [text])


def _sound(work: Work, page: PageView) -> Session:
    session = _session(work, page)
    specs = session.elaboration.specs
    aside = [block for block, spec in specs.items() if spec.is_annotation]  # a display with an error shows nothing
    errors = [each for each in session.problems() if each.block not in aside]
    if errors:
        raise RunError(errors, {})
    return session


_WRITERS: Mapping[str, Callable[[Work], int | None]] = {
    SUFFIX: lambda work: write_diagram(work.diagram, work.files, work.source, work.target),
    ".py": _write_program,
    ".ipynb": _write_notebook,
    ".onnx": _write_model,
    ".pb": _write_graph,
    ".svg": _write_picture,
    ".png": _write_picture,
    ".html": _write_page,
}

"""``gradblocks fmt``, ``diff`` and ``convert``: diagram files as such."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import read_named, write_atomically
from blocks.base.types import Array
from blocks.base.web_page import WebPage
from blocks.cli import output
from blocks.cli.arguments import Parser, add_packages, assignment, count, integer, shown
from blocks.cli.input_files import can_hold, choose_page, errors_in, must_exist, open_diagram
from blocks.document.data import listed
from blocks.document.file_kinds import kind_of
from blocks.document.model import Diagram, PageView
from blocks.document.strict_json import MAX_BYTES
from blocks.interchange.enuspace.paths import path_changes
from blocks.library.registry import use_packages

if TYPE_CHECKING:
    from blocks.run.session import Session

SUFFIX = ".gradblocks"
PAGES = (".html", ".htm")


def fmt(given: list[str]) -> int:
    """Print the canonical form of a diagram, or rewrite the file if it is in another; returns the exit status."""
    parser = Parser("fmt", "Print a diagram in canonical form.")
    parser.add_argument("file", metavar="FILE", help="the diagram")
    parser.add_argument("-i", "--in-place", action="store_true", help="rewrite the file instead, atomically")
    parser.add_argument("--layout", action="store_true", help="lay out all blocks, from left to right as wires run")
    options = parser.parse_args(given)
    edit = _lay_out if options.layout else _leave
    if options.in_place:
        rewrite(options.file, edit)
    else:
        diagram = open_diagram(options.file)
        edit(diagram)
        output.write_pieces([diagram.dumps()])
    return 0


def _leave(_diagram: Diagram) -> None:
    """Change nothing."""


def _lay_out(diagram: Diagram) -> None:
    from blocks.document.layout.all_blocks import layout

    for page in (*diagram.composites, *diagram.pages):
        layout(page)


def rewrite(file: str, edit: Callable[[Diagram], None]) -> None:
    """Edit the diagram in a file, and write it in canonical form if that is another text.

    Raises:
        UsageError: there is no such file, or it is a drawing.
        FileError: it cannot be read or written, or is no ordinary file, or was changed meanwhile.
    """
    must_exist(file)
    if not os.path.isfile(file):
        raise FileError("is not an ordinary file, and cannot be rewritten", file=file)
    before = read_named(file, MAX_BYTES)
    diagram = open_diagram(file)
    if kind_of(file) == "drawing":
        hint = f"gradblocks convert {shown(file)} OUT{SUFFIX}"
        raise UsageError("is a drawing, which is not rewritten", file=file, hint=hint)
    edit(diagram)
    if diagram.dumps().encode() == before:
        return
    if read_named(file, MAX_BYTES) != before:  # an editor may have saved it since
        raise FileError("was changed by another program meanwhile, and is left as it is", file=file)
    diagram.save(file)


def diff(given: list[str]) -> int:
    """Print what changed between two diagrams, a line each; returns the exit status, 0 also when they differ."""
    from blocks.document.merging.diff import diff as compare

    parser = Parser("diff", "Print what changed between two diagrams, block by block. Where blocks stand is no change.")
    parser.add_argument("old", metavar="OLD", help="a diagram")
    parser.add_argument("new", metavar="NEW", help="another one")
    options = parser.parse_args(given)
    entries = compare(open_diagram(options.old), open_diagram(options.new))
    output.write_text("".join(f"{entry}\n" for entry in entries))
    return 0


def convert(given: list[str]) -> int:
    """Bring a file into another form; returns the exit status."""
    parser = Parser(
        "convert",
        "Import a page (.svg), a task export (.json) or a project (.enup) of enuSpace, or a model of TensorFlow (.pb,"
        " .pbtxt, the folder of a SavedModel) or of ONNX (.onnx);"
        " write a diagram (.gradblocks), a Python program (.py), the inference part of a page as a model (.onnx),"
        " a page as a GraphDef (.pb), all pages as a SavedModel (a folder, OUT/),"
        " a picture (.svg, .png), or a page for browsers that holds the diagram (.html).",
    )
    add = parser.add_argument
    add("source", metavar="IN", help="what to read; a .gradblocks file may be brought into canonical form")
    add(
        "target",
        metavar="OUT",
        nargs="?",
        help="what to write, by its ending; large tensors go beside a .gradblocks file",
    )
    add("--map", metavar="OLD=NEW", action="append", default=[], type=assignment,
        help="begin the names of files with NEW where they begin with OLD, as in C:\\data=data")  # fmt: skip
    add("--page", metavar="NAME", help="the page to draw or to make a model of, if there are several")
    add("--style", choices=("gradblocks", "jax"), default="gradblocks",
        help=".py: in Gradblocks' own functions, or in those of JAX (extra `jax`), its step compiled")  # fmt: skip
    add("--fetch", metavar="NAME", action="append", default=[],
        help=".onnx: an output of the model: block or block.pin; what the page fetches, unless given")  # fmt: skip
    add("--input", metavar="NAME", action="append", default=[],
        help=".onnx: one more input beside the Placeholders; what is before it is left out")  # fmt: skip
    add("--flatten", action="store_true",
        help="replace instances of composites by their blocks: hidden/mm becomes hidden__mm")  # fmt: skip
    add("--trainable", action="store_true", help="of a model: weights that are constants become variables")
    add("--checkpoint", metavar="PREFIX",
        help="of a .pb or .pbtxt: where the values of its variables are, if not beside it")  # fmt: skip
    add("--load", metavar="FILE",
        help=".pb, SavedModel: values of variables that `run --save` wrote, not those they begin with")  # fmt: skip
    add("--update", metavar="MODEL",
        help="write the values of variables back into the model that was imported; OUT may be left out")  # fmt: skip
    add("--fold", action="store_true",
        help="equal layers in a row become one block that runs them, and weights of a model come into the layers that"
             " read them: their paths are others then")  # fmt: skip
    add("--results", action="store_true", help=".html: what the pages give when they are run")
    add("--gradients", metavar="LOSS", help=".html: where the gradient of block or block.pin flows, and its values")
    add("--steps", metavar="N", type=count, help=".html: run N steps, to look through")
    add("--seed", metavar="N", type=integer, help=".html: what random numbers of the run start from (0)")
    add("--strict", action="store_true", help="of a model: an operator that is not known is a fault")
    add_packages(parser)
    options = parser.parse_args(given)
    use_packages(*options.packages)
    must_exist(options.source)
    if options.target is None:
        return _only_update(options)
    target = Path(options.target)
    write = _writer(options.target, target)
    if target.suffix.lower() not in PAGES:
        for name in ("results", "gradients", "steps", "seed"):
            if getattr(options, name):
                raise UsageError(f"--{name} goes with a page for browsers: OUT.html")
    elif (options.steps or options.seed) and not (options.results or options.gradients):
        raise UsageError("--steps and --seed go with --results or --gradients LOSS: nothing else is run")
    mapping = [_mapping(each) for each in options.map]
    is_model = kind_of(options.source) == "model"
    if not is_model and (options.trainable or options.strict or (options.checkpoint and not options.update)):
        raise UsageError("--trainable, --checkpoint and --strict go with a model", file=options.source)
    diagram, files, unknown = opened(
        options.source, target, checkpoint=options.checkpoint, trainable=options.trainable, gathered=options.fold
    )
    changes = path_changes(diagram, mapping)
    for change in changes:
        diagram.apply(change)
    _tell(
        options.source,
        [f"changed: page {c.page!r}, {c.block}.{c.name}: it is {c.value!r} now" for c in changes],
    )
    if options.flatten:
        diagram = _flattened(options.source, diagram)
    if options.fold:
        diagram, files = _stacked(options.source, diagram, files, target)
    work = _Work(diagram, files, options.source, target, options)
    with errors_in(options.source):
        status = write(work)
    if options.update is not None:
        _update(work)
    return status or int(unknown and options.strict)


def _only_update(options: Namespace) -> int:
    """Write weights back into a model, and nothing else; returns the exit status."""
    if options.update is None:
        raise UsageError("name OUT, the file to write", hint="see `gradblocks convert --help`")
    _update(_Work(open_diagram(options.source), {}, options.source, Path(options.update), options))
    return 0


def _update(work: _Work) -> None:
    from blocks.interchange.models import update_model

    must_exist(work.options.update)
    name = work.options.page
    pages = [work.diagram.page(name)] if name is not None else work.diagram.pages
    result = update_model(work.options.update, pages, lambda page: _session(work, page), work.options.checkpoint)
    lines = [f"{result.changed} of {result.weights} weights of {work.options.update} have new values"]
    if result.is_edited:
        lines.append("blocks or wires of the model were changed, too: that is not written into it, only into an OUT")
    _tell(work.source, lines)


class Source(NamedTuple):
    """What was read: a diagram, the arrays that belong beside it, whether it has operators that are not known."""

    diagram: Diagram
    files: Mapping[str, Array] = {}
    has_unknown: bool = False


def opened(
    path: str,
    target: Path | None,
    *,
    checkpoint: str | None = None,
    trainable: bool = False,
    gathered: bool = False,
) -> Source:
    """What a file holds as a diagram; an import is told about on standard error.

    Args:
        path: a diagram, what enuSpace saved, or a model.
        target: the file of the diagram that will be written: weights go beside it.
        checkpoint: of a model, where the values of its variables are.
        trainable: of a model: constants that are weights become variables.
        gathered: of a model: weights come into the composites that read them.

    Raises:
        UsageError: an option is given that goes with a model only.
        FileError: the file cannot be read, or is damaged.
    """
    kind = kind_of(path)
    if kind == "enuspace":
        from blocks.interchange.enuspace.convert import import_file

        result = import_file(path)
        _tell(path, result.report)
        return Source(result.diagram, result.files)
    if kind != "model":
        return Source(open_diagram(path))
    from blocks.interchange.models import import_model

    stem = (target or Path(path)).stem
    model = import_model(path, stem, checkpoint=checkpoint, trainable=trainable, gathered=gathered)
    _tell(path, model.report)
    for line in model.unknown:
        output.print_line(output.printable(f"{path}: {line}"))
    return Source(model.diagram, model.files, bool(model.unknown))


def _writer(given: str, target: Path) -> Callable[[_Work], int]:
    """What writes OUT: by its ending; a folder, which may not be there yet, becomes a SavedModel.

    Raises:
        UsageError: nothing does, or it cannot be written.
    """
    if given.endswith(("/", os.sep)) or (not target.suffix and target.is_dir()):
        is_other = target.is_dir() and os.listdir(target) and kind_of(target) != "model"
        if not target.name or is_other:
            raise UsageError("cannot be written: it is a folder that holds no SavedModel", file=given)
        if not target.is_dir():
            can_hold(str(target))
        return _write_saved_model
    write = _WRITERS.get(target.suffix.lower())
    if write is None:
        raise UsageError(
            f"no file of the kind {shown(target.suffix)} can be written"
            if target.suffix
            else f"{shown(target.name)} has no ending, which says what is written",
            hint=f"OUT must end in {', '.join(_WRITERS)}; a folder, with / at the end, becomes a SavedModel",
        )
    can_hold(str(target))
    return write


def _stacked(
    source: str, diagram: Diagram, files: Mapping[str, Array], target: Path
) -> tuple[Diagram, Mapping[str, Array]]:
    """A diagram whose equal layers in a row are one block; what was folded is told."""
    from blocks.interchange.importing.stacks import stacks  # only who asks for it pays for it

    result = stacks(diagram, files, target.stem)
    _tell(source, result.report or ["there are no equal layers in a row"])
    return result.diagram, result.files


def _flattened(source: str, diagram: Diagram) -> Diagram:
    """A diagram without its composites; what gives other numbers then is told."""
    from blocks.elaborate.composites.flatten import flattened  # only who asks for it pays for it

    result = flattened(diagram)
    result.diagram.path = diagram.path
    if result.drawing:
        text = "random blocks without seeds draw other numbers in the flat diagram, as these go by the names of blocks"
        _tell(source, [f"{text}: {listed(result.drawing)}"])
    return result.diagram


class _Work(NamedTuple):
    """What is to be written: a diagram, the arrays that belong beside it, where it came from and goes, options."""

    diagram: Diagram
    files: Mapping[str, Array]
    source: str
    target: Path
    options: Namespace


def _write_diagram(work: _Work) -> int:
    return write_diagram(work.diagram, work.files, work.source, work.target)


def write_diagram(diagram: Diagram, files: Mapping[str, Array], source: str, target: Path) -> int:
    """Write a diagram and the arrays that belong beside it; returns the exit status.

    Raises:
        DiagramError: one of the arrays has no name that a file beside it can have.
        FileError: something cannot be written.
    """
    from blocks.interchange.importing.weights import write_arrays

    if files:
        try:
            write_arrays(target.parent, files)
        except DiagramError as error:
            raise error.located(file=source) from None
    diagram.save(target)
    return 0


def _write_program(work: _Work) -> int:
    from blocks.interchange.python.program import to_python
    from blocks.run.files import Folders

    _need_no_files(work)
    if work.options.style == "jax":
        return _write_jax(work)
    program = to_python(work.diagram, work.target, lambda home: Folders(home).load)
    write_atomically(work.target, program.text.encode())
    return _left_out(work, program.report)


def _left_out(work: _Work, lines: Sequence[str]) -> int:
    """Say what a program leaves out, each for a fault of the diagram; the exit status."""
    _tell(work.source, lines)
    return 1 if lines else 0


def _tell(source: str, lines: Sequence[object]) -> None:
    """Say something about a file."""
    output.print_some((f"{source}: {line}" for line in lines), len(lines), "notes on this file")


def _write_jax(work: _Work) -> int:
    from blocks.interchange.export_jax import to_jax

    program = to_jax(work.diagram, work.target)
    program.write(work.target)
    return _left_out(work, program.report)


def _need_no_files(work: _Work) -> None:
    """What is imported may hold values that belong into files beside it.

    Raises:
        UsageError: it does.
    """
    if work.files:
        text = f"{len(work.files)} of its values belong into files beside it"
        raise UsageError(text, hint=f"convert it into a {SUFFIX} file first, and that into {work.target.suffix}")


def _write_model(work: _Work) -> int:
    from blocks.interchange.export_onnx import to_onnx

    _need_no_files(work)
    page = choose_page(work.diagram, work.options.page)
    exported = to_onnx(page, work.options.fetch, work.options.input)
    write_atomically(work.target, exported.data)
    _tell(work.source, exported.report)
    return 0


def _write_picture(work: _Work) -> int:
    from blocks.cli.editor import find_editor

    name: str | None = work.options.page
    pages = [page.name for page in work.diagram.pages]
    if (name is None and len(pages) > 1) or (name is not None and name not in pages):
        what = f"there is no page {name!r}" if name is not None else "name the page to draw"
        raise UsageError(what, hint=f"--page: {listed(pages)}")
    if not pages:
        raise DiagramError("the diagram has no page to draw", file=work.source)
    return find_editor()(drawing=(work.diagram, name or pages[0], work.target))


def _write_page(work: _Work) -> int:
    from blocks.cli.editor import find_editor

    _need_no_files(work)
    asked = work.options
    if work.diagram.path is None:
        work.diagram.path = work.source  # its files are beside it
    errors: list[DiagramError] = []

    def give(html: str, result: Sequence[DiagramError]) -> None:
        errors.extend(error.located(file=work.source) for error in result)
        write_atomically(work.target, html.encode())

    options = {
        "results": asked.results,
        "gradients": asked.gradients,
        "steps": asked.steps or 1,
        "page": asked.page,
        "seed": asked.seed or 0,
    }
    find_editor()(web_page=WebPage(work.diagram, give, options))
    output.print_errors(errors, ["convert"])
    return 1 if errors else 0


def _write_graph(work: _Work) -> int:
    from blocks.interchange.tensorflow.export import to_graph_def

    _need_no_files(work)
    data = to_graph_def(_session(work, choose_page(work.diagram, work.options.page))).SerializeToString()
    write_atomically(work.target, data)
    return 0


def _write_saved_model(work: _Work) -> int:
    from blocks.interchange.tensorflow.export import to_saved_model
    from blocks.library.io import bundle
    from blocks.run.files import Folders

    _need_no_files(work)
    page = work.options.page
    pages = [work.diagram.page(page)] if page is not None else work.diagram.pages
    model = to_saved_model(pages, lambda page: _session(work, page))
    folders = Folders(work.target.parent)
    if model.variables:
        bundle.save(folders, f"{work.target.name}/variables/variables", model.variables)
    folders.write(f"{work.target.name}/saved_model.pb", model.data)
    _tell(work.source, model.report)
    return 0


def _session(work: _Work, page: PageView) -> Session:
    """A session of a page, its variables with the values that are asked for."""
    from blocks.run.session import Session

    session = Session(page)
    session.initialise({})
    if work.options.load is not None:
        if work.options.page is None and len(work.diagram.pages) > 1:
            hint = f"--page: {listed([page.name for page in work.diagram.pages])}"
            raise UsageError("--load has the variables of one page: name it", hint=hint)
        session.restore(work.options.load)
    return session


_WRITERS: Mapping[str, Callable[[_Work], int]] = {
    SUFFIX: _write_diagram,
    ".py": _write_program,
    ".onnx": _write_model,
    ".pb": _write_graph,
    ".svg": _write_picture,
    ".png": _write_picture,
    ".html": _write_page,
    ".htm": _write_page,
}


def _mapping(text: str) -> tuple[str, str]:
    old, _, new = text.partition("=")
    if not old:
        raise UsageError(f"--map {shown(text)} is not written OLD=NEW")
    return old, new

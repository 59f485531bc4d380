"""The commands ``gradblocks fmt``, ``diff`` and ``convert``, which process diagram files."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import read_named
from blocks.base.types import Array
from blocks.cli import output
from blocks.cli.arguments import (
    Parser,
    Use,
    add_packages,
    add_variables,
    assignment,
    count,
    excludes,
    integer,
    needs,
    shown,
)
from blocks.cli.exports import Work, flat, stacked, target_kind, tell, update, with_values, write_diagram, writer_of
from blocks.cli.input_files import SUFFIX, errors_in, is_tensorflow, must_exist, open_diagram
from blocks.document.changes import SetTitle
from blocks.document.file_kinds import kind_of
from blocks.document.model import Diagram
from blocks.document.strict_json import MAX_BYTES
from blocks.interchange.enuspace.paths import path_changes
from blocks.library.registry import use_packages

if TYPE_CHECKING:
    from blocks.exercise.model import Exercise


def fmt(given: list[str]) -> int:
    parser = Parser("fmt", "Print a diagram in canonical form, or rewrite its file.")
    parser.add_argument("file", metavar="FILE", help="the diagram")
    parser.add_argument("-i", "--in-place", action="store_true", help="rewrite the file instead of printing it")
    parser.add_argument("--layout", action="store_true", help="arrange all blocks from left to right along the wires")
    options = parser.parse_args(given)
    edit: Callable[[Diagram], None] = _lay_out if options.layout else lambda _diagram: None
    if options.in_place:
        rewrite(options.file, edit)
    else:
        diagram = open_diagram(options.file)
        edit(diagram)
        output.write_pieces([diagram.dumps()])
    return 0


def _lay_out(diagram: Diagram) -> None:
    from blocks.document.model import layout

    for page in (*diagram.composites, *diagram.pages):
        layout(page)


def rewrite(file: str, edit: Callable[[Diagram], None]) -> None:
    """Edit the diagram in a file, and rewrite the file in canonical form if its content changes.

    FileError: it is not an ordinary file, or another program changed it. UsageError: it is a picture or a web page.
    """
    must_exist(file)
    if not os.path.isfile(file):
        raise FileError("the path is not an ordinary file, so it cannot be rewritten", file=file)
    before = read_named(file, MAX_BYTES)
    diagram = open_diagram(file)
    if kind_of(file) == "drawing":
        hint = f"extract the diagram with `gradblocks convert {shown(file)} OUT{SUFFIX}`"
        raise UsageError("a picture or a web page that contains a diagram cannot be rewritten", file=file, hint=hint)
    edit(diagram)
    if diagram.dumps().encode() == before:
        return
    if read_named(file, MAX_BYTES) != before:  # an editor may have saved it since
        raise FileError("another program changed the file, so it was not rewritten", file=file)
    diagram.save(file)


def diff(given: list[str]) -> int:
    """Print the changes between two diagrams, one per line, and return 0 even if they differ."""
    from blocks.document.merging.diff import diff as compare

    parser = Parser("diff", "List the changes between two diagrams, block by block. Positions of blocks are ignored.")
    parser.add_argument("old", metavar="OLD", help="the old diagram")
    parser.add_argument("new", metavar="NEW", help="the new diagram")
    options = parser.parse_args(given)
    entries = compare(open_diagram(options.old), open_diagram(options.new))
    output.write_text("".join(f"{entry}\n" for entry in entries))
    return 0


def _only_for(*kinds: str) -> Use:
    words = " or ".join(f"OUT{kind}" for kind in kinds)
    return Use(f"used only for {words}", lambda options: target_kind(options.target) in kinds)


_PICTURES = (".svg", ".png")
_OUT = Use("used only with OUT", lambda options: options.target is not None)
_MODEL = Use("used only for a model", lambda options: kind_of(options.source) == "model")
_TENSORFLOW = Use(
    "used only for a TensorFlow model",
    lambda options: any(is_tensorflow(each) for each in (options.source, options.update) if each is not None),
)
_KINDS_OF_ONE_PAGE = (".onnx", ".pb", "/", *_PICTURES, ".html")
_ONE_PAGE = Use(
    "used only if OUT contains one page, or with --load, --update or --markdown",
    lambda options: target_kind(options.target) in _KINDS_OF_ONE_PAGE or options.given & {"load", "update", "markdown"},
)
_VALUES = Use(
    "not used for a picture or a notebook",
    lambda options: options.update is not None or target_kind(options.target) not in (*_PICTURES, ".ipynb"),
)
_NO_FILE_OR_PICTURE = Use(
    "used only without OUT, or for OUT.svg or OUT.png",
    lambda options: options.target is None or target_kind(options.target) in _PICTURES,
)
_RUN = Use(
    "used only with --results or --gradients",
    lambda options: target_kind(options.target) != ".html" or options.given & {"results", "gradients", "update"},
)


def convert(given: list[str]) -> int:
    parser = Parser(
        "convert",
        "Convert between diagrams, models, programs and pictures. IN: a diagram (.gradblocks), an exercise (.json), a"
        " TensorFlow model (.pb, .pbtxt or a SavedModel folder), an ONNX model (.onnx), or an enuSpace page (.svg),"
        " task export (.json) or project (.enup). OUT: a diagram (.gradblocks), a Python program (.py), a Jupyter"
        " notebook (.ipynb), the inference part of a page as ONNX (.onnx), a page as a GraphDef (.pb), all pages as a"
        " SavedModel (a folder, OUT/), a picture (.svg, .png) or a web page that contains the diagram (.html). For a"
        " PyTorch module, use `blocks.from_torch` in Python instead.",
    )
    parser.add_argument("source", metavar="IN", help="the file or folder to read")
    parser.add_argument("target", metavar="OUT", nargs="?",
        help="the file to write. Its extension selects the format. Large tensors of a .gradblocks file go into a file"
             " next to it.")  # fmt: skip
    add = partial(parser.add_argument, group="input")
    add("--map", metavar="OLD=NEW", action="append", default=[], type=assignment, used=[_OUT],
        help="replace OLD with NEW at the start of file names in the diagram, such as C:\\data=data"
             " (repeatable)")  # fmt: skip
    add("--page", metavar="NAME",
        used=[_ONE_PAGE],
        help="the page to write, or the page whose variables --load and --update use")  # fmt: skip
    add("--load", metavar="FILE",
        used=[_VALUES, _RUN, excludes("markdown")],
        help="use the variables that `run --save` wrote to FILE instead of the initial values")  # fmt: skip
    add_packages(parser, "input")
    add = partial(parser.add_argument, group="importing a model")
    add("--trainable", action="store_true", used=[_MODEL], help="turn the weights of the model into variables")
    add_variables(parser, needs("trainable"), group="importing a model")
    add("--checkpoint", metavar="PREFIX", used=[_TENSORFLOW],
        help="for a .pb or .pbtxt file: the checkpoint with the values of its variables, if the checkpoint is not next"
             " to the file")  # fmt: skip
    add("--group-layers", action="store_true", used=[_OUT, excludes("update")], before="--fold",
        help="replace repeated identical layers with one block that runs them, and move weights into the layers that"
             " use them. This changes block paths.")  # fmt: skip
    add("--strict", action="store_true", used=[_MODEL],
        help="exit with status 1 if the model has an unknown operator")  # fmt: skip
    add = partial(parser.add_argument, group="output")
    add("--flatten", action="store_true", used=[_OUT, excludes("update")],
        help="replace composites with their blocks: hidden/mm becomes hidden__mm")  # fmt: skip
    add("--update", metavar="MODEL",
        help="write the values of variables back into the model file that was imported; OUT is optional")  # fmt: skip
    add("--style", choices=("gradblocks", "jax"), default="gradblocks", used=[_only_for(".py")],
        help=".py: write a program that uses Gradblocks, or one that uses only JAX, with a compiled step (default:"
             " gradblocks)")  # fmt: skip
    add("--fetch", metavar="NAME", action="append", default=[], used=[_only_for(".onnx")],
        help=".onnx: an output of the model, as block or block.pin (repeatable; default: the page's"
             " fetches)")  # fmt: skip
    add("--input", metavar="NAME", action="append", default=[], used=[_only_for(".onnx")],
        help=".onnx: make this pin an input of the model, and leave out the blocks that only this pin depends on"
             " (repeatable)")  # fmt: skip
    add("--markdown", action="store_true", used=[_NO_FILE_OR_PICTURE, excludes("update")],
        help="print Markdown with the title, and the picture and notes of each page. The Markdown refers to the picture"
             " OUT.svg or OUT.png. Without OUT, it contains the picture, which GitHub does not show")  # fmt: skip
    add = partial(parser.add_argument, group="web page (.html)")
    add("--results", action="store_true", used=[_only_for(".html")], help="run the pages and show the results")
    add("--gradients", metavar="LOSS", used=[_only_for(".html")],
        help="run the pages and show the gradient of block or block.pin, with its values")  # fmt: skip
    add("--steps", metavar="N", type=count, default=1, used=[_only_for(".html"), needs("results", "gradients")],
        help="run N steps, which the web page can replay (default: 1)")  # fmt: skip
    add("--seed", metavar="N", type=integer, default=0, used=[_only_for(".html"), needs("results", "gradients")],
        help="the random seed of the run (default: 0)")  # fmt: skip
    options = parser.parse_args(given)
    use_packages(*options.packages)
    must_exist(options.source)
    if options.target is None and not options.markdown:
        if options.update is None:
            raise UsageError("OUT (the file to write) is missing", hint="see `gradblocks convert --help`")
        update(Work(open_diagram(options.source), {}, options.source, Path(options.update), options, {}))
        return 0
    target = Path(options.target or options.source)
    write = writer_of(options.target, target)
    mapping = [_mapping(each) for each in options.map]
    asked = {name: getattr(options, name) for name in ("checkpoint", "trainable", "variables")}
    diagram, files, unknown, exercise = opened(options.source, target, gathered=options.group_layers, **asked)
    changes = path_changes(diagram, mapping)
    for change in changes:
        diagram.apply(change)
    lines = [f"changed {c.block}.{c.name} on page {c.page!r} to {c.value!r}" for c in changes]
    tell(options.source, lines or ["no file name starts with the text that --map replaces"] * bool(mapping))
    work = Work(diagram, files, options.source, target, options, {}, exercise)
    if options.load is not None and (options.flatten or options.group_layers or target.suffix.lower() == SUFFIX):
        with errors_in(options.source):
            work = with_values(work)
    if options.flatten:
        work = work._replace(diagram=flat(options.source, work.diagram))
    if options.group_layers:
        work = stacked(work)
    with errors_in(options.source):
        status = write(work)
    if options.update is not None:
        update(work)
    return status or int(unknown and options.strict)


class LoadedDiagram(NamedTuple):
    diagram: Diagram
    files: Mapping[str, Array] = {}
    has_unknown: bool = False
    exercise: Exercise | None = None


def opened(path: str, target: Path | None, **options: Any) -> LoadedDiagram:
    """Read a file as a diagram: a diagram, an exercise's start, an enuSpace file, or a model (`import_model`).

    Notes about an import go to standard error. Weights are stored next to ``target``, the file that will be written.
    """
    kind = kind_of(path)
    if kind == "enuspace":
        from blocks.interchange.enuspace.convert import import_file

        result = import_file(path)
        tell(path, result.report)
        return LoadedDiagram(result.diagram, result.files)
    if kind == "exercise":
        from blocks.exercise.model import read_exercise

        exercise = read_exercise(path)
        exercise.start.apply(SetTitle(exercise.title or exercise.start.title))
        return LoadedDiagram(exercise.start, exercise=exercise)
    if kind != "model":
        return LoadedDiagram(open_diagram(path))
    return _imported(path, target, **options)


def _imported(path: str, target: Path | None, *, quiet: bool = False, **options: Any) -> LoadedDiagram:
    from blocks.interchange.models import import_model

    model = import_model(path, (target or Path(path)).stem, **options)
    if not quiet:
        tell(path, model.report)
        for line in model.unknown:
            output.print_line(output.printable(f"{path}: {line}"))
    return LoadedDiagram(model.diagram, model.files, bool(model.unknown))


@contextmanager
def open_model(path: str, *, quiet: bool) -> Generator[Diagram]:
    """Yield the diagram of a model, whose weights are files in a temporary folder."""
    with TemporaryDirectory(prefix="gradblocks-") as folder:
        target = Path(folder, f"model{SUFFIX}")
        model = _imported(path, target, quiet=quiet)
        write_diagram(model.diagram, model.files, path, target)
        try:
            yield model.diagram
        except DiagramError as error:
            for each in output.all_of(error):
                each.file = path if each.file == str(target) else each.file
            raise


def _mapping(text: str) -> tuple[str, str]:
    old, _, new = text.partition("=")
    if not old:
        raise UsageError(f"--map: expected OLD=NEW, got {shown(text)}")
    return old, new

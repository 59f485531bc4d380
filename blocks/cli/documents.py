"""``gradblocks fmt``, ``diff`` and ``convert``: diagram files as such."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from blocks.base.errors import FileError, UsageError
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
from blocks.cli.exports import Work, flattened, stacked, target_kind, tell, update, with_values, writer_of
from blocks.cli.input_files import SUFFIX, errors_in, is_tensorflow, must_exist, open_diagram
from blocks.document.file_kinds import kind_of
from blocks.document.model import Diagram
from blocks.document.strict_json import MAX_BYTES
from blocks.interchange.enuspace.paths import path_changes
from blocks.library.registry import use_packages


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


def _only_for(*kinds: str) -> Use:
    """Return the condition that OUT is of one of these kinds."""
    words = " or ".join(f"OUT{kind}" for kind in kinds)
    return Use(f"used only for {words}", lambda options: target_kind(options.target) in kinds)


_PICTURES = (".svg", ".png")
_OUT = Use("used only with OUT", lambda options: options.target is not None)
_MODEL = Use("used only for a model", lambda options: kind_of(options.source) == "model")
_TENSORFLOW = Use(
    "used only for a model of TensorFlow",
    lambda options: any(is_tensorflow(each) for each in (options.source, options.update) if each is not None),
)
_ONE_PAGE = Use(
    "used only for OUT that holds one page, or with --load or --update",
    lambda options: (
        target_kind(options.target) in (".onnx", ".pb", "/", *_PICTURES, ".html")
        or not options.given.isdisjoint(("load", "update"))
    ),
)
_VALUES = Use(
    "not used for a picture",
    lambda options: options.update is not None or target_kind(options.target) not in _PICTURES,
)
_RUN = Use(
    "used only with --results or --gradients",
    lambda options: (
        target_kind(options.target) != ".html" or not options.given.isdisjoint(("results", "gradients", "update"))
    ),
)


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
    add("--map", metavar="OLD=NEW", action="append", default=[], type=assignment, used=[_OUT],
        help="begin the names of files with NEW where they begin with OLD, as in C:\\data=data")  # fmt: skip
    add("--page", metavar="NAME",
        used=[_ONE_PAGE],
        help="the page to draw or to make a model of, or whose variables --load and --update mean")  # fmt: skip
    add("--style", choices=("gradblocks", "jax"), default="gradblocks", used=[_only_for(".py")],
        help=".py: in Gradblocks' own functions, or in those of JAX (extra `jax`), its step compiled")  # fmt: skip
    add("--fetch", metavar="NAME", action="append", default=[], used=[_only_for(".onnx")],
        help=".onnx: an output of the model: block or block.pin; what the page fetches, unless given")  # fmt: skip
    add("--input", metavar="NAME", action="append", default=[], used=[_only_for(".onnx")],
        help=".onnx: one more input beside the Placeholders; what is before it is left out")  # fmt: skip
    add("--flatten", action="store_true", used=[_OUT, excludes("update")],
        help="replace instances of composites by their blocks: hidden/mm becomes hidden__mm")  # fmt: skip
    add("--trainable", action="store_true", used=[_MODEL], help="of a model: make variables of its parameters")
    add_variables(parser, needs("trainable"))
    add("--checkpoint", metavar="PREFIX", used=[_TENSORFLOW],
        help="of a .pb or .pbtxt: where the values of its variables are, if not beside it")  # fmt: skip
    add("--load", metavar="FILE",
        used=[_VALUES, _RUN],
        help="values of variables that `run --save` wrote, not those they begin with")  # fmt: skip
    add("--update", metavar="MODEL",
        help="write the values of variables back into the model that was imported; OUT may be left out")  # fmt: skip
    add("--group-layers", action="store_true", used=[_OUT, excludes("update")], before="--fold",
        help="replace equal layers in a row by one block that runs them, and move the weights of a model into the"
             " layers that read them; this changes their paths")  # fmt: skip
    add(
        "--results", action="store_true", used=[_only_for(".html")], help=".html: what the pages give when they are run"
    )
    add("--gradients", metavar="LOSS", used=[_only_for(".html")],
        help=".html: where the gradient of block or block.pin flows, and its values")  # fmt: skip
    add("--steps", metavar="N", type=count, default=1, used=[_only_for(".html"), needs("results", "gradients")],
        help=".html: run N steps, to look through")  # fmt: skip
    add("--seed", metavar="N", type=integer, default=0, used=[_only_for(".html"), needs("results", "gradients")],
        help=".html: what random numbers of the run start from (0)")  # fmt: skip
    add("--strict", action="store_true", used=[_MODEL], help="of a model: an operator that is not known is an error")
    add_packages(parser)
    options = parser.parse_args(given)
    use_packages(*options.packages)
    must_exist(options.source)
    if options.target is None:
        return _only_update(options)
    target = Path(options.target)
    write = writer_of(options.target, target)
    mapping = [_mapping(each) for each in options.map]
    diagram, files, unknown = opened(
        options.source,
        target,
        checkpoint=options.checkpoint,
        trainable=options.trainable,
        gathered=options.group_layers,
        variables=options.variables,
    )
    changes = path_changes(diagram, mapping)
    for change in changes:
        diagram.apply(change)
    lines = [f"changed: page {c.page!r}, {c.block}.{c.name}: it is {c.value!r} now" for c in changes]
    tell(options.source, lines or ["no file name begins with what --map replaces"] * bool(mapping))
    work = Work(diagram, files, options.source, target, options, {})
    if options.load is not None and (options.flatten or options.group_layers or target.suffix.lower() == SUFFIX):
        with errors_in(options.source):
            work = with_values(work)
    if options.flatten:
        work = work._replace(diagram=flattened(options.source, work.diagram))
    if options.group_layers:
        work = stacked(work)
    with errors_in(options.source):
        status = write(work)
    if options.update is not None:
        update(work)
    return status or int(unknown and options.strict)


def _only_update(options: Namespace) -> int:
    """Write weights back into a model, and nothing else; returns the exit status."""
    if options.update is None:
        raise UsageError("name OUT, the file to write", hint="see `gradblocks convert --help`")
    update(Work(open_diagram(options.source), {}, options.source, Path(options.update), options, {}))
    return 0


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
    variables: Sequence[str] = (),
) -> Source:
    """What a file holds as a diagram; an import is told about on standard error.

    Args:
        path: a diagram, what enuSpace saved, or a model.
        target: the file of the diagram that will be written: weights go beside it.
        checkpoint: of a model, where the values of its variables are.
        trainable: of a model: parameters that are constants become variables.
        gathered: of a model: weights come into the composites that read them.
        variables: of a model: patterns of the paths of parameters that are trained, if that is not all.

    Raises:
        UsageError: an option is given that goes with a model only.
        FileError: the file cannot be read, or is damaged.
    """
    kind = kind_of(path)
    if kind == "enuspace":
        from blocks.interchange.enuspace.convert import import_file

        result = import_file(path)
        tell(path, result.report)
        return Source(result.diagram, result.files)
    if kind != "model":
        return Source(open_diagram(path))
    from blocks.interchange.models import import_model

    stem = (target or Path(path)).stem
    model = import_model(path, stem, checkpoint=checkpoint, trainable=trainable, gathered=gathered, variables=variables)
    tell(path, model.report)
    for line in model.unknown:
        output.print_line(output.printable(f"{path}: {line}"))
    return Source(model.diagram, model.files, bool(model.unknown))


def _mapping(text: str) -> tuple[str, str]:
    old, _, new = text.partition("=")
    if not old:
        raise UsageError(f"--map {shown(text)} is not written OLD=NEW")
    return old, new

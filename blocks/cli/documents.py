"""``gradblocks fmt``, ``diff`` and ``convert``: diagram files as such."""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np

from blocks.base.errors import DiagramError, UsageError
from blocks.base.files import write_atomically
from blocks.base.types import Array
from blocks.cli import output
from blocks.cli.arguments import Parser, shown
from blocks.cli.opening import can_hold, must_exist, open_diagram

SUFFIX = ".gradblocks"


def fmt(given: list[str]) -> int:
    """Print the canonical form of a diagram, or rewrite the file if it is in another; returns the exit status."""
    parser = Parser("fmt", "Print a diagram in canonical form.")
    parser.add_argument("file", metavar="FILE", help="the diagram")
    parser.add_argument("-i", "--in-place", action="store_true", help="rewrite the file instead, atomically")
    options = parser.parse_args(given)
    diagram = open_diagram(options.file)
    if not options.in_place:
        output.write_pieces([diagram.dumps()])
    elif Path(options.file).read_bytes() != diagram.dumps().encode():
        diagram.save(options.file)
    return 0


def diff(given: list[str]) -> int:
    """Print what changed between two diagrams, a line each; returns the exit status, 0 also when they differ."""
    from blocks.diagram.diff import diff as compare

    parser = Parser("diff", "Print what changed between two diagrams, block by block. Where blocks stand is no change.")
    parser.add_argument("old", metavar="OLD", help="a diagram")
    parser.add_argument("new", metavar="NEW", help="another one")
    options = parser.parse_args(given)
    entries = compare(open_diagram(options.old), open_diagram(options.new))
    output.write_text("".join(f"{entry}\n" for entry in entries))
    return 0


def convert(given: list[str]) -> int:
    """Bring a file of another program into ours; returns the exit status."""
    parser = Parser(
        "convert", "Import a page (.svg), a task export (.json) or a project (.enup) of enuSpace as a .gradblocks file."
    )
    parser.add_argument("source", metavar="IN", help="what to read; a .gradblocks file is brought into canonical form")
    parser.add_argument("target", metavar="OUT", help="the .gradblocks file to write; large tensors go beside it")
    options = parser.parse_args(given)
    must_exist(options.source)
    target = Path(options.target)
    if target.suffix.lower() != SUFFIX:
        raise UsageError(
            f"no file of the kind {shown(target.suffix or target.name)} can be written by this version",
            hint=f"OUT must end in {SUFFIX}",
        )
    can_hold(options.target)
    if _is_ours(options.source):
        open_diagram(options.source).save(options.target)
        return 0
    from blocks.diagram.importers.enuspace import import_file

    result = import_file(options.source)
    for name, array in result.files.items():
        if os.path.basename(name) != name or name in ("", ".", ".."):
            raise DiagramError(f"{name!r} cannot be the name of a file", file=options.source)
        write_atomically(target.parent / name, _npy(array))
    result.diagram.save(options.target)
    for line in result.report:
        output.print_line(output.printable(f"{options.source}: {line}"))
    return 0


def _is_ours(path: str) -> bool:
    """Whether a file is a Gradblocks diagram: by its name, or for .json by what stands at its beginning."""
    suffix = Path(path).suffix.lower()
    if suffix == SUFFIX:
        return True
    if suffix != ".json":
        return False
    try:
        with open(path, "rb") as file:
            return b'"gradblocks/' in file.read(4096)
    except OSError:
        return False  # the importer says so


def _npy(array: Array) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, array, allow_pickle=False)
    return buffer.getvalue()

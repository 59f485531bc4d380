"""``gradblocks merge``: a three-way merge of diagrams, also as git calls it."""

from __future__ import annotations

import os
from pathlib import Path

from blocks.base.errors import FileError, UsageError
from blocks.base.files import read_named
from blocks.cli import output
from blocks.cli.arguments import Parser, add_packages
from blocks.cli.git.after_merge import broken_by
from blocks.cli.input_files import can_hold, must_exist, open_diagram
from blocks.document.data import Document
from blocks.document.file import loads
from blocks.document.merging.merge import merge as merge_documents
from blocks.document.merging.settle import settle
from blocks.document.model import Diagram
from blocks.library.registry import use_packages

CONFLICTS = 1
"""The exit status that tells git that somebody has to decide."""


def merge(given: list[str]) -> int:
    """Merge two diagrams that were made from one; returns the exit status, 1 if there are conflicts."""
    parser = Parser(
        "merge",
        "Merge two diagrams that were made from one, by pages, blocks and wires; where blocks stand is no conflict."
        " Conflicts are kept in OUT: the editor shows them side by side (File > Settle conflicts), `check` names them."
        " Afterwards dtypes, shapes, gradients, their contracts and lint are checked: what came out worse than both"
        " sides is said. The exit status is 1 if there are conflicts.",
    )
    add = parser.add_argument
    add("base", metavar="BASE", help="what both were made from; an empty file if each was made for itself")
    add("ours", metavar="OURS", help="one diagram")
    add("theirs", metavar="THEIRS", help="the other one")
    add("-o", "--output", metavar="OUT", help="what to write; OURS will do. Without it, the diagram is printed")
    add("--prefer", choices=("ours", "theirs", "base"), help="settle all conflicts so")
    add("--name", metavar="FILE", help="what the diagram is called in messages, where OUT is a file for a moment")
    add_packages(parser)
    options = parser.parse_args(given)
    use_packages(*options.packages)
    base = _base(options.base)
    ours, theirs = open_diagram(options.ours), open_diagram(options.theirs)
    if options.output is not None:
        can_hold(options.output)
    result = merge_documents(base, ours.document, theirs.document)
    merged, conflicts = Diagram(result.document), result.conflicts
    if options.prefer is not None:
        merged.apply(settle(merged, conflicts, options.prefer))
        conflicts = ()
    name = options.name or options.output or options.ours
    text = merged.dumps()
    again = loads(text, name)  # of limits and all else that holds for a file as a whole
    if options.output is None:
        output.write_pieces([text])
    else:
        again.save(options.output, layout=False)
    lines = [*result.notes, *(str(each.fault().located(file=None)) for each in conflicts)]
    lines += broken_by(again, (ours, theirs), Path(name).parent)
    output.print_some((f"{name}: {line}" for line in lines), len(lines), "lines about this merge")
    return CONFLICTS if conflicts else 0


def _base(path: str) -> Document:
    """What both sides were made from. Git gives an empty file where there is nothing."""
    must_exist(path)
    try:
        if path == os.devnull or (os.path.isfile(path) and not read_named(path, 1)):
            return Document()
    except (OSError, ValueError) as error:
        raise FileError(f"cannot be read: {error}", file=path) from None
    if os.path.isdir(path):
        raise UsageError("is a folder", file=path)
    return open_diagram(path).document

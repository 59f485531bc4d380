"""The command ``gradblocks merge``, a three-way merge of diagrams that git can call."""

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
"""The exit status that tells git about conflicts."""


def merge(given: list[str]) -> int:
    parser = Parser(
        "merge",
        "Merge two versions of a diagram by pages, blocks and wires. Positions of blocks do not conflict. Conflicts are"
        " stored in OUT: the editor shows them side by side, and `check` lists them. The merged diagram is checked:"
        " errors, lint warnings and gradient stops that neither version had are reported. The exit status is 1 if there"
        " are conflicts.",
    )
    add = parser.add_argument
    add("base", metavar="BASE", help="the common ancestor; an empty file if there is none")
    add("ours", metavar="OURS", help="the version of the current branch")
    add("theirs", metavar="THEIRS", help="the version of the branch to merge")
    add("-o", "--output", metavar="OUT", help="the file to write, which may be OURS (default: print the diagram)")
    add("--prefer", choices=("ours", "theirs", "base"), help="resolve every conflict in favor of this version")
    add("--name", metavar="FILE", help="the file name to show in messages if OUT is a temporary file")
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
    again = loads(text, name)  # checks the limits of a file as a whole
    if options.output is None:
        output.write_pieces([text])
    else:
        again.save(options.output, layout=False)
    lines = [*result.notes, *(str(each.fault().located(file=None)) for each in conflicts)]
    lines += broken_by(again, (ours, theirs), Path(name).parent)
    output.print_some((f"{name}: {line}" for line in lines), len(lines), "notes on this merge")
    return CONFLICTS if conflicts else 0


def _base(path: str) -> Document:
    """Return the common ancestor. Git passes an empty file if there is none."""
    must_exist(path)
    try:
        if path == os.devnull or (os.path.isfile(path) and not read_named(path, 1)):
            return Document()
    except (OSError, ValueError) as error:
        raise FileError(f"cannot be read: {error}", file=path) from None
    if os.path.isdir(path):
        raise UsageError("it is a folder", file=path)
    return open_diagram(path).document

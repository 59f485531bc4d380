"""The command ``gradblocks merge``, a three-way merge of diagrams that git can call."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from blocks.analysis.lint import PageAdvice
from blocks.analysis.losses import find_losses
from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import read_named
from blocks.cli import output
from blocks.cli.arguments import Parser, add_packages
from blocks.cli.input_files import can_hold, must_exist, open_diagram
from blocks.document.data import Document
from blocks.document.file import loads
from blocks.document.merging.conflicts import with_conflicts
from blocks.document.merging.merge import merge as merge_documents
from blocks.document.merging.settle import settle
from blocks.document.model import Diagram
from blocks.door.problems import MOST_LOSSES, Checked, fates
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
        raise FileError(f"the file cannot be read: {error}", file=path) from None
    if os.path.isdir(path):
        raise UsageError("the path is a folder", file=path)
    return open_diagram(path).document


def broken_by(merged: Diagram, sides: Sequence[Diagram], home: Path) -> list[str]:
    """Return the problems of a merged diagram that no version in ``sides`` had, one per line."""
    now, *before = [Checked(_plain(each.document), str(home)) for each in (merged, *sides)]
    texts, *known = [
        {_text(problem.of, problem.on): problem for problem in each.problems.values()} for each in (now, *before)
    ]
    new = {text: problem for text, problem in texts.items() if not any(text in each for each in known)}
    is_error = {text: isinstance(problem.of, DiagramError) for text, problem in new.items()}
    results = [f"the merge caused this error: {text}" for text in new if is_error[text]]
    results += [f"the merge stopped a gradient: {text}" for text in _cuts(now, before)]
    return [*results, *(f"lint warning after the merge: {text}" for text in new if not is_error[text])]


def _plain(document: Document) -> Document:
    return document._replace(extra=with_conflicts(document.extra, ()))


def _text(problem: DiagramError | PageAdvice, page: str | None) -> str:
    if isinstance(problem, DiagramError):
        return str(problem)
    return f"{DiagramError(problem.message, page=page, block=problem.block, pin=problem.pin)}; {problem.mend}"


def _cuts(now: Checked, before: Sequence[Checked]) -> Iterator[str]:
    for name, item in now.report.pages.items():
        sides = [each.report.pages[name] for each in before if name in each.report.pages]
        for loss in dict.fromkeys(loss for side in sides for loss in find_losses(side)[:MOST_LOSSES]):
            old = [fates(side, loss) for side in sides]
            for variable, fate in fates(item, loss).items():
                known = [each[variable] for each in old if variable in each]
                if not fate.reached and known and all(each.reached for each in known):
                    text = f"the gradient of {loss} no longer reaches {variable}: {fate.reason}"
                    yield str(DiagramError(text, page=name, block=fate.path[-1] if fate.path else variable))

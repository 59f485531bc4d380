"""``gradblocks thumbnail``: a small picture of a diagram, as file managers ask for it."""

from __future__ import annotations

from argparse import ArgumentTypeError
from mimetypes import guess_type
from pathlib import Path

from blocks.base.errors import DiagramError, UsageError
from blocks.cli.arguments import Parser, count
from blocks.cli.editor import find_editor
from blocks.cli.input_files import can_hold, open_diagram

_LARGEST = 4096


def thumbnail(given: list[str]) -> int:
    """Write a small picture of the first page of a diagram; returns the exit status."""
    parser = Parser("thumbnail", "Write a small picture of the first page of a diagram. Nothing is run.")
    parser.add_argument("file", metavar="FILE", help="the diagram")
    parser.add_argument("target", metavar="OUT.png", help="what to write")
    parser.add_argument("--size", metavar="N", type=_size, default=256, help="pixels of its longer side (256)")
    parser.add_argument("--page", metavar="NAME", help="the page, if not the first")
    options = parser.parse_args(given)
    diagram = open_diagram(options.file)
    can_hold(options.target)
    # File managers ask for a file that has no ending, or one of random letters.
    if options.target.endswith(".gradblocks") or guess_type(options.target)[0] not in (None, "image/png"):
        raise UsageError("a thumbnail is a PNG file: OUT must end in .png", file=options.target)
    views = [diagram.page(options.page)] if options.page is not None else [*diagram.pages, *diagram.composites]
    if not views:
        raise DiagramError("the diagram has no page to draw", file=options.file)
    shown = next((view for view in views if view.blocks or view.notes or view.frames), views[0])
    return find_editor()(drawing=(diagram, shown.name, Path(options.target)), size=options.size)


def _size(text: str) -> int:
    number = count(text)
    if number > _LARGEST:
        raise ArgumentTypeError(f"it must be at most {_LARGEST}, not {number}")
    return number

"""The command ``gradblocks thumbnail``, which file managers call."""

from __future__ import annotations

from argparse import ArgumentTypeError
from mimetypes import guess_type
from pathlib import Path

from blocks.base.errors import DiagramError, UsageError
from blocks.cli.arguments import Parser, count
from blocks.cli.editor import Drawing, find_editor
from blocks.cli.input_files import can_hold, open_diagram

_LARGEST = 4096


def thumbnail(given: list[str]) -> int:
    parser = Parser("thumbnail", "Write a thumbnail of the first page of a diagram, without running it.")
    parser.add_argument("file", metavar="FILE", help="the diagram")
    parser.add_argument("target", metavar="OUT.png", help="the PNG file to write")
    parser.add_argument(
        "--size", metavar="N", type=_size, default=256, help="the length of the longer side in pixels (default: 256)"
    )
    parser.add_argument("--page", metavar="NAME", help="the page to draw (default: the first)")
    options = parser.parse_args(given)
    diagram = open_diagram(options.file)
    can_hold(options.target)
    # File managers ask for a file without an ending, or with a random one.
    if options.target.endswith(".gradblocks") or guess_type(options.target)[0] not in (None, "image/png"):
        raise UsageError("expected a file name that ends in .png", file=options.target)
    views = [diagram.page(options.page)] if options.page is not None else [*diagram.pages, *diagram.composites]
    if not views:
        raise DiagramError("the diagram has no pages", file=options.file)
    shown = next((view for view in views if view.blocks or view.notes or view.frames), views[0])
    return find_editor()(drawing=Drawing(diagram, shown.name, Path(options.target), options.size))


def _size(text: str) -> int:
    number = count(text)
    if number > _LARGEST:
        raise ArgumentTypeError(f"expected a size of at most {_LARGEST} pixels, got {number}")
    return number

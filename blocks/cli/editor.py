"""The command ``gradblocks [FILE]``, which starts the editor through its entry point."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from blocks.base import web_page
from blocks.base.errors import UsageError
from blocks.cli.arguments import Parser, Use, add_packages, assignment, needs, shown
from blocks.cli.input_files import must_exist
from blocks.library.registry import use_packages

if TYPE_CHECKING:
    from blocks.document.model import Diagram
    from blocks.run.results import Results


class PictureRun(NamedTuple):
    page: str | None = None
    feed: Sequence[str] = ()
    load: str | None = None


AS_IT_IS = PictureRun()


class Drawing(NamedTuple):
    """A picture of a canvas.

    Attributes:
        page: the page, or a composite (``:Dense``).
        path: the file to write, SVG or PNG by its extension.
        size: the longer side of a thumbnail in pixels; default: two pixels per unit.
        blocks: the blocks to show; empty: all.
        results: the results of a step to show, with the gradients of ``loss``.
        most: the longest side in pixels of a picture with one pixel per unit, which is smaller if it would be longer.
        tell: takes the size of such a picture, its scale, and whether its text is large enough to be read.
    """

    diagram: Diagram
    page: str
    path: Path
    size: int | None = None
    blocks: Sequence[str] = ()
    results: Results | None = None
    loss: str | None = None
    most: int = 0
    tell: Callable[[tuple[int, int], float, bool], object] | None = None


def editor(given: list[str], commands: Collection[str]) -> int:
    parser = Parser("", "Open the editor.")
    parser.add_argument("file", metavar="FILE", nargs="?", help="the diagram to open")
    add, pictured = parser.add_argument, [needs("screenshot")]
    add("--screenshot", metavar="OUT.png", used=[Use("used only with FILE", lambda options: options.file is not None)],
        help="run the diagram, save a picture of the window and exit")  # fmt: skip
    add("--page", metavar="NAME", used=pictured, help="with --screenshot: the page to run (default: the first)")
    add("--feed", metavar="NAME=VALUE", action="append", default=[], type=assignment, used=pictured,
        help="with --screenshot: set the value of a Placeholder or of an output pin (repeatable)")  # fmt: skip
    add("--load", metavar="FILE", used=pictured,
        help="with --screenshot: start with the variables in FILE, as `run --load` does")  # fmt: skip
    add_packages(parser)
    options = parser.parse_args(given)
    if options.screenshot is not None and not options.screenshot.lower().endswith(".png"):
        raise UsageError("expected a file name that ends in .png", file=options.screenshot)
    if options.file is not None:
        _must_be_meant(options.file, commands)
    use_packages(*options.packages)
    run = PictureRun(options.page, tuple(options.feed), options.load)
    return find_editor()(options.file, options.screenshot, **({} if run == AS_IT_IS else {"run": run}))


def _must_be_meant(name: str, commands: Collection[str]) -> None:
    """Raise an error that suggests a command if a name is neither a file nor a command."""
    try:
        must_exist(name)
    except UsageError:
        import difflib

        close = difflib.get_close_matches(name, commands, 1)
        hint = f"did you mean `gradblocks {close[0]}`?" if close else "see `gradblocks --help`"
        raise UsageError(f"{shown(name)} is neither a file nor a command", hint=hint) from None


def find_editor() -> Callable[..., int]:
    """Return the editor: a function of FILE and OUT.png (each may be None) that returns the exit status.

    Its keyword ``drawing`` takes a `Drawing` instead. Its keyword ``web_page`` takes a request for a web page
    (`blocks.base.web_page.WebPage`). UsageError: it is not installed.
    """
    nothing = UsageError(
        "this installation of Gradblocks does not include the editor",
        hint="see `gradblocks --help` for the commands that work without it",
    )
    point = web_page.editor_point()
    if point is None:
        raise nothing
    try:
        result: Any = point.load()
    except ImportError as error:
        if error.name == point.module:
            raise nothing from None
        hint = "install the dependencies of the editor with pip install 'gradblocks[gui]'"
        raise UsageError(f"the editor cannot be loaded: {error}", hint=hint) from None
    return result

"""``gradblocks [FILE]``: the editor, which is a package of its own and found by its entry point."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from blocks.base import web_page
from blocks.base.errors import UsageError
from blocks.cli.arguments import Parser, add_packages, shown
from blocks.cli.input_files import must_exist
from blocks.library.registry import use_packages


def editor(given: list[str], commands: Collection[str]) -> int:
    """Open the editor; returns the exit status.

    Args:
        given: what stands behind the program's name.
        commands: the words that would have been another command.
    """
    parser = Parser("", "Open the editor.")
    parser.add_argument("file", metavar="FILE", nargs="?", help="the diagram to open")
    parser.add_argument("--screenshot", metavar="OUT.png", help="run the diagram, save a picture of the window, exit")
    add_packages(parser)
    options = parser.parse_args(given)
    if options.screenshot is not None and options.file is None:
        raise UsageError("--screenshot needs a diagram", hint="gradblocks FILE --screenshot OUT.png")
    if options.file is not None:
        _must_be_meant(options.file, commands)
    use_packages(*options.packages)
    return find_editor()(options.file, options.screenshot)


def _must_be_meant(name: str, commands: Collection[str]) -> None:
    """Say more than "no such file" about a command that is misspelt."""
    try:
        must_exist(name)
    except UsageError:
        import difflib

        close = difflib.get_close_matches(name, commands, 1)
        hint = f"did you mean `gradblocks {close[0]}`?" if close else "see `gradblocks --help`"
        raise UsageError(f"there is no file and no command {shown(name)}", hint=hint) from None


def find_editor() -> Callable[..., int]:
    """Return the editor: a function of FILE and OUT.png (each may be None) that returns the exit status.

    Its keyword ``drawing`` takes a diagram, the name of a page and the file for its picture instead. Its keyword
    ``web_page`` takes what becomes a page for a browser (`blocks.base.web_page.WebPage`).

    Raises:
        UsageError: there is no editor, or what it needs is missing.
    """
    nothing = UsageError(
        "this installation of Gradblocks has no editor", hint="`gradblocks --help` shows what works without it"
    )
    point = web_page.editor_point()
    if point is None:
        raise nothing
    try:
        result: Any = point.load()
    except ImportError as error:
        if error.name == point.module:
            raise nothing from None
        hint = "pip install 'gradblocks[gui]' brings what it needs"
        raise UsageError(f"the editor cannot be loaded: {error}", hint=hint) from None
    return result

"""The command line: ``gradblocks COMMAND`` (see `COMMANDS`), or ``gradblocks FILE`` for the editor.

Exit status: 0 success; 1 an error in the diagram, its data or the run, or a file that cannot be used; 2 an error in the
command line, such as a file, page, block or option that does not exist; 124 time limit; 130 interrupted; 143
terminated.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import NoReturn, TypeVar

Status = TypeVar("Status", bound=int | None)

COMMANDS = {
    "run": "run a diagram and print its results",
    "check": "check a diagram for errors without running it",
    "read": "print a page or blocks of a diagram, with dtypes and shapes, as JSON",
    "find": "list blocks by type, text, problems, unwired inputs or gradient, as JSON",
    "edit": "apply operations from standard input to a diagram, all or none, as JSON",
    "undo": "take back the last `edit` of a diagram",
    "describe": "print all about a block type, with an example that runs, as JSON",
    "explain": "print why a block or pin has its dtype, shape, errors and gradient, as JSON",
    "show": "write a picture of a page or of some blocks, with results or gradients",
    "mcp": "serve diagrams to an assistant (Model Context Protocol)",
    "fmt": "print a diagram in canonical form, or rewrite its file",
    "diff": "list the changes between two diagrams",
    "merge": "merge two versions of a diagram, block by block",
    "git": "let git use `diff` and `merge` for diagrams",
    "convert": "import a model or an enuSpace file; export a model, a program, a picture or HTML",
    "thumbnail": "write a thumbnail of a diagram, for file managers",
    "grade": "grade hand-ins by the checks of an exercise",
    "sweep": "run a page with many attribute values and seeds, in parallel",
    "add-training": "add a training step to a diagram or a model",
    "blocks": "list the block types, or print the documentation of one",
    "example": "list the examples, or print one",
    "manual": "print a chapter of the manual, or write the manual as HTML",
    "desktop": "add Gradblocks to the desktop menu and register its file type",
    "packages": "list and manage block libraries and plugins",
}
_EARLIER = {"train": "add-training"}
_MODULES = {
    "read": "door", "find": "door", "edit": "door", "undo": "door", "describe": "door", "explain": "door",
    "show": "door", "mcp": "door", "fmt": "documents", "diff": "documents", "convert": "documents",
    "merge": "git.merge", "git": "git.install", "thumbnail": "desktop.thumbnail", "desktop": "desktop.install",
    "blocks": "library", "example": "examples",
}  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status; ``argv`` has the arguments after the program's name."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if argv is None and _runs(arguments) and hasattr(os, "fork"):
        status = _guarded(arguments, lambda: _supervise(arguments))
        if status is None:
            gc.disable()  # nothing is garbage until it runs
            status = _guarded(arguments, lambda: _dispatch(arguments, own_process=True))
        _end(status)
    return _guarded(arguments, lambda: _dispatch(arguments, own_process=argv is None))


def _runs(arguments: list[str]) -> bool:
    limited = any(each.startswith("--timeout") for each in arguments)
    return arguments[:1] == ["run"] or (limited and arguments[:1] in (["explain"], ["show"]))


def _supervise(arguments: list[str]) -> int | None:
    """Start the children of a run. Return None in a child, and the exit status in the parent."""
    if any(each.startswith("--processes") for each in arguments):
        from blocks.cli.supervision import peers  # few runs need it

        given = peers.asked(arguments)
        if given is not None:
            return peers.supervise_peers(arguments, given)
    from blocks.cli.supervision.supervise import supervise

    return supervise(arguments)


def _guarded(arguments: list[str], work: Callable[[], Status]) -> Status | int:
    try:
        return work()
    except SystemExit as stop:  # argparse, after it printed a help text
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        from blocks.cli.output import close

        close()
        return 0
    except Exception as error:
        return _failed(arguments, error)


def _end(status: int) -> NoReturn:
    """Exit without freeing objects, because freeing a large page takes longer than many steps."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):  # it may be closed
            stream.flush()
    os._exit(status)


def _dispatch(arguments: list[str], own_process: bool) -> int:
    name = arguments[0] if arguments else ""
    if name in ("-h", "--help"):
        _help()
        return 0
    if name == "--version":
        _version()
        return 0
    from blocks.base import renames

    with renames.told(_note):
        if name in _EARLIER:
            renames.note(f"gradblocks {name}", f"gradblocks {_EARLIER[name]}")
            name = _EARLIER[name]
        if name in COMMANDS:
            return command(name, own_process)(arguments[1:])
        return _load("editor", "editor", own_process)(arguments, COMMANDS)


def command(name: str, own_process: bool = False) -> Callable[..., int]:
    function = name.replace("-", "_")
    return _load(_MODULES.get(name, function), function, own_process)


def _load(module: str, function: str, own_process: bool) -> Callable[..., int]:
    """Import the function of a command. Meanwhile, Ctrl+C ends the process: an interrupted import fails oddly."""
    import importlib
    import signal

    guard = own_process and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if guard:
        signal.signal(signal.SIGINT, _quit)
    try:
        return getattr(importlib.import_module(f"blocks.cli.{module}"), function)
    finally:
        if guard:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _quit(_signal: int, _frame: FrameType | None) -> None:
    os._exit(_interrupted())


def _interrupted() -> int:
    """Report an interrupt, or that OpenBLAS could not start threads, which raises the same signal as Ctrl+C."""
    import _thread

    try:
        _thread.start_new_thread(int, ())
    except RuntimeError:
        from blocks.cli.output import NO_THREADS

        _say(NO_THREADS)
        return 1
    _say("interrupted")
    return 130


def _failed(arguments: list[str], error: Exception) -> int:
    from blocks.base.errors import DiagramError, UsageError
    from blocks.cli import output

    if isinstance(error, DiagramError):
        output.print_errors(output.all_of(error), arguments)
        return 2 if isinstance(error, UsageError) else 1
    output.print_line(output.internal_error(error))
    return 1


def _note(text: str) -> None:
    from blocks.cli import output

    output.print_line(f"note: {text}")


def _say(text: str) -> None:
    if sys.stderr is not None:  # pyright: ignore[reportUnnecessaryComparison]  # Python sets it so where it is closed
        print(f"gradblocks: {text}", file=sys.stderr, flush=True)


def _version() -> None:
    from importlib import metadata

    from blocks.cli import output

    try:
        version = metadata.version("gradblocks")
    except metadata.PackageNotFoundError:
        version = "(not installed)"
    output.write_text(f"gradblocks {version}\n")


def _help() -> None:
    from blocks.cli import output

    width = max(map(len, COMMANDS))
    lines = [
        "usage: gradblocks [FILE] [--screenshot OUT.png [--page NAME] [--feed NAME=VALUE]... [--load FILE]]",
        "       gradblocks COMMAND ...",
        "",
        "Without a command, open FILE in the editor. Without FILE, show the welcome page.",
        "",
        *(f"  {name:{width}}  {text}" for name, text in COMMANDS.items()),
        "",
        "Run `gradblocks COMMAND --help` for the options of a command.",
    ]
    output.write_text("\n".join(lines) + "\n")

"""What goes to standard output and standard error: whole, in UTF-8, and without what a terminal would obey."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from blocks.base.errors import DiagramError, FileError
from blocks.base.terminal import printable, printable_lines

# Outside of ASCII, what moves the cursor of a terminal, ends a line or changes its direction; JSON escapes the rest.
_ESCAPED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")

_COMMAND = re.compile("[a-z]+(?:-[a-z]+)*")

MOST_LINES = 100
"""Faults, or notes, of a file that are written for a person, who would not read thousands."""

NO_THREADS = (
    "no more threads can be started: a limit of processes (`ulimit -u`) or memory is reached"
    " (OPENBLAS_NUM_THREADS=1 needs fewer)"
)

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode


def json_text(value: Any) -> str:
    """A JSON value on one line, safe to show on a terminal."""
    return _escaped(_encode(value))


def _escaped(json: str) -> str:
    """JSON with escapes for what a terminal might obey."""
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", json)


def write_text(text: str) -> None:
    """Write to standard output what a person reads: each line is made printable."""
    if not text:
        return
    lines = printable_lines(text)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    _write([lines.encode(encoding, "backslashreplace")])


def write_pieces(pieces: Iterable[str]) -> None:
    """Write to standard output JSON that a program reads: UTF-8, as it is; on a terminal, where JSON may write the
    same character otherwise, as an escape.
    """
    if sys.stdout is not None and sys.stdout.isatty():  # pyright: ignore[reportUnnecessaryComparison]  # as in _write
        pieces = (_escaped(piece) for piece in pieces)
    _write(piece.encode("utf-8", "backslashreplace") for piece in pieces)


def close() -> None:
    """Whoever read our output went away: let what is still buffered go nowhere instead of failing at the exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write(pieces: Iterable[bytes]) -> None:
    """Raises FileError if the output cannot be written, BrokenPipeError if its reader is gone."""
    stream = sys.stdout
    if stream is None:  # pyright: ignore[reportUnnecessaryComparison]  # Python sets it so where it is closed
        return
    try:
        stream.flush()
        for piece in pieces:
            stream.buffer.write(piece)
        stream.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is left in the buffer would fail once more when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise FileError(f"standard output cannot be written: {error.strerror or error}") from None


def print_line(text: str) -> None:
    """Write a line to standard error; if that is not possible, it is lost."""
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]  # as above
        return
    try:
        sys.stderr.write(printable_lines(text) + "\n")
        sys.stderr.flush()
    except OSError:
        pass


def all_of(error: DiagramError) -> list[DiagramError]:
    """All faults that an error stands for."""
    return list(getattr(error, "errors", None) or [error])


def print_errors(errors: Sequence[DiagramError], arguments: Sequence[str] = ()) -> None:
    """Write errors to standard error, one per line: ``FILE: page 'main', block 'v', pin 'b': message``.

    Args:
        errors: what to write.
        arguments: the command line, to say which command an error without a file belongs to.
    """
    command = f"gradblocks {arguments[0]}: " if arguments and _COMMAND.fullmatch(arguments[0]) else "gradblocks: "
    hint = " (--json lists them all)" if arguments and arguments[0] in ("check", "run") else ""
    print_some((f"{'' if error.file else command}{error}" for error in errors), len(errors), f"errors{hint}")


def print_some(lines: Iterable[str], count: int, what: str) -> None:
    """Write lines to standard error, each made printable; of hundreds only the first.

    Args:
        lines: what to write.
        count: how many lines there are.
        what: what they are, for the end: how many more there are.
    """
    for line in islice(lines, MOST_LINES):
        print_line(printable(line))
    if count > MOST_LINES:
        print_line(f"... and {count - MOST_LINES:,} more {what}")


def internal_error(error: BaseException) -> str:
    """The message for a fault of ours; with GRADBLOCKS_DEBUG in the environment also where it happened."""
    if isinstance(error, MemoryError):
        return "gradblocks: there is not enough memory for this"
    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        return f"gradblocks: {NO_THREADS}"
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return "gradblocks: the folder that you are in does not exist any more"
    text = printable(f"gradblocks: internal error: {type(error).__name__}: {error}"[:1000])
    if os.environ.get("GRADBLOCKS_DEBUG"):
        import traceback

        return "".join(traceback.format_exception(error)) + text
    return f"{text}; this is a fault of Gradblocks: please report it with the diagram (GRADBLOCKS_DEBUG=1 tells more)"

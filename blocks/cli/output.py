"""Output to standard output and standard error: complete, in UTF-8, without terminal control characters."""

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
"""The most errors or notes that are printed as text."""

NO_THREADS = (
    "no more threads can be started: the limit of processes (`ulimit -u`) or of memory is reached."
    " Set OPENBLAS_NUM_THREADS=1 to use fewer threads"
)

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode


def json_text(value: Any) -> str:
    return _escaped(_encode(value))


def _escaped(json: str) -> str:
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", json)


def write_text(text: str) -> None:
    if not text:
        return
    lines = printable_lines(text)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    _write([lines.encode(encoding, "backslashreplace")])


def write_pieces(pieces: Iterable[str]) -> None:
    """Write JSON to standard output in UTF-8, with control characters escaped on a terminal."""
    if sys.stdout is not None and sys.stdout.isatty():  # pyright: ignore[reportUnnecessaryComparison]  # as in _write
        pieces = (_escaped(piece) for piece in pieces)
    _write(piece.encode("utf-8", "backslashreplace") for piece in pieces)


def close() -> None:
    """Discard the buffered output after its reader has closed, so that the exit does not fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write(pieces: Iterable[bytes]) -> None:
    """Write bytes; raise FileError if that fails, and BrokenPipeError if the reader is gone."""
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
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]  # as above
        return
    try:
        sys.stderr.write(printable_lines(text) + "\n")
        sys.stderr.flush()
    except OSError:
        pass


def all_of(error: DiagramError) -> list[DiagramError]:
    return list(getattr(error, "errors", None) or [error])


def print_errors(errors: Sequence[DiagramError], arguments: Sequence[str] = ()) -> None:
    """Write errors to standard error, one per line: ``FILE: page 'main', block 'v', pin 'b': message``.

    ``arguments`` is the command line, to name the command of an error without a file.
    """
    command = f"gradblocks {arguments[0]}: " if arguments and _COMMAND.fullmatch(arguments[0]) else "gradblocks: "
    hint = " (--json lists them all)" if arguments and arguments[0] in ("check", "run") else ""
    print_some((f"{'' if error.file else command}{error}" for error in errors), len(errors), f"errors{hint}")


def print_some(lines: Iterable[str], count: int, what: str) -> None:
    """Write at most `MOST_LINES` lines to standard error, and the number of the others with the noun ``what``."""
    for line in islice(lines, MOST_LINES):
        print_line(printable(line))
    if count > MOST_LINES:
        print_line(f"... and {count - MOST_LINES:,} more {what}")


def internal_error(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "gradblocks: not enough memory"
    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        return f"gradblocks: {NO_THREADS}"
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return "gradblocks: the current folder no longer exists"
    text = printable(f"gradblocks: internal error: {type(error).__name__}: {error}"[:1000])
    if os.environ.get("GRADBLOCKS_DEBUG"):
        import traceback

        return "".join(traceback.format_exception(error)) + text
    return f"{text}. This is a bug in Gradblocks. Set GRADBLOCKS_DEBUG=1 for details, and report it with the diagram"

"""Reading the options of a command; what is wrong with them is a `UsageError`, as every fault of the command line."""

from __future__ import annotations

import argparse
import math
import os
import re
from typing import Any, NoReturn

from blocks.base.errors import UsageError
from blocks.cli import output

_SIZE = re.compile(r"([0-9]{1,18})([KMGT]?)(i?)B?", re.IGNORECASE)
_LONGEST = 10.0 * 365 * 24 * 3600


class Parser(argparse.ArgumentParser):
    """The options of one command. Options are written out: an abbreviation could mean another one later."""

    def __init__(self, command: str, description: str) -> None:
        prog = f"gradblocks {command}".rstrip()
        super().__init__(prog=prog, description=description, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong instead of printing it.

        Raises:
            UsageError: always.
        """
        raise UsageError(message, hint=f"see `{self.prog} --help`")

    def print_help(self, file: Any = None) -> None:
        """Write the help to standard output.

        Raises:
            FileError: it cannot be written.
        """
        output.write_text(self.format_help())


def integer(text: str) -> int:
    """An integer of up to 18 digits."""
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text) is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is no integer, or too large a one")
    return int(text)


def count(text: str) -> int:
    """An integer of 1 or more."""
    number = integer(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"it must be at least 1, not {number}")
    return number


def seconds(text: str) -> float:
    """A time in seconds."""
    try:
        value = float(text[:100])
    except ValueError:
        value = math.nan
    if not value > 0 or math.isinf(value):
        raise argparse.ArgumentTypeError(f"{shown(text)} is no number of seconds above 0")
    return min(value, _LONGEST)


def size(text: str) -> int:
    """A number of bytes: ``4096``, ``500M`` (a million each), ``2Gi`` (1024 three times)."""
    match = _SIZE.fullmatch(text)
    if match is None or int(match[1]) == 0 or (match[3] and not match[2]):
        raise argparse.ArgumentTypeError(f"{shown(text)} is no number of bytes such as 1000000, 500M or 2Gi")
    base = 1024 if match[3] else 1000
    return int(match[1]) * base ** " KMGT".index(match[2].upper() or " ")


def folder(text: str) -> str:
    """A folder that exists."""
    try:
        if os.path.isdir(text):
            return text
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"there is no folder {shown(text)}")


def assignment(text: str) -> str:
    """``NAME=VALUE``; `split_assignment` takes it apart when the names are known."""
    if not text.partition("=")[1]:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not written NAME=VALUE")
    return text


def add_what_if(parser: argparse.ArgumentParser, needs: str) -> None:
    """The options that ask what a gradient would be."""
    parser.add_argument("--lift", metavar="BLOCK", action="append", default=[],
        help=f"with {needs}: what if this StopGradient or PreventGradient let it through")  # fmt: skip
    parser.add_argument("--cut", metavar="PIN", action="append", default=[],
        help=f"with {needs}: what if it ended at this output pin")  # fmt: skip


def check_what_if(options: Any, needs: str) -> None:
    """See that these options have a gradient to ask about.

    Raises:
        UsageError: they have none.
    """
    for name in ("lift", "cut"):
        if getattr(options, name) and getattr(options, needs) is None:
            raise UsageError(f"--{name} goes with --{needs} NAME")


def add_packages(parser: argparse.ArgumentParser) -> None:
    """The option that names packages of block types."""
    parser.add_argument("--packages", metavar="NAME", action="extend", default=[], type=_names,
        help="use the block types of these Python packages, too; their code is run (several: A,B)")  # fmt: skip


def add_variables(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses parameters."""
    parser.add_argument("--variables", metavar="PATTERN", action="append", default=[],
        help="train only the parameters whose path matches, as 'decoder/*' (may be given several times)")  # fmt: skip


def _names(text: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",") if name.strip()]


def shown(text: str) -> str:
    """What a person typed, as a message shows it."""
    return repr(text if len(text) <= 60 else text[:57] + "...")

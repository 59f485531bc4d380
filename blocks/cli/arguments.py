"""The options of commands: how they are read, and when each is used; every error is a `UsageError`."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from blocks.base import renames
from blocks.base.errors import UsageError
from blocks.cli import output

_SIZE = re.compile(r"([0-9]{1,18})([KMGT]?)(i?)B?", re.IGNORECASE)
_LONGEST = 10.0 * 365 * 24 * 3600


class Use:
    """A condition under which a command uses an option.

    Args:
        words: what an error says: ``used only with --print``.
        holds: tells whether the options meet it; ``given`` are the names of those that were given.
    """

    def __init__(self, words: str, holds: Callable[[Any], bool]) -> None:
        self.words = words
        self.holds = holds


def needs(*names: str) -> Use:
    """Return the condition that one of these options is given."""
    return Use(f"used only with {_either(names)}", lambda options: not options.given.isdisjoint(names))


def excludes(*names: str) -> Use:
    """Return the condition that none of these options is given."""
    return Use(f"not used with {_either(names)}", lambda options: options.given.isdisjoint(names))


def _either(names: Sequence[str]) -> str:
    flags = [f"--{name.replace('_', '-')}" for name in names]
    return " or ".join([", ".join(flags[:-1]), flags[-1]]) if len(flags) > 1 else flags[0]


class Parser(argparse.ArgumentParser):
    """The options of one command. Options are written out: an abbreviation could mean another one later.

    Each option says under which conditions the command uses it. One that is given without being used is refused, with
    the value of its default, too.
    """

    def __init__(self, command: str, description: str) -> None:
        self._uses: dict[str, Sequence[Use]] = {}
        self._renamed: dict[str, str] = {}
        prog = f"gradblocks {command}".rstrip()
        super().__init__(prog=prog, description=description, allow_abbrev=False)

    def add_argument(
        self, *names: str, used: Sequence[Use] = (), before: str | None = None, **more: Any
    ) -> argparse.Action:
        """Add an argument.

        Args:
            names: its names.
            used: the conditions under which the command uses it, all of which must be met.
            before: the former name of an option, which is still accepted and not listed.
            more: as in argparse.
        """
        action = super().add_argument(*names, **more)
        self._uses[action.dest] = used
        if before is not None:
            self._renamed[before] = names[-1]
        return action

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Read the command line.

        Raises:
            UsageError: it is malformed, or an option is given that is not used.
        """
        args = [self._renewed(each) for each in (sys.argv[1:] if args is None else args)]
        options = [each for each in self._actions if each.option_strings and each.default is not argparse.SUPPRESS]
        defaults = {each.dest: each.default for each in options}
        for each in options:
            each.default = argparse.SUPPRESS
        result = super().parse_args(args, namespace)
        result.given = {name for name in defaults if hasattr(result, name)}
        for name in defaults.keys() - result.given:
            setattr(result, name, defaults[name])
        for each in options:
            for use in self._uses.get(each.dest, ()) if each.dest in result.given else ():
                if not use.holds(result):
                    raise UsageError(f"{each.option_strings[-1]}: {use.words}. Remove it.")
        return result

    def _renewed(self, text: str) -> str:
        """Return what was typed with the new name of an option that was renamed, and say so."""
        name, equals, value = text.partition("=")
        if name not in self._renamed:
            return text
        renames.note(name, self._renamed[name])
        return f"{self._renamed[name]}{equals}{value}"

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


def add_what_if(parser: Parser, gradient: str) -> None:
    """Add the options that ask what the gradient of an option would be."""
    parser.add_argument("--ignore-stop", metavar="BLOCK", action="append", default=[], used=[needs(gradient)],
        before="--lift",
        help=f"with --{gradient}: what if this StopGradient or PreventGradient let it through")  # fmt: skip
    parser.add_argument("--stop-at", metavar="PIN", action="append", default=[], used=[needs(gradient)], before="--cut",
        help=f"with --{gradient}: what if it ended at this output pin")  # fmt: skip


def add_packages(parser: Parser) -> None:
    """The option that names packages of block types."""
    parser.add_argument("--packages", metavar="NAME", action="extend", default=[], type=_names,
        help="use the block types of these Python packages, too; their code is run (several: A,B)")  # fmt: skip


def add_variables(parser: Parser, *used: Use) -> None:
    """Add the option that chooses parameters."""
    parser.add_argument("--variables", metavar="PATTERN", action="append", default=[], used=used,
        help="train only the parameters whose path matches, as 'decoder/*' (may be given several times)")  # fmt: skip


def _names(text: str) -> list[str]:
    """Names with commas between them."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError(f"{shown(text)} names no package")
    return names


def shown(text: str) -> str:
    """What a person typed, as a message shows it."""
    return repr(text if len(text) <= 60 else text[:57] + "...")

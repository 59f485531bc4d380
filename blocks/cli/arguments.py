"""Command-line options: parsing, and the conditions under which each is used. Every error is a `UsageError`."""

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
    """A condition under which a command uses an option, and its statement in errors: ``used only with --print``."""

    def __init__(self, words: str, holds: Callable[[Any], bool]) -> None:
        self.words = words
        self.holds = holds


def needs(*names: str) -> Use:
    return Use(f"used only with {_either(names)}", lambda options: not options.given.isdisjoint(names))


def excludes(*names: str) -> Use:
    return Use(f"not used with {_either(names)}", lambda options: options.given.isdisjoint(names))


def _either(names: Sequence[str]) -> str:
    flags = [f"--{name.replace('_', '-')}" for name in names]
    return " or ".join([", ".join(flags[:-1]), flags[-1]]) if len(flags) > 1 else flags[0]


class Parser(argparse.ArgumentParser):
    """The options of one command, and the conditions under which it uses each: one without effect is refused.
    Abbreviations are refused, because a later option could make them ambiguous. ``--help`` lists the ``brief`` options
    if ``--help-all`` lists more.
    """

    def __init__(self, command: str, description: str, brief: Sequence[str] = ()) -> None:
        self._uses: dict[str, Sequence[Use]] = {}
        self._renamed: dict[str, str] = {}
        self._groups: dict[str, Any] = {}
        prog = f"gradblocks {command}".rstrip()
        super().__init__(prog=prog, description=description, allow_abbrev=False)
        self._brief = brief
        text = "list all options and exit" if brief else argparse.SUPPRESS
        super().add_argument("--help-all", action=_HelpAll, nargs=0, default=argparse.SUPPRESS, help=text)

    def add_argument(
        self, *names: str, used: Sequence[Use] = (), before: str | None = None, group: str = "", **more: Any
    ) -> argparse.Action:
        """Add an argument that the command uses if all conditions ``used`` are met, with its former name ``before``."""
        if group and group not in self._groups:
            self._groups[group] = self.add_argument_group(group)
        action = (self._groups[group] if group else super()).add_argument(*names, **more)
        self._uses[action.dest] = used
        if before is not None:
            self._renamed[before] = names[-1]
        return action

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Parse the command line; raise UsageError if it is malformed or an option has no effect."""
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
                    raise UsageError(f"{each.option_strings[-1]}: {use.words}. Remove the option.")
        return result

    def _renewed(self, text: str) -> str:
        name, equals, value = text.partition("=")
        if name not in self._renamed:
            return text
        renames.note(name, self._renamed[name])
        return f"{self._renamed[name]}{equals}{value}"

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hint=f"see `{self.prog} --help`")

    def print_help(self, file: Any = None) -> None:
        if self._brief:
            self.usage = "%(prog)s [OPTIONS] FILE"
            for each in self._actions:
                if each.dest not in self._brief:
                    each.help = argparse.SUPPRESS
        self.print_all()

    def print_all(self) -> None:
        output.write_text(self.format_help())


class _HelpAll(argparse.Action):
    def __call__(self, parser: Any, *_: Any) -> None:
        parser.print_all()
        parser.exit()


def integer(text: str) -> int:
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text) is None:
        raise argparse.ArgumentTypeError(f"expected an integer of at most 18 digits, got {shown(text)}")
    return int(text)


def count(text: str) -> int:
    number = integer(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected an integer of at least 1, got {number}")
    return number


def natural(text: str) -> int:
    number = integer(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"expected an integer of at least 0, got {number}")
    return number


def seconds(text: str) -> float:
    try:
        value = float(text[:100])
    except ValueError:
        value = math.nan
    if not value > 0 or math.isinf(value):
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, got {shown(text)}")
    return min(value, _LONGEST)


def size(text: str) -> int:
    """Return a number of bytes: ``4096``, ``500M`` (500 * 1000**2), ``2Gi`` (2 * 1024**3)."""
    match = _SIZE.fullmatch(text)
    if match is None or int(match[1]) == 0 or (match[3] and not match[2]):
        raise argparse.ArgumentTypeError(f"expected a number of bytes such as 1000000, 500M or 2Gi, got {shown(text)}")
    base = 1024 if match[3] else 1000
    return int(match[1]) * base ** " KMGT".index(match[2].upper() or " ")


def folder(text: str) -> str:
    try:
        if os.path.isdir(text):
            return text
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"there is no folder {shown(text)}")


def assignment(text: str) -> str:
    """Return ``NAME=VALUE``; `split_setting` splits it when the names are known."""
    if not text.partition("=")[1]:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got {shown(text)}")
    return text


def add_what_if(parser: Parser, gradient: str) -> None:
    """Add the what-if options of the gradient that the option ``gradient`` names."""
    parser.add_argument("--ignore-stop", metavar="BLOCK", action="append", default=[], used=[needs(gradient)],
        before="--lift",
        group="gradients",
        help=f"with --{gradient}: show the gradient as if this StopGradient or PreventGradient let it through, or as if"
             " this instance had no custom gradient (repeatable)")  # fmt: skip
    parser.add_argument("--stop-at", metavar="PIN", action="append", default=[], used=[needs(gradient)],
        before="--cut", group="gradients",
        help=f"with --{gradient}: show the gradient as if it stopped at this output pin (repeatable)")  # fmt: skip


def add_packages(parser: Parser, group: str = "") -> None:
    parser.add_argument("--packages", metavar="NAME", action="extend", default=[], type=_names, group=group,
        help="load the block types of these plugins (A,B for several); their code runs with your"
             " permissions")  # fmt: skip


def add_variables(parser: Parser, *used: Use, group: str = "") -> None:
    parser.add_argument("--variables", metavar="PATTERN", action="append", default=[], used=used, group=group,
        help="train only the weights whose path matches PATTERN, such as 'decoder/*' (repeatable)")  # fmt: skip


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError(f"expected the name of a plugin, got {shown(text)}")
    return names


def shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")

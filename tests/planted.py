"""Comments that mark planted errors in the source of a function, and comparison of an explanation with them.

A comment ``# cut w v: detach`` after a line means: there, paths from the parameters ``w`` and ``v`` end, and the reason
begins like that. A name followed by ``?`` means that the cut is assumed. ``# first w`` marks the forward call of the
first gradient of ``w`` that is not finite, and ``# unused u`` a parameter on which the loss does not depend. A name
stands for all parameters whose names begin with it and a dot. Parameters without a comment have no cut.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from blocks.analysis.explanation import Explanation

_CUT = re.compile(r"# cut ([\w.? ]+): (.*?)(?=  #|$)")
_MARK = re.compile(r"# (first|unused) ([\w. ]+?)(?=  #|$)")


def marks(
    step: Callable[..., Any], names: Iterable[str]
) -> tuple[dict[str, set[tuple[int, str, bool]]], dict[str, int], set[str]]:
    """Return the lines of the cuts and of the first non-finite gradients, and the unused parameters."""
    lines, begin = inspect.getsourcelines(step)
    cuts: dict[str, set[tuple[int, str, bool]]] = {name: set() for name in names}
    first: dict[str, int] = {}
    unused: set[str] = set()
    for number, line in enumerate(lines, begin):
        for wanted, reason in _CUT.findall(line):
            for name in expanded(wanted, names):
                cuts[name].add((number, reason, "?" not in wanted))
        for kind, wanted in _MARK.findall(line):
            if kind == "first":
                first |= dict.fromkeys(expanded(wanted, names), number)
            else:
                unused |= {*expanded(wanted, names)}
    return cuts, first, unused


def expanded(wanted: str, names: Iterable[str]) -> Iterator[str]:
    for each in wanted.replace("?", "").split():
        found = [name for name in names if name == each or name.startswith(f"{each}.")]
        assert found, each
        yield from found


def assert_marked(step: Callable[..., Any], found: Explanation) -> None:
    cuts, first, _ = marks(step, found.parameters)
    for name, each in found.parameters.items():
        wanted, got = sorted(cuts[name]), sorted(each.cuts, key=lambda cut: cut.line)
        assert [cut.line for cut in got] == [line for line, *_ in wanted], name
        for cut, (_, reason, certain) in zip(got, wanted, strict=True):
            assert cut.reason.startswith(reason) and cut.certain == certain, name
            assert cut.file == inspect.getsourcefile(inspect.unwrap(step)) and "# cut" in cut.code
        place = each.first_nonfinite
        assert (None if place is None else place.line) == first.get(name)

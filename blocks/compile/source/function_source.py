"""Division of a long program into functions that Python compiles quickly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import chain
from types import CodeType
from typing import Any, TypeAlias

LONGEST = 4000
"""Lines of a function: the compiler takes some KiB for each until it is through with all of them."""

PLAN, CALLS = "<gradblocks plan>", "<gradblocks calls>"
"""What is called the file of a program's lines, and of those that make calls from lists."""
FIRST_CALL = 3
"""The line of the first call from a list: each has one of its own, which tells where it was when something failed."""

NAME = re.compile(r"\b[gpqvw]\d+(?:_\d+)?\b")
"""The locals of a step: values, truth values, whether a loop goes on, and what it holds meanwhile."""

Line: TypeAlias = tuple[str, int]
"""A line of source, and the index of the instruction that it belongs to."""


def in_functions(
    body: Sequence[Line], whole: Sequence[range] = (), kept: Collection[str] = ()
) -> tuple[list[list[Line]], dict[str, None]]:
    """Divide the lines of a program into functions: ``step``, and for a long one those that it calls.

    A value that one function makes and another uses is global, and None between steps.

    Args:
        kept: names that are always global because continuing after a failure needs them.
    """
    head = "(cells, feeds, streams)"
    pieces = _pieces(body, {at for each in whole for at in each[1:]})
    if len(pieces) == 1:
        return [[(f"def step{head}:", 0), *body]], {}
    names = [set(NAME.findall("\n".join([content for content, _ in piece]))) for piece in pieces]
    seen = Counter(chain(chain.from_iterable(names), kept))
    shared = dict.fromkeys([name for name, count in seen.items() if count > 1])
    calls = [(f"    step{i}{head}", 0) for i in range(len(pieces) - 1)]
    results: list[list[Line]] = [[(f"def step{head}:", 0), *calls, (f"    return step{len(pieces) - 1}{head}", 0)]]
    for i, (piece, used) in enumerate(zip(pieces, names, strict=True)):
        begin = [(f"def step{i}{head}:", 0)]
        across = sorted(used & shared.keys())
        if across:
            begin.append((f"    global {', '.join(across)}", 0))
        results.append([*begin, *piece])
    return results, shared


def _pieces(body: Sequence[Line], within: Collection[int]) -> list[Sequence[Line]]:
    """Split lines into pieces, none of which begins with an indented line or with one in ``within``."""
    results: list[Sequence[Line]] = []
    start = 0
    while start < len(body) or not results:
        end = start + LONGEST
        while end < len(body) and (end in within or body[end][0].startswith(("        ", "    else:"))):
            end += 1
        results.append(body[start:end])
        start = end
    return results


def compiled(functions: Sequence[Sequence[Line]], namespace: dict[str, Any]) -> dict[CodeType, int]:
    """Compile functions one by one; return the code of each part of a step with the number of lines before."""
    codes: dict[CodeType, int] = {}
    start = 0
    for lines in functions:
        source = "".join([f"{content}\n" for content, _ in lines])
        _run(source, PLAN, namespace)
        name = source[len("def ") : source.index("(")]
        if name.startswith("step"):
            codes[namespace[name].__code__] = start
        start += len(lines)
    return codes


@cache
def calling(count: int) -> Callable[[Sequence[Any]], None]:
    """Return a function that makes ``count`` calls from a flat list of functions and their arguments."""
    names = ", ".join([f"f{i}, given{i}" for i in range(count)])
    lines = [f"def calls_{count}(listed):", f"    {names} = listed", *[f"    f{i}(*given{i})" for i in range(count)]]
    namespace: dict[str, Any] = {"__builtins__": {}}
    _run("\n".join(lines), CALLS, namespace)
    return namespace[f"calls_{count}"]


def _run(source: str, file: str, namespace: dict[str, Any]) -> None:
    module = compile(source, file, "exec")
    exec(module, namespace)  # the only exec: the source holds names that are made in this package and nothing else

"""Regular expressions in RE2's syntax: RE2 matches in linear time.

There are no backreferences and no lookaround. Patterns match UTF-8 characters; a byte that is not part of a character
matches nothing, not even a dot.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import block
from blocks.library.string.elements import each, like_input

_REFERENCE = re.compile(rb"\\(.?)", re.DOTALL)
_EXAMPLE = {"input": ["hello world", "hello"], "pattern": "h(.)l*o", "output": [False, True]}


def compiled(pattern: bytes) -> Any:
    """Compile a pattern with RE2's rules. Raise DiagramError if it is not a regular expression."""
    import re2  # pyright: ignore[reportMissingTypeStubs]  # few runs need it

    library: Any = re2
    options = library.Options()
    options.log_errors = False
    try:
        return library.compile(pattern, options)
    except library.error as error:
        why = error.args[0].decode("utf-8", "replace")
        raise DiagramError(f"invalid RE2 regular expression: {why}", pin="pattern") from None


def _matched(pattern: bytes, input: Array) -> Array:
    expression = compiled(pattern)
    match = [expression.fullmatch(text) is not None for text in input.reshape(-1).tolist()]
    return np.array(match, bool).reshape(input.shape)


def _replaced(pattern: bytes, rewrite: bytes, input: Array, everywhere: bool) -> Array:
    expression = compiled(pattern)
    parts, complete = _rewriting(rewrite)
    if max((part for part in parts if isinstance(part, int)), default=0) > expression.groups:
        return input.copy()  # as RE2 does where a group is named that is not there
    if everywhere:
        return each(lambda text: _replace_all(expression, parts, text), input)
    return each(lambda text: _replace_first(expression, parts, text) if complete else text, input)


def _rewriting(rewrite: bytes) -> tuple[list[bytes | int], bool]:
    parts: list[bytes | int] = []
    end = 0
    for reference in _REFERENCE.finditer(rewrite):
        parts.append(rewrite[end : reference.start()])
        end, letter = reference.end(), reference[1]
        if letter.isdigit():
            parts.append(int(letter))
        elif letter == b"\\":
            parts.append(letter)
        else:  # RE2 goes no further
            return parts, False
    return [*parts, rewrite[end:]], True


def _written(parts: list[bytes | int], match: Any) -> bytes:
    return b"".join(part if isinstance(part, bytes) else match.group(part) or b"" for part in parts)


def _replace_first(expression: Any, parts: list[bytes | int], text: bytes) -> bytes:
    match = expression.search(text)
    return text if match is None else text[: match.start()] + _written(parts, match) + text[match.end() :]


def _replace_all(expression: Any, parts: list[bytes | int], text: bytes) -> bytes:
    out: list[bytes] = []
    at, last = 0, -1
    while at <= len(text) and (match := expression.search(text, at)) is not None:
        start, end = match.span()
        out.append(text[at:start])
        if start == end == last:  # nothing, right behind the last match: go on behind the next character
            at = start + _character(text, start)
            out.append(text[start:at])
            continue
        out.append(_written(parts, match))
        at = last = end
    return b"".join([*out, text[at:]])


def _character(text: bytes, at: int) -> int:
    lead = text[at : at + 1]
    size = 1 if lead < b"\xc2" else 2 if lead < b"\xe0" else 3 if lead < b"\xf0" else 4
    try:
        text[at : at + size].decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return 1
    return size


def _check(call: Call, *pins: str) -> Shape:
    for pin in pins:
        require_scalar(call, pin)
    pattern = call.value("pattern")
    if pattern is not None:
        compiled(pattern.item())
    return call.shape("input")


def _prepare(attrs: dict[str, Any]) -> None:
    compiled(attrs["pattern"].encode())


@block("input: string, pattern: string -> output: bool", example=_EXAMPLE)
def RegexFullMatch(input: Array, pattern: Array) -> Array:
    """Test whether each string matches a regular expression in its entirety. Syntax: RE2.

    Args:
        input: [...] the strings to match.
        pattern: [] the regular expression. A dot does not match a line break unless the expression begins with (?s).

    Returns:
        output: [...] true or false for each string.
    """
    return _matched(pattern.item(), input)


RegexFullMatch.shape(lambda call: _check(call, "pattern"))


@block("input: string -> output: bool", doc_of=RegexFullMatch, example=_EXAMPLE)
def StaticRegexFullMatch(input: Array, *, pattern: str) -> Array:
    """Test whether each string matches a constant regular expression in its entirety. Syntax: RE2.

    Args:
        pattern: the regular expression. A dot does not match a line break unless the expression begins with (?s).
    """
    return _matched(pattern.encode(), input)


@block(
    "input: string, pattern: string, rewrite: string -> output: string",
    not_differentiable="strings have no gradient",
    example={"input": ["hello world"], "pattern": "(\\w+) (\\w+)", "rewrite": "\\2 \\1", "output": ["world hello"]},
)
def RegexReplace(input: Array, pattern: Array, rewrite: Array, *, replace_global: bool = True) -> Array:
    r"""Replace the matches of a regular expression in each string. Syntax: RE2.

    Args:
        input: [...] the strings to search.
        pattern: [] the regular expression.
        rewrite: [] the replacement. \1 to \9 insert the matched groups, \0 the whole match. If it names a group that
            does not exist, the strings are unchanged.
        replace_global: whether to replace every match or only the first.

    Returns:
        output: [...] the strings with replacements.
    """
    return _replaced(pattern.item(), rewrite.item(), input, replace_global)


RegexReplace.shape(lambda call: _check(call, "pattern", "rewrite"))


@block(
    "input: string -> output: string",
    doc_of=RegexReplace,
    example={"input": ["hello world"], "pattern": "l+", "rewrite": "L", "output": ["heLo worLd"]},
)
def StaticRegexReplace(input: Array, *, pattern: str, rewrite: str, replace_global: bool = True) -> Array:
    r"""Replace the matches of a constant regular expression in each string. Syntax: RE2.

    Args:
        pattern: the regular expression.
        rewrite: the replacement. \1 to \9 insert the matched groups, \0 the whole match. If it names a group that does
            not exist, the strings are unchanged.
    """
    return _replaced(pattern.encode(), rewrite.encode(), input, replace_global)


StaticRegexFullMatch.shape(like_input)
StaticRegexReplace.shape(like_input)
StaticRegexFullMatch.prepare = StaticRegexReplace.prepare = _prepare

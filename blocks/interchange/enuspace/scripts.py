"""The four patterns of enuSpace page scripts that bind results to displays. Other Lua code is not read.

A heat map is filled by ``MAP.data[i][j] = BLOCK.result_ref[0][i*28+j]`` in loops over ``i`` and ``j``, a text is set
by ``TEXT.text = string.format("%4.4f", BLOCK.result_z)``; in the script of the map or text itself its name is left out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_NAME = r"[^\W\d]\w*"
_RESULT = re.compile(rf"(?P<block>{_NAME})\.(?P<pin>result_\w+)(?P<places>(?:\[[^\[\]]*\])*)")
_DATA = re.compile(
    rf"(?:(?P<target>{_NAME})\s*\.\s*)?\bdata\s*\[\s*(?P<row>{_NAME})\s*\]\s*\[\s*(?P<column>{_NAME})\s*\]"
    r"\s*=(?!=)\s*(?P<value>.*)"
)
_TEXT = re.compile(
    rf'(?:(?P<target>{_NAME})\s*\.\s*)?\btext\s*=(?!=)\s*string\.format\s*\(\s*"(?P<format>[^"]*)"\s*,\s*(?P<value>.*)\)'
)
_ROWS = re.compile(r"(?:i\s*\*\s*(?P<columns>\d{1,6})\s*\+\s*j|j\s*\+\s*i\s*\*\s*(?P<turned>\d{1,6}))")
_DIGITS = re.compile(r"%[-+ #0]*\d*(?:\.(?P<digits>\d{1,2}))?(?P<kind>[a-zA-Z])")
_FRAME = re.compile(r"(function|local|for|end|else|if|elseif|while|repeat|until|return|--)\b|--|end\b|$")
_CONDITION = re.compile(r"\b(if|while|repeat|elseif)\b")


class ShownResult(NamedTuple):
    block: str
    pin: str
    part: tuple[int, ...] = ()
    columns: int = 0


class Binding(NamedTuple):
    """A script's connection of a result to a display.

    Attributes:
        target: the id of the map or label; empty for the owner of the script.
        decimals: the decimals of a label; None for a map.
        more: the rest of the value, which is not imported.
    """

    target: str
    source: ShownResult
    decimals: int | None = None
    more: str = ""


class Script(NamedTuple):
    bindings: list[Binding]
    left: int


def read_script(text: str) -> Script:
    """Return the bindings of a script, except for those that depend on a condition."""
    bindings: list[Binding] = []
    left = 0
    conditional = _CONDITION.search(text) is not None
    for line in _statements(text):
        binding = None if conditional else _binding(line)
        if binding is not None:
            bindings.append(binding)
        elif not _FRAME.match(line):
            left += 1
    return Script(bindings, left)


def _statements(text: str) -> list[str]:
    return [line.strip().rstrip(";") for line in text.splitlines() if line.strip()]


def _binding(line: str) -> Binding | None:
    match = _DATA.fullmatch(line)
    if match is not None:
        row, column = re.escape(match["row"]), re.escape(match["column"])
        value = re.sub(rf"\b{row}\b(?=[^\[\]]*\])", "i", match["value"])
        result = read_source(re.sub(rf"\b{column}\b(?=[^\[\]]*\])", "j", value))
        return Binding(match["target"] or "", result[0], None, result[1]) if result else None
    match = _TEXT.fullmatch(line)
    digits = _DIGITS.fullmatch(match["format"]) if match is not None else None
    if match is None or digits is None or digits["kind"] not in "dfgiu":
        return None
    result = read_source(match["value"].strip())
    decimals = 0 if digits["kind"] in "diu" else int(digits["digits"] or 6)
    return Binding(match["target"] or "", result[0], decimals, result[1]) if result and not result[0].columns else None


def read_source(text: str) -> tuple[ShownResult, str] | None:
    """Split an expression such as ``BLOCK.result_pin[0][i*28+j] + ...`` into its source and the rest."""
    match = _RESULT.match(text.strip())
    if match is None:
        return None
    part: list[int] = []
    columns = 0
    indices = [position.strip() for position in re.findall(r"\[([^\[\]]*)\]", match["places"])]
    for i, index in enumerate(indices):
        rows = _ROWS.fullmatch(index)
        if re.fullmatch(r"\d{1,9}", index) and not columns:
            part.append(int(index))
        elif rows is not None and i == len(indices) - 1:
            columns = int(rows["columns"] or rows["turned"])
        elif indices[i:] == ["i", "j"]:
            break
        else:
            return None
    return ShownResult(match["block"], match["pin"], tuple(part), columns), text.strip()[match.end() :].strip()

"""The sentences of the engine that the window can show: their formats, collected from where they are raised.

``python -m tests.translations`` writes those that are translated into ``assets/languages/engine.json``.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "assets" / "languages" / "engine.json"
_RAISES = {"fail", "refuse", "Advice", "FlowCut"}
_SAID = {"message", "hint", "mend", "reason", "why", "sentence"}
_FIELD = re.compile(r"\{\w+\}")
_LETTERS = re.compile("[a-z]{2}.* .*[a-z]{2}", re.DOTALL)


def collected() -> list[str]:
    """The formats, sorted: ``there is no block type {name}``."""
    return sorted({each for path in sorted((ROOT / "blocks").rglob("*.py")) for each in of_module(path)})


def of_module(path: Path) -> Iterator[str]:
    """The formats of one module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called.endswith("Error") or called in _RAISES:
                for each in node.args:
                    yield from _formats(each)
            for keyword in node.keywords:
                if keyword.arg in _SAID:
                    yield from _formats(keyword.value)


def _formats(node: ast.expr) -> Iterator[str]:
    """The formats of an expression: of a text, of both sides of a choice, and of the parts of a sum."""
    if isinstance(node, ast.IfExp):
        yield from _formats(node.body)
        yield from _formats(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from _formats(node.left)
        yield from _formats(node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if _LETTERS.search(node.value) and not _FIELD.search(node.value):
            yield node.value
    elif isinstance(node, ast.JoinedStr):
        text = "".join(_parts(node))
        if _LETTERS.search(_FIELD.sub("", text)):
            yield text


def _parts(node: ast.JoinedStr) -> Iterator[str]:
    taken: set[str] = set()
    for part in node.values:
        if isinstance(part, ast.Constant):
            yield _braces(str(part.value))
        elif isinstance(part, ast.FormattedValue):
            name = first = _name(part.value)
            number = 2
            while name in taken:
                name, number = f"{first}{number}", number + 1
            taken.add(name)
            yield f"{{{name}}}"


def _name(node: ast.expr) -> str:
    """What a value is called in a format."""
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute):
            return each.attr.strip("_")
        if isinstance(each, ast.Name) and each.id not in ("repr", "str", "len", "shown", "quoted"):
            return each.id.strip("_")
    return "value"


def _braces(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def written() -> list[str]:
    """The formats in the table that ships."""
    return json.loads(TABLE.read_text(encoding="utf-8"))

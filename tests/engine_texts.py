"""The sentences of the engine that the window can show: their formats, collected from where they are raised.

A text that is put into a variable first, comes from a function, or is handed to one that raises, is found too.

``python -m tests.translations`` writes those that are translated into ``assets/languages/engine.json``.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "assets" / "languages" / "engine.json"
_RAISES = {
    "fail", "refuse", "Advice", "FlowCut", "NotLowered", "NotExported", "NotWritten", "MissingRuleError", "CannotLower",
}  # fmt: skip
_WITHIN = ("pin_error", "shape_error", "require_ranks", "expect")
"""Functions that put a text that they take into a longer one; each may call those before it."""
_SAID = {"message", "hint", "mend", "reason", "why", "sentence"}
_FIELD = re.compile(r"\{\w+\}")
_LETTERS = re.compile("[a-z]{2}.* .*[a-z]{2}", re.DOTALL)
_DEEPEST = 3
"""By so many names and functions in a row a text is followed."""


class _PutIn(ast.FormattedValue):
    """A text that is put into a longer one."""


_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Pieces = list[ast.expr]
"""A text: constants, and the values between."""
_Makers = dict[str, dict[str, tuple[int, _Pieces]]]
"""The functions that make an error of texts that they take: the names and places of these parameters, and the longer
text that one is put into, if there is one."""


@cache
def collected() -> list[str]:
    """The formats, sorted: ``there is no block type {name}``."""
    return of_sources(path.read_text(encoding="utf-8") for path in sorted((ROOT / "blocks").rglob("*.py")))


def of_sources(sources: Iterable[str]) -> list[str]:
    """The formats of modules, sorted."""
    trees = [ast.parse(each) for each in sources]
    makers = _makers(trees)
    return sorted({each for tree in trees for each in _Module(tree, makers).formats()})


def _makers(trees: list[ast.Module]) -> _Makers:
    makers: _Makers = {}
    functions = [each for tree in trees for each in _outermost(tree) if isinstance(each, _Function)]
    order = {name: place for place, name in enumerate(_WITHIN)}
    for function in sorted(functions, key=lambda each: order.get(each.name, len(order))):
        args = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
        places = {name: place for place, name in enumerate(args[args[:1] in (["self"], ["cls"]) :])}
        places |= {each.arg: len(args) for each in function.args.kwonlyargs}
        for call in () if function.name.startswith("__") else _calls(function):
            for each in _told(call, {name: makers[name] for name in _WITHIN if name in makers}):
                if isinstance(each, ast.Name) and each.id in places:
                    makers.setdefault(function.name, {})[each.id] = places[each.id], []
                elif isinstance(each, ast.JoinedStr):
                    pieces = _flat(each.values)
                    for piece in pieces:
                        if isinstance(piece, ast.FormattedValue) and isinstance(piece.value, ast.Name):
                            name, is_within = piece.value.id, function.name in order or isinstance(piece, _PutIn)
                            if name in places and is_within and name != "name":  # a name is no text
                                whole = [_PutIn(piece.value, -1) if one is piece else one for one in pieces]
                                makers.setdefault(function.name, {})[name] = places[name], whole
    return makers


def _flat(pieces: _Pieces) -> _Pieces:
    """The pieces of a text, with those of the texts that are put in."""
    result: _Pieces = []
    for each in pieces:
        inner = each.value if isinstance(each, _PutIn) else None
        if isinstance(inner, ast.JoinedStr):
            result += _flat(inner.values)
        else:
            result.append(inner if isinstance(inner, ast.Constant) else each)
    return result


def _outermost(tree: ast.AST) -> Iterator[ast.AST]:
    """The functions that lie in no other, and all else that lies in none."""
    for each in ast.iter_child_nodes(tree):
        yield each
        if not isinstance(each, _Function):
            yield from _outermost(each)


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (each for each in ast.walk(tree) if isinstance(each, ast.Call))


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


class _Names:
    """What is assigned to the names of a function, and where they are read."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self._values: dict[str, list[ast.expr]] = {}
        self._read: dict[str, list[int]] = {}
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Name):
                        self._values.setdefault(target.id, []).append(node.value)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                before = ast.Name(node.target.id, ast.Load(), lineno=node.lineno - 1)
                more = node.value.values if isinstance(node.value, ast.JoinedStr) else [node.value]
                pieces = [ast.FormattedValue(before, -1), *more]
                whole = ast.JoinedStr(pieces, lineno=node.lineno, end_lineno=node.end_lineno)
                self._values.setdefault(before.id, []).append(whole)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._read.setdefault(node.id, []).append(node.lineno)

    def values(self, name: ast.Name) -> Iterator[ast.expr]:
        """What a name may stand for where it is read: what it got last, and what before that if nobody read it."""
        at = name.lineno
        for value in sorted(self._values.get(name.id, ()), key=lambda each: -each.lineno):
            if value.lineno <= name.lineno and value is not name:
                end = value.end_lineno or value.lineno
                if any(end < line < at for line in self._read.get(name.id, ())):
                    return
                yield value
                at = value.lineno


def _told(call: ast.Call, makers: _Makers) -> Iterator[ast.expr]:
    """Which arguments of a call a person is told."""
    called = _called(call)
    known = makers.get(called, {})
    if called.endswith("Error") or called in _RAISES:
        yield from call.args
    else:
        yield from (_put(call.args[place], whole) for place, whole in known.values() if place < len(call.args))
    for each in call.keywords:
        if each.arg in _SAID or each.arg in known:
            yield _put(each.value, known.get(each.arg or "", (0, []))[1])


def _put(text: ast.expr, whole: _Pieces) -> ast.expr:
    """A text, put into the longer one."""
    pieces = [_PutIn(text, -1) if isinstance(each, _PutIn) else each for each in whole]
    return ast.JoinedStr(pieces) if whole else text


class _Module:
    """What one module tells a person: in its calls, by way of its names and of its functions that return a text."""

    def __init__(self, tree: ast.Module, makers: _Makers) -> None:
        self._scopes = list(_outermost(tree))
        self._functions = {each.name: each for each in self._scopes if isinstance(each, _Function)}
        self._makers = makers

    def formats(self) -> Iterator[str]:
        """The formats that have words."""
        outside = _Names(each for each in self._scopes if not isinstance(each, _Function))
        for scope in self._scopes:
            inside = isinstance(scope, _Function)
            calls = _calls(scope) if inside else [scope] if isinstance(scope, ast.Call) else []
            told = [each for call in calls for each in _told(call, self._makers)]
            names = _Names(ast.walk(scope)) if inside and told else outside
            texts = (_format(text) for each in told for text in self._texts(each, names, _DEEPEST))
            yield from filter(_has_words, texts)

    def _texts(self, node: ast.expr, names: _Names, depth: int) -> Iterator[_Pieces]:
        """What an expression may be: the texts of both sides of a choice, of the parts of a sum, of each assignment."""
        match node:
            case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
                yield from self._texts(one, names, depth)
                yield from self._texts(other, names, depth)
            case ast.BoolOp(values=values):
                for each in values:
                    yield from self._texts(each, names, depth)
            case ast.Name() if depth:
                for each in names.values(node):
                    yield from self._texts(each, names, depth - 1)
            case ast.Call() if depth and _called(node) in self._functions:
                function = self._functions[_called(node)]
                names = _Names(ast.walk(function))
                for each in ast.walk(function):
                    if isinstance(each, ast.Return) and each.value is not None:
                        yield from self._texts(each.value, names, depth - 1)
            case ast.Constant(value=str()):
                yield [node]
            case ast.JoinedStr(values=values) if any(isinstance(each, _PutIn) for each in values):
                at, text = next((i, each.value) for i, each in enumerate(values) if isinstance(each, _PutIn))
                yield from ([*values[:at], *each, *values[at + 1 :]] for each in self._texts(text, names, depth))
            case ast.JoinedStr(values=[ast.FormattedValue(value=ast.Name() as first), *rest]) if rest:
                texts = self._texts(first, names, depth)
                begun = [each for each in texts if _has_words(_format(each))]  # a sentence that began in a variable
                yield from ([*each, *rest] for each in begun or [node.values[:1]])
            case ast.JoinedStr():
                yield node.values
            case _:
                pass


def _has_words(text: str) -> bool:
    """Whether a format is more than a part of a text: ``in {round} or later`` begins or ends in no blank."""
    return text.strip() == text and _LETTERS.search(_FIELD.sub("", text)) is not None


def _format(pieces: _Pieces) -> str:
    if len(pieces) == 1 and isinstance(pieces[0], ast.Constant):
        return str(pieces[0].value)
    return "".join(_parts(pieces))


def _parts(pieces: _Pieces) -> Iterator[str]:
    taken: set[str] = set()
    for part in pieces:
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

"""Formula templates of block types, such as ``sqrt({x}^2 + {y}^2)``, filled with the terms of a call.

A template consists of numbers, names, the operators ``+ - * / @ ^ == != < <= > >=``, ``^T`` for a transposed matrix,
and functions of any name. ``{x}`` is the term at the pin x, or the value of the attribute x. As an argument of a
function, a list pin is the list of all its terms. Parentheses override operator precedence, and inserted terms get
parentheses where they need them.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator, Sequence

from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast
from blocks.base.types import Shape
from blocks.graph.formula_terms import apply, constant, filled, operate, operation, without_scalars
from blocks.graph.formula_text import Expression, text_of

_BINARY: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.MatMult: "@", ast.Pow: "^",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


@functools.lru_cache(maxsize=1000)
def parsed(text: str) -> ast.expr:
    """Parse a formula with Python's grammar, where ``{x}`` is a set; raise DiagramError if it is invalid."""
    try:
        tree = ast.parse(text.replace("^", "**"), mode="eval").body
        list(_nodes(tree, text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise DiagramError(f"the formula {text!r} cannot be read") from None
    return tree


def placeholders(text: str) -> list[str]:
    return [name for node in _nodes(parsed(text), text) if (name := _placeholder(node)) is not None]


def _nodes(tree: ast.expr, text: str) -> Iterator[ast.expr]:
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        match node:
            case ast.BinOp(left=x, op=op, right=y) | ast.Compare(left=x, ops=[op], comparators=[y]) if (
                type(op) in _BINARY
            ):
                pending += [x, y]
            case ast.UnaryOp(op=ast.USub(), operand=x):
                pending.append(x)
            case ast.Call(func=ast.Name(), args=args, keywords=keywords) if all(each.arg for each in keywords):
                pending += args
                pending += [each.value for each in keywords if _placeholder(each.value) is not None]
            case ast.Name() | ast.Constant(value=int() | float()):
                pass
            case _ if _placeholder(node) is not None:
                pass
            case _:
                raise DiagramError(f"the formula {text!r} cannot be read: {ast.unparse(node)} is not allowed in it")


def _placeholder(node: ast.expr) -> str | None:
    match node:
        case ast.Set(elts=[ast.Name(id=name)]):
            return name
        case _:
            return None


class FormulaTemplate:
    """A text with placeholders for terms.

    Args:
        in_gradient: whether the call is part of a gradient, where scalars are not broadcast explicitly.
        extra: text after the arguments if the formula is a single function call.
    """

    def __init__(
        self, terms: Callable[[str], Sequence[Expression]], *, in_gradient: bool = False, extra: str = ""
    ) -> None:
        self._terms = terms
        self._in_gradient = in_gradient
        self._extra = extra

    def filled_in(self, text: str, shape: Shape) -> Expression:
        tree = parsed(text)
        if isinstance(tree, ast.Call):
            return self._call(tree, shape, self._extra)
        result = self._term(tree, shape)
        return result._replace(shape=shape) if isinstance(tree, ast.Constant) else result

    def _term(self, tree: ast.expr, shape: Shape = None) -> Expression:
        name = _placeholder(tree)
        match tree:
            case _ if name is not None:
                terms = self._terms(name)
                if len(terms) != 1:
                    raise DiagramError(f"{{{name}}} in a formula must be one term, got {len(terms)}")
                return terms[0]
            case ast.Constant(value=int() | float() as number):
                return constant(number, ())
            case ast.Name(id=name):
                return Expression("name", label=name, shape=shape)
            case ast.BinOp(left=x, op=ast.Pow(), right=ast.Name(id="T")):
                return operation("transpose", [filled(self._term(x))], shape)
            case ast.BinOp(left=x, op=op, right=y) | ast.Compare(left=x, ops=[op], comparators=[y]):
                return self._operator(_BINARY[type(op)], [self._term(x), self._term(y)], shape)
            case ast.UnaryOp(operand=x):
                return self._operator("negate", [self._term(x)], shape)
            case ast.Call():
                return self._call(tree, shape)
            case _:
                raise AssertionError(ast.dump(tree))

    def _operator(self, op: str, args: list[Expression], shape: Shape) -> Expression:
        if shape is None and op != "@":
            try:
                shape = functools.reduce(broadcast, [arg.shape for arg in args])
            except DiagramError:
                shape = None
        return operate(op, without_scalars(args, shape) if self._in_gradient else args, shape)

    def _call(self, tree: ast.Call, shape: Shape, extra: str = "") -> Expression:
        args: list[Expression] = []
        for arg in tree.args:
            name = _placeholder(arg)
            args += self._terms(name) if name is not None else [self._term(arg)]
        written = ""
        for each in tree.keywords:
            name = _placeholder(each.value)
            value = ast.unparse(each.value) if name is None else ", ".join(map(text_of, self._terms(name)))
            written += f", {each.arg}={value}"
        return apply(ast.unparse(tree.func), args, shape, written + extra)

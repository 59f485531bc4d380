"""Formulas as text and LaTeX, with operator precedence."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from blocks.base.types import Shape

COMPARISON, SUM, MATRICES, PRODUCT, POWER, ATOM = range(6)


class Expression(NamedTuple):
    """A term: a name, a number, an operator with its operands, or the call of a function.

    Attributes:
        op: ``name``, ``number``, ``call``, or one of `OPERATORS`.
        number: the value, which all elements have.
        extra: text after the arguments of a call: ``, axis=1``.
    """

    op: str
    args: tuple[Expression, ...] = ()
    label: str = ""
    number: float = 0.0
    shape: Shape = None
    extra: str = ""
    size: int = 0


class Operator(NamedTuple):
    """The notation of an operator.

    Attributes:
        needs: the minimum precedence of each operand without parentheses.
    """

    level: int
    text: str
    latex: str
    needs: tuple[int, ...] = ()
    latex_needs: tuple[int, ...] | None = None


OPERATORS: dict[str, Operator] = {
    "==": Operator(COMPARISON, "{0} == {1}", "{0} = {1}", (SUM, SUM)),
    "!=": Operator(COMPARISON, "{0} != {1}", r"{0} \neq {1}", (SUM, SUM)),
    "<": Operator(COMPARISON, "{0} < {1}", "{0} < {1}", (SUM, SUM)),
    "<=": Operator(COMPARISON, "{0} <= {1}", r"{0} \leq {1}", (SUM, SUM)),
    ">": Operator(COMPARISON, "{0} > {1}", "{0} > {1}", (SUM, SUM)),
    ">=": Operator(COMPARISON, "{0} >= {1}", r"{0} \geq {1}", (SUM, SUM)),
    "+": Operator(SUM, "{0} + {1}", "{0} + {1}", (SUM, SUM)),
    "-": Operator(SUM, "{0} - {1}", "{0} - {1}", (SUM, MATRICES)),
    "negate": Operator(SUM, "-{0}", "-{0}", (MATRICES,)),
    "@": Operator(MATRICES, "{0} @ {1}", r"{0} \, {1}", (POWER, POWER)),
    "*": Operator(PRODUCT, "{0} * {1}", r"{0} \cdot {1}", (PRODUCT, PRODUCT)),
    "/": Operator(PRODUCT, "{0} / {1}", r"\frac{{{0}}}{{{1}}}", (PRODUCT, POWER), ()),
    "^": Operator(POWER, "{0}^{1}", "{0}^{{{1}}}", (ATOM, POWER), (ATOM,)),
    "transpose": Operator(POWER, "{0}^T", r"{0}^{{\top}}", (ATOM,)),
}
REDUCTIONS = ("sum", "mean", "prod", "max", "min")
"""Functions whose axis LaTeX writes below their name."""
_COMMANDS = frozenset(
    ("exp", "log", "tanh", "sin", "cos", "tan", "sinh", "cosh", "arcsin", "arccos", "arctan", "max", "min")
)
"""Functions that LaTeX has a command for."""
_WRAPPED = {"sqrt": r"\sqrt{{{0}}}", "abs": r"\left|{0}\right|", "sigmoid": r"\sigma\left({0}\right)"}
"""Functions that LaTeX writes differently."""

_LETTER = re.compile(r"[A-Za-z]")
_SPECIAL = re.compile(r"[\\{}$&#^_%~]")
_WRITTEN = {"\\": r"\backslash{}", "^": r"\hat{}", "~": r"\sim{}", "-": "{-}"}
_IN_NAMES = re.compile(r"[\\{}$&#^_%~ -]")
_AXIS = re.compile(r", axis=(\[.*?\]|[^,]*)")


def text_of(expression: Expression) -> str:
    return _written(expression, False)[0]


def latex_of(expression: Expression) -> str:
    return _written(expression, True)[0]


def latex_name(name: str) -> str:
    if _LETTER.fullmatch(name):
        return name
    escaped = _IN_NAMES.sub(lambda result: _WRITTEN.get(result[0], "\\" + result[0]), name)
    return rf"\mathit{{{escaped}}}"


def _written(term: Expression, latex: bool) -> tuple[str, int]:
    if term.op == "name":
        return (latex_name(term.label) if latex else term.label), ATOM
    if term.op == "number":
        return number_text(term.number), ATOM if term.number >= 0 else SUM
    if term.op == "call":
        return _called(term, latex), ATOM
    operator = OPERATORS[term.op]
    needs = operator.latex_needs if latex and operator.latex_needs is not None else operator.needs
    args: list[str] = []
    signed = term.op in ("*", "/") and term.args[0].op == "number" and term.args[0].number < 0
    for i, arg in enumerate(term.args):
        text, level = _written(arg, latex)
        wanted = needs[i] if i < len(needs) and not (signed and i == 0) else 0
        if _is_scaled(term) or (i == 0 and term.op == "@" and (arg.op == "@" or _is_scaled(arg))):
            wanted = min(wanted, MATRICES)
        args.append(text if level >= wanted else rf"\left({text}\right)" if latex else f"({text})")
    return (operator.latex if latex else operator.text).format(*args), SUM if signed else _level(term)


def _is_scaled(term: Expression) -> bool:
    return term.op == "*" and term.args[0].op == "number"


def _level(term: Expression) -> int:
    if _is_scaled(term) and term.args[1].op == "@":
        return MATRICES
    return OPERATORS[term.op].level


def _called(term: Expression, latex: bool) -> str:
    args, name = [_written(arg, latex)[0] for arg in term.args], term.label
    if not latex:
        return f"{name}({', '.join(args)}{term.extra})"
    if name in _WRAPPED and len(args) == 1 and not term.extra:
        return _WRAPPED[name].format(*args)
    head = rf"\{name}" if name in _COMMANDS else rf"\operatorname{{{_escaped(name)}}}"
    axis = _AXIS.match(term.extra)
    if name in REDUCTIONS and axis is not None:
        return rf"{head}_{{{_escaped(axis[1])}}}\left({', '.join(args)}\right)"
    extra = rf"\mathrm{{{_escaped(term.extra)}}}" if term.extra else ""
    return rf"{head}\left({', '.join(args)}{extra}\right)"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda result: "\\" + result[0] if result[0] not in "\\^~" else " ", text)


def number_text(value: Any) -> str:
    return f"{value:.6g}"

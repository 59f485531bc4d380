"""Expressions as text and as LaTeX, by a table of templates with precedence."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from blocks.base.types import Shape

COMPARISON, SUM, MATRICES, PRODUCT, POWER, ATOM = range(6)


class Expression(NamedTuple):
    """A term: a name, a number, or an operation on terms.

    Attributes:
        op: ``name``, ``number``, or what is looked up in the templates: most often a block type.
        args: the terms that it is made of.
        label: of a name, how it is called; of an operation that has no template, what stands before its arguments.
        number: the value of a number, which holds for all elements.
        shape: the shape of what it stands for.
        extra: what stands behind the arguments of a function, such as axes.
        size: how many operations it is made of.
    """

    op: str
    args: tuple[Expression, ...] = ()
    label: str = ""
    number: float = 0.0
    shape: Shape = None
    extra: str = ""
    size: int = 0


class Template(NamedTuple):
    """How an operation is written.

    Attributes:
        level: how tightly it binds.
        text, latex: with ``{0}``, ``{1}`` for its arguments, ``{e}`` for what is extra.
        needs: how tightly each argument must bind to stand without parentheses; nothing if not given.
        latex_needs: the same in LaTeX, where that is another.
    """

    level: int
    text: str
    latex: str
    needs: tuple[int, ...] = ()
    latex_needs: tuple[int, ...] | None = None


TEMPLATES: dict[str, Template] = {
    "Add": Template(SUM, "{0} + {1}", "{0} + {1}", (SUM, SUM)),
    "Subtract": Template(SUM, "{0} - {1}", "{0} - {1}", (SUM, MATRICES)),
    "Negate": Template(SUM, "-{0}", "-{0}", (MATRICES,)),
    "Multiply": Template(PRODUCT, "{0} * {1}", r"{0} \cdot {1}", (PRODUCT, PRODUCT)),
    "RealDiv": Template(PRODUCT, "{0} / {1}", r"\frac{{{0}}}{{{1}}}", (PRODUCT, POWER), ()),
    "MatMul": Template(MATRICES, "{0} @ {1}", r"{0} \, {1}", (POWER, POWER)),
    "Pow": Template(POWER, "{0}^{1}", "{0}^{{{1}}}", (ATOM, POWER), (ATOM,)),
    "Square": Template(POWER, "{0}^2", "{0}^{{2}}", (ATOM,)),
    "SquaredDifference": Template(POWER, "({0} - {1})^2", r"\left({0} - {1}\right)^{{2}}", (SUM, MATRICES)),
    "Transposed": Template(POWER, "{0}^T", r"{0}^{{\top}}", (ATOM,)),
    "Reciprocal": Template(PRODUCT, "1 / {0}", r"\frac{{1}}{{{0}}}", (POWER,), ()),
    "Exp": Template(ATOM, "exp({0})", r"\exp\left({0}\right)"),
    "Sqrt": Template(ATOM, "sqrt({0})", r"\sqrt{{{0}}}"),
    "Rsqrt": Template(PRODUCT, "1 / sqrt({0})", r"\frac{{1}}{{\sqrt{{{0}}}}}"),
    "Abs": Template(ATOM, "abs({0})", r"\left|{0}\right|"),
    "Sigmoid": Template(ATOM, "sigmoid({0})", r"\sigma\left({0}\right)"),
    "L2Loss": Template(PRODUCT, "sum({0}^2) / 2", r"\frac{{1}}{{2}} \sum {0}^{{2}}", (ATOM,)),
    "SoftmaxCrossEntropyWithLogits.loss": Template(
        SUM,
        "-sum({1} * log(softmax({0})), axis=-1)",
        r"-\operatorname{{sum}}_{{-1}}\left({1} \cdot \log\left(\operatorname{{softmax}}\left({0}\right)\right)\right)",
        (0, PRODUCT),
    ),
    "SoftmaxCrossEntropyWithLogits.backprop": Template(
        SUM, "softmax({0}) - {1}", r"\operatorname{{softmax}}\left({0}\right) - {1}", (0, PRODUCT)
    ),
    "SparseSoftmaxCrossEntropyWithLogits.loss": Template(
        SUM,
        "-sum(one_hot({1}) * log(softmax({0})), axis=-1)",
        r"-\operatorname{{sum}}_{{-1}}\left(\operatorname{{one\_hot}}\left({1}\right) \cdot"
        r" \log\left(\operatorname{{softmax}}\left({0}\right)\right)\right)",
    ),
    "SparseSoftmaxCrossEntropyWithLogits.backprop": Template(
        SUM,
        "softmax({0}) - one_hot({1})",
        r"\operatorname{{softmax}}\left({0}\right) - \operatorname{{one\_hot}}\left({1}\right)",
    ),
    "Equal": Template(COMPARISON, "{0} == {1}", "{0} = {1}", (SUM, SUM)),
    "NotEqual": Template(COMPARISON, "{0} != {1}", r"{0} \neq {1}", (SUM, SUM)),
    "Less": Template(COMPARISON, "{0} < {1}", "{0} < {1}", (SUM, SUM)),
    "LessEqual": Template(COMPARISON, "{0} <= {1}", r"{0} \leq {1}", (SUM, SUM)),
    "Greater": Template(COMPARISON, "{0} > {1}", "{0} > {1}", (SUM, SUM)),
    "GreaterEqual": Template(COMPARISON, "{0} >= {1}", r"{0} \geq {1}", (SUM, SUM)),
    "Sum": Template(ATOM, "sum({0}{e})", r"\operatorname{{sum}}{e}\left({0}\right)"),
    "Mean": Template(ATOM, "mean({0}{e})", r"\operatorname{{mean}}{e}\left({0}\right)"),
    "Prod": Template(ATOM, "prod({0}{e})", r"\operatorname{{prod}}{e}\left({0}\right)"),
    "Max": Template(ATOM, "max({0}{e})", r"\max{e}\left({0}\right)"),
    "Min": Template(ATOM, "min({0}{e})", r"\min{e}\left({0}\right)"),
}

_FUNCTIONS = {
    "StopGradient": "sg", "Softmax": "softmax", "LogSoftmax": "logsoftmax", "Relu": "relu", "Relu6": "relu6",
    "Elu": "elu", "Softplus": "softplus", "Softsign": "softsign", "Sign": "sign", "Log1p": "log1p",
    "Expm1": "expm1", "Erf": "erf", "Maximum": "max", "Minimum": "min",
    "Where3": "where", "Select": "where", "Cast": "cast",
}  # fmt: skip
# What LaTeX itself has a command for.
_COMMANDS = {
    name.capitalize(): name for name in ("log", "tanh", "sin", "cos", "tan", "sinh", "cosh")
} | {"Asin": "arcsin", "Acos": "arccos", "Atan": "arctan"}  # fmt: skip

_LETTER = re.compile(r"[A-Za-z]")
_SPECIAL = re.compile(r"[\\{}$&#^_%~]")
_WRITTEN = {"\\": r"\backslash{}", "^": r"\hat{}", "~": r"\sim{}", "-": "{-}"}
_IN_NAMES = re.compile(r"[\\{}$&#^_%~ -]")


def text_of(expression: Expression) -> str:
    """An expression as plain text."""
    return _written(expression, False)[0]


def latex_of(expression: Expression) -> str:
    """An expression as LaTeX, for mathematical mode."""
    return _written(expression, True)[0]


def latex_name(name: str) -> str:
    """The name of a block in LaTeX."""
    if _LETTER.fullmatch(name):
        return name
    escaped = _IN_NAMES.sub(lambda found: _WRITTEN.get(found[0], "\\" + found[0]), name)
    return rf"\mathit{{{escaped}}}"


def _written(term: Expression, latex: bool) -> tuple[str, int]:
    """An expression, and how tightly it binds."""
    if term.op == "name":
        return (latex_name(term.label) if latex else term.label), ATOM
    if term.op == "number":
        return number_text(term.number), ATOM if term.number >= 0 else SUM
    template = TEMPLATES.get(term.op)
    if template is None:
        return _function(term, latex), ATOM
    needs = template.latex_needs if latex and template.latex_needs is not None else template.needs
    args: list[str] = []
    signed = term.op in ("Multiply", "RealDiv") and term.args[0].op == "number" and term.args[0].number < 0
    for i, arg in enumerate(term.args):
        text, level = _written(arg, latex)
        wanted = needs[i] if i < len(needs) and not (signed and i == 0) else 0
        if _is_scaled(term) or (i == 0 and term.op == "MatMul" and (arg.op == "MatMul" or _is_scaled(arg))):
            wanted = min(wanted, MATRICES)
        args.append(text if level >= wanted else rf"\left({text}\right)" if latex else f"({text})")
    axes = term.extra.partition("=")[2].removesuffix(", keep_dims")
    extra = term.extra if not latex else f"_{{{axes}}}" if axes else ""
    return (template.latex if latex else template.text).format(*args, e=extra), SUM if signed else _level(term)


def _is_scaled(term: Expression) -> bool:
    """Whether a term is a multiple of another by a number, of which it does not matter when it comes in."""
    return term.op == "Multiply" and term.args[0].op == "number"


def _level(term: Expression) -> int:
    """How tightly an operation that has a template binds."""
    if _is_scaled(term) and term.args[1].op == "MatMul":
        return MATRICES
    return TEMPLATES[term.op].level


def _function(term: Expression, latex: bool) -> str:
    """An operation without a template of its own: its name with its arguments."""
    args = ", ".join(_written(arg, latex)[0] for arg in term.args)
    command = _COMMANDS.get(term.op)
    name = command or _FUNCTIONS.get(term.op, term.label or term.op)
    if not latex:
        return f"{name}({args}{term.extra})"
    extra = rf"{_mathrm(term.extra)}" if term.extra else ""
    return (rf"\{command}" if command else rf"\operatorname{{{_escaped(name)}}}") + rf"\left({args}{extra}\right)"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: "\\" + found[0] if found[0] not in "\\^~" else " ", text)


def _mathrm(text: str) -> str:
    return rf"\mathrm{{{_escaped(text)}}}"


def number_text(value: Any) -> str:
    """A number as a person writes it."""
    return f"{value:.6g}"

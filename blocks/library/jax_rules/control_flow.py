"""Lowering rules for control flow and Assert.

`blocks.compile.jax.control_flow` handles conditions and iterations.
"""

from __future__ import annotations

from blocks.library.jax_rules.lowering import Rule, Site, Value, as_it_is, each, one_of, plain


def _select(site: Site, index: Value, inputs: tuple[Value, ...]) -> Value:
    site.require((index >= 0) & (index < len(inputs)))
    return one_of(index, inputs)


def _assert(site: Site, condition: Value, _data: tuple[Value, ...]) -> tuple[()]:
    site.require(condition)
    return ()


RULES: dict[str, Rule] = {
    **each("NoOp ControlTrigger", plain(tuple)),
    **each("Switch RefSwitch", plain(lambda data, _pred: (data, data))),
    **each("NextIteration RefNextIteration LoopCond", as_it_is()),
    "Assert": Rule(_assert),
    "RefSelect": Rule(_select, frozenset({"index"})),
}

"""Lowering rules for training: the kernels' formulas with JAX functions."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from blocks.base.types import is_list
from blocks.library import index
from blocks.library.jax_rules.lowering import LoweringContext, Value, checked, is_known, jnp
from blocks.library.jax_rules.state import in_turns
from blocks.library.rules import LoweringRule
from blocks.library.training import formulas
from blocks.library.training.table import RANGES, ByRows

_FTRL_RANGES = {"lr": "above 0", "l1": "0 or more", "l2": "0 or more", "lr_power": "0 or less"}
_RANGES: Mapping[str, Mapping[str, str]] = {
    "ProximalAdagrad": {"lr": "above 0", "l1": "0 or more", "l2": "0 or more"},
    "Ftrl": _FTRL_RANGES,
    "FtrlV2": {**_FTRL_RANGES, "l2_shrinkage": "0 or more"},
}
"""What the types by rows demand of numbers; a rate of Ftrl that linear holds as a factor may be 0."""


def _formulas() -> Any:
    """Copy the module of formulas with JAX as ``np``, so that each formula is written once."""
    spec = importlib.util.find_spec(formulas.__name__)
    assert spec is not None and spec.loader is not None
    copy: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    copy.np = jnp
    return copy


def _given(arg: Value) -> Value:
    """Keep known numbers in NumPy: some formulas test whether one is positive."""
    return arg if is_known(arg) and not arg.ndim else jnp.asarray(arg)


def _options(site: LoweringContext) -> dict[str, Any]:
    return {name: value for name, value in site.attrs.items() if name != "use_locking"}


def _rule(formula: Any) -> LoweringRule:
    def lower(site: LoweringContext, *args: Value) -> Any:
        return formula(*map(_given, args), **_options(site))

    return lower


def _by_rows(kernel: ByRows, formula: Any, ranges: Mapping[str, str]) -> LoweringRule:
    pins, at, changed = kernel.pins, kernel.at, kernel.variables

    def lower(site: LoweringContext, *args: Value) -> Any:
        for pin, wanted in ranges.items():
            if pin == "lr" and site.attrs.get("multiply_linear_by_lr"):
                wanted = "0 or more"
            site.require(RANGES[wanted](args[pins.index(pin)]))
        given = [*map(_given, args)]
        indices, grad = given.pop(at + 1), given[at]
        variables = [given[i] for i in changed]
        site.require_within(indices, len(variables[0]))

        def change(rows: list[Value], chosen: Value) -> Any:
            here = list(given)
            here[at] = grad[chosen]
            for i, part in zip(changed, rows, strict=True):
                here[i] = part
            result = formula(*here, **_options(site))
            return result if is_list(result) else (result,)

        new = in_turns(variables, indices, change)
        return tuple(new) if len(new) > 1 else new[0]

    return checked(lower, *ranges)


def _rules() -> dict[str, LoweringRule]:
    copy = _formulas()
    name_of = {formula: name for name, formula in vars(formulas).items() if isinstance(formula, FunctionType)}
    rules: dict[str, LoweringRule] = {}
    for name in index.all_names():
        if name.startswith(("ResourceApply", "ResourceSparseApply")):
            spec, plain = index.find(name), name.removeprefix("Resource")
            assert spec is not None
            kernel: Any = spec.kernel
            formula = getattr(copy, name_of[kernel.formula])
            if isinstance(kernel, ByRows):
                rules[name] = _by_rows(kernel, formula, _RANGES.get(plain.removeprefix("SparseApply"), {}))
            else:
                rules[name] = _rule(formula)
            rules[plain] = rules[name]
    return {name: rule for name, rule in rules.items() if name in index.all_names()}


RULES: dict[str, LoweringRule] = _rules()

"""Lowering rules of the page training: the same formulas, with JAX's functions in the place of NumPy's."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Any

from blocks.library.jax_rules.lowering import Rule, Site, Value, is_known, jnp
from blocks.library.training import formulas

_DENSE: Mapping[str, str] = {
    "GradientDescent": "gradient_descent",
    "Momentum": "momentum",
    "Adam": "adam",
    "Adadelta": "adadelta",
    "Adagrad": "adagrad",
    "AdagradDA": "adagrad_da",
    "RMSProp": "rms_prop",
    "CenteredRMSProp": "centered_rms_prop",
    "ProximalGradientDescent": "proximal_gradient_descent",
    "ProximalAdagrad": "proximal_adagrad",
    "Ftrl": "ftrl",
}


def _formulas() -> Any:
    """A second copy of the module of formulas whose ``np`` is JAX's: no formula is written twice."""
    spec = importlib.util.find_spec(formulas.__name__)
    assert spec is not None and spec.loader is not None
    copy: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    copy.np = jnp
    return copy


def _rule(formula: Any) -> Rule:
    def lower(site: Site, *args: Value) -> Any:
        # Numbers that are known stay NumPy's: some formulas ask whether one is above 0.
        given = [arg if is_known(arg) and not arg.ndim else jnp.asarray(arg) for arg in args]
        return formula(*given, **site.attrs)

    return Rule(lower)


def _rules() -> dict[str, Rule]:
    copy = _formulas()
    found: dict[str, Rule] = {}
    for name, formula in _DENSE.items():
        found[f"Apply{name}"] = found[f"ResourceApply{name}"] = _rule(getattr(copy, formula))
    return found


RULES: dict[str, Rule] = _rules()

"""Rules that turn ATen operations into blocks."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import partial
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.graph.graph import Output
from blocks.torch.rules import elementwise, layers, reductions, shapes
from blocks.torch.rules.call import Call, Rule
from blocks.torch.rules.helpers import RULES, to

__all__ = ["RULES", "decompositions", "elementwise", "layers", "reductions", "rule_of", "shapes"]


DECOMPOSED = """
    addcdiv addcmul affine_grid_generator aminmax baddbmm binary_cross_entropy_with_logits block_diag channel_shuffle
    col2im count_nonzero deg2rad frac glu huber_loss im2col index_add index_copy index_fill isin linalg_cross logaddexp
    logaddexp2 logspace max_unpool2d max_unpool3d mse_loss nll_loss2d_forward nll_loss_forward pixel_shuffle
    pixel_unshuffle rad2deg renorm rot90 smooth_l1_loss soft_margin_loss special_entr take trace vdot
"""
"""Operations that PyTorch decomposes without another value or gradient at ties, zeros or bounds."""


def decompositions() -> dict[Any, Any]:
    """Return PyTorch's decompositions of the above, and of all composite operations that have no rule."""
    torch: Any = importlib.import_module("torch")
    listed = DECOMPOSED.split()
    return {
        each: parts
        for each, parts in torch.export.default_decompositions().materialize().items()
        if each._opname in listed
        or (rule_of(each._opname, each._overloadname) is None
            and torch._C._dispatch_has_kernel_for_dispatch_key(each.name(), "CompositeImplicitAutograd"))
    }  # fmt: skip


def rule_of(name: str, overload: str) -> Rule | None:
    """Return the rule of an operation, whose results have PyTorch's dtypes; a rule of an overload comes first."""
    rule = RULES.get(f"{name}.{overload}") or RULES.get(name)
    return None if rule is None else partial(_checked, rule)


def _checked(rule: Rule, call: Call, *args: Any, **keywords: Any) -> Sequence[Output]:
    given = rule(call, *args, **keywords)
    results = [given] if isinstance(given, Output) else list(given)
    for i, (each, expected) in enumerate(zip(results, call.results, strict=False)):
        if each.shape != expected.shape:
            shapes = f"{shape_text(each.shape)}, PyTorch's {shape_text(expected.shape)}"
            raise DiagramError(f"{call.target}: the shape of the blocks' result is {shapes}")
        results[i] = to(each, expected.dtype)
    return results

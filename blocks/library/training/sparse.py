"""The update blocks that change rows of a variable: one block type per rule."""

from __future__ import annotations

from blocks.base.dtypes import COMPLEX, DOUBLE, FLOAT, FLOATS, HALF
from blocks.graph.call_info import Call
from blocks.library.training import dense, formulas
from blocks.library.training.table import proximal_ranges, require_range, sparse_rule

MOST = (*FLOATS, *COMPLEX)
NO_BFLOAT16 = (FLOAT, DOUBLE, HALF, *COMPLEX)
TWO = (FLOAT, DOUBLE)


def ftrl_ranges(call: Call) -> None:
    """Raise DiagramError unless lr > 0 (or 0, if linear includes it), l1 >= 0, l2 >= 0, lr_power <= 0."""
    require_range(call, "lr", "0 or more" if call.attrs["multiply_linear_by_lr"] else "above 0")
    require_range(call, "l1", "0 or more")
    require_range(call, "l2", "0 or more")
    if "l2_shrinkage" in call.type.input_index:
        require_range(call, "l2_shrinkage", "0 or more")
    require_range(call, "lr_power", "0 or less")


# In its example each changes the second row as the dense rule's example changes the whole variable.
SparseApplyMomentum = sparse_rule(dense.ApplyMomentum, formulas.momentum, MOST)
SparseApplyAdadelta = sparse_rule(dense.ApplyAdadelta, formulas.adadelta, MOST)
SparseApplyAdagrad = sparse_rule(dense.ApplyAdagrad, formulas.adagrad, MOST)
SparseApplyAdagradDA = sparse_rule(dense.ApplyAdagradDA, formulas.sparse_adagrad_da, TWO)
SparseApplyRMSProp = sparse_rule(dense.ApplyRMSProp, formulas.sparse_rms_prop, NO_BFLOAT16)
SparseApplyCenteredRMSProp = sparse_rule(dense.ApplyCenteredRMSProp, formulas.sparse_centered_rms_prop, NO_BFLOAT16)
SparseApplyProximalGradientDescent = sparse_rule(
    dense.ApplyProximalGradientDescent, formulas.proximal_gradient_descent, TWO
)
SparseApplyProximalAdagrad = sparse_rule(
    dense.ApplyProximalAdagrad, formulas.proximal_adagrad, TWO, check=proximal_ranges
)
SparseApplyFtrl = sparse_rule(dense.ApplyFtrl, formulas.sparse_ftrl, FLOATS, check=ftrl_ranges)
SparseApplyAdagradV2 = sparse_rule(dense.ApplyAdagradV2, formulas.adagrad_v2, MOST)
SparseApplyFtrlV2 = sparse_rule(dense.ApplyFtrlV2, formulas.sparse_ftrl_v2, FLOATS, check=ftrl_ranges)

"""The update blocks that change rows of a variable: one row per rule."""

from __future__ import annotations

from blocks.base.dtypes import COMPLEX, DOUBLE, FLOAT, FLOATS, HALF
from blocks.graph.call_info import Call
from blocks.library.training import formulas
from blocks.library.training.table import proximal_ranges, require_range, sparse_rule

MOST = (*FLOATS, *COMPLEX)
NO_BFLOAT16 = (FLOAT, DOUBLE, HALF, *COMPLEX)
TWO = (FLOAT, DOUBLE)


def ftrl_ranges(call: Call) -> None:
    """What the rule demands: lr > 0 (or 0, if linear holds it as a factor), l1 >= 0, l2 >= 0, lr_power <= 0.

    Raises:
        DiagramError: one of them is not so.
    """
    require_range(call, "lr", "not below 0" if call.attrs["multiply_linear_by_lr"] else "above 0")
    require_range(call, "l1", "not below 0")
    require_range(call, "l2", "not below 0")
    if "l2_shrinkage" in call.type.input_index:
        require_range(call, "l2_shrinkage", "not below 0")
    require_range(call, "lr_power", "not above 0")


# In the examples the second row is changed, as the dense rule's example changes it.
SparseApplyMomentum = sparse_rule(
    "SparseApplyMomentum",
    formulas.momentum,
    ("accum",),
    MOST,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "accum": {"variable": [[0.0, 0.0], [1.0, 0.0]]},
        "lr": 0.5,
        "grad": [[1.0, -1.0]],
        "indices": [1],
        "momentum": 0.5,
        "out": [[5.0, 5.0], [0.25, 2.5]],
    },
)
SparseApplyAdadelta = sparse_rule(
    "SparseApplyAdadelta",
    formulas.adadelta,
    ("accum", "accum_update"),
    MOST,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "accum": {"variable": [[0.0, 0.0], [0.0, 0.0]]},
        "accum_update": {"variable": [[0.0, 0.0], [0.0, 0.0]]},
        "lr": 1.0,
        "rho": 0.5,
        "epsilon": 0.5,
        "grad": [[1.0, -1.0]],
        "indices": [1],
        "out": [[5.0, 5.0], [0.29289323, 2.7071068]],
    },
)
SparseApplyAdagrad = sparse_rule(
    "SparseApplyAdagrad",
    formulas.adagrad,
    ("accum",),
    MOST,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "accum": {"variable": [[0.0, 0.0], [0.0, 3.0]]},
        "lr": 0.5,
        "grad": [[2.0, -1.0]],
        "indices": [1],
        "out": [[5.0, 5.0], [0.5, 2.25]],
    },
)
SparseApplyAdagradDA = sparse_rule(
    "SparseApplyAdagradDA",
    formulas.sparse_adagrad_da,
    ("gradient_accumulator", "gradient_squared_accumulator"),
    TWO,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "gradient_accumulator": {"variable": [[0.0, 0.0], [0.0, 1.0]]},
        "gradient_squared_accumulator": {"variable": [[0.0, 0.0], [0.0, 3.0]]},
        "grad": [[2.0, -1.0]],
        "indices": [1],
        "lr": 0.5,
        "l1": 1.0,
        "l2": 0.0,
        "global_step": 1,
        "out": [[5.0, 5.0], [-0.25, 0.0]],
    },
)
SparseApplyRMSProp = sparse_rule(
    "SparseApplyRMSProp",
    formulas.sparse_rms_prop,
    ("ms", "mom"),
    NO_BFLOAT16,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "ms": {"variable": [[0.0, 0.0], [0.0, 0.0]]},
        "mom": {"variable": [[0.0, 0.0], [0.0, 0.5]]},
        "lr": 0.5,
        "rho": 0.5,
        "momentum": 0.5,
        "epsilon": 0.5,
        "grad": [[1.0, -1.0]],
        "indices": [1],
        "out": [[5.0, 5.0], [0.5, 2.25]],
    },
)
SparseApplyCenteredRMSProp = sparse_rule(
    "SparseApplyCenteredRMSProp",
    formulas.sparse_centered_rms_prop,
    ("mg", "ms", "mom"),
    NO_BFLOAT16,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "mg": {"variable": [[0.0, 0.0], [0.0, 0.0]]},
        "ms": {"variable": [[0.0, 0.0], [0.0, 0.0]]},
        "mom": {"variable": [[0.0, 0.0], [0.0, 0.5]]},
        "lr": 0.5,
        "rho": 0.5,
        "momentum": 0.5,
        "epsilon": 0.75,
        "grad": [[1.0, -1.0]],
        "indices": [1],
        "out": [[5.0, 5.0], [0.5, 2.25]],
    },
)
SparseApplyProximalGradientDescent = sparse_rule(
    "SparseApplyProximalGradientDescent",
    formulas.proximal_gradient_descent,
    (),
    TWO,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "alpha": 0.5,
        "l1": 1.0,
        "l2": 2.0,
        "grad": [[1.0, -1.0]],
        "indices": [1],
        "out": [[5.0, 5.0], [0.0, 1.0]],
    },
)
SparseApplyProximalAdagrad = sparse_rule(
    "SparseApplyProximalAdagrad",
    formulas.proximal_adagrad,
    ("accum",),
    TWO,
    check=proximal_ranges,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "accum": {"variable": [[0.0, 0.0], [0.0, 3.0]]},
        "lr": 1.0,
        "l1": 1.0,
        "l2": 2.0,
        "grad": [[1.0, -1.0]],
        "indices": [1],
        "out": [[5.0, 5.0], [0.0, 1.0]],
    },
)
SparseApplyFtrl = sparse_rule(
    "SparseApplyFtrl",
    formulas.sparse_ftrl,
    ("accum", "linear"),
    FLOATS,
    check=ftrl_ranges,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "accum": {"variable": [[0.0, 0.0], [0.0, 0.0]]},
        "linear": {"variable": [[0.0, 0.0], [0.0, 0.0]]},
        "grad": [[2.0, -1.0]],
        "indices": [1],
        "lr": 0.5,
        "l1": 1.0,
        "l2": 0.0,
        "lr_power": -0.5,
        "out": [[5.0, 5.0], [0.25, 2.0]],
    },
)
SparseApplyAdagradV2 = sparse_rule(
    "SparseApplyAdagradV2",
    formulas.adagrad_v2,
    ("accum",),
    MOST,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "accum": {"variable": [[0.0, 0.0], [0.0, 3.0]]},
        "lr": 0.5,
        "epsilon": 0.5,
        "grad": [[2.0, -1.0]],
        "indices": [1],
        "out": [[5.0, 5.0], [0.6, 2.2]],
    },
)
SparseApplyFtrlV2 = sparse_rule(
    "SparseApplyFtrlV2",
    formulas.sparse_ftrl_v2,
    ("accum", "linear"),
    FLOATS,
    check=ftrl_ranges,
    example={
        "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
        "accum": {"variable": [[0.0, 0.0], [0.0, 0.0]]},
        "linear": {"variable": [[0.0, 0.0], [0.0, 0.0]]},
        "grad": [[2.0, -1.0]],
        "indices": [1],
        "lr": 0.5,
        "l1": 1.0,
        "l2": 0.0,
        "l2_shrinkage": 0.5,
        "lr_power": -0.5,
        "out": [[5.0, 5.0], [0.0, 1.0]],
    },
)

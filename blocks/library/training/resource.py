"""The update blocks that return an operation: dense and sparse blocks without their outputs."""

from __future__ import annotations

from blocks.base.dtypes import FLOATS
from blocks.library.training import dense, formulas, sparse
from blocks.library.training.table import on_resource, sparse_rule, update_rule

ResourceApplyGradientDescent = on_resource(dense.ApplyGradientDescent)
ResourceApplyMomentum = on_resource(dense.ApplyMomentum)
ResourceApplyAdam = on_resource(dense.ApplyAdam)
ResourceApplyAdadelta = on_resource(dense.ApplyAdadelta)
ResourceApplyAdagrad = on_resource(dense.ApplyAdagrad)
ResourceApplyAdagradDA = on_resource(dense.ApplyAdagradDA)
ResourceApplyRMSProp = on_resource(dense.ApplyRMSProp)
ResourceApplyCenteredRMSProp = on_resource(dense.ApplyCenteredRMSProp)
ResourceApplyProximalGradientDescent = on_resource(dense.ApplyProximalGradientDescent)
ResourceApplyProximalAdagrad = on_resource(dense.ApplyProximalAdagrad)
ResourceApplyFtrl = on_resource(dense.ApplyFtrl)
ResourceApplyAdagradV2 = on_resource(dense.ApplyAdagradV2)
ResourceApplyAdaMax = on_resource(dense.ApplyAdaMax)
ResourceApplyFtrlV2 = on_resource(dense.ApplyFtrlV2)
ResourceApplyPowerSign = on_resource(dense.ApplyPowerSign)
ResourceApplyAddSign = on_resource(dense.ApplyAddSign)
# TensorFlow has these as operations only.
ResourceApplyAdamWithAmsgrad = on_resource(
    update_rule(
        "ApplyAdamWithAmsgrad",
        formulas.adam_with_amsgrad,
        ("m", "v", "vhat"),
        FLOATS,
        example={**dense.MOMENTS, "vhat": [0.0, 4.0]},
    )
)
ResourceApplyKerasMomentum = on_resource(
    update_rule(
        "ApplyKerasMomentum",
        formulas.keras_momentum,
        ("accum",),
        dense.MOST,
        example={"accum": [1.0, 0.0], "lr": 0.5, "grad": [1.0, -1.0], "momentum": 0.5},
    )
)


# -- Sparse gradients --------------------------------------------------------------------------------------------------


ResourceSparseApplyMomentum = on_resource(sparse.SparseApplyMomentum)
ResourceSparseApplyAdadelta = on_resource(sparse.SparseApplyAdadelta)
ResourceSparseApplyAdagrad = on_resource(sparse.SparseApplyAdagrad)
ResourceSparseApplyAdagradDA = on_resource(sparse.SparseApplyAdagradDA)
ResourceSparseApplyRMSProp = on_resource(sparse.SparseApplyRMSProp)
ResourceSparseApplyCenteredRMSProp = on_resource(sparse.SparseApplyCenteredRMSProp)
ResourceSparseApplyProximalGradientDescent = on_resource(sparse.SparseApplyProximalGradientDescent)
ResourceSparseApplyProximalAdagrad = on_resource(sparse.SparseApplyProximalAdagrad)
ResourceSparseApplyFtrl = on_resource(sparse.SparseApplyFtrl)
ResourceSparseApplyAdagradV2 = on_resource(sparse.SparseApplyAdagradV2)
ResourceSparseApplyFtrlV2 = on_resource(sparse.SparseApplyFtrlV2)
# TensorFlow has this as an operation only.
ResourceSparseApplyKerasMomentum = on_resource(
    sparse_rule(ResourceApplyKerasMomentum, formulas.keras_momentum, sparse.MOST)
)

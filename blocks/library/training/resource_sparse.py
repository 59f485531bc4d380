"""The update blocks that change rows of a variable and are operations: each is the one of sparse without its output."""

from __future__ import annotations

from blocks.library.training import formulas, sparse
from blocks.library.training.table import on_resource, sparse_rule

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
    sparse_rule(
        "SparseApplyKerasMomentum",
        formulas.keras_momentum,
        ("accum",),
        sparse.MOST,
        example={
            "var": {"variable": [[5.0, 5.0], [1.0, 2.0]]},
            "accum": {"variable": [[0.0, 0.0], [1.0, 0.0]]},
            "lr": 0.5,
            "grad": [[1.0, -1.0]],
            "indices": [1],
            "momentum": 0.5,
        },
    )
)

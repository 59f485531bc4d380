"""Update blocks that change rows of a variable: sparse blocks that return an operation instead of the variable."""

from __future__ import annotations

from blocks.library.training import formulas, resource, sparse
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
    sparse_rule(resource.ResourceApplyKerasMomentum, formulas.keras_momentum, sparse.MOST)
)

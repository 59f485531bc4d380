"""The update blocks that change rows of a variable and are operations: each is the one of sparse without its output."""

from __future__ import annotations

from blocks.library.training import sparse
from blocks.library.training.table import on_resource

ResourceSparseApplyMomentum = on_resource(sparse.SparseApplyMomentum)
ResourceSparseApplyAdadelta = on_resource(sparse.SparseApplyAdadelta)
ResourceSparseApplyAdagrad = on_resource(sparse.SparseApplyAdagrad)
ResourceSparseApplyAdagradDA = on_resource(sparse.SparseApplyAdagradDA)
ResourceSparseApplyRMSProp = on_resource(sparse.SparseApplyRMSProp)
ResourceSparseApplyCenteredRMSProp = on_resource(sparse.SparseApplyCenteredRMSProp)
ResourceSparseApplyProximalGradientDescent = on_resource(sparse.SparseApplyProximalGradientDescent)
ResourceSparseApplyProximalAdagrad = on_resource(sparse.SparseApplyProximalAdagrad)
ResourceSparseApplyFtrl = on_resource(sparse.SparseApplyFtrl)

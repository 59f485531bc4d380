"""The update blocks that change a whole variable and are operations: each is the one of dense without its output."""

from __future__ import annotations

from blocks.library.training import dense
from blocks.library.training.table import on_resource

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

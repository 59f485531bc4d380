"""Where each block type is declared.

Modules are imported when one of their types is asked for, so that a run pays only for what its page uses. A test
compares this table with what the modules declare.
"""

from __future__ import annotations

import importlib

from blocks.graph.spec import BlockSpec

MODULES: dict[str, str] = {
    "core.constants": "Const Const_ex Tensor Input Input_Initializer",
    "core.wiring": "InputList Operation Output Status Scope",
    "core.sessions": "ClientSession FeedType",
    "core.gradients": "AddSymbolicGradients",
    "math.arithmetic": "Add Subtract Multiply Pow Maximum Minimum SquaredDifference Negate Square Abs Sign Atan2",
    "math.casting": "Cast",
    "math.comparisons": "Less LessEqual Greater GreaterEqual Equal NotEqual LogicalAnd LogicalOr LogicalNot Where3",
    "math.complex_numbers": "Real Imag Complex Conj ComplexAbs",
    "math.cumulative": "Cumsum Cumprod",
    "math.division": "RealDiv Div FloorDiv TruncateDiv FloorMod Mod TruncateMod DivNoNan MulNoNan",
    "math.extremes": "ArgMax ArgMin",
    "math.functions": (
        "Exp Expm1 Log Log1p Sqrt Rsqrt Reciprocal Sigmoid Tanh Sin Cos Tan Asin Acos Atan Sinh Cosh Erf Erfc"
    ),
    "math.matrices": "MatMul BatchMatMul",
    "math.reductions": "Sum Mean Prod Max Min All Any KeptShape ReducedCount ProductOfOthers",
    "math.rounding": "Ceil Floor Round Rint IsNan IsInf",
    "math.sequences": "Range LinSpace",
    "math.sums": "AddN SumToShape BroadcastTo",
    "array.passing": "Identity StopGradient PreventGradient CheckNumerics Placeholder PlaceholderWithDefault",
    "array.sizes": "Shape ShapeN Rank Size ZerosLike OnesLike Fill",
    "array.reshaping": "Reshape ExpandDims Squeeze Transpose InvertPermutation Reverse",
    "array.joining": "Concat ConcatPart Stack Unstack Split SplitV",
    "array.gathering": "OneHot Gather GatherV2 GatherGrad",
    "array.slicing": "Slice SliceGrad StridedSlice StridedSliceGrad",
    "array.padding": "Tile TileGrad TileMultiples Pad PadV2 MirrorPad MirrorPadGrad",
    "array.scattering": "GatherNd GatherNdGrad ScatterNd",
    "array.finding": "Where Unique UniqueWithCounts",
    "array.diagonals": "Diag DiagPart MatrixBandPart",
    "state.variables": "Variable Assign AssignAdd AssignSub",
    "nn.activations": "Relu Relu6 Elu Softplus Softsign ReluGrad Relu6Grad",
    "nn.bias": "BiasAdd BiasAddGrad",
    "nn.losses": "L2Loss InTopK",
    "nn.top_k": "TopK",
    "nn.softmax": "Softmax LogSoftmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits",
    "training.dense": (
        "ApplyGradientDescent ApplyMomentum ApplyAdam ApplyAdadelta ApplyAdagrad ApplyAdagradDA ApplyRMSProp"
        " ApplyCenteredRMSProp ApplyProximalGradientDescent ApplyProximalAdagrad ApplyFtrl"
    ),
    "random.drawing": "RandomUniform RandomNormal TruncatedNormal RandomUniformInt RandomShuffle",
    "control_flow.no_ops": "NoOp ControlTrigger",
    "string.joining": "StringJoin",
    "string.encoding": "EncodeBase64",
    "display.displays": ("NumberDisplay TrendDisplay TableDisplay HeatMapDisplay ImageDisplay HistogramDisplay"),
}

_MODULE_OF = {name: module for module, names in MODULES.items() for name in names.split()}
_found: dict[str, BlockSpec] = {}


def find(name: str) -> BlockSpec | None:
    """The block type of this name, or None."""
    found = _found.get(name)
    if found is None and name in _MODULE_OF:
        _found.update(declared_in(_MODULE_OF[name]))
        found = _found[name]
    return found


def declared_in(module: str) -> dict[str, BlockSpec]:
    """The block types that a module of the library declares, by name."""
    namespace = vars(importlib.import_module(f"blocks.library.{module}"))
    return {v.name: v for v in namespace.values() if isinstance(v, BlockSpec) and _MODULE_OF.get(v.name) == module}


def all_names() -> list[str]:
    """The names of all block types."""
    return list(_MODULE_OF)


def all_types() -> list[BlockSpec]:
    """All block types (imports the whole library)."""
    return [found for name in _MODULE_OF if (found := find(name)) is not None]


def public_names() -> list[str]:
    """The names of all block types that a page can use."""
    return [spec.name for spec in all_types() if not spec.internal]

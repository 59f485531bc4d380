"""Why types have no lowering rule; strings, quantised numbers, what reaches beyond a step are told by their kind."""

from __future__ import annotations

from collections.abc import Mapping

_REASONS: Mapping[str, str] = {
    "gives as many elements as its values say, and XLA wants to know shapes ahead": (
        "Bincount Where Unique UniqueWithCounts SetDiff1D NonMaxSuppression DynamicPartition DynamicStitch"
        " ComputeAccidentalHits Range"
    ),
    "works on sparse tensors, whose sizes are in their values": (
        "SparseAdd SparseAddGrad SparseSparseMaximum SparseSparseMinimum SparseWinners SparseTensorDenseAdd"
        " SparseDenseCwiseAdd SparseDenseCwiseMul SparseDenseCwiseDiv SparseDenseNumbers SparseTensorDenseMatMul"
        " SparseSampledMatMul SparseReduceSum SparseReduceSumSparse SparseReduceMax SparseReduceMaxSparse"
        " SparseReducedNumbers SparseSoftmax SparseRowSums SparseReorder SparseReshape SparseConcat SparseSplit"
        " SparseSlice SparseSliceGrad SparseToDense SparseToDenseNumbers SparseFillEmptyRows SparseFilledNumbers"
        " SparseFillEmptyRowsGrad SparseCross EditDistance"
    ),
    "has rows in an order that decides which counts, and XLA keeps none": (
        "ScatterUpdate ScatterNdUpdate ScatterDiv ScatterNdAdd ScatterNdSub"
        " SparseApplyMomentum SparseApplyAdadelta SparseApplyAdagrad SparseApplyAdagradDA SparseApplyRMSProp"
        " SparseApplyCenteredRMSProp SparseApplyProximalGradientDescent SparseApplyProximalAdagrad SparseApplyFtrl"
        " ResourceSparseApplyMomentum ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad"
        " ResourceSparseApplyAdagradDA ResourceSparseApplyRMSProp ResourceSparseApplyCenteredRMSProp"
        " ResourceSparseApplyProximalGradientDescent ResourceSparseApplyProximalAdagrad ResourceSparseApplyFtrl"
    ),
    "reads or writes pictures in the formats of files": (
        "DecodePng DecodeJpeg DecodeGif DecodeBmp EncodePng EncodeJpeg DrawBoundingBoxes"
    ),
    "draws numbers one after the other, each by what the ones before were": (
        "AllCandidateSampler UniformCandidateSampler LogUniformCandidateSampler FractionalMaxPool FractionalAvgPool"
        " SampleDistortedBoundingBox SampleDistortedBoundingBoxV2 ParameterizedTruncatedNormal ExtractGlimpse"
        " FractionalMaxPoolIndex FractionalAvgPoolGrad FractionalAverages"
    ),
    "adds up a series until no digit changes": "IgammaByA",
    "multiplies what is left of a segment without each of its elements": "SegmentProductOfOthers",
    "asks for the state of the session": "IsVariableInitialized",
    "does nothing but fail": "Abort",
}
REASONS: Mapping[str, str] = {name: reason for reason, names in _REASONS.items() for name in names.split()}
"""By type; one that is not here could have a rule, which nobody has written yet."""


def why_not(name: str) -> str:
    """Why a type without a rule has none, in words that go on after its name."""
    reason = REASONS.get(name)
    return "has no lowering rule" if reason is None else f"has no lowering rule: it {reason}"

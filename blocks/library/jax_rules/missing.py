"""Reasons for block types without a lowering rule."""

from __future__ import annotations

from collections.abc import Mapping

_REASONS: Mapping[str, str] = {
    "gives a number of elements that depends on values, but XLA needs fixed shapes": (
        "Where Unique UniqueWithCounts UniqueV2 UniqueWithCountsV2 SetDiff1D NonMaxSuppression Range"
        " ComputeAccidentalHits BroadcastGradientArgs RaggedRange RaggedGather RaggedTensorToTensor"
        " RaggedTensorToSparse DenseCountSparseOutput SparseCountSparseOutput RaggedCountSparseOutput"
        " CTCGreedyDecoder CTCBeamSearchDecoder"
        " SparseSegmentSumGradV2 SparseSegmentMeanGradV2 SparseSegmentSqrtNGradV2"
        " NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV5 NonMaxSuppressionWithOverlaps"
    ),
    "compares words and lists, whose lengths depend on values": "SparseCross EditDistance",
    "reads or writes image files": (
        "DecodePng DecodeJpeg DecodeGif DecodeBmp EncodePng EncodeJpeg DecodeImage DecodeAndCropJpeg ExtractJpegShape"
    ),
    "draws image regions until one fits": "SampleDistortedBoundingBox SampleDistortedBoundingBoxV2",
    "draws again until a value fits": (
        "StatelessRandomGammaV2 StatelessRandomGammaV3 StatelessRandomPoisson StatelessRandomBinomial"
        " StatelessParameterizedTruncatedNormal"
    ),
    "draws thin lines box by box, and XLA would process the whole image for each": (
        "DrawBoundingBoxes DrawBoundingBoxesV2"
    ),
    "chooses boxes one by one for each class": "CombinedNonMaxSuppression",
    "repeats pooling until the values stop rising": "IsotonicRegression",
    "asks for the state of the session": "IsVariableInitialized",
    "uses decompositions that XLA supports only on CPUs": ("Eig MatrixLogarithm MatrixSquareRoot"),
    "always fails": "Abort",
}
REASONS: Mapping[str, str] = {name: reason for reason, names in _REASONS.items() for name in names.split()}
"""By type; one that is not here could have a rule, which is not written yet."""


def why_not(name: str) -> str:
    reason = REASONS.get(name)
    return "has no JAX rule" if reason is None else f"has no JAX rule: it {reason}"

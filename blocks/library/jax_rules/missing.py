"""Why types have no lowering rule; strings, quantised numbers, what reaches beyond a step are told by their kind."""

from __future__ import annotations

from collections.abc import Mapping

_REASONS: Mapping[str, str] = {
    "gives as many elements as its values say, and XLA wants to know shapes ahead": (
        "Where Unique UniqueWithCounts UniqueV2 UniqueWithCountsV2 SetDiff1D NonMaxSuppression Range"
        " ComputeAccidentalHits BroadcastGradientArgs RaggedRange RaggedGather RaggedTensorToTensor"
        " RaggedTensorToSparse DenseCountSparseOutput SparseCountSparseOutput RaggedCountSparseOutput"
        " CTCGreedyDecoder CTCBeamSearchDecoder"
        " SparseSegmentSumGradV2 SparseSegmentMeanGradV2 SparseSegmentSqrtNGradV2"
        " NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV5 NonMaxSuppressionWithOverlaps"
    ),
    "compares words and lists, whose lengths are in their values": "SparseCross EditDistance",
    "reads or writes pictures in the formats of files": (
        "DecodePng DecodeJpeg DecodeGif DecodeBmp EncodePng EncodeJpeg DecodeImage DecodeAndCropJpeg ExtractJpegShape"
    ),
    "draws parts of an image until one will do": "SampleDistortedBoundingBox SampleDistortedBoundingBoxV2",
    "draws again until a number will do": (
        "StatelessRandomGammaV2 StatelessRandomGammaV3 StatelessRandomPoisson StatelessRandomBinomial"
        " StatelessParameterizedTruncatedNormal"
    ),
    "draws thin lines, one box after the other, and XLA would go over the whole image for each": (
        "DrawBoundingBoxes DrawBoundingBoxesV2"
    ),
    "chooses boxes one after the other, class by class": "CombinedNonMaxSuppression",
    "pools neighbours until none rise, as often as its values say": "IsotonicRegression",
    "asks for the state of the session": "IsVariableInitialized",
    "rests on decompositions that XLA has for processors without graphics only": (
        "Eig MatrixLogarithm MatrixSquareRoot"
    ),
    "does nothing but fail": "Abort",
}
REASONS: Mapping[str, str] = {name: reason for reason, names in _REASONS.items() for name in names.split()}
"""By type; one that is not here could have a rule, which is not written yet."""


def why_not(name: str) -> str:
    """Why a type without a rule has none, in words that go on after its name."""
    reason = REASONS.get(name)
    return "has no lowering rule" if reason is None else f"has no lowering rule: it {reason}"

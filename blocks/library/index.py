"""The index of block types: the module that declares each.

A module is imported when one of its types is requested, so that a run only pays for the types on its page. A test
compares this table with the declarations in the modules.
"""

from __future__ import annotations

import importlib
import re
from functools import cache

from blocks.base.errors import DiagramError
from blocks.graph.spec import BlockSpec

MODULES: dict[str, str] = {
    "core.constants": "Const Const_ex Control Tensor Input Input_Initializer",
    "core.wiring": "InputList Operation Output Status Scope",
    "core.sessions": "ClientSession FeedType",
    "core.gradients": "AddSymbolicGradients GradientContract",
    "core.composites": "InputPin OutputPin",
    "math.arithmetic": (
        "Add AddV2 Subtract Multiply Pow Maximum Minimum ClipByValue SquaredDifference Negate Square Abs Sign Atan2"
    ),
    "math.comparisons": (
        "Less LessEqual Greater GreaterEqual Equal NotEqual LogicalAnd LogicalOr LogicalNot Where3 Cast"
    ),
    "math.complex_numbers": "Real Imag Complex Conj ComplexAbs Angle",
    "math.cumulative": "Cumsum Cumprod CumulativeLogsumexp",
    "math.division": (
        "RealDiv Div FloorDiv TruncateDiv FloorMod Mod TruncateMod DivNoNan MulNoNan Xlogy Xlog1py Xdivy"
    ),
    "math.functions": (
        "Exp Expm1 Log Log1p Sqrt Rsqrt Reciprocal Sigmoid Tanh Sin Cos Tan Asin Acos Atan Sinh Cosh Asinh Acosh"
        " Atanh Erf Erfc Erfinv Ndtri Ceil Floor Round Rint IsNan IsInf IsFinite NextAfter"
    ),
    "math.matrices": "MatMul BatchMatMul SparseMatMul Cross",
    "math.special": "Lgamma Digamma Polygamma Zeta Betainc Igamma Igammac IgammaByA",
    "math.binning": "Bincount DenseBincount HistogramFixedWidth Bucketize ApproximateEqual",
    "math.segments": (
        "SegmentSum SegmentMean SegmentProd SegmentMax SegmentMin UnsortedSegmentSum UnsortedSegmentMax"
        " UnsortedSegmentMin UnsortedSegmentProd SegmentSumV2 SegmentProdV2 SegmentMaxV2 SegmentMinV2 SegmentMeanGrad"
        " SegmentProductOfOthers SegmentRows"
    ),
    "math.sparse_segments": (
        "SparseSegmentSum SparseSegmentMean SparseSegmentSqrtN SparseSegmentSumWithNumSegments"
        " SparseSegmentMeanWithNumSegments SparseSegmentSqrtNWithNumSegments SparseSegmentSumGrad SparseSegmentMeanGrad"
        " SparseSegmentSqrtNGrad SparseSegmentSumGradV2 SparseSegmentMeanGradV2 SparseSegmentSqrtNGradV2"
        " SparseSegmentGrad"
    ),
    "math.reductions": (
        "Sum Mean Prod Max Min All Any EuclideanNorm KeptShape ReducedCount ProductOfOthers ArgMax ArgMin"
    ),
    "math.sequences": "Range LinSpace",
    "math.sums": "AddN SumToShape BroadcastTo",
    "bitwise.operations": "BitwiseAnd BitwiseOr BitwiseXor LeftShift RightShift Invert PopulationCount",
    "linalg.products": "Einsum BatchMatMulV2 BatchMatMulV3",
    "linalg.solving": (
        "Cholesky CholeskyGrad MatrixInverse MatrixSolve MatrixTriangularSolve MatrixSolveLs MatrixDeterminant"
        " LogMatrixDeterminant"
    ),
    "linalg.bands": (
        "BandedTriangularSolve TridiagonalSolve TridiagonalMatMul MatrixDiagV3 MatrixDiagPartV3 MatrixSetDiagV3"
    ),
    "linalg.decompositions": "SelfAdjointEigV2 Eig Qr Svd Lu MatrixLogarithm MatrixSquareRoot MatrixExponential",
    "spectral.transforms": (
        "FFT IFFT FFT2D IFFT2D FFT3D IFFT3D RFFT RFFT2D RFFT3D IRFFT IRFFT2D IRFFT3D FFTND IFFTND RFFTND IRFFTND"
    ),
    "special_math.functions": (
        "BesselI0 BesselI0e BesselI1 BesselI1e BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e BesselY0"
        " BesselY1 Dawsn Expint FresnelCos FresnelSin Spence SigmoidGrad TanhGrad SqrtGrad RsqrtGrad ReciprocalGrad"
    ),
    "array.identity": (
        "Identity StopGradient PreventGradient CheckNumerics EnsureShape IdentityN Placeholder"
        " PlaceholderWithDefault ScaleGradient ClipGradient"
    ),
    "array.sizes": (
        "Shape ShapeN Rank Size ZerosLike OnesLike Fill BroadcastDynamicShape BroadcastGradientArgs ConcatOffset"
        " UnravelIndex"
    ),
    "array.reshaping": (
        "Reshape ExpandDims Squeeze Transpose ConjugateTranspose InvertPermutation Reverse Roll ReverseSequence"
    ),
    "array.joining": "Concat ConcatPart Stack Unstack Split SplitV ParallelConcat",
    "array.gathering": (
        "OneHot Gather GatherV2 GatherGrad SelectV2 GatherNd GatherNdGrad ScatterNd ScatterNdNonAliasingAdd"
        " TensorScatterAdd TensorScatterSub TensorScatterUpdate TensorScatterMin TensorScatterMax"
        " TensorStridedSliceUpdate"
    ),
    "array.space_to_batch": "SpaceToBatch BatchToSpace SpaceToBatchND BatchToSpaceND SpaceToDepth DepthToSpace",
    "nn.patches": "ExtractImagePatches ExtractVolumePatches PatchesGrad",
    "array.slicing": ("Slice SliceGrad StridedSlice StridedSliceGrad StridedSliceAssign ResourceStridedSliceAssign"),
    "array.padding": "Tile TileGrad TileMultiples Pad PadV2 MirrorPad MirrorPadGrad",
    "array.edit_distance": "EditDistance",
    "array.finding": (
        "Where Unique UniqueWithCounts UniqueV2 UniqueWithCountsV2 SetDiff1D LowerBound UpperBound NthElement"
    ),
    "array.diagonals": "Diag DiagPart MatrixBandPart MatrixDiag MatrixDiagPart MatrixSetDiag",
    "array.quantization.quantized": "QuantizeV2 Dequantize QuantizedConcat QuantizedReshape QuantizedInstanceNorm",
    "array.quantization.quantize_and_dequantize": (
        "QuantizeAndDequantizeV2 QuantizeAndDequantizeV3 QuantizeAndDequantizeV4"
    ),
    "array.quantization.fake_quant": (
        "FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVars"
        " FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannel FakeQuantWithMinMaxVarsPerChannelGradient"
    ),
    "array.bitcast": "Bitcast ImmutableConst Fingerprint",
    "math.quantized": "QuantizedMatMul QuantizedMul RequantizationRange Requantize QuantizeDownAndShrinkRange",
    "nn.quantized": (
        "QuantizedConv2D QuantizedBiasAdd QuantizedBatchNormWithGlobalNormalization QuantizedRelu QuantizedRelu6"
        " QuantizedReluX QuantizedMaxPool QuantizedAvgPool"
    ),
    "image.boxes": "DrawBoundingBoxes DrawBoundingBoxesV2 SampleDistortedBoundingBox SampleDistortedBoundingBoxV2",
    "image.colours": "RGBToHSV HSVToRGB AdjustContrast AdjustHue AdjustSaturation",
    "image.cropping": (
        "CropAndResize CropAndResizeGradBoxes CropAndResizeGradImage CropGrad ExtractGlimpse ExtractGlimpseV2"
    ),
    "image.decoding": (
        "DecodePng DecodeJpeg DecodeGif DecodeBmp DecodeImage DecodeAndCropJpeg ExtractJpegShape EncodePng EncodeJpeg"
    ),
    "image.resizing": (
        "ResizeBilinear ResizeBicubic ResizeNearestNeighbor ResizeArea ResizeGrad ResizeBilinearGrad"
        " ResizeBicubicGrad ResizeNearestNeighborGrad QuantizedResizeBilinear ScaleAndTranslate"
        " ScaleAndTranslateGrad"
    ),
    "image.suppression": (
        "NonMaxSuppression NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5"
        " NonMaxSuppressionWithOverlaps CombinedNonMaxSuppression"
    ),
    "image.projecting": "ImageProjectiveTransformV2 ImageProjectiveTransformV3",
    "state.variables": (
        "Variable VariableRead Assign AssignAdd AssignSub CountUpTo IsVariableInitialized TemporaryVariable"
        " DestroyTemporaryVariable"
    ),
    "state.scatter": (
        "ScatterUpdate ScatterAdd ScatterSub ScatterMul ScatterDiv ScatterNdUpdate ScatterNdAdd ScatterNdSub"
    ),
    "nn.activations": "Relu Relu6 Elu Softplus Softsign LeakyRelu Selu ReluGrad Relu6Grad LeakyReluGrad",
    "nn.bias": "BiasAdd BiasAddGrad",
    "nn.convolution": (
        "Conv Conv2D Conv2DBackpropInput Conv2DBackpropFilter Conv3D Conv3DBackpropInputV2 Conv3DBackpropFilterV2"
    ),
    "nn.depthwise": ("DepthwiseConv2dNative DepthwiseConv2dNativeBackpropInput DepthwiseConv2dNativeBackpropFilter"),
    "nn.dilation": "Dilation2D Dilation2DBackpropInput Dilation2DBackpropFilter DilationIndices",
    "nn.fused_convolution": "FusedPadConv2D FusedResizeAndPadConv2D",
    "nn.losses": "L2Loss InTopK InTopKV2",
    "nn.top_k": "TopK ApproxTopK",
    "nn.batch_norm": "FusedBatchNorm FusedBatchNormGrad FusedBatchNormV2 FusedBatchNormV3 FusedBatchNormGradV3",
    "nn.data_formats": "DataFormatDimMap DataFormatVecPermute",
    "nn.isotonic": "IsotonicRegression SegmentAverages",
    "nn.lrn": "LRN ChannelWindowSum",
    "nn.pooling": (
        "MaxPool MaxPoolWithArgmax MaxPoolGrad MaxPoolIndex PoolScatter PoolGather MaxPoolGradGrad"
        " MaxPoolGradGradWithArgmax AvgPool AvgPoolGrad"
    ),
    "nn.pooling_variants": (
        "AvgPool3D AvgPool3DGrad MaxPool3D MaxPool3DGrad MaxPool3DGradGrad FractionalMaxPool FractionalMaxPoolIndex"
        " FractionalAvgPool FractionalAvgPoolGrad FractionalAverages MaxPoolV2 MaxPoolIndexV2"
    ),
    "nn.softmax": "Softmax LogSoftmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits",
    "ctc.decoders": "CTCGreedyDecoder CTCBeamSearchDecoder",
    "ctc.loss": "CTCLoss",
    "rnn.cells": "LSTMBlockCell GRUBlockCell",
    "rnn.sequences": "BlockLSTM BlockLSTMV2 BlockLSTMGrad",
    "training.dense": (
        "ApplyGradientDescent ApplyMomentum ApplyAdam ApplyAdadelta ApplyAdagrad ApplyAdagradDA ApplyRMSProp"
        " ApplyCenteredRMSProp ApplyProximalGradientDescent ApplyProximalAdagrad ApplyFtrl"
        " ApplyAdagradV2 ApplyAdaMax ApplyFtrlV2 ApplyPowerSign ApplyAddSign"
    ),
    "training.minimize": "Minimize",
    "training.sparse": (
        "SparseApplyMomentum SparseApplyAdadelta SparseApplyAdagrad SparseApplyAdagradDA SparseApplyRMSProp"
        " SparseApplyCenteredRMSProp SparseApplyProximalGradientDescent SparseApplyProximalAdagrad SparseApplyFtrl"
        " SparseApplyAdagradV2 SparseApplyFtrlV2"
    ),
    "training.resource": (
        "ResourceApplyGradientDescent ResourceApplyMomentum ResourceApplyAdam ResourceApplyAdadelta"
        " ResourceApplyAdagrad ResourceApplyAdagradDA ResourceApplyRMSProp ResourceApplyCenteredRMSProp"
        " ResourceApplyProximalGradientDescent ResourceApplyProximalAdagrad ResourceApplyFtrl"
        " ResourceApplyAdagradV2 ResourceApplyAdaMax ResourceApplyFtrlV2 ResourceApplyPowerSign"
        " ResourceApplyAddSign ResourceApplyAdamWithAmsgrad ResourceApplyKerasMomentum ResourceSparseApplyMomentum"
        " ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad ResourceSparseApplyAdagradDA"
        " ResourceSparseApplyRMSProp ResourceSparseApplyCenteredRMSProp ResourceSparseApplyProximalGradientDescent"
        " ResourceSparseApplyProximalAdagrad ResourceSparseApplyFtrl ResourceSparseApplyAdagradV2"
        " ResourceSparseApplyFtrlV2 ResourceSparseApplyKerasMomentum"
    ),
    "random.drawing": (
        "RandomUniform RandomNormal RandomNormal_ex TruncatedNormal RandomUniformInt NonDeterministicInts RandomShuffle"
    ),
    "random.distributions": (
        "RandomGamma RandomPoisson RandomPoissonV2 ParameterizedTruncatedNormal StatelessRandomGammaV2"
        " StatelessRandomGammaV3 StatelessRandomPoisson StatelessRandomBinomial StatelessMultinomial"
        " StatelessParameterizedTruncatedNormal Multinomial"
    ),
    "random.stateless": (
        "StatelessRandomUniform StatelessRandomUniformV2 StatelessRandomNormal StatelessRandomNormalV2"
        " StatelessTruncatedNormal StatelessTruncatedNormalV2 StatelessRandomUniformFullInt"
        " StatelessRandomUniformFullIntV2 StatelessRandomUniformInt StatelessRandomUniformIntV2 StatelessShuffle"
        " StatelessRandomGetKeyCounter StatelessRandomGetAlg"
    ),
    "random.generators": (
        "StatefulUniform StatefulStandardNormalV2 StatefulTruncatedNormal StatefulUniformFullInt StatefulUniformInt"
        " StatefulRandomBinomial RngReadAndSkip RngSkip"
    ),
    "candidate_sampling.samplers": (
        "AllCandidateSampler UniformCandidateSampler LogUniformCandidateSampler FixedUnigramCandidateSampler"
        " LearnedUnigramCandidateSampler ComputeAccidentalHits"
    ),
    "control_flow.branches": "Switch RefSwitch Merge RefSelect NoOp ControlTrigger Abort",
    "control_flow.loops": "NextIteration RefNextIteration LoopCond LoopValue",
    "control_flow.composite_loops": "Repeat Scan Map While Cond",
    "control_flow.body_rules": "BodyCall RandomBodyCall EffectBodyCall",
    "control_flow.custom_gradients": "CustomGradient CheckedGradient",
    "string.joining": (
        "StringJoin ReduceJoin UnsortedSegmentJoin StringFormat StringSplit StringSplitV2 Substr StringNGrams"
    ),
    "string.encodings": "EncodeBase64 DecodeBase64",
    "string.letters": (
        "StringLower StringUpper StringLength StringStrip StringToHashBucket StringToHashBucketFast"
        " StringToHashBucketStrong AsString"
    ),
    "string.regex": "RegexFullMatch RegexReplace StaticRegexFullMatch StaticRegexReplace",
    "string.unicode": "UnicodeTranscode UnicodeEncode UnicodeDecode UnicodeDecodeWithOffsets UnicodeScript",
    "logging.summaries": "HistogramSummary MergeSummary ScalarSummary TensorSummary Assert Print",
    "sparse.arithmetic": (
        "SparseAdd SparseAddGrad SparseSparseMaximum SparseSparseMinimum SparseWinners SparseTensorDenseMatMul"
        " SparseSampledMatMul"
    ),
    "sparse.reductions": (
        "SparseReduceSum SparseReduceSumSparse SparseReduceMax SparseReduceMaxSparse SparseReducedNumbers"
        " SparseSoftmax SparseRowSums"
    ),
    "sparse.reshaping": "SparseReorder SparseReshape SparseConcat SparseSplit SparseSlice SparseSliceGrad",
    "sparse.filling": (
        "SparseToDense SparseToDenseNumbers SparseFillEmptyRows SparseFilledNumbers SparseFillEmptyRowsGrad"
        " SparseTensorDenseAdd SparseDenseCwiseAdd SparseDenseCwiseMul SparseDenseCwiseDiv SparseDenseNumbers"
    ),
    "sparse.serialising": (
        "SerializeSparse SerializeManySparse DeserializeManySparse AddSparseToTensorsMap AddManySparseToTensorsMap"
        " TakeManySparseFromTensorsMap"
    ),
    "ragged.converting": "RaggedTensorToTensor RaggedTensorToSparse RaggedRange RaggedGather RaggedBincount",
    "sparse.counting": "SparseBincount DenseCountSparseOutput SparseCountSparseOutput RaggedCountSparseOutput",
    "sparse.crossing": "SparseCross",
    "data_flow.queue_types": (
        "FIFOQueue PaddingFIFOQueue PriorityQueue RandomShuffleQueue QueueEnqueue QueueEnqueueMany QueueDequeue"
        " QueueDequeueMany QueueDequeueUpTo QueueClose QueueSize"
    ),
    "data_flow.maps": (
        "MapStage MapUnstage MapPeek MapUnstageNoKey MapSize MapIncompleteSize MapClear OrderedMapStage"
        " OrderedMapUnstage OrderedMapPeek OrderedMapUnstageNoKey OrderedMapSize OrderedMapIncompleteSize"
        " OrderedMapClear"
    ),
    "data_flow.barriers": (
        "Barrier BarrierInsertMany BarrierTakeMany BarrierClose BarrierReadySize BarrierIncompleteSize"
    ),
    "data_flow.partition": "DynamicPartition DynamicStitch ParallelDynamicStitch",
    "data_flow.tensor_arrays": (
        "TensorArray TensorArrayClose TensorArrayGrad TensorArrayRead TensorArraySize TensorArrayWrite"
    ),
    "data_flow.tensor_array_parts": "TensorArrayConcat TensorArrayGather TensorArrayScatter TensorArraySplit",
    "data_flow.accumulators": (
        "ConditionalAccumulator SparseConditionalAccumulator AccumulatorApplyGradient SparseAccumulatorApplyGradient"
        " AccumulatorTakeGradient SparseAccumulatorTakeGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep"
    ),
    "data_flow.handles": (
        "GetSessionHandle GetSessionHandleV2 GetSessionTensor DeleteSessionTensor Stage Unstage StagePeek"
        " StageSize StageClear"
    ),
    "data_flow.records": "RecordInput",
    "lookup.operations": (
        "HashTable HashTableV2 MutableHashTable MutableHashTableV2 MutableHashTableOfTensors"
        " MutableHashTableOfTensorsV2 MutableDenseHashTable MutableDenseHashTableV2"
        " InitializeTable InitializeTableV2 InitializeTableFromTextFile"
        " InitializeTableFromTextFileV2 LookupTableFind LookupTableFindV2 LookupTableSize LookupTableSizeV2"
        " LookupTableInsert LookupTableInsertV2 LookupTableRemoveV2 LookupTableExport LookupTableExportV2"
        " LookupTableImport LookupTableImportV2"
    ),
    "io.lmdb": "LMDBReader",
    "io.checkpoints": "Save SaveSlices Restore RestoreSlice SaveV2 RestoreV2 MergeV2Checkpoints",
    "io.files": (
        "ReadFile WriteFile MatchingFiles ShardedFilename ShardedFilespec IdentityReader WholeFileReader"
        " TextLineReader TFRecordReader FixedLengthRecordReader ReaderRead ReaderReadUpTo ReaderNumRecordsProduced"
        " ReaderNumWorkUnitsCompleted ReaderReset ReaderSerializeState ReaderRestoreState"
    ),
    "dataset.sources": "NpzDataset CSVFileDataset ImageFolderDataset",
    "parsing.numbers": "StringToNumber",
    "parsing.decoding": "DecodeRaw ParseTensor DecodeCSV",
    "parsing.parsing": "ParseExample ParseSingleSequenceExample DecodeJSONExample",
    "display.displays": (
        "NumberDisplay TrendDisplay TableDisplay HeatMapDisplay ImageDisplay ConfusionMatrixDisplay ScatterDisplay"
        " HistogramDisplay"
    ),
}

BASICS = {
    "+": "Add", "-": "Subtract", "*": "Multiply", "/": "RealDiv", "negate": "Negate", "total": "AddN",
    "ones": "OnesLike", "zeros": "ZerosLike", "constant": "Const", "shape": "Shape", "unbroadcast": "SumToShape",
    "identity": "Identity", "barrier": "NoOp", "@": "BatchMatMulV2", "**": "Pow", "<": "Less", "<=": "LessEqual",
    ">": "Greater", ">=": "GreaterEqual", "[]": "StridedSlice",
}  # fmt: skip
"""The block types that the engine itself makes nodes of, by what it needs them for."""

UFUNC_BLOCKS = {
    "add": "Add", "subtract": "Subtract", "multiply": "Multiply", "divide": "RealDiv", "true_divide": "RealDiv",
    "floor_divide": "FloorDiv", "remainder": "FloorMod", "mod": "FloorMod", "fmod": "TruncateMod", "power": "Pow",
    "negative": "Negate", "absolute": "Abs", "fabs": "Abs", "sign": "Sign", "exp": "Exp", "expm1": "Expm1",
    "log": "Log", "log1p": "Log1p", "sqrt": "Sqrt", "square": "Square", "reciprocal": "Reciprocal", "sin": "Sin",
    "cos": "Cos", "tan": "Tan", "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh", "arcsin": "Asin", "arccos": "Acos",
    "arctan": "Atan", "arctan2": "Atan2", "arcsinh": "Asinh", "arccosh": "Acosh", "arctanh": "Atanh",
    "maximum": "Maximum", "minimum": "Minimum", "greater": "Greater", "greater_equal": "GreaterEqual", "less": "Less",
    "less_equal": "LessEqual", "equal": "Equal", "not_equal": "NotEqual", "logical_and": "LogicalAnd",
    "logical_or": "LogicalOr", "logical_not": "LogicalNot", "logical_xor": "NotEqual", "floor": "Floor",
    "ceil": "Ceil", "rint": "Rint", "isnan": "IsNan", "isinf": "IsInf", "isfinite": "IsFinite",
    "conjugate": "Conj", "bitwise_and": "BitwiseAnd", "bitwise_or": "BitwiseOr", "bitwise_xor": "BitwiseXor",
    "invert": "Invert", "left_shift": "LeftShift", "right_shift": "RightShift", "nextafter": "NextAfter",
    "matmul": "BatchMatMulV2",
}  # fmt: skip
"""The block types of NumPy's elementwise functions, by their names."""

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_MODULE_OF = {name: module for module, names in MODULES.items() for name in names.split()}
_found: dict[str, BlockSpec] = {}
_basics: dict[str, BlockSpec] = {}


def find(name: str) -> BlockSpec | None:
    spec = _found.get(name)
    if spec is None and name in _MODULE_OF:
        _found.update(declared_in(_MODULE_OF[name]))
        spec = _found[name]
    return spec


def basic(what: str) -> BlockSpec:
    """Return the block type of the nodes that the engine builds for a purpose in `BASICS`, or for ``numpy.tanh``."""
    spec = _basics.get(what)
    if spec is None:
        function = what.removeprefix("numpy.")
        name = BASICS[what] if function == what else UFUNC_BLOCKS.get(function)
        spec = None if name is None else find(name)
        if spec is None:
            raise DiagramError(f"{what} has no block type", hint="trace a function of arrays with blocks.trace instead")
        _basics[what] = spec
    return spec


def declared_in(module: str) -> dict[str, BlockSpec]:
    namespace = vars(importlib.import_module(f"blocks.library.{module}"))
    return {v.name: v for v in namespace.values() if isinstance(v, BlockSpec) and _MODULE_OF.get(v.name) == module}


def all_names() -> list[str]:
    return list(_MODULE_OF)


def snake_case(name: str) -> str:
    return _WORD.sub("_", name).lower()


@cache
def short_names() -> dict[str, str]:
    return {snake_case(name): name for name in all_names()}


def all_types() -> list[BlockSpec]:
    """Return all block types (imports the whole library)."""
    return [result for name in _MODULE_OF if (result := find(name)) is not None]


def public_names() -> list[str]:
    return [spec.name for spec in all_types() if not spec.internal]

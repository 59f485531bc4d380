"""Hostile pages for every block type end with results, or with errors that a user understands.

``python -m tests.deep --minutes N --seed S`` looks at many more; what it found once is kept in ``tests/corpus``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from blocks.base.errors import LONGEST, DiagramError
from blocks.base.shapes import check_size
from blocks.cli import main
from blocks.document.file import loads
from blocks.run.session import Session
from tests.deep import corpus, pages, workers

SEED = 20
CASES, PARTS = 30, 12
"""For each block type, and into how many tests they are divided."""
_FURTHER = (
    "BandedTriangularSolve-135 Barrier-54 BatchMatMulV3-156 BroadcastTo-51 ConcatOffset-59 Const-142 Conv2D-151 "
    "DecodeCSV-52 DecodeJSONExample-152 Dequantize-52 DrawBoundingBoxes-114 DynamicStitch-69 EditDistance-56 "
    "EditDistance-74 EditDistance-118 Einsum-89 EncodeJpeg-133 EncodeJpeg-146 EncodePng-50 FIFOQueue-140 FeedType-97 "
    "FeedType-150 FixedLengthRecordReader-60 FixedUnigramCandidateSampler-66 FractionalAvgPool-107 FusedPadConv2D-133 "
    "FusedResizeAndPadConv2D-61 FusedResizeAndPadConv2D-65 FusedResizeAndPadConv2D-106 GatherNd-60 GatherNd-92 "
    "LRN-124 LinSpace-54 MatrixDiagV3-51 MatrixDiagV3-116 MatrixDiagV3-117 MatrixSolveLs-105 MaxPool-54 MaxPool-96 "
    "MaxPoolWithArgmax-98 MergeSummary-57 MergeV2Checkpoints-133 Multinomial-127 NonMaxSuppression-53 NthElement-84 "
    "OneHot-65 ParseSingleSequenceExample-135 PriorityQueue-190 Qr-68 QuantizedConcat-181 QuantizedConv2D-73 "
    "QuantizedInstanceNorm-64 QuantizedMul-192 Range-62 Range-107 ReaderRestoreState-130 RecordInput-66 "
    "RecordInput-67 RecordInput-71 Requantize-71 ResizeBilinear-155 Reverse-88 ReverseSequence-94 Roll-97 "
    "SampleDistortedBoundingBox-61 SampleDistortedBoundingBoxV2-50 SampleDistortedBoundingBoxV2-64 SaveSlices-67 "
    "SaveSlices-144 SaveSlices-147 SaveV2-65 Slice-90 SparseConcat-88 SparseCross-57 SparseDenseCwiseDiv-150 "
    "SparseReduceMax-61 SparseReshape-79 SparseReshape-87 SparseReshape-164 SparseSoftmaxCrossEntropyWithLogits-69 "
    "SparseSoftmaxCrossEntropyWithLogits-97 SparseToDense-68 SparseToDense-83 SplitV-84 Status-53 Status-102 "
    "StridedSlice-80 TensorArray-80 TensorArrayConcat-184 TensorArrayGrad-72 TensorArrayScatter-51 "
    "TensorStridedSliceUpdate-75 TridiagonalSolve-106 Variable-134"
)
FURTHER = defaultdict[str, list[int]](list)
"""Cases from the 50th on: of the first 200, those that reach an error which no other case reaches."""
for _name, _number in (each.split("-") for each in _FURTHER.split()):
    FURTHER[_name].append(int(_number))


def run(tasks: list[dict[str, Any]]) -> list[str]:
    """What is found, by one process beside this one: the other processors have tests of their own."""
    failures: list[str] = []

    def report(task: dict[str, Any], findings: list[dict[str, Any]]) -> None:
        failures.extend(f"{task.get('name') or (task['type'], task['number'])}: {each}" for each in findings)

    count = workers.run_all(iter(tasks), 1, report)
    assert count == len(tasks)
    return failures


def test_the_command_line_ends_with_a_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for i, name in enumerate(pages.types([])[:: len(pages.types([])) // 25]):
        path = tmp_path / f"{i}.gradblocks"
        path.write_text(pages.case(name, SEED, 0).diagram(), "utf-8", errors="surrogatepass")
        for words in (["run", "--max-mem", "60000000"], ["check"], ["check", "--json"], ["fmt"]):
            status = main([*words, str(path)])
            said = capsys.readouterr().err
            assert status in (0, 1), (name, words)
            assert "Traceback" not in said and bool(said) == bool(status), (name, words)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_block_type_takes_hostile_input(part: int) -> None:
    names = pages.types([])
    some = names[len(names) * part // PARTS : len(names) * (part + 1) // PARTS]  # of few modules, which are imported
    assert not run(
        [{"type": name, "seed": SEED, "number": i} for name in some for i in (*range(CASES), *FURTHER[name])]
    )


def test_what_was_found_once_stays_mended() -> None:
    tasks = [{"case": case, "name": name} for name, case in corpus.kept()]
    assert tasks
    assert not run(tasks)


@pytest.mark.parametrize("name", ["Split", "SplitV", "SparseSplit", "Unstack"])
def test_an_attribute_cannot_ask_for_endless_outputs(name: str) -> None:
    attribute = "num" if name == "Unstack" else "num_split"
    blocks = [{"id": "op", "type": name, "at": [0, 0], "values": {attribute: 10**9}}]
    start = pages.starts(name)[0].page()
    sources = [block for block in start["blocks"] if block["id"] != "op"]
    page = {"name": "main", "blocks": [*sources, *blocks], "wires": start["wires"]}
    session = Session(loads(json.dumps({"format": "gradblocks/1", "pages": [page]})))
    [problem] = session.problems()
    assert problem.block == "op" and problem.pin is not None
    assert "1,000,000,000" in problem.message or "1000000000" in problem.message


@pytest.mark.parametrize("shape", [(1,) * 65, (2**31, 2**31), (0, 2**62), (0, 2**59)])
def test_no_shape_is_larger_than_any_tensor(shape: tuple[int, ...]) -> None:
    with pytest.raises(DiagramError):
        check_size(shape)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("KeptShape", {"shape": 5, "axis": [0]}),
        ("ReducedCount", {"shape": 5, "axis": [0]}),
        ("MaxPoolIndex", {"input": [[[[1.0]]]], "ksize": [1, 2, 2, 0], "strides": [1, 0, 1, 1], "padding": "VALID"}),
        (
            "ScaleAndTranslateGrad",
            {"grads": [[[[1.0]]]], "image_size": [], "scale": [1.0, 1.0], "translation": [0.0, 0.0],
             "kernel_type": "lanczos3", "antialias": True},
        ),
        ("IgammaByA", {"a": 1.0, "x": 1.0, "order": 2**63 - 1}),
        (
            "FractionalAverages",
            {"value": [[[[1.0]]]], "row_pooling_sequence": [0, 2**32], "col_pooling_sequence": [0, 1],
             "overlapping": False},
        ),
        ("SparseDenseNumbers", {"sp_indices": [[0]], "dense_shape": [[1]]}),
        ("SparseFilledNumbers", {"indices": [[0, 0]], "dense_shape": [2, 2, 0]}),
    ],
)  # fmt: skip
def test_types_of_gradients_refuse_what_does_not_fit(name: str, values: dict[str, Any]) -> None:
    """No page that a gradient is expanded on has these, but a file may."""
    page = {"name": "main", "blocks": [{"id": "op", "type": name, "at": [0, 0], "values": values}], "wires": []}
    with pytest.raises(DiagramError) as caught:
        Session(loads(json.dumps({"format": "gradblocks/1", "pages": [page]}))).run()
    assert caught.value.block == "op"


def test_a_message_that_quotes_a_long_value_is_cut() -> None:
    message = DiagramError("the attribute is " + "x" * 10_000 + ", which it cannot be").message
    assert len(message) <= LONGEST
    assert message.startswith("the attribute is x") and message.endswith("which it cannot be")


def test_a_default_is_compared_with_its_placeholder_when_it_comes() -> None:
    # The page does not know the shape of what is wired to p before it runs.
    blocks: list[dict[str, Any]] = [
        {"id": "c", "type": "Const", "at": [0, 0], "values": {"val": [1.0]}},
        {"id": "any", "type": "PlaceholderWithDefault", "at": [0, 0], "values": {"shape": None}},
        {"id": "p", "type": "PlaceholderWithDefault", "at": [0, 0], "values": {"shape": [2]}},
    ]
    page = {"name": "main", "blocks": blocks, "wires": [["c.output", "any.input"], ["any.output", "p.input"]]}
    session = Session(loads(json.dumps({"format": "gradblocks/1", "pages": [page]})))
    with pytest.raises(DiagramError) as caught:
        session.run()
    assert (caught.value.block, caught.value.pin) == ("p", "input")
    assert "any.result_output" in getattr(caught.value, "results", {})


def test_a_temporary_variable_keeps_its_shape() -> None:
    # As in TensorFlow: Assign compares with the shape that was declared, also before there is a value.
    blocks: list[dict[str, Any]] = [
        {"id": "c", "type": "Const", "at": [0, 0], "values": {"val": [1.0]}},
        {"id": "any", "type": "PlaceholderWithDefault", "at": [0, 0], "values": {"shape": None}},
        {"id": "t", "type": "TemporaryVariable", "at": [0, 0], "values": {"shape": [2], "dtype": "DT_FLOAT"}},
        {"id": "a", "type": "Assign", "at": [0, 0], "values": {}},
    ]
    wires = [["c.output", "any.input"], ["any.output", "a.value"], ["t.ref", "a.ref"]]
    page = {"name": "main", "blocks": blocks, "wires": wires}
    session = Session(loads(json.dumps({"format": "gradblocks/1", "pages": [page]})))
    with pytest.raises(DiagramError) as caught:
        session.run()
    assert (caught.value.block, caught.value.pin) == ("a", "value")

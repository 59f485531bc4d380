"""What every block type must keep to: one test over all of them, whatever they do."""

from __future__ import annotations

import importlib
import pkgutil
import re

import blocks.library
from blocks.base.dtypes import STRING
from blocks.graph.spec import BlockSpec
from blocks.library.index import MODULES, all_types, declared_in, find
from blocks.testing.contract import (
    check_declaration,
    check_documentation,
    check_dtypes,
    check_example,
    check_in_place,
    check_shapes,
)
from blocks.testing.formulas import check_formulas
from blocks.testing.results import check
from tests.library import contract
from tests.table import table

TYPES = all_types()
MEMORY = 1 << 28
# Why a type that a page can use has no example.
_HANDLES = "it has to do with a handle, which stands for what a session keeps"
_HANDLING = (
    "TensorArray TensorArrayClose TensorArrayConcat TensorArrayGather TensorArrayGrad TensorArrayRead"
    " TensorArrayScatter TensorArraySize TensorArraySplit TensorArrayWrite ConditionalAccumulator"
    " SparseConditionalAccumulator AccumulatorApplyGradient SparseAccumulatorApplyGradient AccumulatorTakeGradient"
    " SparseAccumulatorTakeGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep GetSessionHandle"
    " GetSessionHandleV2 GetSessionTensor DeleteSessionTensor"
)
_QUEUEING = (
    "FIFOQueue PaddingFIFOQueue PriorityQueue RandomShuffleQueue QueueClose QueueDequeue QueueDequeueMany"
    " QueueDequeueUpTo QueueEnqueue QueueEnqueueMany QueueSize Barrier BarrierClose BarrierIncompleteSize"
    " BarrierInsertMany BarrierReadySize BarrierTakeMany"
)
_READING = (
    "FixedLengthRecordReader IdentityReader LMDBReader TFRecordReader TextLineReader WholeFileReader ReaderRead"
    " ReaderReadUpTo ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted ReaderReset ReaderRestoreState"
    " ReaderSerializeState"
)
_LOOKING_UP = (
    "HashTable HashTableV2 InitializeTable InitializeTableFromTextFile InitializeTableFromTextFileV2 InitializeTableV2"
    " LookupTableExport LookupTableExportV2 LookupTableFind LookupTableFindV2 LookupTableImport LookupTableImportV2"
    " LookupTableInsert LookupTableInsertV2 LookupTableRemoveV2 LookupTableSize LookupTableSizeV2 MutableHashTable"
    " MutableDenseHashTable MutableDenseHashTableV2"
    " MutableHashTableOfTensors MutableHashTableOfTensorsV2 MutableHashTableV2"
)
_DATASETS = "CSVFileDataset ImageFolderDataset NpzDataset"
_FILES = "MatchingFiles ReadFile WriteFile Save SaveSlices SaveV2 Restore RestoreSlice RestoreV2 MergeV2Checkpoints"
_TAKING = "Unstage StagePeek MapUnstage MapUnstageNoKey MapPeek OrderedMapUnstage OrderedMapUnstageNoKey OrderedMapPeek"
NO_EXAMPLE = {
    **dict.fromkeys(_HANDLING.split(), _HANDLES),
    **dict.fromkeys(_QUEUEING.split(), _HANDLES),
    **dict.fromkeys(_TAKING.split(), "it waits for what another block puts in"),
    "RecordInput": "it needs files",
    **dict.fromkeys(_READING.split(), _HANDLES),
    **dict.fromkeys(_LOOKING_UP.split(), _HANDLES),
    **dict.fromkeys(_DATASETS.split(), "it needs files"),
    **dict.fromkeys(_FILES.split(), "it needs files"),
    "Placeholder": "its value comes from outside",
    "NoOp": "nothing goes in or out",
    "ControlTrigger": "nothing goes in or out",
    "Abort": "it only fails",
    "ImmutableConst": "it needs a file",
    "TemporaryVariable": "it has no value by itself",
    "DestroyTemporaryVariable": "it goes with a TemporaryVariable",
    "TakeManySparseFromTensorsMap": "it goes with blocks that keep sparse tensors",
}
ONLY_READ = {"IsVariableInitialized", "RefSwitch", "RefSelect", "RefNextIteration"}
"""Types that take a reference and do not write to it."""
EXAMPLES = [t for t in TYPES if t.kind == "op" and contract.example_of(t) is not None]


# -- The table of block types and their documentation ------------------------------------------------------------------


def test_index_lists_what_the_modules_declare() -> None:
    declared: dict[str, BlockSpec] = {}
    for entry in pkgutil.walk_packages(blocks.library.__path__, "blocks.library."):
        if ".jax_rules" in entry.name:  # they declare none, and need what may not be installed
            continue
        module = importlib.import_module(entry.name)
        for value in vars(module).values():
            if isinstance(value, BlockSpec):
                assert declared.setdefault(value.name, value) is value, f"{value.name} is declared twice"
    for name, spec in declared.items():
        assert find(name) is spec, f"{name} is not in the index"
    listed = [(module, name) for module, names in MODULES.items() for name in names.split()]
    assert len({name for _, name in listed}) == len(listed), "a type is listed twice"
    for module, name in listed:
        spec = declared_in(module)[name]
        home = importlib.import_module(f"blocks.library.{module}")
        attribute = next(k for k, v in vars(home).items() if v is spec)
        assert attribute.rstrip("_") == name


@table("spec", TYPES, ids=lambda t: t.name)
def test_documentation_and_declaration_are_consistent(spec: BlockSpec) -> None:
    check_documentation(spec)
    check_declaration(spec)
    names = [each.name for each in (*spec.inputs, *spec.attributes, *spec.outputs)]
    for letter in re.findall(r"\bthe values of ([a-z])\b", spec.doc):
        assert any(f"{name}_".startswith(f"{letter}_") for name in names), f"the documentation refers to {letter}"
    # What takes a handle of something that the session keeps does not write to a variable.
    references = {pin.name for pin in spec.inputs if pin.is_ref and not (spec.context and pin.allowed == (STRING,))}
    assert references == set(spec.writes) if spec.name not in ONLY_READ else references and not spec.writes
    if spec.internal:
        some_real = any(d.is_differentiable for pin in spec.inputs for d in pin.allowed)
        assert spec.rule or spec.not_differentiable or not some_real, "no gradient, and not declared so"


def test_every_public_operation_has_an_example() -> None:
    missing = {t.name for t in TYPES if t.kind == "op" and not t.internal and contract.example_of(t) is None}
    assert missing == set(NO_EXAMPLE)


# -- Examples ----------------------------------------------------------------------------------------------------------


@table("spec", EXAMPLES, ids=lambda t: t.name)
def test_example_holds(spec: BlockSpec) -> None:
    example = contract.example_of(spec)
    assert example is not None
    check_example(spec, example)
    if spec.variable:
        return
    call = contract.example_call(spec)
    if spec.formulas:
        check_formulas(call)
    check(call)
    if spec.in_place is not None:
        check_in_place(call)


@table("spec", [t for t in EXAMPLES if not t.variable], ids=lambda t: t.name, together=20)
def test_results_are_as_declared_for_other_dtypes_and_shapes(spec: BlockSpec) -> None:
    check_dtypes(contract.example_call(spec))
    if not spec.internal:  # gradient rules call these, and never with anything illegal
        check_shapes(contract.example_call(spec))

"""The library against the catalogue of enuSpace's blocks: pins, attributes, dtypes and gradients of TensorFlow 2.21.

`catalogue.json` holds, a line for each type, what these tests compare.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from blocks.base.dtypes import DType
from blocks.graph.spec import Attribute, BlockSpec
from blocks.library.index import all_types
from tests.table import table

FILE = Path(__file__).with_name("catalogue.json")
PUBLIC = [t for t in all_types() if not t.internal]

# -- Everything in which the library differs on purpose, and why ------------------------------------------------------

DISPLAYS = (
    "NumberDisplay TrendDisplay TableDisplay HeatMapDisplay ImageDisplay HistogramDisplay ConfusionMatrixDisplay"
    " ScatterDisplay"
)
OURS = {
    "Scope": "the catalogue has no block for it: contract, section 2",
    "InputPin": "the catalogue has no composites",
    "OutputPin": "the catalogue has no composites",
    "Minimize": "the catalogue has no optimisers: they are objects in TensorFlow's Python, no operations",
    **dict.fromkeys(["Repeat", "Scan", "Map", "While", "Cond"], "the catalogue has no composites"),
    "GradientContract": "ours: what gradients must and must not reach",
    **dict.fromkeys(
        ["NpzDataset", "CSVFileDataset", "ImageFolderDataset"],
        "ours: data sets of TensorFlow are objects that go through wires of their own",
    ),
    "Control": "ours: a Const that the panel of controls lists, with a range",
    "ScaleGradient": "ours: gradients by a rule",
    "ClipGradient": "ours: gradients by a rule",
    **dict.fromkeys(DISPLAYS.split(), "displays are ordinary blocks: contract, section 2"),
}
INPUTS = {
    ("AddSymbolicGradients", "grad_inputs"): "supplied gradients: contract, section 5; enuSpace has ones only",
}
ATTRIBUTES = {
    ("Const", "val"): "the pin's name; the catalogue has TensorFlow's, value",
    ("Const", "value"): "is val here",
    ("Const", "dtype"): "follows from the value if it is left out: contract, section 2",
    ("Const", "shape"): "for empty tensors: contract, section 2",
    ("Const", "role"): "ours: whether an imported model has it as a parameter",
    ("Const_ex", "val"): "the pin's name; the catalogue has TensorFlow's, value",
    ("Const_ex", "value"): "is val here",
    ("Const_ex", "dtype"): "follows from the value if it is left out: contract, section 2",
    ("Const_ex", "shape"): "for empty tensors: contract, section 2",
    ("ClientSession", "every"): "phases: enuSpace runs it in each step",
    **{
        (each.name, "gradient_rule"): "ours: the gradient rules of other frameworks, for what is imported from them"
        for each in PUBLIC
        if each.rules
    },
    ("Variable", "shape"): "follows from initvalues if it is left out: contract, section 3",
    ("Variable", "trainable"): "for Minimize; in TensorFlow's Python variables have it, the operation has not",
    ("Variable", "dtype"): "follows from initvalues if it is left out: contract, section 3",
}
_KEPT = (
    "BarrierClose BarrierIncompleteSize BarrierInsertMany BarrierReadySize BarrierTakeMany"
    " AccumulatorApplyGradient SparseAccumulatorApplyGradient AccumulatorTakeGradient SparseAccumulatorTakeGradient"
    " AccumulatorNumAccumulated AccumulatorSetGlobalStep"
    " InitializeTable InitializeTableFromTextFile LookupTableFind LookupTableSize LookupTableInsert LookupTableExport"
    " LookupTableImport"
)
STATEFUL = {
    "ImmutableConst": "what stands in the file is not among its inputs",
    "Placeholder": "what is fed is not among its inputs",
    "PlaceholderWithDefault": "what is fed is not among its inputs",
    "Variable": "has a place of its own: `variable`",
    "MatchingFiles": "what stands in the folder is not among its inputs",
    "ReadFile": "what stands in the file is not among its inputs",
    **dict.fromkeys(("ExtractGlimpse", "ExtractGlimpseV2"), "it draws noise in each step"),
    "FractionalAvgPool": "it draws windows in each step",
    "FractionalMaxPool": "it draws windows in each step",
    "TemporaryVariable": "has a place of its own: `variable`",
    "TensorSummary": "it writes down the name of its block",
    **dict.fromkeys(_KEPT.split(), "it uses what its session keeps"),
}
DOUBLE = {
    "FusedBatchNorm": "a page in double precision trains, too; TensorFlow has kernels for single precision only",
    **dict.fromkeys(
        ("FusedBatchNormGrad", "FusedBatchNormV2", "FusedBatchNormV3", "FusedBatchNormGradV3"), "as FusedBatchNorm"
    ),
}
SEEDED = {"RecordInput": "its order follows from a seed of its own: the same in each run"}
OPERATION = "an operation has no value to show"
RESULTS = {(t.name, pin.name): OPERATION for t in PUBLIC for pin in t.outputs if pin.kind == "operation"}
_UNWRITTEN = "the gradient that TensorFlow registers only says that it was never written"
GRADIENTS = {
    **dict.fromkeys(
        ("FFTND", "IFFTND", "RFFTND", "IRFFTND"),
        "as FFT and RFFT; TensorFlow has kernels for graphics cards only, and no gradient",
    ),
    "Lu": "by the published formula; TensorFlow has none",
    "MaxPoolGrad": "to the others zeros flow, as in TensorFlow: the places of the largest values jump",
    "PreventGradient": "its rule exists to refuse",
    "SparseDenseCwiseAdd": _UNWRITTEN,
    "SparseSparseMaximum": _UNWRITTEN,
    "SparseSparseMinimum": _UNWRITTEN,
}


@cache
def catalogue() -> dict[str, Any]:
    """The catalogue: what is known of each type, by its name."""
    return json.loads(FILE.read_text("utf-8"))


def entry(spec: BlockSpec) -> dict[str, Any]:
    """What the catalogue says about a block type."""
    assert spec.name in catalogue(), "the catalogue has no such type: if TensorFlow has none, say so in OURS"
    return catalogue()[spec.name]


def takes_handle(wanted: dict[str, Any], pin: dict[str, Any]) -> bool:
    """Whether TensorFlow wants a variable's handle at a pin: a Variable is accepted there (contract, section 3)."""
    return wanted["page"] in ("training_ops", "array_ops", "stateful_random_ops") and pin.get("dtypes", {}).get(
        "allowed"
    ) == ["DT_RESOURCE"]


def check_page_and_kind(spec: BlockSpec) -> None:
    wanted = entry(spec)
    assert (spec.page, spec.kind) == (wanted["page"], wanted["kind"])


def check_pins(spec: BlockSpec) -> None:
    wanted = entry(spec)
    pins = [(p.name, p.is_list) for p in spec.inputs if (spec.name, p.name) not in INPUTS]
    assert pins == [(p["name"], p["list"]) for p in wanted["inputs"]]
    if spec.kind == "op":
        references = {p["name"] for p in wanted["inputs"] if p["ref"] or takes_handle(wanted, p)}
        assert {p.name for p in spec.inputs if p.is_ref} == references
    outputs = [(p.name, p.is_list) for p in spec.outputs]
    assert outputs == [(p["name"], p["list"]) for p in wanted["outputs"]]
    for pin, other in zip(spec.outputs, wanted["outputs"], strict=True):
        shown = other["result_pin"] if (spec.name, pin.name) not in RESULTS else None
        assert shown is None or shown in pin.result_pins


def check_dtypes(spec: BlockSpec) -> None:
    for pin, other in zip(spec.inputs, entry(spec)["inputs"], strict=False):
        dtypes: dict[str, Any] = other.get("dtypes") or {}
        allowed = dtypes.get("allowed")
        if allowed is not None and spec.kind == "op" and not takes_handle(entry(spec), other):
            more = {"DT_DOUBLE"} if spec.name in DOUBLE else set[str]()
            assert {d.name for d in pin.allowed} <= set(allowed) | more, pin.name


def check_attributes(spec: BlockSpec) -> None:
    wanted = {a["name"]: a for a in entry(spec)["attrs"]}
    differing = [name for type_name, name in ATTRIBUTES if type_name == spec.name]
    attributes = {a.name: described(a) for a in spec.attributes if a.name not in differing}
    assert attributes == {name: as_described(a) for name, a in wanted.items() if name not in differing}
    if spec.kind == "op":  # values may be given in this order
        assert list(attributes) == [name for name in wanted if name not in differing]


def described(attribute: Attribute) -> tuple[Any, ...]:
    """Everything about an attribute, in JSON's terms."""
    default = None if attribute.required else plain(attribute.default)
    allowed = sorted(str(plain(a)) for a in attribute.allowed) if attribute.allowed else None
    return attribute.type, attribute.required, default, allowed, lowest(attribute.type, attribute.minimum)


def as_described(attribute: dict[str, Any]) -> tuple[Any, ...]:
    """The same from the catalogue."""
    allowed = sorted(map(str, attribute["allowed"])) if attribute.get("allowed") else None
    default = attribute["default"] if not attribute["required"] else None
    if default == {"unknown_rank": True}:
        default = None
    least = lowest(attribute["type"], attribute.get("minimum"))
    return attribute["type"], attribute["required"], default, allowed, least


def lowest(kind: str, minimum: float | None) -> float | None:
    """The minimum of an attribute; a list cannot have fewer than no values."""
    return None if kind.startswith("list") and minimum == 0 else minimum


def plain(value: Any) -> Any:
    """An attribute's value as JSON has it."""
    if isinstance(value, DType):
        return value.name
    return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value  # pyright: ignore[reportUnknownVariableType]


def check_gradient(spec: BlockSpec) -> None:
    wanted = entry(spec)["differentiable"]
    if wanted is None:
        return  # a helper
    assert spec.differentiable == wanted or spec.name in GRADIENTS
    if spec.rule is not None and spec.name not in GRADIENTS:
        names = {p["tf_arg"]: p["name"] for p in entry(spec)["inputs"]}
        assert sorted(spec.rule.inputs) == sorted(names.get(n, n) for n in entry(spec)["gradient_inputs"])


def check_effects(spec: BlockSpec) -> None:
    wanted = entry(spec)
    if spec.kind == "op" and not spec.writes and spec.name not in STATEFUL:
        assert spec.stateful == wanted["stateful"]
        assert (spec.random or spec.name in SEEDED) == (not wanted["deterministic"])


@table("spec", [t for t in PUBLIC if t.name not in OURS], ids=lambda t: t.name)
def test_a_type_is_as_the_catalogue_says(spec: BlockSpec) -> None:
    check_page_and_kind(spec)
    check_pins(spec)
    check_dtypes(spec)
    check_attributes(spec)
    check_gradient(spec)
    check_effects(spec)


def test_each_difference_is_one() -> None:
    """What stands in the tables above must not be forgotten there when it is over."""
    types = {t.name: t for t in PUBLIC}
    for name, pin in INPUTS:
        assert types[name].input(pin) and pin not in {p["name"] for p in catalogue()[name]["inputs"]}
    for name, attribute in ATTRIBUTES:
        ours = types[name].attribute(attribute)
        theirs = next((a for a in catalogue()[name]["attrs"] if a["name"] == attribute), None)
        assert (ours is None) != (theirs is None) or (ours and theirs and described(ours) != as_described(theirs))
    for name, output in RESULTS:
        pin = types[name].output(output)
        assert pin is not None and not pin.result_pins
    for name in GRADIENTS:
        rule = types[name].rule
        assert rule is not None and list(rule.inputs) != catalogue()[name]["gradient_inputs"]
    for name in STATEFUL:
        assert types[name].stateful != catalogue()[name]["stateful"]
    assert not set(OURS) & set(catalogue())

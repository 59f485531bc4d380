"""The block library as the palette and the search show it: grouped by category, found by a few letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from app.core.block_types import is_offer, offers
from app.core.document import Document
from app.core.verbs import QuickFix
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.base.literal_text import parse_text
from blocks.document.data import INSTANCE, Json
from blocks.graph.spec import BlockSpec
from blocks.library.categories import order_of, title_of

Fits = Callable[[BlockSpec], str | None]
"""The pin of a block type that a wire would go to; None if the type does not fit."""
Mends = Callable[[BlockSpec], Sequence[tuple[str, QuickFix]]]
"""For a block type that does not fit: pins that the wire could go to, and what makes it fit there."""

# What people type who do not know our names.
_OTHER_NAMES = {
    "+": "Add AddN", "-": "Subtract Negate", "*": "Multiply", "/": "RealDiv Div DivNoNan", "//": "FloorDiv TruncateDiv",
    "%": "FloorMod Mod", "^": "Pow", "**": "Pow", "@": "MatMul BatchMatMul", "<": "Less", "<=": "LessEqual",
    ">": "Greater", ">=": "GreaterEqual", "=": "Equal", "==": "Equal", "!=": "NotEqual", "&": "LogicalAnd",
    "|": "LogicalOr", "!": "LogicalNot",
    "constant": "Const", "number": "Const", "value": "Const", "literal": "Const", "parameter": "Control Variable",
    "slider": "Control", "hyperparameter": "Control",
    "weight": "Variable", "dot": "MatMul BatchMatMul", "product": "Multiply Prod MatMul", "power": "Pow",
    "times": "Multiply", "plus": "Add", "minus": "Subtract Negate", "divide": "RealDiv Div", "average": "Mean",
    "total": "Sum", "grad": "AddSymbolicGradients", "gradient": "AddSymbolicGradients",
    "backprop": "AddSymbolicGradients", "derivative": "AddSymbolicGradients", "detach": "StopGradient",
    "sg": "StopGradient", "run": "ClientSession",
    "convert": "Cast", "dtype": "Cast", "loss": "SoftmaxCrossEntropyWithLogits L2Loss",
    "optimizer": "Minimize ApplyGradientDescent ApplyAdam ApplyMomentum", "noise": "RandomNormal", "train": "Minimize",
    "sgd": "Minimize ApplyGradientDescent", "adam": "Minimize ApplyAdam", "adamw": "Minimize AdamW",
    "rmsprop": "Minimize ApplyRMSProp", "learningrate": "Minimize Control", "weightdecay": "Minimize",
    "scheduler": "CosineDecay ExponentialDecay WarmUp PolynomialDecay", "clipgradnorm": "Minimize",
    "backward": "AddSymbolicGradients Minimize", "autograd": "AddSymbolicGradients", "nograd": "StopGradient",
    "requiresgrad": "Variable StopGradient", "linear": "Dense MatMul BiasAdd", "fullyconnected": "Dense MatMul BiasAdd",
    "crossentropy": "SoftmaxCrossEntropy SparseSoftmaxCrossEntropyWithLogits SoftmaxCrossEntropyWithLogits",
    "nllloss": "SparseSoftmaxCrossEntropyWithLogits SoftmaxCrossEntropy", "bceloss": "BinaryCrossEntropy",
    "bcewithlogits": "BinaryCrossEntropy", "mseloss": "MeanSquaredError", "smoothl1loss": "Huber", "accuracy": "InTopK",
    "silu": "Swish", "conv1d": "Conv Conv2D", "rnn": "LSTM GRU", "permute": "Transpose", "view": "Reshape",
    "unsqueeze": "ExpandDims", "cat": "Concat", "chunk": "Split", "maskedfill": "Where3", "clamp": "ClipByValue",
    "expand": "BroadcastTo Tile ExpandDims", "zeros": "Fill ZerosLike", "ones": "Fill OnesLike", "full": "Fill",
    "dataloader": "NpzDataset CSVFileDataset ImageFolderDataset", "astype": "Cast", "variance": "Moments",
    "data": "NpzDataset CSVFileDataset ImageFolderDataset", "float": "Cast", "std": "Moments",
    "where": "Where3 Where", "select": "Where3", "if": "Where3", "clip": "ClipByValue", "swap": "Transpose",
    "plot": "TrendDisplay", "chart": "TrendDisplay HistogramDisplay", "curve": "TrendDisplay",
    "picture": "ImageDisplay", "scatter": "ScatterDisplay",
    "confusion": "ConfusionMatrixDisplay",
    "show": "NumberDisplay TableDisplay TrendDisplay HeatMapDisplay ImageDisplay HistogramDisplay ScatterDisplay",
    "print": "NumberDisplay TableDisplay", "concatenate": "Concat", "flatten": "Reshape", "arange": "Range",
    "matrix product": "MatMul BatchMatMul", "matrix multiply": "MatMul BatchMatMul",
    "matrix multiplication": "MatMul BatchMatMul", "dense": "MatMul BiasAdd", "convolution": "Conv2D Conv3D",
    "pooling": "MaxPool AvgPool MaxPool3D AvgPool3D", "embedding": "Gather GatherV2", "lookup": "Gather GatherV2",
    "flip": "Reverse", "sort": "TopK TopKV2", "eye": "MatrixDiag Diag",
    "mse": "MeanSquaredError SquaredDifference L2Loss", "load": "Restore RestoreV2 ReadFile",
    "counter": "CountUpTo AssignAdd", "while": "LoopCond NextIteration",
    "loop": "LoopCond NextIteration", "normalize": "FusedBatchNorm LRN", "batchnorm": "FusedBatchNorm",
    "list": "InputList TensorArray", "input": "Placeholder Input",
}  # fmt: skip

_COMMON = (
    "Const", "Variable", "Placeholder", "MatMul", "Add", "AddSymbolicGradients", "Multiply", "Subtract", "Square",
    "Sum", "ClientSession", "TrendDisplay",
)  # fmt: skip

_EXACT, _PHRASE, _SUMMARY, _DOC = 1000.0, 640.0, 300.0, 100.0
"""The scores of the exact name, of a phrase and a word in the summary, and of a word elsewhere in the documentation."""


class SearchHit(NamedTuple):
    """A search result: a block type.

    Attributes:
        pin: the pin for the wire being drawn; empty without one.
        values: the attributes of the new block, if a value was typed.
        mend: the fix that makes the wire fit; None: no fix is needed.
        also: the other name of the type that matched.
        is_guess: no name of the type contains the query.
    """

    spec: BlockSpec
    pin: str = ""
    values: Mapping[str, Json] = {}
    mend: QuickFix | None = None
    also: str = ""
    is_guess: bool = False


@lru_cache(maxsize=1)
def library() -> tuple[BlockSpec, ...]:
    """Return all block types that a page can use, by category. The first call imports the whole library."""
    from blocks.library.registry import current

    types = [spec for spec in current().all_types() if not spec.internal]
    return tuple(sorted(types, key=lambda spec: order_of(spec.page)))


class TypeChoice(NamedTuple):
    composites: tuple[BlockSpec, ...] = ()
    is_inside: bool = False
    document: Document | None = None

    def of(self, specs: Iterable[BlockSpec]) -> tuple[BlockSpec, ...]:
        known = (spec for spec in specs if self.is_inside or not spec.in_composites)
        return (*self.composites, *known, *offers.all())


def choice_for(document: Document, canvas: str) -> TypeChoice:
    """Return the block types offered on a canvas. A composite is not offered inside itself."""
    names = [view.name for view in document.diagram.composites if view.name != canvas]
    specs = [spec for spec in map(document.find, names) if spec is not None]
    return TypeChoice(tuple(specs), canvas.startswith(INSTANCE), document)


def group_title(spec: BlockSpec) -> str:
    if is_offer(spec.name):
        return spec.page
    return mark("This diagram") if spec.name.startswith(INSTANCE) else title_of(spec.page)


def score(query: str, spec: BlockSpec) -> float | None:
    """Rate how well a block type matches a query: higher is better; None for no match."""
    wanted = _wanted(query)
    known = _known_as(wanted).get(spec.plain_name)
    words = wanted.split()
    if len(words) > 1 and len(query) < 100:
        parts = [score(word, spec) for word in words]
        scores = [known, _best_name("".join(words), spec), _PHRASE if f" {wanted}" in _words_of(spec)[0] else None]
        if all(part is not None for part in parts):
            scores.append(sum(part for part in parts if part is not None) / len(parts))
        return max((each for each in scores if each is not None), default=None)
    best = max((each for each in (known, _best_name(wanted, spec)) if each is not None), default=None)
    if len(wanted) >= 2 and (best is None or best < _SUMMARY):
        summary, doc = _words_of(spec)
        if f" {wanted}" in summary:
            best = _SUMMARY
        elif wanted in (title_of(spec.page).casefold(), tr(title_of(spec.page)).casefold()):
            best = 200.0
        elif best is None and len(wanted) >= 4 and wanted in doc:
            best = _DOC
    return best


def _wanted(query: str) -> str:
    """Return a query in small letters, without underscores and the module before a name: ``nn.Linear``."""
    wanted = query.casefold().strip()
    name = wanted.rpartition(".")[2] if wanted.replace("_", "").replace(".", "").isalnum() else wanted
    return name.replace("_", "") or wanted


@lru_cache(maxsize=4096)
def _words_of(spec: BlockSpec) -> tuple[str, str]:
    return f" {spec.summary.casefold()}", spec.doc.casefold()


@lru_cache(maxsize=64)
def _known_as(wanted: str) -> Mapping[str, float]:
    """Return the scores of the types that are known by a name that begins like this."""
    found: dict[str, float] = {}
    for name, types in _OTHER_NAMES.items() if len(wanted) > 1 else ():
        for known in types.split() if name.startswith(wanted) else ():
            found[known] = max(found.get(known, 0.0), (680.0 if len(wanted) > 2 else 380.0) - len(name))
    return {**found, **{known: 950.0 - 15 * i for i, known in enumerate(_OTHER_NAMES.get(wanted, "").split())}}


def _best_name(wanted: str, spec: BlockSpec) -> float | None:
    scores = [_name_score(wanted, name) for name in dict.fromkeys((spec.plain_name, spec.name))]
    return max((each for each in scores if each is not None), default=None)


def _name_score(wanted: str, name: str) -> float | None:
    """Rate a name match: exact, prefix, capitals, word prefix, substring, letters in order."""
    low, plain, capitals = _parts_of(name)
    low_plain = plain.casefold()
    shortness = -0.5 * len(name)
    if low == wanted or low_plain == wanted:
        return _EXACT
    if low_plain.startswith(wanted):
        return 900.0 + shortness
    if len(wanted) > 1 and capitals.startswith(wanted):
        return 700.0 + shortness
    at = low_plain.find(wanted)
    if at > 0:
        return (600.0 if plain[at].isupper() else 400.0 if len(wanted) > 2 else 250.0) + shortness
    return 150.0 + shortness if len(wanted) > 2 and _in_order(wanted, name) else None


@lru_cache(maxsize=4096)
def _parts_of(name: str) -> tuple[str, str, str]:
    """Return a name in small letters, without underscores, and its capitals."""
    return name.casefold(), name.replace("_", ""), "".join(c for c in name if c.isupper() or c.isdigit()).casefold()


def _in_order(wanted: str, name: str) -> bool:
    """Return whether the letters start or continue words of the name: ``stgr`` and ``StopGradient``."""
    start, last = 0, -2
    for letter in wanted:
        while True:
            at = name.casefold().find(letter, start)
            if at < 0:
                return False
            if at == last + 1 or at == 0 or name[at].isupper() or last < 0:
                break
            start = at + 1
        if last < 0 and at != 0 and not name[at].isupper():
            return False
        last, start = at, at + 1
    return True


def most_used(document: Document, recent: Sequence[str] = ()) -> list[str]:
    counted = Counter(block.type for view in document.canvases for block in view.snapshot().blocks)
    return list(dict.fromkeys([*recent, *(name for name, _ in counted.most_common()), *_COMMON]))


def other_name(query: str, spec: BlockSpec) -> str | None:
    """Return the matching name of a type: empty for its own; None if no name matches the query."""
    wanted = _wanted(query)
    if not wanted or _best_name("".join(wanted.split()), spec) is not None:
        return ""
    names = [name for name in _OTHER_NAMES if name == wanted or (len(wanted) > 1 and name.startswith(wanted))]
    known = next((name for name in names if spec.plain_name in _OTHER_NAMES[name].split()), None)
    words = wanted.split()
    if known is not None or len(words) < 2:
        return known
    parts = [other_name(word, spec) for word in words]
    return " ".join(filter(None, parts)) if None not in parts else None


def search(
    query: str,
    specs: Iterable[BlockSpec],
    fits: Fits | None = None,
    favoured: Sequence[str] = (),
    mends: Mends | None = None,
) -> list[SearchHit]:
    """Return the block types that match a query, best first.

    Types that fit a wire only with a fix come after those that fit, but before guesses; first if exactly their name was
    typed.

    Args:
        query: a number or a tensor gives a Const that holds it.
        fits: returns the pin for the wire being drawn, None for types to leave out.
        favoured: names preferred among equals, most recent first.
        mends: returns the fixes for left-out types whose name matches.
    """
    specs = tuple(specs)
    ranks = {name: len(favoured) - number for number, name in enumerate(favoured)}
    rows: list[tuple[float, int, SearchHit]] = []
    mended: list[tuple[float, int, SearchHit]] = []
    value = _typed_value(query)
    for number, spec in enumerate(specs):
        pin = "" if fits is None else fits(spec)
        if pin is not None and value is not None and spec.name == "Const":
            rows.append((2000.0, number, SearchHit(spec, pin, {"val": value})))
            continue
        fit = score(query, spec) if pin is not None or mends is not None else None
        if fit is None:
            continue
        also = other_name(query, spec)
        if pin is not None:
            found = SearchHit(spec, pin, also=also or "", is_guess=also is None)
            rows.append((fit + ranks.get(spec.name, 0), number, found))
        elif also is not None and mends is not None:
            mended += [(fit, number, SearchHit(spec, pin, mend=mend, also=also)) for pin, mend in mends(spec)]
    if any(fit >= _SUMMARY for fit, _, _ in rows):  # a word somewhere in a long text says little beside these
        rows = [row for row in rows if row[0] > _DOC + len(ranks)]
    if not rows and not mended and len(query.strip()) > 2:
        return _alike(query, specs, fits)
    below = 1 if mended else 0
    ranked = [((below * 2 * each.is_guess, -fit, number), each) for fit, number, each in rows]
    exact = all(fit < _EXACT for fit, _, _ in rows)
    ranked += [((-1 if exact and fit >= _EXACT else 1, -fit, number), each) for fit, number, each in mended]
    return [each for _, each in sorted(ranked, key=lambda row: row[0])]


def _alike(query: str, specs: Iterable[BlockSpec], fits: Fits | None) -> list[SearchHit]:
    import difflib

    names = {spec.name.casefold(): spec for spec in specs}
    alike = [names[name] for name in difflib.get_close_matches(query.casefold().strip()[:60], names, 5, 0.6)]
    pins = [(spec, "" if fits is None else fits(spec)) for spec in alike]
    return [SearchHit(spec, pin, is_guess=True) for spec, pin in pins if pin is not None]


def _typed_value(query: str) -> Json:
    text = query.strip()
    if not text or not (text[0].isdigit() or text[0] in "+-.[{(\"'"):
        return None
    try:
        return parse_text(text)
    except DiagramError:
        return None

"""Parameters of a model: their names, and recovery of parameters that an exporter merged or left out.

Initializers with names of their own are parameters. PyTorch's newer exporter records the origin of each tensor, the
tensors that it was computed from, and the parameters that each operator reads. So merged parameters can be separated
again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.document.data import listed
from blocks.interchange.importing.weights import are_finite
from blocks.interchange.onnx.paths import module_names, quoted, said
from blocks.interchange.onnx.schema import DTYPES, text

_KIND = b"pkg.torch.export.graph_signature.InputSpec.kind"
_FOLDED = b"pkg.onnxscript.optimizer.folded_from"
_CALL = b"pkg.torch.onnx.fx_node"
_GIVEN = re.compile(rb"%([pbc]_\w+)")
_MADE = re.compile(r"onnx::\w+_\d+|\d+|val_\d+|(scalar_tensor_default|_?to_copy|expand|zeros|ones|full|arange)(_\d+)?")
"""Names of tensors that exporters of PyTorch make: those that a person gave are identifiers with points."""
_STEP = re.compile(
    r"val_\d+|(alias|arange|clone|contiguous|embedding|flatten|getitem|permute|reshape|select|slice|squeeze|t|transpose"
    r"|unflatten|unsqueeze|view)(_\d+)?"
)
"""What the newer exporter calls what only brings the elements of a tensor into another order, or takes some of them."""
_TABLE = re.compile(r"embedding(_\d+)?")
_USUAL = re.compile(r"\w*(weight|bias)(_\w*)?|gamma|beta|original\d+")
"""The last part of the names that parameters of PyTorch's own modules have: no buffer is called so."""
_READS = re.compile(r"ReadVariableOp|/read(:|$)")

_SETTINGS: dict[bytes, Sequence[int]] = {
    b"BatchNormalization": (3, 4), b"DequantizeLinear": (1,), b"QuantizeLinear": (1,), b"Resize": (1, 2),
    b"Upsample": (1,), b"NonMaxSuppression": (3, 4), b"Clip": (1, 2), b"Dropout": (1,), b"OneHot": (2,), b"Pad": (2,),
    b"Range": (0, 1, 2),
}  # fmt: skip
"""Inputs of operators that are not trained: statistics that are normalised by, limits, and how large something is."""
_STATES: dict[bytes, Sequence[int]] = {b"LSTM": (5, 6), b"GRU": (5,), b"RNN": (5,)}
"""Inputs of operators with which they begin; zeros there, which PyTorch writes down, are not trained."""
_SLOTS: dict[bytes, Mapping[int, str]] = {
    **{each: {1: "weight", 2: "bias"} for each in (b"Conv", b"ConvTranspose", b"Gemm")},
    **{each: {1: "weight_ih", 2: "weight_hh", 3: "bias"} for each in (b"LSTM", b"GRU", b"RNN")},
    b"MatMul": {0: "weight", 1: "weight"}, b"Gather": {0: "weight"}, b"PRelu": {1: "weight"},
    b"Mul": {0: "weight", 1: "weight"}, b"Add": {0: "bias", 1: "bias"},
}  # fmt: skip
"""By operator the inputs that take parameters which exporters work out from others, and what these are called."""
_MOST_IN_CALL = 64
"""Tensors that an operator of PyTorch may read so that it is looked at which they are."""


class _TensorUse(NamedTuple):
    node: Any
    input: int


class Parameters:
    """The parameters of a model; merged ones are separated in its graph.

    Attributes:
        constants: by real tensor, the reason that it is not a parameter.
        names: by tensor with a generated name, a name to show.
        copies: by parameter that the file does not hold, the tensor that it was merged with.
        turned: by tensor that is a transposed parameter, that parameter.
    """

    def __init__(self, model: Any, read: Callable[[Any], Array]) -> None:
        graph = self._graph = model.graph
        self._read = read
        self._reads_only = model.producer_name == b"tf2onnx"
        self.constants: dict[bytes, str] = {}
        self.names: dict[bytes, str] = {}
        self.copies: dict[bytes, bytes] = {}
        self.turned: dict[bytes, bytes] = {}
        self.notes: list[str] = []
        self._tensors = {each.name: each for each in graph.initializer if _is_real(each)}
        infos = {each.name: each for each in graph.value_info if each.name in self._tensors}
        self._kinds = {name: kind for name, each in infos.items() if (kind := said(each, _KIND))}
        self._sources = {name: quoted(list_) for name, each in infos.items() if (list_ := said(each, _FOLDED))}
        self._given: set[bytes] = set()
        self._is_torch = model.producer_name == b"pytorch" or bool(self._kinds)
        if self._is_torch:
            self._take_identities_apart()
            self._take_calls_apart()
            self._tie()
        self._uses: dict[bytes, list[_TensorUse]] = {}
        for node in graph.node:
            for index, name in enumerate(node.input):
                if name in self._tensors or name in self.copies:
                    self._uses.setdefault(name, []).append(_TensorUse(node, index))
        for name in (*self._tensors, *self.copies):
            why = self._why_constant(name)
            if why:
                self.constants[name] = why
            self._name(name)

    def original(self, name: bytes) -> bytes:
        return self.copies.get(name, name)

    def unusual(self) -> list[str]:
        """Return the names of parameters that may be buffers, if the file does not declare the kinds."""
        if not self._is_torch or self._kinds:
            return []
        result: list[str] = []
        for name in (*self._tensors, *self.copies):
            shown = text(name)
            is_unusual = not _MADE.fullmatch(shown) and not _USUAL.fullmatch(shown.rpartition(".")[2])
            if is_unusual and name not in self.constants and are_finite(self._read(self._tensors[self.original(name)])):
                result.append(shown)
        return result

    # -- What was joined ----------------------------------------------------------------------------------------------

    def _take_identities_apart(self) -> None:
        """Separate tensors of the older exporter: it writes ``Identity(weight) -> other_weight``.

        If it also computed the weights, both have numbers as names, and equal ones may be one parameter. They are
        only separated if all elements of a tensor are equal, as in new normalizations.
        """
        results = {each.name for each in self._graph.output}
        kept: list[Any] = []
        unclear: dict[bytes, bytes] = {}
        for node in self._graph.node:
            source, name = (node.input[:1] or [b""])[0], (node.output[:1] or [b""])[0]
            is_join = node.op_type == b"Identity" and source in self._tensors and b"/" not in node.name
            if not is_join or name in results or name.startswith(b"/") or name.isdigit():
                kept.append(node)
            elif not _MADE.fullmatch(text(name)) or _is_uniform(self._read(self._tensors[source])):
                self.copies[name] = source
            else:
                kept.append(node)
                unclear[name] = source
        if len(kept) < len(self._graph.node):
            del self._graph.node[:]
            self._graph.node.extend(kept)
        readers: dict[bytes, dict[str, str]] = {each: {} for each in unclear.values()}
        for node in self._graph.node if unclear else ():
            for index, each in enumerate(node.input):
                source = unclear.get(each, each)
                if source in readers and unclear.keys().isdisjoint(node.output):
                    node.input[index] = source
                    # Another call of a module has a number behind the name of this.
                    module = re.sub(r"_[0-9]+(?=/|$)", "", text(node.name))
                    readers[source].setdefault(module, text(node.name))
        self._note_joined([list(each.values()) for each in readers.values() if len(each) > 1])

    def _note_joined(self, groups: Sequence[Sequence[str]]) -> None:
        if groups:
            every = [", ".join(each[:4]) + (f" and {len(each) - 4:,} more" if len(each) > 4 else "") for each in groups]
            self.notes.append(
                "each of these groups shares one parameter, in the model or because PyTorch merged equal parameters:"
                f" {'; '.join(every[:4])}{f'; and {len(every) - 4:,} more groups' if len(every) > 4 else ''}."
                " Export with dynamo=True and optimize=False to keep them separate"
            )

    def _take_calls_apart(self) -> None:
        """Separate tensors of the newer exporter: its operators name the parameters of their calls."""
        calls: dict[bytes, list[_TensorUse]] = {}
        for node in self._graph.node:
            call = said(node, _CALL)
            if call:
                calls.setdefault(call, []).extend(_TensorUse(node, i) for i in range(len(node.input)))
        given = {call: list(dict.fromkeys(_GIVEN.findall(call.partition(b"args = ")[2]))) for call in calls}
        self._given = {each for names in given.values() for each in names}
        present = {each for name in self._tensors for each in self._origins(name)}
        joined: dict[bytes, list[str]] = {}
        lost: dict[str, None] = {}
        merged: dict[str, None] = {}
        for call, uses in calls.items():
            own = [each for each in uses if self._origins(each.node.input[each.input])]
            if not uses or len(own) > _MOST_IN_CALL or len(given[call]) > _MOST_IN_CALL:
                continue
            origins = [set(self._origins(_of(each))) for each in own]
            wanted = [each for each in given[call] if all(each not in some for some in origins)]
            rest = [each for each, some in zip(own, origins, strict=True) if some.isdisjoint(given[call])]
            pairs = self._paired(rest, wanted)
            for use, name in pairs:
                wanted.remove(name)
                if name not in present:
                    self._separate(use, name)
            if len(pairs) < len(rest):
                for each in rest:
                    joined.setdefault(_of(each), [text(_of(each))]).append(text(each.node.name))
            else:
                gone = [each for each in wanted if each[:1] == b"p" and each not in present]
                into = merged if any(self._is_merged(_of(each)) for each in uses) else lost
                into.update({_dotted(each, uses[0].node): None for each in gone})
        self._note_joined(list(joined.values()))
        for what, names in (("left out parameters that were zero", lost), ("merged parameters into others", merged)):
            if names:
                text_ = f"PyTorch's exporter {what}: {listed(list(names))}"
                self.notes.append(f"{text_}. Export with optimize=False to keep them")

    def _tie(self) -> None:
        """Join a weight that the file has twice, the second time transposed.

        The exporters transpose the weights of dense layers, including those that an embedding shares.
        """
        pairs = [(name, each) for name, each in self._tensors.items() if len(each.dims) == 2]
        made = {name: each for name, each in pairs if _MADE.fullmatch(text(name))}
        shapes = {tuple(each.dims)[::-1] for each in made.values()}
        named: dict[tuple[Any, ...], bytes] = {}
        for name, tensor in pairs:
            if tuple(tensor.dims) in shapes and name not in made:
                named.setdefault(_content(self._read(tensor)), name)
        for name, tensor in made.items() if named else ():
            array = self._read(tensor).T
            same = named.get(_content(array))
            if same is not None and not _is_uniform(array):
                self.turned[name] = same
        if not self.turned:
            return
        nodes = list(self._graph.node)
        readers = {name: node for node in reversed(nodes) for name in node.input}
        del self._graph.node[:]
        for name, source in self.turned.items():
            del self._tensors[name]
            reader = readers.get(name)
            node = self._graph.node.add(op_type=b"Transpose", input=[source], output=[name])
            if reader is not None:
                scope, slash, _ = reader.name.rpartition(b"/")
                node.name = scope + slash + b"Transpose" if slash else b""
                node.metadata_props.extend(each for each in reader.metadata_props if each.key != _CALL)
        self._graph.node.extend(nodes)

    def _paired(self, uses: Sequence[_TensorUse], names: Sequence[bytes]) -> list[tuple[_TensorUse, bytes]]:
        if len(uses) == len(names):
            return list(zip(uses, names, strict=True))
        result: list[tuple[_TensorUse, bytes]] = []
        for use in uses:
            tails = {_mangled(each.rpartition(b".")[2]) for each in self._names_of(_of(use))}
            found = [each for each in names if any(each.endswith(b"_" + tail) for tail in tails)]
            if len(found) == 1 and all(found[0] != name for _, name in result):
                result.append((use, found[0]))
        return result

    def _separate(self, use: _TensorUse, mangled: bytes) -> None:
        """Let an operator read its own parameter, with the value of the one that it was merged with."""
        shown = _dotted(mangled, use.node)
        name = b"\0" + shown.encode()  # the name of no other value
        self.names[name] = shown
        self.copies[name] = self.original(_of(use))
        if mangled[:1] != b"p":
            self._kinds[name] = b"BUFFER"
        use.node.input[use.input] = name

    def _is_merged(self, name: bytes) -> bool:
        """Return whether a tensor has the name of a parameter, but others were merged into it."""
        return b"." in name and name in self._tensors and name not in self._kinds and name not in self._sources

    def _names_of(self, name: bytes) -> list[bytes]:
        """Return the tensors of the program that a tensor comes from: itself, or those it was computed from."""
        if name in self._kinds:
            return [name]
        return [each.encode() for each in self._sources.get(name, ())] if name in self._tensors else []

    def _origins(self, name: bytes) -> list[bytes]:
        plain = [_mangled(each) for each in self._names_of(name)]
        every = [kind + each for each in plain for kind in (b"p_", b"b_", b"c_")]
        return [each for each in every if each in self._given]

    # -- What is no parameter -----------------------------------------------------------------------------------------

    def _why_constant(self, name: bytes) -> str:
        shown, kind, tensor = text(name), self._kinds.get(name, b""), self._tensors[self.original(name)]
        if kind == b"PARAMETER":
            return ""
        for use in self._uses.get(name, ()):
            op = use.node.op_type
            if use.input in _SETTINGS.get(op, ()):
                return f"a setting of {text(op)}"
            if use.input in _STATES.get(op, ()) and not np.any(self._read(tensor)):
                return f"the initial state of {text(op)}"
        if kind:
            return "a buffer" if kind == b"BUFFER" else "a constant of the program"
        if self._kinds:
            return self._why_worked_out(name, shown)
        if self._is_torch and _MADE.fullmatch(shown):
            return "" if self._slot(name) else "computed by the exporter"
        if self._reads_only and not tensor.dims and not _READS.search(shown):
            return "a single number that is not treated as a variable"
        return ""

    def _why_worked_out(self, name: bytes, shown: str) -> str:
        if name in self.copies or self._is_merged(name):
            return ""
        given = {each[:1] for each in self._origins(name)}
        if b"b" in given:
            return "a buffer"
        if _STEP.fullmatch(shown) and (b"p" in given or self._is_part(name, shown)):
            return ""
        parts = self._parts(name)
        if not parts:
            return "computed by the exporter"
        return f"computed from {listed(parts)} by the exporter. Export with optimize=False to avoid this"

    def _parts(self, name: bytes) -> list[str]:
        sources = self._sources.get(name, ())
        return [each for each in sources if not _MADE.fullmatch(each) and not _STEP.fullmatch(each)]

    def _is_part(self, name: bytes, shown: str) -> bool:
        parts = self._parts(name)
        weights = [each for each in parts if "." in each and _USUAL.fullmatch(each.rpartition(".")[2])]
        if not _TABLE.fullmatch(shown):
            return len(weights) == len(parts) == 1
        rows = self._read(self._tensors[name])
        rows = rows.reshape(-1, rows.shape[-1])
        is_once = len(np.unique(rows, axis=0)) == len(rows)
        return is_once and len(weights) == 1 and all("." in each for each in parts)

    def _slot(self, name: bytes) -> str:
        for use in self._uses.get(name, ()):
            slot = _SLOTS.get(use.node.op_type, {}).get(use.input)
            size = self._tensors[self.original(name)].dims
            if slot is not None and size and (use.node.op_type not in (b"Add", b"Mul") or any(n > 1 for n in size)):
                return slot
        return ""

    def _name(self, name: bytes) -> None:
        if not self._is_torch or not (_MADE.fullmatch(text(name)) or _STEP.fullmatch(text(name))):
            return
        sources = [each for each in self._sources.get(name, ()) if not _STEP.fullmatch(each)]
        if name in self.constants:
            self.names[name] = "constant"
        else:
            self.names[name] = sources[0] if len(sources) == 1 else self._slot(name) or "weight"


def _of(use: _TensorUse) -> bytes:
    return use.node.input[use.input]


def _mangled(name: bytes) -> bytes:
    """Return a name as PyTorch writes it in calls, after ``p_`` for a parameter."""
    return re.sub(rb"[^a-zA-Z0-9]", b"_", name).lower()


def _dotted(mangled: bytes, node: Any) -> str:
    """Return a parameter's name: ``p_layers_0_weight`` in module ``layers.0`` is ``layers.0.weight``."""
    plain = text(mangled[2:])
    for module in reversed(module_names(node)):
        prefix = text(_mangled(module.encode())) + "_"
        if plain.startswith(prefix):
            return f"{module}.{plain.removeprefix(prefix)}"
    return plain


def _is_real(tensor: Any) -> bool:
    dtype = DTYPES.get(tensor.data_type)
    return dtype is not None and dtype.is_floating and all(tensor.dims)


def _content(array: Array) -> tuple[Any, ...]:
    """Return a key that is equal for arrays of one shape with equal elements, and in practice for no others."""
    return array.shape, array.dtype.str, hashlib.sha256(np.ascontiguousarray(array).tobytes()).digest()


def _is_uniform(array: Array) -> bool:
    return bool(np.all(array == array.reshape(-1)[:1]))

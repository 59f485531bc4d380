"""Pages to begin with: for each block type some that run, from its declaration and from TensorFlow's cases."""

from __future__ import annotations

import base64
import functools
import json
import random
from pathlib import Path
from typing import Any, NamedTuple

from blocks.base.literals import from_array
from blocks.graph.spec import BlockSpec
from blocks.library.index import find, public_names
from blocks.testing import calls
from tests.deep import hostile
from tests.library import contract

CASES = Path(__file__).parent.parent / "conformance"
LARGEST = 8_000
"""Characters of a case that is small enough to be changed over and over."""

Page = dict[str, Any]


class Start(NamedTuple):
    """A page that runs, as JSON, and the files beside it."""

    text: str
    files: dict[str, bytes]

    def page(self) -> Page:
        """The page, which whoever asks may change: text is read faster than nested lists are copied."""
        return json.loads(self.text)


def types(only: list[str]) -> list[str]:
    """The block types that are tried: all, or those of these names and pages."""
    names = [name for name in public_names() if not is_display(name)]
    return [name for name in names if not only or name in only or spec_of(name).page in only]


def is_display(name: str) -> bool:
    """Whether a block only shows something."""
    return spec_of(name).is_display


def spec_of(name: str) -> BlockSpec:
    """The block type of this name."""
    spec = find(name)
    assert spec is not None, name
    return spec


@functools.cache
def starts(name: str) -> tuple[Start, ...]:
    """The pages that a block type's cases begin from; one with the bare block if there is nothing better."""
    starts = [_from_example(spec_of(name))] if contract.example_of(spec_of(name)) is not None else []
    for path in sorted(CASES.glob(f"*/{name}.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            text = json.dumps(case["diagram"]["pages"][0])
            if len(text) <= LARGEST and case["error"] is None:
                files = {k: base64.b64decode(v) for k, v in case.get("files", {}).items()}
                starts.append(Start(text, files))
    return tuple(starts) or (_start([{"id": "op", "type": name, "values": {}}], []),)


def _start(blocks: list[dict[str, Any]], wires: list[list[str]]) -> Start:
    for i, block in enumerate(blocks):
        block.setdefault("at", [40, 40 + 90 * i])
    return Start(json.dumps({"name": "main", "blocks": blocks, "wires": wires}), {})


def _from_example(spec: BlockSpec) -> Start:
    """The example of a declaration: a Const or a Variable for each pin, the attributes as they stand."""
    call = contract.example_call(spec)
    blocks: list[dict[str, Any]] = []
    wires: list[list[str]] = []
    for pin, value in zip(spec.inputs, call.values, strict=True):
        if value is None:
            continue
        for k, given in enumerate([value] if isinstance(value, calls.Given) else value):
            name = f"in_{pin.name}{k if pin.is_list else ''}"
            literal: dict[str, Any] = {"dtype": given.dtype.name}
            if 0 in given.array.shape:
                literal["shape"] = list(given.array.shape)
            key, out = ("initvalues", "ref") if given.is_variable else ("val", "output")
            values = {key: from_array(given.array, given.dtype), **literal}
            blocks.append({"id": name, "type": "Variable" if given.is_variable else "Const", "values": values})
            wires.append([f"{name}.{out}", f"op.{pin.name}"])
    blocks.append({"id": "op", "type": spec.name, "values": dict(call.attrs)})
    return _start(blocks, wires)


class Case(NamedTuple):
    """One page to run."""

    type: str
    page: Page
    files: dict[str, bytes]
    steps: int

    def diagram(self) -> str:
        """The file's text."""
        return json.dumps({"format": "gradblocks/1", "pages": [self.page]}, ensure_ascii=False)


def case(name: str, seed: int, number: int) -> Case:
    """A block type's case of this number: always the same one."""
    rng = random.Random(f"{seed}/{name}/{number}")
    start = rng.choice(starts(name))
    page = start.page()
    if rng.random() < 0.4:
        _hide_values(rng, page)
    for _ in range(rng.choice([1, 1, 1, 1, 2, 2, 3, 4])):
        rng.choice(CHANGES)(rng, page, name)
    if rng.random() < 0.35:
        _differentiate(rng, page, name)
    if rng.random() < 0.15:
        _fetch(rng, page, name)
    return Case(name, page, start.files, rng.choice([1, 1, 2, 3]))


def _sources(page: Page) -> list[dict[str, Any]]:
    return [b for b in page["blocks"] if b["type"] in ("Const", "Variable")]


def _subject(rng: random.Random, page: Page, name: str) -> dict[str, Any]:
    """The block that the case is about, or now and then another one."""
    own = [b for b in page["blocks"] if b["type"] == name]
    return rng.choice(own if own and rng.random() < 0.85 else page["blocks"])


def _hide_values(rng: random.Random, page: Page) -> None:
    """Values and shapes become known only when the page runs: the checks then are others."""
    for block in [b for b in page["blocks"] if b["type"] == "Const"]:
        if rng.random() < 0.7:
            hidden: dict[str, Any] = {"id": f"{block['id']}_hidden", "type": "PlaceholderWithDefault", "at": [0, 0]}
            hidden["values"] = {"shape": None} if rng.random() < 0.8 else {}
            page["blocks"].append(hidden)
            for wire in page["wires"]:
                if wire[0] == f"{block['id']}.output":
                    wire[0] = f"{hidden['id']}.output"
            page["wires"].append([f"{block['id']}.output", f"{hidden['id']}.input"])


def _change_tensor(rng: random.Random, page: Page, name: str) -> None:
    sources = _sources(page)
    if not sources:
        return _change_attribute(rng, page, name)
    values = rng.choice(sources)["values"]
    key = "initvalues" if "initvalues" in values else "val"
    changed = hostile.tensor(rng, {"val": values.get(key), **{k: v for k, v in values.items() if k != key}})
    for each in ("val", "initvalues", "shape"):
        values.pop(each, None)
    values.update({key if k == "val" else k: v for k, v in changed.items()})
    return None


def _change_attribute(rng: random.Random, page: Page, name: str) -> None:
    block = _subject(rng, page, name)
    spec = find(block["type"])
    if spec is None or not spec.attributes:
        return
    declared = rng.choice(spec.attributes)
    values = block.setdefault("values", {})
    values[declared.name] = hostile.attribute(rng, declared, values.get(declared.name))


def _type_literal(rng: random.Random, page: Page, name: str) -> None:
    """A value typed into a pin, whose wire goes."""
    block = _subject(rng, page, name)
    spec = find(block["type"])
    pins = [pin.name for pin in spec.inputs] if spec is not None else []
    if not pins:
        return
    pin = rng.choice(pins)
    page["wires"] = [w for w in page["wires"] if w[1] != f"{block['id']}.{pin}"]
    source = rng.choice(_sources(page) or [{"values": {"val": [1.0, 2.0]}}])
    block.setdefault("values", {})[pin] = hostile.tensor(rng, source["values"]).get("val")


def _drop_wire(rng: random.Random, page: Page, _: str) -> None:
    if page["wires"]:
        page["wires"].pop(rng.randrange(len(page["wires"])))


def _move_wire(rng: random.Random, page: Page, _: str) -> None:
    """A wire begins somewhere else: maybe a circle, maybe another dtype."""
    if page["wires"]:
        rng.choice(page["wires"])[0] = rng.choice(_outputs(page))


def _more_wires(rng: random.Random, page: Page, _: str) -> None:
    """A list gets more entries, or a pin that takes one gets several."""
    if page["wires"]:
        wire = rng.choice(page["wires"])
        source = wire[0] if rng.random() < 0.7 else rng.choice(_outputs(page))
        page["wires"] += [[source, wire[1]] for _ in range(rng.choice([1, 1, 2, 50]))]


def _outputs(page: Page) -> list[str]:
    outputs: list[str] = []
    for block in page["blocks"]:
        spec = find(block["type"])
        for pin in spec.outputs if spec is not None else ():
            outputs += [f"{block['id']}.{pin.name}"] if not pin.is_list else [f"{block['id']}.{pin.name}[0]"]
    return outputs or ["op.output"]


CHANGES = [
    *[_change_tensor] * 8,
    *[_change_attribute] * 5,
    *[_type_literal] * 2,
    _drop_wire,
    _move_wire,
    _more_wires,
]


def _differentiate(rng: random.Random, page: Page, name: str) -> None:
    """Gradients of an output of the block by all constants; sometimes those of the gradient as well."""
    own = {b["id"] for b in page["blocks"] if b["type"] == name}
    outputs = [o for o in _outputs(page) if o.split(".", maxsplit=1)[0] in own]
    inputs = [f"{b['id']}.{'ref' if b['type'] == 'Variable' else 'output'}" for b in _sources(page)]
    if not outputs or not inputs:
        return
    of = rng.choice(outputs)
    for i in range(rng.choice([1, 1, 2])):
        block = f"slope{i}"
        page["blocks"].append({"id": block, "type": "AddSymbolicGradients", "at": [600, 40 + 90 * i], "values": {}})
        page["wires"].append([of, f"{block}.outputs"])
        page["wires"] += [[source, f"{block}.inputs"] for source in inputs]
        of = f"{block}.grad_outputs[{rng.randrange(len(inputs))}]"


def _fetch(rng: random.Random, page: Page, _: str) -> None:
    """A ClientSession asks for some of the page."""
    page["blocks"].append({"id": "ask", "type": "ClientSession", "at": [900, 40], "values": {}})
    outputs = _outputs(page)
    chosen = rng.sample(outputs, min(len(outputs), rng.choice([1, 2, 5])))
    page["wires"] += [[o, f"ask.{'fetch_outputs' if rng.random() < 0.8 else 'run_outputs'}"] for o in chosen]

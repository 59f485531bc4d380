"""Pages as data, and one that draws lots: without anything of the screen, so that it starts fast in other processes."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

from blocks.document.file import loads
from blocks.run.session import Session

Block = dict[str, Any]
Page = tuple[list[Block], list[list[str]]]


def block(name: str, kind: str, **values: Any) -> Block:
    return {"id": name, "type": kind, "at": [0, 0], "values": values}


def session_of(page: Page, **options: Any) -> Session:
    blocks, wires = page
    text = json.dumps({"format": "gradblocks/1", "pages": [{"name": "main", "blocks": blocks, "wires": wires}]})
    return Session(loads(text), **options)


DRAWING: list[Block] = [
    block("uniform", "RandomUniform", shape=[50], dtype="DT_FLOAT"),
    block("normal", "RandomNormal", shape=[50], dtype="DT_DOUBLE"),
    block("cut", "TruncatedNormal", shape=[50], dtype="DT_FLOAT"),
    block("whole", "RandomUniformInt", shape=[50], minval=0, maxval=1000),
    block("shuffled", "RandomShuffle", value=list(range(30))),
    block("gamma", "RandomGamma", shape=[20], alpha=[0.5, 3.0]),
    block("poisson", "RandomPoisson", shape=[20], rate=[0.5, 30.0]),
    block("drawn", "Multinomial", logits=[[0.0, 1.0, 2.0]], num_samples=40),
    block("product", "MatMul", transpose_b=True),
    block("square", "RandomNormal", shape=[70, 70], dtype="DT_FLOAT"),
]
WIRES = [["square.output", "product.a"], ["square.output", "product.b"]]


def drawn(order: int) -> str:
    """The digest of three steps of a page whose blocks stand in the file in this order."""
    blocks = random.Random(order).sample(DRAWING, len(DRAWING))
    session = session_of((blocks, WIRES), seed=7)
    digest = hashlib.sha256()
    for _ in range(3):
        results = session.run()
        for name in sorted(results):
            digest.update(name.encode() + results[name].tobytes())
    return digest.hexdigest()

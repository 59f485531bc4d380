"""Work on a hostile document grows with its size and no faster: counted in steps of the program, not in seconds."""

from __future__ import annotations

import difflib
import itertools
import json
from collections.abc import Callable
from contextlib import suppress

import pytest

from app.core.block_types import BlockTypes
from blocks.analysis.checks import check
from blocks.base.errors import DiagramError
from blocks.cli.packages import _changes  # pyright: ignore[reportPrivateUsage]
from blocks.document.changes import Group, SetPackage
from blocks.document.file import loads
from blocks.document.model import Diagram, lay_out_pages
from blocks.document.packages.copies import _Taking, copies, update  # pyright: ignore[reportPrivateUsage]
from blocks.document.packages.description import Package, as_package
from blocks.door.types_json import composites_json
from blocks.interchange.importing.build import build
from blocks.interchange.importing.model_graph import ModelGraph
from blocks.interchange.python.program import to_python
from blocks.run.session import Session
from tests.deep import shapes
from tests.reliability.steps import SIZES, second_difference, steps


@pytest.mark.parametrize("shape", ["unknown_types", "pages_of_unknown_types"])
def test_so_many_names_are_compared_with_those_of_the_library(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def matches(name: str, *_: object) -> list[str]:
        asked.append(name)
        return ["matmul"]

    monkeypatch.setattr(difflib, "get_close_matches", matches)
    diagram = loads(json.dumps({"format": "gradblocks/1", **shapes.SHAPES[shape](300)}))
    errors = check(diagram).errors
    assert len(errors) == 300
    assert len(asked) == len(set(asked)) == 100
    assert [error.hint for error in errors] == ["did you mean MatMul?"] * 100 + [None] * 200
    asked.clear()
    to_python(diagram, "x.py")
    assert len(asked) == 100


def read(text: str) -> None:
    """Read, check, convert and write a document."""
    diagram = loads(text)
    check(diagram)
    to_python(diagram, "x.py")
    diagram.dumps()


def run(text: str) -> None:
    """Run the first page."""
    Session(loads(text).pages[0]).run()


def list_composites(text: str) -> None:
    """Tell the composites, as ``blocks FILE --json`` does."""
    document = loads(text).document
    composites_json(document, list(document.composites))


def show_composites(text: str) -> None:
    """Lay all out, and find what instances look like, as the editor does when it opens a file."""
    diagram = loads(text)
    lay_out_pages(diagram)
    types = BlockTypes(diagram)
    for composite in diagram.composites:
        types.find(composite.name)


def packaged(count: int, slope: float, chained: bool) -> Package:
    """A package in which each composite may hold an instance of the one before."""
    diagram = Diagram()
    for i in range(count):
        canvas = diagram.add_composite(f"C{i}")
        canvas.add("Multiply", id="m", y=slope)
        if chained and i:
            canvas.add(f":C{i - 1}", id="inner")
    diagram.apply(SetPackage({"name": "p", "version": "1", "doc": "", "licence": ""}))
    return as_package(diagram.document, "p.gradblocks")


@pytest.mark.parametrize("chained", [False, True], ids=["flat", "chain"])
def test_copies_from_packages_grow_with_their_number(chained: bool) -> None:
    """Using them, finding those that differ with what an update changes, and updating them."""
    printed: list[int] = []

    def work(count: int) -> None:
        diagram = Diagram()
        package = packaged(count, 1.0, chained)
        taking = _Taking(diagram.document, package, {})
        taking.take([page.name for page in package.document.composites])
        diagram.apply(Group(tuple(taking.changes())))
        newer = packaged(count, 2.0, chained)
        result = copies(diagram.document, {"p": newer}.get)
        changes = _changes(diagram.document, result)
        assert len(changes) == count
        other = packaged(count, 3.0, chained)  # which has other definitions under the same names
        taking = _Taking(diagram.document, other, {})
        taking.take([page.name for page in other.document.composites])
        assert len(taking.added()) == count
        printed.append(sum(map(len, itertools.chain(*changes.values()))))
        used = update(diagram.document, result)
        assert used is not None
        diagram.apply(used.change)
        assert not any(each.differs for each in copies(diagram.document, {"p": newer}.get))

    counts = [steps(work, size) for size in (SIZES[0], *SIZES)][1:]
    assert second_difference(counts) < 800
    assert printed[-1] < 1000 * SIZES[-1]


def test_a_model_of_many_pages_grows_with_their_number() -> None:
    def work(count: int) -> None:
        graphs = [ModelGraph(f"page{i}") for i in range(count)]
        for graph in graphs:
            graph.add("node", "Neg")
        build(graphs, "stem", "Title", [], gathered=False, variables=[])

    assert second_difference([steps(work, size) for size in (SIZES[0], *SIZES)][1:]) < 800


NESTED = [shape for shape in shapes.names() if "composites" in shapes.SHAPES[shape](1)]
FLAT = [shape for shape in shapes.names() if shape not in NESTED]
# Expanding these takes the product of two numbers of the document, up to a limit on what is made.
MULTIPLYING = (
    "composites_in_composites",
    "circle_of_composites",
    "instances_of_many_pins",
    "promoted_through",
    "definitions_that_contain_themselves",
)
WORK = [
    *((shape, work) for shape in FLAT for work in (read, run)),
    *((shape, work) for shape in NESTED for work in (list_composites, show_composites)),
    *((shape, run) for shape in NESTED if shape not in MULTIPLYING),
]


@pytest.mark.parametrize(("shape", "work"), WORK, ids=[f"{shape}-{work.__name__}" for shape, work in WORK])
def test_work_on_hostile_shapes_grows_with_their_size(
    shape: str, work: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:

    def no_matches(*_: object) -> list[str]:
        return []

    monkeypatch.setattr(difflib, "get_close_matches", no_matches)  # bounded, see above
    texts = [json.dumps({"format": "gradblocks/1", **shapes.SHAPES[shape](size)}) for size in SIZES]
    for text in texts:  # so that all is imported
        with suppress(DiagramError):
            work(text)
    counts = [steps(work, text) for text in texts]
    assert second_difference(counts) < 800 or counts[-1] <= counts[0]  # less: names so long are refused

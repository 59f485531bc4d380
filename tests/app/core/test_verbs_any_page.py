"""Verbs on pages as they come out of files: with loose wires, unknown types, odd names."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core import verbs
from app.core.clipboard import copy_text, read_text
from app.core.verbs import Box, ConnectionCandidate, Edit, Made
from blocks.base.errors import DiagramError
from blocks.document.data import Endpoint, Page
from blocks.document.model import Diagram, Document
from blocks.library.index import find
from tests.document.documents import pages


def edits(page: Page, chosen: list[str], places: list[int]) -> Iterator[Edit | Made | None]:
    boxes: dict[str, Box] = {each.id: (*each.at, 100.0, 80.0) for each in page.blocks if each.id in chosen}
    yield verbs.delete(page, chosen, places, places, places)
    yield verbs.delete_and_heal(page, chosen, find)
    text = copy_text(page, chosen, places, places)
    if text is not None:
        yield verbs.paste(page, read_text(text).page, (3.5, 4))
    yield verbs.move(page, chosen, 7, -3, places, places)
    yield verbs.mute(page, chosen)
    yield verbs.collapse(page, chosen)
    yield verbs.align(page, boxes, "right")
    yield verbs.distribute(page, boxes, "vertical")
    yield verbs.auto_layout(page, boxes)
    yield verbs.frame_selection(page, boxes, "t")
    yield verbs.cut(page, places)
    for block in chosen:
        yield verbs.set_value(page, block, "val", [1, "NaN"])
        yield verbs.rename(page, block, f"{block}_")


@given(pages, st.data())
@settings(max_examples=150)
def test_every_verb_is_taken_back_byte_for_byte(page: Page, data: st.DataObject) -> None:
    ids = [each.id for each in page.blocks]
    chosen = data.draw(st.lists(st.sampled_from(ids), unique=True)) if ids else []
    places = data.draw(st.lists(st.integers(-1, 6), max_size=4))
    diagram = Diagram(Document("", (page,)))
    before = diagram.dumps()
    steps = edits(page, chosen, places)
    while True:
        try:
            edit = next(steps)
            if edit is not None:
                diagram.apply(diagram.apply(edit.change))
        except StopIteration:
            break
        except DiagramError:
            # A block at the edge of the canvas cannot move on, a name may be taken; nothing is changed then.
            assert diagram.dumps() == before
            break
        assert diagram.dumps() == before


@given(pages, st.data())
@settings(max_examples=150)
def test_a_wire_is_judged_on_any_page_without_failing(page: Page, data: st.DataObject) -> None:
    ids = [each.id for each in page.blocks] or ["gone"]
    ends = st.builds(
        Endpoint,
        st.sampled_from(ids),
        st.sampled_from(["output", "a", "b", "product", "scope"]),
        st.none() | st.just(0),
    )
    first, second = data.draw(ends), data.draw(ends)
    for from_output in (True, False):
        joining = ConnectionCandidate(page, find, {}, first, from_output=from_output)
        joining.fits(second)
        refusal = joining.check(second)
        assert refusal is None or refusal.reason

from __future__ import annotations

import json
import re

import pytest

from app.core import verbs
from app.core.clipboard import copy_text, read_text
from blocks.base.errors import DiagramError
from blocks.document.data import Page
from blocks.document.file import loads
from tests.app.pages import PAGE, after, block, wires


def test_a_copy_is_a_diagram_of_its_own() -> None:
    text = copy_text(PAGE, ["m", "r", "x"], [1], [0])
    assert text is not None
    assert json.loads(text)["format"] == "gradblocks/1"
    page = loads(text).document.pages[0]
    assert [each.id for each in page.blocks] == ["m", "r", "x"]
    assert wires(page) == ["m.product -> r.features"]
    assert page.notes == (PAGE.notes[1],) and page.frames == (PAGE.frames[0],)
    assert page.extra == {}


def test_what_is_copied_is_pasted_with_new_ids_at_the_cursor() -> None:
    text = copy_text(PAGE, ["m", "r", "x"])
    assert text is not None
    pasted = verbs.paste(PAGE, read_text(text).page, (1000, 1000))
    assert pasted is not None and pasted.text == "Paste 3 blocks"
    page = after(PAGE, pasted.change)
    assert [block(page, each).at for each in pasted.ids] == [(1200, 1000), (1400, 1000), (1000, 1260)]
    assert block(page, pasted.ids[2]).values == block(PAGE, "x").values
    assert wires(page)[-1] == f"{pasted.ids[0]}.product -> {pasted.ids[1]}.features"


def test_a_paste_into_an_empty_page_keeps_the_ids() -> None:
    text = copy_text(PAGE, [each.id for each in PAGE.blocks], [0, 1], [0, 1])
    assert text is not None
    pasted = verbs.paste(Page("other"), read_text(text).page)
    assert pasted is not None and pasted.ids == tuple(each.id for each in PAGE.blocks)
    page = after(Page("other"), pasted.change)
    assert wires(page) == wires(PAGE)[:-1]


def test_nothing_copied_is_nothing() -> None:
    assert copy_text(PAGE, ["gone"], [9], [9]) is None
    assert verbs.paste(PAGE, Page("p")) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the clipboard is empty"),
        ("  \n", "the clipboard is empty"),
        ("hello", "the clipboard contains text but no blocks"),
        ("{", "the clipboard contains no blocks that can be pasted: this is not JSON"),
        ('{"a": 1}', "the clipboard contains no blocks that can be pasted: "),
        ('{"format": "gradblocks/99", "pages": []}', "the clipboard contains no blocks that can be pasted: "),
        ('{"format": "gradblocks/1", "pages": []}', "the diagram on the clipboard has no blocks"),
        ('{"format": "gradblocks/1", "pages": [{"name": "p", "blocks": [{"id": "a.b", "type": "Const"}]}]}', "'.'"),
        ("{\x00}", "the clipboard contains no blocks that can be pasted: this is not JSON"),
        ('{"format": "\ud800"}', "half of a surrogate pair"),
        ("{" * 10_000, "nested"),
    ],
)
def test_what_is_no_fragment_is_refused_with_a_sentence(text: str, message: str) -> None:
    with pytest.raises(DiagramError, match=re.escape(message)) as caught:
        read_text(text)
    assert "Traceback" not in str(caught.value) and "\n" not in str(caught.value)


def test_a_diagram_of_several_pages_is_refused() -> None:
    page = {"name": "p", "blocks": [{"id": "a", "type": "Const"}]}
    text = json.dumps({"format": "gradblocks/1", "pages": [page, {**page, "name": "q"}]})
    with pytest.raises(DiagramError, match="2 pages"):
        read_text(text)

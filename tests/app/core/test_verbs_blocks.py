from __future__ import annotations

import re

import pytest

from app.core import verbs
from app.core.clipboard import fragment_of
from app.core.verbs import Made
from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError
from blocks.document.data import Block, Page, Wire, parse_endpoint
from blocks.library.index import find
from blocks.transform.verbs.fitting import Known
from tests.app.pages import PAGE, after, block, wires


def ids(page: Page) -> list[str]:
    return [each.id for each in page.blocks]


def test_a_new_block_gets_the_next_free_number_and_a_whole_place() -> None:
    edit = verbs.add_block(PAGE, "MatMul", (12.4, 7.6), {"transpose_a": True})
    assert edit.text == "Add MatMul" and edit.ids == ("MatMul1",)
    page = after(PAGE, edit.change)
    assert block(page, "MatMul1").at == (12, 8) and block(page, "MatMul1").values == {"transpose_a": True}
    assert verbs.add_block(page, "MatMul", (0, 0)).ids == ("MatMul2",)


def test_a_new_block_cannot_take_the_id_of_another_or_a_wrong_one() -> None:
    with pytest.raises(DiagramError, match=re.escape("there is already a block 'a' on this page")):
        verbs.add_block(PAGE, "Const", (0, 0), block_id="a")
    with pytest.raises(DiagramError, match=re.escape("contains a '.' or a '/'")):
        verbs.add_block(PAGE, "Const", (0, 0), block_id="a.b")


def test_deleting_blocks_takes_their_wires_along() -> None:
    edit = verbs.delete(PAGE, ["m", "w1"])
    assert edit is not None and edit.text == "Delete 2 blocks"
    page = after(PAGE, edit.change)
    assert ids(page) == ["a", "r", "s", "n", "g", "x"]
    assert wires(page) == [
        "r.activations -> s.x", "r.activations -> n.inputs", "s.z -> g.outputs", "a.output -> g.inputs",
        "x.out -> x2.in",
    ]  # fmt: skip


def test_everything_can_be_deleted_at_once_and_comes_back() -> None:
    edit = verbs.delete(PAGE, ids(PAGE), range(len(PAGE.wires)), [0, 1], [0, 1])
    assert edit is not None
    page = after(PAGE, edit.change)
    assert page == Page("main", extra=PAGE.extra)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"blocks": ["a"]}, "Delete a"),
        ({"wires": [1]}, "Delete 1 wire"),
        ({"wires": [1, 2], "notes": [0]}, "Delete 2 wires, 1 note"),
        ({"frames": [1]}, "Delete 1 frame"),
    ],
)
def test_the_history_says_what_was_deleted(arguments: dict[str, list[int]], text: str) -> None:
    edit = verbs.delete(PAGE, **arguments)  # pyright: ignore[reportArgumentType]
    assert edit is not None and edit.text == text
    after(PAGE, edit.change)


def test_deleting_nothing_is_no_edit() -> None:
    assert verbs.delete(PAGE, ["gone"], [99], [7], [7]) is None
    assert verbs.delete_and_heal(PAGE, ["gone"], find) is None


def test_healing_wires_what_came_in_to_where_it_went() -> None:
    edit = verbs.delete_and_heal(PAGE, ["r"], find)
    assert edit is not None and edit.text == "Delete r and reconnect"
    page = after(PAGE, edit.change)
    assert "m.product -> s.x" in wires(page)
    assert wires(page).count("m.product -> n.inputs") == 2


def test_healing_goes_through_several_blocks_and_drops_what_nothing_reaches() -> None:
    edit = verbs.delete_and_heal(PAGE, ["m", "r", "s"], find)
    assert edit is not None
    page = after(PAGE, edit.change)
    # MatMul hands on its first factor, as a muted one does.
    assert "a.output -> g.outputs" in wires(page)
    edit = verbs.delete_and_heal(PAGE, ["a"], find)
    assert edit is not None
    assert not any("a." in each for each in wires(after(PAGE, edit.change)))


def test_healing_takes_the_input_that_has_the_shape_of_the_output() -> None:
    ends = ("s.output > sum.x", "t.output > sum.y", "sum.z > n.x")
    types = {"s": "Const", "t": "Const", "sum": "Add", "n": "Negate"}
    parts = [tuple(map(parse_endpoint, each.split(" > "))) for each in ends]
    page = Page("main", tuple(Block(name, each) for name, each in types.items()), tuple(Wire(*each) for each in parts))
    known: Known = {
        ("s", "output", None): (FLOAT, ()),
        ("t", "output", None): (FLOAT, (2,)),
        ("sum", "z", None): (FLOAT, (2,)),
    }
    for given, source in ((known, "t"), ({}, "s")):
        edit = verbs.delete_and_heal(page, ["sum"], find, given)
        assert edit is not None
        assert wires(after(page, edit.change)) == [f"{source}.output -> n.x"]


def copied(
    page: Page, blocks: list[str], notes: list[int] | None = None, frames: list[int] | None = None
) -> Made | None:
    fragment = fragment_of(page, blocks, notes or [], frames or [])
    return None if fragment is None else verbs.paste(page, fragment, word="Duplicate")


def test_a_copy_has_new_ids_and_the_wires_among_the_copied() -> None:
    edit = copied(PAGE, ["w1", "m", "r"])
    assert edit is not None and edit.ids == ("w2", "m2", "r2") and edit.text == "Duplicate 3 blocks"
    page = after(PAGE, edit.change)
    assert wires(page)[len(PAGE.wires) :] == ["w2.output -> m2.b", "m2.product -> r2.features"]
    assert block(page, "w2") == block(PAGE, "w1")._replace(id="w2", at=(24, 144))
    assert block(page, "r2").muted


def test_notes_and_frames_are_copied_too() -> None:
    edit = copied(PAGE, [], [1], [0])
    assert edit is not None and edit.text == "Duplicate 1 note, 1 frame"
    assert (edit.notes, edit.frames) == ((2,), (2,))
    page = after(PAGE, edit.change)
    assert page.notes[2] == PAGE.notes[1]._replace(at=(324, -16))
    assert page.frames[2].title == "given"
    assert copied(PAGE, ["gone"]) is None


def test_numbers_go_on_where_they_are_and_long_ones_are_part_of_the_name() -> None:
    page = after(PAGE, verbs.add_block(PAGE, "Const", (0, 0), block_id="w2").change)
    page = after(page, verbs.add_block(page, "Const", (0, 0), block_id="7").change)
    page = after(page, verbs.add_block(page, "Const", (0, 0), block_id="t20241231235959").change)
    edit = copied(page, ["w1", "7", "t20241231235959"])
    assert edit is not None and edit.ids == ("w3", "7_2", "t20241231235959_2")


def test_renaming_takes_the_wires_along() -> None:
    edit = verbs.rename(PAGE, "m", "곱 1")
    assert edit is not None and edit.text == "Rename m to 곱 1"
    page = after(PAGE, edit.change)
    assert wires(page)[:3] == ["a.output -> 곱 1.a", "w1.output -> 곱 1.b", "곱 1.product -> r.features"]
    assert verbs.rename(PAGE, "m", "m") is None
    with pytest.raises(DiagramError, match="there is already a block 'a'"):
        verbs.rename(PAGE, "m", "a")
    with pytest.raises(DiagramError, match="is empty"):
        verbs.rename(PAGE, "m", "")


def test_values_are_set_and_taken_away() -> None:
    edit = verbs.set_value(PAGE, "s", "y", 2.5)
    assert edit is not None and edit.text == "Set s.y"
    assert block(after(PAGE, edit.change), "s").values == {"y": 2.5}
    assert verbs.set_value(PAGE, "s", "y", 1.5) is None
    assert verbs.set_value(PAGE, "s", "y", "1.5") is not None
    edit = verbs.unset_value(PAGE, "s", "y")
    assert edit is not None and edit.text == "Reset s.y"
    assert block(after(PAGE, edit.change), "s").values == {}
    assert verbs.unset_value(PAGE, "s", "x") is None
    with pytest.raises(DiagramError, match="there is no block 'gone'"):
        verbs.set_value(PAGE, "gone", "y", 1)


def test_muting_mutes_all_unless_all_are_muted() -> None:
    edit = verbs.mute(PAGE, ["r", "s"])
    assert edit is not None and edit.text == "Mute s"
    page = after(PAGE, edit.change)
    assert block(page, "r").muted and block(page, "s").muted
    edit = verbs.mute(page, ["r", "s"])
    assert edit is not None and edit.text == "Unmute 2 blocks"
    assert not block(after(page, edit.change), "r").muted
    assert verbs.mute(PAGE, ["r"], True) is None
    assert verbs.mute(PAGE, ["gone"]) is None


def test_collapsing_works_as_muting() -> None:
    edit = verbs.collapse(PAGE, ["g"])
    assert edit is not None and edit.text == "Expand g"
    assert not block(after(PAGE, edit.change), "g").collapsed
    edit = verbs.collapse(PAGE, ["a", "g"])
    assert edit is not None and edit.text == "Collapse a"
    after(PAGE, edit.change)

"""Pages without places are laid out: by hand (`blocks.layout`), and how the parts of a page lie then."""

from __future__ import annotations

import time
from pathlib import Path

import blocks
from blocks.base.collection import paused_collection
from blocks.document.data import Block, Endpoint, Page, Position, Wire
from blocks.document.data import Document as Data
from blocks.document.layout.page_layout import is_piled, positions
from blocks.document.model import Diagram, lay_out_pages


def chains(count: int, length: int) -> Page:
    """So many chains of blocks, all on one spot."""
    listed = [Block(f"c{i}_{k}", "Negate", (7, 9)) for i in range(count) for k in range(length)]
    wires = [Wire(Endpoint(f"c{i}_{k}", "y"), Endpoint(f"c{i}_{k + 1}", "x"))
             for i in range(count) for k in range(length - 1)]  # fmt: skip
    return Page("main", tuple(listed), tuple(wires))


def test_a_scripted_page_is_laid_out_and_the_inverse_takes_it_back() -> None:
    page = Diagram().add_page("main")
    page.add("Const", id="a", val=1.0)
    page.add("Negate", id="n")
    page.add("Negate", id="m")
    page.wire("a.output", "n.x")
    page.wire("n.y", "m.x")
    before = page.snapshot()
    assert is_piled(before)
    inverse = blocks.layout(page)
    across = [block.at[0] for block in page.blocks]
    assert across == sorted(across) and len(set(across)) == 3
    assert not is_piled(page.snapshot())
    page.apply(inverse)
    assert page.snapshot() == before


def test_only_pages_whose_blocks_all_lie_on_one_spot_are_spread() -> None:
    piled, single = chains(1, 3), Page("single", (Block("a", "Negate"),))
    placed = piled._replace(name="placed", blocks=(*piled.blocks[:-1], piled.blocks[-1]._replace(at=(7, 10))))
    diagram = Diagram(Data("", (piled, placed, single)))
    assert lay_out_pages(diagram)
    assert diagram.pages[0].snapshot() != piled
    assert [page.snapshot() for page in diagram.pages[1:]] == [placed, single]
    assert diagram.pages[0].blocks[0].at == (7, 9)
    assert not lay_out_pages(diagram)


def test_many_blocks_of_which_most_lie_where_others_do_were_not_placed() -> None:
    def with_spots(count: int, spots: int) -> Page:
        return Page("p", tuple([Block(f"b{i}", "Negate", at=(i % spots, 0)) for i in range(count)]))

    assert [is_piled(with_spots(*each)) for each in ((40, 1), (40, 2), (40, 20), (9, 2), (40, 21), (40, 40))] == [
        *[True] * 3, *[False] * 3
    ]  # fmt: skip


def test_a_diagram_that_was_in_no_file_is_laid_out_when_it_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "made.gradblocks"
    Diagram(Data("", (chains(1, 3),))).save(path, layout=False)
    diagram = blocks.load(path)
    diagram.save(path)
    assert blocks.load(path).pages[0].snapshot() == chains(1, 3)
    Diagram(Data("", (chains(1, 3),))).save(path)
    assert not is_piled(blocks.load(path).pages[0].snapshot())


def test_a_wide_page_wraps_where_few_wires_pass() -> None:
    narrow = positions(chains(1, 7))
    assert len({y for _, y in narrow.values()}) == 1
    page = chains(1, 12)
    crossing = [Wire(Endpoint(f"c0_{i}", "y"), Endpoint(f"c0_{i + 3}", "x")) for i in (2, 3, 4)]
    for each in (page, page._replace(wires=(*page.wires, *crossing))):
        places = positions(each)
        rows = [i for i in range(11) if places[f"c0_{i}"][0] > places[f"c0_{i + 1}"][0]]
        assert rows and all(places[f"c0_{i}"][1] + 60 < places[f"c0_{i + 1}"][1] for i in rows)
        assert len(each.wires) == 11 or not {4, 5} & set(rows)  # there three pins have wires
        assert max(x for x, _ in places.values()) < 1500


def test_time_grows_with_the_page_and_not_faster() -> None:
    def seconds(page: Page) -> float:
        with paused_collection():  # it grows with all that other tests have left
            begun = time.thread_time()
            laid_out: dict[str, Position] = positions(page)
            assert len(laid_out) == len(page.blocks)
            return time.thread_time() - begun

    for small, large in ((chains(1, 500), chains(1, 5000)), (chains(250, 2), chains(2500, 2))):
        assert seconds(large) < 30 * min(seconds(small) for _ in range(3))

"""What imported pages need of faces and ways: numbers without captions, sums, wires through narrow gaps."""

from __future__ import annotations

import pytest

from app.face.face import BlockInfo, make_face
from app.face.geometry import DISPLAY_LEAST, PIN_X, Geometry, Point, make_geometry, route_wire
from blocks.document.data import Block
from blocks.library.index import find


def look(kind: str, size: tuple[float, float] | None = None, **wires: int) -> Geometry:
    return make_geometry(make_face(Block("d", kind, size=size), find(kind), BlockInfo(inputs=wires)))


@pytest.mark.parametrize(("size", "plain"), [((60.0, 20.0), True), ((50.0, 100.0), True), (DISPLAY_LEAST, False)])
def test_a_small_number_has_no_caption(size: tuple[float, float], plain: bool) -> None:
    result = look("NumberDisplay", size)
    assert (result.width, result.height) == size
    assert (result.id_baseline == 0) == plain
    assert [spot.y for spot in result.spots] == ([size[1] / 2] if plain else [12.5])


def test_what_is_added_to_a_heat_map_has_a_pin_only_when_it_is_wired() -> None:
    assert [spot.pin.name for spot in look("HeatMapDisplay", input=1).spots] == ["input"]
    both = look("HeatMapDisplay", input=1, plus=1)
    assert [spot.pin.name for spot in both.spots] == ["input", "plus"]
    assert both.inner == look("HeatMapDisplay", input=1).inner


@pytest.mark.parametrize("gap", [4.0, 8.0, 18.0])
@pytest.mark.parametrize("rise", [-60.0, 25.0])
def test_a_wire_between_near_blocks_goes_through_the_gap(gap: float, rise: float) -> None:
    begin: Point = (100.0, 50.0)
    end: Point = (100.0 + gap + PIN_X, 50.0 + rise)
    way = route_wire(begin, end)
    assert len(way) == 4
    assert 100.0 < way[1][0] == way[2][0] < 100.0 + gap

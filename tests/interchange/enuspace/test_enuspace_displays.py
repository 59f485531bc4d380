"""Trends, heat maps, sensors and live texts of enuSpace become display blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from blocks.interchange.enuspace.displays import ShownResult, read_script
from blocks.interchange.enuspace.project import ImportResult
from tests.interchange.enuspace.pages import import_items, lines, pin, text, use, values, wire, wires

A = use("A", "Const", pin("val", "1;2;3", "double", "[3]"))
V = use("V", "Variable", pin("initvalues", "1;2", "double", "[1][2]"), pin("shape", "[1][2]"))


def sensor(name: str, kind: str, *pins: str, **attributes: str) -> str:
    shown = "".join(f'<pg-set-attribute variable="#{key}" value="{value}"/>' for key, value in attributes.items())
    return use(name, kind, *pins, at=(10, 20), task="logic").replace("</use>", f"{shown}</use>")


def heat_map(name: str, script: str = "", place: str = "translate(100.00,50.00) rotate(90.00)") -> str:
    return (
        f'<pg-trend-contour id="{name}" transform="{place}" x="5" y="7" width="80" height="30" subdivision="28,28"'
        f' minElevation="-1.5" maxElevation="2"><script><![CDATA[{script}]]></script></pg-trend-contour>'
    )


def page_script(*statements: str) -> str:
    body = "\n".join(
        ["function _ontask()", "local i", "for i=0,27,1 do", "for j=0,27,1 do", *statements, "end", "end", "end"]
    )
    return f"<script><![CDATA[{body}]]></script>"


def only(result: ImportResult, name: str) -> list[str]:
    """The wires into a display."""
    return [each.partition(" -> ")[0] for each in wires(result) if each.endswith(f"-> {name}.input")]


def test_sensors(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        A,
        sensor("t", "SENSOR_TREND", pin("input", "1"), m_labelname="COST", m_min="0", m_max="5", m_duration=""),
        sensor("n", "SENSOR_LCD", m_unit="NUM"),
        sensor("m", "SENSOR_LCD", m_unit=""),
        wire("A.result_output", "t.input"),
        wire("A.result_output", "n.input"),
        wire("n.output", "m.input"),
    )
    types = {block.id: (block.type, block.at) for block in result.diagram.pages[0].blocks}
    assert types["t"] == ("TrendDisplay", (10, 20))
    assert types["n"] == types["m"] == ("NumberDisplay", (10, 20))
    assert values(result, "t") == {"title": "COST", "minimum": 0.0, "maximum": 5.0}
    assert (values(result, "n"), values(result, "m")) == ({"unit": "NUM"}, {})
    assert only(result, "t") == only(result, "n") == only(result, "m") == ["A.result_output"]
    assert not result.report


def test_a_splitter_hands_on_one_element(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        A,
        sensor("s", "ARAAY_3_OUT", pin("INPUT", "1;2;3", "double", "[3]")),
        sensor("n", "SENSOR_LCD"),
        wire("A.result_output", "s.INPUT"),
        wire("s.OUTPUT_2", "n.input"),
    )
    assert result.diagram.pages[0].block("s").type == "TableDisplay"
    assert only(result, "s") == only(result, "n") == ["A.result_output"]
    assert values(result, "n") == {"part": [1]}


def test_sensors_in_a_circle_show_nothing(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        sensor("a", "SENSOR_LCD"),
        sensor("b", "SENSOR_LCD"),
        wire("a.output", "b.input"),
        wire("b.output", "a.input"),
    )
    assert only(result, "a") == only(result, "b") == []
    assert lines(result, "changed") == [f"changed: page 'page', {name}: nothing is wired to it" for name in "ab"]


def test_an_unknown_sensor_is_reported(tmp_path: Path) -> None:
    result = import_items(tmp_path, sensor("x", "SENSOR_GAUGE"))
    assert lines(result) == ["left out: page 'page', x: SENSOR_GAUGE: this display does not exist"]


def test_a_trend_has_its_place_its_axis_and_its_results_once(tmp_path: Path) -> None:
    trend = (
        '<pg-trend id="T" transform="translate(600.00,800.00) rotate(0.00)" x="-100" y="10" width="500" height="200"'
        ' yview-min="0" yview-max="0.7" auto-scale="off"><pg-trendtitle title="XOR"/>'
        '<pg-trendseries variable="A.result_output[0]"/><pg-trendseries variable="A.result_output[1]"/>'
        '<pg-trendseries variable="V.result_ref[0][1]"/><pg-trendseries variable="?"/></pg-trend>'
    )
    result = import_items(tmp_path, A, V, trend, trend.replace('"T"', '"U"').replace('"off"', '"on"'))
    block = result.diagram.pages[0].block("T")
    assert (block.type, block.at, block.size) == ("TrendDisplay", (500, 810), (500, 200))
    assert values(result, "T") == {"title": "XOR", "minimum": 0.0, "maximum": 0.7}
    assert values(result, "U") == {"title": "XOR"}
    assert only(result, "T") == ["A.result_output", "V.result_ref"]
    assert "left out: page 'page', T: its line of '?'" in lines(result)


def test_a_heat_map_is_where_it_is_seen_and_shows_what_the_page_fills_it_with(tmp_path: Path) -> None:
    script = page_script(
        "M.data[i][j] = V.result_ref[0][i*28+j] * A.result_output[1]", "N.data[i][j] = V.result_ref[i][j]"
    )
    result = import_items(tmp_path, A, V, script, heat_map("M"), heat_map("N", place="translate(100.00,50.00)"))
    block = result.diagram.pages[0].block("M")
    # A quarter turn to the right takes (x, y) to (-y, x): from 100 - 37 to 100 - 7, from 50 + 5 to 50 + 85.
    assert (block.type, block.at, block.size) == ("HeatMapDisplay", (63, 55), (30, 80))
    assert values(result, "M") == {"minimum": -1.5, "maximum": 2.0, "columns": 28, "part": [0]}
    assert values(result, "N") == {"minimum": -1.5, "maximum": 2.0}
    assert result.diagram.pages[0].block("N").at == (105, 57)
    assert only(result, "M") == only(result, "N") == ["V.result_ref"]
    assert lines(result) == [
        "changed: page 'page', M: the additions of its script are not converted: '* A.result_output[1]'"
    ]


def test_a_heat_map_with_a_script_of_its_own(tmp_path: Path) -> None:
    script = (
        "function _ontaskview()\nfor a=0,27,1 do\nfor b=0,27,1 do\ndata[a][b] = V.result_ref[0][a*7+b]\nend\nend\nend"
    )
    result = import_items(tmp_path, V, heat_map("M", script))
    assert values(result, "M") == {"minimum": -1.5, "maximum": 2.0, "columns": 7, "part": [0]}


def test_a_live_text_becomes_a_number(tmp_path: Path) -> None:
    script = 'function _ontaskview()\n--TODO\ntext = string.format("%4.4f", V.result_ref[0][1])\nend'
    result = import_items(tmp_path, V, text("0.8182", at=(50, 100), size=40, script=script))
    block = result.diagram.pages[0].block("T")
    assert (block.type, block.at) == ("NumberDisplay", (50, 64))  # 0.9 of 40 above its base line
    assert values(result, "T") == {"digits": 6, "part": [0, 1]}
    assert only(result, "T") == ["V.result_ref"]
    assert not result.diagram.pages[0].notes
    assert not result.report


def test_a_text_that_depends_on_a_condition_stays_a_note(tmp_path: Path) -> None:
    script = 'if (A.result_y[0] ~= 1) then\ntext = string.format("%d", A.result_output[0])\nend'
    result = import_items(tmp_path, A, text("good", script=script))
    assert [note.text for note in result.diagram.pages[0].notes] == ["good"]
    assert "left out: page 'page', T: the script that changes the text 'good'" in lines(result)


def test_a_display_takes_no_id_of_a_block(tmp_path: Path) -> None:
    script = 'text = string.format("%d", T.result_output)'
    result = import_items(tmp_path, use("T", "Const", pin("val", "1", "int")), text("0", script=script))
    assert [(block.id, block.type) for block in result.diagram.pages[0].blocks] == [
        ("T", "Const"),
        ("T_2", "NumberDisplay"),
    ]
    assert only(result, "T_2") == ["T.result_output"]


@pytest.mark.parametrize(
    ("line", "source", "decimals"),
    [
        ("M.data[i][j] = W.result_ref[0][i*28+j]", ShownResult("W", "result_ref", (0,), 28), None),
        ("M.data[i][j]=W.result_ref[2][ j + i * 10 ];", ShownResult("W", "result_ref", (2,), 10), None),
        ("M.data[r][c] = W.result_ref[r][c]", ShownResult("W", "result_ref"), None),
        ('T.text = string.format("%4.5f", B.result_ref[0][3])', ShownResult("B", "result_ref", (0, 3)), 5),
        ('T.text = string.format("%d", B.result_y)', ShownResult("B", "result_y"), 0),
        ('T.text = string.format("%f", B.result_y)', ShownResult("B", "result_y"), 6),
    ],
)
def test_the_patterns_of_scripts(line: str, source: ShownResult, decimals: int | None) -> None:
    [binding] = read_script(line).bindings
    assert (binding.source, binding.decimals, binding.more) == (source, decimals, "")


@pytest.mark.parametrize(
    "line",
    [
        "M.data[i][j] = W.result_ref[k]",
        "M.data[i][j] = 7",
        "M.data[0][1] = W.result_ref[0][0]",
        'T.text = string.format("%s", B.result_y)',
        'T.text = "fixed"',
        "memcpy(&@a.b[0][0], &M.data[0][0], 28*28)",
        "M.data[i][j] == W.result_ref[i][j]",
    ],
)
def test_what_is_no_pattern_is_counted(line: str) -> None:
    script = read_script(line)
    assert (script.bindings, script.left) == ([], 1)


def test_a_heat_map_of_a_sum_shows_the_sum(tmp_path: Path) -> None:
    script = page_script(
        "M.data[i][j] = V.result_ref[0][i*28+j] + A.result_output[1]",
        "N.data[i][j] = V.result_ref[0][i*28+j] + V.result_ref",
        "O.data[i][j] = V.result_ref[0][i*28+j] + A.result_output[i*28+j]",
        "P.data[i][j] = V.result_ref[0][i*28+j] + A.result_output[1] / 2",
    )
    result = import_items(tmp_path, script, A, V, *(heat_map(name) for name in "MNOP"))
    shown = {"minimum": -1.5, "maximum": 2.0, "columns": 28, "part": [0]}
    assert values(result, "M") == {**shown, "plus_part": [1]}
    assert {"V.result_ref -> M.input", "A.result_output -> M.plus"} <= set(wires(result))
    assert values(result, "N") == shown
    assert {"V.result_ref -> N.input", "V.result_ref -> N.plus"} <= set(wires(result))
    assert only(result, "O") == only(result, "P") == ["V.result_ref"]
    assert [line for line in lines(result) if "additions" in line] == [
        "changed: page 'page', O: the additions of its script are not converted: '+ A.result_output[i*28+j]'",
        "changed: page 'page', P: the additions of its script are not converted: '+ A.result_output[1] / 2'",
    ]


def test_what_was_drawn_as_a_wire_is_told_apart_from_what_a_script_binds(tmp_path: Path) -> None:
    script = page_script("M.data[i][j] = V.result_ref[i][j]")
    result = import_items(
        tmp_path, script, A, V, heat_map("M"), sensor("t", "SENSOR_TREND"), wire("A.result_output", "t.input")
    )
    assert result.tags == {"page": {"A.result_output -> t.input": False, "V.result_ref -> M.input": True}}

"""The web page in a real browser: what is seen, what can be done, and that nothing is fetched or run."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import blocks
from app.core.document import Document
from app.core.replay import Replay
from app.core.verbs import add_block
from app.web_page.content import PLAIN, Request, diagram_html
from blocks.cli import main
from blocks.document.file import load, loads
from tests.app.reliability.test_canary import Trap
from tests.app.web_page.browser import PROGRAM, WHY_SKIPPED, Browser
from tests.cli.conftest import ROOT

EXAMPLES = ROOT / "assets/examples"
SCALE = "+document.querySelector('svg.stage > g').getAttribute('transform').match(/scale\\(([-.e0-9]+)/)[1]"
PLACE = "document.querySelector('svg.stage > g').getAttribute('transform').match(/translate\\(([-.e0-9 ]+)\\)/)[1]"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if PROGRAM is None:
        assert not os.environ.get("GRADBLOCKS_BROWSER"), WHY_SKIPPED  # where it must not be skipped, as in CI
        pytest.skip(WHY_SKIPPED)
    with Browser() as browser:
        yield browser


def middle(browser: Browser, block: str) -> tuple[float, float]:
    """Where a block is in the window, near its upper edge."""
    element = f"[...document.querySelectorAll('.block')].find(each => each.dataset.id === {block!r})"
    box = f"{element}.querySelector('.body').getBoundingClientRect()"
    script = f"(() => {{ const box = {box}; return [box.x + box.width / 2, box.y + 4]; }})()"
    x, y = browser.see(script)
    return x, y


def convert(*arguments: object) -> None:
    assert main(["convert", *map(str, arguments)]) == 0


def words(browser: Browser, selector: str) -> str:
    return browser.see(f"document.querySelector({selector!r}).textContent")


def ids(browser: Browser) -> list[str]:
    return browser.see("[...document.querySelectorAll('.block')].map(each => each.dataset.id)")


def test_a_trained_network_is_looked_through(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    example = EXAMPLES / "cnn_of_layers.gradblocks"
    convert(example, page, "--results", "--gradients", "cost", "--steps", "3")
    browser.open(page)
    assert set(ids(browser)) == {block.id for block in load(example).pages[0].blocks}
    # Zoom keeps what is under the mouse, pan moves all.
    before = browser.see(SCALE)
    x, y = middle(browser, "edges")
    browser.mouse("mouseWheel", x, y, deltaX=0, deltaY=-400)
    browser.wait(f"{SCALE} > {before} * 1.5")
    u, v = middle(browser, "edges")
    assert (abs(u - x), abs(v - y)) < (20, 20)
    place = browser.see(PLACE)
    browser.drag(500, 400, 560, 340)
    browser.wait(f"{PLACE} !== {place!r}")
    browser.see("document.querySelector('svg.stage').focus()")
    browser.press("f")
    browser.wait(f"Math.abs({SCALE} - {before}) < 1e-6")
    # A composite opens by a double-click, with the results inside of this instance, and closes.
    browser.click(*middle(browser, "edges"), times=2)
    browser.wait("[...document.querySelectorAll('.block')].some(each => each.dataset.id === 'conv')")
    session = blocks.Session(load(example), inside=True)
    wanted = [session.run() for _ in range(3)][-1]["edges/conv.result_output"]
    browser.click(*middle(browser, "conv"))
    browser.wait("document.querySelector('aside h2').textContent === 'conv'")
    assert f"[{','.join(map(str, wanted.shape))}]" in words(browser, "aside .value")
    low = float(words(browser, "aside .value .mono").split("]")[1].split()[0])
    assert abs(low - float(np.min(wanted))) < 1e-4 * abs(low)
    browser.press("Backspace")
    browser.wait("[...document.querySelectorAll('.block')].some(each => each.dataset.id === 'edges')")
    # Steps: the cost of each is what a session gives.
    session = blocks.Session(load(example), inside=True)
    costs = [float(session.run()["cost.result_output"]) for _ in range(3)]
    browser.click(*middle(browser, "cost"))
    for step, cost in enumerate(costs):
        browser.see(f"(() => {{ const range = document.querySelector('footer input'); range.value = {step};"
                    " range.dispatchEvent(new Event('input')); })()")  # fmt: skip
        assert words(browser, "footer output") == f"step {step + 1} of 3"
        assert abs(float(words(browser, "aside .value .mono")) - cost) < 1e-4
    # The gradient flows along the wires into the network and not to what is only watched.
    flowing = browser.see("[...document.querySelectorAll('.grad .wire.flows title')].map(each => each.textContent)")
    assert "edges.y → shapes.x" in flowing
    assert not any("accuracy" in each for each in flowing)
    # Search finds what is inside of instances, too.
    browser.press("/")
    browser.type("pool")
    browser.wait("document.querySelectorAll('.find li').length > 1")
    entries = browser.see("[...document.querySelectorAll('.find li')].map(each => each.textContent)")
    assert any(each.startswith("edges/pool") for each in entries) and any(
        each.startswith("shapes/pool") for each in entries
    )
    browser.press("Enter")
    browser.wait("document.querySelector('aside h2').textContent === 'pool'")
    assert browser.errors == [] and browser.requests == []


def test_pictures_show_each_element_and_each_of_a_batch(browser: Browser, tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="table", val=[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], dtype="DT_FLOAT")
    page.add("Const", id="batch", val=[[[[0.0, 5.0, 0.0]]], [[[5.0, 0.0, 1.0]]]], dtype="DT_FLOAT")  # [2, 1, 1, 3]
    for name in ("table", "batch"):
        page.add("ImageDisplay", id=f"see_{name}", at=(300, 0))
        page.wire(f"{name}.output", f"see_{name}.input")
    file = tmp_path / "page.html"
    file.write_text(diagram_html(diagram, Request(results=True))[0], "utf-8")
    browser.open(file)
    pixels = browser.see("""Promise.all([...document.querySelectorAll(".block image")].map(async each => {
        const picture = new Image();
        picture.src = each.getAttribute("href");
        await picture.decode();
        const drawn = document.createElement("canvas").getContext("2d");
        drawn.drawImage(picture, 0, 0);
        const {width, height} = picture;
        return [width, height, [...drawn.getImageData(0, 0, width, height).data].filter((_, i) => i % 4 < 3)];
    }))""")
    grey = [level for level in (0, 51, 102, 153, 204, 255) for _ in range(3)]
    assert pixels == [[3, 2, grey], [3, 1, [0, 255, 0, 0, 0, 0, 255, 0, 51]]]
    # A page that gets its size later, as in a frame that was hidden, is seen as a whole then.
    before = browser.see(SCALE)
    browser.see("document.body.style.display = 'none'")
    browser.wait(f"{SCALE} < 0.02")
    browser.see("document.body.style.display = ''")
    browser.wait(f"Math.abs({SCALE} - {before}) < 1e-6")


def test_each_display_shows_what_it_is_for(browser: Browser, tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    numbers, labels, guesses = random.normal(size=200).round(3), random.integers(0, 3, 40), random.integers(0, 3, 40)
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    for name, value in {"numbers": numbers, "labels": labels, "guesses": guesses}.items():
        page.add("Const", id=name, val=value.tolist(), dtype="DT_FLOAT" if value.dtype.kind == "f" else "DT_INT32")
    page.add("Const", id="points", val=numbers.reshape(100, 2).tolist(), dtype="DT_FLOAT")
    page.add("Const", id="table", val=[[1.5, -2.0], [0.25, 1e6]], dtype="DT_FLOAT")
    for display, wires in {
        "Histogram": {"input": "numbers"}, "Scatter": {"input": "points"}, "Table": {"input": "table"},
        "ConfusionMatrix": {"input": "labels", "predictions": "guesses"},
    }.items():  # fmt: skip
        page.add(f"{display}Display", id=display)
        for pin, source in wires.items():
            page.wire(f"{source}.output", f"{display}.{pin}")
    file = tmp_path / "page.html"
    file.write_text(diagram_html(diagram, Request(results=True))[0], "utf-8")
    browser.open(file)

    def texts(display: str, what: str) -> list[str]:
        inside = f"[...document.querySelectorAll('.block')].find(each => each.dataset.id === {display!r})"
        return browser.see(f"[...{inside}.querySelectorAll({what!r})].map(each => each.textContent)")

    assert [*map(int, texts("Histogram", "rect:not(.body)"))] == np.histogram(numbers, 24)[0].tolist()
    assert len(texts("Scatter", "circle:not(.pin):not(.cutmark *)")) == 100
    assert texts("Table", ".val") == ["1.5", "-2", "0.25", "1.000e+6"]
    counts = [[int(np.sum((labels == i) & (guesses == j))) for j in range(3)] for i in range(3)]
    assert texts("ConfusionMatrix", "rect:not(.body)") == [
        f"{i} taken for {j}: {counts[i][j]}" for i in range(3) for j in range(3)
    ]
    right = int(np.sum(labels == guesses))
    assert texts("ConfusionMatrix", ".val")[-1] == f"{right} of 40 right ({100 * right / 40:.1f} %)"
    assert browser.errors == []


def test_cuts_of_a_gradient_are_marked_with_their_reasons(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    convert(EXAMPLES / "detached_target.gradblocks", page, "--gradients", "loss")
    browser.open(page)
    cut = browser.see("[...document.querySelectorAll('.block.cut')].map(each => each.dataset.id)")
    assert cut == ["fixed_target"]
    assert "StopGradient" in words(browser, "aside")
    assert browser.see("getComputedStyle(document.querySelector('.block.cut .cutmark')).display") == "inline"
    assert browser.errors == []


def test_blocks_notes_and_scalar_gradients_look_as_in_the_editor(browser: Browser, tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    view = diagram.add_page("main")
    view.note("# Start\nA # inside", at=(0, -90))
    view.add("Variable", id="x", initvalues=3.0)
    view.add("Square", id="y")
    view.wire("x", "y.x")
    page = tmp_path / "page.html"
    page.write_text(diagram_html(diagram, Request(results=True, gradients="y"))[0], "utf-8")
    browser.open(page)
    lines = (
        "[...document.querySelectorAll('.note text')].map(each => [each.textContent, getComputedStyle(each).fontSize])"
    )
    assert browser.see(lines) == [["Start", "20px"], ["A # inside", "12px"]]
    for block, color in (("x", "state"), ("y", "math")):
        icon = f"document.querySelector('.block[data-id={block}] .icon')"
        wanted = f"getComputedStyle(document.documentElement).getPropertyValue('--family-{color}')"
        shade = browser.see(f"[{wanted}, {icon}.style.stroke, {icon}.childElementCount, {icon}.getBBox().width]")
        assert shade[0].startswith("#") and shade[1] == f"var(--family-{color})" and shade[2] and 5 < shade[3] < 12
    assert "gradient 6" in browser.see("[...document.querySelectorAll('.gradtext')].map(each => each.textContent)")
    assert "gradient 6" in words(browser, "aside")


def test_the_gradient_composite_of_an_instance_opens(browser: Browser, tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    diagram.add_composite("Round", gradient="RoundGrad").add("Const", id="c", val=1.0)
    diagram.add_composite("RoundGrad").add("InputPin", id="x")
    diagram.add_page("main").add(":Round", id="h")
    page = tmp_path / "page.html"
    page.write_text(diagram_html(diagram, PLAIN)[0], "utf-8")
    browser.open(page)
    browser.click(*middle(browser, "h"))
    browser.wait("document.querySelector('aside h2').textContent === 'h'")
    browser.see("[...document.querySelectorAll('aside .link')].find(each => each.textContent === 'RoundGrad').click()")
    assert ids(browser) == ["x"]
    browser.see(
        "(() => { const list = document.querySelector('select'); list.value = ':Round';"
        " list.dispatchEvent(new Event('change')); })()"
    )
    assert ids(browser) == ["c"] and "Custom gradient" in words(browser, "aside")
    assert browser.errors == []


def test_an_exercise_shows_what_it_hides_after_an_answer(browser: Browser, tmp_path: Path) -> None:
    page, exercise = tmp_path / "page.html", tmp_path / "exercise.json"
    start = json.loads((EXAMPLES / "em_step.gradblocks").read_text("utf-8"))
    start["pages"][0]["blocks"].append({"id": "open", "type": "MatMul", "at": [0, 900]})  # an error
    data = {
        "format": "gradblocks-exercise/1", "title": "Predict", "text": "Think <b>first</b>.", "start": start,
        "questions": [
            {"id": "sign", "text": "Which sign has Q?", "choices": ["plus", "minus"], "hides": ["Q"]},
            {"id": "stop", "text": "Where does it stop?", "hides": ["gradient of grad", "log_likelihood.output"]},
        ],
        "checks": [{"name": "Q", "answers": "sign", "is": "minus", "hint": "a secret hint"},
                   {"name": "size", "value": "Q.output", "equals": -7.25}],
    }  # fmt: skip
    exercise.write_text(json.dumps(data), "utf-8")
    convert(exercise, page)
    browser.open(page)
    assert "Predict" in words(browser, "h1") and "Think <b>first</b>." in words(browser, "aside")
    for secret in ("a secret hint", "-7.25", "answers"):  # the right answers are not in the file
        assert secret not in page.read_text("utf-8").partition("<script>")[0]
    card = "[...document.querySelectorAll('.block')].find(each => each.dataset.id === {!r}).querySelector('.card text')"
    gradient = "document.querySelector('header button[aria-pressed][hidden][title*=gradient]')"
    assert [browser.see(f"{card.format(each)} === null") for each in ("Q", "log_likelihood", "Q_open")] == [1, 1, 0]
    assert browser.see(f"{gradient} !== null")
    browser.see("document.querySelectorAll('.tasks input[type=radio]')[0].click()")
    assert browser.see(f"{card.format('Q')}.textContent.startsWith('-')")  # also after a wrong answer
    assert browser.see(f"{card.format('log_likelihood')} === null && {gradient} !== null")
    browser.see("document.querySelector('.tasks input[type=text]').focus()")
    browser.type("at given")
    browser.press("Enter")
    assert browser.see(f"{card.format('log_likelihood')}.textContent.startsWith('-') && {gradient} === null")
    assert browser.see("document.querySelectorAll('.wire.flows').length") > 0
    browser.see("void (URL.createObjectURL = blob => { globalThis.saved = blob.text(); return '#'; })")
    browser.see("[...document.querySelectorAll('header button')].find(each => each.title.startsWith('Save')).click()")
    saved = json.loads(browser.see("saved"))
    assert saved.pop("answers") == {"sign": "plus", "stop": "at given"} and saved["pages"] == start["pages"]
    assert browser.errors == [] == browser.requests


def test_the_history_is_replayed(browser: Browser, tmp_path: Path) -> None:
    document = Document.new()
    for place, kind in enumerate(("Const", "Square", "Exp")):
        document.do(*add_block(document.page("main"), kind, (300.0 * place, 0.0))[:2])
    page = tmp_path / "page.html"
    page.write_text(diagram_html(document.diagram, Request(results=True), replay=Replay(document, "main"))[0], "utf-8")
    browser.open(page)
    assert len(ids(browser)) == 3 and browser.see("document.querySelector('footer').hidden")
    replay = "[...document.querySelectorAll('header button')].find(each => each.textContent === 'Replay')"
    browser.see(f"{replay}.click()")
    browser.see("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")  # fits again
    scale = browser.see(SCALE)
    assert ids(browser) == [] and words(browser, "footer output").startswith("1 of 4")
    browser.press("]")
    assert browser.see("document.querySelector('.block.chosen').dataset.id") == "Const1"
    assert ids(browser) == ["Const1"] and words(browser, "footer output") == "2 of 4: Add Const"
    browser.see("(() => { const list = document.querySelector('footer select'); list.value = 4; })()")
    browser.see("document.querySelector('footer button').click()")
    browser.wait("document.querySelectorAll('.block').length === 3")
    assert browser.see(SCALE) == scale  # the blocks stay where they are
    browser.see(f"{replay}.click()")
    assert browser.see("document.querySelector('footer').hidden") and len(ids(browser)) == 3
    assert browser.errors == [] == browser.requests


def test_light_and_dark_follow_the_system_and_the_switch(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    convert(EXAMPLES / "a_times_b.gradblocks", page)
    browser.open(page)
    color = "getComputedStyle(document.body).backgroundColor"
    light = browser.see(color)
    browser.prefer(dark=True)
    dark = browser.see(color)
    assert light == "rgb(246, 246, 243)" and dark == "rgb(42, 42, 42)"
    button = "[...document.querySelectorAll('header button')].find(each => each.title.startsWith('Switch between'))"
    switch = f"{button}.click()"
    browser.see(switch)
    assert browser.see(color) == light
    browser.prefer(dark=False)
    assert browser.see(color) == light
    browser.see(switch)
    assert browser.see(color) == dark


@pytest.mark.parametrize("kind", ["diagram", "trained"])
def test_text_of_a_diagram_is_never_markup(browser: Browser, tmp_path: Path, kind: str) -> None:
    """Every text is markup; the page shows it letter by letter, and asks for no picture."""
    trap = Trap(tmp_path)
    for markup in (trap.markup, f"{trap.markup}<&#47;script><script>document&#46;title=1<&#47;script>"):
        trap.markup = markup
        text = json.dumps(getattr(trap, kind)())
        diagram = loads(text)
        page = tmp_path / "page.html"
        page.write_text(diagram_html(diagram, Request(results=True))[0], "utf-8")
        assert load(page).dumps() == diagram.dumps()
        browser.open(page)
        assert browser.see("document.querySelectorAll('aside a, #app img, #app script, iframe').length") == 0
        assert browser.see("document.title") != "1"
        assert markup[:8] in words(browser, "#app")
        for block in range(browser.see("document.querySelectorAll('.block').length")):  # each block's details
            x, y = browser.see(f"(() => {{ const b = document.querySelectorAll('.block .body')[{block}]"
                               ".getBoundingClientRect(); return [b.x + 9, b.y + 3]; })()")  # fmt: skip
            browser.click(x, y)
    assert browser.errors == [] and browser.requests == []


def test_the_policy_refuses_what_a_stranger_put_in(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    convert(EXAMPLES / "a_times_b.gradblocks", page)
    text = page.read_text("utf-8").replace("<div id=", "<script>document.title = 'ran'</script><div id=")
    page.write_text(text, "utf-8")
    browser.open(page)
    assert browser.see("document.title") != "ran"
    assert any("Content Security Policy" in error for error in browser.errors)
    browser.errors.clear()


def test_a_large_page_draws_what_is_seen(browser: Browser, tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="b0", val=1.0)
    for number in range(1, 1200):
        page.add("Negate", id=f"b{number}", at=(200 * (number % 60), 120 * (number // 60)))
        page.wire(f"b{number - 1}", f"b{number}.x")
    file = tmp_path / "page.html"
    file.write_text(diagram_html(diagram, PLAIN)[0], "utf-8")
    browser.open(file)
    # From far away few elements draw all of it, so that ten thousand blocks open at once; each can be chosen.
    assert browser.see("document.querySelectorAll('svg.stage *').length") < 30
    paths = "[...document.querySelectorAll('.block.distant path')]"  # one for each family
    assert browser.see(f"{paths}.map(each => each.getAttribute('d').split('M').length - 1)") == [1, 1199]
    left, top, place, scale = browser.see(
        f"(box => [box.x, box.y, {PLACE}, {SCALE}])(document.querySelector('svg.stage').getBoundingClientRect())"
    )
    dx, dy = map(float, place.split())
    x, y = left + dx + 20 * scale, top + dy + 1210 * scale
    browser.click(x, y)
    assert words(browser, "aside h2") == "b600"
    for _ in range(4):
        browser.mouse("mouseWheel", x, y, deltaX=0, deltaY=-600)
    browser.wait("document.querySelectorAll('.block').length < 200")
    assert browser.see("document.querySelector('.block.chosen').dataset.id") == "b600"
    assert browser.errors == []

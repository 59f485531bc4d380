"""Earlier names of functions' parameters and of classes: each works with a warning, and not beside the new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import blocks
from blocks.document.model import PageView


def page() -> PageView:
    view = blocks.Diagram().add_page("main")
    view.add("Variable", id="w", initvalues=[3.0, -1.0])
    view.add("StopGradient", id="sg")
    view.add("L2Loss", id="loss")
    view.wire("w.ref", "sg.input")
    view.wire("sg", "loss.t")
    return view


def wrong(view: PageView, **given: Any) -> Any:
    return blocks.check_gradients(view, **given).wrong


def iterations(view: PageView, **given: Any) -> Any:
    return blocks.Session(view, **given).iterations


def watch(view: PageView, **given: Any) -> Any:
    return blocks.Session(view).watch(**given)


CALLS: list[tuple[Callable[..., Any], dict[str, Any], dict[str, Any]]] = [
    (blocks.what_if, {"of": "loss", "lift": ["sg"]}, {"loss": "loss", "ignore_stop": ["sg"]}),
    (blocks.what_if, {"of": "loss", "cut": ["w.ref"]}, {"loss": "loss", "stop_at": ["w.ref"]}),
    (blocks.gradient_flow, {"of": "loss"}, {"loss": "loss"}),
    (wrong, {"of": "loss"}, {"loss": "loss"}),
    (iterations, {"rounds": True}, {"iterations": True}),
    (watch, {"of": None}, {"loss": None}),
]


@pytest.mark.parametrize(("call", "old", "new"), CALLS)
def test_an_earlier_parameter(call: Callable[..., Any], old: dict[str, Any], new: dict[str, Any]) -> None:
    view = page()
    with pytest.warns(FutureWarning) as notes:
        result = call(view, **old)
    assert result == call(view, **new)
    assert {note.filename for note in notes} == {__file__}
    assert all(any(name in str(note.message) for note in notes) for name in new)
    with pytest.raises(TypeError, match="earlier name"):
        call(view, **old, **new)


def test_the_earlier_name_of_a_class() -> None:
    name = "History"
    with pytest.warns(FutureWarning, match=r"blocks\.Timeline"):
        assert getattr(blocks, name) is blocks.Timeline
    assert name not in dir(blocks)

"""Checks of JSON objects by forms: their keys, and the kinds of their values, as in ``"from to at?:position"``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from blocks.base.errors import DiagramError
from blocks.document.data import Json, is_list, is_object, position, shortened
from blocks.library.similar import closest

_KINDS: Mapping[str, tuple[Callable[[Json], bool], str]] = {
    "": (lambda value: type(value) is str, "a string"),
    "any": (lambda value: True, ""),
    "name": (lambda value: type(value) is str and value != "", "a string that is not empty"),
    "names": (lambda value: is_list(value) and all(type(each) is str for each in value), "a list of strings"),
    "some": (lambda value: value != [] and _KINDS["names"][0](value), "a list of at least one name"),
    "object": (is_object, "an object"),
    "list": (is_list, "a list"),
    "boolean": (lambda value: type(value) is bool, "true or false"),
    "index": (lambda value: type(value) is int, "an integer"),
    "count": (lambda value: type(value) is int and value >= 1, "an integer of at least 1"),
    "number": (lambda value: type(value) in (int, float), "a number"),
    "amount": (lambda value: type(value) in (int, float) and value >= 0, "a number of at least 0"),
    "position": (lambda value: position(value) is not None, "two finite numbers [x, y]"),
}


def check_form(what: str, given: Json, form: str) -> None:
    """Raise DiagramError if a value is not an object of a form.

    Args:
        what: the name of the object in errors.
        form: its keys with the kinds of their values, a string if none is named. A key with ``?`` is optional.
    """
    if not is_object(given):
        raise DiagramError(f"{what} must be an object")
    known = {key.rstrip("?"): (key, kind) for key, _, kind in (each.partition(":") for each in form.split())}
    for key in given:
        if key not in known:
            text = f"{what} has an unknown key {shortened(key)}"
            raise DiagramError(text, hint=closest(key, list(known), f"keys of {what}"))
    for name, (key, kind) in known.items():
        fits, expected = _KINDS[kind]
        if name not in given and key == name:
            raise DiagramError(f"{what} needs the key {name!r}", hint=f"the keys of {what} are: {', '.join(known)}")
        if name in given and not fits(given[name]):
            raise DiagramError(f"{what}: {name!r} must be {expected}")

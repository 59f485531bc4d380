"""The attributes that the promoted values of a composite set, including those inside inner instances."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias

from blocks.document.data import Block, Page, PromotedValue
from blocks.document.definitions import is_instance
from blocks.graph.spec import Attribute, BlockSpec

Find = Callable[[str], BlockSpec | None]
FindPage = Callable[[str], Page | None]
_Asked: TypeAlias = tuple[Page, PromotedValue]


class Promotion:
    """A cached search for the attributes that promoted values set; definitions must not change."""

    def __init__(self, find: Find, page: FindPage) -> None:
        self.find = find
        self.page = page
        self._attributes: dict[tuple[str, str], Attribute | None] = {}
        self._canvases: dict[str, tuple[dict[str, Block], dict[str, PromotedValue]]] = {}

    def attribute(self, page: Page, value: PromotedValue) -> Attribute:
        result = self._search(page, value)
        if result is None:
            return Attribute(value.name, "tensor", value.default, doc=value.doc)
        return result._replace(name=value.name, doc=value.doc)

    def _search(self, page: Page, value: PromotedValue) -> Attribute | None:
        # Instances may lie in each other more deeply than Python calls itself.
        keys, searches = [(page.name, value.name)], [self._inside(page, value)]
        answer: Attribute | None = None
        while searches:
            try:
                page, value = searches[-1].send(answer)
            except StopIteration as ended:
                answer = self._attributes[keys.pop()] = ended.value
                searches.pop()
                continue
            key = page.name, value.name
            answer = self._attributes.get(key)
            if key not in self._attributes:
                self._attributes[key] = None  # what promotes itself sets nothing
                keys.append(key)
                searches.append(self._inside(page, value))
        return answer

    def _inside(self, page: Page, value: PromotedValue) -> Generator[_Asked, Attribute | None, Attribute | None]:
        """Return the first attribute that a promoted value sets; yield requests for values of other composites."""
        blocks = self._canvas(page)[0]
        gradient = None if page.composite is None else self.page(page.composite.gradient)
        beside = None if gradient is None else self._canvas(gradient)[1].get(value.name)
        if gradient is not None and beside is not None and not value.sets:  # it is only for the gradient composite
            attribute = (yield gradient, beside) or Attribute(value.name, "tensor", beside.default)
            return attribute if value.default is None else attribute._replace(default=value.default)
        for each in value.sets:
            name, _, set_value = each.partition(".")
            block = blocks.get(name)
            if block is None:
                continue
            if is_instance(block):
                definition = self.page(block.type)
                deeper = None if definition is None else self._canvas(definition)[1].get(set_value)
                attribute = None if definition is None or deeper is None else (yield definition, deeper)
            else:
                spec = self.find(block.type)
                attribute = None if spec is None else spec.attribute(set_value)
            if attribute is not None:
                default = value.default
                if default is None:
                    default = block.values.get(set_value, None if attribute.required else attribute.default)
                return attribute._replace(default=default)
        return None

    def _canvas(self, page: Page) -> tuple[dict[str, Block], dict[str, PromotedValue]]:
        entry = self._canvases.get(page.name)
        if entry is None:
            promoted = {value.name: value for value in reversed(page.promoted)}  # of two with one name the first counts
            entry = self._canvases[page.name] = {block.id: block for block in page.blocks}, promoted
        return entry

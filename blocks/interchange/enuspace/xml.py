"""A small XML reader for untrusted files: no document type, no custom entities, bounded depth."""

from __future__ import annotations

from xml.parsers import expat

from blocks.base.errors import FileError

_MAX_DEPTH = 64


class Element:
    """An XML element; ``tag`` without its namespace prefix, ``own_text`` without that of its children."""

    __slots__ = ("_text", "attributes", "children", "tag")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element] = []
        self._text: list[str] = []

    @property
    def own_text(self) -> str:
        return "".join(self._text)

    def add_text(self, text: str) -> None:
        self._text.append(text)


def parse_xml(text: str, file: str) -> Element:
    """Return the root element; raise FileError if the XML is malformed, too deep, or has a document type."""
    top = Element("", {})
    stack = [top]
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) > _MAX_DEPTH:
            raise FileError(f"the XML elements are nested more than {_MAX_DEPTH} levels deep", file=file)
        element = Element(tag.rpartition(":")[2], attributes)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_tag: str) -> None:
        stack.pop()

    def characters(data: str) -> None:
        stack[-1].add_text(data)

    def refuse(*_arguments: object) -> None:
        raise FileError("contains a document type (<!DOCTYPE>), which enuSpace pages never have", file=file)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise FileError(f"not valid XML: {error}", file=file) from None
    except UnicodeEncodeError as error:
        raise FileError(f"contains an incomplete character at position {error.start}", file=file) from None
    return top.children[0]

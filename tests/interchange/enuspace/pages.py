"""Small enuSpace pages, written as the two generations of the original write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from blocks.document.data import Json
from blocks.interchange.enuspace.convert import import_file
from blocks.interchange.enuspace.project import ImportResult

SAVED = Path(__file__).with_name("saved")
"""Pages of our own with TensorFlow's numbers; `make_saved` writes them."""


def pin(name: str, text: str, kind: str = "string", shape: str = "", *, at: int | None = None, v4: bool = False) -> str:
    key = "type" if v4 else "var-type"
    value = f"value={quoteattr(text)}" if at is None else f'save-type="binary" binary-pos="{at}"'
    return f'<pg-set-pin variable="#{name}{shape}" auto="true" shape="{shape}" {key}="{kind}" {value}/>'


def use(
    name: str, kind: str, *pins: str, at: tuple[float, float] = (0, 0), task: str = "tensorflow", turn: float = 0
) -> str:
    place = f"translate({at[0]:.2f},{at[1]:.2f}) rotate({turn:.2f}) scale(1.0000, 1.0000)"
    scope = pin("scope", "scope")
    return (
        f'<use id={quoteattr(name)} type="{task}" transform="{place}" xlink:href="#{kind}" x="0.00" y="0.00">'
        f"{scope}{''.join(pins)}</use>"
    )


def wire(source: str, target: str, *, hidden: bool = False) -> str:
    ends = [*source.split(".", 1), *target.split(".", 1)]
    keys = ("from-id", "param-from", "to-id", "param-to")
    link = " ".join(f"{key}={quoteattr(end)}" for key, end in zip(keys, ends, strict=True))
    more = ' hidden="true"' if hidden else ""
    return f'<polyline points="0,0 1,1" transform="translate(1.00,2.00)"><pg-link {link}{more}></pg-link></polyline>'


def text(words: str, at: tuple[float, float] = (0, 0), size: float = 20, script: str = "") -> str:
    inner = f"\n\t\t<script><![CDATA[{script}]]></script>" if script else ""
    return (
        f'<text id="T" font-size="{size}" transform="translate({at[0]},{at[1]}) rotate(0.00)">{inner}\n'
        f"{escape(words)}\n\t</text>"
    )


def write_page(folder: Path, items: Iterable[str], name: str = "page.svg", encoding: str = "utf-16") -> Path:
    """Write a page; ``utf-16`` brings a byte order mark, as the original does."""
    body = "\n".join(items)
    content = (
        '<?xml version="1.0" encoding="UTF-16"?>\n<svg enuspace-version="3.0.2.0" '
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1920">\n'
        f"{body}\n</svg>\n"
    )
    path = folder / name
    path.write_bytes(content.encode(encoding))
    return path


def import_items(folder: Path, *items: str) -> ImportResult:
    """Import a page with these elements."""
    return import_file(write_page(folder, items))


def values(result: ImportResult, block: str) -> dict[str, Json]:
    """The values of a block of the only page."""
    return dict(result.diagram.pages[0].block(block).values)


def wires(result: ImportResult) -> list[str]:
    """The wires of the only page, as text."""
    return [str(wire) for wire in result.diagram.pages[0].wires]


def lines(result: ImportResult, kind: str = "") -> Sequence[str]:
    """The report, as text."""
    return [str(line) for line in result.report if not kind or line.kind == kind]

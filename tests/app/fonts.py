"""The editor's font: ``python -m tests.app.fonts Inter[opsz,wght].ttf`` makes ``assets/fonts`` (needs fonttools).

Of Inter's variable font it keeps two weights and the characters that the editor's strings need (`KEPT`). All figures
are as wide as each other, so that numbers that change do not jump. The family has a name of its own: an Inter that is
installed is neither hidden nor mistaken for it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import assets
from app.canvas.text import FAMILY

FONTS = Path(assets.__file__).parent / "fonts"
# Latin, accents, Greek, punctuation, raised and lowered figures, currency, letters as signs, arrows, operators,
# brackets, shapes, check marks.
KEPT = [
    *((0x20, 0x17F), (0x192, 0x192), (0x218, 0x21B), (0x2B9, 0x2DD), (0x300, 0x338), (0x370, 0x3FF), (0x2000, 0x206F)),
    *((0x2070, 0x209F), (0x20A0, 0x20BF), (0x2100, 0x218F), (0x2190, 0x22FF), (0x2300, 0x23CE), (0x25A0, 0x25FF)),
    *((0x2605, 0x2606), (0x2713, 0x2718), (0x27E6, 0x27EF)),
]
WEIGHTS = {"Regular": 400, "Bold": 600}
"""A half-bold serves as bold: titles and labels of blocks are many, and small."""


def made(source: Path, style: str) -> Any:
    """Return one weight of the font."""
    font = import_module("fontTools.ttLib").TTFont(source, recalcTimestamp=False)
    import_module("fontTools.varLib.instancer").instantiateVariableFont(
        font, {"wght": WEIGHTS[style], "opsz": 14}, inplace=True, overlap=False
    )
    features = font["GSUB"].table
    lookups = [each.Feature.LookupListIndex for each in features.FeatureList.FeatureRecord if each.FeatureTag == "tnum"]
    even: dict[str, str] = {}
    for index in lookups[0]:
        for table in features.LookupList.Lookup[index].SubTable:
            even.update(getattr(table, "ExtSubTable", table).mapping)
    for cmap in font["cmap"].tables:
        if cmap.isUnicode():
            cmap.cmap.update(
                {code: even.get(name, name) for code, name in cmap.cmap.items() if code in range(0x30, 0x3A)}
            )
    subset = import_module("fontTools.subset")
    options = subset.Options(layout_features=["kern", "ccmp", "locl", "mark", "mkmk"], hinting=False, name_IDs=["*"])
    options.notdef_outline = True  # a letter that no font has is a box
    options.drop_tables += ["STAT", "DSIG", "meta"]
    cut = subset.Subsetter(options)
    cut.populate(unicodes=[code for first, last in KEPT for code in range(first, last + 1)])
    cut.subset(font)
    names = font["name"]
    names.names = [each for each in names.names if each.nameID in (0, 5, 13, 14)]
    for number, text in ((1, FAMILY), (2, style), (3, f"{FAMILY} {style}"), (4, f"{FAMILY} {style}"), (6, "")):
        names.setName(text or f"{FAMILY.replace(' ', '')}-{style}", number, 3, 1, 0x409)
    bold = style == "Bold"
    font["OS/2"].usWeightClass = 700 if bold else 400
    font["OS/2"].fsSelection = font["OS/2"].fsSelection & ~0x61 | (0x20 if bold else 0x40)
    font["head"].macStyle = int(bold)
    return font


if __name__ == "__main__":
    FONTS.mkdir(exist_ok=True)
    for style in WEIGHTS:
        made(Path(sys.argv[1]), style).save(FONTS / f"{style}.ttf")

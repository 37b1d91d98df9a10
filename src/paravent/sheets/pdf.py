"""A sheet to PDF or SVG, by Typst.

Compiling takes the processor for some tenths of a second: call it in a thread, never on the event loop.
"""

from __future__ import annotations

import json
import tempfile
from functools import cache
from importlib.resources import files
from typing import Literal

import typst

from paravent.core.sheet import Sheet
from paravent.sheets.data import SheetError, printable

__all__ = ["SheetError", "to_pdf", "to_svg"]


def to_pdf(sheet: Sheet) -> bytes:
    """The sheet as an A4 PDF, tagged for screen readers; the same sheet gives the same bytes.

    Raises `SheetError`, in French, when there is too much to print or Typst fails.
    """
    (document,) = _compile(sheet, "pdf")
    return document


def to_svg(sheet: Sheet) -> tuple[bytes, ...]:
    """The same pages as SVG pictures, one a page. Letters are outlines there: show them, do not search them."""
    return _compile(sheet, "svg")


@cache
def _template() -> bytes:
    return files("paravent.sheets").joinpath("fiche.typ").read_bytes()


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)


def _compile(sheet: Sheet, form: Literal["pdf", "svg"]) -> tuple[bytes, ...]:
    data = json.dumps(printable(sheet), ensure_ascii=False)
    # The data is never code, and the template imports and reads nothing; were it at fault, it would still find only
    # an empty folder.
    with tempfile.TemporaryDirectory(prefix="paravent-fiche-") as nothing:
        compiler = typst.Compiler(
            root=nothing,
            font_paths=_fonts(),
            package_path=nothing,
            package_cache_path=nothing,
            sys_inputs={"sheet": data},
        )
        try:
            pages, _missing_glyphs = compiler.compile_with_warnings(_template(), format=form)
        except typst.TypstError as error:
            raise SheetError("La fiche n’a pas pu être mise en page.") from error
    if pages is None:
        raise SheetError("La fiche n’a pas pu être mise en page.")
    return tuple(pages) if isinstance(pages, list) else (pages,)

"""The templates of the pages, made quick: what Jinja does again for each page and each part of it is done once."""

from __future__ import annotations

from collections.abc import MutableMapping
from contextvars import ContextVar
from importlib.resources import files
from typing import Any

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    ChoiceLoader,
    Environment,
    PackageLoader,
    PrefixLoader,
    Template,
    TemplateNotFound,
)
from jinja2.bccache import Bucket
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

from paravent.core.french import fine, of, to
from paravent.systems import all_systems
from paravent.table.rulebooks import title_of
from paravent.web import forms, lines, shares
from paravent.web.kept import KeptExtension, short_print

_MADE: ContextVar[list[Context] | None] = ContextVar("made", default=None)
"""The contexts of the page being rendered."""


class Once(Template):
    """A template that leaves no garbage. A macro holds the context that holds it: each page, with all that it shows,
    would wait until Python searches the whole memory for such rings, and everybody would wait with it."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        made: list[Context] = []
        outer = _MADE.set(made)
        try:
            return super().render(*args, **kwargs)
        finally:
            _MADE.reset(outer)
            for context in made:
                context.vars.clear()
                context.exported_vars.clear()

    def new_context(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Any = None,
    ) -> Context:
        context = super().new_context(vars, shared, locals)
        if (made := _MADE.get()) is not None:
            made.append(context)
        return context

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        # It outlives the page that first asks for it.
        outer = _MADE.set(None)
        try:
            return super()._get_default_module(ctx)
        finally:
            _MADE.reset(outer)


class Quick(Environment):
    """Views are plain dictionaries: their keys are looked for first, where Jinja would first fail to find an attribute.
    A method of dictionaries keeps its name. What a system has no template for is looked for once. What all templates
    share is one dictionary, quick to copy, for each part of a page copies it."""

    template_class = Once

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._missing: set[str] = set()

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj and attribute not in METHODS:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals

    def _load_template(self, name: str, globals: Any) -> Template:
        if globals:
            # All templates share one dictionary: what one page shows would be left to the others.
            raise TypeError("what a page shows is given when it is rendered")
        if name in self._missing:
            raise TemplateNotFound(name)
        try:
            return super()._load_template(name, globals)
        except TemplateNotFound:
            if len(self._missing) < MOST_MISSING:
                self._missing.add(name)
            raise


METHODS = frozenset(dir(dict))
MOST_MISSING = 256


class Compiled(BytecodeCache):
    """Templates compiled once a process, however many servers it opens."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if (code := self._kept.get(bucket.key)) is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = Compiled()


def environment() -> Environment:
    """Templates of the pages, and each system's own under `<system>/`."""
    own: dict[str, BaseLoader] = {
        s.name: PackageLoader(s.package, "templates")
        for s in all_systems().values()
        if files(s.package).joinpath("templates").is_dir()
    }
    loader = ChoiceLoader([PackageLoader("paravent.web", "templates"), PrefixLoader(own)])
    env = Quick(
        loader=loader,
        autoescape=True,
        auto_reload=False,
        extensions=[KeptExtension],
        bytecode_cache=_COMPILED,
    )
    env.globals |= {
        "of": of,
        "to": to,
        "percent": shares.percent,
        "finely": shares.finely,
        "one_in": shares.one_in,
        "permille": shares.permille,
        "sector": shares.sector,
        "rule_title": title_of,
        "print_of": short_print,
        "by_group": forms.by_group,
        "default_of": forms.default_of,
        "groups_of": forms.groups_of,
        "blank_last": forms.blank_last,
        "last_told": lines.last_told,
        "folds": forms.folds,
        "dice_of": forms.dice_of,
        "rows_of": forms.rows_of,
        "rows_at_hand": forms.ROWS_AT_HAND,
        "layout_of": forms.layout_of,
        "brief": forms.BRIEF,
        "theme": None,
        "system": None,
    }
    env.filters["fine"] = fine
    return env

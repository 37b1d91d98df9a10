"""What every data pack shares: its text fields, its French errors, its way in from TOML and back.

A system describes its pack with frozen dataclasses whose fields carry Pydantic constraints and French aliases;
this module checks a document against them and says every problem at once, each after the path of its key.
"""

import json
import re
import tomllib
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Annotated, Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from pydantic import AfterValidator, ConfigDict, StringConstraints, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from paravent.core.codec import canonical, strict_json
from paravent.core.domains import BREAKS, text_flaw

MAX_SOURCE = 400_000
"""The longest pack file read, in characters."""

BROKEN, TOO_LONG = "TOML mal formé", "paquet trop long"
"""How the problem of a text that could not be read begins."""
MOST_PARTS = 16
"""How many parts a dotted key may have, far beyond ours: the cost of reading one grows with the square of that."""
WORDS = re.compile(
    r'"{3}(?:\\.|[^\\])*?(?:"{3}|\Z)'
    r"|'{3}.*?(?:'{3}|\Z)"
    r'|"(?:\\.|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?|#[^\n]*+",
    re.DOTALL,
)
"""Strings and comments of TOML, those that never end included."""
DOTTED = re.compile(rf'(?<![\w"-])(?:[\w"-]++[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}')
MOST_PROBLEMS = 100
"""How many problems of a pack are told."""

PACKS_KEPT = 32
"""How many packs are kept once read."""
MADE_KEPT = 2048
"""How many of the values made from packs are kept, for each way of making them."""
MADE_FROM = 16_000_000
"""How many characters of packs they may have been made from: a long pack's values are as long."""

T = TypeVar("T")
P = ParamSpec("P")


class HasId(Protocol):
    """An entry of a pack that the others name by its id."""

    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=HasId)


def named(entries: Iterable[N], id: str) -> N:
    """The entry of that id; raises KeyError."""
    for entry in entries:
        if entry.id == id:
            return entry
    raise KeyError(id)


class HasPack(Protocol):
    """A state that holds its pack as text."""

    @property
    def pack(self) -> str: ...


G = TypeVar("G", bound=HasPack)


def of_pack(build: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """Keep what `build` makes for a pack and the other arguments: of the state it reads nothing else, and it makes
    frozen values."""
    kept: dict[Any, T] = {}
    length = 0

    @wraps(build)
    def known(game: G, /, *args: P.args, **kwargs: P.kwargs) -> T:
        nonlocal length
        key = (game.pack, args, tuple(kwargs.items()))
        if (found := kept.get(key)) is not None:
            return found
        length += len(game.pack)
        if len(kept) >= MADE_KEPT or length > MADE_FROM:
            # All at once, in one step: tables are also opened in other threads.
            kept.clear()
            length = len(game.pack)
        made = kept[key] = build(game, *args, **kwargs)
        return made

    return known


class PackError(ValueError):
    """A refused pack: one French line for each problem, which begins with the path of the key."""

    def __init__(self, problems: Iterable[str]) -> None:
        every = tuple(problems)
        more = len(every) - MOST_PROBLEMS
        rest = (f"paquet : et d’autres problèmes, {more} de plus",) if more > 0 else ()
        self.problems = (*every[:MOST_PROBLEMS], *rest)
        super().__init__("\n".join(self.problems))


def refusal(reason: str) -> PydanticCustomError:
    """What a field's own validator raises; `reason`, in French, is shown as it is."""
    return PydanticCustomError("refusal", "{reason}", {"reason": reason})


def _printable(text: str) -> str:
    """Any script, emoji and direction marks; no control character, no line or paragraph separator."""
    if not text.strip():
        raise refusal("texte vide")
    if any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in text):
        raise refusal("caractère de contrôle refusé")
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=80), AfterValidator(_printable)]
"""What something is called, on one line."""

Sentence = Annotated[str, StringConstraints(min_length=1, max_length=400), AfterValidator(_printable)]
"""A sentence or two, on one line."""


def _plain(text: str) -> str:
    """What a form takes on one line, or nothing at all."""
    if text and not text.strip():
        raise refusal("texte vide")
    if any(c in BREAKS for c in text):
        raise refusal("une seule ligne attendue")
    return _lines(text)


def _lines(text: str) -> str:
    """What a form takes on several lines."""
    if text_flaw(text):
        raise refusal("caractère de contrôle refusé")
    return text


Phrase = Annotated[str, AfterValidator(_plain)]
"""A text on one line that may be left out; its length is bounded where it is used."""

Paragraph = Annotated[str, AfterValidator(_lines)]
"""A text of several lines that may be left out; its length is bounded where it is used."""

ID_FORM = r"^[a-z][a-z0-9_]{0,39}$"
Id = Annotated[str, StringConstraints(pattern=ID_FORM)]
"""What the log calls something: it must outlive a renaming."""


def table(title: str, description: str) -> ConfigDict:
    """The `__pydantic_config__` of a table of a pack: unknown keys refused, title and description for editors.

    Not strict as a whole, for a list must become a tuple: numbers and booleans ask `strict` one by one.
    """
    return ConfigDict(extra="forbid", title=title, json_schema_extra={"description": description})


def read_toml(text: str) -> dict[str, Any]:
    """The document written in `text`; raises PackError, with the line where the TOML breaks."""
    if len(text) > MAX_SOURCE:
        raise PackError([f"paquet trop long : {MAX_SOURCE} caractères au plus"])
    bare = WORDS.sub('"', text)
    if found := DOTTED.search(bare):
        line = bare.count("\n", 0, found.start()) + 1
        raise PackError(
            [f"{BROKEN} à la ligne {line}\N{NO-BREAK SPACE}: clé de plus de {MOST_PARTS} parties"]
        )
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        said = str(error)
        place = re.search(r"at line (\d+), column (\d+)", said)
        where = f" à la ligne {place[1]}, colonne {place[2]}" if place else ""
        if "at end of document" in said:
            where = f" à la ligne {text.count(chr(10)) + 1}, tout à la fin"
        why = next((f" : {french}" for english, french in _MALFORMED.items() if english in said), "")
        raise PackError([f"{BROKEN}{where}{why}"]) from error


def parsed(text: str) -> dict[str, Any]:
    """The document of a pack, TOML or JSON, before any key is looked at; raises PackError."""
    if not text.lstrip().startswith("{"):
        return read_toml(text)
    try:
        found: dict[str, Any] = strict_json(text, longest=MAX_SOURCE)
    except ValueError as error:
        raise PackError([str(error)]) from error
    return found


def write_toml(data: Mapping[str, Any]) -> str:
    """Flat values first, then each list of tables, however deep; the JSON values of a checked pack only."""
    return "\n".join(_blocks(data, ()))


def _blocks(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """A table's own lines, under its heading, then the tables that its lists hold."""
    tables = {key: value for key, value in data.items() if _holds_tables(value)}
    heading = f"[[{'.'.join(path)}]]\n" if path else ""
    yield heading + "".join(_line(key, value) for key, value in data.items() if key not in tables)
    for key, rows in tables.items():
        for row in rows:
            yield from _blocks(row, (*path, key))


def _holds_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def check(adapter: TypeAdapter[T], data: object) -> T:
    """`data` as the value `adapter` describes; raises PackError with every problem found."""
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
        raise PackError(_in_french(detail) for detail in details if not _hollow(detail, details)) from error


class PackFormat(Generic[T]):
    """How the packs of one system are written and read: TOML or JSON, checked whole, every problem said at once."""

    def __init__(
        self,
        model: type[T],
        incoherences: Callable[[T], Iterable[str]],
        arranged: Callable[[T], T] = lambda pack: pack,
    ) -> None:
        """`incoherences`: what no single field shows. `arranged`: the pack in the order its system reads it."""
        self._adapter = TypeAdapter(model)
        self._incoherences = incoherences
        self._arranged = arranged

    def load(self, text: str) -> T:
        """The pack written in TOML in `text`; raises PackError with every problem found."""
        return self.from_json(read_toml(text))

    def from_json(self, data: Mapping[str, Any]) -> T:
        """The pack held by parsed JSON or TOML, as `to_json` writes it; raises PackError."""
        pack = check(self._adapter, data)
        if problems := tuple(self._incoherences(pack)):
            raise PackError(problems)
        return self._arranged(pack)

    def to_json(self, pack: T) -> dict[str, Any]:
        """The pack as JSON values with the French keys; `from_json` gives it back equal."""
        dumped: dict[str, Any] = self._adapter.dump_python(
            pack, mode="json", by_alias=True, exclude_none=True
        )
        return dumped

    def text_of(self, pack: T) -> str:
        """The pack as the log keeps it: canonical JSON text."""
        return canonical(self.to_json(pack))

    def read(self, text: str) -> str:
        """A pack, TOML or JSON, as canonical JSON text; raises PackError."""
        return self.text_of(self.from_json(parsed(text)))

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a pack file, for editors."""
        return self._adapter.json_schema(by_alias=True)


def repeated(path: str, key: str, values: Iterable[Hashable]) -> Iterator[str]:
    """The problem of each value of `path[…].key` that an earlier entry already has; "": the entries are the values."""
    named = f".{key}" if key else ""
    first: dict[Hashable, int] = {}
    for index, value in enumerate(values):
        if value in first:
            yield f"{path}[{index}]{named} : « {value} » est déjà pris par {path}[{first[value]}]"
        first.setdefault(value, index)


_MALFORMED = {
    "Cannot declare": "cette table est déjà ouverte plus haut",
    "Cannot mutate immutable": "cette table est déjà écrite en entier plus haut",
    "Cannot overwrite a value": "cette clé a déjà une valeur",
    "Duplicate inline table key": "cette clé est donnée deux fois",
    "Expected '=' after a key": "« = » attendu après la clé",
    "Expected ']": "« ] » attendu à la fin du titre",
    "Expected newline": "rien d’autre n’est attendu sur cette ligne",
    "Found invalid character": "un texte doit tenir sur une ligne, ou s’ouvrir par trois guillemets",
    "Illegal character": "un texte doit tenir sur une ligne, ou s’ouvrir par trois guillemets",
    "Invalid date": "cette date n’existe pas",
    "Invalid initial character for a key": "nom de clé attendu",
    "Invalid value": "texte entre guillemets, nombre, liste, « true » ou « false » attendu",
    "Unclosed array": "« ] » manque à la fin de la liste",
    "Unclosed inline table": "« } » manque à la fin de la table",
    "Unescaped": "« \\ » s’écrit deux fois, ou suit une lettre que TOML connaît",
    "Unterminated string": "guillemet fermant manquant",
}
"""What tomllib says of a document that breaks, by its first words."""

_MESSAGES = {
    "bool_type": "« true » ou « false » attendu",
    "dataclass_type": "table attendue",
    "greater_than_equal": "{ge} au moins",
    "int_type": "nombre entier attendu",
    "less_than_equal": "{le} au plus",
    "missing": "clé manquante",
    "refusal": "{reason}",
    "string_too_long": "{max_length} caractères au plus",
    "string_too_short": "texte vide",
    "string_type": "texte attendu",
    "string_unicode": "texte mal codé",
    "too_long": "il en faut au plus {max_length}",
    "too_short": "il en faut au moins {min_length}",
    "tuple_type": "liste attendue",
    "unexpected_keyword_argument": "clé inconnue",
}


def _in_french(detail: ErrorDetails) -> str:
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{_shown(part)}" for part in detail["loc"])
    context = detail.get("ctx", {})
    if context.get("pattern") == ID_FORM:
        message = "minuscules sans accent, chiffres et « _ » attendus, une lettre d’abord, 40 signes au plus"
    else:
        message = _MESSAGES.get(detail["type"], "valeur refusée").format(**context)
    return f"{path.removeprefix('.') or 'paquet'} : {message}"


def _hollow(detail: ErrorDetails, details: list[ErrorDetails]) -> bool:
    """Whether a list is only too short because Pydantic left its bad entries out of the count."""
    depth = len(detail["loc"])
    return detail["type"] == "too_short" and any(
        len(other["loc"]) > depth and other["loc"][:depth] == detail["loc"] for other in details
    )


def _shown(key: str) -> str:
    """A key of the file, made safe to repeat in a message."""
    return "".join(c if c.isprintable() else "�" for c in key[:80])


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_table(v) for v in value)


def _line(key: str, value: object) -> str:
    return "" if value is None else f"{_key(key)} = {_inline(value)}\n"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _inline(value: object) -> str:
    """TOML has no null: what is null is left out."""
    match value:
        case dict():
            inside = (f"{_key(k)} = {_inline(v)}" for k, v in value.items() if v is not None)
            return "{" + ", ".join(inside) + "}"
        case list():
            return "[" + ", ".join(_inline(v) for v in value) + "]"
        case _:
            # A JSON string is a TOML basic string once control characters are refused.
            return json.dumps(value, ensure_ascii=False)

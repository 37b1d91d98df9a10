"""The wording of the rules, read from a package's `rulebook.toml`: what the help shows and the log cites."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal, TypeGuard

from paravent.core.rules import RULE_ID

Status = Literal["jouee", "table"]
"""`jouee`: the engine plays the rule. `table`: the rule is left to people's judgement."""

FILE = "rulebook.toml"
KEYS = ("id", "titre", "texte", "statut")


class RulebookError(ValueError):
    """A rulebook that cannot be read; the message, in French, names the file and the path of the key."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as players read it; paragraphs of `text` are separated by an empty line."""

    id: str
    title: str
    text: str
    status: Status


class Rulebook(Mapping[str, Rule]):
    """Rules by identifier, in the order of the book."""

    __slots__ = ("_rules",)

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        self._rules = dict(rules)

    def __getitem__(self, id: str) -> Rule:
        return self._rules[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


def load(package: str) -> Rulebook:
    """The rulebook of an importable package, such as `paravent.core`; raises RulebookError."""
    source = f"{package.replace('.', '/')}/{FILE}"
    try:
        text = files(package).joinpath(FILE).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulebookError(f"{source} : fichier illisible ({error})") from error
    return parse(text, source)


def parse(text: str, source: str) -> Rulebook:
    """The rulebook written in `text`; `source` is the name its errors give to the file."""
    try:
        document = tomllib.loads(text)
    except ValueError as error:
        raise RulebookError(f"{source} : TOML mal formé ({error})") from error
    _known_keys(document, ("regle",), f"{source} : ")
    entries = document.get("regle")
    if not isinstance(entries, list) or not entries:
        raise RulebookError(f"{source} : regle : au moins une entrée [[regle]] attendue")
    rules: dict[str, Rule] = {}
    for index, entry in enumerate(entries):
        where = f"{source} : regle[{index}]"
        rule = _rule(entry, where)
        if rule.id in rules:
            raise RulebookError(f"{where}.id : {rule.id} figure déjà plus haut")
        rules[rule.id] = rule
    return Rulebook(rules)


def _rule(entry: object, where: str) -> Rule:
    if not isinstance(entry, dict):
        raise RulebookError(f"{where} : table attendue")
    _known_keys(entry, KEYS, f"{where}.")
    values: dict[str, str] = {}
    for key in KEYS:
        value = entry.get(key)
        if not isinstance(value, str) or not value.strip():
            raise RulebookError(f"{where}.{key} : texte non vide attendu")
        values[key] = _unfold(value)
    id, title, text, status = (values[key] for key in KEYS)
    if not RULE_ID.fullmatch(id):
        raise RulebookError(f"{where}.id : {id!r} n’a pas la forme d’un identifiant (« ABC-12 »)")
    if not _is_status(status):
        raise RulebookError(f"{where}.statut : « jouee » ou « table » attendu, pas {status!r}")
    return Rule(id, title, text, status)


def _known_keys(table: Mapping[str, object], known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            raise RulebookError(f"{where}{key} : clé inconnue")


def _is_status(value: str) -> TypeGuard[Status]:
    return value in ("jouee", "table")


def _unfold(text: str) -> str:
    """Join the lines of each paragraph; only plain spaces fold, no-break ones are typography."""
    paragraphs = re.split(r"\n[ \t]*\n", text.strip())
    return "\n\n".join(re.sub(r"[ \t\r\n]+", " ", paragraph).strip() for paragraph in paragraphs)

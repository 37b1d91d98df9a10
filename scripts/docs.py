"""Writes what can be told from the code itself: `python scripts/docs.py` rewrites it, `--check` says what is stale.

docs/architecture.svg and .md    the packages and who imports whom, read from the imports
docs/regles-couvertes.md         each rule: where it is played, shown and tested
docs/schemas/*.json              the JSON Schema of scenario and simulation files and of each system's packs
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from html import escape
from importlib import import_module
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "paravent"
DOCS = ROOT / "docs"
NBSP = "\N{NO-BREAK SPACE}"

PACKAGES = {
    "cli": "la ligne de commande",
    "web": "les pages, le direct et l’API",
    "table": "les cas d’usage : sièges, gestes, tirages, exports",
    "store": "le journal, sur le disque",
    "sheets": "les fiches, en PDF et en SVG",
    "systems": "les règles des jeux, un dossier chacun",
    "core": "le protocole : gestes, offres, journal, secrets",
    "chance": "dés, cartes, lois exactes, preuve",
}
"""From the top down; what each is, in a few words. Who imports whom is never written here."""
PURE = ("systems", "core", "chance")
"""No clock, no chance, no network, no disk: all that arrives as input."""

STYLE = """
svg { --ink: #2b2118; --soft: #6d5d4b; --line: #b9a88f; --paper: #fdf9f1; --pure: #e9f1e6; --dot: #8a3b2a }
@media (prefers-color-scheme: dark) {
  svg { --ink: #f2e8d8; --soft: #c3b39b; --line: #6b5d4c; --paper: #211b15; --pure: #26322a; --dot: #f0a58f }
}
text { font: 14px system-ui, sans-serif; fill: var(--ink) }
.name { font-weight: 700; font-size: 16px }
.soft { fill: var(--soft); font-size: 12.5px }
.page { fill: var(--paper) }
.box { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5 }
.pure { fill: var(--pure) }
.wire { stroke: var(--line); stroke-width: 1.5; fill: none }
.dot { fill: var(--dot) }
"""

BY_HAND = "<!-- Écrit par scripts/docs.py d’après le code : ne pas retoucher à la main. -->"

ARCHITECTURE = f"""# L’architecture

{BY_HAND}

![Les paquets, du plus haut au plus bas, et leurs importations](architecture.svg)

Une table est le repli de son journal. Un geste reçu est admis par l’offre à laquelle il répond ; `decide` en tire des
faits ; le magasin les inscrit ; chacun reçoit ensuite ce qu’il a le droit d’en voir. Les règles ne font que calculer :
l’heure et le hasard leur arrivent de l’extérieur. Les importations ne vont que vers le bas : `lint-imports` le vérifie.

| paquet | rôle | importe | bibliothèques |
| --- | --- | --- | --- |
ROWS

Aucun paquet ne nomme un système : tout dossier de `systems` est trouvé et servi comme les autres.
"""

COVERED = f"""# Les règles couvertes

{BY_HAND}

Chaque règle, les fonctions marquées qui la jouent (à défaut, les fichiers qui la nomment), les scénarios qui la
montrent, les essais qui la nomment. Le statut « table » laisse la règle au jugement des gens. `paravent regle ARC-12`
en donne l’énoncé.
"""


def imports(path: Path) -> Iterator[str]:
    """The full names of the modules that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def graph() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """For each package, the packages it imports, then the libraries it imports."""
    inside: dict[str, list[str]] = {}
    outside: dict[str, list[str]] = {}
    for package in PACKAGES:
        names = {n for path in (SRC / package).rglob("*.py") for n in imports(path)}
        own = {n.split(".")[1] for n in names if n.startswith("paravent.")}
        inside[package] = [p for p in PACKAGES if p in own - {package}]
        others = {n.split(".")[0] for n in names} - {"paravent", "__future__"} - sys.stdlib_module_names
        outside[package] = sorted(others)
    return inside, outside


def picture() -> str:
    """A staircase: a package's wire runs right, then down to each package it imports; nothing ever goes up."""
    inside, outside = graph()
    step, left, box, top = 66, 24, 330, 46
    width, height = left + box + step * len(PACKAGES) - 48, top + step * len(PACKAGES) + 44
    column = {p: left + box - 24 + step * n for n, p in enumerate(PACKAGES)}
    row = {p: top + step * n + 24 for n, p in enumerate(PACKAGES)}
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="t d">',
        '<title id="t">Les paquets de Paravent et leurs importations</title>',
        f'<desc id="d">{escape(spoken(inside))}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="page" width="{width}" height="{height}" rx="8"/>',
    ]
    for p in PACKAGES:
        reach = [column[q] for q in inside[p]]
        if reach:
            out.append(f'<path class="wire" d="M{left + box} {row[p]}H{max(reach)}"/>')
        above = [row[q] for q in PACKAGES if p in inside[q]]
        if above:
            out.append(f'<path class="wire" d="M{column[p]} {min(above)}V{row[p]}H{left + box}"/>')
    for p, text in PACKAGES.items():
        shade = " pure" if p in PURE else ""
        out.append(
            f'<rect class="box{shade}" x="{left}" y="{row[p] - 24}" width="{box}" height="48" rx="6"/>'
        )
        out.append(f'<text class="name" x="{left + 12}" y="{row[p] - 4}">{p}</text>')
        out.append(f'<text class="soft" x="{left + 12}" y="{row[p] + 15}">{escape(typeset(text))}</text>')
        out.append(
            f'<text class="soft" x="{left + box - 12}" y="{row[p] - 4}" text-anchor="end">{extra(p, outside)}</text>'
        )
        for q in inside[p]:
            out.append(
                f'<circle class="dot" cx="{column[q]}" cy="{row[p]}" r="6"><title>{p} importe {q}</title></circle>'
            )
        if any(p in inside[q] for q in PACKAGES):
            out.append(f'<text class="soft" x="{column[p]}" y="{top - 14}" text-anchor="middle">{p}</text>')
    legend = "Un point : le paquet de la ligne importe celui de la colonne. Fond vert : du calcul pur."
    out.append(f'<text class="soft" x="{left}" y="{height - 14}">{typeset(legend)}</text>')
    return "\n".join([*out, "</svg>", ""])


def spoken(inside: dict[str, list[str]]) -> str:
    """The picture for who does not see it."""
    return ". ".join(f"{p} importe {', '.join(q) or 'aucun autre paquet'}" for p, q in inside.items()) + "."


def extra(package: str, outside: dict[str, list[str]]) -> str:
    """What the corner of a box says: its systems for `systems`, else its libraries."""
    if package == "systems":
        return ", ".join(sorted(p.parent.name for p in (SRC / "systems").glob("*/__init__.py")))
    known = [n for n in outside[package] if n not in ("markupsafe", "pydantic_core", "starlette")]
    return ", ".join(known)


def architecture() -> str:
    inside, outside = graph()
    rows = [f"| `{p}` | {text} | {marks(inside[p])} | {marks(outside[p])} |" for p, text in PACKAGES.items()]
    return typeset(ARCHITECTURE.replace("ROWS", "\n".join(rows)))


def marks(names: list[str]) -> str:
    return ", ".join(f"`{n}`" for n in names) or "rien"


def covered() -> str:
    """Each rule of each rulebook: its status, the functions that play it, the scenarios and tests that name it."""
    from paravent.cli.shipped import code_of, shipped_scenarios
    from paravent.core.rulebook import load
    from paravent.systems import all_systems
    from paravent.table.rulebooks import packages

    shown: dict[str, list[Path]] = {}
    for path, scenario in shipped_scenarios():
        for id in scenario.regles:
            shown.setdefault(id, []).append(path)
    tests = {p: p.read_text("utf-8") for p in sorted((ROOT / "tests").rglob("test_*.py"))}
    code = {p: p.read_text("utf-8") for p in sorted(SRC.rglob("*.py"))}
    titles = {s.package: s.title for s in all_systems().values()}
    out = [COVERED.rstrip()]
    for package in packages():
        book = load(package)
        played = sum(rule.status == "jouee" for rule in book.values())
        left = len(book) - played
        judged = f", {left} laissée{'s' if left > 1 else ''} à la table" if left else ""
        out += [
            "",
            f"## {titles.get(package, 'Toutes les tables')}",
            "",
            f"{len(book)} règles : {played} jouées{judged}.",
            "",
        ]
        out += [
            "| règle | titre | statut | code | scénarios | essais |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for id, rule in book.items():
            status = "jouée" if rule.status == "jouee" else "table"
            played_by = functions(code_of(id)) or files(naming(id, code))
            cells = (played_by or "—", files(shown.get(id, [])) or "—", files(naming(id, tests)) or "—")
            out.append(f"| {id} | {rule.title} | {status} | {' | '.join(cells)} |")
    return typeset("\n".join([*out, ""]))


def functions(names: list[str]) -> str:
    """Linked by file, the functions of each file together."""
    split = [name.split(":") for name in names]
    out = []
    for module, group in groupby(split, key=lambda s: s[0]):
        file = Path(str(import_module(module).__file__)).relative_to(ROOT)
        out.append(f"[{file.name}](../{file.as_posix()}) : " + ", ".join(f"`{name}`" for _, name in group))
    return "<br>".join(out)


def naming(id: str, texts: dict[Path, str]) -> list[Path]:
    return [path for path, text in texts.items() if re.search(rf"\b{id}\b", text)]


def files(paths: list[Path]) -> str:
    return "<br>".join(f"[{p.stem}](../{p.relative_to(ROOT).as_posix()})" for p in paths)


def schemas() -> Iterator[tuple[str, str]]:
    from paravent.systems import all_systems
    from paravent.table.packs import pack_schema
    from paravent.table.scenario import json_schema
    from paravent.table.simulation.plan import json_schema as simulation_schema

    yield "schemas/scenario.json", pretty(json_schema())
    yield "schemas/simulation.json", pretty(simulation_schema())
    for name, system in all_systems().items():
        schema = pack_schema(system)
        if schema is not None:
            yield f"schemas/paquet-{name}.json", pretty(schema)


def pretty(schema: object) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def typeset(text: str) -> str:
    """No-break spaces where French wants them."""
    for mark in ":;?!»":
        text = text.replace(f" {mark}", NBSP + mark)
    return text.replace("« ", "«" + NBSP)


def documents() -> dict[Path, str]:
    """Every generated file, with what it must hold."""
    found = {
        "architecture.svg": picture(),
        "architecture.md": architecture(),
        "regles-couvertes.md": covered(),
        **dict(schemas()),
    }
    return {DOCS / name: text for name, text in found.items()}


def main(arguments: list[str]) -> int:
    """0; with `--check`, 1 when a file is not what the code says."""
    stale = [p for p, text in documents().items() if not p.is_file() or p.read_text("utf-8") != text]
    for path in stale:
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
        if arguments != ["--check"]:
            path.parent.mkdir(exist_ok=True)
            path.write_text(documents()[path], "utf-8")
    return int(bool(stale) and arguments == ["--check"])


if __name__ == "__main__":
    sys.path.insert(0, str(SRC.parent))
    sys.exit(main(sys.argv[1:]))

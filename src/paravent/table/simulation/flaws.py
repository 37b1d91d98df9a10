"""What no single key of a simulation file shows: names that mean nothing here, keys that do not go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, get_args

from paravent.core import events as ev
from paravent.core.describe import lexicon_of
from paravent.core.packs import repeated
from paravent.core.system import System
from paravent.core.values import GM
from paravent.core.words import NBSP
from paravent.table.simulation.plan import Condition, Measure, Phase, Plan, Policy

DEEPEST = 4
"""Steps within steps."""
KINDS = ("etat", "fait", "chance", "sur_cent")
MEASURED = ("etat", "fait", "compte")


def flaws(plan: Plan, system: System[Any]) -> Iterator[str]:
    """Every problem, each after the path of its key."""
    yield from _Flaws(plan, system).all()


def facts_of(system: System[Any]) -> Mapping[str, type]:
    """The kinds of facts that a table of the system may tell, by name."""
    return {kind.__name__: kind for kind in (*get_args(ev.CoreEvent), *get_args(system.events))}


class _Flaws:
    def __init__(self, plan: Plan, system: System[Any]) -> None:
        self.plan, self.system = plan, system
        self.facts = facts_of(system)
        lexicon = lexicon_of(system.lexicon)
        self.commands = {*lexicon.commands, *lexicon.commands.values()}
        self.people = {s.nom for s in plan.siege} | {GM}
        self.actors = {a.id for a in plan.personnage}

    def all(self) -> Iterator[str]:
        plan = self.plan
        if plan.systeme not in ("", self.system.name):
            yield f"systeme{NBSP}: ce fichier est pour «{NBSP}{plan.systeme}{NBSP}»"
        if plan.options.get("hasard") == "reel":
            yield f"options.hasard{NBSP}: des robots n’ont ni vrais dés ni vraies cartes"
        yield from repeated("siege", "nom", [x.nom for x in plan.siege])
        yield from repeated("personnage", "id", [x.id for x in plan.personnage])
        yield from repeated("mesure", "nom", [x.nom for x in plan.mesure])
        for n, actor in enumerate(plan.personnage):
            if actor.siege is not None and actor.siege not in self.people:
                yield f"personnage[{n}].siege{NBSP}: aucun siège ne s’appelle «{NBSP}{actor.siege}{NBSP}»"
            if actor.siege is None and not actor.geste:
                yield f"personnage[{n}].geste{NBSP}: clé manquante (le geste qui crée un personnage sans siège)"
        yield from self._steps(plan.etape, "", 1)
        for n, policy in enumerate(plan.politique):
            yield from self._policy(policy, f"politique[{n}]")
        for n, measure in enumerate(plan.mesure):
            yield from self._measure(measure, f"mesure[{n}]")

    def _steps(self, steps: Sequence[Phase], path: str, depth: int) -> Iterator[str]:
        for n, step in enumerate(steps):
            where = f"{path}etape[{n}]"
            yield from self._step(step, where)
            if depth == DEEPEST and step.etape:
                yield f"{where}.etape{NBSP}: pas plus de {DEEPEST} étapes l’une dans l’autre"
            else:
                yield from self._steps(step.etape, f"{where}.", depth + 1)

    def _step(self, step: Phase, where: str) -> Iterator[str]:
        if sum(map(bool, (step.geste, step.jouer, step.etape))) != 1:
            three = f"«{NBSP}geste{NBSP}», «{NBSP}jouer = true{NBSP}» ou des étapes"
            yield f"{where}{NBSP}: il faut {three}, et un seul des trois"
        yield from self._command(step.geste, where)
        if step.geste and step.qui not in self.people:
            wanted = f"le nom d’un siège ou «{NBSP}mj{NBSP}» est attendu"
            yield f"{where}.qui{NBSP}: {wanted}"
        alone = ("qui", "champs", "pour", "tirage", "si_possible")
        for key in alone if not step.geste else ():
            if getattr(step, key):
                yield f"{where}.{key}{NBSP}: ne va qu’avec «{NBSP}geste{NBSP}»"
        if step.pour is not None and step.pour not in self.actors:
            yield f"{where}.pour{NBSP}: aucun personnage n’a l’identifiant «{NBSP}{step.pour}{NBSP}»"
        if step.fois is not None and not step.etape:
            yield f"{where}.fois{NBSP}: ne va qu’avec des étapes à répéter"
        if step.jusqu_a and step.geste:
            yield f"{where}.jusqu_a{NBSP}: ne va pas avec «{NBSP}geste{NBSP}»"
        if step.etape and step.fois is None and not step.jusqu_a:
            yield f"{where}.etape{NBSP}: «{NBSP}fois{NBSP}» ou «{NBSP}jusqu_a{NBSP}» dit quand cesser de répéter"
        for key in ("quand", "jusqu_a"):
            for n, condition in enumerate(getattr(step, key)):
                yield from self._condition(condition, f"{where}.{key}[{n}]")

    def _policy(self, policy: Policy, where: str) -> Iterator[str]:
        yield from self._command(policy.geste, where)
        if policy.qui and policy.qui not in self.people | self.actors:
            yield f"{where}.qui{NBSP}: ni siège, ni personnage, ni «{NBSP}mj{NBSP}»"
        if not policy.geste and policy.choix == "jamais":
            yield f"{where}.geste{NBSP}: clé manquante (le geste que ces robots ne font jamais)"
        if policy.champs and (not policy.geste or policy.choix == "jamais"):
            yield f"{where}.champs{NBSP}: ne va qu’avec le «{NBSP}geste{NBSP}» dont ce sont les champs"
        if policy.chance and policy.choix != "meilleur":
            elsewhere = f"une condition s’écrit dans «{NBSP}quand{NBSP}»"
            yield f'{where}.chance{NBSP}: ne va qu’avec choix = "meilleur"{NBSP}; {elsewhere}'
        for n, condition in enumerate(policy.quand):
            yield from self._condition(condition, f"{where}.quand[{n}]")

    def _condition(self, c: Condition, where: str) -> Iterator[str]:
        kinds = [k for k in KINDS if getattr(c, k) is not None]
        if len(kinds) != 1:
            yield f"{where}{NBSP}: une seule clé est attendue parmi {_listed(KINDS)}"
        bounds = any(x is not None for x in (c.au_moins, c.au_plus))
        if c.etat is not None and c.vaut is None and not bounds:
            yield f"{where}{NBSP}: «{NBSP}vaut{NBSP}», «{NBSP}au_moins{NBSP}» ou «{NBSP}au_plus{NBSP}» manque"
        if c.chance is not None and not bounds:
            yield f"{where}{NBSP}: «{NBSP}au_moins{NBSP}» ou «{NBSP}au_plus{NBSP}», en pour cent, manque"
        if c.vaut is not None and c.etat is None:
            yield f"{where}.vaut{NBSP}: ne va qu’avec «{NBSP}etat{NBSP}»"
        if c.sur_cent is not None and bounds:
            yield f"{where}{NBSP}: «{NBSP}sur_cent{NBSP}» va seul"
        yield from self._root(c.etat, where)
        yield from self._fact(c.fait, c.ou, where)

    def _measure(self, m: Measure, where: str) -> Iterator[str]:
        kinds = [k for k in MEASURED if getattr(m, k) is not None]
        if len(kinds) != 1:
            yield f"{where}{NBSP}: une seule clé est attendue parmi {_listed(MEASURED)}"
        if m.champ and m.fait is None:
            yield f"{where}.champ{NBSP}: ne va qu’avec «{NBSP}fait{NBSP}»"
        if m.lequel != "dernier" and not m.champ:
            yield f"{where}.lequel{NBSP}: ne va qu’avec «{NBSP}champ{NBSP}»"
        yield from self._root(m.etat, where)
        yield from self._fact(m.fait, m.ou, where)
        kind = self.facts.get(m.fait or "")
        if kind and m.champ and m.champ.split(".")[0] not in _fields(kind):
            yield f"{where}.champ{NBSP}: {_no_field(kind)}"
        if m.exact is not None and self.system.vectors is None:
            yield f"{where}.exact{NBSP}: ce système n’a pas de cotes à qui comparer"

    def _command(self, name: str, where: str) -> Iterator[str]:
        if name and name not in self.commands:
            yield f"{where}.geste{NBSP}: aucun geste ne s’appelle «{NBSP}{name}{NBSP}»"

    def _fact(self, name: str | None, where_fields: Mapping[str, Any], where: str) -> Iterator[str]:
        if name is None:
            if where_fields:
                yield f"{where}.ou{NBSP}: ne va qu’avec «{NBSP}fait{NBSP}»"
            return
        kind = self.facts.get(name)
        if kind is None:
            yield f"{where}.fait{NBSP}: aucun fait ne s’appelle «{NBSP}{name}{NBSP}»"
            return
        for key in where_fields:
            if key.split(".")[0] not in _fields(kind):
                yield f"{where}.ou.{key[:80]}{NBSP}: {_no_field(kind)}"

    def _root(self, path: str | None, where: str) -> Iterator[str]:
        if path is None:
            return
        known = {*_fields(self.system.state), *self.actors, *self.people, "table"}
        if path.split(".")[0] not in known:
            roots = f"ni de l’état du système, ni d’un personnage, ni de «{NBSP}table{NBSP}»"
            yield f"{where}.etat{NBSP}: «{NBSP}{path[:80]}{NBSP}» ne part {roots}"


def _fields(kind: type) -> list[str]:
    return [f.name for f in fields(kind) if f.name != "kind"]


def _no_field(kind: type) -> str:
    return f"un «{NBSP}{kind.__name__}{NBSP}» n’a pas ce champ, mais {_listed(_fields(kind))}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"«{NBSP}{name}{NBSP}»" for name in names) or "aucun"

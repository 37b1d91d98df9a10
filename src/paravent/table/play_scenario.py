"""Plays a scenario step by step and says, in French, what differs from what it expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paravent.core import events as ev
from paravent.core.commands import AcceptActor, Undo
from paravent.core.game import all_options
from paravent.core.offers import LATE
from paravent.core.packs import PackError
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import CHANCE, GM, Who
from paravent.core.words import NBSP
from paravent.table.acting import act, meant, place
from paravent.table.packs import pack_named
from paravent.table.raw_fields import plain, sent
from paravent.table.rehearsal import Playable, Rehearsal
from paravent.table.scenario import Expected, Scenario, ScenarioError, Step
from paravent.table.served import Served


def play_scenario(system: System[Any], scenario: Scenario, source: str) -> list[str]:
    """Play it whole; one line for each gap, [] when all is as expected. The first gap of play itself ends it.

    Raises ScenarioError when the table cannot even be set: unknown option, refused pack or character.
    """
    with closing(Stage(system, scenario, source)) as stage:
        for n, step in enumerate(scenario.etape, start=1):
            gaps = [f"{source}, étape {n} ({step.qui}, {step.what}){NBSP}: {gap}" for gap in stage.play(step)]
            if gaps:
                return gaps
    return []


def pack_text(system: System[Any], text: str | None, source: str) -> str:
    """The pack a scenario names: none, the text itself, one that its system ships, or a file beside it."""
    if text is None:
        return system.default_pack()
    text = pack_named(system, text)
    try:
        if "\n" in text or text.lstrip().startswith("{"):
            return system.read_pack(text)
        return system.read_pack((Path(source).parent / text).read_text("utf-8"))
    except PackError as error:
        raise ScenarioError("\n".join(f"{source}{NBSP}: paquet.{p}" for p in error.problems)) from error
    except OSError as error:
        raise ScenarioError(f"{source}{NBSP}: paquet{NBSP}: fichier illisible") from error


@dataclass
class _Done:
    """What a step did: its refusal if any, and where log and journal stood before it."""

    records: int
    lines: int
    refusal: Refusal | None = None
    unused: tuple[tuple[int, ...], ...] = field(default=())


class Stage:
    """The table of a scenario, and what its words stand for."""

    def __init__(self, system: System[Any], scenario: Scenario, source: str) -> None:
        self.source = source
        known = {o.name: {v for v, _ in o.choices} for o in all_options(system)}
        for name, chosen in scenario.options.items():
            if chosen not in known.get(name, ()):
                raise ScenarioError(f"{source}{NBSP}: options.{name}{NBSP}: option ou valeur inconnue")
        people = [(s.nom, s.role) for s in scenario.siege]
        if not any(role == "mj" for _, role in people):
            people.insert(0, ("Meneuse", "mj"))
        self.served = self._served(system, scenario, people) if scenario.service else None
        self.table: Playable = self.served or self._rehearsal(system, scenario, people)
        self.seats[GM] = self.table.game_master
        self.words: dict[str, str] = {**self.seats, GM: GM}
        self.actions: list[int] = []
        self.commands: dict[int, tuple[Who, str, str, dict[str, Any], str]] = {}
        for n, actor in enumerate(scenario.personnage):
            try:
                self._cast(actor.id, actor.nom, actor.siege, actor.geste, actor.champs, actor.tirage)
            except Refusal as refusal:
                where = f"personnage[{n}]" + (f".champs.{refusal.field}" if refusal.field else "")
                raise ScenarioError(
                    f"{source}{NBSP}: {where}{NBSP}: {refusal.rule}, {refusal.why}"
                ) from refusal
        self.opening = self.table.now.action

    def _rehearsal(
        self, system: System[Any], scenario: Scenario, people: list[tuple[str, ev.Role]]
    ) -> Rehearsal:
        self.seats = {name: Who(f"siege-{n}") for n, (name, _) in enumerate(people, start=1)}
        seated = [(self.seats[name], name, role) for name, role in people]
        return Rehearsal(system, seated, scenario.options, pack_text(system, scenario.paquet, self.source))

    def _served(self, system: System[Any], scenario: Scenario, people: list[tuple[str, ev.Role]]) -> Served:
        pack = "" if scenario.paquet is None else pack_text(system, scenario.paquet, self.source)
        served = Served(system, people, scenario.options, pack)
        self.seats = dict(served.seats)
        return served

    def close(self) -> None:
        if self.served is not None:
            self.served.close()

    def _cast(
        self,
        id: str,
        name: str,
        seat: str | None,
        command: str,
        fields: Mapping[str, Any],
        draws: tuple[tuple[int, ...], ...],
    ) -> None:
        author = self.seats[seat or GM]
        self.words[id] = self._made(author, command or self._creation(author), {"name": name, **fields})
        if self._fall(author, draws, own_action=False):
            raise Refusal("TAB-03", "un tirage de trop est donné", "tirage")
        if seat is not None:
            judging = (p for p in self.table.offers(self.seats[GM], AcceptActor.__name__))
            for w, _ in judging:
                if getattr(w.topic, "actor", None) == self.words[id]:
                    self.table.take(self.seats[GM], w, AcceptActor())

    def _made(self, author: Who, command: str, fields: Mapping[str, Any]) -> Who:
        """The actor that a command makes, or the questions it leads to, each taking its own of the fields."""
        before, left = len(self.table.told), dict(fields)
        while True:
            offers = [o for _, o in self.table.offers(author, command)]
            known = {n for o in offers for n, _ in o.fields}
            self._act(author, command, {n: left.pop(n) for n in tuple(left) if n in known})
            for r in self.table.told[before:]:
                if isinstance(r.event, ev.ActorCast):
                    if left:
                        raise Refusal(offers[0].rule, "ce champ est inconnu", min(left)[:80])
                    return r.event.actor
            command = self._creation(author)

    def _creation(self, seat: Who) -> str:
        """The system's own question put to a seat, not to a character: how one is made."""
        for w in self.table.system.waiting(self.table.now.world):
            if w.who == seat:
                return w.offers[0].command.__name__
        raise Refusal("TAB-10", "ce siège ne peut pas créer de personnage")

    # Playing

    def play(self, step: Step) -> Iterator[str]:
        """Play one step and yield what differs."""
        master = self.table.game_master
        done = _Done(len(self.table.told), len(self.table.lines(master)))
        try:
            done.unused = self._do(step)
        except Refusal as refusal:
            done.refusal = refusal
        self.actions.append(self.table.now.action)
        yield from self._refused(step.attendu, done)
        if done.unused:
            yield f"tirage{NBSP}: {list(map(list, done.unused))} n’a été demandé par personne"
        yield from self._told(step.attendu, done)
        yield from self._holds(step.attendu)
        if step.attendu.verifie is not None:
            yield from self._verified(step.attendu.verifie)

    def _do(self, step: Step) -> tuple[tuple[int, ...], ...]:
        if step.qui == CHANCE:
            return self._fall(self.table.game_master, step.tirage, own_action=True)
        seat = self.seats[step.qui]
        if step.annuler is not None:
            self._undo(seat, step.annuler)
        elif step.renvoyer is not None:
            self._send_again(step.renvoyer)
        elif step.emporter:
            self._service.move()
        else:
            raw = step.champs
            if step.part is not None:
                raw = {**raw, "print": self._service.print_of(seat, step.part)}
            self._act(seat, step.geste, raw, step.pour or "")
        return self._fall(seat, step.tirage, own_action=False)

    def _act(self, seat: Who, command: str, raw: Mapping[str, Any], about: str = "") -> None:
        id = f"geste-{self.table.now.action + 1}"
        taken = act(self.table, seat, command, raw, self.words, about, id)
        fields = sent(taken.offer, taken.command)
        self.commands[len(self.actions)] = (seat, taken.key, type(taken.command).__name__, fields, id)

    @property
    def _service(self) -> Served:
        if self.served is None:
            raise AssertionError("read_scenario lets such steps through only at a served table")
        return self.served

    def _send_again(self, step: int) -> None:
        """The very command of a past step: same question, same fields, same id."""
        if step - 1 not in self.commands:
            raise Refusal("TAB-09", f"l’étape {step} n’a envoyé aucun geste qui ait été pris")
        if not self._service.send(*self.commands[step - 1]):
            raise Refusal("TAB-09", "le geste a compté une seconde fois")

    def _undo(self, seat: Who, step: int) -> None:
        before = self.actions[step - 2] if step > 1 else self.opening
        upto = max((r.version for r in self.table.told if r.action <= before), default=0)
        for w, _ in self.table.offers(seat, Undo.__name__):
            self.table.take(seat, w, Undo(upto))
            return
        raise Refusal("TAB-06", LATE)

    def _fall(
        self, seat: Who, draws: tuple[tuple[int, ...], ...], *, own_action: bool
    ) -> tuple[tuple[int, ...], ...]:
        """Each awaited draw takes the next list; what is left over."""
        left = list(draws)
        while left and (w := self.table.falling()) is not None:
            self.table.fall(seat, w, left.pop(0), own_action=own_action)
            own_action = False
        return tuple(left)

    # Comparing

    def _refused(self, expected: Expected, done: _Done) -> Iterator[str]:
        found, wanted = done.refusal, expected.refus
        if found is None:
            if wanted is not None:
                yield "un refus était attendu, le geste est accepté"
            return
        if wanted is None:
            yield f"refusé ({found})"
            return
        if wanted.regle is not None and found.rule != wanted.regle:
            yield f"refus.regle{NBSP}: {wanted.regle} attendu, {found.rule} trouvé ({found.why})"
        if wanted.champ is not None and found.field != wanted.champ:
            yield f"refus.champ{NBSP}: «{NBSP}{wanted.champ}{NBSP}» attendu, pas «{NBSP}{found.field}{NBSP}»"
        if plain(wanted.contient) not in plain(found.why):
            yield f"refus.contient{NBSP}: «{NBSP}{wanted.contient}{NBSP}» n’est pas dans «{NBSP}{found.why}{NBSP}»"

    def _told(self, expected: Expected, done: _Done) -> Iterator[str]:
        """The facts and the lines this step added."""
        if expected.faits is not None:
            kinds = tuple(type(r.event).__name__ for r in self.table.told[done.records :])
            if kinds != expected.faits:
                yield f"faits{NBSP}: {list(expected.faits)} attendus, {list(kinds)} trouvés"
        if expected.journal:
            said = [x.text for x in self.table.lines(self.table.game_master)[done.lines :] if x.text]
            for text in expected.journal:
                if not any(plain(text) in plain(line) for line in said):
                    yield f"journal{NBSP}: «{NBSP}{text}{NBSP}» n’est pas dit{NBSP}; le journal ajoute {said}"

    def _holds(self, expected: Expected) -> Iterator[str]:
        """The state, whom play waits for, and what seats see."""
        for path, value in expected.etat.items():
            try:
                found = place(self.table.now, self.words, path)
            except (LookupError, ValueError):
                yield f"etat.{path}{NBSP}: ce chemin ne mène à rien"
                continue
            if found != meant(value, self.words):
                yield f"etat.{path}{NBSP}: {value!r} attendu, {found!r} trouvé"
        if expected.attend is not None:
            names = list(dict.fromkeys(name for _, name in self.table.awaited(self.table.game_master)))
            if sorted(names) != sorted(expected.attend):
                yield f"attend{NBSP}: {list(expected.attend)} attendus, {names} trouvés"
        for sight in expected.voit:
            sent = plain(self.table.sees(self.seats[sight.siege]))
            for text in sight.contient:
                if plain(text) not in sent:
                    yield f"voit{NBSP}: {sight.siege} ne reçoit pas «{NBSP}{text}{NBSP}»"
            for text in sight.absent:
                if plain(text) in sent:
                    yield f"voit{NBSP}: {sight.siege} reçoit «{NBSP}{text}{NBSP}», qui devait lui être caché"

    def _verified(self, wanted: int) -> Iterator[str]:
        """What the game master's export proves of chance."""
        report = self._service.verified(self.table.game_master)
        if not report.sound:
            yield f"verifie{NBSP}: l’export ne se vérifie pas ({'; '.join(report.problems)})"
        if report.verified != wanted:
            yield f"verifie{NBSP}: {wanted} tirages attendus, {report.verified} revérifiés"

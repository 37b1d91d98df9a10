"""French sentences for what happens, from projected events: what is not seen is not said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from paravent.core.french import because, count, fine, inside, listed, of, signed, stopped, to, upper
from paravent.core.system import Cites, Names
from paravent.systems.intrigue.contest_model import How
from paravent.systems.intrigue.growth import NEW

DAMAGES = {"": "de nouveau en état", "lost": "perdu", "stolen": "volé", "broken": "cassé"}
STATES = {"present": "est là", "absent": "n’est plus là", "inspires": "inspire à distance"}
POOL = ""
"""What the dice of the trouble pool are kept under."""
ENDS: Mapping[How, str] = {
    "gave_in": "",
    "short": " : l’objectif n’est pas atteint pour autant",
    "broken": " : le conflit s’achève là",
    "brawled": " : le jet à trois est joué",
}
PLACES = {"first": "la première place", "last": "la dernière place"}


TIMES = {2: "deux fois", 3: "trois fois"}


def sentence(view: Mapping[str, Any], names: Names) -> str:
    """The sentence of a projected event; "" for what needs no line, or when too little is seen to say anything."""
    for part in (_sheet, _rolls, _contest, _stress, _trials, _world, _episode):
        if text := part(view, names):
            return fine(upper(text))
    return ""


def sizes(pool: Iterable[int]) -> str:
    """« 2D6 + D8 »."""
    held = list(pool)
    return " + ".join(f"{n if n > 1 else ''}D{s}" for s in sorted(set(held)) for n in (held.count(s),))


def _sheet(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "CharacterDrafted", "actor": actor, "traits": _}:
            return f"la feuille {of(names(actor))} est écrite."
        case {"kind": "ResourceCreated", "resource": {"name": name, "die": die, "specialties": specialties}}:
            return f"{name} D{die} ({', '.join(s for s in specialties if s)}) entre en jeu."
        case {"kind": "StressCorrected", "actor": actor, "name": name, "die": die, "why": why}:
            return f"{name} {of(names(actor))} : {f'D{die}' if die else 'plus rien'}{because(why)}."
        case {"kind": "PointsCorrected", "actor": actor, "points": points, "why": why}:
            return f"Points d’Intrigue {of(names(actor))} : {points}{because(why)}."
        case {"kind": "GearDamaged", "actor": actor, "name": name, "damage": damage}:
            return f"{name} {of(names(actor))} : {DAMAGES[damage]}."
        case {"kind": "RelationshipMade", "actor": actor, "name": name, "statement": statement}:
            return f"{names(actor)} crée une relation D6, pour 1 PI : {name}, « {statement} »"
        case {"kind": "RelationshipMade", "actor": actor}:
            return f"{names(actor)} crée une relation, pour 1 PI."
        case {"kind": "AssetUsed", "actor": actor, "name": name, "gain": gain, "cost": cost}:
            price = f", pour {cost} PI" if cost else ""
            return f"{names(actor)} se sert {of(name)}{price} : {stopped(gain)}"
        case {"kind": "Excused", "actor": actor}:
            return f"{names(actor)} peut lancer sans Motivation, une fois."
    return ""


def _rolls(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {
            "kind": "RollComposed",
            "roller": roller,
            "dice": dice,
            "paid": paid,
            "challenged": challenged,
        } if dice:
            price = f", pour {paid} PI" if paid else ""
            doubts = (
                f" Remise en question : {listed(name for _, name, _ in challenged)}." if challenged else ""
            )
            if not roller:
                return f"la pile des problèmes tombe : {_dice(dice)}."
            return f"{names(roller)} lance {_dice(dice)}{price}.{doubts}"
        case {"kind": "Fell", "roller": roller, "faces": faces}:
            return f"{names(roller) if roller else 'la pile'} : {', '.join(map(str, faces))}."
        case {"kind": "DieBought", "actor": actor, "die": die, "cost": cost, "detail": detail}:
            what = f"un détail utile, « {detail} »" if detail else _die(die)
            return f"{names(actor)} ajoute {what}{f', pour {cost} PI' if cost else ''}."
        case {"kind": "KeptMore", "actor": actor, "spent": spent, "cost": cost}:
            price = f", un D{spent} de la pile dépensé" if spent else f", pour {cost} PI" if cost else ""
            return f"{names(actor) if actor else 'la pile'} garde un dé de plus{price}."
        case {"kind": "BoostUsed", "actor": actor, "name": name, "gain": gain}:
            return f"{names(actor)}, {name} : {stopped(gain)}"
        case {"kind": "ResourceUsed", "actor": actor, "name": name, "size": size, "dice": dice, "cost": cost}:
            price = f", pour {cost} PI" if cost else ""
            return f"{names(actor)} s’appuie sur {inside(name)} ({sizes((size,) * dice)}){price}."
        case {"kind": "HelpFell", "name": name, "faces": faces}:
            return f"{name} : {', '.join(map(str, faces))}."
        case {"kind": "HelpKept", "name": name, "dice": dice, "worth": worth}:
            return f"{count(dice, 'dé')} {of(name)} : {signed(worth)}."
        case {"kind": "RollSettled", "actor": actor, "total": result}:
            return f"{names(actor) if actor else 'la pile'} garde : {result}."
        case {"kind": "OneBought", "roller": roller, "size": size, "pool": pool}:
            return f"un 1 {of(names(roller))} vaut 1 PI, gelé : un D{size} rejoint la pile ({sizes(pool)})."
        case {"kind": "OneAnswered", "actor": actor, "removes": removes, "size": size, "pool": pool}:
            did = f"retire un D{size}" if removes else f"baisse un D{size}"
            return f"{names(actor)} {did} de la pile ({sizes(pool)})."
    return ""


def _die(d: Mapping[str, Any]) -> str:
    return f"{d['name']} D{d['size']}"


def _dice(dice: Iterable[Mapping[str, Any]]) -> str:
    """« Vérité D10, Nine 3D8, 2D6 de la pile »."""
    kinds: dict[str, list[int]] = {}
    for d in dice:
        kinds.setdefault(POOL if d["source"].startswith("p:") else d["name"], []).append(d["size"])
    pool = kinds.pop(POOL, [])
    told = [f"{name} {sizes(held)}" for name, held in kinds.items()]
    if pool:
        told.append(f"{sizes(pool)} de la pile" if told else sizes(pool))
    return ", ".join(told)


def _contest(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "ContestOpened", "actor": actor, "against": against, "goal": goal}:
            return f"{names(actor)} contre {names(against)} : {stopped(goal)}"
        case {"kind": "Reacted", "actor": actor}:
            return f"{names(actor)} réagit."
        case {"kind": "GaveIn", "actor": actor, "how": how, "motivation": motivation, "text": text}:
            price = {"free": "", "point": ", pour 1 PI", "motivation": f", et {motivation} baisse d’un cran"}[
                how
            ]
            return f"{names(actor)} cède{price}.{f' {stopped(text)}' if text else ''}"
        case {"kind": "AidBegun", "actor": actor, "other": other}:
            return f"{names(actor)} soutient {names(other)}."
        case {"kind": "AidGiven", "ally": ally, "other": other, "points": points}:
            return f"le soutien {of(names(ally))} ajoute {points} au jet {of(names(other))}."
        case {"kind": "Interfered", "actor": actor}:
            return f"{names(actor)} s’interpose, pour 1 PI."
        case {"kind": "InterferenceIgnored", "third": third}:
            return f"{names(third)} ne les arrête pas."
        case {"kind": "ConflictBroken", "third": third}:
            return f"{names(third)} met fin au conflit, à moins que les deux ne paient."
        case {"kind": "PaidOn", "actor": actor, "third": third}:
            return f"{names(actor)} paie 1 PI {to(names(third))} pour continuer."
        case {"kind": "BrawlOpened"}:
            return "nouvel objectif : faire mal. Les trois lancent."
        case {"kind": "Raised", "standing": standing, "total": result}:
            return f"{names(standing)} fait mieux : {result} est le résultat à battre."
        case {"kind": "ContestClosed", "how": how}:
            return f"fin du duel{ENDS[how]}."
        case {"kind": "InitiativeCalled", "people": people, "goal": goal}:
            return f"en même temps, {listed(map(names, people))} : {stopped(goal)}"
        case {"kind": "InitiativeTied", "people": people}:
            return f"à égalité, {listed(map(names, people))} relancent."
        case {"kind": "InitiativeFirst", "best": best}:
            return f"{names(best)} a l’initiative."
    return ""


def _stress(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "FellShort", "inflictions": inflictions}:
            losers = Counter(names(i["loser"]) for i in inflictions or ())
            told = (
                listed(f"{who} {TIMES[n]}" if n > 1 else who for who, n in losers.items()) if losers else ""
            )
            return f"le Stress menace {told}." if told else "personne ne prend de Stress."
        case {"kind": "CategoryChosen", "loser": loser, "name": name}:
            return f"{name} guette {names(loser)}."
        case {"kind": "StressShaped", "actor": actor, "name": name, "gain": gain, "dice": dice}:
            return f"{names(actor)}, {name} : {stopped(gain)} Pile de Stress : {sizes(dice) or 'vide'}."
        case {"kind": "StressSet", "loser": loser, "name": name, "die": die, "faces": faces}:
            return f"{names(loser)} prend {name} D{die} ({', '.join(map(str, faces))})."
        case {"kind": "StressFell", "faces": faces}:
            return f"pile de Stress : {', '.join(map(str, faces))}."
        case {"kind": "StressSpared", "loser": loser}:
            return f"pas un dé pour infliger du Stress {to(names(loser))}."
        case {"kind": "OutDecided", "loser": loser, "yes": yes}:
            return f"{names(loser)} craque." if yes else f"{names(loser)} ne craque pas."
    return ""


def _trials(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "TestCalled", "actor": actor, "goal": goal, "risk": risk}:
            return f"test {of(names(actor))} : {stopped(goal)}{' Le Stress guette.' if risk else ''}"
        case {"kind": "PoolThrown", "pool": pool}:
            return f"la pile des problèmes fait {pool}."
        case {"kind": "TestSettled", "who": who, "total": result, "pool": pool, "passed": passed}:
            return f"{names(who)} fait {result} contre {pool} : {'réussite' if passed else 'échec'}."
        case {"kind": "Tended", "actor": actor, "patient": patient, "name": name}:
            return f"{names(actor)} soigne {names(patient)} : {name}."
        case {"kind": "RecoverySettled", "patient": patient, "name": name, "healed": healed, "die": die}:
            if not die:
                return f"{name} {of(names(patient))} : il n’y avait plus rien à soigner."
            if healed:
                return f"{name} {of(names(patient))} disparaît ; un D{die} rejoint son développement."
            return f"rien n’y fait : {names(patient)} garde {name} D{die}."
    return ""


def _world(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "PoolMoved", "pool": pool}:
            return f"pile des problèmes : {sizes(pool)}."
        case {"kind": "ResourcePlaced", "name": name, "state": state}:
            return f"{name} {STATES[state]}."
        case {"kind": "ResourcePrepared", "visitor": visitor, "name": name}:
            return f"{names(visitor)} a préparé {name}."
        case {"kind": "ResourceSummoned", "actor": actor, "name": name}:
            return f"{names(actor)} fait venir {name}, pour 1 PI."
    return ""


def _episode(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "PointsShared"}:
            return "l’épisode commence : chacune et chacun lance ses Relations."
        case {"kind": "AwardThrown", "who": who, "faces": faces, "total": result}:
            told = f"{', '.join(map(str, faces))}, soit {result}" if faces else "aucune Relation, 0"
            return f"{names(who)} : {told}."
        case {"kind": "AwardTied", "people": people, "place": place}:
            return f"à égalité pour {PLACES[place]}, {listed(map(names, people))} relancent."
        case {"kind": "PointsAwarded", "points": points}:
            return f"Points d’Intrigue : {listed(f'{names(a)} {n}' for a, n in points)}."
        case {"kind": "EpisodeEnding"}:
            return "l’épisode s’achève : les Points d’Intrigue sont perdus, place aux épilogues."
        case {"kind": "EpilogueTold", "actor": actor, "text": text} if text:
            return f"épilogue {of(names(actor))} : {stopped(text)}"
        case {"kind": "MotivationSettled", "actor": actor, "name": name, "die": die, "kept": kept}:
            how = "reste" if kept else "revient à"
            return f"{name} {of(names(actor))} {how} D{die}{'' if kept else ', récrite'}."
        case {"kind": "ValueRaised", "actor": actor, "name": name, "die": die} if name:
            return f"{name} {of(names(actor))} monte à D{die}."
        case {"kind": "NewChosen", "actor": actor, "sort": sort}:
            return f"{names(actor)} vise {NEW[sort]}."
        case {"kind": "GrowthAimed", "actor": actor, "name": name, "size": size}:
            return f"{names(actor)} veut faire grandir {name}, à D{size}."
        case {"kind": "GrowthOpposed", "faces": faces, "total": result}:
            return f"difficulté : {', '.join(map(str, faces))}, soit {result}."
        case {"kind": "GrowthThrown", "actor": actor, "total": result, "passed": passed}:
            return f"{names(actor)} fait {result} : {'c’est assez' if passed else 'ce n’est pas assez'}."
        case {"kind": "Grown", "actor": actor, "name": name, "die": die, "sacrificed": lost, "gone": gone}:
            price = f", {lost} {'disparaît' if gone else 'baisse d’un cran'}" if lost else ""
            return f"{name} {of(names(actor))} : D{die}{price}."
        case {"kind": "EpisodeClosed"}:
            return "fin de l’épisode : les Stress baissent d’un cran, la pile revient à 2D6."
    return ""


def _paid(*ids: str) -> Cites:
    """These, and where points go when any was spent."""
    return lambda v: (*ids, *(("ITG-38",) if v.get("cost") else ()))


def _of_composed(v: Mapping[str, Any]) -> tuple[str, ...]:
    """What a roll is made of: the trouble pool, a patient’s stress, or characteristics and what was paid for."""
    sources = {d["source"][0] for d in v["dice"]}
    if not v["roller"]:
        return ("ITG-60",)
    if sources == {"s"} and not v["paid"]:
        return ("ITG-61",)
    applied = {
        "ITG-11": True,
        "ITG-13": v["challenged"],
        "ITG-19": "p" in sources,
        "ITG-32": v["further"],
        "ITG-33": v["kept"],
        "ITG-34": "d" in sources,
        "ITG-38": v["paid"],
    }
    return tuple(id for id, holds in applied.items() if holds)


def _of_fall(v: Mapping[str, Any]) -> tuple[str, ...]:
    return ("ITG-12", "ITG-14") if 1 in v["faces"] else ("ITG-12",)


def _of_die(v: Mapping[str, Any]) -> tuple[str, ...]:
    return _paid(v["rule"])(v)


def _of_keeping(v: Mapping[str, Any]) -> tuple[str, ...]:
    """For a point or a die of the pool; else by a bonus."""
    return _paid("ITG-33" if v["cost"] or v["spent"] else "ITG-36")(v)


def _of_giving_in(v: Mapping[str, Any]) -> tuple[str, ...]:
    return ("ITG-41", *{"point": ("ITG-38",), "motivation": ("ITG-42",)}.get(v["how"], ()))


def _of_stress(v: Mapping[str, Any]) -> tuple[str, ...]:
    return (v["rule"],)


def _of_set(v: Mapping[str, Any]) -> tuple[str, ...]:
    return ("ITG-46", "ITG-47") if v["stepped"] else ("ITG-46",)


def _of_out(v: Mapping[str, Any]) -> tuple[str, ...]:
    return (v["rule"], "ITG-48") if v["yes"] else (v["rule"],)


def _of_end(v: Mapping[str, Any]) -> tuple[str, ...]:
    why = {"gave_in": "ITG-41", "short": "ITG-43", "broken": "ITG-52", "brawled": "ITG-53"}[v["how"]]
    return why, "ITG-55"


def _of_motivation(v: Mapping[str, Any]) -> tuple[str, ...]:
    return ("ITG-71", "ITG-72") if v.get("kept") else ("ITG-71",)


RULES_OF: Mapping[str, tuple[str, ...] | Cites] = {
    "CharacterDrafted": ("ITG-06",),
    "ResourceCreated": ("ITG-03",),
    "StressCorrected": ("ITG-04",),
    "PointsCorrected": ("ITG-05",),
    "GearDamaged": ("ITG-02",),
    "RelationshipMade": ("ITG-35", "ITG-38"),
    "AssetUsed": _paid("ITG-36"),
    "Excused": ("ITG-18",),
    "RollComposed": _of_composed,
    "Fell": _of_fall,
    "DieBought": _of_die,
    "KeptMore": _of_keeping,
    "BoostUsed": _paid("ITG-36"),
    "ResourceUsed": _paid("ITG-37", "ITG-51"),
    "HelpFell": ("ITG-51",),
    "HelpKept": ("ITG-51",),
    "RollSettled": ("ITG-12",),
    "OneBought": ("ITG-15", "ITG-39"),
    "OneAnswered": ("ITG-16",),
    "OnesLeft": ("ITG-15",),
    "ContestOpened": ("ITG-40",),
    "Reacted": ("ITG-40",),
    "GaveIn": _of_giving_in,
    "AidBegun": ("ITG-50",),
    "AidGiven": ("ITG-50",),
    "Interfered": ("ITG-52", "ITG-38"),
    "InterferenceIgnored": ("ITG-52",),
    "ConflictBroken": ("ITG-52",),
    "PaidOn": ("ITG-53", "ITG-38"),
    "BrawlOpened": ("ITG-53",),
    "Brawled": ("ITG-53",),
    "Raised": ("ITG-45",),
    "FellShort": _of_stress,
    "CategoryChosen": ("ITG-46",),
    "StressShaped": _paid("ITG-49"),
    "StressBraced": ("ITG-49",),
    "StressFell": ("ITG-46",),
    "StressSet": _of_set,
    "StressSpared": ("ITG-46",),
    "OutDecided": _of_out,
    "ContestClosed": _of_end,
    "InitiativeCalled": ("ITG-54",),
    "InitiativeThrown": ("ITG-54",),
    "InitiativeTied": ("ITG-54",),
    "InitiativeFirst": ("ITG-54",),
    "InitiativeWon": ("ITG-54",),
    "TestCalled": ("ITG-60",),
    "PoolThrown": ("ITG-60",),
    "Attempted": ("ITG-60",),
    "TestSettled": ("ITG-60",),
    "TestClosed": ("ITG-60",),
    "Tended": ("ITG-61",),
    "HealingThrown": ("ITG-61",),
    "RecoverySettled": ("ITG-61",),
    "PoolMoved": ("ITG-20",),
    "ResourcePlaced": ("ITG-37",),
    "ResourcePrepared": ("ITG-37",),
    "ResourceSummoned": ("ITG-37", "ITG-38"),
    "PointsShared": ("ITG-30",),
    "AwardThrown": ("ITG-30",),
    "AwardTied": ("ITG-30",),
    "PlaceWon": ("ITG-30",),
    "PointsAwarded": ("ITG-30",),
    "EpisodeEnding": ("ITG-31", "ITG-70"),
    "EpilogueTold": ("ITG-70",),
    "MotivationSettled": _of_motivation,
    "ValueRaised": ("ITG-72",),
    "NewChosen": ("ITG-73",),
    "GrowthAimed": ("ITG-73",),
    "GrowthOpposed": ("ITG-73",),
    "GrowthThrown": ("ITG-73",),
    "Grown": ("ITG-74",),
    "GrowthPassed": ("ITG-74",),
    "EpisodeClosed": ("ITG-21", "ITG-75"),
}
"""The rules each kind of event cites in the log, or what says which of them applied."""

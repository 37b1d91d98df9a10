"""Tests announced, judged and thrown at random: what people are told beforehand and what falls, by the longest way."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from paravent.core.game import odds_for
from paravent.core.values import Who
from paravent.systems.intentions import commands as co
from paravent.systems.intentions.pack import default_pack
from paravent.systems.intentions.testing import ToRoll, ToThrow
from play import LEA, MAUD, Play
from systems.intentions.int_table import someone, table, who
from systems.intentions.longest_way import INTENTIONS, every_throw, net

OWN = (("athletisme", ""), ("combat", "pugilat"), ("medecine", ""), ("invocation", "feu"), ("perception", ""))
TRIED = (*OWN, ("combat", "corps-à-corps"), ("crochetage", ""), ("persuasion", ""))
COVERED = ("athletisme", "perception", "combat", "medecine")
CATEGORY = {s.id: s.category for s in default_pack().skills}
MODES = {"normal": "normal", "advantage": "avantage", "disadvantage": "desavantage"}


def key(skill: tuple[str, str]) -> str:
    return "/".join(part for part in skill if part)


class Session:
    """One table with random options, one character, what weighs on it."""

    def __init__(self, r: Random) -> None:
        self.r = r
        names = ("doubles", "un_pour_un", "un_seul_de", "prudente_augmente")
        self.options = {name: r.choice(["oui", "non"]) for name in names}
        self.play: Play = table(**self.options)
        self.skills = dict.fromkeys(map(key, r.sample(OWN, 2)), 1)
        self.trait, instinct = r.choice(["heroisme", "soiffard", "concentre"]), r.choice(INTENTIONS)
        chosen = tuple(s for s in OWN if key(s) in self.skills)
        self.actor: Who = someone(self.play, skills=chosen, trait=self.trait, instinct=instinct)
        self.instincts = {instinct}
        self.conditions: list[tuple[str, tuple[str, ...]]] = []
        self.single, self.last = False, 0
        if r.random() < 0.5:
            more = r.choice(chosen)
            self.skills[key(more)] = 2
            self.play.act(MAUD, co.GrantPoint(self.actor, more))
        if r.random() < 0.5:
            more_free = r.choice([i for i in INTENTIONS if i != instinct])
            self.instincts.add(more_free)
            self.play.act(MAUD, co.GrantInstinct(self.actor, more_free))
        for n in range(r.choice([0, 1, 2])):
            mode = r.choice(["normal", "advantage", "disadvantage"])
            covered = tuple(s for s in COVERED if r.random() < 0.3)
            self.play.act(MAUD, co.GiveCondition(self.actor, f"état {n}", "", mode, covered))
            self.conditions.append((MODES[mode], covered))
        if self.options["un_seul_de"] == "oui" and r.random() < 0.7:
            self.single = True
            self.play.act(LEA, co.SingleDie(True))

    def one(self) -> None:
        """One test, from its announcement to what fell."""
        r, play = self.r, self.play
        able = [s for s in TRIED if CATEGORY[s[0]] != "initiate" or key(s) in self.skills]
        tried = [(key(r.choice(able)), n == 0 or r.random() < 0.7) for n in range(r.choice([1, 1, 2, 3]))]
        taken = [r.randint(0, 1 if i == "prudente" else 2) * (r.random() < 0.4) for i in INTENTIONS]
        potion, knowing = r.random() < 0.3, r.random() < 0.3
        patient = bool(taken[-1]) and r.random() < 0.6
        knowledge = "Les plantes" if knowing or r.random() < 0.3 else ""
        play.act(LEA, co.Announce("x", tried[0][0], tuple(tried[1:]), tuple(taken), potion, knowledge))
        reasons = [
            (f"raison {n}", r.choice(["", *(k for k, risky in tried if risky)]), r.random() < 0.5)
            for n in range(r.choice([0, 1, 2, 3]))
        ]
        helps, hinders = (
            tuple((why, skill) for why, skill, good in reasons if good == wanted) for wanted in (True, False)
        )
        base = r.randint(3, 8)
        play.act(MAUD, co.Judge(base, helps, hinders, patient, knowing))

        raised = sum(
            n
            for i, n in zip(INTENTIONS, taken, strict=True)
            if i not in self.instincts
            and (i != "prudente" or (patient and self.options["prudente_augmente"] == "oui"))
        )
        difficulty = base + raised + len(tried) - 1 + (potion and self.trait != "soiffard")
        mode, bonus = self.weakest(tried, reasons, patient + knowing)
        critical = (self.last or None) if self.single else None
        doubles = self.options["doubles"] == "oui"
        law = every_throw(difficulty, bonus, mode, doubles=doubles, single=self.single, last=critical)
        test = play.game.world.tests[0]
        assert (test.effective, test.bonus, MODES[test.mode]) == (difficulty, bonus, mode)
        self.told(ToThrow, law)
        dice = tuple(r.randint(1, 6) for _ in range(1 if self.single else 2))
        play.act(LEA, co.LetFall(), throw=False)
        self.told(ToRoll, law)
        play.act(LEA, co.Roll(dice))
        self.fell(dice, difficulty, bonus, mode, doubles=doubles)

    def weakest(self, tried: list[tuple[str, bool]], reasons: list[Any], situation: int) -> tuple[str, int]:
        """INT-22, INT-25: the mode and the bonus of the skill that counts."""
        candidates = []
        for skill, risky in tried:
            if not risky:
                continue
            mine: Counter[str] = Counter({"avantage": situation})
            mine.update(
                "avantage" if good else "desavantage" for _, for_, good in reasons if for_ in ("", skill)
            )
            bare = skill.partition("/")[0]
            mine.update(mode for mode, covered in self.conditions if not covered or bare in covered)
            bonus = self.skills.get(skill, 0)
            lacking = not bonus and CATEGORY[bare] == "specialist"
            mine["desavantage"] += lacking
            one = self.options["un_pour_un"] == "oui"
            mode = net(mine["avantage"], mine["desavantage"], one_for_one=one)
            candidates.append(
                (bonus - lacking, ["desavantage", "normal", "avantage"].index(mode), mode, bonus)
            )
        _, _, mode, bonus = min(candidates)
        return mode, bonus

    def told(self, topic: type, law: dict[str, Any]) -> None:
        """The chances beside the question, as its player reads them."""
        game = self.play.game
        [w] = [w for w in self.play.asked(LEA).values() if isinstance(w.topic, topic)]
        odds = odds_for(self.play.system, game, LEA, w)
        assert odds is not None
        found = [line.numerator / line.denominator for line in odds.lines]
        assert found == [float(law[n]) for n in ("p_reussite", "p_reussite_critique", "p_echec_critique")]

    def fell(self, dice: tuple[int, ...], difficulty: int, bonus: int, mode: str, *, doubles: bool) -> None:
        """INT-03, INT-06 to INT-08, INT-10; then whatever the critical asks."""
        main, critical = dice[0], (self.last if self.single else dice[1])
        both = [main, critical] if critical else [main]
        kept = {"normal": main, "avantage": max(both), "desavantage": min(both)}[mode]
        world = self.play.game.world
        result = (world.tests or (world.last,))[0].outcome
        if main == critical and main == 1:
            assert result == "critical_failure"
            self.play.act(MAUD, co.Describe("une catastrophe"))
        elif main == critical and (main == 6 or doubles):
            assert result == "critical_success"
            self.play.act(LEA, co.ProposeExploit("un exploit", ""))
            self.play.act(MAUD, co.AgreeExploit())
        else:
            assert result == ("success" if kept + bonus >= difficulty else "failure")
        self.last = main
        assert who(self.play, self.actor).last_die == main


@pytest.mark.parametrize("seed", range(40))
def test_what_is_told_before_the_dice_is_what_may_fall(seed: int) -> None:
    session = Session(Random(seed))
    for _ in range(5):
        session.one()


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(40, 400))
def test_what_is_told_before_the_dice_is_what_may_fall_at_length(seed: int) -> None:
    session = Session(Random(seed))
    for _ in range(8):
        session.one()

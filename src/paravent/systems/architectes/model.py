"""The state of a table of Les Architectes: characters, contests under way, what waits for the game masters."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from paravent.core.cast import SESSION_WORDS
from paravent.core.packs import PACKS_KEPT, of_pack
from paravent.core.roster import change
from paravent.core.sight import seen
from paravent.core.values import GM, TAGGED, Who, replace, value
from paravent.systems.architectes.pack import ARCANA, Pack, Weapon, pack_from_json

Ease = Literal["normal", "easy", "hard"]
Sort = Literal["test", "opposition", "exchange"]
Declaration = Literal["", "draw", "discard", "none"]
"""Not said yet; draws; discards the skill's card; cannot test (ARC-25)."""
Outcome = Literal["", "failure", "success", "second_critical", "first_critical"]

EVERY_CARD = tuple(range(1, ARCANA + 1))
BEFORE_THE_EVENT = "pas avant l’événement qui fera de ce personnage une Ligne Brisée"
"""Why a character may neither discard nor see the lines yet (ARC-05)."""


@seen(all="number numeral arcana name")
@value
class Skill:
    """A skill as this table names it, with its card (ARC-01)."""

    number: int
    numeral: str
    arcana: str
    name: str


@seen(all="id name skill damage")
@value
class Arm:
    """A weapon to fight with, as this table names it (ARC-27)."""

    id: str
    name: str
    skill: int
    damage: int


@seen(
    all="actor name extra accepted lost broken unconscious dead",
    sheet="scores deck destiny destiny_gained identity climbed weapon",
)
@value
class Character:
    """A character, from the moment it is cast.

    scores[n-1]   the score of the skill of arcanum n; 0 while it waits for fate (ARC-03)
    deck, lost    the cards left, and the lost ones in the order they went
    broken        a « Ligne Brisée » (ARC-05, ARC-07)
    climbed       the skills raised since the last session (ARC-53)
    extra, hidden, accepted, public   what the shared facts say of the actor
    """

    actor: Who
    name: str
    extra: bool
    hidden: bool
    accepted: bool
    public: bool
    scores: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    destiny: int = 0
    destiny_gained: int = 0
    identity: tuple[tuple[str, str], ...] = ()
    broken: bool = False
    unconscious: bool = False
    dead: bool = False
    climbed: tuple[int, ...] = ()
    weapon: str = ""

    @property
    def ready(self) -> bool:
        """In play, alive or not: accepted, and fate has nothing left to rank."""
        return self.accepted and bool(self.scores) and 0 not in self.scores

    @property
    def present(self) -> bool:
        """Alive and in play."""
        return self.ready and not self.dead and bool(self.deck)

    @property
    def acts(self) -> bool:
        """May act: neither dead nor unconscious (ARC-25, ARC-26)."""
        return self.present and not self.unconscious

    @property
    def readable(self) -> bool:
        """Whether the whole table may read the sheet, so also the deck."""
        return self.public and not self.hidden

    def score(self, skill: int) -> int:
        return self.scores[skill - 1]


@seen(
    all="actor skill skill_name ease weapon damage declared discarded shown bought outcome",
    sheet="score margin",
    own="drawn",
)
@value
class Side:
    """One side of a contest. Its score is fixed when the contest opens; `drawn` is face down until `shown`."""

    actor: Who
    skill: int
    skill_name: str
    score: int
    ease: Ease = "normal"
    weapon: str = ""
    damage: int = 0
    may_discard: bool = False
    declared: Declaration = ""
    discarded: int = 0
    drawn: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    bought: tuple[int, ...] = ()
    outcome: Outcome = ""
    margin: int = 0


@seen()
@value
class Declaring:
    """Whoever may discard says whether they do, before any draw (ARC-40)."""


@seen()
@value
class Drawing:
    """Cards are drawn, face down until all are (ARC-10)."""


@seen(all="turn passes paid")
@value
class Buying:
    """Destiny, in alternation (ARC-51). `paid`: the card of a spent point is in the air."""

    turn: Who
    passes: int = 0
    paid: bool = False


@seen(all="winner loser")
@value
class Hurting:
    """The loser's cards are drawn (ARC-24)."""

    winner: Who
    loser: Who


@seen()
@value
class Closing:
    """Nothing left to do but to say so."""


Stage = Annotated[Declaring | Drawing | Buying | Hurting | Closing, TAGGED]


@seen(all="id sort sides stage")
@value
class Contest:
    """A test (one side), an opposition or an exchange (two, the initiator first). `to`: who may know of it."""

    id: str
    sort: Sort
    to: tuple[Who, ...] | None
    sides: tuple[Side, ...]
    stage: Stage = Declaring()

    def side(self, actor: Who) -> Side:
        return next(s for s in self.sides if s.actor == actor)

    def other(self, actor: Who) -> Side:
        """The opposite side; the side itself in a test."""
        return next((s for s in self.sides if s.actor != actor), self.sides[0])

    def asked(self, actor: Who) -> Who:
        """Who answers for `actor` here: the game masters when they keep the contest to themselves."""
        return GM if self.to == (GM,) else actor


@seen(all="id actor damage why")
@value
class Blow:
    """Damage outside any exchange, its cards in the air (ARC-29). `to`: who knows, even if the actor shows itself."""

    id: str
    actor: Who
    damage: int
    why: str
    to: tuple[Who, ...] | None


@seen(all="id actor count")
@value
class Healing:
    """Lost cards about to come back at random (ARC-28). `to`: as in `Blow`."""

    id: str
    actor: Who
    count: int
    to: tuple[Who, ...] | None


@seen(all="id actor card skill_name action")
@value
class Proposal:
    """A discard proposed outside any test, which waits for the game masters (ARC-40, ARC-42). `to`: as in `Blow`."""

    id: str
    actor: Who
    card: int
    skill_name: str
    action: str
    to: tuple[Who, ...] | None


@seen(all="skills arms rubrics characters contests last blows healings proposals climbing session_open")
@value
class Game:
    """`last` is the latest closed public contest. `climbing`: the window of ARC-54 is open.

    `awardable`: a session has closed and its Destiny is not given yet (ARC-50). `pending`: (seat, actor) of each
    character a player proposes (TAB-10). `rubrics`: the label of each rubric of the sheet, by id. `session_word`: what
    this table calls a session (TAB-18).
    """

    pack: str
    skills: tuple[Skill, ...]
    options: tuple[tuple[str, str], ...] = ()
    seats: tuple[Who, ...] = ()
    pending: tuple[tuple[Who, Who], ...] = ()
    characters: tuple[Character, ...] = ()
    contests: tuple[Contest, ...] = ()
    last: Contest | None = None
    blows: tuple[Blow, ...] = ()
    healings: tuple[Healing, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    climbing: bool = False
    session_open: bool = False
    awardable: bool = False
    arms: tuple[Arm, ...] = ()
    rubrics: tuple[tuple[str, str], ...] = ()
    session_word: str = SESSION_WORDS[0]

    def option(self, name: str) -> str:
        return dict(self.options).get(name, "")

    def find(self, actor: Who) -> Character | None:
        return next((c for c in self.characters if c.actor == actor), None)

    def character(self, actor: Who) -> Character:
        """The character of that actor; it must exist."""
        return next(c for c in self.characters if c.actor == actor)

    def contest(self, id: str) -> Contest:
        """The contest of that id; it must be under way."""
        return next(x for x in self.contests if x.id == id)

    def skill_name(self, number: int) -> str:
        return self.skills[number - 1].name


def start(pack: str, options: Mapping[str, str]) -> Game:
    """The empty state; `pack` is JSON text as `read_pack` returns it."""
    data = pack_of(pack)
    skills = tuple(Skill(s.number, s.numeral, s.arcana, s.name) for s in data.skills)
    arms = tuple(Arm(w.id, w.name, w.skill, w.damage) for w in data.weapons if w.skill)
    rubrics = tuple((r.id, r.label) for r in data.rubrics)
    return Game(pack, skills, tuple(sorted(options.items())), arms=arms, rubrics=rubrics)


@lru_cache(maxsize=PACKS_KEPT)
def pack_of(text: str) -> Pack:
    """The pack a state holds as text."""
    return pack_from_json(json.loads(text))


@of_pack
def combat_weapons(game: Game) -> tuple[Weapon, ...]:
    """The weapons an exchange may use: those with a skill (ARC-20, ARC-27)."""
    return tuple(w for w in pack_of(game.pack).weapons if w.skill is not None)


def usual_weapon(game: Game) -> str:
    """What a character holds until the game masters say otherwise: the least of the weapons, fists as a rule."""
    weapons = combat_weapons(game)
    return min(weapons, key=lambda w: w.damage).id if weapons else ""


def change_contest(game: Game, contest: Contest, **fields: Any) -> Game:
    """The game with fields of one contest replaced."""
    new = replace(contest, **fields)
    return replace(game, contests=tuple(new if x.id == contest.id else x for x in game.contests))


def change_side(contest: Contest, actor: Who, **fields: Any) -> tuple[Side, ...]:
    """The sides of a contest, one of them changed."""
    return tuple(replace(s, **fields) if s.actor == actor else s for s in contest.sides)


def without_cards(cards: Iterable[int], gone: Iterable[int]) -> tuple[int, ...]:
    """The cards that are not `gone`, in their order."""
    taken = set(gone)
    return tuple(c for c in cards if c not in taken)


def lose(game: Game, actor: Who, cards: tuple[int, ...]) -> Game:
    """Cards go from the deck to the lost ones."""
    c = game.character(actor)
    return change(game, actor, deck=without_cards(c.deck, cards), lost=(*c.lost, *cards))


def regain(game: Game, actor: Who, cards: tuple[int, ...]) -> Game:
    """Lost cards come back; a deck is kept in order, for only chance shuffles it."""
    c = game.character(actor)
    return change(game, actor, deck=tuple(sorted((*c.deck, *cards))), lost=without_cards(c.lost, cards))


def busy(game: Game) -> bool:
    """Something the whole table sees is under way. What is secret never counts: players would feel it."""
    return _under_way(game, secret=False)


def busy_in_secret(game: Game) -> bool:
    """The one secret contest there may be is under way, or something befalls a hidden actor."""
    return _under_way(game, secret=True)


def _under_way(game: Game, *, secret: bool) -> bool:
    audiences = [
        *(x.to for x in game.contests),
        *(b.to for b in game.blows),
        *(h.to for h in game.healings),
    ]
    return any((to is not None) == secret for to in audiences)

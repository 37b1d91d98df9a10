"""What a rule set is: a record of pure functions, the same shape for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeVar

from paravent.chance.words import percent
from paravent.core.asking import Forms
from paravent.core.french import of
from paravent.core.offers import Offer, Waiting
from paravent.core.pages import Download, Page
from paravent.core.sheet import Sheet
from paravent.core.sight import Eyes
from paravent.core.values import Who

SUPPOSE = "Suppose"
"""What the class of a system's suppositions is called (`Odds.supposes`)."""

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """A table option (TAB-17): its choices as (value, French label), the first being the default."""

    name: str
    rule: str
    label: str
    choices: tuple[tuple[str, str], ...]

    @property
    def default(self) -> str:
        return self.choices[0][0]


@dataclass(frozen=True, slots=True)
class OddsLine:
    """One chance to show: a French label, an exact fraction, and whether it is the headline.

    said    what follows its percentage in the sentence that tells a throw; "": « de » and the label of a headline
    """

    label: str
    numerator: int
    denominator: int
    main: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """What one choice of a field leads to, in one French line. `mark`: why it stands out among the others, "" else;
    `of`: the command that has this field, "" for the one that the odds are of."""

    field: str
    option: str
    text: str
    mark: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact chances of what a waiting leads to, with the actors whose sheets they tell something about (TAB-11).

    of      the command they are the chances of, where the answer is a choice
    beside  those of each choice of that command's fields, or of another's beside it, shown with it
    beyond  what a little more than the choice that stands out would lead to, in one French line
    law     every outcome with its chance, when it can be told: they add up to one
    supposes  what one may suppose otherwise before the throw (« et si »), as an offer that nobody sends
    instead   what is told to a seat that may not read all the sheets in `reveals`
    joined  one command may lead to several such draws, whose lines are then told together
    """

    lines: tuple[OddsLine, ...]
    reveals: tuple[Who, ...]
    policy: str = ""
    of: str = ""
    beside: tuple[Beside, ...] = ()
    beyond: str = ""
    law: tuple[OddsLine, ...] = ()
    supposes: Offer | None = None
    instead: Odds | None = None
    joined: bool = False

    @property
    def sentence(self) -> str:
        """« 61 % de réussir, 4 % de complication »: the headlines, and what is said beside them."""
        return ", ".join(
            f"{percent(Fraction(x.numerator, x.denominator))} {x.said or of(x.label)}"
            for x in self.lines
            if x.main or x.said
        )


@dataclass(frozen=True, slots=True)
class Lexicon:
    """French names of commands (by class name) and of their fields, and how a form lays them out.

    groups   headings of a game master's desk, each with its commands, most used first
    sends    the field of a command whose choices are its form's buttons: choosing one sends it
    cards    the fields that hold numbers of cards
    unit     what a pick beyond the free ones of a pool costs one of, "" where nothing is paid so
    alone    what a command is called where a field leaves no other choice: « HideOdds.hidden=False »
    """

    commands: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sends: Mapping[str, str] = field(default_factory=dict)
    cards: frozenset[str] = frozenset()
    unit: str = ""
    alone: Mapping[str, str] = field(default_factory=dict)

    def command(self, name: str) -> str:
        return self.commands.get(name, name)

    def field(self, name: str) -> str:
        return self.fields.get(name, name)


@dataclass(frozen=True, slots=True)
class Face:
    """A card as a viewer knows it, in words: `caption` is what it stands for, `score` the holder's in it, None unknown.

    `state`: "" for one like the others; « lost » for a card they lost, « own » for the one a test in progress is about.
    """

    number: int
    numeral: str
    title: str
    caption: str
    score: int | None = None
    state: str = ""


Names = Callable[[str], str]
"""From an actor's, seat's or role's id to the name this table gives it."""

Cites = Callable[[Mapping[str, Any]], tuple[str, ...]]
"""From a fact as a viewer sees it to the rules that applied in it, where its kind alone does not say."""


@dataclass(frozen=True, eq=False)
class System(Generic[S]):
    """A rule set.

    start      (pack as JSON text, options) → the empty state
    waiting    who may do what now
    decide     (state, waiting, admitted command, new id) → events; never validates
    follow     what the rules do by themselves; () at rest
    evolve     bookkeeping only, system and core events alike; ignores the core events it does not need
    audience   (state before, event) → who may know it; None: everyone
    odds       exact chances of what a waiting leads to, or None
    sentence   (projected event, names) → one French sentence, "" for what needs no line
    prompt     (state, waiting, names) → the question in a player's words, for who may answer it
    sheet      (state, actor, eyes) → the printable sheet
    faces      (projected state, holder's id) → every card of the game, for a system played with cards
    about      (projected state, actor) → who a character is, in one line, "" for what may not be read
    pages      its own pages by name: (state, eyes, key, query) → what is at that address, None for nothing to know
    withheld   (state, event) → whether the table may still not learn of it: a secret is then shown without it
    milestones names that milestones may go by, ready to choose; for game masters alone
    composes   names of the commands, shared ones too, whose form leads to a draw: its chances follow what is ticked
    supposed   (state, waiting, an admitted answer to what its odds suppose) → the chances if it were so
    vectors    the exact answer to a probability question, `ValueError` in French for what is none
    asking     those questions as forms, by the name of their computation
    packs      names of the packs shipped as `data/<name>.toml`, the default one first; (): only `default_pack`
    """

    name: str
    title: str
    summary: str
    package: str
    state: type
    events: Any
    start: Callable[[str, Mapping[str, str]], S]
    waiting: Callable[[S], tuple[Waiting, ...]]
    decide: Callable[[S, Waiting, Any, str], tuple[Any, ...]]
    follow: Callable[[S], tuple[Any, ...]]
    evolve: Callable[[S, Any], S]
    audience: Callable[[S, Any], tuple[Who, ...] | None]
    odds: Callable[[S, Waiting], Odds | None]
    sentence: Callable[[Mapping[str, Any], Names], str]
    prompt: Callable[[S, Waiting, Names], str]
    sheet: Callable[[S, Who, Eyes], Sheet | None]
    lexicon: Lexicon
    default_pack: Callable[[], str]
    read_pack: Callable[[str], str]
    options: tuple[Option, ...] = ()
    composes: frozenset[str] = frozenset()
    supposed: Callable[[S, Waiting, Any], Odds | None] | None = None
    packs: tuple[str, ...] = ()
    vectors: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    asking: Forms = field(default_factory=dict)
    faces: Callable[[Mapping[str, Any], Who], tuple[Face, ...]] | None = None
    about: Callable[[Mapping[str, Any], Who], str] | None = None
    pages: Mapping[str, Callable[[S, Eyes, str, Mapping[str, str]], Page | Download | None]] = field(
        default_factory=dict
    )
    withheld: Callable[[S, Any], bool] | None = None
    milestones: Callable[[S], tuple[str, ...]] | None = None
    rules_of: Mapping[str, tuple[str, ...] | Cites] = field(default_factory=dict)


REST_LIMIT = 500


def drive(
    evolve: Callable[[T, Any], T], follow: Callable[[T], tuple[Any, ...]], state: T, events: tuple[Any, ...]
) -> tuple[T, tuple[Any, ...]]:
    """Fold `events`, then what `follow` adds, until it adds nothing."""
    out: list[Any] = []
    todo = events
    for _ in range(REST_LIMIT):
        for e in todo:
            state = evolve(state, e)
        out += todo
        todo = follow(state)
        if not todo:
            return state, tuple(out)
    raise AssertionError("the rules never rest")

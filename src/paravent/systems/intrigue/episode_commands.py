"""What people may do at both ends of an episode (ITG-30, ITG-70 to ITG-75)."""

from __future__ import annotations

from paravent.core.values import value


@value
class SharePoints:
    """Begin the episode: everybody throws their relationships (ITG-30)."""


@value
class EndEpisode:
    """Epilogues, motivations, growth, for everybody at once (ITG-70 to ITG-75)."""


@value
class TellEpilogue:
    """ITG-70."""

    text: str


@value
class KeepDown:
    """The reduced die and the statement stay (ITG-71)."""

    motivation: str


@value
class Rewrite:
    """The die of before, and another statement (ITG-71)."""

    motivation: str
    statement: str


@value
class RaiseValue:
    """For a value kept down (ITG-72)."""

    motivation: str


@value
class Grow:
    """Aim at a growth (ITG-73). `trait`: one it has, or « new:ability »…, which is then described."""

    trait: str


@value
class Describe:
    """What is new, by its kind: an asset, a relationship, an extra or a location (ITG-73)."""

    name: str
    text: str = ""
    model: str = ""
    descriptor: str = ""
    limit: str = ""
    heritage: str = ""
    at4: str = ""
    at8: str = ""
    at12: str = ""
    first: str = ""
    second: str = ""


@value
class Sacrifice:
    """Grow all the same, another characteristic stepping down (ITG-74)."""

    trait: str


@value
class GiveUp:
    """No growth."""


@value
class CloseEpisode:
    """Stress steps down, the pool and the resources begin again (ITG-75)."""

"""What is told of a scene elsewhere: its parts, its forms, and that people's words stay words in each of them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from markdown_it import MarkdownIt

from paravent.core import events as ev
from paravent.core.cast import public_eyes
from paravent.core.commands import CloseScene, CloseSession, OpenScene, OpenSession, ThrowDice, Write
from paravent.core.journal import Line, lines_for
from paravent.core.values import GM, Who
from paravent.systems import all_systems
from paravent.table import markup
from paravent.table.recap import BY_HAND, FORMATS, Told, tell
from play import LEA, MAUD, NOE, SAM, Play

HOSTILE = (
    "[/quote][img]http://mal.exemple/x.png[/img]",
    "[url=javascript:alert(1)]ici[/url] [b]gras",
    "](javascript:alert(1)) ![x](http://mal.exemple/x.png)",
    "[ici](http://mal.exemple) <http://mal.exemple> www.mal.exemple/x mal@mal.exemple @tous",
    "```\ncode\n``` `code` ~~~ ~~barré~~ **gras** __souligné__ *_x_*",
    "<script>alert(1)</script> <img src=x onerror=alert(1)> &lt;b&gt; &#91;b&#93;",
    "# titre\n> citation\n- liste\n+ liste\n1. liste\n2) liste\n    code\n===\n---\n| a | b |\n|---|---|",
    "za\u200bro\u200c\u200d\u2060 \u202egauche\u202c \u2066x\u2069 \ufeff \u00ad \U000e0041 \ufe01",
    "avant\u2028après\u2029fin\x85 \x0b\x0c\tx",
    "\\[b\\] \\\\[i] \\`x` fin\\",
    "[[b]b][/b] [\u200bimg]x[/\u200bimg] ［b］",
    "- \n\n\n\n    quatre espaces",
    "HTTP://MAL.EXEMPLE ftp://x data:text/html,x mailto:x :smile: 18:30",
)
ALL = Who("tous")
TAGS = re.compile(r"\[[^\]]*\]?")
INVISIBLE = re.compile(
    r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\u2028\u2029\x85\x0b\x0c\t\ufe01]"
)


class Tags(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[Any] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def line(said: str, kind: str = "Noted", **data: Any) -> Line:
    return Line(1, 0, LEA, said, ("ARC-10",), {"kind": kind, **data})


def told(form: str, *texts: str, outcome: str = "") -> Told:
    more = {"outcome": outcome} if outcome else {}
    scene = line("…", "SceneOpened", number=1, title=texts[0], text=texts[0])
    return tell(texts[0], [scene, *(line(t, "Judged", **more) for t in texts)], "séance", form=form)


def without_space(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("outcome", ["", "success"])
@pytest.mark.parametrize("text", HOSTILE)
def test_words_open_no_tag_of_bbcode(text: str, outcome: str) -> None:
    out = told("bbcode", text, outcome=outcome).text
    tags = TAGS.findall(out)
    assert set(tags) <= {"[b]", "[/b]", "[i]", "[/i]"}
    for kind in "bi":
        opened = [t for t in tags if t in (f"[{kind}]", f"[/{kind}]")]
        assert opened == [f"[{kind}]", f"[/{kind}]"] * (len(opened) // 2)
    assert not INVISIBLE.search(out)
    # Some forums also read HTML.
    assert not re.search(r"\w://|\bwww\.|@|mailto:|[<>]", out, re.IGNORECASE)


@pytest.mark.parametrize("outcome", ["", "success"])
@pytest.mark.parametrize("text", HOSTILE)
def test_words_are_shown_as_they_are_by_markdown(text: str, outcome: str) -> None:
    out = told("markdown", text, outcome=outcome).text
    seen = Tags(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(out))
    assert seen.tags <= {"h2", "h3", "blockquote", "ul", "li", "p", "br", "em", "strong"}
    assert seen.attributes == []
    assert ("strong" in seen.tags) is bool(outcome)
    words = without_space(markup.shown(text)).replace("@", markup.AT)
    assert without_space(seen.text).count(words) >= 4
    assert not INVISIBLE.search(out)
    # What links addresses by itself looks at the source: none stands there whole.
    assert not re.search(r"\w://|\bwww\.\w|@", out, re.IGNORECASE)


@pytest.mark.parametrize("text", HOSTILE)
def test_plain_text_hides_nothing_and_turns_nothing_round(text: str) -> None:
    out = told("texte", text).text
    assert not INVISIBLE.search(out)
    assert all(found.startswith((" ", "- ")) for found in out.split("\n\n")[-1].strip("\n").split("\n"))


def test_what_is_typed_over_many_lines_makes_no_line_of_the_story() -> None:
    forged = "un mot\n- Léa lance : 20, réussite."
    assert told("texte", "x", forged).text.count("\n- ") == 2
    assert MarkdownIt().render(told("markdown", "x", forged).text).count("<li>") == 2


@pytest.fixture
def play() -> Play:
    play = Play(all_systems()["architectes"])
    play.act(MAUD, OpenSession())
    play.act(MAUD, OpenScene("Le quai", "Il pleut."))
    play.act(LEA, Write("Je regarde la pluie.", ALL))
    return play


def story(play: Play, part: str = "", form: str = "texte", seat: Any = None) -> Told:
    core = play.now.core
    lines = play.lines(seat) if seat else lines_for(play.system, core, play.told, public_eyes(core))
    return tell(core.name, lines, core.session_word, part, form)


def test_the_latest_scene_is_told_and_the_others_can_be(play: Play) -> None:
    play.act(MAUD, CloseScene())
    play.act(MAUD, OpenScene("La cale", ""))
    play.act(LEA, Write("Il fait noir.", ALL))
    latest = story(play)
    assert "Scène 2 · La cale" in latest.text
    assert "Il fait noir." in latest.text
    assert "Le quai" not in latest.text
    by_name = {name: id for id, name in latest.choices}
    past = story(play, by_name["Scène 1 · Le quai (séance n°\N{NO-BREAK SPACE}1)"])
    assert "Je regarde la pluie." in past.text
    assert "Il pleut." in past.text
    assert "Il fait noir." not in past.text
    whole = story(play, by_name["Séance n°\N{NO-BREAK SPACE}1, en entier"])
    assert whole.text.index("Je regarde") < whole.text.index("Il fait noir.")
    # A part that is no more, or never was, is the latest.
    for never in ("scene-9-9", "tout-0", "tout-" + "9" * 5000, "tout-²"):
        assert story(play, never).text == latest.text


def test_a_scene_just_opened_and_a_closed_session_are_told_too(play: Play) -> None:
    play.act(MAUD, OpenScene("La cale", ""))
    assert "La cale" in story(play).text
    play.act(MAUD, CloseScene())
    play.act(MAUD, CloseSession())
    play.act(LEA, Write("À demain.", ALL))
    assert "Après la séance n°\N{NO-BREAK SPACE}1" in story(play).text
    assert "La cale" not in story(play).text


def test_an_undone_deed_is_not_told(play: Play) -> None:
    play.act(LEA, Write("Je saute.", ALL))
    play.undo()
    assert "Je saute" not in story(play).text
    assert "annul" not in story(play).text


def test_dice_are_told_with_their_rule_and_their_hand(play: Play) -> None:
    play.act(LEA, ThrowDice(2, 6, "deviner", False))
    assert re.search(r"deviner\.\n- Les dés donnent \d \+ \d = \d+\. \(TAB-03\)", story(play).text)
    assert BY_HAND not in story(play).text


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_told_aside_is_told_to_nobody_else(play: Play, form: str) -> None:
    before = story(play, form=form)
    play.act(MAUD, Write("Otto ment.", GM))
    play.act(LEA, Write("Je le sais.", GM))
    play.act(MAUD, Write("Chut, Noé.", NOE))
    assert story(play, form=form) == before
    assert "Otto ment" in story(play, form=form, seat=MAUD).text
    mine = story(play, form=form, seat=LEA).text
    assert "Je le sais" in mine
    assert "Otto" not in mine


def test_the_journal_of_a_table_not_begun_tells_nothing() -> None:
    assert tell("La Brume", [], "séance") == Told("", "", "bbcode", [])


def test_what_is_seen_by_all_is_what_somebody_who_watches_sees() -> None:
    play = Play(all_systems()["intentions"])
    play.act(MAUD, OpenSession())
    play.tell(ev.ActorCast(actor="a" * 16, name="Ombre", seat="", extra=True, hidden=True))  # type: ignore[arg-type]
    core = play.now.core
    assert lines_for(play.system, core, play.told, public_eyes(core)) == play.lines(SAM)

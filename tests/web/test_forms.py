"""What a page makes of described fields: cards by name, choices by touch, a desk under headings."""

from __future__ import annotations

import pytest

from paravent.core.describe import lexicon_of
from paravent.core.system import Face, Lexicon
from paravent.web.forms import by_group, card_number, default_of, folds, groups_of, layout_of, read_fields

FACES = (
    Face(11, "XI", "La Force", "Combat à mains nues"),
    Face(14, "XIV", "Tempérance", "Volonté"),
    Face(16, "XVI", "La Maison Dieu", "Science"),
    Face(17, "XVII", "L’Étoile", "Escroquerie"),
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("14", "14"),
        (" xiv ", "14"),
        ("Tempérance", "14"),
        ("temperance", "14"),
        ("la tempérance", "14"),
        ("volonté", "14"),
        ("L'étoile", "17"),
        ("etoile", "17"),
        ("maison-dieu", "16"),
        ("combat à mains nues", "11"),
        ("la", "la"),
        ("", ""),
        ("99", "99"),
    ],
)
def test_a_card_is_called_by_number_numeral_name_or_skill(text: str, number: str) -> None:
    assert card_number(text, FACES).strip() == number


def test_what_is_typed_wins_over_the_card_that_is_ticked() -> None:
    offer = {"fields": [{"name": "cards", "domain": "cards", "count": 2, "deck": [11, 14, 16, 17]}]}
    form = {"f.cards.1": ["", "16"], "f.cards.2": ["volonté", "11"]}
    assert read_fields(offer, form, FACES) == {"cards": ["16", "14"]}


def choice(size: int, note: str = "", label: str = "", *, sends: bool = False) -> dict[str, object]:
    options = [{"note": note, "label": label}] * size
    return {"name": f"x{size}", "domain": "one_of", "options": options, "sends": sends}


def test_a_choice_is_one_touch_away_unless_two_long_ones_share_a_form() -> None:
    skill, weapon = choice(22), choice(11)
    assert layout_of(skill, {"fields": [skill, choice(3)]}) == "chips"
    assert layout_of(skill, {"fields": [skill, weapon]}) == "list"
    assert layout_of(choice(60), {"fields": [choice(60)]}) == "list"
    assert layout_of(choice(4), {"fields": []}) == "chips"
    assert layout_of(choice(4, "une arme"), {"fields": []}) == "cards"
    assert layout_of(choice(2), {"fields": []}) == "chips"
    assert layout_of(choice(2, "une arme"), {"fields": []}) == "cards"


def test_what_tells_choices_apart_is_read_unless_the_next_touch_sends() -> None:
    climb = choice(22, "9 → 10, échange avec Science")
    assert layout_of(climb, {"fields": [climb]}) == "cards"
    assert layout_of(climb, {"fields": [climb, choice(3, sends=True)]}) == "chips"
    past = choice(20, label="Lucie Ferrand tire l’Impératrice (3) et le Mat (22).")
    assert layout_of(past, {"fields": [past]}) == "cards"


def test_a_note_as_short_as_a_score_leaves_room_for_chips() -> None:
    scored = choice(6, note="12")
    assert layout_of(scored, {"fields": [scored]}) == "chips"


def test_choices_that_send_come_by_groups_and_what_stands_out_first() -> None:
    def plan(id: str, label: str, group: str, note: str, **more: str) -> dict[str, str]:
        return {"id": id, "label": label, "group": group, "note": note, **more}

    plans = [
        plan("0", "2 dés", "2 dés", "8 %"),
        plan("a", "3 dés : 1 or", "3 dés", "65 %"),
        plan("b", "3 dés : 1 fer", "3 dés", "65 %"),
        plan("c", "4 dés : 2 or", "4 dés", "90 %", mark="le meilleur"),
        plan("d", "4 dés : 2 fer", "4 dés", "91 %"),
    ]
    shown = [(g["title"], g["note"], [tuple(o.values()) for o in g["options"]]) for g in by_group(plans)]
    assert shown == [
        ("", "", [("c", "4 dés : 2 or", "Le meilleur, 90 %")]),
        ("", "", [("0", "2 dés", "8 %")]),
        ("3 dés", "65 %", [("a", "1 or", ""), ("b", "1 fer", "")]),
        ("", "", [("d", "4 dés : 2 fer", "91 %")]),
    ]
    plain = by_group([plan("x", "oui", "", ""), plan("y", "non", "", "")])
    assert [[o["label"] for o in g["options"]] for g in plain] == [["Oui", "Non"]]


def test_headings_of_a_system_stand_after_those_they_follow() -> None:
    own = Lexicon(groups={"Jouer": ("OpenTest",), "Destin": ("Award",), "Corrections": ("Correct",)})
    groups = lexicon_of(own).groups
    names = list(groups)
    assert names[0] == "Jouer"
    assert names.index("Destin") == 1
    assert names.index("Corrections") > names.index("Temps")
    assert groups["Jouer"][0] == "OpenTest"
    assert "Write" in groups["Notes et secrets"]


def pool(*groups: tuple[str, int, int, int], options: int = 3) -> dict[str, object]:
    """A pool of `options` dice in each group: (name, least, free, most)."""
    rows = [{"name": n, "least": least, "free": free, "most": most} for n, least, free, most in groups]
    dice = [
        {"id": f"{n}{i}", "label": f"D{i}", "group": n, "same": "", "note": ""}
        for n, *_ in groups
        for i in range(options)
    ]
    return {"domain": "pool", "groups": rows, "options": dice}


def test_a_price_is_told_where_something_may_be_paid_for() -> None:
    free, paid = ("Qui", 2, 99, 99), ("Valeur", 1, 1, 99)
    (who,) = groups_of(pool(free), "PI")
    assert (who["rule_text"], who["unit"]) == ("Au moins 2, au plus 3.", "")
    value, details = groups_of(pool(paid, ("Détails", 0, 99, 99)), "PI")
    assert value["rule_text"] == "Il en faut 1\N{NO-BREAK SPACE}; chaque autre coûte 1 PI."
    assert (details["rule_text"], details["unit"]) == ("Au plus 3, sans coût.", "PI")


def test_a_long_form_folds_what_may_stay_blank_save_its_first_list() -> None:
    name = {"name": "name", "domain": "text", "required": True}
    lists = [{"name": f"l{i}", "domain": "list", "least": 0} for i in range(4)]
    assert folds([name, *lists]) == {"l1", "l2", "l3"}
    assert folds([name, *lists[:3]]) == frozenset()


def test_what_stands_is_chosen_beforehand_where_one_supposes() -> None:
    many = {"options": [{"id": str(n)} for n in range(7)]}
    assert default_of(many, {"command": "Suppose", "people": ()}) == "0"
    assert default_of(many, {"command": "OpenTest", "people": ()}) is None
    assert default_of({"options": many["options"][:2]}, {"command": "OpenTest", "people": ("1",)}) is None

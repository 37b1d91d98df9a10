"""The rulebooks players read, how they load, and the link from rules to code."""

import re

import pytest

from paravent.core.rulebook import Rule, Rulebook, RulebookError, load, parse
from paravent.core.rules import REGISTRY, rule

TAB = [f"TAB-{n:02}" for n in range(1, 19)]
ARC = [
    *("ARC-01", "ARC-02", "ARC-03", "ARC-04", "ARC-05", "ARC-06", "ARC-07"),
    *("ARC-10", "ARC-11", "ARC-12", "ARC-13", "ARC-14", "ARC-15", "ARC-16", "ARC-17", "ARC-18"),
    *("ARC-20", "ARC-21", "ARC-22", "ARC-23", "ARC-24", "ARC-25", "ARC-26", "ARC-27", "ARC-28", "ARC-29"),
    *("ARC-40", "ARC-41", "ARC-42"),
    *("ARC-50", "ARC-51", "ARC-52", "ARC-53", "ARC-54"),
]
BOOKS = {"paravent.core": TAB, "paravent.systems.architectes": ARC}

ENTRY = '[[regle]]\nid = "ARC-01"\ntitre = "Un titre"\ntexte = "Un texte."\nstatut = "jouee"\n'


@pytest.fixture(params=BOOKS)
def package(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_a_book_holds_its_catalogue_in_order(package: str) -> None:
    assert list(load(package)) == BOOKS[package]


def test_every_rule_reads_as_whole_sentences_under_a_short_title(package: str) -> None:
    for entry in load(package).values():
        assert 1 <= len(entry.title.split(" ")) <= 6, entry.id
        assert entry.title[-1] not in ".:", entry.id
        assert len(entry.text.split()) >= 10, entry.id
        assert all(paragraph[-1] == "." for paragraph in entry.text.split("\n\n")), entry.id


def test_french_typography(package: str) -> None:
    for entry in load(package).values():
        shown = f"{entry.title}\n{entry.text}"
        assert not re.search(r"['\"]|\.\.\.| [:;!?»]|« |[^\s\u00a0][:;!?»]|«[^\u00a0]", shown), entry.id


def test_a_critical_success_is_always_named_in_full(package: str) -> None:
    for entry in load(package).values():
        bare = re.sub(r"réussites? critiques?", "", entry.text, flags=re.IGNORECASE)
        assert "critique" not in bare, entry.id


def test_rules_cited_by_a_rule_exist(package: str) -> None:
    known = {*TAB, *ARC}
    for entry in load(package).values():
        assert set(re.findall(r"[A-Z]+-\d+", entry.text)) <= known - {entry.id}, entry.id


def test_only_judgement_is_left_to_the_table() -> None:
    left = [entry.id for package in BOOKS for entry in load(package).values() if entry.status == "table"]
    assert left == ["TAB-12", "ARC-06"]


def test_lines_fold_paragraphs_and_no_break_spaces_stay() -> None:
    book = parse(
        ENTRY.replace('"Un texte."', '"""\nUne ligne\nsuivie\u00a0: là.\n\nUn paragraphe.\n"""'), "essai"
    )
    assert book["ARC-01"] == Rule(
        "ARC-01", "Un titre", "Une ligne suivie\u00a0: là.\n\nUn paragraphe.", "jouee"
    )


def test_a_book_is_a_mapping() -> None:
    book = parse(ENTRY, "essai")
    assert isinstance(book, Rulebook)
    assert (len(book), list(book), book.get("ARC-02"), "ARC-01" in book) == (1, ["ARC-01"], None, True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "livre.toml : regle : au moins une entrée"),
        ("regle = 3", "livre.toml : regle : au moins une entrée"),
        ("regle = [3]", "livre.toml : regle[0] : table attendue"),
        ("[[regle", "livre.toml : TOML mal formé"),
        ("autre = 1\n" + ENTRY, "livre.toml : autre : clé inconnue"),
        (ENTRY + 'note = "x"\n', "livre.toml : regle[0].note : clé inconnue"),
        (ENTRY.replace('"Un texte."', '"  "'), "livre.toml : regle[0].texte : texte non vide attendu"),
        (ENTRY.replace('"Un titre"', "3"), "livre.toml : regle[0].titre : texte non vide attendu"),
        (ENTRY.replace('statut = "jouee"\n', ""), "livre.toml : regle[0].statut : texte non vide attendu"),
        (ENTRY.replace("jouee", "faite"), "livre.toml : regle[0].statut : « jouee » ou « table » attendu"),
        (ENTRY.replace("ARC-01", "arc 1"), "livre.toml : regle[0].id : 'arc 1' n’a pas la forme"),
        (ENTRY + ENTRY, "livre.toml : regle[1].id : ARC-01 figure déjà plus haut"),
    ],
)
def test_an_error_names_the_file_and_the_key(text: str, problem: str) -> None:
    with pytest.raises(RulebookError) as error:
        parse(text, "livre.toml")
    assert str(error.value).replace("\u00a0", " ").startswith(problem)


def test_a_package_without_rulebook_is_named() -> None:
    with pytest.raises(RulebookError, match=r"^paravent/chance/rulebook\.toml"):
        load("paravent.chance")


@pytest.fixture
def clean_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paravent.core.rules.REGISTRY", {})


@pytest.mark.usefixtures("clean_registry")
def test_a_rule_function_is_registered_and_not_wrapped() -> None:
    from paravent.core import rules

    def margin(score: int, card: int) -> int:
        return score - card

    assert rule("ARC-15", "ARC-21")(margin) is margin
    rule("ARC-15")(margin)
    name = f"{__name__}:{margin.__qualname__}"
    assert {"ARC-15": [name], "ARC-21": [name]} == rules.REGISTRY


@pytest.mark.parametrize(
    "id", ["", "ARC", "ARC-", "arc-12", "ARC-12b", "ARC-12\n", "ARC_12", "-12", "ARC-١٢"]
)
def test_a_malformed_id_is_refused_and_nothing_registered(id: str) -> None:
    before = {key: list(names) for key, names in REGISTRY.items()}
    with pytest.raises(ValueError, match="mal formé"):
        rule("ARC-10", id)
    assert before == REGISTRY


def test_a_rule_needs_an_id() -> None:
    with pytest.raises(ValueError, match="sans identifiant"):
        rule()

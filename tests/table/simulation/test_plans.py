"""A simulation file is refused in French, every problem after the path of its key."""

from __future__ import annotations

import pytest

from paravent.table.raw_fields import plain
from paravent.table.simulation.plan import PlanError
from paravent.table.simulation.report import exact_laws
from simulated import CALL, PLAY, SUCCESSES, TABLE, TELL, WHOLE, departement, plan_of, ready_of


def problems(text: str) -> list[str]:
    with pytest.raises(PlanError) as refused:
        plan_of(text)
    return [plain(line) for line in str(refused.value).splitlines()]


STEP = '[[etape]]\nqui = "mj"\n'
POLICY = "[[politique]]\n"
MEASURE = '[[mesure]]\nnom = "x"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (WHOLE + "inconnue = 1", "mesure[0].inconnue : clé inconnue"),
        (TABLE + CALL, "mesure : clé manquante"),
        (TABLE + SUCCESSES, "etape : clé manquante"),
        ('systeme = "forces"\n' + WHOLE, "systeme : ce fichier est pour « forces »"),
        ("limite = 0\n" + WHOLE, "limite : 1 au moins"),
        (WHOLE + SUCCESSES, "mesure[1].nom : « réussites » est déjà pris par mesure[0]"),
        (
            WHOLE + '[options]\nhasard = "reel"',
            "options.hasard : des robots n’ont ni vrais dés ni vraies cartes",
        ),
        (WHOLE + STEP + 'geste = "Tirrer"', "etape[2].geste : aucun geste ne s’appelle « Tirrer »"),
        (WHOLE + '[[etape]]\ngeste = "Throw"', "etape[2].qui : le nom d’un siège ou « mj » est attendu"),
        (WHOLE + STEP + "jouer = true", "etape[2].qui : ne va qu’avec « geste »"),
        (
            WHOLE + "[[etape]]\nfois = 3",
            "etape[2] : il faut « geste », « jouer = true » ou des étapes, et un seul des trois",
        ),
        (
            WHOLE + "[[etape]]\n[[etape.etape]]\njouer = true",
            "etape[2].etape : « fois » ou « jusqu_a » dit quand cesser de répéter",
        ),
        (
            WHOLE + '[[etape]]\nfois = 2\n[[etape.etape]]\ngeste = "Throw"\nqui = "Lea"',
            "etape[2].etape[0].qui : le nom d’un siège ou « mj » est attendu",
        ),
        (
            WHOLE + STEP + 'geste = "Throw"\npour = "lea"',
            "etape[2].pour : aucun personnage n’a l’identifiant « lea »",
        ),
        (
            WHOLE + STEP + 'geste = "Throw"\njusqu_a = [{ fait = "Rolled" }]',
            "etape[2].jusqu_a : ne va pas avec « geste »",
        ),
        (
            WHOLE + '[[etape]]\njouer = true\njusqu_a = [{ fait = "Roled" }]',
            "etape[2].jusqu_a[0].fait : aucun fait ne s’appelle « Roled »",
        ),
        (WHOLE + POLICY + 'qui = "Noé"', "politique[1].qui : ni siège, ni personnage, ni « mj »"),
        (WHOLE + POLICY + 'choix = "souvent"', "politique[1].choix : valeur refusée"),
        (
            WHOLE + POLICY + 'choix = "jamais"',
            "politique[1].geste : clé manquante (le geste que ces robots ne font jamais)",
        ),
        (
            WHOLE + POLICY + "champs = { a = 1 }",
            "politique[1].champs : ne va qu’avec le « geste » dont ce sont les champs",
        ),
        (
            WHOLE + POLICY + 'geste = "Throw"\nchance = "réussir"',
            'politique[1].chance : ne va qu’avec choix = "meilleur" ; une condition s’écrit dans « quand »',
        ),
        (WHOLE + POLICY + "quand = [{ sur_cent = 101 }]", "politique[1].quand[0].sur_cent : 100 au plus"),
        (
            WHOLE + POLICY + "quand = [{}]",
            "politique[1].quand[0] : une seule clé est attendue parmi « etat », « fait », « chance », « sur_cent »",
        ),
        (
            WHOLE + POLICY + 'quand = [{ chance = "x" }]',
            "politique[1].quand[0] : « au_moins » ou « au_plus », en pour cent, manque",
        ),
        (
            WHOLE + POLICY + 'quand = [{ etat = "threat" }]',
            "politique[1].quand[0] : « vaut », « au_moins » ou « au_plus » manque",
        ),
        (
            WHOLE + MEASURE + 'etat = "tread"',
            "mesure[1].etat : « tread » ne part ni de l’état du système, ni d’un personnage, ni de « table »",
        ),
        (WHOLE + MEASURE, "mesure[1] : une seule clé est attendue parmi « etat », « fait », « compte »"),
        (
            WHOLE + MEASURE + 'fait = "FocusesSet"\nchamp = "x"',
            "mesure[1].champ : un « FocusesSet » n’a pas ce champ, mais « actor », « focuses »",
        ),
        (
            WHOLE + MEASURE + 'fait = "FocusesSet"\nou = { x = 1 }',
            "mesure[1].ou.x : un « FocusesSet » n’a pas ce champ, mais « actor », « focuses »",
        ),
        (WHOLE + MEASURE + 'etat = "threat"\nchamp = "x"', "mesure[1].champ : ne va qu’avec « fait »"),
        (
            WHOLE + MEASURE + 'fait = "Rolled"\nlequel = "premier"',
            "mesure[1].lequel : ne va qu’avec « champ »",
        ),
        ('titre = "x', "TOML mal formé à la ligne 1, tout à la fin : guillemet fermant manquant"),
    ],
)
def test_a_bad_file_is_refused_at_its_key(text: str, told: str) -> None:
    assert f"essai.toml : {told}" in problems(text)


def test_every_problem_is_said_at_once() -> None:
    text = WHOLE + POLICY + 'qui = "Noé"\n' + MEASURE + 'etat = "tread"'
    assert len(problems(text)) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[options]\ninconnue = "x"', "options.inconnue : option ou valeur inconnue"),
        (
            '[[personnage]]\nid = "b"\nnom = "B"\nsiege = "Léa"\nchamps = { couleur = 1 }',
            "personnage[1].champs.couleur",
        ),
    ],
)
def test_a_table_that_cannot_be_set(text: str, told: str) -> None:
    with pytest.raises(PlanError) as refused:
        ready_of(WHOLE + text)
    assert plain(str(refused.value)).startswith(f"essai.toml : {told}")


def test_a_pack_that_is_refused() -> None:
    assert any(
        line.startswith("essai.toml : paquet.") for line in problems('paquet = """\nrien = 1\n"""\n' + WHOLE)
    )


@pytest.mark.parametrize(
    ("exact", "told"),
    [
        ("question = '{'\nchemin = 'x'", "mesure[1].exact.question : ce n’est pas du JSON"),
        ("question = '{}'\nchemin = 'x'", "mesure[1].exact.question : donnees.calcul : attendu"),
        (
            "question = '''QUESTION'''\nchemin = 'x'",
            "mesure[1].exact.chemin : la réponse n’a rien à ce chemin",
        ),
        ("question = '''QUESTION'''\nchemin = 'p_reussite'", "mesure[1].exact.chemin : une loi est attendue"),
    ],
)
def test_an_exact_question_that_does_not_fit(exact: str, told: str) -> None:
    question = (
        '{"calcul": "test", "des": 2, "seuil": 12, "discipline": 3, "specialisation": false,'
        ' "difficulte": 1, "impulsion_actuelle": 0, "plafond": null}'
    )
    text = TABLE + CALL + PLAY + TELL + SUCCESSES + MEASURE + 'fait = "Rolled"\n[mesure.exact]\n' + exact
    plan = plan_of(text.replace("QUESTION", question))
    with pytest.raises(PlanError) as refused:
        exact_laws(plan, departement(), "essai.toml")
    assert plain(str(refused.value)).startswith(f"essai.toml : {told}")

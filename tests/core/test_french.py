"""A name joins its sentence as French wants it."""

import pytest

from paravent.core.french import because, of, to


@pytest.mark.parametrize(
    ("name", "after_of", "after_to"),
    [
        ("Léa", "de Léa", "à Léa"),
        ("Inès", "d’Inès", "à Inès"),
        ("Yves", "d’Yves", "à Yves"),
        ("Hélène", "d’Hélène", "à Hélène"),
        ("Le Guet", "du Guet", "au Guet"),
        ("Les Deux Sœurs", "des Deux Sœurs", "aux Deux Sœurs"),
        ("le MJ", "du MJ", "au MJ"),
        ("la meneuse", "de la meneuse", "à la meneuse"),
        ("La Fouine", "de la Fouine", "à la Fouine"),
        ("L’Ombre", "de l’Ombre", "à l’Ombre"),
        ("Le", "de Le", "à Le"),
        ("Yann Le Goff", "de Yann Le Goff", "à Yann Le Goff"),
    ],
)
def test_a_name_after_of_and_to(name: str, after_of: str, after_to: str) -> None:
    assert (of(name), to(name)) == (after_of, after_to)


@pytest.mark.parametrize(
    ("why", "after"),
    [
        ("", ""),
        ("il gèle", " (il gèle)"),
        ("Il gèle.", " (Il gèle)"),
        ("il gèle...", " (il gèle...)"),
        (".", ""),
    ],
)
def test_a_reason_leaves_the_stop_to_its_sentence(why: str, after: str) -> None:
    assert because(why) == after
